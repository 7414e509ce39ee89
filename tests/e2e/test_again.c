/* What a person is shown is the screen as it is then, and the same action is shown again when that changes by itself: before the
 * card came, while it waits, and after the approval. Nothing fires that was not seen. */
#include "tests/e2e/driver.h"

#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define OLD 0x336699
#define NEW 0xcc4444

static struct xvfb x;
static sink *shop;
static driver *d;

static void start_brain(const char *brain, const char *mode, const char *ini, const char *task)
{
    g_autofree char *all = g_strconcat("[eye]\nsettle_ms=100\n[gate]\nfuse_ms=5000\n", ini, NULL);
    driver_configure(brain, all);
    xvfb_start(&x, 320, 240, NULL);
    shop = sink_start(x.display, "shop", 20, 20, 200, 150, OLD);
    sink_focus(shop);
    d = driver_start(NULL, WORDS("run", "--headless", "--display", x.display, "--brain", brain, "--mode", mode, task));
}

static void start(const char *mode, const char *ini, const char *task)
{
    start_brain("gate", mode, ini, task);
}

static int stop(void **state)
{
    (void)state;
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
    assert_verified();
    sink_stop(shop);
    xvfb_stop(&x);
    return 0;
}

static void paint(guint32 colour)
{
    sink_fill(shop, 0, 0, 200, 150, colour);
}

/* How often a module was asked. */
static int asked(const char *module)
{
    int n = 0;
    for (guint i = 0; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        n += e->kind == EVENT_MODULE && g_str_equal(e->module.name, module) && g_str_equal(e->status, "started");
    }
    return n;
}

/* Presses of F5 that have arrived. */
static int pressed(void)
{
    struct sink_event e;
    int n = 0;
    paint(OLD); /* after this everything that was sent before has been told */
    while (sink_next(shop, &e, 0))
        n += e.kind == SINK_KEY_PRESS;
    return n;
}

static void waits__stale__shown_again_and_approved_once(void **state)
{
    (void)state;
    start("step", "", "kF5");
    const event *first = driver_await(d, EVENT_PROPOSAL);
    assert_null(first->reason);
    paint(NEW);
    const event *decision = driver_await(d, EVENT_DECISION);
    assert_true(g_str_equal(decision->decided.verdict, "stale"));
    const event *again = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(again->reason, decision->reason);
    assert_string_equal(again->fire.digest, first->fire.digest);
    assert_int_equal(again->step, first->step);
    assert_int_equal(asked("plan"), 1);
    driver_approve(d, first); /* not what is shown any more */
    assert_non_null(strstr(driver_await_where(d, EVENT_NOTICE, "error")->text, "no longer waits"));
    driver_approve(d, again);
    driver_await_where(d, EVENT_FIRED, "done");
    assert_int_equal(pressed(), 1);
}

static action *press(const char *key)
{
    action *a = action_new("press_key");
    action_set_string(a, "key", key);
    return a;
}

static void edited__stale__the_same_edit_is_shown_again(void **state)
{
    (void)state;
    start("watch", "", "kF5");
    const event *first = driver_await(d, EVENT_PROPOSAL);
    g_autoptr(action) other = press("F6");
    driver_edit(d, first, other);
    const event *edited = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(edited->fire.edited_from, first->id);
    paint(NEW);
    driver_await_where(d, EVENT_DECISION, "stale");
    const event *again = driver_await(d, EVENT_PROPOSAL);
    assert_non_null(again->reason);
    assert_int_equal(again->fire.edited_from, first->id);
    assert_string_equal(again->fire.digest, edited->fire.digest);
    assert_int_equal(again->judged.fuse_ms, 0); /* it asks, as an edit does */
    assert_non_null(strstr(again->judged.explain, "an edit is approved"));
    g_autoptr(action) third = press("F7"); /* an edit of what is shown again is shown for the first time */
    driver_edit(d, again, third);
    edited = driver_await(d, EVENT_PROPOSAL);
    assert_null(edited->reason);
    driver_approve(d, edited);
    driver_await_where(d, EVENT_FIRED, "done");
    assert_int_equal(asked("plan"), 1);
    g_autofree char *shown = run_shown(d->run);
    assert_non_null(strstr(shown, "\"by\":\"human\""));
}

static void label(const char *text)
{
    paint(0xffffff);
    sink_text(shop, 80, 80, 0, text);
}

/* A person's click onto that label, which came while a key waited. */
static const event *click_on(const char *text)
{
    start("step", "", "kF5");
    driver_await(d, EVENT_PROPOSAL);
    g_autoptr(action) click = action_new("click_at_position");
    action_set_integer(click, "x", 112);
    action_set_integer(click, "y", 96);
    label(text);
    driver_await_where(d, EVENT_DECISION, "stale");
    const event *first = driver_await(d, EVENT_PROPOSAL);
    assert_true(g_str_has_prefix(first->reason, "the target"));
    driver_edit(d, first, click);
    return driver_await(d, EVENT_PROPOSAL);
}

/* The layout is the same, one word differs: the card says which it was, and which it is. */
static void waits__another_label__what_was_and_what_is(void **state)
{
    (void)state;
    const event *edited = click_on("Paper");
    assert_string_equal(edited->fire.target->label, "\"Paper\"");
    label("Undo");
    driver_await_where(d, EVENT_DECISION, "stale");
    const event *again = driver_await(d, EVENT_PROPOSAL);
    if (!g_str_has_prefix(again->reason, "was \"Paper\", is now \"Undo\": "))
        fail_msg("%s", again->reason);
    assert_string_equal(again->fire.target->label, "\"Undo\"");
    paint(NEW); /* the next card tells of the one before it, not of the first */
    driver_await_where(d, EVENT_DECISION, "stale");
    again = driver_await(d, EVENT_PROPOSAL);
    if (!g_str_has_prefix(again->reason, "was \"Undo\", is now nothing readable: "))
        fail_msg("%s", again->reason);
    paint(0xffffff); /* what is beside it is no name of it: what has changed says more */
    sink_text(shop, 30, 80, 0, "Hexagon");
    driver_await_where(d, EVENT_DECISION, "stale");
    again = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(again->fire.target->label, "nothing readable, beside \"Hexagon\"");
    if (!g_str_has_prefix(again->reason, "the target has changed at "))
        fail_msg("%s", again->reason);
}

/* A tooltip that lies over "Delete" takes nothing from what it does. */
static void waits__its_label_is_covered__keeps_its_tier(void **state)
{
    (void)state;
    const event *edited = click_on("Delete");
    assert_int_equal(edited->judged.tier, 3);
    label("Paper");
    driver_await_where(d, EVENT_DECISION, "stale");
    const event *again = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(again->fire.target->label, "\"Paper\"");
    assert_int_equal(again->judged.tier, 3);
    assert_string_equal(again->judged.word, edited->judged.word);
    g_autoptr(action) key = action_new("press_key");
    action_set_string(key, "key", "F5");
    driver_edit(d, again, key);
    assert_int_equal(driver_await(d, EVENT_PROPOSAL)->judged.tier, 1);
}

/* A place that has changed away from the target can be left out by the profile; the one that is pressed cannot. */
static void waits__another_place_has_changed__how_a_profile_leaves_it_out(void **state)
{
    (void)state;
    start("step", "", "kF5");
    g_autoptr(action) click = action_new("click_at_position");
    action_set_integer(click, "x", 42);
    action_set_integer(click, "y", 36);
    driver_edit(d, driver_await(d, EVENT_PROPOSAL), click);
    driver_await(d, EVENT_PROPOSAL);
    sink_fill(shop, 160, 120, 20, 10, NEW);
    const char *told = driver_await_where(d, EVENT_DECISION, "stale")->reason;
    const event *again = driver_await(d, EVENT_PROPOSAL);
    if (!strstr(told, " [ignore NAME] x=180 y=140 width=20 height=10 from=screen (a line each)"))
        fail_msg("%s", told);
    assert_string_equal(again->reason, told);
    sink_fill(shop, 10, 10, 30, 20, NEW);
    told = driver_await_where(d, EVENT_DECISION, "stale")->reason;
    if (strstr(told, "[ignore NAME]") || !strstr(told, "the target has changed at "))
        fail_msg("%s", told);
}

static bool has_eyes(void *data)
{
    (void)data;
    const char *argv[] = {"xdotool", "search", "--onlyvisible", "--class", "XEyes", NULL};
    return helper_run(x.display, argv, NULL) == 0;
}

/* Something that changes while the pointer is on its way to it. */
static pid_t show_eyes(void)
{
    const char *argv[] = {"xeyes", "-geometry", "80x60+230+175", NULL};
    pid_t eyes = helper_spawn(x.display, argv);
    assert_true(helper_await(has_eyes, NULL, 20000));
    return eyes;
}

/* Approved, and not pressed: what is shown again is among the stale ones. */
static void approved__eyes_follow_the_pointer__the_step_is_marked(void **state)
{
    (void)state;
    g_autofree char *out = NULL;
    start("step", "", "kF5");
    pid_t eyes = show_eyes();
    g_autoptr(action) click = action_new("click_at_position");
    action_set_integer(click, "x", 250);
    action_set_integer(click, "y", 205);
    driver_edit(d, driver_await(d, EVENT_PROPOSAL), click);
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    const char *told = driver_await_where(d, EVENT_FIRED, "aborted")->reason;
    if (!g_str_has_prefix(told, "nothing was pressed: "))
        fail_msg("%s", told);
    driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(reins_run(NULL, WORDS("memory", "steps", d->run, "--marked=stale"), &out, NULL), 0);
    if (!strstr(out, "click_at_position"))
        fail_msg("%s", out);
    helper_end(eyes);
}

/* Nor is it lost: what comes after it in its plan is for what it would have opened. */
static void fuse_fired__nothing_was_pressed__a_person_is_asked(void **state)
{
    (void)state;
    start_brain("clicker", "watch", "", "click 250 205 1");
    driver_await(d, EVENT_PROPOSAL);
    pid_t eyes = show_eyes();
    const event *p = driver_await(d, EVENT_PROPOSAL); /* they came while it was shown */
    int step = p->step;
    assert_int_equal(p->judged.fuse_ms, 5000);
    const char *told = driver_await_where(d, EVENT_FIRED, "aborted")->reason;
    if (!g_str_has_prefix(told, "nothing was pressed: "))
        fail_msg("%s", told);
    p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(p->step, step);
    assert_int_equal(p->judged.fuse_ms, 0);
    if (!g_str_has_prefix(p->reason, "nothing was pressed: "))
        fail_msg("%s", p->reason);
    driver_send(d, "{\"command\":\"animated\",\"scope\":\"window\"}"); /* which is no approval */
    p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(p->step, step);
    assert_int_equal(p->judged.fuse_ms, 0);
    assert_string_equal(p->reason, "its window is left out now");
    helper_end(eyes);
}

/* Nor is what a grant has approved. */
static void granted__nothing_was_pressed__a_person_is_asked(void **state)
{
    (void)state;
    start_brain("clicker", "watch", "", "click 250 205 1");
    driver_await(d, EVENT_PROPOSAL);
    pid_t eyes = show_eyes();
    driver_send(d, "{\"command\":\"grant\",\"until\":\"count\",\"value\":9,\"tier\":2}");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    int step = p->step;
    driver_await_where(d, EVENT_FIRED, "aborted");
    p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(p->step, step);
    assert_int_equal(p->judged.fuse_ms, 0);
    driver_reject(d, p, "no");
    assert_string_equal(driver_await(d, EVENT_DECISION)->decided.by, "human");
    helper_end(eyes);
}

/* It is not shown for ever: then the model is asked. */
static void waits__stale_again_and_again__next_plan(void **state)
{
    (void)state;
    start("step", "", "kF5 kF6");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    int step = p->step, shown = 0;
    for (guint32 colour = NEW; p->step == step; colour ^= 0x00ff00) {
        shown++;
        paint(colour);
        p = driver_await(d, EVENT_PROPOSAL);
    }
    assert_int_equal(shown, 4);
    assert_int_equal(asked("plan"), 2);
    assert_null(p->reason);
}

/* Who says what does not count has not given the action up: it is shown again, however often it was before. */
static void waits__stale_again_and_again__what_is_left_out_brings_it_back(void **state)
{
    (void)state;
    start("step", "", "kF5 kF6");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    int step = p->step;
    guint32 colour = NEW;
    for (int shown = 1; shown < 4; shown++, colour ^= 0x00ff00) {
        paint(colour);
        p = driver_await(d, EVENT_PROPOSAL);
    }
    driver_send(d, "{\"command\":\"animated\",\"scope\":\"window\"}");
    p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(p->step, step);
    assert_string_equal(p->fire.target->animated, "window");
}

/* Also where no person is asked: the card says that it is proposed again. */
static void fuse_burns__what_is_left_out__brings_it_back(void **state)
{
    (void)state;
    start("watch", "", "kF5 kF6");
    const event *first = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(first->judged.fuse_ms, 5000);
    driver_send(d, "{\"command\":\"animated\",\"scope\":\"areas\"}");
    const event *again = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(again->step, first->step);
    assert_string_equal(again->fire.digest, first->fire.digest);
    assert_int_equal(again->judged.fuse_ms, 5000); /* the person has seen it */
    assert_int_equal(asked("plan"), 1);
    driver_send(d, "{\"command\":\"pause\"}");
    driver_await_where(d, EVENT_STATE, "paused");
}

/* A text cursor of which the eye has not yet seen both states: the picture that was approved comes back for half a second. */
static void waits__caret_blinks__is_fired(void **state)
{
    (void)state;
    start("step", "", "kF5");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    sink_blink(shop, 30, 30, 2, 16, 500);
    while (driver_await(d, EVENT_MATCH)->match >= 1)
        ;
    driver_approve(d, p);
    driver_await_where(d, EVENT_FIRED, "done");
    assert_int_equal(pressed(), 1);
}

#define THINKS "[modules]\nplan=human\n"

static void answer_plan(void)
{
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"plan\",\"output\":{\"reasoning\":\"x\",\"outcome\":\"continue\","
                   "\"actions\":[{\"skill\":\"press_key\",\"args\":{\"key\":\"F5\"},\"expectation\":\"\",\"reason\":\"x\"}]}}");
}

static void await_thinking(void)
{
    const event *e;
    do
        e = driver_await_where(d, EVENT_MODULE, "plan");
    while (!e->module.form);
}

/* What changed while the model thought is on the card, and what is approved there is fired. */
static void thinks__screen_changes__card_is_of_the_screen_as_it_is(void **state)
{
    (void)state;
    start("step", THINKS, "x");
    await_thinking();
    guint heard = d->heard->len;
    paint(NEW);
    answer_plan();
    const event *p = driver_await(d, EVENT_PROPOSAL);
    bool frame = false;
    for (guint i = heard; i < d->heard->len; i++)
        frame = frame || ((const event *)g_ptr_array_index(d->heard, i))->kind == EVENT_FRAME;
    assert_true(frame);
    assert_null(p->reason);
    driver_approve(d, p);
    driver_await_where(d, EVENT_FIRED, "done");
    g_autofree char *shown = run_shown(d->run);
    assert_non_null(strstr(shown, "has changed since the model saw it"));
    assert_int_equal(pressed(), 1);
}

/* A person plans on the picture that they see: its words come, also where it is another one than was observed. */
static void plans__the_picture_changes__its_words_come(void **state)
{
    (void)state;
    driver_configure("gate", "[eye]\nsettle_ms=100\n[modules]\nplan=human\n");
    xvfb_start(&x, 320, 240, NULL);
    shop = sink_start(x.display, "shop", 20, 20, 200, 150, OLD);
    sink_focus(shop);
    d = driver_start(NULL, WORDS("run", "--headless", "--detach", "--display", x.display, "--brain", "gate", "x"));
    while (!driver_await_where(d, EVENT_MODULE, "plan")->module.form)
        ;
    driver *first = d;
    driver_close(first);
    d = driver_attach(first->run);
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"resume\"}");
    while (!driver_await_where(d, EVENT_MODULE, "plan")->module.form)
        ;
    label("Undo");
    while (!strstr(driver_await(d, EVENT_MARKS)->marks.words, "Undo")) /* the deadline of a test ends it */
        ;
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_free(d);
    driver_exit(first);
    driver_free(first);
    sink_stop(shop);
    xvfb_stop(&x);
}

/* Where nobody has to look, a person is asked: the model has decided on another picture of the target. */
static void thinks__screen_changes__no_fuse_burns(void **state)
{
    (void)state;
    start("watch", THINKS, "x");
    await_thinking();
    paint(NEW);
    answer_plan();
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(p->judged.fuse_ms, 0);
    assert_non_null(strstr(p->judged.explain, "since the plan was made"));
    driver_approve(d, p);
    driver_await_where(d, EVENT_FIRED, "done");
}

static void thinks__screen_stays__the_fuse_burns(void **state)
{
    (void)state;
    start("watch", THINKS, "x");
    await_thinking();
    answer_plan();
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(p->judged.fuse_ms, 5000);
    driver_send(d, "{\"command\":\"pause\"}");
    driver_await_where(d, EVENT_STATE, "paused");
}

#define CASE(name) cmocka_unit_test_teardown(name, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(waits__stale__shown_again_and_approved_once),
        CASE(edited__stale__the_same_edit_is_shown_again),
        CASE(waits__another_label__what_was_and_what_is),
        CASE(waits__its_label_is_covered__keeps_its_tier),
        CASE(waits__another_place_has_changed__how_a_profile_leaves_it_out),
        CASE(fuse_fired__nothing_was_pressed__a_person_is_asked),
        CASE(granted__nothing_was_pressed__a_person_is_asked),
        CASE(approved__eyes_follow_the_pointer__the_step_is_marked),
        CASE(waits__stale_again_and_again__next_plan),
        CASE(waits__stale_again_and_again__what_is_left_out_brings_it_back),
        CASE(fuse_burns__what_is_left_out__brings_it_back),
        CASE(thinks__screen_changes__card_is_of_the_screen_as_it_is),
        CASE(thinks__screen_changes__no_fuse_burns),
        cmocka_unit_test(plans__the_picture_changes__its_words_come),
        CASE(thinks__screen_stays__the_fuse_burns),
        CASE(waits__caret_blinks__is_fired),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
