"""The same of Qt 5 (dialog_gtk.py)."""
from PyQt5.QtCore import QSocketNotifier, QTimer, Qt
from PyQt5.QtWidgets import QApplication, QDialog, QLabel, QLineEdit, QPushButton, QVBoxLayout
from sink import Talk


class Desk(QLabel):
    said = False

    def changeEvent(self, event):
        super().changeEvent(event)
        if self.isActiveWindow() and not self.said:
            self.said = True
            talk.say("ready")


def order(words):
    dialog.setWindowTitle(" ".join(words[3:]))
    dialog.move(int(words[1]), int(words[2]))
    dialog.show()
    entry.setFocus()
    QTimer.singleShot(20, lambda: placed(int(words[1]), int(words[2])))


def placed(x, y):
    at = dialog.mapToGlobal(dialog.rect().topLeft())
    if (at.x(), at.y()) != (x, y):
        QTimer.singleShot(20, lambda: placed(x, y))
        return
    middle = button.mapToGlobal(button.rect().center())
    talk.answer("%d %d %d" % (int(dialog.winId()), middle.x(), middle.y()))


app = QApplication(["program"])
desk = Desk("what the dialog asks about")
desk.setWindowTitle("desk")
desk.resize(400, 300)
dialog = QDialog(desk)
dialog.setWindowModality(Qt.ApplicationModal)
entry, button = QLineEdit(), QPushButton("Add")
button.setAutoDefault(False)
layout = QVBoxLayout(dialog)
layout.addWidget(entry)
layout.addWidget(button)
talk = Talk(entry.text, entry.clear, order=order)
entry.textChanged.connect(lambda: talk.changed())
button.clicked.connect(lambda: entry.setText(entry.text() + "!"))
notifier = QSocketNotifier(0, QSocketNotifier.Read)
notifier.activated.connect(talk.readable)
desk.show()
desk.activateWindow()
app.exec_()
