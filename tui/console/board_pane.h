#ifndef TUI_CONSOLE_BOARD_PANE_H
#define TUI_CONSOLE_BOARD_PANE_H

/* The keys of a board's pane. */

#include "tui/console/console.h"
#include "tui/console/keys.h"

/* A key of KEY_BOARD while the pane of one is open; burst: several came at once, and those change nothing. */
void board_pane_act(console *c, enum act act, bool burst);

#endif
