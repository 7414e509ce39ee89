/* The ScreenAgent layout: read by a program that knows nothing but what was published; there and back; and hostile folders. */

#include "tests/engine/exports/made.h"

#include "config/strict_json.h"
#include "engine/exports/screenagent.h"
#include "memory/batch.h"

#include <sys/stat.h>
#include <unistd.h>

static char *exported(memory *m, gint64 run, const char *name, bool png, redaction *r)
{
    g_autoptr(GError) error = NULL;
    char *out = g_build_filename(the.folder, name, NULL);
    const struct export_order order = {.run = run, .out = out, .png = png, .redaction = r};
    struct export_report report = {0};
    bool ok = export_screenagent(m, &order, &report, &error);
    assert_no_error(error);
    assert_true(ok);
    export_report_clear(&report);
    return out;
}

static void free_report(gpointer report)
{
    import_report_free(report);
}

/* The imported run of the last session; 0 with error: refused. */
static gint64 imported(memory *m, const char *folder, GError **error)
{
    g_autoptr(GPtrArray) done = g_ptr_array_new_with_free_func(free_report);
    bool ok = screenagent_import(m, folder, false, NULL, done, error);
    assert_true(ok || (error && *error));
    return ok ? ((struct import_report *)done->pdata[done->len - 1])->run : 0;
}

static cJSON *read_by_others(const char *folder)
{
    g_autofree char *script = g_build_filename(g_getenv("REINS_SOURCE"), "tests/engine/exports/screenagent_reader.py", NULL);
    const char *const command[] = {"python3", script, folder, NULL};
    g_autofree char *out = NULL, *err = NULL;
    int status = 0;
    assert_true(g_spawn_sync(NULL, (char **)command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, &err, &status, NULL));
    if (status != 0)
        fail_msg("the reader: %s", err);
    g_strchomp(out);
    return strict_json_parse(out, strlen(out), 1 << 26, NULL);
}

static int number(const cJSON *o, const char *key)
{
    return cJSON_GetObjectItem(o, key)->valueint;
}

static void layout__an_independent_reader(void **state)
{
    (void)state;
    g_autofree char *out = exported(the.m, the.run, "read", false, NULL);
    g_autoptr(cJSON) told = read_by_others(out);
    assert_non_null(told);
    assert_int_equal(number(told, "sessions"), 1);
    assert_int_equal(number(told, "planning"), STORY_STEPS);
    assert_int_equal(number(told, "acting"), STORY_STEPS - 1); /* not what was rejected */
    assert_int_equal(number(told, "evaluating"), 4);
    assert_int_equal(number(told, "edited"), 2); /* an edit, a correction */
    assert_int_equal(number(told, "neg_plan"), STORY_STEPS - 2);
    assert_int_equal(number(told, "neg_eval"), 4);
    assert_int_equal(number(told, "boxes"), 2);
    assert_int_equal(number(told, "after"), 4);
    assert_int_equal(number(told, "png"), 0);
    assert_string_equal(cJSON_GetArrayItem(cJSON_GetObjectItem(told, "typed"), 0)->valuestring, "my Quokka7");
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(told, "tasks")), STORY_STEPS - 1);
}

/* A box that a person drew, as a note beside the step, is the label's. */
static void layout__drawn_box(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    static const char *const texts[] = {"box 100,50,20,12",   "box 7,7", "box 7,7,0,9", "box 7,7,9,9and more", "box -1,2,3,4",
                                        "box 7,7,123456,999", "box"}; /* the first is one; what is none spoils nothing */
    gint64 ids[G_N_ELEMENTS(texts)];
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        const struct memory_note note = {
            .run = the.run, .step = 1, .kind = (char *)"note", .by = (char *)"me", .text = (char *)texts[i]};
        assert_true(memory_note_add(the.m, &note, &ids[i], &error));
    }
    g_autofree char *out = exported(the.m, the.run, "drawn", false, NULL),
                    *grep = g_strdup_printf("grep -rl '\"width\": 120' '%s' | wc -l", out), *count = NULL;
    const char *const command[] = {"sh", "-c", grep, NULL};
    assert_true(g_spawn_sync(NULL, (char **)command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &count, NULL, NULL, NULL));
    assert_string_equal(g_strstrip(count), "1");
    for (guint i = 0; i < G_N_ELEMENTS(ids); i++)
        assert_true(memory_note_withdraw(the.m, ids[i], "me", &error));
}

/* What the layout has no word for is said, not only left out. */
static void layout__lost_events_are_told(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = story_folder(), *out = g_build_filename(folder, "out", NULL);
    g_autoptr(memory) m = story_store(folder);
    const struct memory_run row = {.task = (char *)"look", .mode = (char *)"step", .options = (char *)"{}"};
    const struct story_move move = {STORY_ACTION("scroll", "\"dx\":2", "aside"),
                                    NULL,
                                    "[{\"at_ms\":0,\"duration_ms\":20,\"dx\":2,\"dy\":-3,\"type\":\"scroll\"}]",
                                    NULL,
                                    "approved",
                                    "yes",
                                    false};
    gint64 run = 0, id = 0;
    int n = 0;
    assert_true(memory_run_add(m, &row, &run, &error));
    story_step(m, run, 1, &move, false, &n, &id);
    const struct export_order order = {.run = run, .out = out};
    struct export_report report = {0};
    assert_true(export_screenagent(m, &order, &report, &error));
    g_autofree char *said = export_words(run, &report);
    export_report_clear(&report);
    assert_int_equal(report.lost, 1);
    assert_non_null(strstr(said, ", 1 event that the layout has no word for"));
}

#define UNDONE 3 /* the step whose only action was rejected: its answer is no record */

static void assert_same_steps(memory *one, gint64 first, memory *other, gint64 second)
{
    g_autoptr(GPtrArray) a = memory_steps(one, first, NULL), b = memory_steps(other, second, NULL);
    assert_int_equal(a->len, b->len + 1);
    g_ptr_array_remove_index(a, UNDONE - 1);
    for (guint i = 0; i < a->len; i++) {
        const struct memory_step *s = a->pdata[i], *t = b->pdata[i];
        g_autofree char *said = s->action ? g_strdup(s->action) : g_strdup("none"),
                        *again = t->action ? g_strdup(t->action) : g_strdup("none");
        g_autoptr(cJSON) x = strict_json_parse(said, strlen(said), 1 << 20, NULL),
                         y = strict_json_parse(again, strlen(again), 1 << 20, NULL);
        assert_int_equal(s->step - (s->step > UNDONE), t->step);
        assert_string_equal(s->task, t->task);
        assert_string_equal(s->verdict, t->verdict);
        assert_true(g_strcmp0(s->success, t->success) == 0);
        assert_true(g_strcmp0(s->effect, t->effect) == 0);
        if (!g_str_equal(s->verdict, "none") && !cJSON_Compare(x, y, true))
            fail_msg("step %d: %s is not %s", (int)s->step, again, said);
    }
}

/* run → layout → run: the same steps, replies, pictures; and what holds of any run holds of it. */
static void round_trip__same_steps(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *out = exported(the.m, the.run, "there", true, NULL), *empty = story_folder();
    g_autoptr(memory) other = story_store(empty);
    gint64 run = imported(other, out, &error);
    assert_no_error(error);
    assert_same_steps(the.m, the.run, other, run);
    for (gint64 step = 1; step <= STORY_STEPS; step++) {
        g_autoptr(run_reader) t = run_reader_new(the.m, the.run, NULL, NULL), u = run_reader_new(other, run, NULL, NULL);
        g_autoptr(run_reader_step) s = NULL, v = NULL;
        if (step == UNDONE)
            continue;
        assert_true(run_reader_read(t, step, &s, NULL) && run_reader_read(u, step - (step > UNDONE), &v, NULL));
        static const char *const modules[] = {"subtask", "actions", "success"};
        assert_true(g_strcmp0(s->before, v->before) == 0 && g_strcmp0(s->after, v->after) == 0);
        for (guint i = 0; i < G_N_ELEMENTS(modules); i++) {
            const struct run_reader_call *a = run_reader_answered(s, modules[i]), *b = run_reader_answered(v, modules[i]);
            if (!a) { /* the verdict on the step before that one is in the step behind it */
                assert_true(b == NULL || step == UNDONE + 1);
                continue;
            }
            assert_non_null(b);
            g_autofree char *sent = g_strdup_printf("%s\n\n%s", a->system, a->user); /* the layout has one text */
            assert_string_equal(b->system, "");
            assert_string_equal(b->user, sent);
            assert_string_equal(a->row->reply, b->row->reply);
            assert_true(g_strcmp0(a->row->correction, b->row->correction) == 0);
        }
    }
    g_autoptr(GPtrArray) findings = memory_verify(other, &error);
    assert_int_equal(findings->len, 0);
    g_autoptr(GPtrArray) hits = memory_search(other, "Quokka7", 50, &error);
    assert_true(hits->len > 3);
    g_autofree char *origin = memory_run_origin(other, run, &error);
    assert_non_null(strstr(origin, "\"kind\":\"screenagent\""));
    assert_int_equal(imported(other, out, &error), run); /* twice is once */
    g_autofree char *again = exported(other, run, "again", true, NULL), *back = story_folder();
    g_autoptr(memory) third = story_store(back);
    assert_same_steps(the.m, the.run, third, imported(third, again, &error));
    g_autoptr(cJSON) told = read_by_others(again);
    assert_int_equal(number(told, "edited"), 2);
}

static void redaction__nothing_left(void **state)
{
    (void)state;
    g_autoptr(redaction) r = redaction_new();
    assert_true(redaction_add(r, STORY_WORD, NULL) && redaction_add_box(r, STORY_BOX, NULL));
    g_autofree char *plain = exported(the.m, the.run, "plain", true, NULL), *out = exported(the.m, the.run, "redacted", true, r);
    for (int i = 0; i < 2; i++) {
        g_autofree char *grep = g_strdup_printf("grep -rlai '%s' '%s' | wc -l", STORY_WORD, i ? out : plain), *count = NULL;
        const char *const command[] = {"sh", "-c", grep, NULL};
        assert_true(g_spawn_sync(NULL, (char **)command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &count, NULL, NULL, NULL));
        assert_true(g_str_equal(g_strstrip(count), "0") == (i == 1));
    }
    guint looked = 0;
    g_autoptr(GDir) dir = g_dir_open(out, 0, NULL);
    g_autofree char *images = g_build_filename(out, g_dir_read_name(dir), "images", NULL);
    g_autoptr(GDir) pictures = g_dir_open(images, 0, NULL);
    for (const char *name; (name = g_dir_read_name(pictures)); looked++) {
        g_autofree char *path = g_build_filename(images, name, NULL);
        g_autoptr(frame) f = frame_read(path, NULL);
        for (int i = 0; i < f->width * f->height; i++)
            assert_int_not_equal(f->pixels[i], STORY_COLOUR);
    }
    assert_true(looked > 10);
}

/* ---- a session of another's making ---- */

static void others__a_session_becomes_a_run(void **state)
{
    (void)state;
    __attribute__((cleanup(made_clear))) struct made made = {0};
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = made_and_store(&made);
    gint64 run = imported(m, made.folder, &error);
    assert_no_error(error);
    g_autoptr(GPtrArray) steps = memory_steps(m, run, &error);
    assert_int_equal(steps->len, 3);
    const struct memory_step *first = steps->pdata[0], *second = steps->pdata[1], *last = steps->pdata[2];
    assert_string_equal(first->task, "open it");
    assert_string_equal(second->task, "read it"); /* the evaluator said that the first was done */
    assert_string_equal(first->success, "yes");
    assert_string_equal(second->success, "yes");
    assert_string_equal(last->verdict, "none");
    assert_non_null(strstr(first->action, "screenagent_mouse_click"));
    assert_string_equal(first->effect, "changed");
    g_autoptr(GPtrArray) proposals = memory_proposals(m, run, 1, &error);
    assert_int_equal(proposals->len, 4); /* the model's one, the person's three */
    assert_string_equal(((struct memory_proposal *)proposals->pdata[0])->verdict, "edited");
    assert_string_equal(((struct memory_proposal *)proposals->pdata[2])->by, "human");
    assert_non_null(strstr(((struct memory_proposal *)proposals->pdata[2])->timeline, "\"text\":\"weather\""));
    struct memory_run *row = memory_run_get(m, run, &error);
    g_autoptr(GDateTime) began = g_date_time_new_from_unix_utc(row->started_us / G_USEC_PER_SEC);
    assert_int_equal(g_date_time_get_year(began), 2023);
    memory_run_free(row);
    g_autoptr(GPtrArray) findings = memory_verify(m, &error);
    assert_int_equal(findings->len, 0);
    g_autofree char *out = exported(m, run, "theirs", true, NULL); /* and out again, made anew: what was said stays */
    g_autoptr(cJSON) told = read_by_others(out);
    assert_int_equal(number(told, "acting"), 2);
    assert_int_equal(number(told, "edited"), 1);
    g_autofree char *kept = g_build_filename(out, "0123456789abcdef0123456789abcdef", NULL);
    assert_true(g_file_test(kept, G_FILE_TEST_IS_DIR));
}

/* The name of an imported session is a text like any other: it may be what must not leave. */
static void redaction__name_of_a_session(void **state)
{
    (void)state;
    __attribute__((cleanup(made_clear))) struct made made = {0};
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = made_and_store(&made);
    g_autofree char *named = g_build_filename(made.folder, "with " STORY_WORD, NULL);
    assert_int_equal(g_rename(made.session, named), 0);
    gint64 run = imported(m, made.folder, &error);
    assert_no_error(error);
    g_autofree char *plain = exported(m, run, "named", false, NULL), *as_is = g_build_filename(plain, "with " STORY_WORD, NULL);
    assert_true(g_file_test(as_is, G_FILE_TEST_IS_DIR));
    g_autoptr(redaction) r = redaction_new();
    assert_true(redaction_add(r, STORY_WORD, NULL));
    g_autofree char *out = exported(m, run, "unnamed", false, r),
                    *find = g_strdup_printf("find '%s' -iname '*%s*'; grep -rli %s '%s'", out, STORY_WORD, STORY_WORD, out),
                    *found = NULL;
    const char *const command[] = {"sh", "-c", find, NULL};
    assert_true(g_spawn_sync(NULL, (char **)command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &found, NULL, NULL, NULL));
    assert_string_equal(found, "");
    g_autoptr(cJSON) told = read_by_others(out);
    assert_int_equal(number(told, "sessions"), 1);
}

/* ---- hostile folders: refused whole ---- */

static void wrong_picture(const struct made *made)
{
    put_file(made->images, "2023-12-20_19-34-20-000001.jpg", "\xff\xd8\xff and no more");
}
static void cut_picture(const struct made *made)
{
    g_autofree char *path = g_build_filename(made->images, "2023-12-20_19-34-20-000001.jpg", NULL);
    assert_int_equal(truncate(path, 600), 0);
}
static void no_picture(const struct made *made)
{
    g_autofree char *path = g_build_filename(made->images, "2023-12-20_19-34-20-000001.jpg", NULL);
    assert_int_equal(g_unlink(path), 0);
}
static void linked_picture(const struct made *made)
{
    g_autofree char *path = g_build_filename(made->images, "2023-12-20_19-34-20-000001.jpg", NULL);
    assert_int_equal(g_unlink(path), 0);
    assert_int_equal(symlink("2023-12-20_19-34-00-000001.jpg", path), 0);
}
static void linked_images(const struct made *made)
{
    g_autofree char *other = g_build_filename(made->folder, ".images", NULL);
    assert_int_equal(g_rename(made->images, other), 0);
    assert_int_equal(symlink("../.images", made->images), 0);
}
static void linked_record(const struct made *made)
{
    g_autofree char *path = g_build_filename(made->session, "2023-12-20_19-35-00-000001.json", NULL);
    assert_int_equal(symlink("/etc/passwd", path), 0);
}
static void pipe_record(const struct made *made)
{
    g_autofree char *path = g_build_filename(made->session, "2023-12-20_19-35-00-000001.json", NULL);
    assert_int_equal(mkfifo(path, 0600), 0);
}
static void path_in_name(const struct made *made)
{
    g_autofree char *text = record_text("../../../etc/passwd", "", "", CLICKED);
    put_file(made->session, "2023-12-20_19-35-00-000001.json", text);
}
static void path_in_action(const struct made *made)
{
    g_autofree char *text = record_text("2023-12-20_19-34-20-000001.jpg", "", "",
                                        "[{\"action_type\":\"WaitAction\",\"after_action_obs\":\"/etc/passwd\"}]");
    put_file(made->session, "2023-12-20_19-35-00-000001.json", text);
}
static void no_json(const struct made *made)
{
    put_file(made->session, "2023-12-20_19-35-00-000001.json", "{\"task_prompt\":");
}
static void no_action(const struct made *made)
{
    g_autofree char *text = record_text("2023-12-20_19-34-20-000001.jpg", "", "", "[{\"action_type\":\"ShellAction\"}]");
    put_file(made->session, "2023-12-20_19-35-00-000001.json", text);
}
static void huge_record(const struct made *made)
{
    g_autofree char *path = g_build_filename(made->session, "2023-12-20_19-35-00-000001.json", NULL);
    put_file(made->session, "2023-12-20_19-35-00-000001.json", "{}");
    assert_int_equal(truncate(path, 5 * 1024 * 1024), 0);
}

static guint count_frames(const memory *m)
{
    guint n = 0;
    g_autoptr(GDir) dir = g_dir_open(memory_frames_dir(m), 0, NULL);
    while (g_dir_read_name(dir))
        n++;
    return n;
}

static void hostile__nothing_is_kept(void **state)
{
    (void)state;
    static const struct {
        void (*spoil)(const struct made *made);
        const char *says;
    } cases[] = {
        {wrong_picture, "JPEG"},
        {cut_picture, "JPEG"},
        {no_picture, "000001.jpg"},
        {linked_picture, "link"},
        {linked_images, "no folder images"},
        {linked_record, "link"},
        {pipe_record, "not a file"},
        {path_in_name, "not a name of a file"},
        {path_in_action, "not a name of a file"},
        {no_json, "000001.json"},
        {no_action, "action 1: action_type \"ShellAction\""},
        {huge_record, "too large"},
    };
    g_autofree char *folder = story_folder();
    g_autoptr(memory) m = story_store(folder);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        __attribute__((cleanup(made_clear))) struct made made = {0};
        g_autoptr(GError) error = NULL;
        make_session(&made);
        cases[i].spoil(&made);
        assert_int_equal(imported(m, made.folder, &error), 0);
        if (!strstr(error->message, cases[i].says))
            fail_msg("case %u: %s", i, error->message);
        g_autoptr(GPtrArray) runs = memory_runs(m, NULL, 0, NULL);
        assert_int_equal(runs->len, 0);
        assert_int_equal(count_frames(m), 0);
    }
}

/* By the engine's rules, as far as pictures go. */
static void effect__judged_from_pictures(void **state)
{
    (void)state;
    g_autoptr(frame) a = story_screen(0), b = story_screen(0), c = story_screen(1);
    const struct pointer none = {0}, there = {true, 110, 55};
    assert_string_equal(session_effect(a, b, "", false, &none, &none), "no_effect");
    assert_string_equal(session_effect(a, c, "", false, &none, &none), "changed");
    assert_string_equal(session_effect(a, c, NULL, true, &none, &none), "changed");
    assert_string_equal(session_effect(a, c, "it opens", true, &none, &none), "unexpected");
    assert_string_equal(session_effect(a, c, "no visible change", false, &none, &none), "unexpected");
    assert_string_equal(session_effect(a, c, "no visible change", false, &none, &there), "no_effect"); /* a hover */
    assert_string_equal(session_effect(a, NULL, "", false, &none, &none), "unknown");
    b->pixels[0] ^= 0x080808; /* as JPEG does */
    assert_string_equal(session_effect(a, b, "", false, &none, &none), "no_effect");
}

/* Ctrl+C in the middle of the looking, and of the writing: nothing is kept. */
static bool stop_at_two(G_GNUC_UNUSED void *user, gint64 done, G_GNUC_UNUSED gint64 total)
{
    return done < 2;
}

static bool stop_at_last(void *user, gint64 done, gint64 total)
{
    gint64 *last = user;
    assert_true(done >= *last && done <= total);
    *last = done;
    return done < total;
}

static void stopped__nothing_is_kept(void **state)
{
    (void)state;
    __attribute__((cleanup(made_clear))) struct made made = {0};
    g_autoptr(memory) m = made_and_store(&made);
    g_autoptr(GPtrArray) done = g_ptr_array_new_with_free_func(free_report);
    g_autoptr(GError) error = NULL;
    const struct memory_watch watch = {stop_at_two, NULL};
    assert_false(screenagent_import(m, made.folder, false, &watch, done, &error));
    assert_true(g_error_matches(error, MEMORY_ERROR, MEMORY_ERROR_STOPPED));
    assert_int_equal(count_frames(m), 0);
    gint64 last = 0;
    const struct memory_watch later = {stop_at_last, &last};
    g_clear_error(&error);
    assert_false(screenagent_import(m, made.folder, false, &later, done, &error));
    assert_true(g_error_matches(error, MEMORY_ERROR, MEMORY_ERROR_STOPPED));
    g_autoptr(GPtrArray) runs = memory_runs(m, NULL, 0, NULL);
    assert_int_equal(runs->len, 0);
    assert_int_equal(count_frames(m), 0);
}

/* Stopped in the very last part, when the pictures were put there: one that was there before stays, though no row names it, and
 * so does one that somebody else has stored again since (a run that goes on, another import) and is about to name. */
struct meanwhile {
    memory *m;
    char *before, *other; /* hashes */
};

static bool stored_again_then_stop(void *user, gint64 done, gint64 total)
{
    struct meanwhile *w = user;
    if (done < total)
        return true;
    g_autoptr(GDir) dir = g_dir_open(memory_frames_dir(w->m), 0, NULL);
    for (const char *name; !w->other && (name = g_dir_read_name(dir));)
        if (!g_str_has_prefix(name, w->before))
            w->other = g_strndup(name, 64);
    g_autofree char *path = memory_frame_path(w->m, w->other), *bytes = NULL;
    gsize length = 0;
    gint64 new_ns = 0;
    assert_true(g_file_get_contents(path, &bytes, &length, NULL));
    g_autoptr(GBytes) png = g_bytes_new(bytes, length);
    assert_true(frame_store_png(png, path, &new_ns, NULL));
    return false;
}

static void stopped__what_others_stored_stays(void **state)
{
    (void)state;
    __attribute__((cleanup(made_clear))) struct made made = {0};
    g_autoptr(memory) m = made_and_store(&made);
    g_autoptr(GPtrArray) done = g_ptr_array_new_with_free_func(free_report);
    g_autofree char *path = g_build_filename(made.images, "2023-12-20_19-34-20-000001.jpg", NULL), *stored = NULL, *bytes = NULL;
    gsize length = 0;
    struct meanwhile w = {.m = m};
    assert_true(g_file_get_contents(path, &bytes, &length, NULL));
    g_autoptr(GBytes) jpeg = g_bytes_new(bytes, length);
    g_autoptr(frame) f = frame_from_jpeg(jpeg, NULL);
    g_autoptr(GBytes) plain = frame_to_png(f, NULL), png = frame_png_with_jpeg(plain, jpeg);
    gint64 new_ns = 0;
    w.before = g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, png);
    stored = memory_frame_path(m, w.before);
    assert_true(frame_store_png(png, stored, &new_ns, NULL));
    g_autoptr(GError) error = NULL;
    const struct memory_watch watch = {stored_again_then_stop, &w};
    assert_false(screenagent_import(m, made.folder, false, &watch, done, &error));
    assert_true(g_error_matches(error, MEMORY_ERROR, MEMORY_ERROR_STOPPED));
    g_autofree char *other = memory_frame_path(m, w.other);
    assert_true(g_file_test(stored, G_FILE_TEST_EXISTS));
    assert_true(g_file_test(other, G_FILE_TEST_EXISTS));
    assert_int_equal(count_frames(m), 2);
    g_free(w.before);
    g_free(w.other);
}

/* Ctrl+C while sessions that are here already are passed over: a folder may have thousands of them. */
static bool stop_at_once(void *user, G_GNUC_UNUSED gint64 done, G_GNUC_UNUSED gint64 total)
{
    ++*(guint *)user;
    return false;
}

static void stopped__among_known_sessions(void **state)
{
    (void)state;
    __attribute__((cleanup(made_clear))) struct made made = {0};
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = made_and_store(&made);
    assert_true(imported(m, made.folder, &error) > 0);
    g_autoptr(GPtrArray) done = g_ptr_array_new_with_free_func(free_report);
    guint asked = 0, frames = count_frames(m);
    const struct memory_watch watch = {stop_at_once, &asked};
    assert_false(screenagent_import(m, made.folder, false, &watch, done, &error));
    assert_true(g_error_matches(error, MEMORY_ERROR, MEMORY_ERROR_STOPPED));
    assert_int_equal(asked, 1);
    assert_int_equal(done->len, 0);
    assert_int_equal(count_frames(m), frames);
}

/* A session that is here already is known by its records: its pictures are not read again. */
static void known__before_its_pictures(void **state)
{
    (void)state;
    __attribute__((cleanup(made_clear))) struct made made = {0};
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = made_and_store(&made);
    gint64 run = imported(m, made.folder, &error);
    assert_true(run > 0);
    put_file(made.images, "2023-12-20_19-34-20-000001.jpg", "no picture any more");
    assert_int_equal(imported(m, made.folder, &error), run);
    assert_no_error(error);
}

/* The same of an export, with the folder that was made for it. */
static void stopped__no_folder_stays(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = story_folder(), *out = g_build_filename(folder, "new", NULL);
    const struct memory_watch watch = {stop_at_two, NULL};
    const struct export_order order = {.run = the.run, .out = out, .watch = &watch};
    struct export_report report = {0};
    assert_false(export_screenagent(the.m, &order, &report, &error));
    export_report_clear(&report);
    assert_true(g_error_matches(error, MEMORY_ERROR, MEMORY_ERROR_STOPPED));
    assert_int_equal(g_rmdir(folder), 0); /* it is empty */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout__an_independent_reader), cmocka_unit_test(layout__drawn_box),
        cmocka_unit_test(layout__lost_events_are_told),  cmocka_unit_test(round_trip__same_steps),
        cmocka_unit_test(redaction__nothing_left),       cmocka_unit_test(others__a_session_becomes_a_run),
        cmocka_unit_test(redaction__name_of_a_session),  cmocka_unit_test(hostile__nothing_is_kept),
        cmocka_unit_test(effect__judged_from_pictures),  cmocka_unit_test(stopped__nothing_is_kept),
        cmocka_unit_test(known__before_its_pictures),    cmocka_unit_test(stopped__no_folder_stays),
        cmocka_unit_test(stopped__among_known_sessions), cmocka_unit_test(stopped__what_others_stored_stays),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
