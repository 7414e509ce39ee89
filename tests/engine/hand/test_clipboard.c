/* Pasting, whole: `reins do key.paste` into a program of ours that pastes, with the clipboard in another one's hands before. */
#include "engine/display/windows.h"
#include "engine/hand/saved_selection.h"
#include "tests/helper/xvfb.h"

#include <X11/Xatom.h>
#include <X11/Xutil.h>
#include <X11/keysym.h>
#include <glib.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#define LONG_BYTES (5 * 1024 * 1024)
#define PART 60000

static struct xvfb x;

/* ---- an owner: three forms, one of them long; or one that answers nothing ---- */

static guint8 *long_value(void)
{
    guint8 *value = g_malloc(LONG_BYTES);
    for (gsize i = 0; i < LONG_BYTES; i++)
        value[i] = (guint8)((i * 2654435761u) >> 13);
    return value;
}

static void notify(Display *dpy, const XSelectionRequestEvent *r, Atom property)
{
    XEvent e = {.xselection = {.type = SelectionNotify,
                               .requestor = r->requestor,
                               .selection = r->selection,
                               .target = r->target,
                               .property = property,
                               .time = r->time}};
    XSendEvent(dpy, r->requestor, False, NoEventMask, &e);
    XFlush(dpy);
}

static void send_long(Display *dpy, const XSelectionRequestEvent *r)
{
    g_autofree guint8 *value = long_value();
    long size = LONG_BYTES;
    XSelectInput(dpy, r->requestor, PropertyChangeMask);
    XChangeProperty(dpy, r->requestor, r->property, XInternAtom(dpy, "INCR", False), 32, PropModeReplace, (guint8 *)&size, 1);
    notify(dpy, r, r->property);
    for (gsize sent = 0, part = 1; part > 0;) {
        XEvent e;
        XWindowEvent(dpy, r->requestor, PropertyChangeMask, &e);
        if (e.xproperty.atom != r->property || e.xproperty.state != PropertyDelete)
            continue;
        part = MIN((gsize)PART, LONG_BYTES - sent);
        XChangeProperty(dpy, r->requestor, r->property, XInternAtom(dpy, "image/png", False), 8, PropModeReplace, value + sent,
                        (int)part);
        XFlush(dpy);
        sent += part;
    }
}

static void serve(Display *dpy, const XSelectionRequestEvent *r)
{
    Atom utf8 = XInternAtom(dpy, "UTF8_STRING", False), html = XInternAtom(dpy, "text/html", False);
    Atom png = XInternAtom(dpy, "image/png", False), targets = XInternAtom(dpy, "TARGETS", False);
    if (r->target == targets) {
        long all[] = {(long)targets, (long)utf8, (long)html, (long)png};
        XChangeProperty(dpy, r->requestor, r->property, XA_ATOM, 32, PropModeReplace, (guint8 *)all, 4);
    } else if (r->target == utf8) {
        XChangeProperty(dpy, r->requestor, r->property, utf8, 8, PropModeReplace, (const guint8 *)"früher", 7);
    } else if (r->target == html) {
        XChangeProperty(dpy, r->requestor, r->property, html, 8, PropModeReplace, (const guint8 *)"<b>\0x", 5);
    } else if (r->target == png) {
        send_long(dpy, r);
        return;
    }
    notify(dpy, r, r->target == targets || r->target == utf8 || r->target == html ? r->property : None);
}

/* Lives until it is killed. Returns once it owns the clipboard. */
static pid_t owner_start(bool silent)
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        Display *dpy = XOpenDisplay(x.display);
        Window own = XCreateSimpleWindow(dpy, DefaultRootWindow(dpy), 0, 0, 1, 1, 0, 0, 0);
        XSetSelectionOwner(dpy, XInternAtom(dpy, "CLIPBOARD", False), own, CurrentTime);
        XSync(dpy, False);
        if (write(ready[1], "x", 1) != 1)
            _exit(1);
        for (XEvent e;;) {
            XNextEvent(dpy, &e);
            if (e.type == SelectionRequest && !silent)
                serve(dpy, &e.xselectionrequest);
        }
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    close(ready[1]);
    return pid;
}

/* ---- a program: says what comes as keys, and pastes on ctrl+v, at once, after a while, or not at all ---- */

enum manner { QUICK, SLOW, DEAF };
#define SLOW_MS 100

struct program {
    pid_t pid;
    int from;
};

static void take_paste(Display *dpy, Window own, int to)
{
    Atom utf8 = XInternAtom(dpy, "UTF8_STRING", False), place = XInternAtom(dpy, "PASTED", False), type;
    XEvent e;
    int format;
    unsigned long n, after;
    unsigned char *data = NULL;
    XConvertSelection(dpy, XInternAtom(dpy, "CLIPBOARD", False), utf8, place, own, CurrentTime);
    do
        XNextEvent(dpy, &e);
    while (e.type != SelectionNotify);
    XGetWindowProperty(dpy, own, place, 0, 1 << 20, True, AnyPropertyType, &type, &format, &n, &after, &data);
    dprintf(to, "pasted:%.*s\n", (int)n, (char *)data);
}

static void be_program(int to, enum manner manner)
{
    Display *dpy = XOpenDisplay(x.display);
    Window own = XCreateSimpleWindow(dpy, DefaultRootWindow(dpy), 0, 0, 300, 200, 0, 0, 0xffffff);
    XEvent e;
    XStoreName(dpy, own, "editor");
    XSelectInput(dpy, own, KeyPressMask | ExposureMask);
    XMapWindow(dpy, own);
    do
        XNextEvent(dpy, &e);
    while (e.type != Expose);
    XSetInputFocus(dpy, own, RevertToParent, CurrentTime);
    XSync(dpy, False);
    dprintf(to, "ready\n");
    for (;;) {
        char text[8] = "";
        KeySym key;
        XNextEvent(dpy, &e);
        if (e.type != KeyPress)
            continue;
        int n = XLookupString(&e.xkey, text, sizeof text, &key, NULL);
        if (key == XK_v && (e.xkey.state & ControlMask)) {
            if (manner == SLOW)
                poll(NULL, 0, SLOW_MS); /* a toolkit asks what there is before it asks for it */
            if (manner != DEAF)
                take_paste(dpy, own, to);
        } else if (n > 0 && key < 0xff00) {
            dprintf(to, "key:%.*s\n", n, text);
        }
    }
}

/* The next line of it; NULL = none within the time. Caller frees. */
static char *program_line(const struct program *p, int timeout_ms)
{
    GString *line = g_string_new(NULL);
    struct pollfd f = {.fd = p->from, .events = POLLIN};
    char c;
    while (poll(&f, 1, timeout_ms) == 1 && read(p->from, &c, 1) == 1 && c != '\n')
        g_string_append_c(line, c);
    bool any = line->len > 0;
    char *text = g_string_free(line, !any);
    return any ? text : NULL;
}

static struct program program_start(enum manner manner)
{
    int fds[2];
    assert_int_equal(pipe(fds), 0);
    struct program p = {.pid = fork(), .from = fds[0]};
    if (p.pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        be_program(fds[1], manner);
    }
    close(fds[1]);
    g_autofree char *ready = program_line(&p, 10000);
    assert_string_equal(ready, "ready");
    return p;
}

static void process_end(pid_t pid)
{
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

/* ---- what the clipboard has ---- */

static GPtrArray *content(Display *dpy)
{
    g_autofree char *why = NULL;
    Window own = XCreateSimpleWindow(dpy, DefaultRootWindow(dpy), 0, 0, 1, 1, 0, 0, 0);
    XSelectInput(dpy, own, PropertyChangeMask);
    GPtrArray *all = saved_selection_save(dpy, own, XInternAtom(dpy, "CLIPBOARD", False), &why);
    if (!all)
        fail_msg("the clipboard cannot be read: %s", why);
    return all;
}

static void assert_part(Display *dpy, const GPtrArray *all, const char *target, const void *bytes, gsize n)
{
    for (guint i = 0; i < all->len; i++) {
        const struct saved_selection_part *p = g_ptr_array_index(all, i);
        if (p->target != XInternAtom(dpy, target, False))
            continue;
        assert_int_equal(p->n, n);
        assert_memory_equal(p->data, bytes, n);
        return;
    }
    fail_msg("no %s in the clipboard", target);
}

static bool has_owner_former(void *data)
{
    Display *dpy = data;
    Atom type = None;
    int format;
    unsigned long n, after;
    unsigned char *mark = NULL;
    Window owner = XGetSelectionOwner(dpy, XInternAtom(dpy, "CLIPBOARD", False));
    if (owner != None)
        XGetWindowProperty(dpy, owner, XInternAtom(dpy, "_REINS_LENT", False), 0, 1, False, AnyPropertyType, &type, &format, &n,
                           &after, &mark);
    if (mark)
        XFree(mark);
    return type == None;
}

static bool has_no_owner(void *data)
{
    return XGetSelectionOwner(data, XInternAtom(data, "CLIPBOARD", False)) == None;
}

/* The small process that was left behind on this display. */
static pid_t left_behind(void)
{
    g_autoptr(GDir) proc = g_dir_open("/proc", 0, NULL);
    for (const char *name; (name = g_dir_read_name(proc));) {
        g_autofree char *path = g_strdup_printf("/proc/%s/cmdline", name), *words = NULL;
        gsize length = 0;
        if (!g_ascii_isdigit(*name) || !g_file_get_contents(path, &words, &length, NULL))
            continue;
        for (gsize i = 0; i + 1 < length; i++)
            words[i] = words[i] ? words[i] : ' ';
        g_autofree char *wanted = g_strdup_printf("reins clipboard --display %s ", x.display);
        if (length && strstr(words, wanted))
            return (pid_t)g_ascii_strtoll(name, NULL, 10);
    }
    return 0;
}

static int paste_text(const char *text, char **ret_out)
{
    g_autofree char *word = g_strconcat("text=", text, NULL);
    const char *argv[] = {g_getenv("REINS_BIN"), "do", "--yes", "--json", "key.paste", word, NULL};
    return helper_run(x.display, argv, ret_out);
}

/* ---- the tests ---- */

static void paste__clipboard_in_use__text_arrives_and_the_former_content_is_back(void **state)
{
    (void)state;
    Display *dpy = XOpenDisplay(x.display);
    windows_trap_errors();
    pid_t owner = owner_start(false);
    struct program p = program_start(QUICK);
    for (int round = 0; round < 2; round++) { /* the second begins while the first still gives back */
        assert_int_equal(paste_text("Grüße 中文 😀\tzwei\nZeilen", NULL), 0);
        g_autofree char *first = program_line(&p, 5000), *second = program_line(&p, 5000);
        assert_string_equal(first, "pasted:Grüße 中文 😀\tzwei");
        assert_string_equal(second, "Zeilen");
    }
    process_end(owner);
    assert_true(helper_await(has_owner_former, dpy, 30000));
    g_autoptr(GPtrArray) all = content(dpy);
    g_autofree guint8 *value = long_value();
    assert_int_equal(all->len, 3);
    assert_part(dpy, all, "UTF8_STRING", "früher", 7);
    assert_part(dpy, all, "text/html", "<b>\0x", 5);
    assert_part(dpy, all, "image/png", value, LONG_BYTES);
    /* after kill -9 of it the clipboard is empty */
    pid_t left = left_behind();
    assert_true(left > 0);
    kill(left, SIGKILL);
    assert_true(helper_await(has_no_owner, dpy, 30000));
    process_end(p.pid);
    XCloseDisplay(dpy);
}

/* What a shortcut pasted a moment before is what was there then, and both arrive. */
static void paste__after_a_shortcut__leaves_that_its_content(void **state)
{
    (void)state;
    pid_t owner = owner_start(false);
    struct program p = program_start(SLOW);
    const char *argv[] = {g_getenv("REINS_BIN"), "do", "--yes", "key.combo", "keys=ctrl+v", "--", "key.paste", "text=abc", NULL};
    for (int round = 0; round < 2; round++) {
        assert_int_equal(helper_run(x.display, argv, NULL), 0);
        g_autofree char *first = program_line(&p, 5000), *second = program_line(&p, 5000);
        assert_string_equal(first, "pasted:früher");
        assert_string_equal(second, "pasted:abc");
    }
    process_end(p.pid);
    process_end(owner);
    Display *dpy = XOpenDisplay(x.display);
    assert_true(helper_await(has_owner_former, dpy, 30000));
    pid_t left = left_behind();
    assert_true(left > 0);
    kill(left, SIGKILL);
    assert_true(helper_await(has_no_owner, dpy, 30000));
    XCloseDisplay(dpy);
}

static void paste__clipboard_empty__is_empty_again(void **state)
{
    (void)state;
    Display *dpy = XOpenDisplay(x.display);
    struct program p = program_start(QUICK);
    assert_true(has_no_owner(dpy));
    assert_int_equal(paste_text("abc", NULL), 0);
    g_autofree char *got = program_line(&p, 5000);
    assert_string_equal(got, "pasted:abc");
    assert_true(helper_await(has_no_owner, dpy, 30000));
    process_end(p.pid);
    XCloseDisplay(dpy);
}

static void paste__owner_that_does_not_answer__is_typed_instead(void **state)
{
    (void)state;
    pid_t owner = owner_start(true);
    struct program p = program_start(QUICK);
    g_autofree char *out = NULL;
    assert_int_equal(paste_text("ab", &out), 0);
    if (!strstr(out, "\"paste\":\"typed\"") || !strstr(out, "does not give its content"))
        fail_msg("%s", out);
    g_autofree char *first = program_line(&p, 5000), *second = program_line(&p, 5000);
    assert_string_equal(first, "key:a");
    assert_string_equal(second, "key:b");
    process_end(p.pid);
    process_end(owner);
}

static void paste__program_that_does_not_paste__is_said_and_nothing_is_typed(void **state)
{
    (void)state;
    struct program p = program_start(DEAF);
    g_autofree char *out = NULL;
    assert_int_equal(paste_text("ab", &out), 1);
    if (!strstr(out, "did not take the paste"))
        fail_msg("%s", out);
    assert_null(program_line(&p, 50));
    process_end(p.pid);
}

static int begin(void **state)
{
    (void)state;
    xvfb_start(&x, 640, 480, NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    xvfb_stop(&x);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paste__after_a_shortcut__leaves_that_its_content),
        cmocka_unit_test(paste__clipboard_empty__is_empty_again),
        cmocka_unit_test(paste__clipboard_in_use__text_arrives_and_the_former_content_is_back),
        cmocka_unit_test(paste__owner_that_does_not_answer__is_typed_instead),
        cmocka_unit_test(paste__program_that_does_not_paste__is_said_and_nothing_is_typed),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
