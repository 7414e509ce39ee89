#include "engine/hand/recipient.h"

#include "engine/display/process_idle.h"
#include "engine/display/proc.h"
#include "engine/picture/screen_match.h"

#include <string.h>

static bool add(struct recipient *r, gint64 w)
{
    if (w == 0 || r->n == RECIPIENT_DEPTH)
        return false;
    r->way[r->n++] = w;
    return true;
}

struct recipient recipient_of_button(const struct display_port *d, int x, int y)
{
    struct recipient r = {.x = x, .y = y};
    gint64 at = 0, child = 0;
    int wx, wy;
    while (d->inside(d->data, at, x, y, &wx, &wy, &child) && add(&r, child))
        at = child;
    d->forget_errors(d->data);
    return r;
}

struct recipient recipient_of_keys(const struct display_port *d)
{
    struct recipient r = {0};
    bool follows;
    gint64 focus = d->focused(d->data, &follows);
    if (!follows)
        add(&r, focus);
    for (gint64 at = r.n ? focus : 0; focus != 0 && add(&r, d->pointed(d->data, at));)
        at = r.way[r.n - 1];
    r.focus = focus;
    d->forget_errors(d->data);
    return r;
}

bool recipient_same(const struct recipient *a, const struct recipient *b)
{
    return a->focus == b->focus && a->n == b->n && a->x == b->x && a->y == b->y &&
           memcmp(a->way, b->way, (gsize)a->n * sizeof *a->way) == 0;
}

const struct eye_window *recipient_window(const struct display_port *d, const struct recipient *r, const GPtrArray *list)
{
    return r->n > 0 ? d->listed(d->data, list, r->way[0]) : NULL;
}

/* ---- whose windows they are ---- */

static bool of_program(const struct display_port *d, gint64 x, gint64 listed)
{
    gint64 owner = d->owner(d->data, x);
    struct process_idle program = {.pid = d->owner(d->data, listed)};
    if (d->same_client(d->data, x, listed) || (owner > 0 && owner == program.pid))
        return true;
    g_autoptr(GArray) pids = g_array_new(FALSE, FALSE, sizeof(gint64));
    bool found = false;
    process_idle_pids(&program, pids);
    for (guint i = 0; i < pids->len && owner > 0 && !found; i++)
        found = g_array_index(pids, gint64, i) == owner;
    return found;
}

static bool is_inside(const struct display_port *d, gint64 x, gint64 outer)
{
    for (int depth = 0; x != 0 && x != outer && depth < RECIPIENT_DEPTH; depth++)
        x = d->parent(d->data, x);
    return x == outer;
}

static char *name_of(const struct display_port *d, gint64 x, const struct eye_window *w)
{
    char name[PROC_NAME_BYTES];
    gint64 pid = d->owner(d->data, x);
    g_autofree char *inside =
        w->title && *w->title ? g_strdup_printf("\"%s\"", w->title) : g_strdup_printf("window 0x%" G_GINT64_MODIFIER "x", w->id);
    if (pid > 0 && proc_name(pid, name))
        return g_strdup_printf("a window of %s (%" G_GINT64_FORMAT ") inside %s", g_strstrip(name), pid, inside);
    return g_strdup_printf("a window of another program inside %s", inside);
}

/* Shown inside that window, at the point if it is a button's, and no child of the program's; for keys, which go elsewhere than to
 * what lies beside the pointer, one that takes no input at all. 0 = none. */
static gint64 strange_child(const struct display_port *d, const struct recipient *r, gint64 parent, gint64 listed)
{
    gint64 there;
    int x = 0, y = 0;
    if (!d->inside(d->data, parent, r->x, r->y, &x, &y, &there))
        return 0;
    g_autoptr(GArray) children = d->children(d->data, parent);
    for (guint i = 0; children && i < children->len; i++) {
        gint64 child = g_array_index(children, gint64, i);
        struct area at;
        if (d->same_client(d->data, child, listed) || !d->drawn(d->data, child, &at))
            continue;
        bool lies_there = r->focus != 0 ? !d->takes_input(d->data, child) : area_has(at, x, y);
        if (lies_there && !of_program(d, child, listed))
            return child;
    }
    return 0;
}

char *recipient_stranger(const struct display_port *d, const struct recipient *r, const struct eye_window *w)
{
    if (r->n == 0 || !d->owners_told(d->data))
        return NULL;
    int listed = -1; /* where the way enters the listed window */
    for (int i = 0; i < r->n && listed < 0; i++)
        listed = r->way[i] == w->id ? i : -1;
    bool inside = listed >= 0 || is_inside(d, r->way[0], w->id);
    char *stranger = NULL;
    for (int i = inside ? listed + 1 : 1; i < r->n && !stranger; i++) {
        bool manager = !inside && d->same_client(d->data, r->way[i], r->way[0]);
        if (!manager && !of_program(d, r->way[i], w->id))
            stranger = name_of(d, r->way[i], w);
    }
    for (int i = MAX(listed, 0); inside && i < r->n && !stranger; i++) {
        gint64 child = strange_child(d, r, r->way[i], w->id);
        g_autofree char *name = child ? name_of(d, child, w) : NULL;
        stranger = name ? g_strdup_printf("what %s covers and lets through", name) : NULL;
    }
    d->forget_errors(d->data);
    return stranger;
}
