/* Documents of elements as folders of the AppAgent release, both ways. */

#include "engine/curation/docs_folder.h"

#include "config/config.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#define FILE_MAX (256 * 1024)
#define FILES_MAX 100000
#define KEY_NAME "name" /* of reins: the release reads a dict by its kinds of action, and leaves others be */

static const char *const folders[DOC_AUTHOR_COUNT] = {"auto_docs", "demo_docs", "written_docs"};

void docs_told_clear(docs_told *told)
{
    g_clear_pointer(&told->problems, g_ptr_array_unref);
}

static void problem(docs_told *told, const char *file, const char *what)
{
    g_ptr_array_add(told->problems, g_strdup_printf("%s: %s", file, what));
}

/* ---- the file ---- */

static void write_string(GString *out, const char *text)
{
    g_string_append_c(out, '\'');
    for (const char *p = text; *p; p++) {
        if (*p == '\\' || *p == '\'')
            g_string_append_printf(out, "\\%c", *p);
        else if (*p == '\n')
            g_string_append(out, "\\n");
        else if ((guchar)*p < ' ' || *p == 127)
            g_string_append_printf(out, "\\x%02x", (guint)(guchar)*p);
        else
            g_string_append_c(out, *p);
    }
    g_string_append_c(out, '\'');
}

char *docs_file_write(char *const *texts, const char *name)
{
    GString *out = g_string_new("{");
    for (guint i = 0; i < DOC_KIND_COUNT; i++) {
        g_string_append_printf(out, "%s'%s': ", i ? ", " : "", doc_kind_name((enum doc_kind)i));
        write_string(out, texts[i] ? texts[i] : "");
    }
    if (name && *name) {
        g_string_append(out, ", '" KEY_NAME "': ");
        write_string(out, name);
    }
    g_string_append(out, "}");
    return g_string_free(out, FALSE);
}

struct reader {
    const char *at;
    char *wrong; /* NULL = nothing so far */
};

static bool fails(struct reader *r, const char *what)
{
    if (!r->wrong)
        r->wrong = g_strdup(what);
    return false;
}

static void skip_space(struct reader *r)
{
    while (*r->at && strchr(" \t\r\n", *r->at))
        r->at++;
}

static bool take(struct reader *r, char c)
{
    skip_space(r);
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

/* \xNN, \uNNNN, \UNNNNNNNN behind the backslash and the letter. */
static bool take_code(struct reader *r, int digits, GString *out)
{
    gunichar code = 0;
    for (; digits > 0; digits--, r->at++) {
        int value = g_ascii_xdigit_value(*r->at);
        if (value < 0)
            return fails(r, "a character's number is cut off");
        code = code * 16 + (gunichar)value;
    }
    if (code == 0 || !g_unichar_validate(code))
        return fails(r, "a number that is no character");
    g_string_append_unichar(out, code);
    return true;
}

static bool take_escape(struct reader *r, GString *out)
{
    static const char from[] = "\\'\"nrtabfv", to[] = "\\'\"\n\r\t\a\b\f\v";
    char c = *r->at;
    const char *known = c ? strchr(from, c) : NULL;
    if (!c)
        return fails(r, "a string is cut off");
    r->at++;
    if (known)
        g_string_append_c(out, to[known - from]);
    else if (c == 'x' || c == 'u' || c == 'U')
        return take_code(r, c == 'x' ? 2 : c == 'u' ? 4 : 8, out);
    else
        return fails(r, "a backslash before something that Python does not know");
    return true;
}

/* Caller frees; NULL: r->wrong. */
static char *take_string(struct reader *r)
{
    skip_space(r);
    g_autoptr(GString) out = g_string_new(NULL);
    char quote = *r->at;
    if (quote != '\'' && quote != '"') {
        fails(r, "not a dict of strings");
        return NULL;
    }
    for (r->at++; *r->at != quote;) {
        char c = *r->at;
        if (!c || c == '\n') {
            fails(r, "a string has no end");
            return NULL;
        }
        r->at++;
        if (c != '\\')
            g_string_append_c(out, c);
        else if (!take_escape(r, out))
            return NULL;
    }
    r->at++;
    return g_strdup(out->str);
}

static bool take_pair(struct reader *r, char **texts, char **name)
{
    enum doc_kind kind;
    g_autofree char *key = take_string(r), *value = key && take(r, ':') ? take_string(r) : NULL;
    if (!value)
        return fails(r, "a name without a text");
    const bool names = g_str_equal(key, KEY_NAME);
    if (!names && !doc_kind_parse(key, &kind))
        return fails(r, "a name that is no kind of action");
    if (strlen(g_strstrip(value)) > DOC_TEXT_MAX)
        return fails(r, "a text is too long");
    char **to = names ? name : &texts[kind];
    g_free(*to);
    *to = *value ? g_steal_pointer(&value) : NULL;
    return true;
}

bool docs_file_read(const char *text, gsize length, char **texts, char **ret_name, char **ret_why)
{
    struct reader r = {.at = text};
    *ret_name = NULL;
    for (guint i = 0; i < DOC_KIND_COUNT; i++)
        texts[i] = NULL;
    bool ok = g_utf8_validate(text, (gssize)length, NULL) || fails(&r, "not text in UTF-8");
    g_autofree char *copy = ok ? g_strndup(text, length) : NULL;
    r.at = copy;
    ok = ok && (take(&r, '{') || fails(&r, "not a dict of strings"));
    while (ok && !take(&r, '}'))
        ok = take_pair(&r, texts, ret_name) &&
             (take(&r, ',') || (skip_space(&r), *r.at == '}') || fails(&r, "the dict has no end"));
    if (ok) {
        skip_space(&r);
        ok = *r.at == '\0' || fails(&r, "something stands behind the dict");
    }
    for (guint i = 0; !ok && i < DOC_KIND_COUNT; i++)
        g_clear_pointer(&texts[i], g_free);
    if (!ok)
        g_clear_pointer(ret_name, g_free);
    *ret_why = r.wrong;
    return ok;
}

/* ---- out ---- */

/* A name of a program or an element as the name of a file. */
static char *file_name(const char *name)
{
    char *out = g_strdelimit(g_strdup(name), "/", '_');
    return *out == '.' ? (*out = '_', out) : out;
}

static bool put_file(const char *dir, const struct memory_doc *of, char *const *texts, GError **error)
{
    g_autofree char *app = file_name(of->app), *element = file_name(of->element), *name = g_strconcat(element, ".txt", NULL);
    g_autofree char *folder = g_build_filename(dir, "apps", app, folders[of->author], NULL);
    g_autofree char *path = g_build_filename(folder, name, NULL), *text = docs_file_write(texts, of->name);
    if (g_mkdir_with_parents(folder, 0755) != 0) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s: %s", folder, g_strerror(errno));
        return false;
    }
    return g_file_set_contents(path, text, -1, error);
}

static int by_file(const void *a, const void *b)
{
    const struct memory_doc *one = *(const struct memory_doc *const *)a, *other = *(const struct memory_doc *const *)b;
    int app = strcmp(one->app, other->app), element = app ? app : strcmp(one->element, other->element);
    return element ? element : (int)one->author - (int)other->author;
}

static bool put_all(const GPtrArray *docs, const char *dir, docs_told *told, GError **error)
{
    for (guint i = 0; i < docs->len;) {
        const struct memory_doc *first = docs->pdata[i];
        char *texts[DOC_KIND_COUNT] = {NULL};
        for (; i < docs->len && by_file(&docs->pdata[i], &first) == 0; i++, told->docs++)
            texts[((const struct memory_doc *)docs->pdata[i])->kind] = ((const struct memory_doc *)docs->pdata[i])->text;
        if (!put_file(dir, first, texts, error))
            return false;
        told->files++;
    }
    return true;
}

static void remove_tree(const char *path)
{
    g_autoptr(GDir) dir = g_file_test(path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *inside = g_build_filename(path, name, NULL);
        remove_tree(inside);
    }
    g_remove(path);
}

bool docs_folder_export(memory *m, const char *app, const char *dir, docs_told *told, GError **error)
{
    *told = (docs_told){.problems = g_ptr_array_new_with_free_func(g_free)};
    g_autoptr(GPtrArray) docs = memory_docs(m, app, NULL, false, error);
    g_autofree char *made = g_strdup_printf("%s.new-XXXXXX", dir);
    if (!docs)
        return false;
    if (g_file_test(dir, G_FILE_TEST_EXISTS) || !g_mkdtemp_full(made, 0755)) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s: %s", dir,
                    g_file_test(dir, G_FILE_TEST_EXISTS) ? "is there already" : g_strerror(errno));
        return false;
    }
    g_ptr_array_sort(docs, by_file);
    bool ok = put_all(docs, made, told, error);
    if (ok && g_rename(made, dir) != 0) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s: %s", dir, g_strerror(errno));
        ok = false;
    }
    if (!ok)
        remove_tree(made);
    return ok;
}

/* ---- in ---- */

struct importing {
    memory *m;
    const char *app, *by;
    docs_told *told;
};

/* The withdrawn document in whose place that one would stand; 0 = none, or one stands. */
static gint64 withdrawn_before(const struct importing *i, const struct memory_doc *doc)
{
    g_autoptr(GPtrArray) all = memory_docs(i->m, doc->app, doc->element, true, NULL);
    gint64 was = 0;
    for (guint k = 0; all && k < all->len; k++) {
        const struct memory_doc *d = all->pdata[k];
        if (d->kind != doc->kind || d->author != doc->author)
            continue;
        if (!d->withdrawn)
            return 0;
        was = d->doc;
    }
    return was;
}

static bool import_doc(const struct importing *i, const struct memory_doc *doc, const char *file, GError **error)
{
    GError *local = NULL;
    gint64 number, was = withdrawn_before(i, doc);
    if (memory_doc_add(i->m, doc, &number, &local)) {
        i->told->docs++;
        g_autofree char *back = g_strdup_printf("document %" G_GINT64_FORMAT " was withdrawn, and the import brings it back as "
                                                "document %" G_GINT64_FORMAT " (reins docs rm %" G_GINT64_FORMAT ")",
                                                was, number, number);
        if (was)
            problem(i->told, file, back);
        return true;
    }
    if (!g_error_matches(local, MEMORY_ERROR, MEMORY_ERROR_FAILED)) {
        g_propagate_error(error, local);
        return false;
    }
    problem(i->told, file, local->message);
    g_error_free(local);
    return true;
}

static bool import_file(const struct importing *i, const char *path, enum doc_author author, const char *element, GError **error)
{
    g_autofree char *text = NULL, *name = NULL, *why = NULL;
    char *texts[DOC_KIND_COUNT];
    gsize length = 0;
    GStatBuf about;
    if (g_lstat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size > FILE_MAX ||
        !g_file_get_contents(path, &text, &length, NULL)) {
        problem(i->told, path, "not a readable file of at most 256 KiB");
        return true;
    }
    if (!g_utf8_validate(element, -1, NULL) || strlen(element) > DOC_ELEMENT_MAX) {
        problem(i->told, path, "its name is no id of an element");
        return true;
    }
    if (!docs_file_read(text, length, texts, &name, &why)) {
        problem(i->told, path, why);
        return true;
    }
    bool ok = true;
    for (guint k = 0; k < DOC_KIND_COUNT; k++) {
        const struct memory_doc doc = {.kind = (enum doc_kind)k,
                                       .author = author,
                                       .by = (char *)i->by,
                                       .app = (char *)i->app,
                                       .element = (char *)element,
                                       .name = name,
                                       .text = texts[k]};
        ok = ok && (!texts[k] || import_doc(i, &doc, path, error));
        g_free(texts[k]);
    }
    i->told->files++;
    return ok;
}

static bool import_app(const struct importing *i, const char *dir, GError **error)
{
    bool ok = true;
    for (guint k = 0; ok && k < DOC_AUTHOR_COUNT; k++) {
        g_autofree char *folder = g_build_filename(dir, folders[k], NULL);
        g_autoptr(GDir) files = g_dir_open(folder, 0, NULL);
        for (const char *name; ok && files && (name = g_dir_read_name(files)) && i->told->files < FILES_MAX;) {
            g_autofree char *path = g_build_filename(folder, name, NULL), *element = g_strndup(name, MAX(strlen(name), 4) - 4);
            if (g_str_has_suffix(name, ".txt") && *element)
                ok = import_file(i, path, (enum doc_author)k, element, error);
        }
    }
    return ok;
}

bool docs_folder_import(memory *m, const char *dir, const char *app, const char *by, docs_told *told, GError **error)
{
    *told = (docs_told){.problems = g_ptr_array_new_with_free_func(g_free)};
    g_autofree char *full = g_canonicalize_filename(dir, NULL), *base = g_path_get_basename(full);
    g_autofree char *apps = g_build_filename(full, "apps", NULL);
    g_autoptr(GDir) list = g_dir_open(apps, 0, NULL);
    struct importing i = {m, app ? app : base, by, told};
    bool ok = list || import_app(&i, full, error);
    for (const char *name; ok && list && (name = g_dir_read_name(list));) {
        g_autofree char *folder = g_build_filename(apps, name, NULL);
        i.app = app ? app : name;
        if (g_utf8_validate(name, -1, NULL))
            ok = import_app(&i, folder, error);
    }
    if (ok && !told->files && !told->problems->len) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED,
                    "%s: no documents: neither apps/APP/auto_docs/ELEMENT.txt nor auto_docs/ELEMENT.txt (also demo_docs, "
                    "written_docs)",
                    dir);
        ok = false;
    }
    return ok;
}
