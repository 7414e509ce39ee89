/* The agent computer against a scripted service of each provider: xcalc and Mousepad with all that a person does, and what the
 * service was told afterwards in its own fields. */
#include "tests/e2e/driver.h"
#include "tests/e2e/driver_native.h"

#include "tests/engine/brain/mock_http.h"
#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define TURNS 24

static struct xvfb x;
static pid_t xcalc;
static struct mock server;
static const char *service; /* its kind, and the version of an older tool: "anthropic computer_20250124" */
static char *run;

/* Buttons of xcalc on a screen of 240x400. */
#define SEVEN 69, 287
#define TIMES 201, 287
#define EIGHT 113, 287
#define NINE 157, 287
#define EQUALS 201, 377

static bool is_kind(const char *kind)
{
    return g_str_has_prefix(service, kind);
}

static void configure(const char *provider, const struct native_say (*says)[5], gsize n)
{
    struct mock_step steps[TURNS];
    service = provider;
    for (gsize i = 0; i < n; i++) {
        g_autofree char *body = native_reply(service, (int)i, i == 0 ? "I look at it." : "", says[i]);
        steps[i] = (struct mock_step){MOCK_ANSWER, mock_response("200 OK", "Content-Type: application/json\r\n", body)};
    }
    server = mock_start(steps, n);
    for (gsize i = 0; i < n; i++)
        g_free(steps[i].text);
    g_auto(GStrv) kind = g_strsplit(service, " ", 2);
    g_autofree char *ini = g_strdup_printf("[eye]\nsettle_ms=100\n[brain native]\nkind=%s\nurl=http://127.0.0.1:%d/v1\nmodel=m\n"
                                           "computer_tool=%s\n",
                                           kind[0], server.port, kind[1] ? kind[1] : "");
    driver_configure("gate", ini);
}

static driver *start_on(const char *display, const char *brain)
{
    return driver_start(NULL, WORDS("run", "--headless", "--agent", "computer", "--display", display, "--brain", brain, "press"));
}

static driver *start(const char *provider, const struct native_say (*says)[5], gsize n)
{
    configure(provider, says, n);
    return start_on(x.display, "native");
}

/* The body of the request with that number, from 0: one that has been answered. */
static char *asked(int which)
{
    int n;
    g_autofree char *all = mock_requests(&server, &n);
    assert_true(n > which);
    const char *at = all;
    for (int i = 0; i <= which; i++)
        at = strstr(i ? at + 1 : at, "POST ");
    const char *body = strstr(at, "\r\n\r\n") + 4, *end = strstr(body, "\nPOST ");
    return end ? g_strndup(body, (gsize)(end - body)) : g_strdup(body);
}

/* `pictures`: with a zoom's, which Anthropic alone has; one an answer of OpenAI's older tool. OpenAI's mark no error. */
static void assert_told(int which, const char *statuses, int pictures, int errors, int acks, const char *note)
{
    bool responses = is_kind("responses"), each = is_kind("responses ");
    g_autofree char *body = asked(which), *told = native_answers(service, body);
    g_autofree char *what = g_strdup_printf("%s%spictures=%d errors=%d acks=%d note=%s", statuses, *statuses ? " " : "",
                                            is_kind("anthropic")            ? pictures
                                            : each && strchr(statuses, ' ') ? 2
                                                                            : 1,
                                            responses ? 0 : errors, acks, note);
    if (!g_str_has_prefix(told, what))
        fail_msg("%s: request %d says: %s\nnot: %s", service, which, told, what);
}

static void assert_in(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no \"%s\" in:\n%s", part, text);
}

static const event *proposed(driver *d, const char *call)
{
    const event *p = driver_await(d, EVENT_PROPOSAL);
    g_autofree char *words = action_describe(p->fire.action);
    assert_string_equal(words, call);
    return p;
}

static void fire(driver *d, const char *call)
{
    driver_approve(d, proposed(d, call));
    driver_await_where(d, EVENT_FIRED, "done");
}

static driver *killed_and_resumed(driver *d)
{
    g_free(run);
    run = g_strdup(d->run);
    kill(d->pid, SIGKILL);
    assert_int_equal(driver_exit(d), 128 + SIGKILL);
    driver_free(d);
    return driver_start(NULL, WORDS("resume", run, "--headless"));
}

#define CLICK(AT)                                                                                                                \
    {                                                                                                                            \
        "click", AT                                                                                                              \
    }
#define END                                                                                                                      \
    {                                                                                                                            \
        NULL                                                                                                                     \
    }

/* A look, a batch, an edit, a rejection, a take-over, a screen that changes, a death, and the end. */
static const struct native_say task[][5] = {
    {{"screenshot"}, END},
    {{"click", SEVEN}, {"click", TIMES}, END},
    {{"click", NINE}, {"click", TIMES}, END},      /* edited: 8, and the rest is dropped */
    {{"type", .text = "9"}, {"click", NINE}, END}, /* rejected, and the rest is dropped */
    {{"click", NINE}, END},                        /* taken over */
    {{"click", EIGHT}, END},                       /* stale, four times */
    {{"click", EQUALS}, {"click", SEVEN}, END},    /* killed while the first waits */
    {{"click", EQUALS}, END},
    {{"zoom", 150, 10}, END},
    {{"ask", .text = "Is 56 right?"}, END},
    {{"finish", .text = "the display shows 56"}, END},
};

static void a_whole_task__is_told_by_the_table(void **state)
{
    xcalc = xcalc_start(x.display);
    driver *d = start(*state, task, G_N_ELEMENTS(task));
    assert_null(driver_await_where(d, EVENT_MODULE, "started")->module.skills); /* it is sent none */
    fire(d, "click_at_position(x = 69, y = 287)");
    fire(d, "click_at_position(x = 201, y = 287)");
    assert_told(1, "looked", 1, 0, 0, "");
    const event *p = proposed(d, "click_at_position(x = 157, y = 287)");
    assert_told(2, "done done", 1, 0, 0, "");
    g_autoptr(action) eight = action_copy(p->fire.action);
    action_set_integer(eight, "x", 113);
    driver_edit(d, p, eight);
    fire(d, "click_at_position(x = 113, y = 287)");
    p = proposed(d, "type_text(text = \"9\")");
    assert_told(3, "edited dropped", 1, 1, 0, "");
    g_autofree char *edited = asked(3);
    assert_in(edited, "Not executed: a person changed an earlier action of this turn");
    assert_null(strstr(edited, "in this turn failed"));
    assert_in(edited, is_kind("gemini") ? "1000 × 1000 thousandths (0 to 999)" : "240 × 400 pixels");
    assert_in(edited, is_kind("gemini") ? "click_at_position(x = 473, y = 719)" : "click_at_position(x = 113, y = 287)");
    assert_true(!strstr(edited, "x = 113") == is_kind("gemini")); /* one measure, the model's own */
    driver_reject(d, p, "8 is in already");
    p = proposed(d, "click_at_position(x = 157, y = 287)");
    assert_told(4, "rejected dropped", 1, 2, 0, "");
    g_autofree char *rejected = asked(4), *step = g_strdup_printf("%d", p->step);
    assert_in(rejected, "8 is in already");
    driver_send(d, "{\"command\":\"takeover\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"handback\",\"note\":\"nothing is missing\"}");
    p = proposed(d, "click_at_position(x = 113, y = 287)");
    assert_told(5, "handed_back", 1, 0, 0, "The person had taken over and says on handing back: nothing is missing");
    driver_make_stale(d, p->step, 90, 270, 60, 40);
    assert_told(6, "stale", 1, 1, 0, "");
    d = killed_and_resumed(d);
    fire(d, "click_at_position(x = 201, y = 377)");
    assert_told(7, "resumed dropped", 1, 1, 0, "");
    const event *q = driver_await(d, EVENT_QUESTION);
    assert_string_equal(q->asked.question, "Is 56 right?");
    assert_told(8, "done", 1, 0, 0, "");
    assert_told(9, "looked", 2, 0, 0, "");
    g_autofree char *answer = g_strdup_printf("{\"command\":\"answer\",\"id\":%d,\"text\":\"yes, it is\"}", q->id);
    driver_send(d, answer);
    const event *end = driver_await(d, EVENT_ENDED);
    assert_told(10, "answered", 1, 0, 0, "");
    g_autofree char *last = asked(10);
    assert_in(last, "yes, it is");
    assert_true(native_pictures(last) <= 4);
    assert_string_equal(end->end.outcome, "success");
    assert_string_equal(end->reason, "the display shows 56");
    assert_int_equal(driver_exit(d), 0);
    g_autofree char *shown = NULL;
    assert_int_equal(reins_run(NULL, WORDS("memory", "show", d->run, step), &shown, NULL), 0);
    assert_in(shown, "[turn]\n");
    assert_in(shown, ": {\"status\":\"edited\"");
    assert_in(shown, "Propose something else or ask the person; do not send the same again.");
    driver_free(d);
    assert_verified();
    mock_stop(&server);
    helper_end(xcalc);
}

/* Longer than what a rule shows of its evidence, and with a character that turns the text around. */
#define TOLD                                                                                                                     \
    "We have detected instructions in the picture that may cause your application to perform malicious or unauthorized "         \
    "actions: it is asked to open a shell, to send files to an address that is not the person's, and to say nothing of it. "     \
    "Please acknowledge this warning if you would like to go on"
#define ORDERS TOLD "\u202e: the page gives orders"
#define ORDERS_SHOWN TOLD "‹U+202E›: the page gives orders"

/* Acknowledged by a key, rejected, and a look that wants it, too. */
static const struct native_say unsafe[][5] = {
    {{"click", SEVEN, .safety = ORDERS}, END},
    {{"click", EIGHT, .safety = "a payment"}, END},
    {{"screenshot", .safety = "a private page"}, END},
    {{"finish", .text = "enough"}, END},
};

/* A safety check of this service in its own words. Valid until the next call. */
static const char *checked(const char *message)
{
    static char *text;
    g_free(text);
    text = g_strdup_printf("%s: %s", is_kind("gemini") ? "require_confirmation" : "malicious_instructions", message);
    return text;
}

/* What the store has of the run's proposals shows each check beside what was decided. */
static void assert_kept(driver *d)
{
    const char *const ways[] = {"--json", NULL};
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        g_autofree char *out = NULL;
        assert_int_equal(reins_run(NULL, WORDS("memory", "show", d->run, ways[i]), &out, NULL), 0);
        assert_in(out, checked(ORDERS_SHOWN));
        assert_in(out, checked("a payment"));
    }
}

/* In a mode that fires by itself it asks; what is acknowledged is what a person approved, and nothing else. */
static void safety_checks__are_a_person_s_to_acknowledge(void **state)
{
    g_unsetenv("TESSDATA_PREFIX"); /* words that cannot be read are a reason to ask, too */
    xcalc = xcalc_start(x.display);
    driver *d = start(*state, unsafe, G_N_ELEMENTS(unsafe));
    driver_send(d, "{\"command\":\"mode\",\"mode\":\"watch\"}");
    const event *p = proposed(d, "click_at_position(x = 69, y = 287)");
    assert_int_equal(p->judged.tier, 2);
    assert_int_equal(p->judged.fuse_ms, 0);
    assert_string_equal(p->judged.rule, "provider-asks");
    assert_string_equal(p->judged.provider_asks, checked(ORDERS_SHOWN));
    assert_null(strstr(p->judged.explain, "the model"));
    driver_approve(d, p);
    p = proposed(d, "click_at_position(x = 113, y = 287)");
    assert_told(1, "done", 1, 0, 1, "");
    assert_string_equal(p->judged.provider_asks, checked("a payment"));
    driver_reject(d, p, "pay nothing");
    p = proposed(d, "wait_seconds(seconds = 0)");
    g_autofree char *refused = asked(2), *told = native_answers(service, refused);
    if (is_kind("gemini"))
        assert_told(2, "rejected", 1, 1, 0, "");
    else /* a call without its acknowledgement is not sent at all */
        assert_in(told, "You called earlier:\n- click_at_position(x = 113, y = 287): {\"status\":\"rejected\"");
    assert_in(refused, "pay nothing");
    driver_approve(d, p);
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "success");
    assert_told(3, "done", 1, 0, 1, "");
    assert_int_equal(driver_exit(d), 0);
    assert_kept(d);
    driver_free(d);
    assert_verified();
    mock_stop(&server);
    helper_end(xcalc);
}

/* What cannot be, words without a call, a corrected turn, one that is said anew, a death after the hand has pressed. */
static const struct native_say odd[][5] = {
    {{"click", 300, 20}, {"click", SEVEN}, END},
    {END}, /* only words */
    {{"click", SEVEN}, {"click", EIGHT}, END},
    {{"click", TIMES}, END},
    {{"click", TIMES}, END},
    {{"click", EIGHT}, {"screenshot"}, END},
    {END},
    {END}, /* once more, where it was asked before it died */
};

/* A person mends reins.ini while the run goes on. */
static void change_settings(void)
{
    g_autofree char *file = g_build_filename(g_get_user_config_dir(), "reins", "reins.ini", NULL), *text = NULL;
    assert_true(g_file_get_contents(file, &text, NULL, NULL));
    g_autofree char *more = g_strconcat(text, "# mended\n", NULL);
    assert_true(g_file_set_contents(file, more, -1, NULL));
}

static void answer(driver *d, const char *question, const char *text)
{
    const event *q = driver_await(d, EVENT_QUESTION);
    assert_string_equal(q->asked.question, question);
    g_autofree char *line = g_strdup_printf("{\"command\":\"answer\",\"id\":%d,\"text\":\"%s\"}", q->id, text);
    driver_send(d, line);
}

static void anthropic__odd_turns__each_call_has_its_answer(void **state)
{
    (void)state;
    xcalc = xcalc_start(x.display);
    driver *d = start("anthropic", odd, G_N_ELEMENTS(odd));
    answer(d, "The model says nothing.", "go on");
    assert_told(1, "impossible dropped", 1, 2, 0, "");
    g_autofree char *outside = asked(1);
    assert_in(outside, "is outside of the picture");
    proposed(d, "click_at_position(x = 69, y = 287)");
    assert_told(2, "", 1, 0, 0, "asked: The model says nothing.; the person answered: go on");
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"computer_use\",\"output\":{\"outcome\":\"continue\",\"actions\":["
                   "{\"skill\":\"click_at_position\",\"args\":{\"x\":157,\"y\":287}},"
                   "{\"skill\":\"click_at_position\",\"args\":{\"x\":113,\"y\":287}}]}}");
    fire(d, "click_at_position(x = 157, y = 287)");
    fire(d, "click_at_position(x = 113, y = 287)"); /* the person left it as it was */
    proposed(d, "click_at_position(x = 201, y = 287)");
    assert_told(3, "edited done", 1, 0, 0, "");
    change_settings();
    driver_send(d, "{\"command\":\"module_retry\",\"module\":\"computer_use\",\"hint\":\"really?\"}");
    driver_await_where(d, EVENT_NOTICE, "warning");
    assert_int_equal(driver_notices(d, "has changed since this run read it"), 1);
    driver_await_where(d, EVENT_MODULE, "started");
    driver_approve(d, proposed(d, "click_at_position(x = 201, y = 287)"));
    driver_await_where(d, EVENT_FIRED, "done");
    assert_told(4, "edited done", 1, 0, 0, "The person says: really?");
    driver_approve(d, proposed(d, "click_at_position(x = 113, y = 287)"));
    driver_await(d, EVENT_FIRED);
    d = killed_and_resumed(d);
    answer(d, "The model says nothing.", "the task is done");
    g_autofree char *body = asked(6), *told = native_answers(service, body);
    assert_true(g_str_has_prefix(told, "done resumed ") || g_str_has_prefix(told, "done looked ")); /* when it died */
    const event *end = driver_await(d, EVENT_ENDED);
    assert_string_equal(end->end.outcome, "success");
    assert_string_equal(end->reason, "the person says that it is done");
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    assert_verified();
    mock_stop(&server);
    helper_end(xcalc);
}

/* What a person says in the last step that is allowed ends the run as it says; a question alone does not lift the limit. */
static void anthropic__answer_in_the_last_step__counts(void **state)
{
    (void)state;
    static const struct native_say silent[][5] = {{END}};
    static const struct {
        const char *answer, *outcome;
        int code;
    } cases[] = {{"the task is done", "success", 0}, {"go on", "budget", 4}};
    xcalc = xcalc_start(x.display);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        configure("anthropic", silent, G_N_ELEMENTS(silent));
        driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "computer", "--display", x.display, "--brain",
                                             "native", "--max-steps", "1", "press"));
        answer(d, "I look at it.", cases[i].answer);
        assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, cases[i].outcome);
        assert_int_equal(driver_exit(d), cases[i].code);
        driver_free(d);
        mock_stop(&server);
    }
    helper_end(xcalc);
}

static const struct native_say short_task[][5] = {
    {{"click", SEVEN}, END},
    {{"click", TIMES}, END},
    {{"finish", .text = "enough"}, END},
    {{"finish", .text = "enough"}, END}, /* of the fork */
};

static void end_well(driver *d)
{
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
}

/* An end before other calls is no end, and nobody has rejected it; a call that is dropped is told to who looks on, too. */
static void anthropic__end_before_other_calls__is_told_why(void **state)
{
    (void)state;
    static const struct native_say early[][5] = {
        {{"finish", .text = "done already"}, {"click", SEVEN}, END},
        {{"key", .text = "F9"}, {"click", EIGHT}, END}, /* a key that xcalc does not know: no effect */
        {{"finish", .text = "enough"}, END},
    };
    xcalc = xcalc_start(x.display);
    driver *d = start("anthropic", early, G_N_ELEMENTS(early));
    fire(d, "click_at_position(x = 69, y = 287)");
    fire(d, "press_keys_combined(keys = \"F9\")");
    assert_told(1, "impossible done", 1, 1, 0, "");
    g_autofree char *told = asked(1);
    assert_in(told, "it comes alone, or last in a turn: other calls stood behind it");
    assert_in(driver_await_where(d, EVENT_NOTICE, "warning")->text, "anew after press_keys_combined(keys = \"F9\") (no_effect)");
    end_well(d);
    assert_told(2, "done dropped", 1, 1, 0, "");
    mock_stop(&server);
    helper_end(xcalc);
}

static driver *start_sandbox(const char *brain, const char *app)
{
    return driver_start(
        NULL, WORDS("run", "--headless", "--agent", "computer", "--sandbox", "240x400", "--app", app, "--brain", brain, "press"));
}

/* A recorded run answers in its provider's words; a fork goes on from the turns of its parent. The service hears nothing of what
 * was said before. */
static void gemini__a_recorded_run__is_replayed_and_forked(void **state)
{
    (void)state;
    int n;
    configure("gemini", short_task, G_N_ELEMENTS(short_task));
    driver *d = start_sandbox("native", "xcalc");
    fire(d, "click_at_position(x = 69, y = 287)");
    fire(d, "click_at_position(x = 201, y = 287)");
    g_autofree char *parent = g_strdup(d->run), *again = g_strconcat("replay:", parent, NULL), *out = NULL;
    end_well(d);
    d = start_sandbox(again, "xcalc");
    fire(d, "click_at_position(x = 69, y = 287)");
    fire(d, "click_at_position(x = 201, y = 287)");
    end_well(d);
    g_free(mock_requests(&server, &n));
    assert_int_equal(n, 3);
    d = driver_start(NULL, WORDS("resume", parent, "--before", "2", "--replay", "--headless"));
    fire(d, "click_at_position(x = 69, y = 287)");
    driver_reject(d, proposed(d, "click_at_position(x = 201, y = 287)"), "not now"); /* as the parent's model had said it */
    end_well(d);
    assert_told(3, "rejected", 1, 1, 0, "");
    assert_int_equal(reins_run(NULL, WORDS("memory", "show", parent), &out, NULL), 0);
    assert_in(out, "click_at_position");
    assert_verified();
    mock_stop(&server);
}

/* What the person did themselves meanwhile is said beside the answer. */
static void responses__a_take_over__tells_what_the_person_did(void **state)
{
    (void)state;
    configure("responses", short_task, G_N_ELEMENTS(short_task));
    driver *d = start_sandbox("native", "xcalc");
    proposed(d, "click_at_position(x = 69, y = 287)");
    driver_send(d, "{\"command\":\"takeover\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"drive\",\"action\":{\"skill\":\"key.press\",\"args\":{\"key\":\"8\"}}}");
    driver_await_where(d, EVENT_FIRED, "done");
    driver_send(d, "{\"command\":\"handback\",\"note\":\"8 is in\"}");
    fire(d, "click_at_position(x = 201, y = 287)");
    assert_told(1, "handed_back", 1, 0, 0,
                "While the person had taken over, they did this: key.press(key = \"8\")\nThe person had taken over and says on "
                "handing back: ");
    end_well(d);
    assert_verified();
    mock_stop(&server);
}

/* The same in an editor, by keys: what is saved in the end is what the person let through. */
static const struct native_say letter[][5] = {
    {{"screenshot"}, END},
    {{"type", .text = "one "}, {"type", .text = "two "}, END},
    {{"type", .text = "thre "}, END},                        /* edited: three */
    {{"type", .text = "wrong"}, {"type", .text = "."}, END}, /* rejected, and the rest is dropped */
    {{"type", .text = "four"}, END},                         /* taken over */
    {{"click", 120, 200}, END},                              /* stale, four times */
    {{"type", .text = "four"}, {"type", .text = "."}, END},  /* killed while the first waits */
    {{"type", .text = "four"}, END},
    {{"key", .text = "ctrl+s", .safety = "it writes a file"}, END},
    {{"finish", .text = "it is saved"}, END},
};

static void in_an_editor__what_was_let_through_is_saved(void **state)
{
    g_autofree char *file = g_build_filename(g_get_home_dir(), "letter.txt", NULL), *text = NULL;
    g_autofree char *app = g_strdup_printf("env -u G_DEBUG GSETTINGS_BACKEND=memory mousepad --disable-server %s", file);
    assert_true(g_file_set_contents(file, "", 0, NULL));
    configure(*state, letter, G_N_ELEMENTS(letter));
    driver *d = start_sandbox("native", app);
    fire(d, "type_text(text = \"one \")");
    fire(d, "type_text(text = \"two \")");
    assert_told(1, "looked", 1, 0, 0, "");
    const event *p = proposed(d, "type_text(text = \"thre \")");
    assert_told(2, "done done", 1, 0, 0, "");
    g_autoptr(action) three = action_copy(p->fire.action);
    action_set_string(three, "text", "three ");
    driver_edit(d, p, three);
    fire(d, "type_text(text = \"three \")");
    p = proposed(d, "type_text(text = \"wrong\")");
    assert_told(3, "edited", 1, 0, 0, "");
    driver_reject(d, p, "four is next");
    p = proposed(d, "type_text(text = \"four\")");
    assert_told(4, "rejected dropped", 1, 2, 0, "");
    driver_send(d, "{\"command\":\"takeover\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"handback\",\"note\":\"click first\"}");
    p = proposed(d, "click_at_position(x = 120, y = 200)");
    assert_told(5, "handed_back", 1, 0, 0, "The person had taken over and says on handing back: click first");
    driver_make_stale(d, p->step, 0, 0, 240, 400); /* a window over all of it */
    assert_told(6, "stale", 1, 1, 0, "");
    d = killed_and_resumed(d);
    fire(d, "type_text(text = \"four\")");
    assert_told(7, "resumed dropped", 1, 1, 0, "");
    p = proposed(d, "press_keys_combined(keys = \"ctrl+s\")");
    assert_told(8, "done", 1, 0, 0, "");
    bool checked = !is_kind("anthropic");
    if (checked)
        assert_in(p->judged.explain, "it writes a file");
    driver_approve(d, p);
    driver_await_where(d, EVENT_FIRED, "done");
    const event *end = driver_await(d, EVENT_ENDED);
    assert_told(9, "done", 1, 0, checked, "");
    assert_string_equal(end->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    assert_true(g_file_get_contents(file, &text, NULL, NULL));
    assert_string_equal(g_strchomp(text), "one two three four");
    assert_verified();
    mock_stop(&server);
}

/* A script and a person have no tool: they fill in the form. */
static void script_and_person__in_the_model_s_place__fill_in_the_form(void **state)
{
    (void)state;
    xcalc = xcalc_start(x.display);
    driver_configure("computer", "[eye]\nsettle_ms=100\n[brain me]\nkind=human\n");
    driver *d = start_on(x.display, "computer");
    fire(d, "click_at_position(x = 69, y = 287)");
    end_well(d);
    d = start_on(x.display, "me");
    driver_await_where(d, EVENT_MODULE, "started");
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"computer_use\",\"output\":{\"outcome\":\"continue\",\"actions\":["
                   "{\"skill\":\"click_with\",\"args\":{\"x\":113,\"y\":287,\"clicks\":2}}]}}");
    fire(d, "click_with(x = 113, y = 287, clicks = 2)");
    driver_await_where(d, EVENT_MODULE, "started");
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"computer_use\",\"output\":{\"outcome\":\"success\",\"actions\":[],"
                   "\"reasoning\":\"that is it\"}}");
    end_well(d);
    assert_verified();
    helper_end(xcalc);
}

static int setup(void **state)
{
    (void)state;
    driver_leave_words_unread(); /* they decide nothing here */
    xvfb_start(&x, 240, 400, NULL);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    g_free(run);
    xvfb_stop(&x);
    return 0;
}

#define OF(SERVICE, TEST)                                                                                                        \
    {                                                                                                                            \
        SERVICE ": " #TEST, TEST, NULL, NULL, (void *)SERVICE                                                                    \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        OF("anthropic", a_whole_task__is_told_by_the_table),
        OF("anthropic computer_20251124", a_whole_task__is_told_by_the_table),
        OF("anthropic computer_20241022", a_whole_task__is_told_by_the_table),
        OF("responses", a_whole_task__is_told_by_the_table),
        OF("responses computer_use_preview", a_whole_task__is_told_by_the_table),
        OF("gemini", a_whole_task__is_told_by_the_table),
        OF("anthropic", in_an_editor__what_was_let_through_is_saved),
        OF("anthropic computer_20250124", in_an_editor__what_was_let_through_is_saved),
        OF("responses", in_an_editor__what_was_let_through_is_saved),
        OF("responses computer_use_preview", in_an_editor__what_was_let_through_is_saved),
        OF("gemini", in_an_editor__what_was_let_through_is_saved),
        cmocka_unit_test(anthropic__odd_turns__each_call_has_its_answer),
        cmocka_unit_test(anthropic__end_before_other_calls__is_told_why),
        cmocka_unit_test(anthropic__answer_in_the_last_step__counts),
        cmocka_unit_test(gemini__a_recorded_run__is_replayed_and_forked),
        cmocka_unit_test(responses__a_take_over__tells_what_the_person_did),
        cmocka_unit_test(script_and_person__in_the_model_s_place__fill_in_the_form),
        OF("responses", safety_checks__are_a_person_s_to_acknowledge),
        OF("responses computer_use_preview", safety_checks__are_a_person_s_to_acknowledge),
        OF("gemini", safety_checks__are_a_person_s_to_acknowledge),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
