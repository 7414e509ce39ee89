/* A small picture of a window, each another one. */

#include "tests/bench/history/history.h"

#include "engine/picture/frame.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static void fill(frame *f, int x, int y, int width, int height, guint32 colour)
{
    for (int row = MAX(0, y); row < MIN(f->height, y + height); row++) {
        for (int column = MAX(0, x); column < MIN(f->width, x + width); column++)
            f->pixels[row * f->width + column] = colour;
    }
}

static void paint(frame *f, struct dice *d, const char *app, gint64 step)
{
    guint kind = g_str_hash(app);
    fill(f, 0, 0, f->width, f->height, 0x203040 + (kind & 0x3f3f3f));
    int x = 8 + (int)(kind % 30), y = 6 + (int)(kind % 11), width = 110 + (int)(kind % 40), height = 80;
    fill(f, x, y, width, height, 0xe8e8e8);
    fill(f, x, y, width, 7, 0x4060a0 + (kind & 0x1f));
    for (int i = 0; i < 14; i++) /* widgets stay where they are, what is in them changes */
        fill(f, x + 4 + i % 4 * 26, y + 12 + i / 4 * 16, 20, 10, 0xc0c0c0 - (guint32)(i * (int)(kind % 7)) * 0x010101);
    for (int i = 0; i < 6; i++)
        fill(f, x + 4 + (int)dice_below(d, (guint)width - 30), y + 12 + (int)dice_below(d, 60), 4 + (int)dice_below(d, 20), 5,
             (guint32)dice_next(d) & 0xffffff);
    for (int bit = 0; bit < 24; bit++) /* its number: no two are the same */
        fill(f, 2 + bit * 3, f->height - 3, 2, 2, step >> bit & 1 ? 0xffffff : 0x000000);
}

static gboolean write_file(const char *path, GBytes *bytes)
{
    gsize length;
    const char *data = g_bytes_get_data(bytes, &length);
    g_autofree char *folder = g_path_get_dirname(path);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 && errno == ENOENT && g_mkdir_with_parents(folder, 0700) == 0)
        fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    gboolean ok = fd >= 0 && write(fd, data, length) == (gssize)length;
    if (fd >= 0)
        close(fd);
    return ok;
}

char *history_picture(struct history *h, const char *app, gint64 step, GError **error)
{
    g_autoptr(frame) f = frame_new(HISTORY_WIDTH, HISTORY_HEIGHT);
    paint(f, &h->dice, app, h->pictures++);
    g_autoptr(GBytes) png = frame_to_png(f, error);
    if (!png)
        return NULL;
    char *hash = g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, png);
    g_autofree char *path = memory_frame_path(h->m, hash);
    if (write_file(path, png))
        return hash;
    g_set_error(error, EYE_ERROR, EYE_ERROR_STORE, "%s (step %" G_GINT64_FORMAT "): %s", path, step, g_strerror(errno));
    g_free(hash);
    return NULL;
}
