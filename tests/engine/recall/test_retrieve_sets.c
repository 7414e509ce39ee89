/* Which skills and libraries are shown beside the nearest skills: the general ones always, a program's by the kind of screen. */

#include "engine/recall/retrieve.h"

#include "config/profile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void sets__of_a_kind_of_screen__are_there_on_it_only(void **state)
{
    (void)state;
    static const char *const libraries[] = {"text", "game", "game__map", "game__shop", "windows", NULL};
    static const char *const cases[][2] = {{"a Map", "game game__map"},
                                           {"maps, full screen", "game game__map"},
                                           {"game", "game"},
                                           {"roadmap", "game"},
                                           {NULL, "game"}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree const char **sets = retrieve_sets(libraries, cases[i][0]);
        g_autofree char *got = g_strjoinv(" ", (char **)sets);
        assert_string_equal(got, cases[i][1]);
    }
    g_autofree const char **none = retrieve_sets(NULL, "map");
    assert_null(none[0]);
}

static const char *const general[] = {"move_mouse_to_position",
                                      "click_at_position",
                                      "double_click_at_position",
                                      "click_mark",
                                      "mouse_drag",
                                      "mouse_scroll_up",
                                      "mouse_scroll_down",
                                      "press_key",
                                      "hold_key",
                                      "release_key",
                                      "hold_mouse_button",
                                      "release_mouse_button",
                                      "press_keys_combined",
                                      "type_text",
                                      "wait_seconds",
                                      NULL};

/* What a plan of a profile with these libraries is shown for a task; sets none. Borrows from *lib. */
static GPtrArray *shown(const skill_library *lib, const char *const *libraries, const char *task)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(config) cfg = config_load_text("", &error);
    if (!cfg)
        fail_msg("%s", error->message);
    g_autoptr(retriever) r = retriever_new(cfg, NULL, NULL);
    g_auto(GStrv) first = retrieve_general(libraries);
    struct retrieve_query query = {.text = task, .k = 10, .general = (const char *const *)first, .alike = true};
    retriever_load(r, lib, NULL, NULL);
    return retriever_search(r, &query, NULL);
}

static const char *name_at(const GPtrArray *rows, guint i)
{
    return ((const struct retrieved *)g_ptr_array_index(rows, i))->skill->name;
}

static void general_ones_are_first(const char *name)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(profile) p = profile_load(name, &error);
    if (!p)
        fail_msg("%s", error->message);
    g_auto(GStrv) libraries = profile_libraries(p);
    g_autoptr(skill_library) lib = skill_library_load((const char *const *)libraries, NULL, &error);
    if (!lib)
        fail_msg("%s: %s", name, error->message);
    skill_library_restrict(lib, (const char *const *)p->allow, (const char *const *)p->deny);
    if (p->skills && *p->skills && retrieve_is_action_set(*p->skills)) { /* a world's acts stand in their place, all of them */
        g_autoptr(GPtrArray) acts = shown(lib, (const char *const *)p->skills, "make a torch");
        assert_string_equal(name_at(acts, 0), "explore");
        for (guint i = 0; i < acts->len; i++)
            assert_null(strstr(name_at(acts, i), "mouse"));
        assert_int_equal(acts->len, 12);
        return;
    }
    static const char *const tasks[] = {"", "zzzz qqqq", "type a text, then close the window and wait", "turn 90 degrees"};
    for (gsize t = 0; t < G_N_ELEMENTS(tasks); t++) {
        g_autoptr(GPtrArray) rows = shown(lib, (const char *const *)p->skills, tasks[t]);
        assert_true(rows->len >= G_N_ELEMENTS(general) - 1);
        for (guint i = 0; i < rows->len; i++) {
            const struct retrieved *row = g_ptr_array_index(rows, i);
            assert_int_equal(row->why == RETRIEVED_GENERAL, i < G_N_ELEMENTS(general) - 1);
            if (row->why == RETRIEVED_GENERAL)
                assert_string_equal(row->skill->name, general[i]);
        }
        if (t < 2) /* nothing is like it: nothing is added */
            assert_int_equal(rows->len, G_N_ELEMENTS(general) - 1);
    }
}

static void general__with_any_profile_that_ships__are_first_in_the_same_order(void **state)
{
    (void)state;
    g_auto(GStrv) names = profile_names();
    assert_true(g_strv_contains((const char *const *)names, "default")); /* a program that has none */
    for (char **name = names; *name; name++)
        general_ones_are_first(*name);
}

/* An agent that has its own actions has these in the place of base.lua, whichever the tool. */
static void general__of_a_profile_with_an_action_set__are_that_set(void **state)
{
    (void)state;
    static const char *const sets[][2] = {{"computer_anthropic", "anthropic_left_click"}, {"computer_openai", "openai_click"},
                                          {"computer_gemini", "gemini_click_at"},         {"computer_gemini35", "gemini35_click"},
                                          {"screenagent", "screenagent_mouse_click"},     {"appagent", "appagent_tap"}};
    for (gsize i = 0; i < G_N_ELEMENTS(sets); i++) {
        g_autoptr(GError) error = NULL;
        const char *const libraries[] = {"text", sets[i][0], NULL};
        g_autoptr(skill_library) lib = skill_library_load(libraries, NULL, &error);
        if (!lib)
            fail_msg("%s", error->message);
        g_autoptr(GPtrArray) rows = shown(lib, libraries, "");
        bool has = false;
        for (guint j = 0; j < rows->len; j++) {
            assert_string_equal(((const struct retrieved *)g_ptr_array_index(rows, j))->skill->library, sets[i][0]);
            has = has || g_str_equal(name_at(rows, j), sets[i][1]);
        }
        if (!has)
            fail_msg("%s without %s", sets[i][0], sets[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(general__with_any_profile_that_ships__are_first_in_the_same_order),
        cmocka_unit_test(general__of_a_profile_with_an_action_set__are_that_set),
        cmocka_unit_test(sets__of_a_kind_of_screen__are_there_on_it_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
