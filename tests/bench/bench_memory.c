/* The store: whole steps a second, each write committed before the next; then `reins memory` on BENCH_STEPS (100,000) steps. */
#include "memory/memory.h"
#include "tests/bench/measure.h"

#include <stdio.h>

#define WHOLE 1000
#define ACTION "{\"skill\":\"click_at_position\",\"args\":{\"x\":412,\"y\":388},\"expectation\":\"the display shows 12\"}"

static bool whole_step(memory *m, gint64 run, gint64 step, GError **error)
{
    struct memory_call call = {.run = run,
                               .step = step,
                               .module = (char *)"plan",
                               .brain = (char *)"demo",
                               .status = (char *)"started",
                               .prompt = (char *)"{\"system\":\"You control a computer.\",\"user\":\"compute 12 × 34\"}",
                               .attempt = 1};
    struct memory_call done = {.status = (char *)"done", .reply = (char *)ACTION, .output = (char *)ACTION, .ms = 7};
    struct memory_proposal p = {.run = run, .step = step, .id = step, .action = (char *)ACTION, .tier = 1};
    if (!memory_step_begin(m, run, step, error) || !memory_call_begin(m, &call, &done.id, error) ||
        !memory_call_end(m, &done, error) || !memory_proposal_add(m, &p, error) ||
        !memory_decision_add(m, run, step, "approved", "human", NULL, error))
        return false;
    static const char *const stages[] = {"prepared", "granted", "fired", "verified"};
    for (gsize i = 0; i < G_N_ELEMENTS(stages); i++)
        if (!memory_journal_add(m, run, step, step, stages[i], "engine", NULL, NULL, error))
            return false;
    return memory_fired_add(m, run, step, "[{\"index\":0,\"at_ms\":0,\"late_us\":90}]", error) &&
           memory_step_end(m, run, step, "compute", ACTION, "approved", "changed", error);
}

static bool light_step(memory *m, gint64 run, gint64 step, GError **error)
{
    return memory_step_begin(m, run, step, error) &&
           memory_step_end(m, run, step, "compute", ACTION, "approved", "changed", error);
}

/* What one would write in Python: a table, a row a step, a commit each. */
static const char python[] =
    "import sqlite3,time,sys\n"
    "db=sqlite3.connect(sys.argv[1]); db.execute('create table steps(run,step,task,prompt,reply,action,verdict)')\n"
    "for i in range(1000):\n"
    "    db.execute('insert into steps values(1,?,?,?,?,?,?)',(i,'compute','x'*60,'y'*90,'z'*90,'approved')); db.commit()\n";

static void peer(double own_ms)
{
    g_autofree char *file = g_build_filename(g_get_home_dir(), "peer.sqlite", NULL);
    const char *argv[] = {"/usr/bin/python3", "-c", python, file, NULL};
    double wall, cpu;
    if (!time_rounds(NULL, argv, 1, &wall, &cpu))
        return;
    printf("  Python's sqlite3, one plain row and commit a step: %6.0f rows/s   a step of ours (11 commits, hash chain, index) "
           "costs "
           "%.2f of its rows\n",
           WHOLE * 1000.0 / wall, own_ms / wall);
}

static void command(const char *const *words, const char *what)
{
    const char *argv[8] = {g_getenv("REINS_BIN"), "memory"};
    gsize n = 2;
    for (; *words; words++)
        argv[n++] = *words;
    double wall, cpu;
    if (time_rounds(NULL, argv, 3, &wall, &cpu))
        printf("  reins memory %-24s %8.0f ms\n", what, wall);
}

static int work(memory *m, gint64 steps, GError **error)
{
    struct memory_run row = {.task = (char *)"compute 12 × 34", .agent = (char *)"cradle", .brain = (char *)"demo"};
    gint64 run = 0, long_run = 0;
    if (!memory_run_add(m, &row, &run, error))
        return 1;
    double begun = now_ms();
    for (gint64 i = 1; i <= WHOLE; i++)
        if (!whole_step(m, run, i, error))
            return 1;
    double took = now_ms() - begun;
    printf("  whole steps: %6.0f a second (%.2f ms each, every write committed, synchronous=FULL)\n", WHOLE * 1000 / took,
           took / WHOLE);
    peer(took);
    begun = now_ms();
    for (gint64 i = WHOLE; i < steps; i++) {
        gint64 step = (i - WHOLE) % 1000 + 1;
        if ((step == 1 && !memory_run_add(m, &row, &long_run, error)) || !light_step(m, long_run, step, error))
            return 1;
    }
    took = now_ms() - begun;
    printf("  begin and end of a step alone: %6.0f steps a second\n", (double)(steps - WHOLE) * 1000 / took);
    return 0;
}

int main(void)
{
    const char *asked = g_getenv("BENCH_STEPS");
    gint64 steps = asked ? g_ascii_strtoll(asked, NULL, 10) : 100000;
    g_autofree char *dir = g_build_filename(g_get_user_data_dir(), "reins", NULL);
    g_autoptr(GError) error = NULL;
    setvbuf(stdout, NULL, _IOLBF, 0);
    g_mkdir_with_parents(dir, 0700);
    memory *m = memory_open(dir, true, &error);
    int code = m ? work(m, steps, &error) : 1;
    memory_close(m);
    if (code != 0) {
        printf("  the store failed: %s\n", error ? error->message : "?");
        return 1;
    }
    const char *runs[] = {"runs", NULL}, *json[] = {"runs", "--json", NULL}, *one[] = {"steps", "1", "--json", NULL},
               *show[] = {"show", "1", "500", "--json", NULL}, *search[] = {"search", "compute", NULL},
               *verify[] = {"verify", NULL};
    printf("  on %" G_GINT64_FORMAT " steps in %" G_GINT64_FORMAT " runs:\n", steps, (steps - 1) / 1000 + 1);
    command(runs, "runs");
    command(json, "runs --json");
    command(one, "steps 1 --json");
    command(show, "show 1 500 --json");
    command(search, "search compute");
    command(verify, "verify");
    return 0;
}
