#ifndef ENGINE_BRAIN_HTTP_H
#define ENGINE_BRAIN_HTTP_H

/* HTTP: addresses, the head of a response, excerpts of a body. Pure. */

#include <glib.h>
#include <stdbool.h>

/* The used fields of a response's head. */
struct http_head {
    int status;
    bool fresh;            /* the last line started a new response (after a 100 or a proxy's) */
    gint64 retry_after_ms; /* -1 = not given */
    int should_retry;      /* x-should-retry: 1, 0, -1 = not given */
    bool events;           /* the body is a stream of server-sent events… */
    bool lines;            /* …or of JSON values, one in each line, which are read the same way */
    char *location;        /* owned */
};

void http_head_clear(struct http_head *head);
/* Reads one header line, which need not end with NUL. */
void http_head_line(struct http_head *head, const char *line, gsize length);
/* Joins base URL and path, unless the base already ends with the path. A query of the base goes to the end. NULL: not an address.
 * Caller frees. */
char *http_url(const char *base, const char *path);
/* scheme://host[:port] without user, path and query, for messages. Caller frees. */
char *http_host(const char *url);
/* A server's text for a message: one line of at most max bytes, valid UTF-8, without control characters and markup. Caller frees.
 */
char *http_excerpt(const char *text, gsize length, gsize max);

#endif
