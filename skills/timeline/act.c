#include "skills/timeline/act.h"

#include "skills/timeline/action.h"

#include <string.h>

#define NAME "abcdefghijklmnopqrstuvwxyz_"

/* After one argument; NULL = there is none. */
static const char *after_argument(const char *text)
{
    gsize name = strspn(text, NAME);
    const char *value = text + name + 1;
    if (name == 0 || text[name] != '=')
        return NULL;
    gsize length = 0;
    while (g_ascii_isgraph(value[length]))
        length++;
    return length ? value + length : NULL;
}

bool act_fits(const char *text, GError **error)
{
    const char *at = text ? text + strspn(text, NAME) : NULL;
    if (text && at > text && strlen(text) <= ACT_BYTES_MAX)
        while (at && *at == ' ')
            at = after_argument(at + 1);
    if (at && at > text && *at == '\0' && strlen(text) <= ACT_BYTES_MAX)
        return true;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                "an act is a name and arguments as in \"mine object=oak_log count=3\", at most %d bytes", ACT_BYTES_MAX);
    return false;
}

bool act_event_fits(const struct timeline_event *e, guint i, bool world, GError **error)
{
    if (world ? e->type == TIMELINE_ACT || e->type == TIMELINE_WAIT : e->type != TIMELINE_ACT)
        return true;
    if (world)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                    "event %u (%s) is for keys and pointers, and a world takes acts only (skills/lib/world.lua has them)", i,
                    timeline_type_name(e->type));
    else
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                    "event %u is the act \"%.60s\", which only a world can do (--display world:NAME)", i, e->text);
    return false;
}

bool act_timeline_fits(const timeline *t, bool world, GError **error)
{
    for (guint i = 0; i < t->events->len; i++)
        if (!act_event_fits(&g_array_index(t->events, struct timeline_event, i), i, world, error))
            return false;
    return true;
}
