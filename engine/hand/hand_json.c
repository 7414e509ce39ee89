/* The hand's messages as JSON: {"request":"fire",…} one way, {"answer":"finished",…} the other. */

#include "engine/hand/hand.h"

#include "config/strict_json.h"
#include "engine/eye/parts_json.h"
#include "engine/hand/gesture.h"

#define COORDINATE_MAX 65535
#define WINDOW_MAX 0xffffffffLL
#define NAMES_MAX 300

static const char *const request_names[] = {
    [HAND_FIRE] = "fire",       [HAND_RELEASE] = "release", [HAND_ABORT] = "abort", [HAND_OWN] = "own",
    [HAND_PREPARE] = "prepare", [HAND_TURN] = "turn",       [HAND_PULSE] = "pulse", [HAND_WATCH] = "watch"};
G_STATIC_ASSERT(G_N_ELEMENTS(request_names) == HAND_REQUEST_COUNT);

static const char *const answer_names[] = {
    [HAND_READY] = "ready",       [HAND_STARTED] = "started", [HAND_HELD] = "held",     [HAND_FINISHED] = "finished",
    [HAND_RELEASED] = "released", [HAND_FAILED] = "failed",   [HAND_LOST] = "lost",     [HAND_PERSON] = "person",
    [HAND_TURNED] = "turned",     [HAND_PULSED] = "pulse",    [HAND_LET_GO] = "let_go", [HAND_GESTURE] = "gesture",
};
G_STATIC_ASSERT(G_N_ELEMENTS(answer_names) == HAND_ANSWER_COUNT);

static const char *const give_back_names[] = {
    [HAND_GIVE_BACK_AUTO] = "auto", [HAND_GIVE_BACK_ALWAYS] = "always", [HAND_GIVE_BACK_NEVER] = "never"};
G_STATIC_ASSERT(G_N_ELEMENTS(give_back_names) == HAND_GIVE_BACK_COUNT);

static const char *const status_names[] = {
    [HAND_DONE] = "done",       [HAND_ABORTED] = "aborted", [HAND_STALE] = "stale",
    [HAND_EXPIRED] = "expired", [HAND_REFUSED] = "refused", [HAND_DIVERTED] = "diverted",
};

GQuark hand_error_quark(void)
{
    return g_quark_from_static_string("reins-hand");
}

void hand_request_free(hand_request *r)
{
    if (!r)
        return;
    g_free(r->fire.digest);
    g_strfreev(r->fire.paste_keys);
    timeline_free(r->fire.timeline);
    hand_guard_clear(&r->fire.guard);
    g_free(r->frame);
    g_free(r->shared);
    g_free(r->reason);
    g_clear_pointer(&r->pids, g_array_unref);
    g_free(r);
}

void hand_guard_clear(struct hand_guard *g)
{
    g_clear_pointer(&g->frame, g_free);
    g_clear_pointer(&g->shared, g_free);
    g_clear_pointer(&g->windows, g_ptr_array_unref);
    screen_match_rules_clear(&g->rules);
}

void hand_answer_free(hand_answer *a)
{
    if (!a)
        return;
    g_free(a->reason);
    g_free(a->fired_json);
    g_strfreev(a->keys);
    g_strfreev(a->buttons);
    g_clear_pointer(&a->left_ms, g_array_unref);
    g_free(a->text);
    gesture_forget(a->gesture);
    g_free(a);
}

/* Adds JSON text that is known to be sound; nothing when it is NULL or not JSON. */
static void add_json(cJSON *object, const char *key, const char *text)
{
    cJSON *value = text ? cJSON_Parse(text) : NULL;
    if (value)
        cJSON_AddItemToObject(object, key, value);
}

static void add_int(cJSON *object, const char *key, gint64 value)
{
    cJSON_AddNumberToObject(object, key, (double)value);
}

static cJSON *guard_to_json(const struct hand_guard *g)
{
    cJSON *object = cJSON_CreateObject();
    strict_json_add_text(object, "frame", g->frame);
    strict_json_add_text(object, "shared", g->shared);
    parts_add_rules(object, "rules", &g->rules);
    if (g->windows)
        parts_add_windows(object, "windows", g->windows);
    add_int(object, "window", g->window);
    add_int(object, "focus", g->focus);
    add_int(object, "focus_window", g->focus_window);
    if (g->focus_kept)
        cJSON_AddTrueToObject(object, "focus_kept");
    if (g->works)
        cJSON_AddTrueToObject(object, "works");
    if (g->driven)
        cJSON_AddTrueToObject(object, "driven");
    if (g->unseen)
        cJSON_AddTrueToObject(object, "unseen");
    if (g->tips)
        cJSON_AddTrueToObject(object, "tips");
    if (g->pointer_bound) {
        add_int(object, "pointer_x", g->pointer_x);
        add_int(object, "pointer_y", g->pointer_y);
    }
    return object;
}

static void own_to_json(cJSON *object, const struct hand_own *own)
{
    cJSON *array = cJSON_AddArrayToObject(object, "terminals");
    for (int i = 0; i < own->n; i++) {
        const struct own_terminal *t = &own->terminals[i];
        cJSON *terminal = cJSON_CreateObject();
        add_int(terminal, "window", t->window);
        if (t->title[0])
            cJSON_AddStringToObject(terminal, "title", t->title);
        cJSON *pids = cJSON_AddArrayToObject(terminal, "pids");
        for (int j = 0; j < t->n_pids; j++)
            cJSON_AddItemToArray(pids, cJSON_CreateNumber(t->pids[j]));
        cJSON_AddItemToArray(array, terminal);
    }
}

static void add_names(cJSON *object, const char *key, char **names)
{
    cJSON *array = cJSON_AddArrayToObject(object, key);
    for (gsize i = 0; names && names[i]; i++)
        cJSON_AddItemToArray(array, cJSON_CreateString(names[i]));
}

static void watch_add(cJSON *object, const GArray *programs)
{
    cJSON_AddBoolToObject(object, "on", programs != NULL);
    cJSON *pids = cJSON_AddArrayToObject(object, "pids");
    for (guint i = 0; programs && i < programs->len; i++)
        cJSON_AddItemToArray(pids, cJSON_CreateNumber((double)g_array_index(programs, gint64, i)));
}

static bool watch_get(const cJSON *object, GArray **ret_pids, GError **error)
{
    bool on = false;
    const cJSON *list = strict_json_get_array(object, "pids", error), *item;
    if (!list || !strict_json_opt_bool(object, "on", &on, error))
        return false;
    g_autoptr(GArray) pids = g_array_new(FALSE, FALSE, sizeof(gint64));
    cJSON_ArrayForEach(item, list)
    {
        gint64 pid =
            cJSON_IsNumber(item) && item->valuedouble >= 1 && item->valuedouble <= G_MAXINT32 ? (gint64)item->valuedouble : 0;
        if (!pid || pids->len >= NAMES_MAX) { /* a list that is cut to nothing would stand for all windows */
            g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED, "\"pids\" must be at most %d processes", NAMES_MAX);
            return false;
        }
        g_array_append_val(pids, pid);
    }
    *ret_pids = on ? g_steal_pointer(&pids) : NULL;
    return true;
}

static void gesture_add(cJSON *object, const struct gesture *g)
{
    cJSON_AddStringToObject(object, "kind", gesture_kind_name(g->kind));
    add_int(object, "button", g->button);
    add_int(object, "x", g->x);
    add_int(object, "y", g->y);
    add_int(object, "to_x", g->to_x);
    add_int(object, "to_y", g->to_y);
    add_int(object, "count", g->count);
    cJSON_AddBoolToObject(object, "rested", g->rested);
    add_int(object, "began_us", g->began_us);
    add_int(object, "ended_us", g->ended_us);
    strict_json_add_text(object, "text", g->text);
}

char *hand_request_to_json(const hand_request *r)
{
    g_autoptr(cJSON) object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "request", request_names[r->kind]);
    if (r->kind == HAND_FIRE) {
        g_autofree char *events = r->fire.timeline ? timeline_to_json(r->fire.timeline) : NULL;
        add_int(object, "id", r->fire.id);
        strict_json_add_text(object, "digest", r->fire.digest);
        add_json(object, "timeline", events);
        cJSON_AddItemToObject(object, "guard", guard_to_json(&r->fire.guard));
        add_int(object, "target_window", r->fire.target_window);
        add_int(object, "approval_ms", r->fire.approval_ms);
        add_int(object, "max_hold_ms", r->fire.max_hold_ms);
        cJSON_AddStringToObject(object, "give_back", give_back_names[r->fire.give_back]);
        add_int(object, "clipboard", r->fire.clipboard);
        add_names(object, "paste_keys", r->fire.paste_keys);
    } else if (r->kind == HAND_TURN) {
        g_autofree char *events = r->fire.timeline ? timeline_to_json(r->fire.timeline) : NULL;
        add_int(object, "id", r->fire.id);
        add_int(object, "turn", r->turn);
        add_json(object, "timeline", events ? events : "[]");
        cJSON_AddBoolToObject(object, "done", r->done);
        strict_json_add_text(object, "reason", r->reason);
    } else if (r->kind == HAND_PULSE) {
        add_int(object, "id", r->pulse);
    } else if (r->kind == HAND_OWN) {
        own_to_json(object, &r->own);
    } else if (r->kind == HAND_WATCH) {
        watch_add(object, r->pids);
    } else if (r->kind == HAND_PREPARE) {
        strict_json_add_text(object, "frame", r->frame);
        strict_json_add_text(object, "shared", r->shared);
    }
    return strict_json_print(object);
}

static bool guard_from_json(const cJSON *object, struct hand_guard *g, GError **error)
{
    g->pointer_bound = cJSON_HasObjectItem(object, "pointer_x");
    return strict_json_copy_string(object, "frame", &g->frame, error) &&
           strict_json_copy_string(object, "shared", &g->shared, error) && parts_get_rules(object, "rules", &g->rules, error) &&
           parts_get_windows(object, "windows", &g->windows, error) &&
           strict_json_opt_int(object, "window", 0, WINDOW_MAX, &g->window, error) &&
           strict_json_opt_int(object, "focus", 0, WINDOW_MAX, &g->focus, error) &&
           strict_json_opt_int(object, "focus_window", 0, WINDOW_MAX, &g->focus_window, error) &&
           strict_json_opt_bool(object, "focus_kept", &g->focus_kept, error) &&
           strict_json_opt_bool(object, "works", &g->works, error) && strict_json_opt_bool(object, "driven", &g->driven, error) &&
           strict_json_opt_bool(object, "unseen", &g->unseen, error) && strict_json_opt_bool(object, "tips", &g->tips, error) &&
           strict_json_opt_small(object, "pointer_x", 0, COORDINATE_MAX, &g->pointer_x, error) &&
           strict_json_opt_small(object, "pointer_y", 0, COORDINATE_MAX, &g->pointer_y, error);
}

/* Index of a name in a table; -1 with error. */
static int name_index(const char *name, const char *const *names, gsize n, const char *what, GError **error)
{
    for (gsize i = 0; i < n; i++) {
        if (g_str_equal(names[i], name))
            return (int)i;
    }
    g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED, "\"%.40s\" is no known %s of the hand", name, what);
    return -1;
}

static bool give_back_from_json(const cJSON *object, enum hand_give_back *ret, GError **error)
{
    g_autofree char *name = NULL;
    if (!strict_json_copy_string(object, "give_back", &name, error))
        return false;
    int index = name ? name_index(name, give_back_names, G_N_ELEMENTS(give_back_names), "way of giving back", error) : 0;
    *ret = (enum hand_give_back)MAX(index, 0);
    return index >= 0;
}

static bool terminal_from_json(const cJSON *item, struct own_terminal *t, GError **error)
{
    const cJSON *pids = cJSON_IsObject(item) ? strict_json_get_array(item, "pids", error) : NULL;
    g_autofree char *title = NULL;
    if (!pids || !strict_json_opt_int(item, "window", 0, WINDOW_MAX, &t->window, error) ||
        !strict_json_copy_string(item, "title", &title, error))
        return false;
    if (title && g_strlcpy(t->title, title, sizeof t->title) >= sizeof t->title)
        return false;
    const cJSON *pid;
    cJSON_ArrayForEach(pid, pids)
    {
        if (!cJSON_IsNumber(pid) || pid->valuedouble < 1 || pid->valuedouble > G_MAXINT32 || t->n_pids == OWN_PIDS_MAX)
            return false;
        t->pids[t->n_pids++] = (int)pid->valuedouble;
    }
    return true;
}

static bool own_from_json(const cJSON *object, struct hand_own *own, GError **error)
{
    const cJSON *array = strict_json_get_array(object, "terminals", error);
    if (!array)
        return false;
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        if (own->n == OWN_TERMINALS_MAX || !terminal_from_json(item, &own->terminals[own->n++], error)) {
            if (error && !*error)
                g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED,
                            "\"terminals\" must be at most %d objects with \"window\" and at most %d \"pids\"", OWN_TERMINALS_MAX,
                            OWN_PIDS_MAX);
            return false;
        }
    }
    return true;
}

static bool paste_keys_from_json(const cJSON *object, char ***ret, GError **error)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(object, "paste_keys");
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (const cJSON *item = list ? list->child : NULL; item; item = item->next) {
        if (!cJSON_IsString(item) || names->len == PASTE_KEYS_MAX) {
            g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED, "paste_keys has a key that is no name, or more than %d",
                        PASTE_KEYS_MAX);
            return false;
        }
        g_ptr_array_add(names, g_strdup(item->valuestring));
    }
    g_ptr_array_add(names, NULL);
    *ret = (char **)g_ptr_array_free(g_steal_pointer(&names), FALSE);
    return true;
}

static bool fire_from_json(const cJSON *object, struct hand_fire *fire, GError **error)
{
    gint64 id = 0, approval_ms = 0;
    const char *digest = NULL;
    const cJSON *events = strict_json_get_array(object, "timeline", error);
    const cJSON *guard = events ? strict_json_get_object(object, "guard", error) : NULL;
    if (!guard || !strict_json_get_int(object, "id", 0, G_MAXINT, &id, error) ||
        !strict_json_get_string(object, "digest", &digest, error) ||
        !strict_json_get_int(object, "approval_ms", 0, G_MAXINT, &approval_ms, error) ||
        !strict_json_get_int(object, "max_hold_ms", 1, G_MAXINT, &fire->max_hold_ms, error) ||
        !strict_json_opt_int(object, "target_window", 0, WINDOW_MAX, &fire->target_window, error) ||
        !guard_from_json(guard, &fire->guard, error) || !give_back_from_json(object, &fire->give_back, error) ||
        !strict_json_opt_int(object, "clipboard", 0, WINDOW_MAX, &fire->clipboard, error) ||
        !paste_keys_from_json(object, &fire->paste_keys, error))
        return false;
    fire->id = (int)id;
    fire->approval_ms = (int)approval_ms;
    fire->digest = g_strdup(digest);
    g_autofree char *text = strict_json_print(events);
    fire->timeline = timeline_from_json(text, strlen(text), error);
    return fire->timeline != NULL;
}

static bool turn_from_json(const cJSON *object, hand_request *r, GError **error)
{
    gint64 id = 0, turn = 0;
    const cJSON *events = strict_json_get_array(object, "timeline", error);
    if (!events || !strict_json_get_int(object, "id", 0, G_MAXINT, &id, error) ||
        !strict_json_get_int(object, "turn", 1, G_MAXINT, &turn, error) ||
        !strict_json_opt_bool(object, "done", &r->done, error) || !strict_json_copy_string(object, "reason", &r->reason, error))
        return false;
    r->fire.id = (int)id;
    r->turn = (int)turn;
    g_autofree char *text = strict_json_print(events);
    r->fire.timeline = timeline_from_json(text, strlen(text), error);
    return r->fire.timeline != NULL;
}

static cJSON *parse_object(const char *line, gsize length, GError **error)
{
    g_autoptr(cJSON) object = strict_json_parse(line, length, STRICT_JSON_LINE, error);
    if (!object)
        return NULL;
    if (cJSON_IsObject(object))
        return g_steal_pointer(&object);
    g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED, "a message of the hand must be a JSON object");
    return NULL;
}

hand_request *hand_request_from_json(const char *line, gsize length, GError **error)
{
    g_autoptr(cJSON) object = parse_object(line, length, error);
    const char *name = NULL;
    if (!object || !strict_json_get_string(object, "request", &name, error))
        return NULL;
    int kind = name_index(name, request_names, G_N_ELEMENTS(request_names), "request", error);
    if (kind < 0)
        return NULL;
    g_autoptr(hand_request) r = g_new0(hand_request, 1);
    r->kind = (enum hand_request_kind)kind;
    if (r->kind == HAND_FIRE && !fire_from_json(object, &r->fire, error))
        return NULL;
    if (r->kind == HAND_TURN && !turn_from_json(object, r, error))
        return NULL;
    if (r->kind == HAND_OWN && !own_from_json(object, &r->own, error))
        return NULL;
    if (r->kind == HAND_PREPARE && (!strict_json_copy_string(object, "frame", &r->frame, error) ||
                                    !strict_json_copy_string(object, "shared", &r->shared, error)))
        return NULL;
    if (r->kind == HAND_WATCH && !watch_get(object, &r->pids, error))
        return NULL;
    gint64 pulse = 0;
    if (r->kind == HAND_PULSE && !strict_json_get_int(object, "id", 0, G_MAXINT, &pulse, error))
        return NULL;
    r->pulse = (int)pulse;
    return g_steal_pointer(&r);
}

static bool names_are_told(enum hand_answer_kind kind)
{
    return kind == HAND_READY || kind == HAND_HELD || kind == HAND_LET_GO;
}

char *hand_answer_to_json(const hand_answer *a)
{
    g_autoptr(cJSON) object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "answer", answer_names[a->kind]);
    if (a->kind == HAND_STARTED || a->kind == HAND_FINISHED) {
        add_int(object, "id", a->id);
        cJSON_AddNumberToObject(object, "match", a->match);
    }
    if (a->kind == HAND_FINISHED) {
        cJSON_AddStringToObject(object, "status", status_names[a->status]);
        cJSON_AddStringToObject(object, "reason", a->reason ? a->reason : "");
        add_json(object, "fired", a->fired_json ? a->fired_json : "[]");
        if (a->untouched)
            cJSON_AddBoolToObject(object, "untouched", true);
        if (a->follows.width)
            parts_add_area(object, "follows", &a->follows);
        if (a->pointer.width)
            parts_add_area(object, "pointer", &a->pointer);
    }
    if (a->kind == HAND_TURNED) {
        add_int(object, "id", a->id);
        add_int(object, "turn", a->turn);
        add_int(object, "events", a->events);
        add_int(object, "ms", a->ms);
        add_json(object, "fired", a->fired_json ? a->fired_json : "[]");
    }
    if (a->kind == HAND_PULSED)
        add_int(object, "id", a->id);
    if (names_are_told(a->kind)) {
        add_names(object, "keys", a->keys);
        add_names(object, "buttons", a->buttons);
    }
    if (a->left_ms) {
        cJSON *left = cJSON_AddArrayToObject(object, "left_ms");
        for (guint i = 0; i < a->left_ms->len; i++)
            cJSON_AddItemToArray(left, cJSON_CreateNumber((double)g_array_index(a->left_ms, gint64, i)));
    }
    if (a->kind == HAND_GESTURE)
        gesture_add(object, a->gesture);
    else
        strict_json_add_text(object, "text", a->text);
    return strict_json_print(object);
}

static bool get_names(const cJSON *object, const char *key, char ***ret_names, GError **error)
{
    const cJSON *array = strict_json_get_array(object, key, error);
    if (!array)
        return false;
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        if (!cJSON_IsString(item) || names->len >= NAMES_MAX) {
            g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED, "\"%s\" must be an array of at most %d strings", key, NAMES_MAX);
            return false;
        }
        g_ptr_array_add(names, g_strdup(item->valuestring));
    }
    g_ptr_array_add(names, NULL);
    *ret_names = (char **)g_ptr_array_steal(names, NULL);
    return true;
}

/* One number for each of the names; that of a hold which lasts as long as may be is that of max_hold_s. */
static bool left_from_json(const cJSON *object, hand_answer *a, GError **error)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(object, "left_ms"), *item;
    if (!array)
        return true;
    guint names = g_strv_length(a->keys) + g_strv_length(a->buttons);
    a->left_ms = g_array_new(FALSE, FALSE, sizeof(gint64));
    cJSON_ArrayForEach(item, array)
    {
        gint64 ms =
            cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble <= G_MAXINT ? (gint64)item->valuedouble : -1;
        if (ms < 0 || a->left_ms->len >= names)
            break;
        g_array_append_val(a->left_ms, ms);
    }
    if (cJSON_IsArray(array) && cJSON_GetArraySize(array) == (int)names && a->left_ms->len == names)
        return true;
    g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED, "\"left_ms\" must be an array of %u times in ms", names);
    return false;
}

static bool finished_from_json(const cJSON *object, hand_answer *a, GError **error)
{
    const char *status = NULL;
    const cJSON *fired = strict_json_get_array(object, "fired", error);
    if (!fired || !strict_json_get_string(object, "status", &status, error))
        return false;
    int index = name_index(status, status_names, G_N_ELEMENTS(status_names), "status", error);
    if (index < 0 || !strict_json_copy_string(object, "reason", &a->reason, error) ||
        !strict_json_opt_bool(object, "untouched", &a->untouched, error) ||
        !parts_get_area(object, "follows", &a->follows, error) || !parts_get_area(object, "pointer", &a->pointer, error))
        return false;
    a->status = (enum hand_status)index;
    a->fired_json = strict_json_print(fired);
    return true;
}

static bool turned_from_json(const cJSON *object, hand_answer *a, GError **error)
{
    gint64 turn = 0, events = 0;
    const cJSON *fired = strict_json_get_array(object, "fired", error);
    if (!fired || !strict_json_get_int(object, "turn", 0, G_MAXINT, &turn, error) ||
        !strict_json_get_int(object, "events", 0, G_MAXINT, &events, error) ||
        !strict_json_get_int(object, "ms", 0, G_MAXINT, &a->ms, error))
        return false;
    a->turn = (int)turn;
    a->events = (int)events;
    a->fired_json = strict_json_print(fired);
    return true;
}

static bool gesture_get(const cJSON *object, struct gesture *g, GError **error)
{
    const char *kind = NULL;
    if (!strict_json_get_string(object, "kind", &kind, error) ||
        !strict_json_opt_small(object, "button", 0, 3, &g->button, error) ||
        !strict_json_opt_small(object, "x", 0, COORDINATE_MAX, &g->x, error) ||
        !strict_json_opt_small(object, "y", 0, COORDINATE_MAX, &g->y, error) ||
        !strict_json_opt_small(object, "to_x", 0, COORDINATE_MAX, &g->to_x, error) ||
        !strict_json_opt_small(object, "to_y", 0, COORDINATE_MAX, &g->to_y, error) ||
        !strict_json_opt_small(object, "count", -COORDINATE_MAX, COORDINATE_MAX, &g->count, error) ||
        !strict_json_opt_bool(object, "rested", &g->rested, error) ||
        !strict_json_opt_int(object, "began_us", 0, G_MAXINT64, &g->began_us, error) ||
        !strict_json_opt_int(object, "ended_us", 0, G_MAXINT64, &g->ended_us, error))
        return false;
    const char *names[GESTURE_KIND_COUNT];
    for (int i = 0; i < GESTURE_KIND_COUNT; i++)
        names[i] = gesture_kind_name((enum gesture_kind)i);
    int index = name_index(kind, names, GESTURE_KIND_COUNT, "gesture", error);
    g->kind = (enum gesture_kind)MAX(index, 0);
    return index >= 0 && strict_json_copy_string(object, "text", &g->text, error);
}

hand_answer *hand_answer_from_json(const char *line, gsize length, GError **error)
{
    g_autoptr(cJSON) object = parse_object(line, length, error);
    const char *name = NULL;
    if (!object || !strict_json_get_string(object, "answer", &name, error))
        return NULL;
    int kind = name_index(name, answer_names, G_N_ELEMENTS(answer_names), "answer", error);
    if (kind < 0)
        return NULL;
    g_autoptr(hand_answer) a = g_new0(hand_answer, 1);
    a->kind = (enum hand_answer_kind)kind;
    a->match = -1;
    gint64 id = 0;
    if (!strict_json_opt_int(object, "id", 0, G_MAXINT, &id, error) || !strict_json_opt_real(object, "match", &a->match, error) ||
        (a->kind != HAND_GESTURE && !strict_json_copy_string(object, "text", &a->text, error)))
        return NULL;
    a->id = (int)id;
    if (a->kind == HAND_GESTURE && !gesture_get(object, a->gesture = g_new0(struct gesture, 1), error))
        return NULL;
    if (a->kind == HAND_FINISHED && !finished_from_json(object, a, error))
        return NULL;
    if (a->kind == HAND_TURNED && !turned_from_json(object, a, error))
        return NULL;
    if (names_are_told(a->kind) && (!get_names(object, "keys", &a->keys, error) ||
                                    !get_names(object, "buttons", &a->buttons, error) || !left_from_json(object, a, error)))
        return NULL;
    return g_steal_pointer(&a);
}
