#ifndef TUI_CONSOLE_CONSOLE_H
#define TUI_CONSOLE_CONSOLE_H

/* The console as a state machine: events and keys in, commands out, drawn into curses windows on request. It owns no descriptor,
 * no clock and no policy: time comes in as an argument (µs, monotonic), so that tests run it on virtual time. */

#include "tui/term/thumbnails.h"

#include <glib.h>
#include <stdbool.h>

enum page { SCREEN_RUN, SCREEN_SKILLS, SCREEN_MEMORY, SCREEN_LOG, SCREEN_COUNT };

typedef struct console console;
typedef struct event event;
typedef struct replayer replayer;

struct console_options {
    const struct screen_ops *const *screens; /* by page (tui/console/screen.h); borrowed */
    int arm_ms;                              /* quiet before a card takes `y` */
    double preview_fps;                      /* for the title */
    bool pictures;                           /* draw thumbnails */
    enum thumbnail_symbols symbols;
    bool alone;          /* no run: the skills screen, and nothing to go back to */
    bool past;           /* alone: it is the memory screen */
    replayer *replay;    /* a recorded run is played, read-only: taken. NULL = none */
    const char *reasons; /* to reject with, separated by ; NULL or "" = those that ship */
};

console *console_new(const struct console_options *options, int width, int height, gint64 now_us);
void console_free(console *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(console, console_free)

/* Takes the event. */
void console_event(console *c, event *e, gint64 now_us);
/* A line that is no event. */
void console_trouble(console *c, const char *text, gint64 now_us);
/* All keys (tui/console/keys.h) that were there to be read at once. Several together never approve: that is pasting or typing
 * ahead. */
void console_keys(console *c, const int *keys, gsize n, gint64 now_us);
/* What the mouse does: it points, focuses and scrolls, and never decides. */
struct mouse;
void console_mouse(console *c, const struct mouse *m, gint64 now_us);
void console_resize(console *c, int width, int height, gint64 now_us);
/* A cell of the terminal has so many pixels, 0 = not known; pixels: pictures are shown as these, else as cells. */
void console_cell(console *c, int width, int height, bool pixels);
/* The terminal shows what is drawn; the engine is told. */
void console_watched(console *c);
/* Its window has this in its title; the engine is told. */
void console_terminal(console *c, const char *title);
/* Whether a fuse burns: then the terminal is to be asked again and again. */
bool console_fuse_burns(const console *c, gint64 now_us);
/* The engine's socket ended without `ended`. */
void console_engine_lost(console *c, gint64 now_us);
/* Screens begin to read what they show, in children. */
void console_preload(console *c);
/* The descriptors of its children, for a poll set of GPollFD; console_poll() takes what they say and never blocks. */
void console_prepare(const console *c, GArray *pollfds);
void console_poll(console *c, gint64 now_us);
/* Does a child work for it? */
bool console_busy(const console *c);
/* Lets time pass; the next moment at which something changes by itself, -1 = never. */
void console_tick(console *c, gint64 now_us);
gint64 console_next_deadline(const console *c, gint64 now_us);
/* True when there is something to draw; drawing ends on stdscr, the caller sends it. */
bool console_dirty(const console *c);
void console_draw(console *c, gint64 now_us);
/* True once after ctrl-l: draw everything, whatever curses believes. */
bool console_take_redraw(console *c);
/* True once when a decision began to be waited for. */
bool console_take_bell(console *c);

/* Number of the proposal or question that waits for the person, 0 = none; its run and step, borrowed. */
int console_waits(const console *c, const char **ret_run, int *ret_step);

/* Commands to be sent, in order: array of command* that owns them. Caller unrefs. */
GPtrArray *console_take_commands(console *c);
/* A text to be edited in $EDITOR, NULL = none; `*ret_suffix` is its file's ending. Caller frees; answers with console_edited().
 */
char *console_take_edit(console *c, const char **ret_suffix);
/* text NULL = it was left alone, or the editor failed (`why`). */
void console_edited(console *c, const char *text, const char *why, gint64 now_us);
/* The file of a picture that another program is to show beside the console, NULL = none. Caller frees. */
char *console_take_frame(console *c);
/* The words after `reins` of a command that is to have this terminal, NULL = none. Caller frees with g_strfreev; answers with
 * console_program_ended(). */
char **console_take_program(console *c);
/* `why`: it could not be run; NULL = it ended with that exit code. */
void console_program_ended(console *c, int code, const char *why, gint64 now_us);

/* The console wants to go: *ret_code is the exit code; *ret_detached: the run goes on without it. */
bool console_done(const console *c, int *ret_code, bool *ret_detached);
/* How the run has ended, in a line for the shell; NULL = it has not. Caller frees. (status.c) */
char *console_ended(const console *c);
bool console_lost(const console *c);
/* The run's name for `reins resume`; borrowed, "" if not known. */
const char *console_run_name(const console *c);

/* Skills to choose from: array of const struct skill* (skills/library/library.h); referenced. Without it the library is loaded
 * when first needed. */
void console_set_skills(console *c, GPtrArray *skills);

#endif
