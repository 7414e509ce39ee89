/* Primitives by name: their table says what the Lua API says, and calls of both kinds give the same timeline. */

#include "skills/dryrun/dryrun.h"
#include "skills/library/primitive.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static skill_library *library_with(const char *body)
{
    g_autofree char *folder = g_build_filename(g_getenv("XDG_DATA_HOME"), "reins", "skills", NULL);
    g_autofree char *path = g_build_filename(folder, "own.lua", NULL);
    g_autofree char *source = g_strdup_printf("--- A skill.\nfunction f()\n%s\nend\n", body);
    g_autoptr(GError) error = NULL;
    g_mkdir_with_parents(folder, 0700);
    assert_true(g_file_set_contents(path, source, -1, NULL));
    skill_library *lib = skill_library_load(NULL, NULL, &error);
    assert_non_null(lib);
    g_unlink(path);
    return lib;
}

/* The timeline as JSON, or the error's text. */
static char *by_lua(const char *body)
{
    g_autoptr(skill_library) lib = library_with(body);
    g_autoptr(action) a = action_new("f");
    g_autoptr(screen) s = screen_blank();
    g_autoptr(GError) error = NULL;
    g_autoptr(timeline) t = dryrun(lib, a, s, 1, 60000, &error);
    return t ? timeline_to_json(t) : g_strdup(error->message);
}

/* "key.press key=a duration=1 -- wait seconds=1" */
static char *by_name(const char *line)
{
    g_autoptr(skill_library) lib = library_with("");
    g_autoptr(GPtrArray) actions = g_ptr_array_new_with_free_func((GDestroyNotify)action_free);
    g_autoptr(screen) s = screen_blank();
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) calls = g_strsplit(line, " -- ", -1);
    skill_library_add_primitives(lib);
    for (char **call = calls; *call; call++) {
        g_auto(GStrv) words = g_strsplit(*call, " ", -1);
        const skill *p = skill_library_find(lib, words[0]);
        action *a = action_new(words[0]);
        g_ptr_array_add(actions, a);
        for (char **w = words + 1; *w; w++) {
            char *value = strchr(*w, '=');
            struct value v = {0};
            *value++ = '\0';
            g_strdelimit(value, "_", ' '); /* so that a value may have spaces */
            const struct param *found = NULL;
            for (guint i = 0; i < p->params->len && !found; i++)
                if (g_str_equal(g_array_index(p->params, struct param, i).name, *w))
                    found = &g_array_index(p->params, struct param, i);
            assert_non_null(found);
            if (!library_param_value(found, value, &v, &error))
                return g_strdup(error->message);
            action_set(a, *w, &v);
            if (v.type == VALUE_STRING)
                g_free(v.string);
        }
        if (!skill_library_check(lib, a, &error))
            return g_strdup(error->message);
    }
    g_autoptr(timeline) t = dryrun_all(lib, actions, s, 1, 60000, &error);
    return t ? timeline_to_json(t) : g_strdup(error->message);
}

static void primitive__each_call__is_the_api_s_own(void **state)
{
    (void)state;
    static const char *const calls[][2] = {
        {"key.press key=enter duration=0.2", "key.press('enter', 0.2)"},
        {"key.press key=a wait=false -- wait seconds=1", "key.press('a', {wait = false}) wait(1)"},
        {"key.hold key=w duration=2", "key.hold('w', 2)"},
        {"key.hold key=w -- key.release key=w", "key.hold('w') key.release('w')"},
        {"key.combo keys=ctrl+shift+p order=same", "key.combo('ctrl+shift+p', {order = 'same'})"},
        {"key.hotkey keys=ctrl+k_ctrl+s gap=0.1", "key.hotkey('ctrl+k ctrl+s', {gap = 0.1})"},
        {"key.type text=a_b speed=10", "key.type('a b', {speed = 10})"},
        {"mouse.move x=0.5 y=0.25 origin=normalized", "mouse.move(0.5, 0.25, {origin = 'normalized'})"},
        {"mouse.hover x=5 y=6 rest=1", "mouse.hover(5, 6, {rest = 1})"},
        {"mouse.turn degrees_x=90 mode=aiming", "mouse.turn(90, nil, {mode = 'aiming'})"},
        {"mouse.click", "mouse.click()"},
        {"mouse.click button=right", "mouse.click('right')"},
        {"mouse.click x=3 y=4 clicks=3", "mouse.click(3, 4, 'left', {clicks = 3})"},
        {"mouse.click duration=1", "mouse.click('left', 1)"},
        {"mouse.double_click x=3 y=4", "mouse.double_click(3, 4)"},
        {"mouse.hold button=middle duration=1 wait=true", "mouse.hold('middle', {duration = 1, wait = true})"},
        {"mouse.hold -- mouse.release button=left", "mouse.hold() mouse.release()"},
        {"mouse.drag to_x=9 to_y=8", "mouse.drag(9, 8)"},
        {"mouse.drag from_x=1 from_y=2 to_x=9 to_y=8 button=right", "mouse.drag(1, 2, 9, 8, 'right')"},
        {"mouse.drag path=1,2_30,4_5,60.5 speed=100", "mouse.drag({{1, 2}, {30, 4}, {5, 60.5}}, {speed = 100})"},
        {"mouse.scroll down=-3 x=7 y=8", "mouse.scroll(-3, {x = 7, y = 8})"},
        {"mouse.scroll right=2 monitor=1 x=1 y=1", "mouse.scroll(0, 2, {monitor = 1, x = 1, y = 1})"},
        {"key.press key=a -- f -- type_text text=z", "key.press('a') key.type('z')"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(calls); i++) {
        g_autofree char *named = by_name(calls[i][0]), *lua = by_lua(calls[i][1]);
        if (*lua != '[' || strcmp(named, lua) != 0)
            fail_msg("%s\n  by name: %s\n  in Lua:  %s", calls[i][0], named, lua);
    }
}

static void primitive__what_does_not_go_together__is_refused(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"mouse.click x=3", "x and y"},
        {"mouse.drag button=left", "to_x"},
        {"mouse.drag path=1,2_3,4 to_x=1 to_y=1", "path"},
        {"mouse.drag path=1,2,3", "points"},
        {"mouse.drag path=nonsense", "points"},
        {"mouse.scroll duration=1", "down or right"},
        {"mouse.move x=5000 y=1", "off the screen"},
        {"mouse.move x=1 y=1 tween=bounce", "tween"},
        {"key.combo keys=ctrl+nokey", "nokey"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autofree char *said = by_name(bad[i][0]);
        if (*said == '[' || !strstr(said, bad[i][1]))
            fail_msg("%s: %s", bad[i][0], said);
    }
}

static bool has_param(const skill *s, const char *name)
{
    for (guint i = 0; i < s->params->len; i++)
        if (g_str_equal(g_array_index(s->params, struct param, i).name, name))
            return true;
    return false;
}

/* The API names its options when it is asked for one that is not there: the table must name the same, however it has grown. */
static void primitive__options__are_those_that_the_api_names(void **state)
{
    (void)state;
    static const char *const calls[][3] = {
        {"key.press", "'a', {nosuch = 1}", "key"},
        {"key.hold", "'a', {nosuch = 1}", "key"},
        {"key.combo", "'a', {nosuch = 1}", "keys"},
        {"key.hotkey", "'a', {nosuch = 1}", "keys"},
        {"key.type", "'a', {nosuch = 1}", "text"},
        {"mouse.move", "1, 1, {nosuch = 1}", "x y"},
        {"mouse.hover", "1, 1, {nosuch = 1}", "x y"},
        {"mouse.turn", "1, 1, {nosuch = 1}", "degrees_x degrees_y"},
        {"mouse.click", "1, 1, 'left', {nosuch = 1}", "x y button"},
        {"mouse.double_click", "1, 1, 'left', {nosuch = 1}", "x y button"},
        {"mouse.hold", "1, 1, 'left', {nosuch = 1}", "x y button"},
        {"mouse.drag", "1, 1, 'left', {nosuch = 1}", "from_x from_y to_x to_y path button"},
        {"mouse.scroll", "1, 1, {nosuch = 1}", "down right"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(calls); i++) {
        g_autofree char *body = g_strdup_printf("%s(%s)", calls[i][0], calls[i][1]), *said = by_lua(body);
        const skill *s = primitive_find(calls[i][0]);
        const char *list = strstr(said, "(there are ");
        assert_non_null(s);
        assert_non_null(list);
        g_autofree char *names = g_strndup(list + 11, strcspn(list + 11, ")"));
        g_auto(GStrv) options = g_strsplit(names, ", ", -1), positions = g_strsplit(calls[i][2], " ", -1);
        for (char **o = options; *o; o++)
            if (!has_param(s, *o))
                fail_msg("%s takes %s, which primitive.c does not know", s->name, *o);
        for (guint k = 0; k < s->params->len; k++) {
            const char *name = g_array_index(s->params, struct param, k).name;
            if (!g_strv_contains((const char *const *)options, name) && !g_strv_contains((const char *const *)positions, name))
                fail_msg("primitive.c gives %s an option %s that the API does not take", s->name, name);
        }
    }
}

static void primitive__functions_of_key_and_mouse__have_a_row_each(void **state)
{
    (void)state;
    static const char *const files[] = {"key", "mouse"};
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_strdup_printf("%s/skills/lua/api_%s.c", g_getenv("REINS_SOURCE"), files[i]), *text = NULL;
        g_autofree char *pattern = g_strdup_printf("\\{\"(\\w+)\", %s_\\w+\\}", files[i]);
        g_autoptr(GRegex) regex = g_regex_new(pattern, 0, 0, NULL);
        g_autoptr(GMatchInfo) match = NULL;
        assert_true(g_file_get_contents(path, &text, NULL, NULL));
        int n = 0;
        for (g_regex_match(regex, text, 0, &match); g_match_info_matches(match); g_match_info_next(match, NULL), n++) {
            g_autofree char *name = g_match_info_fetch(match, 1), *full = g_strconcat(files[i], ".", name, NULL);
            if (!primitive_find(full))
                fail_msg("%s is in the API and not in primitive.c", full);
        }
        assert_true(n >= 6);
    }
}

/* A model sees neither the names nor may it use them. */
static void primitive__library_of_an_agent__does_not_know_them(void **state)
{
    (void)state;
    g_autoptr(skill_library) lib = library_with("");
    g_autoptr(action) a = action_new("wait");
    g_autoptr(GError) error = NULL;
    struct value one = {.type = VALUE_NUMBER, .number = 1};
    action_set(a, "seconds", &one);
    assert_null(skill_library_find(lib, "key.press"));
    assert_false(skill_library_check(lib, a, &error));
    skill_library_add_primitives(lib);
    assert_non_null(skill_library_find(lib, "key.press"));
    for (guint i = 0; i < skill_library_all(lib)->len; i++)
        assert_null(primitive_find(((skill *)g_ptr_array_index(skill_library_all(lib), i))->name));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(primitive__each_call__is_the_api_s_own),
        cmocka_unit_test(primitive__what_does_not_go_together__is_refused),
        cmocka_unit_test(primitive__options__are_those_that_the_api_names),
        cmocka_unit_test(primitive__functions_of_key_and_mouse__have_a_row_each),
        cmocka_unit_test(primitive__library_of_an_agent__does_not_know_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
