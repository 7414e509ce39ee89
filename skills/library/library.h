#ifndef SKILLS_LIBRARY_LIBRARY_H
#define SKILLS_LIBRARY_LIBRARY_H

/* The skill library (procedural memory). A library is a Lua file. A skill is a global function with a doc comment. */

#include "skills/timeline/action.h"
#include "skills/library/skill.h"

#include <glib.h>
#include <stdbool.h>

typedef struct skill_library skill_library;

/* Loads all files of these libraries (library_places.h: which, from where, in which order) in a worker. A later skill replaces
 * an earlier one of the same name. Files that do not parse are left out; *ret_problems (optional, caller unrefs) gets a
 * sentence for each. Error: no worker. Caller frees. */
skill_library *skill_library_load(const char *const *names, GPtrArray **ret_problems, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Same, with `extra_text` as an additional last file: a draft that is viewed together with the skills it calls. */
skill_library *skill_library_load_with(const char *const *names, const char *extra_name, const char *extra_text,
                                       GPtrArray **ret_problems, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* False for a skill of that library from `extra_text`. */
bool skill_library_in_file(const skill_library *lib, const skill *s);
void skill_library_free(skill_library *lib);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(skill_library, skill_library_free)
/* skill_places_stamp() of its files, taken just before they were read. Borrowed. A different stamp now means: load it again. */
const char *skill_library_stamp(const skill_library *lib);
/* The names that it was loaded with (NULL = none). Borrowed. */
const char *const *skill_library_places(const skill_library *lib);
/* True when all its files are unchanged. Checks each of them. False for a library without files. */
bool skill_library_is_current(const skill_library *lib);
/* Hides all skills except `allow` (NULL or empty = all), and those in `deny`. "library-base" stands for all skills of that
 * library. */
void skill_library_restrict(skill_library *lib, const char *const *allow, const char *const *deny);

/* Hides skills that need a window manager with keys, menus and title bars. */
void skill_library_restrict_bare(skill_library *lib);

const skill *skill_library_find(const skill_library *lib, const char *name);
/* Also finds a skill that skill_library_restrict() hid: it is not proposed, but other skills may call it. Borrowed. */
const skill *skill_library_find_any(const skill_library *lib, const char *name);
/* The hidden skills; borrowed array of skill*. */
const GPtrArray *skill_library_kept_back(const skill_library *lib);
/* All visible skills, by name; borrowed array of skill*. */
const GPtrArray *skill_library_all(const skill_library *lib);
/* Names of all skills that `name` calls, directly or not, itself first: GPtrArray of borrowed names. Caller unrefs. */
GPtrArray *skill_library_closure(const skill_library *lib, const char *name);
/* All sources in load order, as the sandbox runs them: JSON array of {"name","source"}. Borrowed. */
const char *skill_library_sources(const skill_library *lib);
/* Checks an action's arguments against the declared parameters and converts them to the declared types in place (integer and
 * number when exact, key and button names to canonical ones). The error names skill, argument, given value and accepted values.
 */
bool skill_library_check(const skill_library *lib, action *a, GError **error);
/* Converts a text to the declared type, as `reins do name=value` needs it. */
bool library_param_value(const struct param *p, const char *text, struct value *ret_value, GError **error);
/* Name, doc and parameters as JSON for a prompt: [{"name","doc","params":[{"name","type","meaning"}],"pre","expect"}]; pre and
 * expect only where the skill says them. Caller frees. (library_json.c) */
char *skill_library_describe(const skill_library *lib, const GPtrArray *skills);
/* The call with its parameters: click_at_position(x, y, mouse_button?). Caller frees. */
char *skill_call_form(const skill *s);
/* Sets the error for an argument that the skill does not have: it suggests the nearest one, or lists all. */
void skill_refuse_argument(const skill *s, const char *name, GError **error);
/* The skills as a list for people: one line each, with the first sentence of the doc. Caller frees. */
char *skill_list_text(const GPtrArray *skills);
/* One skill as a JSON object with file, line, code and sha256. Caller frees. (library_json.c) */
char *skill_to_json_text(const skill *s);

#endif
