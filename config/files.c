#include "config/files.h"

#include "config/config.h"
#include "config/nearest.h"
#include "config/shipped.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* GLib's own g_get_user_*_dir() remember the first answer; a relative path is to be ignored (XDG base directories). */
static char *xdg_dir(const char *variable, const char *under_home)
{
    const char *value = g_getenv(variable);
    if (value && g_path_is_absolute(value))
        return g_strdup(value);
    const char *home = g_getenv("HOME");
    return g_build_filename(home && g_path_is_absolute(home) ? home : g_get_home_dir(), under_home, NULL);
}

char *config_user_path(const char *path)
{
    g_autofree char *dir = xdg_dir("XDG_CONFIG_HOME", ".config");
    return g_build_filename(dir, "reins", path, NULL);
}

/* ---- folders ---- */

static bool fail_folder(GError **error, const char *path, const char *why)
{
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT, "cannot use the folder %s: %s", path, why);
    return false;
}

/* Ours, a folder, for nobody else: sockets and recordings of the screen lie in it. */
static bool private_folder(const char *path, GError **error)
{
    struct stat st;
    if (g_mkdir_with_parents(path, 0700) != 0) {
        g_autofree char *why = g_strdup_printf("%s (make it, or set XDG_DATA_HOME to a folder of yours)", g_strerror(errno));
        return fail_folder(error, path, why);
    }
    if (stat(path, &st) != 0)
        return fail_folder(error, path, g_strerror(errno));
    if (!S_ISDIR(st.st_mode))
        return fail_folder(error, path, "it is not a folder (move it away)");
    if (st.st_uid != geteuid())
        return fail_folder(
            error, path, "it belongs to another user (remove it, or set XDG_DATA_HOME and XDG_RUNTIME_DIR to folders of yours)");
    if ((st.st_mode & 077) && chmod(path, 0700) != 0)
        return fail_folder(error, path, "others may read it and its mode cannot be changed (chmod 700)");
    if (access(path, W_OK | X_OK) != 0)
        return fail_folder(error, path, "it is not writable (chmod 700)");
    return true;
}

char *config_data_dir(GError **error)
{
    g_autofree char *dir = xdg_dir("XDG_DATA_HOME", ".local/share");
    g_autofree char *path = g_build_filename(dir, "reins", NULL);
    return private_folder(path, error) ? g_steal_pointer(&path) : NULL;
}

char *config_runtime_dir(GError **error)
{
    const char *given = g_getenv("XDG_RUNTIME_DIR");
    g_autofree char *path = NULL;
    struct stat st;
    /* After su or in a container the variable may name a folder that is not there or not ours. */
    if (given && g_path_is_absolute(given) && stat(given, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid()) {
        path = g_build_filename(given, "reins", NULL);
    } else {
        g_autofree char *data = config_data_dir(error);
        if (!data)
            return NULL;
        path = g_build_filename(data, "run", NULL);
    }
    return private_folder(path, error) ? g_steal_pointer(&path) : NULL;
}

/* ---- shipped files and the user's over them ---- */

static GBytes *read_all(int fd, gsize size, const char *path, GError **error)
{
    GByteArray *bytes = g_byte_array_sized_new((guint)size + 1);
    guint8 buffer[16384];
    for (;;) {
        gssize n = read(fd, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 || bytes->len + (gsize)n > FILE_MAX_BYTES) {
            g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "cannot read %s: %s", path,
                        n < 0 ? g_strerror(errno) : "it is longer than 16 MiB");
            g_byte_array_unref(bytes);
            return NULL;
        }
        if (n == 0)
            return g_byte_array_free_to_bytes(bytes);
        g_byte_array_append(bytes, buffer, (guint)n);
    }
}

GBytes *config_read(const char *path, GError **error)
{
    /* Without O_NONBLOCK a named pipe would be waited for. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
        return NULL;
    struct stat st;
    const char *why = NULL;
    if (fd < 0 || fstat(fd, &st) != 0)
        why = g_strerror(errno);
    else if (!S_ISREG(st.st_mode))
        why = "it is not a regular file";
    else if (st.st_size > FILE_MAX_BYTES)
        why = "it is longer than 16 MiB";
    GBytes *bytes = NULL;
    if (why)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "cannot read %s: %s", path, why);
    else
        bytes = read_all(fd, (gsize)st.st_size, path, error);
    if (fd >= 0)
        close(fd);
    return bytes;
}

GBytes *config_shipped(const char *path)
{
    for (const struct shipped *s = shipped; s->path; s++)
        if (g_str_equal(s->path, path))
            return g_bytes_new_static(s->bytes, (gsize)(s->end - s->bytes));
    return NULL;
}

/* No way out of the folder: names come from command lines and files. */
static bool path_stays_inside(const char *path)
{
    g_auto(GStrv) parts = g_strsplit(path, "/", -1);
    for (guint i = 0; parts[i]; i++)
        if (!*parts[i] || strcmp(parts[i], ".") == 0 || strcmp(parts[i], "..") == 0)
            return false;
    return parts[0] != NULL;
}

static void fail_no_file(GError **error, const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *name = g_path_get_basename(path);
    g_auto(GStrv) known = config_files(folder);
    g_autofree char *hint = nearest_hint(name, (const char *const *)known);
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "no file %s%s", path, hint);
}

GBytes *config_file(const char *path, char **ret_origin, GError **error)
{
    bool absolute = g_path_is_absolute(path);
    if (!absolute && !path_stays_inside(path)) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                    "\"%s\" is not a path of a shipped file (a relative path without ..)", path);
        return NULL;
    }
    g_autofree char *mine = absolute ? g_strdup(path) : config_user_path(path);
    g_autoptr(GError) local = NULL;
    GBytes *bytes = config_read(mine, &local);
    if (local) {
        g_propagate_error(error, g_steal_pointer(&local));
        return NULL;
    }
    if (bytes) {
        if (ret_origin)
            *ret_origin = g_steal_pointer(&mine);
        return bytes;
    }
    bytes = absolute ? NULL : config_shipped(path);
    if (bytes && ret_origin)
        *ret_origin = g_strconcat("shipped:", path, NULL);
    if (!bytes && absolute)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "no file %s", path);
    else if (!bytes)
        fail_no_file(error, path);
    return bytes;
}

static int compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

char **config_files(const char *folder)
{
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autofree char *within = strcmp(folder, ".") == 0 ? g_strdup("") : g_strconcat(folder, "/", NULL);
    for (const struct shipped *s = shipped; s->path; s++)
        if (g_str_has_prefix(s->path, within) && !strchr(s->path + strlen(within), '/'))
            g_hash_table_add(names, g_strdup(s->path + strlen(within)));
    g_autofree char *mine = config_user_path(folder);
    g_autoptr(GDir) dir = g_dir_open(mine, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(mine, name, NULL);
        if (*name != '.' && g_utf8_validate(name, -1, NULL) && g_file_test(path, G_FILE_TEST_IS_REGULAR))
            g_hash_table_add(names, g_strdup(name));
    }
    GPtrArray *list = g_ptr_array_new();
    GHashTableIter iter;
    gpointer name;
    g_hash_table_iter_init(&iter, names);
    while (g_hash_table_iter_next(&iter, &name, NULL))
        g_ptr_array_add(list, g_strdup(name));
    g_ptr_array_sort(list, compare_names);
    g_ptr_array_add(list, NULL);
    return (char **)g_ptr_array_free(list, FALSE);
}
