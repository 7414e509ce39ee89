#include "engine/agents/computer/native.h"

#include <math.h>

G_DEFINE_QUARK(reins - native - error - quark, native_error)

struct native_call *native_call_new(const char *id, const char *name, enum native_action what)
{
    struct native_call *c = g_new0(struct native_call, 1);
    c->id = g_strdup(id ? id : "");
    c->name = g_strdup(name ? name : "");
    c->action = what;
    c->x = c->y = c->to_x = c->to_y = c->seconds = NAN;
    c->button = "left";
    c->clicks = c->times = 1;
    return c;
}

void native_call_refuse(struct native_call *call, const char *format, ...)
{
    va_list args;
    if (call->defect)
        return;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    call->defect = g_utf8_make_valid(text, -1); /* what it quotes may be cut in a character */
}

void native_call_free(struct native_call *call)
{
    if (!call)
        return;
    char *owned[] = {call->id, call->name, call->text, call->keys, call->why, call->defect, call->safety, call->safety_words};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_clear_pointer(&call->path, g_array_unref);
    g_free(call);
}

struct native_turn *native_turn_new(void)
{
    struct native_turn *t = g_new0(struct native_turn, 1);
    t->thought = g_strdup("");
    t->calls = g_ptr_array_new_with_free_func((GDestroyNotify)native_call_free);
    return t;
}

void native_turn_think(struct native_turn *turn, const char *text)
{
    char *both = g_strconcat(turn->thought, *turn->thought && *text ? "\n" : "", text, NULL);
    g_free(turn->thought);
    turn->thought = both;
}

void native_turn_free(struct native_turn *turn)
{
    if (!turn)
        return;
    g_free(turn->thought);
    g_ptr_array_unref(turn->calls);
    g_free(turn);
}
