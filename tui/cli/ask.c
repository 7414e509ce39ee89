/* reins ask: ask a brain one question, with pictures if wanted. The way to try a [brain] of one's own. */

#include "tui/cli/ask.h"

#include "config/config.h"
#include "engine/picture/frame.h"
#include "skills/timeline/visible.h"
#include "tui/cli/cli.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define PROMPT_MAX (1024 * 1024)

struct options {
    char *brain;
    char **images;
    gboolean json;
};

/* What of a stream is on standard output already. */
struct told {
    gsize bytes;
    int attempt;
};

/* The prompt, or standard input for "-". NULL: it was complained about. */
static char *read_prompt(const char *argument)
{
    if (strcmp(argument, "-") != 0)
        return g_strdup(argument);
    GString *text = g_string_new(NULL);
    char buffer[4096];
    gsize n;
    while (text->len <= PROMPT_MAX && (n = fread(buffer, 1, sizeof buffer, stdin)) > 0)
        g_string_append_len(text, buffer, (gssize)n);
    return g_string_free(text, FALSE);
}

static brain_request *make_request(const struct options *o, const char *prompt)
{
    brain_request *request = brain_request_new("ask");
    request->user = g_strdup(prompt);
    request->vars = ask_vars(prompt);
    for (char **image = o->images; image && *image; image++)
        brain_request_add_image(request, *image, NULL, false);
    return request;
}

/* What may be shown of a text from outside, line by line; the last line is left open. */
static void print_text(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_autofree char *shown = visible_text(*line);
        printf("%s%s", shown, line[1] ? "\n" : "");
    }
    fflush(stdout);
}

/* The answer as it comes, from the byte `told` on; white space before it is no part of it. */
static void show_partial(const struct options *o, const brain_pool *pool, guint call, struct told *told)
{
    struct brain_partial partial;
    if (o->json || !brain_pool_partial(pool, call, &partial))
        return;
    g_autofree char *text = partial.text;
    const char *answer = text + partial.answer;
    answer += strspn(answer, " \t\r\n");
    if (partial.attempt == told->attempt && strlen(answer) > told->bytes) {
        print_text(answer + told->bytes);
        told->bytes = strlen(answer);
    }
}

static int show(const struct options *o, const char *brain, const struct brain_reply *reply, const struct told *told)
{
    if (reply->error && told->bytes > 0)
        putchar('\n');
    if (reply->error)
        return cli_fail(reply->error);
    if (reply->left)
        fprintf(stderr, "reins: left out, for the model takes no more: %s\n", reply->left);
    if (o->json) {
        g_autofree char *json = ask_answer_json(brain, reply);
        puts(json);
    } else {
        print_text(reply->text + MIN(told->bytes, strlen(reply->text)));
        putchar('\n');
    }
    return EXIT_DONE;
}

/* Waits for the answer; Ctrl-C and SIGTERM end it by a descriptor of their own. */
static int wait_answer(const struct options *o, const char *brain, brain_pool *pool, guint call)
{
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGTERM);
    sigprocmask(SIG_BLOCK, &stop, NULL);
    int fd = signalfd(-1, &stop, SFD_CLOEXEC | SFD_NONBLOCK);
    GPollFD extra = {fd, G_IO_IN, 0};
    g_autoptr(GError) error = NULL;
    const struct brain_reply *reply = NULL;
    int code = EXIT_DONE;
    struct told told = {0};
    while (!(reply = brain_pool_reply(pool, call)) && code == EXIT_DONE) {
        show_partial(o, pool, call, &told);
        if (!brain_pool_poll(pool, &extra, fd >= 0 ? 1 : 0, -1, &error))
            code = cli_fail(error);
        else if (extra.revents)
            code = EXIT_STOPPED;
    }
    if (reply)
        code = show(o, brain, reply, &told);
    brain_pool_forget(pool, call);
    if (fd >= 0)
        close(fd);
    return code;
}

static int ask(const struct options *o, const char *prompt)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(config) cfg = config_load(&error);
    if (!cfg)
        return cli_fail(error);
    const char *brain = o->brain ? o->brain : config_string(cfg, "run", "brain");
    g_autoptr(brain_pool) pool = brain_pool_new(cfg);
    brain_pool_set_shrink(pool, frame_resize_png, frame_png_to_jpeg);
    g_autoptr(brain_request) request = make_request(o, prompt);
    guint call = brain_pool_ask(pool, brain, request, &error);
    if (!call)
        return cli_fail(error);
    if (brain_pool_wants_person(pool, call))
        return cli_usage("brain %s is a person: nothing to ask (name another brain with --brain)", brain);
    return wait_answer(o, brain, pool, call);
}

int cli_ask(int argc, char **argv)
{
    struct options o = {0};
    const GOptionEntry entries[] = {
        {"brain", 0, 0, G_OPTION_ARG_STRING, &o.brain, "the brain to ask: a [brain NAME] (default: brain= of [run])", "NAME"},
        {"image", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o.images, "send this PNG with it; may be repeated", "F"},
        {"json", 0, 0, G_OPTION_ARG_NONE, &o.json, "print answer, time, tokens and cost as one JSON document", NULL},
        G_OPTION_ENTRY_NULL,
    };
    int code = EXIT_DONE;
    bool go_on = cli_options(
        &argc, &argv, entries, "\"prompt\"",
        "One question to a brain; \"-\" reads the question from standard input. The answer is printed as it comes.\n\n"
        "  reins ask --brain openai --image screen.png \"what is on this screen?\"",
        &code);
    if (go_on) {
        g_autofree char *prompt = argc == 2 ? read_prompt(argv[1]) : NULL;
        if (argc != 2)
            code = cli_usage("ask takes one prompt (put it in quotes)");
        else if (!*prompt || strlen(prompt) > PROMPT_MAX || !g_utf8_validate(prompt, -1, NULL))
            code =
                cli_usage("the prompt is %s (give text of at most 1 MiB in UTF-8)", *prompt ? "too long or not UTF-8" : "empty");
        else
            code = ask(&o, prompt);
    }
    g_free(o.brain);
    g_strfreev(o.images);
    return code;
}
