#ifndef TUI_MEMORY_PAST_SCREEN_H
#define TUI_MEMORY_PAST_SCREEN_H

/* The state of the memory screen (F4), inside tui/memory/ only: runs, the steps of one, search results, and the detail of the
 * selected row. The store is opened for each read and closed again, so a child never has it open. */

#include "tui/model/arming.h"
#include "tui/term/input.h"
#include "tui/past/past_query.h"
#include "tui/past/past_story.h"
#include "tui/past/past_window.h"
#include "tui/term/task.h"

typedef struct console console;
struct pixel_rect;

#define PAST_STEPS_PAGE 256 /* rows read at once */
#define PAST_CALL_FIRST G_MAXUINT
#define PAST_HITS_MAX 200
#define PAST_FILM_MAX 64 /* pictures on the screen at once */

enum past_level { PAST_RUNS, PAST_STEPS, PAST_HITS };
enum past_page { PAST_STORY, PAST_PICTURE, PAST_MODULES, PAST_FIRED, PAST_FILM, PAST_PAGES };
enum past_search_kind { PAST_SEARCH_NONE, PAST_SEARCH_RUNS, PAST_SEARCH_HITS, PAST_SEARCH_RECALL };
enum past_ask {
    PAST_ASK_NOTHING,
    PAST_ASK_FILTER,
    PAST_ASK_FIND,
    PAST_ASK_NOTE,
    PAST_ASK_TAG,
    PAST_ASK_REASON,
    PAST_ASK_EXPORT,
    PAST_ASK_RECALL,
    PAST_ASK_LESSON,
    PAST_ASK_WITHDRAW,
    PAST_ASK_FORK,
    PAST_ASK_COMPARE,
    PAST_ASK_NUMBER
};
/* What the list of results holds. */
enum past_found { PAST_FOUND_WORDS, PAST_FOUND_RECALLED, PAST_FOUND_LESSONS };

/* A question before forgetting; `y` confirms it after a quiet moment. */
struct past_forgetting {
    char *reason; /* NULL = closed */
    gint64 run, step;
    bool everywhere;
    GPtrArray *lines; /* char*: what is removed and what stays */
    struct arming arming;
};

/* The steps of one run. */
struct past_steps {
    gint64 run;
    char *task;           /* task of the run */
    GPtrArray *rows;      /* struct memory_step* from rows_first on */
    GPtrArray *marks;     /* struct memory_mark* of the same steps */
    GPtrArray *proposals; /* struct memory_proposal* of the same steps, without their timelines */
    gint64 rows_first;
    bool unread;                       /* the steps could not be read: an empty list does not mean that there are none */
    gint64 selected, top, first, last; /* step numbers; selected 0 = none; a fork's steps begin after its parent's */
    guint jump;                        /* what n and N look for (past_jumps.c) */
};

/* Results of a search. */
struct past_hits {
    enum past_found what;
    enum past_level from; /* the list where the search began */
    gint64 run, step;     /* the selected run and step there */
    char *asked;          /* the query of a recall (words are in `find`) */
    GPtrArray *hits;      /* struct memory_hit* */
    GArray *lessons;      /* gint64: lesson id of each hit, 0 = none; empty for words */
    bool unread;          /* the store could not be read: an empty list does not mean that there are none */
    bool more;            /* only the newest of very many texts were searched */
    bool opened;          /* the steps of a run were opened from these results */
    int selected, top;
};

/* What is shown of the selected row. */
struct past_shown {
    struct past_story *story; /* of the selected step, NULL = not read yet */
    char *unread;             /* why it could not be read, NULL */
    GPtrArray *lines;         /* NULL = not made for this width yet */
    int width, top;
    guint call;        /* page "modules": the call that is shown whole; PAST_CALL_FIRST = past_story_call() */
    guint frame;       /* page "picture": the shown frame, when none are compared */
    bool blink, after; /* two frames are shown in turn; after: the later one is shown */
    bool differ;       /* the differences are shown enlarged */
    gint64 blink_us;
};

struct past_film {
    int columns, rows; /* as last drawn */
    bool waits;        /* some pictures are left for the next drawing */
};

/* A child that searches. */
struct past_search {
    task *child; /* NULL = no search runs */
    enum past_search_kind kind;
    enum past_runs_where where;
    gint64 since_us;
    int seconds; /* seconds so far */
};

/* A child that forgets or exports. */
struct past_work {
    task *child;                  /* NULL = none */
    const char *doing, *not_done; /* messages for its work and for its failure: "forgetting …", "not forgotten"; static */
};

/* A box that is drawn on the picture before a step's action, px of it. */
struct past_box {
    enum { PAST_BOX_CLOSED, PAST_BOX_FIRST, PAST_BOX_SECOND } corner; /* which is looked for */
    int x, y, from_x, from_y;                                         /* the pointer; the first corner */
};

/* Plans that agents remember, in place of the runs. */
struct past_plans {
    bool open, withdrawing;   /* withdrawing: the reason stands in the screen's line */
    bool in_detail;           /* the keys scroll what the plan says */
    bool dropping;            /* the next esc discards the changes */
    struct text_edit *editor; /* of the selected one's text; NULL = closed */
    GPtrArray *rows;          /* struct memory_plan*; NULL = not read yet */
    GPtrArray *versions;      /* of the selected one, newest first; NULL = none */
    GPtrArray *sources;       /* of which it was made; NULL = none */
    guint version;            /* the shown one of them */
    int selected, list_top, top, page_rows;
};

struct past_screen {
    enum past_level level;
    enum past_page page;
    enum past_ask ask;
    bool in_detail;
    struct past_runs runs;
    struct past_steps steps;
    struct past_hits found;
    struct past_shown shown;
    struct past_film film;
    struct past_search search;
    struct past_work work;
    struct past_forgetting forgetting;
    struct past_box box;
    struct past_plans plans;
    struct past_compared *compared;  /* two runs side by side over the whole screen (past_compare.c), NULL = closed */
    struct input filter, find, line; /* line: text of the other questions */
    char *filter_trouble;
    int list_rows, detail_rows; /* as last drawn */
    char *stamp;                /* fingerprint of the store's files when they were read */
    gint64 look_us;
};

/* ---- past_state.c ---- */
/* Opens the store, also in children. NULL without an error: no store. Caller closes. */
memory *past_open_store(GError **error);
/* Same; shows the error. */
memory *past_store(console *c);
/* Shows the error of a failed read. */
void past_say(console *c, const GError *error);
/* Sets the reason why the list of runs could not be read (NULL = it could); the detail shows it in full. */
void past_set_unread(struct past_screen *s, const GError *error);
/* The selected run, NULL = none, or another list is open. Borrowed. */
const struct memory_run_row *past_run_row(const struct past_screen *s);
/* The selection: a run (step 0) or a step, even when it cannot be read now. Of search results only hits in a step count. run 0:
 * nothing. In the list of steps, step 0 means that there is none. */
void past_place(const struct past_screen *s, gint64 *ret_run, gint64 *ret_step);
/* The selection changed: its detail will be made again. */
void past_changed(struct past_screen *s);
/* Same, and shows the detail from its beginning. */
void past_changed_place(struct past_screen *s);
/* Opens a question whose answer begins with `text`. */
void past_ask(console *c, enum past_ask what, const char *text);
/* Starts a child, so that keys stay live, and shows its reply. The fork copies its data. */
void past_work_start(console *c, task_function function, void *data, const char *working, const char *not_done);

/* ---- past_reload.c ---- */
/* Reads everything again and keeps the selection. Runs that were found by words stay as found. */
void past_reload(console *c);
/* True when a process has written to the store since it was read. */
bool past_written(const struct past_screen *s);

/* ---- past_export.c ---- */
void past_act_export(console *c);
/* line: "FORMAT [FILE]" as typed. */
void past_export_start(console *c, const char *line);

/* ---- past_runs.c ---- */
/* Reads the runs. follow: keeps the selection. With a filter, the old rows stay until a child has found the new ones. */
void past_runs_load(console *c, bool follow);
/* True when the filter is not empty; *ret_words: it has words. Keeps the filter's fault for the list's foot. */
bool past_runs_filtered(struct past_screen *s, bool *ret_words);
void past_runs_move(console *c, gint64 by);
/* Reads rows at `where`. first, last: the window's ends from past_runs_ends(). */
GPtrArray *past_runs_read(memory *m, enum past_runs_where where, gint64 first, gint64 last, const struct memory_filter *filter,
                          GError **error);

/* ---- past_jumps.c ---- */
/* What n and N look for: "any trouble". */
const char *past_jump_name(const struct past_steps *s);
/* Its marks, ends with NULL. */
const char *const *past_jump_marks(const struct past_steps *s);
/* Switches n and N to the next kind. */
void past_jump_another(struct past_steps *s);

/* ---- past_list.c ---- */
void past_steps_load(console *c);
/* Moves the selection; reads further rows at the end of the window. */
void past_list_move(console *c, gint64 by);
/* Lists the steps of a run with this step selected. */
void past_open_run(console *c, gint64 run, gint64 step);
void past_list_draw(console *c, const struct rect *r);

/* ---- past_search.c ---- */
/* Shows an empty list for the results. */
void past_found_open(console *c, enum past_found what);
/* Starts a search by the filter, or by the words of `find` (no `where`). Stops a running one. */
void past_search_start(console *c, enum past_search_kind kind, enum past_runs_where where);
/* True while a search for the shown list runs; reading rows again does not count. */
bool past_search_shown(const struct past_screen *s);
/* Stops the search; false = none runs. */
bool past_search_stop(struct past_search *s);
/* Takes the result of the child. */
void past_search_done(console *c);

/* ---- past_recall.c ---- */
/* What a plan of the selected run's program would be reminded of for that text, and for the selected step's picture: a child
 * looks. */
void past_recall_start(console *c, const char *text);
void past_recall_take(console *c, GBytes *reply);
void past_act_lessons(console *c);
/* Id of the selected lesson; 0 = none. */
gint64 past_lesson(const struct past_screen *s);
/* Appends why the selected row was recalled and the text of the selected lesson; nothing for other lists. */
void past_recall_lines(console *c, GPtrArray *lines, int width);
/* Text of the selected lesson. Caller frees. */
char *past_lesson_text(console *c);
/* Replaces the text of the selected lesson, or withdraws it with a reason. */
void past_lesson_change(console *c, const char *text, bool withdraw);

/* ---- past_plans.c ---- */
void past_act_plans(console *c);
void past_plans_free(struct past_plans *p);
bool past_plans_typing(const struct past_plans *p);
void past_plans_keypress(console *c, int key);
void past_plans_draw(console *c, const struct rect *list, const struct rect *detail, const struct rect *keys);

/* ---- past_rows.c: one row of each list ---- */
/* Draws the names of the columns of runs. */
void past_run_head_draw(const struct rect *line);
void past_run_row_draw(const struct rect *line, const struct memory_run_row *row, enum style style);
/* Draws one step of the window that was read; NULL step = it is not kept. */
void past_step_row_draw(const struct rect *line, gint64 number, const struct memory_step *step, const struct past_steps *window,
                        enum style style);
void past_hit_row_draw(const struct rect *line, const struct memory_hit *hit, enum style style);

/* ---- past_detail.c ---- */
void past_detail_draw(console *c, const struct rect *r);
/* The selected step, read when first needed; NULL = none. Borrowed. */
const struct past_story *past_detail_story(console *c);

/* ---- past_pictures.c ---- */
/* Draws the page "picture". */
void past_pictures_draw(console *c, const struct rect *r);
/* Draws the last picture of the step below its story. */
void past_picture_below(console *c, const struct rect *r);
/* The picture of the selected step for the lens; NULL = none is kept, or no step is selected. */
const struct memory_frame *past_lens_frame(console *c);
void past_lens_draw(console *c);
/* Draws one picture as large as fits; part NULL: all of it, so small that nothing is written over it. Returns the rows used. */
int past_picture_draw(console *c, const struct rect *r, const struct memory_frame *f, const struct pixel_rect *part);

/* ---- past_film.c ---- */
void past_film_draw(console *c, const struct rect *r);
/* Handles a key while the film has the keys; false: another key. */
bool past_film_key(console *c, int key);

/* ---- past_keys.c ---- */
void past_act_key(console *c, int key, bool burst);
void past_keys_draw(const console *c, const struct rect *r);

/* ---- past_box.c ---- */
void past_act_box(console *c);
void past_box_close(struct past_box *b);
void past_box_keypress(console *c, int key);
void past_box_draw(console *c);

/* ---- past_act.c ---- */
/* Writes a note, pin or tag beside the selected run or step; a pin or tag that is there goes. Says so. */
void past_note_write(console *c, const char *kind, const char *text);
void past_act_filter(console *c);
void past_act_find(console *c);
void past_act_number(console *c);
void past_act_note(console *c);
void past_act_pin(console *c);
void past_act_tag(console *c);
void past_act_recall(console *c);
void past_act_lesson_edit(console *c);
void past_act_lesson_withdraw(console *c);
void past_ask_keypress(console *c, int key);
void past_ask_draw(console *c);

/* ---- past_fork.c ---- */
void past_act_replay(console *c);
void past_act_fork(console *c);
void past_act_compare(console *c);
/* line: as typed: options of `reins resume`; the other run. */
void past_fork_submit(console *c, const char *line);
void past_compare_submit(console *c, const char *line);

/* ---- past_complete.c ---- */
/* Completes the last word of the filter: a field's name, or the next existing value of a field. */
void past_complete(console *c);

/* ---- past_forget.c ---- */
/* Remembers the selection and asks for the reason. Later changes of the selection do not matter. */
void past_act_forget(console *c);
/* Shows what would be removed, and the question. */
void past_forget_open(console *c, const char *reason);
void past_forget_close(struct past_forgetting *f);
void past_forget_keypress(console *c, int key, bool burst);
void past_forget_draw(console *c);

extern const struct screen_ops past_screen_ops;
/* Opens F4 with the steps of that run, this one selected. */
void past_screen_open_step(console *c, gint64 run, gint64 step);
/* Appends the help of its keys, as keys_run_help(). (past_keys.c) */
void past_keys_help(GString *text);

#endif
