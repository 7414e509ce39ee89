/* Elements in a whole run: skill, card and tier, on a GTK program whose icons have names only for the accessibility tree, and one
 * of whose buttons tells another name than it shows. */
#include "tests/e2e/driver.h"

#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void write_file(const char *base, const char *name, const char *text)
{
    g_autofree char *file = g_build_filename(base, "reins", name, NULL), *dir = g_path_get_dirname(file);
    g_mkdir_with_parents(dir, 0700);
    assert_true(g_file_set_contents(file, text, -1, NULL));
}

static const char skill[] = "--- Press the element that its program calls so.\n"
                            "-- @param name string the element's name\n"
                            "-- @expect it is pressed\n"
                            "function press_named(name)\n"
                            "    local at = screen.element(name)\n"
                            "    if not at then error(\"no element \" .. name) end\n"
                            "    click_at_position(at.x, at.y, \"left\")\n"
                            "end\n";

/* One that went stale comes again in its step. */
static void expect(driver *d, int step, const char *label, int tier, const char *rule)
{
    const event *p = driver_await(d, EVENT_PROPOSAL);
    for (; p->step < step; p = driver_await(d, EVENT_PROPOSAL))
        driver_approve(d, p);
    if (p->step != step || g_strcmp0(p->fire.target->label, label) != 0 || p->judged.tier != tier ||
        !g_str_equal(p->judged.rule, rule))
        fail_msg("on %s, tier %d by %s (%s), not on %s, %d by %s", p->fire.target->label, p->judged.tier, p->judged.rule,
                 p->judged.evidence, label, tier, rule);
    driver_approve(d, p);
}

static void run__elements_of_its_program__named_on_the_card_and_judged(void **state)
{
    (void)state;
    g_autofree char *profile =
        g_strdup_printf("[profile]\napp=/usr/bin/python3 -BEs %s/tests/sinks/elements_gtk.py 3 OK=Delete Confirm=Confirm "
                        "Strong=a Plain=Plain=unknown\n"
                        "window=^elements$\nelements=atspi\nskills=named\nsettle_ms=100\n",
                        g_getenv("REINS_SOURCE"));
    write_file(g_get_user_config_dir(), "apps/named.ini", profile);
    write_file(g_get_user_data_dir(), "skills/named.lua", skill);
    driver_configure("named", "[eye]\nsettle_ms=100\n");
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--sandbox", "900x500", "--profile", "named", "--brain", "named",
                                         "--mode", "step", "Save Delete OK Confirm Strong Plain"));
    expect(d, 1, "\"Save\" (button, as its program says)", 2, "unnamed-drawing"); /* an icon without words */
    expect(d, 2, "\"Delete\" (button, as its program says)", 3, "grave-element");
    expect(d, 3, "\"Delete\" (button, called \"OK\")", 3, "grave-label"); /* what it shows counts, whatever it is called */
    expect(d, 4, "\"Confirm\" (button)", 3, "grave-label");
    expect(d, 5, "\"Strong\" (button, as its program says)", 2, "unnamed-drawing"); /* the "a" on it is no word */
    expect(d, 6, "\"Plain\"", 1, "input");                                          /* "unknown" says nothing of it */
    assert_string_equal(driver_approve_all(d)->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    assert_verified();
    driver_free(d);
}

/* The person is told once why there are none, and the run goes on by the picture. */
static void run__program_without_a_tree__said_once(void **state)
{
    (void)state;
    write_file(g_get_user_config_dir(), "apps/bare.ini",
               "[profile]\napp=xterm\nwindow=(?i)xterm\nelements=atspi\nsettle_ms=100\n");
    driver_configure("clicker", "[eye]\nsettle_ms=100\n");
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--sandbox", "700x500", "--profile", "bare", "--brain", "clicker",
                                         "--mode", "step", "scroll 100 100 2"));
    assert_string_equal(driver_approve_all(d)->end.outcome, "success");
    assert_int_equal(driver_notices(d, "elements: none, the program is not on the accessibility bus"), 1);
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
}

/* An agent that works by elements asks for them on a display of others, too, which may have no bus. */
static void run__agent_by_elements__asks_on_any_display(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 400, 300, NULL);
    driver_configure("explorer", "[eye]\nsettle_ms=100\n");
    driver *d = driver_start(x.display, WORDS("run", "--headless", "--display", x.display, "--app", "xcalc", "--agent",
                                              "appagent", "--brain", "explorer", "explore Nothing"));
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "failed");
    assert_int_equal(driver_notices(d, "elements: none, the display has no accessibility bus"), 1);
    driver_exit(d);
    driver_free(d);
    xvfb_stop(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run__elements_of_its_program__named_on_the_card_and_judged),
        cmocka_unit_test(run__program_without_a_tree__said_once),
        cmocka_unit_test(run__agent_by_elements__asks_on_any_display),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
