#ifndef TUI_TERM_TEXT_EDIT_H
#define TUI_TERM_TEXT_EDIT_H

/* A small text editor in the console: Lua source in colours, with messages below their lines. Invisible characters are shown by
 * name. Larger changes are for $EDITOR. */

#include "tui/term/paint.h"

typedef struct text_edit text_edit;
text_edit *text_edit_new(const char *text);
void text_edit_free(text_edit *e);
/* Handles a key. False: not used. */
bool text_edit_key(text_edit *e, int key);
/* The text; borrowed. */
const char *text_edit_text(const text_edit *e);
bool text_edit_changed(const text_edit *e);
/* Sets the messages (char*, "NAME:LINE: what"; copied, NULL = none) and moves the cursor to the line of the first. */
void text_edit_set_messages(text_edit *e, const GPtrArray *messages);
void text_edit_draw(text_edit *e, const struct rect *r);

#endif
