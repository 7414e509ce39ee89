/* Task files on Mousepad: the start state is made, the limits are the file's, the check has the last word, the reward is kept;
 * what came by an import is not run. */
#include "tests/e2e/driver.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#define MOUSEPAD "env -u G_DEBUG GSETTINGS_BACKEND=memory mousepad --disable-server"
#define TASK "[task]\ninstruction=write two\napp=" MOUSEPAD " sub/notes.txt\nprofile=mousepad\nsandbox=900x600\n"
#define START "[start notes]\nfile=sub/notes.txt\nfrom=one.txt\n[start copy]\ncommand=cp sub/notes.txt before.txt\n"

static int setup(void **state)
{
    (void)state;
    driver_configure("scribe", "[eye]\nsettle_ms=60\n");
    return 0;
}

static void assert_in(const char *text, const char *part)
{
    if (!text || !strstr(text, part))
        fail_msg("no \"%s\" in:\n%s", part, text ? text : "(nothing)");
}

/* A task file of that text in our home; caller frees its path. */
static char *task_file_of(const char *name, const char *text)
{
    char *path = g_build_filename(g_get_home_dir(), name, NULL);
    g_autofree char *one = g_build_filename(g_get_home_dir(), "one.txt", NULL);
    assert_true(g_file_set_contents(one, "one\n", -1, NULL));
    assert_true(g_file_set_contents(path, text, -1, NULL));
    return path;
}

static driver *start(const char *path)
{
    return driver_start(NULL, WORDS("run", "--headless", "--agent", "direct", "--brain", "scribe", "--task", path));
}

/* How it ended; the run's number in *ret_run. */
static char *ended(const char *path, const char *outcome, int code, char **ret_run)
{
    driver *d = start(path);
    const event *e = driver_approve_all(d);
    char *reason = g_strdup(e->reason);
    assert_string_equal(e->end.outcome, outcome);
    assert_int_equal(driver_exit(d), code);
    *ret_run = g_strdup(d->run);
    driver_free(d);
    return reason;
}

/* One check of each kind, and its opposite. */
static void task__that_its_checks_hold__succeeds(void **state)
{
    (void)state;
    g_autofree char *lua = task_file_of("reward.lua", "function reward(before, after, state)\n"
                                                      "  local n = 0\n"
                                                      "  for _, w in ipairs(after.windows) do\n"
                                                      "    if string.find(w.title, '^%*') then n = n + 1 end\n"
                                                      "  end\n"
                                                      "  return n + state.step * 10 + (before and 0.5 or 0)\n"
                                                      "end\n");
    g_autofree char *path =
        task_file_of("holds.ini", TASK "reward=reward.lua\n" START "[check saved]\nfile=sub/notes.txt\ntext=^twoone$\n"
                                       "[check before]\nfile=before.txt\nsame_as=one.txt\n"
                                       "[check home]\nfile=~/sub/notes.txt\n"
                                       "[check none]\nfile=other.txt\nabsent=true\n"
                                       "[check title]\nwindow=notes\\.txt\n"
                                       "[check starless]\nwindow=^\\*\nabsent=true\n"
                                       "[check menu]\nwords=^File .*Document Help$\n"
                                       "[check white]\npixels=300,300,400,200\ncolor=#ffffff\n"
                                       "[check grep]\ncommand=grep -q two sub/notes.txt\n");
    g_autofree char *run = NULL, *reason = ended(path, "success", 0, &run);
    assert_string_equal(reason, "it is written and saved; the check of its task holds");
    g_autofree char *journal = run_shown(run);
    assert_in(journal, "check saved holds");
    assert_in(journal, "check grep holds");
    assert_in(journal, "reward 11.5"); /* typed: the star is in the title */
    assert_in(journal, "reward 20.5"); /* saved */
    assert_verified();
}

/* A reward that can never be one is told before anything is started, at its own line. */
static void task__whose_reward_is_broken__does_not_begin(void **state)
{
    (void)state;
    static const struct {
        const char *source, *said;
    } cases[] = {{"-- a comment\nfunction reward(before", "bad.lua:2: "},
                 {"rewards = 1\n", "undeclared global 'reward'"},
                 {"reward = 5\n", "there is no function reward"}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *lua = task_file_of("bad.lua", cases[i].source), *out = NULL, *err = NULL;
        g_autofree char *path = task_file_of("bad.ini", TASK "reward=bad.lua\n" START);
        assert_int_equal(reins_run(NULL, WORDS("run", "--headless", "--brain", "human", "--task", path), &out, &err), 2);
        assert_in(err, cases[i].said);
    }
}

/* An agent that says it is done is not believed. What cannot be found out denies, as absent too. */
static void task__that_a_check_denies__fails(void **state)
{
    (void)state;
    g_autofree char *path =
        task_file_of("denies.ini", TASK START "[check saved]\nfile=sub/notes.txt\ntext=^three$\n"
                                              "[check run]\ncommand=grep -q three sub/notes.txt\n"
                                              "[check holds]\nfile=sub/notes.txt\n"
                                              "[check red]\npixels=300,300,400,200\ncolor=#ff0000\n"
                                              "[check there]\nfile=sub/notes.txt\nabsent=true\n"
                                              "[check window]\nwindow=no such thing\n"
                                              "[check far]\npixels=800,500,400,200\ncolor=#ff0000\nabsent=true\n");
    g_autofree char *run = NULL, *reason = ended(path, "failed", 1, &run), *journal = run_shown(run);
    assert_string_equal(reason, "it is written and saved; the check saved of its task denies it: sub/notes.txt has nothing that "
                                "fits ^three$: it holds \"twoone⏎\"");
    assert_in(journal, "check run denies: ");
    assert_in(journal, "ended with status 1");
    assert_in(journal, "check holds holds");
    assert_in(journal, "check red denies: 0.0 % of the pixels are so");
    assert_in(journal, "check there denies: sub/notes.txt is there");
    assert_in(journal, "check window denies: no window fits no such thing");
    assert_in(journal, "check far denies: 400 × 200 pixels at 800,500 are not all on the screen");
}

static void limits__of_the_file__end_it(void **state)
{
    (void)state;
    g_autofree char *path = task_file_of("limits.ini", TASK "max_steps=1\n" START), *run = NULL;
    g_autofree char *reason = ended(path, "budget", 4, &run);
    assert_in(reason, "1 steps are done");
    g_autofree char *minutes = task_file_of("minutes.ini", TASK "max_minutes=0.0001\n" START), *other = NULL;
    g_autofree char *over = ended(minutes, "budget", 4, &other);
    assert_in(over, "0.0001 minutes are over");
}

/* A start state that cannot be made is one sentence. */
static void start__that_fails__ends_it_before_the_program(void **state)
{
    (void)state;
    g_autofree char *path = task_file_of("bad.ini", TASK "[start git]\ncommand=ls /nowhere\n"), *err = NULL;
    assert_int_equal(
        reins_run(NULL, WORDS("run", "--headless", "--agent", "direct", "--brain", "scribe", "--task", path), NULL, &err), 1);
    assert_in(err, "[start git] \"ls /nowhere\" ended with status 2");
    g_autofree char *both = NULL;
    assert_int_equal(reins_run(NULL, WORDS("run", "--headless", "--task", path, "a task"), NULL, &both), 2);
    assert_in(both, "leave the task 'a task' out");
}

/* In a home that is the person's own, nothing of theirs is written over. */
static void start__in_our_own_home__writes_over_nothing(void **state)
{
    (void)state;
    g_autofree char *text =
        g_strdup_printf("[task]\ninstruction=write x\nhome=own\napp=xcalc\n[start a]\nfile=%s\ntext=gone\n", "theirs.txt");
    g_autofree char *path = task_file_of("own.ini", text), *err = NULL, *here = g_get_current_dir();
    g_autofree char *theirs = g_build_filename(here, "theirs.txt", NULL), *kept = NULL;
    assert_true(g_file_set_contents(theirs, "mine", -1, NULL));
    assert_int_equal(
        reins_run(NULL, WORDS("run", "--headless", "--agent", "direct", "--brain", "scribe", "--task", path), NULL, &err), 1);
    assert_in(err, "would write over");
    assert_true(g_file_get_contents(theirs, &kept, NULL, NULL));
    assert_string_equal(kept, "mine");
    g_remove(theirs);
}

/* Ended by its limit, exported, imported into another store, forked there with --trust: neither check nor reward nor start
 * command is run, and the fork does not have them. */
static void imported__its_check_is_never_run(void **state)
{
    (void)state;
    g_autofree char *mark = g_build_filename(g_get_home_dir(), "ran", NULL);
    g_autofree char *lua = task_file_of("one.lua", "function reward() return 1 end\n");
    g_autofree char *text = g_strdup_printf(TASK "max_steps=1\nreward=one.lua\n" START "[check evil]\ncommand=touch %s\n", mark);
    g_autofree char *path = task_file_of("evil.ini", text), *run = NULL, *reason = ended(path, "budget", 4, &run);
    g_autofree char *archive = g_build_filename(g_get_home_dir(), "evil.reins", NULL), *out = NULL, *err = NULL;
    g_autofree char *data = g_build_filename(g_get_home_dir(), "elsewhere", NULL);
    g_autofree char *before = g_strdup(g_getenv("XDG_DATA_HOME"));
    assert_in(reason, "1 steps");
    assert_int_equal(reins_run(NULL, WORDS("memory", "export", run, "--format", "run", "--out", archive), NULL, &err), 0);
    assert_int_equal(g_mkdir_with_parents(data, 0700), 0);
    g_setenv("XDG_DATA_HOME", data, TRUE);
    assert_int_equal(reins_run(NULL, WORDS("memory", "import", archive), &out, NULL), 0);
    driver *d = driver_start(NULL, WORDS("resume", "--trust", "--headless", "--max-steps", "9", "--from", "1", "--replay", "1"));
    const event *e = driver_approve_all(d);
    assert_string_equal(e->end.outcome, "success");
    assert_in(e->reason, "came by an import and was not run");
    assert_int_equal(driver_notices(d, "reward"), 1); /* that it is not run */
    driver_exit(d);
    g_autofree char *fork = run_shown(d->run);
    assert_null(strstr(fork, "task_file"));
    driver_free(d);
    assert_false(g_file_test(mark, G_FILE_TEST_EXISTS));
    if (before)
        g_setenv("XDG_DATA_HOME", before, TRUE);
    else
        g_unsetenv("XDG_DATA_HOME");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(task__that_its_checks_hold__succeeds),
        cmocka_unit_test(task__whose_reward_is_broken__does_not_begin),
        cmocka_unit_test(task__that_a_check_denies__fails),
        cmocka_unit_test(limits__of_the_file__end_it),
        cmocka_unit_test(start__that_fails__ends_it_before_the_program),
        cmocka_unit_test(start__in_our_own_home__writes_over_nothing),
        cmocka_unit_test(imported__its_check_is_never_run),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
