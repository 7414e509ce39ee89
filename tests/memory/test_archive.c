/* A run as one file: out of one store and into another, with everything that verify looks at; and what is not taken. */

#include "tests/memory/common.h"

#include "memory/archive.h"
#include "memory/batch.h"
#include "memory/forget.h"
#include "memory/gists.h"
#include "memory/lessons.h"
#include "memory/notes.h"
#include "memory/pages.h"
#include "memory/pictures.h"
#include "memory/recalls.h"
#include "memory/skills.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The story, and what a run may have besides. */
static gint64 add_rich_story(memory *m)
{
    g_autoptr(GError) error = NULL;
    gint64 run = add_story(m), id = 0;
    const struct memory_note notes[] = {
        {.run = run, .step = 1, .kind = (char *)"note", .by = (char *)"ann", .text = (char *)"a zebra is seen here"},
        {.run = run, .step = 2, .kind = (char *)"pin", .by = (char *)"ann", .text = (char *)""},
        {.run = run, .kind = (char *)"tag", .by = (char *)"ann", .text = (char *)"calculator"},
        {.run = run, .step = 1, .kind = (char *)"tag", .by = (char *)"ann", .text = (char *)"mistaken"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(notes); i++)
        assert_true(memory_note_add(m, &notes[i], &id, &error));
    assert_true(memory_note_withdraw(m, id, "ann", &error));
    const struct memory_lesson lesson = {
        .run = run, .step = 2, .by = (char *)"model", .app = (char *)"xcalc", .text = (char *)"do not type commands"};
    assert_true(memory_lesson_add(m, &lesson, &id, &error));
    struct memory_recall recall = {.run = run,
                                   .step = 2,
                                   .place = 1,
                                   .kind = (char *)"lesson",
                                   .source_run = run,
                                   .source_step = 1,
                                   .lesson = id,
                                   .score = 0.5,
                                   .why = (char *)"{}"};
    g_autoptr(GPtrArray) recalls = g_ptr_array_new();
    g_ptr_array_add(recalls, &recall);
    assert_true(memory_recalls_set(m, run, 2, recalls, &error));
    const char *code = "function click_at_position(x, y)\nend\n";
    g_autofree char *sha = g_compute_checksum_for_string(G_CHECKSUM_SHA256, code, -1);
    memory_skill skill = {.name = (char *)"click_at_position",
                          .sha256 = sha,
                          .author = (char *)"human",
                          .file = (char *)"/etc/passwd",
                          .code = (char *)code,
                          .stage = (char *)"trusted",
                          .by = (char *)"ann"};
    g_autoptr(GPtrArray) skills = g_ptr_array_new();
    g_ptr_array_add(skills, &skill);
    assert_true(memory_skills_add(m, skills, NULL, &error));
    assert_true(memory_outcome_add(m, "click_at_position", sha, "fired", run, 1, &error));
    assert_true(memory_outcome_add(m, "click_at_position", sha, "no_effect", run, 1, &error));
    const struct memory_late late = {run, 1, 2, "changed", "no_effect", "verified", NULL, NULL, "click_at_position", NULL};
    assert_true(memory_step_correct(m, &late, &error));
    g_autoptr(GPtrArray) frames = memory_frames(m, run, 1, &error);
    assert_true(memory_picture_add(m, ((struct memory_frame *)frames->pdata[0])->hash, 0xfedcba9876543210u, 17, &error));
    assert_no_error(error);
    return run;
}

static void tell_frames(memory *m, gint64 run, GString *all)
{
    g_autoptr(GPtrArray) frames = memory_frames(m, run, 0, NULL);
    for (guint i = 0; i < frames->len; i++) {
        const struct memory_frame *f = frames->pdata[i];
        g_autofree char *bytes = NULL;
        if (!f->gone)
            assert_true(g_file_get_contents(f->path, &bytes, NULL, NULL));
        g_string_append_printf(all, "frame %d %s %s %d %s\n", (int)f->step, f->hash, f->role, f->gone, bytes ? bytes : "");
    }
}

/* All that a run says, but for its numbers. */
static char *told(memory *m, gint64 run)
{
    GString *all = g_string_new(NULL);
    g_autoptr(GPtrArray) steps = memory_steps(m, run, NULL), calls = memory_calls(m, run, 0, NULL),
                         proposals = memory_proposals(m, run, 0, NULL), journal = memory_journal(m, run, NULL),
                         summaries = memory_summaries(m, run, 0, NULL), notes = memory_notes(m, run, -1, NULL),
                         marks = memory_marks(m, run, 0, 1000, NULL), recalls = memory_recalls(m, run, 2, NULL);
    struct memory_run *row = memory_run_get(m, run, NULL);
    g_string_append_printf(all, "run %s %s %s %s %d %.2f\n", row->task, row->status, row->outcome, row->reason, (int)row->steps,
                           row->cost);
    memory_run_free(row);
    for (guint i = 0; i < steps->len; i++) {
        const struct memory_step *s = steps->pdata[i];
        g_string_append_printf(all, "step %d %s %s %s %d\n", (int)s->step, s->task, s->action, s->effect,
                               (int)(s->ended_us % 1000));
    }
    for (guint i = 0; i < calls->len; i++) {
        const struct memory_call *c = calls->pdata[i];
        g_string_append_printf(all, "call %d %s %s %s %s\n", (int)c->step, c->module, c->prompt, c->reply, c->output);
    }
    for (guint i = 0; i < proposals->len; i++) {
        const struct memory_proposal *p = proposals->pdata[i];
        g_autofree char *fired = memory_fired(m, run, p->id, NULL);
        g_string_append_printf(all, "proposal %d %s %s %s %s %s\n", (int)p->id, p->action, p->verdict, p->reason, p->stage,
                               fired);
    }
    for (guint i = 0; i < journal->len; i++) {
        const struct memory_entry *e = journal->pdata[i];
        if (!g_str_equal(e->by ? e->by : "", "import"))
            g_string_append_printf(all, "journal %d %s %d %d\n", (int)e->seq, e->stage, (int)e->step, (int)e->proposal);
    }
    for (guint i = 0; i < summaries->len; i++) {
        const struct memory_summary_row *s = summaries->pdata[i];
        g_string_append_printf(all, "summary %d %d %d %s\n", (int)s->step, (int)s->first_step, s->parent > 0, s->text);
    }
    for (guint i = 0; i < notes->len; i++) {
        const struct memory_note *n = notes->pdata[i];
        g_string_append_printf(all, "note %d %s %s\n", (int)n->step, n->kind, n->text);
    }
    for (guint i = 0; i < marks->len; i++) {
        const struct memory_mark *k = marks->pdata[i];
        g_string_append_printf(all, "mark %d %s\n", (int)k->step, k->what);
    }
    for (guint i = 0; i < recalls->len; i++) {
        const struct memory_recall *r = recalls->pdata[i];
        g_string_append_printf(all, "recall %d %d %d\n", r->source_run == run, (int)r->source_step, r->lesson > 0);
    }
    tell_frames(m, run, all);
    return g_string_free(all, FALSE);
}

static char *file_in(const char *dir, const char *name)
{
    g_autofree char *parent = g_path_get_dirname(dir);
    return g_build_filename(parent, name, NULL);
}

static char *export(memory *m, const char *dir, gint64 run)
{
    g_autoptr(GError) error = NULL;
    g_auto(memory_archived) archived = {0};
    char *file = file_in(dir, "run.reins");
    assert_true(memory_archive_write(m, run, file, NULL, &archived, &error));
    assert_no_error(error);
    return file;
}

static gint64 import(memory *m, const char *file)
{
    g_autoptr(GError) error = NULL;
    g_auto(memory_archived) archived = {0};
    bool ok = memory_archive_import(m, file, false, NULL, &archived, &error);
    assert_no_error(error);
    assert_true(ok);
    assert_false(archived.known);
    return archived.run;
}

static guint files_in(const char *dir, const char *name)
{
    g_autofree char *path = g_build_filename(dir, name, NULL);
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    guint n = 0;
    while (folder && g_dir_read_name(folder))
        n++;
    return n;
}

static gint64 count_hits(memory *m, const char *word)
{
    g_autoptr(GPtrArray) hits = memory_search(m, word, 0, NULL);
    return hits->len;
}

static void archive__into_another_store__says_the_same(void **state)
{
    (void)state;
    g_autofree char *one = new_dir(), *other = new_dir();
    g_autoptr(memory) m = open_store(one);
    g_autoptr(memory) n = open_store(other);
    gint64 run = add_rich_story(m);
    for (int i = 0; i < 3; i++) /* so that no number is what it was */
        add_rich_story(n);
    g_autofree char *file = export(m, one, run);
    gint64 here = import(n, file);
    assert_int_not_equal(here, run);
    g_autofree char *before = told(m, run), *after = told(n, here);
    assert_string_equal(after, before);
    assert_clean(n);
    assert_int_equal(count_hits(n, "zebra"), 4);
    assert_int_equal(files_in(other, "incoming"), 0);
    tamper(other, "UPDATE summaries SET text = 'other' WHERE run = 4");
    assert_finding(n, "a summary");
}

static void archive__from_outside__loads_nothing_and_tells_nobody(void **state)
{
    (void)state;
    g_autofree char *one = new_dir(), *other = new_dir();
    g_autoptr(memory) m = open_store(one);
    g_autoptr(memory) n = open_store(other);
    g_autoptr(GError) error = NULL;
    gint64 run = add_rich_story(m);
    assert_true(memory_run_set_status(m, run, "running", &error));
    assert_true(memory_run_set_display(m, run, ":7", "{\"display\":\":7\",\"pid\":1}", &error));
    g_autofree char *file = export(m, one, run);
    gint64 here = import(n, file);
    struct memory_run *row = memory_run_get(n, here, &error);
    assert_null(row->sandbox);
    assert_string_equal(row->status, "ended");
    assert_string_equal(row->outcome, "stopped");
    memory_run_free(row);
    g_autoptr(GPtrArray) lessons = memory_lessons(n, NULL, false, &error), all = memory_lessons(n, NULL, true, &error),
                         versions = memory_skill_versions(n, "click_at_position", &error);
    assert_int_equal(lessons->len, 0);
    assert_int_equal(all->len, 1);
    assert_int_equal(versions->len, 1);
    const memory_skill *version = versions->pdata[0];
    assert_string_equal(version->stage, "imported");
    assert_string_equal(version->author, "import");
    assert_null(version->file);
    g_autoptr(GPtrArray) since = memory_outcomes(n, version->name, version->sha256, version->stage_us, 0, &error),
                         ever = memory_outcomes(n, version->name, version->sha256, 0, 0, &error);
    assert_int_equal(since->len, 0); /* what would move its stage on */
    assert_int_equal(ever->len, 2);
    assert_clean(n);
}

/* What may be recalled of a run for a plan. */
static guint recalled(memory *m, gint64 run)
{
    const char *const words[] = {"compute", NULL};
    g_autoptr(GPtrArray) gists = memory_gists_worded(m, words, NULL, 100, NULL);
    guint found = 0;
    for (guint i = 0; i < gists->len; i++) {
        const struct memory_gist *gist = gists->pdata[i];
        found += gist->run == run && !gist->imported;
    }
    return found;
}

static void archive__trusted__may_be_told_to_plans(void **state)
{
    (void)state;
    for (int trusted = 0; trusted <= 1; trusted++) {
        g_autofree char *one = new_dir(), *other = new_dir();
        g_autoptr(memory) m = open_store(one);
        g_autoptr(memory) n = open_store(other);
        g_autoptr(GError) error = NULL, none = NULL;
        g_auto(memory_archived) archived = {0};
        bool own = false, here = false;
        g_autofree char *file = export(m, one, add_rich_story(m));
        assert_true(memory_archive_import(n, file, trusted, NULL, &archived, &error));
        assert_true(memory_run_trusted(m, 1, &own, &error) && memory_run_trusted(n, archived.run, &here, &error));
        assert_true(own && here == trusted);
        assert_false(memory_run_trusted(n, 77, &here, &none));
        assert_error(none, MEMORY_ERROR_NOT_FOUND);
        assert_int_equal(archived.lessons, !trusted);
        g_autoptr(GPtrArray) lessons = memory_lessons(n, NULL, false, &error);
        assert_int_equal(lessons->len, trusted);
        assert_int_equal(recalled(n, archived.run), trusted);
        assert_clean(n);
        tamper(other, trusted ? "UPDATE runs SET origin = NULL" : "UPDATE runs SET origin = json_set(origin, '$.trusted', 1)");
        assert_finding(n, "where it came from was changed");
    }
}

static void archive__with_tombstones__verifies_and_keeps_them(void **state)
{
    (void)state;
    for (gint64 step = 0; step <= 2; step++) {
        g_autofree char *one = new_dir(), *other = new_dir();
        g_autoptr(memory) m = open_store(one);
        g_autoptr(memory) n = open_store(other);
        g_autoptr(GError) error = NULL;
        g_auto(memory_forgotten) forgotten = {0};
        g_auto(memory_archived) archived = {0};
        gint64 run = add_rich_story(m);
        assert_true(memory_forget(m, run, step, "ann", "private", true, false, &forgotten, &error));
        g_autofree char *file = export(m, one, run);
        g_autoptr(GPtrArray) findings = memory_archive_verify(one, file, NULL, &archived, &error);
        assert_no_error(error);
        if (findings->len)
            fail_msg("step %d: %s", (int)step, (char *)findings->pdata[0]);
        gint64 here = import(n, file);
        g_autofree char *before = told(m, run), *after = told(n, here);
        assert_string_equal(after, before);
        assert_clean(n);
    }
}

static void archive__twice__is_known(void **state)
{
    (void)state;
    g_autofree char *one = new_dir(), *other = new_dir();
    g_autoptr(memory) m = open_store(one);
    g_autoptr(memory) n = open_store(other);
    g_autoptr(GError) error = NULL;
    g_auto(memory_archived) again = {0}, home = {0}, more = {0}, forgot = {0};
    g_auto(memory_forgotten) forgotten = {0};
    gint64 run = add_rich_story(m), id = 0;
    add_story(n);
    g_autofree char *file = export(m, one, run);
    gint64 here = import(n, file);
    assert_true(memory_archive_import(n, file, false, NULL, &again, &error));
    assert_true(again.known && again.run == here && !again.longer);
    g_autofree char *back = export(n, other, here); /* through another store and home again */
    assert_true(memory_archive_import(m, back, false, NULL, &home, &error));
    assert_true(home.known && home.run == run);
    const struct memory_note note = {.run = run, .kind = (char *)"note", .by = (char *)"ann", .text = (char *)"later"};
    assert_true(memory_note_add(m, &note, &id, &error));
    g_autofree char *longer = export(m, one, run);
    assert_true(memory_archive_import(n, longer, false, NULL, &more, &error));
    assert_true(more.known && more.longer);
    assert_true(memory_forget(n, here, 0, "ann", "private", true, false, &forgotten, &error));
    assert_true(memory_archive_import(n, file, false, NULL, &forgot, &error));
    assert_true(forgot.known); /* what was forgotten does not come back by itself */
    assert_clean(n);
    g_autoptr(GPtrArray) runs = memory_runs(n, NULL, 0, NULL);
    assert_int_equal(runs->len, 2);
}

static void archive__imported__goes_on_like_any_run(void **state)
{
    (void)state;
    g_autofree char *one = new_dir(), *other = new_dir(), *third = new_dir();
    g_autoptr(memory) m = open_store(one);
    g_autoptr(memory) n = open_store(other);
    g_autoptr(memory) o = open_store(third);
    g_autoptr(GError) error = NULL;
    g_auto(memory_forgotten) forgotten = {0};
    gint64 id = 0;
    add_story(n);
    g_autofree char *file = export(m, one, add_rich_story(m));
    gint64 here = import(n, file);
    const struct memory_note note = {
        .run = here, .step = 2, .kind = (char *)"note", .by = (char *)"ann", .text = (char *)"later"};
    assert_true(memory_note_add(n, &note, &id, &error));
    assert_true(memory_run_set_status(n, here, "running", &error));
    assert_true(memory_step_begin(n, here, 3, &error));
    assert_true(memory_step_end(n, here, 3, "press nine", NULL, NULL, "changed", &error));
    assert_true(memory_run_end(n, here, "success", NULL, &error));
    assert_true(memory_forget(n, here, 1, "ann", "private", false, false, &forgotten, &error));
    assert_no_error(error);
    assert_clean(n);
    g_autofree char *next = export(n, other, here);
    gint64 there = import(o, next);
    g_autofree char *before = told(n, here), *after = told(o, there);
    assert_string_equal(after, before);
    assert_clean(o);
}

/* ---- what is not taken ---- */

/* A second hand on a copy of the archive. */
static char *changed_copy(const char *other, const char *file, const char *sql)
{
    g_autofree char *bytes = NULL;
    char *changed = file_in(other, "changed.reins"), *message = NULL;
    gsize length = 0;
    assert_true(g_file_get_contents(file, &bytes, &length, NULL));
    assert_true(g_file_set_contents(changed, bytes, (gssize)length, NULL));
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(changed, &db), SQLITE_OK);
    sqlite3_exec(db, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", sql, message);
    sqlite3_close(db);
    return changed;
}

/* Verify finds it or the file is refused, and import leaves nothing behind. What import said of it; caller frees. */
static char *refused_after(memory *n, const char *other, const char *file, const char *sql)
{
    g_autoptr(GError) error = NULL, why = NULL;
    g_auto(memory_archived) archived = {0}, told_of = {0};
    g_autofree char *changed = changed_copy(other, file, sql);
    g_autoptr(GPtrArray) findings = memory_archive_verify(other, changed, NULL, &archived, &why);
    if (findings && !findings->len)
        fail_msg("nobody sees: %s", sql);
    if (memory_archive_import(n, changed, false, NULL, &told_of, &error))
        fail_msg("taken: %s", sql);
    assert_non_null(error);
    g_autoptr(GPtrArray) runs = memory_runs(n, NULL, 0, NULL);
    assert_int_equal(runs->len, 0);
    assert_int_equal(files_in(other, "frames"), 0);
    assert_int_equal(files_in(other, "incoming"), 0);
    return g_strdup(error->message);
}

static void archive__changed__is_refused(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "UPDATE steps SET effect = 'no_effect' WHERE step = 1",
        "UPDATE calls SET reply = '{}'",
        "UPDATE summaries SET text = 'x'",
        "UPDATE notes SET text = 'x' WHERE kind = 'note'",
        "UPDATE runs SET task = 'x'",
        "UPDATE runs SET journal_hash = 'x'",
        "UPDATE journal SET stage = 'note' WHERE seq = 5",
        "DELETE FROM journal WHERE seq = 5",
        "DELETE FROM calls WHERE id = (SELECT min(id) FROM calls)",
        "DELETE FROM frame_files",
        "UPDATE frame_files SET png = x'00' WHERE rowid = 1",
        "UPDATE frame_files SET png = 'text' WHERE rowid = 1",
        "INSERT INTO frame_files VALUES ('../../../../tmp/x', x'00')",
        "UPDATE frames SET hash = '../../x'",
        "UPDATE steps SET step = -1 WHERE step = 1",
        "UPDATE steps SET run = 77",
        "UPDATE calls SET run = 77",
        "INSERT INTO lessons SELECT * FROM lessons",
        "INSERT INTO runs SELECT * FROM runs",
        "DELETE FROM runs",
        "UPDATE calls SET module = x'00ff'",
        "UPDATE calls SET module = CAST(x'fffe' AS TEXT)",
        "UPDATE calls SET ms = 'many'",
        "UPDATE archive SET value = 'x' WHERE key = 'identity'",
        "UPDATE archive SET value = '99' WHERE key = 'run'",
        "UPDATE archive SET value = replace(hex(zeroblob(32)), '0', 'a') WHERE key = 'identity'",
        "DELETE FROM archive",
        "PRAGMA application_id = 1",
        "CREATE TRIGGER t AFTER INSERT ON steps BEGIN DELETE FROM runs; END",
        "CREATE VIEW v AS SELECT 1",
        "CREATE TABLE more (x)",
        "CREATE INDEX i ON calls(lower(reply))",
        "ALTER TABLE calls ADD COLUMN x",
        "ALTER TABLE frame_files RENAME TO f; CREATE VIEW frame_files AS SELECT * FROM f",
        "DROP TABLE notes",
        "INSERT INTO pictures VALUES ('aa', 1, 1)",
    };
    g_autofree char *one = new_dir(), *other = new_dir();
    g_autoptr(memory) m = open_store(one);
    g_autoptr(memory) n = open_store(other);
    g_autofree char *file = export(m, one, add_rich_story(m));
    for (guint i = 0; i < G_N_ELEMENTS(changes); i++)
        g_free(refused_after(n, other, file, changes[i]));
    g_autofree char *newer = refused_after(n, other, file, "PRAGMA user_version = 999");
    assert_non_null(strstr(newer, "written by a newer version of reins (store version 999"));
    g_autofree char *earlier = refused_after(n, other, file, "PRAGMA user_version = 11");
    assert_non_null(strstr(earlier, "written by an earlier version of reins (store version 11), which this one does not read"));
    assert_clean(n);
    import(n, file); /* as it was written it is taken */
}

/* What is wrong with a picture is told of the picture in the file, not of a place where it never was. */
static void archive__picture_changed__is_told_as_it_is(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *said;
    } changes[] = {
        {"DELETE FROM frame_files WHERE rowid = 1", "is missing"},
        {"UPDATE frame_files SET png = 'text' WHERE rowid = 1", "has other bytes than its name says"},
        {"UPDATE frame_files SET png = x'00' WHERE rowid = 1", "has other bytes than its name says"},
    };
    g_autofree char *one = new_dir(), *other = new_dir();
    g_autoptr(memory) m = open_store(one);
    gint64 run = add_rich_story(m);
    g_autofree char *file = export(m, one, run);
    for (guint i = 0; i < G_N_ELEMENTS(changes); i++) {
        g_autoptr(GError) error = NULL;
        g_auto(memory_archived) archived = {0};
        g_autofree char *changed = changed_copy(other, file, changes[i].sql);
        g_autoptr(GPtrArray) findings = memory_archive_verify(other, changed, NULL, &archived, &error);
        assert_no_error(error);
        assert_true(findings->len > 0);
        const char *first = findings->pdata[0];
        if (!strstr(first, changes[i].said) || !strstr(first, ": frame ") || strstr(first, "incoming"))
            fail_msg("%s: %s", changes[i].sql, first);
    }
}

static void archive__bytes_changed_at_random__never_taken_wrong(void **state)
{
    (void)state;
    const char *given = g_getenv("SEED");
    guint32 seed = given ? (guint32)strtoul(given, NULL, 10) : 20261122;
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    g_autofree char *one = new_dir(), *bytes = NULL;
    g_autoptr(memory) m = open_store(one);
    gint64 run = add_rich_story(m);
    g_autofree char *file = export(m, one, run), *before = told(m, run), *broken = file_in(one, "broken.reins");
    gsize length = 0;
    assert_true(g_file_get_contents(file, &bytes, &length, NULL));
    g_autofree char *other = new_dir();
    g_autoptr(memory) n = open_store(other);
    for (int i = 0; i < 60; i++) {
        g_autofree char *copy = g_memdup2(bytes, length);
        gsize cut = g_rand_int_range(rand, 0, 4) ? length : (gsize)g_rand_int_range(rand, 0, (gint32)length);
        for (int k = g_rand_int_range(rand, 1, 20); k > 0; k--)
            copy[g_rand_int_range(rand, 0, (gint32)length)] = (char)g_rand_int_range(rand, 0, 256);
        assert_true(g_file_set_contents(broken, copy, (gssize)cut, NULL));
        g_autoptr(GError) error = NULL;
        g_auto(memory_archived) archived = {0};
        if (memory_archive_import(n, broken, false, NULL, &archived, &error) && !archived.known) {
            g_autofree char *after = told(n, archived.run); /* what was hit says nothing: free space, a rowid */
            if (!g_str_equal(after, before))
                fail_msg("SEED=%u, try %d: taken with other words", seed, i);
        }
        assert_int_equal(files_in(other, "incoming"), 0);
    }
    assert_clean(n);
}

/* ---- places ---- */

static bool never(G_GNUC_UNUSED void *user, G_GNUC_UNUSED gint64 done, G_GNUC_UNUSED gint64 total)
{
    return false;
}

static void archive__stopped__leaves_nothing(void **state)
{
    (void)state;
    const struct memory_watch watch = {never, NULL};
    g_autofree char *one = new_dir(), *other = new_dir();
    g_autoptr(memory) m = open_store(one);
    g_autoptr(memory) n = open_store(other);
    g_autoptr(GError) stopped = NULL, again = NULL;
    g_auto(memory_archived) archived = {0}, imported = {0};
    gint64 run = add_rich_story(m);
    g_autofree char *file = export(m, one, run), *half = file_in(one, "half.reins"), *folder = g_path_get_dirname(one);
    guint files = files_in(folder, ".");
    assert_false(memory_archive_write(m, run, half, &watch, &archived, &stopped));
    assert_error(stopped, MEMORY_ERROR_STOPPED);
    assert_int_equal(files_in(folder, "."), files);
    assert_false(memory_archive_import(n, file, false, &watch, &imported, &again));
    assert_error(again, MEMORY_ERROR_STOPPED);
    assert_int_equal(files_in(other, "frames"), 0);
    assert_int_equal(files_in(other, "incoming"), 0);
    assert_clean(n);
}

static void archive__written__is_for_its_owner_and_whole(void **state)
{
    (void)state;
    g_autofree char *one = new_dir();
    g_autoptr(memory) m = open_store(one);
    g_autoptr(GError) lost = NULL, none = NULL, nowhere = NULL;
    g_auto(memory_archived) archived = {0}, missing = {0}, other = {0};
    gint64 run = add_rich_story(m);
    mode_t mask = umask(0);
    g_autofree char *file = export(m, one, run), *again = NULL, *path = add_frame(m, run, 2, "another picture");
    umask(mask);
    struct stat info;
    assert_int_equal(stat(file, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0600);
    assert_true(memory_archive_is(file));
    assert_false(memory_archive_is(path));
    gint64 was = info.st_size;
    assert_int_equal(unlink(path), 0);
    assert_false(memory_archive_write(m, run, file, NULL, &archived, &lost)); /* what was there stays */
    assert_error(lost, MEMORY_ERROR_DAMAGED);
    assert_int_equal(stat(file, &info), 0);
    assert_int_equal(info.st_size, was);
    assert_false(memory_archive_write(m, 77, file, NULL, &missing, &none));
    assert_error(none, MEMORY_ERROR_NOT_FOUND);
    again = g_build_filename(one, "nowhere", "run.reins", NULL);
    assert_false(memory_archive_write(m, run, again, NULL, &other, &nowhere));
    assert_error(nowhere, MEMORY_ERROR_FAILED);
}

static void archive__left_by_a_death__goes_with_the_next(void **state)
{
    (void)state;
    g_autofree char *one = new_dir(), *other = new_dir(), *left = g_build_filename(other, "incoming", NULL);
    g_autofree char *half = g_build_filename(left, "rows.sqlite", NULL);
    g_autoptr(memory) m = open_store(one);
    g_autoptr(memory) n = open_store(other);
    assert_int_equal(g_mkdir(left, 0700), 0);
    assert_true(g_file_set_contents(half, "half", -1, NULL));
    g_autofree char *file = export(m, one, add_rich_story(m));
    import(n, file);
    assert_int_equal(access(left, F_OK), -1);
    assert_clean(n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(archive__into_another_store__says_the_same),
        cmocka_unit_test(archive__from_outside__loads_nothing_and_tells_nobody),
        cmocka_unit_test(archive__trusted__may_be_told_to_plans),
        cmocka_unit_test(archive__with_tombstones__verifies_and_keeps_them),
        cmocka_unit_test(archive__twice__is_known),
        cmocka_unit_test(archive__imported__goes_on_like_any_run),
        cmocka_unit_test(archive__changed__is_refused),
        cmocka_unit_test(archive__picture_changed__is_told_as_it_is),
        cmocka_unit_test(archive__bytes_changed_at_random__never_taken_wrong),
        cmocka_unit_test(archive__stopped__leaves_nothing),
        cmocka_unit_test(archive__written__is_for_its_owner_and_whole),
        cmocka_unit_test(archive__left_by_a_death__goes_with_the_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
