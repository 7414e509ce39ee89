#include "skills/lua/lua_sandbox.h"

#include <lauxlib.h>
#include <string.h>

/* Globals, found in the compiled code: exact where a text search would guess, and complete where a dry run sees one
 * branch. Reads what lua_dump() writes for Lua 5.4; an unknown format is left alone (the dry run still finds what runs). */

#define OP_GETTABUP 11
#define OP_SETTABUP 15
#define HEADER "\x1bLua\x54\0\x19\x93\r\n\x1a\n\x04\x08\x08"
#define HEADER_LENGTH 15
#define NUMBERS_LENGTH 16 /* LUAC_INT and LUAC_NUM */
#define DEPTH_MAX 200

struct reader {
    const guchar *at, *end;
    bool bad; /* or enough has been found: nothing more is read */
};

struct scan {
    struct reader r;
    sandbox *s;
    sandbox_global_function found;
    void *data;
};

struct code {
    const guchar *instructions;
    gsize n_instructions;
    GPtrArray *constants; /* char*, NULL where it is no string */
    GPtrArray *upvalues;  /* names */
    const guchar *lines;
    gsize n_lines;
    GArray *absolute; /* pc, line alternating */
    int first_line;
};

static guint8 read_byte(struct reader *r)
{
    if (r->at >= r->end) {
        r->bad = true;
        return 0;
    }
    return *r->at++;
}

static gsize read_size(struct reader *r)
{
    gsize value = 0;
    guint8 byte;
    do {
        byte = read_byte(r);
        value = value << 7 | (byte & 0x7f);
    } while (!(byte & 0x80) && !r->bad);
    return value;
}

static const guchar *read_block(struct reader *r, gsize length)
{
    const guchar *block = r->at;
    if (r->bad || length > (gsize)(r->end - r->at)) {
        r->bad = true;
        return NULL;
    }
    r->at += length;
    return block;
}

static char *read_string(struct reader *r)
{
    gsize size = read_size(r);
    const guchar *bytes = size ? read_block(r, size - 1) : NULL;
    return bytes ? g_strndup((const char *)bytes, size - 1) : NULL;
}

/* A count of things that take at least `each` bytes. */
static gsize read_count(struct reader *r, gsize each)
{
    gsize n = read_size(r);
    if (n > (gsize)(r->end - r->at) / each)
        r->bad = true;
    return r->bad ? 0 : n;
}

static void read_constants(struct reader *r, GPtrArray *constants)
{
    gsize n = read_count(r, 1);
    for (gsize i = 0; i < n && !r->bad; i++) {
        char *text = NULL;
        switch (read_byte(r)) {
        case 0x13: /* float */
        case 0x03: /* integer */
            read_block(r, 8);
            break;
        case 0x04: /* short and long strings */
        case 0x14:
            text = read_string(r);
            break;
        default: /* nil, false, true */
            break;
        }
        g_ptr_array_add(constants, text);
    }
}

static void read_debug(struct reader *r, struct code *c)
{
    c->n_lines = read_count(r, 1);
    c->lines = read_block(r, c->n_lines);
    gsize n = read_count(r, 2);
    for (gsize i = 0; i < 2 * n && !r->bad; i++) {
        int value = (int)read_size(r);
        g_array_append_val(c->absolute, value);
    }
    n = read_count(r, 3);
    for (gsize i = 0; i < n && !r->bad; i++) { /* local variables */
        g_free(read_string(r));
        read_size(r);
        read_size(r);
    }
    n = read_count(r, 1);
    for (gsize i = 0; i < n && !r->bad; i++)
        g_ptr_array_add(c->upvalues, read_string(r));
}

/* A walk along the instructions: their lines are kept as differences, -0x80 meaning: look among the absolute ones. */
struct walk {
    const struct code *c;
    int line;
    guint next; /* among the absolute ones */
};

static void walk_to(struct walk *w, gsize pc)
{
    if (pc >= w->c->n_lines)
        return;
    const GArray *absolute = w->c->absolute;
    if ((gint8)w->c->lines[pc] != -0x80) {
        w->line += (gint8)w->c->lines[pc];
        return;
    }
    while (w->next + 1 < absolute->len && g_array_index(absolute, int, w->next) < (int)pc)
        w->next += 2;
    if (w->next + 1 < absolute->len)
        w->line = g_array_index(absolute, int, w->next + 1);
}

static bool report(struct scan *sc, const struct walk *w, guint upvalue, guint constant)
{
    const struct code *c = w->c;
    const char *table = upvalue < c->upvalues->len ? g_ptr_array_index(c->upvalues, upvalue) : NULL;
    const char *name = constant < c->constants->len ? g_ptr_array_index(c->constants, constant) : NULL;
    return !table || !name || !g_str_equal(table, "_ENV") || sc->found(sc->data, w->line, name, sandbox_declares(sc->s, name));
}

static void scan_code(struct scan *sc, const struct code *c)
{
    struct walk w = {c, c->first_line, 0};
    for (gsize pc = 0; pc < c->n_instructions && !sc->r.bad; pc++) {
        guint32 word;
        memcpy(&word, c->instructions + 4 * pc, 4);
        guint op = word & 0x7f, a = word >> 7 & 0xff, b = word >> 16 & 0xff, key = word >> 24;
        walk_to(&w, pc);
        if (op == OP_GETTABUP)
            sc->r.bad = !report(sc, &w, b, key);
        else if (op == OP_SETTABUP)
            sc->r.bad = !report(sc, &w, a, b);
    }
}

static void scan_function(struct scan *sc, int depth)
{
    struct reader *r = &sc->r;
    struct code c = {.constants = g_ptr_array_new_with_free_func(g_free),
                     .upvalues = g_ptr_array_new_with_free_func(g_free),
                     .absolute = g_array_new(FALSE, FALSE, sizeof(int))};
    g_free(read_string(r)); /* source */
    c.first_line = (int)read_size(r);
    read_size(r);
    read_block(r, 3); /* parameters, varargs, registers */
    c.n_instructions = read_count(r, 4);
    c.instructions = read_block(r, 4 * c.n_instructions);
    read_constants(r, c.constants);
    read_block(r, 3 * read_count(r, 3));
    gsize inner = read_count(r, 1);
    if (depth > DEPTH_MAX)
        r->bad = true;
    for (gsize i = 0; i < inner && !r->bad; i++)
        scan_function(sc, depth + 1);
    read_debug(r, &c);
    if (!r->bad)
        scan_code(sc, &c);
    g_ptr_array_unref(c.constants);
    g_ptr_array_unref(c.upvalues);
    g_array_unref(c.absolute);
}

static int append(lua_State *L, const void *bytes, size_t length, void *data)
{
    (void)L;
    g_byte_array_append(data, bytes, (guint)length);
    return 0;
}

void sandbox_scan_globals(sandbox *s, const char *source, gsize length, sandbox_global_function found, void *data)
{
    if (luaL_loadbufferx(s->L, source, length, "=", "t") != LUA_OK) {
        lua_pop(s->L, 1);
        return;
    }
    g_autoptr(GByteArray) dump = g_byte_array_new();
    lua_dump(s->L, append, dump, 0);
    lua_pop(s->L, 1);
    struct scan sc = {.r = {dump->data, dump->data + dump->len, false}, .s = s, .found = found, .data = data};
    const guchar *header = read_block(&sc.r, HEADER_LENGTH + NUMBERS_LENGTH + 1);
    if (header && memcmp(header, HEADER, HEADER_LENGTH) == 0)
        scan_function(&sc, 0);
}
