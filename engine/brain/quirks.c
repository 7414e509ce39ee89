/* What an endpoint accepts, and how its refusals narrow it. */

#include "engine/brain/wire.h"

#include <stddef.h>
#include <string.h>

void wire_quirks_init(struct wire_quirks *quirks, const brain_profile *profile)
{
    *quirks = (struct wire_quirks){.max_tokens_field = "max_tokens",
                                   .json = WIRE_JSON_SCHEMA,
                                   .detail = profile->send_detail,
                                   .stream = profile->stream,
                                   .usage = true,
                                   .temperature = true,
                                   .seed = true,
                                   .cache = profile->cache};
    /* auto: OpenAI's own service has the new name, compatible services the old one; never both */
    bool own = profile->url && strstr(profile->url, "api.openai.com");
    bool automatic = !profile->max_tokens_field || strcmp(profile->max_tokens_field, "auto") == 0;
    if (g_strcmp0(profile->max_tokens_field, "max_completion_tokens") == 0 || (automatic && own))
        quirks->max_tokens_field = "max_completion_tokens";
    else if (g_strcmp0(profile->max_tokens_field, "none") == 0)
        quirks->max_tokens_field = NULL;
    if (g_strcmp0(profile->json_mode, "json_object") == 0)
        quirks->json = WIRE_JSON_OBJECT;
    else if (g_strcmp0(profile->json_mode, "prompt") == 0)
        quirks->json = WIRE_JSON_PROMPT;
}

/* True when the error is about this parameter: its `param` names it, or its message names it and says that it is refused. */
static bool names(const struct wire_problem *problem, const char *parameter)
{
    static const char *const words[] = {"support",   "unknown", "unrecognized", "extra",     "forbidden",
                                        "permitted", "invalid", "allowed",      "deprecated"};
    if (problem->param && g_str_has_prefix(problem->param, parameter))
        return true;
    if (!problem->message || !strstr(problem->message, parameter))
        return false;
    g_autofree char *lower = g_ascii_strdown(problem->message, -1);
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        if (strstr(lower, words[i]))
            return true;
    }
    return false;
}

bool wire_quirks_adapt(struct wire_quirks *quirks, const struct wire_problem *problem, const char **ret_what)
{
    if (quirks->max_tokens_field && names(problem, quirks->max_tokens_field)) {
        bool newer = strcmp(quirks->max_tokens_field, "max_tokens") == 0;
        quirks->max_tokens_field = quirks->renamed ? NULL : newer ? "max_completion_tokens" : "max_tokens";
        quirks->renamed = true;
        *ret_what = "max_tokens_field";
        return true;
    }
    if (quirks->json != WIRE_JSON_PROMPT &&
        (names(problem, "response_format") || names(problem, "json_schema") || names(problem, "json_object") ||
         names(problem, "text.format") || names(problem, "output_config") || names(problem, "responseJsonSchema") ||
         names(problem, "response_json_schema") || (problem->message && strstr(problem->message, "output_config.format")))) {
        quirks->json = quirks->json == WIRE_JSON_SCHEMA ? WIRE_JSON_OBJECT : WIRE_JSON_PROMPT;
        *ret_what = "json_mode";
        return true;
    }
    static const struct {
        const char *name;
        gsize at;
    } flags[] = {{"stream_options", offsetof(struct wire_quirks, usage)},
                 {"temperature", offsetof(struct wire_quirks, temperature)},
                 {"seed", offsetof(struct wire_quirks, seed)},
                 {"cache_control", offsetof(struct wire_quirks, cache)},
                 {"stream", offsetof(struct wire_quirks, stream)}};
    for (gsize i = 0; i < G_N_ELEMENTS(flags); i++) {
        bool *takes = (bool *)((char *)quirks + flags[i].at);
        if (*takes && names(problem, flags[i].name)) {
            *takes = false;
            *ret_what = flags[i].name;
            return true;
        }
    }
    if (quirks->detail && (names(problem, "detail") || (problem->param && strstr(problem->param, ".detail")))) {
        quirks->detail = false;
        *ret_what = "send_detail";
        return true;
    }
    return false;
}
