#ifndef TUI_TERM_WATCH_H
#define TUI_TERM_WATCH_H

/* Watch: whether the person's terminal still shows what is drawn. When the line is dead, output goes into buffers of sshd and
 * the kernel for minutes; only an answer of the terminal proves that somebody could see it. It is asked once at the start, and
 * about once a second while a fuse burns. A terminal that never answers counts as alive while the output is drained. No
 * descriptor, no clock: the time is an argument (µs, monotonic).
 *
 * Known limit: tmux answers for its clients (own_shown() asks whether it has any), so a dead line between tmux and its client
 * is not noticed before ssh notices it (ServerAliveInterval, ClientAliveInterval). */

#include <glib.h>
#include <stdbool.h>

#define WATCH_EVERY_US G_USEC_PER_SEC
#define WATCH_MUTE_US (2 * G_USEC_PER_SEC) /* without any answer after this time: the terminal does not answer */

struct watch {
    gint64 first_us, asked_us; /* 0 = never */
    bool burnt;                /* a fuse burned at the last call */
    bool answers;              /* it has answered at least once */
};

/* True when the terminal must be asked now; the call counts as the question. */
bool watch_asks(struct watch *w, bool burning, gint64 now_us);
void watch_answered(struct watch *w);
/* True when it was asked long ago and never answered. */
bool watch_mute(const struct watch *w, gint64 now_us);
/* When watch_mute() may change, or the next question is due while a fuse burns; -1 = never. */
gint64 watch_deadline(const struct watch *w, gint64 now_us);

#endif
