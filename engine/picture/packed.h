#ifndef ENGINE_PICTURE_PACKED_H
#define ENGINE_PICTURE_PACKED_H

/* Packed pictures: of a picture only the tiles that differ from the one before, as runs of equal pixels. Without loss. Pure.
 * A blinking cursor takes some hundred bytes, a new window with text about a tenth of its pixels, noise as many as its pixels. */

#include "engine/picture/frame.h"

#define PACKED_TILE 16 /* px: side of a tile; those at the right and bottom edge may be smaller */

/* Number of tiles of a picture, row by row. */
gsize packed_tiles(const frame *f);
/* Marks in ret_changed (packed_tiles() of them) the tiles that differ; true if one does. The sizes are equal. */
bool packed_compare(const frame *before, const frame *after, guint8 *ret_changed);

typedef struct packed packed;

/* The marked tiles of a picture; NULL = all. Caller frees. */
packed *packed_new(const frame *f, const guint8 *changed);
void packed_free(packed *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(packed, packed_free)
/* Holds all tiles: it needs no picture before. */
bool packed_whole(const packed *p);
gsize packed_bytes(const packed *p);
/* Paints the tiles over a picture of the same size. */
void packed_apply(const packed *p, frame *f);
/* A black picture of its size. Caller frees. */
frame *packed_canvas(const packed *p);
/* Both steps as one: tiles of `later` cover those of `first`. Same size. Caller frees. */
packed *packed_joined(const packed *first, const packed *later);

#endif
