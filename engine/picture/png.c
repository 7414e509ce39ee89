/* PNG in and out. libpng leaves by longjmp: each of its two users below keeps what must be freed in a struct outside the jump. */
#include "engine/picture/frame.h"

#include "config/fast.h"

#include <errno.h>
#include <fcntl.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Deflate cannot shrink by more than this: a file that claims more pixels than it can hold is refused before memory is taken. */
#define DEFLATE_RATIO_MAX 1040
#define BAND_ROWS 8
#define TINY 50 /* so many times smaller than its pixels */
#define BANDS 12

struct png_writer {
    png_structp png;
    png_infop info;
    GByteArray *out;
    guint8 *row;
    char message[128];
};

static void writer_fail(png_structp png, png_const_charp message)
{
    struct png_writer *w = png_get_error_ptr(png);
    g_strlcpy(w->message, message, sizeof w->message);
    longjmp(png_jmpbuf(png), 1);
}

static void silent(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void writer_write(png_structp png, png_bytep bytes, png_size_t length)
{
    struct png_writer *w = png_get_io_ptr(png);
    g_byte_array_append(w->out, bytes, (guint)length);
}

static void writer_flush(png_structp png)
{
    (void)png;
}

FAST static void fill_row(guint8 *row, const guint32 *pixels, int width)
{
    for (int x = 0; x < width; x++) {
        row[3 * x] = (guint8)(pixels[x] >> 16);
        row[3 * x + 1] = (guint8)(pixels[x] >> 8);
        row[3 * x + 2] = (guint8)pixels[x];
    }
}

static bool writer_run(struct png_writer *w, const frame *f, int filter)
{
    if (setjmp(png_jmpbuf(w->png)))
        return false;
    png_set_write_fn(w->png, w, writer_write, writer_flush);
    png_set_user_limits(w->png, FRAME_MAX_SIDE, FRAME_MAX_SIDE);
    png_set_IHDR(w->png, w->info, (png_uint_32)f->width, (png_uint_32)f->height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(w->png, 1);
    png_set_filter(w->png, PNG_FILTER_TYPE_BASE, filter);
    png_write_info(w->png, w->info);
    for (int y = 0; y < f->height; y++) {
        fill_row(w->row, f->pixels + (gsize)y * (gsize)f->width, f->width);
        png_write_row(w->png, w->row);
    }
    png_write_end(w->png, NULL);
    return true;
}

static GBytes *encode(const frame *f, int filter, GError **error)
{
    struct png_writer w = {.out = g_byte_array_new(), .row = g_malloc((gsize)f->width * 3)};
    w.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &w, writer_fail, silent);
    w.info = w.png ? png_create_info_struct(w.png) : NULL;
    bool ok = w.info && writer_run(&w, f, filter);
    png_destroy_write_struct(&w.png, &w.info);
    g_free(w.row);
    if (!ok) {
        g_byte_array_unref(w.out);
        g_set_error(error, EYE_ERROR, EYE_ERROR_FAILED, "the picture cannot be written as PNG: %s",
                    w.message[0] ? w.message : "libpng does not start");
        return NULL;
    }
    return g_byte_array_free_to_bytes(w.out);
}

/* Bands of rows, evenly spread: filters look at the row above, so single rows would tell nothing of UP. */
static frame *sample_bands(const frame *f)
{
    if (f->height <= BANDS * BAND_ROWS * 2)
        return frame_copy(f);
    frame *sample = frame_new(f->width, BANDS * BAND_ROWS);
    for (int band = 0; band < BANDS; band++) {
        int from = (int)((gint64)band * (f->height - BAND_ROWS) / (BANDS - 1));
        memcpy(sample->pixels + (gsize)band * BAND_ROWS * (gsize)f->width, f->pixels + (gsize)from * (gsize)f->width,
               (gsize)BAND_ROWS * (gsize)f->width * sizeof *f->pixels);
    }
    return sample;
}

/* Screens of programs are smallest unfiltered, photographs with SUB or UP (measured). What is nearly all of a few colours is tiny
 * by each of them: only one is tried. */
static int best_filter(const frame *f)
{
    const int filters[] = {PNG_FILTER_NONE, PNG_FILTER_SUB, PNG_FILTER_UP};
    g_autoptr(frame) sample = sample_bands(f);
    int best = PNG_FILTER_NONE;
    gsize best_size = G_MAXSIZE;
    for (gsize i = 0; i < G_N_ELEMENTS(filters); i++) {
        g_autoptr(GBytes) png = encode(sample, filters[i], NULL);
        if (png && g_bytes_get_size(png) < best_size) {
            best_size = g_bytes_get_size(png);
            best = filters[i];
        }
        if (best_size * TINY < (gsize)sample->width * (gsize)sample->height * 3)
            break;
    }
    return best;
}

GBytes *frame_to_png(const frame *f, GError **error)
{
    return encode(f, best_filter(f), error);
}

/* ---- reading ---- */
struct png_reader {
    png_structp png;
    png_infop info;
    const guint8 *bytes;
    gsize length, at;
    frame *f;
    png_bytep *rows;
    char message[160];
};

static void reader_fail(png_structp png, png_const_charp message)
{
    struct png_reader *r = png_get_error_ptr(png);
    g_strlcpy(r->message, message, sizeof r->message);
    longjmp(png_jmpbuf(png), 1);
}

static void reader_read(png_structp png, png_bytep out, png_size_t length)
{
    struct png_reader *r = png_get_io_ptr(png);
    if (length > r->length - r->at)
        png_error(png, "it is cut off");
    memcpy(out, r->bytes + r->at, length);
    r->at += length;
}

/* Everything becomes 8-bit RGB plus a byte that says how opaque it is, so that a row has the frame's own stride. */
static void reader_transforms(png_structp png)
{
    png_set_expand(png);
    png_set_strip_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
    png_set_interlace_handling(png);
}

static bool reader_allocate(struct png_reader *r)
{
    png_uint_32 width = png_get_image_width(r->png, r->info), height = png_get_image_height(r->png, r->info);
    guint64 pixels = (guint64)width * height;
    guint64 bits = pixels * png_get_bit_depth(r->png, r->info) * png_get_channels(r->png, r->info);
    if (pixels > FRAME_MAX_PIXELS || bits / 8 / DEFLATE_RATIO_MAX > r->length) {
        g_snprintf(r->message, sizeof r->message, "it says that it has %ux%u pixels", width, height);
        return false;
    }
    r->f = g_new0(frame, 1);
    r->f->width = (int)width;
    r->f->height = (int)height;
    r->f->pixels = g_try_malloc0_n(pixels, sizeof *r->f->pixels);
    r->rows = g_try_malloc_n(height, sizeof *r->rows);
    if (!r->f->pixels || !r->rows) {
        g_strlcpy(r->message, "there is no memory for it", sizeof r->message);
        return false;
    }
    for (png_uint_32 y = 0; y < height; y++)
        r->rows[y] = (png_bytep)(r->f->pixels + (gsize)y * width);
    return true;
}

static bool reader_run(struct png_reader *r)
{
    if (setjmp(png_jmpbuf(r->png)))
        return false;
    png_set_read_fn(r->png, r, reader_read);
    png_set_user_limits(r->png, FRAME_MAX_SIDE, FRAME_MAX_SIDE);
    png_set_chunk_cache_max(r->png, 64);
    png_set_chunk_malloc_max(r->png, 4 * 1024 * 1024);
    png_read_info(r->png, r->info);
    if (!reader_allocate(r))
        return false;
    reader_transforms(r->png);
    png_read_update_info(r->png, r->info);
    if (png_get_rowbytes(r->png, r->info) != (gsize)r->f->width * 4)
        png_error(r->png, "its pixels are of an unknown kind");
    png_read_image(r->png, r->rows);
    return true;
}

static void bytes_to_pixels(frame *f, guint8 *opaque)
{
    gsize n = (gsize)f->width * (gsize)f->height;
    for (gsize i = 0; i < n; i++) {
        const guint8 *b = (const guint8 *)(f->pixels + i);
        if (opaque)
            opaque[i] = b[3];
        f->pixels[i] = (guint32)b[0] << 16 | (guint32)b[1] << 8 | b[2];
    }
}

frame *frame_from_png(GBytes *png, GError **error)
{
    return frame_from_png_masked(png, NULL, error);
}

frame *frame_from_png_masked(GBytes *png, guint8 **ret_opaque, GError **error)
{
    struct png_reader r = {0};
    r.bytes = g_bytes_get_data(png, &r.length);
    if (r.length < 8 || png_sig_cmp(r.bytes, 0, 8) != 0) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_FORMAT, "this is not a PNG file");
        return NULL;
    }
    r.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &r, reader_fail, silent);
    r.info = r.png ? png_create_info_struct(r.png) : NULL;
    bool ok = r.info && reader_run(&r);
    png_destroy_read_struct(&r.png, &r.info, NULL);
    g_free(r.rows);
    if (!ok) {
        frame_free(r.f);
        g_set_error(error, EYE_ERROR, EYE_ERROR_FORMAT, "the PNG cannot be read: %s",
                    r.message[0] ? r.message : "libpng does not start");
        return NULL;
    }
    guint8 *opaque = ret_opaque ? g_malloc((gsize)r.f->width * (gsize)r.f->height) : NULL;
    bytes_to_pixels(r.f, opaque);
    if (ret_opaque)
        *ret_opaque = opaque;
    return r.f;
}

GBytes *frame_read_part(const char *path, int x, int y, int width, int height, GError **error)
{
    g_autoptr(frame) whole = frame_read(path, error);
    g_autoptr(frame) part = whole ? frame_crop(whole, x, y, width, height) : NULL;
    if (whole && !part)
        g_set_error(error, EYE_ERROR, EYE_ERROR_FORMAT, "%s: it has no part %d×%d at %d,%d", path, width, height, x, y);
    return part ? frame_to_png(part, error) : NULL;
}

frame *frame_read(const char *path, GError **error)
{
    struct stat st;
    g_autoptr(GError) problem = NULL;
    g_autofree char *bytes = NULL;
    gsize length = 0;
    if (stat(path, &st) == 0 && (!S_ISREG(st.st_mode) || st.st_size > (off_t)FRAME_MAX_PIXELS * 4)) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_FORMAT, "%s: this is not a PNG file", path);
        return NULL;
    }
    if (!g_file_get_contents(path, &bytes, &length, &problem)) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_STORE, "%s: %s", path, problem->message);
        return NULL;
    }
    g_autoptr(GBytes) png = g_bytes_new_take(g_steal_pointer(&bytes), length);
    frame *f = frame_from_png(png, error);
    if (!f)
        g_prefix_error(error, "%s: ", path);
    return f;
}
