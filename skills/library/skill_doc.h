#ifndef SKILLS_LIBRARY_SKILL_DOC_H
#define SKILLS_LIBRARY_SKILL_DOC_H

/* The doc comment above a skill (no Lua here):
 *   --- What it does.
 *   -- @param name type what it means {allowed values}     type: number integer string boolean key button, "?" behind it =
 * optional
 *   -- @expect what the screen shows afterwards
 *   -- @pre what must hold before     @effect 0|1|2|3: the tier that its author gives it
 *   -- @needs manager: a window manager with keys, menus and title bars; not offered in a sandbox, whose manager has none */

#include "skills/library/skill.h"

struct doc_finding {
    int line;
    char *what; /* owned */
};

/* A function whose comment doc_read() reads. */
struct doc_function {
    const char *name;
    int first_line, last_line;      /* from 1 */
    const char *const *param_names; /* of the Lua function, NULL-terminated */
    bool variadic;
};

/* Reads the comment directly above the function. `lines`: the file's, ends with NULL. Appends findings (struct doc_finding,
 * cleared with the array): no comment, unknown type or tag, @param that do not match the parameters. Caller frees the skill
 * (file and sha256 are unset). */
skill *doc_read(char **lines, const struct doc_function *f, GArray *findings);
GArray *doc_findings_new(void);
void doc_finding_add(GArray *findings, int line, char *what);
void skill_free(skill *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(skill, skill_free)
GArray *doc_params_new(void);

/* The reason why a text cannot be a skill file (too large, bytecode, not UTF-8, invisible characters, _ENV, which could call a
 * skill without naming it); NULL = it can. Caller frees. */
char *doc_refuse_source(const char *source, gsize length, int *ret_line);

#endif
