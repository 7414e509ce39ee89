"""A small Qt 5 window with a larger dialog; tells who has the focus, and each key's keysym. Arguments: [WIDTH HEIGHT [least]] of the dialog."""
import sys

from PyQt5.QtCore import QTimer
from PyQt5.QtWidgets import QApplication, QDialog, QMainWindow


class Telling:
    def keyPressEvent(self, event):
        print("key", event.nativeVirtualKey(), flush=True)

    def focusInEvent(self, event):
        print("focus", self.windowTitle(), flush=True)


class Main(Telling, QMainWindow):
    pass


class Dialog(Telling, QDialog):
    pass


app = QApplication([])
main = Main(windowTitle="main")
main.resize(300, 200)
dialog = Dialog(main, windowTitle="dialog")
size = [int(n) for n in sys.argv[1:3]] or [800, 500]
dialog.resize(*size)
if "least" in sys.argv:
    dialog.setMinimumSize(*size)
main.show()
QTimer.singleShot(0, lambda: dialog.show() or dialog.setFocus())
app.exec_()
