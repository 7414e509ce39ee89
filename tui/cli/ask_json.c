/* `reins ask`: what a scripted brain is given, and the answer as JSON. */

#include "tui/cli/ask.h"

#include "config/money.h"
#include "config/strict_json.h"

char *ask_vars(const char *prompt)
{
    g_autoptr(cJSON) root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "prompt", prompt);
    return strict_json_print(root);
}

char *ask_answer_json(const char *brain, const struct brain_reply *reply, const char *value, const GError *error)
{
    g_autoptr(cJSON) root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "brain", brain);
    strict_json_add_text(root, "text", reply->text);
    strict_json_add_text(root, "incomplete", reply->received);
    if (value)
        cJSON_AddItemToObject(root, "value", cJSON_Parse(value));
    strict_json_add_text(root, "error", error ? error->message : NULL);
    cJSON_AddNumberToObject(root, "ms", (double)reply->ms);
    cJSON_AddNumberToObject(root, "tokens_in", (double)reply->tokens_in);
    cJSON_AddNumberToObject(root, "tokens_cached", (double)reply->tokens_cached);
    cJSON_AddNumberToObject(root, "tokens_written", (double)reply->tokens_written);
    cJSON_AddNumberToObject(root, "tokens_out", (double)reply->tokens_out);
    cJSON_AddNumberToObject(root, "pictures", (double)reply->pictures);
    cJSON_AddNumberToObject(root, "cost", money_exact(reply->cost));
    cJSON_AddBoolToObject(root, "unpriced", reply->unpriced);
    cJSON_AddBoolToObject(root, "estimated", reply->estimated);
    return strict_json_print(root);
}
