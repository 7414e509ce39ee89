#include "engine/display/phone.h"

#include "engine/display/adb.h"
#include "engine/display/display_untold.h"

#include <string.h>

#define LIMIT_MS 10000
#define PICTURE_MAX (64 * 1024 * 1024) /* bytes of a PNG; one of 4K without any compression has 33 MB */
#define WORDS_MAX (64 * 1024)
#define TREE_MAX (10 << 20) /* bytes */
#define APP_US (100 * 1000) /* greatest age of the focused activity */

#define TAKE_PICTURE "screencap -p"
#define ASK_APP "dumpsys power | grep mWakefulness=; dumpsys window | grep mCurrentFocus="
/* A phone's shell may not open /dev/tty for a command without a terminal; what lies there of a dump that was broken off is older.
 */
#define ASK_TREE                                                                                                                 \
    "f=${TMPDIR:-/data/local/tmp}/reins-window.xml; rm -f \"$f\"; uiautomator dump \"$f\" 2>&1; cat \"$f\" 2>/dev/null; rm -f "  \
    "\"$f\""
#define ASK_MODEL "getprop ro.product.model"

struct phone {
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

static const struct eye_window *app_of(phone *p)
{
    if (g_get_monotonic_time() >= p->app_us + APP_US)
        ask_app(p);
    p->app.width = p->picture->width;
    p->app.height = p->picture->height;
    return p->app.id ? &p->app : NULL;
}

/* ---- the picture ---- */

bool phone_renew(phone *p, GError **error)
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

phone *phone_open(const display_target *t, GError **error)
{
    g_autoptr(phone) p = g_new0(phone, 1);
    p->serial = g_strdup(t->host);
    return phone_renew(p, error) ? g_steal_pointer(&p) : NULL;
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

/* ---- the display port ---- */

static void port_size(void *data, int *ret_width, int *ret_height)
{
    const phone *p = data;
    *ret_width = p->picture->width;
    *ret_height = p->picture->height;
}

static void port_add_monitors(void *data, screen *s)
{
    struct screen_monitor whole = {.name = (char *)"screen", .primary = true};
    port_size(data, &whole.width, &whole.height);
    screen_add_monitor(s, &whole);
}

static bool port_windows_told(void *data)
{
    (void)data;
    return true;
}

static GPtrArray *port_windows(void *data, bool titles)
{
    (void)titles;
    GPtrArray *all = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
    const struct eye_window *app = app_of(data);
    if (app)
        g_ptr_array_add(all, eye_window_copy(app));
    return all;
}

static gint64 port_focus(void *data, bool *ret_follows)
{
    const struct eye_window *app = app_of(data);
    if (ret_follows)
        *ret_follows = false;
    return app ? app->id : 0;
}

static gint64 port_focus_in(void *data, const GPtrArray *list, bool *ret_follows)
{
    (void)data;
    if (ret_follows)
        *ret_follows = false;
    return list->len ? ((const struct eye_window *)g_ptr_array_index(list, 0))->id : 0;
}

static gint64 port_at(void *data, int x, int y)
{
    (void)x, (void)y;
    return port_focus(data, NULL);
}

static bool port_rectangle(void *data, gint64 window, struct area *ret_area)
{
    const struct eye_window *app = app_of(data);
    if (!app || app->id != window)
        return false;
    *ret_area = eye_window_inner(app);
    return true;
}

static const struct eye_window *port_listed(void *data, const GPtrArray *list, gint64 top)
{
    (void)data;
    const struct eye_window *app = list->len ? g_ptr_array_index(list, 0) : NULL;
    return app && app->id == top ? app : NULL;
}

static bool port_inside(void *data, gint64 window, int x, int y, int *ret_x, int *ret_y, gint64 *ret_child)
{
    *ret_x = x;
    *ret_y = y;
    *ret_child = window == 0 ? port_focus(data, NULL) : 0;
    return true;
}

static struct area port_place(void *data, gint64 window)
{
    struct area whole = {0};
    (void)window;
    port_size(data, &whole.width, &whole.height);
    return whole;
}

static struct adb_command *port_tree(void *data, GError **error)
{
    return adb_begin(((const phone *)data)->serial, ADB_RAW, ASK_TREE, NULL, TREE_MAX, error);
}

struct display_port display_phone(phone *p)
{
    struct display_port port = display_untold();
    port.size = port_size;
    port.add_monitors = port_add_monitors;
    port.tree = port_tree;
    port.windows_told = port_windows_told;
    port.windows = port_windows;
    port.focus_in = port_focus_in;
    port.focus = port.focused = port_focus;
    port.at = port_at;
    port.rectangle = port_rectangle;
    port.listed = port_listed;
    port.inside = port_inside;
    port.place = port_place;
    port.data = p;
    return port;
}
