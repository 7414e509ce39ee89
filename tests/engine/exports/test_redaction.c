/* What is to stay here: words, expressions, keys, boxes. */

#include "tests/engine/exports/story.h"

#include "engine/exports/image_writer.h"

static redaction *with(const char *word)
{
    g_autoptr(GError) error = NULL;
    redaction *r = redaction_new();
    redaction_add(r, word, &error);
    assert_no_error(error);
    return r;
}

static void assert_text(const char *word, const char *text, const char *expected)
{
    g_autoptr(redaction) r = with(word);
    g_autofree char *got = redaction_text(r, text);
    assert_string_equal(got, expected);
}

#define M REDACTION_MARK

static void redaction__words(void **state)
{
    (void)state;
    assert_text("secret", "a Secret, SECRETLY", "a " M ", " M "LY");
    assert_text("Anna Berg", "to anna\n  berg.", "to " M ".");
    assert_text("a.b", "a.b axb", M " axb");
    assert_text("Ärger", "A\u0308RGER und ärger", M " und " M);
    assert_text("/[0-9]{4}/", "PIN 1234 or 12", "PIN " M " or 12");
    assert_text("/Ab/", "ab Ab", "ab " M);
    assert_text("/Ab/i", "ab Ab", M " " M);
    assert_text("secret", "nothing of it", "nothing of it");
}

/* A word that escapes or invisible characters hide takes the whole text with it. */
static void redaction__hidden__goes_whole(void **state)
{
    (void)state;
    assert_text("secret", "see \\u0073ecret now", M);
    assert_text("secret", "\\\\u0073ecret", M);
    assert_text("secret", "se\u00adcret", M);
    assert_text("secret", "se\u200bcret", M);
    assert_text("a\nb", "x a\\nb", M);
    assert_text("abc", "aabcbc", "a" M "bc"); /* what closes up around it is no word: the mark stands between */
}

static void redaction__json__strings_as_meant(void **state)
{
    (void)state;
    g_autoptr(redaction) r = with("secret");
    g_autofree char *got = redaction_json(r, "{\"a\":[\"the \\u0073ecret\",1],\"secret\":true,\"b\":\"ok\"}");
    assert_string_equal(got, "{\"a\":[\"the " M "\",1],\"" M "\":true,\"b\":\"ok\"}");
    g_autofree char *same = redaction_json(r, "{ \"a\" : 1 }");
    assert_string_equal(same, "{ \"a\" : 1 }");
    g_autoptr(redaction) pin = with("4711");
    g_autofree char *number = redaction_json(pin, "{\"x\":4711,\"y\":12}");
    assert_string_equal(number, "{\"x\":\"" M "\",\"y\":12}");
}

static void redaction__timeline__keys_that_spell(void **state)
{
    (void)state;
    g_autoptr(redaction) r = with("cab");
    g_autofree char *keys = story_keys("xcabz"), *without = redaction_timeline(r, keys);
    assert_string_equal(without, "[]");
    g_autofree char *other = story_keys("xyz"), *same = redaction_timeline(r, other);
    assert_string_equal(same, other);
}

static void redaction__wrong_rules__refused(void **state)
{
    (void)state;
    static const char *const words[] = {"", "  ", "/x*/", "/(/", "\xff"};
    static const char *const boxes[] = {"", "1,2,3", "1,2,0,4", "1,2,3,4@nowhere", "1,2,3,4,5", "a,2,3,4", "99999,1,1,1"};
    g_autoptr(redaction) r = redaction_new();
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        g_autoptr(GError) error = NULL;
        assert_false(redaction_add(r, words[i], &error));
        assert_true(g_error_matches(error, REDACTION_ERROR, REDACTION_ERROR_SYNTAX));
    }
    for (guint i = 0; i < G_N_ELEMENTS(boxes); i++) {
        g_autoptr(GError) error = NULL;
        assert_false(redaction_add_box(r, boxes[i], &error));
        assert_true(g_error_matches(error, REDACTION_ERROR, REDACTION_ERROR_SYNTAX));
    }
    assert_true(redaction_empty(r));
}

/* An expression that never comes to an end is taken to fit. */
static void redaction__endless_expression__goes_whole(void **state)
{
    (void)state;
    g_autofree char *text = g_strnfill(5000, 'a');
    assert_text("/(a+a+)+[^a]/", text, M);
}

static void redaction__file(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = story_folder(), *path = g_build_filename(folder, "rules", NULL);
    g_autoptr(redaction) r = redaction_new();
    assert_true(g_file_set_contents(path, "# names\nsecret\n\n/[0-9]+/\nbox 1,2,3,4@after\n", -1, NULL));
    assert_true(redaction_add_file(r, path, &error));
    assert_true(redaction_by_role(r));
    g_autofree char *got = redaction_text(r, "secret 12");
    assert_string_equal(got, M " " M);
    assert_true(g_file_set_contents(path, "secret\nbox 1\n", -1, NULL));
    assert_false(redaction_add_file(r, path, &error));
    assert_non_null(strstr(error->message, "rules:2: "));
}

static void redaction__boxes__paint(void **state)
{
    (void)state;
    g_autoptr(frame) f = story_screen(0);
    g_autoptr(redaction) r = redaction_new();
    assert_true(redaction_add_box(r, "10,10,40,20@after", NULL));
    assert_false(redaction_frame(r, f, ROLE_BEFORE));
    assert_int_equal(f->pixels[15 * STORY_WIDTH + 15], STORY_COLOUR);
    assert_true(redaction_frame(r, f, ROLE_AFTER));
    for (int i = 0; i < STORY_WIDTH * STORY_HEIGHT; i++)
        assert_int_not_equal(f->pixels[i], STORY_COLOUR);
    assert_int_equal(f->pixels[30 * STORY_WIDTH + 50], 0xd8d8e0); /* and nothing beside it */
    g_autoptr(redaction) all = redaction_new();
    assert_true(redaction_add_box(all, "all", NULL));
    assert_true(redaction_frame(all, f, ROLE_PROMPT));
    for (int i = 0; i < STORY_WIDTH * STORY_HEIGHT; i++)
        assert_int_equal(f->pixels[i], REDACTION_COLOUR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(redaction__words),
        cmocka_unit_test(redaction__hidden__goes_whole),
        cmocka_unit_test(redaction__json__strings_as_meant),
        cmocka_unit_test(redaction__timeline__keys_that_spell),
        cmocka_unit_test(redaction__wrong_rules__refused),
        cmocka_unit_test(redaction__endless_expression__goes_whole),
        cmocka_unit_test(redaction__file),
        cmocka_unit_test(redaction__boxes__paint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
