/* The boards: the plan's goals with what is foreseen and what is true, what memory was used, the calls of the goal, feedback. */

#include "engine/agents/jarvis/jarvis.h"

#include "engine/client/client.h"
#include "engine/modules/counts.h"
#include "memory/plans.h"

#include <string.h>

/* ---- goals ---- */

static void add_inventory(GString *out, const char *what, GHashTable *counts)
{
    g_autofree char *text = counts_text(counts);
    g_string_append_printf(out, "%s%s %s", out->len ? "; " : "", what, *text ? text : "nothing");
}

/* Without the goal, which the row is. */
static const char *flaw_of_row(const struct jarvis *m)
{
    const char *begins = strstr(m->flaw, ": ");
    return begins ? begins + 2 : m->flaw;
}

static char *goal_note(const struct jarvis *m, const struct jarvis_goal *goal)
{
    GString *out = g_string_new(goal->touched ? "edited" : NULL);
    bool over = goal->state == BOARD_DONE || goal->state == BOARD_FAILED;
    if (goal->why && *goal->why)
        g_string_append_printf(out, "%s%s", out->len ? "; " : "", goal->why);
    if (goal->from)
        g_string_append_printf(out, "%senlarged from %" G_GINT64_FORMAT, out->len ? "; " : "", goal->from);
    if (goal->id == m->flawed && goal->state == BOARD_OPEN && m->flaw && *m->flaw)
        g_string_append_printf(out, "%sflaw: %s", out->len ? "; " : "", flaw_of_row(m));
    if (over && m->told)
        add_inventory(out, "had", goal->had);
    if (goal->foretold && goal->state != BOARD_LEFT_OUT)
        add_inventory(out, "foreseen", goal->foreseen);
    if (goal->said) {
        g_autofree char *said = counts_text(goal->told), *exact = goal->foretold ? counts_text(goal->foreseen) : NULL;
        if (g_strcmp0(said, exact) != 0)
            add_inventory(out, "the model foresees", goal->told);
    }
    return g_string_free(out, FALSE);
}

static void goal_rows(const void *mind, GPtrArray *rows)
{
    const struct jarvis *m = mind;
    const struct jarvis_goal *next = jarvis_next(m);
    for (guint i = 0; i < m->goals->len && rows->len < BOARD_ROWS_MAX; i++) {
        const struct jarvis_goal *goal = m->goals->pdata[i];
        g_autofree char *text = jarvis_goal_text(goal), *note = goal_note(m, goal);
        enum board_state state = goal == next ? BOARD_DOING : (enum board_state)CLAMP(goal->state, 0, BOARD_STATE_COUNT - 1);
        g_ptr_array_add(rows, board_row_new(goal->id, 0, state, text, *note ? note : NULL));
    }
}

/* It is checked anew, and carried out as it is: a person knows better. The plan under way is left where the goal that it carries
 * out is not the next one any more. */
static void changed(struct run *run, struct jarvis *m)
{
    const struct jarvis_goal *next = jarvis_next(m);
    m->touched = m->edited = m->recheck = true;
    jarvis_see_again(m, run ? jarvis_recipes(run) : NULL);
    if (run && *m->flaw)
        client_notice(run, "warning", "the plan as you changed it: %s", m->flaw);
    if (next && next->id == m->at)
        return;
    m->at = 0;
    plan_acts_begin(&m->acts);
}

static void go(struct jarvis *m, guint i)
{
    for (guint k = 0; k < i; k++) {
        struct jarvis_goal *before = m->goals->pdata[k];
        before->state = before->state == BOARD_OPEN ? BOARD_LEFT_OUT : before->state;
    }
    struct jarvis_goal *goal = m->goals->pdata[i];
    goal->state = BOARD_OPEN;
    goal->removed = false;
    mind_set_string(&goal->why, "");
    mind_set_string(&m->failure, ""); /* the person knows better than another plan */
}

static bool goal_change(struct run *run, void *mind, gint64 row, enum board_verb verb, const char *text, GError **error)
{
    struct jarvis *m = mind;
    struct jarvis_goal *goal = jarvis_find(m, row);
    guint i = goal ? jarvis_place(m, goal) : m->goals->len;
    if (!goal && !(verb == BOARD_INSERT && row == 0)) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_ROW, "there is no goal %" G_GINT64_FORMAT, row);
        return false;
    }
    if (verb == BOARD_GO) {
        go(m, i);
    } else if (verb == BOARD_REMOVE && jarvis_is_asked(m, goal)) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_ROW,
                    "the task asks for %s: it cannot be left out (change the goal, or stop the run)", goal->item);
        return false;
    } else if (verb == BOARD_REMOVE) {
        goal->removed = goal->state != BOARD_DONE;
        goal->state = goal->removed ? BOARD_LEFT_OUT : BOARD_DONE;
        mind_set_string(&goal->why, "left out by a person");
    } else {
        if (verb == BOARD_INSERT && m->goals->len >= BOARD_ROWS_MAX) {
            g_set_error(error, BOARD_ERROR, BOARD_ERROR_TEXT, "there are too many goals");
            return false;
        }
        struct jarvis_goal *now = jarvis_goal_read(text, error);
        if (!now)
            return false;
        now->touched = true;
        now->id = verb == BOARD_EDIT ? goal->id : ++m->ids;
        if (verb == BOARD_EDIT) {
            g_ptr_array_remove_index(m->goals, i);
            m->at = m->at == row ? 0 : m->at; /* its calls were for another goal */
        }
        g_ptr_array_insert(m->goals, (int)i, now);
    }
    changed(run, m);
    return true;
}

/* ---- memory ---- */

/* Two rows each: the plan, and the scores below it. */
static void memory_rows(const void *mind, GPtrArray *rows)
{
    const struct jarvis *m = mind;
    for (guint i = 0; i < m->recalled->len && rows->len + 2 <= BOARD_ROWS_MAX; i++) {
        const struct jarvis_recalled *r = m->recalled->pdata[i];
        bool other = g_strcmp0(r->goal, r->asked) != 0;
        enum board_state state = r->left_out ? BOARD_LEFT_OUT : BOARD_OPEN;
        g_autofree char *text = g_strdup_printf("%s: %s (plan %" G_GINT64_FORMAT ")%s%s", r->goal, r->what, r->plan,
                                                other ? ", for " : "", other ? r->asked : "");
        g_ptr_array_add(rows, board_row_new(2 * (gint64)i + 1, 0, state, text, NULL));
        g_ptr_array_add(rows, board_row_new(2 * (gint64)i + 2, 1, state, r->why ? r->why : "", NULL));
    }
}

/* The next plan is not told of it. */
static bool memory_change(struct run *run, void *mind, gint64 row, enum board_verb verb, const char *text, GError **error)
{
    struct jarvis *m = mind;
    (void)run;
    (void)verb;
    (void)text;
    if (row >= 1 && row <= 2 * (gint64)m->recalled->len) {
        ((struct jarvis_recalled *)m->recalled->pdata[(row - 1) / 2])->left_out = true;
        return true;
    }
    g_set_error(error, BOARD_ERROR, BOARD_ERROR_ROW, "there is no plan in row %" G_GINT64_FORMAT, row);
    return false;
}

/* ---- calls and feedback ---- */

static void act_rows(const void *mind, GPtrArray *rows)
{
    plan_acts_rows(&((const struct jarvis *)mind)->acts, rows);
}

static bool act_change(struct run *run, void *mind, gint64 row, enum board_verb verb, const char *text, GError **error)
{
    (void)run;
    return plan_acts_change(&((struct jarvis *)mind)->acts, row, verb, text, error);
}

static void add_row(GPtrArray *rows, const char *what, const char *text)
{
    g_autofree char *one = text && *text ? memory_plan_line(text) : NULL, *line = g_strdup_printf("%s: %s", what, one ? one : "");
    if (one)
        g_ptr_array_add(rows, board_row_new((gint64)rows->len + 1, 0, BOARD_OPEN, line, NULL));
}

static void feedback_rows(const void *mind, GPtrArray *rows)
{
    const struct jarvis *m = mind;
    g_autofree char *there = counts_text(m->inventory);
    g_autofree char *replans = m->replans ? g_strdup_printf("%" G_GINT64_FORMAT, m->replans) : NULL;
    add_row(rows, "inventory", there);
    add_row(rows, "seen", m->seen);
    add_row(rows, "flaw of the plan", m->flaw);
    add_row(rows, "mended by the check", m->mended);
    add_row(rows, "check", m->differs);
    add_row(rows, "failed", m->failure);
    add_row(rows, "the plan before", m->failure && *m->failure ? NULL : m->before);
    add_row(rows, "why", m->explanation);
    add_row(rows, "last call", m->acts.feedback);
    add_row(rows, "plans made anew", replans);
}

const struct board jarvis_boards[] = {
    {"goals", "Goals", BOARD_GO | BOARD_EDIT | BOARD_INSERT | BOARD_REMOVE, goal_rows, goal_change},
    {"memory", "Memory", BOARD_REMOVE, memory_rows, memory_change},
    {"actions", "Actions", BOARD_EDIT | BOARD_INSERT | BOARD_REMOVE, act_rows, act_change},
    {"feedback", "Feedback", 0, feedback_rows, NULL},
    {0},
};
