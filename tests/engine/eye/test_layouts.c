/* Programs of several toolkits that say where their widgets are (tests/sinks/layout_*.py; xcalc's are X windows): what of them is
 * found by their pictures. */
#include "engine/eye/eye.h"
#include "engine/picture/frame.h"
#include "engine/picture/shapes.h"
#include "tests/engine/eye/child.h"
#include "tests/helper/xvfb.h"

#include <X11/Xlib.h>
#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#define LEAST 0.9  /* recall and precision */
#define WORDS 0.95 /* the same of words, over all programs */
#define NAMED 0.85 /* buttons whose text is right: lone digits are not always read */

struct widget {
    char kind[16], text[64];
    struct area at;
};

static struct xvfb x;
static char *folder;
static struct {
    guint written, read, right;
} words; /* over all programs */

static int start(void **state)
{
    (void)state;
    folder = g_dir_make_tmp("layouts-XXXXXX", NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    g_rmdir(folder);
    g_clear_pointer(&folder, g_free);
    return 0;
}

/* ---- programs ---- */

static bool is_file(void *path)
{
    return g_file_test(path, G_FILE_TEST_EXISTS);
}

static GArray *widgets_new(void)
{
    return g_array_new(FALSE, TRUE, sizeof(struct widget));
}

static GArray *read_layout(const char *path)
{
    GArray *widgets = widgets_new();
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (gsize i = 0; lines[i] && *lines[i]; i++) {
        struct widget w = {.text = ""};
        assert_true(sscanf(lines[i], "%15s %d %d %d %d %63[^\n]", w.kind, &w.at.x, &w.at.y, &w.at.width, &w.at.height, w.text) >=
                    5);
        g_array_append_val(widgets, w);
    }
    return widgets;
}

/* Each button of an Athena program is a window without children. */
static void add_leaves(Display *dpy, Window w, GArray *widgets)
{
    Window root, parent, *children = NULL;
    unsigned n = 0;
    if (XQueryTree(dpy, w, &root, &parent, &children, &n) && n == 0) {
        struct widget leaf = {.kind = "button"};
        unsigned width, height, border, depth;
        XGetGeometry(dpy, w, &root, &leaf.at.x, &leaf.at.y, &width, &height, &border, &depth);
        XTranslateCoordinates(dpy, w, root, 0, 0, &leaf.at.x, &leaf.at.y, &parent);
        leaf.at.width = (int)width;
        leaf.at.height = (int)height;
        if (leaf.at.y > 60) /* below its display */
            g_array_append_val(widgets, leaf);
    }
    for (unsigned i = 0; i < n; i++)
        add_leaves(dpy, children[i], widgets);
    if (children)
        XFree(children);
}

static bool has_forty(void *widgets)
{
    Display *dpy = XOpenDisplay(x.display);
    g_array_set_size(widgets, 0);
    add_leaves(dpy, DefaultRootWindow(dpy), widgets);
    XCloseDisplay(dpy);
    return ((GArray *)widgets)->len >= 40;
}

/* A picture of the program when it is at rest, its widgets, and what is read and marked. */
static frame *picture_of(const char *script, const char *option, GArray **ret_widgets, screen **ret_screen)
{
    g_autofree char *path = g_build_filename("tests", "sinks", script, NULL), *layout = g_build_filename(folder, "layout", NULL);
    const char *const python[] = {"/usr/bin/python3", "-BEs", path, layout, option, NULL}, *const xcalc[] = {"xcalc", NULL};
    g_autoptr(GError) error = NULL;
    xvfb_start(&x, 1024, 768, NULL);
    pid_t pid = helper_spawn(x.display, script ? python : xcalc);
    if (!script)
        assert_true(helper_await(has_forty, *ret_widgets = widgets_new(), 10000));
    else if (!helper_await(is_file, layout, 30000))
        fail_msg("%s did not say where its widgets are", script);
    else
        *ret_widgets = read_layout(layout);
    g_autoptr(eye_observation) o = eye_look(x.display, NULL, folder, script != NULL, EYE_LOOK_QUIET, &error);
    if (!o)
        fail_msg("%s", error->message);
    frame *f = frame_read(o->frame.path, &error);
    *ret_screen = g_steal_pointer(&o->screen);
    g_unlink(layout);
    g_unlink(o->frame.path);
    helper_end(pid);
    xvfb_stop(&x);
    return f;
}

/* ---- what is found ---- */

static bool is_it(const struct shape *s, const struct widget *w)
{
    return area_has(w->at, s->box.x + s->box.width / 2, s->box.y + s->box.height / 2) && s->box.width <= w->at.width + 8 &&
           s->box.height <= w->at.height + 8;
}

static bool is_there(const GArray *shapes, const struct widget *w)
{
    bool found = false;
    for (guint i = 0; i < shapes->len && !found; i++)
        found = is_it(&g_array_index(shapes, struct shape, i), w);
    return found;
}

static bool is_true(const GArray *widgets, const struct shape *s)
{
    bool found = false;
    for (guint i = 0; i < widgets->len && !found; i++)
        found = is_it(s, &g_array_index(widgets, struct widget, i));
    return found;
}

static bool has_letters(const char *text)
{
    bool any = false;
    for (; *text; text++)
        any = any || g_ascii_isalnum(*text);
    return any;
}

/* Each word of the widgets, and each that was read, once. */
static void reads(const GArray *widgets, const screen *s)
{
    g_autoptr(GPtrArray) written = g_ptr_array_new_with_free_func(g_free);
    guint all = 0, read = 0, right = 0;
    for (guint i = 0; i < widgets->len; i++) {
        g_auto(GStrv) parts = g_strsplit(g_array_index(widgets, struct widget, i).text, " ", -1);
        for (gsize j = 0; parts[j]; j++)
            if (has_letters(parts[j]))
                g_ptr_array_add(written, g_strdup(parts[j]));
    }
    all = written->len;
    for (guint i = 0; i < s->words->len; i++) {
        const char *word = g_array_index(s->words, struct screen_word, i).text;
        guint at = 0;
        read++;
        if (g_ptr_array_find_with_equal_func(written, word, g_str_equal, &at)) {
            right++;
            g_ptr_array_remove_index_fast(written, at);
        } else {
            print_message("no word of it: \"%s\"\n", word);
        }
    }
    for (guint i = 0; i < written->len; i++)
        print_message("not read: \"%s\"\n", (const char *)written->pdata[i]);
    print_message("%u of %u words are read, %u of %u that are read are right\n", right, all, right, read);
    assert_true(right >= LEAST * all && right >= LEAST * read);
    words.written += all;
    words.read += read;
    words.right += right;
}

/* A widget's text is that of the one mark on it. */
static void marks(const GArray *widgets, const screen *s)
{
    guint all = 0, right = 0;
    for (guint i = 0; i < widgets->len; i++) {
        const struct widget *w = &g_array_index(widgets, struct widget, i);
        guint n = 0, same = 0;
        for (guint j = 0; j < s->marks->len; j++) {
            const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, j);
            bool on = area_has(w->at, m->x + m->width / 2, m->y + m->height / 2);
            n += on;
            same += on && g_str_equal(m->text, w->text);
        }
        if (g_str_equal(w->kind, "button") && has_letters(w->text)) {
            all++;
            right += n == 1 && same == 1;
        }
    }
    print_message("%u of %u buttons are one mark with their text\n", right, all);
    assert_true(right >= NAMED * all);
}

static void finds(const char *script, const char *option)
{
    g_autoptr(GArray) widgets = NULL;
    g_autoptr(screen) look = NULL;
    g_autoptr(frame) f = picture_of(script, option, &widgets, &look);
    assert_non_null(f);
    g_autoptr(GArray) shapes = shapes_find(f);
    guint there = 0, all = 0, right = 0, buttons = 0;
    for (guint i = 0; i < widgets->len; i++) {
        const struct widget *w = &g_array_index(widgets, struct widget, i);
        all += !g_str_equal(w->kind, "label");
        there += !g_str_equal(w->kind, "label") && is_there(shapes, w);
    }
    for (guint i = 0; i < shapes->len; i++) {
        const struct shape *s = &g_array_index(shapes, struct shape, i);
        buttons += s->kind == SHAPE_BUTTON;
        right += s->kind == SHAPE_BUTTON && is_true(widgets, s);
    }
    print_message("%s %s: %u of %u widgets are found, %u of %u buttons are some\n", script ? script : "xcalc",
                  option ? option : "", there, all, right, buttons);
    assert_true(all >= 30 && there >= LEAST * all);
    assert_true(buttons >= 15 && right >= LEAST * buttons);
    if (script) {
        reads(widgets, look);
        marks(widgets, look);
    }
}

static void finds_words(const char *script)
{
    g_autoptr(GArray) widgets = NULL;
    g_autoptr(screen) look = NULL;
    g_autoptr(frame) f = picture_of(script, NULL, &widgets, &look);
    assert_non_null(f);
    reads(widgets, look);
}

static void shapes__gtk__found(void **state)
{
    (void)state;
    finds("layout_gtk.py", NULL);
}

static void shapes__gtk_dark__found(void **state)
{
    (void)state;
    finds("layout_gtk.py", "dark");
}

static void shapes__qt__found(void **state)
{
    (void)state;
    finds("layout_qt.py", "Fusion");
}

static void shapes__qt_with_bevels__found(void **state)
{
    (void)state;
    finds("layout_qt.py", "Windows");
}

static void shapes__athena__found(void **state)
{
    (void)state;
    finds(NULL, NULL);
}

/* Chromium takes hundreds of MB and seconds to start: where it is installed, and with REINS_SOAK. */
static bool with_chromium(void)
{
    return g_getenv("REINS_SOAK") && g_find_program_in_path("chromium");
}

static void shapes__web_page__found(void **state)
{
    (void)state;
    if (!with_chromium())
        skip();
    finds("layout_chromium.py", NULL);
}

static void words__xterm__read(void **state)
{
    (void)state;
    finds_words("layout_xterm.py");
}

static void words__of_all_programs__nearly_all_read(void **state)
{
    (void)state;
    if (!with_chromium())
        skip();
    print_message("%u of %u words, %u of %u that are read are right\n", words.right, words.written, words.right, words.read);
    assert_true(words.written >= 200 && words.right >= WORDS * words.written && words.right >= WORDS * words.read);
}

int main(int argc, char **argv)
{
    int code = child_run(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes__gtk__found),
        cmocka_unit_test(shapes__gtk_dark__found),
        cmocka_unit_test(shapes__qt__found),
        cmocka_unit_test(shapes__qt_with_bevels__found),
        cmocka_unit_test(shapes__athena__found),
        cmocka_unit_test(shapes__web_page__found),
        cmocka_unit_test(words__xterm__read),

        cmocka_unit_test(words__of_all_programs__nearly_all_read),
    };
    return cmocka_run_group_tests(tests, start, end);
}
