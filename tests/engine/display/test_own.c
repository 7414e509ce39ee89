/* The terminals that reins is shown in: $WINDOWID, the processes above, and the clients of tmux. */

#include "engine/display/own.h"

#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>
#include <cmocka.h>

static void window_id__of_this_display_only(void **state)
{
    (void)state;
    static const struct {
        const char *id, *of, *display;
        gint64 window;
    } rows[] = {
        {"WINDOWID=4194317", "DISPLAY=:7", ":7", 4194317},
        {"WINDOWID=0x40000d", "DISPLAY=:7.0", ":7", 4194317},
        {"WINDOWID=4194317", "DISPLAY=unix:7.1", ":7.0", 4194317},
        {"WINDOWID=4194317", "DISPLAY=", ":7", 4194317}, /* in doubt it is ours */
        {"WINDOWID=4194317", "DISPLAY=:8", ":7", 0},
        {"WINDOWID=4194317", "DISPLAY=far:7", ":7", 0},
        {"WINDOWID=", "DISPLAY=:7", ":7", 0},
        {"WINDOWID=12x", "DISPLAY=:7", ":7", 0},
        {"WINDOWID=-1", "DISPLAY=:7", ":7", 0},
        {"WINDOWID=99999999999", "DISPLAY=:7", ":7", 0},
        {"OTHER=1", "DISPLAY=:7", ":7", 0},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const char *env[] = {rows[i].id, rows[i].of, NULL};
        if (own_window_id(env, rows[i].display) != rows[i].window)
            fail_msg("%s %s on %s", rows[i].id, rows[i].of, rows[i].display);
    }
}

static void find__the_processes_above(void **state)
{
    (void)state;
    struct own_terminal list[OWN_TERMINALS_MAX];
    const char *env[] = {"WINDOWID=99", "DISPLAY=:77", NULL};
    assert_int_equal(own_find(getpid(), env, ":77", list), 1);
    assert_int_equal(list[0].window, 99);
    assert_int_equal(own_find(getpid(), NULL, ":77", list), 1); /* a console that has not said */
    assert_int_equal(list[0].window, 0);
    assert_int_equal(list[0].pids[0], getpid());
    assert_int_equal(list[0].pids[1], getppid());
    for (int i = 0; i < list[0].n_pids; i++)
        assert_true(list[0].pids[i] > 1); /* process 1 is nobody's terminal */
    assert_int_equal(own_find(0, env, ":77", list), 0);
    assert_int_equal(own_find(G_MAXINT32, env, ":77", list), 0);
}

/* ---- tmux ---- */

static char *inside, *outside; /* sockets */

static void tmux(const char *socket, const char *const *words, char **ret_output)
{
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    const char *first[] = {"tmux", "-f", "/dev/null", "-S", socket};
    for (gsize i = 0; i < G_N_ELEMENTS(first); i++)
        g_ptr_array_add(argv, (char *)first[i]);
    for (; *words; words++)
        g_ptr_array_add(argv, (char *)*words);
    g_ptr_array_add(argv, NULL);
    helper_run(NULL, (const char *const *)argv->pdata, ret_output);
}

static bool has_client(void *data)
{
    (void)data;
    g_autofree char *out = NULL;
    tmux(inside, (const char *const[]){"list-clients", NULL}, &out);
    return out && *out;
}

static bool has_no_client(void *data)
{
    return !has_client(data);
}

static void find__under_tmux__its_clients(void **state)
{
    (void)state;
    struct own_terminal list[OWN_TERMINALS_MAX];
    g_autofree char *pane = NULL, *client = NULL;
    g_autofree char *dir = g_dir_make_tmp("tmux-XXXXXX", NULL);
    inside = g_build_filename(dir, "inside", NULL);
    outside = g_build_filename(dir, "outside", NULL);
    tmux(inside, (const char *const[]){"new-session", "-d", "-x", "80", "-y", "24", "sleep 1000", NULL}, NULL);
    tmux(inside, (const char *const[]){"list-panes", "-F", "#{pane_pid}", NULL}, &pane);
    pid_t shown = (pid_t)g_ascii_strtoll(pane, NULL, 10);
    assert_true(shown > 1);
    g_autofree char *in_it = g_strdup_printf("TMUX=%s,1,0", inside);
    const char *env[] = {in_it, "TMUX_PANE=%0", "WINDOWID=1", "DISPLAY=:77", NULL};
    assert_int_equal(own_find(shown, env, ":77", list), 0); /* nobody looks: what it was started in is not its terminal */
    g_autofree char *attach = g_strdup_printf("exec env -u TMUX WINDOWID=77 DISPLAY=:77 tmux -S %s attach", inside);
    tmux(outside, (const char *const[]){"new-session", "-d", "-x", "80", "-y", "24", attach, NULL}, NULL);
    assert_true(helper_await(has_client, NULL, 10000));
    assert_int_equal(own_find(shown, env, ":77", list), 1);
    assert_int_equal(list[0].window, 77);
    tmux(inside, (const char *const[]){"list-clients", "-F", "#{client_pid}", NULL}, &client);
    assert_int_equal(list[0].pids[0], g_ascii_strtoll(client, NULL, 10));
    assert_true(own_shown(env));
    tmux(inside, (const char *const[]){"new-window", "sleep 1000", NULL}, NULL);
    assert_false(own_shown(env)); /* its client looks at another window */
    tmux(inside, (const char *const[]){"select-window", "-t", "%0", NULL}, NULL);
    assert_true(own_shown(env));
    tmux(inside, (const char *const[]){"split-window", "-Z", "-t", "%0", "sleep 1000", NULL}, NULL);
    assert_false(own_shown(env)); /* another pane covers it */
    tmux(outside, (const char *const[]){"kill-server", NULL}, NULL);
    assert_true(helper_await(has_no_client, NULL, 10000));
    assert_false(own_shown(env));
    tmux(inside, (const char *const[]){"kill-server", NULL}, NULL);
    assert_false(own_shown(env)); /* no answer */
    assert_true(own_shown((const char *const[]){"TERM=xterm", NULL}));
    g_free(inside);
    g_free(outside);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(window_id__of_this_display_only),
        cmocka_unit_test(find__the_processes_above),
        cmocka_unit_test(find__under_tmux__its_clients),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
