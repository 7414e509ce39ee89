#include "skills/lua/lua_sandbox.h"

#include <lauxlib.h>
#include <stdlib.h> /* strtol */

/* Where something went wrong. A source is named by its number between two control characters, "\001N\002": Lua shortens names,
 * and a real one may look like a position. A skill can write such a text itself, to have another file blamed: a position counts
 * only where that file was running. */

#define MESSAGE_MAX 4000 /* bytes: whoever writes a brain has it say what it was told */
#define LEVELS_MAX 10000
#define POSITIONS_MAX 200 /* no more coroutines can be inside each other */

/* Reads "\001N\002:LINE: " at the start; returns what follows it, or the text itself. */
static const char *parse_position(const char *text, int *ret_file, int *ret_line)
{
    if (*text != '\001')
        return text;
    char *end;
    long file = strtol(text + 1, &end, 10);
    if (end[0] != '\002' || end[1] != ':')
        return text;
    char *line_end;
    long line = strtol(end + 2, &line_end, 10);
    if (line_end == end + 2 || line_end[0] != ':')
        return text;
    *ret_file = (int)file;
    *ret_line = (int)line;
    return line_end[1] == ' ' ? line_end + 2 : line_end + 1;
}

int sandbox_file_of(const lua_Debug *ar)
{
    return ar->source[0] == '=' && ar->source[1] == '\001' ? (int)strtol(ar->source + 2, NULL, 10) : -1;
}

void sandbox_find_lines(lua_State *L, int *ret_file, int *ret_line, int *ret_focus)
{
    sandbox *s = sandbox_of(L);
    lua_Debug ar;
    *ret_file = -1;
    *ret_line = *ret_focus = 0;
    for (int level = 0; lua_getstack(L, level, &ar) && !*ret_focus && level < LEVELS_MAX; level++) {
        lua_getinfo(L, "Sl", &ar);
        if (ar.currentline <= 0)
            continue;
        int file = sandbox_file_of(&ar);
        if (*ret_line == 0) {
            *ret_file = file;
            *ret_line = ar.currentline;
        }
        if (file >= 0 && (file == s->focus || s->focus < 0))
            *ret_focus = ar.currentline;
    }
}

/* Is a function of that file being run? */
static bool is_running(lua_State *L, int file)
{
    lua_Debug ar;
    if (sandbox_of(L)->called.file == file)
        return true; /* also where a tail call has left nothing on the stack */
    for (int level = 0; level < LEVELS_MAX && lua_getstack(L, level, &ar); level++) {
        lua_getinfo(L, "S", &ar);
        if (sandbox_file_of(&ar) == file)
            return true;
    }
    return false;
}

char *sandbox_expand_names(const sandbox *s, const char *text)
{
    GString *out = g_string_new(NULL);
    while (*text && out->len < MESSAGE_MAX) {
        int file = -1, line = 0;
        const char *rest = parse_position(text, &file, &line);
        if (rest != text && file >= 0 && (guint)file < s->sources.files->len) {
            g_string_append_printf(out, "%s:%d: ", (char *)g_ptr_array_index(s->sources.files, file), line);
            text = rest;
        } else {
            g_string_append_c(out, *text++);
        }
    }
    if (*text)
        g_string_append_printf(out, "… (%" G_GSIZE_FORMAT " bytes more)", strlen(text));
    char *valid = g_utf8_make_valid(out->str, (gssize)out->len);
    g_string_free(out, TRUE);
    return valid;
}

const char *sandbox_take_position(const char *text, struct sandbox_error *e)
{
    return parse_position(text, &e->file, &e->line);
}

/* The string on top of the stack, whole: a NUL, which would end it here, by its name (as in skills/timeline/visible.h). Caller
 * frees. */
static char *text_on_top(lua_State *L)
{
    gsize length;
    const char *raw = lua_tolstring(L, -1, &length);
    GString *text = g_string_sized_new(length);
    for (const char *p = raw; p < raw + length; p++) {
        if (*p)
            g_string_append_c(text, *p);
        else
            g_string_append(text, "‹U+0000›");
    }
    return g_string_free(text, FALSE);
}

/* Takes strings as they are and runs no __tostring. */
static int on_error(lua_State *L)
{
    sandbox *s = sandbox_of(L);
    struct sandbox_error *e = lua_touserdata(L, lua_upvalueindex(1));
    g_clear_pointer(&e->what, g_free);
    sandbox_find_lines(L, &e->file, &e->line, &e->focus_line);
    if (e->file < 0) {
        e->file = s->called.file;
        e->line = s->called.line;
    }
    if (lua_type(L, 1) != LUA_TSTRING) {
        e->what = g_strdup_printf("raised an error that is not a text but a %s", luaL_typename(L, 1));
        return 1;
    }
    g_autofree char *whole = text_on_top(L);
    const char *raw = whole, *text;
    int file = -1, line = 0, n = 0;
    while ((text = parse_position(raw, &file, &line)) != raw && n++ < POSITIONS_MAX && file >= 0 && is_running(L, file)) {
        raw = text; /* each coroutine that the error passed through has put its own in front */
        e->file = file;
        e->line = line;
        if (file == s->focus)
            e->focus_line = line;
    }
    e->what = sandbox_expand_names(s, raw);
    return 1;
}

void sandbox_push_handler(lua_State *L, struct sandbox_error *e)
{
    lua_pushlightuserdata(L, e);
    lua_pushcclosure(L, on_error, 1);
}

void sandbox_error_take(sandbox *s, struct sandbox_error *e, GError **error)
{
    const char *what = e->what ? e->what : "failed without a reason";
    if (e->file >= 0 && (guint)e->file < s->sources.files->len)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_RUNTIME, "%s:%d: %s", (char *)g_ptr_array_index(s->sources.files, e->file),
                    e->line, what);
    else
        g_set_error_literal(error, SKILLS_ERROR, SKILLS_ERROR_RUNTIME, what);
    g_clear_pointer(&e->what, g_free);
}

void sandbox_called(sandbox *s, int n_args)
{
    lua_Debug ar;
    lua_pushvalue(s->L, -1 - n_args);
    lua_getinfo(s->L, ">S", &ar);
    s->called.file = sandbox_file_of(&ar);
    s->called.line = s->called.file >= 0 ? MAX(1, ar.linedefined) : 0;
}

char *sandbox_place(sandbox *s, int n_args)
{
    sandbox_called(s, n_args);
    return s->called.file >= 0 && (guint)s->called.file < s->sources.files->len
               ? g_strdup_printf("%s:%d: ", (char *)g_ptr_array_index(s->sources.files, (guint)s->called.file), s->called.line)
               : g_strdup("");
}
