#ifndef TUI_CONSOLE_PANES_H
#define TUI_CONSOLE_PANES_H

/* The panes of the run screen: one for each reasoning module, one for each board. */

#include "tui/console/console.h"

struct module_view;

/* Rows in which all panes (wide), or the open one, show their whole text; for layout_compute(). */
int panes_wanted(int width, bool wide, void *console);
void panes_draw(console *c);
void panes_follow(console *c);
int panes_count(const console *c);
/* The module of the open pane; NULL = none, or a board's pane is open. */
const struct module_view *panes_open(const console *c);
/* The module whose form m opens: of the open pane, unless another one waits for an answer and the open one neither waits nor says
 * that m corrects it; over a board of a paused run the one that spoke last. NULL = none, or the keys are the board's. */
const struct module_view *panes_edited(const console *c);
/* What a plan could choose from: recalled steps and skills, one line each with the reason; "" = nothing. Caller frees. */
char *panes_given(const struct module_view *m);

#endif
