#ifndef ENGINE_BRAIN_PICTURES_H
#define ENGINE_BRAIN_PICTURES_H

/* Pictures: a cache of scaled pictures and JPEGs, because several modules and steps send the same frame. Inside this folder only.
 */

#include "engine/brain/brain.h"

struct pictures {
    brain_shrink shrink; /* NULL = pictures cannot be scaled */
    brain_jpeg jpeg;     /* NULL = pictures cannot be converted */
    GQueue kept;         /* struct kept*, last used first */
};
void pictures_init(struct pictures *pictures);
void pictures_clear(struct pictures *pictures);
/* The PNG scaled to this size. Error: it is unreadable or cannot be scaled. Caller unrefs. */
GBytes *pictures_shrunk(struct pictures *pictures, GBytes *png, int width, int height, GError **error);

/* The PNG as a JPEG of the same size. Error: as above. Caller unrefs. */
GBytes *pictures_jpeg(struct pictures *pictures, GBytes *png, GError **error);

#endif
