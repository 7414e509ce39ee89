#ifndef TESTS_E2E_DRIVER_H
#define TESTS_E2E_DRIVER_H

/* Drives `reins run --headless` (or any other reins command) as another front end would: events in, commands out. Everything here
 * waits for events, never for time; one that is missing when nothing more is said ends the test with all that was heard. */

#include "engine/protocol/protocol.h"
#include "skills/timeline/action.h"
#include "skills/timeline/timeline.h"

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

/* Without any event: a run that goes on says so, on a busy machine late. TEST_DEADLINE bounds the whole. */
#define DRIVER_TIMEOUT_MS 60000
#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

typedef struct driver {
    pid_t pid;
    int to, from;     /* pipes; -1 = closed */
    GString *buffer;  /* unfinished line */
    GPtrArray *heard; /* event*: all of them, in order */
    GPtrArray *lines; /* char*: the same as text */
    guint seen;       /* how many driver_await() has passed */
    char *display;    /* from hello */
    char *run;
} driver;

/* Starts $REINS_BIN with these words (NULL-terminated, without the program's name). `display`: $DISPLAY, NULL = none. */
driver *driver_start(const char *display, const char *const *words);
/* A second front end, on the socket of a run that goes on without one (what `reins attach` does). It has no process of its own.
 */
driver *driver_attach(const char *run);
void driver_free(driver *d); /* kills what still lives */
/* Waits for the next event of that kind after those already awaited; borrowed. NULL state/status/… is no condition. */
const event *driver_await(driver *d, enum event_kind kind);
/* …whose state, status, verdict, module or level is this. */
const event *driver_await_where(driver *d, enum event_kind kind, const char *what);
/* How many notices with these words were heard. */
guint driver_notices(const driver *d, const char *words);
/* Takes in what comes within timeout_ms, without awaiting anything. */
void driver_listen(driver *d, int timeout_ms);
/* `reins WORDS` without $DISPLAY, which reads its commands from that file. */
driver *driver_start_reading(const char *path, const char *const *words);
void driver_send(driver *d, const char *line);
void driver_approve(driver *d, const event *proposal);
void driver_edit(driver *d, const event *proposal, const action *a);
void driver_reject(driver *d, const event *proposal, const char *reason);
/* Approves every proposal until `ended`, which is given back. */
const event *driver_approve_all(driver *d);
void driver_close(driver *d); /* our end of its stdin */
/* Covers that rectangle of the display (px) with a window, and changes it for as long as proposals of that step come: each goes
 * stale. The first proposal of a later step, the window gone. */
const event *driver_make_stale(driver *d, int step, int left, int top, int width, int height);
/* Waits for the end of the process: its exit code, or 128 + signal. */
int driver_exit(driver *d);

/* Runs reins to its end: exit code, stdout and stderr (each may be NULL; caller frees). */
int reins_run(const char *display, const char *const *words, char **ret_out, char **ret_err);
/* Writes reins.ini: `more`, and the scripted brain of that name (tests/e2e/brains). */
void driver_configure(const char *brain, const char *more);
/* The words near what is pressed are not read, but in `make soak`: for tests in which they decide nothing. Starting Tesseract for
 * each proposal was up to two thirds of their processor time. */
void driver_leave_words_unread(void);
/* All that memory has of a run (`memory show RUN --json`); caller frees. */
char *run_shown(const char *run);
/* `memory verify` has nothing to say. */
void assert_verified(void);
/* Starts a calculator on the display and waits for its window; helper_end() ends it. */
pid_t xcalc_start(const char *display);
/* Pid of the running process `reins NAME` (eye, hand, Xvfb …) whose parent is `parent`; 0 = none. */
pid_t child_named(pid_t parent, const char *name);

#endif
