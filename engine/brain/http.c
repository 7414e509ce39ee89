/* A call over HTTP: key, transfer, retries. The wire format is a table of functions (wire.h). The silence
 * of a stream counts from its last event, not its last byte, because comments that keep a connection alive are no answer.
 *
 * A call is in one of three states: it waits for its key, runs, or waits for its next attempt. Cancelling sets
 * CURLOPT_QUICK_EXIT first, without which libcurl waits for a name lookup to end (5.5 s measured). */

#include "engine/brain/http_call.h"

#include "engine/brain/http_network.h"
#include "engine/brain/overflow.h"
#include "engine/brain/request.h"
#include "engine/brain/secret.h"

#include <string.h>

#define ERROR_BODY_MAX (64 * 1024)
#define LATE_US (2 * G_USEC_PER_SEC) /* waits this long for the count of tokens after the end of the text */
#define CLOSE_US (50 * 1000) /* …and for the end of the body after the last event, so that the connection can be used again */

struct secret *http_call_secret(const struct call *c)
{
    return c->profile->key && *c->profile->key ? g_hash_table_lookup(c->pool->secrets, c->profile->key) : NULL;
}

/* ---- one attempt ---- */

bool http_call_event(void *user, const char *name, const char *data, gsize length)
{
    struct http_call *h = user;
    h->last_us = g_get_monotonic_time();
    h->came += length;
    return wire_read_event(h->wire, name, data, length, &h->said);
}

bool http_call_bytes(struct http_call *h, const char *data, gsize length)
{
    bool bad = h->head.status >= 300;
    if (!bad && h->head.events) {
        h->sse.lines = h->head.lines;
        h->too_large = !sse_feed(&h->sse, data, length, http_call_event, h) || h->came > WIRE_REPLY_MAX;
        return !h->too_large && !h->said.error;
    }
    gsize max = bad ? ERROR_BODY_MAX : WIRE_REPLY_MAX;
    gsize room = max - MIN(h->answer->len, max);
    g_string_append_len(h->answer, data, (gssize)MIN(length, room));
    if (length > room && !bad) {
        h->too_large = true;
        return false;
    }
    return true; /* ignores the rest of an error page */
}

void http_call_head(struct http_call *h, const char *line, gsize length)
{
    http_head_line(&h->head, line, length);
    if (h->head.fresh)
        g_string_truncate(h->answer, 0);
}

static size_t on_body(char *data, size_t size, size_t n, void *user)
{
    struct http_call *h = user;
    if (h->take)
        cassette_take_piece(h->take, data, size * n);
    return http_call_bytes(h, data, size * n) ? size * n : CURL_WRITEFUNC_ERROR;
}

static size_t on_header(char *data, size_t size, size_t n, void *user)
{
    struct http_call *h = user;
    if (h->take)
        cassette_take_header(h->take, data, size * n);
    http_call_head(h, data, size * n);
    return size * n;
}

static void forget_headers(struct http_call *h)
{
    for (struct curl_slist *row = h->headers; row; row = row->next)
        explicit_bzero(row->data, strlen(row->data));
    curl_slist_free_all(h->headers);
    h->headers = NULL;
}

/* A service may charge for a request whose answer never arrives: counts it by estimate. */
static void count_unanswered(struct call *c)
{
    const struct http_call *h = c->state;
    long sent = h->play != NULL;
    if (h->easy)
        curl_easy_getinfo(h->easy, CURLINFO_REQUEST_SIZE, &sent);
    if (sent == 0 || h->head.status >= 300 || h->refused)
        return;
    c->reply.tokens_in += h->said.tokens_in > 0 ? h->said.tokens_in : h->body.tokens;
    c->reply.tokens_out += wire_tokens(h->answer->len + h->said.text->len + h->said.thought->len);
    c->reply.estimated = true;
}

void http_call_end(struct call *c, bool answered)
{
    struct http_call *h = c->state;
    if ((h->easy || h->play) && !answered)
        count_unanswered(c);
    h->play = NULL;
    if (h->easy) {
        curl_easy_setopt(h->easy, CURLOPT_QUICK_EXIT, 1L);
        curl_multi_remove_handle(c->pool->multi, h->easy);
        curl_easy_cleanup(h->easy);
        h->easy = NULL;
    }
    forget_headers(h);
}

static void add_header(struct http_call *h, const char *line)
{
    h->headers = curl_slist_append(h->headers, line);
}

/* Adds the profile's "NAME: VALUE; NAME: VALUE". */
static void add_own_headers(struct http_call *h, const char *header)
{
    g_auto(GStrv) lines = g_strsplit(header ? header : "", ";", -1);
    for (char **line = lines; *line; line++)
        if (strchr(g_strstrip(*line), ':'))
            add_header(h, *line);
}

/* Azure expects the key in a header of its own. */
static const char *key_header(const struct call *c, const struct wire *wire)
{
    bool azure = strstr(c->profile->url, ".azure.com") && g_str_has_prefix(wire->key_header, "Authorization");
    return azure ? "api-key: " : wire->key_header;
}

static void set_headers(struct call *c, const char *key)
{
    struct http_call *h = c->state;
    add_header(h, "Content-Type: application/json");
    add_header(h, h->streamed ? "Accept: text/event-stream, application/json" : "Accept: application/json");
    for (const char *const *line = h->wire->headers; line && *line; line++)
        add_header(h, *line);
    const char *tool = h->request->native && h->wire->tool_header ? h->wire->tool_header(c->profile) : NULL;
    if (tool)
        add_header(h, tool);
    add_own_headers(h, c->profile->header);
    h->headers = curl_slist_append(h->headers, "Expect:"); /* a server that ignores Expect would cost 1 s for each screenshot */
    if (key) {
        char *line = g_strconcat(key_header(c, h->wire), key, NULL);
        h->headers = curl_slist_append(h->headers, line);
        explicit_bzero(line, strlen(line));
        g_free(line);
    }
}

/* Discards the answer of the attempt before. */
static void forget_answer(struct http_call *h)
{
    http_head_clear(&h->head);
    g_string_truncate(h->answer, 0);
    h->too_large = false;
    h->began_us = g_get_monotonic_time();
    sse_clear(&h->sse);
    sse_init(&h->sse);
    wire_answer_clear(&h->said);
    wire_answer_init(&h->said);
    h->said.native = h->request->native != NULL;
    h->last_us = h->sent_us = 0;
    h->came = 0;
}

static void record(struct call *c)
{
    struct http_call *h = c->state;
    g_autofree char *host = http_host(h->url);
    h->take = cassette_take_new(c->profile, h->request, host);
    h->take->n = ++c->pool->recorded_n;
}

static bool begin_attempt(struct call *c, const char *key)
{
    struct http_call *h = c->state;
    h->easy = curl_easy_init();
    if (!h->easy)
        return false;
    if (c->pool->record_fd >= 0 && !h->refused)
        record(c);
    set_headers(c, key);
    http_network_set(h->easy);
    curl_easy_setopt(h->easy, CURLOPT_URL, h->url);
    curl_easy_setopt(h->easy, CURLOPT_HTTPHEADER, h->headers);
    if (!h->refused) {
        curl_easy_setopt(h->easy, CURLOPT_POST, 1L);
        curl_easy_setopt(h->easy, CURLOPT_POSTFIELDS, h->body.text);
        curl_easy_setopt(h->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)h->body.length);
    }
    if (!h->streamed) /* compression may delay a stream */
        curl_easy_setopt(h->easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(h->easy, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(h->easy, CURLOPT_WRITEDATA, h);
    curl_easy_setopt(h->easy, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(h->easy, CURLOPT_HEADERDATA, h);
    curl_easy_setopt(h->easy, CURLOPT_PRIVATE, c);
    if (curl_multi_add_handle(c->pool->multi, h->easy) != CURLM_OK) {
        http_call_end(c, false);
        return false;
    }
    h->state = h->refused ? HTTP_MODELS : HTTP_RUNNING;
    return true;
}

bool http_call_get(struct call *c, const char *url, long most_ms)
{
    struct http_call *h = c->state;
    struct secret *s = http_call_secret(c);
    forget_answer(h);
    h->streamed = false;
    char *copy = g_strdup(url); /* it may be the call's own */
    g_free(h->url);
    h->url = copy;
    if (!begin_attempt(c, s ? secret_value(s, NULL) : NULL))
        return false;
    curl_easy_setopt(h->easy, CURLOPT_TIMEOUT_MS, most_ms);
    return true;
}

/* ---- the kind's functions ---- */

void http_call_set_tool(struct call *c)
{
    const struct http_call *h = c->state;
    if (!h->quirks->tool)
        return;
    g_free(c->profile->computer_tool);
    c->profile->computer_tool = g_strdup(h->quirks->tool);
}

bool http_call_body(struct call *c, GError **error)
{
    struct http_call *h = c->state;
    struct wire_body body;
    h->streamed = h->wire->streams && h->quirks->stream;
    g_autofree char *path = h->wire->path_of ? h->wire->path_of(c->profile, h->streamed) : g_strdup(h->wire->path);
    g_autofree char *url = http_url(c->profile->url, path);
    if (!url) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG, "url is not an address (set it to e.g. https://api.openai.com/v1)");
        return false;
    }
    if (h->request->native && !h->wire->tool && !c->profile->grammar) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG,
                    "kind=%s has no computer tool (use kind=anthropic, responses or gemini, or another agent; for an open model "
                    "that is trained on one, set grammar= in [brain %s])",
                    h->wire->kind, c->profile->name);
        return false;
    }
    if (h->request->native && c->profile->with_tool && !h->cassette) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG,
                    "the model %s has no computer tool; these have one: %s (set model= in [brain %s], or computer_tool= if yours "
                    "has one all the same)",
                    c->profile->model, c->profile->with_tool, c->profile->name);
        return false;
    }
    overflow_count(h);
    if (!h->wire->body(c->profile, h->quirks, h->request, &body, error))
        return false;
    g_free(h->body.text);
    h->body = body;
    c->reply.pictures = body.pictures;
    g_free(h->url);
    h->url = g_steal_pointer(&url);
    return true;
}

/* The time at which a stream has been silent for too long, µs. The first word may take as long as the call, because a model that
 * reasons may send its role and then nothing for minutes. */
static gint64 silence_at(const struct call *c)
{
    const struct http_call *h = c->state;
    if (h->state != HTTP_RUNNING || h->last_us == 0)
        return G_MAXINT64;
    if (h->said.end == WIRE_OPEN && !h->said.last && h->said.text->len + h->said.thought->len == 0)
        return G_MAXINT64;
    gint64 most = h->said.last ? CLOSE_US : h->said.end != WIRE_OPEN ? LATE_US : c->profile->silence_s * G_USEC_PER_SEC;
    return h->last_us + most;
}

/* The time at which a stream should have begun, µs. Without a stream the head comes with the whole answer. */
static gint64 late_at(const struct call *c)
{
    const struct http_call *h = c->state;
    if (h->state != HTTP_RUNNING || !h->streamed || h->sent_us == 0 || h->head.status >= 200 || c->profile->headers_s == 0)
        return G_MAXINT64;
    return h->sent_us + c->profile->headers_s * G_USEC_PER_SEC;
}

static void note_sent(struct http_call *h, gint64 now_us)
{
    curl_off_t sent = 0;
    if (h->easy && h->sent_us == 0 && curl_easy_getinfo(h->easy, CURLINFO_SIZE_UPLOAD_T, &sent) == CURLE_OK &&
        sent >= (curl_off_t)h->body.length)
        h->sent_us = now_us;
}

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

/* Calls with the same reference share one secret. The next call tries a failed one again. */
static bool want_secret(struct call *c, GError **error)
{
    const char *reference = c->profile->key;
    if (!reference || !*reference)
        return true;
    struct secret *s = http_call_secret(c);
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
    if (g_get_monotonic_time() >= c->deadline_us)
        pool_record(c->pool, h->take, CASSETTE_SILENT);
    g_clear_pointer(&h->take, cassette_take_free); /* an attempt that a person stopped cannot be played */
    http_call_end(c, false);
    http_head_clear(&h->head);
    g_string_free(h->answer, TRUE);
    sse_clear(&h->sse);
    wire_answer_clear(&h->said);
    brain_request_free(h->request);
    g_free(h->url);
    g_free(h->refused);
    g_free(h->changed);
    g_free(h->retry_why);
    g_free(h->body.text);
    g_free(h);
}

static bool http_start(struct call *c, const brain_request *request, GError **error)
{
    if (!pool_network(c->pool, error))
        return false;
    struct http_call *h = g_new0(struct http_call, 1);
    h->answer = g_string_new(NULL);
    c->state = h;
    if (g_str_equal(c->profile->kind, "cassette") && !http_cassette_start(c, request, error))
        return false;
    h->wire = wire_find(c->profile->kind, request->texts != NULL);
    h->request = brain_request_copy(request);
    h->request->pictures = &c->pool->pictures;
    h->request->profile = c->profile;
    h->request->limits = &h->wire->limits;
    h->quirks = quirks_of(c);
    http_call_set_tool(c);
    forget_answer(h);
    if (!want_secret(c, error))
        return false;
    if (request->models)
        return http_call_lists(c, error);
    if (!http_call_body(c, error)) {
        g_prefix_error(error, "brain %s: ", c->profile->name);
        return false;
    }
    return true;
}

static void http_prepare(struct call *c, GArray *pollfds)
{
    const struct http_call *h = c->state;
    struct secret *s = h->state == HTTP_KEY ? http_call_secret(c) : NULL;
    if (s)
        secret_prepare(s, pollfds);
}

static gint64 http_deadline(const struct call *c)
{
    const struct http_call *h = c->state;
    struct secret *s = http_call_secret(c);
    if (h->state == HTTP_KEY)
        return s ? secret_deadline(s) : 0;
    if (h->state == HTTP_BACKOFF)
        return h->retry_at_us;
    gint64 at = MIN(silence_at(c), late_at(c));
    return h->play ? MIN(http_cassette_at(c), at) : at;
}

static void http_step(struct call *c, gint64 now_us)
{
    struct http_call *h = c->state;
    note_sent(h, now_us);
    if (h->state == HTTP_RUNNING && now_us >= silence_at(c)) {
        http_call_silent(c);
        return;
    }
    if (h->state == HTTP_RUNNING && now_us >= late_at(c)) {
        http_call_late(c);
        return;
    }
    if (h->state == HTTP_RUNNING && h->play)
        http_cassette_step(c, now_us);
    if (c->done || h->state == HTTP_RUNNING || h->state == HTTP_MODELS || (h->state == HTTP_BACKOFF && now_us < h->retry_at_us))
        return;
    struct secret *s = http_call_secret(c);
    const char *key = NULL;
    if (s) {
        g_autoptr(GError) error = NULL;
        if (!secret_step(s))
            return;
        key = secret_value(s, &error);
        if (!key) {
            http_call_fail(c, BRAIN_ERROR_CONFIG, "%s", error->message);
            return;
        }
    }
    forget_answer(h);
    if (h->cassette)
        http_cassette_begin(c);
    else if (h->request->models ? !http_call_get(c, h->url, MODELS_MS) : !begin_attempt(c, key))
        http_call_fail(c, BRAIN_ERROR_FAILED, "the transfer does not start (is there memory left?)");
}

/* What the call was waiting for. Static. */
static const char *http_waits(const struct call *c)
{
    const struct http_call *h = c->state;
    static const char *const other[] = {[HTTP_KEY] = "the command of its key was still running",
                                        [HTTP_BACKOFF] = "it was waiting for its next attempt",
                                        [HTTP_MODELS] = "it was asking for the server's models"};
    if (h->state != HTTP_RUNNING)
        return other[h->state];
    if (h->head.status >= 200)
        return h->said.text->len + h->said.thought->len == 0 ? "the answer began, and no word of it came"
                                                             : "the answer was still coming";
    return h->sent_us || h->play ? "the request was sent, and no answer began" : "the request was not sent to its end";
}

static bool http_retry(const struct call *c, struct brain_retry *ret_retry)
{
    const struct http_call *h = c->state;
    if (h->state != HTTP_BACKOFF || !h->retry_why)
        return false;
    *ret_retry = (struct brain_retry){.n = h->retries, .of = http_call_retries(), .at_us = h->retry_at_us, .why = h->retry_why};
    return true;
}

static void http_about(const struct call *c, struct brain_reply *ret_about)
{
    const struct http_call *h = c->state;
    ret_about->tokens_in = h->body.tokens;
    ret_about->pictures = h->body.pictures;
}

static void http_partial(const struct call *c, struct brain_partial *ret_partial)
{
    const struct http_call *h = c->state;
    bool both = h->said.thought->len > 0 && h->said.text->len > 0;
    g_autofree char *thought = g_utf8_make_valid(h->said.thought->str, -1);
    g_autofree char *answer = g_utf8_make_valid(h->said.text->str, -1);
    ret_partial->text = g_strconcat(thought, both ? "\n\n" : "", answer, NULL);
    ret_partial->answer = strlen(ret_partial->text) - strlen(answer);
    ret_partial->attempt = h->retries;
    ret_partial->silence_ms = (gint64)c->profile->silence_s * 1000;
    if (h->state == HTTP_RUNNING && h->last_us > h->began_us)
        ret_partial->ms = (h->last_us - h->began_us) / 1000;
}

const struct call_kind call_http = {.name = "http",
                                    .about = http_about,
                                    .waits = http_waits,
                                    .retry = http_retry,
                                    .partial = http_partial,
                                    .start = http_start,
                                    .prepare = http_prepare,
                                    .deadline = http_deadline,
                                    .step = http_step,
                                    .stop = http_stop};
