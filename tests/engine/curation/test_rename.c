/* A skill under another name: its uses, its history, outcomes and stage, and back. */

#include "tests/engine/curation/world.h"

static void rename__takes_its_uses_and_its_stage_along(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    guint uses = 0;
    put("mine.lua", HELLO "--- Other.\nfunction other() greet() greet() end\n");
    put("game/play.lua", "--- Play.\nfunction play() greet() end\n");
    load(w);
    assert_true(change_set_stage(load(w), "greet", STAGE_TRUSTED, NULL, &error));
    if (!change_rename(load(w), "greet", "salute", &uses, &error))
        fail_msg("%s", error->message);
    assert_true(uses >= 2);
    stage_is(w, "salute", STAGE_TRUSTED);
    stage_is(w, "other", STAGE_TRIAL);
    assert_null(skill_library_find(w->lib, "greet"));
    assert_string_equal(skill_library_find(w->lib, "play")->uses[0], "salute");
    assert_false(change_rename(load(w), "salute", "other", NULL, &error));
    g_clear_error(&error);
    assert_false(change_rename(load(w), "salute", "end", NULL, &error));
    g_clear_error(&error);
    assert_true(change_undo(load(w), NULL, &error));
    stage_is(w, "greet", STAGE_TRUSTED);
    assert_string_equal(skill_library_find(w->lib, "play")->uses[0], "greet");
}

static const struct memory_counts *counts_of(const catalog *c, const char *name)
{
    const struct catalog_row *r = catalog_find(c, name);
    if (!r)
        fail_msg("%s is not loaded", name);
    return &r->counts;
}

static gint64 verified(struct world *w, const char *name, int *ret_versions)
{
    load(w);
    g_autoptr(catalog) c = catalog_load(w->m, w->lib, NULL);
    if (ret_versions)
        *ret_versions = catalog_find(c, name)->versions;
    return counts_of(c, name)->verified;
}

static void works(struct world *w, const char *name)
{
    const skill *s = skill_library_find(load(w)->lib, name);
    assert_non_null(s);
    assert_true(memory_outcome_add(w->m, name, s->sha256, "verified", 1, 1, NULL));
}

static void only_draft_is_of(struct world *w, const char *name)
{
    load(w);
    g_autoptr(catalog) c = catalog_load(w->m, w->lib, NULL);
    const struct catalog_row *found = NULL;
    for (guint i = 0; i < catalog_rows(c)->len; i++) {
        const struct catalog_row *r = g_ptr_array_index(catalog_rows(c), i);
        if (r->stage != STAGE_DRAFT)
            continue;
        assert_null(found);
        found = r;
    }
    assert_non_null(found);
    assert_string_equal(found->name, name);
}

static void rename__goes_on_with_outcomes_history_and_roll_back(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    int versions = 0;
    put("mine.lua", HELLO "--- Other.\nfunction other() greet() greet() end\n");
    works(w, "greet");
    works(w, "other");
    assert_true(change_write(load(w), "greet", BETTER, "", NULL, &error));
    works(w, "greet");
    assert_true(change_set_stage(load(w), "greet", STAGE_TRUSTED, NULL, &error));
    g_autofree char *draft = add_draft(w, "--- Greets best.\nfunction greet() key.type('best') end\n");
    assert_true(change_rename(load(w), "greet", "salute", NULL, &error));
    assert_int_equal(verified(w, "salute", &versions), 1);
    assert_int_equal(versions, 3); /* the first, the better, the draft: each once */
    assert_int_equal(verified(w, "other", &versions), 1);
    assert_int_equal(versions, 1);
    works(w, "salute");
    only_draft_is_of(w, "salute");
    g_autofree char *was = NULL, *own = own_path("mine.lua"), *text = NULL;
    if (!change_roll_back(load(w), "salute", NULL, &was, &error)) /* to one that had the former name */
        fail_msg("%s", error->message);
    assert_true(g_file_get_contents(own, &text, NULL, NULL));
    assert_non_null(strstr(text, "function salute() key.type('hello') end"));
    assert_string_equal(was, skill_library_find(load(w)->lib, "salute")->sha256);
    assert_int_equal(verified(w, "salute", &versions), 1); /* what it did as greet */
    assert_int_equal(versions, 3);
    stage_is(w, "salute", STAGE_TRIAL);
    assert_true(change_undo(load(w), NULL, &error)); /* the roll back */
    assert_int_equal(verified(w, "salute", NULL), 2);
    stage_is(w, "salute", STAGE_TRUSTED);
    assert_true(change_undo(load(w), NULL, &error)); /* the rename */
    assert_int_equal(verified(w, "greet", &versions), 2);
    assert_int_equal(versions, 3);
    stage_is(w, "greet", STAGE_TRUSTED);
    only_draft_is_of(w, "greet");
    assert_int_equal(verified(w, "other", NULL), 1);
    assert_true(change_roll_back(load(w), "greet", NULL, NULL, &error));
    assert_int_equal(verified(w, "greet", NULL), 1);
}

/* What fails under the new name is not trusted again by taking the name back. */
static void rename__taken_back__keeps_the_stage_that_it_has_now(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    put("mine.lua", HELLO);
    load(w);
    assert_true(change_set_stage(load(w), "greet", STAGE_TRUSTED, NULL, &error));
    assert_true(change_rename(load(w), "greet", "salute", NULL, &error));
    const char *sha256 = skill_library_find(load(w)->lib, "salute")->sha256;
    assert_true(memory_skill_set_stage(w->m, "salute", sha256, "demoted", "outcomes", NULL, &error));
    assert_true(change_undo(load(w), NULL, &error));
    stage_is(w, "greet", STAGE_DEMOTED);
}

/* The version of another skill from before the rename calls it by a name that is gone. */
static void roll_back__to_before_a_rename__uses_the_new_name(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    g_autofree char *own = own_path("mine.lua"), *text = NULL;
    put("mine.lua", HELLO "--- Other.\nfunction other() greet() end\n");
    assert_true(change_write(load(w), "other", "--- Other.\nfunction other() wait(1) end\n", "", NULL, &error));
    assert_true(change_rename(load(w), "greet", "salute", NULL, &error));
    if (!change_roll_back(load(w), "other", NULL, NULL, &error))
        fail_msg("%s", error->message);
    assert_true(g_file_get_contents(own, &text, NULL, NULL));
    assert_non_null(strstr(text, "function other() salute() end"));
}

/* A version is also what stands beside it: the text of one that was trusted, beside something else, is another one. */
static void roll_back__to_before_a_rename__beside_another_helper__is_on_trial(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    for (int i = 0; i < 2; i++) {
        const char *name = i ? "salute" : "greet", *former = i ? "hail" : "salute";
        g_autofree char *first = g_strdup_printf("--- Greets.\nfunction %s() key.type(WORD) end\n", name);
        g_autofree char *second = g_strdup_printf("--- Greets.\nfunction %s() wait(1) end\n", name), *now = NULL;
        g_autofree char *file = g_strconcat("local WORD = 'hello'\n\n", first, NULL);
        put("mine.lua", file);
        assert_true(change_set_stage(load(w), name, STAGE_TRUSTED, NULL, &error));
        g_autofree char *sha256 = g_strdup(skill_library_find(w->lib, name)->sha256);
        assert_true(change_write(load(w), name, second, "", NULL, &error));
        assert_true(change_rename(load(w), name, former, NULL, &error));
        g_autofree char *other =
            g_strdup_printf("local WORD = '%s'\n\n--- Greets.\nfunction %s() wait(1) end\n", i ? "hello" : "rm", former);
        put("mine.lua", other);
        if (!change_roll_back(load(w), former, sha256, &now, &error))
            fail_msg("%s", error->message);
        stage_is(w, former, i ? STAGE_TRUSTED : STAGE_TRIAL);
        assert_string_equal(skill_library_find(w->lib, former)->sha256, now);
        assert_false(change_roll_back(load(w), former, now, NULL, &error));
        assert_non_null(strstr(error->message, "is the version that is loaded"));
        g_clear_error(&error);
    }
}

static void roll_back__to_what_differs_beside_it_alone__says_so(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    put("mine.lua", "local WORD = 'hello'\n\n--- Greets.\nfunction greet() key.type(WORD) end\n");
    g_autofree char *sha256 = g_strdup(skill_library_find(load(w)->lib, "greet")->sha256);
    put("mine.lua", "local WORD = 'rm'\n\n--- Greets.\nfunction greet() key.type(WORD) end\n");
    assert_false(change_roll_back(load(w), "greet", sha256, NULL, &error));
    assert_non_null(strstr(error->message, "the difference is elsewhere in "));
}

/* Between the reading of the library and the rename another program wrote the file. */
static void rename__beside_what_was_changed_in_the_meantime__takes_no_stage_along(void **state)
{
    struct world *w = *state;
    g_autoptr(GError) error = NULL;
    put("mine.lua", "local WORD = 'hello'\n\n--- Greets.\nfunction greet() key.type(WORD) end\n");
    assert_true(change_set_stage(load(w), "greet", STAGE_TRUSTED, NULL, &error));
    const struct change *read = load(w);
    put("mine.lua", "local WORD = 'rm'\n\n--- Greets.\nfunction greet() key.type(WORD) end\n");
    if (!change_rename(read, "greet", "salute", NULL, &error))
        fail_msg("%s", error->message);
    stage_is(w, "salute", STAGE_TRIAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(rename__takes_its_uses_and_its_stage_along, begin, end),
        cmocka_unit_test_setup_teardown(rename__goes_on_with_outcomes_history_and_roll_back, begin, end),
        cmocka_unit_test_setup_teardown(rename__taken_back__keeps_the_stage_that_it_has_now, begin, end),
        cmocka_unit_test_setup_teardown(roll_back__to_before_a_rename__uses_the_new_name, begin, end),
        cmocka_unit_test_setup_teardown(roll_back__to_before_a_rename__beside_another_helper__is_on_trial, begin, end),
        cmocka_unit_test_setup_teardown(roll_back__to_what_differs_beside_it_alone__says_so, begin, end),
        cmocka_unit_test_setup_teardown(rename__beside_what_was_changed_in_the_meantime__takes_no_stage_along, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
