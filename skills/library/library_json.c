#include "skills/library/library_parts.h"

#include "config/strict_json.h"
#include "skills/worker/worker.h"
#include "skills/library/skill_doc.h"

#include <string.h>

/* Reading a library: worker "library" gets [{"name","source"}], loads them one after the other and answers
 *   {"skills":[…],"others":[[NAME,…] of each source],"problems":["FILE:LINE: what"]}
 * or, as soon as one cannot be loaded,   {"bad":N,"problem":"FILE:LINE: what"}
 * whereupon the parent leaves that one out and asks anew: what a broken file defined before it broke is gone with it. After
 * BAD_MAX of them it leaves out all that come behind: the time that this takes has an end, whatever the folder is full of. The
 * worker's side is in library_worker_json.c. */

#define BAD_MAX 16       /* files that cannot be loaded, each of which may cost half a second */
#define PROBLEMS_MAX 200 /* sentences: nobody reads more */

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
    if (s->manager)
        cJSON_AddStringToObject(item, "needs", "manager");
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
        if (*s->pre)
            cJSON_AddStringToObject(item, "pre", s->pre);
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
    const char *name, *doc, *expect, *file, *code, *sha256, *pre = "", *needs = NULL;
    gint64 line, effect = -1;
    const cJSON *params;
    if (!strict_json_get_string(item, "name", &name, error) || !strict_json_get_string(item, "doc", &doc, error) ||
        !strict_json_get_string(item, "expect", &expect, error) || !strict_json_get_string(item, "file", &file, error) ||
        !strict_json_get_string(item, "code", &code, error) || !strict_json_get_string(item, "sha256", &sha256, error) ||
        !strict_json_get_int(item, "line", 0, G_MAXINT, &line, error) || !strict_json_opt_string(item, "pre", &pre, error) ||
        !strict_json_opt_string(item, "needs", &needs, error) || !strict_json_opt_int(item, "effect", 0, 3, &effect, error) ||
        !(params = strict_json_get_array(item, "params", error)))
        return NULL;
    g_autoptr(skill) s = g_new0(skill, 1);
    *s = (skill){.name = g_strdup(name),
                 .doc = g_strdup(doc),
                 .expect = g_strdup(expect),
                 .params = doc_params_new(),
                 .file = g_strdup(file),
                 .line = (int)line,
                 .code = g_strdup(code),
                 .sha256 = g_strdup(sha256),
                 .pre = g_strdup(pre),
                 .effect = (int)effect,
                 .manager = g_strcmp0(needs, "manager") == 0};
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

/* Of each source, in their order. */
static bool read_others(const cJSON *reply, GPtrArray *sources, GError **error)
{
    const cJSON *list = strict_json_get_array(reply, "others", error);
    guint i = 0;
    for (const cJSON *item = list ? list->child : NULL; item && i < sources->len; item = item->next, i++) {
        struct library_source *source = g_ptr_array_index(sources, i);
        GPtrArray *names = g_ptr_array_new();
        for (const cJSON *name = item->child; name; name = name->next)
            g_ptr_array_add(names, g_strdup(cJSON_IsString(name) ? name->valuestring : ""));
        g_ptr_array_add(names, NULL);
        g_strfreev(source->others);
        source->others = (char **)g_ptr_array_free(names, FALSE);
    }
    return list != NULL;
}

/* The rest of the files, from number `from` on, is not tried. */
static void leave_out(GPtrArray *sources, guint from, GPtrArray *problems)
{
    if (from >= sources->len)
        return;
    const struct library_source *first = g_ptr_array_index(sources, from);
    g_ptr_array_add(problems,
                    g_strdup_printf("%s:1: left out, with all skill files after it: %d files before it cannot be loaded",
                                    first->name, BAD_MAX));
    g_ptr_array_set_size(sources, (gint)from);
}

static void shorten(GPtrArray *problems)
{
    if (problems->len <= PROBLEMS_MAX)
        return;
    guint more = problems->len - PROBLEMS_MAX;
    g_ptr_array_set_size(problems, PROBLEMS_MAX);
    g_ptr_array_add(problems,
                    g_strdup_printf("… and %u more problems in the skill files (reins skills check FILE lists a file's)", more));
}

GPtrArray *library_parse(GPtrArray *sources, GPtrArray *problems, GError **error)
{
    static const struct worker_limits limits = {512 * 1024 * 1024, 30, 60000, LIBRARY_REPLY_MAX, WORKER_LUA};
    for (int n_bad = 0;;) {
        g_autofree char *request = library_sources_json(sources);
        gsize length;
        g_autofree char *text = worker_run("library", request, strlen(request), &limits, &length, error);
        if (!text) {
            g_prefix_error(error, "the skills cannot be read: ");
            return NULL;
        }
        g_autoptr(cJSON) reply = strict_json_parse(text, length, LIBRARY_REPLY_MAX, error);
        if (!reply)
            return NULL;
        gint64 bad = -1;
        const char *problem = "";
        if (!strict_json_opt_int(reply, "bad", 0, (gint64)sources->len - 1, &bad, error) ||
            !strict_json_opt_string(reply, "problem", &problem, error))
            return NULL;
        if (bad < 0) {
            GPtrArray *skills = read_others(reply, sources, error) ? read_skills(reply, problems, error) : NULL;
            shorten(problems);
            return skills;
        }
        g_ptr_array_add(problems, g_strdup(problem));
        g_ptr_array_remove_index(sources, (guint)bad);
        if (++n_bad == BAD_MAX)
            leave_out(sources, (guint)bad, problems);
    }
}
