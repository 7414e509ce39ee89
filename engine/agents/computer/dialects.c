/* The table of dialects: of providers' tools, and of open models. */

#include "engine/agents/computer/native.h"

extern const struct native_dialect native_anthropic, native_responses, native_gemini;
const struct native_dialect *const native_dialects[] = {&native_anthropic, &native_responses, &native_gemini, NULL};

const struct native_dialect *native_dialect_find(const char *name)
{
    for (const struct native_dialect *const *d = native_dialects; *d; d++)
        if (g_strcmp0(name, (*d)->name) == 0)
            return *d;
    for (const struct native_dialect *d = native_grammars; d->name; d++)
        if (g_strcmp0(name, d->name) == 0)
            return d;
    return NULL;
}
