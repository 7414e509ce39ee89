#ifndef SKILLS_LIBRARY_LIBRARY_H
#define SKILLS_LIBRARY_LIBRARY_H

/* The skill library: procedural memory. A file is a library, a skill is one global Lua function with a doc comment. */

#include "skills/timeline/action.h"
#include "skills/library/skill.h"

#include <glib.h>
#include <stdbool.h>

typedef struct skill_library skill_library;

/* All files of these libraries (library_places.h: which, from where, in which order); a later skill of the same name replaces an
 * earlier one. Parsing happens in a worker. Files that do not parse are left out; *ret_problems (optional, caller unrefs) gets a
 * sentence each. Error: no worker. */
skill_library *skill_library_load(const char *const *names, GPtrArray **ret_problems, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same and, as the last file, a text that lies in none: a draft, to be looked at beside what it would call. */
skill_library *skill_library_load_with(const char *const *names, const char *extra_name, const char *extra_text,
                                       GPtrArray **ret_problems, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void skill_library_free(skill_library *lib);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(skill_library, skill_library_free)
/* skill_places_stamp() of its files just before they were read; borrowed. Another one now: load it again. */
const char *skill_library_stamp(const skill_library *lib);
/* The names that it was loaded by (NULL = none); borrowed. */
const char *const *skill_library_places(const skill_library *lib);
/* Are its files still as they were when they were read? Looks at each of them. A library of no file never is. */
bool skill_library_is_current(const skill_library *lib);
/* Only these names (NULL or empty = all), none of those. */
void skill_library_restrict(skill_library *lib, const char *const *allow, const char *const *deny);

/* None that needs a desktop's window manager: there is none, or one that has no keys, menus and title bars of its own. */
void skill_library_restrict_bare(skill_library *lib);

const skill *skill_library_find(const skill_library *lib, const char *name);
/* Also one that skill_library_restrict() took out: it is not proposed, but another may call it. */
const skill *skill_library_find_any(const skill_library *lib, const char *name);
/* Those that it took out; borrowed array of skill*. */
const GPtrArray *skill_library_kept_back(const skill_library *lib);
/* All skills by name; borrowed array of skill*. */
const GPtrArray *skill_library_all(const skill_library *lib);
/* Names of all skills that `name` leads to by `uses`, itself first; GPtrArray of borrowed names. Caller unrefs. */
GPtrArray *skill_library_closure(const skill_library *lib, const char *name);
/* All sources joined in load order, as the sandbox runs them; borrowed JSON array of {"name","source"}. */
const char *skill_library_sources(const skill_library *lib);
/* Checks an action's arguments against the declared parameters and converts them to the declared types in place
 * (integer for number and back where exact, key and button names to canonical ones). Error: names skill, argument, what was
 * given, what fits. */
bool skill_library_check(const skill_library *lib, action *a, GError **error);
/* The declared type's value of a literal text, as `reins do name=value` needs it. */
bool param_value(const struct param *p, const char *text, struct value *ret_value, GError **error);
/* Name, doc, parameters as JSON for a prompt: [{"name","doc","params":[{"name","type","meaning"}],"expect"}]; caller frees.
 * (library_json.c) */
char *skill_library_describe(const skill_library *lib, const GPtrArray *skills);
/* As a call is written: click_at_position(x, y, mouse_button?). Caller frees. */
char *skill_call_form(const skill *s);
/* The error for an argument of that name, which the skill has not: it says which one is meant, and which there are. */
void skill_refuse_argument(const skill *s, const char *name, GError **error);
/* The same for a person: a line for each, with the first sentence of what it does. Caller frees. */
char *skill_list_text(const GPtrArray *skills);
/* All of one skill as a JSON object, with file, line, code and sha256; caller frees. (library_json.c) */
char *skill_to_json_text(const skill *s);

#endif
