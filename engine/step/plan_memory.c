/* What agents that remember plans share. */

#include "engine/step/plan_memory.h"

#include "engine/devices/devices.h"
#include "engine/modules/situation.h"
#include "engine/modules/prompt.h"
#include "engine/run/options.h"
#include "engine/run/replay.h"
#include "engine/run/run.h"
#include "engine/step/plan_context.h"
#include "memory/plans.h"

#include <string.h>

#define WORLD "world:"

char *plan_memory_app(const struct run *run)
{
    const char *display = run->devices->was ? run->devices->was : run->options->display; /* of a recorded run: as it was then */
    if (display && g_str_has_prefix(display, WORLD))
        return g_strndup(display, strcspn(display, "?"));
    char *app = plan_context_app(run);
    return app ? app : g_strdup("unknown");
}

gint64 plan_memory_repeats(const struct run *run)
{
    gint64 answers = replay_run_of(run->options->brain);
    return answers ? answers : run->devices->recorded;
}

void *plan_memory_mind(const struct run *run)
{
    gint64 of = plan_memory_repeats(run);
    return of ? replay_mind(run, of) : NULL;
}

void plan_memory_then(const struct run *run, GPtrArray *plans)
{
    gint64 of = plan_memory_repeats(run);
    for (guint i = plans && of ? plans->len : 0; i-- > 0;)
        if (((const struct memory_plan *)plans->pdata[i])->run >= of)
            g_ptr_array_remove_index(plans, i);
}

char *plan_memory_quoted(const char *text)
{
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    g_ptr_array_add(one, (gpointer)text);
    return prompt_quoted(one);
}

/* "A reference plan, made of plans that worked:", and so on. */
char *plan_memory_told(const struct memory_plan *p)
{
    g_autofree char *line = memory_plan_line(p->text), *text = plan_memory_quoted(line),
                    *began = p->situation && !p->reference ? plan_memory_quoted(p->situation) : NULL;
    g_autofree char *cause = p->cause ? plan_memory_quoted(p->cause) : NULL;
    const char *what = memory_plan_doubted(p)      ? "a reference, WHICH FAILED SINCE: no example to follow"
                       : memory_plan_leads(p)      ? "a reference, made of plans that worked"
                       : p->reference              ? "an imported reference, not tried here"
                       : memory_plan_proven(p)     ? "it worked here"
                       : p->outcome == PLAN_FAILED ? "IT FAILED: no example to follow"
                                                   : "not tried here";
    return g_strdup_printf("%s%s:\n%s%s%s%s%s", what, p->touched ? ", edited by a person" : "", text,
                           began ? "\nIt began with:\n" : "", began ? began : "", cause ? "\nIt ended with:\n" : "",
                           cause ? cause : "");
}

char *plan_memory_unquoted(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        gsize mark = strspn(*line, "> "); /* a space alone is the plan's own */
        if (memchr(*line, '>', mark))
            memmove(*line, *line + mark, strlen(*line + mark) + 1);
    }
    return g_strjoinv("\n", lines);
}

/* Cut between two characters where it is too long for memory. */
char *plan_memory_cut(const char *text, gsize most)
{
    g_autofree char *part = g_strndup(text, most);
    return g_utf8_make_valid(part, -1);
}
