/* The skills that ship, on browser and game: tried by `make soak`, because they are not among what `make deps` installs. */
#include "tests/e2e/programs.h"

/* Says by name what is not tried, and why. */
static bool tried(const char *path)
{
    g_autofree char *found = g_find_program_in_path(path);
    if (!g_getenv("REINS_SOAK"))
        print_message("%s: tried with REINS_SOAK=1 (make soak) only\n", path);
    else if (!found)
        print_message("%s: skipped, it is not installed (make deps-bench)\n", path);
    return g_getenv("REINS_SOAK") && found;
}

#define BROWSER(...) fire("chromium", "Chromium", WORDS(__VA_ARGS__))

static char *write_page(const char *name, const char *other)
{
    g_autofree char *file = g_strconcat(name, ".html", NULL);
    g_autofree char *text = g_strdup_printf(
        "<!doctype html><title>%s</title><body style='height:5000px'><a href=%s.html style='display:block;height:200px'>"
        "other</a><input value=old style='width:400px;height:200px' oninput='document.title=this.value'><p>needle",
        name, other);
    assert_true(g_file_set_contents(file_path(file), text, -1, NULL));
    return g_strdup_printf("file://%s", file_path(file));
}

static void browser__pages_and_tabs__are_those_asked_for(const char *second)
{
    g_autofree char *address = g_strdup_printf("address=%s", second);
    BROWSER("open_web_page", address);
    await_window("^second - Chromium");
    BROWSER("return_to_previous_page");
    await_window("^first - Chromium");
    BROWSER("return_to_next_page");
    await_window("^second - Chromium");
    BROWSER("open_new_tab");
    await_window("^New Tab - Chromium");
    BROWSER("go_to_previous_tab");
    await_window("^second - Chromium");
    BROWSER("go_to_next_tab");
    await_window("^New Tab - Chromium");
    BROWSER("close_tab");
    await_window("^second - Chromium");
    BROWSER("open_link_in_new_tab", "x=200", "y=200");
    BROWSER("go_to_tab", "number=2");
    await_window("^first - Chromium");
    BROWSER("close_tab");
    await_window("^second - Chromium");
    BROWSER("reopen_closed_tab");
    await_window("^first - Chromium");
}

/* Both pictures are in the folder when it never comes to look so. */
static void await_likeness(const frame *expected, const char *after)
{
    gint64 deadline = g_get_monotonic_time() + WAIT_MS * G_TIME_SPAN_MILLISECOND;
    double like;
    while ((like = likeness("chromium", expected)) <= 0.995)
        if (g_get_monotonic_time() > deadline) {
            g_autoptr(GBytes) png = frame_to_png(expected, NULL);
            gsize length;
            const char *data = g_bytes_get_data(png, &length);
            g_file_set_contents(file_path("expected.png"), data, (gssize)length, NULL);
            fail_msg("after %s: %.4f like before (screen.png, expected.png)", after, like);
        }
}

static void browser__the_page__moves_and_is_filled_in(void)
{
    BROWSER("fill_field", "x=200", "y=400", "text=filled");
    await_window("^filled - Chromium");
    BROWSER("reload_page");
    await_window("^first - Chromium");
    BROWSER("mouse.move", "x=600", "y=600");
    g_autoptr(frame) top = picture("chromium");
    static const char *const there_and_back[][2] = {{"scroll_page_down", "scroll_page_up"},
                                                    {"scroll_to_page_bottom", "scroll_to_page_top"},
                                                    {"zoom_in", "reset_zoom"},
                                                    {"zoom_out", "reset_zoom"},
                                                    {"zoom_in", "zoom_out"}};
    for (gsize i = 0; i < G_N_ELEMENTS(there_and_back); i++) {
        BROWSER(there_and_back[i][0]);
        AWAIT(!looks("chromium", top));
        BROWSER(there_and_back[i][1]);
        await_likeness(top, there_and_back[i][1]); /* the bubble with the zoom goes away by itself */
    }
    BROWSER("find_text", "text=needle");
    AWAIT(!looks("chromium", top));
    BROWSER("open_downloads");
    await_window("^Download history - Chromium");
    BROWSER("open_browsing_history");
    await_window("^History - Chromium");
    BROWSER("focus_address_bar", "--", "type_text", "text=file:///usr/", "--", "press_enter");
    await_window("^Index of /usr/ - Chromium");
    BROWSER("search_web", "words=reins & bridles"); /* no name is found: the page says whose it would have been */
    await_window("^(www\\.)?(google|duckduckgo|bing)\\.[a-z]+ - Chromium");
}

static void chromium__each_browser_skill__does_what_it_says(void **state)
{
    (void)state;
    if (!tried("chromium"))
        skip();
    g_autofree char *second = write_page("second", "first"), *first = write_page("first", "second");
    g_autofree char *data = g_strdup_printf("--user-data-dir=%s", file_path("chromium"));
    start_program(WORDS("chromium", "--no-first-run", "--password-store=basic", "--disable-gpu", "--test-type", data,
                        "--host-resolver-rules=MAP * ~NOTFOUND", /* nothing leaves this machine */
                        "--window-size=1000,700", "--window-position=0,0", geteuid() == 0 ? "--no-sandbox" : "--no-pings", first),
                  "^first - Chromium");
    browser__pages_and_tabs__are_those_asked_for(second);
    g_autofree char *part = g_strndup(second, strlen(second) - 1), *address = g_strdup_printf("address=%s", part);
    assert_true(g_file_set_contents(file_path("second.htm"), "<!doctype html><title>shorter</title>", -1, NULL));
    BROWSER("open_web_page", address); /* not what the browser would make of it: a page that was seen before */
    await_window("^shorter - Chromium");
    BROWSER("return_to_previous_page");
    await_window("^first - Chromium");
    browser__the_page__moves_and_is_filled_in();
}

#define GAME(...) fire("chocolate-doom", "Chocolate Doom", WORDS(__VA_ARGS__))

/* Mean difference, 0 to 255, of what is seen above the weapon. */
static double view_difference(const frame *a, const frame *b)
{
    struct saved_focus p = window_place("Chocolate Doom");
    gint64 sum = 0, n = 0;
    for (int row = p.y + p.height / 10; row < p.y + p.height / 2; row++)
        for (int column = p.x + p.width / 16; column < p.x + p.width * 15 / 16; column++, n++) {
            guint32 one = a->pixels[row * a->width + column], other = b->pixels[row * b->width + column];
            sum += abs((int)(one >> 8 & 255) - (int)(other >> 8 & 255));
        }
    return (double)sum / (double)n;
}

static void game__turns__add_up_to_the_whole_circle(void)
{
    g_autoptr(frame) first = picture("chocolate-doom");
    GAME("turn", "theta=90");
    g_autoptr(frame) right = picture("chocolate-doom");
    assert_true(view_difference(first, right) > 5);
    GAME("turn", "theta=90", "--", "turn", "theta=90", "--", "turn", "theta=90");
    g_autoptr(frame) round = picture("chocolate-doom");
    print_message("a view of its own: %.2f, after 360 degrees: %.2f\n", view_difference(first, right),
                  view_difference(first, round));
    assert_true(view_difference(first, round) < view_difference(first, right) / 4);
    GAME("turn", "theta=-30", "--", "turn", "theta=30");
    g_autoptr(frame) back = picture("chocolate-doom");
    assert_true(view_difference(first, back) < view_difference(first, right) / 4);
    GAME("turn", "theta=-180", "--", "turn", "theta=-180");
    g_autoptr(frame) again = picture("chocolate-doom");
    assert_true(view_difference(first, again) < view_difference(first, right) / 4);
}

static bool game_is_tried(void)
{
    g_autofree char *path = g_strdup_printf("%s:/usr/games", g_getenv("PATH"));
    g_setenv("PATH", path, TRUE);
    return tried("chocolate-doom");
}

/* That level of the first episode; skips the test where it cannot be played. */
static void start_game(const char *level, const char *skill, const char *monsters)
{
    if (!game_is_tried())
        skip(); /* jumps out: nothing may be owned here */
    if (!g_file_test("/usr/share/games/doom/freedoom1.wad", G_FILE_TEST_EXISTS)) {
        print_message("freedoom: skipped, it is not installed (make deps-bench)\n");
        skip();
    }
    start_program(WORDS("env", "SDL_AUDIODRIVER=dummy", "chocolate-doom", "-iwad", "/usr/share/games/doom/freedoom1.wad",
                        "-window", "-nosound", "-skill", skill, "-warp", "1", level, monsters),
                  "Chocolate Doom");
    GAME("wait_seconds", "seconds=3"); /* the level melts in */
}

/* Fires a closed loop of the game's: how often each key went down in it, and when its last event was. */
struct looped {
    int up, turns, shots, last_ms;
};

static struct looped loop_in_game(const char *skill, const char *argument)
{
    g_autofree char *out = NULL, *err = NULL;
    struct looped seen = {0};
    int code, tries = 0;
    do { /* a slow start still moves the window */
        g_clear_pointer(&out, g_free);
        g_clear_pointer(&err, g_free);
        code = reins_run(
            x.display,
            WORDS("do", "--yes", "--json", "--profile", "chocolate-doom", "--window", "Chocolate Doom", skill, argument), &out,
            &err);
    } while (code != 0 && strstr(err, "nothing was fired") && ++tries < 5);
    if (code != 0)
        fail_msg("%s: exit %d: %s", skill, code, err);
    g_autoptr(cJSON) root = strict_json_parse(out, strlen(out), 4 << 20, NULL);
    const cJSON *fired;
    cJSON_ArrayForEach(fired, cJSON_GetObjectItemCaseSensitive(root, "fired"))
    {
        const cJSON *done = cJSON_GetObjectItemCaseSensitive(fired, "event"),
                    *type = cJSON_GetObjectItemCaseSensitive(done, "type"), *key = cJSON_GetObjectItemCaseSensitive(done, "key");
        seen.last_ms = number(fired, "at_ms");
        if (!cJSON_IsString(key) || !g_str_equal(type->valuestring, "key_down"))
            continue;
        seen.up += g_str_equal(key->valuestring, "Up");
        seen.turns += g_str_equal(key->valuestring, "Left") || g_str_equal(key->valuestring, "Right");
        seen.shots += g_str_equal(key->valuestring, "Control_L");
    }
    print_message("%s: %d times up, %d turns, %d shots; the last event after %d ms\n", skill, seen.up, seen.turns, seen.shots,
                  seen.last_ms);
    return seen;
}

/* Two enemies come at once where the second level begins. They fall: when nothing has moved for two seconds it ends by itself. */
static void doom__fight__goes_on_until_nothing_moves(void **state)
{
    (void)state;
    int shots = 0, fights = 0;
    struct looped seen;
    start_game("2", "4", NULL);
    do {
        seen = loop_in_game("fight", NULL);
        shots += seen.shots;
        frame_free(picture("chocolate-doom"));
        assert_true(++fights < 8);
    } while (seen.last_ms > 9300);
    assert_true(shots >= 2);
}

static void doom__follow__walks_towards_what_moves(void **state)
{
    (void)state;
    start_game("2", "1", NULL);
    g_autoptr(frame) before = picture("chocolate-doom");
    struct looped seen = loop_in_game("follow", "duration=10");
    g_autoptr(frame) after = picture("chocolate-doom");
    assert_true(seen.up >= 1);
    assert_true(view_difference(before, after) > 5);
}

static void doom__navigate_path__turns_at_walls(void **state)
{
    (void)state;
    start_game("1", "1", "-nomonsters");
    g_autoptr(frame) before = picture("chocolate-doom");
    struct looped seen = loop_in_game("navigate_path", "duration=25");
    g_autoptr(frame) after = picture("chocolate-doom");
    assert_true(seen.up >= 2 && seen.turns >= 1);
    assert_true(view_difference(before, after) > 5);
}

/* A lift's door is ahead where the third level begins. */
static void doom__open_door__opens_it(void **state)
{
    (void)state;
    start_game("3", "1", "-nomonsters");
    GAME("move_forward", "duration=1.5");
    g_autoptr(frame) shut = picture("chocolate-doom");
    GAME("open_door", "--", "wait_seconds", "seconds=1");
    g_autoptr(frame) open = picture("chocolate-doom");
    assert_true(view_difference(shut, open) > 10);
}

static void doom__turns_walks_shoots(void **state)
{
    (void)state;
    start_game("1", "1", "-nomonsters");
    game__turns__add_up_to_the_whole_circle();
    static const char *const moves[][3] = {{"move_forward", "duration=0.5"},
                                           {"move_backward", "duration=0.5"},
                                           {"sidestep", "direction=left", "duration=0.5"},
                                           {"run_forward", "duration=0.3"},
                                           {"turn_and_move_forward", "theta=-90", "duration=0.3"},
                                           {"toggle_map"},
                                           {"toggle_map"},
                                           {"shoot", "x=500", "y=300"}};
    for (gsize i = 0; i < G_N_ELEMENTS(moves); i++) {
        g_autoptr(frame) before = picture("chocolate-doom");
        fire("chocolate-doom", "Chocolate Doom", (const char *const[]){moves[i][0], moves[i][1], moves[i][2], NULL});
        g_autoptr(frame) after = picture("chocolate-doom");
        if (view_difference(before, after) < 1)
            fail_msg("%s: the view is as it was (%.2f)", moves[i][0], view_difference(before, after));
    }
    GAME("fire_weapon", "duration=0.5", "--", "open_door", "--", "select_weapon", "slot=1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(chromium__each_browser_skill__does_what_it_says),
        CASE(doom__turns_walks_shoots),
        CASE(doom__open_door__opens_it),
        CASE(doom__fight__goes_on_until_nothing_moves),
        CASE(doom__follow__walks_towards_what_moves),
        CASE(doom__navigate_path__turns_at_walls),
    };
    return run_programs(tests);
}
