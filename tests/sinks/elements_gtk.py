"""A GTK 3 window with icon buttons that have a name only for the accessibility tree, a field for a password, and argv[1] buttons in
a list that scrolls. Behind it "NAME=LABEL": a button that tells the tree another name than it shows; "NAME=LABEL=unknown": of no known role. A last word "cover": another window of it lies over the icons;
"same": another window of its lies over it at the same place, as large as it is;
"slow": the same, which shows at SIGUSR1 and then gets its ten buttons one by one;
"long": a list of 2000 rows above all of it, as a sheet above its tools;
"wide": a tree of 150 px, whose inner rows GTK tells as beginning further right and as wide as the outer ones."""
import signal
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Atk, GLib, Gtk

window = Gtk.Window(title="elements")
window.set_default_size(500, 400)
window.move(40, 40)
cover = Gtk.Window(type=Gtk.WindowType.POPUP)  # as a menu that lies over the tools
cover.set_default_size(400, 90)
cover.move(0, 0)
if sys.argv[-1] == "cover":
    sys.argv.pop()
    GLib.timeout_add(500, lambda: cover.show() or cover.get_window().raise_())
over = Gtk.Window(title="over")
if sys.argv[-1] == "same":
    sys.argv.pop()
    over.set_default_size(500, 400)
    over.move(40, 40)
    over.add(Gtk.Button(label="Other"))
    GLib.timeout_add(500, lambda: over.show_all() or over.get_window().raise_())
if sys.argv[-1] == "slow":
    sys.argv.pop()
    box = Gtk.Box()
    over.set_default_size(500, 400)
    over.move(40, 40)
    over.add(box)

    def grow():
        box.pack_start(Gtk.Button(label=str(len(box.get_children()))), False, False, 0)
        box.show_all()
        return len(box.get_children()) < 10

    over.connect("map-event", lambda *of: GLib.timeout_add(60, grow) and False)
    GLib.unix_signal_add(0, signal.SIGUSR1, lambda: over.show_all() or over.get_window().raise_())
page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
window.add(page)
if sys.argv[-1] == "long":
    sys.argv.pop()
    sheet = Gtk.ListStore(int)
    for row in range(2000):
        sheet.append([row])
    pane = Gtk.ScrolledWindow(min_content_height=60)
    pane.add(Gtk.TreeView(model=sheet, headers_visible=False))
    pane.get_child().append_column(Gtk.TreeViewColumn("", Gtk.CellRendererText(), text=0))
    page.pack_start(pane, False, False, 0)
if sys.argv[-1] == "wide":
    sys.argv.pop()
    pane = Gtk.ScrolledWindow(width_request=150, halign=Gtk.Align.START, min_content_height=120)
    rows = Gtk.TreeStore(str)
    rows.append(rows.append(rows.append(None, ["a"]), ["b"]), ["wide"])
    pane.add(Gtk.TreeView(model=rows, headers_visible=False))
    column = Gtk.TreeViewColumn("")
    for renderer in (Gtk.CellRendererPixbuf(icon_name="folder"), Gtk.CellRendererText()):
        column.pack_start(renderer, isinstance(renderer, Gtk.CellRendererText))
    column.add_attribute(renderer, "text", 0)
    pane.get_child().append_column(column)
    pane.get_child().expand_all()
    page.pack_start(pane, False, False, 0)
tools = Gtk.Box(spacing=6)
page.pack_start(tools, False, False, 0)
for icon, tip in (("document-save", "Save"), ("edit-delete", "Delete"), ("edit-find", "Find")):
    button = Gtk.Button.new_from_icon_name(icon, Gtk.IconSize.LARGE_TOOLBAR)
    button.set_tooltip_text(tip)
    tools.pack_start(button, False, False, 0)
button.get_accessible().set_name("Find \u202e\n it")
for pair in sys.argv[2:]:
    name, label, *role = pair.split("=")
    button = Gtk.Button(label=label)
    button.get_accessible().set_name(name)
    if role:
        button.get_accessible().set_role(Atk.Role.UNKNOWN)
    tools.pack_start(button, False, False, 40)
page.pack_start(Gtk.Entry(visibility=False, input_purpose=Gtk.InputPurpose.PASSWORD), False, False, 0)
scrolled = Gtk.ScrolledWindow()
page.pack_start(scrolled, True, True, 0)
rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
scrolled.add(rows)
left = int(sys.argv[1])
while left > 0:  # a window of X is at most 32767 px high
    row = Gtk.Box()
    for i in range(min(left, 50 if left > 500 else 1)):
        row.pack_start(Gtk.Button(label="Row"), False, False, 0)
        left -= 1
    rows.pack_start(row, False, False, 0)
window.show_all()
Gtk.main()
