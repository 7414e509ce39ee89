"""JARVIS-1's tables in a fast world (Wang et al. 2023): success of its baselines by group (Table 2), by memory size (Figure 7),
by retrieval (Figure 8), by curriculum and by steps (Figure 9), re-planning, and what runs side by side bring. The tasks are of
its 11 groups (engine/agents/jarvis/jarvis_tasks.py): with EACH=n the first of each n-th part of a group's names. The scripted
model (world/model.py) is the same in all rows. Nothing is asserted.

As in the paper the agent learns first: four epochs of all these tasks, from other seeds, each epoch on what the one before has
remembered. Then each row is evaluated, and remembers nothing (reins learn --evaluate). All rows have the same tasks and seeds, so
that two rows are compared pair by pair (exact sign test).

BENCH_EACH=N tasks of a group (1), BENCH_SEEDS=N (3), BENCH_FIGURE_SEEDS=N for the rows that are in figures alone (all),
BENCH_BLOCK=N seeds of one learning (5), BENCH_EPOCHS=N (4), BENCH_JOBS=N (2), BENCH_ROWS="gpt;deps" (all),
BENCH_PARTS="evaluate;jobs" (both; show: tables of what is kept). BENCH_KEEP=DIR, a folder of its own, keeps what was made, and a
bench that was killed goes on there."""
import hashlib, json, math, os, re, shutil, statistics, subprocess, sys, time
from collections import Counter

from served import Server

SOURCE, REINS = os.environ["REINS_SOURCE"], os.environ["REINS_BIN"]
sys.path.insert(0, os.path.join(SOURCE, "tests", "bench", "world"))
sys.dont_write_bytecode = True

from model import Model


def number(name, default):
    return int(os.environ.get("BENCH_" + name, default))


EACH, EPOCHS, JOBS = number("EACH", 1), number("EPOCHS", 4), number("JOBS", 2)
SEEDS, BLOCK = number("SEEDS", 3), number("BLOCK", 5)
FIGURE_SEEDS = number("FIGURE_SEEDS", SEEDS)
HOME = os.environ["HOME"]
KEEP = os.environ.get("BENCH_KEEP", os.path.join(HOME, "kept"))
LEARNING_SEED = 100000  # of the first epoch; no task is evaluated with it
STEPS = (20, 40, 60, 80, 100)  # of a run, of which the share of successes is told

# name: options, curriculum of its memory, epochs of it, in Table 2
ROWS = {"gpt": (("baseline=gpt",), "", 0, True), "react": (("baseline=react",), "", 0, True),
        "inner_monologue": (("baseline=inner_monologue",), "", 0, True), "deps": (("baseline=deps",), "", 0, True),
        "jarvis": ((), "proposed", EPOCHS, True),
        "retrieval=off": (("retrieval=off",), "proposed", EPOCHS, False),
        "retrieval=text": (("retrieval=text",), "proposed", EPOCHS, False),
        "retrieval=text+query": (("retrieval=text+query",), "proposed", EPOCHS, False),
        "1 epoch": ((), "proposed", 1, False), "2 epochs": ((), "proposed", 2, False),
        "random": ((), "random", EPOCHS, False), "listed": ((), "listed", EPOCHS, False)}
FIGURES = {"memory size (Figure 7)": ("retrieval=off", "1 epoch", "2 epochs", "jarvis"),
           "retrieval (Figure 8)": ("retrieval=off", "retrieval=text", "retrieval=text+query", "jarvis"),
           "curriculum (Figure 9)": ("retrieval=off", "listed", "random", "jarvis")}
PAPER = {  # Table 2: the groups' means and deviations in %
    "wood": "27.30 14.86 40.31 13.30 60.15 19.41 80.23 17.32 88.84 16.82",
    "wood-variants": "24.39 11.08 38.13 12.81 53.39 12.86 68.75 12.32 76.78 12.27",
    "stone": "20.21 12.32 39.00 12.15 52.86 16.90 69.27 7.78 88.69 4.87",
    "iron": "3.27 2.85 4.61 3.63 5.20 5.17 16.92 4.69 34.63 10.61",
    "gold": "0.00 0.00 0.45 0.60 0.59 0.64 2.20 1.55 6.85 4.71",
    "diamond": "0.00 0.00 0.35 0.48 0.96 0.67 2.42 1.01 8.99 2.68",
    "redstone": "1.04 1.30 1.14 1.18 0.69 1.68 6.02 3.61 17.51 9.34",
    "blocks": "45.64 33.88 49.35 30.51 55.71 29.43 58.02 27.68 80.34 21.09",
    "armor": "1.36 2.25 0.50 0.88 3.10 4.71 3.71 3.78 13.44 14.62",
    "decoration": "17.12 11.59 17.13 9.19 12.03 10.19 29.59 15.94 46.67 23.39",
    "food": "9.40 4.29 15.56 6.83 20.78 11.99 22.85 8.15 46.75 11.16"}


# ---- tasks ----

def pool():
    """The tasks' files: {group: names}, the groups in the paper's order."""
    path = os.path.join(HOME, "pool")
    script = os.path.join(SOURCE, "engine", "agents", "jarvis", "jarvis_tasks.py")
    subprocess.run([sys.executable, script, path], check=True, capture_output=True)
    groups = {group: [] for group in PAPER}
    for name in sorted(os.listdir(path)):
        with open(os.path.join(path, name)) as file:
            groups[re.search(r"^group=(.*)$", file.read(), re.M)[1]].append(name)
    return groups


def chosen(groups):
    """Waves of a task a group: those at 0, 1/EACH, 2/EACH … of its names; a small group has fewer."""
    places = {group: sorted({i * len(names) // EACH for i in range(EACH)}) for group, names in groups.items()}
    return [[groups[group][at[i]] for group, at in places.items() if i < len(at)] for i in range(max(map(len, places.values())))]


def write_list(name, tasks):
    path = os.path.join(HOME, name)
    with open(path, "w") as file:
        file.write("".join(f"pool/{task}\n" for task in tasks))
    return path


# ---- learnings ----

def kept(name):
    return os.path.join(KEEP, re.sub(r"[^\w.-]+", "_", name))


def load(name):
    if not os.path.exists(kept(name) + ".json"):
        return None
    with open(kept(name) + ".json") as file:
        return json.load(file)


def save(name, value):
    with open(kept(name) + ".new", "w") as file:
        json.dump(value, file)
    os.rename(kept(name) + ".new", kept(name) + ".json")


def keep_for(*parts):
    """What is kept of another program or model is made anew."""
    digest = hashlib.sha256()
    for part in parts:
        with open(part, "rb") as file:
            digest.update(file.read())
    os.makedirs(KEEP, exist_ok=True)
    before = load("made-by")
    if before is None and os.listdir(KEEP):
        sys.exit(f"{KEEP} has other things than this bench's: give BENCH_KEEP a folder of its own")
    if before not in (None, digest.hexdigest()):
        print("  what was kept is of another program: all is made anew", flush=True)
        shutil.rmtree(KEEP)
        os.makedirs(KEEP)
    save("made-by", digest.hexdigest())


class Home:
    """A home with the scripted model as its brain; it begins with what another has remembered."""

    def __init__(self, name, memory):
        self.path = os.path.join(HOME, "homes", re.sub(r"[^\w.-]+", "_", name))
        self.data = os.path.join(self.path, "data")
        self.env = dict(os.environ, HOME=self.path, XDG_CONFIG_HOME=self.path + "/config", XDG_DATA_HOME=self.data,
                        XDG_RUNTIME_DIR=self.path + "/run")
        if not os.path.exists(self.path + "/config"):  # an engine of a bench that was killed may have written here since
            shutil.rmtree(self.path, ignore_errors=True)
            shutil.rmtree(self.path + ".new", ignore_errors=True)
            os.makedirs(os.path.join(self.path + ".new", "config", "reins"))
            os.makedirs(os.path.join(self.path + ".new", "run"), mode=0o700)
            if memory:
                shutil.copytree(kept(memory), os.path.join(self.path + ".new", "data"))
            os.rename(self.path + ".new", self.path)
        with open(os.path.join(self.path, "config", "reins", "reins.ini"), "w") as ini:
            ini.write(f"[brain scripted]\nkind=openai\nurl=http://127.0.0.1:{SERVER.server_port}/v1\nmodel=scripted-1\n"
                      "stream=false\nprice_in=0\nprice_out=0\n")

    def reins(self, *words, otherwise=None):
        """What it says; otherwise: where it says nothing."""
        done = subprocess.run([REINS, *words], env=self.env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.stdout.startswith(("{", "[")):
            return json.loads(done.stdout)
        if otherwise is None:
            raise RuntimeError(f"{words}: {done.returncode}: {done.stderr or done.stdout}")
        return otherwise

    def learn(self, *words):
        """Goes on with the learning that was begun here, or begins it; those of its memory came before."""
        newest = self.reins("learn", "--table", "--json", otherwise={"learning": 0})["learning"]
        if os.path.exists(self.path + "/before"):
            with open(self.path + "/before") as file:
                if newest > int(file.read()):
                    return self.reins("learn", "--resume", "--yes", "--json")
        with open(self.path + "/before", "w") as file:
            file.write(str(newest))
        return self.reins("learn", "--agent", "jarvis", "--brain", "scripted", "--yes", "--json", *words)

    def explained(self, run):
        """Plans made anew after a failure, as far as each is explained before it."""
        spent = self.reins("memory", "show", str(run), "--json")["spent"]
        return sum(one["calls"] for one in spent if one["module"] == "explain")


def told(home, learning):
    """What tables need of each episode."""
    groups = {task["task"]: task["group"] for task in learning["tasks"]}
    return [{"task": e["goal"], "group": groups[e["task"]], "won": e["outcome"] == "success", "dropped": e["dropped"],
             **{key: e[key] for key in ("seed", "steps", "calls", "memory", "round", "outcome", "at")},
             "explained": home.explained(e["run"]) if e["run"] and e["calls"] else 0}
            for e in learning["episodes"] if e["task"] in groups and e["outcome"]]


def remember(curriculum, epochs, listed, jobs=JOBS, name=""):
    """The name of the memory after so many epochs; it is made where it is not kept."""
    name = f"memory-{name or curriculum}-{epochs}"
    if load(name):
        return name
    before = remember(curriculum, epochs - 1, listed, jobs) if epochs > 1 else None
    home, begun = Home(name, before), time.monotonic()
    learning = home.learn("--curriculum", listed if curriculum == "listed" else curriculum, "--pool", listed, "--epochs", "1",
                          "--seed", str(LEARNING_SEED * epochs), "--jobs", str(jobs))
    episodes = told(home, learning)
    shutil.rmtree(kept(name), ignore_errors=True)
    shutil.copytree(home.data, kept(name))
    plans = home.reins("plans", "list", "--json")
    save(name, {"episodes": episodes, "seconds": time.monotonic() - begun, "plans": plans})
    shutil.rmtree(home.path)
    print(f"  {name}: {won(episodes)} tries, {len(plans)} plans, load {os.getloadavg()[0]:.0f}", flush=True)
    return name


def evaluate(row, wave, tasks, first, seeds, listed):
    """Each of the tasks with so many seeds from the first."""
    name = f"{row}-{wave}-{first}"
    if load(name):
        return
    settings, curriculum, epochs, _ = ROWS[row]
    home = Home(name, remember(curriculum, epochs, listed) if curriculum else None)
    words = [word for one in settings for word in ("--set", one)]
    learning = home.learn("--evaluate", "--pool", write_list(f"list-{wave}", tasks), "--seed", str(first), "--seeds", str(seeds),
                          "--jobs", str(JOBS), *words)
    save(name, told(home, learning))
    shutil.rmtree(home.path)


def evaluate_all(waves, listed):
    for wave, tasks in enumerate(waves):
        for first in range(1, SEEDS + 1, BLOCK):
            for row, (_, _, _, in_table) in ROWS.items():
                seeds = min(BLOCK, (SEEDS if in_table else FIGURE_SEEDS) + 1 - first)
                if row in os.environ.get("BENCH_ROWS", row).split(";") and seeds > 0:
                    evaluate(row, wave, tasks, first, seeds, listed)


# ---- what is told of it ----

def episodes(row):
    """{(task, seed): episode} of all that is kept of a row."""
    found = {}
    for wave in range(min(EACH, max(map(len, GROUPS.values())))):
        for first in range(1, SEEDS + 1, BLOCK):
            found.update({(e["task"], e["seed"]): e for e in load(f"{row}-{wave}-{first}") or []})
    return found


def won(some):
    return f"{sum(e['won'] for e in some)} of {len(some)}"


def share(some):
    return 100 * sum(e["won"] for e in some) / len(some) if some else math.nan


def group_cell(some):
    """Mean and deviation of the tasks' shares; of a single task its deviation is that of the mean over seeds (binomial)."""
    tasks = [share([e for e in some if e["task"] == task]) for task in sorted({e["task"] for e in some})]
    if not tasks:
        return "-"
    p = statistics.mean(tasks)
    deviation = statistics.pstdev(tasks) if len(tasks) > 1 else math.sqrt(p * (100 - p) / len(some))
    return f"{p:.1f} ± {deviation:.1f}"


def sign_test(one, other):
    """(pairs that only one won, that only the other won, two-sided p)."""
    both = one.keys() & other.keys()
    ahead = sum(one[key]["won"] > other[key]["won"] for key in both)
    behind = sum(one[key]["won"] < other[key]["won"] for key in both)
    n, least = ahead + behind, min(ahead, behind)
    return ahead, behind, min(1.0, 2 * sum(math.comb(n, i) for i in range(least + 1)) / 2 ** n)


def compare(row, other):
    ahead, behind, p = sign_test(episodes(row), episodes(other))
    print(f"    {row} against {other}: {ahead} pairs to {behind}, p {p:.2g}")


def table2():
    rows = [row for row in ROWS if ROWS[row][3]]
    seeds = ", ".join(f"{len({seed for _, seed in episodes(row)})} {row}" for row in rows)
    print(f"  Table 2: success in %, mean ± deviation; seeds a task: {seeds}; brain: scripted")
    print("  | group | brain | " + " | ".join(rows) + " |\n  |---|---|" + "---|" * len(rows))
    for group, line in PAPER.items():
        cells = [group_cell([e for e in episodes(row).values() if e["group"] == group]) for row in rows]
        numbers = line.split()
        print(f"  | {group} | scripted | " + " | ".join(cells) + " |")
        print("  | | the paper's | " + " | ".join(f"{numbers[i]} ± {numbers[i + 1]}" for i in range(0, 10, 2)) + " |")
    print("  | all | scripted | " + " | ".join(f"{share(episodes(row).values()):.1f}" for row in rows) + " |")
    for one, other in zip(rows[1:], rows):
        if episodes(one).keys() & episodes(other).keys():
            compare(one, other)
    for row in rows:
        some = list(episodes(row).values())
        if some:
            print(f"    {row:16} {len(some):5} runs, means: {statistics.mean(e['steps'] for e in some):5.1f} steps, "
                  f"{statistics.mean(e['calls'] for e in some):5.1f} calls; plans anew where it succeeded: "
                  f"{statistics.mean([e['explained'] for e in some if e['won']] or [0]):.2f}")


def figure(title, rows):
    rows = [row for row in rows if episodes(row)]
    if not rows:
        return
    print(f"  {title}; the same tasks and seeds in all rows")
    keys = set.intersection(*(set(episodes(row)) for row in rows))
    for row in rows:
        some = [episodes(row)[key] for key in sorted(keys)]
        memory = load(f"memory-{ROWS[row][1]}-{ROWS[row][2]}") if ROWS[row][1] and "off" not in row else None
        if some:
            by_steps = "".join(f"{100 * sum(e['won'] and e['steps'] <= n for e in some) / len(some):6.1f}" for n in STEPS)
            steps, calls, anew = (statistics.mean(e[key] for e in some) for key in ("steps", "calls", "explained"))
            plans = len(memory["plans"]) if memory else 0
            print(f"    {row:22} {len(some):4} runs {plans:4} plans {share(some):5.1f} %  {steps:5.1f} steps  {calls:5.1f} calls"
                  f"  {anew:5.2f} plans anew;  % within {'/'.join(map(str, STEPS))} steps:{by_steps}")
    for row in rows[:-1]:
        compare(rows[-1], row)


def epochs():
    """What came of the learnings themselves."""
    print("  learning: successes of tries, plans in memory, minutes, by epoch")
    for curriculum in ("proposed", "random", "listed"):
        row = [load(f"memory-{curriculum}-{epoch}") for epoch in range(1, EPOCHS + 1)]
        cells = [f"{won(m['episodes'])}, {len(m['plans'])}, {m['seconds'] / 60:.1f}" for m in row if m]
        print(f"    {curriculum:10} " + "   ".join(cells))


def jobs(listed):
    """One epoch with one job and with four: what is remembered, and how long it takes."""
    plans = {}
    for n in (1, 4):
        made = load(remember("listed", 1, listed, n, f"jobs{n}"))
        plans[n] = sorted((p["goal"], p["outcome"], p["text"]) for p in made["plans"])
        print(f"    --jobs {n}: {len(plans[n])} plans, {won(made['episodes'])} tries, {made['seconds']:.0f} s")
    same = sum((Counter(plans[1]) & Counter(plans[4])).values())
    goals = [[plan[0] for plan in plans[n]] for n in plans]
    print(f"    the same goals: {goals[0] == goals[1]}; the same plans: {same} of {len(plans[1])}")


def main():
    parts = os.environ.get("BENCH_PARTS", "evaluate;jobs").split(";")
    if parts != ["show"]:
        keep_for(REINS, os.path.join(SOURCE, "tests", "bench", "world", "model.py"))
    waves = chosen(GROUPS)
    listed = write_list("list", [task for wave in waves for task in wave])
    print(f"  {sum(map(len, waves))} tasks: {', '.join(task[:-4] for wave in waves for task in wave)}", flush=True)
    if "evaluate" in parts:
        evaluate_all(waves, listed)
    table2()
    for title, rows in FIGURES.items():
        figure(title, rows)
    epochs()
    if "jobs" in parts:
        jobs(listed)


SERVER = Server(Model(os.path.join(SOURCE, "config", "worlds", "overworld.ini")))
GROUPS = pool()
main()
