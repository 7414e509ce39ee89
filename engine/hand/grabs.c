#include "engine/hand/grabs.h"

#include "engine/display/display_x11.h"
#include "engine/display/opening.h"
#include "engine/display/windows.h"
#include "engine/display/proc.h"
#include "engine/hand/xtest.h"

#include <X11/Xproto.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/record.h>
#include <poll.h>
#include <string.h>

#define ANSWER_MS 1000 /* for one round trip: the server itself ends the recording */
#define XI2_EVTYPE 8   /* byte offsets of type, device and detail in an XI2 event (XI2proto.h, xXIDeviceEvent) */
#define XI2_DEVICE 10
#define XI2_DETAIL 16
#define MASTER_POINTER 2 /* ids of the two master devices that every server has */
#define MASTER_KEYBOARD 3

struct seat {
    gint64 free_us;   /* when it was last seen free; 0 = it was grabbed since, and not by a key of ours */
    gint64 looked_us; /* when it was last seen grabbed */
    bool ours;        /* a key that we pressed made the grab (a passive grab) */
    bool asked;       /* the server was asked who has the grab; the answer is in `by` */
    struct grabber by;
};

struct grabs {
    Display *dpy;   /* borrowed */
    keymap *keymap; /* borrowed */
    ledger *ledger; /* borrowed */
    Window never_mapped;
    struct seat seats[GRABS_DEVICES];
    int sources[GRABS_DEVICES]; /* the devices that send XTEST's events; 0 = not looked for yet, -1 = not found */
};

static const int masters[GRABS_DEVICES] = {[GRABS_KEYBOARD] = MASTER_KEYBOARD, [GRABS_POINTER] = MASTER_POINTER};

grabs *grabs_new(Display *dpy, keymap *k, ledger *l)
{
    grabs *g = g_new0(grabs, 1);
    g->dpy = dpy;
    g->keymap = k;
    g->ledger = l;
    g->never_mapped = XCreateWindow(dpy, DefaultRootWindow(dpy), -1, -1, 1, 1, 0, 0, InputOnly, CopyFromParent, 0, NULL);
    return g;
}

void grabs_free(grabs *g)
{
    if (!g)
        return;
    XDestroyWindow(g->dpy, g->never_mapped);
    g_free(g);
}

/* ---- is a device grabbed? ---- */

static bool has_class(const XIDeviceInfo *device, int type)
{
    for (int i = 0; i < device->num_classes; i++)
        if (device->classes[i]->type == type)
            return true;
    return false;
}

/* The first XTEST device is the one that the server itself made. */
static int find_source(Display *dpy, enum grabs_device d)
{
    int n = 0, found = -1;
    XIDeviceInfo *list = XIQueryDevice(dpy, XIAllDevices, &n);
    for (int i = 0; list && i < n && found < 0; i++) {
        bool slave = list[i].use != XIMasterKeyboard && list[i].use != XIMasterPointer;
        if (slave && has_class(&list[i], d == GRABS_KEYBOARD ? XIKeyClass : XIButtonClass) &&
            xtest_is_device(dpy, list[i].deviceid))
            found = list[i].deviceid;
    }
    if (list)
        XIFreeDeviceInfo(list);
    return found;
}

/* What we press does not reach the master device: our XTEST device is grabbed alone, or was detached from its master. */
static bool is_diverted(grabs *g, enum grabs_device d)
{
    int n = 0;
    if (g->sources[d] == 0)
        g->sources[d] = find_source(g->dpy, d);
    XIDeviceInfo *device = g->sources[d] > 0 ? XIQueryDevice(g->dpy, g->sources[d], &n) : NULL;
    bool elsewhere = device && n == 1 && device->attachment != masters[d];
    if (device)
        XIFreeDeviceInfo(device);
    windows_error(g->dpy);
    return elsewhere;
}

static bool is_grabbed(grabs *g, enum grabs_device d)
{
    if (is_diverted(g, d))
        return true;
    int answer = d == GRABS_KEYBOARD
                     ? XGrabKeyboard(g->dpy, g->never_mapped, False, GrabModeAsync, GrabModeAsync, CurrentTime)
                     : XGrabPointer(g->dpy, g->never_mapped, False, 0, GrabModeAsync, GrabModeAsync, None, None, CurrentTime);
    if (answer == GrabSuccess && d == GRABS_KEYBOARD) /* a server that grants a grab for a window that is not mapped */
        XUngrabKeyboard(g->dpy, CurrentTime);
    else if (answer == GrabSuccess)
        XUngrabPointer(g->dpy, CurrentTime);
    return answer == AlreadyGrabbed;
}

static bool any_down(grabs *g, enum grabs_device d)
{
    guint8 down[32], any = 0;
    if (d == GRABS_POINTER)
        return display_x11_pointer(g->dpy, NULL, NULL) != 0;
    xtest_keys_down(g->dpy, down);
    for (int i = 0; i < 32; i++)
        any |= down[i];
    return any != 0;
}

enum grabs_says grabs_look(grabs *g, enum grabs_device d, bool fresh, gint64 now_us, struct grabber *ret_by)
{
    struct seat *s = &g->seats[d];
    if (!fresh && s->free_us && now_us - s->free_us < GRABS_LOOK_US)
        return GRABS_FREE;
    if (!is_grabbed(g, d)) {
        *s = (struct seat){.free_us = now_us};
        return GRABS_FREE;
    }
    if ((s->ours || d == GRABS_POINTER) && any_down(g, d))
        return GRABS_FREE;
    bool known = s->asked && now_us - s->looked_us < GRABS_WHO_US;
    s->free_us = 0;
    s->ours = false;
    s->asked = known;
    s->looked_us = now_us;
    *ret_by = s->by;
    return known ? GRABS_TAKEN : GRABS_UNASKED;
}

void grabs_key_pressed(grabs *g)
{
    struct seat *s = &g->seats[GRABS_KEYBOARD];
    if (s->free_us && !s->ours)
        s->ours = is_grabbed(g, GRABS_KEYBOARD);
}

/* ---- who has grabbed it? ---- */

struct told {
    enum grabs_device device;
    int keycode;
    int source; /* the device that a grabbed event names as its source */
    XID client; /* resource base of the client that got the event; None = no client got it */
    bool begun, over;
};

static guint16 word_at(const unsigned char *event, int at)
{
    guint16 word;
    memcpy(&word, event + at, sizeof word);
    return word;
}

/* A client that selects raw events, or single devices, also gets events of a grabbed device. So only events of the master count.
 */
static bool is_it(const struct told *t, const unsigned char *event, gsize length)
{
    int type = event[0] & 0x7f;
    bool key = t->device == GRABS_KEYBOARD;
    if (length < 32)
        return false;
    if (type != GenericEvent)
        return key ? type == KeyPress && event[1] == t->keycode : type == MotionNotify;
    int xi2 = word_at(event, XI2_EVTYPE), device = word_at(event, XI2_DEVICE);
    if (key)
        return xi2 == XI_KeyPress && device == t->source && word_at(event, XI2_DETAIL) == t->keycode;
    return xi2 == XI_Motion && device == t->source;
}

static void take(XPointer data, XRecordInterceptData *d)
{
    struct told *t = (struct told *)(void *)data;
    if (d->category == XRecordFromServer && t->client == None && is_it(t, d->data, d->data_len * 4))
        t->client = d->id_base;
    t->begun = t->begun || d->category == XRecordStartOfData;
    t->over = t->over || d->category == XRecordEndOfData;
    XRecordFreeData(d);
}

/* A keycode without a symbol in any group; 0 = there is none. */
static int silent_keycode(grabs *g)
{
    int codes[256], n = keymap_spare(g->keymap, codes, G_N_ELEMENTS(codes)), width;
    n = keymap_not_in_use(g->keymap, codes, n);
    for (int i = 0; i < n; i++) {
        KeySym *symbols = XGetKeyboardMapping(g->dpy, (KeyCode)codes[i], 1, &width);
        bool silent = symbols != NULL;
        for (int s = 0; silent && s < width; s++)
            silent = symbols[s] == NoSymbol;
        if (symbols)
            XFree(symbols);
        if (silent)
            return codes[i];
    }
    return 0;
}

/* Moves the pointer by one pixel and back. Both motions are relative: their sum is zero for a program that takes relative
 * motion. */
static void send_it(grabs *g, const struct told *t)
{
    if (t->device == GRABS_POINTER) {
        int x;
        display_x11_pointer(g->dpy, &x, NULL);
        int way = x > 0 ? -1 : 1; /* away from the left edge, where the motion would be cut */
        xtest_move_by(g->dpy, way, 0);
        xtest_move_by(g->dpy, -way, 0);
    } else if (ledger_key(g->ledger, t->keycode, true)) {
        xtest_key(g->dpy, t->keycode, true);
        xtest_key(g->dpy, t->keycode, false);
        XSync(g->dpy, False);
        ledger_key(g->ledger, t->keycode, false);
    }
}

static void listen_until(Display *data, const bool *done)
{
    gint64 until_us = g_get_monotonic_time() + ANSWER_MS * 1000;
    for (gint64 now_us; !*done && (now_us = g_get_monotonic_time()) < until_us;) {
        struct pollfd p = {.fd = ConnectionNumber(data), .events = POLLIN};
        poll(&p, 1, (int)((until_us - now_us) / 1000) + 1);
        XRecordProcessReplies(data);
    }
}

static void record(grabs *g, Display *data, struct told *t)
{
    XRecordRange *range = XRecordAllocRange();
    if (!range)
        return;
    range->delivered_events.first = KeyPress;
    range->delivered_events.last = GenericEvent;
    XRecordClientSpec all = XRecordAllClients;
    XRecordContext context = XRecordCreateContext(g->dpy, 0, &all, 1, &range, 1);
    XSync(g->dpy, False); /* the context must exist before the other connection uses it */
    if (context && XRecordEnableContextAsync(data, context, take, (XPointer)t)) {
        XFlush(data);
        listen_until(data, &t->begun);
        send_it(g, t);
        XRecordDisableContext(g->dpy, context);
        XRecordFreeContext(g->dpy, context);
        XSync(g->dpy, False);
        listen_until(data, &t->over);
    }
    XFree(range);
}

static XID find_client(grabs *g, enum grabs_device d)
{
    int event, error, major, minor;
    struct told t = {.device = d, .keycode = d == GRABS_KEYBOARD ? silent_keycode(g) : 0};
    t.source = is_diverted(g, d) ? g->sources[d] : masters[d];
    if (d == GRABS_KEYBOARD && t.keycode == 0) /* a text in progress uses all of them: the earlier answer holds */
        return (XID)g->seats[d].by.client;
    if (!XQueryExtension(g->dpy, "RECORD", &major, &event, &error) || !XRecordQueryVersion(g->dpy, &major, &minor))
        return None;
    Display *data = display_open(DisplayString(g->dpy));
    if (data) {
        record(g, data, &t);
        XCloseDisplay(data);
    }
    windows_error(g->dpy);
    return t.client;
}

void grabs_ask(grabs *g, enum grabs_device d, gint64 now_us)
{
    struct seat *s = &g->seats[d];
    XID client = find_client(g, d);
    s->by = (struct grabber){.client = (gint64)client, .pid = client ? MAX(windows_owner(g->dpy, (gint64)client), 0) : 0};
    s->asked = true;
    s->looked_us = now_us;
}
