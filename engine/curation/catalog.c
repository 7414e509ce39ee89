#include "engine/curation/catalog.h"

#include "skills/library/skill_doc.h"
#include "skills/library/skill_text.h"

#include <string.h>

struct catalog {
    GPtrArray *rows;     /* struct catalog_row*, owned */
    GHashTable *by_name; /* name → loaded row */
    GPtrArray *hidden;   /* struct catalog_row*, owned: what a profile keeps from being proposed; another may call it */
};

static void row_free(gpointer data)
{
    struct catalog_row *r = data;
    g_free(r->name);
    g_free(r->sha256);
    g_free(r->doc);
    skill_free(r->sketch);
    g_free(r->author);
    g_free(r->reason);
    g_free(r);
}

static char *version_key(const char *name, const char *sha256)
{
    return g_strconcat(sha256, " ", name, NULL);
}

/* name and content → memory_skill* (borrowed from `versions`) */
static GHashTable *index_versions(const GPtrArray *versions)
{
    GHashTable *index = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < versions->len; i++) {
        memory_skill *v = g_ptr_array_index(versions, i);
        g_hash_table_insert(index, version_key(v->name, v->sha256), v);
    }
    return index;
}

static memory_skill *known(GHashTable *index, const char *name, const char *sha256)
{
    g_autofree char *key = version_key(name, sha256);
    return g_hash_table_lookup(index, key);
}

/* ---- telling the store ---- */

static memory_skill *version_of(const skill *s)
{
    bool shipped = s->layer == LAYER_SHIPPED;
    memory_skill *v = g_new0(memory_skill, 1);
    *v = (memory_skill){.name = g_strdup(s->name),
                        .sha256 = g_strdup(s->sha256),
                        .author = g_strdup(shipped ? "shipped" : "human"),
                        .file = g_strdup(s->file),
                        .code = g_strdup(s->code),
                        .stage = g_strdup(stage_name(shipped ? STAGE_TRUSTED : STAGE_TRIAL)),
                        .by = g_strdup("file")};
    return v;
}

static bool still_there(const void *lib)
{
    return skill_library_is_current(lib);
}

/* A version that a file holds, though it was not to be used: whoever put it there wants it, but nobody accepted it. A library
 * that was read before its files changed says nothing of that: somebody may just have taken the version out of them. */
static bool again_on_trial(memory *m, const skill_library *lib, const memory_skill *v, GError **error)
{
    enum skill_stage stage = STAGE_TRIAL;
    if (stage_parse(v->stage, &stage) && stage_is_loaded(stage))
        return true;
    return memory_skill_move_stage(m, v, stage_name(STAGE_TRIAL), "file", "found in a file", still_there, lib, NULL, error);
}

bool catalog_sync(memory *m, const skill_library *lib, GError **error)
{
    g_autoptr(GPtrArray) versions = m ? memory_skill_versions(m, NULL, error) : NULL;
    if (!versions)
        return !m;
    g_autoptr(GHashTable) index = index_versions(versions);
    g_autoptr(GPtrArray) fresh = g_ptr_array_new_with_free_func((GDestroyNotify)memory_skill_free);
    const GPtrArray *all = skill_library_all(lib);
    for (guint i = 0; i < all->len; i++) {
        const skill *s = g_ptr_array_index(all, i);
        if (!skill_library_in_file(lib, s))
            continue;
        const memory_skill *v = known(index, s->name, s->sha256);
        if (!v)
            g_ptr_array_add(fresh, version_of(s));
        else if (s->layer != LAYER_SHIPPED && !again_on_trial(m, lib, v, error))
            return false;
    }
    return !fresh->len || memory_skills_add(m, fresh, NULL, error);
}

/* ---- reading ---- */

static void take_version(struct catalog_row *r, const memory_skill *v)
{
    g_free(r->author);
    r->author = g_strdup(v->author);
    r->reason = g_strdup(v->reason);
    r->run = v->run;
    r->step = v->step;
    r->learned_us = v->at_us;
    stage_parse(v->stage, &r->stage);
}

static struct catalog_row *row_of_skill(const skill *s, GHashTable *index)
{
    struct catalog_row *r = g_new0(struct catalog_row, 1);
    bool shipped = s->layer == LAYER_SHIPPED;
    *r = (struct catalog_row){.skill = s,
                              .name = g_strdup(s->name),
                              .sha256 = g_strdup(s->sha256),
                              .doc = g_strdup(s->doc),
                              .author = g_strdup(shipped ? "shipped" : "human"),
                              .stage = shipped ? STAGE_TRUSTED : STAGE_TRIAL};
    const memory_skill *v = known(index, s->name, s->sha256);
    if (v)
        take_version(r, v);
    if (!stage_is_loaded(r->stage)) /* the files go before: catalog_sync() tells the store */
        r->stage = STAGE_TRIAL;
    return r;
}

/* The first words of a text that has no such function. */
static char *doc_of(const char *code)
{
    g_auto(GStrv) lines = g_strsplit(code ? code : "", "\n", 2);
    const char *p = lines[0] ? lines[0] : "";
    while (*p == '-' || *p == ' ')
        p++;
    return g_strdup(p);
}

static struct catalog_row *row_of_draft(const memory_skill *v)
{
    struct catalog_row *r = g_new0(struct catalog_row, 1);
    r->name = g_strdup(v->name);
    r->sha256 = g_strdup(v->sha256);
    take_version(r, v);
    return r;
}

static int by_name(gconstpointer a, gconstpointer b)
{
    const struct catalog_row *x = *(const struct catalog_row *const *)a, *y = *(const struct catalog_row *const *)b;
    int order = strcmp(x->name, y->name);
    return order ? order : (y->skill != NULL) - (x->skill != NULL);
}

/* Of versions that are one under several names: same → the one that is shown, the first for which `rank` is highest. */
typedef int (*rank_function)(const memory_skill *v, const skill_library *lib, const char *name);

static GHashTable *shown_ones(const GPtrArray *versions, rank_function rank, const skill_library *lib, const char *name)
{
    GHashTable *shown = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (guint i = 0; i < versions->len; i++) {
        memory_skill *v = g_ptr_array_index(versions, i);
        const memory_skill *other = g_hash_table_lookup(shown, &v->same);
        if (!other || rank(v, lib, name) > rank(other, lib, name))
            g_hash_table_replace(shown, &v->same, v);
    }
    return shown;
}

static int rank_in_history(const memory_skill *v, const skill_library *lib, const char *name)
{
    const skill *loaded = skill_library_find_any(lib, name);
    bool own = g_str_equal(v->name, name);
    return own && loaded && g_str_equal(v->sha256, loaded->sha256) ? 2 : own;
}

GPtrArray *catalog_history(memory *m, const skill_library *lib, const char *name, GError **error)
{
    g_autoptr(GPtrArray) versions = memory_skill_versions(m, name, error);
    if (!versions)
        return NULL;
    g_autoptr(GHashTable) shown = shown_ones(versions, rank_in_history, lib, name);
    GPtrArray *history = g_ptr_array_new_with_free_func((GDestroyNotify)memory_skill_free);
    for (guint i = 0; i < versions->len; i++) {
        memory_skill *v = g_ptr_array_index(versions, i);
        if (g_hash_table_lookup(shown, &v->same) == v)
            g_ptr_array_add(history, v);
        else
            memory_skill_free(v);
    }
    g_ptr_array_set_free_func(versions, NULL);
    return history;
}

/* The names whose history is more than, or less than, the versions of that name. */
static GHashTable *renamed_names(memory *m, const GPtrArray *versions)
{
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) renames = m ? memory_skill_renames(m, 0, NULL) : NULL;
    for (guint i = 0; renames && i < renames->len; i++)
        g_hash_table_add(names, g_strdup(((struct memory_rename *)g_ptr_array_index(renames, i))->to));
    for (guint i = 0; i < versions->len; i++) {
        const memory_skill *v = g_ptr_array_index(versions, i);
        if (v->same != v->id)
            g_hash_table_add(names, g_strdup(v->name));
    }
    return names;
}

static void count_versions(catalog *c, memory *m, const skill_library *lib, const GPtrArray *versions)
{
    g_autoptr(GHashTable) count = g_hash_table_new(g_str_hash, g_str_equal), renamed = renamed_names(m, versions);
    for (guint i = 0; i < versions->len; i++) {
        char *name = ((memory_skill *)g_ptr_array_index(versions, i))->name;
        g_hash_table_insert(count, name, GINT_TO_POINTER(GPOINTER_TO_INT(g_hash_table_lookup(count, name)) + 1));
    }
    for (guint i = 0; i < c->rows->len; i++) {
        struct catalog_row *r = g_ptr_array_index(c->rows, i);
        g_autoptr(GPtrArray) history = g_hash_table_contains(renamed, r->name) ? catalog_history(m, lib, r->name, NULL) : NULL;
        r->versions = history ? (int)history->len : GPOINTER_TO_INT(g_hash_table_lookup(count, r->name));
    }
}

static int rank_of_draft(const memory_skill *v, const skill_library *lib, const char *name)
{
    (void)name;
    return skill_library_find_any(lib, v->name) != NULL;
}

/* A draft for a skill that was renamed stands under the name that is loaded. */
static void add_drafts(catalog *c, memory *m, const skill_library *lib, const GPtrArray *versions)
{
    g_autoptr(GHashTable) shown = shown_ones(versions, rank_of_draft, lib, NULL);
    for (guint i = 0; i < versions->len; i++) {
        const memory_skill *v = g_ptr_array_index(versions, i);
        if (g_strcmp0(v->stage, stage_name(STAGE_DRAFT)) != 0 || g_hash_table_lookup(shown, &v->same) != v)
            continue;
        g_autoptr(memory_skill) whole = memory_skill_get(m, v->name, v->sha256, NULL);
        struct catalog_row *r = row_of_draft(v);
        r->sketch = whole && whole->code ? skill_text_sketch(whole->code, v->name) : NULL;
        r->doc = r->sketch ? g_strdup(r->sketch->doc) : doc_of(whole ? whole->code : NULL);
        g_ptr_array_add(c->rows, r);
    }
}

static bool add_counts(catalog *c, memory *m, GError **error)
{
    g_autoptr(GPtrArray) counts = memory_outcome_counts(m, NULL, error);
    if (!counts)
        return false;
    g_autoptr(GHashTable) index = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < counts->len; i++) {
        struct memory_counts *n = g_ptr_array_index(counts, i);
        g_hash_table_insert(index, version_key(n->name, n->sha256), n);
    }
    for (guint i = 0; i < c->rows->len; i++) {
        struct catalog_row *r = g_ptr_array_index(c->rows, i);
        g_autofree char *key = version_key(r->name, r->sha256);
        const struct memory_counts *n = g_hash_table_lookup(index, key);
        if (!n)
            continue;
        r->counts = *n;
        r->counts.name = r->counts.sha256 = NULL;
    }
    return true;
}

static void add_loaded(catalog *c, GPtrArray *rows, const GPtrArray *skills, GHashTable *index)
{
    for (guint i = 0; i < skills->len; i++) {
        struct catalog_row *r = row_of_skill(g_ptr_array_index(skills, i), index);
        g_ptr_array_add(rows, r);
        g_hash_table_insert(c->by_name, r->name, r);
    }
}

catalog *catalog_load(memory *m, const skill_library *lib, GError **error)
{
    g_autoptr(GPtrArray) versions = m ? memory_skill_versions(m, NULL, error) : g_ptr_array_new();
    if (!versions)
        return NULL;
    g_autoptr(GHashTable) index = index_versions(versions);
    g_autoptr(catalog) c = g_new0(catalog, 1);
    c->rows = g_ptr_array_new_with_free_func(row_free);
    c->hidden = g_ptr_array_new_with_free_func(row_free);
    c->by_name = g_hash_table_new(g_str_hash, g_str_equal);
    add_loaded(c, c->rows, skill_library_all(lib), index);
    add_loaded(c, c->hidden, skill_library_kept_back(lib), index);
    if (m)
        add_drafts(c, m, lib, versions);
    count_versions(c, m, lib, versions);
    g_ptr_array_sort(c->rows, by_name);
    return !m || add_counts(c, m, error) ? g_steal_pointer(&c) : NULL;
}

void catalog_free(catalog *c)
{
    if (!c)
        return;
    g_hash_table_unref(c->by_name);
    g_ptr_array_unref(c->rows);
    g_ptr_array_unref(c->hidden);
    g_free(c);
}

const GPtrArray *catalog_rows(const catalog *c)
{
    return c->rows;
}

const struct catalog_row *catalog_find(const catalog *c, const char *name)
{
    return g_hash_table_lookup(c->by_name, name);
}

const char *catalog_untrusted(const catalog *c, const skill_library *lib, const char *name, enum skill_stage *ret_stage)
{
    g_autoptr(GPtrArray) names = skill_library_closure(lib, name);
    for (guint i = 0; i < names->len; i++) {
        const struct catalog_row *r = catalog_find(c, g_ptr_array_index(names, i));
        if (!r || !stage_asks(r->stage))
            continue;
        if (ret_stage)
            *ret_stage = r->stage;
        return r->name;
    }
    return NULL;
}

GPtrArray *catalog_stored(memory *m, enum skill_stage stage, GError **error)
{
    g_autoptr(GPtrArray) versions = m ? memory_skill_versions(m, NULL, error) : g_ptr_array_new();
    GPtrArray *rows = versions ? g_ptr_array_new_with_free_func(row_free) : NULL;
    for (guint i = 0; versions && i < versions->len; i++) {
        const memory_skill *v = g_ptr_array_index(versions, i);
        if (g_strcmp0(v->stage, stage_name(stage)) != 0 || !v->staged)
            continue;
        struct catalog_row *r = row_of_draft(v);
        r->doc = g_strdup(v->note ? v->note : "");
        g_ptr_array_add(rows, r);
    }
    return rows;
}
