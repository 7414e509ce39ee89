"""A GTK 3 window with its menu open: each of its texts is what has happened since, as letters.

c the menu has closed, a its item was activated, F the window has lost the focus
"""
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk
from sink import Talk

window = Gtk.Window(title="menu")
window.set_default_size(300, 200)
window.move(450, 350)
menu = Gtk.Menu()
item = Gtk.MenuItem(label="the only item")
menu.append(item)
menu.show_all()
happened = ""


def note(letter):
    global happened
    happened += letter
    talk.changed()


def clear():
    global happened
    happened = ""


def popup():
    menu.popup_at_widget(window, Gdk.Gravity.NORTH_WEST, Gdk.Gravity.NORTH_WEST, None)
    if not Gtk.grab_get_current():
        menu.popdown()
        return True
    clock = menu.get_window().get_frame_clock()
    painted = clock.connect_after("after-paint", lambda *a: ready(clock, painted))
    menu.queue_draw()
    return False


def ready(clock, painted):
    clock.disconnect(painted)
    Gdk.Display.get_default().sync()
    talk.say("ready")


talk = Talk(lambda: happened, clear)
menu.connect("deactivate", lambda *a: note("c"))
item.connect("activate", lambda *a: note("a"))
window.connect("focus-out-event", lambda *a: note("F") and False)
window.connect("map-event", lambda *a: GLib.timeout_add(100, popup) and False)
GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, lambda *a: talk.readable() or True)
window.show_all()
Gtk.main()
