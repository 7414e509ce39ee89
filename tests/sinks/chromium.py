"""A text area in Chromium; the page tells a server here what is in it."""
import os
import threading
import page
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


def asked(path):
    if path == "/clear":
        clearing.wait()
        clearing.clear()
    if path == "/late":
        threading.Event().wait(LATE_MS / 1000)


def told(path, body):
    with lock:
        if path == "/focus":
            talk.say("ready")
        elif path == "/cleared":
            state["text"] = ""
            cleared.set()
        else:
            state["text"] = body
            talk.changed()


def clear():
    cleared.clear()
    clearing.set()
    cleared.wait()


talk = Talk(lambda: state["text"], clear)
page.show(PAGE, told, asked, ["--window-size=700,500"], talk.readable, tab=LATE_MS > 0)
