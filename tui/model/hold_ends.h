#ifndef TUI_MODEL_HOLD_ENDS_H
#define TUI_MODEL_HOLD_ENDS_H

/* When the hand will release held keys automatically. Pure. */

#include <glib.h>

/* left_ms: JSON object, name → ms; NULL = no timed holds. Returns name → gint64* (µs). Caller unrefs. (hold_ends_json.c) */
GHashTable *hold_ends_read(const char *left_ms, gint64 now_us);
/* "w 3 s", or only the name when the hold is not timed or about to end. until may be NULL. Caller frees. */
char *hold_ends_text(GHashTable *until, const char *name, gint64 now_us);
/* When a countdown's display changes; -1 = none runs. */
gint64 hold_ends_deadline(GHashTable *until, gint64 now_us);

#endif
