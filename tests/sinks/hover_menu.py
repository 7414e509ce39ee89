"""What the two menus share (hover_menu_gtk.py, hover_menu_qt.py): a status bar says what the entry under the pointer does. Some of
the entries make something another thing when they are selected. Some have icons, whose edges are lost on the highlight's colour."""
ENTRIES = ("second", "third", "fourth", "!label", "!other", "!tick", "!middle", "!counts", "!icon", "!gone", "!comes", "!icons")
ICONS = ("!icon", "!gone", "!comes", "icons")
WITHOUT = ("second", "!comes", "tick")
LABEL = "Entry of the menu"
START = {"!label": "Pay 10", "other": "Keep 11", "tick": False, "middle": "a text", "status": "Ready",
         "!icon": "house", "!gone": "house", "!comes": None, "icons": "house"}
AFTER = {"!label": ("!label", "Pay 90"), "!other": ("other", "Wipe 11"), "!tick": ("tick", True), "!middle": ("middle", "another text"),
         "!icon": ("!icon", "cross"), "!gone": ("!gone", None), "!comes": ("!comes", "house"), "!icons": ("icons", "cross")}
SIDE = 16


def icon(kind):
    """RGBA of SIDE × SIDE: a house or a cross on a disc of whose edge a part is faint and has about the colour of a highlight."""
    pixels = bytearray()
    for y in range(SIDE):
        for x in range(SIDE):
            off = max(0, ((x - 7.5) ** 2 + (y - 7.5) ** 2) ** 0.5 - 6)
            rim, alpha = (70, 150, 210) if x + y < 7 else (32, 52, 110), int(255 * max(0, 1 - off / 2))
            roof, wall = abs(x - 7.5) <= y - 3 <= 4, 8 <= y <= 12 and 4 <= x <= 11
            drawn = (roof or wall) and not (x in (7, 8) and y > 9) if kind == "house" else abs(x - y) < 2 or abs(x + y - 15) < 2
            pixels += bytes((32, 52, 110, alpha) if drawn else rim + (alpha,) if off > 0 else (250, 240, 200, alpha))
    return bytes(pixels)


class Menu:
    def __init__(self, show):
        """`show(what, value)`: one of START's."""
        self.show, self.target, self.number = show, "", 0

    def start(self, target):
        self.target, self.number = target, 0
        for what, value in START.items():
            self.show(what, value)

    def selected(self, name):
        if not self.target or name == "first":
            return
        self.show("status", "what %s does" % name.strip("!"))
        if name == self.target:  # the pointer passes others on its way
            self.number += name == "!counts"
            self.show(*AFTER.get(name, ("middle", START["middle"])))

    def turn(self):
        """The numbers, from when the pointer has come."""
        if self.number:
            self.number += 1
            self.show("status", "%d of 1000" % self.number)
