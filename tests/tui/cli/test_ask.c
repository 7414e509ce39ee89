/* reins ask, as a person calls it, against a server that sends its answer in pieces. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/tui/cli/ask_fixture.h"

/* The server never goes on: what it has sent can be read all the same. */
static void ask__answer__is_printed_as_it_comes(void **state)
{
    (void)state;
    serve(MOCK_STALL, PIECE("\\n One") PIECE(" and two"));
    struct asked asked = ask("");
    char got[32] = "";
    assert_non_null(fgets(got, (int)strlen("One and ") + 1, asked.out));
    assert_string_equal(got, "One and ");
    mock_stop(&mock); /* cut off */
    int code;
    g_autofree char *more = rest(asked, &code);
    assert_int_equal(code, 1);
    assert_non_null(strstr(more, "\nreins: brain t: the answer was cut off"));
}

/* Of a second attempt, too. */
static void ask__answer_after_a_retry__is_printed_as_it_comes(void **state)
{
    (void)state;
    g_autofree char *busy = mock_response("503 Busy", "retry-after-ms: 1\r\n", "{}");
    struct mock_step steps[] = {{MOCK_ANSWER, busy}, {MOCK_STALL, (char *)STREAM PIECE("One") PIECE(" and two")}};
    serve_steps(steps, G_N_ELEMENTS(steps));
    struct asked asked = ask("");
    char got[32] = "";
    assert_non_null(fgets(got, (int)strlen("One and ") + 1, asked.out));
    assert_string_equal(got, "One and ");
    mock_stop(&mock);
    int code;
    g_autofree char *more = rest(asked, &code);
    assert_int_equal(code, 1);
}

static void ask__whole__is_there_once(void **state)
{
    (void)state;
    int code;
    serve(MOCK_PIECES, PIECE("\\n One") PIECE(" and two\\nthree") END);
    g_autofree char *text = rest(ask(""), &code);
    assert_string_equal(text, "One and two\nthree\n");
    assert_int_equal(code, 0);
    mock_stop(&mock);
}

static void ask__json__is_one_document(void **state)
{
    (void)state;
    int code;
    serve(MOCK_PIECES, PIECE("One") PIECE(" and two") END);
    g_autofree char *text = rest(ask("--json"), &code);
    assert_true(g_str_has_prefix(text, "{\"brain\":\"t\",\"text\":\"One and two\","));
    assert_int_equal(code, 0);
    mock_stop(&mock);
}

/* What it has cost stands beside the reason. */
static void ask__json_of_an_answer_that_was_cut__says_why(void **state)
{
    (void)state;
    int code;
    serve(MOCK_ANSWER, PIECE("One") "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"length\"}],"
                                    "\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":20}}\n\ndata: [DONE]\n\n");
    g_autofree char *text = rest(ask("--json"), &code);
    assert_int_equal(code, 1);
    assert_non_null(strstr(text, "\"error\":\"brain t: the answer was cut off"));
    assert_non_null(strstr(text, "\"incomplete\":\"One\""));
    assert_null(strstr(text, "\"text\":"));
    assert_non_null(strstr(text, "\"tokens_in\":10,"));
    assert_non_null(strstr(text, "\"tokens_out\":20,"));
    mock_stop(&mock);
}

/* What has come before the failure, or together with it, is shown. */
static void ask__answer_that_fails__is_shown_as_far_as_it_came(void **state)
{
    (void)state;
    static const struct {
        const char *kind, *answer, *want;
    } rows[] = {
        {"gemini",
         STREAM "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"One\"}]},\"finishReason\":\"MAX_TOKENS\"}]}\n\n",
         "One\nreins: brain t: the answer was cut off at the limit"},
        {"openai", STREAM PIECE("One") "data: {\"error\":{\"message\":\"broke\",\"code\":400}}\n\n",
         "One\nreins: brain t: the provider answered with an error: broke"},
        {"openai",
         "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
         "{\"choices\":[{\"message\":{\"content\":\" One\"},\"finish_reason\":\"length\"}]}",
         "One\nreins: brain t: the answer was cut off at the limit"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        int code;
        struct mock_step step = {MOCK_ANSWER, (char *)rows[i].answer};
        kind = rows[i].kind;
        serve_steps(&step, 1);
        g_autofree char *text = rest(ask(""), &code);
        kind = "openai";
        mock_stop(&mock);
        if (code != 1 || !g_str_has_prefix(text, rows[i].want))
            fail_msg("%zu: %d, %s", i, code, text);
    }
}

/* It is no answer that fits: it is not asked for again as one that does not. */
static void ask__incomplete_of_responses__is_told_as_cut(void **state)
{
    (void)state;
    int code, n;
    g_autofree char *file = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "schema.json", NULL);
    g_autofree char *options = g_strdup_printf("--json --schema %s", file);
    assert_true(g_file_set_contents(file, "{\"type\":\"object\"}", -1, NULL));
    kind = "responses";
    serve(MOCK_ANSWER, "data: {\"type\":\"response.output_text.delta\",\"delta\":\"{\\\"x\\\":\"}\n\n"
                       "data: {\"type\":\"response.incomplete\",\"response\":{\"status\":\"incomplete\",\"incomplete_details\":"
                       "{\"reason\":\"max_output_tokens\"},\"usage\":{\"input_tokens\":10,\"output_tokens\":20}}}\n\n");
    g_autofree char *text = rest(ask(options), &code);
    kind = "openai";
    assert_int_equal(code, 1);
    assert_non_null(strstr(text, "\"error\":\"brain t: the answer was cut off at the limit of tokens (raise max_tokens)"));
    assert_non_null(strstr(text, "\"tokens_out\":20,"));
    g_free(mock_requests(&mock, &n));
    assert_int_equal(n, 1);
    mock_stop(&mock);
}

/* Both are asked at once (the server answers none before it has both questions), and told in their order. */
static void ask__two_brains__are_asked_at_once_and_told_in_order(void **state)
{
    (void)state;
    int code;
    struct mock_step steps[] = {{MOCK_PAIR, (char *)STREAM PIECE("One") END}, {MOCK_PAIR, (char *)STREAM PIECE("One") END}};
    serve_steps(steps, 2);
    g_autofree char *text = rest(ask("--brain u"), &code);
    assert_int_equal(code, 0);
    const char *first = strstr(text, "# t\nOne\n# "), *second = strstr(text, "\n# u\nOne\n# ");
    assert_non_null(first);
    assert_non_null(second);
    assert_true(first < second);
    mock_stop(&mock);
}

/* One that fails does not take the other's answer away. */
static void ask__two_as_json__are_a_list_with_usage_and_errors(void **state)
{
    (void)state;
    int code;
    g_autofree char *refused = mock_response("401 Unauthorized", "", "{\"error\":{\"message\":\"no\"}}");
    struct mock_step steps[] = {{MOCK_ANSWER, refused}, {MOCK_ANSWER, refused}};
    serve_steps(steps, 2);
    g_autofree char *text = rest(ask("--brain demo --json"), &code);
    assert_int_equal(code, 1);
    assert_non_null(strstr(text, "[{\"brain\":\"t\",\"error\":\"brain t: "));
    assert_non_null(strstr(text, "\"tokens_cached\":0"));
    assert_non_null(strstr(text, "\"pictures\":0"));
    assert_non_null(strstr(text, "\"cost\":0"));
    assert_non_null(strstr(text, "},{\"brain\":\"demo\","));
    mock_stop(&mock);
}

/* As in a run; but what was shown in part is not begun anew (ask__answer__is_printed_as_it_comes). */
static void ask__fallback__is_asked_instead(void **state)
{
    (void)state;
    static const struct {
        const char *options, *said;
    } rows[] = {{"", "\nOne\n"}, {"--json", "\n{\"brain\":\"u\",\"text\":\"One\","}, {"--brain demo", "\n# u\nOne\n# "}};
    g_autofree char *used_up = mock_response("429 Too Many", "", "{\"error\":{\"code\":\"insufficient_quota\"}}");
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        int code;
        struct mock_step steps[] = {{MOCK_ANSWER, used_up}, {MOCK_ANSWER, (char *)STREAM PIECE("One") END}};
        serve_steps(steps, 2);
        g_autofree char *text = rest(ask(rows[i].options), &code);
        if (!g_str_has_prefix(text, "reins: brain t: ") || !strstr(text, "; brain u is asked instead\n") ||
            !strstr(text, rows[i].said))
            fail_msg("%s: %d, %s", rows[i].options, code, text);
        mock_stop(&mock);
    }
}

/* What the service answers to the first question, and to a second one. Caller frees what was said. */
static char *ask_with_schema_twice(const char *schema, const char *first, const char *second, const char *options, int *ret_code)
{
    g_autofree char *file = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "schema.json", NULL);
    g_autofree char *all = g_strdup_printf("--schema %s %s", file, options);
    const char *answers[] = {first, second};
    struct mock_step steps[G_N_ELEMENTS(answers)];
    for (gsize i = 0; i < G_N_ELEMENTS(answers); i++) {
        g_autofree char *piece = g_strescape(answers[i], NULL);
        steps[i] =
            (struct mock_step){MOCK_ANSWER, g_strdup_printf(STREAM "data: {\"choices\":[{\"delta\":{\"content\":\"%s\"}}],"
                                                                   "\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5}}"
                                                                   "\n\n" END,
                                                            piece)};
    }
    serve_steps(steps, G_N_ELEMENTS(steps));
    for (gsize i = 0; i < G_N_ELEMENTS(steps); i++)
        g_free(steps[i].text);
    assert_true(g_file_set_contents(file, schema, -1, NULL));
    return rest(ask(all), ret_code);
}

static char *ask_with_schema(const char *schema, const char *answer, const char *options, int *ret_code)
{
    char *out = ask_with_schema_twice(schema, answer, answer, options, ret_code);
    mock_stop(&mock);
    return out;
}

#define SCHEMA                                                                                                                   \
    "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"integer\",\"minimum\":1},\"w\":{\"type\":\"array\",\"maxItems\":2,"  \
    "\"items\":{\"enum\":[\"a\",\"b\"]}}},\"required\":[\"x\"],\"additionalProperties\":false}"

static void ask__schema__holds_the_answer(void **state)
{
    (void)state;
    static const struct {
        const char *answer, *said;
        int code;
    } rows[] = {
        {"{\"x\":3,\"w\":[\"a\"]}", "{\"x\":3,\"w\":[\"a\"]}\n", 0},
        {"Here:\n```json\n{\"x\": 3}\n```\n", "{\"x\":3}\n", 0},
        {"<think>{\"x\":7} or so</think>It is {\"x\": 3, \"w\": [\"a\",],}", "{\"x\":3,\"w\":[\"a\"]}\n", 0},
        {"{\"y\": {\"x\":3}, and so on", "the answer cannot be read: its JSON has no end",
         1}, /* a part of what was cut off is no answer */
        {"{\"w\":[]}", "answer: has no \"x\"", 1},
        {"{\"x\":0}", "answer.x: the number is 0, less than 1", 1},
        {"{\"x\":1.5}", "answer.x: is not of type \"integer\"", 1},
        {"{\"x\":1,\"y\":1}", "answer.y: is not one of the schema's properties", 1},
        {"{\"x\":1,\"w\":[\"a\",\"c\"]}", "answer.w[1]: is not one of the values", 1},
        {"{\"x\":1,\"w\":[\"a\",\"a\",\"a\"]}", "the number of items is 3, more than 2", 1},
        {"I do not know.", "the answer cannot be read: not JSON at line 1, column 1", 1},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        int code;
        g_autofree char *text = ask_with_schema(SCHEMA, rows[i].answer, "", &code);
        if (!strstr(text, rows[i].said) || code != rows[i].code)
            fail_msg("%s: %d, %s", rows[i].answer, code, text);
    }
}

/* A list in prose, and none that is a part of an object. */
static void ask__schema_of_a_list__finds_it_in_prose(void **state)
{
    (void)state;
    static const struct {
        const char *answer, *said;
    } rows[] = {
        {"Here you are: [3, 4]. Anything else?", "[3,4]\n"},
        {"[1] says so:\n[3,\n4,]\n", "[3,4]\n"},
        {"It is {\"x\": [3]}.", "answer: is not of type \"array\""},
        {"It is [3, [4]", "the answer cannot be read: its JSON has no end"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        int code;
        g_autofree char *text =
            ask_with_schema("{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}", rows[i].answer, "", &code);
        if (!strstr(text, rows[i].said))
            fail_msg("%s: %d, %s", rows[i].answer, code, text);
    }
}

static void ask__raw_line_end_in_a_text__is_mended(void **state)
{
    (void)state;
    int code;
    g_autofree char *text = ask_with_schema("{\"type\":\"object\"}", "{\"x\":\"a\nb\"}", "", &code);
    assert_string_equal(text, "{\"x\":\"a\\nb\"}\n");
    assert_int_equal(code, 0);
}

/* Once, with what is wrong with it; what both took is told. */
static void ask__answer_that_does_not_fit__is_asked_for_again(void **state)
{
    (void)state;
    int code, n;
    g_autofree char *text = ask_with_schema_twice(SCHEMA, "{\"x\":0}", "{\"x\":3}", "--json", &code);
    g_autofree char *asked = mock_requests(&mock, &n);
    assert_int_equal(n, 2);
    assert_non_null(strstr(asked,
                           "You answered this before:\\n\\n{\\\"x\\\":0}\\n\\nIt cannot be used: the answer does not fit the "
                           "schema: answer.x: the number is 0, less than 1."));
    assert_true(g_str_has_prefix(text, "reins: brain t: the answer does not fit the schema: answer.x: the number is 0, less than "
                                       "1; it is asked once more\n{"));
    assert_non_null(strstr(text, "\"value\":{\"x\":3}"));
    assert_non_null(strstr(text, "\"tokens_in\":20,"));
    assert_non_null(strstr(text, "\"tokens_out\":10,"));
    assert_int_equal(code, 0);
    mock_stop(&mock);
    g_free(ask_with_schema_twice(SCHEMA, "no", "never", "", &code));
    g_free(mock_requests(&mock, &n));
    assert_int_equal(code, 1);
    assert_int_equal(n, 2);
    mock_stop(&mock);
}

static void ask__schema_and_json__have_the_value(void **state)
{
    (void)state;
    int code;
    g_autofree char *text = ask_with_schema(SCHEMA, "{\"x\":3}", "--json", &code);
    assert_int_equal(code, 0);
    assert_non_null(strstr(text, "\"value\":{\"x\":3}"));
}

static void ask__schema_that_cannot_be_held__is_refused(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"{\"properties\":{\"x\":{\"multipleOf\":2}}}", "#/properties/x/multipleOf: this keyword"},
        {"{\"properties\":{\"x\":{\"format\":\"iri\"}}}", "#/properties/x/format: this format is not one that"},
        {"{\"properties\":{\"x\":{\"$ref\":\"#/y\"}}}", "#/properties/x: \"#/y\" names no definition"},
        {"{\"$defs\":{\"y\":{\"items\":{\"$ref\":\"#/$defs/y\"}}},\"$ref\":\"#/$defs/y\"}",
         "contains itself, or there are more than 200"},
        {"{\"$defs\":{\"y\":{\"$ref\":\"#/$defs/y\"}},\"$ref\":\"#/$defs/y\"}", "contains itself, or there are more than 200"}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        int code;
        g_autofree char *text = ask_with_schema(rows[i][0], "{}", "", &code);
        if (code != 2 || !strstr(text, rows[i][1]))
            fail_msg("%d, %s", code, text);
    }
}

static void ask__schema_with_formats__holds_the_texts(void **state)
{
    (void)state;
    static const struct {
        const char *format, *fits, *not ;
    } rows[] = {{"date", "2026-11-27", "2026-13-01"},
                {"date", "2024-02-29", "2023-02-29"},
                {"date-time", "0000-02-29T00:00:00Z", "2024-04-31T08:20:01Z"},
                {"time", "23:59:60Z", "24:00:00Z"},
                {"date-time", "2026-11-27T08:20:01.5+01:00", "2026-11-27 08:20"},
                {"email", "a@b.org", "a b@c"},
                {"uri", "https://x.org/y", "x.org/y"},
                {"uuid", "123e4567-e89b-12d3-a456-426614174000", "123e4567"},
                {"ipv4", "127.0.0.1", "127.0.0.256"}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        int code;
        g_autofree char *schema = g_strdup_printf("{\"type\":\"string\",\"format\":\"%s\"}", rows[i].format);
        g_autofree char *good = g_strdup_printf("\"%s\"", rows[i].fits), *bad = g_strdup_printf("\"%s\"", rows[i].not );
        g_free(ask_with_schema(schema, good, "", &code));
        if (code != 0)
            fail_msg("%s: %s is none", rows[i].format, good);
        g_autofree char *said = ask_with_schema_twice(schema, bad, bad, "", &code),
                        *what = g_strdup_printf("is no %s", rows[i].format);
        if (code != 1 || !strstr(said, what))
            fail_msg("%s: %s is one", rows[i].format, bad);
        mock_stop(&mock);
    }
}

/* As programs write schemas: what a reference names stands in its place, also of what is sent. */
static void ask__schema_with_definitions__holds_the_answer(void **state)
{
    (void)state;
    static const char schema[] =
        "{\"$defs\":{\"P\":{\"type\":\"object\",\"properties\":{\"n\":{\"$ref\":\"#/$defs/N\"}}},\"N\":{\"type\":"
        "\"integer\",\"title\":\"N\"}},\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/P\",\"title\":\"one\"}}";
    int code, n;
    g_autofree char *fits = ask_with_schema(schema, "[{\"n\":1},{\"n\":2}]", "", &code);
    assert_string_equal(fits, "[{\"n\":1},{\"n\":2}]\n");
    g_autofree char *not = ask_with_schema_twice(schema, "[{\"n\":\"a\"}]", "[{\"n\":1.5}]", "", &code);
    assert_int_equal(code, 1);
    assert_non_null(strstr(not, "answer[0].n: is not of type \"integer\""));
    g_autofree char *asked = mock_requests(&mock, &n);
    assert_null(strstr(asked, "$"));
    assert_non_null(
        strstr(asked, "\"items\":{\"title\":\"one\",\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\""));
    mock_stop(&mock);
}

/* Whatever the server does: Ctrl-C ends it. */
static void ask__ctrl_c__ends_a_stalled_stream(void **state)
{
    (void)state;
    int code;
    char got[8] = "";
    serve(MOCK_STALL, PIECE("One"));
    struct asked asked = ask("");
    assert_non_null(fgets(got, (int)strlen("One") + 1, asked.out));
    kill(asked.pid, SIGINT);
    g_free(rest(asked, &code));
    assert_int_equal(code, 4); /* and not 1, as after the stall's own timeout; how soon: make bench BENCH=stop */
    mock_stop(&mock);
}

/* The first one stalls; what the other has said, and been paid for, is told with its name all the same. */
static void ask__ctrl_c__tells_the_answers_that_are_there(void **state)
{
    (void)state;
    static const struct {
        const char *options, *first, *second;
    } rows[] = {
        {"--brain u", "# t\nOne\nreins: brain t: the call was broken off\n# ", "\n# u\nTwo\n# "},
        {"--brain u --json", "[{\"brain\":\"t\",\"incomplete\":\"One\",\"error\":", "{\"brain\":\"u\",\"text\":\"Two\","}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        int code;
        struct mock_step steps[] = {{MOCK_STALL, (char *)STREAM PIECE("One")}, {MOCK_ANSWER, (char *)STREAM PIECE("Two") END}};
        serve_steps(steps, 2);
        g_autofree char *tape = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "tape", NULL), *said = NULL;
        g_autofree char *options = g_strdup_printf("%s --record %s", rows[i].options, tape);
        g_unlink(tape);
        struct asked asked = ask(options);
        while (!said || !strstr(said, "\"model\":\"n\"")) { /* it is whole now; poll(): a file has no event that is worth one */
            g_clear_pointer(&said, g_free);
            g_file_get_contents(tape, &said, NULL, NULL);
            poll(NULL, 0, 5);
        }
        kill(asked.pid, SIGINT);
        g_autofree char *text = rest(asked, &code);
        mock_stop(&mock);
        if (code != 4 || !strstr(text, rows[i].first) || !strstr(text, rows[i].second))
            fail_msg("%s: %d, %s", rows[i].options, code, text);
    }
}

#define ODD "a\tb\x1b[31m\xe2\x80\x8d\xe2\x80\xa8" /* a tab, ESC, U+200D, U+2028 */
#define ODD_JSON "a\\tb\\u001b[31m\\u200d\\u2028"

/* The line of the wait is gone when the answer is there; it is for a terminal alone. */
static void ask__too_many_requests__is_said_on_a_terminal(void **state)
{
    (void)state;
    int code;
    g_autofree char *busy = mock_response("429 Too Many", "retry-after-ms: 1200\r\n", "{\"error\":{\"message\":\"slow\"}}");
    struct mock_step steps[] = {{MOCK_ANSWER, busy}, {MOCK_ANSWER, (char *)STREAM PIECE("One") END}};
    serve_steps(steps, 2);
    g_autofree char *shown = ask_on_a_terminal();
    const char *first = strstr(shown, "\r\033[Kretry 1 of 3 in 2 s: HTTP 429: slow"), *gone = g_strrstr(shown, "\r\033[K");
    assert_non_null(first);
    assert_non_null(strstr(first, "\r\033[Kretry 1 of 3 in 1 s: HTTP 429: slow"));
    assert_true(g_str_has_prefix(gone, "\r\033[KOne\r\n# "));
    mock_stop(&mock);
    serve_steps(steps, 2);
    g_autofree char *text = rest(ask(""), &code);
    assert_string_equal(text, "One\n");
    mock_stop(&mock);
}

/* A file or another program gets the answer as it came; only a terminal is protected from it. */
static void ask__what_cannot_be_seen__is_shown_on_a_terminal_only(void **state)
{
    (void)state;
    int code;
    serve(MOCK_PIECES, PIECE(ODD_JSON) PIECE("\\n\\tend\\n") END);
    g_autofree char *text = rest(ask(""), &code);
    assert_string_equal(text, ODD "\n\tend\n");
    mock_stop(&mock);
    serve(MOCK_ANSWER, PIECE(ODD_JSON) END);
    g_autofree char *shown = ask_on_a_terminal();
    const char *gone = g_strrstr(shown, "\r\033[K"); /* a slow machine was waited for */
    assert_true(g_str_has_prefix(gone ? gone + strlen("\r\033[K") : shown, "a⇥b‹U+001B›[31m‹U+200D›‹U+2028›\r\n# "));
    mock_stop(&mock);
    g_autofree char *value = ask_with_schema("{\"type\":\"string\"}", "\"\\u200d\\u2028\\t\"", "", &code);
    assert_string_equal(value, "\"\xe2\x80\x8d\xe2\x80\xa8\\t\"\n");
}

/* A model that has said something and goes on is not read to its end for nobody. */
static void ask__reader_that_leaves__ends_it_at_once(void **state)
{
    (void)state;
    static const char *const options[] = {"", "--brain u", "--json"};
    g_autofree char *file = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "said", NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(options); i++) {
        struct mock_step steps[] = {{MOCK_STALL, (char *)STREAM PIECE("One")}, {MOCK_STALL, (char *)STREAM PIECE("One")}};
        serve_steps(steps, 2);
        struct asked asked = ask_beside(options[i], file);
        if (!strstr(options[i], "json"))
            assert_int_not_equal(fgetc(asked.out), EOF);
        gint64 began = g_get_monotonic_time();
        int code;
        fclose(asked.out);
        asked.out = fopen("/dev/null", "r");
        g_autofree char *said = NULL;
        g_free(rest(asked, &code));
        gint64 took_ms = (g_get_monotonic_time() - began) / 1000;
        assert_true(g_file_get_contents(file, &said, NULL, NULL));
        if (code != 1 || *said || took_ms >= 2000)
            fail_msg("\"%s\": %d after %d ms: %s", options[i], code, (int)took_ms, said);
        mock_stop(&mock);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ask__answer__is_printed_as_it_comes),
        cmocka_unit_test(ask__answer_after_a_retry__is_printed_as_it_comes),
        cmocka_unit_test(ask__whole__is_there_once),
        cmocka_unit_test(ask__json__is_one_document),
        cmocka_unit_test(ask__json_of_an_answer_that_was_cut__says_why),
        cmocka_unit_test(ask__answer_that_fails__is_shown_as_far_as_it_came),
        cmocka_unit_test(ask__incomplete_of_responses__is_told_as_cut),
        cmocka_unit_test(ask__two_brains__are_asked_at_once_and_told_in_order),
        cmocka_unit_test(ask__two_as_json__are_a_list_with_usage_and_errors),
        cmocka_unit_test(ask__fallback__is_asked_instead),
        cmocka_unit_test(ask__schema__holds_the_answer),
        cmocka_unit_test(ask__schema_of_a_list__finds_it_in_prose),
        cmocka_unit_test(ask__raw_line_end_in_a_text__is_mended),
        cmocka_unit_test(ask__answer_that_does_not_fit__is_asked_for_again),
        cmocka_unit_test(ask__schema_and_json__have_the_value),
        cmocka_unit_test(ask__schema_with_definitions__holds_the_answer),
        cmocka_unit_test(ask__schema_with_formats__holds_the_texts),
        cmocka_unit_test(ask__schema_that_cannot_be_held__is_refused),
        cmocka_unit_test(ask__ctrl_c__tells_the_answers_that_are_there),
        cmocka_unit_test(ask__ctrl_c__ends_a_stalled_stream),
        cmocka_unit_test(ask__too_many_requests__is_said_on_a_terminal),
        cmocka_unit_test(ask__what_cannot_be_seen__is_shown_on_a_terminal_only),
        cmocka_unit_test(ask__reader_that_leaves__ends_it_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
