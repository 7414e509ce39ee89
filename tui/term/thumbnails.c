#include "tui/term/thumbnails.h"

#include "engine/picture/frame.h"
#include "tui/term/difference.h"

#include <chafa.h>
#include <string.h>

#define PICTURES_MAX 160
#define PIXELS_MAX (16 * 1024 * 1024) /* of all of them: 64 MB */
#define FRAMES_MAX 4

struct decoded {
    char *id;
    frame *pixels;
};

struct picture_entry {
    char *key, *id;
    struct thumbnail_want want;
    guint turn; /* when it was asked for last */
    struct thumbnail thumbnail;
};

struct thumbnails {
    enum thumbnail_colours colours;
    GPtrArray *pictures; /* struct picture_entry*, the latest used last */
    GPtrArray *frames;   /* struct decoded*, the latest used last */
    char *changed_key;   /* the pair compared last */
    struct pixel_rect changed[8];
    int n_changed;
    int cell_width, cell_height; /* pixels; 0 = not known */
    bool makes_pixels;
    enum thumbnail_symbols symbols;
    guint turn;
};

static double cell_shape = 2.0; /* its height in widths */

static void decoded_free(void *data)
{
    struct decoded *d = data;
    g_free(d->id);
    frame_free(d->pixels);
    g_free(d);
}

static void picture_entry_free(void *data)
{
    struct picture_entry *p = data;
    g_free(p->key);
    g_free(p->id);
    g_free(p->thumbnail.cells);
    frame_free(p->thumbnail.pixels);
    g_free(p);
}

thumbnails *thumbnails_new(enum thumbnail_colours colours)
{
    thumbnails *t = g_new0(thumbnails, 1);
    t->colours = colours;
    t->pictures = g_ptr_array_new_with_free_func(picture_entry_free);
    t->frames = g_ptr_array_new_with_free_func(decoded_free);
    chafa_set_n_threads(1); /* no threads of ours, and none of a library's */
    return t;
}

void thumbnails_free(thumbnails *t)
{
    if (!t)
        return;
    g_ptr_array_unref(t->pictures);
    g_ptr_array_unref(t->frames);
    g_free(t->changed_key);
    g_free(t);
}

/* Moves an entry to the end: the front is what is dropped first. */
static void *used(GPtrArray *entries, guint index)
{
    void *entry = g_ptr_array_steal_index(entries, index);
    g_ptr_array_add(entries, entry);
    return entry;
}

static const frame *decode(thumbnails *t, const char *id, const char *path, GError **error)
{
    for (guint i = 0; i < t->frames->len; i++) {
        struct decoded *d = g_ptr_array_index(t->frames, i);
        if (g_str_equal(d->id, id))
            return ((struct decoded *)used(t->frames, i))->pixels;
    }
    g_autoptr(frame) pixels = frame_read(path, error);
    if (!pixels)
        return NULL;
    if (t->frames->len >= FRAMES_MAX)
        g_ptr_array_remove_index(t->frames, 0);
    struct decoded *d = g_new0(struct decoded, 1);
    d->id = g_strdup(id);
    d->pixels = g_steal_pointer(&pixels);
    g_ptr_array_add(t->frames, d);
    return d->pixels;
}

int thumbnails_changed(thumbnails *t, const char *id, const char *path, const char *other_id, const char *other_path,
                       struct pixel_rect *ret_rects, int max)
{
    g_autofree char *key = g_strdup_printf("%s %s", id, other_id);
    if (g_strcmp0(key, t->changed_key) != 0) {
        const frame *a = decode(t, id, path, NULL), *b = a ? decode(t, other_id, other_path, NULL) : NULL;
        bool comparable = b && a->width == b->width && a->height == b->height;
        t->n_changed = comparable ? difference_places(a, b, t->changed, G_N_ELEMENTS(t->changed)) : 0;
        g_free(t->changed_key);
        t->changed_key = g_steal_pointer(&key);
    }
    int n = MIN(max, t->n_changed);
    for (int i = 0; i < n; i++)
        ret_rects[i] = t->changed[i];
    return n;
}

void thumbnails_fit(int width, int height, int columns, int rows, int *ret_columns, int *ret_rows)
{
    if (width <= 0 || height <= 0 || columns <= 0 || rows <= 0) {
        *ret_columns = *ret_rows = 0;
        return;
    }
    double by_width = (double)columns / width, by_height = cell_shape * rows / height;
    double scale = MIN(by_width, by_height); /* columns a pixel */
    *ret_columns = CLAMP((int)(width * scale + 0.5), 1, columns);
    *ret_rows = CLAMP((int)(height * scale / cell_shape + 0.5), 1, rows);
}

/* Finer ones are made of the coarser, too. */
static ChafaSymbolMap *symbol_map(enum thumbnail_symbols symbols)
{
    ChafaSymbolMap *map = chafa_symbol_map_new();
    chafa_symbol_map_add_by_tags(map, CHAFA_SYMBOL_TAG_SPACE);
    if (symbols == THUMBNAIL_HALVES) {
        static const gunichar halves[] = {0x2580, 0x2584, 0x2588, 0x258c, 0x2590};
        for (gsize i = 0; i < G_N_ELEMENTS(halves); i++)
            chafa_symbol_map_add_by_range(map, halves[i], halves[i]);
        return map;
    }
    chafa_symbol_map_add_by_tags(map, CHAFA_SYMBOL_TAG_BLOCK);
    if (symbols == THUMBNAIL_SEXTANTS)
        chafa_symbol_map_add_by_tags(map, CHAFA_SYMBOL_TAG_SEXTANT);
    return map;
}

static ChafaCanvas *canvas_new(const thumbnails *t, int columns, int rows)
{
    static const ChafaCanvasMode modes[] = {
        [THUMBNAIL_TRUECOLOUR] = CHAFA_CANVAS_MODE_TRUECOLOR,
        [THUMBNAIL_256] = CHAFA_CANVAS_MODE_INDEXED_240,
        [THUMBNAIL_16] = CHAFA_CANVAS_MODE_INDEXED_16,
        [THUMBNAIL_8] = CHAFA_CANVAS_MODE_INDEXED_8,
        [THUMBNAIL_MONO] = CHAFA_CANVAS_MODE_FGBG,
    };
    ChafaSymbolMap *symbols = symbol_map(t->symbols);
    ChafaCanvasConfig *config = chafa_canvas_config_new();
    chafa_canvas_config_set_geometry(config, columns, rows);
    chafa_canvas_config_set_canvas_mode(config, modes[t->colours]);
    chafa_canvas_config_set_symbol_map(config, symbols);
    chafa_canvas_config_set_work_factor(config, 0.5f);
    chafa_canvas_config_set_preprocessing_enabled(config, FALSE); /* a screen is not a photograph: keep its colours */
    ChafaCanvas *canvas = chafa_canvas_new(config);
    chafa_canvas_config_unref(config);
    chafa_symbol_map_unref(symbols);
    return canvas;
}

void thumbnails_onto(void *canvas, const struct frame *f, int height)
{
    gsize n = (gsize)f->width * (gsize)f->height;
    g_autoptr(frame) opaque = frame_new_raw(f->width, height); /* a frame's memory is kept for the next one */
    for (gsize k = 0; k < n; k++)
        opaque->pixels[k] = f->pixels[k] | 0xff000000u;
    memset(opaque->pixels + n, 0, ((gsize)f->width * (gsize)height - n) * sizeof *opaque->pixels);
    ChafaPixelType type = G_BYTE_ORDER == G_LITTLE_ENDIAN ? CHAFA_PIXEL_BGRA8_UNASSOCIATED : CHAFA_PIXEL_ARGB8_UNASSOCIATED;
    chafa_canvas_draw_all_pixels(canvas, type, (const guint8 *)opaque->pixels, f->width, height, f->width * 4);
}

bool thumbnails_set_cell(thumbnails *t, int width, int height, bool pixels)
{
    if (t->cell_width == width && t->cell_height == height && t->makes_pixels == pixels)
        return false;
    t->cell_width = width;
    t->cell_height = height;
    t->makes_pixels = pixels && width > 0;
    cell_shape = width > 0 ? (double)height / width : 2.0;
    g_ptr_array_set_size(t->pictures, 0);
    return true;
}

void thumbnails_set_symbols(thumbnails *t, enum thumbnail_symbols symbols)
{
    t->symbols = symbols;
    g_ptr_array_set_size(t->pictures, 0);
}

bool thumbnails_density(const thumbnails *t, double *ret_pixels, double *ret_shape)
{
    double parts = t->symbols == THUMBNAIL_SEXTANTS ? 3 : 2; /* above each other */
    *ret_shape = cell_shape;
    *ret_pixels = t->makes_pixels ? t->cell_width : parts / cell_shape;
    return t->makes_pixels;
}

double thumbnails_enlarged(const thumbnails *t, double pixels)
{
    return t->makes_pixels ? MIN(pixels, t->cell_width) : pixels;
}

/* The mean of the pixels that fall on each new one. */
static void shrink(const frame *f, frame *out)
{
    for (int y = 0; y < out->height; y++) {
        int top = y * f->height / out->height, bottom = MAX((y + 1) * f->height / out->height, top + 1);
        for (int x = 0; x < out->width; x++) {
            int left = x * f->width / out->width, right = MAX((x + 1) * f->width / out->width, left + 1);
            guint red = 0, green = 0, blue = 0, n = (guint)((bottom - top) * (right - left));
            for (int i = top; i < bottom; i++) {
                for (int j = left; j < right; j++) {
                    guint32 p = f->pixels[(gsize)i * (gsize)f->width + (gsize)j];
                    red += p >> 16 & 0xff;
                    green += p >> 8 & 0xff;
                    blue += p & 0xff;
                }
            }
            out->pixels[(gsize)y * (gsize)out->width + (gsize)x] = (red / n) << 16 | (green / n) << 8 | blue / n;
        }
    }
}

/* The place in the old row or column that the new one's i-th pixel shows: its pixel, and how far on the way to the next, of 256.
 */
static int place_of(int i, int from, int to, int *ret_next, guint *ret_share)
{
    int at = CLAMP((int)(((gint64)i * 2 + 1) * from * 128 / to) - 128, 0, (from - 1) * 256);
    *ret_next = MIN(at / 256 + 1, from - 1);
    *ret_share = (guint)at % 256;
    return at / 256;
}

static guint32 between(guint32 a, guint32 b, guint share)
{
    guint32 mixed = 0;
    for (int shift = 0; shift < 24; shift += 8)
        mixed |= ((a >> shift & 0xff) * (256 - share) + (b >> shift & 0xff) * share) / 256 << shift;
    return mixed;
}

/* Between the pixels: letters that get larger by no whole number keep the thickness of their strokes. */
static void enlarge(const frame *f, frame *out)
{
    for (int y = 0; y < out->height; y++) {
        int below, right;
        guint down, along;
        const guint32 *upper = f->pixels + (gsize)place_of(y, f->height, out->height, &below, &down) * (gsize)f->width,
                      *lower = f->pixels + (gsize)below * (gsize)f->width;
        for (int x = 0; x < out->width; x++) {
            int left = place_of(x, f->width, out->width, &right, &along);
            out->pixels[(gsize)y * (gsize)out->width + (gsize)x] =
                between(between(upper[left], upper[right], along), between(lower[left], lower[right], along), down);
        }
    }
}

static frame *scaled(const frame *f, int width, int height)
{
    frame *out = frame_new(width, height);
    (width > f->width && height > f->height ? enlarge : shrink)(f, out);
    return out;
}

static void draw(const thumbnails *t, struct thumbnail *out, const frame *f)
{
    ChafaCanvas *canvas = canvas_new(t, out->columns, out->rows);
    thumbnails_onto(canvas, f, f->height);
    for (int y = 0; y < out->rows; y++) {
        for (int x = 0; x < out->columns; x++) {
            struct cell *cell = &out->cells[y * out->columns + x];
            gint fg, bg;
            cell->c = chafa_canvas_get_char_at(canvas, x, y);
            chafa_canvas_get_raw_colors_at(canvas, x, y, &fg, &bg);
            cell->fg = fg;
            cell->bg = bg;
        }
    }
    chafa_canvas_unref(canvas);
}

static const struct thumbnail *find(thumbnails *t, const char *key)
{
    for (guint i = 0; i < t->pictures->len; i++) {
        struct picture_entry *p = g_ptr_array_index(t->pictures, i);
        if (!g_str_equal(p->key, key))
            continue;
        p->turn = t->turn;
        return &((struct picture_entry *)used(t->pictures, i))->thumbnail;
    }
    return NULL;
}

static frame *crop_of(const frame *f, const struct pixel_rect *r)
{
    double sx = r->of_width > 0 ? (double)f->width / r->of_width : 1,
           sy = r->of_height > 0 ? (double)f->height / r->of_height : 1;
    return frame_crop(f, (int)(r->x * sx), (int)(r->y * sy), MAX((int)(r->width * sx), 1), MAX((int)(r->height * sy), 1));
}

static char *key_of(const char *id, const struct pixel_rect *part, int columns, int rows)
{
    const struct pixel_rect r = part ? *part : (struct pixel_rect){0};
    return g_strdup_printf("%s %d,%d %dx%d/%dx%d %dx%d", id, r.x, r.y, r.width, r.height, r.of_width, r.of_height, columns, rows);
}

static struct picture_entry *entry_new(const char *id, const struct pixel_rect *part, int columns, int rows)
{
    struct picture_entry *p = g_new0(struct picture_entry, 1);
    p->key = key_of(id, part, columns, rows);
    p->id = g_strdup(id);
    p->want = (struct thumbnail_want){part ? *part : (struct pixel_rect){0}, columns, rows};
    return p;
}

static gint64 pixels_of(const struct picture_entry *p)
{
    return p->thumbnail.pixels ? (gint64)p->thumbnail.pixels->width * p->thumbnail.pixels->height : 0;
}

void thumbnails_turn(thumbnails *t)
{
    t->turn++;
}

/* Makes room for one more; what this turn has drawn is still to be sent. */
static void keep(thumbnails *t, struct picture_entry *p)
{
    gint64 sum = pixels_of(p);
    for (guint i = 0; i < t->pictures->len; i++)
        sum += pixels_of(g_ptr_array_index(t->pictures, i));
    while (t->pictures->len > 0) {
        const struct picture_entry *first = g_ptr_array_index(t->pictures, 0);
        if ((t->pictures->len < PICTURES_MAX && sum <= PIXELS_MAX) || first->turn == t->turn)
            break;
        sum -= pixels_of(first);
        g_ptr_array_remove_index(t->pictures, 0);
    }
    p->turn = t->turn;
    g_ptr_array_add(t->pictures, p);
}

bool thumbnails_known(thumbnails *t, const char *id, int columns, int rows)
{
    g_autofree char *key = key_of(id, NULL, columns, rows);
    return find(t, key) != NULL;
}

const struct thumbnail *thumbnails_get(thumbnails *t, const char *id, const char *path, const struct pixel_rect *part,
                                       int columns, int rows, GError **error)
{
    g_autofree char *key = key_of(id, part, columns, rows);
    const struct thumbnail *known = find(t, key);
    if (known)
        return known;
    const frame *whole = decode(t, id, path, error);
    if (!whole)
        return NULL;
    g_autoptr(frame) crop = part ? crop_of(whole, part) : NULL;
    const frame *f = crop ? crop : whole;
    struct picture_entry *p = entry_new(id, part, columns, rows);
    thumbnails_fit(f->width, f->height, columns, rows, &p->thumbnail.columns, &p->thumbnail.rows);
    p->thumbnail.cells = g_new0(struct cell, (gsize)p->thumbnail.columns * (gsize)p->thumbnail.rows + 1);
    if (p->thumbnail.columns > 0)
        draw(t, &p->thumbnail, f);
    if (p->thumbnail.columns > 0 && t->makes_pixels)
        p->thumbnail.pixels = scaled(f, p->thumbnail.columns * t->cell_width, p->thumbnail.rows * t->cell_height);
    keep(t, p);
    return &p->thumbnail;
}

/* ---- made by a child ---- */

GArray *thumbnails_shown(const thumbnails *t, const char *id)
{
    GArray *wanted = g_array_new(FALSE, FALSE, sizeof(struct thumbnail_want));
    for (guint i = 0; i < t->pictures->len; i++) {
        const struct picture_entry *p = g_ptr_array_index(t->pictures, i);
        if (p->turn == t->turn && g_str_equal(p->id, id))
            g_array_append_val(wanted, p->want);
    }
    return wanted;
}

static const struct pixel_rect *part_of(const struct thumbnail_want *w)
{
    return w->part.width > 0 ? &w->part : NULL;
}

/* Its four sizes, the cells, the pixels. */
static void write_out(const struct thumbnail *t, GString *made)
{
    const int sizes[] = {t->columns, t->rows, t->pixels ? t->pixels->width : 0, t->pixels ? t->pixels->height : 0};
    g_string_append_len(made, (const char *)sizes, sizeof sizes);
    g_string_append_len(made, (const char *)t->cells, (gssize)sizeof *t->cells * t->columns * t->rows);
    if (t->pixels)
        g_string_append_len(made, (const char *)t->pixels->pixels, (gssize)sizeof(guint32) * sizes[2] * sizes[3]);
}

bool thumbnails_make(thumbnails *t, const char *id, const char *path, const GArray *wanted, GString *made, GError **error)
{
    for (guint i = 0; i < wanted->len; i++) {
        const struct thumbnail_want *w = &g_array_index(wanted, struct thumbnail_want, i);
        const struct thumbnail *one = thumbnails_get(t, id, path, part_of(w), w->columns, w->rows, error);
        if (!one)
            return false;
        write_out(one, made);
    }
    return true;
}

static bool copy_out(void *to, gsize length, const char **bytes, gsize *left)
{
    if (length > *left)
        return false;
    memcpy(to, *bytes, length);
    *bytes += length;
    *left -= length;
    return true;
}

static bool read_in(struct thumbnail *t, const char **bytes, gsize *left)
{
    int sizes[4];
    if (!copy_out(sizes, sizeof sizes, bytes, left))
        return false;
    t->columns = sizes[0];
    t->rows = sizes[1];
    t->cells = g_new0(struct cell, (gsize)t->columns * (gsize)t->rows + 1);
    t->pixels = sizes[2] > 0 ? frame_new(sizes[2], sizes[3]) : NULL;
    return copy_out(t->cells, sizeof *t->cells * (gsize)t->columns * (gsize)t->rows, bytes, left) &&
           (!t->pixels || copy_out(t->pixels->pixels, sizeof(guint32) * (gsize)sizes[2] * (gsize)sizes[3], bytes, left));
}

bool thumbnails_take(thumbnails *t, const char *id, const GArray *wanted, GBytes *made)
{
    gsize left = 0;
    const char *bytes = g_bytes_get_data(made, &left);
    for (guint i = 0; i < wanted->len; i++) {
        const struct thumbnail_want *w = &g_array_index(wanted, struct thumbnail_want, i);
        struct picture_entry *p = entry_new(id, part_of(w), w->columns, w->rows);
        if (!read_in(&p->thumbnail, &bytes, &left) || find(t, p->key)) {
            picture_entry_free(p);
            return false;
        }
        keep(t, p);
    }
    return true;
}
