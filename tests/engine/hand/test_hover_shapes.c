/* What programs draw round the pointer: the frames of flat buttons, and brushes; and what only looks like that. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/hand/hover_shapes.h"

#define WIDTH 300
#define HEIGHT 160
#define GROUND 0xf4f4f4u
#define LINE 0xabababu
#define INK 0x000000u

static const struct area screen = {0, 0, WIDTH, HEIGHT}, button = {60, 60, 168, 24}, above = {60, 36, 168, 24};

static frame *bare(void)
{
    frame *f = frame_new(WIDTH, HEIGHT);
    frame_fill(f, 0, 0, WIDTH, HEIGHT, GROUND);
    for (int i = 0; i < 6; i++) /* a word in each button */
        for (int row = 0; row < 2; row++)
            frame_fill(f, 120 + 8 * i, above.y + 24 * row + 8, i % 2 ? 5 : 2, i % 3 ? 9 : 6, INK);
    return f;
}

/* As Qt's Fusion has it: a shade from white to the ground, which ends without an edge below, and a line with round corners. */
static frame *framed(struct area a)
{
    frame *f = bare(), *word = bare();
    for (int y = a.y; y < a.y + a.height; y++) {
        guint32 shade = 0xfeu - (guint32)(8 * (y - a.y) / a.height);
        frame_fill(f, a.x + (y == a.y || y == a.y + a.height - 1), y, a.width - 2 * (y == a.y || y == a.y + a.height - 1), 1,
                   shade << 16 | shade << 8 | shade);
        for (int x = a.x; x < a.x + a.width; x++)
            if (word->pixels[y * WIDTH + x] == INK)
                frame_fill(f, x, y, 1, 1, INK);
    }
    frame_free(word);
    frame_fill(f, a.x + 2, a.y, a.width - 4, 1, LINE);
    frame_fill(f, a.x + 2, a.y + a.height - 1, a.width - 4, 1, LINE);
    frame_fill(f, a.x, a.y + 2, 1, a.height - 4, LINE);
    frame_fill(f, a.x + a.width - 1, a.y + 2, 1, a.height - 4, LINE);
    return f;
}

static GArray *found(const frame *before, const frame *now, int from_x, int from_y, int to_x, int to_y)
{
    const struct arrival way = {from_x, from_y, to_x, to_y, screen};
    GArray *areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_autoptr(GArray) boxes = g_array_new(FALSE, FALSE, sizeof(struct area));
    hover_shapes_add(areas, boxes, before, now, &way, NULL);
    return areas;
}

static bool covers(const GArray *areas, int x, int y)
{
    bool is = false;
    for (guint i = 0; i < areas->len; i++)
        is = is || area_has(g_array_index(areas, struct area, i), x, y);
    return is;
}

static void is_round(const GArray *areas, struct area b)
{
    assert_true(covers(areas, b.x, b.y + 12) && covers(areas, b.x + b.width - 1, b.y + 12) && covers(areas, b.x + 90, b.y) &&
                covers(areas, b.x + 90, b.y + b.height - 1) && covers(areas, b.x + 1, b.y + 1));
    for (int y = b.y + 5; y < b.y + b.height - 5; y++)
        for (int x = b.x + 5; x < b.x + b.width - 5; x++)
            assert_false(covers(areas, x, y));
}

/* ---- frames ---- */

static void frame_that_comes_or_goes__is_found(void **state)
{
    (void)state;
    g_autoptr(frame) plain = bare(), lit = framed(button), other = framed(above);
    g_autoptr(GArray) came = found(plain, lit, 5, 5, 140, 72), went = found(lit, plain, 140, 72, 5, 5),
                      both = found(other, lit, 140, 48, 140, 72);
    is_round(came, button);
    is_round(went, button);
    assert_int_equal(both->len, 2 * came->len);
    assert_true(covers(both, 150, 59) && covers(both, 150, 60));
}

/* GTK's: three rows that fade. Words below it are none, nor is a line, and nothing where something else was. */
static void shadow_of_a_frame__is_found_with_it(void **state)
{
    (void)state;
    static const guint32 rows[][3] = {
        {0xe9e9e9, 0xeeeeee, 0xf1f1f1}, {0xe9e9e9, 0xf1f1f1, 0xeeeeee}, {0xc0c0c0, 0xe9e9e9, 0xf1f1f1}};
    for (int kind = 0; kind < 5; kind++) {
        g_autoptr(frame) plain = bare(), lit = framed(button);
        for (int row = 0; row < 3; row++) { /* softer at its ends */
            const guint32 shade = rows[kind % 3][row], end = (GROUND & 0xff) / 2 + (shade & 0xff) / 2;
            frame_fill(lit, button.x + 1, button.y + button.height + row, button.width - 2, 1, end << 16 | end << 8 | end);
            frame_fill(lit, button.x + 2, button.y + button.height + row, button.width - 4, 1, shade);
        }
        if (kind == 3)
            frame_fill(lit, 100, button.y + button.height, 4, 2, 0xe4e4e4);
        if (kind == 4)
            frame_fill(plain, 100, button.y + button.height + 1, 4, 1, 0xd0d0d0);
        g_autoptr(GArray) came = found(plain, lit, 10, 150, 80, 70), went = found(lit, plain, 80, 70, 10, 150);
        assert_true(covers(came, 90, button.y) && covers(went, 90, button.y));
        for (int row = 0; row < 3; row++)
            if (covers(came, 90, 84 + row) != (kind == 0) || covers(went, 90, 84 + row) != (kind == 0))
                fail_msg("kind %d, row %d", kind, row);
    }
}

/* As Adwaita has it in LibreOffice: a line of light inside, and the side of the button beside it is shaded anew. */
static void frame_with_light_inside__is_found_with_its_outer_line(void **state)
{
    (void)state;
    for (int shade = 6; shade <= 12; shade += 6) {
        g_autoptr(frame) plain = bare(), lit = framed(button);
        const guint32 pale = GROUND - (guint32)(shade << 16 | shade << 8 | shade);
        frame_fill(lit, button.x + 2, button.y + 1, button.width - 4, 1, 0xffffff);
        frame_fill(lit, button.x + 2, button.y + 2, button.width - 4, 3, 0xf6f6f6);
        frame_fill(lit, button.x + button.width, button.y + 4, 2, button.height - 8, pale);
        g_autoptr(GArray) areas = found(plain, lit, 10, 10, 100, 70);
        assert_true(covers(areas, 100, button.y));
        assert_int_equal(covers(areas, button.x + button.width + 1, button.y + 8), shade < 8);
    }
}

/* A button that is chosen has a frame of its own, up to the other's. */
static void frame_beside_another__is_found(void **state)
{
    (void)state;
    g_autoptr(frame) before = framed(above), now = framed(above), lit = framed(button);
    for (int y = button.y; y < button.y + button.height; y++)
        for (int x = 0; x < WIDTH; x++)
            frame_fill(now, x, y, 1, 1, lit->pixels[y * WIDTH + x]);
    g_autoptr(GArray) came = found(before, now, 5, 5, 140, 72);
    is_round(came, button);
}

/* Somewhere else than the pointer, or open, or its line goes through a word, or there was something under it. */
static void line_frame(frame *f, struct area a)
{
    frame_fill(f, a.x + 2, a.y, a.width - 4, 1, LINE);
    frame_fill(f, a.x + 2, a.y + a.height - 1, a.width - 4, 1, LINE);
    frame_fill(f, a.x, a.y + 2, 1, a.height - 4, LINE);
    frame_fill(f, a.x + a.width - 1, a.y + 2, 1, a.height - 4, LINE);
}

/* A button with an arrow beside it, as LibreOffice's Save: both parts are framed while the pointer is on one of them. */
static void frame_of_a_split_button__is_found_with_its_arrow(void **state)
{
    (void)state;
    const struct area icon = {190, 60, 40, 24}, arrow = {229, 60, 13, 24}, apart = {236, 60, 13, 24}, low = {229, 62, 13, 22};
    g_autoptr(frame) plain = bare(), split = bare(), alone = bare(), beside = bare(), lower = bare();
    frame *const all[] = {split, alone, beside, lower};
    const struct area others[] = {arrow, arrow, apart, low};
    for (int i = 0; i < 4; i++) {
        if (i != 1)
            line_frame(all[i], icon);
        line_frame(all[i], others[i]);
    }
    for (int i = 0; i < 4; i++)
        for (int on = 0; on < 2; on++) {
            const struct area part = on ? others[i] : icon;
            const int x = part.x + part.width / 2;
            g_autoptr(GArray) came = found(plain, all[i], 5, 100, x, 72), went = found(all[i], plain, x, 72, 5, 100);
            assert_int_equal(covers(came, arrow.x + arrow.width - 1, 72), i == 0);
            assert_int_equal(covers(went, arrow.x + arrow.width - 1, 72), i == 0);
            assert_int_equal(covers(came, icon.x, 72), i == 0 || (i > 1 && !on));
        }
}

static void frame_below_a_tooltip__is_found_as_far_as_it_is_seen(void **state)
{
    (void)state;
    g_autoptr(frame) plain = bare(), lit = framed(button), half = framed(button);
    const struct area tip = {40, 78, 140, 30};
    const struct arrival way = {5, 100, 100, 72, screen};
    g_autoptr(GArray) over = g_array_new(FALSE, FALSE, sizeof(struct area)),
                      boxes = g_array_new(FALSE, FALSE, sizeof(struct area)),
                      areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_array_append_val(over, tip);
    frame_fill(lit, tip.x, tip.y, tip.width, tip.height, INK);
    hover_shapes_add(areas, boxes, plain, lit, &way, NULL);
    assert_false(covers(areas, button.x, button.y + 8));
    hover_shapes_add(areas, boxes, plain, lit, &way, over);
    assert_true(covers(areas, button.x, button.y + 8) && covers(areas, button.x + button.width - 1, button.y + 8) &&
                covers(areas, button.x + 90, button.y));
    g_array_set_size(areas, 0);
    frame_fill(half, button.x, button.y + 5, 2, 8, GROUND); /* what is seen of it must be whole */
    frame_fill(half, tip.x, tip.y, tip.width, tip.height, INK);
    hover_shapes_add(areas, boxes, plain, half, &way, over);
    assert_false(covers(areas, button.x, button.y + 14));
}

static void what_is_no_frame_round_the_pointer__is_not_found(void **state)
{
    (void)state;
    for (int i = 0; i < 7; i++) {
        g_autoptr(frame) before = bare(), now = framed(button);
        int x = i == 0 ? 30 : 140;
        if (i == 1) /* open on one side */
            frame_fill(now, button.x + button.width - 1, button.y, 1, button.height, GROUND);
        if (i == 2) /* with a gap */
            frame_fill(now, 100, button.y, 3, 1, GROUND);
        if (i == 3) /* two lines, one through the word */
            frame_fill(now, button.x, button.y, button.width, 3, GROUND), frame_fill(now, button.x, 72, button.width, 1, LINE);
        if (i == 4) /* under it was a dash */
            frame_fill(before, 100, button.y, 12, 1, INK);
        if (i == 5) /* a word at its rim */
            frame_fill(now, 100, button.y + 1, 3, 2, INK);
        if (i == 6) { /* a line across the word alone */
            frame_free(now);
            now = bare();
            frame_fill(now, button.x, 72, button.width, 1, LINE);
        }
        g_autoptr(GArray) areas = found(before, now, 5, 5, x, 74);
        if (areas->len)
            fail_msg("%d", i);
    }
}

/* A digit of 12 by 20 px that is a box. */
static void frame_as_small_as_a_letter__is_not_found(void **state)
{
    (void)state;
    g_autoptr(frame) before = bare(), now = bare();
    frame_fill(now, 20, 100, 12, 20, INK);
    frame_fill(now, 21, 101, 10, 18, GROUND);
    g_autoptr(GArray) areas = found(before, now, 5, 5, 26, 110);
    assert_int_equal(areas->len, 0);
}

/* ---- brushes ---- */

static frame *brushed(int x, int y, int side, bool hollow)
{
    frame *f = bare();
    frame_fill(f, x - side / 2, y - side / 2, side, side, INK);
    if (hollow)
        frame_fill(f, x - side / 2 + 1, y - side / 2 + 1, side - 2, side - 2, 0xffffff);
    else
        for (int i = 0; i < 4; i++) /* round */
            frame_fill(f, i & 1 ? x - side / 2 : x - side / 2 + side - 1, i & 2 ? y - side / 2 : y - side / 2 + side - 1, 1, 1,
                       GROUND);
    return f;
}

static void brush_at_the_pointer__is_found(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        int side = i & 2 ? 9 : 8;
        g_autoptr(frame) plain = bare(), with = brushed(100, 120, side, i & 1);
        g_autoptr(GArray) came = found(plain, with, 5, 5, 100, 120), went = found(with, plain, 100, 120, 5, 5);
        assert_true(came->len == 1 && went->len == 1);
        assert_int_equal(g_array_index(came, struct area, 0).width, side);
    }
}

/* Not round the pointer, not alone, on something, or a letter. */
static void what_is_no_brush__is_not_found(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        g_autoptr(frame) before = bare(), now = i == 0 ? brushed(103, 120, 9, false) : brushed(100, 120, 9, i == 1 || i == 5);
        if (i == 1) /* a check button's box, ticked before */
            for (int k = 0; k < 9; k++)
                frame_fill(before, 96 + k, 116, 1, 1, INK), frame_fill(before, 96 + k, 124, 1, 1, INK),
                    frame_fill(before, 96 + k, 116 + k, 1, 1, INK);
        if (i == 2) /* the dot of a radio button */
            frame_fill(before, 93, 112, 1, 17, LINE), frame_fill(now, 93, 112, 1, 17, LINE);
        if (i == 3) /* another one beside it */
            frame_fill(now, 112, 118, 4, 4, INK);
        if (i == 4) /* with a gap */
            frame_fill(now, 97, 118, 2, 2, GROUND);
        if (i == 5) /* something in it */
            frame_fill(now, 99, 119, 2, 1, INK);
        g_autoptr(GArray) areas = found(before, now, 5, 5, 100, 120);
        if (areas->len)
            fail_msg("%d", i);
    }
}

/* ---- strips ---- */

#define LIT 0xfefefeu
#define STRIP 0xcdc7c2u

static const struct area tab = {100, 60, 80, 36};

/* At the bottom, the top, the right or the left of a tab whose ground is lit, as GTK 3 has it; the border beyond it has its
 * colour. */
static struct area strip_at(int side, int thick)
{
    return side == 0   ? (struct area){tab.x, tab.y + tab.height - thick, tab.width, thick}
           : side == 1 ? (struct area){tab.x, tab.y, tab.width, thick}
           : side == 2 ? (struct area){tab.x + tab.width - thick, tab.y, thick, tab.height}
                       : (struct area){tab.x, tab.y, thick, tab.height};
}

static frame *tabs(bool lit, int side, int thick)
{
    frame *f = bare();
    const struct area s = strip_at(side, thick);
    frame_fill(f, 0, 0, WIDTH, HEIGHT, GROUND);
    frame_fill(f, 0, tab.y - 1, WIDTH, 1, STRIP);
    frame_fill(f, 0, tab.y + tab.height, WIDTH, 1, STRIP);
    if (lit) {
        frame_fill(f, tab.x, tab.y, tab.width, tab.height, LIT);
        frame_fill(f, s.x, s.y, s.width, s.height, STRIP);
    }
    for (int i = 0; i < 6; i++) /* its label */
        frame_fill(f, 120 + 8 * i, tab.y + 12, i % 2 ? 5 : 2, i % 3 ? 9 : 6, INK);
    return f;
}

static void strip_of_a_lit_tab__is_found(void **state)
{
    (void)state;
    for (int side = 0; side < 4; side++)
        for (int thick = 1; thick <= HOVER_SHAPES_STRIP; thick++) {
            g_autoptr(frame) plain = tabs(false, side, thick), lit = tabs(true, side, thick);
            g_autoptr(GArray) came = found(plain, lit, 5, 5, 140, 78), went = found(lit, plain, 140, 78, 5, 5);
            const struct area s = strip_at(side, thick);
            assert_int_equal(came->len, 4);
            assert_int_equal(went->len, 4);
            assert_true(covers(came, s.x, s.y) && covers(went, s.x + s.width - 1, s.y + s.height - 1));
            assert_false(covers(came, 120, tab.y + 12));
            for (int y = tab.y + 5; y < tab.y + tab.height - 5; y++)
                for (int x = tab.x + 5; x < tab.x + tab.width - 5; x++)
                    assert_false(covers(came, x, y));
        }
}

/* Two tabs of gedit on a screen of 1,600 px. */
static void strip_of_a_wide_tab__is_found(void **state)
{
    (void)state;
    g_autoptr(frame) plain = frame_new(1600, 120), lit = frame_new(1600, 120);
    frame_fill(plain, 0, 0, 1600, 120, GROUND);
    frame_fill(lit, 0, 0, 1600, 120, GROUND);
    frame_fill(lit, 804, 40, 790, 36, LIT);
    frame_fill(lit, 804, 73, 790, 3, STRIP);
    const struct arrival way = {5, 5, 1200, 58, {0, 0, 1600, 120}};
    g_autoptr(GArray) areas = g_array_new(FALSE, FALSE, sizeof(struct area)),
                      boxes = g_array_new(FALSE, FALSE, sizeof(struct area));
    hover_shapes_add(areas, boxes, plain, lit, &way, NULL);
    assert_int_equal(areas->len, 4);
    assert_true(covers(areas, 1200, 74));
}

/* Not at the pointer's tab, too thick, shorter or longer than the light, without light, with a gap or a word in it, over words,
 * through the label, or something beyond it is another, too. */
static void what_is_no_strip__is_not_found(void **state)
{
    (void)state;
    for (int i = 0; i < 11; i++) {
        g_autoptr(frame) before = tabs(false, 0, 3), now = tabs(true, 0, i == 1 ? 5 : 3);
        const struct area s = strip_at(0, 3);
        if (i == 2)
            frame_fill(now, s.x, s.y, 10, 3, LIT);
        if (i == 3)
            frame_fill(now, s.x - 10, s.y, 10, 3, STRIP);
        if (i == 4)
            frame_fill(now, tab.x, tab.y, tab.width, tab.height - 3, GROUND);
        if (i == 5)
            frame_fill(now, s.x + 40, s.y, 3, 3, LIT);
        if (i == 6)
            frame_fill(now, s.x + 20, s.y + 1, 4, 1, INK);
        if (i == 7)
            frame_fill(before, s.x + 20, s.y + 1, 4, 1, INK);
        if (i == 8) {
            frame_fill(now, s.x, s.y, s.width, 3, LIT);
            frame_fill(now, s.x, tab.y + 16, s.width, 3, STRIP);
        }
        if (i == 9)
            frame_fill(now, s.x + 20, s.y + 3, 30, 1, INK);
        if (i == 10) /* a word right above it that has come */
            frame_fill(now, s.x + 20, s.y - 1, 4, 1, INK);
        g_autoptr(GArray) areas = found(before, now, 5, 5, i == 0 ? 40 : 140, 72);
        if (areas->len)
            fail_msg("%d", i);
    }
}

/* ---- what a shadow has left behind ---- */

static const struct area trail = {200, 44, 3, 33};
static int trail_levels[] = {12, 6, 2}; /* LibreOffice's, beside a button with an arrow that the pointer has passed */

/* Its ends fade within `fade` rows. */
static frame *with_trail(int width, int height, int fade)
{
    frame *f = bare();
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const int whole = trail_levels[MIN(x, 2)], end = MIN(y, height - 1 - y) + 1;
            const guint32 level = 0xf4u - (guint32)(end < fade ? whole * end / fade : whole);
            frame_fill(f, trail.x + x, trail.y + y, 1, 1, level << 16 | level << 8 | level);
        }
    return f;
}

static bool finds_trail(const frame *now, int from_x, int from_y, int to_x, int to_y)
{
    g_autoptr(frame) before = bare();
    g_autoptr(GArray) areas = found(before, now, from_x, from_y, to_x, to_y);
    return covers(areas, trail.x, trail.y + 16);
}

static void shadow_left_on_the_way__is_found(void **state)
{
    (void)state;
    g_autoptr(frame) now = with_trail(3, 33, 5);
    assert_true(finds_trail(now, 280, 70, 20, 40));
    assert_true(finds_trail(now, 20, 70, 280, 70));
}

/* Where two buttons with shadows stand side by side. */
static void two_shadows_that_meet__are_found(void **state)
{
    (void)state;
    static const int levels[] = {1, 3, 6, 12, 6, 2}, valley[] = {12, 6, 2, 2, 6, 12};
    for (int k = 0; k < 2; k++) {
        g_autoptr(frame) now = bare();
        for (int y = 0; y < 33; y++)
            for (int x = 0; x < 6; x++) {
                const int end = MIN(MIN(y, 32 - y) + 1, 5);
                const guint32 level = 0xf4u - (guint32)((k ? valley : levels)[x] * end / 5);
                frame_fill(now, trail.x + x, trail.y + y, 1, 1, level << 16 | level << 8 | level);
            }
        assert_int_equal(finds_trail(now, 280, 70, 20, 70), k == 0);
    }
}

/* In GTK the next tooltip comes at once. */
static void shadow_left_on_the_way__is_found_above_a_tooltip(void **state)
{
    (void)state;
    g_autoptr(frame) before = bare(), now = with_trail(3, 33, 5);
    const struct arrival way = {280, 70, 20, 70, screen};
    const struct area tip = {190, 66, 60, 20};
    g_autoptr(GArray) areas = g_array_new(FALSE, FALSE, sizeof(struct area)),
                      boxes = g_array_new(FALSE, FALSE, sizeof(struct area));
    frame_fill(now, tip.x, tip.y, tip.width, tip.height, INK);
    hover_shapes_add(areas, boxes, before, now, &way, NULL);
    assert_false(covers(areas, trail.x, trail.y + 16));
    g_autoptr(GArray) over = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_array_append_val(over, tip);
    hover_shapes_add(areas, boxes, before, now, &way, over);
    assert_true(covers(areas, trail.x, trail.y + 16));
}

static void what_is_no_shadow_on_the_way__is_not_found(void **state)
{
    (void)state;
    g_autoptr(frame) beside = with_trail(3, 33, 5), wide = with_trail(4, 33, 5), crisp = with_trail(3, 33, 1),
                     low = with_trail(3, 11, 5);
    assert_false(finds_trail(beside, 20, 70, 140, 70));
    assert_false(finds_trail(beside, 20, 8, 280, 8));
    assert_false(finds_trail(wide, 280, 70, 20, 70));
    assert_false(finds_trail(crisp, 280, 70, 20, 70));
    assert_false(finds_trail(low, 280, 50, 20, 50));
    frame_fill(beside, trail.x + 10, trail.y + 12, 1, 8, LINE); /* a letter beside it */
    assert_true(finds_trail(beside, 280, 70, 20, 70));
    frame_fill(beside, trail.x + 3, trail.y + 12, 1, 8, LINE);
    assert_false(finds_trail(beside, 280, 70, 20, 70));
    trail_levels[0] = 17;
    g_autoptr(frame) strong = with_trail(3, 33, 5);
    trail_levels[0] = 2;
    g_autoptr(frame) to_the_middle = with_trail(3, 33, 5);
    trail_levels[0] = 12;
    assert_false(finds_trail(strong, 280, 70, 20, 70));
    assert_false(finds_trail(to_the_middle, 280, 70, 20, 70));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strip_of_a_lit_tab__is_found),
        cmocka_unit_test(strip_of_a_wide_tab__is_found),
        cmocka_unit_test(what_is_no_strip__is_not_found),
        cmocka_unit_test(shadow_left_on_the_way__is_found),
        cmocka_unit_test(two_shadows_that_meet__are_found),
        cmocka_unit_test(shadow_left_on_the_way__is_found_above_a_tooltip),
        cmocka_unit_test(what_is_no_shadow_on_the_way__is_not_found),
        cmocka_unit_test(frame_that_comes_or_goes__is_found),
        cmocka_unit_test(shadow_of_a_frame__is_found_with_it),
        cmocka_unit_test(frame_with_light_inside__is_found_with_its_outer_line),
        cmocka_unit_test(frame_beside_another__is_found),
        cmocka_unit_test(frame_below_a_tooltip__is_found_as_far_as_it_is_seen),
        cmocka_unit_test(frame_of_a_split_button__is_found_with_its_arrow),
        cmocka_unit_test(what_is_no_frame_round_the_pointer__is_not_found),
        cmocka_unit_test(frame_as_small_as_a_letter__is_not_found),
        cmocka_unit_test(brush_at_the_pointer__is_found),
        cmocka_unit_test(what_is_no_brush__is_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
