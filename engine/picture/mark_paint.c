#include "engine/picture/mark_paint.h"

#include "engine/picture/small_text.h"

#define LINE 0xd0006f
#define GROUND 0xffe14d
#define INK 0x000000
#define EDGE SMALL_TEXT_SCALE /* px of the ground around the number */

void mark_paint(frame *f, struct area box, int number)
{
    g_autofree char *text = g_strdup_printf("%d", number);
    int width = small_text_width(text) + 2 * EDGE, height = SMALL_TEXT_HEIGHT + 2 * EDGE;
    frame_fill(f, box.x, box.y, box.width, 1, LINE);
    frame_fill(f, box.x, box.y + box.height - 1, box.width, 1, LINE);
    frame_fill(f, box.x, box.y, 1, box.height, LINE);
    frame_fill(f, box.x + box.width - 1, box.y, 1, box.height, LINE);
    /* above the box or left of it where there is room, so that what is in it stays to be seen */
    bool above = box.y >= height, left = !above && box.x >= width;
    int x = CLAMP(left ? box.x - width : box.x, 0, MAX(0, f->width - width)), y = above ? box.y - height : box.y;
    frame_fill(f, x, y, width, height, GROUND);
    small_text_write(f, x + EDGE, y + EDGE, text, INK);
}
