/* What comes next, while nothing waits for the person. */

#include "tui/model/model.h"

#include "engine/agents/agent.h"
#include "skills/timeline/timeline.h"

#include <string.h>

void model_take_reason(struct model *m, const char *reason, bool paused)
{
    const char *why = reason && *reason ? reason : NULL;
    g_free(m->pause_reason);
    g_free(m->waits_for);
    m->pause_reason = paused ? g_strdup(why) : NULL;
    m->waits_for = paused ? NULL : g_strdup(why);
}

bool model_card_comes(const struct model *m)
{
    const struct card *card = model_live(m)->card;
    bool goes_on = card && card->state == CARD_APPROVED && card->proposal->fire.rest && *card->proposal->fire.rest &&
                   (!card->effect || g_str_equal(card->effect, "changed") || !timeline_acts(card->proposal->fire.timeline));
    return goes_on && !model_is_over(m) && !m->taken && !model_paused(m) && !model_running(m) && !model_needy(m);
}

bool model_person_plans(const struct model *m)
{
    const struct module_view *acting = model_acting(m, model_live(m));
    bool person = false;
    for (guint i = 0; acting && i < m->about.kinds->len; i++) {
        const struct module_kind *kind = g_ptr_array_index(m->about.kinds, i);
        person |= kind->person && g_str_equal(kind->name, acting->name);
    }
    return person;
}

bool model_form_comes(const struct model *m)
{
    const struct step_view *step = model_live(m);
    const struct module_view *acting = model_acting(m, step);
    bool between = !g_strcmp0(m->state, "observing") || !g_strcmp0(m->state, "thinking");
    if (!model_person_plans(m) || !between || model_is_over(m) || m->taken || model_running(m) || model_needy(m) ||
        model_card_comes(m))
        return false;
    bool decided = step->card && (step->card->state == CARD_APPROVED || step->card->state == CARD_REJECTED);
    return decided || (!step->card && acting->status == MODULE_STATUS_NONE);
}

const char *model_refusal(const struct model *m, gint64 since_us)
{
    for (guint i = m->notices->len; i > 0; i--) {
        const struct notice *n = g_ptr_array_index(m->notices, i - 1);
        if (n->at_us < since_us)
            break;
        if (strstr(n->text, " cannot be done: "))
            return n->text;
    }
    return NULL;
}

const char *model_refusal_now(const struct model *m)
{
    gint64 since_us = 0;
    for (guint i = 0; i < m->steps->len; i++) {
        const struct card *card = ((const struct step_view *)m->steps->pdata[i])->card;
        since_us = card ? card->at_us + 1 : since_us;
    }
    return model_refusal(m, since_us);
}
