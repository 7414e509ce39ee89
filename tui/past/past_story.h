#ifndef TUI_PAST_PAST_STORY_H
#define TUI_PAST_PAST_STORY_H

/* Story: everything that the store has of one step, read at once, and told as lines: why, with what, by whom, what it cost. */

#include "memory/pages.h"
#include "memory/questions.h"
#include "tui/term/rich.h"

typedef struct past_story {
    gint64 run, step;
    struct memory_step *row; /* borrowed from rows; NULL = there is no such step */
    GPtrArray *rows, *calls, *proposals, *frames, *earlier, *next, *notes, *marks, *recalls, *recalled, *questions;
    /* earlier: frames of the step before it that has any: what was seen after that one's action is what this one began with;
     * next: frames of the step after it */
    /* recalls: for this step; recalled: where this one was recalled later */
    GPtrArray *boards; /* struct past_board*, after it; NULL = boards_unread says why not */
    char *boards_unread;
    GPtrArray *fired; /* char*, JSON of each proposal's events; "" = none was fired */
} past_story;

/* NULL with error. */
struct past_story *past_story_read(memory *m, gint64 run, gint64 step, GError **error);
void past_story_free(struct past_story *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(past_story, past_story_free)

/* The frame with that role, else NULL; of several the last. Those without a file do not count. */
const struct memory_frame *past_story_frame(const struct past_story *s, const char *role);
/* What was on the screen before its action, and after it: what the next step began with, where none was taken; NULL = not kept.
 */
const struct memory_frame *past_story_before(const struct past_story *s);
const struct memory_frame *past_story_after(const struct past_story *s);
/* Where its last proposal was aimed; false: nowhere. */
bool past_story_target(const struct past_story *s, int *ret_x, int *ret_y);

/* Of the calls the one to begin with: what a person corrected or what failed, else the plan, else the first. */
guint past_story_call(const struct past_story *s);

/* An action's JSON in words; "–" = none. Caller frees. */
char *past_action_text(const char *json);
/* What came of a proposal at last, where it was not done with the reason ("aborted: nothing was pressed: …"); "" = nothing yet.
 * And the reason alone, NULL = none. Caller frees. */
char *past_stage_text(const struct memory_proposal *p);
char *past_stage_why(const struct memory_proposal *p);

/* "Which size? (small | large)", and what was answered: "large"; "voided by human"; "waits". Caller frees. */
char *past_question_text(const struct memory_question *q);
char *past_answer_text(const struct memory_question *q);

/* Pages: lines for a width. */
void past_story_lines(const struct past_story *s, GPtrArray *lines, int width);
/* call: which of the calls is shown whole. */
void past_modules_lines(const struct past_story *s, guint call, GPtrArray *lines, int width);
void past_fired_lines(const struct past_story *s, GPtrArray *lines, int width);

/* ---- past_boards.c ---- */
/* A board after a step, with its rows (struct board_row*). */
struct past_board {
    const char *name, *title;
    GPtrArray *rows;
};
/* Those of the run's agent (none of one that is not known here), as they were after that step; 0: as the run began. NULL with
 * error; caller unrefs. */
GPtrArray *past_boards(memory *m, gint64 run, gint64 step, GError **error);
/* A heading for each that has rows, and those. */
void past_boards_lines(const GPtrArray *boards, GPtrArray *lines, int width);

/* ---- past_json.c ---- */
/* A member of an object that is a text; NULL = none. Caller frees. */
char *past_json_text(const char *json, const char *member);
/* An array of texts, with " | " between; "" = it is none. Caller frees. */
char *past_json_texts(const char *json);
/* One event as fired. */
struct past_fired {
    gint64 index, at_ms, late_us, turn; /* turn: of a loop, -1 = none */
};
/* Array of struct past_fired; what is none is left out. */
GArray *past_json_fired(const char *json);
/* Of a target: false = there is none, or it is no place. */
bool past_json_target(const char *json, int *ret_x, int *ret_y);
/* The parts of a stored prompt as readable text: system, user, images. Caller frees. */
char *past_json_prompt(const char *prompt);
/* "text 0.71, picture 0.90" */
char *past_json_why(const char *json);

#endif
