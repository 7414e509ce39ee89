#ifndef ENGINE_EYE_SHARING_H
#define ENGINE_EYE_SHARING_H

/* Frames that the engine and the hand map instead of decoding their PNGs: the last two observed, what an action is judged by. A
 * reader that comes later finds the file. */

#include "engine/eye/eye.h"
#include "engine/picture/frame.h"

#define SHARING_KEPT 2

struct sharing {
    struct shared_frame {
        char *hash, *name; /* name: of its memory, /proc/PID/fd/NUMBER */
        int fd;
    } kept[SHARING_KEPT]; /* the newest first */
};

/* Shares the picture of `f` and sets f->shared. No memory for it: it stays NULL. */
void sharing_add(struct sharing *s, const frame *picture, struct eye_frame *f);
void sharing_clear(struct sharing *s);

#endif
