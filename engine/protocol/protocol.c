#include "engine/protocol/protocol.h"

#include "skills/timeline/action.h"
#include "skills/timeline/timeline.h"

G_DEFINE_QUARK(reins - protocol - error, protocol_error)

event *event_new(enum event_kind kind)
{
    event *e = g_new0(event, 1);
    e->kind = kind;
    e->match = -1;
    return e;
}

static void event_target_free(struct event_target *target)
{
    if (!target)
        return;
    g_free(target->window);
    g_free(target->class);
    g_clear_pointer(&target->moving, g_array_unref);
    g_clear_pointer(&target->left_out, g_array_unref);
    g_clear_pointer(&target->follows, g_array_unref);
    g_free(target->label);
    g_free(target->animated);
    g_free(target);
}

static void fire_clear(struct event_fire *fire)
{
    action_free(fire->action);
    timeline_free(fire->timeline);
    event_target_free(fire->target);
    g_free(fire->digest);
    g_strfreev(fire->rest);
}

void event_free(event *e)
{
    if (!e)
        return;
    const struct event_about *about = &e->about;
    const struct event_module *module = &e->module;
    const struct event_judged *judged = &e->judged;
    const struct event_decided *decided = &e->decided;
    char *owned[] = {e->reason,       e->status,        e->text,           e->state,           e->effect,
                     e->level,        about->run,       about->display,    about->task,        about->agent,
                     about->brain,    about->mode,      about->modules,    about->boards,      e->picture.frame,
                     e->picture.path, module->name,     module->output,    module->reply,      module->form,
                     module->skills,  module->recalled, e->board.name,     e->board.rows,      judged->rule,
                     judged->word,    judged->evidence, judged->explain,   e->asked.question,  decided->verdict,
                     decided->by,     decided->before,  decided->after,    decided->answer,    e->holds.left_ms,
                     e->grant.until,  e->mode.name,     e->skill.name,     e->skill.sha256,    e->skill.stage,
                     e->expect.run,   e->expect.path,   e->expect.after,   e->end.outcome,     e->picture.changed,
                     e->marks.words,  e->marks.marks,   e->picture.masked, e->picture.unsaved, about->libraries,
                     about->set,      about->rules,     module->brain,     e->rest.actions};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_free(judged->provider_asks);
    fire_clear(&e->fire);
    g_strfreev(e->asked.choices);
    g_strfreev(e->asked.details);
    g_strfreev(e->holds.keys);
    g_strfreev(e->holds.buttons);
    g_free(e);
}

command *command_new(enum command_kind kind)
{
    command *c = g_new0(command, 1);
    c->kind = kind;
    c->tier = kind == COMMAND_GRANT ? -1 : 0; /* not said */
    return c;
}

void command_free(command *c)
{
    if (!c)
        return;
    char *owned[] = {c->digest, c->word,  c->reason, c->mode,  c->text,  c->note, c->keep,   c->scope, c->module,
                     c->output, c->reply, c->hint,   c->until, c->title, c->name, c->sha256, c->board, c->verb};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_strfreev(c->env);
    g_strfreev(c->digests);
    action_free(c->action);
    g_free(c);
}
