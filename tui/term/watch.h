#ifndef TUI_TERM_WATCH_H
#define TUI_TERM_WATCH_H

/* Watch: whether the person's terminal still shows what is drawn. A console whose line is dead draws on for minutes into buffers
 * of sshd and the kernel; only an answer of the terminal at the far end says that somebody could see it. Asked once at the start,
 * and about once a second while a fuse burns. A terminal that has never answered counts as long as what is drawn leaves us.
 * No descriptor, no clock: time comes in (µs, monotonic).
 *
 * Known limit: tmux answers for its clients' terminals (own_shown() asks it whether it has any), so that a dead line between a
 * tmux and its client is not noticed before ssh notices it (ServerAliveInterval, ClientAliveInterval). */

#include <glib.h>
#include <stdbool.h>

#define WATCH_EVERY_US G_USEC_PER_SEC
#define WATCH_MUTE_US (2 * G_USEC_PER_SEC) /* without any answer: this terminal gives none */

struct watch {
    gint64 first_us, asked_us; /* 0 = never */
    bool burnt;                /* a fuse burnt when it was last called */
    bool answers;              /* it has answered at least once */
};

/* Whether the terminal is to be asked now; taken as done when it says true. */
bool watch_asks(struct watch *w, bool burning, gint64 now_us);
void watch_answered(struct watch *w);
/* It has been asked for long enough and never answered. */
bool watch_mute(const struct watch *w, gint64 now_us);
/* When watch_mute() may change, or a fuse that burns wants the next question; -1 = never. */
gint64 watch_deadline(const struct watch *w, gint64 now_us);

#endif
