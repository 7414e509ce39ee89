/* Events and commands as JSON. One table per kind names its members in order; writing and reading walk the same rows. */

#include "engine/protocol/protocol.h"

#include "config/money.h"
#include "config/strict_json.h"
#include "engine/picture/screen_match.h"
#include "skills/timeline/action.h"
#include "skills/timeline/timeline.h"

#include <string.h>

#define MOVING_MAX (SCREEN_MATCH_AREAS_MAX + 2) /* and two carets */

enum member_type {
    MEMBER_STRING,  /* char *; NULL is written as "" */
    MEMBER_INT,     /* int */
    MEMBER_INT64,   /* gint64 */
    MEMBER_TIER,    /* int, 0 to 3; -1 is not written */
    MEMBER_REAL,    /* double */
    MEMBER_BOOL,    /* bool */
    MEMBER_STRINGS, /* char ** */
    MEMBER_JSON,    /* char *: JSON text of an object; NULL is written as null */
    MEMBER_ARRAY,   /* char *: the same, of an array */
    MEMBER_ACTION,
    MEMBER_TIMELINE,
    MEMBER_TARGET,
};

struct member {
    const char *name;
    enum member_type type;
    gsize offset;
    bool required; /* when read */
    bool rare;     /* not written when NULL or 0 */
};

struct kind {
    const char *name;
    const struct member *members;
    gsize n_members;
};

#define E(field) offsetof(struct event, field)
#define C(field) offsetof(struct command, field)
#define MEMBERS(...) (const struct member[]){__VA_ARGS__}, G_N_ELEMENTS(((const struct member[]){__VA_ARGS__}))

static const struct kind event_kinds[EVENT_COUNT] = {
    [EVENT_HELLO] =
        {"hello",
         MEMBERS(
             {"protocol", MEMBER_INT, E(about.protocol), true, false}, {"run", MEMBER_STRING, E(about.run), true, false},
             {"display", MEMBER_STRING, E(about.display), true, false}, {"task", MEMBER_STRING, E(about.task), false, false},
             {"agent", MEMBER_STRING, E(about.agent), false, false}, {"brain", MEMBER_STRING, E(about.brain), false, true},
             {"mode", MEMBER_STRING, E(about.mode), false, false}, {"max_steps", MEMBER_INT, E(about.max_steps), false, false},
             {"max_actions", MEMBER_INT, E(about.max_actions), false, true},
             {"sandbox", MEMBER_BOOL, E(about.sandbox), false, true}, {"unseen", MEMBER_BOOL, E(about.unseen), false, true},
             {"bare", MEMBER_BOOL, E(about.bare), false, true}, {"libraries", MEMBER_STRING, E(about.libraries), false, true},
             {"set", MEMBER_ARRAY, E(about.set), false, true}, {"rules", MEMBER_ARRAY, E(about.rules), false, true},
             {"modules", MEMBER_ARRAY, E(about.modules), false, true}, {"boards", MEMBER_ARRAY, E(about.boards), false, true})},
    [EVENT_STATE] = {"state", MEMBERS({"state", MEMBER_STRING, E(state), true, false}, {"step", MEMBER_INT, E(step), true, false},
                                      {"last_step", MEMBER_INT, E(last_step), false, true},
                                      {"reason", MEMBER_STRING, E(reason), false, true})},
    [EVENT_FRAME] =
        {"frame",
         MEMBERS({"frame", MEMBER_STRING, E(picture.frame), true, false}, {"path", MEMBER_STRING, E(picture.path), true, false},
                 {"width", MEMBER_INT, E(picture.width), true, false}, {"height", MEMBER_INT, E(picture.height), true, false},
                 {"key", MEMBER_BOOL, E(picture.key), false, false}, {"masked", MEMBER_ARRAY, E(picture.masked), false, true},
                 {"unsaved", MEMBER_STRING, E(picture.unsaved), false, true}, {"text", MEMBER_STRING, E(text), false, true})},
    [EVENT_PREVIEW] = {"preview", MEMBERS({"path", MEMBER_STRING, E(picture.path), true, false},
                                          {"width", MEMBER_INT, E(picture.width), true, false},
                                          {"height", MEMBER_INT, E(picture.height), true, false},
                                          {"frame", MEMBER_STRING, E(picture.frame), false, true},
                                          {"changed", MEMBER_ARRAY, E(picture.changed), false, true})},
    [EVENT_MARKS] = {"marks", MEMBERS({"frame", MEMBER_STRING, E(picture.frame), true, false},
                                      {"words", MEMBER_ARRAY, E(marks.words), true, false},
                                      {"marks", MEMBER_ARRAY, E(marks.marks), true, false})},
    [EVENT_MODULE] =
        {"module",
         MEMBERS({"module", MEMBER_STRING, E(module.name), true, false}, {"status", MEMBER_STRING, E(status), true, false},
                 {"text", MEMBER_STRING, E(text), false, false}, {"output", MEMBER_JSON, E(module.output), false, false},
                 {"reply", MEMBER_STRING, E(module.reply), false, true}, {"ms", MEMBER_INT64, E(spent.ms), false, false},
                 {"tokens_in", MEMBER_INT64, E(spent.tokens_in), false, false},
                 {"tokens_out", MEMBER_INT64, E(spent.tokens_out), false, false},
                 {"tokens_cached", MEMBER_INT64, E(spent.tokens_cached), false, true},
                 {"pictures", MEMBER_INT64, E(spent.pictures), false, true}, {"cost", MEMBER_REAL, E(spent.cost), false, false},
                 {"unpriced", MEMBER_BOOL, E(spent.unpriced), false, false}, {"form", MEMBER_JSON, E(module.form), false, true},
                 {"skills", MEMBER_ARRAY, E(module.skills), false, true},
                 {"recalled", MEMBER_ARRAY, E(module.recalled), false, true}, {"retry", MEMBER_INT, E(module.retry), false, true},
                 {"brain", MEMBER_STRING, E(module.brain), false, true}, {"retries", MEMBER_INT, E(module.retries), false, true},
                 {"wait_ms", MEMBER_INT64, E(module.wait_ms), false, true})},
    [EVENT_PROPOSAL] =
        {"proposal",
         MEMBERS({"id", MEMBER_INT, E(id), true, false}, {"step", MEMBER_INT, E(step), true, false},
                 {"action", MEMBER_ACTION, E(fire.action), true, false},
                 {"timeline", MEMBER_TIMELINE, E(fire.timeline), true, false}, {"tier", MEMBER_INT, E(judged.tier), true, false},
                 {"rule", MEMBER_STRING, E(judged.rule), false, false}, {"word", MEMBER_STRING, E(judged.word), false, false},
                 {"target", MEMBER_TARGET, E(fire.target), false, false}, {"digest", MEMBER_STRING, E(fire.digest), true, false},
                 {"expires_s", MEMBER_INT, E(expires_s), false, false},
                 {"edited_from", MEMBER_INT, E(fire.edited_from), false, true}, {"reason", MEMBER_STRING, E(reason), false, true},
                 {"fuse_ms", MEMBER_INT, E(judged.fuse_ms), false, true},
                 {"evidence", MEMBER_STRING, E(judged.evidence), false, true},
                 {"provider_asks", MEMBER_STRING, E(judged.provider_asks), false, true},
                 {"place", MEMBER_INT, E(fire.place), false, true}, {"of", MEMBER_INT, E(fire.of), false, true},
                 {"rest", MEMBER_STRINGS, E(fire.rest), false, true}, {"explain", MEMBER_ARRAY, E(judged.explain), false, true})},
    [EVENT_REST] = {"rest",
                    MEMBERS({"id", MEMBER_INT, E(id), true, false}, {"actions", MEMBER_ARRAY, E(rest.actions), true, false})},
    [EVENT_QUESTION] = {"question", MEMBERS({"id", MEMBER_INT, E(id), true, false}, {"step", MEMBER_INT, E(step), true, false},
                                            {"question", MEMBER_STRING, E(asked.question), true, false},
                                            {"choices", MEMBER_STRINGS, E(asked.choices), false, true},
                                            {"details", MEMBER_STRINGS, E(asked.details), false, true},
                                            {"expires_s", MEMBER_INT, E(expires_s), false, false})},
    [EVENT_BOARD] = {"board", MEMBERS({"board", MEMBER_STRING, E(board.name), true, false},
                                      {"rows", MEMBER_ARRAY, E(board.rows), true, false})},
    [EVENT_MATCH] = {"match", MEMBERS({"id", MEMBER_INT, E(id), true, false}, {"match", MEMBER_REAL, E(match), true, false})},
    [EVENT_DECISION] = {"decision", MEMBERS({"id", MEMBER_INT, E(id), true, false},
                                            {"verdict", MEMBER_STRING, E(decided.verdict), true, false},
                                            {"by", MEMBER_STRING, E(decided.by), false, false},
                                            {"reason", MEMBER_STRING, E(reason), false, false},
                                            {"before", MEMBER_STRING, E(decided.before), false, true},
                                            {"after", MEMBER_STRING, E(decided.after), false, true},
                                            {"answer", MEMBER_STRING, E(decided.answer), false, true})},
    [EVENT_GRANT] =
        {"grant", MEMBERS({"grant", MEMBER_INT, E(grant.id), true, false}, {"until", MEMBER_STRING, E(grant.until), true, false},
                          {"value", MEMBER_INT64, E(grant.value), true, false},
                          {"left", MEMBER_INT64, E(grant.left), false, false}, {"tier", MEMBER_INT, E(grant.tier), true, false},
                          {"status", MEMBER_STRING, E(status), true, false}, {"reason", MEMBER_STRING, E(reason), false, true})},
    [EVENT_MODE] = {"mode",
                    MEMBERS({"mode", MEMBER_STRING, E(mode.name), true, false},
                            {"fuse_ms", MEMBER_INT, E(mode.fuse_ms), false, false},
                            {"tier", MEMBER_INT, E(mode.tier), false, false}, {"reason", MEMBER_STRING, E(reason), false, true})},
    [EVENT_FIRED] = {"fired",
                     MEMBERS({"id", MEMBER_INT, E(id), true, false}, {"status", MEMBER_STRING, E(status), true, false},
                             {"effect", MEMBER_STRING, E(effect), false, false},
                             {"reason", MEMBER_STRING, E(reason), false, true}, {"keys", MEMBER_INT, E(keys), false, true})},
    [EVENT_LOOP] = {"loop", MEMBERS({"id", MEMBER_INT, E(id), true, false}, {"events", MEMBER_INT, E(loop.events), true, false},
                                    {"max_events", MEMBER_INT, E(loop.max_events), true, false},
                                    {"ms", MEMBER_INT64, E(loop.ms), true, false},
                                    {"max_ms", MEMBER_INT64, E(loop.max_ms), true, false})},
    [EVENT_HELD] = {"held", MEMBERS({"keys", MEMBER_STRINGS, E(holds.keys), true, false},
                                    {"buttons", MEMBER_STRINGS, E(holds.buttons), true, false},
                                    {"left_ms", MEMBER_JSON, E(holds.left_ms), false, true})},
    [EVENT_METER] = {"meter", MEMBERS({"tokens_in", MEMBER_INT64, E(spent.tokens_in), false, false},
                                      {"tokens_out", MEMBER_INT64, E(spent.tokens_out), false, false},
                                      {"tokens_cached", MEMBER_INT64, E(spent.tokens_cached), false, true},
                                      {"pictures", MEMBER_INT64, E(spent.pictures), false, true},
                                      {"cost", MEMBER_REAL, E(spent.cost), false, false},
                                      {"unpriced", MEMBER_BOOL, E(spent.unpriced), false, false},
                                      {"max_cost", MEMBER_REAL, E(spent.max_cost), false, false},
                                      {"cost_day", MEMBER_REAL, E(spent.cost_day), false, true},
                                      {"max_cost_day", MEMBER_REAL, E(spent.max_cost_day), false, true},
                                      {"ms", MEMBER_INT64, E(spent.ms), false, false},
                                      {"look_ms", MEMBER_INT64, E(spent.look_ms), false, true},
                                      {"ask_ms", MEMBER_INT64, E(spent.ask_ms), false, true},
                                      {"propose_ms", MEMBER_INT64, E(spent.propose_ms), false, true},
                                      {"fire_ms", MEMBER_INT64, E(spent.fire_ms), false, true})},
    [EVENT_SKILL] = {"skill", MEMBERS({"name", MEMBER_STRING, E(skill.name), true, false},
                                      {"sha256", MEMBER_STRING, E(skill.sha256), true, false},
                                      {"stage", MEMBER_STRING, E(skill.stage), true, false},
                                      {"text", MEMBER_STRING, E(text), false, false})},
    [EVENT_EXPECT] = {"expect",
                      MEMBERS({"run", MEMBER_STRING, E(expect.run), true, false}, {"step", MEMBER_INT, E(step), true, false},
                              {"path", MEMBER_STRING, E(expect.path), false, true},
                              {"after", MEMBER_STRING, E(expect.after), false, true},
                              {"match", MEMBER_REAL, E(match), true, false}, {"reason", MEMBER_STRING, E(reason), true, false})},
    [EVENT_NOTICE] = {"notice",
                      MEMBERS({"level", MEMBER_STRING, E(level), true, false}, {"text", MEMBER_STRING, E(text), true, false},
                              {"burst", MEMBER_INT, E(burst), false, true})},
    [EVENT_ENDED] = {"ended", MEMBERS({"outcome", MEMBER_STRING, E(end.outcome), true, false},
                                      {"reason", MEMBER_STRING, E(reason), false, false},
                                      {"exit", MEMBER_INT, E(end.exit_code), false, false})},
    [EVENT_UNKNOWN] = {"", NULL, 0},
};

static const struct kind command_kinds[COMMAND_COUNT] = {
    [COMMAND_APPROVE] = {"approve",
                         MEMBERS({"id", MEMBER_INT, C(id), true, false}, {"digest", MEMBER_STRING, C(digest), true, false},
                                 {"word", MEMBER_STRING, C(word), false, true})},
    [COMMAND_EDIT] = {"edit", MEMBERS({"id", MEMBER_INT, C(id), true, false}, {"action", MEMBER_ACTION, C(action), true, false},
                                      {"sha256", MEMBER_STRING, C(sha256), false, true})},
    [COMMAND_REJECT] = {"reject",
                        MEMBERS({"id", MEMBER_INT, C(id), true, false}, {"reason", MEMBER_STRING, C(reason), false, false})},
    [COMMAND_PRESENT] = {"present", NULL, 0},
    [COMMAND_WATCHED] = {"watched", NULL, 0},
    [COMMAND_TERMINAL] = {"terminal",
                          MEMBERS({"title", MEMBER_STRING, C(title), true, false}, {"env", MEMBER_STRINGS, C(env), false, true})},
    [COMMAND_HOLD] = {"hold", MEMBERS({"id", MEMBER_INT, C(id), true, false})},
    [COMMAND_GRANT] = {"grant",
                       MEMBERS({"until", MEMBER_STRING, C(until), true, false}, {"value", MEMBER_INT64, C(value), false, false},
                               {"tier", MEMBER_TIER, C(tier), false, true}, {"id", MEMBER_INT, C(id), false, true},
                               {"digests", MEMBER_STRINGS, C(digests), false, true})},
    [COMMAND_REST] = {"rest", MEMBERS({"id", MEMBER_INT, C(id), true, false})},
    [COMMAND_SKILL_ACCEPT] = {"skill_accept", MEMBERS({"name", MEMBER_STRING, C(name), true, false},
                                                      {"sha256", MEMBER_STRING, C(sha256), true, false})},
    [COMMAND_SKILL_REFUSE] = {"skill_refuse", MEMBERS({"name", MEMBER_STRING, C(name), true, false},
                                                      {"sha256", MEMBER_STRING, C(sha256), true, false},
                                                      {"reason", MEMBER_STRING, C(reason), false, false})},
    [COMMAND_REVOKE] = {"revoke", MEMBERS({"grant", MEMBER_INT, C(grant), false, false})},
    [COMMAND_PAUSE] = {"pause", MEMBERS({"reason", MEMBER_STRING, C(reason), false, true})},
    [COMMAND_RESUME] = {"resume", NULL, 0},
    [COMMAND_STOP] = {"stop", NULL, 0},
    [COMMAND_MODE] = {"mode", MEMBERS({"mode", MEMBER_STRING, C(mode), true, false})},
    [COMMAND_SAY] = {"say", MEMBERS({"text", MEMBER_STRING, C(text), true, false})},
    [COMMAND_TAKEOVER] = {"takeover", NULL, 0},
    [COMMAND_LEAVE_OUT] = {"leave_out", NULL, 0},
    [COMMAND_ANIMATED] = {"animated", MEMBERS({"scope", MEMBER_STRING, C(scope), true, false})},
    [COMMAND_DRIVE] = {"drive",
                       MEMBERS({"action", MEMBER_ACTION, C(action), true, false}, {"burst", MEMBER_INT, C(burst), false, true})},
    [COMMAND_HANDBACK] = {"handback",
                          MEMBERS({"note", MEMBER_STRING, C(note), false, false}, {"keep", MEMBER_STRING, C(keep), false, true})},
    [COMMAND_ANSWER] = {"answer", MEMBERS({"id", MEMBER_INT, C(id), true, false}, {"text", MEMBER_STRING, C(text), true, false})},
    [COMMAND_BOARD] = {"board",
                       MEMBERS({"board", MEMBER_STRING, C(board), true, false}, {"row", MEMBER_INT64, C(row), false, false},
                               {"verb", MEMBER_STRING, C(verb), true, false}, {"text", MEMBER_STRING, C(text), false, true})},
    [COMMAND_MODULE_EDIT] = {"module_edit", MEMBERS({"module", MEMBER_STRING, C(module), true, false},
                                                    {"output", MEMBER_JSON, C(output), false, true},
                                                    {"reply", MEMBER_STRING, C(reply), false, true})},
    [COMMAND_MODULE_RETRY] = {"module_retry", MEMBERS({"module", MEMBER_STRING, C(module), true, false},
                                                      {"hint", MEMBER_STRING, C(hint), false, false})},
};

const char *command_name(enum command_kind kind)
{
    return command_kinds[kind].name;
}

/* ---- writing ---- */

static void areas_write(cJSON *object, const char *key, const GArray *areas)
{
    cJSON *list = areas ? cJSON_AddArrayToObject(object, key) : NULL;
    for (guint i = 0; list && i < MIN(areas->len, MOVING_MAX); i++) {
        const struct area *a = &g_array_index(areas, struct area, i);
        const int sides[] = {MAX(a->x, 0), MAX(a->y, 0), a->width, a->height};
        cJSON_AddItemToArray(list, cJSON_CreateIntArray(sides, G_N_ELEMENTS(sides)));
    }
}

static cJSON *target_json(const struct event_target *target)
{
    if (!target)
        return cJSON_CreateNull();
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "window", target->window ? target->window : "");
    cJSON_AddStringToObject(object, "class", target->class ? target->class : "");
    cJSON_AddNumberToObject(object, "window_id", (double)target->window_id);
    cJSON_AddNumberToObject(object, "x", target->x);
    cJSON_AddNumberToObject(object, "y", target->y);
    cJSON *patch = cJSON_AddObjectToObject(object, "patch");
    cJSON_AddNumberToObject(patch, "x", target->patch_x);
    cJSON_AddNumberToObject(patch, "y", target->patch_y);
    cJSON_AddNumberToObject(patch, "width", target->patch_width);
    cJSON_AddNumberToObject(patch, "height", target->patch_height);
    cJSON_AddNumberToObject(object, "match", target->match);
    areas_write(object, "moving", target->moving);
    areas_write(object, "left_out", target->left_out);
    areas_write(object, "follows", target->follows);
    strict_json_add_text(object, "label", target->label);
    if (target->animated)
        cJSON_AddStringToObject(object, "animated", target->animated);
    return object;
}

static cJSON *raw_json(char *text)
{
    return text ? cJSON_CreateRaw(text) : cJSON_CreateNull();
}

/* NULL: a rare member that is not there. */
static cJSON *member_json(const struct member *m, const void *record)
{
    const char *at = (const char *)record + m->offset;
    g_autofree char *text = NULL;
    switch (m->type) {
    case MEMBER_STRING: {
        const char *string = *(char *const *)(const void *)at;
        return string || !m->rare ? cJSON_CreateString(string ? string : "") : NULL;
    }
    case MEMBER_INT: {
        int value = *(const int *)(const void *)at;
        return value || !m->rare ? cJSON_CreateNumber(value) : NULL;
    }
    case MEMBER_TIER: {
        int tier = *(const int *)(const void *)at;
        return tier >= 0 ? cJSON_CreateNumber(tier) : NULL;
    }
    case MEMBER_INT64: {
        gint64 value = *(const gint64 *)(const void *)at;
        return value || !m->rare ? cJSON_CreateNumber((double)value) : NULL;
    }
    case MEMBER_REAL:
        return cJSON_CreateNumber(money_exact(*(const double *)(const void *)at));
    case MEMBER_BOOL:
        return cJSON_CreateBool(*(const bool *)(const void *)at);
    case MEMBER_STRINGS: {
        char *const *strings = *(char *const *const *)(const void *)at;
        text = strings || !m->rare ? protocol_strings_to_json(strings) : NULL;
        return text ? raw_json(text) : NULL;
    }
    case MEMBER_JSON:
    case MEMBER_ARRAY: {
        char *json = *(char *const *)(const void *)at;
        return json || !m->rare ? raw_json(json) : NULL;
    }
    case MEMBER_ACTION: {
        const action *a = *(action *const *)(const void *)at;
        text = a ? action_to_json(a) : NULL;
        return raw_json(text);
    }
    case MEMBER_TIMELINE: {
        const timeline *t = *(timeline *const *)(const void *)at;
        text = t ? timeline_to_json(t) : NULL;
        return raw_json(text);
    }
    case MEMBER_TARGET:
        return target_json(*(struct event_target *const *)(const void *)at);
    }
    g_assert_not_reached();
}

static char *record_to_json(const char *tag, const struct kind *kind, const void *record)
{
    g_autoptr(cJSON) object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, tag, kind->name);
    for (gsize i = 0; i < kind->n_members; i++) {
        cJSON *value = member_json(&kind->members[i], record);
        if (value)
            cJSON_AddItemToObject(object, kind->members[i].name, value);
    }
    return strict_json_print(object);
}

char *event_target_to_json(const struct event_target *target)
{
    g_autoptr(cJSON) value = target_json(target);
    return strict_json_print(value);
}

char *event_to_json(const event *e)
{
    return record_to_json("event", &event_kinds[e->kind], e);
}

char *command_to_json(const command *c)
{
    return record_to_json("command", &command_kinds[c->kind], c);
}

/* ---- reading ---- */

static bool sides_read(const cJSON *item, int *ret_sides)
{
    for (int i = 0; i < 4; i++) {
        const cJSON *n = cJSON_GetArrayItem(item, i);
        if (!cJSON_IsNumber(n) || n->valuedouble < 0 || n->valuedouble > G_MAXINT16)
            return false;
        ret_sides[i] = (int)n->valuedouble;
    }
    return cJSON_GetArraySize(item) == 4;
}

/* *ret_areas: NULL = none is said. What is left out of the comparison is told whole, or the message is wrong. */
static bool areas_read(const cJSON *object, const char *key, GArray **ret_areas, GError **error)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(object, key), *item;
    g_autoptr(GArray) areas = list ? g_array_new(FALSE, FALSE, sizeof(struct area)) : NULL;
    bool fits = !list || (cJSON_IsArray(list) && cJSON_GetArraySize(list) <= MOVING_MAX);
    cJSON_ArrayForEach(item, list)
    {
        int sides[4] = {0};
        fits = fits && sides_read(item, sides);
        const struct area a = {sides[0], sides[1], sides[2], sides[3]};
        g_array_append_val(areas, a);
    }
    if (!fits) {
        g_set_error(error, PROTOCOL_ERROR, PROTOCOL_ERROR_FIELD,
                    "\"%s\" must be a list of up to %d [x, y, width, height], each 0 to %d", key, MOVING_MAX, G_MAXINT16);
        return false;
    }
    *ret_areas = g_steal_pointer(&areas);
    return true;
}

static bool target_read(const cJSON *object, struct event_target **ret_target, GError **error)
{
    const char *window = "", *class = "", *animated = NULL, *label = NULL;
    gint64 id = 0, x = -1, y = -1, px = 0, py = 0, pw = 0, ph = 0;
    double match = -1;
    if (!strict_json_opt_string(object, "window", &window, error) || !strict_json_opt_string(object, "class", &class, error) ||
        !strict_json_opt_string(object, "animated", &animated, error) ||
        !strict_json_opt_string(object, "label", &label, error) ||
        !strict_json_opt_int(object, "window_id", 0, G_MAXUINT32, &id, error) ||
        !strict_json_opt_int(object, "x", -1, G_MAXINT16, &x, error) ||
        !strict_json_opt_int(object, "y", -1, G_MAXINT16, &y, error) || !strict_json_opt_real(object, "match", &match, error))
        return false;
    const cJSON *patch = cJSON_GetObjectItemCaseSensitive(object, "patch");
    if (patch && (!strict_json_opt_int(patch, "x", 0, G_MAXINT16, &px, error) ||
                  !strict_json_opt_int(patch, "y", 0, G_MAXINT16, &py, error) ||
                  !strict_json_opt_int(patch, "width", 0, G_MAXINT16, &pw, error) ||
                  !strict_json_opt_int(patch, "height", 0, G_MAXINT16, &ph, error)))
        return false;
    g_autoptr(GArray) moving = NULL, left_out = NULL, follows = NULL;
    if (!areas_read(object, "moving", &moving, error) || !areas_read(object, "left_out", &left_out, error) ||
        !areas_read(object, "follows", &follows, error))
        return false;
    struct event_target *target = g_new0(struct event_target, 1);
    *target = (struct event_target){.window = g_strdup(window),
                                    .class = g_strdup(class),
                                    .window_id = id,
                                    .x = (int)x,
                                    .y = (int)y,
                                    .patch_x = (int)px,
                                    .patch_y = (int)py,
                                    .patch_width = (int)pw,
                                    .patch_height = (int)ph,
                                    .match = match,
                                    .moving = g_steal_pointer(&moving),
                                    .left_out = g_steal_pointer(&left_out),
                                    .follows = g_steal_pointer(&follows),
                                    .label = g_strdup(label),
                                    .animated = g_strdup(animated)};
    *ret_target = target;
    return true;
}

static bool wrong_type(const struct member *m, const char *expected, GError **error)
{
    g_set_error(error, PROTOCOL_ERROR, PROTOCOL_ERROR_FIELD, "\"%s\" must be %s", m->name, expected);
    return false;
}

static bool strings_read(const struct member *m, const cJSON *value, char ***ret_strings, GError **error)
{
    if (!cJSON_IsArray(value))
        return wrong_type(m, "an array of strings", error);
    g_autoptr(GPtrArray) strings = g_ptr_array_new_with_free_func(g_free);
    const cJSON *item;
    cJSON_ArrayForEach(item, value)
    {
        if (!cJSON_IsString(item))
            return wrong_type(m, "an array of strings", error);
        g_ptr_array_add(strings, g_strdup(item->valuestring));
    }
    g_ptr_array_add(strings, NULL);
    *ret_strings = (char **)g_ptr_array_steal(strings, NULL);
    return true;
}

/* Numbers: the whole record is read by the strict getters, so that ranges and messages are the same everywhere. */
static bool number_read(const struct member *m, const cJSON *object, void *at, GError **error)
{
    gint64 integer = 0;
    double real = 0;
    bool boolean = false;
    if (m->type == MEMBER_BOOL) {
        if (!strict_json_opt_bool(object, m->name, &boolean, error))
            return false;
        *(bool *)at = boolean;
    } else if (m->type == MEMBER_REAL) {
        if (!strict_json_opt_real(object, m->name, &real, error))
            return false;
        *(double *)at = real;
    } else if (m->type == MEMBER_INT || m->type == MEMBER_TIER) {
        bool tier = m->type == MEMBER_TIER;
        if (!strict_json_opt_int(object, m->name, tier ? 0 : G_MININT, tier ? 3 : G_MAXINT, &integer, error))
            return false;
        *(int *)at = (int)integer;
    } else {
        if (!strict_json_opt_int(object, m->name, -(G_GINT64_CONSTANT(1) << 53), G_GINT64_CONSTANT(1) << 53, &integer, error))
            return false;
        *(gint64 *)at = integer;
    }
    return true;
}

static bool member_read(const struct member *m, const cJSON *object, void *record, GError **error)
{
    char *at = (char *)record + m->offset;
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, m->name);
    g_autofree char *text = NULL;
    if (!value || cJSON_IsNull(value)) {
        if (!m->required)
            return true;
        g_set_error(error, PROTOCOL_ERROR, PROTOCOL_ERROR_FIELD, "\"%s\" is missing", m->name);
        return false;
    }
    switch (m->type) {
    case MEMBER_STRING:
        if (!cJSON_IsString(value))
            return wrong_type(m, "a string", error);
        *(char **)(void *)at = g_strdup(value->valuestring);
        return true;
    case MEMBER_INT:
    case MEMBER_TIER:
    case MEMBER_INT64:
    case MEMBER_REAL:
    case MEMBER_BOOL:
        return number_read(m, object, at, error);
    case MEMBER_STRINGS:
        return strings_read(m, value, (char ***)(void *)at, error);
    case MEMBER_JSON:
        if (!cJSON_IsObject(value))
            return wrong_type(m, "an object", error);
        *(char **)(void *)at = strict_json_print(value);
        return true;
    case MEMBER_ARRAY:
        if (!cJSON_IsArray(value))
            return wrong_type(m, "an array", error);
        *(char **)(void *)at = strict_json_print(value);
        return true;
    case MEMBER_ACTION:
        text = strict_json_print(value);
        *(action **)(void *)at = action_from_json(text, strlen(text), error);
        return *(action **)(void *)at != NULL;
    case MEMBER_TIMELINE:
        text = strict_json_print(value);
        *(timeline **)(void *)at = timeline_from_json(text, strlen(text), error);
        return *(timeline **)(void *)at != NULL;
    case MEMBER_TARGET:
        return target_read(value, (struct event_target **)(void *)at, error);
    }
    g_assert_not_reached();
}

/* A misspelt member would be taken for one that is left out: what gives leave must say it in words that are known. (What stops
 * or narrows is obeyed whatever else is said.) */
static bool is_understood(enum command_kind is, const cJSON *object, GError **error)
{
    const struct kind *kind = &command_kinds[is];
    for (const cJSON *m = object->child; m && is == COMMAND_GRANT; m = m->next) {
        bool known = g_str_equal(m->string, "command");
        for (gsize i = 0; i < kind->n_members; i++)
            known |= g_str_equal(m->string, kind->members[i].name);
        if (known)
            continue;
        g_autofree char *shown = g_utf8_substring(m->string, 0, MIN(g_utf8_strlen(m->string, -1), 40));
        g_set_error(error, PROTOCOL_ERROR, PROTOCOL_ERROR_FIELD, "%s: it has no \"%s\"", kind->name, shown);
        return false;
    }
    return true;
}

static bool record_read(const struct kind *kind, const cJSON *object, void *record, GError **error)
{
    for (gsize i = 0; i < kind->n_members; i++) {
        if (!member_read(&kind->members[i], object, record, error)) {
            g_prefix_error(error, "%s: ", kind->name);
            return false;
        }
    }
    return true;
}

static cJSON *record_parse(const char *line, gsize length, const char *tag, const char **ret_name, GError **error)
{
    g_autoptr(cJSON) object = strict_json_parse(line, length, STRICT_JSON_LINE, error);
    if (!object)
        return NULL;
    if (!cJSON_IsObject(object)) {
        g_set_error(error, PROTOCOL_ERROR, PROTOCOL_ERROR_SYNTAX, "a line must be one JSON object with \"%s\"", tag);
        return NULL;
    }
    return strict_json_get_string(object, tag, ret_name, error) ? g_steal_pointer(&object) : NULL;
}

event *event_from_json(const char *line, gsize length, GError **error)
{
    const char *name;
    g_autoptr(cJSON) object = record_parse(line, length, "event", &name, error);
    if (!object)
        return NULL;
    for (int kind = 0; kind < EVENT_UNKNOWN; kind++) {
        if (!g_str_equal(event_kinds[kind].name, name))
            continue;
        g_autoptr(event) e = event_new((enum event_kind)kind);
        return record_read(&event_kinds[kind], object, e, error) ? g_steal_pointer(&e) : NULL;
    }
    return event_new(EVENT_UNKNOWN);
}

command *command_from_json(const char *line, gsize length, GError **error)
{
    const char *name;
    g_autoptr(cJSON) object = record_parse(line, length, "command", &name, error);
    if (!object)
        return NULL;
    for (int kind = 0; kind < COMMAND_COUNT; kind++) {
        if (!g_str_equal(command_kinds[kind].name, name))
            continue;
        g_autoptr(command) c = command_new((enum command_kind)kind);
        bool ok = is_understood(c->kind, object, error) && record_read(&command_kinds[kind], object, c, error);
        return ok ? g_steal_pointer(&c) : NULL;
    }
    g_autofree char *shown = g_utf8_substring(name, 0, MIN(g_utf8_strlen(name, -1), 40));
    g_set_error(error, PROTOCOL_ERROR, PROTOCOL_ERROR_UNKNOWN,
                "no command \"%s\" (approve, edit, reject, pause, resume, stop, …: reins(1), PROTOCOL)", shown);
    return NULL;
}
