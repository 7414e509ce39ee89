#include "skills/library/library_places.h"

#include "config/config.h"
#include "skills/timeline/visible.h"

#include <string.h>
#include <sys/stat.h>

#define FILES_MAX 20000

const char *skill_layer_name(enum skill_layer layer)
{
    static const char *const names[] = {"shipped", "own", "project"};
    return names[layer];
}

char *skill_layer_folder(enum skill_layer layer)
{
    if (layer == LAYER_OWN)
        return g_build_filename(g_get_user_data_dir(), "reins", "skills", NULL);
    if (layer == LAYER_SHIPPED)
        return NULL;
    g_autofree char *here = g_get_current_dir();
    return g_build_filename(here, ".reins", "skills", NULL);
}

static void skill_file_free(struct skill_file *file)
{
    g_free(file->path);
    g_free(file->library);
    g_free(file);
}

static void add(GPtrArray *files, char *path, const char *library, enum skill_layer layer)
{
    struct skill_file *f = g_new0(struct skill_file, 1);
    *f = (struct skill_file){.path = path, .library = g_strdup(library), .layer = layer};
    g_ptr_array_add(files, f);
}

static int by_string(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Names in a folder, sorted: those that end with .lua, or the sub-folders. */
static GPtrArray *names_in(const char *folder, bool folders)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL); /* most people have none */
    for (const char *name; dir && names->len < FILES_MAX && (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        if (*name == '.' || (folders ? !g_file_test(path, G_FILE_TEST_IS_DIR) : !g_str_has_suffix(name, ".lua")))
            continue;
        g_ptr_array_add(names, g_strdup(name));
    }
    g_ptr_array_sort(names, by_string);
    return names;
}

static bool shows(const char *name)
{
    for (const char *p = name; *p; p = g_utf8_next_char(p)) {
        if (visible_hides(g_utf8_get_char(p)))
            return false;
    }
    return true;
}

/* A file is known by its path: in messages, in a terminal, in JSON. */
static bool path_shows(const char *path, const char *library, const char *name)
{
    return g_utf8_validate(path, -1, NULL) && shows(library) && shows(name);
}

static void G_GNUC_PRINTF(3, 4) say(GPtrArray *problems, const char *folder, const char *format, ...)
{
    if (!problems)
        return;
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args), *shown = visible_text(folder);
    va_end(args);
    g_ptr_array_add(problems, g_strdup_printf("%s: %s", shown, what));
}

static bool add_folder(GPtrArray *files, GPtrArray *problems, const char *folder, const char *library, enum skill_layer layer)
{
    g_autoptr(GPtrArray) names = names_in(folder, false);
    if (names->len + files->len >= FILES_MAX && files->len < FILES_MAX)
        say(problems, folder, "there are more than %d skill files: not all are read", FILES_MAX);
    for (guint i = 0; i < names->len && files->len < FILES_MAX; i++) {
        const char *name = g_ptr_array_index(names, i);
        g_autofree char *path = g_build_filename(folder, name, NULL), *shown = visible_text(name);
        if (path_shows(path, library, name))
            add(files, g_steal_pointer(&path), library, layer);
        else
            say(problems, folder, "%s is left out: its name, or its folder's, has a character that does not show: rename it",
                shown);
    }
    return names->len > 0;
}

static bool add_shipped(GPtrArray *files, const char *name, GError **error)
{
    g_autofree char *path = g_strdup_printf("skills/lib/%s.lua", name);
    char *origin = NULL;
    g_autoptr(GBytes) bytes = config_file(path, &origin, error);
    if (!bytes)
        return false;
    add(files, origin, name, g_str_has_prefix(origin, "shipped:") ? LAYER_SHIPPED : LAYER_OWN);
    return true;
}

/* ---- the names that are asked for ---- */

static void want(GPtrArray *wanted, const char *name)
{
    for (guint i = 0; i < wanted->len; i++) {
        if (g_str_equal(g_ptr_array_index(wanted, i), name))
            return;
    }
    g_ptr_array_add(wanted, g_strdup(name));
}

/* "*": every library that there is. */
static void want_all(GPtrArray *wanted)
{
    g_auto(GStrv) shipped = config_files("skills/lib");
    for (char **f = shipped; *f; f++) {
        g_autofree char *name = g_str_has_suffix(*f, ".lua") ? g_strndup(*f, strlen(*f) - strlen(".lua")) : NULL;
        if (name)
            want(wanted, name);
    }
    for (enum skill_layer layer = LAYER_OWN; layer <= LAYER_PROJECT; layer++) {
        g_autofree char *folder = skill_layer_folder(layer);
        g_autoptr(GPtrArray) names = names_in(folder, true);
        for (guint i = 0; i < names->len; i++) {
            g_autofree char *optional = g_strconcat(g_ptr_array_index(names, i), "?", NULL);
            want(wanted, optional);
        }
    }
}

static GPtrArray *wanted_names(const char *const *names)
{
    GPtrArray *wanted = g_ptr_array_new_with_free_func(g_free);
    want(wanted, "base");
    for (; names && *names; names++) {
        if (g_str_equal(*names, "*"))
            want_all(wanted);
        else
            want(wanted, *names);
    }
    return wanted;
}

/* A library's name becomes a path: it must not lead elsewhere. */
static bool name_is_plain(const char *name)
{
    return *name && *name != '.' && !strchr(name, '/');
}

bool skill_places_in_world(const char *const *names)
{
    for (; names && *names; names++)
        if (g_str_equal(*names, LIBRARY_WORLD))
            return true;
    return false;
}

/* Behind all others, in their order. */
static void put_last(GPtrArray *files, const char *library)
{
    for (guint i = 0, n = files->len; n > 0; n--) {
        struct skill_file *f = g_ptr_array_index(files, i);
        if (g_str_equal(f->library, library)) {
            struct skill_file *last = g_ptr_array_steal_index(files, i);
            g_ptr_array_add(files, last);
        } else {
            i++;
        }
    }
}

GPtrArray *skill_places(const char *const *names, GPtrArray *problems)
{
    GPtrArray *files = g_ptr_array_new_with_free_func((GDestroyNotify)skill_file_free);
    g_autoptr(GPtrArray) wanted = wanted_names(names);
    g_autoptr(GHashTable) found = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free); /* name → why not, NULL = found */
    for (guint i = 0; i < wanted->len; i++) {
        char *name = g_ptr_array_index(wanted, i);
        bool optional = g_str_has_suffix(name, "?");
        if (optional)
            name[strlen(name) - 1] = '\0';
        g_autoptr(GError) local = NULL;
        bool here = name_is_plain(name) && add_shipped(files, name, &local);
        g_hash_table_insert(found, name,
                            here || optional ? NULL : g_strdup(local ? local->message : "a library's name is a plain file name"));
    }
    for (enum skill_layer layer = LAYER_OWN; layer <= LAYER_PROJECT; layer++) {
        g_autofree char *folder = skill_layer_folder(layer);
        add_folder(files, problems, folder, "", layer);
        for (guint i = 0; i < wanted->len; i++) {
            const char *name = g_ptr_array_index(wanted, i);
            g_autofree char *sub = name_is_plain(name) ? g_build_filename(folder, name, NULL) : NULL;
            if (sub && add_folder(files, problems, sub, name, layer))
                g_hash_table_insert(found, (gpointer)name, NULL);
        }
    }
    if (skill_places_in_world(names))
        put_last(files, LIBRARY_WORLD);
    for (guint i = 0; problems && i < wanted->len; i++) {
        const char *why = g_hash_table_lookup(found, g_ptr_array_index(wanted, i));
        if (why)
            g_ptr_array_add(problems, g_strdup(why));
    }
    return files;
}

static char *time_text(const struct timespec *t)
{
    return g_strdup_printf("%" G_GINT64_FORMAT ".%09ld", (gint64)t->tv_sec, t->tv_nsec);
}

char *skill_places_stamp(const char *const *names)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autoptr(GPtrArray) files = skill_places(names, NULL);
    for (guint i = 0; i < files->len; i++) {
        const struct skill_file *f = g_ptr_array_index(files, i);
        struct stat st = {0};
        if (stat(f->path, &st) < 0) /* a shipped one */
            st = (struct stat){0};
        g_autofree char *written = time_text(&st.st_mtim), *changed = time_text(&st.st_ctim); /* nobody sets that one back */
        g_autofree char *line = g_strdup_printf("%s %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %s %s\n", f->path,
                                                (guint64)st.st_ino, (gint64)st.st_size, written, changed);
        g_checksum_update(sum, (const guchar *)line, -1);
    }
    return g_strdup(g_checksum_get_string(sum));
}
