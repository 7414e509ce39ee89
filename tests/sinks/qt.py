"""A Qt 5 text edit."""
from PyQt5.QtCore import QSocketNotifier
from PyQt5.QtWidgets import QApplication, QPlainTextEdit
from sink import Talk


class Edit(QPlainTextEdit):
    def focusInEvent(self, event):
        super().focusInEvent(event)
        talk.say("ready")


app = QApplication(["qt"])
edit = Edit()
talk = Talk(edit.toPlainText, edit.clear)
edit.textChanged.connect(talk.changed)
notifier = QSocketNotifier(0, QSocketNotifier.Read)
notifier.activated.connect(talk.readable)
edit.resize(300, 100)
edit.show()
edit.activateWindow()
app.exec_()
