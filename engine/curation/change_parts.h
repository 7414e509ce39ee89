#ifndef ENGINE_CURATION_CHANGE_PARTS_H
#define ENGINE_CURATION_CHANGE_PARTS_H

/* Between change.c, change_rename.c and change_record.c. */

#include "engine/curation/change.h"

/* One file's change, and its record "VERB NAME". `batch` binds several together, 0 = begins one. */
bool change_put_file(const struct change *c, const char *verb, const char *name, const char *path, const char *before,
                     const char *after, gint64 *batch, GError **error);
/* A version's stage (v->stage is the one before), and its record. */
bool change_put_stage(const struct change *c, const char *verb, const memory_skill *v, enum skill_stage stage, const char *reason,
                      gint64 *batch, GError **error);
/* A loaded skill that is not one that ships. */
const skill *change_own_skill(const struct change *c, const char *name, GError **error);
/* Of skills that are not sorted the one of that name; borrowed, NULL = there is none. (change.c) */
const skill *change_named(const GPtrArray *skills, const char *name);
/* The text of a former version with the names that it, and what it uses, have got since. Caller frees. (change_rename.c) */
char *change_text_now(const struct change *c, const memory_skill *v, GError **error);
/* The skill as it is in a file now is that version, with another name in it: one stage, one count. (change_rename.c) */
bool change_same(const struct change *c, const memory_skill *old, const skill *s, const char *parent, GError **error);

#endif
