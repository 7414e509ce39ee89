"""The walk of bench_elements.c in pyatspi: what shows and can be clicked or focused, with role, name, states and place, of all
programs on the bus. argv[1]: how often; each time in a process of its own, whose start is not counted."""
import os
import statistics
import sys
import time

ASKED = sys.argv[2:] == ["once"]
if not ASKED:
    import subprocess
    times, told = [], "0"
    for _ in range(int(sys.argv[1])):
        out = subprocess.run([sys.executable, "-B", sys.argv[0], "1", "once"], capture_output=True, text=True)
        if out.returncode:
            print("skipped:", (out.stderr.strip().split("\n") or [""])[-1])
            sys.exit()
        told, ms = out.stdout.split()
        times.append(float(ms))
    print(f"{statistics.median(times):.1f} ms, {told} elements, its start not counted")
    sys.exit()

import pyatspi


def walk(node, found):
    states = node.getState()
    if not (states.contains(pyatspi.STATE_SHOWING) and states.contains(pyatspi.STATE_VISIBLE)):
        return
    role, name = node.getRoleName(), node.name or node.description
    try:
        clickable = node.queryAction().nActions > 0
    except NotImplementedError:
        clickable = False
    if clickable or states.contains(pyatspi.STATE_FOCUSABLE):
        try:
            box = node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
            found.append((role, name, box.x, box.y, box.width, box.height))
        except NotImplementedError:
            pass
    for i in range(node.childCount):
        child = node.getChildAtIndex(i)
        if child:
            walk(child, found)


begun, found = time.monotonic(), []
desktop = pyatspi.Registry.getDesktop(0)
for i in range(desktop.childCount):
    program = desktop.getChildAtIndex(i)
    for k in range(program.childCount):
        walk(program.getChildAtIndex(k), found)
print(len(found), (time.monotonic() - begun) * 1000)
