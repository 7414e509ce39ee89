/* What moves a skill version from one stage to the next. */

#include "engine/curation/stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct stage_settings usual = {.trust_after = 3, .demote_failed = 2, .demote_window = 4};

static void outcomes__in_a_row__trust_and_demote(void **state)
{
    (void)state;
    static const struct {
        enum skill_stage from;
        const char *newest_first; /* v n u, others by name */
        enum skill_stage to;
    } rows[] = {
        {STAGE_TRIAL, "", STAGE_TRIAL},
        {STAGE_TRIAL, "v v", STAGE_TRIAL},
        {STAGE_TRIAL, "v v v", STAGE_TRUSTED},
        {STAGE_TRIAL, "fired v proposed fired v edited v", STAGE_TRUSTED},
        {STAGE_TRIAL, "v v n v", STAGE_TRIAL},
        {STAGE_TRIAL, "n v v v", STAGE_TRIAL},
        {STAGE_TRIAL, "v v v u u u u", STAGE_TRUSTED},
        {STAGE_TRUSTED, "v v v", STAGE_TRUSTED},
        {STAGE_TRUSTED, "n", STAGE_TRUSTED},
        {STAGE_TRUSTED, "n v u", STAGE_DEMOTED},
        {STAGE_TRUSTED, "v v v n u", STAGE_TRUSTED},
        {STAGE_TRUSTED, "fired n fired rejected v v u", STAGE_DEMOTED},
        {STAGE_DEMOTED, "v v", STAGE_DEMOTED},
        {STAGE_DEMOTED, "v v v n n", STAGE_TRUSTED},
        {STAGE_DRAFT, "v v v v", STAGE_DRAFT},
        {STAGE_REFUSED, "v v v v", STAGE_REFUSED},
        {STAGE_RETIRED, "n n n n", STAGE_RETIRED},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(GStrv) words = g_strsplit(rows[i].newest_first, " ", -1);
        for (char **w = words; *w; w++) {
            const char *whole = g_str_equal(*w, "v") ? "verified" : g_str_equal(*w, "n") ? "no_effect" : "unexpected";
            if (strlen(*w) == 1) {
                g_free(*w);
                *w = g_strdup(whole);
            }
        }
        enum skill_stage to = stage_after(rows[i].from, (const char *const *)words, &usual);
        if (to != rows[i].to)
            fail_msg("%s after \"%s\": %s", stage_name(rows[i].from), rows[i].newest_first, stage_name(to));
    }
}

static void a_person__leads_only_where_it_makes_sense(void **state)
{
    (void)state;
    static const char *const may[STAGE_COUNT] = {
        /* from: to DRAFT TRIAL TRUSTED DEMOTED REFUSED RETIRED */
        [STAGE_DRAFT] = "-+--+-",   [STAGE_TRIAL] = "--+--+",   [STAGE_TRUSTED] = "-+---+",
        [STAGE_DEMOTED] = "-++--+", [STAGE_REFUSED] = "++----", [STAGE_RETIRED] = "-+----",
    };
    for (int from = 0; from < STAGE_COUNT; from++) {
        for (int to = 0; to < STAGE_COUNT; to++) {
            if (stage_person_may((enum skill_stage)from, (enum skill_stage)to) != (may[from][to] == '+'))
                fail_msg("%s to %s", stage_name((enum skill_stage)from), stage_name((enum skill_stage)to));
        }
    }
}

static void names__of_all_stages__are_read_back(void **state)
{
    (void)state;
    for (int i = 0; i < STAGE_COUNT; i++) {
        enum skill_stage back = STAGE_COUNT;
        assert_true(stage_parse(stage_name((enum skill_stage)i), &back));
        assert_int_equal(back, i);
        assert_true(stage_is_loaded(back) || stage_asks(back)); /* only what is loaded may go without being asked */
    }
    enum skill_stage none = STAGE_COUNT;
    assert_false(stage_parse("Trusted", &none));
    assert_false(stage_parse(NULL, &none));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outcomes__in_a_row__trust_and_demote),
        cmocka_unit_test(a_person__leads_only_where_it_makes_sense),
        cmocka_unit_test(names__of_all_stages__are_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
