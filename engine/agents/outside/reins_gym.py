"""A run of reins as a Gym environment: `reins run --agent outside --set socket=PATH --task FILE`, and then ReinsEnv(PATH).
A person decides about each action, in the console of that run: step() returns once they have, and info says what was done.
decode makes the observation of the path of a PNG, such as lambda path: numpy.asarray(PIL.Image.open(path))."""
import contextlib, json, socket, time  # noqa: E401


class ReinsEnv:
    def __init__(self, path, decode=lambda path: open(path, "rb").read()):
        self.path, self.decode, self.info = path, decode, {"done": True}

    def _ask(self, **request):
        print(json.dumps(request), file=self.lines, flush=True)
        line = self.lines.readline()
        info = json.loads(line or '{"error": "the run has gone"}')
        if "error" in info:
            raise (ValueError if line else ConnectionError)(info["error"])
        self.info = info

    def reset(self, *, seed=None, options=None):
        self.close()
        while self.info["done"]:  # the run may not have begun yet, and one that ends answers no look
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as connection:
                connection.connect(self.path)
                self.lines = connection.makefile("rw", encoding="utf-8")
                self._ask(command="look")
            time.sleep(0.1)
        return self.decode(self.info["frame"]), self.info

    def step(self, action):  # {"skill": "click_at_position", "args": {"x": 1, "y": 2, "mouse_button": "left"}}
        self._ask(command="act", **action)
        if self.info["reward_error"]:
            raise RuntimeError(self.info["reward_error"])  # 0.0 would be learnt from
        solved, over = self.info["result"] == "success", self.info["done"]
        return self.decode(self.info["frame"]), self.info["reward"] or 0.0, solved, over and not solved, self.info

    def close(self):
        with contextlib.suppress(OSError):  # the run may have gone
            self.info["done"] or self._ask(command="end", outcome="failed", reason="the episode was left")
        self.info = {"done": True}
