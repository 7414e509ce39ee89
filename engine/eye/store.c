/* Pictures on disk: complete before they have their name, or not there at all. */
#include "engine/eye/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_all(int fd, GBytes *bytes)
{
    gsize length, done = 0;
    const guint8 *data = g_bytes_get_data(bytes, &length);
    while (done < length) {
        ssize_t n = write(fd, data + done, length - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        done += (gsize)n;
    }
    return true;
}

static const char *advice(int code)
{
    switch (code) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return "make room there, or remove old runs with `reins memory prune`";
    case EACCES:
    case EPERM:
    case EROFS:
        return "make the folder writable";
    case ENOENT:
        return "the folder must exist";
    default:
        return "see to that disk";
    }
}

static bool fail(const char *path, int code, GError **error)
{
    g_set_error(error, EYE_ERROR, EYE_ERROR_STORE, "cannot store the frame %s: %s (%s)", path,
                code == EFBIG ? "no more may be written" : g_strerror(code), advice(code));
    return false;
}

bool store_write(const char *path, GBytes *bytes, bool durable, GError **error)
{
    g_autofree char *temporary = g_strdup_printf("%s.XXXXXX", path);
    int fd = mkostemp(temporary, O_CLOEXEC);
    if (fd < 0)
        return fail(path, errno, error);
    bool ok = write_all(fd, bytes) && (!durable || fsync(fd) == 0);
    int code = errno;
    if (close(fd) != 0 && ok) {
        code = errno;
        ok = false;
    }
    if (ok && rename(temporary, path) != 0) {
        code = errno;
        ok = false;
    }
    if (!ok) {
        unlink(temporary);
        return fail(path, code, error);
    }
    return true;
}

static void sync_folder(const char *dir)
{
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

bool frame_store(const frame *f, const char *dir, char **ret_hash, char **ret_path, GError **error)
{
    g_autoptr(GBytes) png = frame_to_png(f, error);
    if (!png)
        return false;
    g_autofree char *hash = g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, png);
    g_autofree char *name = g_strconcat(hash, ".png", NULL);
    g_autofree char *path = g_build_filename(dir, name, NULL);
    struct stat st;
    bool there = lstat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size == (off_t)g_bytes_get_size(png) &&
                 utimensat(AT_FDCWD, path, NULL, AT_SYMLINK_NOFOLLOW) == 0; /* new again: prune takes old ones that none names */
    if (!there) {
        if (!store_write(path, png, true, error))
            return false;
        sync_folder(dir);
    }
    *ret_hash = g_steal_pointer(&hash);
    *ret_path = g_steal_pointer(&path);
    return true;
}
