#include "config/config.h"
#include "config/options.h"
#include "config/rules.h"
#include "config/strict_json.h"

#include <string.h>

static cJSON *group_json(const config *cfg, const char *group)
{
    cJSON *object = cJSON_CreateObject();
    gsize n;
    const struct option_row *rows = option_rows(&n);
    g_autofree const char **keys = option_names(rows, n, group);
    for (guint i = 0; keys[i]; i++) {
        const struct option_row *row = option_find(rows, n, group, keys[i]);
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
    gsize n;
    const struct option_row *rows = option_rows(&n);
    g_autofree const char **groups = option_names(rows, n, NULL);
    cJSON *agents = cJSON_CreateObject();
    for (guint i = 0; groups[i]; i++)
        if (g_str_has_prefix(groups[i], "agent "))
            cJSON_AddItemToObject(agents, groups[i] + strlen("agent "), group_json(cfg, groups[i]));
        else if (strcmp(groups[i], "brain") != 0)
            cJSON_AddItemToObject(root, groups[i], group_json(cfg, groups[i]));
    cJSON_AddItemToObject(root, "agents", agents);
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
