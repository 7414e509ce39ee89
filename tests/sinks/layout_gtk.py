"""A GTK 3 form. Writes "KIND X Y WIDTH HEIGHT TEXT" of each of its widgets, on the screen, to the file argv[1]; "dark" behind it: in
the dark theme."""
import os
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk

if "dark" in sys.argv:
    Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", True)
window = Gtk.Window(title="form")
window.move(60, 40)
window.set_default_size(700, 620)
page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
window.add(page)
widgets = []


def known(kind, widget, text=""):
    widgets.append((kind, widget, text))
    return widget


toolbar = Gtk.Toolbar()
page.pack_start(toolbar, False, False, 0)
for name in "new open save cut copy paste undo find".split():
    button = Gtk.ToolButton(icon_name=("edit-" if name in "cut copy paste undo find" else "document-") + name)
    toolbar.insert(button, -1)
    known("icon", button.get_child())
grid = Gtk.Grid(row_spacing=8, column_spacing=10, margin=14)
page.pack_start(grid, False, False, 0)
for i, (name, text) in enumerate([("First name", "Ada"), ("Last name", "Lovelace"), ("Street", ""), ("Town", "London")]):
    grid.attach(known("label", Gtk.Label(label=name, xalign=0), name), 0, i, 1, 1)
    grid.attach(known("field", Gtk.Entry(text=text, hexpand=True), text), 1, i, 1, 1)
choice = Gtk.ComboBoxText()
choice.append_text("Small")
choice.set_active(0)
grid.attach(known("button", choice, "Small"), 1, 4, 1, 1)
grid.attach(known("field", Gtk.SpinButton.new_with_range(0, 100, 1), "0"), 1, 5, 1, 1)
for name in ("Send news", "Keep signed in", "Large print"):
    page.pack_start(known("check", Gtk.CheckButton(label=name, active="Keep" in name), name), False, False, 0)
monthly = Gtk.RadioButton(label="Monthly")
for radio, name in ((monthly, "Monthly"), (Gtk.RadioButton.new_with_label_from_widget(monthly, "Yearly"), "Yearly")):
    page.pack_start(known("radio", radio, name), False, False, 0)
keys = Gtk.Grid(row_spacing=4, column_spacing=4, margin=14)
page.pack_start(keys, False, False, 0)
for i, name in enumerate("7 8 9 / 4 5 6 * 1 2 3 - 0 . = +".split()):
    keys.attach(known("button", Gtk.Button(label=name), name), i % 4, i // 4, 1, 1)
row = Gtk.Box(spacing=8, margin=12)
page.pack_end(row, False, False, 0)
for name in ("Help", "Apply", "Cancel", "Delete account", "OK"):
    row.pack_start(known("button", Gtk.Button(label=name), name), False, False, 0)


def tell():
    with open(sys.argv[1] + "~", "w") as out:
        for kind, widget, text in widgets:
            _, left, top = window.get_window().get_origin()
            x, y = widget.translate_coordinates(window, 0, 0)
            print(kind, left + x, top + y, widget.get_allocated_width(), widget.get_allocated_height(), text, file=out)
    os.rename(sys.argv[1] + "~", sys.argv[1])


window.connect("map-event", lambda *a: GLib.timeout_add(300, tell) and False)
window.show_all()
Gtk.main()
