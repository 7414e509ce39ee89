"""A GTK 3 window whose text is what its modal dialog gets: what is typed into its entry, and ! for each press of its button.

dialog X Y TITLE shows the dialog there; the answer is its X window and the place of its button on the screen. other TITLE shows a
second window that is no dialog over it, whose keys are lost. question X Y TEXT shows a dialog that asks it, far above its buttons
"Yes" and "No"; the answer is their places. The entry's border is the same with and without the focus: GTK's own
becomes thicker with it, which the hand takes for another line and refuses, unless the picture was taken in the middle of its fade.
"""
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GdkX11, GLib, Gtk  # noqa: F401
from sink import Talk

style = Gtk.CssProvider()
style.load_from_data(b"entry, entry:focus { border-color: #cdc7c2; box-shadow: none; transition: none; }")
Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
window = Gtk.Window(title="desk")
window.set_default_size(400, 300)
window.add(Gtk.Label(label="what the dialog asks about"))
dialog = Gtk.Window(title="ask", modal=True, transient_for=window)
other = Gtk.Window(title="other")
entry, button = Gtk.Entry(), Gtk.Button(label="Add")
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
box.add(entry)
box.add(button)
dialog.add(box)


ask = Gtk.Window(modal=True, transient_for=window)
question, yes, no = Gtk.Label(), Gtk.Button(label="Yes"), Gtk.Button(label="No")
rows, row = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=160), Gtk.Box(spacing=12)
rows.add(question)
rows.add(row)
row.add(no)
row.add(yes)
ask.add(rows)


def middle(widget, x, y):
    place = widget.get_allocation()
    return "%d %d" % (x + place.x + place.width // 2, y + place.y + place.height // 2)


def asked(x, y):
    _, *at = ask.get_window().get_origin()
    if at != [x, y]:
        return True
    talk.answer("%s %s" % (middle(yes, x, y), middle(no, x, y)))
    return False


def order(words):
    if words[0] == "question":
        question.set_text(" ".join(words[3:]))
        ask.show_all()
        ask.move(int(words[1]), int(words[2]))
        GLib.timeout_add(20, asked, int(words[1]), int(words[2]))
        return
    if words[0] == "other":
        other.set_title(" ".join(words[1:]))
        other.show_all()
        other.get_window().raise_()
        talk.answer("%d" % other.get_window().get_xid())
        return
    dialog.set_title(" ".join(words[3:]))
    dialog.show_all()
    dialog.move(int(words[1]), int(words[2]))
    entry.grab_focus_without_selecting()
    entry.set_position(-1)
    GLib.timeout_add(20, placed, int(words[1]), int(words[2]))


def placed(x, y):
    _, *at = dialog.get_window().get_origin()
    if at != [x, y]:
        return True
    place = button.get_allocation()
    talk.answer("%d %d %d" % (dialog.get_window().get_xid(), x + place.x + place.width // 2, y + place.y + place.height // 2))
    return False


talk = Talk(entry.get_text, lambda: entry.set_text(""), order=order)
entry.connect("changed", lambda e: talk.changed())
button.connect("clicked", lambda b: entry.set_text(entry.get_text() + "!"))
GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, lambda *a: talk.readable() or True)
window.connect("focus-in-event", lambda *a: talk.say("ready") and False)
window.show_all()
Gtk.main()
