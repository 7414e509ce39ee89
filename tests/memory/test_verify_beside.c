/* Verify beyond the runs' chains: the skills' history, the full-text index and the runs' totals with their repair. */

#include "tests/memory/common.h"

#include "memory/notes.h"
#include "memory/repair.h"
#include "memory/skills.h"

#include <unistd.h>

/* ---- skills ---- */

static void add_skill(memory *m, const char *name, const char *code)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *sha = g_compute_checksum_for_string(G_CHECKSUM_SHA256, code, -1);
    memory_skill skill = {.name = (char *)name,
                          .sha256 = sha,
                          .author = (char *)"model",
                          .code = (char *)code,
                          .stage = (char *)"draft",
                          .by = (char *)"model"};
    g_autoptr(GPtrArray) skills = g_ptr_array_new();
    g_ptr_array_add(skills, &skill);
    assert_true(memory_skills_add(m, skills, NULL, &error));
    assert_true(memory_skill_set_stage(m, name, sha, "trial", "ann", "seen", &error));
    assert_no_error(error);
}

static void verify__skills__history_changed(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *finding;
    } changes[] = {
        {"UPDATE skill_versions SET code = 'function greet() os.exit() end' WHERE name = 'greet'",
         "a version of greet (%s) was changed"},
        {"UPDATE skill_versions SET sha256 = 'ab' WHERE name = 'greet'", "a version of greet (ab) was changed"},
        {"DELETE FROM skill_stages WHERE id = 2", "a stage of a skill is missing"},
        {"UPDATE skill_stages SET stage = 'trusted' WHERE id = 2", "a stage of greet (%s) was changed"},
        {"UPDATE skill_stages SET author = 'human' WHERE id = 2", "a stage of greet (%s) was changed"},
        {"INSERT INTO skill_stages(version, at_us, stage) VALUES (1, 5, 'trusted')", "does not know a stage of greet (%s)"},
        {"INSERT INTO skill_versions(name, sha256, at_us, author, code) VALUES ('x', 'ab', 5, 'shipped', 'c')",
         "does not know a version of x (ab)"},
        {"DELETE FROM skill_journal WHERE row = 2", "row 2 of their history is missing"},
        {"DELETE FROM skill_journal WHERE row = 6", "rows were cut off"},
        {"DELETE FROM skill_journal; DELETE FROM skill_stages", "rows were cut off"},
        {"UPDATE skill_journal SET sha256 = 'ab' WHERE row = 3", "row 3 of their history does not fit its hash"},
        {"UPDATE outcomes SET what = 'verified'", "run 1: a skill's outcome of step 1 was changed"},
        {"UPDATE outcomes SET at_us = at_us + 1", "run 1: a skill's outcome of step 1 was changed"},
        {"UPDATE outcomes SET skill = 'other'", "run 1: a skill's outcome of step 1 was changed"},
        {"DELETE FROM outcomes", "run 1: a skill's outcome of step 1 is missing"},
        {"INSERT INTO outcomes(skill, sha256, what, run, step, at_us) VALUES ('greet', '', 'verified', 1, 1, 5)",
         "run 1: the journal does not know a skill's outcome of step 1"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(changes); i++) {
        const char *code = "function greet() end";
        g_autofree char *dir = new_dir(), *sha = g_compute_checksum_for_string(G_CHECKSUM_SHA256, code, -1);
        g_autofree char *short_sha = g_strndup(sha, 12);
        g_auto(GStrv) parts = g_strsplit(changes[i].finding, "%s", 2);
        g_autofree char *finding = g_strjoinv(short_sha, parts);
        g_autoptr(memory) m = open_store(dir);
        gint64 run = add_story(m);
        add_skill(m, "greet", code);
        add_skill(m, "other", "function other() end");
        assert_true(memory_outcome_add(m, "greet", sha, "fired", run, 1, NULL));
        assert_true(memory_outcome_add(m, "greet", sha, "fired", 0, 0, NULL));
        assert_clean(m);
        print_message("%s\n", changes[i].sql);
        tamper(dir, changes[i].sql);
        assert_finding(m, finding);
    }
}

/* However much was put in from elsewhere: a list that a person can take in. */
static void verify__skills__findings_are_limited(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    add_skill(m, "greet", "function greet() end");
    tamper(dir, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)"
                " INSERT INTO skill_stages(version, at_us, stage) SELECT 1, 5, 'trusted' FROM n");
    g_autoptr(GPtrArray) findings = verify(m);
    assert_int_equal(findings->len, 1001);
    assert_non_null(strstr(findings->pdata[1000], "there are more findings"));
}

/* ---- the full-text index ---- */

static gint64 hits(memory *m, const char *word)
{
    g_autoptr(GPtrArray) found = memory_search(m, word, 0, NULL);
    return found->len;
}

static memory_repaired repair(memory *m)
{
    g_autoptr(GError) error = NULL;
    memory_repaired repaired;
    assert_true(memory_repair_index(m, NULL, &repaired, &error));
    assert_no_error(error);
    return repaired;
}

static void verify__index__says_what_search_would_not_find(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *finding;
        bool anew;
    } changes[] = {
        {"DELETE FROM texts WHERE kind = 'call' AND part = 'output'", "texts are missing where search looks", false},
        {"UPDATE texts SET text = 'other words' WHERE kind = 'decision'", "texts are missing where search looks", false},
        {"UPDATE texts SET run = 2 WHERE run = 1 AND kind = 'summary'", "texts are missing where search looks", false},
        {"INSERT INTO texts(kind, part, ref, run, step, text) VALUES ('call', 'reply', 99, 1, 1, 'secret')",
         "still finds 1 texts", false},
        {"INSERT INTO texts(kind, part, ref, run, step, text) VALUES ('poem', 'x', 1, 1, 1, 'secret')", "still finds 1 texts",
         false},
        {"INSERT INTO search(rowid, text) VALUES (1, 'secret')", "other words than 1 texts", true},
        {"INSERT INTO search(rowid, text) VALUES (4711, 'secret')", "still has words of 1 texts that are gone", true},
        {"INSERT INTO search(search, rowid, text) SELECT 'delete', id, text FROM texts WHERE kind = 'run' LIMIT 1",
         "other words than 1 texts", true},
        {"DELETE FROM search_data WHERE id > 10", "cannot be read", true},
        {"INSERT INTO gist_search(rowid, text) VALUES (4711, 'secret')", "still has words of 1 descriptions", true},
    };
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    add_story(m);
    add_story(m);
    gint64 before = hits(m, "digit"), words = hits(m, "command");
    for (guint i = 0; i < G_N_ELEMENTS(changes); i++) {
        tamper(dir, changes[i].sql);
        assert_finding(m, changes[i].finding);
        memory_repaired repaired = repair(m);
        if (repaired.anew != changes[i].anew)
            fail_msg("%s: the index was%s written anew", changes[i].sql, repaired.anew ? "" : " not");
        assert_clean(m);
        assert_int_equal(hits(m, "digit"), before);
        assert_int_equal(hits(m, "command"), words);
        assert_int_equal(hits(m, "secret"), 0);
    }
}

static void verify__totals__are_those_of_the_rows(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "UPDATE run_totals SET steps = steps + 1 WHERE run = 1",     "UPDATE run_totals SET calls = calls + 1 WHERE run = 1",
        "UPDATE run_totals SET tokens_in = 0 WHERE run = 1",         "UPDATE run_totals SET tokens_out = 0 WHERE run = 1",
        "UPDATE run_totals SET ms = ms + 1 WHERE run = 1",           "UPDATE run_totals SET cost = cost + 1 WHERE run = 1",
        "UPDATE run_totals SET pictures = 9 WHERE run = 1",          "UPDATE run_totals SET tokens_cached = 9 WHERE run = 1",
        "UPDATE run_totals SET touched = touched + 1 WHERE run = 1", "DELETE FROM run_totals WHERE run = 1",
    };
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    add_story(m);
    add_story(m);
    for (guint i = 0; i < G_N_ELEMENTS(changes); i++) {
        tamper(dir, changes[i]);
        assert_finding(m, "run 1: its totals");
        assert_int_equal(repair(m).totals, 1);
        assert_clean(m);
        assert_int_equal(repair(m).totals, 0);
    }
}

/* Odd texts: what the tokenizer makes of them is what the index has. */
static void verify__index__takes_any_text(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir(), *word = g_strnfill(70000, 'w'), *many = g_strnfill(30000, ' ');
    g_autoptr(memory) m = open_store(dir);
    for (gsize i = 0; i < 30000; i += 2)
        many[i] = 'a';
    const char *const texts[] = {"",
                                 "Ångström ÅNGSTRÖM 中文字 и\xcc\x81 😀",
                                 word,
                                 many,
                                 "{}",
                                 "{\"a\":[1,2,\"x\"]}",
                                 "[",
                                 "\"one string\"",
                                 "\xff\xfe bytes",
                                 "e\xcc\x81 e\xcc\x81 é"};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        gint64 run = add_run(m, texts[i]);
        assert_true(memory_step_begin(m, run, 1, NULL));
        assert_true(memory_summary_add(m, run, 1, texts[i], NULL));
        assert_true(memory_step_end(m, run, 1, texts[i], "{\"skill\":\"x\"}", NULL, NULL, NULL));
    }
    assert_clean(m);
    assert_int_equal(repair(m).texts, 0);
}

static void repair__while_a_run_is_driven__leaves_it_be(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_story(m);
    int lock = memory_run_lock(m, run, NULL);
    memory_repaired repaired;
    tamper(dir, "DELETE FROM texts WHERE kind = 'decision'");
    assert_true(repair(m).texts > 0); /* in small pieces: that stops nobody */
    assert_clean(m);
    tamper(dir, "INSERT INTO search(rowid, text) VALUES (4711, 'secret')");
    assert_false(memory_repair_index(m, NULL, &repaired, &error));
    assert_error(error, MEMORY_ERROR_BUSY);
    close(lock);
    assert_true(repair(m).anew);
    assert_clean(m);
}

/* ---- pictures that went ---- */

static void add_sample(memory *m, gint64 run, gint64 step)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *picture = g_strdup_printf("picture %d", (int)step);
    g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, picture, -1), *path = memory_frame_path(m, hash);
    const struct memory_frame frame = {
        .run = run, .step = step, .hash = hash, .role = (char *)"sample", .width = 1280, .height = 720};
    assert_true(g_file_set_contents(path, picture, -1, NULL));
    assert_true(memory_frame_add(m, &frame, &error));
}

static void verify__thinned__is_in_the_chain(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *finding;
    } changes[] = {
        {"UPDATE frames SET gone_us = 0", "run 1: the removal of pictures is missing"},
        {"UPDATE frames SET gone_us = (SELECT max(gone_us) FROM frames)", "run 1: the removal of pictures was changed"},
        {"UPDATE frames SET gone_us = 7 WHERE gone_us = 0", "run 1: the journal does not know the removal of pictures of step 2"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(changes); i++) {
        g_autofree char *dir = new_dir();
        g_autoptr(memory) m = open_store(dir);
        g_autoptr(GError) error = NULL;
        gint64 run = add_run(m, "thinned");
        for (gint64 step = 1; step <= 2; step++) {
            const struct memory_note pin = {
                .run = run, .step = step, .kind = (char *)"pin", .by = (char *)"ann", .text = (char *)""};
            assert_true(memory_step_begin(m, run, step, &error));
            add_sample(m, run, step);
            assert_true(step == 1 || memory_note_add(m, &pin, NULL, &error));
        }
        assert_true(memory_run_end(m, run, "success", NULL, &error));
        struct memory_pruned pruned;
        assert_true(memory_thin(m, G_MAXINT64, false, &pruned, &error));
        assert_int_equal(pruned.runs, 1);
        assert_clean(m);
        tamper(dir, changes[i].sql);
        assert_finding(m, changes[i].finding);
    }
}

/* What a resume that began to count anew has left behind. */
static void verify__step_begun_again__is_found(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_run(m, "counts anew");
    static const gint64 steps[] = {1, 2, 2, 1};
    for (guint i = 0; i < G_N_ELEMENTS(steps); i++) {
        const struct memory_proposal p = {.run = run, .step = steps[i], .id = i + 1, .by = (char *)"model"};
        assert_true(memory_step_begin(m, run, steps[i], &error));
        assert_true(memory_proposal_add(m, &p, &error));
        if (i < 3)
            assert_clean(m);
    }
    assert_finding(m, "run 1: it went back from step 2 to step 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verify__skills__history_changed),
        cmocka_unit_test(verify__skills__findings_are_limited),
        cmocka_unit_test(verify__index__says_what_search_would_not_find),
        cmocka_unit_test(verify__totals__are_those_of_the_rows),
        cmocka_unit_test(verify__index__takes_any_text),
        cmocka_unit_test(verify__thinned__is_in_the_chain),
        cmocka_unit_test(verify__step_begun_again__is_found),
        cmocka_unit_test(repair__while_a_run_is_driven__leaves_it_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
