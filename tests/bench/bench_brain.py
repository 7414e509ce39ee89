"""Model calls of a step, with a scripted model: calls in a row and the wall time where each takes 1 s, and how much of a
request equals the one before of its module (what a provider's cache of prefixes can have), on each wire. Nothing is asserted."""
import hashlib, http.server, json, os, re, statistics, subprocess, threading, time

REINS = os.environ["REINS_BIN"]
STEPS = int(os.environ.get("BENCH_STEPS", "6"))
PICTURE = "iVBORw0KGgo"  # how a PNG begins in base64
MARK = ',"cache_control":{"type":"ephemeral"}'  # says how far to cache, and is no part of it
X, Y = 40, 200           # a button of xcalc

FIELDS = {"text": [], "description": "a calculator", "guidance": "press F1 for help", "reasoning": "so it goes", "success": "yes",
          "task_done": False, "subtask": "press 7", "horizon": "short", "subtask_done": False, "skills": [], "summary": "pressed"}
REPLY = json.dumps({**{m: FIELDS for m in ("gather", "reflect", "infer", "curate")}, **FIELDS, "outcome": "continue",
                    "actions": [{"skill": "press_button", "args": {"label": "7"}, "expectation": "a 7", "reason": "next"}]})


def say(kind, native, n):
    """A whole answer of that kind: the reply to every module, or a click with the provider's computer tool."""
    used = {"input_tokens": 1000, "output_tokens": 50}
    if kind == "anthropic":
        click = {"type": "tool_use", "id": f"t{n}", "name": "left_click", "toolset_name": "computer",
                 "input": {"coordinate": [X, Y]}}
        return {"content": [click if native else {"type": "text", "text": REPLY}], "usage": used,
                "stop_reason": "tool_use" if native else "end_turn"}
    if kind == "responses":
        click = {"type": "computer_call", "call_id": f"c{n}", "id": f"c{n}", "status": "completed", "pending_safety_checks": [],
                 "actions": [{"type": "click", "button": "left", "x": X, "y": Y}]}
        text = {"type": "message", "role": "assistant", "status": "completed",
                "content": [{"type": "output_text", "text": REPLY}]}
        return {"status": "completed", "output": [click if native else text], "usage": used}
    if kind == "gemini":
        click = {"functionCall": {"name": "click_at", "args": {"x": X * 1000 // 640, "y": Y * 1000 // 480}}}
        part = click if native else {"text": REPLY}
        return {"candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP"}],
                "usageMetadata": {"promptTokenCount": 1000, "candidatesTokenCount": 50}}
    return {"choices": [{"message": {"content": REPLY}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 1000, "completion_tokens": 50}}


class Model(http.server.ThreadingHTTPServer):
    def __init__(self, kind, native, takes_s):
        super().__init__(("127.0.0.1", 0), Answer)
        self.kind, self.native, self.takes_s, self.asked = kind, native, takes_s, []
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Answer(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        body, model = self.rfile.read(int(self.headers["Content-Length"])).decode(), self.server
        begun = time.monotonic()
        time.sleep(model.takes_s)
        text = json.dumps(say(model.kind, model.native, len(model.asked))).encode()
        model.asked.append((begun, time.monotonic(), body))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


def run(agent, kind, takes_s, settings=""):
    """When each step's first card came, [(begin, end, body) of each call]"""
    model = Model(kind, agent == "computer", takes_s)
    folder = os.path.join(os.environ["XDG_CONFIG_HOME"], "reins")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "reins.ini"), "w") as ini:
        ini.write(f"[run]\nsummary_every=3\n{settings}\n[brain served]\nkind={kind}\n"
                  f"url=http://127.0.0.1:{model.server_port}/v1\nmodel=m\nstream=false\nprice_in=0\nprice_out=0\n")
    p = subprocess.Popen([REINS, "run", "--headless", "--agent", agent, "--sandbox", "640x480", "--app", "xcalc",
                          "--brain", "served", "--max-steps", str(STEPS), "press 7"],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    cards = []
    for line in p.stdout:
        e = json.loads(line)
        if e["event"] == "proposal":
            cards.append(time.monotonic())
            p.stdin.write(json.dumps({"command": "approve", "id": e["id"], "digest": e["digest"]}) + "\n")
            p.stdin.flush()
    p.wait()
    model.shutdown()
    return cards, sorted(model.asked)


def in_a_row(calls):
    """How many calls waited for one before them."""
    n, until = 0, 0
    for begin, end, _ in calls:
        if begin >= until:
            n, until = n + 1, end
    return n


def module_of(body):
    """The first line of its system's part tells modules from each other."""
    root = json.loads(body)
    words = root.get("system") or root.get("instructions") or root.get("systemInstruction") or root.get("messages", [""])[0]
    return json.dumps(words)[:2000]


def told(body):
    """Pictures by their hash: what counts is how far texts and whole pictures are the same."""
    return re.sub(PICTURE + "[A-Za-z0-9+/=]+", lambda m: hashlib.md5(m[0].encode()).hexdigest(), body.replace(MARK, ""))


def tell_prefixes(kind, agent, calls):
    last, same, lengths = {}, [], []
    for _, _, body in calls:
        of, now = module_of(body), told(body)
        if of in last:
            same.append(len(os.path.commonprefix([last[of], now])))
            lengths.append(len(now))
        last[of] = now
    if same:
        print(f"  {kind:10} {agent:8} {len(same):3} requests: {sum(same) / sum(lengths) * 100:3.0f} % of their bytes without"
              f" pictures ({statistics.median(same):6.0f} of {statistics.median(lengths):6.0f}, least {min(same)})")
    else:
        print(f"  {kind:10} {agent:8} no module was asked twice")


print("a model that takes 1 s for each answer: from the first call of a step to its card")
for agent, kind, name, settings in (
        ("cradle", "openai", "cradle", ""),
        ("cradle", "openai", "cradle, merge=gather+infer+curate", "[modules]\nmerge=gather+infer+curate"),
        ("cradle", "openai", "cradle, merge=gather+reflect+infer+curate", "[modules]\nmerge=gather+reflect+infer+curate"),
        ("direct", "openai", "direct", ""), ("computer", "anthropic", "computer", "")):
    cards, calls = run(agent, kind, 1, settings)
    rows = []
    for before, card in zip([0] + cards, cards):
        mine = [c for c in calls if before <= c[0] < card]
        if mine:  # else the card was shown again
            rows.append((in_a_row(mine), len(mine), card - mine[0][0]))
    print(f"  {name:44} calls in a row: most {max(r[0] for r in rows)}, median {statistics.median(r[0] for r in rows):.0f};"
          f" calls {sum(r[1] for r in rows) / len(rows):.1f} a step; wall median {statistics.median(r[2] for r in rows):5.2f} s,"
          f" most {max(r[2] for r in rows):5.2f} s   ({len(rows)} cards)")
print(f"how much of a request is, from its beginning on, the one before of its module: {STEPS} steps")
for kind in ("openai", "responses", "anthropic", "gemini"):
    for agent in ("cradle", "direct", "computer"):
        if agent != "computer" or kind != "openai":
            tell_prefixes(kind, agent, run(agent, kind, 0)[1])
