"""A page in Chromium, served from here."""
import http.server
import os
import signal
import socketserver
import subprocess
import tempfile
import threading


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True


def show(page, told, asked, options, readable, tab=False):
    """`told(path, body)`: the page has said something; `asked(path)` returns its answer once it may have it. `readable()`, again
    and again: reads what the tester says. In a window without tabs, or in a tab."""

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
            answer = asked(self.path)
            self.reply(page if self.path == "/" else answer)

        def do_POST(self):
            told(self.path, self.rfile.read(int(self.headers["Content-Length"] or 0)).decode())
            self.reply()

    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = subprocess.Popen(["chromium", "--no-sandbox", "--no-first-run", "--disable-gpu",
                                "--user-data-dir=" + tempfile.mkdtemp(), *options,
                                ("" if tab else "--app=") + "http://127.0.0.1:%d/" % server.server_port],
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True)
    real_exit = os._exit

    def leave(code):
        os.killpg(browser.pid, signal.SIGKILL)
        real_exit(code)

    os._exit = leave
    signal.signal(signal.SIGTERM, lambda *a: leave(0))
    while True:
        readable()
