#ifndef TESTS_E2E_ATTACK_FAINT_H
#define TESTS_E2E_ATTACK_FAINT_H

/* The attacks of test_attacks_faint: pairs of pictures (tests/sinks/pictures.py) that a person can tell apart, and how the
 * program comes from what was approved to the other one. Pure. A header of static functions, because each test program here is
 * linked from one file. Needs cmocka.h before it. */

#include <glib.h>
#include <stdbool.h>
#include <stdlib.h>

/* What the program does. Its pictures: "a" is what the person sees, "b" the other thing, "c" a label that is blank. */
enum course {
    SHOWS,    /* b, at some moment */
    ENTERED,  /* b, once the pointer has been over the button for a while */
    NEARS,    /* b, once the pointer is on its way, and not yet in the popup */
    TAKES,    /* a and c by turns, as a cursor does; then b */
    JOINS,    /* …then b and c by turns */
    TURNS,    /* a and b by turns, slowly, from before the proposal on */
    FLICKERS, /* a and b by turns, each 20 ms, from after the proposal on */
};

struct faint {
    const struct kind *kind;
    char *a, *b, *c; /* fields of pictures; c NULL = none */
    int contrast;    /* of what differs: the largest channel's, 3 to 255 */
    int ms;          /* of a turn, or from when the pointer is there to b */
    bool key;        /* Delete is proposed, not a click on the button */
    bool at_once;    /* b is there before the approval; it is too faint, or too much like a button's light, for later */
};

enum where { ANYWHERE, IN_WINDOW, IN_POPUP };

struct kind {
    const char *name;
    enum course course;
    bool key; /* for keys, too */
    void (*make)(struct faint *f, GRand *random);
    enum where where; /* in a popup a highlight that moves is no change */
    bool beside;      /* not about the point: where no window is told, it is compared for keys and not for clicks */
};

#define TURN_FAST_MS 20
#define READABLE 8 /* levels; strokes of less are not to be seen once the pointer is there */

/* Rows of lists as they are marked, and their ground: what a person is used to see there. */
static const struct theme {
    const char *name, *mark, *paper, *text;
} themes[] = {
    {"Google Drive, selected", "#d2e3fc", "#ffffff", "#202124"},
    {"Material blue 50 (Google Contacts)", "#e8f0fe", "#ffffff", "#202124"},
    {"Windows 10 Explorer, under the pointer", "#e5f3ff", "#ffffff", "#000000"},
    {"Windows 10 Explorer, selected", "#cce8ff", "#ffffff", "#000000"},
    {"macOS, selected in a window without the focus", "#d4d4d4", "#ffffff", "#000000"},
    {"GNOME Adwaita, selected", "#3584e4", "#ffffff", "#000000"},
    {"Atlassian (Jira), selected", "#deebff", "#ffffff", "#172b4d"},
    {"GitHub Primer, row in focus", "#f6f8fa", "#ffffff", "#1f2328"},
    {"Bootstrap 4, table-hover", "#ececec", "#ffffff", "#212529"},
    {"Visual Studio Code dark, without the focus", "#37373d", "#252526", "#cccccc"},
};
static const int contrasts[] = {3, 4, 6, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 96, 128, 192, 255};
static const guint32 faces[] = {0xffffff, 0xe0e0e0, 0x303030, 0x88aacc, 0x000000};

static int pick_contrast(GRand *random, int least)
{
    for (;;) {
        int c = contrasts[g_rand_int_range(random, 0, G_N_ELEMENTS(contrasts))];
        if (c >= least)
            return c;
    }
}

/* Each channel, or the two of yellow, by so many levels up or down; false where there is no room. */
static bool shift(guint32 colour, int by, bool yellow, guint32 *ret_colour)
{
    *ret_colour = 0;
    for (int bit = 0; bit <= 16; bit += 8) {
        int level = (int)(colour >> bit & 0xff) + (yellow && bit == 0 ? 0 : by);
        if (level < 0 || level > 255)
            return false;
        *ret_colour |= (guint32)level << bit;
    }
    return true;
}

/* A ground, a colour that differs from it by `contrast`, and what the ground may be under the pointer: further from that. */
struct colours {
    guint32 face, ink, light;
};

static struct colours pick_colours(GRand *random, int contrast)
{
    struct colours c;
    int by;
    do {
        c.face = faces[g_rand_int_range(random, 0, G_N_ELEMENTS(faces))];
        by = g_rand_boolean(random) ? contrast : -contrast;
    } while (!shift(c.face, by, g_rand_int_range(random, 0, 3) == 0, &c.ink));
    int lit = g_rand_int_range(random, 0, 3) == 0 ? g_rand_int_range(random, 8, 40) : 0;
    if (!shift(c.face, by > 0 ? -lit : lit, false, &c.light))
        c.light = c.face;
    return c;
}

static char *list_of(GRand *random, const struct theme *t, int row)
{
    if (!t)
        t = &themes[g_rand_int_range(random, 0, G_N_ELEMENTS(themes))];
    return g_strdup_printf("mark=%s row=%d paper=%s text=%s", t->mark, row, t->paper, t->text);
}

static guint32 parse_colour(const char *text)
{
    return (guint32)g_ascii_strtoull(text + 1, NULL, 16);
}

static int difference(guint32 a, guint32 b)
{
    int most = 0;
    for (int bit = 0; bit <= 16; bit += 8)
        most = MAX(most, abs((int)(a >> bit & 0xff) - (int)(b >> bit & 0xff)));
    return most;
}

static void make_highlight(struct faint *f, GRand *random)
{
    const struct theme *t = &themes[g_rand_int_range(random, 0, G_N_ELEMENTS(themes))];
    int row = g_rand_int_range(random, 0, 8);
    g_autofree char *one = list_of(random, t, row), *other = list_of(random, t, (row + g_rand_int_range(random, 1, 8)) % 8);
    f->contrast = difference(parse_colour(t->mark), parse_colour(t->paper));
    f->a = g_strdup_printf("%s label=Delete", one);
    f->b = g_strdup_printf("%s label=Delete", other);
}

/* A button whose words differ; `third` NULL = there is none. A "/" is between the first word and the second. `turned`: ink and
 * ground are exchanged with the words. */
static void words_differ(struct faint *f, GRand *random, const char *one, const char *other, const char *third, bool turned)
{
    const char *const words[] = {one, other, third};
    char **pictures[] = {&f->a, &f->b, &f->c};
    struct colours c = pick_colours(random, f->contrast);
    g_autofree char *list = list_of(random, NULL, g_rand_int_range(random, 0, 8));
    for (int i = 0; i < 3 && words[i]; i++) {
        g_auto(GStrv) parts = g_strsplit(words[i], "/", 2);
        *pictures[i] = g_strdup_printf("%s before=%s label=%s face=#%06x ink=#%06x light=#%06x", list, parts[0], parts[1], c.face,
                                       c.ink, c.light);
        if (turned)
            c = (struct colours){.face = c.ink, .ink = c.face, .light = c.ink};
    }
}

static void make_swap(struct faint *f, GRand *random)
{
    f->contrast = pick_contrast(random, 3);
    words_differ(f, random, "/Keep", "/Wipe", NULL, false);
}

static void make_word_goes(struct faint *f, GRand *random)
{
    f->contrast = pick_contrast(random, READABLE);
    words_differ(f, random, "Don't/wipe", "/wipe", NULL, false);
}

static void make_word_comes(struct faint *f, GRand *random)
{
    f->contrast = pick_contrast(random, READABLE);
    words_differ(f, random, "/keep", "Don't/keep", NULL, false);
}

#define BUTTON_X 290 /* in the window */
#define BUTTON_Y 110
#define BUTTON_WIDTH 110
#define BUTTON_HEIGHT 40
#define EDGE 3      /* what hover may draw anew */
#define WORDS_Y 129 /* a line here goes through them */
#define WORDS_HEIGHT 4
#define LABEL_X 350 /* "Pay", 20 px wide */
#define LABEL_BASE_Y 135

/* On the button, in a colour that is `contrast` from its ground. */
static void area_differs(struct faint *f, GRand *random, int x, int y, int width, int height)
{
    struct colours c = pick_colours(random, f->contrast);
    g_autofree char *list = list_of(random, NULL, g_rand_int_range(random, 0, 8));
    g_autofree char *without = g_strdup_printf("%s label=Pay face=#%06x light=#%06x", list, c.face, c.light);
    f->a = g_strdup_printf("%s ink=#%06x", without, c.face < 0x808080 ? 0xffffff : 0);
    f->b = g_strdup_printf("%s area=%d,%d,%d,%d,#%06x", f->a, x, y, width, height, c.ink);
}

/* Somewhere within its edge. */
static void spot_differs(struct faint *f, GRand *random, int width, int height)
{
    int x = BUTTON_X + g_rand_int_range(random, EDGE, BUTTON_WIDTH - EDGE + 1 - width),
        y = BUTTON_Y + g_rand_int_range(random, EDGE, BUTTON_HEIGHT - EDGE + 1 - height);
    area_differs(f, random, x, y, width, height);
}

static void swap_pictures(struct faint *f)
{
    char *a = f->a;
    f->a = f->b;
    f->b = a;
}

static void make_area_comes(struct faint *f, GRand *random)
{
    f->contrast = pick_contrast(random, 3);
    f->at_once = true;
    spot_differs(f, random, g_rand_int_range(random, 8, 40), g_rand_int_range(random, 8, 30));
}

static void make_area_goes(struct faint *f, GRand *random)
{
    make_area_comes(f, random);
    swap_pictures(f);
}

/* Short, or from edge to edge through the words. */
static void make_stroke_comes(struct faint *f, GRand *random)
{
    int length = g_rand_int_range(random, 6, 30), way = g_rand_int_range(random, 0, 5);
    f->contrast = pick_contrast(random, READABLE);
    if (way == 0)
        area_differs(f, random, BUTTON_X, WORDS_Y + g_rand_int_range(random, 0, WORDS_HEIGHT), BUTTON_WIDTH, 1);
    else
        spot_differs(f, random, way > 2 ? length : 1, way > 2 ? 1 : length);
}

static void make_stroke_goes(struct faint *f, GRand *random)
{
    make_stroke_comes(f, random);
    swap_pictures(f);
}

static void make_note(struct faint *f, GRand *random)
{
    guint32 pen = 0;
    g_autofree char *list = list_of(random, NULL, g_rand_int_range(random, 0, 8));
    do
        f->contrast = pick_contrast(random, READABLE);
    while (!shift(0xf4f4f4, -f->contrast, false, &pen));
    f->a = g_strdup_printf("%s label=Pay pen=#%06x note=to:_Anna_Smith", list, pen);
    f->b = g_strdup_printf("%s label=Pay pen=#%06x note=to:_Otto_Meyer", list, pen);
}

/* At once, or while the pointer waits for the press. */
static int pick_delay(GRand *random)
{
    return g_rand_boolean(random) ? 0 : g_rand_int_range(random, 1, 80);
}

static void make_moving_highlight(struct faint *f, GRand *random)
{
    make_highlight(f, random);
    f->ms = pick_delay(random);
}

static void make_note_disguise(struct faint *f, GRand *random)
{
    make_note(f, random);
    f->ms = pick_delay(random);
}

/* As large as a digit, or as the box of a check button, in the pointer's row or column: no marker of a ruler, and no box of its.
 */
static void make_in_line(struct faint *f, GRand *random)
{
    static const guint32 inks[] = {0x000000, 0x3584e4, 0x5a5a5a};
    int middle_x = BUTTON_X + BUTTON_WIDTH / 2, middle_y = BUTTON_Y + BUTTON_HEIGHT / 2, way = g_rand_int_range(random, 0, 3);
    int x = g_rand_int_range(random, 20, BUTTON_X - 24), y = middle_y - 4 + g_rand_int_range(random, -4, 5), width = 5,
        height = 8;
    g_autofree char *list = list_of(random, NULL, g_rand_int_range(random, 0, 8));
    f->contrast = 255;
    if (way == 1) {
        x = middle_x - 3 + g_rand_int_range(random, -3, 4);
        y = BUTTON_Y + BUTTON_HEIGHT + g_rand_int_range(random, 12, 40);
        width = 7;
    } else if (way == 2) {
        y = middle_y - 7;
        width = height = 14;
    }
    f->a = g_strdup_printf("%s label=Pay", list);
    f->b = g_strdup_printf("%s area=%d,%d,%d,%d,#%06x", f->a, x, y, width, height,
                           inks[g_rand_int_range(random, 0, G_N_ELEMENTS(inks))]);
    f->ms = pick_delay(random);
    if (g_rand_boolean(random))
        swap_pictures(f);
}

static void make_disguise(struct faint *f, GRand *random)
{
    f->contrast = pick_contrast(random, READABLE);
    f->ms = pick_delay(random);
    bool turned = g_rand_int_range(random, 0, 3) == 0;
    if (g_rand_boolean(random))
        words_differ(f, random, "/Keep", "/Wipe", NULL, turned);
    else
        words_differ(f, random, "Don't/wipe", "/wipe", NULL, turned);
}

/* A line under the whole word: what links do under the pointer, and the manual says so. */
static bool is_underline(const struct faint *f)
{
    int x, y, width, height;
    const char *area = strstr(f->b, "area=");
    return area && sscanf(area, "area=%d,%d,%d,%d", &x, &y, &width, &height) == 4 && height == 1 && y >= LABEL_BASE_Y &&
           y <= LABEL_BASE_Y + 8 && x <= LABEL_X + 2 && x + width >= LABEL_X + 16;
}

static void make_stroke_disguise(struct faint *f, GRand *random)
{
    for (make_stroke_comes(f, random); is_underline(f); make_stroke_comes(f, random)) {
        g_clear_pointer(&f->a, g_free);
        g_clear_pointer(&f->b, g_free);
    }
    f->ms = pick_delay(random);
    if (g_rand_boolean(random))
        swap_pictures(f);
}

static void make_blinking(struct faint *f, GRand *random)
{
    static const int rhythms[] = {20, 60, 100, 250, 530};
    f->contrast = pick_contrast(random, READABLE);
    f->ms = f->kind->course == FLICKERS ? TURN_FAST_MS : rhythms[g_rand_int_range(random, 0, G_N_ELEMENTS(rhythms))];
    words_differ(f, random, "/Keep", "/Wipe", "/", false);
}

static void make_status(struct faint *f, GRand *random)
{
    int row = g_rand_int_range(random, 0, 8);
    f->contrast = 255;
    f->a = g_strdup_printf("row=%d label=Delete status=1_selected", row);
    f->b = g_strdup_printf("row=%d label=Delete status=%d_selected", row, g_rand_int_range(random, 2, 9));
    f->c = g_strdup(f->b);
}

static const struct kind kinds[] = {
    {"a highlight on another row", SHOWS, true, make_highlight, IN_WINDOW, true},
    {"a label swapped", SHOWS, true, make_swap},
    {"a word goes", SHOWS, true, make_word_goes},
    {"a word comes", SHOWS, true, make_word_comes},
    {"an area comes", SHOWS, true, make_area_comes},
    {"an area goes", SHOWS, true, make_area_goes},
    {"a stroke comes", SHOWS, true, make_stroke_comes},
    {"a stroke goes", SHOWS, true, make_stroke_goes},
    {"words elsewhere in the window", SHOWS, true, make_note, .beside = true},
    {"a highlight that hover moves", ENTERED, false, make_moving_highlight, IN_WINDOW, true},
    {"a label that hover swaps", ENTERED, false, make_disguise},
    {"words elsewhere that hover swaps", ENTERED, false, make_note_disguise, .beside = true},
    {"a digit or a tick in line that hover brings", ENTERED, false, make_in_line, .beside = true},
    {"a stroke that hover draws or wipes", ENTERED, false, make_stroke_disguise},
    {"a status bar before the pointer comes", NEARS, false, make_status, IN_POPUP},
    {"Keep blinks, then Wipe", TAKES, true, make_blinking},
    {"Keep blinks, then Wipe blinks", JOINS, true, make_blinking},
    {"Keep and Wipe by turns", TURNS, true, make_blinking},
    {"Keep and Wipe each 20 ms", FLICKERS, true, make_blinking},
};

static void faint_clear(struct faint *f)
{
    g_free(f->a);
    g_free(f->b);
    g_free(f->c);
}

#endif
