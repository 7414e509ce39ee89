#include "engine/picture/mark_paint.h"

#include <string.h>

#define LINE 0xd0006f
#define GROUND 0xffe14d
#define INK 0x000000
#define SCALE 2 /* px of the picture for one of a digit */

/* 3 × 5 pixels each, a row in three bits. */
static const guint16 digits[10] = {075557, 026227, 071747, 071717, 055711, 074717, 074757, 071111, 075757, 075717};

static void paint_digit(frame *f, int x, int y, int digit)
{
    for (int i = 0; i < 15; i++)
        if (digits[digit] >> (14 - i) & 1)
            frame_fill(f, x + i % 3 * SCALE, y + i / 3 * SCALE, SCALE, SCALE, INK);
}

void mark_paint(frame *f, struct area box, int number)
{
    g_autofree char *text = g_strdup_printf("%d", number);
    int width = (int)strlen(text) * 4 * SCALE + SCALE, height = 7 * SCALE;
    frame_fill(f, box.x, box.y, box.width, 1, LINE);
    frame_fill(f, box.x, box.y + box.height - 1, box.width, 1, LINE);
    frame_fill(f, box.x, box.y, 1, box.height, LINE);
    frame_fill(f, box.x + box.width - 1, box.y, 1, box.height, LINE);
    /* above the box or left of it where there is room, so that what is in it stays to be seen */
    bool above = box.y >= height, left = !above && box.x >= width;
    int x = CLAMP(left ? box.x - width : box.x, 0, MAX(0, f->width - width)), y = above ? box.y - height : box.y;
    frame_fill(f, x, y, width, height, GROUND);
    for (int i = 0; text[i]; i++)
        paint_digit(f, x + (1 + 4 * i) * SCALE, y + SCALE, text[i] - '0');
}
