#include "skills/library_parts.h"

#include "skills/skill_doc.h"

#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define READ_MAX (16 * 1024 * 1024)

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
                    S_ISREG(st.st_mode) ? "larger than 16 MiB: this is no skill file (a skill file has at most 1 MiB)"
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

static int by_line(gconstpointer a, gconstpointer b)
{
    const skill *x = *(const skill *const *)a, *y = *(const skill *const *)b;
    return x->line != y->line ? (x->line > y->line) - (x->line < y->line) : strcmp(x->name, y->name);
}

/* The function on top, popped. */
static skill *read_function(sandbox *s, const char *name, const char *chunk, char **lines, GArray *findings)
{
    lua_State *L = s->L;
    lua_Debug ar;
    lua_pushvalue(L, -1);
    lua_getinfo(L, ">Su", &ar);
    if (!g_str_equal(ar.source, chunk)) {
        lua_pop(L, 1);
        return NULL;
    }
    g_autofree const char *const *names = parameter_names(L, ar.nparams);
    lua_pop(L, 1);
    struct doc_function f = {.name = name, .first_line = ar.linedefined, .last_line = ar.lastlinedefined, .param_names = names,
                             .variadic = ar.isvararg};
    skill *result = doc_read(lines, &f, findings);
    result->file = g_strdup(g_ptr_array_index(s->files, (guint)strtol(chunk + 2, NULL, 10)));
    result->sha256 = g_compute_checksum_for_string(G_CHECKSUM_SHA256, result->code, -1);
    return result;
}

GPtrArray *library_skills_of(sandbox *s, int file, const char *source, GArray *findings)
{
    GPtrArray *skills = g_ptr_array_new_with_free_func((GDestroyNotify)skill_free);
    g_auto(GStrv) lines = g_strsplit(source, "\n", -1);
    g_autofree char *chunk = g_strdup_printf("=\001%d\002", file);
    g_autoptr(GPtrArray) names = sandbox_global_names(s);
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        if (g_hash_table_contains(s->own, name) || !sandbox_push_function(s, name))
            continue;
        skill *found = read_function(s, name, chunk, lines, findings);
        if (found)
            g_ptr_array_add(skills, found);
    }
    g_ptr_array_sort(skills, by_line);
    return skills;
}
