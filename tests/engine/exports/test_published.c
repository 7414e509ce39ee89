/* Sessions of somebody else go out as they came in: every file's name, every member, every byte of a picture. */

#include "tests/engine/exports/made.h"

#include "engine/exports/screenagent.h"
#include "memory/batch.h"

#include <unistd.h>

static void free_report(gpointer report)
{
    import_report_free(report);
}

static gint64 imported(memory *m, const char *folder)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) done = g_ptr_array_new_with_free_func(free_report);
    bool ok = screenagent_import(m, folder, false, NULL, done, &error);
    assert_no_error(error);
    assert_true(ok);
    return ((struct import_report *)done->pdata[done->len - 1])->run;
}

/* The session's folder in `out`; the store is another's than the one that is read. */
static char *exported(memory *m, gint64 run, const char *out, redaction *r, struct export_report *report)
{
    g_autoptr(GError) error = NULL;
    const struct export_order order = {.run = run, .out = out, .redaction = r};
    bool ok = export_screenagent(m, &order, report, &error);
    assert_no_error(error);
    assert_true(ok);
    return g_strdup(report->path);
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static GPtrArray *names_in(const char *folder)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    assert_non_null(dir);
    for (const char *name; (name = g_dir_read_name(dir));)
        g_ptr_array_add(names, g_strdup(name));
    g_ptr_array_sort(names, by_name);
    return names;
}

static char *contents(const char *folder, const char *name, gsize *ret_length)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    char *bytes = NULL;
    if (!g_file_get_contents(path, &bytes, ret_length, NULL))
        fail_msg("there is no %s", path);
    return bytes;
}

static cJSON *record_in(const char *folder, const char *name)
{
    gsize length;
    g_autofree char *text = contents(folder, name, &length);
    return strict_json_parse(text, length, 1 << 22, NULL);
}

/* Records member by member, pictures byte by byte. */
static void assert_same_folder(const char *one, const char *other)
{
    g_autoptr(GPtrArray) a = names_in(one), b = names_in(other);
    assert_int_equal(a->len, b->len);
    for (guint i = 0; i < a->len; i++) {
        const char *name = a->pdata[i];
        assert_string_equal(name, b->pdata[i]);
        if (g_str_equal(name, "images"))
            continue;
        gsize n, m;
        g_autofree char *x = contents(one, name, &n), *y = contents(other, name, &m);
        if (!g_str_has_suffix(name, ".json")) {
            assert_int_equal(n, m);
            assert_memory_equal(x, y, n);
            continue;
        }
        g_autoptr(cJSON) said = record_in(one, name), again = record_in(other, name);
        if (!cJSON_Compare(said, again, true))
            fail_msg("%s: %s is not %s", name, y, x);
    }
}

static void assert_same_session(const char *one, const char *other)
{
    g_autofree char *a = g_build_filename(one, "images", NULL), *b = g_build_filename(other, "images", NULL);
    assert_same_folder(one, other);
    assert_same_folder(a, b);
}

#define KEYS                                                                                                                     \
    "[{\"action_type\":\"KeyboardAction\",\"keyboard_action_type\":\"press\",\"keyboard_key\":[\"Control_L\",\"s\"]},"           \
    "{\"action_type\":\"WaitAction\",\"wait_time\":1.5}]"
#define RETRY "[{\"action_type\":\"EvaluateSubTaskAction\",\"situation\":\"need_retry\",\"advice\":\"\"}]"

/* What the test split has: status, current_task, key lists, a corrected reply, two verdicts in a row, no LLM_response in one. */
static void add_test_records(const struct made *made)
{
    const struct {
        const char *stamp, *status, *reply, *edited, *actions, *task;
    } records[] = {
        {"2024-01-12_14-38-20-925175", "acting", FENCED("I save", CLICKED), FENCED("I save", KEYS), KEYS, "save \"it\""},
        {"2024-01-12_14-38-20-925176", "evaluating", FENCED("", RETRY), FENCED("", RETRY), RETRY, "save it"},
        {"2024-01-12_14-38-50-000000", "evaluating", FENCED("", JUDGED), FENCED("", JUDGED), JUDGED, "another"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(records); i++) {
        g_autofree char *name = g_strconcat(records[i].stamp, ".json", NULL),
                        *image = g_strconcat(records[i].stamp, ".jpg", NULL);
        g_autofree char *plain = record_text(image, records[i].reply, records[i].edited, records[i].actions);
        g_autoptr(cJSON) o = strict_json_parse(plain, strlen(plain), 1 << 20, NULL);
        cJSON_AddStringToObject(o, "status", records[i].status);
        cJSON_AddStringToObject(o, "current_task", records[i].task);
        if (i == 2)
            cJSON_DeleteItemFromObjectCaseSensitive(o, "LLM_response");
        g_autofree char *text = strict_json_print(o);
        put_file(made->session, name, text);
        put_picture(made, image, (int)i + 5);
    }
}

static void published__goes_out_as_it_came(void **state)
{
    (void)state;
    __attribute__((cleanup(made_clear))) struct made made = {0};
    g_autoptr(memory) m = made_and_store(&made);
    g_autofree char *out = g_build_filename(made.folder, "out", NULL);
    struct export_report report = {0};
    add_test_records(&made);
    gint64 run = imported(m, made.session);
    g_autofree char *again = exported(m, run, out, NULL, &report);
    assert_int_equal(report.records, 8);
    assert_int_equal(report.negatives, 1);
    assert_int_equal(report.pictures, 8);
    export_report_clear(&report);
    assert_same_session(made.session, again);
    g_autoptr(GPtrArray) findings = memory_verify(m, NULL);
    assert_int_equal(findings->len, 0);
}

/* SESSIONS=DIR: the same with sessions as they were published, which are not in this tree. */
static void published__those_of_the_data_set(void **state)
{
    (void)state;
    const char *from = g_getenv("SESSIONS");
    if (!from)
        skip();
    g_autofree char *folder = story_folder(), *out = g_build_filename(folder, "out", NULL);
    g_autoptr(memory) m = story_store(folder);
    g_autoptr(GPtrArray) names = names_in(from);
    assert_true(names->len > 0);
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *one = g_build_filename(from, names->pdata[i], NULL);
        struct export_report report = {0};
        g_autofree char *again = exported(m, imported(m, one), out, NULL, &report);
        export_report_clear(&report);
        assert_same_session(one, again);
    }
    print_message("%u sessions went out as they came\n", names->len);
}

/* A box that a person drew later is the one thing that is new. */
static void published__a_box_drawn_later(void **state)
{
    (void)state;
    __attribute__((cleanup(made_clear))) struct made made = {0};
    g_autoptr(memory) m = made_and_store(&made);
    g_autofree char *out = g_build_filename(made.folder, "out", NULL);
    struct export_report report = {0};
    gint64 run = imported(m, made.session), id = 0;
    const struct memory_note note = {
        .run = run, .step = 1, .kind = (char *)"note", .by = (char *)"me", .text = (char *)"box 50,60,30,20"};
    assert_true(memory_note_add(m, &note, &id, NULL));
    g_autofree char *again = exported(m, run, out, NULL, &report);
    export_report_clear(&report);
    static const char name[] = "2023-12-20_19-33-20-000001_translate.json";
    g_autoptr(cJSON) was = record_in(made.session, name), is = record_in(again, name);
    cJSON *click = cJSON_GetArrayItem(cJSON_GetObjectItem(is, "actions"), 0);
    assert_non_null(cJSON_GetObjectItem(click, "clickable_area"));
    cJSON_DeleteItemFromObject(click, "clickable_area");
    assert_true(cJSON_Compare(was, is, true));
}

/* Where something is to stay, nothing goes out as it came. */
static void published__redacted(void **state)
{
    (void)state;
    __attribute__((cleanup(made_clear))) struct made made = {0};
    g_autoptr(memory) m = made_and_store(&made);
    g_autofree char *out = g_build_filename(made.folder, "out", NULL);
    g_autoptr(redaction) r = redaction_new();
    struct export_report report = {0};
    assert_true(redaction_add(r, "weather", NULL) && redaction_add_box(r, STORY_BOX, NULL));
    g_autofree char *again = exported(m, imported(m, made.session), out, r, &report);
    export_report_clear(&report);
    g_autofree char *images = g_build_filename(again, "images", NULL), *grep = g_strdup_printf("grep -rlai weather '%s'", again);
    const char *const command[] = {"sh", "-c", grep, NULL};
    g_autofree char *found = NULL;
    assert_true(g_spawn_sync(NULL, (char **)command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &found, NULL, NULL, NULL));
    assert_string_equal(found, "");
    g_autoptr(GPtrArray) names = names_in(images);
    assert_true(names->len > 0);
    for (guint i = 0; i < names->len; i++) {
        gsize length;
        char *bytes = contents(images, names->pdata[i], &length);
        g_autoptr(GBytes) jpeg = g_bytes_new_take(bytes, length);
        g_autoptr(frame) f = frame_from_jpeg(jpeg, NULL);
        guint32 pixel = f->pixels[20 * f->width + 30] & 0xffffff;
        assert_true(pixel >> 16 < 0x40 && (pixel & 0xff) < 0x40);
    }
}

/* A run that came as a file may name anything beside its prompts. */
static void published__hostile_names(void **state)
{
    (void)state;
    g_autofree char *text = record_text("a.jpg", "", "", JUDGED), *away = record_text("../a.jpg", "", "", JUDGED);
    const struct {
        const char *name, *record;
        guint files;
    } cases[] = {{"a.json", text, 1},  {"../a.json", text, 0}, {"/tmp/a.json", text, 0}, {"a.sh", text, 0},
                 {".a.json", text, 0}, {"a.json", away, 0},    {"a.json", "{}", 0},      {"a.json", "7", 0}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *json = g_strdup_printf(
            "[{\"name\":\"%s\",\"record\":%s,\"pictures\":{\"a.jpg\":\"00\",\"../b\":\"00\"}}]", cases[i].name, cases[i].record);
        g_autoptr(GPtrArray) files = screenagent_published_read(json);
        assert_int_equal(files->len, cases[i].files);
        if (files->len)
            assert_int_equal(g_hash_table_size(((struct published *)files->pdata[0])->pictures), 1);
    }
}

/* A file in a PNG that shows something else than the PNG is not given out for it. */
static void published__a_jpeg_of_something_else(void **state)
{
    (void)state;
    g_autoptr(frame) one = story_screen(1), other = story_screen(2);
    g_autoptr(GBytes) jpeg = frame_to_jpeg(one, 85, NULL), junk = g_bytes_new_static("no picture", 10);
    g_autoptr(frame) shown = frame_from_jpeg(jpeg, NULL);
    g_autoptr(GBytes) png = frame_to_png(shown, NULL), with = frame_png_with_jpeg(png, jpeg),
                      bad = frame_png_with_jpeg(png, junk);
    g_autoptr(frame) read = frame_from_png(with, NULL), still = frame_from_png(bad, NULL);
    g_autoptr(GBytes) out = frame_png_jpeg(with, shown);
    assert_true(frame_same(read, shown) && frame_same(still, shown)); /* other decoders pass over it */
    assert_true(out && g_bytes_equal(out, jpeg));
    assert_null(frame_png_jpeg(with, other));
    assert_null(frame_png_jpeg(bad, shown));
    assert_null(frame_png_jpeg(png, shown));
    for (gsize cut = 0; cut < 80; cut++) { /* no cut is read beyond its end */
        g_autoptr(GBytes) part = g_bytes_new(g_bytes_get_data(with, NULL), cut);
        assert_null(frame_png_jpeg(part, shown));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published__goes_out_as_it_came), cmocka_unit_test(published__those_of_the_data_set),
        cmocka_unit_test(published__a_box_drawn_later),   cmocka_unit_test(published__redacted),
        cmocka_unit_test(published__hostile_names),       cmocka_unit_test(published__a_jpeg_of_something_else)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
