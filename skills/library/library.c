#include "skills/library/library.h"

#include "config/config.h"
#include "config/nearest.h"
#include "skills/timeline/key.h"
#include "skills/library/library_parts.h"
#include "skills/library/primitive.h"
#include "skills/library/primitive_call.h"
#include "skills/library/skill_doc.h"
#include "skills/timeline/visible.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define SOURCES_MAX (8 * 1024 * 1024)
#define EXACT_MAX 9007199254740992.0

struct skill_library {
    GPtrArray *all;     /* skill*, by name; what may be proposed */
    bool bare;          /* skill_library_restrict_bare() */
    bool primitives;    /* names of the API count as skills */
    GPtrArray *removed; /* skill* that restrict() took out, kept because callers may hold them */
    char *sources;      /* JSON */
    char *stamp;        /* of its files when they were read */
    char **places;      /* the names that it was loaded by */
    char *extra;        /* the name of a text that is no file, NULL = none */
};

/* ---- loading ---- */

static void source_free(gpointer data)
{
    struct library_source *s = data;
    g_free(s->name);
    g_free(s->text);
    g_strfreev(s->others);
    g_free(s);
}

static void take_source(GPtrArray *sources, GPtrArray *problems, gsize *total, char *name, char *text, gsize length)
{
    int line;
    g_autofree char *problem = doc_refuse_source(text, length, &line);
    if (!problem && *total + length > SOURCES_MAX)
        problem = g_strdup("all skill files together have more than 8 MiB: this one is left out");
    if (problem) {
        g_ptr_array_add(problems, g_strdup_printf("%s:%d: %s", name, line, problem));
        g_free(name);
        g_free(text);
        return;
    }
    *total += length;
    struct library_source *s = g_new0(struct library_source, 1);
    s->name = name;
    s->text = text;
    g_ptr_array_add(sources, s);
}

/* One file's text; what cannot be read is a problem, not the end. */
static void read_file(GPtrArray *sources, GPtrArray *problems, gsize *total, const struct skill_file *file)
{
    g_autoptr(GError) local = NULL;
    gsize length = 0;
    char *text = NULL;
    if (g_str_has_prefix(file->path, "shipped:")) {
        g_autoptr(GBytes) bytes = config_file(file->path + strlen("shipped:"), NULL, &local);
        const char *data = bytes ? g_bytes_get_data(bytes, &length) : NULL;
        text = data ? g_strndup(data, length) : NULL;
    } else {
        text = library_read_file(file->path, &length, &local);
    }
    if (!text) {
        g_ptr_array_add(problems, g_strdup(local ? local->message : "a shipped file was changed while it was read"));
        return;
    }
    take_source(sources, problems, total, g_strdup(file->path), text, length);
}

/* Which file a skill came from tells its library and its layer. */
static void complete(GPtrArray *all, const GPtrArray *files)
{
    g_autoptr(GHashTable) by_path = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < files->len; i++) {
        struct skill_file *f = g_ptr_array_index(files, i);
        g_hash_table_insert(by_path, f->path, f);
    }
    for (guint i = 0; i < all->len; i++) {
        skill *s = g_ptr_array_index(all, i);
        const struct skill_file *f = g_hash_table_lookup(by_path, s->file);
        s->library = g_strdup(f ? f->library : "");
        s->layer = f ? f->layer : LAYER_OWN;
    }
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp((*(const skill *const *)a)->name, (*(const skill *const *)b)->name);
}

skill_library *library_of(GPtrArray *all, char *sources, char *stamp, const char *const *places)
{
    skill_library *lib = g_new0(skill_library, 1);
    *lib = (skill_library){.all = all, .sources = sources, .stamp = stamp, .places = g_strdupv((char **)places)};
    lib->removed = g_ptr_array_new_with_free_func((GDestroyNotify)skill_free);
    g_ptr_array_sort(lib->all, by_name);
    return lib;
}

/* Whoever leads to a skill that needs a window manager needs it, too. */
static void spread_needs(const skill_library *lib)
{
    g_autoptr(GPtrArray) needy = g_ptr_array_new();
    g_autoptr(GHashTable) users = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
    for (guint i = 0; i < lib->all->len; i++) {
        skill *s = g_ptr_array_index(lib->all, i);
        if (s->manager)
            g_ptr_array_add(needy, s);
        for (char **u = s->uses; u && *u; u++) {
            GPtrArray *of = g_hash_table_lookup(users, *u);
            if (!of)
                g_hash_table_insert(users, *u, of = g_ptr_array_new());
            g_ptr_array_add(of, s);
        }
    }
    for (guint i = 0; i < needy->len; i++) {
        const GPtrArray *of = g_hash_table_lookup(users, ((const skill *)g_ptr_array_index(needy, i))->name);
        for (guint k = 0; of && k < of->len; k++) {
            skill *user = g_ptr_array_index(of, k);
            if (!user->manager)
                g_ptr_array_add(needy, user);
            user->manager = true;
        }
    }
}

skill_library *skill_library_load_with(const char *const *names, const char *extra_name, const char *extra_text,
                                       GPtrArray **ret_problems, GError **error)
{
    g_autoptr(GPtrArray) sources = g_ptr_array_new_with_free_func(source_free);
    g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *stamp = skill_places_stamp(names); /* before reading: a change in between is noticed afterwards */
    g_autoptr(GPtrArray) files = skill_places(names, problems);
    gsize total = 0;
    for (guint i = 0; i < files->len; i++)
        read_file(sources, problems, &total, g_ptr_array_index(files, i));
    if (extra_text)
        take_source(sources, problems, &total, g_strdup(extra_name), g_strdup(extra_text), strlen(extra_text));
    GPtrArray *all = library_parse(sources, problems, error);
    if (!all)
        return NULL;
    complete(all, files);
    library_find_uses(all, sources, problems);
    if (ret_problems)
        *ret_problems = g_steal_pointer(&problems);
    skill_library *lib = library_of(all, library_sources_json(sources), g_steal_pointer(&stamp), names);
    lib->extra = extra_text ? g_strdup(extra_name) : NULL;
    spread_needs(lib);
    return lib;
}

skill_library *skill_library_load(const char *const *names, GPtrArray **ret_problems, GError **error)
{
    return skill_library_load_with(names, NULL, NULL, ret_problems, error);
}

const char *skill_library_stamp(const skill_library *lib)
{
    return lib->stamp;
}

const char *const *skill_library_places(const skill_library *lib)
{
    return (const char *const *)lib->places;
}

bool skill_library_in_file(const skill_library *lib, const skill *s)
{
    return g_strcmp0(s->file, lib->extra) != 0;
}

bool skill_library_is_current(const skill_library *lib)
{
    g_autofree char *now = skill_places_stamp((const char *const *)lib->places);
    return g_str_equal(now, lib->stamp);
}

skill_library *skill_library_bare(void)
{
    skill_library *lib = library_of(g_ptr_array_new_with_free_func((GDestroyNotify)skill_free), g_strdup("[]"), g_strdup(""),
                                    NULL); /* of no file */
    skill_library_add_primitives(lib);
    return lib;
}

void skill_library_free(skill_library *lib)
{
    if (!lib)
        return;
    g_ptr_array_unref(lib->all);
    g_ptr_array_unref(lib->removed);
    g_free(lib->sources);
    g_free(lib->stamp);
    g_strfreev(lib->places);
    g_free(lib->extra);
    g_free(lib);
}

/* "press_key", or "library-base": all of that library (no skill has a - in its name). */
static bool lists(const char *const *names, const skill *s)
{
    g_autofree char *library = g_strconcat("library-", s->library, NULL);
    return g_strv_contains(names, s->name) || g_strv_contains(names, library);
}

void skill_library_restrict(skill_library *lib, const char *const *allow, const char *const *deny)
{
    for (guint i = lib->all->len; i-- > 0;) {
        skill *s = g_ptr_array_index(lib->all, i);
        bool allowed = !allow || !*allow || lists(allow, s);
        if (!allowed || (deny && lists(deny, s)))
            g_ptr_array_add(lib->removed, g_ptr_array_steal_index(lib->all, i));
    }
}

void skill_library_restrict_bare(skill_library *lib)
{
    lib->bare = true;
    for (guint i = lib->all->len; i-- > 0;)
        if (((const skill *)g_ptr_array_index(lib->all, i))->manager)
            g_ptr_array_add(lib->removed, g_ptr_array_steal_index(lib->all, i));
}

const skill *skill_library_find(const skill_library *lib, const char *name)
{
    guint low = 0, high = lib->all->len;
    while (low < high) {
        guint mid = low + (high - low) / 2;
        const skill *s = g_ptr_array_index(lib->all, mid);
        int order = strcmp(name, s->name);
        if (!order)
            return s;
        if (order < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return lib->primitives ? primitive_find(name) : NULL;
}

const skill *skill_library_find_any(const skill_library *lib, const char *name)
{
    const skill *s = skill_library_find(lib, name);
    for (guint i = 0; !s && i < lib->removed->len; i++) {
        const skill *r = g_ptr_array_index(lib->removed, i);
        s = g_str_equal(r->name, name) ? r : NULL;
    }
    return s;
}

const GPtrArray *skill_library_kept_back(const skill_library *lib)
{
    return lib->removed;
}

GPtrArray *skill_library_closure(const skill_library *lib, const char *name)
{
    GPtrArray *names = g_ptr_array_new();
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    const skill *first = skill_library_find_any(lib, name);
    if (first)
        g_ptr_array_add(names, first->name);
    for (guint i = 0; i < names->len; i++) {
        const skill *s = skill_library_find_any(lib, g_ptr_array_index(names, i));
        g_hash_table_add(seen, s->name);
        for (char **u = s->uses; u && *u; u++) {
            const skill *used = g_hash_table_contains(seen, *u) ? NULL : skill_library_find_any(lib, *u);
            if (used && g_hash_table_add(seen, used->name))
                g_ptr_array_add(names, used->name);
        }
    }
    return names;
}

void skill_library_add_primitives(skill_library *lib)
{
    lib->primitives = true;
}

const GPtrArray *skill_library_all(const skill_library *lib)
{
    return lib->all;
}

const char *skill_library_sources(const skill_library *lib)
{
    return lib->sources;
}

/* ---- arguments ---- */

static char *what_fits(const struct param *p)
{
    static const char *const fits[] = {
        [PARAM_NUMBER] = "a number",
        [PARAM_INTEGER] = "a whole number",
        [PARAM_STRING] = "a text",
        [PARAM_BOOLEAN] = "true or false",
        [PARAM_KEY] = "a key name such as \"a\", \"enter\" or \"F5\"",
        [PARAM_BUTTON] = "left, middle, right, back or forward",
        [PARAM_KEYS] = "keys such as \"ctrl+shift+p\" or \"ctrl+k ctrl+s\"",
        [PARAM_PATH] = "points such as \"10,20 30,40\"",
    };
    if (!p->allowed)
        return g_strdup(fits[p->type]);
    g_autofree char *list = g_strjoinv(" ", p->allowed);
    return g_strdup_printf("one of %s", list);
}

static char *what_came(const struct value *v)
{
    switch (v->type) {
    case VALUE_STRING: {
        g_autofree char *shown = visible_text(v->string);
        bool long_one = g_utf8_strlen(shown, -1) > 60;
        g_autofree char *part = g_utf8_substring(shown, 0, long_one ? 60 : g_utf8_strlen(shown, -1));
        return g_strdup_printf("\"%s%s\"", part, long_one ? "…" : "");
    }
    case VALUE_INTEGER:
        return g_strdup_printf("%" G_GINT64_FORMAT, v->integer);
    case VALUE_NUMBER:
        return g_strdup_printf("%.15g", v->number);
    case VALUE_BOOLEAN:
        return g_strdup(v->boolean ? "true" : "false");
    }
    return g_strdup("?");
}

static bool wrong(const struct param *p, const char *came, GError **error)
{
    g_autofree char *fits = what_fits(p);
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "%s is %s (%s fits)", p->name, came, fits);
    return false;
}

static bool wrong_value(const struct param *p, const struct value *v, GError **error)
{
    g_autofree char *came = what_came(v);
    return wrong(p, came, error);
}

static void become_string(struct value *v, const char *text)
{
    g_free(v->string);
    v->string = g_strdup(text);
}

static bool convert_name(const struct param *p, struct value *v, GError **error)
{
    g_autoptr(GError) local = NULL;
    const char *name = NULL;
    int button;
    if (p->type == PARAM_KEY)
        name = key_canonical(v->string, &local);
    else if (button_parse(v->string, &button, &local))
        name = button_name(button);
    if (!name) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "%s: %s", p->name, local->message);
        return false;
    }
    become_string(v, name);
    return true;
}

/* To the declared type, in place. */
static bool convert(const struct param *p, struct value *v, GError **error)
{
    static const enum value_type wanted[] = {
        [PARAM_NUMBER] = VALUE_NUMBER,   [PARAM_INTEGER] = VALUE_INTEGER, [PARAM_STRING] = VALUE_STRING,
        [PARAM_BOOLEAN] = VALUE_BOOLEAN, [PARAM_KEY] = VALUE_STRING,      [PARAM_BUTTON] = VALUE_STRING,
        [PARAM_KEYS] = VALUE_STRING,     [PARAM_PATH] = VALUE_STRING,
    };
    if (p->type == PARAM_NUMBER && v->type == VALUE_INTEGER && ABS((double)v->integer) <= EXACT_MAX)
        *v = (struct value){.type = VALUE_NUMBER, .number = (double)v->integer};
    else if (p->type == PARAM_INTEGER && v->type == VALUE_NUMBER && floor(v->number) == v->number && fabs(v->number) <= EXACT_MAX)
        *v = (struct value){.type = VALUE_INTEGER, .integer = (gint64)v->number};
    if (v->type != wanted[p->type] || (v->type == VALUE_NUMBER && !isfinite(v->number)))
        return wrong_value(p, v, error);
    if (v->type == VALUE_STRING && !g_utf8_validate(v->string, -1, NULL))
        return wrong(p, "not UTF-8", error);
    if ((p->type == PARAM_KEY || p->type == PARAM_BUTTON) && !convert_name(p, v, error))
        return false;
    if (!p->allowed)
        return true;
    g_autofree char *text = v->type == VALUE_STRING ? g_strdup(v->string) : what_came(v);
    for (char **a = p->allowed; *a; a++) {
        if (g_str_equal(*a, text))
            return true;
    }
    return wrong_value(p, v, error);
}

bool library_param_value(const struct param *p, const char *text, struct value *ret_value, GError **error)
{
    struct value v = {.type = VALUE_STRING};
    g_autofree char *quoted = g_strdup_printf("\"%s\"", text);
    char *end = NULL;
    errno = 0;
    switch (p->type) {
    case PARAM_INTEGER:
        v.type = VALUE_INTEGER;
        v.integer = g_ascii_strtoll(text, &end, 10);
        break;
    case PARAM_NUMBER:
        v.type = VALUE_NUMBER;
        v.number = g_ascii_strtod(text, &end);
        break;
    case PARAM_BOOLEAN:
        v.type = VALUE_BOOLEAN;
        v.boolean = g_str_equal(text, "true");
        if (!v.boolean && !g_str_equal(text, "false"))
            return wrong(p, quoted, error);
        break;
    case PARAM_STRING:
    case PARAM_KEY:
    case PARAM_BUTTON:
    case PARAM_KEYS:
    case PARAM_PATH:
    case PARAM_TYPE_COUNT:
        v.string = g_strdup(text);
        break;
    }
    /* Digits only: strtod would take spaces, hexadecimal, inf and nan. */
    if (end && (end == text || *end || errno || strspn(text, "+-.0123456789eE") != strlen(text)))
        return wrong(p, quoted, error);
    if (!convert(p, &v, error)) {
        g_free(v.string);
        return false;
    }
    *ret_value = v;
    return true;
}

static char *param_names(const skill *s)
{
    if (!s->params->len)
        return g_strdup("nothing");
    GString *names = g_string_new(NULL);
    for (guint i = 0; i < s->params->len; i++)
        g_string_append_printf(names, "%s%s", i ? ", " : "", g_array_index(s->params, struct param, i).name);
    return g_string_free(names, FALSE);
}

char *skill_call_form(const skill *s)
{
    GString *out = g_string_new(s->name);
    g_string_append_c(out, '(');
    for (guint i = 0; i < s->params->len; i++) {
        const struct param *p = &g_array_index(s->params, struct param, i);
        g_string_append_printf(out, "%s%s%s", i ? ", " : "", p->name, p->optional ? "?" : "");
    }
    g_string_append_c(out, ')');
    return g_string_free(out, FALSE);
}

char *skill_list_text(const GPtrArray *skills)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < skills->len; i++) {
        const skill *s = g_ptr_array_index(skills, i);
        const char *end = strstr(s->doc, ". ");
        g_autofree char *call = skill_call_form(s),
                        *sentence = end ? g_strndup(s->doc, (gsize)(end + 1 - s->doc)) : g_strdup(s->doc);
        g_autofree char *shown = visible_text(sentence);
        g_string_append_printf(out, "%s%s  %s", i ? "\n" : "", call, shown);
    }
    return g_string_free(out, FALSE);
}

/* Words that begin the name of a place: where it begins, where it ends. */
static const char *const place_words[][8] = {{"source", "from", "start", "begin", "origin"},
                                             {"target", "to", "end", "destination", "dest"}};

static int place_of(const char *name, char *ret_axis)
{
    gsize length = strlen(name);
    *ret_axis = length > 2 ? name[length - 1] : '\0';
    if (length <= 2 || name[length - 2] != '_' || (*ret_axis != 'x' && *ret_axis != 'y'))
        return -1;
    g_autofree char *word = g_strndup(name, length - 2);
    for (gsize i = 0; i < G_N_ELEMENTS(place_words); i++)
        if (g_strv_contains(place_words[i], word))
            return (int)i;
    return -1;
}

/* Another word for the same place, or one name with a word before the other: button and mouse_button. */
static bool same_thing(const char *name, const char *other)
{
    char axis, other_axis;
    int place = place_of(name, &axis), other_place = place_of(other, &other_axis);
    if (place >= 0 && other_place >= 0)
        return place == other_place && axis == other_axis;
    bool longer = strlen(name) > strlen(other);
    g_autofree char *end = g_strconcat("_", longer ? other : name, NULL);
    return g_str_has_suffix(longer ? name : other, end);
}

/* The parameter that is meant by the name; NULL = none or more than one. */
static const char *meant(const skill *s, const char *name)
{
    const char *found = NULL;
    guint n = 0;
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < s->params->len; i++) {
        const char *known = g_array_index(s->params, struct param, i).name;
        g_ptr_array_add(names, (char *)known);
        if (same_thing(name, known)) {
            found = known;
            n++;
        }
    }
    g_ptr_array_add(names, NULL);
    return n == 1 ? found : n ? NULL : nearest_name(name, (const char *const *)names->pdata);
}

void skill_refuse_argument(const skill *s, const char *name, GError **error)
{
    const char *near = meant(s, name);
    g_autofree char *hint = near ? g_strdup_printf(": did you mean \"%s\"?", near) : g_strdup("");
    g_autofree char *names = param_names(s), *shown = visible_text(name);
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "%s has no argument \"%.80s\"%s (it takes %s)", s->name, shown, hint,
                names);
}

static bool names_known(const skill *s, const action *a, GError **error)
{
    for (guint i = 0; i < a->args->len; i++) {
        const char *name = g_array_index(a->args, struct argument, i).name;
        bool known = false;
        for (guint k = 0; k < s->params->len; k++)
            known |= g_str_equal(g_array_index(s->params, struct param, k).name, name);
        if (!known) {
            skill_refuse_argument(s, name, error);
            return false;
        }
    }
    return true;
}

static bool unknown_skill(const skill_library *lib, const char *name, GError **error)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < lib->all->len; i++)
        g_ptr_array_add(names, ((skill *)g_ptr_array_index(lib->all, i))->name);
    g_ptr_array_add(names, NULL);
    g_autofree char *shown = visible_text(name);
    for (guint i = 0; i < lib->removed->len; i++) {
        const skill *s = g_ptr_array_index(lib->removed, i);
        if (g_str_equal(s->name, name)) {
            const char *why = lib->bare && s->manager
                                  ? "it needs a window manager with keys, menus and title bars: the sandbox has no such"
                                  : "the profile's allow and deny lists";
            g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, "the skill \"%s\" may not be used here (%s)", shown, why);
            return false;
        }
    }
    const char *near = nearest_name(name, (const char *const *)names->pdata);
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, "there is no skill \"%.80s\" (%s%s%s)", shown,
                near ? "did you mean \"" : "", near ? near : "`reins skills list` names them", near ? "\"?" : "");
    return false;
}

bool skill_library_check(const skill_library *lib, action *a, GError **error)
{
    const skill *s = skill_library_find(lib, a->skill);
    if (!s)
        return unknown_skill(lib, a->skill, error);
    if (!names_known(s, a, error))
        return false;
    for (guint i = 0; i < s->params->len; i++) {
        const struct param *p = &g_array_index(s->params, struct param, i);
        struct value *v = (struct value *)action_get(a, p->name); /* the action is ours to change */
        if (!v && p->optional)
            continue;
        if (v ? convert(p, v, error) : wrong(p, "missing", error))
            continue;
        g_prefix_error(error, "%s: ", s->name);
        return false;
    }
    return s != primitive_find(s->name) || primitive_fits(a, error);
}
