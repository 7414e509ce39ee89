#include "engine/control/boards.h"

#include "engine/agents/agent.h"
#include "engine/run/answers.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/run/deciding.h"
#include "engine/gate/gate.h"
#include "engine/run/options.h"
#include "engine/protocol/protocol.h"
#include "engine/run/run.h"
#include "engine/run/working.h"
#include "memory/memory.h"

#include <string.h>

/* What the boards are made of: the step's copy while one is under way that does not begin anew, else what the next one begins
 * from, with what a person wrote for the phase before. */
static const void *mind_now(struct run *run)
{
    if (run->working->thinking && !run->control->redo)
        return run->working->thinking;
    const void *after = phase_after(run);
    return after ? after : run->working->mind;
}

static void send_rows(struct run *run, const struct board *board, const char *json)
{
    g_autoptr(event) e = event_new(EVENT_BOARD);
    e->board.name = g_strdup(board->name);
    e->board.rows = g_strdup(json);
    client_send(run, e);
}

static void tell(struct run *run, const struct board *board)
{
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)board_row_free);
    board->rows(mind_now(run), rows);
    g_autofree char *json = board_rows_json(rows);
    if (!run->working->boards)
        run->working->boards = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    if (g_strcmp0(g_hash_table_lookup(run->working->boards, board->name), json) == 0)
        return;
    send_rows(run, board, json);
    g_hash_table_replace(run->working->boards, (gpointer)board->name, g_steal_pointer(&json));
}

void boards_tell(struct run *run)
{
    for (const struct board *b = run->working->agent ? run->working->agent->boards : NULL; b && b->name; b++)
        tell(run, b);
}

void boards_tell_again(struct run *run)
{
    for (const struct board *b = run->working->agent ? run->working->agent->boards : NULL; b && b->name; b++) {
        const char *told = run->working->boards ? g_hash_table_lookup(run->working->boards, b->name) : NULL;
        if (told)
            send_rows(run, b, told);
        else
            tell(run, b);
    }
}

/* The board and the verb of a command that may be obeyed now; NULL with error. */
static const struct board *find(const struct run *run, const command *c, enum board_verb *ret_verb, GError **error)
{
    const struct board *board = run->working->agent ? board_find(run->working->agent->boards, c->board) : NULL;
    if (!board)
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_ROW, "agent %s has no board \"%s\"", run->options->agent, c->board);
    else if (!board_verb_parse(c->verb, ret_verb) || !(board->verbs & *ret_verb))
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_ROW, "board %s does not take \"%s\"", c->board, c->verb);
    else if (c->text && strlen(c->text) > BOARD_TEXT_MAX)
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_TEXT, "the text is longer than %d bytes", BOARD_TEXT_MAX);
    else if (control_is_acting(run->control))
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_ROW, "an action is being fired: change the board after it");
    else
        return board;
    return NULL;
}

/* Of what a person helped with this is all that is written down. */
static bool journal(struct run *run, const command *c, GError **error)
{
    bool text = c->text && *c->text;
    g_autofree char *note = g_strdup_printf("board %s: %s row %" G_GINT64_FORMAT "%s%s", c->board, c->verb, c->row,
                                            text ? ": " : "", text ? c->text : "");
    g_autofree char *data = run_note_json(note);
    return memory_help_add(run->store, run->id, run->step, data, error);
}

/* A person's word: the next request is told, so that the change is not taken back. */
static void tell_agent(struct run *run, const struct board *board, const command *c)
{
    GString *hint = run->control->hint;
    bool text = c->text && *c->text;
    g_string_append_printf(hint, "%sthe person changed the list \"%s\" (%s%s%s): keep to it", hint->len ? "\n" : "", board->title,
                           c->verb, text ? ": " : "", text ? c->text : "");
}

/* A copy of the mind that the step began from, changed: the step begins anew from it. A row that only the step under way has made
 * is changed in the copy of that. NULL with error: the change does not fit. */
static void *changed_mind(struct run *run, const struct board *board, enum board_verb verb, const command *c, GError **error)
{
    const struct mind_table *table = run->working->agent->mind;
    const void *after = phase_after(run), *const bases[] = {after ? after : run->working->mind, mind_now(run)};
    const char *text = c->text ? c->text : "";
    for (gsize i = 0; i < G_N_ELEMENTS(bases); i++) {
        g_clear_error(error);
        void *mind = mind_copy(table, bases[i]);
        if (board->change(run, mind, c->row, verb, text, error))
            return mind;
        mind_free(table, mind);
    }
    return NULL;
}

/* The last answer of that module, whichever step it was in; 0 = none. */
static gint64 last_answer(struct run *run, const char *module)
{
    gint64 found = 0;
    for (gint64 step = run->step; step > 0 && !found; step--) {
        g_autoptr(GPtrArray) calls = memory_calls(run->store, run->id, step, NULL);
        for (guint i = 0; calls && i < calls->len; i++) {
            const struct memory_call *call = calls->pdata[i];
            if (g_str_equal(call->module, module) && (g_strcmp0(call->status, "done") == 0 || call->correction))
                found = call->id;
        }
    }
    return found;
}

/* Where the board shows a module's answer, that is what was right: it stands beside the answer, as the person's own would. */
static bool correct_answer(struct run *run, const struct board *board, GError **error)
{
    const struct agent *agent = run->working->agent;
    g_autofree char *json = NULL;
    int m = agent->board_said ? agent->board_said(run->working->mind, board, &json) : -1;
    gint64 call = m >= 0 ? last_answer(run, agent->modules[m].form.name) : 0;
    return !call || memory_call_correct(run->store, call, json, error);
}

void boards_obey(struct run *run, const command *c)
{
    g_autoptr(GError) error = NULL;
    enum board_verb verb;
    const struct board *board = find(run, c, &verb, &error);
    void *mind = board ? changed_mind(run, board, verb, c, &error) : NULL;
    if (!mind) {
        client_notice(run, "error", "board: %s", error->message);
        return;
    }
    mind_free(run->working->agent->mind, run->working->mind);
    run->working->mind = mind;
    phase_taken(run);
    phase_forget(run);
    run->fork_anew = true; /* what a fork's parent had been told is not what is so now */
    bool kept = journal(run, c, &error) && (verb == BOARD_GO || correct_answer(run, board, &error));
    tell_agent(run, board, c);
    if (run->working->thinking) { /* the step under way begins anew, from this */
        answers_reconsider(run->answers);
        gate_close(&run->judge->gate, GATE_VOIDED, "human", "a board was changed");
        run->control->redo = true;
    }
    boards_tell(run);
    if (!kept || !run_keep(run, &error))
        run_fail(run, g_steal_pointer(&error));
}
