#include "tui/layout.h"

static void wide(struct layout *l, int (*card_lines)(int, void *), void *data)
{
    int middle = l->height - 2; /* status bar, message line */
    int card = CLAMP(card_lines(l->width - 4, data) + 2, 5, MAX(5, middle * 2 / 5));
    int left = l->width * 57 / 120;
    l->frame = (struct rect){0, 1, left, middle - card};
    l->modules = (struct rect){left, 1, l->width - left, middle - card};
    l->card = (struct rect){0, 1 + middle - card, l->width, card};
}

static void narrow(struct layout *l, bool over, int (*card_lines)(int, void *), void *data)
{
    int middle = l->height - 2;
    int left = over ? l->width * 60 / 100 : l->width >= 80 ? l->width * 34 / 80 : l->width * 23 / 80;
    int wanted = card_lines(l->width - left - 4, data) + 2;
    int top = CLAMP(wanted, MIN(11, middle - 4), MAX(middle * 3 / 5, 9));
    l->frame = (struct rect){0, 1, left, top};
    l->card = (struct rect){left, 1, l->width - left, top};
    l->modules = (struct rect){0, 1 + top, l->width, middle - top};
}

static void picture(struct layout *l, int (*card_lines)(int, void *), void *data)
{
    int middle = l->height - 2, card = CLAMP(card_lines(l->width - 4, data) + 2, 3, middle / 2);
    l->frame = (struct rect){0, 1, l->width, middle - card};
    l->modules = (struct rect){0, 1 + middle - card, l->width, 0};
    l->card = (struct rect){0, 1 + middle - card, l->width, card};
}

struct layout layout_compute(int width, int height, enum layout_kind kind, int (*card_lines)(int width, void *data), void *data)
{
    struct layout l = {.width = width, .height = height};
    l.too_small = width < LAYOUT_MIN_WIDTH || height < LAYOUT_MIN_HEIGHT;
    l.wide = width >= 100 && height >= 28;
    l.status = (struct rect){0, 0, width, 1};
    l.message = (struct rect){0, height - 1, width, 1};
    if (l.too_small)
        return l;
    if (kind == LAYOUT_PICTURE)
        picture(&l, card_lines, data);
    else if (l.wide)
        wide(&l, card_lines, data);
    else
        narrow(&l, kind == LAYOUT_OVER, card_lines, data);
    return l;
}
