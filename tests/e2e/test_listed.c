/* A plan's actions granted as they were listed: these fire, in their order; whatever is another one asks, and ends the grant. */
#include "engine/protocol/rest_event.h"
#include "tests/e2e/driver.h"

#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define COLOUR 0x336699
#define OTHER 0xcc4444

static struct xvfb x;
static sink *shop;
static driver *d;
static GPtrArray *rest; /* what was listed last */

static void await_form(void)
{
    while (!driver_await_where(d, EVENT_MODULE, "plan")->module.form)
        ;
}

static void answer(const char *actions)
{
    g_autofree char *line = g_strdup_printf("{\"command\":\"module_edit\",\"module\":\"plan\",\"output\":{\"reasoning\":\"x\","
                                            "\"outcome\":\"continue\",\"actions\":[%s]}}",
                                            actions);
    driver_send(d, line);
}

/* A person's plan of these actions; the first one waits, and is returned. */
static const event *plan(const char *actions)
{
    driver_configure("gate", "[eye]\nsettle_ms=300\n[run]\nmax_actions=4\n[rule no-f7]\nverdict=ask\nkey=F7\n[rule no-f8]\n"
                             "verdict=deny\nkey=F8\n[modules]\nplan=human\n");
    xvfb_start(&x, 640, 480, NULL);
    shop = sink_start(x.display, "shop", 20, 20, 600, 440, COLOUR);
    sink_focus(shop);
    d = driver_start(NULL, WORDS("run", "--headless", "--display", x.display, "--brain", "gate", "--mode", "step", "x"));
    await_form();
    answer(actions);
    return driver_await(d, EVENT_PROPOSAL);
}

static int stop(void **state)
{
    (void)state;
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
    assert_verified();
    g_clear_pointer(&rest, g_ptr_array_unref);
    sink_stop(shop);
    xvfb_stop(&x);
    return 0;
}

#define CLICK(at_x, at_y)                                                                                                        \
    "{\"skill\":\"click_at_position\",\"args\":{\"x\":" #at_x ",\"y\":" #at_y ",\"mouse_button\":\"left\"},"                     \
    "\"expectation\":\"\",\"reason\":\"x\"}"
#define KEY(name) "{\"skill\":\"press_key\",\"args\":{\"key\":\"" name "\"},\"expectation\":\"\",\"reason\":\"x\"}"
#define HOLD_HERE                                                                                                                \
    "{\"skill\":\"hold_mouse_button\",\"args\":{\"mouse_button\":\"left\",\"duration\":0.05},\"expectation\":\"\",\"reason\":"   \
    "\"x\"}"

static const struct rest_action *row(guint i)
{
    assert_true(i < rest->len);
    return rest->pdata[i];
}

static void list(const event *p)
{
    g_autofree char *line = g_strdup_printf("{\"command\":\"rest\",\"id\":%d}", p->id);
    driver_send(d, line);
    const event *e = driver_await(d, EVENT_REST);
    assert_int_equal(e->id, p->id);
    g_autoptr(GError) error = NULL;
    g_clear_pointer(&rest, g_ptr_array_unref);
    rest = rest_event_actions(e, &error);
    if (!rest)
        fail_msg("%s", error->message);
}

static void grant_digests(int id, const char *const *digests)
{
    g_autoptr(command) c = command_new(COMMAND_GRANT);
    c->until = g_strdup("list");
    c->id = id;
    c->digests = g_strdupv((char **)digests);
    g_autofree char *line = command_to_json(c);
    driver_send(d, line);
}

/* As listed. */
static void grant(const event *p)
{
    g_autoptr(GPtrArray) digests = g_ptr_array_new();
    for (guint i = 0; i < rest_actions_free_to_grant(rest); i++)
        g_ptr_array_add(digests, row(i)->digest);
    g_ptr_array_add(digests, NULL);
    grant_digests(p->id, (const char *const *)digests->pdata);
    assert_string_equal(driver_await_where(d, EVENT_GRANT, "active")->grant.until, "list");
}

static void refused(const char *words)
{
    const event *e = driver_await_where(d, EVENT_NOTICE, "error");
    if (!strstr(e->text, words))
        fail_msg("%s", e->text);
}

/* The program answers the press: the picture changes at another place each time. */
static void react(enum sink_kind press)
{
    static int at;
    struct sink_event e;
    do
        assert_true(sink_next(shop, &e, DRIVER_TIMEOUT_MS));
    while (e.kind != press);
    at = (at + 1) % 6;
    sink_fill(shop, 40 + 70 * at, 40, 60, 60, OTHER + at);
}

static void assert_decided(const char *verdict, const char *by)
{
    const event *e = driver_await(d, EVENT_DECISION);
    if (g_strcmp0(e->decided.verdict, verdict) || g_strcmp0(e->decided.by, by))
        fail_msg("%s by %s: %s", e->decided.verdict, e->decided.by, e->reason);
}

/* The grant has ended, and this proposal waits for a person. */
static const event *assert_asks(const char *reason)
{
    const event *ended = driver_await_where(d, EVENT_GRANT, "ended"), *notice = driver_await(d, EVENT_NOTICE),
                *p = driver_await(d, EVENT_PROPOSAL);
    if (!strstr(notice->text, "the grant for the rest of the batch has ended") || !strstr(notice->text, reason))
        fail_msg("%s", notice->text);
    if (!strstr(ended->reason, reason))
        fail_msg("%s", ended->reason);
    for (guint i = d->seen; i < d->heard->len; i++)
        assert_int_not_equal(((const event *)d->heard->pdata[i])->kind, EVENT_DECISION);
    driver_reject(d, p, "no");
    assert_decided("rejected", "human");
    return p;
}

static void as_listed__all_of_them_fire(void **state)
{
    (void)state;
    const event *p = plan(CLICK(80, 300) "," KEY("F5") "," CLICK(500, 400) "," KEY("F6"));
    list(p);
    assert_int_equal(rest->len, 3);
    assert_int_equal(rest_actions_free_to_grant(rest), 3);
    assert_string_equal(row(1)->text, p->fire.rest[1]);
    grant(p);
    driver_approve(d, p);
    assert_decided("approved", "human");
    react(SINK_BUTTON_PRESS);
    for (guint i = 0; i < 3; i++) {
        const event *next = driver_await(d, EVENT_PROPOSAL);
        assert_string_equal(next->fire.digest, row(i)->digest);
        assert_int_equal(next->judged.tier, row(i)->tier);
        assert_decided("auto", "grant:1");
        react(i == 1 ? SINK_BUTTON_PRESS : SINK_KEY_PRESS);
    }
    await_form();
    answer(KEY("F5"));
    p = driver_await(d, EVENT_PROPOSAL); /* the plan is over, and what it granted */
    list(p);
    assert_int_equal(rest->len, 0);
}

/* What a rule asks for, and all after it, is not granted. */
static void a_rule_asks__only_what_comes_before_it_fires(void **state)
{
    (void)state;
    const event *p = plan(CLICK(80, 300) "," KEY("F5") "," KEY("F7") "," KEY("F6"));
    list(p);
    assert_int_equal(rest_actions_free_to_grant(rest), 1);
    assert_non_null(strstr(row(1)->asks, "no-f7"));
    assert_null(row(2)->asks);
    const char *const all[] = {row(0)->digest, row(1)->digest, row(2)->digest, NULL};
    grant_digests(p->id, all);
    refused("not the digests that were listed");
    grant(p);
    driver_approve(d, p);
    react(SINK_BUTTON_PRESS);
    driver_await(d, EVENT_PROPOSAL);
    driver_await_where(d, EVENT_DECISION, "auto");
    react(SINK_KEY_PRESS);
    p = driver_await(d, EVENT_PROPOSAL);
    assert_non_null(strstr(p->judged.explain, "no-f7"));
    driver_approve(d, p);
    assert_decided("approved", "human");
    react(SINK_KEY_PRESS);
    driver_reject(d, driver_await(d, EVENT_PROPOSAL), "no");
    assert_decided("rejected", "human");
}

static void a_rule_denies__is_said_ahead(void **state)
{
    (void)state;
    list(plan(CLICK(80, 300) "," KEY("F8")));
    assert_int_equal(rest_actions_free_to_grant(rest), 0);
    assert_non_null(strstr(row(0)->asks, "no-f8"));
}

static void other_digests__are_refused(void **state)
{
    (void)state;
    const event *p = plan(CLICK(80, 300) "," KEY("F5") "," KEY("F6"));
    grant_digests(p->id, WORDS(p->fire.digest));
    refused("belongs to no proposal that waits"); /* nothing was listed */
    list(p);
    grant_digests(p->id, WORDS(row(1)->digest, row(0)->digest));
    refused("not the digests that were listed");
    grant_digests(p->id, WORDS(row(0)->digest));
    refused("not the digests that were listed");
    grant_digests(p->id, WORDS(row(0)->digest, row(1)->digest, p->fire.digest));
    refused("not the digests that were listed");
    grant_digests(p->id, NULL);
    refused("not the digests that were listed");
    grant_digests(p->id + 1, WORDS(row(0)->digest, row(1)->digest));
    refused("belongs to no proposal that waits");
    driver_send(d, "{\"command\":\"rest\",\"id\":77}");
    refused("rest");
    driver_approve(d, p);
    react(SINK_BUTTON_PRESS);
    p = driver_await(d, EVENT_PROPOSAL);
    grant_digests(p->id, WORDS(row(1)->digest)); /* of the card before */
    refused("belongs to no proposal that waits");
    driver_reject(d, p, "no");
    driver_await_where(d, EVENT_DECISION, "rejected");
    assert_int_equal(driver_notices(d, "grant"), 7);
}

static void its_target_has_changed__asks_and_ends(void **state)
{
    (void)state;
    const event *p = plan(CLICK(80, 300) "," CLICK(500, 400) "," KEY("F5"));
    list(p);
    grant(p);
    driver_approve(d, p);
    assert_decided("approved", "human");
    react(SINK_BUTTON_PRESS);
    sink_fill(shop, 480, 380, 12, 3, OTHER);
    p = assert_asks("must be asked for");
    assert_string_equal(p->fire.digest, row(0)->digest); /* the very digest */
    assert_non_null(strstr(p->judged.explain, "the target has changed"));
}

static void its_window_has_another_title__asks_and_ends(void **state)
{
    (void)state;
    const event *p = plan(CLICK(80, 300) "," KEY("Return"));
    list(p);
    grant(p);
    driver_approve(d, p);
    assert_decided("approved", "human");
    react(SINK_BUTTON_PRESS);
    sink_title(shop, "erase all?");
    assert_asks("must be asked for");
}

/* Its timeline is the same, and presses where the pointer is now. */
static void it_would_press_elsewhere__asks_and_ends(void **state)
{
    (void)state;
    const event *p = plan(CLICK(80, 300) "," HOLD_HERE);
    list(p);
    grant(p);
    driver_approve(d, p);
    assert_decided("approved", "human");
    react(SINK_BUTTON_PRESS);
    p = assert_asks("not its next action");
    assert_string_equal(p->fire.digest, row(0)->digest);
}

static void the_first_is_edited__ends(void **state)
{
    (void)state;
    const event *p = plan(CLICK(80, 300) "," KEY("F5"));
    list(p);
    grant(p);
    g_autoptr(action) other = action_copy(p->fire.action);
    action_set_integer(other, "x", 90);
    driver_edit(d, p, other);
    assert_decided("edited", "human");
    driver_await_where(d, EVENT_GRANT, "ended");
    p = driver_await(d, EVENT_PROPOSAL);
    driver_approve(d, p);
    assert_decided("approved", "human");
    react(SINK_BUTTON_PRESS);
    driver_reject(d, driver_await(d, EVENT_PROPOSAL), "no");
    assert_decided("rejected", "human");
}

/* Nothing of it is left for a later plan that has the same action. */
static void the_first_has_no_effect__ends(void **state)
{
    (void)state;
    const event *p = plan(CLICK(80, 300) "," KEY("F5"));
    list(p);
    grant(p);
    driver_approve(d, p);
    assert_decided("approved", "human");
    assert_string_equal(driver_await_where(d, EVENT_GRANT, "ended")->reason, "had no visible effect");
    await_form();
    answer(KEY("F5"));
    p = driver_await(d, EVENT_PROPOSAL);
    driver_reject(d, p, "no");
    assert_decided("rejected", "human");
}

static void the_first_is_rejected__ends(void **state)
{
    (void)state;
    const event *p = plan(CLICK(80, 300) "," KEY("F5"));
    list(p);
    grant(p);
    driver_reject(d, p, "no");
    assert_decided("rejected", "human");
    assert_string_equal(driver_await_where(d, EVENT_GRANT, "ended")->reason, "was rejected");
}

/* One that waits is decided by a person all the same; and a pause ends it as any grant. */
static void it_decides_nothing_that_waits(void **state)
{
    (void)state;
    const event *p = plan(CLICK(80, 300) "," KEY("F5"));
    list(p);
    grant(p);
    grant(p); /* once more: in the place of the first */
    driver_send(d, "{\"command\":\"pause\"}");
    assert_string_equal(driver_await_where(d, EVENT_GRANT, "paused")->grant.until, "list");
    assert_decided("voided", "human");
}

#define CASE(name) cmocka_unit_test_teardown(name, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(as_listed__all_of_them_fire),
        CASE(a_rule_asks__only_what_comes_before_it_fires),
        CASE(a_rule_denies__is_said_ahead),
        CASE(other_digests__are_refused),
        CASE(its_target_has_changed__asks_and_ends),
        CASE(its_window_has_another_title__asks_and_ends),
        CASE(it_would_press_elsewhere__asks_and_ends),
        CASE(the_first_is_edited__ends),
        CASE(the_first_has_no_effect__ends),
        CASE(the_first_is_rejected__ends),
        CASE(it_decides_nothing_that_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
