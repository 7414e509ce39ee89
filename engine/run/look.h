#ifndef ENGINE_RUN_LOOK_H
#define ENGINE_RUN_LOOK_H

/* What a run sees: the observation of the step and the clip of the last action. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

typedef struct eye_observation eye_observation;
typedef struct screen screen;

struct run_look {
    eye_observation *observation;
    gint64 seen_us;                   /* CLOCK_MONOTONIC: when the observation was there */
    gint64 shown_us;                  /* same: since when the console has its live picture; 0 = it has none */
    gint64 focus_shown;               /* the window that had the focus in the last picture the client was sent; 0 = none */
    bool fresh;                       /* made after the last action: the next step starts from it */
    int unmoved;                      /* id of the last proposal when it had no effect; 0 = it had one, or that was settled */
    bool works;                       /* its program was at work then (observation's works) */
    bool untold;                      /* the observation has no elements or not all, though the profile asks for them */
    bool marks_told;                  /* a model has been told the observation's marks by their numbers */
    bool told_wordless;               /* before their words were read: a number means the place then */
    screen *read;                     /* of an observation, with all words and those of its marks; NULL = none came. Owned */
    char *read_of;                    /* hash of its frame */
    gint64 words_due_us;              /* monotonic: so long a request waits for the words of those marks; 0 = nobody wants them */
    char *before;                     /* the screen as the task's reward is told it, before the step; NULL = none. Owned */
    double reward;                    /* of the last remembered step, by the task's function; NAN = none */
    char *reward_error;               /* why that function gave none; NULL = it was not asked, or gave one. Owned */
    bool fired_last;                  /* the last step fired something (also in working memory) */
    bool verifying;                   /* the look is for what came of an action that was just fired */
    bool crashed;                     /* the program has ended by a signal since the last action was fired */
    GArray *clip_keys, *clip_samples; /* struct eye_frame: of the last action, until the first look; NULL = none (restore.c) */
};
struct run_look *run_look_new(void);
void run_look_free(struct run_look *l);
/* Keeps what the eye has read of a frame (its hash): marks with their words. Copies it. */
void look_keep_marks(struct run_look *l, const char *hash, const screen *read);
/* True once they are kept for the observation's frame. */
bool look_has_marks(const struct run_look *l);
/* A model is told the observation's marks now. */
void look_note_told(struct run_look *l);
/* Gives the observation's screen those marks, if they are kept; numbers that were told stay. Never between a dry run and the end
 * of its firing: a closed loop's is repeated on the same screen. */
void look_take_marks(struct run_look *l);
/* Moves the pictures of the last action, which an earlier engine had seen, into the observation. */
void look_take_clip(struct run_look *l);

/* Title of a window that says that it has unsaved changes, as most programs do: "*note", "note* - editor", "note [modified]".
 * Borrowed from the observation; NULL = none does. */
const char *look_unsaved(const struct run_look *l);

#endif
