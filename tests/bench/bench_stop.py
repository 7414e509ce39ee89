"""How long a run takes to obey while a model's call hangs: in the lookup of its name, in the TLS handshake, before and in its answer,
between two attempts, in the command of its key. From the command on the pipe to the first event that comes of it, for stop also to
the end of the call's connection, as the server sees it, and of the run, which looks once more. Nothing is asserted; no peer has it."""
import json, os, shutil, socket, statistics, subprocess, tempfile, threading, time

REINS = os.environ["REINS_BIN"]
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "5"))
HANGING = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <netdb.h>
#include <stdlib.h>
#include <unistd.h>
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **res)
{
    (void)node; (void)service; (void)hints; (void)res;
    close(open(getenv("BENCH_SEEN"), O_CREAT | O_WRONLY, 0600));
    sleep(8);
    return EAI_AGAIN;
}
"""
STREAM = ("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
          'data: {"choices":[{"delta":{"content":"{\\"reasoning\\": \\"I look at the display of it"}}]}\n\n').encode()
BUSY = b"HTTP/1.1 503 Busy\r\nRetry-After: 60\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"


closed = []  # when a connection ended, of all servers


def serve(answer, seen):
    """The port of a server that reads, says `answer` (nothing where it is empty), and waits for the other side to close."""
    listener = socket.create_server(("127.0.0.1", 0))

    def handle(peer):
        peer.recv(1 << 20)
        if answer:
            peer.sendall(answer)
        open(seen, "w").close()
        try:
            while peer.recv(1 << 20):
                pass
        except ConnectionError:
            pass
        closed.append(time.monotonic())
        peer.close()

    def loop():
        while True:
            threading.Thread(target=handle, args=(listener.accept()[0],), daemon=True).start()

    threading.Thread(target=loop, daemon=True).start()
    return listener.getsockname()[1]


def events_of(p):
    """Each event of a run, with the time it came."""
    for line in p.stdout:
        yield time.monotonic(), json.loads(line)


def is_there(seen, until):
    while not os.path.exists(seen) and time.monotonic() < until:
        time.sleep(0.005)
    return os.path.exists(seen)


def obey(settings, seen, preload, command, obeyed):
    """Milliseconds from the command to the event, to the end of a connection and of the run; None: it did not come."""
    closed.clear()
    folder = os.path.join(os.environ["XDG_CONFIG_HOME"], "reins")
    os.makedirs(folder, exist_ok=True)
    if os.path.exists(seen):
        os.unlink(seen)
    with open(os.path.join(folder, "reins.ini"), "w") as ini:
        ini.write(f"[eye]\nsettle_ms=50\n[brain hung]\nkind=openai\nmodel=m\nprice_in=0\nprice_out=0\n{settings}\n")
    env = dict(os.environ, BENCH_SEEN=seen, **({"LD_PRELOAD": preload} if preload else {}))
    p = subprocess.Popen([REINS, "run", "--headless", "--agent", "direct", "--sandbox", "320x240", "--app", "xcalc", "--brain",
                          "hung", "wait"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                         env=env)
    took, over, sent = None, None, None
    for at, e in events_of(p):
        if sent is None and e["event"] == "module" and e["status"] == "started":
            if not is_there(seen, time.monotonic() + 5):
                break
            time.sleep(0.1)  # what it has been told has come
            sent = time.monotonic()
            p.stdin.write(json.dumps(command) + "\n")
            p.stdin.flush()
        elif sent is not None:
            took = (at - sent) * 1000 if took is None and obeyed(e) else took
            over = (at - sent) * 1000 if e["event"] == "ended" else over
            if over is not None or (took is not None and command["command"] != "stop"):
                break
    cut = [(at - sent) * 1000 for at in closed if sent is not None and at >= sent]
    p.kill()
    p.wait()
    return took, min(cut, default=None), over


def hung_calls(box):
    """(name, settings, file that is there when it hangs, preloaded library)"""
    seen = os.path.join(box, "seen")
    source, library = os.path.join(box, "hanging.c"), os.path.join(box, "hanging.so")
    with open(source, "w") as c:
        c.write(HANGING)
    if shutil.which("cc") and subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source]).returncode == 0:
        yield "the name is looked up", "url=http://model.example/v1", seen, library
    else:
        print("  skipped: the lookup of a name (needs cc)")
    yield "the TLS handshake is not answered", f"url=https://127.0.0.1:{serve(b'', seen)}/v1", seen, None
    yield "no answer begins", f"url=http://127.0.0.1:{serve(b'', seen)}/v1", seen, None
    yield "the stream stalls", f"url=http://127.0.0.1:{serve(STREAM, seen)}/v1", seen, None
    yield "it waits for its next attempt", f"url=http://127.0.0.1:{serve(BUSY, seen)}/v1", seen, None
    key = os.path.join(box, "key")
    with open(key, "w") as script:
        script.write(f"#!/bin/sh\n: >{seen}\nexec sleep 8\n")
    os.chmod(key, 0o700)
    yield "the command of its key runs", f"url=http://127.0.0.1:{serve(b'', seen)}/v1\nkey=cmd:{key}", seen, None


COMMANDS = (
    ("stop", {"command": "stop"}, lambda e: e["event"] in ("state", "ended")),
    ("pause", {"command": "pause"}, lambda e: e["event"] == "state" and e["state"] == "paused"),
    ("ask again", {"command": "module_retry", "module": "plan", "hint": "now"},
     lambda e: e["event"] == "module" and e["status"] == "started"),
)



def tell(word, times):
    times = [t for t in times if t is not None]
    return f"{word} {statistics.median(times):.0f} ({max(times):.0f})" if times else None


print(f"from a command to what comes of it, ms: median (most) of {ROUNDS}")
with tempfile.TemporaryDirectory() as box:
    for name, settings, seen, preload in hung_calls(box):
        told = []
        for word, command, obeyed in COMMANDS:
            rows = [obey(settings, seen, preload, command, obeyed) for _ in range(ROUNDS)]
            told.append(tell(word, [r[0] for r in rows]) or f"{word}: nothing")
            if word == "stop":
                told += [tell("the connection closed", [r[1] for r in rows]), tell("ended", [r[2] for r in rows])]
        print(f"  {name:33} {' · '.join(t for t in told if t)}")
