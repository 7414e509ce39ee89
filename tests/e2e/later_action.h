#ifndef TESTS_E2E_LATER_ACTION_H
#define TESTS_E2E_LATER_ACTION_H

/* A plan of several actions on a window of ours, which the earlier ones change; what is said of the later ones. */

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
#define FUSE_MS 60000

static struct xvfb x;
static sink *shop, *over;
static driver *d;

/* Two fields, one above the other, with a button beside them. Places are the window's. */
#define FIELD_X 200
#define FIELD_WIDTH 160
#define FIELD_HEIGHT 26
#define UPPER_Y 180
#define LOWER_Y 212
#define BUTTON_X 400
static int menus_y = 4; /* a row of menus: of its letters' top */

G_GNUC_UNUSED static void draw_box(int at_x, int at_y, int width)
{
    sink_fill(shop, at_x, at_y, width, FIELD_HEIGHT, 0);
    sink_fill(shop, at_x + 1, at_y + 1, width - 2, FIELD_HEIGHT - 2, 0xffffff);
}

static guint32 button_colour; /* of its word */
static const char *upper;     /* of a button above it; NULL = there is none */
static void (*more)(void);    /* draws what else is there; NULL = nothing */

G_GNUC_UNUSED static void draw_upper(guint32 ground, const char *says)
{
    sink_fill(shop, BUTTON_X, UPPER_Y, 80, FIELD_HEIGHT, 0);
    sink_fill(shop, BUTTON_X + 1, UPPER_Y + 1, 78, FIELD_HEIGHT - 2, ground);
    sink_text(shop, BUTTON_X + 14, UPPER_Y + 17, 0, says);
}

static const char *const menus[] = {"File", "Edit", "View", "Tools"};

/* A person's plan of these actions; the first one waits. */
G_GNUC_UNUSED static void plan(const char *actions)
{
    driver_configure("gate", "[eye]\nsettle_ms=400\n[run]\nmax_actions=4\n[gate]\nfuse_ms=60000\n[modules]\nplan=human\n");
    xvfb_start(&x, 640, 480, NULL);
    shop = sink_start(x.display, "shop", 20, 20, 600, 440, COLOUR);
    over = sink_start(x.display, "over", 700, 500, 300, 150, COLOUR); /* off the screen */
    sink_fill(over, 200, 0, 100, 40, OTHER);
    draw_box(FIELD_X, UPPER_Y, FIELD_WIDTH);
    draw_box(FIELD_X, LOWER_Y, FIELD_WIDTH);
    draw_box(BUTTON_X, LOWER_Y, 80);
    sink_text(shop, BUTTON_X + 14, LOWER_Y + 17, button_colour, "Continue");
    if (upper)
        draw_upper(0xffffff, upper);
    sink_fill(shop, 0, menus_y - 4, 600, 22, 0xffffff);
    for (int i = 0; i < 4; i++)
        sink_text(shop, 16 + 60 * i, menus_y + 11, 0, menus[i]);
    if (more)
        more();
    sink_focus(shop);
    d = driver_start(NULL, WORDS("run", "--headless", "--display", x.display, "--brain", "gate", "--mode", "watch", "x"));
    while (!driver_await_where(d, EVENT_MODULE, "plan")->module.form)
        ;
    g_autofree char *line = g_strdup_printf("{\"command\":\"module_edit\",\"module\":\"plan\",\"output\":{\"reasoning\":\"x\","
                                            "\"outcome\":\"continue\",\"actions\":[%s]}}",
                                            actions);
    driver_send(d, line);
}

G_GNUC_UNUSED static int stop(void **state)
{
    (void)state;
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
    assert_verified();
    sink_stop(over);
    sink_stop(shop);
    xvfb_stop(&x);
    return 0;
}

#define CLICK(at_x, at_y)                                                                                                        \
    "{\"skill\":\"click_at_position\",\"args\":{\"x\":" #at_x ",\"y\":" #at_y ",\"mouse_button\":\"left\"},"                     \
    "\"expectation\":\"\",\"reason\":\"x\"}"
#define FILL_WITH(at_x, at_y, words)                                                                                             \
    "{\"skill\":\"fill_field\",\"args\":{\"x\":" #at_x ",\"y\":" #at_y ",\"text\":\"" words "\"},"                               \
    "\"expectation\":\"\",\"reason\":\"x\"}"
#define FILL(at_x, at_y) FILL_WITH(at_x, at_y, "a")
#define KEY(name) "{\"skill\":\"press_key\",\"args\":{\"key\":\"" name "\"},\"expectation\":\"\",\"reason\":\"x\"}"

G_GNUC_UNUSED static void await_press(sink *s, enum sink_kind press)
{
    struct sink_event e;
    do
        assert_true(sink_next(s, &e, DRIVER_TIMEOUT_MS));
    while (e.kind != press);
}

/* The proposal that waits is approved, and the program answers its press as `react` does. */
G_GNUC_UNUSED static void approve(enum sink_kind press, void (*react)(void))
{
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    await_press(shop, press);
    react();
}

G_GNUC_UNUSED static void assert_fuse_burns(const event *p)
{
    if (p->judged.fuse_ms != FUSE_MS || strstr(p->judged.explain, "since the plan was made"))
        fail_msg("fuse %d: %s", p->judged.fuse_ms, p->judged.explain);
}

G_GNUC_UNUSED static void assert_asks(const event *p, const char *says)
{
    if (p->judged.fuse_ms != 0 || !strstr(p->judged.explain, "since the plan was made") || !strstr(p->judged.explain, says))
        fail_msg("fuse %d: %s", p->judged.fuse_ms, p->judged.explain);
}

#define CASE(name) cmocka_unit_test_teardown(name, stop)

#endif
