/* A reply in ScreenAgent's published form, for each of its modules: what is taken reads back the same from its own JSON, as the
 * form that a provider's schema asks for; what is not has a defect. */

#include "engine/agents/agent.h"
#include "engine/modules/module.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

extern const struct agent agent_screenagent;

static void check_module(const struct module *m, const char *text, gsize size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(form_output) out = m->read(&m->form, text, size, &error);
    if ((out == NULL) == (error == NULL))
        abort();
    if (!out) {
        if (!*error->message || !g_utf8_validate(error->message, -1, NULL))
            abort();
        return;
    }
    if (!g_utf8_validate(form_output_bent(out) ? form_output_bent(out) : "", -1, NULL))
        abort();
    g_autofree char *json = form_output_json(out);
    g_autoptr(form_output) again = form_parse(&m->form, json, strlen(json), NULL);
    g_autofree char *same = again ? form_output_json(again) : NULL;
    if (!same || strcmp(json, same) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    for (const struct module *m = agent_screenagent.modules; m->form.name; m++)
        check_module(m, text, size);
    return 0;
}
