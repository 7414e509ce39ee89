#include "engine/curation/change_parts.h"

#include "skills/library/skill_text.h"

#include <string.h>

/* ---- files ---- */

static bool library_fits(const char *library, GError **error)
{
    if (*library != '.' && !strchr(library, '/') && strlen(library) <= 64)
        return true;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "\"%.80s\" is not a library's name (a plain file name)", library);
    return false;
}

/* A file that is there and holds no such skill may be broken just now: what is added to it would not be loaded. */
static bool parses(const char *path, const char *text, GError **error)
{
    g_autoptr(GPtrArray) problems = NULL, skills = skill_text_parse(path, text, &problems, error);
    if (skills && !problems->len)
        return true;
    if (skills)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_CONFLICT,
                    "nothing was written, because the file could not be loaded then: %s (correct it first)",
                    (char *)g_ptr_array_index(problems, 0));
    return false;
}

/* own/LIBRARY/NAME.lua */
static char *new_path(const char *name, const char *library)
{
    g_autofree char *folder = skill_layer_folder(LAYER_OWN), *file = g_strconcat(name, ".lua", NULL);
    return g_build_filename(folder, library, file, NULL);
}

/* In the library of worlds the names of those that ship are taken, whatever hides them in c->lib. */
static bool name_fits(const char *name, const char *library, GError **error)
{
    static const char *const world[] = {LIBRARY_WORLD, NULL};
    if (!g_str_equal(library, LIBRARY_WORLD))
        return true;
    g_autoptr(skill_library) lib = skill_library_load(world, NULL, error);
    const skill *old = lib ? skill_library_find_any(lib, name) : NULL;
    if (!old || old->layer != LAYER_SHIPPED)
        return lib != NULL;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                "%s is a skill that ships in the library %s and is protected: give it another name", name, library);
    return false;
}

/* Puts a version's text where it belongs. */
static bool write_version(const struct change *c, const char *verb, const char *name, const char *code, const char *library,
                          gint64 *batch, char **ret_path, GError **error)
{
    const skill *old = skill_library_find(c->lib, name);
    bool own = old && old->layer != LAYER_SHIPPED;
    g_autofree char *path = own ? g_strdup(old->file) : new_path(name, library);
    g_autoptr(GError) local = NULL;
    g_autofree char *before = NULL;
    if (own || name_fits(name, library, &local))
        before = own ? draft_text_around(old, &local) : skill_text_read(path, &local);
    if (local) {
        g_propagate_error(error, g_steal_pointer(&local));
        return false;
    }
    g_autofree char *after = skill_text_put(before, own ? old->code : NULL, code);
    if ((!own && before && !parses(path, after, error)) || !change_put_file(c, verb, name, path, before, after, batch, error))
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

/* What a version is checked on: its step's screen. *ret_words says it, *ret_note why it is a blank one after all. */
static screen *screen_of(const struct change *c, const memory_skill *v, char **ret_words, char **ret_note)
{
    g_autoptr(GError) why = NULL;
    screen *seen = c->look && v && v->run > 0 ? c->look(c->m, v, &why) : NULL;
    if (seen)
        *ret_words = g_strdup_printf("the picture of run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT ", %d×%d", v->run, v->step,
                                     seen->width, seen->height);
    else if (why)
        *ret_note = g_strdup_printf("on a blank screen, because its step's picture cannot be read: %s", why->message);
    return seen;
}

/* A new skill's own file may be there already, with something else in it: then it is checked as it would stand there. */
static bool check_at_end(const struct change *c, const char *library, const char *label, const char *text, const screen *seen,
                         draft_check **inout, GError **error)
{
    const char *name = (*inout)->name;
    g_autoptr(GError) local = NULL;
    g_autofree char *path = name && !skill_library_find(c->lib, name) ? new_path(name, library) : NULL;
    g_autofree char *file = path ? skill_text_read(path, &local) : NULL;
    if (local) {
        g_propagate_error(error, g_steal_pointer(&local));
        return false;
    }
    if (!file)
        return true;
    g_autoptr(draft_check) check = draft_check_within(c->m, c->lib, label, file, NULL, text, seen, error);
    if (!check || !check->name) /* a file that cannot be read is not written to: that is told then */
        return check != NULL;
    draft_check_free(*inout);
    *inout = g_steal_pointer(&check);
    return true;
}

/* A text as it would be in the library; `library` where a new one would go (NULL = it is not known yet). */
static draft_check *check_in_place(const struct change *c, const char *name, const memory_skill *from, const char *library,
                                   const char *label, const char *text, GError **error)
{
    g_autofree char *words = NULL, *note = NULL;
    g_autoptr(screen) seen = screen_of(c, from, &words, &note);
    g_autoptr(draft_check) check = draft_check_text(c->m, c->lib, label, name, text, seen, error);
    if (!check || (library && !check_at_end(c, library, label, text, seen, &check, error)))
        return NULL;
    check->seen = g_steal_pointer(&words);
    if (note)
        g_ptr_array_add(check->notes, g_steal_pointer(&note));
    return g_steal_pointer(&check);
}

draft_check *change_check(const struct change *c, const char *name, const char *sha256, const char *text, GError **error)
{
    const skill *loaded = skill_library_find(c->lib, name);
    const char *version = sha256 ? sha256 : loaded ? loaded->sha256 : NULL;
    g_autoptr(memory_skill) from = c->m && version ? memory_skill_get(c->m, name, version, NULL) : NULL;
    return check_in_place(c, name, from, NULL, name, text, error);
}

static bool is_of(const draft_check *check, const char *name, GError **error)
{
    if (g_str_equal(check->name, name))
        return true;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                "the text is of %s, not of %s (`reins skills rename` gives another name)", check->name, name);
    return false;
}

/* Beside helpers of its new file a draft's text is another version than alone: that one is on trial, with the same origin. What
 * had a former name is the same version under this one. */
static bool add_in_place(const struct change *c, const memory_skill *v, const draft_check *check, GError **error)
{
    const skill named = {.name = check->name, .sha256 = check->sha256, .code = check->code};
    if (!g_str_equal(v->name, check->name))
        return change_same(c, v, &named, v->parent, error);
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
    g_autofree char *text = g_str_equal(v->name, name) ? g_strdup(v->code) : change_text_now(c, v, error);
    g_autoptr(draft_check) check = text ? check_in_place(c, name, v, library, name, text, error) : NULL;
    if (!check || (check->name && !is_of(check, name, error)) || !passes(check, error))
        return false;
    gint64 batch = 0;
    return write_version(c, "accept", name, text, library, &batch, ret_path, error) && add_in_place(c, v, check, error) &&
           change_put_stage(c, "accept", v, STAGE_TRIAL, "accepted", &batch, error);
}

bool change_refuse(const struct change *c, const char *name, const char *sha256, const char *reason, GError **error)
{
    g_autoptr(memory_skill) v = find_version(c, name, sha256, error);
    gint64 batch = 0;
    return v && may_become(v, STAGE_REFUSED, error) && change_put_stage(c, "refuse", v, STAGE_REFUSED, reason, &batch, error);
}

/* The draft that was edited is done with, the new one stands in its place: both are taken back together. */
static bool replace_draft(const struct change *c, const memory_skill *old, const draft_check *check, GError **error)
{
    g_autofree char *why = g_strdup_printf("edited: replaced by %.8s", check->sha256);
    memory_skill fresh = {.name = check->name, .sha256 = check->sha256, .stage = (char *)stage_name(STAGE_REFUSED)};
    gint64 batch = 0;
    return change_put_stage(c, "edit the draft", old, STAGE_REFUSED, why, &batch, error) &&
           change_put_stage(c, "edit the draft", &fresh, STAGE_DRAFT, "edited", &batch, error);
}

static bool is_another(const struct change *c, const draft_check *check, GError **error)
{
    const skill *loaded = check->name ? skill_library_find(c->lib, check->name) : NULL;
    if (!loaded || !g_str_equal(loaded->sha256, check->sha256))
        return true;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                "that is the loaded version of %s: nothing was written (refuse a draft that is not wanted)", check->name);
    return false;
}

bool change_redraft(const struct change *c, const char *name, const char *sha256, const char *text, draft_check **ret_check,
                    enum skill_stage *ret_was, GError **error)
{
    g_autoptr(memory_skill) v = find_version(c, name, sha256, error);
    g_autoptr(draft_check) check = v ? check_in_place(c, name, v, NULL, name, text, error) : NULL;
    if (!check)
        return false;
    const struct draft_origin origin = {.author = "human", .by = c->by, .note = v->note, .run = v->run, .step = v->step};
    bool same = g_strcmp0(check->code, v->code) == 0;
    if (!same && (!is_another(c, check, error) || !draft_add(c->m, check, &origin, NULL, error)))
        return false;
    *ret_was = STAGE_DRAFT;
    stage_parse(v->stage, ret_was);
    if (!same && *ret_was == STAGE_DRAFT && !replace_draft(c, v, check, error))
        return false;
    if (same) { /* beside helpers of its file it may have another hash */
        g_free(check->sha256);
        check->sha256 = g_strdup(v->sha256);
    }
    if (ret_check)
        *ret_check = g_steal_pointer(&check);
    return true;
}

bool change_write(const struct change *c, const char *name, const char *text, const char *library, const char *note,
                  GError **error)
{
    const skill *old = name ? change_own_skill(c, name, error) : NULL;
    if ((name && !old) || !library_fits(library, error))
        return false;
    g_autoptr(memory_skill) from = old ? memory_skill_get(c->m, name, old->sha256, NULL) : NULL;
    g_autoptr(draft_check) check = check_in_place(c, name, from, library, name ? name : "the text", text, error);
    if (!check || (name && check->name && !is_of(check, name, error)) || !passes(check, error))
        return false;
    if (!name && check->replaces) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                    "there is a skill %s already (`reins skills edit %s` changes it)", check->name, check->name);
        return false;
    }
    const struct draft_origin origin = {
        .author = "human", .by = c->by, .note = note, .run = from ? from->run : 0, .step = from ? from->step : 0};
    gint64 batch = 0;
    if (!write_version(c, name ? "edit" : "add", check->name, text, library, &batch, NULL, error) ||
        !draft_add(c->m, check, &origin, NULL, error))
        return false;
    return memory_skill_set_stage(c->m, check->name, check->sha256, stage_name(STAGE_TRIAL), c->by, "written", error);
}

/* ---- versions ---- */

const memory_skill *change_version_before(const GPtrArray *versions, const char *sha256)
{
    gint64 loaded = 0;
    const char *parent = NULL;
    for (guint i = 0; i < versions->len; i++) {
        const memory_skill *v = g_ptr_array_index(versions, i);
        if (g_str_equal(v->sha256, sha256)) {
            loaded = v->same;
            parent = v->parent;
        }
    }
    for (guint i = 0; i < versions->len; i++) {
        const memory_skill *v = g_ptr_array_index(versions, i);
        enum skill_stage stage;
        bool was_loaded = stage_parse(v->stage, &stage) && stage != STAGE_DRAFT && stage != STAGE_REFUSED;
        if (parent ? g_str_equal(v->sha256, parent) : v->id < loaded && was_loaded)
            return v;
    }
    return NULL;
}

static memory_skill *version_before(const struct change *c, const skill *s, GError **error)
{
    g_autoptr(GPtrArray) versions = memory_skill_versions(c->m, s->name, error);
    const memory_skill *before = versions ? change_version_before(versions, s->sha256) : NULL;
    if (before)
        return memory_skill_get(c->m, before->name, before->sha256, error);
    if (versions)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, "%s has no earlier version (`reins skills log %s`)", s->name,
                    s->name);
    return NULL;
}

const skill *change_named(const GPtrArray *skills, const char *name)
{
    for (guint i = 0; skills && i < skills->len; i++) {
        const skill *s = g_ptr_array_index(skills, i);
        if (g_str_equal(s->name, name))
            return s;
    }
    return NULL;
}

/* Would the version, as it was, be itself in the place of `now`? Then what stands beside it is what it was. */
static bool fits_beside(const memory_skill *v, const skill *now, const char *path, const char *text)
{
    g_autofree char *as_it_was = skill_text_put(text, now->code, v->code);
    g_autoptr(GPtrArray) skills = skill_text_parse(path, as_it_was, NULL, NULL);
    const skill *s = change_named(skills, v->name);
    return s && g_str_equal(s->sha256, v->sha256);
}

/* The version that stands in the file now: v itself, v with other names in it (then it goes on as that one), or, beside what v
 * had not, another one, of which nobody has said anything. NULL: it is no skill there. Caller frees. */
static char *now_in_file(const struct change *c, const memory_skill *v, const char *name, const char *path, GError **error)
{
    g_autofree char *text = skill_text_read(path, error);
    g_autoptr(GPtrArray) skills = text ? skill_text_parse(path, text, NULL, error) : NULL;
    const skill *s = change_named(skills, name);
    if (skills && !s)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX, "the version %.8s is not a skill with the name %s", v->sha256,
                    name);
    if (!s)
        return NULL;
    bool renamed = !g_str_equal(s->code, v->code) && fits_beside(v, s, path, text);
    return !renamed || change_same(c, v, s, v->parent, error) ? g_strdup(s->sha256) : NULL;
}

static bool is_loaded(const memory_skill *v, const skill *s, const char *text, GError **error)
{
    if (g_str_equal(v->sha256, s->sha256))
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "%s %.8s is the version that is loaded", s->name, v->sha256);
    else if (g_str_equal(text, s->code))
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                    "the text of %s %.8s is the one that is loaded: the difference is elsewhere in %s, or in a file that it uses",
                    s->name, v->sha256, s->file);
    else
        return false;
    return true;
}

bool change_roll_back(const struct change *c, const char *name, const char *sha256, char **ret_sha256, GError **error)
{
    const skill *s = change_own_skill(c, name, error);
    g_autoptr(memory_skill) v = !s ? NULL : sha256 ? find_version(c, name, sha256, error) : version_before(c, s, error);
    g_autofree char *text = v ? change_text_now(c, v, error) : NULL, *path = NULL, *now = NULL;
    if (!text || is_loaded(v, s, text, error))
        return false;
    enum skill_stage stage = STAGE_TRIAL;
    bool loaded = stage_parse(v->stage, &stage) && stage_is_loaded(stage);
    gint64 batch = 0;
    if (!write_version(c, "roll back", name, text, "", &batch, &path, error) || !(now = now_in_file(c, v, name, path, error)))
        return false;
    g_autoptr(memory_skill) known = loaded ? NULL : memory_skill_get(c->m, name, now, NULL); /* else catalog_sync() adds it */
    if (known && !memory_skill_set_stage(c->m, name, now, stage_name(STAGE_TRIAL), c->by, "rolled back to", error))
        return false;
    if (ret_sha256)
        *ret_sha256 = g_steal_pointer(&now);
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
    const skill *s = change_own_skill(c, name, error);
    g_autofree char *users = s ? users_of(c->lib, name) : NULL;
    if (users)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "%s is used by %s (change those first)", name, users);
    g_autofree char *text = s && !users ? draft_text_around(s, error) : NULL;
    if (!text)
        return false;
    g_autofree char *cut = skill_text_cut(text, s->code);
    gint64 batch = 0;
    g_strchug(cut);
    return change_put_file(c, "retire", name, s->file, text, *cut ? cut : NULL, &batch, error) &&
           memory_skill_set_stage(c->m, name, s->sha256, stage_name(STAGE_RETIRED), c->by, reason, error);
}

bool change_set_stage(const struct change *c, const char *name, enum skill_stage stage, const char *reason, GError **error)
{
    const skill *s = skill_library_find(c->lib, name);
    if (!s)
        return change_own_skill(c, name, error) != NULL;
    g_autoptr(memory_skill) v = find_version(c, name, s->sha256, error);
    gint64 batch = 0;
    if (!v || !may_become(v, stage, error))
        return false;
    if (stage == STAGE_TRUSTED)
        return change_put_stage(c, "trust", v, stage, reason, &batch, error);
    /* taking this back would loosen something without a word: T does that, and asks */
    return memory_skill_set_stage(c->m, name, s->sha256, stage_name(stage), c->by, reason, error);
}
