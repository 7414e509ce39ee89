/* The schema of a form that is sent to the model. */

#include "engine/modules/output.h"

#include "config/strict_json.h"

static cJSON *typed(const char *type, bool nullable)
{
    cJSON *schema = cJSON_CreateObject();
    if (nullable) {
        cJSON *types = cJSON_AddArrayToObject(schema, "type");
        cJSON_AddItemToArray(types, cJSON_CreateString(type));
        cJSON_AddItemToArray(types, cJSON_CreateString("null"));
    } else {
        cJSON_AddStringToObject(schema, "type", type);
    }
    return schema;
}

/* An object whose members are all required, as strict mode wants it; members are added by the caller with member(). */
static cJSON *closed_object(cJSON **ret_properties, cJSON **ret_required)
{
    cJSON *schema = typed("object", false);
    *ret_properties = cJSON_AddObjectToObject(schema, "properties");
    *ret_required = cJSON_AddArrayToObject(schema, "required");
    cJSON_AddFalseToObject(schema, "additionalProperties");
    return schema;
}

static void member(cJSON *properties, cJSON *required, const char *name, cJSON *schema, const char *meaning)
{
    if (meaning)
        cJSON_AddStringToObject(schema, "description", meaning);
    cJSON_AddItemToObject(properties, name, schema);
    cJSON_AddItemToArray(required, cJSON_CreateString(name));
}

/* Strict mode knows no free-form objects: arguments are asked for as an array of {name, value}. */
static cJSON *action_schema(void)
{
    cJSON *properties, *required, *arg_properties, *arg_required;
    cJSON *schema = closed_object(&properties, &required);
    member(properties, required, "skill", typed("string", false), "name of a skill from the list");
    cJSON *args = typed("array", false);
    cJSON *arg = closed_object(&arg_properties, &arg_required);
    member(arg_properties, arg_required, "name", typed("string", false), "name of the parameter");
    cJSON *value = cJSON_CreateObject();
    const char *types[] = {"string", "number", "boolean"};
    cJSON_AddItemToObject(value, "type", cJSON_CreateStringArray(types, G_N_ELEMENTS(types)));
    member(arg_properties, arg_required, "value", value, "its value, of the parameter's type");
    cJSON_AddItemToObject(args, "items", arg);
    member(properties, required, "args", args, "one entry for each parameter of the skill");
    member(properties, required, "expectation", typed("string", false),
           "what will be seen on the screen when the action has worked");
    member(properties, required, "reason", typed("string", false), "why this action now, in one sentence");
    return schema;
}

/* The same reason. */
static cJSON *count_schema(void)
{
    cJSON *properties, *required;
    cJSON *schema = closed_object(&properties, &required);
    member(properties, required, "name", typed("string", false), "of what");
    member(properties, required, "count", typed("integer", false), "how many, 0 or more");
    return schema;
}

static cJSON *members_schema(const struct form *form);

/* What a list has in it; NULL = no list. */
static cJSON *items_schema(const struct field *field)
{
    switch (field->type) {
    case FIELD_ACTIONS:
        return action_schema();
    case FIELD_COUNTS:
        return count_schema();
    case FIELD_ROWS:
        return members_schema(form_row(field));
    case FIELD_STRINGS:
    case FIELD_SKILLS:
        return typed("string", false);
    case FIELD_STRING:
    case FIELD_BOOLEAN:
    case FIELD_INTEGER:
    case FIELD_NUMBER:
    case FIELD_TYPE_COUNT:
        break;
    }
    return NULL;
}

static cJSON *field_schema(const struct field *field)
{
    static const char *const types[] = {
        [FIELD_STRING] = "string", [FIELD_BOOLEAN] = "boolean", [FIELD_INTEGER] = "integer",
        [FIELD_STRINGS] = "array", [FIELD_ACTIONS] = "array",   [FIELD_SKILLS] = "array",
        [FIELD_NUMBER] = "number", [FIELD_COUNTS] = "array",    [FIELD_ROWS] = "array",
    };
    G_STATIC_ASSERT(G_N_ELEMENTS(types) == FIELD_TYPE_COUNT);
    cJSON *schema = typed(types[field->type], !field->required);
    if (field->allowed) {
        g_auto(GStrv) words = g_strsplit(field->allowed, "|", -1);
        cJSON *allowed = cJSON_AddArrayToObject(schema, "enum");
        for (char **word = words; *word; word++)
            cJSON_AddItemToArray(allowed, cJSON_CreateString(*word));
        if (!field->required)
            cJSON_AddItemToArray(allowed, cJSON_CreateNull());
    }
    cJSON *items = items_schema(field);
    if (items)
        cJSON_AddItemToObject(schema, "items", items);
    return schema;
}

static cJSON *members_schema(const struct form *form)
{
    cJSON *properties, *required;
    cJSON *schema = closed_object(&properties, &required);
    for (gsize i = 0; i < form->n_fields; i++)
        if (!form->fields[i].kept)
            member(properties, required, form->fields[i].name, field_schema(&form->fields[i]), form->fields[i].meaning);
    return schema;
}

char *form_schema(const struct form *form)
{
    g_autoptr(cJSON) schema = members_schema(form);
    return strict_json_print(schema);
}
