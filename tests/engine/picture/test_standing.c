/* What is worth a picture of a video: a known picture is read tile by tile, when one changes. */
#include "engine/picture/packed.h"
#include "engine/picture/standing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define WIDTH 330 /* no multiple of a tile */
#define HEIGHT 210
#define LOOKS 300

/* Words, signs and specks come, stand and go. */
static void change(frame *f, GRand *chance)
{
    const int widths[] = {3, 28, 100}, kind = g_rand_int_range(chance, 0, 3);
    int x = g_rand_int_range(chance, 0, WIDTH - 100), y = g_rand_int_range(chance, 0, HEIGHT - 16);
    for (int row = 0; row < 14; row++)
        for (int column = 0; column < widths[kind]; column++) {
            guint32 *pixel = f->pixels + (gsize)(y + row) * WIDTH + (gsize)(x + column);
            *pixel = kind ? (guint32)g_rand_int_range(chance, 0, 2) * 0xffffff : *pixel ^ 0x404040;
        }
}

/* Both are told the same: what they keep, and when they want to be asked, is the same. Whether they keep it. */
static bool assert_alike(standing *one, standing *other, frame *now, GRand *chance, gint64 *us)
{
    g_autoptr(frame) before = NULL;
    g_autofree guint8 *changed = g_malloc(packed_tiles(now));
    bool kept, other_kept;
    *us += g_rand_int_range(chance, 5, 400) * 1000;
    if (g_rand_int_range(chance, 0, 3) == 0) {
        kept = standing_same(one, *us);
        other_kept = standing_same(other, *us);
    } else {
        before = frame_copy(now);
        change(now, chance);
        packed_compare(before, now, changed);
        kept = standing_change(one, before, now, changed, *us);
        other_kept = standing_change(other, before, now, changed, *us);
    }
    assert_int_equal(kept, other_kept);
    assert_int_equal(standing_due_us(one), standing_due_us(other));
    return kept;
}

static void test_read_late(void **state)
{
    (void)state;
    int kept = 0;
    for (guint32 seed = 1; seed <= 10; seed++) {
        g_autoptr(GRand) chance = g_rand_new_with_seed(seed);
        g_autoptr(standing) at_once = standing_new(0), late = standing_new(0);
        g_autoptr(frame) now = frame_new(WIDTH, HEIGHT);
        gint64 us = G_USEC_PER_SEC;
        for (int i = 0; i < LOOKS; i++) {
            if (i % 100 == 0) {
                standing_begin(at_once, now, false, us);
                standing_known(at_once);
                standing_begin(late, now, true, us);
            } else if (i % 40 == 0) {
                standing_known(at_once);
                standing_known(late);
            }
            kept += assert_alike(at_once, late, now, chance, &us);
        }
    }
    assert_in_range(kept, LOOKS / 10, LOOKS * 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_read_late)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
