#ifndef ENGINE_EYE_PREVIEW_H
#define ENGINE_EYE_PREVIEW_H

/* The preview: a PNG that a console shows, replaced as a whole when the screen has changed. */

#include "engine/eye/live.h"

struct preview {
    shot *shown; /* owned; NULL = none yet */
    bool failed; /* that was said: once, not twice a second */
};

/* Writes the picture to `path`; each is encoded once, here or where it is stored. False: it was not written, or need not be;
 * then the error says why, the first time. */
bool preview_write(struct preview *p, shot *s, const char *path, GError **error);
void preview_clear(struct preview *p);

#endif
