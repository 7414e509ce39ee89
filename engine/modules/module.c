/* The modules by number and name, and the request that each makes of a situation. */

#include "engine/modules/module.h"

#include "engine/brain/request.h"
#include "engine/modules/parts.h"

#include <string.h>

#define REPLY_SHOWN_MAX 4000 /* bytes of a bad reply that the re-ask repeats */

static const struct module_part *const parts[] = {
    [MODULE_GATHER] = &module_gather, [MODULE_REFLECT] = &module_reflect, [MODULE_INFER] = &module_infer,
    [MODULE_CURATE] = &module_curate, [MODULE_PLAN] = &module_plan,       [MODULE_SUMMARIZE] = &module_summarize,
};
G_STATIC_ASSERT(G_N_ELEMENTS(parts) == MODULE_COUNT);

const char *module_name(enum module m)
{
    return parts[m]->form.name;
}

bool module_parse(const char *name, enum module *ret_module)
{
    for (int m = 0; m < MODULE_COUNT; m++) {
        if (g_strcmp0(name, parts[m]->form.name) == 0) {
            *ret_module = (enum module)m;
            return true;
        }
    }
    return false;
}

const struct form *module_form(enum module m)
{
    return &parts[m]->form;
}

/* A person reads the skills as a list, where a model has them as JSON. */
static bool tell_person(brain_request *request, const char *template, const situation *s, GHashTable *values, GError **error)
{
    g_autofree char *system = NULL;
    if (!s->skills || !s->skills->len)
        return true;
    g_hash_table_insert(values, g_strdup("skills"), skill_list_text(s->skills));
    return prompt_render(template, values, &system, &request->told, error);
}

brain_request *module_request(enum module m, const char *template, const situation *s, GError **error)
{
    g_autoptr(GHashTable) values = situation_values(s, &parts[m]->form);
    g_autoptr(brain_request) request = brain_request_new(module_name(m));
    if (!prompt_render(template, values, &request->system, &request->user, error) ||
        !tell_person(request, template, s, values, error)) {
        g_prefix_error(error, "module %s: ", module_name(m));
        return NULL;
    }
    request->schema = form_schema(&parts[m]->form);
    request->vars = situation_vars(s);
    request->step = s->step;
    request->aside = m == MODULE_GATHER && s->keyframe;
    parts[m]->images(s, request);
    return g_steal_pointer(&request);
}

brain_request *module_reask(const brain_request *request, const char *reply, const char *defect)
{
    brain_request *again = brain_request_copy(request);
    g_autofree char *begin = g_strndup(reply ? reply : "", REPLY_SHOWN_MAX);
    g_autofree char *valid = g_utf8_make_valid(begin, -1);
    g_free(again->user);
    again->user = g_strdup_printf("%s\n\n## Your reply did not fit\nYou answered this before:\n\n%s\n\nIt cannot be used: %s. "
                                  "Answer again with the whole JSON object, this fault mended and nothing around it.",
                                  request->user ? request->user : "", valid, defect);
    g_free(again->vars);
    again->vars = vars_with(request->vars, "defect", defect);
    return again;
}

/* Frames are named by what they show, so that their paths stand for their pixels. The script's variables are not counted: they
 * hold the step's number, and nothing that matters and is not in the prompt. */
char *module_inputs_digest(const brain_request *request)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    const char *texts[] = {request->module, request->system, request->user, request->schema};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        const char *text = texts[i] ? texts[i] : "";
        g_checksum_update(sum, (const guchar *)text, (gssize)strlen(text) + 1);
    }
    for (guint i = 0; i < request->images->len; i++) {
        const struct brain_image *image = &g_array_index(request->images, struct brain_image, i);
        g_autofree char *name = g_path_get_basename(image->path);
        g_checksum_update(sum, (const guchar *)name, (gssize)strlen(name) + 1);
        g_checksum_update(sum, (const guchar *)(image->note ? image->note : ""), -1);
    }
    return g_strdup(g_checksum_get_string(sum));
}
