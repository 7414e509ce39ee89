"""The scripted model of the agents gitm and jarvis in a fast world. It stands for no model of anybody's, and is the same in all rows.

It sees the bytes of a request alone: the name of the form that it is to fill in, and the sections of the prompt. The name of the
model in the request ("scripted-7") is its seed. Chance comes from that seed and the bytes, so that the same request to the same
model has the same answer.

What a sentence of the knowledge says, or of what has to be known for a goal, or a plan from memory, it goes by; it misreads a
number in MISREAD of the sentences. Of all else it recalls the recipes of the game as somebody does who has read about it once:
it forgets each ingredient with FORGET, miscounts each with MISCOUNT, takes the tool for one level lower, or for none, with
WRONG_TOOL, and the depth of an ore with WRONG_DEPTH.

A plan that it makes by itself lacks each action with SKIP (never all of them) and has each count one too low with SHORT. Where
a plan from memory is there it goes by that, also for a goal on the way, with SKIP_COPIED and no miscount. What the reason of a
failure names it gets first. It does not know why a plan failed where it is not told, and plans by what the inventory and the place
are now. What a thing that it needs needs itself, and so on, it does not think of with LOSE a step down, so that a long way planned
in one go has holes. Asked to explain a failure it names what the feedback says is missing, and what else the goal needs, as far as
it recalls that. Of tasks it proposes what was never tried, the shortest way first, then any."""
import hashlib, random, re

MISREAD = 0.02
FORGET, MISCOUNT, WRONG_TOOL, WRONG_DEPTH = 0.15, 0.2, 0.15, 0.3
SKIP, SHORT, SKIP_COPIED, LOSE = 0.12, 0.1, 0.02, 0.25

GROUND, DEEPEST, ACTS_MAX, GOALS_MAX, DEPTH_MAX = 64, -60, 32, 64, 12
LEVELS = ("wooden", "stone", "iron", "diamond")
GROUPS = {"log": ("oak_log", "birch_log", "spruce_log"), "planks": ("oak_planks", "birch_planks", "spruce_planks"),
          "wooden_slab": ()}
ACTS = {"mining": "mine", "attacking": "attack", "applying": "apply"}
FUEL = "coal"
COPIED = "copied"  # of an act in a plan: it stood in memory


class Fact:
    """How a thing is got: made of others, or found."""

    def __init__(self, gives=1, needs=None, station="", smelts=False, act="", source="", tool="", low=GROUND, high=GROUND):
        self.gives, self.needs, self.station, self.smelts = gives, dict(needs or {}), station, smelts
        self.act, self.source, self.tool, self.low, self.high = act, source, tool, low, high

    def sentence(self, name):
        if self.act:
            tool = f" with a {self.tool}" if self.tool else ""
            verb = next(verb for verb, act in ACTS.items() if act == self.act)
            return f"{name} is got by {verb} {self.source}{tool}; it is found at y {self.low} to {self.high}."
        needs = ", ".join(f"{n} {what}" for what, n in self.needs.items() if what != FUEL or not self.smelts)
        tail = " with a furnace and fuel" if self.smelts else f" with a {self.station}" if self.station else ""
        return f"{self.gives} {name} is {'smelted' if self.smelts else 'crafted'} from {needs}{tail}."


def basic_tool(kind, level):
    return f"{LEVELS[min(level, len(LEVELS)) - 1]}_{kind}" if kind in ("pickaxe", "axe", "sword") else kind


def read_fact(name, text):
    """What a sentence says of getting the thing; None = nothing."""
    made = re.search(rf"(\d+) {name} is (crafted|smelted) from (.*?)( with a ([a-z_]+)( and fuel)?)?\.", text)
    if made:
        needs = {what: int(n) for n, what in re.findall(r"(\d+) (?:of any )?([a-z_0-9]+)", made[3])}
        fact = Fact(int(made[1]), needs, made[5] or "", made[2] == "smelted")
        if fact.smelts:
            fact.needs[FUEL] = 1
        return fact
    found = re.search(rf"{name} is got by (mining|attacking|applying)(?: a tool to)? ([a-z_0-9]+)"
                      r"(?: with a ([a-z_]+)(?: of level (\d) or better)?)?; it is found at y (-?\d+) to (-?\d+)", text)
    if not found:
        return None
    tool = basic_tool(found[3], int(found[4])) if found[4] else found[3] or ""
    return Fact(act=ACTS[found[1]], source=found[2], tool=tool, low=int(found[5]), high=int(found[6]))


def read_game(path):
    """What it has read about once: the recipes of the small world, as sentences would say them."""
    game, section = {}, None
    lines = [line.strip() for line in open(path) if line.strip() and not line.startswith("#")]
    for line in lines:
        if line.startswith("["):
            kind, name = (line.strip("[]") + " ").split(" ")[:2]
            section = [kind, name.split("/")[0], {}]
            game.setdefault(kind, []).append(section)
        elif section:
            key, value = line.split("=", 1)
            section[2][key] = value
    for group in GROUPS:
        GROUPS[group] = tuple(name for _, name, row in game["item"] if group in row.get("groups", "").split(";")) or GROUPS[group]
    facts = {}
    drops = [(drop.split(), name, row) for _, name, row in game["source"] for drop in row["drops"].split(";")]
    for drop, name, row in sorted(drops, key=lambda d: len(d[0])):  # first what drops always: "wool 1", "apple 1 8%"
        tool = basic_tool(row["tool"], int(row.get("level", 1))) if "tool" in row else ""
        act = row.get("way", "mine")
        facts.setdefault(drop[0], Fact(act=act, source=name, tool=tool, low=int(row.get("y_min", GROUND)),
                                       high=int(row.get("y_max", GROUND))))
    always = {drop[0] for drop, *_ in drops if len(drop) < 3}
    for _, name, row in game["recipe"]:
        needs = {part.split()[0].removeprefix("group:"): int(part.split()[1]) for part in row["needs"].split(";")}
        smelts = row.get("smelts") == "1"
        fact = Fact(int(row.get("gives", 1)), needs, row.get("station", ""), smelts)
        if smelts:
            fact.needs[FUEL] = 1
        if name not in facts or (facts[name].act and name not in always):
            facts[name] = fact
    return facts


class Memory:
    """What it goes by in one request."""

    def __init__(self, game, request, chance):
        self.game, self.random, self.recalled = game, chance, {}
        self.told = [request.section("What has to be known"), request.section("Knowledge")]

    def fact(self, name):
        if name not in self.recalled:
            self.recalled[name] = self.find(name)
        return self.recalled[name]

    def find(self, name):
        for text in self.told:
            lines = [re.sub(r"^> (?:[a-z_0-9]+: )?", "", line) for line in text.split("\n")]
            facts = [fact for fact in (read_fact(name, line) for line in lines) if fact]
            made = [fact for fact in facts if not fact.act]
            if facts:
                return self.misread((made or sorted(facts, key=lambda fact: fact.high))[0])  # below the ground it is everywhere
        return self.half_forgotten(self.game[name]) if name in self.game else Fact(act="mine", source=name)

    def misread(self, fact):
        if fact.needs and self.random.random() < MISREAD:
            what = self.random.choice(sorted(fact.needs))
            fact.needs[what] = max(1, fact.needs[what] + self.random.choice((-1, 1)))
        return fact

    def half_forgotten(self, fact):
        mine = Fact(fact.gives, fact.needs, fact.station, fact.smelts, fact.act, fact.source, fact.tool, fact.low, fact.high)
        for what in sorted(fact.needs):
            if self.random.random() < FORGET:
                del mine.needs[what]
            elif self.random.random() < MISCOUNT:
                mine.needs[what] = max(1, mine.needs[what] + self.random.choice((-1, 1)))
        if mine.tool and self.random.random() < WRONG_TOOL:
            level = next((i for i, word in enumerate(LEVELS) if mine.tool.startswith(word)), 0)
            mine.tool = mine.tool.replace(LEVELS[level], LEVELS[level - 1]) if level else ""
        if mine.station and self.random.random() < WRONG_TOOL:
            mine.station = ""
        if mine.act and mine.high < GROUND and self.random.random() < WRONG_DEPTH:
            mine.high = self.random.randrange(20, GROUND)
            mine.low = min(mine.low, mine.high)
        return mine


def counts(text):
    return {name: int(n) for name, n in re.findall(r"([a-z_0-9]+)=(\d+)", text)}


def calls(text):
    """(skill, arguments) of each call that stands there."""
    found = []
    for skill, inside in re.findall(r"\b([a-z_]+)\(([^()]*)\)", text):
        args = {key: int(n) if n else word for key, word, n in re.findall(r'(\w+) = (?:\\?"([^"\\]*)\\?"|(-?\d+))', inside)}
        found.append((skill, args))
    return found


class State:
    """Where it is and what it has, as far as it thinks ahead."""

    def __init__(self, request):
        place = request.section("The state")
        self.have = counts(request.section("The inventory"))
        height = re.search(r"\by (-?\d+)", place)
        self.y = int(height[1]) if height else GROUND
        self.near = {name: within == "within reach" for name, within in
                     re.findall(r"([a-z_0-9]+) \d+ \((within reach|in sight)\)", place)}

    def count(self, name):
        return sum(self.have.get(one, 0) for one in GROUPS.get(name, (name,)))

    def take(self, name, n):
        for one in GROUPS.get(name, (name,)):
            taken = min(n, self.have.get(one, 0))
            self.have[one] = self.have.get(one, 0) - taken
            n -= taken

    def add(self, name, n):
        self.have[name] = self.have.get(name, 0) + n


class Planner:
    """Actions, in their order, for what is wanted."""

    def __init__(self, memory, state):
        self.memory, self.state = memory, state
        self.acts = []      # (skill, arguments, told): told: by the reason of a failure

    def act(self, skill, told=False, **args):
        self.acts.append((skill, args, told))

    def member(self, group):
        """Of a group the one that is the easiest from here."""
        if group == "log":
            return next((one for one in GROUPS["log"] if one in self.state.near), "oak_log")
        made_of = next((one for one in GROUPS["log"] if self.state.have.get(one, 0)), None)
        return (made_of or self.member("log")).replace("_log", "_slab" if group == "wooden_slab" else "_planks")

    def need(self, name, wanted, depth=0):
        lack = wanted - self.state.count(name)
        if lack <= 0 or depth > DEPTH_MAX or depth and self.memory.random.random() < LOSE:
            return
        one = self.member(name) if name in GROUPS else name
        fact = self.memory.fact(one)
        if fact.act:
            self.find(one, fact, lack, depth)
        else:
            self.make(one, fact, lack, depth)

    def make(self, name, fact, lack, depth):
        pieces = -(-lack // max(1, fact.gives))
        for what, n in fact.needs.items():
            self.need(what, n * pieces, depth + 1)
        if fact.station:
            self.need(fact.station, 1, depth + 1)
        for what, n in fact.needs.items():
            self.state.take(what, n * pieces)
        self.act("smelt" if fact.smelts else "craft", object=name, count=lack)
        self.state.add(name, pieces * fact.gives)

    def find(self, name, fact, lack, depth):
        if fact.tool:
            self.need(fact.tool, 1, depth + 1)
        self.go(fact)
        self.reach(fact.source)
        extra = {"tool": fact.tool} if fact.act == "apply" else {}
        self.act(fact.act, object=fact.source, count=lack, **extra)
        self.state.add(name, lack)

    def go(self, fact, told=False):
        if fact.high < GROUND and self.state.y > fact.high:
            self.state.y = max(DEEPEST, fact.low, fact.high - 10)
            self.state.near = {}
            self.act("dig_down", told, y=self.state.y)
        elif fact.high >= GROUND > self.state.y:
            self.state.y, self.state.near = GROUND, {}
            self.act("go_up", told)

    def reach(self, source, told=False):
        if source not in self.state.near:
            self.act("explore", told, object=source)
        if not self.state.near.get(source):
            self.act("approach", told, object=source)
        self.state.near[source] = True


class GoalPlanner(Planner):
    """Goals instead of actions: (kind, item, count that the inventory then has, tool)."""

    def __init__(self, memory, state, plans=()):
        super().__init__(memory, state)
        self.plans = dict(plans)  # from memory: goals for a thing; each is followed once

    def need(self, name, wanted, depth=0):
        one = self.member(name) if name in GROUPS else name
        if one in self.plans and self.state.count(name) < wanted:
            self.follow(self.plans.pop(one))
        super().need(name, wanted, depth)

    def follow(self, plan):
        for kind, args, _ in plan:
            fact, lack = self.memory.fact(args["item"]), args["count"] - self.state.count(args["item"])
            if lack <= 0:
                continue
            pieces = -(-lack // max(1, fact.gives))
            for what, n in fact.needs.items() if kind in ("craft", "smelt") else ():
                self.state.take(what, n * pieces)
            self.state.add(args["item"], lack)
            self.acts.append((kind, args, COPIED))

    def goal(self, kind, name, tool=""):
        self.acts.append((kind, {"item": name, "count": self.state.count(name), "tool": tool}, False))

    def make(self, name, fact, lack, depth):
        before = len(self.acts)
        super().make(name, fact, lack, depth)
        del self.acts[-1:]  # the call; what it needs stands before it
        self.goal("smelt" if fact.smelts else "craft", name)

    def find(self, name, fact, lack, depth):
        if fact.tool:
            self.need(fact.tool, 1, depth + 1)
        self.state.add(name, lack)
        self.goal(fact.act, name, fact.tool)


def goals_in(text):
    """The goals of a plan as it is told: "mine 3 oak_log with wooden_axe"."""
    return [(kind, {"item": item, "count": int(n), "tool": tool}, False) for kind, n, item, tool in
            re.findall(r"\b(mine|attack|apply|craft|smelt|equip) (\d+) ([a-z_0-9]+)(?: with ([a-z_0-9]+))?", text)]


def plans_in(text):
    """Of plans from memory those that did not fail: the goals of the first for each thing."""
    plans = {}
    for name, what, line in re.findall(r"^Plan for ([a-z_0-9]+), ([^\n]*):\n> ([^\n]*)", text, re.M):
        if "FAILED" not in what:
            plans.setdefault(name, goals_in(line))
    return plans


def named_in(feedback):
    """(name, count) of what feedback names: "material is missing (2 planks)", "no tool that would do (pickaxe of level 2)"."""
    found = [(name, int(n)) for n, name in re.findall(r"\((\d+) ([a-z_]+)\)", feedback)]
    return found + [(basic_tool(kind, int(level)), 1) for kind, level in re.findall(r"\(([a-z_]+) of level (\d)\)", feedback)]


def lacking(flaw, feedback, explanation):
    """(name, count) of what a flaw ("2 planks missing"), feedback and an explanation ("missing: planks 2") say."""
    named = re.search(r"missing: ([^\n]*)", explanation)
    explained = [(name, int(n)) for name, n in re.findall(r"([a-z_]+) (\d+)", named[1] if named else "")]
    return [(name, int(n)) for n, name in re.findall(r"\b(\d+) ([a-z_]+)", flaw)] + (explained or named_in(feedback))


def mend(planner, feedback, chance):
    """What the reason of the failure asks for, before the rest."""
    failed = calls(feedback)
    skill, args = failed[0] if failed else ("", {})
    thing = args.get("object", "")
    missing = re.search(r"\((\d+) ([a-z_]+)\)", feedback)
    named = re.search(r"\(([a-z_]+)(?: of level (\d))?\)", feedback)
    state = planner.state
    if "not within reach" in feedback:
        state.near.setdefault(thing, False)
        planner.reach(thing, told=True)
    elif "not visible" in feedback:
        state.near.pop(thing, None)
        planner.reach(thing, told=True)
    elif "not found" in feedback:
        thing = planner.member("log") if thing in GROUPS["log"] else thing
        if state.y < GROUND and chance.random() < 0.5:
            state.y = max(DEEPEST, state.y - 12)
            planner.act("dig_down", True, y=state.y)
        planner.act("explore", True, object=thing)
        planner.act("approach", True, object=thing)
        state.near[thing] = True
    elif "material is missing" in feedback and missing:
        planner.need(missing[2], planner.state.count(missing[2]) + int(missing[1]))
    elif ("no tool" in feedback or "not at hand" in feedback) and named:
        planner.need(basic_tool(named[1], int(named[2] or 1)), 1)
    elif "no fuel" in feedback:
        planner.need(FUEL, 1)
    elif "at this depth" in feedback:
        for name in sorted(planner.memory.game):
            if planner.memory.game[name].source == thing:
                planner.go(planner.memory.fact(name), told=True)
                break


def from_reference(memory, name, text):
    """A plan from memory says where the thing is, and how deep."""
    gets = [(skill, args) for skill, args in calls(text) if skill in ("mine", "attack", "apply", "craft", "smelt")]
    dug = [args["y"] for skill, args in calls(text) if skill == "dig_down" and isinstance(args.get("y"), int)]
    if gets and gets[-1][0] in ("mine", "attack", "apply"):
        known = memory.game.get(name, Fact())
        memory.recalled[name] = Fact(act=gets[-1][0], source=str(gets[-1][1].get("object", name)), tool=known.tool,
                                     low=min(dug, default=GROUND), high=min(min(dug, default=GROUND) + 10, GROUND))


class Model:
    def __init__(self, game):
        self.game = read_game(game)

    def answer(self, request):
        digest = hashlib.sha256(request.body.encode()).digest()  # the model's name is in it
        chance = random.Random(int.from_bytes(digest[:8], "big"))
        return FORMS[request.module, "actions" in request.fields](self, request, chance)

    def decompose(self, request, chance):
        memory = Memory(self.game, request, chance)
        target = re.match(r"[a-z_0-9]+", request.section("The thing that is wanted") or request.section("Task"))[0]
        if target in GROUPS:
            needs = {"log": 1} if target == "planks" else {}
            info = f"craft it from a log: 4 {target} of 1 log" if needs else "mined from trees on the ground"
            return self.way(target, 4 if needs else 1, needs, "", list(GROUPS[target]), info)
        fact = memory.fact(target)
        kind = target.split("_")[-1]
        level = next((i for i, word in enumerate(LEVELS) if target == basic_tool(kind, i + 1) != kind), None)
        also = [f"{word}_{kind}" for word in LEVELS[level + 1:]] if level is not None else []
        tool = fact.tool if fact.act else "furnace" if fact.smelts else fact.station
        return self.way(target, fact.gives, fact.needs, tool, also, fact.sentence(target))

    @staticmethod
    def way(name, gives, needs, tool, also, info):
        return {"object": name, "wanted": None, "count": gives, "material": [{"name": k, "count": n} for k, n in needs.items()],
                "tool": tool, "also": also, "info": info}

    def plan(self, request, chance):
        memory, state = Memory(self.game, request, chance), State(request)
        name, wanted = re.match(r"([a-z_0-9]+), (\d+)", request.section("The goal")).groups()
        reference, feedback = request.section("A plan from memory"), request.section("Why the last plan")
        copied = bool(reference) and "IT FAILED" not in reference
        if copied and name not in GROUPS:
            from_reference(memory, name, reference)
        planner = Planner(memory, state)
        if feedback:
            mend(planner, feedback, chance)
        planner.need(name, int(wanted))
        if not planner.acts:  # it thinks that all is there, and is asked all the same
            planner.need(name, state.count(name) + 1)
        acts = self.slips(planner.acts, SKIP_COPIED if copied else SKIP, 0 if copied else SHORT, chance)[:ACTS_MAX]
        return {"explanation": feedback, "thoughts": f"get {wanted} {name} from here",
                "actions": [{"skill": skill, "args": args, "expectation": f"{args.get('object', 'the place')} as planned",
                             "reason": "the goal needs it"} for skill, args in acts]}

    @staticmethod
    def slips(acts, skip, short, chance):
        kept = []
        for skill, args, told in acts:
            copied = told == COPIED
            if (copied or not told) and chance.random() < (SKIP_COPIED if copied else skip):
                continue
            if not told and args.get("count", 1) > 1 and chance.random() < short:
                args = dict(args, count=args["count"] - 1)
            kept.append((skill, args))
        return kept or [act[:2] for act in acts[-1:]]

    def summarize(self, request, chance):
        """The plan that most of them are like: the shortest that ends as all do, call by call."""
        plans = [calls(line) for line in request.section("Plans that reached it").split("\n") if line.startswith(">")]
        plans = [plan for plan in plans if plan and plan[-1][0] not in ("explore", "approach")]
        best = sorted(plans, key=len)[len(plans) // 2] if plans else []
        lines = []
        for skill, args in best:
            values = (f"{key} = {value}" if isinstance(value, int) else f'{key} = "{value}"' for key, value in args.items())
            lines.append(f"{skill}({', '.join(values)})")
        return {"plan": "\n".join(lines) or request.section("Plans that reached it")[:200]}

    # ---- jarvis ----

    def describe(self, request, chance):
        sentences = [line[2:] for line in request.section("Sentences to choose from").split("\n") if line.startswith("> ")]
        return {"keywords": sorted(State(request).near)[:8], "description": " ".join(sentences[:3]) or "Nothing is to be seen.",
                "danger": ""}

    def query(self, request, chance):
        memory, goals, wanted = Memory(self.game, request, chance), [], [(self.task(request)[0], 1)]
        while wanted and len(goals) < 8:
            name, _ = wanted.pop(0)
            fact = memory.fact(name)
            for what, n in [*fact.needs.items(), *((one, 1) for one in (fact.tool, fact.station) if one)]:
                goals.append({"item": what, "count": n, "for": name})
                wanted.append((what, n))
        return {"goals": goals}

    @staticmethod
    def task(request):
        """(name, count) of "3 torch", "iron_pickaxe"."""
        text = request.section("Task")
        n, name = re.search(r"(?:(\d+) )?([a-z_0-9]+)$", text.strip()).groups()
        return name, int(n or 1)

    def plan_goals(self, request, chance):
        memory, state = Memory(self.game, request, chance), State(request)
        name, wanted = self.task(request)
        planner = GoalPlanner(memory, state, plans_in(request.section("Plans from memory")))
        for what, n in lacking(request.section("The flaw of the last plan"), request.section("What failed"),
                               request.section("Why it failed")):
            if what in self.game or what in GROUPS:
                planner.need(what, state.count(what) + n)
        planner.need(name, max(wanted, 1))
        goals = self.slips(planner.acts, SKIP, SHORT, chance)
        return {"thoughts": f"{wanted} {name} from here", "goals": [{"kind": kind, **args, "text": ""} for kind, args in goals[-GOALS_MAX:]]}

    def check(self, request, chance):
        """It goes through the goals by the recipes as it recalls them now."""
        memory, state = Memory(self.game, request, chance), State(request)
        lines, rows = request.section("The plan").split("\n"), []
        numbered = [(int(re.match(r"\d*", line)[0] or i + 1), goals_in(line)[0]) for i, line in enumerate(lines)
                    if goals_in(line) and not re.search(r"\((reached|left out)\)", line)]
        goals = [goal for _, goal in numbered]
        for i, (number, (kind, args, _)) in enumerate(numbered):
            fact, lack = memory.fact(args["item"]), max(0, args["count"] - state.count(args["item"]))
            pieces = -(-lack // max(1, fact.gives))
            needs = [(what, n * pieces) for what, n in fact.needs.items()] if not fact.act else []
            needs += [(one, 1) for one in (fact.tool, fact.station) if one]
            missing = [(what, n - state.count(what)) for what, n in needs if state.count(what) < n]
            if missing:
                planner = GoalPlanner(memory, state)
                for what, n in missing:
                    planner.need(what, state.count(what) + n)
                mended = goals[:i] + planner.acts + goals[i:]
                return {"inventories": rows, "flawed": number, "flaw": ", ".join(f"{n} {what}" for what, n in missing) + " missing",
                        "goals": [{"kind": k, **a, "text": ""} for k, a, _ in mended[-GOALS_MAX:]]}
            for what, n in fact.needs.items() if not fact.act else ():
                state.take(what, n * pieces)
            state.add(args["item"], pieces * (fact.gives if not fact.act else 1))
            rows.append({"goal": number, "inventory": [{"name": k, "count": n} for k, n in state.have.items() if n]})
        return {"inventories": rows, "flawed": 0, "flaw": "", "goals": []}

    def choose(self, request, chance):
        memory, state = Memory(self.game, request, chance), State(request)
        kind, args, _ = (goals_in(request.section("The goal")) or [("do", {"item": "", "count": 1, "tool": ""}, False)])[0]
        if kind == "do" or args["item"] not in self.game:
            return {"thoughts": "no skill gives it", "actions": [], "impossible": f"nothing is known of {args['item']}"}
        fact, feedback, planner = memory.fact(args["item"]), request.section("Why the last calls"), Planner(memory, state)
        if feedback:
            mend(planner, feedback, chance)
        planner.go(fact)
        planner.reach(fact.source)
        tool = {"tool": fact.tool} if fact.act == "apply" else {}
        planner.act(fact.act or kind, object=fact.source or args["item"], count=max(1, args["count"] - state.count(args["item"])), **tool)
        return {"thoughts": f"get {args['item']} from here", "impossible": "",
                "actions": [{"skill": skill, "args": given, "expectation": f"{args['item']} is there", "reason": "the goal needs it"}
                            for skill, given in self.slips(planner.acts, SKIP, SHORT, chance)[:ACTS_MAX]]}

    def explain(self, request, chance):
        """What is missing by the feedback, and what else the goal needs."""
        memory, state = Memory(self.game, request, chance), State(request)
        feedback, goal = request.section("What failed"), request.section("The goal that failed")
        missing = dict(named_in(feedback))
        for _, args, _ in goals_in(goal)[:1]:
            fact = memory.fact(args["item"])
            pieces = -(-max(1, args["count"] - state.count(args["item"])) // max(1, fact.gives))
            needs = [(what, n * pieces) for what, n in fact.needs.items()] + [(one, 1) for one in (fact.tool, fact.station) if one]
            for what, n in needs:
                if state.count(what) < n:
                    missing.setdefault(what, n - state.count(what))
        named = [f"{what} {n}" for what, n in missing.items()]
        lines = request.section("The plan").split("\n")
        number = next((int(re.match(r"\d*", line)[0] or i + 1) for i, line in enumerate(lines) if goal and goal in line), 1)
        return {"goal": number, "cause": feedback[:900] or "it was not reached", "missing": "; ".join(named),
                "lesson": f"have {'; '.join(named)} first" if named else ""}

    def propose(self, request, chance):
        """What was never tried, the shortest way first, as far as it recalls the ways; then any."""
        memory, tried = Memory(self.game, request, chance), request.section("Tasks that worked") + request.section("Tasks that failed")
        pool = [line.removeprefix("> ").strip() for line in request.section("The pool").split("\n") if line.strip()]

        def length(task):
            planner = GoalPlanner(memory, State(request))
            planner.need(task.split()[-1], 1)
            return len(planner.acts)

        new = [task for task in pool if not re.search(rf"\b{re.escape(task)}\b", tried)]
        rest = [task for task in pool if task not in new]
        chosen = sorted(new, key=length) + chance.sample(rest, len(rest))
        wanted = int((re.search(r"Choose (\d+) tasks", request.text) or ["", "4"])[1])
        return {"tasks": [{"task": task, "reason": "it comes next"} for task in chosen[:wanted]]}


# by the form's name, and whether it asks for actions
FORMS = {("decompose", False): Model.decompose, ("plan", True): Model.plan, ("summarize", False): Model.summarize,
         ("describe", False): Model.describe, ("query", False): Model.query, ("plan", False): Model.plan_goals,
         ("check", False): Model.check, ("choose", True): Model.choose, ("explain", False): Model.explain,
         ("propose", False): Model.propose}
