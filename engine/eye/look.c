/* One look without a process of its own: `reins see`. */
#include "config/profile.h"
#include "engine/display/target.h"
#include "engine/eye/eye_source.h"
#include "engine/eye/eye_x11.h"
#include "engine/eye/live.h"
#include "engine/eye/marks.h"
#include "engine/eye/reading.h"

#include <poll.h>

#define CHECK_MS 20
#define STILL_MS 100
#define SETTLE_MS 300
#define SETTLE_TIMEOUT_MS 3000

static void wait_events(live *l, gint64 until_us)
{
    gint64 left = (until_us - g_get_monotonic_time() + 999) / 1000;
    const struct eye_port *eye = live_eye(l);
    if (left <= 0 || eye->pending(eye->data))
        return;
    struct pollfd p = {.fd = live_fd(l), .events = POLLIN};
    poll(&p, 1, live_tells_changes(l) ? (int)left : (int)MIN(left, CHECK_MS));
}

/* quiet_ms: of a picture that has not moved yet. */
static bool settle(live *l, int quiet_ms, int settle_ms, int timeout_ms, bool *ret_settled, GError **error)
{
    gint64 start = g_get_monotonic_time(), changed_us = start;
    gint64 settle_us = (gint64)quiet_ms * 1000, end = start + (gint64)timeout_ms * 1000;
    for (;;) {
        gint64 now = g_get_monotonic_time();
        bool last = now - changed_us >= settle_us || now >= end, changed = false;
        if (!live_refresh(l, last, &changed, error))
            return false;
        if (last && (!changed || now >= end)) {
            *ret_settled = !changed && now - changed_us >= settle_us;
            return true;
        }
        if (changed) {
            changed_us = now;
            settle_us = (gint64)settle_ms * 1000;
            poll(NULL, 0, CHECK_MS); /* a busy screen is not looked at as fast as we can */
        }
        wait_events(l, MIN(changed_us + settle_us, end));
    }
}

/* In place of the words that were read there as a part of the whole screen, those of the profile's regions: what a run reads. */
static bool read_regions(marks *m, const profile *p, const struct eye_window *window, const frame *f, screen *s, GError **error)
{
    g_autoptr(screen) of_regions = screen_new(f->width, f->height);
    if (!marks_start(m, f, window))
        marks_wait(m);
    bool read = marks_finish(m, f, of_regions, error);
    for (guint i = s->words->len; window && i > 0; i--) {
        const struct screen_word *w = &g_array_index(s->words, struct screen_word, i - 1);
        const int x = w->x + w->width / 2 - window->x, y = w->y + w->height / 2 - window->y;
        bool inside = false;
        for (guint j = 0; j < p->regions->len && !inside; j++) {
            const struct profile_region *r = &g_array_index(p->regions, struct profile_region, j);
            inside = area_has((struct area){r->x, r->y, r->width, r->height}, x, y);
        }
        if (inside)
            g_array_remove_index(s->words, i - 1);
    }
    for (guint i = 0; i < of_regions->words->len; i++)
        screen_add_word(s, &g_array_index(of_regions->words, struct screen_word, i));
    return read;
}

/* o: of a display, the programs of whose windows may be asked; NULL = a stored frame. whole: all that the frame shows is read,
 * and numbered by these words in every profile, so that the numbers do not depend on it. */
static bool read_marks(const profile *p, const struct eye_window *window, const eye_observation *o, const struct display_port *d,
                       bool whole, const frame *f, screen *s, GError **error)
{
    g_autoptr(marks) m = marks_new(p, error);
    if (!m)
        return false;
    if (o)
        marks_start_elements(m, o, d);
    if (!(whole ? marks_start_whole(m, f, false) : marks_start(m, f, window)))
        marks_wait(m);
    bool read = marks_finish(m, f, s, error);
    marks_number(m, f, s);
    return !read || !whole || !p || p->regions->len == 0 ? read : read_regions(m, p, window, f, s, error);
}

static GArray *no_frames(void)
{
    GArray *frames = g_array_new(FALSE, TRUE, sizeof(struct eye_frame));
    g_array_set_clear_func(frames, (GDestroyNotify)eye_frame_clear);
    return frames;
}

eye_observation *eye_look(const char *display, const profile *p, const char *frames_dir, bool want_marks, enum eye_look_wait wait,
                          GError **error)
{
    reading_set_languages(p ? p->languages : NULL);
    g_autoptr(live) l = live_new(p, error);
    g_autoptr(eye_source) source = l ? eye_source_open(display, error) : NULL;
    int settle_ms = p ? p->settle_ms : SETTLE_MS, timeout_ms = p ? p->settle_timeout_ms : SETTLE_TIMEOUT_MS;
    int quiet_ms = wait == EYE_LOOK_STILL ? MIN(settle_ms, STILL_MS) : settle_ms;
    bool settled = false, unused;
    if (!source)
        return NULL;
    live_connect(l, eye_source_display(source), eye_source_eye(source));
    if (!(wait == EYE_LOOK_NOW ? live_refresh(l, true, &unused, error)
                               : settle(l, quiet_ms, settle_ms, timeout_ms, &settled, error)))
        return NULL;
    g_autoptr(eye_observation) o = live_surroundings(l);
    o->settled = settled;
    o->changed = true;
    o->keyframes = no_frames();
    o->samples = no_frames();
    if (!live_shot_store(live_shot(l), frames_dir, &o->frame, error))
        return NULL;
    if (want_marks && !read_marks(p, live_read_window(l, o), o, live_display(l), true, live_shot(l)->picture, o->screen, error))
        return NULL;
    return g_steal_pointer(&o);
}

static screen *look_back(const char *path, const profile *p, bool all, GError **error)
{
    g_autoptr(frame) f = frame_read(path, error);
    if (!f)
        return NULL;
    g_autoptr(screen) s = screen_new(f->width, f->height);
    const struct eye_window whole = {.width = f->width, .height = f->height};
    s->window_width = f->width;
    s->window_height = f->height;
    for (guint i = 0; p && i < p->turns->len; i++) {
        const struct profile_turn *t = &g_array_index(p->turns, struct profile_turn, i);
        const struct screen_turn turn = {.mode = t->name, .x = t->x, .y = t->y};
        screen_add_turn(s, &turn);
    }
    return read_marks(p, &whole, NULL, NULL, all, f, s, error) ? g_steal_pointer(&s) : NULL;
}

screen *eye_look_back(const char *path, const profile *p, GError **error)
{
    return look_back(path, p, false, error);
}

screen *eye_look_back_whole(const char *path, GError **error)
{
    return look_back(path, NULL, true, error);
}

GPtrArray *eye_windows(const char *display, GError **error)
{
    g_auto(display_target) target = {0};
    if (!display_target_read(display, &target, error))
        return NULL;
    if (target.tells & DISPLAY_TELLS_APP || target.acts) {
        g_autoptr(eye_source) s = eye_source_open(display, error);
        const struct display_port *app = s ? eye_source_display(s) : NULL;
        return app ? app->windows(app->data, true) : NULL;
    }
    if (target.name && !(target.tells & DISPLAY_TELLS_WINDOWS))
        return g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
    g_autoptr(eye_x11) x = eye_x11_open(display, false, error);
    const struct display_port *d = x ? eye_x11_display(x) : NULL;
    return d ? d->windows(d->data, true) : NULL;
}
