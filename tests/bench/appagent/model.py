"""The scripted model of bench_appagent.py. It stands for no model of anybody's, and is the same in all rows.

It sees the bytes of a request alone: the prompt's sections, and the pictures. Of a picture it reads the two lines at the top
(Tesseract), and, where no elements are told, where the parts are and what is written on them.

It knows words, nothing of these programs. A task is clauses ("…, then …"). A clause is done once the two lines have all of its
words (without endings and small words). Until then it wants the words that the lines have not, and takes the element whose
name, or whose document, has most of them (what is to be typed goes into the field that fits the clause best); where none has
one, an unnamed icon that it has not tried on this page, by chance; then what else it has not tried; then it goes back. Its
summary is its memory. It presses long only where a document of a long press fits.

While it explores, it takes what the last steps have used least, types a word of the task into a field, and goes back from a
page that is used up. Of an element it writes down what the two lines said after it was used.

Its rates: a raw point is where it is meant in POSITION of the cases (the row GPT-4V, column Mouse Position of ScreenAgent's
Table 3), else anywhere on the screen; a guess among n unnamed icons is right in 1 of n. It misreads where Tesseract does.
Nothing else goes wrong."""
import base64, functools, json, os, random, re, subprocess

import cv2, numpy

from runs import HEIGHT, WIDTH, acting

POSITION = 0.12

LINES = 76  # pixels: the two lines at the top are above this
PART = (221, 204, 204)  # blue, green, red of whatever can be pressed
SMALL = set("a an and any are as at by for from go in is it its of once one or shows switch takes that the then this to type was "
            "what where with".split())
ENDINGS = {"kept": "keep", "made": "make", "sent": "send", "found": "find", "hidden": "hide"}


def stem(word):
    word = ENDINGS.get(word, word)
    if len(word) > 3:
        word = re.sub(r"(.)\1$", r"\1", re.sub(r"(ings|ing|ed|es|s|e)$", "", word))
    return re.sub(r"y$", "i", word)


def words(text):
    return {stem(w) for w in re.findall(r"[a-z0-9]+", text.lower()) if w not in SMALL}


@functools.lru_cache(10000)
def read(png):
    done = subprocess.run(["tesseract", "stdin", "stdout", "--psm", "6"], input=png, capture_output=True,
                          env=dict(os.environ, OMP_THREAD_LIMIT="1"))
    return [line.strip() for line in done.stdout.decode().split("\n") if line.strip()]


class Picture:
    def __init__(self, url):
        self.pixels = cv2.imdecode(numpy.frombuffer(base64.b64decode(url.split(",", 1)[1]), numpy.uint8), cv2.IMREAD_COLOR)
        lines = self.read(0, 0, WIDTH, LINES)
        self.page, self.text = lines[0] if lines else "", " ".join(lines)

    def read(self, x, y, width, height):
        cut = cv2.copyMakeBorder(self.pixels[y:y + height, x:x + width], 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=(255, 255, 255))
        return read(cv2.imencode(".png", cut)[1].tobytes())

    def marks(self):
        """As Request.marks(), of what is drawn: an icon is small; what is wide has words, or takes some."""
        ground = cv2.inRange(self.pixels, PART, PART)
        found = []
        for x, y, width, height, _ in cv2.connectedComponentsWithStats(ground)[2][1:]:
            if width >= 40 and height >= 30:
                name = " ".join(self.read(x + 6, y + 6, width - 12, height - 12)) if width > 80 else ""
                found.append((len(found) + 1, "any" if width > 80 else "button", name, int(x + width // 2), int(y + height // 2)))
        return found


def unquoted(text):
    return re.sub(r"^> ?", "", text, flags=re.M).strip()


def documents(request):
    """number → [(kind, text)]"""
    found, number, kind = {}, None, None
    for line in request.section("What is written down of these elements").split("\n"):
        if head := re.match(r"> (\d+) .*\"$", line):
            number, kind = int(head[1]), None
        elif not line.startswith(">"):
            kind = line.split(" ")[0].rstrip(":")
        elif number and kind:
            found.setdefault(number, []).append((kind, line[2:]))
    return found


class Model:
    def __init__(self, seed):
        self.seed, self.asked = seed, {}

    def answer(self, request):
        task = request.section("Task")
        self.asked[task] = self.asked.get(task, 0) + 1
        self.random = random.Random(f"{self.seed} {task} {self.asked[task]}")
        if "decision" in request.fields:
            return self.reflect(request)
        if "contradicts" in request.fields:
            return self.merge(request)
        return self.explore(request) if request.section("You explore") else self.deploy(request)

    # ---- what it has seen of an element ----

    def reflect(self, request):
        before, after = Picture(request.pictures[0]), Picture(request.pictures[-1])
        element, did = unquoted(request.section("The element")), request.section("The action")
        seen = f"then the screen says: {after.text}"
        helps = bool((words(after.text) - words(before.text)) & words(request.section("Task")))
        if did.startswith("appagent_text"):
            decision, seen = "CONTINUE", f"takes a text; page {after.page}"  # not again: it is known now
        elif element.startswith(("text", "entry")):
            decision, seen = "SUCCESS", f"gets the keys when it is tapped; page {after.page}"
        elif before.text == after.text:
            decision, seen = "CONTINUE", "changes nothing that can be read"
        else:
            decision = "SUCCESS" if helps else "BACK" if before.page != after.page else "CONTINUE"
        return {"decision": decision, "thought": after.text, "documentation": seen}

    def merge(self, request):
        old, new = unquoted(request.section("Its document")), unquoted(request.section("What was seen now"))
        return {"contradicts": False, "contradiction": "", "text": old if words(new) <= words(old) else f"{old}; or: {new}"}

    # ---- what it does ----

    def explore(self, request):
        past, marks = request.section("Last steps"), request.marks()
        used = {m[0]: len(re.findall(rf"element = {m[0]}\)", past)) for m in marks}
        last = re.findall(r"^- step \d+: appagent_tap_element\(element = (\d+)\)", past.split("\n")[-1])
        if last and any(m[0] == int(last[0]) and m[1] == "field" for m in marks):
            return acting("continue", "typed", "text", text_input=(re.findall(r'"(\w+)"', request.section("Task")) or ["abc"])[0])
        if not marks or min(used.values()) > 0 and "appagent_back" not in past.split("\n")[-1]:
            return acting("continue", "back", "back", chord="Escape")
        least = [n for n in used if used[n] == min(used.values())]
        return acting("continue", "tried", "tap_element", element=self.random.choice(least))

    def deploy(self, request):
        picture = Picture(request.pictures[-1])
        try:
            memory = json.loads(request.section("What was done"))
        except ValueError:
            memory = {"done": 0, "tried": [], "types": False}
        clauses = re.split(r", then ", request.section("Task").rstrip("."))
        promised = words(unquoted(request.section("What is written down of the last")))
        promise = "kept" if promised & words(picture.text) else "unknown"
        while memory["done"] < len(clauses) and words(clauses[memory["done"]]) <= words(picture.text):
            memory = {"done": memory["done"] + 1, "tried": [], "types": False}
        if memory["done"] == len(clauses):
            return acting("exit", "all is done", promise=promise)
        clause = clauses[memory["done"]]
        typed = re.findall(r'"(\w+)"', clause)
        if memory["types"]:
            memory["types"] = False
            return acting("continue", self.summary(memory), "text", promise, text_input=typed[0])
        choice = self.choose(request, picture, memory, words(clause), bool(typed))
        if not choice:
            memory["tried"] = []
            return acting("continue", self.summary(memory), "back", promise, chord="Escape")
        mark, how = choice
        memory["tried"].append(f"{picture.page} {mark[0]} {how}")
        memory["types"] = mark[1] in ("field", "any") and bool(typed)
        skill = "long_press" if how == "long_press" else "tap"
        if request.marks():
            return acting("continue", self.summary(memory), skill + "_element", promise, element=mark[0])
        hit = self.random.random() < POSITION
        x, y = mark[3:] if hit else (self.random.randrange(WIDTH), self.random.randrange(HEIGHT))
        return acting("continue", self.summary(memory), skill, promise, x=x, y=y)

    def summary(self, memory):
        memory["tried"] = memory["tried"][-25:]
        return json.dumps(memory)

    def choose(self, request, picture, memory, clause, types):
        """(mark, "tap" or "long_press"), None = go back."""
        docs, ways, wanted = documents(request), [], clause - words(picture.text)
        marks = request.marks() or ([] if "appagent_tap_element" in request.section("Skills") else picture.marks())
        for mark in marks:
            told = docs.get(mark[0], [])
            if mark[1] == "field" and not types:
                continue
            fit = (lambda text: 0.5 + len(clause & words(text))) if mark[1] == "field" else lambda text: len(wanted & words(text))
            ways.append((fit(mark[2]), mark, "tap", bool(told)))
            ways += [(fit(text), mark, kind if kind == "long_press" else "tap", True) for kind, text in told]
        left = [w for w in ways if f"{picture.page} {w[1][0]} {w[2]}" not in memory["tried"]]
        fits = [w for w in left if w[0] == max(w[0] for w in left) > 0]
        icons = [w for w in left if not w[1][2] and not w[3]]
        new = [w for w in left if not w[3]]
        some = fits or icons or new or left
        return self.random.choice(some)[1:3] if some else None
