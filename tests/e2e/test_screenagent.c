/* The agent screenagent on Mousepad: plan, batches, retry, reformulate, a rejection, the boards, a death, the export. */
#include "tests/e2e/driver.h"
#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define MOUSEPAD "env -u G_DEBUG GSETTINGS_BACKEND=memory mousepad --disable-server"

static int setup(void **state)
{
    (void)state;
    driver_configure("screenagent", "[eye]\nsettle_ms=60\n");
    return 0;
}

static driver *start(const char *task)
{
    return driver_start(NULL, WORDS("run", "--headless", "--agent", "screenagent", "--sandbox", "900x600", "--profile",
                                    "mousepad", "--app", MOUSEPAD, "--brain", "screenagent", "--set", "retries=9",
                                    task)); /* a busy machine shows the dialog late */
}

static void assert_in(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no \"%s\" in:\n%s", part, text);
}

static void assert_saved(const char *file)
{
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(file, &text, NULL, NULL));
    assert_string_equal(text, "a line");
}

static char *file_named(const char *name)
{
    return g_build_filename(g_get_home_dir(), name, NULL);
}

static void assert_scores_one(const char *place)
{
    g_autofree char *out = NULL, *err = NULL;
    if (reins_run(NULL, WORDS("score", place, "--json"), &out, &err) != 0)
        fail_msg("%s%s", out, err);
    assert_in(out, "\"plan\":{\"mean\":1,");
    assert_in(out, "\"act\":{\"mean\":1,");
    assert_in(out, "\"reflect\":{\"mean\":1,");
}

/* Run → session → import → score: each answer, whatever its form, says what its record has as the label. */
static void assert_recorded(const char *run)
{
    g_autofree char *out = NULL, *err = NULL, *folder = g_build_filename(g_get_home_dir(), "session", NULL);
    g_autofree char *other = g_build_filename(g_get_home_dir(), "other", NULL);
    g_autofree char *own = g_strdup(g_getenv("XDG_DATA_HOME"));
    assert_int_equal(reins_run(NULL, WORDS("memory", "export", run, "--format", "screenagent", "--out", folder), &out, NULL), 0);
    assert_scores_one(folder);
    g_setenv("XDG_DATA_HOME", other, TRUE);
    assert_int_equal(reins_run(NULL, WORDS("memory", "import", folder), NULL, &err), 0);
    assert_scores_one("last");
    assert_verified();
    g_setenv("XDG_DATA_HOME", own, TRUE);
}

/* Each subtask in its turn; a batch of two actions is two proposals. */
static void task__planned_done_and_evaluated__is_saved(void **state)
{
    (void)state;
    g_autofree char *file = file_named("first.txt"), *task = g_strdup_printf("save a line as %s", file);
    driver *d = start(task);
    const event *hello = driver_await(d, EVENT_HELLO);
    assert_in(hello->about.boards, "\"name\":\"phase\"");
    assert_in(hello->about.boards, "\"name\":\"subtasks\"");
    g_autofree char *run = g_strdup(d->run);
    const event *ended = driver_approve_all(d);
    assert_string_equal(ended->end.outcome, "success");
    assert_string_equal(ended->reason, "all 2 subtasks are done");
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    assert_saved(file);
    g_autofree char *shown = run_shown(run);
    assert_in(shown, "screenagent_keyboard_press");
    assert_verified();
    assert_recorded(run);
}

static bool warned(const driver *d, const char *text)
{
    bool told = false;
    for (guint i = 0; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        told = told || (e->kind == EVENT_NOTICE && g_strcmp0(e->level, "warning") == 0 && strstr(e->text, text));
    }
    return told;
}

/* The first try fails (need_retry), the first plan does not fit (need_reformulate; in the published form, with an action that is
 * none of the evaluator's): the new plan keeps what is done. */
static void task__astray__is_retried_and_planned_anew(void **state)
{
    (void)state;
    g_autofree char *file = file_named("second.txt"), *task = g_strdup_printf("save a line as %s astray", file);
    driver *d = start(task);
    driver_await(d, EVENT_HELLO);
    g_autofree char *run = g_strdup(d->run);
    assert_string_equal(driver_approve_all(d)->reason, "all 2 subtasks are done");
    assert_true(warned(d, "evaluator: not as asked for: action 2 is dropped: it is a MouseAction, KeyboardAction or WaitAction"));
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    assert_saved(file);
    g_autofree char *shown = run_shown(run);
    assert_in(shown, "need_retry");
    assert_in(shown, "there is no mail here");
}

/* What a person refused is told the evaluator, and the rest of its batch is not proposed. A death in the middle of a batch: the
 * next engine evaluates what was done. */
static void rejected_and_killed__the_evaluator_is_told(void **state)
{
    (void)state;
    g_autofree char *file = file_named("third.txt"), *task = g_strdup_printf("save a line as %s", file);
    driver *d = start(task);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    driver_reject(d, p, "type it slowly");
    p = driver_await(d, EVENT_PROPOSAL); /* evaluated, retried */
    g_autofree char *run = g_strdup(d->run);
    kill(d->pid, SIGKILL);
    assert_int_equal(driver_exit(d), 128 + SIGKILL);
    driver_free(d);
    d = driver_start(NULL, WORDS("resume", run, "--headless"));
    assert_string_equal(driver_approve_all(d)->reason, "all 2 subtasks are done");
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    assert_saved(file);
    g_autofree char *shown = run_shown(run);
    assert_in(shown, "type it slowly");
    assert_in(shown, "not done (the person rejected it: type it slowly)");
}

/* A person changes what the model wrote, in its own form: it is read again as a model's reply is, by the tolerant rules, too. */
static void reply__changed_by_a_person__is_read_again(void **state)
{
    (void)state;
    g_autofree char *file = file_named("fifth.txt"), *task = g_strdup_printf("save a line as %s", file);
    driver *d = start(task);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    g_autofree char *run = g_strdup(d->run);
    assert_string_equal(action_get(p->fire.action, "keyboard_text")->string, "a line");
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"actor\",\"reply\":\"no fence\"}");
    assert_in(driver_await_where(d, EVENT_NOTICE, "error")->text, "module_edit: this is no JSON object of the form");
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"actor\",\"reply\":\"I type it.\\n```json\\n{\\\"action_type\\\":"
                   "\\\"KeyboardAction\\\",\\\"keyboard_action_type\\\":\\\"text\\\",\\\"keyboard_text\\\":\\\"another "
                   "line\\\"}\\n```\"}");
    p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(action_get(p->fire.action, "keyboard_text")->string, "another line");
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
    g_autofree char *shown = run_shown(run);
    assert_in(shown, "actor: its reply was changed to:");
    assert_in(shown, "I type it.");
    assert_in(shown, "\"correction\":{\"screen\"");
    assert_in(shown, "a line"); /* what it was stays beside it */
    assert_verified();
}

/* The session's records of that status, one text. */
static char *session_of(const char *run, const char *name, const char *status)
{
    g_autofree char *folder = file_named(name), *mark = g_strdup_printf("\"status\": \"%s\"", status), *out = NULL, *err = NULL;
    assert_int_equal(reins_run(NULL, WORDS("memory", "export", run, "--format", "screenagent", "--out", folder), &out, &err), 0);
    g_autoptr(GString) all = g_string_new(NULL);
    g_autoptr(GDir) top = g_dir_open(folder, 0, NULL);
    for (const char *session; (session = g_dir_read_name(top));) {
        g_autofree char *place = g_build_filename(folder, session, NULL);
        g_autoptr(GDir) records = g_dir_open(place, 0, NULL);
        for (const char *record; records && (record = g_dir_read_name(records));) {
            g_autofree char *path = g_build_filename(place, record, NULL), *text = NULL;
            if (g_str_has_suffix(record, ".json") && g_file_get_contents(path, &text, NULL, NULL) && strstr(text, mark))
                g_string_append(all, text);
        }
    }
    return g_string_free(g_steal_pointer(&all), FALSE);
}

/* A person changes the board of subtasks while an action waits. */
static void board__a_subtask_is_removed__the_run_ends_without_it(void **state)
{
    (void)state;
    g_autofree char *file = file_named("fourth.txt"), *task = g_strdup_printf("save a line as %s", file);
    driver *d = start(task);
    driver_await(d, EVENT_PROPOSAL);
    g_autofree char *run = g_strdup(d->run);
    driver_send(d, "{\"command\":\"board\",\"board\":\"subtasks\",\"row\":2,\"verb\":\"remove\"}");
    const event *ended = driver_approve_all(d);
    assert_string_equal(ended->reason, "all 1 subtasks are done");
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    assert_false(g_file_test(file, G_FILE_TEST_EXISTS));
    g_autofree char *session = session_of(run, "removed", "planning");
    assert_in(session, "\"element\": \"the line is in the window\"");
    assert_null(strstr(session, "\"element\": \"the file is saved")); /* what was right is the plan as it was changed */
}

/* The row with that text, in the state of the board; it is waited for. */
static void await_subtask(driver *d, const char *part)
{
    for (;;) {
        const event *e = driver_await(d, EVENT_BOARD);
        if (g_str_equal(e->board.name, "subtasks") && strstr(e->board.rows, part))
            return;
    }
}

/* A usable plan has taken effect, and the actor's action waits: the plan is corrected all the same, and the actor is asked for
 * the new one's first subtask. So is a verdict. Once something was fired by it, a plan is not gone back to. */
static void phase__of_before__is_corrected_while_the_next_waits(void **state)
{
    (void)state;
    g_autofree char *file = file_named("sixth.txt"), *task = g_strdup_printf("save a line as %s", file);
    driver *d = start(task);
    driver_await(d, EVENT_PROPOSAL);
    g_autofree char *run = g_strdup(d->run);
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"planner\",\"output\":{\"subtasks\":[\"one line, no file\"]}}");
    assert_string_equal(driver_await(d, EVENT_DECISION)->decided.verdict, "voided");
    await_subtask(d, "one line, no file");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(action_get(p->fire.action, "keyboard_text")->string, "a line");
    driver_approve(d, p);
    driver_await(d, EVENT_FIRED);
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"planner\",\"output\":{\"subtasks\":[\"zebra\"]}}");
    assert_in(driver_await_where(d, EVENT_NOTICE, "error")->text, "planner has no output in this step");
    const event *ended = driver_approve_all(d);
    assert_string_equal(ended->reason, "all 1 subtasks are done");
    driver_exit(d);
    driver_free(d);
    g_autofree char *shown = run_shown(run), *session = session_of(run, "corrected", "planning");
    assert_in(shown, "back to the phase of planner: it is corrected");
    assert_in(session, "\"element\": \"one line, no file\"");
    g_autofree char *others = session_of(run, "others", "acting");
    assert_null(strstr(others, "zebra"));
    assert_verified();
}

static void phase__verdict_of_before__is_corrected(void **state)
{
    (void)state;
    g_autofree char *file = file_named("seventh.txt"), *task = g_strdup_printf("save a line as %s", file);
    driver *d = start(task);
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    driver_await(d, EVENT_PROPOSAL); /* of the second subtask, or a retry on a busy machine */
    g_autofree char *run = g_strdup(d->run);
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"evaluator\",\"output\":{\"situation\":\"need_retry\",\"advice\":"
                   "\"once more\"}}");
    await_subtask(d, "retry 1 of 9");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(action_get(p->fire.action, "keyboard_text")->string, "a line"); /* of the first subtask again */
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
    g_autofree char *session = session_of(run, "verdict", "evaluating");
    assert_in(session, "\"situation\": \"need_retry\"");
    assert_verified();
}

/* transitions=pause: after a plan nothing is asked before a person goes on, and the plan can be corrected meanwhile. */
static void phase__pause_between__a_plan_is_corrected_in_it(void **state)
{
    (void)state;
    g_autofree char *file = file_named("eighth.txt"), *task = g_strdup_printf("save a line as %s", file);
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "screenagent", "--sandbox", "900x600", "--profile",
                                         "mousepad", "--app", MOUSEPAD, "--brain", "screenagent", "--set", "retries=9", "--set",
                                         "transitions=pause", task));
    driver_await_where(d, EVENT_STATE, "paused");
    g_autofree char *run = g_strdup(d->run);
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"planner\",\"output\":{\"subtasks\":[\"one line, no file\"]}}");
    const event *read = driver_await_where(d, EVENT_MODULE, "planner"); /* shown before the run goes on */
    assert_string_equal(read->status, "done");
    assert_in(read->module.output, "one line, no file");
    assert_in(driver_await_where(d, EVENT_NOTICE, "info")->text, "space goes on with it");
    assert_in(driver_await_where(d, EVENT_STATE, "paused")->reason, "it is corrected"); /* and no more that m corrects it */
    await_subtask(d, "one line, no file");
    /* and the board that shows it can be changed, as any */
    driver_send(d, "{\"command\":\"board\",\"board\":\"subtasks\",\"row\":1,\"verb\":\"edit\",\"text\":\"one line alone\"}");
    await_subtask(d, "one line alone");
    driver_send(d, "{\"command\":\"resume\"}");
    assert_string_equal(action_get(driver_await(d, EVENT_PROPOSAL)->fire.action, "keyboard_text")->string, "a line");
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
    g_autofree char *session = session_of(run, "paused", "planning");
    assert_in(session, "\"element\": \"one line alone\"");
    assert_verified();
}

/* A person in the model's place may give a batch as large as the agent's own limit, and no larger. */
static void person__in_the_models_place__gives_a_batch(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 400, 300, NULL);
    driver *d =
        driver_start(x.display, WORDS("run", "--headless", "--agent", "screenagent", "--mode", "dry", "--display", x.display,
                                      "--brain", "human", "--set", "actions=2", "--rule", "deny key=ctrl+w", "wait twice"));
    const event *hello = driver_await(d, EVENT_HELLO);
    assert_int_equal(hello->about.max_actions, 2);
    assert_string_equal(hello->about.set, "[\"actions=2\"]");
    assert_string_equal(hello->about.rules, "[\"deny key=ctrl+w\"]");
    driver_await_where(d, EVENT_MODULE, "planner");
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"planner\",\"output\":{\"subtasks\":[\"wait\"]}}");
    driver_await_where(d, EVENT_MODULE, "actor");
#define WAIT "{\"skill\":\"screenagent_wait\",\"args\":{\"wait_time\":0.1}}"
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"actor\",\"output\":{\"actions\":[" WAIT "," WAIT "," WAIT "]}}");
    assert_in(driver_await_where(d, EVENT_NOTICE, "error")->text, "a step takes 2, and these are 3");
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"actor\",\"output\":{\"actions\":[" WAIT "," WAIT "]}}");
    driver_await(d, EVENT_PROPOSAL);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
    xvfb_stop(&x);
}

static void judge(driver *d, const char *situation)
{
    g_autofree char *edit = g_strdup_printf(
        "{\"command\":\"module_edit\",\"module\":\"evaluator\",\"output\":{\"situation\":\"%s\",\"advice\":\"\"}}", situation);
    driver_send(d, edit);
}

/* transitions=pause: the verdict that would end the run is paused at, too; corrected, the run goes on; else it ends. */
static void phase__pause_at_the_last_verdict__is_corrected_in_it(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 400, 300, NULL);
    driver *d = driver_start(x.display, WORDS("run", "--headless", "--agent", "screenagent", "--mode", "step", "--display",
                                              x.display, "--brain", "human", "--set", "transitions=pause", "wait"));
    driver_await_where(d, EVENT_MODULE, "planner");
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"planner\",\"output\":{\"subtasks\":[\"wait\"]}}");
    for (int i = 0; i < 2; i++) {
        driver_await_where(d, EVENT_STATE, "paused");
        if (i == 1) {
            judge(d, "need_retry");
            await_subtask(d, "retry 1 of 3"); /* shown before the run goes on */
        }
        driver_send(d, "{\"command\":\"resume\"}");
        driver_await_where(d, EVENT_MODULE, "actor");
        driver_send(d, "{\"command\":\"module_edit\",\"module\":\"actor\",\"output\":{\"actions\":[" WAIT "]}}");
        driver_approve(d, driver_await(d, EVENT_PROPOSAL));
        driver_await_where(d, EVENT_MODULE, "evaluator");
        judge(d, "sub_task_success");
    }
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"resume\"}");
    assert_string_equal(driver_await(d, EVENT_ENDED)->reason, "all 1 subtasks are done");
    driver_exit(d);
    driver_free(d);
    xvfb_stop(&x);
}

/* What was planned after an action that a person changed was planned for another one: it is not proposed, and the evaluator is
 * told both. */
static void edited__an_action_of_a_batch__ends_it(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 400, 300, NULL);
    driver *d = driver_start(x.display, WORDS("run", "--headless", "--agent", "screenagent", "--mode", "step", "--display",
                                              x.display, "--brain", "human", "wait twice"));
    driver_await_where(d, EVENT_MODULE, "planner");
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"planner\",\"output\":{\"subtasks\":[\"wait\"]}}");
    driver_await_where(d, EVENT_MODULE, "actor");
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"actor\",\"output\":{\"actions\":[" WAIT "," WAIT "]}}");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    g_autoptr(action) longer = action_copy(p->fire.action);
    action_set_integer(longer, "wait_time", 1);
    driver_edit(d, p, longer);
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    driver_await_where(d, EVENT_NOTICE, "warning");
    assert_int_equal(driver_notices(d, "the action was changed by a person: 1 planned action after it is not done"), 1);
    const event *asked = driver_await_where(d, EVENT_MODULE, "evaluator");
    assert_in(asked->text, "the person changed");
    assert_in(asked->text, "## Planned and not done\n1. screenagent_wait(wait_time = 0.1)");
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
    xvfb_stop(&x);
}

/* A run in a sandbox whose actor's reply a person takes over from; what is done there is a text in two parts and a key. */
static driver *driven(char **ret_run)
{
    driver_configure("screenagent", "[eye]\nsettle_ms=60\n");
    g_autofree char *file = file_named("never.txt"), *task = g_strdup_printf("save a line as %s", file);
    driver *d = start(task);
    driver_await(d, EVENT_PROPOSAL);
    *ret_run = g_strdup(d->run);
    driver_send(d, "{\"command\":\"takeover\"}");
    driver_await_where(d, EVENT_STATE, "paused");
#define DRIVE(skill, name, value)                                                                                                \
    "{\"command\":\"drive\",\"action\":{\"skill\":\"" skill "\",\"args\":{\"" name "\":" value "}}}\n"
    static const char *const done[] = {DRIVE("key.type", "text", "\"secret\""), DRIVE("key.type", "text", "\" words\""),
                                       DRIVE("key.press", "key", "\"end\"")};
    for (gsize i = 0; i < G_N_ELEMENTS(done); i++) { /* slowly: each is fired alone */
        driver_send(d, done[i]);
        driver_await(d, EVENT_FIRED);
    }
    return d;
}

static void handed_back(driver *d, const char *keep, const char *said)
{
    g_autofree char *line = g_strdup_printf("{\"command\":\"handback\",\"note\":\"\"%s}", keep);
    driver_send(d, line);
    g_autofree char *recorded = g_strdup_printf("recorded as the reply of step 2: done by the person: %s", said ? said : "");
    const event *p = driver_await(d, EVENT_PROPOSAL); /* of the model, who is asked anew */
    assert_true(g_str_has_prefix(p->fire.action->skill, "screenagent_"));
    assert_null(strstr(action_get(p->fire.action, "keyboard_text")->string, "secret"));
    assert_int_equal(driver_notices(d, recorded), said != NULL);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
    assert_verified();
}

/* Agreed to, what a person did stands as the chosen reply beside the model's; text only if they say so; nothing fires again. */
static void driven__agreed_to__is_the_chosen_reply(void **state)
{
    (void)state;
    char *run = NULL;
    driver *d = driven(&run);
    handed_back(d, ",\"keep\":\"text\"", "2 actions");
    g_autofree char *own = run, *session = session_of(run, "driven1", "acting");
    assert_in(session, "\"LLM_response\"");
    assert_in(session, "\"current_task\": \"the line is in the window\"");
    assert_in(session, "a line");
    assert_in(session, "\"keyboard_text\": \"secret words\"");
    assert_in(session, "\\\"keyboard_text\\\":\\\"secret words\\\""); /* the corrected reply */
    assert_in(session, "\"keyboard_key\": \"End\"");
}

static void driven__without_text__keeps_the_keys_alone(void **state)
{
    (void)state;
    char *run = NULL;
    driver *d = driven(&run);
    handed_back(d, ",\"keep\":\"actions\"", "1 action");
    g_autofree char *own = run, *session = session_of(run, "driven2", "acting");
    assert_in(session, "\"keyboard_key\": \"End\"");
    assert_null(strstr(session, "secret"));
}

static void driven__not_agreed_to__is_not_in_the_session(void **state)
{
    (void)state;
    char *run = NULL;
    driver *d = driven(&run);
    handed_back(d, "", NULL);
    g_autofree char *own = run, *session = session_of(run, "driven3", "acting");
    assert_null(strstr(session, "\"End\""));
    assert_null(strstr(session, "secret"));
}

/* Whatever a model answers, a run ends inside its limits and says why: no sequence stalls or runs for ever. Nothing is fired. */
static void random__answers__each_dry_run_ends_with_a_reason(void **state)
{
    (void)state;
    int runs = g_getenv("REINS_SOAK") ? 1000 : 4;
    guint64 seed = 1;
    if (g_getenv("SEED"))
        g_ascii_string_to_unsigned(g_getenv("SEED"), 10, 0, G_MAXINT, &seed, NULL);
    driver_configure("astray", "[eye]\nsettle_ms=60\n[run]\nrepair_wait_s=0\n");
    struct xvfb x;
    xvfb_start(&x, 400, 300, NULL);
    for (int i = 0; i < runs; i++) {
        g_autofree char *task = g_strdup_printf("seed %" G_GUINT64_FORMAT, seed + (guint64)i);
        driver *d = driver_start(x.display, WORDS("run", "--headless", "--agent", "screenagent", "--mode", "dry", "--display",
                                                  x.display, "--brain", "astray", "--max-steps", "60", task));
        const event *ended = driver_approve_all(d);
        if (!ended->reason || !*ended->reason)
            fail_msg("%s ended as %s without a reason", task, ended->end.outcome);
        assert_in("success failed budget error", ended->end.outcome);
        driver_exit(d);
        driver_free(d);
    }
    xvfb_stop(&x);
    assert_verified();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(task__planned_done_and_evaluated__is_saved),
        cmocka_unit_test(task__astray__is_retried_and_planned_anew),
        cmocka_unit_test(rejected_and_killed__the_evaluator_is_told),
        cmocka_unit_test(board__a_subtask_is_removed__the_run_ends_without_it),
        cmocka_unit_test(reply__changed_by_a_person__is_read_again),
        cmocka_unit_test(phase__of_before__is_corrected_while_the_next_waits),
        cmocka_unit_test(phase__verdict_of_before__is_corrected),
        cmocka_unit_test(phase__pause_at_the_last_verdict__is_corrected_in_it),
        cmocka_unit_test(phase__pause_between__a_plan_is_corrected_in_it),
        cmocka_unit_test(person__in_the_models_place__gives_a_batch),
        cmocka_unit_test(edited__an_action_of_a_batch__ends_it),
        cmocka_unit_test(driven__agreed_to__is_the_chosen_reply),
        cmocka_unit_test(driven__without_text__keeps_the_keys_alone),
        cmocka_unit_test(driven__not_agreed_to__is_not_in_the_session),
        cmocka_unit_test(random__answers__each_dry_run_ends_with_a_reason),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
