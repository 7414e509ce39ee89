/* The end of an attempt: an answer, another attempt, or an error message. */

#include "engine/brain/http_call.h"

#include "config/scan_json.h"
#include "engine/brain/http_models.h"
#include "engine/brain/overflow.h"
#include "engine/brain/reencode.h"
#include "engine/brain/request.h"
#include "engine/brain/secret.h"

#include <string.h>

#define RETRIES 3
#define ADAPTATIONS 4
#define RETRY_AFTER_MAX_MS (120 * 1000)
#define DOWN_US (60 * G_USEC_PER_SEC)

void http_call_fail(struct call *c, enum brain_error code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *sentence = g_strdup_vprintf(format, args);
    va_end(args);
    pool_call_failed(c, g_error_new(BRAIN_ERROR, code, "brain %s: %s", c->profile->name, sentence));
    struct http_call *h = c->state;
    if (h && h->quirks && c->reply.passing)
        h->quirks->down_us = g_get_monotonic_time();
}

/* It failed a moment ago, and another brain stands in for it: one attempt is enough, or each call of a run would wait for all. */
static bool is_down(const struct call *c)
{
    const struct http_call *h = c->state;
    g_autofree char *group = g_strconcat("brain ", c->profile->name, NULL);
    return h->quirks->down_us && g_get_monotonic_time() - h->quirks->down_us < DOWN_US &&
           *config_string(c->pool->cfg, group, "fallback");
}

/* An excerpt of a server's text. Filters keys before it cuts, because half a key would not be recognized. */
static char *told(const struct call *c, const char *text, gsize length, gsize max)
{
    g_autofree char *valid = g_utf8_make_valid(text, (gssize)length);
    g_autofree char *clean = secret_filter(c->pool->secrets, valid);
    return http_excerpt(clean, strlen(clean), max);
}

int http_call_retries(void)
{
    return RETRIES;
}

/* Schedules another attempt. The backoff is that of the official clients, or the wait that the server asks for. False: no attempt
 * is left, or the wait would outlast the call. The text says why, for people. */
G_GNUC_PRINTF(2, 3) static bool try_again(struct call *c, const char *format, ...)
{
    struct http_call *h = c->state;
    if (h->retries >= RETRIES || h->head.should_retry == 0 || is_down(c))
        return false;
    gint64 ms = MIN((gint64)c->pool->backoff_ms << h->retries, 8000);
    ms -= ms * g_random_int_range(0, 250) / 1000;
    if (h->head.retry_after_ms >= 0)
        ms = h->head.retry_after_ms + h->head.retry_after_ms * g_random_int_range(0, 50) / 1000;
    bool waits = !h->cassette || h->cassette->times;
    gint64 at = g_get_monotonic_time() + (waits ? ms * 1000 : 0);
    if (ms > RETRY_AFTER_MAX_MS || at >= c->deadline_us)
        return false;
    va_list args;
    va_start(args, format);
    g_autofree char *why = g_strdup_vprintf(format, args);
    va_end(args);
    g_free(h->retry_why);
    h->retry_why = waits ? told(c, why, strlen(why), 400) : NULL;
    h->retries++;
    h->retry_at_us = at;
    h->state = HTTP_BACKOFF;
    c->pool->news = true;
    return true;
}

/* curl's words, but for what it says of files. */
static const char *broken_how(CURLcode result)
{
    bool ended = result == CURLE_PARTIAL_FILE || result == CURLE_HTTP2_STREAM;
    return ended ? "the connection ended in the middle of it" : curl_easy_strerror(result);
}

static void on_transfer_error(struct call *c, CURLcode result)
{
    struct http_call *h = c->state;
    g_autofree char *host = http_host(h->url);
    bool settled = false; /* another attempt would not help */
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
    } else if (h->proxy_status >= 400) {
        settled = h->proxy_status < 500;
        advice = h->proxy_status == 407 ? "the proxy wants a user and a password: https_proxy=http://USER:PASSWORD@HOST:PORT"
                                        : "the proxy does not let this address through; see https_proxy and no_proxy";
    } else if (result == CURLE_UNSUPPORTED_PROTOCOL || result == CURLE_URL_MALFORMAT) {
        settled = true;
        code = BRAIN_ERROR_CONFIG;
        advice = "url must begin with http:// or https://";
    }
    if (!settled && try_again(c, "no answer from %s: %s", host, broken_how(result)))
        return;
    http_call_fail(c, code, "no answer from %s: %s (%s)", host, broken_how(result), advice);
}

static bool status_is_passing(int status)
{
    return status == 408 || status == 409 || status == 425 || status == 500 || (status >= 502 && status <= 504) ||
           (status >= 520 && status <= 524) || status == 529;
}

/* A refused key that comes as a bad request: Gemini ("API key not valid"), xAI. */
static bool is_key_refused(const struct wire_problem *problem)
{
    static const char *const words[] = {"api key not valid", "api_key_invalid", "api key expired", "incorrect api key",
                                        "invalid api key"};
    g_autofree char *said = g_strconcat(problem->code ? problem->code : "", " ", problem->message, NULL);
    g_autofree char *lower = g_ascii_strdown(said, -1);
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
        if (strstr(lower, words[i]))
            return true;
    return false;
}

/* True for a 429 that waiting does not resolve. */
static bool is_quota(const struct wire_problem *problem)
{
    static const char *const codes[] = {"insufficient_quota", "credit_balance", "spend_limit", "usage_limit", "billing"};
    for (gsize i = 0; i < G_N_ELEMENTS(codes); i++) {
        if (problem->code && strstr(problem->code, codes[i]))
            return true;
    }
    return false;
}

/* Starts the next attempt at once with a new body. False: the body cannot be made, because a picture no longer exists. */
static bool ask_otherwise(struct call *c)
{
    struct http_call *h = c->state;
    if (!http_call_body(c, NULL))
        return false;
    h->retry_at_us = 0;
    g_clear_pointer(&h->retry_why, g_free);
    h->state = HTTP_BACKOFF;
    return true;
}

/* Adapts to an HTTP 400 about a parameter or the pictures, and stores it for the brain. */
static bool adapt(struct call *c, const struct wire_problem *problem)
{
    struct http_call *h = c->state;
    const char *what = NULL;
    if (h->adaptations >= ADAPTATIONS || (!overflow_learn(h, problem) && !wire_quirks_adapt(h->quirks, problem, &what)))
        return false;
    h->adaptations++;
    return ask_otherwise(c);
}

/* The provider's computer tool is in the request, and the service speaks of it. */
static bool is_of_tool(const struct http_call *h, const struct wire_problem *problem)
{
    g_autofree char *said = g_strconcat(problem->param ? problem->param : "", " ", problem->message, NULL);
    g_autofree char *lower = g_ascii_strdown(said, -1);
    return h->wire->tool && h->request->native && (strstr(lower, "tool") || strstr(lower, "computer use"));
}

/* A model that is not in our table may take only an older version of its provider's computer tool. It is asked again with that
 * one, unless the service has taken the newer one before, or a person has chosen the version. The refused call has cost nothing.
 */
static bool ask_with_older_tool(struct call *c, const struct wire_problem *problem)
{
    struct http_call *h = c->state;
    bool settled = h->quirks->tool_taken || c->profile->own_tool || h->adaptations >= ADAPTATIONS;
    const char *older = !settled && is_of_tool(h, problem) ? h->wire->older_tool(c->profile->computer_tool) : NULL;
    if (!older)
        return false;
    h->quirks->tool = older;
    http_call_set_tool(c);
    h->adaptations++;
    return ask_otherwise(c);
}

static void on_bad_request(struct call *c, int status, const struct wire_problem *problem, const char *said)
{
    g_autofree char *left = overflow_told(c->state);
    int side = reencode_side(c->state, problem);
    if (g_strcmp0(problem->code, "content_filter") == 0)
        http_call_fail(c, BRAIN_ERROR_REFUSED,
                       "the provider's content filter refused the request%s (ask for something else, or use another provider)",
                       said);
    else if (side > 0)
        http_call_fail(c, BRAIN_ERROR_FAILED,
                       "a picture is too large for the service (HTTP %d)%s (set picture_side=%d in [brain %s])", status, said,
                       side, c->profile->name);
    else if (status == 400 && problem->empty)
        http_call_fail(
            c, BRAIN_ERROR_FAILED,
            "the service rejected the request and did not say why (HTTP 400)%s%s (some do so with a request that is too "
            "large for the model; check [brain %s])",
            left ? "; also refused without " : "", left ? left : "", c->profile->name);
    else if (overflow_is(status, problem))
        http_call_fail(c, BRAIN_ERROR_FAILED,
                       "the request is too large for the model (HTTP %d)%s%s%s (use a model with a larger context, or %s)",
                       status, said, left ? "; also refused without " : "", left ? left : "",
                       ((struct http_call *)c->state)->request->images->len ? "a smaller display" : "ask with less");
    else if (is_of_tool(c->state, problem))
        http_call_fail(c, BRAIN_ERROR_FAILED,
                       "the service rejected the request (HTTP %d)%s (set computer_tool= in [brain %s] to the version that the "
                       "model has; reins.ini(5) lists them)",
                       status, said, c->profile->name);
    else
        http_call_fail(c, BRAIN_ERROR_FAILED, "the service rejected the request (HTTP %d)%s (check [brain %s])", status, said,
                       c->profile->name);
}

/* After a 401 the key's command runs once more, because a token may have expired. */
static bool renew_key(struct call *c)
{
    struct http_call *h = c->state;
    struct secret *s = http_call_secret(c);
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

/* HTTP 404: the list of the server's models comes first, where there is one. */
static void not_found(struct call *c, const char *said)
{
    struct http_call *h = c->state;
    g_autofree char *url = h->cassette ? NULL : http_models_url(c->profile, h->wire);
    h->refused = url ? g_strdup(said) : NULL;
    if (url && http_call_get(c, url, MODELS_MS))
        return;
    g_autofree char *sentence = http_models_told(c->profile, h->wire, said, 0, NULL);
    http_call_fail(c, BRAIN_ERROR_CONFIG, "%s", sentence);
}

bool http_call_lists(struct call *c, GError **error)
{
    struct http_call *h = c->state;
    h->url = http_models_url(c->profile, h->wire);
    h->refused = h->url ? g_strdup("") : NULL;
    if (!h->url)
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG, "brain %s: kind=%s has no list of models", c->profile->name,
                    c->profile->kind);
    return h->url;
}

/* ": what the service says"; caller frees it and clears the problem. */
static char *read_refusal(struct call *c, struct wire_problem *ret_problem)
{
    struct http_call *h = c->state;
    wire_problem_read(h->answer->str, h->answer->len, ret_problem);
    const char *text = ret_problem->message ? ret_problem->message : h->answer->str;
    g_autofree char *excerpt = told(c, text, ret_problem->message ? strlen(text) : h->answer->len, 300);
    return g_strconcat(*excerpt ? ": " : "", excerpt, NULL);
}

/* False: it is another refusal, and nothing is done. */
static bool on_key_refused(struct call *c, int status, const struct wire_problem *problem, const char *said)
{
    struct http_call *h = c->state;
    if (status != 401 && (status != 400 || !is_key_refused(problem)))
        return false;
    g_autofree char *host = http_host(h->url);
    if (!renew_key(c))
        http_call_fail(c, BRAIN_ERROR_AUTH, "%s does not take the key (HTTP %d)%s (check key= in [brain %s])", host, status, said,
                       c->profile->name);
    return true;
}

/* A list that was wanted for itself. False: another thing than the key hinders it. */
static bool on_list_refused(struct call *c, int status)
{
    struct wire_problem problem;
    g_autofree char *said = read_refusal(c, &problem);
    bool key = on_key_refused(c, status, &problem, said);
    wire_problem_clear(&problem);
    return key;
}

static void on_models(struct call *c, CURLcode result)
{
    struct http_call *h = c->state;
    int status = result == CURLE_OK ? h->head.status : 0;
    g_auto(GStrv) models = status >= 200 && status < 300 ? wire_model_names(h->answer->str, h->answer->len) : NULL;
    g_autofree char *sentence = http_models_told(c->profile, h->wire, h->refused, status, models);
    http_call_end(c, true);
    if (h->request->models && models) {
        pool_call_done(c, g_strjoinv("\n", models));
        return;
    }
    if (h->request->models && on_list_refused(c, status))
        return;
    http_call_fail(c, BRAIN_ERROR_CONFIG, "%s", sentence);
}

/* Caller frees. */
static char *go_on_when(gint64 retry_after_ms)
{
    gint64 minutes = retry_after_ms / 60000, days = minutes / (24 * 60);
    if (retry_after_ms <= RETRY_AFTER_MAX_MS)
        return g_strdup("wait a while, then go on");
    return days > 1 ? g_strdup_printf("go on in %" G_GINT64_FORMAT " days", days)
                    : g_strdup_printf("go on in %" G_GINT64_FORMAT " minutes", minutes);
}

static void on_refused(struct call *c, int status, const struct wire_problem *problem, const char *said)
{
    struct http_call *h = c->state;
    g_autofree char *host = http_host(h->url);
    if (h->head.should_retry == 1 && try_again(c, "HTTP %d%s", status, said))
        return;
    if (on_key_refused(c, status, problem, said))
        return;
    if (status == 403) {
        http_call_fail(c, BRAIN_ERROR_AUTH,
                       "%s does not allow this with the key given (HTTP 403)%s (check the key's rights and model=)", host, said);
    } else if (status == 402) {
        if (h->head.retry_after_ms >= 0 && try_again(c, "HTTP 402%s", said)) /* OpenRouter: running requests reserve the credit */
            return;
        http_call_fail(c, BRAIN_ERROR_AUTH,
                       "the account at %s has no credit left (HTTP 402)%s (add credit, or use another brain)", host, said);
    } else if (status == 404) {
        not_found(c, said);
    } else if (status == 429) {
        bool quota = is_quota(problem);
        if (!quota && try_again(c, "HTTP 429%s", said))
            return;
        g_autofree char *when = go_on_when(h->head.retry_after_ms);
        http_call_fail(c, BRAIN_ERROR_RATE, "%s (HTTP 429)%s (%s)", quota ? "the quota is used up" : "too many requests", said,
                       quota ? "raise the limit with the provider, or use another brain" : when);
    } else if ((status == 400 || status == 413) && reencode(h, problem) && ask_otherwise(c)) {
        return;
    } else if (overflow_is(status, problem) && overflow_less(h) && ask_otherwise(c)) {
        return;
    } else if (status == 400 && (adapt(c, problem) || ask_with_older_tool(c, problem))) {
        return;
    } else if (status == 400 || status == 413 || status == 422) {
        on_bad_request(c, status, problem, said);
    } else if (status_is_passing(status) && try_again(c, "HTTP %d%s", status, said)) {
        return;
    } else {
        c->reply.passing = status_is_passing(status);
        http_call_fail(c, BRAIN_ERROR_FAILED, "%s failed (HTTP %d)%s (try again later)", host, status, said);
    }
}

/* Adds the usage of an attempt, also of a failed one. */
static void count(struct call *c)
{
    const struct http_call *h = c->state;
    const struct wire_answer *said = &h->said;
    gsize bytes = h->head.events ? said->text->len + said->thought->len : h->answer->len;
    c->reply.tokens_in += said->tokens_in < 0 ? h->body.tokens : said->tokens_in;
    bool cut = said->end == WIRE_OPEN && !said->vectors && h->head.events; /* then its count is of the first part only */
    c->reply.tokens_out += said->tokens_out < 0 || cut ? MAX(wire_tokens(bytes), said->tokens_out) : said->tokens_out;
    c->reply.tokens_cached += MAX(said->tokens_cached, 0);
    c->reply.tokens_written += MAX(said->tokens_written, 0);
    c->reply.estimated = c->reply.estimated || cut || said->tokens_in < 0 || said->tokens_out < 0;
}

static void on_answer(struct call *c)
{
    struct http_call *h = c->state;
    struct wire_answer *said = &h->said;
    if (h->head.lines && said->end == WIRE_OPEN && said->text->len == 0 && !said->error)
        wire_answer_fail(said, BRAIN_ERROR_FAILED,
                         "its answer is lines of JSON that kind=%s does not know (is url right? that of Ollama ends with /v1)",
                         h->wire->kind);
    else if (h->head.events)
        wire_answer_settle(said);
    else
        wire_read_answer(h->wire, h->answer->str, h->answer->len, said);
    count(c);
    guint wanted = h->request->texts ? g_strv_length(h->request->texts) : 0;
    if (said->vectors && said->vectors->n != wanted) {
        http_call_fail(c, BRAIN_ERROR_FAILED, "it returned %u vectors for %u texts (is url right, and model one for embeddings?)",
                       said->vectors->n, wanted);
    } else if (said->vectors) {
        pool_call_done_vectors(c, g_steal_pointer(&said->vectors));
    } else if (said->end == WIRE_FULL && overflow_less(h) && ask_otherwise(c)) {
        h->retries++; /* a new attempt: the answer starts empty */
    } else if (!said->error) {
        h->quirks->down_us = 0;
        h->quirks->tool_taken = h->quirks->tool_taken || h->request->native;
        overflow_keep(h);
        c->reply.left = overflow_told(h);
        c->reply.changed = g_steal_pointer(&h->changed);
        pool_call_done(c, said->native ? wire_native_reply(h->wire, h->wire->tool ? h->wire->kind : c->profile->grammar, said,
                                                           c->profile, h->request)
                                       : g_strndup(said->text->str, said->text->len));
    } else if (!said->retry || !try_again(c, "%s", said->error->message)) {
        g_autofree char *words = told(c, said->error->message, strlen(said->error->message), 400);
        c->reply.passing = said->retry;
        http_call_fail(c, (enum brain_error)said->error->code, "%s", words);
    }
}

void http_call_late(struct call *c)
{
    struct http_call *h = c->state;
    bool again = !h->late;
    h->late = true;
    pool_record(c->pool, h->take, CASSETTE_SILENT);
    g_clear_pointer(&h->take, cassette_take_free);
    http_call_end(c, false);
    if (!again || !try_again(c, "no answer began for %d s", c->profile->headers_s))
        http_call_fail(
            c, BRAIN_ERROR_TIMEOUT,
            "the request was sent, and no answer began for %d s (raise headers_s in [brain %s] for a server that first "
            "loads its model, or ask again)",
            c->profile->headers_s, c->profile->name);
}

void http_call_silent(struct call *c)
{
    struct http_call *h = c->state;
    bool whole = h->said.last || h->said.end != WIRE_OPEN;
    pool_record(c->pool, h->take, whole ? CURLE_OK : CASSETTE_SILENT);
    g_clear_pointer(&h->take, cassette_take_free);
    http_call_end(c, whole);
    if (whole) {
        on_answer(c);
        return;
    }
    if (h->said.text->len == 0 && try_again(c, "no data for %d s", c->profile->silence_s))
        return;
    if (h->cassette) /* played without its times: nothing to wait for */
        http_call_fail(c, BRAIN_ERROR_TIMEOUT, "the answer stopped in the middle: the cassette has no more of it");
    else
        http_call_fail(c, BRAIN_ERROR_TIMEOUT,
                       "the answer stopped in the middle: no data for %d s (raise silence_s in [brain %s], or ask again)",
                       c->profile->silence_s, c->profile->name);
}

/* The last event may lack its blank line. If it is not JSON, the stream was cut off inside it. */
static bool on_last_event(void *user, const char *name, const char *data, gsize length)
{
    bool whole = g_str_has_prefix(data, "[DONE]") || scan_json(data, length, NULL);
    return whole && http_call_event(user, name, data, length);
}

void call_http_finished(struct call *c, CURLcode result)
{
    struct http_call *h = c->state;
    if (!h || c->done)
        return;
    if (h->state == HTTP_MODELS) {
        on_models(c, result);
        return;
    }
    pool_record(c->pool, h->take, (int)result);
    g_clear_pointer(&h->take, cassette_take_free);
    int status = h->head.status;
    long proxy = 0;
    if (h->easy)
        curl_easy_getinfo(h->easy, CURLINFO_HTTP_CONNECTCODE, &proxy);
    h->proxy_status = (int)proxy;
    bool stream = h->head.events && status >= 200 && status < 300 && !h->too_large;
    if (stream && result == CURLE_OK)
        sse_end(&h->sse, on_last_event, h);
    /* the end of a stream is an event, however its connection ends */
    bool whole = result == CURLE_OK || (stream && (h->said.last || h->said.error || h->said.end != WIRE_OPEN));
    http_call_end(c, whole);
    if (!whole && stream && h->said.text->len > 0) {
        http_call_fail(c, BRAIN_ERROR_NETWORK, "the answer was cut off: %s; what came is incomplete (ask again)",
                       broken_how(result));
    } else if (!whole) {
        on_transfer_error(c, result);
    } else if (status >= 200 && status < 300) {
        on_answer(c);
    } else if (status >= 300 && status < 400) {
        g_autofree char *to = h->head.location ? http_host(h->head.location) : NULL;
        http_call_fail(
            c, BRAIN_ERROR_CONFIG,
            "the address redirects (HTTP %d) to %s; reins follows no redirect with a key (set url to the final address)", status,
            to ? to : "nowhere");
    } else {
        struct wire_problem problem;
        g_autofree char *said = read_refusal(c, &problem);
        if (h->head.retry_after_ms < 0)
            h->head.retry_after_ms = problem.retry_ms;
        on_refused(c, status, &problem, said);
        wire_problem_clear(&problem);
    }
}
