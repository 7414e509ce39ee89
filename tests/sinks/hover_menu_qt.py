"""A Qt 5 window with its menu open, the pointer on the first entry, and a status bar that says what the entry under it does."""
from PyQt5.QtCore import QEvent, QObject, QPoint, QSocketNotifier, QTimer
from PyQt5.QtWidgets import QApplication, QLabel, QMainWindow, QMenu
from sink import Hover

ENTRIES = ("first", "second", "third", "fourth", "!label", "!other", "!tick", "!middle", "!counts")
app = QApplication(["hover_menu_qt"])
window = QMainWindow()
middle = QLabel("a text")
window.setCentralWidget(middle)
status = QLabel("Ready")
window.statusBar().addWidget(status)
menu = QMenu(window)
numbers = 0
target = ""


def place(name):
    if name == "away":
        left, top, width, height = place("first")
        return left + width - 12, top + height // 2, 1, 1
    a = menu.actionGeometry(hover.widgets[name])
    corner = menu.mapToGlobal(a.topLeft())
    return corner.x(), corner.y(), a.width(), a.height()


def next_is(name):
    global numbers, target
    target = ""
    app.processEvents()  # where the pointer is
    numbers, target = 0, name
    menu.setActiveAction(hover.widgets["first"])
    hover.widgets["!label"].setText("Pay 10")
    other.setText("Keep 11")
    tick.setChecked(False)
    middle.setText("a text")
    status.setText("Ready")


def on_hover(name):
    if not target or name == "first":
        return
    status.setText("what %s does" % name.strip("!"))
    if name == "!label":
        hover.widgets[name].setText("Pay 90")
    elif name == "!other":
        other.setText("Wipe 11")
    elif name == "!tick":
        tick.setChecked(True)
    elif name == "!middle":
        middle.setText("another text")


def turn():
    """The numbers, from when the pointer has come."""
    global numbers
    if target == "!counts" and status.text() != "Ready":
        numbers += 1
        status.setText("%d of 1000" % numbers)


class Presses(QObject):
    def eventFilter(self, widget, event):
        if event.type() == QEvent.MouseButtonPress:
            for name in ENTRIES:
                if menu.actionAt(event.pos()) == hover.widgets[name]:
                    hover.pressed(name)
        return event.type() in (QEvent.MouseButtonPress, QEvent.MouseButtonRelease)


hover = Hover(place, next_is)
hover.widgets["away"] = None
for name in ENTRIES:
    action = hover.widgets[name] = menu.addAction("Pay 10" if name == "!label" else "Entry of the menu")
    action.hovered.connect(lambda name=name: on_hover(name))
other, tick = menu.addAction("Keep 11"), menu.addAction("Wrap lines")
tick.setCheckable(True)
presses = Presses()
menu.installEventFilter(presses)


def popup():
    menu.popup(window.mapToGlobal(QPoint(40, 20)))
    next_is("")
    QTimer.singleShot(300, lambda: hover.talk.say("ready"))


timer = QTimer()
timer.timeout.connect(turn)
timer.start(5)
notifier = QSocketNotifier(0, QSocketNotifier.Read)
notifier.activated.connect(hover.talk.readable)
window.setGeometry(0, 0, 620, 420)
window.show()
QTimer.singleShot(500, popup)
app.exec_()
