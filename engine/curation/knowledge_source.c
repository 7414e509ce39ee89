/* Paragraphs from files of text. */

#include "engine/curation/knowledge_source.h"

#include "config/config.h"

#include <glib/gstdio.h>
#include <string.h>

struct reading {
    GPtrArray *rows;
    char *subject; /* of the heading; NULL = the title */
    const char *title;
    GString *text; /* of the paragraph that is read */
};

static void add(struct reading *r, const char *subject, const char *text, gsize length)
{
    struct memory_paragraph *p = g_new0(struct memory_paragraph, 1);
    p->by = g_strdup("import");
    p->subject = g_strdup(subject);
    p->text = g_strndup(text, length);
    g_strstrip(p->text);
    g_ptr_array_add(r->rows, p);
}

/* The name before a colon: one word. Returns what stands behind it; NULL = there is none. */
static const char *named(const char *text, char **ret_name)
{
    gsize n = strcspn(text, ": \t\n");
    if (!n || text[n] != ':' || text[n + 1] != ' ' || n > PARAGRAPH_SUBJECT_MAX)
        return NULL;
    *ret_name = g_strndup(text, n);
    return text + n + 1;
}

static void end_paragraph(struct reading *r)
{
    g_autofree char *name = NULL;
    const char *behind = named(r->text->str, &name), *text = behind ? behind : r->text->str;
    const char *subject = name ? name : r->subject ? r->subject : r->title;
    while (*text) {
        gsize n = MIN(strlen(text), PARAGRAPH_TEXT_MAX);
        while (n > 1 && text[n] && (text[n] & 0xc0) == 0x80) /* between characters */
            n--;
        add(r, subject, text, n);
        text += n;
    }
    g_string_truncate(r->text, 0);
}

static void read_line(struct reading *r, char *line)
{
    g_strstrip(line);
    bool heading = *line == '#';
    if (!*line || heading)
        end_paragraph(r);
    if (heading) {
        line += strspn(line, "# \t");
        g_free(r->subject);
        r->subject = *line ? g_utf8_substring(line, 0, MIN(g_utf8_strlen(line, -1), PARAGRAPH_SUBJECT_MAX / 4)) : NULL;
    } else if (*line) {
        g_string_append_printf(r->text, "%s%s", r->text->len ? "\n" : "", line);
    }
}

GPtrArray *knowledge_source_read(const char *text, gsize length, const char *title, GError **error)
{
    if (!g_utf8_validate(text, (gssize)length, NULL)) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "not text in UTF-8");
        return NULL;
    }
    g_autofree char *copy = g_strndup(text, length);
    struct reading r = {.rows = g_ptr_array_new_with_free_func((GDestroyNotify)memory_paragraph_free),
                        .title = title,
                        .text = g_string_new(NULL)};
    for (char *rest = copy; rest && r.rows->len <= KNOWLEDGE_PARAGRAPHS_MAX;)
        read_line(&r, strsep(&rest, "\n"));
    end_paragraph(&r);
    g_string_free(r.text, TRUE);
    g_free(r.subject);
    if (r.rows->len <= KNOWLEDGE_PARAGRAPHS_MAX)
        return r.rows;
    g_ptr_array_unref(r.rows);
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "more than %d paragraphs", KNOWLEDGE_PARAGRAPHS_MAX);
    return NULL;
}

static bool build_file(memory *m, const char *app, const char *path, struct memory_built *built, GError **error)
{
    g_autofree char *text = NULL, *base = g_path_get_basename(path), *title = g_utf8_make_valid(base, -1);
    g_autofree char *source = g_utf8_make_valid(base, -1);
    gsize length = 0;
    GStatBuf about;
    struct memory_built one = {0};
    if (g_stat(path, &about) == 0 && about.st_size > KNOWLEDGE_FILE_MAX) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s: larger than %d MiB", path, KNOWLEDGE_FILE_MAX >> 20);
        return false;
    }
    if (!g_file_get_contents(path, &text, &length, error))
        return false;
    char *dot = strrchr(title, '.');
    if (dot && dot != title)
        *dot = '\0';
    g_autoptr(GPtrArray) rows = knowledge_source_read(text, length, title, error);
    if (!rows)
        g_prefix_error(error, "%s: ", path);
    if (!rows || !memory_knowledge_build(m, app, source, rows, &one, error))
        return false;
    built->added += one.added;
    built->kept += one.kept;
    built->gone += one.gone;
    return true;
}

bool knowledge_source_build(memory *m, const char *app, const char *path, struct memory_built *ret_built, GError **error)
{
    g_autoptr(GDir) dir = g_file_test(path, G_FILE_TEST_IS_DIR) ? g_dir_open(path, 0, error) : NULL;
    *ret_built = (struct memory_built){0};
    bool folder = g_file_test(path, G_FILE_TEST_IS_DIR), ok = !folder || dir;
    if (!folder)
        ok = build_file(m, app, path, ret_built, error);
    for (const char *name; ok && dir && (name = g_dir_read_name(dir));) {
        g_autofree char *file = g_build_filename(path, name, NULL);
        if (g_str_has_suffix(name, ".txt") || g_str_has_suffix(name, ".md"))
            ok = build_file(m, app, file, ret_built, error);
    }
    if (ok && !ret_built->added && !ret_built->kept && !ret_built->gone) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s: no text (a file, or a folder with files .txt or .md)", path);
        return false;
    }
    return ok;
}
