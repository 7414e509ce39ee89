"""What motion arrives as in two programs that are hard on it: one that has grabbed the pointer (SDL's relative mode, as games use
it), and a browser that takes a drop only after enough motions. `reins do` against xdotool, and against XTEST's absolute motion,
which is what pyautogui and pynput send."""
import ctypes, os, re, selectors, shutil, statistics, subprocess, sys, time

REINS = os.environ.get("REINS_BIN", "reins")
HOME = os.environ["HOME"]
ROUNDS = 20


# ---- a program that has grabbed the pointer; runs as a process of its own ----

def sdl_sink():
    sdl = ctypes.CDLL("libSDL2-2.0.so.0")
    sdl.SDL_CreateWindow.restype = ctypes.c_void_p
    if sdl.SDL_Init(0x20) or not sdl.SDL_CreateWindow(b"grabs", 100, 100, 400, 300, 4) or sdl.SDL_SetRelativeMouseMode(1):
        sys.exit("SDL has no relative mode here")
    event = (ctypes.c_int32 * 14)()
    while True:
        if sdl.SDL_WaitEvent(event) and event[0] == 0x400:  # SDL_MOUSEMOTION: xrel, yrel
            print(f"{event[7]},{event[8]}", flush=True)
        elif event[0] == 0x100:
            return
        elif event[0] == 0x200 and event[3] & 255 == 12:  # it has the focus: from now on it is grabbed
            print("ready", flush=True)


def words_until_quiet(pipe, first_s=5, quiet_s=0.3):
    data, wait = b"", first_s
    with selectors.DefaultSelector() as ready:
        ready.register(pipe, selectors.EVENT_READ)
        while ready.select(wait):
            part = os.read(pipe.fileno(), 65536)
            if not part:
                break
            data += part
            wait = quiet_s
    return data.decode().split()


def xtest_absolute(points):
    """A tween of absolute motions, as pyautogui's moveTo with a duration makes it."""
    x11, xtst = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    for x, y in points:
        xtst.XTestFakeMotionEvent(display, -1, x, y, ctypes.c_ulong(0))
        x11.XSync(display, 0)
        time.sleep(0.008)
    x11.XCloseDisplay(display)


def command(*argv):
    return lambda: subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def do(*arguments):
    return command(REINS, "do", "--yes", *arguments)


def grabbed(rounds=5):
    apps = os.path.join(os.environ["XDG_CONFIG_HOME"], "reins", "apps")
    os.makedirs(apps, exist_ok=True)
    with open(os.path.join(apps, "look.ini"), "w") as f:
        f.write("[turn look]\nx=7.5\ny=-7.5\n")
    sink = subprocess.Popen([sys.executable, "-B", __file__, "sink"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        if "ready" not in words_until_quiet(sink.stdout):
            print("  skipped: SDL 2 is not installed, or has no relative mode here (make deps-bench)")
            return
        relative = "origin=relative"
        rows = [
            ("reins do mouse.turn 40, 8 degrees", (300, -60),
             do("--profile", "look", "mouse.turn", "degrees_x=40", "degrees_y=8")),
            ("reins do mouse.move relative", (300, -60), do("mouse.move", "x=300", "y=-60", relative)),
            ("  the same, far beyond the screen's edge", (5000, -3000), do("mouse.move", "x=5000", "y=-3000", relative)),
            ("  the same, longer than 16 bits, at once", (100000, -70000),
             do("mouse.move", "x=100000", "y=-70000", relative, "duration=0")),
            ("reins do mouse.move to a place, 200 px right", (200, 0), do("mouse.move", "x=500", "y=250")),
        ]
        if shutil.which("xdotool"):
            rows += [("xdotool mousemove_relative", (300, -60), command("xdotool", "mousemove_relative", "--", "300", "-60")),
                     ("xdotool mousemove (XWarpPointer), 200 px right", (200, 0), command("xdotool", "mousemove", "500", "250"))]
        rows += [("XTEST absolute, 500 to 700 in 21 motions", (200, 0),
                  lambda: xtest_absolute([(500 + 10 * i, 350) for i in range(21)]))]
        for what, (dx, dy), act in rows:
            sums, events = [], []
            for _ in range(rounds):
                act()
                ways = [tuple(map(int, word.split(","))) for word in words_until_quiet(sink.stdout, 1) if "," in word]
                sums.append((sum(x for x, _ in ways), sum(y for _, y in ways)))
                events.append(len(ways))
            exact = sums.count((dx, dy))
            other = "".join(f", asked {dx:+d},{dy:+d}, came {s[0]:+d},{s[1]:+d}" for s in sorted(set(sums) - {(dx, dy)})[:1])
            print(f"  {what:48s} {exact} of {rounds} exact{other}   ({statistics.median(events):.0f} motions)", flush=True)
    finally:
        sink.kill()
        sink.wait()


# ---- a browser ----

PAGE = """<!doctype html><title>0</title><style>div { position: fixed; width: 120px; height: 80px }</style>
<body style="height: 9000px; width: 9000px"><div id=a draggable=true style="left: 80px; top: 80px; background: #c66"></div>
<div id=b style="left: 500px; top: 300px; background: #6c6"></div><div id=c style="left: 80px; top: 300px; background: #66c"></div>
<script>
const n = {starts: 0, drops: 0, doubles: 0, right: 0, down: 0, held: 0};
let off = '', press = 0;
const say = () => document.title = Object.entries(n).map(([k, v]) => k + '=' + v).join(' ') + ' off=' + off;
a.ondragstart = e => { e.dataTransfer.setData('text', 'x'); n.starts++; say(); };
b.ondragover = e => e.preventDefault();
b.ondrop = e => { e.preventDefault(); n.drops++; say(); };
c.ondblclick = () => { n.doubles++; say(); };
c.onmousedown = e => press = e.timeStamp;
c.onmouseup = e => { n.held = Math.round(e.timeStamp - press); say(); };
onwheel = e => { n.right += e.deltaX; n.down += e.deltaY; say(); };
onmousemove = e => { const o = (e.screenX - e.clientX) + ',' + (e.screenY - e.clientY); if (o != off) { off = o; say(); } };
say();
</script>"""


def title():
    out = subprocess.run(["xdotool", "search", "--name", "starts=", "getwindowname"], capture_output=True, text=True).stdout
    line = next((line for line in out.split("\n") if "starts=" in line), "")
    return dict(re.findall(r"(\w+)=([-\d,]*)", line))


def count(name, awaited=None):
    """What the page's title says, once it has stayed the same for a while; longer where it is not yet what is awaited."""
    last, since = None, time.monotonic()
    while time.monotonic() - since < (0.25 if awaited is None or last == str(awaited) else 3):
        now = title().get(name)
        if now != last:
            last, since = now, time.monotonic()
        time.sleep(0.05)
    return int(last or 0)


def counted(what, name, expected, act, rounds=ROUNDS):
    came, failed = [], ""
    for _ in range(rounds):
        before = count(name)
        done = act()
        if done.returncode:
            failed = f"   (one said: {done.stderr.strip()[-200:]})"
        came.append(count(name) if name == "held" else count(name, before + expected) - before)
    if name == "held":
        errors = [abs(ms - expected) for ms in came]
        print(f"  {what:56s} asked {expected} ms: error median {statistics.median(errors):.0f} ms, most {max(errors)} ms{failed}", flush=True)
    else:
        print(f"  {what:56s} {came.count(expected)} of {rounds}{failed}", flush=True)


def browser():
    for tool in ("chromium", "xdotool"):
        if not shutil.which(tool):
            print(f"  skipped: {tool} is not installed (make deps-bench)")
            return
    page = os.path.join(HOME, "page.html")
    with open(page, "w") as f:
        f.write(PAGE)
    program = subprocess.Popen(["chromium", "--no-sandbox", "--no-first-run", "--disable-gpu", f"--user-data-dir={HOME}/chromium",
                                "--window-position=20,20", "--window-size=1000,640", f"--app=file://{page}"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        end = time.monotonic() + 60
        while not title().get("off") and time.monotonic() < end:  # the page says where it is, when the pointer is over it
            subprocess.run(["xdotool", "mousemove", "600", "420"])
            subprocess.run(["xdotool", "mousemove", "604", "424"])
            time.sleep(0.3)
        if not title().get("off"):
            print("  skipped: chromium has not shown the page within 60 s")
            return
        left, top = map(int, title()["off"].split(","))
        drag = (left + 140, top + 120, left + 560, top + 340)
        names = ("from_x", "from_y", "to_x", "to_y")
        ours = [f"{name}={at}" for name, at in zip(names, drag)]
        there = (left + 140, top + 340)
        at = [f"x={there[0]}", f"y={there[1]}"]
        x1, y1, x2, y2 = map(str, drag)
        xat = ["xdotool", "mousemove", *map(str, there)]
        chain = ["xdotool", "mousemove", x1, y1, "sleep", "0.1", "mousedown", "1", "sleep", "0.1", "mousemove", x2, y2,
                 "sleep", "0.1", "mouseup", "1"]
        counted("drop: reins do mouse.drag", "drops", 1, do("mouse.drag", *ours))
        counted("drop: reins do mouse.drag duration=0", "drops", 1, do("mouse.drag", *ours, "duration=0"))
        counted("drop: reins do mouse.drag, a path of three points", "drops", 1,
                do("mouse.drag", f"path={x1},{y1} {x2},{y1} {x2},{y2}"))
        counted("drop: xdotool, sleeps of 0.1 s between", "drops", 1, command(*chain))
        counted("double click: reins do mouse.double_click", "doubles", 1, do("mouse.double_click", *at))
        counted("double click: xdotool click --repeat 2", "doubles", 1, command(*xat, "click", "--repeat", "2", "1"))
        counted("wheel right 3 (360 px): reins do mouse.scroll", "right", 360, do("mouse.scroll", "right=3", *at))
        counted("wheel right 3 (360 px): xdotool click 7", "right", 360, command(*xat, "click", "--repeat", "3", "7"))
        counted("wheel down 10 at once (1200 px): reins do mouse.scroll", "down", 1200, do("mouse.scroll", "down=10", "duration=0", *at))
        counted("button held: reins do mouse.hold", "held", 200, do("mouse.hold", *at, "duration=0.2", "wait=true"))
        counted("button held: xdotool mousedown sleep mouseup", "held", 200,
                command(*xat, "mousedown", "1", "sleep", "0.2", "mouseup", "1"))
    finally:
        os.killpg(program.pid, 9)
        program.wait()


if sys.argv[1:] == ["sink"]:
    sdl_sink()
    sys.exit()
if not shutil.which("Xvfb"):
    sys.exit("Xvfb is not installed (make deps)")
r, w = os.pipe()
server = subprocess.Popen(["Xvfb", "-displayfd", str(w), "-screen", "0", "1280x720x24", "-nolisten", "tcp"], pass_fds=[w],
                          stderr=subprocess.DEVNULL)
os.close(w)
os.environ["DISPLAY"] = ":" + os.read(r, 16).decode().strip()
try:
    print("  a program that has grabbed the pointer (SDL 2, relative mode):", flush=True)
    grabbed()
    print("  Chromium, 20 times each:", flush=True)
    browser()
finally:
    server.terminate()
    server.wait()
