"""GTK 3 radio and check buttons whose circle and box light up while the pointer is on their label, far from them; and some that
have been set or taken back once it is there."""
import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk
from sink import Hover

window = Gtk.Window(title="hover_radio_gtk")
window.set_default_size(620, 420)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4, margin=2)
window.add(box)


class Labels(Hover):
    def get(self):
        return super().get() + "".join("from %s %d %d\n" % ((name,) + middle(start)) for name, start in starts.items())


def rectangle(name):
    widget = hover.widgets[name]
    x, y = widget.translate_coordinates(window, 0, 0)
    _, left, top = window.get_window().get_origin()
    return left + x, top + y, min(widget.get_allocated_width(), 240), widget.get_allocated_height()


def middle(name):
    x, y, width, height = rectangle(name)
    return x + width // 2, y + height // 2


hover, starts = Labels(rectangle), {}


def add(name, widget, start=None):
    hover.widgets[name] = widget
    widget.add_events(Gdk.EventMask.BUTTON_PRESS_MASK)
    widget.connect("button-press-event", lambda *a: hover.pressed(name) and False)
    box.pack_start(widget, False, False, 0)
    if start:
        starts[name] = start
    return widget


def radio(name, label, start=None):
    """One that is not chosen, of a group of its own."""
    return add(name, Gtk.RadioButton.new_with_label_from_widget(Gtk.RadioButton(), label), start)


def traitor(name, button, other=None):
    """It, or another one, is chosen and ticked, or not, while the pointer is over it."""
    button.connect("enter-notify-event", lambda *a: (other or button).set_active(not (other or button).get_active()) and False)
    button.connect("leave-notify-event", lambda *a: (other or button).set_active(not (other or button).get_active()) and False)


chosen = add("chosen", Gtk.RadioButton(label="SQLite, Not Protected (.ctb)"))
radio("empty", "XML, Not Protected (.ctd), as a file")
radio("next", "XML, Password Protected (.ctz)", "chosen")
ticked = add("ticked", Gtk.CheckButton(label="Automatically save all of it again"))
ticked.set_active(True)
add("unticked", Gtk.CheckButton(label="Create a copy before it is written"), "ticked")
add("ok", Gtk.Button(label="OK", halign=Gtk.Align.END), "chosen")
add("cancel", Gtk.Button(label="Cancel", halign=Gtk.Align.END), "empty")
traitor("!set", radio("!set", "SQLite, Not Protected, to be sent"))
taken = Gtk.RadioButton(label="SQLite, Not Protected, to be kept")
traitor("!taken", add("!taken", taken), Gtk.RadioButton.new_from_widget(taken))
for name, active in (("!ticked", False), ("!unticked", True)):
    check = add(name, Gtk.CheckButton(label="Keep a copy of it, which is not sent"))
    check.set_active(active)
    traitor(name, check)
other = radio("other", "SQLite, Password Protected (.ctx)")
traitor("!other", radio("!other", "XML, Password Protected (.ctz)"), other)

GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, lambda *a: hover.talk.readable() or True)
window.connect("map-event", lambda *a: GLib.timeout_add(300, lambda: hover.talk.say("ready")) and False)
window.show_all()
Gtk.main()
