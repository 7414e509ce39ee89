"""A run of reins as a Gym environment: `reins run --agent outside --set socket=PATH --task FILE`, and then ReinsEnv(PATH).

A person decides about each action, in the console of that run: step() returns once they have, and info says what was done.
An observation is what `decode` makes of the path of a PNG, such as lambda path: numpy.asarray(PIL.Image.open(path)).
"""
import contextlib
import json
import socket
import time


class ReinsEnv:
    def __init__(self, path, decode=lambda path: open(path, "rb").read()):
        self.path, self.decode, self.lines, self.over = path, decode, None, True

    def _ask(self, **request):
        print(json.dumps(request), file=self.lines, flush=True)
        line = self.lines.readline()
        if not line:
            raise ConnectionError("the run has gone")
        info = json.loads(line)
        if "error" in info:
            raise ValueError(info["error"])
        self.over = info["done"]
        return info

    def reset(self, *, seed=None, options=None):
        self.close()
        while self.over:  # the run may not have begun yet, and one that ends answers no look
            self.close()
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as connection:
                connection.connect(self.path)
                self.lines = connection.makefile("rw", encoding="utf-8")
                info = self._ask(command="look")
            time.sleep(0.1)
        return self.decode(info["frame"]), info

    def step(self, action):  # {"skill": "click_at_position", "args": {"x": 1, "y": 2, "mouse_button": "left"}}
        info = self._ask(command="act", **action)
        if info["reward_error"]:  # 0.0 would be learnt from
            raise RuntimeError(info["reward_error"])
        solved = info["result"] == "success"
        return self.decode(info["frame"]), info["reward"] or 0.0, solved, info["done"] and not solved, info

    def close(self):
        lines, self.lines = self.lines, None
        if lines:
            with contextlib.suppress(OSError), lines:  # the run may have ended already
                if not self.over:
                    request = {"command": "end", "outcome": "failed", "reason": "the episode was left"}
                    print(json.dumps(request), file=lines, flush=True)
                    lines.readline()  # the run has ended: a reset() does not find it any more
        self.over = True
