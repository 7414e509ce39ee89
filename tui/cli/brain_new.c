/* reins config brain new. The profile is a text from the first question on: the question whether it is right is put to the same
 * reader that will read it (config_load_text), and the call that tries it is made with that configuration. A key that is typed in
 * is in this process, its file, and nowhere else. */

#include "tui/cli/brain_new.h"

#include "config/config.h"
#include "config/files.h"
#include "config/ini.h"
#include "config/nearest.h"
#include "config/options.h"
#include "engine/eye/store.h"
#include "skills/timeline/visible.h"
#include "tui/cli/brain_try.h"
#include "tui/cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define LINE_MAX_BYTES 4096
#define OPEN_ROWS 3 /* the last rows of given(): of an open model */

/* What may be asked for, or given. */
struct wanted {
    char *provider, *name, *url, *model, *key, *price_in, *price_out, *grammar, *coordinates;
    gboolean key_stdin, force, no_test, untested;
};

struct making {
    struct wanted w;
    bool person;    /* asks on the terminal */
    ini *templates; /* config/providers.ini */
    char *secret;   /* typed in; wiped */
    char *key_path; /* its file, once it is written */
    bool open;      /* the template leaves open what its model is trained on */
    bool blind;     /* it was tried, and did not read a picture */
    bool vectors;   /* its model makes vectors of texts, no answers */
};

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

static void making_clear(struct making *m)
{
    char **texts[] = {&m->w.provider, &m->w.name,      &m->w.url,     &m->w.model,       &m->w.key,
                      &m->w.price_in, &m->w.price_out, &m->w.grammar, &m->w.coordinates, &m->key_path};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        g_free(*texts[i]);
    if (m->secret)
        explicit_bzero(m->secret, strlen(m->secret));
    g_free(m->secret);
    g_clear_pointer(&m->templates, ini_free);
}

/* ---- questions ---- */

static bool fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static bool fail(GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "config brain new: %s", text);
    return false;
}

/* A line of standard input without its end; a byte at a time, so that nothing of a key stays in a buffer. NULL: there is none, or
 * it was stopped. Caller frees. */
static char *read_line(void)
{
    char line[LINE_MAX_BYTES];
    gsize n = 0;
    gssize got = 0;
    while (n + 1 < sizeof line && !stopped && (got = read(STDIN_FILENO, line + n, 1)) == 1 && line[n] != '\n')
        n++;
    bool ended = stopped || (got <= 0 && n == 0);
    char *text = ended ? NULL : g_strstrip(g_strndup(line, n));
    explicit_bzero(line, sizeof line);
    if (ended)
        stopped = 1; /* end-of-file: there is nobody to answer */
    return text;
}

/* NULL: stopped. `usual` is what Enter takes. Caller frees. */
static char *ask(const char *question, const char *usual)
{
    g_autofree char *shown = usual ? visible_text(usual) : NULL;
    fprintf(stderr, "%s%s%s%s: ", question, usual ? " [" : "", usual ? shown : "", usual ? "]" : "");
    char *line = read_line();
    if (line && !*line && usual) {
        g_free(line);
        line = g_strdup(usual);
    }
    return line;
}

/* Nothing of what is typed is shown. */
static char *ask_hidden(const char *question)
{
    struct termios before, quiet;
    bool terminal = tcgetattr(STDIN_FILENO, &before) == 0;
    if (terminal) {
        quiet = before;
        quiet.c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK | ECHONL);
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet);
    }
    fprintf(stderr, "%s (it is not shown): ", question);
    char *line = read_line();
    if (terminal)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    fputc('\n', stderr);
    return line;
}

/* Fills in what was not given: by asking, else with what is usual. False: it is needed, or stopped. */
static bool want(const struct making *m, char **at, const char *option, const char *question, const char *usual, GError **error)
{
    if (*at)
        return true;
    *at = m->person ? ask(question, usual) : g_strdup(usual);
    while (*at && !**at) { /* Enter alone, and nothing is usual */
        g_free(*at);
        *at = ask(question, usual);
    }
    if (!*at && !stopped)
        return fail(error, "%s is missing (give --%s)", question, option);
    return *at;
}

/* ---- the answers ---- */

static bool choose_provider(struct making *m, GError **error)
{
    g_auto(GStrv) names = g_key_file_get_groups(m->templates->file, NULL);
    if (m->person && !m->w.provider)
        for (char **name = names; *name; name++) {
            g_autofree char *about = ini_value(m->templates, *name, "about");
            fprintf(stderr, "  %-11s %s\n", *name, about ? about : "");
        }
    if (!want(m, &m->w.provider, "provider", "provider", NULL, error))
        return false;
    if (g_strv_contains((const char *const *)names, m->w.provider))
        return true;
    g_autofree char *hint = nearest_hint(m->w.provider, (const char *const *)names), *all = g_strjoinv(", ", names);
    return fail(error, "no provider \"%s\"%s: there are %s", m->w.provider, hint, all);
}

/* What the template has; NULL = nothing. Caller frees. */
static char *of_template(const struct making *m, const char *key)
{
    return ini_value(m->templates, m->w.provider, key);
}

static bool ask_key(struct making *m, GError **error)
{
    g_autofree char *usual = of_template(m, "key");
    g_autofree char *paste = g_build_filename("keys", m->w.name, NULL), *file = config_user_path(paste);
    if (m->w.key_stdin) {
        m->secret = read_line();
    } else if (m->person && !m->w.key) {
        fprintf(stderr,
                "key: env:VAR, file:PATH or cmd:COMMAND says where it is; paste asks for it; none: the service wants none\n");
        bool set = usual && g_str_has_prefix(usual, "env:") && g_getenv(usual + strlen("env:"));
        m->w.key = ask("key", set ? usual : usual ? "paste" : "none");
        if (g_strcmp0(m->w.key, "paste") == 0) {
            m->secret = ask_hidden("the key");
            g_clear_pointer(&m->w.key, g_free);
        }
    } else if (!m->w.key) {
        m->w.key = g_steal_pointer(&usual);
    }
    if (stopped && !m->secret && !m->w.key)
        return m->w.key_stdin ? fail(error, "there is no key on standard input") : false;
    if (m->secret) {
        g_free(m->w.key);
        m->w.key = g_strconcat("file:", file, NULL);
        return *m->secret || fail(error, "the key is empty");
    }
    if (!m->w.key || g_str_equal(m->w.key, "none"))
        g_clear_pointer(&m->w.key, g_free);
    g_autoptr(GError) why = NULL;
    if (m->w.key && !option_check(option_known("brain", "key"), m->w.key, &why))
        return fail(error, "the key %s (a key itself is never an argument: use --key-stdin, or paste)", why->message);
    return true;
}

/* The template's; NULL = it is another model's. 0 is the price of a server of one's own, for any model. Caller frees. */
static char *known_price(const struct making *m, const char *key)
{
    g_autofree char *model = of_template(m, "model"), *price = of_template(m, key);
    bool known = !model || g_strcmp0(model, m->w.model) == 0 || g_strcmp0(price, "0") == 0;
    return known ? g_steal_pointer(&price) : NULL;
}

static bool ask_prices(struct making *m, GError **error)
{
    g_autofree char *in = known_price(m, "price_in"), *out = known_price(m, "price_out");
    if (!m->person) {
        m->w.price_in = m->w.price_in ? m->w.price_in : g_steal_pointer(&in);
        m->w.price_out = m->w.price_out ? m->w.price_out : g_steal_pointer(&out);
        return true;
    }
    return want(m, &m->w.price_in, "price-in", "USD for a million prompt tokens (? = not known)", in ? in : "?", error) &&
           want(m, &m->w.price_out, "price-out", "USD for a million completion tokens", out ? out : "?", error);
}

/* What an open model writes its actions and points in; the usual answer is what its name says. */
static bool ask_grammar(struct making *m, GError **error)
{
    const struct brain_guess *guess = brain_guess(m->w.model);
    const struct {
        char **at;
        const char *key, *question, *usual;
    } rows[] = {{&m->w.grammar, "grammar", "grammar of its actions, for the agent computer", guess->grammar},
                {&m->w.coordinates, "coordinates", "what it writes for a point", guess->coordinates}};
    for (gsize i = 0; m->open && i < G_N_ELEMENTS(rows); i++) {
        const struct option_row *row = option_known("brain", rows[i].key);
        g_autoptr(GError) why = NULL;
        if (m->person && !*rows[i].at)
            fprintf(stderr, "%s: %s\n", rows[i].key, row->allowed);
        if (!want(m, rows[i].at, rows[i].key, rows[i].question, rows[i].usual, error))
            return false;
        if (!option_check(row, *rows[i].at, &why))
            return fail(error, "%s %s", rows[i].key, why->message);
    }
    return true;
}

static bool is_blank(const char *address)
{
    return strstr(address, "RESOURCE") || strstr(address, "//HOST");
}

static bool check_name(const struct making *m, const config *cfg, GError **error)
{
    const char *name = m->w.name;
    if (!*name || strlen(name) > 64 || *name == '.' || *name == '-' ||
        strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") != strlen(name))
        return fail(error, "\"%s\" is no name of a brain (letters, digits, _ - and .)", name);
    g_autoptr(GBytes) bytes = config_read(config_path(cfg), NULL);
    gsize length = 0;
    const char *text = bytes ? g_bytes_get_data(bytes, &length) : NULL;
    g_autoptr(ini) file = length ? ini_parse(text, length, config_path(cfg), NULL) : NULL;
    g_autofree char *group = g_strdup_printf("brain %s", name);
    if (file && g_key_file_has_group(file->file, group) && !m->w.force)
        return fail(error, "%s has a [%s] already (--force writes it anew)", config_path(cfg), group);
    return true;
}

static bool ask_all(struct making *m, const config *cfg, GError **error)
{
    if (!choose_provider(m, error) || !want(m, &m->w.name, "name", "name of the brain", m->w.provider, error) ||
        !check_name(m, cfg, error))
        return false;
    g_autofree char *url = of_template(m, "url"), *model = of_template(m, "model"), *note = of_template(m, "note");
    if (m->person && note)
        fprintf(stderr, "%s\n", note);
    if (m->person || !url || !is_blank(url) || m->w.url) {
        if (!want(m, &m->w.url, "url", "address", url, error))
            return false;
    }
    if (!m->w.url || is_blank(m->w.url))
        return fail(error, "the address %s has a part that is yours (give --url)", url);
    g_autofree char *grammar = of_template(m, "grammar"), *vectors = of_template(m, "vectors");
    m->vectors = g_strcmp0(vectors, "true") == 0;
    m->open = g_strcmp0(grammar, "?") == 0 || m->w.grammar || m->w.coordinates;
    return want(m, &m->w.model, "model", "model", model, error) && ask_grammar(m, error) && ask_key(m, error) &&
           ask_prices(m, error);
}

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
    g_autofree char *about = of_template(m, "about"), *note = of_template(m, "note");
    GString *out = g_string_new(NULL);
    g_string_append_printf(
        out, "[brain %s]\n# %s. Written by `reins config brain new`; `man reins.ini` has what else may stand here.\n", m->w.name,
        about);
    if (note)
        g_string_append_printf(out, "# %s\n", note);
    if (m->blind)
        g_string_append(out, "# When it was tried, it did not read a picture: a run needs a model that does.\n");
    if (g_strcmp0(m->w.price_in, "?") == 0 || g_strcmp0(m->w.price_out, "?") == 0 || !m->w.price_in || !m->w.price_out)
        g_string_append(out, "# Say price_in and price_out (USD for a million tokens), or a run with a limit of money pauses.\n");
    for (gsize i = 0; i < n; i++) {
        if (!g_str_equal(rows[i].group, "brain"))
            continue;
        bool price = g_str_has_prefix(rows[i].key, "price_");
        g_autofree char *usual = price ? known_price(m, rows[i].key) : of_template(m, rows[i].key);
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

static bool make_folder(const char *path, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(path);
    if (g_mkdir_with_parents(folder, 0700) == 0)
        return true;
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT, "the folder %s cannot be made: %s", folder, g_strerror(errno));
    return false;
}

/* 0600 from its first byte on. */
static bool write_key(struct making *m, GError **error)
{
    const char *path = m->w.key + strlen("file:");
    if (!m->secret)
        return true;
    if (!make_folder(path, error))
        return false;
    g_unlink(path);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    gsize length = strlen(m->secret);
    bool ok = fd >= 0 && write(fd, m->secret, length) == (gssize)length && write(fd, "\n", 1) == 1;
    int code = errno;
    if (fd >= 0) {
        m->key_path = g_strdup(path);
        close(fd);
    }
    if (!ok)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT, "the key cannot be written into %s: %s", path,
                    g_strerror(code));
    return ok;
}

static void drop_key(struct making *m)
{
    if (m->key_path)
        g_unlink(m->key_path);
}

/* Over the file itself where the path is a link, as those who keep their settings elsewhere have it. */
static bool write_settings(const config *cfg, const char *text, GError **error)
{
    g_autoptr(GBytes) bytes = g_bytes_new(text, strlen(text));
    char *real = realpath(config_path(cfg), NULL);
    bool ok = make_folder(config_path(cfg), error) && store_write(real ? real : config_path(cfg), bytes, true, error);
    free(real);
    return ok;
}

/* ---- the command ---- */

/* After a call that failed: a person may want it all the same. */
static bool keep_it(const struct making *m, int code)
{
    if (code == EXIT_DONE || m->w.untested)
        return true;
    g_autofree char *answer = m->person && code != EXIT_STOPPED ? ask("save it all the same? (y/n)", "n") : NULL;
    return answer && g_ascii_tolower(*answer) == 'y';
}

static int make(struct making *m)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(config) cfg = config_load(&error);
    g_autoptr(GBytes) bytes = cfg ? config_file("providers.ini", NULL, &error) : NULL;
    if (bytes)
        m->templates = ini_parse(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), "providers.ini", &error);
    if (!m->templates || !ask_all(m, cfg, &error))
        return error ? cli_fail(error) : EXIT_STOPPED;
    g_autofree char *group = group_text(m), *text = whole_text(m, cfg, group, &error);
    g_autoptr(config) fits = text ? config_load_text(text, &error) : NULL;
    g_autoptr(brain_profile) brain = fits ? config_brain(fits, m->w.name, &error) : NULL;
    if (!brain || !write_key(m, &error)) {
        drop_key(m);
        return cli_fail(error);
    }
    int code = m->w.no_test ? EXIT_DONE
               : m->vectors ? brain_try_vectors(fits, m->w.name, m->w.url)
                            : brain_try(fits, m->w.name, m->w.url, m->w.price_in && m->w.price_out, &m->blind);
    if (!keep_it(m, code)) {
        drop_key(m);
        fprintf(stderr, "reins: nothing is written%s\n",
                code == EXIT_STOPPED || m->person ? "" : " (--untested writes it all the same)");
        return code;
    }
    g_autofree char *tried = group_text(m), *tried_text = whole_text(m, cfg, tried, &error);
    if (!tried_text || !write_settings(cfg, tried_text, &error)) {
        drop_key(m);
        return cli_fail(error);
    }
    fputs(tried, stdout);
    fprintf(stderr, "reins: written to %s\n", config_path(cfg));
    if (m->vectors)
        fprintf(stderr, "reins: use it: embeddings=%s in its [skills]\n", m->w.name);
    else
        fprintf(stderr, "reins: use it: reins run --brain %s \"what is to be done\"; or brain=%s in its [run]\n", m->w.name,
                m->w.name);
    return EXIT_DONE;
}

int brain_new(int argc, char **argv)
{
    __attribute__((cleanup(making_clear))) struct making m = {0};
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
    const struct sigaction action = {.sa_handler = stop};
    const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (gsize i = 0; i < G_N_ELEMENTS(signals); i++)
        sigaction(signals[i], &action, NULL);
    code = make(&m);
    if (stopped && code == EXIT_STOPPED)
        fprintf(stderr, "\nreins: stopped; nothing is written\n");
    return code;
}
