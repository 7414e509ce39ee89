/* A program that we did not prepare, as a person meets it: LibreOffice Calc in a sandbox of its own, its Save dialog, its
 * document recovery. With REINS_SOAK=1 (`make soak`); small equivalents are in test_dialogs.c and
 * engine/display/test_desktop.c. OFFICE_SHOW=1 tells each action. */
#include "tests/e2e/driver.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/helper/xvfb.h"

#define WAIT_MS 60000
#define OFFICE "[profile]\nwindow=LibreOffice Calc$\nwindow_timeout_ms=20000\n"

static char *folder;
static const char *profile_name;

static driver *start(const char *document, const char *task)
{
    g_autofree char *app = g_strdup_printf("env -u G_DEBUG soffice -env:UserInstallation=file://%s/office --calc --nologo%s%s",
                                           folder, document ? " " : "", document ? document : "");
    return driver_start(NULL, WORDS("run", "--headless", "--brain", "windower", "--profile", profile_name, "--app", app,
                                    "--max-steps", "40", task));
}

static void show(const event *e)
{
    if (e->kind == EVENT_PROPOSAL)
        print_message("%s, tier %d, in \"%s\"\n", e->fire.action->skill, e->judged.tier,
                      e->fire.target ? e->fire.target->window : "");
    else if (e->kind == EVENT_MODULE && e->module.name && g_str_equal(e->module.name, "plan") && e->module.output)
        print_message("%s\n", e->module.output);
    else if (e->kind == EVENT_DECISION || e->kind == EVENT_FIRED)
        print_message("    %s %s\n", e->decided.verdict ? e->decided.verdict : e->status, e->reason ? e->reason : "");
}

/* What is written where the actions press: "Start, Finish, ". */
static GString *pressed;
/* How many keys may still be at tier 3: they press some button of a dialog with "Discard" in it. */
static int may_discard;

/* Approves all, none of which may be otherwise out of the ordinary, until the run has ended or `fired` actions were fired. */
static const event *approve(driver *d, int fired)
{
    for (;;) {
        driver_listen(d, 100);
        while (d->seen < d->heard->len) {
            const event *e = g_ptr_array_index(d->heard, d->seen++);
            if (g_getenv("OFFICE_SHOW"))
                show(e);
            if (e->kind == EVENT_PROPOSAL && e->judged.tier > 2 && (!strstr(e->judged.explain, "Discard") || may_discard-- == 0))
                fail_msg("tier %d: %s", e->judged.tier, e->judged.explain);
            if (e->kind == EVENT_PROPOSAL && !e->reason && e->fire.target && e->fire.target->label)
                g_string_append_printf(pressed, "%s, ", e->fire.target->label);
            if (e->kind == EVENT_PROPOSAL)
                driver_approve(d, e);
            fired -= e->kind == EVENT_FIRED && g_str_equal(e->status, "done");
            if (e->kind == EVENT_ENDED || fired == 0)
                return e;
        }
    }
}

static void office(const char *document, const char *task)
{
    driver *d = start(document, task);
    const event *ended = approve(d, -1);
    if (g_strcmp0(ended->end.outcome, "success") != 0)
        fail_msg("%s: %s", ended->end.outcome, ended->reason);
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
}

/* A document of one cell. */
static void write_document(const char *path)
{
    static const char text[] =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<office:document xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" "
        "xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" "
        "xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" office:version=\"1.2\" "
        "office:mimetype=\"application/vnd.oasis.opendocument.spreadsheet\"><office:body><office:spreadsheet>"
        "<table:table table:name=\"a\"><table:table-row><table:table-cell office:value-type=\"string\"><text:p>old</text:p>"
        "</table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document>\n";
    assert_true(g_file_set_contents(path, text, -1, NULL));
}

/* kill -9 of the office of this test. */
static void kill_office(void)
{
    g_autofree char *ours = g_strdup_printf("-env:UserInstallation=file://%s/office", folder);
    g_autoptr(GDir) proc = g_dir_open("/proc", 0, NULL);
    const char *entry;
    int killed = 0;
    while ((entry = g_dir_read_name(proc))) {
        g_autofree char *path = g_strdup_printf("/proc/%s/cmdline", entry), *words = NULL;
        gsize length = 0;
        bool found = false;
        if (!g_ascii_isdigit(*entry) || !g_file_get_contents(path, &words, &length, NULL))
            continue;
        for (const char *w = words; w < words + length && !found; w += strlen(w) + 1)
            found = g_str_equal(w, ours);
        if (found && kill((pid_t)g_ascii_strtoll(entry, NULL, 10), SIGKILL) == 0)
            killed++;
    }
    assert_true(killed > 0);
}

static void whole_campaign_only(void)
{
    if (g_getenv("REINS_SOAK") && g_file_test("/usr/bin/soffice", G_FILE_TEST_IS_EXECUTABLE))
        return;
    print_message("skipped, it takes LibreOffice Calc and REINS_SOAK=1 (make soak)\n");
    skip();
}

static void save_dialog__gets_its_name__document_is_there(void **state)
{
    (void)state;
    whole_campaign_only();
    g_autofree char *path = g_build_filename(folder, "saved.ods", NULL),
                    *task = g_strdup_printf("^Untitled 1 => type 12; ^Untitled 1 => key Return; ^Untitled 1 => chord ctrl+s;"
                                            "^Save => chord ctrl+a; ^Save => type %s; ^Save => key Return;"
                                            "^saved%%.ods => wait 0.1",
                                            path);
    office(NULL, task);
    assert_true(g_file_test(path, G_FILE_TEST_EXISTS));
}

/* From the menu: by itself it comes once a day at most, and never in an office that is new. */
static void tip_of_the_day__closed(void **state)
{
    (void)state;
    whole_campaign_only();
    office(NULL, "^Untitled 1 => chord alt+h; ^Untitled 1 => key Down; ^Untitled 1 => key Down; ^Untitled 1 => key Down;"
                 "^Untitled 1 => key Return; ^Tip of the Day => key Escape; ^Untitled 1 => wait 0.1");
}

/* Before a menu was opened the office tells its tools too high. Its sheet, which comes before them, has more cells than are
 * asked. */
static void tools_of_an_office_that_was_just_started__their_names(void **state)
{
    (void)state;
    whole_campaign_only();
    profile_name = "named";
    office(NULL,
           "^Untitled 1 => press 688,637; ^Untitled 1 => press 936,637; ^Untitled 1 => press 903,637; ^Untitled 1 => wait 0.1");
    assert_string_equal(pressed->str, "\"Align Center\" (button, as its program says), \"Bold\" (toggle button, as its program "
                                      "says), \"Italic\" (toggle button, as its program says), ");
}

/* An office that is killed while its document has a change that is not saved. */
static void lose_document(void)
{
    g_autofree char *path = g_build_filename(folder, "lost.fods", NULL);
    write_document(path);
    driver *d = start(path, "^lost%.fods => type new; ^lost%.fods => key Return; ^lost%.fods => wait 0.1; never => wait 1");
    approve(d, 3);
    kill_office();
    driver_free(d);
    g_string_truncate(pressed, 0);
}

/* The question is the first window, and no window fits the profile until it is answered. */
static void recovery_of_a_killed_office__answered(void **state)
{
    (void)state;
    whole_campaign_only();
    lose_document();
    may_discard = 2; /* Start, Finish */
    office(NULL, "Recovery => key Tab; Recovery => key Return; Recovery ?> key Return; ^lost%.fods => wait 0.1");
}

/* Its two buttons, one after the other in the same place. */
static void recovery_of_a_killed_office__answered_by_its_buttons(void **state)
{
    (void)state;
    whole_campaign_only();
    lose_document();
    office(NULL, "Recovery => press 149,26; Recovery => press 149,26; ^lost%.fods => wait 0.1");
    assert_string_equal(pressed->str, "\"Start\", \"Finish\", ");
}

/* The end of a run ends the office, which then wants to recover: each test has another one. */
static int begin(void **state)
{
    (void)state;
    g_free(folder);
    folder = g_dir_make_tmp("office-XXXXXX", NULL);
    if (!pressed)
        pressed = g_string_new(NULL);
    g_string_truncate(pressed, 0);
    may_discard = 0;
    profile_name = "office";
    return 0;
}

static int begin_all(void **state)
{
    (void)state;
    driver_configure("windower", "");
    g_autofree char *dir = g_build_filename(g_get_user_config_dir(), "reins", "apps", NULL),
                    *file = g_build_filename(dir, "office.ini", NULL), *named = g_build_filename(dir, "named.ini", NULL);
    assert_int_equal(g_mkdir_with_parents(dir, 0700), 0);
    assert_true(g_file_set_contents(file, OFFICE, -1, NULL));
    assert_true(g_file_set_contents(named, OFFICE "elements=atspi\n", -1, NULL));
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(save_dialog__gets_its_name__document_is_there, begin),
        cmocka_unit_test_setup(tip_of_the_day__closed, begin),
        cmocka_unit_test_setup(tools_of_an_office_that_was_just_started__their_names, begin),
        cmocka_unit_test_setup(recovery_of_a_killed_office__answered, begin),
        cmocka_unit_test_setup(recovery_of_a_killed_office__answered_by_its_buttons, begin),
    };
    cmocka_set_test_filter(g_getenv("CASE"));
    return cmocka_run_group_tests(tests, begin_all, NULL);
}
