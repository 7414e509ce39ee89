/* What is wrong in rules and profiles. */

#include "tui/cli/check.h"

#include "config/profile.h"
#include "engine/agents/agent.h"
#include "engine/hand/hand.h"
#include "engine/run/brains.h"
#include "engine/gate/rules.h"
#include "skills/timeline/key.h"
#include "tui/cli/knowledge_world.h"

#include <string.h>

void check_found(GPtrArray *findings, GError **error)
{
    g_ptr_array_add(findings, g_strdup((*error)->message));
    g_clear_error(error);
}

void check_rules(const GPtrArray *list, GPtrArray *findings)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(rules) r = rules_new(list, NULL, NULL, &error);
    if (!r)
        check_found(findings, &error);
}

static void check_files(const profile *p, GPtrArray *findings)
{
    g_autoptr(GError) error = NULL;
    for (guint i = 0; i < p->icons->len; i++) {
        const struct profile_icon *icon = &g_array_index(p->icons, struct profile_icon, i);
        g_autoptr(GBytes) file = config_file(icon->file, NULL, &error);
        if (!file) {
            g_prefix_error(&error, "%s: [icon %s] file: ", p->origin, icon->name);
            check_found(findings, &error);
        }
    }
    for (guint i = 0; p->skills[i]; i++) {
        g_autofree char *path = g_strdup_printf("skills/lib/%s.lua", p->skills[i]);
        g_autoptr(GBytes) file = config_file(path, NULL, &error);
        if (!file) {
            g_prefix_error(&error, "%s: [profile] skills: ", p->origin);
            check_found(findings, &error);
        }
    }
}

static void check_chord(const profile *p, GPtrArray *findings)
{
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) keys = key_chord(p->paste.keys, PASTE_KEYS_MAX, &error);
    if (!keys) {
        g_prefix_error(&error, "%s: [profile] paste_keys: ", p->origin);
        check_found(findings, &error);
    }
}

void check_merge(const config *cfg, const char *list, const char *where, GPtrArray *findings)
{
    g_autoptr(GError) first = NULL;
    bool some = !*list;
    for (const struct agent *const *a = agents; *a && !some; a++) {
        guint merged = 0;
        g_autoptr(GError) error = NULL;
        some = brains_merge(cfg, (*a)->modules, list, &merged, &error) && merged;
        if (error && !first)
            first = g_steal_pointer(&error);
    }
    if (!some)
        g_ptr_array_add(findings, g_strdup_printf("%s: %s", where, first ? first->message : "no agent has these modules"));
}

void check_profile(const char *name, GPtrArray *findings)
{
    g_autoptr(GError) error = NULL;
    bool is_path = strchr(name, '/') != NULL;
    g_autofree char *path = is_path ? g_canonicalize_filename(name, NULL) : g_strdup_printf("apps/%s.ini", name), *origin = NULL;
    g_autoptr(GBytes) bytes = config_file(path, &origin, &error);
    if (!bytes) {
        check_found(findings, &error);
        return;
    }
    gsize length;
    const char *text = g_bytes_get_data(bytes, &length);
    guint before = findings->len;
    profile_find_wrong(text ? text : "", length, origin, findings);
    if (findings->len > before)
        return;
    g_autoptr(profile) p = profile_parse(name, text ? text : "", length, origin, &error);
    if (!p) {
        check_found(findings, &error);
        return;
    }
    check_files(p, findings);
    check_chord(p, findings);
    g_autoptr(config) cfg = config_load(NULL);
    g_autofree char *where = g_strconcat(p->origin, ": [profile] merge", NULL);
    if (cfg && p->merge)
        check_merge(cfg, p->merge, where, findings);
    check_rules(p->rules, findings);
}

void check_worlds(GPtrArray *findings, GPtrArray *notes)
{
    g_autoptr(GPtrArray) worlds = knowledge_worlds();
    for (guint i = 0; i < worlds->len; i++) {
        const struct knowledge_world *w = g_ptr_array_index(worlds, i);
        g_autofree char *out = w->out ? knowledge_world_out(w->recipes, w->out) : NULL;
        if (w->defect)
            g_ptr_array_add(findings, g_strdup(w->defect));
        if (out)
            g_ptr_array_add(notes, g_strdup_printf("%s: note: %s", w->path, out));
    }
}
