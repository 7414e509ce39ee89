#ifndef TESTS_MEMORY_CLI_H
#define TESTS_MEMORY_CLI_H

/* `reins memory` itself, on a store that the test filled. */

#include "tests/memory/common.h"

#include "config/strict_json.h"

#include <sys/wait.h>

/* What the last reins() said. */
static char *out, *err;

/* Runs `reins memory WORDS…` in a data folder; returns the exit code. */
static inline int reins(const char *data, const char *words)
{
    g_auto(GStrv) split = NULL;
    g_autofree char *line = g_strdup_printf("'%s' memory %s", g_getenv("REINS_BIN"), words);
    assert_true(g_shell_parse_argv(line, NULL, &split, NULL));
    g_auto(GStrv) env = g_environ_setenv(g_get_environ(), "XDG_DATA_HOME", data, TRUE);
    g_clear_pointer(&out, g_free);
    g_clear_pointer(&err, g_free);
    int status = 0;
    g_autoptr(GError) error = NULL;
    g_spawn_sync(NULL, split, env, G_SPAWN_DEFAULT, NULL, NULL, &out, &err, &status, &error);
    assert_no_error(error);
    if (!WIFEXITED(status))
        fail_msg("reins memory %s ended by signal %d: %s", words, WTERMSIG(status), err);
    return WEXITSTATUS(status);
}

static inline void assert_runs(const char *data, const char *words, int code)
{
    int got = reins(data, words);
    if (got != code)
        fail_msg("reins memory %s: exit %d instead of %d\n%s\n%s", words, got, code, out, err);
}

/* After the last test. */
static int free_said(void **state)
{
    (void)state;
    g_clear_pointer(&out, g_free);
    g_clear_pointer(&err, g_free);
    return 0;
}

/* One document and nothing else on stdout, nothing on stderr. */
static inline cJSON *json(const char *data, const char *words, int code)
{
    assert_runs(data, words, code);
    assert_string_equal(err, "");
    g_autoptr(GError) error = NULL;
    g_strchomp(out);
    cJSON *tree = strict_json_parse(out, strlen(out), 1 << 26, &error);
    assert_no_error(error);
    return tree;
}

static inline const char *text_of(const cJSON *o, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(o, key);
    if (!cJSON_IsString(value))
        fail_msg("\"%s\" is no string", key);
    return value->valuestring;
}

static inline double number_of(const cJSON *o, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(o, key);
    if (!cJSON_IsNumber(value))
        fail_msg("\"%s\" is no number", key);
    return value->valuedouble;
}

static inline const cJSON *list_of(const cJSON *o, const char *key, int length)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(o, key);
    if (!cJSON_IsArray(value))
        fail_msg("\"%s\" is no array", key);
    assert_int_equal(cJSON_GetArraySize(value), length);
    return value;
}

/* A data folder with a store in it; *ret_m stays open. */
static inline char *new_data(memory **ret_m)
{
    g_autofree char *dir = new_dir();
    char *data = g_path_get_dirname(dir);
    if (ret_m) {
        g_autofree char *store = g_build_filename(data, "reins", NULL);
        *ret_m = open_store(store);
    }
    return data;
}

#endif
