#ifndef TUI_TERM_RICH_H
#define TUI_TERM_RICH_H

/* Rich text: lines of pieces in several styles, made once for a width and drawn many times: coloured code, differences, tables.
 * Invisible characters are made visible. Nothing is cut: long lines continue in the next line. */

#include "engine/agents/board.h"
#include "skills/lua/lua_tokens.h"
#include "tui/term/paint.h"

struct piece {
    char *text;
    enum style style;
};

/* An array of lines (GArray of struct piece). Caller unrefs. */
GPtrArray *rich_new(void);
/* Appends a text in one style, broken at blanks. */
void rich_text(GPtrArray *lines, int width, enum style style, const char *text);
void rich_format(GPtrArray *lines, int width, enum style style, const char *format, ...) G_GNUC_PRINTF(4, 5);
/* Appends "label: text" with the label in STYLE_ACCENT; nothing when the text is NULL or "". */
void rich_field(GPtrArray *lines, int width, const char *label, const char *text);
/* Appends Lua source in colours, with line numbers from `first` (0 = none). Each of `messages` (char*, "NAME:LINE: what"; may
 * be NULL) is shown below its line, counted from `first`. */
void rich_code(GPtrArray *lines, int width, const char *code, int first, const GPtrArray *messages);
enum style rich_token_style(enum lua_token_kind kind);
/* Appends the differences, old above new. */
void rich_diff(GPtrArray *lines, int width, const char *left, const char *right);
/* Appends both texts side by side, with a heading over each. */
void rich_beside(GPtrArray *lines, int width, const char *left_title, const char *left, const char *right_title,
                 const char *right);
/* True when two texts fit side by side (2 × 58 columns). */
bool rich_fits_beside(int width);
/* The mark of a board's row, and its style. */
const char *rich_board_look(enum board_state state, enum style *ret_style);
#define BOARD_INDENTS_MAX 10 /* deepest indentation that is drawn */
void rich_draw(const struct rect *r, const GPtrArray *lines, int top);
/* The line number in a message "NAME:LINE: what", 0 = none; *ret_what (optional, borrowed): the rest. */
int rich_message_line(const char *message, const char **ret_what);

#endif
