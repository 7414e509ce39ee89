#include "engine/hand/saved_selection.h"

#include "engine/display/windows.h"

#include <X11/Xatom.h>
#include <poll.h>
#include <string.h>

#define PART_LONGS (256 * 1024) /* of one XGetWindowProperty, in units of 4 bytes */

struct saving {
    Display *dpy;
    Window own;
    Atom selection, property, incr;
    gsize bytes;     /* so far */
    gint64 until_us; /* of all of it */
    bool too_much;
};

gsize saved_selection_item_bytes(int format)
{
    return format == 32 ? sizeof(long) : format == 16 ? sizeof(short) : 1;
}

static void part_free(gpointer data)
{
    struct saved_selection_part *p = data;
    g_free(p->data);
    g_free(p);
}

struct wanted {
    Window own;
    int type;
    Atom atom;
};

static Bool is_wanted(Display *dpy, XEvent *e, XPointer data)
{
    const struct wanted *w = (const struct wanted *)(void *)data;
    (void)dpy;
    if (e->type != w->type)
        return False;
    if (e->type == SelectionNotify)
        return e->xselection.requestor == w->own && e->xselection.target == w->atom;
    return e->xproperty.window == w->own && e->xproperty.atom == w->atom && e->xproperty.state == PropertyNewValue;
}

/* False: it did not come in time. */
static bool await(Display *dpy, const struct wanted *w, gint64 at_most_us, XEvent *ret_event)
{
    gint64 until = MIN(g_get_monotonic_time() + SAVED_SELECTION_WAIT_MS * 1000, at_most_us);
    while (!XCheckIfEvent(dpy, ret_event, is_wanted, (XPointer)(void *)w)) {
        gint64 left = until - g_get_monotonic_time();
        struct pollfd p = {.fd = ConnectionNumber(dpy), .events = POLLIN};
        if (left <= 0)
            return false;
        poll(&p, 1, (int)(left / 1000) + 1);
    }
    return true;
}

/* Adds what the property has to `out`, and removes it. False: more than may be saved, or not readable. */
static bool take_property(struct saving *s, GByteArray *out, Atom *ret_type, int *ret_format)
{
    unsigned long n, after = 1;
    for (long offset = 0; after > 0; offset += PART_LONGS) {
        unsigned char *data = NULL;
        if (XGetWindowProperty(s->dpy, s->own, s->property, offset, PART_LONGS, False, AnyPropertyType, ret_type, ret_format, &n,
                               &after, &data) != Success)
            return false;
        s->bytes += n * (gsize)(*ret_format / 8);
        if (n > 0 && s->bytes <= SAVED_SELECTION_BYTES_MAX)
            g_byte_array_append(out, data, (guint)(n * saved_selection_item_bytes(*ret_format)));
        XFree(data);
        s->too_much = s->bytes + after > SAVED_SELECTION_BYTES_MAX;
        if (s->too_much)
            return false;
    }
    XDeleteProperty(s->dpy, s->own, s->property);
    XFlush(s->dpy);
    return true;
}

/* Whether an owner that gives it in parts announces more than may be saved (ICCCM 2.7.2: at least so many bytes). */
static bool is_announced_too_much(const struct saving *s, const GByteArray *announced)
{
    const gsize least = announced->len >= sizeof(long) ? (guint32)(*(const long *)(const void *)announced->data) : 0;
    return s->bytes + least > SAVED_SELECTION_BYTES_MAX;
}

/* What comes in parts: each is announced by the property's new value, an empty one is the end. */
static bool take_incremental(struct saving *s, GByteArray *out, Atom *ret_type, int *ret_format)
{
    const struct wanted more = {s->own, PropertyNotify, s->property};
    XEvent e;
    for (;;) {
        guint before = out->len;
        Atom type;
        int format;
        if (!await(s->dpy, &more, s->until_us, &e) || !take_property(s, out, &type, &format))
            return false;
        if (type == None) /* a value that we have taken already */
            continue;
        *ret_type = type;
        *ret_format = format;
        if (out->len == before)
            return true;
    }
}

/* What only names something that lives and dies with its owner cannot be kept. */
static bool is_resource(Atom type)
{
    static const Atom types[] = {XA_PIXMAP, XA_BITMAP, XA_DRAWABLE, XA_WINDOW, XA_COLORMAP, XA_CURSOR, XA_FONT};
    for (gsize i = 0; i < G_N_ELEMENTS(types); i++)
        if (type == types[i])
            return true;
    return false;
}

enum got { GOT_IT, GOT_REFUSED, GOT_NOTHING };

/* One form of it. REFUSED: the owner says that it does not have it. */
static enum got ask(struct saving *s, Atom target, struct saved_selection_part **ret_part)
{
    const struct wanted answer = {s->own, SelectionNotify, target};
    XEvent e;
    while (XCheckTypedWindowEvent(s->dpy, s->own, PropertyNotify, &e)) {
    }
    XDeleteProperty(s->dpy, s->own, s->property);
    XConvertSelection(s->dpy, s->selection, target, s->property, s->own, CurrentTime);
    XFlush(s->dpy);
    if (!await(s->dpy, &answer, s->until_us, &e))
        return GOT_NOTHING;
    if (e.xselection.property == None)
        return GOT_REFUSED;
    while (XCheckTypedWindowEvent(s->dpy, s->own, PropertyNotify, &e)) {
    }
    g_autoptr(GByteArray) data = g_byte_array_new();
    Atom type = None;
    int format = 0;
    if (!take_property(s, data, &type, &format))
        return GOT_NOTHING;
    if (type == s->incr) {
        s->bytes -= 4;
        s->too_much = is_announced_too_much(s, data);
        g_byte_array_set_size(data, 0);
        if (s->too_much || !take_incremental(s, data, &type, &format))
            return GOT_NOTHING;
    }
    if (type == None || format == 0 || is_resource(type))
        return GOT_REFUSED;
    struct saved_selection_part *p = g_new0(struct saved_selection_part, 1);
    *p = (struct saved_selection_part){.target = target, .type = type, .format = format};
    p->n = data->len / saved_selection_item_bytes(format);
    p->data = g_byte_array_free(g_steal_pointer(&data), FALSE);
    *ret_part = p;
    return GOT_IT;
}

/* Not content, but what an owner is asked to say or do. */
static bool is_content(Display *dpy, Atom target)
{
    static const char *const others[] = {"TARGETS", "MULTIPLE",         "TIMESTAMP",      "SAVE_TARGETS",
                                         "DELETE",  "INSERT_SELECTION", "INSERT_PROPERTY"};
    for (gsize i = 0; i < G_N_ELEMENTS(others); i++)
        if (target == XInternAtom(dpy, others[i], False))
            return false;
    return target != None;
}

static char *too_much_or_silent(const struct saving *s)
{
    return s->too_much ? g_strdup_printf("what the clipboard has is more than the %d MiB that are saved",
                                         SAVED_SELECTION_BYTES_MAX / 1024 / 1024)
                       : g_strdup("the program that owns the clipboard does not give its content");
}

GPtrArray *saved_selection_save(Display *dpy, Window own, Atom selection, char **ret_why)
{
    struct saving s = {.dpy = dpy,
                       .own = own,
                       .selection = selection,
                       .until_us = g_get_monotonic_time() + SAVED_SELECTION_ALL_MS * G_TIME_SPAN_MILLISECOND};
    g_autoptr(GPtrArray) parts = g_ptr_array_new_with_free_func(part_free);
    struct saved_selection_part *list = NULL;
    s.property = XInternAtom(dpy, "_REINS_FORMER", False);
    s.incr = XInternAtom(dpy, "INCR", False);
    *ret_why = NULL;
    if (XGetSelectionOwner(dpy, selection) == None)
        return g_steal_pointer(&parts);
    Atom simple[] = {XInternAtom(dpy, "UTF8_STRING", False), XA_STRING};
    enum got got = ask(&s, XInternAtom(dpy, "TARGETS", False), &list);
    bool listed = got == GOT_IT && list->format == 32;
    const long *targets = listed ? (const long *)(void *)list->data : NULL;
    unsigned long n = listed ? list->n : G_N_ELEMENTS(simple);
    if (n > SAVED_SELECTION_FORMS_MAX) {
        s.too_much = true;
        got = GOT_NOTHING;
    }
    for (unsigned long i = 0; got != GOT_NOTHING && i < n; i++) {
        Atom target = listed ? (Atom)targets[i] : simple[i];
        struct saved_selection_part *p = NULL;
        if (!is_content(dpy, target))
            continue;
        got = ask(&s, target, &p);
        if (got == GOT_IT)
            g_ptr_array_add(parts, p);
    }
    if (list)
        part_free(list);
    if (got != GOT_NOTHING)
        return g_steal_pointer(&parts);
    *ret_why = too_much_or_silent(&s);
    return NULL;
}
