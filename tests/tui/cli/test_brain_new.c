/* reins config brain new: by options, and on a terminal, against a scripted server. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/engine/brain/mock_http.h"

#include "config/config.h"

#include <glib/gstdio.h>
#include <pty.h>
#include <stdio.h>
#include <sys/stat.h>

#define KEY "sk-secret-0123456789"
#define ANSWER                                                                                                                   \
    "{\"choices\":[{\"message\":{\"content\":\"ready\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":20,"           \
    "\"completion_tokens\":2}}"

static struct mock mock;
static char *settings; /* reins.ini */

/* The second answer is of the picture, and the third of another one. */
static void serve_two(const char *status, const char *body, const char *status_picture, const char *picture)
{
    struct mock_step steps[3] = {{MOCK_ANSWER, mock_response(status, "", body)},
                                 {MOCK_ANSWER, mock_response(status_picture, "", picture)},
                                 {MOCK_ANSWER, mock_response(status_picture, "", picture)}};
    mock = mock_start(steps, 3);
    for (gsize i = 0; i < G_N_ELEMENTS(steps); i++)
        g_free(steps[i].text);
}

static void serve(const char *status, const char *body)
{
    serve_two(status, body, status, body);
}

/* What stands in the file; "" = there is none. */
static char *read_settings(void)
{
    char *text = NULL;
    return g_file_get_contents(settings, &text, NULL, NULL) ? text : g_strdup("");
}

static void write_settings(const char *text)
{
    g_autofree char *folder = g_path_get_dirname(settings);
    g_mkdir_with_parents(folder, 0700);
    assert_true(g_file_set_contents(settings, text, -1, NULL));
}

/* By options; @PORT@ is the server's. */
static char *run(const char *options, const char *input, int *ret_code)
{
    g_autofree char *port = g_strdup_printf("%d", mock.port);
    g_auto(GStrv) parts = g_strsplit(options, "@PORT@", -1);
    g_autofree char *filled = g_strjoinv(port, parts);
    g_autofree char *command = g_strdup_printf("printf '%s' | %s config brain new %s 2>&1", input, g_getenv("REINS_BIN"), filled);
    char *argv[] = {(char *)"sh", (char *)"-c", command, NULL}, *out = NULL;
    int status;
    assert_true(g_spawn_sync(NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, NULL, &status, NULL));
    *ret_code = WEXITSTATUS(status);
    return out;
}

static void expect(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no \"%s\" in: %s", part, text);
}

static void by_options__is__tried_and_written(void **state)
{
    (void)state;
    int code;
    write_settings("[run]\nmax_steps=7\n\n# of x\n[brain x]\nkind=human\n");
    serve("200 OK", ANSWER);
    g_autofree char *said =
        run("mine --provider openai --model gpt-x --url http://127.0.0.1:@PORT@/v1 --key-stdin --price-in 1000 "
            "--price-out 5000",
            KEY "\\n", &code);
    expect(said, "it answers \"ready\": 0.");
    expect(said, "20 tokens in, 2 out, $0.030000");
    assert_int_equal(code, 0);
    assert_null(strstr(said, KEY));
    g_autofree char *text = read_settings();
    expect(text, "[run]\nmax_steps=7\n\n# of x\n[brain x]\nkind=human\n\n[brain mine]\n# OpenAI, chat completions.");
    expect(text, "\nmodel=gpt-x\n");
    assert_null(strstr(text, KEY));
    g_autoptr(GError) error = NULL;
    g_autoptr(config) cfg = config_load(&error);
    g_autoptr(brain_profile) brain = cfg ? config_brain(cfg, "mine", &error) : NULL;
    assert_non_null(brain);
    assert_true(g_str_has_prefix(brain->key, "file:"));
    struct stat st;
    assert_int_equal(stat(brain->key + strlen("file:"), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    int n;
    g_autofree char *asked = mock_requests(&mock, &n);
    expect(asked, "Authorization: Bearer " KEY);
    mock_stop(&mock);
}

#define WORDS "Horse lathe stone earth hotel north salon laser other trees."
#define NEAR_WORDS "HORSX LATHX STOXE EARTX HOTXL NORTX SALOX LASEX OTHEX TREEX"

/* The word that it is shown is drawn by chance; who answers with all of them has read it. */
static void pictures__read_or_not__is_said_and_written(void **state)
{
    (void)state;
    static const struct {
        const char *status, *body, *said;
        int requests;
        bool blind;
    } rows[] = {
        {"200 OK", "{\"choices\":[{\"message\":{\"content\":\"" WORDS "\"},\"finish_reason\":\"stop\"}]}", "it reads pictures\n",
         2, false},
        {"200 OK", "{\"choices\":[{\"message\":{\"content\":\"" NEAR_WORDS "\"},\"finish_reason\":\"stop\"}]}",
         "it reads pictures, though not each letter: it was shown ", 3, false},
        {"200 OK", ANSWER, "it does not read pictures: it was shown ", 3, true},
        {"400 Bad", "{\"error\":{\"message\":\"no vision\"}}", "it does not read pictures: brain m: ", 2, true},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        int code, n;
        write_settings("");
        serve_two("200 OK", ANSWER, rows[i].status, rows[i].body);
        g_autofree char *said = run("m --provider ollama --model llava --url http://127.0.0.1:@PORT@/v1", "", &code);
        expect(said, rows[i].said);
        assert_int_equal(code, 0);
        g_autofree char *text = read_settings(), *asked = mock_requests(&mock, &n);
        assert_int_equal(n, rows[i].requests);
        expect(said, rows[i].blind ? "use it for texts: reins ask" : "use it: reins run --brain m");
        expect(asked, "data:image/png;base64,");
        assert_int_equal(strstr(text, "did not read a picture") != NULL, rows[i].blind);
        mock_stop(&mock);
    }
}

/* A model that answers nothing is tried with the call that it is for. */
static void model_without_a_computer_tool__is_said(void **state)
{
    (void)state;
    static const struct {
        const char *model;
        bool has;
    } cases[] = {{"gemini-2.5-pro", false}, {"gemini-2.5-computer-use-preview-10-2025", true}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        int code;
        g_autofree char *options =
            g_strdup_printf("g%d --provider gemini --key none --no-test --model %s", (int)i, cases[i].model);
        g_autofree char *said = run(options, "", &code);
        if (code != 0 ||
            !strstr(said, "# It has no computer tool (agent computer); these have one: gemini-3.5-flash") != cases[i].has)
            fail_msg("%s: %d: %s", cases[i].model, code, said);
        expect(said, cases[i].has ? "use it: reins run --agent computer --brain g" : "use it: reins run --brain g");
    }
}

static void vectors__are_asked_for_and_written(void **state)
{
    (void)state;
    static const struct {
        const char *provider, *body, *asked;
    } rows[] = {
        {"gemini-vectors", "{\"embeddings\":[{\"values\":[1,0,0]}]}", "POST /v1/models/gemini-embedding-001:batchEmbedContents"},
        {"openai-vectors", "{\"data\":[{\"embedding\":[1,0,0]}]}", "POST /v1/embeddings"}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        int code, n;
        write_settings("");
        serve("200 OK", rows[i].body);
        g_autofree char *options =
            g_strdup_printf("near --provider %s --key none --url http://127.0.0.1:@PORT@/v1", rows[i].provider);
        g_autofree char *said = run(options, "", &code);
        expect(said, "it makes a vector of 3 numbers: 0.");
        expect(said, "embeddings=near in its [skills]");
        assert_int_equal(code, 0);
        g_autofree char *asked = mock_requests(&mock, &n), *text = read_settings();
        assert_int_equal(n, 1);
        expect(asked, rows[i].asked);
        expect(text, "[brain near]\n");
        assert_null(strstr(text, "vectors=true"));
        mock_stop(&mock);
    }
    int code;
    serve("404 Not Found", "{\"error\":{\"message\":\"no such model\"}}");
    write_settings("");
    g_autofree char *said = run("near --provider gemini-vectors --key none --url http://127.0.0.1:@PORT@/v1", "", &code),
                    *text = read_settings();
    expect(said, "no such model");
    assert_int_equal(code, 3);
    assert_string_equal(text, "");
    mock_stop(&mock);
}

/* By its name, unless it is said; only where the template leaves it open. */
static void open_model__grammar_and_coordinates__go_by_its_name(void **state)
{
    (void)state;
    static const struct {
        const char *options, *grammar, *coordinates;
        int multiple;
    } rows[] = {
        {"vllm --model ByteDance-Seed/UI-TARS-1.5-7B", "ui-tars", "pixels", 28},
        {"vllm --model UI-TARS-7B-DPO", "ui-tars", "1000", 28},
        {"ollama --model qwen2.5vl:7b", "qwen2.5-vl", "pixels", 28},
        {"llama.cpp --model Qwen3-VL-8B-Instruct", "qwen3-vl", "1000", 1},
        {"vllm --model Hcompany/Holo1.5-7B", "holo", "pixels", 28},
        {"vllm --model OpenCUA-Qwen2-7B", "opencua", "1", 28},
        {"vllm --model GLM-4.5V", "glm-4.5v", "999", 1},
        {"lmstudio --model llava", NULL, "pixels", 1},
        {"vllm --model UI-TARS-1.5-7B --grammar none", NULL, "pixels", 1},
        {"vllm --model mine --grammar doubao --coordinates 999", "doubao", "999", 1},
        {"openai --model qwen3-vl", NULL, "pixels", 1},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        int code;
        write_settings("");
        g_autofree char *options = g_strdup_printf("m --no-test --provider %s", rows[i].options);
        g_free(run(options, "", &code));
        assert_int_equal(code, 0);
        g_autoptr(config) cfg = config_load(NULL);
        g_autoptr(brain_profile) brain = config_brain(cfg, "m", NULL);
        if (g_strcmp0(brain->grammar, rows[i].grammar) != 0 || g_strcmp0(brain->coordinates, rows[i].coordinates) != 0 ||
            brain->picture_multiple != rows[i].multiple)
            fail_msg("%s: %s %s %d", options, brain->grammar, brain->coordinates, brain->picture_multiple);
    }
}

static void there_already__is__refused_and_with_force_anew(void **state)
{
    (void)state;
    int code;
    serve("200 OK", ANSWER);
    write_settings("[brain m]\nkind=human\n# tail\n\n# of run\n[run]\nmax_steps=7\n");
    const char *options = "m --provider ollama --model q --url http://127.0.0.1:@PORT@/v1";
    g_autofree char *refused = run(options, "", &code);
    assert_int_equal(code, 2);
    expect(refused, "has a [brain m] already (--force writes it anew)");
    g_autofree char *forced = g_strconcat(options, " --force", NULL), *said = run(forced, "", &code);
    assert_int_equal(code, 0);
    expect(said, "it answers");
    g_autofree char *text = read_settings();
    expect(text, "# of run\n[run]\nmax_steps=7\n\n[brain m]\n");
    assert_null(strstr(text, "kind=human"));
    expect(text, "\nprice_in=0\n");
    mock_stop(&mock);
}

static void call_that_fails__says_why_and_writes_nothing(void **state)
{
    (void)state;
    int code;
    serve("401 Unauthorized", "{\"error\":{\"message\":\"bad key " KEY "\"}}");
    write_settings("");
    const char *options = "bad --provider openai --model m --url http://127.0.0.1:@PORT@/v1 --key-stdin";
    g_autofree char *said = run(options, KEY, &code);
    assert_int_equal(code, 1);
    expect(said, "does not take the key (HTTP 401)");
    expect(said, "nothing is written (--untested writes it all the same)");
    assert_null(strstr(said, KEY));
    g_autofree char *text = read_settings(), *folder = g_path_get_dirname(settings);
    g_autofree char *file = g_build_filename(folder, "keys", "bad", NULL);
    assert_string_equal(text, "");
    assert_false(g_file_test(file, G_FILE_TEST_EXISTS));
    g_autofree char *all = g_strconcat(options, " --untested", NULL), *again = run(all, KEY, &code);
    expect(again, "written to");
    assert_int_equal(code, 0);
    assert_true(g_file_test(file, G_FILE_TEST_EXISTS));
    mock_stop(&mock);
}

static void words__that_cannot_be__are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *options, *said;
    } rows[] = {
        {"", "provider is missing (give --provider)"},
        {"m --provider opnai --no-test", "did you mean \"openai\"?"},
        {"m --provider ollama --no-test", "model is missing (give --model)"},
        {"m --provider azure --model d --no-test", "has a part that is yours (give --url)"},
        {"m --provider openai --key " KEY " --no-test", "a key itself is never an argument"},
        {"m/x --provider openai --no-test", "is no name of a brain"},
        {"m --provider vllm --model m --grammar latin --no-test", "config brain new: grammar "},
        {"m --provider openai --url ftp://x --no-test", "config brain new: url must be a URL"},
    };
    write_settings("");
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        int code;
        g_autofree char *said = run(rows[i].options, "", &code), *text = read_settings();
        expect(said, rows[i].said);
        assert_null(strstr(said, KEY));
        assert_true(code == 1 || code == 2);
        assert_string_equal(text, "");
    }
}

/* Every template that needs nothing of the person but a model makes a brain that is right. */
static void templates__all__make_a_brain(void **state)
{
    (void)state;
    static const char *const names[] = {"openai", "responses",      "azure",         "openrouter", "anthropic",
                                        "gemini", "vllm",           "llama.cpp",     "ollama",     "lmstudio",
                                        "other",  "openai-vectors", "gemini-vectors"};
    write_settings("");
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        int code;
        bool blank = g_str_equal(names[i], "azure") || g_str_equal(names[i], "other");
        g_autofree char *options = g_strdup_printf("--provider %s --model m --no-test %s", names[i],
                                                   blank ? "--url https://x.openai.azure.com/openai/v1" : "");
        g_autofree char *said = run(options, "", &code);
        if (code != 0)
            fail_msg("%s: %s", names[i], said);
    }
    g_autoptr(config) cfg = config_load(NULL);
    assert_non_null(cfg);
    assert_int_equal(config_warnings(cfg)->len, 0);
}

/* A price of a template is its model's; 0, of a server of one's own, is any model's. */
static void price__of_another_model__is_known_where_it_is_0(void **state)
{
    (void)state;
    static const struct {
        const char *options, *price;
    } rows[] = {{"llama.cpp", "\nprice_in=0\n"},
                {"llama.cpp --model qwen2.5vl", "\nprice_in=0\n"},
                {"ollama --model qwen2.5vl", "\nprice_in=0\n"},
                {"llama.cpp --model m --price-in 2", "\nprice_in=2\n"},
                {"openai", "\nprice_in=2.50\n"},
                {"openai --model m", NULL}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        int code;
        write_settings("");
        g_autofree char *options = g_strconcat("m --no-test --provider ", rows[i].options, NULL);
        g_free(run(options, "", &code));
        g_autofree char *text = read_settings();
        bool known = rows[i].price;
        assert_int_equal(code, 0);
        if (!strstr(text, known ? rows[i].price : "# Say price_in") || !strstr(text, "price_out=") == known)
            fail_msg("%s: %s", options, text);
    }
}

/* On a terminal: what it shows until `until`. */
static void await(int fd, GString *seen, const char *until)
{
    char c;
    while (!strstr(seen->str, until)) {
        struct pollfd in = {fd, POLLIN, 0};
        if (poll(&in, 1, 20000) != 1 || read(fd, &c, 1) != 1)
            fail_msg("no \"%s\" in: %s", until, seen->str);
        g_string_append_c(seen, c);
    }
}

/* Answers each question on a terminal of its own; all that was shown. Caller frees. */
static char *talk_through(const char *const (*talk)[2], gsize n)
{
    int fd, status;
    g_unsetenv("ANTHROPIC_API_KEY");
    pid_t pid = forkpty(&fd, NULL, NULL, NULL);
    if (pid == 0) {
        execl(g_getenv("REINS_BIN"), "reins", "config", "brain", "new", NULL);
        _exit(127);
    }
    g_autoptr(GString) all = g_string_new(NULL), seen = g_string_new(NULL);
    for (gsize i = 0; i < n; i++) {
        await(fd, seen, talk[i][0]);
        assert_true(write(fd, talk[i][1], strlen(talk[i][1])) >= 0);
        g_string_append(all, seen->str);
        g_string_truncate(seen, 0); /* the same question may come again */
    }
    await(fd, seen, "written to");
    g_string_append(all, seen->str);
    char rest[4096];
    while (read(fd, rest, sizeof rest) > 0)
        ;
    waitpid(pid, &status, 0);
    close(fd);
    assert_int_equal(WEXITSTATUS(status), 0);
    return g_string_free(g_steal_pointer(&all), FALSE);
}

static void on_a_terminal__asks_and_never_shows_the_key(void **state)
{
    (void)state;
    serve_two("200 OK", "{\"data\":[{\"id\":\"claude-opus-5-5\"},{\"id\":\"claude-haiku-4-5\"}]}", "404 Not Found",
              "{\"error\":{\"message\":\"gone\"}}");
    write_settings("");
    g_autofree char *url = g_strdup_printf("http://127.0.0.1:%d/v1\n", mock.port);
    const char *const talk[][2] = {{"provider: ", "anthropic\n"},
                                   {"name of the brain [anthropic]: ", "claude\n"},
                                   {"address [", url},
                                   {"key (it is not shown): ", "\n"},
                                   {"the key is empty", ""},
                                   {"key (it is not shown): ", KEY "\n"},
                                   {"it has claude-opus-5-5, claude-haiku-4-5", ""},
                                   {"model [", "m\n"},
                                   {"prompt tokens", "3\n"},
                                   {"completion tokens", "15\n"},
                                   {"save it all the same?", "y\n"}};
    g_autofree char *shown = talk_through(talk, G_N_ELEMENTS(talk));
    assert_null(strstr(shown, KEY));
    expect(shown, "(HTTP 404)");
    g_autofree char *text = read_settings();
    expect(text, "[brain claude]");
    expect(text, "/keys/claude\n");
    assert_null(strstr(text, KEY));
    mock_stop(&mock);
}

/* What is no answer is asked for again, and nothing else; so is a key that the service refuses, already for its list of models.
 */
static void on_a_terminal__no_answer__is_asked_for_again(void **state)
{
    (void)state;
    const char *const bodies[][2] = {
        {"401 Unauthorized", "{\"error\":{\"message\":\"wrong key\"}}"},
        {"200 OK", "{\"data\":[{\"id\":\"tiny\"},{\"id\":\"big\"}]}"},
        {"401 Unauthorized", "{\"error\":{\"message\":\"bad key\"}}"},
        {"200 OK", "{\"choices\":[{\"message\":{\"content\":\"ready\"},\"finish_reason\":\"stop\"}]}"},
        {"200 OK", "{\"choices\":[{\"message\":{\"content\":\"none\"},\"finish_reason\":\"stop\"}]}"},
        {"200 OK", "{\"choices\":[{\"message\":{\"content\":\"none\"},\"finish_reason\":\"stop\"}]}"}};
    struct mock_step steps[G_N_ELEMENTS(bodies)];
    for (gsize i = 0; i < G_N_ELEMENTS(bodies); i++)
        steps[i] = (struct mock_step){MOCK_ANSWER, mock_response(bodies[i][0], "", bodies[i][1])};
    mock = mock_start(steps, G_N_ELEMENTS(bodies));
    for (gsize i = 0; i < G_N_ELEMENTS(bodies); i++)
        g_free(steps[i].text);
    write_settings("");
    g_autofree char *url = g_strdup_printf("http://127.0.0.1:%d/v1\n", mock.port);
    const char *const talk[][2] = {
        {"provider: ", "othr\n"},
        {"did you mean \"other\"?", ""},
        {"provider: ", "other\n"},
        {"name of the brain", "http://x\n"},
        {"is no name of a brain", ""},
        {"name of the brain", "mine\n"},
        {"address", "ftp://x\n"},
        {"url ", ""},
        {"address", url},
        {"key (it is not shown) [none]: ", "file:/nowhere/opnai\n"},
        {"key: file:/nowhere/opnai", ""},
        {"the file /nowhere/opnai: No such file or directory", ""},
        {"key (it is not shown) [none]: ", "first-" KEY "\n"},
        {"does not take the key (HTTP 401): wrong key", ""},
        {"Enter alone: go on with this one", KEY "\n"},
        {"it has tiny, big", ""},
        {"model: ", "tiny\n"},
        {"trained to use a computer", "\n"},
        {"prompt tokens", "cheap\n"},
        {"price_in ", ""},
        {"prompt tokens", "3\n"},
        {"completion tokens", "15\n"},
        {"another key", "file:/nowhere/opnai\n"},
        {"the file /nowhere/opnai: No such file or directory", ""},
        {"another key", "other-" KEY "\n"}, /* pasted at once */
    };
    g_autofree char *shown = talk_through(talk, G_N_ELEMENTS(talk));
    int n;
    g_autofree char *asked = mock_requests(&mock, &n), *text = read_settings();
    assert_int_equal(n, 6);
    expect(asked, "GET /v1/models ");
    expect(asked, "Bearer other-" KEY);
    assert_null(strstr(shown, KEY));
    expect(text, "[brain mine]");
    expect(text, "\nmodel=tiny\n");
    assert_null(strstr(text, "grammar="));
    mock_stop(&mock);
}

int main(void)
{
    settings = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "reins", "reins.ini", NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_options__is__tried_and_written),
        cmocka_unit_test(model_without_a_computer_tool__is_said),
        cmocka_unit_test(pictures__read_or_not__is_said_and_written),
        cmocka_unit_test(open_model__grammar_and_coordinates__go_by_its_name),
        cmocka_unit_test(there_already__is__refused_and_with_force_anew),
        cmocka_unit_test(call_that_fails__says_why_and_writes_nothing),
        cmocka_unit_test(words__that_cannot_be__are_refused),
        cmocka_unit_test(vectors__are_asked_for_and_written),
        cmocka_unit_test(templates__all__make_a_brain),
        cmocka_unit_test(price__of_another_model__is_known_where_it_is_0),
        cmocka_unit_test(on_a_terminal__asks_and_never_shows_the_key),
        cmocka_unit_test(on_a_terminal__no_answer__is_asked_for_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
