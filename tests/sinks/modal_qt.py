"""The same of Qt 5 (modal_gtk.py)."""
from PyQt5.QtCore import QSocketNotifier, Qt
from PyQt5.QtWidgets import QApplication, QDialog, QLabel, QLineEdit, QPlainTextEdit, QPushButton, QVBoxLayout
from sink import Talk


class Edit(QPlainTextEdit):
    def focusInEvent(self, event):
        super().focusInEvent(event)
        talk.say("ready")

    def keyPressEvent(self, event):
        if event.key() == Qt.Key_O and event.modifiers() == Qt.ControlModifier:
            ask()
        else:
            super().keyPressEvent(event)


def get():
    return "%s|%s%s" % (edit.toPlainText(), "".join(log), entry.text())


def clear():
    log.clear()
    entry.clear()
    edit.clear()


def ask():
    entry.setFocus()
    if dialog.exec_():
        log.append(entry.text() + "!")
        entry.clear()
    talk.changed()


def changed():
    last = edit.toPlainText()[-1:]
    if last == "#":
        ask()
    elif last == "~":
        completions.show()
    talk.changed()


app, log = QApplication(["modal_qt"]), []
edit = Edit()
edit.setWindowTitle("note")
dialog = QDialog(edit)
dialog.setWindowTitle("File backup failed")
entry, button = QLineEdit(), QPushButton("OK")
button.setDefault(True)
button.clicked.connect(dialog.accept)
completions = QLabel("words", edit, Qt.ToolTip)
layout = QVBoxLayout(dialog)
layout.addWidget(entry)
layout.addWidget(button)
talk = Talk(get, clear)
edit.textChanged.connect(changed)
entry.textChanged.connect(lambda: talk.changed())
notifier = QSocketNotifier(0, QSocketNotifier.Read)
notifier.activated.connect(talk.readable)
edit.resize(400, 300)
edit.show()
edit.activateWindow()
app.exec_()
