"""Those pictures by Qt 5."""
from PyQt5.QtCore import QEvent, QObject, QSocketNotifier, Qt, QTimer
from PyQt5.QtGui import QColor, QGuiApplication, QPainter
from PyQt5.QtWidgets import QApplication, QLabel, QPushButton, QWidget
import pictures
from pictures import BASE_Y, BEFORE_X, BUTTON, HEIGHT, LABEL_X, NOTE, WIDTH, Clock, Pictures

BUTTON_CSS = "QPushButton{background:%(face)s;border:1px solid #909090} QPushButton:hover{background:%(light)s}"
app = QApplication(["pictures_qt"])
window = QWidget()
window.setWindowTitle("shop")
window.setFixedSize(WIDTH, HEIGHT)
window.setStyleSheet("background:#f4f4f4;font:13px sans")
clock, painted = Clock(), None


def label(parent, x, y, width, height, words):
    made = QLabel(words, parent)
    made.setGeometry(x, y, width, height)
    made.setAttribute(Qt.WA_TransparentForMouseEvents)
    return made


lines = [label(window, *row[:5]) for row in pictures.rows(pictures.PLAIN)]
note = label(window, NOTE[0], NOTE[1] - 16, 200, 20, "")
button = QPushButton(window)
button.setFocusPolicy(Qt.NoFocus)
button.setGeometry(*BUTTON)
words = [label(button, x, BASE_Y - 17, 45, 20, "") for x in (BEFORE_X, LABEL_X)]


class Over(QWidget):
    def paintEvent(self, _):
        if painted:
            QPainter(self).fillRect(*painted[:4], QColor(painted[4]))


over = Over(window)
over.setGeometry(0, 0, WIDTH, HEIGHT)
over.setAttribute(Qt.WA_TransparentForMouseEvents)
over.setStyleSheet("background:transparent")
over.raise_()


def draw(picture, drawn):
    global painted
    for line, row in zip(lines, pictures.rows(picture)):
        line.setStyleSheet("background:%s;color:%s" % (picture["mark" if row[5] else "paper"], picture["text"]))
    button.setStyleSheet(BUTTON_CSS % picture)
    for word, key in zip(words, ("before", "label")):
        word.setStyleSheet("background:transparent;color:" + picture["ink"])
        word.setText(picture[key])
    note.setStyleSheet("color:" + picture["pen"])
    note.setText(picture["note"])
    painted = pictures.area(picture)
    window.repaint()
    QTimer.singleShot(0, lambda: finish(drawn))


def finish(drawn):
    QGuiApplication.sync()
    drawn(clock.now())


def settle():
    QGuiApplication.sync()
    app.processEvents()


class Watch(QObject):
    def eventFilter(self, widget, event):
        if widget is button and event.type() in (QEvent.MouseButtonPress, QEvent.MouseButtonDblClick):
            program.pressed(event.timestamp())
        elif widget is window and event.type() == QEvent.KeyPress and event.key() == Qt.Key_Delete:
            program.pressed(event.timestamp())
        elif widget is button and event.type() in (QEvent.Enter, QEvent.Leave):
            program.entered(event.type() == QEvent.Enter)
        return False


program, watch = Pictures(draw, QTimer.singleShot, settle), Watch()
for widget in (window, button):
    widget.installEventFilter(watch)
notifier = QSocketNotifier(0, QSocketNotifier.Read)
notifier.activated.connect(lambda *a: program.talk.readable())
window.move(20, 20)
window.show()
QTimer.singleShot(0, lambda: program.talk.say("ready"))
app.exec_()
