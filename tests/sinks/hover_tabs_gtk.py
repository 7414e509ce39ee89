"""A GTK 3 window of notebooks whose tabs get a line under the pointer, and some that are not what they were then."""
import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk
from sink import Hover

window = Gtk.Window(title="hover_tabs_gtk")
window.set_default_size(620, 480)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
window.add(box)
starts = {}


def origin(widget):
    x, y = widget.translate_coordinates(window, 0, 0)
    _, left, top = window.get_window().get_origin()
    return left + x, top + y


def rectangle(name):
    widget = hover.widgets[name]
    return origin(widget) + (widget.get_allocated_width(), widget.get_allocated_height())


class Tabs(Hover):
    def get(self):
        return super().get() + "".join("from %s %d %d\n" % ((name,) + middle(of)) for name, of in starts.items())


def middle(widget):
    x, y = origin(widget)
    return x + widget.get_allocated_width() // 2, y + widget.get_allocated_height() // 2


hover = Tabs(rectangle)


def notebook(names, side=Gtk.PositionType.TOP, closes=False):
    book = Gtk.Notebook(tab_pos=side, scrollable=closes)
    tabs = []
    for name in names:
        label = tab = Gtk.Label(label=name)
        if closes:
            tab = Gtk.Box(spacing=4)
            tab.add(label)
            tab.add(Gtk.Button(image=Gtk.Image(icon_name="window-close-symbolic"), relief=Gtk.ReliefStyle.NONE))
            tab.show_all()
        page = Gtk.Label(label="page of %s" % name, margin=14)
        book.append_page(page, tab)
        tabs.append(label)
    box.add(book)
    return tabs


general, interface, editor, tools, keys = notebook(["General", "Interface", "Editor", "Tools", "Keybindings"])
first, second, third = notebook(["readme.txt", "notes of a day.txt", "untitled 2"], closes=True)
left, middle_one, right = notebook(["Page", "Cell", "Sheet"], side=Gtk.PositionType.LEFT)
low, lower, lowest = notebook(["Sheet1", "Sheet2", "Sheet3"], side=Gtk.PositionType.BOTTOM)
for name, widget, start in (("interface", interface, None), ("tools", tools, general), ("keys", keys, editor),
                            ("current", general, interface), ("back", general, keys), ("second", second, first),
                            ("third", third, second), ("cell", middle_one, left), ("sheet", right, None),
                            ("sheet2", lower, low), ("sheet3", lowest, None)):
    hover.widgets[name] = widget
    if start:
        starts[name] = start


# not what they were: the label, a line through it, its place, the picture beside it, or the page of the tab that is chosen
paid, less, struck, moved, pictured, paged = traitors = notebook(["Pay 10", "Pay 8", "Owe 13", "Go 14", "Mark", "Rest"])
page = Gtk.Label(label="nothing is chosen")
image = Gtk.Image(icon_name="list-add-symbolic")
book = paid.get_ancestor(Gtk.Notebook)
together = Gtk.Box(spacing=4)
book.set_tab_label(book.get_nth_page(4), together)
together.add(image)
together.add(pictured)
together.show_all()
box.add(page)
box.reorder_child(page, 0)  # at the bottom it would be a status bar
turns = {"!label": (paid, lambda on: paid.set_text("Pay 90" if on else "Pay 10")),
         "!less": (less, lambda on: less.set_text("Pay 3" if on else "Pay 8")),
         "!struck": (struck, lambda on: struck.set_markup("<s>Owe 13</s>" if on else "Owe 13")),
         "!moved": (moved, lambda on: moved.set_text("o G14" if on else "Go 14")),
         "!picture": (together, lambda on: image.set_from_icon_name(
             "list-remove-symbolic" if on else "list-add-symbolic", Gtk.IconSize.BUTTON)),
         "!page": (paged, lambda on: page.set_text("all 3 are chosen" if on else "nothing is chosen"))}
for name, (widget, _) in turns.items():
    hover.widgets[name] = widget


def follow(event, inside):
    for widget, turn in turns.values():
        x, y = origin(widget)
        turn(inside and x - 12 <= event.x_root < x + widget.get_allocated_width() + 12 and
             y <= event.y_root < y + widget.get_allocated_height() + 8)
    return False


book.add_events(Gdk.EventMask.POINTER_MOTION_MASK | Gdk.EventMask.ENTER_NOTIFY_MASK | Gdk.EventMask.LEAVE_NOTIFY_MASK)
for signal in ("enter-notify-event", "motion-notify-event"):
    book.connect(signal, lambda _, event: follow(event, True))
book.connect("leave-notify-event", lambda _, event: follow(event, False))
GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, lambda *a: hover.talk.readable() or True)
window.connect("map-event", lambda *a: GLib.timeout_add(300, lambda: hover.talk.say("ready")) and False)
window.show_all()
Gtk.main()
