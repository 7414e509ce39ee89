#ifndef ENGINE_JUDGE_H
#define ENGINE_JUDGE_H

/* Who decides on a run's proposals: mode, rules, the Lua policy, grants, and the gate that is open. Inside engine/ only.
 * (judge.c, granting.c) */

#include "engine/gate.h"
#include "engine/grants.h"

struct run;
struct command;
typedef struct config config;
typedef struct rules rules;
struct policy_case;
struct policy_verdict;

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

/* Reads the Lua policy that [gate] policy names. */
bool policy_load(struct run_judge *j, const config *cfg, GError **error);
/* Asks it where there is no run (`reins do --dry-run` on a blank screen), and blocks for it: narrows `v`; *ret_denied (caller
 * frees) is set where it denies, or fails. False: [gate] policy names no file. */
bool policy_ask_now(const config *cfg, const struct policy_case *c, struct policy_verdict *v, char **ret_denied, GError **error);
/* For the journal: by which mode, rules and policy a run is judged from here on. Caller frees. */
char *judge_describe(const struct run_judge *j);

/* ---- granting.c: the commands grant and revoke, and what ends a grant ---- */
void granting_give(struct run *run, const struct command *c);
void granting_revoke(struct run *run, const struct command *c);
/* All of them: status paused. */
void granting_end(struct run *run, const char *status, const char *by, const char *reason);
void granting_use(struct run *run, int id, int proposal);
/* Ends what is over by time; when to call again, 0 = never. */
gint64 granting_turn(struct run *run, gint64 now_us);
/* A new observation; a proposal that goes into that window: a grant until window may end. */
void granting_look(struct run *run);
void granting_depart(struct run *run, gint64 window);

#endif
