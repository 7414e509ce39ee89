/* What the pointer's coming explains of a picture, and what it does not. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/hand/arrival.h"
#include "engine/hand/widget.h"

#define WIDTH 400
#define HEIGHT 200
#define FROM_X 80
#define FROM_Y 60
#define TO_X 300
#define TO_Y 120
#define PAPER 0xffffffu

static const struct area close_to = {TO_X - 48, TO_Y - 48, 96, 96};
static const struct arrival way = {FROM_X, FROM_Y, TO_X, TO_Y, {0, 0, WIDTH, HEIGHT}};

struct pictures {
    frame *before, *now;
};

static void fill(frame *f, int x, int y, int width, int height, guint32 colour)
{
    frame_fill(f, x, y, width, height, colour);
}

static struct pictures papers(void)
{
    struct pictures p = {frame_new(WIDTH, HEIGHT), frame_new(WIDTH, HEIGHT)};
    fill(p.before, 0, 0, WIDTH, HEIGHT, PAPER);
    fill(p.now, 0, 0, WIDTH, HEIGHT, PAPER);
    return p;
}

/* White with a black edge, the tip where the pointer is. */
static void arrow(frame *f, int x, int y)
{
    for (int k = 0; k < 14; k++) {
        fill(f, x, y + k, k * 2 / 3 + 1, 1, 0);
        fill(f, x + 1, y + k, MAX(0, k * 2 / 3 - 1), 1, PAPER);
    }
    fill(f, x, y + 14, 10, 1, 0);
}

static void ring(frame *f, int x, int y, guint32 colour)
{
    for (int k = -20; k <= 20; k++)
        for (int side = -20; side <= 20; side += 40) {
            fill(f, x + k, y + side, 1, 1, k & 4 ? colour : 0x404040);
            fill(f, x + side, y + k, 1, 1, k & 4 ? colour : 0x404040);
        }
}

/* Pixels that still differ around the point once the pointer's own are left out. */
static int left_over(struct pictures *p, int x, int y)
{
    g_autoptr(GArray) sprite = arrival_sprite(p->before, p->now, &way, close_to);
    arrival_excuse(p->now, p->before, sprite);
    g_autoptr(frame) a = frame_crop(p->before, x - 48, y - 48, 96, 96), b = frame_crop(p->now, x - 48, y - 48, 96, 96);
    int rx, ry, width, height;
    int n = (int)frame_changed(a, b, &rx, &ry, &width, &height);
    frame_free(p->before);
    frame_free(p->now);
    return n;
}

static void arrival__own_pointer__is_left_out_there_and_here(void **state)
{
    (void)state;
    for (int at = 0; at < 2; at++) {
        struct pictures p = papers();
        fill(p.before, FROM_X + 2, FROM_Y + 2, 3, 6, 0x808080); /* what it had covered */
        fill(p.now, FROM_X + 2, FROM_Y + 2, 3, 6, 0x808080);
        arrow(p.before, FROM_X, FROM_Y);
        arrow(p.now, TO_X, TO_Y);
        assert_int_equal(left_over(&p, at ? TO_X : FROM_X, at ? TO_Y : FROM_Y), 0);
    }
}

static void arrival__word_beside_own_pointer__counts(void **state)
{
    (void)state;
    for (int at = 0; at < 2; at++) {
        struct pictures p = papers();
        arrow(p.before, FROM_X, FROM_Y);
        arrow(p.now, TO_X, TO_Y);
        fill(p.now, at ? TO_X + 16 : FROM_X - 8, at ? TO_Y : FROM_Y, 1, 11, 0);
        assert_true(left_over(&p, at ? TO_X : FROM_X, at ? TO_Y : FROM_Y) >= 10);
    }
}

/* A row that is lit is a part of something larger, its words are not those of the row before. */
static void arrival__lit_rows__are_no_pointer(void **state)
{
    (void)state;
    struct pictures p = papers();
    fill(p.before, 0, FROM_Y - 10, WIDTH, 20, 0xe8f0fe);
    fill(p.now, 0, TO_Y - 10, WIDTH, 20, 0xe8f0fe);
    assert_int_equal(left_over(&p, TO_X, TO_Y), 96 * 20);
}

static void arrival__outline_of_a_brush__is_left_out(void **state)
{
    (void)state;
    struct pictures p = papers();
    ring(p.now, TO_X, TO_Y, 0x909090);
    assert_int_equal(left_over(&p, TO_X, TO_Y), 0);
}

static void arrival__outline_around_something_else__counts(void **state)
{
    (void)state;
    struct pictures p = papers();
    ring(p.now, TO_X + 12, TO_Y, 0x909090);
    assert_true(left_over(&p, TO_X, TO_Y) > 100);
    p = papers();
    ring(p.now, TO_X, TO_Y, 0x909090);
    fill(p.now, TO_X - 2, TO_Y - 5, 1, 10, 0); /* a word in it */
    assert_true(left_over(&p, TO_X, TO_Y) > 100);
}

static void arrival__marker_and_crosshair__are_left_out(void **state)
{
    (void)state;
    struct pictures p = papers();
    for (int k = 0; k < 5; k++) {
        fill(p.before, FROM_X - k, TO_Y - 36 - k, 2 * k + 1, 1, 0);
        fill(p.now, TO_X - k, TO_Y - 36 - k, 2 * k + 1, 1, 0);
    }
    for (int y = 0; y < HEIGHT; y += 2) {
        fill(p.before, FROM_X, y, 1, 1, 0);
        fill(p.now, TO_X, y, 1, 1, 0);
    }
    assert_int_equal(left_over(&p, TO_X, TO_Y), 0);
}

/* Only what the pointer is in the middle of, or was. */
/* Two dotted lines through the pointer. */
static void crosshair(frame *f, int x, int y)
{
    for (int k = 1; k < 150; k += 2)
        fill(f, x, k, 1, 1, 0);
    for (int k = 20; k < 340; k += 2)
        fill(f, k, y, 1, 1, 0);
}

/* Where they cross, and where they crossed, their dots are others: no piece between is long. */
static void arrival__crosshair_of_two_lines__is_left_out(void **state)
{
    (void)state;
    struct pictures p = papers(), dash = papers();
    fill(p.before, TO_X + 8, TO_Y - 5, 11, 11, 0x000080); /* a dot beneath one of them */
    fill(p.now, TO_X + 8, TO_Y - 5, 11, 11, 0x000080);
    crosshair(p.before, FROM_X, FROM_Y);
    crosshair(p.now, TO_X, TO_Y);
    assert_int_equal(left_over(&p, TO_X, TO_Y), 0);
    crosshair(dash.before, FROM_X, FROM_Y);
    crosshair(dash.now, TO_X, TO_Y);
    fill(dash.now, TO_X - 3, TO_Y + 2, 7, 1, 0); /* within what is not looked at for the lines */
    assert_int_equal(left_over(&dash, TO_X, TO_Y), 7);
}

static void arrival__what_lights_up__is_under_the_pointer(void **state)
{
    (void)state;
    struct pictures p = papers();
    fill(p.before, FROM_X - 30, FROM_Y - 10, 60, 20, 0xe8f0fe);
    fill(p.now, TO_X - 40, TO_Y - 12, 80, 24, 0xe8f0fe);
    fill(p.now, TO_X - 40, TO_Y + 30, 80, 24, 0xe8f0fe);
    g_autoptr(GArray) lit = arrival_lit(p.before, p.now, &way, 0, HEIGHT - 1);
    arrival_excuse(p.now, p.before, lit);
    int x, y, width, height;
    assert_int_equal(frame_changed(p.before, p.now, &x, &y, &width, &height), 80 * 24);
    assert_int_equal(y, TO_Y + 30);
    frame_free(p.before);
    frame_free(p.now);
}

/* Letters of a row: bars of several heights. */
static void letters(frame *f, int x, int y, int seed)
{
    for (int k = 0; k < 16; k++)
        fill(f, x + 5 * k, y + (k * seed) % 5, 2, 9 - (k * seed) % 5, 0x202020);
}

/* Pixels that are a change elsewhere; `away`, if any, is how it was once the pointer had gone back. */
static int elsewhere_but(struct pictures *p, frame *away)
{
    g_autoptr(GArray) areas = arrival_elsewhere(p->before, p->now, away, &way, 0, HEIGHT - 1);
    g_autoptr(frame) lit = frame_copy(p->before);
    arrival_excuse(lit, p->now, areas);
    int x, y, width, height;
    int n = (int)frame_changed(p->before, lit, &x, &y, &width, &height);
    frame_free(p->before);
    frame_free(p->now);
    frame_free(away);
    return n;
}

static int elsewhere(struct pictures *p)
{
    return elsewhere_but(p, frame_copy(p->before));
}

static struct pictures rows(guint32 before, guint32 now, int words)
{
    struct pictures p = papers();
    fill(p.before, 20, 150, 160, 18, before);
    fill(p.now, 20, 150, 160, 18, now);
    letters(p.before, 24, 154, 3);
    letters(p.now, 24, 154, words);
    return p;
}

static void arrival__row_selected_elsewhere__is_a_highlight(void **state)
{
    (void)state;
    static const guint32 colours[] = {0xe8f0fe, 0xfafafa, 0xd4d4d4, 0x3584e4};
    for (guint i = 0; i < G_N_ELEMENTS(colours); i++) {
        struct pictures marked = rows(PAPER, colours[i], 3), unmarked = rows(colours[i], PAPER, 3);
        assert_true(elsewhere(&marked) > 160 * 18 / 2);
        assert_true(elsewhere(&unmarked) > 160 * 18 / 2);
    }
}

static void arrival__row_selected_with_a_mark__is_a_highlight(void **state)
{
    (void)state;
    struct pictures p = rows(PAPER, 0xe8f0fe, 3);
    fill(p.now, 160, 155, 6, 1, 0);
    fill(p.now, 160, 158, 6, 1, 0);
    assert_true(elsewhere(&p) > 160 * 18 / 2);
}

/* Coordinates that are others, and an address over what was there: they may as well be another name. */
static void arrival__words_elsewhere__are_a_change(void **state)
{
    (void)state;
    struct pictures coordinates = papers(), bubble = papers();
    letters(coordinates.before, 150, 180, 3);
    letters(coordinates.now, 150, 180, 2);
    letters(bubble.before, 150, 180, 3);
    fill(bubble.now, 140, 175, 120, 22, 0xf0f0c0);
    letters(bubble.now, 154, 180, 4);
    assert_true(elsewhere(&coordinates) > 0);
    assert_true(elsewhere(&bubble) > 0);
}

/* It shows itself when the pointer moves, and stays for a while; not over what is written. */
static void arrival__scrollbar__is_left_out(void **state)
{
    (void)state;
    for (int over = 0; over < 2; over++) {
        struct pictures p = papers();
        int x, y, width, height;
        if (over)
            letters(p.before, 186, 90, 3);
        fill(p.now, 190, 8, 6, 180, 0xd0d0d0);
        fill(p.now, 191, 60, 4, 50, 0x808080);
        g_autoptr(GArray) bars = arrival_scrollbars(p.before, p.now, &way, 0, HEIGHT - 1);
        arrival_excuse(p.now, p.before, bars);
        assert_int_equal(frame_changed(p.before, p.now, &x, &y, &width, &height) > 0, over);
        frame_free(p.before);
        frame_free(p.now);
    }
}

/* GTK 3's lie over the edge of what is scrolled, upright and lying: both come with the pointer. */
static void arrival__overlay_scrollbars__are_left_out(void **state)
{
    (void)state;
    for (int i = -1; i < 6; i++) {
        struct pictures p = papers();
        int x, y, width, height;
        struct arrival to = way;
        struct area upright = {to.window.x + to.window.width - 5, 20, 4, 40},
                    lying = {to.window.x + 30, to.window.y + to.window.height - 5, 50, 4};
        if (i == -1) /* the pointer is in a menu, and they are in the window below */
            to.window = (struct area){TO_X - 20, TO_Y - 10, 40, 20};
        if (i == 1) /* not at the edge */
            upright.x -= 60;
        if (i == 2) /* over words */
            letters(p.before, upright.x - 4, 30, 3), letters(p.now, upright.x - 4, 30, 3);
        if (i == 3) /* it says something itself */
            lying.width = 12;
        if (i == 4) { /* it is what is pressed */
            to.to_x = upright.x + 2;
            to.to_y = upright.y + 10;
        }
        fill(p.now, upright.x, upright.y, upright.width, upright.height, i == 5 ? 0xd04040 : 0xafb1b2);
        fill(p.now, lying.x, lying.y, lying.width, lying.height, 0xafb1b2);
        g_autoptr(GArray) bars = arrival_scrollbars(p.before, p.now, &to, 0, HEIGHT - 1);
        arrival_excuse(p.now, p.before, bars);
        if ((frame_changed(p.before, p.now, &x, &y, &width, &height) > 0) != (i > 0))
            fail_msg("%d", i);
        frame_free(p.before);
        frame_free(p.now);
    }
}

/* Grass: no pixel is as its neighbours. */
static void texture(frame *f, int x, int y, int width, int height, guint32 least)
{
    for (int j = y; j < y + height; j++)
        for (int i = x; i < x + width; i++)
            fill(f, i, j, 1, 1, least + 0x101010u * ((guint32)(3 * i + 5 * j) % 7));
}

/* A game's own tooltip, gone from the map: so many steps are others that they make lines. */
static void arrival__words_gone_from_a_texture__are_no_highlight(void **state)
{
    (void)state;
    struct pictures p = papers();
    texture(p.before, 0, 40, WIDTH, 100, 0x104010);
    texture(p.now, 0, 40, WIDTH, 100, 0x104010);
    fill(p.before, 10, FROM_Y + 25, 120, 16, 0);
    fill(p.before, 11, FROM_Y + 26, 118, 14, 0xf0f0c0);
    letters(p.before, 18, FROM_Y + 30, 4);
    assert_int_equal(elsewhere(&p), 0);
}

/* A row of pictures is tinted; and one with a frame of three lines around it. */
static void arrival__row_selected_on_a_texture__is_a_highlight(void **state)
{
    (void)state;
    struct pictures tinted = papers(), framed = rows(PAPER, PAPER, 3);
    texture(tinted.before, 20, 150, 160, 18, 0x104010);
    texture(tinted.now, 20, 150, 160, 18, 0x307080);
    for (int k = 0; k < 3; k++) {
        fill(framed.now, 15 + k, 147 + k, 170 - 2 * k, 24 - 2 * k, k == 1 ? PAPER : 0x3584e4);
        fill(framed.now, 16 + k, 148 + k, 168 - 2 * k, 22 - 2 * k, PAPER);
    }
    letters(framed.now, 24, 154, 3);
    assert_true(elsewhere(&tinted) > 160 * 18 / 2);
    assert_true(elsewhere(&framed) > 2 * 170);
}

static void arrival__row_under_the_pointer__is_no_highlight_elsewhere(void **state)
{
    (void)state;
    struct pictures p = papers();
    fill(p.before, FROM_X - 60, FROM_Y - 9, 160, 18, 0xe8f0fe);
    fill(p.now, TO_X - 60, TO_Y - 9, 140, 18, 0xe8f0fe);
    assert_int_equal(elsewhere(&p), 0);
}

/* The box of a check button, with the pointer on its label; not when it is filled, nor beside another thing. */
static void arrival__box_of_the_label_under_the_pointer__may_glow(void **state)
{
    (void)state;
    static const struct {
        int label_x;
        guint32 colour;
        bool counts;
    } rows[] = {{TO_X - 100, 0xe8f0fe, false}, {TO_X - 100, 0x3584e4, true}, {TO_X - 60, 0xe8f0fe, true}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct pictures p = papers();
        letters(p.before, rows[i].label_x, TO_Y - 5, 12);
        letters(p.now, rows[i].label_x, TO_Y - 5, 12);
        fill(p.now, TO_X - 120, TO_Y - 7, 14, 14, rows[i].colour);
        assert_int_equal(elsewhere(&p) > 0, rows[i].counts);
    }
}

/* A disc, that of a radio button or its dot. */
static void disc(frame *f, int x, int y, int side, guint32 colour)
{
    for (int v = 0; v < side; v++)
        for (int u = 0; u < side; u++)
            if ((2 * u + 1 - side) * (2 * u + 1 - side) + (2 * v + 1 - side) * (2 * v + 1 - side) <= side * side)
                fill(f, x + u, y + v, 1, 1, colour);
}

/* A circle with its outline and a label, on paper; dot 0 = it is not chosen. */
static void radio(frame *f, int y, guint32 rim, guint32 inside, int dot, guint32 ink)
{
    letters(f, TO_X - 100, y - 5, 12);
    disc(f, TO_X - 121, y - 8, 16, rim);
    disc(f, TO_X - 120, y - 7, 14, inside);
    disc(f, TO_X - 113 - dot / 2, y - dot / 2, dot, ink);
}

/* It glows while the pointer is on its label, and no more once that has gone; the dot in it stays, or comes and goes in a pale
 * colour, with a glow or alone. */
static void arrival__radio_button__keeps_its_dot(void **state)
{
    (void)state;
    static const struct {
        guint32 rims[2], insides[2];
        int dots[2];
        guint32 inks[2];
        bool counts;
    } rows[] = {
        {{0xc0c0c0, 0xc0c0c0}, {0xfefefe, 0xf1f1f1}, {0, 0}, {0, 0}, false},               /* GTK */
        {{0x3584e4, 0x3b8ff0}, {0x3584e4, 0x4790f0}, {6, 6}, {0xfefefe, 0xfefefe}, false}, /* chosen */
        {{0xfefefe, 0xe0e8f0}, {0xfefefe, 0xe8f0fe}, {0, 0}, {0, 0}, false},               /* its outline comes with it */
        {{0xfefefe, 0xe0e8f0}, {0xfefefe, 0xe8f0fe}, {0, 6}, {0, 0xc8c8c8}, true},         /* and a dot with it */
        {{0xfefefe, 0xe0e8f0}, {0xfefefe, 0xe8f0fe}, {0, 8}, {0, 0xd8d8d8}, true},
        {{0xc0c0c0, 0xc0c0c0}, {0xfefefe, 0xf1f1f1}, {0, 6}, {0, 0xd0d0d0}, true},
        {{0xc0c0c0, 0xb0b0b0}, {0xfefefe, 0xf1f1f1}, {8, 0}, {0xd0d0d0, 0}, true},
        {{0xc0c0c0, 0xc0c0c0}, {0xfefefe, 0xfefefe}, {0, 6}, {0, 0xd0d0d0}, true}, /* a dot alone */
        {{0xc0c0c0, 0xc0c0c0}, {0xfefefe, 0xf1f1f1}, {0, 6}, {0, 0x3584e4}, true},
    };
    for (int leaves = 0; leaves < 2; leaves++)
        for (int back = 0; back < 2; back++)
            for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
                struct pictures p = papers();
                frame *both[] = {back ? p.now : p.before, back ? p.before : p.now};
                struct arrival on = {FROM_X, FROM_Y, TO_X, TO_Y, {0, 0, WIDTH, HEIGHT}};
                if (leaves)
                    on = (struct arrival){TO_X, TO_Y, FROM_X, FROM_Y, {0, 0, WIDTH, HEIGHT}};
                for (int k = 0; k < 2; k++)
                    radio(both[k], TO_Y, rows[i].rims[k], rows[i].insides[k], rows[i].dots[k], rows[i].inks[k]);
                g_autoptr(GArray) areas = arrival_elsewhere(p.before, p.now, NULL, &on, 0, HEIGHT - 1);
                if ((areas->len > 0) != rows[i].counts)
                    fail_msg("row %d, leaves %d, back %d: %d areas", (int)i, leaves, back, (int)areas->len);
                frame_free(p.before);
                frame_free(p.now);
            }
}

/* The arrows of a spin box are tinted while the pointer is anywhere in it. A clearer colour, a mark, more than arrows, or what is
 * not beside it is another thing. */
static void arrival__arrows_of_the_field_that_the_pointer_left__may_lose_their_tint(void **state)
{
    (void)state;
    static const struct {
        struct area at;
        guint32 tinted;
        bool counts;
    } rows[] = {{{132, 4, 14, 20}, 0xf6f6f6, false}, {{132, 4, 14, 20}, 0xffffff, false}, {{132, 4, 14, 20}, 0xd8d8f0, true},
                {{132, 4, 36, 20}, 0xf6f6f6, true},  {{132, 4, 14, 34}, 0xf6f6f6, true},  {{150, 4, 14, 20}, 0xf6f6f6, true}};
    for (int leaves = 0; leaves < 2; leaves++)
        for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
            struct pictures p = papers();
            int left = leaves ? 10 : 230, down = (leaves ? FROM_Y : TO_Y) - 14;
            frame *both[] = {p.before, p.now};
            for (int k = 0; k < 2; k++) {
                fill(both[k], 0, down, WIDTH, 40, 0xefefef);
                fill(both[k], left, down + 2, 132, 24, 0xa0a0a0);
                fill(both[k], left + 1, down + 3, 130, 22, 0xffffff);
                fill(both[k], left + 132, down + 4, 14, 20, 0xefefef);
                letters(both[k], left + 6, down + 8, 2);
            }
            struct area a = rows[i].at;
            fill(both[!leaves], left + a.x, down + a.y, a.width, a.height, rows[i].tinted);
            assert_int_equal(elsewhere(&p) > 0, rows[i].counts);
        }
}

/* In the pointer's row or column, and as small as a marker: a marker is where the pointer was, too, when it was there. */
static void arrival__digit_in_line_with_the_pointer__is_a_change(void **state)
{
    (void)state;
    static const struct area glyphs[] = {{40, TO_Y - 4, 5, 8}, {TO_X - 2, 20, 5, 7}};
    for (gsize i = 0; i < G_N_ELEMENTS(glyphs); i++) {
        const struct area g = glyphs[i];
        int dx = i ? FROM_X - TO_X : 0, dy = i ? 0 : FROM_Y - TO_Y;
        struct pictures digit = papers(), marker = papers();
        fill(digit.now, g.x, g.y, g.width, g.height, 0);
        assert_true(elsewhere(&digit) > 0);
        frame *away = frame_copy(marker.before);
        fill(marker.now, g.x, g.y, g.width, g.height, 0);
        fill(away, g.x + dx, g.y + dy, g.width, g.height, 0);
        assert_int_equal(elsewhere_but(&marker, away), 0);
    }
    struct pictures gone = papers(); /* near where the pointer was: no tooltip is so small */
    fill(gone.before, FROM_X + 20, FROM_Y - 4, 5, 8, 0);
    assert_true(elsewhere(&gone) > 0);
}

/* xfig's: 15×8 px, hollow, the inverse of what is there. x < 0: the ruler alone. */
static void inverse_marker(frame *f, int x)
{
    for (int tick = 0; tick < WIDTH; tick += 10)
        fill(f, tick, 8, 1, 8, 0);
    for (int k = 0; x >= 0 && k < 8; k++)
        for (int side = k ? -k : 0; side <= k; side += k == 7 || k == 0 ? 1 : 2 * k)
            fill(f, x + side, 15 - k, 1, 1, (x + side) % 10 == 0 ? PAPER : 0);
}

/* It stands on a line of a grid, not quite where the pointer is. */
static void arrival__hollow_marker_on_a_grid__is_left_out(void **state)
{
    (void)state;
    for (int off = 0; off <= 6; off += 2) {
        struct pictures p = papers();
        frame *away = frame_copy(p.before);
        inverse_marker(p.before, FROM_X);
        inverse_marker(away, FROM_X);
        inverse_marker(p.now, TO_X + off);
        assert_int_equal(elsewhere_but(&p, away) > 0, off > 4); /* by more it is something else */
    }
}

/* Approved without one, because the pointer had not moved there yet: back at its start, the pointer has one. */
static void arrival__marker_that_the_pointer_had_not_yet__is_one(void **state)
{
    (void)state;
    for (int there = 0; there < 2; there++) {
        struct pictures p = papers();
        g_autoptr(frame) seen = frame_copy(p.before);
        inverse_marker(p.before, -1);
        inverse_marker(p.now, TO_X);
        inverse_marker(seen, there ? FROM_X : -1);
        g_autoptr(GArray) areas = arrival_markers(p.before, p.now, seen, &way, 0, HEIGHT - 1);
        arrival_excuse(p.now, p.before, areas);
        assert_int_equal(frame_same(p.before, p.now), there);
        frame_free(p.before);
        frame_free(p.now);
    }
}

/* A button with its label and its shade; a sheet is no such thing. */
static void arrival__thing__is_what_its_ground_holds(void **state)
{
    (void)state;
    struct pictures p = papers();
    fill(p.before, 20, 60, 160, 30, 0xd0d0d0);
    for (int y = 61; y < 89; y++)
        fill(p.before, 21, y, 158, 1, 0x404040 + 0x010101u * (guint32)y);
    letters(p.before, 60, 70, 3);
    struct area thing = widget_at(p.before, 61, 72), sheet = widget_at(p.before, 10, 10);
    assert_int_equal(thing.x, 21);
    assert_int_equal(thing.y, 61);
    assert_int_equal(thing.width, 158);
    assert_int_equal(thing.height, 28);
    assert_int_equal(sheet.width, 0);
    assert_int_equal(widget_at(p.before, -5, 10).width, 0);
    frame_free(p.before);
    frame_free(p.now);
}

/* The points of a label, the holes of its letters and the letters themselves, too: what is around them is the thing. */
static void arrival__thing__is_not_the_hole_of_a_letter(void **state)
{
    (void)state;
    struct pictures p = papers();
    for (int plate = 0; plate < 2; plate++) {
        fill(p.before, 20, 60, 160, 30, plate ? 0xd0d0d0 : PAPER);
        for (int i = 0; i < 8; i++) { /* eights, of which the hole is paler at its edge */
            const int x = 40 + 9 * i;
            fill(p.before, x, 70, 7, 11, 0x202020);
            for (int hole = 0; hole < 2; hole++) {
                fill(p.before, x + 1, 71 + 5 * hole, 5, 4, plate ? 0xcacaca : 0xf8f8f8);
                fill(p.before, x + 2, 72 + 5 * hole, 3, 2, plate ? 0xd0d0d0 : PAPER);
            }
        }
        for (int y = 70; y < 81; y++)
            for (int x = 40; x < 110; x++) {
                const struct area thing = widget_at(p.before, x, y);
                if (thing.width != (plate ? 160 : 0))
                    fail_msg("%d: %d,%d has %d,%d %dx%d", plate, x, y, thing.x, thing.y, thing.width, thing.height);
            }
    }
    frame_free(p.before);
    frame_free(p.now);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrival__own_pointer__is_left_out_there_and_here),
        cmocka_unit_test(arrival__word_beside_own_pointer__counts),
        cmocka_unit_test(arrival__lit_rows__are_no_pointer),
        cmocka_unit_test(arrival__outline_of_a_brush__is_left_out),
        cmocka_unit_test(arrival__outline_around_something_else__counts),
        cmocka_unit_test(arrival__marker_and_crosshair__are_left_out),
        cmocka_unit_test(arrival__hollow_marker_on_a_grid__is_left_out),
        cmocka_unit_test(arrival__marker_that_the_pointer_had_not_yet__is_one),
        cmocka_unit_test(arrival__crosshair_of_two_lines__is_left_out),
        cmocka_unit_test(arrival__what_lights_up__is_under_the_pointer),
        cmocka_unit_test(arrival__row_selected_elsewhere__is_a_highlight),
        cmocka_unit_test(arrival__row_selected_with_a_mark__is_a_highlight),
        cmocka_unit_test(arrival__words_elsewhere__are_a_change),
        cmocka_unit_test(arrival__box_of_the_label_under_the_pointer__may_glow),
        cmocka_unit_test(arrival__radio_button__keeps_its_dot),
        cmocka_unit_test(arrival__arrows_of_the_field_that_the_pointer_left__may_lose_their_tint),
        cmocka_unit_test(arrival__digit_in_line_with_the_pointer__is_a_change),
        cmocka_unit_test(arrival__scrollbar__is_left_out),
        cmocka_unit_test(arrival__overlay_scrollbars__are_left_out),
        cmocka_unit_test(arrival__words_gone_from_a_texture__are_no_highlight),
        cmocka_unit_test(arrival__row_selected_on_a_texture__is_a_highlight),
        cmocka_unit_test(arrival__row_under_the_pointer__is_no_highlight_elsewhere),
        cmocka_unit_test(arrival__thing__is_what_its_ground_holds),
        cmocka_unit_test(arrival__thing__is_not_the_hole_of_a_letter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
