#ifndef TUI_CONSOLE_STATE_H
#define TUI_CONSOLE_STATE_H

/* The console's inside, shared by the files of this folder only: one struct, and what each widget offers to the others. */

#include "tui/model/arming.h"
#include "tui/console/console.h"
#include "tui/model/fuse.h"
#include "tui/term/input.h"
#include "tui/term/key_code.h"
#include "tui/console/layout.h"
#include "tui/term/lens.h"
#include "tui/model/model.h"
#include "tui/model/pace.h"
#include "tui/term/paint.h"
#include "tui/term/thumbnails.h"

typedef struct form_view form_view;
typedef struct skill skill;
typedef struct skill_library skill_library;
typedef struct timeline_loop timeline_loop;

#define BLINK_US 500000
#define PANES_MAX (MODEL_MODULES_MAX + MODEL_BOARDS_MAX)

enum prompt_kind {
    PROMPT_NONE,
    PROMPT_COMMAND,
    PROMPT_WORD,
    PROMPT_REASON,
    PROMPT_NOTE,
    PROMPT_MODE,
    PROMPT_BOARD,
    PROMPT_ANSWER
};
enum viewer_kind { VIEWER_NONE, VIEWER_HELP, VIEWER_TIMELINE, VIEWER_WHY, VIEWER_PANE, VIEWER_PREVIEW };

struct prompt {
    enum prompt_kind kind;
    struct input input;
    char *completions; /* shown above a command */
    char *mode;        /* PROMPT_MODE: what is changed to */
    bool dropped;      /* letters of a word came all at once: the field is empty again, and nothing was typed since */
};

struct viewer {
    enum viewer_kind kind;
    char *title, *text;
    int top, seen, total, width, page; /* lines; seen: all before it were on the screen; width, page: as last drawn */
    int proposal;
};

/* The proposal's action being changed on the picture. */
struct editing {
    action *edited; /* NULL = not editing */
    int id, point;
    action *sent; /* the edit that the engine has not answered yet; NULL = none */
    int sent_id;
};

/* A place for the open form, chosen on the picture. */
struct pick {
    int x, y;
    guint x_entry, y_entry; /* of a form of an action */
    char *skill;            /* of a whole call; NULL = the place alone is written */
    bool known;             /* a place was chosen before */
    struct lens lens;       /* as it was before */
};

enum picker_use { PICKER_NONE, PICKER_SUBSTITUTE, PICKER_FIELD };
struct picker {
    enum picker_use use;
    struct input filter;
    int selected, proposal;
};

/* `g`: a grant being put together; `G`: the list of them. */
enum grant_use { GRANTS_CLOSED, GRANTS_FORM, GRANTS_LIST };
struct grant_screen {
    enum grant_use use;
    int proposal, tier_max; /* the form's */
    int field, tier, selected;
    enum until until;
    gint64 values[UNTIL_N];
    struct arming arming; /* `y` gives it after a quiet moment, too */
};

/* What is selected in the boards, and what is asked about one of their rows. */
struct board_panes {
    gint64 ids[MODEL_BOARDS_MAX]; /* of the selected row, 0 = none yet */
    int places[MODEL_BOARDS_MAX]; /* where it was */
    int asked;                    /* the board that PROMPT_BOARD or the removal is about */
    enum board_verb verb;         /* of PROMPT_BOARD … */
    gint64 row;                   /* … and its row, 0 = the end */
    gint64 removed;               /* the row that is to be removed once more is said, 0 = none */
};

/* F5, in lines: left below what is shown (0: the newest are shown, and stay so), as last drawn. */
struct log_view {
    int below, total, page;
};

/* The STALE card: as decided on, and as found. */
struct stale_card {
    bool open, blink, after;
    gint64 blink_us;
};

enum edit_use { EDIT_NOTHING, EDIT_ACTION, EDIT_FORM, EDIT_SKILL };

/* Keys and mouse go to the program (drive.c). */
#define DRIVE_LEAVE K_CTRL(']')
struct drive {
    bool on;
    gint64 click_us;  /* a click waits until then for a second one; 0 = none does */
    int x, y, button; /* of it, on the display */
    int column, row;  /* …on the terminal */
};

/* What is looked at. */
struct view {
    enum page screen;
    int step;        /* index into model->steps; -1 = live */
    int step_number; /* its number */
    int pane;        /* index of the pane that is open: the modules', then the boards' */
    bool pane_fixed; /* the person chose it: it does not follow the running module */
    bool blink, blink_after;
    gint64 blink_us;
};

/* What the last drawing has put where: for the mouse, and for what may be approved. */
struct drawn {
    struct {
        struct rect at;
        struct pixel_rect part;
    } pictures[4];
    guint n_pictures, n_panes;
    int pane_rows[PANES_MAX];
    struct rect picture_box; /* as last allowed to grow; width 0 = not yet */
    int hidden;              /* lines of the waiting card that are not on the screen */
};

/* The form that is open, and one that was. */
struct forms {
    form_view *open; /* NULL = none */
    form_view *kept; /* a module's form that was closed with something in it; NULL = none */
    int kept_step;   /* its step */
};

/* What another program is to do on this terminal; all owned. */
struct outside {
    enum edit_use edit_use;
    char *edit_text; /* waits for $EDITOR, or came back with an error */
    bool edit_wanted;
    char *frame;    /* path of a picture that is to be shown; NULL = none */
    char **program; /* words after `reins` of what is to be run; NULL = nothing */
};

/* The line above the keys; text owned, NULL = none. */
struct message {
    char *text;
    enum style style;
};

/* What the engine is told of what waits. */
struct told {
    GPtrArray *commands; /* command*, owned: to be sent */
    int viewed;          /* id of the proposal that `v` has shown whole */
    int decided;         /* id that a decision was sent for */
    int answered;        /* id of the question that an answer was sent to */
    gint64 at_us;        /* when it had its last command: the sign that somebody is there */
};

/* The skills to choose from (picker.c). */
struct skill_choice {
    GPtrArray *list; /* const struct skill*, NULL = not loaded yet */
    skill_library *library;
    GPtrArray *old; /* skill_library*, which forms may still point into */
};

/* A recorded run is played and only looked at. */
struct replay_view {
    replayer *player; /* owned, NULL = none */
    int number;       /* digits that were typed: to which step */
};

/* How the console goes. */
struct leaving {
    bool done, detached;
    int exit_code;
};

struct console {
    struct console_options options;
    struct model *model;
    struct layout layout;
    struct view view;
    struct drawn drawn;
    thumbnails *thumbnails;
    struct lens lens; /* over the run screen or the memory screen */
    struct stale_card stale;
    struct log_view log;
    /* may the card be approved, and by what */
    struct arming arming;
    struct fuse fuse;
    struct pace pace;
    struct grant_screen grants;
    struct told told;
    /* what is typed, chosen and changed */
    struct prompt prompt;
    struct message message;
    struct viewer viewer;
    struct editing editing;
    struct forms forms;
    struct picker picker;
    struct pick pick;
    struct board_panes board;
    struct drive drive;
    struct outside outside;
    char **reasons; /* ready-made, to reject with */
    bool confirm_stop;
    /* beside the run */
    struct skill_choice skills;
    struct skills_screen *shelf; /* the skills screen's inside (tui/skills/skills_screen.h), NULL = not yet */
    struct past_screen *past;    /* the memory screen's inside (tui/memory/past_screen.h), NULL = not yet */
    struct replay_view replay;
    bool dirty, redraw, bell;
    struct leaving end;
    gint64 ahead_us; /* when a key was last dropped that was typed before its form was there; 0 = none was */
    gint64 now_us;   /* of the turn that is being handled */
};

/* ---- state.c: what all files use ---- */
void console_say(console *c, enum style style, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* … that keys were dropped because several came at once: a paste, or typed ahead. */
void console_say_dropped(console *c);
void console_send(console *c, command *cmd);
command *console_command(console *c, enum command_kind kind);
/* The step that is looked at. */
struct step_view *console_step(const console *c);
bool console_live(const console *c);
bool console_overlay(const console *c);
/* The card may take `y`, apart from the quiet time. NULL, or a sentence why it may not. */
const char *console_why_unreadable(const console *c);
/* Stops a burning fuse: its proposal asks from now on. True: there was one. */
bool console_hold(console *c);
void console_leave(console *c, int code, bool detached);
/* A place for the open form is being chosen on the picture (pick.c). */
bool console_picks(const console *c);

/* ---- console.c ---- */
/* Layout, what can be read, whether the card may be approved: after everything that happened. */
void console_update(console *c);

/* ---- keypress.c: who gets a key ---- */
extern const struct screen_ops run_screen_ops;

/* ---- act.c ---- */
/* The waiting card, all conditions having been checked. word: tier 3, else NULL. */
void act_approve(console *c, const char *word);
void act_stop_now(console *c);
/* A person's form is about to come: what is typed is meant for that, and is no command. */
bool act_form_comes(const console *c);
void act_pause(console *c, bool pause);
/* The target moves by itself: none, areas or window of it are left out from now on; what waits comes anew. */
void act_animated(console *c, const char *scope);
void act_takeover(console *c);
/* What is thrown away while it waits is stopped while it runs. False: no loop runs. */
bool act_stop_loop(console *c);
void act_show_screen(console *c, enum page screen);
/* Says that the key does nothing here. */
void act_unknown_key(console *c, int key);

/* ---- drive.c ---- */
void drive_begin(console *c);
/* Nothing when it is not on. */
void drive_end(console *c, const char *why);
/* Takes the first of the keys that were there to be read at once; returns how many that were. */
gsize drive_keys(console *c, const int *keys, gsize n);
struct mouse;
/* x, y: the pixel of the display below it. */
void drive_mouse(console *c, const struct mouse *m, int x, int y);
/* Time has passed, or an event has come: it may be over. */
void drive_tick(console *c);
gint64 drive_deadline(const struct drive *d);
/* What the card's place shows during a take-over; caller frees. */
char *drive_text(const console *c);

/* ---- prompt.c, command.c: the line at the bottom ---- */
/* Ready-made reasons, separated by ; (NULL, "" = those that ship). Caller frees with g_strfreev. */
char **reasons_split(const char *text);
void prompt_open(console *c, enum prompt_kind kind);
void prompt_close(struct prompt *p);
/* Letters of a word came all at once: the field is empty, and the prompt says so until a key is taken. */
void prompt_drop(struct prompt *p);
void prompt_keypress(console *c, int key);
void prompt_draw(console *c);
void message_draw(console *c);
/* Above the line: what a digit stands for. */
void prompt_list_draw(const struct layout *l, const char *title, char *const *texts, guint n);

/* ---- mode.c ---- */
/* Asks whether actions shall fire by themselves; sends what does not loosen anything at once. */
void mode_ask(console *c, const char *mode);
/* What fires by itself in the present mode, in words. Caller frees. */
char *mode_text(const struct model_mode *now);
/* The word was typed on; the question's box. */
void mode_typed(console *c);
void mode_draw(console *c);

/* ---- shown.c ---- */
#define SHOWN_OFF "pictures are off (console.thumbnails)"
struct shown {
    const char *id, *path;     /* path NULL = there is none yet */
    struct pixel_rect part;    /* width 0 = all of it, whose size is not known */
    const int *point;          /* x, y: marked where it lies in the part; NULL = nothing is */
    const int *middle;         /* x, y: of what the lens shows where nothing is marked; NULL = the picture's own */
    bool choosing;             /* a person is choosing that place: the mark stands on it, and spares no label */
    const timeline_loop *area; /* its corners are marked where the part is all; NULL = there is none */
    bool left;                 /* at the rectangle's left; else in the middle of its width */
};
/* As large as fits; the rows that it used. */
int shown_draw(console *c, const struct rect *r, const struct shown *s);
/* The part of it that the lens shows. */
int shown_with_lens(console *c, const struct rect *r, const struct shown *s);

/* ---- lens_screen.c ---- */
/* True: the key was for the lens, which opens by `z` on the run and memory screens. */
bool lens_keypress(console *c, int key);
void lens_close(struct lens *l);
/* Over the rectangle, with a title. */
void lens_draw(console *c, const struct rect *r, const struct shown *s, const char *title);

/* ---- widgets ---- */
void run_draw(console *c);
void status_draw(console *c);
/* Why it is paused, and how it goes on. Caller frees. */
char *status_paused_text(const console *c);
void frame_pane_draw(console *c);
/* Rows that the strip wants below a picture area of that height. */
int strip_rows(int height);
void strip_draw(console *c, const struct rect *r);
/* The strip as one line. Caller frees. */
char *strip_text(const console *c);
/* Columns of the box's picture where it has so many rows; for layout_compute(), as the next one. */
int frame_pane_wanted(int rows, void *console);
/* Rows in which all panes (wide; else the open one) show what their modules say. */
int panes_wanted(int width, bool wide, void *console);
void panes_draw(console *c);
void panes_follow(console *c);
int panes_count(const console *c);
/* The module whose pane is open; NULL = there is none, or a board's is. */
const struct module_view *panes_open(const console *c);
/* What a plan was given to choose from, beside its prompt's rest: what was recalled and the skills, a line each with why; "" =
 * nothing. Caller frees. */
char *panes_given(const struct module_view *m);
/* Lines of the card at that width, capped; for layout_compute(). */
int card_wanted(int width, void *console);
void card_draw(console *c);
/* Lines of its text. */
struct card_line {
    char *text;
    enum style style;
};
/* …wrapped. */
void card_add(GArray *lines, const char *text, int width, enum style style);
/* One of the keys at its edge; the columns that it used, 0 = it does not fit. */
int card_key_draw(int y, int x, int end, const char *key, const char *what, enum style style);
/* The keys that do something now, between two columns. */
void card_keys_draw(const console *c, int y, int x, int end);
/* Columns of their names alone, and one between two. */
int card_keys_width(const console *c);

/* ---- board_pane.c ---- */
/* The board whose pane is open; -1 = a module's is. */
int board_pane_open(const console *c);
/* struct board_row*; borrowed. */
const GPtrArray *board_pane_rows(const struct step_view *step, int board);
/* A row is removed if this key says so (board.removed). True: it means nothing else. */
bool board_pane_answer(console *c, int key);
/* PROMPT_BOARD: what stands before the text (caller frees), and its end. False: it goes on. */
char *board_pane_label(const console *c);
bool board_pane_entered(console *c, const char *text);
/* `:board`: what comes behind it, and what its last word could be (caller frees). */
void board_pane_line(console *c, const char *rest);
char **board_pane_words(const console *c, const char *typed);
/* "Tasks 2 of 5": how many are left; caller frees. */
char *board_pane_heading(const console *c, int board);
/* As many rows as fit, with the selected one. */
void board_pane_draw(const console *c, int board, const struct rect *r);
void board_pane_keys_draw(const console *c, int board, int y, int x, int width);
/* All rows as one text; caller frees. */
char *board_pane_text(const GPtrArray *rows);

/* ---- asked_card.c: a question to the person, in the card's place ---- */
/* The one that waits, NULL = none. */
const struct asked *asked_waiting(const console *c);
/* It can be read, and keys are for it. */
bool asked_readable(const console *c);
/* Caller frees. */
char *asked_title(const console *c, const struct asked *a);
/* Lines of its card (card_add()). */
void asked_add(const struct asked *a, GArray *lines, int width);
void asked_send(console *c, const char *text);
/* The choice on a digit's key, NULL = none. */
const char *asked_choice(const console *c, int key);
/* True: the key was for it. `burst`: one of several that came at once. */
bool asked_keypress(console *c, int key, bool burst);
/* One has come. */
void asked_came(console *c);
/* What the digits stand for, while its line is typed. */
void asked_choices_draw(console *c);
/* Its keys; the columns that they used. */
int asked_keys_draw(const console *c, int y, int x, int end);

/* ---- grant_screen.c ---- */
void grant_screen_open_form(console *c);
void grant_screen_open_list(console *c);
void grant_screen_close(struct grant_screen *g);
void grant_screen_keypress(console *c, int key);
void grant_screen_draw(console *c);
void grant_screen_revoke(console *c, int id);

/* ---- stale.c ---- */
/* The card over the run screen. */
/* Why it went stale, without what v and the log alone say: how many pixels, what a profile would leave out. Caller frees. */
char *stale_reason(const char *reason);
/* The same in about 60 columns: the place, what changed there, and A where that leaves it out. Caller frees. */
char *stale_brief(const char *reason);
void stale_open(console *c);
void stale_say(console *c);
void stale_close(struct stale_card *s);
/* True: the key was for the card alone. */
bool stale_keypress(console *c, int key);
void stale_tick(console *c);
void stale_draw(console *c);

/* ---- viewer.c ---- */
void viewer_open_help(console *c);
void viewer_open_timeline(console *c);
void viewer_open_why(console *c);
void viewer_open_pane(console *c);
/* What a skill would fire; `on`: "the last picture of the run", in words. */
void viewer_open_preview(console *c, const action *a, const timeline *t, const char *on);
void viewer_close(struct viewer *v);
void viewer_keypress(console *c, int key);
/* The lines that a key scrolls by, 0 = it does not. total: the lines of home and end. */
int viewer_scrolls(int key, int page, int total);
#define SCROLL_ALL (G_MAXINT / 2) /* a total that is more than any text has */
void viewer_draw(console *c);

/* ---- points.c: the points of an action ---- */
/* The index-th, which is marked on the picture. False: it has none. */
bool points_get(const action *a, int index, int *ret_x, int *ret_y);
bool points_set(action *a, int index, int x, int y);
/* Into the display. */
void points_clamp(const console *c, int *x, int *y);
/* hjkl, HJKL and the arrows. */
bool points_movement(int key, int *ret_dx, int *ret_dy);

/* ---- edit.c ---- */
void edit_start(console *c);
void edit_stop(struct editing *e);
/* What waited for the person is shown again as this proposal: what is being edited is edited there, and an edit that was sent too
 * late waits there to be sent. */
void edit_go_on(console *c, const event *proposal);
/* The engine has taken the edit that was sent, or it is of no use any more. */
void edit_settled(struct editing *e);
void edit_keypress(console *c, int key);
/* Its point goes there: pixels of the display. */
void edit_point_to(console *c, int x, int y);
/* draft: sha256 of the draft of its skill that is tried; NULL = what is loaded. False: its proposal does not wait. */
bool edit_submit(console *c, const action *edited, int id, const char *draft);
void edit_in_editor(console *c);
void edit_returned(console *c, const char *text);

/* ---- form_screen.c ---- */
void form_open_action(console *c, const action *a, int id, bool substitute);
/* Its arguments are asked for, to see what it would fire. */
void form_open_preview(console *c, const action *a, const skill *s);
/* … to try it outside the run. */
void form_open_trial(console *c, const action *a, const skill *s);
/* The draft sha256, whose parameters are those of s, in the place of proposal `id`. */
void form_open_draft(console *c, const action *a, const skill *s, int id, const char *sha256);
void form_open_module(console *c, const struct module_view *module);
/* An error of the engine: the output that was sent is refused, its form is open again with what was typed, and says why. False:
 * it is about something else. */
bool form_refused(struct forms *f, const char *error);
void form_close_all(console *c);
/* … and what was kept of one. */
void form_free_all(console *c);
void form_keypress(console *c, int key);
/* Alt and enter, where a form has the keys: a line break in a text. */
void form_break_line(console *c);
void form_draw(console *c);

/* ---- pick.c ---- */
/* Choosing a place for the open form; the form says why not. */
void pick_begin(console *c);
/* Back to the form, without a place. */
void pick_end(console *c);
/* The place, false when none is being chosen. */
bool pick_point(const console *c, int *ret_x, int *ret_y);
void pick_to(console *c, int x, int y);
void pick_keypress(console *c, int key);
/* What the card's place shows meanwhile; caller frees. */
char *pick_text(const console *c, int width);
bool pick_has_other(const console *c);

/* ---- picker.c ---- */
/* The skills, loaded when first needed; borrowed. */
const GPtrArray *console_skills(console *c);
const skill *console_skill(console *c, const char *name);
void picker_open(console *c, enum picker_use use, int proposal);
/* The form that puts this skill in the place of the waiting proposal. */
void picker_substitute(console *c, const skill *s);
void picker_close(struct picker *p);
void picker_keypress(console *c, int key);
void picker_draw(console *c);
/* The first of what the run can use, in the plan's order, that clicks at a place in pixels and needs to know no more; borrowed.
 * NULL = there is none. */
const char *picker_click(console *c);
/* The skills that the last plan could choose from, in its order; NULL = not known. Borrowed. */
const char *const *picker_offered(const struct model *m);

/* ---- replay_act.c, replay_keys.c ---- */
/* Shows where the replay begins. */
void replay_open(console *c);
/* True: the key was for the replay, or decides something, which it cannot. False without a replay. */
bool replay_keypress(console *c, int key);
/* Tells what has become due. */
void replay_tick(console *c);
gint64 replay_deadline(const struct replay_view *v, gint64 now_us);
/* "REPLAY ▶ run 3  ×2  0:42/3:10"; caller frees. */
char *replay_status(const struct replay_view *v);
void replay_keys_draw(const struct replay_view *v, int y, int x, int end);

/* ---- earlier.c ---- */
/* The run has come this far without this console: its last steps, from the store, come before the live one. Nothing of them waits
 * or runs. */
void earlier_take(console *c);

/* ---- log_screen.c ---- */
extern const struct screen_ops log_screen_ops;

#endif
