#ifndef ENGINE_MODULES_SITUATION_H
#define ENGINE_MODULES_SITUATION_H

/* Situation: all that a module may be told, whichever agent it belongs to; the engine fills it before each call. Every pointer is
 * borrowed; NULL or "" = nothing. */

#include <glib.h>
#include <stdbool.h>

struct coordinates;
struct module;
typedef struct action action;
typedef struct eye_observation eye_observation;
typedef struct form_output form_output;
typedef struct skill_library skill_library;

/* One remembered step of the short-term memory (paper B.1: the last k, five). */
struct situation_past {
    gint64 step;
    char *description; /* what the screen was said to show */
    char *subtask;
    action *action; /* as fired, or as decided */
    char *verdict;  /* approved | edited | rejected | auto | stale | … */
    char *person;   /* the reason of a rejection, the note of a hand-back, what an edit changed */
    char *status;   /* of what was fired: done | aborted | uncertain; NULL = nothing was */
    char *effect;   /* changed | no_effect | unexpected | unknown */
    char *success;  /* the agent's own word on it: yes | no | unknown */
    char *cause;    /* of a failure */
    char *frame;    /* path of the frame after */
};

/* What {{names}} stand for in a prompt, and what a script is given under the same names: a text each, and where a text says too
 * little the value as JSON. */
struct prompt_values {
    GHashTable *texts; /* char* → char* */
    GHashTable *json;  /* char* → char*: JSON text; a name that is missing is its text */
};
/* `text` and `json` are taken; text NULL = "". */
void prompt_put(struct prompt_values *v, const char *name, char *text);
void prompt_put_json(struct prompt_values *v, const char *name, char *json);
/* Both from one list: joined by `separator`, each on one line, and as an array of strings. */
void prompt_put_list(struct prompt_values *v, const char *name, const GPtrArray *texts, const char *separator);
/* What modules have said (form_output*), as an array of objects; no text. */
void prompt_put_outputs(struct prompt_values *v, const char *name, const GPtrArray *outputs);
/* Each text once, quoted line by line with "> ", so that it cannot pass for a part of the prompt: what was read on a screen, in a
 * window's title, by another program. Caller frees. */
char *prompt_quoted(const GPtrArray *texts);

typedef struct situation {
    const struct module *modules; /* of the agent */
    const form_output *const
        *said; /* by their places: this step's outputs, NULL = not asked yet; NULL = none has said anything */
    const struct prompt_values *own; /* the agent's own names, stronger than those below; NULL = none */
    const char *const *names;        /* all of these names, ends with NULL: what the agent has not put is ""; NULL = none */

    const char *task;
    gint64 step;
    const eye_observation *observation;
    const char *subtask;               /* what the agent works on now */
    const char *summary;               /* long-term */
    const GPtrArray *past;             /* struct situation_past*, oldest first, at most k */
    const struct coordinates *space;   /* what positions are told in; NULL = pixels of the screen */
    const struct coordinates *picture; /* with `space` NULL: how the model sees the screen all the same */
    const char *aside;                 /* asked of an earlier frame of the video: its path; NULL = of the last one */
    const skill_library *library;
    const GPtrArray *skills; /* skill*: retrieved */
    const char *failures;    /* what failed with these skills before, a line each */
    const char *recalled;    /* past steps like this one (engine/recall/recall.h): what is quoted stands behind "> " */
    const char *lessons;     /* of earlier failures, the same */
    const GPtrArray *held;   /* char*: keys and buttons that are down */
    const GPtrArray *lost;   /* char*: those that an interruption let go of, and what was left of each */
    const char *hint;        /* what the person said for this step */
    const char *trouble;     /* what went wrong since (a refused action and why, display restarted …) */
    int max_actions;
} situation;

/* The last n of a past, a line each, for a prompt. Caller frees. */
char *situation_past_lines(const GPtrArray *past, guint n);
/* Path of the last frame; NULL = no observation. */
const char *situation_frame(const situation *s);

#endif
