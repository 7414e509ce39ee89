/* Policy as JSON: reasons for the console, and the argument and answer of a Lua policy. */

#include "engine/gate/policy.h"

#include "config/strict_json.h"
#include "engine/gate/footprint.h"
#include "skills/timeline/visible.h"

#include <string.h>

#define NEAR_PX 160 /* the argument has the words this close to a point */
#define EXPLAIN_BYTES 16384
#define WORDS_MAX 200
#define REASON_MAX 500 /* characters of a policy's reason */

static void add_reason(cJSON *array, const char *rule, int tier, const char *evidence, enum policy_effect effect)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "rule", rule);
    cJSON_AddNumberToObject(object, "tier", tier);
    cJSON_AddStringToObject(object, "evidence", evidence);
    cJSON_AddStringToObject(object, "effect", policy_effect_name(effect));
    cJSON_AddItemToArray(array, object);
}

/* Limits the reasons, because hundreds of rules may apply and a line of the protocol has a maximum length. */
static cJSON *reasons_json(const struct policy_verdict *v)
{
    cJSON *array = cJSON_CreateArray();
    gsize bytes = 0;
    for (guint i = 0; i < v->reasons->len; i++) {
        const struct policy_reason *r = g_ptr_array_index(v->reasons, i);
        bytes += strlen(r->rule) + strlen(r->evidence) + 64;
        if (bytes > EXPLAIN_BYTES) {
            g_autofree char *more = g_strdup_printf("%u more apply", v->reasons->len - i);
            add_reason(array, "…", -1, more, POLICY_TIER);
            break;
        }
        add_reason(array, r->rule, r->tier, r->evidence, r->effect);
    }
    return array;
}

char *policy_explain(const struct policy_verdict *v)
{
    g_autoptr(cJSON) array = reasons_json(v);
    return strict_json_print(array);
}

/* ---- the argument of a Lua policy ---- */

static void add_raw(cJSON *object, const char *name, char *json)
{
    cJSON_AddItemToObject(object, name, cJSON_CreateRaw(json));
    g_free(json);
}

static cJSON *window_json(const struct eye_window *w, gint64 target)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "title", w && w->title ? w->title : "");
    cJSON_AddStringToObject(object, "class", w && w->class ? w->class : "");
    cJSON_AddNumberToObject(object, "id", w ? (double)w->id : 0);
    cJSON_AddNumberToObject(object, "x", w ? w->x : 0);
    cJSON_AddNumberToObject(object, "y", w ? w->y : 0);
    cJSON_AddNumberToObject(object, "width", w ? w->width : 0);
    cJSON_AddNumberToObject(object, "height", w ? w->height : 0);
    cJSON_AddBoolToObject(object, "is_target", w && target && w->id == target);
    return object;
}

static cJSON *words_json(const struct policy_case *c, const footprint *r)
{
    cJSON *array = cJSON_CreateArray();
    for (guint i = 0; c->observation && i < c->observation->screen->words->len; i++) {
        const struct screen_word *w = &g_array_index(c->observation->screen->words, struct screen_word, i);
        bool near = false;
        for (guint p = 0; p < r->points->len && !near; p++) {
            const struct footprint_point *at = &g_array_index(r->points, struct footprint_point, p);
            near = at->x > w->x - NEAR_PX && at->x < w->x + w->width + NEAR_PX && at->y > w->y - NEAR_PX &&
                   at->y < w->y + w->height + NEAR_PX;
        }
        if (near && cJSON_GetArraySize(array) < WORDS_MAX)
            cJSON_AddItemToArray(array, cJSON_CreateString(w->text));
    }
    return array;
}

static cJSON *chords_json(const footprint *r)
{
    cJSON *array = cJSON_CreateArray();
    const GPtrArray *lists[] = {r->chords, r->aliases};
    for (gsize n = 0; n < G_N_ELEMENTS(lists); n++)
        for (guint i = 0; i < lists[n]->len && i < WORDS_MAX; i++) {
            g_autofree char *text = footprint_chord_text(g_ptr_array_index(lists[n], i));
            cJSON_AddItemToArray(array, cJSON_CreateString(text));
        }
    return array;
}

char *policy_case_json(const struct policy_case *c, const struct policy_verdict *v)
{
    g_autoptr(cJSON) object = cJSON_CreateObject();
    g_autoptr(footprint) r = footprint_new(c);
    add_raw(object, "action", action_to_json(c->action));
    add_raw(object, "timeline", timeline_to_json(c->timeline));
    cJSON_AddItemToObject(object, "window", window_json(c->window, c->target_window));
    cJSON_AddNumberToObject(object, "x", c->x);
    cJSON_AddNumberToObject(object, "y", c->y);
    cJSON_AddNumberToObject(object, "tier", v->tier);
    cJSON_AddStringToObject(object, "rule", v->rule);
    cJSON_AddStringToObject(object, "evidence", v->evidence);
    cJSON_AddItemToObject(object, "reasons", reasons_json(v));
    cJSON_AddStringToObject(object, "typed", r->typed->str);
    cJSON_AddItemToObject(object, "chords", chords_json(r));
    cJSON_AddItemToObject(object, "near", words_json(c, r));
    return strict_json_print(object);
}

/* ---- its answer ---- */

static void note(char **ret_notice, const char *what)
{
    g_free(*ret_notice);
    *ret_notice = g_strdup(what);
}

static bool take_verdict(const char *verdict, struct policy_answer *answer, char **ret_notice, GError **error)
{
    if (strcmp(verdict, "ask") == 0) {
        answer->ask = true;
    } else if (strcmp(verdict, "deny") == 0) {
        answer->deny = true;
    } else if (strcmp(verdict, "allow") == 0) {
        note(ret_notice, "its \"allow\" is ignored: a policy may only narrow");
    } else {
        g_autofree char *visible = visible_text(verdict);
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "verdict \"%.40s\" is neither ask nor deny", visible);
        return false;
    }
    return true;
}

static const cJSON *unknown_member(const cJSON *object)
{
    static const char *const known[] = {"tier", "verdict", "reason", NULL};
    for (const cJSON *m = object->child; m; m = m->next)
        if (!g_strv_contains(known, m->string))
            return m;
    return NULL;
}

bool policy_answer_parse(const char *json, int tier, struct policy_answer *ret_answer, char **ret_notice, GError **error)
{
    *ret_answer = (struct policy_answer){.tier = -1};
    *ret_notice = NULL;
    g_autoptr(cJSON) object = strict_json_parse(json, strlen(json), STRICT_JSON_LINE, error);
    const char *verdict = NULL, *reason = NULL;
    gint64 wanted = -1;
    if (!object)
        return false;
    if (cJSON_IsNull(object)) {
        ret_answer->reason = g_strdup("");
        return true;
    }
    const cJSON *odd = cJSON_IsObject(object) ? unknown_member(object) : NULL;
    if (!cJSON_IsObject(object) || odd) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                    odd ? "it answers with an unknown field \"%.40s\" (known: tier, verdict, reason)"
                        : "it answers with something that is neither nil nor a table",
                    odd ? odd->string : "");
        return false;
    }
    if (!strict_json_opt_int(object, "tier", -1, 3, &wanted, error) ||
        !strict_json_opt_string(object, "verdict", &verdict, error) ||
        !strict_json_opt_string(object, "reason", &reason, error) ||
        (verdict && !take_verdict(verdict, ret_answer, ret_notice, error)))
        return false;
    if (wanted >= 0 && wanted < tier)
        note(ret_notice, "its lower tier is ignored: a policy may only narrow");
    ret_answer->tier = wanted > tier ? (int)wanted : -1;
    g_autofree char *head = g_utf8_substring(reason ? reason : "", 0, MIN(g_utf8_strlen(reason ? reason : "", -1), REASON_MAX));
    ret_answer->reason = g_steal_pointer(&head);
    return true;
}
