/* The keys of the console by another table than the one that ships (keys.c): the test's is linked in its place. What arms, stops
 * a fuse or halts the run goes by the act of a key, so that a person who changes the table changes all of it. */

#include "tui/console/keys.h"
#include "tui/console/screen.h"
#include "tui/console/state.h"
#include "tui/model/fuse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define MS 1000
#define ARM_MS 400

const struct key_row console_keys_table[] = {
    {'p', 'P', KEY_CARD, ACT_APPROVE, NULL, NULL, NULL, NULL}, {'r', 0, KEY_CARD, ACT_REJECT, NULL, NULL, NULL, NULL},
    {'h', 0, KEY_RUN, ACT_PAUSE, NULL, NULL, NULL, NULL},      {'e', 0, KEY_RUN, ACT_STOP, NULL, NULL, NULL, NULL},
    {'E', 0, KEY_ANY, ACT_STOP_NOW, NULL, NULL, NULL, NULL},   {'Q', 'q', KEY_ANY, ACT_LOG, NULL, NULL, NULL, NULL},
};
const gsize console_key_count = G_N_ELEMENTS(console_keys_table);

static void draw_nothing(console *c)
{
    (void)c;
}

static void take_nothing(console *c, int key, bool burst)
{
    (void)c, (void)key, (void)burst;
}

static const struct screen_ops nothing = {.draw = draw_nothing, .keypress = take_nothing};
static const struct screen_ops *const screens[SCREEN_COUNT] = {&run_screen_ops, &nothing, &nothing, &nothing};

static void tell(console *c, const char *json, gint64 now_us)
{
    g_autoptr(GError) error = NULL;
    event *e = event_from_json(json, strlen(json), &error);
    if (!e)
        fail_msg("%s", error->message);
    console_event(c, e, now_us);
}

/* A console at the time 0 on which a click waits; its fuse burns for two seconds. */
static console *waiting(int width, int height)
{
    struct console_options options = {.screens = screens, .arm_ms = ARM_MS};
    console *c = console_new(&options, width, height, 0);
    tell(c,
         "{\"event\":\"hello\",\"protocol\":1,\"run\":\"17\",\"display\":\":99\",\"task\":\"t\",\"agent\":\"a\",\"brain\":\"b\","
         "\"mode\":\"watch\",\"max_steps\":50}",
         0);
    tell(c,
         "{\"event\":\"proposal\",\"id\":14,\"step\":3,\"action\":{\"skill\":\"s\",\"args\":{},\"expectation\":\"\",\"reason\":"
         "\"\"},"
         "\"timeline\":[{\"at_ms\":0,\"type\":\"button_down\",\"button\":\"left\",\"hold_ms\":0},{\"at_ms\":50,\"type\":"
         "\"button_up\",\"button\":\"left\"}],\"tier\":1,\"rule\":\"r\",\"word\":\"\",\"digest\":"
         "\"ab00000000000000000000000000000000000000000000000000000000000000\",\"expires_s\":0,\"fuse_ms\":2000}",
         0);
    tell(c, "{\"event\":\"state\",\"state\":\"waiting\",\"step\":3}", 0);
    g_ptr_array_unref(console_take_commands(c));
    return c;
}

/* The kinds of the commands since the last call, in a word each. Caller frees. */
static char *press(console *c, int key, gint64 now_us)
{
    g_autoptr(GString) said = g_string_new(NULL);
    console_keys(c, &key, 1, now_us);
    g_autoptr(GPtrArray) commands = console_take_commands(c);
    for (guint i = 0; i < commands->len; i++) {
        const command *one = g_ptr_array_index(commands, i);
        const char *name = one->kind == COMMAND_APPROVE  ? "approve"
                           : one->kind == COMMAND_REJECT ? "reject"
                           : one->kind == COMMAND_HOLD   ? "hold"
                           : one->kind == COMMAND_PAUSE  ? "pause"
                           : one->kind == COMMAND_STOP   ? "stop"
                                                         : NULL;
        if (name)
            g_string_append_printf(said, "%s%s", said->len ? " " : "", name);
    }
    return g_strdup(said->str);
}

static void expect(int width, int height, int key, gint64 now_us, const char *commands)
{
    g_autoptr(console) c = waiting(width, height);
    g_autofree char *said = press(c, key, now_us);
    assert_string_equal(said, commands);
}

static void keys__approve_of_the_table__is_armed_like_y(void **state)
{
    (void)state;
    expect(120, 36, 'p', ARM_MS * MS - 1, "hold");
    expect(120, 36, 'P', ARM_MS * MS - 1, "hold");
    expect(120, 36, 'p', ARM_MS * MS, "approve");
    expect(120, 36, 'P', ARM_MS * MS, "approve");
    expect(120, 36, 'y', ARM_MS * MS, "hold");
}

static void keys__reject_of_the_table__leaves_the_fuse_alone(void **state)
{
    (void)state;
    expect(120, 36, 'r', 100 * MS, "reject");
    expect(120, 36, K_ESC, 100 * MS, "reject");
    expect(120, 36, 'n', 100 * MS, "hold");
}

static void keys__small_terminal__stops_by_the_keys_of_the_table(void **state)
{
    (void)state;
    expect(10, 3, 'h', ARM_MS * MS, "pause");
    expect(10, 3, 'E', ARM_MS * MS, "stop");
    expect(10, 3, 'p', ARM_MS * MS, "");
    expect(10, 3, ' ', ARM_MS * MS, "");
    expect(10, 3, 'Q', ARM_MS * MS, "");
    g_autoptr(console) c = waiting(10, 3);
    g_autofree char *first = press(c, 'e', ARM_MS * MS), *second = press(c, 'e', 2 * ARM_MS * MS);
    assert_string_equal(first, "");
    assert_string_equal(second, "stop");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys__approve_of_the_table__is_armed_like_y),
        cmocka_unit_test(keys__reject_of_the_table__leaves_the_fuse_alone),
        cmocka_unit_test(keys__small_terminal__stops_by_the_keys_of_the_table),
    };
    return cmocka_run_group_tests_name("other_keys", tests, NULL, NULL);
}
