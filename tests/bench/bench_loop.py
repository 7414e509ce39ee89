#!/usr/bin/env python3
"""Closed loops: turns a second of a skill that looks (a colour in an area), moves and asks again, on Xvfb at 1280x720; and of one that
presses as well. A turn is picture, step in the worker, events by the hand. Beside it: a turn of maim (one picture of the screen)."""
import json, os, subprocess, sys, tempfile, time

SECONDS = 4
REINS = os.environ.get("REINS_BIN") or "build/reins"
BUDGET = "{seconds = %d, events = 10000, keys = {'a'}, rect = {0, 0, 1280, 720}}" % SECONDS
SKILLS = """--- Look and move.
function look_and_move()
  local n = 0
  loop(%s, function() n = n + 1 screen.find_color(255, 0, 0) mouse.move(100 + n %% 500, 100, {duration = 0}) end)
end
--- Look, move and press.
function look_and_press()
  local n = 0
  loop(%s, function() n = n + 1 screen.find_color(255, 0, 0) mouse.move(100 + n %% 500, 100, {duration = 0}) key.press('a', 0) end)
end
""" % (BUDGET, BUDGET)


def main():
    box = tempfile.mkdtemp(prefix="reins-bench-loop.")
    env = dict(os.environ, XDG_DATA_HOME=box + "/data", XDG_CONFIG_HOME=box + "/config", HOME=box)
    os.makedirs(box + "/data/reins/skills")
    os.makedirs(box + "/config/reins")
    open(box + "/data/reins/skills/bench.lua", "w").write(SKILLS)
    open(box + "/config/reins/reins.ini", "w").write("[gate]\nloop_events=10000\n")
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x720x24"], pass_fds=[write],
                              stderr=subprocess.DEVNULL)
    display = ":" + os.read(read, 20).decode().strip()
    env["DISPLAY"] = display
    window = subprocess.Popen(["xlogo", "-geometry", "1280x720+0+0"], env=env)
    time.sleep(1)
    try:
        for skill in "look_and_move", "look_and_press":
            out = subprocess.run([REINS, "do", "--display", display, "--yes", "--json", skill], env=env, stdin=subprocess.DEVNULL,
                                 capture_output=True, text=True, timeout=120)
            done = json.loads(out.stdout)
            turns = [e for e in done["fired"] if "turn" in e]
            if not turns:
                sys.exit("%s: %s" % (skill, out.stdout[:300] + out.stderr))
            last, seconds = turns[-1], (turns[-1]["at_ms"] - turns[0]["at_ms"]) / 1000
            late = sorted(e["late_us"] for e in turns)
            print("%-15s %5.0f turns/s, %5.0f events/s, %s after %.1f s; event late by %d us (median)" %
                  (skill, last["turn"] / seconds, len(turns) / seconds, done["status"], seconds, late[len(late) // 2]))
        start, n = time.monotonic(), 0
        while time.monotonic() - start < 2:
            subprocess.run(["maim", box + "/m.png"], env=env, check=True)
            n += 1
        print("maim            %5.0f pictures/s" % (n / (time.monotonic() - start)))
    finally:
        window.kill()
        window.wait()
        server.kill()
        server.wait()
        subprocess.run(["rm", "-rf", box])


main()
