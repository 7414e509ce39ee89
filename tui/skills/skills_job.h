#ifndef TUI_SKILLS_SKILLS_JOB_H
#define TUI_SKILLS_SKILLS_JOB_H

/* What the skills screen has done by a child (tui/term/task.h): the library read, texts checked, timelines made, changes of files
 * and stages. One job, one answer. */

#include "engine/curation/stage.h"
#include "skills/timeline/action.h"
#include "skills/library/library.h"
#include "skills/timeline/timeline.h"
#include "tui/term/task.h"

enum job_kind {
    JOB_NONE,
    JOB_LOAD,      /* the library; the store is told what is new in it */
    JOB_CHECK,     /* text: as a draft is checked */
    JOB_PARSE,     /* text: its parameters, so that they can be asked for: to preview it, or to try it in a proposal's place */
    JOB_DRY,       /* action (of `text`, NULL = of the library): its timeline on the picture of the step that the version
                    * name, sha256 came from, else on the last one, else on a blank screen */
    JOB_ACCEPT,    /* name, sha256, library */
    JOB_REFUSE,    /* name, sha256, reason */
    JOB_WRITE,     /* text over the loaded skill `name`; NULL = a new one in `library` */
    JOB_REDRAFT,   /* text: a draft in the place of the draft name, sha256 */
    JOB_ROLL_BACK, /* name, sha256 */
    JOB_RETIRE,    /* name, reason */
    JOB_RENAME,    /* name, to */
    JOB_STAGE,     /* name, stage */
    JOB_UNDO,
};

struct job_input {
    enum job_kind kind;
    const skill_library *lib; /* as it was loaded; NULL = JOB_LOAD for the first time */
    char *name, *sha256, *text, *library, *reason, *to;
    enum skill_stage stage;
    action *action;
    char *picture; /* file; NULL = none */
    bool trial;    /* JOB_PARSE: to be tried, not previewed */
    int proposal;  /* JOB_PARSE: in whose place it is tried; 0 = none, it is previewed */
};

void job_input_clear(struct job_input *in);

/* How a text was found. */
struct job_check {
    char *name, *sha256, *replaces, *like, *like_code; /* "" = none */
    char *seen;                                        /* what it was dry-run on, "" = a blank screen */
    bool passes;
    double likeness;
    GPtrArray *errors, *notes; /* char*, "NAME:LINE: what" */
};

typedef struct job job;
/* Takes what the input holds (not lib, which only has to live until this returns). */
job *job_start(struct job_input *in, GError **error);
void job_free(job *j);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(job, job_free)
const struct job_input *job_input(const job *j);
task *job_task(const job *j);
/* "checking greet …" */
char *job_text(const job *j);

/* The answers, once its task is finished. */
/* JOB_LOAD: NULL with error unset = its files are as those of `lib`. JOB_PARSE: the text's skills alone. */
skill_library *job_library(job *j, GError **error);
struct job_check *job_check(job *j, GError **error);
timeline *job_timeline(job *j, char **ret_on, GError **error); /* *ret_on: on what, in words; caller frees */
char *job_said(job *j, GError **error);                        /* of the others: what was done. Caller frees. */
void job_check_free(struct job_check *check);

#endif
