#include "config/strict_json.h"
#include "tui/cli/doctor.h"

char *doctor_json(const GArray *rows)
{
    g_autoptr(cJSON) list = cJSON_CreateArray();
    for (guint i = 0; i < rows->len; i++) {
        const struct doctor_row *r = &g_array_index(rows, struct doctor_row, i);
        cJSON *o = cJSON_CreateObject();
        cJSON_AddStringToObject(o, "name", r->name);
        cJSON_AddStringToObject(o, "state", doctor_state_name(r->state));
        cJSON_AddStringToObject(o, "what", r->what);
        cJSON_AddStringToObject(o, "fix", r->fix);
        cJSON_AddItemToArray(list, o);
    }
    return strict_json_print(list);
}
