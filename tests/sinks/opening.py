"""A program that starts slowly, by Xlib alone, and answers no pings: a splash that does not say so, then its window with half of
what is in it, which stands still while the program works, then all of it, which lies further down.

  opening.py LOG SPLASH_S HALF_S PRESS_S MOTION_S

A button is 40 px high and as wide as its window. Half: "Save" at the top. All: "Delete" there, and "Save" under it. Each press is a
line in LOG, "pressed Save", by what it shows when it handles the press; a key presses
the upper one. PRESS_S: after each press it draws a frame, works so long, and then
the buttons have changed places; MOTION_S: the same when the pointer has come for the first time. While it works it takes in all that
the server sends, as programs do that wait for answers."""
import ctypes
import sys
import time

X = ctypes.CDLL("libX11.so.6")
V, L, U = ctypes.c_void_p, ctypes.c_ulong, ctypes.c_uint
for name in ("XOpenDisplay", "XDefaultRootWindow", "XCreateSimpleWindow", "XCreateGC"):
    getattr(X, name).restype = V
KEY, PRESS, MOTION, HEIGHT = 2, 4, 6, 40
COLOURS = {"Save": 0x40c040, "Delete": 0xc04040}
log = sys.argv[1]
splash_s, half_s, press_s, motion_s = map(float, sys.argv[2:])
display = V(X.XOpenDisplay(None))
root = V(X.XDefaultRootWindow(display))
gc = None
event = (ctypes.c_long * 24)()
ints = ctypes.cast(event, ctypes.POINTER(ctypes.c_int))
shown, queue, moved = [], [], False


def window(x, y, width, height, name):
    global gc
    made = V(X.XCreateSimpleWindow(display, root, x, y, width, height, 0, L(0), L(0xe0e0e0)))
    X.XStoreName(display, made, name)
    X.XChangeProperty(display, made, L(67), L(31), 8, 0, b"opening\0Opening\0", 16)  # WM_CLASS
    X.XSelectInput(display, made, ctypes.c_long(1 | 4 | 64))  # keys, buttons, motion
    X.XMapRaised(display, made)
    gc = V(X.XCreateGC(display, made, L(0), None))
    return made


def draw(on, rows):
    global shown
    shown = rows
    X.XClearWindow(display, on)
    for i, words in enumerate(rows):
        X.XSetForeground(display, gc, L(COLOURS[words]))
        X.XFillRectangle(display, on, gc, 0, i * HEIGHT, U(600), U(HEIGHT))
        X.XSetForeground(display, gc, L(0))
        X.XDrawString(display, on, gc, 10, i * HEIGHT + 25, words.encode(), len(words))
    X.XSync(display, 0)


def take_in():
    """What has come is kept until there is time for it."""
    global moved
    while X.XPending(display):
        X.XNextEvent(display, event)
        moved = moved or event[0] & 0x7f == MOTION
        if event[0] & 0x7f in (KEY, PRESS):
            queue.append(ints[17] if event[0] & 0x7f == PRESS else 0)  # its y in the window


def work(seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        take_in()
        for i in range(20000):
            pass


splash = window(40, 30, 900, 500, b"opening starts")
draw(splash, [])
work(splash_s)
X.XDestroyWindow(display, splash)
X.XSync(display, 0)
work(0.3)
main = window(100, 100, 600, 400, b"opening")
draw(main, ["Save"])
work(half_s)
draw(main, ["Delete", "Save"])
while True:
    X.XPeekEvent(display, event)
    take_in()
    if motion_s and moved:
        work(motion_s)
        draw(main, shown[::-1])
        motion_s = 0
    while queue:
        row = queue.pop(0) // HEIGHT
        if 0 <= row < len(shown):
            with open(log, "a") as file:
                file.write("pressed %s\n" % shown[row])
        if press_s:
            X.XDrawRectangle(display, main, gc, 2, row * HEIGHT + 2, U(100), U(HEIGHT - 5))
            work(press_s)
            draw(main, shown[::-1])
