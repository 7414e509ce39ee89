"""A GTK 3 menu whose entries open submenus under the pointer, and some that are not what they were then."""
import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk
from sink import Hover

Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
window = Gtk.Window(title="hover_submenu_gtk")
window.set_default_size(620, 540)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
middle, above = Gtk.Label(), Gtk.Label(label="nothing is chosen")
box.pack_start(above, False, False, 8)
box.pack_start(middle, True, True, 0)
window.add(box)
menu = Gtk.Menu()
turns = {}
starts = {"plain": "open", "other": "open", "last": "other", "!label": "open", "!less": "other", "!more": "open",
          "!above": "open", "!sub": "open", "back": "other"}


def place(name):
    a = hover.widgets[name].get_allocation()
    _, left, top = hover.widgets[name].get_window().get_origin()
    return left + a.x, top + a.y, a.width, a.height


class Entries(Hover):
    def get(self):
        middles = {name: place(name) for name in self.widgets}
        return super().get() + "".join("from %s %d %d\n" % (name, middles[of][0] + middles[of][2] // 2,
                                                            middles[of][1] + middles[of][3] // 2)
                                       for name, of in starts.items())


def next_is(name):
    """The pointer is on the entry where it starts, whose submenu is open; GTK would close the last one a second later."""
    Gdk.Display.get_default().sync()  # where the pointer is
    while Gtk.events_pending():
        Gtk.main_iteration_do(False)
    start = hover.widgets.get(starts.get(name))
    for item in hover.widgets.values():
        if item.get_submenu() and item != start:
            item.get_submenu().popdown()
    menu.deselect()
    if start:
        menu.select_item(start)
    while start and not start.get_submenu().get_mapped():
        Gtk.main_iteration()
    for turn in turns.values():
        turn(False)


hover = Entries(place, next_is)


def add(name, label, sub=0, turn=None):
    item = Gtk.MenuItem(label=label)
    hover.widgets[name] = item
    if sub:
        item.set_submenu(Gtk.Menu())
        for i in range(sub):
            item.get_submenu().append(Gtk.MenuItem(label="entry %d of %s" % (i + 1, label)))
        item.get_submenu().show_all()
    if turn:
        turns[name] = turn
        item.connect("select", lambda *a: turn(True))
        item.connect("deselect", lambda *a: turn(False))
    item.connect("button-press-event", lambda *a: hover.pressed(name) or True)
    item.connect("button-release-event", lambda *a: True)
    menu.append(item)
    return item


add("open", "Indent type", 3)
add("plain", "Read only")
add("other", "Line endings", 5)
add("last", "Clone the text")
add("back", "Encoding", 4)
label = add("!label", "Pay 10", 3, lambda on: label.set_label("Pay 90" if on else "Pay 10"))
less = add("!less", "Pay 8", 0, lambda on: less.set_label("Pay 3" if on else "Pay 8"))
more = add("!more", "Rest", 2, lambda on: label.set_label("Pay 11" if on else "Pay 10"))
add("!above", "Go", 2, lambda on: above.set_text("all 3 are chosen" if on else "nothing is chosen"))
gone = add("!sub", "Turn", 2, lambda on: gone.set_label("Burn" if on else "Turn"))
menu.show_all()


def popup():
    menu.popup_at_widget(middle, Gdk.Gravity.NORTH_WEST, Gdk.Gravity.NORTH_WEST, None)
    if not Gtk.grab_get_current():
        menu.popdown()
        return True
    GLib.timeout_add(300, lambda: hover.talk.say("ready"))
    return False


GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, lambda *a: hover.talk.readable() or True)
window.connect("map-event", lambda *a: GLib.timeout_add(100, popup) and False)
window.show_all()
Gtk.main()
