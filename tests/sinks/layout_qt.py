"""A Qt 5 form. Writes "KIND X Y WIDTH HEIGHT TEXT" of each of its widgets, on the screen, to the file argv[1]; behind it: the name of
a style."""
import os
import sys

from PyQt5.QtCore import QPoint, QTimer
from PyQt5.QtWidgets import (QApplication, QCheckBox, QComboBox, QFormLayout, QGridLayout, QHBoxLayout, QLineEdit, QPushButton,
                             QRadioButton, QSpinBox, QStyle, QToolBar, QVBoxLayout, QWidget)

app = QApplication(sys.argv)
app.setStyle((sys.argv + ["Fusion"])[2])
window = QWidget()
window.setGeometry(60, 40, 700, 620)
page = QVBoxLayout(window)
widgets = []


def known(kind, widget, text=""):
    widgets.append((kind, widget, text))
    return widget


toolbar = QToolBar()
page.addWidget(toolbar)
for name in "FileIcon DirOpenIcon DialogSaveButton TrashIcon BrowserReload ArrowBack".split():
    known("icon", toolbar.widgetForAction(toolbar.addAction(app.style().standardIcon(getattr(QStyle, "SP_" + name)), "")))
form = QFormLayout()
page.addLayout(form)
size = QComboBox()
size.addItem("Small")
for name, kind, widget, text in [("First name", "field", QLineEdit("Ada"), "Ada"), ("Last name", "field", QLineEdit("Lovelace"), "Lovelace"),
                                 ("Street", "field", QLineEdit(""), ""), ("Town", "field", QLineEdit("London"), "London"),
                                 ("Size", "button", size, "Small"), ("Count", "field", QSpinBox(), "0")]:
    form.addRow(name, known(kind, widget, text))
    known("label", form.labelForField(widget), name)
for name in ("Send news", "Keep signed in", "Large print"):
    box = known("check", QCheckBox(name), name)
    box.setChecked("Keep" in name)
    page.addWidget(box)
for name in ("Monthly", "Yearly"):
    page.addWidget(known("radio", QRadioButton(name), name))
keys = QGridLayout()
page.addLayout(keys)
for i, name in enumerate("7 8 9 / 4 5 6 * 1 2 3 - 0 . = +".split()):
    keys.addWidget(known("button", QPushButton(name), name), i // 4, i % 4)
row = QHBoxLayout()
page.addLayout(row)
for name in ("Help", "Apply", "Cancel", "Delete account", "OK"):
    row.addWidget(known("button", QPushButton(name), name))


def tell():
    with open(sys.argv[1] + "~", "w") as out:
        for kind, widget, text in widgets:
            at = widget.mapToGlobal(QPoint(0, 0))
            print(kind, at.x(), at.y(), widget.width(), widget.height(), text, file=out)
    os.rename(sys.argv[1] + "~", sys.argv[1])


window.show()
QTimer.singleShot(300, tell)
app.exec_()
