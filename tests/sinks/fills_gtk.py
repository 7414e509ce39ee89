"""A small GTK 3 window with a dialog that wants more than any screen has; tells who has the focus, and each key's keysym.

restored: its window takes back that it was maximized. toolbox: a window of 210x130 that floats over it, which says that it is a
normal one, in place of the dialog.
"""
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk

main = Gtk.Window(title="main")
main.set_default_size(300, 200)
if "restored" in sys.argv:  # as a program does that remembers that it was not maximized, and where from the lower edge it was
    main.set_gravity(Gdk.Gravity.SOUTH_WEST)
    main.move(0, 0)
    main.connect("map-event", lambda *a: main.unmaximize() and False)
dialog = Gtk.Dialog(title="dialog", transient_for=main, modal=True)
dialog.set_default_size(5000, 4000)
toolbox = Gtk.Window(title="toolbox", transient_for=main, type_hint=Gdk.WindowTypeHint.NORMAL)
toolbox.set_default_size(210, 130)
for window in (main, dialog, toolbox):
    window.connect("key-press-event", lambda w, e: print("key", e.keyval, flush=True) or True)
    window.connect("focus-in-event", lambda w, e: print("focus", w.get_title(), flush=True) and False)
main.connect("map-event", lambda *a: GLib.idle_add((toolbox if "toolbox" in sys.argv else dialog).show_all) and False)
main.connect("delete-event", lambda *a: print("closed", flush=True) or Gtk.main_quit())
dialog.connect("delete-event", lambda *a: print("dialog closed", flush=True))
main.show_all()
Gtk.main()
