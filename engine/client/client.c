/* The client of a run: stdin and stdout, or a console's socket. A console may go away and another come (attach); only one at a
 * time. */

#include "engine/client/attach.h"
#include "engine/run/deciding.h"
#include "engine/run/run.h"
#include "config/line.h"
#include "engine/client/client.h"
#include "engine/client/client_socket.h"
#include "engine/run/control.h"
#include "engine/gate/gate.h"
#include "engine/run/holds.h"
#include "engine/run/look.h"
#include "engine/run/oneshot.h"
#include "engine/run/options.h"
#include "engine/agents/agent.h"
#include "engine/picture/overlays.h"
#include "engine/protocol/marks_event.h"
#include "engine/protocol/protocol.h"
#include "engine/run/working.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define READ_MAX (256 * 1024) /* bytes in a turn of the wait: who never pauses keeps no signal and no timer waiting */

struct run_client *run_client_new(void)
{
    struct run_client *c = g_new0(struct run_client, 1);
    c->listener = c->signals = -1;
    return c;
}

void run_client_free(struct run_client *c)
{
    if (!c)
        return;
    if (c->signals >= 0)
        close(c->signals);
    g_free(c->title);
    g_strfreev(c->env);
    g_free(c->socket_path);
    g_free(c);
}

void client_send(struct run *run, const event *e)
{
    bool drawn = e->kind == EVENT_PREVIEW || e->kind == EVENT_MARKS; /* for consoles only */
    if (!run->client->stream || (drawn && !run->client->console))
        return;
    g_autofree char *line = event_to_json(e);
    line_stream_send(run->client->stream, line);
}

void client_notice(struct run *run, const char *level, const char *format, ...)
{
    va_list args;
    g_autoptr(event) e = event_new(EVENT_NOTICE);
    va_start(args, format);
    e->text = g_strdup_vprintf(format, args);
    va_end(args);
    e->level = g_strdup(level);
    client_send(run, e);
}

void client_undriven(struct run *run, const char *level, int burst, const char *text)
{
    g_autoptr(event) e = event_new(EVENT_NOTICE);
    e->level = g_strdup(level);
    e->text = g_strdup(text);
    e->burst = burst;
    client_send(run, e);
}

static screen *in_cells(const screen *seen)
{
    screen *s = screen_copy(seen);
    const struct overlays_cells c = overlays_cells(s->width, s->height);
    g_array_set_size(s->marks, 0);
    for (int i = 0; i < c.columns * c.rows; i++) {
        const struct screen_mark cell = {.number = i + 1,
                                         .kind = (char *)"cell",
                                         .source = (char *)"",
                                         .text = (char *)"",
                                         .x = i % c.columns * c.width,
                                         .y = i / c.columns * c.height,
                                         .width = c.width,
                                         .height = c.height,
                                         .role = (char *)"",
                                         .id = (char *)""};
        screen_add_mark(s, &cell);
    }
    return s;
}

void client_tell_marks(struct run *run, const char *hash, const screen *seen)
{
    const struct agent *agent = run->working->agent;
    const void *mind = run->working->thinking ? run->working->thinking : run->working->mind;
    bool cells = agent && agent->overlays && agent->overlays(run, mind) & OVERLAYS_CELLS;
    g_autoptr(screen) own = cells ? in_cells(seen) : NULL;
    g_autoptr(event) e = marks_event_new(hash, own ? own : seen);
    client_send(run, e);
}

/* Path of the socket on which a run's engine accepts consoles (RUNTIME/run-ID.sock). Caller frees. */
static char *engine_socket_path(gint64 run, GError **error)
{
    g_autofree char *dir = config_runtime_dir(error);
    return dir ? g_strdup_printf("%s/run-%" G_GINT64_FORMAT ".sock", dir, run) : NULL;
}

bool client_listen(struct run *run, GError **error)
{
    run->client->socket_path = engine_socket_path(run->id, error);
    if (!run->client->socket_path)
        return false;
    unlink(run->client->socket_path); /* left by a dead engine: the run's lock is ours */
    run->client->listener = client_socket_listen(run->client->socket_path, error);
    return run->client->listener >= 0;
}

void client_tell_mode(struct run *run, const char *why)
{
    g_autoptr(event) e = event_new(EVENT_MODE);
    e->mode.name = g_strdup(gate_mode_name(run->judge->mode));
    e->mode.fuse_ms = (int)config_int(run->cfg, "gate", "fuse_ms");
    e->mode.tier = (int)config_int(run->cfg, "gate", "risk_tier");
    e->reason = g_strdup(why);
    client_send(run, e);
}

static pid_t peer_pid(int fd)
{
    struct ucred peer = {0};
    socklen_t length = sizeof peer;
    getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length);
    return peer.pid;
}

pid_t client_terminal(const struct run *run)
{
    if (!run->client->console)
        return getpid();
    return run->client->stream ? peer_pid(line_stream_fd(run->client->stream)) : 0;
}

bool client_may_be_console(const struct run *run)
{
    return !run->oneshot->decide && (run->client->console || run->options->detach || !run->client->stream);
}

bool client_accept(struct run *run)
{
    int fd = run->client->listener < 0 ? -1 : accept4(run->client->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0)
        return false;
    if (!run->client->stream) {
        run->client->stream = line_stream_new(fd, fd);
        run->client->console = true;
        gate_watch_nobody(&run->judge->gate);
        g_clear_pointer(&run->client->title, g_free);
        g_clear_pointer(&run->client->env, g_strfreev);
        return true;
    }
    g_autoptr(event) e = event_new(EVENT_NOTICE);
    e->level = g_strdup("error");
    e->text = g_strdup_printf("run %" G_GINT64_FORMAT " has a console already: process %d (end that one first)", run->id,
                              run->client->console ? (int)peer_pid(line_stream_fd(run->client->stream)) : (int)getpid());
    g_autofree char *line = event_to_json(e);
    g_clear_pointer(&run->client->newcomer, line_stream_free);
    run->client->newcomer = line_stream_new(fd, fd);
    line_stream_send(run->client->newcomer, line);
    line_stream_flush(run->client->newcomer, 100);
    g_clear_pointer(&run->client->newcomer, line_stream_free);
    return false;
}

int client_attach(gint64 run, GError **error)
{
    g_autoptr(GError) unfit = NULL;
    g_autofree char *path = engine_socket_path(run, error);
    int fd = path ? client_socket_connect(path, &unfit) : -1;
    if (unfit)
        g_propagate_error(error, g_steal_pointer(&unfit));
    else if (path && fd < 0)
        g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED,
                    "cannot attach to run %" G_GINT64_FORMAT ": no engine drives it (reins resume %" G_GINT64_FORMAT
                    " continues it)",
                    run, run);
    return fd;
}

struct hearing {
    struct run *run;
    void (*obey)(struct run *run, struct command *c);
};

static void on_line(const char *line, gsize length, void *data)
{
    const struct hearing *h = data;
    g_autoptr(GError) error = NULL;
    if (!line) {
        client_notice(h->run, "error", "a line of more than %d bytes was refused (send smaller commands)", LINE_MAX_BYTES);
        return;
    }
    if (length == 0)
        return;
    g_autoptr(command) c = command_from_json(line, length, &error);
    if (c)
        h->obey(h->run, c);
    else
        client_notice(h->run, "error", "a command was not understood: %s", error->message);
}

bool client_pump(struct run *run, void (*obey)(struct run *run, struct command *c))
{
    struct hearing h = {run, obey};
    if (!run->client->stream || run->client->ended || line_stream_pump_most(run->client->stream, READ_MAX, on_line, &h))
        return true;
    if (!run->client->console && !run->options->detach)
        run->client->ended = true; /* its stdout may still be read: it hears how the run ended */
    else
        g_clear_pointer(&run->client->stream, line_stream_free);
    return false;
}

void client_close(struct run *run)
{
    if (run->client->stream)
        line_stream_flush(run->client->stream, 1000);
    g_clear_pointer(&run->client->stream, line_stream_free);
    g_clear_pointer(&run->client->newcomer, line_stream_free);
    if (run->client->listener >= 0)
        close(run->client->listener);
    run->client->listener = -1;
    if (run->client->socket_path)
        unlink(run->client->socket_path);
    g_clear_pointer(&run->client->socket_path, g_free);
}
