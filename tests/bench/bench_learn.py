"""JARVIS-1's learning in a fast world (reins learn): success by epoch with three curricula (the paper's Figure 9), by memory size
(Figure 7), and what runs side by side bring. The tasks are a sample of those of its 11 groups (engine/agents/jarvis/
jarvis_tasks.py), one of each; the scripted model (world/model.py) is the same in all rows. Nothing is asserted.

BENCH_EPOCHS=N (3), BENCH_EACH=N tasks of a group (1), BENCH_SEED=N (1), BENCH_ROWS="random;proposed" (all)."""
import json, os, re, subprocess, sys, time

from served import Server

SOURCE, REINS = os.environ["REINS_SOURCE"], os.environ["REINS_BIN"]
sys.path.insert(0, os.path.join(SOURCE, "tests", "bench", "world"))
sys.dont_write_bytecode = True

from model import Model

EPOCHS, EACH, SEED = (int(os.environ.get(name, n)) for name, n in (("BENCH_EPOCHS", "3"), ("BENCH_EACH", "1"), ("BENCH_SEED", "1")))
HOME = os.environ["HOME"]
ROWS = {  # name: options of reins learn
    "listed": ("--curriculum", "{list}", "--jobs", "2"),
    "random": ("--curriculum", "random", "--jobs", "2"),
    "proposed": ("--curriculum", "proposed", "--jobs", "2"),
    "listed, no memory": ("--curriculum", "{list}", "--jobs", "2", "--set", "memory=off"),
    "listed, 5 plans": ("--curriculum", "{list}", "--jobs", "2", "--memory-max", "5"),
    "listed, one job": ("--curriculum", "{list}", "--jobs", "1"),
    "listed, four jobs": ("--curriculum", "{list}", "--jobs", "4")}


def sample():
    """A list of task files: so many of each group, evenly over its names."""
    pool = os.path.join(HOME, "pool")
    subprocess.run([sys.executable, os.path.join(SOURCE, "engine/agents/jarvis/jarvis_tasks.py"), pool], check=True,
                   capture_output=True)
    groups = {}
    for name in sorted(os.listdir(pool)):
        with open(os.path.join(pool, name)) as file:
            groups.setdefault(re.search(r"^group=(.*)$", file.read(), re.M)[1], []).append(name)
    chosen = [names[i * len(names) // EACH] for names in groups.values() for i in range(EACH)]
    with open(os.path.join(HOME, "list"), "w") as file:
        file.write("".join(f"pool/{name}\n" for name in chosen))
    return os.path.join(HOME, "list"), len(chosen)


def learn(name, options, listed):
    path = os.path.join(HOME, re.sub(r"\W+", "_", name))
    os.makedirs(os.path.join(path, "config", "reins"))
    os.makedirs(os.path.join(path, "run"), mode=0o700)
    server = Server(Model(os.path.join(SOURCE, "config", "worlds", "overworld.ini")))
    with open(os.path.join(path, "config", "reins", "reins.ini"), "w") as ini:
        ini.write(f"[brain scripted]\nkind=openai\nurl=http://127.0.0.1:{server.server_port}/v1\nmodel=scripted-{SEED}\n"
                  "stream=false\nprice_in=0\nprice_out=0\n")
    env = dict(os.environ, HOME=path, XDG_CONFIG_HOME=path + "/config", XDG_DATA_HOME=path + "/data", XDG_RUNTIME_DIR=path + "/run")
    words = [REINS, "learn", "--agent", "jarvis", "--brain", "scripted", "--pool", listed, "--epochs", str(EPOCHS), "--seed", str(SEED),
             "--yes", "--json", *(option.format(list=listed) for option in options)]
    begun = time.monotonic()
    done = subprocess.run(words, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if not done.stdout.startswith("{"):
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout), time.monotonic() - begun


def main():
    listed, n = sample()
    rounds = -(-n // 4)
    print(f"  {n} tasks of 11 groups, {EPOCHS} epochs, seed {SEED}; each epoch: successes of tries, plans in memory; brain: scripted")
    for name, options in ROWS.items():
        if name not in os.environ.get("BENCH_ROWS", name).split(";"):
            continue
        told, seconds = learn(name, options, listed)
        row = ""
        for epoch in range(EPOCHS):
            mine = [e for e in told["episodes"] if e["outcome"] and e["outcome"] != "left out" and e["task"] != ":propose"
                    and epoch * rounds < e["round"] <= (epoch + 1) * rounds]
            won = sum(e["outcome"] == "success" for e in mine)
            row += f"  {won:3}/{len(mine):<3} {100 * won / max(len(mine), 1):5.1f} % {max([e['memory'] for e in mine], default=0):4}"
        goals = len({e["goal"] for e in told["episodes"] if e["outcome"] == "success" and e["task"] != ":propose"})
        print(f"  {name:18}{row}   {goals:3} goals reached, {told['calls']:5} calls, {seconds:4.0f} s", flush=True)


main()
