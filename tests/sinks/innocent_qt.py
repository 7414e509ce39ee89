"""Programs that react to an innocent person as many do, one to a kind, in a window of 800 by 600 at 0,0:
  sprite    draws its own pointer over a ground of its own, as games do
  canvas    rulers, a crosshair and a line of text that follow the pointer, as drawing programs have
  toolbar   a text whose tool bar follows an edit, a while after it
  caret     a text with a caret that blinks
  spinner   a text with a spinner that turns, away from it
  hover     buttons that light up under the pointer
"""
import sys

from PyQt5.QtCore import QPoint, QRect, Qt, QTimer
from PyQt5.QtGui import QColor, QCursor, QPainter, QPen, QPolygon
from PyQt5.QtWidgets import (QApplication, QGridLayout, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget)

FOLLOWS_MS = (500, 900, 1300)  # after the screen has settled: the tool bar, in parts


class Sprite(QWidget):
    """Tiles of a map; a click builds on one."""

    def __init__(self):
        super().__init__()
        self.at, self.built = QCursor.pos(), set()
        self.setMouseTracking(True)
        self.setCursor(Qt.BlankCursor)

    def mouseMoveEvent(self, event):
        self.at = event.pos()
        self.update()

    def mousePressEvent(self, event):
        self.built ^= {(event.x() // 64, event.y() // 48)}
        self.mouseMoveEvent(event)

    def paintEvent(self, event):
        p = QPainter(self)
        for x in range(13):
            for y in range(13):
                p.fillRect(x * 64, y * 48, 63, 47, QColor(60 + 13 * ((3 * x + 5 * y) % 7), 120 + 9 * ((x + 2 * y) % 5), 50))
                p.drawText(x * 64 + 6, y * 48 + 28, ("house" if (x, y) in self.built else "tile") + " %d" % (13 * y + x))
        p.setPen(Qt.black)
        p.setBrush(Qt.white)
        p.drawPolygon(QPolygon([self.at + QPoint(*o) for o in ((0, 0), (0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12))]))


class Canvas(QWidget):
    """A click draws a dot."""
    RULER = 20

    def __init__(self):
        super().__init__()
        self.at, self.dots = QCursor.pos(), []
        self.setMouseTracking(True)
        self.setCursor(Qt.CrossCursor)

    def mouseMoveEvent(self, event):
        self.at = event.pos()
        self.update()

    def mousePressEvent(self, event):
        self.dots.append(event.pos())
        self.mouseMoveEvent(event)

    def paintEvent(self, event):
        p, at, ruler, bottom = QPainter(self), self.at, self.RULER, self.height() - 24
        p.fillRect(self.rect(), Qt.white)
        p.fillRect(0, 0, self.width(), ruler, QColor(225, 225, 225))
        p.fillRect(0, 0, ruler, self.height(), QColor(225, 225, 225))
        for i in range(ruler, self.width(), 10):
            p.drawLine(i, ruler - (8 if i % 50 else 14), i, ruler)
            p.drawLine(ruler - (8 if i % 50 else 14), i, ruler, i)
        for dot in self.dots:
            p.fillRect(dot.x() - 5, dot.y() - 5, 11, 11, Qt.darkBlue)
        p.setPen(QPen(QColor(0, 0, 0), 1, Qt.DotLine))
        p.drawLine(ruler, at.y(), self.width(), at.y())
        p.drawLine(at.x(), ruler, at.x(), bottom)
        p.setPen(Qt.black)
        p.setBrush(Qt.black)
        p.drawPolygon(QPolygon([QPoint(at.x() - 5, ruler - 6), QPoint(at.x() + 5, ruler - 6), QPoint(at.x(), ruler)]))
        p.drawPolygon(QPolygon([QPoint(ruler - 6, at.y() - 5), QPoint(ruler - 6, at.y() + 5), QPoint(ruler, at.y())]))
        p.fillRect(0, bottom, self.width(), 24, QColor(235, 235, 235))
        p.drawText(QRect(8, bottom, 300, 24), Qt.AlignVCenter, "%d, %d px" % (at.x(), at.y()))


class Edit(QWidget):
    """A text, and what is around it."""

    def __init__(self, kind):
        super().__init__()
        column, self.bar, self.turn, self.edits = QVBoxLayout(self), [], 0, 0
        row = QHBoxLayout()
        column.addLayout(row)
        for name in ("Cut", "Copy", "Bold", "Sum", "Undo", "Redo", "Save"):
            self.bar.append(QPushButton(name))
            self.bar[-1].setFocusPolicy(Qt.NoFocus)
            row.addWidget(self.bar[-1])
        self.text = QPlainTextEdit("\n".join("line %d of what is written here" % i for i in range(12)))
        column.addWidget(self.text)
        self.label = QLabel("")
        column.addWidget(self.label)
        if kind != "caret":
            self.text.setCursorWidth(0)
        if kind == "toolbar":
            self.text.textChanged.connect(self.edited)
            self.text.cursorPositionChanged.connect(self.edited)
        if kind == "spinner":
            self.label.setFixedSize(40, 40)
            self.timer = QTimer(self, interval=60, timeout=self.spin)
            self.timer.start()

    def edited(self):
        self.edits += 1
        for part, after in enumerate(FOLLOWS_MS):
            QTimer.singleShot(after, lambda n=self.edits, part=part: self.follow(n, part))

    def follow(self, n, part):
        """Only for the last edit: as an idle job does."""
        if n != self.edits:
            return
        for i, button in enumerate(self.bar):
            if i % 3 == part:
                button.setEnabled((n + i) % 2 == 0)
        if part == 2:
            self.label.setText("%d characters, changed %d times" % (len(self.text.toPlainText()), n))

    def spin(self):
        self.turn = (self.turn + 23) % 360  # a picture of its own each time, for long
        self.label.update()
        self.update()

    def paintEvent(self, event):
        if not hasattr(self, "timer"):
            return
        p = QPainter(self)
        p.setPen(QPen(QColor(0, 90, 200), 4))
        p.drawArc(self.label.geometry().adjusted(6, 6, -6, -6), -16 * self.turn, 16 * 90)


class Hover(QWidget):
    """A click counts."""
    STYLES = ("QPushButton{background:#fff;border:1px solid #888;padding:8px} QPushButton:hover{background:#204a87;color:#fff}",
              "QPushButton{background:#eee;border:1px solid #ddd;padding:8px} QPushButton:hover{background:#fff;border-color:#05f}",
              "QPushButton{background:#fff;color:#00c;border:0;padding:8px} QPushButton:hover{color:#c00}",
              "QPushButton{background:#cfc;border:2px solid #cfc;padding:8px} QPushButton:hover{background:#afa}")

    def __init__(self):
        super().__init__()
        grid = QGridLayout(self)
        for i in range(20):
            button = QPushButton("Button %d" % i)
            button.setStyleSheet(self.STYLES[i % len(self.STYLES)])
            button.setFocusPolicy(Qt.NoFocus)
            button.clicked.connect(lambda _, i=i, b=button: b.setText("Button %d, again" % i if "again" not in b.text()
                                                                      else "Button %d" % i))
            grid.addWidget(button, i // 4, i % 4)


app = QApplication(["innocent"])
kind = sys.argv[1]
widget = {"sprite": Sprite, "canvas": Canvas, "hover": Hover}.get(kind, lambda: Edit(kind))()
widget.setWindowTitle("innocent " + kind)
widget.setGeometry(0, 0, 800, 600)
widget.show()
app.exec_()
