"""Those pictures by GTK 3."""
import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk
import pictures
from pictures import BASE_Y, BEFORE_X, BUTTON, HEIGHT, LABEL_X, NOTE, WIDTH, Clock, Pictures

CSS = """window{background:#f4f4f4} * {font:13px sans;transition:none} .row{background:%(paper)s;color:%(text)s} .marked{background:%(mark)s}
button{background:%(face)s;color:%(ink)s;border:1px solid #909090;box-shadow:none;text-shadow:none;padding:0}
button:hover{background:%(light)s} .note{color:%(pen)s} .area{background:%(over)s}"""
window = Gtk.Window(title="shop")
window.set_default_size(WIDTH, HEIGHT)
window.set_resizable(False)
fixed = Gtk.Fixed()
fixed.set_size_request(WIDTH, HEIGHT)
window.add(fixed)
style = Gtk.CssProvider()
Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
clock = Clock()


def label(into, x, y, width, height, words):
    made = Gtk.Label(label=words, xalign=0)
    made.set_size_request(width, height)
    into.put(made, x, y)
    return made


lines = [label(fixed, *row[:5]) for row in pictures.rows(pictures.PLAIN)]
for line in lines:
    line.get_style_context().add_class("row")
note = label(fixed, NOTE[0], NOTE[1] - 16, 200, 20, "")
note.get_style_context().add_class("note")
button, inner = Gtk.Button(can_focus=False), Gtk.Fixed()
button.set_size_request(*BUTTON[2:])
button.add(inner)
fixed.put(button, *BUTTON[:2])
over = Gtk.Box()  # no window of its own: the button below gets the input
over.get_style_context().add_class("area")
fixed.put(over, 0, 0)
words = [label(inner, x, BASE_Y - 17, 10, 20, "") for x in (BEFORE_X, LABEL_X)]


def draw(picture, drawn):
    x, y, width, height, colour = pictures.area(picture) or (0, 0, 0, 0, "transparent")
    style.load_from_data((CSS % {**picture, "over": colour}).encode())
    over.set_size_request(width, height)
    fixed.move(over, x, y)
    for line, row in zip(lines, pictures.rows(picture)):
        context = line.get_style_context()
        context.add_class("marked") if row[5] else context.remove_class("marked")
    for word, key in zip(words, ("before", "label")):
        word.set_text(picture[key])
    note.set_text(picture["note"])
    window.queue_draw()
    frames = window.get_window().get_frame_clock()

    def after(*_):
        frames.disconnect(once)
        Gdk.Display.get_default().sync()
        drawn(clock.now())

    once = frames.connect("after-paint", after)


def settle():
    Gdk.Display.get_default().sync()
    while Gtk.events_pending():
        Gtk.main_iteration_do(False)


def key(_, event):
    if event.keyval == Gdk.KEY_Delete:
        program.pressed(event.time)
    return True


def press(_, event):
    if event.type == Gdk.EventType.BUTTON_PRESS:  # a second one soon after is told once more, as a double click
        program.pressed(event.time)


program = Pictures(draw, lambda ms, f: GLib.timeout_add(ms, lambda: f() or False), settle)
button.connect("button-press-event", press)
button.connect("enter-notify-event", lambda *a: program.entered(True))
button.connect("leave-notify-event", lambda *a: program.entered(False))
window.connect("key-press-event", key)
GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, lambda *a: program.talk.readable() or True)
window.connect("map-event", lambda *a: GLib.idle_add(lambda: program.talk.say("ready")) and False)
window.show_all()
Gtk.main()
