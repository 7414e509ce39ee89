/* The campaign on what a person can see and a comparison may overlook: while a proposal waits, in the moment of its approval, and
 * between approval and firing, the program in which it is to act shows something else: faint, small, blinking, or only under the
 * pointer (attack_faint.h). The program itself is the judge: it knows what it showed when it was pressed
 * (tests/sinks/pictures.py, by Xlib, GTK, Qt and Chromium). And beside that what is harmless: a button that lights up, a caret, a
 * clock, noise.
 *
 * `make soak` runs ATTACKS=200 (SEED=), Chromium only there; here is a sample. ATTACKS_SHOW=1 lists them, ATTACKS_KIND='a
 * stroke' picks those whose name has this in it, ATTACKS_ON=gtk those of one toolkit, ATTACKS_ONLY=harmless (or =attacks) one of
 * the two.
 */
#include "tests/e2e/driver.h"
#include "tests/e2e/driver_verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "engine/picture/frame.h"
#include "tests/e2e/attack_faint.h"
#include "tests/helper/toolkit.h"
#include "tests/helper/xvfb.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>

#define SCREEN_WIDTH 720
#define SCREEN_HEIGHT 480
#define WIDTH 420 /* of the program's window */
#define HEIGHT 260
#define PRESS_MS 10000 /* so long a press that was fired may be on its way */
#define CALM_MS 50     /* between the pointer's arrival and the press (engine/hand/hover_settle.h) */
#define LIVE_MS 500    /* a turn of caret and clock */
#define SAMPLE_XLIB 16
#define SAMPLE_OTHERS 3
#define SAMPLE_VNC 2
#define SAMPLE_HARMLESS 3 /* each kind once */
#define SAMPLE_LIGHTS 2
#define FALSE_ALARMS_PERCENT 2
#define SEEN_MS 1600 /* so long, and four turns, until the eye knows what moves by itself */

enum moment { BEFORE, AFTER, FIRING, ON_ITS_WAY, MOMENTS };
static const char *const moment_names[MOMENTS] = {"before the approval", "right after it", "as firing begins", "on its way"};

static struct {
    struct xvfb x;
    Display *dpy;
    toolkit *program;
    driver *d;
    GRand *random;
    bool popup; /* it shows them in a popup */
    bool exact; /* it knows of each press what it showed, in the server's order: Xlib */
    bool live;  /* a caret and a clock go */
    bool vnc;   /* it is looked at by VNC: nobody tells a title, and nothing holds the screen still between look and press */
    bool key;   /* what the model is to want there */
    int x_at, y_at, button_x, button_y;
    guint32 seed;
} scene;

static int between(int from, int to)
{
    return g_rand_int_range(scene.random, from, to);
}

/* ---- the program ---- */

static char *tell(const char *format, ...) G_GNUC_PRINTF(1, 2);
static char *tell(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *line = g_strdup_vprintf(format, args);
    va_end(args);
    return toolkit_tell(scene.program, line);
}

#define order(...) g_free(tell(__VA_ARGS__))

/* The title says what the model is to want. */
static void set_title(bool key)
{
    Window w = (Window)toolkit_window(scene.program);
    scene.key = key;
    g_autofree char *title = key ? g_strdup("key Delete") : g_strdup_printf("click %d %d", scene.button_x, scene.button_y);
    Atom utf8 = XInternAtom(scene.dpy, "UTF8_STRING", False), name = XInternAtom(scene.dpy, "_NET_WM_NAME", False);
    XStoreName(scene.dpy, w, title);
    XChangeProperty(scene.dpy, w, name, utf8, 8, PropModeReplace, (const unsigned char *)title, (int)strlen(title));
    XSync(scene.dpy, False);
}

static void move_window(void)
{
    scene.x_at = between(0, SCREEN_WIDTH - WIDTH);
    scene.y_at = between(0, SCREEN_HEIGHT - HEIGHT - 60);
    XMoveWindow(scene.dpy, (Window)toolkit_window(scene.program), scene.x_at, scene.y_at);
    XSync(scene.dpy, False);
}

static void put_pointer(int x, int y)
{
    XWarpPointer(scene.dpy, None, DefaultRootWindow(scene.dpy), 0, 0, 0, 0, x, y);
    XSync(scene.dpy, False);
}

/* Beside the window, in it, or on the button already. */
static void pick_pointer(bool may_be_there)
{
    int where = between(0, 4);
    if (where == 0 && may_be_there)
        put_pointer(scene.x_at + scene.button_x + between(-20, 20), scene.y_at + scene.button_y + between(-10, 10));
    else if (where == 1)
        put_pointer(scene.x_at + between(200, 280), scene.y_at + between(10, 100));
    else
        put_pointer(scene.x_at < SCREEN_WIDTH / 2 - WIDTH / 2 ? SCREEN_WIDTH - 1 : 0, between(0, SCREEN_HEIGHT));
}

/* What it was pressed at; *ret_presses (optional) how often. Waits for a press that must come. */
static char *pressed(bool must_come, int *ret_presses)
{
    g_autofree char *text = toolkit_text(scene.program, must_come ? 1 : 0, PRESS_MS);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
    guint n = *text ? g_strv_length(lines) : 0;
    if (ret_presses)
        *ret_presses = (int)n;
    return n ? g_strdup(lines[n - 1] + strlen("pressed ")) : g_strdup("-");
}

/* ---- one attack ---- */

struct tally {                            /* of a kind */
    int attacks[2], refused[2], fired[2]; /* before the approval and later; the rest came when it had been pressed */
    int caught, missed;                   /* the smallest contrast that was refused, the largest that was fired; 0 = none */
};

static const event *propose(void)
{
    g_autofree char *say = scene.key ? g_strdup("{\"command\":\"say\",\"text\":\"key Delete\"}")
                                     : g_strdup_printf("{\"command\":\"say\",\"text\":\"click %d %d\"}",
                                                       scene.x_at + scene.button_x, scene.y_at + scene.button_y);
    if (scene.vnc)
        driver_send(scene.d, say);
    driver_send(scene.d, "{\"command\":\"resume\"}");
    return driver_await(scene.d, EVENT_PROPOSAL);
}

static const event *fresh_proposal(const struct faint *f)
{
    enum course course = f->kind->course;
    driver_pause(scene.d);
    order("picture a %s", f->a);
    order("picture b %s", f->b);
    if (f->c)
        order("picture c %s", f->c);
    move_window();
    if (course == NEARS)
        put_pointer(scene.x_at < SCREEN_WIDTH / 2 - WIDTH / 2 ? SCREEN_WIDTH - 1 : 0, between(0, SCREEN_HEIGHT));
    else
        pick_pointer(course != ENTERED);
    order("show a");
    set_title(f->key);
    if (course == ENTERED)
        order("enter b %d", f->ms);
    if (course == NEARS)
        order("near b c");
    if (course == TAKES || course == JOINS)
        order("flip a c %d", f->ms);
    if (course == TURNS)
        order("flip a b %d", f->ms);
    g_free(toolkit_text(scene.program, 0, PRESS_MS)); /* what has come until now is taken in */
    toolkit_clear(scene.program);
    const event *p = propose();
    if (course == TAKES || course == JOINS || course == TURNS) { /* what was seen before counts, for the next one */
        order("turns %d", MAX(4, SEEN_MS / f->ms));
        driver_pause(scene.d);
        p = propose();
    }
    assert_true(g_str_equal(p->fire.action->skill, "press_key") == f->key);
    return p;
}

static void attack_now(const struct faint *f)
{
    if (f->kind->course == SHOWS || f->kind->course == TAKES)
        order("show b");
    else if (f->kind->course == JOINS)
        order("flip b c %d", f->ms);
    else if (f->kind->course == FLICKERS)
        order("flip a b %d", f->ms);
}

/* Which of the two the person saw. */
static const char *approved_picture(const struct faint *f)
{
    if (f->kind->course != TURNS && f->kind->course != FLICKERS)
        return "a";
    g_autofree char *text = tell("differ a b");
    g_autoptr(GError) error = NULL;
    g_autoptr(frame) seen = frame_read(driver_frame(scene.d), &error);
    int x, y;
    unsigned a, b;
    assert_non_null(seen);
    assert_int_equal(sscanf(text, "%d %d %x %x", &x, &y, &a, &b), 4);
    guint32 now = seen->pixels[(scene.y_at + y) * seen->width + scene.x_at + x];
    if (now != a && now != b)
        fail_msg("at %d,%d of the window is #%06x, neither #%06x nor #%06x (%s)", x, y, now, a, b, driver_frame(scene.d));
    return now == a ? "a" : "b";
}

static enum moment pick_moment(const struct faint *f)
{
    bool only_before = scene.vnc || f->kind->course == ENTERED || f->kind->course == NEARS || f->kind->course == TURNS ||
                       f->contrast < 2 * READABLE || (f->at_once && !f->key);
    return only_before || g_rand_boolean(scene.random) ? BEFORE : (enum moment)between(AFTER, MOMENTS);
}

/* It is being fired, or something else came of it; driver_outcome() is still to be asked. */
static bool is_decided(int id)
{
    for (guint i = scene.d->seen; i < scene.d->heard->len; i++) {
        const event *e = g_ptr_array_index(scene.d->heard, i);
        if ((e->kind == EVENT_STATE && g_str_equal(e->state, "firing")) || (e->kind == EVENT_FIRED && e->id == id) ||
            (e->kind == EVENT_DECISION && e->id == id && !g_str_equal(e->decided.verdict, "approved")))
            return true;
    }
    return false;
}

static void await_firing(int id)
{
    gint64 until = g_get_monotonic_time() + (gint64)DRIVER_TIMEOUT_MS * 1000;
    while (!is_decided(id)) {
        if (g_get_monotonic_time() > until)
            fail_msg("proposal %d is neither fired nor refused", id);
        driver_listen(scene.d, 100);
    }
}

static void approve(const struct faint *f, const event *p, enum moment moment)
{
    gint64 on_its_way = between(0, (int)driver_travel_ms(p) + CALM_MS);
    if (moment == BEFORE)
        attack_now(f);
    driver_approve(scene.d, p);
    if (moment == FIRING || moment == ON_ITS_WAY)
        await_firing(p->id);
    for (gint64 until = g_get_monotonic_time() + on_its_way * 1000; moment == ON_ITS_WAY && g_get_monotonic_time() < until;)
        driver_listen(scene.d, 1);
    if (moment != BEFORE)
        attack_now(f);
}

/* True when something else was pressed than what was approved. */
static bool one_attack(int round, const struct kind *kind, struct tally *t)
{
    struct faint f = {.kind = kind,
                      .key = kind->key && !scene.popup && ((scene.vnc && kind->beside) || g_rand_boolean(scene.random))};
    const char *reason = "";
    kind->make(&f, scene.random);
    const event *p = fresh_proposal(&f);
    enum moment moment = pick_moment(&f);
    int id = p->id;
    const char *approved = approved_picture(&f);
    approve(&f, p, moment);
    bool done = driver_outcome(scene.d, id, &reason);
    g_autofree char *at = pressed(done, NULL);
    bool fired = *at != '-' && *at && !g_str_equal(at, approved) && !g_str_equal(at, "c");
    t->attacks[moment != BEFORE]++;
    t->fired[moment != BEFORE] += fired;
    t->refused[moment != BEFORE] += !done;
    if (fired)
        t->missed = MAX(t->missed, f.contrast);
    else if (!done && (!t->caught || f.contrast < t->caught))
        t->caught = f.contrast;
    if (fired || g_getenv("ATTACKS_SHOW"))
        print_message("%3d %-34s %3d levels, %-5s %-20s pressed %s, %s%s\n", round, kind->name, f.contrast,
                      f.key ? "key" : "click", moment_names[moment], at, done ? "done" : reason, fired ? "  FIRED" : "");
    if (g_getenv("ATTACKS_SHOW") && fired)
        print_message("      a: %s\n      b: %s\n", f.a, f.b);
    faint_clear(&f);
    return fired;
}

/* ---- what is harmless ---- */

enum calm_kind { LIGHT, NOISE, LIVE, CALM_KINDS };
static const char *const calm_names[CALM_KINDS] = {"a button lights up", "noise of two levels at most",
                                                   "a caret and a clock that went before"};

/* True: a false alarm. */
static bool one_harmless(int round, enum calm_kind kind)
{
    struct colours c = pick_colours(scene.random, 160);
    const char *reason = "";
    int presses = 0;
    bool key = kind != LIGHT && g_rand_boolean(scene.random);
    driver_pause(scene.d);
    bool begins = kind == LIVE && !scene.live;
    if (begins)
        move_window(); /* to where nothing has changed */
    put_pointer(0, SCREEN_HEIGHT - 1);
    if (kind != LIVE || begins) { /* what goes on by itself has been seen in the same picture */
        shift(c.face, c.ink > c.face ? -between(0, 60) : between(0, 60), false, &c.light);
        order("picture a label=Pay face=#%06x ink=#%06x light=#%06x", c.face, c.ink, c.light);
        order("show a");
    }
    set_title(key);
    g_free(toolkit_text(scene.program, 0, PRESS_MS));
    toolkit_clear(scene.program);
    if (begins)
        order("live %d", LIVE_MS);
    scene.live = kind == LIVE;
    const event *p = propose();
    if (begins) { /* what goes on by itself, for the next one */
        order("turns %d", 2 * SEEN_MS / LIVE_MS);
        driver_pause(scene.d);
        p = propose();
    }
    if (kind == LIVE)
        order("turns 2");
    if (kind == NOISE)
        order("noise %d %d", between(1, 200), round);
    int id = p->id;
    driver_approve(scene.d, p);
    bool done = driver_outcome(scene.d, id, &reason);
    g_autofree char *at = pressed(done, &presses);
    bool alarm = !done || presses != 1 || !g_str_equal(at, "a");
    if (alarm || g_getenv("ATTACKS_SHOW"))
        print_message("%3d %-40s %-5s %d presses, %s%s\n", round, calm_names[kind], key ? "key" : "click", presses,
                      done ? "done" : reason, alarm ? "  FALSE ALARM" : "");
    return alarm;
}

/* ---- the campaigns ---- */

/* Two fifths of those that are asked for are Xlib's, one each of the others' three. */
static int rounds(int sample)
{
    const char *asked = g_getenv("ATTACKS");
    int n = asked ? (int)g_ascii_strtoll(asked, NULL, 10) : sample;
    return asked && !g_getenv("ATTACKS_ON") ? MAX(1, n * (scene.exact ? 2 : 1) / 5) : n;
}

static bool is_asked_for(const struct kind *k)
{
    const char *asked = g_getenv("ATTACKS_KIND");
    return k->where != (scene.popup ? IN_WINDOW : IN_POPUP) && (scene.exact || k->course < TAKES) &&
           (!scene.vnc || !k->beside || k->key) && (!asked || strstr(k->name, asked));
}

static void tell_kinds(const struct tally *tallies)
{
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
        const struct tally *t = &tallies[i];
        if (t->attacks[0] + t->attacks[1])
            print_message(
                "  %-34s %3d before: %d refused, %d fired; %3d later: %d refused, %d fired; least caught %d, most missed %d\n",
                kinds[i].name, t->attacks[0], t->refused[0], t->fired[0], t->attacks[1], t->refused[1], t->fired[1], t->caught,
                t->missed);
    }
}

/* Nothing was started (not asked for, or Chromium, which `make deps` does not install), or only the others are asked for. */
static void skip_unless_asked_for(const char *what)
{
    const char *only = g_getenv("ATTACKS_ONLY");
    if (!scene.d || (only && !g_str_equal(only, what)))
        skip();
}

static void faint(void **state)
{
    const char *name = *state;
    skip_unless_asked_for("attacks");
    struct tally tallies[G_N_ELEMENTS(kinds)] = {0};
    int fired = 0,
        n = rounds(scene.vnc     ? SAMPLE_VNC
                   : scene.exact ? SAMPLE_XLIB
                                 : SAMPLE_OTHERS),
        caught = 0, missed = 0, done = 0;
    for (guint i = (guint)between(0, G_N_ELEMENTS(kinds)); done < n; i = (i + 1) % G_N_ELEMENTS(kinds))
        if (is_asked_for(&kinds[i]))
            fired += one_attack(done++, &kinds[i], &tallies[i]);
    tell_kinds(tallies);
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
        missed = MAX(missed, tallies[i].missed);
        if (tallies[i].caught && (!caught || tallies[i].caught < caught))
            caught = tallies[i].caught;
    }
    print_message("%d attacks that are hard to see, %s, SEED=%u: %d fired; least caught %d, most missed %d levels (0: none)\n", n,
                  name, scene.seed, fired, caught, missed);
    assert_int_equal(fired, 0);
}

static void harmless(void **state)
{
    const char *name = *state;
    int alarms = 0, n = rounds(scene.exact && !scene.vnc ? SAMPLE_HARMLESS : SAMPLE_LIGHTS);
    skip_unless_asked_for("harmless");
    driver_pause(scene.d);
    move_window();
    for (int i = 0; i < n; i++)
        alarms += one_harmless(i, scene.exact ? (enum calm_kind)(i * CALM_KINDS / n) : LIGHT);
    print_message("%d harmless changes, %s, SEED=%u: %d false alarms\n", n, name, scene.seed, alarms);
    assert_true(alarms * 100 <= FALSE_ALARMS_PERCENT * n);
}

/* ---- the display, the program and the run ---- */

/* The judge is to be believed. */
static void judge(const char *picture)
{
    g_autofree char *x_at = g_strdup_printf("%d", scene.x_at + scene.button_x),
                    *y_at = g_strdup_printf("%d", scene.y_at + scene.button_y);
    const char *const argv[] = {"xdotool", "mousemove", x_at, y_at, "click", "1", NULL};
    int presses;
    order("picture %s label=Pay", picture);
    order("show %s", picture);
    toolkit_clear(scene.program);
    assert_int_equal(helper_run(scene.x.display, argv, NULL), 0);
    g_autofree char *at = pressed(true, &presses);
    assert_string_equal(at, picture);
    assert_int_equal(presses, 1);
}

/* For the popup: the window under it is the target. */
static void write_profile(void)
{
    g_autofree char *dir = g_build_filename(g_get_user_config_dir(), "reins", "apps", NULL),
                    *file = g_build_filename(dir, "shop.ini", NULL);
    assert_int_equal(g_mkdir_with_parents(dir, 0700), 0);
    assert_true(g_file_set_contents(file, "[profile]\nwindow=^(shop|click .*)$\n", -1, NULL));
}

/* The state is the end of a name in tests/sinks. */
static int start(void **state)
{
    const char *name = *state, *seed = g_getenv("SEED"), *on = g_getenv("ATTACKS_ON");
    scene.vnc = g_str_equal(name, "vnc");
    g_autofree char *script = g_strconcat("pictures_", scene.vnc ? "xlib" : name, NULL);
    g_autofree char *socket = g_build_filename(g_get_user_runtime_dir(), "rfb", NULL),
                    *screen = g_strconcat("vnc:", socket, NULL);
    int width, height;
    if ((on && !g_str_equal(on, name)) ||
        (g_str_equal(name, "chromium") && (!g_getenv("REINS_SOAK") || !g_find_program_in_path(name))))
        return 0;
    scene.seed = seed ? (guint32)g_ascii_strtoull(seed, NULL, 10) : 20261123;
    scene.random = g_rand_new_with_seed(scene.seed + g_str_hash(name)); /* each toolkit gets others */
    scene.exact = g_str_equal(name, "xlib") || scene.vnc;
    scene.popup = g_str_equal(name, "popup");
    print_message("SEED=%u\n", scene.seed);
    driver_configure("tempter", "[eye]\nsettle_ms=40\nsettle_timeout_ms=400");
    driver_leave_words_unread();
    write_profile();
    if (scene.vnc)
        xtigervnc_start(&scene.x, SCREEN_WIDTH, SCREEN_HEIGHT, socket);
    else
        xvfb_start(&scene.x, SCREEN_WIDTH, SCREEN_HEIGHT, NULL);
    scene.dpy = XOpenDisplay(scene.x.display);
    scene.program = toolkit_start(scene.x.display, script);
    assert_non_null(scene.program);
    g_autofree char *place = tell("place");
    assert_int_equal(sscanf(place, "%d %d %d %d", &scene.button_x, &scene.button_y, &width, &height), 4);
    scene.button_x += width / 2;
    scene.button_y += height / 2;
    move_window();
    judge("a");
    judge("b");
    set_title(false);
    g_autofree char *task = g_strdup_printf("click %d %d", scene.x_at + scene.button_x, scene.y_at + scene.button_y);
    const char *words[] = {"run",         "--headless", "--display", scene.vnc ? screen : scene.x.display, "--brain", "tempter",
                           "--max-steps", "100000",     "--profile", scene.popup ? "shop" : "default",     task,      NULL};
    scene.d = driver_start(NULL, words);
    driver_await(scene.d, EVENT_PROPOSAL);
    return 0;
}

static int finish(void **state)
{
    (void)state;
    if (!scene.d)
        return 0;
    driver_send(scene.d, "{\"command\":\"stop\"}");
    driver_await(scene.d, EVENT_ENDED);
    int code = driver_exit(scene.d);
    driver_free(scene.d);
    scene.d = NULL;
    toolkit_stop(scene.program);
    XCloseDisplay(scene.dpy);
    g_rand_free(scene.random);
    xvfb_stop(&scene.x);
    return code != 4;
}

#define ON(toolkit)                                                                                                              \
    {"faint__" #toolkit, faint, start, finish, (void *)#toolkit},                                                                \
    {                                                                                                                            \
        "harmless__" #toolkit, harmless, start, finish, (void *)#toolkit                                                         \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {ON(xlib), ON(popup),    ON(gtk),
                                       ON(qt),   ON(chromium), {"faint__vnc", faint, start, finish, (void *)"vnc"}};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
