/* What the store keeps as JSON, as far as the memory screen reads it. */

#include "config/strict_json.h"
#include "tui/past/past_story.h"

#include <string.h>

static cJSON *parse(const char *json)
{
    return json ? strict_json_parse(json, strlen(json), 64 * STRICT_JSON_LINE, NULL) : NULL;
}

char *past_json_text(const char *json, const char *member)
{
    return strict_json_string_in(json, 64 * STRICT_JSON_LINE, member);
}

char *past_json_texts(const char *json)
{
    g_autoptr(cJSON) tree = parse(json);
    GString *out = g_string_new(NULL);
    const cJSON *item;
    cJSON_ArrayForEach(item, tree)
    {
        if (cJSON_IsString(item))
            g_string_append_printf(out, "%s%s", out->len ? " | " : "", item->valuestring);
    }
    return g_string_free(out, FALSE);
}

GArray *past_json_fired(const char *json)
{
    GArray *events = g_array_new(FALSE, FALSE, sizeof(struct past_fired));
    g_autoptr(cJSON) tree = parse(json);
    const cJSON *item;
    cJSON_ArrayForEach(item, tree)
    {
        struct past_fired f = {.turn = -1};
        if (cJSON_IsObject(item) && strict_json_get_int(item, "index", 0, G_MAXINT, &f.index, NULL) &&
            strict_json_get_int(item, "at_ms", 0, G_MAXINT, &f.at_ms, NULL) &&
            strict_json_opt_int(item, "late_us", -G_MAXINT, G_MAXINT, &f.late_us, NULL) &&
            strict_json_opt_int(item, "turn", 0, G_MAXINT, &f.turn, NULL))
            g_array_append_val(events, f);
    }
    return events;
}

bool past_json_target(const char *json, int *ret_x, int *ret_y)
{
    g_autoptr(cJSON) tree = parse(json);
    gint64 x = -1, y = -1;
    if (!cJSON_IsObject(tree) || !strict_json_get_int(tree, "x", -1, G_MAXINT, &x, NULL) ||
        !strict_json_get_int(tree, "y", -1, G_MAXINT, &y, NULL) || x < 0 || y < 0)
        return false;
    *ret_x = (int)x;
    *ret_y = (int)y;
    return true;
}

char *past_json_why(const char *json)
{
    g_autoptr(cJSON) tree = parse(json);
    GString *out = g_string_new(NULL);
    const cJSON *item;
    cJSON_ArrayForEach(item, tree)
    {
        if (item->string && cJSON_IsNumber(item))
            g_string_append_printf(out, "%s%s %.2f", out->len ? ", " : "", item->string, item->valuedouble);
    }
    return g_string_free(out, FALSE);
}

static void add_member(GString *out, const char *name, const cJSON *object, const char *member)
{
    const char *text = NULL;
    if (strict_json_opt_string(object, member, &text, NULL) && text && *text)
        g_string_append_printf(out, "[%s]\n%s\n", name, text);
}

/* Of a provider's computer tool: the turns before this one, and what their calls were answered. */
static void add_turns(GString *out, const cJSON *turns)
{
    const cJSON *turn, *answer;
    cJSON_ArrayForEach(turn, turns)
    {
        add_member(out, "turn", turn, "told");
        cJSON_ArrayForEach(answer, cJSON_GetObjectItemCaseSensitive(turn, "answers")) add_member(out, "answer", answer, "text");
        add_member(out, "note", turn, "note");
    }
}

char *past_json_prompt(const char *prompt)
{
    g_autoptr(cJSON) tree = parse(prompt);
    if (!cJSON_IsObject(tree))
        return g_strdup(prompt ? prompt : "");
    GString *out = g_string_new(NULL);
    static const char *const parts[] = {"system", "user"};
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
        const char *text = NULL;
        if (strict_json_opt_string(tree, parts[i], &text, NULL) && text && *text)
            g_string_append_printf(out, "[%s]\n%s\n", parts[i], text);
    }
    add_turns(out, cJSON_GetObjectItemCaseSensitive(tree, "turns"));
    const cJSON *image, *images = cJSON_GetObjectItemCaseSensitive(tree, "images");
    cJSON_ArrayForEach(image, images)
    {
        const char *frame = NULL, *note = NULL;
        if (strict_json_opt_string(image, "frame", &frame, NULL) && strict_json_opt_string(image, "note", &note, NULL))
            g_string_append_printf(out, "[image %.12s] %s\n", frame ? frame : "", note ? note : "");
    }
    return g_string_free(out, FALSE);
}
