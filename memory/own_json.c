#include "memory/own.h"

#include "config/strict_json.h"

#include <string.h>

#define STATE_MAX (64 * 1024 * 1024)

bool memory_step_own(memory *m, gint64 run, gint64 step, struct memory_own *ret_own)
{
    const struct {
        const char *name;
        gint64 *at;
    } parts[] = {
        {"look", &ret_own->look_ms}, {"ask", &ret_own->ask_ms}, {"propose", &ret_own->propose_ms}, {"fire", &ret_own->fire_ms}};
    gint64 of = 0;
    *ret_own = (struct memory_own){0};
    g_autofree char *text = memory_state_at(m, run, step, &of, NULL);
    g_autoptr(cJSON) state = text && of == step ? strict_json_parse(text, strlen(text), STATE_MAX, NULL) : NULL;
    const cJSON *own = cJSON_GetObjectItemCaseSensitive(state, "own_ms");
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++)
        if (!strict_json_get_int(own, parts[i].name, 0, G_MAXINT, parts[i].at, NULL))
            return false;
    return true;
}

char *memory_own_text(const struct memory_own *own)
{
    return g_strdup_printf("reins %" G_GINT64_FORMAT " ms (look %" G_GINT64_FORMAT ", ask %" G_GINT64_FORMAT
                           ", propose %" G_GINT64_FORMAT ", fire %" G_GINT64_FORMAT ")",
                           own->look_ms + own->ask_ms + own->propose_ms + own->fire_ms, own->look_ms, own->ask_ms,
                           own->propose_ms, own->fire_ms);
}
