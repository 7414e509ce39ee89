"""A GTK 3 window with its menu open, the first entry selected, and a status bar that says what the entry under the pointer does."""
import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GdkPixbuf, GLib, Gtk
from hover_menu import ENTRIES, ICONS, LABEL, SIDE, WITHOUT, Menu, icon
from sink import Hover

Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
window = Gtk.Window(title="hover_menu_gtk")
window.set_default_size(620, 540)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
middle, status = Gtk.Label(), Gtk.Label(xalign=0)
box.pack_start(middle, True, True, 0)
box.pack_end(status, False, False, 4)
window.add(box)
menu = Gtk.Menu()
set_to = {"middle": middle.set_text, "status": status.set_text}
says = Menu(lambda what, value: set_to[what](value))


def place(name):
    if name == "away":
        _, left, top = window.get_window().get_origin()
        return left + 560, top + 40, 20, 20
    a = hover.widgets[name].get_allocation()
    _, left, top = hover.widgets[name].get_window().get_origin()
    return left + a.x, top + a.y, a.width, a.height


def next_is(name):
    Gdk.Display.get_default().sync()  # where the pointer is
    while Gtk.events_pending():
        Gtk.main_iteration_do(False)
    says.target = ""
    menu.select_item(hover.widgets["first"])
    says.start(name)


def gone():
    """The pointer is on its way."""
    _, x, y = Gdk.Display.get_default().get_default_seat().get_pointer().get_position()
    left, top, width, height = place("away")
    return not (left - 4 <= x < left + width + 4 and top - 4 <= y < top + height + 4)


def turn():
    says.turn()
    if says.target == "!before" and gone():
        status.set_text("3 selected")
    elif says.target == "leaves" and menu.get_selected_item() == hover.widgets["first"] and gone():
        menu.deselect()
    return True


def pressed(name):
    return lambda *a: hover.pressed(name) or True


def set_icon(item, kind):
    data = GLib.Bytes.new(icon(kind) if kind else bytes(SIDE * SIDE * 4))
    item.get_image().set_from_pixbuf(
        GdkPixbuf.Pixbuf.new_from_bytes(data, GdkPixbuf.Colorspace.RGB, True, 8, SIDE, SIDE, SIDE * 4))


def add_entry(name):
    item = Gtk.ImageMenuItem(label=LABEL, image=Gtk.Image(), always_show_image=True)
    set_icon(item, None if name in WITHOUT else "house")
    add(name, item)
    if name in ICONS:
        set_to[name] = lambda kind: set_icon(item, kind)
    return item


def add(name, item):
    item.connect("select", lambda *a: says.selected(name))
    item.connect("button-press-event", pressed(name))
    item.connect("button-release-event", lambda *a: True)
    set_to[name] = item.set_label
    menu.append(item)
    return item


hover = Hover(place, next_is)
hover.widgets["away"] = None
for name in ("first", "leaves") + ENTRIES + ("!before",):
    hover.widgets[name] = add_entry(name)
add_entry("other")
add_entry("icons")
set_to["tick"] = add("tick", Gtk.CheckMenuItem(label="Wrap lines")).set_active
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
