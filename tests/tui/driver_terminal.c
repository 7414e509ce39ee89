#include "tests/tui/driver_terminal.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARGUMENTS 8
#define COLOURS 1024

struct placed {
    guint32 id;
    int y, x; /* cells */
    frame *f;
};

/* xterm's: it keeps them below each other, and draws them again when its window is uncovered. */
#define KEPT 16
struct kept {
    int y, x; /* pixels */
    guint64 order;
    frame *f; /* 0 = a hole */
};

struct vt {
    int columns, rows, cell_width, cell_height;
    gunichar *cells;
    guint32 *pixels;
    int y, x, saved_y, saved_x, top, bottom; /* bottom: the last row that scrolls */
    GArray *placed;                          /* struct placed: kitty's */
    struct kept kept[KEPT];
    guint64 sixels;
    GString *base64;
    guint32 id;
    int overflows;
};

static void placed_clear(void *data)
{
    frame_free(((struct placed *)data)->f);
}

vt *vt_new(int columns, int rows, int cell_width, int cell_height)
{
    vt *t = g_new0(vt, 1);
    *t = (vt){.columns = columns, .rows = rows, .cell_width = cell_width, .cell_height = cell_height, .bottom = rows - 1};
    t->cells = g_new(gunichar, columns * rows);
    for (int i = 0; i < columns * rows; i++)
        t->cells[i] = ' ';
    t->pixels = g_new0(guint32, columns * rows * cell_width * cell_height);
    t->placed = g_array_new(FALSE, FALSE, sizeof(struct placed));
    g_array_set_clear_func(t->placed, placed_clear);
    t->base64 = g_string_new(NULL);
    return t;
}

void vt_free(vt *t)
{
    for (int i = 0; i < KEPT; i++)
        frame_free(t->kept[i].f);
    g_free(t->cells);
    g_free(t->pixels);
    g_array_unref(t->placed);
    g_string_free(t->base64, TRUE);
    g_free(t);
}

gunichar vt_cell(const vt *t, int y, int x)
{
    return t->cells[y * t->columns + x];
}

int vt_overflows(const vt *t)
{
    return t->overflows;
}

guint32 *vt_picture(const vt *t)
{
    int width = t->columns * t->cell_width, height = t->rows * t->cell_height;
    guint32 *all = g_memdup2(t->pixels, (gsize)width * (gsize)height * sizeof *all);
    for (guint i = 0; i < t->placed->len; i++) { /* the last one lies over the others */
        const struct placed *p = &g_array_index(t->placed, struct placed, i);
        int left = p->x * t->cell_width, top = p->y * t->cell_height;
        for (int y = MAX(0, -top); y < p->f->height && top + y < height; y++) {
            for (int x = MAX(0, -left); x < p->f->width && left + x < width; x++)
                all[(top + y) * width + left + x] = p->f->pixels[y * p->f->width + x] | 0xff000000u;
        }
    }
    return all;
}

/* ---- what xterm keeps ---- */

static void punch(vt *t, int y, int x)
{
    for (int i = 0; i < KEPT; i++) {
        struct kept *k = &t->kept[i];
        int top = y * t->cell_height - k->y, left = x * t->cell_width - k->x;
        int from = MAX(left, 0), to = k->f ? MIN(left + t->cell_width, k->f->width) : 0;
        for (int py = MAX(top, 0); from < to && py < MIN(top + t->cell_height, k->f->height); py++)
            memset(&k->f->pixels[py * k->f->width + from], 0, (gsize)(to - from) * sizeof *k->f->pixels);
    }
}

/* In a free place, or in that of the uppermost. */
static void keep(vt *t, int y, int x, frame *f)
{
    struct kept *at = &t->kept[0];
    for (int i = 1; i < KEPT && at->f; i++)
        at = !t->kept[i].f || t->kept[i].y < at->y ? &t->kept[i] : at;
    frame_free(at->f);
    *at = (struct kept){y, x, ++t->sixels, f};
}

void vt_uncover(vt *t)
{
    int width = t->columns * t->cell_width, height = t->rows * t->cell_height;
    memset(t->pixels, 0, (gsize)width * (gsize)height * sizeof *t->pixels);
    for (guint64 order = 1; order <= t->sixels; order++) {
        for (int i = 0; i < KEPT; i++) {
            const struct kept *k = &t->kept[i];
            for (int j = 0; k->f && k->order == order && j < k->f->width * k->f->height; j++) {
                int y = k->y + j / k->f->width, x = k->x + j % k->f->width;
                if (k->f->pixels[j] && y >= 0 && y < height && x < width)
                    t->pixels[y * width + x] = k->f->pixels[j];
            }
        }
    }
}

/* ---- cells ---- */

static void put(vt *t, int y, int x, gunichar c)
{
    if (y < 0 || y >= t->rows || x < 0 || x >= t->columns)
        return;
    t->cells[y * t->columns + x] = c;
    punch(t, y, x);
    for (int i = 0; i < t->cell_height; i++)
        memset(&t->pixels[(y * t->cell_height + i) * t->columns * t->cell_width + x * t->cell_width], 0,
               (gsize)t->cell_width * sizeof *t->pixels);
}

static void erase(vt *t, int y, int from, int to)
{
    for (int x = from; x <= to; x++)
        put(t, y, x, ' ');
}

/* Rows top…bottom, up by n; down when it is negative. */
static void scroll_rows(vt *t, int top, int bottom, int n)
{
    gsize row = (gsize)t->columns, strip = row * (gsize)(t->cell_width * t->cell_height);
    int size = bottom - top + 1, by = CLAMP(n, -size, size), kept = size - ABS(by);
    int from = by > 0 ? top + by : top, to = by > 0 ? top : top - by;
    memmove(t->cells + (gsize)to * row, t->cells + (gsize)from * row, (gsize)kept * row * sizeof *t->cells);
    memmove(t->pixels + (gsize)to * strip, t->pixels + (gsize)from * strip, (gsize)kept * strip * sizeof *t->pixels);
    for (int i = 0; i < KEPT && by > 0; i++) /* whatever scrolls: all of them */
        t->kept[i].y -= by * t->cell_height;
    for (int i = 0; i < ABS(by); i++)
        erase(t, by > 0 ? bottom - i : top + i, 0, t->columns - 1);
    for (guint i = 0; i < t->placed->len; i++) {
        struct placed *p = &g_array_index(t->placed, struct placed, i);
        if (p->y >= top && p->y <= bottom)
            p->y -= by;
    }
}

static void line_feed(vt *t)
{
    if (t->y == t->bottom)
        scroll_rows(t, t->top, t->bottom, 1);
    else
        t->y = MIN(t->y + 1, t->rows - 1);
}

/* ---- control sequences ---- */

static void erase_display(vt *t, int how)
{
    erase(t, t->y, how == 0 ? t->x : 0, how == 1 ? t->x : t->columns - 1);
    for (int y = how == 0 ? t->y + 1 : 0; y < (how == 1 ? t->y : t->rows); y++)
        erase(t, y, 0, t->columns - 1);
}

static void erase_line(vt *t, int how)
{
    erase(t, t->y, how == 0 ? t->x : 0, how == 1 ? t->x : t->columns - 1);
}

static void shift_cells(vt *t, int n)
{
    gunichar *row = t->cells + t->y * t->columns;
    int kept = MAX(0, t->columns - t->x - ABS(n));
    memmove(row + t->x + MAX(n, 0), row + t->x + MAX(-n, 0), (gsize)kept * sizeof *row);
    for (int x = t->x; x < t->columns; x++)
        put(t, t->y, x, n < 0 && x >= t->columns + n ? ' ' : n > 0 && x < t->x + n ? ' ' : row[x]);
}

static void moves(vt *t, char final, int n)
{
    t->y += final == 'A' ? -n : final == 'B' ? n : 0;
    t->x += final == 'D' ? -n : final == 'C' ? n : 0;
    t->y = CLAMP(t->y, 0, t->rows - 1);
    t->x = CLAMP(t->x, 0, t->columns - 1);
}

static void csi(vt *t, const char *p, const char *end, gunichar last)
{
    int a[ARGUMENTS] = {0}, n = 0;
    bool plain = g_ascii_isdigit(*p) || *p == *end || *p == ';';
    for (const char *q = p; q < end; q++) {
        if (*q == ';' && n < ARGUMENTS - 1)
            n++;
        else if (g_ascii_isdigit(*q))
            a[n] = a[n] * 10 + *q - '0';
    }
    int one = MAX(a[0], 1);
    if (!plain)
        return; /* modes and the like */
    switch (*end) {
    case 'H':
    case 'd':
    case 'G':
        t->y = *end == 'G' ? t->y : one - 1;
        t->x = *end == 'H' ? MAX(a[1], 1) - 1 : *end == 'G' ? one - 1 : t->x;
        break;
    case 'A':
    case 'B':
    case 'C':
    case 'D':
        moves(t, *end, one);
        break;
    case 'J':
        erase_display(t, a[0]);
        break;
    case 'K':
        erase_line(t, a[0]);
        break;
    case 'X':
        erase(t, t->y, t->x, MIN(t->x + one, t->columns) - 1);
        break;
    case '@':
        shift_cells(t, one);
        break;
    case 'P':
        shift_cells(t, -one);
        break;
    case 'L':
        scroll_rows(t, t->y, t->bottom, -one);
        break;
    case 'M':
        scroll_rows(t, t->y, t->bottom, one);
        break;
    case 'S':
        scroll_rows(t, t->top, t->bottom, one);
        break;
    case 'T':
        scroll_rows(t, t->top, t->bottom, -one);
        break;
    case 'r':
        t->top = one - 1;
        t->bottom = (a[1] ? a[1] : t->rows) - 1;
        t->y = t->x = 0;
        break;
    case 'b':
        for (int i = 0; i < one; i++)
            put(t, t->y, t->x++, last);
        break;
    default:;
    }
}

/* ---- sixel ---- */

/* The digits behind *at, which is then the last of them. Not sscanf(), which first measures all that follows. */
static int number_at(const char **at)
{
    int n = 0;
    for (; g_ascii_isdigit((*at)[1]); (*at)++)
        n = n * 10 + (*at)[1] - '0';
    return n;
}

static void sixels(vt *t, const char *p, const char *end)
{
    guint32 palette[COLOURS] = {0}, colour = 0;
    g_autoptr(frame) own = frame_new(t->columns * t->cell_width, t->rows * t->cell_height);
    int declared = 0, height = 0, left = t->x * t->cell_width, y = t->y * t->cell_height, x = left,
        width = t->columns * t->cell_width;
    for (; p < end; p++) {
        int n = 1;
        if (*p == '#') {
            n = number_at(&p);
            colour = (guint32)MIN(n, COLOURS - 1);
            if (p[1] == ';') { /* #N;2;RED;GREEN;BLUE */
                int parts[4] = {0};
                for (int i = 0; i < 4 && p[1] == ';'; i++) {
                    p++;
                    parts[i] = number_at(&p);
                }
                assert(parts[0] == 2);
                palette[colour] =
                    0xff000000u | (parts[1] > 50 ? 0xff0000u : 0) | (parts[2] > 50 ? 0xff00u : 0) | (parts[3] > 50 ? 0xffu : 0);
            }
            continue;
        }
        if (*p == '!') {
            n = number_at(&p);
            p++;
        }
        if (*p == '$' || *p == '-')
            x = left;
        if (*p == '-')
            y += 6;
        if (*p == '"') {
            sscanf(p, "\"%*d;%*d;%*d;%d", &declared);
            p += strspn(p + 1, "0123456789;");
        }
        for (; *p >= '?' && *p <= '~' && n > 0; n--, x++) {
            for (int bit = 0; bit < 6; bit++) {
                if (!((*p - '?') >> bit & 1) || x >= width || y + bit >= t->rows * t->cell_height)
                    continue;
                t->pixels[(y + bit) * width + x] = own->pixels[(y + bit) * width + x] = palette[colour];
                height = MAX(height, y + bit + 1 - t->y * t->cell_height);
            }
        }
    }
    keep(t, t->y * t->cell_height, left, frame_crop(own, left, t->y * t->cell_height, width - left, MAX(height, declared)));
    int below = (MAX(height, declared) + t->cell_height - 1) / t->cell_height;
    t->overflows += t->y + below >= t->rows; /* it would scroll, to have the cursor below it */
}

/* ---- kitty ---- */

static guint32 number_of(const char *control, const char *key)
{
    const char *at = strstr(control, key);
    return at ? (guint32)strtoul(at + strlen(key), NULL, 10) : 0;
}

static void place(vt *t)
{
    gsize n;
    g_autofree guchar *data = g_base64_decode(t->base64->str, &n);
    g_autoptr(GBytes) png = g_bytes_new(data, n);
    const struct placed p = {t->id, t->y, t->x, frame_from_png(png, NULL)};
    if (p.f)
        g_array_append_val(t->placed, p);
    g_string_truncate(t->base64, 0);
}

static void kitty(vt *t, const char *p, const char *end)
{
    const char *semicolon = memchr(p, ';', (gsize)(end - p));
    g_autofree char *control = g_strndup(p, (gsize)((semicolon ? semicolon : end) - p));
    if (strstr(control, "a=d")) {
        for (guint i = t->placed->len; i-- > 0;) {
            if (strstr(control, "d=A") || g_array_index(t->placed, struct placed, i).id == number_of(control, "i="))
                g_array_remove_index(t->placed, i);
        }
        return;
    }
    if (strstr(control, "a=q"))
        return;
    if (strstr(control, "a=T"))
        t->id = number_of(control, "i=");
    if (semicolon)
        g_string_append_len(t->base64, semicolon + 1, (gssize)(end - semicolon - 1));
    if (number_of(control, "m=") == 0)
        place(t);
}

/* ---- bytes ---- */

/* After an ESC; where it ends. */
static const char *escape(vt *t, const char *p, const char *end, gunichar last)
{
    if (*p == '[') {
        const char *q = p + 1;
        while (q < end && (*q < '@' || *q > '~'))
            q++;
        csi(t, p + 1, q, last);
        return q + 1;
    }
    if (*p == 'P' || *p == '_' || *p == ']') {
        const char *q = p + 1;
        while (q < end && *q != '\a' && *q != '\033')
            q++;
        if (*p == 'P')
            sixels(t, p + 1 + strspn(p + 1, "0123456789;q"), q);
        else if (*p == '_' && p[1] == 'G')
            kitty(t, p + 2, q);
        return *q == '\a' ? q + 1 : q + 2;
    }
    if (*p == '7') {
        t->saved_y = t->y;
        t->saved_x = t->x;
    } else if (*p == '8') {
        t->y = t->saved_y;
        t->x = t->saved_x;
    } else if (*p == 'D') {
        line_feed(t);
    } else if (*p == 'M') {
        if (t->y == t->top)
            scroll_rows(t, t->top, t->bottom, -1);
        else
            t->y--;
    }
    return p + (strchr("()*+", *p) ? 2 : 1);
}

void vt_take(vt *t, const char *bytes, gsize length)
{
    const char *end = bytes + length;
    gunichar last = ' ';
    for (const char *p = bytes; p < end;) {
        if (*p == '\033') {
            p = escape(t, p + 1, end, last);
        } else if ((guchar)*p < ' ') {
            t->x = *p == '\r' ? 0 : *p == '\b' ? MAX(0, t->x - 1) : t->x;
            if (*p == '\n')
                line_feed(t);
            p++;
        } else {
            last = g_utf8_get_char(p);
            put(t, t->y, t->x++, last);
            p = g_utf8_next_char(p);
        }
    }
}
