#include "tui/loop/handshake.h"

#include "config/config.h"
#include "engine/protocol/protocol.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define PATIENCE_MS 1500 /* then a word about what is waited for */

static void take_line(const char *line, gsize length, void *data)
{
    event *e = line ? event_from_json(line, length, NULL) : NULL;
    if (e)
        g_ptr_array_add(data, e);
}

static const event *first(const GPtrArray *heard, enum event_kind kind, const char *level)
{
    for (guint i = 0; i < heard->len; i++) {
        const event *e = g_ptr_array_index(heard, i);
        if (e->kind == kind && (!level || g_strcmp0(e->level, level) == 0))
            return e;
    }
    return NULL;
}

static bool told_to_leave(int signals)
{
    struct signalfd_siginfo info;
    bool leave = false;
    while (read(signals, &info, sizeof info) == (ssize_t)sizeof info)
        leave = leave || info.ssi_signo != SIGWINCH;
    return leave;
}

static bool over(const GPtrArray *heard, bool alive, int *ret_code, GError **error)
{
    const event *ended = first(heard, EVENT_ENDED, NULL), *refused = first(heard, EVENT_NOTICE, "error");
    if (!ended && alive)
        return false;
    const char *why = ended && ended->reason ? ended->reason
                      : refused              ? refused->text
                                             : "the engine ended without a message (its log: engine.log)";
    *ret_code = ended ? ended->end.exit_code : 1;
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s", why);
    return true;
}

bool handshake(line_stream *engine, int signals, GPtrArray *heard, int *ret_code, GError **error)
{
    int patience = PATIENCE_MS;
    for (;;) {
        bool alive = line_stream_pump(engine, take_line, heard);
        if (first(heard, EVENT_HELLO, NULL))
            return true;
        if (over(heard, alive, ret_code, error))
            return false;
        if (told_to_leave(signals)) {
            *ret_code = 4;
            g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "interrupted before the run had started");
            return false;
        }
        g_autoptr(GArray) fds = g_array_new(FALSE, FALSE, sizeof(GPollFD));
        const GPollFD own = {.fd = signals, .events = G_IO_IN};
        g_array_append_val(fds, own);
        line_stream_prepare(engine, fds);
        int n = g_poll((GPollFD *)(void *)fds->data, fds->len, patience);
        if (n == 0) {
            fputs("reins: waiting for the display and the program (ctrl-c leaves)\n", stderr);
            patience = -1;
        }
    }
}
