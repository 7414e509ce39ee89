"""A GTK 3 text view."""
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk
from sink import Talk

window = Gtk.Window(title="gtk")
window.set_default_size(600, 400)
view = Gtk.TextView()
view.set_wrap_mode(Gtk.WrapMode.CHAR)
window.add(view)
buffer = view.get_buffer()


def get():
    return buffer.get_text(buffer.get_start_iter(), buffer.get_end_iter(), True)


talk = Talk(get, lambda: buffer.set_text(""))
buffer.connect("changed", lambda b: talk.changed(b.get_char_count()))
GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, lambda *a: talk.readable() or True)
view.connect("focus-in-event", lambda *a: talk.say("ready") and False)
window.show_all()
view.grab_focus()
Gtk.main()
