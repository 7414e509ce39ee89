/* Any bytes as an action: refused, or read into something that writes and reads back alike; and the same bytes as a screen. */

#include "skills/action.h"
#include "skills/screen.h"

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
    } else {
        g_assert(error && g_utf8_validate(error->message, -1, NULL));
    }
    g_clear_error(&error);
    g_autoptr(screen) s = screen_from_json((const char *)data, size, NULL);
    if (s) {
        g_autofree char *text = screen_text(s, NULL), *json = screen_to_json(s);
        g_autoptr(screen) back = screen_from_json(json, strlen(json), NULL);
        g_assert(back && g_utf8_validate(text, -1, NULL));
    }
    return 0;
}
