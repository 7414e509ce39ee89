#ifndef ENGINE_MODULES_SITUATION_H
#define ENGINE_MODULES_SITUATION_H

/* Situation: everything that a module may be told, for any agent. The engine fills it before each call. Every pointer is
 * borrowed; NULL or "" = nothing. */

#include <glib.h>
#include <stdbool.h>

struct coordinates;
struct module;
struct prompt_values;
typedef struct action action;
typedef struct eye_observation eye_observation;
typedef struct form_output form_output;
typedef struct screen screen;
typedef struct skill_library skill_library;

/* One remembered step of the short-term memory (Cradle paper, B.1: the last k, five). */
struct situation_past {
    gint64 step;
    char *description; /* description of the screen */
    char *subtask;
    action *action; /* as fired, or as decided */
    char *verdict;  /* approved | edited | rejected | auto | stale | … */
    char *person;   /* reason of a rejection, note of a hand-back, change by an edit */
    char *status;   /* of what was fired: done | aborted | uncertain; NULL = nothing was */
    char *effect;   /* changed | no_effect | unexpected | unknown */
    char *success;  /* the agent's own judgement: yes | no | unknown */
    char *cause;    /* of a failure */
    char *frame;    /* path of the frame after */
};
struct situation_past *situation_past_new(gint64 step);
void situation_past_free(struct situation_past *p);
/* True when a person changed or rejected the proposal: its outcome says nothing about the model. */
bool situation_past_by_person(const struct situation_past *p);

typedef struct situation {
    const struct module *modules;    /* of the agent */
    const form_output *const *said;  /* this step's outputs by module index, NULL = not asked yet; NULL = no outputs */
    const struct prompt_values *own; /* the agent's own names, which override those below; NULL = none */
    const char *const *names;        /* all of the agent's names, ends with NULL: a name that is not set is ""; NULL = none */

    const struct wording *words; /* of the prompt's language (form.h); NULL = English */
    const char *task;
    gint64 step;
    const eye_observation *observation;
    const char *subtask;               /* the agent's present subtask */
    const char *summary;               /* long-term */
    const GPtrArray *past;             /* struct situation_past*, oldest first, at most k */
    const struct coordinates *space;   /* units of the positions in the prompt; NULL = pixels of the screen */
    const struct coordinates *picture; /* with `space` NULL: how the model sees the screen all the same */
    bool marks;                        /* its picture has the numbered marks, and they are told */
    const char *aside;                 /* path of the earlier frame that is asked about; NULL = the last one */
    const skill_library *library;
    const GPtrArray *skills; /* skill*: retrieved */
    const char *failures;    /* earlier failures with these skills, one line each */
    const char *recalled;    /* similar past steps (engine/recall/recall.h), quoted by "> " */
    const char *lessons;     /* lessons from earlier failures, quoted likewise */
    const GPtrArray *held;   /* char*: keys and buttons that are down */
    const GPtrArray *lost;   /* char*: those that an interruption released, with the remaining time */
    const char *hint;        /* the person's hint for this step */
    const char *trouble;     /* troubles since then (a refused action with the reason, display restarted …) */
    int max_actions;
} situation;

/* The last n steps of a past, one line each, for a prompt. Caller frees. */
char *situation_past_lines(const GPtrArray *past, guint n);
/* What a script is told of the screen: {"frame","settled","changed","windows","screen","state","text"}. read: the observation's
 * screen, with the words that are known of it. Caller frees. (situation_json.c) */
char *situation_look_json(const eye_observation *o, const screen *read);
/* The argument of a task's reward: {"before","after","state"}: two of these (NULL = null), and a past step with the task. Caller
 * frees. (situation_json.c) */
char *situation_reward_json(const char *before, const char *after, const struct situation_past *past, const char *task);
/* Path of the last frame; NULL = no observation. */
const char *situation_frame(const situation *s);

#endif
