/* How a plan comes about: a failure is explained, the situation described, memory asked; the plan is made and checked. */

#include "engine/agents/jarvis/jarvis.h"

#include "engine/client/client.h"
#include "engine/eye/eye.h"
#include "engine/modules/counts.h"
#include "engine/modules/display_state.h"
#include "engine/run/look.h"
#include "engine/run/replay.h"
#include "engine/step/step.h"

#include <string.h>

#define ROUNDS 3 /* plans that are checked, before one with a flaw is tried all the same */

static bool is(const struct run *run, const char *key, const char *value)
{
    return g_str_equal(jarvis_setting(run, key), value);
}

static bool some(const char *text)
{
    return text && *text;
}

/* Said on the console, and written down: reins memory show, replay. */
G_GNUC_PRINTF(3, 4)
static void tell(struct run *run, const char *level, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    client_notice(run, level, "%s", text);
    run_note(run, "engine", text);
}

bool jarvis_stalls(const struct run *run, const struct jarvis *m)
{
    return m->same >= option_int(jarvis_setting(run, "stall"));
}

/* ---- the plan ---- */

static bool explain(struct run *run, struct jarvis *m, GError **error)
{
    mind_set_string(&m->explanation, "");
    if (!is(run, "explain", "on"))
        return true;
    if (!step_ask_one(run, JARVIS_EXPLAIN, error))
        return false;
    const form_output *said = step_said(run, JARVIS_EXPLAIN);
    const char *missing = form_output_string(said, "missing"), *lesson = form_output_string(said, "lesson");
    g_free(m->explanation);
    m->explanation = g_strconcat(form_output_string(said, "cause"), *missing ? "\nmissing: " : "", missing,
                                 *lesson ? "\nlesson: " : "", lesson, NULL);
    return true;
}

static bool describe(struct run *run, struct jarvis *m, GError **error)
{
    if (!step_ask_one(run, JARVIS_DESCRIBE, error))
        return false;
    const form_output *said = step_said(run, JARVIS_DESCRIBE);
    const char *danger = form_output_string(said, "danger");
    g_free(m->seen);
    m->seen = g_strconcat(form_output_string(said, "description"), *danger ? " Danger: " : "", danger, NULL);
    return true;
}

/* How many levels below the task a goal is asked for: by what it is needed for. 0 = it hangs on nothing that was named. */
static guint level_of(const GPtrArray *rows, guint i, const struct jarvis *m, guint most)
{
    const char *of = form_output_string(rows->pdata[i], "for");
    if (most == 0)
        return 0;
    for (guint k = 0; k < i; k++)
        if (g_str_equal(form_output_string(rows->pdata[k], "item"), of)) {
            bool known = false;
            g_auto(GStrv) lines = g_strsplit(m->known ? m->known : "", "\n", -1);
            known = g_strv_contains((const char *const *)lines, of);
            guint above = known ? 0 : level_of(rows, k, m, most - 1); /* memory knows the way to it */
            return above ? above + 1 : 0;
        }
    return 1;
}

static bool query(struct run *run, struct jarvis *m, GError **error)
{
    guint depth = (guint)option_int(jarvis_setting(run, "depth"));
    g_ptr_array_set_size(m->queried, 0);
    g_free(m->known);
    m->known = jarvis_known(run, error);
    if (!m->known)
        return false;
    if (!*m->known || !strstr(jarvis_setting(run, "retrieval"), "query") || /* an empty memory is not asked */
        !replay_can_answer(run, jarvis_modules[JARVIS_QUERY].form.name))
        return true;
    if (!step_ask_one(run, JARVIS_QUERY, error))
        return false;
    const GPtrArray *rows = form_output_rows(step_said(run, JARVIS_QUERY), "goals");
    for (guint i = 0; i < rows->len; i++)
        if (level_of(rows, i, m, depth))
            g_ptr_array_add(m->queried, g_strdup(form_output_string(rows->pdata[i], "item")));
    return true;
}

static void take_plan(struct run *run, struct jarvis *m, const GPtrArray *rows)
{
    g_autofree char *again = jarvis_plan_take(m, rows);
    if (again)
        tell(run, "warning", "the new plan has again what you left out: %s", again);
}

/* The model's check: it may write the plan anew, except one that a person changed. */
static bool check_by_model(struct run *run, struct jarvis *m, GError **error)
{
    if (!step_ask_one(run, JARVIS_CHECK, error))
        return false;
    const form_output *said = step_said(run, JARVIS_CHECK);
    const GPtrArray *mended = form_output_rows(said, "goals");
    const char *flaw = form_output_string(said, "flaw");
    bool mends = mended->len && !m->edited;
    jarvis_compare(m, form_output_rows(said, "inventories"));
    if (some(m->differs))
        tell(run, "info", "check: %s", m->differs);
    if (form_output_integer(said, "flawed") == 0)
        return true;
    tell(run, "info", "check: goal %" G_GINT64_FORMAT ": %s%s", form_output_integer(said, "flawed"), flaw,
         mends ? " (mended)" : "");
    if (mends) {
        take_plan(run, m, mended);
        mind_set_string(&m->mended, flaw);
    } else
        mind_set_string(&m->flaw, some(flaw) ? flaw : "the check found a flaw, and did not say which");
    return true;
}

/* The flaw is in a goal that a person wrote. */
bool jarvis_is_theirs(const struct jarvis *m)
{
    const struct jarvis_goal *flawed = jarvis_find(m, m->flawed);
    return flawed && flawed->touched;
}

/* By the recipes; mends the plan, unless a person has a part in it. Returns the flaw that is left; caller frees. */
char *jarvis_check_exactly(struct run *run, struct jarvis *m, const recipes *r)
{
    g_autofree char *mended = NULL;
    bool theirs = m->edited;
    for (guint i = 0; i < m->goals->len; i++) {
        const struct jarvis_goal *goal = m->goals->pdata[i];
        theirs |= goal->touched && goal->state == BOARD_OPEN;
    }
    char *flaw = jarvis_foresee(m, r, !theirs, &mended);
    if (mended) {
        tell(run, "info", "check: too few by the recipes, mended: %s", mended);
        mind_set_string(&m->mended, mended);
    }
    return flaw;
}

static bool asks_model(const struct run *run)
{
    return is(run, "check", "model") || is(run, "check", "both");
}

/* A person has changed the plan: the model says what it foresees of it. */
bool jarvis_check_again(struct run *run, struct jarvis *m, GError **error)
{
    m->recheck = false;
    return !asks_model(run) || (check_by_model(run, m, error) && step_keep(run, error));
}

static bool check(struct run *run, struct jarvis *m, GError **error)
{
    const recipes *r = jarvis_recipes(run);
    g_autofree char *first = NULL, *flaw = NULL;
    mind_set_string(&m->flaw, "");
    m->flawed = 0;
    mind_set_string(&m->mended, "");
    mind_set_string(&m->differs, "");
    if (r)
        flaw = jarvis_foresee(m, r, false, &first); /* beside what the model foresees of the same plan */
    if (asks_model(run) && !check_by_model(run, m, error))
        return false;
    if (!r)
        return true;
    g_free(flaw);
    flaw = jarvis_check_exactly(run, m, r);
    mind_set_string(&m->flaw, flaw);
    if (!*flaw)
        return true;
    tell(run, "info", "check: by the recipes: %s", flaw);
    m->counted = !jarvis_is_theirs(m);
    if (m->counted)
        jarvis_count_failure(m, flaw, false);
    return true;
}

/* The situation of the first plan is what memory finds it by. */
static void take_situation(struct run *run, struct jarvis *m, const struct display_state *state)
{
    const struct eye_frame *now = &run->look->observation->frame;
    const screen *s = run->look->observation->screen;
    g_autofree char *inventory = counts_text(m->inventory);
    if (m->plans)
        return;
    g_free(m->situation);
    g_free(m->state);
    m->situation = g_strdup_printf("inventory: %s%s%s", *inventory ? inventory : "empty", some(state->place) ? "; " : "",
                                   some(state->place) ? state->place : "");
    m->state = display_state_key(s ? s->state : NULL);
    mind_set_string(&m->picture, now->hash);
    m->print = now->printed ? (gint64)now->print : 0;
}

bool jarvis_make_plan(struct run *run, struct jarvis *m, const struct display_state *state, GError **error)
{
    if (some(m->failure)) {
        m->replans++;
        if (!explain(run, m, error))
            return false;
    }
    take_situation(run, m, state);
    if (!describe(run, m, error) ||
        !(is(run, "retrieval", "off") || is(run, "memory", "off") || (query(run, m, error) && jarvis_recall(run, m, error))))
        return false;
    const GPtrArray *rows = NULL;
    mind_set_string(&m->flaw, "");
    for (guint round = 0; round < ROUNDS && (round == 0 || (some(m->flaw) && !jarvis_is_theirs(m) && !jarvis_stalls(run, m)));
         round++) {
        if (!step_ask_one(run, JARVIS_PLAN, error))
            return false;
        rows = form_output_rows(step_said(run, JARVIS_PLAN), "goals");
        m->plans++;
        m->counted = false;
        if (rows->len) /* a plan without goals takes nothing away */
            take_plan(run, m, rows);
        if (rows->len && !is(run, "check", "off") && !check(run, m, error))
            return false;
    }
    mind_set_string(&m->failure, "");
    if (!rows || !rows->len)
        jarvis_fails_short(m, "the plan had no goal");
    m->due = false;
    return step_keep(run, error);
}
