/* The beginning of a request that stays the same: it goes first, and is marked where the provider wants to be told. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/engine/brain/families.h"
#include "tests/engine/brain/pool_fixture.h"

#define MARK "\"cache_control\":{\"type\":\"ephemeral\"}"

/* With so many bytes of both, and a picture. */
static brain_request *request(gsize system, gsize skills)
{
    brain_request *r = brain_request_new("plan");
    g_autofree char *long_system = g_strnfill(system, 'y'), *long_skills = g_strnfill(skills, 'z');
    g_autofree char *png = g_build_filename(g_get_tmp_dir(), "prefix.png", NULL);
    assert_true(g_file_set_contents(png, "\x89PNG\r\n\x1a\n", 8, NULL));
    r->system = g_strconcat("SYSTEM", long_system, NULL);
    r->user = g_strconcat("SKILLS", long_skills, "\n\nTASK", NULL);
    r->same = strlen("SKILLS\n\n") + skills;
    brain_request_add_image(r, png, "PICTURE", false);
    return r;
}

static int place(const char *asked, const char *word)
{
    assert_non_null(strstr(asked, word));
    return (int)(strstr(asked, word) - asked);
}

static guint marks(const char *asked)
{
    g_auto(GStrv) parts = g_strsplit(asked, MARK, -1);
    return g_strv_length(parts) - 1;
}

static void prefix__of_each_family__goes_before_the_pictures(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(families); i++) {
        struct fixture f = {0};
        g_autofree char *options = g_strdup_printf("kind=%s\n", families[i].kind);
        f.steps[f.n++] = (struct mock_step){MOCK_ANSWER, g_strconcat(STREAM, families[i].begin, families[i].end, NULL)};
        start(&f, options);
        g_autoptr(brain_request) r = request(9, 9);
        int n;
        assert_null(await(&f, brain_pool_ask(f.pool, "t", r, NULL))->error);
        g_autofree char *asked = mock_requests(&f.mock, &n);
        if (place(asked, "SKILLSzzz") > place(asked, "PICTURE") || place(asked, "PICTURE") > place(asked, "\"TASK\""))
            fail_msg("%s: %s", families[i].kind, asked);
        if (!g_str_equal(families[i].kind, "gemini") && place(asked, "SYSTEM") > place(asked, "SKILLS"))
            fail_msg("%s: %s", families[i].kind, asked);
        assert_int_equal(marks(asked), 0); /* too short to be cached */
        stop(&f);
    }
}

/* Anthropic caches 1024 tokens or more, up to what is marked. */
static void prefix__long_enough__is_marked_for_anthropic(void **state)
{
    (void)state;
    static const struct {
        gsize system, skills;
        const char *options;
        guint marks;
    } cases[] = {{4000, 4000, "", 2},
                 {2000, 2000, "", 1},
                 {4000, 0, "", 2},
                 {1000, 1000, "", 0},
                 {4000, 4000, "cache=off\n", 0},
                 {4000, 4000, "kind=openai\nstream=false\n", 0}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct fixture f = {0};
        int n;
        g_autofree char *options = g_strconcat("kind=anthropic\n", cases[i].options, NULL);
        bool openai = strstr(options, "kind=openai");
        f.steps[f.n++] = (struct mock_step){MOCK_ANSWER, openai ? mock_response("200 OK", "", OK_BODY)
                                                                : g_strconcat(STREAM, families[2].begin, families[2].end, NULL)};
        start(&f, openai ? cases[i].options : options);
        g_autoptr(brain_request) r = request(cases[i].system, cases[i].skills);
        assert_null(await(&f, brain_pool_ask(f.pool, "t", r, NULL))->error);
        g_autofree char *asked = mock_requests(&f.mock, &n);
        if (marks(asked) != cases[i].marks)
            fail_msg("%zu: %u marks", i, marks(asked));
        if (marks(asked) > 0) /* the changing part has none */
            assert_null(strstr(strstr(asked, "PICTURE"), MARK));
        stop(&f);
    }
}

/* Of its computer tool's turns the newest two: what ended the request before ends what this one finds there. */
static void prefix__of_turns__is_marked_at_the_last_two(void **state)
{
    (void)state;
    for (guint turns = 1; turns <= 4; turns++) {
        struct fixture f = {0};
        int n;
        f.steps[f.n++] = (struct mock_step){MOCK_ANSWER, g_strconcat(STREAM, families[2].begin, families[2].end, NULL)};
        start(&f, "kind=anthropic\n");
        g_autoptr(brain_request) r = request(4000, 0);
        r->native = brain_native_new();
        r->native->opening = 0;
        for (guint i = 0; i < turns; i++) {
            struct brain_turn *turn =
                brain_turn_new("anthropic", "[{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"wait\",\"input\":{}}]", "");
            brain_turn_answer(turn, "t", "wait")->text = g_strdup_printf("ANSWER%u", i);
            g_ptr_array_add(r->native->turns, turn);
        }
        await(&f, brain_pool_ask(f.pool, "t", r, NULL));
        g_autofree char *asked = mock_requests(&f.mock, &n);
        assert_int_equal(marks(asked), 1 + MIN(turns, 2));
        g_autofree char *last = g_strdup_printf("ANSWER%u", turns - 1),
                        *older = g_strdup_printf("ANSWER%u", turns < 3 ? 0 : turns - 3);
        assert_int_equal(marks(strstr(asked, last)), 1);
        assert_int_equal(marks(strstr(asked, older)), MIN(turns, 2));
        stop(&f);
    }
}

/* A server that speaks like Anthropic's and does not know marks. */
static void prefix__whose_mark_is_refused__is_sent_without(void **state)
{
    (void)state;
    struct fixture f = {0};
    int n;
    step(&f, MOCK_ANSWER, "400 Bad", "",
         "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"system.0.cache_control: Extra inputs "
         "are "
         "not permitted\"}}");
    f.steps[f.n++] = (struct mock_step){MOCK_ANSWER, g_strconcat(STREAM, families[2].begin, families[2].end, NULL)};
    start(&f, "kind=anthropic\n");
    g_autoptr(brain_request) r = request(4000, 4000);
    assert_null(await(&f, brain_pool_ask(f.pool, "t", r, NULL))->error);
    g_autofree char *asked = mock_requests(&f.mock, &n);
    assert_int_equal(n, 2);
    assert_int_equal(marks(asked), 2); /* of the first */
    stop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prefix__of_each_family__goes_before_the_pictures),
        cmocka_unit_test(prefix__long_enough__is_marked_for_anthropic),
        cmocka_unit_test(prefix__of_turns__is_marked_at_the_last_two),
        cmocka_unit_test(prefix__whose_mark_is_refused__is_sent_without),
    };
    return cmocka_run_group_tests_name("prefix", tests, NULL, NULL);
}
