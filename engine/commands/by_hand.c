#include "engine/commands/by_hand.h"

#include "engine/agents/agent.h"
#include "engine/client/client.h"
#include "engine/devices/devices.h"
#include "engine/run/answers.h"
#include "engine/run/control.h"
#include "engine/run/proposing.h"
#include "engine/run/run.h"
#include "engine/run/working.h"
#include "memory/notes.h"
#include "skills/timeline/action.h"

#define DONE_MAX 50 /* actions of a reply */

void by_hand_begin(struct run *run)
{
    struct run_control *c = run->control;
    const struct agent *agent = run->working->agent;
    int m = agent && agent->by_hand ? module_saying(run->answers->modules, SAYS_ACTIONS, NULL) : -1;
    g_ptr_array_set_size(c->by_hand, 0);
    g_clear_pointer(&c->keep, g_free);
    c->by_hand_call = m >= 0 && run->answers->said[m] ? run->answers->of[m].call : 0;
    c->by_hand_step = run->step;
    const GPtrArray *batch = c->by_hand_call ? run->proposing->batch : NULL;
    for (guint i = 0; batch && i < run->proposing->batch_place; i++)
        g_ptr_array_add(c->by_hand, action_copy(batch->pdata[i]));
    c->by_hand_before = c->by_hand->len;
}

void by_hand_add(struct run *run, const action *done)
{
    struct run_control *c = run->control;
    action *last = c->by_hand->len > c->by_hand_before ? c->by_hand->pdata[c->by_hand->len - 1] : NULL;
    if (c->by_hand_call && !(last && control_join_text(last, done)))
        g_ptr_array_add(c->by_hand, action_copy(done));
}

/* The output of the module that acts, as JSON; *ret_n: the person's actions in it. Caller frees. */
static char *output_of(const struct run *run, bool text, guint *ret_n)
{
    const struct module_says *says = NULL;
    g_autoptr(GString) list = g_string_new(NULL);
    module_saying(run->answers->modules, SAYS_ACTIONS, &says);
    for (guint i = 0; i < run->control->by_hand->len; i++) {
        const action *done = run->control->by_hand->pdata[i];
        const bool left_out = !text && action_get(done, "text");
        g_autoptr(action) own = i < run->control->by_hand_before ? action_copy(done)
                                : left_out                       ? NULL
                                : devices_act(run->devices)      ? action_copy(done)
                                                                 : run->working->agent->by_hand(done);
        g_autofree char *json = own ? action_to_json(own) : NULL;
        if (json)
            g_string_append_printf(list, "%s%s", list->len ? "," : "", json);
        *ret_n += json && i >= run->control->by_hand_before;
    }
    return g_strdup_printf("{\"%s\":[%s]}", says->field, list->str);
}

static bool keep(struct run *run, GError **error)
{
    const struct run_control *c = run->control;
    guint n = 0;
    if (c->by_hand->len > DONE_MAX) {
        client_notice(run, "warning", "nothing is recorded: a reply has at most %d actions, and these are %u", DONE_MAX,
                      c->by_hand->len);
        return true;
    }
    g_autofree char *json = output_of(run, g_str_equal(c->keep, "text"), &n);
    if (n == 0) {
        client_notice(run, "warning", "nothing is recorded: what was done has no action of its own there");
        return true;
    }
    g_autofree char *said = g_strdup_printf(MEMORY_NOTE_BY_HAND "%u action%s", n, n == 1 ? "" : "s");
    const struct memory_note note = {.run = run->id,
                                     .step = c->by_hand_step,
                                     .at_us = g_get_real_time(),
                                     .kind = (char *)"note",
                                     .by = (char *)g_get_user_name(),
                                     .text = said};
    if (!memory_call_correct(run->store, c->by_hand_call, json, error) || !memory_note_add(run->store, &note, NULL, error))
        return false;
    client_notice(run, "info", "recorded as the reply of step %" G_GINT64_FORMAT ": %s", c->by_hand_step, said);
    return true;
}

void by_hand_end(struct run *run)
{
    struct run_control *c = run->control;
    g_autoptr(GError) error = NULL;
    if (c->keep && c->by_hand_call && c->by_hand->len > c->by_hand_before && !keep(run, &error))
        run_fail(run, g_steal_pointer(&error));
    g_ptr_array_set_size(c->by_hand, 0);
    g_clear_pointer(&c->keep, g_free);
    c->by_hand_call = 0;
}
