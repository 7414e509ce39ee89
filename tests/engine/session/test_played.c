/* The calls of a run, recorded and played: with no service and no display, modules say what they had said. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/brain/mock_http.h"
#include "tests/engine/session/driver.h"

#include "engine/modules/form.h"

/* What the modules of the first rank say, asked at once; caller frees. */
static char *said(struct scene *s, const char *brain)
{
    struct ask asks[] = {{.module = WATCHER}, {.module = THINKER}};
    g_autoptr(GError) error = NULL;
    s->options.brain = (char *)brain;
    if (!step_ask(&s->run, asks, 2, &error))
        fail_msg("%s", error->message);
    g_autofree char *one = form_output_json(step_said(&s->run, WATCHER)), *two = form_output_json(step_said(&s->run, THINKER));
    ask_clear(&asks[0]);
    ask_clear(&asks[1]);
    return g_strconcat(one, " ", two, NULL);
}

/* The first question's first answer does not fit, and it is asked again: that is on the cassette, too. */
static void cassette__without_a_display__plays_to_the_same_outputs(void **state)
{
    (void)state;
    struct scene s;
    const char *const replies[] = {"what?", "what?", "{\\\"text\\\":\\\"seen\\\",\\\"mood\\\":\\\"good\\\"}",
                                   "{\\\"text\\\":\\\"seen\\\",\\\"mood\\\":\\\"good\\\"}"};
    struct mock_step steps[G_N_ELEMENTS(replies)];
    for (gsize i = 0; i < G_N_ELEMENTS(replies); i++) {
        g_autofree char *body =
            g_strdup_printf("{\"choices\":[{\"message\":{\"content\":\"%s\"},\"finish_reason\":\"stop\"}]}", replies[i]);
        steps[i] = (struct mock_step){MOCK_ANSWER, mock_response("200 OK", "", body)};
    }
    struct mock mock = mock_start(steps, G_N_ELEMENTS(steps));
    g_autofree char *settings = g_strdup_printf("[brain served]\nkind=openai\nurl=http://127.0.0.1:%d/v1\nmodel=m\n", mock.port);
    g_autofree char *file = g_build_filename(g_get_tmp_dir(), "played.cassette", NULL);
    g_autofree char *brain = g_strconcat("cassette:", file, NULL);
    g_unsetenv("DISPLAY");
    scene_open(&s, settings, NULL, NULL, NULL);
    assert_true(brain_pool_record(s.run.brains, file, NULL));
    g_autofree char *first = said(&s, "served");
    scene_close(&s);
    mock_stop(&mock); /* nobody is there any more */
    scene_open(&s, NULL, NULL, NULL, NULL);
    g_autofree char *again = said(&s, brain);
    assert_string_equal(again, first);
    assert_non_null(strstr(first, "seen"));
    assert_non_null(strstr(first, "good"));
    scene_close(&s);
    for (gsize i = 0; i < G_N_ELEMENTS(replies); i++)
        g_free(steps[i].text);
}

int main(int argc, char **argv)
{
    int code = scene_main(argc, argv);
    const struct CMUnitTest tests[] = {cmocka_unit_test(cassette__without_a_display__plays_to_the_same_outputs)};
    return code >= 0 ? code : cmocka_run_group_tests(tests, NULL, NULL);
}
