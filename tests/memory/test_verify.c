/* Verify finds what somebody else's hand did to the file, and names it. */

#include "tests/memory/common.h"

#include "memory/chain/journal.h"

#include <sys/stat.h>
#include <unistd.h>

static void verify__untouched__is_clean(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    assert_clean(m);
    add_story(m);
    add_story(m);
    add_run(m, "not ended");
    assert_clean(m);
}

/* The canonical text and the hash of the first rows, worked out by hand from journal.h's words. */
static void journal__hash__is_what_the_header_says(void **state)
{
    (void)state;
    const struct memory_entry entry = {
        .run = 17, .seq = 1, .step = 2, .proposal = 3, .at_us = 1000, .stage = (char *)"fired", .by = (char *)"h×"};
    g_autofree char *text = g_strconcat(JOURNAL_ZERO, "7:journal,2:17,1:1,1:2,1:3,4:1000,5:fired,3:h×,-,-,", NULL);
    g_autofree char *want = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    g_autofree char *got = journal_entry_hash(JOURNAL_ZERO, &entry);
    assert_string_equal(got, want);
}

static void journal__hash__moves_with_every_field(void **state)
{
    (void)state;
    const struct memory_entry base = {.run = 1,
                                      .seq = 1,
                                      .step = 1,
                                      .proposal = 1,
                                      .at_us = 1,
                                      .stage = (char *)"a",
                                      .by = (char *)"b",
                                      .digest = (char *)"c",
                                      .data = (char *)"d"};
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (int i = 0; i < 13; i++) {
        struct memory_entry entry = base;
        switch (i) {
        case 1:
            entry.run = 2;
            break;
        case 2:
            entry.seq = 2;
            break;
        case 3:
            entry.step = 2;
            break;
        case 4:
            entry.proposal = 2;
            break;
        case 5:
            entry.at_us = 2;
            break;
        case 6:
            entry.stage = (char *)"A";
            break;
        case 7:
            entry.by = NULL;
            break;
        case 8:
            entry.by = (char *)"";
            break; /* empty is not NULL */
        case 9:
            entry.digest = NULL;
            break;
        case 10:
            entry.data = (char *)"d,1:d";
            break;
        case 11:
            entry.by = (char *)"bc", entry.digest = (char *)"";
            break; /* no sliding between fields */
        case 12:
            entry.by = (char *)"", entry.digest = (char *)"bc";
            break;
        default:
            break;
        }
        if (!g_hash_table_add(seen, journal_entry_hash(JOURNAL_ZERO, &entry)))
            fail_msg("case %d has the hash of an earlier one", i);
    }
}

static void journal__rows__are_chained(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_story(m);
    g_autoptr(GPtrArray) journal = memory_journal(m, run, &error);
    static const char *const stages[] = {"begun",    "display",  "step",     "frame",   "call",     "step",    "frame", "call",
                                         "proposed", "decided",  "proposed", "decided", "prepared", "granted", "fired", "events",
                                         "verified", "proposed", "decided",  "step",    "summary",  "ended"};
    assert_int_equal(journal->len, G_N_ELEMENTS(stages));
    const char *previous = JOURNAL_ZERO;
    for (guint i = 0; i < journal->len; i++) {
        struct memory_entry *entry = journal->pdata[i];
        assert_string_equal(entry->stage, stages[i]);
        assert_int_equal(entry->seq, i + 1);
        g_autofree char *hash = journal_entry_hash(previous, entry);
        assert_string_equal(entry->hash, hash);
        previous = entry->hash;
    }
}

/* What the hand does, and what verify must say about it. */
static const struct {
    const char *sql, *finding;
} tricks[] = {
    {"UPDATE journal SET stage = 'aborted' WHERE run = 1 AND stage = 'fired'", "run 1: journal row 15 (aborted)"},
    {"UPDATE journal SET data = '{\"n\":2}' WHERE run = 1 AND seq = 13", "run 1: journal row 13 (prepared)"},
    {"UPDATE journal SET at_us = at_us - 1 WHERE run = 1 AND seq = 14", "run 1: journal row 14 (granted)"},
    {"UPDATE journal SET author = 'human' WHERE run = 1 AND seq = 14", "run 1: journal row 14 (granted)"},
    {"UPDATE journal SET digest = 'bb' WHERE run = 1 AND seq = 14", "run 1: journal row 14 (granted)"},
    {"UPDATE journal SET hash = '0' WHERE run = 1 AND seq = 14", "run 1: journal row 14 (granted)"},
    {"DELETE FROM journal WHERE run = 1 AND seq = 14", "run 1: journal row 14 is missing"},
    {"DELETE FROM journal WHERE run = 1 AND seq = 1", "run 1: journal row 1 is missing"},
    {"DELETE FROM journal WHERE run = 1 AND seq = 23", "run 1: the journal should end with row 23, its last one is 22"},
    {"DELETE FROM journal WHERE run = 1", "run 1: the journal should end with row 23, its last one is 0"},
    {"DELETE FROM journal WHERE run = 1 AND seq = 14; UPDATE journal SET seq = seq - 1 WHERE run = 1 AND seq > 14",
     "run 1: journal row 14 (fired)"},
    {"UPDATE journal SET seq = -1 WHERE run = 1 AND seq = 13; UPDATE journal SET seq = 13 WHERE run = 1 AND seq = 14;"
     "UPDATE journal SET seq = 14 WHERE run = 1 AND seq = -1",
     "run 1: journal row 13 (granted)"},
    {"INSERT INTO journal(run, seq, step, proposal, at_us, stage, hash) VALUES (1, 24, 1, 1, 5, 'granted', 'x')",
     "run 1: journal row 24 (granted)"},
    {"UPDATE journal SET run = 2, seq = 23 WHERE run = 1 AND seq = 22", "run 2: journal row 23 (ended)"},
    {"UPDATE runs SET journal_hash = '0' WHERE id = 1", "run 1: the journal's end does not fit"},
    {"UPDATE runs SET task = 'compute 1 × 1' WHERE id = 1", "run 1: the run's own row was changed"},
    {"UPDATE runs SET options = '{}' WHERE id = 1", "run 1: the run's own row was changed"},
    {"UPDATE runs SET outcome = 'success' WHERE id = 1", "run 1: its outcome was changed"},
    {"UPDATE runs SET reason = NULL WHERE id = 1", "run 1: its outcome was changed"},
    {"UPDATE runs SET status = 'paused' WHERE id = 1", "run 1: its outcome was changed"},
    {"UPDATE runs SET status = 'ended', outcome = 'success' WHERE id = 3", "run 3: its outcome was changed"},
    {"UPDATE proposals SET action = '{\"skill\":\"click\"}' WHERE run = 1 AND id = 1", "run 1: the proposal 1 was changed"},
    {"UPDATE proposals SET timeline = '{}' WHERE run = 1 AND id = 2", "run 1: the proposal 2 was changed"},
    {"UPDATE proposals SET tier = 3 WHERE run = 1 AND id = 2", "run 1: the proposal 2 was changed"},
    {"UPDATE proposals SET edited_from = 0 WHERE run = 1 AND id = 2", "run 1: the proposal 2 was changed"},
    {"UPDATE proposals SET author = 'model' WHERE run = 1 AND id = 2", "run 1: the proposal 2 was changed"},
    {"UPDATE proposals SET target = NULL WHERE run = 1 AND id = 2", "run 1: the proposal 2 was changed"},
    {"UPDATE proposals SET step = 2 WHERE run = 1 AND id = 2", "run 1: the proposal 2 was changed"},
    {"DELETE FROM proposals WHERE run = 1 AND id = 3", "run 1: the proposal 3 is missing"},
    {"UPDATE proposals SET id = 9 WHERE run = 1 AND id = 3; UPDATE proposals SET id = 3 WHERE run = 1 AND id = 1;"
     "UPDATE proposals SET id = 1 WHERE run = 1 AND id = 9",
     "run 1: the proposal 3 was changed"},
    {"INSERT INTO proposals(run, id, step, at_us, tier, edited_from) VALUES (1, 4, 2, 5, 0, 0)",
     "run 1: the journal does not know proposal 4"},
    {"UPDATE decisions SET verdict = 'approved' WHERE run = 1 AND proposal = 3", "run 1: the decision on proposal 3 was changed"},
    {"UPDATE decisions SET reason = 'fine' WHERE run = 1 AND proposal = 3", "run 1: the decision on proposal 3 was changed"},
    {"UPDATE decisions SET author = 'grant' WHERE run = 1 AND proposal = 2", "run 1: the decision on proposal 2 was changed"},
    {"UPDATE decisions SET at_us = 1 WHERE run = 1 AND proposal = 2", "run 1: the decision on proposal 2 was changed"},
    {"UPDATE decisions SET proposal = 2 WHERE run = 1 AND proposal = 3", "run 1: the decision on proposal 3 was changed"},
    {"DELETE FROM decisions WHERE run = 1 AND proposal = 3", "run 1: the decision on proposal 3 is missing"},
    {"INSERT INTO decisions(run, proposal, at_us, verdict) VALUES (1, 3, 5, 'approved')",
     "run 1: the journal does not know a decision on proposal 3"},
    {"UPDATE fired SET events = '[]' WHERE run = 1", "run 1: the fired events of proposal 2 was changed"},
    {"DELETE FROM fired WHERE run = 1", "run 1: the fired events of proposal 2 is missing"},
    {"INSERT INTO fired(run, proposal, at_us, events) VALUES (1, 3, 5, '[]')",
     "run 1: the journal does not know fired events of proposal 3"},
    {"UPDATE frames SET hash = '../../etc/passwd' WHERE run = 1 AND step = 1", "run 1: a frame's name is not a SHA-256"},
    {"UPDATE steps SET run = 77 WHERE run = 1", "broken reference"},
    {"UPDATE steps SET verdict = 'rejected' WHERE run = 1 AND step = 1", "run 1: step 1 was changed"},
    {"UPDATE steps SET action = '{\"skill\":\"wait\"}' WHERE run = 1 AND step = 1", "run 1: step 1 was changed"},
    {"UPDATE steps SET effect = 'no_effect' WHERE run = 1 AND step = 1", "run 1: step 1 was changed"},
    {"UPDATE steps SET success = 'yes' WHERE run = 1 AND step = 2", "run 1: step 2 was changed"},
    {"UPDATE steps SET task = 'pay' WHERE run = 1 AND step = 1", "run 1: step 1 was changed"},
    {"UPDATE steps SET ended_us = ended_us + 1 WHERE run = 1 AND step = 1", "run 1: step 1 was changed"},
    {"UPDATE steps SET started_us = 0 WHERE run = 1 AND step = 2", "run 1: step 2 was changed"},
    {"UPDATE steps SET step = 3 WHERE run = 1 AND step = 2", "run 1: step 2 is missing"},
    {"DELETE FROM steps WHERE run = 1 AND step = 1", "run 1: step 1 is missing"},
    {"INSERT INTO steps(run, step, started_us, verdict) VALUES (1, 3, 5, 'approved')", "run 1: the journal does not know step 3"},
    {"INSERT INTO steps(run, step, started_us, verdict) VALUES (3, 1, 5, 'approved')", "run 3: the journal does not know step 1"},
    {"UPDATE calls SET prompt = '{}' WHERE id = 1", "run 1: a module's call of step 1 was changed"},
    {"UPDATE calls SET reply = '{}' WHERE id = 2", "run 1: a module's call of step 2 was changed"},
    {"UPDATE calls SET correction = '{}' WHERE id = 1", "run 1: a module's call of step 1 was changed"},
    {"UPDATE calls SET status = 'started' WHERE id = 1", "run 1: a module's call of step 1 was changed"},
    {"UPDATE calls SET step = 2 WHERE id = 1", "run 1: a module's call of step 1 was changed"},
    {"DELETE FROM calls WHERE id = 1", "run 1: a module's call of step 1 is missing"},
    {"INSERT INTO calls(run, step, module, status, attempt, started_us) VALUES (1, 2, 'plan', 'done', 1, 5)",
     "run 1: the journal does not know a module's call of step 2"},
    {"UPDATE frames SET role = 'before' WHERE id = 1", "run 1: a frame's row of step 1 was changed"},
    {"UPDATE frames SET step = 2 WHERE id = 1", "run 1: a frame's row of step 1 was changed"},
    {"UPDATE frames SET at_us = 5 WHERE id = 2", "run 1: a frame's row of step 2 was changed"},
    {"DELETE FROM frames WHERE id = 1", "run 1: a frame's row of step 1 is missing"},
    {"UPDATE frames SET gone_us = 7 WHERE id = 1", "run 1: the journal does not know the removal of pictures of step 1"},
    {"INSERT INTO frames(run, step, hash, width, height, at_us) SELECT 1, 2, hash, 1, 1, 5 FROM frames WHERE id = 1",
     "run 1: the journal does not know a frame's row of step 2"},
    {"UPDATE summaries SET text = 'all is well' WHERE run = 1", "run 1: a summary of step 2 was changed"},
    {"UPDATE summaries SET parent = 7 WHERE run = 1", "run 1: a summary of step 2 was changed"},
    {"DELETE FROM summaries WHERE run = 1", "run 1: a summary of step 2 is missing"},
    {"INSERT INTO summaries(run, step, at_us, text) VALUES (1, 1, 5, 'x')",
     "run 1: the journal does not know a summary of step 1"},
    {"UPDATE states SET state = '{}' WHERE run = 1", "run 1: the working memory of step 1 was changed"},
    {"DELETE FROM states WHERE run = 1", "run 1: the working memory of step 1 is missing"},
    {"UPDATE runs SET display = ':0' WHERE id = 1", "run 1: its display was changed"},
    {"UPDATE runs SET parent = 2, parent_step = 1 WHERE id = 3", "run 3: the journal does not know the fork from run 2"},
    {"UPDATE runs SET sandbox = '{\"display\":\":7\"}' WHERE id = 3", "run 3: its display was changed"},
};

static void verify__tampered__is_found_and_named(void **state)
{
    (void)state;
    for (guint i = 0; i < G_N_ELEMENTS(tricks); i++) {
        g_autofree char *dir = new_dir();
        g_autoptr(memory) m = open_store(dir);
        gint64 run = add_story(m);
        assert_true(memory_state_set(m, run, 1, "{\"stack\":[]}", NULL));
        add_story(m);
        add_run(m, "not ended");
        assert_clean(m);
        print_message("%s\n", tricks[i].sql);
        tamper(dir, tricks[i].sql);
        assert_finding(m, tricks[i].finding);
    }
}

/* A careful hand that also makes the journal row's own hash right again is found by the next row. */
static void verify__tampered_with_its_hash_made_right(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_story(m);
    g_autoptr(GPtrArray) journal = memory_journal(m, run, &error);
    struct memory_entry *entry = journal->pdata[9], *before = journal->pdata[8];
    g_free(entry->by);
    entry->by = g_strdup("human");
    g_autofree char *hash = journal_entry_hash(before->hash, entry);
    g_autofree char *sql = g_strdup_printf("UPDATE journal SET author = 'human', hash = '%s' WHERE run = 1 AND seq = 14", hash);
    tamper(dir, sql);
    assert_finding(m, "run 1: journal row 15 (fired)");
}

static void verify__frames__missing_and_with_other_bytes(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    gint64 run = add_story(m);
    g_autofree char *gone = add_frame(m, run, 2, "gone"), *other = add_frame(m, run, 2, "other"),
                    *odd = add_frame(m, run, 2, "odd");
    assert_clean(m);
    assert_int_equal(g_unlink(gone), 0);
    assert_true(g_file_set_contents(other, "0ther", -1, NULL));
    assert_int_equal(g_unlink(odd), 0);
    assert_int_equal(mkfifo(odd, 0600), 0); /* must neither hang nor pass */
    g_autofree char *one = g_strdup_printf("run 1: frame %s is missing", gone);
    g_autofree char *two = g_strdup_printf("run 1: frame %s has other bytes", other);
    g_autofree char *three = g_strdup_printf("run 1: frame %s", odd);
    assert_finding(m, one);
    assert_finding(m, two);
    assert_finding(m, three);
    g_autoptr(GPtrArray) findings = verify(m);
    assert_int_equal(findings->len, 3);
}

static void verify__broken_pages__are_findings(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    memory *first = open_store(dir);
    add_story(first);
    memory_close(first);
    g_autofree char *file = g_build_filename(dir, "memory.sqlite", NULL);
    g_autofree char *bytes = NULL;
    gsize length = 0;
    assert_true(g_file_get_contents(file, &bytes, &length, NULL));
    int found = 0, total = 0;
    for (gsize page = 1; page < length / 4096; page++) {
        g_autofree char *broken = g_memdup2(bytes, length);
        memset(broken + page * 4096, 0x5a, 4096);
        assert_true(g_file_set_contents(file, broken, (gssize)length, NULL));
        g_autoptr(GError) error = NULL;
        g_autoptr(memory) m = memory_open(dir, false, &error);
        total++;
        if (!m) {
            assert_error(error, MEMORY_ERROR_DAMAGED);
            found++;
            continue;
        }
        g_autoptr(GPtrArray) findings = memory_verify(m, &error);
        assert_no_error(error);
        found += findings->len > 0;
    }
    assert_true(total > 10);
    assert_int_equal(found, total);
}

/* A death between the two: a call that was skipped is over with the first of them. */
static void verify__call_begun_as_skipped__is_bound(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    gint64 run = add_run(m, "t"), id = 0;
    const struct memory_call call = {
        .run = run, .step = 1, .module = (char *)"curate", .status = (char *)"skipped", .error = (char *)"nothing new"};
    assert_true(memory_call_begin(m, &call, &id, NULL));
    assert_clean(m);
    tamper(dir, "UPDATE calls SET error = 'other'");
    assert_finding(m, "a module's call of step 1 was changed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verify__untouched__is_clean),
        cmocka_unit_test(journal__hash__is_what_the_header_says),
        cmocka_unit_test(journal__hash__moves_with_every_field),
        cmocka_unit_test(journal__rows__are_chained),
        cmocka_unit_test(verify__tampered__is_found_and_named),
        cmocka_unit_test(verify__tampered_with_its_hash_made_right),
        cmocka_unit_test(verify__frames__missing_and_with_other_bytes),
        cmocka_unit_test(verify__broken_pages__are_findings),
        cmocka_unit_test(verify__call_begun_as_skipped__is_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
