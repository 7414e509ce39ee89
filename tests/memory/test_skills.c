/* Versions of skills, their stages, their outcomes, changes of files, vectors. */

#include "tests/memory/common.h"

#include "memory/skills.h"

#define SHA_A "aaaa000000000000000000000000000000000000000000000000000000000000"
#define SHA_B "bbbb000000000000000000000000000000000000000000000000000000000000"
#define SHA_C "cccc000000000000000000000000000000000000000000000000000000000000"

static void add(memory *m, const char *name, const char *sha256, const char *code, const char *stage, gint64 wanted_new)
{
    memory_skill v = {.name = (char *)name,
                      .sha256 = (char *)sha256,
                      .code = (char *)code,
                      .author = (char *)"model",
                      .stage = (char *)stage,
                      .by = (char *)"curate",
                      .run = 3,
                      .step = 4};
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    g_autoptr(GError) error = NULL;
    gint64 fresh = -1;
    g_ptr_array_add(list, &v);
    assert_true(memory_skills_add(m, list, &fresh, &error));
    assert_no_error(error);
    assert_int_equal(fresh, wanted_new);
}

static void versions__of_a_skill__keep_text_and_stages(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    add(m, "greet", SHA_A, "function greet() end", "draft", 1);
    add(m, "greet", SHA_A, "function greet() end", "trial", 0); /* known: it keeps its stage */
    add(m, "greet", SHA_B, "function greet() wait(1) end", "draft", 1);
    assert_true(memory_skill_set_stage(m, "greet", SHA_A, "trial", "person", "good", &error));
    g_autoptr(GPtrArray) versions = memory_skill_versions(m, "greet", &error);
    assert_int_equal(versions->len, 2);
    const memory_skill *newest = versions->pdata[0], *first = versions->pdata[1];
    assert_string_equal(newest->sha256, SHA_B);
    assert_string_equal(newest->stage, "draft");
    assert_string_equal(first->stage, "trial");
    assert_string_equal(first->by, "person");
    assert_string_equal(first->reason, "good");
    assert_string_equal(first->code, "function greet() end");
    assert_int_equal(first->step, 4);
    g_autoptr(GPtrArray) stages = memory_skill_stages(m, "greet", SHA_A, &error);
    assert_int_equal(stages->len, 2);
    assert_string_equal(((memory_skill *)stages->pdata[0])->stage, "draft");
    g_autoptr(GPtrArray) all = memory_skill_versions(m, NULL, &error);
    assert_int_equal(all->len, 2);
    assert_null(((memory_skill *)all->pdata[0])->code);
    assert_no_error(error);
}

static void a_version__that_is_not_known__is_nothing_or_an_error(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    add(m, "greet", SHA_A, "function greet() end", "draft", 1);
    g_autoptr(memory_skill) found = memory_skill_get(m, "greet", "aaaa", &error);
    assert_non_null(found);
    assert_string_equal(found->sha256, SHA_A);
    static const char *const wrong[] = {"aaa", "cccc", "", "a*aa", "????", "AAAA"};
    for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
        assert_null(memory_skill_get(m, "greet", wrong[i], &error));
        assert_no_error(error);
    }
    assert_null(memory_skill_get(m, "other", "aaaa", &error));
    assert_false(memory_skill_set_stage(m, "greet", SHA_B, "trial", "person", NULL, &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
}

static void outcomes__of_a_version__are_counted_and_listed_newest_first(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    static const char *const what[] = {"proposed", "edited", "proposed", "fired", "verified", "proposed", "fired", "no_effect"};
    gint64 run = add_run(m, "t");
    for (gsize i = 0; i < G_N_ELEMENTS(what); i++)
        assert_true(memory_outcome_add(m, "greet", SHA_A, what[i], run, (gint64)i, &error));
    assert_true(memory_outcome_add(m, "greet", SHA_B, "rejected", run, 9, &error));
    assert_true(memory_outcome_add(m, "other", SHA_A, "unexpected", run, 9, &error));
    g_autoptr(GPtrArray) counts = memory_outcome_counts(m, "greet", &error);
    assert_int_equal(counts->len, 2);
    const struct memory_counts *a = counts->pdata[0], *b = counts->pdata[1];
    assert_int_equal(a->proposed, 3);
    assert_int_equal(a->edited, 1);
    assert_int_equal(a->fired, 2);
    assert_int_equal(a->verified, 1);
    assert_int_equal(a->no_effect, 1);
    assert_int_equal(a->rejected + a->unexpected, 0);
    assert_true(a->last_us >= a->verified_us && a->verified_us > 0);
    assert_int_equal(b->rejected, 1);
    assert_int_equal(b->verified_us, 0);
    g_autoptr(GPtrArray) all = memory_outcome_counts(m, NULL, &error);
    assert_int_equal(all->len, 3);
    gint64 later = add_run(m, "u");
    assert_true(memory_outcome_add(m, "greet", SHA_A, "no_effect", later, 1, &error));
    assert_true(memory_outcome_add(m, "greet", SHA_A, "fired", add_run(m, "v"), 1, &error));
    g_autoptr(GArray) runs = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_autoptr(GPtrArray) in_none = memory_outcome_counts_in(m, runs, &error);
    assert_int_equal(in_none->len, 0);
    g_array_append_val(runs, later);
    g_autoptr(GPtrArray) in_one = memory_outcome_counts_in(m, runs, &error);
    assert_int_equal(in_one->len, 1);
    assert_string_equal(((struct memory_counts *)in_one->pdata[0])->sha256, SHA_A);
    assert_int_equal(((struct memory_counts *)in_one->pdata[0])->no_effect, 1);
    assert_int_equal(((struct memory_counts *)in_one->pdata[0])->fired, 0);
    g_array_append_val(runs, run);
    g_autoptr(GPtrArray) in_two = memory_outcome_counts_in(m, runs, &error);
    assert_int_equal(in_two->len, 3);
    assert_int_equal(((struct memory_counts *)in_two->pdata[0])->no_effect, 2);
    assert_int_equal(((struct memory_counts *)in_two->pdata[0])->fired, 2);
    g_autoptr(GPtrArray) newest = memory_outcomes(m, "greet", SHA_A, 0, 4, &error);
    assert_int_equal(newest->len, 4);
    assert_string_equal(((struct memory_outcome *)newest->pdata[1])->what, "no_effect");
    assert_string_equal(((struct memory_outcome *)newest->pdata[3])->what, "fired");
    g_autoptr(GPtrArray) none = memory_outcomes(m, "greet", SHA_A, G_MAXINT64, 0, &error);
    assert_int_equal(none->len, 0);
    assert_no_error(error);
}

/* What an action has done is seen late: the outcome is another from then on, and so is all that was told of the step. */
static void an_outcome__corrected__counts_as_what_it_is_now(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_story(m);
    struct memory_late late = {.run = run,
                               .step = 1,
                               .proposal = 2,
                               .effect = "no_effect",
                               .was = "verified",
                               .stage = "no_effect",
                               .digest = "aa",
                               .skill = "greet",
                               .state = "{\"n\":1}"};
    assert_true(memory_step_correct(m, &late, &error)); /* an outcome that is not there is not missed */
    assert_true(memory_outcome_add(m, "greet", SHA_A, "no_effect", run, 1, &error));
    assert_true(memory_outcome_add(m, "greet", SHA_A, "no_effect", run, 2, &error));
    late = (struct memory_late){.run = run,
                                .step = 1,
                                .proposal = 2,
                                .effect = "changed",
                                .was = "no_effect",
                                .stage = "verified",
                                .digest = "aa",
                                .skill = "greet",
                                .state = "{\"n\":2}"};
    assert_true(memory_step_correct(m, &late, &error));
    assert_no_error(error);
    g_autoptr(GPtrArray) outcomes = memory_outcomes(m, "greet", SHA_A, 0, 0, &error);
    g_autoptr(GPtrArray) counts = memory_outcome_counts(m, "greet", &error);
    g_autoptr(GPtrArray) steps = memory_steps(m, run, &error);
    g_autoptr(GPtrArray) proposals = memory_proposals(m, run, 1, &error);
    g_autofree char *working = memory_state_at(m, run, G_MAXINT64, NULL, &error);
    assert_int_equal(outcomes->len, 2);
    assert_string_equal(((struct memory_outcome *)outcomes->pdata[0])->what, "no_effect");
    assert_string_equal(((struct memory_outcome *)outcomes->pdata[1])->what, "verified");
    assert_int_equal(((struct memory_counts *)counts->pdata[0])->verified, 1);
    assert_int_equal(((struct memory_counts *)counts->pdata[0])->no_effect, 1);
    assert_string_equal(((struct memory_step *)steps->pdata[0])->effect, "changed");
    assert_string_equal(((struct memory_proposal *)proposals->pdata[1])->stage, "verified");
    assert_string_equal(working, "{\"n\":2}");
    assert_clean(m);
    tamper(dir, "UPDATE outcomes SET what = 'no_effect' WHERE step = 1");
    assert_finding(m, "a skill's outcome of step 1 was changed");
    late.step = 9;
    assert_false(memory_step_correct(m, &late, &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
}

static void changes__of_files__come_newest_first_and_can_be_undone(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    const struct memory_change first = {.what = (char *)"accept greet", .path = (char *)"/x.lua", .after = (char *)"text"};
    const struct memory_change second = {
        .what = (char *)"edit greet", .path = (char *)"/x.lua", .before = (char *)"text", .after = (char *)"more"};
    gint64 batch = 0;
    assert_true(memory_change_add(m, &first, &batch, &error));
    assert_true(memory_change_add(m, &second, NULL, &error));
    g_autoptr(GPtrArray) list = memory_changes(m, 0, &error);
    assert_int_equal(list->len, 2);
    const struct memory_change *newest = list->pdata[0], *oldest = list->pdata[1];
    assert_string_equal(newest->what, "edit greet");
    assert_null(oldest->before);
    assert_int_equal(oldest->batch, batch);
    assert_int_equal(newest->batch, newest->id);
    assert_true(memory_change_set_undone(m, newest->batch, true, &error));
    g_autoptr(GPtrArray) again = memory_changes(m, 1, &error);
    assert_int_equal(again->len, 1);
    assert_true(((struct memory_change *)again->pdata[0])->undone);
    assert_no_error(error);
}

static void vectors__of_two_kinds__are_never_mixed(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    static const char *const key[] = {"key", NULL};
    static const float one[] = {1, 2, 3}, two[] = {4, 5};
    assert_true(memory_vectors_put(m, "ngram-1", key, one, 3, &error));
    assert_true(memory_vectors_put(m, "openai:x", key, two, 2, &error));
    assert_true(memory_vectors_put(m, "ngram-1", key, two, 2, &error)); /* replaced */
    assert_true(memory_vectors_put(m, "ngram-1", key, one, 3, &error));
    g_autoptr(GBytes) a = memory_vector_get(m, "ngram-1", "key", &error), b = memory_vector_get(m, "openai:x", "key", &error);
    assert_int_equal(g_bytes_get_size(a), sizeof one);
    assert_memory_equal(g_bytes_get_data(a, NULL), one, sizeof one);
    assert_int_equal(g_bytes_get_size(b), sizeof two);
    assert_null(memory_vector_get(m, "openai:y", "key", &error));
    assert_no_error(error);
}

static gint64 verified_of(memory *m, const char *name, const char *sha256)
{
    g_autoptr(GPtrArray) counts = memory_outcome_counts(m, name, NULL);
    gint64 n = 0;
    for (guint i = 0; i < counts->len; i++) {
        const struct memory_counts *c = counts->pdata[i];
        n += g_str_equal(c->sha256, sha256) ? c->verified : 0;
    }
    return n;
}

static void same(memory *m, const char *from, const char *from_sha256, const char *to, const char *to_sha256)
{
    g_autoptr(GError) error = NULL;
    const memory_skill old = {.name = (char *)from, .sha256 = (char *)from_sha256};
    const memory_skill now = {
        .name = (char *)to, .sha256 = (char *)to_sha256, .code = (char *)"function x() end", .author = (char *)"human"};
    if (!memory_skill_same(m, &old, &now, "person", &error))
        fail_msg("%s", error->message);
}

static void a_version__under_another_name__has_one_stage_and_all_outcomes(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_run(m, "t");
    add(m, "greet", SHA_B, "function greet() wait(1) end", "retired", 1);
    add(m, "greet", SHA_A, "function greet() end", "trusted", 1);
    assert_true(memory_outcome_add(m, "greet", SHA_A, "verified", run, 1, &error));
    same(m, "greet", SHA_A, "salute", SHA_B);
    assert_true(memory_skill_rename_add(m, "greet", "salute", 7, &error));
    add(m, "greet", SHA_C, "function greet() end -- new", "trial", 1); /* another skill that took the free name */
    assert_true(memory_outcome_add(m, "salute", SHA_B, "verified", run, 2, &error));
    assert_true(memory_outcome_add(m, "greet", SHA_B, "verified", run, 2, &error));
    g_autoptr(memory_skill) now = memory_skill_get(m, "salute", SHA_B, &error);
    assert_string_equal(now->stage, "trusted");
    assert_int_equal(verified_of(m, "salute", SHA_B), 2);
    assert_int_equal(verified_of(m, "greet", SHA_A), 2);
    assert_int_equal(verified_of(m, "greet", SHA_B), 1); /* only of that content */
    g_autoptr(GPtrArray) outcomes = memory_outcomes(m, "salute", SHA_B, 0, 0, &error);
    assert_int_equal(outcomes->len, 2);
    assert_true(memory_skill_set_stage(m, "salute", SHA_B, "demoted", "outcomes", NULL, &error));
    g_autoptr(memory_skill) former = memory_skill_get(m, "greet", SHA_A, &error);
    assert_string_equal(former->stage, "demoted");
    assert_int_equal(former->same, now->same);
    g_autoptr(GPtrArray) stages = memory_skill_stages(m, "salute", SHA_B, &error);
    assert_int_equal(stages->len, 2);
    g_autoptr(GPtrArray) history = memory_skill_versions(m, "salute", &error);
    assert_int_equal(history->len, 3); /* itself, itself as it was called before, and the one before that */
    g_autoptr(memory_skill) before = memory_skill_get(m, "salute", "bbbb", &error);
    assert_string_equal(before->name, "salute"); /* its own goes before a former one of the same content */
    assert_null(memory_skill_get(m, "salute", SHA_C, &error));
    assert_no_error(error);
}

static void names__to_and_fro__end_and_count_once(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    add(m, "a", SHA_A, "function a() end", "draft", 1);
    assert_true(memory_outcome_add(m, "a", SHA_A, "verified", add_run(m, "t"), 1, &error));
    for (int i = 0; i < 60; i++) {
        const bool there = i % 2 == 0;
        same(m, there ? "a" : "b", there ? SHA_A : SHA_B, there ? "b" : "a", there ? SHA_B : SHA_A);
        assert_true(memory_skill_rename_add(m, there ? "a" : "b", there ? "b" : "a", 1 + i / 2, &error));
    }
    same(m, "b", SHA_B, "c", SHA_C);
    assert_int_equal(verified_of(m, "c", SHA_C), 1);
    g_autoptr(GPtrArray) history = memory_skill_versions(m, "a", &error);
    assert_int_equal(history->len, 2);
    g_autoptr(GPtrArray) renames = memory_skill_renames(m, 2, &error);
    assert_int_equal(renames->len, 2);
    assert_string_equal(((struct memory_rename *)renames->pdata[1])->to, "a");
    g_autoptr(memory_skill) last = memory_skill_get(m, "c", SHA_C, &error);
    assert_string_equal(last->stage, "draft");
    const memory_skill none = {.name = (char *)"d", .sha256 = (char *)SHA_A, .code = (char *)"", .author = (char *)"human"};
    assert_false(memory_skill_same(m, &none, &none, "person", &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
}

/* What triggers keep is what counting says, also when outcomes are taken out by hand. */
static void counts__kept__as_counted(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    static const char *const whats[] = {"fired", "verified", "fired", "no_effect", "fired"};
    for (guint i = 0; i < G_N_ELEMENTS(whats); i++)
        assert_true(memory_outcome_add(m, "greet", "ab", whats[i], 1, i, NULL));
    g_autoptr(GPtrArray) before = memory_outcome_counts(m, "greet", NULL);
    const struct memory_counts *n = before->pdata[0];
    assert_true(n->fired == 3 && n->verified == 1 && n->no_effect == 1 && n->last_us >= n->verified_us && n->verified_us > 0);
    tamper(dir, "DELETE FROM outcomes WHERE what = 'verified' OR step = 4");
    g_autoptr(GPtrArray) after = memory_outcome_counts(m, "greet", NULL);
    n = after->pdata[0];
    assert_true(n->fired == 2 && n->verified == 0 && n->no_effect == 1 && n->verified_us == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts__kept__as_counted),
        cmocka_unit_test(versions__of_a_skill__keep_text_and_stages),
        cmocka_unit_test(a_version__that_is_not_known__is_nothing_or_an_error),
        cmocka_unit_test(outcomes__of_a_version__are_counted_and_listed_newest_first),
        cmocka_unit_test(an_outcome__corrected__counts_as_what_it_is_now),
        cmocka_unit_test(a_version__under_another_name__has_one_stage_and_all_outcomes),
        cmocka_unit_test(names__to_and_fro__end_and_count_once),
        cmocka_unit_test(changes__of_files__come_newest_first_and_can_be_undone),
        cmocka_unit_test(vectors__of_two_kinds__are_never_mixed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
