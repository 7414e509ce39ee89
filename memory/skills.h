#ifndef MEMORY_SKILLS_H
#define MEMORY_SKILLS_H

/* What the store knows of skills: their versions, the stage of each, how they turned out, vectors of texts. The files are the
 * library; this is its history, keyed by content, and it outlives files and runs. A version is a name and the SHA-256 of its
 * text (skills/library/library.h). The store does not know what a stage means: engine/curation/ does. */

#include "memory/memory.h"

/* ---- versions ---- */
typedef struct memory_skill {
    gint64 id;
    char *name, *sha256;
    char *author;     /* shipped | human | model | import */
    char *file;       /* where it was read or is to be written, NULL = nowhere */
    char *parent;     /* sha256 of the version that it was made from, NULL */
    char *note;       /* why it was made, NULL */
    char *code;       /* the comment and the function; NULL in lists of all skills */
    gint64 run, step; /* where it came from, 0 = not from a run */
    gint64 at_us;
    /* filled by queries: its newest stage */
    char *stage, *by, *reason;
    gint64 stage_us;
    gint64 same; /* versions of one number are one under several names (memory_skill_same()); its id where it is alone */
    bool staged; /* that stage was given under this name */
} memory_skill;
void memory_skill_free(memory_skill *version);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(memory_skill, memory_skill_free)
/* Adds these versions (const memory_skill*, with code, stage and by) in one transaction. One that is known stays as it is,
 * with its stage. *ret_new (optional): how many were not. */
bool memory_skills_add(memory *m, const GPtrArray *versions, gint64 *ret_new, GError **error);
/* The newest stage from now on; all stay. NOT_FOUND: no such version. */
bool memory_skill_set_stage(memory *m, const char *name, const char *sha256, const char *stage, const char *by,
                            const char *reason, GError **error);
/* Is what `data` says still so? */
typedef bool (*memory_still)(const void *data);
/* The same, only where the newest stage is still v->stage and still(data) (NULL = no matter) is true while nobody else can set
 * one; else nothing is done, which is no error. *ret_moved (optional): was it done? */
bool memory_skill_move_stage(memory *m, const memory_skill *v, const char *stage, const char *by, const char *reason,
                             memory_still still, const void *data, bool *ret_moved, GError **error);
/* NULL with error unset: not known. sha256 may be a beginning of at least 4 digits; of several the newest. Where the name has no
 * such version, one that the skill had under a former name. */
memory_skill *memory_skill_get(memory *m, const char *name, const char *sha256, GError **error);
/* The versions of a skill, newest first, with code, and behind a rename those of its former name, which have that one; name NULL
 * = of all skills, without code. Owns its rows. */
GPtrArray *memory_skill_versions(memory *m, const char *name, GError **error);
/* One version's stages, oldest first: memory_skill* with only name, sha256, stage, by, reason, stage_us. */
GPtrArray *memory_skill_stages(memory *m, const char *name, const char *sha256, GError **error);

/* ---- names ---- */
/* `now` (added where it is not known, with the code, origin and time that it has) is the version `old` under another name, or
 * with another's new name in it: from now on they have one stage, that of `old`, and their outcomes are counted together,
 * whatever is taken back later. NOT_FOUND: there is no `old`. */
bool memory_skill_same(memory *m, const memory_skill *old, const memory_skill *now, const char *by, GError **error);
struct memory_rename {
    char *from, *to;
    gint64 at_us;
    gint64 upto; /* the newest version (its id) that there was */
};
void memory_rename_free(struct memory_rename *r);
/* A skill goes on under another name: what it was before belongs to that name's history, too. batch: of the change of its files.
 */
bool memory_skill_rename_add(memory *m, const char *from, const char *to, gint64 batch, GError **error);
/* Oldest first; batch 0 = all. */
GPtrArray *memory_skill_renames(memory *m, gint64 batch, GError **error);

/* ---- outcomes ---- */
/* what: proposed | edited | rejected | fired | verified | no_effect | unexpected. sha256 = the skill version's. */
bool memory_outcome_add(memory *m, const char *skill, const char *sha256, const char *what, gint64 run, gint64 step,
                        GError **error);
struct memory_outcome {
    char *what;
    gint64 run, step, at_us;
};
void memory_outcome_free(struct memory_outcome *outcome);
/* Several of another store, newest first, of no run here, with the times that they have (none later than now). */
bool memory_outcomes_add(memory *m, const char *skill, const char *sha256, const GPtrArray *outcomes, GError **error);
/* Newest first, under whatever name the version had them; limit 0 = all; since_us 0 = ever. */
GPtrArray *memory_outcomes(memory *m, const char *skill, const char *sha256, gint64 since_us, gint64 limit, GError **error);
struct memory_counts {
    char *name, *sha256;
    gint64 proposed, edited, rejected, fired, verified, no_effect, unexpected;
    gint64 last_us, verified_us; /* newest of any; newest verified, 0 = never */
};
void memory_counts_free(struct memory_counts *counts);
/* One row for each version that has outcomes, under whatever name it had them; name NULL = of all skills. */
GPtrArray *memory_outcome_counts(memory *m, const char *name, GError **error);

/* ---- changes of skill files and stages, for undo ---- */
struct memory_change {
    gint64 id, at_us;
    gint64 batch;         /* id of the first change of those that were made together; 0 when adding = begins one */
    char *what;           /* "accept greet", for people */
    char *sha256;         /* NULL = of a file; else of the stage of a version with this hash */
    char *path;           /* the file; of a stage: the skill's name */
    char *before, *after; /* the file's text, NULL = it was not there; the stage */
    bool undone;
};
void memory_change_free(struct memory_change *change);
/* *ret_id (optional): for the batch of the ones that follow. */
bool memory_change_add(memory *m, const struct memory_change *change, gint64 *ret_id, GError **error);
/* Newest first. */
GPtrArray *memory_changes(memory *m, gint64 limit, GError **error);
bool memory_change_set_undone(memory *m, gint64 batch, bool undone, GError **error);

/* ---- vectors ---- */
/* kind: what made it ("ngram-1", "openai:text-embedding-3-small"); vectors of two kinds are never compared. keys (strv): SHA-256
 * of the texts; keys[i] has the n floats from vectors + i × n on, in the machine's order. Each replaces one of the same kind and
 * key; all in one transaction. */
bool memory_vectors_put(memory *m, const char *kind, const char *const *keys, const float *vectors, gsize n, GError **error);
/* NULL with error unset: none. */
GBytes *memory_vector_get(memory *m, const char *kind, const char *key, GError **error);

#endif
