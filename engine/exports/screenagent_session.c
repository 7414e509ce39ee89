/* A session's folder, from outside: opened by descriptors, so that nothing in it leads out of it. */

#include "engine/exports/screenagent.h"

#include "skills/timeline/visible.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define RECORD_BYTES_MAX (4 * 1024 * 1024)
#define SCREENAGENT_SESSION_BYTES_MAX ((gint64)512 * 1024 * 1024) /* of its records */
#define PICTURE_BYTES_MAX (64 * 1024 * 1024)
#define RECORDS_MAX 20000
#define SESSIONS_MAX 5000
#define NAME_BYTES_MAX 200

bool screenagent_session_name_fits(const char *name)
{
    return name && *name && *name != '.' && strlen(name) <= NAME_BYTES_MAX && !strchr(name, '/') &&
           g_utf8_validate(name, -1, NULL);
}

static bool refuse(GError **error, enum export_error code, const char *name, const char *why)
{
    g_autofree char *shown = visible_text(name);
    g_set_error(error, EXPORT_ERROR, code, "%s: %s", shown, why);
    return false;
}

/* ---- files ---- */

/* A regular file of at most `most` bytes in the folder. */
static GBytes *read_file(int folder, const char *name, gsize most, GError **error)
{
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) != 0) {
        refuse(error, EXPORT_ERROR_FORMAT, name, errno == ELOOP ? "it is a link, and links are not followed" : g_strerror(errno));
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    bool fits = S_ISREG(st.st_mode) && (gsize)st.st_size <= most;
    guint8 *bytes = fits ? g_malloc((gsize)st.st_size + 1) : NULL;
    gsize length = 0;
    for (ssize_t n = 1; fits && n > 0 && length <= (gsize)st.st_size; length += n > 0 ? (gsize)n : 0)
        n = read(fd, bytes + length, (gsize)st.st_size + 1 - length);
    close(fd);
    if (fits && length == (gsize)st.st_size)
        return g_bytes_new_take(bytes, length);
    g_free(bytes);
    refuse(error, fits ? EXPORT_ERROR_FORMAT : EXPORT_ERROR_LIMIT, name,
           !S_ISREG(st.st_mode) ? "it is not a file"
           : fits               ? "it was changed while it was read"
                                : "it is too large");
    return NULL;
}

static int open_folder(int parent, const char *name)
{
    return openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Names in a folder that end so (NULL = folders), sorted: char *. NULL with error. */
static GPtrArray *names_in(int folder, const char *ending, guint most, GError **error)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
    const struct dirent *entry;
    if (!dir) {
        refuse(error, EXPORT_ERROR_FORMAT, ".", g_strerror(errno));
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    while ((entry = readdir(dir))) {
        struct stat st;
        if (!screenagent_session_name_fits(entry->d_name) || (ending && !g_str_has_suffix(entry->d_name, ending)))
            continue;
        if (!ending && (fstatat(folder, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(st.st_mode)))
            continue;
        if (names->len >= most) {
            refuse(error, EXPORT_ERROR_LIMIT, entry->d_name, "there is more in this folder than is taken");
            closedir(dir);
            return NULL;
        }
        g_ptr_array_add(names, g_strdup(entry->d_name));
    }
    closedir(dir);
    g_ptr_array_sort(names, by_name);
    return g_steal_pointer(&names);
}

/* ---- pictures ---- */

static bool is_png(GBytes *bytes)
{
    gsize length;
    const guint8 *head = g_bytes_get_data(bytes, &length);
    return length > 4 && memcmp(head, "\x89PNG", 4) == 0;
}

static frame *decoded(GBytes *bytes, const char *name, GError **error)
{
    frame *f = is_png(bytes) ? frame_from_png(bytes, error) : frame_from_jpeg(bytes, error);
    if (!f)
        g_prefix_error(error, "images/%s: ", name);
    return f;
}

frame *screenagent_session_picture(const session *s, const char *name, GError **error)
{
    g_autoptr(GBytes) bytes = read_file(s->images, name, PICTURE_BYTES_MAX, error);
    return bytes ? decoded(bytes, name, error) : NULL;
}

GBytes *screenagent_session_png(const session *s, const char *name, GError **error)
{
    g_autoptr(GBytes) bytes = read_file(s->images, name, PICTURE_BYTES_MAX, error);
    g_autoptr(frame) f = bytes ? decoded(bytes, name, error) : NULL;
    g_autoptr(GBytes) png = f ? frame_to_png(f, error) : NULL;
    return !png || is_png(bytes) ? g_steal_pointer(&png) : frame_png_with_jpeg(png, bytes);
}

bool screenagent_session_go_on(const struct memory_watch *watch, enum screenagent_session_part part, guint done, guint of,
                               GError **error)
{
    gint64 thousandth = of ? (gint64)done * 1000 / of : 1000;
    if (!watch || watch->go_on(watch->user, part * 1000 + thousandth, SESSION_PART_COUNT * 1000))
        return true;
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_STOPPED, "stopped; nothing of this session was written");
    return false;
}

bool screenagent_session_look(const session *s, const struct memory_watch *watch, GError **error)
{
    for (guint i = 0; i < s->names->len; i++) {
        if (!screenagent_session_go_on(watch, SESSION_LOOKED, i, s->names->len, error))
            return false;
        g_autoptr(frame) f = screenagent_session_picture(s, s->names->pdata[i], error);
        if (!f)
            return false;
    }
    return true;
}

static void add_name(session *s, GHashTable *seen, const char *name)
{
    if (!name || g_hash_table_contains(seen, name))
        return;
    char *own = g_strdup(name);
    g_ptr_array_add(s->names, own);
    g_hash_table_add(seen, own);
}

static void find_names(session *s)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < s->records->len; i++) {
        const record *r = s->records->pdata[i];
        add_name(s, seen, r->image);
        for (guint k = 0; k < r->actions->list->len; k++)
            add_name(s, seen, g_array_index(r->actions->list, word, k).after);
    }
}

/* ---- the session ---- */

void screenagent_session_free(session *s)
{
    if (!s)
        return;
    if (s->images >= 0)
        close(s->images);
    g_ptr_array_unref(s->records);
    g_ptr_array_unref(s->names);
    g_free(s->id);
    g_free(s->sha256);
    g_free(s);
}

static void free_record(gpointer data)
{
    screenagent_record_free(data);
}

/* The same answer twice, once translated: one of them is enough. */
static bool is_double(const session *s, const record *r)
{
    const record *last = s->records->len ? s->records->pdata[s->records->len - 1] : NULL;
    return last && g_str_equal(last->stamp, r->stamp);
}

/* A file that is no step by itself stays with the record that it was made from. */
static void keep_beside(session *s, struct published *p)
{
    const record *last = s->records->len ? s->records->pdata[s->records->len - 1] : NULL;
    s->skipped++;
    if (last && p && g_str_has_prefix(p->name, last->stamp))
        g_ptr_array_add(last->published, p);
    else if (p)
        screenagent_published_free(p);
}

static bool read_record(session *s, int folder, const char *name, GChecksum *sum, gint64 *bytes_read, GError **error)
{
    g_autoptr(GBytes) bytes = read_file(folder, name, RECORD_BYTES_MAX, error);
    if (!bytes)
        return false;
    gsize length;
    const char *text = g_bytes_get_data(bytes, &length);
    *bytes_read += (gint64)length;
    if (*bytes_read > SCREENAGENT_SESSION_BYTES_MAX)
        return refuse(error, EXPORT_ERROR_LIMIT, name, "the session's records are too large");
    if (strstr(name, "_neg_")) { /* one that cannot be read is no loss: it was made without a model */
        keep_beside(s, screenagent_published_new(name, text, length, NULL));
        return true;
    }
    g_checksum_update(sum, (const guchar *)name, (gssize)strlen(name) + 1);
    g_checksum_update(sum, (const guchar *)text, (gssize)length);
    g_autoptr(record) r = screenagent_record_read(name, text, length, error);
    struct published *p = r ? screenagent_published_new(name, text, length, error) : NULL;
    if (!p)
        return false;
    if (is_double(s, r)) {
        keep_beside(s, p);
        return true;
    }
    r->published = g_ptr_array_new_with_free_func(screenagent_published_free);
    g_ptr_array_add(r->published, p);
    g_ptr_array_add(s->records, g_steal_pointer(&r));
    return true;
}

/* Reads the records of a session's folder, given as a descriptor. Nothing is kept. The watch is asked before each: a session that
 * is known has no other part, and a folder may have thousands of them. */
static session *screenagent_session_read(int folder, const char *id, const struct memory_watch *watch, GError **error)
{
    g_autoptr(session) s = g_new0(session, 1);
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    gint64 bytes = 0;
    s->id = g_strdup(id);
    s->records = g_ptr_array_new_with_free_func(free_record);
    s->names = g_ptr_array_new_with_free_func(g_free);
    s->images = open_folder(folder, "images");
    g_autoptr(GPtrArray) names = names_in(folder, ".json", RECORDS_MAX, error);
    if (!names)
        return NULL;
    for (guint i = 0; i < names->len; i++)
        if (!screenagent_session_go_on(watch, SESSION_LOOKED, 0, 1, error) ||
            !read_record(s, folder, names->pdata[i], sum, &bytes, error))
            return NULL;
    if (s->records->len == 0 || s->images < 0) {
        g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_FORMAT, s->records->len ? "it has no folder images" : "it has no records");
        return NULL;
    }
    s->sha256 = g_strdup(g_checksum_get_string(sum));
    find_names(s);
    return g_steal_pointer(&s);
}

/* ---- folders of them ---- */

bool screenagent_is_folder(const char *path)
{
    return g_file_test(path, G_FILE_TEST_IS_DIR);
}

static bool take_session(memory *m, int folder, const char *id, bool trusted, const struct memory_watch *watch,
                         GPtrArray *ret_done, GError **error)
{
    g_autofree char *shown = visible_text(id);
    g_autoptr(session) s = screenagent_session_read(folder, id, watch, error);
    struct import_report *report = g_new0(struct import_report, 1);
    report->session = g_strdup(id);
    if (!s || !screenagent_session_keep(m, s, trusted, watch, report, error)) {
        g_prefix_error(error, "%s: ", shown);
        import_report_free(report);
        return false;
    }
    g_ptr_array_add(ret_done, report);
    return true;
}

static bool take_sessions(memory *m, int folder, const GPtrArray *names, bool trusted, const struct memory_watch *watch,
                          GPtrArray *ret_done, GError **error)
{
    for (guint i = 0; i < names->len; i++) {
        const char *name = names->pdata[i];
        int inside = open_folder(folder, name);
        bool ok = inside >= 0 ? take_session(m, inside, name, trusted, watch, ret_done, error)
                              : refuse(error, EXPORT_ERROR_FORMAT, name, g_strerror(errno));
        if (inside >= 0)
            close(inside);
        if (!ok)
            return false;
    }
    return true;
}

static bool take_folder(memory *m, int folder, const char *path, bool trusted, const struct memory_watch *watch,
                        GPtrArray *ret_done, GError **error)
{
    g_autoptr(GPtrArray) records = names_in(folder, ".json", RECORDS_MAX, error);
    g_autoptr(GPtrArray) folders = records ? names_in(folder, NULL, SESSIONS_MAX, error) : NULL;
    g_autofree char *full = g_canonicalize_filename(path, NULL), *name = g_path_get_basename(full);
    if (!folders)
        return false;
    if (records->len)
        return take_session(m, folder, screenagent_session_name_fits(name) ? name : "session", trusted, watch, ret_done, error);
    if (folders->len == 0)
        return refuse(error, EXPORT_ERROR_FORMAT, path, "there is no session in it: no TIME.json, and no folder that has some");
    return take_sessions(m, folder, folders, trusted, watch, ret_done, error);
}

bool screenagent_import(memory *m, const char *path, bool trusted, const struct memory_watch *watch, GPtrArray *ret_done,
                        GError **error)
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC); /* the person's own word: it may be a link */
    if (folder < 0)
        return refuse(error, EXPORT_ERROR_FORMAT, path, g_strerror(errno));
    bool ok = take_folder(m, folder, path, trusted, watch, ret_done, error);
    close(folder);
    return ok;
}

/* ---- records alone ---- */

static void free_file(gpointer data)
{
    struct screenagent_file *f = data;
    g_free(f->session);
    g_free(f->name);
    g_free(f->defect);
    screenagent_record_free(f->record);
    g_free(f);
}

static bool is_translation_of(const struct screenagent_file *before, const char *of, const char *name)
{
    const char *end = before && g_str_equal(before->session, of) ? strstr(name, "_translate") : NULL;
    return end && strncmp(before->name, name, (gsize)(end - name)) == 0;
}

static void add_files(int folder, const GPtrArray *names, const char *of, bool below, GPtrArray *files)
{
    for (guint i = 0; i < names->len; i++) {
        const char *name = names->pdata[i];
        const struct screenagent_file *before = files->len ? files->pdata[files->len - 1] : NULL;
        if (strstr(name, "_neg_") || is_translation_of(before, of, name))
            continue;
        g_autoptr(GError) error = NULL;
        g_autoptr(GBytes) bytes = read_file(folder, name, RECORD_BYTES_MAX, &error);
        struct screenagent_file *f = g_new0(struct screenagent_file, 1);
        *f = (struct screenagent_file){.session = g_strdup(of), .name = g_strdup(name), .below = below};
        if (bytes)
            f->record = screenagent_record_read(name, g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), &error);
        f->defect = error ? g_strdup(error->message) : NULL;
        g_ptr_array_add(files, f);
    }
}

/* False with an error: a session cannot be listed. */
static bool add_sessions(int folder, const GPtrArray *names, GPtrArray *files, GError **error)
{
    for (guint i = 0; i < names->len; i++) {
        int inside = open_folder(folder, names->pdata[i]);
        g_autoptr(GPtrArray) records = inside >= 0 ? names_in(inside, ".json", RECORDS_MAX, error) : NULL;
        if (records)
            add_files(inside, records, names->pdata[i], true, files);
        if (inside >= 0)
            close(inside);
        if (!records)
            return inside >= 0 ? false : refuse(error, EXPORT_ERROR_FORMAT, names->pdata[i], g_strerror(errno));
    }
    return true;
}

GPtrArray *screenagent_files(const char *path, GError **error)
{
    g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(free_file);
    g_autofree char *full = g_canonicalize_filename(path, NULL), *name = g_path_get_basename(full);
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC); /* the person's own word: it may be a link */
    if (folder < 0) {
        refuse(error, EXPORT_ERROR_FORMAT, path, g_strerror(errno));
        return NULL;
    }
    g_autoptr(GPtrArray) records = names_in(folder, ".json", RECORDS_MAX, error);
    g_autoptr(GPtrArray) folders = records ? names_in(folder, NULL, SESSIONS_MAX, error) : NULL;
    bool ok = folders && (records->len || add_sessions(folder, folders, files, error));
    if (ok && records->len)
        add_files(folder, records, name, false, files);
    close(folder);
    if (ok && files->len == 0)
        ok = refuse(error, EXPORT_ERROR_EMPTY, path, "there is no session in it: no TIME.json, and no folder that has some");
    return ok ? g_steal_pointer(&files) : NULL;
}

char *screenagent_file_place(const struct screenagent_file *f)
{
    return g_strconcat(f->session, "/", f->name, NULL);
}

GBytes *screenagent_file_picture(const char *path, const struct screenagent_file *f, GError **error)
{
    int top = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC); /* the person's own word: it may be a link */
    int inside = top >= 0 && f->below ? open_folder(top, f->session) : top;
    int images = inside >= 0 ? open_folder(inside, "images") : -1;
    g_autoptr(GBytes) bytes = images >= 0 ? read_file(images, f->record->image, PICTURE_BYTES_MAX, error) : NULL;
    if (images < 0)
        refuse(error, EXPORT_ERROR_FORMAT, "images", g_strerror(errno));
    const int opened[] = {images, inside != top ? inside : -1, top};
    for (gsize i = 0; i < G_N_ELEMENTS(opened); i++)
        if (opened[i] >= 0)
            close(opened[i]);
    g_autoptr(frame) seen = bytes ? decoded(bytes, f->record->image, error) : NULL;
    return seen ? g_steal_pointer(&bytes) : NULL;
}
