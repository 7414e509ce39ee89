#include "engine/curation/port_parts_json.h"

#include "config/strict_json.h"
#include "skills/library/skill_doc.h"
#include "skills/library/skill_text.h"

#include <string.h>

#define FORMAT "reins_skills"
#define FORMAT_NOW 1
#define SKILLS_MAX 20000
#define VERSIONS_MAX 1000  /* of one skill */
#define OUTCOMES_MAX 10000 /* of one version */
#define LIBRARY_MAX 64
#define TIME_MAX 9007199254740992LL

/* ---- parts ---- */

static void outcome_free(gpointer data)
{
    memory_outcome_free(data);
}

struct port_version *port_version_new(const char *name)
{
    struct port_version *p = g_new0(struct port_version, 1);
    p->v = g_new0(memory_skill, 1);
    p->v->name = g_strdup(name);
    p->outcomes = g_ptr_array_new_with_free_func(outcome_free);
    return p;
}

static void port_version_free(struct port_version *p)
{
    memory_skill_free(p->v);
    g_free(p->beside);
    g_ptr_array_unref(p->outcomes);
    g_free(p);
}

struct port_skill *port_skill_new(const char *name, const char *library)
{
    struct port_skill *s = g_new0(struct port_skill, 1);
    s->name = g_strdup(name);
    s->library = g_strdup(library);
    s->versions = g_ptr_array_new_with_free_func((GDestroyNotify)port_version_free);
    s->lost = g_ptr_array_new_with_free_func(g_free);
    return s;
}

static void port_skill_free(struct port_skill *s)
{
    g_free(s->name);
    g_free(s->library);
    g_ptr_array_unref(s->versions);
    g_ptr_array_unref(s->lost);
    g_free(s);
}

void port_file_free(port_file *file)
{
    if (!file)
        return;
    g_ptr_array_unref(file->skills);
    g_ptr_array_unref(file->refused);
    g_free(file);
}

void port_refuse(port_file *file, const char *name, const char *why)
{
    g_ptr_array_add(file->refused, g_strdup_printf("%.80s: %s", name, why));
}

char *port_refuse_code(const char *code)
{
    int line;
    return doc_refuse_source(code, strlen(code), &line);
}

/* ---- reading ---- */

static bool opt_text(const cJSON *o, const char *key, char **ret_value, GError **error)
{
    return strict_json_copy_string(o, key, ret_value, error);
}

static bool read_outcomes(struct port_version *p, const cJSON *o, GError **error)
{
    static const char *const words[] = {"proposed", "edited", "rejected", "fired", "verified", "no_effect", "unexpected", NULL};
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(o, "outcomes");
    if (!list || cJSON_IsNull(list))
        return true;
    if (!(list = strict_json_get_array(o, "outcomes", error)))
        return false;
    for (const cJSON *item = list->child; item && p->outcomes->len < OUTCOMES_MAX; item = item->next) {
        const char *what;
        gint64 at = 0;
        if (!strict_json_get_string(item, "what", &what, error) || !strict_json_opt_int(item, "at", 0, TIME_MAX, &at, error))
            return false;
        if (!g_strv_contains(words, what)) {
            g_set_error(error, STRICT_JSON_ERROR, STRICT_JSON_ERROR_TYPE, "\"what\" is \"%.40s\", which is not an outcome", what);
            return false;
        }
        struct memory_outcome *one = g_new0(struct memory_outcome, 1);
        one->what = g_strdup(what);
        one->at_us = at;
        g_ptr_array_add(p->outcomes, one);
    }
    return true;
}

static bool read_version(struct port_version *p, const cJSON *o, GError **error)
{
    memory_skill *v = p->v;
    const char *code;
    if (!strict_json_get_string(o, "code", &code, error) || !opt_text(o, "beside", &p->beside, error) ||
        !opt_text(o, "sha256", &v->sha256, error) || !opt_text(o, "author", &v->author, error) ||
        !opt_text(o, "parent", &v->parent, error) || !opt_text(o, "note", &v->note, error) ||
        !opt_text(o, "stage", &v->stage, error) || !opt_text(o, "by", &v->by, error) ||
        !opt_text(o, "reason", &v->reason, error) || !strict_json_opt_bool(o, "loaded", &p->loaded, error) ||
        !strict_json_opt_int(o, "run", 0, TIME_MAX, &v->run, error) ||
        !strict_json_opt_int(o, "step", 0, TIME_MAX, &v->step, error) ||
        !strict_json_opt_int(o, "at", 0, TIME_MAX, &v->at_us, error))
        return false;
    v->code = g_strdup(code);
    return read_outcomes(p, o, error);
}

/* Why the skill cannot be taken; NULL = it can. Caller frees. */
static char *refuse_skill(const struct port_skill *s)
{
    if (!skill_text_name_fits(s->name))
        return g_strdup("this is not a skill's name (letters, digits and _, no Lua keyword, at most 64)");
    if (*s->library == '.' || strpbrk(s->library, "/\\\n") || strlen(s->library) > LIBRARY_MAX)
        return g_strdup_printf("\"%.80s\" is not a library's name (a plain file name)", s->library);
    if (!s->versions->len)
        return g_strdup("it has no version");
    for (guint i = 0; i < s->versions->len; i++) {
        const struct port_version *p = g_ptr_array_index(s->versions, i);
        char *why = port_refuse_code(p->v->code);
        if (!why && p->beside)
            why = port_refuse_code(p->beside);
        if (why)
            return why;
    }
    return NULL;
}

static struct port_skill *parse_skill(const cJSON *item, const char *name, GError **error)
{
    const char *library = "";
    bool retired = false;
    const cJSON *list;
    if (!strict_json_opt_string(item, "library", &library, error) || !strict_json_opt_bool(item, "retired", &retired, error) ||
        !(list = strict_json_get_array(item, "versions", error)))
        return NULL;
    struct port_skill *s = port_skill_new(name, library);
    bool ok = true;
    int n = 0;
    s->retired = retired;
    for (const cJSON *o = list->child; ok && o && n < VERSIONS_MAX; o = o->next, n++) {
        struct port_version *p = port_version_new(name);
        ok = read_version(p, o, error);
        g_ptr_array_add(s->versions, p);
    }
    if (ok)
        return s;
    port_skill_free(s);
    return NULL;
}

/* What is wrong with one is its own matter: the rest is read. */
static void read_skill(port_file *file, const cJSON *item, int number, GHashTable *seen)
{
    g_autoptr(GError) error = NULL;
    const char *name;
    if (!strict_json_get_string(item, "name", &name, &error)) {
        g_autofree char *which = g_strdup_printf("skill number %d", number);
        port_refuse(file, which, error->message);
        return;
    }
    struct port_skill *s = g_hash_table_add(seen, (gpointer)name) ? parse_skill(item, name, &error) : NULL;
    g_autofree char *why = s ? refuse_skill(s) : g_strdup(error ? error->message : "it is in the file twice");
    if (!why) {
        g_ptr_array_add(file->skills, s);
        return;
    }
    port_refuse(file, name, why);
    if (s)
        port_skill_free(s);
}

static bool read_own(port_file *file, const cJSON *root, GError **error)
{
    gint64 format;
    const cJSON *list;
    if (!strict_json_get_int(root, FORMAT, 1, G_MAXINT, &format, error) || !(list = strict_json_get_array(root, "skills", error)))
        return false;
    if (format > FORMAT_NOW) {
        g_set_error(error, STRICT_JSON_ERROR, STRICT_JSON_ERROR_TYPE, "a newer reins wrote it (format %d; this one reads %d)",
                    (int)format, FORMAT_NOW);
        return false;
    }
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    int n = 0;
    for (const cJSON *item = list->child; item; item = item->next) {
        if (++n > SKILLS_MAX) {
            g_set_error(error, STRICT_JSON_ERROR, STRICT_JSON_ERROR_LIMIT, "more than %d skills", SKILLS_MAX);
            return false;
        }
        read_skill(file, item, n, seen);
    }
    return true;
}

/* One of its members is an object with a skill's name in it. */
static bool looks_like_cradle(const cJSON *root)
{
    for (const cJSON *item = root->child; item; item = item->next) {
        if (cJSON_IsString(cJSON_GetObjectItemCaseSensitive(item, "skill_name")))
            return true;
    }
    return false;
}

port_file *port_read(const char *text, gsize length, GError **error)
{
    const gsize width = strlen(PORT_BYTE_ORDER_MARK),
                mark = length >= width && memcmp(text, PORT_BYTE_ORDER_MARK, width) == 0 ? width : 0;
    g_autoptr(cJSON) root = strict_json_parse(text + mark, length - mark, PORT_FILE_MAX, error);
    g_autoptr(port_file) file = g_new0(port_file, 1);
    file->skills = g_ptr_array_new_with_free_func((GDestroyNotify)port_skill_free);
    file->refused = g_ptr_array_new_with_free_func(g_free);
    if (!root)
        return NULL;
    if (cJSON_IsObject(root) && cJSON_HasObjectItem(root, FORMAT))
        return read_own(file, root, error) ? g_steal_pointer(&file) : NULL;
    if (cJSON_IsObject(root) && looks_like_cradle(root))
        return port_read_cradle(file, root), g_steal_pointer(&file);
    g_set_error(error, STRICT_JSON_ERROR, STRICT_JSON_ERROR_TYPE,
                "this is not a skill library (one that `reins skills export` wrote has \"" FORMAT
                "\", one of the Cradle release an "
                "object with \"skill_name\" for each skill)");
    return NULL;
}

/* ---- writing ---- */

static void add_number(cJSON *o, const char *key, gint64 value)
{
    cJSON_AddNumberToObject(o, key, (double)value);
}

static bool add_stages(cJSON *o, memory *m, const memory_skill *v, GError **error)
{
    g_autoptr(GPtrArray) stages = memory_skill_stages(m, v->name, v->sha256, error);
    cJSON *list = stages ? cJSON_AddArrayToObject(o, "stages") : NULL;
    for (guint i = 0; stages && i < stages->len; i++) {
        const memory_skill *s = g_ptr_array_index(stages, i);
        cJSON *item = cJSON_CreateObject();
        strict_json_add_text(item, "stage", s->stage);
        strict_json_add_text(item, "by", s->by);
        strict_json_add_text(item, "reason", s->reason);
        add_number(item, "at", s->stage_us);
        cJSON_AddItemToArray(list, item);
    }
    return stages != NULL;
}

static bool add_outcomes(cJSON *o, memory *m, const memory_skill *v, GError **error)
{
    g_autoptr(GPtrArray) all = memory_outcomes(m, v->name, v->sha256, 0, OUTCOMES_MAX, error);
    g_autoptr(GPtrArray) counts = all ? memory_outcome_counts(m, v->name, error) : NULL;
    if (!counts)
        return false;
    for (guint i = 0; i < counts->len; i++) {
        const struct memory_counts *n = g_ptr_array_index(counts, i);
        if (!g_str_equal(n->sha256, v->sha256))
            continue;
        cJSON *item = cJSON_AddObjectToObject(o, "counts");
        add_number(item, "proposed", n->proposed);
        add_number(item, "edited", n->edited);
        add_number(item, "rejected", n->rejected);
        add_number(item, "fired", n->fired);
        add_number(item, "verified", n->verified);
        add_number(item, "no_effect", n->no_effect);
        add_number(item, "unexpected", n->unexpected);
    }
    cJSON *list = cJSON_AddArrayToObject(o, "outcomes");
    for (guint i = 0; i < all->len; i++) {
        const struct memory_outcome *one = g_ptr_array_index(all, i);
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "what", one->what);
        add_number(item, "at", one->at_us);
        add_number(item, "run", one->run);
        add_number(item, "step", one->step);
        cJSON_AddItemToArray(list, item);
    }
    return true;
}

static cJSON *version_item(memory *m, const memory_skill *v, const char *beside, bool loaded, GError **error)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    const struct {
        const char *key, *text;
    } texts[] = {{"sha256", v->sha256}, {"code", v->code},   {"beside", beside}, {"author", v->author}, {"parent", v->parent},
                 {"note", v->note},     {"stage", v->stage}, {"by", v->by},      {"reason", v->reason}};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        strict_json_add_text(o, texts[i].key, texts[i].text);
    cJSON_AddBoolToObject(o, "loaded", loaded);
    add_number(o, "run", v->run);
    add_number(o, "step", v->step);
    add_number(o, "at", v->at_us);
    bool ok = !m || (add_stages(o, m, v, error) && add_outcomes(o, m, v, error));
    return ok ? g_steal_pointer(&o) : NULL;
}

struct writing {
    memory *m;
    const skill_library *lib;
    const char *name;
    const char *beside; /* NULL = nothing */
    cJSON *list;
};

/* One of a former name goes with this one, so that whoever imports it has one history; its hash is then another. */
static bool add_version(const struct writing *w, const memory_skill *v, bool loaded, GError **error)
{
    cJSON *item = version_item(w->m, v, loaded ? w->beside : NULL, loaded, error);
    if (item && !g_str_equal(v->name, w->name)) {
        g_autofree char *code = skill_text_rename(v->code, v->name, w->name, NULL);
        cJSON_ReplaceItemInObjectCaseSensitive(item, "code", cJSON_CreateString(code));
        cJSON_DeleteItemFromObjectCaseSensitive(item, "sha256");
    }
    return item && cJSON_AddItemToArray(w->list, item);
}

/* s NULL: no library has it. */
static bool add_versions(const struct writing *w, const skill *s, GError **error)
{
    g_autoptr(GPtrArray) versions = w->m ? catalog_history(w->m, w->lib, w->name, error) : g_ptr_array_new();
    bool seen = !s;
    for (guint i = versions ? versions->len : 0; i-- > 0;) {
        const memory_skill *v = g_ptr_array_index(versions, i);
        bool loaded = s && g_str_equal(v->sha256, s->sha256) && g_str_equal(v->name, s->name);
        seen = seen || loaded;
        if (!add_version(w, v, loaded, error))
            return false;
    }
    if (seen)
        return versions != NULL;
    const memory_skill alone = {.name = s->name, .sha256 = s->sha256, .code = s->code, .author = (char *)"human"};
    struct writing storeless = *w;
    storeless.m = NULL; /* it knows nothing of this one */
    return versions && add_version(&storeless, &alone, true, error);
}

static cJSON *add_item(cJSON *list, const char *name, const char *library)
{
    cJSON *item = cJSON_CreateObject();
    cJSON_AddItemToArray(list, item);
    cJSON_AddStringToObject(item, "name", name);
    cJSON_AddStringToObject(item, "library", library ? library : "");
    return item;
}

char *port_write(memory *m, const skill_library *lib, const GPtrArray *skills, const GPtrArray *retired, GError **error)
{
    g_autoptr(cJSON) root = cJSON_CreateObject();
    add_number(root, FORMAT, FORMAT_NOW);
    add_number(root, "exported", g_get_real_time());
    cJSON *list = cJSON_AddArrayToObject(root, "skills");
    for (guint i = 0; i < skills->len; i++) {
        const skill *s = g_ptr_array_index(skills, i);
        g_autofree char *beside = port_beside(lib, s);
        cJSON *item = add_item(list, s->name, s->library);
        const struct writing w = {m, lib, s->name, *beside ? beside : NULL, cJSON_AddArrayToObject(item, "versions")};
        if (!add_versions(&w, s, error))
            return NULL;
    }
    for (guint i = 0; i < retired->len; i++) {
        const char *name = g_ptr_array_index(retired, i);
        cJSON *item = add_item(list, name, NULL);
        cJSON_AddTrueToObject(item, "retired");
        const struct writing w = {m, lib, name, NULL, cJSON_AddArrayToObject(item, "versions")};
        if (!add_versions(&w, NULL, error))
            return NULL;
    }
    return strict_json_print(root);
}
