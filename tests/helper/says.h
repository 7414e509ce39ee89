#ifndef TESTS_HELPER_SAYS_H
#define TESTS_HELPER_SAYS_H

#include <glib.h>

/* What the fields of such a module say, as its agent keeps it with each call (engine/modules/module.h). */
static inline const char *says_of_module(const char *module)
{
    static const char *const rows[][2] = {
        {"gather", "{\"screen\":\"description\"}"},
        {"reflect", "{\"success\":\"success\",\"verdict\":\"reasoning\",\"cause\":\"cause\"}"},
        {"infer", "{\"subtask\":\"subtask\"}"},
        {"plan", "{\"actions\":\"actions\",\"why\":\"reasoning\"}"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        if (g_strcmp0(module, rows[i][0]) == 0)
            return rows[i][1];
    return NULL;
}

#endif
