#ifndef ENGINE_BRAIN_HTTP_H
#define ENGINE_BRAIN_HTTP_H

/* The small change of HTTP: addresses, the response's head, what may be told of a body. Pure. */

#include <glib.h>
#include <stdbool.h>

/* What of a response's head matters here. */
struct http_head {
    int status;
    bool fresh;            /* the line read last began a new response (after a 100, or a proxy's) */
    gint64 retry_after_ms; /* -1 = not said */
    int should_retry;      /* x-should-retry: 1, 0, -1 = not said */
    bool events;           /* the body is a stream of server-sent events */
    char *location;        /* owned */
};

void http_head_clear(struct http_head *head);
/* Takes one header line as libcurl hands it over (not terminated). */
void http_head_line(struct http_head *head, const char *line, gsize length);
/* Base URL and path; an address that ends with the path already stays. A query of the base comes last. NULL: no address. Caller
 * frees. */
char *http_url(const char *base, const char *path);
/* scheme://host[:port], without user, path and query: what messages may show. Caller frees. */
char *http_host(const char *url);
/* One line of at most max bytes, valid UTF-8, no controls, markup left out: a server's own words in our sentence. Caller frees.
 */
char *http_excerpt(const char *text, gsize length, gsize max);

#endif
