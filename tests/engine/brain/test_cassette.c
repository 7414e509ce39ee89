/* Cassettes: what was recorded is played to the same answer, however it is cut; no key is on one; what is not on it is told. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/brain/cassette.h"
#include "tests/engine/brain/families.h"

#include <sys/stat.h>

static char *file_of(const char *name)
{
    char *path = g_build_filename(g_get_tmp_dir(), name, NULL);
    unlink(path);
    return path;
}

/* Asks the brain that plays; waits for its answer. */
static const struct brain_reply *play(struct fixture *f, const char *path, const char *options, gint64 step)
{
    g_autofree char *name = g_strconcat("cassette:", path, options, NULL);
    g_autoptr(brain_request) r = question();
    g_autoptr(GError) error = NULL;
    r->turn = step;
    guint id = brain_pool_ask(f->pool, name, r, &error);
    if (!id)
        fail_msg("%s: %s", name, error->message);
    return await(f, id);
}

static void record(struct fixture *f, const char *path)
{
    g_autoptr(GError) error = NULL;
    if (!brain_pool_record(f->pool, path, &error))
        fail_msg("%s", error->message);
}

/* A stream of that family as it was sent: one call on a new cassette. */
static char *recorded(struct fixture *f, const struct family *family)
{
    g_autofree char *kind = g_strdup_printf("kind=%s\n", family->kind);
    char *path = file_of(family->kind);
    f->steps[f->n++] = (struct mock_step){MOCK_PIECES, g_strconcat(STREAM, family->begin, family->end, NULL)};
    start(f, kind);
    record(f, path);
    assert_string_equal(await(f, ask(f))->text, "{\"a\":1}");
    return path;
}

static void cassette__played__gives_the_same_answer(void **state)
{
    (void)state;
    static const char *const ways[] = {"", ",pieces", ",times", ",times,pieces"};
    for (gsize i = 0; i < G_N_ELEMENTS(families); i++) {
        for (gsize k = 0; k < G_N_ELEMENTS(ways); k++) {
            struct fixture f = {0};
            g_autofree char *path = recorded(&f, &families[i]);
            const struct brain_reply *reply = play(&f, path, ways[k], 0);
            if (reply->error || strcmp(reply->text, "{\"a\":1}") != 0 || reply->tokens_in != 1000 || reply->tokens_out != 200 ||
                reply->tokens_cached != 400 || reply->cost > 0)
                fail_msg("%s%s: %s", families[i].kind, ways[k], reply->error ? reply->error->message : reply->text);
            stop(&f);
        }
    }
}

/* Broken once at a byte of the answer's text, and before it: there the next attempt has it whole. */
static void cassette__that_breaks__is_told_or_tried_again(void **state)
{
    (void)state;
    static const struct {
        const char *fault;
        enum brain_error code;
        const char *part;
    } rows[] = {{"cut", BRAIN_ERROR_NETWORK, "cut off"},
                {"reset", BRAIN_ERROR_NETWORK, "cut off"},
                {"stall", BRAIN_ERROR_TIMEOUT, "in the middle"}};
    for (gsize i = 0; i < G_N_ELEMENTS(families) * G_N_ELEMENTS(rows); i++) {
        const struct family *family = &families[i / G_N_ELEMENTS(rows)];
        struct fixture f = {0};
        g_autofree char *path = recorded(&f, family);
        const char *fault = rows[i % G_N_ELEMENTS(rows)].fault;
        g_autofree char *late = g_strdup_printf(",%s=%zu", fault, strlen(family->begin));
        g_autofree char *early = g_strdup_printf(",pieces,%s=10", fault);
        const struct brain_reply *reply = play(&f, path, late, 0);
        if (!g_error_matches(reply->error, BRAIN_ERROR, (int)rows[i % G_N_ELEMENTS(rows)].code) ||
            !strstr(reply->error->message, rows[i % G_N_ELEMENTS(rows)].part))
            fail_msg("%s%s: %s", family->kind, late, reply->error ? reply->error->message : reply->text);
        reply = play(&f, path, early, 0);
        bool again = strcmp(fault, "stall") != 0; /* a model that thinks long is waited for as long as the call may last */
        if (again ? reply->error != NULL : !g_error_matches(reply->error, BRAIN_ERROR, BRAIN_ERROR_TIMEOUT))
            fail_msg("%s%s: %s", family->kind, early, reply->error ? reply->error->message : reply->text);
        stop(&f);
    }
}

/* Every attempt is on it; waits are not waited for again. */
static void cassette__of_attempts__is_played_in_their_order(void **state)
{
    (void)state;
    struct fixture f = {0};
    g_autofree char *path = file_of("attempts");
    step(&f, MOCK_ANSWER, "429 Slow", "retry-after-ms: 1\r\n", "{\"error\":{\"message\":\"slow\"}}");
    step(&f, MOCK_DROP, NULL, NULL, NULL);
    step(&f, MOCK_ANSWER, "200 OK", "Content-Type: application/json\r\nSet-Cookie: no=1\r\nX-Request-Id: r1\r\n", OK_BODY);
    start(&f, NULL);
    record(&f, path);
    assert_null(await(&f, ask(&f))->error);
    const struct brain_reply *reply = play(&f, path, "", 0);
    if (reply->error)
        fail_msg("%s", reply->error->message);
    assert_string_equal(reply->text, "{\"a\":1}");
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    assert_int_equal(g_strv_length(lines), 4); /* the last is empty */
    assert_non_null(strstr(text, "X-Request-Id: r1"));
    assert_null(strstr(text, "Cookie"));
    stop(&f);
}

/* A service tells the key back, in pieces, and in an error. */
static void cassette__has_no_key_and_is_its_owners(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct stat about;
    g_autofree char *path = file_of("secret"), *text = NULL;
    step(&f, MOCK_ANSWER, "500 No", "x-should-retry: true\r\nX-Request-Id: " KEY "\r\n",
         "{\"error\":{\"message\":\"Bearer " KEY ", sk-abcdefghijkl\"}}");
    f.steps[f.n++] = (struct mock_step){MOCK_PIECES, g_strdup(STREAM "data: {\"choices\":[{\"delta\":{\"content\":\"it is " KEY
                                                                     "\"},\"finish_reason\":\"stop\"}]}\n\n")};
    start(&f, NULL);
    record(&f, path);
    assert_string_equal(await(&f, ask(&f))->text, "it is [key]");
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    assert_null(strstr(text, "tkey"));
    assert_null(strstr(text, "sk-abc"));
    assert_null(strstr(text, "Now plan")); /* nor the question */
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    const struct brain_reply *reply = play(&f, path, "", 0);
    assert_true(g_str_has_prefix(reply->text, "it is ****"));
    stop(&f);
}

/* What a device said stands between the calls, and comes back as it was, but for the key. */
static void cassette__what_a_device_said__is_kept_without_the_key(void **state)
{
    (void)state;
    struct fixture f = {0};
    g_autofree char *path = file_of("devices"), *text = NULL;
    struct cassette_said said = {7, (char *)"observed", (char *)"", (char *)"{\"words\":[\"" KEY "\",\"sk-abcdefghijkl\"]}"};
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, NULL);
    brain_pool_record_said(f.pool, &said); /* nothing is recorded yet */
    record(&f, path);
    g_autoptr(GError) error = NULL;
    assert_null(await(&f, ask(&f))->error);
    brain_pool_record_said(f.pool, &said);
    said = (struct cassette_said){7, (char *)"fired", (char *)"d1", (char *)"{\"status\":\"done\"}"};
    brain_pool_record_said(f.pool, &said);
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    assert_null(strstr(text, "tkey"));
    assert_null(strstr(text, "sk-abc"));
    struct cassette *c = cassette_open(path, &error);
    assert_non_null(c);
    assert_int_equal(c->all->len, 1);
    assert_int_equal(c->said->len, 2);
    const struct cassette_said *first = c->said->pdata[0], *second = c->said->pdata[1];
    assert_string_equal(first->device, "observed");
    assert_true(g_str_has_prefix(first->answer, "{\"words\":[\"****"));
    assert_int_equal(second->run, 7);
    assert_string_equal(second->digest, "d1");
    assert_string_equal(second->answer, "{\"status\":\"done\"}");
    cassette_free(c);
    assert_null(play(&f, path, "", 0)->error);
    stop(&f);
}

static void cassette__decision__comes_back(void **state)
{
    (void)state;
    const cassette_decision d = {3, (char *)"press(\"7\")", (char *)"rejected", (char *)"human", (char *)"not\nnow"};
    g_autofree char *json = cassette_decision_to_json(&d);
    g_autoptr(cassette_decision) is = cassette_decision_from_json(json);
    assert_non_null(is);
    assert_int_equal(is->turn, 3);
    assert_string_equal(is->action, d.action);
    assert_string_equal(is->verdict, d.verdict);
    assert_string_equal(is->by, d.by);
    assert_string_equal(is->reason, d.reason);
    assert_null(cassette_decision_from_json("{\"step\":3,\"action\":\"\"}"));
}

static void assert_not_there(struct fixture *f, const char *name, brain_request *r, const char *part)
{
    g_autoptr(GError) error = NULL;
    guint id = brain_pool_ask(f->pool, name, r, &error);
    const struct brain_reply *reply = id ? await(f, id) : NULL;
    const GError *why = reply ? reply->error : error;
    if (!why || !strstr(why->message, part))
        fail_msg("no \"%s\" in: %s", part, why ? why->message : reply->text);
}

static void cassette__without_the_call__says_what_is_nearest(void **state)
{
    (void)state;
    struct fixture f = {0};
    g_autofree char *path = recorded(&f, &families[0]), *name = g_strconcat("cassette:", path, NULL);
    g_autoptr(brain_request) r = question(), other = question();
    g_free(r->user);
    r->user = g_strdup("Another question.");
    assert_not_there(&f, name, r,
                     "the nearest that was not played is its call 1, plan: its text differs (ask the same, or record");
    r->turn = 3;
    assert_not_there(&f, name, r, "plan in the agent's step 3 is not on the cassette");
    assert_null(play(&f, path, "", 0)->error);
    assert_not_there(&f, name, other, "once more; all of its calls were played");
    assert_not_there(&f, "cassette:/nowhere", other, "the cassette cannot be played");
    stop(&f);
}

/* In a run the same module in the same step is the same question, as with replay:RUN: its pictures are never quite the same. */
static void cassette__of_a_run__goes_by_module_and_step(void **state)
{
    (void)state;
    struct fixture f = {0};
    g_autofree char *path = file_of("steps"), *name = g_strconcat("cassette:", path, NULL);
    g_autoptr(brain_request) r = question();
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, NULL);
    record(&f, path);
    r->turn = 2;
    assert_null(await(&f, brain_pool_ask(f.pool, "t", r, NULL))->error);
    g_free(r->user);
    r->user = g_strdup("Now plan; it is another day.");
    assert_null(await(&f, brain_pool_ask(f.pool, name, r, NULL))->error);
    r->turn = 4; /* it was not asked then: what it had said still held; not of actions */
    assert_null(await(&f, brain_pool_ask(f.pool, name, r, NULL))->error);
    r->acts = true;
    assert_not_there(&f, name, r, "the recording ends here: plan in the agent's step 4 is not on the cassette");
    stop(&f);
}

/* Two steps are recorded. The first begins anew, where it did not then: it is answered again. What is missing is told beside what
 * is still to come, not what was played. */
static void cassette__of_a_run__answers_a_step_that_begins_anew_again(void **state)
{
    (void)state;
    struct fixture f = {0};
    g_autofree char *path = file_of("anew"), *name = g_strconcat("cassette:", path, NULL);
    g_autoptr(brain_request) r = question();
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, NULL);
    record(&f, path);
    r->acts = true;
    for (r->turn = 1; r->turn <= 2; r->turn++)
        assert_null(await(&f, brain_pool_ask(f.pool, "t", r, NULL))->error);
    r->turn = 1;
    for (int i = 0; i < 2; i++)
        assert_string_equal(await(&f, brain_pool_ask(f.pool, name, r, NULL))->text, "{\"a\":1}");
    r->turn = 3;
    assert_not_there(&f, name, r, "the nearest that was not played is its call 2, plan in the agent's step 2: its step differs");
    stop(&f);
}

/* The cassette knows in what its brain counted; another brain's points are not played as if they were this one's. */
static void cassette__of_another_space__is_played_in_its_own(void **state)
{
    (void)state;
    struct fixture f = {0};
    g_autofree char *path = file_of("space"), *name = g_strconcat("cassette:", path, ",times", NULL),
                    *as = g_strconcat("cassette:", path, ",as=other", NULL);
    g_autoptr(brain_request) r = question(), asked = question();
    g_autoptr(brain_profile) known = NULL, older = NULL;
    for (int i = 0; i < 2; i++)
        step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, "coordinates=1000\npicture_side=900\ngrammar=qwen2.5-vl\noverlay=axes;grid\n[brain other]\nkind=openai\n"
              "url=http://127.0.0.1:9/v1\nmodel=m\n");
    record(&f, path);
    assert_null(await(&f, brain_pool_ask(f.pool, "t", asked, NULL))->error); /* outside of a run: it has no points */
    r->turn = 1;
    assert_null(await(&f, brain_pool_ask(f.pool, "t", r, NULL))->error);
    known = config_brain(f.cfg, name, NULL);
    assert_string_equal(known->coordinates, "1000");
    assert_int_equal(known->picture_side, 900);
    assert_string_equal(known->grammar, "qwen2.5-vl");
    assert_string_equal(known->overlay[1], "grid");
    assert_null(await(&f, brain_pool_ask(f.pool, name, r, NULL))->error);
    assert_not_there(&f, as, r, "than the brain of as= (name the one that was recorded, or leave out as=)");
    older = config_brain(f.cfg, "cassette:/nowhere", NULL);
    assert_null(older->coordinates);
    stop(&f);
}

/* Two brains were recorded, which count otherwise: the second one's points are not read as the first one's. */
static void cassette__of_two_brains__says_whose_points_would_be_misread(void **state)
{
    (void)state;
    struct fixture f = {0};
    g_autofree char *path = file_of("two"), *name = g_strconcat("cassette:", path, NULL);
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, NULL);
    g_autoptr(brain_request) r = question();
    record(&f, path);
    r->turn = 1;
    assert_null(await(&f, brain_pool_ask(f.pool, "t", r, NULL))->error);
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_autoptr(GString) other = g_string_new(text);
    g_string_replace(other, "\"n\":1,", "\"n\":2,", 0);
    g_string_replace(other, "\"step\":1,", "\"step\":2,", 0);
    assert_int_equal(g_string_replace(other, "\"space\":\"pixels", "\"space\":\"1000", 0), 1);
    g_string_prepend(other, text);
    assert_true(g_file_set_contents(path, other->str, -1, NULL));
    assert_null(await(&f, brain_pool_ask(f.pool, name, r, NULL))->error);
    r->turn = 2;
    assert_not_there(&f, name, r, "in another way than the first one on the cassette (set in reins.ini");
    stop(&f);
}

static GBytes *smaller(GBytes *png, int width, int height, GError **error)
{
    (void)width;
    (void)height;
    (void)error;
    return g_bytes_ref(png);
}

/* Limits that leave the pictures of the question as they are, are none. */
static void cassette__of_a_brain_that_takes_smaller_pictures__plays_where_they_are_small(void **state)
{
    (void)state;
    static const struct {
        const char *limits;
        bool plays; /* false: it has another measure than the screen's */
        int width;
    } rows[] = {{"model=gpt-4o\n", true, 1280},       {"model=gpt-4o\n", false, 1400},        {"picture_side=1300\n", true, 1280},
                {"picture_side=1200\n", false, 1280}, {"picture_multiple=28\n", false, 1280}, {"coordinates=1000\n", false, 1280},
                {"picture_side=1300\n", false, 0}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct fixture f = {0};
        g_autofree char *path = file_of("sizes"), *name = g_strconcat("cassette:", path, ",as=plain", NULL),
                        *png = g_build_filename(g_get_tmp_dir(), "sized.png", NULL);
        guint8 bytes[33] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
        const int height = rows[i].width == 1400 ? 800 : 720;
        for (int k = 0; k < 2; k++) {
            bytes[18 + k] = (guint8)(rows[i].width >> (8 - 8 * k));
            bytes[22 + k] = (guint8)(height >> (8 - 8 * k));
        }
        assert_true(g_file_set_contents(png, (const char *)bytes, sizeof bytes, NULL));
        g_autoptr(brain_request) r = question();
        step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
        g_autofree char *ini = g_strconcat(rows[i].limits, "[brain plain]\nkind=openai\nurl=http://h/v1\nmodel=m\n", NULL);
        start(&f, ini);
        brain_pool_set_shrink(f.pool, smaller, NULL);
        record(&f, path);
        r->turn = 1;
        if (rows[i].width)
            brain_request_add_image(r, png, NULL, false);
        assert_null(await(&f, brain_pool_ask(f.pool, "t", r, NULL))->error);
        if (!rows[i].plays)
            assert_not_there(&f, name, r, "than the brain of as=");
        else
            assert_null(await(&f, brain_pool_ask(f.pool, name, r, NULL))->error);
        stop(&f);
    }
}

static void cassette__over_another_file__is_refused(void **state)
{
    (void)state;
    struct fixture f = {0};
    g_autoptr(GError) error = NULL;
    g_autofree char *path = file_of("letter"), *text = NULL;
    g_file_set_contents(path, "Dear all,\n", -1, NULL);
    start_at(&f, "http://127.0.0.1:9/v1", NULL);
    assert_false(brain_pool_record(f.pool, path, &error));
    assert_non_null(strstr(error->message, "not a cassette"));
    g_file_get_contents(path, &text, NULL, NULL);
    assert_string_equal(text, "Dear all,\n");
    stop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cassette__played__gives_the_same_answer),
        cmocka_unit_test(cassette__that_breaks__is_told_or_tried_again),
        cmocka_unit_test(cassette__of_attempts__is_played_in_their_order),
        cmocka_unit_test(cassette__has_no_key_and_is_its_owners),
        cmocka_unit_test(cassette__what_a_device_said__is_kept_without_the_key),
        cmocka_unit_test(cassette__decision__comes_back),
        cmocka_unit_test(cassette__without_the_call__says_what_is_nearest),
        cmocka_unit_test(cassette__of_a_run__goes_by_module_and_step),
        cmocka_unit_test(cassette__of_a_run__answers_a_step_that_begins_anew_again),
        cmocka_unit_test(cassette__of_another_space__is_played_in_its_own),
        cmocka_unit_test(cassette__of_two_brains__says_whose_points_would_be_misread),
        cmocka_unit_test(cassette__of_a_brain_that_takes_smaller_pictures__plays_where_they_are_small),
        cmocka_unit_test(cassette__over_another_file__is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
