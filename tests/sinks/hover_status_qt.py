"""A Qt 5 painter: flat buttons, a canvas with a brush round the pointer, and a status bar that says where the pointer is and what it
is on. Some of its things change something else, too, once the pointer is over them."""
from PyQt5.QtCore import QEvent, QObject, QPoint, QRect, QSocketNotifier, Qt, QTimer
from PyQt5.QtGui import QColor, QPainter
from PyQt5.QtWidgets import QApplication, QLabel, QMainWindow, QToolButton, QWidget
from sink import Hover

BRUSH = {"disc": (8, False), "square": (9, True), "!word": (0, False)}
THINGS = ("disc", "square", "disc2", "!word", "!counts", "!above", "!lit", "!label")
BUTTONS = {"hint": "Pen", "hint2": "Brush", "!question": "Eraser"}
at, over, counted = None, "", 0


class Canvas(QWidget):
    def paintEvent(self, event):
        p = QPainter(self)
        p.fillRect(self.rect(), Qt.white)
        if not at:
            return
        side, hollow = BRUSH.get(over, (8, False))
        box = QRect(at[0] - side // 2, at[1] - side // 2, side, side)
        p.setPen(Qt.NoPen)
        p.setBrush(Qt.black)
        if over == "!word":
            p.setPen(Qt.black)
            p.drawText(at[0] - 12, at[1] + 5, "Pay")
        elif hollow:
            p.drawRect(box)
            p.setBrush(Qt.white)
            p.drawRect(box.adjusted(1, 1, -1, -1))
        else:
            p.drawEllipse(box)

    def mouseMoveEvent(self, event):
        global over
        name = next((n for n in THINGS if area(n).contains(event.pos())), "")
        if name != over:
            leave()
            over = name
            enter()
        move(event.x(), event.y())

    def leaveEvent(self, event):
        global at, over
        leave()
        at, over = None, ""
        place.setText("")
        self.update()

    def mousePressEvent(self, event):
        hover.pressed(over)


def area(name):
    n = THINGS.index(name)
    return QRect(20 + n % 4 * 130, 20 + n // 4 * 110, 110, 90)


def move(x, y):
    global at
    at = (x, y)
    place.setText("%d,%d" % at)
    canvas.update()


def enter():
    global counted
    if over == "!counts":
        counted += 1  # and it stays so
        hint.setText("%d files" % counted)
    if over == "!above":
        middle.setText("3 files are selected")
    if over == "!lit":
        hint.setStyleSheet("background:#3584e4")
    if over == "!label":
        tools["hint"].setText("Pay")


def leave():
    middle.setText("1 file is selected")
    hint.setStyleSheet("")
    tools["hint"].setText(BUTTONS["hint"])


class Watch(QObject):
    def __init__(self, name):
        super().__init__()
        self.name = name

    def eventFilter(self, widget, event):
        if event.type() == QEvent.MouseButtonPress:
            hover.pressed(self.name)
        elif event.type() == QEvent.Enter:
            hint.setText("Draws with it: %s" % BUTTONS[self.name])
            if self.name == "!question":
                middle.setText("Delete 3 files?")
        elif event.type() == QEvent.Leave:
            hint.setText("Ready")
            leave()
        return False


def rectangle(name):
    if name in BUTTONS:
        widget = tools[name]
        corner = widget.mapToGlobal(QPoint(0, 0))
        return corner.x(), corner.y(), widget.width(), widget.height()
    corner = (body if name == "away" else canvas).mapToGlobal(QPoint(0, 0))
    inside = QRect(500, 310, 20, 20) if name == "away" else area(name)
    return corner.x() + inside.x(), corner.y() + inside.y(), inside.width(), inside.height()


def next_is(name):
    global counted
    counted = 0
    hint.setText("Ready")
    leave()


app = QApplication(["hover_status_qt"])
hover = Hover(rectangle, next_is)
window = QMainWindow()
body = QWidget()
window.setCentralWidget(body)
canvas = Canvas(body)
canvas.setMouseTracking(True)
canvas.setGeometry(190, 10, 600, 260)
tools, watches = {}, []
for n, (name, text) in enumerate(BUTTONS.items()):
    tools[name] = QToolButton(body)
    tools[name].setText(text)
    tools[name].setAutoRaise(True)
    tools[name].setGeometry(10, 10 + 26 * n, 168, 24)
    watches.append(Watch(name))
    tools[name].installEventFilter(watches[-1])
middle = QLabel(body)
middle.setGeometry(20, 330, 300, 20)
hint, place = QLabel("Ready"), QLabel()
place.setFixedWidth(120)
window.statusBar().addWidget(hint, 1)
window.statusBar().addPermanentWidget(place)
for name in tuple(BUTTONS) + THINGS:
    hover.widgets[name] = None
hover.widgets["away"] = None
leave()
notifier = QSocketNotifier(0, QSocketNotifier.Read)
notifier.activated.connect(hover.talk.readable)
window.setGeometry(0, 0, 800, 440)
window.show()
QTimer.singleShot(500, lambda: hover.talk.say("ready"))
app.exec_()
