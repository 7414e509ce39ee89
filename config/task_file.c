#include "config/task_file.h"

#include "config/config.h"
#include "config/files.h"
#include "config/ini.h"
#include "config/nearest.h"

#include <string.h>

const struct option_row task_rows[] = {
    {"task", "instruction", OPTION_STRING, NULL, 0, 0, NULL, "what the agent is told to do"},
    {"task", "app", OPTION_STRING, "", 0, 0, NULL, "command line of the program; empty = the profile's"},
    {"task", "profile", OPTION_STRING, "", 0, 0, NULL, "profile; empty = the one named like the program"},
    {"task", "sandbox", OPTION_STRING, "", 0, 0, NULL,
     "size of the sandbox, [vnc:|xephyr:]WxH; empty = [run] sandbox of reins.ini"},
    {"task", "home", OPTION_CHOICE, "temporary", 0, 0, "temporary|own",
     "the program's home and working folder in a sandbox: an empty one that goes with the sandbox, or yours"},
    {"task", "max_steps", OPTION_INT, "0", 0, 1000000, NULL, "as --max-steps; 0 = [run] max_steps of reins.ini"},
    {"task", "max_cost", OPTION_REAL, "0", 0, 1000000, NULL, "as --max-cost; 0 = [run] max_cost of reins.ini"},
    {"task", "max_minutes", OPTION_REAL, "0", 0, 1000000, NULL, "as --max-minutes; 0 = no limit"},
    {"task", "reward", OPTION_STRING, "", 0, 0, NULL, "a Lua file beside this one with a function reward(before, after, state)"},
    {"task", "group", OPTION_STRING, "", 0, 0, NULL, "of the tasks that a table of reins learn counts together"},
    {"task", "ground", OPTION_STRING, "", 0, 0, NULL,
     "the task file beside this one that has to have succeeded before, in rounds of reins learn"},
    {"world", "name", OPTION_STRING, "", 0, 0, NULL, "the world that it is done in (reins-world(7)); empty = that of --display"},
    {"world", "inventory", OPTION_STRING, "", 0, 0, NULL, "what is there at the beginning: NAME COUNT; NAME COUNT"},
    {"world", "biome", OPTION_STRING, "", 0, 0, NULL, "where it begins; empty = where the seed has it"},
    {"world", "limit", OPTION_INT, "-1", -1, G_MAXINT32, NULL, "steps of the game; -1 = the world's own"},
    {"start", "file", OPTION_STRING, "", 0, 0, NULL, "a file that is written before the program starts, in its folder"},
    {"start", "from", OPTION_STRING, "", 0, 0, NULL, "with file: the file beside this one that it is a copy of"},
    {"start", "text", OPTION_STRING, "", 0, 0, NULL,
     "with file: what it holds; \\n is a new line, \\s a blank (at either end a bare one does not count)"},
    {"start", "command", OPTION_STRING, "", 0, 0, NULL, "a command that is run before the program starts, in its folder"},
    {"check", "file", OPTION_STRING, "", 0, 0, NULL, "a file that is there: absolute, or in the program's folder"},
    {"check", "text", OPTION_REGEX, "", 0, 0, NULL, "with file: a pattern that its text fits"},
    {"check", "same_as", OPTION_STRING, "", 0, 0, NULL, "with file: the file beside this one whose bytes it has"},
    {"check", "words", OPTION_REGEX, "", 0, 0, NULL, "a pattern that the words on the screen fit"},
    {"check", "window", OPTION_REGEX, "", 0, 0, NULL, "a pattern that the title or the class of a window fits"},
    {"check", "mark", OPTION_REGEX, "", 0, 0, NULL,
     "a pattern that a numbered mark fits: its role or kind, a space, and its text, as in ^push button Save$"},
    {"check", "pixels", OPTION_STRING, "", 0, 0, NULL, "a part of the screen, X,Y,WIDTH,HEIGHT, for color or picture"},
    {"check", "color", OPTION_STRING, "", 0, 0, NULL, "with pixels: the colour that they have, #rrggbb, give or take 8"},
    {"check", "picture", OPTION_STRING, "", 0, 0, NULL, "with pixels: the PNG beside this file that they equal, give or take 8"},
    {"check", "share", OPTION_REAL, "0.95", 0, 1, NULL, "with pixels: the share of them that must be so"},
    {"check", "command", OPTION_STRING, "", 0, 0, NULL, "a command that ends with status 0, in the program's folder"},
    {"check", "absent", OPTION_BOOL, "false", 0, 0, NULL, "true: it holds where all this is not so"},
    {"page", "score", OPTION_REAL, NULL, 0, 1000000, NULL, "the reward of a run that ends there; how it is known: as a check"},
};
const gsize n_task_rows = G_N_ELEMENTS(task_rows);

static void start_free(struct task_start *s)
{
    g_free(s->name);
    g_free(s->file);
    g_free(s->from);
    g_free(s->text);
    g_free(s->command);
    g_free(s);
}

static void check_free(struct task_check *c)
{
    g_free(c->name);
    g_free(c->what);
    g_free(c->text);
    g_free(c->same_as);
    g_free(c->picture);
    g_free(c);
}

void task_file_free(task_file *t)
{
    if (!t)
        return;
    char *owned[] = {t->path,   t->source, t->instruction, t->app,        t->profile,         t->sandbox,    t->reward_path,
                     t->reward, t->group,  t->ground,      t->world.name, t->world.inventory, t->world.biome};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_ptr_array_unref(t->starts);
    g_ptr_array_unref(t->checks);
    g_ptr_array_unref(t->pages);
    g_free(t);
}

/* A group while it is read. */
struct group {
    const ini *file;
    const char *name, *kind; /* "check saved", "check" */
    const task_file *task;
};

static bool fail(const struct group *g, const char *key, GError **error, const char *format, ...) G_GNUC_PRINTF(4, 5);
static bool fail(const struct group *g, const char *key, GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_autofree char *where = ini_where(g->file, g->name, key);
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "%s: [%s] %s%s%s", where, g->name, key ? key : "", key ? ": " : "",
                what);
    return false;
}

static const struct option_row *row_of(const struct group *g, const char *key)
{
    const struct option_row *row = option_find(task_rows, n_task_rows, g->kind, key);
    return row || !g_str_equal(g->kind, "page") ? row : option_find(task_rows, n_task_rows, "check", key);
}

/* Never NULL; caller frees. */
static char *text_of(const struct group *g, const char *key)
{
    char *value = ini_value(g->file, g->name, key);
    return value ? value : g_strdup(row_of(g, key)->fallback);
}

static char *text_or_null(const struct group *g, const char *key)
{
    g_autofree char *value = text_of(g, key);
    return value && *value ? g_steal_pointer(&value) : NULL;
}

static double real_of(const struct group *g, const char *key)
{
    g_autofree char *value = text_of(g, key);
    return option_real(value);
}

/* Beside the task file. */
static char *beside(const struct group *g, const char *key)
{
    g_autofree char *name = text_or_null(g, key), *folder = g_path_get_dirname(g->task->path);
    return name ? g_canonicalize_filename(name, folder) : NULL;
}

static bool check_keys(const struct group *g, GError **error)
{
    g_auto(GStrv) keys = g_key_file_get_keys(g->file->file, g->name, NULL, NULL);
    g_autofree const char **known = option_names(task_rows, n_task_rows, g->kind);
    for (guint i = 0; keys && keys[i]; i++) {
        const struct option_row *row = row_of(g, keys[i]);
        g_autofree char *hint = row ? NULL : nearest_hint(keys[i], known), *value = ini_value(g->file, g->name, keys[i]);
        g_autoptr(GError) local = NULL;
        if (!row)
            return fail(g, keys[i], error, "no such key%s", hint);
        if (!option_check(row, value, &local))
            return fail(g, keys[i], error, "%s", local->message);
    }
    return true;
}

/* ---- [task] ---- */

static bool take_task(task_file *t, const struct group *g, GError **error)
{
    t->instruction = text_or_null(g, "instruction");
    if (!t->instruction)
        return fail(g, NULL, error, "has no instruction (%s)", row_of(g, "instruction")->help);
    g_autofree char *home = text_of(g, "home");
    t->app = text_or_null(g, "app");
    t->profile = text_or_null(g, "profile");
    t->sandbox = text_or_null(g, "sandbox");
    t->home_temporary = g_str_equal(home, "temporary");
    t->max_steps = (gint64)real_of(g, "max_steps");
    t->max_cost = real_of(g, "max_cost");
    t->max_minutes = real_of(g, "max_minutes");
    t->reward_path = beside(g, "reward");
    t->group = text_or_null(g, "group");
    t->ground = beside(g, "ground");
    if (t->ground && !g_file_test(t->ground, G_FILE_TEST_IS_REGULAR))
        return fail(g, "ground", error, "there is no task file %s", t->ground);
    return true;
}

/* ---- [world] ---- */

static bool take_world(task_file *t, const struct group *g)
{
    g_autofree char *limit = text_of(g, "limit");
    t->world = (struct task_world){.given = true,
                                   .name = text_or_null(g, "name"),
                                   .inventory = text_or_null(g, "inventory"),
                                   .biome = text_or_null(g, "biome"),
                                   .limit = option_int(limit)};
    return true;
}

/* ---- [start NAME] ---- */

/* What a start state writes stays in the program's folder. */
static bool leads_out(const char *path)
{
    g_auto(GStrv) parts = g_strsplit(path, "/", -1);
    return g_path_is_absolute(path) || g_strv_contains((const char *const *)parts, "..") || *path == '~';
}

/* With \s beside what g_strcompress() knows, which takes \q for q. Caller frees. NULL with an error. */
static char *unescaped(const struct group *g, const char *text, GError **error)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (const char *p = text; *p; p++) {
        if (*p != '\\') {
            g_string_append_c(out, *p);
            continue;
        }
        if (!*++p || !strchr("01234567bfnrtvs\\\"", *p)) {
            fail(g, "text", error, "\\%.*s means nothing: \\n is a new line, \\t a tab, \\s a blank, \\\\ a backslash",
                 *p ? (int)(g_utf8_next_char(p) - p) : 0, p);
            return NULL;
        }
        g_string_append_printf(out, *p == 's' ? "\\040" : "\\%c", *p);
    }
    return g_strcompress(out->str);
}

static bool take_start(task_file *t, const struct group *g, const char *name, GError **error)
{
    struct task_start *s = g_new0(struct task_start, 1);
    g_ptr_array_add(t->starts, s);
    g_autofree char *text = ini_value(g->file, g->name, "text");
    s->name = g_strdup(name);
    s->file = text_or_null(g, "file");
    s->from = beside(g, "from");
    if (text && !(s->text = unescaped(g, text, error)))
        return false;
    s->command = text_or_null(g, "command");
    if (!s->file == !s->command)
        return fail(g, NULL, error, "needs either file or command");
    if (s->command && (s->from || s->text))
        return fail(g, NULL, error, "from and text belong to a file");
    if (s->file && !s->from == !s->text)
        return fail(g, NULL, error, "a file needs either from or text");
    if (s->file && leads_out(s->file))
        return fail(g, "file", error, "must be a path below the program's folder, without ..");
    return true;
}

/* ---- [check NAME] ---- */

static bool read_color(const char *text, gint64 *ret_color)
{
    guint64 color = 0;
    bool good = text[0] == '#' && strlen(text) == 7 && g_ascii_string_to_unsigned(text + 1, 16, 0, 0xffffff, &color, NULL);
    *ret_color = (gint64)color;
    return good;
}

static bool take_pixels(struct task_check *c, const struct group *g, GError **error)
{
    g_autofree char *area = text_of(g, "pixels"), *color = text_or_null(g, "color");
    c->picture = beside(g, "picture");
    c->share = real_of(g, "share");
    c->color = -1;
    int n[4] = {0};
    if (!option_area(area, n))
        return fail(g, "pixels", error, "must be X,Y,WIDTH,HEIGHT in pixels of the screen");
    c->x = n[0];
    c->y = n[1];
    c->width = n[2];
    c->height = n[3];
    if (!color == !c->picture)
        return fail(g, NULL, error, "pixels need either color or picture");
    return !color || read_color(color, &c->color) || fail(g, "color", error, "must be a colour as #rrggbb");
}

static const char *const check_kinds[] = {
    [TASK_CHECK_FILE] = "file", [TASK_CHECK_WORDS] = "words",   [TASK_CHECK_WINDOW] = "window",
    [TASK_CHECK_MARK] = "mark", [TASK_CHECK_PIXELS] = "pixels", [TASK_CHECK_COMMAND] = "command"};

/* A key of another kind would be ignored in silence, and a check would hold that was meant to deny. */
static bool check_strangers(const struct task_check *c, const struct group *g, GError **error)
{
    static const struct {
        const char *key;
        enum task_check_kind kind;
    } of[] = {{"text", TASK_CHECK_FILE},
              {"same_as", TASK_CHECK_FILE},
              {"color", TASK_CHECK_PIXELS},
              {"picture", TASK_CHECK_PIXELS},
              {"share", TASK_CHECK_PIXELS}};
    for (gsize i = 0; i < G_N_ELEMENTS(of); i++)
        if (of[i].kind != c->kind && g_key_file_has_key(g->file->file, g->name, of[i].key, NULL))
            return fail(g, of[i].key, error, "belongs to a check of %s", check_kinds[of[i].kind]);
    return true;
}

static bool take_check(GPtrArray *checks, const struct group *g, const char *name, GError **error)
{
    struct task_check *c = g_new0(struct task_check, 1);
    guint n = 0;
    g_ptr_array_add(checks, c);
    c->name = g_strdup(name);
    for (guint i = 0; i < G_N_ELEMENTS(check_kinds); i++) {
        g_autofree char *what = text_or_null(g, check_kinds[i]);
        if (!what)
            continue;
        n++;
        c->kind = (enum task_check_kind)i;
        g_free(c->what);
        c->what = g_steal_pointer(&what);
    }
    if (n != 1)
        return fail(g, NULL, error, "needs exactly one of file, words, window, mark, pixels, command");
    g_autofree char *absent = text_of(g, "absent");
    c->absent = option_bool(absent);
    c->text = text_or_null(g, "text");
    c->same_as = beside(g, "same_as");
    return check_strangers(c, g, error) && (c->kind != TASK_CHECK_PIXELS || take_pixels(c, g, error));
}

static bool take_page(task_file *t, const struct group *g, const char *name, GError **error)
{
    g_autofree char *score = text_or_null(g, "score");
    if (!score)
        return fail(g, NULL, error, "has no score (%s)", row_of(g, "score")->help);
    if (!take_check(t->pages, g, name, error))
        return false;
    ((struct task_check *)t->pages->pdata[t->pages->len - 1])->score = option_real(score);
    return true;
}

/* ---- the file ---- */

static bool take_group(task_file *t, const ini *file, const char *group, GError **error)
{
    static const char *const kinds[] = {"task", "world", "start", "check", "page", NULL};
    gsize length = strcspn(group, " ");
    g_autofree char *kind = g_strndup(group, length);
    const char *name = group[length] ? group + length + 1 : "";
    const struct group g = {file, group, kind, t};
    if (!g_strv_contains(kinds, kind)) {
        g_autofree char *hint = nearest_hint(kind, kinds);
        return fail(&g, NULL, error, "no such group%s", hint);
    }
    bool alone = g_str_equal(kind, "task") || g_str_equal(kind, "world");
    if (alone != !*name)
        return *name ? fail(&g, NULL, error, "[%s] has no name", kind)
                     : fail(&g, NULL, error, "needs a name, as in [%s saved]", kind);
    if (!check_keys(&g, error))
        return false;
    if (MAX(MAX(t->starts->len, t->checks->len), t->pages->len) >= TASK_ITEMS_MAX)
        return fail(&g, NULL, error, "more than %d of one kind", TASK_ITEMS_MAX);
    return g_str_equal(kind, "start")   ? take_start(t, &g, name, error)
           : g_str_equal(kind, "check") ? take_check(t->checks, &g, name, error)
           : g_str_equal(kind, "page")  ? take_page(t, &g, name, error)
           : g_str_equal(kind, "world") ? take_world(t, &g)
                                        : take_task(t, &g, error);
}

task_file *task_file_parse(const char *text, gsize length, const char *path, const char *reward, GError **error)
{
    g_autoptr(ini) file = ini_parse(text, length, path, error);
    if (!file)
        return NULL;
    if (file->odd->len || !g_key_file_has_group(file->file, "task")) {
        g_autofree char *none = g_strdup_printf("%s: has no group [task] (reins-task(5) describes task files)", path);
        g_set_error_literal(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, file->odd->len ? file->odd->pdata[0] : none);
        return NULL;
    }
    g_autoptr(task_file) t = g_new0(task_file, 1);
    t->path = g_strdup(path);
    t->source = g_strndup(text, length);
    t->reward = g_strdup(reward);
    t->starts = g_ptr_array_new_with_free_func((GDestroyNotify)start_free);
    t->checks = g_ptr_array_new_with_free_func((GDestroyNotify)check_free);
    t->pages = g_ptr_array_new_with_free_func((GDestroyNotify)check_free);
    g_auto(GStrv) groups = g_key_file_get_groups(file->file, NULL);
    for (guint i = 0; groups[i]; i++)
        if (!take_group(t, file, groups[i], error))
            return NULL;
    return g_steal_pointer(&t);
}

/* NULL with an error, also where there is no such file. */
static GBytes *read_small(const char *path, GError **error)
{
    g_autoptr(GError) local = NULL;
    g_autoptr(GBytes) bytes = config_read(path, &local);
    if (bytes && g_bytes_get_size(bytes) <= TASK_FILE_MAX_BYTES)
        return g_steal_pointer(&bytes);
    if (local)
        g_propagate_error(error, g_steal_pointer(&local));
    else if (bytes)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "%s: longer than %d KiB", path, TASK_FILE_MAX_BYTES / 1024);
    else
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "%s: there is no such file", path);
    return NULL;
}

static bool read_reward(task_file *t, GError **error)
{
    g_autoptr(GBytes) bytes = t->reward_path ? read_small(t->reward_path, error) : NULL;
    if (!t->reward_path)
        return true;
    if (!bytes)
        return false;
    gsize length;
    const char *text = g_bytes_get_data(bytes, &length);
    if (!g_utf8_validate(text, (gssize)length, NULL)) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "%s: not UTF-8 text", t->reward_path);
        return false;
    }
    t->reward = g_strndup(text, length);
    return true;
}

/* What is missing is said before a model is paid for. */
static bool check_files(const task_file *t, GError **error)
{
    g_autoptr(GPtrArray) paths = g_ptr_array_new();
    for (guint i = 0; i < t->starts->len; i++)
        g_ptr_array_add(paths, ((struct task_start *)t->starts->pdata[i])->from);
    for (guint i = 0; i < t->checks->len + t->pages->len; i++) {
        const struct task_check *c = i < t->checks->len ? t->checks->pdata[i] : t->pages->pdata[i - t->checks->len];
        g_ptr_array_add(paths, c->same_as);
        g_ptr_array_add(paths, c->picture);
    }
    for (guint i = 0; i < paths->len; i++)
        if (paths->pdata[i] && !g_file_test(paths->pdata[i], G_FILE_TEST_IS_REGULAR)) {
            g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "%s: names %s, and there is no such file", t->path,
                        (const char *)paths->pdata[i]);
            return false;
        }
    return true;
}

task_file *task_file_load(const char *path, GError **error)
{
    g_autofree char *whole = g_canonicalize_filename(path, NULL);
    g_autoptr(GBytes) bytes = read_small(whole, error);
    if (!bytes)
        return NULL;
    gsize length;
    const char *text = g_bytes_get_data(bytes, &length);
    g_autoptr(task_file) t = task_file_parse(text, length, whole, NULL, error);
    return t && read_reward(t, error) && check_files(t, error) ? g_steal_pointer(&t) : NULL;
}

/* ---- a list ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool take_folder(const char *folder, GPtrArray *paths, GError **error)
{
    GDir *dir = g_dir_open(folder, 0, error);
    for (const char *name = dir ? g_dir_read_name(dir) : NULL; name; name = g_dir_read_name(dir))
        if (g_str_has_suffix(name, ".ini"))
            g_ptr_array_add(paths, g_build_filename(folder, name, NULL));
    g_ptr_array_sort(paths, by_name);
    if (dir)
        g_dir_close(dir);
    return dir != NULL;
}

static bool take_lines(const char *path, GPtrArray *paths, GError **error)
{
    g_autoptr(GBytes) bytes = read_small(path, error);
    if (!bytes)
        return false;
    g_autofree char *text = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes)), *folder = g_path_get_dirname(path);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i]; i++)
        if (*g_strstrip(lines[i]) && *lines[i] != '#')
            g_ptr_array_add(paths, g_canonicalize_filename(lines[i], folder));
    return true;
}

GPtrArray *task_file_list(const char *path, GError **error)
{
    g_autofree char *whole = g_canonicalize_filename(path, NULL);
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    if (g_file_test(whole, G_FILE_TEST_IS_DIR) ? !take_folder(whole, paths, error) : !take_lines(whole, paths, error))
        return NULL;
    if (paths->len == 0 || paths->len > TASK_LIST_MAX) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                    "%s: %u task files (of a folder its *.ini count, of a file its lines; 1 to %d)", whole, paths->len,
                    TASK_LIST_MAX);
        return NULL;
    }
    for (guint i = 0; i < paths->len; i++) {
        g_autoptr(task_file) t = task_file_load(paths->pdata[i], error);
        if (!t)
            return NULL;
    }
    return g_steal_pointer(&paths);
}
