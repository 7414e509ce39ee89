#ifndef ENGINE_BRAIN_PICTURES_H
#define ENGINE_BRAIN_PICTURES_H

/* Pictures that were made smaller for a model, or JPEGs, kept: a frame is asked about more than once, by several modules and
 * steps. Inside of this folder. */

#include "engine/brain/brain.h"

struct pictures {
    brain_shrink shrink; /* NULL = nobody here can */
    brain_jpeg jpeg;     /* the same */
    GQueue kept;         /* struct kept*, the last used first */
};
void pictures_init(struct pictures *pictures);
void pictures_clear(struct pictures *pictures);
/* That PNG in that size. Error: it cannot be read, or nobody can make it smaller. Caller unrefs. */
GBytes *pictures_shrunk(struct pictures *pictures, GBytes *png, int width, int height, GError **error);

/* The same as JPEG in its own size. */
GBytes *pictures_jpeg(struct pictures *pictures, GBytes *png, GError **error);

#endif
