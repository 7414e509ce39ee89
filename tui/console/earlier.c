/* What was thought and done in the run before this console came to it: told from the store. */

#include "tui/past/replay.h"
#include "tui/console/state.h"

#define STEPS 20 /* that are told */

/* Whatever ran or waited when its engine or its console went does so no more. */
static void settle(struct step_view *step, bool live)
{
    for (guint i = 0; i < step->modules->len; i++) {
        struct module_view *m = g_ptr_array_index(step->modules, i);
        if (m->status == MODULE_STATUS_RUNNING || (live && m->status == MODULE_STATUS_FAILED)) {
            m->status = MODULE_STATUS_SKIPPED;
            g_string_prepend(m->text, m->text->len ? "broken off: " : "broken off");
        }
    }
    if (step->card && step->card->state == CARD_WAITING)
        step->card->state = CARD_VOIDED;
    if (step->asked && !step->asked->verdict)
        step->asked->verdict = g_strdup("voided");
}

/* When it was told, of all that one event has led to. */
static void date_notices(const struct model *past, gint64 at_us)
{
    for (guint i = past->notices->len; i > 0; i--) {
        struct notice *notice = g_ptr_array_index(past->notices, i - 1);
        if (notice->before_us)
            return;
        notice->before_us = at_us;
    }
}

/* Those of before first. */
static void take_notices(struct model *m, struct model *past)
{
    GPtrArray *now = m->notices;
    m->notices = past->notices;
    past->notices = now;
    for (guint i = 0; i < now->len; i++) {
        const struct notice *notice = g_ptr_array_index(now, i);
        model_notice(m, notice->level, notice->text, notice->at_us);
    }
}

/* Before anything but `hello` was told. */
static void come_before(struct model *m, struct model *past)
{
    const struct step_view *now = model_live(m);
    if (now->step || now->card || now->asked || model_live(past)->step == 0)
        return;
    GPtrArray *steps = m->steps;
    m->steps = past->steps;
    past->steps = steps;
    take_notices(m, past);
    m->spent.tokens_in = past->spent.tokens_in;
    m->spent.tokens_out = past->spent.tokens_out;
    m->spent.tokens_cached = past->spent.tokens_cached;
    m->spent.pictures = past->spent.pictures;
    m->spent.cost = past->spent.cost;
    m->spent.unpriced = past->spent.unpriced;
    for (guint i = 0; i < m->steps->len; i++)
        settle(g_ptr_array_index(m->steps, i), i + 1 == m->steps->len);
}

void earlier_take(console *c)
{
    g_autoptr(GError) error = NULL;
    gint64 run = g_ascii_strtoll(console_run_name(c), NULL, 10);
    g_autoptr(GPtrArray) events = run > 0 && !c->replay.player ? replay_past(run, STEPS, &error) : NULL;
    if (error)
        model_notice(c->model, "warning", error->message, c->now_us);
    if (!events || !events->len)
        return;
    struct model *past = model_new(c->now_us);
    model_take_agent(past, c->model);
    for (guint i = 0; i < events->len; i++) {
        struct replay_event *row = g_ptr_array_index(events, i);
        model_event(past, g_steal_pointer(&row->e), c->now_us);
        date_notices(past, row->at_us);
    }
    come_before(c->model, past);
    model_free(past);
}
