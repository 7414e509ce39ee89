"""Those pictures by Xlib alone: each is a pixmap, and the order of all that happens is the server's own."""
import ctypes
import random
import select
import sys
import time
import pictures
from pictures import BASE_Y, BEFORE_X, BUTTON, CARET, CLOCK, HEIGHT, LABEL_X, NOTE, ROW, WIDTH, Pictures

X = ctypes.CDLL("libX11.so.6")
V, L, U = ctypes.c_void_p, ctypes.c_ulong, ctypes.c_uint
for name in ("XOpenDisplay", "XDefaultRootWindow", "XCreateSimpleWindow", "XCreatePixmap", "XCreateGC", "XGetImage"):
    getattr(X, name).restype = V
X.XGetPixel.restype = L
KEY_PRESS, BUTTON_PRESS, MOTION, LEAVE, PROPERTY = 2, 4, 6, 8, 28
DELETE = 0xffff
display = V(X.XOpenDisplay(None))
popup = getattr(sys.modules["__main__"], "POPUP", False)
STATUS = 60  # px of the window under the popup are below it
root = V(X.XDefaultRootWindow(display))
main = V(X.XCreateSimpleWindow(display, root, 20, 20, WIDTH, HEIGHT + STATUS * popup, 0, L(0), L(0xffffff)))
X.XStoreName(display, main, b"shop")
window = V(X.XCreateSimpleWindow(display, root, 20, 20, WIDTH, HEIGHT, 0, L(0), L(0xffffff))) if popup else main
if popup:
    attributes = (ctypes.c_char * 256)()  # XSetWindowAttributes
    ctypes.cast(attributes, ctypes.POINTER(ctypes.c_int))[22] = 1  # override_redirect
    X.XChangeWindowAttributes(display, window, L(1 << 9), attributes)
X.XSelectInput(display, window, ctypes.c_long(1 | 4 | 32 | 64 | 1 << 22))  # keys, buttons, leaving, motion, properties
gc = V(X.XCreateGC(display, window, L(0), None))
event = (ctypes.c_long * 24)()
ints = ctypes.cast(event, ctypes.POINTER(ctypes.c_int))
EVENT_X = 16  # of a key, button or motion event, among its ints: where it was in the window; y follows
mark = L(X.XInternAtom(display, b"PICTURES_MARK", 0))
inside = hover = False  # as it is drawn; as the pointer is
timers = []  # [when, function]
near = None  # [name, name, where the pointer was]
flip = live = turns = None  # flip: [names, ms, when]; live: [ms, when, number]; turns: how many are awaited
shown_picture, on_screen = None, None


def paint(colour, x, y, width, height):
    X.XSetForeground(display, gc, L(int(colour[1:], 16)))
    X.XFillRectangle(display, target, gc, x, y, U(width), U(height))


def write(colour, x, y, words):
    X.XSetForeground(display, gc, L(int(colour[1:], 16)))
    X.XDrawString(display, target, gc, x, y, words.encode(), len(words))


def render(picture):
    global target
    target = V(X.XCreatePixmap(display, window, WIDTH, HEIGHT, 24))
    x, y, width, height = BUTTON
    paint("#f4f4f4", 0, 0, WIDTH, HEIGHT)
    paint(picture["paper"], ROW[0], ROW[1], ROW[2], ROW[3] * len(pictures.ROWS))
    for left, top, across, down, words, marked in pictures.rows(picture):
        if marked:
            paint(picture["mark"], left, top, across, down)
        write(picture["text"], left + 6, top + 15, words)
    paint("#909090", x - 1, y - 1, width + 2, height + 2)
    paint(picture["light"] if inside else picture["face"], x, y, width, height)
    write(picture["ink"], x + BEFORE_X, y + BASE_Y, picture["before"])
    write(picture["ink"], x + LABEL_X, y + BASE_Y, picture["label"])
    write(picture["pen"], *NOTE, picture["note"])
    if pictures.area(picture):
        *place, colour = pictures.area(picture)
        paint(colour, *place)
    if live:
        if live[2] % 2:
            paint("#000000", *CARET)
        write("#000000", *CLOCK, "12:%02d:%02d" % (live[2] // 120 % 60, live[2] // 2 % 60))
    return target


def draw(picture, drawn):
    """In one piece, for all others, and marked in the queue of events: presses before the mark were at what was there before."""
    global shown_picture, on_screen
    old, on_screen, shown_picture = on_screen, render(picture), picture
    X.XGrabServer(display)
    if popup:
        X.XClearWindow(display, main)
        X.XDrawString(display, main, gc, 6, HEIGHT + STATUS - 14, picture["status"].encode(), len(picture["status"]))
    X.XSetWindowBackgroundPixmap(display, window, on_screen)
    X.XClearWindow(display, window)
    X.XChangeProperty(display, window, mark, L(31), 8, 0, b"", 0)
    X.XUngrabServer(display)
    marked = False
    while not marked:
        X.XNextEvent(display, event)
        marked = take_event()
    if old:
        X.XFreePixmap(display, old)
    drawn(0)


def redraw():
    if shown_picture:
        draw(shown_picture, lambda time: None)


def take_event():
    """True: it is the mark of a picture that has just been drawn."""
    global hover
    kind = event[0] & 0x7f
    if kind == BUTTON_PRESS and over_button() or kind == KEY_PRESS and X.XLookupKeysym(event, 0) == DELETE:
        program.pressed(1)
    elif kind in (MOTION, LEAVE):
        hover = kind == MOTION and over_button()
    return kind == PROPERTY and event[5] == mark.value


def follow_pointer():
    """What the last events said of it."""
    global inside
    if hover == inside:
        return
    inside = hover
    if program.over:
        program.entered(inside)
    elif shown_picture and shown_picture["light"] != shown_picture["face"]:
        redraw()


def over_button():
    x, y = ints[EVENT_X] - BUTTON[0], ints[EVENT_X + 1] - BUTTON[1]
    return 0 <= x < BUTTON[2] and 0 <= y < BUTTON[3]


def take_events():
    while X.XPending(display):
        X.XNextEvent(display, event)
        take_event()


def settle():
    X.XSync(display, 0)
    take_events()
    follow_pointer()


def later(ms, function):
    timers.append([time.monotonic() + ms / 1000, function])


def pointer():
    """On the screen, and whether it is in the popup."""
    at = [ctypes.c_int() for _ in range(4)]
    ids, state = [L(), L()], U()
    X.XQueryPointer(display, window, *map(ctypes.byref, ids + at), ctypes.byref(state))
    x, y, left, top = (a.value for a in at)
    return x, y, 0 <= left < WIDTH and 0 <= top < HEIGHT


def look_near():
    """Nobody moves it from the look to the picture."""
    global near
    if abs(pointer()[0] - near[2]) < 8:
        return
    X.XGrabServer(display)
    name, near = near[pointer()[2]], None
    program.change(name)


class Xlib(Pictures):
    def do_show(self, name):
        global flip, near
        flip = near = None
        if popup:  # where the window under it has gone
            at, child = [ctypes.c_int(), ctypes.c_int()], L()
            X.XTranslateCoordinates(display, main, root, 0, 0, *map(ctypes.byref, at + [child]))
            X.XMoveWindow(display, window, *at)
        super().do_show(name)

    def do_near(self, name, inside):
        global near
        near = [name, inside, pointer()[0]]
        self.talk.answer("")

    def do_flip(self, one, other, ms):
        global flip
        self.over = ""
        flip = [[one, other], int(ms) / 1000, time.monotonic()]
        self.talk.answer("")

    def do_turns(self, n):
        global turns
        turns = int(n)

    def do_live(self, ms):
        global live
        live = [int(ms) / 1000, time.monotonic(), 0] if int(ms) else None
        redraw()
        self.talk.answer("")

    def do_noise(self, n, seed):
        chosen = random.Random(seed)
        image = V(X.XGetImage(display, on_screen, 0, 0, WIDTH, HEIGHT, L(0xffffffff), 2))
        for _ in range(int(n)):
            x, y = chosen.randrange(WIDTH), chosen.randrange(HEIGHT)
            by = chosen.choice((1, 2)) << chosen.choice((0, 8, 16))
            was = X.XGetPixel(image, x, y)
            X.XSetForeground(display, gc, L(was ^ by))
            X.XDrawPoint(display, on_screen, gc, x, y)
        X.XDestroyImage(image)
        X.XClearWindow(display, window)
        X.XSync(display, 0)
        self.talk.answer("")

    def do_differ(self, one, other):
        """X Y COLOUR COLOUR: a point of the button that tells the two pictures apart."""
        x, y, width, height = BUTTON
        made = [render(self.pictures[name]) for name in (one, other)]
        images = [V(X.XGetImage(display, pixmap, x, y, width, height, L(0xffffffff), 2)) for pixmap in made]
        answer = next("%d %d %x %x" % (x + i, y + j, *both) for j in range(height) for i in range(width)
                      for both in [[X.XGetPixel(image, i, j) & 0xffffff for image in images]] if both[0] != both[1])
        for pixmap, image in zip(made, images):
            X.XFreePixmap(display, pixmap)
            X.XDestroyImage(image)
        self.talk.answer(answer)


def turn(now):
    global turns
    turned = 0
    if flip and now >= flip[2]:
        flip[0].reverse()
        flip[2] = now + flip[1]
        program.base = flip[0][0]
        program.change(program.base)
        turned += 1
    if live and now >= live[1]:
        live[1], live[2] = now + live[0], live[2] + 1
        redraw()
        turned += 1
    if turns is None:
        return
    turns -= turned
    if turns <= 0:
        turns = None
        program.talk.answer("")


program = Xlib(draw, later, settle)
X.XMapWindow(display, main)
X.XMapRaised(display, window)
X.XSync(display, 0)
program.talk.say("ready")
while True:
    take_events()
    follow_pointer()
    now = time.monotonic()
    turn(now)
    if near:
        look_near()
    for timer in [timer for timer in timers if timer[0] <= now]:
        timers.remove(timer)
        timer[1]()
    due = [timer[i] for timer, i in ((flip, 2), (live, 1)) if timer] + [timer[0] for timer in timers]
    left = 0.002 if near else max(0, min(due) - time.monotonic()) if due else None
    if hover == inside and not X.XPending(display) and 0 in select.select([0, X.XConnectionNumber(display)], [], [], left)[0]:
        program.talk.readable()
