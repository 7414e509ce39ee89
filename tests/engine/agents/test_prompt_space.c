/* Positions in prompts, in what the model counts. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/brain/coordinates.h"
#include "tests/engine/agents/cradle_world.h"

/* Where the model counts pixels of the whole screen, no byte is another; else every position is told in what it counts, but to
 * who writes skills. */
static void prompts__positions__are_told_in_the_models_space(void **state)
{
    (void)state;
    static const struct coordinates same = {1280, 720, 1280, 720, COORDINATES_PIXELS};
    static const struct coordinates half = {1280, 720, 640, 360, COORDINATES_PIXELS};
    static const struct coordinates thousand = {1280, 720, 1280, 720, COORDINATES_1000};
    static const struct {
        const struct coordinates *c;
        const char *there[6];
    } rows[] = {
        {&same,
         {"display pixels of", "1280 × 720 pixels, pointer at 11,0\n", "0,0, 226×394\n", "(XCalc) at 5,6, 226×394,",
          "ok: centre 20,20"}},
        {&half,
         {"display pixels of", "640 × 360 pixels, pointer at 5,0\n", "0,0, 113×197\n", "(XCalc) at 3,3, 113×197,",
          "ok: centre 10,10"}},
        {&thousand,
         {"display thousandths (0 to 1000) of", "1000 × 1000 thousandths (0 to 1000), pointer at 9,1\n", "0,0, 177×547\n",
          "(XCalc) at 4,8, 177×547,", "ok: centre 16,28"}},
    };
    struct world w;
    world_start(&w);
    g_autoptr(brain_request) without = request_of(PLAN, &w.s);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        w.s.space = rows[i].c;
        g_autoptr(brain_request) r = request_of(PLAN, &w.s);
        assert_int_equal(strcmp(r->user, without->user) == 0 && strcmp(r->system, without->system) == 0, i == 0);
        assert_true(r->points);
        g_autofree char *all = g_strconcat(r->system, r->user, NULL);
        for (int k = 0; rows[i].there[k]; k++)
            if (!strstr(all, rows[i].there[k]))
                fail_msg("row %zu: \"%s\" is not in %s", i, rows[i].there[k], all);
        w.s.space = NULL;
        w.s.picture = rows[i].c;
        g_autoptr(brain_request) skills = request_of(CURATE, &w.s);
        assert_int_equal(strstr(skills->user, "The display has 1280 × 720 pixels, the picture of it ") != NULL, i > 0);
        w.s.picture = NULL;
    }
    world_end(&w);
}

/* A VNC screen tells it only once somebody has moved it: 0,0 would be a place. */
static void prompts__pointer__that_nobody_tells_is_told_as_unknown(void **state)
{
    (void)state;
    struct world w;
    world_start(&w);
    w.s.observation->screen->pointer_untold = true;
    g_autoptr(brain_request) r = request_of(PLAN, &w.s);
    assert_non_null(strstr(r->user, "1280 × 720 pixels, pointer at an unknown place\n"));
    world_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prompts__positions__are_told_in_the_models_space),
        cmocka_unit_test(prompts__pointer__that_nobody_tells_is_told_as_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
