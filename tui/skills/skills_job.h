#ifndef TUI_SKILLS_SKILLS_JOB_H
#define TUI_SKILLS_SKILLS_JOB_H

/* Work of the skills screen in a child (tui/term/task.h): reading the library, checking texts, computing timelines, changing
 * files and stages. One job, one answer. */

#include "engine/curation/stage.h"
#include "skills/timeline/action.h"
#include "skills/library/library.h"
#include "skills/timeline/timeline.h"
#include "tui/term/task.h"

enum job_kind {
    JOB_NONE,
    JOB_LOAD,  /* load the library; add new versions to the store */
    JOB_CHECK, /* check `text` as a draft */
    JOB_PARSE, /* parse `text` for its parameters, for a preview or a try in a proposal's place */
    JOB_DRY, /* dry-run `action` (of `text`, NULL = of the library) on the picture of the step that the version name, sha256 came
                from, else on the last picture, else on a blank screen */
    JOB_ACCEPT,    /* name, sha256, library */
    JOB_REFUSE,    /* name, sha256, reason */
    JOB_WRITE,     /* write `text` over the loaded skill `name`; NULL = a new one in `library` */
    JOB_REDRAFT,   /* replace the draft name, sha256 by `text` */
    JOB_ROLL_BACK, /* name, sha256 */
    JOB_RETIRE,    /* name, reason */
    JOB_RENAME,    /* name, to */
    JOB_STAGE,     /* name, stage */
    JOB_UNDO,
};

struct job_input {
    enum job_kind kind;
    const skill_library *lib; /* the loaded library; NULL = the first JOB_LOAD */
    char *name, *sha256, *text, *library, *reason, *to;
    enum skill_stage stage;
    action *action;
    char *picture; /* path; NULL = none */
    bool trial;    /* JOB_PARSE: for a trial, not a preview */
    int proposal;  /* JOB_PARSE: the proposal to replace; 0 = none, for a preview */
};

void job_input_clear(struct job_input *in);

/* Result of a check. */
struct job_check {
    char *name, *sha256, *replaces, *like, *like_code; /* "" = none */
    char *seen;                                        /* the picture of the dry run, as text, "" = a blank screen */
    bool passes;
    double likeness;
    GPtrArray *errors, *notes; /* char*, "NAME:LINE: what" */
};

typedef struct job job;
/* Starts a job; takes the members of the input, except lib, which is only used during the call. Caller frees. */
job *job_start(struct job_input *in, GError **error);
void job_free(job *j);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(job, job_free)
const struct job_input *job_input(const job *j);
task *job_task(const job *j);
/* Description of the job: "checking greet …". Caller frees. */
char *job_text(const job *j);

/* The answers, when its task is finished. */
/* JOB_LOAD: NULL without an error = the files of `lib` are unchanged. JOB_PARSE: only the text's skills. */
skill_library *job_library(job *j, GError **error);
struct job_check *job_check(job *j, GError **error);
timeline *job_timeline(job *j, char **ret_on, GError **error); /* *ret_on: the picture, as text; caller frees */
char *job_said(job *j, GError **error);                        /* message of the other jobs. Caller frees. */
void job_check_free(struct job_check *check);

#endif
