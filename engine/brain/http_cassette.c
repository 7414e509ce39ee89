/* Brain cassette:FILE: plays the attempts of a call from a recording through the same functions as libcurl's: head, bytes,
 * result.
 */

#include "engine/brain/http_call.h"

#include "engine/brain/secret.h"

#include <string.h>

struct cassette *brain_pool_cassette(brain_pool *pool, const char *spec, GError **error)
{
    struct cassette *cassette = g_hash_table_lookup(pool->cassettes, spec);
    if (!cassette && (cassette = cassette_open(spec, error)))
        g_hash_table_insert(pool->cassettes, g_strdup(spec), cassette);
    return cassette;
}

static void replace(char **text, const char *by)
{
    g_free(*text);
    *text = g_strdup(by);
}

/* What the recorded model wrote for a point is what it would write here: the brain is like it, or no picture of the request would
 * have been sent to either in another size. */
static bool is_same_space(const char *recorded, const brain_profile *own, const brain_request *request)
{
    enum { NAME, SIDE, PIXELS, MULTIPLE, SHORT, PARTS };
    g_autofree char *space = cassette_space(own);
    g_auto(GStrv) was = g_strsplit(recorded, " ", -1), is = g_strsplit(space, " ", -1);
    guint n = g_strv_length(was);
    bool same = n >= SHORT && n <= PARTS;
    for (guint i = 0; i < n && same; i++)
        same = g_str_equal(was[i], is[i]);
    if (same || n != PARTS || !g_str_equal(was[NAME], is[NAME]))
        return same;
    const brain_profile limits = {.picture_side = (int)g_ascii_strtoll(was[SIDE], NULL, 10),
                                  .picture_pixels = (int)g_ascii_strtoll(was[PIXELS], NULL, 10),
                                  .picture_multiple = (int)g_ascii_strtoll(was[MULTIPLE], NULL, 10),
                                  .picture_short = (int)g_ascii_strtoll(was[SHORT], NULL, 10)};
    return wire_pictures_keep_size(request, &limits) && wire_pictures_keep_size(request, own);
}

bool http_cassette_start(struct call *c, const brain_request *request, GError **error)
{
    struct http_call *h = c->state;
    h->cassette = brain_pool_cassette(c->pool, c->profile->script, error);
    const struct cassette_take *first = h->cassette ? cassette_find(h->cassette, request, error) : NULL;
    if (!first) {
        g_prefix_error(error, "brain %s: ", c->profile->name);
        return false;
    }
    if (request->turn > 0 && !is_same_space(first->space, c->profile, request)) {
        bool as = strstr(c->profile->script, ",as=") != NULL;
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG,
                    "brain %s: %s was answered by the model %s, which counted points or was sent pictures in another way than %s",
                    c->profile->name, request->module, first->model,
                    as ? "the brain of as= (name the one that was recorded, or leave out as=)"
                       : "the first one on the cassette (set in reins.ini the brain of that module under [modules] to "
                         "cassette:FILE,as=NAME, where [brain NAME] is the one that was recorded)");
        return false;
    }
    replace(&c->profile->kind, first->kind);
    replace(&c->profile->model, first->model);
    replace(&c->profile->url, first->host);
    return true;
}

void http_cassette_begin(struct call *c)
{
    struct http_call *h = c->state;
    g_autoptr(GError) error = NULL;
    h->play = cassette_find(h->cassette, h->request, &error);
    if (!h->play) {
        http_call_fail(c, BRAIN_ERROR_FAILED, "%s", error->message);
        return;
    }
    h->wire = wire_find(h->play->kind, h->request->texts != NULL);
    h->headed = false;
    h->piece = 0;
    h->fed = 0;
    h->faulty = h->cassette->fault != CASSETTE_WHOLE && !h->cassette->broke;
    h->cassette->broke = true;
    h->play->played = !h->faulty; /* the attempt after a fault plays it again */
    h->state = HTTP_RUNNING;
}

gint64 http_cassette_at(const struct call *c)
{
    const struct http_call *h = c->state;
    bool waits = h->cassette->times && h->piece < h->play->pieces->len;
    bool over = h->headed && h->piece == G_MAXUINT; /* fall_silent() */
    if (over)
        return G_MAXINT64;
    return waits ? h->began_us + g_array_index(h->play->pieces, struct cassette_piece, h->piece).ms * 1000 : c->start_us;
}

static void feed_head(struct http_call *h)
{
    h->headed = true;
    if (h->play->status == 0)
        return;
    g_autofree char *line = g_strdup_printf("HTTP/1.1 %d", h->play->status);
    http_call_head(h, line, strlen(line));
    for (guint i = 0; i < h->play->headers->len; i++)
        http_call_head(h, h->play->headers->pdata[i], strlen(h->play->headers->pdata[i]));
}

/* Plays the next piece. False: the call stops reading, or the fault is here. */
static bool feed(struct http_call *h)
{
    gsize left = g_array_index(h->play->pieces, struct cassette_piece, h->piece++).length;
    while (left > 0 && (!h->faulty || h->fed < h->cassette->fault_at)) {
        gsize most = h->faulty ? MIN(left, h->cassette->fault_at - h->fed) : left;
        gsize n = h->cassette->pieces ? 1 : most;
        if (!http_call_bytes(h, h->play->bytes->str + h->fed, n))
            return false;
        h->fed += n;
        left -= n;
    }
    return left == 0;
}

/* Plays silence: with the recorded times it waits, otherwise it fails at once. */
static void fall_silent(struct call *c)
{
    struct http_call *h = c->state;
    h->piece = G_MAXUINT;
    if (h->cassette->times)
        return;
    if (h->said.text->len + h->said.thought->len > 0)
        http_call_silent(c);
    else
        http_call_fail(c, BRAIN_ERROR_TIMEOUT, "no answer came within the time of the call");
}

void http_cassette_step(struct call *c, gint64 now_us)
{
    struct http_call *h = c->state;
    if (!h->headed)
        feed_head(h);
    while (h->piece < h->play->pieces->len) {
        if (http_cassette_at(c) > now_us)
            return;
        if (!feed(h) && !h->faulty) {
            call_http_finished(c, CURLE_WRITE_ERROR);
            return;
        }
        if (h->faulty && h->fed >= h->cassette->fault_at)
            break;
    }
    if (h->piece == G_MAXUINT)
        return;
    enum cassette_fault fault = h->faulty ? h->cassette->fault : CASSETTE_WHOLE;
    if (fault == CASSETTE_STALL || (fault == CASSETTE_WHOLE && h->play->result == CASSETTE_SILENT))
        fall_silent(c);
    else
        call_http_finished(c, fault == CASSETTE_CUT     ? CURLE_OK
                              : fault == CASSETTE_RESET ? CURLE_RECV_ERROR
                                                        : (CURLcode)h->play->result);
}
