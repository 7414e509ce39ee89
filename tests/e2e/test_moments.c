/* "500 random kill -9 and full-disk moments" (issue 5): two engines on one store, each on a display of its own whose window logs
 * what is typed. At a random moment one of them is killed (the engine, all of its processes, the hand, the eye), or all, and what
 * a power cut may leave behind the last commit is left there, or the disk is full for a while; then the run is taken up again,
 * now and then by two at once. Each time: verify is clean, what the protocol said is in the store, and no word was typed twice.
 * Each approval is of a word that was never there before. MOMENTS=500 SEED=… is the whole campaign (`make soak`). */

#include "tests/e2e/driver.h"
#include "tests/e2e/driver_disk.h"
#include "tests/e2e/driver_words.h"

#include "memory/memory.h"
#include "tests/helper/xvfb.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <cmocka.h>

#define LANES 2
#define DISK_MB 400
#define LIVES 25 /* moments that one run goes through */

enum moment { KILL_ENGINE, KILL_ALL, KILL_HAND, KILL_EYE, DISK_FULL, POWER_CUT, TWO_AT_ONCE, MOMENTS };
static const char *const names[] = {"engine", "all of a run", "hand", "eye", "disk full", "power cut", "two at once"};

struct lane {
    struct xvfb x;
    sink *window;
    driver *d;
    char *run;         /* NULL = to be started */
    int lives;         /* moments of this run so far */
    int words;         /* approved on this display so far */
    guint looked;      /* how many of d->heard were answered */
    GString *typed;    /* on this display, ever */
    GHashTable *asked; /* id of the proposal that waits with one of our words → the word's number + 1 */
    GHashTable *done;  /* numbers of words that were said to be fired whole */
};

struct campaign {
    struct lane lanes[LANES];
    GRand *rand;
    struct disk disk;
    char *store; /* DIR/reins on it */
    int counts[MOMENTS], round, words;
    enum moment last;
    guint32 seed;
};
static struct campaign campaign;

#define fail_round(c, ...)                                                                                                       \
    do {                                                                                                                         \
        g_autofree char *fail_text = g_strdup_printf(__VA_ARGS__);                                                               \
        fail_msg("SEED=%u, moment %d: %s", (c)->seed, (c)->round, fail_text);                                                    \
    } while (0)

/* ---- words ---- */

static void take_typed(struct lane *lane, int timeout_ms)
{
    struct sink_event e;
    while (sink_next(lane->window, &e, timeout_ms))
        if (e.kind == SINK_KEY_PRESS)
            g_string_append(lane->typed, e.text);
}

static bool is_typed(const struct lane *lane, int n)
{
    g_autofree char *word = words_nth(n);
    return strstr(lane->typed->str, word);
}

static bool is_done(const struct lane *lane, int n)
{
    return g_hash_table_contains(lane->done, GINT_TO_POINTER(n + 1));
}

/* The window's own process tells what came: maybe later than the engine that it was fired. */
static void await_typed(struct lane *lane)
{
    gint64 until = g_get_monotonic_time() + 20 * G_USEC_PER_SEC;
    take_typed(lane, 0);
    for (int n = 0; n < lane->words; n++)
        while (is_done(lane, n) && !is_typed(lane, n) && g_get_monotonic_time() < until)
            take_typed(lane, 20);
}

static void check_typed(struct campaign *c, int number)
{
    struct lane *lane = &c->lanes[number];
    await_typed(lane);
    const char *last = lane->typed->str + MAX(0, (gssize)lane->typed->len - 200);
    g_autofree char *again = words_typed_again(lane->typed->str, lane->words);
    if (again)
        fail_round(c, "%s was typed again: …%s", again, last);
    for (int n = 0; n < lane->words; n++)
        if (is_done(lane, n) && !is_typed(lane, n))
            fail_round(c, "word %d was said to be typed and was not: …%s", n, last);
}

/* ---- one run ---- */

static void answer(struct campaign *c, int number, const event *e)
{
    struct lane *lane = &c->lanes[number];
    gpointer id = GINT_TO_POINTER(e->id);
    if (e->kind == EVENT_PROPOSAL && !e->fire.edited_from) {
        g_autofree char *word = words_nth(lane->words++);
        g_autoptr(action) a = action_new("type_text");
        action_set_string(a, "text", word);
        driver_edit(lane->d, e, a);
    } else if (e->kind == EVENT_PROPOSAL) {
        g_hash_table_insert(lane->asked, id, GINT_TO_POINTER(lane->words));
        driver_approve(lane->d, e);
    } else if (e->kind == EVENT_FIRED && g_strcmp0(e->status, "done") == 0) {
        gpointer word = g_hash_table_lookup(lane->asked, id);
        if (word)
            g_hash_table_add(lane->done, word);
    }
}

static void answer_all(struct campaign *c, int number, int timeout_ms)
{
    struct lane *lane = &c->lanes[number];
    if (!lane->d)
        return;
    driver_listen(lane->d, timeout_ms);
    for (; lane->looked < lane->d->heard->len; lane->looked++)
        answer(c, number, lane->d->heard->pdata[lane->looked]);
}

static const event *has_ended(const struct lane *lane)
{
    for (guint i = 0; i < lane->d->heard->len; i++)
        if (((event *)lane->d->heard->pdata[i])->kind == EVENT_ENDED)
            return lane->d->heard->pdata[i];
    return NULL;
}

static bool said_unstored(const struct lane *lane)
{
    for (guint i = 0; i < lane->d->heard->len; i++) {
        const event *e = lane->d->heard->pdata[i];
        if (e->kind == EVENT_NOTICE && strstr(e->text, "could not be stored"))
            return true;
    }
    return false;
}

static bool is_paused(const struct lane *lane)
{
    for (guint i = lane->d->heard->len; i > 0; i--) {
        const event *e = lane->d->heard->pdata[i - 1];
        if (e->kind == EVENT_STATE)
            return g_strcmp0(e->state, "paused") == 0;
    }
    return false;
}

static guint count_kind(const struct lane *lane, enum event_kind kind)
{
    guint n = 0;
    for (guint i = 0; lane->d && i < lane->d->heard->len; i++)
        n += ((event *)lane->d->heard->pdata[i])->kind == kind;
    return n;
}

static driver *start_engine(const struct lane *lane)
{
    const char *anew[] = {"run",    "--headless",  "--display", lane->x.display, "--brain",
                          "typist", "--max-steps", "100000",    "type words",    NULL};
    const char *again[] = {"resume", lane->run, "--headless", NULL};
    return driver_start(NULL, lane->run ? again : anew);
}

static void lane_start(struct lane *lane)
{
    sink_focus(lane->window);
    lane->looked = 0;
    g_hash_table_remove_all(lane->asked);
    lane->d = start_engine(lane);
}

/* ---- what was said is there ---- */

static const struct memory_proposal *find_proposal(const GPtrArray *rows, int id)
{
    for (guint i = 0; i < rows->len; i++) {
        const struct memory_proposal *p = rows->pdata[i];
        if (p->id == id)
            return p;
    }
    return NULL;
}

static bool journal_has(const GPtrArray *journal, int id, const char *const *stages)
{
    for (guint i = 0; i < journal->len; i++) {
        const struct memory_entry *e = journal->pdata[i];
        if (e->proposal == id && g_strv_contains(stages, e->stage))
            return true;
    }
    return false;
}

static void check_event(struct campaign *c, const event *e, const GPtrArray *proposals, const GPtrArray *journal)
{
    static const char *const ends[] = {"verified", "no_effect", "unexpected", "uncertain", "aborted", NULL};
    static const char *const decided[] = {"decided", NULL};
    const struct memory_proposal *p = e->id ? find_proposal(proposals, e->id) : NULL;
    if (e->kind == EVENT_PROPOSAL && (!p || g_strcmp0(p->digest, e->fire.digest) != 0))
        fail_round(c, "proposal %d was told and is not in the store", e->id);
    if (e->kind == EVENT_DECISION && !journal_has(journal, e->id, decided))
        fail_round(c, "the decision on %d was told and is not in the store", e->id);
    if (e->kind == EVENT_FIRED && !journal_has(journal, e->id, ends))
        fail_round(c, "proposal %d was told to be fired (%s), and the store does not know it", e->id, e->status);
}

static guint calls_done(memory *m, gint64 run)
{
    g_autoptr(GPtrArray) calls = memory_calls(m, run, 0, NULL);
    guint n = 0;
    for (guint i = 0; i < calls->len; i++)
        n += g_strcmp0(((struct memory_call *)calls->pdata[i])->status, "done") == 0;
    return n;
}

/* A run that is taken up never goes back to a step that it had: the step's rows would be written over. */
static void check_order(struct campaign *c, const GPtrArray *proposals)
{
    gint64 step = 0;
    for (guint i = 0; i < proposals->len; i++) {
        const struct memory_proposal *p = proposals->pdata[i];
        if (p->step < step)
            fail_round(c, "proposal %d is of step %d, and the one before of step %d", (int)p->id, (int)p->step, (int)step);
        step = p->step;
    }
}

/* What this engine of the run has said. */
static void check_said(struct campaign *c, struct lane *lane, memory *m)
{
    g_autoptr(GError) error = NULL;
    gint64 run = lane->d->run ? g_ascii_strtoll(lane->d->run, NULL, 10) : 0;
    guint done = 0;
    if (!run)
        return;
    g_autoptr(GPtrArray) proposals = memory_proposals(m, run, 0, &error), journal = memory_journal(m, run, &error);
    if (!proposals || !journal)
        fail_round(c, "%s", error->message);
    check_order(c, proposals);
    for (guint i = 0; i < lane->d->heard->len; i++) {
        const event *e = lane->d->heard->pdata[i];
        check_event(c, e, proposals, journal);
        done += e->kind == EVENT_MODULE && g_strcmp0(e->status, "done") == 0;
    }
    struct memory_run *row = memory_run_get(m, run, &error);
    const event *ended = has_ended(lane);
    bool goes_on = ended && ended->reason && strstr(ended->reason, "reins resume"); /* the store failed */
    if (ended && !said_unstored(lane) && (g_strcmp0(row->status, "ended") == 0) == goes_on)
        fail_round(c, "run %d was told to have ended (%s), and the store says %s", (int)run, ended->reason, row->status);
    memory_run_free(row);
    if (calls_done(m, run) < done)
        fail_round(c, "%u answers of modules were told, the store has %u", done, calls_done(m, run));
}

static void check_store(struct campaign *c)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = memory_open(c->store, false, &error);
    g_autoptr(GPtrArray) findings = m ? memory_verify(m, &error) : NULL;
    if (!findings)
        fail_round(c, "the store: %s", error ? error->message : "is not there");
    if (findings && findings->len)
        fail_round(c, "verify: %u findings, the first: %s", findings->len, (char *)findings->pdata[0]);
    for (int i = 0; i < LANES; i++) {
        if (c->lanes[i].d)
            check_said(c, &c->lanes[i], m);
        check_typed(c, i);
    }
}

/* ---- moments ---- */

static void kill_children(const struct lane *lane)
{
    pid_t pids[2] = {child_named(lane->d->pid, "hand"), child_named(lane->d->pid, "eye")};
    kill(lane->d->pid, SIGKILL);
    for (int i = 0; i < 2; i++)
        if (pids[i])
            kill(pids[i], SIGKILL);
}

/* What it said before its end is heard; then what is down is let go of by whoever comes next. */
static void lane_bury(struct campaign *c, int number)
{
    struct lane *lane = &c->lanes[number];
    driver_exit(lane->d);
    answer_all(c, number, 0); /* nobody is there any more to answer to: what was fired is taken in */
    take_typed(lane, 20);
}

static void lane_forget(struct lane *lane)
{
    driver_free(lane->d);
    lane->d = NULL;
}

/* What it said last, for whoever looks at a failure. */
static void tell_last_words(const driver *d)
{
    for (guint i = d->lines->len > 20 ? d->lines->len - 20 : 0; i < d->lines->len; i++)
        fprintf(stderr, "    %.160s\n", (char *)d->lines->pdata[i]);
}

/* Until it proposes: it is in the middle of its work. */
static void lane_await_work(struct campaign *c, int number)
{
    struct lane *lane = &c->lanes[number];
    gint64 until = g_get_monotonic_time() + DRIVER_TIMEOUT_MS * 1000;
    guint before = count_kind(lane, EVENT_PROPOSAL);
    gint64 asked = 0;
    int again = 0;
    while (count_kind(lane, EVENT_PROPOSAL) == before) {
        answer_all(c, number, 20);
        if (is_paused(lane) && g_get_monotonic_time() - asked > 500000) {
            driver_send(lane->d, "{\"command\":\"resume\"}");
            asked = g_get_monotonic_time();
        }
        if (has_ended(lane) && c->last == DISK_FULL && again++ < 3) { /* that ends a run, too; then there was room again */
            lane_bury(c, number);
            check_store(c);
            lane_forget(lane);
            lane_start(lane);
            before = 0;
        } else if (has_ended(lane) || g_get_monotonic_time() > until) {
            tell_last_words(lane->d);
            fail_round(c, "run %s proposes nothing more (the moment before: %s)", lane->d->run ? lane->d->run : "-",
                       names[c->last]);
        }
    }
    if (!lane->run)
        lane->run = g_strdup(lane->d->run);
}

/* It has said so since, or that it waits for a person, or it is over. */
static bool has_noticed(const struct lane *lane, guint since)
{
    for (guint i = since; i < lane->d->heard->len; i++) {
        const event *e = lane->d->heard->pdata[i];
        if (e->kind == EVENT_STATE ? g_strcmp0(e->state, "paused") == 0 : e->kind == EVENT_NOTICE && strstr(e->text, "has died"))
            return true;
    }
    return has_ended(lane);
}

static void kill_organ(struct campaign *c, int number, const char *organ)
{
    struct lane *lane = &c->lanes[number];
    if (is_paused(lane) && !has_ended(lane)) /* a paused run has no pause to tell of: it goes on first */
        lane_await_work(c, number);
    pid_t pid = child_named(lane->d->pid, organ);
    guint since = lane->d->heard->len;
    gint64 until = g_get_monotonic_time() + DRIVER_TIMEOUT_MS * 1000;
    if (pid)
        kill(pid, SIGKILL);
    while (pid && !has_noticed(lane, since)) {
        answer_all(c, number, 20);
        if (g_get_monotonic_time() > until)
            fail_round(c, "the %s was killed, and nobody says so", organ);
    }
    driver_send(lane->d, "{\"command\":\"resume\"}");
}

static void go_on_a_while(struct campaign *c, int slices)
{
    for (int i = 0; i < slices; i++)
        for (int k = 0; k < LANES; k++)
            answer_all(c, k, 10);
}

/* One of them is killed while there is no room, or it is taken up again when there is. */
static void disk_full(struct campaign *c, int number)
{
    pid_t pids[LANES];
    for (int i = 0; i < LANES; i++)
        pids[i] = c->lanes[i].d->pid;
    disk_fill(&c->disk, (gsize)g_rand_int_range(c->rand, 0, 120000), pids, LANES);
    go_on_a_while(c, g_rand_int_range(c->rand, 5, 60));
    if (g_rand_int_range(c->rand, 0, 3) == 0) {
        kill_children(&c->lanes[number]);
        lane_bury(c, number);
    }
    check_store(c); /* also while it is full */
    for (int i = 0; i < LANES; i++)
        pids[i] = c->lanes[i].d->pid;
    disk_free(&c->disk, pids, LANES);
    for (int i = 0; i < LANES; i++) {
        driver_send(c->lanes[i].d, "{\"command\":\"resume\"}");
        go_on_a_while(c, 2);
    }
}

/* Of two that take the same run up at the same time one has it, and the other says who. */
static void two_at_once(struct campaign *c, int number)
{
    struct lane *lane = &c->lanes[number];
    kill_children(lane);
    lane_bury(c, number);
    check_store(c);
    lane_forget(lane);
    driver *both[2];
    sink_focus(lane->window);
    for (int i = 0; i < 2; i++)
        both[i] = start_engine(lane);
    int winner = -1;
    gint64 until = g_get_monotonic_time() + DRIVER_TIMEOUT_MS * 1000;
    while (winner < 0 && g_get_monotonic_time() < until)
        for (int i = 0; i < 2; i++) {
            driver_listen(both[i], 10);
            for (guint k = 0; k < both[i]->heard->len; k++)
                if (((event *)both[i]->heard->pdata[k])->kind == EVENT_PROPOSAL)
                    winner = i;
        }
    if (winner < 0)
        fail_round(c, "neither of two has taken run %s up", lane->run);
    int code = driver_exit(both[1 - winner]);
    if (code == 0 || count_kind(&(struct lane){.d = both[1 - winner]}, EVENT_PROPOSAL))
        fail_round(c, "both have taken run %s up (exit %d)", lane->run, code);
    driver_free(both[1 - winner]);
    lane->d = both[winner];
    lane->looked = 0;
    g_hash_table_remove_all(lane->asked);
}

static void strike(struct campaign *c, enum moment what, int number)
{
    struct lane *lane = &c->lanes[number];
    switch (what) {
    case KILL_ENGINE:
        kill(lane->d->pid, SIGKILL);
        lane_bury(c, number);
        break;
    case KILL_ALL:
        kill_children(lane);
        lane_bury(c, number);
        break;
    case KILL_HAND:
        kill_organ(c, number, "hand");
        break;
    case KILL_EYE:
        kill_organ(c, number, "eye");
        break;
    case DISK_FULL:
        disk_full(c, number);
        break;
    case POWER_CUT:
        for (int i = 0; i < LANES; i++) {
            kill_children(&c->lanes[i]);
            lane_bury(c, i);
        }
        disk_cut_wal(c->store, c->rand);
        break;
    case TWO_AT_ONCE:
        two_at_once(c, number);
        break;
    case MOMENTS:
    default:
        break;
    }
}

static bool is_dead(const struct lane *lane)
{
    siginfo_t info = {0};
    return lane->d->pid == 0 || (waitid(P_PID, (id_t)lane->d->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0);
}

/* ---- the campaign ---- */

/* Half of the moments are near an approval, where the hand is at work. */
static void await_moment(struct campaign *c, int number)
{
    struct lane *lane = &c->lanes[number];
    if (g_rand_boolean(c->rand)) {
        guint before = g_hash_table_size(lane->asked);
        for (int i = 0; i < 300 && g_hash_table_size(lane->asked) == before && !is_dead(lane); i++)
            go_on_a_while(c, 1);
    }
    gint64 until = g_get_monotonic_time() + g_rand_int_range(c->rand, 0, 400) * 1000;
    while (g_get_monotonic_time() < until)
        for (int i = 0; i < LANES; i++)
            answer_all(c, i, 1);
}

static void one_moment(struct campaign *c)
{
    for (int i = 0; i < LANES; i++) {
        if (!c->lanes[i].d)
            lane_start(&c->lanes[i]);
        lane_await_work(c, i);
    }
    enum moment what = (enum moment)g_rand_int_range(c->rand, 0, MOMENTS);
    int number = g_rand_int_range(c->rand, 0, LANES);
    await_moment(c, number);
    c->counts[what]++;
    c->last = what;
    strike(c, what, number);
    for (int i = 0; i < LANES; i++)
        if (c->lanes[i].d->pid && is_dead(&c->lanes[i]))
            lane_bury(c, i);
    check_store(c);
    for (int i = 0; i < LANES; i++) {
        struct lane *lane = &c->lanes[i];
        if (!lane->d->pid)
            lane_forget(lane);
        if (++lane->lives < LIVES || !lane->d)
            continue;
        driver_send(lane->d, "{\"command\":\"stop\"}");
        lane_bury(c, i);
        check_store(c);
        lane_forget(lane);
        g_clear_pointer(&lane->run, g_free);
        lane->lives = 0;
    }
}

static void begin(struct campaign *c, int rounds)
{
    const char *seed = g_getenv("SEED");
    c->seed = seed ? (guint32)g_ascii_strtoull(seed, NULL, 10) : 20261122;
    c->rand = g_rand_new_with_seed(c->seed);
    disk_begin(&c->disk, DISK_MB);
    c->store = g_build_filename(c->disk.dir, "reins", NULL);
    driver_configure("typist", "");
    g_setenv("XDG_DATA_HOME", c->disk.dir, TRUE);
    for (int i = 0; i < LANES; i++) {
        struct lane *lane = &c->lanes[i];
        xvfb_start(&lane->x, 640, 480, NULL);
        lane->window = sink_start(lane->x.display, "moments", 100, 100, 300, 200, 0x204060);
        lane->typed = g_string_new(NULL);
        lane->asked = g_hash_table_new(NULL, NULL);
        lane->done = g_hash_table_new(NULL, NULL);
    }
    print_message("%d moments, SEED=%u, %s\n", rounds, c->seed,
                  c->disk.mounted ? "a disk of its own" : "no disk of its own (root only): files may not grow instead");
}

static int end(void **state)
{
    (void)state;
    struct campaign *c = &campaign;
    for (int i = 0; i < LANES; i++) {
        struct lane *lane = &c->lanes[i];
        if (lane->d)
            driver_free(lane->d);
        sink_stop(lane->window);
        xvfb_stop(&lane->x);
        g_string_free(lane->typed, TRUE);
        g_hash_table_unref(lane->asked);
        g_hash_table_unref(lane->done);
        g_free(lane->run);
    }
    disk_end(&c->disk);
    g_rand_free(c->rand);
    g_free(c->store);
    return 0;
}

static void moments__random__nothing_lost_nothing_twice(void **state)
{
    (void)state;
    struct campaign *c = &campaign;
    const char *given = g_getenv("MOMENTS");
    int rounds = given ? (int)g_ascii_strtoll(given, NULL, 10) : 8, done = 0;
    begin(c, rounds);
    for (c->round = 0; c->round < rounds; c->round++)
        one_moment(c);
    g_autoptr(GString) text = g_string_new(NULL);
    for (int i = 0; i < MOMENTS; i++)
        g_string_append_printf(text, "%s%s %d", i ? ", " : "", names[i], c->counts[i]);
    for (int i = 0; i < LANES; i++) {
        done += (int)g_hash_table_size(c->lanes[i].done);
        c->words += c->lanes[i].words;
    }
    print_message("%d moments (%s): %d words, %d said to be typed, none twice\n", rounds, text->str, c->words, done);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(moments__random__nothing_lost_nothing_twice, NULL, end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
