/* reins see and reins doctor, as a person calls them: $REINS_BIN on displays of our own. */
#include "config/config.h"
#include "engine/picture/frame.h"
#include "memory/memory.h"
#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static struct xvfb x;
static const char *reins;

static int start(void **state)
{
    (void)state;
    reins = g_getenv("REINS_BIN");
    if (!reins)
        return -1;
    xvfb_start(&x, 640, 480, NULL);
    g_unsetenv("DISPLAY");
    return 0;
}

static int end(void **state)
{
    (void)state;
    xvfb_stop(&x);
    return 0;
}

static bool one_line(const char *text)
{
    const char *newline = strchr(text, '\n');
    return newline && newline[1] == '\0';
}

/* stdout and stderr together, so that an error's sentence can be looked at. */
static int run(const char *arguments, char **ret_output)
{
    g_autofree char *command = g_strdup_printf("exec %s %s 2>&1", reins, arguments);
    const char *argv[] = {"sh", "-c", command, NULL};
    return helper_run(NULL, argv, ret_output);
}

static void see__out__the_picture_and_nothing_in_the_store(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "seen", 10, 20, 100, 50, 0x123456);
    g_autofree char *file = g_build_filename(g_get_tmp_dir(), "seen.png", NULL), *out = NULL;
    g_autofree char *arguments = g_strdup_printf("see --display %s --out %s", x.display, file);
    assert_int_equal(run(arguments, &out), 0);
    g_autoptr(frame) f = frame_read(file, NULL);
    assert_non_null(f);
    assert_int_equal(f->width, 640);
    assert_int_equal(f->pixels[30 * 640 + 50], 0x123456);
    assert_non_null(strstr(out, "\"seen\" (Sink)"));
    g_autofree char *frames = g_build_filename(g_getenv("XDG_DATA_HOME"), "reins", "frames", NULL);
    assert_int_equal(access(frames, F_OK), -1);
    sink_stop(s);
}

/* What is no file is written to, not replaced: --out /dev/stdout must leave the device a device. */
static void see__out_is_a_pipe__written_to_and_still_a_pipe(void **state)
{
    (void)state;
    struct stat there;
    g_autofree char *fifo = g_build_filename(g_get_tmp_dir(), "see.fifo", NULL),
                    *copy = g_build_filename(g_get_tmp_dir(), "copy.png", NULL);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    g_autofree char *script = g_strdup_printf("exec cat '%s' >'%s'", fifo, copy);
    const char *reader[] = {"sh", "-c", script, NULL};
    pid_t pid = helper_spawn(x.display, reader);
    g_autofree char *arguments = g_strdup_printf("see --display %s --out %s", x.display, fifo);
    assert_int_equal(run(arguments, NULL), 0);
    assert_int_equal(stat(fifo, &there), 0);
    assert_true(S_ISFIFO(there.st_mode));
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    g_autoptr(frame) f = frame_read(copy, NULL);
    assert_non_null(f);
    assert_int_equal(f->width, 640);
}

static void see__json__path_of_a_stored_frame(void **state)
{
    (void)state;
    g_autofree char *out = NULL, *arguments = g_strdup_printf("see --display %s --json", x.display);
    assert_int_equal(run(arguments, &out), 0);
    assert_true(one_line(out));
    const char *path = strstr(out, "\"path\":\"");
    assert_non_null(path);
    g_autofree char *file = g_strndup(path + 8, strcspn(path + 8, "\""));
    g_autoptr(frame) f = frame_read(file, NULL);
    assert_non_null(f);
    struct stat st;
    assert_int_equal(stat(file, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_null(strstr(out, "\"words\""));
    assert_non_null(strstr(out, "\"monitors\":[{\"name\":\"screen\",\"x\":0,\"y\":0,\"width\":640,"));
}

/* Three of them, each at its own pace: one that waits for a busy processor, or of which each second change is seen, looks still.
 */
static void see__moving_picture__says_so__now_does_not_wait(void **state)
{
    (void)state;
    sink *moving[3];
    for (int i = 0; i < (int)G_N_ELEMENTS(moving); i++) {
        moving[i] = sink_start(x.display, "moving", i * 110, 0, 100, 100, 0);
        sink_blink(moving[i], 10, 10, 40, 40, 20 + 7 * i);
    }
    g_autofree char *waits = g_strdup_printf("see --display %s", x.display), *waited = NULL,
                    *now = g_strdup_printf("see --now --display %s", x.display), *at_once = NULL;
    assert_int_equal(run(waits, &waited), 0);
    assert_int_equal(run(now, &at_once), 0);
    assert_non_null(strstr(waited, "still changing"));
    assert_non_null(strstr(at_once, "640x480, pointer"));
    for (gsize i = 0; i < G_N_ELEMENTS(moving); i++)
        sink_stop(moving[i]);
}

static void see__title_with_escapes__made_visible(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "a\033]0;b\007c", 0, 0, 50, 50, 0);
    g_autofree char *out = NULL, *arguments = g_strdup_printf("see --display %s", x.display);
    assert_int_equal(run(arguments, &out), 0);
    assert_null(strchr(out, '\033'));
    assert_null(strchr(out, '\007'));
    sink_stop(s);
}

static void see__marks_without_a_profile__found_by_the_window(void **state)
{
    (void)state;
    const char *argv[] = {"xcalc", NULL};
    pid_t xcalc = helper_spawn(x.display, argv);
    g_autofree char *out = NULL, *arguments = g_strdup_printf("see --display %s --marks --json", x.display);
    gint64 until = g_get_monotonic_time() + 10 * G_USEC_PER_SEC;
    do {
        g_free(out);
        assert_int_equal(run(arguments, &out), 0);
    } while (!strstr(out, "\"text\":\"0\",\"region\":\"display\"") &&
             g_get_monotonic_time() < until); /* it has no title at first */
    assert_non_null(strstr(out, "\"text\":\"0\",\"region\":\"display\""));
    assert_non_null(strstr(out, "\"profile\":\"xcalc\""));
    assert_non_null(strstr(out, "\"kind\":\"button\",\"source\":\"shapes\",\"text\":\"log\"")); /* not in a region */
    helper_end(xcalc);
}

static frame *shown(const char *file)
{
    g_autoptr(GError) error = NULL;
    frame *f = frame_read(file, &error);
    if (!f)
        fail_msg("%s", error->message);
    return f;
}

/* A box that is a sink's window, over the ground of the screen: numbered, and drawn. */
static void see__marks_with_out__numbered_and_drawn(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "box", 300, 220, 90, 30, 0xdddddd);
    g_autofree char *file = g_build_filename(g_get_tmp_dir(), "marked.png", NULL), *out = NULL, *json = NULL;
    g_autofree char *arguments = g_strdup_printf("see --display %s --marks --out %s", x.display, file);
    g_autofree char *asked = g_strdup_printf("see --display %s --marks --json", x.display);
    assert_int_equal(run(arguments, &out), 0);
    assert_non_null(strstr(out, "\nmark 1 field \"\" 90x30 at 300,220 by shapes\n"));
    g_autoptr(frame) f = shown(file);
    assert_int_not_equal(frame_pixel(f, 300, 220), 0xdddddd);
    assert_int_equal(frame_pixel(f, 302, 222), 0xdddddd);
    assert_int_equal(run(asked, &json), 0);
    assert_non_null(strstr(json, "\"marks\":[{\"number\":1,\"kind\":\"field\",\"source\":\"shapes\",\"text\":\"\",\"x\":300,"));
    sink_stop(s);
    unlink(file);
}

/* A run that works on a display; *ret_lock is held, as by its engine. */
static gint64 add_run(memory *store, const char *display, int *ret_lock)
{
    g_autoptr(GError) error = NULL;
    gint64 id = 0;
    const struct memory_run begun = {.task = (char *)"t",
                                     .agent = (char *)"cradle",
                                     .brain = (char *)"b",
                                     .profile = (char *)"xcalc",
                                     .mode = (char *)"step",
                                     .options = (char *)"{}",
                                     .status = (char *)"running",
                                     .display = (char *)display};
    if (!memory_run_add(store, &begun, &id, &error) || !memory_run_set_status(store, id, "running", &error))
        fail_msg("%s", error->message);
    *ret_lock = memory_run_lock(store, id, &error);
    return id;
}

/* A run counts on from what it saw before. One that nobody drives any more has no numbers. */
static void see__marks_beside_a_run__told_that_they_are_others(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = config_data_dir(&error), *out = NULL, *json = NULL, *after = NULL;
    g_autofree char *text = g_strdup_printf("see --display %s --marks", x.display), *form = g_strconcat(text, " --json", NULL);
    g_autoptr(memory) store = memory_open(dir, true, &error);
    int lock;
    gint64 id = add_run(store, x.display, &lock);
    g_autofree char *says = g_strdup_printf("run %d is on this display: its marks have numbers of its own", (int)id),
                    *member = g_strdup_printf("\"run\":%d", (int)id);
    assert_int_equal(run(text, &out), 0);
    assert_non_null(strstr(out, says));
    assert_int_equal(run(form, &json), 0);
    assert_non_null(strstr(json, member));
    close(lock);
    assert_int_equal(run(form, &after), 0);
    assert_non_null(strstr(after, "\"run\":null"));
}

/* `out` of "see --run WORD" for a run: the code, and what is said. */
static void see_run(const char *word, int code, const char *says)
{
    g_autofree char *arguments = g_strdup_printf("see --run %s", word), *out = NULL;
    int came = run(arguments, &out);
    if (came != code || !strstr(out, says))
        fail_msg("%s: exit %d, said: %s", arguments, came, out);
}

/* Only while its engine lives: afterwards the display may be another's. */
static void see__run__the_screen_that_it_has_now(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = config_data_dir(&error), *word = NULL, *ended = NULL, *driven = NULL, *nowhere = NULL, *both = NULL;
    g_autoptr(memory) store = memory_open(dir, true, &error);
    int lock, starting;
    gint64 id = add_run(store, x.display, &lock), none = add_run(store, "", &starting);
    word = g_strdup_printf("%d", (int)id);
    nowhere = g_strdup_printf("run %d has no screen yet", (int)none);
    see_run(word, 0, "640x480, pointer at");
    see_run(word, 0, ", profile xcalc\n");
    see_run("last", 3, nowhere);
    close(starting);
    close(lock);
    driven = g_strdup_printf("no engine drives run %d: its screen may be another's by now (reins resume %d continues it)\n",
                             (int)id, (int)id);
    see_run(word, 3, driven);
    assert_true(memory_run_end(store, id, "success", "", &error));
    ended = g_strdup_printf("run %d has ended (success): it has no screen any more\n", (int)id);
    see_run(word, 2, ended);
    see_run("4711", 2, "there is no run 4711 in memory");
    see_run("mousepad", 2, "'mousepad' is not a run");
    both = g_strdup_printf("%s --display %s", word, x.display);
    see_run(both, 2, "see: --run names a display, so leave out --display");
    see_run("last --profile nonesuch", 3, "no engine drives");
}

/* An icon that is cut from the screen is found there by the next look with that profile. */
static void profile_icon__cut_from_the_screen__found_again(void **state)
{
    (void)state;
    static const struct {
        const char *arguments, *says;
        int code;
    } rows[] = {
        {"xcalc 100,100,0,20", "is not X,Y,W,H", 2},
        {"xcalc 100,100,20", "is not X,Y,W,H", 2},
        {"xcalc 630,100,20,20", "is not on the screen, which is 640x480", 2},
        {"xcalc 5,5,20,20", "cannot be told from a plain surface", 1},
        {"nosuch 100,100,20,20", "no profile \"nosuch\"", 2},
        {"xcalc 98,98,24,24 --name a/b", "is not a name of an icon", 2},
        {"xcalc 98,98,24,24 --name star", "icon star of profile xcalc: ", 0},
        {"xcalc 98,98,24,24 --name star", "has an icon \"star\" already (--force cuts it anew)", 2},
        {"xcalc 98,98,24,24 --name star --force", "icon star of profile xcalc: ", 0},
        {"xcalc 98,98,24,24 --alike", "icon icon1 of profile xcalc: ", 0},
    };
    sink *s = sink_start(x.display, "star", 90, 90, 60, 60, 0xffffff),
         *star = sink_start(x.display, "2", 102, 102, 10, 6, 0xa00000);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *out = NULL, *arguments = g_strdup_printf("profile icon --display %s %s", x.display, rows[i].arguments);
        int code = run(arguments, &out);
        if (code != rows[i].code || !strstr(out, rows[i].says))
            fail_msg("%s: %d, %s", rows[i].arguments, code, out);
    }
    g_autofree char *out = NULL, *look = g_strdup_printf("see --display %s --marks --profile xcalc", x.display);
    assert_int_equal(run(look, &out), 0);
    assert_non_null(strstr(out, "\nicon star 24x24 at 98,98\n"));
    assert_non_null(strstr(out, "\nicon icon1 24x24 at 98,98\n"));
    sink_stop(star);
    sink_stop(s);
}

static void write_german(const char *languages)
{
    g_autofree char *file = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "reins", "apps", "german.ini", NULL),
                    *text = g_strdup_printf("[profile]\nwindow=^german$\nlanguages=%s\n"
                                            "[region line]\nx=0\ny=0\nwidth=300\nheight=30\nscale=4\n",
                                            languages),
                    *folder = g_path_get_dirname(file);
    g_mkdir_with_parents(folder, 0700);
    assert_true(g_file_set_contents(file, text, -1, NULL));
}

static void see__words_of_another_language__those_of_the_profile(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "german", 10, 20, 300, 30, 0xffffff);
    sink_text(s, 20, 20, 0,
              "Gr\xf6\xdf"
              "e \xe4ndern und l\xf6schen"); /* ISO 8859-1, as the font is */
    g_autofree char *look = g_strdup_printf("see --display %s --marks --profile german", x.display), *english = NULL,
                    *german = NULL, *missing = NULL, *none = NULL;
    write_german("eng");
    assert_int_equal(run(look, &english), 0);
    assert_null(strstr(english, "löschen"));
    write_german("deu;eng");
    assert_int_equal(run(look, &german), 0);
    assert_non_null(strstr(german, "löschen"));
    assert_non_null(strstr(german, "ändern"));
    write_german("deu;nosuch_tongue");
    assert_int_equal(run(look, &missing), 1);
    assert_non_null(strstr(missing, "no data for the language nosuch_tongue (install tesseract-ocr-nosuch-tongue"));
    run("doctor", &none);
    assert_non_null(strstr(none, "tesseract-ocr-nosuch-tongue"));
    g_autofree char *file = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "reins", "apps", "german.ini", NULL);
    unlink(file);
    sink_stop(s);
}

static void see__trouble__one_sentence_and_the_right_code(void **state)
{
    (void)state;
    g_autofree char *nowhere = g_strdup_printf("see --display %s --out /nonexistent/x.png", x.display);
    g_autofree char *nobody = g_strdup_printf("see --display %s --profile nonesuch", x.display);
    const struct {
        const char *arguments;
        int code;
        const char *said;
    } cases[] = {
        {"see", 3, "$DISPLAY is not set"},
        {"see --display :4714", 3, ":4714"},
        {"see --display nowhere", 2, "nowhere is not a display"},
        {"run --headless --display nowhere x", 2, "nowhere is not a display"},
        {"do --display nowhere --yes wait_seconds seconds=0", 2, "nowhere is not a display"},
        {nowhere, 3, "/nonexistent/x.png"},
        {nobody, 2, "nonesuch"},
        {"see what", 2, "what"},
        {"see --nonsense", 2, "nonsense"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *out = NULL;
        int code = run(cases[i].arguments, &out);
        if (code != cases[i].code || !strstr(out, cases[i].said) || !g_str_has_prefix(out, "reins: ") || !one_line(out))
            fail_msg("%s: exit %d, said: %s", cases[i].arguments, code, out);
    }
}

static void doctor__whole_display__exit_0(void **state)
{
    (void)state;
    g_autofree char *out = NULL, *arguments = g_strdup_printf("doctor --display %s --json", x.display);
    int code = run(arguments, &out);
    if (code != 0)
        fail_msg("exit %d: %s", code, out);
    assert_true(out[0] == '[' && one_line(out));
    assert_non_null(strstr(out, "{\"name\":\"XTEST\",\"state\":\"ok\""));
    assert_non_null(strstr(out, "{\"name\":\"words\",\"state\":\"ok\""));
    assert_non_null(strstr(out, "\"windows, focus, pointer, person, changes\""));
    assert_null(strstr(out, "\"missing\""));
}

static void doctor__lacking__named_with_the_fix_exit_3(void **state)
{
    (void)state;
    const char *without[] = {"-extension", "XTEST", NULL};
    struct xvfb poor = {0};
    xvfb_start(&poor, 320, 240, without);
    g_unsetenv("DISPLAY");
    g_autofree char *poor_arguments = g_strdup_printf("doctor --display %s", poor.display);
    const struct {
        const char *environment, *value, *arguments, *said;
    } cases[] = {
        {"PATH", "/bin/nowhere", "doctor", "$DISPLAY is not set"},
        {NULL, NULL, "doctor --display :4715", ":4715"},
        {NULL, NULL, "doctor --display nowhere", "nowhere is not a display"},
        {NULL, NULL, poor_arguments, "without -extension XTEST"},
        {"PATH", "/bin/nowhere", poor_arguments, "apt-get install xvfb"},
        {"TESSDATA_PREFIX", "/nonexistent", poor_arguments, "tesseract-ocr-eng"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *out = NULL, *command = NULL;
        command =
            g_strdup_printf("exec env %s%s%s %s %s 2>&1", cases[i].environment ? cases[i].environment : "",
                            cases[i].environment ? "=" : "", cases[i].value ? cases[i].value : "", reins, cases[i].arguments);
        const char *argv[] = {"/bin/sh", "-c", command, NULL};
        int code = helper_run(NULL, argv, &out);
        if (code != 3 || !strstr(out, cases[i].said) || !strstr(out, "missing"))
            fail_msg("%s: exit %d, said: %s", cases[i].arguments, code, out);
    }
    xvfb_stop(&poor);
}

/* Over ssh. */
static void doctor__no_display__a_sandbox_will_do(void **state)
{
    (void)state;
    g_autofree char *out = NULL;
    int code = run("doctor", &out);
    if (code != 0 || !strstr(out, "--app PROGRAM") || strstr(out, "missing"))
        fail_msg("exit %d: %s", code, out);
}

static void doctor__configuration_that_does_not_parse__missing(void **state)
{
    (void)state;
    g_autofree char *dir = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "reins", NULL),
                    *file = g_build_filename(dir, "reins.ini", NULL);
    assert_int_equal(g_mkdir_with_parents(dir, 0700), 0);
    assert_true(g_file_set_contents(file, "[run]\nmax_steps=many\n", -1, NULL));
    g_autofree char *out = NULL, *arguments = g_strdup_printf("doctor --display %s", x.display);
    int code = run(arguments, &out);
    unlink(file);
    assert_int_equal(code, 3);
    assert_non_null(strstr(out, "max_steps"));
}

/* A display that reins cannot work on is refused by each command, before anything is started there. */
static void refused_everywhere(const char *display, const char *says)
{
    static const char *const commands[] = {"see", "doctor", "do --yes mouse.click x=10 y=10",
                                           "run --headless --brain human --max-steps 1 x"};
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autofree char *arguments = g_strdup_printf("%s --display %s </dev/null", commands[i], display), *out = NULL;
        int code = run(arguments, &out);
        if (code != 3 || !strstr(out, says))
            fail_msg("reins %s: exit %d: %s", arguments, code, out);
    }
}

static void display__second_screen__refused_by_name(void **state)
{
    (void)state;
    struct xvfb two = {0};
    xvfb_start(&two, 320, 240, (const char *const[]){"-screen", "1", "320x240x24", NULL});
    g_unsetenv("DISPLAY");
    g_autofree char *second = g_strconcat(two.display, ".1", NULL), *first = g_strconcat(two.display, ".0", NULL),
                    *third = g_strconcat(two.display, ".2", NULL);
    g_autofree char *says =
        g_strdup_printf("display %s is X screen 1 of its server, and reins works on the first one only", second);
    refused_everywhere(second, says);
    g_autofree char *none = g_strdup_printf("display %s does not exist: its X server has no screen 2", third);
    refused_everywhere(third, none);
    g_autofree char *arguments = g_strdup_printf("see --display %s --json", first), *out = NULL;
    assert_int_equal(run(arguments, &out), 0);
    xvfb_stop(&two);
}

static void display__screen_larger_than_a_picture__refused_by_name(void **state)
{
    (void)state;
    struct xvfb wide = {0};
    xvfb_start(&wide, 16400, 64, NULL);
    g_unsetenv("DISPLAY");
    refused_everywhere(wide.display, "the screen has 16400×64 pixels, and reins reads at most 16384 on a side");
    xvfb_stop(&wide);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(see__out__the_picture_and_nothing_in_the_store),
        cmocka_unit_test(see__out_is_a_pipe__written_to_and_still_a_pipe),
        cmocka_unit_test(see__json__path_of_a_stored_frame),
        cmocka_unit_test(see__moving_picture__says_so__now_does_not_wait),
        cmocka_unit_test(see__title_with_escapes__made_visible),
        cmocka_unit_test(see__marks_without_a_profile__found_by_the_window),
        cmocka_unit_test(see__words_of_another_language__those_of_the_profile),
        cmocka_unit_test(see__marks_with_out__numbered_and_drawn),
        cmocka_unit_test(see__marks_beside_a_run__told_that_they_are_others),
        cmocka_unit_test(see__run__the_screen_that_it_has_now),
        cmocka_unit_test(profile_icon__cut_from_the_screen__found_again),
        cmocka_unit_test(see__trouble__one_sentence_and_the_right_code),
        cmocka_unit_test(doctor__whole_display__exit_0),
        cmocka_unit_test(doctor__no_display__a_sandbox_will_do),
        cmocka_unit_test(doctor__lacking__named_with_the_fix_exit_3),
        cmocka_unit_test(doctor__configuration_that_does_not_parse__missing),
        cmocka_unit_test(display__second_screen__refused_by_name),
        cmocka_unit_test(display__screen_larger_than_a_picture__refused_by_name),
    };
    return cmocka_run_group_tests(tests, start, end);
}
