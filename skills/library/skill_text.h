#ifndef SKILLS_LIBRARY_SKILL_TEXT_H
#define SKILLS_LIBRARY_SKILL_TEXT_H

/* Edits the text of a skill file one skill at a time, and writes it without losing anybody's change. */

#include "skills/library/library.h"

/* The skills of one text (owned), by line; *ret_problems (optional) as in skill_library_load(). Nothing else is loaded: a text
 * that calls other skills at load time fails. Error: no worker. Caller unrefs. */
GPtrArray *skill_text_parse(const char *name, const char *text, GPtrArray **ret_problems,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Comment and parameters of a skill, read from a text without running it; for display only. NULL: the text has no "function
 * NAME(". Caller frees (skill_free). */
skill *skill_text_sketch(const char *text, const char *name);
/* The file's text with `code` in place of `old_code` (as in skill.code), or appended when old_code is NULL or not found. `text`
 * NULL = a new file. Caller frees. */
char *skill_text_put(const char *text, const char *old_code, const char *code);
/* The text without `code` and the empty lines after it; NULL: not found. Caller frees. */
char *skill_text_cut(const char *text, const char *code);
/* Renames the variable `from` to `to` everywhere (not in fields, strings, comments); *ret_count (optional): number of places.
 * Caller frees. */
char *skill_text_rename(const char *text, const char *from, const char *to, guint *ret_count);
/* True for a valid skill name: a Lua name, not a keyword, at most 64 characters. */
bool skill_text_name_fits(const char *name);
/* Similarity of two skills' texts, 0..1: the share of runs of four tokens that both have. Comments and the skill's own name are
 * ignored. 1 = a copy. */
double skill_text_likeness(const char *a, const char *b);

/* Replaces the file whose content is `expected` (NULL = no file) by `text` (NULL = delete); makes its folder where missing. The
 * content is compared at the moment of the exchange: a change by someone else in between stays, and the error is
 * SKILLS_ERROR_CONFLICT. The file has mode 0600 and is on the disk when this returns. Symbolic links are not followed. */
bool skill_text_write(const char *path, const char *expected, const char *text, GError **error);
/* The text of a file (also of shipped:PATH), at most 1 MiB of UTF-8. NULL without an error: no such file. Caller frees. */
char *skill_text_read(const char *path, GError **error);

#endif
