/* Readings by the warm parent: the same words as by a worker alone, what is not read again, and what happens when one fails. */
#include "engine/display/proc.h"
#include "engine/eye/eye.h"
#include "engine/eye/marks.h"
#include "engine/eye/reading.h"
#include "engine/picture/frame.h"
#include "tests/engine/eye/child.h"
#include "tests/helper/xvfb.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#define LINES 6
#define KNOWN_MAX 1024 /* half of reading.c: each of these has two parts */

static GArray *pictures; /* struct ocr_region: each line on white and on dark, as one line, a block and scattered words */

static struct ocr_region part_of(const frame *f, int y, int height, bool sparse)
{
    g_autoptr(frame) part = frame_crop(f, 100, 50 + y, 150, height);
    struct ocr_region r = {.width = part->width, .height = part->height, .scale = 3, .sparse = sparse};
    r.gray = g_malloc((gsize)part->width * (gsize)part->height);
    marks_gray(part, r.gray);
    return r;
}

static void draw(struct xvfb *x, const char *frames, unsigned long ground, unsigned long ink)
{
    static const char *const lines[LINES] = {"Open the file",   "4711.5 and 0815", "Delete everything?",
                                             "OK Cancel Apply", "a lone x",        "user@example.org"};
    sink *s = sink_start(x->display, "words", 100, 50, 300, LINES * 30, ground);
    for (int i = 0; i < LINES; i++)
        sink_text(s, 20, 20 + i * 30, ink, lines[i]);
    g_autoptr(eye_observation) o = eye_look(x->display, NULL, frames, false, EYE_LOOK_QUIET, NULL);
    g_autoptr(frame) f = frame_read(o->frame.path, NULL);
    for (int i = 0; i < LINES; i++) {
        struct ocr_region one = part_of(f, i * 30, 30, i % 3 == 2);
        g_array_append_val(pictures, one);
    }
    struct ocr_region block = part_of(f, 0, LINES * 30, false);
    g_array_append_val(pictures, block);
    sink_stop(s);
}

static int start(void **state)
{
    (void)state;
    struct xvfb x;
    g_autofree char *frames = g_dir_make_tmp("frames-XXXXXX", NULL);
    xvfb_start(&x, 800, 600, NULL);
    pictures = ocr_regions_new();
    draw(&x, frames, 0xffffff, 0);
    draw(&x, frames, 0x102030, 0xf0f0a0);
    xvfb_stop(&x);
    return 0;
}

static int end(void **state)
{
    (void)state;
    g_array_unref(pictures);
    return 0;
}

static GArray *copies(guint first, guint n)
{
    GArray *regions = ocr_regions_new();
    for (guint i = first; i < first + n; i++) {
        struct ocr_region r = g_array_index(pictures, struct ocr_region, i);
        r.gray = g_memdup2(r.gray, (gsize)r.width * (gsize)r.height);
        g_array_append_val(regions, r);
    }
    return regions;
}

static char *text_of(const GArray *words, int region)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < words->len; i++) {
        const struct ocr_word *w = &g_array_index(words, struct ocr_word, i);
        if (region < 0 || w->region == region)
            g_string_append_printf(text, "%s %d %d %d %d %.6f\n", w->text, w->x, w->y, w->width, w->height, w->confidence);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* `ret_asked`: whether Tesseract was asked at all. */
static char *read_all(GArray *regions, bool *ret_asked)
{
    g_autoptr(reading) r = reading_start(regions, READING_CPU_S, READING_AWAITED);
    g_autoptr(GArray) words = ocr_words_new();
    g_autoptr(GError) error = NULL;
    *ret_asked = reading_worker(r) != NULL;
    reading_wait(r);
    if (!reading_finish(r, words, &error))
        fail_msg("%s", error->message);
    return text_of(words, -1);
}

static bool is_asked(GArray *regions)
{
    bool asked;
    g_free(read_all(regions, &asked));
    return asked;
}

/* Each by itself, as those who read beside each other. */
static void words__of_each_picture__are_those_of_a_worker_alone(void **state)
{
    (void)state;
    const struct worker_limits limits = {(gsize)1 << 30, 30, 60000, 4 * 1024 * 1024};
    g_autoptr(GArray) all = copies(0, pictures->len);
    g_autoptr(GByteArray) request = ocr_request_to_bytes(all);
    gsize length = 0;
    g_autofree char *reply = worker_run("ocr", (const char *)request->data, request->len, &limits, &length, NULL);
    g_autoptr(GArray) words = ocr_reply_from_json(reply, length, NULL);
    bool asked;
    assert_true(words->len > 20);
    for (guint i = 0; i < pictures->len; i++) {
        g_autofree char *alone = text_of(words, (int)i), *warm = read_all(copies(i, 1), &asked);
        assert_true(asked);
        assert_string_equal(warm, alone);
    }
}

/* What began while the screen settled goes on when that picture is taken; another picture's does not pass for it. */
static void reading__of_the_same_pixels__is_known_as_such(void **state)
{
    (void)state;
    g_autoptr(GArray) same = copies(0, 2), fewer = copies(0, 1), other = copies(1, 2);
    g_autoptr(reading) r = reading_start(copies(0, 2), READING_CPU_S, READING_AWAITED);
    assert_true(reading_is_of(r, same));
    assert_false(reading_is_of(r, fewer));
    assert_false(reading_is_of(r, other));
    assert_false(reading_is_of(NULL, same));
}

static void pixels__that_were_read__are_not_read_again(void **state)
{
    (void)state;
    bool asked;
    GArray *regions = copies(0, 3);
    g_autofree char *first = read_all(copies(0, 3), &asked), *again = read_all(regions, &asked);
    assert_false(asked);
    assert_string_equal(again, first);
    for (int change = 0; change < 4; change++) {
        regions = copies(0, 1);
        struct ocr_region *r = &g_array_index(regions, struct ocr_region, 0);
        r->gray[0] = change == 0 ? r->gray[0] ^ 1 : r->gray[0];
        r->scale = change == 1 ? 2 : r->scale;
        r->sparse = change == 2;
        r->whitelist = change == 3 ? g_strdup("0123456789") : NULL;
        assert_true(is_asked(regions));
    }
}

/* Known, new, known: the words are those of their own regions. */
static void a_request__some_of_it_known__asks_for_the_rest_in_order(void **state)
{
    (void)state;
    bool asked;
    GArray *regions = copies(0, 3);
    struct ocr_region *r = &g_array_index(regions, struct ocr_region, 1);
    r->gray[1] ^= 1;
    g_autofree char *first = read_all(copies(0, 1), &asked), *last = read_all(copies(2, 1), &asked),
                    *all = read_all(regions, &asked);
    assert_true(asked);
    assert_true(g_str_has_prefix(all, first));
    assert_true(g_str_has_suffix(all, last));
    assert_non_null(strstr(all + strlen(first), "4711"));
}

static GArray *small_ones(guint n)
{
    GArray *regions = ocr_regions_new();
    for (guint i = 0; i < n; i++) {
        struct ocr_region r = {.width = 2, .height = 1, .scale = 1, .sparse = true, .gray = g_malloc(2)};
        r.gray[0] = (guint8)i;
        r.gray[1] = (guint8)(i >> 8);
        g_array_append_val(regions, r);
    }
    return regions;
}

static void what_is_known__has_a_bound(void **state)
{
    (void)state;
    assert_true(is_asked(small_ones(KNOWN_MAX)));
    assert_false(is_asked(small_ones(KNOWN_MAX)));
    assert_true(is_asked(small_ones(KNOWN_MAX + 1)));
    assert_true(is_asked(small_ones(1))); /* the oldest */
}

/* White on a green button, with a dark edge, becomes black on white. */
static void letters__lighter_than_their_ground__become_dark(void **state)
{
    (void)state;
    g_autoptr(frame) f = frame_new(40, 20);
    g_autofree guint8 *gray = g_malloc(40 * 20);
    frame_fill(f, 0, 0, 40, 20, 0x548b1f);
    marks_gray_light(f, gray);
    assert_int_equal(gray[0], 255); /* nothing is there */
    frame_fill(f, 0, 0, 40, 1, 0x102000);
    frame_fill(f, 10, 5, 2, 10, 0xffffff);
    frame_fill(f, 20, 5, 2, 10, 0xa0c080);
    marks_gray_light(f, gray);
    assert_int_equal(gray[0], 255);
    assert_int_equal(gray[10 * 40 + 5], 255);
    assert_int_equal(gray[10 * 40 + 10], 0);
    assert_in_range(gray[10 * 40 + 20], 100, 180);
}

/* Too slow to be answered, or dropped: an error, and the next one has its words. */
static void a_reading__that_is_late__costs_itself_alone(void **state)
{
    (void)state;
    bool asked;
    GArray *regions = copies(0, 1);
    g_array_index(regions, struct ocr_region, 0).gray[2] ^= 1;
    reading *late = reading_start(regions, 0, READING_AWAITED);
    g_autoptr(GArray) words = ocr_words_new();
    g_autoptr(GError) error = NULL;
    reading_wait(late);
    assert_false(reading_finish(late, words, &error));
    assert_non_null(strstr(error->message, "took longer"));
    assert_int_equal(words->len, 0);
    g_autoptr(GArray) same = copies(0, 1);
    g_array_index(same, struct ocr_region, 0).gray[2] ^= 1;
    assert_false(reading_is_of(late, same)); /* nobody has read them */
    reading_free(late);
    reading_free(reading_start(copies(3, 3), READING_CPU_S, READING_AWAITED));
    regions = copies(0, 1);
    g_array_index(regions, struct ocr_region, 0).gray[2] ^= 1;
    g_autofree char *text = read_all(regions, &asked);
    assert_true(asked);
    assert_non_null(strstr(text, "Open"));
}

static GArray *other_pixels(guint8 mark)
{
    GArray *regions = copies(0, 1);
    g_array_index(regions, struct ocr_region, 0).gray[3] ^= mark;
    return regions;
}

/* As on a busy machine: the card of what is pressed waits for its words longer than an observation does for its marks. */
static void a_patient_reading__outlasts_one_that_is_awaited(void **state)
{
    (void)state;
    g_autoptr(GArray) children = g_array_new(FALSE, FALSE, sizeof(gint64)), words = ocr_words_new(), none = ocr_words_new();
    g_autoptr(GError) error = NULL;
    bool asked;
    g_free(read_all(other_pixels(1), &asked)); /* the warm parent is there, and prepared */
    assert_true(proc_children(getpid(), children));
    assert_int_equal(children->len, 1);
    const pid_t parent = (pid_t)g_array_index(children, gint64, 0);
    kill(parent, SIGSTOP);
    g_autoptr(reading) awaited = reading_start(other_pixels(2), 3, READING_AWAITED),
                       patient = reading_start(other_pixels(4), 3, READING_PATIENT);
    reading_wait(awaited);
    bool waits = !reading_poll(patient);
    kill(parent, SIGCONT);
    assert_false(reading_finish(awaited, none, NULL));
    assert_true(waits);
    reading_wait(patient);
    assert_true(reading_finish(patient, words, &error));
    assert_non_null(strstr(g_array_index(words, struct ocr_word, 0).text, "Open"));
}

/* The library has the function, too, and reins shows its own to the loader: Tesseract's calls go there. */
static void what_nobody_reads__is_not_made(void **state)
{
    (void)state;
    static const struct {
        const char *name, *library;
    } rows[] = {{OCR_LOOK_ALIKES, "libtesseract"}, {OCR_CAPTION_FONT, "liblept"}};
    const char *const argv[] = {"nm", "-D", "--defined-only", g_getenv("TEST_REINS"), NULL};
    g_autofree char *symbols = NULL;
    assert_int_equal(helper_run(":0", argv, &symbols), 0);
    void *library = dlopen("libtesseract.so.5", RTLD_LAZY | RTLD_LOCAL);
    assert_non_null(library);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        void *theirs = dlsym(library, rows[i].name), *ours = dlsym(RTLD_DEFAULT, rows[i].name);
        Dl_info of_theirs, of_ours;
        assert_non_null(theirs);
        assert_non_null(ours);
        assert_true(dladdr(theirs, &of_theirs) && strstr(of_theirs.dli_fname, rows[i].library));
        assert_true(dladdr(ours, &of_ours) && strstr(of_ours.dli_fname, "test_reading"));
        assert_non_null(strstr(symbols, rows[i].name));
    }
}

int main(int argc, char **argv)
{
    int code = child_run(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words__of_each_picture__are_those_of_a_worker_alone),
        cmocka_unit_test(reading__of_the_same_pixels__is_known_as_such),
        cmocka_unit_test(pixels__that_were_read__are_not_read_again),
        cmocka_unit_test(a_request__some_of_it_known__asks_for_the_rest_in_order),
        cmocka_unit_test(what_is_known__has_a_bound),
        cmocka_unit_test(letters__lighter_than_their_ground__become_dark),
        cmocka_unit_test(a_reading__that_is_late__costs_itself_alone),
        cmocka_unit_test(a_patient_reading__outlasts_one_that_is_awaited),
        cmocka_unit_test(what_nobody_reads__is_not_made),
    };
    return cmocka_run_group_tests(tests, start, end);
}
