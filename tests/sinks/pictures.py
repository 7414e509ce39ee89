"""A window with a list and a button that shows one picture, then another, and knows which of them was on the screen when it was
pressed (tests/e2e/test_attacks_faint.c). Orders, each answered when it is done, on the screen too:

  picture NAME KEY=VALUE…   a picture by that name; "_" stands for a space
  show NAME                 from now on that one
  enter NAME MS             …but this one once the pointer has been over the button for MS
  near NAME NAME            …the first once the pointer has moved, outside the popup (pictures_popup.py); in it, the second
  flip NAME NAME MS         the two by turns, until something else is shown
  turns N                   answered N turns later
  live MS                   a caret and a clock: one turn of them each MS; 0 = none
  noise N SEED              N single pixels by one or two levels from what they were
  differ NAME NAME          the answer is a point of the window and its colour in each
  place                     the answer is the button's X Y WIDTH HEIGHT in the window

Keys of a picture, colours as #rrggbb:
  mark row paper text       the list: highlight, which row has it, ground, ink
  before label ink face     the button: two words of one colour, ground
  light                     …its ground while the pointer is over it
  note pen                  words above the button, and their colour
  status                    words at the bottom of the window under it (pictures_popup.py)
  area                      X,Y,WIDTH,HEIGHT,COLOUR in the window: painted over all

The text: a line "pressed NAME" for each press of the button or of Delete.
"""
import ctypes
from sink import Talk

WIDTH, HEIGHT = 420, 260
ROWS = ["Newsletter", "Contract signed", "Invoice 2026", "Minutes", "Draft of a letter", "Holiday", "Tax return", "Will"]
ROW = (10, 10, 180, 22)  # the first one; the others lie below it
BUTTON = (290, 110, 110, 40)
BEFORE_X, LABEL_X, BASE_Y = 14, 60, 25  # of the words in the button
NOTE = (210, 40)  # where its words begin, and their base line
CARET = (220, 200, 2, 14)
CLOCK = (220, 236)
PLAIN = {"mark": "#ffffff", "row": "0", "paper": "#ffffff", "text": "#202020", "before": "", "label": "", "ink": "#000000",
         "face": "#e0e0e0", "note": "", "pen": "#000000", "area": "", "status": ""}


class Clock:
    """The X server's time: what it did before it was asked has an earlier one."""

    def __init__(self):
        self.x = ctypes.CDLL("libX11.so.6")
        self.x.XOpenDisplay.restype = self.x.XCreateSimpleWindow.restype = self.x.XDefaultRootWindow.restype = ctypes.c_void_p
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(None))
        root = ctypes.c_void_p(self.x.XDefaultRootWindow(self.display))
        nothing = ctypes.c_ulong(0)
        self.window = ctypes.c_void_p(self.x.XCreateSimpleWindow(self.display, root, 0, 0, 1, 1, 0, nothing, nothing))
        self.x.XSelectInput(self.display, self.window, ctypes.c_long(1 << 22))

    def now(self):
        event = (ctypes.c_long * 24)()
        self.x.XChangeProperty(self.display, self.window, ctypes.c_ulong(39), ctypes.c_ulong(31), 8, 0, b"", 0)
        self.x.XWindowEvent(self.display, self.window, ctypes.c_long(1 << 22), event)
        return event[6] & 0xffffffff


def area(picture):
    """X, Y, WIDTH, HEIGHT and colour; None."""
    if not picture["area"]:
        return None
    *place, colour = picture["area"].split(",")
    return *map(int, place), colour


def rows(picture):
    """X, Y, WIDTH, HEIGHT, words and whether it is marked, of each."""
    x, y, width, height = ROW
    return [(x, y + i * height, width, height, words, i == int(picture["row"])) for i, words in enumerate(ROWS)]


class Pictures:
    def __init__(self, draw, later, settle=lambda: None, place=lambda: BUTTON):
        """`draw(picture, drawn)`: puts it on the screen, then calls drawn(time): the server's. `later(ms, f)`: calls f then.
        `settle()`: takes in all that the server has for the program."""
        self.draw, self.later, self.settle, self.place, self.log = draw, later, settle, place, []
        self.pictures, self.shown, self.base, self.over, self.over_ms, self.inside = {}, [("", 0)], "", "", 0, False
        self.talk = Talk(self.get, self.log.clear, order=lambda words: getattr(self, "do_" + words[0])(*words[1:]))

    def get(self):
        self.settle()
        return "".join(self.log)

    def keep(self, name, fields):
        given = dict(field.replace("_", " ").split("=", 1) for field in fields)
        self.pictures[name] = {**PLAIN, "light": given.get("face", PLAIN["face"]), **given}

    def do_picture(self, name, *fields):
        self.keep(name, fields)
        self.talk.answer("")

    def change(self, name, done=lambda: None):
        def drawn(time):
            self.shown.append((name, time))
            del self.shown[:-8]
            done()

        self.draw(self.pictures[name], drawn)

    def do_show(self, name):
        self.base, self.over = name, ""
        self.settle()  # where the pointer is, too
        self.change(name, lambda: self.talk.answer(""))

    def do_enter(self, name, ms):
        self.over, self.over_ms = name, int(ms)
        self.talk.answer("")

    def entered(self, inside):
        """The pointer has come to the button, or left it."""
        self.inside = inside
        if self.over and inside:
            self.later(self.over_ms, self.cover) if self.over_ms else self.cover()
        elif self.over:
            self.change(self.base)

    def cover(self):
        if self.over and self.inside:
            self.change(self.over)

    def do_place(self):
        self.talk.answer("%d %d %d %d" % self.place())

    def pressed(self, time):
        """At that time of the server's."""
        name = next((name for name, since in reversed(self.shown) if since < time), "")
        self.log.append("pressed %s\n" % name)
        self.talk.changed(sum(map(len, self.log)))
