/* reins profile new: a program is started in a sandbox, its windows are looked at, and a profile is written of what was seen. */

#include "tui/cli/profile.h"

#include "config/profile.h"
#include "engine/display/display.h"
#include "engine/eye/eye.h"
#include "engine/eye/store.h"
#include "skills/timeline/visible.h"
#include "tui/cli/brief_sandbox.h"
#include "tui/cli/check.h"
#include "tui/cli/cli.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LOOK_US 100000
#define CALM_US 2000000   /* so long nothing came, went or moved: the program has started */
#define SMALL_US 5000000  /* …where no window has a quarter of the screen: it may be a splash */
#define START_US 60000000 /* what has not come to rest by then is taken as it is */

/* What one start has shown. */
struct seen {
    struct brief_sandbox brief;
    struct eye_window *window; /* the largest that is no popup */
    int others;                /* windows beside it, of the same class */
    bool settled;
};

static void seen_clear(struct seen *s)
{
    brief_sandbox_clear(&s->brief);
    if (s->window)
        eye_window_free(s->window);
}

/* ---- the start ---- */

/* The largest; its place among the others says nothing: a tip or a dialog may lie over it. */
static const struct eye_window *main_window(const GPtrArray *windows)
{
    const struct eye_window *found = NULL;
    for (guint i = 0; i < windows->len; i++) {
        const struct eye_window *w = windows->pdata[i];
        if (!w->popup && (!found || w->width * w->height > found->width * found->height))
            found = w;
    }
    return found;
}

static char *shape(const GPtrArray *windows)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < windows->len; i++) {
        const struct eye_window *w = windows->pdata[i];
        g_string_append_printf(text, "%" G_GINT64_FORMAT " %d %d %d %d %s\n", w->id, w->x, w->y, w->width, w->height, w->title);
    }
    return g_string_free(text, FALSE);
}

static void progress(const char *what)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%s\033[K", what);
}

static bool has_started(const struct seen *s, const struct eye_window *w, gint64 calm_us)
{
    bool small = w && 4 * w->width * w->height < s->brief.sandbox->width * s->brief.sandbox->height;
    return w && calm_us >= (small ? SMALL_US : CALM_US);
}

static bool await_start(struct seen *s, const char *app, GError **error)
{
    gint64 began = g_get_monotonic_time(), calm_since = began;
    g_autofree char *before = NULL;
    for (gint64 now = began; !brief_sandbox_stopped() && now - began < START_US; now = g_get_monotonic_time()) {
        g_autofree char *failed = sandbox_app_left(s->brief.sandbox);
        if (failed)
            g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_PROGRAM, "%s: %s", app, failed);
        g_autoptr(GPtrArray) windows = failed ? NULL : eye_windows(s->brief.sandbox->display, error);
        if (!windows)
            return false;
        g_autofree char *is = shape(windows);
        if (g_strcmp0(before, is) != 0)
            calm_since = now;
        g_free(before);
        before = g_steal_pointer(&is);
        const struct eye_window *w = main_window(windows);
        progress(w ? "it has a window; waiting for further ones …" : "waiting for its window …");
        if (has_started(s, w, now - calm_since))
            break;
        g_usleep(LOOK_US); /* the server sends nothing for a window that is not there */
    }
    progress("");
    return !brief_sandbox_stopped();
}

static bool look(struct seen *s, const char *app, GError **error)
{
    g_autoptr(profile) p = profile_load("default", error);
    g_autoptr(eye_observation) o = p ? eye_look(s->brief.sandbox->display, p, s->brief.dir, false, EYE_LOOK_QUIET, error) : NULL;
    if (!o)
        return false;
    g_unlink(o->frame.path);
    s->settled = o->settled;
    const struct eye_window *w = main_window(o->windows);
    if (!w) {
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_PROGRAM,
                    "%s has shown no window in %d s: is it the right program? Write the profile by hand: reins profile keys", app,
                    (int)(START_US / 1000000));
        return false;
    }
    s->window = eye_window_copy(w);
    for (guint i = 0; i < o->windows->len; i++) {
        const struct eye_window *other = o->windows->pdata[i];
        s->others += other != w && !other->popup && g_str_equal(other->class, w->class);
    }
    return true;
}

static bool see(struct seen *s, const char *app, GError **error)
{
    g_autoptr(config) cfg = config_load(error);
    int width, height;
    if (!cfg)
        return false;
    config_size(cfg, "run", "sandbox", &width, &height);
    return brief_sandbox_start(&s->brief, "profile", width, height, error) &&
           sandbox_start_desktop(s->brief.sandbox, NULL, NULL, error) && sandbox_start_app(s->brief.sandbox, app, error) &&
           await_start(s, app, error) && look(s, app, error);
}

/* ---- the text ---- */

/* A line each, so that it stays a comment whatever a title has in it. */
static void comment(GString *out, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void comment(GString *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args), *line = visible_text(text);
    va_end(args);
    g_string_append_printf(out, "# %s\n", line);
}

/* By its class, which documents do not change; else by its title, or the end of it, where programs name themselves. */
static char *pattern_of(const struct eye_window *w)
{
    const char *last = strstr(w->title, " - ") ? g_strrstr(w->title, " - ") : w->title;
    g_autofree char *quoted = g_regex_escape_string(*w->class ? w->class : last, -1);
    return *quoted ? g_strdup_printf("%s%s$", *w->class || last == w->title ? "^" : "", quoted) : NULL;
}

static void add_rows(GString *out, const char *group, bool seen_moving)
{
    static const char *const written[] = {"app", "window", "skills", NULL};
    for (gsize i = 0; i < n_profile_rows; i++) {
        const struct option_row *row = &profile_rows[i];
        if (!g_str_equal(row->group, group) || (g_str_equal(group, "profile") && g_strv_contains(written, row->key)))
            continue;
        g_autofree char *takes = option_takes(row);
        bool moving = seen_moving && g_str_equal(row->key, "animated");
        if (moving)
            comment(out, "The picture was still changing: if it always moves, remove the # before animated= below.");
        comment(out, "%s; %s", row->help, takes);
        g_string_append_printf(out, "#%s=%s\n", row->key, moving ? "areas" : row->fallback ? row->fallback : "");
    }
}

static char *text_of(const struct seen *s, const char *name, const char *app)
{
    static const char *const groups[] = {"region status", "ignore clock", "mask secret"};
    GString *out = g_string_new(NULL);
    const struct eye_window *w = s->window;
    g_autofree char *window = pattern_of(w);
    comment(out, "%s: written by `reins profile new` after one start of it.", name);
    comment(out, "`reins profile check %s` lists faults. Lines with a # show the defaults.", name);
    g_string_append_printf(out, "[profile]\napp=%s\n", app);
    comment(out, "Its window: title \"%s\", class \"%s\", %d×%d.", w->title, w->class, w->width, w->height);
    if (s->others)
        comment(out, "It showed %d more windows: a tip, a dialog.", s->others);
    comment(out, "Its windows are those whose title or class fits this regular expression (case is ignored).");
    g_string_append_printf(out, "%swindow=%s\n", window ? "" : "#", window ? window : "");
    comment(out, "Skill libraries beside base and one named %s; reins skills list --library text says what is in one.", name);
    g_string_append(out, "skills=text;clipboard;windows\n");
    add_rows(out, "profile", !s->settled);
    for (gsize i = 0; i < G_N_ELEMENTS(groups); i++) {
        g_autofree char *group = g_strndup(groups[i], strcspn(groups[i], " "));
        g_string_append_printf(out, "\n#[%s]\n", groups[i]);
        add_rows(out, group, false);
    }
    comment(out, "Further groups (icons, rules of the gate, the mouse of a game): reins profile keys");
    return g_string_free(out, FALSE);
}

/* ---- the command ---- */

bool profile_name_fits(const char *name, GError **error)
{
    bool fits = *name && strlen(name) <= 64 && *name != '.' && *name != '-' &&
                strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") == strlen(name);
    if (!fits)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "\"%s\" is not a name of a profile (letters, digits, _ - and .)",
                    name);
    return fits;
}

static bool check_name(const char *name, bool force, char **ret_path, GError **error)
{
    *ret_path = profile_path(name);
    if (!profile_name_fits(name, error))
        return false;
    bool taken = !force && g_file_test(*ret_path, G_FILE_TEST_EXISTS);
    if (taken)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "%s exists already (--force overwrites it)", *ret_path);
    return !taken;
}

bool profile_write(const char *path, GBytes *bytes, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(path);
    if (g_mkdir_with_parents(folder, 0700) == 0)
        return store_write(path, bytes, true, error);
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT, "the folder %s cannot be made: %s", folder, g_strerror(errno));
    return false;
}

int profile_new(const struct profile_asked *asked)
{
    const char *name = asked->words[0];
    g_autoptr(GError) error = NULL;
    g_autofree char *path = NULL;
    __attribute__((cleanup(seen_clear))) struct seen seen = {0};
    if (!asked->app || !*asked->app)
        return cli_usage("profile new: which program? (reins profile new %s --app 'CMD')", name);
    if (!check_name(name, asked->force, &path, &error))
        return cli_fail(error);
    bool ok = see(&seen, asked->app, &error);
    if (brief_sandbox_stopped()) {
        fprintf(stderr, "reins: stopped; nothing is written\n");
        return EXIT_STOPPED;
    }
    g_autofree char *text = ok ? text_of(&seen, name, asked->app) : NULL;
    g_autoptr(profile) fits = text ? profile_parse(name, text, strlen(text), path, &error) : NULL;
    g_autoptr(GBytes) bytes = fits ? g_bytes_new_static(text, strlen(text)) : NULL;
    if (!fits || !profile_write(path, bytes, &error))
        return cli_fail(error);
    if (asked->json)
        return profile_print(name, path, text);
    fputs(text, stdout);
    fprintf(stderr,
            "reins: written to %s\nreins: try it: reins run --sandbox %dx%d --profile %s --brain human \"what is to be done\"\n",
            path, seen.brief.sandbox->width, seen.brief.sandbox->height, name);
    return EXIT_DONE;
}
