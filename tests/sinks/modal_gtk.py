"""A GTK 3 text view that opens a modal dialog when # is typed, as a failed autosave does, or ctrl+o, and a list that takes no focus at
~, as a completion does. Its text is what is in the view, then | and what the dialog got: what is typed into its entry, and ! for
its default button."""
import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GLib, Gtk
from sink import Talk

completions = Gtk.Window(type=Gtk.WindowType.POPUP)
completions.add(Gtk.Label(label="words"))
window, view, entry = Gtk.Window(title="note"), Gtk.TextView(), Gtk.Entry(activates_default=True)
window.set_default_size(400, 300)
window.add(view)
buffer, log = view.get_buffer(), []


def get():
    return "%s|%s%s" % (buffer.get_property("text"), "".join(log), entry.get_text())


def clear():
    log.clear()
    entry.set_text("")
    buffer.set_text("")


def ask():
    dialog = Gtk.Dialog(title="File backup failed", transient_for=window, modal=True)
    dialog.add_button("OK", Gtk.ResponseType.OK)
    dialog.set_default_response(Gtk.ResponseType.OK)
    dialog.get_content_area().add(entry)
    dialog.show_all()
    if dialog.run() == Gtk.ResponseType.OK:
        log.append(entry.get_text() + "!")
        entry.set_text("")
    dialog.get_content_area().remove(entry)
    dialog.destroy()


def changed(*_):
    last = buffer.get_property("text")[-1:]
    if last == "#":
        ask()
    elif last == "~":
        completions.show_all()
    talk.changed()


def pressed(_, event):
    if event.keyval != Gdk.KEY_o or not event.state & Gdk.ModifierType.CONTROL_MASK:
        return False
    ask()
    talk.changed()
    return True


talk = Talk(get, clear)
buffer.connect("changed", changed)
view.connect("key-press-event", pressed)
entry.connect("changed", lambda e: talk.changed())
GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, lambda *a: talk.readable() or True)
view.connect("focus-in-event", lambda *a: talk.say("ready") and False)
window.show_all()
view.grab_focus()
Gtk.main()
