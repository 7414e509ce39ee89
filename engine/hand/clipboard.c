#include "engine/hand/clipboard.h"

#include "config/line.h"
#include "engine/display/opening.h"
#include "engine/display/target.h"
#include "engine/display/windows.h"
#include "engine/hand/saved_selection.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define PART_BYTES (128 * 1024) /* more goes in parts (INCR) */
#define QUIET_US 300000 /* a program that pastes asks more than once; it has everything this long after its last request */
#define FIRST_LINE_MS 5000
#define RETURN_US (2 * G_USEC_PER_SEC)
#define RETURN_LOOK_US 5000
#define TAKES 3                           /* another program may take it just then, with something else to save */
#define TRANSFER_US (10 * G_USEC_PER_SEC) /* a requestor that takes no part for this long counts as gone */

/* One answer that goes in parts. */
struct transfer {
    Window requestor;
    Atom property, type;
    int format;
    GBytes *data;
    gsize sent;   /* bytes as Xlib has them */
    guint number; /* of the text that has been pasted when it is over; 0 = none */
    gint64 moved_us;
};

struct clipboard {
    Display *dpy;
    Window own;
    line_stream *line;
    GPtrArray *texts;     /* owned */
    GPtrArray *former;    /* struct saved_selection_part* */
    GPtrArray *transfers; /* struct transfer* */
    Atom selection, targets, timestamp, multiple, utf8, plain, text, incr, atom_pair, save_targets, manager, paste, ready, pasted,
        taking, lent_mark, save, hint;
    Time since;
    guint number;   /* of the text that the answer under way gives to the program; 0 = none, or it is not all */
    guint current;  /* text that is served, from 1; 0 = none yet */
    bool lent;      /* we serve texts; else the former content */
    bool asked_all; /* end-of-file */
    gint64 asked_us;
    bool owner, ending;
};

static void transfer_free(gpointer data)
{
    struct transfer *t = data;
    g_bytes_unref(t->data);
    g_free(t);
}

static Atom atom(struct clipboard *c, const char *name)
{
    return XInternAtom(c->dpy, name, False);
}

static void set_number(struct clipboard *c, Atom name, guint value)
{
    long number = (long)value;
    XChangeProperty(c->dpy, c->own, name, XA_CARDINAL, 32, PropModeReplace, (unsigned char *)&number, 1);
}

static guint get_number(struct clipboard *c, Atom name)
{
    Atom type;
    int format;
    unsigned long n, after;
    unsigned char *data = NULL;
    guint value = 0;
    if (XGetWindowProperty(c->dpy, c->own, name, 0, 1, False, XA_CARDINAL, &type, &format, &n, &after, &data) == Success &&
        n == 1 && format == 32)
        value = (guint) * (const long *)(void *)data;
    if (data)
        XFree(data);
    return value;
}

/* ---- serving ---- */

/* Puts one value where it was asked for, in parts when it is long. */
static void put(struct clipboard *c, Window to, Atom property, Atom type, int format, const void *data, unsigned long n)
{
    gsize bytes = n * saved_selection_item_bytes(format);
    if (bytes <= PART_BYTES) {
        XChangeProperty(c->dpy, to, property, type, format, PropModeReplace, data, (int)n);
        return;
    }
    long size = (long)bytes;
    struct transfer *t = g_new0(struct transfer, 1);
    *t = (struct transfer){
        .requestor = to, .property = property, .type = type, .format = format, .moved_us = g_get_monotonic_time()};
    t->data = g_bytes_new(data, bytes);
    t->number = c->number;
    c->number = 0;
    g_ptr_array_add(c->transfers, t);
    XSelectInput(c->dpy, to, PropertyChangeMask);
    XChangeProperty(c->dpy, to, property, c->incr, 32, PropModeReplace, (unsigned char *)&size, 1);
}

static void go_on(struct clipboard *c, const XPropertyEvent *e)
{
    for (guint i = 0; i < c->transfers->len; i++) {
        struct transfer *t = g_ptr_array_index(c->transfers, i);
        if (t->requestor != e->window || t->property != e->atom)
            continue;
        gsize length, item = saved_selection_item_bytes(t->format);
        const guint8 *data = g_bytes_get_data(t->data, &length);
        gsize part = MIN(length - t->sent, (gsize)PART_BYTES / item * item);
        XChangeProperty(c->dpy, t->requestor, t->property, t->type, t->format, PropModeReplace, data + t->sent,
                        (int)(part / item));
        t->sent += part;
        t->moved_us = g_get_monotonic_time();
        if (part == 0) { /* the empty part was the end */
            XSelectInput(c->dpy, t->requestor, NoEventMask);
            if (t->number)
                set_number(c, c->pasted, t->number);
            g_ptr_array_remove_index(c->transfers, i);
        }
        return;
    }
}

/* Until the first text is to be pasted the former content is served: a shortcut of a moment ago may have asked for that. */
static bool serves_texts(const struct clipboard *c)
{
    return c->lent && c->current > 0;
}

static bool put_targets(struct clipboard *c, Window to, Atom property)
{
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(long));
    const Atom own[] = {c->targets, c->timestamp, c->multiple, c->save_targets};
    const Atom of_text[] = {c->utf8, c->plain, c->text, XA_STRING};
    bool texts = serves_texts(c);
    for (gsize i = 0; i < G_N_ELEMENTS(own); i++)
        g_array_append_vals(all, &(long){(long)own[i]}, 1);
    if (c->lent)
        g_array_append_vals(all, &(long){(long)c->hint}, 1);
    for (gsize i = 0; texts && i < G_N_ELEMENTS(of_text); i++)
        g_array_append_vals(all, &(long){(long)of_text[i]}, 1);
    for (guint i = 0; !texts && i < c->former->len; i++)
        g_array_append_vals(all, &(long){(long)((struct saved_selection_part *)g_ptr_array_index(c->former, i))->target}, 1);
    put(c, to, property, XA_ATOM, 32, all->data, all->len);
    return true;
}

/* Whether this is the program that we paste into, which is the one that has the focus. Clipboard managers ask, too, and keep what
 * they get; not all of them own the managers' selection. Where the server does not say whose a window is, any other counts. */
static bool pastes(struct clipboard *c, Window requestor)
{
    Window manager = XGetSelectionOwner(c->dpy, c->manager), focus = None;
    int revert;
    if (manager != None && windows_same_client(c->dpy, (gint64)manager, (gint64)requestor))
        return false;
    XGetInputFocus(c->dpy, &focus, &revert);
    gint64 program = focus == None || focus == PointerRoot ? 0 : windows_owner(c->dpy, (gint64)focus);
    gint64 asks = windows_owner(c->dpy, (gint64)requestor);
    return program == 0 || asks == 0 || program == asks;
}

static bool put_text(struct clipboard *c, Window to, Atom property, Atom target)
{
    if (target != c->utf8 && target != c->plain && target != c->text && target != XA_STRING)
        return false;
    if (!pastes(c, to))
        return false;
    const char *text = g_ptr_array_index(c->texts, c->current - 1);
    g_autofree char *latin = NULL;
    gsize n = strlen(text);
    if (target == XA_STRING) { /* ISO Latin 1; what it lacks becomes a question mark: nobody asks for it who can have UTF-8 */
        latin = g_convert_with_fallback(text, -1, "ISO-8859-1", "UTF-8", "?", NULL, &n, NULL);
        if (!latin)
            return false;
    }
    c->number = c->current;
    set_number(c, c->taking, c->number);
    put(c, to, property, target == c->text ? c->utf8 : target, 8, latin ? latin : text, n);
    return true;
}

static bool convert(struct clipboard *c, Window to, Atom property, Atom target)
{
    if (target == c->targets)
        return put_targets(c, to, property);
    if (target == c->timestamp) {
        XChangeProperty(c->dpy, to, property, XA_INTEGER, 32, PropModeReplace, (unsigned char *)&(long){(long)c->since}, 1);
        return true;
    }
    if (target == c->save_targets) {
        XChangeProperty(c->dpy, to, property, atom(c, "NULL"), 32, PropModeReplace, NULL, 0);
        return true;
    }
    if (c->lent && target == c->hint) {
        put(c, to, property, XA_STRING, 8, "secret", 6);
        return true;
    }
    if (serves_texts(c))
        return put_text(c, to, property, target);
    for (guint i = 0; i < c->former->len; i++) {
        const struct saved_selection_part *p = g_ptr_array_index(c->former, i);
        if (p->target != target)
            continue;
        put(c, to, property, p->type, p->format, p->data, p->n);
        return true;
    }
    return false;
}

/* Pairs of target and property; what cannot be had has None in its property's place. */
static bool convert_many(struct clipboard *c, Window to, Atom property)
{
    Atom type;
    int format;
    unsigned long n, after;
    unsigned char *data = NULL;
    if (property == None ||
        XGetWindowProperty(c->dpy, to, property, 0, 1024, False, c->atom_pair, &type, &format, &n, &after, &data) != Success)
        return false;
    long *pairs = (long *)(void *)data;
    bool fits = type == c->atom_pair && format == 32 && data;
    for (unsigned long i = 0; fits && i + 1 < n; i += 2)
        if ((Atom)pairs[i] == c->multiple || !convert(c, to, (Atom)pairs[i + 1], (Atom)pairs[i]))
            pairs[i + 1] = None;
    if (fits)
        XChangeProperty(c->dpy, to, property, c->atom_pair, 32, PropModeReplace, data, (int)n);
    if (data)
        XFree(data);
    return fits;
}

static void answer(struct clipboard *c, const XSelectionRequestEvent *r)
{
    Atom property = r->property != None ? r->property : r->target; /* an old client gives none */
    bool done =
        r->target == c->multiple ? convert_many(c, r->requestor, r->property) : convert(c, r->requestor, property, r->target);
    XEvent e = {.xselection = {.type = SelectionNotify,
                               .requestor = r->requestor,
                               .selection = r->selection,
                               .target = r->target,
                               .property = done ? property : None,
                               .time = r->time}};
    if (pastes(c, r->requestor)) /* whoever keeps asking beside it does not keep us from giving back */
        c->asked_us = g_get_monotonic_time();
    XSendEvent(c->dpy, r->requestor, False, NoEventMask, &e);
    if (c->number) /* after the answer: what is pressed next must not overtake it */
        set_number(c, c->pasted, c->number);
    c->number = 0;
}

/* ---- taking and restoring the selection ---- */

/* The server's time now: what a change of a property of ours says. */
static Time server_time(struct clipboard *c)
{
    XEvent e;
    Atom name = atom(c, "_REINS_TIME");
    XChangeProperty(c->dpy, c->own, name, XA_INTEGER, 32, PropModeAppend, NULL, 0);
    do
        XWindowEvent(c->dpy, c->own, PropertyChangeMask, &e);
    while (e.xproperty.atom != name);
    return e.xproperty.time;
}

static bool take_at(struct clipboard *c, Time now)
{
    c->since = now;
    XSetSelectionOwner(c->dpy, c->selection, c->own, c->since);
    c->owner = XGetSelectionOwner(c->dpy, c->selection) == c->own;
    return c->owner;
}

/* A clipboard manager gets the former content, too. */
static void offer_to_manager(struct clipboard *c)
{
    g_autoptr(GArray) forms = g_array_new(FALSE, FALSE, sizeof(long));
    if (XGetSelectionOwner(c->dpy, c->manager) == None || c->selection != atom(c, "CLIPBOARD"))
        return;
    for (guint i = 0; i < c->former->len; i++)
        g_array_append_vals(forms, &(long){(long)((struct saved_selection_part *)g_ptr_array_index(c->former, i))->target}, 1);
    XChangeProperty(c->dpy, c->own, c->save, XA_ATOM, 32, PropModeReplace, (unsigned char *)forms->data, (int)forms->len);
    XConvertSelection(c->dpy, c->manager, c->save_targets, c->save, c->own, c->since);
}

/* The former content in the text's place, with a time of its own, so that whoever keeps copies sees that it is another. With the
 * server held: what somebody copies at this moment stays, and the next process of ours finds either a text or what was before. */
static void give_back(struct clipboard *c)
{
    Time now = server_time(c);
    c->lent = false;
    XGrabServer(c->dpy);
    c->owner = XGetSelectionOwner(c->dpy, c->selection) == c->own;
    if (c->owner && c->former->len == 0)
        XSetSelectionOwner(c->dpy, c->selection, None, now);
    else if (c->owner)
        take_at(c, now);
    XDeleteProperty(c->dpy, c->own, c->lent_mark);
    XUngrabServer(c->dpy);
    XFlush(c->dpy);
    c->ending = !c->owner || c->former->len == 0;
    if (!c->ending)
        offer_to_manager(c);
}

static void take_event(struct clipboard *c, const XEvent *e)
{
    if (e->type == SelectionRequest) {
        answer(c, &e->xselectionrequest);
    } else if (e->type == SelectionClear && e->xselectionclear.selection == c->selection) {
        if (XGetSelectionOwner(c->dpy, c->selection) != c->own)
            c->owner = false; /* somebody has copied something: that is what it holds now */
    } else if (e->type == SelectionNotify && e->xselection.target == c->save_targets && e->xselection.property != None) {
        c->ending = true; /* the manager has it all */
    } else if (e->type == PropertyNotify && e->xproperty.window == c->own) {
        guint wanted = e->xproperty.atom == c->paste && e->xproperty.state == PropertyNewValue ? get_number(c, c->paste) : 0;
        if (wanted && wanted <= c->texts->len && c->lent && c->owner) {
            c->current = wanted;
            set_number(c, c->ready, wanted);
        }
    } else if (e->type == PropertyNotify && e->xproperty.state == PropertyDelete) {
        go_on(c, &e->xproperty);
    }
}

/* ---- the process ---- */

static void drop_old_transfers(struct clipboard *c, gint64 now)
{
    for (guint i = c->transfers->len; i-- > 0;)
        if (now - ((struct transfer *)g_ptr_array_index(c->transfers, i))->moved_us > TRANSFER_US)
            g_ptr_array_remove_index(c->transfers, i);
}

/* Nothing is said to us any more: the line only tells when it ends. */
static void ignore_line(const char *line, gsize length, void *data)
{
    (void)line;
    (void)length;
    (void)data;
}

static int wait_ms(const struct clipboard *c, gint64 now)
{
    gint64 until = c->lent && c->asked_all ? c->asked_us + QUIET_US : G_MAXINT64;
    if (c->transfers->len)
        until = MIN(until, now + G_USEC_PER_SEC);
    return until == G_MAXINT64 ? -1 : (int)(MAX(until - now, 0) / 1000) + 1;
}

static void loop(struct clipboard *c)
{
    while (!c->ending && (c->owner || c->transfers->len)) {
        for (XEvent e; XPending(c->dpy) > 0;) {
            XNextEvent(c->dpy, &e);
            take_event(c, &e);
        }
        /* XPending() has flushed. XFlush() would read, too, and what it reads then wakes nobody: a question would wait unseen. */
        gint64 now = g_get_monotonic_time();
        drop_old_transfers(c, now);
        if (c->lent && c->asked_all && !c->transfers->len && now - c->asked_us >= QUIET_US) {
            give_back(c);
            continue;
        }
        if (c->ending || (!c->owner && !c->transfers->len))
            break;
        struct pollfd p[] = {{.fd = ConnectionNumber(c->dpy), .events = POLLIN},
                             {.fd = c->asked_all ? -1 : line_stream_fd(c->line), .events = POLLIN}};
        if (poll(p, G_N_ELEMENTS(p), wait_ms(c, now)) < 0 && errno != EINTR)
            break;
        if (!c->asked_all && p[1].revents && !line_stream_pump(c->line, ignore_line, c)) {
            c->asked_all = true;
            c->asked_us = MAX(c->asked_us, g_get_monotonic_time() - QUIET_US / 2); /* one that is late may still ask */
        }
    }
}

/* It outlives its parent: whoever reads the parent's output must not wait for us, and no terminal's end is ours. */
static void stand_alone(void)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    setsid();
    if (null < 0 || dup2(null, STDOUT_FILENO) < 0 || dup2(null, STDERR_FILENO) < 0 || chdir("/") < 0)
        return;
    close(null);
}

static void first_line(const char *line, gsize length, void *data)
{
    struct clipboard *c = data;
    if (line && !c->texts)
        c->texts = clipboard_request_from_json(line, length, NULL);
}

static bool read_texts(struct clipboard *c)
{
    struct pollfd p = {.fd = line_stream_fd(c->line), .events = POLLIN};
    while (!c->texts && poll(&p, 1, FIRST_LINE_MS) > 0 && line_stream_pump(c->line, first_line, c)) {
    }
    return c->texts && c->texts->len > 0;
}

static int gone(Display *dpy)
{
    (void)dpy;
    _exit(3);
}

static void open_atoms(struct clipboard *c, const char *selection)
{
    const struct {
        Atom *atom;
        const char *name;
    } names[] = {{&c->selection, selection},
                 {&c->targets, "TARGETS"},
                 {&c->timestamp, "TIMESTAMP"},
                 {&c->multiple, "MULTIPLE"},
                 {&c->utf8, "UTF8_STRING"},
                 {&c->plain, "text/plain;charset=utf-8"},
                 {&c->text, "TEXT"},
                 {&c->incr, "INCR"},
                 {&c->atom_pair, "ATOM_PAIR"},
                 {&c->save_targets, "SAVE_TARGETS"},
                 {&c->manager, "CLIPBOARD_MANAGER"},
                 {&c->paste, CLIPBOARD_PASTE},
                 {&c->ready, CLIPBOARD_READY},
                 {&c->lent_mark, "_REINS_LENT"},
                 {&c->save, "_REINS_SAVE"},
                 {&c->hint, "x-kde-passwordManagerHint"},
                 {&c->taking, CLIPBOARD_TAKING},
                 {&c->pasted, CLIPBOARD_PASTED}};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        *names[i].atom = atom(c, names[i].name);
}

/* A process of ours that has not given back yet has a text in it that is nobody's: what it holds then is what is to be saved. */
static bool await_return(struct clipboard *c)
{
    gint64 until = g_get_monotonic_time() + RETURN_US;
    for (;;) {
        Window owner = XGetSelectionOwner(c->dpy, c->selection);
        Atom type = None;
        int format;
        unsigned long n, after;
        unsigned char *data = NULL;
        if (owner != None &&
            XGetWindowProperty(c->dpy, owner, c->lent_mark, 0, 1, False, AnyPropertyType, &type, &format, &n, &after, &data) ==
                Success &&
            data)
            XFree(data);
        if (owner == None || type == None)
            return true;
        if (g_get_monotonic_time() >= until)
            return false;
        g_usleep(RETURN_LOOK_US);
    }
}

/* Saves what it holds and takes it. False: not ours; *ret_why says why, NULL = another has taken it meanwhile. Caller frees. */
static bool save_and_take(struct clipboard *c, char **ret_why)
{
    Window owner = XGetSelectionOwner(c->dpy, c->selection);
    g_clear_pointer(&c->former, g_ptr_array_unref);
    c->former = saved_selection_save(c->dpy, c->own, c->selection, ret_why);
    set_number(c, c->lent_mark, 1);
    Time now = server_time(c);
    XGrabServer(c->dpy); /* what has been copied since it was saved must not be lost */
    bool same = XGetSelectionOwner(c->dpy, c->selection) == owner;
    bool taken = same && c->former && take_at(c, now);
    XUngrabServer(c->dpy);
    XFlush(c->dpy);
    if (!same) /* and whoever was asked may have gone */
        g_clear_pointer(ret_why, g_free);
    return taken;
}

/* NULL: it is ours; else a sentence, caller frees. */
static char *open_all(struct clipboard *c, const char *display, const char *selection)
{
    char *why = NULL;
    g_auto(display_target) target = {0};
    c->dpy = display_target_read(display, &target, NULL) && target.name ? display_open(target.name) : NULL;
    if (!c->dpy)
        return g_strdup_printf("the display %s cannot be opened", display);
    windows_trap_errors();
    XSetIOErrorHandler(gone);
    open_atoms(c, selection);
    c->own = XCreateSimpleWindow(c->dpy, DefaultRootWindow(c->dpy), -1, -1, 1, 1, 0, 0, 0);
    XSelectInput(c->dpy, c->own, PropertyChangeMask);
    bool taken = false;
    for (int i = 0; i < TAKES && !taken && !why; i++) {
        if (!await_return(c))
            return g_strdup("an earlier paste is still being taken");
        taken = save_and_take(c, &why);
    }
    c->lent = taken;
    c->asked_us = g_get_monotonic_time();
    return taken ? NULL : why ? why : g_strdup("other programs keep taking the clipboard at this moment");
}

int clipboard_main(int argc, char **argv)
{
    const char *display = NULL, *selection = "CLIPBOARD";
    struct clipboard c = {.line = line_stream_new(STDIN_FILENO, STDIN_FILENO)};
    for (int i = 1; i + 1 < argc; i += 2) {
        if (g_str_equal(argv[i], "--display"))
            display = argv[i + 1];
        else if (g_str_equal(argv[i], "--selection"))
            selection = argv[i + 1];
    }
    stand_alone();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, SIG_IGN); /* Ctrl-C ends reins do; what it has borrowed is given back all the same */
    signal(SIGHUP, SIG_IGN);
    c.transfers = g_ptr_array_new_with_free_func(transfer_free);
    g_autofree char *why = !display          ? g_strdup("usage: reins clipboard --display :N (started by reins itself)")
                           : !read_texts(&c) ? g_strdup("it was not said what is to be pasted")
                                             : open_all(&c, display, selection);
    g_autofree char *said = clipboard_answer_to_json((gint64)c.own, why);
    line_stream_send(c.line, said);
    line_stream_flush(c.line, 500);
    if (!why)
        loop(&c);
    if (c.dpy)
        XCloseDisplay(c.dpy);
    line_stream_free(c.line);
    g_ptr_array_unref(c.transfers);
    g_clear_pointer(&c.former, g_ptr_array_unref);
    g_clear_pointer(&c.texts, g_ptr_array_unref);
    return why ? 1 : 0;
}
