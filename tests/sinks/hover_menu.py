"""What the two menus share (hover_menu_gtk.py, hover_menu_qt.py): a status bar says what the entry under the pointer does. Some of
the entries make something another thing when they are selected."""
ENTRIES = ("second", "third", "fourth", "!label", "!other", "!tick", "!middle", "!counts")
LABEL = "Entry of the menu"
START = {"!label": "Pay 10", "other": "Keep 11", "tick": False, "middle": "a text", "status": "Ready"}
AFTER = {"!label": ("!label", "Pay 90"), "!other": ("other", "Wipe 11"), "!tick": ("tick", True), "!middle": ("middle", "another text")}


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
