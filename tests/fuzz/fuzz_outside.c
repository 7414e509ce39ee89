/* What a program says to the agent outside: no bytes end the reader, and what it reads is one of three commands. */

#include "engine/agents/outside/outside.h"
#include "skills/timeline/action.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct outside_request r;
    g_autoptr(GError) error = NULL;
    g_autofree char *text = g_strndup((const char *)data, size);
    bool read = outside_request_read(text, strlen(text), &r, &error);
    if (read == (error != NULL) || (read && (r.kind == OUTSIDE_ACT) != (r.action != NULL)) || (!read && !*error->message))
        abort();
    if (read && (r.kind == OUTSIDE_END) != (r.reason != NULL))
        abort();
    if (read && r.reason && !g_utf8_validate(r.reason, -1, NULL))
        abort();
    outside_request_clear(&r);
    return 0;
}
