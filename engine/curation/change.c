#include "engine/curation/change.h"

#include "skills/skill_text.h"

#include <string.h>

#define UNDO_MAX 200 /* changes that can be taken back */

/* ---- files ---- */

/* One file's change, and its record. `batch` binds several together. */
static bool put_file(const struct change *c, const char *what, const char *path, const char *before, const char *after,
                     gint64 *batch, GError **error)
{
    if (!skill_text_write(path, before, after, error))
        return false;
    gint64 id = 0;
    const struct memory_change row = {
        .what = (char *)what, .path = (char *)path, .before = (char *)before, .after = (char *)after, .batch = *batch};
    if (!memory_change_add(c->m, &row, &id, error))
        return false;
    *batch = *batch ? *batch : id;
    return true;
}

static bool put_one(const struct change *c, const char *verb, const char *name, const char *path, const char *before,
                    const char *after, GError **error)
{
    g_autofree char *what = g_strdup_printf("%s %s", verb, name);
    gint64 batch = 0;
    return put_file(c, what, path, before, after, &batch, error);
}

static const skill *own_skill(const struct change *c, const char *name, GError **error)
{
    const skill *s = skill_library_find(c->lib, name);
    if (s && s->layer != LAYER_SHIPPED)
        return s;
    if (s)
        g_set_error(
            error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
            "%s ships with reins and is not changed (write one of your own with another name; a profile's `deny` keeps it "
            "away)",
            name);
    else
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, "there is no skill \"%.80s\" in the library", name);
    return NULL;
}

/* The file's text, which still holds the skill as it was loaded. */
static char *text_around(const skill *s, GError **error)
{
    g_autofree char *text = skill_text_read(s->file, error);
    g_autofree char *cut = text ? skill_text_cut(text, s->code) : NULL;
    if (cut)
        return g_steal_pointer(&text);
    if (!error || !*error)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_CONFLICT,
                    "%s no longer holds %s as it was loaded: somebody changed the file (load the library again)", s->file,
                    s->name);
    return NULL;
}

static bool library_fits(const char *library, GError **error)
{
    if (*library != '.' && !strchr(library, '/') && strlen(library) <= 64)
        return true;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "\"%.80s\" is no library's name (a plain file name)", library);
    return false;
}

/* Puts a version's text where it belongs. */
static bool write_version(const struct change *c, const char *verb, const char *name, const char *code, const char *library,
                          char **ret_path, GError **error)
{
    const skill *old = skill_library_find(c->lib, name);
    bool own = old && old->layer != LAYER_SHIPPED;
    g_autofree char *folder = skill_layer_folder(LAYER_OWN), *file = g_strconcat(name, ".lua", NULL);
    g_autofree char *path = own ? g_strdup(old->file) : g_build_filename(folder, library, file, NULL);
    g_autoptr(GError) local = NULL;
    g_autofree char *before = own ? text_around(old, &local) : skill_text_read(path, &local);
    if (local) {
        g_propagate_error(error, g_steal_pointer(&local));
        return false;
    }
    g_autofree char *after = skill_text_put(before, own ? old->code : NULL, code);
    if (!put_one(c, verb, name, path, before, after, error))
        return false;
    if (ret_path)
        *ret_path = g_steal_pointer(&path);
    return true;
}

/* ---- drafts ---- */

static memory_skill *find_version(const struct change *c, const char *name, const char *sha256, GError **error)
{
    g_autoptr(GError) local = NULL;
    memory_skill *v = memory_skill_get(c->m, name, sha256, &local);
    if (local)
        g_propagate_error(error, g_steal_pointer(&local));
    else if (!v)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, "there is no version %.12s of %.80s (`reins skills log %.80s`)",
                    sha256, name, name);
    return v;
}

static bool may_become(const memory_skill *v, enum skill_stage to, GError **error)
{
    enum skill_stage from;
    if (stage_parse(v->stage, &from) && stage_person_may(from, to))
        return true;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "%s %.8s is %s already: it cannot become %s", v->name, v->sha256,
                v->stage ? v->stage : "nothing", stage_name(to));
    return false;
}

static bool passes(const draft_check *check, GError **error)
{
    if (draft_check_passes(check))
        return true;
    g_ptr_array_add(check->errors, NULL);
    g_autofree char *all = g_strjoinv("\n", (char **)check->errors->pdata);
    g_ptr_array_set_size(check->errors, (int)check->errors->len - 1);
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX, "%s", all);
    return false;
}

/* A text as it would be in the library: in the file of the own skill that it takes the place of, else (old NULL) alone. */
static draft_check *check_in_place(const struct change *c, const skill *old, const char *label, const char *text, GError **error)
{
    if (!old || old->layer == LAYER_SHIPPED)
        return draft_check_text(c->lib, label, text, error);
    g_autofree char *file = text_around(old, error);
    return file ? draft_check_within(c->lib, label, file, old->code, text, error) : NULL;
}

static bool is_of(const draft_check *check, const char *name, GError **error)
{
    if (g_str_equal(check->name, name))
        return true;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                "the text is of %s, not of %s (`reins skills rename` gives another name)", check->name, name);
    return false;
}

/* Beside helpers of its new file a draft's text is another version than alone: that one is on trial, with the same origin. */
static bool add_in_place(const struct change *c, const memory_skill *v, const draft_check *check, GError **error)
{
    memory_skill now = *v;
    now.sha256 = check->sha256;
    now.parent = check->replaces;
    now.at_us = 0;
    now.stage = (char *)stage_name(STAGE_TRIAL);
    now.by = (char *)c->by;
    now.reason = (char *)"accepted";
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    g_ptr_array_add(one, &now);
    return g_str_equal(v->sha256, check->sha256) || memory_skills_add(c->m, one, NULL, error);
}

bool change_accept(const struct change *c, const char *name, const char *sha256, const char *library, char **ret_path,
                   GError **error)
{
    g_autoptr(memory_skill) v = find_version(c, name, sha256, error);
    if (!v || !may_become(v, STAGE_TRIAL, error) || !library_fits(library, error))
        return false;
    g_autoptr(draft_check) check = check_in_place(c, skill_library_find(c->lib, name), name, v->code, error);
    if (!check || !passes(check, error) || !is_of(check, name, error))
        return false;
    return write_version(c, "accept", name, v->code, library, ret_path, error) && add_in_place(c, v, check, error) &&
           memory_skill_set_stage(c->m, name, v->sha256, stage_name(STAGE_TRIAL), c->by, "accepted", error);
}

bool change_refuse(const struct change *c, const char *name, const char *sha256, const char *reason, GError **error)
{
    g_autoptr(memory_skill) v = find_version(c, name, sha256, error);
    return v && may_become(v, STAGE_REFUSED, error) &&
           memory_skill_set_stage(c->m, name, v->sha256, stage_name(STAGE_REFUSED), c->by, reason, error);
}

bool change_write(const struct change *c, const char *name, const char *text, const char *library, const char *note,
                  GError **error)
{
    const skill *old = name ? own_skill(c, name, error) : NULL;
    if ((name && !old) || !library_fits(library, error))
        return false;
    g_autoptr(draft_check) check = check_in_place(c, old, name ? name : "the text", text, error);
    if (!check || !passes(check, error) || (name && !is_of(check, name, error)))
        return false;
    if (!name && check->replaces) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                    "there is a skill %s already (`reins skills edit %s` changes it)", check->name, check->name);
        return false;
    }
    const struct draft_origin origin = {.author = "human", .by = c->by, .note = note};
    if (!write_version(c, name ? "edit" : "add", check->name, check->code, library, NULL, error) ||
        !draft_add(c->m, check, &origin, NULL, error))
        return false;
    return memory_skill_set_stage(c->m, check->name, check->sha256, stage_name(STAGE_TRIAL), c->by, "written", error);
}

/* ---- versions ---- */

/* The one that was in the library before the loaded one: its parent, else the newest older one that was ever loaded. */
static memory_skill *version_before(const struct change *c, const skill *s, GError **error)
{
    g_autoptr(GPtrArray) versions = memory_skill_versions(c->m, s->name, error);
    gint64 loaded = 0;
    const char *parent = NULL;
    for (guint i = 0; versions && i < versions->len; i++) {
        const memory_skill *v = g_ptr_array_index(versions, i);
        if (g_str_equal(v->sha256, s->sha256)) {
            loaded = v->id;
            parent = v->parent;
        }
    }
    for (guint i = 0; versions && i < versions->len; i++) {
        const memory_skill *v = g_ptr_array_index(versions, i);
        enum skill_stage stage;
        bool was_loaded = stage_parse(v->stage, &stage) && stage != STAGE_DRAFT && stage != STAGE_REFUSED;
        if (parent ? g_str_equal(v->sha256, parent) : v->id < loaded && was_loaded)
            return memory_skill_get(c->m, s->name, v->sha256, error);
    }
    if (versions)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, "%s has no earlier version (`reins skills log %s`)", s->name,
                    s->name);
    return NULL;
}

bool change_roll_back(const struct change *c, const char *name, const char *sha256, char **ret_sha256, GError **error)
{
    const skill *s = own_skill(c, name, error);
    g_autoptr(memory_skill) v = !s ? NULL : sha256 ? find_version(c, name, sha256, error) : version_before(c, s, error);
    if (!v)
        return false;
    if (g_str_equal(v->sha256, s->sha256)) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "%s %.8s is the version that is loaded", name, v->sha256);
        return false;
    }
    enum skill_stage stage = STAGE_TRIAL;
    bool loaded = stage_parse(v->stage, &stage) && stage_is_loaded(stage);
    if (!write_version(c, "roll back", name, v->code, "", NULL, error) ||
        (!loaded && !memory_skill_set_stage(c->m, name, v->sha256, stage_name(STAGE_TRIAL), c->by, "rolled back to", error)))
        return false;
    if (ret_sha256)
        *ret_sha256 = g_strdup(v->sha256);
    return true;
}

static char *users_of(const skill_library *lib, const char *name)
{
    g_autoptr(GPtrArray) users = g_ptr_array_new();
    const GPtrArray *all = skill_library_all(lib);
    for (guint i = 0; i < all->len; i++) {
        const skill *s = g_ptr_array_index(all, i);
        if (s->uses && g_strv_contains((const char *const *)s->uses, name))
            g_ptr_array_add(users, s->name);
    }
    g_ptr_array_add(users, NULL);
    return users->len > 1 ? g_strjoinv(", ", (char **)users->pdata) : NULL;
}

bool change_retire(const struct change *c, const char *name, const char *reason, GError **error)
{
    const skill *s = own_skill(c, name, error);
    g_autofree char *users = s ? users_of(c->lib, name) : NULL;
    if (users)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "%s is used by %s (change those first)", name, users);
    g_autofree char *text = s && !users ? text_around(s, error) : NULL;
    if (!text)
        return false;
    g_autofree char *cut = skill_text_cut(text, s->code);
    g_strchug(cut);
    return put_one(c, "retire", name, s->file, text, *cut ? cut : NULL, error) &&
           memory_skill_set_stage(c->m, name, s->sha256, stage_name(STAGE_RETIRED), c->by, reason, error);
}

bool change_set_stage(const struct change *c, const char *name, enum skill_stage stage, const char *reason, GError **error)
{
    const skill *s = skill_library_find(c->lib, name);
    if (!s)
        return own_skill(c, name, error) != NULL;
    g_autoptr(memory_skill) v = find_version(c, name, s->sha256, error);
    return v && may_become(v, stage, error) &&
           memory_skill_set_stage(c->m, name, s->sha256, stage_name(stage), c->by, reason, error);
}

/* ---- renaming ---- */

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
        char *text = text_around(s, error);
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
    if (!own_skill(c, from, error) || !name_is_free(c, to, error))
        return false;
    g_autoptr(GHashTable) files = files_that_name(c, from, error);
    g_autoptr(GHashTable) done = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    g_autofree char *what = g_strdup_printf("rename %s to %s", from, to);
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
        if (!put_file(c, what, path, text, renamed, &batch, error)) {
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

/* ---- undo ---- */

bool change_undo(const struct change *c, char **ret_what, GError **error)
{
    g_autoptr(GPtrArray) changes = memory_changes(c->m, UNDO_MAX, error);
    const struct memory_change *newest = NULL;
    for (guint i = 0; changes && i < changes->len && !newest; i++) {
        const struct memory_change *row = g_ptr_array_index(changes, i);
        newest = row->undone ? NULL : row;
    }
    if (ret_what)
        *ret_what = newest ? g_strdup(newest->what) : NULL;
    for (guint i = 0; newest && i < changes->len; i++) {
        const struct memory_change *row = g_ptr_array_index(changes, i);
        if (row->batch == newest->batch && !skill_text_write(row->path, row->after, row->before, error))
            return false;
    }
    return changes && (!newest || memory_change_set_undone(c->m, newest->batch, true, error));
}
