#include "engine/modules/points.h"

#include "engine/brain/brain.h"
#include "skills/timeline/timeline.h"

#include <math.h>
#include <string.h>

/* ---- which parameters are points ---- */

/* What x and y of an action are measured from. */
enum measure { MEASURE_POINT, MEASURE_LENGTH, MEASURE_NONE };

/* The name of the y that belongs to an x; NULL = it is none. Caller frees. */
static char *partner_name(const char *name)
{
    gsize at = strlen(name);
    while (at > 0 && g_ascii_isdigit(name[at - 1]))
        at--;
    if (at == 0 || name[at - 1] != 'x' || (at > 1 && name[at - 2] != '_'))
        return NULL;
    char *partner = g_strdup(name);
    partner[at - 1] = 'y';
    return partner;
}

static const struct param *param_at(const skill *s, guint index)
{
    return &g_array_index(s->params, struct param, index);
}

static const struct param *param_named(const skill *s, const char *name)
{
    for (guint i = 0; i < s->params->len; i++)
        if (g_str_equal(param_at(s, i)->name, name))
            return param_at(s, i);
    return NULL;
}

static bool is_number(const struct param *p)
{
    return (p->type == PARAM_NUMBER || p->type == PARAM_INTEGER) && !strstr(p->meaning, "negative");
}

/* The parameter that is y for this one; NULL = this one is no x of a point. */
static const struct param *y_of(const skill *s, const struct param *x)
{
    g_autofree char *name = is_number(x) ? partner_name(x->name) : NULL;
    const struct param *y = name ? param_named(s, name) : NULL;
    return y && is_number(y) ? y : NULL;
}

static bool in_thousandths(const skill *s)
{
    for (guint i = 0; i < s->params->len; i++)
        if (strstr(param_at(s, i)->meaning, "thousandths"))
            return true;
    return false;
}

static bool has_points(const skill *s)
{
    for (guint i = 0; i < s->params->len; i++)
        if (!in_thousandths(s) && (param_at(s, i)->type == PARAM_PATH || y_of(s, param_at(s, i))))
            return true;
    return false;
}

static bool origin_is(const struct value *v, enum timeline_origin origin)
{
    return g_str_equal(v->string, timeline_origin_name(origin));
}

static enum measure measure_of(const action *a)
{
    const struct value *origin = action_get(a, "origin");
    if (origin && origin->type == VALUE_STRING && !origin_is(origin, ORIGIN_ABSOLUTE))
        return origin_is(origin, ORIGIN_NORMALIZED) || origin_is(origin, ORIGIN_WINDOW_NORMALIZED) ? MEASURE_NONE
                                                                                                   : MEASURE_LENGTH;
    return action_get(a, "monitor") ? MEASURE_LENGTH : MEASURE_POINT;
}

/* ---- one point ---- */

struct way {
    const struct coordinates *c;
    bool to_screen;
    enum measure measure;
    const char *skill;
    GString *told;
    GError **error;
    bool outside;
};

static void convert(struct way *w, double *x, double *y)
{
    double was_x = *x, was_y = *y;
    int at_x, at_y;
    if (!w->to_screen) {
        if (w->measure == MEASURE_POINT && fabs(was_x) < G_MAXINT16 && fabs(was_y) < G_MAXINT16)
            coordinates_from_screen(w->c, (int)was_x, (int)was_y, x, y);
        else
            coordinates_length_from_screen(w->c, was_x, was_y, x, y);
        return;
    }
    coordinates_length_to_screen(w->c, was_x, was_y, x, y);
    *x = rint(*x);
    *y = rint(*y);
    if (w->measure == MEASURE_POINT && coordinates_to_screen(w->c, was_x, was_y, &at_x, &at_y, w->outside ? NULL : w->error)) {
        *x = at_x;
        *y = at_y;
    } else if (w->measure == MEASURE_POINT) {
        w->outside = true;
    }
    if (w->told)
        g_string_append_printf(w->told, "%s%s %g,%g is %g,%g", w->told->len ? "; " : "", w->skill, was_x, was_y, *x, *y);
}

/* Also of a text that is a number: a model may write one so. */
static bool number_of(const struct value *v, double *ret)
{
    char *end = v && v->type == VALUE_STRING ? v->string : NULL;
    if (!v || v->type == VALUE_BOOLEAN)
        return false;
    *ret = v->type == VALUE_INTEGER ? (double)v->integer : end ? g_ascii_strtod(v->string, &end) : v->number;
    return !end || (end > v->string && !*end);
}

static void set_number(action *a, const char *name, double number)
{
    struct value v = {.type = VALUE_NUMBER, .number = number};
    if (number == rint(number) && fabs(number) < G_MAXINT32)
        v = (struct value){.type = VALUE_INTEGER, .integer = (gint64)number};
    action_set(a, name, &v);
}

/* "10,20 30,40"; also with ; between them. */
static void convert_path(struct way *w, action *a, const char *name)
{
    const struct value *v = action_get(a, name);
    if (!v || v->type != VALUE_STRING)
        return;
    g_autoptr(GString) out = g_string_new(NULL);
    for (const char *p = v->string; *(p += strspn(p, " ;"));) {
        char *comma, *end = NULL, numbers[2][G_ASCII_DTOSTR_BUF_SIZE];
        double x = g_ascii_strtod(p, &comma);
        bool some = comma > p && *(comma += strspn(comma, " ")) == ',';
        double y = some ? g_ascii_strtod(comma + 1, &end) : 0;
        if (!some || end == comma + 1) { /* it is not left as it came: a skill might read it all the same */
            if (w->to_screen && !w->outside)
                g_set_error(w->error, BRAIN_ERROR, BRAIN_ERROR_FAILED, "%s is no list of points such as \"10,20 30,40\"", name);
            w->outside = w->to_screen;
            return;
        }
        convert(w, &x, &y);
        g_string_append_printf(out, "%s%s,%s", out->len ? " " : "", g_ascii_formatd(numbers[0], sizeof numbers[0], "%g", x),
                               g_ascii_formatd(numbers[1], sizeof numbers[1], "%g", y));
        p = end;
    }
    action_set_string(a, name, out->str);
}

static void convert_action(struct way *w, const skill *s, action *a)
{
    w->measure = measure_of(a);
    w->skill = a->skill;
    for (guint i = 0; i < s->params->len && w->measure != MEASURE_NONE && !in_thousandths(s); i++) {
        const struct param *p = param_at(s, i), *partner = y_of(s, p);
        double x, y;
        if (p->type == PARAM_PATH)
            convert_path(w, a, p->name);
        if (!partner || !number_of(action_get(a, p->name), &x) || !number_of(action_get(a, partner->name), &y))
            continue;
        convert(w, &x, &y);
        set_number(a, p->name, x);
        set_number(a, partner->name, y);
    }
}

bool points_to_screen(const struct coordinates *c, const skill *s, action *a, GString *told, GError **error)
{
    struct way w = {.c = c, .to_screen = true, .told = told, .error = error};
    if (!coordinates_are_screen(c))
        convert_action(&w, s, a);
    return !w.outside;
}

void points_from_screen(const struct coordinates *c, const skill *s, action *a)
{
    struct way w = {.c = c};
    if (!coordinates_are_screen(c))
        convert_action(&w, s, a);
}

/* ---- in a prompt ---- */

static bool in_name(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '.';
}

/* The length of NAME(…) at `text`, up to the bracket that closes it; 0 = none does. */
static gsize call_length(const char *text, gsize name)
{
    bool quoted = false;
    for (gsize i = name + 1; text[i]; i++) {
        if (quoted && text[i] == '\\' && text[i + 1])
            i++;
        else if (text[i] == '"')
            quoted = !quoted;
        else if (!quoted && text[i] == ')')
            return i + 1;
    }
    return 0;
}

/* The call of a skill that begins there, as the model would write it; *ret_length: of what it takes the place. NULL: there is
 * none. Caller frees. */
static char *call_at(const struct coordinates *c, const skill_library *lib, const char *text, gsize name, gsize *ret_length)
{
    g_autofree char *of = g_strndup(text, name);
    const skill *s = text[name] == '(' ? skill_library_find_any(lib, of) : NULL;
    *ret_length = s ? call_length(text, name) : 0;
    g_autofree char *call = g_strndup(text, *ret_length);
    g_autoptr(GPtrArray) actions = *ret_length ? actions_from_calls(call, NULL) : NULL;
    if (!actions || actions->len != 1)
        return NULL;
    if (!has_points(s))
        return g_steal_pointer(&call);
    points_from_screen(c, s, g_ptr_array_index(actions, 0));
    return action_describe(g_ptr_array_index(actions, 0));
}

char *points_in_text(const struct coordinates *c, const skill_library *lib, const char *text)
{
    if (!text || !lib || coordinates_are_screen(c))
        return g_strdup(text);
    GString *out = g_string_new(NULL);
    for (const char *p = text; *p;) {
        gsize name = 0, length = 0;
        while (in_name(p[name]))
            name++;
        g_autofree char *call = name ? call_at(c, lib, p, name, &length) : NULL;
        if (call)
            g_string_append(out, call);
        else
            g_string_append_len(out, p, (gssize)(length = MAX(name, 1)));
        p += length;
    }
    return g_string_free(out, FALSE);
}

/* ---- the skills' own words ---- */

static void skill_told_free(void *data)
{
    skill *s = data;
    for (guint i = 0; i < s->params->len; i++)
        g_free(param_at(s, i)->meaning);
    g_array_unref(s->params);
    g_free(s);
}

/* "pixels from the left edge" in the model's measure. */
static char *meaning_in(const struct coordinates *c, const char *meaning)
{
    static const char *const words[] = {"pixels", "px"};
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        const char *at = strstr(meaning, words[i]);
        if (at)
            return g_strdup_printf("%.*s%s%s", (int)(at - meaning), meaning, coordinates_unit(c), at + strlen(words[i]));
    }
    return g_strdup_printf("%s; %s", meaning, coordinates_unit(c));
}

GPtrArray *points_skills(const struct coordinates *c, const GPtrArray *skills)
{
    GPtrArray *told = g_ptr_array_new_with_free_func(skill_told_free);
    for (guint i = 0; i < skills->len; i++) {
        const skill *from = g_ptr_array_index(skills, i);
        skill *s = g_memdup2(from, sizeof *from);
        s->params = g_array_sized_new(FALSE, FALSE, sizeof(struct param), from->params->len);
        g_array_append_vals(s->params, from->params->data, from->params->len);
        g_autoptr(GHashTable) points = g_hash_table_new(NULL, NULL); /* of `from` */
        for (guint k = 0; k < from->params->len && has_points(from); k++) {
            const struct param *x = param_at(from, k), *y = y_of(from, x);
            if (y) {
                g_hash_table_add(points, (gpointer)x);
                g_hash_table_add(points, (gpointer)y);
            }
        }
        for (guint k = 0; k < s->params->len; k++) {
            struct param *p = &g_array_index(s->params, struct param, k);
            bool point = g_hash_table_contains(points, param_at(from, k));
            p->meaning = point ? meaning_in(c, p->meaning) : g_strdup(p->meaning);
            if (point && c->space == COORDINATES_PART)
                p->type = PARAM_NUMBER;
        }
        g_ptr_array_add(told, s);
    }
    return told;
}
