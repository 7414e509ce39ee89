#include "engine/picture/scroll_bar.h"

#define ENDS 4    /* px: rounded, with a rim */
#define GREY 12   /* levels between its channels */
#define LONGER 16 /* px: a border is longer than the bar beside it */
#define ROW 12    /* px: a row of a list, at least; a stroke of a letter is thinner */

/* A picture that is upright: a lying one is seen with its sides exchanged. */
struct view {
    const frame *f;
    bool lying;
    int width, height;
};

static struct view view_of(const frame *f, bool lying)
{
    return (struct view){f, lying, lying ? f->height : f->width, lying ? f->width : f->height};
}

static guint32 pixel(const struct view *v, int x, int y)
{
    return v->lying ? frame_pixel(v->f, y, x) : frame_pixel(v->f, x, y);
}

static struct area turned(struct area a, bool lying)
{
    return lying ? (struct area){a.y, a.x, a.height, a.width} : a;
}

static bool is_grey(guint32 p)
{
    int red = p >> 16 & 0xff, green = p >> 8 & 0xff, blue = p & 0xff;
    return MAX(MAX(red, green), blue) - MIN(MIN(red, green), blue) <= GREY;
}

/* Grey, and each column has one colour, but for so much at its ends. */
static bool is_plain(const struct view *v, struct area bar, int ends)
{
    for (int x = bar.x; x < bar.x + bar.width; x++)
        for (int y = bar.y; y < bar.y + bar.height; y++) {
            bool end = y < bar.y + ends || y >= bar.y + bar.height - ends;
            if (!is_grey(pixel(v, x, y)) || (!end && pixel(v, x, y) != pixel(v, x, bar.y + bar.height / 2)))
                return false;
        }
    return true;
}

/* The colour is the ground's, mixed with a grey: the differences between its channels are a part of the ground's. */
static bool is_greyed(guint32 colour, guint32 ground)
{
    int of[2][3], most = 0; /* red - green, green - blue, blue - red */
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 2; i++) {
            const guint32 p = i ? ground : colour;
            of[i][k] = (int)(p >> (16 - 8 * k) & 0xff) - (int)(p >> (16 - 8 * ((k + 1) % 3)) & 0xff);
        }
    for (int k = 1; k < 3; k++)
        most = ABS(of[1][k]) > ABS(of[1][most]) ? k : most;
    const double part = of[1][most] ? CLAMP((double)of[0][most] / of[1][most], 0, 1) : 0;
    bool is = true;
    for (int k = 0; k < 3; k++)
        is = is && ABS(of[0][k] - part * of[1][k]) <= GREY;
    return is;
}

/* The bar lies on rows of other colours, such as the selected one of a list; the ground is that beside it. Each pixel is its
 * ground, greyed, and each column has one colour within a row, but for the bar's ends. */
static bool is_over_rows(const struct view *v, struct area bar)
{
    if (bar.x == 0)
        return false;
    for (int y = bar.y, row = bar.y; y < bar.y + bar.height; y++) {
        const guint32 ground = pixel(v, bar.x - 1, y);
        const bool next = y > bar.y && pixel(v, bar.x - 1, y - 1) != ground;
        const bool end = y <= bar.y + ENDS || y >= bar.y + bar.height - ENDS;
        if (next && row > bar.y && y - row < ROW)
            return false;
        row = next ? y : row;
        for (int x = bar.x; x < bar.x + bar.width; x++)
            if (!is_greyed(pixel(v, x, y), ground) || (!next && !end && pixel(v, x, y) != pixel(v, x, y - 1)))
                return false;
    }
    return true;
}

/* Only the ground is there. */
static bool is_bare(const struct view *v, struct area bar)
{
    for (int y = bar.y; y < bar.y + bar.height; y++)
        for (int x = bar.x; x < bar.x + bar.width; x++)
            if (pixel(v, x, y) != pixel(v, bar.x - 1, y))
                return false;
    return true;
}

/* No pixel differs by more. */
static bool is_within(const struct view *one, const struct view *other, struct area bar, int levels)
{
    for (int x = bar.x; x < bar.x + bar.width; x++)
        for (int y = bar.y; y < bar.y + bar.height; y++)
            if (frame_step(pixel(one, x, y), pixel(other, x, y)) > levels)
                return false;
    return true;
}

/* How much it has faded: what differs most across its middle. */
static int faded(const struct view *one, const struct view *other, struct area bar)
{
    int levels = 0;
    for (int x = bar.x; x < bar.x + bar.width; x++)
        levels = MAX(levels, frame_step(pixel(one, x, bar.y + bar.height / 2), pixel(other, x, bar.y + bar.height / 2)));
    return levels;
}

/* Column x goes on in one colour beyond the bar. */
static bool is_line(const struct view *v, struct area bar, int x)
{
    const guint32 colour = pixel(v, x, bar.y);
    int first = bar.y, last = bar.y;
    while (first > 0 && pixel(v, x, first - 1) == colour)
        first--;
    while (last < v->height - 1 && pixel(v, x, last + 1) == colour)
        last++;
    return last >= bar.y + bar.height - 1 && last - first + 1 >= bar.height + LONGER;
}

/* The column before x has another colour beside all of the bar. */
static bool is_apart(const struct view *v, struct area bar, int x)
{
    bool apart = true;
    for (int y = bar.y; y < bar.y + bar.height; y++)
        apart = apart && pixel(v, x - 1, y) != pixel(v, x, bar.y);
    return apart;
}

/* one, other: a bar's own rim may have the border's colour, so only where it is not there the border stands apart. */
static bool at_edge(const struct view *one, const struct view *other, bool one_bare, bool other_bare, struct area bar,
                    struct area window)
{
    const int right = bar.x + bar.width;
    bool in_window = area_cut(bar, window).width == bar.width && area_cut(bar, window).height == bar.height;
    bool edge = one->width - right <= SCROLL_BAR_NEAR || (in_window && window.x + window.width - right <= SCROLL_BAR_NEAR);
    for (int x = right; !edge && x < right + SCROLL_BAR_NEAR; x++)
        edge = is_line(one, bar, x) && is_line(other, bar, x) && (other_bare || is_apart(one, bar, x)) &&
               (one_bare || is_apart(other, bar, x));
    return edge;
}

bool scroll_bar_fades(const frame *expected, const frame *live, struct area all, struct area window)
{
    const bool lying = all.width > all.height;
    const struct area bar = turned(all, lying);
    const struct view was = view_of(expected, lying), is = view_of(live, lying);
    if (bar.width < SCROLL_BAR_THIN || bar.width > SCROLL_BAR_BROAD || bar.height < SCROLL_BAR_LONG)
        return false;
    const bool plain = is_plain(&was, bar, ENDS) && is_plain(&is, bar, ENDS);
    if (!plain && (!is_over_rows(&was, bar) || !is_over_rows(&is, bar)))
        return false;
    const bool came = plain ? is_plain(&was, bar, 0) : is_bare(&was, bar);
    const bool went = !came && (plain ? is_plain(&is, bar, 0) : is_bare(&is, bar));
    const int levels = came || went ? SCROLL_BAR_LEVELS : MIN(faded(&was, &is, bar), SCROLL_BAR_LEVELS);
    return is_within(&was, &is, bar, levels) && at_edge(&was, &is, came, went, bar, turned(window, lying));
}
