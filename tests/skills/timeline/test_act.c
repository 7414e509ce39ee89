/* Acts of a world: their text, and who takes them. */

#include "skills/timeline/act.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static timeline *acts(const char *text)
{
    g_autoptr(timeline) t = timeline_new();
    bool ok = timeline_add(t, (struct timeline_event){.type = TIMELINE_ACT, .text = g_strdup(text)}, NULL);
    return ok ? g_steal_pointer(&t) : NULL;
}

static void act__a_name_and_arguments__fit(void **state)
{
    (void)state;
    static const char *const good[] = {"go_up", "mine object=oak_log", "mine count=3 object=oak_log", "dig_down y=-12"};
    static const char *const bad[] = {"",
                                      " go_up",
                                      "go_up ",
                                      "Go",
                                      "mine object",
                                      "mine object=",
                                      "mine =x",
                                      "mine object=a  count=1",
                                      "mine object=a\n",
                                      "mine object=\xc3\xa4",
                                      "mine;x"};
    for (gsize i = 0; i < G_N_ELEMENTS(good); i++) {
        g_autoptr(timeline) t = acts(good[i]);
        assert_non_null(t);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++)
        if (acts(bad[i]))
            fail_msg("\"%s\" was taken", bad[i]);
    g_autofree char *rest = g_strnfill(ACT_BYTES_MAX, 'a'), *large = g_strconcat("a", rest, NULL);
    assert_null(acts(large));
    assert_false(act_fits(NULL, NULL));
}

static void act__json__and_back(void **state)
{
    (void)state;
    g_autoptr(timeline) t = acts("mine count=3 object=oak_log");
    g_autofree char *json = timeline_to_json(t);
    assert_string_equal(json, "[{\"at_ms\":0,\"duration_ms\":0,\"text\":\"mine count=3 object=oak_log\",\"type\":\"act\"}]");
    g_autoptr(timeline) again = timeline_from_json(json, strlen(json), NULL);
    g_autofree char *one = timeline_digest(t), *two = timeline_digest(again);
    assert_string_equal(one, two);
    assert_true(timeline_uses_keyboard(again));
    static const char *const bad[] = {"[{\"at_ms\":0,\"duration_ms\":0,\"text\":\"Mine\",\"type\":\"act\"}]",
                                      "[{\"at_ms\":0,\"duration_ms\":1,\"text\":\"mine\",\"type\":\"act\"}]",
                                      "[{\"at_ms\":0,\"duration_ms\":0,\"type\":\"act\"}]"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++)
        assert_null(timeline_from_json(bad[i], strlen(bad[i]), NULL));
}

static void act__only_a_world__takes_it_and_nothing_else(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL, other = NULL;
    g_autoptr(timeline) act = acts("go_up"), key = timeline_new(), rest = timeline_new();
    timeline_add(key, (struct timeline_event){.type = TIMELINE_KEY_DOWN, .key = "a"}, NULL);
    timeline_add(rest, (struct timeline_event){.type = TIMELINE_WAIT, .duration_ms = 5}, NULL);
    assert_true(act_timeline_fits(act, true, NULL));
    assert_false(act_timeline_fits(act, false, &error));
    assert_non_null(strstr(error->message, "\"go_up\", which only a world can do"));
    assert_false(act_timeline_fits(key, true, &other));
    assert_non_null(strstr(other->message, "(key_down) is for keys and pointers"));
    assert_true(act_timeline_fits(key, false, NULL));
    assert_true(act_timeline_fits(rest, true, NULL) && act_timeline_fits(rest, false, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(act__a_name_and_arguments__fit),
        cmocka_unit_test(act__json__and_back),
        cmocka_unit_test(act__only_a_world__takes_it_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
