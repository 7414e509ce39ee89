#include "engine/eye/live.h"
#include "config/profile.h"

#include "engine/display/ptys.h"
#include "engine/eye/store.h"
#include "engine/picture/print.h"

#include <string.h>
#include <unistd.h>

#define LOOK_ANYWAY_US (1 * G_USEC_PER_SEC) /* compositors now and then swallow damage */
#define FIT_US (20 * 1000)                  /* least time between looks at the windows to fit: a title may change all the time */

struct live {
    const struct display_port *display; /* borrowed, both */
    const struct eye_port *eye;
    const profile *p;
    GPtrArray *mask_patterns; /* GRegex* */
    GRegex *target;
    shot *now;
    gint64 looked_us;
    struct live_stack stack;
    GArray *fitted;           /* gint64: the windows that were asked to fit the screen */
    gint64 fit_us;            /* last live_fit(); 0 = none yet */
    guint fit_stirs;          /* what the display had told until then */
    bool fit_asked;           /* it requested something: another window may have to be asked, too */
    struct eye_window untold; /* stands for the target's window where no windows are told */
    struct {
        gint64 awaited; /* the window; 0 = none */
        gint64 maker;   /* the process that made it; 0 = not known */
        gint64 program; /* the process that was started, which has a session of its own; 0 = not known */
        gint64 next;    /* the window that took its place; 0 = none yet */
        bool seen;      /* there has been a target */
    } target_of;
};

static GRegex *compile(const char *pattern, GError **error)
{
    GRegex *regex = g_regex_new(pattern, G_REGEX_OPTIMIZE, 0, error);
    if (!regex)
        g_prefix_error(error, "the window pattern \"%s\": ", pattern);
    return regex;
}

live *live_new(const profile *p, GError **error)
{
    g_autoptr(live) l = g_new0(live, 1);
    l->p = p;
    l->fitted = g_array_new(FALSE, FALSE, sizeof(gint64));
    l->mask_patterns = g_ptr_array_new_with_free_func((GDestroyNotify)g_regex_unref);
    for (gsize i = 0; p && p->mask_windows && p->mask_windows[i]; i++) {
        GRegex *regex = compile(p->mask_windows[i], error);
        if (!regex)
            return NULL;
        g_ptr_array_add(l->mask_patterns, regex);
    }
    if (p && p->window && !(l->target = compile(p->window, error)))
        return NULL;
    return g_steal_pointer(&l);
}

void live_connect(live *l, const struct display_port *display, const struct eye_port *eye)
{
    l->display = display;
    l->eye = eye;
}

static void stack_clear(struct live_stack *s)
{
    g_clear_pointer(&s->windows, g_ptr_array_unref);
    g_clear_pointer(&s->hash, g_free);
}

void live_free(live *l)
{
    if (!l)
        return;
    recorder_shot_unref(l->now);
    stack_clear(&l->stack);
    g_array_unref(l->fitted);
    g_ptr_array_unref(l->mask_patterns);
    if (l->target)
        g_regex_unref(l->target);
    g_free(l);
}

const struct display_port *live_display(const live *l)
{
    return l->display;
}

const struct eye_port *live_eye(const live *l)
{
    return l->eye;
}

shot *live_shot(const live *l)
{
    return l->now;
}

gint64 live_looked_us(const live *l)
{
    return l->looked_us;
}

GPtrArray *live_windows(const live *l)
{
    return l->display->windows(l->display->data, true);
}

bool live_stirred(const live *l)
{
    return !l->stack.windows || l->eye->stirs(l->eye->data) != l->stack.stirs;
}

const struct live_stack *live_stack(live *l)
{
    const struct display_port *d = l->display;
    struct live_stack *s = &l->stack;
    gint64 now = g_get_monotonic_time();
    int x = s->x, y = s->y;
    d->pointer(d->data, &s->x, &s->y);
    l->eye->changed(l->eye->data); /* takes in what has been told */
    if (!live_stirred(l) && now - s->at_us < LOOK_ANYWAY_US && (!s->follows || (x == s->x && y == s->y)))
        return s;
    stack_clear(s);
    s->stirs = l->eye->stirs(l->eye->data); /* before the list: what changes during it is asked for again */
    s->at_us = now;
    s->windows = live_windows(l);
    s->hash = eye_window_stack_hash(s->windows);
    l->eye->follow(l->eye->data, s->windows);
    s->focus = d->focus_in(d->data, s->windows, &s->follows);
    return s;
}

int live_fd(const live *l)
{
    return l->eye->fd(l->eye->data);
}

gint64 live_fit_due_us(const live *l)
{
    return l->fit_us && !l->fit_asked && l->eye->stirs(l->eye->data) == l->fit_stirs ? G_MAXINT64 : l->fit_us + FIT_US;
}

bool live_fit(live *l, gint64 now_us)
{
    if (now_us < live_fit_due_us(l))
        return false;
    l->fit_us = now_us;
    l->fit_stirs = l->eye->stirs(l->eye->data); /* before the list, as in live_stack() */
    g_autoptr(GPtrArray) windows = live_windows(l);
    l->fit_asked = l->display->fit(l->display->data, windows, l->fitted);
    return l->fit_asked;
}

bool live_tells_changes(const live *l)
{
    return l->eye->tells_changes(l->eye->data);
}

bool live_dirty(live *l)
{
    return l->eye->changed(l->eye->data) || !l->now;
}

static bool window_matches(const struct eye_window *w, const GRegex *regex)
{
    return g_regex_match(regex, w->title, 0, NULL) || g_regex_match(regex, w->class, 0, NULL);
}

/* The topmost that matches. A menu has the class of its program, and takes no focus: one is meant only where nothing else is. */
static const struct eye_window *topmost(const GPtrArray *windows, const GRegex *regex)
{
    const struct eye_window *popup = NULL;
    for (guint i = 0; i < windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(windows, i);
        if (!window_matches(w, regex))
            continue;
        if (!w->popup)
            return w;
        popup = popup ? popup : w;
    }
    return popup;
}

static void add_window_masks(live *l, GArray *masks)
{
    if (l->mask_patterns->len == 0)
        return;
    g_autoptr(GPtrArray) windows = live_windows(l);
    for (guint i = 0; i < windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(windows, i);
        for (guint j = 0; j < l->mask_patterns->len; j++)
            if (window_matches(w, g_ptr_array_index(l->mask_patterns, j))) {
                struct area r = {w->x, w->y, w->width, w->height};
                g_array_append_val(masks, r);
            }
    }
}

static void black_out(frame *f, const struct area *r)
{
    for (int y = MAX(r->y, 0); f->rows && y < MIN(r->y + r->height, f->height); y++)
        f->rows[y] = 0;
    for (int y = MAX(r->y, 0); y < MIN(r->y + r->height, f->height); y++)
        for (int x = MAX(r->x, 0); x < MIN(r->x + r->width, f->width); x++)
            f->pixels[(gsize)y * (gsize)f->width + (gsize)x] = 0;
}

/* A window to be hidden may have moved between the list and the look: both its places are black. */
static frame *look(live *l, GArray *masks, GError **error)
{
    for (guint i = 0; l->p && l->p->masks && i < l->p->masks->len; i++) {
        const struct profile_mask *m = &g_array_index(l->p->masks, struct profile_mask, i);
        struct area r = {m->x, m->y, m->width, m->height};
        g_array_append_val(masks, r);
    }
    add_window_masks(l, masks);
    guint before = masks->len;
    frame *f = l->eye->grab(l->eye->data, (const struct area *)(const void *)masks->data, masks->len,
                            l->now ? l->now->picture : NULL, error);
    if (f)
        add_window_masks(l, masks);
    for (guint i = before; f && i < masks->len; i++)
        black_out(f, &g_array_index(masks, struct area, i));
    return f;
}

bool live_refresh(live *l, bool force, bool *ret_changed, GError **error)
{
    if (ret_changed)
        *ret_changed = false;
    gint64 now = g_get_monotonic_time();
    if (!live_dirty(l) && !force && now - l->looked_us < LOOK_ANYWAY_US)
        return true;
    g_autoptr(GError) problem = NULL;
    g_autoptr(GArray) masks = g_array_new(FALSE, FALSE, sizeof(struct area));
    frame *f = look(l, masks, &problem);
    l->looked_us = now;
    if (problem) {
        g_propagate_error(error, g_steal_pointer(&problem));
        return false;
    }
    if (!f)
        return true;
    recorder_shot_unref(l->now);
    l->now = recorder_shot_new(f, now, g_get_real_time());
    l->now->hidden = g_array_ref(masks);
    if (ret_changed)
        *ret_changed = true;
    return true;
}

const struct eye_window *live_windows_match(const GPtrArray *windows, const char *pattern, GError **error)
{
    if (!pattern)
        return windows->len > 0 ? g_ptr_array_index(windows, 0) : NULL;
    char *end;
    guint64 id = g_ascii_strtoull(pattern, &end, 0);
    for (guint i = 0; *pattern && !*end && i < windows->len; i++)
        if (id == (guint64)((const struct eye_window *)g_ptr_array_index(windows, i))->id)
            return g_ptr_array_index(windows, i);
    g_autoptr(GRegex) regex = compile(pattern, error);
    return regex ? topmost(windows, regex) : NULL;
}

struct eye_window *live_windows_first(const GPtrArray *windows)
{
    for (guint i = 0; i < windows->len; i++)
        if (!((struct eye_window *)g_ptr_array_index(windows, i))->popup)
            return g_ptr_array_index(windows, i);
    return NULL;
}

void live_expect(live *l, gint64 program)
{
    memset(&l->target_of, 0, sizeof l->target_of);
    l->target_of.program = program;
}

void live_await(live *l, gint64 window)
{
    if (window == l->target_of.awaited)
        return;
    live_expect(l, l->target_of.program);
    l->target_of.awaited = window;
    l->target_of.maker = window ? l->display->owner(l->display->data, window) : 0;
}

void live_take_up(live *l, gint64 target, gint64 maker, gint64 program)
{
    live_expect(l, program);
    l->target_of.awaited = target;
    l->target_of.maker = l->display->owners_told(l->display->data) ? maker : 0;
    l->target_of.seen = target != 0;
}

void live_retarget(live *l)
{
    g_clear_pointer(&l->target, g_regex_unref);
}

static const struct eye_window *window_with_id(const GPtrArray *windows, gint64 id)
{
    for (guint i = 0; id && i < windows->len; i++)
        if (((struct eye_window *)g_ptr_array_index(windows, i))->id == id)
            return g_ptr_array_index(windows, i);
    return NULL;
}

static bool made_by(const live *l, const struct eye_window *w, gint64 pid)
{
    return pid > 0 && w->pid == pid && l->display->owner(l->display->data, w->id) == pid;
}

static bool of_maker(const live *l, const struct eye_window *w)
{
    return made_by(l, w, l->target_of.maker);
}

/* A session keeps its number when the process that began it has gone: a launcher may end before its program does. */
static bool of_program(const live *l, const struct eye_window *w)
{
    return l->target_of.program > 0 && w->pid > 0 && getsid((pid_t)w->pid) == l->target_of.program && made_by(l, w, w->pid);
}

/* The topmost that fits; a dialog only where there is nothing else: it may have the class or the title of its program, and is
 * another window of it. */
static const struct eye_window *main_window(const live *l, const GPtrArray *windows,
                                            bool (*fits)(const live *l, const struct eye_window *w))
{
    const struct eye_window *found = NULL;
    for (guint i = 0; i < windows->len && (!found || found->dialog); i++) {
        const struct eye_window *w = g_ptr_array_index(windows, i);
        if (!w->popup && (!found || !w->dialog) && fits(l, w))
            found = w;
    }
    return found;
}

static bool of_any(G_GNUC_UNUSED const live *l, G_GNUC_UNUSED const struct eye_window *w)
{
    return true;
}

const struct eye_window *live_windows_main(const live *l, const GPtrArray *windows)
{
    const struct eye_window *w = main_window(l, windows, of_any);
    return w || windows->len == 0 ? w : g_ptr_array_index(windows, 0);
}

const struct eye_window *live_program_window(const live *l, const GPtrArray *windows)
{
    return main_window(l, windows, of_program);
}

/* The window that was awaited may have been a splash or a tip: when it has gone, another one of its process is the target, else
 * one of a process of the program. It stays the target, but for a dialog. */
static const struct eye_window *next_window(live *l, const GPtrArray *windows)
{
    const struct eye_window *next = window_with_id(windows, l->target_of.next);
    if (next && !next->dialog && (of_maker(l, next) || of_program(l, next)))
        return next;
    next = main_window(l, windows, of_maker);
    next = next ? next : live_program_window(l, windows);
    l->target_of.next = next ? next->id : 0;
    return next;
}

static bool fits_pattern(const live *l, const struct eye_window *w)
{
    return window_matches(w, l->target);
}

static const struct eye_window *find_target(live *l, const GPtrArray *windows)
{
    const struct eye_window *w = l->target ? main_window(l, windows, fits_pattern) : NULL;
    if (l->target)
        return w ? w : topmost(windows, l->target);
    w = window_with_id(windows, l->target_of.awaited);
    return w && (l->target_of.maker == 0 || of_maker(l, w)) ? w : next_window(l, windows);
}

const struct area *live_recorded(live *l, struct area *area)
{
    if (!l->p || l->p->record.what == PROFILE_RECORD_DISPLAY)
        return NULL;
    const struct profile_mask *of = &l->p->record.area;
    *area = (struct area){of->x, of->y, of->width, of->height};
    if (l->p->record.what == PROFILE_RECORD_AREA)
        return area;
    const struct live_stack *s = live_stack(l);
    const struct eye_window *w = find_target(l, s->windows);
    w = w || l->target ? w : window_with_id(s->windows, s->focus);
    if (!w || !l->display->rectangle(l->display->data, w->id, area))
        *area = (struct area){0};
    return area;
}

gint64 live_program(live *l)
{
    const struct live_stack *s = live_stack(l);
    const struct eye_window *w = find_target(l, s->windows);
    w = w ? w : window_with_id(s->windows, s->focus);
    return w ? w->pid : 0;
}

/* Whether a process has a window that fits: its dialogs and menus are the program's, too. What a client says of itself does not
 * count, and a popup lends nothing. */
static bool has_fitting(const live *l, const eye_observation *o, gint64 pid)
{
    for (guint i = 0; i < o->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(o->windows, i);
        bool fits = w->id == o->target || (l->target && !w->popup && window_matches(w, l->target));
        if (fits && w->pid == pid && l->display->owner(l->display->data, w->id) == pid)
            return true;
    }
    return false;
}

static void mark_program(const live *l, eye_observation *o)
{
    for (guint i = 0; i < o->windows->len; i++) {
        struct eye_window *w = g_ptr_array_index(o->windows, i);
        w->program = w->id == o->target ||
                     (w->pid > 0 && has_fitting(l, o, w->pid) && l->display->owner(l->display->data, w->id) == w->pid);
    }
}

static void add_area(GArray *areas, struct area a)
{
    if (areas->len < SCREEN_MATCH_AREAS_MAX)
        g_array_append_val(areas, a);
}

/* What is black in the picture. */
static GArray *masked_areas(const live *l, const eye_observation *o)
{
    GArray *areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    for (guint i = 0; l->p && l->p->masks && i < l->p->masks->len; i++) {
        const struct profile_mask *m = &g_array_index(l->p->masks, struct profile_mask, i);
        add_area(areas, (struct area){m->x, m->y, m->width, m->height});
    }
    for (guint i = 0; i < o->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(o->windows, i);
        for (guint j = 0; j < l->mask_patterns->len; j++)
            if (window_matches(w, g_ptr_array_index(l->mask_patterns, j)))
                add_area(areas, (struct area){w->x, w->y, w->width, w->height});
    }
    return areas;
}

/* What cannot be compared, and what the person said need not be. */
static GArray *blind_areas(const live *l, const eye_observation *o)
{
    GArray *areas = g_array_copy(o->masked);
    for (guint i = 0; l->p && l->p->ignores && i < l->p->ignores->len; i++) {
        const struct profile_ignore *g = &g_array_index(l->p->ignores, struct profile_ignore, i);
        int x = g->from_screen ? 0 : o->screen->window_x, y = g->from_screen ? 0 : o->screen->window_y;
        if (g->from_screen || o->screen->window_id)
            add_area(areas, (struct area){x + g->x, y + g->y, g->width, g->height});
    }
    return areas;
}

/* The place that the profile names, as far as it is on the screen, else all of it. For positions alone: nothing is known of what
 * is there. */
static const struct eye_window *untold_window(live *l)
{
    struct area whole = {0}, place = whole;
    l->eye->size(l->eye->data, &whole.width, &whole.height);
    if (l->p)
        place = area_cut((struct area){l->p->place.x, l->p->place.y, l->p->place.width, l->p->place.height}, whole);
    place = place.width > 0 && place.height > 0 ? place : whole;
    l->untold = (struct eye_window){.x = place.x, .y = place.y, .width = place.width, .height = place.height};
    return &l->untold;
}

const struct eye_window *live_read_window(live *l, const eye_observation *o)
{
    if (l->display->windows_told(l->display->data))
        return eye_observation_window(o, o->target);
    return untold_window(l);
}

eye_observation *live_target(live *l)
{
    eye_observation *o = g_new0(eye_observation, 1);
    o->windows = live_windows(l);
    const struct eye_window *target = find_target(l, o->windows);
    o->target = target ? target->id : 0;
    return o;
}

eye_observation *live_surroundings(live *l)
{
    const struct display_port *d = l->display;
    eye_observation *o = g_new0(eye_observation, 1);
    o->windows = live_windows(l);
    ptys_mark(o->windows);
    o->stack_hash = eye_window_stack_hash(o->windows);
    o->focus = d->focus(d->data, &o->pointer_root);
    o->twins = d->twins(d->data);
    int width, height;
    l->eye->size(l->eye->data, &width, &height);
    o->screen = screen_new(width, height);
    d->pointer(d->data, &o->screen->pointer_x, &o->screen->pointer_y);
    d->add_monitors(d->data, o->screen);
    o->screen->state = d->state ? d->state(d->data) : NULL;
    for (guint i = 0; l->p && i < l->p->turns->len; i++) {
        const struct profile_turn *t = &g_array_index(l->p->turns, struct profile_turn, i);
        screen_add_turn(o->screen, &(struct screen_turn){t->name, t->x, t->y});
    }
    const struct eye_window *target = find_target(l, o->windows);
    const bool program = !l->target && l->target_of.program > 0; /* its window is the target: seen where windows are told */
    l->target_of.seen = l->target_of.seen || target || (program && d->windows_told(d->data));
    o->target = target ? target->id : l->target_of.seen ? EYE_TARGET_GONE : 0;
    mark_program(l, o);
    /* without a profile, and where no window was awaited, the target is whatever has the keys */
    if (!target && !l->target && o->focus)
        target = eye_observation_window(o, o->focus);
    if (!d->windows_told(d->data))
        target = untold_window(l);
    if (target) {
        o->screen->window_id = target->id;
        o->screen->window_x = target->x;
        o->screen->window_y = target->y;
        o->screen->window_width = target->width;
        o->screen->window_height = target->height;
    }
    o->masked = masked_areas(l, o);
    o->blind = blind_areas(l, o);
    return o;
}

bool live_same(const shot *a, const shot *b)
{
    return a == b || (a && b && frame_same(a->picture, b->picture));
}

bool live_shot_encode(shot *s, GError **error)
{
    if (s->stored.hash || s->png)
        return true;
    s->stored.print = print_of_frame(s->picture, s->hidden);
    s->stored.printed = true;
    s->png = frame_to_png(s->picture, error);
    return s->png != NULL;
}

bool live_shot_store(shot *s, const char *dir, struct eye_frame *ret_frame, GError **error)
{
    if (!s->stored.hash) {
        if (!live_shot_encode(s, error) || !store_frame(s->png, dir, &s->stored.hash, &s->stored.path, error))
            return false;
        g_clear_pointer(&s->png, g_bytes_unref);
        s->stored.width = s->picture->width;
        s->stored.height = s->picture->height;
        s->stored.at_us = s->real_us;
        s->stored.masked = s->hidden ? g_array_ref(s->hidden) : NULL;
    }
    *ret_frame = s->stored;
    ret_frame->hash = g_strdup(s->stored.hash);
    ret_frame->path = g_strdup(s->stored.path);
    ret_frame->masked = s->stored.masked ? g_array_ref(s->stored.masked) : NULL;
    return true;
}

GArray *live_shots_store(const GPtrArray *shots, const char *dir, GError **error)
{
    g_autoptr(GArray) frames = g_array_new(FALSE, TRUE, sizeof(struct eye_frame));
    g_array_set_clear_func(frames, (GDestroyNotify)eye_frame_clear);
    for (guint i = 0; i < shots->len; i++) {
        struct eye_frame f = {0};
        if (!live_shot_store(g_ptr_array_index(shots, i), dir, &f, error))
            return NULL;
        g_array_append_val(frames, f);
    }
    return g_steal_pointer(&frames);
}
