#ifndef TUI_CONSOLE_KEYS_H
#define TUI_CONSOLE_KEYS_H

/* The table of keys of the run screen. The help screen and the card's key line are made from it. */

#include "tui/term/key_code.h"

#include <glib.h>
#include <stdbool.h>

enum act {
    ACT_NONE,
    ACT_APPROVE,
    ACT_EDIT,
    ACT_REJECT,
    ACT_REJECT_REASON,
    ACT_SUBSTITUTE,
    ACT_GRANT,
    ACT_ANIMATED,
    ACT_LEAVE_OUT,
    ACT_GRANTS,
    ACT_REVOKE_ALL,
    ACT_VIEW,
    ACT_WHY,
    ACT_PAUSE,
    ACT_TAKEOVER,
    ACT_STOP,
    ACT_STOP_NOW,
    ACT_EARLIER,
    ACT_LATER,
    ACT_LIVE,
    ACT_BLINK,
    ACT_FRAME_OPEN,
    ACT_LENS,
    ACT_OVERLAY,
    ACT_PANE_NEXT,
    ACT_PANE_PREVIOUS,
    ACT_PANE,
    ACT_PANE_OPEN,
    ACT_MODULE_EDIT,
    ACT_BOARD_ABOVE,
    ACT_BOARD_BELOW,
    ACT_BOARD_PAGE_ABOVE,
    ACT_BOARD_PAGE_BELOW,
    ACT_BOARD_FIRST,
    ACT_BOARD_LAST,
    ACT_BOARD_EDIT,
    ACT_BOARD_INSERT,
    ACT_BOARD_ADD,
    ACT_BOARD_REMOVE,
    ACT_BOARD_UP,
    ACT_BOARD_DOWN,
    ACT_BOARD_GO,
    ACT_HELP,
    ACT_RUN,
    ACT_SKILLS,
    ACT_MEMORY,
    ACT_LOG,
    ACT_COMMAND,
    ACT_REDRAW,
    ACT_COUNT
};

enum key_context {
    KEY_RUN,   /* on the run screen */
    KEY_CARD,  /* on the run screen while a proposal waits */
    KEY_BOARD, /* on the run screen while a board's pane is open */
    KEY_ANY,   /* on every screen */
};

struct key_row {
    int key, other; /* other: a second key for the same, 0 = none */
    enum key_context context;
    enum act act;
    const char *command; /* the same as a `:` command, NULL = none */
    const char *card;    /* text on the card's key line (for a board: on its pane), NULL = not shown */
    const char *brief;   /* shorter text for narrow screens */
    const char *help;
};

extern const struct key_row console_keys_table[];
extern const gsize console_key_count;
/* The row of a key, NULL = none. (key_acts.c) */
const struct key_row *key_find(int key);
/* What the key does on the run screen; ACT_NONE = nothing. Arming, fuses and halting go by it, never by the key itself. */
enum act key_act(int key);
/* True for a key that halts the run at once: it does so also where the key has no other meaning. */
bool key_halts(int key);

/* Appends the help of a screen's keys: a heading, then one line per key. Meanings begin at column KEYS_HELP_COLUMN;
 * continuation lines are blank before it. Used by the help screen and the manual (cli/manual.c). (key_acts.c, replay_keys.c, and
 * each screen) */
#define KEYS_HELP_COLUMN 22
void keys_run_help(GString *text);
void replay_keys_help(GString *text);

/* The keys of a replay, for its key line and the help. */
enum replay_act {
    REPLAY_PLAY,
    REPLAY_ON,
    REPLAY_BACK,
    REPLAY_STEP,
    REPLAY_STEP_BACK,
    REPLAY_LEAVE,
    REPLAY_TROUBLE,
    REPLAY_TROUBLE_BACK,
    REPLAY_FASTER,
    REPLAY_SLOWER,
    REPLAY_WAITS,
    REPLAY_FIRST,
    REPLAY_LAST,
};
struct replay_row {
    int key, also;
    enum replay_act act;
    const char *brief, *help;
};
/* NULL = the key has no meaning in a replay. */
const struct replay_row *replay_key_find(int key);
/* Calls `tell` for each `:` command; words: its arguments, NULL = none. (command.c) */
void command_words_tell(void (*tell)(const char *name, const char *words, const char *help, gpointer data), gpointer data);

#endif
