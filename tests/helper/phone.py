"""A phone for tests: the device's side of adb over TCP, without a login. Its screen is an X display.

    phone.py serve FOLDER [auth]    prints its port, and serves until it is killed; auth: it never allows anybody
    phone.py TOOL ARGUMENT…         what FOLDER/bin has: the programs of Android that reins starts, as /bin/sh finds them

FOLDER ($PHONE) has what the phone is like: focus and awake (words of dumpsys), screen.png (shown instead of the display), unplugs (a
serial number, which a picture unplugs before it is sent), stuck (input never ends), refuses (input prints this and does nothing), window.xml (what uiautomator tells), restless (it cannot), and log: a line of JSON for each input,
as Android would have understood it.
"""

import fcntl
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

MAX = 256 * 1024
VERSION = 0x01000001  # no checksums


# ---- the programs ----


def file_of(name, otherwise=""):
    try:
        with open(os.path.join(os.environ["PHONE"], name), "rb") as f:
            return f.read()
    except FileNotFoundError:
        return otherwise.encode()


def xdotool(*words):
    subprocess.run(["xdotool", *[str(w) for w in words]], check=True)


def note(*what):
    with open(os.path.join(os.environ["PHONE"], "log"), "a") as f:
        fcntl.flock(f, fcntl.LOCK_EX)
        f.write(json.dumps(what) + "\n")


def understood(text):
    """As InputShellCommand.sendText() of Android reads it."""
    out, escape = [], False
    for c in text:
        if escape and c == "s":
            out[-1], escape = " ", False
            continue
        out.append(c)
        escape = c == "%"
    return "".join(out)


KEYS = {"KEYCODE_ENTER": "Return", "KEYCODE_DEL": "BackSpace", "KEYCODE_TAB": "Tab", "KEYCODE_SPACE": "space", "KEYCODE_ESCAPE": "Escape",
        "KEYCODE_BACK": "XF86Back"}


def swipe(x, y, to_x, to_y, ms):
    steps = max(2, ms // 16)
    xdotool("mousemove", x, y, "mousedown", 1)
    for i in range(1, steps + 1):
        time.sleep(ms / steps / 1000)
        if (x, y) != (to_x, to_y):
            xdotool("mousemove", x + (to_x - x) * i // steps, y + (to_y - y) * i // steps)
    xdotool("mouseup", 1)


def run_input(words):
    refuses = file_of("refuses").decode()
    if refuses:
        sys.exit(refuses)
    while file_of("stuck"):
        time.sleep(0.01)
    command, numbers = words[0], [int(w) for w in words[1:] if w.lstrip("-").isdigit()]
    shown = bool(os.environ.get("DISPLAY")) and not file_of("screen.png")
    if command == "tap" and len(words) == 3 and len(numbers) == 2:
        note("tap", *numbers)
        if shown:
            xdotool("mousemove", *numbers, "click", 1)
    elif command == "swipe" and len(words) == 6 and len(numbers) == 5:
        note("swipe", *numbers)
        if shown:
            swipe(*numbers)
    elif command == "text" and len(words) == 2 and words[1] and words[1].isascii():
        note("text", understood(words[1]))
        if shown:
            xdotool("type", "--clearmodifiers", understood(words[1]))
    elif command == "keyevent" and len(words) == 2 and words[1].startswith("KEYCODE_"):
        note("key", words[1])
        key = KEYS.get(words[1], words[1][len("KEYCODE_") :].lower())
        if shown and (words[1] in KEYS or len(key) == 1):
            xdotool("key", key)
    else:
        sys.exit("Error: Invalid arguments for command: " + command)


def run_tool(name, words):
    if name == "input":
        run_input(words)
    else:
        sys.exit(name + ": inaccessible or not found")


# What needs no Python, which takes its time to start.
SCRIPTS = {
    "dumpsys": """#!/bin/sh
case "$*" in
power) awake=Awake; [ ! -e "$PHONE/awake" ] || read -r awake <"$PHONE/awake"; echo "  mWakefulness=$awake" ;;
window)
    focus="Window{5c4b0f2 u0 org.example.demo/org.example.demo.Main}"
    [ ! -e "$PHONE/focus" ] || read -r focus <"$PHONE/focus"
    printf '  mDisplayId=0\\n  mCurrentFocus=%s\\n  mFocusedApp=ActivityRecord{1 u0 org.example.demo/.Main t1}\\n' "$focus" ;;
*) exit 1 ;;
esac
""",
    "screencap": """#!/bin/sh
[ ! -e "$PHONE/unplugs" ] || { read -r serial <"$PHONE/unplugs"; rm "$PHONE/unplugs"; adb disconnect "$serial" >/dev/null; }
[ -s "$PHONE/screen.png" ] && exec cat "$PHONE/screen.png"
exec "${TEST_REINS%/*}/tests/helper/bin/screencap" "$@"
""",
    "uiautomator": """#!/bin/sh
[ "$1" = dump ] || exit 1
if [ -e "$PHONE/restless" ]; then echo "ERROR: could not get idle state." >&2
elif [ -e "$PHONE/window.xml" ]; then cat "$PHONE/window.xml" >"$2"; echo "UI hierchary dumped to: $2"
else echo "ERROR: null root node returned by UiTestAutomationBridge." >&2
fi
""",
    "getprop": "#!/bin/sh\n[ \"$*\" = ro.product.model ] && echo Phone of Tests\n",
}
TOOL = '#!/bin/sh\nexec /usr/bin/python3 -BEsS "%s" %s "$@"\n'


# ---- the device's side of adb ----


class Stream:
    def __init__(self, phone, theirs, mine):
        self.phone, self.theirs, self.mine = phone, theirs, mine
        self.taken, self.closed = threading.Semaphore(0), False

    def write(self, data):
        for i in range(0, len(data), MAX):
            if self.closed:
                return
            self.phone.send(b"WRTE", self.mine, self.theirs, data[i : i + MAX])
            self.taken.acquire()

    def run(self, service):
        kind, _, command = service.partition(":")
        shell = kind.startswith("shell,v2")
        if kind != "exec" and not shell:
            self.phone.send(b"CLSE", 0, self.theirs)
            return
        self.phone.send(b"OKAY", self.mine, self.theirs)
        child = subprocess.Popen(["/bin/sh", "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE if shell else subprocess.STDOUT, env=self.phone.env)
        out, err = child.communicate()
        if shell:
            packets = [(1, out), (2, err), (3, bytes([child.returncode & 0xFF]))]
            out = b"".join(struct.pack("<BI", what, len(data)) + data for what, data in packets if data)
        self.write(out)
        self.phone.send(b"CLSE", self.mine, self.theirs)


class Phone:
    def __init__(self, connection, auth):
        self.connection, self.auth = connection, auth
        self.lock, self.streams = threading.Lock(), {}
        self.env = dict(os.environ, PATH=os.environ["PHONE"] + "/bin:/usr/bin:/bin", TMPDIR=os.environ["PHONE"])

    def send(self, command, one, other, data=b""):
        number = struct.unpack("<I", command)[0]
        with self.lock:
            self.connection.sendall(struct.pack("<4s5I", command, one, other, len(data), sum(data) if command == b"CNXN" else 0,
                                                number ^ 0xFFFFFFFF) + data)

    def read(self, length):
        data = b""
        while len(data) < length:
            part = self.connection.recv(length - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def take(self):
        command, one, other, length, _, _ = struct.unpack("<4s5I", self.read(24))
        data = self.read(length)
        if command in (b"CNXN", b"AUTH") and self.auth:
            self.send(b"AUTH", 1, 0, b"t" * 20)
        elif command == b"CNXN":
            self.send(b"CNXN", VERSION, MAX, b"device::ro.product.name=t;ro.product.model=t;ro.product.device=t;features=shell_v2,cmd")
        elif command == b"OPEN":
            mine = len(self.streams) + 1
            self.streams[mine] = Stream(self, one, mine)
            service = data.rstrip(b"\0").decode("utf-8", "surrogateescape")
            threading.Thread(target=self.streams[mine].run, args=(service,), daemon=True).start()
        elif command == b"OKAY" and other in self.streams:
            self.streams[other].taken.release()
        elif command == b"WRTE":
            self.send(b"OKAY", other, one)
        elif command == b"CLSE" and other in self.streams:
            self.streams[other].closed = True
            self.streams[other].taken.release()

    def run(self):
        try:
            while True:
                self.take()
        except (EOFError, OSError):
            pass


def serve(folder, auth):
    os.environ["PHONE"] = folder
    os.makedirs(folder + "/bin")
    for tool in ("input", "screencap", "dumpsys", "getprop", "uiautomator"):
        with open(folder + "/bin/" + tool, "w") as f:
            f.write(SCRIPTS.get(tool) or TOOL % (os.path.abspath(__file__), tool))
        os.chmod(folder + "/bin/" + tool, 0o755)
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    while True:
        connection = listener.accept()[0]
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=Phone(connection, auth).run, daemon=True).start()


if sys.argv[1] == "serve":
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    serve(sys.argv[2], sys.argv[3:] == ["auth"])
else:
    run_tool(sys.argv[1], sys.argv[2:])
