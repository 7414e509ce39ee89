#ifndef TUI_CONSOLE_GRANT_SCREEN_H
#define TUI_CONSOLE_GRANT_SCREEN_H

/* The form of a new grant, and the list of grants. */

#include "tui/console/console.h"

struct grant_screen;

void grant_screen_open_form(console *c);
void grant_screen_open_list(console *c);
void grant_screen_close(struct grant_screen *g);
void grant_screen_keypress(console *c, int key);
void grant_screen_draw(console *c);
void grant_screen_revoke(console *c, int id);

#endif
