/* What is kept from one request to the next by the warm parent of the workers that run Lua: nothing. It has loaded none, so that
 * a library or a policy that changes is the new one at once; what a skill leaves behind goes with its worker. */

#include "skills/dryrun/dryrun.h"
#include "tests/helper/xvfb.h"
#include "tests/skills/dryrun/parent.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* own.lua is on the disk as it was before, but for what f() does. */
static skill_library *library_of(const char *before, const char *body)
{
    g_autofree char *folder = g_build_filename(g_getenv("XDG_DATA_HOME"), "reins", "skills", NULL);
    g_autofree char *path = g_build_filename(folder, "own.lua", NULL);
    g_autofree char *source = g_strdup_printf("%s\n--- A skill.\nfunction f()\n%s\nend\n", before, body);
    g_autoptr(GError) error = NULL;
    g_mkdir_with_parents(folder, 0700);
    assert_true(g_file_set_contents(path, source, -1, NULL));
    skill_library *lib = skill_library_load(NULL, NULL, &error);
    if (!lib)
        fail_msg("%s", error->message);
    return lib;
}

static worker *begin(const skill_library *lib)
{
    g_autoptr(action) a = action_new("f");
    g_autoptr(screen) blank = screen_blank();
    g_autoptr(GError) error = NULL;
    worker *w = dryrun_start(lib, a, blank, 7, 60000, &error);
    if (!w)
        fail_msg("%s", error->message);
    return w;
}

/* The first event, or the error. */
static char *first_event(const skill_library *lib)
{
    g_autoptr(worker) w = begin(lib);
    worker_wait(w);
    g_autoptr(GError) error = NULL;
    g_autoptr(timeline) t = dryrun_finish(w, &error);
    return t ? timeline_event_describe(&g_array_index(t->events, struct timeline_event, 0)) : g_strdup(error->message);
}

static char *ask_script(const char *source)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(worker) w = dryrun_script_start("policy.lua", source, "policy", "{}", &error);
    assert_non_null(w);
    worker_wait(w);
    char *answer = dryrun_script_finish(w, &error);
    return answer ? answer : g_strdup(error->message);
}

/* Edited on the disk and loaded again (by the skill editor, :reload, curation): no process has to be told. */
static void what_was_changed__runs_as_it_is_now(void **state)
{
    (void)state;
    pid_t first = 0;
    for (int i = 1; i <= 3; i++) {
        g_autofree char *body = g_strdup_printf("wait(%d)", i), *expected = g_strdup_printf("wait %d000 ms", i),
                        *policy = g_strdup_printf("function policy() return 'answer %d' end", i),
                        *decided = g_strdup_printf("answer %d", i);
        g_autoptr(skill_library) lib = library_of("", body);
        g_autofree char *event = first_event(lib), *answer = ask_script(policy);
        assert_string_equal(event, expected);
        assert_string_equal(answer, decided);
        first = first ? first : parent_of_lua();
        assert_int_equal(parent_of_lua(), first);
    }
}

static void what_one_leaves_behind__the_next_does_not_find(void **state)
{
    (void)state;
    g_autoptr(skill_library) lib =
        library_of("local n, t = 0, {}", "n = n + 1 t[n] = n key.type(n .. ' ' .. #t .. ' ' .. math.random(1000))");
    g_autofree char *first = first_event(lib);
    assert_true(g_str_has_prefix(first, "type \"1 1 "));
    for (int i = 0; i < 3; i++) {
        g_autofree char *event = first_event(lib),
                        *answer = ask_script("n = 0 function policy() n = n + 1 return tostring(n) end");
        assert_string_equal(event, first);
        assert_string_equal(answer, "1");
    }
}

static void each_limit__ends_that_one_alone(void **state)
{
    (void)state;
    static const struct {
        const char *body, *why;
    } rows[] = {
        {"while true do end", "an endless loop?"},
        {"string.find(string.rep('a', 30000), '.-.-.-b')", "longer than 1 s of processor time"},
        {"local t = {} for i = 1, 1e9 do t[i] = {i} end", "memory"},
        {"error('no')", "no"},
    };
    g_autoptr(skill_library) fine = library_of("", "wait(1)");
    g_autofree char *event = first_event(fine);
    pid_t first = parent_of_lua();
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(skill_library) lib = library_of("", rows[i].body);
        g_autofree char *why = first_event(lib), *next = first_event(fine);
        if (!strstr(why, rows[i].why))
            fail_msg("%s: %s", rows[i].body, why);
        assert_string_equal(next, event);
        assert_int_equal(parent_of_lua(), first);
    }
}

static bool has_child(void *data)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/task/%d/children", *(pid_t *)data, *(pid_t *)data), *text = NULL;
    return g_file_get_contents(path, &text, NULL, NULL) && *g_strstrip(text);
}

static void parent_killed_meanwhile__is_an_error__and_the_next_has_another(void **state)
{
    (void)state;
    g_autoptr(skill_library) slow = library_of("", "string.find(string.rep('a', 30000), '.-.-.-b')");
    g_autoptr(skill_library) fine = library_of("", "wait(1)");
    pid_t first = parent_of_lua();
    g_autoptr(worker) w = begin(slow);
    assert_true(helper_await(has_child, &first, 5000));
    kill(first, SIGKILL);
    worker_wait(w);
    g_autoptr(GError) error = NULL;
    assert_null(dryrun_finish(w, &error));
    assert_non_null(strstr(error->message, "without an answer"));
    g_autofree char *event = first_event(fine);
    assert_string_equal(event, "wait 1000 ms");
    assert_int_not_equal(parent_of_lua(), first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_changed__runs_as_it_is_now),
        cmocka_unit_test(what_one_leaves_behind__the_next_does_not_find),
        cmocka_unit_test(each_limit__ends_that_one_alone),
        cmocka_unit_test(parent_killed_meanwhile__is_an_error__and_the_next_has_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
