#ifndef TUI_LOOP_SCREENS_H
#define TUI_LOOP_SCREENS_H

/* The table of screens, by page. */

#include "tui/console/screen.h"

extern const struct screen_ops *const screens[SCREEN_COUNT];

#endif
