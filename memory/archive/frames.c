/* Pictures of an archive. */

#include "memory/archive/frames.h"

#include "memory/port/places.h"
#include "memory/port/store.h"
#include "memory/port/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void incoming_frames_init(struct incoming_frames *f)
{
    *f = (struct incoming_frames){g_ptr_array_new_with_free_func(g_free), g_array_new(false, false, sizeof(struct memory_placed)),
                                  0};
}

void incoming_frames_clear(struct incoming_frames *f)
{
    g_ptr_array_unref(f->written);
    g_array_unref(f->placed);
}

static bool file_error(const char *path, int code, GError **error)
{
    g_set_error(error, MEMORY_ERROR, places_errno_is_full(code) ? MEMORY_ERROR_FULL : MEMORY_ERROR_FAILED,
                "cannot import the run: cannot write %s: %s (nothing of it was kept)", path, g_strerror(code));
    return false;
}

static char *incoming_path(const char *dir, const char *hash)
{
    return g_strdup_printf("%s/%s.png", dir, hash);
}

/* 0, or errno. */
static int write_file(const char *path, const guint8 *bytes, gsize length)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600), code = 0;
    if (fd < 0)
        return errno;
    for (gsize done = 0; done < length && !code;) {
        ssize_t n = write(fd, bytes + done, length - done);
        if (n > 0)
            done += (gsize)n;
        else if (n == 0 || errno != EINTR)
            code = n == 0 ? ENOSPC : errno;
    }
    if (!code && fsync(fd) != 0)
        code = errno;
    if (close(fd) != 0 && !code)
        code = errno;
    return code;
}

struct writing {
    struct incoming_frames *f; /* borrowed, as the others */
    const struct staging *in;
    const struct memory_watch *watch;
    gint64 done;
};

/* Its hash was found right by verify; the bytes are hashed again, for they are read again. */
static bool write_one(void *data, const char *hash, const guint8 *bytes, gsize length, GError **error)
{
    struct writing *w = data;
    if (!watch_go_on(w->watch, ++w->done, w->in->rows + w->in->frames, error))
        return false;
    g_autofree char *now = g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, length);
    if (!places_is_hash(hash) || length > COPY_MAX_FRAME || !g_str_equal(hash, now)) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_DAMAGED,
                    "cannot import the run: a picture has other bytes than its name says");
        return false;
    }
    g_autofree char *path = incoming_path(w->in->dir, hash);
    int code = write_file(path, bytes, length);
    if (code)
        return file_error(path, code, error);
    g_ptr_array_add(w->f->written, g_strdup(hash));
    return true;
}

bool incoming_frames_write(struct incoming_frames *f, struct staging *in, const struct memory_watch *watch, GError **error)
{
    struct writing w = {f, in, watch, in->rows};
    return archive_staging_pictures_each(in, write_one, &w, error);
}

/* One that is there already stays, unless it is damaged. */
static bool place_one(struct incoming_frames *f, memory *m, const char *hash, GError **error)
{
    g_autofree char *incoming = g_build_filename(store_dir(m), "incoming", NULL);
    g_autofree char *from = incoming_path(incoming, hash), *to = memory_frame_path(m, hash), *bytes = NULL;
    struct stat info = {0};
    struct memory_placed one = {.at_ns = places_file_ns(from)};
    gsize length = 0;
    bool there = lstat(to, &info) == 0 && S_ISREG(info.st_mode) && g_file_get_contents(to, &bytes, &length, NULL);
    g_autofree char *now = there ? g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes, length) : NULL;
    if (g_strcmp0(now, hash) == 0)
        return true;
    if (stat(from, &info) != 0 || rename(from, to) != 0)
        return file_error(to, errno, error);
    f->bytes += info.st_size;
    if (!there) {
        g_strlcpy(one.hash, hash, sizeof one.hash);
        g_array_append_val(f->placed, one);
    }
    return true;
}

bool incoming_frames_place(struct incoming_frames *f, memory *m, GError **error)
{
    if (f->written->len && !places_make_folder(memory_frames_dir(m), error))
        return false;
    for (guint i = 0; i < f->written->len; i++)
        if (!place_one(f, m, f->written->pdata[i], error))
            return false;
    int dir = f->written->len ? open(memory_frames_dir(m), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    bool synced = !f->written->len || (dir >= 0 && fsync(dir) == 0);
    int code = errno;
    if (dir >= 0)
        close(dir);
    return synced || file_error(memory_frames_dir(m), code, error);
}
