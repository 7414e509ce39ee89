/* Full-text search: what is found, and that nothing a person types is a syntax error. */

#include "tests/memory/common.h"

#include "memory/pages.h"
#include "memory/sqlite/texts.h"

static guint hits_of(memory *m, const char *query, const char *kind)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) hits = memory_search(m, query, 0, &error);
    if (error)
        fail_msg("\"%s\": %s", query, error->message);
    guint count = 0;
    for (guint i = 0; i < hits->len; i++)
        count += !kind || g_str_equal(((struct memory_hit *)hits->pdata[i])->kind, kind);
    return count;
}

static void search__words__are_found_by_kind(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    add_story(m);
    assert_int_equal(hits_of(m, "compute 34", "run"), 1);
    assert_int_equal(hits_of(m, "person pressed q", "run"), 1);
    assert_int_equal(hits_of(m, "eight", "proposal"), 1);
    assert_int_equal(hits_of(m, "EIGHT", "proposal"), 1);
    assert_int_equal(hits_of(m, "click_at_position", "proposal"), 2);
    assert_int_equal(hits_of(m, "wrong place", "decision"), 1);
    assert_int_equal(hits_of(m, "one digit", "summary"), 1);
    assert_int_equal(hits_of(m, "twelve", "call"), 2);  /* the reply's JSON says no more than the output: once a call */
    assert_int_equal(hits_of(m, "display", "call"), 2); /* ï is i */
    assert_int_equal(hits_of(m, "shows twelve", "call"), 2);
    assert_int_equal(hits_of(m, "press a key", NULL), 0); /* of the prompt's template */
    assert_int_equal(hits_of(m, "\"shows twelve\"", "call"), 2);
    assert_int_equal(hits_of(m, "\"twelve shows\"", NULL), 0);
    assert_int_equal(hits_of(m, "twel*", "call"), 2);
    assert_int_equal(hits_of(m, "nshows", NULL), 0);        /* the escape is not part of a word */
    assert_int_equal(hits_of(m, "eight nowhere", NULL), 0); /* all words */
    assert_int_equal(hits_of(m, "reasoning", "call"), 0);   /* names of members are not text */
}

static void search__hit__has_place_and_snippet(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_story(m);
    g_autoptr(GPtrArray) hits = memory_search(m, "command", 10, &error);
    assert_int_equal(hits->len, 1);
    struct memory_hit *hit = hits->pdata[0];
    assert_int_equal(hit->run, run);
    assert_int_equal(hit->step, 2);
    assert_string_equal(hit->kind, "decision");
    assert_string_equal(hit->snippet, "do not type a «command»");
    g_autoptr(GPtrArray) one = memory_search(m, "twelve", 1, &error);
    assert_int_equal(one->len, 1);
}

static void search__any_text__is_no_syntax_error(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    add_story(m);
    static const char *const queries[] = {
        "",
        " ",
        "\"",
        "\"\"",
        "\"\"\"",
        "*",
        "**",
        "a*b",
        "(",
        ")",
        "()",
        "(a OR",
        "AND",
        "OR",
        "NOT",
        "a NOT",
        "NEAR",
        "NEAR(a b)",
        "NEAR(",
        "text:",
        "text:a",
        "-a",
        "^a",
        "a ^",
        "{a b}:c",
        "+",
        "a + b",
        ":",
        "'",
        "';DROP TABLE runs;--",
        "\\",
        "%",
        "_",
        "a\"b",
        "\"a\"b\"",
        "×",
        "12 × 34",
        "\xff\xfe",
        "a\xff",
        "\xe2\x80",
        "\xe2\x80\xae",
        "日本語",
        "\t\n\r",
        "rank",
        "search",
        "a\"*",
        "*\"",
        "\"a*\"",
        "\"×\"*",
    };
    for (guint i = 0; i < G_N_ELEMENTS(queries); i++)
        hits_of(m, queries[i], NULL);
    assert_int_equal(hits_of(m, "12 × 34", "run"), 1); /* the sign is no word and does not stand in the way */
    g_autoptr(GRand) rand = g_rand_new_with_seed(20260727);
    static const char alphabet[] = "ab \"*()^:-+'\\{}\xc3\x97\xff NEAROT";
    for (int i = 0; i < 2000; i++) {
        char query[24] = "";
        int length = g_rand_int_range(rand, 0, 23);
        for (int j = 0; j < length; j++)
            query[j] = alphabet[g_rand_int_range(rand, 0, sizeof alphabet - 1)];
        hits_of(m, query, NULL);
    }
    g_autofree char *words = g_strnfill(400000, 'a');
    for (int i = 1; i < 400000; i += 2)
        words[i] = ' ';
    hits_of(m, words, NULL);
    g_autofree char *word = g_strnfill(400000, 'w');
    hits_of(m, word, NULL);
}

static void search__correction__replaces_the_one_before(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_run(m, "t");
    struct memory_call call = {
        .run = run, .step = 1, .module = (char *)"plan", .reply = (char *)"just prose, zebra", .output = (char *)"not { json"};
    assert_true(memory_call_begin(m, &call, &call.id, &error));
    assert_int_equal(hits_of(m, "zebra", "call"), 1);
    assert_true(memory_call_correct(m, call.id, "{\"a\":[\"giraffe\",{\"b\":7}]}", &error));
    assert_int_equal(hits_of(m, "giraffe 7", "call"), 1);
    assert_true(memory_call_correct(m, call.id, "{\"a\":\"lion\"}", &error));
    assert_int_equal(hits_of(m, "giraffe", NULL), 0);
    assert_int_equal(hits_of(m, "lion", "call"), 1);
    assert_true(memory_call_correct(m, call.id, "{}", &error));
    assert_int_equal(hits_of(m, "lion", NULL), 0);
    tamper(dir, "INSERT INTO search(search, rank) VALUES ('integrity-check', 1)");
}

/* 60 runs at once, in turns, of 50 steps each: "many" is in 2,940 texts, of all but run 7. */
static memory *open_many(const char *dir)
{
    memory *m = open_store(dir);
    tamper(dir, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)"
                " INSERT INTO runs(id, status, started_us, journal_hash, task) SELECT i, 'ended', i, '0', 't' FROM n;"
                "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2999)"
                " INSERT INTO texts(kind, part, ref, run, step, text) SELECT 'call', 'output', i, 1 + i % 60, 1 + i / 60,"
                " CASE WHEN i % 60 = 6 THEN 'not one of them' WHEN i = 9 THEN 'many rare' WHEN i = 2900 THEN 'many many'"
                " ELSE 'many a long text that says nothing of what is looked for, step ' || i END FROM n;");
    return m;
}

static void search__more_than_are_looked_at__the_newest_are_and_it_is_said(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_many(dir);
    g_autoptr(GError) error = NULL;
    bool more = false;
    g_autoptr(GPtrArray) hits = memory_search_newest(m, "many", 10, &more, &error);
    assert_no_error(error);
    assert_true(more);
    assert_int_equal(hits->len, 10);
    const struct memory_hit *best = hits->pdata[0], *next = hits->pdata[1];
    assert_string_equal(best->snippet, "«many» «many»");
    assert_true(best->run == 1 + 2900 % 60 && best->step == 1 + 2900 / 60);
    assert_true(next->step == 50); /* as good as the others: the newest */
    g_autoptr(GPtrArray) all = memory_search_newest(m, "many", 0, &more, &error);
    assert_true(more && all->len == MEMORY_SEARCH_NEWEST);
    g_autoptr(GPtrArray) begun = memory_search_newest(m, "man*", 10, &more, &error);
    assert_true(more && begun->len == 10);
    assert_string_equal(((struct memory_hit *)begun->pdata[0])->snippet, "«many» «many»");
    g_autoptr(GPtrArray) rare = memory_search_newest(m, "many rare", 10, &more, &error);
    assert_false(more);
    assert_int_equal(rare->len, 1); /* older than those, and found all the same */
    assert_string_equal(((struct memory_hit *)rare->pdata[0])->snippet, "«many» «rare»");
}

/* Ids of the runs that words find, "60 59 …", in pages of so many. */
static char *pages_of(memory *m, const char *words, gint64 limit, bool up)
{
    const struct memory_filter filter = {.words = words};
    g_autoptr(GString) ids = g_string_new(NULL);
    gint64 at = 0;
    for (guint got = 1; got > 0;) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) rows =
            up ? memory_runs_page_up(m, &filter, at, limit, &error) : memory_runs_page(m, &filter, at, limit, &error);
        assert_no_error(error);
        got = rows->len;
        g_autoptr(GString) page = g_string_new(NULL);
        for (guint i = 0; i < got; i++)
            g_string_append_printf(page, "%d ", (int)((struct memory_run_row *)rows->pdata[i])->id);
        if (got)
            at = ((struct memory_run_row *)rows->pdata[up ? 0 : got - 1])->id;
        g_string_insert(ids, up ? 0 : -1, page->str);
    }
    return g_string_free(g_steal_pointer(&ids), FALSE);
}

static void search__runs_by_words__each_way_finds_the_same(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_many(dir);
    g_autoptr(GString) all = g_string_new(NULL);
    for (int i = 60; i > 0; i--) {
        if (i != 7)
            g_string_append_printf(all, "%d ", i);
    }
    static const char *const words[] = {"many", "man*", "long text", "lon* tex*"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        for (gint64 limit = 1; limit < 70; limit += 11) {
            g_autofree char *down = pages_of(m, words[i], limit, false), *up = pages_of(m, words[i], limit, true);
            assert_string_equal(down, all->str);
            assert_string_equal(up, all->str);
        }
        const struct memory_filter filter = {.words = words[i]}, both = {.words = words[i], .from_us = 60};
        assert_int_equal(memory_runs_count(m, &filter, NULL), 59);
        assert_int_equal(memory_runs_count(m, &both, NULL), 1);
    }
    g_autofree char *few = pages_of(m, "rare", 10, false), *none = pages_of(m, "none* many", 10, false);
    assert_string_equal(few, "10 ");
    assert_string_equal(none, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search__words__are_found_by_kind),
        cmocka_unit_test(search__hit__has_place_and_snippet),
        cmocka_unit_test(search__any_text__is_no_syntax_error),
        cmocka_unit_test(search__correction__replaces_the_one_before),
        cmocka_unit_test(search__more_than_are_looked_at__the_newest_are_and_it_is_said),
        cmocka_unit_test(search__runs_by_words__each_way_finds_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
