"""A program that draws all of itself, as games and painters do, once for each motion: buttons that light up, some of them with
another label once the pointer is over them, and what OWN_POINTER, RULERS and BUBBLE of the main module ask for."""
import sys
from PyQt5.QtCore import QPoint, QSocketNotifier, QTimer
from PyQt5.QtGui import QColor, QFont, QPainter
from PyQt5.QtWidgets import QApplication, QWidget
from sink import Hover

main = sys.modules["__main__"]
own_pointer, rulers, bubble = (getattr(main, name, False) for name in ("OWN_POINTER", "RULERS", "BUBBLE"))
WIDTH, HEIGHT, EDGE, CONTRASTS = 620, 440, 24, (8, 12, 24, 48, 96, 255) if own_pointer else (8, 255)
ARROW = ["#         ", "##        ", "#.#       ", "#..#      ", "#...#     ", "#....#    ", "#.....#   ", "#......#  ", "#...####  ",
         "#.##.#    ", "##  #.#   ", "#   #.#   ", "     #.#  ", "     ##   "]
at = None  # the pointer
selected = 0
places = {}  # of each button
buttons = []  # name, label, contrast of its ink, levels of its light, label under the pointer


def add(name, label, ink=255, light=16, under=None):
    n = len(buttons)
    buttons.append((name, label, ink, light, under or label))
    places[name] = (40 + n % 4 * 140, 40 + n // 4 * 56, 110, 30)


for level in (3, 8, 24, 48):
    add("lit%d" % level, "Pay 10", light=level)
for contrast in CONTRASTS:
    add("ink%d" % contrast, "Keep 11", ink=contrast)
for contrast in CONTRASTS:
    add("!ink%d" % contrast, "Keep it", ink=contrast, under="Wipe it")
for contrast in (8, 255):
    add("!gone%d" % contrast, "don't pay", ink=contrast, under="      pay")
if bubble:
    add("combo", "Field", light=0)
    add("!combo", "Other field", light=0)
add("!selects", "Delete", light=0)
places["!selects"] = (40, 370, 110, 30)  # on the way to no other


def has(name, x, y):
    left, top, width, height = places[name]
    return left <= x < left + width and top <= y < top + height


def colour(level):
    return QColor(*level) if isinstance(level, tuple) else QColor(level, level, level)


def fill(c, level, x, y, width, height):
    c.fillRect(x, y, width, height, colour(level))


def write(c, level, x, y, text):
    c.setPen(colour(level))
    c.drawText(x, y, text)


def draw_rulers(c):
    x, y = at
    fill(c, 225, 0, 0, WIDTH, EDGE)
    fill(c, 225, 0, 0, EDGE, HEIGHT)
    for k in range(0, WIDTH, 10):
        fill(c, 90, k, 0, 1, 6)
        fill(c, 90, 0, k, 6, 1)
    for k in range(6):
        fill(c, 0, x - k, EDGE - 4 - k, 2 * k + 1, 1)
    row = 3 * round(y / 3)  # a hollow one, on a grid, which turns the ticks that it crosses white
    for k in range(6):
        for side in range(-k, k + 1) if k == 5 else (-k, k):
            fill(c, 225 if (row + side) % 10 == 0 else 0, k, row + side, 1, 1)
    write(c, 0, 40, HEIGHT - 10, "%d, %d px" % at)
    for k in range(-8, 9):  # the brush
        for side in (-8, 8):
            fill(c, 0, x + k, y + side, 1, 1)
            fill(c, 0, x + side, y + k, 1, 1)


def draw(c):
    fill(c, 255, 0, 0, WIDTH, HEIGHT)
    over = [b for b in buttons if at and has(b[0], *at)]
    for b in buttons:
        name, label, ink, light, under = b
        left, top, width, height = places[name]
        ground = 255 - light if b in over else 255
        fill(c, ground, left, top, width, height)
        write(c, ground - ink if ground >= ink else 0, left + 20, top + 20, under if b in over else label)
    if bubble:  # the arrow of a combo box, far from the field, lights up with it: by less than words need, or by more
        level = 200 - (5 if at and has("combo", *at) else 20 if at and has("!combo", *at) else 0)
        for k in range(6):
            fill(c, level, 320 + k, 380 + k, 12 - 2 * k, 1)
    for row, text in enumerate(("Newsletter", "Contract, signed")):
        if row == selected:
            fill(c, (232, 240, 254), 420, 372 + 22 * row, 180, 20)
        write(c, 0, 430, 387 + 22 * row, text)
    if rulers and at:
        draw_rulers(c)
    if bubble and over:
        fill(c, 235, 0, HEIGHT - 24, 200, 24)
        write(c, 0, 6, HEIGHT - 8, "http://localhost/" + over[0][0].strip("!"))
    if own_pointer and at:
        for j, row in enumerate(ARROW):
            for i, mark in enumerate(row):
                if mark != " ":
                    fill(c, 0 if mark == "#" else 255, at[0] + i, at[1] + j, 1, 1)


def moved(x, y):
    global at, selected
    if has("!selects", x, y) and not (at and has("!selects", *at)):
        selected = 1 - selected  # and it stays so
    at = (x, y)
    window.update()


class Canvas(QWidget):
    def paintEvent(self, event):
        c = QPainter(self)
        font = QFont("DejaVu Sans")
        font.setPixelSize(14)
        c.setFont(font)
        draw(c)

    def mouseMoveEvent(self, event):
        moved(event.x(), event.y())

    def leaveEvent(self, event):
        global at
        at = None
        self.update()

    def mousePressEvent(self, event):
        for name in places:
            if has(name, event.x(), event.y()):
                hover.pressed(name)


def rectangle(name):
    corner = window.mapToGlobal(QPoint(0, 0))
    x, y, width, height = hover.widgets[name]
    return corner.x() + x, corner.y() + y, width, height


app = QApplication(["canvas"])
hover = Hover(rectangle)
hover.widgets.update(places, away=(300, 370, 20, 20))
window = Canvas()
window.setWindowTitle("canvas")
window.setFixedSize(WIDTH, HEIGHT)
window.setMouseTracking(True)
notifier = QSocketNotifier(0, QSocketNotifier.Read)
notifier.activated.connect(hover.talk.readable)
window.move(0, 0)
window.show()
QTimer.singleShot(300, lambda: hover.talk.say("ready"))
app.exec_()
