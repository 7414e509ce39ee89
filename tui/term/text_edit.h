#ifndef TUI_TERM_TEXT_EDIT_H
#define TUI_TERM_TEXT_EDIT_H

/* A small text editor inside the console: Lua source in colours, messages below their line. What cannot be seen is shown as what
 * it is. Bigger changes are for $EDITOR. */

#include "tui/term/paint.h"

typedef struct text_edit text_edit;
text_edit *text_edit_new(const char *text);
void text_edit_free(text_edit *e);
/* True: the key was used. */
bool text_edit_key(text_edit *e, int key);
/* Borrowed. */
const char *text_edit_text(const text_edit *e);
bool text_edit_changed(const text_edit *e);
/* char*, "NAME:LINE: what"; copied, NULL = none. The cursor goes to the first one's line. */
void text_edit_set_messages(text_edit *e, const GPtrArray *messages);
void text_edit_draw(text_edit *e, const struct rect *r);

#endif
