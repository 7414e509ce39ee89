/* What an open model says, in every grammar: a turn or an error, calls that can be done or have a defect, and the same each time.
 * A seed is the text alone; each grammar reads it. */

#include "engine/agents/computer/native.h"
#include "engine/brain/coordinates.h"
#include "skills/timeline/action.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Of a call that acts its action, or its defect. */
static char *done_for(struct native_call *call)
{
    static const struct coordinates space = {1280, 800, 640, 400, COORDINATES_PIXELS};
    bool acts = native_call_acts(call), word = call->action == NATIVE_FINISH || call->action == NATIVE_ASK_PERSON;
    g_autoptr(action) a = native_call_action(call, &space);
    if ((a != NULL) != (acts && !call->defect) || (word && !call->defect && !call->text) || call->clicks < 1 || call->times < 1)
        abort();
    if (call->action == NATIVE_OTHER && !call->defect)
        abort();
    return a ? action_describe(a) : g_strdup(call->defect ? call->defect : call->name);
}

static char *read_all(const struct native_dialect *grammar, const char *text, gsize length)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(native_turn) turn = grammar->read(text, length, &error);
    GString *all = g_string_new(turn ? turn->thought : error->message);
    if ((turn == NULL) != (error != NULL) || !g_utf8_validate(all->str, -1, NULL))
        abort();
    for (guint i = 0; turn && i < turn->calls->len; i++) {
        g_autofree char *one = done_for(turn->calls->pdata[i]);
        if (!g_utf8_validate(one, -1, NULL) || g_utf8_strlen(one, -1) > 6 * (glong)length + 400) /* \u0011 */
            abort();
        g_string_append_printf(all, "\n%s", one);
    }
    return g_string_free(all, FALSE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (const struct native_dialect *grammar = native_grammars; grammar->name; grammar++) {
        g_autofree char *first = read_all(grammar, (const char *)data, size);
        g_autofree char *again = read_all(grammar, (const char *)data, size);
        if (strcmp(first, again) != 0)
            abort();
    }
    return 0;
}
