#include "engine/step/reply_actions.h"

#include "engine/modules/module.h"
#include "engine/eye/eye.h"
#include "engine/modules/points.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/step/ask_tell.h"
#include "engine/step/procedural.h"
#include "engine/step/step.h"

#include <string.h>

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

/* A number that is on no picture; NULL = it is there, it is no call by number, or what a model was told is read once more. */
static char *missing_mark(const struct run *run, const action *a, const char *field)
{
    const struct run_look *look = run->look;
    const screen *s = look_has_marks(look) ? look->read : look->observation ? look->observation->screen : NULL;
    const struct value *number = g_str_has_suffix(a->skill, "_mark")      ? action_get(a, "number")
                                 : g_str_has_suffix(a->skill, "_element") ? action_get(a, "element")
                                                                          : NULL;
    if (!s || (s != look->read && s->words_pending && look->marks_told) || s->marks->len == 0 || !number ||
        number->type != VALUE_INTEGER ||
        (number->integer > 0 && number->integer <= G_MAXINT && screen_mark_of(s, (int)number->integer)))
        return NULL;
    return g_strdup_printf("field \"%s[0]\": no mark %" G_GINT64_FORMAT " is on the picture (%u are)", field, number->integer,
                           s->marks->len);
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
    if (!wrong && actions->len) /* the later ones are of later pictures */
        wrong = missing_mark(run, actions->pdata[0], field);
    return wrong;
}

bool reply_actions_fetch(struct run *run, guint m, const char *text, GError **error)
{
    g_autoptr(form_output) output = module_parse(ask_module(run, m), text, strlen(text), NULL);
    const GPtrArray *actions = output ? form_output_actions(output, ask_actions(run, m)) : NULL;
    for (guint i = 0; actions && i < actions->len; i++)
        if (!procedural_fetch(run, ((const action *)g_ptr_array_index(actions, i))->skill, error))
            return false;
    return true;
}

bool step_check_calls(struct run *run, const char *text, GError **error)
{
    g_autoptr(GPtrArray) calls = actions_from_calls(text, error);
    bool fit = calls != NULL;
    for (guint i = 0; fit && i < calls->len; i++)
        fit = procedural_fetch(run, ((const action *)calls->pdata[i])->skill, error) &&
              skill_library_check(run->skills->library, calls->pdata[i], error);
    return fit;
}

bool reply_actions_count(struct run *run, guint m, const form_output *output, GError **error)
{
    const char *field = ask_actions(run, m), *own = ask_module(run, m)->most;
    const GPtrArray *actions = field ? form_output_actions(output, field) : NULL;
    guint most = (guint)run_option_actions(run->options, run->cfg, ask_module(run, m));
    const struct module_says *goes_on;
    const char *outcome = module_said(ask_module(run, m), output, SAYS_OUTCOME);
    if (actions && actions->len && outcome && module_says(ask_module(run, m), SAYS_OUTCOME, &goes_on) &&
        !g_str_equal(outcome, goes_on->yes)) {
        g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED,
                    "with %s=%s no action is done, and %s has %u (empty it, or set %s=%s and end the task in the next form)",
                    goes_on->field, outcome, field, actions->len, goes_on->field, goes_on->yes);
        return false;
    }
    if (!actions || actions->len <= most) /* where each is a step, the form has the limit */
        return true;
    g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED,
                "%s: a step takes %u, and these are %u (the rest comes with the next step; %s allows more)", field, most,
                actions->len, own ? "an option of the agent" : "[run] max_actions");
    return false;
}
