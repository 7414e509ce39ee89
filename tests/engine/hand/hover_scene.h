#ifndef TESTS_ENGINE_HAND_HOVER_SCENE_H
#define TESTS_ENGINE_HAND_HOVER_SCENE_H

/* A program whose widgets light up or change under the pointer (tests/sinks/hover_*, canvas_*), and a hand that presses each. */

#include "tests/engine/hand/guard_scene.h"

#include "tests/helper/toolkit.h"

#include <sched.h>
#include <stdio.h>

#define AWAY 5         /* from the right upper corner of the screen: nothing is lit up there */
#define WAY_MS 120     /* as long as skills take to a target */
#define HELD_UP_MS 450 /* the way, and as long again until a press that waits for nobody */
#define BUTTON 8       /* of which nothing opens, scrolls or is ticked */
#define ANSWER_MS 50
#define STILL_US 250000 /* longer than the last two pictures of a fade are apart on a busy machine */
#define LOOK_US 25000   /* between two looks: a picture and a turn of the program cost more than 5 ms */

struct widget {
    char name[32];
    int x, y, width, height;
    int from_x, from_y; /* where the pointer comes from; 0 = from where nothing is lit up */
};

static toolkit *program;
static int away_x, away_y;       /* where nothing is lit up */
static int outside_x, outside_y; /* the same, where `from_outside` are gone to from; 0 = there is no such place */
static const char *const from_outside[] = {"third", "!before", NULL};

static int stop_program(void **state)
{
    (void)state;
    int code = spawned_stop(&hand);
    toolkit_stop(program);
    program = NULL;
    outside_x = outside_y = 0;
    folder_files(ledger);
    g_free(ledger);
    g_free(frames);
    return code != 0;
}

static int start_hand(void **state)
{
    (void)state;
    ledger = g_dir_make_tmp("ledger-XXXXXX", NULL);
    frames = g_dir_make_tmp("frames-XXXXXX", NULL);
    spawned_start_as(&hand, x.display, ledger, "ignore");
    spawned_skip(&hand, HAND_READY);
    return 0;
}

static void go_away(void)
{
    away_x = DisplayWidth(dpy, DefaultScreen(dpy)) - AWAY;
    away_y = AWAY;
}

static void begin_at(GArray *all, const struct widget *from)
{
    for (guint i = 0; i < all->len; i++) {
        struct widget *w = &g_array_index(all, struct widget, i);
        if (g_str_equal(w->name, from->name)) {
            w->from_x = from->from_x;
            w->from_y = from->from_y;
        }
    }
}

static GArray *widgets_of(void)
{
    GArray *all = g_array_new(FALSE, TRUE, sizeof(struct widget));
    g_autofree char *text = toolkit_text(program, 100000, ANSWER_MS);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        struct widget w = {0};
        if (sscanf(*line, "from %31s %d %d", w.name, &w.from_x, &w.from_y) == 3) {
            begin_at(all, &w);
            continue;
        }
        if (sscanf(*line, "%31s %d %d %d %d", w.name, &w.x, &w.y, &w.width, &w.height) != 5)
            continue;
        if (g_str_equal(w.name, "away")) { /* inside its window: what it draws for the pointer is in the picture */
            away_x = w.x;
            away_y = w.y;
        } else if (g_str_equal(w.name, "outside")) {
            outside_x = w.x;
            outside_y = w.y;
        } else {
            g_array_append_val(all, w);
        }
    }
    return all;
}

/* A picture, and since when it has been the same. */
struct still {
    frame *now; /* owned */
    gint64 since_us, looked_us;
};

static bool is_still(void *data)
{
    struct still *s = data;
    if (g_get_monotonic_time() - s->looked_us < LOOK_US)
        return false;
    s->looked_us = g_get_monotonic_time();
    g_free(toolkit_tell(program, "turn"));   /* it has had its turn since the last look, however busy the machine is */
    if (!s->now || capture_events(looker)) { /* else nothing has been drawn */
        frame *now = look_now();
        if (!s->now || memcmp(now->pixels, s->now->pixels, sizeof *now->pixels * (gsize)(now->width * now->height)) != 0)
            s->since_us = g_get_monotonic_time();
        frame_free(s->now);
        s->now = now;
    }
    return g_get_monotonic_time() - s->since_us > STILL_US;
}

/* Nothing is lit up any more, and nothing else moves. */
static char *settled_frame(const struct widget *w)
{
    struct still s = {0};
    g_autofree char *next = g_strdup_printf("next %s", w->name);
    const bool outside = outside_x && g_strv_contains(from_outside, w->name);
    XWarpPointer(dpy, None, DefaultRootWindow(dpy), 0, 0, 0, 0,
                 w->from_x ? w->from_x
                 : outside ? outside_x
                           : away_x,
                 w->from_x ? w->from_y
                 : outside ? outside_y
                           : away_y);
    XSync(dpy, False);
    g_free(toolkit_tell(program, next));
    assert_true(helper_await(is_still, &s, SPAWN_WAIT_MS));
    char *path = store_look(s.now);
    frame_free(s.now);
    return path;
}

static struct area left_out; /* what the person leaves out in the profile; width 0 = nothing */
static bool tips = true;     /* no tier 3 */

static struct hand_guard guard_of(const struct widget *w)
{
    int px = w->x + w->width / 2, py = w->y + w->height / 2;
    struct hand_guard g = {
        .frame = settled_frame(w), .windows = windows_list(dpy), .window = windows_at(dpy, px, py), .tips = tips};
    struct area all = {0, 0, DisplayWidth(dpy, DefaultScreen(dpy)), DisplayHeight(dpy, DefaultScreen(dpy))};
    g.rules = (struct screen_match_rules){.window = all, .tolerance = 24, .min_target = 0.98, .min_frame = 0.95};
    g.rules.close = area_cut((struct area){px - PATCH / 2, py - PATCH / 2, PATCH, PATCH}, all);
    g.rules.ignored = g_array_new(FALSE, FALSE, sizeof(struct area));
    if (left_out.width)
        g_array_append_val(g.rules.ignored, left_out);
    g.rules.core = area_cut((struct area){px - PATCH / 4, py - PATCH / 4, PATCH / 2, PATCH / 2}, all);
    return g;
}

/* What keeps the program from its turn while the pointer comes. */
enum held_up { RUNS, STOPPED, STARVED };
static enum held_up held_up;

/* Its core is taken by another process: it is runnable, and gets next to nothing. Returns the process that takes it. */
static pid_t take_core(pid_t from)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    sched_setaffinity(from, sizeof one, &one);
    sched_setscheduler(from, SCHED_IDLE, &(struct sched_param){0});
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        sched_setaffinity(0, sizeof one, &one);
        for (volatile unsigned n = 0;; n++) {
        }
    }
    return pid;
}

/* The end of an action during which the program has had no turn for HELD_UP_MS. */
static hand_answer *await_held_up(hand_request *r)
{
    pid_t pid = (pid_t)windows_owner(dpy, toolkit_window(program)), thief = 0;
    cpu_set_t all;
    assert_int_equal(sched_getaffinity(pid, sizeof all, &all), 0);
    hand_answer *a;
    if (held_up == STOPPED)
        kill(pid, SIGSTOP);
    else
        thief = take_core(pid);
    request_send(&hand, r);
    while ((a = spawned_any(&hand, HELD_UP_MS)) && a->kind != HAND_FINISHED)
        hand_answer_free(a);
    if (thief) {
        kill(thief, SIGKILL);
        waitpid(thief, NULL, 0);
    }
    kill(pid, SIGCONT);
    sched_setscheduler(pid, SCHED_OTHER, &(struct sched_param){0});
    sched_setaffinity(pid, sizeof all, &all);
    return a ? a : spawned_await(&hand, HAND_FINISHED);
}

/* NULL = as it must be. */
static char *try_widget(const struct widget *w, int id)
{
    int px = w->x + w->width / 2, py = w->y + w->height / 2;
    hand_request *r = request_new(id, EVENTS({.type = TIMELINE_MOVE, .x = px, .y = py, .duration_ms = WAY_MS},
                                             {.type = TIMELINE_BUTTON_DOWN, .at_ms = WAY_MS, .button = BUTTON},
                                             {.type = TIMELINE_BUTTON_UP, .at_ms = WAY_MS + 20, .button = BUTTON}));
    r->fire.guard = guard_of(w);
    r->fire.target_window = toolkit_window(program);
    toolkit_clear(program);
    if (held_up == RUNS)
        request_send(&hand, r);
    g_autoptr(hand_answer) a = held_up == RUNS ? spawned_await(&hand, HAND_FINISHED) : await_held_up(r);
    g_autofree char *text = toolkit_text(program, 100000, ANSWER_MS);
    bool pressed = strstr(text, "pressed ") != NULL, changes = *w->name == '!';
    if (g_getenv("HOVER_SHOW"))
        print_message("%-12s status %d %s %s\n", w->name, (int)a->status, pressed ? "pressed" : "-", a->reason);
    if (changes ? a->status == HAND_DIVERTED && !pressed && strstr(a->reason, " has changed at ") : a->status == HAND_DONE)
        return NULL;
    return g_strdup_printf("%s: status %d, %s, %s", w->name, (int)a->status, pressed ? "pressed" : "not pressed", a->reason);
}

/* Words elsewhere may be coordinates or another name: it is said that they follow the pointer, and how a profile leaves them out.
 */
static void words_elsewhere_are_refused(const struct widget *w, struct area words)
{
    left_out = (struct area){0};
    g_autofree char *refused = try_widget(w, 100);
    if (!refused || !strstr(refused, "not pressed") || !strstr(refused, "it follows the pointer") ||
        !strstr(refused, "[ignore NAME]"))
        fail_msg("%s", refused ? refused : "it was pressed");
    left_out = words;
}

G_GNUC_UNUSED static void hover__lit_is_pressed_changed_is_not(const char *name, struct area words)
{
    program = toolkit_start(x.display, name);
    if (!program)
        skip();
    go_away();
    g_autoptr(GArray) widgets = widgets_of();
    guint changing = 0;
    assert_true(widgets->len > 8);
    if (words.width)
        words_elsewhere_are_refused(&g_array_index(widgets, struct widget, 0), words);
    for (guint i = 0; i < widgets->len; i++) {
        const struct widget *w = &g_array_index(widgets, struct widget, i);
        g_autofree char *wrong = try_widget(w, (int)i + 1);
        changing += *w->name == '!';
        if (wrong)
            fail_msg("%s", wrong);
    }
    assert_true(changing >= 5);
}

#endif
