#ifndef ENGINE_MODULES_VOCABULARY_H
#define ENGINE_MODULES_VOCABULARY_H

/* The actions of the ScreenAgent dataset (its published client's action.py), as JSON, and converted to and from timelines. What
 * only timelines can express (horizontal wheel, closed loops, exact times) is left out and counted. */

#include "skills/timeline/action.h"
#include "skills/timeline/timeline.h"

#define VOCABULARY_ERROR (vocabulary_error_quark())
GQuark vocabulary_error_quark(void);
enum vocabulary_error { VOCABULARY_ERROR_WORD };

enum word_kind { WORD_MOUSE, WORD_KEYBOARD, WORD_WAIT, WORD_PLAN, WORD_EVALUATE, WORD_KIND_COUNT };
enum word_mouse {
    MOUSE_DOWN,
    MOUSE_UP,
    MOUSE_SCROLL_UP,
    MOUSE_SCROLL_DOWN,
    MOUSE_MOVE,
    MOUSE_DRAG,
    MOUSE_CLICK,
    MOUSE_DOUBLE_CLICK,
    MOUSE_COUNT
};
enum word_keyboard { KEYBOARD_DOWN, KEYBOARD_UP, KEYBOARD_PRESS, KEYBOARD_TEXT, KEYBOARD_COUNT };
enum word_situation { SITUATION_SUCCESS, SITUATION_RETRY, SITUATION_REFORMULATE, SITUATION_COUNT };

/* One action. */
typedef struct word {
    enum word_kind kind;
    int what;                     /* word_mouse, word_keyboard or word_situation */
    int button;                   /* BUTTON_*; 0 = not given */
    bool placed;                  /* x, y are set */
    int x, y, repeat;             /* repeat: clicks of the wheel, 0 = one */
    double wait_s;                /* < 0 = not given */
    char *text;                   /* typed text; the key or "A+B"; a plan's element; advice; NULL = none */
    int left, top, right, bottom; /* clickable_area; right 0 = none */
    char *before, *after;         /* names of pictures; NULL = none */
} word;
typedef struct words {
    GArray *list;       /* word */
    guint lost;         /* number of events that cannot be expressed */
    GPtrArray *skipped; /* char *: "action 3 is dropped: …", of a reply */
} words;
/* "sub_task_success", "need_retry", "need_reformulate". */
const char *vocabulary_situation_name(enum word_situation situation);
/* "MouseAction", …; and what a word of that kind does: "click", "press", "need_retry"; NULL = its kind says all. Static. */
const char *vocabulary_kind_name(enum word_kind kind);
const char *vocabulary_what_name(enum word_kind kind, int what);

words *vocabulary_words_new(void);
void vocabulary_words_free(words *w);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(words, vocabulary_words_free)
/* Takes its strings. */
void vocabulary_words_add(words *w, word one);

/* A target's rectangle and the point in it, on the screen. */
struct vocabulary_target {
    int x, y, left, top, width, height; /* width 0 = no rectangle */
};
/* The actions of a timeline, on a screen of that size. target: where its first button acts, for moves relative to a window; may
 * be NULL. Caller frees. (vocabulary_from.c) */
words *vocabulary_words_from_timeline(const timeline *t, int width, int height, const struct vocabulary_target *target);
/* The events of actions in order, as in skills/lib/screenagent.lua; plans and evaluations have none. Caller frees.
 * (vocabulary_to.c) */
timeline *vocabulary_words_to_timeline(const words *w, guint from, guint count);
/* The call of that library; NULL = plan or evaluation. Caller frees. */
action *vocabulary_word_to_action(const word *one);
/* The word of such a call; false: it is no call of that library. Caller frees its text. */
bool vocabulary_word_from_action(const action *a, word *ret);

/* "[\n    {…},\n    {…}\n]"; "[]". Caller frees. (vocabulary_json.c) */
char *vocabulary_words_to_json(const words *w);
/* Closes a fence that a reply left open. */
#define RECORD_CLOSED "\n```"
/* The reply with a fence of the actions after it; a reply that has such a fence stays unchanged. Caller frees. */
char *vocabulary_words_to_reply(const char *reply, const words *w);
/* The list of a record. Caller frees. Error: number and fault of an invalid action. */
words *vocabulary_words_from_json(const char *json, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The actions in a reply, by the tolerant rules of the published client: what does not fit is skipped, and told in `skipped`.
 * Caller frees. */
words *vocabulary_words_from_reply(const char *reply);

#endif
