#include "config/line.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#define READ_CHUNK 32768

struct line_stream {
    int fd_in, fd_out; /* owned; may be the same */
    bool ended;        /* end-of-file on fd_in */
    bool broken;       /* nothing can be written any more */
    bool told;         /* a pump has said that no further line will come */
    bool skipping;     /* inside a line that was refused */
    GString *in;       /* the unfinished line */
    GByteArray *out;   /* what is not yet written */
};

static void set_nonblocking(int fd)
{
    int flags = fcntl(fd, F_GETFL);
    if (flags >= 0)
        fcntl(fd, F_SETFL, flags | O_NONBLOCK);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
}

line_stream *line_stream_new(int fd_in, int fd_out)
{
    line_stream *s = g_new0(line_stream, 1);
    s->fd_in = fd_in;
    s->fd_out = fd_out;
    s->in = g_string_new(NULL);
    s->out = g_byte_array_new();
    set_nonblocking(fd_in);
    if (fd_out != fd_in)
        set_nonblocking(fd_out);
    return s;
}

void line_stream_free(line_stream *s)
{
    if (!s)
        return;
    close(s->fd_in);
    if (s->fd_out != s->fd_in)
        close(s->fd_out);
    g_string_free(s->in, TRUE);
    g_byte_array_unref(s->out);
    g_free(s);
}

bool line_stream_alive(const line_stream *s)
{
    return !s->ended && !s->broken;
}

int line_stream_fd(const line_stream *s)
{
    return s->fd_in;
}

void line_stream_prepare(const line_stream *s, GArray *pollfds)
{
    if (s->ended || s->told)
        return;
    const bool writes = !s->broken && s->out->len > 0;
    GPollFD in = {.fd = s->fd_in, .events = G_IO_IN};
    if (writes && s->fd_out == s->fd_in)
        in.events |= G_IO_OUT;
    g_array_append_val(pollfds, in);
    if (writes && s->fd_out != s->fd_in) {
        GPollFD out = {.fd = s->fd_out, .events = G_IO_OUT};
        g_array_append_val(pollfds, out);
    }
}

/* A reader of stdout may set it blocking again (it is shared with other processes), so each write asks first. */
static ssize_t write_some(int fd, const void *bytes, gsize length)
{
    struct pollfd p = {.fd = fd, .events = POLLOUT};
    if (poll(&p, 1, 0) != 1 || !(p.revents & (POLLOUT | POLLERR | POLLHUP))) {
        errno = EAGAIN;
        return -1;
    }
    return write(fd, bytes, MIN(length, 4096));
}

static void write_queued(line_stream *s)
{
    gsize done = 0;
    while (!s->broken && done < s->out->len) {
        ssize_t n = write_some(s->fd_out, s->out->data + done, s->out->len - done);
        if (n > 0)
            done += (gsize)n;
        else if (n < 0 && errno == EINTR)
            continue;
        else if (n < 0 && errno == EAGAIN)
            break;
        else
            s->broken = true;
    }
    if (done > 0)
        g_byte_array_remove_range(s->out, 0, (guint)done);
}

/* Delivers the whole lines in `in`; keeps the rest. */
static void deliver(line_stream *s, line_function function, void *data)
{
    gsize start = 0;
    char *newline;
    while ((newline = memchr(s->in->str + start, '\n', s->in->len - start))) {
        gsize end = (gsize)(newline - s->in->str);
        *newline = '\0';
        if (s->skipping)
            s->skipping = false;
        else if (end - start > LINE_MAX_BYTES)
            function(NULL, 0, data);
        else
            function(s->in->str + start, end - start, data);
        start = end + 1;
    }
    g_string_erase(s->in, 0, (gssize)start);
    if (s->in->len > LINE_MAX_BYTES) {
        if (!s->skipping)
            function(NULL, 0, data);
        s->skipping = true;
        g_string_truncate(s->in, 0);
    }
}

bool line_stream_pump(line_stream *s, line_function function, void *data)
{
    return line_stream_pump_most(s, G_MAXSIZE, function, data);
}

/* All that there is, but no more than a chunk beyond `most` bytes. */
static void read_lines(line_stream *s, gsize most, line_function function, void *data)
{
    char chunk[READ_CHUNK];
    for (gsize read_bytes = 0; !s->ended && read_bytes < most;) {
        ssize_t n = read(s->fd_in, chunk, sizeof chunk);
        if (n > 0) {
            read_bytes += (gsize)n;
            g_string_append_len(s->in, chunk, n);
            deliver(s, function, data);
        } else if (n < 0 && errno == EINTR) {
            continue;
        } else {
            if (n < 0 && errno == EAGAIN)
                break;
            s->ended = true;
        }
    }
}

bool line_stream_pump_most(line_stream *s, gsize most, line_function function, void *data)
{
    read_lines(s, most, function, data);
    write_queued(s);
    if (s->broken) /* nobody pumps once more: its last words are read now */
        read_lines(s, LINE_QUEUE_MAX, function, data);
    s->told = !line_stream_alive(s);
    return !s->told;
}

bool line_stream_send(line_stream *s, const char *line)
{
    if (s->broken)
        return false;
    gsize length = strlen(line);
    if (s->out->len + length + 1 > LINE_QUEUE_MAX) {
        s->broken = true;
        return false;
    }
    g_byte_array_append(s->out, (const guint8 *)line, (guint)length);
    g_byte_array_append(s->out, (const guint8 *)"\n", 1);
    write_queued(s);
    return !s->broken;
}

bool line_stream_flush(line_stream *s, int timeout_ms)
{
    gint64 until = g_get_monotonic_time() + (gint64)timeout_ms * 1000;
    while (!s->broken && s->out->len > 0) {
        gint64 left = (until - g_get_monotonic_time()) / 1000;
        if (left < 0)
            return false;
        struct pollfd p = {.fd = s->fd_out, .events = POLLOUT};
        if (poll(&p, 1, (int)left) < 0 && errno != EINTR)
            return false;
        write_queued(s);
    }
    return !s->broken && s->out->len == 0;
}
