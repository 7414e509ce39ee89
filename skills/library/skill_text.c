#include "skills/library/skill_text.h"

#include "config/config.h"
#include "skills/library/library_parts.h"
#include "skills/lua/lua_tokens.h"
#include "skills/library/skill_doc.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME_MAX_CHARS 64
#define SHINGLE 4

GPtrArray *skill_text_parse(const char *name, const char *text, GPtrArray **ret_problems, GError **error)
{
    g_autoptr(GPtrArray) sources = g_ptr_array_new(), problems = g_ptr_array_new_with_free_func(g_free);
    struct library_source one = {.name = (char *)name, .text = (char *)text};
    int line;
    g_autofree char *refused = doc_refuse_source(text, strlen(text), &line);
    GPtrArray *skills = NULL;
    g_ptr_array_add(sources, &one);
    if (refused) {
        g_ptr_array_add(problems, g_strdup_printf("%s:%d: %s", name, line, refused));
        skills = g_ptr_array_new_with_free_func((GDestroyNotify)skill_free);
    } else {
        skills = library_parse(sources, problems, error);
    }
    g_strfreev(one.others);
    if (skills && ret_problems)
        *ret_problems = g_steal_pointer(&problems);
    return skills;
}

/* ---- without running it ---- */

static int line_of(const char *text, gsize at)
{
    int line = 1;
    for (gsize i = 0; i < at; i++)
        line += text[i] == '\n';
    return line;
}

/* The token behind "function NAME (", tokens->len = there is none. */
static guint find_parameters(const GArray *tokens, const char *text, const char *name)
{
    const struct lua_token *t = (const struct lua_token *)(const void *)tokens->data;
    for (guint i = 0; i + 2 < tokens->len; i++) {
        if (lua_token_is(text, &t[i], "function") && lua_token_is(text, &t[i + 1], name) && lua_token_is(text, &t[i + 2], "("))
            return i + 3;
    }
    return tokens->len;
}

skill *skill_text_sketch(const char *text, const char *name)
{
    g_autoptr(GArray) tokens = lua_tokens(text, strlen(text)), findings = doc_findings_new();
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    guint first = find_parameters(tokens, text, name);
    if (first == tokens->len)
        return NULL;
    for (guint i = first; i < tokens->len; i++) {
        const struct lua_token *t = &g_array_index(tokens, struct lua_token, i);
        if (lua_token_is(text, t, ")"))
            break;
        if (t->kind == TOKEN_NAME)
            g_ptr_array_add(names, g_strndup(text + t->start, t->length));
    }
    g_ptr_array_add(names, NULL);
    int line = line_of(text, g_array_index(tokens, struct lua_token, first - 1).start);
    struct doc_function f = {.name = name,
                             .first_line = line,
                             .last_line = (int)g_strv_length(lines),
                             .param_names = (const char *const *)names->pdata};
    return doc_read(lines, &f, findings);
}

/* ---- one skill in its file ---- */

/* Where `code` stands as whole lines. */
static const char *find_code(const char *text, const char *code)
{
    gsize length = strlen(code);
    while (length && code[length - 1] == '\n') /* the file's last line may have no end */
        length--;
    g_autofree char *bare = g_strndup(code, length);
    for (const char *at = text; length && (at = strstr(at, bare)); at++) {
        if ((at == text || at[-1] == '\n') && (at[length] == '\n' || !at[length]))
            return at;
    }
    return NULL;
}

static const char *behind(const char *at, const char *code)
{
    gsize length = strlen(code);
    while (length && code[length - 1] == '\n')
        length--;
    at += length;
    return *at == '\n' ? at + 1 : at;
}

static void append_code(GString *out, const char *code)
{
    g_string_append(out, code);
    if (out->len && out->str[out->len - 1] != '\n')
        g_string_append_c(out, '\n');
}

char *skill_text_put(const char *text, const char *old_code, const char *code)
{
    const char *at = text && old_code ? find_code(text, old_code) : NULL;
    GString *out = g_string_new(NULL);
    if (at) {
        g_string_append_len(out, text, at - text);
        append_code(out, code);
        g_string_append(out, behind(at, old_code));
        return g_string_free(out, FALSE);
    }
    if (text && *text) {
        append_code(out, text);
        g_string_append_c(out, '\n');
    }
    append_code(out, code);
    return g_string_free(out, FALSE);
}

char *skill_text_cut(const char *text, const char *code)
{
    const char *at = find_code(text, code);
    if (!at)
        return NULL;
    const char *rest = behind(at, code);
    while (*rest == '\n')
        rest++;
    GString *out = g_string_new_len(text, at - text);
    g_string_append(out, rest);
    return g_string_free(out, FALSE);
}

char *skill_text_rename(const char *text, const char *from, const char *to, guint *ret_count)
{
    gsize done = 0;
    guint count = 0;
    GString *out = g_string_new(NULL);
    g_autoptr(GArray) tokens = lua_tokens(text, strlen(text));
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_add(names, (gpointer)from);
    for (guint i = 0; (i = lua_tokens_variable(tokens, text, i, names)) < tokens->len; i++) {
        const struct lua_token *t = &g_array_index(tokens, struct lua_token, i);
        g_string_append_len(out, text + done, (gssize)(t->start - done));
        g_string_append(out, to);
        done = t->start + t->length;
        count++;
    }
    if (ret_count)
        *ret_count = count;
    g_string_append(out, text + done);
    return g_string_free(out, FALSE);
}

bool skill_text_name_fits(const char *name)
{
    gsize length = strlen(name);
    g_autoptr(GArray) tokens = lua_tokens(name, length);
    return length <= NAME_MAX_CHARS && tokens->len == 1 && g_array_index(tokens, struct lua_token, 0).kind == TOKEN_NAME &&
           g_array_index(tokens, struct lua_token, 0).length == length;
}

/* ---- likeness ---- */

/* Runs of SHINGLE tokens → anything. The first name is the skill's own. */
static GHashTable *shingles(const char *text)
{
    g_autoptr(GArray) tokens = lua_tokens(text, strlen(text));
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    bool named = false;
    for (guint i = 0; i < tokens->len; i++) {
        const struct lua_token *t = &g_array_index(tokens, struct lua_token, i);
        if (t->kind == TOKEN_COMMENT)
            continue;
        bool own = t->kind == TOKEN_NAME && !named;
        named |= t->kind == TOKEN_NAME;
        g_ptr_array_add(words, own ? g_strdup("") : g_strndup(text + t->start, t->length));
    }
    GHashTable *set = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < words->len; i++) {
        GString *run = g_string_new(NULL);
        for (guint k = i; k < MIN(i + SHINGLE, words->len); k++)
            g_string_append_printf(run, "%s\n", (char *)g_ptr_array_index(words, k));
        g_hash_table_add(set, g_string_free(run, FALSE));
    }
    return set;
}

double skill_text_likeness(const char *a, const char *b)
{
    g_autoptr(GHashTable) x = shingles(a), y = shingles(b);
    guint both = 0;
    GHashTableIter iter;
    gpointer key;
    g_hash_table_iter_init(&iter, x);
    while (g_hash_table_iter_next(&iter, &key, NULL))
        both += g_hash_table_contains(y, key);
    guint all = g_hash_table_size(x) + g_hash_table_size(y) - both;
    return all ? (double)both / all : 1;
}

/* ---- the file ---- */

static char *read_shipped(const char *name, GError **error)
{
    g_autoptr(GBytes) bytes = config_file(name, NULL, error);
    gsize length = 0;
    const char *data = bytes ? g_bytes_get_data(bytes, &length) : NULL;
    return data ? g_strndup(data, length) : NULL;
}

char *skill_text_read(const char *path, GError **error)
{
    static const char shipped[] = "shipped:";
    g_autoptr(GError) local = NULL;
    gsize length;
    int line;
    if (g_str_has_prefix(path, shipped))
        return read_shipped(path + strlen(shipped), error);
    if (!g_file_test(path, G_FILE_TEST_EXISTS | G_FILE_TEST_IS_SYMLINK))
        return NULL;
    g_autofree char *text = library_read_file(path, &length, &local);
    g_autofree char *refused = text ? doc_refuse_source(text, length, &line) : NULL;
    if (local)
        g_propagate_error(error, g_steal_pointer(&local));
    else if (refused)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX, "%s:%d: %s", path, line, refused);
    return local || refused ? NULL : g_steal_pointer(&text);
}

static bool fail(GError **error, const char *doing, const char *path)
{
    int code = errno;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_FAILED, "%s %s: %s", doing, path, g_strerror(code));
    return false;
}

static bool conflict(GError **error, const char *path)
{
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_CONFLICT,
                "%s was changed by someone else in the meantime: nothing was written (look at it and do it again)", path);
    return false;
}

/* A new file beside it, whole on the disk. */
static char *write_beside(const char *path, const char *text, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *beside = g_build_filename(folder, ".skill-XXXXXX", NULL);
    if (g_mkdir_with_parents(folder, 0700) < 0) {
        fail(error, "cannot make the folder", folder);
        return NULL;
    }
    int fd = g_mkstemp_full(beside, O_RDWR | O_CLOEXEC, 0600);
    gsize length = strlen(text), done = 0;
    while (fd >= 0 && done < length) {
        ssize_t n = write(fd, text + done, length - done);
        if (n < 0 && errno != EINTR)
            break;
        done += n > 0 ? (gsize)n : 0;
    }
    if (fd < 0 || done < length || fsync(fd) < 0) {
        fail(error, "cannot write beside", path);
        if (fd >= 0) {
            close(fd);
            g_unlink(beside);
        }
        return NULL;
    }
    close(fd);
    return g_steal_pointer(&beside);
}

static bool holds(const char *path, const char *expected)
{
    struct stat st;
    gsize length;
    if (lstat(path, &st) < 0 || !S_ISREG(st.st_mode))
        return false;
    g_autofree char *text = library_read_file(path, &length, NULL);
    return text && length == strlen(expected) && !memcmp(text, expected, length);
}

/* The two change places in one step, so that what was in the place is in our hands: if it is not what was expected, they change
 * back and nothing was lost. */
static bool exchange(const char *beside, const char *path, const char *expected, GError **error)
{
    if (g_file_test(path, G_FILE_TEST_IS_SYMLINK)) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_FAILED,
                    "%s is a link to another file: reins does not write through it (edit the file that it leads to)", path);
        return false;
    }
    if (!holds(path, expected))
        return conflict(error, path);
    if (renameat2(AT_FDCWD, beside, AT_FDCWD, path, RENAME_EXCHANGE) < 0)
        return errno == ENOENT ? conflict(error, path) : fail(error, "cannot replace", path);
    if (holds(beside, expected))
        return true;
    if (renameat2(AT_FDCWD, beside, AT_FDCWD, path, RENAME_EXCHANGE) < 0)
        return fail(error, "cannot put back what someone else wrote into", path);
    return conflict(error, path);
}

static void sync_folder(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        (void)fsync(fd); /* what the disk cannot do now, nobody can help */
        close(fd);
    }
}

bool skill_text_write(const char *path, const char *expected, const char *text, GError **error)
{
    g_autofree char *beside = write_beside(path, text ? text : "", error);
    bool ok = beside != NULL;
    if (ok && expected) {
        ok = exchange(beside, path, expected, error);
        if (ok && !text && g_unlink(path) < 0) /* what is there now is our own empty file */
            ok = fail(error, "cannot remove", path);
    } else if (ok && text && renameat2(AT_FDCWD, beside, AT_FDCWD, path, RENAME_NOREPLACE) < 0) {
        ok = errno == EEXIST ? conflict(error, path) : fail(error, "cannot write", path);
    } else if (ok && !text && g_file_test(path, G_FILE_TEST_EXISTS)) {
        ok = conflict(error, path);
    }
    if (beside)
        g_unlink(beside);
    if (ok)
        sync_folder(path);
    return ok;
}
