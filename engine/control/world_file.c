#include "engine/control/world_file.h"

#include "config/config.h"
#include "engine/devices/devices.h"
#include "engine/display/world_screen.h"
#include "engine/run/run.h"
#include "engine/run/working.h"
#include "memory/memory.h"

#include <glib/gstdio.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static char *own_file(const struct run *run, GError **error)
{
    g_autofree char *data = config_data_dir(error);
    return data ? g_strdup_printf("%s/worlds/run-%" G_GINT64_FORMAT ".json", data, run->id) : NULL;
}

static char *lock_path(const char *file, GError **error)
{
    g_autofree char *dir = config_runtime_dir(error), *whole = g_canonicalize_filename(file, NULL);
    g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, whole, -1);
    return dir ? g_strdup_printf("%s/world-%.16s.lock", dir, sum) : NULL;
}

/* -1: errno. One that its holder has just unlinked is no lock. */
static int take_lock(const char *path)
{
    for (int tries = 0; tries < 2; tries++) {
        struct stat there;
        int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &there) == 0 && there.st_nlink > 0)
            return fd;
        int code = errno;
        if (fd >= 0)
            close(fd);
        errno = code;
        if (fd < 0 || code == EWOULDBLOCK)
            return -1;
    }
    return -1;
}

/* `reins do` changes a world as a person changes a display: also beside a run that stands. */
static bool lock(struct run *run, const char *file, GError **error)
{
    if (run->devices->world_lock >= 0 || !run->working->agent)
        return true;
    g_autofree char *path = lock_path(file, error), *holder = NULL;
    if (!path)
        return false;
    run->devices->world_lock = take_lock(path);
    if (run->devices->world_lock >= 0)
        return ftruncate(run->devices->world_lock, 0) == 0 && dprintf(run->devices->world_lock, "%" G_GINT64_FORMAT, run->id) > 0;
    if (errno == EWOULDBLOCK && g_file_get_contents(path, &holder, NULL, NULL))
        g_set_error(error, RUN_ERROR, RUN_ERROR_ENVIRONMENT,
                    "run %.20s works on %s (give another file=, or stop that run: reins attach %.20s)", holder, file, holder);
    else
        g_set_error(error, RUN_ERROR, RUN_ERROR_ENVIRONMENT, "cannot lock %s: %s", path, g_strerror(errno));
    return false;
}

/* It was ended before its first look: its world has not begun, either. Another run's world lies behind a fork. */
static bool has_begun(const struct run *run)
{
    g_autoptr(GPtrArray) steps = memory_steps(run->store, run->id, NULL);
    return run->parent || !steps || steps->len > 0;
}

static bool begin(struct run *run, bool again, GError **error)
{
    g_auto(display_target) target = {0};
    g_autoptr(GError) problem = NULL;
    world_screen *w = NULL;
    if (display_target_read(run->devices->display, &target, &problem) && again &&
        !g_file_test(target.world.file, G_FILE_TEST_EXISTS) && has_begun(run))
        g_set_error(&problem, RUN_ERROR, RUN_ERROR_ENVIRONMENT,
                    "%s is gone, and with it the state of the world: put it back, or do the run's acts again in a new world "
                    "(reins resume %" G_GINT64_FORMAT " --before STEP --replay)",
                    target.world.file, run->id);
    if (!problem && lock(run, target.world.file, &problem) && (w = world_screen_open(&target, &problem)))
        world_screen_keep(w, &problem);
    if (w) {
        struct still *s = world_screen_still(w);
        s->close(s);
    }
    if (problem)
        g_set_error_literal(error, RUN_ERROR, RUN_ERROR_ENVIRONMENT, problem->message);
    return !problem;
}

bool world_file_open(struct run *run, const display_target *t, bool again, GError **error)
{
    g_autofree char *own = own_file(run, error), *folder = own ? g_path_get_dirname(own) : NULL;
    if (!own)
        return false;
    g_mkdir_with_parents(folder, 0700);
    if (!again)
        g_unlink(own);
    g_free(run->devices->display);
    run->devices->display =
        t->world.file ? g_strdup(t->name) : g_strconcat(t->name, strchr(t->name, '?') ? "&" : "?", "file=", own, NULL);
    return begin(run, again, error);
}

void world_file_forget(struct run *run)
{
    g_auto(display_target) target = {0};
    g_autofree char *own = own_file(run, NULL);
    if (own)
        g_unlink(own);
    if (run->devices->world_lock < 0 || !display_target_read(run->devices->display, &target, NULL) || !target.world.file)
        return;
    g_autofree char *path = lock_path(target.world.file, NULL);
    if (path)
        g_unlink(path);
}
