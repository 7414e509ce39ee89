#ifndef TUI_CONSOLE_CONSOLE_H
#define TUI_CONSOLE_CONSOLE_H

/* The console as a state machine: events and keys go in, commands come out, and it draws into curses windows on request. It
 * owns no descriptor and no clock, and decides no policy: time is an argument (µs, monotonic), so that tests run on virtual
 * time. */

#include "tui/term/thumbnails.h"

#include <glib.h>
#include <stdbool.h>

enum page { SCREEN_RUN, SCREEN_SKILLS, SCREEN_MEMORY, SCREEN_LOG, SCREEN_COUNT };

/* What is written over pictures in cells; the names are those of [tui] words. */
enum overlay { OVERLAY_NONE, OVERLAY_WORDS, OVERLAY_MARKS, OVERLAY_COUNT };
#define OVERLAY_NAMES ((const char *const[]){"off", "words", "marks", NULL})

typedef struct console console;
typedef struct event event;
typedef struct replayer replayer;

/* The n-th run of a list of tasks; of 0 = there is no list. */
struct console_place {
    guint n, of;
};

struct console_options {
    const struct screen_ops *const *screens; /* by page (tui/console/screen.h); borrowed */
    int arm_ms;                              /* quiet time before a card accepts `y`, ms */
    double preview_fps;                      /* for the title */
    bool pictures;                           /* draw thumbnails */
    enum thumbnail_symbols symbols;
    enum overlay overlay; /* at the beginning */
    /* The words of a picture on the disk, and where they are; the caller frees. NULL: stored pictures are not read. */
    struct screen *(*look_back)(const char *path, GError **error);
    bool alone;       /* no run: only the skills screen */
    bool past;        /* with alone: the memory screen instead */
    replayer *replay; /* a recorded run to play read-only; taken. NULL = none */
    struct console_place place;
    const char *reasons; /* preset reasons for a rejection, separated by ; NULL or "" = the shipped ones */
};

console *console_new(const struct console_options *options, int width, int height, gint64 now_us);
void console_free(console *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(console, console_free)

/* Handles an event; takes it. */
void console_event(console *c, event *e, gint64 now_us);
/* Handles a line that is not an event. */
void console_trouble(console *c, const char *text, gint64 now_us);
/* Handles all keys (tui/console/keys.h) that were read at once. Several together never approve: they are pasted or typed ahead.
 */
void console_keys(console *c, const int *keys, gsize n, gint64 now_us);
/* Handles a mouse report: it points, focuses and scrolls, and never decides. */
struct mouse;
void console_mouse(console *c, const struct mouse *m, gint64 now_us);
void console_resize(console *c, int width, int height, gint64 now_us);
/* Size of a terminal cell in pixels, 0 = unknown. pixels: pictures are drawn as pixels, else as characters. */
void console_cell(console *c, int width, int height, bool pixels);
/* The terminal shows what is drawn; tells the engine. */
void console_watched(console *c);
/* The title of the terminal's window; tells the engine. */
void console_terminal(console *c, const char *title);
/* True while a fuse burns: then the terminal must be asked repeatedly whether it is alive. */
bool console_fuse_burns(const console *c, gint64 now_us);
/* The engine's socket closed without the event `ended`. */
void console_engine_lost(console *c, gint64 now_us);
/* Screens start to load their data in children. */
void console_preload(console *c);
/* Appends the descriptors of its children to a poll set of GPollFD. console_poll() reads from them and never blocks. */
void console_prepare(const console *c, GArray *pollfds);
void console_poll(console *c, gint64 now_us);
/* Advances the time. The deadline is the next moment at which something changes by itself, -1 = never; it is past where that came
 * after the last tick or drawing, while the picture was being sent. */
void console_tick(console *c, gint64 now_us);
gint64 console_next_deadline(const console *c);
/* True when the screen must be drawn. Drawing ends on stdscr; the caller sends it. */
bool console_dirty(const console *c);
void console_draw(console *c, gint64 now_us);
/* True once after ctrl-l: redraw everything, whatever curses assumes. */
bool console_take_redraw(console *c);
/* True once when a decision begins to wait. */
bool console_take_bell(console *c);

/* Id of the proposal or question that waits for the person, 0 = none (also while they drive); its run (borrowed) and step. */
int console_waits(const console *c, const char **ret_run, int *ret_step);

/* Commands to send, in order: array of command* that owns them. Caller unrefs. */
GPtrArray *console_take_commands(console *c);
/* A text for $EDITOR, NULL = none; *ret_suffix: ending for its file. Caller frees, and answers with console_edited(). */
char *console_take_edit(console *c, const char **ret_suffix);
/* text NULL: it was not changed, or the editor failed (`why`). */
void console_edited(console *c, const char *text, const char *why, gint64 now_us);
/* Path of a picture for another program to show, NULL = none. Caller frees. */
char *console_take_frame(console *c);
/* Words after `reins` of a command to run on this terminal, NULL = none. Caller frees with g_strfreev(), and answers with
 * console_program_ended(). */
char **console_take_program(console *c);
/* why: it could not be run; NULL = it ended with this exit code. */
void console_program_ended(console *c, int code, const char *why, gint64 now_us);

/* True when the console wants to end. *ret_code: exit code; *ret_detached: the run continues without it. */
bool console_done(const console *c, int *ret_code, bool *ret_detached);
/* How the run ended, as one line for the shell; NULL = not ended. Caller frees. (status.c) */
char *console_ended(const console *c);
bool console_lost(const console *c);
/* The run's number for `reins resume`; borrowed, "" = unknown. */
const char *console_run_name(const console *c);

/* Sets the skills to choose from: array of const struct skill* (skills/library/library.h); referenced. Without it the library
 * is loaded when first needed. */
void console_set_skills(console *c, GPtrArray *skills);

#endif
