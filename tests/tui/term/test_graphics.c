/* Pictures as pixels: what the terminal is asked, what its answers mean, and that no more is sent than what is new. */

#include "engine/picture/frame.h"
#include "tui/term/graphics.h"
#include "tui/term/terminal.h"

#include <curses.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define CELL_WIDTH 8
#define CELL_HEIGHT 16
#define COLUMNS 50 /* of the picture: seven tiles of kitty's by three */
#define ROWS 12

static graphics *with_answers(const char *wanted, const char *const *answers)
{
    graphics *g = graphics_new(wanted);
    guint n;
    graphics_question(g, &n);
    for (; *answers; answers++)
        graphics_hear(g, *answers);
    return g;
}

static enum graphics_protocol protocol(const graphics *g)
{
    int width, height;
    return graphics_cell(g, &width, &height);
}

static void graphics__is_what_the_terminal_answers(void **state)
{
    (void)state;
    static const struct {
        const char *wanted, *answers[5];
        enum graphics_protocol is;
    } cases[] = {
        {"auto", {NULL}, GRAPHICS_SYMBOLS},
        {"auto", {"[?62;22c", NULL}, GRAPHICS_SYMBOLS},
        {"auto", {"[6;16;8t", "[?62;22c", NULL}, GRAPHICS_SYMBOLS},
        {"auto", {"_Gi=31;OK", "[6;16;8t", "[?62;22c", NULL}, GRAPHICS_KITTY},
        {"auto", {"_Gi=31;ENOTSUP:no", "[6;16;8t", "[?62;22c", NULL}, GRAPHICS_SYMBOLS},
        {"auto", {"[6;16;8t", "[?63;1;4;22c", NULL}, GRAPHICS_SIXEL},
        {"auto", {"[6;16;8t", "[?64;14;40c", NULL}, GRAPHICS_SYMBOLS},
        {"auto", {"_Gi=31;OK", "[?62;4c", NULL}, GRAPHICS_SYMBOLS}, /* no size of a cell */
        {"symbols", {"_Gi=31;OK", "[6;16;8t", "[?62;4c", NULL}, GRAPHICS_SYMBOLS},
        {"sixel", {"_Gi=31;OK", "[6;16;8t", NULL}, GRAPHICS_SIXEL},
        {"kitty", {"[6;16;8t", NULL}, GRAPHICS_KITTY},
        {"kitty", {"[6;0;8t", "[6;9999;8t", NULL}, GRAPHICS_SYMBOLS},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(graphics) g = with_answers(cases[i].wanted, cases[i].answers);
        assert_int_equal(protocol(g), cases[i].is);
    }
}

static void graphics__asks_once_and_more_of_sixel_only(void **state)
{
    (void)state;
    guint n = 0;
    g_autoptr(graphics) none = graphics_new("symbols"), g = graphics_new("auto");
    assert_null(graphics_question(none, &n));
    assert_non_null(strstr(graphics_question(g, &n), "\033[c"));
    assert_int_equal(n, 3);
    assert_null(graphics_question(g, &n));
    graphics_hear(g, "[?63;4c");
    assert_non_null(strstr(graphics_question(g, &n), "\033[?2;1;0S"));
    assert_null(graphics_question(g, &n));
}

static void graphics__takes_the_terminals_word_for_a_cell_before_the_kernels(void **state)
{
    (void)state;
    int width, height;
    g_autoptr(graphics) g = graphics_new("kitty");
    graphics_cell_is(g, 10, 20);
    graphics_hear(g, "[6;16;8t");
    graphics_cell_is(g, 10, 20);
    graphics_cell(g, &width, &height);
    assert_int_equal(width, 8);
    assert_int_equal(height, 16);
}

/* ---- what is sent ---- */

static guint count(const GString *text, const char *part)
{
    guint n = 0;
    for (const char *p = text->str; (p = strstr(p, part)); p++)
        n++;
    return n;
}

struct showing {
    graphics *g;
    frame *f;
    struct paint_picture picture;
    GString *out;
};

static struct showing begin(const char *protocol_name)
{
    static const char *const answers[] = {"[6;16;8t", NULL};
    struct showing s = {.g = with_answers(protocol_name, answers), .f = frame_new(COLUMNS * CELL_WIDTH, ROWS * CELL_HEIGHT)};
    for (int i = 0; i < s.f->width * s.f->height; i++)
        s.f->pixels[i] = (guint32)(i % 977) * 4096;
    s.picture = (struct paint_picture){.x = 2, .y = 3, .columns = COLUMNS, .rows = ROWS, .pixels = s.f};
    s.out = g_string_new(NULL);
    return s;
}

static void end(struct showing *s)
{
    graphics_free(s->g);
    frame_free(s->f);
    g_string_free(s->out, TRUE);
}

/* What a turn sends. */
static void turn(struct showing *s, guint n)
{
    g_string_truncate(s->out, 0);
    graphics_erase(s->g, &s->picture, n, 24, s->out);
    graphics_show(s->g, &s->picture, n, s->out);
}

static void kitty__sends_what_is_new_and_takes_away_what_goes(void **state)
{
    (void)state;
    struct showing s = begin("kitty");
    turn(&s, 1);
    assert_int_equal(count(s.out, "a=T"), 21);
    assert_int_equal(count(s.out, "\033[4;3H"), 1);
    turn(&s, 1);
    assert_int_equal(s.out->len, 0);
    s.f->pixels[0] ^= 0xffffff;
    turn(&s, 1);
    assert_int_equal(count(s.out, "a=T"), 1);
    assert_int_equal(count(s.out, "a=d"), 1);
    turn(&s, 0);
    assert_int_equal(count(s.out, "a=T"), 0);
    assert_int_equal(count(s.out, "a=d"), 21);
    turn(&s, 1);
    assert_non_null(strstr(graphics_wipe(s.g), "d=A"));
    assert_string_equal(graphics_wipe(s.g), "");
    turn(&s, 1);
    assert_int_equal(count(s.out, "a=T"), 21); /* nothing of it is there any more */
    assert_int_equal(count(s.out, "\a"), 0);
    end(&s);
}

/* What lies over a picture is cut out of it, to the cell; what it does not touch is not sent again. */
static void a_picture__stays_around_what_lies_over_it(void **state)
{
    (void)state;
    struct showing s = begin("kitty");
    turn(&s, 1);
    s.picture.cut = (struct rect){12, 8, 4, 2}; /* in the middle of the second tile of the second row */
    turn(&s, 1);
    assert_int_equal(count(s.out, "a=T"), 4);
    assert_int_equal(count(s.out, "a=d"), 1);
    assert_int_equal(count(s.out, "\033[8;11H\033_Ga=T,f=100,q=2,C=1,i=22,c=8,r=1,"), 1); /* above it */
    assert_int_equal(count(s.out, "\033[9;11H\033_Ga=T,f=100,q=2,C=1,i=24,c=2,r=2,"), 1); /* left */
    assert_int_equal(count(s.out, "\033[9;17H\033_Ga=T,f=100,q=2,C=1,i=25,c=2,r=2,"), 1); /* right */
    turn(&s, 1);
    assert_int_equal(s.out->len, 0);
    s.picture.cut.width = 0;
    turn(&s, 1);
    assert_int_equal(count(s.out, "a=T"), 1);
    assert_int_equal(count(s.out, "a=d"), 4);
    end(&s);
    s = begin("sixel");
    turn(&s, 1);
    s.picture.cut = (struct rect){0, 3, 12, 5}; /* over its upper left corner */
    turn(&s, 1);
    assert_int_equal(count(s.out, "\033P"), 2);
    assert_int_equal(count(s.out, "\033[4;13H\033P"), 1);
    assert_int_equal(count(s.out, "\033[9;3H\033P"), 1);
    end(&s);
}

static void sixel__sends_what_is_new_and_blanks_what_goes(void **state)
{
    (void)state;
    struct showing s = begin("sixel");
    turn(&s, 1);
    assert_int_equal(count(s.out, "\033P"), 1);
    gsize whole = s.out->len;
    turn(&s, 1);
    assert_int_equal(s.out->len, 0);
    int last = s.f->width * s.f->height - 1;
    s.f->pixels[last] ^= 0xffffff;
    turn(&s, 1);
    assert_int_equal(count(s.out, "\033P"), 1);
    assert_true(s.out->len < whole / 20); /* the cell that is new, in its place */
    g_autofree char *corner = g_strdup_printf("\033[%d;%dH\033P", 3 + ROWS, 2 + COLUMNS);
    assert_int_equal(count(s.out, corner), 1);
    s.picture.x++;
    turn(&s, 1);
    g_autofree char *blank = g_strdup_printf("\033[4;3H%*s\033[5;3H", COLUMNS, "");
    assert_int_equal(count(s.out, blank), 1);
    assert_true(strstr(s.out->str, blank) < strstr(s.out->str, "\033P"));
    turn(&s, 0);
    assert_int_equal(count(s.out, "\033P"), 0);
    graphics_hear(s.g, "[?2;0;200;100S"); /* it keeps no larger picture */
    turn(&s, 1);
    assert_int_equal(count(s.out, "\033P"), 4);
    end(&s);
}

/* A crosshair and the corners of an area are in the pixels: no cell is written over a picture. */
static void marks__are_in_the_picture(void **state)
{
    (void)state;
    struct showing s = begin("kitty");
    turn(&s, 1);
    s.picture.marks = (struct paint_marks){.crosshair = true, .x = 0.5, .y = 0.5};
    turn(&s, 1);
    assert_in_range(count(s.out, "a=T"), 1, 4);
    s.picture.marks = (struct paint_marks){.crosshair = true, .x = 0.5, .y = 0.5, .gap = 0.4};
    turn(&s, 1);
    g_autofree char *open = g_strdup(s.out->str);
    s.picture.marks.on = true; /* at the place itself: the gap is for a label */
    turn(&s, 1);
    assert_in_range(count(s.out, "a=T"), 1, 4);
    assert_string_not_equal(s.out->str, open);
    s.picture.marks = (struct paint_marks){.corners = true, .right = 1, .bottom = 1};
    turn(&s, 1);
    assert_true(count(s.out, "a=T") >= 4);
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(struct paint_number));
    const struct paint_number number = {0.5, 0.5, 0.1, 0.1, 7};
    s.picture.marks = (struct paint_marks){.numbers = numbers};
    turn(&s, 1);
    g_array_append_val(numbers, number);
    turn(&s, 1);
    assert_in_range(count(s.out, "a=T"), 1, 4); /* where it is, and nowhere else */
    end(&s);
}

static wchar_t character_at(int y, int x)
{
    cchar_t c;
    wchar_t text[CCHARW_MAX + 1] = {0};
    attr_t attributes;
    short pair;
    mvin_wch(y, x, &c);
    getcchar(&c, text, &attributes, &pair, NULL);
    return text[0];
}

/* Pixels only where nothing else is drawn over them. */
static void paint__cuts_out_of_pixels_what_lies_over_them(void **state)
{
    (void)state;
    FILE *null = fopen("/dev/null", "r+");
    SCREEN *terminal = newterm("xterm-256color", null, null);
    struct showing s = begin("kitty");
    struct cell cells[4 * 2];
    for (gsize i = 0; i < G_N_ELEMENTS(cells); i++)
        cells[i] = (struct cell){'#', -1, -1};
    struct thumbnail t = {.columns = 4, .rows = 2, .cells = cells, .pixels = s.f};
    guint n;
    assert_non_null(terminal);
    paint_start();
    paint_begin();
    assert_true(paint_picture(1, 1, &t, NULL));
    assert_true(paint_picture(1, 9, &t, NULL));
    paint_text(2, 12, 3, "abc", STYLE_NORMAL);
    const struct paint_picture *list = paint_end(&n);
    assert_int_equal(n, 2);
    assert_int_equal(list[0].x, 1);
    assert_int_equal(list[0].cut.width, 0);
    assert_int_equal(character_at(1, 1), 0xa0);
    assert_int_equal(list[1].cut.x, 12);
    assert_int_equal(list[1].cut.y, 2);
    assert_int_equal(list[1].cut.width, 1);
    assert_int_equal(list[1].cut.height, 1);
    assert_int_equal(character_at(1, 9), 0xa0);
    assert_int_equal(character_at(2, 12), 'a');
    paint_begin();
    assert_true(paint_picture(1, 1, &t, NULL));
    assert_true(paint_picture(1, 9, &t, NULL));
    paint_text(1, 2, 1, "a", STYLE_NORMAL); /* in the box of both, cells are what was between them */
    paint_text(2, 3, 1, "b", STYLE_NORMAL);
    paint_text(1, 9, 1, "c", STYLE_NORMAL); /* the box is all of it */
    paint_text(2, 12, 1, "d", STYLE_NORMAL);
    for (int i = 0; i < 3; i++) {
        list = paint_end(&n);
        assert_int_equal(n, 1);
        assert_int_equal(list->cut.x, 2);
        assert_int_equal(list->cut.width, 2);
        assert_int_equal(list->cut.height, 2);
        assert_int_equal(character_at(1, 1), 0xa0);
        assert_int_equal(character_at(1, 2), 'a');
        assert_int_equal(character_at(2, 2), '#');
        assert_int_equal(character_at(2, 9), '#');
    }
    paint_begin();
    assert_true(paint_picture(1, 1, &t, NULL)); /* the run screen's, below what lies over it */
    paint_fill(&(struct rect){0, 0, 20, 10}, STYLE_NORMAL);
    assert_true(paint_picture(1, 1, &t, NULL));
    assert_true(paint_picture(4, 1, &t, NULL));
    for (int i = 0; i < 3; i++) { /* the drawing asks, and what sends it: each time the same */
        list = paint_end(&n);
        assert_int_equal(n, 2);
        assert_int_equal(list[0].y, 1);
        assert_int_equal(list[1].y, 4);
    }
    paint_begin();
    paint_cursor(3, 5);
    paint_text(10, 0, 9, "after it", STYLE_NORMAL);
    paint_end(&n);
    assert_int_equal(getcury(stdscr), 3); /* where it was put, whatever is painted then */
    assert_int_equal(getcurx(stdscr), 5);
    paint_begin();
    t.pixels = NULL;
    assert_false(paint_picture(1, 1, &t, NULL));
    paint_end(&n);
    assert_int_equal(n, 0);
    endwin();
    delscreen(terminal);
    fclose(null);
    end(&s);
}

static enum thumbnail_symbols symbols_on(const char *term, const char *tmux, const char *vte)
{
    g_setenv("TERM", term, TRUE);
    if (tmux)
        g_setenv("TMUX", tmux, TRUE);
    else
        g_unsetenv("TMUX");
    if (vte)
        g_setenv("VTE_VERSION", vte, TRUE);
    else
        g_unsetenv("VTE_VERSION");
    return terminal_symbols("auto");
}

static void symbols__are_what_the_terminal_draws(void **state)
{
    (void)state;
    g_unsetenv("STY");
    assert_int_equal(symbols_on("xterm-kitty", NULL, NULL), THUMBNAIL_SEXTANTS);
    assert_int_equal(symbols_on("xterm-256color", NULL, "7200"), THUMBNAIL_SEXTANTS);
    assert_int_equal(symbols_on("xterm-256color", NULL, "5202"), THUMBNAIL_QUADRANTS);
    assert_int_equal(symbols_on("tmux-256color", "/tmp/tmux", "7200"), THUMBNAIL_QUADRANTS);
    assert_int_equal(symbols_on("linux", NULL, NULL), THUMBNAIL_HALVES);
    assert_int_equal(terminal_symbols("sextants"), THUMBNAIL_SEXTANTS);
    assert_int_equal(terminal_symbols("halves"), THUMBNAIL_HALVES);
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphics__is_what_the_terminal_answers),
        cmocka_unit_test(graphics__asks_once_and_more_of_sixel_only),
        cmocka_unit_test(graphics__takes_the_terminals_word_for_a_cell_before_the_kernels),
        cmocka_unit_test(kitty__sends_what_is_new_and_takes_away_what_goes),
        cmocka_unit_test(a_picture__stays_around_what_lies_over_it),
        cmocka_unit_test(sixel__sends_what_is_new_and_blanks_what_goes),
        cmocka_unit_test(marks__are_in_the_picture),
        cmocka_unit_test(symbols__are_what_the_terminal_draws),
        cmocka_unit_test(paint__cuts_out_of_pixels_what_lies_over_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
