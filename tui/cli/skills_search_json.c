#include "tui/cli/skills_json.h"

#include "config/strict_json.h"
#include "engine/recall/retrieve.h"

#include <string.h>

/* Both lists are ours, in one order: what the second says of a skill goes to the first. */
char *skills_json_ranked(const GPtrArray *rows)
{
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    for (guint i = 0; i < rows->len; i++)
        g_ptr_array_add(found, (gpointer)((const struct retrieved *)g_ptr_array_index(rows, i))->row);
    g_autofree char *plain = skills_json_list(found), *ranked = retrieved_to_json(rows);
    g_autoptr(cJSON) list = cJSON_Parse(plain);
    g_autoptr(cJSON) ranks = cJSON_Parse(ranked);
    cJSON *rank = ranks ? ranks->child : NULL, *item;
    cJSON_ArrayForEach(item, list)
    {
        for (cJSON *next, *member = rank->child; member; member = next) {
            next = member->next;
            if (!cJSON_HasObjectItem(item, member->string))
                cJSON_AddItemToObject(item, member->string, cJSON_Duplicate(member, true));
        }
        rank = rank->next;
    }
    return strict_json_print(list);
}
