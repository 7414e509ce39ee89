#include "tui/console/layout.h"

#define MODULES_LEAST 40 /* columns, and a quarter: less is hard to read */
#define CARD_LEAST 38    /* columns */
#define GROWS_BY 4       /* columns: not with each word that comes */

static void wide(struct layout *l, const struct layout_needs *n)
{
    int middle = l->height - 2; /* status bar, message line */
    int card = CLAMP(n->card_lines(l->width - 4, n->data) + 2, 5, MAX(5, middle * 2 / 5));
    int rows = middle - card, left = l->width * 57 / 120;
    int most = MIN(MIN(l->width - MAX(MODULES_LEAST, l->width / 4), n->columns_max), n->picture_columns(rows - 2, n->data) + 2);
    while (left + GROWS_BY <= most && n->module_rows(l->width - left - GROWS_BY, true, n->data) <= rows)
        left += GROWS_BY;
    l->frame = (struct rect){0, 1, left, rows};
    l->modules = (struct rect){left, 1, l->width - left, rows};
    l->card = (struct rect){0, 1 + rows, l->width, card};
}

static void narrow(struct layout *l, bool over, const struct layout_needs *n)
{
    int middle = l->height - 2;
    int left = over ? l->width * 60 / 100 : l->width >= 80 ? l->width * 34 / 80 : l->width * 23 / 80;
    int highest = MAX(middle - 4, 9), wanted = n->card_lines(l->width - left - 4, n->data) + 2;
    while (!over && wanted > highest && left - GROWS_BY >= l->width * 23 / 80) { /* who decides needs all of the card */
        left -= GROWS_BY;
        wanted = n->card_lines(l->width - left - 4, n->data) + 2;
    }
    int top = CLAMP(wanted, MIN(11, middle - 4), highest);
    top = MAX(top, MIN(n->rows_max, middle - MAX(4, n->module_rows(l->width, false, n->data))));
    int most = MIN(MIN(l->width - CARD_LEAST, n->columns_max), n->picture_columns(top - 2, n->data) + 2);
    while (left + GROWS_BY <= most && n->card_lines(l->width - left - GROWS_BY - 4, n->data) + 2 <= top)
        left += GROWS_BY;
    l->frame = (struct rect){0, 1, left, top};
    l->card = (struct rect){left, 1, l->width - left, top};
    l->modules = (struct rect){0, 1 + top, l->width, middle - top};
}

static void picture(struct layout *l, const struct layout_needs *n)
{
    int middle = l->height - 2, card = CLAMP(n->card_lines(l->width - 4, n->data) + 2, 3, middle / 2);
    l->frame = (struct rect){0, 1, l->width, middle - card};
    l->modules = (struct rect){0, 1 + middle - card, l->width, 0};
    l->card = (struct rect){0, 1 + middle - card, l->width, card};
}

struct layout layout_compute(int width, int height, enum layout_kind kind, const struct layout_needs *needs)
{
    struct layout l = {.width = width, .height = height};
    l.too_small = width < LAYOUT_MIN_WIDTH || height < LAYOUT_MIN_HEIGHT;
    l.wide = width >= 100 && height >= 28;
    l.status = (struct rect){0, 0, width, 1};
    l.message = (struct rect){0, height - 1, width, 1};
    if (l.too_small)
        return l;
    if (kind == LAYOUT_PICTURE)
        picture(&l, needs);
    else if (l.wide)
        wide(&l, needs);
    else
        narrow(&l, kind == LAYOUT_OVER, needs);
    return l;
}
