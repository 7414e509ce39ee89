"""GITM's ablation in a fast world: the game "a diamond from nothing" with a seed each, and how far it comes. The scripted model
(world/model.py) is the same in all rows; the rows are options of the agent. Beside it the paper's figures for a diamond, with
its own model in the live game. Nothing is asserted.

BENCH_SEEDS=N (40), BENCH_FIRST=N (1: the first seed), BENCH_JOBS=N (2), BENCH_ROWS="none;+ feedback" (all)."""
import json, os, re, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

from served import Server

SOURCE, REINS = os.environ["REINS_SOURCE"], os.environ["REINS_BIN"]
HERE = os.path.join(SOURCE, "tests", "bench", "world")
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

from model import Model

SEEDS, FIRST = int(os.environ.get("BENCH_SEEDS", "40")), int(os.environ.get("BENCH_FIRST", "1"))
JOBS = int(os.environ.get("BENCH_JOBS", "2"))
MILESTONES = ("crafting_table", "wooden_pickaxe", "stone_pickaxe", "iron_pickaxe", "diamond")
CONTROLLER = 60  # of a hundred acts fail where a model's acts are not structured: ours to say, the paper gives no such share
PARTS = ("decompose", "feedback", "knowledge", "memory")
ROWS = {  # the parts that are on, percent of acts that fail (None = the world's 3), the paper's percent of diamonds
    "none": (0, None, "0"), "+ decomposition": (1, None, "0"), "+ feedback": (2, None, "5"), "+ knowledge": (3, None, "35"),
    "+ memory": (4, None, "67.5"), "no structured actions": (4, CONTROLLER, "-")}
PRACTICE = 0  # the seed of the model that practises


class Home:
    """An empty home with the world's knowledge; a brain for each seed, all of them one server."""

    def __init__(self, name):
        self.path = os.path.join(os.environ["HOME"], re.sub(r"\W", "_", name))
        self.server = Server(Model(os.path.join(SOURCE, "config", "worlds", "small.ini")))
        os.makedirs(os.path.join(self.path, "config", "reins"))
        os.makedirs(os.path.join(self.path, "run"), mode=0o700)
        with open(os.path.join(self.path, "config", "reins", "reins.ini"), "w") as ini:
            for seed in (PRACTICE, *range(FIRST, FIRST + SEEDS)):
                ini.write(f"[brain scripted-{seed}]\nkind=openai\nurl=http://127.0.0.1:{self.server.server_port}/v1\n"
                          f"model=scripted-{seed}\nstream=false\nprice_in=0\nprice_out=0\n")
        self.env = dict(os.environ, HOME=self.path, XDG_CONFIG_HOME=self.path + "/config", XDG_DATA_HOME=self.path + "/data",
                        XDG_RUNTIME_DIR=self.path + "/run")
        self.reins("knowledge", "build", "--from", "world:small")

    def reins(self, *words):
        done = subprocess.run([REINS, *words], env=self.env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode > 1:
            raise RuntimeError(f"{words}: {done.returncode}: {done.stderr or done.stdout}")
        return done.stdout

    def learn(self, seed, *words):
        return json.loads(self.reins("learn", "--agent", "gitm", "--brain", f"scripted-{seed}", "--yes", "--json", *words))

    def milestones(self, run):
        """What the inventories had that the prompts of the run told."""
        shown = self.reins("memory", "show", str(run), "--json")
        had = set(re.findall(r"([a-z_]+)=\d", " ".join(re.findall(r"## The inventory\\+n(.*?)\\+n", shown))))
        return had & set(MILESTONES)


def play(home, options, seed):
    """(milestones, steps, calls) of a game."""
    episode = home.learn(seed, "--evaluate", "--pool", os.path.join(HERE, "diamond.list"), "--seed", str(seed), "--seeds", "1",
                         *options)["episodes"][0]
    won = episode["outcome"] == "success"
    return set(MILESTONES) if won else home.milestones(episode["run"]) - {"diamond"}, episode["steps"], episode["calls"]


def row(name):
    on, fail, paper = ROWS[name]
    home, options = Home(name), ["--set", "stall=30"] # as many equal failures as it has plans: the rows differ in what is said alone
    for i, part in enumerate(PARTS):
        if i >= on:
            options += ["--set", f"{part}=off"]
    practised = ""
    if on == len(PARTS):
        told = home.learn(PRACTICE, "--practice", "--pool", os.path.join(HERE, "goals"), "--seed", "1000", "--seeds", "20", "--jobs",
                          str(JOBS))
        learnt = sum(task["successes"] >= 5 for task in told["tasks"])
        practised = f"practice: {learnt} of {len(told['tasks'])} goals, {told['tries']} runs"
    if fail is not None:
        options += ["--display", f"world:small?fail={fail}"]
    with ThreadPoolExecutor(JOBS) as pool:
        games = list(pool.map(lambda seed: play(home, options, seed), range(FIRST, FIRST + SEEDS)))
    rates = "".join(f"{100 * sum(one in game[0] for game in games) / len(games):9.1f} %" for one in MILESTONES)
    steps, calls = (sum(game[i] for game in games) / len(games) for i in (1, 2))
    print(f"  {name:22}{rates}{steps:8.0f}{calls:7.0f}  scripted  {paper:>6}  {practised}", flush=True)


print(f"  {SEEDS} seeds from {FIRST}; the share of games that came to the milestone; means of steps and calls; the paper's diamonds in %")
print(f"  {'':22}{''.join(f'{one:>11}' if len(one) < 11 else f' {one[:10]}' for one in MILESTONES)}   steps  calls  brain      paper")
for one in ROWS:
    if one in os.environ.get("BENCH_ROWS", one).split(";"):
        row(one)
