#ifndef TUI_CONSOLE_BOARD_PANE_H
#define TUI_CONSOLE_BOARD_PANE_H

/* The keys of a board's pane. */

#include "tui/console/console.h"
#include "tui/console/keys.h"

/* Handles a key of KEY_BOARD while a board's pane is open. burst: several keys came at once; they change nothing. */
void board_pane_act(console *c, enum act act, bool burst);

#endif
