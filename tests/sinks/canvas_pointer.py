"""Draws its own pointer, as a game."""
OWN_POINTER = True
import canvas  # noqa
