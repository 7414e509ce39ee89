/* reins config brain new. The profile is a text from the first question on: the question whether it is right is put to the same
 * reader that will read it (config_load_text), and the call that tries it is made with that configuration. A key that is typed in
 * is in this process, its file, and nowhere else. */

#include "tui/cli/brain_new.h"

#include "config/config.h"
#include "config/files.h"
#include "config/ini.h"
#include "config/options.h"
#include "engine/eye/store.h"
#include "skills/timeline/visible.h"
#include "tui/cli/brain_questions.h"
#include "tui/cli/brain_try.h"
#include "tui/cli/cli.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OPEN_ROWS 3 /* the last rows of given(): of an open model */

/* ---- the text ---- */

static const char *given(const struct making *m, const char *key)
{
    const struct {
        const char *key, *value;
    } own[] = {{"url", m->w.url},
               {"model", m->w.model},
               {"key", m->w.key},
               {"price_in", m->w.price_in},
               {"price_out", m->w.price_out},
               {"grammar", g_strcmp0(m->w.grammar, "none") == 0 ? NULL : m->w.grammar},
               {"coordinates", g_strcmp0(m->w.coordinates, "auto") == 0 ? NULL : m->w.coordinates},
               {"picture_multiple", m->open ? brain_guess(m->w.model)->multiple : NULL}};
    for (gsize i = 0; i < G_N_ELEMENTS(own) - (m->open ? 0 : OPEN_ROWS); i++)
        if (g_str_equal(own[i].key, key))
            return own[i].value ? own[i].value : "";
    return NULL;
}

/* Comments are inside of the group: with it they go when it is written anew. */
static char *group_text(const struct making *m)
{
    gsize n;
    const struct option_row *rows = option_rows(&n);
    g_autofree char *about = brain_questions_template(m, "about"), *note = brain_questions_template(m, "note");
    GString *out = g_string_new(NULL);
    g_string_append_printf(
        out, "[brain %s]\n# %s. Written by `reins config brain new`; `man reins.ini` has what else may stand here.\n", m->w.name,
        about);
    if (note)
        g_string_append_printf(out, "# %s\n", note);
    if (m->blind)
        g_string_append(out, "# When it was tried, it did not read a picture: a run needs a model that does.\n");
    if (m->with_tool)
        g_string_append_printf(out, "# It has no computer tool (agent computer); these have one: %s.\n", m->with_tool);
    if (g_strcmp0(m->w.price_in, "?") == 0 || g_strcmp0(m->w.price_out, "?") == 0 || !m->w.price_in || !m->w.price_out)
        g_string_append(out, "# Say price_in and price_out (USD for a million tokens), or a run with a limit of money pauses.\n");
    for (gsize i = 0; i < n; i++) {
        if (!g_str_equal(rows[i].group, "brain"))
            continue;
        bool price = g_str_has_prefix(rows[i].key, "price_");
        g_autofree char *usual = price ? brain_questions_price(m, rows[i].key) : brain_questions_template(m, rows[i].key);
        const char *own = given(m, rows[i].key), *value = own ? own : usual;
        if (value && *value && !g_str_equal(value, "?"))
            g_string_append_printf(out, "# %s\n%s=%s\n", rows[i].help, rows[i].key, value);
    }
    return g_string_free(out, FALSE);
}

/* Of that group, or (NULL) of any. */
static bool begins(const char *line, const char *group)
{
    g_autofree char *copy = g_strstrip(g_strdup(line)), *head = group ? g_strdup_printf("[%s]", group) : NULL;
    return head ? g_str_equal(copy, head) : *copy == '[';
}

/* The file without that group, up to its last line that is neither empty nor a comment: what follows belongs to the next one. */
static void drop_group(GPtrArray *lines, const char *group)
{
    guint from = 0;
    while (from < lines->len && !begins(lines->pdata[from], group))
        from++;
    guint to = from + 1;
    while (to < lines->len && !begins(lines->pdata[to], NULL))
        to++;
    while (to > from + 1 && to <= lines->len && (*(char *)lines->pdata[to - 1] == '#' || !*(char *)lines->pdata[to - 1]))
        to--;
    if (from < lines->len)
        g_ptr_array_remove_range(lines, from, to - from);
}

/* The user's file with the new group at its end. Caller frees. */
static char *whole_text(const struct making *m, const config *cfg, const char *group, GError **error)
{
    g_autoptr(GError) why = NULL;
    g_autoptr(GBytes) bytes = config_read(config_path(cfg), &why);
    if (why) {
        g_propagate_error(error, g_steal_pointer(&why));
        return NULL;
    }
    g_autofree char *before = bytes ? g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes)) : g_strdup("");
    g_auto(GStrv) split = g_strsplit(before, "\n", -1);
    g_autoptr(GPtrArray) lines = g_ptr_array_new();
    for (char **line = split; *line; line++)
        g_ptr_array_add(lines, *line);
    g_autofree char *name = g_strdup_printf("brain %s", m->w.name);
    drop_group(lines, name);
    while (lines->len && !*(char *)lines->pdata[lines->len - 1])
        g_ptr_array_set_size(lines, (int)lines->len - 1);
    g_ptr_array_add(lines, NULL);
    g_autofree char *kept = g_strjoinv("\n", (char **)lines->pdata);
    return g_strconcat(kept, *kept ? "\n\n" : "", group, NULL);
}

/* ---- files ---- */

/* Over the file itself where the path is a link, as those who keep their settings elsewhere have it. */
static bool write_settings(const config *cfg, const char *text, GError **error)
{
    g_autoptr(GBytes) bytes = g_bytes_new(text, strlen(text));
    char *real = realpath(config_path(cfg), NULL);
    bool ok = brain_questions_folder(config_path(cfg), error) && store_write(real ? real : config_path(cfg), bytes, true, error);
    free(real);
    return ok;
}

/* ---- the command ---- */

/* After a call that failed: a person may want it all the same. */
static bool keep_it(const struct making *m, int code)
{
    if (code == EXIT_DONE || m->w.untested)
        return true;
    g_autofree char *answer = m->person && code != EXIT_STOPPED ? brain_questions_line("save it all the same? (y/n)", "n") : NULL;
    return answer && g_ascii_tolower(*answer) == 'y';
}

/* The profile as it will be read is tried. -1 with an error: it is none. */
static int try_it(struct making *m, bool *ret_refused, GError **error)
{
    g_autofree char *group = group_text(m), *text = whole_text(m, m->cfg, group, error);
    g_autoptr(config) read = text ? config_load_text(text, error) : NULL;
    g_autoptr(brain_profile) brain = read ? config_brain(read, m->w.name, error) : NULL;
    *ret_refused = false;
    m->with_tool = brain ? brain->with_tool : NULL;
    m->drives = brain && brain->drives;
    if (!brain || !brain_questions_write_key(m, error))
        return -1;
    return m->w.no_test ? EXIT_DONE
           : m->vectors ? brain_try_vectors(read, m->w.name, m->w.url, ret_refused)
                        : brain_try(read, m->w.name, m->w.url, &m->blind, ret_refused);
}

/* True: the service has refused the key, and there is another one now. */
static bool has_another_key(struct making *m, bool refused, GError **error)
{
    return refused && m->person && !brain_questions_stopped() && brain_questions_key(m, "none", error);
}

/* A model that sees nothing cannot do what a run is for. */
static void tell_use(const struct making *m)
{
    const char *name = m->w.name;
    if (m->vectors)
        fprintf(stderr, "reins: use it: embeddings=%s in its [skills]\n", name);
    else if (m->blind)
        fprintf(stderr, "reins: use it for texts: reins ask --brain %s \"a question\"; a run needs a model that reads pictures\n",
                name);
    else if (m->drives)
        fprintf(stderr,
                "reins: use it: reins run --agent computer --brain %s \"what is to be done\"; or agent=computer and "
                "brain=%s in its [run]\n",
                name, name);
    else
        fprintf(stderr, "reins: use it: reins run --brain %s \"what is to be done\"; or brain=%s in its [run]\n", name, name);
}

static int make(struct making *m)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(config) cfg = config_load(&error);
    g_autoptr(GBytes) bytes = cfg ? config_file("providers.ini", NULL, &error) : NULL;
    if (bytes)
        m->templates = ini_parse(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), "providers.ini", &error);
    m->cfg = cfg;
    if (!m->templates || !brain_questions_ask(m, &error))
        return error ? cli_fail(error) : EXIT_STOPPED;
    bool refused;
    int code = try_it(m, &refused, &error);
    while (code >= 0 && has_another_key(m, refused, &error))
        code = try_it(m, &refused, &error);
    if (error) {
        brain_questions_drop_key(m);
        return cli_fail(error);
    }
    if (!keep_it(m, code)) {
        brain_questions_drop_key(m);
        fprintf(stderr, "reins: nothing is written%s\n",
                code == EXIT_STOPPED || m->person ? "" : " (--untested writes it all the same)");
        return code;
    }
    g_autofree char *tried = group_text(m), *tried_text = whole_text(m, cfg, tried, &error);
    if (!tried_text || !write_settings(cfg, tried_text, &error)) {
        brain_questions_drop_key(m);
        return cli_fail(error);
    }
    fputs(tried, stdout);
    fprintf(stderr, "reins: written to %s\n", config_path(cfg));
    tell_use(m);
    return EXIT_DONE;
}

int brain_new(int argc, char **argv)
{
    __attribute__((cleanup(brain_questions_clear))) struct making m = {0};
    struct wanted *w = &m.w;
    const GOptionEntry entries[] = {
        {"provider", 0, 0, G_OPTION_ARG_STRING, &w->provider,
         "openai, responses, azure, openrouter, anthropic, gemini, vllm, llama.cpp, ollama, lmstudio or other; openai-vectors, "
         "gemini-vectors",
         "P"},
        {"url", 0, 0, G_OPTION_ARG_STRING, &w->url, "the service's address, up to and with /v1", "URL"},
        {"model", 0, 0, G_OPTION_ARG_STRING, &w->model, "the model, as its provider spells it", "MODEL"},
        {"key", 0, 0, G_OPTION_ARG_STRING, &w->key, "where the key is: env:VAR, file:PATH, cmd:COMMAND; or none", "WHERE"},
        {"key-stdin", 0, 0, G_OPTION_ARG_NONE, &w->key_stdin,
         "read the key from standard input, and write it into a file of its own (0600)", NULL},
        {"price-in", 0, 0, G_OPTION_ARG_STRING, &w->price_in, "USD for a million prompt tokens", "USD"},
        {"price-out", 0, 0, G_OPTION_ARG_STRING, &w->price_out, "USD for a million completion tokens", "USD"},
        {"grammar", 0, 0, G_OPTION_ARG_STRING, &w->grammar,
         "what an open model writes its actions in; by its name where not given", "G"},
        {"coordinates", 0, 0, G_OPTION_ARG_STRING, &w->coordinates, "what an open model writes for a point; the same", "C"},
        {"no-test", 0, 0, G_OPTION_ARG_NONE, &w->no_test, "try no call", NULL},
        {"untested", 0, 0, G_OPTION_ARG_NONE, &w->untested, "write it also when the call with a text fails", NULL},
        {"force", 0, 0, G_OPTION_ARG_NONE, &w->force, "in place of a [brain NAME] of yours that is there", NULL},
        G_OPTION_ENTRY_NULL,
    };
    int code = EXIT_DONE;
    if (!cli_options(
            &argc, &argv, entries, "new [NAME]",
            "new   a brain of yours: asks for provider, model and key (or takes them as options), tries two calls, one with "
            "a text and one with a picture, and writes a commented [brain NAME] into your reins.ini\n\n"
            "  reins config brain new\n"
            "  reins config brain new local --provider ollama --model qwen2.5vl\n"
            "  reins config brain new work --provider openai --model gpt-4o --key-stdin < key",
            &code))
        return code;
    if (argc < 2 || strcmp(argv[1], "new") != 0)
        return cli_usage("config brain: what? There is new (reins config brain new)");
    if (argc > 3)
        return cli_usage("config brain new: takes one name, not \"%s\" too", argv[3]);
    w->name = argc > 2 ? g_strdup(argv[2]) : NULL;
    m.person = !w->key_stdin && isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
    const struct sigaction action = {.sa_handler = brain_questions_stop};
    const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (gsize i = 0; i < G_N_ELEMENTS(signals); i++)
        sigaction(signals[i], &action, NULL);
    code = make(&m);
    if (brain_questions_stopped() && code == EXIT_STOPPED)
        fprintf(stderr, "\nreins: stopped; nothing is written\n");
    return code;
}
