#ifndef ENGINE_AGENTS_BOARD_H
#define ENGINE_AGENTS_BOARD_H

/* Board: a list or tree of an agent's mind (subtasks, goals, elements) that the console draws as a pane and a person changes. */

#include <glib.h>
#include <stdbool.h>

struct run;

enum board_state { BOARD_OPEN, BOARD_DOING, BOARD_DONE, BOARD_FAILED, BOARD_LEFT_OUT, BOARD_STATE_COUNT };
/* "open", "doing", "done", "failed", "left_out". */
const char *board_state_name(enum board_state state);

enum board_verb {
    BOARD_GO = 1 << 0,     /* go on from here */
    BOARD_EDIT = 1 << 1,   /* `text` takes its place */
    BOARD_INSERT = 1 << 2, /* `text` before it; row 0: at the end */
    BOARD_REMOVE = 1 << 3,
    BOARD_MOVE = 1 << 4, /* before the row that `text` names; "0": to the end */
};
#define BOARD_VERBS_ALL (BOARD_GO | BOARD_EDIT | BOARD_INSERT | BOARD_REMOVE | BOARD_MOVE)
/* "go", "edit", "insert", "remove", "move". */
const char *board_verb_name(enum board_verb verb);
/* False: no such verb. */
bool board_verb_parse(const char *name, enum board_verb *ret_verb);

#define BOARD_ROWS_MAX 500
#define BOARD_TEXT_MAX 2000 /* bytes of what a person writes into a row */

struct board_row {
    gint64 id; /* from 1; stays as long as the row does */
    int depth; /* of a tree; 0 = top */
    enum board_state state;
    char *text, *note; /* owned; note: a remark behind it, NULL = none */
};
/* `text` is copied, `note` may be NULL. Caller frees with board_row_free(). */
struct board_row *board_row_new(gint64 id, int depth, enum board_state state, const char *text, const char *note);
void board_row_free(struct board_row *row);
/* [{"id","depth","state","text"[,"note"]}] of struct board_row*; caller frees. (agent_json.c) */
char *board_rows_json(const GPtrArray *rows);

struct board {
    const char *name, *title; /* "subtasks", "Subtasks"; name NULL ends a list of boards */
    guint verbs;              /* enum board_verb */
    /* Adds struct board_row *, at most BOARD_ROWS_MAX, from the mind alone: memory and replay show it without a run. Told to the
     * client before each question, before a proposal waits and after a step, where it differs from last time. */
    void (*rows)(const void *mind, GPtrArray *rows);
    /* A person's change, in a wait: of a copy of the mind that the step began from, where the row is in that, else of the step's
     * own copy; the step begins anew from it. Error: one sentence, and nothing was changed. */
    bool (*change)(struct run *run, void *mind, gint64 row, enum board_verb verb, const char *text, GError **error);
};
const struct board *board_find(const struct board *boards, const char *name);

#define BOARD_ERROR (board_error_quark())
GQuark board_error_quark(void);
enum board_error { BOARD_ERROR_ROW, BOARD_ERROR_TEXT };

#endif
