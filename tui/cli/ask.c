/* reins ask: ask a brain one question, with pictures if wanted. The way to try a [brain] of one's own. */

#include "tui/cli/ask.h"

#include "config/config.h"
#include "config/money.h"
#include "engine/modules/module.h"
#include "engine/picture/frame.h"
#include "skills/timeline/visible.h"
#include "tui/cli/cli.h"
#include "tui/term/text.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define TICK_MS 500 /* what counts seconds on a terminal */
#define SILENT_S 1  /* an answer that comes sooner is not waited for */

struct options {
    char **brains, **images;
    char *schema; /* its text; NULL = any answer */
    char *record; /* a cassette; NULL = none */
    gboolean json;
};

/* A brain that is asked. */
struct asked {
    const char *brain;
    guint call;
    gint64 at_us; /* when it was asked */
    gsize bytes;  /* of a stream: on standard output already… */
    int attempt;  /* …in this attempt */
    bool instead; /* it is the fallback of the one that was named */
    bool again;   /* its first answer did not fit the schema */
    bool over;    /* it was told */
    int code;
    struct brain_reply before; /* what its earlier calls took; only the numbers */
};

/* All of them; they are told in their order, each as it comes. */
struct asking {
    const struct options *options;
    const config *cfg;
    const brain_request *request;
    brain_pool *pool;
    struct asked *of;
    guint n;
    GPtrArray *told; /* of --json: a document each, char* */
    bool waits;      /* a line on standard error says what is waited for */
};

static brain_request *make_request(const struct options *o, const char *prompt)
{
    brain_request *request = brain_request_new("ask");
    request->user = g_strdup(prompt);
    request->vars = ask_vars(prompt);
    request->schema = g_strdup(o->schema);
    for (char **image = o->images; image && *image; image++)
        brain_request_add_image(request, *image, NULL, false);
    return request;
}

/* As it came; on a terminal only what may be shown of a text from outside, line by line, the last line left open. */
static void print_text(const char *text)
{
    bool plain = !isatty(STDOUT_FILENO);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_autofree char *shown = plain ? NULL : visible_text(*line);
        printf("%s%s", plain ? *line : shown, line[1] ? "\n" : "");
    }
    fflush(stdout);
}

/* Whose answer it is, where there are several. */
static void head(const struct asking *a, const struct asked *asked)
{
    if (a->n > 1 && !a->options->json)
        printf("%s# %s\n", asked == a->of ? "" : "\n", asked->brain);
}

/* Nothing of that line stands beside what follows. */
static void clear_wait(struct asking *a)
{
    if (a->waits)
        fputs("\r\033[K", stderr);
    a->waits = false;
}

/* The answer as it comes, from the byte `told` on; white space before it is no part of it. What is checked is shown whole. */
static void show_partial(struct asking *a, struct asked *asked)
{
    struct brain_partial partial;
    if (a->options->json || a->options->schema || !brain_pool_partial(a->pool, asked->call, &partial))
        return;
    g_autofree char *text = partial.text;
    const char *answer = text + partial.answer;
    answer += strspn(answer, " \t\r\n");
    if (asked->bytes == 0)
        asked->attempt = partial.attempt;
    if (partial.attempt == asked->attempt && strlen(answer) > asked->bytes) {
        clear_wait(a);
        if (asked->bytes == 0)
            head(a, asked);
        print_text(answer + asked->bytes);
        asked->bytes = strlen(answer);
    }
}

/* What is waited for, and for how long; NULL = not worth a line. Caller frees. */
static char *wait_text(const struct asking *a, const struct asked *asked)
{
    struct brain_retry retry;
    struct brain_partial partial = {0};
    gint64 now = g_get_monotonic_time(), s = (now - asked->at_us) / G_USEC_PER_SEC;
    if (brain_pool_retry(a->pool, asked->call, &retry) && retry.at_us > now)
        return text_retry(retry.n, retry.of, retry.at_us - now, retry.why);
    if (s < SILENT_S || asked->bytes > 0)
        return NULL;
    bool comes = brain_pool_partial(a->pool, asked->call, &partial) && *partial.text;
    g_free(partial.text);
    return comes ? g_strdup_printf("brain %s writes: %" G_GINT64_FORMAT " s, about %" G_GINT64_FORMAT " tokens", asked->brain, s,
                                   partial.tokens)
                 : g_strdup_printf("waiting for the answer of brain %s: %" G_GINT64_FORMAT " s", asked->brain, s);
}

/* Why nothing comes, in one line of a terminal, which goes with the wait. */
static void show_wait(struct asking *a, const struct asked *asked)
{
    g_autofree char *text = isatty(STDERR_FILENO) ? wait_text(a, asked) : NULL, *line = text_fit(text, 78);
    clear_wait(a);
    if (text)
        fprintf(stderr, "\r\033[K%s", line);
    a->waits = text;
}

/* What an answer took: with the answers of several brains, else for who looks at a terminal. */
static void show_spent(const struct asking *a, const struct brain_reply *reply)
{
    FILE *to = a->n > 1 && !a->options->json ? stdout : stderr;
    if (a->options->json || (to == stderr && !isatty(STDERR_FILENO)))
        return;
    g_autofree char *text = ask_spent_text(reply);
    fflush(stdout);
    fprintf(to, "%s\n", text);
    fflush(to);
}

/* The next call takes the place of this one. */
static void ask_instead(const struct asking *a, struct asked *asked, guint call, const struct brain_reply *reply)
{
    ask_spent_add(&asked->before, reply);
    brain_pool_forget(a->pool, asked->call);
    asked->call = call;
    asked->at_us = g_get_monotonic_time();
}

/* As a module is asked again, once, with the exact defect. True: the next answer is awaited. */
static bool ask_again(const struct asking *a, struct asked *asked, const struct brain_reply *reply, const char *defect)
{
    g_autoptr(brain_request) request = module_reask(a->request, reply->text, defect);
    guint call = asked->again ? 0 : brain_pool_ask(a->pool, asked->brain, request, NULL);
    if (!call)
        return false;
    g_autofree char *why = visible_text(defect);
    fprintf(stderr, "reins: brain %s: %s; it is asked once more\n", asked->brain, why);
    asked->again = true;
    ask_instead(a, asked, call, reply);
    return true;
}

/* What is not shown yet of an answer, or of what came of one, with whose it is. */
static void show_rest(const struct asking *a, struct asked *asked, const char *text)
{
    if (a->options->json)
        return;
    if (asked->bytes == 0)
        head(a, asked);
    gsize n = text ? strlen(text) : 0;
    if (n > asked->bytes)
        print_text(text + asked->bytes);
    if (n + asked->bytes > 0 && !(n && text[n - 1] == '\n'))
        putchar('\n');
}

/* Of an answer that failed; NULL = nothing, or it is not shown because it is checked. White space before it is no part of it. */
static const char *came_of(const struct asking *a, const struct brain_reply *reply)
{
    const char *text = a->options->schema ? NULL : reply->received;
    return text ? text + strspn(text, " \t\r\n") : NULL;
}

/* False: it is asked again. */
static bool show(struct asking *a, struct asked *asked, const struct brain_reply *came)
{
    g_autoptr(GError) wrong = NULL;
    g_autofree char *value = a->options->schema && !came->error ? ask_fit(a->options->schema, came->text, &wrong) : NULL;
    if (wrong && ask_again(a, asked, came, wrong->message))
        return false;
    struct brain_reply all = *came, *reply = &all;
    ask_spent_add(reply, &asked->before);
    const GError *error = reply->error ? reply->error : wrong;
    if (wrong) {
        g_autoptr(GError) why = g_steal_pointer(&wrong);
        g_set_error(&wrong, why->domain, why->code,
                    "brain %s: %s (mend the schema or the question, or set json_mode= of the brain)", asked->brain, why->message);
        error = wrong;
    }
    if (a->options->json)
        g_ptr_array_add(a->told, ask_answer_json(asked->brain, reply, value, error));
    show_rest(a, asked, error ? came_of(a, reply) : value ? value : reply->text);
    fflush(stdout);
    if (error)
        asked->code = cli_fail(error);
    if (wrong && !a->options->json) {
        g_autofree char *text = visible_text(reply->text);
        fprintf(stderr, "reins: it was: %s\n", text);
    }
    show_spent(a, reply);
    ask_spent_keep(asked->brain, reply);
    return true;
}

/* What has come of an answer is paid, too. stopped: by a person, who is told. */
static void end_early(struct asking *a, struct asked *asked, bool stopped)
{
    const struct brain_reply *reply = asked->over || !asked->call ? NULL : brain_pool_reply(a->pool, asked->call);
    asked->again = true; /* nothing is asked any more */
    if (reply && show(a, asked, reply))
        return;
    reply = asked->over || !asked->call ? NULL : brain_pool_break_off(a->pool, asked->call);
    if (!reply)
        return;
    struct brain_reply all = *reply;
    ask_spent_add(&all, &asked->before);
    if (a->options->json)
        g_ptr_array_add(a->told, ask_answer_json(asked->brain, &all, NULL, all.error));
    show_rest(a, asked, came_of(a, &all));
    fflush(stdout);
    if (stopped)
        cli_fail(all.error);
    show_spent(a, &all);
    ask_spent_keep(asked->brain, &all);
}

/* As a run does it, once; not after a part of an answer was shown. A person is no fallback here. */
static void fall_back(struct asking *a, struct asked *asked, const struct brain_reply *reply)
{
    g_autofree char *group = g_strconcat("brain ", asked->brain, NULL);
    const char *other = config_string(a->cfg, group, "fallback");
    if (!*other || !reply || !reply->error || !reply->passing || asked->instead || asked->bytes > 0)
        return;
    guint call = brain_pool_ask(a->pool, other, a->request, NULL);
    if (!call || brain_pool_wants_person(a->pool, call)) {
        brain_pool_forget(a->pool, call);
        return;
    }
    g_autofree char *why = visible_text(reply->error->message);
    clear_wait(a);
    fprintf(stderr, "reins: %s; brain %s is asked instead\n", why, other);
    ask_instead(a, asked, call, reply);
    *asked = (struct asked){.brain = other, .call = call, .at_us = asked->at_us, .instead = true, .before = asked->before};
}

/* The first that is not told yet is shown as it comes; the others come meanwhile. */
static bool show_all(void *data)
{
    struct asking *a = data;
    for (guint i = 0; i < a->n; i++)
        if (!a->of[i].over)
            fall_back(a, &a->of[i], brain_pool_reply(a->pool, a->of[i].call));
    for (guint i = 0; i < a->n && !ferror(stdout); i++) {
        struct asked *asked = &a->of[i];
        const struct brain_reply *reply = brain_pool_reply(a->pool, asked->call);
        if (asked->over)
            continue;
        if (!reply) {
            show_partial(a, asked);
            show_wait(a, asked);
            return false;
        }
        clear_wait(a);
        if (!show(a, asked, reply))
            return false;
        asked->over = true;
    }
    return true;
}

int ask_await(brain_pool *pool, bool (*look)(void *data), void *data, int out)
{
    sigset_t stop, before;
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGTERM);
    sigaddset(&stop, SIGHUP);
    sigprocmask(SIG_BLOCK, &stop, &before);
    int fd = signalfd(-1, &stop, SFD_CLOEXEC | SFD_NONBLOCK);
    GPollFD extra[] = {{fd, G_IO_IN, 0}, {out, 0, 0}}; /* poll() tells a reader's end unasked, and skips -1 */
    g_autoptr(GError) error = NULL;
    int code = EXIT_DONE;
    while (code == EXIT_DONE && !look(data)) {
        if (!brain_pool_poll(pool, extra, G_N_ELEMENTS(extra), isatty(STDERR_FILENO) ? TICK_MS : -1, &error))
            code = cli_fail(error);
        else if (extra[0].revents)
            code = EXIT_STOPPED;
        else if (extra[1].revents)
            code = EXIT_FAILED;
    }
    if (fd >= 0)
        close(fd);
    if (code != EXIT_STOPPED) /* else it would end the process here, with another exit code */
        sigprocmask(SIG_SETMASK, &before, NULL);
    return code;
}

/* One document, or of several brains a list. */
static void print_told(const struct asking *a)
{
    g_autofree char **lines = g_new0(char *, a->told->len + 1);
    for (guint i = 0; i < a->told->len; i++)
        lines[i] = a->told->pdata[i];
    g_autofree char *all = g_strjoinv(",", lines);
    if (a->told->len)
        printf(a->n > 1 ? "[%s]\n" : "%s\n", all);
}

/* A script, or a service that is known to be free. */
static bool costs_nothing(const config *cfg, const char *brain)
{
    g_autoptr(brain_profile) p = config_brain(cfg, brain, NULL);
    return p && (!p->url || (p->price_in >= 0 && p->price_in <= 0 && p->price_out >= 0 && p->price_out <= 0));
}

/* What has no price is asked, since somebody types this; they should know that no limit holds it. */
static void tell_unpriced(const config *cfg, const char *brain)
{
    g_autoptr(brain_profile) p = config_brain(cfg, brain, NULL);
    if (p && (p->unpriced_in || p->unpriced_out) && config_real(cfg, "run", "max_cost_day") > 0)
        fprintf(stderr,
                "reins: brain %s has no price: what it costs does not count in max_cost_day (set its price_in and price_out, "
                "0 if it is free)\n",
                brain);
}

/* Starts the call of each; the exit code, with an error where one cannot be asked. */
static int begin(struct asking *a, char **brains, GError **error)
{
    double about = 0;
    bool all_free = true;
    for (guint i = 0; i < a->n; i++) {
        struct brain_reply sent;
        a->of[i].call = brain_pool_ask(a->pool, brains[i], a->request, error);
        a->of[i].at_us = g_get_monotonic_time();
        if (!a->of[i].call)
            return EXIT_FAILED;
        if (brain_pool_wants_person(a->pool, a->of[i].call)) {
            g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                        "brain %s is a person: nothing to ask (name another brain with --brain)", brains[i]);
            return EXIT_FAILED;
        }
        brain_pool_about(a->pool, a->of[i].call, &sent);
        about += sent.cost;
        all_free = all_free && costs_nothing(a->cfg, brains[i]);
        tell_unpriced(a->cfg, brains[i]);
    }
    return all_free || ask_within_day(a->cfg, about, error) ? EXIT_DONE : EXIT_STOPPED;
}

/* Nothing was sent: of each brain that, and why. */
static int tell_unasked(struct asking *a, int code, const GError *error)
{
    static const struct brain_reply nothing;
    int failed = cli_fail(error);
    for (guint i = 0; a->options->json && i < a->n; i++)
        g_ptr_array_add(a->told, ask_answer_json(a->of[i].brain, &nothing, NULL, error));
    return code == EXIT_STOPPED ? code : failed;
}

/* A part of an answer stands in a line that has not ended. */
static bool is_open(const struct asking *a)
{
    for (guint i = 0; i < a->n; i++)
        if (!a->of[i].over)
            return a->of[i].bytes > 0;
    return false;
}

static int ask(const struct options *o, const char *prompt)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(config) cfg = config_load(&error);
    if (!cfg)
        return cli_fail(error);
    char *own[] = {(char *)config_string(cfg, "run", "brain"), NULL}, **brains = o->brains ? o->brains : own;
    g_autoptr(brain_pool) pool = brain_pool_new(cfg);
    brain_pool_set_shrink(pool, frame_resize_png, frame_png_to_jpeg);
    if (o->record && !brain_pool_record(pool, o->record, &error))
        return cli_fail(error);
    g_autoptr(brain_request) request = make_request(o, prompt);
    g_autoptr(GPtrArray) told = g_ptr_array_new_with_free_func(g_free);
    g_autofree struct asked *of = g_new0(struct asked, g_strv_length(brains));
    struct asking asking = {o, cfg, request, pool, of, g_strv_length(brains), told, false};
    for (guint i = 0; i < asking.n; i++)
        of[i].brain = brains[i];
    int code = begin(&asking, brains, &error);
    if (code != EXIT_DONE) {
        code = tell_unasked(&asking, code, error);
    } else {
        code = ask_await(pool, show_all, &asking, STDOUT_FILENO);
        if (code == EXIT_STOPPED && isatty(STDERR_FILENO) && !is_open(&asking)) /* the terminal has written ^C there */
            fputs("\r\033[K", stderr);
        for (guint i = 0; i < asking.n; i++)
            end_early(&asking, &of[i], code == EXIT_STOPPED);
    }
    if (o->json)
        print_told(&asking);
    for (guint i = 0; code == EXIT_DONE && i < asking.n; i++)
        code = of[i].code;
    return code == EXIT_DONE && ferror(stdout) ? EXIT_FAILED : code;
}

int cli_ask(int argc, char **argv)
{
    struct options o = {0};
    char *schema = NULL;
    const GOptionEntry entries[] = {
        {"brain", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o.brains,
         "the brain to ask: a [brain NAME] (default: brain= of [run]); may be repeated: all are asked at once", "NAME"},
        {"image", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o.images, "send this PNG or JPEG with it; may be repeated", "F"},
        {"schema", 0, 0, G_OPTION_ARG_FILENAME, &schema,
         "a JSON schema: the answer is a JSON value that fits it, asked for twice at most, or the exit code is 1", "FILE"},
        {"record", 0, 0, G_OPTION_ARG_FILENAME, &o.record,
         "record what comes over the network in a cassette; --brain cassette:FILE plays it", "FILE"},
        {"json", 0, 0, G_OPTION_ARG_NONE, &o.json,
         "print answer, time, tokens and cost as one JSON document, of several brains as a list", NULL},
        G_OPTION_ENTRY_NULL,
    };
    int code = EXIT_DONE;
    bool go_on = cli_options(
        &argc, &argv, entries, "\"prompt\" [-]",
        "One question to a brain; \"-\" reads it from standard input. What is there beside a question, from a pipe or "
        "a file, goes with it: behind it, after an empty line. The answer is printed as it comes.\n"
        "Several brains answer in the order in which they are named, on a terminal and into a pipe: the first that "
        "is not through "
        "is printed as it comes, the others once it is their turn.\n\n"
        "  reins ask --brain openai --image screen.png \"what is on this screen?\"\n"
        "  reins ask --brain openai --brain anthropic \"which of you is the faster?\"\n"
        "  make 2>&1 | reins ask --brain openai \"what is wrong?\"",
        &code);
    if (go_on) {
        g_autoptr(GError) error = NULL;
        bool more = argc == 3 && strcmp(argv[2], "-") == 0;
        const char *unread = NULL;
        for (char **image = o.images; image && *image && !unread; image++)
            unread = access(*image, R_OK) == 0 ? NULL : *image;
        g_autofree char *prompt = NULL;
        if (argc != 2 && !more)
            code = cli_usage("ask takes one prompt (put it in quotes; \"-\" reads it from standard input)");
        else if (unread)
            code = cli_usage("--image %s cannot be read: %s (give a PNG or JPEG file)", unread, g_strerror(errno));
        else if (schema && !(o.schema = ask_schema(schema, &error)))
            code = cli_fail(error);
        else if (!(prompt = ask_prompt(argv[1], more, &error)))
            code = cli_fail(error);
        else
            code = ask(&o, prompt);
    }
    g_strfreev(o.brains);
    g_free(o.record);
    g_strfreev(o.images);
    g_free(o.schema);
    g_free(schema);
    return code;
}
