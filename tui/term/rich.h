#ifndef TUI_TERM_RICH_H
#define TUI_TERM_RICH_H

/* Rich: lines of pieces in several styles, made for a width once and drawn many times: code with colours, differences, tables.
 * What came from outside is made visible here, and nothing is cut: what does not fit goes on in the next line. */

#include "engine/agents/board.h"
#include "skills/lua/lua_tokens.h"
#include "tui/term/paint.h"

struct piece {
    char *text;
    enum style style;
};

/* Lines: array of GArray of struct piece. Caller unrefs. */
GPtrArray *rich_new(void);
/* A text in one style, broken at blanks. */
void rich_text(GPtrArray *lines, int width, enum style style, const char *text);
void rich_format(GPtrArray *lines, int width, enum style style, const char *format, ...) G_GNUC_PRINTF(4, 5);
/* "label: text" with the label in STYLE_ACCENT; nothing where the text is NULL or "". */
void rich_field(GPtrArray *lines, int width, const char *label, const char *text);
/* Lua source in colours, with line numbers from `first` (0 = none). `messages` (char*, "NAME:LINE: what"; may be NULL): each is
 * shown below its line, counted from `first`. */
void rich_code(GPtrArray *lines, int width, const char *code, int first, const GPtrArray *messages);
enum style rich_token_style(enum lua_token_kind kind);
/* What differs, one below the other. */
void rich_diff(GPtrArray *lines, int width, const char *left, const char *right);
/* … and side by side, with a heading over each side. */
void rich_beside(GPtrArray *lines, int width, const char *left_title, const char *left, const char *right_title,
                 const char *right);
/* From width 2 × 58 on two texts fit beside each other. */
bool rich_fits_beside(int width);
/* A board's row: its mark, and that one's style. */
const char *board_look(enum board_state state, enum style *ret_style);
#define BOARD_INDENTS_MAX 10 /* of a row that lies deep */
void rich_draw(const struct rect *r, const GPtrArray *lines, int top);
/* The line that a message "NAME:LINE: what" is about, 0 = none; *ret_what (optional, borrowed): what. */
int message_line(const char *message, const char **ret_what);

#endif
