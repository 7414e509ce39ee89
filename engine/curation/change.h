#ifndef ENGINE_CURATION_CHANGE_H
#define ENGINE_CURATION_CHANGE_H

/* What a person does to the library: each is a change of files (skills/library/skill_text.h: nobody's change is lost), remembered
 * for undo, and a stage in the store. All take the library as it was loaded before; afterwards it is to be loaded anew. Errors,
 * beside the store's: SKILLS_ERROR_CONFLICT (a file is not as it was loaded: load again), UNKNOWN, ARGUMENTS (said what and what
 * to do). */

#include "engine/curation/draft.h"

struct change {
    memory *m;
    const skill_library *lib;
    const char *by; /* "person", or a person's name */
    /* The screen of the step that a version came from, which it is checked on (engine/step/draft_screen.h: draft_screen_read).
     * NULL, or a NULL without an error from it: a blank one. */
    screen *(*look)(memory *m, const memory_skill *v, GError **error);
};

/* How accept and write would check a text: in the file of the own skill that it takes the place of, where there is one (of one
 * that ships: its own text is no clash), on the screen of the step that the version name, sha256 came from (sha256 NULL: the
 * loaded one). Where that cannot be looked at, a note says so. */
draft_check *change_check(const struct change *c, const char *name, const char *sha256, const char *text,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* A person's text as a draft in the place of the draft name, sha256: that one is refused with a word about it, and where it came
 * from stays. *ret_check (optional; caller frees): what was found. The earlier one may be no draft any more: then the new one is
 * one beside it, and *ret_was is what it has become. */
bool change_redraft(const struct change *c, const char *name, const char *sha256, const char *text, draft_check **ret_check,
                    enum skill_stage *ret_was, GError **error);

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
/* Of a skill's versions, newest first (memory_skill_versions()), the one that was in the library before `sha256`: its parent,
 * else the newest older one that was ever loaded. Borrowed; NULL = there is none. Pure. */
const memory_skill *change_version_before(const GPtrArray *versions, const char *sha256);
/* Back to an earlier version (sha256 or its beginning; NULL = the one before), which has again the stage that it had; where what
 * stands beside it in its file is not what it was, it is another one, on trial. *ret_sha256 (optional; caller frees): which. */
bool change_roll_back(const struct change *c, const char *name, const char *sha256, char **ret_sha256, GError **error);
/* Out of its file; its history stays. A skill that ships cannot be (a profile's `deny` keeps it away). Error also when another
 * one uses it: names them. */
bool change_retire(const struct change *c, const char *name, const char *reason, GError **error);
/* Everywhere in own and project files; *ret_uses (optional): places beside its own function. Every skill whose text changed keeps
 * its stage: a person renamed, nothing else changed. */
bool change_rename(const struct change *c, const char *from, const char *to, guint *ret_uses, GError **error);
/* A person moves a loaded version to trial, or out of it. */
bool change_set_stage(const struct change *c, const char *name, enum skill_stage stage, const char *reason, GError **error);
/* Takes back the newest change that was not taken back: files, and the stages that an accept, a refusal, an edited draft or trust
 * gave (what was accepted is a draft again). *ret_what (optional; caller frees) names it, NULL = there was none. Nothing is taken
 * back where a file was changed afterwards (CONFLICT). */
bool change_undo(const struct change *c, char **ret_what, GError **error);

#endif
