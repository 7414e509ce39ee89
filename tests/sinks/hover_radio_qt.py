"""Qt 5 radio and check buttons whose circle and box light up while the pointer is on their label, far from them; and some that
have been set or taken back once it is there."""
from PyQt5.QtCore import QEvent, QObject, QPoint, QSocketNotifier, Qt, QTimer
from PyQt5.QtWidgets import QApplication, QButtonGroup, QCheckBox, QPushButton, QRadioButton, QVBoxLayout, QWidget
from sink import Hover


class Labels(Hover):
    def get(self):
        return super().get() + "".join("from %s %d %d\n" % ((name,) + middle(start)) for name, start in starts.items())


class Watch(QObject):
    def __init__(self, name, change):
        super().__init__()
        self.name, self.change = name, change

    def eventFilter(self, widget, event):
        if event.type() == QEvent.MouseButtonPress:
            hover.pressed(self.name)
        elif event.type() in (QEvent.Enter, QEvent.Leave) and self.change:
            self.change()
        return False


def rectangle(name):
    widget = hover.widgets[name]
    at = widget.mapToGlobal(QPoint(0, 0))
    return at.x(), at.y(), min(widget.width(), 240), widget.height()


def middle(name):
    x, y, width, height = rectangle(name)
    return x + width // 2, y + height // 2


app = QApplication(["hover_radio_qt"])
hover, starts, kept = Labels(rectangle), {}, []
window = QWidget()
window.setWindowTitle("hover_radio_qt")
page = QVBoxLayout(window)


def add(name, widget, start=None, change=None):
    watch = Watch(name, change)
    kept.append(watch)
    widget.installEventFilter(watch)
    widget.setFocusPolicy(Qt.NoFocus)
    hover.widgets[name] = widget
    page.addWidget(widget, 0, Qt.AlignLeft)
    if start:
        starts[name] = start
    return widget


def alone(button):
    """Of a group of its own, which may have none that is chosen."""
    group = QButtonGroup(window)
    group.setExclusive(False)
    group.addButton(button)
    kept.append(group)
    return button


def traitor(name, button, active=False):
    """It is chosen or ticked, or not, while the pointer is over it."""
    button.setChecked(active)
    add(name, button, change=button.toggle)


add("chosen", alone(QRadioButton("SQLite, Not Protected (.ctb)"))).setChecked(True)
add("empty", alone(QRadioButton("XML, Not Protected (.ctd), as a file")))
add("next", alone(QRadioButton("XML, Password Protected (.ctz)")), "chosen")
add("ticked", QCheckBox("Automatically save all of it again")).setChecked(True)
add("unticked", QCheckBox("Create a copy before it is written"), "ticked")
add("ok", QPushButton("OK"), "chosen")
add("cancel", QPushButton("Cancel"), "empty")
traitor("!set", alone(QRadioButton("SQLite, Not Protected, to be sent")))
traitor("!taken", alone(QRadioButton("SQLite, Not Protected, to be kept")), True)
traitor("!ticked", QCheckBox("Keep a copy of it, which is not sent"))
traitor("!unticked", QCheckBox("Keep a copy of it, which is not sent"), True)
other = add("other", alone(QRadioButton("SQLite, Password Protected (.ctx)")))
add("!other", alone(QRadioButton("XML, Password Protected (.ctz)")), change=other.toggle)

notifier = QSocketNotifier(0, QSocketNotifier.Read)
notifier.activated.connect(hover.talk.readable)
window.setGeometry(40, 40, 620, 420)
window.show()
QTimer.singleShot(500, lambda: hover.talk.say("ready"))
app.exec_()
