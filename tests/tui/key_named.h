#ifndef TESTS_TUI_KEY_NAMED_H
#define TESTS_TUI_KEY_NAMED_H

#include "tui/term/key_code.h"

/* By the name that it has in the help; 0 = there is none. */
static inline int key_named(const char *name)
{
    for (int key = 1; key <= K_F0 + 12; key = key == 0x7e ? K_SPECIAL : key + 1) {
        g_autofree char *label = key_label(key);
        if (g_str_equal(label, name))
            return key;
    }
    return g_utf8_strlen(name, -1) == 1 ? (int)g_utf8_get_char(name) : 0;
}

#endif
