/* Requests for vectors: how many texts are in one, and what they take. */

#include "engine/recall/embed.h"

#include "tests/engine/brain/mock_http.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define TWO                                                                                                                      \
    "{\"data\":[{\"index\":0,\"embedding\":[0,1,0]},{\"index\":1,\"embedding\":[1,0,0]}],\"usage\":{\"prompt_tokens\":500}}"

/* As many texts as the profile says; what it took counts in the store's day. */
static void embed__batch__is_the_profile_s(void **state)
{
    (void)state;
    g_autofree char *answer = mock_response("200 OK", "", TWO), *folder = g_dir_make_tmp("reins-embed-XXXXXX", NULL);
    const struct mock_step steps[] = {{MOCK_ANSWER, answer}, {MOCK_ANSWER, answer}};
    struct mock server = mock_start(steps, 2);
    g_autofree char *ini =
        g_strdup_printf("[brain near]\nkind=openai\nurl=http://127.0.0.1:%d/v1\nmodel=m\nprice_in=2\nbatch=2\n", server.port);
    g_autoptr(config) cfg = config_load_text(ini, NULL);
    g_autoptr(brain_pool) pool = brain_pool_new(cfg);
    g_autoptr(memory) m = memory_open(folder, true, NULL);
    g_autoptr(embedder) e = embedder_new(cfg, pool, m, "near", NULL);
    g_autoptr(GError) error = NULL;
    struct memory_spent day;
    int n;
    for (char text[] = "a"; *text <= 'd'; ++*text)
        embedder_want(e, text);
    while (!embedder_step(e, &error))
        assert_true(brain_pool_poll(pool, NULL, 0, -1, &error));
    assert_null(error);
    g_free(mock_requests(&server, &n));
    assert_int_equal(n, 2);
    assert_true(memory_spent_today(m, &day, NULL));
    assert_int_equal(day.tokens_in, 1000);
    assert_true(fabs(day.cost - 0.002) < 1e-9 && day.unpriced == 0);
    mock_stop(&server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(embed__batch__is_the_profile_s)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
