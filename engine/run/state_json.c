/* Working memory as JSON: what resume needs to go on as if nothing had happened. */

#include "engine/agents/agent.h"
#include "config/strict_json.h"
#include "engine/brain/coordinates.h"
#include "engine/eye/parts_json.h"
#include "engine/run/answers.h"
#include "engine/run/budget.h"
#include "engine/run/control.h"
#include "engine/run/deciding.h"
#include "engine/gate/gate.h"
#include "engine/run/holds.h"
#include "engine/run/look.h"
#include "engine/modules/situation.h"
#include "engine/run/proposing.h"
#include "engine/run/run.h"
#include "engine/run/working.h"

#include <string.h>

#define TOKENS_MAX (G_GINT64_CONSTANT(1) << 53)

char *run_note_json(const char *text)
{
    g_autoptr(cJSON) object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "text", text ? text : "");
    return strict_json_print(object);
}

char *run_asks_json(const char *provider_asks, const char *asked)
{
    g_autoptr(cJSON) object = cJSON_CreateObject();
    if (provider_asks)
        cJSON_AddStringToObject(object, "provider_asks", provider_asks);
    if (asked)
        cJSON_AddStringToObject(object, "asked", asked);
    return provider_asks || asked ? strict_json_print(object) : NULL;
}

/* Earlier turns as they are sent: each in words, the newest verbatim with all that it is answered (the older ones stand so in the
 * calls of their steps). */
static void add_turns(cJSON *object, const struct brain_native *native)
{
    cJSON *turns = cJSON_AddArrayToObject(object, "turns");
    for (guint i = 0; i < native->turns->len; i++) {
        const struct brain_turn *t = g_ptr_array_index(native->turns, i);
        cJSON *turn = cJSON_CreateObject();
        cJSON_AddItemToArray(turns, turn);
        cJSON_AddStringToObject(turn, "told", t->told ? t->told : "");
        if (t->note)
            cJSON_AddStringToObject(turn, "note", t->note);
        if (i + 1 < native->turns->len)
            continue;
        cJSON *said = strict_json_parse(t->said, strlen(t->said), 16 * STRICT_JSON_LINE, NULL);
        cJSON_AddItemToObject(turn, "said", said ? said : cJSON_CreateString(t->said));
        cJSON *answers = cJSON_AddArrayToObject(turn, "answers");
        for (guint k = 0; k < t->answers->len; k++) {
            const struct brain_answer *a = g_ptr_array_index(t->answers, k);
            cJSON *answer = cJSON_CreateObject();
            cJSON_AddItemToArray(answers, answer);
            cJSON_AddStringToObject(answer, "call", a->name);
            cJSON_AddStringToObject(answer, "text", a->text ? a->text : "");
            cJSON_AddBoolToObject(answer, "error", a->error);
            cJSON_AddBoolToObject(answer, "acknowledged", a->acknowledged != NULL);
        }
    }
}

char *run_prompt_json(const brain_request *r, const struct coordinates *space)
{
    g_autoptr(cJSON) object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "system", r->system ? r->system : "");
    cJSON_AddStringToObject(object, "user", r->user ? r->user : "");
    cJSON *images = cJSON_AddArrayToObject(object, "images");
    for (guint i = 0; r->images && i < r->images->len; i++) {
        const struct brain_image *image = &g_array_index(r->images, struct brain_image, i);
        cJSON *item = cJSON_CreateObject();
        g_autofree char *frame = g_path_get_basename(image->path);
        cJSON_AddStringToObject(item, "frame", frame);
        cJSON_AddStringToObject(item, "note", image->note ? image->note : "");
        const struct area part = {image->part.x, image->part.y, image->part.width, image->part.height};
        parts_add_area(item, "part", &part);
        cJSON_AddItemToArray(images, item);
    }
    if (r->native)
        add_turns(object, r->native);
    if (r->points && !coordinates_are_screen(space)) {
        g_autofree char *points =
            g_strdup_printf("%s of %dx%d", coordinates_unit(space), space->picture_width, space->picture_height);
        cJSON_AddStringToObject(object, "points", points);
    }
    return strict_json_print(object);
}

char *run_down_json(const struct run_holds *holds)
{
    if (holds->down->len == 0)
        return NULL;
    g_autoptr(cJSON) object = cJSON_CreateObject();
    for (guint i = 0; i < holds->down->len; i++) {
        const struct run_hold *h = g_ptr_array_index(holds->down, i);
        cJSON_AddNumberToObject(object, h->name, (double)run_hold_left_ms(h));
    }
    return strict_json_print(object);
}

static const struct {
    const char *name;
    gsize offset;
} past_strings[] = {
    {"description", offsetof(struct situation_past, description)},
    {"subtask", offsetof(struct situation_past, subtask)},
    {"verdict", offsetof(struct situation_past, verdict)},
    {"person", offsetof(struct situation_past, person)},
    {"status", offsetof(struct situation_past, status)},
    {"effect", offsetof(struct situation_past, effect)},
    {"success", offsetof(struct situation_past, success)},
    {"cause", offsetof(struct situation_past, cause)},
    {"frame", offsetof(struct situation_past, frame)},
};

static cJSON *past_json(const struct situation_past *p)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "step", (double)p->step);
    for (gsize i = 0; i < G_N_ELEMENTS(past_strings); i++) {
        const char *value = *(char *const *)(const void *)((const char *)p + past_strings[i].offset);
        if (value)
            cJSON_AddStringToObject(object, past_strings[i].name, value);
    }
    if (p->action) {
        g_autofree char *text = action_to_json(p->action);
        cJSON_AddItemToObject(object, "action", cJSON_CreateRaw(text));
    }
    return object;
}

static void add_hold(cJSON *array, const struct run_hold *h)
{
    cJSON *item = cJSON_CreateObject();
    cJSON_AddBoolToObject(item, "button", h->button);
    cJSON_AddStringToObject(item, "name", h->name);
    cJSON_AddNumberToObject(item, "left_ms", (double)run_hold_left_ms(h));
    cJSON_AddItemToArray(array, item);
}

/* What was lost, and what stands now: should this engine die, the hand lets go of that, too. */
static void add_holds(cJSON *object, const struct run *run)
{
    cJSON *array = cJSON_AddArrayToObject(object, "holds");
    for (guint i = 0; i < run->holds->lost->len; i++)
        add_hold(array, g_ptr_array_index(run->holds->lost, i));
    for (guint i = 0; i < run->holds->down->len; i++) {
        const struct run_hold *h = g_ptr_array_index(run->holds->down, i);
        if (h->standing && run_hold_left_ms(h) > 0)
            add_hold(array, h);
    }
}

static bool holds_from_json(struct run *run, const cJSON *object, GError **error)
{
    const cJSON *item;
    g_ptr_array_set_size(run->holds->lost, 0);
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(object, "holds"))
    {
        const char *name;
        bool button = false;
        gint64 left_ms = 0;
        if (!strict_json_get_string(item, "name", &name, error) || !strict_json_opt_bool(item, "button", &button, error) ||
            !strict_json_get_int(item, "left_ms", 1, G_MAXINT, &left_ms, error))
            return false;
        g_ptr_array_add(run->holds->lost, run_hold_new(button, name, left_ms));
    }
    return true;
}

/* What is in no call of this run: the calls' own sums are counted again when it is read. */
static void add_beside(cJSON *object, const struct run *run)
{
    cJSON *beside = cJSON_AddObjectToObject(object, "beside");
    cJSON_AddNumberToObject(beside, "tokens_in", (double)run->spent->other_usage.tokens_in);
    cJSON_AddNumberToObject(beside, "tokens_out", (double)run->spent->other_usage.tokens_out);
    cJSON_AddNumberToObject(beside, "tokens_cached", (double)run->spent->other_usage.tokens_cached);
    cJSON_AddNumberToObject(beside, "pictures", (double)run->spent->other_usage.pictures);
    cJSON_AddNumberToObject(beside, "cost", run->spent->other_usage.cost);
    cJSON_AddBoolToObject(beside, "unpriced", run->spent->other_usage.unpriced);
}

/* What the step took of reins itself: for those who read the store (memory/own.h). Nothing of it is read back. */
static void add_own(cJSON *object, const struct run *run)
{
    static const char *const names[OWN_COUNT] = {
        [OWN_LOOK] = "look", [OWN_ASK] = "ask", [OWN_PROPOSE] = "propose", [OWN_FIRE] = "fire"};
    cJSON *own = cJSON_AddObjectToObject(object, "own_ms");
    for (gsize i = 0; i < OWN_COUNT; i++)
        cJSON_AddNumberToObject(own, names[i], (double)(run->spent->last_us[i] / 1000));
}

/* Which call each module's last answer is from, and of what inputs: one whose inputs are the same is not asked again. */
static void add_asked(cJSON *object, const struct answers *a)
{
    cJSON *asked = cJSON_AddObjectToObject(object, "asked");
    for (guint m = 0; m < a->n; m++) {
        const struct answer *one = &a->of[m];
        if (!one->last_call || !one->digest || !one->last)
            continue;
        cJSON *item = cJSON_AddObjectToObject(asked, a->modules[m].form.name);
        cJSON_AddNumberToObject(item, "call", (double)one->last_call);
        cJSON_AddStringToObject(item, "digest", one->digest);
    }
}

/* The agent's mind as it was when the last step was remembered. */
static void add_mind(cJSON *object, const struct run *run)
{
    g_autofree char *mind = run->working->mind ? mind_to_json(run->working->agent->mind, run->working->mind) : NULL;
    if (mind)
        cJSON_AddRawToObject(object, "mind", mind);
}

char *run_state_to_json(const struct run *run)
{
    g_autoptr(cJSON) object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "last_proposal", run->proposing->last);
    cJSON_AddNumberToObject(object, "settled", run->settled_proposal);
    cJSON_AddNumberToObject(object, "done", (double)run->done);
    cJSON_AddBoolToObject(object, "fired_last", run->look->fired_last);
    cJSON_AddNumberToObject(object, "tokens_in", (double)run->spent->tokens_in);
    cJSON_AddNumberToObject(object, "tokens_out", (double)run->spent->tokens_out);
    cJSON_AddNumberToObject(object, "tokens_cached", (double)run->spent->tokens_cached);
    cJSON_AddNumberToObject(object, "pictures", (double)run->spent->pictures);
    cJSON_AddNumberToObject(object, "cost", run->spent->cost);
    cJSON_AddBoolToObject(object, "unpriced", run->spent->unpriced);
    add_beside(object, run);
    add_own(object, run);
    add_asked(object, run->answers);
    cJSON_AddNumberToObject(object, "refused", run->working->refused);
    cJSON_AddStringToObject(object, "mode", gate_mode_name(run->judge->mode));
    cJSON *repeats = cJSON_AddObjectToObject(object, "repeats");
    cJSON_AddStringToObject(repeats, "action", run->judge->repeats.action ? run->judge->repeats.action : "");
    cJSON_AddStringToObject(repeats, "digest", run->judge->repeats.digest ? run->judge->repeats.digest : "");
    cJSON_AddNumberToObject(repeats, "fired", run->judge->repeats.fired);
    cJSON_AddNumberToObject(repeats, "rejected", run->judge->repeats.rejected);
    cJSON_AddNumberToObject(repeats, "stale", run->judge->repeats.stale);
    cJSON_AddStringToObject(object, "summary", run->working->summary ? run->working->summary : "");
    cJSON_AddStringToObject(object, "hint", run->control->hint->str);
    if (run->control->trouble)
        cJSON_AddStringToObject(object, "trouble", run->control->trouble);
    cJSON_AddStringToObject(object, "subtask", run->working->subtask ? run->working->subtask : "");
    add_mind(object, run);
    cJSON *past = cJSON_AddArrayToObject(object, "past");
    for (guint i = 0; i < run->working->past->len; i++)
        cJSON_AddItemToArray(past, past_json(g_ptr_array_index(run->working->past, i)));
    add_holds(object, run);
    return strict_json_print(object);
}

static struct situation_past *past_from_json(const cJSON *object, GError **error)
{
    gint64 step = 0;
    if (!strict_json_get_int(object, "step", 0, G_MAXINT, &step, error))
        return NULL;
    struct situation_past *p = situation_past_new(step);
    for (gsize i = 0; i < G_N_ELEMENTS(past_strings); i++) {
        const char *value = NULL;
        if (!strict_json_opt_string(object, past_strings[i].name, &value, error)) {
            situation_past_free(p);
            return NULL;
        }
        *(char **)(void *)((char *)p + past_strings[i].offset) = g_strdup(value);
    }
    const cJSON *a = cJSON_GetObjectItemCaseSensitive(object, "action");
    if (a) {
        g_autofree char *text = strict_json_print(a);
        p->action = action_from_json(text, strlen(text), NULL);
    }
    return p;
}

static bool past_list_from_json(struct run *run, const cJSON *object, GError **error)
{
    const cJSON *past = strict_json_get_array(object, "past", error), *item;
    if (!past)
        return false;
    g_ptr_array_set_size(run->working->past, 0);
    cJSON_ArrayForEach(item, past)
    {
        struct situation_past *p = past_from_json(item, error);
        if (!p)
            return false;
        g_ptr_array_add(run->working->past, p);
    }
    return true;
}

/* NULL without an error: it has none. */
static void *read_mind(const struct mind_table *table, const cJSON *object, GError **error)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, "mind");
    g_autofree char *text = item ? strict_json_print(item) : NULL;
    return text ? mind_from_json(table, text, strlen(text), error) : NULL;
}

static bool mind_of_json(struct run *run, const cJSON *object, GError **error)
{
    GError *local = NULL;
    void *mind = run->working->mind ? read_mind(run->working->agent->mind, object, &local) : NULL;
    if (local) {
        g_propagate_prefixed_error(error, local, "the working memory of agent %s: ", run->working->agent->name);
        return false;
    }
    if (mind) {
        mind_free(run->working->agent->mind, run->working->mind);
        run->working->mind = mind;
    }
    return true;
}

void *run_state_mind(const struct mind_table *table, const char *text)
{
    g_autoptr(cJSON) object = strict_json_parse(text, strlen(text), 16 * STRICT_JSON_LINE, NULL);
    return object ? read_mind(table, object, NULL) : NULL;
}

/* The mode, and the action that is repeated in vain. A state of an older version says only whether the mode is dry. */
static bool gate_from_json(struct run *run, const cJSON *object, GError **error)
{
    const char *mode = NULL, *what = "", *digest = "";
    bool dry = false;
    gint64 fired = 0, rejected = 0, stale = 0;
    const cJSON *repeats = cJSON_GetObjectItemCaseSensitive(object, "repeats");
    if (!strict_json_opt_bool(object, "dry", &dry, error) || !strict_json_opt_string(object, "mode", &mode, error))
        return false;
    if (!mode || !gate_mode_parse(mode, &run->judge->mode))
        run->judge->mode = dry ? GATE_DRY : GATE_STEP;
    if (repeats &&
        (!strict_json_opt_string(repeats, "action", &what, error) || !strict_json_opt_string(repeats, "digest", &digest, error) ||
         !strict_json_opt_int(repeats, "fired", 0, G_MAXINT, &fired, error) ||
         !strict_json_opt_int(repeats, "rejected", 0, G_MAXINT, &rejected, error) ||
         !strict_json_opt_int(repeats, "stale", 0, G_MAXINT, &stale, error)))
        return false;
    g_free(run->judge->repeats.action);
    g_free(run->judge->repeats.digest);
    run->judge->repeats = (struct run_repeats){g_strdup(what), g_strdup(digest), (int)fired, (int)rejected, (int)stale};
    return true;
}

static bool beside_from_json(struct run *run, const cJSON *object, GError **error)
{
    const cJSON *beside = cJSON_GetObjectItemCaseSensitive(object, "beside");
    return !beside ||
           (strict_json_opt_int(beside, "tokens_in", 0, TOKENS_MAX, &run->spent->other_usage.tokens_in, error) &&
            strict_json_opt_int(beside, "tokens_out", 0, TOKENS_MAX, &run->spent->other_usage.tokens_out, error) &&
            strict_json_opt_int(beside, "tokens_cached", 0, TOKENS_MAX, &run->spent->other_usage.tokens_cached, error) &&
            strict_json_opt_int(beside, "pictures", 0, TOKENS_MAX, &run->spent->other_usage.pictures, error) &&
            strict_json_opt_real(beside, "cost", &run->spent->other_usage.cost, error) &&
            strict_json_opt_bool(beside, "unpriced", &run->spent->other_usage.unpriced, error));
}

static bool asked_from_json(struct answers *a, const cJSON *object, GError **error)
{
    const cJSON *asked = cJSON_GetObjectItemCaseSensitive(object, "asked");
    for (guint m = 0; m < a->n; m++) {
        const cJSON *one = asked ? cJSON_GetObjectItemCaseSensitive(asked, a->modules[m].form.name) : NULL;
        const char *digest = NULL;
        g_clear_pointer(&a->of[m].digest, g_free);
        a->of[m].last_call = 0;
        if (one && (!strict_json_get_int(one, "call", 1, TOKENS_MAX, &a->of[m].last_call, error) ||
                    !strict_json_get_string(one, "digest", &digest, error)))
            return false;
        a->of[m].digest = g_strdup(digest);
    }
    return true;
}

/* What the run has come to; what an older state does not say is taken from the step that it was written after. */
static bool counters_from_json(struct run *run, const cJSON *object, GError **error)
{
    gint64 last = 0, settled = -1, refused = 0;
    run->done = -1;
    if (!strict_json_get_int(object, "last_proposal", 0, G_MAXINT, &last, error) ||
        !strict_json_opt_int(object, "settled", 0, G_MAXINT, &settled, error) ||
        !strict_json_opt_int(object, "done", 0, G_MAXINT, &run->done, error) ||
        !strict_json_opt_bool(object, "fired_last", &run->look->fired_last, error) ||
        !strict_json_opt_int(object, "tokens_in", 0, TOKENS_MAX, &run->spent->tokens_in, error) ||
        !strict_json_opt_int(object, "tokens_out", 0, TOKENS_MAX, &run->spent->tokens_out, error) ||
        !strict_json_opt_int(object, "tokens_cached", 0, TOKENS_MAX, &run->spent->tokens_cached, error) ||
        !strict_json_opt_int(object, "pictures", 0, TOKENS_MAX, &run->spent->pictures, error) ||
        !strict_json_opt_real(object, "cost", &run->spent->cost, error) ||
        !strict_json_opt_bool(object, "unpriced", &run->spent->unpriced, error) ||
        !strict_json_opt_int(object, "refused", 0, 1000, &refused, error) || !beside_from_json(run, object, error) ||
        !asked_from_json(run->answers, object, error))
        return false;
    run->proposing->last = (int)last;
    run->settled_proposal = (int)settled;
    run->working->refused = (int)refused;
    return true;
}

bool run_state_from_json(struct run *run, const char *text, gsize length, GError **error)
{
    g_autoptr(cJSON) object = strict_json_parse(text, length, 16 * STRICT_JSON_LINE, error);
    const char *summary = "", *hint = "", *trouble = NULL, *subtask = "";
    if (!object || !counters_from_json(run, object, error) || !gate_from_json(run, object, error) ||
        !strict_json_opt_string(object, "summary", &summary, error) || !strict_json_opt_string(object, "hint", &hint, error) ||
        !strict_json_opt_string(object, "trouble", &trouble, error) ||
        !strict_json_opt_string(object, "subtask", &subtask, error) || !past_list_from_json(run, object, error) ||
        !mind_of_json(run, object, error) || !holds_from_json(run, object, error))
        return false;
    working_set_subtask(run->working, subtask);
    g_free(run->working->summary);
    run->working->summary = g_strdup(summary);
    g_free(run->control->trouble);
    run->control->trouble = g_strdup(trouble);
    g_string_assign(run->control->hint, hint);
    return true;
}
