/* The console on a real terminal (a pseudo terminal that the test holds) and a fake engine on a socket: what the script tests
 * cannot see — the loop, signals, the terminal as it is left, paste, idle time. `test_console_main replay FILE DIR` is the same
 * for people: it plays the events of FILE ("event {…}", "wait MS") into a console on this terminal; @DIR@ stands for DIR, what
 * the console sends is written to DIR/commands. */

#include "tests/tui/console_pty.h"

static void console__approves_and_leaves_with_the_runs_code(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    say(&f, PROPOSAL);
    assert_true(wait_for(&f, f.shown, " armed ", DEADLINE_MS));
    type(&f, "y");
    assert_true(wait_for(&f, f.sent, "\"command\":\"approve\"", DEADLINE_MS));
    say(&f, ENDED);
    assert_true(wait_for(&f, f.shown, "ended success", DEADLINE_MS));
    type(&f, "q");
    assert_int_equal(ended(&f), 0);
    assert_non_null(strstr(f.shown->str, "reins: run 17: success: done (reins memory show 17)"));
    assert_restored(&f);
    stop(&f);
}

static void console__y_too_early__approves_nothing(void **state)
{
    (void)state;
    struct fixture f;
    begin_with(&f, "[gate]\narm_ms=10000\n"); /* too early also where this test is slow to type */
    say(&f, PROPOSAL);
    assert_true(wait_for(&f, f.shown, "wait_seconds", DEADLINE_MS));
    type(&f, "y");
    assert_true(wait_for(&f, f.shown, "not approved", DEADLINE_MS));
    kill(f.console, SIGTERM);
    assert_int_equal(ended(&f), 4);
    assert_null(strstr(f.sent->str, "approve"));
    stop(&f);
}

static void console__drops_a_paste(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    say(&f, PROPOSAL);
    assert_true(wait_for(&f, f.shown, " armed ", DEADLINE_MS));
    type(&f, "\033[200~y\ny:stop\nQ\033[201~");
    assert_true(wait_for(&f, f.shown, "dropped", DEADLINE_MS));
    type(&f, "2"); /* after the paste keys work again */
    say(&f, ENDED);
    assert_true(wait_for(&f, f.shown, "ended success", DEADLINE_MS));
    type(&f, "q");
    assert_int_equal(ended(&f), 0);
    g_autoptr(GString) commands = g_string_new(f.sent->str);
    g_string_replace(commands, "{\"command\":\"watched\"}\n", "", 0);
    assert_string_equal(commands->str, "");
    stop(&f);
}

static void console__says_engine_lost_and_stays(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    shutdown(f.engine, SHUT_RDWR);
    assert_true(wait_for(&f, f.shown, "reins resume 17", DEADLINE_MS));
    type(&f, "q");
    assert_true(wait_for(&f, f.shown, "reins resume 17 continues the run", DEADLINE_MS)); /* after the screen is gone */
    assert_int_equal(ended(&f), 1);
    assert_restored(&f);
    stop(&f);
}

static void leaves_on(int signal)
{
    struct fixture f;
    begin(&f);
    kill(f.console, signal);
    assert_int_equal(ended(&f), 4);
    assert_restored(&f);
    char byte;
    assert_int_equal(read(f.engine, &byte, 1), 0); /* the engine sees end-of-file: it pauses */
    stop(&f);
}

static void console__detaches_on_SIGHUP_and_SIGTERM(void **state)
{
    (void)state;
    leaves_on(SIGHUP);
    leaves_on(SIGTERM);
}

static void console__restores_the_terminal_after_a_crash(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    kill(f.console, SIGSEGV);
    assert_int_equal(ended(&f), -2);
    assert_restored(&f);
    stop(&f);
}

static void console__stops_on_SIGINT(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    kill(f.console, SIGINT);
    assert_true(wait_for(&f, f.sent, "\"command\":\"stop\"", DEADLINE_MS));
    say(&f, "{\"event\":\"ended\",\"outcome\":\"stopped\",\"reason\":\"x\",\"exit\":4}");
    assert_true(wait_for(&f, f.shown, "ended stopped", DEADLINE_MS));
    type(&f, "q");
    assert_int_equal(ended(&f), 4);
    stop(&f);
}

static void console__follows_the_terminals_size(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    struct winsize size = {.ws_row = 5, .ws_col = 20};
    ioctl(f.master, TIOCSWINSZ, &size);
    assert_true(wait_for(&f, f.shown, "too small", DEADLINE_MS));
    size = (struct winsize){.ws_row = 24, .ws_col = 80};
    g_string_truncate(f.shown, 0);
    ioctl(f.master, TIOCSWINSZ, &size);
    assert_true(wait_for(&f, f.shown, "a task", DEADLINE_MS));
    kill(f.console, SIGTERM);
    assert_int_equal(ended(&f), 4);
    stop(&f);
}

#define FUSED "\"expires_s\":0,\"fuse_ms\":600000}"
#define WATCHED "\"command\":\"watched\""
#define ASKED "\033[5n"

/* Reads until the terminal is asked, and forgets what was before. */
static void asked(struct fixture *f)
{
    assert_true(wait_for(f, f->shown, ASKED, DEADLINE_MS));
    g_string_truncate(f->shown, 0);
    g_string_truncate(f->sent, 0);
}

static void lights_a_fuse(struct fixture *f)
{
    g_autoptr(GString) line = g_string_new(PROPOSAL);
    g_string_replace(line, "\"expires_s\":0}", FUSED, 1);
    say(f, line->str);
}

/* A dead line: what is drawn goes somewhere, the terminal does not answer. The engine hears of it by hearing nothing. */
static void console__says_watched_only_as_long_as_the_terminal_answers(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, "xterm-256color", "");
    say(&f, HELLO);
    assert_true(wait_for(&f, f.sent, WATCHED, DEADLINE_MS)); /* whoever has started it is there */
    asked(&f);
    type(&f, "\033[0n");
    assert_true(wait_for(&f, f.sent, WATCHED, DEADLINE_MS));
    lights_a_fuse(&f);
    asked(&f);
    asked(&f);
    assert_true(wait_for(&f, f.shown, ASKED, DEADLINE_MS)); /* for a second each: no answer, no word */
    assert_null(strstr(f.sent->str, WATCHED));
    type(&f, "\033[0n");
    assert_true(wait_for(&f, f.sent, WATCHED, DEADLINE_MS));
    assert_null(strstr(f.sent->str, "hold")); /* an answer is no key */
    assert_null(strstr(f.sent->str, "reject"));
    kill(f.console, SIGTERM);
    assert_int_equal(ended(&f), 4);
    stop(&f);
}

/* One that never answers is watched while what is drawn gets out. */
static void console__says_watched_for_a_mute_terminal(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    lights_a_fuse(&f);
    assert_true(wait_for(&f, f.sent, WATCHED, DEADLINE_MS)); /* at the start */
    g_string_truncate(f.sent, 0);
    assert_true(wait_for(&f, f.sent, WATCHED, DEADLINE_MS));
    kill(f.console, SIGTERM);
    assert_int_equal(ended(&f), 4);
    stop(&f);
}

/* What the terminal has begun and not ended takes the next keys with it, `y` too, and the person is told so. */
static void console__approves_nothing_by_what_the_terminal_left_unfinished(void **state)
{
    (void)state;
    static const char *const begun[] = {"\033[", "\033]11;rgb:", "\033[200~never ended"};
    for (gsize i = 0; i < G_N_ELEMENTS(begun); i++) {
        struct fixture f;
        begin(&f);
        say(&f, PROPOSAL);
        assert_true(wait_for(&f, f.shown, " armed ", DEADLINE_MS));
        type(&f, begun[i]);
        assert_true(wait_for(&f, f.shown, "esc gives the keys back", DEADLINE_MS));
        type(&f, "y");
        g_string_truncate(f.shown, 0);
        do { /* esc counts in a paste only after a while without a byte */
            type(&f, "\033");
            wait_for(&f, f.shown, "zz", 1500);
            type(&f, ":zz");
        } while (!wait_for(&f, f.shown, "zz", 1500));
        assert_null(strstr(f.sent->str, "approve"));
        kill(f.console, SIGTERM);
        assert_int_equal(ended(&f), 4);
        stop(&f);
    }
}

/* A slow line brings an answer in pieces, of which the first passes for the key Esc. */
static void console__knows_an_answer_in_pieces(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    asked(&f);
    say(&f, PROPOSAL);
    assert_true(wait_for(&f, f.shown, "wait_seconds", DEADLINE_MS));
    type(&f, ":qqq");
    assert_true(wait_for(&f, f.shown, "qqq", DEADLINE_MS));
    g_string_truncate(f.shown, 0);
    type(&f, "\033");
    assert_true(wait_for(&f, f.shown, "approve", DEADLINE_MS)); /* it has closed the line: the keys are shown again */
    type(&f, "[0n");
    assert_true(wait_for(&f, f.sent, WATCHED, DEADLINE_MS));
    assert_null(strstr(f.sent->str, "reject"));
    kill(f.console, SIGTERM);
    assert_int_equal(ended(&f), 4);
    stop(&f);
}

/* A key of the terminal's that nobody knows is one key, not an Esc and then whatever its letters do. */
static void console__takes_an_unknown_key_for_one(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    say(&f, PROPOSAL);
    assert_true(wait_for(&f, f.shown, "wait_seconds", DEADLINE_MS));
    type(&f, ":zz");
    assert_true(wait_for(&f, f.shown, "zz", DEADLINE_MS));
    type(&f, "\033[27;9;121y\033[99~\033Oy");
    type(&f, "ww");
    assert_true(wait_for(&f, f.shown, "ww", DEADLINE_MS)); /* the line is still open */
    kill(f.console, SIGTERM);
    assert_int_equal(ended(&f), 4);
    stop(&f);
}

/* Pixels where the terminal says that it can; gone when the console goes, by a signal, too. */
static void console__shows_pixels_where_the_terminal_can(void **state)
{
    (void)state;
    struct fixture f;
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), "reins-pixels.png", NULL);
    g_autofree char *preview = g_strdup_printf("{\"event\":\"preview\",\"path\":\"%s\",\"width\":64,\"height\":48}", path);
    g_autoptr(frame) picture = frame_new(64, 48);
    g_autoptr(GBytes) png = frame_to_png(picture, NULL);
    assert_true(g_file_set_contents(path, g_bytes_get_data(png, NULL), (gssize)g_bytes_get_size(png), NULL));
    begin(&f);
    assert_true(wait_for(&f, f.shown, "a=q", DEADLINE_MS));
    type(&f, "\033_Gi=31;OK\033\\\033[6;16;8t\033[?62;4c");
    say(&f, preview);
    assert_true(wait_for(&f, f.shown, "\033_Ga=T", DEADLINE_MS));
    assert_null(strstr(f.shown->str, "d=A"));
    kill(f.console, SIGHUP);
    assert_int_equal(ended(&f), 4);
    assert_non_null(strstr(f.shown->str, "\033_Ga=d,d=A"));
    assert_restored(&f);
    stop(&f);
    unlink(path);
}

/* A picture is shown beside the console: its file is the last word of the viewer's command. */
static void console__shows_a_picture_with_another_program(void **state)
{
    (void)state;
    struct fixture f;
    g_autofree char *dir = g_dir_make_tmp("reins-viewer-XXXXXX", NULL), *fifo = g_build_filename(dir, "said", NULL);
    g_autofree char *ini = g_strdup_printf("[tui]\nviewer=sh -c 'echo \"$0\" >%s'\n", fifo);
    char said[128] = "";
    assert_int_equal(mkfifo(fifo, 0600), 0);
    begin_with(&f, ini);
    say(&f, "{\"event\":\"state\",\"state\":\"observing\",\"step\":1}");
    type(&f, "O");
    assert_true(wait_for(&f, f.shown, "no picture yet", DEADLINE_MS));
    say(&f, "{\"event\":\"frame\",\"frame\":\"aa\",\"path\":\"/a b/frame.png\",\"width\":64,\"height\":48,\"key\":true}");
    assert_true(wait_for(&f, f.shown, "64×48", DEADLINE_MS));
    type(&f, "O");
    int fd = open(fifo, O_RDONLY); /* waits for the viewer */
    assert_true(read(fd, said, sizeof said - 1) > 0);
    close(fd);
    assert_string_equal(said, "/a b/frame.png\n");
    kill(f.console, SIGTERM);
    assert_int_equal(ended(&f), 4);
    stop(&f);
    unlink(fifo);
    rmdir(dir);
}

static void console__gives_its_terminal_a_title_of_its_own(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, "xterm-256color", "");
    say(&f, HELLO);
    assert_true(wait_for(&f, f.shown, "\033[22;2t\033]2;reins ", DEADLINE_MS));
    assert_true(wait_for(&f, f.shown, "\a", DEADLINE_MS));
    g_autofree char *title = g_strndup(strstr(f.shown->str, "\033]2;") + 4, strlen("reins ") + 16);
    g_autofree char *told = g_strdup_printf("{\"command\":\"terminal\",\"title\":\"%s\"}", title);
    assert_true(wait_for(&f, f.sent, told, DEADLINE_MS));
    kill(f.console, SIGTERM);
    assert_int_equal(ended(&f), 4);
    assert_non_null(strstr(f.shown->str, "\033[23;2t")); /* as it was */
    stop(&f);
    start(&f, "linux", ""); /* prints what it does not understand */
    say(&f, HELLO);
    asked(&f);
    kill(f.console, SIGTERM);
    assert_int_equal(ended(&f), 4);
    assert_null(strstr(f.shown->str, "\033]2;"));
    stop(&f);
}

/* A terminal that terminfo does not know, and none at all: one sentence, exit code 3. */
static void console__refuses_an_unknown_terminal(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, "no-such-terminal", "");
    assert_int_equal(ended(&f), 3);
    assert_non_null(strstr(f.shown->str, "terminfo does not know TERM \"no-such-terminal\""));
    stop(&f);
}

/* A line that is no event is said and survived. */
static void console__survives_nonsense(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    say(&f, "not json");
    say(&f, "{\"event\":\"frame\",\"frame\":7}");
    say(&f, "{\"event\":\"from_the_future\",\"x\":1}");
    say(&f, ENDED);
    assert_true(wait_for(&f, f.shown, "ended success", DEADLINE_MS));
    type(&f, "q");
    assert_int_equal(ended(&f), 0);
    stop(&f);
}

/* ---- for people ---- */

static void play(int fd, const char *path, const char *dir)
{
    g_autofree char *text = NULL, *log = g_build_filename(dir, "commands", NULL);
    if (!g_file_get_contents(path, &text, NULL, NULL))
        _exit(1);
    int out = open(log, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        if (g_str_has_prefix(*line, "event ")) {
            g_auto(GStrv) parts = g_strsplit(*line + 6, "@DIR@", -1);
            g_autofree char *json = g_strjoinv(dir, parts);
            dprintf(fd, "%s\n", json);
        } else if (g_str_has_prefix(*line, "wait ")) {
            poll(NULL, 0, (int)g_ascii_strtoll(*line + 5, NULL, 10));
        }
    }
    char buffer[4096];
    ssize_t n;
    while ((n = read(fd, buffer, sizeof buffer)) > 0) {
        if (write(out, buffer, (size_t)n) < 0)
            break;
    }
    _exit(0);
}

static int replay(const char *path, const char *dir)
{
    int pair[2];
    g_autoptr(GError) error = NULL;
    g_autoptr(config) cfg = config_load_text("", &error);
    if (!cfg || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
        return 1;
    pid_t engine = fork();
    if (engine == 0) {
        close(pair[1]);
        setsid();
        play(pair[0], path, dir);
    }
    close(pair[0]);
    g_autoptr(line_stream) stream = line_stream_new(pair[1], pair[1]);
    int code = console_main(stream, engine, cfg, (struct console_place){0}, NULL, &error);
    if (code < 0)
        fprintf(stderr, "reins: %s\n", error->message);
    return code < 0 ? 3 : code;
}

int main(int argc, char **argv)
{
    if (argc == 4 && g_str_equal(argv[1], "replay"))
        return replay(argv[2], argv[3]);
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(console__approves_and_leaves_with_the_runs_code),
        cmocka_unit_test(console__y_too_early__approves_nothing),
        cmocka_unit_test(console__drops_a_paste),
        cmocka_unit_test(console__says_engine_lost_and_stays),
        cmocka_unit_test(console__detaches_on_SIGHUP_and_SIGTERM),
        cmocka_unit_test(console__restores_the_terminal_after_a_crash),
        cmocka_unit_test(console__stops_on_SIGINT),
        cmocka_unit_test(console__follows_the_terminals_size),
        cmocka_unit_test(console__says_watched_only_as_long_as_the_terminal_answers),
        cmocka_unit_test(console__says_watched_for_a_mute_terminal),
        cmocka_unit_test(console__knows_an_answer_in_pieces),
        cmocka_unit_test(console__shows_pixels_where_the_terminal_can),
        cmocka_unit_test(console__shows_a_picture_with_another_program),
        cmocka_unit_test(console__approves_nothing_by_what_the_terminal_left_unfinished),
        cmocka_unit_test(console__takes_an_unknown_key_for_one),
        cmocka_unit_test(console__gives_its_terminal_a_title_of_its_own),
        cmocka_unit_test(console__refuses_an_unknown_terminal),
        cmocka_unit_test(console__survives_nonsense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
