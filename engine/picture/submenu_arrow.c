#include "engine/picture/submenu_arrow.h"

#include "engine/picture/text_places.h"

#define INK 60  /* levels of a channel */
#define LEAST 3 /* px: its width; also what its tip is high at most */
#define MOST 16 /* px: its width and height */
#define HIGH 6  /* px: its left side, at least */
#define LEVEL 2 /* px: its tip is so close to the middle of its left side */

/* The first and last row of ink in each column of the sign. */
struct sign {
    int n;
    int top[MOST], bottom[MOST];
};

/* False: there is no sign, a second one, or a wider one. */
static bool find_sign(const frame *f, struct area in, struct sign *s)
{
    const guint32 ground = text_places_ground(f, in);
    bool over = false;
    for (int x = in.x; x < in.x + in.width; x++) {
        int top = -1, bottom = -1;
        for (int y = in.y; y < in.y + in.height; y++)
            if (frame_step(frame_pixel(f, x, y), ground) >= INK) {
                top = top < 0 ? y : top;
                bottom = y;
            }
        if (top >= 0 && (over || s->n == MOST))
            return false;
        over |= top < 0 && s->n > 0;
        if (top >= 0) {
            s->top[s->n] = top;
            s->bottom[s->n++] = bottom;
        }
    }
    return over && s->n >= LEAST;
}

/* It becomes lower all the way, so that a letter with a straight back ("D") is none. */
static bool points_right(const struct sign *s)
{
    int first = 0, last = s->n - 1;
    while (first < last && s->bottom[first + 1] - s->top[first + 1] > s->bottom[first] - s->top[first])
        first++; /* a soft edge */
    const int high = s->bottom[first] - s->top[first] + 1,
              half = s->bottom[(first + last + 1) / 2] - s->top[(first + last + 1) / 2];
    bool falls = first <= 1 && high >= HIGH && high <= MOST && 4 * (half + 1) <= 3 * high;
    for (int i = first; i < last && falls; i++)
        falls = s->top[i + 1] >= s->top[i] && s->bottom[i + 1] <= s->bottom[i];
    return falls && s->bottom[last] - s->top[last] + 1 <= LEAST &&
           ABS(s->top[last] + s->bottom[last] - s->top[first] - s->bottom[first]) <= 2 * LEVEL;
}

bool submenu_arrow_in(const frame *f, struct area in)
{
    struct sign s = {0};
    in = area_cut(in, (struct area){0, 0, f->width, f->height});
    return in.width > 0 && in.height > 0 && find_sign(f, in, &s) && points_right(&s);
}
