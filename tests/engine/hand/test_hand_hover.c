/* Real programs light up what the pointer is over, and are pressed; what is not any more what it was is not, although that
 * changes in the last moments before the press, inside the target's own window (tests/sinks/hover_*.py). */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>

#include "tests/engine/hand/guard_scene.h"

#include "tests/helper/toolkit.h"

#define AWAY_X 780
#define AWAY_Y 5
#define WAY_MS 120 /* as long as skills take to a target */
#define BUTTON 8   /* of which nothing opens, scrolls or is ticked */
#define ANSWER_MS 50
#define STILL_US 250000 /* longer than the last two pictures of a fade are apart on a busy machine */

struct widget {
    char name[32];
    int x, y, width, height;
};

static toolkit *program;
static int away_x, away_y; /* where nothing is lit up */

static int stop_program(void **state)
{
    (void)state;
    int code = spawned_stop(&hand);
    toolkit_stop(program);
    program = NULL;
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

static GArray *widgets_of(void)
{
    GArray *all = g_array_new(FALSE, TRUE, sizeof(struct widget));
    g_autofree char *text = toolkit_text(program, 100000, ANSWER_MS);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        struct widget w = {0};
        if (sscanf(*line, "%31s %d %d %d %d", w.name, &w.x, &w.y, &w.width, &w.height) != 5)
            continue;
        if (g_str_equal(w.name, "away")) { /* inside its window: what it draws for the pointer is in the picture */
            away_x = w.x;
            away_y = w.y;
        } else {
            g_array_append_val(all, w);
        }
    }
    return all;
}

/* A picture, and since when it has been the same. */
struct still {
    char *path; /* owned */
    gint64 since_us;
};

static bool is_still(void *data)
{
    struct still *s = data;
    g_free(toolkit_tell(program, "get")); /* it has had its turn since the last look, however busy the machine is */
    char *now = frame_now();              /* the same picture has the same name */
    if (g_strcmp0(now, s->path) != 0)
        s->since_us = g_get_monotonic_time();
    g_free(s->path);
    s->path = now;
    return g_get_monotonic_time() - s->since_us > STILL_US;
}

/* Nothing is lit up any more, and nothing else moves. */
static char *settled_frame(const struct widget *w)
{
    struct still s = {0};
    g_autofree char *next = g_strdup_printf("next %s", w->name);
    XWarpPointer(dpy, None, DefaultRootWindow(dpy), 0, 0, 0, 0, away_x, away_y);
    XSync(dpy, False);
    g_free(toolkit_tell(program, next));
    assert_true(helper_await(is_still, &s, SPAWN_WAIT_MS));
    return s.path;
}

static struct area left_out; /* what the person leaves out in the profile; width 0 = nothing */
static bool tips = true;     /* no tier 3 */

static struct hand_guard guard_of(const struct widget *w)
{
    int px = w->x + w->width / 2, py = w->y + w->height / 2;
    struct hand_guard g = {
        .frame = settled_frame(w), .windows = windows_list(dpy), .window = windows_at(dpy, px, py), .tips = tips};
    struct area all = {0, 0, 800, 600};
    g.rules = (struct likeness_rules){.window = all, .tolerance = 24, .min_target = 0.98, .min_frame = 0.95};
    g.rules.close = area_cut((struct area){px - PATCH / 2, py - PATCH / 2, PATCH, PATCH}, all);
    g.rules.ignored = g_array_new(FALSE, FALSE, sizeof(struct area));
    if (left_out.width)
        g_array_append_val(g.rules.ignored, left_out);
    g.rules.core = area_cut((struct area){px - PATCH / 4, py - PATCH / 4, PATCH / 2, PATCH / 2}, all);
    return g;
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
    request_send(&hand, r);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
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

static void hover__lit_is_pressed_changed_is_not(const char *name, struct area words)
{
    program = toolkit_start(x.display, name);
    if (!program)
        skip();
    away_x = AWAY_X;
    away_y = AWAY_Y;
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

static void hover__gtk(void **state)
{
    (void)state;
    hover__lit_is_pressed_changed_is_not("hover_gtk", (struct area){0});
}

static void hover__qt(void **state)
{
    (void)state;
    hover__lit_is_pressed_changed_is_not("hover_qt", (struct area){0});
}

/* A sprite that it draws, as a game does; also where what is under it lights up. */
static void hover__own_pointer(void **state)
{
    (void)state;
    hover__lit_is_pressed_changed_is_not("canvas_pointer", (struct area){0});
}

/* Markers, coordinates and the outline of a brush, as a painter has them. */
static void hover__rulers(void **state)
{
    (void)state;
    hover__lit_is_pressed_changed_is_not("canvas_rulers", (struct area){26, 412, 300, 28});
}

/* The address of what is under the pointer, at the window's edge. */
static void hover__bubble(void **state)
{
    (void)state;
    hover__lit_is_pressed_changed_is_not("canvas_bubble", (struct area){0, 416, 200, 24});
}

/* The entries of an open menu: the first one was selected, and the status bar says what each of them does. */
static void menu__tips_and_the_selected_row(const char *name)
{
    hover__lit_is_pressed_changed_is_not(name, (struct area){0});
    g_autoptr(GArray) widgets = widgets_of();
    tips = false;
    g_autofree char *refused = try_widget(&g_array_index(widgets, struct widget, 1), 200);
    tips = true;
    if (!refused || !strstr(refused, "not pressed"))
        fail_msg("tier 3: %s", refused ? refused : "it was pressed");
}

static void hover__menu_gtk(void **state)
{
    (void)state;
    menu__tips_and_the_selected_row("hover_menu_gtk");
}

static void hover__menu_qt(void **state)
{
    (void)state;
    menu__tips_and_the_selected_row("hover_menu_qt");
}

static void hover__chromium(void **state)
{
    (void)state;
    if (!g_getenv("REINS_SOAK") || !g_find_program_in_path("chromium"))
        skip(); /* it takes half a minute, and is not among what `make deps` installs */
    hover__lit_is_pressed_changed_is_not("hover_chromium", (struct area){0});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(hover__gtk, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__qt, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__own_pointer, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__rulers, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__bubble, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__menu_gtk, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__menu_qt, start_hand, stop_program),
        cmocka_unit_test_setup_teardown(hover__chromium, start_hand, stop_program),
    };
    cmocka_set_test_filter(g_getenv("HOVER_ONLY"));
    return cmocka_run_group_tests(tests, setup_display, teardown_display);
}
