#include "skills/library/library_parts.h"

#include "skills/lua/lua_tokens.h"
#include "skills/library/skill_doc.h"

#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define READ_MAX (16 * 1024 * 1024)
#define SKILLS_MAX 1000 /* of one file */

char *library_read_file(const char *path, gsize *ret_length, GError **error)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY); /* a pipe must not hold us up */
    if (fd < 0 || fstat(fd, &st) < 0) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_FAILED, "%s: %s", path, g_strerror(errno));
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    if (!S_ISREG(st.st_mode) || st.st_size > READ_MAX) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_FAILED, "%s: %s", path,
                    S_ISREG(st.st_mode) ? "larger than 16 MiB: this is not a skill file (a skill file has at most 1 MiB)"
                                        : "not a regular file");
        close(fd);
        return NULL;
    }
    gsize size = (gsize)st.st_size, length = 0;
    char *text = g_malloc(size + 1);
    while (length < size) {
        ssize_t n = read(fd, text + length, size - length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        length += (gsize)n;
    }
    close(fd);
    text[length] = '\0';
    *ret_length = length;
    return text;
}

/* ---- functions ---- */

static const char *const *parameter_names(lua_State *L, int count)
{
    const char **names = g_new0(const char *, (gsize)count + 1);
    for (int i = 0; i < count; i++) {
        lua_pushvalue(L, -1);
        const char *name = lua_getlocal(L, NULL, i + 1); /* on a function: its parameters; pops nothing */
        names[i] = g_intern_string(name ? name : "?");
        lua_pop(L, 1);
    }
    return names;
}

/* Where a function stands that a file has set. */
struct saved_focus {
    const char *name; /* borrowed from s->sources.declared */
    int first, last;
};

static int by_line(gconstpointer a, gconstpointer b)
{
    const struct saved_focus *x = a, *y = b;
    return x->first != y->first ? (x->first > y->first) - (x->first < y->first) : strcmp(x->name, y->name);
}

/* The names that the file has set and that are still functions of it, by line; no more than SKILLS_MAX. */
static GArray *find_places(sandbox *s, int file, GArray *findings)
{
    GArray *places = g_array_new(FALSE, FALSE, sizeof(struct saved_focus));
    const GPtrArray *names = (guint)file < s->sources.declared->len ? g_ptr_array_index(s->sources.declared, (guint)file) : NULL;
    for (guint i = 0; names && i < names->len; i++) {
        struct saved_focus p = {.name = g_ptr_array_index(names, i)};
        lua_Debug ar;
        if (!sandbox_push_function(s, p.name))
            continue;
        lua_getinfo(s->L, ">S", &ar);
        if (sandbox_file_of(&ar) != file)
            continue;
        if (places->len == SKILLS_MAX) {
            doc_finding_add(
                findings, ar.linedefined,
                g_strdup_printf("the file has more than %d skills: from %s on they are left out", SKILLS_MAX, p.name));
            break;
        }
        p.first = ar.linedefined;
        p.last = ar.lastlinedefined;
        g_array_append_val(places, p);
    }
    g_array_sort(places, by_line);
    return places;
}

static skill *read_function(sandbox *s, int file, const struct saved_focus *p, char **lines, GArray *findings)
{
    lua_Debug ar;
    sandbox_push_function(s, p->name);
    lua_pushvalue(s->L, -1);
    lua_getinfo(s->L, ">u", &ar);
    g_autofree const char *const *names = parameter_names(s->L, ar.nparams);
    lua_pop(s->L, 1);
    struct doc_function f = {
        .name = p->name, .first_line = p->first, .last_line = p->last, .param_names = names, .variadic = ar.isvararg};
    skill *result = doc_read(lines, &f, findings);
    result->file = g_strdup(g_ptr_array_index(s->sources.files, (guint)file));
    return result;
}

GPtrArray *library_others(sandbox *s, int file, const GPtrArray *skills)
{
    GPtrArray *others = g_ptr_array_new();
    const GPtrArray *names = (guint)file < s->sources.declared->len ? g_ptr_array_index(s->sources.declared, (guint)file) : NULL;
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < skills->len; i++)
        g_hash_table_add(known, ((skill *)g_ptr_array_index(skills, i))->name);
    for (guint i = 0; names && i < names->len; i++) {
        char *name = g_ptr_array_index(names, i);
        if (!g_hash_table_contains(known, name))
            g_ptr_array_add(others, name);
    }
    return others;
}

/* ---- what a version is ---- */

GHashTable *library_refused(const GArray *findings)
{
    GHashTable *lines = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < findings->len; i++)
        g_hash_table_add(lines, GINT_TO_POINTER(g_array_index(findings, struct doc_finding, i).line));
    return lines;
}

/* The file's text beside its skills, without comments: locals, helpers, what is no skill. NULL: nothing. */
static char *text_beside(char **lines, const GPtrArray *skills, const GArray *findings)
{
    g_autoptr(GString) rest = g_string_new(NULL), words = g_string_new(NULL);
    g_autoptr(GHashTable) refused = library_refused(findings);
    int i = 0;
    for (guint k = 0; k <= skills->len; k++) {
        const skill *one = k < skills->len ? g_ptr_array_index(skills, k) : NULL;
        if (one && g_hash_table_contains(refused, GINT_TO_POINTER(one->line)))
            continue;
        for (; lines[i] && (!one || i + 1 < one->first_line); i++)
            g_string_append_printf(rest, "%s\n", lines[i]);
        i = one ? MAX(i, one->last_line) : i;
    }
    g_autoptr(GArray) tokens = lua_tokens(rest->str, rest->len);
    for (guint k = 0; k < tokens->len; k++) {
        const struct lua_token *t = &g_array_index(tokens, struct lua_token, k);
        if (t->kind == TOKEN_COMMENT)
            continue;
        g_string_append_len(words, rest->str + t->start, (gssize)t->length);
        g_string_append_c(words, '\n');
    }
    return words->len ? g_strdup(words->str) : NULL;
}

/* A skill is its own text and, where its file has more, all of that: a helper that is changed makes another version. What it
 * calls of other skills is `uses`. */
static void sum_up(char **lines, GPtrArray *skills, const GArray *findings)
{
    g_autofree char *beside = text_beside(lines, skills, findings);
    for (guint i = 0; i < skills->len; i++) {
        skill *one = g_ptr_array_index(skills, i);
        g_autofree char *whole = g_strconcat(one->code, beside ? "\n--\n" : NULL, beside, NULL);
        one->sha256 = g_compute_checksum_for_string(G_CHECKSUM_SHA256, whole, -1);
    }
}

/* Lines (from 1) that begin within a text or a long comment: GINT_TO_POINTER. Caller unrefs. */
static GHashTable *lines_within(const char *source)
{
    GHashTable *within = g_hash_table_new(NULL, NULL);
    g_autoptr(GArray) tokens = lua_tokens(source, strlen(source));
    gsize at = 0;
    int line = 1;
    for (guint i = 0; i < tokens->len; i++) {
        const struct lua_token *t = &g_array_index(tokens, struct lua_token, i);
        for (; at < t->start + t->length; at++) {
            if (source[at] != '\n')
                continue;
            line++;
            if (at >= t->start && at + 1 < t->start + t->length)
                g_hash_table_add(within, GINT_TO_POINTER(line));
        }
    }
    return within;
}

/* A skill's text is read, and coloured, from its comment on: that must be one, and nothing else may end where it begins. */
static void check_begins(const skill *one, GHashTable *within, GArray *findings)
{
    for (int line = one->first_line; line <= one->line; line++) {
        if (!g_hash_table_contains(within, GINT_TO_POINTER(line)))
            continue;
        doc_finding_add(
            findings, one->line,
            g_strdup_printf("the doc comment of %s lies within a text or a long comment: --- in lines of its own", one->name));
        return;
    }
}

GPtrArray *library_skills_of(sandbox *s, int file, const char *source, GArray *findings)
{
    GPtrArray *skills = g_ptr_array_new_with_free_func((GDestroyNotify)skill_free);
    g_auto(GStrv) lines = g_strsplit(source, "\n", -1);
    g_autoptr(GArray) places = find_places(s, file, findings);
    g_autoptr(GHashTable) within = lines_within(source);
    int end = 0; /* last line of the skills before */
    for (guint i = 0; i < places->len; i++) {
        const struct saved_focus *p = &g_array_index(places, struct saved_focus, i);
        if (p->first <= end) /* nobody could read and accept the one without the other */
            doc_finding_add(findings, p->first,
                            g_strdup_printf("%s begins within another skill: each stands on lines of its own", p->name));
        else
            g_ptr_array_add(skills, read_function(s, file, p, lines, findings));
        if (p->first > end)
            check_begins(g_ptr_array_index(skills, skills->len - 1), within, findings);
        end = MAX(end, p->last);
    }
    sum_up(lines, skills, findings);
    return skills;
}
