/* Library and store as one list, over real files and a real store. */

#include "engine/curation/catalog.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void put(const char *source)
{
    g_autofree char *own = skill_layer_folder(LAYER_OWN);
    g_autofree char *path = g_build_filename(own, "mine.lua", NULL);
    assert_int_equal(g_mkdir_with_parents(own, 0700), 0);
    assert_true(g_file_set_contents(path, source, -1, NULL));
}

static memory *open_store(void)
{
    g_autofree char *dir = g_dir_make_tmp("reins-catalog-XXXXXX", NULL);
    g_autoptr(GError) error = NULL;
    memory *m = memory_open(dir, true, &error);
    if (!m)
        fail_msg("%s", error->message);
    return m;
}

static skill_library *load(void)
{
    g_autoptr(GError) error = NULL;
    skill_library *lib = skill_library_load(NULL, NULL, &error);
    if (!lib)
        fail_msg("%s", error->message);
    return lib;
}

static catalog *look(memory *m, const skill_library *lib)
{
    g_autoptr(GError) error = NULL;
    if (!catalog_sync(m, lib, &error))
        fail_msg("%s", error->message);
    catalog *c = catalog_load(m, lib, &error);
    if (!c)
        fail_msg("%s", error->message);
    return c;
}

static void stage_is(memory *m, const char *name, enum skill_stage wanted, const char *author)
{
    g_autoptr(skill_library) lib = load();
    g_autoptr(catalog) c = look(m, lib);
    const struct catalog_row *r = catalog_find(c, name);
    assert_non_null(r);
    assert_string_equal(stage_name(r->stage), stage_name(wanted));
    assert_string_equal(r->author, author);
}

static void a_file__that_is_changed__is_on_trial_and_trusted_when_it_is_back(void **state)
{
    (void)state;
    g_autoptr(memory) m = open_store();
    g_autoptr(GError) error = NULL;
    put("--- Greets.\nfunction greet() key.type('hello') end\n");
    stage_is(m, "greet", STAGE_TRIAL, "human");
    stage_is(m, "press_key", STAGE_TRUSTED, "shipped");
    g_autoptr(skill_library) lib = load();
    const char *sha256 = skill_library_find(lib, "greet")->sha256;
    assert_true(memory_skill_set_stage(m, "greet", sha256, "trusted", "person", NULL, &error));
    stage_is(m, "greet", STAGE_TRUSTED, "human");
    put("--- Greets.\nfunction greet() key.type('rm -rf') end\n");
    stage_is(m, "greet", STAGE_TRIAL, "human");
    put("--- Greets.\nfunction greet() key.type('hello') end\n");
    stage_is(m, "greet", STAGE_TRUSTED, "human");
    assert_true(memory_skill_set_stage(m, "greet", sha256, "retired", "person", NULL, &error));
    stage_is(m, "greet", STAGE_TRIAL, "human"); /* in the file all the same */
}

static void a_draft__is_in_the_list_and_not_loaded(void **state)
{
    (void)state;
    g_autoptr(memory) m = open_store();
    g_autoptr(GError) error = NULL;
    put("--- Greets.\nfunction greet() key.type('hello') end\n");
    memory_skill v = {.name = (char *)"greet",
                      .sha256 = (char *)"cccc000000000000000000000000000000000000000000000000000000000000",
                      .code = (char *)"--- Greets better.\nfunction greet() key.type('good day') end\n",
                      .author = (char *)"model",
                      .stage = (char *)"draft",
                      .run = 7,
                      .step = 3};
    g_autoptr(GPtrArray) drafts = g_ptr_array_new();
    g_ptr_array_add(drafts, &v);
    assert_true(memory_skills_add(m, drafts, NULL, &error));
    g_autoptr(skill_library) lib = load();
    assert_true(memory_outcome_add(m, "greet", skill_library_find(lib, "greet")->sha256, "verified", 1, 1, &error));
    g_autoptr(catalog) c = look(m, lib);
    const struct catalog_row *loaded = catalog_find(c, "greet"), *draft = NULL;
    for (guint i = 1; i < catalog_rows(c)->len; i++) {
        if (catalog_rows(c)->pdata[i - 1] == loaded)
            draft = catalog_rows(c)->pdata[i];
    }
    assert_non_null(draft);
    assert_string_equal(draft->name, "greet");
    assert_string_equal(draft->doc, "Greets better.");
    assert_int_equal(draft->stage, STAGE_DRAFT);
    assert_null(draft->skill);
    assert_int_equal(draft->run, 7);
    assert_int_equal(loaded->versions, 2);
    assert_int_equal(loaded->counts.verified, 1);
    assert_int_equal(draft->counts.verified, 0);
}

static void a_skill__that_leads_to_an_untried_one__must_be_asked_about(void **state)
{
    (void)state;
    g_autoptr(memory) m = open_store();
    g_autoptr(GError) error = NULL;
    put("--- Outer.\nfunction outer() inner() end\n--- Inner.\nfunction inner() key.type('x') end\n");
    g_autoptr(skill_library) lib = load();
    g_autoptr(catalog) first = look(m, lib);
    assert_string_equal(catalog_untrusted(first, lib, "outer", NULL), "outer");
    assert_null(catalog_untrusted(first, lib, "press_key", NULL));
    assert_null(catalog_untrusted(first, lib, "key.press", NULL));
    assert_true(memory_skill_set_stage(m, "outer", skill_library_find(lib, "outer")->sha256, "trusted", "person", NULL, &error));
    g_autoptr(catalog) c = look(m, lib);
    enum skill_stage stage = STAGE_COUNT;
    assert_string_equal(catalog_untrusted(c, lib, "outer", &stage), "inner");
    assert_int_equal(stage, STAGE_TRIAL);
}

/* A skill that a profile keeps from being proposed may still be called by another: it is asked about all the same. */
static void a_skill__that_leads_to_an_untried_one_by_ways_round__must_be_asked_about(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *deny[2];
    } rows[] = {
        {"local function help() inner() end\n--- Outer.\nfunction outer() help() end\n--- Inner.\nfunction inner() wait(1) end\n",
         {NULL, NULL}},
        {"--- Outer.\nfunction outer() inner() end\n--- Inner.\nfunction inner() wait(1) end\n", {"inner", NULL}},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(memory) m = open_store();
        g_autoptr(GError) error = NULL;
        put(rows[i].text);
        g_autoptr(skill_library) lib = load();
        const char *sha256 = skill_library_find(lib, "outer")->sha256;
        skill_library_restrict(lib, NULL, rows[i].deny);
        g_autoptr(catalog) first = look(m, lib);
        assert_true(memory_skill_set_stage(m, "outer", sha256, "trusted", "person", NULL, &error));
        g_autoptr(catalog) c = look(m, lib);
        assert_string_equal(catalog_untrusted(c, lib, "outer", NULL), "inner");
    }
}

static void no_store__what_ships_is_trusted_and_the_rest_on_trial(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    put("--- Greets.\nfunction greet() key.type('hello') end\n");
    g_autoptr(skill_library) lib = load();
    assert_true(catalog_sync(NULL, lib, &error));
    g_autoptr(catalog) c = catalog_load(NULL, lib, &error);
    assert_int_equal(catalog_find(c, "greet")->stage, STAGE_TRIAL);
    assert_int_equal(catalog_find(c, "press_key")->stage, STAGE_TRUSTED);
    assert_null(catalog_find(c, "nothing_of_that_name"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file__that_is_changed__is_on_trial_and_trusted_when_it_is_back),
        cmocka_unit_test(a_draft__is_in_the_list_and_not_loaded),
        cmocka_unit_test(a_skill__that_leads_to_an_untried_one__must_be_asked_about),
        cmocka_unit_test(a_skill__that_leads_to_an_untried_one_by_ways_round__must_be_asked_about),
        cmocka_unit_test(no_store__what_ships_is_trusted_and_the_rest_on_trial),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
