#ifndef TESTS_ENGINE_HAND_SPAWN_HAND_H
#define TESTS_ENGINE_HAND_SPAWN_HAND_H

/* A hand in a process of its own ($REINS_BIN hand), spoken to over its socket as the engine does. A header of static functions,
 * because each test program here is linked from one file. Needs cmocka.h before it. */

#include "config/line.h"
#include "engine/hand/hand.h"
#include "tests/helper/xvfb.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define SPAWN_WAIT_MS 90000 /* 10,000 characters into GTK 3, on a machine that is busy */

struct spawned {
    pid_t pid;
    line_stream *line;
    GQueue answers; /* hand_answer* */
};

static inline void spawned_start_as(struct spawned *s, const char *display, const char *dir, const char *foreign_xtest)
{
    int fds[2];
    const char *bin = g_getenv("REINS_BIN");
    assert_non_null(bin);
    signal(SIGPIPE, SIG_IGN); /* a hand that has ended is seen by its end, not by what is sent to it */
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
    s->pid = fork();
    assert_true(s->pid >= 0);
    if (s->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(fds[1], STDIN_FILENO);
        execl(bin, bin, "hand", "--display", display, "--ledger", dir, "--foreign-xtest", foreign_xtest, (char *)NULL);
        _exit(99);
    }
    close(fds[1]);
    s->line = line_stream_new(fds[0], fds[0]);
    g_queue_init(&s->answers);
}

G_GNUC_UNUSED static void spawned_start(struct spawned *s, const char *display, const char *dir)
{
    spawned_start_as(s, display, dir, "yield");
}

static inline void spawned_take(const char *line, gsize length, void *data)
{
    struct spawned *s = data;
    g_autoptr(GError) error = NULL;
    hand_answer *a = hand_answer_from_json(line, length, &error);
    if (!a)
        fail_msg("the hand said %s: %s", line, error->message);
    g_queue_push_tail(&s->answers, a);
}

/* The next answer, whatever it is; NULL when the hand has ended or says nothing in time. Caller frees. */
static inline hand_answer *spawned_any(struct spawned *s, int timeout_ms)
{
    gint64 end_us = g_get_monotonic_time() + (gint64)timeout_ms * 1000;
    while (g_queue_is_empty(&s->answers)) {
        gint64 left_ms = (end_us - g_get_monotonic_time()) / 1000;
        g_autoptr(GArray) fds = g_array_new(FALSE, FALSE, sizeof(GPollFD));
        line_stream_prepare(s->line, fds);
        if (fds->len == 0) /* it had ended with its last words: there is nothing to wait for */
            break;
        if (left_ms < 0 || g_poll((GPollFD *)(void *)fds->data, fds->len, (int)left_ms) < 0)
            break;
        if (!line_stream_pump(s->line, spawned_take, s) && g_queue_is_empty(&s->answers))
            break;
    }
    return g_queue_pop_head(&s->answers);
}

/* The next answer of that kind; others before it are dropped. Fails when there is none. Caller frees. */
G_GNUC_UNUSED static hand_answer *spawned_await(struct spawned *s, enum hand_answer_kind kind)
{
    for (;;) {
        hand_answer *a = spawned_any(s, SPAWN_WAIT_MS);
        if (!a)
            fail_msg("the hand gave no answer of kind %d", kind);
        if (!a || a->kind == kind)
            return a;
        if (a->kind == HAND_FAILED || a->kind == HAND_LOST)
            print_message("hand: %s\n", a->text);
        hand_answer_free(a);
    }
}

G_GNUC_UNUSED static void spawned_skip(struct spawned *s, enum hand_answer_kind kind)
{
    hand_answer_free(spawned_await(s, kind));
}

/* Exit code of the hand, or -signal. The answers until then are kept. */
G_GNUC_UNUSED static int spawned_end(struct spawned *s)
{
    int status = 0;
    GQueue kept = G_QUEUE_INIT;
    for (hand_answer *a; (a = spawned_any(s, SPAWN_WAIT_MS));)
        g_queue_push_tail(&kept, a);
    s->answers = kept;
    assert_int_equal(waitpid(s->pid, &status, 0), s->pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

G_GNUC_UNUSED static void spawned_clear(struct spawned *s)
{
    line_stream_free(s->line);
    s->line = NULL;
    for (hand_answer *a; (a = g_queue_pop_head(&s->answers));)
        hand_answer_free(a);
}

/* End-of-file, as when the engine dies; returns the exit code. */
G_GNUC_UNUSED static int spawned_stop(struct spawned *s)
{
    shutdown(line_stream_fd(s->line), SHUT_WR);
    int code = spawned_end(s);
    spawned_clear(s);
    return code;
}

G_GNUC_UNUSED static void spawned_kill(struct spawned *s)
{
    kill(s->pid, SIGKILL);
    assert_int_equal(spawned_end(s), -SIGKILL);
    spawned_clear(s);
}

static inline void spawned_line(struct spawned *s, const char *line)
{
    assert_true(line_stream_send(s->line, line));
}

G_GNUC_UNUSED static void spawned_request(struct spawned *s, enum hand_request_kind kind)
{
    hand_request r = {.kind = kind};
    g_autofree char *json = hand_request_to_json(&r);
    spawned_line(s, json);
}

#define EVENTS(...) (const struct timeline_event[]){__VA_ARGS__}, G_N_ELEMENTS(((const struct timeline_event[]){__VA_ARGS__}))

static inline hand_request *request_new(int id, const struct timeline_event *events, gsize n)
{
    hand_request *r = g_new0(hand_request, 1);
    r->kind = HAND_FIRE;
    r->fire.id = id;
    r->fire.approval_ms = 20000;
    r->fire.max_hold_ms = 60000;
    r->fire.timeline = timeline_new();
    for (gsize i = 0; i < n; i++) {
        struct timeline_event e = events[i];
        e.text = g_strdup(e.text); /* literals in the table */
        g_autoptr(GError) error = NULL;
        if (!timeline_add(r->fire.timeline, e, &error))
            fail_msg("event %d: %s", (int)i, error->message);
    }
    r->fire.digest = timeline_digest(r->fire.timeline);
    return r;
}

G_GNUC_UNUSED static void request_send(struct spawned *s, hand_request *request_take)
{
    g_autofree char *json = hand_request_to_json(request_take);
    hand_request_free(request_take);
    spawned_line(s, json);
}

/* Fires without a guard and waits for the end; the answer's status must be `status`. */
G_GNUC_UNUSED static void fire(struct spawned *s, enum hand_status status, const struct timeline_event *events, gsize n)
{
    static int id;
    request_send(s, request_new(++id, events, n));
    g_autoptr(hand_answer) a = spawned_await(s, HAND_FINISHED);
    if (a->status != status)
        fail_msg("status %d, not %d: %s", (int)a->status, (int)status, a->reason);
    assert_int_equal(a->id, id);
}

/* Number of files in a folder. */
G_GNUC_UNUSED static guint folder_files(const char *dir)
{
    guint n = 0;
    GDir *d = g_dir_open(dir, 0, NULL);
    while (d && g_dir_read_name(d))
        n++;
    if (d)
        g_dir_close(d);
    return n;
}

#endif
