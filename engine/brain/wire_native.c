/* Providers' computer tools, shared by the wire formats: reins' two own tools, turns, the reply. */

#include "engine/brain/wire.h"

#include "config/strict_json.h"
#include "engine/brain/coordinates.h"

#include <string.h>

const struct wire_own_tool wire_own_tools[] = {
    {"ask_person",
     "Asks the person who watches, and waits for the answer. Only if neither the screen nor the task decides it.",
     "question",
     "one short question",
     {NULL}},
    {"finish",
     "Ends the task: success once the screen proves it done, failed if it cannot be done.",
     "reason",
     "what proves it, or why it cannot be done",
     {"success", "failed", NULL}},
    {0},
};

static void add_property(cJSON *properties, cJSON *required, const char *name, const char *meaning, const char *const *allowed)
{
    cJSON *one = cJSON_AddObjectToObject(properties, name);
    cJSON_AddStringToObject(one, "type", "string");
    if (meaning)
        cJSON_AddStringToObject(one, "description", meaning);
    cJSON *words = *allowed ? cJSON_AddArrayToObject(one, "enum") : NULL;
    for (; *allowed; allowed++)
        cJSON_AddItemToArray(words, cJSON_CreateString(*allowed));
    cJSON_AddItemToArray(required, cJSON_CreateString(name));
}

struct cJSON *wire_own_tool_schema(const struct wire_own_tool *tool)
{
    static const char *const any[] = {NULL};
    cJSON *schema = cJSON_CreateObject(), *required = cJSON_CreateArray();
    cJSON_AddStringToObject(schema, "type", "object");
    cJSON *properties = cJSON_AddObjectToObject(schema, "properties");
    if (tool->allowed[0])
        add_property(properties, required, "outcome", NULL, tool->allowed);
    add_property(properties, required, tool->argument, tool->meaning, any);
    cJSON_AddItemToObject(schema, "required", required);
    return schema;
}

struct cJSON *wire_turn(const struct brain_turn *turn, const char *dialect)
{
    return g_str_equal(turn->dialect, dialect) ? strict_json_parse(turn->said, strlen(turn->said), WIRE_REPLY_MAX, NULL) : NULL;
}

void wire_turn_add(struct wire_answer *answer, struct cJSON *part)
{
    if (!answer->turn)
        answer->turn = cJSON_CreateArray();
    cJSON_AddItemToArray(answer->turn, part);
}

static void add_size(cJSON *object, const char *name, int width, int height)
{
    const int sides[] = {width, height};
    cJSON_AddItemToObject(object, name, cJSON_CreateIntArray(sides, 2));
}

char *wire_native_reply(const struct wire *wire, const char *dialect, const struct wire_answer *answer,
                        const brain_profile *profile, const brain_request *request)
{
    struct coordinates c;
    g_autoptr(cJSON) reply = cJSON_CreateObject();
    coordinates_of_profile(profile, request->native->width, request->native->height, &c);
    cJSON_AddStringToObject(reply, "dialect", dialect);
    cJSON_AddItemToObject(reply, "said",
                          answer->turn ? cJSON_Duplicate(answer->turn, true) : cJSON_CreateString(answer->text->str));
    add_size(reply, "screen", c.screen_width, c.screen_height);
    add_size(reply, "picture", c.picture_width, c.picture_height);
    cJSON_AddNumberToObject(reply, "space", wire->tool_space < 0 ? (int)c.space : wire->tool_space);
    return strict_json_print(reply);
}
