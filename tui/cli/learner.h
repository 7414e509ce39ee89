#ifndef TUI_CLI_LEARNER_H
#define TUI_CLI_LEARNER_H

/* A run of a learning, as a process of its own whose client this one is. What a person has granted for all runs of the learning
 * is granted to it. What asks all the same is rejected with the reason that nobody is there. A question or a pause ends it. */

#include "config/line.h"

#include <glib.h>
#include <stdbool.h>

typedef struct learner {
    GPid pid;
    line_stream *stream; /* NULL = a console has it (learner_leave()) */
    int said;            /* what it writes on stderr; a file without a name */
    guint slot;          /* its own among those under way; on the screen its row and key */
    char *left_out;      /* why its episode is left out; NULL = it is not */
    char *trouble;       /* why it was ended by this process; NULL = it was not */
    gint64 run, step;    /* 0 = not known yet; the same below */
    double cost;
    char *state;       /* as the protocol says: thinking, waiting, firing, … */
    bool gone;         /* it has ended while it was left to a console */
    bool rejoined;     /* it pauses, because its console has gone */
    gint64 granted_us; /* time of the last grant */
    int asks;          /* the proposal that is not decided yet; 0 = none */
    bool asked;        /* the engine was asked whether it waits */
    bool thought;      /* its model has answered: what holds it up from then on is the agent's own doing */
    int grants;        /* that are not used up */
} learner;

/* Starts `reins WORDS…`, which speaks the protocol on stdin and stdout. Caller frees. */
learner *learner_start(char *const *words, GError **error);
/* Takes in what it has said. False: it has ended, and was waited for. */
bool learner_pump(learner *l);
/* Leaves it to another client, for which it pauses; and takes it up again. Error: it has ended meanwhile. */
void learner_leave(learner *l);
bool learner_join(learner *l, GError **error);
/* It ends as soon as it can; the reason is kept as `trouble` (NULL = a person has stopped all). */
void learner_stop(learner *l, const char *why);
/* The last line that it wrote on stderr; NULL = none. Caller frees. */
char *learner_complaint(const learner *l);
void learner_free(learner *l);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(learner, learner_free)

#endif
