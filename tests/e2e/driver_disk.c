#include "tests/e2e/driver_disk.h"

#include "tests/e2e/driver.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <cmocka.h>

void disk_begin(struct disk *disk, int megabytes)
{
    g_autofree char *size = g_strdup_printf("size=%dm,mode=700", megabytes);
    disk->dir = g_build_filename(g_get_tmp_dir(), "disk", NULL);
    assert_int_equal(g_mkdir_with_parents(disk->dir, 0700), 0);
    disk->mounted = mount("reins-test", disk->dir, "tmpfs", MS_NOSUID | MS_NODEV, size) == 0;
}

void disk_end(struct disk *disk)
{
    if (disk->mounted)
        umount2(disk->dir, MNT_DETACH);
    g_free(disk->dir);
}

static void limit_files(rlim_t bytes, const pid_t *pids, int n)
{
    const struct rlimit limit = {bytes, RLIM_INFINITY};
    for (int i = 0; i < n; i++) {
        pid_t eye = pids[i] ? child_named(pids[i], "eye") : 0;
        if (pids[i])
            prlimit(pids[i], RLIMIT_FSIZE, &limit, NULL);
        if (eye)
            prlimit(eye, RLIMIT_FSIZE, &limit, NULL);
    }
}

static char *ballast_path(const struct disk *disk)
{
    return g_build_filename(disk->dir, "ballast", NULL);
}

void disk_fill(const struct disk *disk, gsize leave, const pid_t *pids, int n)
{
    if (!disk->mounted) {
        g_autofree char *wal = g_build_filename(disk->dir, "reins", "memory.sqlite-wal", NULL);
        struct stat info = {0};
        stat(wal, &info);
        limit_files((rlim_t)info.st_size + leave, pids, n);
        return;
    }
    struct statvfs room;
    g_autofree char *path = ballast_path(disk);
    assert_int_equal(statvfs(disk->dir, &room), 0);
    gint64 bytes = (gint64)room.f_bavail * (gint64)room.f_frsize - (gint64)leave;
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    if (bytes > 0 && posix_fallocate(fd, 0, bytes) != 0)
        g_debug("somebody else has taken what was left");
    close(fd);
}

void disk_free(const struct disk *disk, const pid_t *pids, int n)
{
    g_autofree char *path = ballast_path(disk);
    if (disk->mounted)
        unlink(path);
    else
        limit_files(RLIM_INFINITY, pids, n);
}

static guint32 number_at(const char *bytes)
{
    guint32 value;
    memcpy(&value, bytes, sizeof value);
    return GUINT32_FROM_BE(value);
}

/* Where the last frame ends that commits: it says how large the database then is. Frames of the WAL before this one have another
 * salt. */
static gsize end_of_commits(const char *wal, gsize length)
{
    gsize end = 32, page = number_at(wal + 8);
    for (gsize at = 32; at + 24 + page <= length && memcmp(wal + at + 8, wal + 16, 8) == 0; at += 24 + page)
        if (number_at(wal + at + 4))
            end = at + 24 + page;
    return end;
}

void disk_cut_wal(const char *store, GRand *rand)
{
    g_autofree char *path = g_build_filename(store, "memory.sqlite-wal", NULL), *bytes = NULL;
    gsize length = 0;
    if (!g_file_get_contents(path, &bytes, &length, NULL) || length < 56)
        return;
    gsize end = end_of_commits(bytes, length), n = (gsize)g_rand_int_range(rand, 0, 9000);
    g_autofree guint8 *noise = g_malloc(9000);
    for (gsize i = 0; i < n; i++)
        noise[i] = (guint8)g_rand_int_range(rand, 0, 256);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, (off_t)end), 0);
    assert_int_equal(pwrite(fd, noise, n, (off_t)end), (ssize_t)n);
    close(fd);
}
