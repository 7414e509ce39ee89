/* Every item of the small world can be had from nothing, by a player that knows the recipes. What it does in a world alone, it
 * does in a whole run: gate, journal and hand change nothing of it. */

#include "tests/e2e/driver.h"
#include "tests/e2e/driver_oracle.h"
#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define SEEDS 3

static void every_item_of_the_small_world__is_obtained(void **state)
{
    (void)state;
    g_autoptr(recipes) r = recipes_load("small", NULL);
    g_autoptr(oracle) o = oracle_new(r);
    for (guint i = 0; i < r->items->len; i++) {
        const recipe_item *item = r->items->pdata[i];
        g_autofree char *impossible = oracle_impossible(o, item);
        enum world_cause cause = CAUSE_NONE;
        bool got = false;
        for (guint64 seed = 1; !impossible && !got && seed <= SEEDS; seed++) {
            g_autoptr(world) w = world_new(r, seed, -1, -1);
            got = oracle_play(o, w, item, NULL, &cause);
        }
        if (!got)
            fail_msg("%s: %s", item->name, impossible ? impossible : world_cause_name(cause));
    }
}

static void what_nothing_gives__is_said(void **state)
{
    (void)state;
    static const char text[] = "[world]\n[biome b]\n[item a]\n[item c]\n[item d]\n[item t]\ntool=axe\n[recipe d]\nneeds=c 1\n"
                               "[source a]\ndrops=a 1\ntool=axe\n";
    g_autoptr(recipes) r = recipes_parse(text, sizeof text - 1, "own", NULL);
    g_autoptr(oracle) o = oracle_new(r);
    static const char *const why[][2] = {
        {"d", "c, which nothing gives"}, {"c", "c, which nothing gives"}, {"a", "a, whose tool cannot be had"}};
    for (gsize i = 0; i < G_N_ELEMENTS(why); i++) {
        g_autofree char *said = oracle_impossible(o, recipes_item(r, why[i][0]));
        assert_string_equal(said, why[i][1]);
    }
}

/* "mine object=stone count=3" as a model calls it. */
static void write_call(GString *lua, const char *act)
{
    g_auto(GStrv) words = g_strsplit(act, " ", -1);
    g_string_append_printf(lua, "{skill = \"%s\", expectation = \"it is done\", reason = \"it is next\", args = {", words[0]);
    for (guint i = 1; words[i]; i++) {
        char *value = strchr(words[i], '=');
        bool number = g_ascii_isdigit(value[1]);
        *value++ = '\0';
        g_string_append_printf(lua, "%s = %s%s%s, ", words[i], number ? "" : "\"", value, number ? "" : "\"");
    }
    g_string_append(lua, "}}");
}

/* A script that does these acts: it knows the next one by the step of the world and by how the last one went. */
static void write_brain(const recipes *r, const GPtrArray *acts)
{
    g_autoptr(GString) lua = g_string_new("local acts = {\n");
    g_autoptr(world) w = world_new(r, 1, -1, -1);
    g_autoptr(GHashTable) keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < acts->len; i++) {
        g_auto(GStrv) last = g_strsplit(w->last.text, " ", 2);
        g_autofree char *key = g_strdup_printf("%d %s", w->step, last[0] ? last[0] : "");
        g_string_append_printf(lua, "[\"%s\"] = ", key);
        assert_true(g_hash_table_add(keys, g_steal_pointer(&key)));
        write_call(lua, acts->pdata[i]);
        g_string_append(lua, ",\n");
        world_act(w, acts->pdata[i]);
    }
    g_string_append(lua, "}\nfunction plan(input)\n"
                         "    local last = string.match(input.state.last and input.state.last.act or \"\", \"^%S*\")\n"
                         "    local act = acts[string.format(\"%d %s\", input.state.step, last)]\n"
                         "    return {reasoning = \"the next\", actions = {act}, outcome = act and \"continue\" or \"success\"}\n"
                         "end\n");
    g_autofree char *path = g_build_filename(g_getenv("XDG_DATA_HOME"), "oracle.lua", NULL);
    g_autofree char *brain = g_strdup_printf("[brain oracle]\nkind=lua\nscript=%s\n", path);
    assert_int_equal(g_mkdir_with_parents(g_getenv("XDG_DATA_HOME"), 0700), 0);
    assert_true(g_file_set_contents(path, lua->str, -1, NULL));
    driver_configure("miner", brain);
}

static void a_whole_run__does_the_same(void **state)
{
    (void)state;
    g_autoptr(recipes) r = recipes_load("small", NULL);
    g_autoptr(oracle) o = oracle_new(r);
    g_autoptr(world) alone = world_new(r, 1, -1, -1);
    g_autoptr(GPtrArray) acts = g_ptr_array_new_with_free_func(g_free);
    enum world_cause cause = CAUSE_NONE;
    assert_true(oracle_play(o, alone, recipes_item(r, "stone_pickaxe"), acts, &cause));
    write_brain(r, acts);
    g_autofree char *file = g_build_filename(g_getenv("XDG_DATA_HOME"), "oracle.json", NULL), *text = NULL;
    g_autofree char *display = g_strdup_printf("world:small?seed=1&file=%s", file);
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "direct", "--display", display, "--brain", "oracle",
                                         "--max-steps", "60", "make a stone pickaxe"));
    const event *ended = driver_approve_all(d);
    if (!g_str_equal(ended->end.outcome, "success"))
        fail_msg("%s: %s", ended->end.outcome, ended->reason);
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    gsize length = 0;
    assert_true(g_file_get_contents(file, &text, &length, NULL));
    g_autoptr(world) whole = world_from_json(r, text, length, NULL);
    g_autofree char *one = stock_text(&alone->stock), *other = stock_text(&whole->stock);
    assert_string_equal(one, other);
    assert_int_equal(alone->step, whole->step);
    assert_int_equal(alone->draws, whole->draws);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_item_of_the_small_world__is_obtained),
        cmocka_unit_test(what_nothing_gives__is_said),
        cmocka_unit_test(a_whole_run__does_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
