/* The text of a skill file, changed a skill at a time; written so that nobody's change is lost. */

#include "skills/library/skill_text.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define ONE "--- One.\nfunction one() wait(1) end\n"
#define TWO "--- Two.\nfunction two() one() end\n"

static void put_and_cut__a_skill__leave_the_rest_as_it_is(void **state)
{
    (void)state;
    static const struct {
        const char *text, *old, *code, *result;
    } rows[] = {
        {NULL, NULL, ONE, ONE},
        {"", NULL, ONE, ONE},
        {"-- mine\n" ONE "\n" TWO, ONE, "--- New.\nfunction one() end", "-- mine\n--- New.\nfunction one() end\n\n" TWO},
        {TWO "local x = 1", ONE, ONE, TWO "local x = 1\n\n" ONE}, /* not there: at the end */
        {"--- One.\nfunction one() wait(1) end", ONE, TWO, TWO},  /* the last line has no end */
        {"x = '" ONE "'\n" ONE, ONE, TWO, "x = '" ONE "'\n" TWO}, /* only as whole lines */
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *result = skill_text_put(rows[i].text, rows[i].old, rows[i].code);
        assert_string_equal(result, rows[i].result);
    }
    g_autofree char *cut = skill_text_cut("-- mine\n" ONE "\n\n" TWO, ONE);
    assert_string_equal(cut, "-- mine\n" TWO);
    assert_null(skill_text_cut(TWO, ONE));
}

static void rename__changes_variables__and_no_strings_fields_or_comments(void **state)
{
    (void)state;
    guint count;
    g_autofree char *text = skill_text_rename(
        "-- one\nfunction one() one() t.one = {one = 1, one} x['one'] = one2 return one end", "one", "uno", &count);
    assert_string_equal(text, "-- one\nfunction uno() uno() t.one = {one = 1, uno} x['one'] = one2 return uno end");
    assert_int_equal(count, 4);
}

static void names__that_fit__are_lua_names(void **state)
{
    (void)state;
    static const char *const good[] = {"a", "_x9", "press_button"}, *const bad[] = {"",    "end", "9a", "a b",
                                                                                    "a.b", "ä",   " a", "a\n"};
    for (gsize i = 0; i < G_N_ELEMENTS(good); i++)
        assert_true(skill_text_name_fits(good[i]));
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++)
        assert_false(skill_text_name_fits(bad[i]));
    g_autofree char *long_one = g_strnfill(65, 'a');
    assert_false(skill_text_name_fits(long_one));
}

static void likeness__of_a_copy_under_another_name__is_whole(void **state)
{
    (void)state;
    static const char a[] = "--- A.\nfunction a(x, y) mouse.move(x, y) wait(0.1) mouse.click('left') key.press('enter') end\n";
    static const char copy[] = "--- B, other words.\nfunction b(x, y) -- same\n mouse.move(x, y) wait(0.1) mouse.click('left') "
                               "key.press('enter') end\n";
    static const char other[] = "--- C.\nfunction c(text) key.type(text) wait(2) end\n";
    assert_float_equal(skill_text_likeness(a, copy), 1, 0);
    assert_true(skill_text_likeness(a, other) < 0.3);
    assert_true(skill_text_likeness(a, a) >= skill_text_likeness(a, "function a(x, y) mouse.move(x, y) wait(0.2) end"));
}

static char *scratch(void)
{
    g_autofree char *dir = g_dir_make_tmp("reins-text-XXXXXX", NULL);
    return g_build_filename(dir, "deep", "x.lua", NULL);
}

static void write__of_what_was_expected__exchanges_it(void **state)
{
    (void)state;
    g_autofree char *path = scratch();
    g_autoptr(GError) error = NULL;
    assert_true(skill_text_write(path, NULL, ONE, &error));
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_true(skill_text_write(path, ONE, TWO, &error));
    g_autofree char *text = skill_text_read(path, &error);
    assert_string_equal(text, TWO);
    assert_true(skill_text_write(path, TWO, NULL, &error));
    assert_null(skill_text_read(path, &error));
    assert_null(error);
    g_autofree char *folder = g_path_get_dirname(path);
    assert_int_equal(g_rmdir(folder), 0); /* nothing was left beside it */
}

static void write__over_someone_elses_change__is_a_conflict_and_loses_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *there, *expected, *text;
    } rows[] = {{"theirs", ONE, TWO}, {"theirs", NULL, TWO}, {NULL, ONE, TWO}, {"theirs", ONE, NULL}, {"theirs", NULL, NULL}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *path = scratch();
        g_autofree char *folder = g_path_get_dirname(path);
        assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
        if (rows[i].there)
            assert_true(g_file_set_contents(path, rows[i].there, -1, NULL));
        g_autoptr(GError) error = NULL;
        assert_false(skill_text_write(path, rows[i].expected, rows[i].text, &error));
        assert_true(g_error_matches(error, SKILLS_ERROR, SKILLS_ERROR_CONFLICT));
        g_autofree char *text = skill_text_read(path, NULL);
        if (rows[i].there)
            assert_string_equal(text, rows[i].there);
        else
            assert_null(text);
    }
}

static void write__through_a_symbolic_link__is_refused(void **state)
{
    (void)state;
    g_autofree char *path = scratch();
    g_autofree char *folder = g_path_get_dirname(path), *target = g_build_filename(folder, "target", NULL);
    assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
    assert_true(g_file_set_contents(target, ONE, -1, NULL));
    assert_int_equal(symlink(target, path), 0);
    g_autoptr(GError) error = NULL;
    assert_false(skill_text_write(path, ONE, TWO, &error));
    assert_non_null(strstr(error->message, "is a link to another file")); /* not: somebody changed it */
    g_autofree char *text = skill_text_read(target, NULL);
    assert_string_equal(text, ONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(put_and_cut__a_skill__leave_the_rest_as_it_is),
        cmocka_unit_test(rename__changes_variables__and_no_strings_fields_or_comments),
        cmocka_unit_test(names__that_fit__are_lua_names),
        cmocka_unit_test(likeness__of_a_copy_under_another_name__is_whole),
        cmocka_unit_test(write__of_what_was_expected__exchanges_it),
        cmocka_unit_test(write__over_someone_elses_change__is_a_conflict_and_loses_nothing),
        cmocka_unit_test(write__through_a_symbolic_link__is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
