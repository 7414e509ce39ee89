/* What the fields of a module's output are, by the table that was kept with the call. */

#include "memory/memory.h"

#include "config/strict_json.h"

#include <string.h>

/* The name of the field; NULL = none says that. Caller frees. */
static char *field_saying(const struct memory_call *call, const char *what)
{
    g_autoptr(cJSON) says = call->says ? strict_json_parse(call->says, strlen(call->says), STRICT_JSON_LINE, NULL) : NULL;
    return g_strdup(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(says, what)));
}

bool memory_call_says(const struct memory_call *call, const char *what)
{
    g_autofree char *field = field_saying(call, what);
    return field != NULL;
}

char *memory_call_said(const struct memory_call *call, const char *what)
{
    const char *text = call->correction ? call->correction : call->output;
    g_autofree char *field = field_saying(call, what);
    g_autoptr(cJSON) output = field && text ? strict_json_parse(text, strlen(text), 16 * STRICT_JSON_LINE, NULL) : NULL;
    const char *said = output ? cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(output, field)) : NULL;
    return said && *said ? g_strdup(said) : NULL;
}
