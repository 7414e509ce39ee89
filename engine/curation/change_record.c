#include "engine/curation/change_parts.h"

#include "skills/library/skill_text.h"

#include <string.h>

#define UNDO_MAX 200 /* changes that can be taken back */

/* ---- what is changed, with its record ---- */

static bool record(const struct change *c, const struct memory_change *row, gint64 *batch, GError **error)
{
    gint64 id = 0;
    if (!memory_change_add(c->m, row, &id, error))
        return false;
    *batch = *batch ? *batch : id;
    return true;
}

bool change_put_file(const struct change *c, const char *verb, const char *name, const char *path, const char *before,
                     const char *after, gint64 *batch, GError **error)
{
    g_autofree char *what = g_strdup_printf("%s %s", verb, name);
    const struct memory_change row = {
        .what = what, .path = (char *)path, .before = (char *)before, .after = (char *)after, .batch = *batch};
    return skill_text_write(path, before, after, error) && record(c, &row, batch, error);
}

bool change_put_stage(const struct change *c, const char *verb, const memory_skill *v, enum skill_stage stage, const char *reason,
                      gint64 *batch, GError **error)
{
    g_autofree char *what = g_strdup_printf("%s %s", verb, v->name);
    const struct memory_change row = {.what = what,
                                      .sha256 = v->sha256,
                                      .path = v->name,
                                      .before = v->stage,
                                      .after = (char *)stage_name(stage),
                                      .batch = *batch};
    return memory_skill_set_stage(c->m, v->name, v->sha256, stage_name(stage), c->by, reason, error) &&
           record(c, &row, batch, error);
}

const skill *change_own_skill(const struct change *c, const char *name, GError **error)
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

/* ---- undo ---- */

/* Those that were made together with the newest one that was not taken back; borrowed rows, newest first. */
static GPtrArray *newest_batch(const GPtrArray *changes)
{
    GPtrArray *batch = g_ptr_array_new();
    gint64 id = 0;
    for (guint i = 0; i < changes->len; i++) {
        struct memory_change *row = g_ptr_array_index(changes, i);
        if (!id && !row->undone)
            id = row->batch;
        if (id && row->batch == id)
            g_ptr_array_add(batch, row);
    }
    return batch;
}

/* All of them or none: is each file as that change left it? */
static bool as_left(const GPtrArray *batch, GError **error)
{
    for (guint i = 0; i < batch->len; i++) {
        const struct memory_change *row = g_ptr_array_index(batch, i);
        g_autoptr(GError) local = NULL;
        g_autofree char *now = row->sha256 ? NULL : skill_text_read(row->path, &local);
        if (row->sha256 || (!local && g_strcmp0(now, row->after) == 0))
            continue;
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_CONFLICT, "%s was not undone: %s was changed after it (%s)", row->what,
                    row->path, local ? local->message : "its versions are in the history: roll back to one");
        return false;
    }
    return true;
}

static bool take_back(const struct change *c, const struct memory_change *row, GError **error)
{
    g_autofree char *why = g_strdup_printf("taken back: %s", row->what);
    return row->sha256 ? memory_skill_set_stage(c->m, row->path, row->sha256, row->before, c->by, why, error)
                       : skill_text_write(row->path, row->after, row->before, error);
}

/* The former name goes on with what was done under the other one. */
static bool names_back(const struct change *c, gint64 batch, GError **error)
{
    g_autoptr(GPtrArray) renames = memory_skill_renames(c->m, batch, error);
    bool ok = renames != NULL;
    for (guint i = renames ? renames->len : 0; ok && i-- > 0;) {
        const struct memory_rename *r = g_ptr_array_index(renames, i);
        ok = memory_skill_rename_add(c->m, r->to, r->from, -batch, error);
    }
    return ok;
}

bool change_undo(const struct change *c, char **ret_what, GError **error)
{
    g_autoptr(GPtrArray) changes = memory_changes(c->m, UNDO_MAX, error);
    if (!changes)
        return false;
    g_autoptr(GPtrArray) batch = newest_batch(changes);
    const struct memory_change *newest = batch->len ? g_ptr_array_index(batch, 0) : NULL;
    if (ret_what)
        *ret_what = newest ? g_strdup(newest->what) : NULL;
    if (!as_left(batch, error))
        return false;
    for (guint i = batch->len; i-- > 0;) { /* files before stages, as they were made: what is no longer loaded is a draft */
        if (!take_back(c, g_ptr_array_index(batch, i), error))
            return false;
    }
    return !newest || (names_back(c, newest->batch, error) && memory_change_set_undone(c->m, newest->batch, true, error));
}
