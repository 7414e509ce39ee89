"""A step's own cost (everything but model, person and deliberate waits) on the demo's run, approved at once; against the loop that one
would write around maim and xdotool: look, click, wait for 300 ms of quiet, look."""
import json, os, shutil, statistics, subprocess, time

REINS = os.environ["REINS_BIN"]


PARTS = ("look", "ask", "propose", "fire")
TEXT = os.path.join(os.environ["REINS_SOURCE"], "ARCHITECTURE.md")


def both(size):
    """A program that fills the screen with text before xcalc is there."""
    path = os.path.join(os.environ["HOME"], "both.sh")
    with open(path, "w") as f:
        f.write(f"#!/bin/sh\nxterm -geometry {int(size.split('x')[0]) // 6 - 4}x{int(size.split('x')[1]) // 13 - 4}+0+0 "
                f"-e 'cat {TEXT}; sleep 1000' &\nsleep 1\nexec xcalc\n")
    os.chmod(path, 0o700)
    return path


def run_once(size, app):
    """(the meter that each step ended with, wall ms from each approval to the next proposal or the end, how the run ended)."""
    p = subprocess.Popen([REINS, "run", "--headless", "--sandbox", size, "--app", app, "--profile", "xcalc", "--brain", "demo",
                          "compute 12 × 34"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    meters, walls, fired, began, outcome = [], [], False, None, "?"
    for line in p.stdout:
        e = json.loads(line)
        now = time.monotonic()
        if e["event"] == "fired":
            fired = True
        elif e["event"] == "meter" and fired:  # the step is over: its meter is whole
            meters.append(e)
            fired = False
        elif e["event"] == "proposal":
            if began:
                walls.append((now - began) * 1000)
            began = time.monotonic()
            p.stdin.write(json.dumps({"command": "approve", "id": e["id"], "digest": e["digest"]}) + "\n")
            p.stdin.flush()
        elif e["event"] == "ended":
            outcome = e["outcome"]
    p.wait()
    return meters, walls, outcome


def measure(size, app):
    meters, walls = [], []
    for _ in range(3):
        m, w, outcome = run_once(size, app)
        meters += m[1:]  # the first one starts everything
        walls += w
        if outcome != "success":
            print(f"  a run ended {outcome}")
    if not meters or not walls:
        return None
    parts = ", ".join(f"{part} {statistics.median(m.get(part + '_ms', 0) for m in meters):.0f}" for part in PARTS)
    wall = statistics.median(walls)
    print(f"  {size:9} {os.path.basename(app):8} own cost: median {statistics.median(m['ms'] for m in meters):5.0f} ms ({parts}), "
          f"most {max(m['ms'] for m in meters):5.0f} ms   approval to the next proposal: median {wall:5.0f} ms, most {max(walls):5.0f} ms")
    return wall


def peer():
    """The same step with maim and xdotool on an Xvfb of the same size."""
    for tool in ("maim", "xdotool", "Xvfb"):
        if not shutil.which(tool):
            print(f"  skipped: {tool} is not installed (make deps-bench)")
            return None
    r, w = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(w), "-screen", "0", "1280x720x24", "-nolisten", "tcp"], pass_fds=[w],
                              stderr=subprocess.DEVNULL)
    os.close(w)
    display = ":" + os.read(r, 16).decode().strip()
    env = dict(os.environ, DISPLAY=display)
    shots = [os.path.join(os.environ["HOME"], name) for name in ("a.png", "b.png")]
    times = []
    app = subprocess.Popen(["xcalc"], env=env, stderr=subprocess.DEVNULL)
    subprocess.run(["xdotool", "search", "--sync", "--class", "xcalc"], env=env, stdout=subprocess.DEVNULL)
    for _ in range(8):
        began = time.monotonic()
        subprocess.run(["maim", "-m", "1", shots[0]], env=env, check=True)
        subprocess.run(["xdotool", "mousemove", "60", "120", "click", "1"], env=env, check=True)
        time.sleep(0.3)
        subprocess.run(["maim", "-m", "1", shots[1]], env=env, check=True)
        times.append((time.monotonic() - began) * 1000)
    app.kill(), app.wait(), server.terminate(), server.wait()
    return statistics.median(times)


small = measure("1280x720", "xcalc")
for size in ("1280x720", "1920x1080", "3840x2160"):
    measure(size, both(size))
other = peer()
if other and small:
    print(f"  1280x720: maim; xdotool click; sleep 0.3; maim: median {other:5.0f} ms   reins takes {small / other:.2f}× from approval to "
          "proposal (with checks, words read, journal, five module calls)")
