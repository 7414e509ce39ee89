/* Calls that are proposed one by one, and what came of each. */

#include "engine/agents/plan_acts.h"

#include "engine/modules/counts.h"
#include "engine/modules/situation.h"
#include "skills/timeline/action.h"

#include <string.h>

static const struct mind_field act_fields[] = {
    {"id", MIND_INTEGER, offsetof(struct plan_act, id), NULL, 0},
    {"call", MIND_STRING, offsetof(struct plan_act, call), NULL, 0},
    {"shown", MIND_STRING, offsetof(struct plan_act, shown), NULL, 0},
    {"state", MIND_INTEGER, offsetof(struct plan_act, state), NULL, BOARD_STATE_COUNT - 1},
    {"note", MIND_STRING, offsetof(struct plan_act, note), NULL, 0},
    {"touched", MIND_BOOLEAN, offsetof(struct plan_act, touched), NULL, 0},
    {0},
};
const struct mind_table plan_act_table = {sizeof(struct plan_act), act_fields};

#define DID_MAX 1000 /* of a goal */
#define FAILED " failed: "

static struct plan_act *act_new(struct plan_acts *a, const action *of, bool touched)
{
    struct plan_act *act = mind_new(&plan_act_table);
    g_autofree char *shown = action_describe(of), *call = action_to_json(of);
    act->id = ++a->ids;
    act->touched = touched;
    mind_set_string(&act->call, call);
    mind_set_string(&act->shown, shown);
    mind_set_string(&act->note, of->expectation ? of->expectation : "");
    return act;
}

void plan_acts_begin(struct plan_acts *a)
{
    a->touched = false;
    g_ptr_array_set_size(a->did, 0);
    g_ptr_array_set_size(a->rows, 0);
    mind_set_string(&a->feedback, "");
    a->same = 0;
}

void plan_acts_plan(struct plan_acts *a, const GPtrArray *actions)
{
    g_ptr_array_set_size(a->rows, 0);
    for (guint i = 0; i < actions->len && i < PLAN_ACTS_MAX; i++)
        g_ptr_array_add(a->rows, act_new(a, actions->pdata[i], false));
}

static struct plan_act *in_state(const struct plan_acts *a, enum board_state state)
{
    for (guint i = 0; i < a->rows->len; i++)
        if (((struct plan_act *)a->rows->pdata[i])->state == (gint64)state)
            return a->rows->pdata[i];
    return NULL;
}

struct plan_act *plan_acts_next(const struct plan_acts *a)
{
    return in_state(a, BOARD_OPEN);
}

bool plan_acts_all_done(const struct plan_acts *a)
{
    bool done = a->rows->len > 0;
    for (guint i = 0; i < a->rows->len && done; i++) {
        gint64 state = ((const struct plan_act *)a->rows->pdata[i])->state;
        done = state == BOARD_DONE || state == BOARD_LEFT_OUT;
    }
    return done;
}

void plan_acts_propose(struct plan_acts *a)
{
    struct plan_act *act = plan_acts_next(a);
    if (act)
        act->state = BOARD_DOING;
    a->outcome = a->fired = a->unmoved = false;
    mind_set_string(&a->came, "");
}

void plan_acts_came(struct plan_acts *a, const struct situation_past *past)
{
    struct plan_act *act = in_state(a, BOARD_DOING);
    if (!act || !past->action)
        return;
    g_autofree char *shown = action_describe(past->action), *call = action_to_json(past->action);
    a->outcome = true;
    a->fired = past->status && g_str_equal(past->status, "done");
    a->unmoved = g_strcmp0(past->effect, "no_effect") == 0;
    g_autofree char *why = a->fired
                               ? NULL
                               : g_strdup_printf("it was not done (%s)%s%s", past->verdict ? past->verdict : "voided",
                                                 past->person && *past->person ? ": " : "", past->person ? past->person : "");
    mind_set_string(&a->came, why ? why : "");
    if (!a->fired || g_str_equal(act->shown, shown))
        return;
    mind_set_string(&act->shown, shown);
    mind_set_string(&act->call, call);
    act->touched = a->touched = true;
}

static char *did_text(const struct plan_act *act, const char *note)
{
    return note ? g_strdup_printf("%s (%s)", act->shown, note) : g_strdup(act->shown);
}

static void add_did(struct plan_acts *a, const struct plan_act *act, const char *note)
{
    if (a->did->len < DID_MAX)
        g_ptr_array_add(a->did, did_text(act, note));
    a->touched |= act->touched;
}

/* counts: it is a failure that the next one may be compared with. */
static void set_feedback(struct plan_acts *a, const char *feedback, bool counts)
{
    a->same = !counts ? 0 : g_strcmp0(a->feedback, feedback) == 0 ? a->same + 1 : 1;
    mind_set_string(&a->feedback, feedback);
}

bool plan_acts_judge(struct plan_acts *a, const char *said, char **ret_why)
{
    struct plan_act *act = in_state(a, BOARD_DOING);
    *ret_why = NULL;
    if (!act)
        return false;
    if (!a->outcome) { /* nobody knows what came of it: the engine died before it was decided */
        act->state = BOARD_OPEN;
        return false;
    }
    const char *why = !a->fired ? a->came : said ? said : a->unmoved ? "nothing changed" : "";
    act->state = *why ? BOARD_FAILED : BOARD_DONE;
    g_autofree char *begins = g_strconcat(act->shown, FAILED, NULL);
    if (!*why) {
        add_did(a, act, NULL);
        if (a->feedback && g_str_has_prefix(a->feedback, begins)) /* it has worked at last */
            a->same = 0;
        return true;
    }
    g_autofree char *feedback = g_strconcat(begins, why, NULL);
    mind_set_string(&act->note, why);
    set_feedback(a, feedback, a->fired);
    for (struct plan_act *left; (left = plan_acts_next(a));)
        left->state = BOARD_LEFT_OUT;
    *ret_why = g_strdup(why);
    return true;
}

void plan_acts_gave(struct plan_acts *a, GHashTable *gained)
{
    struct plan_act *act = in_state(a, BOARD_FAILED);
    if (!act || g_hash_table_size(gained) == 0)
        return;
    g_autofree char *list = counts_text(gained), *note = g_strdup_printf("it gave %s, then: %s", list, act->note);
    g_autofree char *feedback = g_strconcat(act->shown, FAILED, note, NULL);
    mind_set_string(&act->note, note);
    set_feedback(a, feedback, false);
    add_did(a, act, note);
}

void plan_acts_missed(struct plan_acts *a, const char *why)
{
    set_feedback(a, why, true);
    g_ptr_array_set_size(a->rows, 0);
}

char *plan_acts_did(const struct plan_acts *a)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < a->did->len; i++)
        g_string_append_printf(out, "%s%s", i ? "\n" : "", (const char *)a->did->pdata[i]);
    return g_string_free(out, FALSE);
}

char *plan_acts_tried(const struct plan_acts *a)
{
    const struct plan_act *act = in_state(a, BOARD_FAILED);
    const char *last = a->did->len ? a->did->pdata[a->did->len - 1] : NULL;
    g_autofree char *did = plan_acts_did(a), *partly = act ? did_text(act, act->note) : NULL;
    if (act && g_strcmp0(last, partly) != 0)
        return g_strconcat(did, *did ? "\n" : "", act->shown, " (failed)", NULL);
    return g_strdup(*did ? did : "no action");
}

/* ---- boards ---- */

void plan_acts_rows(const struct plan_acts *a, GPtrArray *rows)
{
    for (guint i = 0; i < a->rows->len; i++) {
        const struct plan_act *act = a->rows->pdata[i];
        bool noted = act->note && *act->note;
        g_autofree char *note = g_strconcat(noted && act->state != BOARD_FAILED ? "expected: " : "", noted ? act->note : "",
                                            act->touched ? noted ? " (edited)" : "(edited)" : "", NULL);
        g_ptr_array_add(rows, board_row_new(act->id, 0, (enum board_state)CLAMP(act->state, 0, BOARD_STATE_COUNT - 1), act->shown,
                                            *note ? note : NULL));
    }
}

/* What is done, or under way, stays. */
static bool find_open(const struct plan_acts *a, gint64 row, guint *ret_i, GError **error)
{
    for (*ret_i = 0; *ret_i < a->rows->len; ++*ret_i)
        if (((const struct plan_act *)a->rows->pdata[*ret_i])->id == row)
            break;
    if (*ret_i == a->rows->len)
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_ROW, "there is no action %" G_GINT64_FORMAT, row);
    else if (((const struct plan_act *)a->rows->pdata[*ret_i])->state != BOARD_OPEN)
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_ROW, "this action is over: only one that is still to come is changed");
    else
        return true;
    return false;
}

bool plan_acts_change(struct plan_acts *a, gint64 row, enum board_verb verb, const char *text, GError **error)
{
    guint i = a->rows->len;
    if (!(verb == BOARD_INSERT && row == 0) && !find_open(a, row, &i, error))
        return false;
    if (verb == BOARD_REMOVE) {
        ((struct plan_act *)a->rows->pdata[i])->state = BOARD_LEFT_OUT;
        a->touched = true;
        return true;
    }
    g_autoptr(GPtrArray) calls = actions_from_calls(text, error);
    if (!calls)
        return false;
    if (calls->len != 1 || a->rows->len >= 2 * PLAN_ACTS_MAX) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_TEXT,
                    calls->len == 1 ? "there are too many actions" : "an action is one call: mine(object = \"coal_ore\")");
        return false;
    }
    if (verb == BOARD_EDIT)
        g_ptr_array_remove_index(a->rows, i);
    g_ptr_array_insert(a->rows, (int)i, act_new(a, calls->pdata[0], true));
    a->touched = true;
    return true;
}
