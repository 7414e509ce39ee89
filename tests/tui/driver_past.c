/* A run as it could have been, in the store: for the scripts of the memory screen. */

#include "tests/helper/says.h"
#include "tests/tui/driver.h"

#include "engine/exports/exports.h"
#include "engine/picture/frame.h"
#include "memory/docs.h"
#include "memory/plans.h"
#include "memory/lessons.h"
#include "memory/questions.h"
#include "memory/pages.h"
#include "skills/timeline/timeline.h"
#include "tests/memory/common.h"

/* A calculator; `digits` of its display are lit. */
static guint32 calculator(int x, int y, guint32 digits)
{
    if (x >= 372 && x < 452 && y >= 348 && y < 428)
        return 0xd02020;
    if (y >= 120 && y < 180 && x >= 780 - 40 * (int)digits && x < 780 && x % 40 < 24)
        return 0x202020;
    return x >= 240 && x < 800 && y >= 80 && y < 640 ? 0xf0f0f0 : 0x204060;
}

static void put_masked_frame(memory *m, gint64 run, gint64 step, const char *role, int digits, const char *masked)
{
    g_autofree char *hash = disk_put_frame(m, calculator, (guint32)digits);
    const struct memory_frame f = {.run = run,
                                   .step = step,
                                   .hash = hash,
                                   .role = (char *)role,
                                   .width = 1280,
                                   .height = 720,
                                   .at_us = 1000000 * step,
                                   .masked = (char *)masked};
    assert_true(memory_frame_add(m, &f, NULL));
}

static void put_frame(memory *m, gint64 run, gint64 step, const char *role, int digits)
{
    put_masked_frame(m, run, step, role, digits, NULL);
}

struct call {
    const char *module, *output, *correction, *error;
};

static void put_call(memory *m, gint64 run, gint64 step, const struct call *c)
{
    g_autofree char *prompt =
        g_strdup_printf("{\"system\":\"You control a calculator.\",\"user\":\"Step %d: what is next?\"}", (int)step);
    struct memory_call call = {.run = run,
                               .step = step,
                               .module = (char *)c->module,
                               .says = (char *)says_of_module(c->module),
                               .brain = (char *)"demo",
                               .prompt = prompt,
                               .status = (char *)"started",
                               .attempt = 1,
                               .started_us = g_get_real_time() - 2 * G_USEC_PER_SEC};
    assert_true(memory_call_begin(m, &call, &call.id, NULL));
    call.reply = (char *)c->output;
    call.output = (char *)c->output;
    call.error = (char *)c->error;
    call.status = c->error ? (char *)"failed" : (char *)"done";
    call.ms = 1800;
    call.tokens_in = 900;
    call.tokens_out = 40;
    call.tokens_cached = 600;
    call.pictures = 1;
    call.cost = 0.0010;
    assert_true(memory_call_end(m, &call, NULL));
    if (c->correction)
        assert_true(memory_call_correct(m, call.id, c->correction, NULL));
}

static char *click_json(void)
{
    g_autoptr(timeline) t = timeline_new();
    const struct timeline_event events[] = {
        {.type = TIMELINE_MOVE, .x = 412, .y = 388, .origin = ORIGIN_ABSOLUTE, .tween = TWEEN_EASE_IN_OUT, .duration_ms = 120},
        {.type = TIMELINE_BUTTON_DOWN, .at_ms = 120, .button = 1, .hold_ms = 50}};
    for (gsize i = 0; i < G_N_ELEMENTS(events); i++)
        assert_true(timeline_add(t, events[i], NULL));
    return timeline_to_json(t);
}

static void put_proposal(memory *m, gint64 run, gint64 step, gint64 id, gint64 edited_from, const char *label, const char *reason)
{
    g_autofree char *action =
        g_strdup_printf("{\"skill\":\"press_button\",\"args\":{\"label\":\"%s\"},\"expectation\":\"the display "
                        "shows %s\",\"reason\":\"%s\"}",
                        label, label, reason);
    g_autofree char *timeline_json = click_json();
    const struct memory_proposal p = {.run = run,
                                      .step = step,
                                      .id = id,
                                      .action = action,
                                      .timeline = timeline_json,
                                      .digest = (char *)"0011223344556677",
                                      .rule = (char *)"click",
                                      .target =
                                          (char *)"{\"window\":\"xcalc\",\"class\":\"XCalc\",\"x\":412,\"y\":388,\"match\":0.998,"
                                                  "\"label\":\"nothing readable\"}",
                                      .tier = 1,
                                      .edited_from = edited_from,
                                      .by = edited_from ? (char *)"human" : (char *)"model"};
    assert_true(memory_proposal_add(m, &p, NULL));
}

static void put_step(memory *m, gint64 run, gint64 step, const char *label, const char *verdict, const char *effect)
{
    g_autofree char *action = g_strdup_printf("{\"skill\":\"press_button\",\"args\":{\"label\":\"%s\"}}", label);
    bool fired = !g_strcmp0(effect, "changed") || !g_strcmp0(effect, "no_effect");
    if (fired) {
        assert_true(memory_fired_add(
            m, run, step, "[{\"index\":0,\"at_ms\":0,\"late_us\":90},{\"index\":1,\"at_ms\":120,\"late_us\":430}]", NULL));
        put_frame(m, run, step, "after", (int)step + (g_str_equal(effect, "changed") ? 1 : 0));
    }
    assert_true(memory_step_end(m, run, step, "enter 34", action, verdict, effect, NULL));
}

static gint64 begin_of(memory *m, const char *agent, const char *profile, const char *command, const char *task)
{
    const struct memory_run run = {.task = (char *)task,
                                   .agent = (char *)agent,
                                   .brain = (char *)"demo",
                                   .profile = (char *)profile,
                                   .app = (char *)command,
                                   .display = (char *)":99",
                                   .mode = (char *)"step",
                                   .options = (char *)"{}",
                                   .status = (char *)"running"};
    gint64 id = 0;
    assert_true(memory_run_add(m, &run, &id, NULL));
    return id;
}

static gint64 begin_by(memory *m, const char *agent, const char *task)
{
    return begin_of(m, agent, "xcalc", "xcalc", task);
}

static gint64 begin(memory *m, const char *task)
{
    return begin_by(m, "cradle", task);
}

static void decide(memory *m, gint64 run, gint64 id, const char *verdict, const char *by, const char *reason)
{
    assert_true(memory_decision_add(m, run, id, verdict, by, reason, NULL));
}

char *disk_history(const char *rest)
{
    static const struct {
        const char *label, *verdict, *by, *reason, *effect, *why;
    } steps[] = {
        {"1", "approved", "human", NULL, "changed", "the display is empty: 1 comes first"},
        {"2", "approved", "human", NULL, "no_effect", "1 is there, 2 is next"},
        {"AC", "rejected", "human", "do not clear it", NULL, "the button seems dead: begin anew"},
        {"÷", "edited", "human", NULL, "changed", "the sign is next"},
        {"3", "stale", "gate", "the window moved", NULL, "the display shows ×"},
        {"3", "approved", "human", NULL, "changed", "3 comes before 4"},
        {"4", "approved", "human", NULL, "changed", "the display shows 3: its 4 is the red button"},
        {"=", NULL, NULL, NULL, NULL, "all is entered"},
    };
    g_autoptr(memory) m = disk_store();
    g_autofree char *task = g_strcompress(rest);
    gint64 run = begin(m, task);
    for (gint64 i = 1; i <= (gint64)G_N_ELEMENTS(steps); i++) {
        const char *label = steps[i - 1].label;
        g_autofree char *plan = g_strdup_printf("{\"reasoning\":\"%s\",\"actions\":[\"%s\"]}", steps[i - 1].why, label);
        const struct call gather = {"gather", "{\"description\":\"a calculator\",\"text\":[\"12\"]}",
                                    i == 6 ? "{\"description\":\"a calculator\",\"text\":[\"12 ×\"]}" : NULL, NULL},
                          plans = {"plan", i == 8 ? NULL : plan, NULL, i == 8 ? "the model answered with no JSON" : NULL};
        assert_true(memory_step_begin(m, run, i, NULL));
        put_masked_frame(m, run, i, "before", (int)i, i == 8 ? "[[240,500,300,100],[1100,0,180,90]]" : NULL);
        put_call(m, run, i, &gather);
        put_call(m, run, i, &plans);
        if (!steps[i - 1].verdict)
            continue;
        put_proposal(m, run, i, i == 4 ? 40 : i, 0, label, steps[i - 1].why);
        if (i == 4) { /* the edit is what was fired: it has the step's number, as the others have */
            decide(m, run, 40, "edited", "human", NULL);
            put_proposal(m, run, i, 41, 40, "×", "");
            decide(m, run, 41, "approved", "human", NULL);
            assert_true(memory_step_end(m, run, i, "enter ×", "{\"skill\":\"press_button\",\"args\":{\"label\":\"×\"}}", "edited",
                                        "changed", NULL));
            continue;
        }
        decide(m, run, i, steps[i - 1].verdict, steps[i - 1].by, steps[i - 1].reason);
        put_step(m, run, i, label, steps[i - 1].verdict, steps[i - 1].effect);
    }
    assert_true(memory_step_end(m, run, 8, "press =", NULL, NULL, NULL, NULL));
    assert_true(memory_run_end(m, run, "failed", "the model answered with no JSON", NULL));
    return NULL;
}

char *disk_begun(const char *rest)
{
    g_autoptr(memory) m = disk_store();
    begin(m, rest);
    return NULL;
}

char *disk_by_hand(const char *rest)
{
    g_autoptr(memory) m = disk_store();
    begin_by(m, "do", rest);
    return NULL;
}

char *disk_started(const char *rest)
{
    g_auto(GStrv) parts = g_strsplit(rest, " | ", 2);
    g_autoptr(memory) m = disk_store();
    if (g_strv_length(parts) != 2)
        return g_strdup("started COMMAND | TASK");
    begin_of(m, "cradle", "default", parts[0], parts[1]);
    return NULL;
}

char *disk_state(const char *rest)
{
    g_auto(GStrv) words = g_strsplit(rest, " ", 3);
    g_autoptr(memory) m = disk_store();
    bool ok = g_strv_length(words) == 3 &&
              memory_state_set(m, g_ascii_strtoll(words[0], NULL, 10), g_ascii_strtoll(words[1], NULL, 10), words[2], NULL);
    return ok ? NULL : g_strdup("state RUN STEP JSON");
}

char *disk_lesson(const char *rest)
{
    g_auto(GStrv) words = g_strsplit(rest, " ", 2);
    g_autoptr(memory) m = disk_store();
    const struct memory_lesson lesson = {
        .by = (char *)"model", .app = words[0], .text = words[1], .run = 1, .step = 2, .at_us = 1};
    return words[1] && memory_lesson_add(m, &lesson, NULL, NULL) ? NULL : g_strdup("lesson APP TEXT");
}

char *disk_doc(const char *rest)
{
    g_auto(GStrv) words = g_strsplit(rest, " ", 3);
    g_autoptr(memory) m = disk_store();
    if (g_strv_length(words) != 3)
        return g_strdup("doc APP ELEMENT TEXT");
    g_autoptr(GPtrArray) frames = memory_frames(m, 1, 2, NULL);
    const struct memory_frame *seen = frames && frames->len ? frames->pdata[0] : NULL;
    const struct memory_doc doc = {.run = 1,
                                   .step = 2,
                                   .at_us = 1,
                                   .by = (char *)"model",
                                   .app = words[0],
                                   .element = words[1],
                                   .before = seen ? seen->hash : NULL,
                                   .after = seen ? seen->hash : NULL,
                                   .text = words[2]};
    return memory_doc_add(m, &doc, NULL, NULL) ? NULL : g_strdup("doc APP ELEMENT TEXT");
}

char *disk_plan(const char *rest)
{
    g_auto(GStrv) words = g_strsplit(rest, " ", 4);
    g_autoptr(memory) m = disk_store();
    struct memory_plan plan = {.run = 1, .step = 2, .at_us = 1, .steps = 3, .by = (char *)"model", .task = (char *)"a task"};
    gint64 sources[PLAN_FOLD], number = 0;
    bool ok = g_strv_length(words) == 4, made = ok && g_str_equal(words[2], "reference");
    if (!ok || (!made && !plan_outcome_parse(words[2], &plan.outcome)))
        return g_strdup("plan APP GOAL OUTCOME|reference TEXT");
    plan.app = words[0];
    plan.goal = words[1];
    plan.text = g_strcompress(words[3]);
    plan.cause = plan.outcome == PLAN_FAILED ? (char *)"no tool" : NULL;
    plan.step += plan.outcome; /* there is one of a step and goal */
    for (guint i = 0; made && ok && i < PLAN_FOLD; i++) {
        plan.step = 10 + i;
        ok = memory_plan_add(m, &plan, &sources[i], NULL);
    }
    ok = ok && (made ? memory_plan_fold(m, &plan, sources, PLAN_FOLD, &number, NULL) : memory_plan_add(m, &plan, NULL, NULL));
    g_free(plan.text);
    return ok ? NULL : g_strdup("the plan could not be written");
}

char *disk_asked(const char *rest)
{
    g_auto(GStrv) words = g_strsplit(rest, " ", 3);
    g_auto(GStrv) texts = g_strsplit(g_strv_length(words) == 3 ? words[2] : "", " | ", 2);
    if (g_strv_length(texts) != 2)
        return g_strdup("asked RUN STEP QUESTION | ANSWER");
    g_autoptr(memory) m = disk_store();
    gint64 run = g_ascii_strtoll(words[0], NULL, 10), step = g_ascii_strtoll(words[1], NULL, 10);
    const struct memory_question q = {
        .run = run, .step = step, .id = 100 + step, .question = texts[0], .choices = (char *)"[\"one\",\"two\"]"};
    bool ok = memory_question_add(m, &q, NULL) && memory_question_end(m, run, q.id, "answered", "human", texts[1], NULL) &&
              memory_questions_used(m, run, true, NULL);
    return ok ? NULL : g_strdup("not stored");
}

char *disk_voided(const char *rest)
{
    g_auto(GStrv) words = g_strsplit(rest, " ", 3);
    if (g_strv_length(words) != 3)
        return g_strdup("voided RUN STEP VERDICT");
    g_autoptr(memory) m = disk_store();
    gint64 run = g_ascii_strtoll(words[0], NULL, 10), step = g_ascii_strtoll(words[1], NULL, 10), id = 200 + step;
    put_proposal(m, run, step, id, 0, "9", "");
    decide(m, run, id, words[2], "human", "a board was changed");
    return NULL;
}

char *disk_acted(const char *rest)
{
    g_auto(GStrv) words = g_strsplit(rest, " ", 5);
    if (g_strv_length(words) != 5)
        return g_strdup("acted RUN STEP VERDICT STAGE LABEL");
    g_autoptr(memory) m = disk_store();
    gint64 run = g_ascii_strtoll(words[0], NULL, 10), step = g_ascii_strtoll(words[1], NULL, 10);
    g_autoptr(GPtrArray) proposals = memory_proposals(m, run, step, NULL);
    gint64 id = 300 + 10 * step + proposals->len;
    put_proposal(m, run, step, id, 0, words[4], "");
    decide(m, run, id, words[2], "human", NULL);
    bool fired = !g_str_equal(words[3], "-");
    return !fired || memory_journal_add(m, run, step, id, words[3], "eye", "0011223344556677", NULL, NULL)
               ? NULL
               : g_strdup("not stored");
}

char *disk_imported(const char *rest)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_build_filename(g_get_user_data_dir(), "reins", "session", NULL),
                    *images = g_build_filename(folder, "images", NULL),
                    *record = g_build_filename(folder, "2024-01-14_17-44-31-405199.json", NULL);
    g_autoptr(GPtrArray) done = g_ptr_array_new();
    g_autoptr(memory) m = disk_store();
    g_mkdir_with_parents(images, 0700);
    disk_picture(images, "before.png", 0xd02020);
    bool ok = g_file_set_contents(record, rest, -1, &error) && screenagent_import(m, folder, false, NULL, done, &error);
    g_ptr_array_set_free_func(done, (GDestroyNotify)import_report_free);
    return ok ? NULL : g_strdup(error->message);
}

char *disk_step_more(const char *rest)
{
    g_autoptr(memory) m = disk_store();
    gint64 run = g_ascii_strtoll(rest, NULL, 10), last = memory_last_step(m, run, NULL);
    bool ok = memory_step_begin(m, run, last + 1, NULL);
    return ok ? NULL : g_strdup("no step");
}

char *disk_expect_gone(const char *rest)
{
    g_autoptr(memory) m = disk_store();
    g_autoptr(GPtrArray) hits = memory_search(m, rest, 1, NULL);
    return hits && !hits->len ? NULL : g_strdup_printf("\"%s\" is still found", rest);
}

static char *store_file(const char *name)
{
    return g_build_filename(g_get_user_data_dir(), "reins", name, NULL);
}

static char *store_move(const char *from, const char *to)
{
    g_autofree char *was = store_file(from), *is = store_file(to);
    return g_rename(was, is) == 0 ? NULL : g_strdup_printf("%s cannot be moved", was);
}

char *disk_store_away(G_GNUC_UNUSED const char *rest)
{
    return store_move("memory.sqlite", "away.sqlite");
}

char *disk_store_garbled(const char *rest)
{
    g_autofree char *moved = disk_store_away(rest), *path = store_file("memory.sqlite");
    if (moved)
        return g_steal_pointer(&moved);
    return g_file_set_contents(path, "no database", -1, NULL) ? NULL : g_strdup_printf("%s cannot be written", path);
}

char *disk_store_back(G_GNUC_UNUSED const char *rest)
{
    return store_move("away.sqlite", "memory.sqlite");
}

char *disk_store_without(const char *rest)
{
    g_autofree char *dir = store_file(NULL), *sql = g_strdup_printf("DROP TABLE %s", rest);
    tamper(dir, sql);
    return NULL;
}

char *disk_store_version(const char *rest)
{
    g_autofree char *dir = store_file(NULL), *sql = g_strdup_printf("PRAGMA user_version = %s", rest);
    tamper(dir, sql);
    return NULL;
}

char *disk_config(const char *rest)
{
    g_autofree char *dir = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "reins", NULL),
                    *file = g_build_filename(dir, "reins.ini", NULL), *text = g_strcompress(rest);
    g_mkdir_with_parents(dir, 0700);
    return g_file_set_contents(file, text, -1, NULL) ? NULL : g_strdup("no reins.ini");
}
