"""A step's own cost (everything but the model and the person) on the demo's run, approved at once; against the loop that one would
write around maim and xdotool: look, click, wait for 300 ms of quiet, look."""
import json, os, shutil, statistics, subprocess, time

REINS = os.environ["REINS_BIN"]


def run_once():
    """(ms of the last meter of each step, wall ms from each approval to the next proposal or the end)."""
    p = subprocess.Popen([REINS, "run", "--headless", "--sandbox", "1280x720", "--app", "xcalc", "--brain", "demo", "compute 12 × 34"],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    meters, walls, step, last, began, outcome = [], [], 0, None, None, "?"
    for line in p.stdout:
        e = json.loads(line)
        now = time.monotonic()
        if e["event"] == "meter":
            last = e["ms"]
        elif e["event"] == "proposal":
            if began:
                walls.append((now - began) * 1000)
            if last is not None:
                meters.append(last)
            began = time.monotonic()
            p.stdin.write(json.dumps({"command": "approve", "id": e["id"], "digest": e["digest"]}) + "\n")
            p.stdin.flush()
        elif e["event"] == "ended":
            outcome = e["outcome"]
            walls.append((now - began) * 1000 if began else 0)
    p.wait()
    return meters, walls, outcome


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


meters, walls = [], []
for _ in range(3):
    m, w, outcome = run_once()
    meters += m
    walls += w
    if outcome != "success":
        print(f"  a run ended {outcome}")
print(f"  own cost by the last meter event before a proposal: median {statistics.median(meters):6.0f} ms, most {max(meters):6.0f} ms"
      f"   ({len(meters)} steps)")
print(f"  approval to the next proposal (fire, settle 300 ms, look, all modules): median {statistics.median(walls):6.0f} ms,"
      f" most {max(walls):6.0f} ms")
other = peer()
if other:
    print(f"  maim; xdotool click; sleep 0.3; maim:              median {other:6.0f} ms   reins takes {statistics.median(walls) / other:.2f}×"
          " (with checks, words read, journal, five module calls)")
