/* The present plan: its actions, what came of each, and the boards of them. */

#include "engine/agents/gitm/gitm.h"

#include "engine/modules/counts.h"
#include "engine/modules/situation.h"
#include "skills/timeline/action.h"

#include <string.h>

static const struct mind_field act_fields[] = {
    {"id", MIND_INTEGER, offsetof(struct gitm_act, id), NULL, 0},
    {"call", MIND_STRING, offsetof(struct gitm_act, call), NULL, 0},
    {"shown", MIND_STRING, offsetof(struct gitm_act, shown), NULL, 0},
    {"state", MIND_INTEGER, offsetof(struct gitm_act, state), NULL, BOARD_STATE_COUNT - 1},
    {"note", MIND_STRING, offsetof(struct gitm_act, note), NULL, 0},
    {"touched", MIND_BOOLEAN, offsetof(struct gitm_act, touched), NULL, 0},
    {0},
};
static const struct mind_table act_table = {sizeof(struct gitm_act), act_fields};

#define FIELD(NAME, TYPE) #NAME, TYPE, offsetof(struct gitm, NAME)
static const struct mind_field fields[] = {
    {"goals", MIND_ROWS, offsetof(struct gitm, goals.rows), &goal_table, GOALS_MAX},
    {"ways", MIND_ROWS, offsetof(struct gitm, goals.ways), &goal_way_table, 2000},
    {"goal_ids", MIND_INTEGER, offsetof(struct gitm, goals.ids), NULL, 0},
    {"chosen", MIND_INTEGER, offsetof(struct gitm, goals.chosen), NULL, 0},
    {FIELD(read, MIND_BOOLEAN), NULL, 0},
    {FIELD(at, MIND_INTEGER), NULL, 0},
    {FIELD(calls, MIND_INTEGER), NULL, 0},
    {FIELD(tries, MIND_INTEGER), NULL, 0},
    {FIELD(defect, MIND_STRING), NULL, 0},
    {FIELD(acts, MIND_ROWS), &act_table, 2 * GITM_ACTS_MAX},
    {FIELD(ids, MIND_INTEGER), NULL, 0},
    {FIELD(did, MIND_STRINGS), NULL, 2000},
    {FIELD(touched, MIND_BOOLEAN), NULL, 0},
    {FIELD(situation, MIND_STRING), NULL, 0},
    {FIELD(feedback, MIND_STRING), NULL, 0},
    {FIELD(reference, MIND_INTEGER), NULL, 0},
    {FIELD(reference_text, MIND_STRING), NULL, 32768},
    {FIELD(knowledge, MIND_STRING), NULL, 131072},
    {FIELD(fold, MIND_STRING), NULL, 0},
    {FIELD(sources, MIND_STRING), NULL, 131072},
    {FIELD(inventory, MIND_COUNTS), NULL, 1000},
    {FIELD(predicted, MIND_COUNTS), NULL, 1000},
    {FIELD(told, MIND_BOOLEAN), NULL, 0},
    {FIELD(outcome, MIND_BOOLEAN), NULL, 0},
    {FIELD(fired, MIND_BOOLEAN), NULL, 0},
    {FIELD(came, MIND_STRING), NULL, 0},
    {FIELD(unmoved, MIND_BOOLEAN), NULL, 0},
    {0},
};
const struct mind_table gitm_mind = {sizeof(struct gitm), fields};

#define DID_MAX 1000 /* of a goal */

static struct gitm_act *act_new(struct gitm *m, const action *a, bool touched)
{
    struct gitm_act *act = mind_new(&act_table);
    g_autofree char *shown = action_describe(a), *call = action_to_json(a);
    act->id = ++m->ids;
    act->touched = touched;
    goal_set(&act->call, call);
    goal_set(&act->shown, shown);
    goal_set(&act->note, a->expectation ? a->expectation : "");
    return act;
}

void gitm_planned(struct gitm *m, const GPtrArray *actions)
{
    g_ptr_array_set_size(m->acts, 0);
    for (guint i = 0; i < actions->len && i < GITM_ACTS_MAX; i++)
        g_ptr_array_add(m->acts, act_new(m, actions->pdata[i], false));
}

static struct gitm_act *in_state(const struct gitm *m, enum board_state state)
{
    for (guint i = 0; i < m->acts->len; i++)
        if (((struct gitm_act *)m->acts->pdata[i])->state == (gint64)state)
            return m->acts->pdata[i];
    return NULL;
}

struct gitm_act *gitm_next_act(const struct gitm *m)
{
    return in_state(m, BOARD_OPEN);
}

void gitm_acts(struct gitm *m)
{
    struct gitm_act *act = gitm_next_act(m);
    if (act)
        act->state = BOARD_DOING;
    m->outcome = m->fired = m->unmoved = false;
    goal_set(&m->came, "");
}

void gitm_came(struct gitm *m, const struct situation_past *past)
{
    struct gitm_act *act = in_state(m, BOARD_DOING);
    if (!act || !past->action)
        return;
    g_autofree char *shown = action_describe(past->action), *call = action_to_json(past->action);
    m->outcome = true;
    m->fired = past->status && g_str_equal(past->status, "done");
    m->unmoved = g_strcmp0(past->effect, "no_effect") == 0;
    g_autofree char *why = m->fired
                               ? NULL
                               : g_strdup_printf("it was not done (%s)%s%s", past->verdict ? past->verdict : "voided",
                                                 past->person && *past->person ? ": " : "", past->person ? past->person : "");
    goal_set(&m->came, why ? why : "");
    if (!m->fired || g_str_equal(act->shown, shown))
        return;
    goal_set(&act->shown, shown);
    goal_set(&act->call, call);
    act->touched = m->touched = true;
}

bool gitm_judge(struct gitm *m, const char *said, char **ret_why)
{
    struct gitm_act *act = in_state(m, BOARD_DOING);
    *ret_why = NULL;
    if (!act)
        return false;
    if (!m->outcome) { /* nobody knows what came of it: the engine died before it was decided */
        act->state = BOARD_OPEN;
        return false;
    }
    const char *why = !m->fired ? m->came : said ? said : m->unmoved ? "nothing changed" : "";
    act->state = *why ? BOARD_FAILED : BOARD_DONE;
    if (!*why) {
        if (m->did->len < DID_MAX)
            g_ptr_array_add(m->did, g_strdup(act->shown));
        m->touched |= act->touched;
        return true;
    }
    g_autofree char *feedback = g_strdup_printf("%s failed: %s", act->shown, why);
    goal_set(&act->note, why);
    goal_set(&m->feedback, feedback);
    for (struct gitm_act *left; (left = gitm_next_act(m));)
        left->state = BOARD_LEFT_OUT;
    *ret_why = g_strdup(why);
    return true;
}

void gitm_begin(struct gitm *m, const struct goal *goal, const char *where)
{
    m->at = goal->id;
    m->calls = 0;
    m->touched = goal->touched;
    m->reference = 0;
    g_ptr_array_set_size(m->did, 0);
    g_ptr_array_set_size(m->acts, 0);
    g_autofree char *begins = g_strdup_printf("%" G_GINT64_FORMAT " %s wanted; %s", goal->count, goal->object, where);
    goal_set(&m->situation, begins);
    goal_set(&m->feedback, "");
    goal_set(&m->reference_text, "");
}

char *gitm_did(const struct gitm *m)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < m->did->len; i++)
        g_string_append_printf(out, "%s%s", i ? "\n" : "", (const char *)m->did->pdata[i]);
    return g_string_free(out, FALSE);
}

/* ---- boards ---- */

void gitm_act_rows(const void *mind, GPtrArray *rows)
{
    const struct gitm *m = mind;
    for (guint i = 0; i < m->acts->len; i++) {
        const struct gitm_act *act = m->acts->pdata[i];
        g_autofree char *note = g_strconcat(act->note && *act->note ? act->note : "", act->touched ? " (edited)" : "", NULL);
        g_ptr_array_add(rows, board_row_new(act->id, 0, (enum board_state)CLAMP(act->state, 0, BOARD_STATE_COUNT - 1), act->shown,
                                            *note ? note : NULL));
    }
}

/* What is done, or under way, stays. */
static bool find_open(const struct gitm *m, gint64 row, guint *ret_i, GError **error)
{
    for (*ret_i = 0; *ret_i < m->acts->len; ++*ret_i)
        if (((const struct gitm_act *)m->acts->pdata[*ret_i])->id == row)
            break;
    if (*ret_i == m->acts->len)
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_ROW, "there is no action %" G_GINT64_FORMAT, row);
    else if (((const struct gitm_act *)m->acts->pdata[*ret_i])->state != BOARD_OPEN)
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_ROW, "this action is over: only one that is still to come is changed");
    else
        return true;
    return false;
}

bool gitm_act_change(struct run *run, void *mind, gint64 row, enum board_verb verb, const char *text, GError **error)
{
    struct gitm *m = mind;
    guint i = m->acts->len;
    (void)run;
    if (!(verb == BOARD_INSERT && row == 0) && !find_open(m, row, &i, error))
        return false;
    if (verb == BOARD_REMOVE) {
        ((struct gitm_act *)m->acts->pdata[i])->state = BOARD_LEFT_OUT;
        m->touched = true;
        return true;
    }
    g_autoptr(GPtrArray) calls = actions_from_calls(text, error);
    if (!calls)
        return false;
    if (calls->len != 1 || m->acts->len >= 2 * GITM_ACTS_MAX) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_TEXT,
                    calls->len == 1 ? "there are too many actions" : "an action is one call: mine(object = \"coal_ore\")");
        return false;
    }
    if (verb == BOARD_EDIT)
        g_ptr_array_remove_index(m->acts, i);
    g_ptr_array_insert(m->acts, (int)i, act_new(m, calls->pdata[0], true));
    m->touched = true;
    return true;
}

static void add_row(GPtrArray *rows, const char *what, const char *text)
{
    g_autofree char *line = g_strdelimit(g_strdup_printf("%s: %s", what, text), "\n", ' ');
    if (*text)
        g_ptr_array_add(rows, board_row_new((gint64)rows->len + 1, 0, BOARD_OPEN, line, NULL));
}

void gitm_feedback_rows(const void *mind, GPtrArray *rows)
{
    const struct gitm *m = mind;
    g_autofree char *there = counts_text(m->inventory), *foreseen = counts_text(m->predicted);
    g_autofree char *calls = m->calls ? g_strdup_printf("%" G_GINT64_FORMAT, m->calls) : g_strdup("");
    add_row(rows, "inventory", there);
    add_row(rows, "foreseen at the end", foreseen);
    add_row(rows, "plans asked for this goal", calls);
    add_row(rows, "failure", m->feedback ? m->feedback : "");
    add_row(rows, "decomposition", m->defect ? m->defect : "");
    add_row(rows, "begins from", m->reference_text ? m->reference_text : "");
}
