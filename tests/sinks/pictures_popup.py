"""Those pictures in an open popup, by Xlib alone, over a window with a status bar."""
POPUP = True
import pictures_xlib  # noqa
