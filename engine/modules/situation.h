#ifndef ENGINE_MODULES_SITUATION_H
#define ENGINE_MODULES_SITUATION_H

/* Situation: all that the modules may be told, filled by the agent before each call. Every pointer is borrowed; NULL or "" =
 * nothing. */

#include "engine/eye/eye.h"
#include "engine/modules/form.h"
#include "skills/action.h"
#include "skills/library.h"
#include "skills/screen.h"

#include <glib.h>
#include <stdbool.h>

/* One remembered step of the short-term memory (paper B.1: the last k, five). */
struct situation_past {
    gint64 step;
    char *description; /* gather's */
    char *subtask;
    action *action; /* as fired, or as decided */
    char *verdict;  /* approved | edited | rejected | auto | stale | … */
    char *person;   /* the reason of a rejection, the note of a hand-back, what an edit changed */
    char *effect;   /* changed | no_effect | unexpected | unknown */
    char *success;  /* reflect's: yes | no | unknown */
    char *cause;    /* reflect's cause of failure */
    char *frame;    /* path of the frame after */
};

typedef struct situation {
    const char *task;
    gint64 step;
    const eye_observation *observation;
    const GPtrArray *stack; /* char*: task stack, current last */
    const char *subtask;    /* the current one */
    const char *horizon;    /* long | short */
    const char *summary;    /* long-term */
    const GPtrArray *past;  /* struct situation_past*, oldest first, at most k */
    guint sequence;         /* so many of its last steps worked and finished a subtask: they may be worth a skill; 0 = none */
    const form_output *gather, *reflect, *infer, *curate; /* of this step */
    const GPtrArray *gathered;                            /* form_output*: gather on each earlier keyframe of the clip */
    const char *keyframe;                                 /* gather on one keyframe: its path; NULL = the last frame */
    const skill_library *library;
    const GPtrArray *skills; /* skill*: retrieved for plan */
    const char *failures;    /* what failed with these skills before, a line each */
    const char *recalled;    /* past steps like this one, for plan (engine/recall.h): what is quoted stands behind "> " */
    const char *lessons;     /* of earlier failures, the same */
    const GPtrArray *held;   /* char*: keys and buttons that are down */
    const GPtrArray *lost;   /* char*: those that an interruption let go of, and what was left of each */
    const char *hint;        /* what the person said for this step */
    const char *trouble;     /* what went wrong since (a refused action and why, display restarted …) */
    int max_actions;
} situation;

#endif
