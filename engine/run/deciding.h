#ifndef ENGINE_RUN_DECIDING_H
#define ENGINE_RUN_DECIDING_H

/* What decides on a run's proposals: mode, rules, Lua policy, grants, and the open gate. Inside engine/ only. */

#include "engine/gate/gate.h"
#include "engine/gate/grants.h"

typedef struct rules rules;

struct run_repeats {
    char *action, *digest; /* of the last firing without a visible effect; the action as text */
    int fired;             /* number of such firings in a row */
    int rejected;          /* rejected proposals in a row */
    int stale;             /* proposals in a row that would have fired automatically and went stale */
};
struct run_judge {
    enum gate_mode mode;
    char *mode_told; /* message when a resumed run has another mode than before; NULL = the same */
    struct gate gate;
    bool explores;                     /* the agent tries things out: what is grave asks, and what goes into another program */
    char *explored;                    /* its program where the display tells that alone (a phone's package); NULL = not known */
    rules *rules;                      /* of reins.ini, profile and command line, with their counts */
    GPtrArray *session_rules;          /* struct rule*: from the command line */
    char *policy_name, *policy_source; /* the Lua policy; NULL = none */
    struct grants grants;
    struct run_repeats repeats;
};
struct run_judge *run_judge_new(void);
void run_judge_free(struct run_judge *j);

#endif
