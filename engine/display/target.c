#include "engine/display/target.h"

#include "config/config.h"

#include <string.h>

#define X11_TELLS                                                                                                                \
    (DISPLAY_TELLS_WINDOWS | DISPLAY_TELLS_FOCUS | DISPLAY_TELLS_POINTER | DISPLAY_TELLS_PERSON | DISPLAY_TELLS_CHANGES)

/* [PROTOCOL/][HOST]:NUMBER[.SCREEN], or the path of a socket: what XOpenDisplay() takes. */
static bool is_x11(const char *text)
{
    return g_regex_match_simple(":[0-9]+(\\.[0-9]+)?$", text, G_REGEX_DOLLAR_ENDONLY, 0) ||
           (strchr(text, '/') && !strchr(text, ':'));
}

#define RECORDING "cassette:"
#define RECORDED_TELLS (DISPLAY_TELLS_WINDOWS | DISPLAY_TELLS_FOCUS | DISPLAY_TELLS_POINTER)

const char *display_target_recording(const char *text)
{
    bool is = text && g_str_has_prefix(text, RECORDING) && text[strlen(RECORDING)];
    return is ? text + strlen(RECORDING) : NULL;
}

static bool is_recorded(const char *text)
{
    return display_target_recording(text) != NULL;
}

#define VNC "vnc:"
#define VNC_PORT 5900   /* of screen 0 */
#define VNC_SCREENS 100 /* above that viewers disagree whether a number is a screen or a port */

static bool is_vnc(const char *text)
{
    return g_str_has_prefix(text, VNC);
}

/* HOST:N, HOST::PORT or a path. Without HOST it is this machine. */
static bool split_vnc(const char *name, display_target *t)
{
    const char *place = name + strlen(VNC), *end = strrchr(place, ':');
    guint64 number = 0;
    if (g_path_is_absolute(place)) {
        t->host = g_strdup(place);
        return true;
    }
    if (!end || !g_ascii_string_to_unsigned(end + 1, 10, 0, G_MAXUINT16, &number, NULL))
        return false;
    bool port = end > place && end[-1] == ':';
    if (port ? number == 0 : number >= VNC_SCREENS)
        return false;
    g_autofree char *host = g_strndup(place, (gsize)(end - place - (port ? 1 : 0)));
    gsize length = strlen(host);
    bool bracketed = host[0] == '[' && host[length - 1] == ']';
    if (!bracketed && strchr(host, ':'))
        return false;
    t->host = bracketed ? g_strndup(host + 1, length - 2) : g_strdup(length ? host : "localhost");
    t->port = port ? (int)number : VNC_PORT + (int)number;
    return true;
}

#define PHONE "adb:"
#define SERIAL_MAX 255 /* bytes */

static bool is_phone(const char *text)
{
    return g_str_has_prefix(text, PHONE);
}

/* Any word: adb knows which there are. */
static bool split_phone(const char *name, display_target *t)
{
    const char *serial = name + strlen(PHONE);
    gsize length = strlen(serial);
    for (gsize i = 0; i < length; i++)
        if (!g_ascii_isgraph(serial[i]))
            return false;
    if (length > SERIAL_MAX)
        return false;
    t->host = g_strdup(serial);
    t->touch = true;
    return true;
}

#define WORLD "world:"
#define WORLD_FILE "file="
#define WORLD_SEED 1

static bool is_world(const char *text)
{
    return g_str_has_prefix(text, WORLD);
}

static bool read_option(const char *word, display_target *t)
{
    const char *value = strchr(word, '=');
    guint64 n = 0;
    char **named = g_str_has_prefix(word, "biome=") ? &t->world.biome : g_str_has_prefix(word, "give=") ? &t->world.give : NULL;
    if (named) {
        g_free(*named);
        *named = g_strdup(value + 1);
        return **named != '\0';
    }
    if (!value || !g_ascii_string_to_unsigned(value + 1, 10, 0, G_MAXUINT32, &n, NULL))
        return false;
    if (g_str_has_prefix(word, "seed="))
        t->world.seed = (guint)n;
    else if (g_str_has_prefix(word, "limit=") && n <= G_MAXINT32)
        t->world.limit = (int)n;
    else if (g_str_has_prefix(word, "fail=") && n <= 100)
        t->world.fail = (int)n;
    else
        return false;
    return true;
}

/* A path may have any sign in it, so it is last. ret_wrong: the part that is not understood, where it is one; caller frees. */
static bool read_world(const char *name, display_target *t, char **ret_wrong)
{
    const char *rest = name + strlen(WORLD);
    gsize length = strcspn(rest, "?");
    t->host = g_strndup(rest, length);
    t->acts = true;
    t->world.seed = WORLD_SEED;
    t->world.limit = t->world.fail = -1;
    for (rest += length; *rest;) {
        rest++;
        if (g_str_has_prefix(rest, WORLD_FILE)) {
            t->world.file = g_strdup(rest + strlen(WORLD_FILE));
            *ret_wrong = g_path_is_absolute(t->world.file) ? NULL : g_strdup(rest);
            return length > 0 && !*ret_wrong;
        }
        g_autofree char *word = g_strndup(rest, strcspn(rest, "&"));
        if (!read_option(word, t)) {
            *ret_wrong = g_steal_pointer(&word);
            return false;
        }
        rest += strlen(word);
    }
    return length > 0;
}

static bool split_world(const char *name, display_target *t)
{
    g_autofree char *wrong = NULL;
    return read_world(name, t, &wrong);
}

/* ": "sed=3" is not understood"; "" = no part is to blame. Caller frees. */
static char *wrong_part(const char *name)
{
    g_autofree char *wrong = NULL;
    g_auto(display_target) t = {0};
    if (is_world(name))
        read_world(name, &t, &wrong);
    return wrong ? g_strdup_printf(": \"%s\" is not understood", wrong) : g_strdup("");
}

static const struct {
    enum display_kind kind;
    bool (*fits)(const char *text);
    guint tells;
    bool (*split)(const char *name, display_target *t); /* NULL: the name is used whole. False: it is incomplete */
    const char *form;
} kinds[] = {
    /* before others: a file's name may look like any */
    {DISPLAY_RECORDED, is_recorded, RECORDED_TELLS, NULL, NULL},
    /* before X's: vnc:0 is an X display of a host of that name, too, which tcp/vnc:0 says without doubt */
    {DISPLAY_VNC, is_vnc, DISPLAY_TELLS_CHANGES, split_vnc,
     "vnc:HOST:N with N from 0 to 99, vnc:HOST::PORT, vnc:[ADDRESS]:N or vnc:/SOCKET"},
    {DISPLAY_PHONE, is_phone, DISPLAY_TELLS_APP, split_phone, "adb:SERIAL, adb:HOST:PORT, or adb: for the only phone"},
    {DISPLAY_WORLD, is_world, DISPLAY_TELLS_WINDOWS | DISPLAY_TELLS_FOCUS | DISPLAY_TELLS_PERSON | DISPLAY_TELLS_STATE,
     split_world,
     "world:NAME or world:NAME?seed=N&limit=N&fail=N&biome=NAME&give=NAME N;NAME N, at the end &file=PATH with the whole path"},
    {DISPLAY_X11, is_x11, X11_TELLS, NULL, NULL},
};

bool display_target_read(const char *text, display_target *ret_target, GError **error)
{
    const char *env = g_getenv("DISPLAY");
    bool given = text && *text;
    const char *name = given ? text : env && *env ? env : NULL;
    *ret_target = (display_target){.kind = DISPLAY_NONE};
    if (!name)
        return true;
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (!kinds[i].fits(name))
            continue;
        display_target t = {.kind = kinds[i].kind, .tells = kinds[i].tells};
        if (kinds[i].split && !kinds[i].split(name, &t)) {
            display_target_clear(&t);
            g_autofree char *part = wrong_part(name);
            g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "%s%s does not name a screen%s (write %s)",
                        given ? "--display " : "$DISPLAY, ", name, part, kinds[i].form);
            return false;
        }
        t.name = g_strdup(name);
        *ret_target = t;
        return true;
    }
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                "%s%s is not a display that reins knows (:N is an X display of this machine, HOST:N of another, "
                "vnc:HOST:N a VNC server's, adb:SERIAL a phone, world:NAME a fast world, cassette:FILE a recorded one)",
                given ? "--display " : "$DISPLAY, ", name);
    return false;
}

bool display_target_world(const char *text)
{
    return text && is_world(text);
}

char *display_target_world_with(const char *text, gint64 seed, gint64 limit, const char *biome, const char *give)
{
    g_autofree char *seeded = seed < 0 ? NULL : g_strdup_printf("%" G_GINT64_FORMAT, seed),
                    *limited = limit < 0 ? NULL : g_strdup_printf("%" G_GINT64_FORMAT, limit);
    const struct {
        const char *key, *value;
    } options[] = {{"seed=", seeded}, {"limit=", limited}, {"biome=", biome}, {"give=", give}};
    const char *rest = strchr(text, '?'), *file = rest ? strstr(rest, WORLD_FILE) : NULL; /* it stays the last */
    GString *out = g_string_new_len(text, file ? file - text - 1 : (gssize)strlen(text));
    bool first = !rest || file == rest + 1;
    for (gsize i = 0; i < G_N_ELEMENTS(options); i++) {
        if (!options[i].value || (rest && strstr(rest, options[i].key)))
            continue;
        g_string_append_printf(out, "%s%s%s", first ? "?" : "&", options[i].key, options[i].value);
        first = false;
    }
    return g_string_free(g_string_append(file ? g_string_append_c(out, first ? '?' : '&') : out, file ? file : ""), FALSE);
}

bool display_target_distant(const display_target *t)
{
    return t->host && t->port && !g_str_equal(t->host, "localhost") && !g_str_equal(t->host, "::1") &&
           !g_str_has_prefix(t->host, "127.");
}

void display_target_clear(display_target *t)
{
    g_free(t->name);
    g_free(t->host);
    g_free(t->world.biome);
    g_free(t->world.give);
    g_free(t->world.file);
    *t = (display_target){.kind = DISPLAY_NONE};
}

char *display_tells_text(guint tells)
{
    static const char *const names[] = {"windows", "focus", "pointer", "person", "elements", "state", "changes", "app"};
    g_autoptr(GString) text = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        if (tells & 1u << i)
            g_string_append_printf(text, "%s%s", text->len ? ", " : "", names[i]);
    return g_strdup(text->len ? text->str : "nothing");
}
