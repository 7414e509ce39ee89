#ifndef ENGINE_EXPORTS_REDACTION_H
#define ENGINE_EXPORTS_REDACTION_H

/* Redaction: words and places that must not leave with an export. Texts are redacted when they are read from the store, before
 * any format sees them; pictures before they are encoded. When in doubt, more is removed: a text in which a word hides behind
 * escapes, or on which an expression takes too long, is removed completely. Words that can be read in pictures stay: boxes are
 * for those. */

#include "engine/picture/frame.h"

#include <glib.h>
#include <stdbool.h>

#define REDACTION_ERROR (redaction_error_quark())
GQuark redaction_error_quark(void);
enum redaction_error { REDACTION_ERROR_SYNTAX };

#define REDACTION_MARK "█████" /* has no letters, so that it contains no word */
#define REDACTION_COLOUR 0x000000
#define REDACTION_RULES_MAX 1000

/* How a picture is used; a box may apply to some of these only. A picture with several uses gets the boxes of all. */
enum redaction_role {
    ROLE_BEFORE = 1, /* before the step's action */
    ROLE_AFTER = 2,  /* after it */
    ROLE_PROMPT = 4, /* shown to a module */
    ROLE_ANY = 7,
};

typedef struct redaction redaction;
redaction *redaction_new(void);
void redaction_free(redaction *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(redaction, redaction_free)

/* WORD: these characters anywhere, in any case, with blanks matching any blanks, composed or not; or /EXPRESSION/ (PCRE), with
 * i after it: in any case. Error SYNTAX: empty, not an expression, or one that fits the empty text. */
bool redaction_add(redaction *r, const char *word, GError **error);
/* X,Y,W,H in pixels of the screen, or "all", and @before, @after or @prompt. */
bool redaction_add_box(redaction *r, const char *box, GError **error);
/* Reads a file with one of these per line: WORD, /EXPRESSION/, "box X,Y,W,H@ROLE"; # begins a comment. */
bool redaction_add_file(redaction *r, const char *path, GError **error);
/* True when nothing was added: texts and pictures stay unchanged. */
bool redaction_empty(const redaction *r);
/* True when words but no boxes were added: pictures stay unchanged. */
bool redaction_words_only(const redaction *r);
/* True when some box applies to some roles only. */
bool redaction_by_role(const redaction *r);

/* The text without the words; NULL for NULL. Invalid UTF-8 is corrected first, in any case. Caller frees. */
char *redaction_text(redaction *r, const char *text);
/* True when one of them occurs. */
bool redaction_hits(const redaction *r, const char *text);
/* Same for a text that is JSON: its strings are searched unescaped. Unchanged when nothing is found. Caller frees.
 * (redaction_json.c) */
char *redaction_json(redaction *r, const char *text);
/* A whole document of `reins memory export`: redacts its strings and omits what would betray them by a hash (digests, the
 * journal, names of frames). Caller frees. NULL with an error: not JSON, or more than 64 MiB. (redaction_json.c) */
char *redaction_document(redaction *r, const char *json, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* A timeline's JSON. Keys that spell one of the words in sequence are removed, too. Caller frees. (redaction_json.c) */
char *redaction_timeline(redaction *r, const char *json);
/* Paints the boxes of these roles. True: something was painted. */
bool redaction_frame(redaction *r, frame *f, unsigned roles);
/* Number of changed texts so far; and sets it back, for texts that are read again. */
guint redaction_count(const redaction *r);
void redaction_set_count(redaction *r, guint count);

#endif
