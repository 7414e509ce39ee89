/* A model that sees a smaller picture than the screen, or counts in thousandths: what it is sent, told, and what its click hits.
 */
#include "tests/e2e/driver.h"

#include "tests/engine/brain/mock_http.h"
#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct xvfb x;

static int setup(void **state)
{
    (void)state;
    xvfb_start(&x, 1920, 1080, NULL);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    xvfb_stop(&x);
    return 0;
}

/* A provider: where its words stand in its answer. */
static const struct provider {
    const char *kind, *answer;
    int wrong_x, model_x, model_y; /* outside of its picture; the point that it means */
    int width, height;             /* of the picture that it is sent */
    const char *asked[4];          /* in its requests */
    const char *pane;
} providers[] = {
    {"anthropic",
     "{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}],\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":9,\"output_"
     "tokens\":9}}",
     1500,
     1190,
     670,
     1429,
     804,
     {"1429 × 804 pixels, pointer at", "coordinates are pixels of this picture", "click_at_position(x = 1190, y = 670)",
      "the point 1500,670 is outside of the picture, which has 1429 x 804 pixels"},
     "the model counts pixels of a picture of 1429x804: click_at_position 1190,670 is 1599,900\n"},
    {"gemini",
     "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"%s\"}]},\"finishReason\":\"STOP\"}],\"usageMetadata\":{"
     "\"promptTokenCount\":9,\"candidatesTokenCount\":9,\"totalTokenCount\":18}}",
     1500,
     833,
     833,
     1920,
     1080,
     {"1000 × 1000 thousandths (0 to 1000), pointer at", "coordinates are thousandths (0 to 1000) of this picture",
      "click_at_position(x = 833, y = 833)", "the point 1500,833 is outside of the picture: each goes from 0 to 1000"},
     "the model counts thousandths (0 to 1000) of a picture of 1920x1080: click_at_position 833,833 is 1599,899\n"},
};

/* A whole response with a plan: a click there, or (x negative) that all is done. */
static char *plan(const struct provider *p, int at_x, int at_y)
{
    g_autofree char *actions =
        at_x < 0
            ? g_strdup("")
            : g_strdup_printf("{\\\"skill\\\":\\\"click_at_position\\\",\\\"args\\\":[{\\\"name\\\":\\\"x\\\",\\\"value\\\":%d},"
                              "{\\\"name\\\":\\\"y\\\",\\\"value\\\":%d}],\\\"expectation\\\":\\\"no visible change\\\","
                              "\\\"reason\\\":\\\"it is there\\\"}",
                              at_x, at_y);
    g_autofree char *says = g_strdup_printf("{\\\"reasoning\\\":\\\"r\\\",\\\"actions\\\":[%s],\\\"outcome\\\":\\\"%s\\\"}",
                                            actions, at_x < 0 ? "success" : "continue");
    g_auto(GStrv) around = g_strsplit(p->answer, "%s", 2);
    g_autofree char *body = g_strjoinv(says, around);
    return mock_response("200 OK", "Content-Type: application/json\r\n", body);
}

/* Of the last PNG in these bytes of a request: width and height. */
static void assert_picture(const char *asked, int width, int height)
{
    const char *png = strstr(asked, "iVBORw0KGgo");
    assert_non_null(png);
    g_autofree char *head = g_strndup(png, 32);
    gsize length;
    g_autofree guchar *bytes = g_base64_decode(head, &length);
    guint32 sides[2];
    memcpy(sides, bytes + 16, sizeof sides);
    assert_int_equal(GUINT32_FROM_BE(sides[0]), width);
    assert_int_equal(GUINT32_FROM_BE(sides[1]), height);
}

static void assert_pressed(sink *button, int at_x, int at_y)
{
    struct sink_event e;
    do {
        if (!sink_next(button, &e, 10000))
            fail_msg("the button was not pressed");
    } while (e.kind != SINK_BUTTON_PRESS);
    assert_true(ABS(e.x - at_x) <= 1 && ABS(e.y - at_y) <= 1);
}

static int number(const action *a, const char *name)
{
    return (int)action_get(a, name)->integer;
}

/* A point outside is asked for again with the exact defect; the right one presses the small button that is meant; what the model
 * is told of it afterwards are its own numbers. The person has pixels of the screen. */
static void click__in_what_the_model_counts__presses_what_is_meant(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(providers); i++) {
        const struct provider *p = &providers[i];
        sink *button = sink_start(x.display, "button", 1592, 892, 16, 16, 0x336699);
        char *answers[] = {plan(p, p->wrong_x, p->model_y), plan(p, p->model_x, p->model_y), plan(p, -1, 0)};
        struct mock_step steps[G_N_ELEMENTS(answers)];
        for (gsize k = 0; k < G_N_ELEMENTS(answers); k++)
            steps[k] = (struct mock_step){MOCK_ANSWER, answers[k]};
        struct mock server = mock_start(steps, G_N_ELEMENTS(steps));
        g_autofree char *ini = g_strdup_printf("[eye]\nsettle_ms=60\n[brain small]\nkind=%s\nurl=http://127.0.0.1:%d\nmodel=m\n"
                                               "stream=false\n",
                                               p->kind, server.port);
        driver_configure("gate", ini);
        driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "direct", "--display", x.display, "--brain", "small",
                                             "press the button"));
        const event *card = driver_await(d, EVENT_PROPOSAL);
        assert_true(ABS(number(card->fire.action, "x") - 1599) <= 1 && ABS(number(card->fire.action, "y") - 900) <= 1);
        driver_approve(d, card);
        driver_await_where(d, EVENT_FIRED, "done");
        assert_pressed(button, 1599, 900);
        assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "success");
        assert_int_equal(driver_exit(d), 0);
        int n;
        g_autofree char *asked = mock_requests(&server, &n);
        assert_int_equal(n, 3);
        assert_picture(asked, p->width, p->height);
        for (gsize k = 0; k < G_N_ELEMENTS(p->asked); k++)
            if (!strstr(asked, p->asked[k]))
                fail_msg("%s is not told \"%s\"", p->kind, p->asked[k]);
        assert_null(strstr(asked, "x = 1599"));
        bool told = false;
        for (guint k = 0; k < d->heard->len; k++) {
            const event *e = d->heard->pdata[k];
            told = told || (e->kind == EVENT_MODULE && e->text && g_str_has_prefix(e->text, p->pane));
        }
        assert_true(told);
        g_autofree char *again = g_strdup_printf("replay:%s", d->run);
        driver_free(d);
        mock_stop(&server);
        for (gsize k = 0; k < G_N_ELEMENTS(answers); k++)
            g_free(answers[k]);
        /* the recorded run says the same again, with no model */
        d = driver_start(
            NULL, WORDS("run", "--headless", "--agent", "direct", "--display", x.display, "--brain", again, "press the button"));
        card = driver_await(d, EVENT_PROPOSAL);
        assert_true(ABS(number(card->fire.action, "x") - 1599) <= 1 && ABS(number(card->fire.action, "y") - 900) <= 1);
        driver_send(d, "{\"command\":\"stop\"}");
        driver_await(d, EVENT_ENDED);
        driver_exit(d);
        driver_free(d);
        sink_stop(button);
    }
    assert_verified();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(click__in_what_the_model_counts__presses_what_is_meant),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
