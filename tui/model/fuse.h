#ifndef TUI_MODEL_FUSE_H
#define TUI_MODEL_FUSE_H

/* Fuse: the time until a proposal fires by itself, as the person sees it. The engine's own clock decides; this one starts when
 * the proposal arrives, a moment later, so that what is shown as burning may have burnt down already, and never the reverse of
 * what a key does: the key's command is answered by the engine. Pure: the time comes in. */

#include <glib.h>
#include <stdbool.h>

#define FUSE_TURN_US 100000 /* how often it is drawn */

struct fuse {
    int id; /* the proposal's, 0 = none */
    gint64 start_us, length_us;
    bool stopped;
};

/* ms 0 = a proposal that asks. */
void fuse_light(struct fuse *f, int id, int ms, gint64 now_us);
/* What is left, as it was when it was stopped if it was; 0 = burnt down, or none. */
gint64 fuse_left_us(const struct fuse *f, gint64 now_us);
bool fuse_burning(const struct fuse *f, gint64 now_us);
void fuse_stop(struct fuse *f, gint64 now_us);
void fuse_clear(struct fuse *f);
/* When it looks different; -1 = not by waiting. */
gint64 fuse_deadline(const struct fuse *f, gint64 now_us);
/* "fires in 2.4 s ██████░░░ any key stops it", in at most `width` columns. Caller frees. */
char *fuse_text(const struct fuse *f, int width, gint64 now_us);

#endif
