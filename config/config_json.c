#include "config/config.h"
#include "config/options.h"
#include "config/rules.h"
#include "config/strict_json.h"

#include <string.h>

static cJSON *group_json(const config *cfg, const char *group)
{
    cJSON *object = cJSON_CreateObject();
    for (gsize i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        if (option_find(option_rows, n_option_rows, group, row->key) != row)
            continue;
        if (row->type == OPTION_BOOL)
            cJSON_AddBoolToObject(object, row->key, config_bool(cfg, group, row->key));
        else if (row->type == OPTION_INT || row->type == OPTION_REAL)
            cJSON_AddNumberToObject(object, row->key, config_real(cfg, group, row->key));
        else
            cJSON_AddStringToObject(object, row->key, config_string(cfg, group, row->key));
    }
    return object;
}

char *config_show_json(const config *cfg)
{
    g_autoptr(cJSON) root = cJSON_CreateObject();
    g_autofree const char **groups = option_names(option_rows, n_option_rows, NULL);
    for (guint i = 0; groups[i]; i++)
        if (strcmp(groups[i], "brain") != 0)
            cJSON_AddItemToObject(root, groups[i], group_json(cfg, groups[i]));
    cJSON *brains = cJSON_AddObjectToObject(root, "brains");
    g_auto(GStrv) names = config_brain_names(cfg);
    for (guint i = 0; names[i]; i++) {
        g_autofree char *group = g_strdup_printf("brain %s", names[i]);
        cJSON_AddItemToObject(brains, names[i], group_json(cfg, group));
    }
    cJSON *rules = cJSON_AddObjectToObject(root, "rules");
    for (guint i = 0; i < config_rules(cfg)->len; i++) {
        const struct rule *r = config_rules(cfg)->pdata[i];
        cJSON *object = cJSON_AddObjectToObject(rules, r->name);
        for (char **g = r->given; *g; g++) {
            g_autofree char *key = g_strndup(*g, strcspn(*g, "="));
            cJSON_AddStringToObject(object, key, *g + strlen(key) + 1);
        }
    }
    cJSON_AddStringToObject(root, "path", config_path(cfg));
    cJSON *warnings = cJSON_AddArrayToObject(root, "warnings");
    for (guint i = 0; i < config_warnings(cfg)->len; i++)
        cJSON_AddItemToArray(warnings, cJSON_CreateString(config_warnings(cfg)->pdata[i]));
    return strict_json_print(root);
}
