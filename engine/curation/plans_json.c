/* A plan as JSON, both ways. */

#include "engine/curation/plans_file.h"

#include "config/strict_json.h"

#include <string.h>

#define NUMBER_MAX (G_GINT64_CONSTANT(1) << 53)

static void put_text(cJSON *o, const char *key, const char *text)
{
    cJSON_AddItemToObject(o, key, text ? cJSON_CreateString(text) : cJSON_CreateNull());
}

static void put_number(cJSON *o, const char *key, gint64 value)
{
    cJSON_AddNumberToObject(o, key, (double)value);
}

static char *iso(gint64 us)
{
    g_autoptr(GDateTime) at = us ? g_date_time_new_from_unix_utc(us / G_USEC_PER_SEC) : NULL;
    return at ? g_date_time_format(at, "%Y-%m-%dT%H:%M:%SZ") : NULL;
}

char *plans_json(const struct memory_plan *p)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    g_autofree char *run = p->run ? g_strdup_printf("%" G_GINT64_FORMAT, p->run) : NULL, *at = iso(p->at_us);
    g_autofree char *print = p->print ? g_strdup_printf("%016" G_GINT64_MODIFIER "x", (guint64)p->print) : NULL;
    put_number(o, "plan", p->plan);
    put_number(o, "version", p->version);
    put_text(o, "app", p->app);
    put_text(o, "goal", p->goal);
    put_text(o, "outcome", plan_outcome_name(p->outcome));
    cJSON_AddBoolToObject(o, "proven", memory_plan_proven(p));
    cJSON_AddBoolToObject(o, "reference", p->reference);
    cJSON_AddBoolToObject(o, "touched", p->touched);
    cJSON_AddBoolToObject(o, "withdrawn", p->withdrawn);
    cJSON_AddItemToObject(o, "folded", p->folded ? cJSON_CreateNumber((double)p->folded) : cJSON_CreateNull());
    put_number(o, "worked", p->worked);
    put_number(o, "failed", p->failed);
    put_number(o, "steps", p->steps);
    put_text(o, "by", p->by);
    put_text(o, "at", at);
    put_text(o, "run", run);
    cJSON_AddItemToObject(o, "step", p->step ? cJSON_CreateNumber((double)p->step) : cJSON_CreateNull());
    put_text(o, "task", p->task);
    put_text(o, "situation", p->situation);
    put_text(o, "cause", p->cause);
    put_text(o, "picture", p->picture);
    put_text(o, "print", print);
    put_text(o, "state", p->state);
    cJSON_AddBoolToObject(o, "of_goals", p->of_goals);
    put_text(o, "origin", p->origin);
    put_text(o, "reason", p->reason);
    put_text(o, "text", p->text);
    return strict_json_print(o);
}

/* A text of 1 to `max` bytes; one that may be missing is NULL then. */
static bool take(const cJSON *o, const char *key, gsize max, bool needed, char **ret_text, GError **error)
{
    if (!strict_json_copy_string(o, key, ret_text, error))
        return false;
    if (*ret_text && !*g_strstrip(*ret_text))
        g_clear_pointer(ret_text, g_free);
    if (*ret_text ? strlen(*ret_text) <= max : !needed)
        return true;
    g_set_error(error, STRICT_JSON_ERROR, *ret_text ? STRICT_JSON_ERROR_LIMIT : STRICT_JSON_ERROR_MISSING,
                "\"%s\" is to have 1 to %" G_GSIZE_FORMAT " bytes", key, max);
    return false;
}

/* 16 hexadecimal digits; none are no print. */
static bool take_print(const cJSON *o, gint64 *ret_print, GError **error)
{
    const char *text = NULL;
    guint64 print = 0;
    if (!strict_json_opt_string(o, "print", &text, error))
        return false;
    if (text && (strlen(text) != 16 || !g_ascii_string_to_unsigned(text, 16, 0, G_MAXUINT64, &print, NULL))) {
        g_set_error(error, STRICT_JSON_ERROR, STRICT_JSON_ERROR_TYPE, "\"print\" is to have 16 hexadecimal digits");
        return false;
    }
    *ret_print = (gint64)print;
    return true;
}

static bool read_into(const cJSON *o, struct memory_plan *p, GError **error)
{
    const char *outcome = "untried";
    if (!take(o, "app", PLAN_GOAL_MAX, true, &p->app, error) || !take(o, "goal", PLAN_GOAL_MAX, true, &p->goal, error) ||
        !take(o, "text", PLAN_TEXT_MAX, true, &p->text, error) || !take(o, "task", PLAN_WORDS_MAX, false, &p->task, error) ||
        !take(o, "situation", PLAN_WORDS_MAX, false, &p->situation, error) ||
        !take(o, "cause", PLAN_WORDS_MAX, false, &p->cause, error) ||
        !take(o, "state", PLAN_WORDS_MAX, false, &p->state, error) || !take_print(o, &p->print, error) ||
        !strict_json_opt_bool(o, "of_goals", &p->of_goals, error) ||
        !strict_json_opt_bool(o, "reference", &p->reference, error) ||
        !strict_json_opt_int(o, "plan", 0, NUMBER_MAX, &p->plan, error) ||
        !strict_json_opt_int(o, "folded", 0, NUMBER_MAX, &p->folded, error) ||
        !strict_json_opt_int(o, "steps", 0, G_MAXINT32, &p->steps, error) ||
        !strict_json_opt_string(o, "outcome", &outcome, error))
        return false;
    if (plan_outcome_parse(outcome, &p->outcome))
        return true;
    g_set_error(error, STRICT_JSON_ERROR, STRICT_JSON_ERROR_TYPE, "\"outcome\" is worked, failed or untried");
    return false;
}

struct memory_plan *plans_json_read(const char *line, gsize length, GError **error)
{
    g_autoptr(cJSON) o = strict_json_parse(line, length, STRICT_JSON_LINE, error);
    if (!o)
        return NULL;
    struct memory_plan *p = g_new0(struct memory_plan, 1);
    if (cJSON_IsObject(o) ? read_into(o, p, error)
                          : (g_set_error(error, STRICT_JSON_ERROR, STRICT_JSON_ERROR_TYPE, "not an object"), false))
        return p;
    memory_plan_free(p);
    return NULL;
}
