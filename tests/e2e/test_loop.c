/* Closed loops on a display, by `reins do`: a square that hops away each time it is clicked, the question on a terminal, what
 * leaves the budget, and what ends a loop in the middle. */
#include "tests/e2e/driver.h"

#include "config/strict_json.h"
#include "tests/helper/xvfb.h"

#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
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
    "--- The same, without a number.\n"
    "function chase_more() chase(1000) end\n"
    "--- Hold w and look on.\n"
    "function hold_on()\n"
    "  loop({seconds = 50, events = 5, keys = {'w'}}, function(t) if t < 0.3 then key.hold('w') end wait(0.2) end)\n"
    "end\n"
    "--- Hold w, then think for ever.\n"
    "function hang()\n"
    "  local n = 0\n"
    "  loop({seconds = 50, events = 5, keys = {'w'}}, function() n = n + 1 if n > 1 then while true do end end key.hold('w') "
    "end)\n"
    "end\n"
    "--- Hold w and the button, then leave the budget in one way.\n"
    "-- @param how string which way\n"
    "function leave(how)\n"
    "  local n, seconds = 0, how == 'seconds' and 0.4 or 40\n"
    "  loop({seconds = seconds, events = 20, keys = {'w', 'left mouse'}, rect = {100, 100, 200, 200}}, function()\n"
    "    n = n + 1\n"
    "    if n == 1 then key.hold('w') mouse.hold() return end\n"
    "    if how == 'events' then mouse.move(150 + n, 150, {duration = 0}) end\n"
    "    if how == 'key' then key.press('d') end\n"
    "    if how == 'button' then mouse.click('right') end\n"
    "    if how == 'wheel' then mouse.scroll(1) end\n"
    "    if how == 'area' then mouse.move(300, 150, {duration = 0}) end\n"
    "    if how == 'relative' then mouse.move(150, 0, {origin = 'relative', duration = 0}) end\n"
    "    if how == 'text' then key.type('w') end\n"
    "    if how == 'caught' then pcall(key.press, 'd') pcall(mouse.move, 0, 0) return n > 4 end\n"
    "    wait(0.01)\n"
    "  end)\n"
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

/* Of a file of that name, away from where the tests are started. */
static char *document_path(const char *file)
{
    return g_build_filename(g_get_tmp_dir(), file, NULL);
}

/* Starts `reins do --yes --json SKILL …`; its document goes into the file. */
static pid_t start(const char *file, const char *const *words)
{
    g_autofree char *path = document_path(file);
    g_autofree char *bin = g_strdup(g_getenv("REINS_BIN"));
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    g_ptr_array_add(argv, bin);
    for (const char *const *w = words; *w; w++)
        g_ptr_array_add(argv, (gpointer)*w);
    g_ptr_array_add(argv, NULL);
    pid_t pid = fork();
    if (pid == 0) {
        int out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
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
    g_autofree char *path = document_path(file), *text = NULL;
    gsize length = 0;
    assert_true(g_file_get_contents(path, &text, &length, NULL));
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

/* In each way; w and the left button are down when it does. */
static void loop__outside_its_budget__ends_with_the_reason_and_nothing_down(void **state)
{
    (void)state;
    static const struct {
        const char *how, *status, *reason;
    } rows[] = {
        {"how=events", "aborted", "20 events are used up"},
        {"how=seconds", "done", ""},
        {"how=key", "aborted", "loops.lua:33: key.press: the loop would press the key d, which its budget does not name"},
        {"how=button", "aborted", "the mouse button right"},
        {"how=wheel", "aborted", "the wheel, which its budget does not name"},
        {"how=area", "aborted", "the loop left its area of 200×200 at 100,100: it came to 300,150"},
        {"how=relative", "aborted", "stopped in the middle: the loop left its area"}, /* said by the hand alone */
        {"how=text", "aborted", "it types no text"},
        {"how=caught", "aborted", "the key d, which its budget does not name"}, /* and not by pcall either */
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        pid_t pid = start("leave.json", (const char *const[]){"do", "--yes", "--json", "leave", rows[i].how, NULL});
        int code = exit_of(pid);
        assert_true(nothing_down(NULL));
        g_autoptr(cJSON) root = document("leave.json");
        if (!g_str_equal(text_of(root, "status"), rows[i].status) || !strstr(text_of(root, "reason"), rows[i].reason) ||
            code != (g_str_equal(rows[i].status, "done") ? 0 : 1))
            fail_msg("%s: %s, %s", rows[i].how, text_of(root, "status"), text_of(root, "reason"));
    }
    for (struct sink_event e; sink_next(window, &e, 50);)
        if (e.kind == SINK_KEY_PRESS && !g_str_equal(e.text, "w"))
            fail_msg("\"%s\" was pressed", e.text);
}

/* ---- on a terminal ---- */

static int terminal;
static GString *shown;

static bool terminal_shows(void *text)
{
    char part[4096];
    gssize n = read(terminal, part, sizeof part);
    if (n > 0)
        g_string_append_len(shown, part, n);
    return strstr(shown->str, text) != NULL;
}

static pid_t ask_on_terminal(const char *skill)
{
    g_autofree char *bin = g_strdup(g_getenv("REINS_BIN"));
    shown = g_string_new(NULL);
    pid_t pid = forkpty(&terminal, NULL, NULL, &(struct winsize){.ws_row = 24, .ws_col = 200});
    if (pid == 0) {
        execl(bin, bin, "do", skill, NULL);
        _exit(99);
    }
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    if (!helper_await(terminal_shows, (void *)"anything else not to: ", 30000))
        fail_msg("it does not ask: %s", shown->str);
    return pid;
}

/* What is typed before the question stands there is dropped, and it may be seen a moment earlier: typed until it has been taken.
 */
struct typed {
    const char *text;
    bool (*taken)(void *data);
    void *data;
    int calls;
};

static bool taken_or_typed(void *data)
{
    struct typed *t = data;
    if (t->taken(t->data))
        return true;
    if (t->calls++ % 40 == 0)
        assert_int_equal(write(terminal, t->text, strlen(t->text)), (int)strlen(t->text));
    return false;
}

static bool type_until(const char *text, bool (*taken)(void *data), void *data)
{
    struct typed t = {text, taken, data, 0};
    return helper_await(taken_or_typed, &t, 30000);
}

static int terminal_exit;

static bool has_ended(void *pid)
{
    terminal_shows((void *)"");
    return waitpid(*(pid_t *)pid, &terminal_exit, WNOHANG) == *(pid_t *)pid;
}

static void answered(void)
{
    g_string_free(shown, TRUE);
    close(terminal);
}

/* What is certain, what is not and how much of it: that is what is asked for. */
static void loop__asked_on_a_terminal__shows_its_budget(void **state)
{
    (void)state;
    assert_int_equal(reins_run(x.display, (const char *const[]){"do", "--yes", "mouse.move", "x=5", "y=5", NULL}, NULL, NULL), 0);
    pid_t pid = ask_on_terminal("chase_more"); /* from outside its area */
    static const char *const says[] = {
        "move to 250,200",
        ("from here on it depends on the screen: at most 200 events in 50 s; no keys; left mouse; the pointer "
         "within 300×200 at 100,100"),
        "tier 2 (closed-loop)", "Type y to fire"};
    for (gsize i = 0; i < G_N_ELEMENTS(says); i++)
        if (!strstr(shown->str, says[i]))
            fail_msg("\"%s\" is not in:\n%s", says[i], shown->str);
    assert_true(type_until("n\n", has_ended, &pid));
    assert_int_equal(WEXITSTATUS(terminal_exit), 4);
    answered();
    pid = ask_on_terminal("hold_on");
    assert_true(type_until("y\n", w_down, NULL));
    assert_true(type_until("\003", has_ended, &pid)); /* Ctrl-C */
    assert_int_equal(WEXITSTATUS(terminal_exit), 4);
    assert_true(nothing_down(NULL));
    answered();
}

/* A rule of the person's on one of its keys, or on a corner of its area, is a rule on the loop. */
static void loop__denied_by_a_rule__is_not_fired_by_yes(void **state)
{
    (void)state;
    g_autofree char *dir = g_build_filename(g_get_user_config_dir(), "reins", NULL),
                    *ini = g_build_filename(dir, "reins.ini", NULL);
    static const char *const rules[] = {"key=w", "rect=screen:290,290,100,100", "title=^target$", "skill=leave"};
    g_mkdir_with_parents(dir, 0700);
    for (gsize i = 0; i < G_N_ELEMENTS(rules); i++) {
        g_autofree char *text = g_strdup_printf("[rule mine]\nverdict=deny\n%s\n", rules[i]), *err = NULL;
        assert_true(g_file_set_contents(ini, text, -1, NULL));
        int code = reins_run(x.display, (const char *const[]){"do", "--yes", "leave", "how=seconds", NULL}, NULL, &err);
        if (code != 1 || !strstr(err, "rule:mine forbids it"))
            fail_msg("%s: exit %d: %s", rules[i], code, err);
        assert_true(nothing_down(NULL));
    }
    g_remove(ini);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loop__square_that_hops__is_clicked_each_time),
        cmocka_unit_test(loop__step_that_hangs__is_stopped_and_released),
        cmocka_unit_test(loop__ended_in_the_middle__nothing_stays_down),
        cmocka_unit_test(loop__too_large_for_the_settings__is_refused),
        cmocka_unit_test(loop__outside_its_budget__ends_with_the_reason_and_nothing_down),
        cmocka_unit_test(loop__asked_on_a_terminal__shows_its_budget),
        cmocka_unit_test(loop__denied_by_a_rule__is_not_fired_by_yes),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
