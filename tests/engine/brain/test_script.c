/* Scripted brains: the pool's lua kind in real workers, and the demo's script played to its end against a model of xcalc. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "config/config.h"
#include "engine/brain/brain.h"
#include "skills/dryrun/dryrun.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#define LIMIT_S 60

struct fixture {
    config *cfg;
    brain_pool *pool;
    char *path;
};

static void start(struct fixture *f, const char *source)
{
    f->path = g_build_filename(g_get_tmp_dir(), "brain.lua", NULL);
    assert_true(g_file_set_contents(f->path, source, -1, NULL));
    g_autofree char *text = g_strdup_printf("[brain s]\nkind=lua\nscript=%s\n", f->path);
    g_autoptr(GError) error = NULL;
    f->cfg = config_load_text(text, &error);
    assert_null(error);
    f->pool = brain_pool_new(f->cfg);
}

static void stop(struct fixture *f)
{
    brain_pool_free(f->pool);
    config_free(f->cfg);
    unlink(f->path);
    g_free(f->path);
}

static guint ask(struct fixture *f, const char *brain, const char *module, const char *vars)
{
    g_autoptr(brain_request) r = brain_request_new(module);
    r->vars = g_strdup(vars);
    g_autoptr(GError) error = NULL;
    guint id = brain_pool_ask(f->pool, brain, r, &error);
    if (!id)
        fail_msg("%s", error->message);
    return id;
}

static const struct brain_reply *await(struct fixture *f, guint id)
{
    gint64 until = g_get_monotonic_time() + LIMIT_S * G_USEC_PER_SEC;
    const struct brain_reply *reply;
    while (!(reply = brain_pool_reply(f->pool, id))) {
        assert_true(g_get_monotonic_time() < until);
        assert_true(brain_pool_poll(f->pool, NULL, 0, 1000, NULL));
    }
    return reply;
}

static void script__answers__by_module(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, "function plan(v) return {outcome = \"continue\", n = v.step + 1} end function gather(v) return 'raw {' end");
    guint plan = ask(&f, "s", "plan", "{\"step\":4}"), gather = ask(&f, "s", "gather", "{}"); /* both under way at once */
    const struct brain_reply *reply = await(&f, plan);
    assert_null(reply->error);
    assert_non_null(strstr(reply->text, "\"outcome\":\"continue\""));
    assert_non_null(strstr(reply->text, "\"n\":5"));
    assert_string_equal(await(&f, gather)->text, "raw {");
    assert_true(reply->cost == 0);
    stop(&f);
}

static void expect_error(const char *source, const char *module, const char *words)
{
    struct fixture f;
    start(&f, source);
    const struct brain_reply *reply = await(&f, ask(&f, "s", module, "{}"));
    if (!reply->error || !strstr(reply->error->message, words))
        fail_msg("%s", reply->error ? reply->error->message : reply->text);
    assert_true(reply->error->domain == BRAIN_ERROR);
    assert_true(g_str_has_prefix(reply->error->message, "brain s: "));
    stop(&f);
}

static void script__fault__is_told(void **state)
{
    (void)state;
    expect_error("function plan() error('it broke') end", "plan", "it broke");
    expect_error("function plan() error('sk-abcdefghijkl!') end", "plan", "[key]!"); /* the pool's own filter */
    expect_error("function plan() error(string.rep('x', 3000) .. ' told') end", "plan", "xxx told"); /* what a module is told */
    expect_error("function plan() error(string.rep('x', 9000)) end", "plan", "bytes more)");
    expect_error("function plan() return 1 end", "reflect", "reflect");
    expect_error("function plan() local x = nil; return x.y end", "plan", "x");
    expect_error("function plan() while true do end end", "plan", "");
    expect_error("function plan( return", "plan", "");
    expect_error("function plan() key.press('a') return {} end", "plan", "key");
    expect_error("function plan() return io.open('/etc/passwd') end", "plan", "io");
}

static void script__forgotten__ends_its_worker(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, "function plan() while true do end end function gather() return {} end");
    guint a = ask(&f, "s", "plan", "{}");
    brain_pool_forget(f.pool, a);
    assert_null(brain_pool_reply(f.pool, a));
    assert_non_null(await(&f, ask(&f, "s", "gather", "{}"))->text);
    stop(&f);
}

static void script__missing__fails_at_once(void **state)
{
    (void)state;
    g_autoptr(config) cfg = config_load_text(
        "[brain s]\nkind=lua\nscript=brains/nowhere.lua\n[brain t]\nkind=lua\nscript=/nonexistent/x.lua\n", NULL);
    g_autoptr(brain_pool) pool = brain_pool_new(cfg);
    g_autoptr(brain_request) r = brain_request_new("plan");
    static const char *const names[] = {"s", "t"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autoptr(GError) error = NULL;
        assert_int_equal(brain_pool_ask(pool, names[i], r, &error), 0);
        assert_non_null(strstr(error->message, i ? "/nonexistent/x.lua" : "nowhere"));
    }
}

static void script__demo__is_shipped_and_answers(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, "");
    const char *vars = "{\"task\":\"compute 12 × "
                       "34\",\"screen\":{\"words\":[{\"text\":\"0\",\"region\":\"display\"}]},\"past\":[],\"subtask\":\"\"}";
    static const char *const modules[] = {"gather", "reflect", "infer", "curate", "plan", "summarize"};
    static const char *const words[] = {
        "the display shows 0", "\"success\":\"unknown\"", "enter 12", "\"skills\"", "press_button", "summary"};
    for (gsize i = 0; i < G_N_ELEMENTS(modules); i++) {
        const struct brain_reply *reply = await(&f, ask(&f, "demo", modules[i], vars));
        if (reply->error || !strstr(reply->text, words[i]))
            fail_msg("%s: %s", modules[i], reply->error ? reply->error->message : reply->text);
    }
    stop(&f);
}

/* ---- the demo's script against a model of xcalc (demo_sim.lua) ---- */

static char *play(const char *scenario)
{
    static char *source;
    g_autoptr(GError) error = NULL;
    if (!source) {
        g_autoptr(GBytes) brain = config_file("brains/demo.lua", NULL, &error);
        assert_null(error);
        g_autofree char *path = g_build_filename(g_getenv("REINS_SOURCE"), "tests/engine/brain/demo_sim.lua", NULL);
        g_autofree char *sim = NULL;
        assert_true(g_file_get_contents(path, &sim, NULL, NULL));
        source = g_strdup_printf("%.*s\n%s", (int)g_bytes_get_size(brain), (const char *)g_bytes_get_data(brain, NULL), sim);
    }
    worker *w = dryrun_script_start("demo_sim", source, "play", scenario, &error);
    while (w && !worker_poll(w)) {
        g_autoptr(GArray) fds = g_array_new(FALSE, FALSE, sizeof(GPollFD));
        worker_prepare(w, fds);
        g_poll((GPollFD *)(void *)fds->data, fds->len, 1000);
    }
    char *result = w ? dryrun_script_finish(w, &error) : NULL;
    worker_free(w);
    if (!result)
        fail_msg("%s: %s", scenario, error->message);
    return result;
}

static void expect_played(const char *scenario, const char *outcome, const char *display)
{
    g_autofree char *result = play(scenario);
    g_autofree char *a = g_strdup_printf("\"outcome\":\"%s\"", outcome),
                    *b = display ? g_strdup_printf("\"display\":\"%s\"", display) : NULL;
    if (!strstr(result, a) || (b && !strstr(result, b)))
        fail_msg("%s\n%s", scenario, result);
    bool won = strcmp(outcome, "success") == 0;
    if (won && (!strstr(result, "\"actions\":0") || !strstr(result, "\"task_done\":true")))
        fail_msg("%s\nended with actions, or reflect does not see the end\n%s", scenario, result);
}

#define TASK "\"task\":\"compute 12 × 34\""
#define EVENT(STEP, WHAT, REST) "{" TASK ",\"events\":{\"" STEP "\":{\"what\":\"" WHAT "\"" REST "}}}"

static void demo__undisturbed__computes(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"compute 12 × 34", "408"},
        {"12*12", "144"},
        {"3 x 34 please", "102"},
        {"what is 34 times 3?", "102"},
        {"111 + 11", "122"},
        {"0.5 plus 0.25", "0.75"},
        {"10 ÷ 4", "2.5"},
        {"3 minus 10", "-7"},
        {"0 + 0", "0"},
        {"007 + 1", "8"},
        {"1234567 + 7654321", "8888888"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *scenario = g_strdup_printf("{\"task\":\"%s\"}", rows[i][0]);
        expect_played(scenario, "success", rows[i][1]);
    }
}

static void demo__wrong_press__is_seen_and_cleared(void **state)
{
    (void)state;
    expect_played(EVENT("2", "edit", ",\"label\":\"3\""), "success", "408");
    expect_played(EVENT("5", "edit", ",\"label\":\"7\""), "success", "408");
    expect_played(EVENT("3", "edit", ",\"label\":\"+\""), "success", "408");
    expect_played(EVENT("3", "click", ",\"label\":\"-\""), "success", "408"); /* nobody says what was clicked */
    expect_played(EVENT("4", "click", ",\"label\":\"9\""), "success", "408");
    expect_played(EVENT("3", "miss", ""), "success", "408");
    expect_played(EVENT("3", "unsure", ""), "success", "408");
    expect_played(EVENT("6", "unsure", ""), "success", "408");
    expect_played("{" TASK ",\"display\":\"55\"}", "success", "408");
}

static void demo__rejection__changes_the_plan(void **state)
{
    (void)state;
    g_autofree char *result = play(EVENT("1", "reject", ",\"reason\":\"use the keyboard\""));
    assert_non_null(strstr(result, "\"outcome\":\"success\""));
    assert_non_null(strstr(result, "2 enter 12 press_key(1) approved"));
    assert_non_null(strstr(result, "You said: \\\"use the keyboard\\\""));
    g_autofree char *clear =
        play("{" TASK ",\"display\":\"55\",\"events\":{\"1\":{\"what\":\"reject\",\"reason\":\"AC switches it off\"}}}");
    assert_non_null(strstr(clear, "\"outcome\":\"success\""));
    assert_null(strstr(clear, "(AC) approved"));
    g_autofree char *named = play(EVENT("1", "reject", ",\"reason\":\"no, press the 7 key\""));
    assert_non_null(strstr(named, "2 enter 12 press_button(7) approved"));
    assert_non_null(strstr(named, "\"display\":\"408\""));
}

static void demo__hopeless__ends(void **state)
{
    (void)state;
    expect_played("{" TASK ",\"blind\":true}", "failed", NULL);
    expect_played("{" TASK ",\"dead\":true}", "failed", NULL);
    expect_played("{\"task\":\"10 / 0\"}", "failed", NULL);
    expect_played("{\"task\":\"open the door\"}", "failed", NULL);
    expect_played("{" TASK ",\"no_infer\":true}", "failed", NULL);
    GString *edits = g_string_new("{" TASK ",\"events\":{"), *rejects = g_string_new(edits->str);
    for (int i = 1; i <= 120; i++) {
        g_string_append_printf(edits, "%s\"%d\":{\"what\":\"edit\",\"label\":\"%d\"}", i > 1 ? "," : "", i, i % 10);
        g_string_append_printf(rejects, "%s\"%d\":{\"what\":\"reject\",\"reason\":\"no\"}", i > 1 ? "," : "", i);
    }
    g_string_append(edits, "}}");
    g_string_append(rejects, "}}");
    expect_played(edits->str, "failed", NULL);
    expect_played(rejects->str, "failed", NULL);
    g_string_free(edits, TRUE);
    g_string_free(rejects, TRUE);
}

/* Every single disturbance, at every step: what was really entered decides, so the result is right in the end. A sample here; all
 * labels with REINS_SOAK set. */
static void demo__any_one_disturbance__is_overcome(void **state)
{
    (void)state;
    static const char *const kinds[] = {"reject", "stale", "miss", "unsure", "ocr"};
    static const char *const labels[] = {"2", "-", "=", "AC", "0", "1", "3", "4", "9", "+", "*", "/", ".", "CE/C"};
    gsize n = g_getenv("REINS_SOAK") ? G_N_ELEMENTS(labels) : 4;
    for (int step = 1; step <= 7; step++) {
        for (gsize k = 0; k < G_N_ELEMENTS(kinds); k++) {
            g_autofree char *scenario = g_strdup_printf("{" TASK ",\"events\":{\"%d\":{\"what\":\"%s\"}}}", step, kinds[k]);
            expect_played(scenario, "success", "408");
        }
        for (gsize l = 0; l < n; l++) {
            g_autofree char *edit = g_strdup_printf("{" TASK ",\"events\":{\"%d\":{\"what\":\"%s\",\"label\":\"%s\"}}}", step,
                                                    l % 2 ? "edit" : "click", labels[l]);
            expect_played(edit, "success", "408");
        }
    }
}

/* The worker of the pool is this program itself. */
int main(int argc, char **argv)
{
    static const struct worker_kind kinds[] = {{"script", dryrun_worker_script, false}};
    if (argc > 1 && strcmp(argv[1], "worker") == 0)
        return worker_main(argc, argv, kinds, G_N_ELEMENTS(kinds));
    char self[PATH_MAX];
    gssize n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[MAX(n, 0)] = '\0';
    g_setenv("REINS_BIN", self, TRUE);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(script__answers__by_module),
        cmocka_unit_test(script__fault__is_told),
        cmocka_unit_test(script__forgotten__ends_its_worker),
        cmocka_unit_test(script__missing__fails_at_once),
        cmocka_unit_test(script__demo__is_shipped_and_answers),
        cmocka_unit_test(demo__undisturbed__computes),
        cmocka_unit_test(demo__wrong_press__is_seen_and_cleared),
        cmocka_unit_test(demo__rejection__changes_the_plan),
        cmocka_unit_test(demo__hopeless__ends),
        cmocka_unit_test(demo__any_one_disturbance__is_overcome),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
