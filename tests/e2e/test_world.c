/* Whole runs in a fast world: a scripted model goes from nothing to a stone pickaxe. Gate, journal, resume, fork and replay are
 * as on any display. */
#include "tests/e2e/driver.h"

#include "config/strict_json.h"
#include "tests/helper/xvfb.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#define WORLD "world:small?seed=4&fail=0"

static char *whole; /* number of the unbroken run */
static guint acts;  /* it took */

static int setup(void **state)
{
    (void)state;
    driver_configure("miner", "");
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    g_free(whole);
    return 0;
}

static driver *start(const char *display)
{
    return driver_start(
        NULL, WORDS("run", "--headless", "--agent", "direct", "--display", display, "--brain", "miner", "make a stone pickaxe"));
}

static guint heard(const driver *d, enum event_kind kind)
{
    guint n = 0;
    for (guint i = 0; i < d->heard->len; i++)
        n += ((const event *)g_ptr_array_index(d->heard, i))->kind == kind;
    return n;
}

static char *first_line(const event *proposal)
{
    return timeline_event_describe(&g_array_index(proposal->fire.timeline->events, struct timeline_event, 0));
}

/* What was fired in the run, an act a line. */
static char *fired(const driver *d)
{
    GString *all = g_string_new(NULL);
    for (guint i = 0; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        g_autofree char *line = e->kind == EVENT_PROPOSAL ? first_line(e) : NULL;
        if (line)
            g_string_append_printf(all, "%s\n", line);
    }
    return g_string_free(all, FALSE);
}

static void world__a_run__ends_in_a_pickaxe(void **state)
{
    (void)state;
    driver *d = start(WORLD);
    const event *ended = driver_approve_all(d);
    assert_string_equal(ended->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    acts = heard(d, EVENT_PROPOSAL);
    for (guint i = 0; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        if (e->kind != EVENT_PROPOSAL)
            continue;
        assert_int_equal(e->judged.tier, 1);
        assert_string_equal(e->fire.target->window, "A small world");
    }
    bool told = false; /* the state, for a person */
    for (guint i = 0; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        told |= e->kind == EVENT_FRAME && e->text && strstr(e->text, "stone_pickaxe=1");
    }
    assert_true(told);
    assert_true(acts > 6);
    assert_verified();
    whole = g_strdup(d->run);
    driver_free(d);
}

static void world__the_same_seed__the_same_run(void **state)
{
    (void)state;
    driver *one = start(WORLD), *two = start(WORLD);
    driver_approve_all(one);
    driver_approve_all(two);
    g_autofree char *a = fired(one), *b = fired(two);
    assert_string_equal(a, b);
    driver_exit(one);
    driver_exit(two);
    driver_free(one);
    driver_free(two);
}

/* Engine and hand die at once after the third act: nothing of the world is lost, and nothing is done twice. */
static void world__killed__goes_on_where_it_was(void **state)
{
    (void)state;
    driver *d = start(WORLD);
    for (int i = 0; i < 3; i++) {
        driver_approve(d, driver_await(d, EVENT_PROPOSAL));
        driver_await_where(d, EVENT_FIRED, "done");
    }
    driver_await(d, EVENT_PROPOSAL);
    kill(child_named(d->pid, "hand"), SIGKILL);
    kill(d->pid, SIGKILL);
    assert_int_equal(driver_exit(d), 128 + SIGKILL);
    g_autofree char *run = g_strdup(d->run);
    driver_free(d);
    d = driver_start(NULL, WORDS("resume", run, "--headless"));
    assert_string_equal(driver_approve_all(d)->end.outcome, "success");
    assert_int_equal(heard(d, EVENT_PROPOSAL), acts - 3);
    assert_int_equal(driver_exit(d), 0);
    assert_verified();
    driver_free(d);
}

static void world__a_fork__does_the_acts_again(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, WORDS("resume", whole, "--before", "4", "--replay", "--headless"));
    assert_string_equal(driver_approve_all(d)->end.outcome, "success");
    assert_int_equal(driver_notices(d, "the display is where"), 1);
    assert_int_equal(driver_exit(d), 0);
    assert_verified();
    driver_free(d);
}

static void world__rejected__is_not_done(void **state)
{
    (void)state;
    driver *d = start(WORLD);
    g_autofree char *line = NULL, *again = NULL;
    const event *p = driver_await(d, EVENT_PROPOSAL);
    line = first_line(p);
    driver_reject(d, p, "not now");
    p = driver_await(d, EVENT_PROPOSAL);
    again = first_line(p);
    assert_string_equal(again, line);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
}

static int do_in(const char *display, const char *file, const char *const *more, char **ret_out, char **ret_err)
{
    g_autofree char *name = file ? g_strdup_printf("%s&file=%s", display, file) : g_strdup(display);
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    g_ptr_array_add(words, (gpointer) "do");
    g_ptr_array_add(words, (gpointer) "--yes");
    g_ptr_array_add(words, (gpointer) "--profile");
    g_ptr_array_add(words, (gpointer) "world");
    g_ptr_array_add(words, (gpointer) "--display");
    g_ptr_array_add(words, name);
    for (; *more; more++)
        g_ptr_array_add(words, (gpointer)*more);
    g_ptr_array_add(words, NULL);
    return reins_run(NULL, (const char *const *)words->pdata, ret_out, ret_err);
}

static void world__keys__and_x__acts__are_refused_by_name(void **state)
{
    (void)state;
    g_autofree char *keys = NULL, *acts_err = NULL;
    assert_int_not_equal(do_in(WORLD, NULL, WORDS("key.press", "key=a"), NULL, &keys), 0);
    assert_non_null(strstr(keys, "a world takes acts only"));
    static const struct {
        const char *act, *argument, *words;
    } wrong[] = {{"press_key", "key=a", "may not be used here"},
                 {"craft", "object=", "object is \"\" (a name such as oak_log fits)"},
                 {"craft", "object=../../x", "object is \"../../x\""},
                 {"mine", "count=0", "count is 0 (1 to 2304 fits)"}};
    for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autofree char *err = NULL;
        assert_int_equal(do_in(WORLD, NULL, WORDS(wrong[i].act, wrong[i].argument, i == 3 ? "object=sand" : NULL), NULL, &err),
                         1);
        if (!strstr(err, wrong[i].words))
            fail_msg("%s", err);
    }
    struct xvfb x;
    xvfb_start(&x, 200, 100, NULL);
    assert_int_not_equal(do_in(x.display, NULL, WORDS("place", "object=dirt"), NULL, &acts_err), 0);
    assert_non_null(strstr(acts_err, "\"place object=dirt\", which only a world can do"));
    xvfb_stop(&x);
}

/* What stands in the named file is gone on from by whoever comes. */
static void world__a_named_file__is_kept(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("reins-world-XXXXXX", &error), *err = NULL, *text = NULL;
    g_autofree char *file = g_build_filename(folder, "world state.json", NULL);
    assert_int_equal(do_in(WORLD "&give=dirt 2", file, WORDS("place", "object=dirt"), NULL, NULL), 0);
    assert_int_equal(do_in(WORLD, file, WORDS("mine", "object=dirt"), NULL, NULL), 0);
    gsize length = 0;
    assert_true(g_file_get_contents(file, &text, &length, NULL));
    g_autoptr(cJSON) root = cJSON_Parse(text);
    g_autofree char *inventory = strict_json_print(cJSON_GetObjectItem(root, "inventory"));
    g_autofree char *last = strict_json_print(cJSON_GetObjectItem(root, "last"));
    if (!strstr(last, "mine object=dirt"))
        fail_msg("%s %s", last, inventory);
    g_file_set_contents(file, "{}", -1, NULL);
    assert_int_not_equal(do_in(WORLD, file, WORDS("place", "object=sand"), NULL, &err), 0);
    assert_non_null(strstr(err, "is no state of the world"));
    g_remove(file);
    g_rmdir(folder);
}

static driver *two_acts_then_killed(const char *display)
{
    driver *d = start(display);
    for (int i = 0; i < 2; i++) {
        driver_approve(d, driver_await(d, EVENT_PROPOSAL));
        driver_await_where(d, EVENT_FIRED, "done");
    }
    kill(d->pid, SIGKILL);
    driver_exit(d);
    return d;
}

/* Else the run would go on in a new world, without a word. */
static void world__a_state_that_is_gone__is_told(void **state)
{
    (void)state;
    driver *d = two_acts_then_killed(WORLD);
    g_autofree char *file = g_strdup_printf("%s/reins/worlds/run-%s.json", g_getenv("XDG_DATA_HOME"), d->run), *err = NULL;
    assert_int_equal(g_remove(file), 0);
    assert_int_equal(reins_run(NULL, WORDS("resume", d->run, "--headless"), NULL, &err), 3);
    if (!strstr(err, "is gone, and with it the state of the world"))
        fail_msg("%s", err);
    driver_free(d);
}

/* The engine dies before it has written the world's state, which is not there either: nothing has begun, so the run begins. */
static void world__killed_before_it_began__begins(void **state)
{
    (void)state;
    g_autofree char *file = g_build_filename(g_get_tmp_dir(), "begins.json", NULL);
    g_autofree char *display = g_strconcat(WORLD "&file=", file, NULL);
    assert_int_equal(mkfifo(file, 0600), 0);
    driver *d = start(display);
    int fd = open(file, O_WRONLY | O_CLOEXEC); /* returns when the engine reads it */
    assert_true(fd >= 0);
    kill(d->pid, SIGKILL);
    driver_exit(d);
    driver_free(d);
    close(fd);
    assert_int_equal(g_remove(file), 0);
    d = driver_start(NULL, WORDS("resume", "last", "--headless"));
    assert_string_equal(driver_approve_all(d)->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    g_remove(file);
}

static void world__two_runs__never_on_one_file(void **state)
{
    (void)state;
    g_autofree char *file = g_build_filename(g_get_tmp_dir(), "shared.json", NULL), *err = NULL;
    g_autofree char *display = g_strconcat(WORLD "&file=", file, NULL);
    driver *d = start(display);
    driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(reins_run(NULL,
                               WORDS("run", "--headless", "--agent", "direct", "--display", display, "--brain", "miner", "x"),
                               NULL, &err),
                     3);
    g_autofree char *words = g_strdup_printf("run %s works on %s", d->run, file);
    if (!strstr(err, words))
        fail_msg("%s", err);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
    g_remove(file);
}

/* A world has no keyboard: a person who has taken over does acts, under the same checks, and the agent sees what came of them. */
static void world__taken_over__a_person_acts(void **state)
{
    (void)state;
    static const char *const sand = "{\"command\":\"drive\",\"action\":{\"skill\":\"mine\",\"args\":{\"object\":\"sand\"}}}";
    static const char *const key = "{\"command\":\"drive\",\"action\":{\"skill\":\"key.press\",\"args\":{\"key\":\"a\"}}}";
    driver *d = start(WORLD);
    driver_await(d, EVENT_PROPOSAL);
    driver_send(d, "{\"command\":\"takeover\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, key);
    assert_non_null(strstr(driver_await_where(d, EVENT_NOTICE, "error")->text, "a world takes the acts of its skills"));
    driver_send(d, sand);
    const event *fired = driver_await_where(d, EVENT_FIRED, "done");
    assert_string_equal(fired->effect, "changed");
    driver_send(d, "{\"command\":\"handback\",\"note\":\"\"}");
    assert_string_equal(driver_approve_all(d)->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    assert_verified();
    driver_free(d);
}

/* What stands in a manual page from "# example: FILE" to the end of it, put there; roff's escapes undone. */
static void put_example(const char *page, const char *folder, const char *file)
{
    g_autofree char *mark = g_strdup_printf("example: %s\n", file),
                    *dir = g_build_filename(g_get_user_config_dir(), "reins", folder, NULL);
    g_autofree char *path = g_build_filename(dir, file, NULL);
    const char *begin = strstr(page, mark), *end = begin ? strstr(begin, "\n.fi") : NULL;
    assert_non_null(end);
    g_autofree char *text = g_strndup(begin + strlen(mark), (gsize)(end - begin) - strlen(mark));
    g_autoptr(GString) plain = g_string_new(text);
    g_string_replace(plain, "\\-", "-", 0);
    g_string_replace(plain, "\\e", "\\", 0);
    g_mkdir_with_parents(dir, 0700);
    assert_true(g_file_set_contents(path, plain->str, -1, NULL));
}

static void world__the_manuals_world_and_brain__make_bread(void **state)
{
    (void)state;
    g_autofree char *file = g_build_filename(g_getenv("REINS_SOURCE"), "tui/man/reins-world.7", NULL), *page = NULL;
    assert_true(g_file_get_contents(file, &page, NULL, NULL));
    put_example(page, "worlds", "bakery.ini");
    put_example(page, "brains", "baker.lua");
    driver_configure("miner", "[brain baker]\nkind=lua\nscript=baker\n");
    driver *d = driver_start(
        NULL, WORDS("run", "--headless", "--agent", "gitm", "--display", "world:bakery?fail=0", "--brain", "baker", "bread"));
    const event *ended = driver_approve_all(d);
    if (!g_str_equal(ended->end.outcome, "success"))
        fail_msg("%s", ended->reason);
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
}

/* The page says what came of it: a flaw that is named, then a failure that is explained. */
static void world__the_manuals_script_for_jarvis(void **state)
{
    (void)state;
    g_autofree char *file = g_build_filename(g_getenv("REINS_SOURCE"), "tui/man/reins-jarvis.7", NULL), *page = NULL;
    static const char *const runs[][2] = {{"check=exact", "wooden_pickaxe"}, {"check=off", "cobblestone"}};
    assert_true(g_file_get_contents(file, &page, NULL, NULL));
    put_example(page, "brains", "crafter.lua");
    driver_configure("miner", "[brain crafter]\nkind=lua\nscript=crafter\n");
    for (gsize i = 0; i < G_N_ELEMENTS(runs); i++) {
        driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "jarvis", "--display", "world:small?seed=3&fail=0",
                                             "--brain", "crafter", "--set", runs[i][0], runs[i][1]));
        const event *ended = driver_approve_all(d);
        if (!g_str_equal(ended->end.outcome, "success"))
            fail_msg("%s", ended->reason);
        assert_true(i == 1 || driver_notices(d, "it is made with a crafting_table, and no goal gets one") > 0);
        assert_int_equal(driver_exit(d), 0);
        driver_free(d);
    }
}

/* What came of each act is told; one that failed is the end of the chain. */
static void world__an_act_by_hand__says_what_came_of_it(void **state)
{
    (void)state;
    g_autofree char *out = NULL, *err = NULL, *json = NULL, *json_err = NULL, *seen = NULL;
    assert_int_equal(do_in(WORLD, NULL, WORDS("mine", "object=sand", "count=2"), &out, NULL), 0);
    assert_non_null(strstr(out, ", y 64, ground, day, health 20"));
    assert_non_null(strstr(out, "\nhas: sand=2\n"));
    assert_int_equal(
        do_in(WORLD, NULL, WORDS("mine", "object=sand", "--", "craft", "object=stick", "--", "mine", "object=sand"), NULL, &err),
        1);
    if (!strstr(err, "failed: craft object=stick: material is missing (2 planks); what comes after it was left out"))
        fail_msg("%s", err);
    assert_int_equal(do_in(WORLD, NULL, WORDS("--json", "mine", "object=unicorn"), &json, &json_err), 1);
    g_autoptr(cJSON) root = cJSON_Parse(json);
    assert_string_equal(cJSON_GetObjectItem(root, "status")->valuestring, "failed");
    assert_string_equal(cJSON_GetObjectItem(root, "effect")->valuestring, "unexpected");
    assert_string_equal(cJSON_GetObjectItem(root, "reason")->valuestring,
                        "failed: mine object=unicorn: there is no such thing here (unicorn)");
    const cJSON *last = cJSON_GetObjectItem(cJSON_GetObjectItem(root, "state"), "last");
    assert_string_equal(cJSON_GetObjectItem(last, "cause")->valuestring, "unknown");
    g_autofree char *run = strict_json_print(cJSON_GetObjectItem(root, "run")), *shown = run_shown(run);
    if (!strstr(shown, "mine object=unicorn: there is no such thing here"))
        fail_msg("%s", shown);
    assert_int_equal(reins_run(NULL, WORDS("see", "--json", "--display", WORLD "&give=stick 2"), &seen, NULL), 0);
    assert_non_null(strstr(seen, "\"inventory\":{\"stick\":2}"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(world__a_run__ends_in_a_pickaxe),
        cmocka_unit_test(world__the_same_seed__the_same_run),
        cmocka_unit_test(world__killed__goes_on_where_it_was),
        cmocka_unit_test(world__a_fork__does_the_acts_again),
        cmocka_unit_test(world__rejected__is_not_done),
        cmocka_unit_test(world__keys__and_x__acts__are_refused_by_name),
        cmocka_unit_test(world__the_manuals_world_and_brain__make_bread),
        cmocka_unit_test(world__taken_over__a_person_acts),
        cmocka_unit_test(world__a_state_that_is_gone__is_told),
        cmocka_unit_test(world__killed_before_it_began__begins),
        cmocka_unit_test(world__two_runs__never_on_one_file),
        cmocka_unit_test(world__a_named_file__is_kept),
        cmocka_unit_test(world__the_manuals_script_for_jarvis),
        cmocka_unit_test(world__an_act_by_hand__says_what_came_of_it),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
