/* What the {{names}} of a prompt stand for. Text that was read on the screen, a window's title among it, is quoted line by line
 * with
 * "> ", so that it cannot pass for a part of the prompt. */

#include "engine/modules/parts.h"

#include <string.h>

#define QUOTED_MAX 6000 /* bytes of screen text in a prompt */
#define LINE_MAX_BYTES_SHOWN 1000
#define CODE_MAX 4000

const struct situation_past *situation_last(const situation *s)
{
    return s->past && s->past->len > 0 ? g_ptr_array_index(s->past, s->past->len - 1) : NULL;
}

const char *situation_frame(const situation *s)
{
    const char *path = s->observation ? s->observation->frame.path : NULL;
    return path && *path ? path : NULL;
}

static bool some(const char *text)
{
    return text && *text;
}

/* One line, not too long: controls and line ends become spaces. */
static char *one_line(const char *text)
{
    GString *line = g_string_new(NULL);
    for (const char *p = text ? text : ""; *p && line->len < LINE_MAX_BYTES_SHOWN; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        if (g_unichar_isspace(c) || g_unichar_iscntrl(c))
            g_string_append_c(line, ' ');
        else
            g_string_append_unichar(line, c);
    }
    return g_strstrip(g_string_free(line, FALSE));
}

static void add_quoted(GString *out, const char *label, const char *text)
{
    if (!some(text) || out->len > QUOTED_MAX)
        return;
    g_autofree char *line = one_line(text);
    g_string_append_printf(out, "%s> %s%s%s", out->len ? "\n" : "", label ? label : "", label ? ": " : "", line);
}

static char *taken(GString *text)
{
    return g_string_free(text, FALSE);
}

/* The regions' names in the order of their first word. */
static GPtrArray *regions_of(const screen *look)
{
    GPtrArray *names = g_ptr_array_new();
    for (guint i = 0; i < look->words->len; i++) {
        const char *name = g_array_index(look->words, struct screen_word, i).region;
        if (name && !g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
            g_ptr_array_add(names, (gpointer)name);
    }
    return names;
}

static char *screen_text_value(const situation *s)
{
    GString *out = g_string_new(NULL);
    const screen *look = s->observation ? s->observation->screen : NULL;
    if (!look)
        return taken(out);
    g_autoptr(GPtrArray) names = regions_of(look);
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        g_autofree char *text = screen_text(look, name);
        add_quoted(out, name, text);
    }
    if (names->len == 0) {
        g_autofree char *text = screen_text(look, NULL);
        add_quoted(out, NULL, text);
    }
    return taken(out);
}

static char *icons_value(const situation *s)
{
    GString *out = g_string_new(NULL);
    const screen *look = s->observation ? s->observation->screen : NULL;
    for (guint i = 0; look && i < look->icons->len; i++) {
        const struct screen_icon *icon = &g_array_index(look->icons, struct screen_icon, i);
        g_string_append_printf(out, "%s- %s: centre %d,%d", out->len ? "\n" : "", icon->name, icon->x + icon->width / 2,
                               icon->y + icon->height / 2);
    }
    return taken(out);
}

static char *windows_value(const situation *s)
{
    GString *out = g_string_new(NULL);
    const eye_observation *o = s->observation;
    for (guint i = 0; o && o->windows && i < o->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(o->windows, i);
        g_autofree char *line = g_strdup_printf(
            "%s (%s) at %d,%d, %d×%d%s%s", some(w->title) ? w->title : "no title", w->class ? w->class : "", w->x, w->y, w->width,
            w->height, w->id == o->target ? ", the target" : "", w->id == o->focus ? ", gets the keys" : "");
        add_quoted(out, NULL, line);
    }
    return taken(out);
}

static char *joined(const GPtrArray *texts, const char *separator)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; texts && i < texts->len; i++) {
        g_autofree char *line = one_line(g_ptr_array_index(texts, i));
        g_string_append_printf(out, "%s%s", out->len ? separator : "", line);
    }
    return taken(out);
}

static void add_part(GString *out, const char *label, const char *text)
{
    if (!some(text))
        return;
    g_autofree char *line = one_line(text);
    g_string_append_printf(out, "; %s: %s", label, line);
}

static char *past_line(const struct situation_past *p)
{
    g_autofree char *call = p->action ? action_describe(p->action) : g_strdup("nothing");
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "- step %" G_GINT64_FORMAT ": %s", p->step, call);
    add_part(out, "for", p->subtask);
    add_part(out, "decided", p->verdict);
    add_part(out, "expected", p->action ? p->action->expectation : NULL);
    add_part(out, "effect", p->effect);
    add_part(out, "success", p->success);
    add_part(out, "cause", p->cause);
    add_part(out, "the person said", p->person);
    add_part(out, "screen before", p->description);
    return taken(out);
}

/* The last n remembered steps. */
static char *past_value(const situation *s, guint n)
{
    GString *out = g_string_new(NULL);
    for (guint i = s->past ? s->past->len - MIN(n, s->past->len) : 0; s->past && i < s->past->len; i++) {
        g_autofree char *line = past_line(g_ptr_array_index(s->past, i));
        g_string_append_printf(out, "%s%s", out->len ? "\n" : "", line);
    }
    return taken(out);
}

/* What the person said of the steps remembered: rejections and notes weigh more than anything else in the past. */
static char *person_value(const situation *s)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; s->past && i < s->past->len; i++) {
        const struct situation_past *p = g_ptr_array_index(s->past, i);
        bool rejected = g_strcmp0(p->verdict, "rejected") == 0;
        if (!some(p->person) && !rejected)
            continue;
        g_autofree char *call = p->action ? action_describe(p->action) : g_strdup("the action");
        g_autofree char *said = one_line(some(p->person) ? p->person : "no reason given");
        g_string_append_printf(out, "%s- step %" G_GINT64_FORMAT ", %s %s: %s", out->len ? "\n" : "", p->step, call,
                               some(p->verdict) ? p->verdict : "", said);
    }
    return taken(out);
}

static char *last_action_value(const situation *s)
{
    const struct situation_past *last = situation_last(s);
    return last && last->action ? past_line(last) : g_strdup("");
}

static char *last_code_value(const situation *s)
{
    const struct situation_past *last = situation_last(s);
    const skill *found = last && last->action && s->library ? skill_library_find(s->library, last->action->skill) : NULL;
    if (!found || !found->code || strlen(found->code) > CODE_MAX)
        return g_strdup("");
    return g_strdup(found->code);
}

/* What gather read, of the keyframes and of the last frame, each text once. */
static char *gathered_value(const situation *s, bool guidance)
{
    GString *out = g_string_new(NULL);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    guint n = s->gathered ? s->gathered->len : 0;
    for (guint i = 0; i <= n; i++) {
        const form_output *one = i < n ? g_ptr_array_index(s->gathered, i) : s->gather;
        const char *told = one && guidance ? form_output_string(one, "guidance") : "";
        if (*told && g_hash_table_add(seen, (gpointer)told))
            add_quoted(out, NULL, told);
        const GPtrArray *texts = one && !guidance ? form_output_strings(one, "text") : NULL;
        for (guint j = 0; texts && j < texts->len; j++) {
            if (g_hash_table_add(seen, g_ptr_array_index(texts, j)))
                add_quoted(out, NULL, g_ptr_array_index(texts, j));
        }
    }
    return taken(out);
}

static char *field_of(const form_output *out, const char *field)
{
    return out ? g_strdup(form_output_string(out, field)) : g_strdup("");
}

static char *output_value(const form_output *out)
{
    return out ? form_output_text(out) : g_strdup("");
}

/* The form as the model is told of it: from the one table that also gives the schema and the check. */
static char *fields_value(const struct form *form)
{
    static const char *const types[] = {
        [FIELD_STRING] = "string",           [FIELD_BOOLEAN] = "true or false",
        [FIELD_INTEGER] = "integer",         [FIELD_STRINGS] = "list of strings",
        [FIELD_ACTIONS] = "list of actions", [FIELD_SKILLS] = "list of Lua sources, as strings",
    };
    G_STATIC_ASSERT(G_N_ELEMENTS(types) == FIELD_TYPE_COUNT);
    GString *out = g_string_new(NULL);
    for (gsize i = 0; i < form->n_fields; i++) {
        const struct field *f = &form->fields[i];
        g_string_append_printf(out, "%s- `%s` (%s%s): %s", out->len ? "\n" : "", f->name,
                               f->allowed ? f->allowed : types[f->type], f->required ? "" : ", may be null", f->meaning);
    }
    return taken(out);
}

static char *size_value(const situation *s, bool height)
{
    const eye_observation *o = s->observation;
    int side = !o ? 0 : height ? o->frame.height : o->frame.width;
    return side > 0 ? g_strdup_printf("%d", side) : g_strdup("");
}

static char *pointer_value(const situation *s)
{
    const screen *look = s->observation ? s->observation->screen : NULL;
    return look ? g_strdup_printf("%d,%d", look->pointer_x, look->pointer_y) : g_strdup("");
}

static char *target_value(const situation *s)
{
    const screen *look = s->observation ? s->observation->screen : NULL;
    if (!look || look->window_width <= 0)
        return g_strdup("");
    return g_strdup_printf("%d,%d, %d×%d", look->window_x, look->window_y, look->window_width, look->window_height);
}

static char *skills_value(const situation *s)
{
    return s->library && s->skills && s->skills->len > 0 ? skill_library_describe(s->library, s->skills) : g_strdup("");
}

static void put(GHashTable *values, const char *name, char *text_take)
{
    g_hash_table_insert(values, g_strdup(name), g_strchomp(text_take));
}

GHashTable *situation_values(const situation *s, const struct form *form)
{
    GHashTable *values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    put(values, "task", g_strdup(s->task ? s->task : ""));
    put(values, "subtask", g_strdup(s->subtask ? s->subtask : ""));
    put(values, "horizon", g_strdup(s->horizon ? s->horizon : ""));
    put(values, "stack", joined(s->stack, " ▸ "));
    put(values, "summary", g_strdup(s->summary ? s->summary : ""));
    put(values, "hint", g_strdup(s->hint ? s->hint : ""));
    put(values, "trouble", g_strdup(s->trouble ? s->trouble : ""));
    put(values, "held", joined(s->held, ", "));
    put(values, "lost", joined(s->lost, ", "));
    put(values, "width", size_value(s, false));
    put(values, "height", size_value(s, true));
    put(values, "pointer", pointer_value(s));
    put(values, "target_window", target_value(s));
    put(values, "screen_text", screen_text_value(s));
    put(values, "icons", icons_value(s));
    put(values, "windows", windows_value(s));
    put(values, "past", past_value(s, G_MAXUINT));
    put(values, "sequence", past_value(s, s->sequence));
    put(values, "person", person_value(s));
    put(values, "last_action", last_action_value(s));
    put(values, "last_code", last_code_value(s));
    put(values, "description", field_of(s->gather, "description"));
    put(values, "target", field_of(s->gather, "target"));
    put(values, "screen_class", field_of(s->gather, "screen_class"));
    put(values, "gathered_text", gathered_value(s, false));
    put(values, "guidance", gathered_value(s, true));
    put(values, "reflect", output_value(s->reflect));
    put(values, "infer", output_value(s->infer));
    put(values, "curate", output_value(s->curate));
    put(values, "skills", skills_value(s));
    put(values, "skill_failures", g_strdup(s->failures ? s->failures : ""));
    put(values, "recalled", g_strdup(s->recalled ? s->recalled : ""));
    put(values, "lessons", g_strdup(s->lessons ? s->lessons : ""));
    put(values, "max_actions", g_strdup_printf("%d", MAX(s->max_actions, 1)));
    put(values, "fields", fields_value(form));
    return values;
}
