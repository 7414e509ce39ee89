"""What of ScreenAgent's loops wins back how much: three task files, a scripted model that does all of them (oracle), and the same
one when it errs at the rates of the paper's Table 3 (row ScreenAgent). The model is a server: it sees the bytes of a request,
nothing else, and is the same in all rows. A seed decides what goes wrong in the n-th request of a module. Nothing is asserted."""
import base64, http.server, json, os, random, re, shutil, subprocess, threading
from concurrent.futures import ThreadPoolExecutor
import cv2, numpy

REINS = os.environ["REINS_BIN"]
TASKS = os.path.join(os.environ["REINS_SOURCE"], "tests", "bench", "screenagent")
SEEDS = int(os.environ.get("BENCH_SEEDS", "5"))
JOBS = int(os.environ.get("BENCH_JOBS", "2"))
SIZE = (900, 600)

# The shares that are right. Plan and text are BLEU in the paper: here the share of plans and of texts without a fault.
ORACLE = dict(plan=1, type=1, mouse=1, button=1, position=1, text=1, situation=1)
PAPER = dict(plan=0.31, type=0.98, mouse=0.94, button=0.97, position=0.51, text=0.87, situation=0.52)
ROWS = (("oracle", ORACLE, 1, ()),
        ("none", PAPER, SEEDS, ("retries=0", "reformulations=0")),
        ("retry", PAPER, SEEDS, ("reformulations=0",)),
        ("reformulate", PAPER, SEEDS, ("retries=0",)),
        ("retry, reformulate", PAPER, SEEDS, ()),
        ("the same, images=after", PAPER, SEEDS, ("images=after",)))
STRANGE = "the printer has printed the page"  # a subtask that no screen here has a place for
UNSEEN = 30  # pixels: a text cursor that blinks is no change


class Request:
    """What a model is told: the sections of its prompt, and its pictures in their order."""

    def __init__(self, body):
        root = json.loads(body)
        self.fields = root["response_format"]["json_schema"]["schema"]["properties"]
        parts = [p for m in root["messages"] for p in (m["content"] if isinstance(m["content"], list) else
                                                       [{"type": "text", "text": m["content"]}])]
        text = "\n".join(p["text"] for p in parts if p["type"] == "text")
        self.sections = {head: rest.strip() for head, rest in re.findall(r"^## (.*)\n((?:(?!## ).*\n?)*)", text, re.M)}
        urls = [p["image_url"]["url"] for p in parts if p["type"] == "image_url"]
        bytes_of = (numpy.frombuffer(base64.b64decode(u.split(",", 1)[1]), numpy.uint8) for u in urls)
        self.pictures = [cv2.imdecode(b, cv2.IMREAD_GRAYSCALE) for b in bytes_of]

    def section(self, begin):
        return next((text for head, text in self.sections.items() if head.startswith(begin)), "")

    def title(self):
        return self.section("Windows").split("\n")[0].removeprefix("> ")

    def dark(self, x, y, width, height):
        """From which to which column of that part the newest picture is written on; None = nowhere."""
        columns = numpy.nonzero((self.pictures[-1][y:y + height, x:x + width] < 110).any(axis=0))[0]
        return (columns[0], columns[-1]) if columns.size else None

    def ground(self):
        """The grey of an empty place of the page."""
        return int(self.pictures[-1][500, 800])

    def did(self, key):
        """That key was pressed for the subtask, and it is not said that it was not."""
        return any(key in line and ": not done" not in line for line in self.section("What was done").split("\n"))

    def unmoved(self):
        before, after = self.pictures
        return before.shape == after.shape and numpy.count_nonzero(before != after) < UNSEEN


def do(skill, **args):
    return {"skill": "screenagent_" + skill, "args": args, "reason": "the subtask",
            "expectation": "no visible change" if args.get("keyboard_key") == "Control_L+s" else "it is done"}


def click(x, y):
    return do("mouse_click", x=x, y=y)


def press(key):
    return do("keyboard_press", keyboard_key=key)


def write(text):
    return do("keyboard_text", keyboard_text=text)


# ---- the tasks as one who knows the programs does them: subtask, its actions, whether a request shows that it is done ----

def second_line(r):
    if r.title().startswith("*"):  # something is in it already, perhaps at a wrong place
        return [press("Control_L+a"), write("one\ntwo\n")]
    return [click(300, 400), write("two")]


def sum_is_there(r):
    at = r.dark(60, 250, 75, 12)  # inside of cell A4: a number stands at its right side, an error is wide
    return bool(at) and at[0] > 45


def name_of_the_order(r):
    written = [press("Control_L+a")] if r.dark(110, 155, 270, 30) else []
    return [click(250, 170), *written, write("Ada")]


PLANS = {
    "Write the word": (
        ("two is in the second line", second_line, lambda r: bool(r.dark(2, 72, 40, 12)) and not r.dark(40, 52, 60, 14)),
        ("notes.txt is saved", lambda r: [press("Control_L+s")], lambda r: r.did("Control_L+s"))),
    "Put the sum": (
        ("A4 shows the sum", lambda r: [click(95, 255), write("=sum(A1:A3)"), press("Return")], sum_is_there),
        ("the workbook is saved", lambda r: [press("Control_L+s")], lambda r: r.did("Control_L+s"))),
    "Order a pot": (
        ("the order form is open", lambda r: [click(200, 180)], lambda r: r.ground() == 0xdd),
        ("the name is Ada", name_of_the_order,
         lambda r: r.ground() == 0xbb),
        ("the order is sent", lambda r: [click(200, 280)], lambda r: r.ground() == 0x99)),
}


class Model(http.server.ThreadingHTTPServer):
    def __init__(self, rates, seed):
        super().__init__(("127.0.0.1", 0), Answer)
        self.rates, self.seed, self.asked = rates, seed, {}
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def answer(self, body):
        r = Request(body)
        module = next(m for m, field in (("plan", "subtasks"), ("act", "actions"), ("judge", "situation")) if field in r.fields)
        self.asked[module] = self.asked.get(module, 0) + 1
        task = r.section("Task")
        self.rows = next(p for begin, p in PLANS.items() if task.startswith(begin))
        self.random = random.Random(f"{self.seed} {task} {module} {self.asked[module]}")
        return getattr(self, module)(r)

    def errs(self, what):
        return self.random.random() >= self.rates[what]

    def row(self, subtask):
        return next((row for row in self.rows if row[0] == subtask), None)

    def judge(self, r):
        row = self.row(r.section("The subtask that you judge"))
        right = "need_reformulate" if not row else "sub_task_success" if row[2](r) else "need_retry"
        others = [s for s in ("sub_task_success", "need_retry", "need_reformulate") if s != right]
        said = self.random.choice(others) if self.errs("situation") else right
        if len(r.pictures) == 2 and r.unmoved() and said == "sub_task_success" != right:
            said = "need_retry"  # whoever sees two equal pictures does not take it for done
        return {"reasoning": r.title(), "situation": said, "advice": "" if said == "sub_task_success" else "go another way"}

    def act(self, r):
        row = self.row(r.section("The present subtask"))
        actions = row[1](r) if row else [do("wait", wait_time=0.1)]
        if row and f"at 0,0, {SIZE[0]}×{SIZE[1]}" not in r.title():
            actions = [press("Escape")]  # a dialog or a menu that the last try has opened
        return {"screen": r.title(), "reasoning": "so it goes", "actions": [self.blur(a) for a in actions]}

    def blur(self, action):
        args = action["args"]
        if self.errs("type"):
            return do("wait", wait_time=0.1)
        if "x" in args:
            if self.errs("position"):
                args["x"], args["y"] = self.random.randrange(SIZE[0]), self.random.randrange(SIZE[1])
            if self.errs("button"):
                args["mouse_button"] = "right"
            if self.errs("mouse"):
                action["skill"] = self.random.choice(("screenagent_mouse_double_click", "screenagent_mouse_move"))
                if action["skill"].endswith("move"):
                    args.pop("mouse_button", None)
        elif "keyboard_text" in args and self.errs("text"):
            text = args["keyboard_text"]
            at = self.random.randrange(len(text))
            args["keyboard_text"] = text[:at] + "x" + text[at + 1:]
        elif "keyboard_key" in args and self.errs("text"):
            args["keyboard_key"] = self.random.choice(("Tab", "Down", "Control_L+z"))
        return action

    def plan(self, r):
        done = re.findall(r"^\d+\. (.*)$", r.section("Done already"), re.M)
        subtasks = [row[0] for row in self.rows if row[0] not in done]
        if self.errs("plan"):
            subtasks.insert(self.random.randrange(len(subtasks) + 1), STRANGE)
        return {"reasoning": r.title(), "subtasks": subtasks or [self.rows[-1][0]]}


class Answer(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        said = self.server.answer(self.rfile.read(int(self.headers["Content-Length"])).decode())
        text = json.dumps({"choices": [{"message": {"content": json.dumps(said)}, "finish_reason": "stop"}],
                           "usage": {"prompt_tokens": 1000, "completion_tokens": 50}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


def run(row, task, seed, rates, settings):
    """How it ended: its outcome, its reason, and how many model calls it took."""
    model = Model(rates, seed)
    home = os.path.join(os.environ["HOME"], re.sub(r"\W+", "-", f"{row} {task} {seed}"))
    os.makedirs(os.path.join(home, "config", "reins"))
    os.makedirs(os.path.join(home, "run"), mode=0o700)
    with open(os.path.join(home, "config", "reins", "reins.ini"), "w") as ini:
        ini.write(f"[brain served]\nkind=openai\nurl=http://127.0.0.1:{model.server_port}/v1\nmodel=m\nstream=false\n"
                  "price_in=0\nprice_out=0\n")
    env = dict(os.environ, HOME=home, XDG_CONFIG_HOME=home + "/config", XDG_DATA_HOME=home + "/data",
               XDG_RUNTIME_DIR=home + "/run", TESSDATA_PREFIX="/nonexistent")  # the words near a click decide nothing here
    words = [REINS, "run", "--headless", "--agent", "screenagent", "--brain", "served",
             "--task", os.path.join(TASKS, task + ".ini")]
    for setting in settings:
        words += ["--set", setting]
    p = subprocess.Popen(words, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    ended = {"outcome": "no end", "reason": ""}
    for line in p.stdout:
        e = json.loads(line)
        if e["event"] == "proposal":
            try:
                p.stdin.write(json.dumps({"command": "approve", "id": e["id"], "digest": e["digest"]}) + "\n")
                p.stdin.flush()
            except BrokenPipeError:
                pass
        elif e["event"] == "ended":
            ended = e
    p.stdin.close()
    if p.wait() and ended["outcome"] == "no end":
        ended["reason"] = p.stderr.read().strip()
    model.shutdown()
    return ended["outcome"], ended.get("reason", ""), sum(model.asked.values())


def kind_of(outcome, reason):
    return ("success" if outcome == "success" else "check" if "of its task denies it" in reason else
            "retries" if "did not succeed after" in reason else "plans" if "was made anew" in reason else "other")


def main():
    for tool in ("mousepad", "gnumeric", "chromium"):
        if not shutil.which(tool):
            print(f"  skipped: {tool} is not installed (make deps-bench)")
            return
    tasks = ("editor", "sheet", "browser")
    rows = [row for row in ROWS if row[0] in os.environ.get("BENCH_ROWS", row[0]).split(";")]
    jobs = [(name, task, seed, rates, settings) for name, rates, seeds, settings in rows
            for seed in range(1, seeds + 1) for task in tasks]
    with ThreadPoolExecutor(JOBS) as pool:
        results = list(zip(jobs, pool.map(lambda job: run(*job), jobs)))
    print(f"  {'':24} {'  '.join(f'{t:>8}' for t in tasks)}       all   calls   ended by: check, retries, plans, other")
    for name, *_ in rows:
        mine = [(job, result) for job, result in results if job[0] == name]
        won = lambda some: f"{sum(r[0] == 'success' for _, r in some)}/{len(some)}"
        kinds = [kind_of(r[0], r[1]) for _, r in mine]
        print(f"  {name:24} {'  '.join(f'{won([m for m in mine if m[0][1] == t]):>8}' for t in tasks)}  {won(mine):>8}  "
              f"{sum(r[2] for _, r in mine) / len(mine):6.1f}   "
              + ", ".join(str(kinds.count(k)) for k in ("check", "retries", "plans", "other")))
    for job, result in results:
        if kind_of(*result[:2]) == "other":
            print(f"    {job[0]}, {job[1]}, seed {job[2]}: {result[0]}: {result[1]}")


main()
