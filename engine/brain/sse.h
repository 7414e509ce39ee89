#ifndef ENGINE_BRAIN_SSE_H
#define ENGINE_BRAIN_SSE_H

/* Server-sent events (WHATWG HTML, 9.2.6): bytes in pieces of any size, whole events out. Pure. */

#include <glib.h>
#include <stdbool.h>

#define SSE_EVENT_MAX (16 * 1024 * 1024) /* bytes of one event's data, and of one line */

/* One event. `name` is "" where the stream names none; `data` has `length` bytes and a NUL after them. Borrowed for the call.
 * Returns false to end the reading: later events are not told. */
typedef bool (*sse_event)(void *user, const char *name, const char *data, gsize length);

struct sse {
    GString *line, *name, *data; /* owned */
    bool has_data, after_cr, begun, ended, too_long;
};

void sse_init(struct sse *sse);
/* Also of a struct of zeros. */
void sse_clear(struct sse *sse);
/* Reads bytes. Lines end with CR, LF or CRLF, also across pieces; comments and unknown fields are left out. False: an event or a
 * line is longer than SSE_EVENT_MAX. */
bool sse_feed(struct sse *sse, const char *bytes, gsize length, sse_event event, void *user);
/* The stream has ended: an event without the blank line after it is told as well. */
void sse_end(struct sse *sse, sse_event event, void *user);

#endif
