/* A learning at work: runs side by side, each a process, and the store says what is done. */

#include "tui/cli/learn.h"

#include "config/config.h"
#include "engine/curation/plans_keep.h"
#include "tui/cli/learn_screen.h"
#include "tui/cli/learner.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define FAILING_MAX 6 /* runs in a row that end with an error, and no more are begun */
#define CLOCK_MS 1000 /* the screen shows the time */
#define HELD_MS 50    /* between two looks whether an engine of before has ended */
#define HELD_MAX (30 * 1000 / HELD_MS)

/* What the store says now. */
static bool renew(struct learn_run *r, GError **error)
{
    GPtrArray *now = memory_episodes(r->m, r->id, error);
    if (!now)
        return false;
    g_ptr_array_unref(r->l.episodes);
    r->l.episodes = now;
    return true;
}

static const struct memory_episode *episode(const struct learn_run *r, gint64 id)
{
    for (guint i = 0; i < r->l.episodes->len; i++)
        if (((const struct memory_episode *)r->l.episodes->pdata[i])->id == id)
            return r->l.episodes->pdata[i];
    return NULL;
}

static void say(const struct learn_run *r, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void say(const struct learn_run *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    FILE *out = r->asked->json ? stderr : stdout;
    if (r->screen) {
        g_ptr_array_add(r->told, g_steal_pointer(&text));
        return;
    }
    fprintf(out, "%s\n", text);
    fflush(out);
}

struct learner *learn_run_at(const struct learn_run *r, guint slot)
{
    for (guint i = 0; i < r->runs->len; i++)
        if (((learner *)r->runs->pdata[i])->slot == slot)
            return r->runs->pdata[i];
    return NULL;
}

static bool begin(struct learn_run *r, char *const *words, gint64 id, GError **error)
{
    learner *one = learner_start(words, error);
    if (!one)
        return false;
    guint slot = 0;
    while (learn_run_at(r, slot))
        slot++;
    one->slot = slot;
    g_ptr_array_add(r->runs, one);
    g_ptr_array_add(r->of, g_memdup2(&id, sizeof id));
    return true;
}

/* ---- what an earlier process has left ---- */

/* An engine whose client has gone is ending its run. */
static void await_end(struct learn_run *r, gint64 run)
{
    for (int i = 0; i < HELD_MAX && memory_run_holder(r->m, run) != 0; i++)
        poll(NULL, 0, HELD_MS);
}

static bool counts(const char *outcome)
{
    return outcome && !g_str_equal(outcome, "stopped") && !g_str_equal(outcome, "error");
}

/* Of the plans that this learning's runs made so many stay in each world; plans are remembered for a world without its seed.
 * Between two rounds: the runs of a round know the same. */
static bool keep_memory(const struct learn_run *r, const struct memory_episode *e, GError **error)
{
    g_autoptr(GHashTable) worlds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    bool ok = true;
    if (!r->asked->memory_max || !learning_closes(&r->l, e))
        return true;
    g_autoptr(GHashTable) runs = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (guint i = 0; i < r->l.episodes->len; i++) {
        struct memory_episode *one = r->l.episodes->pdata[i];
        if (one->run)
            g_hash_table_add(runs, &one->run);
    }
    for (guint i = 0; ok && i < r->l.pool->len; i++) {
        const char *display = ((const struct learn_task *)r->l.pool->pdata[i])->display;
        char *world = g_strndup(display, strcspn(display, "?"));
        ok = !g_hash_table_add(worlds, world) ||
             plans_keep(r->m, world, runs, r->asked->memory_max, "beyond --memory-max of a learning", error);
    }
    return ok;
}

/* Its outcome counts the plans that are remembered then: what is beyond --memory-max goes before. */
static bool done(const struct learn_run *r, const struct memory_episode *e, const char *failed, GError **error)
{
    return keep_memory(r, e, error) && memory_episode_done(r->m, e->id, failed, error);
}

static bool leave(const struct learn_run *r, const struct memory_episode *e, const char *outcome, const char *reason,
                  GError **error)
{
    return keep_memory(r, e, error) && memory_episode_leave(r->m, e->id, outcome, reason, error);
}

/* A run that has not ended goes on; one that ended halfway counts for nothing. */
static bool take_up_one(struct learn_run *r, const struct memory_episode *e, GError **error)
{
    g_autoptr(GError) gone = NULL;
    g_autofree char *name = learning_name(&r->l, e->task, e->goal);
    await_end(r, e->run);
    struct memory_run *run = memory_run_get(r->m, e->run, &gone);
    bool ended = run && g_str_equal(run->status, "ended"), good = ended && counts(run->outcome);
    memory_run_free(run);
    if (run && !ended) {
        g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, e->run);
        char *words[] = {(char *)"resume", number, (char *)"--headless", (char *)"--detach", NULL};
        say(r, "run %s (%s, seed %" G_GINT64_FORMAT ") goes on where it was", number, name, e->seed);
        return begin(r, words, e->id, error);
    }
    if (good)
        return done(r, e, NULL, error);
    say(r, "run %" G_GINT64_FORMAT " (%s, seed %" G_GINT64_FORMAT ") had ended halfway: it counts for nothing", e->run, name,
        e->seed);
    return memory_episode_drop(r->m, e->id, error);
}

static bool take_up(struct learn_run *r, GError **error)
{
    for (guint i = 0; i < r->l.episodes->len; i++) {
        const struct memory_episode *e = r->l.episodes->pdata[i];
        if (e->run && !e->outcome && !take_up_one(r, e, error))
            return false;
    }
    return renew(r, error);
}

/* ---- the next ---- */

static bool begin_next(struct learn_run *r, bool *ret_begun, GError **error)
{
    struct learn_next next = learning_next(&r->l);
    *ret_begun = false;
    if (!next.task || r->stopping)
        return true;
    gint64 id = next.again ? next.again->id : 0;
    const struct memory_episode e = {.learning = r->id,
                                     .round = next.round,
                                     .seed = next.seed,
                                     .task = next.task->path,
                                     .goal = next.task->goal,
                                     .group = next.task->group};
    if (!id && !memory_episode_add(r->m, &e, &id, error))
        return false;
    *ret_begun = true;
    g_autofree char *left_out = learning_left_out(&r->l, next.task, next.round);
    if (left_out) {
        say(r, "%s (round %" G_GINT64_FORMAT ") is left out: %s", e.goal, e.round, left_out);
        if (!renew(r, error)) /* it is among the episodes then */
            return false;
        return leave(r, episode(r, id), LEARN_LEFT_OUT, left_out, error) && renew(r, error);
    }
    g_auto(GStrv) words = learn_words(r->asked, &next, learning_known_us(&r->l, next.round), id);
    g_hash_table_add(r->l.left, g_memdup2(&id, sizeof id)); /* this process begins it once */
    return begin(r, words, id, error) && renew(r, error);
}

/* ---- the end of one ---- */

static void stop_all(struct learn_run *r)
{
    r->stopping = true;
    for (guint i = 0; i < r->runs->len; i++)
        learner_stop(r->runs->pdata[i], NULL);
}

static bool fails(struct learn_run *r, const learner *one, const struct memory_episode *e, const char *why, GError **error)
{
    g_autofree char *complaint = learner_complaint(one);
    const char *reason = one->trouble ? one->trouble : why ? why : complaint ? complaint : "it ended without a word";
    if (r->stopping && !one->trouble) /* a person has ended all */
        return memory_episode_drop(r->m, e->id, error);
    g_autofree char *name = learning_name(&r->l, e->task, e->goal);
    gint64 id = e->id;
    bool again = e->run && g_hash_table_add(r->erred, g_memdup2(&id, sizeof id)); /* once */
    say(r, "%s, seed %" G_GINT64_FORMAT ": %s: %s", name, e->seed, again ? "counts for nothing" : "is given up", reason);
    r->failing++;
    if (r->failing >= FAILING_MAX || !e->run) {
        say(r, "no more runs are begun: %s", e->run ? "too many in a row have ended so" : "this one could not be begun");
        stop_all(r);
    }
    if (again)
        g_hash_table_remove(r->l.left, &id);
    return again || !e->run ? memory_episode_drop(r->m, id, error) : leave(r, e, "error", reason, error);
}

/* Those that were begun on trust beside their ground, which has failed now. */
static void drop_ungrounded(struct learn_run *r)
{
    for (guint i = 0; i < r->runs->len; i++) {
        learner *one = r->runs->pdata[i];
        const struct memory_episode *e = episode(r, *(gint64 *)r->of->pdata[i]);
        const struct learn_task *task = e && !e->outcome ? learning_task(&r->l, e->task) : NULL;
        if (one->left_out || !task || !(one->left_out = learning_left_out(&r->l, task, e->round)))
            continue;
        say(r, "%s (round %" G_GINT64_FORMAT ") is left out: %s", e->goal, e->round, one->left_out);
        learner_stop(one, NULL);
    }
}

static bool finish(struct learn_run *r, const learner *one, gint64 id, GError **error)
{
    if (!renew(r, error))
        return false;
    const struct memory_episode *e = episode(r, id);
    if (!e)
        return true;
    struct memory_run *run = e->run ? memory_run_get(r->m, e->run, error) : NULL;
    if (e->run && !run)
        return false;
    bool ended = run && g_str_equal(run->status, "ended"), stuck = ended && one->trouble && one->thought, ok;
    bool good = !one->left_out && (stuck || (ended && counts(run->outcome)));
    g_autofree char *why = stuck ? g_strconcat("it cannot go on without a person: ", one->trouble, NULL) : NULL;
    if (one->left_out)
        ok = leave(r, e, LEARN_LEFT_OUT, one->left_out, error);
    else if (good)
        ok = done(r, e, why, error);
    else
        ok = fails(r, one, e, run && run->reason ? run->reason : NULL, error);
    memory_run_free(run);
    if (!ok || !renew(r, error))
        return false;
    if (!good || one->left_out)
        return true;
    r->failing = 0;
    e = episode(r, id);
    if (e && g_str_equal(e->task, LEARN_PROPOSAL))
        say(r, "round %" G_GINT64_FORMAT ": %s", e->round, e->reason ? e->reason : e->outcome);
    else if (e && !r->asked->json && !r->screen)
        learn_text_row(&r->l, e);
    drop_ungrounded(r);
    return true;
}

/* ---- the turns ---- */

static void free_signals(G_GNUC_UNUSED void *data)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static bool pump(struct learn_run *r, GError **error)
{
    for (guint i = r->runs->len; i-- > 0;) {
        learner *one = r->runs->pdata[i];
        if (learner_pump(one))
            continue;
        if (!finish(r, one, *(gint64 *)r->of->pdata[i], error))
            return false;
        g_ptr_array_remove_index(r->runs, i);
        g_ptr_array_remove_index(r->of, i);
    }
    return true;
}

/* also: another descriptor that may be read; -1 = none. */
static void await(struct learn_run *r, int signals, int also)
{
    g_autoptr(GArray) fds = g_array_new(FALSE, TRUE, sizeof(GPollFD));
    const GPollFD stop = {.fd = signals, .events = G_IO_IN};
    g_array_append_val(fds, stop);
    if (also >= 0) {
        const GPollFD it = {.fd = also, .events = G_IO_IN};
        g_array_append_val(fds, it);
    }
    for (guint i = 0; i < r->runs->len; i++) {
        const learner *one = r->runs->pdata[i];
        if (one->stream)
            line_stream_prepare(one->stream, fds);
    }
    g_poll((GPollFD *)(void *)fds->data, fds->len, r->screen ? CLOCK_MS : -1);
    struct signalfd_siginfo info;
    while (read(signals, &info, sizeof info) == sizeof info) {
        say(r, "stopping: %u runs are being ended", r->runs->len);
        stop_all(r);
    }
}

/* A person looks into one run in a console of its own; the others go on. */
static bool open_console(struct learn_run *r, learner *one, int signals, GError **error)
{
    g_autoptr(GError) ended = NULL;
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, one->run);
    const char *words[] = {"/proc/self/exe", "reins", "attach", number, NULL};
    GPid pid = 0;
    if (!one->run || !one->stream)
        return true;
    learner_leave(one);
    learn_screen_suspend(true);
    bool ok = g_spawn_async(NULL, (char **)words, NULL,
                            G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_FILE_AND_ARGV_ZERO | G_SPAWN_CHILD_INHERITS_STDIN, free_signals,
                            NULL, &pid, error);
    int fd = ok ? pidfd_open(pid, 0) : -1;
    struct pollfd done = {.fd = fd, .events = POLLIN};
    while (ok && poll(&done, 1, 0) == 0) {
        await(r, signals, fd);
        ok = pump(r, error);
    }
    if (fd >= 0)
        close(fd);
    if (pid)
        waitpid(pid, NULL, 0);
    learn_screen_suspend(false);
    if (!learner_join(one, &ended)) {
        one->gone = true;
        say(r, "run %s has ended in its console", number);
    } else if (r->stopping) {
        learner_stop(one, NULL);
    }
    return ok;
}

static bool heed_keys(struct learn_run *r, int signals, GError **error)
{
    bool stop;
    learner *one = learn_screen_keys(r, &stop);
    if (stop)
        stop_all(r);
    return !one || open_console(r, one, signals, error);
}

static bool turns(struct learn_run *r, int signals, GError **error)
{
    if (!take_up(r, error))
        return false;
    for (;;) {
        bool begun = true;
        while (begun && (gint64)r->runs->len < r->asked->jobs)
            if (!begin_next(r, &begun, error))
                return false;
        if (r->runs->len == 0)
            return true;
        if (r->screen)
            learn_screen_draw(r);
        await(r, signals, r->screen ? STDIN_FILENO : -1);
        if ((r->screen && !heed_keys(r, signals, error)) || !pump(r, error))
            return false;
    }
}

bool learn_run(struct learn_run *r, GError **error)
{
    sigset_t stop, before;
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGTERM);
    sigaddset(&stop, SIGHUP);
    sigprocmask(SIG_BLOCK, &stop, &before);
    signal(SIGPIPE, SIG_IGN); /* a run that has just ended reads nothing */
    int signals = signalfd(-1, &stop, SFD_CLOEXEC | SFD_NONBLOCK);
    r->runs = g_ptr_array_new_with_free_func((GDestroyNotify)learner_free);
    r->of = g_ptr_array_new_with_free_func(g_free);
    r->told = g_ptr_array_new_with_free_func(g_free);
    r->erred = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    if (!r->asked->json && !r->screen)
        learn_text_head(&r->l);
    bool ok = (!r->screen || learn_screen_open(error)) && turns(r, signals, error);
    if (r->screen)
        learn_screen_close();
    for (guint i = 0; i < r->told->len; i++)
        puts(r->told->pdata[i]);
    g_ptr_array_unref(r->told);
    g_hash_table_unref(r->erred);
    g_ptr_array_unref(r->runs);
    g_ptr_array_unref(r->of);
    close(signals);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return ok && memory_learning_end(r->m, r->id, learning_is_done(&r->l), error);
}
