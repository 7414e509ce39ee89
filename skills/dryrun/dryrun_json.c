#include "config/strict_json.h"
#include "skills/dryrun/dryrun.h"
#include "skills/dryrun/dryrun_parts.h"
#include "skills/library/library_parts.h"
#include "skills/lua/lua_sandbox.h"
#include "skills/library/primitive.h"
#include "skills/library/primitive_call.h"

#include <string.h>

/* Dry run and scripts: what goes to the worker, what it does, what comes back. Limits of the code are the sandbox's; the worker's
 * own are the last resort, wide enough for a busy machine. */

#define REQUEST_MAX (24 * 1024 * 1024)
#define REPLY_MAX (4 * 1024 * 1024)

/* Of the whole worker; one call of Lua has SANDBOX_TIME_MS, which must be less. */
static const struct worker_limits limits = {
    .memory_bytes = 256 * 1024 * 1024, .cpu_s = 3, .deadline_ms = 30000, .reply_bytes = REPLY_MAX, .parent = WORKER_LUA};

/* ---- the parent ---- */

char *dryrun_request(const skill_library *lib, const GPtrArray *actions, const screen *s, guint64 seed, gint64 max_hold_ms)
{
    g_autofree char *screen_text_ = screen_to_json(s);
    GString *request = g_string_new(NULL);
    g_string_append_printf(request, "{\"seed\":\"%" G_GUINT64_FORMAT "\",\"max_hold_ms\":%" G_GINT64_FORMAT ",\"actions\":[",
                           seed, max_hold_ms);
    for (guint i = 0; i < actions->len; i++) {
        g_autofree char *text = action_to_json(g_ptr_array_index(actions, i));
        g_string_append_printf(request, "%s%s", i ? "," : "", text);
    }
    g_string_append_printf(request, "],\"screen\":%s,\"sources\":%s}", screen_text_, skill_library_sources(lib));
    return g_string_free(request, FALSE);
}

worker *dryrun_start_all(const skill_library *lib, const GPtrArray *actions, const screen *s, guint64 seed, gint64 max_hold_ms,
                         GError **error)
{
    g_autofree char *request = dryrun_request(lib, actions, s, seed, max_hold_ms);
    return worker_start("dryrun", request, strlen(request), &limits, error);
}

worker *dryrun_start(const skill_library *lib, const action *a, const screen *s, guint64 seed, gint64 max_hold_ms, GError **error)
{
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    g_ptr_array_add(one, (gpointer)a);
    return dryrun_start_all(lib, one, s, seed, max_hold_ms, error);
}

timeline *dryrun_finish(worker *w, GError **error)
{
    gsize length;
    g_autofree char *reply = worker_finish(w, &length, error);
    return reply ? timeline_from_json(reply, length, error) : NULL;
}

timeline *dryrun_all(const skill_library *lib, const GPtrArray *actions, const screen *s, guint64 seed, gint64 max_hold_ms,
                     GError **error)
{
    g_autoptr(worker) w = dryrun_start_all(lib, actions, s, seed, max_hold_ms, error);
    if (!w)
        return NULL;
    worker_wait(w);
    return dryrun_finish(w, error);
}

timeline *dryrun(const skill_library *lib, const action *a, const screen *s, guint64 seed, gint64 max_hold_ms, GError **error)
{
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    g_ptr_array_add(one, (gpointer)a);
    return dryrun_all(lib, one, s, seed, max_hold_ms, error);
}

worker *dryrun_script_start(const char *name, const char *source, const char *function, const char *input_json, GError **error)
{
    g_autoptr(cJSON) root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "name", name);
    cJSON_AddStringToObject(root, "source", source);
    cJSON_AddStringToObject(root, "function", function);
    cJSON_AddStringToObject(root, "input", input_json ? input_json : "null");
    g_autofree char *request = strict_json_print(root);
    return worker_start("script", request, strlen(request), &limits, error);
}

char *dryrun_script_finish(worker *w, GError **error)
{
    return worker_finish(w, NULL, error);
}

/* ---- the child ---- */

static void on_limit(sandbox *s, int file, int line, const char *what)
{
    GError *error = NULL;
    const char *subject = s->data;
    if (file >= 0)
        g_set_error(&error, SKILLS_ERROR, SKILLS_ERROR_LIMIT, "%s:%d: %s %s",
                    (char *)g_ptr_array_index(s->sources.files, (guint)file), line, subject, what);
    else
        g_set_error(&error, SKILLS_ERROR, SKILLS_ERROR_LIMIT, "%s %s", subject, what);
    worker_give_up(error);
}

/* `place`: "FILE:LINE: " or "". */
void dryrun_limit_time(const char *place, const char *subject)
{
    g_autoptr(GError) late = NULL;
    g_set_error(
        &late, SKILLS_ERROR, SKILLS_ERROR_LIMIT,
        "%s%s ran longer than %g s of processor time: a pattern that backtracks, or work without end on a large text or table?",
        place, subject, SANDBOX_TIME_MS / 1000.0);
    worker_time_limit(SANDBOX_TIME_MS, NULL, late);
}

static bool load(sandbox *s, const char *name, const char *source, GError **error)
{
    struct sandbox_error e;
    g_autofree char *place = g_strdup_printf("%s:1: ", name);
    dryrun_limit_time(place, "loading the file");
    bool loaded = sandbox_load(s, name, source, strlen(source), &e);
    worker_time_limit(0, NULL, NULL);
    if (!loaded)
        sandbox_error_take(s, &e, error);
    return loaded;
}

static void push_argument(lua_State *L, const struct value *v)
{
    if (!v) {
        lua_pushnil(L);
        return;
    }
    switch (v->type) {
    case VALUE_STRING:
        lua_pushstring(L, v->string);
        break;
    case VALUE_INTEGER:
        lua_pushinteger(L, v->integer);
        break;
    case VALUE_NUMBER:
        lua_pushnumber(L, v->number);
        break;
    case VALUE_BOOLEAN:
        lua_pushboolean(L, v->boolean);
        break;
    }
}

/* The function's own parameter names say which argument goes where. */
static int push_arguments(lua_State *L, const action *a)
{
    lua_Debug ar;
    lua_pushvalue(L, -1);
    lua_getinfo(L, ">u", &ar);
    for (int i = 0; i < ar.nparams; i++) {
        lua_pushvalue(L, -1 - i);
        const char *name = lua_getlocal(L, NULL, i + 1);
        const struct value *v = name ? action_get(a, name) : NULL;
        lua_pop(L, 1);
        push_argument(L, v);
    }
    return ar.nparams;
}

/* A hold without an end that nothing in the timeline releases ends at the longest hold. */
void dryrun_end_holds(timeline *t, gint64 max_hold_ms)
{
    g_autoptr(GHashTable) released = g_hash_table_new(g_direct_hash, g_direct_equal);
    for (guint i = t->events->len; i-- > 0;) {
        struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        bool button = e->type == TIMELINE_BUTTON_DOWN || e->type == TIMELINE_BUTTON_UP;
        gconstpointer id = button ? GINT_TO_POINTER(e->button) : (gconstpointer)e->key; /* keys are interned: no small numbers */
        if (e->type == TIMELINE_KEY_UP || e->type == TIMELINE_BUTTON_UP)
            g_hash_table_add(released, (gpointer)id);
        else if ((e->type == TIMELINE_KEY_DOWN || e->type == TIMELINE_BUTTON_DOWN) && !e->hold_ms &&
                 !g_hash_table_contains(released, id))
            e->hold_ms = max_hold_ms;
    }
}

/* Pushes what is to be called and its arguments: how many, -1 = it cannot be called. */
static int push_call(sandbox *s, const action *a, GError **error)
{
    if (!sandbox_push_function(s, a->skill)) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, "there is no skill \"%s\"", a->skill);
        return -1;
    }
    return primitive_find(a->skill) ? primitive_push(s->L, a, error) : push_arguments(s->L, a);
}

/* One after the other, on one clock. */
static bool run_actions(sandbox *s, const GPtrArray *actions, GError **error)
{
    sandbox_begin(s);
    bool done = true;
    for (guint i = 0; i < actions->len && done; i++) {
        const action *a = g_ptr_array_index(actions, i);
        struct sandbox_error e;
        s->data = a->skill;
        s->action = a;
        s->part = a->part;
        s->awaits = 0;
        int n = push_call(s, a, error);
        if (n < 0)
            return false;
        g_autofree char *place = sandbox_place(s, n);
        dryrun_limit_time(place, a->skill);
        done = sandbox_call(s, n, 0, &e);
        worker_time_limit(0, NULL, NULL);
        if (!done && s->awaiting) {
            g_free(e.what);
            done = i + 1 == actions->len;
            if (!done)
                g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                            "%s: it waits for something on the screen, so that no call can come after it (give it alone)",
                            a->skill);
        } else if (!done) {
            sandbox_error_take(s, &e, error);
        }
    }
    s->action = NULL;
    s->calling = false;
    if (!done || !sandbox_finish(s, error))
        return false;
    dryrun_end_holds(s->acts.timeline, s->max_hold_ms);
    return true;
}

static GPtrArray *request_actions(const cJSON *root, GError **error)
{
    const cJSON *list = strict_json_get_array(root, "actions", error);
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)action_free);
    for (const cJSON *item = list ? list->child : NULL; item; item = item->next) {
        g_autofree char *text = strict_json_print(item);
        action *a = action_from_json(text, strlen(text), error);
        if (!a)
            return NULL;
        g_ptr_array_add(all, a);
    }
    return list ? g_steal_pointer(&all) : NULL;
}

screen *dryrun_screen(const cJSON *root, GError **error)
{
    const cJSON *item = strict_json_get_object(root, "screen", error);
    g_autofree char *text = item ? strict_json_print(item) : NULL;
    return text ? screen_from_json(text, strlen(text), error) : NULL;
}

/* What the loop that it ends in was made of. */
static void note_sources(timeline *t, const cJSON *sources)
{
    timeline_loop *l = timeline_loop_of(t);
    if (!l)
        return;
    g_autofree char *text = strict_json_print(sources);
    g_free(l->source_sha256);
    l->source_sha256 = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
}

struct dryrun *dryrun_perform(const char *request, gsize length, GError **error)
{
    g_autoptr(cJSON) root = strict_json_parse(request, length, REQUEST_MAX, error);
    const cJSON *sources = root ? strict_json_get_array(root, "sources", error) : NULL;
    gint64 max_hold_ms;
    const char *seed, *name, *source;
    if (!sources || !strict_json_get_int(root, "max_hold_ms", 1, TIMELINE_MS_MAX, &max_hold_ms, error) ||
        !strict_json_get_string(root, "seed", &seed, error))
        return NULL;
    struct dryrun *d = g_new0(struct dryrun, 1); /* the process ends with it */
    d->actions = request_actions(root, error);
    d->screen = d->actions ? dryrun_screen(root, error) : NULL;
    if (!d->screen)
        return NULL;
    const GPtrArray *actions = d->actions;
    sandbox *s = d->sandbox = sandbox_new(d->screen, g_ascii_strtoull(seed, NULL, 10), max_hold_ms);
    s->limits.reached = on_limit;
    s->data = actions->len ? ((action *)g_ptr_array_index(actions, 0))->skill : (char *)"nothing";
    for (const cJSON *item = sources->child; item; item = item->next) {
        if (!strict_json_get_string(item, "name", &name, error) || !strict_json_get_string(item, "source", &source, error) ||
            !load(s, name, source, error))
            return NULL;
    }
    sandbox_seal(s);
    if (!run_actions(s, actions, error))
        return NULL;
    note_sources(s->acts.timeline, sources);
    return d;
}

bool dryrun_worker_run(const char *request, gsize length, GString *reply, GError **error)
{
    const struct dryrun *d = dryrun_perform(request, length, error);
    if (!d)
        return false;
    g_autofree char *text = timeline_to_json(d->sandbox->acts.timeline);
    g_string_append(reply, text);
    return true;
}

bool dryrun_worker_script(const char *request, gsize length, GString *reply, GError **error)
{
    g_autoptr(cJSON) root = strict_json_parse(request, length, REQUEST_MAX, error);
    const char *name, *source, *function, *input;
    if (!root || !strict_json_get_string(root, "name", &name, error) || !strict_json_get_string(root, "source", &source, error) ||
        !strict_json_get_string(root, "function", &function, error) || !strict_json_get_string(root, "input", &input, error))
        return false;
    g_autoptr(sandbox) s = sandbox_new(NULL, 1, 1);
    s->limits.reached = on_limit;
    s->data = (gpointer)function;
    if (!load(s, name, source, error))
        return false;
    sandbox_seal(s);
    if (!*function)
        return true;
    if (!sandbox_push_function(s, function)) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, "%s has no function \"%s\"", name, function);
        return false;
    }
    if (!sandbox_push_json(s, input, strlen(input), error))
        return false;
    struct sandbox_error e;
    g_autofree char *place = sandbox_place(s, 1);
    dryrun_limit_time(place, function);
    if (!sandbox_call(s, 1, 1, &e)) {
        worker_time_limit(0, NULL, NULL);
        sandbox_error_take(s, &e, error);
        return false;
    }
    g_autofree char *text = sandbox_take_json(s, error);
    worker_time_limit(0, NULL, NULL);
    if (text)
        g_string_append(reply, text);
    return text != NULL;
}
