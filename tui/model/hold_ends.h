#ifndef TUI_MODEL_HOLD_ENDS_H
#define TUI_MODEL_HOLD_ENDS_H

/* Hold ends: when the hand lets go by itself of what is down. Pure. */

#include <glib.h>

/* `left_ms`: JSON object, name → ms; NULL = nothing is timed. Name → gint64* (µs). (hold_ends_json.c) */
GHashTable *hold_ends_read(const char *left_ms, gint64 now_us);
/* "w 3 s", or the bare name of what is not timed or about to be let go of. until: may be NULL. Caller frees. */
char *hold_ends_text(GHashTable *until, const char *name, gint64 now_us);
/* When a countdown looks different; -1 = none runs. */
gint64 hold_ends_deadline(GHashTable *until, gint64 now_us);

#endif
