"""A store of BENCH_STEPS (1,000,000) steps and a fifth as many frames: the console's memory screen, key to screen, and
`reins memory search`; beside grep over the same content as JSON lines, and Python's sqlite3 with the query that one writes first.
BENCH_HISTORY=DIR: made there and kept for the next time; else below BENCH_BIG (/var/tmp), and removed."""
import os, shutil, sqlite3, statistics, subprocess, sys, tempfile, time

from console import REINS, Console

STEPS = int(os.environ.get("BENCH_STEPS", "1000000"))
SEED = os.environ.get("BENCH_SEED", "5")
END, HOME, DOWN, UP, ENTER, ESC = b"\x1bOF", b"\x1bOH", b"\x1b[6~", b"\x1b[5~", b"\r", b"\x1b"
ROUNDS = 5
LOOKING = "looking …"


def make(folder):
    store, lines = os.path.join(folder, "reins"), os.path.join(folder, "lines.json")
    if not os.path.exists(os.path.join(folder, "made")):
        began = time.monotonic()
        subprocess.run([os.path.join(os.path.dirname(REINS), "tests/bench/make_history"), store, str(STEPS), str(STEPS // 5), SEED,
                        lines], check=True)
        print(f"  made in {time.monotonic() - began:.0f} s ({STEPS / (time.monotonic() - began):.0f} steps a second, seed {SEED})")
        open(os.path.join(folder, "made"), "w").close()
    return store, lines


def timed(work, rounds=3):
    times = []
    for _ in range(rounds):
        began = time.monotonic()
        work()
        times.append((time.monotonic() - began) * 1000)
    return statistics.median(times)


def silent(*words):
    return lambda: subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Plain:
    """Python's client: the connection is open already, which is to its advantage."""
    def __init__(self, store):
        self.db = sqlite3.connect(f"file:{store}/memory.sqlite?mode=ro", uri=True)

    def ask(self, sql, *values):
        return self.db.execute(sql, values).fetchall()

    def find(self, words):
        return self.ask("SELECT texts.run, texts.step, texts.kind, snippet(search, 0, '«', '»', '…', 16) FROM search JOIN texts"
                        " ON texts.id = search.rowid WHERE search MATCH ? ORDER BY rank LIMIT 200", words)


def growth(store, lines, plain):
    size = os.path.getsize(os.path.join(store, "memory.sqlite"))
    steps, = plain.ask("SELECT sum(steps) FROM run_totals")[0]
    frames = subprocess.run(["du", "-sb", os.path.join(store, "frames")], capture_output=True, text=True).stdout.split()[0]
    print(f"  {steps} steps in {plain.ask('SELECT count(*) FROM runs')[0][0]} runs, {len(os.listdir(os.path.join(store, 'frames')))}"
          f" frames: {size / steps:.0f} bytes a step, {int(frames) / steps:.0f} of small pictures beside it;"
          f" as JSON lines, without chain, decisions, events and index, {os.path.getsize(lines) / steps:.0f}:"
          f" {size / os.path.getsize(lines):.1f}×")


def tell(what, ms, beside=""):
    print(f"  {what:<52} {ms:9.1f} ms{beside}")


def find(console, plain, lines):
    rare = plain.ask("SELECT text FROM texts WHERE kind = 'note' AND text <> '' ORDER BY id LIMIT 1")[0][0].split()
    rare = rare[-1]  # a note's number: it is nowhere else
    for what, words, quoted, pattern in (
            ("a rare word", rare, f'"{rare}"', rf"\b{rare}\b"), ("the commonest word", "the", '"the"', r"\bthe\b"),
            ("a common word", "button", '"button"', r"\bbutton\b"), ("two common words", "the button", '"the" "button"', None),
            ("a phrase", '"next step"', '"next step"', r"\bnext step\b"),
            ("a beginning", "butt*", '"butt"*', r"\bbutt"), ("the beginning of the commonest", "the*", '"the"*', r"\bthe"),
            ("a common word and a rare one", f"the {rare}", f'"the" "{rare}"', None)):
        shown = []
        for _ in range(ROUNDS):
            console.shows(b"f", r"find \(enter")
            console.key(b"\x15" + words.encode())
            console.drain(0.1)
            shown.append(console.shows(ENTER, r"found for: ", LOOKING))
            console.shows(ESC, r"memory: \d+ runs")
        ours, cli = statistics.median(shown), timed(silent(REINS, "memory", "search", words, "--limit", "200"))
        peer = timed(lambda: plain.find(quoted), 3 if what.startswith("a rare") else 1)
        grep = timed(silent("sh", "-c", f"grep -iE -m 200 '{pattern}' '{lines}' | cat"), 1) if pattern else None
        tell(f"{what} ({words}): key to hits", ours,
             f"   reins memory search {cli:7.0f}   Python, by rank {peer:8.0f} = {peer / ours:6.1f}×"
             + (f"   grep, the oldest 200 {grep:6.0f} = {grep / ours:5.1f}×" if grep else ""))


def walk(console, plain, count):
    last = rf"\n. *1 ."
    tell("End: the oldest run", console.shows(END, last))
    tell("Home: the newest run", console.shows(HOME, rf"\n. *{count} ."))
    pages = [answer(console, DOWN) for _ in range(20)]
    tell("a page down in the runs, median of 20 (most %.1f)" % max(pages), statistics.median(pages))
    console.shows(HOME, rf"\n. *{count} .")
    tell("Python: the same list, counted",
         timed(lambda: plain.ask("SELECT runs.id, runs.task, count(DISTINCT steps.id), sum(calls.cost) FROM runs JOIN steps ON steps.run ="
                                 " runs.id JOIN calls ON calls.run = runs.id AND calls.step = steps.step GROUP BY runs.id ORDER BY"
                                 " runs.id DESC LIMIT 200"), 1))


def answer(console, key):
    """ms from a key to the end of what it draws at once."""
    began = time.monotonic()
    console.key(key)
    got = console.read(2)
    came = time.monotonic()
    while got:
        console.screen.feed(got)
        got = console.read(0.02)
        came = time.monotonic() if got else came
    return (came - began) * 1000


def filters(console):
    for words in ("app:xcalc", "skill:walk_ahead", "outcome:budget", "tag:odd", "since:2023-03-01 until:2023-03-02",
                  "app:doom outcome:error", "the", "but", "tho", "app:gimp the"):
        console.shows(b"/", r"filter \(app")
        tell(f"filter {words}", console.shows(words.encode(), rf"words\): {words}\s*$", LOOKING))
        console.shows(ESC, r"memory: \d+ runs ─")


def main(folder):
    store, lines = make(folder)
    os.environ["XDG_DATA_HOME"] = folder
    plain = Plain(store)
    growth(store, lines, plain)
    count = plain.ask("SELECT count(*) FROM runs")[0][0]
    opened = []
    for _ in range(ROUNDS):
        began = time.monotonic()
        console = Console("memory")
        console.shows(b"", rf"memory: {count} runs(?s:.*)\n. *{count} .")
        opened.append((time.monotonic() - began) * 1000)
        if _ < ROUNDS - 1:
            console.close()
    tell("reins memory: from its start to the list", statistics.median(opened))
    at_first = console.memory_kb()
    walk(console, plain, count)
    steps(console, plain)
    filters(console)
    find(console, plain, lines)
    print(f"  the console's memory: {at_first / 1024:.1f} MiB at first, {console.memory_kb() / 1024:.1f} after all this, at most"
          f" {console.memory_kb('VmHWM') / 1024:.1f}")
    console.close()


def steps(console, plain):
    """The run that has a tenth of all steps."""
    great, n = plain.ask("SELECT run, steps FROM run_totals ORDER BY steps DESC LIMIT 1")[0]
    console.shows(b"g", "which number")
    console.key(str(great).encode())
    console.drain(0.1)
    tell(f"g: run {great}, {n} steps", console.shows(ENTER, rf"step 1 of {n} "))
    tell("End: its last step", console.shows(END, rf"step {n} of {n} "))
    tell("Home", console.shows(HOME, rf"step 1 of {n} "))
    for where, key in (("start", DOWN), ("end", UP)):
        if where == "end":
            console.shows(END, rf"step {n} of {n} ")
        pages = [answer(console, key) for _ in range(40)]
        tell(f"a page of steps, at the {where}, median of 40 (most {max(pages):.1f})", statistics.median(pages))
    for kind in ("anything", "rejection", "edit", "stale", "no effect", "error", "note"):
        console.shows(HOME, rf"step 1 of {n} ")
        jumps = [answer(console, b"n") for _ in range(10)]
        tell(f"n: the next {kind}, median of 10 (most {max(jumps):.1f})", statistics.median(jumps))
        console.key(b"m")
        console.drain(0.1)
    tell("Python: the next rejection after step 50,000",
         timed(lambda: plain.ask("SELECT min(step) FROM proposals JOIN decisions ON decisions.run = proposals.run AND proposal ="
                                 " proposals.id WHERE proposals.run = ? AND step > 50000 AND verdict = 'rejected'", great), 1))
    console.shows(ESC, r"memory: \d+ runs ─")
    console.key(HOME)
    console.drain(0.1)
    console.shows(ENTER, r"step 1 of ")
    for page, name in ((b"2", "picture"), (b"3", "modules"), (b"4", "fired"), (b"5", "film"), (b"1", "why")):
        tell(f"page {name}", answer(console, page))
    console.key(ESC)  # the film had taken the keys
    console.drain(0.1)
    console.shows(ESC, r"memory: \d+ runs ─")


kept = os.environ.get("BENCH_HISTORY")
folder = kept or tempfile.mkdtemp(dir=os.environ.get("BENCH_BIG", "/var/tmp"), prefix="reins-bench-")
os.makedirs(folder, exist_ok=True)
sys.stdout.reconfigure(line_buffering=True)
try:
    main(folder)
finally:
    if not kept:
        shutil.rmtree(folder)
