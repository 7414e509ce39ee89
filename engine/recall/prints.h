#ifndef ENGINE_RECALL_PRINTS_H
#define ENGINE_RECALL_PRINTS_H

/* Prints of stored frames (engine/picture/print.h): of one that is looked for, and of those that came into the store without one
 * (by an import, or written by an older version). Pictures are decoded by a worker. */

#include "memory/memory.h"

/* `frame`: a PNG file, or the 64 hexadecimal digits of a stored frame. Blocks for some ten ms. Error: no such frame, not a PNG.
 */
bool prints_of(memory *m, const char *frame, guint64 *ret_print, GError **error);
/* Makes what is missing until `until_us` (g_get_monotonic_time()), some ten ms each. *ret_left: how many still have none, those
 * that cannot be read (files that are gone or damaged) among them. */
bool prints_fill(memory *m, gint64 until_us, gint64 *ret_left, GError **error);

#endif
