/* What calls have cost: each module over a run, all runs over a day. */

#include "tests/memory/cli.h"

#include "memory/archive.h"

static void add_call(memory *m, gint64 run, const char *module, const char *status, double cost, gint64 started_us)
{
    struct memory_call call = {.run = run,
                               .step = 1,
                               .module = (char *)module,
                               .brain = (char *)"x",
                               .prompt = (char *)"",
                               .status = (char *)status,
                               .attempt = 1,
                               .ms = 1500,
                               .tokens_in = 100,
                               .tokens_out = 20,
                               .cost = cost,
                               .started_us = started_us};
    assert_true(memory_call_begin(m, &call, &call.id, NULL));
    assert_true(memory_call_end(m, &call, NULL));
}

/* Over the whole run, as JSON the first asked first, for people as the agent asks them; a call that was skipped counts as none.
 */
static void show__run__has_what_each_module_cost(void **state)
{
    (void)state;
    static const char *const wanted[] = {"plan", "gather", NULL};
    const struct memory_run row = {.task = (char *)"t", .agent = (char *)"cradle", .brain = (char *)"x", .options = (char *)"{}"};
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    gint64 run, now = g_get_real_time();
    assert_true(memory_run_add(m, &row, &run, NULL) && memory_step_begin(m, run, 1, NULL));
    assert_runs(data, "runs", 0);
    assert_null(strstr(out, "today"));
    add_call(m, run, "plan", "done", 0.25, now - 2 * 86400 * (gint64)G_USEC_PER_SEC);
    add_call(m, run, "gather", "done", 0.5, now);
    add_call(m, run, "plan", "failed", 1, now);
    add_call(m, run, "gather", "skipped", 0, now);
    g_autoptr(cJSON) show = json(data, "show 1 --json", 0);
    const cJSON *list = list_of(show, "spent", 2);
    for (int i = 0; wanted[i]; i++) {
        const cJSON *one = cJSON_GetArrayItem(list, i);
        assert_string_equal(text_of(one, "module"), wanted[i]);
        assert_int_equal((int)number_of(one, "calls"), i ? 1 : 2);
        assert_true(number_of(one, "cost") == (i ? 0.5 : 1.25));
        assert_int_equal((int)number_of(one, "tokens_in"), 200);
        assert_int_equal((int)number_of(one, "ms"), 3000);
    }
    assert_true(number_of(cJSON_GetArrayItem(list_of(show, "steps", 1), 0), "cost") == 1.75);
    assert_runs(data, "show 1", 0);
    assert_non_null(strstr(out, "\n  cost: $1.7500\n"));
    assert_non_null(strstr(out, "\nMODULE  CALLS   TIME  TOKENS IN  CACHED  OUT  PICTURES     COST\n"
                                "gather      1  3.0 s        200       0   40         0  $0.5000\n"
                                "plan        2  3.0 s        200       0   40         0  $1.2500\n"));
    assert_runs(data, "runs", 0);
    assert_true(g_str_has_suffix(out, "\nall runs today, reins ask and embeddings: $1.5000\n"));
}

/* Its calls were made elsewhere, and some other day; those of today that came before it count on. */
static void today__imported_calls__are_none_of_today(void **state)
{
    (void)state;
    g_autofree char *one = new_dir(), *other = new_dir();
    g_autoptr(memory) m = open_store(one);
    g_autoptr(memory) n = open_store(other);
    g_autofree char *file = g_build_filename(one, "run.reins", NULL);
    g_auto(memory_archived) archived = {0};
    gint64 run = add_story(m);
    struct memory_spent before, after;
    tamper(one, "UPDATE calls SET started_us = 1000000");
    add_story(n);
    assert_true(memory_archive_write(m, run, file, NULL, &archived, NULL));
    memory_archived_clear(&archived);
    assert_true(memory_spent_today(n, &before, NULL));
    assert_true(before.cost > 0);
    assert_true(memory_archive_import(n, file, false, NULL, &archived, NULL));
    assert_true(memory_spent_today(n, &after, NULL));
    assert_true(after.cost == before.cost);
}

/* A price that is not known is not nothing: of a call, a module, a run and a day. */
static void show__call_without_a_price__is_told(void **state)
{
    (void)state;
    const struct memory_run row = {.task = (char *)"t", .agent = (char *)"a", .brain = (char *)"x", .options = (char *)"{}"};
    struct memory_call call = {.step = 1,
                               .module = (char *)"plan",
                               .brain = (char *)"x",
                               .prompt = (char *)"",
                               .status = (char *)"done",
                               .attempt = 1,
                               .tokens_in = 100,
                               .unpriced = true};
    const struct memory_spent beside = {.tokens_in = 7, .cost = 0.25};
    g_autoptr(memory) m = NULL;
    g_autofree char *data = new_data(&m);
    assert_true(memory_run_add(m, &row, &call.run, NULL) && memory_step_begin(m, call.run, 1, NULL));
    assert_true(memory_call_begin(m, &call, &call.id, NULL) && memory_call_end(m, &call, NULL));
    assert_runs(data, "show 1", 0);
    assert_non_null(strstr(out, "\ncost       price unknown\n"));
    assert_non_null(strstr(out, "\n  cost: price unknown\n"));
    assert_runs(data, "runs", 0);
    assert_true(g_str_has_suffix(out, "\nall runs today, reins ask and embeddings: price unknown\n"));
    g_autoptr(cJSON) show = json(data, "show 1 --json", 0);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(cJSON_GetArrayItem(list_of(show, "spent", 1), 0), "unpriced")));
    assert_true(memory_spent_add(m, "ask", "x", &beside, NULL));
    assert_runs(data, "runs", 0);
    assert_true(g_str_has_suffix(out, "\nall runs today, reins ask and embeddings: $0.2500 + unknown\n"));
    assert_runs(data, "verify", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(show__run__has_what_each_module_cost),
        cmocka_unit_test(show__call_without_a_price__is_told),
        cmocka_unit_test(today__imported_calls__are_none_of_today),
    };
    return cmocka_run_group_tests(tests, NULL, free_said);
}
