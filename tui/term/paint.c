#include "tui/term/paint.h"

#include "tui/term/text.h"

#include <curses.h>
#include <stdarg.h>
#include <string.h>

static struct {
    attr_t attributes;
    int pair;
} styles[STYLE_COUNT];

static const struct {
    enum style style;
    attr_t attributes;
    int fg, bg; /* of the 8, -1 = the terminal's */
} looks[] = {
    {STYLE_DIM, A_DIM, -1, -1},
    {STYLE_BOLD, A_BOLD, -1, -1},
    {STYLE_BAR, A_REVERSE, -1, -1},
    {STYLE_BAR_ALERT, A_REVERSE | A_BOLD, COLOR_RED, -1},
    {STYLE_GOOD, A_NORMAL, COLOR_GREEN, -1},
    {STYLE_WARN, A_NORMAL, COLOR_YELLOW, -1},
    {STYLE_BAD, A_BOLD, COLOR_RED, -1},
    {STYLE_ACCENT, A_BOLD, COLOR_CYAN, -1},
    {STYLE_KEY, A_BOLD, -1, -1},
    {STYLE_SELECTED, A_REVERSE, -1, -1},
    {STYLE_BORDER, A_NORMAL, COLOR_BLUE, -1},
    {STYLE_BORDER_ALERT, A_BOLD, COLOR_YELLOW, -1},
    {STYLE_CODE_COMMENT, A_DIM, COLOR_WHITE, -1},
    {STYLE_CODE_STRING, A_NORMAL, COLOR_GREEN, -1},
    {STYLE_CODE_NUMBER, A_NORMAL, COLOR_MAGENTA, -1},
    {STYLE_CODE_KEYWORD, A_BOLD, COLOR_BLUE, -1},
    {STYLE_CODE_OPERATOR, A_NORMAL, COLOR_CYAN, -1},
    {STYLE_ADDED, A_NORMAL, COLOR_GREEN, -1},
    {STYLE_REMOVED, A_NORMAL, COLOR_RED, -1},
};

/* Where there are more than 8 colours: of the palette of 256, and as red, green, blue. Each is of middle lightness (3:1 at least
 * on black and on white): the ground is the terminal's, and bright yellow or cyan are hardly to be read on white. */
static const struct {
    enum style style;
    int of_256, rgb;
} finer[] = {
    {STYLE_BORDER, 67, 0x5f87af}, /* the palette's own blue is hard to see on black in many terminals */
    {STYLE_ACCENT, 31, 0x0087af},        {STYLE_BORDER_ALERT, 136, 0xaf8700}, {STYLE_WARN, 136, 0xaf8700},
    {STYLE_GOOD, 28, 0x009000},          {STYLE_BAD, 160, 0xd70000},          {STYLE_CODE_COMMENT, 245, 0x8a8f98},
    {STYLE_CODE_STRING, 64, 0x5f8f2f},   {STYLE_CODE_NUMBER, 130, 0xb8651b},  {STYLE_CODE_KEYWORD, 32, 0x2f86d0},
    {STYLE_CODE_OPERATOR, 66, 0x5f8787}, {STYLE_ADDED, 28, 0x009000},         {STYLE_REMOVED, 167, 0xd75f5f},
};

static int finer_colour(enum style style, int fg)
{
    for (gsize i = 0; i < G_N_ELEMENTS(finer); i++) {
        if (finer[i].style == style && COLORS >= 256)
            return COLORS > 256 ? finer[i].rgb : finer[i].of_256;
    }
    return fg;
}

void paint_start(void)
{
    if (has_colors()) {
        start_color();
        use_default_colors();
    }
    for (gsize i = 0; i < G_N_ELEMENTS(looks); i++) {
        int fg = finer_colour(looks[i].style, looks[i].fg);
        int pair = has_colors() && (fg >= 0 || looks[i].bg >= 0) ? alloc_pair(fg, looks[i].bg) : 0;
        bool grey = looks[i].style == STYLE_CODE_COMMENT && fg != looks[i].fg; /* a colour of its own is dim enough */
        styles[looks[i].style].attributes = grey ? A_NORMAL : looks[i].attributes;
        styles[looks[i].style].pair = MAX(pair, 0);
    }
}

enum thumbnail_colours paint_colours(void)
{
    if (!has_colors())
        return THUMBNAIL_MONO;
    if (COLORS > 256)
        return THUMBNAIL_TRUECOLOUR;
    return COLORS >= 256 ? THUMBNAIL_256 : COLORS >= 16 ? THUMBNAIL_16 : THUMBNAIL_8;
}

/* Which picture's pixels each cell is for, counted from 1; 0 = it is a cell like others. */
static struct {
    GArray *pictures;   /* struct paint_picture */
    GArray *thumbnails; /* struct thumbnail: the cells of each */
    GArray *shown;      /* struct paint_picture: those of which something is seen */
    guint8 *owner;
    int columns, rows;
} pixels;

static void own(int y, int x, guint8 picture)
{
    if (pixels.owner && y >= 0 && y < pixels.rows && x >= 0 && x < pixels.columns)
        pixels.owner[y * pixels.columns + x] = picture;
}

static guint8 owner(int y, int x)
{
    return pixels.owner && y >= 0 && y < pixels.rows && x >= 0 && x < pixels.columns ? pixels.owner[y * pixels.columns + x] : 0;
}

static void put(int y, int x, const wchar_t *text, attr_t attributes, int pair)
{
    cchar_t c;
    own(y, x, 0);
    if (setcchar(&c, text, attributes, 0, &pair) == OK)
        mvadd_wch(y, x, &c);
}

static void put_styled(int y, int x, gunichar c, enum style style)
{
    put(y, x, (wchar_t[]){(wchar_t)c, 0}, styles[style].attributes, styles[style].pair);
}

static int put_text(int y, int x, int width, const char *text, attr_t attributes, int pair)
{
    if (y < 0 || y >= LINES || x < 0 || x >= COLS)
        return 0;
    g_autofree char *line = text_fit(text, MIN(width, COLS - x));
    int used = 0;
    for (const char *p = line; *p;) {
        gunichar base = g_utf8_get_char(p);
        wchar_t cell[4] = {(wchar_t)base};
        int n = 1, w = text_char_width(base);
        for (p = g_utf8_next_char(p); *p && text_char_width(g_utf8_get_char(p)) == 0; p = g_utf8_next_char(p)) {
            if (n < 3) /* more on one cell than any writing needs: left out */
                cell[n++] = (wchar_t)g_utf8_get_char(p);
        }
        if (w > 0)
            put(y, x + used, cell, attributes, pair);
        used += w;
    }
    return used;
}

int paint_text(int y, int x, int width, const char *text, enum style style)
{
    return put_text(y, x, width, text, styles[style].attributes, styles[style].pair);
}

int paint_format(int y, int x, int width, enum style style, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    return paint_text(y, x, width, text, style);
}

void paint_fill(const struct rect *r, enum style style)
{
    for (int y = r->y; y < r->y + r->height; y++) {
        for (int x = r->x; x < r->x + r->width; x++)
            put_styled(y, x, ' ', style);
    }
}

static void horizontal(const struct rect *r, int y, gunichar left, gunichar right, enum style style)
{
    put_styled(y, r->x, left, style);
    for (int x = r->x + 1; x < r->x + r->width - 1; x++)
        put_styled(y, x, 0x2500, style);
    put_styled(y, r->x + r->width - 1, right, style);
}

void paint_edge_title(const struct rect *r, int y, const char *title, enum style style)
{
    if (!title || !*title || r->width < 6)
        return;
    int used = paint_text(y, r->x + 2, r->width - 4, title, style);
    put_styled(y, r->x + 1, ' ', style);
    put_styled(y, r->x + 2 + used, ' ', style);
}

void paint_box(const struct rect *r, const char *title, enum style style)
{
    if (r->width < 2 || r->height < 2)
        return;
    horizontal(r, r->y, 0x250c, 0x2510, style);
    for (int y = r->y + 1; y < r->y + r->height - 1; y++) {
        put_styled(y, r->x, 0x2502, style);
        put_styled(y, r->x + r->width - 1, 0x2502, style);
    }
    horizontal(r, r->y + r->height - 1, 0x2514, 0x2518, style);
    paint_edge_title(r, r->y, title, style == STYLE_BORDER ? STYLE_ACCENT : style);
}

void paint_divider(const struct rect *r, int y, const char *title, enum style style)
{
    horizontal(r, y, 0x251c, 0x2524, style);
    paint_edge_title(r, y, title, style == STYLE_BORDER ? STYLE_ACCENT : style);
}

static int pair_of(gint32 fg, gint32 bg)
{
    if (!has_colors())
        return 0;
    if (COLORS > 256) { /* a direct-colour terminal takes 0..7 for the palette */
        fg = fg >= 0 && fg < 8 ? 0x010101 : fg;
        bg = bg >= 0 && bg < 8 ? 0x010101 : bg;
    }
    return MAX(alloc_pair(fg, bg), 0);
}

static void put_cell(int y, int x, const struct cell *cell)
{
    gint32 fg = cell->c == ' ' ? -1 : cell->fg; /* fewer pairs, fewer bytes */
    put(y, x, (wchar_t[]){(wchar_t)cell->c, 0}, A_NORMAL, pair_of(fg, cell->bg));
}

/* ---- pictures ---- */

#define PICTURES_MAX 255
/* Below a picture: it looks like a space, but curses erases no such cells with a line or the end of the screen. */
#define NO_BREAK_SPACE 0xa0

void paint_erase(void)
{
    erase();
}

void paint_begin(void)
{
    if (!pixels.pictures) {
        pixels.pictures = g_array_new(FALSE, FALSE, sizeof(struct paint_picture));
        pixels.thumbnails = g_array_new(FALSE, FALSE, sizeof(struct thumbnail));
        pixels.shown = g_array_new(FALSE, FALSE, sizeof(struct paint_picture));
    }
    g_array_set_size(pixels.pictures, 0);
    g_array_set_size(pixels.thumbnails, 0);
    g_array_set_size(pixels.shown, 0);
    if (pixels.columns != COLS || pixels.rows != LINES) {
        pixels.columns = COLS;
        pixels.rows = LINES;
        pixels.owner = g_realloc(pixels.owner, (gsize)COLS * (gsize)LINES);
    }
    memset(pixels.owner, 0, (gsize)COLS * (gsize)LINES);
}

/* As cells again, in that box, where nothing lies over it. */
static void give_up(guint8 picture, const struct rect *box)
{
    const struct paint_picture *p = &g_array_index(pixels.pictures, struct paint_picture, picture - 1);
    const struct thumbnail *t = &g_array_index(pixels.thumbnails, struct thumbnail, picture - 1);
    for (int y = box->y; y < box->y + box->height; y++)
        for (int x = box->x; x < box->x + box->width; x++)
            if (owner(y, x) == picture)
                put_cell(y, x, &t->cells[(y - p->y) * p->columns + x - p->x]);
}

/* The least box that has all of what lies over it; width 0 = nothing does. */
static struct rect covered(guint8 picture)
{
    const struct paint_picture *p = &g_array_index(pixels.pictures, struct paint_picture, picture - 1);
    int left = G_MAXINT, right = 0, top = G_MAXINT, bottom = 0;
    for (int y = p->y; y < p->y + p->rows; y++)
        for (int x = p->x; x < p->x + p->columns; x++)
            if (owner(y, x) != picture)
                left = MIN(left, x), right = MAX(right, x + 1), top = MIN(top, y), bottom = MAX(bottom, y + 1);
    return right ? (struct rect){left, top, right - left, bottom - top} : (struct rect){0};
}

static struct {
    bool on;
    int y, x;
} cursor;

/* The cells know each picture by its number: the list stays as it is, so that this can be asked again. */
const struct paint_picture *paint_end(guint *ret_n)
{
    guint n = pixels.pictures ? pixels.pictures->len : 0;
    if (n > 0)
        g_array_set_size(pixels.shown, 0);
    for (guint i = 0; i < n; i++) {
        struct paint_picture p = g_array_index(pixels.pictures, struct paint_picture, i);
        p.cut = covered((guint8)(i + 1));
        give_up((guint8)(i + 1), &p.cut);
        if (p.cut.width < p.columns || p.cut.height < p.rows)
            g_array_append_val(pixels.shown, p);
    }
    if (cursor.on) /* what was painted after it has moved it */
        move(cursor.y, cursor.x);
    *ret_n = n > 0 ? pixels.shown->len : 0;
    return *ret_n ? &g_array_index(pixels.shown, struct paint_picture, 0) : NULL;
}

bool paint_picture(int y, int x, const struct thumbnail *t, const struct paint_marks *marks)
{
    bool fits = t->pixels && pixels.pictures && pixels.pictures->len < PICTURES_MAX && t->rows > 0 && y >= 0 && x >= 0 &&
                y + t->rows < LINES && x + t->columns <= COLS; /* a sixel that ends in the last row scrolls the screen */
    for (int i = 0; i < t->rows * t->columns; i++) {
        int at_y = y + i / t->columns, at_x = x + i % t->columns;
        if (fits)
            put_styled(at_y, at_x, NO_BREAK_SPACE, STYLE_NORMAL);
        else if (at_y < LINES && at_x < COLS)
            put_cell(at_y, at_x, &t->cells[i]);
        if (fits)
            own(at_y, at_x, (guint8)(pixels.pictures->len + 1));
    }
    if (!fits)
        return false;
    struct paint_picture p = {.x = x, .y = y, .columns = t->columns, .rows = t->rows, .pixels = t->pixels};
    if (marks)
        p.marks = *marks;
    g_array_append_val(pixels.pictures, p);
    g_array_append_val(pixels.thumbnails, *t);
    return true;
}

void paint_thumbnail(int y, int x, const struct thumbnail *t)
{
    paint_picture(y, x, t, NULL);
}

/* How light a colour is, 0..255. For the palette of 256: the cube and the greys. */
static int lightness(gint32 colour)
{
    int r, g, b;
    if (colour < 0)
        return 0;
    if (COLORS > 256) {
        r = colour >> 16 & 255, g = colour >> 8 & 255, b = colour & 255;
    } else if (colour >= 232) {
        r = g = b = (colour - 232) * 10 + 8;
    } else if (colour >= 16) {
        r = (colour - 16) / 36 * 51, g = (colour - 16) / 6 % 6 * 51, b = (colour - 16) % 6 * 51;
    } else {
        return colour == 7 || colour > 8 ? 255 : 0;
    }
    return (r * 3 + g * 6 + b) / 10;
}

static bool bright(gint32 colour)
{
    return lightness(colour) > 128;
}

void paint_mark(int y, int x, const struct cell *under, gunichar c)
{
    if (owner(y, x))
        return; /* pixels have marks of their own */
    gint32 bg = under->c == ' ' || under->bg >= 0 ? under->bg : under->fg;
    gint32 red = COLORS > 256 ? 0xd00000 : COLORS >= 256 ? 160 : COLOR_RED;
    gint32 yellow = COLORS > 256 ? 0xffe000 : COLORS >= 256 ? 220 : COLOR_YELLOW;
    put(y, x, (wchar_t[]){(wchar_t)c, 0}, A_BOLD, pair_of(bright(bg) ? red : yellow, bg));
}

/* Black or white on that ground; faint: two thirds of the way. -1: as the terminal writes. */
static gint32 ink(gint32 ground, bool faint)
{
    if (ground < 0 || COLORS < 256)
        return ground < 0 ? -1 : bright(ground) ? COLOR_BLACK : COLOR_WHITE;
    int light = bright(ground) ? 0 : 255;
    if (faint)
        light = (2 * light + lightness(ground)) / 3;
    if (COLORS > 256)
        return light << 16 | light << 8 | light;
    return light < 4 ? 16 : light > 246 ? 231 : 232 + CLAMP((light - 8) / 10, 0, 23);
}

int paint_over(int y, int x, int width, const char *text, gint32 ground, bool faint)
{
    if (owner(y, x))
        return 0;
    attr_t attributes = faint && (ground < 0 || COLORS < 256) ? A_DIM : A_NORMAL;
    return put_text(y, x, width, text, attributes, pair_of(ink(ground, faint), ground));
}

void paint_number(int y, int x, const char *number)
{
    gint32 yellow = COLORS > 256 ? 0xffe14d : COLORS >= 256 ? 221 : COLOR_YELLOW;
    if (!owner(y, x))
        put_text(y, x, COLS, number, A_BOLD, pair_of(COLORS > 256 ? 0x101010 : COLORS >= 256 ? 16 : COLOR_BLACK, yellow));
}

void paint_cursor(int y, int x)
{
    curs_set(1);
    cursor.on = true;
    cursor.y = y;
    cursor.x = x;
}

void paint_no_cursor(void)
{
    curs_set(0);
    cursor.on = false;
}
