/* What an imported step did to the screen. The layout has no word for it, so it is judged anew from the pictures, by the rules of
 * engine/gate/effect.h as far as pictures go: what is under the pointer before and after may be a mere hover. */

#include "engine/exports/screenagent.h"

#include <stdlib.h>
#include <string.h>

#define HOVER_PX 64       /* as the gate's patch_px / 2, and a block of JPEG more */
#define DIFFERENCE_MAX 24 /* of a channel: JPEG is not exact */

static bool near(int x, int y, const struct pointer *p)
{
    return p->known && abs(x - p->x) <= HOVER_PX && abs(y - p->y) <= HOVER_PX;
}

static bool far_apart(guint32 a, guint32 b)
{
    for (int shift = 0; shift < 24; shift += 8)
        if (abs((int)(a >> shift & 0xff) - (int)(b >> shift & 0xff)) > DIFFERENCE_MAX)
            return true;
    return false;
}

/* hover: what lies around the pointer, before and after, is left out. */
static bool differs(const frame *a, const frame *b, bool hover, const struct pointer *was, const struct pointer *is)
{
    if (a->width != b->width || a->height != b->height)
        return true;
    for (int y = 0; y < a->height; y++)
        for (int x = 0; x < a->width; x++) {
            gsize at = (gsize)y * (gsize)a->width + (gsize)x;
            if (a->pixels[at] != b->pixels[at] && far_apart(a->pixels[at], b->pixels[at]) &&
                !(hover && (near(x, y, was) || near(x, y, is))))
                return true;
        }
    return false;
}

const char *session_effect(const frame *before, const frame *after, const char *expectation, bool judged_bad,
                           const struct pointer *was, const struct pointer *is)
{
    static const char none[] = "no visible change";
    if (!before || !after)
        return "unknown";
    if (expectation && g_ascii_strncasecmp(expectation, none, strlen(none)) == 0)
        return differs(before, after, true, was, is) ? "unexpected" : "no_effect";
    if (!differs(before, after, false, was, is))
        return "no_effect";
    return expectation && *expectation && judged_bad ? "unexpected" : "changed";
}
