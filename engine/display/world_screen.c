#include "engine/display/world_screen.h"

#include "engine/world/world_picture.h"

#include <glib/gstdio.h>
#include <errno.h>

#define WINDOW 2 /* its id; 1 is the screen without one (display_untold.h) */

struct world_screen {
    struct still still; /* first: it stands for the screen */
    recipes *recipes;
    world *world;
    char *file; /* NULL = none */
    GStatBuf read;
    frame *picture;
    struct eye_window window;
};

static void take_world(world_screen *w, world *now_take)
{
    world_free(w->world);
    w->world = now_take;
    frame_free(w->picture);
    w->picture = world_picture(now_take);
}

static bool is_as_read(const world_screen *w, const GStatBuf *now)
{
    return now->st_ino == w->read.st_ino && now->st_size == w->read.st_size && now->st_mtim.tv_sec == w->read.st_mtim.tv_sec &&
           now->st_mtim.tv_nsec == w->read.st_mtim.tv_nsec;
}

static bool renew(world_screen *w, GError **error)
{
    GStatBuf now;
    if (!w->file || g_stat(w->file, &now) != 0 || is_as_read(w, &now))
        return true;
    g_autoptr(GError) problem = NULL;
    g_autofree char *text = NULL;
    gsize length = 0;
    world *read = now.st_size <= WORLD_JSON_MAX && g_file_get_contents(w->file, &text, &length, &problem)
                      ? world_from_json(w->recipes, text, length, &problem)
                      : NULL;
    if (!read) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY, "%s is no state of the world: %s (begin another run)", w->file,
                    problem ? problem->message : "it is too large");
        return false;
    }
    w->read = now;
    take_world(w, read);
    return true;
}

static bool still_renew(struct still *s, GError **error)
{
    return renew((world_screen *)(void *)s, error);
}

static const frame *still_picture(const struct still *s)
{
    return ((const world_screen *)(const void *)s)->picture;
}

static const struct eye_window *still_front(struct still *s)
{
    return &((world_screen *)(void *)s)->window;
}

static char *still_state(const struct still *s)
{
    return world_to_json(((const world_screen *)(const void *)s)->world);
}

static void still_close(struct still *s)
{
    world_screen *w = (world_screen *)(void *)s;
    world_free(w->world);
    recipes_free(w->recipes);
    frame_free(w->picture);
    g_free(w->window.title);
    g_free(w->window.class);
    g_free(w->file);
    g_free(w);
}

world_screen *world_screen_open(const display_target *t, GError **error)
{
    g_autoptr(GError) problem = NULL;
    g_autoptr(recipes) r = recipes_load(t->host, &problem);
    if (!r) {
        g_set_error_literal(error, EYE_ERROR, EYE_ERROR_DISPLAY, problem->message);
        return NULL;
    }
    world_screen *w = g_new0(world_screen, 1);
    w->still = (struct still){still_renew, still_picture, still_front, still_close, still_state};
    w->recipes = g_steal_pointer(&r);
    w->file = g_strdup(t->world.file);
    w->window = (struct eye_window){.id = WINDOW,
                                    .title = g_strdup(w->recipes->title),
                                    .class = g_strdup_printf("world:%s", t->host),
                                    .width = WORLD_WIDTH,
                                    .height = WORLD_HEIGHT};
    g_autoptr(world) begun = world_new(w->recipes, t->world.seed, t->world.limit, t->world.fail);
    if (world_begin(begun, t->world.give, t->world.biome, error)) {
        take_world(w, g_steal_pointer(&begun));
        if (renew(w, error))
            return w;
    }
    still_close(&w->still);
    return NULL;
}

struct still *world_screen_still(world_screen *w)
{
    return &w->still;
}

static bool keep(world_screen *w, GError **error)
{
    g_autofree char *json = world_to_json(w->world), *part = w->file ? g_strconcat(w->file, ".part", NULL) : NULL;
    g_autoptr(GError) problem = NULL;
    bool kept = !part || (g_file_set_contents_full(part, json, -1, G_FILE_SET_CONTENTS_NONE, 0600, &problem) &&
                          g_rename(part, w->file) == 0);
    if (!kept) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY, "%s cannot be written: %s", w->file,
                    problem ? problem->message : g_strerror(errno));
        return false;
    }
    if (w->file)
        g_stat(w->file, &w->read);
    return true;
}

bool world_screen_keep(world_screen *w, GError **error)
{
    return !w->file || g_file_test(w->file, G_FILE_TEST_EXISTS) || keep(w, error);
}

bool world_screen_act(world_screen *w, const char *act, GError **error)
{
    if (!renew(w, error))
        return false;
    world_act(w->world, act);
    if (!keep(w, error))
        return false;
    frame_free(w->picture);
    w->picture = world_picture(w->world);
    return true;
}

char *world_screen_failed(const world_screen *w)
{
    const struct foresee_result *r = &w->world->last.result;
    g_autofree char *why = foresee_text(r);
    return r->cause == CAUSE_NONE ? NULL : g_strdup_printf("%s: %s", w->world->last.text, why);
}
