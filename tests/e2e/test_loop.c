/* Closed loops on a display, by `reins do`: a square that hops away each time it is clicked, and what ends a loop in the middle.
 */
#include "tests/e2e/driver.h"

#include "config/strict_json.h"
#include "tests/helper/xvfb.h"

#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/wait.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define CLICKS 12

static struct xvfb x;
static sink *window;

static const char skills[] =
    "--- Click the red square wherever it is.\n"
    "-- @param clicks integer how often\n"
    "function chase(clicks)\n"
    "  local n, last = 0, nil\n"
    "  loop({seconds = 50, events = 200, keys = {'left mouse'}, rect = {100, 100, 300, 200}}, function()\n"
    "    local p = screen.find_color(255, 0, 0)\n"
    "    if p and not (last and last.x == p.x and last.y == p.y) then\n"
    "      mouse.move(p.x, p.y, {duration = 0}) mouse.click({duration = 0})\n"
    "      n, last = n + 1, p\n"
    "    end\n"
    "    return n >= clicks\n"
    "  end)\n"
    "end\n"
    "--- Hold w and look on.\n"
    "function hold_on()\n"
    "  loop({seconds = 50, events = 5, keys = {'w'}}, function(t) if t < 0.3 then key.hold('w') end wait(0.2) end)\n"
    "end\n"
    "--- Hold w, then think for ever.\n"
    "function hang()\n"
    "  local n = 0\n"
    "  loop({seconds = 50, events = 5, keys = {'w'}}, function() n = n + 1 if n > 1 then while true do end end key.hold('w') "
    "end)\n"
    "end\n";

static int begin(void **state)
{
    (void)state;
    g_autofree char *folder = g_build_filename(g_get_user_data_dir(), "reins", "skills", NULL);
    g_autofree char *file = g_build_filename(folder, "loops.lua", NULL);
    g_mkdir_with_parents(folder, 0700);
    assert_true(g_file_set_contents(file, skills, -1, NULL));
    xvfb_start(&x, 640, 480, NULL);
    window = sink_start(x.display, "target", 0, 0, 640, 480, 0xffffff);
    sink_focus(window);
    return 0;
}

static int end(void **state)
{
    (void)state;
    sink_stop(window);
    xvfb_stop(&x);
    return 0;
}

/* Starts `reins do --yes --json SKILL …`; its document goes into the file. */
static pid_t start(const char *file, const char *const *words)
{
    g_autofree char *bin = g_strdup(g_getenv("REINS_BIN"));
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    g_ptr_array_add(argv, bin);
    for (const char *const *w = words; *w; w++)
        g_ptr_array_add(argv, (gpointer)*w);
    g_ptr_array_add(argv, NULL);
    pid_t pid = fork();
    if (pid == 0) {
        int out = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(out, STDOUT_FILENO);
        execv(bin, (char **)argv->pdata);
        _exit(99);
    }
    return pid;
}

static int exit_of(pid_t pid)
{
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool nothing_down(void *data)
{
    (void)data;
    return observer_keys(x.display) == 0 && observer_buttons(x.display, NULL, NULL) == 0;
}

static bool w_down(void *data)
{
    (void)data;
    return observer_key(x.display, "w");
}

static cJSON *document(const char *file)
{
    g_autofree char *text = NULL;
    gsize length = 0;
    assert_true(g_file_get_contents(file, &text, &length, NULL));
    g_autoptr(GError) error = NULL;
    cJSON *root = strict_json_parse(text, length, 4 << 20, &error);
    if (!root)
        fail_msg("%s: %s", text, error->message);
    return root;
}

static const char *text_of(const cJSON *root, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(root, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

/* Each click moves it; a loop that did not look again would click where it was. */
static void loop__square_that_hops__is_clicked_each_time(void **state)
{
    (void)state;
    int at_x = 120, at_y = 120;
    sink_fill(window, at_x, at_y, 21, 21, 0xff0000);
    pid_t pid = start("chase.json", (const char *const[]){"do", "--yes", "--json", "chase", "clicks=12", NULL});
    for (int hits = 0; hits < CLICKS;) {
        struct sink_event e;
        if (!sink_next(window, &e, 60000))
            fail_msg("only %d clicks came", hits);
        if (e.kind != SINK_BUTTON_PRESS)
            continue;
        if (e.x < at_x || e.y < at_y || e.x > at_x + 20 || e.y > at_y + 20)
            fail_msg("click %d at %d,%d; the square is at %d,%d", hits, e.x, e.y, at_x, at_y);
        sink_fill(window, at_x, at_y, 21, 21, 0xffffff);
        at_x = 110 + (at_x * 7 + 53) % 260;
        at_y = 110 + (at_y * 5 + 31) % 160;
        hits++;
        if (hits < CLICKS)
            sink_fill(window, at_x, at_y, 21, 21, 0xff0000);
    }
    assert_int_equal(exit_of(pid), 0);
    assert_true(nothing_down(NULL));
    g_autoptr(cJSON) root = document("chase.json");
    const cJSON *fired = cJSON_GetObjectItemCaseSensitive(root, "fired");
    assert_string_equal(text_of(root, "status"), "done");
    assert_string_equal(text_of(root, "rule"), "closed-loop");
    assert_true(cJSON_GetArraySize(fired) >= 3 * CLICKS + 1); /* move, press, release of each, and the loop itself */
}

static void loop__step_that_hangs__is_stopped_and_released(void **state)
{
    (void)state;
    pid_t pid = start("hang.json", (const char *const[]){"do", "--yes", "--json", "hang", NULL});
    assert_int_equal(exit_of(pid), 1);
    assert_true(nothing_down(NULL));
    g_autoptr(cJSON) root = document("hang.json");
    assert_string_equal(text_of(root, "status"), "aborted");
    assert_non_null(strstr(text_of(root, "reason"), "10,000,000 instructions"));
}

static void loop__ended_in_the_middle__nothing_stays_down(void **state)
{
    (void)state;
    for (int way = 0; way < 3; way++) {
        pid_t pid = start("hold.json", (const char *const[]){"do", "--yes", "--json", "hold_on", NULL});
        assert_true(helper_await(w_down, NULL, 30000));
        if (way == 0) { /* somebody else at keyboard or mouse */
            Display *other = XOpenDisplay(x.display);
            XTestFakeRelativeMotionEvent(other, 30, 30, CurrentTime);
            XSync(other, False);
            XCloseDisplay(other);
        } else {
            kill(pid, way == 1 ? SIGINT : SIGKILL);
        }
        assert_true(helper_await(nothing_down, NULL, 10000));
        assert_int_equal(exit_of(pid), way == 2 ? 128 + SIGKILL : 4);
    }
}

static void loop__too_large_for_the_settings__is_refused(void **state)
{
    (void)state;
    g_autofree char *dir = g_build_filename(g_get_user_config_dir(), "reins", NULL),
                    *ini = g_build_filename(dir, "reins.ini", NULL);
    g_autofree char *err = NULL;
    g_mkdir_with_parents(dir, 0700);
    assert_true(g_file_set_contents(ini, "[gate]\nloop_s=20\n", -1, NULL));
    assert_int_equal(reins_run(x.display, (const char *const[]){"do", "--yes", "hold_on", NULL}, NULL, &err), 1);
    g_remove(ini);
    assert_non_null(strstr(err, "asks for 50 s; [gate] loop_s allows 20"));
    assert_true(nothing_down(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loop__square_that_hops__is_clicked_each_time),
        cmocka_unit_test(loop__step_that_hangs__is_stopped_and_released),
        cmocka_unit_test(loop__ended_in_the_middle__nothing_stays_down),
        cmocka_unit_test(loop__too_large_for_the_settings__is_refused),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
