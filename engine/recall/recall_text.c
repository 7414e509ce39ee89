/* What was recalled, in words: for the prompt, for the pane, for the shell. */

#include "engine/recall/recall.h"

#include "skills/timeline/visible.h"

#include <string.h>

#define LINE_MAX_CHARS 300 /* of one text of the past in a prompt */

static const struct {
    const char *name, *advice;
} ends[] = {
    [RECALL_UNKNOWN] = {"unknown", "what came of it is not known"},
    [RECALL_WORKED] = {"worked", "it worked"},
    [RECALL_NO_EFFECT] = {"no_effect", "NO EFFECT: no example to follow"},
    [RECALL_UNEXPECTED] = {"unexpected", "IT DID SOMETHING ELSE than expected: no example to follow"},
    [RECALL_FAILED] = {"failed", "IT FAILED: no example to follow"},
    [RECALL_REFUSED] = {"refused", "IT COULD NOT BE CARRIED OUT: no example to follow"},
    [RECALL_REJECTED] = {"rejected", "A PERSON REJECTED IT: never propose it again for this"},
};
G_STATIC_ASSERT(G_N_ELEMENTS(ends) == RECALL_END_COUNT);

const char *recall_end_name(enum recall_end end)
{
    return ends[end].name;
}

/* One line, cut to so many characters. */
static char *cut(const char *text, glong most)
{
    g_autofree char *line = visible_text(text);
    if (g_utf8_strlen(line, -1) <= most)
        return g_steal_pointer(&line);
    *g_utf8_offset_to_pointer(line, most - 1) = '\0';
    return g_strconcat(line, "…", NULL);
}

bool recalled_is_told_always(gint64 run, const char *by)
{
    return !run && by && !g_str_equal(by, "model") && !g_str_equal(by, "human");
}

char *recalled_explain(const struct recalled *r)
{
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "text %.2f", r->text);
    for (guint i = 0; r->words && r->words[i]; i++)
        g_string_append_printf(out, "%s%s", i ? ", " : " (", r->words[i]);
    g_string_append(out, r->words && *r->words ? ")" : "");
    if (r->bits >= 0)
        g_string_append_printf(out, ", picture %d of 64 bits differ", r->bits);
    if (r->same_app)
        g_string_append(out, ", same program");
    if (r->lesson && recalled_is_told_always(r->run, r->by))
        g_string_append(out, ", told always: written by hand");
    return g_string_free(out, FALSE);
}

static char *where(const struct recalled *r)
{
    if (r->lesson && !r->run)
        return g_strdup_printf("lesson %" G_GINT64_FORMAT, r->lesson);
    if (r->lesson)
        return g_strdup_printf("lesson %" G_GINT64_FORMAT " of run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT, r->lesson,
                               r->run, r->step);
    return g_strdup_printf("run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT, r->run, r->step);
}

char *recalled_what(const struct recalled *r)
{
    const char *text = r->lesson ? r->lesson_text : r->action;
    g_autofree char *what = cut(text ? text : "nothing", LINE_MAX_CHARS);
    return r->lesson ? g_steal_pointer(&what) : g_strdup_printf("%s, %s", what, ends[r->end].name);
}

char *recalled_line(const struct recalled *r)
{
    g_autofree char *place = where(r), *what = recalled_what(r);
    return g_strdup_printf("%s: %s", place, what);
}

static void quote(GString *out, const char *label, const char *text)
{
    if (!text || !*text)
        return;
    g_autofree char *line = cut(text, LINE_MAX_CHARS);
    g_string_append_printf(out, "\n  > %s%s", label, line);
}

/* What a person wrote is theirs. A model's words may repeat what some screen said, and so may the action that a person rejected.
 */
static char *lesson_entry(const struct recalled *r)
{
    g_autofree char *text = cut(r->lesson_text, 2 * LINE_MAX_CHARS);
    bool model = g_strcmp0(r->by, "model") == 0, rejection = g_strcmp0(r->by, "human") == 0;
    if (!model && !rejection)
        return g_strdup_printf("- a person says: %s", text);
    GString *out = g_string_new(model ? "- noted by an earlier run" : "- from an earlier run, by a person's no");
    if (r->run)
        g_string_append_printf(out, " (run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT ")", r->run, r->step);
    g_string_append_printf(out, ":\n  > %s", text);
    return g_string_free(out, FALSE);
}

char *recalled_entry(const struct recalled *r)
{
    if (r->lesson)
        return lesson_entry(r);
    g_autoptr(GDateTime) at = g_date_time_new_from_unix_utc(r->at_us / G_USEC_PER_SEC);
    g_autofree char *day = at ? g_date_time_format(at, "%F") : g_strdup("");
    g_autofree char *place = where(r), *app = cut(r->app ? r->app : "a program that is not known", 60);
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "- %s, in %s, %s: %s", place, app, day, ends[r->end].advice);
    quote(out, "task: ", r->task);
    quote(out, "subtask: ", r->subtask);
    quote(out, "screen: ", r->saw);
    quote(out, "action: ", r->action);
    quote(out, "expected: ", r->expected);
    quote(out, "the person said: ", r->said);
    quote(out, "cause: ", r->cause);
    return g_string_free(out, FALSE);
}

char *recalled_prompt(const GPtrArray *rows, bool lessons)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; rows && i < rows->len; i++) {
        const struct recalled *r = rows->pdata[i];
        if (!r->in_prompt || (r->lesson != 0) != lessons)
            continue;
        g_autofree char *entry = recalled_entry(r);
        g_string_append_printf(out, "%s%s", out->len ? "\n" : "", entry);
    }
    return g_string_free(out, FALSE);
}
