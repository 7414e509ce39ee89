#ifndef TUI_SKILLS_SKILLS_SCREEN_H
#define TUI_SKILLS_SKILLS_SCREEN_H

/* The skills screen's inside (F3), shared by tui/skills/ only. */

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

/* The text that is being changed, until it is written: kept whatever goes wrong. */
struct skills_text {
    char *name;   /* of the loaded skill or the draft; NULL = a new skill */
    char *sha256; /* of the draft; NULL = a loaded skill */
    char *text;   /* NULL = nothing is kept */
    char *base;   /* sha256 of the loaded version that it was made from; NULL = of none */
    char *path;   /* a copy of it, NULL = none yet */
    char *saved;  /* what that holds; at first the text as it was */
};

/* A try outside the run: where, and with what. */
struct skills_trial {
    GPtrArray *places; /* char*, as they are listed: profiles with a program, then the display; NULL = nothing is asked */
    int place;
    char *word; /* NAME, or NAME@SHA of what is not loaded; NULL = nothing is tried */
};

/* A decision with what it is about: `y` once it is armed, that is read. */
struct skills_decision {
    struct job_input in; /* kind JOB_NONE = closed; what is done on `y` */
    char *title, *left_title, *right_title, *left, *right;
    GPtrArray *lines; /* NULL = to be made */
    int width, top, seen, page;
    GPtrArray *libraries; /* char*, where a new skill may go; NULL = no choice */
    guint library;
    struct arming arming;
};

/* What is to be chosen from. */
struct skills_list {
    GPtrArray *rows, *shown; /* struct skill_row*; shown: borrowed */
    enum skill_sort sort;
    int selected, top, page_rows;
};

/* What is known and shown of the selected one. */
struct skills_detail {
    int top, page_rows;
    GPtrArray *lines; /* NULL = to be made for this width */
    int width;
    GPtrArray *versions, *outcomes; /* of the selected name and version, NULL = not read yet */
    guint version, base;            /* of versions: what is compared; base == len: the one before */
    struct job_check *check;        /* of the selected text, NULL */
    char *picture;                  /* file: what was seen when it was made; NULL = none, or not looked for yet */
};

/* The children. */
struct skills_jobs {
    job *load, *work;
    job *look;      /* a check that nobody has asked for: what is on the screen needs it */
    char *looked;   /* "NAME SHA" of the last one, so that one that fails is not begun again; NULL = none */
    bool again;     /* load once more after this one */
    gint64 look_us; /* when the files are looked at again */
};

/* A text that is being changed. */
struct skills_edit {
    struct skills_text kept;
    struct text_edit *editor; /* in place; NULL = closed */
    bool conflict;            /* it could not be written: once the library is read anew, both texts are shown */
    bool told;                /* of the texts that an earlier console left behind */
    bool dropping;            /* the next esc drops what was changed in it */
};

/* The retrieval tester. */
struct skills_tester {
    bool open;
    bool all; /* of all libraries, not only those that a run can have */
    struct config *cfg;
    struct retriever *retriever;
    GPtrArray *ranked; /* struct retrieved*, NULL = nothing was asked */
    int selected;
};

struct skills_screen {
    catalog *catalog;
    char **offered;            /* to the run's last plan, in its order; NULL = not known */
    struct input filter, line; /* line: what an ask other than the filter takes */
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
    skill_library *parsed; /* of a draft whose arguments are asked for */
    char *follow;          /* to be selected after the next load, NULL = what is selected */
    bool wrote;            /* a new skill: it is to be selected */
    GHashTable *touched;   /* names that somebody else changed meanwhile */
    int drafts_seen;       /* that there were when the screen was opened last */
};

/* ---- skills_state.c ---- */
/* The screen's state, made when it is first needed. */
struct skills_screen *skills_state(console *c);
/* The selected row, NULL = the list is empty. */
const struct skill_row *skills_selected(const struct skills_screen *s);
/* What differs in the selected one has been on the screen: it is not marked as changed any more. */
void skills_seen(struct skills_screen *s);
/* Another one is selected, or it is not as it was: what is shown of it is made anew. */
void skills_changed(struct skills_screen *s);
void skills_choose(struct skills_screen *s);
/* Starts the work (takes `in`); says so when something is being done already. */
bool skills_work(console *c, struct job_input *in);
/* Reads the library again. `outside`: somebody else may have changed it, as this says; NULL = only we did. */
void skills_reload(console *c, const char *outside);

/* ---- skills_list.c, skills_detail.c, skills_history.c ---- */
void skills_list_draw(const console *c, const struct rect *r);
void skills_detail_draw(console *c, const struct rect *r);
/* The selected version's text; borrowed, NULL = none. */
const char *skills_code(console *c);
/* Starts the check of the selected version where what is on the screen needs it and it is not there yet. */
void skills_look(console *c);
void skills_history_lines(console *c, GPtrArray *lines, int width);
void skills_outcome_lines(console *c, GPtrArray *lines, int width);
/* What it was dry-run on, in words. */
const char *skills_check_seen(const struct job_check *check);
/* The versions of the selected name, newest first (memory_skill*); borrowed, may be empty. */
const GPtrArray *skills_versions(console *c);
/* The selected version on the page of versions, else the selected row's; NULL = the store does not know it. Borrowed. */
const memory_skill *skills_version(console *c);
/* The store, if there is one; caller closes. */
memory *skills_store(void);

/* ---- skills_origin.c ---- */
void skills_origin_lines(console *c, GPtrArray *lines, int width);
/* What was seen then, below the lines. */
void skills_origin_draw(console *c, const struct rect *r);
/* The run's step that it came from. */
void skills_origin_go(console *c);

/* ---- skills_trial.c ---- */
/* Asks where the selected skill is to be tried, then with what. */
void skills_trial_open(console *c);
/* A draft that is to be tried was read. */
void skills_trial_parsed(console *c, const skill *draft);
void skills_trial_keypress(console *c, int key);
void skills_trial_draw(const console *c);
void skills_trial_clear(struct skills_trial *t);

/* ---- skills_keys.c ---- */
void skills_act_key(console *c, int key, bool burst);
/* One or two lines of keys that do something now. */
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
/* The text in `kept` goes to $EDITOR. */
void skills_to_editor(console *c);
/* The text in `kept` goes to be written. */
void skills_submit_text(console *c);
void skills_ask_keypress(console *c, int key);
void skills_ask_draw(console *c);
/* What came out of $EDITOR. */
void skills_edit_returned(console *c, const char *text);
/* A form of arguments was filled in. */
void skills_screen_preview(console *c, const action *a);
/* … to try it outside the run. (skills_trial.c) */
void skills_screen_trial(console *c, const action *a);
/* The work is done. */
void skills_work_done(console *c, job *j);
/* The check that skills_look() has started is done. */
void skills_look_done(console *c, job *j);

/* ---- skills_edits.c ---- */
/* A copy of the text that is being changed, where it is not the one that is there. */
void skills_edits_save(console *c);
/* It is written or dropped: nothing is kept any more. */
void skills_edits_done(struct skills_text *kept);
/* Says what lies there of an earlier console. */
void skills_edits_tell(console *c);

/* ---- skills_decide.c ---- */
/* Somebody else changed what the kept text was made from: both are shown, `y` writes the person's own over it. */
void skills_decide_conflict(console *c);
/* The kept text was made from a version that is not loaded any more. */
bool skills_conflicts(const console *c);
void skills_decide_accept(console *c);
void skills_decide_trust(console *c);
void skills_decide_roll_back(console *c);
void skills_decide_retire(console *c);
/* The library was read again: what is decided on may not be as it was. */
void skills_decide_reloaded(console *c);
void skills_decide_close(struct skills_decision *d);
void skills_decide_keypress(console *c, int key, bool burst);
void skills_decide_draw(console *c);

/* ---- skills_tester.c ---- */
void skills_tester_open(console *c);
/* Library and catalog are new ones: what was found belongs to those before. */
void skills_tester_reloaded(console *c);
void skills_tester_free(struct skills_tester *t);
void skills_tester_keypress(console *c, int key);
void skills_tester_draw(console *c, const struct rect *r);

/* ---- what others use ---- */
extern const struct screen_ops skills_screen_ops;
/* Appends the help of its keys, as run_keys_help(). (skills_keys.c) */
void skills_keys_help(GString *text);

#endif
