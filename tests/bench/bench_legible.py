"""Words as text over the picture: whether the label under the target is legible, and at its place, in plain tmux (symbols, no pixels).
Five programs, four targets each, three sizes of the terminal; each card is rejected, so that the program stays as it was."""
import os, re, shutil, statistics, subprocess, time

REINS, HOME = os.environ["REINS_BIN"], os.environ["HOME"]
SIZES = ("80x24", "120x36", "200x60")
# on a screen of 640x480: label, its left edge and middle; pressed 8 px to the right of the edge
PROGRAMS = {
    "l3afpad": (("File", 9, 11), ("Edit", 48, 11), ("Search", 89, 11), ("Help", 215, 12)),
    "featherpad": (("File", 9, 11), ("Options", 86, 11), ("Search", 151, 11), ("Encoding", 5, 467)),
    "galculator": (("File", 9, 11), ("Calculator", 137, 11), ("AC", 543, 113), ("sqrt", 562, 243)),
    "gtkhash": (("Edit", 48, 11), ("Check", 7, 83), ("SHA256", 7, 205), ("Hash", 588, 457)),
    "mousepad": (("Search", 89, 11), ("View", 148, 12), ("Document", 197, 12), ("Help", 280, 13)),
}
BRAIN = """
local targets = {%s}
function gather() return {text = {}, description = "a program", target = "", guidance = "", screen_class = "program"} end
function reflect() return {reasoning = "so", success = "yes", cause = "", task_done = false, hold = "none"} end
function infer() return {reasoning = "so", subtask = "press it", horizon = "short", subtask_done = false} end
function curate() return {reasoning = "nothing new", skills = {}} end
function summarize() return {summary = "so"} end
function plan(v)
    local at = targets[v.step] or targets[#targets]
    local press = {skill = "click_at_position", args = {x = at[1], y = at[2]}, expectation = "it is pressed", reason = "so"}
    return {reasoning = "so", actions = {press}, outcome = "continue"}
end
"""


def tmux(*words):
    return subprocess.run(["tmux", "-L", f"legible{os.getpid()}", "-f", "/dev/null", *words], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, env=dict(os.environ, TMUX_TMPDIR=HOME)).stdout


def until(found, seconds):
    """What `found` makes of the screen; None: nothing in that time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        got = found(tmux("capture-pane", "-t", "run", "-p"))
        if got:
            return got
        time.sleep(0.1)
    return None


def places(label):
    """Where the label stands by itself: in the picture. On the card it is in quotes."""
    word = re.compile(rf'(?<![\w"]){label}(?![\w"])')
    return lambda screen: [(m.start(), row) for row, line in enumerate(screen.split("\n")) for m in word.finditer(line)]


def look(program, size, cells):
    """Adds (label, left edge, middle, places in cells) of each card."""
    targets = PROGRAMS[program]
    script = os.path.join(HOME, "legible.lua")
    with open(script, "w") as f:
        f.write(BRAIN % ", ".join(f"{{{x + 8}, {y}}}" for _, x, y in targets))
    os.makedirs(os.path.join(os.environ["XDG_CONFIG_HOME"], "reins"), exist_ok=True)
    with open(os.path.join(os.environ["XDG_CONFIG_HOME"], "reins", "reins.ini"), "w") as f:
        f.write(f"[brain legible]\nkind=lua\nscript={script}\n")
    app = f"unshare -U --map-user=1000 {program}" if os.geteuid() == 0 else program  # mousepad warns root of itself
    width, height = size.split("x")
    tmux("new-session", "-d", "-s", "run", "-x", width, "-y", height,
         f"TERM=screen-256color COLORTERM= {REINS} run --sandbox 640x480 --app '{app}' --brain legible 'press it'")
    for n, (label, x, y) in enumerate(targets):
        if not until(lambda s: re.search(r"proposal \d+ ", s) and f'"{label}' in s, 30):
            print(f"  {program} {size}: no card of \"{label}\":\n" + tmux("capture-pane", "-t", "run", "-p"))
            cells += [(*other, []) for other in targets[n:]]
            break
        cells.append((label, x, y, until(places(label), 15) or []))
        if n == 3:
            break
        tmux("send-keys", "-t", "run", "n")
        if n == 2 and until(lambda s: "in a row were rejected" in s, 20):
            tmux("send-keys", "-t", "run", ":resume")
            tmux("send-keys", "-t", "run", "Enter")
    tmux("send-keys", "-t", "run", "Q")
    until(lambda s: "ended" in s, 20)
    tmux("kill-session", "-t", "run")


def at_place(cells):
    """How many labels are within a cell and a half of where the others say that they should be."""
    ways = []
    for axis in (0, 1):  # columns by left edges, rows by middles: the median slope of all pairs
        pairs = [(c[1 + axis], p[axis]) for c in cells for p in c[3][:1]]
        slopes = [(q - b) / (p - a) for a, b in pairs for p, q in pairs if p > a + 100]
        slope = statistics.median(slopes) if slopes else 0
        ways.append((slope, statistics.median(b - slope * a for a, b in pairs) if pairs else 0))
    return [c for c in cells if any(all(abs(p[i] - ways[i][0] * c[1 + i] - ways[i][1]) <= 1.5 for i in (0, 1)) for p in c[3])]


if not shutil.which("tmux"):
    raise SystemExit("  skipped: tmux is not installed (make deps)")
tmux("new-session", "-d", "-s", "stays", "cat")  # so that the server does
for size in SIZES:
    cells = []
    for program in PROGRAMS:
        if shutil.which(program):
            look(program, size, cells)
        else:
            print(f"  skipped: {program} is not installed")
    there = at_place(cells)
    missing = ", ".join(c[0] for c in cells if c not in there)
    print(f"  {size:7} the label under the target, as text at its place: {len(there)} of {len(cells)} cards"
          f"{' (not: ' + missing + ')' if missing else ''}", flush=True)
tmux("kill-server")
