/* What is sent, on a terminal made of the bytes (driver_terminal.h): after each turn each picture is there, pixel for pixel, and
 * nothing of one lies where none is. Turns differ in layout, in what scrolls beside the pictures, in how much of them is new and
 * in what lies over them; cells are no whole number of sixels high. */

#include "engine/picture/frame.h"
#include "tests/tui/driver_terminal.h"
#include "tui/term/paint.h"
#include "tui/term/terminal.h"

#include <curses.h>
#include <pty.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>

#include <cmocka.h>

#define WIDTH 120
#define HEIGHT 36
#define CELL_WIDTH 8
#define TURNS 90
#define NARROW 6 /* of the layouts */
#define BEHIND 7
#define MARK "\033]777;turn\a" /* after each of them */

struct part {
    int x, y, columns, rows, version;
};

/* One turn's screen: pictures, and lines of text around them. */
struct scene {
    struct part parts[3];
    int n;
    struct rect form;             /* over all of it; width 0 = none */
    char text[HEIGHT][WIDTH + 1]; /* ' ' = nothing */
};

static void write_at(struct scene *s, int y, int x, const char *text)
{
    memcpy(&s->text[y][x], text, strlen(text));
}

/* What follows from the turn's number alone: the one that draws and the one that looks have the same. */
static void scene_make(struct scene *s, int turn)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)turn);
    static const struct part layouts[][3] = {
        {{1, 2, 75, 20, 0}},                                       /* whole */
        {{6, 2, 64, 17, 0}, {1, 20, 60, 7, 1}},                    /* the lens below it */
        {{1, 2, 60, 16, 0}, {62, 2, 14, 20, 1}},                   /* beside it */
        {{6, 2, 64, 17, 0}, {1, 20, 24, 7, 1}, {26, 20, 4, 7, 2}}, /* places that changed */
        {{0, 2, 120, 33, 0}},                                      /* over all but the last row */
        {{0, 9, 59, 17, 0}, {61, 9, 59, 17, 1}},                   /* two beside each other, text around */
        {{40, 9, 3, 6, 0}},                                        /* a narrow one between words that change */
        {{10, 9, 20, 6, 0}, {30, 9, 5, 6, 1}},                     /* one comes right behind the other, before words */
        {{0}},
    };
    int layout = g_rand_int_range(rand, 0, G_N_ELEMENTS(layouts));
    if (turn % 3) /* two of three turns change little */
        layout = turn / 3 % (int)G_N_ELEMENTS(layouts);
    memset(s, 0, sizeof *s);
    for (int y = 0; y < HEIGHT; y++)
        memset(s->text[y], ' ', WIDTH);
    for (; s->n < 3 && layouts[layout][s->n].columns; s->n++) {
        s->parts[s->n] = layouts[layout][s->n];
        s->parts[s->n].version = layout >= NARROW ? turn / 9 : g_rand_int_range(rand, 0, 3) ? turn / 5 : turn;
    }
    s->n -= layout == BEHIND && turn % 2;
    write_at(s, 0, 0, "reins STEP");
    write_at(s, HEIGHT - 1, 2, turn % 2 ? "a message" : "");
    if (s->n && s->parts[0].columns < 80 && s->parts[0].y == 2) {
        int from = g_rand_int_range(rand, 1, 12), to = g_rand_int_range(rand, 13, 20);
        write_at(s, 19, 1, s->n > 1 ? "what the last action changed" : "");
        for (int i = 0; i < 30; i++) { /* lines beside it that move by some rows */
            g_autofree char *line = g_strdup_printf("| line %d of %d of what a model said", i * 7 % 31, i * i);
            if (from + i < HEIGHT - 2)
                write_at(s, from + i, 78, line);
        }
        for (int y = to + 14; y < HEIGHT - 2; y++) {
            g_autofree char *line = g_strdup_printf("%d: a line of the card below", y - to);
            write_at(s, y, 3, line);
        }
    } else if (layout >= NARROW && s->n) {
        for (int y = 9; y < 15; y++) {
            write_at(s, y, 36 - 30 * (layout == BEHIND), layout == NARROW && turn % 2 ? "odds" : "even");
            write_at(s, y, layout == NARROW ? 60 : turn % 2 ? 30 : 35, "words");
            write_at(s, y, 43, layout == BEHIND ? "" : turn % 2 ? "odds" : "even");
        }
    } else if (s->n == 2) {
        for (int y = 1; y < 8; y++)
            write_at(s, y, g_rand_int_range(rand, 0, 60), "some words that come and go");
    } else if (s->n == 0) {
        for (int y = 1; y < HEIGHT; y++) {
            g_autofree char *line = g_strdup_printf("a list's row %d", y + turn % 9);
            write_at(s, y, 4, line);
        }
    }
    if (turn / 4 % 3 == 1) { /* for some turns in one place, some rows larger in the last */
        s->form = (struct rect){turn / 4 * 7 % 50, turn / 12 + 3, 40 + turn / 4 % 30, 6 + turn % 4 / 3 * 3};
    }
    for (int y = s->form.y; y < s->form.y + s->form.height; y++)
        memset(&s->text[y][s->form.x], 'a' + y % 20, (gsize)s->form.width);
}

/* Blocks of eight colours, some of them of this version alone. Each has its share: chafa takes samples for its palette. */
static frame *picture_of(const struct part *p, int cell_height)
{
    static const guint32 colours[] = {0x000000, 0xff0000, 0x00ff00, 0x0000ff, 0xffff00, 0xff00ff, 0x00ffff, 0xffffff};
    g_autoptr(GRand) always = g_rand_new_with_seed((guint32)p->columns), own = g_rand_new_with_seed((guint32)p->version + 99);
    frame *f = frame_new(p->columns * CELL_WIDTH, p->rows * cell_height);
    for (int i = 0; i < 8; i++)
        frame_fill(f, i * f->width / 8, 0, f->width / 8 + 1, f->height, colours[i]);
    for (int i = 0; i < 20; i++) {
        GRand *r = i < 14 ? always : own;
        int x = g_rand_int_range(r, 0, f->width), y = g_rand_int_range(r, 0, f->height);
        frame_fill(f, x, y, g_rand_int_range(r, 1, 40), g_rand_int_range(r, 1, 40), colours[g_rand_int_range(r, 0, 8)]);
    }
    return f;
}

/* ---- the one that draws ---- */

static void draw(const struct scene *s, int cell_height)
{
    g_autoptr(GPtrArray) frames = g_ptr_array_new_with_free_func((GDestroyNotify)frame_free);
    struct cell cells[WIDTH * HEIGHT] = {{.c = '#', .fg = -1, .bg = -1}};
    erase();
    paint_begin();
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            if (s->text[y][x] != ' ')
                paint_text(y, x, 1, (char[]){s->text[y][x], '\0'}, STYLE_NORMAL);
        }
    }
    for (int i = 0; i < s->n; i++) {
        const struct part *p = &s->parts[i];
        g_ptr_array_add(frames, picture_of(p, cell_height));
        const struct thumbnail t = {p->columns, p->rows, cells, frames->pdata[i]};
        paint_picture(p->y, p->x, &t, NULL);
    }
    for (int y = s->form.y; y < s->form.y + s->form.height; y++) {
        g_autofree char *line = g_strndup(&s->text[y][s->form.x], (gsize)s->form.width);
        paint_text(y, s->form.x, s->form.width, line, STYLE_NORMAL);
    }
    terminal_update(false);
}

static void draw_all(const char *protocol, int cell_height)
{
    g_autoptr(GError) error = NULL;
    g_setenv("TERM", "xterm-256color", TRUE);
    g_unsetenv("TMUX");
    g_unsetenv("STY");
    if (!terminal_open("256", protocol, &error))
        _exit(1);
    for (int turn = 0; turn < TURNS; turn++) {
        static struct scene s; /* large */
        scene_make(&s, turn);
        draw(&s, cell_height);
        if (write(STDOUT_FILENO, MARK, strlen(MARK)) < 0)
            _exit(2);
    }
    _exit(0);
}

/* ---- the one that looks ---- */

static void look(const vt *t, const struct scene *s, int turn, int cell_height)
{
    const int width = WIDTH * CELL_WIDTH, height = HEIGHT * cell_height;
    g_autofree guint32 *is = g_new0(guint32, width * height), *shown = vt_picture(t);
    for (int i = 0; i < s->n; i++) {
        const struct part *p = &s->parts[i];
        g_autoptr(frame) f = picture_of(p, cell_height);
        for (int y = 0; y < f->height; y++) {
            for (int x = 0; x < f->width; x++)
                is[(p->y * cell_height + y) * width + p->x * CELL_WIDTH + x] = f->pixels[y * f->width + x] | 0xff000000u;
        }
    }
    for (int y = s->form.y * cell_height; y < (s->form.y + s->form.height) * cell_height; y++)
        memset(&is[y * width + s->form.x * CELL_WIDTH], 0, sizeof *is * (gsize)(s->form.width * CELL_WIDTH));
    int wrong = 0, missed = 0, first = -1;
    for (int i = 0; i < width * height; i++) {
        bool sampled = s->form.width && is[i] && shown[i]; /* chafa's palette may lack a colour of which a piece has little */
        missed += sampled && shown[i] != is[i];
        if (shown[i] != is[i] && !sampled)
            first = wrong++ ? first : i;
    }
    assert_true(missed * 1000 < width * height);
    if (wrong)
        fail_msg("turn %d: %d pixels are wrong, the first (%06x, not %06x) at %d,%d of the cell %d,%d", turn, wrong, shown[first],
                 is[first], first % width, first / width, first % width / CELL_WIDTH, first / width / cell_height);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            gunichar c = vt_cell(t, y, x);
            if ((c == 0xa0 ? ' ' : c) != (gunichar)s->text[y][x])
                fail_msg("turn %d: cell %d,%d has '%c', not '%c'", turn, x, y, (char)c, s->text[y][x]);
        }
    }
}

/* All that comes until the drawing one has ended. */
static GString *sent_by(const char *protocol, int cell_height)
{
    int master, slave, status;
    struct winsize size = {HEIGHT, WIDTH, WIDTH * CELL_WIDTH, (unsigned short)(HEIGHT * cell_height)};
    GString *all = g_string_new(NULL);
    char buffer[8192];
    assert_int_equal(openpty(&master, &slave, NULL, NULL, &size), 0);
    pid_t drawer = fork();
    if (drawer == 0) {
        close(master);
        login_tty(slave);
        draw_all(protocol, cell_height);
    }
    close(slave);
    for (ssize_t n; (n = read(master, buffer, sizeof buffer)) > 0;)
        g_string_append_len(all, buffer, n);
    close(master);
    assert_int_equal(waitpid(drawer, &status, 0), drawer);
    assert_int_equal(status, 0);
    return all;
}

static void shows_what_is_drawn(const char *protocol, int cell_height)
{
    g_autoptr(GString) sent = sent_by(protocol, cell_height);
    g_autoptr(vt) t = vt_new(WIDTH, HEIGHT, CELL_WIDTH, cell_height);
    const char *at = sent->str;
    for (int turn = 0; turn < TURNS; turn++) {
        static struct scene s; /* large */
        const char *end = strstr(at, MARK);
        assert_non_null(end);
        vt_take(t, at, (gsize)(end - at));
        at = end + strlen(MARK);
        scene_make(&s, turn);
        look(t, &s, turn, cell_height);
        if (turn % 3 == 1 && g_str_equal(protocol, "sixel")) {
            vt_uncover(t);
            look(t, &s, turn, cell_height);
        }
    }
    assert_int_equal(vt_overflows(t), 0);
}

static void sixel__is_what_was_drawn(void **state)
{
    (void)state;
    shows_what_is_drawn("sixel", 17);
    shows_what_is_drawn("sixel", 18);
    shows_what_is_drawn("sixel", 13);
}

static void kitty__is_what_was_drawn(void **state)
{
    (void)state;
    shows_what_is_drawn("kitty", 17);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sixel__is_what_was_drawn),
        cmocka_unit_test(kitty__is_what_was_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
