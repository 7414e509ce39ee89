/* The clipboard's process and the programs around it, spoken to directly: whoever asks in other ways, a clipboard manager, an
 * owner of too much. And pasting into real toolkits. Everything but those is in this process, on connections of its own. */
#include "engine/display/windows.h"
#include "engine/hand/clipboard.h"
#include "tests/helper/toolkit.h"
#include "tests/helper/xvfb.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <glib.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#define WAIT_MS 10000
#define TOO_MUCH (17 * 1024 * 1024)
#define FORMS 6
#define LONG_TEXT 300000
#define MANY 3000

static struct xvfb x;

/* ---- a client: asks, owns ---- */

struct client {
    Display *dpy;
    Window own;
    const char *selection;                        /* what it owns, NULL = nothing */
    const char *text;                             /* its content; NULL = "früher" */
    enum { LITTLE, MUCH, ANNOUNCES_MUCH } amount; /* MUCH: its FORMS together are more than is saved */
    struct client *thief;                         /* takes what it owns while it answers; NULL = nobody */
    bool took;                                    /* as a manager, what it was asked to save */
};

static struct client client_open(void)
{
    struct client c = {.dpy = XOpenDisplay(x.display)};
    c.own = XCreateSimpleWindow(c.dpy, DefaultRootWindow(c.dpy), 0, 0, 1, 1, 0, 0, 0);
    XSelectInput(c.dpy, c.own, PropertyChangeMask);
    return c;
}

static Atom atom(const struct client *c, const char *name)
{
    return XInternAtom(c->dpy, name, False);
}

static void own(struct client *c, const char *selection)
{
    XSetSelectionOwner(c->dpy, atom(c, selection), c->own, CurrentTime);
    XSync(c->dpy, False);
    c->selection = selection;
}

static void put_content(const struct client *c, const XSelectionRequestEvent *r)
{
    static guint8 zeros[TOO_MUCH / FORMS + 1];
    const char *text = c->text ? c->text : "früher";
    if (c->amount == ANNOUNCES_MUCH)
        XChangeProperty(c->dpy, r->requestor, r->property, atom(c, "INCR"), 32, PropModeReplace, (guint8 *)&(long){TOO_MUCH}, 1);
    else if (c->amount == MUCH)
        XChangeProperty(c->dpy, r->requestor, r->property, r->target, 8, PropModeReplace, zeros, sizeof zeros);
    else
        XChangeProperty(c->dpy, r->requestor, r->property, r->target, 8, PropModeReplace, (const guint8 *)text,
                        (int)strlen(text));
}

static void serve(struct client *c, const XSelectionRequestEvent *r)
{
    long targets[1 + FORMS] = {(long)atom(c, "TARGETS"), (long)atom(c, "UTF8_STRING")};
    int n = c->amount == MUCH ? 1 + FORMS : 2;
    for (int i = 2; i < n; i++) {
        g_autofree char *name = g_strdup_printf("FORM_%d", i);
        targets[i] = (long)atom(c, name);
    }
    bool has = false;
    for (int i = 0; i < n; i++)
        has |= r->target == (Atom)targets[i];
    if (r->target == (Atom)targets[0])
        XChangeProperty(c->dpy, r->requestor, r->property, XA_ATOM, 32, PropModeReplace, (guint8 *)targets, n);
    else if (has)
        put_content(c, r);
    struct client *thief = r->target == (Atom)targets[1] ? g_steal_pointer(&c->thief) : NULL;
    if (thief)
        own(thief, c->selection);
    XEvent e = {.xselection = {.type = SelectionNotify,
                               .requestor = r->requestor,
                               .selection = r->selection,
                               .target = r->target,
                               .property = has ? r->property : None}};
    XSendEvent(c->dpy, r->requestor, False, NoEventMask, &e);
    XFlush(c->dpy);
}

/* The next event of that type. */
static XEvent await(const struct client *c, int type)
{
    for (;;) {
        XEvent e;
        struct pollfd p = {.fd = ConnectionNumber(c->dpy), .events = POLLIN};
        if (!XPending(c->dpy) && poll(&p, 1, WAIT_MS) != 1)
            fail_msg("no event of type %d", type);
        if (!XPending(c->dpy))
            continue;
        XNextEvent(c->dpy, &e);
        if (e.type == type)
            return e;
    }
}

/* What the property has, and removes it; *ret_type. */
static GByteArray *taken(const struct client *c, Window w, const char *property, bool remove, Atom *ret_type)
{
    int format;
    unsigned long n, after;
    unsigned char *data = NULL;
    GByteArray *all = g_byte_array_new();
    XGetWindowProperty(c->dpy, w, atom(c, property), 0, 1 << 20, remove, AnyPropertyType, ret_type, &format, &n, &after, &data);
    if (data) {
        g_byte_array_append(all, data, (guint)(n * (format == 32 ? sizeof(long) : 1)));
        XFree(data);
    }
    return all;
}

static GByteArray *ask(const struct client *c, const char *target, Atom *ret_type)
{
    XConvertSelection(c->dpy, atom(c, "CLIPBOARD"), atom(c, target), atom(c, "HERE"), c->own, CurrentTime);
    XEvent e = await(c, SelectionNotify);
    *ret_type = None;
    return e.xselection.property == None ? g_byte_array_new() : taken(c, c->own, "HERE", true, ret_type);
}

static void assert_text(const GByteArray *got, const char *text)
{
    assert_int_equal(got->len, strlen(text));
    assert_memory_equal(got->data, text, got->len);
}

static void ask_until_it_is(const struct client *c, const char *expected)
{
    gint64 end_us = g_get_monotonic_time() + WAIT_MS * 1000;
    for (bool back = false; !back;) {
        Atom type;
        g_autoptr(GByteArray) text = ask(c, "UTF8_STRING", &type);
        back = text->len == strlen(expected) && memcmp(text->data, expected, text->len) == 0;
        if (g_get_monotonic_time() > end_us)
            fail_msg("it is not given back while somebody asks");
    }
}

/* ---- the process ---- */

struct lender {
    pid_t pid;
    int fd;
    Window window; /* 0 = it has said why not */
    char *why;
};

static void serve_all(struct client *owner)
{
    while (XPending(owner->dpy)) {
        XEvent e;
        XNextEvent(owner->dpy, &e);
        if (e.type == SelectionRequest)
            serve(owner, &e.xselectionrequest);
    }
}

/* `owner` and who takes it from it serve meanwhile. */
static char *answer_line(int fd, struct client *owner)
{
    struct client *thief = owner ? owner->thief : NULL;

    GString *line = g_string_new(NULL);
    for (;;) {
        char c;
        struct pollfd p[] = {{.fd = fd, .events = POLLIN},
                             {.fd = owner ? ConnectionNumber(owner->dpy) : -1, .events = POLLIN},
                             {.fd = thief ? ConnectionNumber(thief->dpy) : -1, .events = POLLIN}};
        if (poll(p, G_N_ELEMENTS(p), WAIT_MS) < 1)
            fail_msg("it does not answer");
        if (owner)
            serve_all(owner);
        if (thief)
            serve_all(thief);
        if (!p[0].revents)
            continue;
        if (read(fd, &c, 1) != 1 || c == '\n')
            return g_string_free(line, FALSE);
        g_string_append_c(line, c);
    }
}

static struct lender lend(const char *text, struct client *owner)
{
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    struct lender l = {.pid = fork(), .fd = pair[0]};
    if (l.pid == 0) {
        dup2(pair[1], STDIN_FILENO);
        execl(g_getenv("REINS_BIN"), "reins", "clipboard", "--display", x.display, "--selection", "CLIPBOARD", (char *)NULL);
        _exit(127);
    }
    close(pair[1]);
    g_autoptr(GPtrArray) texts = g_ptr_array_new();
    g_ptr_array_add(texts, (char *)text);
    g_autofree char *request = clipboard_request_to_json(texts), *line = g_strconcat(request, "\n", NULL);
    gint64 window = 0;
    assert_int_equal(send(l.fd, line, strlen(line), 0), strlen(line));
    g_autofree char *said = answer_line(l.fd, owner);
    assert_true(clipboard_answer_from_json(said, strlen(said), &window, &l.why, NULL));
    l.window = (Window)window;
    return l;
}

static long number(const struct client *c, const struct lender *l, const char *name)
{
    Atom type;
    g_autoptr(GByteArray) value = taken(c, l->window, name, false, &type);
    return value->len == sizeof(long) ? *(const long *)(const void *)value->data : 0;
}

/* Until it says 1. */
static void await_number(const struct client *c, const struct lender *l, const char *name)
{
    XSelectInput(c->dpy, l->window, PropertyChangeMask);
    while (number(c, l, name) != 1)
        await(c, PropertyNotify);
    XSelectInput(c->dpy, l->window, NoEventMask);
    XSync(c->dpy, True);
}

/* Text 1 is what is pasted now. */
static void offer(const struct client *c, const struct lender *l)
{
    XChangeProperty(c->dpy, l->window, atom(c, CLIPBOARD_PASTE), XA_CARDINAL, 32, PropModeReplace, (guint8 *)&(long){1}, 1);
    await_number(c, l, CLIPBOARD_READY);
}

struct exit_of {
    pid_t pid;
    int status;
};

static bool has_ended(void *data)
{
    struct exit_of *e = data;
    return waitpid(e->pid, &e->status, WNOHANG) == e->pid;
}

static int ended(struct lender *l)
{
    struct exit_of e = {.pid = l->pid};
    if (!helper_await(has_ended, &e, WAIT_MS))
        fail_msg("the clipboard's process does not end");
    int status = e.status;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* ---- the tests ---- */

static void clipboard__several_at_once__each_as_far_as_there_is_one(void **state)
{
    (void)state;
    struct client c = client_open();
    struct lender l = lend("neu", NULL);
    offer(&c, &l);
    Atom pair = atom(&c, "ATOM_PAIR"), type;
    long pairs[] = {(long)atom(&c, "UTF8_STRING"), (long)atom(&c, "ONE"),      (long)atom(&c, "image/png"),
                    (long)atom(&c, "TWO"),         (long)atom(&c, "MULTIPLE"), (long)atom(&c, "THREE")};
    XChangeProperty(c.dpy, c.own, atom(&c, "HERE"), pair, 32, PropModeReplace, (guint8 *)pairs, G_N_ELEMENTS(pairs));
    g_autoptr(GByteArray) done = ask(&c, "MULTIPLE", &type);
    assert_int_equal(type, pair);
    assert_int_equal(done->len, sizeof pairs);
    const long *answers = (const long *)(const void *)done->data;
    assert_int_equal(answers[1], pairs[1]);
    assert_int_equal(answers[3], None);
    assert_int_equal(answers[5], None);
    g_autoptr(GByteArray) text = taken(&c, c.own, "ONE", true, &type);
    assert_text(text, "neu");
    await_number(&c, &l, CLIPBOARD_PASTED);
    close(l.fd);
    assert_int_equal(ended(&l), 0);
    XCloseDisplay(c.dpy);
}

static void clipboard__long_text__is_pasted_once_the_last_part_has_gone(void **state)
{
    (void)state;
    struct client c = client_open();
    g_autofree char *text = g_malloc(LONG_TEXT + 1);
    for (int i = 0; i < LONG_TEXT; i++)
        text[i] = (char)('a' + i % 23);
    text[LONG_TEXT] = '\0';
    struct lender l = lend(text, NULL);
    offer(&c, &l);
    Atom type;
    g_autoptr(GByteArray) all = g_byte_array_new(), head = ask(&c, "UTF8_STRING", &type);
    assert_int_equal(type, atom(&c, "INCR"));
    assert_int_equal(head->len, sizeof(long));
    assert_int_equal(*(const long *)(const void *)head->data, LONG_TEXT);
    assert_int_equal(number(&c, &l, CLIPBOARD_TAKING), 1);
    for (bool more = true; more;) {
        XEvent e;
        do
            e = await(&c, PropertyNotify);
        while (e.xproperty.atom != atom(&c, "HERE") || e.xproperty.state != PropertyNewValue);
        g_autoptr(GByteArray) part = taken(&c, c.own, "HERE", true, &type);
        g_byte_array_append(all, part->data, part->len);
        if (all->len < LONG_TEXT)
            assert_int_equal(number(&c, &l, CLIPBOARD_PASTED), 0);
        more = type == None || part->len > 0; /* None: announced twice */
    }
    await_number(&c, &l, CLIPBOARD_PASTED);
    assert_text(all, text);
    close(l.fd);
    assert_int_equal(ended(&l), 0);
    XCloseDisplay(c.dpy);
}

/* In many forms, as the wait for each is short and a busy owner is slow; or announced by an owner that gives it in parts. */
static void clipboard__more_than_is_saved__is_not_taken(void **state)
{
    (void)state;
    for (int amount = MUCH; amount <= ANNOUNCES_MUCH; amount++) {
        struct client owner = client_open();
        owner.amount = amount;
        own(&owner, "CLIPBOARD");
        struct lender l = lend("neu", &owner);
        assert_int_equal(l.window, 0);
        if (!strstr(l.why, "16 MiB"))
            fail_msg("%d: %s", amount, l.why);
        assert_int_equal(ended(&l), 1);
        assert_int_equal(XGetSelectionOwner(owner.dpy, atom(&owner, "CLIPBOARD")), owner.own);
        close(l.fd);
        g_free(l.why);
        XCloseDisplay(owner.dpy);
    }
}

/* What has been copied in the very moment is what is saved. */
static void clipboard__taken_by_another_meanwhile__the_newest_is_saved(void **state)
{
    (void)state;
    sink *program = sink_start(x.display, "program", 10, 10, 100, 100, 0);
    sink_focus(program);
    struct client owner = client_open(), thief = client_open();
    own(&owner, "CLIPBOARD");
    thief.text = "eben erst";
    owner.thief = &thief;
    struct lender l = lend("neu", &owner);
    if (!l.window)
        fail_msg("%s", l.why);
    assert_string_equal(thief.selection, "CLIPBOARD");
    offer(&owner, &l);
    close(l.fd);
    ask_until_it_is(&owner, "eben erst");
    sink_stop(program);
    own(&owner, "CLIPBOARD");
    assert_int_equal(ended(&l), 0);
    XCloseDisplay(owner.dpy);
    XCloseDisplay(thief.dpy);
}

/* Xlib reads where it is not expected to: what it has read by then wakes nobody. */
static void clipboard__asked_again_and_again__answers_each_time(void **state)
{
    (void)state;
    struct client c = client_open();
    struct lender l = lend("neu", NULL);
    offer(&c, &l);
    for (int i = 0; i < MANY; i++) {
        Atom type;
        g_autoptr(GByteArray) stamp = ask(&c, "TIMESTAMP", &type);
        assert_int_equal(stamp->len, sizeof(long));
    }
    close(l.fd);
    assert_int_equal(ended(&l), 0);
    XCloseDisplay(c.dpy);
}

/* It looks at once and gets no text; at the end it is given what was there before. */
static void clipboard__manager__looks_and_gets_the_former_content(void **state)
{
    (void)state;
    struct client owner = client_open(), manager = client_open(), program = client_open();
    Atom type;
    own(&owner, "CLIPBOARD");
    own(&manager, "CLIPBOARD_MANAGER");
    struct lender l = lend("neu", &owner);
    offer(&program, &l);
    g_autoptr(GByteArray) seen = ask(&manager, "UTF8_STRING", &type), stamp = ask(&manager, "TIMESTAMP", &type);
    assert_int_equal(seen->len, 0);
    assert_int_equal(stamp->len, sizeof(long)); /* and the answer before is over */
    assert_int_equal(number(&manager, &l, CLIPBOARD_TAKING), 0);
    assert_int_equal(number(&manager, &l, CLIPBOARD_PASTED), 0);
    g_autoptr(GByteArray) pasted = ask(&program, "UTF8_STRING", &type);
    assert_text(pasted, "neu");
    await_number(&program, &l, CLIPBOARD_PASTED);
    close(l.fd);
    XEvent e = await(&manager, SelectionRequest);
    assert_int_equal(e.xselectionrequest.target, atom(&manager, "SAVE_TARGETS"));
    g_autoptr(GByteArray) forms = taken(&manager, l.window, "_REINS_SAVE", false, &type);
    assert_int_equal(e.xselectionrequest.property, atom(&manager, "_REINS_SAVE"));
    assert_int_equal(type, XA_ATOM);
    assert_int_equal(forms->len, sizeof(long));
    g_autoptr(GByteArray) saved = ask(&manager, "UTF8_STRING", &type);
    assert_text(saved, "früher");
    XEvent done = {.xselection = {.type = SelectionNotify,
                                  .requestor = l.window,
                                  .selection = e.xselectionrequest.selection,
                                  .target = e.xselectionrequest.target,
                                  .property = e.xselectionrequest.property}};
    XSendEvent(manager.dpy, l.window, False, NoEventMask, &done);
    XFlush(manager.dpy);
    assert_int_equal(ended(&l), 0);
    XCloseDisplay(owner.dpy);
    XCloseDisplay(manager.dpy);
    XCloseDisplay(program.dpy);
}

static bool lists(const GByteArray *targets, Atom atom)
{
    const long *atoms = (const long *)(const void *)targets->data;
    for (gsize i = 0; i < targets->len / sizeof *atoms; i++)
        if ((Atom)atoms[i] == atom)
            return true;
    return false;
}

/* A manager that owns no selection of managers asks as programs do. */
static void clipboard__another_than_the_focused__gets_no_text(void **state)
{
    (void)state;
    sink *program = sink_start(x.display, "program", 10, 10, 100, 100, 0);
    sink_focus(program);
    struct client watcher = client_open();
    struct lender l = lend("neu", NULL);
    Atom type;
    offer(&watcher, &l);
    g_autoptr(GByteArray) seen = ask(&watcher, "UTF8_STRING", &type), stamp = ask(&watcher, "TIMESTAMP", &type);
    assert_int_equal(seen->len, 0);
    assert_int_equal(stamp->len, sizeof(long)); /* and the answer before is over */
    assert_int_equal(number(&watcher, &l, CLIPBOARD_TAKING), 0);
    assert_int_equal(number(&watcher, &l, CLIPBOARD_PASTED), 0);
    sink_stop(program);
    close(l.fd);
    assert_int_equal(ended(&l), 0);
    XCloseDisplay(watcher.dpy);
}

/* One that asks without end does not keep the former content away. */
static void clipboard__watcher_that_keeps_asking__former_content_is_back(void **state)
{
    (void)state;
    sink *program = sink_start(x.display, "program", 10, 10, 100, 100, 0);
    sink_focus(program);
    struct client watcher = client_open(), owner = client_open();
    own(&owner, "CLIPBOARD");
    struct lender l = lend("neu", &owner);
    offer(&watcher, &l);
    close(l.fd);
    ask_until_it_is(&watcher, "früher");
    sink_stop(program);
    own(&owner, "CLIPBOARD");
    assert_int_equal(ended(&l), 0);
    XCloseDisplay(watcher.dpy);
    XCloseDisplay(owner.dpy);
}

/* What managers of passwords offer with a password, and many clipboard managers heed; not with what was there before. */
static void clipboard__text_to_paste__is_marked_as_nothing_to_keep(void **state)
{
    (void)state;
    sink *program = sink_start(x.display, "program", 10, 10, 100, 100, 0);
    sink_focus(program);
    struct client owner = client_open(), manager = client_open();
    own(&owner, "CLIPBOARD");
    struct lender l = lend("neu", &owner);
    offer(&manager, &l);
    Atom type, hint = atom(&manager, "x-kde-passwordManagerHint");
    g_autoptr(GByteArray) lent = ask(&manager, "TARGETS", &type), value = ask(&manager, "x-kde-passwordManagerHint", &type);
    assert_true(lists(lent, hint));
    assert_text(value, "secret");
    close(l.fd);
    ask_until_it_is(&manager, "früher");
    g_autoptr(GByteArray) former = ask(&manager, "TARGETS", &type);
    assert_true(lists(former, atom(&manager, "UTF8_STRING")));
    assert_false(lists(former, hint));
    sink_stop(program);
    own(&owner, "CLIPBOARD");
    assert_int_equal(ended(&l), 0);
    XCloseDisplay(owner.dpy);
    XCloseDisplay(manager.dpy);
}

static void paste__into_toolkits__each_by_its_chord(void **state)
{
    (void)state;
    static const char *const names[][2] = {{"xterm", "xterm"}, {"gtk", "default"}, {"qt", "default"}};
    static const char text[] = "Grüße 中文 😀 e\xcc\x81";
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *word = g_strconcat("text=", text, NULL), *got = NULL, *out = NULL;
        toolkit *t = toolkit_start(x.display, names[i][0]);
        assert_non_null(t);
        const char *argv[] = {g_getenv("REINS_BIN"), "do", "--yes", "--json",    "--profile", names[i][1],
                              "key.paste",           word, "--",    "key.press", "key=x",     NULL};
        int code = helper_run(x.display, argv, &out);
        if (code != 0 || !strstr(out, "\"paste\":\"pasted\""))
            fail_msg("%s: %d %s", names[i][0], code, out);
        got = toolkit_text(t, (guint)g_utf8_strlen(text, -1) + 1, WAIT_MS);
        g_autofree char *expected = g_strconcat(text, "x", NULL);
        assert_string_equal(got, expected);
        toolkit_stop(t);
    }
}

static int begin(void **state)
{
    (void)state;
    xvfb_start(&x, 800, 600, NULL);
    windows_trap_errors();
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
        cmocka_unit_test(clipboard__several_at_once__each_as_far_as_there_is_one),
        cmocka_unit_test(clipboard__long_text__is_pasted_once_the_last_part_has_gone),
        cmocka_unit_test(clipboard__more_than_is_saved__is_not_taken),
        cmocka_unit_test(clipboard__taken_by_another_meanwhile__the_newest_is_saved),
        cmocka_unit_test(clipboard__asked_again_and_again__answers_each_time),
        cmocka_unit_test(clipboard__manager__looks_and_gets_the_former_content),
        cmocka_unit_test(clipboard__another_than_the_focused__gets_no_text),
        cmocka_unit_test(clipboard__watcher_that_keeps_asking__former_content_is_back),
        cmocka_unit_test(clipboard__text_to_paste__is_marked_as_nothing_to_keep),
        cmocka_unit_test(paste__into_toolkits__each_by_its_chord),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
