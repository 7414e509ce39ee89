/* What `reins profile … --json` prints. */

#include "tui/cli/profile.h"

#include "config/profile.h"
#include "config/rules.h"
#include "config/strict_json.h"
#include "tui/cli/cli.h"

#include <stdio.h>

static int print(cJSON *take)
{
    g_autoptr(cJSON) json = take;
    g_autofree char *text = strict_json_print(json);
    puts(text);
    return EXIT_DONE;
}

static void add_string(cJSON *object, const char *key, const char *text)
{
    cJSON_AddItemToObject(object, key, text ? cJSON_CreateString(text) : cJSON_CreateNull());
}

int profile_print_list(char **names)
{
    cJSON *all = cJSON_CreateArray();
    for (gsize i = 0; names[i]; i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(profile) p = profile_load(names[i], &error);
        cJSON *one = cJSON_CreateObject();
        add_string(one, "name", names[i]);
        add_string(one, "app", p ? p->app : NULL);
        add_string(one, "origin", p ? p->origin : NULL);
        add_string(one, "wrong", p ? NULL : error->message);
        cJSON_AddItemToArray(all, one);
    }
    return print(all);
}

int profile_print(const char *name, const char *origin, const char *text)
{
    cJSON *o = cJSON_CreateObject();
    add_string(o, "name", name);
    add_string(o, "origin", origin);
    add_string(o, "text", text);
    return print(o);
}

int profile_print_findings(const GPtrArray *findings)
{
    cJSON *all = cJSON_CreateArray();
    for (guint i = 0; i < findings->len; i++)
        cJSON_AddItemToArray(all, cJSON_CreateString(findings->pdata[i]));
    return print(all);
}

static void add_rows(cJSON *all, const struct option_row *rows, gsize n, const char *group)
{
    for (gsize i = 0; i < n; i++) {
        if (group && !g_str_equal(rows[i].group, group))
            continue;
        g_autofree char *takes = option_takes(&rows[i]);
        cJSON *o = cJSON_CreateObject();
        add_string(o, "group", rows[i].group);
        add_string(o, "key", rows[i].key);
        add_string(o, "takes", takes);
        add_string(o, "default", rows[i].fallback);
        add_string(o, "help", rows[i].help);
        cJSON_AddItemToArray(all, o);
    }
}

int profile_print_keys(const char *group)
{
    cJSON *all = cJSON_CreateArray();
    add_rows(all, profile_rows, n_profile_rows, group);
    add_rows(all, rule_rows, n_rule_rows, group);
    return print(all);
}
