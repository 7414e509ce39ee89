#include "tui/term/key_code.h"

#include <glib.h>

static const struct {
    int key;
    const char *name;
} names[] = {
    {K_TAB, "tab"},
    {K_ENTER, "enter"},
    {K_ESC, "esc"},
    {' ', "space"},
    {K_UP, "up"},
    {K_DOWN, "down"},
    {K_LEFT, "left"},
    {K_RIGHT, "right"},
    {K_HOME, "home"},
    {K_END, "end"},
    {K_PAGE_UP, "page-up"},
    {K_PAGE_DOWN, "page-down"},
    {K_DELETE, "delete"},
    {K_BACKSPACE, "backspace"},
    {K_BACK_TAB, "shift-tab"},
    {K_PASTE, "paste"},
};

char *key_label(int key)
{
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (names[i].key == key)
            return g_strdup(names[i].name);
    }
    if (key > K_F0 && key <= K_F0 + 12)
        return g_strdup_printf("F%d", key - K_F0);
    if (key > 0 && key < ' ')
        return g_strdup_printf("ctrl-%c", g_ascii_tolower((char)(key + '@')));
    if (!key_is_text(key))
        return g_strdup("that key");
    char utf8[7] = "";
    utf8[g_unichar_to_utf8((gunichar)key, utf8)] = '\0';
    return g_strdup(utf8);
}

bool key_is_text(int key)
{
    return key >= ' ' && key != 0x7f && key < K_SPECIAL && !(key >= 0x80 && key < 0xa0) && g_unichar_validate((gunichar)key);
}
