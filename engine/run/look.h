#ifndef ENGINE_RUN_LOOK_H
#define ENGINE_RUN_LOOK_H

/* What a run sees: the observation of the step and the clip of the last action. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

typedef struct eye_observation eye_observation;
typedef struct screen screen;

struct run_look {
    eye_observation *observation;
    bool fresh;                       /* made after the last action: the next step starts from it */
    int unmoved;                      /* id of the last proposal when it had no effect; 0 = it had one, or that was settled */
    bool works;                       /* its program was at work then (observation's works) */
    bool marks_told;                  /* a model has been told the observation's marks by their numbers */
    gint64 words_due_us;              /* monotonic: so long a request waits for the words of those marks; 0 = nobody wants them */
    bool fired_last;                  /* the last step fired something (also in working memory) */
    GArray *clip_keys, *clip_samples; /* struct eye_frame: of the last action, until the first look; NULL = none (restore.c) */
};
struct run_look *run_look_new(void);
void run_look_free(struct run_look *l);
/* The marks of the observation's screen with their words, where it is of that frame (its hash). Numbers that were told stay. */
void look_take_marks(struct run_look *l, const char *hash, const screen *read);
/* Moves the pictures of the last action, which an earlier engine had seen, into the observation. */
void look_take_clip(struct run_look *l);

#endif
