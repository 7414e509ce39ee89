#ifndef ENGINE_EYE_PREVIEW_H
#define ENGINE_EYE_PREVIEW_H

/* The preview: a PNG that a console shows, replaced as a whole when the screen has changed. */

#include "engine/eye/live.h"

struct preview {
    shot *shown, *before;    /* the last one and the one before it; owned, NULL = none yet */
    shot *judged;            /* by preview_due_us(), with this result; owned */
    bool same, blinks, back; /* back: it is the one before it again, but for a place as small as a terminal's cursor */
    bool returned;           /* so was the shown one */
    bool failed;             /* that was said: once, not twice a second */
    bool retell;             /* to be told once more although it is shown: there is another picture to compare it with */
};

/* Writes the picture to `path` if it is not there, and tells it on the line, with where it is not as the picture whose words
 * are known or will be (`read`; its hash is `of`, NULL = none so far): no pixel that differs is outside of these areas; and which
 * window gets keys then. Each picture is encoded once, here or where it is stored. What cannot be written is told the first time.
 */
void preview_tell(struct preview *p, shot *s, const char *path, const shot *read, const char *of, gint64 focus,
                  line_stream *line);
/* When that picture is to be written: at the next beat; where only a caret goes to and fro between the last two, or a
 * terminal's cursor between the last three, if it stays. G_MAXINT64: it is shown. */
gint64 preview_due_us(struct preview *p, shot *s, gint64 beat_us);
void preview_clear(struct preview *p);

#endif
