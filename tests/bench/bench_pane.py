"""From an answer's event on the wire to its words in the console's pane: a server sends one event of a stream at a time that it
notes; the console is on a pseudo terminal. 200 events at each size. Nothing is asserted."""
import http.server, json, os, statistics, threading, time

from console import Console

EVENTS = int(os.environ.get("BENCH_EVENTS", "200"))
APART_S = 0.1  # more than the engine and the console wait to tell several events at once


class Stream(http.server.BaseHTTPRequestHandler):
    """One answer that does not end: a line for each that is asked for by `due`."""
    due, sent = threading.Semaphore(0), []

    def log_message(self, *_):
        pass

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.flush()
        while True:
            self.due.acquire()
            delta = {"content": word(len(self.sent)) + "\n"}
            event = f"data: {json.dumps({'choices': [{'index': 0, 'delta': delta}]})}\n\n".encode()
            self.sent.append(time.monotonic())
            self.wfile.write(event)
            self.wfile.flush()


def word(i):
    return f"w{i:04}o{i * 7919 % 10000:04}"  # of which little is on the screen already


def configure(port):
    folder = os.path.join(os.environ["XDG_CONFIG_HOME"], "reins")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "reins.ini"), "w") as ini:
        ini.write(f"[brain served]\nkind=openai\nurl=http://127.0.0.1:{port}/v1\nmodel=m\nprice_in=0\nprice_out=0\n")


def until(console, text, end):
    """When its bytes came; None = they did not."""
    while time.monotonic() < end:
        got = console.read(0.2)
        came = time.monotonic()
        if got:
            console.screen.feed(got)
            if text in console.screen.text():
                return came
    return None


def measure(rows, columns):
    Stream.sent, Stream.due = [], threading.Semaphore(0)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    configure(server.server_port)
    console = Console("run", "--agent", "direct", "--sandbox", "640x480", "--app", "xcalc", "--brain", "served", "press 7",
                      rows=rows, columns=columns)
    times, lost = [], 0
    for i in range(EVENTS):
        Stream.due.release()
        came = until(console, word(i), time.monotonic() + (60 if i == 0 else 5))
        if came is None and i == 0:
            raise SystemExit(f"  the answer did not come to a pane of {columns}x{rows}:\n{console.screen.text()}")
        if came is None:
            lost += 1
        else:
            times.append((came - Stream.sent[i]) * 1000)
        console.drain(APART_S)
    times.sort()
    print(f"  {columns}x{rows}: from an event to the pane: median {statistics.median(times):6.1f} ms, "
          f"p95 {times[int(len(times) * .95)]:6.1f}, worst {times[-1]:6.1f}   ({len(times)} events, {lost} not seen;"
          f" load {os.getloadavg()[0]:.0f})")
    console.close()
    server.shutdown()


measure(24, 80)
measure(60, 200)
