/* The message readers of the hand and of the clipboard's process: whatever is taken must come out again as the same. */

#include "engine/hand/clipboard.h"
#include "engine/hand/hand.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void clipboard_lines(const char *line, size_t size)
{
    g_autoptr(GPtrArray) texts = clipboard_request_from_json(line, size, NULL);
    if (texts) {
        g_autofree char *json = clipboard_request_to_json(texts);
        g_autoptr(GPtrArray) again = clipboard_request_from_json(json, strlen(json), NULL);
        if (!again || again->len != texts->len)
            g_error("texts do not survive their own JSON: %s", json);
    }
    gint64 window = 0, window_again = 0;
    g_autofree char *why = NULL, *why_again = NULL;
    if (clipboard_answer_from_json(line, size, &window, &why, NULL)) {
        g_autofree char *json = clipboard_answer_to_json(window, why);
        if (!clipboard_answer_from_json(json, strlen(json), &window_again, &why_again, NULL) || window != window_again ||
            g_strcmp0(why, why_again) != 0)
            g_error("an answer does not survive its own JSON: %s", json);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *line = g_strndup((const char *)data, size);
    g_autoptr(hand_request) request = hand_request_from_json(line, size, NULL);
    if (request) {
        g_autofree char *json = hand_request_to_json(request);
        g_autoptr(hand_request) again = hand_request_from_json(json, strlen(json), NULL);
        if (!again || again->kind != request->kind)
            g_error("a request does not survive its own JSON: %s", json);
    }
    g_autoptr(hand_answer) answer = hand_answer_from_json(line, size, NULL);
    if (answer) {
        g_autofree char *json = hand_answer_to_json(answer);
        g_autoptr(hand_answer) again = hand_answer_from_json(json, strlen(json), NULL);
        if (!again || again->kind != answer->kind || again->status != answer->status)
            g_error("an answer does not survive its own JSON: %s", json);
    }
    clipboard_lines(line, size);
    return 0;
}
