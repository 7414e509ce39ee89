/* The hand's two message readers: whatever is taken must come out again as the same. */

#include "engine/hand/hand.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
    return 0;
}
