"""A game of its own making: bare Xlib, and a loop of 60 turns a second that sleeps in between with its events unread."""
TURN_S = 1 / 60
import xlib  # noqa
