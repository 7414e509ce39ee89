"""The oracle does the tasks of the programs here: one task of every other program, with REINS_SOAK=1 all. "ok" or "not ok" a
program."""
import os, sys

from runs import PROGRAMS, Home, Oracle, World, path_of


def failed(program, tasks):
    """What did not succeed, and what it says."""
    home = Home(os.path.join(os.environ["HOME"], program), Oracle(program))
    rows = home.deploy(program, tasks, ("docs=none",))
    return [f"{task['instruction']} {row['outcome']}: {row['reason']}" for task, row in zip(tasks, rows, strict=True)
            if row["outcome"] != "success" or row["page"] != "done"]


bad = 0
for i, program in enumerate(PROGRAMS):
    tasks = World(path_of(program)).tasks
    if os.environ.get("REINS_SOAK") != "1":
        tasks = [tasks[i // 2]] if i % 2 == 0 else []
    if tasks:
        wrong = failed(program, tasks)
        bad += len(wrong)
        print("\n".join(["not ok " + program, *wrong]) if wrong else "ok " + program, flush=True)
sys.exit(1 if bad else 0)
