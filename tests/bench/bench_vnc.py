"""What a run costs that waits for its person, on an X sandbox and on a VNC sandbox of the same size: processor time of the engine, the
eye, the hand and the display's server in ten seconds in which nothing changes."""
import json, os, shutil, subprocess, tempfile, time

REINS = os.environ["REINS_BIN"]
SECONDS = float(os.environ.get("BENCH_SECONDS", "10"))
NAMES = ("engine", "eye", "hand", "server")


def children(pid):
    """Pid and words of each process below it."""
    for entry in os.listdir("/proc"):
        try:
            stat = open(f"/proc/{entry}/stat").read().rpartition(")")[2].split()
            if int(stat[1]) == pid:
                yield int(entry), open(f"/proc/{entry}/cmdline").read().split("\0")
        except (OSError, ValueError, IndexError):
            pass


def spent(pid):
    """Processor time so far, ms."""
    stat = open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def parts(run):
    found = {"engine": run.pid}
    for pid, words in children(run.pid):
        if len(words) > 1 and words[1] in ("eye", "hand"):
            found[words[1]] = pid
        elif os.path.basename(words[0]) in ("Xvfb", "Xtigervnc"):
            found["server"] = pid
    return found


def measure(sandbox):
    home = tempfile.mkdtemp()
    os.makedirs(f"{home}/reins")
    with open(f"{home}/reins/reins.ini", "w") as f:
        f.write("[brain me]\nkind=human\n")
    env = dict(os.environ, XDG_CONFIG_HOME=home, XDG_DATA_HOME=f"{home}/data", XDG_RUNTIME_DIR=home)
    words = [REINS, "run", "--headless", "--sandbox", sandbox, "--app", "xcalc", "--brain", "me", "wait"]
    run = subprocess.Popen(words, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    for line in run.stdout:
        if json.loads(line).get("state") == "waiting":
            break
    time.sleep(3)
    of = parts(run)
    before = {name: spent(pid) for name, pid in of.items()}
    time.sleep(SECONDS)
    after = {name: spent(pid) for name, pid in of.items()}
    run.stdin.close()
    run.stdout.read()
    run.wait()
    shutil.rmtree(home)
    print(f"  {sandbox:<14} idle: " + "   ".join(f"{n} {(after[n] - before[n]) / SECONDS:5.2f} ms/s" for n in NAMES if n in of), flush=True)


for which in ("1024x768", "vnc:1024x768"):
    if which.startswith("vnc") and not shutil.which("Xtigervnc"):
        print("  skipped: Xtigervnc is not installed (make deps)")
    else:
        measure(which)
