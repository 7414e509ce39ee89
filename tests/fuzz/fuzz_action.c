/* Any bytes as an action: refused, or read into something that writes and reads back alike; and the same bytes as a screen. */

#include "skills/timeline/action.h"
#include "skills/timeline/screen.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(action) a = action_from_json((const char *)data, size, &error);
    if (a) {
        g_autofree char *json = action_to_json(a), *shown = action_describe(a);
        g_assert(g_utf8_validate(shown, -1, NULL) && !strchr(shown, '\n') && !strchr(shown, '\x1b'));
        g_autoptr(action) copy = action_copy(a), again = action_from_json(json, strlen(json), &error);
        g_assert(again);
        g_autofree char *copied = action_to_json(copy), *json_again = action_to_json(again);
        g_assert(g_str_equal(json, copied));
        g_assert(g_str_equal(json, json_again));
        g_autoptr(GPtrArray) back = actions_from_calls(shown, NULL); /* not where an argument's name is no name */
        g_assert(!back || back->len >= 1);
    } else {
        g_assert(error && g_utf8_validate(error->message, -1, NULL));
    }
    g_clear_error(&error);
    g_autofree char *text = g_strndup((const char *)data, size);
    g_autoptr(GPtrArray) calls = actions_from_calls(text, &error);
    for (guint i = 0; calls && i < calls->len; i++) {
        g_autofree char *shown = action_describe(g_ptr_array_index(calls, i));
        g_autoptr(GPtrArray) back = actions_from_calls(shown, NULL);
        g_assert(back && back->len == 1);
        g_autofree char *again = action_describe(g_ptr_array_index(back, 0));
        g_assert(g_str_equal(shown, again));
    }
    g_assert(calls || (error && g_utf8_validate(error->message, -1, NULL)));
    g_clear_error(&error);
    g_autoptr(screen) s = screen_from_json((const char *)data, size, NULL);
    if (s) {
        g_autofree char *said = screen_text(s, NULL), *json = screen_to_json(s);
        g_autoptr(screen) back = screen_from_json(json, strlen(json), NULL);
        g_assert(back && g_utf8_validate(said, -1, NULL));
    }
    return 0;
}
