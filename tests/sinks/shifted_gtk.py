"""A GTK 3 window with a root pane as LibreOffice's is before it has learnt of its menu bar: what it lays out itself ("Bold") is told
as 25 px too high, and what GTK lays out in it ("Size") is not. A menu bar of no height in it has an entry ("File") all the same.
"apart": the pane is told as smaller, too."""
import sys

import gi

gi.require_version("Atk", "1.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Atk, Gtk

LATE = 25  # px
APART = 10 if sys.argv[-1] == "apart" else 0


def at(widget):
    _, x, y = widget.get_window().get_origin()
    a = widget.get_allocation()
    return x + a.x, y + a.y, a.width, a.height


class LateBox(Gtk.ContainerAccessible, Atk.Component):
    def do_get_extents(self, coords):
        x, y, width, height = at(self.get_widget())
        role = self.get_role()
        height = 0 if role == Atk.Role.MENU_BAR else height - (APART if role == Atk.Role.ROOT_PANE else 0)
        return x, y - LATE, width, height


class LateButton(Gtk.ButtonAccessible, Atk.Component):
    def do_get_extents(self, coords):
        x, y, width, height = at(self.get_widget())
        return x, y - LATE, width, height


class Box(Gtk.Box):
    def __init__(self, role, *children):
        super().__init__(orientation=Gtk.Orientation.VERTICAL)
        self.get_accessible().set_role(role)
        for child in children:
            self.pack_start(child, role == Atk.Role.PANEL, role == Atk.Role.PANEL, 0)


class Pane(Box):
    pass


class Button(Gtk.Button):
    pass


Pane.set_accessible_type(LateBox)
Button.set_accessible_type(LateButton)
R = Atk.Role
pane = Pane(R.ROOT_PANE, Pane(R.MENU_BAR, Button(label="File")),
            Pane(R.TOOL_BAR, Button(label="Bold"), Pane(R.PANEL, Box(R.PANEL, Gtk.Button(label="Size")))))
window = Gtk.Window(title="elements")
window.set_default_size(500, 400)
window.move(40, 40)
page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
page.pack_start(Gtk.Button(label="Menus"), False, False, 0)
page.pack_start(Box(R.PANEL, pane), True, True, 0)
window.add(page)
window.show_all()
Gtk.main()
