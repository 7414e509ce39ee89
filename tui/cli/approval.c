#include "tui/cli/approval.h"

#include "skills/timeline/action.h"
#include "skills/timeline/timeline.h"
#include "skills/timeline/visible.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

#define ASK_SLICE_MS 200

/* Ctrl-C is blocked for the engine's signalfd; while the terminal is asked it is looked for here. */
static bool interrupted(void)
{
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGINT) || sigismember(&pending, SIGTERM) || sigismember(&pending, SIGHUP);
}

static bool read_answer(int tty, char *answer, gsize size)
{
    struct pollfd p = {.fd = tty, .events = POLLIN};
    for (;;) {
        int n = poll(&p, 1, ASK_SLICE_MS);
        if (interrupted() || (n < 0 && errno != EINTR))
            return false;
        if (n != 1)
            continue;
        gssize got = read(tty, answer, size - 1);
        if (got <= 0)
            return false;
        answer[got] = '\0';
        g_strstrip(answer);
        return true;
    }
}

bool cli_approval(const event *proposal, void *data)
{
    int tty = *(int *)data;
    char answer[256];
    const timeline *t = proposal->fire.timeline;
    const struct event_target *target = proposal->fire.target;
    const char *word = proposal->judged.tier >= 3 ? proposal->judged.word : "y";
    g_autofree char *call = action_describe(proposal->fire.action), *shown = visible_text(call);
    g_autofree char *title = visible_text(target && target->window ? target->window : "");
    g_autofree char *label = visible_text(target && target->label ? target->label : "");
    GString *text = g_string_new(NULL);
    g_autofree char *window = *title ? g_strdup_printf("window \"%s\"", title) : g_strdup("window unknown");
    if (proposal->reason && *proposal->reason) {
        g_autofree char *why = visible_text(proposal->reason);
        g_string_append_printf(text, "stale: %s\nIt is shown again, on the screen as it is now:\n", why);
    }
    g_string_append_printf(text, "%s%s%s\n  %s, tier %d (%s)\n", shown, *label ? " on " : "", label, window,
                           proposal->judged.tier, proposal->judged.rule);
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        g_autofree char *line = timeline_event_describe(e), *clean = visible_text(line);
        g_string_append_printf(text, "  %6" G_GINT64_FORMAT " ms  %s\n", e->at_ms, clean);
    }
    g_string_append_printf(text, "Type %s to fire, anything else not to: ", word);
    bool yes = write(tty, text->str, text->len) == (gssize)text->len && tcflush(tty, TCIFLUSH) == 0 &&
               read_answer(tty, answer, sizeof answer) && g_ascii_strcasecmp(answer, word) == 0;
    g_string_free(text, TRUE);
    return yes;
}

int cli_approval_terminal(bool piped)
{
    int tty = piped || isatty(STDIN_FILENO) ? open("/dev/tty", O_RDWR | O_CLOEXEC) : -1;
    return tty;
}
