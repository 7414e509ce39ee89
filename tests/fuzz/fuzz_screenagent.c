/* A record of the ScreenAgent layout, a reply and a JPEG from anywhere: refused with a sentence, or taken into something that is
 * within its limits and says the same again. The first byte picks which. */

#include "engine/exports/screenagent.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What is read is printed, read again and printed alike; timelines hold. */
static void check_words(const words *w)
{
    g_autofree char *json = vocabulary_words_to_json(w);
    g_autoptr(words) back = vocabulary_words_from_json(json, strlen(json), NULL);
    g_assert(back && back->list->len == w->list->len);
    g_autofree char *again = vocabulary_words_to_json(back);
    g_assert(g_str_equal(json, again));
    g_autoptr(timeline) t = vocabulary_words_to_timeline(w, 0, G_MAXUINT);
    g_autofree char *events = timeline_to_json(t);
    g_autoptr(timeline) same = timeline_from_json(events, strlen(events), NULL);
    g_assert(same);
    g_autoptr(words) told = vocabulary_words_from_timeline(t, 640, 400, NULL);
    g_autofree char *text = vocabulary_words_to_json(told);
    g_assert(text);
    for (guint i = 0; i < w->list->len; i++) {
        g_autoptr(action) a = vocabulary_word_to_action(&g_array_index(w->list, word, i));
        g_autofree char *call = a ? action_to_json(a) : NULL;
        g_autoptr(action) as = call ? action_from_json(call, strlen(call), NULL) : NULL;
        g_assert((a == NULL) == (as == NULL));
    }
}

static void check_record(const char *text, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(record) r = screenagent_record_read("2026-11-21_01-48-26-123456_translate.json", text, size, &error);
    g_assert((r == NULL) == (error != NULL));
    if (!r) {
        g_assert(g_utf8_validate(error->message, -1, NULL));
        return;
    }
    g_assert(r->at_us > 0 && screenagent_session_name_fits(r->image) && !strchr(r->image, '/') && *r->image != '.');
    check_words(r->actions);
    g_autofree char *prompt = screenagent_record_prompt(r->prompt, "x.png"), *output = screenagent_record_output(r, r->reply);
    g_autofree char *correction = screenagent_record_correction(r), *own = screenagent_record_reply_own(r->edited),
                    *call = own ? screenagent_record_action(own) : NULL;
    g_assert(prompt && output && g_utf8_validate(output, -1, NULL));
    g_assert(!correction || !own || !g_str_has_prefix(own, "Not done ("));
    g_assert(!call || *call == '{');
}

static void check_reply(const char *text)
{
    g_autoptr(words) w = vocabulary_words_from_reply(text);
    check_words(w);
    g_autofree char *reply = vocabulary_words_to_reply(text, w);
    g_autoptr(words) said = vocabulary_words_from_reply(reply);
    g_assert(strstr(text, "```") || said->list->len == w->list->len);
    gint64 us = screenagent_record_stamp_read(text);
    g_autofree char *stamp = screenagent_record_stamp(us);
    g_assert(us == 0 || screenagent_record_stamp_read(stamp) == us);
}

static void check_picture(const uint8_t *data, size_t size)
{
    g_autoptr(GBytes) bytes = g_bytes_new(data, size);
    g_autoptr(GError) error = NULL;
    g_autoptr(frame) f = frame_from_jpeg(bytes, &error);
    g_assert((f == NULL) == (error != NULL));
    g_assert(!f || (f->width > 0 && f->height > 0 && (gint64)f->width * f->height <= FRAME_MAX_PIXELS));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    g_autofree char *text = g_strndup((const char *)data + 1, size - 1);
    if (*data % 3 == 0)
        check_record((const char *)data + 1, size - 1);
    else if (*data % 3 == 1 && g_utf8_validate(text, -1, NULL))
        check_reply(text);
    else if (*data % 3 == 2)
        check_picture(data + 1, size - 1);
    return 0;
}
