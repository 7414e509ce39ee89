#ifndef TUI_TERM_KEY_CODE_H
#define TUI_TERM_KEY_CODE_H

/* The codes of keys and their names. */

#include <stdbool.h>

/* A key is a Unicode code point (control keys as their control character) or one of these. */
enum key_code {
    K_TAB = '\t',
    K_ENTER = '\r',
    K_ESC = 27,
    K_SPECIAL = 0x200000,
    K_UP,
    K_DOWN,
    K_LEFT,
    K_RIGHT,
    K_HOME,
    K_END,
    K_PAGE_UP,
    K_PAGE_DOWN,
    K_BACKSPACE,
    K_DELETE,
    K_BACK_TAB,
    K_PASTE, /* a whole bracketed paste; its content is dropped */
    K_UNKNOWN,
    K_F0 = 0x200100, /* K_F0 + n is Fn */
    /* Held with one of those above, or with a character where the terminal says so in a sequence; only a take-over sends them on
     */
    K_WITH_SHIFT = 0x1000000,
    K_WITH_ALT = 0x2000000,
    K_WITH_CTRL = 0x4000000,
    K_WITH = K_WITH_SHIFT | K_WITH_ALT | K_WITH_CTRL,
};
#define K_CTRL(c) ((c)&0x1f)

/* The name of a key: "y", "enter", "esc", "F1", "ctrl-e", "page-down". Caller frees. */
char *key_label(int key);
/* True for a character that can be typed into a text. */
bool key_is_text(int key);

#endif
