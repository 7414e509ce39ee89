#ifndef ENGINE_RUN_DECIDING_H
#define ENGINE_RUN_DECIDING_H

/* By what a run's proposals are decided: mode, rules, the Lua policy, grants, and the gate that is open. Inside engine/ only. */

#include "engine/gate/gate.h"
#include "engine/gate/grants.h"

typedef struct rules rules;

struct run_repeats {
    char *action, *digest; /* of what was fired last without a visible effect; the action in words */
    int fired;             /* how often in a row */
    int rejected;          /* proposals that were rejected in a row */
    int stale;             /* that would have fired without a person, and went stale in a row */
};
struct run_judge {
    enum gate_mode mode;
    char *mode_told; /* resumed in another mode than it was in: what the person is told; NULL = it is the same */
    struct gate gate;
    rules *rules;                      /* reins.ini's, the profile's, the command line's, with their counts */
    GPtrArray *session_rules;          /* struct rule*: of the command line */
    char *policy_name, *policy_source; /* the Lua policy; NULL = none */
    struct grants grants;
    struct run_repeats repeats;
};
struct run_judge *run_judge_new(void);
void run_judge_free(struct run_judge *j);

#endif
