#include "engine/exports/output_sink.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct output_sink {
    char *path, *beside; /* owned: the name to be, the name until then */
    char *parent;        /* owned: the folder that was made for it, NULL = it was there */
    bool folder, finished;
    int fd; /* the file being written, -1 = none */
    gint64 bytes;
    GPtrArray *made; /* char *: files and folders in it, in order */
    GByteArray *buffer;
};

static bool fail(const char *path, const char *doing, GError **error)
{
    int code = errno;
    g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(code), "cannot %s %s: %s", doing, path, g_strerror(code));
    return false;
}

static output_sink *outlet_new(const char *path, bool folder)
{
    output_sink *o = g_new0(output_sink, 1);
    o->path = g_strdup(path);
    while (strlen(o->path) > 1 && g_str_has_suffix(o->path, "/"))
        o->path[strlen(o->path) - 1] = '\0';
    o->folder = folder;
    o->fd = -1;
    o->made = g_ptr_array_new_with_free_func(g_free);
    o->buffer = g_byte_array_new();
    /* in the same folder, so that a rename is enough; hidden, so that nobody reads it before it is whole */
    g_autofree char *dir = g_path_get_dirname(o->path), *base = g_path_get_basename(o->path);
    g_autofree char *name = g_strdup_printf(".%.200s.%d.partial", base, (int)getpid());
    o->beside = g_build_filename(dir, name, NULL);
    return o;
}

static bool is_free(const output_sink *o, GError **error)
{
    struct stat st;
    if (lstat(o->path, &st) != 0)
        return true;
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_EXIST, "%s exists already: use another name, or move it away", o->path);
    return false;
}

static int create(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

output_sink *output_sink_file(const char *path, GError **error)
{
    g_autoptr(output_sink) o = outlet_new(path, false);
    if (!is_free(o, error))
        return NULL;
    o->fd = create(o->beside);
    if (o->fd < 0) {
        fail(path, "write", error);
        return NULL;
    }
    return g_steal_pointer(&o);
}

output_sink *output_sink_folder(const char *path, GError **error)
{
    g_autoptr(output_sink) o = outlet_new(path, true);
    g_autofree char *parent = g_path_get_dirname(o->path);
    if (!is_free(o, error))
        return NULL;
    if (mkdir(parent, 0700) == 0)
        o->parent = g_strdup(parent);
    if (g_mkdir_with_parents(parent, 0700) != 0 || mkdir(o->beside, 0700) != 0) {
        fail(path, "make the folder", error);
        return NULL;
    }
    return g_steal_pointer(&o);
}

/* ---- writing ---- */

static bool flush(output_sink *o, GError **error)
{
    for (gsize at = 0; at < o->buffer->len;) {
        ssize_t n = write(o->fd, o->buffer->data + at, o->buffer->len - at);
        if (n < 0 && errno != EINTR)
            return fail(o->path, "write", error);
        at += n > 0 ? (gsize)n : 0;
    }
    g_byte_array_set_size(o->buffer, 0);
    return true;
}

bool output_sink_write(output_sink *o, const char *text, gsize length, GError **error)
{
    g_return_val_if_fail(o->fd >= 0 && length < G_MAXUINT / 2, false);
    g_byte_array_append(o->buffer, (const guint8 *)text, (guint)length);
    o->bytes += (gint64)length;
    return o->buffer->len < 256 * 1024 || flush(o, error);
}

/* Those of a folder reach the disk together, at its end. */
static bool close_file(output_sink *o, GError **error)
{
    if (o->fd < 0)
        return true;
    bool ok = flush(o, error) && (o->folder || fsync(o->fd) == 0 || fail(o->path, "write", error));
    close(o->fd);
    o->fd = -1;
    return ok;
}

static bool begin_file(output_sink *o, const char *name, GError **error)
{
    g_return_val_if_fail(o->folder, false);
    g_autofree char *path = g_build_filename(o->beside, name, NULL), *dir = g_path_get_dirname(path);
    if (!close_file(o, error))
        return false;
    if (!g_str_equal(dir, o->beside) && mkdir(dir, 0700) == 0)
        g_ptr_array_add(o->made, g_steal_pointer(&dir));
    o->fd = create(path);
    if (o->fd < 0)
        return fail(path, "write", error);
    g_ptr_array_add(o->made, g_steal_pointer(&path));
    return true;
}

bool output_sink_put(output_sink *o, const char *name, const void *bytes, gsize length, GError **error)
{
    return begin_file(o, name, error) && output_sink_write(o, bytes, length, error) && close_file(o, error);
}

gint64 output_sink_bytes(const output_sink *o)
{
    return o->bytes;
}

/* Waits for the disk to have a file, or the names in a folder. */
static bool sync_path(const char *path, GError **error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool ok = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL || errno == EROFS);
    if (!ok)
        fail(path, "write", error);
    if (fd >= 0)
        close(fd);
    return ok;
}

bool output_sink_finish(output_sink *o, GError **error)
{
    if (!close_file(o, error))
        return false;
    for (guint i = 0; i < o->made->len; i++)
        if (!sync_path(o->made->pdata[i], error))
            return false;
    if (renameat2(AT_FDCWD, o->beside, AT_FDCWD, o->path, RENAME_NOREPLACE) != 0) {
        if (errno == EEXIST)
            return is_free(o, error);
        if (errno != EINVAL || !is_free(o, error) || rename(o->beside, o->path) != 0) /* EINVAL: a file system without it */
            return error && *error ? false : fail(o->path, "write", error);
    }
    o->finished = true;
    g_autofree char *dir = g_path_get_dirname(o->path);
    return sync_path(dir, error);
}

void output_sink_free(output_sink *o)
{
    if (!o)
        return;
    if (o->fd >= 0)
        close(o->fd);
    for (guint i = o->finished ? 0 : o->made->len; i-- > 0;) {
        const char *path = o->made->pdata[i];
        if (unlink(path) != 0 && rmdir(path) != 0)
            g_debug("%s stays: %s", path, g_strerror(errno));
    }
    if (!o->finished && (o->folder ? rmdir(o->beside) : unlink(o->beside)) != 0)
        g_debug("%s stays: %s", o->beside, g_strerror(errno));
    if (!o->finished && o->parent && rmdir(o->parent) != 0)
        g_debug("%s stays: %s", o->parent, g_strerror(errno));
    g_ptr_array_unref(o->made);
    g_byte_array_unref(o->buffer);
    g_free(o->path);
    g_free(o->beside);
    g_free(o->parent);
    g_free(o);
}
