#ifndef ENGINE_AGENTS_BOARD_H
#define ENGINE_AGENTS_BOARD_H

/* Board: a list or tree in an agent's mind (subtasks, goals, elements) that the console draws as a pane and a person can
 * change. */

#include <glib.h>
#include <stdbool.h>

struct run;

enum board_state { BOARD_OPEN, BOARD_DOING, BOARD_DONE, BOARD_FAILED, BOARD_LEFT_OUT, BOARD_STATE_COUNT };
/* "open", "doing", "done", "failed", "left_out". */
const char *board_state_name(enum board_state state);

enum board_verb {
    BOARD_GO = 1 << 0,     /* continue from this row */
    BOARD_EDIT = 1 << 1,   /* replace its text by `text` */
    BOARD_INSERT = 1 << 2, /* insert `text` before it; row 0: at the end */
    BOARD_REMOVE = 1 << 3,
    BOARD_MOVE = 1 << 4, /* move it before the row that `text` names; "0": to the end */
};
#define BOARD_VERBS_ALL (BOARD_GO | BOARD_EDIT | BOARD_INSERT | BOARD_REMOVE | BOARD_MOVE)
/* "go", "edit", "insert", "remove", "move". */
const char *board_verb_name(enum board_verb verb);
/* False: unknown verb. */
bool board_verb_parse(const char *name, enum board_verb *ret_verb);

#define BOARD_ROWS_MAX 500
#define BOARD_TEXT_MAX 2000 /* bytes of a text that a person writes */

struct board_row {
    gint64 id; /* from 1; constant while the row exists */
    int depth; /* in a tree; 0 = top */
    enum board_state state;
    char *text, *note; /* owned; note: a remark after the text, NULL = none */
};
/* `text` is copied, `note` may be NULL. Caller frees with board_row_free(). */
struct board_row *board_row_new(gint64 id, int depth, enum board_state state, const char *text, const char *note);
void board_row_free(struct board_row *row);
/* [{"id","depth","state","text"[,"note"]}] of struct board_row*; caller frees. (agent_json.c) */
char *board_rows_json(const GPtrArray *rows);

struct board {
    const char *name, *title; /* "subtasks", "Subtasks"; name NULL ends a list of boards */
    guint verbs;              /* enum board_verb */
    /* Appends struct board_row *, at most BOARD_ROWS_MAX, computed from the mind alone, so that memory and replay can show them
     * without a run. Sent to the client before each question, before a proposal waits and after a step, when they differ from
     * the last ones. */
    void (*rows)(const void *mind, GPtrArray *rows);
    /* Applies a person's change during a wait: to a copy of the mind from the beginning of the step if that has the row, else
     * to the step's own copy. The step then begins again from it. Error: one sentence, and nothing was changed. */
    bool (*change)(struct run *run, void *mind, gint64 row, enum board_verb verb, const char *text, GError **error);
};
const struct board *board_find(const struct board *boards, const char *name);

#define BOARD_ERROR (board_error_quark())
GQuark board_error_quark(void);
enum board_error { BOARD_ERROR_ROW, BOARD_ERROR_TEXT };

#endif
