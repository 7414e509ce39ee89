/* Typing: how much of a text arrives wrong, and how long it takes until it is there; reins' hand and xdotool, seven toolkits. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "engine/display/windows.h"
#include "tests/engine/hand/spawn_hand.h"
#include "tests/helper/toolkit.h"

#include <X11/XKBlib.h>

#define LENGTH 1000
#define LATE_MS 15000 /* Chromium shows some seconds later what it has taken when the machine is busy */
#define PEER_LATE_MS 3000
#define REST_MS 200 /* a program draws what has been cleared */
#define WM_START_MS 10000
#define WM_REST_MS 300
#define WM_REST_NS 1000000
#define TOLD 2 /* times is each change of the map told: by the keyboard and by the one that XTEST presses */

static const char *const toolkits[] = {"xterm", "gtk", "qt", "sdl", "tk", "chromium", "xlib", "xlib_turns"};

static const struct {
    const char *name;
    gunichar ranges[8][2]; /* first and last character; as many from each, in turn */
    guint length;
} scripts[] = {
    {"ascii", {{'a', 'z'}, {'A', 'Z'}, {'0', '9'}, {' ', '/'}}, LENGTH},
    {"latin", {{'a', 'z'}, {0xc0, 0xd6}, {'a', 'z'}, {0xd8, 0xf6}, {' ', ' '}}, LENGTH},
    {"greek, cyrillic", {{0x3b1, 0x3c1}, {0x410, 0x44f}, {' ', ' '}, {0x391, 0x3a1}}, LENGTH},
    {"chinese", {{0x4e00, 0x4e00 + 435}}, LENGTH},
    {"combining", {{'a', 'z'}, {0x301, 0x304}, {0x5d0, 0x5ea}, {0x5b0, 0x5b9}}, LENGTH},
    {"emoji", {{0x1f600, 0x1f634}}, 300},
    {"mixed", {{'a', 'z'}, {'A', 'Z'}, {0xe0, 0xf6}, {0x430, 0x44f}, {0x4e00, 0x4e20}, {0x1f600, 0x1f60a}}, LENGTH},
};

static char *text_of(gsize script)
{
    GRand *random = g_rand_new_with_seed(1);
    GString *text = g_string_new(NULL);
    int n = 0;
    while (n < 8 && scripts[script].ranges[n][0])
        n++;
    for (guint i = 0; i < scripts[script].length; i++) {
        const gunichar *range = scripts[script].ranges[i % (guint)n];
        if (i % 70 == 69)
            g_string_append_c(text, '\n');
        else
            g_string_append_unichar(text, range[0] + (gunichar)g_rand_int_range(random, 0, (gint32)(range[1] - range[0]) + 1));
    }
    g_rand_free(random);
    return g_string_free(text, FALSE);
}

/* Insertions, deletions and changes between what was asked and what is there. */
static guint edit_distance(const char *asked, const char *got)
{
    glong n, m;
    g_autofree gunichar *a = g_utf8_to_ucs4_fast(asked, -1, &n), *b = g_utf8_to_ucs4_fast(got, -1, &m);
    g_autofree guint *row = g_new(guint, (gsize)m + 1);
    for (glong j = 0; j <= m; j++)
        row[j] = (guint)j;
    for (glong i = 1; i <= n; i++) {
        guint before = row[0];
        row[0] = (guint)i;
        for (glong j = 1; j <= m; j++) {
            guint above = row[j];
            row[j] = a[i - 1] == b[j - 1] ? before : 1 + MIN(before, MIN(above, row[j - 1]));
            before = above;
        }
    }
    return row[m];
}

static struct xvfb x;
static struct spawned hand;
static Display *dpy; /* is told of changes of the map */
static pid_t wm_pid;

/* ---- the processor time of a program: of all its processes, by thread ---- */

static void note_thread(GHashTable *ran, const char *path, const char *thread)
{
    g_autofree char *file = g_build_filename(path, thread, "schedstat", NULL), *text = NULL;
    if (g_file_get_contents(file, &text, NULL, NULL))
        g_hash_table_insert(ran, GSIZE_TO_POINTER(g_ascii_strtoull(thread, NULL, 10)),
                            GSIZE_TO_POINTER(g_ascii_strtoull(text, NULL, 10)));
}

/* Thread → its processor time so far, ns; of this process and all that come from it. */
static void note_threads(GHashTable *ran, pid_t pid)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/task", (int)pid);
    g_autoptr(GDir) dir = pid > 0 ? g_dir_open(path, 0, NULL) : NULL;
    for (const char *thread; dir && (thread = g_dir_read_name(dir));) {
        g_autofree char *file = g_build_filename(path, thread, "children", NULL), *list = NULL;
        note_thread(ran, path, thread);
        if (!g_file_get_contents(file, &list, NULL, NULL))
            continue;
        g_auto(GStrv) children = g_strsplit(list, " ", -1);
        for (char **child = children; *child; child++)
            note_threads(ran, (pid_t)g_ascii_strtoll(*child, NULL, 10));
    }
}

/* What has been used since `before`: by all threads, and by the busiest, in seconds. */
static void used_since(GHashTable *before, pid_t pid, double *ret_all, double *ret_busiest)
{
    g_autoptr(GHashTable) now = g_hash_table_new(NULL, NULL);
    GHashTableIter iter;
    gpointer thread, ran;
    *ret_all = *ret_busiest = 0;
    note_threads(now, pid);
    g_hash_table_iter_init(&iter, now);
    while (g_hash_table_iter_next(&iter, &thread, &ran)) {
        double used = (double)(GPOINTER_TO_SIZE(ran) - GPOINTER_TO_SIZE(g_hash_table_lookup(before, thread))) / 1e9;
        *ret_all += used;
        *ret_busiest = MAX(*ret_busiest, used);
    }
}

static guint64 process_ns(pid_t pid)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/schedstat", (int)pid), *ran = NULL;
    return pid > 0 && g_file_get_contents(path, &ran, NULL, NULL) ? g_ascii_strtoull(ran, NULL, 10) : 0;
}

/* The window manager's processor time so far, in ms, once it has been at rest for WM_REST_MS: it works on long after a text. */
static double wm_ms(void)
{
    guint64 ran_ns = 0, before_ns;
    do {
        before_ns = ran_ns;
        g_usleep(WM_REST_MS * 1000);
        ran_ns = process_ns(wm_pid);
    } while (ran_ns - before_ns > WM_REST_NS);
    return (double)ran_ns / 1e6;
}

static bool wm_is_there(void *data)
{
    Atom type = None;
    int format;
    unsigned long n, left;
    unsigned char *value = NULL;
    (void)data;
    XGetWindowProperty(dpy, DefaultRootWindow(dpy), XInternAtom(dpy, "_NET_SUPPORTING_WM_CHECK", False), 0, 1, False,
                       AnyPropertyType, &type, &format, &n, &left, &value);
    if (value)
        XFree(value);
    return type != None;
}

static guint map_changes(void)
{
    guint n = 0;
    XSync(dpy, False);
    for (XEvent event; XPending(dpy);) {
        XNextEvent(dpy, &event);
        n += event.type == MappingNotify;
    }
    return n / TOLD;
}

static void type_reins(const char *text)
{
    fire(&hand, HAND_DONE, EVENTS({.type = TIMELINE_TEXT, .text = (char *)text}));
}

static void type_xdotool(const char *text)
{
    const char *const argv[] = {"xdotool", "type", "--", text, NULL};
    helper_run(x.display, argv, NULL);
}

/* Prints "wrong % time", the processor time of the program (the busiest thread of the focused window's processes: no way of
 * typing gets below it; all their threads, which share the processors with ours), changes of the map, and what they have cost the
 * window manager; the time goes until the last character is there. */
static void measure(toolkit *t, const char *text, void (*type)(const char *))
{
    guint length = (guint)g_utf8_strlen(text, -1);
    toolkit_clear(t);
    g_usleep(REST_MS * 1000);
    double wm_before_ms = wm_pid ? wm_ms() : 0;
    pid_t pid = (pid_t)windows_owner(dpy, observer_focus(x.display));
    g_autoptr(GHashTable) before = g_hash_table_new(NULL, NULL);
    double all, busiest;
    note_threads(before, pid);
    map_changes();
    gint64 start_us = g_get_monotonic_time();
    type(text);
    gint64 typed_us = g_get_monotonic_time() - start_us;
    /* a peer loses characters at each text: what never comes is not waited for as long */
    g_autofree char *got = toolkit_text(t, length, type == type_reins ? LATE_MS : PEER_LATE_MS);
    gint64 there_us = g_get_monotonic_time() - start_us;
    used_since(before, pid, &all, &busiest);
    guint wrong = edit_distance(text, got);
    /* characters were lost: the time until nothing more came is not the time of typing */
    gint64 us = g_utf8_strlen(got, -1) < (glong)length ? typed_us : there_us;
    printf(" | %5.1f %% %6.2f s (%4.2f of %4.2f s, %3u)", 100.0 * wrong / length, (double)us / 1e6, busiest, all, map_changes());
    if (wm_pid)
        printf(" %5.0f ms", wm_ms() - wm_before_ms);
    fflush(stdout);
}

/* The first text into a program that has just started. */
static void measure_fresh(const char *name, gint64 number)
{
    g_autofree char *text = text_of(0);
    toolkit *t = toolkit_start(x.display, name);
    printf("  %-9s start %-10" G_GINT64_FORMAT " %4u", name, number + 1, scripts[0].length);
    if (t)
        measure(t, text, type_reins);
    printf("\n");
    toolkit_stop(t);
}

int main(void)
{
    const char *only = g_getenv("BENCH_TOOLKIT"), *script_only = g_getenv("BENCH_SCRIPT"), *wm = g_getenv("BENCH_WM");
    gint64 loads = g_getenv("BENCH_STARTS") ? g_ascii_strtoll(g_getenv("BENCH_STARTS"), NULL, 10) : 0;
    bool peer = !g_getenv("BENCH_ALONE");
    xvfb_start(&x, 1024, 768, NULL);
    dpy = XOpenDisplay(x.display);
    if (wm) {
        const char *const argv[] = {wm, NULL};
        wm_pid = helper_spawn(x.display, argv);
        helper_await(wm_is_there, NULL, WM_START_MS);
    }
    XkbSelectEvents(dpy, XkbUseCoreKbd, XkbMapNotifyMask, XkbMapNotifyMask);
    g_autofree char *ledger = g_dir_make_tmp("ledger-XXXXXX", NULL);
    spawned_start_as(&hand, x.display, ledger, "ignore"); /* xdotool is no person to yield to */
    spawned_skip(&hand, HAND_READY);
    printf("  wrong characters, time until the last one is there (processor time of the program's busiest thread and of all, "
           "changes of the map)%s: %s\n",
           wm ? ", processor time of the window manager" : "", peer ? "reins | xdotool" : "reins");
    for (gsize i = 0; i < G_N_ELEMENTS(toolkits); i++) {
        if (only && !g_str_equal(only, toolkits[i]))
            continue;
        for (gint64 l = 0; l < loads; l++)
            measure_fresh(toolkits[i], l);
        if (loads > 0)
            continue;
        toolkit *t = toolkit_start(x.display, toolkits[i]);
        if (!t) {
            printf("  skipped: %s is not installed (make deps-bench)\n", toolkits[i]);
            continue;
        }
        for (gsize s = 0; s < G_N_ELEMENTS(scripts); s++) {
            if (script_only && !g_str_equal(script_only, scripts[s].name))
                continue;
            g_autofree char *text = text_of(s);
            printf("  %-9s %-16s %4u", toolkits[i], scripts[s].name, scripts[s].length);
            measure(t, text, type_reins);
            if (peer)
                measure(t, text, type_xdotool);
            printf("\n");
        }
        toolkit_stop(t);
    }
    spawned_stop(&hand);
    XCloseDisplay(dpy);
    xvfb_stop(&x);
    return 0;
}
