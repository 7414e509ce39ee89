"""A program that acts by the shipped environment: the actions of its third argument, one after the other; a line for each answer."""
import json
import sys

sys.path.insert(0, sys.argv[1])
from reins_gym import ReinsEnv  # noqa: E402

env = ReinsEnv(sys.argv[2])
seen, info = env.reset()
print(json.dumps([seen[:4] == b"\x89PNG", info["task"], info["done"]]), flush=True)
for action in json.loads(sys.argv[3]):
    seen, reward, terminated, truncated, info = env.step(action)
    args = info["action"] and info["action"]["args"]
    print(json.dumps([info["outcome"], info["effect"], args, info["person"], reward, terminated, truncated, info["check"]]), flush=True)
env.close()
