/* Processor time, the machine being shared. What a plan would be reminded of, in a store of many steps and pictures
 * (BENCH_STEPS=1000000, BENCH_FRAMES=200000 are made here, or it looks at the one in BENCH_HISTORY/reins); beside FTS5's own
 * ranking of the same words, and each picture's print by a function of SQL, as one would write both first. */
#include "engine/recall/recall.h"
#include "memory/gists.h"
#include "memory/pictures.h"
#include "memory/sqlite/store.h"
#include "tests/bench/measure.h"

#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 15
#define EXEC(M, SQL) g_assert(sqlite3_exec((M)->db, SQL, NULL, NULL, NULL) == SQLITE_OK)

static guint number_of(const char *name, guint otherwise)
{
    const char *text = g_getenv(name);
    return text ? (guint)g_ascii_strtoull(text, NULL, 10) : otherwise;
}

/* Words of which a few are in most texts and most in few. */
static void add_word(GString *text, GRand *random)
{
    double u = g_rand_double(random);
    g_string_append_printf(text, "w%u ", (guint)(u * u * u * 20000));
}

static void put_gist(store_query *put, guint run, guint step, const char *text)
{
    sqlite3_reset(put);
    sqlite3_bind_int(put, 1, (int)run);
    sqlite3_bind_int(put, 2, (int)step);
    sqlite3_bind_text(put, 3, text, -1, SQLITE_TRANSIENT);
    g_assert(sqlite3_step(put) == SQLITE_DONE);
}

static void make_steps(memory *m, guint n)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(5);
    g_autoptr(GString) text = g_string_new(NULL);
    sqlite3_stmt *put = NULL;
    EXEC(m, "PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN");
    g_assert(sqlite3_prepare_v2(m->db, "INSERT INTO gists(run, step, text) VALUES (?,?,?)", -1, &put, NULL) == SQLITE_OK);
    for (guint i = 0; i < n; i++) {
        g_string_truncate(text, 0);
        for (int word = 0; word < 40; word++)
            add_word(text, random);
        g_string_append_printf(text, "program%u", i / 100 % 50);
        put_gist(put, i / 100 + 1, i % 100 + 1, text->str);
    }
    sqlite3_finalize(put);
    g_autofree char *rows = g_strdup_printf(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %u)"
        " INSERT INTO runs(id, status, started_us, journal_hash, profile, task) SELECT i, 'ended', i, '0', 'program' || (i - 1) "
        "%% "
        "50, 't' FROM n;"
        "INSERT INTO steps(run, step, started_us, ended_us, verdict, effect, task, action) SELECT run, step, 1, 0, 'approved',"
        " 'changed', 'x' || id, '{\"skill\":\"s' || id || '\",\"args\":{},\"expectation\":\"\",\"reason\":\"\"}' FROM gists; "
        "COMMIT",
        n / 100 + 1);
    EXEC(m, rows);
}

static void make_pictures(memory *m, guint n)
{
    g_autofree char *rows =
        g_strdup_printf("BEGIN; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %u) INSERT INTO pictures"
                        " SELECT lower(hex(randomblob(32))), random(), 1 FROM n; COMMIT",
                        n);
    EXEC(m, rows);
}

static void distance(sqlite3_context *context, int n, sqlite3_value **values)
{
    (void)n;
    guint64 a = (guint64)sqlite3_value_int64(values[0]), b = (guint64)sqlite3_value_int64(values[1]);
    sqlite3_result_int(context, __builtin_popcountll(a ^ b));
}

static double peer(memory *m, const char *sql)
{
    GArray *times = samples_new();
    for (int i = 0; i < 3; i++) {
        double start = processor_ms();
        EXEC(m, sql);
        samples_add(times, processor_ms() - start);
    }
    double median = samples_median(times);
    g_array_unref(times);
    return median;
}

static void measure_recall(recaller *r, GRand *random, bool pictures, const char *what)
{
    GArray *times = samples_new();
    guint found = 0;
    for (int i = 0; i < ROUNDS; i++) {
        g_autoptr(GString) text = g_string_new(NULL);
        g_autoptr(GError) error = NULL;
        for (int word = 0; word < 24; word++)
            add_word(text, random);
        const struct recall_query query = {.task = text->str,
                                           .app = "program7",
                                           .printed = pictures,
                                           .print = (guint64)g_rand_int(random) << 32 | g_rand_int(random),
                                           .steps = 3,
                                           .lessons = 5,
                                           .chars = 4000};
        double start = processor_ms();
        g_autoptr(GPtrArray) rows = recaller_search(r, &query, NULL, &error);
        samples_add(times, processor_ms() - start);
        found += rows->len;
    }
    printf("recall   %-34s %7.2f ms (worst %.2f), %u of %d found\n", what, samples_median(times), samples_max(times), found,
           3 * ROUNDS);
    g_array_unref(times);
}

static void measure_prints(memory *m, GRand *random)
{
    GArray *times = samples_new();
    for (int i = 0; i < ROUNDS; i++) {
        double start = processor_ms();
        g_autoptr(GPtrArray) like = memory_pictures_like(m, (guint64)g_rand_int(random) << 32, 10, 16, NULL);
        samples_add(times, processor_ms() - start);
    }
    printf("prints   %-34s %7.2f ms\n", "all compared", samples_median(times));
    g_array_unref(times);
}

int main(void)
{
    const char *there = g_getenv("BENCH_HISTORY");
    g_autofree char *made = there ? NULL : g_dir_make_tmp("bench-recall-XXXXXX", NULL),
                    *dir = there ? g_build_filename(there, "reins", NULL) : g_build_filename(made, "store", NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(config) cfg = config_load(&error);
    g_autoptr(memory) m = cfg ? memory_open(dir, true, &error) : NULL;
    g_autoptr(GRand) random = g_rand_new_with_seed(9);
    if (!m) {
        printf("skipped: %s\n", error->message);
        return 0;
    }
    guint steps = number_of("BENCH_STEPS", 1000000), frames = number_of("BENCH_FRAMES", 200000);
    if (!there) {
        make_steps(m, steps);
        make_pictures(m, frames);
        printf("%u steps, %u prints\n", steps, frames);
    }
    g_autoptr(recaller) r = recaller_new(cfg, NULL, m);
    measure_recall(r, random, false, "24 words, one program first");
    measure_recall(r, random, true, "and the picture");
    measure_prints(m, random);
    printf(
        "peer     %-34s %7.2f ms\n", "FTS5 ORDER BY rank, 6 common words",
        peer(m,
             "SELECT rowid FROM gist_search WHERE gist_search MATCH 'w0 OR w1 OR w2 OR w5 OR w9 OR w40' ORDER BY rank LIMIT 3"));
    sqlite3_create_function(m->db, "distance", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, distance, NULL, NULL);
    printf("peer     %-34s %7.2f ms\n", "prints by a function of SQL",
           peer(m, "SELECT hash FROM pictures ORDER BY distance(print, 4711) LIMIT 16"));
    if (made) {
        double wall, cpu;
        time_program(NULL, (const char *const[]){"rm", "-rf", made, NULL}, &wall, &cpu);
    }
    return 0;
}
