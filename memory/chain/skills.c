/* Versions of skills, their stages and other names, bound into the chain of their history; outcomes, bound into their run's. */

#include "memory/chain/bound.h"
#include "memory/chain/skill_chain.h"
#include "memory/port/rows.h"

static bool add_stage(memory *m, gint64 version, const char *stage, const char *by, const char *reason, const char *doing,
                      GError **error)
{
    gint64 id = 0;
    return rows_skill_stage_add(m, version, stage, by, reason, &id, doing, error) && skill_chain_add(m, "stage", id, error);
}

static bool insert_version(memory *m, const memory_skill *v, gint64 *ret_id, const char *doing, GError **error)
{
    return rows_skill_add(m, v, ret_id, doing, error) && skill_chain_add(m, "version", *ret_id, error);
}

static bool add_version(memory *m, const memory_skill *v, const char *doing, gint64 *new_ones, GError **error)
{
    g_return_val_if_fail(v->name && v->sha256 && v->author && v->code && v->stage, false);
    gint64 known = 0;
    if (!rows_skill_find(m, v->name, v->sha256, &known, doing, error))
        return false;
    if (known)
        return true;
    ++*new_ones;
    return insert_version(m, v, &known, doing, error) && add_stage(m, known, v->stage, v->by, v->reason, doing, error);
}

bool memory_skills_add(memory *m, const GPtrArray *versions, gint64 *ret_new, GError **error)
{
    static const char doing[] = "write the skills' versions";
    gint64 new_ones = 0;
    if (!store_begin(m, doing, error))
        return false;
    bool ok = true;
    for (guint i = 0; ok && i < versions->len; i++)
        ok = add_version(m, g_ptr_array_index(versions, i), doing, &new_ones, error);
    ok = store_end(m, ok, doing, error);
    if (ok && ret_new)
        *ret_new = new_ones;
    return ok;
}

bool memory_skill_set_stage(memory *m, const char *name, const char *sha256, const char *stage, const char *by,
                            const char *reason, GError **error)
{
    static const char doing[] = "write the skill's stage";
    g_return_val_if_fail(name && sha256 && stage, false);
    gint64 version = 0;
    if (!store_begin(m, doing, error))
        return false;
    bool ok = rows_skill_find(m, name, sha256, &version, doing, error);
    if (ok && !version) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "the store knows no version %.12s of %s", sha256, name);
        ok = false;
    }
    ok = ok && add_stage(m, version, stage, by, reason, doing, error);
    return store_end(m, ok, doing, error);
}

bool memory_skill_move_stage(memory *m, const memory_skill *v, const char *stage, const char *by, const char *reason,
                             memory_still still, const void *data, bool *ret_moved, GError **error)
{
    static const char doing[] = "write the skill's stage";
    bool same = false;
    if (!store_begin(m, doing, error))
        return false;
    bool ok = rows_skill_has_stage(m, v->id, v->stage, &same, doing, error);
    bool move = ok && same && (!still || still(data));
    if (move)
        ok = add_stage(m, v->id, stage, by, reason, doing, error);
    ok = store_end(m, ok, doing, error);
    if (ret_moved)
        *ret_moved = ok && move;
    return ok;
}

/* All of both are one; with the stage that the old one had. */
static bool join(memory *m, const memory_skill *old, const memory_skill *v, const char *now, const char *by, const char *doing,
                 GError **error)
{
    if (old->same == v->same)
        return true;
    g_autofree char *why = g_strdup_printf("is %s %.8s under another name", old->name, old->sha256);
    return rows_skill_join(m, old, v, doing, error) &&
           (g_strcmp0(now, old->stage) == 0 || add_stage(m, v->id, old->stage, by, why, doing, error));
}

bool memory_skill_same(memory *m, const memory_skill *old, const memory_skill *now, const char *by, GError **error)
{
    static const char doing[] = "write the skill's other name";
    g_return_val_if_fail(old->name && old->sha256 && now->name && now->sha256 && now->code && now->author, false);
    if (!store_begin(m, doing, error))
        return false;
    g_autoptr(GError) local = NULL;
    g_autoptr(memory_skill) was = rows_skill_exact(m, old->name, old->sha256, doing, &local);
    g_autoptr(memory_skill) v = local ? NULL : rows_skill_exact(m, now->name, now->sha256, doing, &local);
    g_autofree char *stage = g_strdup(v ? v->stage : was ? was->stage : NULL);
    gint64 id;
    bool ok = was && !local;
    if (ok && !v && (ok = insert_version(m, now, &id, doing, &local)))
        ok = (v = rows_skill_exact(m, now->name, now->sha256, doing, &local)) != NULL;
    ok = ok && join(m, was, v, stage, by, doing, &local);
    if (!was && !local)
        g_set_error(&local, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "the store knows no version %.12s of %s", old->sha256,
                    old->name);
    if (local)
        g_propagate_error(error, g_steal_pointer(&local));
    return store_end(m, ok, doing, error);
}

/* ---- outcomes ---- */

bool memory_outcome_add(memory *m, const char *skill, const char *sha256, const char *what, gint64 run, gint64 step,
                        GError **error)
{
    static const char doing[] = "write the skill's outcome";
    g_return_val_if_fail(skill && what, false);
    const struct rows_outcome row = {run, step, g_get_real_time(), skill, sha256 ? sha256 : "", what};
    const struct memory_entry entry = {.run = run, .step = step, .at_us = row.at_us, .stage = (char *)"outcome"};
    gint64 id = 0;
    bool there = false; /* a run that is there holds it in its chain */
    if (!store_begin(m, doing, error))
        return false;
    bool ok = rows_outcome_add(m, &row, &id, doing, error) && rows_step_is_there(m, run, 0, &there, doing, error) &&
              (!there || bound_append(m, &entry, id, error));
    return store_end(m, ok, doing, error);
}
