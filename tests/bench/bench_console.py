"""Key to screen: the console on a pseudo terminal of 120×36; `?` opens and closes the help. Idle (a proposal waits), and busy (the
program on the display scrolls without end, two loops burn the processors; BENCH_KEYS=1000). One frame is 16 ms. And what an idle
console costs in BENCH_IDLE=60 seconds."""
import os, pty, signal, statistics, subprocess, sys, time

from console import Console

FRAME_MS = 16
KEYS = int(os.environ.get("BENCH_KEYS", 1000))
IDLE = int(os.environ.get("BENCH_IDLE", 60))


def latency(console, rounds):
    """ms from the key to the words that only the help has; a help that is closed must be off the screen before it comes again."""
    times = []
    for _ in range(rounds):
        began = time.monotonic()
        console.key(b"?")
        if not console.until(b"While a proposal waits", 2):
            print("  the help did not come within 2 s")
        times.append((time.monotonic() - began) * 1000)
        console.key(b"?")
        console.drain(0.08)
    return times


def tell(what, times):
    times.sort()
    late = sum(t > FRAME_MS for t in times)
    print(f"  {what:<44} median {statistics.median(times):6.1f} ms, p95 {times[int(len(times) * .95)]:6.1f}, most {times[-1]:6.1f}"
          f"   {late} of {len(times)} over {FRAME_MS} ms   median = {statistics.median(times) / FRAME_MS:.2f} frames")


def floor(rounds):
    """A program that only echoes: what the pseudo terminal and Python take by themselves."""
    pid, fd = pty.fork()
    if pid == 0:
        os.execvp("cat", ["cat"])
    times = []
    for _ in range(rounds):
        began = time.monotonic()
        os.write(fd, b"x")
        os.read(fd, 100)
        times.append((time.monotonic() - began) * 1000)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(fd)
    return times


def ticks(pid):
    with open(f"/proc/{pid}/stat") as f:
        fields = f.read().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def wakeups(pid):
    """How often it has gone to sleep, so woken up."""
    with open(f"/proc/{pid}/status") as f:
        return sum(int(line.split()[1]) for line in f if line.startswith("voluntary_ctxt_switches"))


def processes(session_of):
    """Pids of this reins: (name, pid) of console, engine, eye, hand."""
    found = [("console", session_of)]
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == session_of:
            continue
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as f:
                words = f.read().split(b"\0")
            with open(f"/proc/{entry}/environ", "rb") as f:
                ours = ("HOME=" + os.environ["HOME"]).encode() in f.read().split(b"\0")
        except OSError:
            continue
        if ours and words[0] and os.path.basename(words[0]) in (b"reins", b"Xvfb"):
            name = words[1].decode() if os.path.basename(words[0]) == b"reins" else "Xvfb"
            found.append((name, int(entry)))
    return found


def idle_cost(console, seconds):
    before = {pair: (ticks(pair[1]), wakeups(pair[1])) for pair in processes(console.pid)}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        console.read(0.1)
    hz = os.sysconf("SC_CLK_TCK")
    parts = [f"{name} {(ticks(pid) - ran) * 100 / hz / seconds:.2f} % {(wakeups(pid) - woke) / seconds:.1f}"
             for (name, pid), (ran, woke) in before.items() if os.path.exists(f"/proc/{pid}")]  # a worker's is over
    print(f"  a proposal waits, {seconds} s, of a core, wake-ups a second: " + ", ".join(parts))


tell("floor: a pseudo terminal's echo", floor(100))
c = Console("demo")
if not c.until(b"armed", 60):
    sys.exit("the console did not show an armed proposal")
c.drain(0.3)
idle_cost(c, IDLE)
tell("key to help, a proposal waits", latency(c, 60))
c.close()
c = Console("run", "--sandbox", "1280x720", "--app", "xterm -geometry 200x50 -e yes", "--brain", "demo", "compute 12 × 34")
c.until(b"xterm", 30)
burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
try:
    c.drain(0.08)
    tell("the same, screen scrolling, 2 loops burning", latency(c, KEYS))
finally:
    for b in burners:
        b.kill()
        b.wait()
c.close()


SKILL = """--- Opens entry %d of the list and waits until it is there.
-- @param x integer column of the entry
-- @param y integer row of the entry
-- @expect entry %d is open
function open_entry_%05d(x, y)
    mouse.move(x, y)
    mouse.click("left")
    wait(0.1)
end

"""


def many_skills(n, files):
    folder = os.path.join(os.environ["XDG_DATA_HOME"], "reins", "skills", "bulk")
    os.makedirs(folder, exist_ok=True)
    for f in range(files):
        with open(os.path.join(folder, f"bulk_{f:03}.lua"), "w") as out:
            out.writelines(SKILL % (i, i, i) for i in range(f * n // files, (f + 1) * n // files))
    return folder


def answers(console, keys, rounds):
    """ms from a key to the first bytes of what it changes."""
    times = []
    for i in range(rounds):
        began = time.monotonic()
        console.key(keys[i % len(keys)])
        console.read(2)
        times.append((time.monotonic() - began) * 1000)
        console.drain(0.05)
    return times


folder = many_skills(10000, 100)
began = time.monotonic()
c = Console("skills")
c.until(b"by name", 30)
shown = (time.monotonic() - began) * 1000
c.until(b"answer_prompt", 30)
print(f"  10,000 skills: the screen after {shown:.0f} ms, its rows after {(time.monotonic() - began) * 1000:.0f} ms")
c.drain(1.5)
tell("10,000 skills: key to screen, one row down", answers(c, [b"j"], 60))
tell("10,000 skills: a page down, a page up", answers(c, [b"\033[6~", b"\033[5~"], 60))
c.key(b"/")
c.drain(0.2)
tell("10,000 skills: a letter of the filter", answers(c, [b"o", b"\x7f"], 60))
c.key(b"\033")
c.drain(0.5)
c.close()
for name in os.listdir(folder):
    os.unlink(os.path.join(folder, name))
