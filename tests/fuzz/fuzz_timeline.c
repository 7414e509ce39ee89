/* Any bytes as a timeline: refused, or read into something whose canonical JSON is a fixed point. */

#include "skills/timeline/timeline.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(timeline) t = timeline_from_json((const char *)data, size, &error);
    if (!t) {
        g_assert(error && g_utf8_validate(error->message, -1, NULL));
        return 0;
    }
    g_autofree char *json = timeline_to_json(t), *digest = timeline_digest(t);
    g_autoptr(timeline) again = timeline_from_json(json, strlen(json), &error);
    g_assert(again);
    g_autofree char *digest_again = timeline_digest(again);
    g_assert(g_str_equal(digest, digest_again));
    const struct timeline_place place = {1280, 720, 5, 5, 100, 100, 300, 200};
    int x = -1, y = -1;
    if (timeline_target(t, &place, &x, &y))
        g_assert(x >= 0 && x < 1280 && y >= 0 && y < 720);
    g_assert(timeline_duration(t) >= 0);
    for (guint i = 0; i < t->events->len; i++) {
        g_autofree char *text = timeline_event_describe(&g_array_index(t->events, struct timeline_event, i));
        g_assert(g_utf8_validate(text, -1, NULL));
    }
    return 0;
}
