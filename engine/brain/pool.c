/* The pool of calls. It is the engine's one blocking place: curl_multi_poll() waits for curl's sockets, the pipes of scripts and
 * key commands, and the engine's own descriptors. An id names a call, so that an event for a forgotten call is ignored. */

#include "engine/brain/pool.h"

#include "engine/brain/cassette.h"
#include "engine/brain/request.h"
#include "engine/brain/secret.h"
#include "engine/brain/wire.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define BACKOFF_MS 500
#define RECORD_FAILED (-2) /* value of record_fd after a failed write */
#define POLL_FDS_MAX 4096

static const struct {
    const char *kind;
    const struct call_kind *functions;
} kinds[] = {{"openai", &call_http}, {"responses", &call_http}, {"anthropic", &call_http}, {"gemini", &call_http},
             {"lua", &call_script},  {"human", &call_human},    {"replay", &call_replay},  {"cassette", &call_http}};

static void call_free(gpointer data)
{
    struct call *c = data;
    if (c->state)
        c->kind->stop(c);
    g_free(c->reply.text);
    g_free(c->reply.received);
    g_free(c->reply.left);
    g_free(c->reply.changed);
    brain_vectors_free(c->reply.vectors);
    g_clear_error(&c->reply.error);
    brain_profile_free(c->profile);
    g_free(c);
}

static void scan_fds(bool before[], int n)
{
    for (int fd = 3; fd < n; fd++) {
        int flags = fcntl(fd, F_GETFD);
        before[fd] = flags >= 0;
    }
}

/* libcurl creates its wake-up pair without close-on-exec, so every child would inherit it: sets the flag on each descriptor that
 * curl_multi_init() opens. */
static CURLM *multi_new(void)
{
    bool before[256] = {false};
    scan_fds(before, 256);
    CURLM *multi = curl_multi_init();
    for (int fd = 3; fd < 256; fd++) {
        int flags = before[fd] ? -1 : fcntl(fd, F_GETFD);
        if (flags >= 0)
            fcntl(fd, F_SETFD, flags | FD_CLOEXEC);
    }
    return multi;
}

bool pool_network(brain_pool *pool, GError **error)
{
    if (pool->multi)
        return true;
    if (!curl_ready(error))
        return false;
    pool->multi = multi_new();
    if (!pool->multi) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED, "libcurl does not start (are memory and descriptors left?)");
        return false;
    }
    curl_multi_setopt(pool->multi, CURLMOPT_MAXCONNECTS, 8L);
    return true;
}

brain_pool *brain_pool_new(const config *cfg)
{
    /* with CURLOPT_NOSIGNAL libcurl does not block SIGPIPE, and a closed TLS connection must not end the engine */
    struct sigaction old;
    if (sigaction(SIGPIPE, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
        signal(SIGPIPE, SIG_IGN);
    brain_pool *pool = g_new0(brain_pool, 1);
    pool->cfg = cfg;
    pool->calls = g_ptr_array_new_with_free_func(call_free);
    pool->secrets = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)secret_free);
    pool->quirks = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    pictures_init(&pool->pictures);
    pool->cassettes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)cassette_free);
    pool->record_fd = -1;
    pool->backoff_ms = BACKOFF_MS;
    return pool;
}

void brain_pool_set_recorded(brain_pool *pool, brain_recorded recorded, void *data)
{
    pool->recorded = recorded;
    pool->recorded_data = data;
}

void brain_pool_set_shrink(brain_pool *pool, brain_shrink shrink, brain_jpeg jpeg)
{
    pool->pictures.shrink = shrink;
    pool->pictures.jpeg = jpeg;
}

void brain_pool_free(brain_pool *pool)
{
    if (!pool)
        return;
    g_ptr_array_unref(pool->calls);
    if (pool->multi)
        curl_multi_cleanup(pool->multi);
    g_hash_table_unref(pool->secrets);
    g_hash_table_unref(pool->quirks);
    pictures_clear(&pool->pictures);
    g_hash_table_unref(pool->cassettes);
    if (pool->record_fd >= 0)
        close(pool->record_fd);
    g_free(pool);
}

bool brain_pool_record(brain_pool *pool, const char *path, GError **error)
{
    pool->record_fd = cassette_append(path, &pool->recorded_n, error);
    return pool->record_fd >= 0;
}

static void add_line(brain_pool *pool, const char *line)
{
    gsize length = strlen(line);
    if (write(pool->record_fd, line, length) == (gssize)length)
        return;
    close(pool->record_fd);
    pool->record_fd = RECORD_FAILED;
}

void pool_record(brain_pool *pool, struct cassette_take *take, int result)
{
    if (!take || pool->record_fd < 0)
        return;
    take->result = result;
    g_autofree char *line = cassette_take_to_json(take, pool->secrets);
    add_line(pool, line);
}

bool brain_pool_records(const brain_pool *pool)
{
    return pool->record_fd >= 0;
}

void brain_pool_record_said(brain_pool *pool, const struct cassette_said *said)
{
    if (!brain_pool_records(pool))
        return;
    g_autofree char *line = cassette_said_to_json(said, pool->secrets);
    add_line(pool, line);
}

static struct call *find(const brain_pool *pool, guint id)
{
    for (guint i = 0; i < pool->calls->len; i++) {
        struct call *c = g_ptr_array_index(pool->calls, i);
        if (c->id == id)
            return c;
    }
    return NULL;
}

guint brain_pool_ask(brain_pool *pool, const char *name, const brain_request *request, GError **error)
{
    g_autoptr(brain_profile) profile = config_brain(pool->cfg, name, error);
    if (!profile)
        return 0;
    if (pool->record_fd == RECORD_FAILED) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG,
                    "the cassette cannot be written (is the disk full? the run works without --record)");
        return 0;
    }
    const struct call_kind *kind = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (g_strcmp0(profile->kind, kinds[i].kind) == 0)
            kind = kinds[i].functions;
    }
    if (!kind) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG,
                    "brain %s: kind=%s is unknown (use openai, responses, anthropic, gemini, lua, human, replay:RUN or "
                    "cassette:FILE)",
                    name, profile->kind);
        return 0;
    }
    if (request->texts && strcmp(profile->kind, "cassette") != 0 && !brain_kind_has_vectors(profile->kind)) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG, "brain %s: kind=%s has no embeddings (use kind=openai or gemini)",
                    name, profile->kind);
        return 0;
    }
    struct call *c = g_new0(struct call, 1);
    c->id = ++pool->last_id;
    c->pool = pool;
    c->profile = g_steal_pointer(&profile);
    c->kind = kind;
    c->start_us = g_get_monotonic_time();
    c->deadline_us = c->profile->timeout_s > 0 ? c->start_us + c->profile->timeout_s * G_USEC_PER_SEC : G_MAXINT64;
    if (!kind->start(c, request, error)) {
        call_free(c);
        return 0;
    }
    g_ptr_array_add(pool->calls, c);
    return c->id;
}

static double price_of(double price, const brain_profile *p)
{
    return price < 0 ? p->price_in : price;
}

/* What the cache had, and what was written into it, are parts of the prompt at prices of their own. */
static void reckon(const brain_profile *p, struct brain_reply *r)
{
    gint64 cached = MIN(r->tokens_cached, r->tokens_in), written = MIN(r->tokens_written, r->tokens_in - cached);
    r->cost = ((double)(r->tokens_in - cached - written) * p->price_in + (double)cached * price_of(p->price_cached, p) +
               (double)written * price_of(p->price_written, p) + (double)r->tokens_out * p->price_out) /
              1e6;
    r->unpriced = (p->unpriced_in && r->tokens_in > 0) || (p->unpriced_out && r->tokens_out > 0);
}

static void finish(struct call *c)
{
    c->done = true;
    c->pool->news = true;
    c->reply.ms = (g_get_monotonic_time() - c->start_us) / 1000;
    reckon(c->profile, &c->reply);
}

void pool_call_done(struct call *c, char *text_take)
{
    char *clean = secret_filter_exact(c->pool->secrets, text_take);
    if (clean) {
        g_free(text_take);
        text_take = clean;
    }
    c->reply.text = text_take;
    finish(c);
}

void pool_call_done_vectors(struct call *c, struct brain_vectors *vectors_take)
{
    c->reply.vectors = vectors_take;
    finish(c);
}

/* What has come of the answer; nothing once the kind has stopped. */
static void keep_received(struct call *c)
{
    struct brain_partial partial;
    if (!c->state || !brain_pool_partial(c->pool, c->id, &partial))
        return;
    g_autofree char *text = partial.text;
    g_free(c->reply.received);
    c->reply.received = text[partial.answer] ? g_strdup(text + partial.answer) : NULL;
}

void pool_call_failed(struct call *c, GError *error_take)
{
    keep_received(c);
    char *clean = secret_filter(c->pool->secrets, error_take->message);
    g_free(error_take->message);
    error_take->message = clean;
    c->reply.error = error_take;
    c->reply.passing = c->reply.passing || error_take->code == BRAIN_ERROR_NETWORK || error_take->code == BRAIN_ERROR_TIMEOUT ||
                       error_take->code == BRAIN_ERROR_RATE;
    finish(c);
}

void brain_pool_about(const brain_pool *pool, guint call, struct brain_reply *ret_about)
{
    const struct call *c = find(pool, call);
    *ret_about = (struct brain_reply){.estimated = true};
    if (!c || !c->kind->about)
        return;
    c->kind->about(c, ret_about);
    reckon(c->profile, ret_about);
}

const struct brain_reply *brain_pool_reply(const brain_pool *pool, guint call)
{
    const struct call *c = find(pool, call);
    return c && c->done ? &c->reply : NULL;
}

bool brain_pool_partial(const brain_pool *pool, guint call, struct brain_partial *ret_partial)
{
    const struct call *c = find(pool, call);
    *ret_partial = (struct brain_partial){0};
    if (!c || c->done || !c->kind->partial)
        return false;
    c->kind->partial(c, ret_partial);
    ret_partial->tokens = wire_tokens(strlen(ret_partial->text));
    char *answer = g_strdup(ret_partial->text + ret_partial->answer);
    ret_partial->text[ret_partial->answer] = '\0';
    secret_filter_growing(pool->secrets, *answer ? &answer : &ret_partial->text);
    ret_partial->answer = strlen(ret_partial->text);
    char *text = g_strconcat(ret_partial->text, answer, NULL);
    g_free(answer);
    g_free(ret_partial->text);
    ret_partial->text = text;
    return true;
}

bool brain_pool_retry(const brain_pool *pool, guint call, struct brain_retry *ret_retry)
{
    const struct call *c = find(pool, call);
    *ret_retry = (struct brain_retry){0};
    return c && !c->done && c->kind->retry && c->kind->retry(c, ret_retry);
}

bool brain_pool_wants_person(const brain_pool *pool, guint call)
{
    const struct call *c = find(pool, call);
    return c && !c->done && c->kind == &call_human;
}

bool brain_pool_answer(brain_pool *pool, guint call, const char *text)
{
    struct call *c = find(pool, call);
    if (!c || c->done || c->kind != &call_human)
        return false;
    pool_call_done(c, g_strdup(text ? text : ""));
    return true;
}

static void stop(struct call *c)
{
    c->kind->stop(c);
    c->state = NULL;
}

const struct brain_reply *brain_pool_break_off(brain_pool *pool, guint call)
{
    struct call *c = find(pool, call);
    if (c && !c->done) {
        keep_received(c);
        stop(c);
        pool_call_failed(c, g_error_new(BRAIN_ERROR, BRAIN_ERROR_FAILED, "brain %s: the call was broken off", c->profile->name));
    }
    return c ? &c->reply : NULL;
}

void brain_pool_forget(brain_pool *pool, guint call)
{
    struct call *c = find(pool, call);
    if (!c)
        return;
    if (!c->done) {
        stop(c);
        reckon(c->profile, &c->reply);
        pool->left.tokens_in += c->reply.tokens_in;
        pool->left.cost += c->reply.cost;
        pool->left.unpriced = pool->left.unpriced || c->reply.unpriced;
        pool->left.estimated = pool->left.estimated || c->reply.estimated;
    }
    g_ptr_array_remove(pool->calls, c);
}

void brain_pool_take_left(brain_pool *pool, struct brain_spent *ret_spent)
{
    *ret_spent = pool->left;
    pool->left = (struct brain_spent){0};
}

/* Ends a call whose time is over, whatever it waits for: a key, the network, a retry, a script. */
static void expire(struct call *c)
{
    const char *waits = c->kind->waits ? c->kind->waits(c) : NULL;
    keep_received(c);
    stop(c);
    pool_call_failed(c, g_error_new(BRAIN_ERROR, BRAIN_ERROR_TIMEOUT,
                                    "brain %s: no answer within %d s%s%s (raise timeout_s in [brain %s], or use a faster model)",
                                    c->profile->name, c->profile->timeout_s, waits ? ": " : "", waits ? waits : "",
                                    c->profile->name));
}

static void step_transfers(brain_pool *pool)
{
    int running = 0, left = 0;
    CURLMsg *message;
    curl_multi_perform(pool->multi, &running);
    while ((message = curl_multi_info_read(pool->multi, &left))) {
        struct call *c = NULL;
        CURLcode result = message->data.result;
        if (message->msg == CURLMSG_DONE && curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&c) == CURLE_OK &&
            c)
            call_http_finished(c, result);
    }
}

/* Advances all calls without waiting. */
static void pool_step(brain_pool *pool)
{
    if (pool->multi)
        step_transfers(pool);
    gint64 now = g_get_monotonic_time();
    for (guint i = 0; i < pool->calls->len; i++) {
        struct call *c = g_ptr_array_index(pool->calls, i);
        if (!c->done)
            c->kind->step(c, now);
        if (!c->done && now >= c->deadline_us)
            expire(c);
    }
}

static int wait_ms(const brain_pool *pool, int timeout_ms)
{
    gint64 soonest = G_MAXINT64, now = g_get_monotonic_time();
    for (guint i = 0; i < pool->calls->len; i++) {
        const struct call *c = g_ptr_array_index(pool->calls, i);
        if (!c->done)
            soonest = MIN(soonest, MIN(c->kind->deadline(c), c->deadline_us));
    }
    gint64 ms = timeout_ms < 0 ? G_MAXINT : timeout_ms;
    if (soonest != G_MAXINT64)
        ms = MIN(ms, soonest <= now ? 0 : (soonest - now + 999) / 1000);
    return (int)CLAMP(ms, 0, G_MAXINT);
}

/* Polls curl's descriptors and ours together. */
static bool multi_poll(brain_pool *pool, const GArray *fds, int ms, GError **error)
{
    if (!pool->multi) {
        g_poll((GPollFD *)(void *)fds->data, fds->len, ms); /* a signal may end it early; the next round polls again */
        return true;
    }
    g_autofree struct curl_waitfd *wait = g_new0(struct curl_waitfd, fds->len + 1);
    for (guint i = 0; i < fds->len; i++) {
        const GPollFD *row = &g_array_index(fds, GPollFD, i);
        wait[i].fd = row->fd;
        wait[i].events =
            (short)((row->events & G_IO_IN ? CURL_WAIT_POLLIN : 0) | (row->events & G_IO_PRI ? CURL_WAIT_POLLPRI : 0) |
                    (row->events & G_IO_OUT ? CURL_WAIT_POLLOUT : 0));
    }
    CURLMcode code = curl_multi_poll(pool->multi, wait, fds->len, ms, NULL);
    if (code == CURLM_OK)
        return true;
    g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED, "waiting failed: %s (start the engine again)", curl_multi_strerror(code));
    return false;
}

bool brain_pool_poll(brain_pool *pool, GPollFD *extra, guint n_extra, int timeout_ms, GError **error)
{
    if (n_extra > POLL_FDS_MAX) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED, "waiting failed: too many descriptors");
        return false;
    }
    pool_step(pool);
    g_autoptr(GArray) fds = g_array_new(FALSE, FALSE, sizeof(GPollFD));
    if (n_extra > 0)
        g_array_append_vals(fds, extra, n_extra);
    for (guint i = 0; i < pool->calls->len; i++) {
        struct call *c = g_ptr_array_index(pool->calls, i);
        if (!c->done && c->kind->prepare)
            c->kind->prepare(c, fds);
    }
    bool ok = multi_poll(pool, fds, pool->news ? 0 : wait_ms(pool, timeout_ms), error);
    /* libcurl 7.88 reports no hang-up on extra descriptors: polls these again, without waiting */
    for (guint i = 0; i < n_extra; i++)
        extra[i].revents = 0;
    if (ok && n_extra > 0)
        g_poll(extra, n_extra, 0);
    if (ok)
        pool_step(pool);
    pool->news = false;
    return ok;
}
