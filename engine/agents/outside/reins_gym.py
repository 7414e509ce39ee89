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
        self.path, self.decode, self.lines = path, decode, None

    def _ask(self, **request):
        print(json.dumps(request), file=self.lines, flush=True)
        info = json.loads(self.lines.readline() or '{"error": "the run has gone"}')
        if "error" in info:
            raise ValueError(info["error"])
        return self.decode(info["frame"]), info

    def reset(self, *, seed=None, options=None):
        self.close()
        while not self.lines:  # the run may not have begun yet
            with socket.socket(socket.AF_UNIX) as connection, contextlib.suppress(OSError):
                connection.connect(self.path)
                self.lines = connection.makefile("rw", encoding="utf-8")
            time.sleep(0.1)
        return self._ask(command="look")

    def step(self, action):  # {"skill": "click_at_position", "args": {"x": 1, "y": 2, "mouse_button": "left"}}
        seen, info = self._ask(command="act", **action)
        solved = info["result"] == "success"
        return seen, info["reward"] or 0.0, solved, info["done"] and not solved, info

    def close(self):
        if self.lines:
            with contextlib.suppress(OSError), self.lines:  # the run may have ended already
                print('{"command": "end"}', file=self.lines, flush=True)
            self.lines = None
