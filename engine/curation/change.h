#ifndef ENGINE_CURATION_CHANGE_H
#define ENGINE_CURATION_CHANGE_H

/* A person's changes to the library: each changes files (skills/library/skill_text.h: nobody's change is lost), recorded for
 * undo, and a stage in the store. All use the library as it was loaded; load it again afterwards. Errors, besides the store's:
 * SKILLS_ERROR_CONFLICT (a file has changed: load again), UNKNOWN, ARGUMENTS (the message says what to do). */

#include "engine/curation/draft.h"

struct change {
    memory *m;
    const skill_library *lib;
    const char *by; /* "person", or a person's name */
    /* Returns the screen of the step that a version came from, on which it is checked (engine/step/draft_screen.h:
     * draft_screen_read). NULL, or a NULL result without an error: a blank screen. */
    screen *(*look)(memory *m, const memory_skill *v, GError **error);
};

/* Checks a text as accept and write would: in the file of the own skill that it replaces, if any (a shipped skill's own text is
 * no clash), on the screen of the step that the version name, sha256 came from (sha256 NULL: the loaded one). When that screen
 * cannot be read, a note says so. Caller frees. */
draft_check *change_check(const struct change *c, const char *name, const char *sha256, const char *text,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Replaces the draft name, sha256 by a person's text: the old draft is refused with a reason, its origin stays. *ret_check
 * (optional; caller frees): the findings. If the old version is no longer a draft, the new one is added beside it, and *ret_was
 * is the stage of the old one. */
bool change_redraft(const struct change *c, const char *name, const char *sha256, const char *text, draft_check **ret_check,
                    enum skill_stage *ret_was, GError **error);

/* Writes a draft (or a refused or retired version) into the library and puts it on trial: over the loaded own version of its
 * name, else into a new file own/LIBRARY/NAME.lua (library "" = own/NAME.lua, loaded for every program). *ret_path (optional;
 * caller frees). It is checked again; one that does not pass is not written. */
bool change_accept(const struct change *c, const char *name, const char *sha256, const char *library, char **ret_path,
                   GError **error);
bool change_refuse(const struct change *c, const char *name, const char *sha256, const char *reason, GError **error);
/* Replaces the loaded own skill `name` by a person's text (which must not rename it), or adds a new skill (name NULL) to
 * `library`. It is on trial at once, since a person wrote it. When the check fails, the error names the line. */
bool change_write(const struct change *c, const char *name, const char *text, const char *library, const char *note,
                  GError **error);
/* Among a skill's versions, newest first (memory_skill_versions()), the one that was in the library before `sha256`: its
 * parent, else the newest older one that was ever loaded. Borrowed; NULL = none. Pure. */
const memory_skill *change_version_before(const GPtrArray *versions, const char *sha256);
/* Goes back to an earlier version (sha256 or its prefix; NULL = the one before), which gets its former stage. If the rest of
 * its file has changed, the result is a new version, on trial. *ret_sha256 (optional; caller frees): the version. */
bool change_roll_back(const struct change *c, const char *name, const char *sha256, char **ret_sha256, GError **error);
/* Removes a skill from its file; its history stays. Errors: a shipped skill (a profile's `deny` hides it); another skill uses
 * it (names them). */
bool change_retire(const struct change *c, const char *name, const char *reason, GError **error);
/* Renames a skill in all own and project files; *ret_uses (optional): places outside its own function. Every changed skill
 * keeps its stage, because nothing but the name changed. */
bool change_rename(const struct change *c, const char *from, const char *to, guint *ret_uses, GError **error);
/* Sets a loaded version on trial, or trusts it. */
bool change_set_stage(const struct change *c, const char *name, enum skill_stage stage, const char *reason, GError **error);
/* Undoes the newest change that is not undone: files, and the stages that an accept, a refusal, an edited draft or trust set
 * (an accepted draft is a draft again). *ret_what (optional; caller frees) names it, NULL = none. Undoes nothing when a file
 * was changed afterwards (CONFLICT). */
bool change_undo(const struct change *c, char **ret_what, GError **error);

#endif
