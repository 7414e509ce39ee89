#ifndef TUI_CONSOLE_STATE_H
#define TUI_CONSOLE_STATE_H

/* The console's state, shared by the files of this folder and the screens: one struct, and the functions of each widget. */

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
struct screen_mark;

#define BLINK_US 500000
#define PANES_MAX (MODEL_MODULES_MAX + MODEL_BOARDS_MAX)

enum prompt_kind {
    PROMPT_NONE,
    PROMPT_COMMAND,
    PROMPT_WORD,
    PROMPT_REASON,
    PROMPT_NOTE,
    PROMPT_KEEP,
    PROMPT_MODE,
    PROMPT_BOARD,
    PROMPT_ANSWER
};
enum viewer_kind { VIEWER_NONE, VIEWER_HELP, VIEWER_TIMELINE, VIEWER_WHY, VIEWER_PANE, VIEWER_PREVIEW };

struct prompt {
    enum prompt_kind kind;
    struct input input;
    char *completions; /* shown above a command */
    char *mode;        /* PROMPT_MODE: the new mode; PROMPT_KEEP: the note for the agent */
    bool dropped;      /* several letters of a word arrived at once: the field was emptied, and nothing was typed since */
    bool written;      /* something was typed into it, even if it has gone again */
};

struct viewer {
    enum viewer_kind kind;
    char *title, *text;
    int top, seen, total, width, page; /* in lines; seen: all lines before it were on the screen; width, page: as last drawn */
    int proposal;
};

/* The action of a proposal that is edited on the picture. */
struct editing {
    action *edited; /* NULL = not editing */
    int id, point;
    action *sent; /* an edit that waits for the engine's answer; NULL = none */
    int sent_id;
};

/* Choosing a point on the picture for the open form. */
struct pick {
    int x, y;
    guint x_entry, y_entry; /* entries for x and y in a form of an action */
    char *skill;            /* skill of the call to write; NULL = write the coordinates only */
    bool known;             /* a point was chosen before */
    struct lens lens;       /* the lens to restore afterwards */
};

enum picker_use { PICKER_NONE, PICKER_SUBSTITUTE, PICKER_FIELD };
struct picker {
    enum picker_use use;
    struct input filter;
    int selected, proposal;
};
/* `g`: the form of a new grant; `G`: the list of grants. */
enum grant_use { GRANTS_CLOSED, GRANTS_FORM, GRANTS_LIST };
struct grant_screen {
    enum grant_use use;
    int proposal, tier_max;              /* of the form */
    int field, tier, selected, top, end; /* top, end: of the list, the first line that is shown, the last one that was */
    bool rest, listed; /* more of the plan comes after what waits: it can be granted as a list; that is on the screen */
    bool typed;        /* the number is being typed: the first digit takes the place of the one that was there */
    enum until until;
    gint64 values[UNTIL_N];
    struct arming arming; /* `y` needs a quiet moment here, too */
};

/* The selected row of each board, and the pending question about a row. */
struct board_panes {
    gint64 ids[MODEL_BOARDS_MAX]; /* id of the selected row, 0 = none yet */
    int places[MODEL_BOARDS_MAX]; /* its index */
    int asked;                    /* the board that PROMPT_BOARD or the removal concerns */
    enum board_verb verb;         /* of PROMPT_BOARD */
    gint64 row;                   /* row of PROMPT_BOARD, 0 = the end */
    gint64 removed;               /* row whose removal waits for a second `x`, 0 = none */
};

/* The log (F5), in lines as last drawn. below: lines below the shown ones (0: follows the newest). */
struct log_view {
    int below, total, page;
};

/* The STALE card: the target as approved and as found. */
struct stale_card {
    bool open, blink, after;
    gint64 blink_us;
};

enum edit_use { EDIT_NOTHING, EDIT_ACTION, EDIT_FORM, EDIT_REPLY, EDIT_SKILL };

/* A take-over: keys and mouse go to the program (drive.c). */
#define DRIVE_LEAVE K_CTRL(']')
struct drive {
    bool on;
    gint64 click_us;               /* until then a click waits for a second one; 0 = none waits */
    int x, y, button, column, row; /* of that click: on the display, on the terminal */
    int bursts;                    /* so many have lost something; the present one has the next number */
    char *lost;                    /* what was not done and why, until the next one is done; NULL = nothing. Owned */
    int dropped, waiting;          /* typed on before that could be read; keys and clicks of which nothing was told yet */
    gint64 quiet_us;               /* the last of these, or when it was told */
    int recorded;                  /* actions of this take-over, which may become those of a reply; -1 = none may */
};

/* What is shown. */
struct view {
    enum page screen;
    int step;        /* index into model->steps; -1 = live */
    int step_number; /* number of that step */
    int pane;        /* index of the open pane: modules first, then boards */
    bool pane_fixed; /* chosen by the person: does not follow the running module */
    bool blink, blink_after;
    gint64 blink_us;
    enum overlay overlay; /* what is written over pictures */
};

/* Positions from the last drawing, for the mouse and for what may be approved. */
struct drawn {
    struct {
        struct rect at;
        struct pixel_rect part;
    } pictures[4];
    guint n_pictures, n_panes;
    int pane_rows[PANES_MAX];
    struct rect picture_box; /* size limit of the picture's box as last computed; width 0 = not yet */
    int hidden;              /* lines of the waiting card that are not on the screen */
    GPtrArray *numbers;      /* GArray of struct paint_number, owned: of the last drawing */
};

/* Open and saved forms. */
struct forms {
    form_view *open; /* NULL = none */
    form_view *kept; /* form of a module that was closed with content; NULL = none */
    int kept_step;   /* its step */
    bool left, back; /* esc has closed the one that the run waits for; it opens again as soon as nothing else is open */
    gint64 sent_us;  /* when the last output was sent */
};

/* What another program must do on this terminal; all owned. */
struct outside {
    enum edit_use edit_use;
    char *edit_text; /* text for $EDITOR, or one that came back with an error */
    bool edit_wanted;
    char *frame;    /* path of a picture to show; NULL = none */
    char **program; /* words after `reins` of the program to run; NULL = none */
    char *tasks;    /* path of the task files to run once the person leaves the run that has ended; NULL = none */
};

/* The line above the keys; text owned, NULL = none. */
struct message {
    char *text;
    enum style style;
};

/* Commands to the engine. */
struct told {
    GPtrArray *commands;  /* command*, owned: to send */
    int viewed;           /* id of the proposal that `v` showed completely */
    int decided;          /* id of the proposal that a decision was sent for */
    int answered;         /* id of the question that an answer was sent for */
    bool halted;          /* a pause or take-over was asked for, and the run has not paused yet */
    gint64 at_us;         /* time of the last command: it shows that a person is present */
    const char *animated; /* scope that was asked for last, static; NULL = none yet */
};

/* The skills to choose from (picker.c). */
struct skill_choice {
    GPtrArray *list; /* const struct skill*, NULL = not loaded yet */
    skill_library *library;
    GPtrArray *old; /* skill_library*: old ones that forms may still point into */
};

/* Keys that are meant for what is not there. */
struct stray {
    gint64 ahead_us;     /* time of the last one that was dropped because its form had not come yet; 0 = none */
    struct arming quiet; /* readable: what they were typed into has gone, and no quiet moment has passed */
    const char *why;     /* static */
};

/* A recorded run that is played read-only. */
struct replay_view {
    replayer *player; /* owned, NULL = none */
    int number;       /* digits typed so far: the step to go to */
};

/* How the console ends. */
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
    struct live_picture *live;
    struct look_back *look_back;
    struct lens lens; /* over the run screen or the memory screen */
    struct stale_card stale;
    struct log_view log;
    /* whether and how the card may be approved */
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
    int typed_mark; /* digits typed so far while a place is chosen: a mark's number */
    struct outside outside;
    char **reasons; /* preset reasons for a rejection */
    /* screens beside the run */
    struct skill_choice skills;
    struct skills_screen *shelf; /* state of the skills screen (tui/skills/skills_screen.h), NULL = not yet */
    struct past_screen *past;    /* state of the memory screen (tui/memory/past_screen.h), NULL = not yet */
    struct replay_view replay;
    bool confirm_stop, dirty, redraw, bell;
    struct leaving end;
    struct stray stray;
    gint64 now_us; /* time of the current turn */
};

/* ---- state.c: what all files use ---- */
void console_say(console *c, enum style style, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* Says that keys were dropped because several came at once (a paste, or typed ahead). */
void console_say_dropped(console *c);
void console_send(console *c, command *cmd);
command *console_command(console *c, enum command_kind kind);
/* The step that is shown; borrowed. */
struct step_view *console_step(const console *c);
bool console_live(const console *c);
bool console_overlay(const console *c);
/* How many things are open that take the keys, and what follows when one goes: no key is a command before a quiet moment. */
int console_typed_into(const console *c);
void console_typed_on(console *c, const char *why, int quiet_ms); /* why: static */
/* The reason why the card does not accept `y` apart from the quiet time, as a sentence; NULL = it can be read. */
const char *console_why_unreadable(const console *c);
/* Stops a burning fuse: its proposal then waits for the person. False: no fuse burns. */
bool console_hold(console *c);
void console_leave(console *c, int code, bool detached);
/* True while a point for the open form is chosen on the picture (pick.c). */
bool console_picks(const console *c);

/* ---- console.c ---- */
/* Updates the layout, what can be read, and whether the card may be approved. Call it after every change. */
void console_update(console *c);

/* ---- keypress.c: who gets a key ---- */
extern const struct screen_ops run_screen_ops;

/* ---- act.c ---- */
/* Approves the waiting card; the caller has checked all conditions. word: for tier 3, else NULL. */
void act_approve(console *c, const char *word);
void act_stop_now(console *c);
void act_tasks(console *c, const char *path); /* runs task files once the run has ended and the person leaves it */
/* True when a person's form will come next, over any pane but a board: typed keys are meant for it and are not commands. */
bool act_form_comes(const console *c);
void act_pause(console *c, bool pause);
/* Leaves moving parts out of the comparison from now on (none, areas or window); the waiting proposal is shown again. */
void act_animated(console *c, const char *scope);
void act_takeover(console *c);
/* Stops the running loop. False: no loop runs. */
bool act_stop_loop(console *c);
void act_show_screen(console *c, enum page screen);
/* Says that the key does nothing here. */
void act_unknown_key(console *c, int key);

/* ---- drive.c ---- */
void drive_begin(console *c);
/* In a take-over of a world: does these acts, "mine(object = \"oak_log\"); go_up()". */
void drive_acts(console *c, const char *calls);
/* Takes the first of n keys that arrived together; returns how many it used. */
gsize drive_keys(console *c, const int *keys, gsize n);
struct mouse;
/* x, y: pixel of the display below the mouse. */
void drive_mouse(console *c, const struct mouse *m, int x, int y);
/* The engine has not done something of that burst (notice), or has done something (why: "" or why it did not succeed). */
void drive_lost(console *c, int burst, const char *why);
void drive_done(console *c, const char *why);
/* Call it after time passed or an event came: the take-over may have ended. */
void drive_tick(console *c);
gint64 drive_deadline(const struct drive *d);
/* Text in place of the card during a take-over. Caller frees. */
char *drive_text(const console *c);

/* ---- prompt.c, command.c: the line at the bottom ---- */
/* Splits preset reasons at ; (NULL or "" = the shipped ones). Caller frees with g_strfreev(). */
char **prompt_split_reasons(const char *text);
void prompt_open(console *c, enum prompt_kind kind);
void prompt_close(struct prompt *p);
/* Empties the field after several letters came at once; the prompt says so until the next key. */
void prompt_drop(struct prompt *p);
void prompt_keypress(console *c, int key);
void prompt_draw(console *c);
void message_draw(console *c);
/* Draws the choices that digits stand for, above the line. */
void prompt_list_draw(const struct layout *l, const char *title, char *const *texts, guint n);

/* ---- mode.c ---- */
/* Asks for confirmation when the mode lets actions fire automatically; else sends it at once. */
void mode_ask(console *c, const char *mode);
/* What fires automatically in this mode, as text. Caller frees. */
char *mode_text(const struct model_mode *now);
/* Handles a change of the confirmation word; draws the question's box. */
void mode_typed(console *c);
void mode_draw(console *c);

/* ---- shown.c ---- */
#define SHOWN_OFF "pictures are off (console.thumbnails)"
struct shown {
    const char *id, *path;     /* path NULL = no picture yet */
    struct pixel_rect part;    /* width 0 = the whole picture, size unknown */
    const int *point;          /* x, y: point to mark in the part; NULL = none */
    const int *middle;         /* x, y: centre of the lens when nothing is marked; NULL = the picture's centre */
    bool choosing;             /* a person chooses that point: the mark is drawn on it and covers labels */
    const timeline_loop *area; /* its corners are marked when the whole picture is shown; NULL = none */
    bool left;                 /* left-aligned, else centred */
    bool plain;                /* nothing is written over it: it is too small */
    const char *masked;        /* of a kept picture: memory_frame.masked; NULL = as the model knows it */
};
/* (overlay.c) `W`: the picture alone, with its words, with words and the numbers of its marks (of a run that goes on). */
void overlay_next(console *c);
/* True, and says so, when all marks of the picture are known and none has that number. */
bool overlay_refuses(console *c, int number);
/* `:7`: enlarges mark 7 and tells what it is. */
void overlay_show(console *c, int number);
/* While a place is chosen: a digit of a mark's number. True: it was one; the mark's centre, -1 = no such mark (yet). Any other
 * key must set typed_mark to 0. */
bool overlay_digit(console *c, int key, int *ret_x, int *ret_y);
/* The numbers of the marks on a picture drawn as pixels; NULL = none are shown. Borrowed until the next drawing. */
const GArray *overlay_numbers(console *c, const struct shown *shown);
/* Writes on each area that the profile hides that it is masked. */
void overlay_masked(const console *c, const struct shown *shown, const struct thumbnail *t, int y, int x);
/* What is written on a stored picture that is drawn in cells is to be read. */
void overlay_want(console *c, const struct shown *shown);
/* Writes that over a picture drawn in cells at y, x. Returns the text at the point that is marked, in cells of the picture;
 * width 0 = none. */
struct rect overlay_draw(const console *c, const struct shown *shown, const struct thumbnail *t, int y, int x);
/* Draws a picture as large as fits. Returns the rows used. */
int shown_draw(console *c, const struct rect *r, const struct shown *s);
/* Draws the part of it that the lens shows. Returns the rows used. */
int shown_with_lens(console *c, const struct rect *r, const struct shown *s);

/* ---- lens_screen.c ---- */
/* True when the key was for the lens. `z` opens it on the run screen and the memory screen. */
bool lens_keypress(console *c, int key);
void lens_close(struct lens *l);
/* Draws the lens over the rectangle, with a title. */
void lens_draw(console *c, const struct rect *r, const struct shown *s, const char *title);

/* ---- widgets ---- */
void console_draw_run(console *c);
void status_draw(console *c);
/* What q does after the end, and which of a list of tasks it was; why the run is paused, and how it continues. Caller frees. */
char *status_leave_text(const console *c);
char *status_paused_text(const console *c);
void frame_pane_draw(console *c);
/* Columns of the picture for a number of rows; for layout_compute(). */
int frame_pane_wanted(int rows, void *console);
/* Lines of the card at that width, limited; for layout_compute(). Those of them that must be seen before an approval counts. */
int card_wanted(int width, void *console);
int card_needed(const console *c, int width);
void card_draw(console *c);
/* What an approval does beside firing, where the model's provider asks. */
#define PROVIDER_ACKNOWLEDGED "y approves the action and acknowledges this check."
/* One line of a card. */
struct card_line {
    char *text;
    enum style style;
};
/* An empty list of lines. Caller unrefs. */
GArray *card_lines_new(void);
/* Appends events, as many as fit on a line: "0 ms  move to 412,388   120 ms  left down"; begins none at `most` lines. */
void card_add_timeline(GArray *lines, const timeline *t, int width, guint most);
/* Appends a text, wrapped. */
void card_add(GArray *lines, const char *text, int width, enum style style);
/* Draws one key on the card's edge. Returns the columns used, 0 = it does not fit. */
int card_key_draw(int y, int x, int end, const char *key, const char *what, enum style style);
/* Draws the keys that work now, between two columns. */
void card_keys_draw(const console *c, int y, int x, int end);
/* Columns of the key names alone, with one column between two. */
int card_keys_width(const console *c);

/* ---- board_pane.c ---- */
/* The board of the open pane; -1 = a module's pane is open. */
int board_pane_open(const console *c);
/* The rows of a board, struct board_row*; borrowed. */
const GPtrArray *board_pane_rows(const struct step_view *step, int board);
/* Handles the key after a removal was asked for (board.removed). True: the key has no other meaning. */
bool board_pane_answer(console *c, int key);
/* PROMPT_BOARD: the label before the text (caller frees), and what Enter does. False: the prompt stays open. */
char *board_pane_label(const console *c);
bool board_pane_entered(console *c, const char *text);
/* `:board`: runs the rest of the command; completes its last word (caller frees). */
void board_pane_line(console *c, const char *rest);
char **board_pane_words(const console *c, const char *typed);
/* Title with the number of open rows, "Tasks 2 of 5". Caller frees. */
char *board_pane_heading(const console *c, int board);
/* Draws as many rows as fit, including the selected one. */
void board_pane_draw(const console *c, int board, const struct rect *r);
void board_pane_keys_draw(const console *c, int board, int y, int x, int width);
/* All rows as one text. Caller frees. */
char *board_pane_text(const GPtrArray *rows);

/* ---- asked_card.c: a question to the person, in the card's place ---- */
/* The waiting question, NULL = none. */
const struct asked *asked_waiting(const console *c);
/* True when the question can be read and gets the keys. */
bool asked_readable(const console *c);
char *asked_title(const console *c, const struct asked *a); /* caller frees */
/* Appends the lines of its card (card_add()). */
void asked_add(const struct asked *a, GArray *lines, int width);
void asked_send(console *c, const char *text);
char *asked_label(const console *c); /* the words before the line of the answer; caller frees */
/* The key is the first of the answer: the digit of a choice, or of a text where there are none a letter or a digit. */
bool asked_begins(const console *c, int key);
/* True when the key was for the question. burst: one of several keys that came at once. */
bool asked_keypress(console *c, int key, bool burst);
void asked_came(console *c); /* call it when a question has come */
/* Draws the choices while the answer is typed. */
void asked_choices_draw(console *c);
/* Draws its keys. Returns the columns used. */
int asked_keys_draw(const console *c, int y, int x, int end);

/* ---- stale.c ---- */
/* The STALE card, drawn over the run screen. */
/* The reason without details that only `v` and the log show (number of pixels, advice for a profile). Caller frees. */
char *stale_reason(const char *reason);
/* Same in about 60 columns: the place, what changed there, and `A` when that leaves it out. Caller frees. */
char *stale_brief(const char *reason);
void stale_open(console *c);
void stale_say(console *c);
void stale_close(struct stale_card *s);
/* True when the key was for this card only. */
bool stale_keypress(console *c, int key);
void stale_tick(console *c);
void stale_draw(console *c);

/* ---- viewer.c ---- */
void viewer_open_help(console *c);
void viewer_open_timeline(console *c);
void viewer_open_why(console *c);
void viewer_open_pane(console *c);
/* Shows what a skill would fire. `on`: the picture it ran on, as text ("the last picture of the run"). */
void viewer_open_preview(console *c, const action *a, const timeline *t, const char *on);
void viewer_close(struct viewer *v);
void viewer_keypress(console *c, int key);
/* The lines that a key scrolls by; 0 = it does not scroll. total: the distance of Home and End. */
int viewer_scrolls(int key, int page, int total);
#define SCROLL_ALL (G_MAXINT / 2) /* more lines than any text has */
void viewer_draw(console *c);

/* ---- points.c: the points of an action ---- */
/* The point with this index, which is marked on the picture. False: no such point. */
bool points_get(const action *a, int index, int *ret_x, int *ret_y);
bool points_set(action *a, int index, int x, int y);
/* Moves a point into the display. */
void points_clamp(const console *c, int *x, int *y);
/* Movement for hjkl, HJKL and the arrows. False: another key. */
bool points_movement(int key, int *ret_dx, int *ret_dy);

/* ---- edit.c ---- */
void edit_start(console *c);
void edit_stop(struct editing *e);
/* A proposal that waited is shown again with a new id. An edit in progress continues there, and an edit that was sent too late
 * waits there. */
void edit_go_on(console *c, const event *proposal);
/* The engine accepted the sent edit, or it is obsolete. */
void edit_settled(struct editing *e);
void edit_keypress(console *c, int key);
/* Moves the current point, in pixels of the display. */
void edit_point_to(console *c, int x, int y);
/* draft: sha256 of a draft of the skill to try; NULL = the loaded version. False: the proposal no longer waits. */
bool edit_submit(console *c, const action *edited, int id, const char *draft);
void edit_in_editor(console *c);
/* Opens what the model wrote, for the form of its module. */
void edit_reply(console *c);
/* Sends a module_edit (taken), with an output or a reply, and closes the open form of that module, which comes back if it is
 * refused. */
void edit_send_output(console *c, command *cmd);
void edit_returned(console *c, const char *text);

/* ---- form_screen.c, form_box.c ---- */
void form_open_action(console *c, const action *a, int id, bool substitute);
/* Asks for the arguments of a preview. */
void form_open_preview(console *c, const action *a, const skill *s);
/* Asks for the arguments of a trial outside the run. */
void form_open_trial(console *c, const action *a, const skill *s);
/* Asks for the arguments of a draft (sha256, parameters as in s) that replaces proposal `id`. */
void form_open_draft(console *c, const action *a, const skill *s, int id, const char *sha256);
void form_open_module(console *c, const struct module_view *module);
bool form_answer(console *c, const action *a); /* the form that waits for a person's actions, by this one; false: none waits */
/* The open form, if there is one, has opened by itself: it takes no key before a quiet moment. */
void form_came(console *c);
/* When it will take keys; -1 = it does, or there is none. */
gint64 form_deadline(const console *c, gint64 now_us);
/* An error of the engine refuses the module output that was sent: opens its form again with the text and the error. False: the
 * error is about something else. */
bool form_refused(struct forms *f, const char *error);
void form_come_back(console *c); /* call it after a key: opens the form that is to come back, once nothing else is open */
void form_close_all(console *c);
void form_free_all(console *c); /* the saved one included */
void form_keypress(console *c, int key);
/* Alt+Enter in a form: a line break in a text. */
void form_break_line(console *c);
void form_draw(console *c);
/* Rows of a form that a module asks for, where the screen makes room for it; 0 = it lies over whatever is there. */
int form_wanted(const console *c, bool wide);

/* ---- pick.c ---- */
/* Begins to choose a point for the open form; when it cannot, the form shows the reason. */
void pick_begin(console *c);
/* Returns to the form without a point. */
void pick_end(console *c);
/* The current point; false when none is being chosen. */
bool pick_point(const console *c, int *ret_x, int *ret_y);
void pick_to(console *c, int x, int y);
void pick_keypress(console *c, int key);
/* Text in place of the card meanwhile. Caller frees. */
char *pick_text(const console *c, int width);
bool pick_has_other(const console *c);

/* ---- picker.c ---- */
/* The skills, loaded when first needed. Borrowed. */
const skill *console_skill(console *c, const char *name);
void picker_open(console *c, enum picker_use use, int proposal);
/* Opens the form that puts this skill in place of the waiting proposal. */
void picker_substitute(console *c, const skill *s);
void picker_close(struct picker *p);
void picker_keypress(console *c, int key);
void picker_draw(console *c);
/* The first offered skill that clicks at a point in pixels and needs no other argument; NULL = none. Borrowed. */
const char *picker_click(console *c);
/* The skills that the last plan could choose from, in its order; NULL = unknown. Borrowed. */
const char *const *picker_offered(const struct model *m);

/* ---- replay_act.c, replay_keys.c ---- */
/* Shows the first step of the replay. */
void replay_open(console *c);
/* True when the key was for the replay, or is a decision, which a replay cannot take. False without a replay. */
bool replay_keypress(console *c, int key);
/* Delivers the events that are due. */
void replay_tick(console *c);
gint64 replay_deadline(const struct replay_view *v, gint64 now_us);
/* "REPLAY ▶ run 3  ×2  0:42/3:10"; caller frees. */
char *replay_status(const struct replay_view *v);
void replay_keys_draw(const struct replay_view *v, int y, int x, int end);

/* ---- earlier.c: for a run that began before this console, puts its last steps, from the store, before the live one ---- */
void earlier_take(console *c);

/* ---- log_screen.c ---- */
extern const struct screen_ops log_screen_ops;

#endif
