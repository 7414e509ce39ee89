#ifndef ENGINE_EXPORTS_REDACTION_H
#define ENGINE_EXPORTS_REDACTION_H

/* Redaction: words and places that must not leave with an export. Texts are redacted as they are read from the store, before any
 * format sees them, pictures before they are encoded. In doubt more goes than was asked for: a text in which a word hides behind
 * escapes, or on which an expression takes too long, goes as a whole. Words that can be read in pictures stay in them: that is
 * what boxes are for. */

#include "engine/picture/frame.h"

#include <glib.h>
#include <stdbool.h>

#define REDACTION_ERROR (redaction_error_quark())
GQuark redaction_error_quark(void);
enum redaction_error { REDACTION_ERROR_SYNTAX };

#define REDACTION_MARK "█████" /* no letters: no word is in it */
#define REDACTION_COLOUR 0x000000
#define REDACTION_RULES_MAX 1000

/* How a picture is used: a box may be only for some of these. A picture that is used in several ways gets the boxes of all. */
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

/* WORD: these characters anywhere, in any case, blanks standing for any blanks, composed or not; or /EXPRESSION/ (PCRE), i after
 * it: in any case. SYNTAX: empty, no expression, or one that fits the empty text. */
bool redaction_add(redaction *r, const char *word, GError **error);
/* X,Y,W,H in pixels of the screen, or "all", and @before, @after or @prompt. */
bool redaction_add_box(redaction *r, const char *box, GError **error);
/* A file with one of these a line: WORD, /EXPRESSION/, "box X,Y,W,H@ROLE"; # begins a comment. */
bool redaction_add_file(redaction *r, const char *path, GError **error);
/* Nothing was added: texts and pictures stay as they are. */
bool redaction_empty(const redaction *r);
/* Words were added, but no boxes: pictures stay as they are. */
bool redaction_words_only(const redaction *r);
/* Some box is only for some roles. */
bool redaction_by_role(const redaction *r);

/* The text without them; NULL for NULL. What is no UTF-8 is made so first, whether something is redacted or not. Caller frees. */
char *redaction_text(redaction *r, const char *text);
/* True: some of them is in it. */
bool redaction_hits(const redaction *r, const char *text);
/* The same for a text that is JSON, if it is: its strings are looked at unescaped. Unchanged where nothing is found.
 * (redaction_json.c) */
char *redaction_json(redaction *r, const char *text);
/* A whole document as `reins memory export` gives it: its strings, and what would betray them by their hash (digests, the
 * journal, names of frames) is left out. Caller frees. NULL with error: it is no JSON, or more than 64 MiB of it.
 * (redaction_json.c) */
char *redaction_document(redaction *r, const char *json, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* A timeline's JSON. Keys that spell one of the words, one after the other, go, too. Caller frees. (redaction_json.c) */
char *redaction_timeline(redaction *r, const char *json);
/* Paints the boxes for these roles over it. True: something was painted. */
bool redaction_frame(redaction *r, frame *f, unsigned roles);
/* Texts that were changed so far; and back to an earlier number, for what was read again. */
guint redaction_count(const redaction *r);
void redaction_set_count(redaction *r, guint count);

#endif
