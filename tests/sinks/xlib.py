"""A bare Xlib window: Xutf8LookupString and nothing else. `turn_s`: it asks for events so often only, and sleeps between."""
import ctypes
import locale
import select
import sys
import time
from sink import Talk

turn_s = getattr(sys.modules["__main__"], "TURN_S", 0)
locale.setlocale(locale.LC_ALL, "")
X = ctypes.CDLL("libX11.so.6")
V, L, I = ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int
for name, result in (("XOpenDisplay", V), ("XDefaultRootWindow", L), ("XCreateSimpleWindow", L), ("XOpenIM", V), ("XCreateIC", V)):
    getattr(X, name).restype = result
X.XSetLocaleModifiers(b"@im=none")
display = V(X.XOpenDisplay(None))
root = L(X.XDefaultRootWindow(display))
window = L(X.XCreateSimpleWindow(display, root, 0, 0, 600, 400, 0, L(0), L(0xffffff)))
X.XSelectInput(display, window, ctypes.c_long(1 | 1 << 15 | 1 << 17 | 1 << 21))
X.XMapWindow(display, window)
im = V(X.XOpenIM(display, None, None, None))
ic = V(X.XCreateIC(im, b"inputStyle", L(0x408), b"clientWindow", window, None))
chars = []
talk = Talk(lambda: "".join(chars), chars.clear)
event = (ctypes.c_long * 24)()
buffer = ctypes.create_string_buffer(64)
keysym, status = L(), I()
KEY_PRESS, FOCUS_IN, EXPOSE, MAPPING = 2, 9, 12, 34
focused = False
X.XFlush(display)
while True:
    while X.XPending(display):
        X.XNextEvent(display, event)
        kind = event[0] & 0x7f
        if kind == EXPOSE and not focused:
            X.XSetInputFocus(display, window, 1, L(0))
            X.XFlush(display)
        elif kind == FOCUS_IN and not focused:
            focused = True
            talk.say("ready")
        elif kind == MAPPING:
            X.XRefreshKeyboardMapping(event)
        if X.XFilterEvent(event, L(0)) or kind != KEY_PRESS:
            continue
        n = X.Xutf8LookupString(ic, event, buffer, 60, ctypes.byref(keysym), ctypes.byref(status))
        chars.extend(buffer.raw[:n].decode("utf-8", "replace").replace("\r", "\n"))
    talk.changed(len(chars))
    if turn_s:
        time.sleep(turn_s)
    if 0 in select.select([0, X.XConnectionNumber(display)], [], [], 0 if turn_s else None)[0]:
        talk.readable()
