"""A Qt 5 window with its menu open, the pointer on the first entry, and a status bar that says what the entry under it does."""
from PyQt5.QtCore import QEvent, QObject, QPoint, QSocketNotifier, QTimer
from PyQt5.QtGui import QCursor, QIcon, QImage, QPixmap
from PyQt5.QtWidgets import QApplication, QLabel, QMainWindow, QMenu
from hover_menu import ENTRIES, ICONS, LABEL, SIDE, WITHOUT, Menu, icon
from sink import Hover

app = QApplication(["hover_menu_qt"])
window = QMainWindow()
middle, status = QLabel(), QLabel()
window.setCentralWidget(middle)
window.statusBar().addWidget(status)
menu = QMenu(window)
set_to = {"middle": middle.setText, "status": status.setText}
says = Menu(lambda what, value: set_to[what](value))
start = QPoint()
ABOVE_A_LINE = ("third", "!label")
BESIDE_ITS_END = 90  # px: the press is at its middle; the pointer comes from the other end of the first entry


def place(name):
    if name == "away":
        left, top, width, height = place("first")
        return left + width - 12, top + height // 2, 1, 1
    if name == "outside":
        corner = window.mapToGlobal(QPoint(560, 40))
        return corner.x(), corner.y(), 1, 1
    a = menu.actionGeometry(hover.widgets[name])
    corner = menu.mapToGlobal(a.topLeft())
    width = BESIDE_ITS_END if name in ABOVE_A_LINE + ("second",) else a.width()
    return corner.x(), corner.y(), width, a.height()


def next_is(name):
    global start
    app.processEvents()  # where the pointer is
    start = QCursor.pos()
    says.target = ""
    # outside the menu Qt takes a selection away, at a time of its own
    menu.setActiveAction(hover.widgets["first"] if menu.geometry().contains(start) else None)
    says.start(name)


def turn():
    says.turn()
    if says.target == "!before" and (QCursor.pos() - start).manhattanLength() > 4:
        status.setText("3 selected")


def set_icon(action, kind):
    picture = QImage(icon(kind), SIDE, SIDE, QImage.Format_RGBA8888) if kind else QImage()
    action.setIcon(QIcon(QPixmap.fromImage(picture)))


def add(name, label):
    action = menu.addAction(label)
    action.hovered.connect(lambda: says.selected(name))
    set_icon(action, None if name in WITHOUT else "house")
    set_to[name] = (lambda kind: set_icon(action, kind)) if name in ICONS else action.setText
    return action


class Presses(QObject):
    def eventFilter(self, widget, event):
        if event.type() == QEvent.MouseButtonPress:
            for name, action in hover.widgets.items():
                if action and menu.actionAt(event.pos()) == action:
                    hover.pressed(name)
        return event.type() in (QEvent.MouseButtonPress, QEvent.MouseButtonRelease)


hover = Hover(place, next_is)
hover.widgets["away"] = hover.widgets["outside"] = None
for name in ("first",) + ENTRIES + ("!before",):
    hover.widgets[name] = add(name, LABEL)
    if name in ABOVE_A_LINE:  # which is shorter than the entry that lights up
        menu.addSeparator()
add("other", LABEL)
add("icons", LABEL)
tick = add("tick", "Wrap lines")
tick.setCheckable(True)
set_to["tick"] = tick.setChecked
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
window.setGeometry(0, 0, 620, 540)
window.show()
QTimer.singleShot(500, popup)
app.exec_()
