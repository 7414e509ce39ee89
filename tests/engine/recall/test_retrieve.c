/* Retrieval: the exact order, what weighs, what is never there; a provider's vectors over a real socket. */

#include "engine/recall/retrieve.h"
#include "engine/recall/dense.h"
#include "engine/recall/embed.h"
#include "engine/recall/postings.h"
#include "engine/recall/skill_score.h"
#include "memory/skills.h"
#include "tests/engine/brain/mock_http.h"

#include <glib/gstdio.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define NOW ((gint64)1790000000 * G_USEC_PER_SEC)
#define DAY ((gint64)86400 * G_USEC_PER_SEC)

/* ---- sparse: as reckoned without postings ---- */

static ngram *features_of(const char *text, guint *ret_length)
{
    g_autoptr(ngrams) n = ngrams_new();
    ngrams_add(n, text, 1);
    return ngrams_take(n, ret_length);
}

static const char *const vocabulary[] = {"open",   "close", "window", "file", "press",  "key",  "mouse", "click",
                                         "scroll", "page",  "menu",   "text", "type",   "copy", "paste", "line",
                                         "word",   "find",  "next",   "tab",  "puzzle", "turn", "walk",  "shoot",
                                         "door",   "save",  "print",  "zoom", "undo",   "quit"};

static char *random_text(GRand *random, int words)
{
    GString *text = g_string_new(NULL);
    for (int i = 0; i < words; i++)
        g_string_append_printf(text, "%s%s", i ? " " : "",
                               vocabulary[g_rand_int_range(random, 0, (gint32)G_N_ELEMENTS(vocabulary))]);
    return g_string_free(text, FALSE);
}

static double brute_cosine(const postings *p, const ngram *a, guint n, const ngram *b, guint m)
{
    double dot = 0, x = 0, y = 0;
    for (guint i = 0; i < n; i++)
        x += postings_weight(p, a[i]) * postings_weight(p, a[i]);
    for (guint j = 0; j < m; j++)
        y += postings_weight(p, b[j]) * postings_weight(p, b[j]);
    for (guint i = 0; i < n; i++)
        for (guint j = 0; j < m; j++)
            dot += NGRAM_ID(a[i]) == NGRAM_ID(b[j]) ? postings_weight(p, a[i]) * postings_weight(p, b[j]) : 0;
    return x > 0 && y > 0 ? dot / sqrt(x * y) : 0;
}

static void postings__of_random_texts__are_as_brute_force(void **state)
{
    (void)state;
    enum { N = 300 };
    g_autoptr(GRand) random = g_rand_new_with_seed(7);
    ngram *features[N];
    guint lengths[N], length;
    for (guint i = 0; i < N; i++) {
        g_autofree char *text = random_text(random, i == 0 ? 0 : g_rand_int_range(random, 1, 20));
        features[i] = features_of(text, &lengths[i]);
    }
    g_autoptr(postings) p = postings_new((const ngram *const *)features, lengths, N, 0);
    for (int round = 0; round < 20; round++) {
        g_autofree char *text = random_text(random, 5);
        g_autofree ngram *query = features_of(text, &length);
        float cosines[N];
        postings_cosines(p, query, length, cosines);
        for (guint i = 0; i < N; i++)
            assert_true(fabs((double)cosines[i] - brute_cosine(p, query, length, features[i], lengths[i])) < 1e-5);
    }
    for (guint i = 0; i < N; i++)
        g_free(features[i]);
}

static void best__of_random_values__are_as_sorted(void **state)
{
    (void)state;
    g_autoptr(GRand) random = g_rand_new_with_seed(3);
    float values[500], bonus[500];
    for (guint i = 0; i < 500; i++) {
        values[i] = (float)g_rand_int_range(random, 0, 50); /* many are equal */
        bonus[i] = (float)g_rand_int_range(random, 0, 3);
    }
    values[17] = NAN;
    for (guint k = 0; k < 510; k += 37) {
        g_autoptr(GArray) best = skill_score_best(values, bonus, 500, k);
        assert_int_equal(best->len, MIN(k, 499));
        for (guint i = 0; i < best->len; i++) {
            guint at = g_array_index(best, guint, i), before = 0;
            for (guint j = 0; j < 500; j++)
                before +=
                    values[j] + bonus[j] > values[at] + bonus[at] || (values[j] + bonus[j] == values[at] + bonus[at] && j < at);
            assert_int_equal(before, i);
        }
    }
}

/* ---- dense ---- */

static float *random_vectors(GRand *random, guint n, guint dimension)
{
    float *at = g_new(float, (gsize)n *dimension);
    for (gsize i = 0; i < (gsize)n * dimension; i++)
        at[i] = (float)(g_rand_double(random) + g_rand_double(random) - 1);
    return at;
}

static void dense_is_exact(guint n, guint dimension, float spread)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(dimension);
    g_autofree float *at = random_vectors(random, n + 1, dimension), *cosines = g_new(float, n), *brute = g_new(float, n);
    g_autofree float *bonus = random_vectors(random, n, 1);
    g_autofree const float **rows = g_new(const float *, n);
    for (gsize i = 0; i < (gsize)(n + 1) * dimension; i++)
        at[i] = at[i] * spread + (float)(i % dimension % 7); /* small spread: all are nearly alike */
    for (guint i = 0; i < n; i++) {
        rows[i] = at + (gsize)i * dimension;
        bonus[i] *= 0.05f;
    }
    memset(at + (gsize)3 * dimension, 0, dimension * sizeof *at); /* one says nothing */
    const float *query = at + (gsize)n * dimension;
    g_autoptr(dense) d = dense_new(rows, n, dimension);
    for (guint i = 0; i < n; i++)
        brute[i] = dense_cosine(d, i, query);
    dense_cosines(d, query, bonus, 10, cosines);
    g_autoptr(GArray) fast = skill_score_best(cosines, bonus, n, 10), slow = skill_score_best(brute, bonus, n, 10);
    assert_int_equal(fast->len, slow->len);
    for (guint i = 0; i < slow->len; i++)
        assert_int_equal(g_array_index(fast, guint, i), g_array_index(slow, guint, i));
    assert_true(brute[3] == 0);
}

static void dense__of_random_vectors__is_as_brute_force(void **state)
{
    (void)state;
    dense_is_exact(2000, 1, 1);
    dense_is_exact(2000, 3, 1);
    dense_is_exact(2000, 384, 1);
    dense_is_exact(2000, 384, 0.001f);
    dense_is_exact(500, 1537, 0.1f);
    dense_is_exact(5, DENSE_MAX, 1);
    assert_null(dense_new(NULL, 0, 0));
    assert_null(dense_new(NULL, 0, DENSE_MAX + 1));
}

/* ---- what weighs ---- */

static struct catalog_row row(const char *author, gint64 learned_us)
{
    return (struct catalog_row){.author = (char *)author, .learned_us = learned_us, .stage = STAGE_TRIAL};
}

static void weights__of_the_past__add_up_and_say_why(void **state)
{
    (void)state;
    struct catalog_row shipped = row("shipped", NOW), fresh = row("model", NOW - 2 * DAY), failing = row("human", 0);
    struct skill_score w = skill_score_row(&shipped);
    assert_true(skill_score_bonus(&w, NOW) == 0);
    fresh.counts = (struct memory_counts){.proposed = 6, .fired = 5, .verified = 4, .no_effect = 1, .verified_us = NOW - DAY / 2};
    failing.counts = (struct memory_counts){.proposed = 9, .fired = 5, .no_effect = 4, .unexpected = 1, .rejected = 3};
    struct skill_score good = skill_score_row(&fresh), bad = skill_score_row(&failing);
    assert_true(skill_score_bonus(&good, NOW) > 0.08f);
    assert_true(skill_score_bonus(&bad, NOW) < -0.1f);
    g_autoptr(GArray) params = g_array_new(FALSE, FALSE, sizeof(struct param));
    skill s = {.name = (char *)"press_button", .sha256 = (char *)"ab", .params = params};
    struct retrieved r = {.skill = &s, .row = &fresh, .why = RETRIEVED_NEW, .now_us = NOW};
    skill_score_parts(&fresh, NOW, r.part);
    r.part[RETRIEVE_COSINE] = 0.412;
    g_autofree char *text = retrieved_explain(&r);
    assert_string_equal(text, "new in this run; match 0.41, learned 2 days ago +0.04, worked 12 hours ago +0.03, "
                              "verified 4 of 5 +0.02");
    r.row = &failing;
    memset(r.part, 0, sizeof r.part);
    skill_score_parts(&failing, NOW, r.part);
    g_autofree char *worse = retrieved_explain(&r);
    assert_string_equal(worse, "new in this run; match 0.00, verified 0 of 5 -0.14, rejected 3 of 9 -0.01");
    g_autoptr(GPtrArray) rows = g_ptr_array_new();
    g_ptr_array_add(rows, &r);
    g_autoptr(GPtrArray) counts = g_ptr_array_new();
    g_autofree char *nowhere = retrieved_failures(rows, counts);
    assert_string_equal(nowhere, "");
    failing.counts.name = s.name;
    failing.counts.sha256 = s.sha256;
    g_ptr_array_add(counts, &failing.counts);
    g_autofree char *failures = retrieved_failures(rows, counts);
    assert_string_equal(failures, "- press_button: fired 5, verified 0, no effect 4, unexpected effect 1, "
                                  "rejected by the person 3");
    g_autofree char *json = retrieved_to_json(rows), *lines = retrieved_lines(json);
    assert_string_equal(lines, "0.00 press_button(): new in this run; match 0.00, verified 0 of 5 -0.14, rejected 3 of 9 -0.01");
    r.why = RETRIEVED_GENERAL;
    g_autofree char *always = retrieved_to_json(rows), *call = retrieved_lines(always);
    assert_string_equal(call, "press_button()");
    g_autofree char *nothing = retrieved_lines("[{\"name\":3}]");
    assert_string_equal(nothing, "");
}

/* ---- the whole ---- */

struct fixture {
    memory *m;
    skill_library *lib;
    catalog *c;
    config *cfg;
    brain_pool *pool;
    retriever *r;
};

static const char mine[] = "--- Open the garage door.\nfunction open_garage() key.press('g') end\n"
                           "--- Feed the cat.\n-- @param bowls integer how many bowls\n"
                           "function feed_cat(bowls) key.press('c') end\n"
                           "--- Water the flowers in the garden.\nfunction water_flowers() key.press('w') end\n";

static void load(struct fixture *f)
{
    g_autoptr(GError) error = NULL;
    g_clear_pointer(&f->c, catalog_free);
    g_clear_pointer(&f->lib, skill_library_free);
    f->lib = skill_library_load(NULL, NULL, &error);
    if (!f->lib || !catalog_sync(f->m, f->lib, &error) || !(f->c = catalog_load(f->m, f->lib, &error)))
        fail_msg("%s", error->message);
    retriever_load(f->r, f->lib, f->c, NULL);
}

static void start(struct fixture *f, const char *ini)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *own = skill_layer_folder(LAYER_OWN), *path = g_build_filename(own, "mine.lua", NULL);
    g_autofree char *dir = g_dir_make_tmp("reins-retrieve-XXXXXX", NULL);
    assert_int_equal(g_mkdir_with_parents(own, 0700), 0);
    assert_true(g_file_set_contents(path, mine, -1, NULL));
    *f = (struct fixture){.m = memory_open(dir, true, &error), .cfg = config_load_text(ini, &error)};
    if (!f->m || !f->cfg)
        fail_msg("%s", error->message);
    f->pool = brain_pool_new(f->cfg);
    f->r = retriever_new(f->cfg, f->pool, f->m);
    load(f);
}

static void stop(struct fixture *f)
{
    retriever_free(f->r);
    brain_pool_free(f->pool);
    catalog_free(f->c);
    skill_library_free(f->lib);
    config_free(f->cfg);
    memory_close(f->m);
}

static char *names_of(const GPtrArray *rows)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < rows->len; i++) {
        const struct retrieved *one = g_ptr_array_index(rows, i);
        g_string_append_printf(out, "%s%s", i ? " " : "", one->skill->name);
    }
    return g_string_free(out, FALSE);
}

static void finds(struct fixture *f, struct retrieve_query query, const char *names)
{
    g_autoptr(GPtrArray) rows = retriever_search(f->r, &query, NULL);
    g_autofree char *got = names_of(rows);
    assert_string_equal(got, names);
}

static void search__by_words__gives_the_nearest(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, "");
    assert_string_equal(retriever_kind(f.r), "ngram-1");
    finds(&f, (struct retrieve_query){.text = "give the cats their food, feeding time", .k = 1}, "feed_cat");
    finds(&f, (struct retrieve_query){.text = "the flower needs water", .k = 1}, "water_flowers");
    finds(&f, (struct retrieve_query){.text = "garage", .k = 2, .alike = true}, "open_garage");
    finds(&f, (struct retrieve_query){.text = NULL, .k = 5, .alike = true}, "");
    finds(&f, (struct retrieve_query){.text = "garage", .k = 0}, "");
    g_autofree char *vast = g_strnfill(4 << 20, 'a');
    g_autoptr(GPtrArray) rows = retriever_search(f.r, &(struct retrieve_query){.text = vast, .k = 3}, NULL);
    assert_int_equal(rows->len, 3);
    stop(&f);
}

static void search__of_an_empty_library__gives_nothing(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, "");
    static const char *const none[] = {"nothing_of_that_name", NULL};
    skill_library_restrict(f.lib, none, NULL);
    retriever_load(f.r, f.lib, f.c, NULL);
    finds(&f, (struct retrieve_query){.text = "garage", .k = 5}, "");
    stop(&f);
}

static void search__after_failures__puts_another_before(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, "");
    struct retrieve_query query = {.text = "garage, flowers", .k = 2};
    g_autoptr(GPtrArray) before = retriever_search(f.r, &query, NULL);
    g_autofree char *first = g_strdup(((struct retrieved *)g_ptr_array_index(before, 0))->skill->name);
    const char *sha256 = skill_library_find(f.lib, first)->sha256;
    for (int i = 0; i < 30; i++)
        assert_true(memory_outcome_add(f.m, first, sha256, "no_effect", 1, i, NULL));
    load(&f);
    g_autoptr(GPtrArray) after = retriever_search(f.r, &query, NULL);
    const struct retrieved *top = g_ptr_array_index(after, 0);
    assert_string_not_equal(top->skill->name, first);
    g_autoptr(GPtrArray) counts = memory_outcome_counts(f.m, NULL, NULL);
    g_autofree char *failures = retrieved_failures(after, counts);
    assert_non_null(strstr(failures, "no effect 30"));
    stop(&f);
}

static void drafts__whatever_they_say__are_never_retrieved_and_new_ones_come_first(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, "");
    memory_skill draft = {.name = (char *)"paint_fence",
                          .sha256 = (char *)"00000000000000000000000000000000",
                          .author = (char *)"model",
                          .code = (char *)"--- Paint the fence.\nfunction paint_fence() end\n",
                          .stage = (char *)"draft",
                          .by = (char *)"curate",
                          .run = 5};
    memory_skill learned = draft;
    g_autoptr(GPtrArray) both = g_ptr_array_new();
    g_ptr_array_add(both, &draft);
    assert_true(memory_skills_add(f.m, both, NULL, NULL));
    load(&f);
    finds(&f, (struct retrieve_query){.text = "paint the fence", .k = 3, .alike = true}, "");
    /* one that was learned in this run stands first, though it is not near */
    g_autofree char *other = g_dir_make_tmp("reins-retrieve-XXXXXX", NULL);
    const skill *cat = skill_library_find(f.lib, "feed_cat");
    memory_close(f.m);
    f.m = memory_open(other, true, NULL);
    learned.name = cat->name;
    learned.sha256 = cat->sha256;
    learned.stage = (char *)"trial";
    g_ptr_array_index(both, 0) = &learned;
    assert_true(memory_skills_add(f.m, both, NULL, NULL));
    retriever_free(f.r);
    f.r = retriever_new(f.cfg, f.pool, f.m);
    load(&f);
    finds(&f, (struct retrieve_query){.text = "open the garage", .k = 1, .run = 5}, "feed_cat open_garage");
    finds(&f, (struct retrieve_query){.text = "open the garage", .k = 1, .run = 6}, "open_garage");
    static const char *const sets[] = {"base", NULL};
    g_autoptr(GPtrArray) rows =
        retriever_search(f.r, &(struct retrieve_query){.text = "open the garage", .k = 2, .sets = sets}, NULL);
    assert_int_equal(rows->len, 4);
    assert_int_equal(((struct retrieved *)g_ptr_array_index(rows, 3))->why, RETRIEVED_SET);
    stop(&f);
}

/* ---- a provider ---- */

static const char *const only_mine[] = {"feed_cat", "open_garage", "water_flowers", NULL};

/* A service that answers with these bodies, one for each call; the library is the three of ours. */
static struct mock serve_kind(struct fixture *f, const char *brain, const char *const *bodies, guint n)
{
    struct mock_step steps[8];
    for (guint i = 0; i < n; i++)
        steps[i] = (struct mock_step){MOCK_ANSWER, mock_response("200 OK", "", bodies[i])};
    struct mock m = mock_start(steps, n);
    for (guint i = 0; i < n; i++)
        g_free(steps[i].text);
    g_autofree char *ini = g_strdup_printf("[skills]\nembeddings=near\n[brain near]\nurl=http://127.0.0.1:%d/v1\n"
                                           "price_in=2\n%s",
                                           m.port, brain);
    start(f, ini);
    skill_library_restrict(f->lib, only_mine, NULL);
    retriever_load(f->r, f->lib, f->c, NULL);
    return m;
}

static struct mock serve(struct fixture *f, const char *const *bodies, guint n)
{
    return serve_kind(f, "kind=openai\nmodel=tiny\n", bodies, n);
}

/* query, feed_cat, open_garage, water_flowers; out of order, one in base64 */
static const char good[] =
    "{\"object\":\"list\",\"data\":[{\"index\":3,\"embedding\":[0,3,0]},{\"index\":0,\"embedding\":[0,1,0.5]},"
    "{\"index\":1,\"embedding\":\"AACAPwAAAAAAAAAA\"},{\"index\":2,\"embedding\":[0.5,0.5,0]}],\"usage\":{\"prompt_tokens\":500}"
    "}";

static void provider__vectors__rank_and_are_asked_for_once(void **state)
{
    (void)state;
    struct fixture f;
    const char *bodies[] = {good, "{\"data\":[{\"embedding\":[1,0,0]}]}"};
    struct mock server = serve(&f, bodies, 2);
    g_autofree char *notice = NULL;
    struct retrieve_query query = {.text = "flowers", .k = 3};
    g_autoptr(GPtrArray) rows = retriever_search(f.r, &query, &notice);
    assert_null(notice);
    g_autofree char *names = names_of(rows);
    assert_string_equal(names, "water_flowers open_garage feed_cat");
    assert_true(g_str_has_prefix(retriever_kind(f.r), "openai:tiny http://127.0.0.1:"));
    struct brain_spent spent;
    retriever_take_cost(f.r, &spent);
    assert_int_equal(spent.tokens_in, 500);
    assert_true(fabs(spent.cost - 0.001) < 1e-9);
    assert_false(spent.estimated);
    /* the same, from the store, by a retriever that knows nothing; then only a new query is asked for */
    retriever_free(f.r);
    f.r = retriever_new(f.cfg, f.pool, f.m);
    retriever_load(f.r, f.lib, f.c, NULL);
    finds(&f, query, "water_flowers open_garage feed_cat");
    finds(&f, (struct retrieve_query){.text = "cat", .k = 1}, "feed_cat");
    int n;
    g_autofree char *asked = mock_requests(&server, &n);
    assert_int_equal(n, 2);
    assert_non_null(strstr(asked, "POST /v1/embeddings"));
    assert_non_null(strstr(asked, "\"model\":\"tiny\""));
    assert_non_null(strstr(asked, "feed cat: Feed the cat.\\nbowls: how many bowls"));
    mock_stop(&server);
    stop(&f);
}

/* Gemini's have no places: its vectors come in the order of the texts. What the profile adds is in each text's request; it may be
 * another dimension, and makes another kind: vectors of two kinds are never compared. */
static void provider__of_each_kind__is_asked_in_its_words(void **state)
{
    (void)state;
    static const char gemini[] = "{\"embeddings\":[{\"values\":[0,1,0.5]},{\"values\":[1,0,0]},{\"values\":[0.5,0.5,0]},"
                                 "{\"values\":[0,3,0]}]}";
    static const struct {
        const char *brain, *body, *kind, *adds, *asked[2], *not_asked;
    } cases[] = {
        {"kind=gemini\nmodel=gemini-embedding-001\nkey=env:NEAR\n",
         gemini,
         "gemini:gemini-embedding-001 http:",
         "/v1",
         {"POST /v1/models/gemini-embedding-001:batchEmbedContents",
          "{\"model\":\"models/gemini-embedding-001\",\"content\":{\"parts\":[{\"text\":\"flowers\"}]},\"taskType\":"
          "\"SEMANTIC_SIMILARITY\"}"},
         "outputDimensionality"},
        {"kind=gemini\nmodel=models/gemini-embedding-2\nextra={\"outputDimensionality\":3}\n",
         gemini,
         "gemini:models/gemini-embedding-2 http:",
         "/v1 {\"outputDimensionality\":3}",
         {"POST /v1/models/gemini-embedding-2:batchEmbedContents",
          "{\"parts\":[{\"text\":\"flowers\"}]},\"outputDimensionality\":3}"},
         "taskType"},
        {"kind=openai\nmodel=tiny\nextra={\"dimensions\":3}\n",
         good,
         "openai:tiny http:",
         "/v1 {\"dimensions\":3}",
         {"POST /v1/embeddings", "],\"dimensions\":3}"},
         "requests"},
    };
    g_setenv("NEAR", "near-key-12345", TRUE);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct fixture f;
        struct mock server = serve_kind(&f, cases[i].brain, &cases[i].body, 1);
        finds(&f, (struct retrieve_query){.text = "flowers", .k = 3}, "water_flowers open_garage feed_cat");
        assert_true(g_str_has_prefix(retriever_kind(f.r), cases[i].kind) && g_str_has_suffix(retriever_kind(f.r), cases[i].adds));
        struct brain_spent spent;
        retriever_take_cost(f.r, &spent);
        assert_true(spent.tokens_in > 0 && spent.estimated == (cases[i].body == gemini)); /* it counts none */
        int n;
        g_autofree char *asked = mock_requests(&server, &n);
        assert_int_equal(n, 1);
        for (gsize k = 0; k < G_N_ELEMENTS(cases[i].asked); k++)
            if (!strstr(asked, cases[i].asked[k]))
                fail_msg("no %s in %s", cases[i].asked[k], asked);
        assert_null(strstr(asked, cases[i].not_asked));
        assert_int_equal(!strstr(asked, "x-goog-api-key: near-key-12345"), !strstr(cases[i].brain, "key=env"));
        mock_stop(&server);
        stop(&f);
    }
}

/* What is not usable is said once, and the built-in embedding does it. */
static void falls_back(const char *const *bodies, guint n, const char *words)
{
    struct fixture f;
    struct mock server = serve(&f, bodies, n);
    g_autofree char *notice = NULL, *again = NULL;
    struct retrieve_query query = {.text = "the flower needs water", .k = 1};
    g_autoptr(GPtrArray) rows = retriever_search(f.r, &query, &notice);
    assert_non_null(notice);
    if (!strstr(notice, words))
        fail_msg("\"%s\" does not have \"%s\"", notice, words);
    assert_string_equal(retriever_kind(f.r), "ngram-1");
    g_autofree char *names = names_of(rows);
    assert_string_equal(names, "water_flowers");
    g_autoptr(GPtrArray) second = retriever_search(f.r, &query, &again);
    assert_null(again);
    mock_stop(&server);
    stop(&f);
}

static void provider__answer_that_cannot_be_used__is_said_and_done_without(void **state)
{
    (void)state;
    static const struct {
        const char *body, *words;
    } cases[] = {
        {"{\"data\":[{\"embedding\":[1,2]}]}", "1 vectors for 4 texts"},
        {"{\"data\":[{\"embedding\":[1,1e300]}]}", "finite numbers"}, /* more than a float holds */
        {"{\"data\":[]}", "has no vectors"},
        {"{\"data\":[{\"embedding\":[1,1e999]}]}", "too large"},
        {"{\"data\":[{\"embedding\":\"AADAfw==\"}]}", "finite numbers"}, /* a NaN */
        {"{\"data\":[{\"embedding\":\"AAA=\"}]}", "finite numbers"},
        {"{\"data\":[{\"embedding\":[]}]}", "finite numbers"},
        {"{\"data\":[{\"embedding\":[1]},{\"embedding\":[1,2]}]}", "one vector has 1 numbers and another 2"},
        {"{\"data\":[{\"index\":0,\"embedding\":[1]},{\"index\":0,\"embedding\":[1]}]}", "a wrong index"},
        {"{\"data\":[{\"index\":-1,\"embedding\":[1]}]}", "a wrong index"},
        {"{\"error\":{\"message\":\"no such model\",\"code\":400}}", "no such model"},
        {"<html>", "not JSON"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
        falls_back(&cases[i].body, 1, cases[i].words);
}

static void provider__that_changes_its_dimension__is_asked_anew_then_given_up(void **state)
{
    (void)state;
    struct fixture f;
    const char *bodies[] = {
        good, "{\"data\":[{\"embedding\":[1,0]}]}",
        "{\"data\":[{\"embedding\":[1,0]},{\"embedding\":[1,0]},{\"embedding\":[0,1]},{\"embedding\":[0,1]}]}",
        "{\"data\":[{\"embedding\":[1,0,0,0]}]}"};
    struct mock server = serve(&f, bodies, 4);
    finds(&f, (struct retrieve_query){.text = "flowers", .k = 1}, "water_flowers");
    finds(&f, (struct retrieve_query){.text = "cat", .k = 1}, "feed_cat"); /* 2 numbers: all are asked for again */
    g_autofree char *notice = NULL;
    g_autoptr(GPtrArray) rows = retriever_search(f.r, &(struct retrieve_query){.text = "the garage", .k = 1}, &notice);
    assert_non_null(notice);
    assert_non_null(strstr(notice, "not all of one dimension"));
    g_autofree char *names = names_of(rows);
    assert_string_equal(names, "open_garage");
    mock_stop(&server);
    stop(&f);
}

static void provider__that_makes_no_vectors__is_said(void **state)
{
    (void)state;
    struct fixture f;
    start(&f, "[skills]\nembeddings=demo\n");
    g_autofree char *notice = NULL;
    g_autoptr(GPtrArray) rows = retriever_search(f.r, &(struct retrieve_query){.text = "garage", .k = 1}, &notice);
    assert_non_null(strstr(notice, "brain demo: kind=lua makes no vectors"));
    assert_int_equal(rows->len, 1);
    stop(&f);
}

static void provider__search_given_up__leaves_no_call(void **state)
{
    (void)state;
    struct fixture f;
    struct mock_step hang = {MOCK_HANG, NULL};
    struct mock server = mock_start(&hang, 1);
    g_autofree char *ini = g_strdup_printf(
        "[skills]\nembeddings=near\n[brain near]\nkind=openai\nurl=http://127.0.0.1:%d/v1\nmodel=tiny\n", server.port);
    start(&f, ini);
    retriever_begin(f.r, &(struct retrieve_query){.text = "garage", .k = 1});
    assert_false(retriever_step(f.r));
    retriever_begin(f.r, &(struct retrieve_query){.text = "", .k = 1});
    assert_true(retriever_step(f.r)); /* no text: nothing to ask */
    g_autoptr(GPtrArray) rows = retriever_result(f.r, NULL);
    assert_int_equal(rows->len, 1);
    mock_stop(&server);
    stop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(postings__of_random_texts__are_as_brute_force),
        cmocka_unit_test(best__of_random_values__are_as_sorted),
        cmocka_unit_test(dense__of_random_vectors__is_as_brute_force),
        cmocka_unit_test(weights__of_the_past__add_up_and_say_why),
        cmocka_unit_test(search__by_words__gives_the_nearest),
        cmocka_unit_test(search__of_an_empty_library__gives_nothing),
        cmocka_unit_test(search__after_failures__puts_another_before),
        cmocka_unit_test(drafts__whatever_they_say__are_never_retrieved_and_new_ones_come_first),
        cmocka_unit_test(provider__vectors__rank_and_are_asked_for_once),
        cmocka_unit_test(provider__of_each_kind__is_asked_in_its_words),
        cmocka_unit_test(provider__answer_that_cannot_be_used__is_said_and_done_without),
        cmocka_unit_test(provider__that_changes_its_dimension__is_asked_anew_then_given_up),
        cmocka_unit_test(provider__that_makes_no_vectors__is_said),
        cmocka_unit_test(provider__search_given_up__leaves_no_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
