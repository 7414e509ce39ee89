/* Embeddings of OpenAI and compatible services (OpenAI API reference, "Embeddings"), and of Gemini (Gemini API reference,
 * "batchEmbedContents"). */

#include "engine/brain/wire.h"

#include "config/strict_json.h"
#include "engine/brain/request.h"

#include <math.h>
#include <string.h>

/* Most services refuse an empty text. */
static const char *text_or_blank(const char *text)
{
    return *text ? text : " ";
}

/* Sends only what every service accepts, model and input, and what the profile adds. */
static bool embeddings_body(const brain_profile *profile, const struct wire_quirks *quirks, const brain_request *request,
                            struct wire_body *ret_body, GError **error)
{
    (void)quirks;
    g_autoptr(cJSON) root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "model", profile->model ? profile->model : "");
    cJSON *input = cJSON_AddArrayToObject(root, "input");
    for (char **t = request->texts; *t; t++)
        cJSON_AddItemToArray(input, cJSON_CreateString(text_or_blank(*t)));
    if (!wire_add_extra(root, profile, error))
        return false;
    wire_body_set(ret_body, root, NULL, 0);
    return true;
}

/* Reads an array of numbers or base64 of little-endian floats. Caller frees; NULL: neither. */
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

/* False: answer->error says what is wrong. */
static bool take_vector(struct brain_vectors *v, const cJSON *item, const char *member, guint place, bool *seen,
                        struct wire_answer *answer)
{
    static const char advice[] = "(is url right, and model one for embeddings?)";
    const cJSON *index = cJSON_GetObjectItemCaseSensitive(item, "index");
    double where = cJSON_IsNumber(index) ? index->valuedouble : place;
    guint dimension;
    g_autofree float *at = read_vector(cJSON_GetObjectItemCaseSensitive(item, member), &dimension);
    if (!at || !all_finite(at, dimension))
        wire_answer_fail(answer, BRAIN_ERROR_FAILED, "vector %u is not a list of 1 to %d finite numbers %s", place,
                         WIRE_DIMENSION_MAX, advice);
    else if (!(where >= 0 && where < v->n) || seen[(guint)where])
        wire_answer_fail(answer, BRAIN_ERROR_FAILED, "vector %u has a wrong index %s", place, advice);
    else if (v->at && dimension != v->dimension)
        wire_answer_fail(answer, BRAIN_ERROR_FAILED, "one vector has %u numbers and another %u %s", v->dimension, dimension,
                         advice);
    if (answer->error)
        return false;
    if (!v->at)
        v->at = g_new(float, (gsize)v->n *dimension);
    v->dimension = dimension;
    seen[(guint)where] = true;
    memcpy(v->at + (gsize)(guint)where * dimension, at, dimension * sizeof *at);
    return true;
}

static void take_vectors(const cJSON *data, const char *member, struct wire_answer *answer)
{
    const cJSON *item;
    guint n = cJSON_IsArray(data) ? (guint)cJSON_GetArraySize(data) : 0;
    struct brain_vectors *v = g_new0(struct brain_vectors, 1);
    g_autofree bool *seen = g_new0(bool, n + 1);
    v->n = n;
    guint place = 0;
    if (n == 0)
        wire_answer_fail(answer, BRAIN_ERROR_FAILED, "the answer has no vectors (check that url is an embeddings endpoint)");
    cJSON_ArrayForEach(item, data)
    {
        if (!take_vector(v, item, member, place++, seen, answer))
            break;
    }
    if (answer->error)
        brain_vectors_free(v);
    else
        answer->vectors = v;
}

static void embeddings_answer(const cJSON *root, struct wire_answer *answer)
{
    answer->tokens_in = wire_count(cJSON_GetObjectItemCaseSensitive(root, "usage"), "prompt_tokens", 1);
    answer->tokens_out = 0; /* vectors are not tokens */
    take_vectors(cJSON_GetObjectItemCaseSensitive(root, "data"), "embedding", answer);
}

/* ---- Gemini ---- */

/* A task and its texts are compared: one kind of vector for both. Only the older model is told; a newer one takes no taskType. */
static bool gemini_body(const brain_profile *profile, const struct wire_quirks *quirks, const brain_request *request,
                        struct wire_body *ret_body, GError **error)
{
    (void)quirks;
    const char *model = profile->model ? profile->model : "";
    g_autofree char *name = g_str_has_prefix(model, "models/") ? g_strdup(model) : g_strconcat("models/", model, NULL);
    g_autoptr(cJSON) root = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(root, "requests");
    for (char **t = request->texts; *t; t++) {
        cJSON *one = cJSON_CreateObject();
        cJSON_AddItemToArray(list, one);
        cJSON_AddStringToObject(one, "model", name);
        cJSON *content = cJSON_AddObjectToObject(one, "content");
        wire_add_text(cJSON_AddArrayToObject(content, "parts"), NULL, text_or_blank(*t));
        if (strstr(name, "embedding-001"))
            cJSON_AddStringToObject(one, "taskType", "SEMANTIC_SIMILARITY");
        if (!wire_add_extra(one, profile, error))
            return false;
    }
    wire_body_set(ret_body, root, NULL, 0);
    return true;
}

static void gemini_answer(const cJSON *root, struct wire_answer *answer)
{
    answer->tokens_in = wire_count(cJSON_GetObjectItemCaseSensitive(root, "usageMetadata"), "promptTokenCount", 1);
    answer->tokens_out = 0;
    take_vectors(cJSON_GetObjectItemCaseSensitive(root, "embeddings"), "values", answer);
}

static char *gemini_path(const brain_profile *profile, bool stream)
{
    (void)stream;
    const char *model = profile->model ? profile->model : "";
    return g_strconcat(g_str_has_prefix(model, "models/") ? "/" : "/models/", model, ":batchEmbedContents", NULL);
}

const struct wire wire_gemini_embeddings = {
    .kind = "gemini",
    .path_of = gemini_path,
    .key_header = "x-goog-api-key: ",
    .body = gemini_body,
    .answer = gemini_answer,
};

const struct wire wire_embeddings = {
    .kind = "openai",
    .path = "/embeddings",
    .models = "/models",
    .key_header = "Authorization: Bearer ",
    .body = embeddings_body,
    .answer = embeddings_answer,
};
