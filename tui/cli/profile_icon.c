/* reins profile icon: a picture cut from the screen into the user's own profile. */
#include "tui/cli/profile.h"

#include "config/profile.h"
#include "engine/eye/eye.h"
#include "engine/picture/frame.h"
#include "engine/picture/template.h"
#include "tui/cli/cli.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#define ICON_SIDE_MAX 512

/* The screen as the profile shows it: its masks are black. */
static frame *look(const char *display, const profile *p, GError **error)
{
    g_autofree char *aside = g_dir_make_tmp("reins-icon-XXXXXX", error);
    g_autoptr(eye_observation) o = aside ? eye_look(display, p, aside, false, EYE_LOOK_STILL, error) : NULL;
    frame *f = o ? frame_read(o->frame.path, error) : NULL;
    if (o)
        g_unlink(o->frame.path);
    if (aside)
        g_rmdir(aside);
    return f;
}

static GBytes *cut(const frame *f, struct area a, GError **error)
{
    if (a.x < 0 || a.y < 0 || a.x + a.width > f->width || a.y + a.height > f->height) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "%d,%d,%d,%d is not on the screen, which is %dx%d", a.x, a.y,
                    a.width, a.height, f->width, f->height);
        return NULL;
    }
    g_autoptr(frame) part = frame_crop(f, a.x, a.y, a.width, a.height);
    g_autoptr(GBytes) png = frame_to_png(part, error);
    g_autoptr(template) fits = png ? template_new(png, error) : NULL;
    if (!fits)
        g_prefix_error(error, "%d,%d,%d,%d cannot be told from a plain surface: ", a.x, a.y, a.width, a.height);
    return fits ? g_steal_pointer(&png) : NULL;
}

static bool has_icon(const profile *p, const char *name)
{
    bool there = false;
    for (guint i = 0; i < p->icons->len && !there; i++)
        there = g_str_equal(g_array_index(p->icons, struct profile_icon, i).name, name);
    return there;
}

/* The profile's text, the user's or the shipped one, with the icon's group at its end. */
static char *text_with(const profile *p, const char *icon, const char *file, bool alike, GError **error)
{
    g_autofree char *path = g_strdup_printf("apps/%s.ini", p->name);
    g_autoptr(GBytes) bytes = config_file(path, NULL, error);
    if (!bytes)
        return NULL;
    g_autofree char *text = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
    if (has_icon(p, icon)) /* its picture is replaced */
        return g_steal_pointer(&text);
    return g_strdup_printf("%s\n\n[icon %s]\nfile=%s\n%s", g_strchomp(text), icon, file, alike ? "match=alike\n" : "");
}

static char *name_of(const struct profile_asked *asked, const profile *p, GError **error)
{
    g_autofree char *name = g_strdup(asked->icon);
    for (int i = 1; !name; i++) {
        g_autofree char *next = g_strdup_printf("icon%d", i);
        if (!has_icon(p, next))
            name = g_steal_pointer(&next);
    }
    if (!profile_name_fits(name, NULL)) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "\"%s\" is not a name of an icon (letters, digits, _ - and .)",
                    name);
        return NULL;
    }
    if (has_icon(p, name) && !asked->force) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "profile %s has an icon \"%s\" already (--force cuts it anew)",
                    p->name, name);
        return NULL;
    }
    return g_steal_pointer(&name);
}

static bool write_icon(const profile *p, const char *name, const struct profile_asked *asked, struct area a, char **ret_path,
                       GError **error)
{
    g_autofree char *ini = profile_path(p->name), *folder = g_path_get_dirname(ini);
    g_autofree char *file = g_strdup_printf("apps/%s/%s.png", p->name, name), *base = g_strdup_printf("%s.png", name);
    g_autofree char *path = g_build_filename(folder, p->name, base, NULL);
    g_autofree char *text = text_with(p, name, file, asked->alike, error);
    g_autoptr(profile) fits = text ? profile_parse(p->name, text, strlen(text), ini, error) : NULL;
    g_autoptr(frame) f = fits ? look(asked->display, p, error) : NULL;
    g_autoptr(GBytes) png = f ? cut(f, a, error) : NULL, bytes = png ? g_bytes_new(text, strlen(text)) : NULL;
    bool ok = png && profile_write(path, png, error) && profile_write(ini, bytes, error);
    *ret_path = g_steal_pointer(&path);
    return ok;
}

int profile_icon(const struct profile_asked *asked)
{
    g_autoptr(GError) error = NULL;
    struct area a;
    char more;
    if (sscanf(asked->words[1], "%d,%d,%d,%d%c", &a.x, &a.y, &a.width, &a.height, &more) != 4 || a.width < 1 || a.height < 1 ||
        a.width > ICON_SIDE_MAX || a.height > ICON_SIDE_MAX)
        return cli_usage("profile icon: \"%s\" is not X,Y,W,H in pixels of the screen (W and H up to %d)", asked->words[1],
                         ICON_SIDE_MAX);
    g_autoptr(profile) p = profile_load(asked->words[0], &error);
    g_autofree char *name = p ? name_of(asked, p, &error) : NULL, *path = NULL;
    if (!name || !write_icon(p, name, asked, a, &path, &error))
        return cli_fail(error);
    if (asked->json) {
        g_autofree char *ini = profile_path(p->name), *text = NULL;
        return g_file_get_contents(ini, &text, NULL, &error) ? profile_print(p->name, ini, text) : cli_fail(error);
    }
    printf("icon %s of profile %s: %s\n", name, p->name, path);
    return EXIT_DONE;
}
