#include "engine/brain/sse.h"

#include <string.h>

void sse_init(struct sse *sse)
{
    *sse = (struct sse){.line = g_string_new(NULL), .name = g_string_new(NULL), .data = g_string_new(NULL)};
}

void sse_clear(struct sse *sse)
{
    if (!sse->line)
        return;
    g_string_free(sse->line, TRUE);
    g_string_free(sse->name, TRUE);
    g_string_free(sse->data, TRUE);
    *sse = (struct sse){0};
}

static void dispatch(struct sse *sse, sse_event event, void *user)
{
    if (sse->has_data && !sse->ended)
        sse->ended = !event(user, sse->name->str, sse->data->str, sse->data->len);
    g_string_truncate(sse->name, 0);
    g_string_truncate(sse->data, 0);
    sse->has_data = false;
}

static void take_line(struct sse *sse, sse_event event, void *user)
{
    const char *line = sse->line->str;
    gsize length = sse->line->len;
    if (!sse->begun && g_str_has_prefix(line, "\xEF\xBB\xBF")) {
        line += 3;
        length -= 3;
    }
    sse->begun = true;
    if (sse->lines || length == 0) {
        g_string_append_len(sse->data, line, (gssize)length);
        sse->has_data = sse->has_data || length > 0;
        dispatch(sse, event, user);
    } else {
        const char *colon = memchr(line, ':', length);
        gsize name = colon ? (gsize)(colon - line) : length;
        gsize from = colon ? name + 1 + (name + 1 < length && line[name + 1] == ' ') : length;
        if (name == 4 && memcmp(line, "data", 4) == 0) {
            if (sse->has_data)
                g_string_append_c(sse->data, '\n');
            g_string_append_len(sse->data, line + from, (gssize)(length - from));
            sse->has_data = true;
            sse->too_long = sse->too_long || sse->data->len > SSE_EVENT_MAX;
        } else if (name == 5 && memcmp(line, "event", 5) == 0) {
            g_string_truncate(sse->name, 0);
            g_string_append_len(sse->name, line + from, (gssize)(length - from));
        }
    }
    g_string_truncate(sse->line, 0);
}

bool sse_feed(struct sse *sse, const char *bytes, gsize length, sse_event event, void *user)
{
    for (gsize i = 0; i < length && !sse->ended && !sse->too_long;) {
        if (sse->after_cr && bytes[i] == '\n') {
            sse->after_cr = false;
            i++;
            continue;
        }
        sse->after_cr = false;
        gsize end = i;
        while (end < length && bytes[end] != '\n' && bytes[end] != '\r')
            end++;
        g_string_append_len(sse->line, bytes + i, (gssize)(end - i));
        sse->too_long = sse->too_long || sse->line->len > SSE_EVENT_MAX;
        if (end < length) {
            sse->after_cr = bytes[end] == '\r';
            take_line(sse, event, user);
            end++;
        }
        i = end;
    }
    return !sse->too_long;
}

void sse_end(struct sse *sse, sse_event event, void *user)
{
    if (sse->line->len > 0)
        take_line(sse, event, user);
    dispatch(sse, event, user);
}
