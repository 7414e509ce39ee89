# A program of icons that do not say what they do: A does nothing, B turns a lamp on and off, C opens a drawer (with "turned", it
# closes it from the second time on), D shows another page, Delete does nothing, F is a field. Nothing in it shows where the pointer or
# the focus is. With "twins=N" it has N buttons X below, which their place alone tells apart; with "other=CMD" a button E that starts
# another program (on a phone: that has this window in front then). With "phone=FOLDER" it fills the screen of a phone of ours
# (tests/helper/phone.py) and writes what uiautomator tells of it there after each drawing; P is then a field for a password that no
# word says so of.
import os
import subprocess
import sys
from xml.sax.saxutils import quoteattr

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk

turned = "turned" in sys.argv
phone, twins, other = (next((a[len(o):] for a in sys.argv if a.startswith(o)), None) for o in ("phone=", "twins=", "other="))
css = Gtk.CssProvider()
css.load_from_data(b"* {all: unset; color: #000; background-color: #fff; font: 20px Sans;} button, entry {background-color: #ccd; "
                   b"min-width: 90px; min-height: 50px; margin: 8px;}")
Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), css, 800)
window = Gtk.Window(title="icons")
window.set_default_size(560, 360)
window.connect("destroy", Gtk.main_quit)
rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
window.add(rows)
said = {"B": Gtk.Label(label="the lamp is off"), "C": Gtk.Label(label="the drawer is shut"), "D": Gtk.Label(label="page 1")}
state = {"B": 0, "C": 0, "D": 0}
texts = {"B": ["the lamp is off", "the lamp is on"], "C": ["the drawer is shut", "the drawer is open"],
         "D": ["page 1", "page 2: an advert"]}


def pressed(_button, name):
    if name == "E" and phone:
        open(phone + "/focus", "w").write(other)
    elif name == "E":
        subprocess.Popen([other])
    if name == "X":
        said["B"].set_text(said["B"].get_text() + "+")
    if name not in state:
        return
    state[name] = 1 if name == "C" and not turned else 1 - state[name]
    said[name].set_text(texts[name][state[name]])


def key(_window, event):
    if event.keyval in (Gdk.KEY_Escape, Gdk.KEY_Back):
        state["D"] = 0
        said["D"].set_text("page 1")
    return False


window.connect("key-press-event", key)
buttons = Gtk.Box()
rows.add(buttons)
for name in ["A", "B", "C", "D", "Delete"]:
    button = Gtk.Button(label=name)
    button.connect("clicked", pressed, name)
    buttons.add(button)
field = Gtk.Entry()
field.get_accessible().set_name("F")
rows.add(field)
for label in said.values():
    rows.add(label)
more = Gtk.Box()
rows.add(more)
for name in ["X"] * int(twins or 0) + ["E"] * bool(other):
    button = Gtk.Button(label=name)
    button.connect("clicked", pressed, name)
    more.add(button)


def node(widget, kind, name, more=""):
    x, y = widget.translate_coordinates(window, 0, 0)
    width, height = widget.get_allocated_width(), widget.get_allocated_height()
    return (f'<node package="org.example.icons" class="android.widget.{kind}" resource-id="org.example.icons:id/{name.lower()}" '
            f'content-desc={quoteattr(name)} clickable="true" {more} bounds="[{x},{y}][{x + width},{y + height}]"/>')


def tell(*_):
    nodes = [node(b, "Button", b.get_label()) for b in buttons.get_children() + more.get_children()]
    nodes += [node(field, "EditText", "F", 'focusable="true"'), node(secret, "EditText", "P", 'focusable="true" password="true"')]
    with open(phone + "/window.tmp", "w") as f:
        f.write(f"<?xml version='1.0' encoding='UTF-8'?><hierarchy rotation=\"0\">{''.join(nodes)}</hierarchy>")
    os.rename(phone + "/window.tmp", phone + "/window.xml")


if phone:
    Gtk.Settings.get_default().set_property("gtk-cursor-blink", False)  # a slow phone would see it or not
    secret = Gtk.Entry(visibility=False)
    rows.add(secret)
    window.fullscreen()
window.show_all()
if phone:
    window.get_window().get_frame_clock().connect("after-paint", tell)
    tell()
Gtk.main()
