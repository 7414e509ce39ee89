#ifndef TUI_CONSOLE_SCREEN_H
#define TUI_CONSOLE_SCREEN_H

/* A screen is a table of functions. The console calls a screen by its table alone, and gets all tables with its options, so a
 * screen may use the console, and the console uses no screen. */

#include "tui/console/console.h"

#include <glib.h>
#include <stdbool.h>

typedef struct action action;

/* draw and keypress are always there; any other function may be NULL. */
struct screen_ops {
    void (*draw)(console *c);
    void (*keypress)(console *c, int key, bool burst);
    void (*open)(console *c);
    void (*close)(console *c);
    void (*free)(console *c);
    /* Keys are for a text or a question there: none of them means anything else. */
    bool (*typing)(const console *c);
    /* Time has passed since before_us; the next moment at which something changes by itself, -1 = never. */
    void (*tick)(console *c, gint64 before_us);
    gint64 (*deadline)(const console *c, gint64 now_us);
    /* Its children: descriptors for a poll set, whether one works, and what they have said (true: one is done). */
    void (*prepare)(const console *c, GArray *pollfds);
    bool (*busy)(const console *c);
    bool (*poll)(console *c);
    /* Its keys, for the help. */
    void (*help)(GString *text);
    /* The lens opens there; there is a picture to be seen large. */
    bool (*lens)(const console *c);
    bool (*picture)(console *c);
    /* A program that had the terminal has ended; a text came back from $EDITOR. */
    void (*returned)(console *c);
    void (*edited)(console *c, const char *text);
    /* A form of arguments was filled in: to see what it would fire, to try it outside the run. */
    void (*preview)(console *c, const action *a);
    void (*trial)(console *c, const action *a);
    /* Something happened to skills in the run. */
    void (*heard)(console *c);
    /* Begins to read what it shows, in a child; blocks until that was read once. */
    void (*preload)(console *c);
    void (*wait)(console *c);
    /* How much of it waits for the person. */
    int (*waiting)(const console *c);
};

const struct screen_ops *console_screen(const console *c, enum page page);
/* Of all screens. */
void screens_free(console *c);
bool screens_typing(const console *c, enum page *ret_page);
void screens_tick(console *c, gint64 before_us);
gint64 screens_deadline(const console *c, gint64 now_us);
bool screens_poll(console *c);
/* Their keys, but for those of the screen that is shown. */
void screens_help(const console *c, GString *text);

#endif
