#ifndef TUI_MEMORY_PAST_SCREEN_H
#define TUI_MEMORY_PAST_SCREEN_H

/* The memory screen's inside (F4), shared by tui/memory/ only: runs, the steps of one, and what a search found; beside the list
 * what is to be seen of the selected one. The store is opened for each look and closed again, so a child never has it open. */

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
/* What the list of what was found holds. */
enum past_found { PAST_FOUND_WORDS, PAST_FOUND_RECALLED, PAST_FOUND_LESSONS };

/* What would be forgotten: `y` does it, once that has been read. */
struct past_forgetting {
    char *reason; /* NULL = closed */
    gint64 run, step;
    bool everywhere;
    GPtrArray *lines; /* char*: what goes, what stays */
    struct arming arming;
};

/* The steps of one run. */
struct past_steps {
    gint64 run;
    char *task;       /* of it */
    GPtrArray *rows;  /* struct memory_step* from rows_first on */
    GPtrArray *marks; /* struct memory_mark* of the same */
    gint64 rows_first;
    bool unread;                       /* they could not be read: none that is there is not none that was recorded */
    gint64 selected, top, first, last; /* numbers; selected 0 = there is none; a fork's begin after its parent's */
    guint jump;                        /* what n and N look for (past_jumps.c) */
};

/* What was found. */
struct past_hits {
    enum past_found what;
    enum past_level from; /* where the search was begun */
    gint64 run, step;     /* the same, if among steps */
    char *asked;          /* what for, but words (those stand in `find`) */
    GPtrArray *hits;      /* struct memory_hit* */
    GArray *lessons;      /* gint64: which lesson each of them is, 0 = none; empty for words */
    bool unread;          /* the store could not be read: that there are none says nothing */
    bool more;            /* only the newest of very many were looked at */
    bool opened;          /* the run's steps were opened from there */
    int selected, top;
};

/* What is to be seen of the selected one. */
struct past_shown {
    struct past_story *story; /* of the selected step, NULL = to be read */
    char *unread;             /* why it could not be, NULL */
    GPtrArray *lines;         /* NULL = to be made for this width */
    int width, top;
    guint call;        /* page of modules: which is shown whole; PAST_CALL_FIRST = past_story_call() */
    guint frame;       /* page of pictures: which, when none is compared */
    bool blink, after; /* …two of them in turn; the later is shown */
    bool differ;       /* …what differs, enlarged */
    gint64 blink_us;
};

struct past_film {
    int columns, rows; /* as last drawn */
    bool waits;        /* some of its pictures come with the next drawing */
};

/* A child that looks for words. */
struct past_search {
    task *child; /* NULL = nothing is looked for */
    enum past_search_kind kind;
    enum past_runs_where where;
    gint64 since_us;
    int seconds; /* as long it has taken */
};

/* A child that forgets or exports. */
struct past_work {
    task *child;                  /* NULL = nothing is done */
    const char *doing, *not_done; /* what to say of it, and when it failed: "forgetting …", "not forgotten"; static */
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
    struct past_compared *compared;  /* two runs side by side over all of it (past_compare.c), NULL = not */
    struct input filter, find, line; /* line: what the other asks take */
    char *filter_trouble;
    int list_rows, detail_rows; /* as last drawn */
    char *stamp;                /* of the store's files when they were read */
    gint64 look_us;
};

/* ---- past_state.c ---- */
/* The store; NULL with no error: there is none. For the children, too. Caller closes. */
memory *past_open_store(GError **error);
/* The same; that it cannot be read is said. */
memory *past_store(console *c);
/* Says what a failed look was about. */
void past_say(console *c, const GError *error);
/* Whether the list of runs could be read (NULL = it could), and why not: shown in full. */
void past_set_unread(struct past_screen *s, const GError *error);
/* The selected run, NULL = none is, or another list is open. */
const struct memory_run_row *past_run_row(const struct past_screen *s);
/* What is selected: a run (step 0), or one of its steps, also where nothing can be read of it just now. Of what was found only
 * what is at a step. run 0: nothing is. In the list of steps step 0 means that there is none. */
void past_place(const struct past_screen *s, gint64 *ret_run, gint64 *ret_step);
/* Another one is selected: what is shown of it is made anew. */
void past_changed(struct past_screen *s);
/* The same, and it is shown from its beginning. */
void past_changed_place(struct past_screen *s);
/* A line is asked for; it begins with `text`. */
void past_ask(console *c, enum past_ask what, const char *text);
/* A child that does it while keys stay live; what it replies is said. Its data are copied by the fork. */
void past_work_start(console *c, task_function function, void *data, const char *working, const char *not_done);

/* ---- past_reload.c ---- */
/* Everything is read again, what is selected stays so. Runs that were found by words stay as they were found. */
void past_reload(console *c);
/* Somebody has written to the store since. */
bool past_written(const struct past_screen *s);

/* ---- past_export.c ---- */
void past_act_export(console *c);
/* "FORMAT [FILE]" as it was typed. */
void past_export_start(console *c, const char *line);

/* ---- past_runs.c ---- */
/* follow: what is selected stays so. By a filter: what is there stays until a child has found them. */
void past_runs_load(console *c, bool follow);
/* The filter says something, and has words in it; what is wrong with it is kept for the list's foot. */
bool past_runs_filtered(struct past_screen *s, bool *ret_words);
void past_runs_move(console *c, gint64 by);
/* first, last: ids of the window's ends as past_runs_ends() says them for that place. */
GPtrArray *past_runs_read(memory *m, enum past_runs_where where, gint64 first, gint64 last, const struct memory_filter *filter,
                          GError **error);

/* ---- past_jumps.c ---- */
/* "any trouble": what n and N look for. */
const char *past_jump_name(const struct past_steps *s);
/* Its marks, NULL at the end. */
const char *const *past_jump_marks(const struct past_steps *s);
/* They look for the next thing from now on. */
void past_jump_another(struct past_steps *s);

/* ---- past_list.c ---- */
void past_steps_load(console *c);
/* Moves the selection of the list; reads further rows where it comes to the end of those that are there. */
void past_list_move(console *c, gint64 by);
/* Lists the steps of that run, this one selected. */
void past_open_run(console *c, gint64 run, gint64 step);
void past_list_draw(console *c, const struct rect *r);

/* ---- past_search.c ---- */
/* Shows what was found, or will be: an empty list. */
void past_found_open(console *c, enum past_found what);
/* By the filter, or by the words of `find` (no `where`). One that is under way is given up. */
void past_search_start(console *c, enum past_search_kind kind, enum past_runs_where where);
/* One is under way for what is listed: rows that are only read again do not count. */
bool past_search_shown(const struct past_screen *s);
/* Gives it up; false = none is under way. */
bool past_search_stop(struct past_search *s);
/* The child is done. */
void past_search_done(console *c);

/* ---- past_recall.c ---- */
/* What a plan of the selected run's program would be reminded of for that text, and for the selected step's picture: a child
 * looks. */
void past_recall_start(console *c, const char *text);
void past_recall_take(console *c, GBytes *reply);
void past_act_lessons(console *c);
/* The selected lesson; 0 = none is. */
gint64 past_lesson(const struct past_screen *s);
/* Why the selected one was recalled, and what the selected lesson says; nothing of another list. */
void past_recall_lines(console *c, GPtrArray *lines, int width);
/* As it is; caller frees. */
char *past_lesson_text(console *c);
/* In other words, or taken back for a reason. */
void past_lesson_change(console *c, const char *text, bool withdraw);

/* ---- past_rows.c: one row of each list ---- */
/* The names of a run's columns. */
void past_run_head_draw(const struct rect *line);
void past_run_row_draw(const struct rect *line, const struct memory_run_row *row, enum style style);
/* marks: of the window that the step is in. */
void past_step_row_draw(const struct rect *line, gint64 number, const struct memory_step *step, const GPtrArray *marks,
                        enum style style);
void past_hit_row_draw(const struct rect *line, const struct memory_hit *hit, enum style style);

/* ---- past_detail.c ---- */
void past_detail_draw(console *c, const struct rect *r);
/* The selected step, read when it is first needed; NULL = none. Borrowed. */
const struct past_story *past_detail_story(console *c);

/* ---- past_pictures.c ---- */
/* Rows that it used. */
void past_pictures_draw(console *c, const struct rect *r);
/* The last picture of the step, small: below its story. */
void past_picture_below(console *c, const struct rect *r);
/* The picture of the selected step that the lens is over; NULL = none is kept, or no step is selected. */
const struct memory_frame *past_lens_frame(console *c);
void past_lens_draw(console *c);
/* One picture, as large as fits; the rows that it used. */
int past_picture_draw(console *c, const struct rect *r, const struct memory_frame *f, const struct pixel_rect *part);

/* ---- past_film.c ---- */
void past_film_draw(console *c, const struct rect *r);
/* Walks through it, while it has the keys; false: not one of its own. */
bool past_film_key(console *c, int key);

/* ---- past_keys.c ---- */
void past_act_key(console *c, int key, bool burst);
void past_keys_draw(const console *c, const struct rect *r);

/* ---- past_act.c ---- */
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
/* What was typed: options of `reins resume`; the other run. */
void past_fork_submit(console *c, const char *line);
void past_compare_submit(console *c, const char *line);

/* ---- past_complete.c ---- */
/* The last word of the filter: a field's name is finished, of a field's value the next one that there is takes its place. */
void past_complete(console *c);

/* ---- past_forget.c ---- */
/* It is about what is selected now, whatever comes before the reason is typed; that is asked for. */
void past_act_forget(console *c);
/* What would go, and the question. */
void past_forget_open(console *c, const char *reason);
void past_forget_close(struct past_forgetting *f);
void past_forget_keypress(console *c, int key, bool burst);
void past_forget_draw(console *c);

extern const struct screen_ops past_screen_ops;
/* That run's steps, this one selected. */
void past_screen_open_step(console *c, gint64 run, gint64 step);
/* Appends the help of its keys, as run_keys_help(). (past_keys.c) */
void past_keys_help(GString *text);

#endif
