#ifndef ENGINE_AGENTS_COMPUTER_GRAMMAR_H
#define ENGINE_AGENTS_COMPUTER_GRAMMAR_H

/* Grammars: what open models write as text. A call is a name and values, however it is spelt (name(a='b'), JSON, XML); a row
 * says what the name does and what each value is. Another model is a few rows. Nothing is evaluated: what no rule reads is an
 * error that says what and where. Inside of the agent. */

#include "engine/agents/computer/native.h"

/* ---- rows ---- */

/* What a value is. */
enum grammar_takes {
    TAKES_NOTHING,  /* it is let pass */
    TAKES_POINT,    /* (x,y), [x, y], <point>x y</point> …; of a box with four numbers its middle */
    TAKES_END,      /* the same, of a drag */
    TAKES_X,        /* a number; also a whole point, where a model writes it so */
    TAKES_Y,        /* a number */
    TAKES_TEXT,     /* as it stands */
    TAKES_LINE,     /* the same; a line feed at its end means Enter */
    TAKES_KEYS,     /* pressed together */
    TAKES_TURNS,    /* keys, pressed one after the other */
    TAKES_WAY,      /* up, down, left, right */
    TAKES_STEPS,    /* wheel clicks that way */
    TAKES_UP,       /* wheel clicks up, negative: down */
    TAKES_RIGHT,    /* wheel clicks to the right */
    TAKES_UP_PX,    /* the same two in pixels */
    TAKES_RIGHT_PX, /* */
    TAKES_SECONDS,  /* */
    TAKES_CLICKS,   /* */
    TAKES_TIMES,    /* */
    TAKES_BUTTON,   /* left, middle, right */
    TAKES_STATUS,   /* success, failure */
};
#define GRAMMAR_TAKES 255 /* of `takes`: the value of the enum */
#define NEEDED 256
#define REST 512 /* with all that stand behind it by their place */
struct grammar_arg {
    const char *names; /* joined by |; in the order in which they stand by their place */
    guint takes;
};
struct grammar_row {
    const char *name; /* NULL ends a table */
    enum native_action action;
    const char *button; /* NULL = left */
    int n;              /* clicks; of an end 1 = success; of typing 1 = Enter follows; of a wait the seconds */
    struct grammar_arg args[7];
};

/* ---- values ---- */

struct grammar_value {
    char *name;       /* NULL = by its place */
    GPtrArray *items; /* char*: one, or those of a list, lists in it laid flat */
    bool list;
};
/* Takes `items`. Free with g_ptr_array_unref() of a list that grammar_values_new() has made. */
void grammar_value_add(GPtrArray *values, const char *name, GPtrArray *items, bool list);
GPtrArray *grammar_values_new(void);

/* Adds the call to the turn; one that no row knows, or whose values are not what its row says, has a defect. */
void grammar_call_add(struct native_turn *turn, const struct grammar_row *rows, const char *name, const GPtrArray *values);

/* ---- text (grammar_scan.c) ---- */

struct scan {
    const char *text, *at;
    bool loose; /* a quote inside of a text need not be escaped, and a text may have line feeds: a quote ends it where an argument
                   can end */
};
/* Sets the error with line, column and what stands there. */
bool scan_fail(const struct scan *s, const char *at, GError **error, const char *format, ...) G_GNUC_PRINTF(4, 5);
/* Goes on if that is what stands there. */
bool scan_word(struct scan *s, const char *word);
void scan_spaces(struct scan *s);
/* name(value, name=value, …): the caller frees both. */
bool scan_call(struct scan *s, char **ret_name, GPtrArray **ret_values, GError **error);
/* The items of "[a, b]" and nothing else; NULL = it is none. */
GPtrArray *scan_list(const char *text);

/* ---- JSON (grammar_json.c) ---- */

/* {"name":…,"arguments":{"action":…}}, from where it stands; text that ends in the middle is an error. */
bool grammar_tool_json(struct scan *s, struct native_turn *turn, const struct grammar_row *rows, GError **error);
/* {"note":…,"thought":…,"action":{"action":…}}, or its action alone: all that there is. */
bool grammar_step_json(struct scan *s, struct native_turn *turn, const struct grammar_row *rows, GError **error);

#endif
