"""A GTK 3 form at known places: a field Name (y 0 to 60), a field Password (60 to 120), a button Save (120 to 200), which puts what
the name is into the window's title, and a button Comment (200 to 260), which opens a dialog at 0,0 after a while: a field Comment
(0 to 60), which has the focus, and a button Save (60 to 140), which keeps the comment in the file that is named as argument; it is
made, empty, once the dialog shows. Below it a slider Volume (260 to 320). All are as wide as the window, which fills the screen from
0,0."""
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk

SLOW_MS = 1000  # a skill that does not wait presses long before


def put(page, widget, label, y, height):
    widget.get_accessible().set_name(label)
    widget.set_size_request(400, height)
    page.put(widget, 0, y)


def keep(text):
    with open(sys.argv[1], "w") as file:
        file.write(text)


def open_dialog():
    dialog, page = Gtk.Window(title="comment", decorated=False, transient_for=window, modal=True), Gtk.Fixed()
    dialog.set_type_hint(Gdk.WindowTypeHint.DIALOG)  # a normal window would be put into the middle of the screen
    dialog.move(0, 0)
    dialog.add(page)
    comment, save = Gtk.Entry(), Gtk.Button(label="Save")
    put(page, comment, "Comment", 0, 60)
    put(page, save, "Save", 60, 80)

    def close(button):
        keep(comment.get_text())
        dialog.destroy()

    save.connect("clicked", close)
    dialog.connect("map-event", lambda *of: keep(""))
    dialog.show_all()
    comment.grab_focus()
    return False


window = Gtk.Window(title="form", decorated=False)
window.move(0, 0)
page = Gtk.Fixed()
window.add(page)
name, password, save = Gtk.Entry(), Gtk.Entry(visibility=False, input_purpose=Gtk.InputPurpose.PASSWORD), Gtk.Button(label="Save")
comment = Gtk.Button(label="Comment")
volume = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 10)
volume.set_value(50)
for widget, label, y, height in ((name, "Name", 0, 60), (password, "Password", 60, 60), (save, "Save", 120, 80),
                                 (comment, "Comment", 200, 60), (volume, "Volume", 260, 60)):
    put(page, widget, label, y, height)
save.set_can_focus(True)
save.connect("clicked", lambda button: window.set_title("saved " + name.get_text()))
comment.connect("clicked", lambda button: GLib.timeout_add(SLOW_MS, open_dialog))
window.show_all()
save.grab_focus()
Gtk.main()
