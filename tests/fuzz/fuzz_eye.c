/* Any bytes as an answer or a request of the eye, as a worker's reading, and as a PNG: refused with a sentence, or taken into
 * something that writes and reads back alike. */

#include "engine/eye/eye.h"
#include "engine/picture/frame.h"
#include "engine/eye/ocr.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void answer(const char *text, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(eye_answer) a = eye_answer_from_json(text, size, &error);
    g_assert((a != NULL) == (error == NULL));
    if (!a) {
        g_assert(g_utf8_validate(error->message, -1, NULL));
        return;
    }
    g_assert(a->match >= 0 && a->match <= 1);
    g_assert(a->kind != EYE_OBSERVED || (a->observation && a->observation->screen && a->observation->frame.path));
    g_autofree char *json = eye_answer_to_json(a);
    g_autoptr(eye_answer) back = eye_answer_from_json(json, strlen(json), &error);
    g_assert(back);
    g_autofree char *again = eye_answer_to_json(back);
    g_assert(g_str_equal(json, again));
}

static void request(const char *text, size_t size)
{
    g_autoptr(GError) error = NULL;
    struct eye_request r = {0}, back = {0};
    if (!eye_request_from_json(text, size, &r, &error)) {
        g_assert(error);
        return;
    }
    g_autofree char *json = eye_request_to_json(&r);
    g_assert(eye_request_from_json(json, strlen(json), &back, &error));
    g_assert(back.kind == r.kind && back.seq == r.seq);
    eye_request_clear(&r);
    eye_request_clear(&back);
}

static void reading(const char *text, size_t size)
{
    g_autoptr(GArray) regions = ocr_request_from_bytes(text, size, NULL);
    g_autoptr(GByteArray) bytes = regions ? ocr_request_to_bytes(regions) : NULL;
    g_autoptr(GArray) back = bytes ? ocr_request_from_bytes((const char *)bytes->data, bytes->len, NULL) : NULL;
    g_assert((regions != NULL) == (back != NULL));
    g_autoptr(GArray) words = ocr_reply_from_json(text, size, NULL);
    g_autoptr(GString) reply = g_string_new(NULL);
    if (words)
        ocr_reply_to_json(words, reply);
}

static void picture(const uint8_t *data, size_t size)
{
    g_autoptr(GBytes) bytes = g_bytes_new(data, size);
    g_autoptr(GError) error = NULL;
    g_autoptr(frame) f = frame_from_png(bytes, &error);
    g_assert((f != NULL) == (error == NULL));
    if (!f)
        return;
    g_autoptr(GBytes) png = frame_to_png(f, &error);
    g_autoptr(frame) back = png ? frame_from_png(png, &error) : NULL;
    g_assert(back && frame_similarity(f, back, 0) == 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    answer(text, size);
    request(text, size);
    reading(text, size);
    picture(data, size);
    return 0;
}
