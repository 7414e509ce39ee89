#ifndef ENGINE_RECALL_PRINTS_H
#define ENGINE_RECALL_PRINTS_H

/* Prints of stored frames (engine/picture/print.h): of a frame to search for, and of frames that came into the store without
 * one (by an import, or from an older version). A worker decodes the pictures. */

#include "memory/memory.h"

/* frame: a PNG file, or the 64 hexadecimal digits of a stored frame. Blocks for some ten ms. Error: no such frame, not a PNG. */
bool prints_of(memory *m, const char *frame, guint64 *ret_print, GError **error);
/* Computes missing prints until `until_us` (g_get_monotonic_time()), some ten ms each. *ret_left: frames that still have none,
 * including unreadable ones (missing or damaged files). */
bool prints_fill(memory *m, gint64 until_us, gint64 *ret_left, GError **error);

#endif
