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
static cJSON *action_schema(const struct wording *words)
{
    cJSON *properties, *required, *arg_properties, *arg_required;
    cJSON *schema = closed_object(&properties, &required);
    member(properties, required, "skill", typed("string", false), wording_of(words, "name of a skill from the list"));
    cJSON *args = typed("array", false);
    cJSON *arg = closed_object(&arg_properties, &arg_required);
    member(arg_properties, arg_required, "name", typed("string", false), wording_of(words, "name of the parameter"));
    cJSON *value = cJSON_CreateObject();
    const char *types[] = {"string", "number", "boolean"};
    cJSON_AddItemToObject(value, "type", cJSON_CreateStringArray(types, G_N_ELEMENTS(types)));
    member(arg_properties, arg_required, "value", value, wording_of(words, "its value, of the parameter's type"));
    cJSON_AddItemToObject(args, "items", arg);
    member(properties, required, "args", args, wording_of(words, "one entry for each parameter of the skill"));
    member(properties, required, "expectation", typed("string", false),
           wording_of(words, "what will be seen on the screen when the action has worked"));
    member(properties, required, "reason", typed("string", false), wording_of(words, "why this action now, in one sentence"));
    return schema;
}

/* The same reason. */
static cJSON *count_schema(const struct wording *words)
{
    cJSON *properties, *required;
    cJSON *schema = closed_object(&properties, &required);
    member(properties, required, "name", typed("string", false), wording_of(words, "of what"));
    member(properties, required, "count", typed("integer", false), wording_of(words, "how many, 0 or more"));
    return schema;
}

static cJSON *members_schema(const struct form *form, const struct wording *words);

/* What a list has in it; NULL = no list. */
static cJSON *items_schema(const struct field *field, const struct wording *words)
{
    switch (field->type) {
    case FIELD_ACTIONS:
        return action_schema(words);
    case FIELD_COUNTS:
        return count_schema(words);
    case FIELD_ROWS:
        return members_schema(form_row(field), words);
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

static cJSON *field_schema(const struct field *field, const struct wording *words)
{
    static const char *const types[] = {
        [FIELD_STRING] = "string", [FIELD_BOOLEAN] = "boolean", [FIELD_INTEGER] = "integer",
        [FIELD_STRINGS] = "array", [FIELD_ACTIONS] = "array",   [FIELD_SKILLS] = "array",
        [FIELD_NUMBER] = "number", [FIELD_COUNTS] = "array",    [FIELD_ROWS] = "array",
    };
    G_STATIC_ASSERT(G_N_ELEMENTS(types) == FIELD_TYPE_COUNT);
    cJSON *schema = typed(types[field->type], !field->required);
    if (field->allowed) {
        g_auto(GStrv) allowed = g_strsplit(field->allowed, "|", -1);
        cJSON *list = cJSON_AddArrayToObject(schema, "enum");
        for (char **word = allowed; *word; word++)
            cJSON_AddItemToArray(list, cJSON_CreateString(*word));
        if (!field->required)
            cJSON_AddItemToArray(list, cJSON_CreateNull());
    }
    cJSON *items = items_schema(field, words);
    if (items)
        cJSON_AddItemToObject(schema, "items", items);
    return schema;
}

static cJSON *members_schema(const struct form *form, const struct wording *words)
{
    cJSON *properties, *required;
    cJSON *schema = closed_object(&properties, &required);
    for (gsize i = 0; i < form->n_fields; i++)
        if (!form->fields[i].kept)
            member(properties, required, form->fields[i].name, field_schema(&form->fields[i], words),
                   wording_of(words, form->fields[i].meaning));
    return schema;
}

char *form_schema(const struct form *form, const struct wording *words)
{
    g_autoptr(cJSON) schema = members_schema(form, words);
    return strict_json_print(schema);
}
