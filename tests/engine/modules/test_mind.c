/* An agent's memory: written and read back the same, its limits, and what is told of one that does not fit. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/modules/counts.h"
#include "engine/modules/mind.h"

#include <math.h>
#include <string.h>

struct step {
    char *text;
    gint64 tries;
    GPtrArray *notes;
};

struct goal {
    char *item;
    gint64 count;
    GHashTable *needs;
    GPtrArray *steps;
};

struct mind {
    char *phase;
    gint64 at;
    double share;
    bool done;
    GPtrArray *words;
    GHashTable *inventory;
    GPtrArray *goals;
    void *scratch; /* not in the table */
};

static const struct mind_field step_fields[] = {
    {"text", MIND_STRING, offsetof(struct step, text)},
    {"tries", MIND_INTEGER, offsetof(struct step, tries), .max = 9},
    {"notes", MIND_STRINGS, offsetof(struct step, notes)},
    {0},
};
static const struct mind_table step_table = {sizeof(struct step), step_fields};
static const struct mind_field goal_fields[] = {
    {"item", MIND_STRING, offsetof(struct goal, item), .max = 6},
    {"count", MIND_INTEGER, offsetof(struct goal, count)},
    {"needs", MIND_COUNTS, offsetof(struct goal, needs), .max = 2},
    {"steps", MIND_ROWS, offsetof(struct goal, steps), &step_table, 3},
    {0},
};
static const struct mind_table goal_table = {sizeof(struct goal), goal_fields};
static const struct mind_field fields[] = {
    {"phase", MIND_STRING, offsetof(struct mind, phase)},
    {"at", MIND_INTEGER, offsetof(struct mind, at)},
    {"share", MIND_REAL, offsetof(struct mind, share)},
    {"done", MIND_BOOLEAN, offsetof(struct mind, done)},
    {"words", MIND_STRINGS, offsetof(struct mind, words), .max = 3},
    {"inventory", MIND_COUNTS, offsetof(struct mind, inventory)},
    {"goals", MIND_ROWS, offsetof(struct mind, goals), &goal_table},
    {0},
};
static const struct mind_table table = {sizeof(struct mind), fields};

static struct mind *read_mind(const char *json)
{
    g_autoptr(GError) error = NULL;
    struct mind *m = mind_from_json(&table, json, strlen(json), &error);
    if (!m)
        fail_msg("%s: %s", json, error->message);
    return m;
}

static void assert_json(const struct mind *m, const char *expected)
{
    g_autofree char *json = mind_to_json(&table, m);
    assert_string_equal(json, expected);
}

static struct goal *add_goal(struct mind *m, const char *item, gint64 count)
{
    struct goal *goal = mind_new(&goal_table);
    goal->item = g_strdup(item);
    goal->count = count;
    g_ptr_array_add(m->goals, goal);
    return goal;
}

static void add_step(struct goal *goal, const char *text, gint64 tries)
{
    struct step *step = mind_new(&step_table);
    step->text = g_strdup(text);
    step->tries = tries;
    g_ptr_array_add(step->notes, g_strdup("ü\n\"quoted\""));
    g_ptr_array_add(goal->steps, step);
}

static struct mind *full_mind(void)
{
    struct mind *m = mind_new(&table);
    m->phase = g_strdup("acting");
    m->at = -5;
    m->share = 0.1;
    m->done = true;
    g_ptr_array_add(m->words, g_strdup(""));
    g_ptr_array_add(m->words, g_strdup("b"));
    counts_set(m->inventory, "plank", 2);
    counts_set(m->inventory, "log", 3);
    counts_set(add_goal(m, "axe", 1)->needs, "", -1);
    add_step(add_goal(m, NULL, 0), "chop", 9);
    return m;
}

static const char full_json[] =
    "{\"phase\":\"acting\",\"at\":-5,\"share\":0.1,\"done\":true,\"words\":[\"\",\"b\"],\"inventory\":{\"log\":3,\"plank\":2},"
    "\"goals\":[{\"item\":\"axe\",\"count\":1,\"needs\":{\"\":-1},\"steps\":[]},"
    "{\"item\":\"\",\"count\":0,\"needs\":{},\"steps\":[{\"text\":\"chop\",\"tries\":9,\"notes\":[\"ü\\n\\\"quoted\\\"\"]}]}]}";

static const char empty_json[] =
    "{\"phase\":\"\",\"at\":0,\"share\":0,\"done\":false,\"words\":[],\"inventory\":{},\"goals\":[]}";

static void mind__new__is_zeros_and_empty(void **state)
{
    (void)state;
    struct mind *m = mind_new(&table);
    assert_null(m->phase);
    assert_null(m->scratch);
    assert_int_equal(m->words->len + m->goals->len + g_hash_table_size(m->inventory), 0);
    assert_json(m, empty_json);
    mind_free(&table, m);
}

static void mind__json__reads_back_the_same(void **state)
{
    (void)state;
    struct mind *m = full_mind();
    assert_json(m, full_json);
    struct mind *again = read_mind(full_json);
    assert_json(again, full_json);
    assert_string_equal(again->phase, "acting");
    assert_int_equal(again->at, -5);
    assert_true(again->share == 0.1);
    assert_true(again->done);
    assert_int_equal(counts_get(again->inventory, "log"), 3);
    assert_int_equal(counts_get(again->inventory, "stone"), 0);
    struct goal *goal = g_ptr_array_index(again->goals, 1);
    struct step *step = g_ptr_array_index(goal->steps, 0);
    assert_int_equal(step->tries, 9);
    mind_free(&table, again);
    mind_free(&table, m);
}

/* A copy shares nothing with what it was made of. */
static void mind__copy__outlives_what_it_is_of(void **state)
{
    (void)state;
    struct mind *m = full_mind(), *copy = mind_copy(&table, m);
    m->scratch = m;
    counts_set(m->inventory, "log", 99);
    g_ptr_array_set_size(m->goals, 0);
    m->phase[0] = 'X';
    assert_json(copy, full_json);
    assert_null(copy->scratch);
    mind_free(&table, m);
    assert_json(copy, full_json);
    g_ptr_array_remove_index(copy->goals, 0); /* the array frees its rows */
    mind_free(&table, copy);
}

static void mind__table_of_null__is_nothing(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    assert_null(mind_new(NULL));
    assert_null(mind_copy(NULL, NULL));
    assert_null(mind_copy(&table, NULL));
    mind_free(NULL, NULL);
    mind_free(&table, NULL);
    g_autofree char *json = mind_to_json(NULL, NULL);
    assert_string_equal(json, "{}");
    assert_null(mind_from_json(NULL, "{}", 2, &error));
    assert_null(error);
    assert_null(mind_from_json(NULL, "{\"a\":1}", 7, &error));
    assert_string_equal(error->message, "field \"a\": unknown (the fields are: )");
}

static void mind__missing_or_null__is_as_new(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{}",
        "{\"phase\":null,\"at\":null,\"share\":null,\"done\":null,\"words\":null,\"inventory\":null,\"goals\":null}",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        struct mind *m = read_mind(texts[i]);
        assert_json(m, empty_json);
        mind_free(&table, m);
    }
}

/* Also those that JSON's numbers do not hold. */
static void mind__numbers__lose_no_digit(void **state)
{
    (void)state;
    static const gint64 whole[] = {0, -1, G_MAXINT, 9007199254740991, 9007199254740992, 9007199254740993, G_MAXINT64, G_MININT64};
    static const double real[] = {0, 0.1, -1e-300, 1e300, 1.0 / 3, 9007199254740993.0, G_MAXDOUBLE};
    for (gsize i = 0; i < G_N_ELEMENTS(whole); i++) {
        struct mind *m = mind_new(&table);
        m->at = whole[i];
        m->share = real[i % G_N_ELEMENTS(real)];
        counts_set(m->inventory, "x", whole[i]);
        g_autofree char *json = mind_to_json(&table, m);
        struct mind *again = read_mind(json);
        assert_true(again->at == whole[i]);
        assert_true(again->share == m->share);
        assert_true(counts_get(again->inventory, "x") == whole[i]);
        mind_free(&table, again);
        mind_free(&table, m);
    }
    struct mind *m = mind_new(&table);
    m->share = NAN;
    g_autofree char *json = mind_to_json(&table, m);
    struct mind *again = read_mind(json);
    assert_true(again->share == 0);
    mind_free(&table, again);
    mind_free(&table, m);
}

static void mind__error__names_the_field(void **state)
{
    (void)state;
    static const struct {
        const char *json, *message;
    } rows[] = {
        {"", NULL},
        {"{", NULL},
        {"{\"at\":1,\"at\":2}", NULL},
        {"[]", "not a JSON object"},
        {"3", "not a JSON object"},
        {"{\"phases\":1}", "field \"phases\": unknown (the fields are: phase, at, share, done, words, inventory, goals)"},
        {"{\"phase\":1}", "field \"phase\": expected string, got number 1"},
        {"{\"at\":\"1\"}", "field \"at\": expected integer, got string \"1\""},
        {"{\"at\":1.5}", "field \"at\": expected integer, got number 1.5"},
        {"{\"at\":9007199254740993}", "field \"at\": expected integer, got number 9007199254740992"},
        {"{\"at\":\"9223372036854775808\"}", "field \"at\": expected integer, got string \"9223372036854775808\""},
        {"{\"at\":true}", "field \"at\": expected integer, got true"},
        {"{\"share\":\"0.5\"}", "field \"share\": expected number, got string \"0.5\""},
        {"{\"done\":1}", "field \"done\": expected boolean, got number 1"},
        {"{\"words\":\"a\"}", "field \"words\": expected array, got string \"a\""},
        {"{\"words\":{}}", "field \"words\": expected array, got an object"},
        {"{\"words\":[\"a\",null]}", "field \"words[1]\": expected string, got null"},
        {"{\"words\":[\"a\",\"b\",\"c\",\"d\"]}", "field \"words\": 4 items, at most 3 are taken"},
        {"{\"inventory\":[]}", "field \"inventory\": expected object, got an array"},
        {"{\"inventory\":{\"log\":null}}", "field \"inventory.log\": expected integer, got null"},
        {"{\"inventory\":{\"log\":\"many\"}}", "field \"inventory.log\": expected integer, got string \"many\""},
        {"{\"goals\":[[]]}", "field \"goals[0]\": expected object, got an array"},
        {"{\"goals\":[null]}", "field \"goals[0]\": expected object, got null"},
        {"{\"goals\":[{},{},{},{\"count\":\"x\"}]}", "field \"goals[3].count\": expected integer, got string \"x\""},
        {"{\"goals\":[{\"item\":\"1234567\"}]}", "field \"goals[0].item\": longer than 6 bytes"},
        {"{\"goals\":[{\"why\":1}]}", "field \"goals[0].why\": unknown (the fields are: item, count, needs, steps)"},
        {"{\"goals\":[{\"needs\":{\"a\":1,\"b\":1,\"c\":1}}]}", "field \"goals[0].needs\": 3 items, at most 2 are taken"},
        {"{\"goals\":[{\"steps\":[{},{},{},{}]}]}", "field \"goals[0].steps\": 4 items, at most 3 are taken"},
        {"{\"goals\":[{\"steps\":[{\"tries\":10}]}]}", "field \"goals[0].steps[0].tries\": expected -9 to 9, got 10"},
        {"{\"goals\":[{\"steps\":[{\"tries\":-10}]}]}", "field \"goals[0].steps[0].tries\": expected -9 to 9, got -10"},
        {"{\"goals\":[{},{\"steps\":[{},{\"notes\":[1]}]}]}",
         "field \"goals[1].steps[1].notes[0]\": expected string, got number 1"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        if (mind_from_json(&table, rows[i].json, strlen(rows[i].json), &error))
            fail_msg("was taken: %s", rows[i].json);
        assert_true(g_error_matches(error, MIND_ERROR, MIND_ERROR_FIELD));
        if (rows[i].message)
            assert_string_equal(error->message, rows[i].message);
        assert_null(mind_from_json(&table, rows[i].json, strlen(rows[i].json), NULL));
    }
}

static char *nested(const char *before, char fill, gsize n, const char *after)
{
    g_autofree char *middle = g_strnfill(n, fill);
    return g_strconcat(before, middle, after, NULL);
}

/* n members, or n rows, between the two. */
static char *many(const char *before, bool rows, guint n, const char *after)
{
    GString *text = g_string_new(before);
    for (guint i = 0; i < n; i++)
        g_string_append_printf(text, rows ? "%s{\"count\":%u}" : "%s\"n%u\":1", i ? "," : "", i);
    return g_string_free(g_string_append(text, after), FALSE);
}

/* The limits where a field has none of its own: taken up to there, and not one more. */
static void mind__limits__are_held_to_the_last(void **state)
{
    (void)state;
    char *pairs[][2] = {
        {nested("{\"phase\":\"", 'a', 8192, "\"}"), nested("{\"phase\":\"", 'a', 8193, "\"}")},
        {nested("{\"words\":[\"", 'a', 8192, "\"]}"), nested("{\"words\":[\"", 'a', 8193, "\"]}")},
        {nested("{\"inventory\":{\"", 'a', 8192, "\":1}}"), nested("{\"inventory\":{\"", 'a', 8193, "\":1}}")},
        {many("{\"inventory\":{", false, 256, "}}"), many("{\"inventory\":{", false, 257, "}}")},
        {many("{\"goals\":[", true, 256, "]}"), many("{\"goals\":[", true, 257, "]}")},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(pairs); i++) {
        g_autoptr(GError) error = NULL;
        mind_free(&table, read_mind(pairs[i][0]));
        if (mind_from_json(&table, pairs[i][1], strlen(pairs[i][1]), &error))
            fail_msg("pair %zu was taken", i);
        assert_true(g_str_has_prefix(error->message, "field \""));
        g_free(pairs[i][0]);
        g_free(pairs[i][1]);
    }
    g_autofree char *huge = nested("{}", ' ', 16 * 1024 * 1024, "");
    assert_null(mind_from_json(&table, huge, strlen(huge), NULL));
}

/* ---- any mind ---- */

static char *random_text(GRand *rand, int most)
{
    static const char *const parts[] = {"a", "Z", "0", " ", "\n", "\"", "\\", "{", "]", ",", "ü", "🙂", "\x01", "=", ";"};
    GString *text = g_string_new(NULL);
    for (int n = g_rand_int_range(rand, 0, most + 1); n > 0; n--) {
        const char *part = parts[g_rand_int_range(rand, 0, G_N_ELEMENTS(parts))];
        if (text->len + strlen(part) <= (gsize)most)
            g_string_append(text, part);
    }
    return g_string_free(text, FALSE);
}

static gint64 random_whole(GRand *rand, gint64 most)
{
    gint64 n = (gint64)(((guint64)g_rand_int(rand) << 32) | g_rand_int(rand)) >> g_rand_int_range(rand, 0, 64);
    return most ? n % (most + 1) : n;
}

static double random_real(GRand *rand)
{
    return ldexp(g_rand_double(rand) - 0.5, g_rand_int_range(rand, -400, 400));
}

/* Fills any mind by its table, within its limits. */
static void fill(GRand *rand, const struct mind_table *t, void *mind)
{
    for (const struct mind_field *f = t->fields; f->name; f++) {
        void *value = G_STRUCT_MEMBER_P(mind, f->offset);
        int n = g_rand_int_range(rand, 0, 1 + (int)MIN(f->max ? f->max : 5, 5));
        if (f->type == MIND_STRING)
            *(char **)value = random_text(rand, f->max ? (int)f->max : 40);
        else if (f->type == MIND_INTEGER)
            *(gint64 *)value = random_whole(rand, f->max);
        else if (f->type == MIND_REAL)
            *(double *)value = random_real(rand);
        else if (f->type == MIND_BOOLEAN)
            *(bool *)value = g_rand_boolean(rand);
        for (int i = 0; i < n; i++) {
            g_autofree char *name = random_text(rand, 10);
            void *row = f->type == MIND_ROWS ? mind_new(f->rows) : NULL;
            if (row)
                fill(rand, f->rows, row);
            if (f->type == MIND_COUNTS)
                counts_set(*(GHashTable **)value, name, random_whole(rand, 0));
            else if (f->type == MIND_STRINGS || row)
                g_ptr_array_add(*(GPtrArray **)value, row ? row : g_steal_pointer(&name));
        }
    }
}

static void mind__any__is_written_read_and_copied_the_same(void **state)
{
    (void)state;
    g_autoptr(GRand) rand = g_rand_new_with_seed(13);
    for (int i = 0; i < 2000; i++) {
        struct mind *m = mind_new(&table);
        fill(rand, &table, m);
        g_autofree char *json = mind_to_json(&table, m);
        struct mind *again = read_mind(json), *copy = mind_copy(&table, m);
        mind_free(&table, m);
        assert_json(again, json);
        assert_json(copy, json);
        mind_free(&table, again);
        mind_free(&table, copy);
    }
}

/* A byte changed anywhere: taken or refused, and never anything else. */
static void mind__damaged__is_refused_or_whole(void **state)
{
    (void)state;
    g_autoptr(GRand) rand = g_rand_new_with_seed(14);
    int taken = 0;
    for (int i = 0; i < 20000; i++) {
        char text[sizeof full_json];
        memcpy(text, full_json, sizeof text);
        text[g_rand_int_range(rand, 0, sizeof text - 1)] = "{}[]\",:0x9\n"[g_rand_int_range(rand, 0, 11)];
        g_autoptr(GError) error = NULL;
        struct mind *m = mind_from_json(&table, text, strlen(text), &error);
        assert_true((m == NULL) == (error != NULL));
        taken += m != NULL;
        mind_free(&table, m);
    }
    assert_in_range(taken, 1, 19999);
}

static void counts__text__is_in_the_order_of_the_names(void **state)
{
    (void)state;
    g_autoptr(GHashTable) counts = counts_new();
    counts_set(counts, "plank", 1);
    counts_set(counts, "log", 3);
    counts_set(counts, "plank", 2);
    g_autofree char *text = counts_text(counts);
    assert_string_equal(text, "log=3; plank=2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mind__new__is_zeros_and_empty),
        cmocka_unit_test(mind__json__reads_back_the_same),
        cmocka_unit_test(mind__copy__outlives_what_it_is_of),
        cmocka_unit_test(mind__table_of_null__is_nothing),
        cmocka_unit_test(mind__missing_or_null__is_as_new),
        cmocka_unit_test(mind__numbers__lose_no_digit),
        cmocka_unit_test(mind__error__names_the_field),
        cmocka_unit_test(mind__limits__are_held_to_the_last),
        cmocka_unit_test(mind__any__is_written_read_and_copied_the_same),
        cmocka_unit_test(mind__damaged__is_refused_or_whole),
        cmocka_unit_test(counts__text__is_in_the_order_of_the_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
