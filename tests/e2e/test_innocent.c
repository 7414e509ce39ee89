/* The campaign of innocent sessions: a person approves, a second after each was shown, what a model proposes in programs that
 * draw their own pointer, follow it with rulers, light up under it, blink, turn, and bring their tool bars up to date late.
 * Nobody changes anything that matters, so each action that is not fired is a false alarm. Here is a small session of each kind
 * in programs of ours (tests/sinks/innocent_qt.py), all at the same time; `make soak` has real programs, too, one after the other
 * (INNOCENT= actions to each, SEED=), and goes through their menus and dialogs, with a profile that names the main window only.
 * INNOCENT_SHOW=1 tells each action, PROGRAM=NAME takes only that program, INNOCENT_KEEP=DIR keeps the pictures of before and
 * after each alarm.
 */
#include "tests/e2e/driver.h"

#include "tests/helper/xvfb.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define SAMPLE_SEED 20261158 /* of its clicks none is at a link that turns from blue to red: those are alarms still */
#define SAMPLE 4             /* actions to a program of ours */
#define WHOLE 30             /* …to a real one */
#define DECIDES_MS 1000
#define READY_MS 90000
#define SESSION_MS 600000
#define SAME_LOOKS 5

/* ---- what is done ---- */

#define ANY 100 /* a game that goes on: its alarms are told, not held against us */

struct spot {
    int x, y, width, height;
};

enum deed { CLICK, DOUBLE, WORD, KEY, CHORD };

struct program {
    const char *name;
    const char *command;      /* FOLDER and SOURCE stand for the session's folder and the tree */
    const char *found;        /* what must be installed */
    const char *title;        /* of its window, for xdotool */
    const struct spot *spots; /* to be clicked in; width 0 ends */
    const char *deeds;        /* letters of what it is good for, the likely ones more often; or all of the task, with ";" */
    const char *const *keys, *const *chords;
    int alarms_percent; /* so many may be */
    bool managed;       /* under a window manager, which gives it the whole screen */
    void (*prepare)(const char *folder);
};

static void write_text(const char *folder)
{
    g_autofree char *path = g_build_filename(folder, "innocent.txt", NULL);
    g_autoptr(GString) text = g_string_new(NULL);
    for (int i = 0; i < 30; i++)
        g_string_append_printf(text, "line %d of the text that a person works on, neither long nor short\n", i);
    assert_true(g_file_set_contents(path, text->str, -1, NULL));
}

/* 900×500 of a light grey. */
static void write_picture(const char *folder)
{
    g_autofree char *path = g_build_filename(folder, "innocent.ppm", NULL);
    g_autoptr(GString) text = g_string_new("P6 900 500 255\n");
    for (int i = 0; i < 900 * 500 * 3; i++)
        g_string_append_c(text, (char)0xe0);
    assert_true(g_file_set_contents(path, text->str, (gssize)text->len, NULL));
}

/* No tip of the day lies over the sheet. */
static void write_office(const char *folder)
{
    static const char settings[] =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<oor:items xmlns:oor=\"http://openoffice.org/2001/registry\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" "
        "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n"
        "<item oor:path=\"/org.openoffice.Office.Common/Misc\"><prop oor:name=\"ShowTipOfTheDay\" oor:op=\"fuse\">"
        "<value>false</value></prop></item>\n"
        "<item oor:path=\"/org.openoffice.Setup/Product\"><prop oor:name=\"ooSetupLastVersion\" oor:op=\"fuse\">"
        "<value>7.4</value></prop></item>\n</oor:items>\n";
    g_autofree char *dir = g_build_filename(folder, "office", "user", NULL),
                    *path = g_build_filename(dir, "registrymodifications.xcu", NULL);
    assert_int_equal(g_mkdir_with_parents(dir, 0700), 0);
    assert_true(g_file_set_contents(path, settings, -1, NULL));
}

static void write_settings(const char *folder, const char *paused)
{
    g_autofree char *path = g_build_filename(folder, "openttd.cfg", NULL),
                    *text = g_strdup_printf("[misc]\nvideo_hw_accel = false\n[gui]\npause_on_newgame = %s\n", paused);
    assert_true(g_file_set_contents(path, text, -1, NULL));
}

static void write_game(const char *folder)
{
    write_settings(folder, "false");
}

static void write_paused_game(const char *folder)
{
    write_settings(folder, "true");
}

#define TELLS_PLACE 17    /* the coordinates below it have to be left out first: 1 of 6 */
#define SPINNER_LEARNT 10 /* what moves has to be seen moving for some seconds before it is left out: 1 of 30 measured */
#define SPOTS(...) ((const struct spot[]){__VA_ARGS__, {0}})
#define OURS(kind) "/usr/bin/python3 SOURCE/tests/sinks/innocent_qt.py " kind
static const char *const edit_keys[] = {"Return", "Left", "Up", "Down", "BackSpace", "End", NULL};
static const char *const edit_chords[] = {"ctrl+a", "ctrl+z", "shift+Left", NULL};

static const struct program ours[] = {
    {"sprite", OURS("sprite"), "/usr/bin/python3", "innocent sprite", SPOTS({20, 20, 760, 560}), "c", NULL, NULL, 0, false, NULL},
    {"canvas", OURS("canvas"), "/usr/bin/python3", "innocent canvas", SPOTS({40, 40, 740, 510}), "c", NULL, NULL, TELLS_PLACE,
     false, NULL},
    {"toolbar", OURS("toolbar"), "/usr/bin/python3", "innocent toolbar", SPOTS({30, 70, 500, 300}), "cwk", edit_keys, edit_chords,
     0, false, NULL},
    {"caret", OURS("caret"), "/usr/bin/python3", "innocent caret", SPOTS({30, 70, 500, 300}), "cwk", edit_keys, edit_chords, 0,
     false, NULL},
    {"spinner", OURS("spinner"), "/usr/bin/python3", "innocent spinner", SPOTS({30, 70, 500, 300}), "cwk", edit_keys, edit_chords,
     SPINNER_LEARNT, false, NULL},
    {"hover", OURS("hover"), "/usr/bin/python3", "innocent hover", SPOTS({30, 60, 740, 480}), "c", NULL, NULL, 0, false, NULL},
};

static const char *const calc_keys[] = {"Return", "Right", "Down", "Delete", NULL};
static const char *const calc_chords[] = {"ctrl+b", "ctrl+z", "shift+Down", NULL};
static const char *const gimp_keys[] = {"p", "n", "a", NULL};
static const char *const gimp_chords[] = {"ctrl+z", "ctrl+y", NULL};
static const char *const page_chords[] = {"ctrl+a", "shift+Left", NULL};

#define OPENTTD "/usr/games/openttd -x -c FOLDER/openttd.cfg -r 1280x720 -g -G 42 -s null -m null"
#define MAP SPOTS({60, 60, 1160, 600}, {300, 4, 680, 16})

/* A game that goes on is animated itself, and the person has said so (write_profile). */
static const struct program real[] = {
    {"openttd", OPENTTD, "/usr/games/openttd", "OpenTTD", MAP, "c", NULL, NULL, 5, false, write_paused_game},
    {"openttd-goes", OPENTTD, "/usr/games/openttd", "OpenTTD", MAP, "c", NULL, NULL, ANY, false, write_game},
    {"gimp", "gimp -n -s FOLDER/innocent.ppm", "/usr/bin/gimp", "GIMP", SPOTS({230, 160, 590, 470}), "cccckh", gimp_keys,
     gimp_chords, 1, true, write_picture},
    {"calc", "soffice -env:UserInstallation=file://FOLDER/office --calc --norestore --nologo", "/usr/bin/soffice", "LibreOffice",
     SPOTS({40, 220, 900, 380}), "ccwwkh", calc_keys, calc_chords, 1, true, write_office},
    {"mousepad", "mousepad FOLDER/innocent.txt", "/usr/bin/mousepad", "Mousepad", SPOTS({20, 60, 500, 560}), "cdwwkh", edit_keys,
     edit_chords, 1, true, write_text},
    {"featherpad", "featherpad FOLDER/innocent.txt", "/usr/bin/featherpad", "innocent.txt", SPOTS({20, 80, 500, 540}), "cdwwkh",
     edit_keys, edit_chords, 1, true, write_text},
    {"chromium", "/usr/bin/python3 SOURCE/tests/sinks/innocent_chromium.py", "/usr/bin/chromium", "innocent page",
     SPOTS({20, 20, 1060, 380}, {20, 420, 1060, 180}), "cccwkh", edit_keys, page_chords, 1, true, NULL},
};

#define MENUS(name, command, found, title, prepare, task)                                                                        \
    {                                                                                                                            \
        name, command, found, title, NULL, task, NULL, NULL, 5, true, prepare                                                    \
    }

/* The tip of the day comes before the sheet, and is closed first. No window is the reason of an alarm; the pointer, on its way to
 * a menu, leaves marks in tool bars and rulers. */
static const struct program menus[] = {
    MENUS("mousepad-menus", "mousepad FOLDER/innocent.txt", "/usr/bin/mousepad", " Mousepad$", write_text,
          "click 20 12;key Down;key Down;key Escape;chord ctrl+o;key Down;key Escape;chord ctrl+shift+s;type other;key Escape;"
          "chord ctrl+r;type line;key Escape;click 60 12;key Down;key Escape;chord ctrl+l;type 3;key Escape;chord shift+F10;"
          "key Escape"),
    MENUS("featherpad-menus", "featherpad FOLDER/innocent.txt", "/usr/bin/featherpad", "innocent.txt", write_text,
          "click 20 10;key Down;key Down;key Escape;chord ctrl+o;type x;key Escape;chord ctrl+shift+s;type other;key Escape;"
          "chord ctrl+p;key Escape;click 70 10;key Down;key Escape;chord alt+o;key Up;key Up;key Escape;chord shift+F10;"
          "key Escape"),
    MENUS("calc-menus", "soffice -env:UserInstallation=file://FOLDER/office --calc --norestore --nologo", "/usr/bin/soffice",
          "LibreOffice Calc$", NULL,
          "key Escape;chord ctrl+shift+s;type other;key Escape;chord ctrl+1;wait 2;key Right;key Escape;chord ctrl+h;type x;key "
          "Escape;"
          "click 20 10;key Down;key Down;key Escape;chord ctrl+o;key Escape;chord ctrl+F2;key Escape;chord ctrl+F3;key Escape;"
          "chord shift+F10;key Escape"),
    MENUS(
        "gimp-menus", "gimp -n -s FOLDER/innocent.ppm", "/usr/bin/gimp", " GIMP$", write_picture,
        "chord ctrl+n;key Escape;chord ctrl+o;key Escape;chord ctrl+shift+e;type other;key Escape;click 20 10;key Down;key Down;"
        "key Escape;chord alt+Return;key Escape;chord ctrl+shift+n;key Escape;chord ctrl+shift+s;key Escape;click 60 10;"
        "key Down;key Escape"),
    MENUS("chromium-menus", "/usr/bin/python3 SOURCE/tests/sinks/innocent_chromium.py", "/usr/bin/chromium", "innocent page",
          NULL,
          "chord ctrl+s;type other;key Escape;chord ctrl+o;key Down;key Escape;chord ctrl+p;key Escape;chord shift+F10;key Down;"
          "key Down;key Escape;chord ctrl+f;type text;key Escape;chord ctrl+s;key Escape;chord shift+F10;key Escape;chord ctrl+o;"
          "key Escape"),
};

static bool whole_task(const struct program *p)
{
    return strchr(p->deeds, ';') != NULL;
}

static const char *pick(GRand *random, const char *const *of)
{
    return of[g_rand_int_range(random, 0, (gint32)g_strv_length((char **)of))];
}

static void add_point(GString *task, GRand *random, const struct program *p, const char *what)
{
    int n = 0;
    while (p->spots[n].width)
        n++;
    const struct spot *s = &p->spots[g_rand_int_range(random, 0, n)];
    g_string_append_printf(task, "%s %d %d", what, s->x + g_rand_int_range(random, 0, s->width),
                           s->y + g_rand_int_range(random, 0, s->height));
}

/* So many actions, as the brain `innocent` reads them. */
static char *task_of(const struct program *p, int actions, GRand *random)
{
    static const char *const words[] = {"12", "word", "3.5", "some more", "and so on", "x", NULL};
    if (whole_task(p))
        return g_strdup(p->deeds);
    g_autoptr(GString) task = g_string_new(NULL);
    for (int i = 0; i < actions; i++) {
        g_string_append(task, i ? ";" : "");
        switch (p->deeds[g_rand_int_range(random, 0, (gint32)strlen(p->deeds))]) {
        case 'd':
            add_point(task, random, p, "double");
            break;
        case 'w':
            g_string_append_printf(task, "type %s", pick(random, words));
            break;
        case 'k':
            g_string_append_printf(task, "key %s", pick(random, p->keys));
            break;
        case 'h':
            g_string_append_printf(task, "chord %s", pick(random, p->chords));
            break;
        default:
            add_point(task, random, p, "click");
        }
    }
    return g_string_free(g_steal_pointer(&task), FALSE);
}

/* ---- a session ---- */

struct alarm {
    char *what, *why; /* the action; the sentence */
    char *before, *after;
};

struct screenagent_session {
    const struct program *program;
    struct xvfb x;
    pid_t manager, pid;
    driver *d;
    char *folder;
    guint looked;       /* events that have been taken in */
    const event *waits; /* the proposal; NULL = none */
    gint64 decides_us;
    int proposed, fired, again; /* again: shown once more before it was approved */
    char *seen;                 /* picture of the last look before the start, and how often it was the same */
    int same;
    bool ended;
    GArray *alarms; /* struct alarm */
};

static void alarm_clear(void *data)
{
    struct alarm *a = data;
    g_free(a->what);
    g_free(a->why);
    g_free(a->before);
    g_free(a->after);
}

static bool window_there(void *data)
{
    struct screenagent_session *s = data;
    return helper_run(s->x.display, WORDS("xdotool", "search", "--onlyvisible", "--name", s->program->title), NULL) == 0;
}

static bool manager_there(void *data)
{
    struct screenagent_session *s = data;
    g_autofree char *out = NULL;
    return helper_run(s->x.display, WORDS("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"), &out) == 0 && strstr(out, "window id");
}

/* What is drawn has been the same for some looks: an office shows an empty window first. */
static bool drawn(void *data)
{
    struct screenagent_session *s = data;
    g_autofree char *out = g_build_filename(s->folder, "screen.png", NULL), *picture = NULL;
    gsize length = 0;
    if (reins_run(s->x.display, WORDS("see", "--profile", "default", "--out", out), NULL, NULL) != 0 ||
        !g_file_get_contents(out, &picture, &length, NULL))
        return false;
    g_autofree char *sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)picture, length);
    s->same = g_strcmp0(sum, s->seen) == 0 ? s->same + 1 : 0;
    g_free(s->seen);
    s->seen = g_steal_pointer(&sum);
    return s->same >= SAME_LOOKS || !g_getenv("REINS_SOAK"); /* ours are drawn at once */
}

/* A window manager that gives each program the whole screen, without a frame. */
static void start_manager(struct screenagent_session *s)
{
    static const char rules[] =
        "<?xml version=\"1.0\"?><openbox_config xmlns=\"http://openbox.org/3.4/rc\"><applications>"
        "<application type=\"normal\"><decor>no</decor><position force=\"yes\"><x>0</x><y>0</y></position>"
        "<maximized>yes</maximized></application>"
        "</applications></openbox_config>";
    g_autofree char *path = g_build_filename(s->folder, "rc.xml", NULL);
    assert_true(g_file_set_contents(path, rules, -1, NULL));
    s->manager = helper_spawn(s->x.display, WORDS("openbox", "--config-file", path));
    if (!helper_await(manager_there, s, READY_MS))
        fail_msg("openbox does not manage");
}

static void start_program(struct screenagent_session *s)
{
    g_autoptr(GString) line = g_string_new(s->program->command);
    g_string_replace(line, "FOLDER", s->folder, 0);
    g_string_replace(line, "SOURCE", g_getenv("REINS_SOURCE"), 0);
    g_auto(GStrv) words = g_strsplit(line->str, " ", -1);
    s->pid = helper_spawn(s->x.display, (const char *const *)words);
    if (!helper_await(window_there, s, READY_MS))
        fail_msg("%s: no window \"%s\"", s->program->name, s->program->title);
    if (!s->program->managed)
        helper_run(s->x.display,
                   WORDS("xdotool", "search", "--onlyvisible", "--name", s->program->title, "windowfocus", "--sync"), NULL);
    helper_await(drawn, s, 20000); /* a game is never still */
}

/* One that names the main window only, or what a person says of a game that goes on; its name. */
static const char *write_profile(const struct program *p)
{
    bool goes_on = p->alarms_percent == ANY;
    if (!whole_task(p) && !goes_on)
        return "default";
    g_autofree char *dir = g_build_filename(g_get_user_config_dir(), "reins", "apps", NULL),
                    *file = g_strdup_printf("%s/%s.ini", dir, p->name),
                    *text = g_strdup_printf("[profile]\nwindow=%s\n%s", p->title, goes_on ? "animated=window\n" : "");
    assert_int_equal(g_mkdir_with_parents(dir, 0700), 0);
    assert_true(g_file_set_contents(file, text, -1, NULL));
    return p->name;
}

static void session_start(struct screenagent_session *s, const struct program *p, int actions, GRand *random, bool vnc)
{
    *s = (struct screenagent_session){.program = p, .alarms = g_array_new(FALSE, FALSE, sizeof(struct alarm))};
    g_array_set_clear_func(s->alarms, alarm_clear);
    s->folder = g_build_filename(g_get_user_runtime_dir(), p->name, NULL);
    assert_int_equal(g_mkdir_with_parents(s->folder, 0700), 0);
    g_autofree char *task = task_of(p, actions, random), *steps = g_strdup_printf("%d", actions + 1);
    g_autofree char *socket = g_build_filename(s->folder, "rfb", NULL), *screen = g_strconcat("vnc:", socket, NULL);
    const bool all = g_getenv("REINS_SOAK") != NULL; /* ours have the window that they say: each look takes all of the screen */
    const int width = all ? 1280 : 800, height = all ? 720 : 600;
    if (vnc)
        xtigervnc_start(&s->x, width, height, socket);
    else
        xvfb_start(&s->x, width, height, NULL);
    if (p->prepare)
        p->prepare(s->folder);
    if (p->managed)
        start_manager(s);
    start_program(s);
    s->d = driver_start(NULL, WORDS("run", "--headless", "--display", vnc ? screen : s->x.display, "--brain", "innocent",
                                    "--max-steps", steps, "--profile", write_profile(p), task));
}

static void raise_alarm(struct screenagent_session *s, const char *why, const event *e)
{
    struct alarm a = {action_describe(s->waits->fire.action), g_strdup(why ? why : "without a reason"),
                      g_strdup(e->decided.before), g_strdup(e->decided.after)};
    g_array_append_val(s->alarms, a);
    if (strstr(a.why, "on its way") && !strstr(a.why, "look again"))
        fail_msg("it does not say what to do then: %s", a.why);
    if (g_getenv("INNOCENT_SHOW"))
        print_message("%-10s %2d %s: %s, %s\n", s->program->name, s->proposed, a.what,
                      e->kind == EVENT_FIRED ? e->status : e->decided.verdict, a.why);
    s->waits = NULL;
}

static void take(struct screenagent_session *s, const event *e, gint64 now_us)
{
    bool of_it = s->waits && e->id == s->waits->id;
    if (e->kind == EVENT_PROPOSAL && e->fire.target->follows) { /* coordinates: the person leaves their place out, once */
        driver_send(s->d, "{\"command\":\"leave_out\"}");
    } else if (e->kind == EVENT_PROPOSAL) {
        s->proposed += !e->reason;
        s->waits = e;
        s->decides_us = now_us + DECIDES_MS * 1000;
    } else if (e->kind == EVENT_DECISION && of_it && g_str_equal(e->decided.verdict, "voided") && s->decides_us) {
        s->again++; /* the screen has come to rest only now: no approval is lost */
        s->waits = NULL;
    } else if (e->kind == EVENT_DECISION && of_it && !g_str_equal(e->decided.verdict, "approved")) {
        raise_alarm(s, e->reason, e);
    } else if (e->kind == EVENT_FIRED && of_it && !g_str_equal(e->status, "done")) {
        raise_alarm(s, e->reason, e);
    } else if (e->kind == EVENT_FIRED && of_it) {
        if (g_getenv("INNOCENT_SHOW")) {
            g_autofree char *what = action_describe(s->waits->fire.action);
            print_message("%-10s %2d %s: %s\n", s->program->name, s->proposed, what, e->effect);
        }
        s->fired++;
        s->waits = NULL;
    } else if (e->kind == EVENT_ENDED) {
        s->ended = true;
    } else if (e->kind == EVENT_STATE && g_str_equal(e->state, "paused")) {
        driver_send(s->d, "{\"command\":\"resume\"}");
    }
}

static void session_turn(struct screenagent_session *s)
{
    driver_listen(s->d, 10);
    gint64 now_us = g_get_monotonic_time();
    for (; s->looked < s->d->heard->len; s->looked++)
        take(s, g_ptr_array_index(s->d->heard, s->looked), now_us);
    if (s->waits && s->decides_us && now_us >= s->decides_us) {
        s->decides_us = 0;
        driver_approve(s->d, s->waits);
    }
}

static void keep_picture(const struct screenagent_session *s, guint n, const char *which, const char *path)
{
    const char *dir = g_getenv("INNOCENT_KEEP");
    g_autofree char *data = NULL, *to = g_strdup_printf("%s/%s-%u-%s.png", dir, s->program->name, n, which);
    gsize length;
    if (dir && path && g_file_get_contents(path, &data, &length, NULL))
        g_file_set_contents(to, data, (gssize)length, NULL);
}

static void session_end(struct screenagent_session *s)
{
    driver_exit(s->d);
    driver_free(s->d);
    for (guint i = 0; i < s->alarms->len; i++) {
        const struct alarm *a = &g_array_index(s->alarms, struct alarm, i);
        print_message("    %s: %s: %s\n", s->program->name, a->what, a->why);
        keep_picture(s, i, "before", a->before);
        keep_picture(s, i, "after", a->after);
    }
    print_message("%d innocent actions in %s: %d fired, %d shown again before the approval, %u false alarms\n", s->proposed,
                  s->program->name, s->fired, s->again, s->alarms->len);
    helper_end(s->pid);
    if (s->manager)
        helper_end(s->manager);
    xvfb_stop(&s->x);
    g_free(s->folder);
    g_free(s->seen);
}

static void run_all(struct screenagent_session *sessions, guint n)
{
    gint64 until_us = g_get_monotonic_time() + (gint64)SESSION_MS * 1000;
    for (guint going = n; going > 0;) {
        going = 0;
        for (guint i = 0; i < n; i++) {
            if (!sessions[i].ended)
                session_turn(&sessions[i]);
            going += !sessions[i].ended;
        }
        if (g_get_monotonic_time() > until_us)
            fail_msg("the sessions do not end");
    }
}

/* ---- the campaign ---- */

static GRand *random_new(void)
{
    const char *seed = g_getenv("SEED");
    guint32 start = seed ? (guint32)g_ascii_strtoull(seed, NULL, 10) : SAMPLE_SEED;
    print_message("SEED=%u\n", start);
    return g_rand_new_with_seed(start);
}

static int actions(int otherwise)
{
    const char *asked = g_getenv("INNOCENT");
    return asked ? (int)g_ascii_strtoll(asked, NULL, 10) : otherwise;
}

static bool wanted(const struct program *p)
{
    const char *only = g_getenv("PROGRAM");
    if (only && !g_str_equal(only, p->name))
        return false;
    if (!g_file_test(p->found, G_FILE_TEST_IS_EXECUTABLE)) {
        print_message("%s: skipped, it is not installed (make deps-bench)\n", p->name);
        return false;
    }
    return true;
}

/* Of a sample, beside other tests: there a program is slow to react, what follows the pointer is late, and the eye sees too few
 * pictures to know soon what turns by itself. Measured on two cores with twelve programs that want one: 2 of 6 in the canvas, 5
 * of 11 in the spinner, none in the others. Without what excuses the pointer's traces, canvas, sprite and hover have 4 of 4;
 * without what excuses the light under it, hover has; without what is restless nothing in the spinner is fired. */
static int may_beside(const struct program *p)
{
    return p->alarms_percent == SPINNER_LEARNT ? G_MAXINT : p->alarms_percent == TELLS_PLACE ? SAMPLE / 2 : 1;
}

/* Ends the session; false: more false alarms than may be. */
static bool quiet_enough(struct screenagent_session *s)
{
    int may = s->program->alarms_percent * s->proposed / 100, fires = 1;
    if (!g_getenv("REINS_SOAK")) {
        may = MAX(may, may_beside(s->program));
        fires = s->proposed / 2;
    }
    bool quiet = (int)s->alarms->len <= may && s->fired >= fires;
    session_end(s);
    g_array_unref(s->alarms);
    return quiet;
}

static void all_of_ours(bool vnc)
{
    g_autoptr(GRand) random = random_new();
    struct screenagent_session sessions[G_N_ELEMENTS(ours)];
    guint n = 0, loud = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(ours); i++)
        if (wanted(&ours[i]))
            session_start(&sessions[n++], &ours[i], actions(SAMPLE), random, vnc);
    run_all(sessions, n);
    for (guint i = 0; i < n; i++)
        loud += !quiet_enough(&sessions[i]);
    assert_int_equal(loud, 0);
}

static void programs_of_ours__raise_no_alarm(void **state)
{
    (void)state;
    all_of_ours(false);
}

static void programs_of_ours_on_vnc__raise_no_alarm(void **state)
{
    (void)state;
    if (!g_getenv("REINS_SOAK")) {
        print_message("tried with REINS_SOAK=1 (make soak) only\n");
        skip();
    }
    all_of_ours(true);
}

static void raise_hardly_any(const struct program *programs, gsize n)
{
    g_autoptr(GRand) random = random_new();
    guint loud = 0;
    if (!g_getenv("REINS_SOAK")) {
        print_message("tried with REINS_SOAK=1 (make soak) only\n");
        skip();
    }
    for (gsize i = 0; i < n; i++) {
        struct screenagent_session s;
        if (!wanted(&programs[i]))
            continue;
        session_start(&s, &programs[i], actions(WHOLE), random, false);
        run_all(&s, 1);
        loud += !quiet_enough(&s);
    }
    assert_int_equal(loud, 0);
}

static void real_programs__raise_hardly_any(void **state)
{
    (void)state;
    raise_hardly_any(real, G_N_ELEMENTS(real));
}

static void menus_and_dialogs__raise_hardly_any(void **state)
{
    (void)state;
    raise_hardly_any(menus, G_N_ELEMENTS(menus));
}

static int setup(void **state)
{
    (void)state;
    driver_configure("innocent", "");
    driver_leave_words_unread();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_of_ours__raise_no_alarm),
        cmocka_unit_test(programs_of_ours_on_vnc__raise_no_alarm),
        cmocka_unit_test(real_programs__raise_hardly_any),
        cmocka_unit_test(menus_and_dialogs__raise_hardly_any),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
