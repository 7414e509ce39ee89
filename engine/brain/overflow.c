#include "engine/brain/overflow.h"

#include "engine/brain/request.h"

#include <string.h>

static bool has_any(const char *text, const char *const *words)
{
    for (; text && *words; words++)
        if (strstr(text, *words))
            return true;
    return false;
}

bool overflow_is(int status, const struct wire_problem *problem)
{
    static const char *const codes[] = {"context_length", "exceed_context", "request_too_large", NULL};
    static const char *const rate[] = {"please wait", "rate limit", "too many requests", "try again later", NULL};
    static const char *const says[] = {"context length",
                                       "context window",
                                       "context size",
                                       "context limit",
                                       "prompt is too long",
                                       "prompt too long",
                                       "maximum prompt length",
                                       "exceeds the maximum number of tokens",
                                       "input token count",
                                       "exceeded model token limit",
                                       "too many tokens",
                                       "reduce the length",
                                       NULL};
    g_autofree char *lower = problem->message ? g_ascii_strdown(problem->message, -1) : NULL;
    if (status == 413 || (status == 400 && problem->empty) || has_any(problem->code, codes)) /* Cerebras: without a word */
        return true;
    return status == 400 && has_any(lower, says) && !has_any(lower, rate);
}

static void keep(struct http_call *h, guint last)
{
    if (h->request->images->len <= last)
        return;
    h->images_left += h->request->images->len - last;
    brain_request_keep_images(h->request, last);
}

void overflow_count(struct http_call *h)
{
    const struct wire_limits *limits = &h->wire->limits;
    const brain_profile *p = h->request->profile;
    bool large = p->picture_side == 0 || p->picture_side > limits->side;
    guint of_turns = h->request->native ? h->quirks->images_of_turns : 0;
    guint most[] = {h->quirks->images, of_turns, limits->images, large ? limits->few : 0};
    for (gsize i = 0; i < G_N_ELEMENTS(most); i++)
        if (most[i] > 0)
            keep(h, most[i]);
    h->request->encoding = h->quirks->encoding;
    h->request->side = h->quirks->side;
}

bool overflow_less(struct http_call *h)
{
    brain_request *r = h->request;
    if (r->images->len > 1) {
        keep(h, (r->images->len + 1) / 2);
        return true;
    }
    if (!r->shorter)
        return false;
    r->same = strncmp(r->user, r->shorter, r->same) == 0 ? r->same : 0;
    g_free(r->user);
    r->user = g_steal_pointer(&r->shorter);
    h->shorter = true;
    return true;
}

/* "At most 1 image(s) may be provided in one request." (vLLM); "too many images: 101 > 100" */
static bool learn_images(struct http_call *h, const struct wire_problem *problem)
{
    g_autoptr(GRegex) regex = g_regex_new(
        "at most (\\d+) images?\\b|maximum (?:number )?of (\\d+) images?\\b|images?\\b.*> (\\d+)", G_REGEX_CASELESS, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    if (!problem->message || !g_regex_match(regex, problem->message, 0, &match))
        return false;
    for (int i = 1; i < g_match_info_get_match_count(match); i++) {
        g_autofree char *number = g_match_info_fetch(match, i);
        guint64 most = g_ascii_strtoull(number, NULL, 10);
        if (most == 0 || most >= h->request->images->len)
            continue;
        h->quirks->images = (guint)most;
        return true;
    }
    return false;
}

bool overflow_learn(struct http_call *h, const struct wire_problem *problem)
{
    return learn_images(h, problem);
}

void overflow_keep(struct http_call *h)
{
    if (h->request->native && h->images_left)
        h->quirks->images_of_turns = h->request->images->len;
}

char *overflow_told(const struct http_call *h)
{
    g_autofree char *images = h->images_left > 1    ? g_strdup_printf("the %u oldest pictures", h->images_left)
                              : h->images_left == 1 ? g_strdup("the oldest picture")
                                                    : NULL;
    static const char *const text = "earlier steps, lessons and what failed before";
    if (images && h->shorter)
        return g_strdup_printf("%s, and %s", images, text);
    return images ? g_steal_pointer(&images) : h->shorter ? g_strdup(text) : NULL;
}
