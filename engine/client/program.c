#include "engine/client/program.h"

#include "config/config.h"
#include "config/line.h"
#include "engine/client/client_socket.h"
#include "engine/run/control.h"
#include "engine/run/holds.h"
#include "engine/run/run.h"

#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define READ_MAX (256 * 1024) /* bytes in a turn of the wait: who never pauses keeps nobody waiting */
#define LAST_MS 1000

struct run_program *run_program_new(void)
{
    struct run_program *p = g_new0(struct run_program, 1);
    p->listener = -1;
    return p;
}

void run_program_free(struct run_program *p)
{
    if (!p)
        return;
    program_close(p, NULL);
    g_free(p->line);
    g_free(p->denied);
    g_free(p);
}

static void forget_request(struct run_program *p)
{
    p->open = false;
    p->step = 0;
    g_clear_pointer(&p->did, g_free);
}

bool program_listen(struct run *run, const char *path, GError **error)
{
    struct run_program *p = run->program;
    if (p->listener >= 0)
        return true;
    g_autofree char *dir = *path ? NULL : config_runtime_dir(error);
    if (!*path && !dir)
        return false;
    g_autofree char *place =
        *path ? g_canonicalize_filename(path, NULL) : g_strdup_printf("%s/run-%" G_GINT64_FORMAT ".program.sock", dir, run->id);
    p->listener = client_socket_listen(place, error);
    if (p->listener >= 0)
        p->path = g_steal_pointer(&place);
    return p->listener >= 0;
}

void program_prepare(const struct run_program *p, GArray *fds)
{
    GPollFD listener = {.fd = p->listener, .events = G_IO_IN};
    if (p->listener >= 0)
        g_array_append_val(fds, listener);
    if (p->stream)
        line_stream_prepare(p->stream, fds);
}

static void say_error(line_stream *stream, const char *text)
{
    g_autofree char *line = program_error_json(text);
    line_stream_send(stream, line);
}

static void on_line(const char *line, gsize length, void *data)
{
    struct run_program *p = data;
    if (!line) {
        g_autofree char *text = g_strdup_printf("a line of more than %d bytes was refused", LINE_MAX_BYTES);
        say_error(p->stream, text);
    } else if (p->open || p->line) {
        say_error(p->stream, "a request waits for its answer: one at a time");
    } else {
        p->line = g_memdup2(line, length + 1);
        p->length = length;
    }
}

/* It has closed its end; what it had sent may still be unread. */
static bool is_leaving(const line_stream *stream)
{
    struct pollfd peer = {.fd = line_stream_fd(stream), .events = POLLRDHUP};
    return poll(&peer, 1, 0) == 1;
}

/* One that comes while another leaves waits for its turn. */
static void accept_program(struct run_program *p)
{
    if (p->stream && is_leaving(p->stream))
        return;
    int fd = p->listener < 0 ? -1 : accept4(p->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0)
        return;
    line_stream *stream = line_stream_new(fd, fd);
    if (!p->stream) {
        g_clear_pointer(&p->line, g_free); /* what one that has gone wanted is not done for this one */
        p->stream = stream;
        return;
    }
    say_error(stream, "another program acts in this run: one at a time");
    line_stream_free(stream);
}

bool program_serve(struct run *run)
{
    struct run_program *p = run->program;
    bool gone = p->stream && !line_stream_pump_most(p->stream, READ_MAX, on_line, p);
    bool missed = gone && (p->open || run->holds->down->len > 0);
    if (gone) {
        g_clear_pointer(&p->stream, line_stream_free);
        forget_request(p);
        control_forget_told(run->control);
    }
    accept_program(p);
    return !missed;
}

bool program_asks(struct run *run, void *data)
{
    (void)data;
    return run->program->line != NULL;
}

char *program_take(struct run_program *p, gsize *ret_length)
{
    p->open = p->line != NULL;
    *ret_length = p->length;
    return g_steal_pointer(&p->line);
}

void program_answer(struct run_program *p, const char *line)
{
    forget_request(p);
    if (p->stream)
        line_stream_send(p->stream, line);
}

void program_close(struct run_program *p, const char *line)
{
    if (p->listener >= 0)
        close(p->listener);
    p->listener = -1;
    if (p->path)
        unlink(p->path);
    g_clear_pointer(&p->path, g_free);
    if (p->stream && line)
        line_stream_send(p->stream, line);
    if (p->stream)
        line_stream_flush(p->stream, line ? LAST_MS : 0);
    g_clear_pointer(&p->stream, line_stream_free);
    forget_request(p);
}
