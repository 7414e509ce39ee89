/* A run as a page and as pairs; and with redaction, that no byte of what was to stay is in them: raw, behind base64, in pixels.
 */

#include "tests/engine/exports/story.h"

#include "config/strict_json.h"
#include "engine/exports/output_sink.h"

#include <sys/stat.h>

typedef bool (*export_function)(memory *, const struct export_order *, struct export_report *, GError **);

static char *exported(export_function function, const char *name, redaction *r, struct export_report *ret)
{
    g_autoptr(GError) error = NULL;
    char *out = g_build_filename(the.folder, name, NULL);
    g_autofree char *asked = g_str_has_suffix(name, "/") ? g_strconcat(out, "/", NULL) : g_strdup(out);
    const struct export_order order = {.run = the.run, .out = asked, .redaction = r};
    struct export_report report = {0};
    bool ok = function(the.m, &order, &report, &error);
    assert_no_error(error);
    assert_true(ok);
    if (ret)
        *ret = report;
    export_report_clear(&report);
    return out;
}

/* ---- what is in a file, however it is written ---- */

/* True: the picture has a pixel of the colour, or, as JPEG, one near it. */
static bool has_colour(GBytes *bytes)
{
    g_autoptr(frame) png = frame_from_png(bytes, NULL), jpeg = png ? NULL : frame_from_jpeg(bytes, NULL);
    const frame *f = png ? png : jpeg;
    for (int i = 0; f && i < f->width * f->height; i++) {
        guint32 p = f->pixels[i];
        int far = 0;
        for (int shift = 0; shift < 24; shift += 8)
            far += abs((int)(p >> shift & 0xff) - (int)((guint32)STORY_COLOUR >> shift & 0xff));
        if (far < 12)
            return true;
    }
    return false;
}

struct found {
    guint words, coloured, pictures;
};

static void look(const char *bytes, gsize length, struct found *found);

/* Everything in it that is base64, decoded. */
static void look_decoded(const char *text, struct found *found)
{
    for (const char *p = text; (p = strstr(p, ";base64,"));) {
        p += strlen(";base64,");
        gsize length = strspn(p, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=");
        g_autofree char *base64 = g_strndup(p, length);
        g_autofree guchar *bytes = g_base64_decode(base64, &length);
        look((const char *)bytes, length, found);
    }
}

static void look(const char *bytes, gsize length, struct found *found)
{
    g_autoptr(GBytes) whole = g_bytes_new(bytes, length);
    bool picture = length > 4 && (memcmp(bytes, "\x89PNG", 4) == 0 || memcmp(bytes, "\xff\xd8\xff", 3) == 0);
    for (gsize i = 0; i + strlen(STORY_WORD) <= length; i++)
        found->words += g_ascii_strncasecmp(bytes + i, STORY_WORD, strlen(STORY_WORD)) == 0;
    found->pictures += picture;
    found->coloured += picture && has_colour(whole);
    if (!picture) {
        g_autofree char *text = g_strndup(bytes, length);
        look_decoded(text, found);
    }
}

static void look_at(const char *path, struct found *found)
{
    struct stat st;
    assert_int_equal(lstat(path, &st), 0);
    assert_int_equal(st.st_mode & 077, 0);
    g_assert_null(strstr(path, STORY_WORD));
    if (S_ISDIR(st.st_mode)) {
        g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
        for (const char *name; (name = g_dir_read_name(dir));) {
            g_autofree char *inside = g_build_filename(path, name, NULL);
            look_at(inside, found);
        }
        return;
    }
    gsize length;
    g_autofree char *bytes = story_read(path, &length);
    look(bytes, length, found);
}

static struct found looked(const char *path)
{
    struct found found = {0};
    look_at(path, &found);
    return found;
}

static const struct {
    const char *name;
    export_function function;
    guint uses; /* how often each picture is in it: whole, and the part that was sent */
} formats[] = {{"page.html", export_page, 1}, {"pairs.jsonl", export_pairs, 2}, {"pairs/", export_pairs, 2}};

static void redaction__no_byte_of_it_leaves(void **state)
{
    (void)state;
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
        g_autoptr(redaction) r = redaction_new();
        struct export_report report = {0};
        g_autofree char *plain = exported(formats[i].function, formats[i].name, NULL, NULL);
        struct found before = looked(plain);
        assert_true(before.words > 5 && before.pictures > 1); /* else the search finds nothing ever */
        assert_int_equal(before.coloured, before.pictures);
        assert_true(redaction_add(r, STORY_WORD, NULL) && redaction_add_box(r, STORY_BOX, NULL));
        g_autofree char *name = g_strconcat("redacted-", formats[i].name, NULL);
        g_autofree char *out = exported(formats[i].function, name, r, &report);
        struct found after = looked(out);
        assert_int_equal(after.words, 0);
        assert_int_equal(after.coloured, 0);
        assert_int_equal(after.pictures, before.pictures);
        assert_true(report.texts_redacted > 5 && report.pictures_redacted * formats[i].uses == before.pictures);
    }
}

/* A box for what was seen after an action also holds where the same picture is the next step's before. */
static void redaction__box_by_role__every_use(void **state)
{
    (void)state;
    g_autoptr(redaction) r = redaction_new();
    assert_true(redaction_add_box(r, STORY_BOX "@after", NULL));
    g_autofree char *out = exported(export_page, "role.html", r, NULL);
    struct found found = looked(out);
    assert_int_equal(found.coloured, 1); /* only the first screen was never after anything */
    assert_true(found.pictures > 2);
}

/* However often a form reads a step: each text that was changed counts once. */
static void redaction__each_text_counts_once(void **state)
{
    (void)state;
    static const export_function forms[] = {export_page, export_pairs, export_screenagent};
    gint64 counts[2 * G_N_ELEMENTS(forms)];
    for (guint i = 0; i < G_N_ELEMENTS(counts); i++) {
        g_autoptr(redaction) r = redaction_new();
        struct export_report report = {0};
        assert_true(redaction_add(r, "part 3", NULL)); /* the step's subtask, the model's reply and output */
        assert_true(i % 2 == 0 || redaction_add_box(r, STORY_BOX "@after", NULL));
        g_autofree char *name = g_strdup_printf("count-%u", i), *out = exported(forms[i / 2], name, r, &report);
        counts[i] = report.texts_redacted;
        assert_int_equal(counts[i], 3);
    }
}

static void redaction__document(void **state)
{
    (void)state;
    g_autoptr(redaction) r = redaction_new();
    assert_true(redaction_add(r, STORY_WORD, NULL));
    g_autofree char *keys = story_keys(STORY_WORD);
    g_autofree char *document =
        g_strdup_printf("{\"task\":\"" STORY_WORD "\",\"steps\":[{\"timeline\":%s,\"digest\":\"ab\",\"frames\":["
                        "{\"frame\":\"cd\",\"path\":\"/x/cd.png\",\"step\":1}]}],\"journal\":[{\"hash\":\"ef\"}]}",
                        keys);
    g_autoptr(GError) error = NULL;
    g_autofree char *without = redaction_document(r, document, &error);
    assert_no_error(error);
    assert_string_equal(without, "{\"task\":\"" REDACTION_MARK "\",\"steps\":[{\"timeline\":[],\"frames\":[{\"step\":1}]}]}");
}

/* One that cannot be read is no document without words, and none that says "null". */
static void redaction__no_document(void **state)
{
    (void)state;
    g_autoptr(redaction) r = redaction_new();
    g_autoptr(GError) error = NULL;
    assert_true(redaction_add(r, STORY_WORD, NULL));
    assert_null(redaction_document(r, "{\"task\":\"" STORY_WORD "\"", &error));
    assert_true(g_error_matches(error, STRICT_JSON_ERROR, STRICT_JSON_ERROR_SYNTAX));
}

/* ---- the page ---- */

/* Nothing from a screen or a model is markup, and nothing is fetched. */
static void page__texts_are_texts(void **state)
{
    (void)state;
    struct export_report report = {0};
    g_autofree char *out = exported(export_page, "page2.html", NULL, &report);
    g_autofree char *page = story_read(out, NULL);
    assert_int_equal(report.steps, STORY_STEPS);
    assert_non_null(strstr(page, "find " STORY_WORD " &lt;/script&gt;&lt;b&gt;x"));
    static const char *const never[] = {
        "<script", "</script", "<b>x", "<b>co", "http:", "https:", "//", "onerror", "@import", "<link"};
    for (guint i = 0; i < G_N_ELEMENTS(never); i++) {
        for (const char *at = page; (at = strstr(at, never[i])); at++) {
            const char *begin = at; /* base64 has slashes */
            while (begin > page && strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=", begin[-1]))
                begin--;
            if (begin - page < 8 || strncmp(begin - 8, ";base64,", 8) != 0)
                fail_msg("%s is in the page: %.60s", never[i], at);
        }
    }
    assert_non_null(strstr(page, "<del>- ")); /* the correction as a difference */
    assert_non_null(strstr(page, "click_at_position(x = 110, y = 55) ▸ type_text(text = &quot;my Quokka7&quot;)"));
    assert_non_null(strstr(page, "class=\"b c\"")); /* what changed */
    assert_non_null(strstr(page, "default-src 'none'"));
}

/* Each picture is in it once, however many steps show it. */
static guint count_of(const char *text, const char *what)
{
    guint n = 0;
    for (; (text = strstr(text, what)); text++)
        n++;
    return n;
}

/* What the last module said, as it was corrected, beside the pictures: above the steps. */
static void page__story__a_row_for_each_step(void **state)
{
    (void)state;
    struct export_report report;
    g_autofree char *out = exported(export_page, "page4.html", NULL, &report);
    g_autofree char *page = story_read(out, NULL);
    const char *begin = strstr(page, "<details id=\"story\""), *end = strstr(page, "<main id=\"steps\">");
    assert_true(begin && end && begin < end);
    g_autofree char *rows = g_strndup(begin, (gsize)(end - begin));
    assert_int_equal(count_of(rows, "<h3><a href=\"#s"), report.steps);
    assert_non_null(strstr(rows, ", corrected by the person</h3>"));
    assert_true(count_of(rows, "aria-label=\"the screen before step") > 0);
    assert_non_null(strstr(rows, "class=\"t\"")); /* the target */
}

static void page__distinct_pictures_once(void **state)
{
    (void)state;
    struct export_report report = {0};
    g_autofree char *out = exported(export_page, "page3.html", NULL, &report);
    struct found found = looked(out);
    assert_int_equal(found.pictures, 5); /* screens 0 to 4 */
    assert_int_equal(report.pictures, 5);
}

/* ---- pairs ---- */

static const char *text_of(const cJSON *message)
{
    const cJSON *content = cJSON_GetObjectItem(cJSON_GetArrayItem(message, 0), "content");
    return cJSON_GetStringValue(cJSON_GetObjectItem(cJSON_GetArrayItem(content, 0), "text"));
}

static frame *picture_in(const cJSON *images, int i)
{
    const char *uri = cJSON_GetStringValue(cJSON_GetArrayItem(images, i));
    gsize length;
    g_autofree guchar *bytes = g_base64_decode(strchr(uri, ',') + 1, &length);
    g_autoptr(GBytes) png = g_bytes_new(bytes, length);
    return frame_from_png(png, NULL);
}

static void pairs__rejected_and_chosen(void **state)
{
    (void)state;
    static const struct {
        const char *kind;
        int step;
        const char *rejected, *chosen, *reason;
    } expected[] = {
        {"edited", 2, "\"skill\":\"click_at_position\"", "\"skill\":\"type_text\",\"args\":{\"text\":\"my Quokka7\"}", NULL},
        {"retried", 3, "\"reason\":\"again\"", "\"reason\":\"keys\"", "not that Quokka7 <b>"},
        {"corrected", 5, "\"reason\":\"wrong\"", "\"reason\":\"right\"", NULL},
    };
    g_autofree char *out = exported(export_pairs, "all.jsonl", NULL, NULL), *text = story_read(out, NULL);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
    assert_int_equal(g_strv_length(lines), G_N_ELEMENTS(expected));
    for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
        g_autoptr(cJSON) line = strict_json_parse(lines[i], strlen(lines[i]), 1 << 26, NULL);
        assert_non_null(line);
        assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(line, "kind")), expected[i].kind);
        assert_int_equal(cJSON_GetObjectItem(line, "step")->valueint, expected[i].step);
        assert_non_null(strstr(text_of(cJSON_GetObjectItem(line, "rejected")), expected[i].rejected));
        assert_non_null(strstr(text_of(cJSON_GetObjectItem(line, "chosen")), expected[i].chosen));
        const char *reason = cJSON_GetStringValue(cJSON_GetObjectItem(line, "reason"));
        assert_true(g_strcmp0(reason, expected[i].reason) == 0);
        const cJSON *user = cJSON_GetObjectItem(cJSON_GetArrayItem(cJSON_GetObjectItem(line, "prompt"), 1), "content");
        int pictures = 0;
        for (const cJSON *part = user->child; part; part = part->next)
            pictures += g_strcmp0(cJSON_GetStringValue(cJSON_GetObjectItem(part, "type")), "image") == 0;
        const cJSON *images = cJSON_GetObjectItem(line, "images");
        assert_int_equal(cJSON_GetArraySize(images), pictures);
        g_autoptr(frame) whole = picture_in(images, 0), part = picture_in(images, 1); /* as they were sent */
        assert_int_equal(whole->width, STORY_WIDTH);
        assert_int_equal(part->width, 60);
        assert_int_equal(part->pixels[10 * part->width + 10], STORY_COLOUR);
    }
}

/* The better answer went stale, was shown again and approved: it is the model's own all the same. */
static void pairs__retried__shown_again(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = story_folder(), *out = g_build_filename(folder, "again.jsonl", NULL);
    g_autoptr(memory) m = story_store(folder);
    const struct memory_run row = {.task = (char *)"look", .mode = (char *)"step", .options = (char *)"{}"};
    const struct story_move
        no = {STORY_ACTION("click_at_position", "\"x\":110,\"y\":55", "first"), NULL, STORY_CLICK, NULL, "rejected", NULL, false},
        better = {STORY_ACTION("type_text", "\"text\":\"x\"", "second"), NULL, STORY_TEXT, NULL, "stale", NULL, false};
    gint64 run = 0, id = 0;
    int n = 0;
    assert_true(memory_run_add(m, &row, &run, &error));
    story_step(m, run, 1, &no, false, &n, &id);
    story_step(m, run, 2, &better, false, &n, &id);
    story_proposal(m, run, 2, ++id, better.action, better.events, 0);
    story_decide(m, run, 2, id, "approved", "");
    const struct export_order order = {.run = run, .out = out};
    struct export_report report = {0};
    assert_true(export_pairs(m, &order, &report, &error));
    g_autofree char *text = story_read(out, NULL);
    assert_non_null(strstr(text, "\"kind\":\"retried\""));
    export_report_clear(&report);
}

/* ---- whole or not at all ---- */

static bool until(void *user, gint64 step, G_GNUC_UNUSED gint64 steps)
{
    return step < *(int *)user;
}

static guint entries(const char *folder)
{
    guint n = 0;
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    while (g_dir_read_name(dir))
        n++;
    return n;
}

static void stopped__leaves_nothing(void **state)
{
    (void)state;
    g_autofree char *empty = story_folder();
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
        g_autoptr(GError) error = NULL;
        int step = 3;
        const struct memory_watch watch = {until, &step};
        g_autofree char *out = g_strdup_printf("%s/%s", empty, formats[i].name);
        const struct export_order order = {.run = the.run, .out = out, .watch = &watch};
        struct export_report report = {0};
        assert_false(formats[i].function(the.m, &order, &report, &error));
        assert_true(g_error_matches(error, MEMORY_ERROR, MEMORY_ERROR_STOPPED));
        export_report_clear(&report);
        assert_int_equal(entries(empty), 0);
    }
}

static void there_already__stays(void **state)
{
    (void)state;
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *folder = story_folder(), *out = g_strdup_printf("%s/%s", folder, formats[i].name);
        g_autofree char *file = g_strdup(out);
        file[strlen(file) - g_str_has_suffix(file, "/")] = '\0';
        assert_true(g_file_set_contents(file, "mine", -1, NULL));
        const struct export_order order = {.run = the.run, .out = out};
        struct export_report report = {0};
        assert_false(formats[i].function(the.m, &order, &report, &error));
        export_report_clear(&report);
        assert_non_null(strstr(error->message, "exists already"));
        g_autofree char *still = story_read(file, NULL);
        assert_string_equal(still, "mine");
        assert_int_equal(entries(folder), 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(redaction__no_byte_of_it_leaves),  cmocka_unit_test(redaction__box_by_role__every_use),
        cmocka_unit_test(redaction__each_text_counts_once), cmocka_unit_test(redaction__document),
        cmocka_unit_test(redaction__no_document),           cmocka_unit_test(page__texts_are_texts),
        cmocka_unit_test(page__story__a_row_for_each_step), cmocka_unit_test(page__distinct_pictures_once),
        cmocka_unit_test(pairs__rejected_and_chosen),       cmocka_unit_test(pairs__retried__shown_again),
        cmocka_unit_test(stopped__leaves_nothing),          cmocka_unit_test(there_already__stays),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
