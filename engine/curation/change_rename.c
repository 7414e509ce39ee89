#include "engine/curation/change_parts.h"

#include "skills/library/skill_text.h"

/* The files that name it, each once: path → text. */
static GHashTable *files_that_name(const struct change *c, const char *name, GError **error)
{
    g_autoptr(GHashTable) files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    const GPtrArray *all = skill_library_all(c->lib);
    for (guint i = 0; i < all->len; i++) {
        const skill *s = g_ptr_array_index(all, i);
        bool names = g_str_equal(s->name, name) || (s->uses && g_strv_contains((const char *const *)s->uses, name));
        if (!names || s->layer == LAYER_SHIPPED || g_hash_table_contains(files, s->file))
            continue;
        char *text = draft_text_around(s, error);
        if (!text)
            return NULL;
        g_hash_table_insert(files, g_strdup(s->file), text);
    }
    return g_steal_pointer(&files);
}

/* A parameter or a local of such a name is no skill. */
static bool is_its_own(const char *text, const char *name)
{
    g_autofree char *pattern = g_strdup_printf("@param[ \\t]+%s\\b|\\b(local|for)[ \\t]+%s\\b", name, name);
    return g_regex_match_simple(pattern, text, 0, 0);
}

char *change_text_now(const struct change *c, const memory_skill *v, GError **error)
{
    g_autoptr(GPtrArray) renames = memory_skill_renames(c->m, 0, error);
    char *text = renames ? g_strdup(v->code) : NULL;
    for (guint i = 0; renames && i < renames->len; i++) {
        const struct memory_rename *r = g_ptr_array_index(renames, i);
        if (r->upto < v->id || is_its_own(text, r->from))
            continue;
        char *renamed = skill_text_rename(text, r->from, r->to, NULL);
        g_free(text);
        text = renamed;
    }
    return text;
}

bool change_same(const struct change *c, const memory_skill *old, const skill *s, const char *parent, GError **error)
{
    g_autofree char *note = g_str_equal(old->name, s->name) ? g_strdup(old->note) : g_strdup_printf("renamed from %s", old->name);
    const memory_skill now = {.name = s->name,
                              .sha256 = s->sha256,
                              .code = s->code,
                              .author = old->author,
                              .file = old->file,
                              .parent = (char *)parent,
                              .note = note,
                              .run = old->run,
                              .step = old->step,
                              .at_us = old->at_us};
    return memory_skill_same(c->m, old, &now, c->by, error);
}

/* The loaded skill of that name, where the file had that version when it was renamed: another program may have written what
 * stands beside it since the library was read. */
static const skill *still_loaded(const struct change *c, const GPtrArray *before, const char *name)
{
    const skill *loaded = skill_library_find(c->lib, name), *there = change_named(before, name);
    return loaded && there && g_str_equal(loaded->sha256, there->sha256) ? loaded : NULL;
}

/* The new texts are the same versions as the old ones. */
static bool carry_on(const struct change *c, const char *from, const char *to, const char *path, const char *was,
                     const char *text, GError **error)
{
    g_autoptr(GPtrArray) skills = skill_text_parse(path, text, NULL, error);
    g_autoptr(GPtrArray) before = skills ? skill_text_parse(path, was, NULL, error) : NULL;
    bool ok = before != NULL;
    for (guint i = 0; ok && i < skills->len; i++) {
        const skill *s = g_ptr_array_index(skills, i);
        const skill *old = still_loaded(c, before, g_str_equal(s->name, to) ? from : s->name);
        if (!old || g_str_equal(old->sha256, s->sha256))
            continue;
        g_autoptr(GError) local = NULL;
        g_autoptr(memory_skill) v = memory_skill_get(c->m, old->name, old->sha256, &local);
        ok = !local && (!v || change_same(c, v, s, v->parent, error));
        if (local)
            g_propagate_error(error, g_steal_pointer(&local));
    }
    return ok;
}

/* A draft for it is one for the new name. */
static bool carry_draft(const struct change *c, const memory_skill *v, const char *to, GError **error)
{
    g_autofree char *text = skill_text_rename(v->code, v->name, to, NULL);
    g_autoptr(GPtrArray) skills = skill_text_parse(to, text, NULL, error);
    const skill *s = skills && skills->len == 1 ? g_ptr_array_index(skills, 0) : NULL;
    bool fits = s && g_str_equal(s->name, to); /* else it cannot be read: it stays as it is, for whoever mends it */
    return fits ? change_same(c, v, s, v->parent, error) : skills != NULL;
}

static bool carry_drafts(const struct change *c, const char *from, const char *to, GError **error)
{
    g_autoptr(GPtrArray) versions = memory_skill_versions(c->m, from, error);
    bool ok = versions != NULL;
    for (guint i = 0; ok && i < versions->len; i++) {
        const memory_skill *v = g_ptr_array_index(versions, i);
        if (g_str_equal(v->name, from) && g_strcmp0(v->stage, stage_name(STAGE_DRAFT)) == 0)
            ok = carry_draft(c, v, to, error);
    }
    return ok;
}

static bool name_is_free(const struct change *c, const char *to, GError **error)
{
    if (!skill_text_name_fits(to))
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                    "\"%.80s\" is not a skill's name (letters, digits and _, no Lua keyword, at most 64)", to);
    else if (skill_library_find(c->lib, to))
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "there is a skill %s already", to);
    else
        return true;
    return false;
}

/* All files written back, after one of them could not be changed. */
static void put_back(GHashTable *files, GHashTable *done)
{
    GHashTableIter iter;
    gpointer path, text;
    g_hash_table_iter_init(&iter, done);
    while (g_hash_table_iter_next(&iter, &path, &text))
        skill_text_write(path, text, g_hash_table_lookup(files, path), NULL);
}

bool change_rename(const struct change *c, const char *from, const char *to, guint *ret_uses, GError **error)
{
    if (!change_own_skill(c, from, error) || !name_is_free(c, to, error))
        return false;
    g_autoptr(GHashTable) files = files_that_name(c, from, error);
    g_autoptr(GHashTable) done = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    g_autofree char *what = g_strdup_printf("%s to %s", from, to);
    GHashTableIter iter;
    gpointer path, text;
    gint64 batch = 0;
    guint places = 0;
    if (!files)
        return false;
    g_hash_table_iter_init(&iter, files);
    while (g_hash_table_iter_next(&iter, &path, &text)) {
        guint count;
        char *renamed = skill_text_rename(text, from, to, &count);
        if (!change_put_file(c, "rename", what, path, text, renamed, &batch, error)) {
            g_free(renamed);
            put_back(files, done);
            if (batch)
                memory_change_set_undone(c->m, batch, true, NULL);
            return false;
        }
        places += count;
        g_hash_table_insert(done, path, renamed);
    }
    g_hash_table_iter_init(&iter, done);
    while (g_hash_table_iter_next(&iter, &path, &text)) {
        if (!carry_on(c, from, to, path, g_hash_table_lookup(files, path), text, error))
            return false;
    }
    if (!memory_skill_rename_add(c->m, from, to, batch, error) || !carry_drafts(c, from, to, error))
        return false;
    if (ret_uses)
        *ret_uses = places ? places - 1 : 0;
    return true;
}
