/* Effect and policy: what the screen says after an action, and how grave an action is. */
#include "engine/gate/effect.h"
#include "engine/gate/policy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define SIDE 200

static eye_observation *observation(const char *display, int pointer_x, int pointer_y)
{
    eye_observation *o = g_new0(eye_observation, 1);
    o->keyframes = g_array_new(FALSE, FALSE, sizeof(struct eye_frame));
    o->samples = g_array_new(FALSE, FALSE, sizeof(struct eye_frame));
    o->windows = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
    o->screen = screen_new(SIDE, SIDE);
    o->screen->pointer_x = pointer_x;
    o->screen->pointer_y = pointer_y;
    if (display)
        screen_add_word(o->screen, &(struct screen_word){.text = (char *)display,
                                                         .region = (char *)"display",
                                                         .x = 10,
                                                         .y = 10,
                                                         .width = 30,
                                                         .height = 10,
                                                         .confidence = 1});
    return o;
}

static frame *picture(void)
{
    frame *f = frame_new(SIDE, SIDE);
    for (int i = 0; i < SIDE * SIDE; i++)
        f->pixels[i] = 0x808080;
    return f;
}

static struct effect_verdict judge(const char *expectation, int changed_x, int changed_y, const char *shown)
{
    g_autoptr(frame) before = picture(), after = picture();
    g_autoptr(eye_observation) o_before = observation("1", 20, 100), o_after = observation(shown, 180, 180);
    if (changed_x >= 0)
        after->pixels[changed_y * SIDE + changed_x] = 0;
    struct effect_case c = {
        .expectation = expectation, .before = before, .after = after, .o_before = o_before, .o_after = o_after, .patch_px = 20};
    return effect_judge(&c);
}

/* A sandbox shows no titles. */
static void effect__the_title_alone_changed(void **state)
{
    (void)state;
    g_autoptr(frame) before = picture(), after = picture();
    g_autoptr(eye_observation) o_before = observation("1", 20, 100), o_after = observation("1", 20, 100);
    struct effect_case c = {.expectation = "", .before = before, .after = after, .o_before = o_before, .o_after = o_after};
    for (int i = 0; i < 2; i++) {
        struct eye_window *w = g_new0(struct eye_window, 1);
        w->id = 7;
        w->title = g_strdup(i ? "notes" : "*notes");
        g_ptr_array_add((i ? o_after : o_before)->windows, w);
    }
    assert_int_equal(effect_judge(&c).effect, EFFECT_NO_EFFECT);
    o_before->target = 7;
    assert_int_equal(effect_judge(&c).effect, EFFECT_CHANGED);
    c.expectation = "no visible change";
    assert_int_equal(effect_judge(&c).effect, EFFECT_NO_EFFECT);
}

static void effect__nothing_changed(void **state)
{
    (void)state;
    assert_int_equal(judge("the display shows 12", -1, 0, "1").effect, EFFECT_NO_EFFECT);
    assert_string_equal(judge("the display shows 12", -1, 0, "1").stage, "no_effect");
    assert_int_equal(judge("", -1, 0, "1").effect, EFFECT_NO_EFFECT);
}

/* Before and after it was dark. */
static void effect__the_caret_has_moved__is_a_change(void **state)
{
    (void)state;
    g_autoptr(frame) f = picture();
    g_autoptr(eye_observation) before = observation("1", 20, 100), after = observation("1", 20, 100);
    struct effect_case c = {.expectation = "", .before = f, .after = f, .o_before = before, .o_after = after, .patch_px = 20};
    assert_int_equal(effect_judge(&c).effect, EFFECT_NO_EFFECT);
    after->caret_moved = true;
    assert_int_equal(effect_judge(&c).effect, EFFECT_CHANGED);
    assert_string_equal(effect_judge(&c).stage, "verified");
    c.expectation = "no visible change";
    assert_string_equal(effect_judge(&c).stage, "verified");
}

static void effect__no_visible_change_expected__is_verified(void **state)
{
    (void)state;
    assert_string_equal(judge("no visible change", -1, 0, "1").stage, "verified");
    assert_int_equal(judge("no visible change", -1, 0, "1").effect, EFFECT_NO_EFFECT);
    /* a hover highlight where the pointer was or is does not count */
    assert_string_equal(judge("no visible change", 25, 105, "1").stage, "verified");
    assert_string_equal(judge("no visible change", 175, 178, "1").stage, "verified");
    assert_string_equal(judge("no visible change", 100, 50, "1").stage, "unexpected");
}

static void effect__region_shows__is_compared(void **state)
{
    (void)state;
    assert_int_equal(judge("the display shows 12", 100, 50, "12").effect, EFFECT_CHANGED);
    assert_string_equal(judge("the display shows 12", 100, 50, "12").stage, "verified");
    assert_int_equal(judge("the display shows 12", 100, 50, "13").effect, EFFECT_UNEXPECTED);
    assert_int_equal(judge("The display shows \"12\".", 100, 50, "12").effect, EFFECT_CHANGED);
    /* a region that nobody reads cannot be compared */
    assert_int_equal(judge("the title shows 12", 100, 50, "13").effect, EFFECT_CHANGED);
}

static void effect__no_frames__is_unknown(void **state)
{
    (void)state;
    struct effect_case c = {.expectation = ""};
    assert_int_equal(effect_judge(&c).effect, EFFECT_UNKNOWN);
    assert_string_equal(effect_judge(&c).stage, "uncertain");
}

/* ---- policy ---- */

static timeline *timeline_of(const char *json)
{
    GError *error = NULL;
    timeline *t = timeline_from_json(json, strlen(json), &error);
    if (!t)
        fail_msg("%s: %s", json, error->message);
    return t;
}

static struct policy_verdict judge_timeline(const char *json, const struct eye_window *window, gint64 target, int model_tier,
                                            const char *label)
{
    g_autoptr(timeline) t = timeline_of(json);
    g_autoptr(action) a = action_new("x");
    g_autoptr(eye_observation) o = observation(label, 0, 0);
    a->tier = model_tier;
    struct policy_case c = {
        .action = a, .timeline = t, .observation = o, .x = 20, .y = 15, .window = window, .target_window = target};
    return policy_judge(&c);
}

#define CLICK                                                                                                                    \
    "[{\"at_ms\":0,\"type\":\"button_down\",\"button\":\"left\",\"hold_ms\":0},{\"at_ms\":50,\"type\":\"button_up\",\"button\":" \
    "\"left\"}]"
#define KEY(k)                                                                                                                   \
    "[{\"at_ms\":0,\"type\":\"key_down\",\"key\":\"" k "\",\"hold_ms\":0},{\"at_ms\":50,\"type\":\"key_up\",\"key\":\"" k "\"}]"

static void policy__tiers(void **state)
{
    (void)state;
    struct eye_window calc = {.id = 5, .title = (char *)"Calculator", .class = (char *)"XCalc"};
    struct eye_window term = {.id = 6, .title = (char *)"sh", .class = (char *)"XTerm"};
    const struct {
        const char *what, *json, *rule;
        const struct eye_window *window;
        gint64 target;
        int model, tier;
        const char *label, *word;
    } rows[] = {
        {"waiting", "[{\"at_ms\":0,\"type\":\"wait\",\"duration_ms\":100}]", "looking", &calc, 5, -1, 0, NULL, ""},
        {"a click", CLICK, "input", &calc, 5, -1, 1, NULL, ""},
        {"Enter", KEY("Return"), "enter-key", &calc, 5, -1, 2, NULL, ""},
        {"a click where no target is known", CLICK, "unknown-target", NULL, 0, -1, 2, NULL, ""},
        {"a click beside all windows", CLICK, "outside-target-window", NULL, 5, -1, 3, NULL, "outside"},
        {"a terminal", KEY("a"), "terminal", &term, 6, -1, 3, NULL, "terminal"},
        {"another window", CLICK, "outside-target-window", &calc, 9, -1, 3, NULL, "outside"},
        {"a label", CLICK, "grave-label", &calc, 5, -1, 3, "Send", "send"},
        {"no label of the kind", CLICK, "input", &calc, 5, -1, 1, "sender's", ""},
        {"the model raises", CLICK, "model-raised", &calc, 5, 2, 2, NULL, ""},
        {"the model cannot lower", KEY("Return"), "enter-key", &calc, 5, 0, 2, NULL, ""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct policy_verdict v = judge_timeline(rows[i].json, rows[i].window, rows[i].target, rows[i].model, rows[i].label);
        if (v.tier != rows[i].tier || !g_str_equal(v.rule, rows[i].rule) || !g_str_equal(v.word, rows[i].word))
            fail_msg("%s: tier %d by %s, word \"%s\"", rows[i].what, v.tier, v.rule, v.word);
        policy_verdict_clear(&v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(effect__nothing_changed),
        cmocka_unit_test(effect__the_title_alone_changed),
        cmocka_unit_test(effect__the_caret_has_moved__is_a_change),
        cmocka_unit_test(effect__no_visible_change_expected__is_verified),
        cmocka_unit_test(effect__region_shows__is_compared),
        cmocka_unit_test(effect__no_frames__is_unknown),
        cmocka_unit_test(policy__tiers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
