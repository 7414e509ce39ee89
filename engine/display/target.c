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

static const struct {
    enum display_kind kind;
    bool (*fits)(const char *text);
    guint tells;
} kinds[] = {
    {DISPLAY_RECORDED, is_recorded, RECORDED_TELLS}, /* before others: a file's name may look like any */
    {DISPLAY_X11, is_x11, X11_TELLS},
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
        *ret_target = (display_target){kinds[i].kind, g_strdup(name), kinds[i].tells};
        return true;
    }
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                "%s%s is not a display that reins knows (:N is an X display of this machine, HOST:N of another, "
                "cassette:FILE a recorded one)",
                given ? "--display " : "$DISPLAY, ", name);
    return false;
}

void display_target_clear(display_target *t)
{
    g_free(t->name);
    *t = (display_target){.kind = DISPLAY_NONE};
}

char *display_tells_text(guint tells)
{
    static const char *const names[] = {"windows", "focus", "pointer", "person", "elements", "state", "changes"};
    g_autoptr(GString) text = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        if (tells & 1u << i)
            g_string_append_printf(text, "%s%s", text->len ? ", " : "", names[i]);
    return g_strdup(text->len ? text->str : "nothing");
}
