#ifndef MEMORY_ARCHIVE_FRAMES_H
#define MEMORY_ARCHIVE_FRAMES_H

/* Moves pictures from an archive into DIR/frames. They are first written and synced in DIR/incoming. The end of the transaction
 * renames them; when it fails, memory_frames_take_back() removes them. */

#include "memory/batch.h"
#include "memory/port/copy.h"

struct incoming_frames {
    GPtrArray *written; /* char *, owned: hashes of files in DIR/incoming */
    GArray *placed;     /* struct memory_placed: files that were renamed and did not exist before */
    gint64 bytes;       /* their total size */
};
void incoming_frames_init(struct incoming_frames *f);
void incoming_frames_clear(struct incoming_frames *f);
bool incoming_frames_write(struct incoming_frames *f, struct staging *in, const struct memory_watch *watch, GError **error);
bool incoming_frames_place(struct incoming_frames *f, memory *m, GError **error);

#endif
