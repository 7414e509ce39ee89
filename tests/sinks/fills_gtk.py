"""A small GTK 3 window with a dialog that wants more than any screen has; tells who has the focus, and each key's keysym."""
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk

main = Gtk.Window(title="main")
main.set_default_size(300, 200)
dialog = Gtk.Dialog(title="dialog", transient_for=main, modal=True)
dialog.set_default_size(5000, 4000)
for window in (main, dialog):
    window.connect("key-press-event", lambda w, e: print("key", e.keyval, flush=True) or True)
    window.connect("focus-in-event", lambda w, e: print("focus", w.get_title(), flush=True) and False)
main.connect("map-event", lambda *a: GLib.idle_add(dialog.show_all) and False)
main.show_all()
Gtk.main()
