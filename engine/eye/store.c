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
                code == EFBIG ? "the file size limit is reached" : g_strerror(code), advice(code));
    return false;
}

/* Gives it a time that no other has: a clock's that is finer than the one which writing takes. */
static gint64 stamp(int fd)
{
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {0}};
    struct stat st;
    if (clock_gettime(CLOCK_REALTIME, &times[1]) != 0 || futimens(fd, times) != 0 || fstat(fd, &st) != 0)
        return 0;
    return st.st_mtim.tv_sec * G_GINT64_CONSTANT(1000000000) + st.st_mtim.tv_nsec;
}

/* 0 or errno; then nothing is left. `flags`: of renameat2(). */
static int write_renamed(const char *path, GBytes *bytes, bool durable, unsigned flags, gint64 *ret_ns)
{
    g_autofree char *temporary = g_strdup_printf("%s.XXXXXX", path);
    int fd = mkostemp(temporary, O_CLOEXEC);
    if (fd < 0)
        return errno;
    bool written = write_all(fd, bytes);
    *ret_ns = written ? stamp(fd) : 0;
    int code = written && (!durable || fsync(fd) == 0) ? 0 : errno;
    if (close(fd) != 0 && !code)
        code = errno;
    if (!code && (flags ? renameat2(AT_FDCWD, temporary, AT_FDCWD, path, flags) : rename(temporary, path)) != 0)
        code = errno;
    if (code)
        unlink(temporary);
    return code;
}

bool store_write(const char *path, GBytes *bytes, bool durable, GError **error)
{
    gint64 at_ns;
    int code = write_renamed(path, bytes, durable, 0, &at_ns);
    return code == 0 || fail(path, code, error);
}

static void sync_folder(const char *dir)
{
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

bool frame_store_png(GBytes *png, const char *path, gint64 *ret_new_ns, GError **error)
{
    g_autofree char *dir = g_path_get_dirname(path);
    struct stat st;
    /* never over what another process puts there meanwhile: that is not ours then */
    if (lstat(path, &st) != 0 && write_renamed(path, png, true, RENAME_NOREPLACE, ret_new_ns) == 0) {
        sync_folder(dir);
        return true;
    }
    *ret_new_ns = 0;
    if (lstat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size == (off_t)g_bytes_get_size(png) &&
        utimensat(AT_FDCWD, path, NULL, AT_SYMLINK_NOFOLLOW) == 0) /* new again: prune takes old ones that none names */
        return true;
    if (!store_write(path, png, true, error))
        return false;
    sync_folder(dir);
    return true;
}

bool store_frame(GBytes *png, const char *dir, char **ret_hash, char **ret_path, GError **error)
{
    g_autofree char *hash = g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, png);
    g_autofree char *name = g_strconcat(hash, ".png", NULL);
    g_autofree char *path = g_build_filename(dir, name, NULL);
    gint64 new_ns;
    if (!frame_store_png(png, path, &new_ns, error))
        return false;
    *ret_hash = g_steal_pointer(&hash);
    *ret_path = g_steal_pointer(&path);
    return true;
}

bool frame_store(const frame *f, const char *dir, char **ret_hash, char **ret_path, GError **error)
{
    g_autoptr(GBytes) png = frame_to_png(f, error);
    return png && store_frame(png, dir, ret_hash, ret_path, error);
}
