"""Runs of the agent appagent on the programs of this folder: in a home of their own, with a model that is a server. A model has
answer(request) and sees the bytes of a request alone. The oracle knows from the program's file what solves a task."""
import json, os, subprocess, sys, threading

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from served import Prompt, Request, Server
from world import World

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = sorted(name[:-4] for name in os.listdir(HERE) if name.endswith(".ini"))
REINS = os.environ["REINS_BIN"]
WIDTH, HEIGHT = 800, 560


def acting(outcome, summary, skill=None, promise="unknown", **args):
    """What the module actor answers."""
    actions = [{"skill": "appagent_" + skill, "args": args, "expectation": "", "reason": "the task"}] if skill else []
    return {"observation": "a page", "thought": "so it goes", "promise": promise, "actions": actions, "summary": summary,
            "outcome": outcome}


def steps_of(task):
    """What a line solve= says, an action each: ("tap" or "hold", part) or ("text", field, text)."""
    steps = []
    for one in task["solve"].split("; "):
        key, quoted, text = one.partition(' "')
        steps.append(("hold", key[5:]) if key.startswith("hold ") else ("tap", key))
        if quoted:
            steps.append(("text", key, text.rstrip('"')))
    return steps


class Oracle:
    """Does the steps of a task's line solve=, and counts them in its summary."""

    def __init__(self, program):
        self.program, self.known = program, {}
        self.steps = {t["instruction"]: steps_of(t) for t in World(path_of(program)).tasks}

    def answer(self, request):
        done = int(request.section("What was done") or 0)
        steps = self.steps[request.section("Task")]
        if done == len(steps):
            return acting("exit", str(done))
        how, key, *text = steps[done]
        if text:
            return acting("continue", str(done + 1), "text", text_input=text[0])
        if not done:
            self.known.clear()  # another run
        skill = "tap_element" if how == "tap" else "long_press_element"
        number = number_of(self.then(steps[:done]), key, request.marks(), self.known)
        return acting("continue", str(done + 1), skill, element=number)

    def then(self, steps):
        """The program after these steps."""
        world = World(path_of(self.program))
        for how, key, *text in steps:
            world.press(key, how == "hold") if not text else world.type(key, text[0])
        return world


def number_of(world, key, marks, known):
    """The marks stand in the order in which the program draws its parts: the icons in one row, the others below. What led nowhere
    is in the list no more, and has the number that it had: known, (page, key) → number."""
    keys, page = [p.key() for p in world.shown()], world.state["page"]
    if len(keys) == len(marks):
        known.update({(page, k): mark[0] for k, mark in zip(keys, marks)})
    elif (page, key) not in known:
        raise ValueError(f"{world.title}, {page}: {keys} are {marks}")
    return known[page, key]


# ---- a run ----

def path_of(program):
    return os.path.join(HERE, program + ".ini")


def write_task(folder, program, task):
    """The task file of one task. Caller has the program's profile."""
    lines = ["[task]", "instruction=" + task["instruction"], "profile=" + program, f"sandbox={WIDTH}x{HEIGHT}", "max_minutes=6",
             "[check done]", "file=state", f"text=^{task['check']}$"]
    for name, score in (page.split(" ") for page in task["pages"].split(", ")):
        lines += [f"[page {name}]", "score=" + score, "file=state",
                  "text=^" + (task["check"] if name == "done" else "page=" + name) + "$"]
    path = os.path.join(folder, f"{World(path_of(program)).tasks.index(task) + 1}.ini")
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")
    return path


class Home:
    """An empty home of reins with the profiles of the programs. The store stays from run to run."""

    def __init__(self, path, model):
        self.path, self.server = path, Server(model)
        apps = os.path.join(path, "config", "reins", "apps")
        os.makedirs(apps)
        os.makedirs(os.path.join(path, "tasks"))
        os.makedirs(os.path.join(path, "run"), mode=0o700)
        for program in PROGRAMS:
            with open(os.path.join(apps, program + ".ini"), "w") as file:
                file.write(f"[profile]\napp=/usr/bin/python3 -BEs {HERE}/program.py {path_of(program)}\nwindow=^{program} - \n"
                           "back=escape\nelements=atspi\nsettle_ms=100\n")
        self.write_settings("")
        self.env = dict(os.environ, HOME=path, XDG_CONFIG_HOME=path + "/config", XDG_DATA_HOME=path + "/data",
                        XDG_RUNTIME_DIR=path + "/run", TESSDATA_PREFIX="/nonexistent")  # reins need read no words here

    def write_settings(self, more):
        with open(os.path.join(self.path, "config", "reins", "reins.ini"), "w") as file:
            file.write(f"[brain served]\nkind=openai\nurl=http://127.0.0.1:{self.server.server_port}/v1\nmodel=m\n"
                       "stream=false\nprice_in=0\nprice_out=0\n" + more)

    def reins(self, *words):
        env = {name: value for name, value in self.env.items() if name != "TESSDATA_PREFIX"}
        return subprocess.run([REINS, *words], env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def run(self, words, obey=None):
        """Runs to the end, approving what is proposed. obey(event) may give another command. Each run's end, and what it says of
        itself."""
        p = subprocess.Popen([REINS, "run", "--headless", "--agent", "appagent", *words], env=self.env, stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        told = []
        reader = threading.Thread(target=lambda: told.append(p.stderr.read()), daemon=True)
        reader.start()
        ends = []
        for line in p.stdout:
            event = json.loads(line)
            command = obey(event) if obey else None
            if event["event"] == "proposal":
                command = {"command": "approve", "id": event["id"], "digest": event["digest"]}
            elif event["event"] == "ended":
                ends.append(event)
            if command:
                try:
                    p.stdin.write(json.dumps(command) + "\n")
                    p.stdin.flush()
                except BrokenPipeError:
                    pass
        p.stdin.close()
        p.wait()
        reader.join()
        return ends, told[0]

    def deploy(self, program, tasks, settings=(), brain="served"):
        """Rows of run --tasks --json: task, run, outcome, reason, steps, page, reward, tools."""
        paths = [write_task(os.path.join(self.path, "tasks"), program, task) for task in tasks]
        listed = os.path.join(self.path, "tasks", "list")
        with open(listed, "w") as file:
            file.write("\n".join(paths) + "\n")
        words = ["--brain", brain, "--tasks", listed, "--json"]
        for setting in settings:
            words += ["--set", setting]
        _, told = self.run(words)
        for line in told.split("\n"):
            if line.startswith('{"tasks"'):
                return json.loads(line)["tasks"]
        raise RuntimeError(told)

    def documents(self):
        return len(json.loads(self.reins("docs", "list", "--json").stdout))


# ---- where documents come from ----

def explore(home, program, tasks):
    """One run, with the tasks as its task, as far as it comes."""
    home.run(["--brain", "served", "--profile", program, "--sandbox", f"{WIDTH}x{HEIGHT}", "--set", "phase=explore",
              " ".join(task["instruction"] for task in tasks)])


def demonstrate(home, program, tasks):
    """A person does these tasks by number, as the oracle does; the model writes down what it sees of that."""
    oracle = Oracle(program)

    def person(event):
        if event["event"] == "module" and event["module"] == "actor" and event["status"] == "started":
            return {"command": "module_edit", "module": "actor", "output": oracle.answer(Prompt(event["text"]))}
        return None

    home.write_settings("[modules]\nreflect=served\ndocumenter=served\n")
    for task in tasks:
        home.run(["--brain", "human", "--profile", program, "--sandbox", f"{WIDTH}x{HEIGHT}", "--set", "phase=explore",
                  task["instruction"]], person)
    home.write_settings("")


def write_documents(home, program, tasks):
    """Whoever knows the program looks at each page that the tasks come to, and writes down what each element is for."""
    oracle, display, written = Oracle(program), [], set()
    kinds = {"icon": "tap", "button": "tap", "field": "text"}

    def person(event):
        if event["event"] == "hello":
            display.append(event["display"])
        elif event["event"] == "module" and event["module"] == "actor" and event["status"] == "started":
            prompt = Prompt(event["text"])
            world = oracle.then(oracle.steps[prompt.section("Task")][:int(prompt.section("What was done") or 0)])
            if world.state["page"] not in written:
                written.add(world.state["page"])
                seen = json.loads(home.reins("see", "--display", display[-1], "--marks", "--json", "--profile", program).stdout)
                marks = sorted((m for m in seen["marks"] if "id" in m), key=lambda m: (m["y"], m["x"]))
                for mark, part in zip(marks, world.shown(), strict=True):
                    for one in (p for p in world.parts() if p.key() == part.key()):
                        kind = "long_press" if one.held else kinds[one.kind]
                        home.reins("docs", "add", "--app", program, mark["id"], kind, one.about)
            return {"command": "module_edit", "module": "actor", "output": oracle.answer(prompt)}
        return None

    for task in tasks:
        home.run(["--brain", "human", "--profile", program, "--sandbox", f"{WIDTH}x{HEIGHT}", "--set", "docs=none",
                  task["instruction"]], person)
