#include "engine/hand/foreign_input.h"

#include "engine/hand/xtest.h"

#include <X11/extensions/XInput2.h>
#include <math.h>
#include <string.h>

#define DEVICES_MAX 256
#define NAME_CHARACTERS 60 /* characters of a device's name that are told */

struct device {
    bool known, xtest;
    bool absolute;
    double scale_x, scale_y;
    char *name; /* owned */
};

struct foreign_input {
    Display *dpy;     /* borrowed */
    own_windows *own; /* borrowed */
    input_attribution *person;
    int opcode; /* of XInput; 0 = there is none */
    bool ignore_foreign;
    void (*take)(const XEvent *event, void *data);
    void *take_data;
    void (*watch)(const struct input_attribution_event *e, void *data); /* NULL = nobody is watched */
    void *watch_data;
    struct device devices[DEVICES_MAX];
    char *roams;     /* owned: what would be said of a mouse that is on its way, perhaps to a terminal of ours; NULL = none is */
    gint64 roams_us; /* since when */
    int at_x, at_y;  /* the pointer after the last motion */
};

static void on_sent(const struct xtest_sent *sent, void *data)
{
    static const enum input_attribution_kind kinds[][2] = {
        [XTEST_KEY] = {INPUT_ATTRIBUTION_KEY_RELEASE, INPUT_ATTRIBUTION_KEY_PRESS},
        [XTEST_BUTTON] = {INPUT_ATTRIBUTION_BUTTON_RELEASE, INPUT_ATTRIBUTION_BUTTON_PRESS},
        [XTEST_MOTION] = {INPUT_ATTRIBUTION_MOTION, INPUT_ATTRIBUTION_MOTION}};
    foreign_input *y = data;
    struct input_attribution_event e = {.kind = kinds[sent->kind][sent->down], .detail = sent->detail, .serial = sent->serial};
    e.x = sent->x;
    e.y = sent->y;
    input_attribution_expect(y->person, &e, g_get_monotonic_time());
}

static void devices_clear(foreign_input *y)
{
    for (int i = 0; i < DEVICES_MAX; i++)
        g_free(y->devices[i].name);
    memset(y->devices, 0, sizeof y->devices);
}

static void query_pointer(foreign_input *y, int *ret_x, int *ret_y)
{
    Window root, child;
    int in_x, in_y;
    unsigned mask;
    XQueryPointer(y->dpy, DefaultRootWindow(y->dpy), &root, &child, ret_x, ret_y, &in_x, &in_y, &mask);
}

static bool select_events(foreign_input *y)
{
    unsigned char raw[XIMaskLen(XI_LASTEVENT)] = {0}, tree[XIMaskLen(XI_LASTEVENT)] = {0};
    static const int types[] = {XI_RawKeyPress,      XI_RawKeyRelease, XI_RawButtonPress,
                                XI_RawButtonRelease, XI_RawMotion,     XI_RawTouchBegin};
    for (gsize i = 0; i < G_N_ELEMENTS(types); i++)
        XISetMask(raw, types[i]);
    XISetMask(tree, XI_HierarchyChanged);
    XIEventMask masks[] = {{.deviceid = XIAllMasterDevices, .mask_len = sizeof raw, .mask = raw},
                           {.deviceid = XIAllDevices, .mask_len = sizeof tree, .mask = tree}};
    bool selected = XISelectEvents(y->dpy, DefaultRootWindow(y->dpy), masks, (int)G_N_ELEMENTS(masks)) == Success;
    XSync(y->dpy, False); /* who hears that we are ready may count on it */
    return selected;
}

foreign_input *foreign_input_new(Display *dpy, own_windows *own, bool ignore_foreign, const char **ret_blind)
{
    foreign_input *y = g_new0(foreign_input, 1);
    int opcode, event, error, major = 2, minor = 2; /* 2.1: raw events also while another client has a grab; 2.2: touch */
    y->dpy = dpy;
    y->own = own;
    y->ignore_foreign = ignore_foreign;
    y->person = input_attribution_new();
    *ret_blind = NULL;
    if (!XQueryExtension(dpy, "XInputExtension", &opcode, &event, &error) || XIQueryVersion(dpy, &major, &minor) != Success ||
        !select_events(y)) {
        *ret_blind =
            "the display has no XInput 2: your own use of mouse and keyboard there is not seen (pause the run before it)";
        return y;
    }
    y->opcode = opcode;
    query_pointer(y, &y->at_x, &y->at_y);
    xtest_listen(on_sent, y);
    return y;
}

void foreign_input_free(foreign_input *y)
{
    if (!y)
        return;
    xtest_listen(NULL, NULL);
    devices_clear(y);
    input_attribution_free(y->person);
    g_free(y->roams);
    g_free(y);
}

void foreign_input_others(foreign_input *y, void (*take)(const XEvent *event, void *data), void *data)
{
    y->take = take;
    y->take_data = data;
}

void foreign_input_watch(foreign_input *y, void (*take)(const struct input_attribution_event *e, void *data), void *data)
{
    y->watch = take;
    y->watch_data = data;
    g_clear_pointer(&y->roams, g_free);
}

/* ---- devices ---- */

static void take_axis(struct device *d, const XIValuatorClassInfo *axis, int pixels)
{
    double range = axis->max - axis->min;
    double scale = axis->mode == XIModeAbsolute && range > 0 ? pixels / range : 1;
    if (axis->number > 1)
        return;
    d->absolute = axis->mode == XIModeAbsolute;
    *(axis->number == 0 ? &d->scale_x : &d->scale_y) = scale;
}

static const struct device *device_of(foreign_input *y, int id)
{
    struct device *d = &y->devices[CLAMP(id, 0, DEVICES_MAX - 1)];
    if (d->known)
        return d;
    int n = 0;
    XIDeviceInfo *info = XIQueryDevice(y->dpy, id, &n);
    *d = (struct device){.known = true, .scale_x = 1, .scale_y = 1};
    if (!info || n != 1) {
        if (info)
            XIFreeDeviceInfo(info);
        return d;
    }
    g_autofree char *valid = g_utf8_make_valid(info->name ? info->name : "", -1);
    d->name = g_utf8_strlen(valid, -1) > NAME_CHARACTERS ? g_utf8_substring(valid, 0, NAME_CHARACTERS) : g_steal_pointer(&valid);
    d->xtest = xtest_is_device(y->dpy, id);
    for (int i = 0; i < info->num_classes; i++) {
        if (info->classes[i]->type != XIValuatorClass)
            continue;
        const XIValuatorClassInfo *axis = (const XIValuatorClassInfo *)(const void *)info->classes[i];
        int pixels =
            axis->number == 0 ? DisplayWidth(y->dpy, DefaultScreen(y->dpy)) : DisplayHeight(y->dpy, DefaultScreen(y->dpy));
        take_axis(d, axis, pixels);
    }
    XIFreeDeviceInfo(info);
    return d;
}

/* ---- events ---- */

/* The first two axes. False: the event is about others only (a wheel: its buttons are reported too). */
static bool read_motion(const XIRawEvent *raw, struct input_attribution_event *e)
{
    const double *value = raw->raw_values;
    bool moved = false;
    for (int i = 0; i < 2 && i < raw->valuators.mask_len * 8; i++) {
        if (!XIMaskIsSet(raw->valuators.mask, i))
            continue;
        *(i == 0 ? &e->x : &e->y) = *value++;
        moved = true;
    }
    return moved;
}

static bool read_raw(foreign_input *y, const XIRawEvent *raw, guint64 serial, struct input_attribution_event *ret)
{
    *ret = (struct input_attribution_event){.detail = raw->detail, .serial = serial, .device = raw->sourceid};
    switch (raw->evtype) {
    case XI_RawKeyPress:
        ret->kind = INPUT_ATTRIBUTION_KEY_PRESS;
        break;
    case XI_RawKeyRelease:
        ret->kind = INPUT_ATTRIBUTION_KEY_RELEASE;
        break;
    case XI_RawButtonPress:
        ret->kind = INPUT_ATTRIBUTION_BUTTON_PRESS;
        break;
    case XI_RawButtonRelease:
        ret->kind = INPUT_ATTRIBUTION_BUTTON_RELEASE;
        break;
    case XI_RawMotion:
        ret->kind = INPUT_ATTRIBUTION_MOTION;
        if (!read_motion(raw, ret))
            return false;
        break;
    case XI_RawTouchBegin:
        ret->kind = INPUT_ATTRIBUTION_TOUCH;
        break;
    default:
        return false;
    }
    const struct device *d = device_of(y, raw->sourceid);
    ret->xtest = d->xtest;
    ret->absolute = d->absolute;
    ret->scale_x = d->scale_x;
    ret->scale_y = d->scale_y;
    return true;
}

static bool counts(foreign_input *y, const struct input_attribution_event *e, const held *ours)
{
    switch (e->kind) {
    case INPUT_ATTRIBUTION_KEY_RELEASE:
        return held_down(ours, HELD_KEY, e->detail);
    case INPUT_ATTRIBUTION_BUTTON_RELEASE:
        return held_down(ours, HELD_BUTTON, e->detail);
    case INPUT_ATTRIBUTION_BUTTON_PRESS:
    case INPUT_ATTRIBUTION_TOUCH:
        return !own_windows_pointed(y->own);
    case INPUT_ATTRIBUTION_KEY_PRESS:
    case INPUT_ATTRIBUTION_MOTION:
        break;
    }
    return !own_windows_focused(y->own);
}

static char *sentence(const foreign_input *y, const struct input_attribution_event *e, enum input_attribution_who who)
{
    bool keyboard = e->kind == INPUT_ATTRIBUTION_KEY_PRESS || e->kind == INPUT_ATTRIBUTION_KEY_RELEASE;
    const char *what = keyboard ? "keyboard" : e->kind == INPUT_ATTRIBUTION_TOUCH ? "touch screen" : "mouse";
    if (who == INPUT_ATTRIBUTION_FOREIGN)
        return g_strdup_printf("another program used the %s by XTEST (foreign_xtest=ignore in the profile lets it)", what);
    const char *name = y->devices[CLAMP(e->device, 0, DEVICES_MAX - 1)].name;
    return g_strdup_printf("you used the %s: %s", what, name && *name ? name : "an unknown device");
}

gint64 foreign_input_deadline(const foreign_input *y)
{
    return y->roams ? y->roams_us + FOREIGN_INPUT_ROAM_US : G_MAXINT64;
}

/* What is to be said of a mouse that was on its way; NULL = nothing, or not yet. */
static char *roamed(foreign_input *y, bool idle)
{
    if (!y->roams)
        return NULL;
    if (own_windows_pointed(y->own) || own_windows_focused(y->own))
        g_clear_pointer(&y->roams, g_free);
    else if (!idle || g_get_monotonic_time() >= foreign_input_deadline(y))
        return g_steal_pointer(&y->roams);
    return NULL;
}

/* How far the pointer has come since the last motion. */
static void pointer_way(foreign_input *y, int *ret_x, int *ret_y)
{
    int x = y->at_x, top = y->at_y;
    query_pointer(y, &y->at_x, &y->at_y);
    *ret_x = y->at_x - x;
    *ret_y = y->at_y - top;
}

static bool strays(foreign_input *y, const struct input_attribution_event *e)
{
    int across, down;
    pointer_way(y, &across, &down);
    return input_attribution_strays(y->person, e, across, down, g_get_monotonic_time());
}

static bool nearly(double a, double b)
{
    return fabs(a - b) < INPUT_ATTRIBUTION_JIGGLE_PX;
}

/* Xephyr's mouse and VNC servers' say that they report ways, and report places. */
static void mend_way(foreign_input *y, struct input_attribution_event *e)
{
    int across, down;
    if (e->xtest || e->absolute || (nearly(e->x, 0) && nearly(e->y, 0)))
        return;
    pointer_way(y, &across, &down);
    if (!nearly(e->x, y->at_x) || !nearly(e->y, y->at_y))
        return;
    e->x = across;
    e->y = down;
}

/* Events are waiting. When all are read, and one was a motion, the pointer is where that has brought it. */
static bool pending(foreign_input *y, bool *moved)
{
    int at_x, at_y;
    if (XPending(y->dpy) > 0)
        return true;
    if (!*moved)
        return false;
    query_pointer(y, &at_x, &at_y);
    if (XEventsQueued(y->dpy, QueuedAlready) > 0) /* they came before the answer, which may be their doing */
        return true;
    y->at_x = at_x;
    y->at_y = at_y;
    *moved = false;
    return false;
}

char *foreign_input_look(foreign_input *y, const held *ours, bool idle)
{
    char *seen = NULL;
    bool motion = false; /* since the pointer was looked at */
    bool moved = false;  /* one look at the focus for all motions of a turn: a fast mouse reports a thousand a second */
    while (pending(y, &motion)) {
        XEvent event;
        struct input_attribution_event e;
        XNextEvent(y->dpy, &event);
        if (event.type != GenericEvent || event.xcookie.extension != y->opcode || !y->opcode) {
            own_windows_take(y->own, &event);
            if (y->take)
                y->take(&event, y->take_data);
            continue;
        }
        if (!XGetEventData(y->dpy, &event.xcookie))
            continue;
        if (event.xcookie.evtype == XI_HierarchyChanged)
            devices_clear(y);
        bool known = event.xcookie.evtype != XI_HierarchyChanged && read_raw(y, event.xcookie.data, event.xany.serial, &e);
        XFreeEventData(y->dpy, &event.xcookie);
        if (!known || (e.xtest && y->ignore_foreign))
            continue;
        if (e.kind == INPUT_ATTRIBUTION_MOTION && !moved && !seen)
            mend_way(y, &e);
        enum input_attribution_who who = input_attribution_match(y->person, &e, g_get_monotonic_time());
        motion = motion || e.kind == INPUT_ATTRIBUTION_MOTION;
        if (y->watch && who != INPUT_ATTRIBUTION_OURS)
            y->watch(&e, y->watch_data);
        if (y->watch || who == INPUT_ATTRIBUTION_OURS || who == INPUT_ATTRIBUTION_NOISE || seen ||
            (e.kind == INPUT_ATTRIBUTION_MOTION && moved))
            continue;
        if (who == INPUT_ATTRIBUTION_FOREIGN && e.kind == INPUT_ATTRIBUTION_MOTION && !strays(y, &e))
            continue;
        moved = moved || e.kind == INPUT_ATTRIBUTION_MOTION;
        if (!counts(y, &e, ours))
            continue;
        if (e.kind != INPUT_ATTRIBUTION_MOTION || !idle || !own_windows_any(y->own)) {
            seen = sentence(y, &e, who);
        } else if (!y->roams) {
            y->roams = sentence(y, &e, who);
            y->roams_us = g_get_monotonic_time();
        }
    }
    if (!seen)
        seen = roamed(y, idle);
    else
        g_clear_pointer(&y->roams, g_free);
    /* a held key repeats into whatever has the focus */
    if (own_windows_entered(y->own) && !seen && held_count(ours, HELD_KEY) > 0 && own_windows_focused(y->own))
        seen = g_strdup("the focus came to reins' own terminal while a key was held");
    return seen;
}
