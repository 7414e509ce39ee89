"""A web form in Chromium. Writes "KIND X Y WIDTH HEIGHT TEXT" of each of its widgets, on the screen, to the file argv[1], as the page
says where it has drawn them; more options of Chromium behind it."""
import json
import os
import sys
import threading

import page

PAGE = b"""<!doctype html><meta charset=utf-8><style>
body{margin:24px;font:15px sans-serif;background:#fff} form{display:grid;grid-template-columns:110px 240px;gap:10px}
input,select,button{font:inherit} #keys{display:grid;grid-template-columns:repeat(4,64px);gap:8px;margin:16px 0} #row *{margin-right:8px}
p{margin:10px 0}</style>
<form onsubmit="return false"></form><div id=checks></div><div id=keys></div><div id=row></div>
<p class=text>Orders that arrive before noon leave the house on the same day.</p>
<p class=text style="background:#203040;color:#e8e8e8;padding:6px">Returns are free within thirty days of delivery.</p><script>
const add = (to, tag, kind, text, more) => { const e = document.createElement(tag); e.dataset.kind = kind; e.dataset.text = text || '';
  Object.assign(e, more); document.querySelector(to).append(e); return e; };
for (const [name, text] of [['First name', 'Ada'], ['Last name', 'Lovelace'], ['Street', ''], ['Town', 'London'], ['Country', ''], ['Count', '0']]) {
  add('form', 'label', 'label', name, {textContent: name});
  add('form', 'input', 'field', text, {value: text});
}
for (const name of ['Send news', 'Keep signed in', 'Large print']) {
  add('#checks', 'input', 'check', '', {type: 'checkbox', checked: name.includes('Keep')});
  add('#checks', 'label', 'label', name, {textContent: name, style: 'margin-right:16px'});
}
for (const name of '7 8 9 / 4 5 6 * 1 2 3 - 0 . = +'.split(' ')) add('#keys', 'button', 'button', name, {textContent: name});
for (const name of ['Help', 'Apply', 'Cancel', 'Delete account', 'OK']) add('#row', 'button', 'button', name, {textContent: name});
for (const e of document.querySelectorAll('.text')) { e.dataset.kind = 'label'; e.dataset.text = e.textContent; }
requestAnimationFrame(() => requestAnimationFrame(() => fetch('/layout', {method: 'POST', body: JSON.stringify(
  [...document.querySelectorAll('[data-kind]')].map(e => { const r = e.getBoundingClientRect();
    return [e.dataset.kind, screenX + r.x, screenY + r.y, r.width, r.height, e.dataset.text]; }))})));
</script>"""


def told(path, body):
    with open(sys.argv[1] + "~", "w") as out:
        for kind, x, y, width, height, text in json.loads(body):
            print(kind, round(x), round(y), round(width), round(height), text, file=out)
    os.rename(sys.argv[1] + "~", sys.argv[1])


page.show(PAGE, told, lambda path: b"", ["--kiosk", "--window-position=0,0", "--window-size=1024,768", *sys.argv[2:]],
          threading.Event().wait)
