"""AppAgent's Table 1 on nine small programs of ours (appagent/): what numbers instead of points bring, and documents that were
made by exploring, by watching, by hand. The oracle does all tasks; appagent/model.py plays the model in the other rows.
Nothing is asserted."""
import os, shutil, sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.environ["REINS_SOURCE"], "tests", "bench", "appagent"))
sys.dont_write_bytecode = True

from runs import PROGRAMS, Home, Oracle, World, demonstrate, explore, path_of, write_documents

SEEDS = int(os.environ.get("BENCH_SEEDS", "1"))
JOBS = int(os.environ.get("BENCH_JOBS", "2"))
WATCHED = 3  # of the five tasks of a program are demonstrated
PAPER = {"raw": (2.2, 0.6, 4.0), "numbers": (48.9, 3.5, 6.9), "explored": (73.3, 5.1, 4.4), "watched": (84.4, 4.7, 5.1),
         "written": (95.6, 5.5, 5.5)}
ROWS = ("oracle", *PAPER)


def run(row, program, seed):
    """What came of the five tasks of a program, and how many documents there were."""
    from model import Model
    tasks = World(path_of(program)).tasks
    model = Oracle(program) if row == "oracle" else Model(seed)
    home = Home(os.path.join(os.environ["HOME"], f"{row}-{program}-{seed}"), model)
    if row == "explored":
        explore(home, program, tasks)
    elif row == "watched":
        demonstrate(home, program, tasks[:WATCHED])
    elif row == "written":
        write_documents(home, program, tasks)
    space = "raw" if row == "raw" else "elements"
    docs = row if row in ("explored", "watched", "written") else "none"
    results = home.deploy(program, tasks, (f"action_space={space}", f"docs={docs}"))
    return results, home.documents()


def main():
    if not shutil.which("tesseract"):
        print("  skipped: tesseract is not installed (make deps-bench)")
        return
    rows = [row for row in ROWS if row in os.environ.get("BENCH_ROWS", row).split(";")]
    seeds = {row: 1 if row == "oracle" else SEEDS for row in rows}
    jobs = [(row, program, seed) for row in rows for seed in range(1, seeds[row] + 1) for program in PROGRAMS]
    with ThreadPoolExecutor(JOBS) as pool:
        results = list(zip(jobs, pool.map(lambda job: run(*job), jobs)))
    print(f"  {'':9} {'success':>9}         reward  steps  documents  brain     the paper's success, reward, steps (GPT-4)")
    for row in rows:
        mine = [(job, result) for job, result in results if job[0] == row]
        tasks = [task for _, (ended, _) in mine for task in ended]
        won = [task for task in tasks if task["outcome"] == "success"]
        steps = sum(task["steps"] - 1 for task in won) / len(won) if won else 0  # without the one that says that it is done
        paper = "{:6.1f} % {:6.1f} {:6.1f}".format(*PAPER[row]) if row in PAPER else ""
        reward = sum(task["reward"] for task in tasks) / len(tasks)
        print(f"  {row:9} {len(won):4}/{len(tasks):<4} {100 * len(won) / len(tasks):5.1f} %  {reward:5.2f}  {steps:5.1f}  "
              f"{sum(docs for _, (_, docs) in mine):9}  {'oracle' if row == 'oracle' else 'scripted':8}  {paper}")
    for (row, program, seed), (ended, docs) in results:
        print(f"    {row}, {program}, seed {seed}: {docs} documents; "
              + "; ".join(f"{'+' if t['outcome'] == 'success' else '-'} {t['reward']:g} {t['steps']}" for t in ended))


main()
