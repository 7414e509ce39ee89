"""A GTK program in which short things happen: a line "KIND MS PLACE" on standard input starts one. Standard output says "over" once it
is over and drawn. PLACE (0 to 3) is where a message is, and of what colour."""
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GdkPixbuf, GLib, Gtk  # noqa: E402

COLOURS = [(0xC0, 0x20, 0x20), (0x20, 0x80, 0x20), (0x20, 0x20, 0xC0), (0x80, 0x20, 0x80)]
PLACES = [(20, 40), (320, 40), (20, 380), (320, 380)]  # 200x40 each
window = Gtk.Window()
window.set_default_size(640, 480)
fixed = Gtk.Fixed()
window.add(fixed)
entry, spinner, area, message = Gtk.Entry(), Gtk.Spinner(), Gtk.Layout(), Gtk.EventBox()
area.set_size_request(400, 160)
message.set_size_request(200, 40)
message.set_name("message")
message.add(Gtk.Label(label="Saved as report"))
spinner.set_size_request(32, 32)
for widget, x, y in [(entry, 20, 120), (spinner, 300, 120), (area, 20, 180), (message, 20, 40)]:
    fixed.put(widget, x, y)
style = Gtk.CssProvider()
Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), style, 800)
state = {"step": 0, "walks": False}


def scenery(width, height):
    """Hills and trees."""
    rows = [bytes(v for i in range(width) for v in ((77, 128 + i // 4 * 37 % 90, 77) if y > 60 + i // 4 * 7919 % 61 else (200, 220, 250)))
            for y in range(height)]
    return GdkPixbuf.Pixbuf.new_from_bytes(GLib.Bytes.new(b"".join(rows)), GdkPixbuf.Colorspace.RGB, False, 8, width, height, 3 * width)


hills = Gtk.Image.new_from_pixbuf(scenery(1600, 160))
area.put(hills, 0, 0)


def show(opacity):
    message.set_opacity(opacity)


def walk():
    state["step"] = (state["step"] + 4) % 1200
    area.move(hills, -state["step"], 0)
    return state["walks"]


def end():
    show(0)
    spinner.stop()
    state["walks"] = False
    GLib.timeout_add(300, lambda: print("over", flush=True))


def fade(ms, left=20):
    show(1 - abs(left - 10) / 10)
    if left:
        GLib.timeout_add(ms // 20, fade, ms, left - 1)
    else:
        end()


def begin(kind, ms, place):
    style.load_from_data(b"#message { background: #%02x%02x%02x; color: #fff }" % COLOURS[place])
    fixed.move(message, *PLACES[place])
    if kind in ("message", "walk+message"):
        GLib.timeout_add(700, show, 1)
        GLib.timeout_add(1300, show, 0)
    if kind in ("walk", "walk+message"):
        state["walks"] = True
        GLib.timeout_add(40, walk)
    if kind == "spinner":
        spinner.start()
    window.set_focus(entry if kind in ("focus", "caret") else None)  # the caret blinks
    if kind == "fade":
        fade(ms)
    else:
        GLib.timeout_add(ms, end)


def heard(source, condition):
    line = sys.stdin.readline().split()
    if not line:
        Gtk.main_quit()
        return False
    begin(line[0], int(line[1]), int(line[2]))
    return True


window.move(0, 0)
window.show_all()
show(0)
window.set_focus(None)
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, heard)
GLib.timeout_add(500, lambda: print("over", flush=True))
Gtk.main()
