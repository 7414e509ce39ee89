/* Elements of real programs in a sandbox with an accessibility bus, and what is refused. */
#include "config/profile.h"
#include "engine/display/display.h"
#include "engine/eye/elements_look.h"
#include "engine/eye/eye.h"
#include "engine/eye/mark_list.h"
#include "engine/picture/shapes.h"
#include "tests/engine/eye/child.h"
#include "tests/helper/xvfb.h"

#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <glib/gstdio.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#define WIDTH 1024
#define HEIGHT 900
#define WAIT_MS 30000

/* ---- programs ---- */

static struct place {
    sandbox *s;
    char *folder;
    profile *p;
    const char *awaited;
} place;

static int start(void **state)
{
    (void)state;
    g_autofree char *dir = g_dir_make_tmp("elements-XXXXXX", NULL);
    g_autoptr(GError) error = NULL;
    place.folder = g_dir_make_tmp("layouts-XXXXXX", NULL);
    if (!(place.s = sandbox_start(dir, WIDTH, HEIGHT, &error)))
        fail_msg("%s", error->message);
    place.s->accessible = true;
    assert_true(sandbox_start_desktop(place.s, "none", NULL, NULL));
    g_setenv("XAUTHORITY", place.s->xauthority, TRUE);
    return 0;
}

static int end(void **state)
{
    (void)state;
    sandbox_end(place.s);
    g_clear_pointer(&place.s, sandbox_free);
    g_clear_pointer(&place.folder, g_free);
    g_clear_pointer(&place.p, profile_free);
    return 0;
}

static void run_app(const char *command)
{
    g_autoptr(GError) error = NULL;
    if (!sandbox_start_app(place.s, command, &error))
        fail_msg("%s", error->message);
}

static char *command_of(const char *name, const char *rest)
{
    const char *source = g_getenv("REINS_SOURCE");
    return g_strdup_printf("/usr/bin/python3 -BEs %s/tests/sinks/%s %s", source ? source : ".", name, rest);
}

static void end_app(void)
{
    process_id_end(&place.s->app, 1000);
}

static void choose(const char *window)
{
    g_autofree char *text =
        g_strdup_printf("[profile]\nwindow=%s\nelements=atspi\n[region none]\nx=0\ny=0\nwidth=8\nheight=8\n", window);
    g_clear_pointer(&place.p, profile_free);
    place.p = profile_parse("test", text, strlen(text), "test", NULL);
    assert_non_null(place.p);
}

/* The elements of the program whose window fits the profile, without any word being read. */
static void begin_look(elements_look *l, GPtrArray **ret_windows)
{
    g_autoptr(GPtrArray) windows = eye_windows(place.s->display, NULL);
    eye_observation o = {.windows = windows};
    for (guint i = 0; windows && i < windows->len && !o.target; i++) {
        const struct eye_window *w = windows->pdata[i];
        if (g_regex_match_simple(place.p->window, w->title, 0, 0) || g_regex_match_simple(place.p->window, w->class, 0, 0))
            o.target = w->id;
    }
    Display *dpy = XOpenDisplay(place.s->display);
    unsigned char *data = NULL;
    Atom type;
    int format;
    unsigned long n, left;
    XGetWindowProperty(dpy, DefaultRootWindow(dpy), XInternAtom(dpy, "AT_SPI_BUS", False), 0, 256, False, AnyPropertyType, &type,
                       &format, &n, &left, &data);
    if (windows)
        elements_look_start(l, &o, (const char *)data);
    if (data)
        XFree(data);
    XCloseDisplay(dpy);
    if (ret_windows)
        *ret_windows = g_steal_pointer(&windows);
}

static void look_again(elements_look *l, GPtrArray **ret_windows)
{
    begin_look(l, ret_windows);
    elements_look_wait(l);
}

static elements_look *look_at(GPtrArray **ret_windows)
{
    elements_look *l = elements_look_new();
    look_again(l, ret_windows);
    return l;
}

/* So many elements, wherever it has drawn them. */
static bool tells(void *data)
{
    g_autoptr(elements_look) l = look_at(NULL);
    return elements_look_found(l)->len >= GPOINTER_TO_UINT(data);
}

static void await_elements(guint n)
{
    if (helper_await(tells, GUINT_TO_POINTER(n), WAIT_MS))
        return;
    g_autoptr(elements_look) l = look_at(NULL);
    fail_msg("%u elements wanted: %s", n, elements_look_note(l));
}

/* ---- recall and precision ---- */

struct widget {
    char kind[16];
    struct area at;
};

static bool is_file(void *path)
{
    return g_file_test(path, G_FILE_TEST_EXISTS);
}

static GArray *read_layout(const char *path)
{
    GArray *widgets = g_array_new(FALSE, TRUE, sizeof(struct widget));
    g_autofree char *text = NULL;
    if (!helper_await(is_file, (void *)path, WAIT_MS))
        fail_msg("%s is not written", path);
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (gsize i = 0; lines[i] && *lines[i]; i++) {
        struct widget w = {0};
        assert_int_equal(sscanf(lines[i], "%15s %d %d %d %d", w.kind, &w.at.x, &w.at.y, &w.at.width, &w.at.height), 5);
        if (!g_str_equal(w.kind, "label"))
            g_array_append_val(widgets, w);
    }
    return widgets;
}

/* Qt tells of a check box the part that takes a click: its box and its label. */
static bool is_of(struct area told, const struct widget *w)
{
    struct area common = area_cut(told, w->at), of = w->at;
    if (g_str_equal(w->kind, "check") || g_str_equal(w->kind, "radio"))
        of.width = told.width;
    int both = common.width * common.height;
    return 10 * both >= 7 * (told.width * told.height + of.width * of.height - both);
}

static void all_and_only(const char *name, const char *window, const char *option)
{
    g_autofree char *layout = g_build_filename(place.folder, name, NULL), *rest = g_strjoin(" ", layout, option, NULL),
                    *command = command_of(name, rest);
    choose(window);
    run_app(command);
    g_autoptr(GArray) widgets = read_layout(layout);
    await_elements(widgets->len);
    g_autoptr(elements_look) l = look_at(NULL);
    const GArray *found = elements_look_found(l);
    guint right = 0;
    for (guint i = 0; i < widgets->len; i++) {
        const struct widget *w = &g_array_index(widgets, struct widget, i);
        bool there = false;
        for (guint j = 0; j < found->len && !there; j++) {
            const struct element *e = &g_array_index(found, struct element, j);
            there = is_of((struct area){e->x, e->y, e->width, e->height}, w);
        }
        right += there;
        if (!there)
            print_message("%s: not told: %s %d,%d %dx%d\n", name, w->kind, w->at.x, w->at.y, w->at.width, w->at.height);
    }
    print_message("%s: %u widgets, %u elements, %u at the same place\n", name, widgets->len, found->len, right);
    assert_int_equal(right, widgets->len);
    assert_int_equal(found->len, widgets->len);
    end_app();
    g_unlink(layout);
}

static void gtk__all_its_widgets_and_nothing_else(void **state)
{
    (void)state;
    all_and_only("layout_gtk.py", "^form$", NULL);
}

static void qt__all_its_widgets_and_nothing_else(void **state)
{
    (void)state;
    all_and_only("layout_qt.py", "layout_qt", NULL);
}

/* Chromium takes hundreds of MB and seconds to start: where it is installed, and with REINS_SOAK. */
static void chromium__all_the_widgets_of_a_page_and_nothing_else(void **state)
{
    (void)state;
    if (g_getenv("REINS_SOAK") && g_find_program_in_path("chromium"))
        all_and_only("layout_chromium.py", "Chromium", "--force-renderer-accessibility");
    else
        print_message("skipped, without REINS_SOAK or Chromium\n");
}

/* ---- ids ---- */

/* "ID NAME" of each. */
static GHashTable *ids_of(const elements_look *l)
{
    GHashTable *ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    const GArray *found = elements_look_found(l);
    for (guint i = 0; i < found->len; i++) {
        const struct element *e = &g_array_index(found, struct element, i);
        assert_false(g_hash_table_contains(ids, e->id)); /* two with one id could not be told apart */
        g_hash_table_insert(ids, g_strdup(e->id), g_strdup_printf("%s %d,%d", e->name, e->x, e->y));
    }
    return ids;
}

static void assert_same_ids(GHashTable *a, GHashTable *b)
{
    GHashTableIter i;
    gpointer id;
    assert_int_equal(g_hash_table_size(a), g_hash_table_size(b));
    g_hash_table_iter_init(&i, a);
    while (g_hash_table_iter_next(&i, &id, NULL))
        assert_true(g_hash_table_contains(b, id));
}

struct wheel {
    Display *dpy;
    GHashTable *before;
};

/* The rows that show are others. */
static bool has_scrolled(void *data)
{
    struct wheel *w = data;
    XTestFakeButtonEvent(w->dpy, 5, True, CurrentTime);
    XTestFakeButtonEvent(w->dpy, 5, False, CurrentTime);
    XFlush(w->dpy);
    g_autoptr(elements_look) l = look_at(NULL);
    g_autoptr(GHashTable) now = ids_of(l);
    GHashTableIter i;
    gpointer id, at;
    guint gone = 0, moved = 0;
    g_hash_table_iter_init(&i, w->before);
    while (g_hash_table_iter_next(&i, &id, &at)) {
        const char *where = g_hash_table_lookup(now, id);
        gone += where == NULL;
        moved += where && !g_str_equal(where, at);
    }
    return gone >= 2 && moved >= 2; /* those that still show are where the wheel has brought them, by the same ids */
}

static bool has_size(void *data)
{
    g_autoptr(GPtrArray) windows = NULL;
    g_autoptr(elements_look) l = look_at(&windows);
    const struct eye_window *w = windows->len ? windows->pdata[0] : NULL;
    return w && w->width == GPOINTER_TO_INT(data) && elements_look_found(l)->len > 0;
}

static void ids__after_restart_resize_and_scrolling__the_same(void **state)
{
    (void)state;
    g_autofree char *command = command_of("elements_gtk.py", "40");
    g_autoptr(GPtrArray) windows = NULL;
    choose("^elements$"), run_app(command);
    await_elements(8);
    g_autoptr(elements_look) first = look_at(&windows);
    g_autoptr(GHashTable) ids = ids_of(first);
    end_app();

    run_app(command);
    await_elements(g_hash_table_size(ids));
    g_autoptr(elements_look) restarted = look_at(NULL);
    g_autoptr(GHashTable) again = ids_of(restarted);
    assert_same_ids(ids, again);

    Display *dpy = XOpenDisplay(place.s->display);
    g_autoptr(GPtrArray) now = eye_windows(place.s->display, NULL);
    const struct eye_window *w = now->pdata[0];
    XResizeWindow(dpy, (Window)w->id, 700, (unsigned)w->height);
    XFlush(dpy);
    assert_true(helper_await(has_size, GINT_TO_POINTER(700), WAIT_MS));
    g_autoptr(elements_look) resized = look_at(NULL);
    g_autoptr(GHashTable) wide = ids_of(resized);
    assert_same_ids(ids, wide);

    struct wheel wheel = {dpy, wide};
    XTestFakeMotionEvent(dpy, 0, w->x + 100, w->y + w->height - 60, CurrentTime);
    assert_true(helper_await(has_scrolled, &wheel, WAIT_MS));
    XCloseDisplay(dpy);
    end_app();
}

/* ---- names ---- */

static const struct element *named(const elements_look *l, const char *name)
{
    const GArray *found = elements_look_found(l);
    for (guint i = 0; i < found->len; i++)
        if (g_str_equal(g_array_index(found, struct element, i).name, name))
            return &g_array_index(found, struct element, i);
    return NULL;
}

static bool has_two_windows(void *unused)
{
    (void)unused;
    g_autoptr(GPtrArray) windows = eye_windows(place.s->display, NULL);
    return windows && windows->len == 2;
}

/* A window that opens is looked at until it is built, as a dialog of files. */
static void window_opens__told_when_it_is_whole(void **state)
{
    (void)state;
    g_autofree char *command = command_of("elements_gtk.py", "0 slow");
    choose("^(elements|over)$");
    run_app(command);
    await_elements(4);
    g_autoptr(GPtrArray) windows = NULL;
    g_autoptr(elements_look) l = look_at(&windows);
    assert_int_equal(windows->len, 1); /* the other opens after this look, however long it took */
    kill(((const struct eye_window *)windows->pdata[0])->pid, SIGUSR1);
    assert_true(helper_await(has_two_windows, NULL, WAIT_MS));
    look_again(l, NULL);
    if (!named(l, "9"))
        fail_msg("%s", elements_look_note(l));
    end_app();
}

static void icon_without_words__its_name(void **state)
{
    (void)state;
    g_autofree char *command = command_of("elements_gtk.py", "0");
    choose("^elements$"), run_app(command);
    await_elements(4);
    g_autoptr(elements_look) l = look_at(NULL);
    const struct element *save = named(l, "Save");
    assert_non_null(save);
    assert_string_equal(save->role, "push button");
    assert_true(save->clickable && save->sensitive);
    assert_non_null(named(l, "Find it")); /* no line, no character that turns the text */
    guint secrets = 0;
    for (guint i = 0; i < elements_look_found(l)->len; i++)
        secrets += g_array_index(elements_look_found(l), struct element, i).secret;
    assert_int_equal(secrets, 1);
    end_app();
}

static bool covers_save(void *data)
{
    (void)data;
    g_autoptr(elements_look) l = look_at(NULL);
    return elements_look_found(l)->len > 0 && !named(l, "Save") && !named(l, "Delete");
}

/* A menu or dialog of the same program lies over them: what is pressed there is another thing. */
static void covered__not_told(void **state)
{
    (void)state;
    g_autofree char *command = command_of("elements_gtk.py", "0 cover");
    choose("^elements$"), run_app(command);
    assert_true(helper_await(covers_save, NULL, 15000));
    end_app();
}

static bool tells_other(void *data)
{
    (void)data;
    g_autoptr(elements_look) l = look_at(NULL);
    return named(l, "Other");
}

/* A dialog as large as the window below it: what is below is not told as if it were in the dialog. */
static void covered_by_a_window_of_the_same_size__not_told(void **state)
{
    (void)state;
    g_autofree char *command = command_of("elements_gtk.py", "0 same");
    choose("^elements$"), run_app(command);
    assert_true(helper_await(tells_other, NULL, WAIT_MS));
    g_autoptr(elements_look) l = look_at(NULL);
    assert_non_null(named(l, "Other"));
    assert_null(named(l, "Save"));
    assert_null(named(l, "Delete"));
    end_app();
}

static bool tells_wide(void *data)
{
    const struct element **ret = data;
    static elements_look *l; /* until the next call */
    elements_look_free(l);
    l = look_at(NULL);
    *ret = named(l, "wide");
    return *ret != NULL;
}

/* A row is where its list shows it: beside the list another element is pressed. GTK tells inner rows of a tree as too wide. */
static void row_of_a_list__as_wide_as_its_list_shows(void **state)
{
    (void)state;
    const struct element *row = NULL;
    g_autofree char *command = command_of("elements_gtk.py", "0 wide");
    choose("^elements$"), run_app(command);
    assert_true(helper_await(tells_wide, &row, WAIT_MS));
    assert_in_range(row->x + row->width, 100, 40 + 150);
    end_app();
}

static bool tells_menus(void *data)
{
    elements_look **l = data;
    elements_look_free(*l);
    *l = look_at(NULL);
    return named(*l, "Menus");
}

static elements_look *look_at_shifted(const char *how)
{
    elements_look *l = NULL;
    g_autofree char *command = command_of("shifted_gtk.py", how);
    choose("^elements$"), run_app(command);
    assert_true(helper_await(tells_menus, &l, WAIT_MS));
    return l;
}

/* LibreOffice that was just started: what was named "Bold" was another button. */
static void root_pane_that_is_told_too_high__is_where_its_parent_is(void **state)
{
    (void)state;
    g_autoptr(elements_look) l = look_at_shifted("");
    const struct element *menus = named(l, "Menus"), *bold = named(l, "Bold"), *size = named(l, "Size");
    assert_true(bold && size);
    assert_int_equal(bold->y, menus->y + 2 * menus->height);
    assert_int_equal(size->y, bold->y + bold->height);
    assert_null(named(l, "File"));
    end_app();
}

static void root_pane_that_sticks_out_of_its_parent__nothing_in_it_is_told(void **state)
{
    (void)state;
    g_autoptr(elements_look) l = look_at_shifted("apart");
    assert_int_equal(elements_look_found(l)->len, 1);
    assert_string_equal(elements_look_note(l), "1, by AT-SPI, there are more than were looked at");
    end_app();
}

/* ---- programs that do not tell ---- */

static bool has_window(void *data)
{
    (void)data;
    g_autoptr(GPtrArray) windows = eye_windows(place.s->display, NULL);
    return windows && windows->len > 0;
}

static void xterm__none_and_says_so(void **state)
{
    (void)state;
    choose("XTerm"), run_app("xterm");
    assert_true(helper_await(has_window, NULL, WAIT_MS));
    g_autoptr(elements_look) l = look_at(NULL);
    assert_int_equal(elements_look_found(l)->len, 0);
    assert_string_equal(elements_look_note(l), "none, the program is not on the accessibility bus");
    end_app();
}

static void stopped_program__none_and_says_so(void **state)
{
    (void)state;
    g_autofree char *command = command_of("elements_gtk.py", "3");
    choose("^elements$"), run_app(command);
    await_elements(7);
    kill(place.s->app.pid, SIGSTOP);
    g_autoptr(elements_look) l = look_at(NULL);
    kill(place.s->app.pid, SIGCONT);
    assert_int_equal(elements_look_found(l)->len, 0);
    assert_string_equal(elements_look_note(l), "none, the program does not answer");
    for (guint looks = 0; elements_look_found(l)->len == 0; looks++) { /* left alone for a while, then asked again */
        look_again(l, NULL);
        assert_true(looks > 0 || strstr(elements_look_note(l), "is asked again later"));
        assert_true(looks < 40);
    }
    end_app();
}

static bool tells_save(void *data)
{
    (void)data;
    g_autoptr(elements_look) l = look_at(NULL);
    const struct element *save = named(l, "Save");
    return save && save->y < 200;
}

/* As on a busy machine: it is no program that hangs, and its steps are not to go by the picture alone. That a list of its is too
 * long says nothing of its time. */
static void program_that_answers_after_two_seconds__is_heard(void **state)
{
    (void)state;
    const bool lone = g_getenv("REINS_SOAK") != NULL; /* beside others the answers of a long list take more than a look has */
    g_autofree char *command = command_of("elements_gtk.py", lone ? "3 long" : "3");
    choose("^elements$"), run_app(command);
    assert_true(helper_await(tells_save, NULL, WAIT_MS));
    g_autoptr(elements_look) l = look_at(NULL);
    g_autofree char *all = g_strdup(elements_look_note(l));
    assert_non_null(strstr(all, lone ? ", by AT-SPI, there are more than were looked at" : ", by AT-SPI"));
    kill(place.s->app.pid, SIGSTOP);
    begin_look(l, NULL);
    const gint64 answers = g_get_monotonic_time() + 2 * G_USEC_PER_SEC; /* a shortened look has 1.5 */
    for (gint64 now = 0; !elements_look_poll(l) && (now = g_get_monotonic_time()) < answers;) {
        g_autoptr(GArray) fds = g_array_new(FALSE, FALSE, sizeof(GPollFD));
        elements_look_prepare(l, fds);
        g_poll((GPollFD *)(void *)fds->data, fds->len, (int)((answers - now) / 1000) + 1);
    }
    kill(place.s->app.pid, SIGCONT);
    elements_look_wait(l);
    assert_string_equal(elements_look_note(l), all);
    end_app();
}

static void display_without_a_bus__none_and_says_so(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) windows = g_ptr_array_new();
    const eye_observation o = {.windows = windows};
    g_autoptr(elements_look) l = elements_look_new();
    elements_look_start(l, &o, NULL);
    assert_true(elements_look_poll(l));
    assert_non_null(strstr(elements_look_note(l), "none, the display has no accessibility bus"));
}

/* Whatever else the time of a look does not suffice for. */
static void five_thousand__those_that_come_first_are_told(void **state)
{
    (void)state;
    g_autofree char *command = command_of("elements_gtk.py", "5000");
    choose("^elements$");
    run_app(command);
    assert_true(helper_await(tells_save, NULL, WAIT_MS));
    end_app();
}

int main(int argc, char **argv)
{
    int code = child_run(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(display_without_a_bus__none_and_says_so),
        cmocka_unit_test_setup_teardown(gtk__all_its_widgets_and_nothing_else, start, end),
        cmocka_unit_test_setup_teardown(qt__all_its_widgets_and_nothing_else, start, end),
        cmocka_unit_test_setup_teardown(chromium__all_the_widgets_of_a_page_and_nothing_else, start, end),
        cmocka_unit_test_setup_teardown(ids__after_restart_resize_and_scrolling__the_same, start, end),
        cmocka_unit_test_setup_teardown(window_opens__told_when_it_is_whole, start, end),
        cmocka_unit_test_setup_teardown(icon_without_words__its_name, start, end),
        cmocka_unit_test_setup_teardown(covered__not_told, start, end),
        cmocka_unit_test_setup_teardown(covered_by_a_window_of_the_same_size__not_told, start, end),
        cmocka_unit_test_setup_teardown(row_of_a_list__as_wide_as_its_list_shows, start, end),
        cmocka_unit_test_setup_teardown(root_pane_that_is_told_too_high__is_where_its_parent_is, start, end),
        cmocka_unit_test_setup_teardown(root_pane_that_sticks_out_of_its_parent__nothing_in_it_is_told, start, end),
        cmocka_unit_test_setup_teardown(xterm__none_and_says_so, start, end),
        cmocka_unit_test_setup_teardown(stopped_program__none_and_says_so, start, end),
        cmocka_unit_test_setup_teardown(program_that_answers_after_two_seconds__is_heard, start, end),
        cmocka_unit_test_setup_teardown(five_thousand__those_that_come_first_are_told, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
