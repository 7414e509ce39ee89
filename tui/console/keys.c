#include "tui/console/keys.h"

#include <string.h>

const struct key_row console_keys_table[] = {
    {'y', 0, KEY_CARD, ACT_APPROVE, NULL, "approve", "approve", "approve, once armed (a fuse: fire now); tier 3: type a word"},
    {'e', 0, KEY_CARD, ACT_EDIT, NULL, "edit", "edit", "edit it: hjkl on the picture, f form, E $EDITOR"},
    {'n', 0, KEY_CARD, ACT_REJECT, NULL, "reject", "reject", "reject it; a loop that runs: stop it; esc: that, or a fuse"},
    {'N', 0, KEY_CARD, ACT_REJECT_REASON, "reject", "reject with reason", "reason",
     "reject with a reason for the next plan (1-9, or type)"},
    {'s', 0, KEY_CARD, ACT_SUBSTITUTE, NULL, "substitute", "swap", "put another skill in its place"},
    {' ', 0, KEY_RUN, ACT_PAUSE, "pause", "pause", "pause", "pause (voids the proposal) and resume"},
    {'o', 0, KEY_RUN, ACT_TAKEOVER, "takeover", "take over", "drive",
     "take over (enter: your keys go to a sandbox); again: hand back"},
    {'q', 0, KEY_RUN, ACT_STOP, "stop", "stop", "stop", "stop the run (q again: yes); after its end: leave"},
    {'v', 0, KEY_CARD, ACT_VIEW, NULL, "view all", "all", "list all events that will be fired"},
    {'w', 0, KEY_CARD, ACT_WHY, NULL, "why this tier", "why", "why this tier: all rules, and what made them apply"},
    {'g', 0, KEY_CARD, ACT_GRANT, "grant", "grant", "grant", "let the next actions fire without asking, until…"},
    {'A', 0, KEY_CARD, ACT_ANIMATED, "animated", NULL, NULL, "the target moves: leave out what moves; again: its window"},
    {'I', 0, KEY_CARD, ACT_LEAVE_OUT, NULL, NULL, NULL, "leave out a place that follows the pointer, in this run"},
    {'G', 0, KEY_RUN, ACT_GRANTS, "grants", NULL, NULL, "list the grants and what is left of them; x revokes one"},
    {'X', 0, KEY_RUN, ACT_REVOKE_ALL, "revoke", "revoke grants", "revoke", "revoke all grants"},
    {'Q', K_CTRL('c'), KEY_ANY, ACT_STOP_NOW, NULL, NULL, NULL, "stop the run now"},
    {'[', 0, KEY_RUN, ACT_EARLIER, NULL, NULL, NULL, "an earlier step (nothing is approved meanwhile)"},
    {']', 0, KEY_RUN, ACT_LATER, NULL, NULL, NULL, "a later step"},
    {'0', 0, KEY_RUN, ACT_LIVE, NULL, NULL, NULL, "back to the live step"},
    {'b', 0, KEY_RUN, ACT_BLINK, NULL, NULL, NULL, "blink: before and after the last action; a STALE card again"},
    {'z', 0, KEY_RUN, ACT_LENS, NULL, "zoom", "zoom", "the picture over the whole screen; again: around the target; back"},
    {'O', 0, KEY_RUN, ACT_FRAME_OPEN, NULL, NULL, NULL, "the step's picture in another program ([tui] viewer)"},
    {K_TAB, 0, KEY_RUN, ACT_PANE_NEXT, NULL, NULL, NULL, "next pane (shift-tab: previous; 1-9): modules, boards"},
    {K_BACK_TAB, 0, KEY_RUN, ACT_PANE_PREVIOUS, NULL, NULL, NULL, NULL},
    {K_ENTER, 0, KEY_RUN, ACT_PANE_OPEN, NULL, NULL, NULL, "show the pane's whole text; answer a question (1-9)"},
    {'m', 0, KEY_RUN, ACT_MODULE_EDIT, NULL, NULL, NULL, "fill in or correct its output; later ones run again"},
    {K_UP, 'k', KEY_BOARD, ACT_BOARD_ABOVE, NULL, NULL, NULL, "the row above (page-up: 5; home: the first)"},
    {K_DOWN, 'j', KEY_BOARD, ACT_BOARD_BELOW, NULL, NULL, NULL, "the row below (page-down: 5; end: the last)"},
    {K_PAGE_UP, 0, KEY_BOARD, ACT_BOARD_PAGE_ABOVE, NULL, NULL, NULL, NULL},
    {K_PAGE_DOWN, 0, KEY_BOARD, ACT_BOARD_PAGE_BELOW, NULL, NULL, NULL, NULL},
    {K_HOME, 0, KEY_BOARD, ACT_BOARD_FIRST, NULL, NULL, NULL, NULL},
    {K_END, 0, KEY_BOARD, ACT_BOARD_LAST, NULL, NULL, NULL, NULL},
    {'c', 0, KEY_BOARD, ACT_BOARD_EDIT, "board", "change", "change", "change the row's text"},
    {'i', 0, KEY_BOARD, ACT_BOARD_INSERT, "board", "insert", "insert", "a new row before it"},
    {'a', 0, KEY_BOARD, ACT_BOARD_ADD, "board", "add", "add", "a new row at the end"},
    {'x', 0, KEY_BOARD, ACT_BOARD_REMOVE, "board", "remove", "remove", "remove it (x again: yes)"},
    {'K', 0, KEY_BOARD, ACT_BOARD_UP, "board", "up", "up", "move it up"},
    {'J', 0, KEY_BOARD, ACT_BOARD_DOWN, "board", "down", "down", "move it down"},
    {'f', 0, KEY_BOARD, ACT_BOARD_GO, "board", "resume here", "go", "continue from this row"},
    {K_CTRL('p'), 0, KEY_RUN, ACT_NONE, NULL, NULL, NULL, "in a form: choose a place on the picture (arrows, hjkl, mouse)"},
    {'?', K_F0 + 1, KEY_ANY, ACT_HELP, "help", "help", "help", "this page"},
    {K_F0 + 2, 0, KEY_ANY, ACT_RUN, "run", NULL, NULL, "the run"},
    {K_F0 + 3, 0, KEY_ANY, ACT_SKILLS, "skills", NULL, NULL, "the skill library"},
    {K_F0 + 4, 0, KEY_ANY, ACT_MEMORY, "memory", NULL, NULL, "earlier runs and their steps"},
    {K_F0 + 5, 0, KEY_ANY, ACT_LOG, "log", NULL, NULL, "notices and meters"},
    {':', 0, KEY_ANY, ACT_COMMAND, NULL, NULL, NULL, "type a command (Tab completes)"},
    {K_CTRL('l'), 0, KEY_ANY, ACT_REDRAW, NULL, NULL, NULL, "redraw the screen"},
};
const gsize console_key_count = G_N_ELEMENTS(console_keys_table);

const struct key_row *key_find(int key)
{
    for (gsize i = 0; i < console_key_count; i++) {
        if (console_keys_table[i].key == key || (console_keys_table[i].other && console_keys_table[i].other == key))
            return &console_keys_table[i];
    }
    static const struct key_row pane = {'1', 0, KEY_RUN, ACT_PANE, NULL, NULL, NULL, NULL};
    return key >= '1' && key <= '9' ? &pane : NULL;
}

void run_keys_help(GString *text)
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
