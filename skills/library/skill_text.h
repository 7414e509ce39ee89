#ifndef SKILLS_LIBRARY_SKILL_TEXT_H
#define SKILLS_LIBRARY_SKILL_TEXT_H

/* The text of a skill file, changed a skill at a time, and written so that nobody's change is lost. */

#include "skills/library/library.h"

/* The skills of one text (owned), by line; *ret_problems (optional) as skill_library_load() gives them. Nothing else is loaded: a
 * text that calls other skills while it is loaded does not load. Error: no worker. Caller unrefs. */
GPtrArray *skill_text_parse(const char *name, const char *text, GPtrArray **ret_problems,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The skill of that name as a text shows it: comment and parameters; nothing is run, so that it is for looking only. NULL: there
 * is no "function NAME(" in it. Caller frees (skill_free). */
skill *skill_text_sketch(const char *text, const char *name);
/* The file's text with `code` in the place of `old_code` (as skill.code gives it), or at the end where that is NULL or not there.
 * `text` NULL = a new file. Caller frees. */
char *skill_text_put(const char *text, const char *old_code, const char *code);
/* Without `code` and the empty lines behind it; NULL: it is not there. Caller frees. */
char *skill_text_cut(const char *text, const char *code);
/* Every variable `from` as `to` (not fields, strings, comments); *ret_count (optional): how many. Caller frees. */
char *skill_text_rename(const char *text, const char *from, const char *to, guint *ret_count);
/* May it be a skill's name? A Lua name that is no keyword, of at most 64 characters. */
bool skill_text_name_fits(const char *name);
/* How alike two skills' texts are, 0..1: the share of runs of four tokens that both have; comments and the skill's own name do
 * not count. 1 = a copy. */
double skill_text_likeness(const char *a, const char *b);

/* Puts `text` (NULL = remove it) in the place of the file whose content is `expected` (NULL = there is none), its folder made
 * where missing. Whatever is in the file at the moment of the exchange is compared: a change made by someone else in between
 * stays, and the error is SKILLS_ERROR_CONFLICT. The file is 0600, on the disk when this returns. Symbolic links are not
 * followed. */
bool skill_text_write(const char *path, const char *expected, const char *text, GError **error);
/* The file's text (also of a shipped:PATH), NULL with error unset: there is none. At most 1 MiB of UTF-8. Caller frees. */
char *skill_text_read(const char *path, GError **error);

#endif
