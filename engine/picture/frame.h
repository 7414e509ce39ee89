#ifndef ENGINE_PICTURE_FRAME_H
#define ENGINE_PICTURE_FRAME_H

/* A frame in memory and its PNG. Only this folder includes libpng. */

#include <glib.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define EYE_ERROR (eye_error_quark())
GQuark eye_error_quark(void);
enum eye_error {
    EYE_ERROR_DISPLAY, /* cannot be opened, died, lacks something: exit code 3 */
    EYE_ERROR_FORMAT,  /* not a PNG, too large */
    EYE_ERROR_STORE,   /* disk full, folder not writable */
    EYE_ERROR_FAILED,
};

#define FRAME_MAX_SIDE 16384
#define FRAME_MAX_PIXELS (64 * 1024 * 1024)

/* 24-bit colour, one guint32 0x00RRGGBB a pixel, rows without padding. */
typedef struct frame {
    int width, height;
    guint32 *pixels; /* owned */
    guint64 *rows;   /* NULL, or a number for each row: equal numbers, equal pixels; 0 = none. Who writes to a row sets it to 0 */
    bool mapped;     /* the pixels are another process's, sealed (frame_open()): not to be written */
    gint64 at_us;    /* CLOCK_MONOTONIC µs of the capture, as the X server's time (ms) */
} frame;

/* NULL: a screen of that size is supported; else a sentence with the fix, caller frees. */
char *frame_too_large(int width, int height);
frame *frame_new(int width, int height);
/* Its pixels are not set. */
frame *frame_new_raw(int width, int height);
frame *frame_copy(const frame *f);
void frame_free(frame *f);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(frame, frame_free)
/* The part inside the rectangle, clipped to the frame. Caller frees; NULL when nothing is left. */
frame *frame_crop(const frame *f, int x, int y, int width, int height);
/* The colour at a place inside of the frame; nothing is checked. */
static inline guint32 frame_pixel(const frame *f, int x, int y)
{
    return f->pixels[(gsize)y * (gsize)f->width + (gsize)x];
}
/* The largest difference of a channel of two colours (0x00RRGGBB), 0..255. */
static inline int frame_step(guint32 a, guint32 b)
{
    int red = abs((int)(a >> 16 & 0xff) - (int)(b >> 16 & 0xff)), green = abs((int)(a >> 8 & 0xff) - (int)(b >> 8 & 0xff));
    int blue = abs((int)(a & 0xff) - (int)(b & 0xff));
    return MAX(MAX(red, green), blue);
}
/* Whether a row is the same in two frames of the same width. */
static inline bool frame_row_same(const frame *a, const frame *b, int y)
{
    gsize at = (gsize)y * (gsize)a->width;
    return (a->rows && b->rows && a->rows[y] && a->rows[y] == b->rows[y]) ||
           memcmp(a->pixels + at, b->pixels + at, (gsize)a->width * sizeof *a->pixels) == 0;
}
/* The same size and pixels. */
bool frame_same(const frame *a, const frame *b);
/* False: the same size and pixels. Else the rows from the first to the last that differ; all of `a` where the sizes do. */
bool frame_rows_differ(const frame *a, const frame *b, int *ret_first, int *ret_last);
/* Share of pixels that are equal within `tolerance` per channel, 0..1; 0 when sizes differ. */
double frame_similarity(const frame *a, const frame *b, int tolerance);
/* Number of different pixels, and the smallest rectangle around them (empty for none). -1: the sizes differ. */
gint64 frame_changed(const frame *a, const frame *b, int *ret_x, int *ret_y, int *ret_width, int *ret_height);
/* Paints the rectangle, clipped to the frame, in one colour (0x00RRGGBB). False: it is completely outside. */
bool frame_fill(frame *f, int x, int y, int width, int height, guint32 colour);
/* A copy at most `width` wide; each pixel is the mean of the pixels that it represents (16 samples at most). Caller frees. */
frame *frame_shrink(const frame *f, int width);
/* A copy of that size, no side larger than the original: each pixel is the mean of its area, so that text stays readable.
 * Caller frees. (resize.c) */
frame *frame_resize(const frame *f, int width, int height);

/* PNG bytes (libpng, level 1, filter by a sampled test, best_filter() in png.c); the same pixels give the same bytes. */
GBytes *frame_to_png(const frame *f, GError **error);
/* Checks signature and size before it allocates. Caller frees. */
frame *frame_from_png(GBytes *png, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same as frame_from_png(); *ret_opaque: a byte for each pixel, 255 = opaque. Caller frees both. */
frame *frame_from_png_masked(GBytes *png, guint8 **ret_opaque, GError **error) G_GNUC_WARN_UNUSED_RESULT;
frame *frame_read(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* A frame in sealed memory, for other processes; `hash`: its PNG's. The descriptor, which they open as /proc/PID/fd/NUMBER; the
 * caller closes it. -1: there is no memory for it. (shared.c) */
int frame_share(const frame *f, const char *hash);
/* The frame of DIR/HASH.png: from the sealed memory that is named, where it has that hash (NULL = none), otherwise the file is
 * decoded. Caller frees. (shared.c) */
frame *frame_open(const char *path, const char *shared, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* A part of such a file as PNG bytes. Caller unrefs. Error also when it is completely outside. */
GBytes *frame_read_part(const char *path, int x, int y, int width, int height, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* A whole PNG or JPEG, made smaller by frame_resize(), as a PNG. Caller unrefs. (resize.c) */
GBytes *frame_resize_png(GBytes *picture, int width, int height, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* JPEG bytes (baseline, 4:4:4, so that small coloured text stays readable); quality 1..100. Caller unrefs. libjpeg is loaded at
 * the first use; error: it cannot be loaded (CONFIG_ERROR_ENVIRONMENT). (jpeg.c) */
GBytes *frame_to_jpeg(const frame *f, int quality, GError **error);
/* Same from a PNG, in a quality that keeps text readable. */
GBytes *frame_png_to_jpeg(GBytes *png, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* With the same checks as for a PNG: signature and size before memory is allocated; a truncated or damaged file is refused.
 * Caller frees. */
frame *frame_from_jpeg(GBytes *jpeg, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The PNG with the JPEG file that it was made from in it, so that it can be given back byte by byte; the same PNG where that has
 * more than 4 MB. Caller unrefs. (png_origin.c) */
GBytes *frame_png_with_jpeg(GBytes *png, GBytes *jpeg);
/* That file. NULL: there is none in it, or it does not show what `f`, the decoded PNG, shows. Caller unrefs. */
GBytes *frame_png_jpeg(GBytes *png, const frame *f);
/* Writes DIR/SHA256.png (0600; complete before it gets its name; an existing one only gets a new time). Caller frees hash and
 * path. */
bool frame_store(const frame *f, const char *dir, char **ret_hash, char **ret_path, GError **error);
/* Same for the result of frame_to_png(); path: DIR/SHA256.png. *ret_new_ns: the file's time when it is new (ns since 1970;
 * storing the same picture again changes it); 0: it existed. */
bool frame_store_png(GBytes *png, const char *path, gint64 *ret_new_ns, GError **error);

#endif
