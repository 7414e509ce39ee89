#ifndef ENGINE_CURATION_CHANGE_H
#define ENGINE_CURATION_CHANGE_H

/* What a person does to the library: each is a change of files (skills/skill_text.h: nobody's change is lost), remembered for
 * undo, and a stage in the store. All take the library as it was loaded before; afterwards it is to be loaded anew. Errors,
 * beside the store's: SKILLS_ERROR_CONFLICT (a file is not as it was loaded: load again), UNKNOWN, ARGUMENTS (said what and what
 * to do). */

#include "engine/curation/draft.h"

struct change {
    memory *m;
    const skill_library *lib;
    const char *by; /* "person", or a person's name */
};

/* Writes a draft (or a refused or retired version) into the library and puts it on trial: over the loaded own version of its
 * name, else into a file of its own, own/LIBRARY/NAME.lua (library "" = own/NAME.lua, loaded for every program). *ret_path
 * (optional; caller frees). It is checked again; one that does not pass is not written. */
bool change_accept(const struct change *c, const char *name, const char *sha256, const char *library, char **ret_path,
                   GError **error);
bool change_refuse(const struct change *c, const char *name, const char *sha256, const char *reason, GError **error);
/* A person's text in the place of the loaded own skill `name` (the text may rename nothing), or a new skill (name NULL) in
 * `library`: on trial at once, since a person wrote it. What does not pass the check is an error that says so, at its line. */
bool change_write(const struct change *c, const char *name, const char *text, const char *library, const char *note,
                  GError **error);
/* Back to an earlier version (sha256 or its beginning; NULL = the one before), which has again the stage that it had. */
bool change_roll_back(const struct change *c, const char *name, const char *sha256, char **ret_sha256, GError **error);
/* Out of its file; its history stays. A skill that ships cannot be (a profile's `deny` keeps it away). Error also when another
 * one uses it: names them. */
bool change_retire(const struct change *c, const char *name, const char *reason, GError **error);
/* Everywhere in own and project files; *ret_uses (optional): places beside its own function. Every skill whose text changed keeps
 * its stage: a person renamed, nothing else changed. */
bool change_rename(const struct change *c, const char *from, const char *to, guint *ret_uses, GError **error);
/* A person moves a loaded version to trial, or out of it. */
bool change_set_stage(const struct change *c, const char *name, enum skill_stage stage, const char *reason, GError **error);
/* Takes back the newest change that was not taken back; *ret_what (optional; caller frees) names it, NULL = there was none. */
bool change_undo(const struct change *c, char **ret_what, GError **error);

#endif
