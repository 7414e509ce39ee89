#include "engine/client/program.h"

#include "config/strict_json.h"

char *program_error_json(const char *text)
{
    g_autoptr(cJSON) object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "error", text);
    return strict_json_print(object);
}
