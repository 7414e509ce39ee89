/* Windows as eye and hand both see them. The stack is that of root's children (what covers what), each replaced by the client
 * window inside it where a window manager has wrapped it; so menus are seen too, which no window manager lists. */
#include "engine/display/windows.h"

#include "engine/display/shape.h"

#include <X11/Xatom.h>
#include <X11/Xutil.h>
#include <X11/extensions/XRes.h>
#include <string.h>

#define WINDOWS_MAX 256
#define TITLE_MAX 256  /* characters */
#define ATOMS_MAX 32   /* of a property that lists states or types */
#define CLIENT_DEPTH 3 /* how deep window managers hide a client */

static int last_error;

static int remember_error(Display *dpy, XErrorEvent *e)
{
    (void)dpy;
    last_error = e->error_code;
    return 0;
}

void windows_trap_errors(void)
{
    XSetErrorHandler(remember_error);
}

int windows_error(Display *dpy)
{
    if (XLastKnownRequestProcessed(dpy) + 1 != XNextRequest(dpy)) /* the errors come before the answer that came last */
        XSync(dpy, False);
    int code = last_error;
    last_error = 0;
    return code;
}

/* ---- properties ---- */
static unsigned char *property(Display *dpy, Window w, Atom name, Atom type, int format, long longs, gsize *ret_n)
{
    Atom got_type = None;
    int got_format = 0;
    unsigned long n = 0, left = 0;
    unsigned char *data = NULL;
    *ret_n = 0;
    if (XGetWindowProperty(dpy, w, name, 0, longs, False, type, &got_type, &got_format, &n, &left, &data) != Success)
        return NULL;
    if (!data || got_format != format || n == 0) {
        if (data)
            XFree(data);
        return NULL;
    }
    *ret_n = n;
    return data;
}

char *windows_root_text(Display *dpy, const char *name)
{
    gsize n = 0;
    unsigned char *data = property(dpy, DefaultRootWindow(dpy), XInternAtom(dpy, name, False), XA_STRING, 8, 256, &n);
    char *text = data ? g_strndup((const char *)data, n) : NULL;
    if (data)
        XFree(data);
    return text;
}

static bool has_property(Display *dpy, Window w, Atom name)
{
    Atom type = None;
    int format = 0;
    unsigned long n = 0, left = 0;
    unsigned char *data = NULL;
    XGetWindowProperty(dpy, w, name, 0, 0, False, AnyPropertyType, &type, &format, &n, &left, &data);
    if (data)
        XFree(data);
    return type != None;
}

bool windows_lists_atom(Display *dpy, gint64 window, const char *list, const char *name)
{
    gsize n;
    unsigned char *data = property(dpy, (Window)window, XInternAtom(dpy, list, False), XA_ATOM, 32, ATOMS_MAX, &n);
    Atom atom = XInternAtom(dpy, name, False);
    bool found = false;
    for (gsize i = 0; data && i < n && !found; i++)
        found = ((Atom *)(void *)data)[i] == atom;
    if (data)
        XFree(data);
    return found;
}

/* Whether the window says that it is of that type, "TOOLTIP" (EWMH, _NET_WM_WINDOW_TYPE). */
static bool says_type(Display *dpy, Window w, const char *name)
{
    g_autofree char *atom = g_strconcat("_NET_WM_WINDOW_TYPE_", name, NULL);
    return windows_lists_atom(dpy, (gint64)w, "_NET_WM_WINDOW_TYPE", atom);
}

/* A popup that says of itself that nothing is to be typed or clicked there. */
static bool is_tooltip(Display *dpy, Window w)
{
    return says_type(dpy, w, "TOOLTIP") || says_type(dpy, w, "NOTIFICATION");
}

bool windows_is_splash(Display *dpy, gint64 window)
{
    return says_type(dpy, (Window)window, "SPLASH");
}

static char *clean(const char *text, gssize length)
{
    g_autofree char *valid = g_utf8_make_valid(text, length);
    return g_utf8_strlen(valid, -1) > TITLE_MAX ? g_utf8_substring(valid, 0, TITLE_MAX) : g_steal_pointer(&valid);
}

static char *legacy_title(Display *dpy, Window w)
{
    XTextProperty text = {0};
    if (!XGetWMName(dpy, w, &text) || !text.value)
        return g_strdup("");
    char **list = NULL, *title = NULL;
    int n = 0;
    if (Xutf8TextPropertyToTextList(dpy, &text, &list, &n) >= 0 && n > 0 && list)
        title = clean(list[0], -1);
    if (list)
        XFreeStringList(list);
    XFree(text.value);
    return title ? title : g_strdup("");
}

static char *window_title(Display *dpy, Window w)
{
    gsize n;
    unsigned char *data =
        property(dpy, w, XInternAtom(dpy, "_NET_WM_NAME", False), XInternAtom(dpy, "UTF8_STRING", False), 8, 1024, &n);
    if (!data)
        return legacy_title(dpy, w);
    char *title = clean((const char *)data, (gssize)n);
    XFree(data);
    return title;
}

static char *window_class(Display *dpy, Window w)
{
    XClassHint hint = {0};
    if (!XGetClassHint(dpy, w, &hint))
        return g_strdup("");
    char *class = clean(hint.res_class ? hint.res_class : "", -1);
    if (hint.res_name)
        XFree(hint.res_name);
    if (hint.res_class)
        XFree(hint.res_class);
    return class;
}

/* An XID alone is no identity: the X server gives those of a client that has gone to the next one that comes. What process made
 * a window the server knows itself (X-Resource 1.2, from the socket's credentials); _NET_WM_PID is what the client says. */
bool windows_owners_told(Display *dpy)
{
    static Display *asked;
    static bool told;
    if (dpy != asked) {
        int event, error, major = 0, minor = 0;
        told = XResQueryExtension(dpy, &event, &error) && XResQueryVersion(dpy, &major, &minor) &&
               (major > 1 || (major == 1 && minor >= 2));
        asked = dpy;
    }
    return told;
}

gint64 windows_owner(Display *dpy, gint64 window)
{
    XResClientIdSpec spec = {.client = (Window)window, .mask = XRES_CLIENT_ID_PID_MASK};
    XResClientIdValue *ids = NULL;
    long n = 0;
    gint64 pid = 0;
    if (!windows_owners_told(dpy) || XResQueryClientIds(dpy, 1, &spec, &n, &ids) != Success)
        return 0;
    for (long i = 0; i < n && pid <= 0; i++)
        pid = (gint64)XResGetClientPid(&ids[i]);
    XResClientIdsDestroy(n, ids);
    return MAX(pid, 0);
}

/* *ret_client: the first id of the client that made it; None is the server itself. False: nobody knows. */
static bool maker_of(Display *dpy, gint64 window, XID *ret_client)
{
    XResClientIdSpec spec = {.client = (Window)window, .mask = XRES_CLIENT_ID_XID_MASK};
    XResClientIdValue *ids = NULL;
    long n = 0;
    if (!windows_owners_told(dpy) || XResQueryClientIds(dpy, 1, &spec, &n, &ids) != Success)
        return false;
    *ret_client = n > 0 ? ids[0].spec.client : None;
    XResClientIdsDestroy(n, ids);
    return n > 0;
}

bool windows_same_client(Display *dpy, gint64 one, gint64 other)
{
    XID client = None, maker = None;
    return maker_of(dpy, one, &client) && maker_of(dpy, other, &maker) && client == maker;
}

static gint64 window_pid(Display *dpy, Window w)
{
    gint64 owner = windows_owner(dpy, (gint64)w);
    if (owner > 0)
        return owner;
    gsize n;
    unsigned char *data = property(dpy, w, XInternAtom(dpy, "_NET_WM_PID", False), XA_CARDINAL, 32, 1, &n);
    unsigned long pid = 0;
    if (data) {
        memcpy(&pid, data, sizeof pid);
        XFree(data);
    }
    return pid <= G_MAXINT32 ? (gint64)pid : 0;
}

/* ---- the tree ---- */
/* Children bottom first; empty when the window is gone. Caller frees. */
static Window *children(Display *dpy, Window w, unsigned *ret_n, Window *ret_parent)
{
    Window root, parent = 0, *list = NULL, *copy = NULL;
    unsigned n = 0;
    if (XQueryTree(dpy, w, &root, &parent, &list, &n) && list)
        copy = g_memdup2(list, n * sizeof *list);
    if (list)
        XFree(list);
    *ret_n = copy ? n : 0;
    if (ret_parent)
        *ret_parent = parent;
    return copy;
}

/* The window with WM_STATE at or below w: window managers put it on the clients that they manage. 0 = none. */
static Window client_in(Display *dpy, Window w, Atom wm_state, int depth)
{
    if (has_property(dpy, w, wm_state))
        return w;
    if (depth == 0)
        return 0;
    unsigned n;
    g_autofree Window *list = children(dpy, w, &n, NULL);
    for (unsigned i = n; i > 0; i--) {
        Window found = client_in(dpy, list[i - 1], wm_state, depth - 1);
        if (found)
            return found;
    }
    return 0;
}

/* A compositor's overlay lies over everything and is nobody's window: the server has made it itself, as it has made the root.
 * Where the server does not tell that: as large as the screen, without a property. */
static bool is_overlay(Display *dpy, Window w, const XWindowAttributes *a, const XWindowAttributes *root)
{
    int n = 0;
    if (!a->override_redirect || a->width < root->width || a->height < root->height)
        return false;
    if (windows_owners_told(dpy))
        return windows_same_client(dpy, (gint64)w, (gint64)DefaultRootWindow(dpy));
    Atom *list = XListProperties(dpy, w, &n);
    if (list)
        XFree(list);
    return n == 0;
}

/* Not by DisplayWidth(): Xlib knows the size of when it connected. */
static bool on_screen(const XWindowAttributes *root, int x, int y, int width, int height)
{
    return x < root->width && y < root->height && x + width > 0 && y + height > 0;
}

/* A window manager is the one client that takes map requests for itself. */
static bool is_managed(const XWindowAttributes *root)
{
    return root->all_event_masks & SubstructureRedirectMask;
}

/* Where somebody wraps clients; where nobody does, looking through every widget of a program would be many round trips for
 * nothing. */
static struct eye_window *describe(Display *dpy, Window top, Atom wm_state, const XWindowAttributes *root, bool titled)
{
    bool managed = is_managed(root);
    XWindowAttributes a = {0};
    if (!XGetWindowAttributes(dpy, top, &a) || a.map_state != IsViewable || a.class != InputOutput ||
        is_overlay(dpy, top, &a, root))
        return NULL;
    bool popup = a.override_redirect;
    XWindowAttributes outer = a;
    Window client = managed ? client_in(dpy, top, wm_state, CLIENT_DEPTH) : top;
    if (client && client != top && (!XGetWindowAttributes(dpy, client, &a) || a.map_state != IsViewable))
        return NULL;
    if (!client)
        client = top;
    int x = a.x + a.border_width, y = a.y + a.border_width;
    Window child;
    if (client != top && !XTranslateCoordinates(dpy, client, DefaultRootWindow(dpy), 0, 0, &x, &y, &child))
        return NULL;
    if (a.width < 2 || a.height < 2 || !on_screen(root, x, y, a.width, a.height))
        return NULL;
    struct eye_window *w = g_new0(struct eye_window, 1);
    *w = (struct eye_window){.id = (gint64)client, .x = x, .y = y, .width = a.width, .height = a.height};
    shape_read(dpy, top, &outer, (struct area){0, 0, root->width, root->height}, w);
    w->popup = popup && client == top;
    w->tooltip = w->popup && is_tooltip(dpy, client);
    w->dialog = titled && !w->popup && (has_property(dpy, client, XA_WM_TRANSIENT_FOR) || says_type(dpy, client, "DIALOG"));
    w->title = titled ? window_title(dpy, client) : g_strdup("");
    w->class = window_class(dpy, client);
    return w;
}

/* Of all windows by one question. The server answers for each, in their order, by the client and then, where it knows it, its
 * process; for one that has just gone not at all: then they are asked for one by one. */
static bool ask_owners(Display *dpy, GPtrArray *list)
{
    g_autofree XResClientIdSpec *specs = g_new(XResClientIdSpec, list->len + 1);
    XResClientIdValue *ids = NULL;
    long n = 0;
    guint next = 0;
    for (guint i = 0; i < list->len; i++)
        specs[i] = (XResClientIdSpec){(Window)((struct eye_window *)g_ptr_array_index(list, i))->id,
                                      XRES_CLIENT_ID_XID_MASK | XRES_CLIENT_ID_PID_MASK};
    if (!windows_owners_told(dpy) || XResQueryClientIds(dpy, list->len, specs, &n, &ids) != Success)
        return false;
    for (long i = 0; i < n; i++) {
        next += (ids[i].spec.mask & XRES_CLIENT_ID_XID_MASK) != 0;
        if (next > 0 && next <= list->len && XResGetClientPid(&ids[i]) > 0)
            ((struct eye_window *)g_ptr_array_index(list, next - 1))->pid = (gint64)XResGetClientPid(&ids[i]);
    }
    XResClientIdsDestroy(n, ids);
    return next == list->len;
}

static void find_owners(Display *dpy, GPtrArray *list)
{
    bool told = list->len > 0 && ask_owners(dpy, list);
    for (guint i = 0; i < list->len; i++) {
        struct eye_window *w = g_ptr_array_index(list, i);
        if (!told || w->pid <= 0)
            w->pid = window_pid(dpy, (Window)w->id);
    }
}

static GPtrArray *list_all(Display *dpy, bool titled)
{
    GPtrArray *list = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
    Atom wm_state = XInternAtom(dpy, "WM_STATE", False);
    XWindowAttributes root = {0};
    unsigned n;
    if (!XGetWindowAttributes(dpy, DefaultRootWindow(dpy), &root))
        return list;
    g_autofree Window *top = children(dpy, DefaultRootWindow(dpy), &n, NULL);
    for (unsigned i = n; i > 0 && list->len < WINDOWS_MAX; i--) {
        struct eye_window *w = describe(dpy, top[i - 1], wm_state, &root, titled);
        if (w)
            g_ptr_array_add(list, w);
    }
    find_owners(dpy, list);
    windows_error(dpy);
    return list;
}

GPtrArray *windows_list(Display *dpy)
{
    return list_all(dpy, true);
}

GPtrArray *windows_list_untitled(Display *dpy)
{
    return list_all(dpy, false);
}

/* ---- focus ---- */
static const struct eye_window *find_id(const GPtrArray *list, gint64 id)
{
    for (guint i = 0; i < list->len; i++) {
        const struct eye_window *w = g_ptr_array_index(list, i);
        if (w->id == id)
            return w;
    }
    return NULL;
}

const struct eye_window *windows_listed(Display *dpy, const GPtrArray *list, Window top)
{
    const struct eye_window *w = top ? find_id(list, (gint64)top) : NULL;
    Window client = w || !top ? 0 : client_in(dpy, top, XInternAtom(dpy, "WM_STATE", False), CLIENT_DEPTH);
    return client ? find_id(list, (gint64)client) : w;
}

Window windows_pointed(Display *dpy, Window inside)
{
    Window root, child = None;
    int x, y, wx, wy;
    unsigned mask;
    return XQueryPointer(dpy, inside, &root, &child, &x, &y, &wx, &wy, &mask) ? child : None;
}

static gint64 under_pointer(Display *dpy, const GPtrArray *list)
{
    const struct eye_window *w = windows_listed(dpy, list, windows_pointed(dpy, DefaultRootWindow(dpy)));
    return w ? w->id : 0;
}

Window windows_parent(Display *dpy, Window w)
{
    unsigned n;
    Window parent = None;
    g_free(children(dpy, w, &n, &parent));
    return parent;
}

/* Toolkits focus windows inside their top-level one; window managers now and then their frame. */
static gint64 client_of(Display *dpy, const GPtrArray *list, Window focus)
{
    Window root = DefaultRootWindow(dpy), top = focus;
    for (Window w = focus; w && w != root; w = windows_parent(dpy, w)) {
        if (find_id(list, (gint64)w))
            return (gint64)w;
        top = w;
    }
    Window client = client_in(dpy, top, XInternAtom(dpy, "WM_STATE", False), CLIENT_DEPTH);
    return client ? (gint64)client : (gint64)top;
}

gint64 windows_list_focus(Display *dpy, const GPtrArray *windows, bool *ret_pointer_root)
{
    Window focus = None;
    int revert;
    XGetInputFocus(dpy, &focus, &revert);
    /* a focused root gives keys to the window under the pointer, just as PointerRoot does */
    bool pointer_root = focus == PointerRoot || focus == DefaultRootWindow(dpy);
    gint64 id = 0;
    if (pointer_root)
        id = under_pointer(dpy, windows);
    else if (focus != None)
        id = client_of(dpy, windows, focus);
    windows_error(dpy);
    if (ret_pointer_root)
        *ret_pointer_root = pointer_root;
    return id;
}

gint64 windows_focus(Display *dpy, bool *ret_pointer_root)
{
    g_autoptr(GPtrArray) list = windows_list(dpy);
    return windows_list_focus(dpy, list, ret_pointer_root);
}

gint64 windows_at(Display *dpy, int x, int y)
{
    g_autoptr(GPtrArray) list = windows_list(dpy);
    Window root = DefaultRootWindow(dpy), top = None;
    int rx, ry;
    const struct eye_window *w =
        XTranslateCoordinates(dpy, root, root, x, y, &rx, &ry, &top) ? windows_listed(dpy, list, top) : NULL;
    windows_error(dpy);
    return w ? w->id : 0;
}

bool windows_rectangle(Display *dpy, gint64 window, int *ret_x, int *ret_y, int *ret_width, int *ret_height)
{
    XWindowAttributes a = {0};
    Window child;
    int x = 0, y = 0;
    bool there = XGetWindowAttributes(dpy, (Window)window, &a) && a.map_state == IsViewable &&
                 XTranslateCoordinates(dpy, (Window)window, DefaultRootWindow(dpy), 0, 0, &x, &y, &child);
    windows_error(dpy);
    if (!there)
        return false;
    int *const to[] = {ret_x, ret_y, ret_width, ret_height};
    const int values[] = {x, y, a.width, a.height};
    for (gsize i = 0; i < G_N_ELEMENTS(to); i++)
        if (to[i])
            *to[i] = values[i];
    return true;
}

static bool manager_activates(Display *dpy)
{
    Window root = DefaultRootWindow(dpy);
    Atom active = XInternAtom(dpy, "_NET_ACTIVE_WINDOW", False);
    gsize n = 0;
    unsigned char *data = property(dpy, root, XInternAtom(dpy, "_NET_SUPPORTING_WM_CHECK", False), XA_WINDOW, 32, 1, &n);
    if (!data)
        return false;
    Window check;
    memcpy(&check, data, sizeof check);
    XFree(data);
    XWindowAttributes a;
    if (!XGetWindowAttributes(dpy, check, &a)) /* the property of a window manager that has died */
        return false;
    data = property(dpy, root, XInternAtom(dpy, "_NET_SUPPORTED", False), XA_ATOM, 32, 1024, &n);
    bool found = false;
    for (gsize i = 0; data && i < n && !found; i++)
        found = ((Atom *)(void *)data)[i] == active;
    if (data)
        XFree(data);
    return found;
}

/* The server's time of now: window managers and toolkits refuse an order to take the focus that bears none. */
static Time server_time(Display *dpy)
{
    Window w = XCreateSimpleWindow(dpy, DefaultRootWindow(dpy), -1, -1, 1, 1, 0, 0, 0);
    Atom mark = XInternAtom(dpy, "_REINS_TIME", False);
    XEvent e;
    XSelectInput(dpy, w, PropertyChangeMask);
    XChangeProperty(dpy, w, mark, XA_CARDINAL, 32, PropModeAppend, (const unsigned char *)"", 0);
    XWindowEvent(dpy, w, PropertyChangeMask, &e);
    XDestroyWindow(dpy, w);
    return e.xproperty.time;
}

/* By ICCCM 4.1.7: a program that says WM_TAKE_FOCUS is told to; the server gives the focus unless the program wants to do that
 * itself (input hint off). */
static void give_focus(Display *dpy, Window w)
{
    Atom take = XInternAtom(dpy, "WM_TAKE_FOCUS", False), *protocols = NULL;
    int n = 0;
    bool takes = false;
    if (XGetWMProtocols(dpy, w, &protocols, &n)) {
        for (int i = 0; i < n && !takes; i++)
            takes = protocols[i] == take;
        XFree(protocols);
    }
    XWMHints *hints = XGetWMHints(dpy, w);
    bool passive = !hints || !(hints->flags & InputHint) || hints->input;
    if (hints)
        XFree(hints);
    if (passive || !takes)
        XSetInputFocus(dpy, w, RevertToPointerRoot, CurrentTime);
    if (takes) {
        XClientMessageEvent m = {.type = ClientMessage, .window = w, .format = 32};
        m.message_type = XInternAtom(dpy, "WM_PROTOCOLS", False);
        m.data.l[0] = (long)take;
        m.data.l[1] = (long)server_time(dpy);
        XSendEvent(dpy, w, False, NoEventMask, (XEvent *)&m);
    }
}

void windows_set_focus(Display *dpy, gint64 window)
{
    if (manager_activates(dpy)) {
        XClientMessageEvent m = {.type = ClientMessage, .window = (Window)window, .format = 32};
        m.message_type = XInternAtom(dpy, "_NET_ACTIVE_WINDOW", False);
        m.data.l[0] = 2; /* as a pager asks: done without question */
        XSendEvent(dpy, DefaultRootWindow(dpy), False, SubstructureNotifyMask | SubstructureRedirectMask, (XEvent *)&m);
    } else {
        give_focus(dpy, (Window)window);
    }
    windows_error(dpy);
}
