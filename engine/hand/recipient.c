#include "engine/hand/recipient.h"

#include "engine/display/windows.h"
#include "engine/picture/likeness.h"
#include "engine/hand/family.h"
#include "engine/hand/proc.h"

#include <X11/extensions/shape.h>
#include <string.h>

static bool add(struct recipient *r, Window w)
{
    if (w == None || r->n == RECIPIENT_DEPTH)
        return false;
    r->way[r->n++] = w;
    return true;
}

struct recipient recipient_of_button(Display *dpy, int x, int y)
{
    struct recipient r = {.x = x, .y = y};
    Window root = DefaultRootWindow(dpy), at = root, child = None;
    int wx, wy;
    while (XTranslateCoordinates(dpy, root, at, x, y, &wx, &wy, &child) && add(&r, child))
        at = child;
    windows_error(dpy);
    return r;
}

struct recipient recipient_of_keys(Display *dpy)
{
    struct recipient r = {0};
    Window root = DefaultRootWindow(dpy), focus = None;
    int revert;
    XGetInputFocus(dpy, &focus, &revert);
    if (focus != None && focus != PointerRoot && focus != root)
        add(&r, focus);
    for (Window at = r.n ? focus : root; focus != None && add(&r, windows_pointed(dpy, at));)
        at = r.way[r.n - 1];
    r.focus = focus;
    windows_error(dpy);
    return r;
}

bool recipient_same(const struct recipient *a, const struct recipient *b)
{
    return a->focus == b->focus && a->n == b->n && a->x == b->x && a->y == b->y &&
           memcmp(a->way, b->way, (gsize)a->n * sizeof *a->way) == 0;
}

const struct eye_window *recipient_window(Display *dpy, const struct recipient *r, const GPtrArray *list)
{
    return r->n > 0 ? windows_listed(dpy, list, r->way[0]) : NULL;
}

/* ---- whose windows they are ---- */

static bool of_program(Display *dpy, Window x, gint64 listed)
{
    gint64 owner = windows_owner(dpy, (gint64)x);
    struct family program = {.pid = windows_owner(dpy, listed)};
    if (windows_same_client(dpy, (gint64)x, listed) || (owner > 0 && owner == program.pid))
        return true;
    g_autoptr(GArray) pids = g_array_new(FALSE, FALSE, sizeof(gint64));
    bool found = false;
    family_pids(&program, pids);
    for (guint i = 0; i < pids->len && owner > 0 && !found; i++)
        found = g_array_index(pids, gint64, i) == owner;
    return found;
}

static bool is_inside(Display *dpy, Window x, Window outer)
{
    for (int depth = 0; x != None && x != outer && depth < RECIPIENT_DEPTH; depth++)
        x = windows_parent(dpy, x);
    return x == outer;
}

static char *name_of(Display *dpy, Window x, const struct eye_window *w)
{
    char name[PROC_NAME_BYTES];
    gint64 pid = windows_owner(dpy, (gint64)x);
    g_autofree char *inside =
        w->title && *w->title ? g_strdup_printf("\"%s\"", w->title) : g_strdup_printf("window 0x%" G_GINT64_MODIFIER "x", w->id);
    if (pid > 0 && proc_name(pid, name))
        return g_strdup_printf("a window of %s (%" G_GINT64_FORMAT ") inside %s", g_strstrip(name), pid, inside);
    return g_strdup_printf("a window of another program inside %s", inside);
}

static bool takes_no_input(Display *dpy, Window w)
{
    int n = 1, order;
    XRectangle *parts = XShapeGetRectangles(dpy, w, ShapeInput, &n, &order);
    if (parts)
        XFree(parts);
    return n == 0;
}

/* Shown inside that window, at the point if it is a button's, and no child of the program's; for keys, which go elsewhere than to
 * what lies beside the pointer, one that takes no input at all. None = none. */
static Window strange_child(Display *dpy, const struct recipient *r, Window parent, gint64 listed)
{
    Window root, above, *list = NULL, found = None;
    unsigned n = 0;
    int x = 0, y = 0;
    if (!XTranslateCoordinates(dpy, DefaultRootWindow(dpy), parent, r->x, r->y, &x, &y, &root) ||
        !XQueryTree(dpy, parent, &root, &above, &list, &n))
        return None;
    for (unsigned i = 0; i < n && found == None; i++) {
        XWindowAttributes a;
        if (windows_same_client(dpy, (gint64)list[i], listed) || !XGetWindowAttributes(dpy, list[i], &a) ||
            a.map_state != IsViewable || a.class != InputOutput)
            continue;
        struct area at = {a.x, a.y, a.width + 2 * a.border_width, a.height + 2 * a.border_width};
        if ((r->focus != None ? takes_no_input(dpy, list[i]) : area_has(at, x, y)) && !of_program(dpy, list[i], listed))
            found = list[i];
    }
    if (list)
        XFree(list);
    return found;
}

char *recipient_stranger(Display *dpy, const struct recipient *r, const struct eye_window *w)
{
    if (r->n == 0 || !windows_owners_told(dpy))
        return NULL;
    int listed = -1; /* where the way enters the listed window */
    for (int i = 0; i < r->n && listed < 0; i++)
        listed = r->way[i] == (Window)w->id ? i : -1;
    bool inside = listed >= 0 || is_inside(dpy, r->way[0], (Window)w->id);
    char *stranger = NULL;
    for (int i = inside ? listed + 1 : 1; i < r->n && !stranger; i++) {
        bool manager = !inside && windows_same_client(dpy, (gint64)r->way[i], (gint64)r->way[0]);
        if (!manager && !of_program(dpy, r->way[i], w->id))
            stranger = name_of(dpy, r->way[i], w);
    }
    for (int i = MAX(listed, 0); inside && i < r->n && !stranger; i++) {
        Window child = strange_child(dpy, r, r->way[i], w->id);
        g_autofree char *name = child ? name_of(dpy, child, w) : NULL;
        stranger = name ? g_strdup_printf("what %s covers and lets through", name) : NULL;
    }
    windows_error(dpy);
    return stranger;
}
