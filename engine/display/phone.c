#include "engine/display/phone.h"

#include "engine/display/adb.h"

#include <string.h>

#define LIMIT_MS 10000
#define PICTURE_MAX (64 * 1024 * 1024) /* bytes of a PNG; one of 4K without any compression has 33 MB */
#define WORDS_MAX (64 * 1024)
#define TREE_MAX (10 << 20) /* bytes */
#define APP_US (100 * 1000) /* greatest age of the focused activity */

#define TAKE_PICTURE "screencap -p"
#define ASK_NOTHING "true"
#define ASK_APP "dumpsys power | grep mWakefulness=; dumpsys window | grep mCurrentFocus="
/* A phone's shell may not open /dev/tty for a command without a terminal; what lies there of a dump that was broken off is older.
 */
#define ASK_TREE                                                                                                                 \
    "f=${TMPDIR:-/data/local/tmp}/reins-window.xml; rm -f \"$f\"; uiautomator dump \"$f\" 2>&1; cat \"$f\" 2>/dev/null; rm -f "  \
    "\"$f\""
#define ASK_MODEL "getprop ro.product.model"

struct phone {
    struct still still; /* first: it stands for the phone */
    char *serial;
    frame *picture;
    struct eye_window app; /* owned strings; id 0 = none is told */
    gint64 app_us;         /* when it was asked for */
    bool asleep;
};

/* ---- the focused activity ---- */

/* The rest of the line after `name`; caller frees, NULL = it has none. */
static char *value_of(const char *text, const char *name)
{
    const char *at = strstr(text, name), *end = at ? strpbrk(at, "\r\n") : NULL;
    return at ? g_strndup(at + strlen(name), end ? (gsize)(end - at) - strlen(name) : strlen(at + strlen(name))) : NULL;
}

/* "Window{5c4b0f2 u0 com.android.settings/com.android.settings.Settings}" */
static void name_app(struct eye_window *app, const char *focus)
{
    const char *user = strchr(focus, ' '), *name = user ? strchr(user + 1, ' ') : NULL;
    gsize length = name ? strcspn(name + 1, "}") : 0;
    if (!g_str_has_prefix(focus, "Window{") || length == 0)
        return;
    const char *slash = memchr(name + 1, '/', length);
    app->title = g_strndup(name + 1, length);
    app->class = slash ? g_strndup(name + 1, (gsize)(slash - name - 1)) : g_strdup(app->title);
    app->id = (gint64)g_str_hash(focus) + 2; /* 1 is the screen without one (display_untold.h) */
}

static void ask_app(phone *p)
{
    g_autoptr(GBytes) said = adb_run(p->serial, ADB_RAW, ASK_APP, NULL, WORDS_MAX, LIMIT_MS, NULL);
    gsize length = 0;
    const char *bytes = said ? g_bytes_get_data(said, &length) : NULL;
    g_autofree char *text = g_utf8_make_valid(bytes ? bytes : "", (gssize)length), *awake = value_of(text, "mWakefulness="),
                    *focus = value_of(text, "mCurrentFocus=");
    g_clear_pointer(&p->app.title, g_free);
    g_clear_pointer(&p->app.class, g_free);
    p->app = (struct eye_window){.id = 0};
    p->asleep = awake && (g_str_equal(awake, "Asleep") || g_str_equal(awake, "Dozing"));
    if (focus)
        name_app(&p->app, focus);
    p->app_us = g_get_monotonic_time();
}

static const struct eye_window *still_front(struct still *s)
{
    phone *p = (phone *)(void *)s;
    if (g_get_monotonic_time() >= p->app_us + APP_US)
        ask_app(p);
    p->app.width = p->picture->width;
    p->app.height = p->picture->height;
    return p->app.id ? &p->app : NULL;
}

/* ---- the picture ---- */

static bool is_there(const phone *p, GError **error)
{
    g_autoptr(GBytes) said = adb_run(p->serial, ADB_SHELL, ASK_NOTHING, NULL, WORDS_MAX, LIMIT_MS, error);
    return said != NULL;
}

/* Asks for the focused activity after it. Error also when the screen is off. */
static bool take_picture(phone *p, GError **error)
{
    g_autoptr(GBytes) png = adb_run(p->serial, ADB_RAW, TAKE_PICTURE, NULL, PICTURE_MAX, LIMIT_MS, error);
    if (!png)
        return false;
    ask_app(p);
    if (p->asleep) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY,
                    "the phone's screen is off (press its power button; its developer options can keep it on)");
        return false;
    }
    g_autoptr(GError) problem = NULL;
    g_autoptr(frame) f = frame_from_png(png, &problem);
    if (!f && !is_there(p, error)) /* it was unplugged meanwhile: the picture ends early, and no error tells of it */
        return false;
    if (!f) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY, "the phone sent no whole picture (try adb exec-out screencap -p): %s",
                    problem->message);
        return false;
    }
    frame_free(p->picture);
    p->picture = g_steal_pointer(&f);
    return true;
}

const frame *phone_picture(const phone *p)
{
    return p->picture;
}

static bool still_renew(struct still *s, GError **error)
{
    return take_picture((phone *)(void *)s, error);
}

static const frame *still_picture(const struct still *s)
{
    return phone_picture((const phone *)(const void *)s);
}

static void still_close(struct still *s)
{
    phone_close((phone *)(void *)s);
}

static struct adb_command *still_tree(const struct still *s, GError **error)
{
    return adb_begin(((const phone *)s)->serial, ADB_RAW, ASK_TREE, NULL, TREE_MAX, error);
}

phone *phone_open(const display_target *t, GError **error)
{
    g_autoptr(phone) p = g_new0(phone, 1);
    p->still = (struct still){
        .renew = still_renew, .picture = still_picture, .front = still_front, .close = still_close, .tree = still_tree};
    p->serial = g_strdup(t->host);
    return take_picture(p, error) ? g_steal_pointer(&p) : NULL;
}

void phone_close(phone *p)
{
    if (!p)
        return;
    frame_free(p->picture);
    g_free(p->app.title);
    g_free(p->app.class);
    g_free(p->serial);
    g_free(p);
}

const char *phone_serial(const phone *p)
{
    return p->serial;
}

char *phone_model(const phone *p)
{
    g_autoptr(GBytes) said = adb_run(p->serial, ADB_RAW, ASK_MODEL, NULL, WORDS_MAX, LIMIT_MS, NULL);
    gsize length = 0;
    const char *bytes = said ? g_bytes_get_data(said, &length) : NULL;
    char *text = g_utf8_make_valid(bytes ? bytes : "", (gssize)length);
    return g_strstrip(text);
}

struct still *phone_still(phone *p)
{
    return &p->still;
}
