#ifndef ENGINE_BRAIN_SSE_H
#define ENGINE_BRAIN_SSE_H

/* Server-sent events (WHATWG HTML, 9.2.6): reads bytes in pieces of any size and calls back with whole events. Pure. */

#include <glib.h>
#include <stdbool.h>

#define SSE_EVENT_MAX (16 * 1024 * 1024) /* bytes of one event's data, and of one line */

/* Called for each event. name: "" when the stream gives none. data: `length` bytes and a NUL; borrowed for the call. Returns
 * false to stop: no later event is reported. */
typedef bool (*sse_event)(void *user, const char *name, const char *data, gsize length);

struct sse {
    GString *line, *name, *data; /* owned */
    bool has_data, after_cr, begun, ended, too_long;
    bool lines; /* set by the caller: each line that is not blank is the data of an event (JSON lines) */
};

void sse_init(struct sse *sse);
/* Also accepts a struct of zeros. */
void sse_clear(struct sse *sse);
/* Reads bytes. Lines end with CR, LF or CRLF, also across pieces. Ignores comments and unknown fields. False: an event or a line
 * is longer than SSE_EVENT_MAX. */
bool sse_feed(struct sse *sse, const char *bytes, gsize length, sse_event event, void *user);
/* Ends the stream: reports a last event even without the blank line after it. */
void sse_end(struct sse *sse, sse_event event, void *user);

#endif
