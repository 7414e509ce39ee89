#include "engine/hand/route.h"

#include "engine/display/proc.h"
#include "engine/hand/recipient.h"

#include <string.h>

#define FRAME_DEPTH 3 /* how deep window managers put a window */

struct route {
    const struct display_port *display; /* borrowed */
    GPtrArray *start;                   /* struct eye_window* */
    GPtrArray *allowed;                 /* struct eye_window*, copies */
    struct recipient keys, button;      /* of the last check: while it is the same, so is the answer */
    gint64 keys_us, button_us;          /* when the windows were listed for it; 0 = never */
    gint64 keys_in;                     /* the window that got keys at the last check; 0 = none yet */
    GArray *tops;                       /* gint64: the children of the screen at the last check of keys; NULL = untold */
};

static const struct eye_window *find(const GPtrArray *list, gint64 id)
{
    for (guint i = 0; i < list->len; i++) {
        const struct eye_window *w = g_ptr_array_index(list, i);
        if (w->id == id)
            return w;
    }
    return NULL;
}

static void allow(route *r, const struct eye_window *w)
{
    if (!w || find(r->allowed, w->id))
        return;
    g_ptr_array_add(r->allowed, eye_window_copy(w));
}

route *route_new(const struct display_port *display, const struct hand_guard *h, GPtrArray *start)
{
    if (!h->windows && !h->window && !h->focus && !h->focus_window)
        return NULL;
    route *r = g_new0(route, 1);
    r->display = display;
    r->start = g_ptr_array_ref(start);
    r->allowed = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
    allow(r, find(start, h->window));
    allow(r, find(start, h->focus_window ? h->focus_window : h->focus));
    if (!h->focus_window && !h->focus)
        allow(r, find(start, display->focus_in(display->data, start, NULL)));
    r->tops = display->children(display->data, 0);
    return r;
}

void route_free(route *r)
{
    if (!r)
        return;
    g_ptr_array_unref(r->start);
    g_ptr_array_unref(r->allowed);
    g_clear_pointer(&r->tops, g_array_unref);
    g_free(r);
}

static bool came_since(const route *r, const struct eye_window *w)
{
    const struct eye_window *was = find(r->start, w->id);
    return !was || !eye_window_same(was, w);
}

/* By the server's own word only: anybody can write another's _NET_WM_PID onto a window. */
static bool of_an_allowed_process(const route *r, const struct eye_window *w)
{
    for (guint i = 0; w->pid > 0 && i < r->allowed->len; i++) {
        const struct eye_window *a = g_ptr_array_index(r->allowed, i);
        if (a->pid == w->pid)
            return r->display->owner(r->display->data, w->id) == w->pid && r->display->owner(r->display->data, a->id) == w->pid;
    }
    return false;
}

static bool was_allowed(const route *r, const struct eye_window *w)
{
    const struct eye_window *a = find(r->allowed, w->id);
    return a && eye_window_same(a, w);
}

static bool is_allowed(const route *r, const struct eye_window *w)
{
    return was_allowed(r, w) || (came_since(r, w) && of_an_allowed_process(r, w));
}

static char *name_of(const struct eye_window *w, gint64 id)
{
    if (!w)
        return id ? g_strdup_printf("window 0x%" G_GINT64_MODIFIER "x", id) : g_strdup("no window");
    return w->title && *w->title ? g_strdup_printf("\"%s\"", w->title)
                                 : g_strdup_printf("window 0x%" G_GINT64_MODIFIER "x", w->id);
}

static char *stranger(const route *r, const GPtrArray *live)
{
    for (guint i = 0; i < live->len; i++) {
        const struct eye_window *w = g_ptr_array_index(live, i);
        if (w->popup || !came_since(r, w) || of_an_allowed_process(r, w))
            continue;
        g_autofree char *name = name_of(w, 0);
        return g_strdup_printf("a window of another program has come during the action: %s", name);
    }
    return NULL;
}

static bool known(const struct recipient *was, const struct recipient *is, gint64 listed_us, gint64 now_us)
{
    return listed_us > 0 && now_us - listed_us < ROUTE_LIST_US && recipient_same(was, is);
}

static bool same_tops(const GArray *a, const GArray *b)
{
    return a == b || (a && b && a->len == b->len && memcmp(a->data, b->data, a->len * sizeof(gint64)) == 0);
}

static bool has_top(const GArray *tops, gint64 id)
{
    for (guint i = 0; tops && i < tops->len; i++) {
        if (g_array_index(tops, gint64, i) == id)
            return true;
    }
    return false;
}

/* The program's modal window that has come, whose keys all of its windows' are. Borrowed; NULL = there is none. */
static const struct eye_window *modal_newcomer(const route *r, const GPtrArray *live)
{
    for (guint i = 0; i < live->len; i++) {
        const struct eye_window *w = g_ptr_array_index(live, i);
        if (!w->popup && came_since(r, w) && !was_allowed(r, w) && of_an_allowed_process(r, w) &&
            r->display->is_modal(r->display->data, w->id))
            return w;
    }
    return NULL;
}

static bool owned_as_allowed(const route *r, gint64 id)
{
    gint64 owner = r->display->owner(r->display->data, id);
    for (guint i = 0; owner > 0 && i < r->allowed->len; i++) {
        if (r->display->owner(r->display->data, ((const struct eye_window *)g_ptr_array_index(r->allowed, i))->id) == owner)
            return true;
    }
    return false;
}

/* A modal window of an allowed program in `top`, where a window manager puts it, or `top` itself; 0 = there is none. */
static gint64 modal_in(const route *r, gint64 top, int depth)
{
    if (r->display->is_modal(r->display->data, top) && owned_as_allowed(r, top))
        return top;
    g_autoptr(GArray) inside = depth > 0 ? r->display->children(r->display->data, top) : NULL;
    gint64 found = 0;
    for (guint i = 0; inside && i < inside->len && !found; i++)
        found = modal_in(r, g_array_index(inside, gint64, i), depth - 1);
    return found;
}

/* One has come that is not shown yet. */
static bool is_opening(const route *r, const GArray *tops, const GPtrArray *live)
{
    gint64 found = 0;
    for (guint i = 0; tops && i < tops->len && !found; i++) {
        gint64 top = g_array_index(tops, gint64, i);
        found = has_top(r->tops, top) ? 0 : modal_in(r, top, FRAME_DEPTH);
        found = find(live, found) ? 0 : found;
    }
    return found != 0;
}

enum keys_for { KEYS_FOR_THE_LAST, KEYS_FOR_ALLOWED, KEYS_FOR_OPENED };

static bool may_get_keys(const route *r, const struct eye_window *w, enum keys_for which)
{
    switch (which) {
    case KEYS_FOR_THE_LAST:
        return w->id == r->keys_in && was_allowed(r, w);
    case KEYS_FOR_ALLOWED:
        return was_allowed(r, w);
    case KEYS_FOR_OPENED:
        break;
    }
    return is_allowed(r, w);
}

static char *keys_go(route *r, enum keys_for which, gint64 now_us)
{
    if (!r)
        return NULL;
    struct recipient now = recipient_of_keys(r->display);
    g_autoptr(GArray) tops = r->display->children(r->display->data, 0);
    if (same_tops(r->tops, tops) && known(&r->keys, &now, r->keys_us, now_us))
        return NULL;
    g_autoptr(GPtrArray) live = r->display->windows(r->display->data, true);
    gint64 id = r->display->focus_in(r->display->data, live, NULL);
    const struct eye_window *asks = modal_newcomer(r, live), *w = asks ? asks : find(live, id);
    char *what = stranger(r, live);
    if (what)
        return what;
    g_autofree char *name = NULL;
    if (!w || !may_get_keys(r, w, which))
        name = name_of(w, id);
    else if (which != KEYS_FOR_OPENED && is_opening(r, tops, live))
        name = g_strdup("a dialog that opens");
    else if (!asks)
        name = recipient_stranger(r->display, &now, w);
    if (name)
        return g_strdup_printf("the keys would go to %s, which is not what was approved", name);
    allow(r, w);
    r->keys = now;
    r->keys_us = now_us;
    r->keys_in = w->id;
    g_clear_pointer(&r->tops, g_array_unref);
    r->tops = g_steal_pointer(&tops);
    return NULL;
}

char *route_keys(route *r, bool opened, gint64 now_us)
{
    return keys_go(r, opened ? KEYS_FOR_OPENED : KEYS_FOR_ALLOWED, now_us);
}

char *route_text(route *r, gint64 now_us)
{
    return keys_go(r, KEYS_FOR_THE_LAST, now_us);
}

static bool may_be_at(const route *r, const struct eye_window *w, int x, int y)
{
    const struct eye_window *was = eye_window_at(r->start, x, y);
    return (!w && !was) || (w && was && eye_window_same(w, was)) || (w && is_allowed(r, w));
}

char *route_button(route *r, gint64 now_us)
{
    int x = 0, y = 0;
    if (!r)
        return NULL;
    r->display->pointer(r->display->data, &x, &y);
    struct recipient now = recipient_of_button(r->display, x, y);
    if (known(&r->button, &now, r->button_us, now_us))
        return NULL;
    g_autoptr(GPtrArray) live = r->display->windows(r->display->data, true);
    const struct eye_window *w = recipient_window(r->display, &now, live);
    char *what = stranger(r, live);
    if (what)
        return what;
    g_autofree char *name = NULL;
    if (!w && now.n > 0)
        name = g_strdup("a window that nobody sees");
    else
        name = may_be_at(r, w, x, y) ? w ? recipient_stranger(r->display, &now, w) : NULL : name_of(w, 0);
    if (name)
        return g_strdup_printf("the button would go down at %d,%d on %s, which is not what was approved", x, y, name);
    allow(r, w);
    r->button = now;
    r->button_us = now_us;
    return NULL;
}

char *route_drop(route *r)
{
    int x = 0, y = 0;
    if (!r)
        return NULL;
    r->display->pointer(r->display->data, &x, &y);
    g_autoptr(GPtrArray) live = r->display->windows(r->display->data, true);
    const struct eye_window *w = eye_window_at(live, x, y);
    if (may_be_at(r, w, x, y))
        return NULL;
    g_autofree char *name = name_of(w, 0);
    return g_strdup_printf("what was dragged was dropped at %d,%d on %s, which was not there before: the button had to be let go "
                           "of",
                           x, y, name);
}

bool route_grabber(route *r, const struct grabber *by)
{
    for (guint i = 0; r && by->client && i < r->allowed->len; i++) {
        const struct eye_window *a = g_ptr_array_index(r->allowed, i);
        if (r->display->same_client(r->display->data, by->client, a->id) ||
            (by->pid > 0 && r->display->owner(r->display->data, a->id) == by->pid))
            return true;
    }
    return !r;
}

char *route_grabbed(enum grabs_device d, const struct grabber *by)
{
    const char *what = d == GRABS_KEYBOARD ? "keyboard" : "pointer";
    char name[PROC_NAME_BYTES];
    if (!by->client)
        return g_strdup_printf("the %s is grabbed, and the display does not tell by whom", what);
    if (by->pid == 0)
        return g_strdup_printf("the %s is grabbed by a program of another machine", what);
    if (!proc_name(by->pid, name))
        return g_strdup_printf("the %s is grabbed by process %" G_GINT64_FORMAT, what, by->pid);
    return g_strdup_printf("the %s is grabbed by %s (%" G_GINT64_FORMAT ")", what, g_strstrip(name), by->pid);
}
