#ifndef ENGINE_AGENTS_COMPUTER_NATIVE_H
#define ENGINE_AGENTS_COMPUTER_NATIVE_H

/* Native turn: what a model says in its own computer tool's words, or in a grammar that it was trained on, read into one form
 * that is the same for all of them. A dialect is a row of native_dialects[] and a function that reads; nothing that a model says
 * is evaluated. Pure: no display, no store, no clock.
 *
 * What cannot be read of one call (no such action, a coordinate that is missing) is no error of the turn: the call has a
 * `defect`, nothing is done for it, and the model is answered with that. An error is a turn that cannot be read at all; the model
 * is asked once more. */

#include <glib.h>
#include <stdbool.h>

#define NATIVE_SAID_MAX (16 * 1024 * 1024) /* bytes of a turn */

#define NATIVE_ERROR (native_error_quark())
GQuark native_error_quark(void);
enum native_error { NATIVE_ERROR_REPLY };

enum native_action {
    NATIVE_CLICK,      /* x, y (NAN: where the pointer is), button, clicks 1 to 3, keys held meanwhile */
    NATIVE_MOVE,       /* x, y, keys */
    NATIVE_DRAG,       /* from x, y (NAN: the pointer) over `path` to to_x, to_y; button, keys */
    NATIVE_SCROLL,     /* x, y or NAN; right, down in `unit`; keys */
    NATIVE_TYPE,       /* text; x, y: clicked first, NAN = not; clear, enter */
    NATIVE_KEYS,       /* keys, `times` */
    NATIVE_HOLD_KEYS,  /* keys, seconds */
    NATIVE_KEY_DOWN,   /* keys: one */
    NATIVE_KEY_UP,     /* keys: one */
    NATIVE_MOUSE_DOWN, /* x, y or NAN, button */
    NATIVE_MOUSE_UP,   /* x, y or NAN, button */
    NATIVE_WAIT,       /* seconds */
    NATIVE_SCREENSHOT, /* a look; so are the next two: answered, and never proposed */
    NATIVE_ZOOM,       /* x, y, to_x, to_y */
    NATIVE_CURSOR,
    NATIVE_ASK_PERSON, /* text: the question */
    NATIVE_FINISH,     /* text: the reason; success */
    NATIVE_OTHER,      /* none of these: it has a defect */
    NATIVE_ACTION_COUNT
};

enum native_unit { NATIVE_NOTCHES, NATIVE_PIXELS };

struct native_point {
    double x, y;
};

struct native_call {
    char *id;   /* the provider's, for the answer; "" where a dialect has none */
    char *name; /* the action in the dialect's own word */
    enum native_action action;
    double x, y, to_x, to_y; /* as the model counts them (the brain profile says how); NAN = not given */
    GArray *path;            /* struct native_point: those between; NULL = none */
    const char *button;      /* left | middle | right | back | forward; static */
    int clicks, times;       /* at least 1 */
    double right, down;      /* of scrolling; negative: left, up */
    enum native_unit unit;
    double seconds; /* NAN = not given */
    char *text;     /* NULL = none, as the next are */
    char *keys;     /* pressed together: joined by +; one combination after the other: with a space between */
    bool enter, clear;
    bool success; /* of NATIVE_FINISH */
    char *why;    /* the model's own reason for this call */
    char *defect; /* why nothing can be done for it; NULL = it can be done */
    /* What a person has to acknowledge before it is done: as it came (JSON, to be sent back), and in words. NULL = nothing */
    char *safety, *safety_words;
};

struct native_turn {
    char *thought;    /* all that the model says beside its calls; "" = nothing */
    GPtrArray *calls; /* struct native_call*, in the order in which they are to be done */
};

/* Fields as "not given": NAN, left, 1, NULL, false. The strings are copied. */
struct native_call *native_call_new(const char *id, const char *name, enum native_action action);
/* Keeps the first defect. */
void native_call_refuse(struct native_call *call, const char *format, ...) G_GNUC_PRINTF(2, 3);
void native_call_free(struct native_call *call);
struct native_turn *native_turn_new(void);
/* Adds to what it says beside its calls. */
void native_turn_think(struct native_turn *turn, const char *text);
void native_turn_free(struct native_turn *turn);
typedef struct native_call native_call;
typedef struct native_turn native_turn;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(native_call, native_call_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(native_turn, native_turn_free)

/* ---- what is done for a call (native_act.c) ---- */

typedef struct action action;
struct coordinates;
struct brain_part;
/* It does nothing but wait. */
bool native_waits(const action *a);
/* It becomes an action: it is no look, no word to us, and has no defect. A look with a safety check is one, too: a card that a
 * person approves. */
bool native_call_acts(const struct native_call *call);
/* Nothing has to be seen of it afterwards. */
bool native_call_is_quiet(const struct native_call *call);
/* True for finish and ask_person: a word to the person, which counts as the last call of a turn alone. */
bool native_call_is_word(const struct native_call *call);
/* NULL: it does not act, or cannot be done (`defect` is set then). Caller frees. */
action *native_call_action(struct native_call *call, const struct coordinates *c);
/* Of NATIVE_ZOOM, px of the screen. */
bool native_call_region(struct native_call *call, const struct coordinates *c, struct brain_part *ret);

/* ---- for dialects in JSON (native_json.c) ---- */

/* ask_person and finish (engine/brain/wire.h), which stand beside every provider's tool: takes their arguments. False: another
 * name. */
struct cJSON;
bool native_call_own(struct native_call *call, const struct cJSON *args);
/* Members of a call's arguments. One that is needed and missing, or of another type, refuses the call. */
void native_call_point(struct native_call *call, const struct cJSON *at, const char *x_name, const char *y_name, double *ret_x,
                       double *ret_y);
bool native_call_number(struct native_call *call, const struct cJSON *args, const char *name, bool needed, double *ret);
char *native_call_text(struct native_call *call, const struct cJSON *args, const char *name, bool needed);
/* A text, or a list that is joined by +. */
char *native_call_keys(struct native_call *call, const struct cJSON *args, const char *name, bool needed);
/* up, down, left, right, and how far. */
void native_call_scroll(struct native_call *call, const char *direction, double amount, enum native_unit unit);

/* ---- dialects ---- */

/* A reader gets what the model said, verbatim: of a provider's tool its JSON (content blocks, output items, a content), of an
 * open model the text of its reply. */
struct native_dialect {
    const char *name; /* as the wire, or `grammar=` of the brain profile, says it */
    struct native_turn *(*read)(const char *said, gsize length, GError **error);
    const char *prompts[2]; /* the files in prompts/computer/ that tell the model how it calls; NULL = its provider does */
};
extern const struct native_dialect *const native_dialects[]; /* of providers' tools; ends with NULL */
extern const struct native_dialect native_grammars[];        /* of open models (grammar.h); ends with name NULL */
/* Of all of them; NULL = no such dialect. */
const struct native_dialect *native_dialect_find(const char *name);

#endif
