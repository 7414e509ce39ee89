"""A fast world: episodes a minute of a scripted model that goes from nothing to a stone pickaxe, each a whole run with gate, journal
and memory, and a step's parts; and the plans of a goal among 100,000. No peer has it: the paper's games take 10 minutes each. Nothing
is asserted."""
import json, os, statistics, subprocess, tempfile, time

REINS, SOURCE = os.environ["REINS_BIN"], os.environ["REINS_SOURCE"]
EPISODES = int(os.environ.get("BENCH_EPISODES", "20"))

folder = os.path.join(os.environ["XDG_CONFIG_HOME"], "reins")
os.makedirs(os.path.join(folder, "brains"), exist_ok=True)
with open(os.path.join(SOURCE, "tests/e2e/brains/miner.lua")) as script:
    with open(os.path.join(folder, "brains/miner.lua"), "w") as copy:
        copy.write(script.read())
with open(os.path.join(folder, "reins.ini"), "w") as ini:
    ini.write("[brain miner]\nkind=lua\nscript=miner\n[rule acts]\nverdict=allow\nclass=world:*\ntier=1\n")


def episode(seed):
    """Wall seconds, outcome, acts"""
    words = [REINS, "run", "--headless", "--agent", "direct", "--display", f"world:small?seed={seed}", "--brain", "miner",
             "--max-steps", "60", "make a stone pickaxe"]
    begun, acts, outcome = time.monotonic(), 0, ""
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as run:
        for line in run.stdout:
            event = json.loads(line)
            acts += event["event"] == "fired"
            outcome = event.get("outcome", outcome) if event["event"] == "ended" else outcome
    return time.monotonic() - begun, outcome, acts


taken = [episode(seed) for seed in range(1, EPISODES + 1)]
seconds, acts = sum(t[0] for t in taken), sum(t[2] for t in taken)
won = sum(t[1] == "success" for t in taken)
print(f"  {60 * len(taken) / seconds:.0f} episodes a minute ({len(taken)} in {seconds:.1f} s, {won} to the pickaxe), "
      f"{1000 * seconds / max(acts, 1):.0f} ms an act with all around it")
runs = json.loads(subprocess.run([REINS, "memory", "runs", "--json"], capture_output=True, text=True, check=True).stdout)
steps = []
for run in runs[:EPISODES]:
    steps += json.loads(subprocess.run([REINS, "memory", "steps", str(run["run"]), "--json"], capture_output=True, text=True,
                                       check=True).stdout)
for part in ("look_ms", "ask_ms", "propose_ms", "fire_ms"):
    print(f"  {part:<12} {statistics.median(s[part] for s in steps if s['action']):.0f} ms, median of {len(steps)} steps")

PLANS = int(os.environ.get("BENCH_PLANS", "100000"))
memory = tempfile.TemporaryDirectory(dir="/dev/shm")  # each plan is committed: what is measured is reading
os.environ["XDG_DATA_HOME"], given = memory.name, os.path.join(memory.name, "plans.json")
with open(given, "w") as lines:
    for i in range(PLANS):
        lines.write(json.dumps({"app": "world:small", "goal": f"thing_{i % (PLANS // 10)} {1 + i % 64}", "outcome": "worked", "steps": 3,
                                "text": f"explore(object = \"thing_{i}\")\napproach(object = \"thing_{i}\")\nmine(object = \"thing_{i}\")"}))
        lines.write("\n")


def took(*words):
    begun = time.monotonic()
    subprocess.run([REINS, "plans", *words], stdout=subprocess.DEVNULL, check=True)
    return 1000 * (time.monotonic() - begun)


filled = took("import", given)
goal = statistics.median(took("list", "--app", "world:small", "--goal", f"thing_{n} {1 + n % 64}", "--json") for n in range(7, 107, 10))
like = statistics.median(took("search", f"thing_{n}", "--json") for n in range(7, 37, 10))
start = statistics.median(took("--help") for n in range(10))
print(f"  of {PLANS} plans (imported in {filled / 1000:.0f} s): those of a goal {goal:.0f} ms, a search with like goals {like:.0f} ms, "
      f"{start:.0f} ms of each the start of the program")
