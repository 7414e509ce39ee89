/* reins teach: a person (XTEST on the outer display: devices in Xephyr) shows how a GTK form is filled in. What they do is a run;
 * a password is in no byte of the store; two demonstrations make a skill with a parameter. */
#include "tests/e2e/driver.h"

#include "tests/helper/xvfb.h"

#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define SECRET "xyzzyq"

static struct xvfb outer;
static Display *person;
static char *opened; /* a file that is there once the form's dialog shows */

static int setup(void **state)
{
    (void)state;
    xvfb_start(&outer, 900, 700, NULL);
    person = XOpenDisplay(outer.display);
    assert_non_null(person);
    opened = g_build_filename(g_get_user_config_dir(), "opened", NULL);
    g_autofree char *profile = g_strdup_printf("[profile]\napp=/usr/bin/python3 -BEs %s/tests/sinks/teach_gtk.py %s\n"
                                               "window=^(form|saved .*)$\nsettle_ms=100\n",
                                               g_getenv("REINS_SOURCE"), opened);
    g_autofree char *file = g_build_filename(g_get_user_config_dir(), "reins", "apps", "form.ini", NULL),
                    *dir = g_path_get_dirname(file);
    g_mkdir_with_parents(dir, 0700);
    assert_true(g_file_set_contents(file, profile, -1, NULL));
    driver_configure("writer", "[eye]\nsettle_ms=100\n");
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    XCloseDisplay(person);
    g_free(opened);
    xvfb_stop(&outer);
    return 0;
}

/* ---- the person ---- */

static void click(int x, int y)
{
    XTestFakeMotionEvent(person, 0, x, y, CurrentTime);
    XTestFakeButtonEvent(person, 1, True, CurrentTime);
    XTestFakeButtonEvent(person, 1, False, 20);
    XSync(person, False);
}

static void tap(const char *name)
{
    XTestFakeKeyEvent(person, XKeysymToKeycode(person, XStringToKeysym(name)), True, CurrentTime);
    XTestFakeKeyEvent(person, XKeysymToKeycode(person, XStringToKeysym(name)), False, CurrentTime);
    XSync(person, False);
}

static void type(const char *text)
{
    for (const char *p = text; *p; p++)
        tap((char[]){*p, '\0'});
}

/* ---- the console ---- */

static const event *await_question(driver *d, const char *part)
{
    const event *q = driver_await(d, EVENT_QUESTION);
    if (!strstr(q->asked.question, part))
        fail_msg("asked: %s", q->asked.question);
    return q;
}

static void answer(driver *d, const event *question, const char *text)
{
    g_autofree char *line = g_strdup_printf("{\"command\":\"answer\",\"id\":%d,\"text\":\"%s\"}", question->id, text);
    driver_send(d, line);
}

/* Until the recording has that many steps. */
static const event *await_steps(driver *d, guint n)
{
    g_autofree char *part = g_strdup_printf("Recording: %u step", n);
    const event *q = driver_await(d, EVENT_QUESTION);
    while (!strstr(q->asked.question, part))
        q = driver_await(d, EVENT_QUESTION);
    return q;
}

static driver *teach(const char *name)
{
    driver *d = driver_start(outer.display, WORDS("teach", "--headless", "--sandbox", "xephyr:500x400", "--profile", "form",
                                                  "--name", name, "fill in the form"));
    answer(d, await_question(d, "May reins record"), "1");
    await_steps(d, 0);
    return d;
}

static const char *reason_of(const driver *d)
{
    const event *last = d->heard->pdata[d->heard->len - 1];
    return last->reason;
}

static void finish(driver *d, const char *outcome)
{
    const event *ended = driver_await(d, EVENT_ENDED);
    if (!g_str_equal(ended->end.outcome, outcome))
        fail_msg("%s: %s", ended->end.outcome, ended->reason);
    driver_exit(d);
    assert_verified();
}

/* No file of the data folder has the text in it, as it is or in UTF-16. */
static void assert_nowhere(const char *text)
{
    g_autofree char *found = NULL;
    g_autofree char *dir = g_build_filename(g_get_user_data_dir(), "reins", NULL);
    helper_run(NULL, WORDS("grep", "-rlaF", text, dir), &found);
    assert_string_equal(found, "");
}

static void assert_shown(const driver *d, const char *part)
{
    g_autofree char *shown = run_shown(d->run);
    if (!strstr(shown, part))
        fail_msg("no %s in %s", part, shown);
}

/* Name, and the button: by their names. The text rests, and its second letter waits for the look that the first one caused: its
 * field is known however slow the machine is. */
static void fill(driver *d, const char *name)
{
    click(200, 30);
    await_steps(d, 1);
    tap((char[]){*name, '\0'});
    driver_await(d, EVENT_FRAME);
    type(name + 1);
    await_steps(d, 2);
    click(200, 160);
}

static void program__two_demonstrations__one_parameter(void **state)
{
    (void)state;
    driver *d = teach("fill_form");
    fill(d, "ada");
    answer(d, await_steps(d, 3), "done");
    answer(d, await_question(d, "1 \"ada\" (name)"), "1=who");
    const event *draft = driver_await(d, EVENT_SKILL);
    assert_string_equal(draft->skill.stage, "draft");
    g_autofree char *sha = g_strdup(draft->skill.sha256);
    g_autofree char *version = g_strdup_printf("%s@%s", draft->skill.name, sha);
    finish(d, "success");
    assert_shown(d, "\"skill\":\"click_element\",\"args\":{\"element\":\"Name\",\"role\":\"text\"}");
    assert_shown(d, "\"skill\":\"type_text\",\"args\":{\"text\":\"ada\"}");
    assert_shown(d, "\"skill\":\"click_element\",\"args\":{\"element\":\"Save\",\"role\":\"push button\"}");
    driver_free(d);

    d = teach("fill_form");
    fill(d, "bob");
    answer(d, await_steps(d, 3), "done");
    finish(d, "success"); /* nobody is asked, and with the person's name for what differs it is the draft that there is */
    driver_free(d);
    g_autofree char *all = NULL;
    assert_int_equal(reins_run(NULL, WORDS("skills", "log", "--json", "fill_form"), &all, NULL), 0);
    if (!strstr(all, sha) || strstr(strstr(all, "\"sha256\"") + 1, "\"sha256\""))
        fail_msg("%s", all);
    g_autofree char *out = NULL;
    assert_int_equal(reins_run(NULL, WORDS("skills", "show", version), &out, NULL), 0);
    if (!strstr(out, "function fill_form(who)") || !strstr(out, "key.type(who)") ||
        !strstr(out, "at(\"Save\", \"push button\", 200, 160)"))
        fail_msg("%s", out);
    /* as any draft: looked at, accepted, and tried with another argument */
    g_autofree char *preview = NULL, *tried = NULL;
    assert_int_equal(reins_run(NULL, WORDS("skills", "preview", version, "who=eve"), &preview, NULL), 0);
    assert_non_null(strstr(preview, "type \"eve\""));
    assert_int_equal(reins_run(NULL, WORDS("skills", "accept", "fill_form", sha), NULL, NULL), 0);
    assert_int_equal(
        reins_run(NULL, WORDS("skills", "try", "--yes", "--json", "--sandbox", "--profile", "form", "fill_form", "who=eve"),
                  &tried, NULL),
        0);
    if (!strstr(tried, "\"effect\":\"changed\""))
        fail_msg("%s", tried);
}

static bool is_opened(void *data)
{
    (void)data;
    return g_file_test(opened, G_FILE_TEST_EXISTS);
}

static void assert_commented(const char *text)
{
    g_autofree char *kept = NULL;
    assert_true(g_file_get_contents(opened, &kept, NULL, NULL));
    assert_string_equal(kept, text);
}

/* Opens the dialog, and comments. */
static void comment(driver *d, const char *text)
{
    click(200, 230);
    await_steps(d, 1);
    assert_true(helper_await(is_opened, NULL, 10000));
    driver_await(d, EVENT_FRAME); /* and has been seen */
    type(text);
    await_steps(d, 2);
    click(200, 100);
    answer(d, await_steps(d, 3), "done");
}

/* A step opens a dialog, late, with a button of the same name as the window has: the skill waits for it as the person did, and
 * what it does there is asked for on the screen as it is then. */
static void program__dialog__waited_for(void **state)
{
    (void)state;
    driver *d = teach("comment_form");
    comment(d, "fine");
    answer(d, await_question(d, "1 \"fine\" (comment)"), "1=words");
    g_autofree char *sha = g_strdup(driver_await(d, EVENT_SKILL)->skill.sha256);
    finish(d, "success");
    driver_free(d);
    assert_commented("fine");
    g_autofree char *version = g_strdup_printf("comment_form@%s", sha), *out = NULL, *tried = NULL;
    assert_int_equal(reins_run(NULL, WORDS("skills", "show", version), &out, NULL), 0);
    if (!strstr(out, "    screen.await(\"Comment\", \"text\")\n    key.type(words)\n"))
        fail_msg("%s", out);
    assert_int_equal(reins_run(NULL, WORDS("skills", "accept", "comment_form", sha), NULL, NULL), 0);
    if (reins_run(NULL, WORDS("skills", "try", "--yes", "--json", "--sandbox", "--profile", "form", "comment_form", "words=well"),
                  &tried, NULL) != 0)
        fail_msg("%s", tried);
    assert_commented("well");

    /* in a run: each part is a proposal */
    d = driver_start(outer.display,
                     WORDS("teach", "--headless", "--calls", "--sandbox", "500x400", "--profile", "form", "comment"));
    driver_await(d, EVENT_MODULE);
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"demonstrate\",\"output\":{\"actions\":[{\"skill\":\"comment_form\","
                   "\"args\":{\"words\":\"better\"}}],\"outcome\":\"continue\"}}");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(timeline_awaited(p->fire.timeline), "text \"Comment\"");
    driver_approve(d, p);
    p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(p->fire.action->part, 1);
    assert_null(timeline_awaited(p->fire.timeline));
    driver_approve(d, p);
    driver_await(d, EVENT_FIRED);
    assert_commented("better");
    driver_send(d, "{\"command\":\"stop\"}");
    finish(d, "stopped");
    driver_free(d);
}

/* A quick one, with the field before it known: Tab moves the focus, and the name is lost rather than the password kept. */
static void program__password__in_no_byte(void **state)
{
    (void)state;
    driver *d = teach("log_in");
    click(200, 90);
    await_steps(d, 1);
    type(SECRET);
    await_question(d, "Its text is not kept");
    click(200, 30);
    await_steps(d, 3);
    type("ada");
    tap("Tab");
    type(SECRET);
    tap("Tab");
    answer(d, await_steps(d, 7), "done");
    answer(d, await_question(d, "Which of these texts"), "none");
    finish(d, "success");
    assert_shown(d, "\"skill\":\"untold_text\",\"args\":{\"keys\":6,\"text\":\"\"}");
    driver_free(d);
    assert_nowhere(SECRET);
}

/* The person says what it was. */
static void program__text_told__kept(void **state)
{
    (void)state;
    driver *d = teach("tell");
    click(200, 90);
    await_steps(d, 1);
    type(SECRET);
    answer(d, await_question(d, "Its text is not kept"), "a public word");
    const event *now = await_steps(d, 2);
    if (strstr(now->asked.question, "not kept"))
        fail_msg("%s", now->asked.question);
    answer(d, now, "leave out the last step");
    answer(d, await_steps(d, 1), "done");
    finish(d, "success");
    driver_free(d);
    assert_nowhere(SECRET);
}

/* A run like any other: exported, and done again through the gate, without the step that was left out. */
static void program__replayed__exported(void **state)
{
    (void)state;
    driver *d = teach("again");
    click(200, 30);
    await_steps(d, 1);
    tap("Escape");
    answer(d, await_steps(d, 2), "leave out the last step");
    await_steps(d, 1);
    type("eve");
    await_steps(d, 2);
    click(200, 160);
    answer(d, await_steps(d, 3), "done");
    answer(d, await_question(d, "1 \"eve\" (name)"), "none");
    finish(d, "success");
    g_autofree char *brain = g_strconcat("replay:", d->run, NULL), *file = g_build_filename(g_get_tmp_dir(), "taught.html", NULL);
    assert_int_equal(reins_run(NULL, WORDS("memory", "export", d->run, "--format", "html", "--out", file), NULL, NULL), 0);
    driver_free(d);
    d = driver_start(NULL, WORDS("run", "--headless", "--sandbox", "500x400", "--profile", "form", "--agent", "teacher",
                                 "--brain", brain, "--mode", "step", "fill in the form"));
    static const char *const skills[] = {"click_element", "type_text", "click_element"};
    for (gsize i = 0; i < G_N_ELEMENTS(skills); i++) {
        const event *p = driver_await(d, EVENT_PROPOSAL);
        assert_string_equal(p->fire.action->skill, skills[i]);
        driver_approve(d, p);
        assert_string_equal(driver_await(d, EVENT_FIRED)->effect, "changed");
    }
    finish(d, "failed"); /* by what is compared: the step that was left out is not there */
    assert_non_null(strstr(reason_of(d), "3 steps were taught; it departs"));
    driver_free(d);
}

/* One click, then the model is asked about it, or not. */
static void describe_save(const char *answered)
{
    driver *d = teach("press");
    click(200, 160);
    answer(d, await_steps(d, 1), "done");
    answer(d, await_question(d, "May writer write documents"), answered);
    finish(d, "success");
    driver_free(d);
}

/* Each pair of pictures gives one document of its element, once the person has agreed; a second one refines it. */
static void program__documents__of_each_pair(void **state)
{
    (void)state;
    g_autofree char *none = NULL, *one = NULL, *two = NULL;
    driver_configure("writer", "[eye]\nsettle_ms=100\n[modules]\ndescriber=writer\n");
    describe_save("no documents");
    assert_int_equal(reins_run(NULL, WORDS("docs", "list", "--json"), &none, NULL), 0);
    assert_null(strstr(none, "Save"));
    describe_save("send them");
    assert_int_equal(reins_run(NULL, WORDS("docs", "list", "--json"), &one, NULL), 0);
    if (!strstr(one, "\"what push button Save is for\"") || !strstr(one, "\"watched\"") || !strstr(one, "\"tap\""))
        fail_msg("%s", one);
    describe_save("send them");
    assert_int_equal(reins_run(NULL, WORDS("docs", "list", "--json"), &two, NULL), 0);
    if (!strstr(two, "\"what push button Save is for, again\""))
        fail_msg("%s", two);
    driver_configure("writer", "[eye]\nsettle_ms=100\n");
}

/* The wheel, a drag to the side, and a press that lasts: documents of those kinds, not of a tap. */
static void program__swipes__documents_of_their_kinds(void **state)
{
    (void)state;
    static const char *const kinds[] = {"v_swipe", "h_swipe", "long_press"};
    g_autofree char *docs = NULL;
    driver_configure("writer", "[eye]\nsettle_ms=100\n[modules]\ndescriber=writer\n");
    driver *d = teach("slide");
    XTestFakeMotionEvent(person, 0, 200, 300, CurrentTime);
    XTestFakeButtonEvent(person, 5, True, CurrentTime);
    XTestFakeButtonEvent(person, 5, False, CurrentTime);
    XSync(person, False);
    await_steps(d, 1);
    XTestFakeButtonEvent(person, 1, True, CurrentTime);
    for (int x = 200; x <= 320; x += 20)
        XTestFakeMotionEvent(person, 0, x, 300, 10);
    XTestFakeButtonEvent(person, 1, False, 10);
    XSync(person, False);
    await_steps(d, 2);
    XTestFakeMotionEvent(person, 0, 40, 300, CurrentTime);
    XTestFakeButtonEvent(person, 1, True, CurrentTime);
    XTestFakeButtonEvent(person, 1, False, 1200);
    XSync(person, False);
    answer(d, await_steps(d, 3), "done");
    answer(d, await_question(d, "May writer write documents"), "send them");
    finish(d, "success");
    driver_free(d);
    assert_int_equal(reins_run(NULL, WORDS("docs", "list", "--json", "--app", "form"), &docs, NULL), 0);
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        g_autofree char *row = g_strdup_printf("\"name\":\"slider Volume\",\"kind\":\"%s\",\"author\":\"watched\"", kinds[i]);
        if (!strstr(docs, row))
            fail_msg("no %s in %s", row, docs);
    }
    driver_configure("writer", "[eye]\nsettle_ms=100\n");
}

/* By its number in the console: the step, and what a replay does, name the element. */
static void console__by_number__named(void **state)
{
    (void)state;
    driver *d = driver_start(outer.display, WORDS("teach", "--headless", "--calls", "--sandbox", "500x400", "--profile", "form",
                                                  "--name", "by_number", "press save"));
    driver_await(d, EVENT_MODULE);
    /* Save: Name, Password, Save, Comment, Volume */
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"demonstrate\",\"output\":{\"actions\":[{\"skill\":\"click_mark\","
                   "\"args\":{\"number\":3}}],\"outcome\":\"continue\"}}");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(p->fire.action->skill, "click_element");
    driver_approve(d, p);
    driver_await(d, EVENT_FIRED);
    driver_await(d, EVENT_MODULE);
    driver_send(d,
                "{\"command\":\"module_edit\",\"module\":\"demonstrate\",\"output\":{\"actions\":[],\"outcome\":\"success\"}}");
    driver_await(d, EVENT_SKILL); /* no text: nobody is asked */
    finish(d, "success");
    driver_free(d);
}

/* No: nothing of what follows is recorded. */
static void program__no_consent__nothing(void **state)
{
    (void)state;
    driver *d =
        driver_start(outer.display, WORDS("teach", "--headless", "--sandbox", "xephyr:500x400", "--profile", "form", "fill in"));
    answer(d, await_question(d, "May reins record"), "2");
    driver_await(d, EVENT_MODULE); /* the form in the console */
    click(200, 30);
    type(SECRET);
    driver_await_where(d, EVENT_STATE, "paused"); /* as any run yields to them */
    driver_send(d, "{\"command\":\"stop\"}");
    finish(d, "stopped");
    g_autofree char *shown = run_shown(d->run);
    assert_null(strstr(shown, "\"skill\":\"click_element\""));
    driver_free(d);
    assert_nowhere(SECRET);
}

/* The key in the program's window; what is done until the resume is not recorded. */
static void program__paused_by_key(void **state)
{
    (void)state;
    driver *d = teach("pause");
    click(200, 30);
    await_steps(d, 1);
    tap("Pause");
    driver_await_where(d, EVENT_STATE, "paused");
    type(SECRET);
    click(200, 160);
    driver_send(d, "{\"command\":\"resume\"}");
    await_steps(d, 1);
    tap("Escape");
    answer(d, await_steps(d, 2), "done");
    finish(d, "success");
    assert_shown(d, "\"skill\":\"press_key\",\"args\":{\"key\":\"Escape\"}");
    driver_free(d);
    assert_nowhere(SECRET);
}

/* What was committed stays; the rest goes on after it. */
static void program__killed__resumed(void **state)
{
    (void)state;
    driver *d = teach("kill");
    click(200, 30);
    await_steps(d, 1);
    kill(d->pid, SIGKILL);
    driver_exit(d);
    g_autofree char *run = g_strdup(d->run);
    driver_free(d);
    assert_verified();
    d = driver_start(outer.display, WORDS("resume", "--headless", run));
    answer(d, await_steps(d, 1), "give up");
    finish(d, "failed");
    driver_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(program__two_demonstrations__one_parameter),
        cmocka_unit_test(program__dialog__waited_for),
        cmocka_unit_test(program__password__in_no_byte),
        cmocka_unit_test(program__replayed__exported),
        cmocka_unit_test(console__by_number__named),
        cmocka_unit_test(program__documents__of_each_pair),
        cmocka_unit_test(program__swipes__documents_of_their_kinds),
        cmocka_unit_test(program__text_told__kept),
        cmocka_unit_test(program__no_consent__nothing),
        cmocka_unit_test(program__paused_by_key),
        cmocka_unit_test(program__killed__resumed),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
