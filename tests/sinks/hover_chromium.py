"""Elements of a web page that light up, and some that are not what they were once the pointer is over them, in Chromium."""
import json
import page
from sink import Hover

PAGE = b"""<!doctype html><meta charset=utf-8><style>
body{font:14px sans-serif} #g{display:grid;grid-template-columns:repeat(3,180px);gap:14px}
.slow{transition:all .2s;background:#fff;color:#000;border:1px solid #888} .slow:hover{background:#204a87;color:#fff}
.plain{color:#00c;text-decoration:none} .plain:hover{text-decoration:underline} .red:hover{color:#c00}
.card{background:#eee;padding:6px} .card:hover{box-shadow:0 2px 8px #0008;background:#fff}
.dim{opacity:.5} .dim:hover{opacity:1} .row{padding:4px} .row:hover{background:#cce8ff}
.edge{border:2px solid #ddd;background:#ddd} .edge:hover{border-color:#00f}
.list{width:80px;height:44px;overflow:auto} .asked{position:relative} .question{display:none;position:absolute;left:20px;top:2px;
background:#fff;border:1px solid #000;pointer-events:none} .asked:hover .question{display:block}</style>
<div id=g><button id=button>Pay 10</button><a id=link href="#">a link that stays</a><span><a id=underlined class=plain href="#">under 11</a></span>
<span><a id=red class="red" href="#">turn red 12</a></span><button id=slow class=slow>Turn 13</button><div id=card class=card>Card 14</div>
<div id=dim class=dim>Dim 15</div><div id=row class=row>row number 16</div><button id=edge class=edge>Edge 17</button>
<input id=entry value="an entry"><select id=select><option>a choice</select><label id=check><input type=checkbox>Check 18</label>
<button id="!label">Pay 10</button><button id="!less">Pay 8</button><button id="!minus">Balance &nbsp;5</button>
<div id="!scroll" class=list></div><div id="!dialog" class="card asked">Read 19<div class=question>Delete?</div></div>
<button id="!slow" class=slow>Pay 10</button></div><script>
const all = [...document.querySelectorAll('[id]')].filter(e => e.id != 'g'), by = id => document.getElementById(id);
const tell = (path, body) => fetch(path, {method: 'POST', body});
for (const e of all) e.addEventListener('mousedown', () => tell('/pressed', e.id));
function traitor(id, after) {
  const e = by(id), before = e.textContent;
  e.onmouseenter = () => e.textContent = after; e.onmouseleave = () => e.textContent = before;
}
traitor('!label', 'Pay 90'); traitor('!less', 'Pay 3'); traitor('!minus', 'Balance -5'); traitor('!slow', 'Pay 90');
by('!scroll').innerHTML = [...Array(20).keys()].map(i => '<div>file ' + (i + 10) + '</div>').join('');
by('!scroll').onmouseenter = () => by('!scroll').scrollTop = 7; by('!scroll').onmouseleave = () => by('!scroll').scrollTop = 0;
const top_ = window.outerHeight - window.innerHeight;
setTimeout(() => tell('/ready', JSON.stringify(all.map(e => { const r = e.getBoundingClientRect();
  return [e.id, Math.round(window.screenX + r.left), Math.round(window.screenY + top_ + r.top), Math.round(r.width), Math.round(r.height)]; }))), 1500);
</script>"""
places = {}


def told(path, body):
    if path == "/pressed":
        hover.pressed(body)
        return
    for name, *place in json.loads(body):
        places[name] = hover.widgets[name] = place
    hover.talk.say("ready")


hover = Hover(lambda name: places[name])
options = ["--test-type", "--window-size=640,460", "--window-position=0,0"]  # without the bar that warns
page.show(PAGE, told, lambda path: b"", options, hover.talk.readable)
