#ifndef ENGINE_RUN_PROPOSING_H
#define ENGINE_RUN_PROPOSING_H

/* The waiting proposal: its edit, what it is compared with, what is left out. Inside engine/ only. */

#include "config/profile.h"
#include "engine/picture/screen_match.h"

struct run_look;
typedef struct action action;
typedef struct eye_observation eye_observation;
typedef struct timeline timeline;
typedef struct timeline_loop timeline_loop;

struct left_out {
    struct profile_ignore place;
    gint64 window; /* applies in this window only; 0 = a place of the screen */
};
/* What followed the pointer; place.width 0 = nothing has. */
struct followed {
    struct area place;
    gint64 window; /* of the target then */
};
/* What a person who teaches has done something on; NULL = not known. */
struct run_taught {
    char *element, *name, *role;          /* pressed or typed into: its id, "push button Save", "push button" */
    const struct eye_observation *before; /* what it was done on; borrowed, valid until the step is remembered */
};
void run_taught_clear(struct run_taught *t);

/* The last action of the plan that is being carried out. */
struct run_acted {
    gint64 in;          /* window that got its input; 0 = there is none */
    char *title;        /* of that window then; NULL = none. Owned */
    char *frame;        /* path of the frame that it was decided on; NULL = none. Owned */
    GPtrArray *windows; /* struct eye_window*: the windows then; NULL = none. Owned */
};

struct run_proposing {
    int last;         /* id of the last proposal */
    char *safety;     /* safety check that the provider wants a person to acknowledge before the next action, in its own words,
                         without control characters; NULL = none */
    action *edit;     /* a person's edit of the waiting proposal */
    char *edit_draft; /* the draft of its skill to use for it (sha256); NULL = the loaded version */
    gint64 focus;     /* focus to compare with while it waits; 0 = not compared */
    bool focus_kept;  /* a terminal of ours may have the focus meanwhile: it goes back before anything is fired */
    bool focus_away;  /* it has or had the focus, and the picture is not back to normal yet */
    gint64 window;    /* of the target; 0 = none */
    struct screen_match_caret caret, second;
    bool changed;                /* target or program changed, even briefly, since the picture of the decision */
    GPtrArray *windows;          /* struct eye_window*: the eye's last list while it waited; NULL = none yet */
    eye_observation *planned_on; /* frame, windows, focus and pointer that the plan was made on; NULL = none. Owned */
    eye_observation *unseen; /* what a person's plan was asked with, where the screen was another when they sent it and they may
                              * not have seen that; its first action takes it. NULL = none. Owned */
    const GPtrArray *batch;  /* the actions of the plan that is being carried out; NULL = none. Borrowed */
    guint batch_place, batch_most; /* which of them, and how many of them a step takes */
    int rest_asked;                /* id of the proposal after which a person wants to see the rest of its plan; 0 = none */
    int rest_of;                   /* id of the proposal whose rest was told last; 0 = none */
    GArray *rest;                  /* struct grant_action: of that rest what may be granted, in order. Owned */
    struct {                       /* of the closed loop that waits for a decision, where a grant could cover it */
        timeline_loop *budget;     /* owned; NULL = none waits */
        int tier;
        gint64 window;
    } loop;
    struct run_acted acted;
    int pressed_x, pressed_y; /* where that action pressed; -1 = nowhere */
    struct area dragged;      /* and the area that it dragged over; width 0 = none */
    bool turns;               /* it may have turned to another page: it pressed, or sent more than letters and keys that move */
    struct run_taught taught;
    GArray *written;                /* struct area of width 1: places where actions of this plan have pressed and typed */
    GPtrArray *typed;               /* char*: the texts that actions of this plan have typed. Owned */
    bool came;                      /* its fuse was put out because a window of the program has come */
    bool reacted;                   /* it was voided because the screen reacted late to the last action */
    struct area follows;            /* area that followed the pointer without any press; width 0 = none */
    struct followed followed;       /* the last one that was told in this run */
    GArray *left_out;               /* struct left_out: places that the person leaves out in this run; NULL = none */
    enum profile_animated animated; /* from the profile, until the person changes it in this run */
    gint64 too_large;               /* window id of a dialog that is too large for the screen and was reported */
};
struct run_proposing *run_proposing_new(void);
void run_proposing_free(struct run_proposing *p);

/* A plan is about to be made on this observation. Keeps what its actions are compared with. */
void proposing_plan(struct run_proposing *p, const eye_observation *o);
/* An action of that plan has gone to that window, which had that title in that frame, among those windows, when it was proposed;
 * 0, NULL = none. Takes a reference. */
void proposing_acted(struct run_proposing *p, gint64 window, const char *title, const char *frame, GPtrArray *windows);
/* It pressed at x, y (-1 = nowhere) and typed the texts of that timeline (NULL = none). Text without a press is for the place
 * where the action before it pressed. */
void proposing_pressed(struct run_proposing *p, int x, int y, const timeline *typed);

/* The areas of the screen that the person leaves out in this run, except those that contain x, y: where it presses, everything
 * is compared. struct area; caller unrefs; NULL = none. */
GArray *proposing_left_out(const struct run_proposing *p, const struct run_look *look, int x, int y);

#endif
