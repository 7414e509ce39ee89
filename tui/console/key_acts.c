/* What the table of keys says of one key, and the help that is made of it. */

#include "tui/console/keys.h"

#include <string.h>

const struct key_row *key_find(int key)
{
    for (gsize i = 0; i < console_key_count; i++) {
        if (console_keys_table[i].key == key || (console_keys_table[i].other && console_keys_table[i].other == key))
            return &console_keys_table[i];
    }
    static const struct key_row pane = {'1', 0, KEY_RUN, ACT_PANE, NULL, NULL, NULL, NULL};
    return key >= '1' && key <= '9' ? &pane : NULL;
}

enum act key_act(int key)
{
    const struct key_row *row = key_find(key);
    return row ? row->act : ACT_NONE;
}

bool key_halts(int key)
{
    enum act act = key_act(key);
    return act == ACT_STOP_NOW || act == ACT_PAUSE;
}

void keys_run_help(GString *text)
{
    static const struct {
        enum key_context context;
        const char *title;
    } parts[] = {{KEY_CARD, "While a proposal waits"},
                 {KEY_RUN, "On the run screen"},
                 {KEY_BOARD, "While a board's pane is open (what it allows)"},
                 {KEY_ANY, "Everywhere"}};
    for (gsize p = 0; p < G_N_ELEMENTS(parts); p++) {
        g_string_append_printf(text, "%s%s\n", text->len ? "\n" : "", parts[p].title);
        for (gsize i = 0; i < console_key_count; i++) {
            const struct key_row *row = &console_keys_table[i];
            if (row->context != parts[p].context || !row->help)
                continue;
            g_autofree char *name = key_label(row->key), *other = row->other ? key_label(row->other) : NULL;
            g_autofree char *keys = other ? g_strdup_printf("%s %s", name, other) : g_strdup(name);
            g_autofree char *typed = row->command ? g_strdup_printf(":%s", row->command) : g_strdup("");
            g_string_append_printf(text, "  %-8s %-9s  %s\n", keys, typed, row->help);
        }
    }
}
