/* A provider's bytes: a chat completion and an error body of any kind; then what is told of them. */

#include "engine/brain/http.h"
#include "engine/brain/secret.h"
#include "engine/brain/wire.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct wire_answer answer;
    wire_openai.answer(text, size, &answer);
    if ((answer.text == NULL) == (answer.error == NULL) || answer.tokens_in < -1 || answer.tokens_out < -1)
        abort();
    g_free(answer.text);
    g_clear_error(&answer.error);

    struct wire_problem problem;
    wire_openai.problem(text, size, &problem);
    struct wire_quirks quirks = {"max_tokens", false, WIRE_JSON_SCHEMA, true};
    const char *what = NULL;
    int adapted = 0;
    while (wire_quirks_adapt(&quirks, &problem, &what))
        if (++adapted > 5) /* each is dropped once */
            abort();
    wire_problem_clear(&problem);

    g_autofree char *excerpt = http_excerpt(text, size, 300);
    if (strlen(excerpt) > 310 || !g_utf8_validate(excerpt, -1, NULL) || strchr(excerpt, '\n'))
        abort();
    g_autofree char *clean = secret_filter(NULL, excerpt);
    if (g_str_has_prefix(clean, "sk-abcdef") || strstr(clean, " sk-abcdef"))
        abort();
    check_head(text, size);
    return 0;
}
