#include "tui/cli/learner.h"

#include "config/config.h"
#include "engine/client/attach.h"
#include "engine/gate/grants.h"
#include "engine/protocol/protocol.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define RENEW_AT 50                         /* uses that are left of a grant when the next is given */
#define RENEW_US (600 * G_TIME_SPAN_SECOND) /* or when it is so old: [gate] idle_s counts from a front end's last command */
#define COMPLAINT_MAX 4000

/* Ctrl-C on the terminal goes to this process alone, which ends its runs; and so does its death. */
static void own_session(void *data)
{
    sigset_t none;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != *(const pid_t *)data)
        _exit(1);
    setsid();
    signal(SIGPIPE, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

learner *learner_start(char *const *words, GError **error)
{
    int pair[2], said = memfd_create("reins-learn", MFD_CLOEXEC);
    if (said < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT, "cannot start a run: %s", g_strerror(errno));
        if (said >= 0)
            close(said);
        return NULL;
    }
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    g_ptr_array_add(argv, (char *)"/proc/self/exe");
    g_ptr_array_add(argv, (char *)"reins");
    for (char *const *w = words; *w; w++)
        g_ptr_array_add(argv, *w);
    g_ptr_array_add(argv, NULL);
    GPid pid = 0;
    pid_t own = getpid();
    bool ok = g_spawn_async_with_pipes_and_fds(NULL, (const char *const *)argv->pdata, NULL,
                                               G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_FILE_AND_ARGV_ZERO, own_session, &own, pair[1],
                                               pair[1], said, NULL, NULL, 0, &pid, NULL, NULL, NULL, error);
    close(pair[1]);
    if (!ok) {
        close(pair[0]);
        close(said);
        return NULL;
    }
    learner *l = g_new0(learner, 1);
    l->pid = pid;
    l->said = said;
    l->stream = line_stream_new(pair[0], pair[0]);
    return l;
}

static void tell(learner *l, command *c_take)
{
    g_autoptr(command) c = c_take;
    g_autofree char *line = command_to_json(c);
    if (l->stream)
        line_stream_send(l->stream, line);
}

static void give_grant(learner *l)
{
    command *c = command_new(COMMAND_GRANT);
    c->until = g_strdup("count");
    c->value = GRANT_COUNT_MAX;
    c->tier = GRANT_TIER_DEFAULT;
    tell(l, c);
    l->granted_us = g_get_monotonic_time();
    l->grants++;
}

static void take_hello(learner *l, const event *e)
{
    l->run = g_ascii_strtoll(e->about.run, NULL, 10);
    if (!l->rejoined) /* a paused run takes no grant */
        give_grant(l);
}

static void take_state(learner *l, const event *e)
{
    bool paused = g_strcmp0(e->state, "paused") == 0;
    g_free(l->state);
    l->state = g_strdup(e->state);
    l->step = e->step ? e->step : l->step;
    if (paused && l->rejoined)
        tell(l, command_new(COMMAND_RESUME));
    else if (paused)
        learner_stop(l, e->reason ? e->reason : "it has paused");
    if (l->rejoined)
        give_grant(l);
    l->rejoined = false;
}

static void take_meter(learner *l, const event *e)
{
    l->cost = e->spent.cost;
}

static void take_proposal(learner *l, const event *e)
{
    l->asks = e->id;
    l->asked = false;
}

static void take_decision(learner *l, G_GNUC_UNUSED const event *e)
{
    l->asks = 0;
}

/* Only a proposal that still waits is answered so: a grant decides before the engine reads on. What asks is not done. */
static void take_rest(learner *l, const event *e)
{
    if (e->id != l->asks)
        return;
    command *c = command_new(COMMAND_REJECT);
    c->id = l->asks;
    c->reason = g_strdup("nobody is there who could be asked");
    tell(l, c);
}

static void take_module(learner *l, const event *e)
{
    l->thought = l->thought || g_strcmp0(e->status, "done") == 0;
}

static void take_grant(learner *l, const event *e)
{
    bool used = g_strcmp0(e->status, "used") == 0;
    l->grants -= g_strcmp0(e->status, "spent") == 0;
    l->asks = used ? 0 : l->asks;
    if (used && l->grants < 2 && (e->grant.left <= RENEW_AT || g_get_monotonic_time() - l->granted_us > RENEW_US))
        give_grant(l);
}

static void take_question(learner *l, const event *e)
{
    g_autofree char *why = g_strdup_printf("the agent asks a person: %s", e->asked.question);
    learner_stop(l, why);
}

static void on_line(const char *line, gsize length, void *data)
{
    static void (*const takes[EVENT_COUNT])(learner * l, const event *e) = {
        [EVENT_HELLO] = take_hello,       [EVENT_STATE] = take_state,   [EVENT_PROPOSAL] = take_proposal,
        [EVENT_DECISION] = take_decision, [EVENT_GRANT] = take_grant,   [EVENT_QUESTION] = take_question,
        [EVENT_REST] = take_rest,         [EVENT_MODULE] = take_module, [EVENT_METER] = take_meter};
    learner *l = data;
    g_autoptr(event) e = line ? event_from_json(line, length, NULL) : NULL;
    if (e && e->kind < EVENT_COUNT && takes[e->kind])
        takes[e->kind](l, e);
}

static void ask_rest(learner *l)
{
    command *c = command_new(COMMAND_REST);
    c->id = l->asks;
    l->asked = true;
    tell(l, c);
}

void learner_leave(learner *l)
{
    g_clear_pointer(&l->stream, line_stream_free);
    l->asks = 0;
}

bool learner_join(learner *l, GError **error)
{
    int fd = client_attach(l->run, error);
    if (fd < 0)
        return false;
    l->stream = line_stream_new(fd, fd);
    l->rejoined = true;
    l->grants = 0; /* they ended with the pause */
    return true;
}

static void await_end(learner *l)
{
    while (waitpid(l->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    l->pid = 0;
}

bool learner_pump(learner *l)
{
    if (!l->stream && !l->gone)
        return true;
    if (l->stream && line_stream_pump(l->stream, on_line, l)) {
        if (l->asks && !l->asked)
            ask_rest(l);
        return true;
    }
    await_end(l);
    return false;
}

void learner_stop(learner *l, const char *why)
{
    if (!l->trouble && why)
        l->trouble = g_strdup(why);
    l->asks = 0;
    tell(l, command_new(COMMAND_STOP));
}

char *learner_complaint(const learner *l)
{
    char text[COMPLAINT_MAX + 1];
    off_t end = lseek(l->said, 0, SEEK_END);
    gssize n = end > 0 ? pread(l->said, text, COMPLAINT_MAX, MAX(0, end - COMPLAINT_MAX)) : 0;
    text[MAX(n, 0)] = '\0';
    g_strchomp(text);
    const char *last = strrchr(text, '\n');
    return *text ? g_utf8_make_valid(last ? last + 1 : text, -1) : NULL;
}

void learner_free(learner *l)
{
    if (!l)
        return;
    line_stream_free(l->stream);
    close(l->said);
    if (l->pid && kill(l->pid, SIGTERM) == 0) /* it would wait for another client */
        await_end(l);
    g_free(l->state);
    g_free(l->left_out);
    g_free(l->trouble);
    g_free(l);
}
