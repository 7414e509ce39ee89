#ifndef TUI_CONSOLE_LIVE_PICTURE_H
#define TUI_CONSOLE_LIVE_PICTURE_H

/* The live picture: to decode one and make cells of it takes longer than a key may wait. A child does it (tui/term/task.h), of
 * those parts that are on the screen, while the picture before stays there. */

#include "engine/protocol/protocol.h"
#include "tui/term/task.h"

typedef struct console console;

struct live_picture {
    task *work;     /* NULL = none */
    event *made;    /* what it makes; owned */
    event *next;    /* what came meanwhile, the last one; owned */
    GArray *wanted; /* struct thumbnail_want */
    char *id;
    bool passes; /* the event that is told now has its picture */
};

/* Takes the event of a new picture, and tells it to the console once it is made. False: the console is to have it now. */
bool live_picture_takes(console *c, event *e);
void live_picture_prepare(const console *c, GArray *pollfds);
void live_picture_poll(console *c, gint64 now_us);
void live_picture_clear(struct live_picture *l);

#endif
