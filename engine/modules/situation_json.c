/* The situation as JSON: what a scripted brain is given. */

#include "engine/modules/values.h"

#include "engine/modules/prompt.h"
#include "config/strict_json.h"
#include "engine/eye/eye.h"
#include "skills/timeline/screen.h"

#include <string.h>

static void add_text(cJSON *object, const char *name, const char *text)
{
    cJSON_AddStringToObject(object, name, text ? text : "");
}

/* A text of ours that is JSON already; takes it. */
static void add_json(cJSON *object, const char *name, char *text_take)
{
    g_autofree char *text = text_take;
    cJSON *value = text ? cJSON_Parse(text) : NULL;
    cJSON_AddItemToObject(object, name, value ? value : cJSON_CreateNull());
}

static void add_texts(cJSON *object, const char *name, const GPtrArray *texts)
{
    cJSON *array = cJSON_AddArrayToObject(object, name);
    for (guint i = 0; texts && i < texts->len; i++)
        cJSON_AddItemToArray(array, cJSON_CreateString(g_ptr_array_index(texts, i)));
}

static void add_output(cJSON *object, const char *name, const form_output *out)
{
    if (out)
        add_json(object, name, form_output_json(out));
}

static void add_screen(cJSON *root, const screen *look)
{
    cJSON *text = cJSON_AddObjectToObject(root, "text");
    if (!look)
        return;
    add_json(root, "screen", screen_to_json(look));
    if (look->state)
        add_json(root, "state", g_strdup(look->state));
    for (guint i = 0; i < look->words->len; i++) {
        const char *region = g_array_index(look->words, struct screen_word, i).region;
        if (!region || cJSON_GetObjectItemCaseSensitive(text, region))
            continue;
        g_autofree char *words = screen_text(look, region);
        cJSON_AddStringToObject(text, region, words);
    }
}

static void add_windows(cJSON *root, const eye_observation *o)
{
    cJSON *windows = cJSON_AddArrayToObject(root, "windows");
    for (guint i = 0; o->windows && i < o->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(o->windows, i);
        cJSON *one = cJSON_CreateObject();
        add_text(one, "title", w->title);
        add_text(one, "class", w->class);
        cJSON_AddNumberToObject(one, "x", w->x);
        cJSON_AddNumberToObject(one, "y", w->y);
        cJSON_AddNumberToObject(one, "width", w->width);
        cJSON_AddNumberToObject(one, "height", w->height);
        cJSON_AddBoolToObject(one, "target", w->id == o->target);
        cJSON_AddBoolToObject(one, "focus", w->id == o->focus);
        cJSON_AddItemToArray(windows, one);
    }
}

static cJSON *past_json(const struct situation_past *p)
{
    cJSON *one = cJSON_CreateObject();
    cJSON_AddNumberToObject(one, "step", (double)p->step);
    add_text(one, "description", p->description);
    add_text(one, "subtask", p->subtask);
    if (p->action)
        add_json(one, "action", action_to_json(p->action));
    add_text(one, "verdict", p->verdict);
    add_text(one, "person", p->person);
    add_text(one, "effect", p->effect);
    add_text(one, "success", p->success);
    add_text(one, "cause", p->cause);
    return one;
}

static void add_past(cJSON *root, const GPtrArray *past)
{
    cJSON *array = cJSON_AddArrayToObject(root, "past");
    for (guint i = 0; past && i < past->len; i++)
        cJSON_AddItemToArray(array, past_json(g_ptr_array_index(past, i)));
}

static void add_observation(cJSON *root, const eye_observation *o)
{
    if (!o)
        return;
    cJSON *frame = cJSON_AddObjectToObject(root, "frame");
    cJSON_AddNumberToObject(frame, "width", o->frame.width);
    cJSON_AddNumberToObject(frame, "height", o->frame.height);
    cJSON_AddBoolToObject(root, "settled", o->settled);
    cJSON_AddBoolToObject(root, "changed", o->changed);
    add_windows(root, o);
}

/* The agent's own: as JSON where it has given that, else as text; stronger than what every agent has. */
static void add_own(cJSON *root, const situation *s)
{
    GHashTableIter iter;
    gpointer name, text;
    for (const char *const *n = s->names; n && *n; n++) {
        const char *own = s->own ? g_hash_table_lookup(s->own->texts, *n) : NULL;
        const char *json = s->own ? g_hash_table_lookup(s->own->json, *n) : NULL;
        cJSON_DeleteItemFromObjectCaseSensitive(root, *n);
        if (json)
            add_json(root, *n, g_strdup(json));
        else
            add_text(root, *n, own);
    }
    if (!s->own)
        return;
    g_hash_table_iter_init(&iter, s->own->json); /* of names that every agent has */
    while (g_hash_table_iter_next(&iter, &name, &text)) {
        cJSON_DeleteItemFromObjectCaseSensitive(root, name);
        if (!g_str_equal(text, "null"))
            add_json(root, name, g_strdup(text));
    }
}

void prompt_put_list(struct prompt_values *v, const char *name, const GPtrArray *texts, const char *separator)
{
    g_autoptr(cJSON) array = cJSON_CreateArray();
    GString *text = g_string_new(NULL);
    for (guint i = 0; texts && i < texts->len; i++) {
        g_autofree char *line = values_one_line(g_ptr_array_index(texts, i));
        g_string_append_printf(text, "%s%s", text->len ? separator : "", line);
        cJSON_AddItemToArray(array, cJSON_CreateString(g_ptr_array_index(texts, i)));
    }
    prompt_put(v, name, g_string_free(text, FALSE));
    prompt_put_json(v, name, strict_json_print(array));
}

static void add_raw(cJSON *array, char *json_take)
{
    g_autofree char *json = json_take;
    cJSON_AddItemToArray(array, cJSON_CreateRaw(json));
}

void prompt_put_outputs(struct prompt_values *v, const char *name, const GPtrArray *outputs)
{
    g_autoptr(cJSON) array = cJSON_CreateArray();
    for (guint i = 0; outputs && i < outputs->len; i++)
        add_raw(array, form_output_json(g_ptr_array_index(outputs, i)));
    prompt_put(v, name, NULL);
    prompt_put_json(v, name, strict_json_print(array));
}

char *situation_vars(const situation *s)
{
    g_autoptr(cJSON) root = cJSON_CreateObject();
    add_text(root, "task", s->task);
    cJSON_AddNumberToObject(root, "step", (double)s->step);
    add_text(root, "subtask", s->subtask);
    add_text(root, "summary", s->summary);
    add_text(root, "hint", s->hint);
    add_text(root, "trouble", s->trouble);
    add_texts(root, "held", s->held);
    add_texts(root, "lost", s->lost);
    cJSON_AddNumberToObject(root, "max_actions", MAX(s->max_actions, 1));
    cJSON_AddBoolToObject(root, "keyframe", s->aside != NULL);
    add_observation(root, s->observation);
    add_screen(root, s->observation ? s->observation->screen : NULL);
    add_past(root, s->past);
    for (guint m = 0; m < module_count(s->modules); m++)
        add_output(root, s->modules[m].form.name, s->said ? s->said[m] : NULL);
    if (s->library && s->skills)
        add_json(root, "skills", skill_library_describe(s->library, s->skills));
    else
        cJSON_AddArrayToObject(root, "skills");
    add_text(root, "skill_failures", s->failures);
    add_text(root, "recalled", s->recalled);
    add_text(root, "lessons", s->lessons);
    add_own(root, s);
    return strict_json_print(root);
}

char *situation_look_json(const eye_observation *o, const screen *read)
{
    g_autoptr(cJSON) root = cJSON_CreateObject();
    add_observation(root, o);
    add_screen(root, read);
    return strict_json_print(root);
}

char *situation_reward_json(const char *before, const char *after, const struct situation_past *past, const char *task)
{
    g_autoptr(cJSON) root = cJSON_CreateObject();
    cJSON *state = past_json(past);
    add_json(root, "before", g_strdup(before));
    add_json(root, "after", g_strdup(after));
    add_text(state, "task", task);
    cJSON_AddItemToObject(root, "state", state);
    return strict_json_print(root);
}

char *situation_vars_with(const char *vars, const char *name, const char *text)
{
    g_autoptr(cJSON) root = vars ? cJSON_Parse(vars) : NULL;
    if (!cJSON_IsObject(root)) {
        g_clear_pointer(&root, cJSON_Delete);
        root = cJSON_CreateObject();
    }
    cJSON_DeleteItemFromObjectCaseSensitive(root, name);
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    cJSON_AddStringToObject(root, name, valid);
    return strict_json_print(root);
}
