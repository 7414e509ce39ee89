/* What the agent computer reads and writes as JSON: the reply of a wire, its own module's output, an answer's first line. */

#include "engine/agents/computer/computer.h"

#include "config/strict_json.h"
#include "engine/modules/form.h"
#include "skills/timeline/action.h"

#include <string.h>

#define QUESTION_MAX 490 /* bytes, of the form's 500 */
#define THOUGHT_MAX 8000

/* ---- an answer's first line ---- */

static void add_text(cJSON *object, const char *name, const char *text)
{
    if (text && *text)
        cJSON_AddStringToObject(object, name, text);
}

char *computer_status_text(const struct computer_status *s)
{
    g_autoptr(cJSON) line = cJSON_CreateObject();
    cJSON_AddStringToObject(line, "status", s->status);
    if (s->proposal)
        cJSON_AddNumberToObject(line, "proposal", s->proposal);
    if (s->fired)
        cJSON_AddRawToObject(line, "fired", s->fired);
    add_text(line, "effect", s->effect);
    add_text(line, "proposed", s->proposed);
    add_text(line, "executed", s->executed);
    add_text(line, "reason", s->reason);
    g_autofree char *text = strict_json_print(line);
    return g_strdup_printf("%s\n%s", text, s->sentence);
}

/* ---- the reply of a wire ---- */

static bool read_size(const cJSON *reply, const char *name, int *ret_width, int *ret_height)
{
    const cJSON *size = cJSON_GetObjectItemCaseSensitive(reply, name);
    const cJSON *width = cJSON_GetArrayItem(size, 0), *height = cJSON_GetArrayItem(size, 1);
    bool fits = cJSON_IsNumber(width) && cJSON_IsNumber(height) && width->valuedouble >= 1 && height->valuedouble >= 1;
    *ret_width = fits ? (int)width->valuedouble : 0;
    *ret_height = fits ? (int)height->valuedouble : 0;
    return fits;
}

static bool read_coordinates(const cJSON *reply, struct coordinates *ret)
{
    const cJSON *space = cJSON_GetObjectItemCaseSensitive(reply, "space");
    bool fits = cJSON_IsNumber(space) && space->valuedouble >= COORDINATES_PIXELS && space->valuedouble <= COORDINATES_PART;
    *ret = (struct coordinates){.space = fits ? (enum coordinates_space)space->valuedouble : COORDINATES_PIXELS};
    return read_size(reply, "screen", &ret->screen_width, &ret->screen_height) &&
           read_size(reply, "picture", &ret->picture_width, &ret->picture_height) && fits;
}

struct native_turn *computer_read_turn(const char *reply, gsize length, char **ret_dialect, char **ret_said,
                                       struct coordinates *ret_coordinates, GError **error)
{
    g_autoptr(cJSON) root = strict_json_parse(reply, length, NATIVE_SAID_MAX, error);
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(root, "dialect"), *said = cJSON_GetObjectItemCaseSensitive(root, "said");
    const struct native_dialect *dialect = cJSON_IsString(name) ? native_dialect_find(name->valuestring) : NULL;
    if (!root)
        return NULL;
    if (!dialect || !said || !read_coordinates(root, ret_coordinates)) {
        g_set_error(error, NATIVE_ERROR, NATIVE_ERROR_REPLY, "this is no turn of a computer tool, nor a JSON object of the form");
        return NULL;
    }
    g_autofree char *json = strict_json_print(said);
    const char *text = cJSON_IsString(said) ? said->valuestring : json;
    struct native_turn *turn = dialect->read(text, strlen(text), error);
    if (!turn)
        return NULL;
    *ret_dialect = g_strdup(dialect->name);
    *ret_said = g_steal_pointer(&json);
    return turn;
}

/* ---- as the module's output ---- */

/* Cut at a character. */
static void add_cut(cJSON *object, const char *name, const char *text, gsize max)
{
    g_autofree char *begin = g_strndup(text, max);
    g_autofree char *valid = g_utf8_make_valid(begin, -1);
    cJSON_AddStringToObject(object, name, strlen(text) > max ? valid : text);
}

/* What ends the turn, or asks: the last of its calls. NULL = neither. */
static const struct native_call *last_word(const struct native_turn *turn)
{
    const struct native_call *last = turn->calls->len ? turn->calls->pdata[turn->calls->len - 1] : NULL;
    bool word = last && !last->defect && native_call_is_word(last);
    return word ? last : NULL;
}

/* One that only says something asks whether it is done: words are no proof. */
static void add_outcome(cJSON *output, const struct native_turn *turn)
{
    const struct native_call *word = last_word(turn);
    const char *const choices[] = {COMPUTER_DONE, COMPUTER_GO_ON};
    bool silent = turn->calls->len == 0;
    bool asks = silent || (word && word->action == NATIVE_ASK_PERSON);
    cJSON_AddStringToObject(output, "outcome", asks ? "ask" : !word ? "continue" : word->success ? "success" : "failed");
    if (asks)
        add_cut(output, "question", word ? word->text : *turn->thought ? turn->thought : "The model says nothing.", QUESTION_MAX);
    if (silent)
        cJSON_AddItemToObject(output, "choices", cJSON_CreateStringArray(choices, G_N_ELEMENTS(choices)));
    add_cut(output, "reasoning", word && word->action == NATIVE_FINISH ? word->text : turn->thought, THOUGHT_MAX);
}

/* The model hears it as the answer to its call; the person hears it here. */
static void tell_defects(form_output *output, const struct native_turn *turn)
{
    for (guint i = 0; i < turn->calls->len; i++) {
        const struct native_call *call = turn->calls->pdata[i];
        g_autofree char *text = call->defect ? g_strconcat("cannot be done: ", call->defect, NULL) : NULL;
        if (text)
            form_output_bend(output, text);
    }
}

form_output *computer_read(const struct form *form, const char *reply, gsize length, GError **error)
{
    struct coordinates c;
    g_autofree char *dialect = NULL, *said = NULL, *kept = g_strndup(reply, length);
    g_autoptr(native_turn) turn = computer_read_turn(reply, length, &dialect, &said, &c, error);
    g_autoptr(cJSON) output = cJSON_CreateObject();
    if (!turn)
        return NULL;
    cJSON *actions = cJSON_AddArrayToObject(output, "actions");
    for (guint i = 0; i < turn->calls->len; i++) {
        g_autoptr(action) a = native_call_action(turn->calls->pdata[i], &c);
        g_autofree char *json = a ? action_to_json(a) : NULL;
        if (json)
            cJSON_AddItemToArray(actions, cJSON_CreateRaw(json));
    }
    add_outcome(output, turn);
    cJSON_AddStringToObject(output, "turn", kept);
    g_autofree char *text = strict_json_print(output);
    form_output *read = form_parse(form, text, strlen(text), error);
    if (read)
        tell_defects(read, turn);
    return read;
}
