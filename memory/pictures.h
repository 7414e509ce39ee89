#ifndef MEMORY_PICTURES_H
#define MEMORY_PICTURES_H

/* Perceptual hashes of frames. A print has 64 bits; two pictures are similar when few bits differ (Hamming distance). The eye
 * computes prints (engine/picture/print.h); memory stores and compares them. */

#include "memory/memory.h"

/* Stores the print of a frame and commits; an existing print stays. bytes: size of the frame's file. */
bool memory_picture_add(memory *m, const char *hash, guint64 print, gint64 bytes, GError **error);
/* Reads the print of a frame. False without an error: it has none yet. */
bool memory_picture_get(memory *m, const char *hash, guint64 *ret_print, GError **error);
/* The frames nearest to a print, nearest first: at most `limit`, none farther than `most` bits. Each comes with the newest step
 * that shows it. Compares all frames: 200,000 take some milliseconds. Caller unrefs; the array owns its rows. */
struct memory_like {
    gint64 run, step;
    char *hash, *role;
    int distance; /* bits that differ */
};
void memory_like_free(struct memory_like *like);
GPtrArray *memory_pictures_like(memory *m, guint64 print, int most, gint64 limit, GError **error);
/* Hashes of at most `limit` frames without a print. Caller unrefs; the array owns its strings. */
GPtrArray *memory_pictures_missing(memory *m, gint64 limit, GError **error);

#endif
