#ifndef TUI_CONSOLE_SCREEN_H
#define TUI_CONSOLE_SCREEN_H

/* A screen is a table of functions. The console calls screens only through their tables, which it gets with its options. So a
 * screen may use the console, and the console uses no screen. */

#include "tui/console/console.h"

#include <glib.h>
#include <stdbool.h>

typedef struct action action;

/* draw and keypress are required; any other function may be NULL. */
struct screen_ops {
    void (*draw)(console *c);
    void (*keypress)(console *c, int key, bool burst);
    void (*open)(console *c);
    void (*close)(console *c);
    void (*free)(console *c);
    /* True while keys go to a text or a question, and have no other meaning. */
    bool (*typing)(const console *c);
    /* tick: time has passed since before_us. deadline: the next moment at which something changes by itself, -1 = never. */
    void (*tick)(console *c, gint64 before_us);
    gint64 (*deadline)(const console *c, gint64 now_us);
    /* Children: their descriptors for a poll set, and reading from them (true: one is done). */
    void (*prepare)(const console *c, GArray *pollfds);
    bool (*poll)(console *c);
    /* Appends the help of its keys. */
    void (*help)(GString *text);
    /* lens: `z` opens the lens here. picture: there is a picture to enlarge. */
    bool (*lens)(const console *c);
    bool (*picture)(console *c);
    /* returned: a program that had the terminal ended. edited: a text came back from $EDITOR. */
    void (*returned)(console *c);
    void (*edited)(console *c, const char *text);
    /* A form of arguments was filled in, for a preview or for a trial outside the run. */
    void (*preview)(console *c, const action *a);
    void (*trial)(console *c, const action *a);
    /* Skills changed in the run. */
    void (*heard)(console *c);
    /* preload: starts to load its data in a child. wait: blocks until they were loaded once. */
    void (*preload)(console *c);
    void (*wait)(console *c);
    /* Number of items that wait for the person. */
    int (*waiting)(const console *c);
};

const struct screen_ops *console_screen(const console *c, enum page page);
/* These call the function of all screens. */
void screens_free(console *c);
bool screens_typing(const console *c, enum page *ret_page);
void screens_tick(console *c, gint64 before_us);
gint64 screens_deadline(const console *c, gint64 now_us);
bool screens_poll(console *c);
/* Appends the help of all screens except the shown one. */
void screens_help(const console *c, GString *text);

#endif
