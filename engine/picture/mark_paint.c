#include "engine/picture/mark_paint.h"

#include "engine/picture/small_text.h"

#define LINE 0xd0006f
#define GROUND 0xffe14d
#define INK 0x000000
#define EDGE SMALL_TEXT_SCALE /* px of the ground around the number */

static bool is_free(const frame *f, struct area plate, struct area own, const GArray *marks)
{
    bool is = area_contains((struct area){0, 0, f->width, f->height}, plate);
    for (guint i = 0; is && i < marks->len; i++) {
        const struct area box = g_array_index(marks, struct mark_paint, i).box;
        is = !area_overlaps(box, plate) || area_contains(box, own);
    }
    return is;
}

static struct area place_of(const frame *f, struct area box, int width, int height, const GArray *marks)
{
    const int right = box.x + box.width, bottom = box.y + box.height;
    const struct area places[] = {{box.x, box.y - height, width, height},
                                  {box.x - width, box.y, width, height},
                                  {right, box.y, width, height},
                                  {box.x, bottom, width, height}};
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++)
        if (is_free(f, places[i], box, marks))
            return places[i];
    return (struct area){CLAMP(right - width, 0, MAX(0, f->width - width)), CLAMP(box.y, 0, MAX(0, f->height - height)), width,
                         height};
}

void mark_paint_all(frame *f, const GArray *marks)
{
    for (guint i = 0; i < marks->len; i++) {
        const struct mark_paint *m = &g_array_index(marks, struct mark_paint, i);
        const struct area box = m->box;
        g_autofree char *text = g_strdup_printf("%d", m->number);
        const struct area plate = place_of(f, box, small_text_width(text) + 2 * EDGE, SMALL_TEXT_HEIGHT + 2 * EDGE, marks);
        frame_fill(f, box.x, box.y, box.width, 1, LINE);
        frame_fill(f, box.x, box.y + box.height - 1, box.width, 1, LINE);
        frame_fill(f, box.x, box.y, 1, box.height, LINE);
        frame_fill(f, box.x + box.width - 1, box.y, 1, box.height, LINE);
        frame_fill(f, plate.x, plate.y, plate.width, plate.height, GROUND);
        small_text_write(f, plate.x + EDGE, plate.y + EDGE, text, INK);
    }
}
