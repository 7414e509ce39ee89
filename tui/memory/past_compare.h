#ifndef TUI_MEMORY_PAST_COMPARE_H
#define TUI_MEMORY_PAST_COMPARE_H

/* Two runs side by side on the memory screen, or one under the other where the terminal is narrow: what they have in common once,
 * then step by step what was planned, done, decided and caused, and what it cost. */

#include <glib.h>

typedef struct console console;
struct past_screen;

/* Opens the comparison; shows a message when there is no such run. */
void past_compare_open(console *c, gint64 one, gint64 other);
void past_compare_close(struct past_screen *s);
void past_compare_keypress(console *c, int key);
void past_compare_draw(console *c);

#endif
