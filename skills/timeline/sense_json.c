#include "config/strict_json.h"
#include "skills/timeline/action.h"
#include "skills/timeline/sense.h"

#define PX_MAX 65535
#define ANSWER_MAX (4 * 1024 * 1024)

static const char *const kinds[] = {[SENSE_LOOK] = "look",       [SENSE_COLOR] = "color", [SENSE_FIND] = "find",
                                    [SENSE_CHANGED] = "changed", [SENSE_MARKS] = "marks", [SENSE_READ] = "read"};
G_STATIC_ASSERT(G_N_ELEMENTS(kinds) == SENSE_COUNT);

void sense_answer_clear(sense_answer *a)
{
    g_clear_pointer(&a->screen, screen_free);
}

static void add_numbers(cJSON *object, const char *const *names, const int *values, gsize n)
{
    for (gsize i = 0; i < n; i++)
        cJSON_AddNumberToObject(object, names[i], values[i]);
}

static const char *const of_question[] = {"x", "y", "width", "height", "red", "green", "blue", "tolerance"};
static const char *const of_answer[] = {"x", "y", "width", "height", "middle_x", "middle_y", "red", "green", "blue"};

char *sense_question_to_json(const struct sense_question *q)
{
    g_autoptr(cJSON) object = cJSON_CreateObject();
    const int values[] = {q->x, q->y, q->width, q->height, q->red, q->green, q->blue, q->tolerance};
    cJSON_AddStringToObject(object, "sense", kinds[q->kind]);
    add_numbers(object, of_question, values, G_N_ELEMENTS(of_question));
    if (q->window)
        cJSON_AddNumberToObject(object, "window", (double)q->window);
    return strict_json_print(object);
}

static bool get_numbers(const cJSON *object, const char *const *names, int *const *values, gsize n, GError **error)
{
    for (gsize i = 0; i < n; i++)
        if (!strict_json_opt_small(object, names[i], 0, PX_MAX, values[i], error))
            return false;
    return true;
}

bool sense_question_from_json(const char *text, gsize length, struct sense_question *q, GError **error)
{
    g_autoptr(cJSON) object = strict_json_parse(text, length, STRICT_JSON_LINE, error);
    const char *name;
    *q = (struct sense_question){.kind = SENSE_COUNT};
    int *const values[] = {&q->x, &q->y, &q->width, &q->height, &q->red, &q->green, &q->blue, &q->tolerance};
    if (!object || !strict_json_get_string(object, "sense", &name, error) ||
        !get_numbers(object, of_question, values, G_N_ELEMENTS(of_question), error) ||
        !strict_json_opt_int(object, "window", 0, G_MAXUINT32, &q->window, error))
        return false;
    for (int i = 0; i < SENSE_COUNT; i++)
        if (g_str_equal(kinds[i], name))
            q->kind = (enum sense_kind)i;
    if (q->kind != SENSE_COUNT)
        return true;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, "\"%.40s\" is nothing that can be asked of the screen", name);
    return false;
}

char *sense_answer_to_json(const sense_answer *a)
{
    g_autoptr(cJSON) object = cJSON_CreateObject();
    const int values[] = {a->x, a->y, a->width, a->height, a->middle_x, a->middle_y, a->red, a->green, a->blue};
    cJSON_AddBoolToObject(object, "found", a->found);
    add_numbers(object, of_answer, values, G_N_ELEMENTS(of_answer));
    cJSON_AddNumberToObject(object, "pixels", (double)a->pixels);
    cJSON_AddNumberToObject(object, "share", a->share);
    g_autofree char *seen = a->screen ? screen_to_json(a->screen) : NULL;
    if (seen)
        cJSON_AddItemToObject(object, "screen", cJSON_CreateRaw(seen));
    return strict_json_print(object);
}

bool sense_answer_from_json(const char *text, gsize length, sense_answer *a, GError **error)
{
    g_autoptr(cJSON) object = strict_json_parse(text, length, ANSWER_MAX, error);
    *a = (sense_answer){0};
    int *const values[] = {&a->x, &a->y, &a->width, &a->height, &a->middle_x, &a->middle_y, &a->red, &a->green, &a->blue};
    if (!object || !strict_json_opt_bool(object, "found", &a->found, error) ||
        !get_numbers(object, of_answer, values, G_N_ELEMENTS(of_answer), error) ||
        !strict_json_opt_int(object, "pixels", 0, G_MAXINT, &a->pixels, error) ||
        !strict_json_opt_real(object, "share", &a->share, error))
        return false;
    const cJSON *seen = cJSON_GetObjectItemCaseSensitive(object, "screen");
    g_autofree char *json = seen ? strict_json_print(seen) : NULL;
    return !json || (a->screen = screen_from_json(json, strlen(json), error));
}
