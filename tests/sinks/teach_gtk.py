"""A GTK 3 form at known places: a field Name (y 0 to 60), a field Password (60 to 120), a button Save (120 to 200), which puts what
the name is into the window's title. All are as wide as the window, which fills the screen from 0,0."""
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk

window = Gtk.Window(title="form", decorated=False)
window.move(0, 0)
page = Gtk.Fixed()
window.add(page)
name, password, save = Gtk.Entry(), Gtk.Entry(visibility=False, input_purpose=Gtk.InputPurpose.PASSWORD), Gtk.Button(label="Save")
for widget, label, y, height in ((name, "Name", 0, 60), (password, "Password", 60, 60), (save, "Save", 120, 80)):
    widget.get_accessible().set_name(label)
    widget.set_size_request(400, height)
    page.put(widget, 0, y)
save.set_can_focus(True)
save.connect("clicked", lambda button: window.set_title("saved " + name.get_text()))
window.show_all()
save.grab_focus()
Gtk.main()
