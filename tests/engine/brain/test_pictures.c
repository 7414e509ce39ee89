/* In what size pictures go out. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/brain/pool_fixture.h"

/* A file that says it is a PNG of that size, and where it lies; caller frees. */
static char *png_of(const char *name, guint32 width, guint32 height)
{
    char bytes[40] = "\x89PNG\r\n\x1a\n....IHDR";
    guint32 sides[] = {GUINT32_TO_BE(width), GUINT32_TO_BE(height)};
    memcpy(bytes + 16, sides, sizeof sides);
    char *path = g_build_filename(g_get_tmp_dir(), name, NULL);
    assert_true(g_file_set_contents(path, bytes, sizeof bytes, NULL));
    return path;
}

static int shrunk;

static GBytes *shrink(GBytes *png, int width, int height, GError **error)
{
    (void)png;
    (void)error;
    shrunk++;
    g_autofree char *text = g_strdup_printf("smaller: %dx%d", width, height);
    return g_bytes_new(text, strlen(text));
}

static void assert_sent(const char *asked, const char *text, int times)
{
    g_autofree char *base64 = g_base64_encode((const guchar *)text, strlen(text));
    for (int i = 0; i < times; i++) {
        asked = strstr(asked, base64);
        assert_non_null(asked);
        asked++;
    }
    assert_null(strstr(asked, base64));
}

static void pool__picture__is_sent_in_the_profiles_size_and_made_smaller_once(void **state)
{
    (void)state;
    struct fixture f = {0};
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, "picture_side=1568\npicture_pixels=1150000\npicture_multiple=4\n");
    g_autofree char *large = png_of("large.png", 1920, 1080), *small = png_of("small.png", 1280, 720);
    g_autoptr(brain_request) r = brain_request_new("gather");
    brain_request_add_image(r, small, NULL, false);
    brain_request_add_image(r, large, NULL, false);
    brain_request_add_image(r, large, NULL, true);
    g_autoptr(GError) error = NULL;
    assert_int_equal(brain_pool_ask(f.pool, "t", r, &error), 0); /* nobody can make it smaller: it is not sent as it is */
    assert_non_null(strstr(error->message, "picture_side"));
    shrunk = 0;
    brain_pool_set_shrink(f.pool, shrink, NULL);
    for (int i = 0; i < 2; i++)
        assert_null(await(&f, brain_pool_ask(f.pool, "t", r, NULL))->error);
    int n = 0;
    g_autofree char *asked = mock_requests(&f.mock, &n);
    g_autofree char *as_it_is = NULL;
    gsize length;
    assert_true(g_file_get_contents(small, &as_it_is, &length, NULL));
    g_autofree char *base64 = g_base64_encode((const guchar *)as_it_is, length);
    assert_non_null(strstr(asked, base64));
    assert_sent(asked, "smaller: 1428x804", 4);
    assert_int_equal(shrunk, 1);
    unlink(large);
    unlink(small);
    stop(&f);
}

/* A page's whole length in one picture, of more pixels than a service takes on a side, would fail alike for ever. */
static void pool__picture__of_a_whole_page_goes_out_in_what_the_kind_takes(void **state)
{
    (void)state;
    struct fixture f = {0};
    int n = 0;
    step(&f, MOCK_ANSWER, "200 OK", "",
         "{\"content\":[{\"type\":\"text\",\"text\":\"{}\"}],\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":9,"
         "\"output_tokens\":9}}");
    start(&f, "kind=anthropic\nstream=false\n");
    brain_pool_set_shrink(f.pool, shrink, NULL);
    g_autofree char *page = png_of("page.png", 1400, 9000);
    g_autoptr(brain_request) r = brain_request_new("gather");
    brain_request_add_image(r, page, NULL, false);
    assert_null(await(&f, brain_pool_ask(f.pool, "t", r, NULL))->error);
    g_autofree char *asked = mock_requests(&f.mock, &n);
    assert_sent(asked, "smaller: 243x1568", 1);
    unlink(page);
    stop(&f);
}

static GBytes *cut_large(const char *path, int x, int y, int width, int height, GError **error)
{
    (void)x;
    (void)y;
    (void)width;
    (void)height;
    char *bytes;
    gsize length;
    return g_file_get_contents(path, &bytes, &length, error) ? g_bytes_new_take(bytes, length) : NULL;
}

static void pool__part__keeps_its_sides_where_they_are_not_too_long(void **state)
{
    (void)state;
    struct fixture f = {0};
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, "picture_side=1000\npicture_multiple=28\n");
    brain_pool_set_shrink(f.pool, shrink, NULL);
    g_autofree char *large = png_of("large.png", 2000, 500), *small = png_of("small.png", 101, 51);
    const struct brain_part part = {0, 0, 5, 5, cut_large};
    g_autoptr(brain_request) r = brain_request_new("gather");
    brain_request_add_part(r, large, &part, NULL);
    brain_request_add_part(r, small, &part, NULL);
    shrunk = 0;
    assert_null(await(&f, brain_pool_ask(f.pool, "t", r, NULL))->error);
    int n = 0;
    g_autofree char *asked = mock_requests(&f.mock, &n);
    assert_sent(asked, "smaller: 1000x250", 1);
    assert_int_equal(shrunk, 1);
    unlink(large);
    unlink(small);
    stop(&f);
}

/* Up to the head of its frame, which says the size, behind another segment. */
static char *jpeg_of(const char *name, guint8 width, guint8 height)
{
    const char bytes[] = {'\xff', '\xd8', '\xff', '\xe0',       0, 4,           'x', 'x', '\xff', '\xc0', 0,
                          11,     8,      0,      (char)height, 0, (char)width, 1};
    char *path = g_build_filename(g_get_tmp_dir(), name, NULL);
    assert_true(g_file_set_contents(path, bytes, sizeof bytes, NULL));
    return path;
}

/* By its first bytes, whatever the file is called: as it is where it fits, else as a smaller PNG. */
static void pool__jpeg__is_sent_as_it_is_or_smaller(void **state)
{
    (void)state;
    struct fixture f = {0};
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    step(&f, MOCK_ANSWER, "400 Bad", "", "{\"error\":{\"message\":\"Image format image/jpeg is not supported\"}}");
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, "picture_side=100\n");
    brain_pool_set_shrink(f.pool, shrink, NULL);
    g_autofree char *small = jpeg_of("small.png", 100, 60), *large = jpeg_of("large.jpg", 200, 150), *bytes = NULL;
    gsize length;
    assert_true(g_file_get_contents(small, &bytes, &length, NULL));
    g_autofree char *base64 = g_base64_encode((const guchar *)bytes, length);
    g_autofree char *as_it_is = g_strconcat("data:image/jpeg;base64,", base64, NULL);
    g_autoptr(brain_request) r = brain_request_new("ask");
    brain_request_add_image(r, small, NULL, false);
    brain_request_add_image(r, large, NULL, false);
    for (int i = 0; i < 2; i++)
        assert_null(await(&f, brain_pool_ask(f.pool, "t", r, NULL))->error);
    int n = 0;
    g_autofree char *asked = mock_requests(&f.mock, &n);
    g_auto(GStrv) jpegs = g_strsplit(asked, as_it_is, -1);
    assert_int_equal(n, 3);
    assert_int_equal(g_strv_length(jpegs) - 1, 2);
    assert_sent(asked, "smaller: 100x75", 3);
    assert_sent(asked, "smaller: 100x60", 1); /* once JPEG was refused: of the same size, a PNG */
    assert_true(g_file_set_contents(large, "RIFF....WEBPVP8 ", -1, NULL));
    g_autoptr(GError) error = NULL;
    assert_int_equal(brain_pool_ask(f.pool, "t", r, &error), 0);
    assert_non_null(strstr(error->message, "it is neither a PNG nor a JPEG (convert it first)"));
    unlink(small);
    unlink(large);
    stop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pool__picture__is_sent_in_the_profiles_size_and_made_smaller_once),
        cmocka_unit_test(pool__picture__of_a_whole_page_goes_out_in_what_the_kind_takes),
        cmocka_unit_test(pool__jpeg__is_sent_as_it_is_or_smaller),
        cmocka_unit_test(pool__part__keeps_its_sides_where_they_are_not_too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
