"""Those pictures by a web page in Chromium."""
import json
import queue
import page
import pictures
from pictures import BASE_Y, BEFORE_X, BUTTON, HEIGHT, LABEL_X, NOTE, WIDTH, Pictures

PAGE = """<!doctype html><meta charset=utf-8><style>
body{margin:0;background:#f4f4f4;font:13px sans-serif;overflow:hidden} body *{position:absolute;margin:0;white-space:pre;cursor:default}
#b{left:%(x)dpx;top:%(y)dpx;width:%(w)dpx;height:%(h)dpx;border:1px solid #909090;padding:0;background:var(--face)}
#b:hover{background:var(--light)} #area{pointer-events:none}</style><div id=rows></div><div id=b><span id=before></span><span
id=label></span></div><div id=note style="left:%(nx)dpx;top:%(ny)dpx"></div><div id=area></div><script>
const by = id => document.getElementById(id), tell = (path, body) => fetch(path, {method: 'POST', body: JSON.stringify(body)});
const drawn = f => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(f)));
const names = %(names)s;
by('rows').innerHTML = names.map((n, i) => `<div style="left:%(rx)dpx;top:${%(ry)d + i * %(rh)d}px;width:%(rw)dpx;height:%(rh)dpx">${n}</div>`).join('');
by('before').style.left = '%(bx)dpx'; by('label').style.left = '%(lx)dpx';
for (const id of ['before', 'label']) by(id).style.top = '%(ty)dpx';
const known = {};
let shown = [['', 0]], base = '', over = '', overMs = 0, inside = false;
function change(name, done) {
  const p = known[name];
  [...by('rows').children].forEach((e, i) => {
    e.style.background = i == p.row ? p.mark : p.paper; e.style.color = p.text; });
  by('b').style.setProperty('--face', p.face); by('b').style.setProperty('--light', p.light); by('b').style.color = p.ink;
  by('before').textContent = p.before; by('label').textContent = p.label;
  by('note').textContent = p.note; by('note').style.color = p.pen;
  const a = p.area ? p.area.split(',') : [0, 0, 0, 0, '#000'];
  by('area').style = `left:${a[0]}px;top:${a[1]}px;width:${a[2]}px;height:${a[3]}px;background:${a[4]}`;
  drawn(() => { shown.push([name, performance.now()]); done(); });
}
function pressed(e) {
  const at = shown.filter(s => s[1] < e.timeStamp).pop();
  tell('/pressed', at ? at[0] : '');
}
by('b').onmousedown = pressed;
document.onkeydown = e => { if (e.key == 'Delete') pressed(e); };
const cover = () => { if (over && inside) change(over, () => 0); };
by('b').onmouseenter = () => { inside = true; overMs ? setTimeout(cover, overMs) : cover(); };
by('b').onmouseleave = () => { inside = false; if (over) change(base, () => 0); };
const orders = {
  picture(o) { known[o.name] = o.picture; return Promise.resolve(); },
  show(o) { base = o.name; over = ''; return new Promise(done => change(o.name, done)); },
  enter(o) { over = o.name; overMs = o.ms; return Promise.resolve(); },
  settle() { return new Promise(drawn); },
};
(async () => {
  await new Promise(drawn);
  await tell('/ready', [window.outerWidth - window.innerWidth, window.outerHeight - window.innerHeight]);
  for (;;) {
    const order = await (await fetch('/order')).json();
    await orders[order.what](order);
    await tell('/done', '');
  }
})();
</script>"""
orders, edges = queue.Queue(), [0, 0]
x, y, width, height = BUTTON
values = {"x": x - 1, "y": y - 1, "w": width, "h": height, "bx": BEFORE_X, "lx": LABEL_X, "ty": BASE_Y - 14, "nx": NOTE[0], "ny": NOTE[1] - 14,
          "names": json.dumps(pictures.ROWS), **dict(zip(("rx", "ry", "rw", "rh"), pictures.ROW))}


class Chromium(Pictures):
    """The page itself knows what it shows; here orders are passed on to it."""

    def pass_on(self, done, **order):
        self.done = done
        orders.put(json.dumps(order).encode())

    def get(self):
        return "".join(self.log)

    def do_picture(self, name, *fields):
        self.keep(name, fields)
        self.pass_on(lambda: self.talk.answer(""), what="picture", name=name, picture=self.pictures[name])

    def do_show(self, name):
        self.pass_on(lambda: self.talk.answer(""), what="show", name=name)

    def do_enter(self, name, ms):
        self.pass_on(lambda: self.talk.answer(""), what="enter", name=name, ms=int(ms))

    def do_settle(self):
        self.pass_on(lambda: self.talk.answer(), what="settle")


def told(path, body):
    said = json.loads(body)
    if path == "/ready":
        edges[:] = said
        program.talk.say("ready")
    elif path == "/pressed":
        program.log.append("pressed %s\n" % said)
        program.talk.changed()
    elif path == "/done":
        program.done()


program = Chromium(None, None, place=lambda: (x + edges[0] // 2, y + edges[1], width, height))
options = ["--test-type", "--window-size=%d,%d" % (WIDTH, HEIGHT + 40), "--window-position=20,20"]
page.show((PAGE % values).encode(), told, lambda path: orders.get() if path == "/order" else b"", options, program.talk.readable)
