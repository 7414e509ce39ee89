/* What goes over the line where the console shows pixels: of a picture in which little changed, little; of one that did not
 * change, nothing. The whole console on a pseudo terminal that answers as kitty or as one with sixels does. */

#include "tests/tui/console_pty.h"

#define SCREEN_WIDTH 1280
#define SCREEN_HEIGHT 720
#define CHANGE_WIDTH 40
#define CHANGE_HEIGHT 20

/* Like a page of text: lines of dark strokes, never the same two. */
static frame *page(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(7);
    frame *f = frame_new(SCREEN_WIDTH, SCREEN_HEIGHT);
    frame_fill(f, 0, 0, f->width, f->height, 0xf4f4f0);
    for (int y = 8; y + 12 < f->height; y += 18)
        for (int x = 8; x < f->width - 8; x += g_rand_int_range(rand, 4, 12))
            frame_fill(f, x, y + g_rand_int_range(rand, 0, 4), g_rand_int_range(rand, 1, 4), g_rand_int_range(rand, 2, 10),
                       0x202428);
    return f;
}

/* The next picture, and all that the console sends for it; `word` shares no letter with the one before. begins: of the pixels
 * that come, NULL = none; a child makes them. */
static GString *turn(struct fixture *f, const frame *picture, const char *path, const char *word, const char *begins)
{
    g_autoptr(GBytes) png = frame_to_png(picture, NULL);
    g_autofree char *next = g_strconcat(path, ".next", NULL), *end = g_utf8_strup(word, -1);
    g_autofree char *preview = g_strdup_printf("{\"event\":\"preview\",\"path\":\"%s\",\"width\":%d,\"height\":%d}", path,
                                               picture->width, picture->height);
    g_autofree char *shown = g_strdup_printf("{\"event\":\"notice\",\"level\":\"warning\",\"text\":\"%s\"}", word);
    g_autofree char *after = g_strdup_printf("{\"event\":\"notice\",\"level\":\"warning\",\"text\":\"%s\"}", end);
    assert_true(g_file_set_contents(next, g_bytes_get_data(png, NULL), (gssize)g_bytes_get_size(png), NULL));
    assert_int_equal(rename(next, path), 0);
    g_string_truncate(f->shown, 0);
    say(f, preview);
    say(f, shown);
    assert_true(wait_for(f, f->shown, word, DEADLINE_MS));
    assert_true(!begins || wait_for(f, f->shown, begins, DEADLINE_MS));
    say(f, after); /* pictures come behind the text of their turn: with this everything of it is there */
    assert_true(wait_for(f, f->shown, end, DEADLINE_MS));
    return g_string_new_len(f->shown->str, (gssize)f->shown->len);
}

/* Of that the bytes that are pictures. */
static gsize pixels(const GString *sent, const char *begins)
{
    gsize n = 0;
    for (const char *p = sent->str, *end; (p = strstr(p, begins)) && (end = strstr(p, "\033\\")); p = end)
        n += (gsize)(end - p) + 2;
    return n;
}

/* `less`: the change may take at most that part of what the whole picture takes. */
static void sends_what_changed(const char *protocol, const char *answer, const char *begins, gsize less)
{
    struct fixture f;
    g_autofree char *dir = g_dir_make_tmp("reins-bytes-XXXXXX", NULL), *path = g_build_filename(dir, "live.png", NULL);
    g_autoptr(frame) picture = page();
    g_autofree char *ini = g_strdup_printf("[tui]\ngraphics=%s\n", protocol);
    begin_with(&f, ini);
    assert_true(wait_for(&f, f.shown, "\033[c", DEADLINE_MS));
    type(&f, answer);
    g_autoptr(GString) first = turn(&f, picture, path, "qqqq", begins), again = turn(&f, picture, path, "wwww", NULL);
    frame_fill(picture, 600, 300, CHANGE_WIDTH, CHANGE_HEIGHT, 0xd03020);
    g_autoptr(GString) changed = turn(&f, picture, path, "eeee", begins);
    gsize whole = pixels(first, begins), nothing = pixels(again, begins), part = pixels(changed, begins);
    print_message(
        "%s: whole picture %zu bytes; %dx%d px changed: %zu bytes, 1/%zu (with text %zu); unchanged: %zu (with text %zu)\n",
        protocol, whole, CHANGE_WIDTH, CHANGE_HEIGHT, part, whole / MAX(part, 1), changed->len, nothing, again->len);
    assert_true(whole > 10000);
    assert_int_equal(nothing, 0);
    assert_true(part > 0);
    assert_true(part * less <= whole);
    assert_true(again->len < 1000);
    kill(f.console, SIGTERM);
    assert_int_equal(ended(&f), 4);
    stop(&f);
    unlink(path);
    rmdir(dir);
}

static void kitty__little_changed__little_is_sent(void **state)
{
    (void)state;
    sends_what_changed("kitty", "\033_Gi=31;OK\033\\\033[6;16;8t\033[?62;4c", "\033_G", 20);
}

static void sixel__little_changed__little_is_sent(void **state)
{
    (void)state;
    sends_what_changed("sixel", "\033[6;16;8t\033[?62;4c", "\033P", 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kitty__little_changed__little_is_sent),
        cmocka_unit_test(sixel__little_changed__little_is_sent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
