#include "engine/protocol/marks_event.h"

#include "config/strict_json.h"
#include "engine/picture/screen_match.h"

#include <string.h>

/* ---- writing ---- */

static cJSON *box_json(int x, int y, int width, int height)
{
    const int sides[] = {x, y, width, height};
    return cJSON_CreateIntArray(sides, G_N_ELEMENTS(sides));
}

static void add_text(cJSON *item, const char *key, const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    const char *end = valid;
    while (*end && g_utf8_next_char(end) - valid <= MARKS_EVENT_BYTES)
        end = g_utf8_next_char(end);
    valid[end - valid] = '\0';
    cJSON_AddStringToObject(item, key, valid);
}

static char *words_json(const screen *s)
{
    g_autoptr(cJSON) list = cJSON_CreateArray();
    for (guint i = 0; i < MIN(s->words->len, MARKS_EVENT_WORDS); i++) {
        const struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        cJSON *item = cJSON_CreateObject();
        add_text(item, "text", w->text);
        cJSON_AddItemToObject(item, "box", box_json(w->x, w->y, w->width, w->height));
        cJSON_AddNumberToObject(item, "confidence", (int)(CLAMP(w->confidence, 0, 1) * 100 + 0.5) / 100.0);
        cJSON_AddItemToArray(list, item);
    }
    return strict_json_print(list);
}

static char *marks_json(const screen *s)
{
    g_autoptr(cJSON) list = cJSON_CreateArray();
    for (guint i = 0; i < s->marks->len && cJSON_GetArraySize(list) < MARKS_EVENT_MARKS; i++) {
        const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        if (m->left_out)
            continue;
        cJSON *item = cJSON_CreateObject();
        cJSON_AddNumberToObject(item, "number", m->number);
        cJSON_AddItemToObject(item, "box", box_json(m->x, m->y, m->width, m->height));
        add_text(item, "text", m->text);
        add_text(item, "kind", m->kind);
        cJSON_AddItemToArray(list, item);
    }
    return strict_json_print(list);
}

event *marks_event_new(const char *frame, const screen *s)
{
    event *e = event_new(EVENT_MARKS);
    e->picture.frame = g_strdup(frame);
    e->marks.words = words_json(s);
    e->marks.marks = marks_json(s);
    return e;
}

char *marks_event_areas_json(const GArray *areas)
{
    g_autoptr(cJSON) list = cJSON_CreateArray();
    for (guint i = 0; i < areas->len; i++) {
        const struct area *a = &g_array_index(areas, struct area, i);
        cJSON_AddItemToArray(list, box_json(a->x, a->y, a->width, a->height));
    }
    return strict_json_print(list);
}

/* ---- reading ---- */

static bool box_read(const cJSON *box, struct area *ret_area)
{
    int *const sides[] = {&ret_area->x, &ret_area->y, &ret_area->width, &ret_area->height};
    for (int i = 0; i < 4; i++) {
        const cJSON *side = cJSON_GetArrayItem(box, i);
        if (!cJSON_IsNumber(side) || !(side->valuedouble >= (i < 2 ? -G_MAXINT16 : 0)) || side->valuedouble > G_MAXINT16)
            return false;
        *sides[i] = (int)side->valuedouble;
    }
    return cJSON_GetArraySize(box) == 4;
}

static const char *text_of(const cJSON *item, const char *key)
{
    const cJSON *text = cJSON_GetObjectItemCaseSensitive(item, key);
    bool fits = cJSON_IsString(text) && strlen(text->valuestring) <= MARKS_EVENT_BYTES;
    return fits ? text->valuestring : NULL;
}

static double number_of(const cJSON *item, const char *key, double max)
{
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(item, key);
    return cJSON_IsNumber(number) && number->valuedouble >= 0 && number->valuedouble <= max ? number->valuedouble : -1;
}

static cJSON *list_of(const char *json)
{
    return json ? strict_json_parse(json, strlen(json), STRICT_JSON_LINE, NULL) : NULL;
}

screen *marks_event_screen(const event *e)
{
    g_autoptr(cJSON) words = list_of(e->marks.words), marks = list_of(e->marks.marks);
    const cJSON *item;
    screen *s = screen_new(0, 0);
    struct area a = {0};
    cJSON_ArrayForEach(item, words)
    {
        const char *text = text_of(item, "text");
        double confidence = number_of(item, "confidence", 1);
        if (s->words->len >= MARKS_EVENT_WORDS || !text || !*text || confidence < 0 ||
            !box_read(cJSON_GetObjectItemCaseSensitive(item, "box"), &a))
            continue;
        const struct screen_word w = {(char *)text, (char *)"", a.x, a.y, a.width, a.height, confidence};
        screen_add_word(s, &w);
    }
    cJSON_ArrayForEach(item, marks)
    {
        const char *text = text_of(item, "text"), *kind = text_of(item, "kind");
        double number = number_of(item, "number", G_MAXINT16);
        if (s->marks->len >= MARKS_EVENT_MARKS || !text || !kind || number < 1 ||
            !box_read(cJSON_GetObjectItemCaseSensitive(item, "box"), &a))
            continue;
        const struct screen_mark m = {(int)number, (char *)kind, (char *)"", (char *)text, a.x, a.y, a.width, a.height};
        screen_add_mark(s, &m);
    }
    return s;
}

GArray *marks_event_areas(const char *json)
{
    g_autoptr(cJSON) list = list_of(json);
    const cJSON *item;
    g_autoptr(GArray) areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    bool valid = list && cJSON_GetArraySize(list) <= SCREEN_MATCH_AREAS_MAX;
    cJSON_ArrayForEach(item, list)
    {
        struct area a = {0};
        valid = valid && box_read(item, &a);
        g_array_append_val(areas, a);
    }
    return valid ? g_steal_pointer(&areas) : NULL;
}
