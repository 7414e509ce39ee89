#include "engine/agents/board.h"

G_DEFINE_QUARK(reins - board - error - quark, board_error)

static const char *const states[] = {
    [BOARD_OPEN] = "open",     [BOARD_DOING] = "doing",       [BOARD_DONE] = "done",
    [BOARD_FAILED] = "failed", [BOARD_LEFT_OUT] = "left_out",
};
G_STATIC_ASSERT(G_N_ELEMENTS(states) == BOARD_STATE_COUNT);

static const struct {
    enum board_verb verb;
    const char *name;
} verbs[] = {
    {BOARD_GO, "go"}, {BOARD_EDIT, "edit"}, {BOARD_INSERT, "insert"}, {BOARD_REMOVE, "remove"}, {BOARD_MOVE, "move"},
};

const char *board_state_name(enum board_state state)
{
    return states[state];
}

const char *board_verb_name(enum board_verb verb)
{
    gsize i = 0;
    while (i + 1 < G_N_ELEMENTS(verbs) && verbs[i].verb != verb)
        i++;
    return verbs[i].name;
}

bool board_verb_parse(const char *name, enum board_verb *ret_verb)
{
    for (gsize i = 0; i < G_N_ELEMENTS(verbs); i++) {
        if (g_strcmp0(name, verbs[i].name) == 0) {
            *ret_verb = verbs[i].verb;
            return true;
        }
    }
    return false;
}

struct board_row *board_row_new(gint64 id, int depth, enum board_state state, const char *text, const char *note)
{
    struct board_row *row = g_new0(struct board_row, 1);
    *row = (struct board_row){id, depth, state, g_strdup(text ? text : ""), g_strdup(note)};
    return row;
}

void board_row_free(struct board_row *row)
{
    if (!row)
        return;
    g_free(row->text);
    g_free(row->note);
    g_free(row);
}

const struct board *board_find(const struct board *boards, const char *name)
{
    for (; boards && boards->name; boards++)
        if (g_strcmp0(boards->name, name) == 0)
            return boards;
    return NULL;
}
