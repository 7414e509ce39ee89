/* A run as one file, any bytes (memory/archive.h). An SQLite file that was hit at random is refused by its first look, so the
 * input is also taken as changes of a good one: of its bytes (first byte odd), or of its rows, as SQL by a second hand (even).
 * Whatever comes: it is taken whole and verify is clean, or refused with a sentence and nothing is left behind. */

#include "memory/archive.h"
#include "memory/notes.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *dir, *file; /* of all inputs: the folder, and the file that is tried */
static memory *into;     /* the store that it is imported into */
static char *good;       /* a whole archive */
static gsize good_length;

static void expect(bool holds)
{
    if (!holds)
        abort();
}

static gint64 add_run(memory *m, const char *folder)
{
    const struct memory_run run = {.task = (char *)"compute", .agent = (char *)"cradle", .app = (char *)"xcalc"};
    const struct memory_note note = {.run = 1, .step = 1, .kind = (char *)"note", .by = (char *)"ann", .text = (char *)"here"};
    struct memory_call call = {
        .run = 1, .step = 1, .module = (char *)"plan", .prompt = (char *)"{\"user\":\"x\"}", .reply = (char *)"{}"};
    const struct memory_proposal p = {.run = 1, .step = 1, .id = 1, .action = (char *)"{\"skill\":\"x\"}", .by = (char *)"model"};
    g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, "picture", -1);
    g_autofree char *path = g_strdup_printf("%s/frames/%s.png", folder, hash);
    const struct memory_frame frame = {.run = 1, .step = 1, .hash = hash, .role = (char *)"after", .width = 1, .height = 1};
    gint64 id = 0, note_id = 0;
    expect(memory_run_add(m, &run, &id, NULL) && memory_step_begin(m, id, 1, NULL) &&
           g_file_set_contents(path, "picture", -1, NULL) && memory_frame_add(m, &frame, NULL) &&
           memory_call_begin(m, &call, &call.id, NULL) && memory_call_end(m, &call, NULL) && memory_proposal_add(m, &p, NULL) &&
           memory_decision_add(m, id, 1, "approved", "human", NULL, NULL) && memory_fired_add(m, id, 1, "[1]", NULL) &&
           memory_summary_add(m, id, 1, "words", NULL) && memory_state_set(m, id, 1, "{}", NULL) &&
           memory_step_end(m, id, 1, "t", "{}", "approved", "changed", NULL) && memory_note_add(m, &note, &note_id, NULL) &&
           memory_run_end(m, id, "success", NULL, NULL));
    return id;
}

static void remove_all(void)
{
    char *command[] = {(char *)"rm", (char *)"-rf", dir, NULL};
    g_spawn_sync(NULL, command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
}

static void begin(void)
{
    g_autofree char *base = g_file_test("/dev/shm", G_FILE_TEST_IS_DIR)
                                ? g_strdup("/dev/shm/archive-XXXXXX")
                                : g_build_filename(g_get_tmp_dir(), "archive-XXXXXX", NULL);
    expect(g_mkdtemp(base) != NULL);
    dir = g_steal_pointer(&base);
    atexit(remove_all);
    file = g_build_filename(dir, "run.reins", NULL);
    g_autofree char *one = g_build_filename(dir, "one", NULL), *other = g_build_filename(dir, "other", NULL);
    g_autoptr(memory) m = memory_open(one, true, NULL);
    into = memory_open(other, true, NULL);
    g_auto(memory_archived) archived = {0};
    expect(m && into && memory_archive_write(m, add_run(m, one), file, NULL, &archived, NULL));
    expect(g_file_get_contents(file, &good, &good_length, NULL));
}

/* The input as (where, what) pairs: two bytes of a place, one to put there. */
static void change_bytes(const uint8_t *data, size_t size)
{
    g_autofree char *bytes = g_memdup2(good, good_length);
    for (; size >= 4; data += 4, size -= 4)
        bytes[((gsize)data[0] << 16 | (gsize)data[1] << 8 | data[2]) % good_length] = (char)data[3];
    expect(g_file_set_contents(file, bytes, (gssize)good_length, NULL));
}

static void change_rows(const char *sql)
{
    sqlite3 *db = NULL;
    expect(g_file_set_contents(file, good, (gssize)good_length, NULL) && sqlite3_open(file, &db) == SQLITE_OK);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 100000);
    sqlite3_limit(db, SQLITE_LIMIT_VDBE_OP, 2000);
    sqlite3_exec(db, "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA max_page_count = 200;", NULL, NULL, NULL);
    sqlite3_exec(db, sql, NULL, NULL, NULL); /* much of it is no SQL: then the file is as it was */
    sqlite3_close(db);
}

static guint files_in(const char *name)
{
    g_autofree char *path = g_build_filename(dir, "other", name, NULL);
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    guint n = 0;
    while (folder && g_dir_read_name(folder))
        n++;
    return n;
}

static void try_it(void)
{
    static guint taken;
    g_autoptr(GError) error = NULL;
    g_auto(memory_archived) archived = {0};
    guint frames = files_in("frames");
    bool ok = memory_archive_import(into, file, false, NULL, &archived, &error);
    expect(ok == (error == NULL) && files_in("incoming") == 0);
    expect(ok || (*error->message && files_in("frames") == frames));
    if (ok && !archived.known && taken++ < 200) {
        g_autoptr(GPtrArray) findings = memory_verify(into, NULL);
        expect(findings && findings->len == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!dir)
        begin();
    if (!size)
        return 0;
    g_autofree char *text = g_strndup((const char *)data + 1, size - 1);
    if (*data == 'f')
        expect(g_file_set_contents(file, text, (gssize)size - 1, NULL));
    else if (*data % 2)
        change_bytes(data + 1, size - 1);
    else
        change_rows(text);
    try_it();
    return 0;
}
