#ifndef TUI_MODEL_FUSE_H
#define TUI_MODEL_FUSE_H

/* Fuse: the time until a proposal fires automatically, as the person sees it. The engine's clock decides. This one starts a
 * moment later, when the proposal arrives, so a fuse that is shown as burning may have ended already. A key's command is still
 * answered correctly, by the engine. Pure: the time is an argument. */

#include <glib.h>
#include <stdbool.h>

#define FUSE_TURN_US 100000 /* time between two drawings */

struct fuse {
    int id; /* of the proposal, 0 = none */
    gint64 start_us, length_us;
    bool stopped;
    char why[64]; /* what stopped it, "" = the person, or what is known to them */
};

/* ms 0 = the proposal has no fuse. */
void fuse_light(struct fuse *f, int id, int ms, gint64 now_us);
/* Remaining time, or the remaining time when it was stopped; 0 = ended, or none. */
gint64 fuse_left_us(const struct fuse *f, gint64 now_us);
bool fuse_burning(const struct fuse *f, gint64 now_us);
void fuse_stop(struct fuse *f, const char *why, gint64 now_us); /* why: NULL = the person did */
void fuse_clear(struct fuse *f);
/* When its display changes; -1 = not by waiting. */
gint64 fuse_deadline(const struct fuse *f, gint64 now_us);
/* "fires in 2.4 s ██████░░░ any key stops it", in at most `width` columns. Caller frees. */
char *fuse_text(const struct fuse *f, int width, gint64 now_us);

#endif
