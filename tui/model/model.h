#ifndef TUI_MODEL_MODEL_H
#define TUI_MODEL_MODEL_H

/* Model: what the console knows of the run, made of events and nothing else. Pure: the time comes in. */

#include "engine/agents/board.h"
#include "engine/protocol/protocol.h"
#include "tui/model/asked.h"
#include "tui/model/grant_book.h"

#include <glib.h>
#include <stdbool.h>

#define MODEL_STEPS_MAX 1000
#define MODEL_NOTICES_MAX 500
#define MODEL_MODULES_MAX 16
#define MODEL_BOARDS_MAX 8
#define MODEL_KEYFRAMES_MAX 16
#define MODEL_TEXT_MAX (256 * 1024) /* of one module */

enum module_status { MODULE_STATUS_NONE, MODULE_STATUS_RUNNING, MODULE_STATUS_DONE, MODULE_STATUS_FAILED, MODULE_STATUS_SKIPPED };

/* A module of the run's agent, as hello tells of it. */
struct module_kind {
    char *name;
    bool acts;   /* it proposes the actions: its list of skills, and the person's plan */
    bool person; /* a person fills it in */
};

/* A board of it. */
struct board_kind {
    char *name, *title;
    guint verbs; /* enum board_verb */
};

struct module_view {
    char *name;
    enum module_status status;
    GString *text;
    char *output, *form; /* JSON; form: a person is asked */
    char *repeats;       /* skipped, and what it said before stands: that text; NULL = it does not */
    char *skills;        /* plan: what was retrieved for it and why, a line each; NULL = not told */
    char **offered;      /* plan: their names, in its order; NULL = not told */
    char *recalled;      /* the same of past steps and lessons */
    gint64 started_us, ms, tokens_in, tokens_out;
    double cost;
};

enum card_state {
    CARD_WAITING,
    CARD_APPROVED,
    CARD_EDITED,
    CARD_REJECTED,
    CARD_STALE,
    CARD_EXPIRED,
    CARD_VOIDED,
    CARD_AGAIN /* the person left something out: it is asked again */
};

/* A proposal and what became of it. */
struct card {
    event *proposal; /* owned */
    enum card_state state;
    double match;
    action *original;                    /* what was proposed before the person changed it, NULL */
    char *by, *reason;                   /* of the decision */
    char *fired, *effect, *fired_reason; /* NULL = not fired yet */
    gint64 at_us;
    char *frame; /* path of the last frame when it was proposed, NULL */
};

/* The last proposal whose target was not as decided on: kept until another goes stale. */
struct stale {
    int id;               /* 0 = none yet */
    char *what, *reason;  /* the action in words; why */
    char *before, *after; /* paths of the frames as decided on and as found, NULL = not yet */
    int x, y;             /* the target, -1 = keyboard only */
    int width, height;    /* of the display */
    gint64 at_us;
    bool last; /* nothing was fired since */
};

struct picture {
    char *path, *id; /* id: hash, or another name for these very pixels */
    int width, height;
    gint64 at_us;
};

struct step_view {
    int step;
    GPtrArray *modules;   /* struct module_view* */
    GPtrArray *boards;    /* of each board its rows, GPtrArray of struct board_row*: several steps may have the same */
    struct card *card;    /* the last one, NULL */
    struct asked *asked;  /* a question to the person, in the place of a card; NULL */
    GPtrArray *keyframes; /* struct picture* */
    struct picture last, before, after; /* path NULL = none; before, after: of the last action */
    int acted_x, acted_y;               /* where that action was aimed, -1 = nowhere */
    guint seen; /* keyframes that were there before the action was fired: the later ones are the next step's as well */
};

struct notice {
    char *level, *text;
    gint64 at_us;
};

/* What hello tells of the run. Every string and list in these parts is owned by the model. */
struct model_about {
    char *run, *display, *task, *agent, *brain;
    GPtrArray *kinds;           /* struct module_kind*, in the agent's order */
    GPtrArray *boards;          /* struct board_kind*, in the agent's order */
    int max_steps, max_actions; /* max_actions: of a step; 0 = not told */
    bool sandbox;               /* the display is a sandbox of the run */
    bool bare;                  /* skills that need a window manager are not offered */
};

struct model_mode {
    char *name;
    int fuse_ms, risk_tier; /* 0 = not told */
};

/* How far the closed loop is that is being fired. */
struct model_loop {
    char *words; /* NULL = none is */
    int id;      /* its proposal's */
};

/* A fork that waits for its display. */
struct model_expected {
    char *path;  /* of the picture of what it is to show, NULL = none is kept */
    char *words; /* how like that it is; NULL = nothing is waited for */
};

/* What the hand holds down. */
struct model_holds {
    char **keys, **buttons;
    GHashTable *ends; /* name → gint64* µs at which the hand lets go of it by itself */
};

struct model_spent {
    gint64 tokens_in, tokens_out, own_ms;
    double cost, max_cost;
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
    char *pause_reason; /* NULL = not paused, or not told */
    GPtrArray *steps;   /* struct step_view*, at least one; the last is the live one */
    int dropped;        /* steps that were before the first of them */
    struct picture preview;
    gint64 previews;
    struct model_loop loop;
    struct model_expected expected;
    struct model_holds holds;
    struct model_spent spent;
    struct grant_book grants;
    struct stale stale;
    GPtrArray *notices; /* struct notice* */
    bool taken;         /* a person drives */
    bool taken_paused;  /* …and the engine has stopped for it */
    struct model_over over;
    gint64 start_us;
};

struct model *model_new(gint64 now_us);
void model_free(struct model *m);
/* The agent, its modules and boards are those of another model, without a hello. */
void model_take_agent(struct model *m, const struct model *of);
/* Takes the event. */
void model_event(struct model *m, event *e, gint64 now_us);
void model_notice(struct model *m, const char *level, const char *text, gint64 now_us);
struct step_view *model_live(const struct model *m);
/* The run has ended, or its engine was lost. */
bool model_is_over(const struct model *m);
/* The proposal that waits for the person, NULL = none. */
struct card *model_waiting(const struct model *m);
/* Is a closed loop being fired? */
bool model_looping(const struct model *m);
const struct module_view *step_module(const struct step_view *step, const char *name);
/* (model_modules.c) An empty list of them; a view of each in a step, in their order, what is of none of them behind; the same in
 * all. */
GPtrArray *model_kinds_new(void);
void model_add_modules(struct step_view *step, const GPtrArray *kinds);
void model_know_modules(struct model *m);
void module_view_free(void *data);
void model_take_module(struct model *m, const event *e, gint64 now_us);
/* hello's modules; what is no such list is none. (model_modules_json.c) */
void model_read_kinds(GPtrArray *kinds, const char *json);
/* The one that proposes the actions; NULL = none is told of. */
const struct module_view *model_acting(const struct model *m, const struct step_view *step);
/* (model_boards.c) An empty list of them, and of rows; the rows of each in a step, as they were in the one before (NULL = none
 * are known); the same in all. */
GPtrArray *model_boards_new(void);
GPtrArray *model_rows_new(void);
void model_add_boards(struct step_view *step, const GPtrArray *boards, const struct step_view *before);
void model_know_boards(struct model *m);
/* NULL, -1 = there is none. */
const struct board_kind *model_board(const struct model *m, guint board);
int model_board_find(const struct model *m, const char *name);
void model_take_board(struct model *m, const event *e);
/* hello's boards, and a board's rows; what is none of them is left out. (model_boards_json.c) */
void model_read_boards(GPtrArray *boards, const char *json);
GPtrArray *model_read_rows(const char *json);
/* It waits for the person: its brain is one, or its reply could not be used. */
bool module_needs(const struct module_view *m);
/* The first of the live step that does, NULL = none. */
const struct module_view *model_needy(const struct model *m);
/* The run waits until the person says that it goes on. */
bool model_paused(const struct model *m);
/* Nothing is being done, and what comes next is the form in which a person says what to do. */
bool model_form_comes(const struct model *m);
/* A module runs: its clock is on the screen. */
bool model_running(const struct model *m);

#endif
