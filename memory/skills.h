#ifndef MEMORY_SKILLS_H
#define MEMORY_SKILLS_H

/* The history of skills: versions, stages, outcomes, vectors of texts. The files are the library. The history is keyed by
 * content and outlives files and runs. A version is a name and the SHA-256 of its text (skills/library/library.h). The store
 * does not interpret stages; engine/curation/ does. */

#include "memory/memory.h"

/* ---- versions ---- */
typedef struct memory_skill {
    gint64 id;
    char *name, *sha256;
    char *author;     /* shipped | human | model | import */
    char *file;       /* path that it was read from or will be written to, NULL = none */
    char *parent;     /* sha256 of the version that it was derived from, NULL */
    char *note;       /* reason for this version, NULL */
    char *code;       /* the comment and the function; NULL in lists of all skills */
    gint64 run, step; /* the step that made it, 0 = not from a run */
    gint64 at_us;
    /* filled by queries: its newest stage */
    char *stage, *by, *reason;
    gint64 stage_us;
    gint64 same; /* versions with the same number are one under several names (memory_skill_same()); its own id when alone */
    bool staged; /* the stage was set under this name */
} memory_skill;
void memory_skill_free(memory_skill *version);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(memory_skill, memory_skill_free)
/* Adds versions (const memory_skill*, with code, stage and by) in one transaction. A known version and its stage stay
 * unchanged. *ret_new (optional): number of new ones. */
bool memory_skills_add(memory *m, const GPtrArray *versions, gint64 *ret_new, GError **error);
/* Sets the stage of a version; earlier stages stay in the history. NOT_FOUND: no such version. */
bool memory_skill_set_stage(memory *m, const char *name, const char *sha256, const char *stage, const char *by,
                            const char *reason, GError **error);
/* True while what `data` describes still holds. */
typedef bool (*memory_still)(const void *data);
/* Sets the stage only when the current stage is still v->stage and still(data) is true (still NULL = no condition), checked
 * while no other process can set one. Otherwise changes nothing, which is no error. *ret_moved (optional): whether it was set. */
bool memory_skill_move_stage(memory *m, const memory_skill *v, const char *stage, const char *by, const char *reason,
                             memory_still still, const void *data, bool *ret_moved, GError **error);
/* A version. sha256 may be a prefix of at least 4 digits; the newest match counts. When the name has no such version, its
 * former names are searched. NULL without an error: not known. Caller frees. */
memory_skill *memory_skill_get(memory *m, const char *name, const char *sha256, GError **error);
/* The versions of a skill with code, newest first, after a rename followed by those under its former name. name NULL = versions
 * of all skills, without code. Caller unrefs; the array owns its rows. */
GPtrArray *memory_skill_versions(memory *m, const char *name, GError **error);
/* The stages of one version, oldest first: memory_skill* with only name, sha256, stage, by, reason and stage_us. Same
 * ownership. */
GPtrArray *memory_skill_stages(memory *m, const char *name, const char *sha256, GError **error);

/* ---- names ---- */
/* Declares `now` to be the version `old` under another name, or with another skill's new name in its text. Adds `now` when it
 * is not known, with its code, origin and time. From then on both share the stage of `old`, and their outcomes are counted
 * together, even after an undo. NOT_FOUND: no such `old`. */
bool memory_skill_same(memory *m, const memory_skill *old, const memory_skill *now, const char *by, GError **error);
struct memory_rename {
    char *from, *to;
    gint64 at_us;
    gint64 upto; /* id of the newest version at that time */
};
void memory_rename_free(struct memory_rename *r);
/* Records that a skill continues under another name, so that its history includes that of the former name. batch: of the change
 * of its files. */
bool memory_skill_rename_add(memory *m, const char *from, const char *to, gint64 batch, GError **error);
/* Renames, oldest first; batch 0 = all. Caller unrefs; the array owns its rows. */
GPtrArray *memory_skill_renames(memory *m, gint64 batch, GError **error);

/* ---- outcomes ---- */
/* Adds an outcome. what: proposed | edited | rejected | fired | verified | no_effect | unexpected. sha256: of the skill's
 * version. */
bool memory_outcome_add(memory *m, const char *skill, const char *sha256, const char *what, gint64 run, gint64 step,
                        GError **error);
struct memory_outcome {
    char *what;
    gint64 run, step, at_us;
};
void memory_outcome_free(struct memory_outcome *outcome);
/* Adds outcomes from another store, newest first, without a run, with their own times (none later than now). */
bool memory_outcomes_add(memory *m, const char *skill, const char *sha256, const GPtrArray *outcomes, GError **error);
/* Outcomes of a version under all its names, newest first; limit 0 = all; since_us 0 = all. Caller unrefs; the array owns its
 * rows. */
GPtrArray *memory_outcomes(memory *m, const char *skill, const char *sha256, gint64 since_us, gint64 limit, GError **error);
struct memory_counts {
    char *name, *sha256;
    gint64 proposed, edited, rejected, fired, verified, no_effect, unexpected;
    gint64 last_us, verified_us; /* last_us: newest outcome of any kind; verified_us: newest verified one, 0 = never */
};
void memory_counts_free(struct memory_counts *counts);
/* One row for each version with outcomes, over all its names; name NULL = of all skills. Caller unrefs; the array owns its
 * rows. */
GPtrArray *memory_outcome_counts(memory *m, const char *name, GError **error);
/* Same, of these runs only (gint64). */
GPtrArray *memory_outcome_counts_in(memory *m, const GArray *runs, GError **error);

/* ---- changes of skill files and stages, for undo ---- */
struct memory_change {
    gint64 id, at_us;
    gint64 batch;         /* id of the first change of a batch; 0 when adding = begin a batch */
    char *what;           /* "accept greet", shown to people */
    char *sha256;         /* NULL = change of a file; else change of the stage of a version with this hash */
    char *path;           /* path of the file; for a stage the skill's name */
    char *before, *after; /* text of the file, NULL = it did not exist; or the stage */
    bool undone;
};
void memory_change_free(struct memory_change *change);
/* Adds a change. *ret_id (optional): the batch for the changes that follow. */
bool memory_change_add(memory *m, const struct memory_change *change, gint64 *ret_id, GError **error);
/* Changes, newest first. Caller unrefs; the array owns its rows. */
GPtrArray *memory_changes(memory *m, gint64 limit, GError **error);
bool memory_change_set_undone(memory *m, gint64 batch, bool undone, GError **error);

/* ---- vectors ---- */
/* Stores vectors in one transaction; each replaces the one with the same kind and key. kind: the embedding ("ngram-1",
 * "openai:text-embedding-3-small"); vectors of different kinds are never compared. keys (ends with NULL): SHA-256 of the texts.
 * The vector of keys[i] is the n floats at vectors + i × n, in machine byte order. */
bool memory_vectors_put(memory *m, const char *kind, const char *const *keys, const float *vectors, gsize n, GError **error);
/* A vector as floats. NULL without an error: none. Caller unrefs. */
GBytes *memory_vector_get(memory *m, const char *kind, const char *key, GError **error);

#endif
