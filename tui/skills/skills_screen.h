#ifndef TUI_SKILLS_SKILLS_SCREEN_H
#define TUI_SKILLS_SKILLS_SCREEN_H

/* The state of the skills screen (F3), inside tui/skills/ only. */

#include "engine/curation/catalog.h"
#include "tui/model/arming.h"
#include "tui/term/input.h"
#include "tui/model/skill_rows.h"
#include "tui/skills/skills_job.h"

typedef struct console console;
typedef struct action action;
struct rect;

enum skills_page { SKILLS_CODE, SKILLS_VERSIONS, SKILLS_OUTCOMES, SKILLS_COPY, SKILLS_ORIGIN, SKILLS_PAGES };
enum skills_ask { ASK_NOTHING, ASK_FILTER, ASK_REFUSE, ASK_RENAME, ASK_PLACE };

/* An edited text that is not written yet; kept after any failure. */
struct skills_text {
    char *name;   /* name of the loaded skill or draft; NULL = a new skill */
    char *sha256; /* of the draft; NULL = a loaded skill */
    char *text;   /* NULL = none */
    char *base;   /* sha256 of the loaded version that it is based on; NULL = none */
    char *path;   /* path of a saved copy, NULL = none yet */
    char *saved;  /* content of that copy; at first the original text */
};

/* A trial outside the run: place and skill. */
struct skills_trial {
    GPtrArray *places; /* char*, as listed: profiles with a program, then the display; NULL = closed */
    int place;
    char *word; /* NAME, or NAME@SHA of a version that is not loaded; NULL = none */
};

/* A decision that is shown with its subject; `y` confirms it when it is armed and was read. */
struct skills_decision {
    struct job_input in; /* the job that `y` starts; kind JOB_NONE = closed */
    char *title, *left_title, *right_title, *left, *right;
    GPtrArray *lines; /* NULL = not made yet */
    int width, top, seen, page;
    GPtrArray *libraries; /* char*, libraries for a new skill; NULL = no choice */
    guint library;
    struct arming arming;
};

/* The list. */
struct skills_list {
    GPtrArray *rows, *shown; /* struct skill_row*; shown: borrowed */
    enum skill_sort sort;
    int selected, top, page_rows;
};

/* The detail of the selected row. */
struct skills_detail {
    int top, page_rows;
    GPtrArray *lines; /* NULL = not made for this width yet */
    int width;
    GPtrArray *versions, *outcomes; /* of the selected name and version, NULL = not read yet */
    guint version, base;            /* indices into versions that are compared; base == len: the version before */
    struct job_check *check;        /* of the selected text, NULL */
    char *picture;                  /* path of the picture on which it was made; NULL = none, or not searched yet */
};

/* Children. */
struct skills_jobs {
    job *load, *work;
    job *look;      /* an automatic check for what is shown */
    char *looked;   /* "NAME SHA" of the last automatic check, so that a failed one is not repeated; NULL = none */
    bool again;     /* load again after this load */
    gint64 look_us; /* time of the next look at the files */
};

/* The text that is being edited. */
struct skills_edit {
    struct skills_text kept;
    struct text_edit *editor; /* the editor in the console; NULL = closed */
    bool conflict;            /* it could not be written: both texts are shown after the library is loaded again */
    bool told;                /* the texts that an earlier console left were mentioned */
    bool dropping;            /* the next esc discards the changes */
};

/* The retrieval tester. */
struct skills_tester {
    bool open;
    bool all; /* search all libraries, not only those that a run can load */
    struct config *cfg;
    struct retriever *retriever;
    GPtrArray *ranked; /* struct retrieved*, NULL = no query */
    int selected;
};

/* Documents of elements, in place of the skills. */
struct skills_docs {
    bool open, editing;  /* editing: the text stands in the screen's line */
    bool before;         /* the picture before the action is shown, not the one after it */
    GPtrArray *rows;     /* struct memory_doc*; NULL = not read yet */
    GPtrArray *versions; /* of the selected one, newest first; NULL = none */
    guint version;       /* the shown one of them */
    int selected, list_top, top, page_rows;
    char *picture; /* path; NULL = none */
};

struct skills_screen {
    catalog *catalog;
    char **loaded;             /* the run's libraries; NULL = unknown */
    char **offered;            /* skills offered to the run's last plan, in order; NULL = unknown */
    struct input filter, line; /* line: text of a question other than the filter */
    enum skills_ask ask;
    enum skills_page page;
    bool in_detail;
    struct skills_list list;
    struct skills_detail detail;
    struct skills_jobs jobs;
    struct skills_edit edit;
    struct skills_decision decision;
    struct skills_trial trial;
    struct skills_tester tester;
    struct skills_docs docs;
    skill_library *parsed; /* library of a draft whose arguments are asked for */
    char *follow;          /* name to select after the next load, NULL = keep the selection */
    bool wrote;            /* a new skill was written and will be selected */
    GHashTable *touched;   /* names that someone else changed meanwhile */
    int drafts_seen;       /* number of drafts when the screen was last opened */
};

/* ---- skills_docs.c ---- */
void skills_docs_open(console *c);
void skills_docs_free(struct skills_docs *d);
void skills_docs_keypress(console *c, int key);
void skills_docs_draw(console *c, const struct rect *list, const struct rect *detail, const struct rect *keys);

/* ---- skills_state.c ---- */
/* The screen's state, created when first needed. */
struct skills_screen *skills_state(console *c);
/* The selected row, NULL = the list is empty. */
const struct skill_row *skills_selected(const struct skills_screen *s);
/* The change of the selected skill was shown: removes its mark. */
void skills_seen(struct skills_screen *s);
/* skills_changed(): the selected row is another one or has changed; its detail will be made again. skills_choose(): applies
 * filter and order. */
void skills_changed(struct skills_screen *s);
void skills_choose(struct skills_screen *s);
/* Starts a job (takes `in`). False, with a message: another one runs. */
bool skills_work(console *c, struct job_input *in);
/* Loads the library again. outside: why someone else may have changed it; NULL = only this console did. */
void skills_reload(console *c, const char *outside);

/* ---- skills_list.c, skills_detail.c, skills_history.c ---- */
void skills_list_draw(const console *c, const struct rect *r);
void skills_detail_draw(console *c, const struct rect *r);
/* The text of the selected version; borrowed, NULL = none. */
const char *skills_code(console *c);
/* Starts the check of the selected version when the screen needs it and it is not there. */
void skills_look(console *c);
void skills_history_lines(console *c, GPtrArray *lines, int width);
void skills_outcome_lines(console *c, GPtrArray *lines, int width);
/* The picture of the dry run, as text. */
const char *skills_check_seen(const struct job_check *check);
/* The versions of the selected name, newest first (memory_skill*); borrowed, may be empty. */
const GPtrArray *skills_versions(console *c);
/* The version selected on the page "versions", else the selected row's; NULL = not in the store. Borrowed. */
const memory_skill *skills_version(console *c);
/* The store; NULL = none. Caller closes. */
memory *skills_store(void);

/* ---- skills_origin.c ---- */
void skills_origin_lines(console *c, GPtrArray *lines, int width);
/* Draws the picture on which it was made, below the lines. */
void skills_origin_draw(console *c, const struct rect *r);
/* Opens the step that it came from. */
void skills_origin_go(console *c);

/* ---- skills_trial.c ---- */
/* Asks where to try the selected skill, then for its arguments. */
void skills_trial_open(console *c);
/* The draft to try was parsed. */
void skills_trial_parsed(console *c, const skill *draft);
void skills_trial_keypress(console *c, int key);
void skills_trial_draw(const console *c);
void skills_trial_clear(struct skills_trial *t);

/* ---- skills_keys.c ---- */
void skills_act_key(console *c, int key, bool burst);
/* Draws the keys that work now, in one or two lines. */
void skills_keys_draw(const console *c, const struct rect *r);

/* ---- skills_act.c ---- */
void skills_act_new(console *c);
void skills_act_edit(console *c);
void skills_act_edit_here(console *c);
void skills_act_check(console *c);
void skills_act_preview(console *c);
void skills_act_try(console *c);
void skills_act_refuse(console *c);
void skills_act_rename(console *c);
void skills_act_undo(console *c);
/* Opens the text in `kept` in $EDITOR. */
void skills_to_editor(console *c);
/* Checks and writes the text in `kept`. */
void skills_submit_text(console *c);
void skills_ask_keypress(console *c, int key);
void skills_ask_draw(console *c);
/* Takes the text from $EDITOR. */
void skills_edit_returned(console *c, const char *text);
/* A form of arguments was filled in, for a preview. */
void skills_screen_preview(console *c, const action *a);
/* Same, for a trial outside the run. (skills_trial.c) */
void skills_screen_trial(console *c, const action *a);
/* Takes the result of the job. */
void skills_work_done(console *c, job *j);
/* Takes the result of the automatic check. */
void skills_look_done(console *c, job *j);

/* ---- skills_edits.c ---- */
/* Saves a copy of the edited text when it has changed. */
void skills_edits_save(console *c);
/* The text was written or discarded: removes the copy. */
void skills_edits_done(struct skills_text *kept);
/* Mentions the copies that an earlier console left. */
void skills_edits_tell(console *c);

/* ---- skills_decide.c ---- */
/* Someone else changed the version that the kept text is based on: shows both; `y` overwrites it with the person's text. */
void skills_decide_conflict(console *c);
/* True when the kept text is based on a version that is no longer loaded. */
bool skills_conflicts(const console *c);
void skills_decide_accept(console *c);
void skills_decide_trust(console *c);
void skills_decide_roll_back(console *c);
void skills_decide_retire(console *c);
/* The library was loaded again: the subject of the decision may have changed. */
void skills_decide_reloaded(console *c);
void skills_decide_close(struct skills_decision *d);
void skills_decide_keypress(console *c, int key, bool burst);
void skills_decide_draw(console *c);

/* ---- skills_tester.c ---- */
void skills_tester_open(console *c);
/* Library and catalog were replaced: discards old results. */
void skills_tester_reloaded(console *c);
void skills_tester_free(struct skills_tester *t);
void skills_tester_keypress(console *c, int key);
void skills_tester_draw(console *c, const struct rect *r);

/* ---- what others use ---- */
extern const struct screen_ops skills_screen_ops;
/* Appends the help of its keys, as keys_run_help(). (skills_keys.c) */
void skills_keys_help(GString *text);

#endif
