/* The agent outside: what its program is told, and what a run with one tells of itself. */
#include "tests/e2e/driver_outside.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static int setup(void **state)
{
    (void)state;
    driver_configure("demo", "[eye]\nsettle_ms=60\n");
    return 0;
}

/* A run on Mousepad without a profile, so that no region's words are read, with that reward. */
static driver *start_rewarded(const char *reward)
{
    outside_write_file("reward.lua", reward);
    outside_write_file("menu.ini",
                       "[task]\ninstruction=read\napp=" OUTSIDE_MOUSEPAD " notes.txt\nsandbox=900x600\nreward=reward.lua\n"
                       "[start notes]\nfile=notes.txt\ntext=one\n");
    g_autofree char *task = g_build_filename(g_get_home_dir(), "menu.ini", NULL),
                    *set = g_strconcat("socket=", outside_path(), NULL);
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "outside", "--set", set, "--task", task));
    driver_await_where(d, EVENT_STATE, "thinking");
    return d;
}

static double reward_of(cJSON *answer_take)
{
    g_autoptr(cJSON) answer = answer_take;
    const cJSON *reward = cJSON_GetObjectItemCaseSensitive(answer, "reward");
    assert_true(cJSON_IsNumber(reward));
    return reward->valuedouble;
}

/* What the screen says is read before the function is called, as it is for a check; also where nothing was fired. */
static void reward__of_words__sees_them_before_and_after(void **state)
{
    (void)state;
    driver *d =
        start_rewarded("local function menu(look)\n"
                       "  return look and not look.screen.words_pending and string.find(look.text.screen or '', 'Document')\n"
                       "    and 1 or 0\n"
                       "end\n"
                       "function reward(before, after, state)\n"
                       "  local function changed(look) return string.find(look.windows[1].title, '*', 1, true) and 1 or 0 end\n"
                       "  return 10 * menu(before) + menu(after) + 1000 * changed(before) + 100 * changed(after)\n"
                       "end\n");
    int fd = outside_reach();
    static const char key[] = "{\"command\":\"act\",\"skill\":\"press_key\",\"args\":{\"key\":\"End\"}}\n",
                      text[] = "{\"command\":\"act\",\"skill\":\"type_text\",\"args\":{\"text\":\"two\"}}\n";
    outside_put(fd, text, strlen(text));
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    assert_true(reward_of(outside_hear(fd)) ==
                111); /* the title has a star, and had none: the look that judges the effect is not what was before */
    outside_put(fd, key, strlen(key));
    driver_reject(d, driver_await(d, EVENT_PROPOSAL), "no");
    assert_true(reward_of(outside_hear(fd)) == 1111);
    close(fd);
    outside_stop(d);
}

/* A program that learns must not take it for 0. */
static void reward__that_fails__is_an_error_of_the_environment(void **state)
{
    (void)state;
    driver program = {.pid = outside_play("[{\"skill\": \"press_key\", \"args\": {\"key\": \"End\"}}]")};
    driver *d = start_rewarded("function reward(before, after, state)\n  return state.nothing.more\nend\n");
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    assert_int_equal(driver_exit(&program), 1);
    g_autofree char *out = g_build_filename(g_get_home_dir(), "told", NULL), *told = NULL;
    assert_true(g_file_get_contents(out, &told, NULL, NULL));
    assert_non_null(strstr(told, "RuntimeError: the task's reward: reward.lua:2: "));
    outside_stop(d);
}

/* A rehearsal fires nothing, and says so; what a person does and says between is told with the next screen. */
static void person__in_between__is_told(void **state)
{
    (void)state;
    driver *d = outside_start("--mode", "dry");
    int fd = outside_reach();
    outside_put(fd, OUTSIDE_PRESS "\n", strlen(OUTSIDE_PRESS) + 1);
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    outside_assert_told(fd, "unfired", "null");
    outside_put(fd, OUTSIDE_PRESS "\n", strlen(OUTSIDE_PRESS) + 1);
    driver_await(d, EVENT_PROPOSAL);
    driver_send(d, "{\"command\":\"takeover\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"handback\",\"note\":\"I have opened it\"}");
    g_autoptr(cJSON) said = outside_hear(fd);
    assert_string_equal(outside_text_of(said, "outcome"), "voided");
    assert_non_null(strstr(outside_text_of(said, "said"), "I have opened it"));
    close(fd);
    outside_stop(d);
}

/* In a world the program is told its state, and so why an act failed. */
static void state_of_a_world__is_told(void **state)
{
    (void)state;
    g_autofree char *set = g_strconcat("socket=", outside_path(), NULL);
    driver *d = driver_start(
        NULL, WORDS("run", "--headless", "--agent", "outside", "--set", set, "--display", "world:small?seed=4&fail=0", "play"));
    driver_await_where(d, EVENT_STATE, "thinking");
    int fd = outside_reach();
    static const char mine[] = "{\"command\":\"act\",\"skill\":\"mine\",\"args\":{\"object\":\"nosuch\"}}\n";
    outside_put(fd, mine, strlen(mine));
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    g_autoptr(cJSON) told = outside_hear(fd);
    const cJSON *last = cJSON_GetObjectItem(cJSON_GetObjectItem(told, "state"), "last");
    assert_string_equal(outside_text_of(last, "cause"), "unknown");
    close(fd);
    outside_stop(d);
}

static void assert_said(int fd, const char *request, const char *said, const char *trouble)
{
    g_autoptr(cJSON) told = outside_ask(fd, request);
    if (!strstr(outside_text_of(told, "said"), said) || !strstr(outside_text_of(told, "trouble"), trouble))
        fail_msg("%s: said %s, trouble %s", request, outside_text_of(told, "said"), outside_text_of(told, "trouble"));
}

static void say(driver *d, const char *text)
{
    static const char noted[] = "noted for the next step";
    g_autofree char *line = g_strdup_printf("{\"command\":\"say\",\"text\":\"%s\"}", text);
    const guint before = driver_notices(d, noted);
    driver_send(d, line);
    while (driver_notices(d, noted) == before)
        driver_await(d, EVENT_NOTICE);
}

/* Not again with each answer until something is fired, and not to the next program what the one before was to know. */
static void words__are_told_once_and_to_whom_they_concern(void **state)
{
    (void)state;
    static const char look[] = "{\"command\":\"look\"}";
    static const char away[] =
        "{\"command\":\"act\",\"skill\":\"click_at_position\",\"args\":{\"x\":5000,\"y\":5,\"mouse_button\":\"left\"}}";
    driver *d = outside_start("--mode", "step");
    int fd = outside_reach();
    g_autoptr(cJSON) refused = outside_ask(fd, away);
    assert_string_equal(outside_text_of(refused, "outcome"), "refused");
    assert_string_equal(outside_text_of(refused, "person"), "null"); /* nobody was asked */
    assert_non_null(strstr(outside_text_of(refused, "why"), "is off the screen"));
    assert_non_null(strstr(outside_text_of(refused, "trouble"), "is off the screen"));
    assert_said(fd, look, "null", "null");
    say(d, "the blue one");
    assert_said(fd, look, "the blue one", "null");
    assert_said(fd, look, "null", "null");
    say(d, "not that");
    outside_put(fd, OUTSIDE_PRESS "\n", strlen(OUTSIDE_PRESS) + 1);
    driver_await(d, EVENT_PROPOSAL);
    close(fd); /* and never hears it */
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"resume\"}");
    driver_await_where(d, EVENT_STATE, "thinking");
    fd = outside_reach();
    assert_said(fd, look, "null", "null");
    close(fd);
    say(d, "who comes");
    fd = outside_reach();
    assert_said(fd, look, "who comes", "null");
    close(fd);
    outside_stop(d);
}

/* Whether one is there, and that nobody else is asked: the run names no brain, and its proposals no model. */
static void program__is_told_of_as_what_acts(void **state)
{
    (void)state;
    driver *d = outside_start("--mode", "step");
    g_autofree char *run = g_strdup(d->run);
    const event *hello = g_ptr_array_index(d->heard, 0), *waits = g_ptr_array_index(d->heard, d->seen - 1);
    assert_null(hello->about.brain);
    assert_non_null(strstr(waits->reason, outside_path()));
    int fd = outside_reach();
    assert_string_equal(driver_await_where(d, EVENT_STATE, "thinking")->reason,
                        "the program that is connected has not asked yet");
    outside_put(fd, OUTSIDE_PRESS "\n", strlen(OUTSIDE_PRESS) + 1);
    driver_reject(d, driver_await(d, EVENT_PROPOSAL), "no");
    outside_assert_told(fd, "rejected", "null");
    close(fd);
    outside_stop(d);
    g_autofree char *shown = NULL;
    assert_int_equal(reins_run(NULL, WORDS("memory", "show", run), &shown, NULL), 0);
    if (!strstr(shown, "by program") || strstr(shown, "by model") || strstr(shown, "\nbrain"))
        fail_msg("%s", shown);
    assert_verified();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reward__of_words__sees_them_before_and_after),
        cmocka_unit_test(reward__that_fails__is_an_error_of_the_environment),
        cmocka_unit_test(state_of_a_world__is_told),
        cmocka_unit_test(person__in_between__is_told),
        cmocka_unit_test(words__are_told_once_and_to_whom_they_concern),
        cmocka_unit_test(program__is_told_of_as_what_acts),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
