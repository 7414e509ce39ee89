/* What a display tells of its state. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/modules/counts.h"
#include "engine/modules/display_state.h"

static void display__tells_its_state(void **state)
{
    (void)state;
    g_auto(display_state) s = {0}, none = {0};
    display_state_read(
        "{\"step\":12,\"limit\":100,\"biome\":\"forest\",\"y\":64,\"place\":\"ground\",\"time\":\"day\",\"health\":20,"
        "\"inventory\":{\"stick\":2,\"log\":0,\"odd\":\"x\"},\"held\":\"\",\"near\":{\"oak_log\":{\"count\":5,"
        "\"reached\":true},\"cow\":{},\"furnace\":{\"placed\":true}},\"wear\":{\"iron_axe\":7},\"last\":{\"ok\":false,\"text\":"
        "\"no tool\"},\"world\":{}}",
        &s);
    g_autofree char *inventory = counts_text(s.inventory);
    assert_string_equal(inventory, "stick=2");
    assert_string_equal(
        s.place, "forest, y 64, ground, day, health 20; near: oak_log 5 (within reach), cow 1 (in sight), furnace 1 (in sight)");
    assert_int_equal(s.placed->len, 1);
    assert_string_equal(s.placed->pdata[0], "furnace");
    assert_int_equal(counts_get(s.wear, "iron_axe"), 7);
    assert_string_equal(s.last, "no tool");
    assert_false(s.chance);
    assert_int_equal(s.step + s.limit, 112);
    g_autofree char *text = display_state_text(&s), *nothing = display_state_text(&none);
    assert_string_equal(
        text, "forest, y 64, ground, day, health 20; near: oak_log 5 (within reach), cow 1 (in sight), furnace 1 (in sight)\n"
              "has: stick=2\nfailed: no tool");
    assert_string_equal(nothing, "");
    g_auto(display_state) slip = {0};
    display_state_read("{\"last\":{\"ok\":false,\"cause\":\"controller\",\"text\":\"the body did not do it\"}}", &slip);
    assert_true(slip.chance);
    static const char *const bad[] = {NULL, "", "[]", "{", "{\"inventory\":5,\"last\":7,\"near\":[1],\"y\":\"x\"}"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        display_state_read(bad[i], &none);
        assert_null(none.inventory);
        assert_null(none.last);
        display_state_clear(&none);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(display__tells_its_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
