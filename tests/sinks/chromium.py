"""A text area in Chromium; the page tells a server here what is in it, when that is asked: telling it after each character took
Chromium as long as the typing."""
import os
import queue
import threading
import page
from sink import Talk

# SINK_LATE_MS: the page is in a tab and cannot be drawn for so long, because its server is slow
LATE_MS = int(os.environ.get("SINK_LATE_MS", "0"))
LATE = b"<script async blocking=render src=/late></script>" if LATE_MS else b""
PAGE = b"""<!doctype html><meta charset=utf-8>""" + LATE + b"""<p>text:</p><textarea id=t style="width:95vw;height:85vh"></textarea><script>
const t = document.getElementById('t');
const tell = (path, body) => fetch(path, {method: 'POST', body});
let wanted = Infinity; // characters; UTF-16 has two units for some
function look() {
  if (wanted === Infinity || t.value.length < wanted || [...t.value].length < wanted) return;
  wanted = Infinity;
  tell('/text', t.value);
}
t.oninput = look;
// that is before it is drawn: Chromium drops keys until then, while its window answers pings already
t.onfocus = () => tell('/focus', '');
(async () => {
  for (;;) {
    const order = await (await fetch('/order')).text();
    if (order === 'clear') {
      t.value = '';
      await tell('/cleared', '');
    } else {
      wanted = Number(order);
      look();
    }
  }
})();
t.focus();
</script>"""
state = {"text": ""}
orders, cleared = queue.Queue(), threading.Event()
lock = threading.Lock()


def asked(path):
    if path == "/order":
        return orders.get().encode()
    if path == "/late":
        threading.Event().wait(LATE_MS / 1000)
    return b""


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
    orders.put("clear")
    cleared.wait()


talk = Talk(lambda: state["text"], clear, lambda n: orders.put(str(n)))
page.show(PAGE, told, asked, ["--window-size=700,500"], talk.readable, tab=LATE_MS > 0)
