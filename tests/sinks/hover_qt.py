"""Qt 5 widgets that light up, and some that are not what they were once the pointer is over them."""
from PyQt5.QtCore import QEvent, QObject, QPoint, QSocketNotifier, Qt, QTimer
from PyQt5.QtGui import QColor, QPalette
from PyQt5.QtWidgets import (QApplication, QCheckBox, QComboBox, QGridLayout, QLabel, QLineEdit, QListWidget, QPushButton,
                             QRadioButton, QSpinBox, QTabBar, QToolButton, QWidget)
from sink import Hover


def rectangle(name):
    widget = hover.widgets[name]
    at = widget.mapToGlobal(QPoint(0, 0))
    if name == "row":
        inside = widget.visualItemRect(widget.item(1))
        return at.x() + inside.x(), at.y() + inside.y() + widget.frameWidth(), inside.width(), inside.height()
    if name == "tab":
        inside = widget.tabRect(1)
        return at.x() + inside.x(), at.y() + inside.y(), inside.width(), inside.height()
    return at.x(), at.y(), min(widget.width(), 80) if name == "!scroll" else widget.width(), widget.height()


class Watch(QObject):
    def __init__(self, name, enter=None, leave=None):
        super().__init__()
        self.name, self.enter, self.leave = name, enter, leave

    def eventFilter(self, widget, event):
        if event.type() == QEvent.MouseButtonPress:
            hover.pressed(self.name)
        elif event.type() == QEvent.Enter and self.enter:
            self.enter()
        elif event.type() == QEvent.Leave and self.leave:
            self.leave()
        return False


app = QApplication(["hover_qt"])
app.setCursorFlashTime(0)  # a caret would come and go by itself
hover = Hover(rectangle)
window = QWidget()
window.setWindowTitle("hover_qt")
bright = window.palette()
bright.setColor(QPalette.Window, QColor(0xf4, 0xf4, 0xf4))  # no edge to the lower end of what is lit up
window.setPalette(bright)
grid = QGridLayout(window)
places = [(row, column) for row in range(8) for column in range(3)]
watches = []


def add(name, widget, enter=None, leave=None):
    watch = Watch(name, enter, leave)
    watches.append(watch)
    widget.installEventFilter(watch)
    if hasattr(widget, "viewport"):
        widget.viewport().installEventFilter(watch)
    hover.widgets[name] = widget
    grid.addWidget(widget, *places.pop(0))
    return widget


def styled(widget, css):
    widget.setStyleSheet(css)
    return widget


add("button", QPushButton("Pay 10"))
flat = add("flat", QPushButton("Pay 11"))
flat.setFlat(True)
tool = add("tool", QToolButton())
tool.setText("Tool 12")
tool.setAutoRaise(True)
def flat_tool(name, text):
    """Wider than the patch: of the frame that it gets only two sides are near the target."""
    button = add(name, QToolButton())
    button.setText(text)
    button.setAutoRaise(True)
    button.setFixedWidth(168)
    return button


flat_tool("wide", "Tool 20")
flat_tool("below", "Tool 21")
add("check", QCheckBox("Check 13"))
spin = add("spin", QSpinBox())  # its arrows are tinted while the pointer is in its field
spin.findChild(QLineEdit).installEventFilter(watches[-1])
add("radio", QRadioButton("Radio 14"))
add("entry", QLineEdit("an entry"))
combo = add("combo", QComboBox())
combo.addItem("a choice")
rows = add("row", styled(QListWidget(), "QListWidget::item:hover{background:#cce8ff}"))
rows.addItems(["row number 0", "row number 1"])
tabs = add("tab", QTabBar())
tabs.addTab("One")
tabs.addTab("Two 15")
add("inverted", styled(QPushButton("Turn 16"), "QPushButton{background:#fff;color:#000;padding:6px}"
                       "QPushButton:hover{background:#204a87;color:#fff}"))
add("bordered", styled(QPushButton("Edge 17"), "QPushButton{background:#ddd;border:1px solid #ddd;padding:6px}"
                       "QPushButton:hover{border:1px solid #f00}"))
add("underlined", styled(QPushButton("Under 18"), "QPushButton{background:#ddd;color:#00c;padding:6px}"
                         "QPushButton:hover{text-decoration:underline}"))


def traitor(name, before, after):
    button = QPushButton(before)
    add(name, button, lambda: button.setText(after), lambda: button.setText(before))


def strike(button, struck):
    font = button.font()
    font.setStrikeOut(struck)
    button.setFont(font)


struck = flat_tool("!struck", "Tool 22")
watches[-1].enter, watches[-1].leave = lambda: strike(struck, True), lambda: strike(struck, False)
traitor("!label", "Pay 10", "Pay 90")
traitor("!less", "Pay 8", "Pay 3")
traitor("!minus", "Balance  5", "Balance -5")
lines = QListWidget()
lines.addItems(["file %d" % i for i in range(10, 30)])
lines.setVerticalScrollMode(QListWidget.ScrollPerPixel)
add("!scroll", lines, lambda: lines.verticalScrollBar().setValue(7), lambda: lines.verticalScrollBar().setValue(0))
asked = QPushButton("Read 19")
question = QLabel("Delete?", asked)
question.setStyleSheet("background:#fff;border:1px solid #000")
question.move(20, 4)
question.setAttribute(Qt.WA_TransparentForMouseEvents)
question.hide()
add("!dialog", asked, question.show, question.hide)
for watched in (rows, lines):
    watched.setFixedHeight(50)
notifier = QSocketNotifier(0, QSocketNotifier.Read)
notifier.activated.connect(hover.talk.readable)
window.setGeometry(40, 40, 620, 420)
window.show()
QTimer.singleShot(500, lambda: hover.talk.say("ready"))
app.exec_()
