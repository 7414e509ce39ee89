/* Documents of elements, from steps that a person showed. */

#include "engine/agents/teacher/teacher.h"
#include "engine/modules/prompt.h"
#include "config/config.h"
#include "config/profile.h"
#include "engine/client/client.h"
#include "engine/recall/recall.h"
#include "engine/run/options.h"
#include "engine/run/run.h"
#include "engine/step/step.h"
#include "memory/docs.h"
#include "skills/timeline/action.h"

#include <string.h>

const char *described_by(const struct run *run)
{
    const char *brain = config_find(run->cfg, "modules", "describer");
    return brain && *brain ? brain : NULL;
}

static const struct shown *present(const struct teacher *m)
{
    return m->describing >= 0 && (guint)m->describing < m->steps->len ? m->steps->pdata[m->describing] : NULL;
}

static bool has(const char *text)
{
    return text && *text;
}

static bool is_described(const struct shown *s)
{
    return has(s->element) && has(s->before) && has(s->after) && !g_str_equal(s->before, s->after);
}

guint described_steps(const struct teacher *m)
{
    guint n = 0;
    for (guint i = 0; i < m->steps->len; i++)
        n += is_described(m->steps->pdata[i]);
    return n;
}

void described_values(const struct run *run, const struct teacher *m, struct prompt_values *v)
{
    const struct shown *s = present(m);
    g_autoptr(GPtrArray) old = g_ptr_array_new();
    (void)run;
    if (!s)
        return;
    if (has(m->old))
        g_ptr_array_add(old, m->old);
    prompt_put(v, "element", g_strdup(s->name));
    prompt_put(v, "did", action_json_describe(s->action));
    prompt_put(v, "old", old->len ? prompt_quoted(old) : NULL);
}

void described_request(const struct run *run, const struct teacher *m, brain_request *r)
{
    const struct shown *s = present(m);
    g_autofree char *before = s ? memory_frame_path(run->store, s->before) : NULL;
    g_autofree char *after = s ? memory_frame_path(run->store, s->after) : NULL;
    if (before)
        brain_request_add_image(r, before, "The screen before it:", false);
    if (after)
        brain_request_add_image(r, after, "The screen after it:", false);
}

static gint64 along(const action *did, const char *from, const char *to)
{
    const struct value *a = action_get(did, from), *b = action_get(did, to);
    return a && b ? ABS(b->integer - a->integer) : 0;
}

static enum doc_kind kind_of(const struct shown *s)
{
    g_autoptr(action) did = s->action ? action_from_json(s->action, strlen(s->action), NULL) : NULL;
    const char *call = did ? did->skill : "";
    if (strstr(call, "long_press"))
        return DOC_LONG_PRESS;
    if (g_str_equal(call, "mouse_drag"))
        return along(did, "source_x", "target_x") > along(did, "source_y", "target_y") ? DOC_H_SWIPE : DOC_V_SWIPE;
    if (strstr(call, "scroll"))
        return DOC_V_SWIPE;
    return strstr(call, "text") ? DOC_TEXT : DOC_TAP;
}

/* The document of that element and kind that a person's showing has made; NULL without an error: none. Caller frees. */
static struct memory_doc *old_of(const struct run *run, const char *app, const struct shown *s, GError **error)
{
    g_autoptr(GPtrArray) of = memory_docs(run->store, app, s->element, false, error);
    for (guint i = 0; of && i < of->len; i++) {
        const struct memory_doc *d = of->pdata[i];
        if (d->kind == kind_of(s) && d->author == DOC_WATCHED)
            return g_steal_pointer(&of->pdata[i]);
    }
    return NULL;
}

static bool keep(struct run *run, const char *app, const struct shown *s, const struct memory_doc *old, const form_output *said,
                 GError **error)
{
    const char *against = form_output_string(said, "contradiction");
    const struct memory_doc doc = {.run = run->id,
                                   .step = s->id,
                                   .kind = kind_of(s),
                                   .author = DOC_WATCHED,
                                   .by = (char *)"model",
                                   .app = (char *)app,
                                   .element = s->element,
                                   .name = has(s->name) ? s->name : NULL,
                                   .before = s->before,
                                   .after = s->after,
                                   .contradiction = old && *against ? (char *)against : NULL,
                                   .text = (char *)form_output_string(said, "documentation")};
    if (!*doc.text || (old && !doc.contradiction && g_str_equal(old->text, doc.text)))
        return true;
    return old ? memory_doc_change(run->store, old->doc, &doc, error) : memory_doc_add(run->store, &doc, NULL, error);
}

static bool describe(struct run *run, struct teacher *m, guint module, const char *app, GError **error)
{
    GError *local = NULL;
    const struct shown *s = present(m);
    struct memory_doc *old = old_of(run, app, s, &local);
    g_free(m->old);
    m->old = g_strdup(old ? old->text : "");
    bool ok = !local && step_ask_one(run, module, &local) && keep(run, app, s, old, step_said(run, module), &local);
    memory_doc_free(old);
    if (local)
        g_propagate_error(error, local);
    return ok;
}

bool described_ask(struct run *run, struct teacher *m, guint module, GError **error)
{
    g_autofree char *app = recall_app(run->profile->name, run->options->app ? run->options->app : run->profile->app);
    bool ok = true;
    for (guint i = 0; ok && i < m->steps->len; i++) {
        m->describing = i;
        ok = !is_described(m->steps->pdata[i]) || describe(run, m, module, app ? app : "unknown", error);
    }
    return ok;
}
