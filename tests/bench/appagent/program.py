"""Shows a program of ours (program.py FILE.ini): a heading, a line that says what happened, icons without words, buttons and
fields. Its state is in the file "state" of its working folder. Escape goes back. Nothing shows where the pointer or the focus
is."""
import hashlib, os, sys, time

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GdkPixbuf, GLib, Gtk

from world import World

HOLD = 0.7  # seconds from the press to the release of a long press
CSS = b"""* {all: unset; color: #000; background-color: #fff; font: 18px Sans;}
.heading {font: bold 22px Sans;}
button, entry {background-color: #ccd; min-width: 44px; min-height: 36px; padding: 4px; margin: 6px;}"""


def drawing(page, name):
    """An icon that says nothing: dots by the name, the left half mirrored."""
    bits = int.from_bytes(hashlib.sha256(f"{page} {name}".encode()).digest()[:5], "big")
    on = lambda x, y: bits >> (min(x, 6 - x) * 7 + y) & 1
    dots = [(40, 40, 90) if on(x // 4, y // 4) else (204, 204, 221) for y in range(28) for x in range(28)]
    data = GLib.Bytes.new(bytes(sum(dots, ())))
    return GdkPixbuf.Pixbuf.new_from_bytes(data, GdkPixbuf.Colorspace.RGB, False, 8, 28, 28, 28 * 3)


class Window(Gtk.Window):
    def __init__(self, world):
        super().__init__()
        self.world, self.pressed_at = world, 0
        self.pages, self.lines = Gtk.Stack(homogeneous=False), {}
        for page in world.pages:
            self.pages.add_named(self.build(page), page)
        self.add(self.pages)
        self.connect("destroy", Gtk.main_quit)
        self.connect("key-press-event", self.key)
        self.set_default_size(800, 560)
        self.set_decorated(False)

    def draw(self):
        page = self.world.state["page"]
        if page != self.pages.get_visible_child_name():
            self.set_focus(None)
            self.pages.set_visible_child_name(page)
        for label, text in zip(self.lines[page], (self.world.heading(), self.world.says())):
            label.set_text(text)
        self.set_title(f"{self.world.title} - {page}")
        with open("state.new", "w") as file:
            file.write(self.world.told())
        os.rename("state.new", "state")

    def build(self, page):
        box, icons = Gtk.Box(orientation=Gtk.Orientation.VERTICAL), Gtk.Box()
        box.get_accessible().set_name(page)  # else unnamed icons of two pages would be one element to reins
        self.lines[page] = Gtk.Label(xalign=0), Gtk.Label(xalign=0)
        self.lines[page][0].get_style_context().add_class("heading")
        for widget, room in ((self.lines[page][0], 6), (self.lines[page][1], 6), (icons, 36)):  # numbers are drawn there
            box.pack_start(widget, False, False, room)
        for part in self.world.shown(page):
            (icons if part.kind == "icon" else box).pack_start(self.widget(page, part), False, False, 0)
        return box

    def widget(self, page, part):
        if part.kind == "field":
            field = Gtk.Entry(placeholder_text=part.name)
            field.get_accessible().set_name(part.name)
            field.connect("changed", self.typed, part)
            return field
        icon = Gtk.Image.new_from_pixbuf(drawing(page, part.name)) if part.kind == "icon" else None
        button = Gtk.Button(image=icon) if icon else Gtk.Button(label=part.name, xalign=0)
        button.set_can_focus(False)
        button.connect("pressed", lambda _: setattr(self, "pressed_at", time.monotonic()))
        button.connect("clicked", self.pressed, part)
        return button

    def pressed(self, _button, part):
        self.world.press(part.key(), time.monotonic() - self.pressed_at >= HOLD)
        self.draw()

    def typed(self, field, part):
        self.world.type(part.key(), field.get_text())
        self.draw()

    def key(self, _window, event):
        if event.keyval == Gdk.KEY_Escape:
            self.world.back()
            self.draw()
        return False


css = Gtk.CssProvider()
css.load_from_data(CSS)
Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), css, 800)
Gtk.Settings.get_default().set_property("gtk-cursor-blink", False)
window = Window(World(sys.argv[1]))
window.show_all()
window.draw()
Gtk.main()
