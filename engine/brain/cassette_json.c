/* A recorded attempt as a line of JSON. A piece is [ms, "text"], or [ms, "base64", 64] if it is not valid UTF-8. */

#include "config/strict_json.h"
#include "engine/brain/cassette.h"
#include "engine/brain/secret.h"
#include "engine/brain/wire.h"

#include <string.h>

static cJSON *piece_json(const struct cassette_piece *piece, const char *bytes)
{
    cJSON *row = cJSON_CreateArray();
    cJSON_AddItemToArray(row, cJSON_CreateNumber((double)piece->ms));
    bool text = g_utf8_validate(bytes, (gssize)piece->length, NULL); /* also excludes NUL */
    g_autofree char *shown = text ? g_strndup(bytes, piece->length) : g_base64_encode((const guchar *)bytes, piece->length);
    cJSON_AddItemToArray(row, cJSON_CreateString(shown));
    if (!text)
        cJSON_AddItemToArray(row, cJSON_CreateNumber(64));
    return row;
}

char *cassette_take_to_json(struct cassette_take *t, GHashTable *secrets)
{
    g_autoptr(cJSON) root = cJSON_CreateObject();
    secret_mask(secrets, t->bytes->str, t->bytes->len, t->status >= 300);
    cJSON_AddNumberToObject(root, "cassette", 1);
    cJSON_AddNumberToObject(root, "n", (double)t->n);
    cJSON_AddStringToObject(root, "kind", t->kind);
    cJSON_AddStringToObject(root, "model", t->model);
    cJSON_AddStringToObject(root, "host", t->host);
    cJSON_AddStringToObject(root, "module", t->module);
    cJSON_AddNumberToObject(root, "step", (double)t->step);
    cJSON_AddStringToObject(root, "question", t->question);
    cJSON_AddStringToObject(root, "pictures", t->pictures);
    cJSON_AddStringToObject(root, "space", t->space);
    strict_json_add_text(root, "grammar", t->grammar);
    strict_json_add_text(root, "overlay", t->overlay);
    cJSON_AddNumberToObject(root, "status", t->status);
    cJSON *headers = cJSON_AddArrayToObject(root, "headers"), *pieces = cJSON_AddArrayToObject(root, "pieces");
    for (guint i = 0; i < t->headers->len; i++) {
        g_autofree char *clean = secret_filter(secrets, t->headers->pdata[i]);
        cJSON_AddItemToArray(headers, cJSON_CreateString(clean));
    }
    gsize at = 0;
    for (guint i = 0; i < t->pieces->len; i++) {
        const struct cassette_piece *piece = &g_array_index(t->pieces, struct cassette_piece, i);
        cJSON_AddItemToArray(pieces, piece_json(piece, t->bytes->str + at));
        at += piece->length;
    }
    cJSON_AddNumberToObject(root, "result", t->result);
    g_autofree char *text = strict_json_print(root);
    return g_strconcat(text, "\n", NULL);
}

char *cassette_said_to_json(const struct cassette_said *s, GHashTable *secrets)
{
    g_autoptr(cJSON) root = cJSON_CreateObject();
    g_autofree char *answer = g_strdup(s->answer);
    secret_mask(secrets, answer, strlen(answer), true);
    cJSON_AddNumberToObject(root, "cassette", 1);
    cJSON_AddStringToObject(root, "device", s->device);
    cJSON_AddNumberToObject(root, "run", (double)s->run);
    cJSON_AddStringToObject(root, "digest", s->digest);
    cJSON_AddItemToObject(root, "answer", cJSON_CreateRaw(answer));
    g_autofree char *text = strict_json_print(root);
    return g_strconcat(text, "\n", NULL);
}

char *cassette_decision_to_json(const struct cassette_decision *d)
{
    g_autoptr(cJSON) root = cJSON_CreateObject();
    cJSON_AddNumberToObject(root, "step", (double)d->turn);
    cJSON_AddStringToObject(root, "action", d->action ? d->action : "");
    cJSON_AddStringToObject(root, "verdict", d->verdict ? d->verdict : "");
    cJSON_AddStringToObject(root, "by", d->by ? d->by : "");
    cJSON_AddStringToObject(root, "reason", d->reason ? d->reason : "");
    return strict_json_print(root);
}

struct cassette_decision *cassette_decision_from_json(const char *text)
{
    g_autoptr(cJSON) root = strict_json_parse(text, strlen(text), CASSETTE_LINE_MAX, NULL);
    g_autoptr(cassette_decision) d = g_new0(cassette_decision, 1);
    const struct {
        const char *key;
        char **to;
    } texts[] = {{"action", &d->action}, {"verdict", &d->verdict}, {"by", &d->by}, {"reason", &d->reason}};
    bool ok = root && strict_json_get_int(root, "step", 0, G_MAXINT64, &d->turn, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(texts) && ok; i++) {
        const char *value = NULL;
        ok = strict_json_get_string(root, texts[i].key, &value, NULL);
        *texts[i].to = g_strdup(value);
    }
    return ok ? g_steal_pointer(&d) : NULL;
}

static bool read_piece(struct cassette_take *t, const cJSON *row)
{
    const cJSON *ms = cJSON_GetArrayItem(row, 0), *text = cJSON_GetArrayItem(row, 1);
    if (!cJSON_IsNumber(ms) || !(ms->valuedouble >= 0 && ms->valuedouble < 1e12) || !cJSON_IsString(text))
        return false;
    struct cassette_piece piece = {(gint64)ms->valuedouble, strlen(text->valuestring)};
    if (cJSON_GetArraySize(row) > 2) {
        g_autofree guchar *bytes = g_base64_decode(text->valuestring, &piece.length);
        g_string_append_len(t->bytes, (const char *)bytes, (gssize)piece.length);
    } else {
        g_string_append(t->bytes, text->valuestring);
    }
    g_array_append_val(t->pieces, piece);
    return true;
}

static bool read_taken(struct cassette_take *t, const cJSON *root, GError **error)
{
    gint64 version, status, result;
    const cJSON *headers = strict_json_get_array(root, "headers", error), *item;
    const cJSON *pieces = headers ? strict_json_get_array(root, "pieces", error) : NULL;
    const struct {
        const char *key;
        char **to;
    } texts[] = {{"kind", &t->kind},         {"model", &t->model},       {"host", &t->host},  {"module", &t->module},
                 {"question", &t->question}, {"pictures", &t->pictures}, {"space", &t->space}};
    if (!pieces || !strict_json_get_int(root, "cassette", 1, 1, &version, error) ||
        !strict_json_get_int(root, "n", 1, G_MAXINT, &t->n, error) ||
        !strict_json_get_int(root, "step", 0, G_MAXINT, &t->step, error) ||
        !strict_json_get_int(root, "status", 0, 999, &status, error) ||
        !strict_json_get_int(root, "result", CASSETTE_SILENT, 999, &result, error))
        return false;
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        const char *value;
        if (!strict_json_get_string(root, texts[i].key, &value, error))
            return false;
        *texts[i].to = g_strdup(value);
    }
    t->status = (int)status;
    t->result = (int)result;
    bool ok = wire_find(t->kind, false) != NULL;
    cJSON_ArrayForEach(item, headers)
    {
        ok = ok && cJSON_IsString(item) && !strpbrk(item->valuestring, "\r\n");
        if (ok)
            g_ptr_array_add(t->headers, g_strdup(item->valuestring));
    }
    cJSON_ArrayForEach(item, pieces) ok = ok && read_piece(t, item);
    if (!ok)
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG, "a kind, a header or a piece is invalid");
    return ok;
}

static bool read_said(struct cassette_said *s, const cJSON *root, GError **error)
{
    const cJSON *answer = strict_json_get_object(root, "answer", error);
    s->answer = answer ? strict_json_print(answer) : NULL;
    return answer && strict_json_copy_string(root, "device", &s->device, error) &&
           strict_json_copy_string(root, "digest", &s->digest, error) &&
           strict_json_get_int(root, "run", 1, G_MAXINT64, &s->run, error);
}

bool cassette_line_from_json(const char *text, gsize length, struct cassette_take **ret_take, struct cassette_said **ret_said,
                             GError **error)
{
    g_autoptr(cJSON) root = strict_json_parse(text, length, CASSETTE_LINE_MAX, error);
    *ret_take = NULL;
    *ret_said = NULL;
    if (root && cJSON_HasObjectItem(root, "device")) {
        *ret_said = g_new0(struct cassette_said, 1);
        if (!read_said(*ret_said, root, error))
            g_clear_pointer(ret_said, cassette_said_free);
    } else if (root) {
        *ret_take = cassette_take_new(NULL, NULL, NULL);
        if (!read_taken(*ret_take, root, error))
            g_clear_pointer(ret_take, cassette_take_free);
    }
    return *ret_take || *ret_said;
}
