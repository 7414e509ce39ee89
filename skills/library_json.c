#include "skills/library_parts.h"

#include "config/strict_json.h"
#include "skills/dryrun.h"
#include "skills/skill_doc.h"

#include <string.h>

/* Reading a library: worker "library" gets [{"name","source"}], loads them one after the other and answers
 *   {"skills":[…],"problems":["FILE:LINE: what"]}   or, as soon as one cannot be loaded,   {"bad":N,"problem":"FILE:LINE: what"}
 * whereupon the parent leaves that one out and asks anew: what a broken file defined before it broke is gone with it. */

#define REQUEST_MAX (24 * 1024 * 1024)
#define REPLY_MAX (32 * 1024 * 1024)

/* ---- skills as JSON ---- */

static cJSON *param_to_json(const struct param *p)
{
    cJSON *item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "name", p->name);
    cJSON_AddStringToObject(item, "type", param_type_name(p->type));
    cJSON_AddStringToObject(item, "meaning", p->meaning);
    if (p->optional)
        cJSON_AddBoolToObject(item, "optional", true);
    if (p->allowed) {
        cJSON *allowed = cJSON_AddArrayToObject(item, "allowed");
        for (char **a = p->allowed; *a; a++)
            cJSON_AddItemToArray(allowed, cJSON_CreateString(*a));
    }
    return item;
}

static cJSON *params_to_json(const skill *s)
{
    cJSON *params = cJSON_CreateArray();
    for (guint i = 0; i < s->params->len; i++)
        cJSON_AddItemToArray(params, param_to_json(&g_array_index(s->params, struct param, i)));
    return params;
}

static cJSON *skill_to_json(const skill *s)
{
    cJSON *item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "name", s->name);
    cJSON_AddStringToObject(item, "doc", s->doc);
    cJSON_AddStringToObject(item, "expect", s->expect);
    cJSON_AddItemToObject(item, "params", params_to_json(s));
    cJSON_AddStringToObject(item, "file", s->file);
    cJSON_AddNumberToObject(item, "line", s->line);
    cJSON_AddStringToObject(item, "code", s->code);
    cJSON_AddStringToObject(item, "sha256", s->sha256);
    cJSON_AddStringToObject(item, "pre", s->pre);
    if (s->effect >= 0)
        cJSON_AddNumberToObject(item, "effect", s->effect);
    if (s->library) {
        cJSON_AddStringToObject(item, "library", s->library);
        cJSON_AddStringToObject(item, "layer", skill_layer_name(s->layer));
    }
    if (s->uses)
        cJSON_AddItemToObject(item, "uses", cJSON_CreateStringArray((const char *const *)s->uses, (int)g_strv_length(s->uses)));
    return item;
}

char *skill_library_describe(const skill_library *lib, const GPtrArray *skills)
{
    g_autoptr(cJSON) list = cJSON_CreateArray();
    const GPtrArray *all = skills ? skills : skill_library_all(lib);
    for (guint i = 0; i < all->len; i++) {
        const skill *s = g_ptr_array_index(all, i);
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "name", s->name);
        cJSON_AddStringToObject(item, "doc", s->doc);
        cJSON_AddItemToObject(item, "params", params_to_json(s));
        if (*s->expect)
            cJSON_AddStringToObject(item, "expect", s->expect);
        cJSON_AddItemToArray(list, item);
    }
    return strict_json_print(list);
}

char *skill_to_json_text(const skill *s)
{
    g_autoptr(cJSON) item = skill_to_json(s);
    return strict_json_print(item);
}

static bool param_from_json(const cJSON *item, struct param *p, GError **error)
{
    const char *name, *type, *meaning;
    if (!strict_json_get_string(item, "name", &name, error) || !strict_json_get_string(item, "type", &type, error) ||
        !strict_json_get_string(item, "meaning", &meaning, error) || !strict_json_opt_bool(item, "optional", &p->optional, error))
        return false;
    for (guint i = 0; i < PARAM_TYPE_COUNT; i++) {
        if (g_str_equal(param_type_name((enum param_type)i), type))
            p->type = (enum param_type)i;
    }
    p->name = g_strdup(name);
    p->meaning = g_strdup(meaning);
    const cJSON *allowed = cJSON_GetObjectItemCaseSensitive(item, "allowed");
    if (!cJSON_IsArray(allowed))
        return true;
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    for (const cJSON *a = allowed->child; a; a = a->next)
        g_ptr_array_add(words, g_strdup(cJSON_IsString(a) ? a->valuestring : ""));
    g_ptr_array_add(words, NULL);
    p->allowed = (char **)g_ptr_array_steal(words, NULL);
    return true;
}

static skill *skill_from_json(const cJSON *item, GError **error)
{
    const char *name, *doc, *expect, *file, *code, *sha256, *pre = "";
    gint64 line, effect = -1;
    const cJSON *params;
    if (!strict_json_get_string(item, "name", &name, error) || !strict_json_get_string(item, "doc", &doc, error) ||
        !strict_json_get_string(item, "expect", &expect, error) || !strict_json_get_string(item, "file", &file, error) ||
        !strict_json_get_string(item, "code", &code, error) || !strict_json_get_string(item, "sha256", &sha256, error) ||
        !strict_json_get_int(item, "line", 0, G_MAXINT, &line, error) || !strict_json_opt_string(item, "pre", &pre, error) ||
        !strict_json_opt_int(item, "effect", 0, 3, &effect, error) || !(params = strict_json_get_array(item, "params", error)))
        return NULL;
    g_autoptr(skill) s = g_new0(skill, 1);
    *s = (skill){.name = g_strdup(name),
                 .doc = g_strdup(doc),
                 .expect = g_strdup(expect),
                 .params = params_new(),
                 .file = g_strdup(file),
                 .line = (int)line,
                 .code = g_strdup(code),
                 .sha256 = g_strdup(sha256),
                 .pre = g_strdup(pre),
                 .effect = (int)effect};
    for (const cJSON *p = params->child; p; p = p->next) {
        struct param param = {0};
        if (!param_from_json(p, &param, error))
            return NULL;
        g_array_append_val(s->params, param);
    }
    return g_steal_pointer(&s);
}

/* ---- the parent ---- */

char *library_sources_json(const GPtrArray *sources)
{
    g_autoptr(cJSON) list = cJSON_CreateArray();
    for (guint i = 0; i < sources->len; i++) {
        const struct library_source *s = g_ptr_array_index(sources, i);
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "name", s->name);
        cJSON_AddStringToObject(item, "source", s->text);
        cJSON_AddItemToArray(list, item);
    }
    return strict_json_print(list);
}

/* A later skill of the same name replaces the earlier one. */
static void take_skill(GPtrArray *skills, GHashTable *places, skill *s)
{
    gpointer place;
    if (g_hash_table_lookup_extended(places, s->name, NULL, &place)) {
        skill *old = g_ptr_array_index(skills, GPOINTER_TO_UINT(place));
        g_hash_table_replace(places, s->name, place);
        g_ptr_array_index(skills, GPOINTER_TO_UINT(place)) = s;
        skill_free(old);
        return;
    }
    g_hash_table_insert(places, s->name, GUINT_TO_POINTER(skills->len));
    g_ptr_array_add(skills, s);
}

static GPtrArray *read_skills(const cJSON *reply, GPtrArray *problems, GError **error)
{
    g_autoptr(GPtrArray) skills = g_ptr_array_new_with_free_func((GDestroyNotify)skill_free);
    g_autoptr(GHashTable) places = g_hash_table_new(g_str_hash, g_str_equal);
    const cJSON *list = strict_json_get_array(reply, "skills", error);
    for (const cJSON *item = list ? list->child : NULL; item; item = item->next) {
        skill *s = skill_from_json(item, error);
        if (!s)
            return NULL;
        take_skill(skills, places, s);
    }
    const cJSON *odd = list ? strict_json_get_array(reply, "problems", error) : NULL;
    for (const cJSON *item = odd ? odd->child : NULL; item; item = item->next) {
        if (cJSON_IsString(item))
            g_ptr_array_add(problems, g_strdup(item->valuestring));
    }
    return odd ? g_steal_pointer(&skills) : NULL;
}

GPtrArray *library_parse(GPtrArray *sources, GPtrArray *problems, GError **error)
{
    static const struct worker_limits limits = {512 * 1024 * 1024, 30, 60000, REPLY_MAX};
    for (;;) {
        g_autofree char *request = library_sources_json(sources);
        gsize length;
        g_autofree char *text = worker_run("library", request, strlen(request), &limits, &length, error);
        if (!text) {
            g_prefix_error(error, "the skills cannot be read: ");
            return NULL;
        }
        g_autoptr(cJSON) reply = strict_json_parse(text, length, REPLY_MAX, error);
        if (!reply)
            return NULL;
        gint64 bad = -1;
        const char *problem = "";
        if (!strict_json_opt_int(reply, "bad", 0, (gint64)sources->len - 1, &bad, error) ||
            !strict_json_opt_string(reply, "problem", &problem, error))
            return NULL;
        if (bad < 0)
            return read_skills(reply, problems, error);
        g_ptr_array_add(problems, g_strdup(problem));
        g_ptr_array_remove_index(sources, (guint)bad);
    }
}

/* ---- the child ---- */

static char *bad_reply(int file, const char *problem)
{
    g_autoptr(cJSON) reply = cJSON_CreateObject();
    cJSON_AddNumberToObject(reply, "bad", file);
    cJSON_AddStringToObject(reply, "problem", problem);
    return strict_json_print(reply);
}

static void on_limit(sandbox *s, int file, int line, const char *what)
{
    int loading = (int)s->files->len - 1;
    g_autofree char *problem =
        g_strdup_printf("%s:%d: %s", (char *)g_ptr_array_index(s->files, (guint)loading), file == loading ? line : 1, what);
    g_autofree char *reply = bad_reply(loading, problem);
    worker_answer_now(reply, strlen(reply));
}

static bool load_one(sandbox *s, const char *name, const char *source, GString *reply)
{
    g_autofree char *late = g_strdup_printf("%s:1: ran longer than 1 s of processor time while it was loaded", name);
    g_autofree char *late_text = bad_reply((int)s->files->len, late);
    g_autoptr(GString) late_reply = g_string_new(late_text);
    struct sandbox_error e;
    worker_time_limit(SANDBOX_TIME_MS, late_reply, NULL);
    bool loaded = sandbox_load(s, name, source, strlen(source), &e);
    worker_time_limit(0, NULL, NULL);
    if (loaded)
        return true;
    g_autoptr(GError) local = NULL;
    sandbox_error_take(s, &e, &local);
    g_autofree char *text = bad_reply((int)s->files->len - 1, local->message);
    g_string_append(reply, text);
    return false;
}

/* The skills of one file, and its problems. One whose comment does not fit is not offered. */
static void collect(sandbox *s, int file, const char *source, cJSON *skills, cJSON *problems)
{
    g_autoptr(GArray) findings = doc_findings_new();
    g_autoptr(GPtrArray) found = library_skills_of(s, file, source, findings);
    g_autoptr(GHashTable) refused = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < findings->len; i++) {
        const struct doc_finding *f = &g_array_index(findings, struct doc_finding, i);
        g_autofree char *text = g_strdup_printf("%s:%d: %s", (char *)g_ptr_array_index(s->files, (guint)file), f->line, f->what);
        cJSON_AddItemToArray(problems, cJSON_CreateString(text));
        g_hash_table_add(refused, GINT_TO_POINTER(f->line));
    }
    for (guint i = 0; i < found->len; i++) {
        const skill *one = g_ptr_array_index(found, i);
        if (!g_hash_table_contains(refused, GINT_TO_POINTER(one->line)))
            cJSON_AddItemToArray(skills, skill_to_json(one));
    }
}

bool dryrun_worker_library(const char *request, gsize length, GString *reply, GError **error)
{
    g_autoptr(cJSON) sources = strict_json_parse(request, length, REQUEST_MAX, error);
    if (!sources)
        return false;
    g_autoptr(screen) blank = screen_new(1280, 720);
    g_autoptr(sandbox) s = sandbox_new(blank, 1, 60000);
    s->on_limit = on_limit;
    const char *name, *source;
    for (const cJSON *item = sources->child; item; item = item->next) {
        if (!strict_json_get_string(item, "name", &name, error) || !strict_json_get_string(item, "source", &source, error))
            return false;
        if (!load_one(s, name, source, reply))
            return true;
    }
    sandbox_seal(s);
    g_autoptr(cJSON) root = cJSON_CreateObject();
    cJSON *skills = cJSON_AddArrayToObject(root, "skills"), *problems = cJSON_AddArrayToObject(root, "problems");
    int file = 0;
    for (const cJSON *item = sources->child; item; item = item->next, file++) {
        if (strict_json_get_string(item, "source", &source, NULL))
            collect(s, file, source, skills, problems);
    }
    g_autofree char *text = strict_json_print(root);
    g_string_append(reply, text);
    return true;
}
