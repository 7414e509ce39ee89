/* VNC screens: one Xtigervnc screen seen by X and by VNC, and servers that are away, lacking or hostile. */
#include "engine/display/display.h"
#include "engine/display/target.h"
#include "engine/eye/eye_source.h"
#include "tests/engine/eye/driver.h"

#include <X11/cursorfont.h>
#include <X11/extensions/Xfixes.h>
#include <X11/extensions/Xrandr.h>
#include <arpa/inet.h>
#include <sys/un.h>

#define WIDTH 640
#define HEIGHT 480
#define WAIT_MS 10000

static char *folder, *name; /* "vnc:/…" */

static int start_vnc(void **state)
{
    (void)state;
    folder = g_dir_make_tmp("vnc-XXXXXX", NULL);
    g_autofree char *socket = g_build_filename(folder, "rfb", NULL);
    name = g_strdup_printf("vnc:%s", socket);
    xtigervnc_start(&x, WIDTH, HEIGHT, socket);
    return 0;
}

static int stop_vnc(void **state)
{
    (void)state;
    xvfb_stop(&x);
    g_free(name);
    g_free(folder);
    return 0;
}

/* ---- one screen, two ways ---- */

static eye_source *opened(const char *display)
{
    g_autoptr(GError) error = NULL;
    eye_source *s = eye_source_open(display, &error);
    if (!s)
        fail_msg("%s", error->message);
    return s;
}

static frame *grabbed(const eye_source *s, const struct area *masks, gsize n_masks)
{
    const struct eye_port *eye = eye_source_eye(s);
    g_autoptr(GError) error = NULL;
    frame *f = eye->grab(eye->data, masks, n_masks, NULL, &error);
    if (!f)
        fail_msg("%s", error ? error->message : "no picture");
    return f;
}

struct both {
    const eye_source *vnc, *x11;
};

static bool shows_the_same(void *data)
{
    const struct both *both = data;
    g_autoptr(frame) a = grabbed(both->vnc, NULL, 0), b = grabbed(both->x11, NULL, 0);
    return frame_same(a, b);
}

static void vnc__the_screen__has_the_pixels_of_x(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "two ways", 30, 30, 200, 200, 0xabcdef);
    sink_text(s, 20, 50, 0x102030, "the same either way");
    g_autoptr(eye_source) vnc = opened(name), x11 = opened(x.display);
    struct both both = {vnc, x11};
    assert_true(helper_await(shows_the_same, &both, WAIT_MS));
    g_autoptr(frame) f = grabbed(vnc, NULL, 0);
    assert_int_equal(f->width, WIDTH);
    assert_int_equal(f->height, HEIGHT);
    assert_int_equal(at(f, 31, 31), 0xabcdef);
    sink_stop(s);
}

static bool has_changed(void *data)
{
    const struct eye_port *eye = data;
    return eye->changed(eye->data);
}

static void vnc__a_change__is_told_and_has_the_pixels_of_x(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "changes", 30, 30, 200, 200, 0x336699);
    g_autoptr(eye_source) vnc = opened(name), x11 = opened(x.display);
    const struct eye_port *eye = eye_source_eye(vnc);
    struct both both = {vnc, x11};
    assert_true(helper_await(shows_the_same, &both, WAIT_MS));
    g_autoptr(frame) before = grabbed(vnc, NULL, 0);
    assert_true(eye->tells_changes(eye->data));
    assert_null(eye->grab(eye->data, NULL, 0, before, NULL));
    for (guint i = 1; i <= 20; i++) {
        sink_fill(s, (int)i * 7, (int)i * 5, 20, 30, i * 0x0b0d11);
        assert_true(helper_await(has_changed, (void *)eye, WAIT_MS));
        assert_true(helper_await(shows_the_same, &both, WAIT_MS));
    }
    sink_move(s, 300, 200, 250, 220); /* what CopyRect is for */
    assert_true(helper_await(shows_the_same, &both, WAIT_MS));
    g_autoptr(frame) after = grabbed(vnc, NULL, 0);
    assert_false(frame_same(before, after));
    sink_stop(s);
}

/* Xtigervnc draws the pointer into what it sends to a client that has not moved it there, whatever the client asks for. */
static void vnc__the_pointer__is_all_that_a_server_may_add(void **state)
{
    (void)state;
    Display *dpy = XOpenDisplay(x.display);
    XDefineCursor(dpy, DefaultRootWindow(dpy), XCreateFontCursor(dpy, XC_X_cursor));
    g_autoptr(eye_source) x11 = opened(x.display);
    for (int i = 0; i < 5; i++) {
        int px = 100 + 90 * i, py = 100 + 50 * i, left = 0, top = 0, width = 0, height = 0;
        XWarpPointer(dpy, None, DefaultRootWindow(dpy), 0, 0, 0, 0, px, py);
        XSync(dpy, False);
        g_autoptr(eye_source) vnc = opened(name);
        g_autoptr(frame) one = grabbed(vnc, NULL, 0), other = grabbed(x11, NULL, 0);
        if (frame_changed(one, other, &left, &top, &width, &height) == 0)
            continue;
        assert_in_range(left, px - 16, px);
        assert_in_range(top, py - 16, py);
        assert_in_range(left + width, px, px + 16);
        assert_in_range(top + height, py, py + 16);
    }
    XCloseDisplay(dpy);
}

/* Its image may have no pixels at all. */
static void vnc__the_pointer__hidden_and_shown_is_no_trouble(void **state)
{
    (void)state;
    Display *dpy = XOpenDisplay(x.display);
    Window root = DefaultRootWindow(dpy);
    XColor black = {0};
    Pixmap nothing = XCreatePixmap(dpy, root, 1, 1, 1);
    GC gc = XCreateGC(dpy, nothing, 0, NULL);
    XFillRectangle(dpy, nothing, gc, 0, 0, 1, 1);
    XFreeGC(dpy, gc);
    sink *s = sink_start(x.display, "hidden", 30, 30, 200, 200, 0x336699);
    g_autoptr(eye_source) vnc = opened(name), x11 = opened(x.display);
    struct both both = {vnc, x11};
    XWarpPointer(dpy, None, root, 0, 0, 0, 0, WIDTH - 1, HEIGHT - 1);
    for (guint i = 0; i < 12; i++) {
        XDefineCursor(dpy, root,
                      i % 3 == 1 ? XCreateFontCursor(dpy, XC_X_cursor)
                                 : XCreatePixmapCursor(dpy, nothing, nothing, &black, &black, 0, 0));
        i % 3 == 0 ? XFixesHideCursor(dpy, root) : XFixesShowCursor(dpy, root);
        XSync(dpy, False);
        sink_fill(s, (int)i * 7, (int)i * 5, 20, 30, i * 0x0b0d11);
        assert_true(i % 3 == 1 || helper_await(shows_the_same, &both, WAIT_MS));
    }
    XCloseDisplay(dpy);
    sink_stop(s);
}

static void vnc__a_mask__is_black(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "masked", 30, 30, 200, 200, 0xffffff);
    g_autoptr(eye_source) vnc = opened(name);
    const struct area mask = {50, 60, 70, 80};
    g_autoptr(frame) f = grabbed(vnc, &mask, 1);
    for (int py = 60; py < 140; py++)
        for (int px = 50; px < 120; px++)
            assert_int_equal(at(f, px, py), 0);
    assert_int_equal(at(f, 49, 60), 0xffffff);
    sink_stop(s);
}

static bool has_differed(void *data)
{
    const struct eye_port *eye = data;
    int first, last;
    return eye->look(eye->data, &first, &last, NULL) != NULL;
}

static void vnc__a_look__says_which_rows_differ(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "looked at", 30, 30, 200, 200, 0x445566);
    g_autoptr(eye_source) vnc = opened(name);
    const struct eye_port *eye = eye_source_eye(vnc);
    g_autoptr(frame) expected = grabbed(vnc, NULL, 0);
    int first = -1, last = -1;
    assert_true(eye->expect(eye->data, expected, NULL));
    assert_null(eye->look(eye->data, &first, &last, NULL));
    sink_fill(s, 5, 10, 3, 20, 0x665544);
    assert_true(helper_await(has_differed, (void *)eye, WAIT_MS));
    const frame *f = eye->look(eye->data, &first, &last, NULL);
    assert_non_null(f);
    assert_in_range(first, 40, 41); /* a border may be about the window */
    assert_int_equal(last - first, 19);
    g_autoptr(frame) part = eye->part(eye->data, (struct area){30, 30, 20, 50});
    assert_int_equal(at(part, 6, first - 30), 0x665544);
    assert_null(eye->part(eye->data, (struct area){WIDTH - 10, 0, 11, 10}));
    sink_stop(s);
}

static bool is_as_large(void *data)
{
    const struct both *both = data;
    int width, height, vnc_width, vnc_height;
    g_autoptr(frame) a = grabbed(both->vnc, NULL, 0);
    const struct display_port *d = eye_source_display(both->vnc);
    d->size(d->data, &vnc_width, &vnc_height);
    const struct eye_port *eye = eye_source_eye(both->x11);
    eye->changed(eye->data);
    eye->size(eye->data, &width, &height);
    return a->width == width && a->height == height && vnc_width == width && (width != WIDTH || height != HEIGHT) &&
           shows_the_same(data);
}

static void vnc__a_new_size__is_the_pictures(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "larger", 30, 30, 200, 200, 0x778899);
    g_autoptr(eye_source) vnc = opened(name), x11 = opened(x.display);
    struct both both = {vnc, x11};
    Display *dpy = XOpenDisplay(x.display);
    XRRScreenConfiguration *config = XRRGetScreenInfo(dpy, DefaultRootWindow(dpy));
    int n = 0, other = -1;
    XRRScreenSize *sizes = XRRConfigSizes(config, &n);
    for (int i = 0; i < n; i++)
        other = sizes[i].width == 800 && sizes[i].height == 600 ? i : other;
    assert_true(other >= 0);
    assert_int_equal(XRRSetScreenConfig(dpy, config, DefaultRootWindow(dpy), other, RR_Rotate_0, CurrentTime), 0);
    XSync(dpy, False);
    assert_true(helper_await(is_as_large, &both, WAIT_MS));
    XRRFreeScreenConfigInfo(config);
    XCloseDisplay(dpy);
    sink_stop(s);
}

static void vnc__what_it_does_not_tell__is_unknown(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "not told", 30, 30, 200, 200, 0x123456);
    g_autofree char *frames = g_dir_make_tmp("frames-XXXXXX", NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(eye_observation) o = eye_look(name, NULL, frames, false, EYE_LOOK_STILL, &error);
    g_autoptr(GPtrArray) windows = eye_windows(name, &error);
    struct display_probe p = {0};
    assert_non_null(o);
    assert_int_equal(windows->len, 0);
    assert_int_equal(o->windows->len, 0);
    assert_int_equal(o->focus, 0);
    assert_int_equal(o->target, 0);
    assert_int_equal(o->screen->monitors->len, 1);
    display_probe(name, &p);
    assert_true(p.opened);
    assert_null(p.problem);
    assert_int_equal(p.tells, DISPLAY_TELLS_CHANGES);
    display_probe_clear(&p);
    sink_stop(s);
}

static bool is_lost(void *data)
{
    const struct eye_port *eye = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(frame) f = eye->grab(eye->data, NULL, 0, NULL, &error);
    return error && g_error_matches(error, EYE_ERROR, EYE_ERROR_DISPLAY) &&
           strstr(error->message, "closed the connection: its server has ended");
}

static void vnc__a_server_that_dies__is_said_each_time(void **state)
{
    (void)state;
    struct xvfb other = {0};
    g_autofree char *socket = g_build_filename(folder, "dies", NULL), *display = g_strdup_printf("vnc:%s", socket);
    xtigervnc_start(&other, 320, 240, socket);
    g_autoptr(eye_source) vnc = opened(display);
    const struct eye_port *eye = eye_source_eye(vnc);
    xvfb_kill(&other);
    g_free(other.display);
    assert_true(helper_await(is_lost, (void *)eye, WAIT_MS));
    assert_true(eye->changed(eye->data));
    assert_true(is_lost((void *)eye));
    g_setenv("DISPLAY", x.display, TRUE);
}

/* ---- a server of ours ---- */

enum then { CLOSES, IS_SILENT };

/* What it sends to whoever comes, and then. */
struct hostile {
    const char *name;
    const char *bytes;
    gsize length;
    enum then then;
    const char *says; /* of the error */
};

#define VERSION "RFB 003.008\n"
#define NO_LOGIN                                                                                                                 \
    VERSION "\1\1"                                                                                                               \
            "\0\0\0\0"
#define FORMAT "\40\30\0\1\0\377\0\377\0\377\20\10\0\0\0\0"
#define SCREEN(width, height)                                                                                                    \
    NO_LOGIN width height FORMAT "\0\0\0\1"                                                                                      \
                                 "x"
#define UPDATE(x, y, width, height, encoding) "\0\0\0\1" x y width height encoding

static const struct hostile rows[] = {
    {"closed at once", "", 0, CLOSES, "closed the connection in the greeting"},
    {"silent", "", 0, IS_SILENT, "does not answer"},
    {"another protocol", "HTTP/1.1 400 Bad Request\r\n\r\n", 28, CLOSES, "is not a VNC server"},
    {"TLS", VERSION "\2\22\23", 15, IS_SILENT, "security types 18, 19"},
    {"Apple's login", VERSION "\1\36", 14, IS_SILENT, "security types 30"},
    {"a password",
     VERSION "\1\2"
             "0123456789abcdef",
     30, IS_SILENT, "asks for a VNC password"},
    {"refused",
     VERSION "\0"
             "\0\0\0\5"
             "\33[31m",
     22, CLOSES, "refuses the connection"},
    {"too many tries",
     VERSION "\0"
             "\0\0\0\33"
             "Too many security failures",
     12 + 1 + 4 + 27, CLOSES, "wait some seconds"},
    {"an old server's TLS",
     "RFB 003.003\n"
     "\0\0\0\22",
     16, CLOSES, ""},
    {"65535 pixels a side", SCREEN("\377\377", "\377\377"), sizeof SCREEN("\377\377", "\377\377") - 1, IS_SILENT, "65535"},
    {"no pixels", SCREEN("\0\0", "\0\20"), sizeof SCREEN("\0\0", "\0\20") - 1, IS_SILENT, "no pixels"},
    {"a name of 4 GB", NO_LOGIN "\0\20\0\20" FORMAT "\377\377\377\377", 18 + 24, IS_SILENT, ""},
    {"no picture", SCREEN("\0\20", "\0\20"), sizeof SCREEN("\0\20", "\0\20") - 1, IS_SILENT, "does not send its whole picture"},
    {"half a rectangle, and nothing", SCREEN("\0\20", "\0\20") UPDATE("\0\0", "\0\0", "\0\20", "\0\20", "\0\0\0\0") "half",
     sizeof SCREEN("\0\20", "\0\20") - 1 + 16 + 4, IS_SILENT, "stopped in the middle of a message"},
    {"half a rectangle, and closed", SCREEN("\0\20", "\0\20") UPDATE("\0\0", "\0\0", "\0\20", "\0\20", "\0\0\0\0") "half",
     sizeof SCREEN("\0\20", "\0\20") - 1 + 16 + 4, CLOSES, "closed the connection"},
    {"a rectangle outside", SCREEN("\0\20", "\0\20") UPDATE("\0\17", "\0\0", "\0\2", "\0\1", "\0\0\0\0") "01234567",
     sizeof SCREEN("\0\20", "\0\20") - 1 + 16 + 8, IS_SILENT, "no VNC message"},
    {"a new size of 65535", SCREEN("\0\20", "\0\20") UPDATE("\0\0", "\0\0", "\377\377", "\377\377", "\377\377\377\41"),
     sizeof SCREEN("\0\20", "\0\20") - 1 + 16, IS_SILENT, "65535"},
    {"an unknown encoding", SCREEN("\0\20", "\0\20") UPDATE("\0\0", "\0\0", "\0\1", "\0\1", "\0\0\1\1"),
     sizeof SCREEN("\0\20", "\0\20") - 1 + 16, IS_SILENT, "no VNC message"},
    {"an unknown message", SCREEN("\0\20", "\0\20") "\310", sizeof SCREEN("\0\20", "\0\20"), CLOSES, "no VNC message"},
    {"4 GB for the clipboard", SCREEN("\0\20", "\0\20") "\3\0\0\0\377\377\377\377", sizeof SCREEN("\0\20", "\0\20") - 1 + 8,
     IS_SILENT, "no VNC message"},
};

/* Takes whoever comes until it is killed. What is sent to it is read: nothing must be lost because of bytes that are unread. */
G_NORETURN static void serve(const struct hostile *h, int listener)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_IGN);
    for (;;) {
        char unread[4096];
        int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (client < 0)
            _exit(1);
        if (write(client, h->bytes, h->length) == (gssize)h->length && h->then == CLOSES)
            shutdown(client, SHUT_WR);
        while (read(client, unread, sizeof unread) > 0)
            ;
        close(client);
    }
}

static pid_t serving(const struct hostile *h, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    g_strlcpy(address.sun_path, path, sizeof address.sun_path);
    unlink(path);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(listener, 4), 0);
    pid_t pid = fork();
    if (pid == 0)
        serve(h, listener);
    close(listener);
    return pid;
}

static void vnc__a_hostile_server__is_refused_in_a_sentence(void **state)
{
    (void)state;
    g_autofree char *socket = g_build_filename(folder, "hostile", NULL), *display = g_strdup_printf("vnc:%s", socket);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        pid_t pid = serving(&rows[i], socket);
        g_autoptr(eye_source) s = eye_source_open(display, &error);
        helper_end(pid);
        if (s || !error)
            fail_msg("%s: was opened", rows[i].name);
        if (!g_error_matches(error, EYE_ERROR, EYE_ERROR_DISPLAY) || !g_str_has_prefix(error->message, display) ||
            !strstr(error->message, rows[i].says) || strchr(error->message, '\n') || !g_utf8_validate(error->message, -1, NULL))
            fail_msg("%s: %s", rows[i].name, error->message);
    }
}

static void vnc__no_server__is_said_with_its_place(void **state)
{
    (void)state;
    static const char *const away[][2] = {{"vnc:/nowhere/rfb", "no VNC server answers"},
                                          {"vnc:127.0.0.1::1", "no VNC server answers"},
                                          {"vnc:name.invalid:1", "no address is known for name.invalid"}};
    for (gsize i = 0; i < G_N_ELEMENTS(away); i++) {
        g_autoptr(GError) error = NULL;
        struct display_probe p = {0};
        assert_null(eye_source_open(away[i][0], &error));
        assert_true(g_error_matches(error, EYE_ERROR, EYE_ERROR_DISPLAY));
        assert_non_null(strstr(error->message, away[i][1]));
        display_probe(away[i][0], &p);
        assert_false(p.opened);
        assert_string_equal(p.problem, error->message);
        display_probe_clear(&p);
    }
}

int main(int argc, char **argv)
{
    int code = child_run(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vnc__the_screen__has_the_pixels_of_x),
        cmocka_unit_test(vnc__a_change__is_told_and_has_the_pixels_of_x),
        cmocka_unit_test(vnc__the_pointer__hidden_and_shown_is_no_trouble),
        cmocka_unit_test(vnc__a_mask__is_black),
        cmocka_unit_test(vnc__a_look__says_which_rows_differ),
        cmocka_unit_test(vnc__what_it_does_not_tell__is_unknown),
        cmocka_unit_test(vnc__a_server_that_dies__is_said_each_time),
        cmocka_unit_test(vnc__a_hostile_server__is_refused_in_a_sentence),
        cmocka_unit_test(vnc__no_server__is_said_with_its_place),
        cmocka_unit_test(vnc__a_new_size__is_the_pictures),
        cmocka_unit_test(vnc__the_pointer__is_all_that_a_server_may_add), /* its pointer stays */
    };
    return cmocka_run_group_tests(tests, start_vnc, stop_vnc);
}
