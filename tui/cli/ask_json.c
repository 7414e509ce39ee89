/* `reins ask`: what a scripted brain is given, and the answer as JSON. */

#include "tui/cli/ask.h"

#include "config/strict_json.h"

char *ask_vars(const char *prompt)
{
    g_autoptr(cJSON) root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "prompt", prompt);
    return strict_json_print(root);
}

char *ask_answer_json(const char *brain, const struct brain_reply *reply)
{
    g_autoptr(cJSON) root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "brain", brain);
    cJSON_AddStringToObject(root, "text", reply->text);
    cJSON_AddNumberToObject(root, "ms", (double)reply->ms);
    cJSON_AddNumberToObject(root, "tokens_in", (double)reply->tokens_in);
    cJSON_AddNumberToObject(root, "tokens_out", (double)reply->tokens_out);
    cJSON_AddNumberToObject(root, "cost", reply->cost);
    return strict_json_print(root);
}
