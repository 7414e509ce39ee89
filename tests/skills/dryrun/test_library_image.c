/* A library handed over as bytes is the library: every field of every skill, and what a dry run makes of it. */

#include "skills/dryrun/dryrun.h"
#include "skills/library/library_image.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char mine[] =
    "local WORD = \"hi\"\n\n"
    "--- Greets. Grüße!\n-- @param who string whom {Ann Bob}\n-- @param often integer? how often\n"
    "-- @pre a field has the focus\n-- @expect it is there\n-- @effect 2\n"
    "function greet_them(who, often)\n    for i = 1, often or 1 do\n        key.type(WORD .. who)\n    end\nend\n\n"
    "--- Twice.\nfunction greet_all()\n    greet_them(\"Ann\")\n    greet_them(\"Bob\", 2)\nend\n";

static void put_mine(void)
{
    g_autofree char *own = skill_layer_folder(LAYER_OWN), *folder = g_build_filename(own, "image", NULL);
    g_autofree char *path = g_build_filename(folder, "greet.lua", NULL);
    assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
    assert_true(g_file_set_contents(path, mine, -1, NULL));
}

static skill_library *load(void)
{
    static const char *const everything[] = {"*", NULL};
    g_autoptr(GError) error = NULL;
    put_mine();
    skill_library *lib = skill_library_load(everything, NULL, &error);
    if (!lib)
        fail_msg("%s", error->message);
    return lib;
}

static skill_library *through_bytes(const skill_library *lib)
{
    g_autoptr(GBytes) image = skill_library_to_image(lib);
    gsize length;
    const char *data = g_bytes_get_data(image, &length);
    g_autoptr(GBytes) copy = g_bytes_new(data + 0, length); /* as it comes out of a pipe: other memory */
    skill_library *other = skill_library_from_image(copy);
    assert_non_null(other);
    return other;
}

static void assert_same(const skill *a, const skill *b)
{
    g_autofree char *x = skill_to_json_text(a), *y = skill_to_json_text(b);
    assert_string_equal(x, y);
    assert_int_equal(a->layer, b->layer);
    assert_int_equal(a->line, b->line);
    assert_int_equal(a->first_line, b->first_line);
    assert_int_equal(a->last_line, b->last_line);
    assert_int_equal(a->effect, b->effect);
    assert_int_equal(a->uses ? g_strv_length(a->uses) : 0, b->uses ? g_strv_length(b->uses) : 0);
    for (guint i = 0; a->uses && a->uses[i]; i++)
        assert_string_equal(a->uses[i], b->uses[i]);
    for (guint i = 0; i < a->params->len; i++) {
        const struct param *p = &g_array_index(a->params, struct param, i), *q = &g_array_index(b->params, struct param, i);
        assert_int_equal(p->type, q->type);
        assert_int_equal(p->allowed ? g_strv_length(p->allowed) : 0, q->allowed ? g_strv_length(q->allowed) : 0);
    }
}

static void image__all_that_ships_and_own__is_the_same_library(void **state)
{
    (void)state;
    g_autoptr(skill_library) lib = load(), other = through_bytes(lib);
    const GPtrArray *all = skill_library_all(lib), *same = skill_library_all(other);
    assert_true(all->len > 50);
    assert_int_equal(all->len, same->len);
    for (guint i = 0; i < all->len; i++)
        assert_same(g_ptr_array_index(all, i), g_ptr_array_index(same, i));
    assert_string_equal(skill_library_stamp(lib), skill_library_stamp(other));
    assert_string_equal(skill_library_sources(lib), skill_library_sources(other));
    assert_non_null(skill_library_find(other, "greet_all"));
    assert_null(skill_library_find(other, "no_such_skill"));
    g_autoptr(GPtrArray) names = skill_library_closure(other, "greet_all");
    assert_int_equal(names->len, 2);
}

static void image__a_call__is_checked_and_dry_run_alike(void **state)
{
    (void)state;
    g_autoptr(skill_library) lib = load(), other = through_bytes(lib);
    g_autoptr(screen) blank = screen_blank();
    g_autoptr(GError) error = NULL;
    g_autoptr(action) a = action_new("greet_them"), b = NULL;
    action_set_string(a, "who", "Ann");
    action_set_integer(a, "often", 3);
    b = action_copy(a);
    assert_true(skill_library_check(lib, a, NULL) && skill_library_check(other, b, &error));
    g_autoptr(timeline) t = dryrun(lib, a, blank, 1, 60000, &error), u = dryrun(other, b, blank, 1, 60000, &error);
    assert_null(error);
    g_autofree char *x = timeline_digest(t), *y = timeline_digest(u);
    assert_string_equal(x, y);
    action_set_string(b, "who", "Eve");
    assert_false(skill_library_check(other, b, &error));
    assert_true(g_error_matches(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS));
}

static void text__its_skills_alone(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(skill_library) lib = skill_library_of_text("draft", mine, &error);
    assert_null(error);
    assert_int_equal(skill_library_all(lib)->len, 2);
    const skill *s = skill_library_find(lib, "greet_them");
    assert_int_equal(s->params->len, 2);
    assert_true(g_array_index(s->params, struct param, 1).optional);
    g_autoptr(skill_library) other = through_bytes(lib);
    assert_string_equal(s->sha256, skill_library_find(other, "greet_them")->sha256);
    assert_int_equal(skill_library_find(other, "greet_them")->params->len, 2);
}

static void text__without_a_skill__is_an_error_that_says_why(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "x = 1\n", "function broken(\n", "\033Lua"};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) error = NULL;
        assert_null(skill_library_of_text("draft", texts[i], &error));
        assert_non_null(error);
        assert_true(strlen(error->message) > 10);
    }
}

static void image__no_bytes__are_none(void **state)
{
    (void)state;
    g_autoptr(GBytes) empty = g_bytes_new("", 0);
    assert_null(skill_library_from_image(empty));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(image__all_that_ships_and_own__is_the_same_library),
        cmocka_unit_test(image__a_call__is_checked_and_dry_run_alike),
        cmocka_unit_test(text__its_skills_alone),
        cmocka_unit_test(text__without_a_skill__is_an_error_that_says_why),
        cmocka_unit_test(image__no_bytes__are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
