/* Any bytes as a skill file, run in this process: no crash, no leak, no way round the limits, and every event is one that a
 * timeline may have. Sources that call what only processor time bounds (patterns) are passed over: time is the worker's matter.
 */

#include "skills/library/library_parts.h"
#include "skills/lua/lua_sandbox.h"
#include "skills/lua/lua_tokens.h"
#include "skills/library/skill_doc.h"

#include <lauxlib.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_slow(const char *source)
{
    static const char *const slow[] = {"find", "match", "gsub", "rep", "table.move"};
    for (gsize i = 0; i < G_N_ELEMENTS(slow); i++) {
        if (strstr(source, slow[i]))
            return true;
    }
    return false;
}

struct globals {
    sandbox *s;
    GHashTable *named; /* variables of its tokens */
};

/* What the compiled code reads or sets, the tokens name: what a skill leads to is read from them. */
static bool found_global(void *data, int line, const char *name, bool declared)
{
    const struct globals *g = data;
    g_autofree char *why = declared ? NULL : sandbox_undeclared(g->s, name);
    g_assert(line >= 0 && (declared || why));
    g_assert(g_hash_table_contains(g->named, name));
    return true;
}

static void scan_globals(sandbox *s, const char *source)
{
    gsize length = strlen(source);
    g_autoptr(GArray) tokens = lua_tokens(source, length);
    g_autoptr(GHashTable) named = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < tokens->len; i++) {
        const struct lua_token *t = &g_array_index(tokens, struct lua_token, i);
        if (t->kind == TOKEN_NAME)
            g_hash_table_add(named, g_strndup(source + t->start, t->length));
    }
    struct globals g = {s, named};
    sandbox_scan_globals(s, source, length, found_global, &g);
}

static void run(sandbox *s, const skill *one)
{
    struct sandbox_error e;
    if (!sandbox_push_function(s, one->name))
        return;
    for (guint i = 0; i < one->params->len; i++)
        lua_pushinteger(s->L, 1);
    s->calling = true;
    if (!sandbox_call(s, (int)one->params->len, 0, &e)) {
        g_autoptr(GError) error = NULL;
        sandbox_error_take(s, &e, &error);
        g_assert(error && g_utf8_validate(error->message, -1, NULL));
    }
    s->calling = false;
    g_assert(lua_gettop(s->L) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int line;
    g_autofree char *source = g_strndup((const char *)data, size);
    g_autofree char *refused = doc_refuse_source((const char *)data, size, &line);
    if (refused || is_slow(source))
        return 0;
    g_autoptr(screen) blank = screen_new(1280, 720);
    g_autoptr(sandbox) s = sandbox_new(blank, 1, 60000);
    s->limits.instructions_max = 20000;
    s->limits.memory_max = 4 * 1024 * 1024;
    struct sandbox_error e;
    if (!sandbox_load(s, "fuzz.lua", source, size, &e)) {
        g_autoptr(GError) error = NULL;
        sandbox_error_take(s, &e, &error);
        g_assert(error);
        return 0;
    }
    sandbox_seal(s);
    g_autoptr(GArray) findings = doc_findings_new();
    g_autoptr(GPtrArray) skills = library_skills_of(s, 0, source, findings);
    scan_globals(s, source);
    for (guint i = 0; i < skills->len && i < 20; i++)
        run(s, g_ptr_array_index(skills, i));
    g_autofree char *json = timeline_to_json(s->acts.timeline);
    g_autoptr(timeline) back = timeline_from_json(json, strlen(json), NULL);
    g_assert(back || strlen(json) > TIMELINE_JSON_MAX);
    return 0;
}
