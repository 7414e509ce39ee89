#ifndef TUI_PAST_PAST_STORY_H
#define TUI_PAST_PAST_STORY_H

/* Story: everything that the store has about one step, read at once, and as lines of text: why, with what, by whom, at what
 * cost. */

#include "memory/own.h"
#include "memory/pages.h"
#include "memory/questions.h"
#include "tui/term/rich.h"

typedef struct past_story {
    gint64 run, step;
    struct memory_step *row; /* borrowed from rows; NULL = no such step */
    struct memory_own own;
    bool has_own;
    GPtrArray *rows, *calls, *proposals, *frames, *earlier, *next, *notes, *marks, *recalls, *recalled, *questions;
    /* earlier: frames of the nearest step before it that has some: its last one shows what this step began with; next: frames
     * of the step after it */
    /* recalls: for this step; recalled: later steps that recalled this one */
    GPtrArray *boards; /* struct past_board*, after the step; NULL = boards_unread has the reason */
    char *boards_unread;
    GPtrArray *fired; /* char*, JSON of each proposal's events; "" = nothing was fired */
} past_story;

/* NULL with an error. Caller frees. */
struct past_story *past_story_read(memory *m, gint64 run, gint64 step, GError **error);
void past_story_free(struct past_story *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(past_story, past_story_free)

/* The last frame with that role and a file, NULL = none. Borrowed. */
const struct memory_frame *past_story_frame(const struct past_story *s, const char *role);
/* The frame before its action and the one after it (without one: the frame that the next step began with); NULL = not kept.
 * Borrowed. */
const struct memory_frame *past_story_before(const struct past_story *s);
const struct memory_frame *past_story_after(const struct past_story *s);
/* The target of its last proposal; false: none. */
bool past_story_target(const struct past_story *s, int *ret_x, int *ret_y);

/* Index of the call to show first: one that a person corrected or that failed, else the plan, else the first. */
guint past_story_call(const struct past_story *s);

/* An action's JSON as text; "–" = none. Caller frees. */
char *past_action_text(const char *json);
/* The final result of a proposal, with the reason when it was not carried out ("aborted: nothing was pressed: …"); "" = none
 * yet. past_stage_why(): the reason alone, NULL = none. Caller frees. */
char *past_stage_text(const struct memory_proposal *p);
/* The safety check of the model's provider that an approval acknowledges; NULL = there was none. Caller frees. */
char *past_asks(const struct memory_proposal *p);
/* Why a person was asked in whatever mode; NULL = nothing asked. Caller frees. */
char *past_asked(const struct memory_proposal *p);
char *past_stage_why(const struct memory_proposal *p);

/* The question, "Which size? (small | large)", and its answer: "large"; "voided by human"; "waits". Caller frees. */
char *past_question_text(const struct memory_question *q);
char *past_answer_text(const struct memory_question *q);

/* Where the time of a step went: "models 904 ms of 1.9 s; reins 57 ms (look 31, …)"; without "of" while it has not ended, or when
 * calls ran at the same time. own: NULL = not known. Caller frees. */
char *past_time_text(const struct memory_step *row, const GPtrArray *calls, const struct memory_own *own);

/* What the calls have cost, USD; ret_unpriced: without some whose price is not known. */
double past_cost(const GPtrArray *calls, bool *ret_unpriced);
/* The same as text (config/money.h). Caller frees. */
char *past_cost_text(const GPtrArray *calls);

/* Each appends the lines of a page for a width. */
void past_story_lines(const struct past_story *s, GPtrArray *lines, int width);
/* call: index of the call to show completely. */
void past_modules_lines(const struct past_story *s, guint call, GPtrArray *lines, int width);
void past_fired_lines(const struct past_story *s, GPtrArray *lines, int width);

/* ---- past_boards.c ---- */
/* A board after a step, with its rows (struct board_row*). */
struct past_board {
    const char *name, *title;
    GPtrArray *rows;
};
/* The boards of the run's agent after that step (0 = as the run began); none for an unknown agent. NULL with an error. Caller
 * unrefs. */
GPtrArray *past_boards(memory *m, gint64 run, gint64 step, GError **error);
/* Appends a heading and the rows for each board with rows. */
void past_boards_lines(const GPtrArray *boards, GPtrArray *lines, int width);

/* ---- past_json.c ---- */
/* A text member of an object; NULL = none. Caller frees. */
char *past_json_text(const char *json, const char *member);
/* An array of texts joined by " | "; "" = not one. Caller frees. */
char *past_json_texts(const char *json);
/* One event as fired. */
struct past_fired {
    gint64 index, at_ms, late_us, turn; /* turn: of a loop, -1 = none */
};
/* Array of struct past_fired; invalid entries are left out. Caller unrefs. */
GArray *past_json_fired(const char *json);
/* The point of a target; false = no target, or no point. */
bool past_json_target(const char *json, int *ret_x, int *ret_y);
/* A stored prompt as readable text: system, user, images. Caller frees. */
char *past_json_prompt(const char *prompt);
/* The reasons of a recall: "text 0.71, picture 0.90". Caller frees. */
char *past_json_why(const char *json);

#endif
