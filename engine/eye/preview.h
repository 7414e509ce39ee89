#ifndef ENGINE_EYE_PREVIEW_H
#define ENGINE_EYE_PREVIEW_H

/* The preview: a PNG that a console shows, replaced as a whole when the screen has changed. */

#include "engine/eye/live.h"

struct preview {
    shot *shown, *before; /* the last one and the one before it; owned, NULL = none yet */
    shot *judged;         /* by preview_due_us(), with this result; owned */
    bool same, blinks;
    bool failed; /* that was said: once, not twice a second */
    bool retell; /* to be told once more although it is shown: there is a new observation to compare it with */
};

/* Writes the picture to `path`; each is encoded once, here or where it is stored. False: it was not written, or need not be;
 * then the error says why, the first time. */
bool preview_write(struct preview *p, shot *s, const char *path, GError **error);
/* When that picture is to be written: at the next beat; where only a caret goes to and fro between the last two, if it stays.
 * G_MAXINT64: it is shown. */
gint64 preview_due_us(struct preview *p, shot *s, gint64 beat_us);
/* Where it is not as the observed one: struct area. No pixel that differs is outside of them. Caller unrefs. */
GArray *preview_changed(const shot *s, const shot *observed);
void preview_clear(struct preview *p);

#endif
