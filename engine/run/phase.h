#ifndef ENGINE_RUN_PHASE_H
#define ENGINE_RUN_PHASE_H

/* Phase: the last step of an agent whose steps are phases (agent.h: phases), where nothing was fired in it. It can be gone back
 * to while the next one is under way: what its module said is corrected, and the agent goes on from there. Inside engine/ only.
 */

#include <glib.h>
#include <stdbool.h>

struct run;
struct mind_table;
typedef struct form_output form_output;

struct phase {
    gint64 begun;   /* the step that was thought of last; the next two are as it began. 0 = none */
    bool fired;     /* run_look.fired_last */
    bool fired_was; /* the same, as `mind` began */
    void *mind;     /* what the phase that can be gone back to began from; NULL = none can. Owned */
    guint module;   /* that answered in it */
    form_output *said;
    gint64 call;        /* id in memory */
    form_output *given; /* what a person wrote instead: the answer of the next step that is thought of; NULL = none */
    void *after;        /* the mind as that answer will make it: what the boards show until then; NULL = none. Owned */
    bool gone;          /* it cannot be gone back to since a list was changed, and the client has not been told */
    bool ends_paused;   /* the agent's end is none before a person has seen it: they may go back to the phase */
    bool untold;        /* that answer stands now, and the client has not been told */
};

/* A step is being thought of: notes how it began. What a person wrote for the phase that they went back to stands as its module's
 * answer, which is not asked. */
void phase_begin(struct run *run);
/* A step ends (run_settle()), its mind is still what it began from; fired: something was fired in it, or a person acted.
 * Takes the mind where the phase can be gone back to, and then returns true. */
bool phase_keep(struct run *run, bool fired);
/* What was is not gone back to any more: the lists were changed since. */
void phase_forget(struct run *run);
/* True when the module said something in the last phase, and nothing was fired since. */
bool phase_is_open(const struct run *run, guint m);
/* Goes back to it: the next step begins from its mind, and what it had pushed to the past is gone. output: the person's, in place
 * of the module's; NULL = it is asked again. Takes the output. Only where phase_is_open(). */
void phase_go_back(struct run *run, form_output *output);
/* What the boards are made of until what was given has been taken in: the mind after it. Borrowed; NULL = nothing was given, or
 * the agent does not tell. */
const void *phase_after(struct run *run);
/* A person has changed that mind, and it is the run's now: what was given is in it. */
void phase_taken(struct run *run);
void phase_clear(struct phase *p, const struct mind_table *table);

#endif
