#include "engine/agents/outside/outside.h"

#include "config/strict_json.h"
#include "engine/modules/situation.h"
#include "skills/timeline/action.h"

#include <math.h>
#include <string.h>

#define REASON_MAX 2000 /* bytes */

void outside_request_clear(struct outside_request *r)
{
    g_clear_pointer(&r->action, action_free);
    g_clear_pointer(&r->reason, g_free);
}

static bool only(const cJSON *object, const char *const *known, GError **error)
{
    for (const cJSON *m = object->child; m; m = m->next) {
        if (g_strv_contains(known, m->string))
            continue;
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "this command has no member \"%s\"", m->string);
        return false;
    }
    return true;
}

static bool read_end(const cJSON *object, struct outside_request *r, GError **error)
{
    static const char *const known[] = {"outcome", "reason", NULL};
    const char *outcome = "success", *reason = "";
    if (!only(object, known, error) || !strict_json_opt_string(object, "outcome", &outcome, error) ||
        !strict_json_opt_string(object, "reason", &reason, error))
        return false;
    r->success = g_str_equal(outcome, "success");
    if (!r->success && !g_str_equal(outcome, "failed")) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "outcome is success or failed");
        return false;
    }
    g_autofree char *cut = g_strndup(reason, REASON_MAX);
    r->reason = g_utf8_make_valid(cut, -1);
    return true;
}

bool outside_request_read(const char *line, gsize length, struct outside_request *ret_request, GError **error)
{
    static const char *const none[] = {NULL};
    const char *command;
    *ret_request = (struct outside_request){0};
    g_autoptr(cJSON) object = strict_json_parse(line, length, STRICT_JSON_LINE, error);
    if (!object || !strict_json_get_string(object, "command", &command, error))
        return false;
    bool act = g_str_equal(command, "act"), look = g_str_equal(command, "look"), end = g_str_equal(command, "end");
    if (!act && !look && !end) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN,
                    "there is no such command here: act, look and end are (a person decides, in the console)");
        return false;
    }
    cJSON_DeleteItemFromObjectCaseSensitive(object, "command");
    ret_request->kind = act ? OUTSIDE_ACT : look ? OUTSIDE_LOOK : OUTSIDE_END;
    if (!act)
        return look ? only(object, none, error) : read_end(object, ret_request, error);
    g_autofree char *rest = strict_json_print(object);
    ret_request->action = action_from_json(rest, strlen(rest), error);
    return ret_request->action != NULL;
}

static void add(cJSON *object, const char *key, const char *text)
{
    cJSON_AddItemToObject(object, key, text && *text ? cJSON_CreateString(text) : cJSON_CreateNull());
}

/* In the words of the gate; a person's edit has no verdict of its own. What was approved and not fired is never told as approved.
 */
static const char *outcome_of(const struct situation_past *past)
{
    static const char *const unfired[] = {"refused", "rejected", "stale", "expired", "voided", NULL};
    if (!past)
        return "voided";
    if (!past->status)
        return g_strv_contains(unfired, past->verdict) ? past->verdict : "unfired";
    if (!g_str_equal(past->status, "done"))
        return past->status;
    return past->person && *past->person ? "edited" : "done";
}

char *outside_did_json(const struct situation_past *past, double reward, const char *reward_error)
{
    g_autoptr(cJSON) object = cJSON_CreateObject();
    g_autofree char *acted = past && past->action ? action_to_json(past->action) : NULL;
    cJSON_AddStringToObject(object, "outcome", outcome_of(past));
    add(object, "effect", past ? past->effect : NULL);
    if (acted)
        cJSON_AddRawToObject(object, "action", acted);
    else
        cJSON_AddNullToObject(object, "action");
    const bool decided = past && past->person && *past->person;
    add(object, "person", decided ? past->person : NULL);
    add(object, "why", past && !decided ? past->cause : NULL);
    if (past)
        cJSON_AddNumberToObject(object, "step", (double)past->step);
    else
        cJSON_AddNullToObject(object, "step");
    cJSON_AddItemToObject(object, "reward", !past || isnan(reward) ? cJSON_CreateNull() : cJSON_CreateNumber(reward));
    add(object, "reward_error", past ? reward_error : NULL);
    return strict_json_print(object);
}

char *outside_answer_json(const struct outside_answer *a)
{
    static const char *const of_action[] = {"outcome", "effect", "action", "person", "why", "step", "reward", "reward_error"};
    g_autoptr(cJSON) object = a->did ? cJSON_Parse(a->did) : cJSON_CreateObject();
    for (gsize i = 0; !a->did && i < G_N_ELEMENTS(of_action); i++)
        cJSON_AddNullToObject(object, of_action[i]);
    add(object, "frame", a->frame);
    cJSON_AddNumberToObject(object, "width", a->width);
    cJSON_AddNumberToObject(object, "height", a->height);
    cJSON_AddItemToObject(object, "state", a->state ? cJSON_CreateRaw(a->state) : cJSON_CreateNull());
    add(object, "task", a->task);
    add(object, "said", a->said);
    add(object, "trouble", a->trouble);
    add(object, "check", a->check);
    cJSON_AddBoolToObject(object, "done", a->result != NULL);
    add(object, "result", a->result);
    add(object, "reason", a->reason);
    return strict_json_print(object);
}
