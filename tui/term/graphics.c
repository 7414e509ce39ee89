#include "tui/term/graphics.h"

#include "engine/picture/frame.h"
#include "engine/picture/mark_paint.h"
#include "engine/picture/screen_match.h"

#include <chafa.h>
#include <stdio.h>
#include <string.h>

/* Kitty takes many small pictures: what changed is sent by these, whole. xterm keeps no more than 16, and none that is larger
 * than it says. */
#define KITTY_COLUMNS 8
#define KITTY_ROWS 4
#define SIXEL_PIXELS 1000 /* a side; xterm's default */
#define KITTY_CHUNK 4096  /* bytes of base64 in one command */
#define KITTY_WIPE "\033_Ga=d,d=A,q=2\033\\"
#define SIXELS_KEPT 16
#define SIXEL_HIGH 6 /* pixels: what a sixel is of, from above to below */
#define CELL_MIN 4
#define CELL_MAX 64

/* Whether kitty's protocol is understood, the size of a cell, and what it is: the last is answered by all. */
#define ASK_FIRST "\033_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\033\\\033[16t\033[c"
#define ASK_FIRST_ANSWERS 3
/* Of one that can sixel: as many colours as it has, and the largest picture. */
#define ASK_SIXEL "\033[?1;3;256S\033[?2;1;0S"
#define ASK_SIXEL_ANSWERS 2

struct tile {
    int x, y, columns, rows; /* cells */
    guint64 hash;            /* of its pixels */
    guint32 id;              /* kitty's */
    guint picture;           /* due: the index of its picture */
    bool kept;
    frame *pixels; /* of a sixel that is shown; owned, NULL = none */
};

struct graphics {
    enum graphics_protocol wanted, protocol;
    bool automatic, kitty, sixel;
    int asked; /* questions so far */
    int cell_width, cell_height, max_width, max_height;
    bool cell_told; /* by the terminal */
    GArray *shown;  /* struct tile */
    GArray *due;    /* the same, of this turn */
    guint sent;     /* sixels that the terminal may have kept */
    guint32 next_id;
};

static void tile_clear(gpointer data)
{
    frame_free(((struct tile *)data)->pixels);
}

graphics *graphics_new(const char *wanted)
{
    graphics *g = g_new0(graphics, 1);
    g->automatic = g_str_equal(wanted, "auto");
    g->wanted = g_str_equal(wanted, "kitty") ? GRAPHICS_KITTY : g_str_equal(wanted, "sixel") ? GRAPHICS_SIXEL : GRAPHICS_SYMBOLS;
    g->protocol = g->wanted;
    g->max_width = g->max_height = SIXEL_PIXELS;
    g->shown = g_array_new(FALSE, FALSE, sizeof(struct tile));
    g_array_set_clear_func(g->shown, tile_clear);
    g->due = g_array_new(FALSE, FALSE, sizeof(struct tile));
    g->sent = SIXELS_KEPT; /* another program's */
    g->next_id = 1;
    return g;
}

void graphics_free(graphics *g)
{
    if (!g)
        return;
    g_array_unref(g->shown);
    g_array_unref(g->due);
    g_free(g);
}

/* ---- what the terminal can ---- */

const char *graphics_question(graphics *g, guint *ret_answers)
{
    if (g->asked == 0 && (g->automatic || g->wanted != GRAPHICS_SYMBOLS)) {
        g->asked = 1;
        *ret_answers = ASK_FIRST_ANSWERS;
        return ASK_FIRST;
    }
    if (g->asked == 1 && g->protocol == GRAPHICS_SIXEL) {
        g->asked = 2;
        *ret_answers = ASK_SIXEL_ANSWERS;
        return ASK_SIXEL;
    }
    return NULL;
}

/* "[?62;4;22c": 4 is sixel. */
static bool says_sixel(const char *answer)
{
    g_auto(GStrv) parts = g_strsplit_set(answer + 2, ";c", -1);
    return g_strv_contains((const char *const *)parts, "4");
}

void graphics_hear(graphics *g, const char *answer)
{
    int a = 0, b = 0;
    if (g_str_equal(answer, "_Gi=31;OK")) {
        g->kitty = true;
    } else if (g_str_has_prefix(answer, "[?") && g_str_has_suffix(answer, "c")) {
        g->sixel = says_sixel(answer);
    } else if (sscanf(answer, "[6;%d;%dt", &a, &b) == 2) {
        graphics_cell_is(g, b, a);
        g->cell_told = g->cell_width > 0;
    } else if (sscanf(answer, "[?2;0;%d;%dS", &a, &b) == 2 && a >= CELL_MAX && b >= CELL_MAX) {
        g->max_width = a;
        g->max_height = b;
    }
    if (g->automatic)
        g->protocol = g->kitty ? GRAPHICS_KITTY : g->sixel ? GRAPHICS_SIXEL : GRAPHICS_SYMBOLS;
}

void graphics_cell_is(graphics *g, int width, int height)
{
    bool fits = width >= CELL_MIN && width <= CELL_MAX && height >= CELL_MIN && height <= CELL_MAX;
    if (g->cell_told || !fits)
        return;
    g->cell_width = width;
    g->cell_height = height;
}

enum graphics_protocol graphics_cell(const graphics *g, int *ret_width, int *ret_height)
{
    *ret_width = g->cell_width;
    *ret_height = g->cell_height;
    return g->cell_width > 0 ? g->protocol : GRAPHICS_SYMBOLS;
}

/* ---- what is drawn into a picture ---- */

#define MARK 0xe00000
#define MARK_EDGE 0xffffff

static void bar(frame *f, int x, int y, int width, int height)
{
    frame_fill(f, x - 1, y - 1, width + 2, height + 2, MARK_EDGE);
    frame_fill(f, x, y, width, height, MARK);
}

#define ON_GAP 3 /* the place itself is to be seen */

static void cross(frame *f, int x, int y, int arm)
{
    bar(f, x, y - ON_GAP - arm, 1, arm);
    bar(f, x, y + ON_GAP + 1, 1, arm);
    bar(f, x - ON_GAP - arm, y, arm, 1);
    bar(f, x + ON_GAP + 1, y, arm, 1);
}

/* Arms on four sides of the place, further away at the left and right: a label is wide, and is to be read. At the edge of the
 * picture they come nearer, or are left out. */
static void crosshair(frame *f, int x, int y, int arm, int gap, int beside)
{
    bar(f, x, y - gap - arm, 1, arm);
    bar(f, x, y + gap, 1, arm);
    if (x > beside / 3 + arm)
        bar(f, MAX(1, x - beside - arm), y, arm, 1);
    if (f->width - x > beside / 3 + arm)
        bar(f, MIN(f->width - 1 - arm, x + beside), y, arm, 1);
}

#define ARM_SHARE 20 /* of a picture's side, at most */

static frame *marked(const struct paint_picture *p, int arm_max)
{
    frame *f = frame_crop(p->pixels, 0, 0, p->pixels->width, p->pixels->height);
    int arm = CLAMP(MIN(f->width, f->height) / ARM_SHARE, 4, arm_max);
    const struct paint_marks *m = &p->marks;
    int width = f->width, height = f->height;
    if (m->corners) {
        int left = (int)(m->left * width), right = (int)(m->right * width) - 1, top = (int)(m->top * height),
            bottom = (int)(m->bottom * height) - 1;
        for (int i = 0; i < 4; i++) {
            bar(f, i % 2 ? right - arm : left, i / 2 ? bottom : top, arm, 1);
            bar(f, i % 2 ? right : left, i / 2 ? bottom - arm : top, 1, arm);
        }
    }
    g_autoptr(GArray) marks = g_array_new(FALSE, FALSE, sizeof(struct mark_paint));
    for (guint i = 0; m->numbers && i < m->numbers->len; i++) {
        const struct paint_number *n = &g_array_index(m->numbers, struct paint_number, i);
        const struct area box = {(int)(n->x * width), (int)(n->y * height), (int)(n->width * width), (int)(n->height * height)};
        g_array_append_val(marks, ((struct mark_paint){box, n->number}));
    }
    mark_paint_all(f, marks);
    if (m->crosshair && m->on)
        cross(f, (int)(m->x * width), (int)(m->y * height), arm);
    else if (m->crosshair)
        crosshair(f, (int)(m->x * width), (int)(m->y * height), arm, MAX(arm / 2, (int)(m->gap * height)),
                  MAX(arm / 2, (int)(m->beside * width)));
    return f;
}

/* ---- tiles ---- */

static guint64 hash_of(const frame *f)
{
    guint64 hash = 14695981039346656037u; /* FNV-1a */
    gsize n = (gsize)f->width * (gsize)f->height;
    for (gsize i = 0; i < n; i++)
        hash = (hash ^ f->pixels[i]) * 1099511628211u;
    return hash;
}

static void tile_size(const graphics *g, int *ret_columns, int *ret_rows)
{
    bool kitty = g->protocol == GRAPHICS_KITTY;
    *ret_columns = kitty ? KITTY_COLUMNS : MAX(1, g->max_width / g->cell_width);
    *ret_rows = kitty ? KITTY_ROWS : MAX(1, g->max_height / SIXEL_HIGH * SIXEL_HIGH / g->cell_height);
}

static void put_kitty(const struct tile *t, const frame *f, GString *out)
{
    g_autoptr(GBytes) png = frame_to_png(f, NULL);
    if (!png)
        return;
    gsize length;
    const guchar *data = g_bytes_get_data(png, &length);
    g_autofree char *text = g_base64_encode(data, length);
    gsize all = strlen(text);
    for (gsize at = 0; at < all; at += KITTY_CHUNK) {
        bool more = at + KITTY_CHUNK < all;
        if (at == 0)
            g_string_append_printf(out, "\033_Ga=T,f=100,q=2,C=1,i=%u,c=%d,r=%d,m=%d;", t->id, t->columns, t->rows, more);
        else
            g_string_append_printf(out, "\033_Gq=2,m=%d;", more);
        g_string_append_len(out, text + at, (gssize)MIN((gsize)KITTY_CHUNK, all - at));
        g_string_append(out, "\033\\");
    }
}

/* As one cell of its size, pixel for pixel, but for empty rows up to a whole number of sixels: chafa would shrink it to such a
 * height. */
static void put_sixel(const frame *f, GString *out)
{
    int height = (f->height + SIXEL_HIGH - 1) / SIXEL_HIGH * SIXEL_HIGH;
    ChafaCanvasConfig *config = chafa_canvas_config_new();
    chafa_canvas_config_set_geometry(config, 1, 1);
    chafa_canvas_config_set_cell_geometry(config, f->width, height);
    chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SIXELS);
    chafa_canvas_config_set_canvas_mode(config, CHAFA_CANVAS_MODE_TRUECOLOR);
    chafa_canvas_config_set_preprocessing_enabled(config, FALSE);
    ChafaCanvas *canvas = chafa_canvas_new(config);
    thumbnails_onto(canvas, f, height);
    ChafaTermInfo *info = chafa_term_db_get_fallback_info(chafa_term_db_get_default());
    GString *text = chafa_canvas_print(canvas, info);
    g_autofree char *with_empty = g_strdup_printf("\"1;1;%d;%d", f->width, height);
    g_autofree char *own = g_strdup_printf("\"1;1;%d;%d", f->width, f->height);
    g_string_replace(text, with_empty, own, 1); /* for a picture that says it reaches into the last row xterm scrolls */
    g_string_append_len(out, text->str, (gssize)text->len);
    g_string_free(text, TRUE);
    chafa_term_info_unref(info);
    chafa_canvas_unref(canvas);
    chafa_canvas_config_unref(config);
}

static bool same_place(const struct tile *a, const struct tile *b)
{
    return a->x == b->x && a->y == b->y && a->columns == b->columns && a->rows == b->rows;
}

static struct tile *find(const graphics *g, const struct tile *like)
{
    for (guint i = 0; i < g->shown->len; i++) {
        struct tile *t = &g_array_index(g->shown, struct tile, i);
        if (same_place(t, like))
            return t;
    }
    return NULL;
}

/* What is shown of a picture in a tile. */
static frame *part_of(const graphics *g, const struct paint_picture *p, const frame *all, const struct tile *t)
{
    return frame_crop(all, (t->x - p->x) * g->cell_width, (t->y - p->y) * g->cell_height, t->columns * g->cell_width,
                      t->rows * g->cell_height);
}

static void add_tile(graphics *g, const struct paint_picture *p, guint picture, const frame *f, struct rect r)
{
    struct tile t = {.x = r.x, .y = r.y, .columns = r.width, .rows = r.height, .picture = picture};
    if (r.width <= 0 || r.height <= 0)
        return;
    g_autoptr(frame) part = part_of(g, p, f, &t);
    t.hash = hash_of(part);
    g_array_append_val(g->due, t);
}

/* Around what is cut out of it: above, below, left and right. */
static void add_uncut(graphics *g, const struct paint_picture *p, guint picture, const frame *f, struct rect r)
{
    int left = MAX(r.x, p->cut.x), right = MIN(r.x + r.width, p->cut.x + p->cut.width), top = MAX(r.y, p->cut.y),
        bottom = MIN(r.y + r.height, p->cut.y + p->cut.height);
    if (right <= left || bottom <= top) {
        add_tile(g, p, picture, f, r);
        return;
    }
    add_tile(g, p, picture, f, (struct rect){r.x, r.y, r.width, top - r.y});
    add_tile(g, p, picture, f, (struct rect){r.x, bottom, r.width, r.y + r.height - bottom});
    add_tile(g, p, picture, f, (struct rect){r.x, top, left - r.x, bottom - top});
    add_tile(g, p, picture, f, (struct rect){right, top, r.x + r.width - right, bottom - top});
}

static void add_tiles(graphics *g, const struct paint_picture *p, guint picture)
{
    int columns, rows;
    g_autoptr(frame) f = marked(p, g->cell_height);
    tile_size(g, &columns, &rows);
    for (int y = 0; y < p->rows; y += rows)
        for (int x = 0; x < p->columns; x += columns)
            add_uncut(g, p, picture, f, (struct rect){p->x + x, p->y + y, MIN(columns, p->columns - x), MIN(rows, p->rows - y)});
}

void graphics_written(graphics *g, int row, int first, int last)
{
    for (guint i = 0; i < g->shown->len; i++) {
        struct tile *t = &g_array_index(g->shown, struct tile, i);
        bool apart = last < t->x || first >= t->x + t->columns;
        if (g->protocol == GRAPHICS_SIXEL && row >= t->y && row < t->y + t->rows && !apart)
            t->hash = 0; /* kitty's lie over the cells, whatever is written there */
    }
}

/* The tile that is to be shown in the same place. */
static const struct tile *wanted_at(const graphics *g, const struct tile *like)
{
    for (guint i = 0; i < g->due->len; i++) {
        const struct tile *t = &g_array_index(g->due, struct tile, i);
        if (same_place(t, like))
            return t;
    }
    return NULL;
}

/* The sixels that the terminal has would be too many with those that are new. */
static bool too_many(const graphics *g)
{
    guint unchanged = 0;
    for (guint i = 0; i < g->shown->len; i++) {
        const struct tile *t = &g_array_index(g->shown, struct tile, i), *w = wanted_at(g, t);
        unchanged += w && w->hash == t->hash;
    }
    guint new = g->due->len - MIN(unchanged, g->due->len);
    return new > 0 && g->sent + new > SIXELS_KEPT;
}

static void erase_tile(const struct tile *t, GString *out)
{
    for (int y = t->y; y < t->y + t->rows; y++)
        g_string_append_printf(out, "\033[%d;%dH%*s", y + 1, t->x + 1, t->columns, ""); /* xterm's ECH leaves a last row */
}

/* A sixel stays in xterm below those that have come over it, as one of 16; a further one takes the place of the uppermost, and
 * where the window was covered an old picture comes to light. Scrolling two rows moves all of them, but nothing that is seen
 * elsewhere: those that have left the screen are what goes first. */
static void leave_behind(graphics *g, int rows, GString *out)
{
    g_string_append_printf(out, "\033[%d;%dr", rows - 1, rows);
    for (int i = 0; i < rows; i++)
        g_string_append(out, "\033[S");
    g_string_append(out, "\033[r");
    g_array_set_size(g->shown, 0);
    g->sent = 0;
}

bool graphics_erase(graphics *g, const struct paint_picture *pictures, guint n, int rows, GString *out)
{
    g_array_set_size(g->due, 0);
    for (guint i = 0; i < n && g->cell_width > 0; i++)
        add_tiles(g, &pictures[i], i);
    if (g->protocol != GRAPHICS_SIXEL) /* kitty's are taken away by themselves */
        return false;
    gsize before = out->len;
    bool all = too_many(g);
    g_string_append(out, "\0337\033[0m");
    gsize begun = out->len;
    for (guint i = g->shown->len; i-- > 0;) {
        const struct tile *t = &g_array_index(g->shown, struct tile, i);
        if (wanted_at(g, t))
            continue;
        erase_tile(t, out);
        g_array_remove_index(g->shown, i);
    }
    if (all)
        leave_behind(g, rows, out);
    if (out->len == begun)
        g_string_truncate(out, before);
    else
        g_string_append(out, "\0338");
    return all;
}

static void show_tile(graphics *g, struct tile *t, const frame *f, GString *out)
{
    t->id = g->next_id++;
    g_string_append_printf(out, "\0337\033[%d;%dH", t->y + 1, t->x + 1);
    if (g->protocol == GRAPHICS_KITTY)
        put_kitty(t, f, out);
    else
        put_sixel(f, out);
    g_string_append(out, "\0338");
    g->sent++;
    t->pixels = g->protocol == GRAPHICS_SIXEL ? frame_copy(f) : NULL;
    g_array_append_val(g->shown, *t); /* the one that it replaces goes below, unkept */
}

/* The least box of cells, of the tile, that has all that is new in it. */
static struct area changed_cells(const graphics *g, const frame *was, const frame *is)
{
    struct area all = {0};
    for (int y = 0; y < is->height; y++)
        for (int x = 0; x < is->width; x++)
            if (was->pixels[(gsize)y * (gsize)is->width + (gsize)x] != is->pixels[(gsize)y * (gsize)is->width + (gsize)x])
                all = area_joined(all, (struct area){x / g->cell_width, y / g->cell_height, 1, 1});
    return all;
}

/* Over the sixel that is shown, a smaller one of what is new. False: it would be as large, or nearly. */
static bool patch_tile(graphics *g, struct tile *was, const struct tile *t, const frame *part, GString *out)
{
    bool fits = g->protocol == GRAPHICS_SIXEL && was->hash != 0 && was->pixels && was->pixels->width == part->width &&
                was->pixels->height == part->height;
    struct area box = fits ? changed_cells(g, was->pixels, part) : (struct area){0};
    if (box.width == 0 || 2 * box.width * box.height > t->columns * t->rows)
        return false;
    g_autoptr(frame) patch =
        frame_crop(part, box.x * g->cell_width, box.y * g->cell_height, box.width * g->cell_width, box.height * g->cell_height);
    g_string_append_printf(out, "\0337\033[%d;%dH", t->y + box.y + 1, t->x + box.x + 1);
    put_sixel(patch, out);
    g_string_append(out, "\0338");
    g->sent++;
    frame_free(was->pixels);
    was->pixels = frame_copy(part);
    was->hash = t->hash;
    was->kept = true;
    return true;
}

/* Its tiles are those due; it is drawn again only where one of them is new. */
static void show_picture(graphics *g, const struct paint_picture *p, guint picture, GString *out)
{
    g_autoptr(frame) f = NULL;
    for (guint i = 0; i < g->due->len; i++) {
        struct tile *t = &g_array_index(g->due, struct tile, i), *was = find(g, t);
        if (t->picture != picture)
            continue;
        t->kept = true;
        if (was && was->hash == t->hash) {
            was->kept = true;
            continue;
        }
        f = f ? f : marked(p, g->cell_height);
        g_autoptr(frame) part = part_of(g, p, f, t);
        if (!was || !patch_tile(g, was, t, part, out))
            show_tile(g, t, part, out);
    }
}

void graphics_show(graphics *g, const struct paint_picture *pictures, guint n, GString *out)
{
    for (guint i = 0; i < g->shown->len; i++)
        g_array_index(g->shown, struct tile, i).kept = false;
    for (guint i = 0; i < n && g->cell_width > 0; i++)
        show_picture(g, &pictures[i], i, out);
    for (guint i = g->shown->len; i-- > 0;) {
        const struct tile *t = &g_array_index(g->shown, struct tile, i);
        if (t->kept)
            continue;
        if (g->protocol == GRAPHICS_KITTY)
            g_string_append_printf(out, "\033_Ga=d,d=I,i=%u,q=2\033\\", t->id);
        g_array_remove_index(g->shown, i);
    }
}

const char *graphics_wipe(graphics *g)
{
    bool any = g->shown->len > 0;
    g_array_set_size(g->shown, 0);
    return any && g->protocol == GRAPHICS_KITTY ? KITTY_WIPE : "";
}
