/* OpenAI chat completions, as it, Azure, OpenRouter, vLLM, llama.cpp, Ollama and LM Studio speak it (lmm-wire.md 1.1, 1.8). */

#include "engine/brain/wire.h"

#include "config/strict_json.h"
#include "engine/brain/request.h"

#include <math.h>
#include <string.h>

#define PNG_SIZE_AT 16 /* width and height, big-endian */
#define IMAGE_SIDE_MAX 16384

/* ---- request ---- */

/* What is sent of pictures. */
struct pictures {
    gsize bytes, base64;
    gint64 tokens;
};

gint64 wire_tokens(gsize bytes)
{
    return (gint64)((bytes + BRAIN_TOKEN_BYTES - 1) / BRAIN_TOKEN_BYTES);
}

/* By the size that its head says; no service takes one of more than IMAGE_SIDE_MAX as it is. */
static gint64 image_tokens(const char *png, gsize length)
{
    guint32 side[2] = {0};
    if (length >= PNG_SIZE_AT + sizeof side)
        memcpy(side, png + PNG_SIZE_AT, sizeof side);
    gint64 pixels = (gint64)MIN(GUINT32_FROM_BE(side[0]), IMAGE_SIDE_MAX) * MIN(GUINT32_FROM_BE(side[1]), IMAGE_SIDE_MAX);
    return pixels / BRAIN_TOKEN_PIXELS + 1;
}

/* NULL with error. Caller frees. */
static char *read_image(const struct brain_image *image, gsize *ret_length, GError **error)
{
    const struct brain_part *part = &image->part;
    char *bytes = NULL;
    if (part->width == 0)
        return g_file_get_contents(image->path, &bytes, ret_length, error) ? bytes : NULL;
    GBytes *png = part->cut(image->path, part->x, part->y, part->width, part->height, error);
    return png ? g_bytes_unref_to_data(png, ret_length) : NULL;
}

static bool add_image(cJSON *content, const struct brain_image *image, bool detail, struct pictures *all, GError **error)
{
    gsize length = 0;
    g_autoptr(GError) why = NULL;
    g_autofree char *bytes = read_image(image, &length, &why);
    if (!bytes) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED, "the picture cannot be sent: %s (give a PNG file that can be read)",
                    why->message);
        return false;
    }
    static const char png[8] = {'\x89', 'P', 'N', 'G', '\r', '\n', '\x1a', '\n'};
    if (length < sizeof png || memcmp(bytes, png, sizeof png) != 0) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED, "the picture %s cannot be sent: it is not a PNG (convert it first)",
                    image->path);
        return false;
    }
    all->bytes += length;
    if (length > WIRE_IMAGE_MAX || all->bytes > WIRE_IMAGES_MAX) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED,
                    "the picture %s cannot be sent: %s is more than a request carries (send fewer or smaller ones)", image->path,
                    length > WIRE_IMAGE_MAX ? "20 MiB" : "48 MiB in all");
        return false;
    }
    if (image->note && *image->note) {
        cJSON *note = cJSON_CreateObject();
        cJSON_AddStringToObject(note, "type", "text");
        cJSON_AddStringToObject(note, "text", image->note);
        cJSON_AddItemToArray(content, note);
    }
    g_autofree char *base64 = g_base64_encode((const guchar *)bytes, length);
    g_autofree char *url = g_strconcat("data:image/png;base64,", base64, NULL);
    all->base64 += strlen(base64);
    all->tokens += image_tokens(bytes, length);
    cJSON *part = cJSON_CreateObject();
    cJSON_AddStringToObject(part, "type", "image_url");
    cJSON *picture = cJSON_AddObjectToObject(part, "image_url");
    cJSON_AddStringToObject(picture, "url", url);
    if (detail)
        cJSON_AddStringToObject(picture, "detail", image->low ? "low" : "high");
    cJSON_AddItemToArray(content, part);
    return true;
}

static void add_message(cJSON *messages, const char *role, const char *text)
{
    cJSON *message = cJSON_CreateObject();
    cJSON_AddStringToObject(message, "role", role);
    cJSON_AddStringToObject(message, "content", text);
    cJSON_AddItemToArray(messages, message);
}

/* Where the endpoint takes no schema, the model is shown it. json_object asks for the word JSON in the prompt, too. */
static char *system_text(const struct wire_quirks *quirks, const brain_request *request)
{
    if (!request->schema || quirks->json == WIRE_JSON_SCHEMA)
        return g_strdup(request->system ? request->system : "");
    return g_strconcat(request->system ? request->system : "", request->system ? "\n\n" : "",
                       "Answer with one JSON object and nothing else. It must fit this JSON schema:\n", request->schema, NULL);
}

static bool add_messages(cJSON *root, const struct wire_quirks *quirks, const brain_request *request, struct pictures *ret_all,
                         GError **error)
{
    cJSON *messages = cJSON_AddArrayToObject(root, "messages");
    g_autofree char *system = system_text(quirks, request);
    if (*system)
        add_message(messages, "system", system);
    const char *user = request->user && *request->user ? request->user : "Go on.";
    if (request->images->len == 0) {
        add_message(messages, "user", user);
        return true;
    }
    cJSON *message = cJSON_CreateObject();
    cJSON_AddItemToArray(messages, message);
    cJSON_AddStringToObject(message, "role", "user");
    cJSON *content = cJSON_AddArrayToObject(message, "content");
    for (guint i = 0; i < request->images->len; i++) {
        if (!add_image(content, &g_array_index(request->images, struct brain_image, i), quirks->detail, ret_all, error))
            return false;
    }
    cJSON *text = cJSON_CreateObject();
    cJSON_AddStringToObject(text, "type", "text");
    cJSON_AddStringToObject(text, "text", user);
    cJSON_AddItemToArray(content, text);
    return true;
}

static bool add_format(cJSON *root, const struct wire_quirks *quirks, const brain_request *request, GError **error)
{
    if (!request->schema || quirks->json == WIRE_JSON_PROMPT)
        return true;
    cJSON *format = cJSON_AddObjectToObject(root, "response_format");
    cJSON_AddStringToObject(format, "type", quirks->json == WIRE_JSON_SCHEMA ? "json_schema" : "json_object");
    if (quirks->json == WIRE_JSON_OBJECT)
        return true;
    cJSON *schema = strict_json_parse(request->schema, strlen(request->schema), STRICT_JSON_LINE, error);
    if (!schema)
        return false;
    cJSON *named = cJSON_AddObjectToObject(format, "json_schema");
    cJSON_AddStringToObject(named, "name", request->module && *request->module ? request->module : "answer");
    cJSON_AddTrueToObject(named, "strict");
    cJSON_AddItemToObject(named, "schema", schema);
    return true;
}

static bool openai_body(const brain_profile *profile, const struct wire_quirks *quirks, const brain_request *request,
                        struct wire_body *ret_body, GError **error)
{
    struct pictures pictures = {0};
    g_autoptr(cJSON) root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "model", profile->model ? profile->model : "");
    if (!add_messages(root, quirks, request, &pictures, error) || !add_format(root, quirks, request, error))
        return false;
    if (profile->max_tokens > 0 && quirks->max_tokens_field)
        cJSON_AddNumberToObject(root, quirks->max_tokens_field, profile->max_tokens);
    ret_body->text = strict_json_print(root);
    ret_body->length = strlen(ret_body->text);
    ret_body->tokens = wire_tokens(ret_body->length - pictures.base64) + pictures.tokens;
    return true;
}

/* ---- answer ---- */

static const char *text_of(const cJSON *item)
{
    return cJSON_IsString(item) && item->valuestring[0] ? item->valuestring : NULL;
}

static void fail(struct wire_answer *answer, enum brain_error code, const char *format, ...) G_GNUC_PRINTF(3, 4);
static void fail(struct wire_answer *answer, enum brain_error code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    answer->error = g_error_new_valist(BRAIN_ERROR, code, format, args);
    va_end(args);
}

/* {"error":{…}}, {"error":"…"}, {"object":"error","message":…} or one of them in an array. */
static void problem_of(const cJSON *root, struct wire_problem *problem)
{
    if (cJSON_IsArray(root))
        root = cJSON_GetArrayItem(root, 0);
    const cJSON *error = cJSON_GetObjectItemCaseSensitive(root, "error");
    if (cJSON_IsString(error)) {
        problem->message = g_strdup(error->valuestring);
        return;
    }
    const cJSON *from = cJSON_IsObject(error) ? error : root;
    const cJSON *code = cJSON_GetObjectItemCaseSensitive(from, "code");
    problem->message = g_strdup(text_of(cJSON_GetObjectItemCaseSensitive(from, "message")));
    problem->param = g_strdup(text_of(cJSON_GetObjectItemCaseSensitive(from, "param")));
    if (cJSON_IsNumber(code))
        problem->code = g_strdup_printf("%d", code->valueint);
    else
        problem->code = g_strdup(text_of(code) ? text_of(code) : text_of(cJSON_GetObjectItemCaseSensitive(from, "type")));
}

static void openai_problem(const char *body, gsize length, struct wire_problem *ret_problem)
{
    *ret_problem = (struct wire_problem){0};
    g_autoptr(cJSON) root = strict_json_parse(body, length, WIRE_REPLY_MAX, NULL); /* a page of HTML has no parameters */
    if (root)
        problem_of(root, ret_problem);
}

/* Content is a string, or an array of text parts. */
static char *content_text(const cJSON *content)
{
    if (cJSON_IsString(content))
        return g_strdup(content->valuestring);
    GString *text = g_string_new(NULL);
    const cJSON *part;
    cJSON_ArrayForEach(part, content)
    {
        const char *piece = text_of(cJSON_GetObjectItemCaseSensitive(part, "text"));
        if (piece)
            g_string_append(text, piece);
    }
    return g_string_free(text, FALSE);
}

/* -1: it is no count of at least so many. */
static gint64 count(const cJSON *usage, const char *name, int least)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(usage, name);
    double n = cJSON_IsNumber(item) ? item->valuedouble : -1;
    return n >= least && n <= BRAIN_TOKENS_MAX && n == floor(n) ? (gint64)n : -1;
}

static bool in_band_error(const cJSON *root, struct wire_answer *answer)
{
    const cJSON *error = cJSON_GetObjectItemCaseSensitive(root, "error");
    if (!error || cJSON_IsNull(error))
        return false;
    struct wire_problem problem = {0};
    problem_of(root, &problem);
    int code = problem.code ? (int)g_ascii_strtoll(problem.code, NULL, 10) : 0;
    answer->retry = code == 408 || code == 429 || code >= 500;
    fail(answer, code == 429 ? BRAIN_ERROR_RATE : BRAIN_ERROR_FAILED,
         "the provider answered with an error: %s (try again, or another model)",
         problem.message ? problem.message : "it does not say which");
    wire_problem_clear(&problem);
    return true;
}

/* The outcome comes before the text: what was cut or refused is never taken for an answer. */
static void read_choice(const cJSON *choice, struct wire_answer *answer)
{
    const cJSON *message = cJSON_GetObjectItemCaseSensitive(choice, "message");
    const char *refusal = text_of(cJSON_GetObjectItemCaseSensitive(message, "refusal"));
    const char *finish = text_of(cJSON_GetObjectItemCaseSensitive(choice, "finish_reason"));
    if (refusal) {
        fail(answer, BRAIN_ERROR_REFUSED, "the model refused: %s (change the task, or use another model)", refusal);
    } else if (g_strcmp0(finish, "content_filter") == 0) {
        fail(answer, BRAIN_ERROR_REFUSED,
             "the provider's content filter held the answer back (change the task, or use another provider)");
    } else if (g_strcmp0(finish, "length") == 0 || g_strcmp0(finish, "max_tokens") == 0) {
        fail(answer, BRAIN_ERROR_TRUNCATED, "the answer was cut off at the limit of tokens (raise max_tokens)");
    } else if (g_strcmp0(finish, "model_context_window_exceeded") == 0) {
        fail(answer, BRAIN_ERROR_TRUNCATED,
             "the answer was cut off: the model's context is full (use a model with a larger one)");
    } else if (g_strcmp0(finish, "error") == 0) {
        answer->retry = true;
        fail(answer, BRAIN_ERROR_FAILED, "the provider broke off the answer (try again, or use another provider)");
    } else {
        g_autofree char *text = content_text(cJSON_GetObjectItemCaseSensitive(message, "content"));
        if (text && *g_strchug(text))
            answer->text = g_steal_pointer(&text);
        else
            fail(answer, BRAIN_ERROR_FAILED,
                 "the model answered with nothing (ask again, or raise max_tokens if it reasons at length)");
    }
}

/* What every answer begins with: JSON, what it cost, an error inside 200. NULL: the error is in the answer. */
static cJSON *read_answer(const char *body, gsize length, const char *path, struct wire_answer *answer)
{
    g_autoptr(GError) why = NULL;
    g_autoptr(cJSON) root = strict_json_parse(body, length, WIRE_REPLY_MAX, &why);
    answer->tokens_in = answer->tokens_out = -1;
    if (!root) {
        fail(answer, BRAIN_ERROR_FAILED, "the answer is not JSON: %s (check url: does it end before %s?)", why->message, path);
        return NULL;
    }
    const cJSON *usage = cJSON_GetObjectItemCaseSensitive(root, "usage");
    answer->tokens_in = count(usage, "prompt_tokens", 1);
    answer->tokens_out = count(usage, "completion_tokens", 0);
    if (!in_band_error(root, answer))
        return g_steal_pointer(&root);
    if (!usage || cJSON_IsNull(usage)) /* as with an error of HTTP: there was no answer to be paid */
        answer->tokens_in = answer->tokens_out = 0;
    return NULL;
}

static void openai_answer(const char *body, gsize length, struct wire_answer *ret_answer)
{
    *ret_answer = (struct wire_answer){0};
    g_autoptr(cJSON) root = read_answer(body, length, wire_openai.path, ret_answer);
    if (!root)
        return;
    const cJSON *choices = cJSON_GetObjectItemCaseSensitive(root, "choices");
    const cJSON *choice = cJSON_IsArray(choices) ? cJSON_GetArrayItem(choices, 0) : NULL;
    if (!cJSON_IsObject(choice))
        fail(ret_answer, BRAIN_ERROR_FAILED, "the answer holds no choice (check that url is a chat completions endpoint)");
    else
        read_choice(choice, ret_answer);
    if (ret_answer->text && ret_answer->tokens_out == 0)
        ret_answer->tokens_out = -1;
}

const struct wire wire_openai = {
    .path = "/chat/completions",
    .key_header = "Authorization: Bearer ",
    .body = openai_body,
    .answer = openai_answer,
    .problem = openai_problem,
};

/* ---- embeddings (lmm-wire.md 1.2) ---- */

/* Only what every service takes: model and input. An empty text is refused by most. */
static bool embeddings_body(const brain_profile *profile, const struct wire_quirks *quirks, const brain_request *request,
                            struct wire_body *ret_body, GError **error)
{
    (void)quirks;
    (void)error;
    g_autoptr(cJSON) root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "model", profile->model ? profile->model : "");
    cJSON *input = cJSON_AddArrayToObject(root, "input");
    for (char **t = request->texts; *t; t++)
        cJSON_AddItemToArray(input, cJSON_CreateString(**t ? *t : " "));
    ret_body->text = strict_json_print(root);
    ret_body->length = strlen(ret_body->text);
    ret_body->tokens = wire_tokens(ret_body->length);
    return true;
}

/* An array of numbers, or base64 of little-endian floats, whatever was asked for. Caller frees; NULL: neither. */
static float *read_vector(const cJSON *embedding, guint *ret_dimension)
{
    gsize n = cJSON_IsArray(embedding) ? (gsize)cJSON_GetArraySize(embedding) : 0;
    float *at = NULL;
    if (n > 0 && n <= WIRE_DIMENSION_MAX) {
        at = g_new(float, n);
        gsize i = 0;
        const cJSON *number;
        cJSON_ArrayForEach(number, embedding) at[i++] = cJSON_IsNumber(number) ? (float)number->valuedouble : NAN;
    } else if (cJSON_IsString(embedding)) {
        g_autofree guchar *bytes = g_base64_decode(embedding->valuestring, &n);
        bool whole = n > 0 && n % sizeof(float) == 0 && n / sizeof(float) <= WIRE_DIMENSION_MAX;
        n /= sizeof(float);
        at = whole ? g_new(float, n) : NULL;
        for (gsize i = 0; whole && i < n; i++) {
            guint32 bits = (guint32)bytes[4 * i] | (guint32)bytes[4 * i + 1] << 8 | (guint32)bytes[4 * i + 2] << 16 |
                           (guint32)bytes[4 * i + 3] << 24;
            memcpy(&at[i], &bits, sizeof bits);
        }
    }
    *ret_dimension = at ? (guint)n : 0;
    return at;
}

static bool all_finite(const float *at, guint n)
{
    for (guint i = 0; i < n; i++)
        if (!isfinite(at[i]))
            return false;
    return true;
}

/* False: what is wrong is in the answer. */
static bool take_vector(struct brain_vectors *v, const cJSON *item, guint place, bool *seen, struct wire_answer *answer)
{
    static const char advice[] = "(is url right, and model one that makes vectors?)";
    const cJSON *index = cJSON_GetObjectItemCaseSensitive(item, "index");
    double where = cJSON_IsNumber(index) ? index->valuedouble : place;
    guint dimension;
    g_autofree float *at = read_vector(cJSON_GetObjectItemCaseSensitive(item, "embedding"), &dimension);
    if (!at || !all_finite(at, dimension))
        fail(answer, BRAIN_ERROR_FAILED, "vector %u is no list of 1 to %d finite numbers %s", place, WIRE_DIMENSION_MAX, advice);
    else if (!(where >= 0 && where < v->n) || seen[(guint)where])
        fail(answer, BRAIN_ERROR_FAILED, "vector %u has an index that does not fit %s", place, advice);
    else if (v->at && dimension != v->dimension)
        fail(answer, BRAIN_ERROR_FAILED, "one vector has %u numbers and another %u %s", v->dimension, dimension, advice);
    if (answer->error)
        return false;
    if (!v->at)
        v->at = g_new(float, (gsize)v->n *dimension);
    v->dimension = dimension;
    seen[(guint)where] = true;
    memcpy(v->at + (gsize)(guint)where * dimension, at, dimension * sizeof *at);
    return true;
}

static void embeddings_answer(const char *body, gsize length, struct wire_answer *ret_answer)
{
    *ret_answer = (struct wire_answer){0};
    g_autoptr(cJSON) root = read_answer(body, length, wire_openai_embeddings.path, ret_answer);
    ret_answer->tokens_out = 0; /* vectors are none */
    if (!root)
        return;
    const cJSON *data = cJSON_GetObjectItemCaseSensitive(root, "data"), *item;
    guint n = cJSON_IsArray(data) ? (guint)cJSON_GetArraySize(data) : 0;
    struct brain_vectors *v = g_new0(struct brain_vectors, 1);
    g_autofree bool *seen = g_new0(bool, n + 1);
    v->n = n;
    guint place = 0;
    if (n == 0)
        fail(ret_answer, BRAIN_ERROR_FAILED, "the answer holds no vectors (check that url is an embeddings endpoint)");
    cJSON_ArrayForEach(item, data)
    {
        if (!take_vector(v, item, place++, seen, ret_answer))
            break;
    }
    if (ret_answer->error)
        brain_vectors_free(v);
    else
        ret_answer->vectors = v;
}

const struct wire wire_openai_embeddings = {
    .path = "/embeddings",
    .key_header = "Authorization: Bearer ",
    .body = embeddings_body,
    .answer = embeddings_answer,
    .problem = openai_problem,
};
