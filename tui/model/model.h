#ifndef TUI_MODEL_MODEL_H
#define TUI_MODEL_MODEL_H

/* Model: what the console knows of the run. It is computed from events only. Pure: the time is an argument. */

#include "engine/agents/board.h"
#include "engine/protocol/protocol.h"
#include "tui/model/asked.h"
#include "tui/model/grant_book.h"

#include <glib.h>
#include <stdbool.h>

struct screen; /* skills/timeline/screen.h */

#define MODEL_STEPS_MAX 1000
#define MODEL_NOTICES_MAX 500
#define MODEL_MODULES_MAX 16
#define MODEL_BOARDS_MAX 8
#define MODEL_KEYFRAMES_MAX 16
#define MODEL_TEXT_MAX (256 * 1024) /* bytes of one module's text */

enum module_status { MODULE_STATUS_NONE, MODULE_STATUS_RUNNING, MODULE_STATUS_DONE, MODULE_STATUS_FAILED, MODULE_STATUS_SKIPPED };

/* A module of the run's agent, from hello. */
struct module_kind {
    char *name;
    bool acts;    /* it proposes the actions: has a list of skills and the person's plan */
    bool person;  /* a person fills it in */
    bool by_hand; /* what a person did in a take-over may be recorded as its actions */
};

/* A board of the run's agent, from hello. */
struct board_kind {
    char *name, *title;
    guint verbs; /* bits of enum board_verb */
};

struct module_view {
    char *name;
    enum module_status status;
    GString *text;
    char *reply;         /* what the model wrote; NULL = not told */
    char *output, *form; /* JSON; form: set when a person must fill it in */
    char *repeats;       /* skipped, and its earlier output is still valid: that text; NULL = no */
    char *skills;        /* plan: retrieved skills with reasons, one line each; NULL = unknown */
    char **offered;      /* plan: names of the offered skills in order; NULL = unknown */
    char *recalled;      /* plan: recalled steps and lessons with reasons; NULL = unknown */
    gint64 started_us, ms, tokens_in, tokens_out, tokens_cached, pictures;
    gint64 about_tokens; /* what it sends, by estimate, as it was told when it began; 0 = it was not */
    double cost, about_cost;
    bool unpriced;               /* the cost lacks what has no price */
    gint64 heard_us, silence_ms; /* a stream: when something came last; how long it may be silent, 0 = unknown */
    /* a failed attempt, while its brain is not asked again or has not answered since; n 0 = none */
    struct {
        int n, of;
        gint64 at_us;
        char *why, *brain; /* brain NULL = unknown */
    } retry;
};

enum card_state {
    CARD_WAITING,
    CARD_APPROVED,
    CARD_EDITED,
    CARD_REJECTED,
    CARD_STALE,
    CARD_EXPIRED,
    CARD_VOIDED,
    CARD_AGAIN /* the person left something out: it will be proposed again */
};

/* A proposal and its outcome. */
struct card {
    event *proposal; /* owned */
    enum card_state state;
    double match;
    action *original;                    /* the action before the person changed it, NULL */
    char *by, *reason;                   /* of the decision */
    char *fired, *effect, *fired_reason; /* NULL = not fired yet */
    gint64 at_us;
    char *frame;     /* path of the newest frame at that time, NULL */
    GPtrArray *rest; /* struct rest_action*: its plan's later actions, dry-run ahead; NULL = not told. Owned */
};

/* The last proposal that went stale. */
struct stale {
    int id;               /* 0 = none yet */
    char *what, *reason;  /* the action as text; the reason */
    char *before, *after; /* paths of the frames as approved and as found, NULL = not yet */
    int x, y;             /* the target, -1 = keyboard only */
    int width, height;    /* of the display */
    gint64 at_us;
    bool last; /* nothing was fired since then */
};

struct picture {
    char *path, *id; /* id: hash, or another name for exactly these pixels */
    int width, height;
    gint64 at_us;
};

struct step_view {
    int step;
    GPtrArray *modules;                 /* struct module_view* */
    GPtrArray *boards;                  /* for each board its rows, GPtrArray of struct board_row*; steps may share them */
    struct card *card;                  /* the last one, NULL */
    struct asked *asked;                /* a question to the person, in place of a card; NULL */
    GPtrArray *keyframes;               /* struct picture* */
    struct picture last, before, after; /* path NULL = none; before, after: of the last action */
    char *told;                         /* what the display tells of its state, lines; NULL = nothing */
    int acted_x, acted_y;               /* target of that action, -1 = none */
    guint seen;  /* keyframes that existed before the action was fired; later ones belong to the next step, too */
    guint fired; /* actions of it that were fired */
};

struct notice {
    char *level, *text;
    gint64 at_us;
    gint64 before_us; /* it was told before this console came: µs since 1970; 0 = at at_us */
};

/* What hello says of the run. The model owns every string and list in these parts. */
struct model_about {
    char *run, *display, *task, *agent, *brain;
    GPtrArray *kinds;           /* struct module_kind*, in the agent's order */
    GPtrArray *boards;          /* struct board_kind*, in the agent's order */
    int max_steps, max_actions; /* max_actions: per step; 0 = unknown */
    bool sandbox;               /* the display is a sandbox of the run */
    bool unseen;                /* a person's own input there is not told */
    char *libraries;            /* that the run has loaded: "text;windows"; NULL = unknown */
    bool bare;                  /* skills that need a window manager are not offered */
    char **words;               /* --set KEY=VALUE and --rule RULE as it was given them, to begin another run like it */
};

struct model_mode {
    char *name;
    int fuse_ms, risk_tier; /* 0 = unknown */
};

/* Progress of the closed loop that is being fired. */
struct model_loop {
    char *words; /* NULL = no loop */
    int id;      /* id of its proposal */
};

/* A fork that waits until its display looks like the recorded one. */
struct model_expected {
    char *path;  /* path of the expected picture, NULL = none is kept */
    char *words; /* how similar the display is; NULL = not waiting */
};

/* What the hand holds down. */
struct model_holds {
    char **keys, **buttons;
    GHashTable *ends; /* name → gint64* µs at which the hand releases it automatically */
};

struct model_spent {
    gint64 tokens_in, tokens_out, tokens_cached, pictures, own_ms;
    double cost, max_cost;
    bool unpriced;                 /* the cost lacks what has no price */
    double cost_day, max_cost_day; /* of all runs since midnight */
};

/* How the run ended, or that its engine was lost. */
struct model_over {
    bool ended, lost;
    char *outcome, *reason;
    int exit_code;
};

struct model {
    struct model_about about;
    struct model_mode mode;
    char *state;
    int last_step;      /* where the run's budget of steps ends; 0 = at its number (max_steps) */
    char *pause_reason; /* NULL = not paused, or no reason given */
    char *waits_for;    /* a sentence on the program that acts, which has not asked; NULL = it is no such run, or is at work */
    GPtrArray *steps;   /* struct step_view*, at least one; the last is the live one */
    int dropped;        /* number of earlier steps that were dropped */
    struct picture preview;
    gint64 previews;
    char *preview_of;        /* the frame that the preview shows, but for preview_changed (struct area); NULL = unknown */
    GArray *preview_changed; /* NULL = unknown */
    GPtrArray *written;      /* what is written on pictures (model_marks.c): as the engine told */
    GPtrArray *passing;      /* the same, of pictures that only the live one was */
    GPtrArray *looked_back;  /* the same, as the console has read it */
    char *unsaved;           /* the title of a window that says so, of the last frame; NULL = none */
    GPtrArray *masks;        /* what is masked in pictures (model_marks.c) */
    struct model_loop loop;
    struct model_expected expected;
    struct model_holds holds;
    struct model_spent spent;
    struct grant_book grants;
    struct stale stale;
    GPtrArray *notices; /* struct notice* */
    bool taken;         /* a person controls the display */
    bool taken_paused;  /* …and the engine has paused for that */
    struct model_over over;
    gint64 start_us;
};

struct model *model_new(gint64 now_us);
void model_free(struct model *m);
/* Takes agent, modules and boards from another model, when there is no hello. */
void model_take_agent(struct model *m, const struct model *of);
/* The id that the next picture of the display will have. Caller frees. */
char *model_next_preview(const struct model *m);
/* Updates the model; takes the event. */
void model_event(struct model *m, event *e, gint64 now_us);
void model_notice(struct model *m, const char *level, const char *text, gint64 now_us);
struct step_view *model_live(const struct model *m);
/* True when the run has ended or its engine was lost. */
bool model_is_over(const struct model *m);
/* The proposal that waits for the person, NULL = none. Borrowed. */
struct card *model_waiting(const struct model *m);
/* True while a closed loop is being fired. */
bool model_looping(const struct model *m);
/* The module that waits for a further attempt in that step, NULL = none. (model_modules.c) */
const struct module_view *step_view_retries(const struct step_view *step);
const struct module_view *step_view_module(const struct step_view *step, const char *name);
/* (model_modules.c) model_kinds_new(): an empty list of module kinds. model_add_modules(): adds a view of each kind to a step,
 * in order, other modules after them. model_know_modules(): the same in all steps. */
GPtrArray *model_kinds_new(void);
void model_add_modules(struct step_view *step, const GPtrArray *kinds);
void model_know_modules(struct model *m);
/* about.words, of a hello. */
void model_know_words(struct model *m, const event *e);
void module_view_free(void *data);
void model_take_module(struct model *m, const event *e, gint64 now_us);
/* Reads the modules of hello; an invalid list is empty. (model_modules_json.c) */
void model_read_kinds(GPtrArray *kinds, const char *json);
/* The module that proposes the actions; NULL = none known. */
const struct module_view *model_acting(const struct model *m, const struct step_view *step);
/* (model_boards.c) Empty lists of boards and of rows. model_add_boards(): gives a step the rows that the step before had (NULL
 * = none known). model_know_boards(): the same in all steps. */
GPtrArray *model_boards_new(void);
GPtrArray *model_rows_new(void);
void model_add_boards(struct step_view *step, const GPtrArray *boards, const struct step_view *before);
void model_know_boards(struct model *m);
/* A board by index (NULL = none) or the index of a name (-1 = none). */
const struct board_kind *model_board(const struct model *m, guint board);
int model_board_find(const struct model *m, const char *name);
void model_take_board(struct model *m, const event *e);
/* Read the boards of hello, and a board's rows; invalid entries are left out. (model_boards_json.c) */
void model_read_boards(GPtrArray *boards, const char *json);
GPtrArray *model_read_rows(const char *json);
/* True when it waits for the person: its brain is a person, or its reply was unusable. */
bool module_needs(const struct module_view *m);
/* The first such module of the live step, NULL = none. */
const struct module_view *model_needy(const struct model *m);
/* True when the run waits until the person resumes it. */
bool model_paused(const struct model *m);
/* (model_marks.c) model_written(): words and marks of a picture, by its id or its path; NULL = not known. Borrowed.
 * *ret_changed: where the picture shows something else (struct area); NULL = nowhere. */
void model_marks_begin(struct model *m);
void model_marks_end(struct model *m);
void model_take_marks(struct model *m, const event *e);
void model_take_preview_of(struct model *m, const event *e);
const struct screen *model_written(const struct model *m, const char *id, const char *path, const GArray **ret_changed);
/* What the console itself has read on a picture; takes the screen. Its marks lose their numbers: those are not the run's. */
void model_look_back(struct model *m, const char *id, struct screen *seen);
/* What is known of a frame beside its pixels: what is black in it because the profile hides it, and a title that says unsaved. */
void model_take_known(struct model *m, const event *e);
/* What is black in a picture (struct area); NULL = nothing is known to be. Borrowed. */
const GArray *model_masked(const struct model *m, const char *id);
/* The hash of the pixels that a picture of this id shows; NULL = unknown. Borrowed. */
const char *model_pixels_of(const struct model *m, const char *id);
/* True when an action was approved, nothing is known against the next one of its plan, and that one is not proposed yet. */
bool model_card_comes(const struct model *m);
/* True when a person fills in the plan. */
bool model_person_plans(const struct model *m);
/* Of a state: why it is paused, or what is waited for; NULL or "" = nothing is said. */
void model_take_reason(struct model *m, const char *reason, bool paused);
/* True when nothing runs and the next thing will be the form in which a person plans. */
bool model_form_comes(const struct model *m);
/* The engine's word on the last action that no skill could carry out, if it came since then; NULL = none. Such an action has no
 * card. Borrowed. */
const char *model_refusal(const struct model *m, gint64 since_us);
/* The same since the last card. */
const char *model_refusal_now(const struct model *m);
/* True when a module runs: its clock is on the screen. */
bool model_running(const struct model *m);

#endif
