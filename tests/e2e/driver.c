#include "tests/e2e/driver.h"

#include "engine/engine.h"
#include "engine/client/attach.h"
#include "tests/helper/xvfb.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static char **words_of(const char *const *words)
{
    GPtrArray *argv = g_ptr_array_new();
    g_ptr_array_add(argv, (char *)g_getenv("REINS_BIN"));
    for (; *words; words++)
        g_ptr_array_add(argv, (char *)*words);
    g_ptr_array_add(argv, NULL);
    return (char **)g_ptr_array_free(argv, FALSE);
}

static char **env_of(const char *display)
{
    char **env = g_get_environ();
    return display ? g_environ_setenv(env, "DISPLAY", display, TRUE) : g_environ_unsetenv(env, "DISPLAY");
}

static driver *driver_new(void)
{
    driver *d = g_new0(driver, 1);
    d->buffer = g_string_new(NULL);
    d->heard = g_ptr_array_new_with_free_func((GDestroyNotify)event_free);
    d->lines = g_ptr_array_new_with_free_func(g_free);
    signal(SIGPIPE, SIG_IGN);
    return d;
}

driver *driver_attach(const char *run)
{
    driver *d = driver_new();
    g_autoptr(GError) error = NULL;
    d->from = client_attach(g_ascii_strtoll(run, NULL, 10), &error);
    if (d->from < 0)
        fail_msg("cannot attach: %s", error->message);
    d->to = fcntl(d->from, F_DUPFD_CLOEXEC, 3);
    return d;
}

driver *driver_start(const char *display, const char *const *words)
{
    driver *d = driver_new();
    g_autofree char **argv = words_of(words);
    g_auto(GStrv) env = env_of(display);
    g_autoptr(GError) error = NULL;
    if (!g_spawn_async_with_pipes(NULL, argv, env, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &d->pid, &d->to, &d->from, NULL,
                                  &error))
        fail_msg("cannot start reins: %s", error->message);
    fcntl(d->from, F_SETFL, O_NONBLOCK);
    return d;
}

guint driver_notices(const driver *d, const char *words)
{
    guint n = 0;
    for (guint i = 0; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        n += e->kind == EVENT_NOTICE && e->text && strstr(e->text, words) ? 1 : 0;
    }
    return n;
}

void driver_close(driver *d)
{
    if (d->to >= 0)
        close(d->to);
    d->to = -1;
}

void driver_free(driver *d)
{
    if (!d)
        return;
    driver_close(d);
    if (d->pid) {
        kill(d->pid, SIGTERM);
        driver_exit(d);
    }
    if (d->from >= 0)
        close(d->from);
    g_string_free(d->buffer, TRUE);
    g_ptr_array_unref(d->heard);
    g_ptr_array_unref(d->lines);
    g_free(d->display);
    g_free(d->run);
    g_free(d);
}

static void dump(driver *d)
{
    for (guint i = 0; i < d->lines->len; i++)
        fprintf(stderr, "    %.400s\n", (char *)g_ptr_array_index(d->lines, i));
}

static void take_line(driver *d, const char *line, gsize length)
{
    g_autoptr(GError) error = NULL;
    g_ptr_array_add(d->lines, g_strndup(line, length));
    event *e = event_from_json(line, length, &error);
    if (!e) {
        dump(d);
        fail_msg("stdout has a line that is no event: %s", error->message);
    }
    if (e->kind == EVENT_HELLO) {
        g_free(d->display);
        g_free(d->run);
        d->display = g_strdup(e->about.display);
        d->run = g_strdup(e->about.run);
    }
    g_ptr_array_add(d->heard, e);
}

/* False at end-of-file, and where nothing was said for so long. */
static bool read_more(driver *d, int timeout_ms)
{
    struct pollfd p = {.fd = d->from, .events = POLLIN};
    static char chunk[65536];
    int n = poll(&p, 1, timeout_ms);
    if (n <= 0)
        return n < 0 && errno == EINTR;
    gssize got = read(d->from, chunk, sizeof chunk);
    if (got <= 0)
        return false;
    g_string_append_len(d->buffer, chunk, got);
    char *newline;
    while ((newline = strchr(d->buffer->str, '\n'))) {
        gsize length = (gsize)(newline - d->buffer->str);
        take_line(d, d->buffer->str, length);
        g_string_erase(d->buffer, 0, (gssize)length + 1);
    }
    return true;
}

void driver_listen(driver *d, int timeout_ms)
{
    read_more(d, timeout_ms);
}

static bool fits(const event *e, enum event_kind kind, const char *what)
{
    if (e->kind != kind)
        return false;
    return !what || g_strcmp0(e->state, what) == 0 || g_strcmp0(e->status, what) == 0 ||
           g_strcmp0(e->decided.verdict, what) == 0 || g_strcmp0(e->module.name, what) == 0 || g_strcmp0(e->level, what) == 0;
}

const event *driver_await_where(driver *d, enum event_kind kind, const char *what)
{
    for (;;) {
        while (d->seen < d->heard->len) {
            const event *e = g_ptr_array_index(d->heard, d->seen++);
            if (fits(e, kind, what))
                return e;
        }
        if (!read_more(d, DRIVER_TIMEOUT_MS)) {
            dump(d);
            fail_msg("event %d (%s) did not come", (int)kind, what ? what : "any");
        }
    }
}

const event *driver_await(driver *d, enum event_kind kind)
{
    return driver_await_where(d, kind, NULL);
}

driver *driver_start_reading(const char *path, const char *const *words)
{
    driver *d = driver_new();
    g_autofree char **argv = words_of(words);
    g_auto(GStrv) env = env_of(NULL);
    g_autoptr(GError) error = NULL;
    int in = open(path, O_RDONLY | O_CLOEXEC);
    d->to = -1;
    if (!g_spawn_async_with_pipes_and_fds(NULL, (const char *const *)argv, (const char *const *)env, G_SPAWN_DO_NOT_REAP_CHILD,
                                          NULL, NULL, in, -1, -1, NULL, NULL, 0, &d->pid, NULL, &d->from, NULL, &error))
        fail_msg("cannot start reins: %s", error->message);
    close(in);
    fcntl(d->from, F_SETFL, O_NONBLOCK);
    return d;
}

void driver_send(driver *d, const char *line)
{
    g_autofree char *text = g_strconcat(line, "\n", NULL);
    gsize length = strlen(text), done = 0;
    while (done < length) {
        gssize n = write(d->to, text + done, length - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return; /* it has gone: the test sees that by what it awaits */
        done += (gsize)n;
    }
}

static void send_command(driver *d, const command *c)
{
    g_autofree char *line = command_to_json(c);
    driver_send(d, line);
}

void driver_approve(driver *d, const event *proposal)
{
    g_autoptr(command) c = command_new(COMMAND_APPROVE);
    c->id = proposal->id;
    c->digest = g_strdup(proposal->fire.digest);
    c->word = proposal->judged.tier >= 3 ? g_strdup(proposal->judged.word) : NULL;
    send_command(d, c);
}

void driver_edit(driver *d, const event *proposal, const action *a)
{
    g_autoptr(command) c = command_new(COMMAND_EDIT);
    c->id = proposal->id;
    c->action = action_copy(a);
    send_command(d, c);
}

void driver_reject(driver *d, const event *proposal, const char *reason)
{
    g_autoptr(command) c = command_new(COMMAND_REJECT);
    c->id = proposal->id;
    c->reason = g_strdup(reason);
    send_command(d, c);
}

const event *driver_approve_all(driver *d)
{
    for (;;) {
        while (d->seen < d->heard->len) {
            const event *e = g_ptr_array_index(d->heard, d->seen++);
            if (e->kind == EVENT_PROPOSAL)
                driver_approve(d, e);
            if (e->kind == EVENT_ENDED)
                return e;
        }
        if (!read_more(d, DRIVER_TIMEOUT_MS)) {
            dump(d);
            fail_msg("the run did not end");
        }
    }
}

const event *driver_make_stale(driver *d, int step, int left, int top, int width, int height)
{
    sink *over = sink_start(d->display, "over", left, top, width, height, 0x336699);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    for (guint32 colour = 0xcc4444; p->step == step; colour ^= 0x00ff00) {
        sink_fill(over, 0, 0, width, height, colour);
        p = driver_await(d, EVENT_PROPOSAL);
    }
    sink_stop(over);
    return p;
}

int driver_exit(driver *d)
{
    gint64 deadline = g_get_monotonic_time() + (gint64)DRIVER_TIMEOUT_MS * 1000;
    int status = 0;
    while (read_more(d, deadline))
        ;
    if (g_get_monotonic_time() >= deadline)
        kill(d->pid, SIGKILL);
    waitpid(d->pid, &status, 0);
    d->pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int reins_run(const char *display, const char *const *words, char **ret_out, char **ret_err)
{
    g_autofree char **argv = words_of(words);
    g_auto(GStrv) env = env_of(display);
    g_autoptr(GError) error = NULL;
    g_autofree char *out = NULL, *err = NULL;
    int status = 0;
    /* stdin stays open and silent: end-of-file would end a headless run by itself */
    int quiet[2], before = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    assert_int_equal(pipe2(quiet, O_CLOEXEC), 0);
    dup2(quiet[0], STDIN_FILENO);
    bool ok = g_spawn_sync(NULL, argv, env, G_SPAWN_CHILD_INHERITS_STDIN, NULL, NULL, &out, &err, &status, &error);
    dup2(before, STDIN_FILENO);
    close(quiet[0]);
    close(quiet[1]);
    close(before);
    if (!ok)
        fail_msg("cannot run reins: %s", error->message);
    if (ret_out)
        *ret_out = g_steal_pointer(&out);
    if (ret_err)
        *ret_err = g_steal_pointer(&err);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void driver_configure(const char *brain, const char *more)
{
    g_autofree char *dir = g_build_filename(g_get_user_config_dir(), "reins", NULL),
                    *file = g_build_filename(dir, "reins.ini", NULL);
    g_autofree char *text = g_strdup_printf("%s\n[brain %s]\nkind=lua\nscript=%s/tests/e2e/brains/%s.lua\n", more, brain,
                                            g_getenv("REINS_SOURCE"), brain);
    assert_int_equal(g_mkdir_with_parents(dir, 0700), 0);
    assert_true(g_file_set_contents(file, text, -1, NULL));
}

void driver_leave_words_unread(void)
{
    if (!g_getenv("REINS_SOAK"))
        g_setenv("TESSDATA_PREFIX", "/nonexistent", TRUE);
}

char *run_shown(const char *run)
{
    char *out = NULL;
    assert_int_equal(reins_run(NULL, WORDS("memory", "show", run, "--json"), &out, NULL), 0);
    return out;
}

void assert_verified(void)
{
    g_autofree char *out = NULL, *err = NULL;
    if (reins_run(NULL, WORDS("memory", "verify"), &out, &err) != 0)
        fail_msg("verify: %s%s", out, err);
}

static bool has_calculator(void *display)
{
    const char *argv[] = {"xdotool", "search", "--onlyvisible", "--class", "XCalc", NULL};
    return helper_run(display, argv, NULL) == 0;
}

pid_t xcalc_start(const char *display)
{
    const char *argv[] = {"xcalc", NULL};
    pid_t pid = helper_spawn(display, argv);
    assert_true(helper_await(has_calculator, (void *)display, 20000));
    return pid;
}

/* /proc/PID/stat: "pid (comm) state ppid"; /proc/PID/cmdline: words ended by NUL. */
static bool is_child(const char *pid, pid_t parent, const char *name)
{
    g_autofree char *stat_path = g_strdup_printf("/proc/%s/stat", pid), *cmd_path = g_strdup_printf("/proc/%s/cmdline", pid);
    g_autofree char *stat = NULL, *cmd = NULL;
    gsize length = 0;
    if (!g_file_get_contents(stat_path, &stat, NULL, NULL) || !g_file_get_contents(cmd_path, &cmd, &length, NULL) || length == 0)
        return false;
    const char *after = strrchr(stat, ')');
    g_auto(GStrv) fields = g_strsplit(after ? after + 2 : "", " ", 3);
    bool ours = g_strv_length(fields) > 1 && g_ascii_strtoll(fields[1], NULL, 10) == parent;
    g_autofree char *base = g_path_get_basename(cmd);
    for (gsize i = 0; i < length - 1; i++)
        cmd[i] = cmd[i] ? cmd[i] : ' ';
    const char *second = strchr(cmd, ' ') ? strchr(cmd, ' ') + 1 : "";
    bool called = g_str_has_prefix(second, name) && strchr(" ", second[strlen(name)]);
    return ours && (called || g_str_equal(base, name));
}

pid_t child_named(pid_t parent, const char *name)
{
    g_autoptr(GDir) proc = g_dir_open("/proc", 0, NULL);
    const char *entry;
    while ((entry = g_dir_read_name(proc)))
        if (g_ascii_isdigit(*entry) && is_child(entry, parent, name))
            return (pid_t)g_ascii_strtoll(entry, NULL, 10);
    return 0;
}
