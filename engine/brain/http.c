/* A call over HTTP: key, transfer, retries (lmm-wire.md 1.11, 3). The wire format is a table of functions (wire.h).
 *
 * A call is in one of three states: it waits for its key, runs, or waits for its next attempt. Cancelling sets
 * CURLOPT_QUICK_EXIT first, without which libcurl waits for a name lookup to end (5.5 s measured). */

#include "engine/brain/http.h"

#include "engine/brain/pool.h"
#include "engine/brain/request.h"
#include "engine/brain/secret.h"
#include "engine/brain/wire.h"

#include <string.h>
#include <sys/socket.h>

#define CONNECT_MS 10000
#define RETRIES 3
#define ADAPTATIONS 4
#define ERROR_BODY_MAX (64 * 1024)
#define RETRY_AFTER_MAX_MS (120 * 1000)

enum http_state { HTTP_KEY, HTTP_RUNNING, HTTP_BACKOFF };

struct http_call {
    enum http_state state;
    const struct wire *wire;
    brain_request *request;     /* owned */
    struct wire_quirks *quirks; /* borrowed: the pool's, of this brain */
    CURL *easy;                 /* owned, NULL between attempts */
    struct curl_slist *headers; /* owned; holds the key */
    char *url;                  /* owned */
    struct wire_body body;
    struct http_head head;
    GString *answer;
    bool too_large;
    int retries, adaptations;
    bool key_again; /* the key's command was run once more after 401 */
    gint64 retry_at_us;
};

static struct secret *call_secret(const struct call *c)
{
    return c->profile->key && *c->profile->key ? g_hash_table_lookup(c->pool->secrets, c->profile->key) : NULL;
}

/* ---- one attempt ---- */

static size_t on_body(char *data, size_t size, size_t n, void *user)
{
    struct http_call *h = user;
    size_t length = size * n;
    bool bad = h->head.status >= 300;
    gsize max = bad ? ERROR_BODY_MAX : WIRE_REPLY_MAX;
    gsize room = max - MIN(h->answer->len, max);
    g_string_append_len(h->answer, data, (gssize)MIN(length, room));
    if (length > room && !bad) {
        h->too_large = true;
        return CURL_WRITEFUNC_ERROR;
    }
    return length; /* the rest of an error page is let go */
}

static size_t on_header(char *data, size_t size, size_t n, void *user)
{
    struct http_call *h = user;
    http_head_line(&h->head, data, size * n);
    if (h->head.fresh)
        g_string_truncate(h->answer, 0);
    return size * n;
}

static curl_socket_t on_socket(void *user, curlsocktype purpose, struct curl_sockaddr *address)
{
    (void)user;
    (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static void forget_headers(struct http_call *h)
{
    for (struct curl_slist *row = h->headers; row; row = row->next)
        explicit_bzero(row->data, strlen(row->data));
    curl_slist_free_all(h->headers);
    h->headers = NULL;
}

/* A service may take its time, and money, over what it has been sent, whether its answer comes here or not. */
static void count_unanswered(struct call *c)
{
    const struct http_call *h = c->state;
    long sent = 0;
    curl_easy_getinfo(h->easy, CURLINFO_REQUEST_SIZE, &sent);
    if (sent == 0 || h->head.status >= 300)
        return;
    c->reply.tokens_in += h->body.tokens;
    c->reply.tokens_out += wire_tokens(h->answer->len);
    c->reply.estimated = true;
}

static void end_attempt(struct call *c, bool answered)
{
    struct http_call *h = c->state;
    if (h->easy) {
        if (!answered)
            count_unanswered(c);
        curl_easy_setopt(h->easy, CURLOPT_QUICK_EXIT, 1L);
        curl_multi_remove_handle(c->pool->multi, h->easy);
        curl_easy_cleanup(h->easy);
        h->easy = NULL;
    }
    forget_headers(h);
}

static void set_headers(struct http_call *h, const char *key)
{
    h->headers = curl_slist_append(h->headers, "Content-Type: application/json");
    h->headers = curl_slist_append(h->headers, "Accept: application/json");
    h->headers = curl_slist_append(h->headers, "Expect:"); /* 1 s lost for each screenshot where a server ignores it */
    if (key) {
        char *line = g_strconcat(h->wire->key_header, key, NULL);
        h->headers = curl_slist_append(h->headers, line);
        explicit_bzero(line, strlen(line));
        g_free(line);
    }
}

static void set_network(CURL *easy)
{
    /* a model on this machine is never behind the proxy; setting the option hides the variable from libcurl */
    const char *no_proxy = g_getenv("no_proxy") ? g_getenv("no_proxy") : g_getenv("NO_PROXY");
    g_autofree char *unproxied = g_strconcat("localhost,127.0.0.1,::1", no_proxy ? "," : NULL, no_proxy, NULL);
    curl_easy_setopt(easy, CURLOPT_NOPROXY, unproxied);
    if (g_getenv("SSL_CERT_FILE"))
        curl_easy_setopt(easy, CURLOPT_CAINFO, g_getenv("SSL_CERT_FILE"));
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L); /* a key header would follow to another host */
    curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPIDLE, 60L);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPINTVL, 60L);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, on_socket);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
}

static bool begin_attempt(struct call *c, const char *key)
{
    struct http_call *h = c->state;
    h->easy = curl_easy_init();
    if (!h->easy)
        return false;
    http_head_clear(&h->head);
    g_string_truncate(h->answer, 0);
    h->too_large = false;
    set_headers(h, key);
    set_network(h->easy);
    curl_easy_setopt(h->easy, CURLOPT_URL, h->url);
    curl_easy_setopt(h->easy, CURLOPT_HTTPHEADER, h->headers);
    curl_easy_setopt(h->easy, CURLOPT_POST, 1L);
    curl_easy_setopt(h->easy, CURLOPT_POSTFIELDS, h->body.text);
    curl_easy_setopt(h->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)h->body.length);
    curl_easy_setopt(h->easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(h->easy, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(h->easy, CURLOPT_WRITEDATA, h);
    curl_easy_setopt(h->easy, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(h->easy, CURLOPT_HEADERDATA, h);
    curl_easy_setopt(h->easy, CURLOPT_PRIVATE, c);
    if (curl_multi_add_handle(c->pool->multi, h->easy) != CURLM_OK) {
        end_attempt(c, false);
        return false;
    }
    h->state = HTTP_RUNNING;
    return true;
}

/* ---- outcome ---- */

/* Ends the call: "brain NAME: SENTENCE". */
static void give_up(struct call *c, enum brain_error code, const char *format, ...) G_GNUC_PRINTF(3, 4);
static void give_up(struct call *c, enum brain_error code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *sentence = g_strdup_vprintf(format, args);
    va_end(args);
    call_failed(c, g_error_new(BRAIN_ERROR, code, "brain %s: %s", c->profile->name, sentence));
}

/* A server's own words, cut short. Keys are taken out first: half a key, cut, would not be known again. */
static char *told(const struct call *c, const char *text, gsize length, gsize max)
{
    g_autofree char *valid = g_utf8_make_valid(text, (gssize)length);
    g_autofree char *clean = secret_filter(c->pool->secrets, valid);
    return http_excerpt(clean, strlen(clean), max);
}

/* True: another attempt will be made. Backoff as the official clients have it; a wait that the server names is kept to, and
 * one that would outlast the call is no wait at all. */
static bool try_again(struct call *c)
{
    struct http_call *h = c->state;
    if (h->retries >= RETRIES || h->head.should_retry == 0)
        return false;
    gint64 ms = MIN((gint64)c->pool->backoff_ms << h->retries, 8000);
    ms -= ms * g_random_int_range(0, 250) / 1000;
    if (h->head.retry_after_ms >= 0)
        ms = h->head.retry_after_ms + h->head.retry_after_ms * g_random_int_range(0, 50) / 1000;
    gint64 at = g_get_monotonic_time() + ms * 1000;
    if (ms > RETRY_AFTER_MAX_MS || at >= c->deadline_us)
        return false;
    h->retries++;
    h->retry_at_us = at;
    h->state = HTTP_BACKOFF;
    return true;
}

static void on_transfer_error(struct call *c, CURLcode result)
{
    struct http_call *h = c->state;
    g_autofree char *host = http_host(h->url);
    bool settled = false; /* nothing that another attempt would cure */
    enum brain_error code = BRAIN_ERROR_NETWORK;
    const char *advice = "is the network up, and url right?";
    if (result == CURLE_OPERATION_TIMEDOUT) {
        code = BRAIN_ERROR_TIMEOUT;
        advice = "is url right?";
    } else if (h->too_large) {
        settled = true;
        code = BRAIN_ERROR_FAILED;
        advice = "the answer is longer than 16 MiB; is url right?";
    } else if (result == CURLE_PEER_FAILED_VERIFICATION || result == CURLE_SSL_CACERT_BADFILE) {
        settled = true;
        advice = "the certificate is not trusted; set SSL_CERT_FILE if your network has its own";
    } else if (result == CURLE_UNSUPPORTED_PROTOCOL || result == CURLE_URL_MALFORMAT) {
        settled = true;
        code = BRAIN_ERROR_CONFIG;
        advice = "url must begin with http:// or https://";
    }
    if (!settled && try_again(c))
        return;
    give_up(c, code, "no answer from %s: %s (%s)", host, curl_easy_strerror(result), advice);
}

static bool status_is_passing(int status)
{
    return status == 408 || status == 409 || status == 425 || status == 500 || (status >= 502 && status <= 504) ||
           (status >= 520 && status <= 524) || status == 529;
}

/* 429 that no waiting cures. */
static bool is_quota(const struct wire_problem *problem)
{
    static const char *const codes[] = {"insufficient_quota", "credit_balance", "spend_limit", "usage_limit", "billing"};
    for (gsize i = 0; i < G_N_ELEMENTS(codes); i++) {
        if (problem->code && strstr(problem->code, codes[i]))
            return true;
    }
    return false;
}

/* HTTP 400 about one parameter: the same question in other words, remembered for the brain. */
static bool adapt(struct call *c, const struct wire_problem *problem)
{
    struct http_call *h = c->state;
    const char *what = NULL;
    g_autoptr(GError) error = NULL;
    if (h->adaptations >= ADAPTATIONS || !wire_quirks_adapt(h->quirks, problem, &what))
        return false;
    struct wire_body body;
    if (!h->wire->body(c->profile, h->quirks, h->request, &body, &error))
        return false; /* a picture is gone meanwhile: the server's sentence is told */
    g_free(h->body.text);
    h->body = body;
    h->adaptations++;
    h->retry_at_us = 0;
    h->state = HTTP_BACKOFF;
    return true;
}

static void on_bad_request(struct call *c, int status, const struct wire_problem *problem, const char *said)
{
    g_autofree char *lower = problem->message ? g_ascii_strdown(problem->message, -1) : NULL;
    static const char *const overflow[] = {"context length",  "context window",  "context size",      "prompt is too long",
                                           "prompt too long", "too many tokens", "reduce the length", "context limit"};
    bool full =
        status == 413 || (problem->code && (strstr(problem->code, "context_length") || strstr(problem->code, "exceed_context")));
    for (gsize i = 0; i < G_N_ELEMENTS(overflow); i++)
        full = full || (lower && strstr(lower, overflow[i]));
    if (full)
        give_up(c, BRAIN_ERROR_FAILED,
                "the request is too large for the model (HTTP %d)%s (use a model with a larger context, or a smaller display)",
                status, said);
    else
        give_up(c, BRAIN_ERROR_FAILED, "the request was not taken (HTTP %d)%s (check [brain %s])", status, said,
                c->profile->name);
}

/* 401 once with a command: a token may have run out. */
static bool renew_key(struct call *c)
{
    struct http_call *h = c->state;
    struct secret *s = call_secret(c);
    if (!s || h->key_again || !secret_is_command(s))
        return false;
    struct secret *fresh = secret_new(c->profile->key, NULL);
    if (!fresh)
        return false;
    g_hash_table_replace(c->pool->secrets, g_strdup(c->profile->key), fresh);
    h->key_again = true;
    h->state = HTTP_KEY;
    return true;
}

static void on_refused(struct call *c, int status, const struct wire_problem *problem, const char *said)
{
    struct http_call *h = c->state;
    const char *name = c->profile->name;
    g_autofree char *host = http_host(h->url);
    if (status == 401) {
        if (!renew_key(c))
            give_up(c, BRAIN_ERROR_AUTH, "%s does not take the key (HTTP 401)%s (check key= in [brain %s])", host, said, name);
    } else if (status == 403) {
        give_up(c, BRAIN_ERROR_AUTH, "%s does not allow this with the key given (HTTP 403)%s (check the key's rights and model=)",
                host, said);
    } else if (status == 402) {
        give_up(c, BRAIN_ERROR_AUTH, "the account at %s has no credit left (HTTP 402)%s (add credit, or use another brain)", host,
                said);
    } else if (status == 404) {
        give_up(c, BRAIN_ERROR_CONFIG, "%s knows no such model or address (HTTP 404)%s (check url= and model= in [brain %s])",
                host, said, name);
    } else if (status == 429) {
        bool quota = is_quota(problem);
        if (!quota && try_again(c))
            return;
        give_up(c, BRAIN_ERROR_RATE, "%s (HTTP 429)%s (%s)", quota ? "the quota is used up" : "too many requests", said,
                quota ? "raise the limit with the provider, or use another brain" : "wait a while, then go on");
    } else if (status == 400 && adapt(c, problem)) {
        return;
    } else if (status == 400 || status == 413 || status == 422) {
        on_bad_request(c, status, problem, said);
    } else if ((status_is_passing(status) || h->head.should_retry == 1) && try_again(c)) {
        return;
    } else {
        give_up(c, BRAIN_ERROR_FAILED, "%s failed (HTTP %d)%s (try again later)", host, status, said);
    }
}

/* What a failed attempt used is paid, too. */
static void count(struct call *c, const struct wire_answer *answer)
{
    const struct http_call *h = c->state;
    c->reply.tokens_in += answer->tokens_in < 0 ? h->body.tokens : answer->tokens_in;
    c->reply.tokens_out += answer->tokens_out < 0 ? wire_tokens(h->answer->len) : answer->tokens_out;
    c->reply.estimated = c->reply.estimated || answer->tokens_in < 0 || answer->tokens_out < 0;
}

static void on_answer(struct call *c)
{
    struct http_call *h = c->state;
    struct wire_answer answer;
    h->wire->answer(h->answer->str, h->answer->len, &answer);
    count(c, &answer);
    guint wanted = h->request->texts ? g_strv_length(h->request->texts) : 0;
    if (answer.vectors && answer.vectors->n != wanted) {
        give_up(c, BRAIN_ERROR_FAILED, "%u vectors came for %u texts (is url right, and model one that makes vectors?)",
                answer.vectors->n, wanted);
        brain_vectors_free(answer.vectors);
    } else if (answer.vectors) {
        call_done_vectors(c, answer.vectors);
    } else if (answer.text) {
        call_done(c, answer.text);
    } else {
        if (!answer.retry || !try_again(c)) {
            g_autofree char *said = told(c, answer.error->message, strlen(answer.error->message), 400);
            give_up(c, (enum brain_error)answer.error->code, "%s", said);
        }
        g_clear_error(&answer.error);
    }
}

void call_http_finished(struct call *c, CURLcode result)
{
    struct http_call *h = c->state;
    if (!h || c->done)
        return;
    int status = h->head.status;
    end_attempt(c, result == CURLE_OK);
    if (result != CURLE_OK) {
        on_transfer_error(c, result);
    } else if (status >= 200 && status < 300) {
        on_answer(c);
    } else if (status >= 300 && status < 400) {
        g_autofree char *to = h->head.location ? http_host(h->head.location) : NULL;
        give_up(
            c, BRAIN_ERROR_CONFIG,
            "the address answers with a redirect (HTTP %d) to %s, which is not followed with a key (set url to the place itself)",
            status, to ? to : "nowhere");
    } else {
        struct wire_problem problem;
        h->wire->problem(h->answer->str, h->answer->len, &problem);
        const char *text = problem.message ? problem.message : h->answer->str;
        g_autofree char *excerpt = told(c, text, problem.message ? strlen(text) : h->answer->len, 300);
        g_autofree char *said = g_strconcat(*excerpt ? ": " : "", excerpt, NULL);
        on_refused(c, status, &problem, said);
        wire_problem_clear(&problem);
    }
}

/* ---- the kind's functions ---- */

static struct wire_quirks *quirks_of(struct call *c)
{
    struct wire_quirks *quirks = g_hash_table_lookup(c->pool->quirks, c->profile->name);
    if (!quirks) {
        quirks = g_new0(struct wire_quirks, 1);
        wire_quirks_init(quirks, c->profile);
        g_hash_table_insert(c->pool->quirks, g_strdup(c->profile->name), quirks);
    }
    return quirks;
}

/* One secret for a reference, however many calls; a failed one is tried again by the next call. */
static bool want_secret(struct call *c, GError **error)
{
    const char *reference = c->profile->key;
    if (!reference || !*reference)
        return true;
    struct secret *s = call_secret(c);
    if (s && (secret_deadline(s) != G_MAXINT64 || secret_value(s, NULL)))
        return true;
    s = secret_new(reference, error);
    if (!s) {
        g_prefix_error(error, "brain %s: ", c->profile->name);
        return false;
    }
    g_hash_table_replace(c->pool->secrets, g_strdup(reference), s);
    return true;
}

static void http_stop(struct call *c)
{
    struct http_call *h = c->state;
    end_attempt(c, false);
    http_head_clear(&h->head);
    g_string_free(h->answer, TRUE);
    brain_request_free(h->request);
    g_free(h->url);
    g_free(h->body.text);
    g_free(h);
}

static bool http_start(struct call *c, const brain_request *request, GError **error)
{
    if (!pool_network(c->pool, error))
        return false;
    struct http_call *h = g_new0(struct http_call, 1);
    c->state = h;
    h->wire = request->texts ? &wire_openai_embeddings : &wire_openai;
    h->request = brain_request_copy(request);
    h->quirks = quirks_of(c);
    h->answer = g_string_new(NULL);
    http_head_clear(&h->head);
    h->url = http_url(c->profile->url, h->wire->path);
    if (!h->url) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG,
                    "brain %s: url is not an address (set it to e.g. https://api.openai.com/v1)", c->profile->name);
        return false;
    }
    if (!want_secret(c, error))
        return false;
    if (!h->wire->body(c->profile, h->quirks, h->request, &h->body, error)) {
        g_prefix_error(error, "brain %s: ", c->profile->name);
        return false;
    }
    return true;
}

static void http_prepare(struct call *c, GArray *pollfds)
{
    const struct http_call *h = c->state;
    struct secret *s = h->state == HTTP_KEY ? call_secret(c) : NULL;
    if (s)
        secret_prepare(s, pollfds);
}

static gint64 http_deadline(const struct call *c)
{
    const struct http_call *h = c->state;
    struct secret *s = call_secret(c);
    if (h->state == HTTP_KEY)
        return s ? secret_deadline(s) : 0;
    return h->state == HTTP_BACKOFF ? h->retry_at_us : G_MAXINT64;
}

static void http_step(struct call *c, gint64 now_us)
{
    struct http_call *h = c->state;
    if (h->state == HTTP_RUNNING || (h->state == HTTP_BACKOFF && now_us < h->retry_at_us))
        return;
    struct secret *s = call_secret(c);
    const char *key = NULL;
    if (s) {
        g_autoptr(GError) error = NULL;
        if (!secret_step(s))
            return;
        key = secret_value(s, &error);
        if (!key) {
            give_up(c, BRAIN_ERROR_CONFIG, "%s", error->message);
            return;
        }
    }
    if (!begin_attempt(c, key))
        give_up(c, BRAIN_ERROR_FAILED, "the transfer could not be started (is there memory left?)");
}

const struct call_kind call_http = {.name = "openai",
                                    .start = http_start,
                                    .prepare = http_prepare,
                                    .deadline = http_deadline,
                                    .step = http_step,
                                    .stop = http_stop};
