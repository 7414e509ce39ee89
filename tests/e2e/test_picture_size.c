/* A model that sees a smaller picture than the screen, or counts in thousandths: what it is sent, told, and what its click hits.
 */
#include "tests/e2e/driver.h"

#include "tests/engine/brain/mock_http.h"
#include "tests/helper/xvfb.h"

#include <glib/gstdio.h>
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

/* ---- marks and parts ---- */

/* A whole response of the first kind above with one action, or none: success. */
static char *acts(const char *skill, const char *args)
{
    g_autofree char *one = g_strdup_printf("{\"skill\":\"%s\",\"args\":%s,\"expectation\":\"no visible change\","
                                           "\"reason\":\"r\"}",
                                           skill ? skill : "", args);
    g_autofree char *says = g_strdup_printf("{\"reasoning\":\"r\",\"actions\":[%s],\"outcome\":\"%s\"}", skill ? one : "",
                                            skill ? "continue" : "success");
    g_autofree char *escaped = g_strescape(says, NULL);
    g_auto(GStrv) around = g_strsplit(providers[0].answer, "%s", 2);
    g_autofree char *body = g_strjoinv(escaped, around);
    return mock_response("200 OK", "Content-Type: application/json\r\n", body);
}

/* What is asked when the model does that once; what it presses is 80×40 at 600,300. */
static char *asked_pressing(const char *brain, const char *profile, const char *skill, const char *args, int width, int height)
{
    sink *button = sink_start(x.display, "button", 600, 300, 80, 40, 0xdddddd);
    char *answers[] = {acts(skill, args), acts(NULL, "")};
    struct mock_step steps[] = {{MOCK_ANSWER, answers[0]}, {MOCK_ANSWER, answers[1]}};
    struct mock server = mock_start(steps, G_N_ELEMENTS(steps));
    g_autofree char *ini =
        g_strdup_printf("[eye]\nsettle_ms=60\nwords_wait_ms=60000\n[brain m]\nkind=anthropic\nurl=http://127.0.0.1:%d"
                        "\nmodel=m\nstream=false\n%s",
                        server.port, brain);
    driver_configure("gate", ini);
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "direct", "--display", x.display, "--brain", "m",
                                         "--profile", profile, "press it"));
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    driver_await_where(d, EVENT_FIRED, "done");
    assert_pressed(button, 640, 320);
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "success");
    driver_exit(d);
    driver_free(d);
    int n;
    char *asked = mock_requests(&server, &n);
    assert_int_equal(n, 2);
    assert_picture(asked, width, height);
    mock_stop(&server);
    g_free(answers[0]);
    g_free(answers[1]);
    sink_stop(button);
    return asked;
}

#define MARKS_TOLD "> 1 field 476,238\\n"
#define MARKS_DRAWN "of this picture (drawn on it: numbered marks):"

/* A program without a profile: its marks are told and drawn in the model's measure, and the number presses what it is on. */
static void mark__told_and_drawn__is_pressed_by_its_number(void **state)
{
    (void)state;
    g_autofree char *asked = asked_pressing("", "default", "click_mark", "[{\"name\":\"number\",\"value\":1}]", 1429, 804);
    assert_non_null(strstr(asked, MARKS_TOLD));
    assert_non_null(strstr(asked, MARKS_DRAWN));
    assert_null(strstr(asked, "words pending"));
}

static void marks__a_brain_that_wants_none__are_not_told(void **state)
{
    (void)state;
    const char *point = "[{\"name\":\"x\",\"value\":476},{\"name\":\"y\",\"value\":238}]";
    g_autofree char *asked = asked_pressing("overlay=none\n", "default", "click_at_position", point, 1429, 804);
    assert_null(strstr(asked, MARKS_TOLD));
    assert_null(strstr(asked, "drawn on it"));
}

/* The server answers the first question once somebody else has asked it, too. */
static void let_it_answer(int port)
{
    static const char asked[] = "GET / HTTP/1.1\r\n\r\n";
    const struct sockaddr_in there = {
        .sin_family = AF_INET, .sin_port = htons((guint16)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    char byte;
    assert_int_equal(connect(fd, (const struct sockaddr *)&there, sizeof there), 0);
    assert_int_equal(write(fd, asked, strlen(asked)), (gssize)strlen(asked));
    assert_int_equal(read(fd, &byte, 1), 1);
    close(fd);
}

/* A mark that only the words have: its number is good, too, when the screen has become another while the model thought. */
static void mark__of_words_told_before_the_screen_changed__is_there(void **state)
{
    (void)state;
    char *answers[] = {acts("click_mark", "[{\"name\":\"number\",\"value\":3}]"), acts(NULL, "")};
    struct mock_step steps[] = {{MOCK_PAIR, answers[0]}, {MOCK_PAIR, answers[0]}, {MOCK_ANSWER, answers[1]}};
    struct mock server = mock_start(steps, G_N_ELEMENTS(steps));
    g_autofree char *ini = g_strdup_printf("[eye]\nsettle_ms=60\nwords_wait_ms=60000\n[brain m]\nkind=anthropic\n"
                                           "url=http://127.0.0.1:%d\nmodel=m\nstream=false\n",
                                           server.port);
    driver_configure("gate", ini);
    driver *d =
        driver_start(NULL, WORDS("run", "--headless", "--agent", "direct", "--display", x.display, "--brain", "m", "--profile",
                                 "default", "--app",
                                 "xterm -fn 10x20 -geometry 60x10+100+60 -e 'printf \"\\n Print         Search        Window\"; "
                                 "sleep 60'",
                                 "press Search"));
    driver_await_where(d, EVENT_MODULE, "started");
    sink *other = sink_start(x.display, "other", 1200, 600, 300, 200, 0xdddddd);
    let_it_answer(server.port);
    const event *card = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(card->fire.action->skill, "click_mark");
    driver_approve(d, card);
    driver_await_where(d, EVENT_FIRED, "done");
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "success");
    driver_exit(d);
    driver_free(d);
    int n;
    g_autofree char *asked = mock_requests(&server, &n);
    assert_non_null(strstr(asked, " text \\\"Search\\\" "));
    assert_null(strstr(asked, "no mark"));
    mock_stop(&server);
    g_free(answers[0]);
    g_free(answers[1]);
    sink_stop(other);
}

/* A request waits for words: a stop ends that wait. */
static void words__awaited__the_run_is_stopped(void **state)
{
    (void)state;
    sink *button = sink_start(x.display, "button", 600, 300, 80, 40, 0xdddddd);
    driver_configure("gate", "[eye]\nsettle_ms=60\nwords_wait_ms=60000\n[brain m]\nkind=anthropic\nurl=http://127.0.0.1:9\n"
                             "model=m\n");
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "direct", "--display", x.display, "--brain", "m",
                                         "--profile", "default", "press it"));
    driver_await(d, EVENT_FRAME);
    helper_halt(child_named(d->pid, "eye"));
    driver_await_where(d, EVENT_STATE, "thinking");
    driver_send(d, "{\"command\":\"stop\"}");
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "stopped");
    assert_int_equal(driver_exit(d), 4);
    driver_free(d);
    sink_stop(button);
}

/* The model sees a part, three times as large, and counts on it. */
static void part__of_the_profile__is_counted_on(void **state)
{
    (void)state;
    g_autofree char *apps = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "reins", "apps", NULL);
    g_autofree char *file = g_build_filename(apps, "part.ini", NULL);
    assert_int_equal(g_mkdir_with_parents(apps, 0700), 0);
    assert_true(g_file_set_contents(file, "[profile]\noverlay=axes;pointer\ncrop=500,200,300,200\nenlarge=3\n", -1, NULL));
    const char *point = "[{\"name\":\"x\",\"value\":421},{\"name\":\"y\",\"value\":361}]";
    g_autofree char *asked = asked_pressing("", "part", "click_at_position", point, 900, 600);
    assert_non_null(strstr(asked, "900 × 600 pixels, pointer at"));
    assert_non_null(strstr(asked, "of this picture (a part of the screen; drawn on it: axes, the pointer):"));
    assert_null(strstr(asked, "## Numbered marks"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(click__in_what_the_model_counts__presses_what_is_meant),
        cmocka_unit_test(mark__told_and_drawn__is_pressed_by_its_number),
        cmocka_unit_test(marks__a_brain_that_wants_none__are_not_told),
        cmocka_unit_test(mark__of_words_told_before_the_screen_changed__is_there),
        cmocka_unit_test(words__awaited__the_run_is_stopped),
        cmocka_unit_test(part__of_the_profile__is_counted_on),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
