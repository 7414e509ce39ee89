/* Where a model's key is during a run with a terminal in it, and what is left of it afterwards: in the request to its service,
 * and nowhere else. Everything is done as a user without rights, who owns all processes: what root may read tells nothing. */

#include "tests/e2e/driver.h"
#include "tests/helper/xvfb.h"

#include "tests/engine/brain/mock_http.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <grp.h>
#include <poll.h>
#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define NOBODY 65534
#define VARIABLE "REINS_TEST_MODEL_KEY"
static const char key[] = "kq7-is-to-be-found-nowhere-4711";
static const char command_key[] = "cmd-is-to-be-found-nowhere-0815";

static char *home; /* of the user */
static struct mock server;

/* ---- as a user without rights ---- */

/* A sanitizer's reports go where only the test may write. */
static bool changes_user(void)
{
#ifdef __SANITIZE_ADDRESS__
    return false;
#else
    return geteuid() == 0;
#endif
}

static void become_user(void)
{
    if (changes_user() &&
        (setgroups(0, NULL) != 0 || setresgid(NOBODY, NOBODY, NOBODY) != 0 || setresuid(NOBODY, NOBODY, NOBODY) != 0))
        _exit(90);
}

/* A file of that user. Caller frees the path. */
static char *put(const char *name, mode_t mode, const char *text)
{
    char *path = g_build_filename(home, name, NULL);
    g_autofree char *folder = g_path_get_dirname(path);
    assert_int_equal(g_mkdir_with_parents(folder, 0755), 0);
    assert_true(g_file_set_contents(path, text, -1, NULL));
    assert_int_equal(g_chmod(path, mode), 0);
    return path;
}

static bool gone(void *data)
{
    int status;
    (void)data;
    while (waitpid(-1, &status, WNOHANG) > 0)
        ;
    return waitpid(-1, &status, WNOHANG) < 0;
}

/* Makes the home, with a copy of the program: the build may lie where only its owner goes. */
static int setup(void **state)
{
    (void)state;
    static const char *const folders[] = {"config/reins", "data", "run"};
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* whoever outlives the console is ours to wait for */
    g_chmod(g_get_tmp_dir(), 0711);
    g_chmod(g_get_home_dir(), 0711);
    home = g_build_filename(g_get_tmp_dir(), "user-XXXXXX", NULL);
    assert_non_null(g_mkdtemp(home));
    g_chmod(home, 0755);
    g_autofree char *program = g_build_filename(home, "reins", NULL);
    assert_int_equal(helper_run(NULL, WORDS("cp", g_getenv("TEST_REINS"), program), NULL), 0);
    for (gsize i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *folder = g_build_filename(home, folders[i], NULL);
        g_mkdir_with_parents(folder, 0700);
    }
    g_free(put("print", 0755, "#!/bin/sh\n{ env; echo THE END; } | tee \"$HOME/printed\"\nexec sleep 1000\n"));
    g_free(put("edit", 0755, "#!/bin/sh\n{ env; tr '\\0' '\\n' </proc/$PPID/environ; echo THE END; } >\"$HOME/edited\"\n"));
    g_free(put("give", 0755, "#!/bin/sh\n{ env; echo THE END; } >\"$HOME/given\"\necho cmd-is-to-be-''found-nowhere-0815\n"));
    if (changes_user())
        assert_int_equal(helper_run(NULL, WORDS("chown", "-R", "65534:65534", home), NULL), 0);
    return 0;
}

static void set_home(const char *name, const char *folder)
{
    g_autofree char *path = g_build_filename(home, folder, NULL);
    g_setenv(name, path, TRUE);
}

/* In the child: `reins WORDS`, as that user, with the key exported and every core dump allowed. */
G_NORETURN static void be_reins(const char *const *words)
{
    const struct rlimit unlimited = {RLIM_INFINITY, RLIM_INFINITY};
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    char *program = g_build_filename(home, "reins", NULL);
    setrlimit(RLIMIT_CORE, &unlimited);
    become_user();
    set_home("HOME", "");
    set_home("TMPDIR", "");
    set_home("XDG_CONFIG_HOME", "config");
    set_home("XDG_DATA_HOME", "data");
    set_home("XDG_RUNTIME_DIR", "run");
    set_home("REINS_LOG", "log");
    set_home("VISUAL", "edit");
    g_unsetenv("REINS_BIN");
    g_setenv("TERM", "xterm-256color", TRUE);
    g_setenv(VARIABLE, key, TRUE);
    g_ptr_array_add(argv, program);
    for (; *words; words++)
        g_ptr_array_add(argv, (char *)*words);
    g_ptr_array_add(argv, NULL);
    if (chdir(home) == 0)
        execv(program, (char **)argv->pdata);
    _exit(91);
}

/* ---- what processes have ---- */

struct process_idle {
    pid_t console, engine;
    GHashTable *seen; /* "eye", "hand", "Xvfb" … */
    char *found;      /* where a key was; NULL = nowhere */
    int terminal;     /* the console's; -1 = none */
    GString *shown;
};

static char *of_process(pid_t pid, const char *what, gsize *ret_length)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/%s", (int)pid, what);
    char *text = NULL;
    *ret_length = 0;
    g_file_get_contents(path, &text, ret_length, NULL);
    return text;
}

static bool has_key(const char *bytes, gsize length)
{
    return bytes && (memmem(bytes, length, key, strlen(key)) || memmem(bytes, length, command_key, strlen(command_key)));
}

static void look_at(struct process_idle *f, pid_t pid)
{
    gsize length, n;
    g_autofree char *words = of_process(pid, "cmdline", &length), *env = of_process(pid, "environ", &n);
    g_autofree char *name = words && length ? g_path_get_basename(words) : g_strdup("?");
    const char *second = words && length > strlen(words) + 1 ? words + strlen(words) + 1 : "";
    if (!f->found && (has_key(words, length) || has_key(env, n)))
        f->found = g_strdup_printf("%s of %s %s", has_key(env, n) ? "environ" : "cmdline", name, second);
    g_hash_table_add(f->seen, g_strdup(g_str_equal(name, "reins") ? second : name));
}

/* All that is below it. */
static void look_below(struct process_idle *f, pid_t pid)
{
    gsize length;
    g_autofree char *file = g_strdup_printf("task/%d/children", (int)pid), *text = of_process(pid, file, &length);
    g_auto(GStrv) pids = g_strsplit(text ? text : "", " ", -1);
    for (char **p = pids; *p; p++) {
        pid_t child = (pid_t)g_ascii_strtoll(*p, NULL, 10);
        if (child <= 1)
            continue;
        look_at(f, child);
        look_below(f, child);
    }
}

static bool printed(const char *name)
{
    g_autofree char *path = g_build_filename(home, name, NULL), *text = NULL;
    return g_file_get_contents(path, &text, NULL, NULL) && strstr(text, "THE END");
}

static bool asked_with(const char *what)
{
    int n;
    g_autofree char *asked = mock_requests(&server, &n), *header = g_strdup_printf("Bearer %s", what);
    return strstr(asked, header) != NULL;
}

/* What a test that failed has left. */
static void end_below(pid_t pid)
{
    gsize length;
    g_autofree char *file = g_strdup_printf("task/%d/children", (int)pid), *text = of_process(pid, file, &length);
    g_auto(GStrv) pids = g_strsplit(text ? text : "", " ", -1);
    for (char **p = pids; *p; p++) {
        pid_t child = (pid_t)g_ascii_strtoll(*p, NULL, 10);
        if (child > 1) {
            end_below(child);
            kill(child, SIGKILL);
        }
    }
}

static int teardown(void **state)
{
    (void)state;
    bool all = helper_await(gone, NULL, 10000);
    if (!all)
        end_below(getpid());
    g_free(home);
    return all ? 0 : 1;
}

static void drain(struct process_idle *f)
{
    char buffer[8192];
    gssize n;
    while (f->terminal >= 0 && (n = read(f->terminal, buffer, sizeof buffer)) > 0)
        g_string_append_len(f->shown, buffer, n);
}

/* Looks at all of them, again and again: workers come and go. */
static bool under_way(void *data)
{
    struct process_idle *f = data;
    drain(f);
    look_below(f, f->console);
    f->engine = child_named(f->console, "engine");
    return g_hash_table_contains(f->seen, "Xvfb") && g_hash_table_contains(f->seen, "eye") &&
           g_hash_table_contains(f->seen, "hand") && g_hash_table_contains(f->seen, "xterm") && printed("printed");
}

static bool asked_with_its_key(void *data)
{
    const struct process_idle *f = data;
    return under_way(data) && asked_with(key) && strstr(f->shown->str, "[key]"); /* what the service told, and was left out */
}

static bool asked_with_the_commands(void *data)
{
    return under_way(data) && asked_with(command_key) && printed("given");
}

static bool has_ended(void *data)
{
    struct process_idle *f = data;
    drain(f);
    return waitpid(f->engine, NULL, WNOHANG) != 0; /* ours by now; its console may have waited for it */
}

/* ---- what files have ---- */

static void assert_in_no_file(const char *where)
{
    g_autofree char *out = NULL;
    int code = helper_run(NULL, WORDS("grep", "-rlaF", "-e", key, "-e", command_key, where), &out);
    if (code != 1)
        fail_msg("grep ended with %d: %s", code, out);
}

static void assert_printed_without(const char *name)
{
    g_autofree char *path = g_build_filename(home, name, NULL), *text = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    assert_non_null(strstr(text, "HOME=")); /* it is an environment */
    assert_null(strstr(text, key));
}

/* ---- tests ---- */

/* As that user: 0 = it can be read. */
static int probe(pid_t pid, const char *what)
{
    pid_t child = fork();
    if (child == 0) {
        g_autofree char *path = g_strdup_printf("/proc/%d/%s", (int)pid, what);
        become_user();
        _exit(open(path, O_RDONLY | O_CLOEXEC) >= 0 ? 0 : errno);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WEXITSTATUS(status);
}

/* Two brains at a service that tells the key that it was given, as some do. */
static void start_service(const char *told)
{
    g_autofree char *body = g_strdup_printf("{\"error\":{\"message\":\"wrong key: %s\"}}", told);
    g_autofree char *answer = mock_response("401 Unauthorized", "", body);
    struct mock_step steps[16];
    for (gsize i = 0; i < G_N_ELEMENTS(steps); i++)
        steps[i] = (struct mock_step){MOCK_ANSWER, answer};
    server = mock_start(steps, G_N_ELEMENTS(steps));
    g_autofree char *ini = g_strdup_printf("[eye]\nsettle_ms=100\n[brain hosted]\nkind=openai\nurl=http://127.0.0.1:%d/v1\n"
                                           "model=m\nkey=env:" VARIABLE "\n[brain other]\nkind=openai\n"
                                           "url=http://127.0.0.1:%d/v1\nmodel=m\nkey=cmd:%s/give\n",
                                           server.port, server.port, home);
    g_free(put("config/reins/reins.ini", 0644, ini));
}

/* `reins run` on a terminal, until its model was asked. */
static void family_start(struct process_idle *f, const char *brain, const char *told, bool (*asked)(void *data))
{
    start_service(told);
    struct winsize size = {.ws_row = 36, .ws_col = 120};
    g_autofree char *app = g_strdup_printf("xterm -e %s/print", home);
    *f = (struct process_idle){.seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), .shown = g_string_new(NULL)};
    f->console = forkpty(&f->terminal, NULL, NULL, &size);
    if (f->console == 0)
        be_reins(WORDS("run", "--sandbox", "400x300", "--app", app, "--brain", brain, "--record", "cassette", "look"));
    fcntl(f->terminal, F_SETFL, O_NONBLOCK);
    if (!helper_await(asked, f, DRIVER_TIMEOUT_MS))
        fail_msg("the model was not asked: %s", f->shown->str);
}

/* Ends it, the console by this signal: how it ended. */
static int family_end(struct process_idle *f, int sig)
{
    int status = -1;
    kill(f->console, sig);
    while (waitpid(f->console, &status, WNOHANG) == 0)
        drain(f);
    kill(f->engine, SIGTERM);
    assert_true(helper_await(has_ended, f, DRIVER_TIMEOUT_MS));
    return status;
}

static void family_clear(struct process_idle *f)
{
    mock_stop(&server);
    close(f->terminal);
    g_string_free(f->shown, TRUE);
    g_hash_table_unref(f->seen);
    g_free(f->found);
}

static void key_of_a_variable__in_a_run_with_a_terminal__nowhere(void **state)
{
    (void)state;
    static const char *const secrets[] = {"environ", "mem", "maps"};
    struct process_idle f;
    family_start(&f, "hosted", key, asked_with_its_key);
    if (f.found)
        fail_msg("a key is in the %s", f.found);
    assert_printed_without("printed");                                                        /* what the terminal shows */
    for (gsize i = 0; i < G_N_ELEMENTS(secrets) && (changes_user() || geteuid() != 0); i++) { /* root reads everything */
        assert_int_equal(probe(f.console, secrets[i]), EACCES);
        assert_int_equal(probe(f.engine, secrets[i]), EACCES);
    }
    int status = family_end(&f, SIGABRT);
    assert_true(WIFSIGNALED(status));
    assert_false(WCOREDUMP(status));
    assert_in_no_file(home);
    g_autofree char *cassette = g_build_filename(home, "cassette", NULL), *recorded = NULL;
    assert_true(g_file_get_contents(cassette, &recorded, NULL, NULL));
    assert_non_null(strstr(recorded, "wrong key: ****"));
    assert_null(strstr(f.shown->str, key));
    family_clear(&f);
}

static void key_of_a_command__in_a_run_with_a_terminal__nowhere(void **state)
{
    (void)state;
    struct process_idle f;
    family_start(&f, "other", command_key, asked_with_the_commands);
    if (f.found)
        fail_msg("a key is in the %s", f.found);
    assert_printed_without("given"); /* what the command has of the other brain's */
    family_end(&f, SIGTERM);
    assert_in_no_file(home);
    assert_null(strstr(f.shown->str, command_key));
    family_clear(&f);
}

static void editor__has_no_key(void **state)
{
    (void)state;
    int status = -1;
    start_service(key);
    pid_t pid = fork();
    if (pid == 0) {
        close(STDOUT_FILENO);
        be_reins(WORDS("skills", "new", "my_own"));
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    assert_true(printed("edited"));
    assert_printed_without("edited");
    mock_stop(&server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(key_of_a_variable__in_a_run_with_a_terminal__nowhere),
        cmocka_unit_test(key_of_a_command__in_a_run_with_a_terminal__nowhere),
        cmocka_unit_test(editor__has_no_key),
    };
    return cmocka_run_group_tests_name("keys", tests, setup, teardown);
}
