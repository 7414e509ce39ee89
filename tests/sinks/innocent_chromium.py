"""A page in Chromium on which an innocent person works: elements that light up, a spinner, a field with a caret."""
import select
import page

PAGE = b"""<!doctype html><meta charset=utf-8><title>innocent page</title><style>
body{font:15px sans-serif;margin:12px} #g{display:grid;grid-template-columns:repeat(4,260px);gap:16px}
#g>*{box-sizing:border-box;height:60px;padding:12px}
.slow{transition:all .2s;background:#fff;color:#000;border:1px solid #888} .slow:hover{background:#204a87;color:#fff}
.plain{color:#00c;text-decoration:none} .plain:hover{text-decoration:underline} .red:hover{color:#c00}
.card{background:#eee} .card:hover{box-shadow:0 2px 8px #0008;background:#fff}
.dim{opacity:.5} .dim:hover{opacity:1} .row:hover{background:#cce8ff}
.edge{border:2px solid #ddd;background:#ddd} .edge:hover{border-color:#00f}
#spin{position:fixed;right:30px;top:30px;width:40px;height:40px;border:5px solid #ccc;border-top-color:#06c;border-radius:50%;
animation:spin 1s linear infinite} @keyframes spin{to{transform:rotate(360deg)}}
textarea{width:1080px;height:200px;margin-top:16px;font:15px monospace}</style>
<div id=spin></div><div id=g></div><textarea id=t autofocus></textarea><script>
const kinds = ['slow', 'plain', 'red', 'card', 'dim', 'row', 'edge'];
for (let i = 0; i < 20; i++) {
  const e = document.createElement(i % 3 ? 'div' : 'button');
  e.className = kinds[i % kinds.length];
  e.textContent = 'Element ' + i;
  e.onclick = () => e.textContent = e.textContent.endsWith('again') ? 'Element ' + i : 'Element ' + i + ', again';
  document.getElementById('g').append(e);
}
</script>"""
options = ["--test-type", "--window-size=1280,720", "--window-position=0,0"]  # without the bar that warns
page.show(PAGE, lambda path, body: None, lambda path: b"", options, lambda: select.select([], [], []))
