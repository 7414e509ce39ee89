"""A small program as data (README.md has the form): its pages, what each part of them does, and its tasks. Knows no toolkit."""
import configparser, re


class Part:
    """What can be pressed, held or typed into. kind: icon, button, field."""

    def __init__(self, key, line):
        words = key.split(" ")
        self.held = words[0] == "hold"
        self.kind, self.name = words[self.held], " ".join(words[self.held + 1:])
        does, _, self.about = (p.strip() for p in line.replace("\n", " ").partition("|"))
        self.ways = [[effect.strip() for effect in way.split(";")] for way in does.split(" / ")]

    def key(self):
        return f"{self.kind} {self.name}"


class World:
    def __init__(self, path):
        ini = configparser.ConfigParser(delimiters=("=",), interpolation=None)
        ini.optionxform = str
        with open(path) as file:
            ini.read_file(file)
        self.title = ini["program"]["title"]
        self.pages = {name[5:]: ini[name] for name in ini.sections() if name.startswith("page ")}
        self.tasks = [dict(ini[name]) for name in ini.sections() if name.startswith("task ")]
        self.state = {"page": next(iter(self.pages))}
        self.before, self.said = [], None

    def parts(self, page=None):
        rows = self.pages[page or self.state["page"]].items()
        return [Part(key, line) for key, line in rows if key not in ("heading", "says")]

    def part(self, key, held=False):
        return next((p for p in self.parts() if p.key() == key and p.held == held), None)

    def shown(self, page=None):
        """As they are drawn: the icons in a row, the others below it."""
        parts = [p for p in self.parts(page) if not p.held]
        return [p for p in parts if p.kind == "icon"] + [p for p in parts if p.kind != "icon"]

    def fill(self, text):
        return re.sub(r"\{(\w+)\}", lambda m: self.state.get(m[1], ""), text)

    def heading(self):
        return self.fill(self.pages[self.state["page"]]["heading"])

    def says(self):
        return self.fill(self.pages[self.state["page"]].get("says", "")) if self.said is None else self.said

    def holds(self, condition):
        name, is_value, value = condition.partition("=")
        denied = name.startswith("!")
        has = self.state.get(name.lstrip("!"), "")
        return (has == value if is_value else has != "") != denied

    def do(self, part):
        """The first of its ways whose conditions (?NAME, ?NAME=VALUE, ?!NAME) hold."""
        for way in part.ways:
            if all(self.holds(e[1:]) for e in way if e.startswith("?")):
                for effect in way:
                    self.affect(effect)
                return

    def press(self, key, held=False):
        part = self.part(key, held) or self.part(key)
        self.do(part)

    def type(self, key, text):
        self.state[key.partition(" ")[2]] = text
        self.do(self.part(key))

    def affect(self, effect):
        name, is_value, value = effect.partition("=")
        if effect.startswith("to "):
            self.before.append(self.state["page"])
            self.state["page"], self.said = effect[3:], None
        elif effect.startswith("say "):
            self.said = self.fill(effect[4:])
        elif is_value and not effect.startswith("?"):
            self.state[name] = self.fill(value)

    def back(self):
        if self.before:
            self.state["page"], self.said = self.before.pop(), None

    def told(self):
        return "".join(f"{name}={value}\n" for name, value in sorted(self.state.items()))
