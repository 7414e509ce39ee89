"""Rulers with markers that follow the pointer, its coordinates in a bar, and the outline of a brush, as a painter."""
RULERS = True
import canvas  # noqa
