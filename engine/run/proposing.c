#include "engine/run/proposing.h"

#include "engine/eye/eye.h"
#include "engine/gate/grants.h"
#include "engine/run/look.h"
#include "skills/timeline/action.h"
#include "skills/timeline/key.h"
#include "skills/timeline/timeline.h"

#include <string.h>

struct run_proposing *run_proposing_new(void)
{
    struct run_proposing *p = g_new0(struct run_proposing, 1);
    p->written = g_array_new(FALSE, FALSE, sizeof(struct area));
    p->rest = g_array_new(FALSE, FALSE, sizeof(struct grant_action));
    p->typed = g_ptr_array_new_with_free_func(g_free);
    p->pressed_x = p->pressed_y = -1;
    return p;
}

void run_taught_clear(struct run_taught *t)
{
    char *owned[] = {t->element, t->name, t->role};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    *t = (struct run_taught){0};
}

void run_proposing_free(struct run_proposing *p)
{
    if (!p)
        return;
    g_clear_pointer(&p->left_out, g_array_unref);
    g_clear_pointer(&p->windows, g_ptr_array_unref);
    eye_observation_free(p->planned_on);
    eye_observation_free(p->unseen);
    g_free(p->acted.title);
    run_taught_clear(&p->taught);
    g_free(p->acted.frame);
    g_clear_pointer(&p->acted.windows, g_ptr_array_unref);
    g_array_unref(p->written);
    g_array_unref(p->rest);
    g_ptr_array_unref(p->typed);
    action_free(p->edit);
    g_free(p->edit_draft);
    g_free(p->safety);
    timeline_loop_free(p->loop.budget);
    g_free(p);
}

void proposing_plan(struct run_proposing *p, const eye_observation *o)
{
    eye_observation *kept = g_new0(eye_observation, 1);
    kept->frame.hash = g_strdup(o->frame.hash);
    kept->frame.path = g_strdup(o->frame.path);
    kept->windows = g_ptr_array_ref(o->windows);
    kept->focus = o->focus;
    kept->pointer_root = o->pointer_root;
    kept->target = o->target;
    kept->screen = screen_new(o->screen->width, o->screen->height);
    kept->screen->pointer_x = o->screen->pointer_x;
    kept->screen->pointer_y = o->screen->pointer_y;
    eye_observation_free(p->planned_on);
    g_clear_pointer(&p->unseen, eye_observation_free);
    p->planned_on = kept;
    proposing_acted(p, 0, NULL, NULL, NULL);
    proposing_pressed(p, -1, -1, NULL);
    g_array_set_size(p->written, 0);
    g_ptr_array_set_size(p->typed, 0);
}

/* False: what it types and where it moves to scrolls a document at most. */
static bool turns_page(const timeline *t)
{
    bool turns = false, chord = false;
    for (guint i = 0; !turns && i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        if (e->type == TIMELINE_TEXT)
            turns = strpbrk(e->text, "\r\n");
        else if (e->type != TIMELINE_KEY_DOWN)
            turns = e->type == TIMELINE_BUTTON_DOWN || e->type == TIMELINE_GESTURE || e->type == TIMELINE_LOOP;
        else if (key_is_modifier(e->key))
            chord |= !g_str_has_prefix(e->key, "Shift_");
        else
            turns = key_steers(e->key, chord);
    }
    return turns;
}

/* From where a button goes down to where it goes up, over all points between; width 0 = it stays where it is. */
static struct area dragged(const timeline *t)
{
    struct area way = {0}, at = {0};
    bool down = false, moved = false;
    for (guint i = 0; t && i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        down = e->type == TIMELINE_BUTTON_DOWN || (down && e->type != TIMELINE_BUTTON_UP);
        if (e->type != TIMELINE_MOVE || e->origin != ORIGIN_ABSOLUTE)
            continue;
        moved = moved || down;
        way = down ? area_joined(area_joined(way, at), (struct area){e->x, e->y, 1, 1}) : way;
        at = (struct area){e->x, e->y, 1, 1};
    }
    return moved ? way : (struct area){0};
}

void proposing_pressed(struct run_proposing *p, int x, int y, const timeline *typed)
{
    const bool presses = x >= 0;
    const struct area at = {presses ? x : p->pressed_x, presses ? y : p->pressed_y, 1, 1};
    const bool text = typed && typed->text_chars > 0;
    for (guint i = 0; text && i < typed->events->len; i++) {
        const struct timeline_event *e = &g_array_index(typed->events, struct timeline_event, i);
        if (e->type == TIMELINE_TEXT)
            g_ptr_array_add(p->typed, g_strdup(e->text));
    }
    if (text && at.x >= 0)
        g_array_append_val(p->written, at);
    p->turns = typed && turns_page(typed);
    p->dragged = dragged(typed);
    p->pressed_x = presses ? x : -1;
    p->pressed_y = presses ? y : -1;
}

void proposing_acted(struct run_proposing *p, gint64 window, const char *title, const char *frame, GPtrArray *windows)
{
    g_free(p->acted.title);
    g_free(p->acted.frame);
    p->acted.title = g_strdup(title);
    p->acted.frame = g_strdup(frame);
    g_clear_pointer(&p->acted.windows, g_ptr_array_unref);
    p->acted.windows = windows ? g_ptr_array_ref(windows) : NULL;
    p->acted.in = window;
}

GArray *proposing_left_out(const struct run_proposing *p, const struct run_look *look, int x, int y)
{
    const eye_observation *o = look->observation;
    const struct eye_window *w = o ? eye_observation_window(o, o->target) : NULL;
    GArray *places = p->left_out ? g_array_new(FALSE, FALSE, sizeof(struct area)) : NULL;
    for (guint i = 0; places && i < p->left_out->len; i++) {
        const struct left_out *one = &g_array_index(p->left_out, struct left_out, i);
        const struct profile_ignore *g = &one->place;
        if (one->window && (!w || w->id != one->window))
            continue;
        struct area a = {g->x + (g->from_screen || !w ? 0 : w->x), g->y + (g->from_screen || !w ? 0 : w->y), g->width, g->height};
        if ((g->from_screen || w) && !area_has(a, x, y))
            g_array_append_val(places, a);
    }
    return places;
}
