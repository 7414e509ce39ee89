/* reins score --brain: asks a brain what the labels' records asked, and keeps what it answers. */
#include "tui/cli/score.h"

#include "config/money.h"
#include "engine/exports/predictions.h"
#include "engine/picture/frame.h"
#include "skills/timeline/visible.h"
#include "tui/cli/ask.h"
#include "tui/cli/cli.h"
#include "tui/term/text.h"

#include <stdio.h>
#include <unistd.h>

#define AT_ONCE 4
#define FAILURES_MAX 5 /* in a row: then it is not the records' fault */
#define NAME_MAX_BYTES 64

struct slot {
    guint call; /* 0 = free */
    const struct screenagent_file *label;
    double about; /* USD */
};
struct asking {
    const config *cfg;
    brain_pool *pool;
    predictions *p;
    guint next; /* of p->left */
    struct slot slots[AT_ONCE];
    guint asked, failures;
    struct brain_reply spent;
    GError *error; /* why nothing more is asked */
    int code;      /* with it */
};

static void show_progress(const struct asking *a)
{
    if (!isatty(STDERR_FILENO))
        return;
    g_autofree char *brain = visible_text(a->p->brain), *cost = money_text(a->spent.cost, a->spent.unpriced);
    g_autofree char *tokens = text_count(a->spent.tokens_in + a->spent.tokens_out);
    g_autofree char *line = g_strdup_printf("asking %s: %u of %u · %s tokens · %s", brain, a->p->kept,
                                            a->p->kept + a->p->left->len - a->asked, tokens, cost);
    g_autofree char *shown = text_fit(line, 78);
    fprintf(stderr, "\r\033[K%s", shown);
}

static void stop_with(struct asking *a, GError *error_take, int code)
{
    if (a->error) {
        g_error_free(error_take);
        return;
    }
    a->error = error_take;
    a->code = code;
}

/* What a model refuses to say, or says without an end, is what it answers; another failure may be the service's. */
static bool is_answer(const struct brain_reply *reply)
{
    return !reply->error || g_error_matches(reply->error, BRAIN_ERROR, BRAIN_ERROR_REFUSED) ||
           g_error_matches(reply->error, BRAIN_ERROR, BRAIN_ERROR_TRUNCATED);
}

static bool is_everywhere(const struct asking *a, const struct brain_reply *reply)
{
    return reply->passing || reply->error->code == BRAIN_ERROR_AUTH || reply->error->code == BRAIN_ERROR_CONFIG ||
           a->failures >= FAILURES_MAX;
}

static void take_answer(struct asking *a, struct slot *slot, const struct brain_reply *reply)
{
    GError *error = NULL;
    const char *text = reply->error ? reply->received : reply->text;
    ask_spent_add(&a->spent, reply);
    ask_spent_keep(a->p->brain, reply);
    a->failures = is_answer(reply) ? 0 : a->failures + 1;
    if (is_answer(reply) && !predictions_keep(a->p, slot->label, text ? text : "", &error))
        stop_with(a, error, EXIT_FAILED);
    else if (!is_answer(reply) && is_everywhere(a, reply))
        stop_with(a, g_error_copy(reply->error), cli_exit_code(reply->error));
    else if (!is_answer(reply))
        predictions_leave_out(a->p, slot->label, reply->error->message);
    brain_pool_forget(a->pool, slot->call);
    *slot = (struct slot){0};
    a->asked++;
}

/* The calls under way will be paid, too. */
static bool within_day(const struct asking *a, GError **error)
{
    double about = 0;
    for (gsize i = 0; i < AT_ONCE; i++)
        about += a->slots[i].about;
    return ask_within_day(a->cfg, about, error);
}

static brain_request *request_for(const struct screenagent_file *label, const char *picture)
{
    brain_request *request = brain_request_new("ask");
    request->user = g_strdup(label->record->prompt);
    request->vars = ask_vars(request->user);
    brain_request_add_image(request, picture, NULL, false);
    return request;
}

/* Not EXIT_DONE, with an error: nothing more is asked. */
static int begin_call(struct asking *a, struct slot *slot, const char *picture, GError **error)
{
    struct brain_reply about;
    g_autoptr(brain_request) request = request_for(slot->label, picture);
    slot->call = brain_pool_ask(a->pool, a->p->brain, request, error);
    if (!slot->call)
        return cli_exit_code(*error);
    brain_pool_about(a->pool, slot->call, &about);
    slot->about = about.cost;
    int code = EXIT_USAGE;
    if (brain_pool_wants_person(a->pool, slot->call))
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "brain %s is a person: nothing to ask (name another one)",
                    a->p->brain);
    else
        code = within_day(a, error) ? EXIT_DONE : EXIT_STOPPED;
    if (code != EXIT_DONE)
        brain_pool_forget(a->pool, slot->call);
    return code;
}

/* A label without its picture is not asked. */
static void begin_next(struct asking *a, struct slot *slot)
{
    GError *error = NULL;
    slot->label = a->p->left->pdata[a->next++];
    g_autofree char *picture = predictions_picture(a->p, slot->label, &error);
    int code = picture ? begin_call(a, slot, picture, &error) : cli_exit_code(error);
    if (code == EXIT_DONE)
        return;
    if (picture || error->domain != EXPORT_ERROR) {
        stop_with(a, error, code);
    } else {
        predictions_leave_out(a->p, slot->label, error->message);
        g_error_free(error);
        a->asked++;
    }
    *slot = (struct slot){0};
}

static bool look(void *data)
{
    struct asking *a = data;
    bool busy = false;
    for (gsize i = 0; i < AT_ONCE; i++) {
        struct slot *slot = &a->slots[i];
        const struct brain_reply *reply = slot->call ? brain_pool_reply(a->pool, slot->call) : NULL;
        if (reply)
            take_answer(a, slot, reply);
        while (!slot->call && !a->error && a->next < a->p->left->len)
            begin_next(a, slot);
        busy = busy || slot->call;
    }
    show_progress(a);
    return !busy;
}

/* It was stopped: what is there is kept, and what has been sent is paid. */
static void end_early(struct asking *a)
{
    for (gsize i = 0; i < AT_ONCE; i++) {
        struct slot *slot = &a->slots[i];
        const struct brain_reply *reply = slot->call ? brain_pool_reply(a->pool, slot->call) : NULL;
        if (reply) {
            take_answer(a, slot, reply);
        } else if (slot->call && (reply = brain_pool_break_off(a->pool, slot->call))) {
            ask_spent_add(&a->spent, reply);
            ask_spent_keep(a->p->brain, reply);
        }
    }
}

static void tell(const struct asking *a, int code)
{
    guint left = a->p->left->len - a->asked;
    g_autofree char *brain = visible_text(a->p->brain), *out = visible_text(a->p->out), *spent = ask_spent_text(&a->spent);
    fprintf(stderr, isatty(STDERR_FILENO) ? "\r\033[K" : "");
    if (a->p->left->len)
        fprintf(stderr, "%s\n", spent);
    fprintf(stderr, "# %u answers of brain %s are in %s", a->p->kept, brain, out);
    if (code != EXIT_DONE)
        fprintf(stderr, ", %u are to be asked for: the same command goes on", left);
    fputc('\n', stderr);
}

int score_brain_ask(const char *labels, const char *out, const char *brain, predictions **ret_predictions)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(config) cfg = config_load(&error);
    g_autoptr(brain_profile) known = cfg ? config_brain(cfg, brain, &error) : NULL; /* before a folder is made */
    g_autoptr(predictions) p = known ? predictions_new(labels, out, brain, &error) : NULL;
    if (!p)
        return cli_fail(error);
    g_autoptr(brain_pool) pool = brain_pool_new(cfg);
    brain_pool_set_shrink(pool, frame_resize_png, frame_png_to_jpeg);
    struct asking a = {.cfg = cfg, .pool = pool, .p = p};
    int code = ask_await(pool, look, &a, STDOUT_FILENO);
    end_early(&a);
    if (a.error && code == EXIT_DONE)
        code = a.code;
    tell(&a, code);
    if (a.error)
        cli_fail(a.error);
    g_clear_error(&a.error);
    *ret_predictions = g_steal_pointer(&p);
    return code;
}

char *score_brain_folder(const char *brain)
{
    g_autofree char *name = g_strndup(brain, NAME_MAX_BYTES);
    for (char *c = name; *c; c++)
        *c = g_ascii_isalnum(*c) || strchr("._-", *c) ? *c : '-';
    return g_strconcat("score-", name, NULL);
}
