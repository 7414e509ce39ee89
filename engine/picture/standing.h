#ifndef ENGINE_PICTURE_STANDING_H
#define ENGINE_PICTURE_STANDING_H

/* Standing strokes: which picture of a video shows text or a layout that was not there before. Pure: no clock, no display.
 *
 * Text and layout are edges that stand still. The screen is cut to tiles (packed.h); of each the strokes (strong steps of
 * brightness) and the mean colour are known. A tile has come to rest when it has stood for STANDING_STILL_MS, longer where it
 * comes to rest often. What is then new in it, compared with its last known states, is news. On a background that moves all
 * the time, news are strokes that stand while the rest changes.
 *
 * A picture is kept when its news are still there and nothing else stirs any more, at the latest STANDING_LATEST_MS after they
 * came, and always just before they go. News no larger than a character are none (carets, digits), nor are small ones where the
 * picture often comes to rest (spinners, blinking words, clocks). */

#include "engine/picture/frame.h"

#define STANDING_STILL_MS 200
#define STANDING_LATEST_MS 1000
#define STANDING_GAP_MS 100 /* a change is seen within this time */

typedef struct standing standing;

/* share: least part of the screen that must be news, 0..1; 0 = any. */
standing *standing_new(double share);
void standing_free(standing *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(standing, standing_free)
/* Begins with this picture. known: what it shows is no news. */
void standing_begin(standing *s, const frame *f, bool known, gint64 now_us);
/* What the last picture shows is no news. */
void standing_known(standing *s);
/* The picture is still the last one. True: it is to be kept. */
bool standing_same(standing *s, gint64 now_us);
/* The picture is `f` instead of `before`, of the same size; changed: marks of packed_compare(). True: `before` is to be kept. */
bool standing_change(standing *s, const frame *before, const frame *f, const guint8 *changed, gint64 now_us);
/* A picture of another size follows. True: the one before is to be kept. */
bool standing_end(standing *s, gint64 now_us);
/* When standing_same() should be called even if nothing changes; G_MAXINT64 = never. */
gint64 standing_due_us(const standing *s);

#endif
