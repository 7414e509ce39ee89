#include "engine/protocol.h"

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

void event_free(event *e)
{
    if (!e)
        return;
    char *owned[] = {e->run,     e->display,  e->task,    e->agent,  e->brain,   e->mode,  e->state,    e->frame,
                     e->path,    e->module,   e->status,  e->text,   e->output,  e->form,  e->rule,     e->word,
                     e->digest,  e->verdict,  e->by,      e->reason, e->effect,  e->level, e->outcome,  e->evidence,
                     e->explain, e->before,   e->after,   e->until,  e->left_ms, e->name,  e->sha256,   e->stage,
                     e->skills,  e->recalled, e->modules, e->boards, e->board,   e->rows,  e->question, e->answer};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    action_free(e->action);
    timeline_free(e->timeline);
    event_target_free(e->target);
    g_strfreev(e->keys);
    g_strfreev(e->buttons);
    g_strfreev(e->choices);
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
    char *owned[] = {c->digest, c->word, c->reason, c->mode,  c->text, c->note,   c->scope, c->module,
                     c->output, c->hint, c->until,  c->title, c->name, c->sha256, c->board, c->verb};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_strfreev(c->env);
    action_free(c->action);
    g_free(c);
}
