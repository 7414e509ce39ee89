#include "tui/past/past_actions.h"
#include "tui/past/past_story.h"

static const struct memory_proposal *find_proposal(const GPtrArray *proposals, gint64 id)
{
    for (guint i = 0; i < proposals->len; i++) {
        const struct memory_proposal *p = proposals->pdata[i];
        if (p->id == id)
            return p;
    }
    return NULL;
}

static bool is_undecided(const struct memory_proposal *p)
{
    static const char *const undecided[] = {"stale", "voided", "expired", NULL};
    return p->verdict && g_strv_contains(undecided, p->verdict);
}

/* The first one of that step or a later one. */
static guint first_of(const GPtrArray *proposals, gint64 step)
{
    guint low = 0, high = proposals->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (((const struct memory_proposal *)proposals->pdata[middle])->step < step)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool has_edit(const GPtrArray *proposals, guint at)
{
    const struct memory_proposal *of = proposals->pdata[at];
    for (guint i = at + 1; i < proposals->len; i++) {
        const struct memory_proposal *p = proposals->pdata[i];
        if (p->edited_from == of->id)
            return true;
        if (p->step != of->step)
            break;
    }
    return false;
}

/* Given up by itself after others of its plan were done: the step went on to nothing. */
static bool ends_plan(const GPtrArray *actions, guint at)
{
    while (at-- > 0) {
        const struct memory_proposal *p = actions->pdata[at];
        if (!is_undecided(p))
            return p->stage != NULL;
    }
    return false;
}

GPtrArray *past_actions(const GPtrArray *proposals, const struct memory_step *step)
{
    GPtrArray *actions = g_ptr_array_new();
    for (guint i = first_of(proposals, step->step); i < proposals->len; i++) {
        struct memory_proposal *p = proposals->pdata[i];
        if (p->step != step->step)
            break;
        if (!has_edit(proposals, i))
            g_ptr_array_add(actions, p);
    }
    for (guint i = actions->len; i-- > 0;) {
        const struct memory_proposal *p = actions->pdata[i];
        bool ends = i + 1 == actions->len && (g_strcmp0(step->verdict, p->verdict) == 0 || ends_plan(actions, i));
        if (is_undecided(p) && !ends)
            g_ptr_array_remove_index(actions, i);
    }
    return actions;
}

char *past_actions_text(const GPtrArray *proposals, const struct memory_proposal *last)
{
    GString *out = g_string_new(NULL);
    /* an edit has a greater id than what it edits: the walk ends */
    for (const struct memory_proposal *p = last; p;
         p = p->edited_from && p->edited_from < p->id ? find_proposal(proposals, p->edited_from) : NULL) {
        g_autofree char *text = past_action_text(p->action);
        if (out->len)
            g_string_prepend(out, " ▸ ");
        g_string_prepend(out, text);
    }
    return g_string_free(out, FALSE);
}

const char *past_actions_verdict(const struct memory_proposal *p)
{
    return p->edited_from && g_strcmp0(p->verdict, "approved") == 0 ? "edited" : p->verdict;
}

const char *past_actions_ending(const struct memory_step *step)
{
    return !step->action && !step->effect && g_strcmp0(step->verdict, "voided") == 0 ? "given up" : step->verdict;
}

bool past_actions_by_person(const struct memory_proposal *p, const GPtrArray *calls)
{
    const struct memory_call *planned = NULL;
    for (guint i = 0; i < calls->len; i++) {
        const struct memory_call *c = calls->pdata[i];
        if (memory_call_says(c, "actions") && c->started_us <= p->at_us)
            planned = c;
    }
    bool form = planned && g_strcmp0(planned->brain, "human") == 0;
    return g_strcmp0(p->by, "human") == 0 || (form && g_strcmp0(p->by, "model") == 0);
}

const char *past_actions_effect(const struct memory_proposal *p)
{
    static const struct {
        const char *stage, *effect;
    } ends[] = {{"verified", "changed"},
                {"no_effect", "no_effect"},
                {"unexpected", "unexpected"},
                {"aborted", "aborted"},
                {"uncertain", "unknown"}};
    if (g_strcmp0(p->stage, "verified") == 0 && p->stage_data) {
        g_autofree char *seen = past_json_text(p->stage_data, "text");
        if (g_strcmp0(seen, "no_effect") == 0) /* nothing was expected, and nothing came */
            return "no_effect";
    }
    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++)
        if (g_strcmp0(p->stage, ends[i].stage) == 0)
            return ends[i].effect;
    return NULL;
}
