/* JPEG in and out, for exports and imports: frames themselves are PNG. libjpeg is loaded late (config/late.h) and leaves by
 * longjmp, as libpng does: what must be freed is in a struct outside the jump. */
#include "config/late.h"
#include "engine/picture/frame.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

/* A block of 8 × 8 costs a Huffman code of one bit at least. What claims more pixels than it can hold is refused before memory
 * is taken. */
#define PIXELS_OF_A_BYTE_MAX 512
/* A progressive one goes over all its pixels with each scan: ten are usual. */
#define SCANS_MAX 64
#define READABLE 90 /* quality */

#define JPEG_FUNCTIONS(NAME)                                                                                                     \
    NAME(jpeg_std_error)                                                                                                         \
    NAME(jpeg_CreateDecompress)                                                                                                  \
    NAME(jpeg_mem_src)                                                                                                           \
    NAME(jpeg_read_header)                                                                                                       \
    NAME(jpeg_start_decompress) NAME(jpeg_read_scanlines) NAME(jpeg_finish_decompress) NAME(jpeg_destroy_decompress)             \
        NAME(jpeg_CreateCompress) NAME(jpeg_mem_dest) NAME(jpeg_set_defaults) NAME(jpeg_set_quality) NAME(jpeg_start_compress)   \
            NAME(jpeg_write_scanlines) NAME(jpeg_finish_compress) NAME(jpeg_destroy_compress)

static struct jpeg_functions {
    JPEG_FUNCTIONS(LATE_MEMBER)
} jpeg;

static bool jpeg_ready(GError **error)
{
    static const char *const names[] = {JPEG_FUNCTIONS(LATE_NAME) NULL};
    static bool ready;
    if (!ready)
        ready = late_load("libjpeg.so.62", names, &jpeg, error);
    return ready;
}

struct failure {
    struct jpeg_error_mgr manager; /* first: libjpeg gives back its address */
    jmp_buf jump;
    char message[JMSG_LENGTH_MAX];
};

G_NORETURN static void leave(j_common_ptr info)
{
    struct failure *failure = (void *)info->err;
    failure->manager.format_message(info, failure->message);
    longjmp(failure->jump, 1);
}

/* Warnings are about damaged data: such a picture is refused, too. */
static void warned(j_common_ptr info, int level)
{
    if (level < 0)
        leave(info);
}

static void silent(j_common_ptr info)
{
    (void)info;
}

static struct jpeg_error_mgr *manager_of(struct failure *failure)
{
    struct jpeg_error_mgr *manager = jpeg.jpeg_std_error(&failure->manager);
    manager->error_exit = leave;
    manager->emit_message = warned;
    manager->output_message = silent;
    return manager;
}

/* ---- writing ---- */

struct jpeg_writer {
    struct jpeg_compress_struct c;
    struct failure failure;
    guint8 *row;
    unsigned char *bytes; /* libjpeg's, from malloc() */
    unsigned long length;
};

static bool writer_run(struct jpeg_writer *w, const frame *f, int quality)
{
    if (setjmp(w->failure.jump))
        return false;
    jpeg.jpeg_CreateCompress(&w->c, JPEG_LIB_VERSION, sizeof w->c);
    jpeg.jpeg_mem_dest(&w->c, &w->bytes, &w->length);
    w->c.image_width = (JDIMENSION)f->width;
    w->c.image_height = (JDIMENSION)f->height;
    w->c.input_components = 3;
    w->c.in_color_space = JCS_RGB;
    jpeg.jpeg_set_defaults(&w->c);
    jpeg.jpeg_set_quality(&w->c, quality, TRUE);
    w->c.comp_info[0].h_samp_factor = w->c.comp_info[0].v_samp_factor = 1;
    w->c.optimize_coding = TRUE;
    jpeg.jpeg_start_compress(&w->c, TRUE);
    for (int y = 0; y < f->height; y++) {
        const guint32 *pixels = f->pixels + (gsize)y * (gsize)f->width;
        for (int x = 0; x < f->width; x++) {
            w->row[3 * x] = (guint8)(pixels[x] >> 16);
            w->row[3 * x + 1] = (guint8)(pixels[x] >> 8);
            w->row[3 * x + 2] = (guint8)pixels[x];
        }
        jpeg.jpeg_write_scanlines(&w->c, &w->row, 1);
    }
    jpeg.jpeg_finish_compress(&w->c);
    return true;
}

GBytes *frame_to_jpeg(const frame *f, int quality, GError **error)
{
    if (!jpeg_ready(error))
        return NULL;
    struct jpeg_writer *w = g_new0(struct jpeg_writer, 1);
    w->row = g_malloc((gsize)f->width * 3);
    w->c.err = manager_of(&w->failure);
    bool ok = writer_run(w, f, quality);
    GBytes *bytes = ok ? g_bytes_new(w->bytes, w->length) : NULL;
    if (!ok)
        g_set_error(error, EYE_ERROR, EYE_ERROR_FAILED, "the picture cannot be written as JPEG: %s", w->failure.message);
    jpeg.jpeg_destroy_compress(&w->c);
    if (ok)
        free(w->bytes); /* else libjpeg may have freed it in the middle of making it larger */
    g_free(w->row);
    g_free(w);
    return bytes;
}

GBytes *frame_png_to_jpeg(GBytes *png, GError **error)
{
    g_autoptr(frame) f = frame_from_png(png, error);
    return f ? frame_to_jpeg(f, READABLE, error) : NULL;
}

/* ---- reading ---- */

struct jpeg_reader {
    struct jpeg_decompress_struct d;
    struct failure failure;
    struct jpeg_progress_mgr progress;
    frame *f;
    guint8 *row;
};

static void count_scans(j_common_ptr info)
{
    struct failure *failure = (void *)info->err;
    if (((j_decompress_ptr)info)->input_scan_number > SCANS_MAX) {
        g_strlcpy(failure->message, "it has too many scans", sizeof failure->message);
        longjmp(failure->jump, 1);
    }
}

static bool reader_allocate(struct jpeg_reader *r, gsize length)
{
    guint64 pixels = (guint64)r->d.image_width * r->d.image_height;
    if (r->d.image_width > FRAME_MAX_SIDE || r->d.image_height > FRAME_MAX_SIDE || pixels > FRAME_MAX_PIXELS || pixels == 0 ||
        pixels / PIXELS_OF_A_BYTE_MAX > length) {
        g_snprintf(r->failure.message, sizeof r->failure.message, "it says that it has %ux%u pixels", r->d.image_width,
                   r->d.image_height);
        return false;
    }
    r->row = g_try_malloc((gsize)r->d.image_width * 3);
    r->f = frame_new((int)r->d.image_width, (int)r->d.image_height);
    return r->row && r->f;
}

static bool reader_run(struct jpeg_reader *r, const guint8 *bytes, gsize length)
{
    if (setjmp(r->failure.jump))
        return false;
    jpeg.jpeg_CreateDecompress(&r->d, JPEG_LIB_VERSION, sizeof r->d);
    r->progress.progress_monitor = count_scans;
    r->d.progress = &r->progress;
    r->d.mem->max_memory_to_use = 512 * 1024 * 1024;
    jpeg.jpeg_mem_src(&r->d, bytes, length);
    jpeg.jpeg_read_header(&r->d, TRUE);
    if (!reader_allocate(r, length))
        return false;
    r->d.out_color_space = JCS_RGB;
    jpeg.jpeg_start_decompress(&r->d);
    while (r->d.output_scanline < r->d.output_height) {
        guint32 *pixels = r->f->pixels + (gsize)r->d.output_scanline * (gsize)r->f->width;
        jpeg.jpeg_read_scanlines(&r->d, &r->row, 1);
        for (int x = 0; x < r->f->width; x++)
            pixels[x] = (guint32)r->row[3 * x] << 16 | (guint32)r->row[3 * x + 1] << 8 | r->row[3 * x + 2];
    }
    jpeg.jpeg_finish_decompress(&r->d);
    return true;
}

frame *frame_from_jpeg(GBytes *picture, GError **error)
{
    gsize length;
    const guint8 *bytes = g_bytes_get_data(picture, &length);
    if (length < 4 || bytes[0] != 0xff || bytes[1] != 0xd8 || bytes[2] != 0xff) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_FORMAT, "this is not a JPEG file");
        return NULL;
    }
    if (!jpeg_ready(error))
        return NULL;
    struct jpeg_reader *r = g_new0(struct jpeg_reader, 1);
    r->d.err = manager_of(&r->failure);
    bool ok = reader_run(r, bytes, length);
    frame *f = g_steal_pointer(&r->f);
    if (!ok) {
        g_clear_pointer(&f, frame_free);
        g_set_error(error, EYE_ERROR, EYE_ERROR_FORMAT, "the JPEG cannot be read: %s",
                    r->failure.message[0] ? r->failure.message : "there is no memory for it");
    }
    jpeg.jpeg_destroy_decompress(&r->d);
    g_free(r->row);
    g_free(r);
    return f;
}
