/* A provider's bytes, of every wire format: a stream of events in pieces of any size, a whole answer, an error body, a response's
 * head; then what is told of them. The first byte says which wire and how large the pieces are. */

#include "engine/brain/http.h"
#include "engine/brain/request.h"
#include "engine/brain/secret.h"
#include "engine/brain/sse.h"
#include "engine/brain/wire.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct wire *const wires[] = {&wire_openai, &wire_responses, &wire_anthropic, &wire_gemini, &wire_embeddings};

struct reading {
    const struct wire *wire;
    struct wire_answer answer;
};

static bool on_event(void *user, const char *name, const char *data, gsize length)
{
    struct reading *r = user;
    gsize before = r->answer.text->len;
    if (data[length] != '\0' || r->answer.error || r->answer.last)
        abort(); /* told after its end */
    bool more = wire_read_event(r->wire, name, data, length, &r->answer);
    if (r->answer.text->len < before || more == (r->answer.error || r->answer.last))
        abort();
    return more;
}

static void check(const struct wire_answer *a)
{
    bool usable = a->vectors || (a->end == WIRE_COMPLETE && a->text->len > 0);
    if (!a->error && !usable)
        abort(); /* an end that is no good one was taken for an answer */
    if (a->error && (a->error->domain != BRAIN_ERROR || !*a->error->message))
        abort();
    if (a->retry && (!a->error || a->text->len > 0))
        abort(); /* never again on the quiet once text has come */
    if (a->tokens_in < -1 || a->tokens_out < -1 || a->tokens_cached < -1)
        abort();
    if (a->vectors && (a->vectors->n == 0 || a->vectors->dimension == 0 || a->vectors->dimension > WIRE_DIMENSION_MAX))
        abort();
}

/* The same text and outcome, however the stream (of events, or of lines of JSON) is cut into pieces. */
static void check_stream(const struct wire *wire, bool lines, const char *text, gsize length, gsize piece)
{
    struct reading two[2];
    for (int i = 0; i < 2; i++) {
        struct sse sse;
        two[i].wire = wire;
        wire_answer_init(&two[i].answer);
        sse_init(&sse);
        sse.lines = lines;
        gsize n = i ? piece : MAX(length, 1);
        for (gsize at = 0; at < length; at += n)
            sse_feed(&sse, text + at, MIN(n, length - at), on_event, &two[i]);
        sse_end(&sse, on_event, &two[i]);
        wire_answer_settle(&two[i].answer);
        check(&two[i].answer);
        sse_clear(&sse);
    }
    const struct wire_answer *a = &two[0].answer, *b = &two[1].answer;
    if (!g_string_equal(a->text, b->text) || !g_string_equal(a->thought, b->thought) || a->end != b->end ||
        a->tokens_out != b->tokens_out || (a->error == NULL) != (b->error == NULL))
        abort();
    wire_answer_clear(&two[0].answer);
    wire_answer_clear(&two[1].answer);
}

static void check_answer(const struct wire *wire, const char *text, gsize length)
{
    struct wire_answer answer;
    wire_answer_init(&answer);
    wire_read_answer(wire, text, length, &answer);
    if (answer.error && answer.retry && answer.text->len > 0)
        abort();
    check(&answer);
    wire_answer_clear(&answer);
}

static void check_problem(const char *text, gsize length)
{
    struct wire_problem problem;
    wire_problem_read(text, length, &problem);
    struct wire_quirks quirks = {
        .max_tokens_field = "max_tokens", .detail = true, .stream = true, .usage = true, .temperature = true, .seed = true};
    const char *what = NULL;
    for (int adapted = 0; wire_quirks_adapt(&quirks, &problem, &what); adapted++)
        if (adapted > 9) /* each is dropped once */
            abort();
    wire_problem_clear(&problem);
}

static void check_head(const char *text, gsize length)
{
    struct http_head head = {0};
    http_head_clear(&head);
    for (gsize start = 0; start < length;) {
        const char *end = memchr(text + start, '\n', length - start);
        gsize n = end ? (gsize)(end - text) - start + 1 : length - start;
        http_head_line(&head, text + start, n);
        start += n;
    }
    if (head.retry_after_ms < -1)
        abort();
    g_free(head.location ? http_host(head.location) : NULL);
    http_head_clear(&head);
}

static void check_told(const char *text, gsize length)
{
    g_autofree char *excerpt = http_excerpt(text, length, 300);
    if (strlen(excerpt) > 310 || !g_utf8_validate(excerpt, -1, NULL) || strchr(excerpt, '\n'))
        abort();
    g_autofree char *clean = secret_filter(NULL, excerpt);
    if (g_str_has_prefix(clean, "sk-abcdef") || strstr(clean, " sk-abcdef"))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const char *text = (const char *)data + 1;
    const struct wire *wire = wires[data[0] % G_N_ELEMENTS(wires)];
    size--;
    for (int lines = 0; lines < 2 && wire->event; lines++)
        check_stream(wire, lines, text, size, 1 + data[0] / G_N_ELEMENTS(wires) % 7);
    check_answer(wire, text, size);
    check_problem(text, size);
    check_head(text, size);
    check_told(text, size);
    return 0;
}
