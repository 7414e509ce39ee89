"""GTK 3 widgets that light up, and some that are not what they were once the pointer is over them."""
import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GdkPixbuf, GLib, Gtk
from sink import Hover

Gtk.Settings.get_default().set_property("gtk-cursor-blink", False)  # it would come and go by itself
hover = Hover(lambda name: rectangle(hover.widgets[name]))
window = Gtk.Window(title="hover_gtk")
window.set_default_size(620, 420)
grid = Gtk.Grid(row_spacing=12, column_spacing=12, margin=12)
window.add(grid)
places = [(column, row) for row in range(9) for column in range(3)]


def rectangle(widget):
    x, y = widget.translate_coordinates(window, 0, 0)
    _, left, top = window.get_window().get_origin()
    return left + x, top + y, widget.get_allocated_width(), widget.get_allocated_height()


def pressed(name):
    return lambda *a: hover.pressed(name) and False


def add(name, widget, put=True):
    hover.widgets[name] = widget
    widget.add_events(Gdk.EventMask.BUTTON_PRESS_MASK)
    widget.connect("button-press-event", pressed(name))
    if put:
        grid.attach(widget, *places.pop(0), 1, 1)
    return widget


def style(widget, css):
    provider = Gtk.CssProvider()
    provider.load_from_data(css.encode())
    widget.get_style_context().add_provider(provider, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
    return widget


def on_enter(widget, enter, leave):
    widget.connect("enter-notify-event", lambda *a: enter() and False)
    widget.connect("leave-notify-event", lambda *a: leave() and False)


add("button", Gtk.Button(label="Pay 10"))
add("flat", Gtk.Button(label="Pay 11", relief=Gtk.ReliefStyle.NONE))
add("link", Gtk.LinkButton(uri="http://localhost/", label="a link to the rest"))
add("check", Gtk.CheckButton(label="Check 12"))
add("radio", Gtk.RadioButton(label="Radio 13"))
add("entry", Gtk.Entry(text="an entry"))
combo = add("combo", Gtk.ComboBoxText())
combo.append_text("a choice")
combo.set_active(0)
tool = Gtk.ToolButton(icon_name="document-open-symbolic", label="Open")
tool.set_is_important(True)
add("tool", tool)
add("suggested", Gtk.Button(label="Do 14")).get_style_context().add_class("suggested-action")
add("inverted", style(Gtk.Button(label="Turn 15"),
                      "button{background:#fff;color:#000;text-shadow:none} button:hover{background:#204a87;color:#fff}"))
add("underlined", style(Gtk.Button(label="Under 16"), "button:hover label{text-decoration-line:underline}"))
# as a fade on a busy machine: few pictures of it, and each stands for a while
add("slow", style(Gtk.Button(label="Slow 18", relief=Gtk.ReliefStyle.NONE),
                  "button{text-shadow:none;background:#f6f5f4;transition:background-color 800ms steps(10)} button:hover{background:#e6e5e4}"))
add("switch", Gtk.Switch(halign=Gtk.Align.START))
rows = Gtk.ListBox()
for i in range(2):
    row = Gtk.ListBoxRow()
    row.add(Gtk.Label(label="row number %d" % i, xalign=0))
    rows.add(row)
grid.attach(rows, *places.pop(0), 1, 1)
add("row", rows.get_row_at_index(1), False)
tabs = Gtk.Notebook()
tabs.append_page(Gtk.Label(label="page"), Gtk.Label(label="One"))
tab = Gtk.Label(label="Two 17")
tabs.append_page(Gtk.Label(label="page"), tab)
grid.attach(tabs, *places.pop(0), 1, 1)
hover.widgets["tab"] = tab


def picture(minus):
    """A sign on a plate with a hole, whose rim is of glass, of the ground's colour: the highlight shows it."""
    pixels = bytearray()
    for y in range(-12, 12):
        for x in range(-12, 12):
            sign = max(abs(x - 4), abs(y - 4)) < 6 and (abs(y - 4) < 2 or (abs(x - 4) < 2 and not minus))
            hole = (x + 5) ** 2 + (y + 5) ** 2
            opacity = 0 if hole < 9 or max(abs(x), abs(y)) > 10 else 130 if hole < 25 else 255
            pixels += bytes([255, 255, 255, opacity] if sign else [240, 240, 240, opacity] if hole < 25 else [52, 101, 164, opacity])
    return GdkPixbuf.Pixbuf.new_from_bytes(GLib.Bytes.new(bytes(pixels)), GdkPixbuf.Colorspace.RGB, True, 8, 24, 24, 96)


def pictured(name):
    image = Gtk.Image.new_from_pixbuf(picture(False))
    button = add(name, Gtk.Button(image=image, relief=Gtk.ReliefStyle.NONE))
    style(image, "button:hover image,image:hover{-gtk-icon-effect:highlight}")
    return button, image


pictured("picture")
# not what they were
traitor = add("!label", Gtk.Button(label="Pay 10"))
on_enter(traitor, lambda: traitor.set_label("Pay 90"), lambda: traitor.set_label("Pay 10"))
signed, sign = pictured("!picture")
on_enter(signed, lambda: sign.set_from_pixbuf(picture(True)), lambda: sign.set_from_pixbuf(picture(False)))
less = add("!less", Gtk.Button(label="Pay 8"))
on_enter(less, lambda: less.set_label("Pay 3"), lambda: less.set_label("Pay 8"))
minus = add("!minus", Gtk.Button(label="Balance  5"))
on_enter(minus, lambda: minus.set_label("Balance -5"), lambda: minus.set_label("Balance  5"))
# an overlay fades out three seconds after the pointer has gone: that is a change of the window by itself
scroll = Gtk.ScrolledWindow(min_content_height=40, overlay_scrolling=False)
lines = Gtk.ListBox()
for i in range(20):
    line = Gtk.ListBoxRow()
    line.add(Gtk.Label(label="file %d" % (i + 10), xalign=0))
    lines.add(line)
scroll.add(lines)
grid.attach(add("!scroll", Gtk.EventBox(), False), *places.pop(0), 1, 1)
hover.widgets["!scroll"].add(scroll)
on_enter(hover.widgets["!scroll"], lambda: scroll.get_vadjustment().set_value(7),
         lambda: scroll.get_vadjustment().set_value(0))
overlay = Gtk.Overlay()
asked = add("!dialog", Gtk.Button(label="Read 19"), False)
overlay.add(asked)
question = style(Gtk.Label(label="Delete?"), "label{background:#fff;border:1px solid #000}")
question.set_no_show_all(True)
overlay.add_overlay(question)
overlay.set_overlay_pass_through(question, True)
grid.attach(overlay, *places.pop(0), 1, 1)
on_enter(asked, question.show, question.hide)

GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, lambda *a: hover.talk.readable() or True)
window.connect("map-event", lambda *a: GLib.timeout_add(300, lambda: hover.talk.say("ready")) and False)
window.show_all()
Gtk.main()
