/* Run locks: OFD locks, which end with the last descriptor of the holder, however it dies. The file also names the holder. */

#include "memory/learnings.h"
#include "memory/port/places.h"
#include "memory/port/rows.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static char *lock_path(const memory *m, gint64 run)
{
    return g_strdup_printf("%s/locks/run-%" G_GINT64_FORMAT ".lock", store_dir(m), run);
}

/* "reins engine": the program and its first word. The rest of the command line stays out of other people's error messages. */
static char *own_name(void)
{
    g_autofree char *line = NULL;
    gsize length = 0;
    if (!g_file_get_contents("/proc/self/cmdline", &line, &length, NULL) || length == 0)
        return g_strdup("reins");
    g_autofree char *program = g_path_get_basename(line);
    gsize first = strlen(line) + 1;
    bool word = first < length && g_ascii_isalpha(line[first]);
    return word ? g_strdup_printf("%s %.40s", program, line + first) : g_steal_pointer(&program);
}

/* First line: pid. Second: name. */
static gint64 read_holder(const char *path, char **ret_name)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return 0;
    g_auto(GStrv) lines = g_strsplit(text, "\n", 3);
    gint64 pid = lines[0] ? g_ascii_strtoll(lines[0], NULL, 10) : 0;
    if (pid > 0 && ret_name)
        *ret_name = g_strescape(lines[1] ? lines[1] : "", NULL);
    return pid;
}

static bool write_holder(int fd)
{
    g_autofree char *name = own_name();
    g_autofree char *text = g_strdup_printf("%d\n%s\n", (int)getpid(), name);
    gsize length = strlen(text);
    /* over the old bytes, not after cutting them off: that needs no new block on a full disk */
    return pwrite(fd, text, length, 0) == (gssize)length && ftruncate(fd, (off_t)length) == 0;
}

static bool is_locked(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return false;
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    bool locked = fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    close(fd);
    return locked;
}

/* Between locking and writing its name a holder is unknown for a moment, or the file still names a dead one. */
static gint64 find_holder(const char *path, char **ret_name)
{
    for (int tries = 0; is_locked(path); tries++) {
        g_clear_pointer(ret_name, g_free);
        gint64 pid = read_holder(path, ret_name);
        if (pid > 0 && (kill((pid_t)pid, 0) == 0 || errno == EPERM || tries >= 100))
            return pid;
        if (tries >= 100)
            return -1;
        poll(NULL, 0, 1);
    }
    return 0;
}

gint64 memory_run_holder(memory *m, gint64 run)
{
    g_autofree char *path = lock_path(m, run);
    g_autofree char *name = NULL;
    return find_holder(path, &name);
}

static void set_busy(const char *path, gint64 run, GError **error)
{
    g_autofree char *name = NULL;
    gint64 pid = find_holder(path, &name);
    if (pid > 0)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_BUSY,
                    "run %" G_GINT64_FORMAT " is held by process %" G_GINT64_FORMAT " (%s): use `reins attach %" G_GINT64_FORMAT
                    "`, or end that process first",
                    run, pid, name ? name : "reins", run);
    else
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_BUSY, "run %" G_GINT64_FORMAT " is held by another process (try again)",
                    run);
}

int memory_learning_lock(memory *m, gint64 id, GError **error)
{
    g_autofree char *folder = g_build_filename(store_dir(m), "locks", NULL);
    g_autofree char *path = g_strdup_printf("%s/learning-%" G_GINT64_FORMAT ".lock", folder, id);
    if (!places_make_folder(folder, error))
        return -1;
    int fd = places_lock_file(path, false);
    if (fd < 0 && errno == EAGAIN)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_BUSY, "learning %" G_GINT64_FORMAT " is under way in another process", id);
    else if (fd < 0)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED, "cannot lock %s: %s (check the folder's permissions and the disk)",
                    path, g_strerror(errno));
    return fd;
}

int memory_run_lock(memory *m, gint64 run, GError **error)
{
    g_autofree char *folder = g_build_filename(store_dir(m), "locks", NULL);
    g_autofree char *path = lock_path(m, run);
    bool known = false;
    if (!rows_step_is_there(m, run, 0, &known, "read the run", error))
        return -1;
    if (!known) {
        store_no_run(run, error);
        return -1;
    }
    if (!places_make_folder(folder, error))
        return -1;
    int fd = places_lock_file(path, false);
    if (fd >= 0 && write_holder(fd))
        return fd;
    int code = errno;
    if (fd >= 0) {
        close(fd);
    } else if (code == EAGAIN) {
        set_busy(path, run, error);
        return -1;
    }
    g_set_error(error, MEMORY_ERROR, places_errno_is_full(code) ? MEMORY_ERROR_FULL : MEMORY_ERROR_FAILED,
                "cannot lock run %" G_GINT64_FORMAT " with %s: %s (check the folder's permissions and the disk)", run, path,
                g_strerror(code));
    return -1;
}
