#include "engine/step/await.h"

#include "config/profile.h"
#include "engine/control/wait.h"
#include "engine/eye/eye.h"
#include "engine/run/look.h"
#include "engine/run/run.h"
#include "engine/step/step.h"

#include <string.h>

#define LOOK_EVERY_US (200 * 1000)

static bool has_window(const eye_observation *o, const char *title)
{
    for (guint i = 0; i < o->windows->len; i++)
        if (g_strcmp0(((const struct eye_window *)o->windows->pdata[i])->title, title) == 0)
            return true;
    return false;
}

struct awaited {
    char *role, *name; /* owned; role "" = any */
};

static void awaited_clear(struct awaited *a)
{
    g_free(a->role);
    g_free(a->name);
}

/* `push button "Save"`, `"Save"`, `window "Save As"`. */
static struct awaited awaited_read(const char *what)
{
    const char *quote = strchr(what, '"');
    const gsize role = quote ? (gsize)(quote - what) : 0;
    return (struct awaited){.role = g_strchomp(g_strndup(what, role)),
                            .name = quote && quote[1] ? g_strndup(quote + 1, strlen(quote) - 2) : g_strdup(what)};
}

static bool is_there(const eye_observation *o, const struct awaited *a)
{
    return g_str_equal(a->role, SCREEN_WINDOW) ? has_window(o, a->name)
                                               : screen_element(o->screen, a->name, *a->role ? a->role : NULL) != NULL;
}

static bool pause_briefly(struct run *run, GError **error)
{
    g_autoptr(GError) ended = NULL;
    if (wait_until(run, NULL, NULL, g_get_monotonic_time() + LOOK_EVERY_US, &ended) ||
        g_error_matches(ended, RUN_ERROR, RUN_ERROR_TIMEOUT))
        return true;
    g_propagate_error(error, g_steal_pointer(&ended));
    return false;
}

bool step_await(struct run *run, const char *what, char **ret_why, GError **error)
{
    const gint64 deadline = g_get_monotonic_time() + AWAIT_S * G_USEC_PER_SEC;
    __attribute__((cleanup(awaited_clear))) struct awaited a = awaited_read(what);
    *ret_why = NULL;
    if (!g_str_equal(a.role, SCREEN_WINDOW) && run->profile->elements.by == PROFILE_ELEMENTS_NONE) {
        *ret_why = g_strdup_printf("%s is an element, and those of the program are not asked for (say elements=atspi in its "
                                   "profile)",
                                   what);
        return true;
    }
    for (;;) {
        eye_observation *replaced = NULL;
        if (run->look->observation && is_there(run->look->observation, &a)) {
            const bool rests = step_look_again(run, &replaced, error);
            eye_observation_free(replaced);
            return rests;
        }
        if (g_get_monotonic_time() >= deadline) {
            *ret_why = g_strdup_printf("%s did not come within %d s", what, AWAIT_S);
            return true;
        }
        if (!pause_briefly(run, error) || !step_look(run, error))
            return false;
    }
}
