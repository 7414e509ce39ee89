#include "engine/curation/change_parts.h"

#include "skills/skill_text.h"

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
        char *text = change_text_around(s, error);
        if (!text)
            return NULL;
        g_hash_table_insert(files, g_strdup(s->file), text);
    }
    return g_steal_pointer(&files);
}

/* The new texts have the stages of the old ones. */
static bool carry_stages(const struct change *c, const char *from, const char *to, const char *path, const char *text,
                         GError **error)
{
    g_autoptr(GPtrArray) skills = skill_text_parse(path, text, NULL, error);
    for (guint i = 0; skills && i < skills->len; i++) {
        const skill *s = g_ptr_array_index(skills, i);
        bool itself = g_str_equal(s->name, to);
        const skill *old = skill_library_find(c->lib, itself ? from : s->name);
        if (!old || g_str_equal(old->sha256, s->sha256))
            continue;
        g_autoptr(memory_skill) before = memory_skill_get(c->m, old->name, old->sha256, NULL);
        g_autofree char *note = itself ? g_strdup_printf("renamed from %s", from) : g_strdup_printf("%s renamed to %s", from, to);
        memory_skill v = {.name = s->name,
                          .sha256 = s->sha256,
                          .code = s->code,
                          .author = before ? before->author : (char *)"human",
                          .parent = old->sha256,
                          .note = note,
                          .stage = before && before->stage ? before->stage : (char *)stage_name(STAGE_TRIAL),
                          .by = (char *)c->by};
        g_autoptr(GPtrArray) one = g_ptr_array_new();
        g_ptr_array_add(one, &v);
        if (!memory_skills_add(c->m, one, NULL, error))
            return false;
    }
    return skills != NULL;
}

static bool name_is_free(const struct change *c, const char *to, GError **error)
{
    if (!skill_text_name_fits(to))
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                    "\"%.80s\" is no skill's name (letters, digits and _, no Lua keyword, at most 64)", to);
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
            return false;
        }
        places += count;
        g_hash_table_insert(done, path, renamed);
    }
    g_hash_table_iter_init(&iter, done);
    while (g_hash_table_iter_next(&iter, &path, &text)) {
        if (!carry_stages(c, from, to, path, text, error))
            return false;
    }
    if (ret_uses)
        *ret_uses = places ? places - 1 : 0;
    return true;
}
