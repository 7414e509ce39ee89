/* skills/ACTIONS.md is walked: every row's call gives the events that stand beside it, every action of each set has a row, and
 * every function of its library is in one. */

#include "skills/dryrun/dryrun.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct row {
    char *set, *action, *call, *events; /* call NULL: no input; events says why */
};

static void row_free(gpointer data)
{
    struct row *r = data;
    g_free(r->set);
    g_free(r->action);
    g_free(r->call);
    g_free(r->events);
    g_free(r);
}

static char *cell(const char *text)
{
    g_autofree char *bare = g_strstrip(g_strdup(text));
    gsize n = strlen(bare);
    return n >= 2 && bare[0] == '`' && bare[n - 1] == '`' ? g_strndup(bare + 1, n - 2) : g_steal_pointer(&bare);
}

/* The rows `| action | call | events |` below each `## NAME: library`. */
static GPtrArray *read_rows(void)
{
    g_autofree char *path = g_build_filename(g_getenv("REINS_SOURCE"), "skills", "ACTIONS.md", NULL), *text = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    GPtrArray *rows = g_ptr_array_new_with_free_func(row_free);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autofree char *set = NULL;
    for (char **l = lines; *l; l++) {
        if (g_str_has_prefix(*l, "## ")) {
            const char *library = strstr(*l, ": ");
            g_free(set);
            set = library ? g_strdup(library + 2) : NULL;
        }
        if (!set || !g_str_has_prefix(*l, "| `"))
            continue;
        g_auto(GStrv) cells = g_strsplit(*l, " | ", 3);
        if (g_strv_length(cells) != 3 || !g_str_has_suffix(cells[2], " |"))
            fail_msg("no row: %s", *l);
        cells[2][strlen(cells[2]) - 2] = '\0';
        struct row *r = g_new0(struct row, 1);
        r->set = g_strdup(set);
        r->action = cell(cells[0] + 2);
        r->call = cell(cells[1]);
        r->events = cell(cells[2]);
        if (g_str_equal(r->call, "none"))
            g_clear_pointer(&r->call, g_free);
        g_ptr_array_add(rows, r);
    }
    return rows;
}

static const char *const libraries[] = {"computer_anthropic", "computer_openai", "computer_gemini", "computer_gemini35",
                                        "screenagent",        "appagent",        "computer",        NULL};

/* All libraries at once, and a function rowN for every row. */
static skill_library *load(const GPtrArray *rows)
{
    g_autofree char *folder = g_build_filename(g_getenv("XDG_DATA_HOME"), "reins", "skills", NULL);
    g_autofree char *path = g_build_filename(folder, "rows.lua", NULL);
    g_autoptr(GString) source = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) problems = NULL;
    for (guint i = 0; i < rows->len; i++) {
        const struct row *r = g_ptr_array_index(rows, i);
        if (r->call)
            g_string_append_printf(source, "--- Row.\nfunction row%u()\n    %s\nend\n\n", i, r->call);
    }
    g_mkdir_with_parents(folder, 0700);
    assert_true(g_file_set_contents(path, source->str, -1, NULL));
    skill_library *lib = skill_library_load(libraries, &problems, &error);
    if (!lib || problems->len)
        fail_msg("%s", lib ? (char *)problems->pdata[0] : error->message);
    return lib;
}

static char *events_of(const skill_library *lib, guint i)
{
    g_autofree char *name = g_strdup_printf("row%u", i);
    g_autoptr(action) a = action_new(name);
    g_autoptr(screen) s = screen_blank();
    g_autoptr(GError) error = NULL;
    g_autoptr(timeline) t = dryrun(lib, a, s, 1, 60000, &error);
    if (!t)
        return g_strdup(error->message);
    GString *out = g_string_new(NULL);
    for (guint k = 0; k < t->events->len; k++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, k);
        g_autofree char *text = timeline_event_describe(e);
        g_string_append_printf(out, "%s%d %s", k ? "; " : "", (int)e->at_ms, text);
    }
    return g_string_free(out, FALSE);
}

static void actions__each_row_s_call__gives_its_events(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) rows = read_rows();
    g_autoptr(skill_library) lib = load(rows);
    int wrong = 0;
    for (guint i = 0; i < rows->len; i++) {
        const struct row *r = g_ptr_array_index(rows, i);
        g_autofree char *got = r->call ? events_of(lib, i) : NULL;
        if (!got) {
            assert_true(strlen(r->events) > 20); /* a reason */
        } else if (!g_str_equal(got, r->events)) {
            print_message("%s\n  gives %s\n  not   %s\n", r->call, got, r->events);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
    assert_true(rows->len > 60);
}

/* What the console prints of it is what a person may type. */
static void actions__each_skill_s_call__is_read_as_it_is_printed(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) rows = g_ptr_array_new();
    g_autoptr(skill_library) lib = load(rows);
    const GPtrArray *all = skill_library_all(lib);
    assert_true(all->len > 60);
    for (guint i = 0; i < all->len; i++) {
        const skill *s = g_ptr_array_index(all, i);
        g_autoptr(action) a = action_new(s->name);
        for (guint k = 0; k < s->params->len; k++) {
            const struct param *p = &g_array_index(s->params, struct param, k);
            const struct value values[] = {
                [PARAM_NUMBER] = {.type = VALUE_NUMBER, .number = -0.25},
                [PARAM_INTEGER] = {.type = VALUE_INTEGER, .integer = 412},
                [PARAM_BOOLEAN] = {.type = VALUE_BOOLEAN, .boolean = true},
            };
            const struct value text = {.type = VALUE_STRING, .string = (char *)"C:\\x\\ \"é\", f(y = 1)\n\\"};
            bool written = p->type == PARAM_NUMBER || p->type == PARAM_INTEGER || p->type == PARAM_BOOLEAN;
            action_set(a, p->name, written ? &values[p->type] : &text);
        }
        g_autoptr(GError) error = NULL;
        g_autofree char *call = action_describe(a), *json = action_to_json(a);
        g_autoptr(GPtrArray) back = actions_from_calls(call, &error);
        if (!back)
            fail_msg("%s: %s", call, error->message);
        assert_int_equal(back->len, 1);
        g_autofree char *again = action_to_json(back->pdata[0]);
        assert_string_equal(again, json);
    }
}

/* The sets as their makers list them. */
static const struct {
    const char *library, *actions;
} sets[] = {
    {"computer", "click move drag scroll type keys hold_keys mouse_down mouse_up"},
    {"computer_anthropic",
     "key hold_key type cursor_position mouse_move left_mouse_down left_mouse_up left_click left_click_drag "
     "right_click middle_click double_click triple_click scroll wait screenshot zoom"},
    {"computer_openai", "click double_click drag keypress move screenshot scroll type wait"},
    {"computer_gemini", "open_web_browser wait_5_seconds go_back go_forward search navigate click_at hover_at type_text_at "
                        "key_combination scroll_document scroll_at drag_and_drop"},
    {"computer_gemini35", "click double_click triple_click middle_click right_click mouse_down mouse_up move type drag_and_drop "
                          "wait press_key key_down key_up hotkey take_screenshot scroll go_back navigate go_forward open_app "
                          "list_apps long_press"},
    {"screenagent", "mouse.down mouse.up mouse.scroll_up mouse.scroll_down mouse.move mouse.drag mouse.click mouse.double_click "
                    "keyboard.down keyboard.up keyboard.press keyboard.text WaitAction PlanAction EvaluateSubTaskAction"},
    {"appagent", "tap text long_press swipe grid grid.tap grid.long_press grid.swipe back FINISH"},
};

static bool has_row(const GPtrArray *rows, const char *library, const char *name)
{
    for (guint i = 0; i < rows->len; i++) {
        const struct row *r = g_ptr_array_index(rows, i);
        if (g_str_equal(r->set, library) && g_str_equal(r->action, name))
            return true;
    }
    return false;
}

static void actions__each_of_a_set__has_a_row(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) rows = read_rows();
    guint known = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(sets); i++) {
        g_auto(GStrv) names = g_strsplit(sets[i].actions, " ", -1);
        for (char **name = names; *name; name++, known++)
            if (!has_row(rows, sets[i].library, *name))
                fail_msg("%s: %s has no row in skills/ACTIONS.md", sets[i].library, *name);
        for (guint k = 0; k < rows->len; k++) {
            const struct row *r = g_ptr_array_index(rows, k);
            if (g_str_equal(r->set, sets[i].library) && !g_strv_contains((const char *const *)names, r->action))
                fail_msg("%s: nobody's action is called %s", r->set, r->action);
        }
    }
    assert_int_equal(known, 9 + 17 + 9 + 13 + 23 + 15 + 10);
}

/* No function that the table does not speak of, none that another library has taken away. */
static void actions__each_function__is_in_a_row_of_its_library(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) rows = read_rows();
    g_autoptr(skill_library) lib = load(rows);
    static const char *const prefixes[] = {"anthropic_", "openai_", "gemini_", "gemini35_", "screenagent_", "appagent_"};
    const GPtrArray *all = skill_library_all(lib);
    guint found = 0;
    for (guint i = 0; i < all->len; i++) {
        const skill *s = g_ptr_array_index(all, i);
        for (gsize k = 0; k < G_N_ELEMENTS(prefixes); k++) {
            if (!g_str_has_prefix(s->name, prefixes[k]))
                continue;
            g_autofree char *file = g_strdup_printf("/%s.lua", libraries[k]);
            assert_true(g_str_has_suffix(s->file, file));
            g_autofree char *call = g_strdup_printf("%s(", s->name);
            bool called = false;
            for (guint n = 0; n < rows->len && !called; n++) {
                const struct row *r = g_ptr_array_index(rows, n);
                called = r->call && g_str_equal(r->set, libraries[k]) && strstr(r->call, call);
            }
            if (!called)
                fail_msg("%s is in no row", s->name);
            found++;
        }
    }
    assert_int_equal(found, 17 + 9 + 12 + 21 + 13 + 11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actions__each_row_s_call__gives_its_events),
        cmocka_unit_test(actions__each_skill_s_call__is_read_as_it_is_printed),
        cmocka_unit_test(actions__each_of_a_set__has_a_row),
        cmocka_unit_test(actions__each_function__is_in_a_row_of_its_library),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
