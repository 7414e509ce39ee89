/* What a closed loop reads and finds is of each turn anew: words of an xterm that change with each key, an icon that moves. */
#include "tests/e2e/driver.h"

#include "engine/picture/frame.h"
#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define SIDE 16 /* of the icon */

static struct xvfb x;

static const char skills[] =
    "--- Press what the terminal says, until it says no more.\n"
    "function obey()\n"
    "  local names, i = {'ALPHA', 'DELTA', 'GAMMA', 'OMEGA'}, 1\n"
    "  loop({seconds = 55, events = 60, keys = {'l', 'r'}, rect = {0, 0, 460, 160}}, function()\n"
    "    if screen.find_text('FINISHED') then return true end\n"
    "    if names[i] and screen.find_text(names[i]) then\n"
    "      key.press(screen.find_text('LEFT') and 'l' or 'r')\n"
    "      i = i + 1\n"
    "    end\n"
    "  end)\n"
    "end\n"
    "--- Click the icon wherever it is.\n"
    "function click_icons()\n"
    "  local n, last = 0, nil\n"
    "  loop({seconds = 55, events = 60, keys = {'left mouse'}, rect = {0, 0, 640, 480}}, function()\n"
    "    local p = screen.find_icon('mark')\n"
    "    if p and not (last and last.x == p.x and last.y == p.y) then\n"
    "      mouse.click(p.x, p.y)\n"
    "      n, last = n + 1, p\n"
    "    end\n"
    "    return n == 4\n"
    "  end)\n"
    "end\n"
    "--- Read far too much.\n"
    "function read_all() loop({seconds = 9, events = 9, keys = {'l'}}, function() screen.text() end) end\n";

/* Asks for one key after the other, each time in other words; what it got goes into the file. */
static const char asking[] = "stty -echo -icanon; got=\n"
                             "for ask in 'ALPHA LEFT' 'DELTA RIGHT' 'GAMMA RIGHT' 'OMEGA LEFT'; do\n"
                             "  clear; echo; echo \"  NOW $ask\"; read -rsn1 key; got=$got$key\n"
                             "done\n"
                             "clear; echo; echo '  FINISHED'; printf %s \"$got\" > \"$1\"; read -r end\n";

static void write_file(const char *base, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(base, "reins", name, NULL), *dir = g_path_get_dirname(path);
    g_mkdir_with_parents(dir, 0700);
    assert_true(g_file_set_contents(path, text, -1, NULL));
}

static int begin(void **state)
{
    (void)state;
    write_file(g_get_user_data_dir(), "skills/sight.lua", skills);
    xvfb_start(&x, 640, 480, NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    xvfb_stop(&x);
    return 0;
}

static bool xterm_is_there(void *data)
{
    (void)data;
    return helper_run(x.display, WORDS("xdotool", "search", "--onlyvisible", "--name", "asking"), NULL) == 0;
}

static void sight__text_that_changes__is_read_in_each_turn(void **state)
{
    (void)state;
    g_autofree char *file = g_build_filename(g_get_tmp_dir(), "got", NULL), *got = NULL, *err = NULL;
    pid_t xterm = helper_spawn(x.display, WORDS("xterm", "-T", "asking", "-geometry", "30x5+0+0", "-fa", "DejaVu Sans Mono",
                                                "-fs", "18", "-e", "bash", "-c", asking, "asking", file));
    assert_true(helper_await(xterm_is_there, NULL, 30000));
    int code = reins_run(x.display, WORDS("do", "--yes", "--window", "asking", "obey"), NULL, &err);
    helper_end(xterm);
    if (code != 0)
        fail_msg("exit %d: %s", code, err);
    assert_true(g_file_get_contents(file, &got, NULL, NULL));
    assert_string_equal(got, "lrrl");
}

/* Four colours in a square: no other part of the screen looks like it. */
static const guint32 parts[4] = {0xff0000, 0x00ff00, 0x0000ff, 0xffff00};

static void write_icon(const char *path)
{
    g_autoptr(frame) f = frame_new(SIDE, SIDE);
    for (int i = 0; i < SIDE * SIDE; i++)
        f->pixels[i] = 0xff000000 | parts[i % SIDE * 2 / SIDE + i / SIDE * 2 / SIDE * 2];
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) png = frame_to_png(f, &error);
    gsize length;
    const char *data = g_bytes_get_data(png, &length);
    assert_true(g_file_set_contents(path, data, (gssize)length, NULL));
}

static void draw_icon(sink *s, int at_x, int at_y, bool there)
{
    for (int i = 0; i < 4; i++)
        sink_fill(s, at_x + i % 2 * SIDE / 2, at_y + i / 2 * SIDE / 2, SIDE / 2, SIDE / 2, there ? parts[i] : 0x808080);
}

static void sight__icon_that_moves__is_found_in_each_turn(void **state)
{
    (void)state;
    g_autofree char *icon = g_build_filename(g_get_tmp_dir(), "icon.png", NULL),
                    *text = g_strdup_printf("[profile]\nwindow=^target$\n[icon mark]\nfile=%s\n", icon);
    write_icon(icon);
    write_file(g_get_user_config_dir(), "apps/sight.ini", text);
    sink *s = sink_start(x.display, "target", 0, 0, 640, 480, 0x808080);
    sink_focus(s);
    int at_x = 30, at_y = 30, hits = 0;
    draw_icon(s, at_x, at_y, true);
    driver *d = driver_start(x.display, WORDS("do", "--yes", "--profile", "sight", "click_icons"));
    while (hits < 4) {
        struct sink_event e;
        if (!sink_next(s, &e, 60000))
            fail_msg("only %d clicks came", hits);
        if (e.kind != SINK_BUTTON_PRESS)
            continue;
        if (e.x < at_x || e.y < at_y || e.x >= at_x + SIDE || e.y >= at_y + SIDE)
            fail_msg("click %d at %d,%d; the icon is at %d,%d", hits, e.x, e.y, at_x, at_y);
        draw_icon(s, at_x, at_y, false);
        at_x = (at_x * 7 + 153) % 600;
        at_y = (at_y * 5 + 231) % 440;
        if (++hits < 4)
            draw_icon(s, at_x, at_y, true);
    }
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    sink_stop(s);
}

/* Nothing found must not mean: nothing could be read. */
static void sight__more_than_can_be_read__ends_the_loop(void **state)
{
    (void)state;
    struct xvfb large;
    g_autofree char *err = NULL;
    xvfb_start(&large, 2000, 1200, NULL);
    sink *s = sink_start(large.display, "target", 0, 0, 300, 300, 0x808080);
    sink_focus(s);
    int code = reins_run(large.display, WORDS("do", "--yes", "read_all"), NULL, &err);
    sink_stop(s);
    xvfb_stop(&large);
    g_setenv("DISPLAY", x.display, TRUE);
    assert_int_equal(code, 1);
    if (!strstr(err, "an area of 2000×1200 is too large to be read in a loop"))
        fail_msg("%s", err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sight__text_that_changes__is_read_in_each_turn),
        cmocka_unit_test(sight__icon_that_moves__is_found_in_each_turn),
        cmocka_unit_test(sight__more_than_can_be_read__ends_the_loop),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
