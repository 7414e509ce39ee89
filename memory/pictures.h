#ifndef MEMORY_PICTURES_H
#define MEMORY_PICTURES_H

/* Perceptual hashes of frames: a print is 64 bits, two pictures are alike when few of them differ (Hamming distance). The eye
 * makes the print (engine/picture/print.h); memory keeps and compares them. */

#include "memory/memory.h"

/* Commits the print of a frame; one that is there stays. bytes: the file's size. */
bool memory_picture_add(memory *m, const char *hash, guint64 print, gint64 bytes, GError **error);
/* False with error unset: it has none yet. */
bool memory_picture_get(memory *m, const char *hash, guint64 *ret_print, GError **error);
/* The frames nearest to a print, nearest first, at most `limit`, none farther than `most` bits. Where: the newest step that
 * shows it. Every frame is looked at: 200,000 take some milliseconds. */
struct memory_like {
    gint64 run, step;
    char *hash, *role;
    int distance; /* bits that differ */
};
void memory_like_free(struct memory_like *like);
GPtrArray *memory_pictures_like(memory *m, guint64 print, int most, gint64 limit, GError **error);
/* Frames that have no print yet (hashes), at most limit. Owns its strings. */
GPtrArray *memory_pictures_missing(memory *m, gint64 limit, GError **error);

#endif
