#ifndef ENGINE_CURATION_CHANGE_PARTS_H
#define ENGINE_CURATION_CHANGE_PARTS_H

/* Shared by change.c, change_rename.c and change_record.c. */

#include "engine/curation/change.h"

/* Writes one file's change and its record "VERB NAME". batch joins several changes, 0 = begin one. */
bool change_put_file(const struct change *c, const char *verb, const char *name, const char *path, const char *before,
                     const char *after, gint64 *batch, GError **error);
/* Sets a version's stage (v->stage is the old one) and writes its record. */
bool change_put_stage(const struct change *c, const char *verb, const memory_skill *v, enum skill_stage stage, const char *reason,
                      gint64 *batch, GError **error);
/* A loaded skill that is not shipped. Borrowed. */
const skill *change_own_skill(const struct change *c, const char *name, GError **error);
/* The skill of that name in an unsorted array; borrowed, NULL = none. (change.c) */
const skill *change_named(const GPtrArray *skills, const char *name);
/* The text of an old version with the present names of itself and of the skills that it uses. Caller frees. (change_rename.c) */
char *change_text_now(const struct change *c, const memory_skill *v, GError **error);
/* Declares a skill in a file to be that version with another name in it: one stage, one count. (change_rename.c) */
bool change_same(const struct change *c, const memory_skill *old, const skill *s, const char *parent, GError **error);

#endif
