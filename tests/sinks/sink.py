"""What all sinks share: the talk with the tester over stdin and stdout.

A sink is a window with a text widget that has the focus. It says "ready", then answers lines:
  wait N   the text, once it has N characters or more (at once if it has them)
  get      the text as it is
  clear    empties it; the text then
  turn     nothing: it has had its turn
An answer is the number of characters and the text's UTF-8 in hex. End-of-file ends the sink.
"""
import os
import sys


class Talk:
    def __init__(self, get, clear, ask=None, order=None):
        """`ask(n)`: has the text told by changed() once it has n characters, where get() does not know it. `order(words)`: does
        what any other line says, and has it answered."""
        self.get, self.clear, self.ask, self.order, self.wanted, self.rest = get, clear, ask, order, None, b""

    def say(self, line):
        os.write(1, (line + "\n").encode())

    def answer(self, text=None):
        self.wanted = None
        text = self.get() if text is None else text
        self.say("%d %s" % (len(text), text.encode("utf-8", "surrogatepass").hex()))

    def changed(self, length=None):
        """The text has changed; `length` saves reading all of it where the toolkit knows it."""
        if self.wanted is None:
            return
        length = len(self.get()) if length is None else length
        if self.wanted is not None and length >= self.wanted:  # get() may have been where it changed
            self.answer()

    def want(self, length):
        self.wanted = length
        self.ask(length) if self.ask else self.changed()

    def readable(self):
        """Stdin has something. The sink ends when the tester has."""
        data = os.read(0, 65536)
        if not data:
            os._exit(0)
        lines = (self.rest + data).split(b"\n")
        self.rest = lines.pop()
        for line in lines:
            word, _, number = line.decode().partition(" ")
            if word == "wait":
                self.want(int(number))
            elif word == "get":
                self.want(0)
            elif word == "turn":
                self.answer("")
            elif word == "clear":
                self.clear()
                self.answer()
            elif self.order:
                self.order(line.decode().split())
            else:
                sys.exit("sink: what is %r?" % line)


class Hover:
    """Widgets to be pointed at instead of a text. Its text is a line for each widget, "NAME X Y WIDTH HEIGHT" on the screen, and
    one for each press since the last clear, "pressed NAME". A name with "!": it does not show any more what it did, once the
    pointer is over it; until then it looks like the others. "next NAME": the pointer will come to it; `next_is(name)`: all is to
    be as at the start."""

    def __init__(self, rectangle, next_is=lambda name: None):
        self.widgets, self.log, self.rectangle, self.next_is = {}, [], rectangle, next_is
        self.talk = Talk(self.get, self.log.clear, order=self.order)

    def order(self, words):
        self.next_is(words[1])
        self.talk.answer("")

    def get(self):
        return "".join("%s %d %d %d %d\n" % ((name,) + tuple(self.rectangle(name))) for name in self.widgets) + "".join(self.log)

    def pressed(self, name):
        self.log.append("pressed %s\n" % name)
