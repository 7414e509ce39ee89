#ifndef SKILLS_TIMELINE_ACTION_H
#define SKILLS_TIMELINE_ACTION_H

/* Action: what a model or a person proposes — a skill's name and named arguments. */

#include <glib.h>
#include <stdbool.h>

#define SKILLS_ERROR (skills_error_quark())
GQuark skills_error_quark(void);

enum skills_error {
    SKILLS_ERROR_SYNTAX,    /* Lua or JSON that does not parse, bytecode */
    SKILLS_ERROR_UNKNOWN,   /* no such skill, key, button */
    SKILLS_ERROR_ARGUMENTS, /* missing, unknown, of the wrong type */
    SKILLS_ERROR_RUNTIME,   /* the skill raised an error */
    SKILLS_ERROR_LIMIT,     /* instructions, memory, time, events */
    SKILLS_ERROR_CONFLICT,  /* another process changed the file meanwhile */
    SKILLS_ERROR_FAILED,    /* a worker could not be started or died */
};

enum value_type { VALUE_STRING, VALUE_INTEGER, VALUE_NUMBER, VALUE_BOOLEAN };

struct value {
    enum value_type type;
    char *string;   /* VALUE_STRING: owned */
    gint64 integer; /* VALUE_INTEGER */
    double number;  /* VALUE_NUMBER */
    bool boolean;   /* VALUE_BOOLEAN */
};

struct argument {
    char *name; /* owned */
    struct value value;
};

typedef struct action {
    char *skill;       /* owned */
    GArray *args;      /* struct argument, in the order given */
    char *expectation; /* owned, "" if none */
    char *reason;      /* owned, "" if none */
    int tier;          /* the model's estimate of the risk, 0..3; -1 = none. It can only raise the tier */
    int part;          /* what the skill does after so many of its screen.await(); 0 = from its beginning */
} action;

action *action_new(const char *skill);
action *action_copy(const action *a);
void action_free(action *a);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(action, action_free)
/* Adds or replaces an argument; the string is copied. */
void action_set(action *a, const char *name, const struct value *value);
void action_set_string(action *a, const char *name, const char *value);
void action_set_integer(action *a, const char *name, gint64 value);
const struct value *action_get(const action *a, const char *name);
/* The call as one line for people: press_button(label = "3"). Caller frees. */
char *action_describe(const action *a);
/* Parses calls as action_describe() writes them, separated by ; or , or nothing. Inside quotes \n, \t, \" and \\ stand for a
 * line feed, a tab, " and \; so do ⏎ and ⇥ for a line feed and a tab. (action_call.c) Returns action*, caller unrefs; an error
 * names the character. */
GPtrArray *actions_from_calls(const char *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* True when the expectation of `edited` may stay. An expectation belongs to a skill with its arguments: that of `from` does not
 * apply to others. */
bool action_expectation_stands(const action *edited, const action *from);

/* {"skill":…,"args":{…},"expectation":…,"reason":…[,"tier":n][,"part":n]} (action_json.c). Unknown members are an error. */
action *action_from_json(const char *text, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;
char *action_to_json(const action *a);
/* action_describe() of a JSON text. A text that is not an action is returned unchanged, NULL for NULL. Caller frees. */
char *action_json_describe(const char *json);

#endif
