#include "engine/step/reply_actions.h"

#include "engine/modules/form.h"
#include "engine/modules/points.h"
#include "engine/step/procedural.h"

static char *defect_of(const char *field, guint i, const GError *why)
{
    return g_strdup_printf("field \"%s[%u]\": %s", field, i, why->message);
}

/* The first point outside of the picture; NULL = none. */
static char *bring_points(const struct run *run, const struct coordinates *space, const GPtrArray *actions, const char *field,
                          GString *told)
{
    char *outside = NULL;
    for (guint i = 0; i < actions->len; i++) {
        action *a = g_ptr_array_index(actions, i);
        g_autoptr(GError) why = NULL;
        const skill *s = skill_library_find_any(run->skills->library, a->skill);
        if (s && !points_to_screen(space, s, a, told, &why) && !outside)
            outside = defect_of(field, i, why);
    }
    return outside;
}

char *reply_actions(const struct run *run, const struct coordinates *space, form_output *output, const char *field,
                    char **ret_points)
{
    const GPtrArray *actions = form_output_actions(output, field);
    g_autoptr(GString) told = g_string_new(NULL);
    char *wrong = space ? bring_points(run, space, actions, field, told) : NULL;
    *ret_points = told->len == 0 ? NULL
                                 : g_strdup_printf("the model counts %s of a picture of %dx%d: %s", coordinates_unit(space),
                                                   space->picture_width, space->picture_height, told->str);
    form_output_fit(output, field, run->skills->library);
    for (guint i = 0; i < actions->len && !wrong; i++) {
        g_autoptr(GError) why = NULL;
        if (!skill_library_check(run->skills->library, g_ptr_array_index(actions, i), &why))
            wrong = defect_of(field, i, why);
    }
    return wrong;
}
