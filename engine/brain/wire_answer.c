/* Answers, shared by the wire formats: their ends, errors, and reading of a body or an event. */

#include "engine/brain/wire.h"

#include "config/strict_json.h"
#include "engine/brain/coordinates.h"
#include "engine/brain/request.h"

#include <math.h>
#include <string.h>

const struct wire *wire_find(const char *kind, bool texts)
{
    static const struct wire *const answers[] = {&wire_openai, &wire_responses, &wire_anthropic, &wire_gemini, NULL};
    static const struct wire *const vectors[] = {&wire_embeddings, &wire_gemini_embeddings, NULL};
    const struct wire *const *of = texts ? vectors : answers;
    while (*of && g_strcmp0(kind, (*of)->kind) != 0)
        of++;
    return *of;
}

void brain_tool_space(const config *cfg, const char *brain, struct coordinates *c)
{
    g_autoptr(brain_profile) profile = config_brain(cfg, brain, NULL);
    const struct wire *wire = profile ? wire_find(profile->kind, false) : NULL;
    if (wire && wire->tool && wire->tool_space >= 0)
        c->space = (enum coordinates_space)wire->tool_space;
}

bool brain_kind_has_vectors(const char *kind)
{
    return wire_find(kind, true) != NULL;
}

/* ---- an answer ---- */

void wire_answer_init(struct wire_answer *answer)
{
    *answer = (struct wire_answer){.text = g_string_new(NULL),
                                   .thought = g_string_new(NULL),
                                   .said = g_string_new(NULL),
                                   .tokens_in = -1,
                                   .tokens_out = -1,
                                   .tokens_cached = -1,
                                   .tokens_written = -1};
}

void wire_answer_clear(struct wire_answer *answer)
{
    if (!answer->text)
        return;
    g_string_free(answer->text, TRUE);
    g_string_free(answer->thought, TRUE);
    g_string_free(answer->said, TRUE);
    brain_vectors_free(answer->vectors);
    cJSON_Delete(answer->turn);
    if (answer->piece)
        g_string_free(answer->piece, TRUE);
    g_clear_error(&answer->error);
    *answer = (struct wire_answer){0};
}

void wire_answer_fail(struct wire_answer *answer, enum brain_error code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_clear_error(&answer->error);
    answer->error = g_error_new_valist(BRAIN_ERROR, code, format, args);
    va_end(args);
}

void wire_answer_settle(struct wire_answer *answer)
{
    if (answer->error || answer->vectors)
        return;
    const char *said = answer->said->str;
    switch (answer->end) {
    case WIRE_OPEN:
        answer->retry = answer->text->len == 0;
        wire_answer_fail(answer, BRAIN_ERROR_NETWORK, "the answer was cut off before its end%s (ask again)",
                         answer->retry ? "" : "; what came is incomplete");
        return;
    case WIRE_CUT:
        wire_answer_fail(answer, BRAIN_ERROR_TRUNCATED, "the answer was cut off at the limit of tokens (raise max_tokens)");
        return;
    case WIRE_FULL:
        wire_answer_fail(answer, BRAIN_ERROR_TRUNCATED,
                         "the answer was cut off: the model's context is full (use a model with a larger one)");
        return;
    case WIRE_REFUSED:
        wire_answer_fail(answer, BRAIN_ERROR_REFUSED, "the model refused%s%s (ask for something else, or use another model)",
                         *said ? ": " : "", said);
        return;
    case WIRE_FILTERED:
        wire_answer_fail(answer, BRAIN_ERROR_REFUSED,
                         "the provider's content filter blocked the answer%s%s (ask for something else, or use another provider)",
                         *said ? ": " : "", said);
        return;
    case WIRE_BROKEN:
        answer->retry = answer->text->len == 0;
        wire_answer_fail(answer, BRAIN_ERROR_FAILED, "the provider stopped the answer%s%s (try again, or use another provider)",
                         *said ? ": " : "", said);
        return;
    case WIRE_COMPLETE:
        break;
    }
    gsize blank = strspn(answer->text->str, " \t\r\n");
    g_string_erase(answer->text, 0, (gssize)blank);
    if (answer->text->len == 0 && !answer->turn)
        wire_answer_fail(answer, BRAIN_ERROR_FAILED,
                         "the model's answer is empty (ask again, or raise max_tokens if it reasons at length)");
    else if (answer->tokens_out == 0)
        answer->tokens_out = -1;
}

gint64 wire_count(const struct cJSON *usage, const char *name, int least)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(usage, name);
    double n = cJSON_IsNumber(item) ? item->valuedouble : -1;
    return n >= least && n <= BRAIN_TOKENS_MAX && n == floor(n) ? (gint64)n : -1;
}

const char *wire_member(const struct cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsString(item) && item->valuestring[0] ? item->valuestring : NULL;
}

/* ---- errors ---- */

void wire_problem_clear(struct wire_problem *problem)
{
    g_free(problem->message);
    g_free(problem->code);
    g_free(problem->param);
    *problem = (struct wire_problem){.retry_ms = -1};
}

/* Reads Google's wait: {"@type":"….RetryInfo","retryDelay":"26s"}. With a daily quota there is no wait. */
static void problem_details(const cJSON *details, struct wire_problem *problem)
{
    const cJSON *detail, *violation;
    cJSON_ArrayForEach(detail, details)
    {
        const char *delay = wire_member(detail, "retryDelay");
        double s = delay ? g_ascii_strtod(delay, NULL) : -1;
        if (s >= 0)
            problem->retry_ms = (gint64)(MIN(s, 1e9) * 1000);
        cJSON_ArrayForEach(violation, cJSON_GetObjectItemCaseSensitive(detail, "violations"))
        {
            const char *quota = wire_member(violation, "quotaId");
            if (quota && strstr(quota, "PerDay")) {
                g_free(problem->code);
                problem->code = g_strdup("usage_limit_per_day");
            }
        }
    }
}

static void problem_of(const cJSON *root, struct wire_problem *problem)
{
    *problem = (struct wire_problem){.retry_ms = -1};
    if (cJSON_IsArray(root))
        root = cJSON_GetArrayItem(root, 0);
    const cJSON *error = cJSON_GetObjectItemCaseSensitive(root, "error");
    if (cJSON_IsString(error)) {
        problem->message = g_strdup(error->valuestring);
        return;
    }
    const cJSON *from = cJSON_IsObject(error) ? error : root;
    const cJSON *code = cJSON_GetObjectItemCaseSensitive(from, "code");
    const cJSON *details = cJSON_GetObjectItemCaseSensitive(from, "details");
    problem->message = g_strdup(wire_member(from, "message"));
    problem->param = g_strdup(wire_member(from, "param"));
    if (wire_member(details, "error_code"))
        problem->code = g_strdup(wire_member(details, "error_code"));
    else if (cJSON_IsNumber(code))
        problem->code = g_strdup_printf("%d", code->valueint);
    else
        problem->code = g_strdup(wire_member(from, "code") ? wire_member(from, "code") : wire_member(from, "type"));
    problem_details(details, problem);
}

void wire_problem_read(const char *body, gsize length, struct wire_problem *ret_problem)
{
    *ret_problem = (struct wire_problem){.retry_ms = -1, .empty = length == 0};
    g_autoptr(cJSON) root = strict_json_parse(body, length, WIRE_REPLY_MAX, NULL); /* NULL for a page of HTML */
    if (root)
        problem_of(root, ret_problem);
}

/* True when another attempt may succeed, by the number or by the providers' words. */
static bool problem_passes(const char *code)
{
    static const char *const words[] = {"overloaded", "rate_limit",  "server_error", "api_error",
                                        "timeout",    "UNAVAILABLE", "unavailable"};
    int number = code ? (int)g_ascii_strtoll(code, NULL, 10) : 0;
    bool passes = number == 408 || number == 429 || number >= 500;
    for (gsize i = 0; code && i < G_N_ELEMENTS(words); i++)
        passes = passes || strstr(code, words[i]);
    return passes;
}

bool wire_in_band(const struct cJSON *root, struct wire_answer *answer)
{
    const cJSON *first = cJSON_IsArray(root) ? cJSON_GetArrayItem(root, 0) : root;
    const cJSON *error = cJSON_GetObjectItemCaseSensitive(first, "error");
    if (!error || cJSON_IsNull(error))
        return false;
    struct wire_problem problem;
    problem_of(root, &problem);
    bool rate = g_strcmp0(problem.code, "429") == 0 || (problem.code && strstr(problem.code, "rate_limit"));
    answer->retry = problem_passes(problem.code) && answer->text->len == 0;
    wire_answer_fail(answer, rate ? BRAIN_ERROR_RATE : BRAIN_ERROR_FAILED,
                     "the provider answered with an error: %s (try again, or another model)",
                     problem.message ? problem.message : "without a message");
    wire_problem_clear(&problem);
    return true;
}

/* ---- reading ---- */

void wire_read_answer(const struct wire *wire, const char *body, gsize length, struct wire_answer *answer)
{
    g_autoptr(GError) why = NULL;
    g_autoptr(cJSON) root = strict_json_parse(body, length, WIRE_REPLY_MAX, &why);
    if (!root) {
        wire_answer_fail(answer, BRAIN_ERROR_FAILED, "the answer is not JSON: %s (ask again; if it is the same then, check url)",
                         why->message);
        return;
    }
    wire->answer(root, answer); /* also reads the usage that comes with an error */
    bool told = wire_in_band(root, answer);
    bool nothing =
        answer->end == WIRE_OPEN && !answer->error && !answer->vectors && answer->text->len + answer->thought->len == 0;
    if (!told && nothing && answer->tokens_in < 0 && answer->tokens_out < 0)
        wire_answer_fail(answer, BRAIN_ERROR_FAILED, "the answer is JSON of another kind (check url, and kind=%s)", wire->kind);
    else if (told && answer->tokens_in < 0 && answer->tokens_out < 0)
        answer->tokens_in = answer->tokens_out = 0; /* as after an HTTP error: no answer, no usage */
    else
        wire_answer_settle(answer);
}

bool wire_read_event(const struct wire *wire, const char *name, const char *data, gsize length, struct wire_answer *answer)
{
    g_autoptr(GError) why = NULL;
    g_autofree char *trimmed = length < 16 ? g_strstrip(g_strndup(data, length)) : NULL;
    if (g_strcmp0(trimmed, "[DONE]") == 0 || g_strcmp0(trimmed, "") == 0) {
        answer->last = *trimmed != '\0';
        return !answer->last;
    }
    g_autoptr(cJSON) root = strict_json_parse(data, length, WIRE_REPLY_MAX, &why);
    if (!root)
        wire_answer_fail(answer, BRAIN_ERROR_FAILED, "an event of the answer is not JSON: %s (ask again)", why->message);
    else if (!wire_in_band(root, answer))
        wire->event(name, root, answer);
    return !answer->error && !answer->last;
}
