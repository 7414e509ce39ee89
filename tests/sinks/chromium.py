"""A text area in Chromium; the page tells a server here what is in it."""
import http.server
import os
import signal
import socketserver
import subprocess
import sys
import tempfile
import threading
from sink import Talk

# SINK_LATE_MS: the page is in a tab and cannot be drawn for so long, because its server is slow
LATE_MS = int(os.environ.get("SINK_LATE_MS", "0"))
LATE = b"<script async blocking=render src=/late></script>" if LATE_MS else b""
PAGE = b"""<!doctype html><meta charset=utf-8>""" + LATE + b"""<p>text:</p><textarea id=t style="width:95vw;height:85vh"></textarea><script>
const t = document.getElementById('t');
let sending = false, again = false;
async function tell() {
  if (sending) { again = true; return; }
  sending = true;
  do { again = false; await fetch('/text', {method: 'POST', body: t.value}); } while (again);
  sending = false;
}
t.oninput = tell;
// that is before it is drawn: Chromium drops keys until then, while its window answers pings already
t.onfocus = () => fetch('/focus', {method: 'POST'});
(async () => { for (;;) { await fetch('/clear'); t.value = ''; await fetch('/cleared', {method: 'POST'}); } })();
t.focus();
</script>"""
state = {"text": ""}
clearing, cleared = threading.Event(), threading.Event()
lock = threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def reply(self, body=b""):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/clear":
            clearing.wait()
            clearing.clear()
        if self.path == "/late":
            threading.Event().wait(LATE_MS / 1000)
        self.reply(PAGE if self.path == "/" else b"")

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"] or 0)).decode()
        with lock:
            if self.path == "/focus":
                talk.say("ready")
            elif self.path == "/cleared":
                state["text"] = ""
                cleared.set()
            else:
                state["text"] = body
                talk.changed()
        self.reply()


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True


def clear():
    cleared.clear()
    clearing.set()
    cleared.wait()


talk = Talk(lambda: state["text"], clear)
server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
home = tempfile.mkdtemp()
browser = subprocess.Popen(["chromium", "--no-sandbox", "--no-first-run", "--disable-gpu", "--user-data-dir=" + home,
                            "--window-size=700,500", ("" if LATE_MS else "--app=") + "http://127.0.0.1:%d/" % server.server_port],
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
real_exit = os._exit


def leave(code):
    os.killpg(browser.pid, signal.SIGKILL)
    real_exit(code)


os._exit = leave
signal.signal(signal.SIGTERM, lambda *a: leave(0))
while True:
    talk.readable()
