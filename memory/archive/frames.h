#ifndef MEMORY_ARCHIVE_FRAMES_H
#define MEMORY_ARCHIVE_FRAMES_H

/* Pictures on their way from an archive into DIR/frames. They are written and synced beside it first; what
 * the transaction does at its end is to give them their names; when it fails, memory_frames_take_back() takes those back. */

#include "memory/batch.h"
#include "memory/port/copy.h"

struct incoming_frames {
    GPtrArray *written; /* char *, owned: hashes of files in DIR/incoming */
    GArray *placed;     /* struct memory_placed: those that got their name and were not there before */
    gint64 bytes;       /* of them */
};
void incoming_frames_init(struct incoming_frames *f);
void incoming_frames_clear(struct incoming_frames *f);
bool incoming_frames_write(struct incoming_frames *f, struct staging *in, const struct memory_watch *watch, GError **error);
bool incoming_frames_place(struct incoming_frames *f, memory *m, GError **error);

#endif
