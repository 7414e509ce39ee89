"""A GTK 3 window with its menu open, the first entry selected, and a status bar that says what the entry under the pointer does."""
import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk
from sink import Hover

ENTRIES = ("first", "leaves", "second", "third", "fourth", "!label", "!other", "!tick", "!middle", "!counts", "!before")
settings = Gtk.Settings.get_default()
settings.set_property("gtk-enable-animations", False)
window = Gtk.Window(title="hover_menu_gtk")
window.set_default_size(620, 420)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
middle, status = Gtk.Label(label="a text"), Gtk.Label(label="Ready", xalign=0)
box.pack_start(middle, True, True, 0)
box.pack_end(status, False, False, 4)
window.add(box)
menu = Gtk.Menu()
numbers = 0
target = ""


def place(item):
    if item == "away":
        _, left, top = window.get_window().get_origin()
        return left + 560, top + 40, 20, 20
    a = item.get_allocation()
    _, left, top = item.get_window().get_origin()
    return left + a.x, top + a.y, a.width, a.height


def settle():
    Gdk.Display.get_default().sync()
    while Gtk.events_pending():
        Gtk.main_iteration_do(False)


def next_is(name):
    global numbers, target
    settle()  # where the pointer is
    numbers, target = 0, name
    menu.select_item(hover.widgets["first"])
    hover.widgets["!label"].set_label("Pay 10")
    other.set_label("Keep 11")
    tick.set_active(False)
    middle.set_text("a text")
    status.set_text("Ready")


def on_select(name):
    if not target:
        return
    status.set_text("what %s does" % name.strip("!"))
    if name == "!label":
        hover.widgets[name].set_label("Pay 90")
    elif name == "!other":
        other.set_label("Wipe 11")
    elif name == "!tick":
        tick.set_active(True)
    elif name == "!middle":
        middle.set_text("another text")


def turn():
    """The numbers, from when the pointer has come; what changes while the pointer is on its way."""
    global numbers
    if target == "!counts" and status.get_text() != "Ready":
        numbers += 1
        status.set_text("%d of 1000" % numbers)
    if target in ("leaves", "!before"):
        _, x, y = Gdk.Display.get_default().get_default_seat().get_pointer().get_position()
        left, top, width, height = place("away")
        gone = not (left - 4 <= x < left + 24 and top - 4 <= y < top + 24)
        if gone and target == "!before":
            status.set_text("3 selected")
        elif gone and menu.get_selected_item() == hover.widgets["first"]:
            menu.deselect()
    return True


def pressed(name):
    return lambda *a: hover.pressed(name) or True


hover = Hover(lambda name: place(hover.widgets[name]), next_is)
hover.widgets["away"] = "away"
for name in ENTRIES:
    item = hover.widgets[name] = Gtk.MenuItem(label="Pay 10" if name == "!label" else "Entry of the menu")
    item.connect("select", lambda item, name=name: on_select(name))
    item.connect("button-press-event", pressed(name))
    item.connect("button-release-event", lambda *a: True)
    menu.append(item)
other, tick = Gtk.MenuItem(label="Keep 11"), Gtk.CheckMenuItem(label="Wrap lines")
menu.append(other)
menu.append(tick)
menu.show_all()


def popup():
    menu.popup_at_widget(middle, Gdk.Gravity.NORTH_WEST, Gdk.Gravity.NORTH_WEST, None)
    if not Gtk.grab_get_current():
        menu.popdown()
        return True
    next_is("")
    GLib.timeout_add(300, lambda: hover.talk.say("ready"))
    return False


GLib.timeout_add(5, turn)
GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, lambda *a: hover.talk.readable() or True)
window.connect("map-event", lambda *a: GLib.timeout_add(100, popup) and False)
window.show_all()
Gtk.main()
