/* kind=lua: a script takes the model's place. A global function for each module gets the prompt's variables; it runs in a worker,
 * in parallel with other calls. */

#include "engine/brain/pool.h"

#include "skills/dryrun/dryrun.h"

#include <string.h>

#define SCRIPT_MAX (1024 * 1024)

static char *script_source(const char *script, GError **error)
{
    g_autofree char *text = NULL;
    gsize length = 0;
    if (g_path_is_absolute(script)) {
        if (!g_file_get_contents(script, &text, &length, error))
            return NULL;
    } else {
        g_autofree char *path = config_script_path(script);
        g_autoptr(GBytes) bytes = config_file(path, NULL, error);
        if (!bytes)
            return NULL;
        const char *data = g_bytes_get_data(bytes, &length);
        text = g_strndup(data ? data : "", length);
    }
    if (length > SCRIPT_MAX) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG, "it is longer than 1 MiB");
        return NULL;
    }
    return g_steal_pointer(&text);
}

bool brain_script_check(const char *script, GError **error)
{
    g_autofree char *source = script_source(script, error), *text = NULL;
    g_autoptr(worker) w = source ? dryrun_script_start(script, source, "", NULL, error) : NULL;
    if (!w)
        return false;
    worker_wait(w);
    text = dryrun_script_finish(w, error);
    return text != NULL;
}

static bool script_begin(struct call *c, const brain_request *request, GError **error)
{
    const char *script = c->profile->script;
    g_autoptr(GError) why = NULL;
    g_autofree char *source = script && *script ? script_source(script, &why) : NULL;
    if (!source) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG,
                    "brain %s: the script %s cannot be used: %s (check script= in [brain %s])", c->profile->name,
                    script && *script ? script : "(none)", why ? why->message : "the name is empty", c->profile->name);
        return false;
    }
    worker *w = dryrun_script_start(script, source, request->module, request->vars ? request->vars : "{}", &why);
    if (!w) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED, "brain %s: %s", c->profile->name, why->message);
        return false;
    }
    c->state = w;
    return true;
}

static void script_prepare(struct call *c, GArray *pollfds)
{
    worker_prepare(c->state, pollfds);
}

static gint64 script_deadline(const struct call *c)
{
    return worker_deadline(c->state);
}

static void script_step(struct call *c, gint64 now_us)
{
    (void)now_us;
    if (!worker_poll(c->state))
        return;
    g_autoptr(GError) why = NULL;
    char *text = dryrun_script_finish(c->state, &why);
    if (text)
        pool_call_done(c, text);
    else
        pool_call_failed(c, g_error_new(BRAIN_ERROR, BRAIN_ERROR_FAILED, "brain %s: %s", c->profile->name, why->message));
}

static void script_stop(struct call *c)
{
    worker_free(c->state);
}

const struct call_kind call_script = {.name = "lua",
                                      .start = script_begin,
                                      .prepare = script_prepare,
                                      .deadline = script_deadline,
                                      .step = script_step,
                                      .stop = script_stop};
