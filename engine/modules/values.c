/* What the {{names}} of a prompt stand for. Text that was read on the screen, a window's title among it, is quoted line by line
 * with
 * "> ", so that it cannot pass for a part of the prompt. */

#include "engine/modules/values.h"
#include "engine/modules/prompt.h"
#include "engine/eye/eye.h"
#include "engine/modules/marks_told.h"
#include "engine/modules/points.h"
#include "skills/timeline/screen.h"

#include <string.h>

#define QUOTED_MAX 6000 /* bytes of screen text in a prompt */
#define LINE_MAX_BYTES_SHOWN 1000
#define CODE_MAX 4000

struct situation_past *situation_past_new(gint64 step)
{
    struct situation_past *p = g_new0(struct situation_past, 1);
    p->step = step;
    return p;
}

void situation_past_free(struct situation_past *p)
{
    if (!p)
        return;
    char *owned[] = {p->description, p->subtask, p->verdict, p->status, p->person, p->effect, p->success, p->cause, p->frame};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    action_free(p->action);
    g_free(p);
}

bool situation_past_by_person(const struct situation_past *p)
{
    return p->person && *p->person;
}

/* The last fired, refused or otherwise decided step; NULL = none. */
static const struct situation_past *situation_last(const situation *s)
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

char *values_one_line(const char *text)
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
    g_autofree char *line = values_one_line(text);
    g_string_append_printf(out, "%s> %s%s%s", out->len ? "\n" : "", label ? label : "", label ? ": " : "", line);
}

char *prompt_quoted(const GPtrArray *texts)
{
    GString *out = g_string_new(NULL);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; texts && i < texts->len; i++)
        if (some(g_ptr_array_index(texts, i)) && g_hash_table_add(seen, g_ptr_array_index(texts, i)))
            add_quoted(out, NULL, g_ptr_array_index(texts, i));
    return g_string_free(out, FALSE);
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

/* ---- positions ---- */

/* NULL = pixels of the screen. */
static const struct coordinates *space_of(const situation *s)
{
    return s->space && !coordinates_are_screen(s->space) ? s->space : NULL;
}

static char *pair_text(double a, double b, const char *between)
{
    return g_strdup_printf("%g%s%g", a, between, b);
}

/* "412,388" */
static char *point_text(const situation *s, int x, int y)
{
    double at_x = x, at_y = y;
    if (space_of(s))
        coordinates_from_screen(s->space, x, y, &at_x, &at_y);
    return pair_text(at_x, at_y, ",");
}

/* "412,388, 200×100" */
static char *area_text(const situation *s, int x, int y, int width, int height)
{
    double left = x, top = y, sides[] = {width, height};
    if (space_of(s)) { /* a window may begin outside of the screen */
        coordinates_length_from_screen(s->space, x - s->space->left, y - s->space->top, &left, &top);
        coordinates_length_from_screen(s->space, width, height, &sides[0], &sides[1]);
    }
    g_autofree char *at = pair_text(left, top, ","), *size = pair_text(sides[0], sides[1], "×");
    return g_strdup_printf("%s, %s", at, size);
}

static char *icons_value(const situation *s)
{
    GString *out = g_string_new(NULL);
    const screen *look = s->observation ? s->observation->screen : NULL;
    for (guint i = 0; look && i < look->icons->len; i++) {
        const struct screen_icon *icon = &g_array_index(look->icons, struct screen_icon, i);
        g_autofree char *centre = point_text(s, icon->x + icon->width / 2, icon->y + icon->height / 2);
        g_string_append_printf(out, "%s- %s: centre %s", out->len ? "\n" : "", icon->name, centre);
    }
    return taken(out);
}

#define MARK_TEXT_SHOWN 40 /* characters */

/* "12 button "Save" 412,388", a line each; then what is missing. */
static char *marks_value(const situation *s)
{
    GString *out = g_string_new(NULL);
    const screen *look = s->observation ? s->observation->screen : NULL;
    guint left = 0;
    g_autoptr(GPtrArray) told = look && s->marks ? marks_told(look, s->space, &left) : NULL;
    for (guint i = 0; told && i < told->len; i++) {
        const struct screen_mark *m = told->pdata[i];
        g_autofree char *line = values_one_line(m->text), *centre = point_text(s, m->x + m->width / 2, m->y + m->height / 2);
        bool all = g_utf8_strlen(line, -1) <= MARK_TEXT_SHOWN;
        g_autofree char *text = g_utf8_substring(line, 0, all ? -1 : MARK_TEXT_SHOWN);
        g_string_append_printf(out, "%s> %d %s", out->len ? "\n" : "", m->number, m->kind);
        if (*text)
            g_string_append_printf(out, " \"%s%s\"", text, all ? "" : "…");
        g_string_append_printf(out, " %s", centre);
    }
    if (out->len && left)
        g_string_append_printf(out, "\n(%u more, further off, are neither listed nor drawn)", left);
    if (out->len && look->words_pending)
        g_string_append(out, "\n(words pending: what is written on the marks is still being read)");
    return taken(out);
}

static char *windows_value(const situation *s)
{
    GString *out = g_string_new(NULL);
    const eye_observation *o = s->observation;
    for (guint i = 0; o && o->windows && i < o->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(o->windows, i);
        g_autofree char *area = area_text(s, w->x, w->y, w->width, w->height);
        g_autofree char *line =
            g_strdup_printf("%s (%s) at %s%s%s", some(w->title) ? w->title : "no title", w->class ? w->class : "", area,
                            w->id == o->target ? ", the target" : "", w->id == o->focus ? ", gets the keys" : "");
        add_quoted(out, NULL, line);
    }
    return taken(out);
}

/* JSON in one line. */
static char *state_value(const situation *s)
{
    const char *state = s->observation && s->observation->screen ? s->observation->screen->state : NULL;
    return state ? g_strconcat("> ", state, NULL) : g_strdup("");
}

static char *joined(const GPtrArray *texts, const char *separator)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; texts && i < texts->len; i++) {
        g_autofree char *line = values_one_line(g_ptr_array_index(texts, i));
        g_string_append_printf(out, "%s%s", out->len ? separator : "", line);
    }
    return taken(out);
}

static void add_part(GString *out, const char *label, const char *text)
{
    if (!some(text))
        return;
    g_autofree char *line = values_one_line(text);
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

char *situation_past_lines(const GPtrArray *past, guint n)
{
    GString *out = g_string_new(NULL);
    for (guint i = past ? past->len - MIN(n, past->len) : 0; past && i < past->len; i++) {
        g_autofree char *line = past_line(g_ptr_array_index(past, i));
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
        g_autofree char *said = values_one_line(some(p->person) ? p->person : "no reason given");
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

static char *output_value(const form_output *out)
{
    return out ? form_output_text(out) : g_strdup("");
}

/* A field a line; those of rows are told below it, with its name before theirs. */
static void add_fields(GString *out, const struct form *form, const struct wording *words, const char *indent, const char *where)
{
    static const char *const types[] = {
        [FIELD_STRING] = "string",           [FIELD_BOOLEAN] = "true or false",
        [FIELD_INTEGER] = "integer",         [FIELD_STRINGS] = "list of strings",
        [FIELD_ACTIONS] = "list of actions", [FIELD_SKILLS] = "list of Lua sources, as strings",
        [FIELD_NUMBER] = "number",           [FIELD_COUNTS] = "how many of each: list of {\"name\": …, \"count\": …}",
        [FIELD_ROWS] = "list of objects",
    };
    G_STATIC_ASSERT(G_N_ELEMENTS(types) == FIELD_TYPE_COUNT);
    for (gsize i = 0; i < form->n_fields; i++) {
        const struct field *f = &form->fields[i];
        if (f->kept)
            continue;
        g_string_append_printf(out, "%s%s- `%s%s` (%s%s): %s", out->len ? "\n" : "", indent, where, f->name,
                               f->allowed ? f->allowed : wording_of(words, types[f->type]),
                               f->required ? "" : wording_of(words, ", may be null"), wording_of(words, f->meaning));
        if (f->type != FIELD_ROWS)
            continue;
        g_autofree char *of_row = g_strconcat(f->name, "[].", NULL);
        add_fields(out, f->row, words, "  ", of_row);
    }
}

/* The form as the model is told of it: from the one table that also gives the schema and the check. */
char *prompt_fields(const struct form *form, const struct wording *words)
{
    GString *out = g_string_new(NULL);
    add_fields(out, form, words, "", "");
    return taken(out);
}

static char *size_value(const situation *s, bool height)
{
    const eye_observation *o = s->observation;
    double width = o ? o->frame.width : 0, side = height && o ? o->frame.height : width;
    if (space_of(s) && o)
        coordinates_length_from_screen(s->space, s->space->screen_width, s->space->screen_height, &width, &side);
    side = height ? side : width;
    return side > 0 ? g_strdup_printf("%g", side) : g_strdup("");
}

static char *pointer_value(const situation *s)
{
    const screen *look = s->observation ? s->observation->screen : NULL;
    if (look && look->pointer_untold)
        return g_strdup(wording_of(s->words, "an unknown place"));
    return look ? point_text(s, look->pointer_x, look->pointer_y) : g_strdup("");
}

/* "yes", "no", or "" where nothing was done. */
static char *unchanged_value(const situation *s, bool unchanged)
{
    const struct situation_past *last = situation_last(s);
    return g_strdup(!s->observation || !last || !some(last->status) ? "" : unchanged ? "yes" : "no");
}

/* What the last action has changed: how much, where, and around the pointer. */
static char *change_value(const situation *s)
{
    const struct situation_past *last = situation_last(s);
    const struct difference *d = s->observation ? &s->observation->change : NULL;
    if (!d || !last || !some(last->status) || (d->share > 0 && d->box.width == 0))
        return g_strdup("");
    if (d->share == 0)
        return g_strdup("nothing");
    g_autofree char *area = area_text(s, d->box.x, d->box.y, d->box.width, d->box.height);
    return g_strdup_printf("%.2g %% of the screen, within %s; around the pointer %.2g %%%s", 100 * d->share, area, 100 * d->near,
                           d->caret ? "; it may be a text cursor" : "");
}

static char *target_value(const situation *s)
{
    const screen *look = s->observation ? s->observation->screen : NULL;
    if (!look || look->window_width <= 0)
        return g_strdup("");
    return area_text(s, look->window_x, look->window_y, look->window_width, look->window_height);
}

static char *skills_value(const situation *s)
{
    if (!s->library || !s->skills || s->skills->len == 0)
        return g_strdup("");
    g_autoptr(GPtrArray) told = space_of(s) ? points_skills(s->space, s->skills) : NULL;
    return skill_library_describe(s->library, told ? told : s->skills);
}

/* Of a module that is told pixels of the screen, and sent another picture. */
static char *scale_value(const situation *s)
{
    const struct coordinates *c = s->picture;
    if (!c || coordinates_are_screen(c))
        return g_strdup("");
    return g_strdup_printf(
        "The display has %d × %d pixels, the picture of it %d × %d. Positions here, and in what you write, are "
        "pixels of the display.",
        c->screen_width, c->screen_height, c->picture_width, c->picture_height);
}

static void put(GHashTable *values, const char *name, char *text_take)
{
    g_hash_table_insert(values, g_strdup(name), g_strchomp(text_take));
}

/* A text with calls in it that were written here, not by the model. */
static void put_calls(GHashTable *values, const situation *s, const char *name, char *text_take)
{
    g_autofree char *text = text_take;
    put(values, name, space_of(s) ? points_in_text(s->space, s->library, text) : g_steal_pointer(&text));
}

/* ---- the agent's own ---- */

void prompt_put(struct prompt_values *v, const char *name, char *text)
{
    put(v->texts, name, text ? text : g_strdup(""));
}

void prompt_put_json(struct prompt_values *v, const char *name, char *json)
{
    g_hash_table_insert(v->json, g_strdup(name), json);
}

/* What does not act has said nothing but words, which are as its model has written them. */
static void put_output(GHashTable *values, const situation *s, bool acts, const char *name, char *text_take)
{
    if (acts)
        put_calls(values, s, name, text_take);
    else
        put(values, name, text_take);
}

/* {{MODULE}} and {{MODULE.FIELD}}: what this step's modules have said. */
static void put_said(GHashTable *values, const situation *s)
{
    for (guint m = 0; m < module_count(s->modules); m++) {
        const struct form *form = &s->modules[m].form;
        const form_output *out = s->said ? s->said[m] : NULL;
        bool acts = module_says(&s->modules[m], SAYS_ACTIONS, NULL);
        put_output(values, s, acts, form->name, output_value(out));
        for (gsize i = 0; i < form->n_fields; i++) {
            g_autofree char *name = g_strdup_printf("%s.%s", form->name, form->fields[i].name);
            put_output(values, s, acts, name, out ? form_output_field_text(out, form->fields[i].name) : g_strdup(""));
        }
    }
}

static void put_own(GHashTable *values, const situation *s)
{
    GHashTableIter iter;
    gpointer name, text;
    for (const char *const *n = s->names; n && *n; n++)
        put(values, *n, g_strdup(""));
    if (!s->own)
        return;
    g_hash_table_iter_init(&iter, s->own->texts);
    while (g_hash_table_iter_next(&iter, &name, &text))
        put_calls(values, s, name, g_strdup(text));
}

GHashTable *values_new(const situation *s, const struct form *form)
{
    GHashTable *values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    put(values, "task", g_strdup(s->task ? s->task : ""));
    put(values, "subtask", g_strdup(s->subtask ? s->subtask : ""));
    put(values, "summary", g_strdup(s->summary ? s->summary : ""));
    put_calls(values, s, "hint", g_strdup(s->hint ? s->hint : ""));
    put_calls(values, s, "trouble", g_strdup(s->trouble ? s->trouble : ""));
    put(values, "held", joined(s->held, ", "));
    put_calls(values, s, "lost", joined(s->lost, ", "));
    put(values, "width", size_value(s, false));
    put(values, "height", size_value(s, true));
    put(values, "pixels", g_strdup(wording_of(s->words, space_of(s) ? coordinates_unit(s->space) : "pixels")));
    put(values, "scale", scale_value(s));
    put(values, "pointer", pointer_value(s));
    put(values, "image_unchanged", unchanged_value(s, s->observation && s->observation->image_unchanged));
    put(values, "pointer_unchanged", unchanged_value(s, s->observation && s->observation->pointer_unchanged));
    put(values, "change", change_value(s));
    put(values, "target_window", target_value(s));
    put(values, "screen_text", screen_text_value(s));
    put(values, "icons", icons_value(s));
    put(values, "marks", marks_value(s));
    put(values, "windows", windows_value(s));
    put(values, "state", state_value(s));
    put_calls(values, s, "past", situation_past_lines(s->past, G_MAXUINT));
    put_calls(values, s, "person", person_value(s));
    put_calls(values, s, "last_action", last_action_value(s));
    put(values, "last_code", last_code_value(s));
    put(values, "skills", skills_value(s));
    put_calls(values, s, "skill_failures", g_strdup(s->failures ? s->failures : ""));
    put_calls(values, s, "recalled", g_strdup(s->recalled ? s->recalled : ""));
    put_calls(values, s, "lessons", g_strdup(s->lessons ? s->lessons : ""));
    put(values, "max_actions", g_strdup_printf("%d", MAX(s->max_actions, 1)));
    put(values, "fields", prompt_fields(form, s->words));
    put_said(values, s);
    put_own(values, s);
    return values;
}
