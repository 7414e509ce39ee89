#ifndef TESTS_ENGINE_EYE_DRIVER_H
#define TESTS_ENGINE_EYE_DRIVER_H

/* An eye as a child process and what the engine would say to it; on the display of this test program. */

#include "config/line.h"
#include "engine/eye/eye.h"
#include "engine/picture/frame.h"
#include "tests/engine/eye/child.h"
#include "tests/helper/xvfb.h"
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define ANSWER_MS 15000

struct driver {
    pid_t pid;
    line_stream *line;
    GQueue answers; /* eye_answer*, previews left out unless wanted */
    bool previews;
    int seq;
    char *frames, *preview;
};

static struct xvfb x;
static rlim_t file_limit = RLIM_INFINITY; /* of the next eye */

G_GNUC_UNUSED static void take(const char *line, gsize length, void *data)
{
    struct driver *d = data;
    g_autoptr(GError) error = NULL;
    eye_answer *a = eye_answer_from_json(line, length, &error);
    if (!a)
        fail_msg("the eye said %s: %s", line, error->message);
    if (a->kind == EYE_PREVIEW && !d->previews)
        eye_answer_free(a);
    else
        g_queue_push_tail(&d->answers, a);
}

G_GNUC_UNUSED static void eye_process(int fd, GPtrArray *argv)
{
    char self[4096];
    gssize n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[MAX(n, 0)] = '\0';
    dup2(fd, STDIN_FILENO);
    const struct rlimit limit = {file_limit, file_limit};
    setrlimit(RLIMIT_FSIZE, &limit);
    execv(self, (char **)argv->pdata);
    _exit(99);
}

/* `extra`: more options, NULL-terminated. */
G_GNUC_UNUSED static struct driver *eye_begin(const char *display, const char *const *extra)
{
    struct driver *d = g_new0(struct driver, 1);
    d->frames = g_dir_make_tmp("frames-XXXXXX", NULL);
    d->preview = g_build_filename(d->frames, "..", "preview.png", NULL);
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    const char *fixed[] = {"test", "eye", "--display", display, "--frames", d->frames, "--preview", d->preview};
    for (gsize i = 0; i < G_N_ELEMENTS(fixed); i++)
        g_ptr_array_add(argv, (char *)fixed[i]);
    for (gsize i = 0; extra && extra[i]; i++)
        g_ptr_array_add(argv, (char *)extra[i]);
    g_ptr_array_add(argv, NULL);
    int fds[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
    d->pid = fork();
    if (d->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        eye_process(fds[1], argv);
    }
    close(fds[1]);
    d->line = line_stream_new(fds[0], fds[0]);
    return d;
}

/* The next answer, NULL at the end or when none comes in time. Caller frees. */
G_GNUC_UNUSED static eye_answer *next_answer(struct driver *d, int timeout_ms)
{
    gint64 until = g_get_monotonic_time() + (gint64)timeout_ms * 1000;
    while (g_queue_is_empty(&d->answers)) {
        gint64 left = (until - g_get_monotonic_time()) / 1000;
        if (left <= 0 || !line_stream_alive(d->line))
            return NULL;
        struct pollfd p = {.fd = line_stream_fd(d->line), .events = POLLIN};
        poll(&p, 1, (int)left);
        line_stream_pump(d->line, take, d);
    }
    return g_queue_pop_head(&d->answers);
}

G_GNUC_UNUSED static eye_answer *expect(struct driver *d, enum eye_answer_kind kind)
{
    eye_answer *a = next_answer(d, ANSWER_MS);
    if (!a)
        fail_msg("no answer");
    else if (a->kind != kind)
        fail_msg("answer of kind %d, not %d: %s", a->kind, kind, a->text ? a->text : "");
    return a;
}

G_GNUC_UNUSED static int ask(struct driver *d, struct eye_request r)
{
    r.seq = ++d->seq;
    g_autofree char *line = eye_request_to_json(&r);
    assert_true(line_stream_send(d->line, line));
    return r.seq;
}

G_GNUC_UNUSED static eye_observation *observe(struct driver *d, int settle_ms, int timeout_ms)
{
    int seq = ask(d, (struct eye_request){.kind = EYE_OBSERVE, .settle_ms = settle_ms, .timeout_ms = timeout_ms});
    g_autoptr(eye_answer) a = expect(d, EYE_OBSERVED);
    assert_int_equal(a->seq, seq);
    return g_steal_pointer(&a->observation);
}

G_GNUC_UNUSED static void begin(struct driver *d)
{
    ask(d, (struct eye_request){.kind = EYE_BEGIN});
    eye_answer_free(expect(d, EYE_BEGUN));
}

/* Its exit code, after end-of-file from us. */
G_GNUC_UNUSED static int eye_finish(struct driver *d)
{
    int status = -1;
    line_stream_free(d->line);
    waitpid(d->pid, &status, 0);
    eye_answer *a;
    while ((a = g_queue_pop_head(&d->answers)))
        eye_answer_free(a);
    g_free(d->frames);
    g_free(d->preview);
    g_free(d);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

G_GNUC_UNUSED static guint32 at(const frame *f, int px, int py)
{
    return f->pixels[py * f->width + px];
}

G_GNUC_UNUSED static frame *picture(const struct eye_frame *f)
{
    g_autoptr(GError) error = NULL;
    frame *p = frame_read(f->path, &error);
    if (!p)
        fail_msg("%s", error->message);
    return p;
}

G_GNUC_UNUSED static int start(void **state)
{
    (void)state;
    xvfb_start(&x, 640, 480, NULL);
    return 0;
}

G_GNUC_UNUSED static int end(void **state)
{
    (void)state;
    xvfb_stop(&x);
    return 0;
}

/* Waits until the eye's recorder has seen what is on the screen: the preview runs on the same clock here. */
G_GNUC_UNUSED static void await_preview(struct driver *d)
{
    d->previews = true;
    eye_answer_free(expect(d, EYE_PREVIEW));
    d->previews = false;
}

#endif
