#include "engine/step/model_view.h"

#include "config/profile.h"
#include "engine/agents/agent.h"
#include "engine/brain/brain.h"
#include "engine/control/device_control.h"
#include "engine/control/wait.h"
#include "engine/devices/devices.h"
#include "engine/eye/eye.h"
#include "engine/modules/marks_told.h"
#include "engine/picture/overlays.h"
#include "engine/run/brains.h"
#include "engine/run/look.h"
#include "engine/run/oneshot.h"
#include "engine/run/run.h"
#include "engine/run/working.h"

#define LARGEST 4096       /* px: nothing is enlarged to more than that */
#define ALL_WORDS_MS 60000 /* for a command that names a mark: without them it presses nothing */

/* ---- what is chosen ---- */

static guint named(char *const *names, guint automatic)
{
    guint what = 0;
    for (char *const *name = names; name && *name; name++)
        what |= g_str_equal(*name, "auto") ? automatic : overlays_named(*name);
    return what;
}

static guint own_overlays(const struct run *run)
{
    const struct agent *agent = run->working->agent;
    const void *mind = run->working->thinking ? run->working->thinking : run->working->mind;
    return agent->overlays ? agent->overlays(run, mind) : 0;
}

/* A program without a profile has no regions, icons or skills that say what is to be seen: its marks do. */
static guint chosen(const struct run *run, const brain_profile *brain)
{
    const profile *p = run->profile;
    guint own = run->working->agent->overlays ? own_overlays(run) : g_str_equal(p->name, "default") ? OVERLAYS_MARKS : 0;
    guint of_profile = named(p->view.overlay, own);
    return brain->overlay ? named(brain->overlay, of_profile) : of_profile;
}

/* Of the screen, where it is on it. */
static struct area part_of(const profile *p, const eye_observation *o)
{
    const struct area whole = {0, 0, o->frame.width, o->frame.height};
    const struct eye_window *target = p->view.crop == PROFILE_CROP_WINDOW ? eye_observation_window(o, o->target) : NULL;
    struct area part = whole;
    if (target)
        part = (struct area){target->x, target->y, target->width, target->height};
    else if (p->view.crop == PROFILE_CROP_AREA)
        part = (struct area){p->view.area.x, p->view.area.y, p->view.area.width, p->view.area.height};
    return area_overlaps(part, whole) ? area_cut(part, whole) : whole;
}

bool model_view_of(const struct run *run, const struct module *module, const char *brain, struct model_view *ret, GError **error)
{
    const eye_observation *o = run->look->observation;
    *ret = (struct model_view){0};
    if (!o || o->frame.width <= 0)
        return true;
    if (!coordinates_of_brain(run->cfg, brain, o->frame.width, o->frame.height, &ret->space, error))
        return false;
    g_autoptr(brain_profile) asked = module->overlays ? config_brain(run->cfg, brain, NULL) : NULL;
    if (!asked)
        return true;
    if (!asked->sees) { /* an agent that names things by their marks has them told all the same */
        ret->marks = own_overlays(run) & OVERLAYS_MARKED;
        return true;
    }
    struct area part = part_of(run->profile, o);
    int enlarge = CLAMP(LARGEST / MAX(part.width, part.height), 1, run->profile->view.enlarge);
    coordinates_of_part(asked, part.x, part.y, part.width, part.height, enlarge, &ret->space);
    ret->overlays = chosen(run, asked);
    ret->marks = ret->overlays & OVERLAYS_MARKED;
    return true;
}

/* ---- the pictures ---- */

static GArray *marks_of(const screen *s, const struct coordinates *space)
{
    GArray *marks = g_array_new(FALSE, FALSE, sizeof(struct overlays_mark));
    g_autoptr(GPtrArray) told = marks_told(s, space, NULL);
    for (guint i = 0; i < told->len; i++) {
        const struct screen_mark *m = told->pdata[i];
        const struct overlays_mark mark = {{m->x, m->y, m->width, m->height}, m->number, g_str_equal(m->kind, "field")};
        g_array_append_val(marks, mark);
    }
    return marks;
}

/* "The screen now:" → "The screen now (a part of the screen; drawn on it: axes):" */
static void tell(struct brain_image *image, bool part, guint what)
{
    g_autofree char *drawn = overlays_tell(what), *note = g_strdup(image->note ? image->note : "");
    gsize length = strlen(note);
    bool colon = length > 0 && note[length - 1] == ':';
    if (colon)
        note[length - 1] = '\0';
    g_free(image->note);
    image->note = g_strdup_printf("%s (%s%s%s%s)%s", note, part ? "a part of the screen" : "", part && what ? "; " : "",
                                  what ? "drawn on it: " : "", drawn, colon ? ":" : "");
}

static bool draw(const eye_observation *o, const struct model_view *view, struct brain_image *image, GError **error)
{
    const struct coordinates *c = &view->space;
    bool now = g_strcmp0(image->path, o->frame.path) == 0;
    bool part = c->screen_width != o->frame.width || c->screen_height != o->frame.height;
    bool larger = c->picture_width > c->screen_width || c->picture_height > c->screen_height;
    guint what = now ? view->overlays : view->overlays & ~(guint)OVERLAYS_OF_SCREEN;
    if (o->screen->pointer_untold)
        what &= ~(guint)OVERLAYS_POINTER;
    if (image->part.width > 0 || !(what || part || larger))
        return true;
    g_autoptr(frame) f = frame_open(image->path, now ? o->frame.shared : NULL, error);
    if (!f)
        return false;
    if (f->width != o->frame.width || f->height != o->frame.height)
        return true;
    g_autoptr(GArray) marks = marks_of(o->screen, c);
    struct overlays_scene scene = {.shown = {c->left, c->top, c->screen_width, c->screen_height},
                                   .pointer_x = o->screen->pointer_x,
                                   .pointer_y = o->screen->pointer_y,
                                   .screen_width = o->frame.width,
                                   .screen_height = o->frame.height,
                                   .marks = marks};
    coordinates_length_from_screen(c, c->screen_width, c->screen_height, &scene.unit_x, &scene.unit_y);
    g_autoptr(frame) picture = overlays_picture(f, c->picture_width, c->picture_height, what, &scene);
    image->drawn = picture ? frame_to_png(picture, error) : NULL;
    if (image->drawn)
        tell(image, part, what);
    return !picture || image->drawn;
}

bool model_view_draw(const struct run *run, const struct model_view *view, brain_request *request, GError **error)
{
    const eye_observation *o = run->look->observation;
    for (guint i = 0; o && view->space.screen_width > 0 && i < request->images->len; i++)
        if (!draw(o, view, &g_array_index(request->images, struct brain_image, i), error))
            return false;
    return true;
}

/* ---- the words of marks ---- */

static bool tells_marks(const struct run *run)
{
    const struct module *modules = run->working->agent ? run->working->agent->modules : NULL; /* reins do has none */
    for (guint m = 0; modules && modules[m].form.name; m++) {
        struct model_view view;
        if (modules[m].overlays && model_view_of(run, &modules[m], brains_of_module(run, m), &view, NULL) && view.marks)
            return true;
    }
    return false;
}

void model_view_want_words(struct run *run)
{
    const eye_observation *o = run->look->observation;
    run->look->words_due_us = 0;
    bool all = run->oneshot->numbers == EYE_NUMBERS_WITH_WORDS;
    if (!o || !o->screen->words_pending || !(all || tells_marks(run)))
        return;
    run->look->words_due_us = g_get_monotonic_time() + (all ? ALL_WORDS_MS : config_int(run->cfg, "eye", "words_wait_ms")) * 1000;
    device_survey_now(run);
}

static bool words_came(struct run *run, void *data)
{
    (void)data;
    const eye_observation *o = run->look->observation;
    return !o || !o->screen->words_pending || look_has_marks(run->look) || !child_running(&run->devices->eye.process);
}

bool model_view_await_words(struct run *run, GError **error)
{
    g_autoptr(GError) why = NULL;
    bool waited = run->look->words_due_us == 0 || wait_until(run, words_came, NULL, run->look->words_due_us, &why) ||
                  g_error_matches(why, RUN_ERROR, RUN_ERROR_TIMEOUT);
    if (!waited)
        g_propagate_error(error, g_steal_pointer(&why));
    look_take_marks(run->look);
    return waited;
}
