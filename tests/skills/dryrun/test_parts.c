/* A skill that waits in its middle (screen.await()): a timeline for each of its parts. */

#include "skills/dryrun/dryrun.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static skill_library *library_of(const char *source)
{
    static const char *const names[] = {"xcalc", NULL};
    g_autofree char *folder = g_build_filename(g_getenv("XDG_DATA_HOME"), "reins", "skills", NULL),
                    *path = g_build_filename(folder, "own.lua", NULL);
    g_autoptr(GError) error = NULL;
    g_mkdir_with_parents(folder, 0700);
    assert_true(g_file_set_contents(path, source, -1, NULL));
    skill_library *lib = skill_library_load(names, NULL, &error);
    if (!lib)
        fail_msg("%s: %s", source, error->message);
    return lib;
}

static char *described(const timeline *t)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < t->events->len; i++) {
        g_autofree char *text = timeline_event_describe(&g_array_index(t->events, struct timeline_event, i));
        g_string_append_printf(out, "%s;", text);
    }
    return g_string_free(out, FALSE);
}

/* In parts: what comes after a screen.await() is made on the screen that has it; what was done before is not done again. */
static void dryrun__waits_in_its_middle__a_timeline_for_each_part(void **state)
{
    (void)state;
    static const char source[] = "--- Save.\n-- @param name string n\nfunction save(name)\n"
                                 "    local old = screen.element('File') mouse.move(old.x, old.y, 0)\n"
                                 "    key.hold('Shift_L')\n    screen.await('Save As', 'window')\n    key.type(name)\n"
                                 "    local p = screen.await('Save', 'push button')\n    mouse.move(p.x, p.y, 0)\nend\n";
    static const char *const parts[] = {"move to 15,15;key Shift_L down, held for at most 60.0 s;wait until window \"Save As\" "
                                        "is there; what follows is proposed "
                                        "then;",
                                        "type \"a\";wait until push button \"Save\" is there; what follows is proposed then;",
                                        "move to 105,105;"};
    g_autoptr(skill_library) lib = library_of(source);
    g_autoptr(screen) s = screen_new(1280, 720);
    const struct screen_mark file = {1,  (char *)"button", (char *)"elements", (char *)"File", 10, 10, 10,
                                     10, (char *)"menu",   (char *)"f"};
    screen_add_mark(s, &file);
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_autoptr(GPtrArray) actions = actions_from_calls("save(name = \"a\")", NULL);
        action *a = actions->pdata[0];
        a->part = (int)i;
        if (i == 2) { /* the dialog has hidden what the first part pressed */
            g_array_set_size(s->marks, 0);
            const struct screen_mark save = {2,  (char *)"button",      (char *)"elements", (char *)"Save", 100, 100, 10,
                                             10, (char *)"push button", (char *)"s"};
            screen_add_mark(s, &save);
        }
        g_autoptr(GError) error = NULL;
        g_autoptr(timeline) t = dryrun(lib, a, s, 7, 60000, &error);
        if (!t)
            fail_msg("part %d: %s", (int)i, error->message);
        g_autofree char *text = described(t);
        assert_string_equal(text, parts[i]);
        g_autofree char *json = timeline_to_json(t), *again = NULL;
        g_autoptr(timeline) read = timeline_from_json(json, strlen(json), NULL);
        again = timeline_to_json(read);
        assert_string_equal(json, again);
    }
    screen_add_mark(s, &file);
    g_autoptr(GPtrArray) two = actions_from_calls("save(name = \"a\") save(name = \"b\")", NULL);
    g_autoptr(GError) error = NULL;
    assert_null(dryrun_all(lib, two, s, 7, 60000, &error));
    if (!strstr(error->message, "save: it waits for something on the screen, so that no call can come after it"))
        fail_msg("%s", error->message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dryrun__waits_in_its_middle__a_timeline_for_each_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
