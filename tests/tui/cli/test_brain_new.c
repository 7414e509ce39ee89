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

static void serve(const char *status, const char *body)
{
    struct mock_step steps[2] = {{MOCK_ANSWER, mock_response(status, "", body)}, {MOCK_ANSWER, NULL}};
    steps[1].text = steps[0].text;
    mock = mock_start(steps, 2);
    g_free(steps[0].text);
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
        {"m --provider openai --url ftp://x --no-test", "[brain m] url"},
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
    static const char *const names[] = {"openai", "responses", "azure",  "openrouter", "anthropic", "gemini",
                                        "vllm",   "llama.cpp", "ollama", "lmstudio",   "other"};
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

/* On a terminal: what it shows until `until`. */
static void await(int fd, GString *seen, const char *until)
{
    char c;
    while (!strstr(seen->str, until)) {
        if (read(fd, &c, 1) != 1)
            fail_msg("no \"%s\" in: %s", until, seen->str);
        g_string_append_c(seen, c);
    }
}

static void on_a_terminal__asks_and_never_shows_the_key(void **state)
{
    (void)state;
    serve("404 Not Found", "{\"error\":{\"message\":\"gone\"}}");
    write_settings("");
    g_autofree char *url = g_strdup_printf("http://127.0.0.1:%d/v1\n", mock.port);
    const char *const talk[][2] = {{"provider: ", "anthropic\n"},
                                   {"name of the brain [anthropic]: ", "claude\n"},
                                   {"address [", url},
                                   {"model [", "m\n"},
                                   {"key [paste]: ", "\n"},
                                   {"(it is not shown): ", KEY "\n"},
                                   {"prompt tokens", "3\n"},
                                   {"completion tokens", "15\n"},
                                   {"save it all the same?", "y\n"}};
    int fd, status;
    g_unsetenv("ANTHROPIC_API_KEY");
    pid_t pid = forkpty(&fd, NULL, NULL, NULL);
    if (pid == 0) {
        execl(g_getenv("REINS_BIN"), "reins", "config", "brain", "new", NULL);
        _exit(127);
    }
    g_autoptr(GString) seen = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(talk); i++) {
        await(fd, seen, talk[i][0]);
        assert_true(write(fd, talk[i][1], strlen(talk[i][1])) > 0);
    }
    await(fd, seen, "written to");
    char rest[4096];
    while (read(fd, rest, sizeof rest) > 0)
        ;
    waitpid(pid, &status, 0);
    close(fd);
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_null(strstr(seen->str, KEY));
    expect(seen->str, "(HTTP 404)");
    g_autofree char *text = read_settings();
    expect(text, "[brain claude]");
    expect(text, "/keys/claude\n");
    assert_null(strstr(text, KEY));
    mock_stop(&mock);
}

int main(void)
{
    settings = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "reins", "reins.ini", NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_options__is__tried_and_written),
        cmocka_unit_test(there_already__is__refused_and_with_force_anew),
        cmocka_unit_test(call_that_fails__says_why_and_writes_nothing),
        cmocka_unit_test(words__that_cannot_be__are_refused),
        cmocka_unit_test(templates__all__make_a_brain),
        cmocka_unit_test(on_a_terminal__asks_and_never_shows_the_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
