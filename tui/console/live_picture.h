#ifndef TUI_CONSOLE_LIVE_PICTURE_H
#define TUI_CONSOLE_LIVE_PICTURE_H

/* The live picture: to decode one and make cells of it takes longer than a key may wait. A child does it (tui/term/task.h), of
 * those parts that are on the screen, while the picture before stays there. */

#include <glib.h>
#include <stdbool.h>

typedef struct live_picture live_picture;
typedef struct thumbnails thumbnails;
typedef struct event event;
struct model;

live_picture *live_picture_new(void);
void live_picture_free(live_picture *l);
/* Takes the event of a new picture until live_picture_done(). False: the console is to have it now. */
bool live_picture_takes(live_picture *l, thumbnails *t, const struct model *m, event *e);
void live_picture_prepare(const live_picture *l, GArray *pollfds);
/* An event whose picture `t` has now; NULL = none yet. Then live_picture_next() has what came meanwhile, or NULL. Caller frees.
 */
event *live_picture_done(live_picture *l, thumbnails *t);
event *live_picture_next(live_picture *l);

#endif
