#include "engine/hand/ledger.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#define SERVER 0x1122334455667788u

static const struct ledger_form untouched;
static const struct ledger_form lent = {
    .lent = true, .groups = 1, .width = 1, .n_syms = 1, .given = {0x0101f600, 0x010000e9}, .syms = {0x1008ff26}};

static char *dir;

static int setup(void **state)
{
    (void)state;
    dir = g_dir_make_tmp("ledger-XXXXXX", NULL);
    return dir == NULL;
}

static guint files(void)
{
    GDir *d = g_dir_open(dir, 0, NULL);
    guint n = 0;
    while (d && g_dir_read_name(d))
        n++;
    g_dir_close(d);
    return n;
}

static int teardown(void **state)
{
    (void)state;
    int left = (int)files();
    rmdir(dir);
    g_free(dir);
    return left; /* every test leaves the folder empty */
}

struct seen {
    int count;
    struct ledger_state last;
    bool keep;
};

static bool see(const struct ledger_state *state, void *data)
{
    struct seen *s = data;
    s->count++;
    s->last = *state;
    return !s->keep;
}

static struct seen recover(const char *display, guint64 server, bool keep)
{
    struct seen s = {.keep = keep};
    g_autoptr(GError) error = NULL;
    if (!ledger_recover(dir, display, server, see, &s, &error))
        fail_msg("%s", error->message);
    return s;
}

/* A hand of another process that opens a ledger, notes some things and stays until it is killed. Returns once all is noted. */
static pid_t other_hand(const char *display)
{
    int ready[2];
    assert_int_equal(pipe2(ready, O_CLOEXEC), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        ledger *l = ledger_open(dir, display, SERVER, NULL);
        struct ledger_locks locks = {true, 2, 0xef, 1};
        bool ok = l && ledger_key(l, 25, true) && ledger_key(l, 26, true) && ledger_key(l, 26, false) &&
                  ledger_button(l, 3, true) && ledger_map(l, 250, &lent) && ledger_locks(l, &locks) &&
                  ledger_connection(l, 0x600001);
        if (write(ready[1], ok ? "y" : "n", 1) != 1)
            _exit(1);
        pause();
        _exit(0);
    }
    char answer = 0;
    close(ready[1]);
    assert_int_equal(read(ready[0], &answer, 1), 1);
    assert_int_equal(answer, 'y');
    close(ready[0]);
    return pid;
}

static void kill_hand(pid_t pid)
{
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

static void ledger__recover__after_kill(void **state)
{
    (void)state;
    pid_t pid = other_hand(":85");
    assert_int_equal(recover(":85", SERVER, false).count, 0); /* it lives */
    assert_int_equal(files(), 1);
    kill_hand(pid);
    struct seen s = recover(":85", SERVER, false);
    assert_int_equal(s.count, 1);
    assert_int_equal(s.last.pid, pid);
    assert_int_equal(s.last.connection, 0x600001);
    for (int code = 0; code < LEDGER_KEYS; code++) {
        assert_int_equal(s.last.keys[code], code == 25);
        assert_memory_equal(&s.last.maps[code], code == 250 ? &lent : &untouched, sizeof lent);
    }
    for (int button = 0; button < LEDGER_BUTTONS; button++)
        assert_int_equal(s.last.buttons[button], button == 3);
    assert_true(s.last.locks.changed);
    assert_int_equal(s.last.locks.mods, 2);
    assert_int_equal(s.last.locks.affect, 0xef);
    assert_int_equal(s.last.locks.group, 1);
    assert_int_equal(recover(":85", SERVER, false).count, 0);
}

static void ledger__recover__other_display_is_left_alone(void **state)
{
    (void)state;
    kill_hand(other_hand(":85"));
    assert_int_equal(recover(":86", SERVER, false).count, 0);
    assert_int_equal(recover(":8", SERVER, false).count, 0);
    assert_int_equal(files(), 1);
    assert_int_equal(recover(":85", SERVER, false).count, 1);
}

/* The display was started anew under its old name: nothing of the old one is to be done to it, and the file goes. */
static void ledger__recover__earlier_server(void **state)
{
    (void)state;
    kill_hand(other_hand(":85"));
    assert_int_equal(recover(":85", SERVER + 1, false).count, 0);
    assert_int_equal(files(), 0);
}

static void ledger__recover__kept_when_it_did_not_work(void **state)
{
    (void)state;
    kill_hand(other_hand(":85"));
    assert_int_equal(recover(":85", SERVER, true).count, 1);
    assert_int_equal(files(), 1);
    assert_int_equal(recover(":85", SERVER, false).count, 1);
}

static void ledger__recover__two_dead_hands(void **state)
{
    (void)state;
    pid_t one = other_hand(":85"), two = other_hand(":85");
    kill_hand(one);
    assert_int_equal(recover(":85", SERVER, false).count, 1);
    kill_hand(two);
    assert_int_equal(recover(":85", SERVER, false).count, 1);
}

static void ledger__recover__rubbish_files(void **state)
{
    (void)state;
    const char *const rubbish[] = {"", "short", "reins ledger 1\n"};
    for (gsize i = 0; i < G_N_ELEMENTS(rubbish); i++) {
        g_autofree char *path = g_strdup_printf("%s/%d-1.ledger", dir, (int)i);
        assert_true(g_file_set_contents(path, rubbish[i], -1, NULL));
    }
    g_autofree char *other = g_build_filename(dir, "notes.txt", NULL), *link_path = g_build_filename(dir, "9-9.ledger", NULL);
    assert_true(g_file_set_contents(other, "mine", -1, NULL));
    assert_int_equal(symlink(other, link_path), 0);
    assert_int_equal(recover(":85", SERVER, false).count, 0);
    assert_int_equal(files(), 2); /* what is not a ledger is not ours to delete */
    unlink(other);
    unlink(link_path);
}

static void ledger__recover__no_folder_yet(void **state)
{
    (void)state;
    assert_true(ledger_recover("/nonexistent/ledger", ":85", SERVER, see, NULL, NULL));
}

static void ledger__free__removes_the_file_when_nothing_is_noted(void **state)
{
    (void)state;
    ledger *l = ledger_open(dir, ":85", SERVER, NULL);
    assert_non_null(l);
    assert_int_equal(files(), 1);
    assert_true(ledger_key(l, 8, true));
    assert_true(ledger_key(l, 8, true));
    assert_true(ledger_key(l, 8, false));
    assert_true(ledger_key(l, 8, false)); /* noted twice, cleared twice: the count is right */
    ledger_free(l);
    assert_int_equal(files(), 0);
}

static void ledger__free__keeps_the_file_while_something_is_down(void **state)
{
    (void)state;
    ledger *l = ledger_open(dir, ":85", SERVER, NULL);
    assert_true(ledger_button(l, 1, true));
    ledger_free(l);
    assert_int_equal(files(), 1);
    struct seen s = recover(":85", SERVER, false);
    assert_int_equal(s.count, 1);
    assert_true(s.last.buttons[1]);
}

/* A full disk is found out when the ledger is opened; afterwards records are rewritten in place. */
static void ledger__open__no_space(void **state)
{
    (void)state;
    struct rlimit before, none = {.rlim_cur = 512, .rlim_max = RLIM_INFINITY};
    getrlimit(RLIMIT_FSIZE, &before);
    none.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    g_autoptr(GError) error = NULL;
    ledger *l = ledger_open(dir, ":85", SERVER, &error);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_null(l);
    assert_non_null(strstr(error->message, "cannot be written"));
    assert_int_equal(files(), 0);
}

static void ledger__open__folder_cannot_be_made(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    assert_null(ledger_open("/proc/no/such", ":85", SERVER, &error));
    assert_non_null(strstr(error->message, "/proc/no/such"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(ledger__recover__after_kill),
        TEST(ledger__recover__other_display_is_left_alone),
        TEST(ledger__recover__earlier_server),
        TEST(ledger__recover__kept_when_it_did_not_work),
        TEST(ledger__recover__two_dead_hands),
        TEST(ledger__recover__rubbish_files),
        TEST(ledger__recover__no_folder_yet),
        TEST(ledger__free__removes_the_file_when_nothing_is_noted),
        TEST(ledger__free__keeps_the_file_while_something_is_down),
        TEST(ledger__open__no_space),
        TEST(ledger__open__folder_cannot_be_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
