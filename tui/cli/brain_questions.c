/* The questions are put to the same tables that will check the file (option_check()). */

#include "tui/cli/brain_questions.h"

#include "config/files.h"
#include "config/nearest.h"
#include "config/options.h"
#include "engine/brain/secret.h"
#include "skills/timeline/visible.h"
#include "tui/cli/brain_try.h"
#include "tui/cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define LINE_MAX_BYTES 4096
#define BEGINS "config brain new: " /* of an error */
#define LIST_S 10                   /* longest wait for the list of models */
#define LISTED_MAX 30

static volatile sig_atomic_t stopped;

void brain_questions_stop(int signal)
{
    (void)signal;
    stopped = 1;
}

static void drop_secret(struct making *m)
{
    if (m->secret)
        explicit_bzero(m->secret, strlen(m->secret));
    g_clear_pointer(&m->secret, g_free);
}

void brain_questions_clear(struct making *m)
{
    char **texts[] = {&m->w.provider, &m->w.name,      &m->w.url,     &m->w.model,       &m->w.key,
                      &m->w.price_in, &m->w.price_out, &m->w.grammar, &m->w.coordinates, &m->key_path};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        g_free(*texts[i]);
    drop_secret(m);
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
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, BEGINS "%s", text);
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

char *brain_questions_line(const char *question, const char *usual)
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

/* Nothing of what is typed is shown. As brain_questions_line(). */
static char *ask_hidden(const char *question, const char *usual)
{
    struct termios before, quiet;
    bool terminal = tcgetattr(STDIN_FILENO, &before) == 0;
    if (terminal) {
        quiet = before;
        quiet.c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK | ECHONL);
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet);
    }
    g_autofree char *shown = usual ? visible_text(usual) : NULL;
    fprintf(stderr, "%s (it is not shown)%s%s%s: ", question, usual ? " [" : "", usual ? shown : "", usual ? "]" : "");
    char *line = read_line();
    if (terminal)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    fputc('\n', stderr);
    if (line && !*line && usual) {
        g_free(line);
        line = g_strdup(usual);
    }
    return line;
}

/* It says where a key is, or that there is none; anything else that is typed for one is the key. */
static bool is_place(const char *text)
{
    return g_str_equal(text, "none") || g_str_has_prefix(text, "env:") || g_str_has_prefix(text, "file:") ||
           g_str_has_prefix(text, "cmd:");
}

/* Whether an answer is one. */
typedef bool (*fits)(const struct making *m, GError **error);

/* False: an error, of what was given as an option; a person who typed it hears it and is asked again. */
static bool may_ask_again(const struct making *m, bool given, char **at, GError *why_take, GError **error)
{
    if (given || !m->person || stopped) {
        g_propagate_error(error, why_take);
        return false;
    }
    const char *text = why_take->message;
    fprintf(stderr, "%s\n", g_str_has_prefix(text, BEGINS) ? text + strlen(BEGINS) : text);
    g_error_free(why_take);
    g_clear_pointer(at, g_free);
    return true;
}

/* What was not given: by asking, else what is usual. False: it is needed, or stopped. */
static bool fill(const struct making *m, char **at, const char *option, const char *question, const char *usual, GError **error)
{
    if (*at)
        return true;
    *at = m->person ? brain_questions_line(question, usual) : g_strdup(usual);
    while (*at && !**at) { /* Enter alone, and nothing is usual */
        g_free(*at);
        *at = brain_questions_line(question, usual);
    }
    if (!*at && !stopped)
        return fail(error, "%s is missing (give --%s)", question, option);
    return *at;
}

/* check NULL: any text will do. */
static bool want(const struct making *m, char **at, const char *option, const char *question, const char *usual, fits check,
                 GError **error)
{
    bool given = *at;
    while (fill(m, at, option, question, usual, error)) {
        GError *why = NULL;
        if (!check || check(m, &why))
            return true;
        if (!may_ask_again(m, given, at, why, error))
            break;
    }
    return false;
}

static bool fits_option(const char *key, const char *value, GError **error)
{
    g_autoptr(GError) why = NULL;
    return option_check(option_known("brain", key), value, &why) || fail(error, "%s %s", key, why->message);
}

/* ---- the answers ---- */

static bool fits_provider(const struct making *m, GError **error)
{
    g_auto(GStrv) names = g_key_file_get_groups(m->templates->file, NULL);
    if (g_strv_contains((const char *const *)names, m->w.provider))
        return true;
    g_autofree char *hint = nearest_hint(m->w.provider, (const char *const *)names);
    return fail(error, "no provider \"%s\"%s", m->w.provider, hint);
}

static bool choose_provider(struct making *m, GError **error)
{
    g_auto(GStrv) names = g_key_file_get_groups(m->templates->file, NULL);
    if (m->person && !m->w.provider)
        for (char **name = names; *name; name++) {
            g_autofree char *about = ini_value(m->templates, *name, "about");
            fprintf(stderr, "  %-14s %s\n", *name, about ? about : "");
        }
    return want(m, &m->w.provider, "provider", "provider", NULL, fits_provider, error);
}

char *brain_questions_template(const struct making *m, const char *key)
{
    return ini_value(m->templates, m->w.provider, key);
}

bool brain_questions_stopped(void)
{
    return stopped;
}

/* Of a variable or a file it is known at once; a command runs with the call. */
static bool key_is_there(const struct making *m, GError **error)
{
    if (g_str_has_prefix(m->w.key, "cmd:"))
        return true;
    struct secret *s = secret_new(m->w.key, error);
    secret_free(s);
    return s;
}

/* NULL: stopped. What is no secret is shown after all. */
static void take_typed(struct making *m, char *text_take)
{
    if (text_take && is_place(text_take)) {
        g_autofree char *shown = visible_text(text_take);
        fprintf(stderr, "key: %s\n", shown);
    }
    *(text_take && is_place(text_take) ? &m->w.key : &m->secret) = text_take;
}

/* One question; ask_key() asks again. */
static bool take_key(struct making *m, GError **error)
{
    g_autofree char *usual = brain_questions_template(m, "key");
    g_autofree char *paste = g_build_filename("keys", m->w.name, NULL), *file = config_user_path(paste);
    if (m->w.key_stdin) {
        m->secret = read_line();
    } else if (m->person && !m->w.key && !m->secret) {
        bool set = usual && g_str_has_prefix(usual, "env:") && g_getenv(usual + strlen("env:"));
        fprintf(stderr, "key: paste it, or say where it is: env:VAR, file:PATH or cmd:COMMAND; none: the service wants none\n");
        take_typed(m, ask_hidden("key", set ? usual : usual ? NULL : "none"));
    } else if (!m->w.key && !m->secret) {
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
    return !m->person || !m->w.key || key_is_there(m, error);
}

static bool ask_key(struct making *m, GError **error)
{
    bool given = m->w.key;
    GError *why = NULL;
    while (!take_key(m, &why)) {
        if (!why || !may_ask_again(m, given, &m->w.key, why, error))
            return false;
        why = NULL;
        drop_secret(m);
    }
    return true;
}

char *brain_questions_price(const struct making *m, const char *key)
{
    g_autofree char *model = brain_questions_template(m, "model"), *price = brain_questions_template(m, key);
    bool known = !model || g_strcmp0(model, m->w.model) == 0 || g_strcmp0(price, "0") == 0;
    return known ? g_steal_pointer(&price) : NULL;
}

static bool fits_price(const char *key, const char *value, GError **error)
{
    return g_str_equal(value, "?") || fits_option(key, value, error);
}

static bool fits_price_in(const struct making *m, GError **error)
{
    return fits_price("price_in", m->w.price_in, error);
}

static bool fits_price_out(const struct making *m, GError **error)
{
    return fits_price("price_out", m->w.price_out, error);
}

static bool ask_prices(struct making *m, GError **error)
{
    g_autofree char *in = brain_questions_price(m, "price_in"), *out = brain_questions_price(m, "price_out");
    if (!m->person) {
        m->w.price_in = m->w.price_in ? m->w.price_in : g_steal_pointer(&in);
        m->w.price_out = m->w.price_out ? m->w.price_out : g_steal_pointer(&out);
        return true;
    }
    return want(m, &m->w.price_in, "price-in", "USD for a million prompt tokens (? = not known)", in ? in : "?", fits_price_in,
                error) &&
           want(m, &m->w.price_out, "price-out", "USD for a million completion tokens", out ? out : "?", fits_price_out, error);
}

static bool fits_grammar(const struct making *m, GError **error)
{
    return fits_option("grammar", m->w.grammar, error);
}

static bool fits_coordinates(const struct making *m, GError **error)
{
    return fits_option("coordinates", m->w.coordinates, error);
}

/* Of a server of one's own: most models have neither. What the name says is the usual answer. */
static bool is_trained(struct making *m, const struct brain_guess *guess)
{
    if (!m->person || m->w.grammar || m->w.coordinates)
        return true;
    g_autofree char *answer = brain_questions_line("was this model trained to use a computer, as UI-TARS or Qwen-VL were? (y/n)",
                                                   g_str_equal(guess->grammar, "none") ? "n" : "y");
    return answer && g_ascii_tolower(*answer) == 'y';
}

/* What an open model writes its actions and points in; the usual answer is what its name says. */
static bool ask_grammar(struct making *m, GError **error)
{
    const struct brain_guess *guess = brain_guess(m->w.model);
    const struct {
        char **at;
        const char *key, *question, *usual;
        fits check;
    } rows[] = {{&m->w.grammar, "grammar", "grammar of its actions, for the agent computer", guess->grammar, fits_grammar},
                {&m->w.coordinates, "coordinates", "what it writes for a point", guess->coordinates, fits_coordinates}};
    if (!m->open || !is_trained(m, guess))
        return !stopped;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (m->person && !*rows[i].at)
            fprintf(stderr, "%s: %s\n", rows[i].key, option_known("brain", rows[i].key)->allowed);
        if (!want(m, rows[i].at, rows[i].key, rows[i].question, rows[i].usual, rows[i].check, error))
            return false;
    }
    return true;
}

static bool is_blank(const char *address)
{
    return strstr(address, "RESOURCE") || strstr(address, "//HOST");
}

static bool fits_name(const struct making *m, GError **error)
{
    const config *cfg = m->cfg;
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

static bool fits_url(const struct making *m, GError **error)
{
    if (is_blank(m->w.url))
        return fail(error, "the address %s has a part that is yours (give --url)", m->w.url);
    return fits_option("url", m->w.url, error);
}

bool brain_questions_folder(const char *path, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(path);
    if (g_mkdir_with_parents(folder, 0700) == 0)
        return true;
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT, "the folder %s cannot be made: %s", folder, g_strerror(errno));
    return false;
}

/* 0600 from its first byte on. */
static bool put_key(const char *path, const char *secret, GError **error)
{
    if (!brain_questions_folder(path, error))
        return false;
    g_unlink(path);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    gsize length = strlen(secret);
    bool ok = fd >= 0 && write(fd, secret, length) == (gssize)length && write(fd, "\n", 1) == 1;
    int code = errno;
    if (fd >= 0)
        close(fd);
    if (!ok)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT, "the key cannot be written into %s: %s", path,
                    g_strerror(code));
    return ok;
}

/* A key that was typed in is in a file of its own for that long, because one of that name may be there. */
static char **list_models(struct making *m, bool *ret_refused)
{
    g_autofree char *kind = brain_questions_template(m, "kind"), *path = NULL, *key = g_strdup(m->w.key ? m->w.key : "");
    if (m->secret) {
        path = g_strconcat(key + strlen("file:"), ".try", NULL);
        g_free(key);
        key = put_key(path, m->secret, NULL) ? g_strconcat("file:", path, NULL) : g_strdup("");
    }
    g_autofree char *text = g_strdup_printf("[brain %s]\nkind=%s\nurl=%s\nmodel=?\ntimeout_s=%d\nkey=%s\n", m->w.name,
                                            kind ? kind : "openai", m->w.url, LIST_S, key);
    g_autoptr(config) cfg = config_load_text(text, NULL);
    char **names = cfg ? brain_try_models(cfg, m->w.name, ret_refused) : NULL;
    if (path)
        g_unlink(path);
    return names;
}

/* Where the service gives a list. What else hinders that than the key is said by the call that tries the brain. True: it has
 * refused the key. */
static bool show_models(struct making *m)
{
    bool refused = false;
    g_auto(GStrv) names = list_models(m, &refused);
    guint n = names ? g_strv_length(names) : 0;
    g_autoptr(GString) line = g_string_new("it has ");
    for (guint i = 0; i < MIN(n, LISTED_MAX); i++) {
        g_autofree char *name = visible_text(names[i]);
        g_string_append_printf(line, "%s%s", i ? ", " : "", name);
    }
    if (n > LISTED_MAX)
        g_string_append_printf(line, " and %u more", n - LISTED_MAX);
    if (n > 0)
        fprintf(stderr, "%s\n", line->str);
    return refused;
}

bool brain_questions_ask(struct making *m, GError **error)
{
    if (!choose_provider(m, error) || !want(m, &m->w.name, "name", "name of the brain", m->w.provider, fits_name, error))
        return false;
    g_autofree char *url = brain_questions_template(m, "url"), *model = brain_questions_template(m, "model"),
                    *note = brain_questions_template(m, "note");
    if (m->person && note)
        fprintf(stderr, "%s\n", note);
    if (m->person || m->w.url || (url && !is_blank(url))) {
        if (!want(m, &m->w.url, "url", "address", url, fits_url, error))
            return false;
    } else {
        return fail(error, "the address %s has a part that is yours (give --url)", url);
    }
    g_autofree char *grammar = brain_questions_template(m, "grammar"), *vectors = brain_questions_template(m, "vectors");
    m->vectors = g_strcmp0(vectors, "true") == 0;
    m->open = g_strcmp0(grammar, "?") == 0 || m->w.grammar || m->w.coordinates;
    if (!ask_key(m, error))
        return false;
    while (m->person && !m->w.model && show_models(m) && brain_questions_key(m, "go on with this one", error))
        ;
    if (stopped || (error && *error))
        return false;
    return want(m, &m->w.model, "model", "model", model, NULL, error) && ask_grammar(m, error) && ask_prices(m, error);
}

bool brain_questions_write_key(struct making *m, GError **error)
{
    const char *path = m->w.key + strlen("file:");
    if (!m->secret)
        return true;
    g_free(m->key_path);
    m->key_path = g_strdup(path);
    return put_key(path, m->secret, error);
}

void brain_questions_drop_key(struct making *m)
{
    if (m->key_path)
        g_unlink(m->key_path);
}

bool brain_questions_key(struct making *m, const char *alone, GError **error)
{
    bool ok = false;
    g_autofree char *question = g_strdup_printf("another key, or env:VAR, file:PATH, cmd:COMMAND; Enter alone: %s", alone);
    for (GError *why = NULL; !ok;) {
        g_autofree char *text = ask_hidden(question, NULL);
        if (!text || !*text)
            return false;
        brain_questions_drop_key(m);
        drop_secret(m);
        g_clear_pointer(&m->w.key, g_free);
        m->w.key_stdin = false;
        take_typed(m, g_steal_pointer(&text));
        ok = take_key(m, &why);
        if (!ok && (!why || !may_ask_again(m, false, &m->w.key, why, error)))
            return false;
        why = NULL;
    }
    return ok;
}
