/* Thumbnails that another process makes. */
#include "tui/term/thumbnails.h"

#include "engine/picture/frame.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

static char *picture(guint32 left, guint32 right)
{
    g_autoptr(frame) f = frame_new(64, 64);
    g_autofree char *dir = g_dir_make_tmp("pictures-XXXXXX", NULL);
    frame_fill(f, 0, 0, 32, 64, left);
    frame_fill(f, 32, 0, 32, 64, right);
    g_autoptr(GBytes) png = frame_to_png(f, NULL);
    gsize length = 0;
    const char *bytes = g_bytes_get_data(png, &length);
    char *path = g_build_filename(dir, "f.png", NULL);
    assert_true(g_file_set_contents(path, bytes, (gssize)length, NULL));
    return path;
}

/* What a child makes of the next picture is what would have been drawn of it: the parts that are shown, and no others. */
static void thumbnails__made_elsewhere__are_those_that_get_would_give(void **state)
{
    (void)state;
    g_autofree char *old = picture(0x00ff00, 0), *path = picture(0xff0000, 0x0000ff);
    g_autoptr(thumbnails) t = thumbnails_new(THUMBNAIL_TRUECOLOUR), child = thumbnails_new(THUMBNAIL_TRUECOLOUR);
    struct pixel_rect half = {64, 0, 64, 128, 128, 128};
    thumbnails_set_cell(t, 8, 16, true);
    thumbnails_set_cell(child, 8, 16, true);
    thumbnails_get(t, "gone", old, NULL, 6, 3, NULL);
    thumbnails_turn(t);
    thumbnails_get(t, "old", old, NULL, 8, 4, NULL);
    thumbnails_get(t, "old", old, &half, 4, 4, NULL);
    g_autoptr(GArray) wanted = thumbnails_shown(t, "old"), none = thumbnails_shown(t, "gone");
    assert_true(wanted->len == 2 && none->len == 0);
    g_autoptr(GString) made = g_string_new(NULL);
    assert_true(thumbnails_make(child, "new", path, wanted, made, NULL));
    g_autoptr(GBytes) bytes = g_bytes_new(made->str, made->len), cut = g_bytes_new(made->str, made->len - 1);
    assert_true(thumbnails_take(t, "new", wanted, bytes));
    assert_false(thumbnails_take(t, "other", wanted, cut));
    unlink(path); /* nothing is read for these any more */
    const struct thumbnail *all = thumbnails_get(t, "new", path, NULL, 8, 4, NULL),
                           *same = thumbnails_get(child, "new", path, NULL, 8, 4, NULL);
    assert_int_equal(all->columns * all->rows, same->columns * same->rows);
    assert_memory_equal(all->cells, same->cells, (gsize)(all->columns * all->rows) * sizeof(struct cell));
    assert_memory_equal(all->pixels->pixels, same->pixels->pixels, (gsize)same->pixels->width * (gsize)same->pixels->height * 4);
    assert_non_null(thumbnails_get(t, "new", path, &half, 4, 4, NULL));
    unlink(old);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thumbnails__made_elsewhere__are_those_that_get_would_give),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
