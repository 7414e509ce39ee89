#include "engine/brain/http.h"

#include "engine/brain/late_curl.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HEADER_MAX 4096

void http_head_clear(struct http_head *head)
{
    g_free(head->location);
    *head = (struct http_head){.retry_after_ms = -1, .should_retry = -1};
}

static gint64 seconds_to_ms(const char *text, double factor)
{
    char *end = NULL;
    double value = g_ascii_strtod(text, &end);
    if (end == text || *g_strchug(end) || !(value >= 0) || value > 1e9)
        return -1;
    return (gint64)(value * factor);
}

/* Reads seconds (also fractions) or a date. */
static gint64 retry_after(const char *value)
{
    gint64 ms = seconds_to_ms(value, 1000);
    if (ms >= 0)
        return ms;
    time_t at = curl_ready(NULL) ? curl_getdate(value, NULL) : -1;
    if (at < 0)
        return -1;
    gint64 left = ((gint64)at * G_USEC_PER_SEC - g_get_real_time()) / 1000;
    return MAX(left, 0);
}

static bool is_type(const char *value, const char *type)
{
    return g_ascii_strncasecmp(value, type, strlen(type)) == 0;
}

void http_head_line(struct http_head *head, const char *line, gsize length)
{
    head->fresh = false;
    if (length > HEADER_MAX)
        return;
    g_autofree char *text = g_strstrip(g_strndup(line, length));
    if (g_str_has_prefix(text, "HTTP/")) {
        const char *space = strchr(text, ' ');
        http_head_clear(head);
        head->status = space ? (int)g_ascii_strtoll(space + 1, NULL, 10) : 0;
        head->fresh = true;
        return;
    }
    char *colon = strchr(text, ':');
    if (!colon)
        return;
    *colon = '\0';
    char *value = g_strstrip(colon + 1);
    if (g_ascii_strcasecmp(text, "retry-after-ms") == 0) {
        head->retry_after_ms = seconds_to_ms(value, 1);
    } else if (g_ascii_strcasecmp(text, "retry-after") == 0 && head->retry_after_ms < 0) {
        head->retry_after_ms = retry_after(value);
    } else if (g_ascii_strcasecmp(text, "x-should-retry") == 0) {
        head->should_retry = g_ascii_strcasecmp(value, "true") == 0;
    } else if (g_ascii_strcasecmp(text, "content-type") == 0) {
        head->lines = is_type(value, "application/x-ndjson") || is_type(value, "application/jsonl");
        head->events = head->lines || is_type(value, "text/event-stream");
    } else if (g_ascii_strcasecmp(text, "location") == 0) {
        g_free(head->location);
        head->location = g_strdup(value);
    }
}

char *http_url(const char *base, const char *path)
{
    if (!base || !*base)
        return NULL;
    const char *query = strchr(base, '?');
    gsize length = query ? (gsize)(query - base) : strlen(base);
    while (length > 0 && base[length - 1] == '/')
        length--;
    g_autofree char *place = g_strndup(base, length);
    g_autofree char *url = g_strconcat(place, g_str_has_suffix(place, path) ? "" : path, NULL);
    return g_strconcat(url, query && strchr(url, '?') ? "&" : query ? "?" : "", query ? query + 1 : "", NULL);
}

char *http_host(const char *url)
{
    if (!curl_ready(NULL))
        return g_strdup("the given url");
    CURLU *parts = curl_url();
    char *scheme = NULL, *host = NULL, *port = NULL;
    char *shown = NULL;
    if (parts && curl_url_set(parts, CURLUPART_URL, url, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK &&
        curl_url_get(parts, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
        curl_url_get(parts, CURLUPART_HOST, &host, 0) == CURLUE_OK) {
        bool has_port = curl_url_get(parts, CURLUPART_PORT, &port, 0) == CURLUE_OK;
        shown = g_strdup_printf("%s://%s%s%s", scheme, host, has_port ? ":" : "", has_port ? port : "");
    }
    curl_free(scheme);
    curl_free(host);
    curl_free(port);
    curl_url_cleanup(parts);
    return shown ? shown : g_strdup("the given url");
}

char *http_excerpt(const char *text, gsize length, gsize max)
{
    g_autofree char *valid = g_utf8_make_valid(text, (gssize)MIN(length, 16 * 1024));
    GString *out = g_string_new(NULL);
    bool tag = false, gap = false;
    for (const char *p = valid; *p && out->len < max; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        GUnicodeType type = g_unichar_type(c);
        bool opens = c == '<' && (g_ascii_isalpha(p[1]) || p[1] == '/' || p[1] == '!'); /* or it is a comparison */
        if (opens || (tag && c == '>')) {
            tag = opens;
            gap = true;
        } else if (tag) {
            continue;
        } else if (g_unichar_isspace(c) || type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT) {
            gap = true;
        } else {
            if (gap && out->len > 0)
                g_string_append_c(out, ' ');
            gap = false;
            g_string_append_unichar(out, c);
        }
    }
    if (out->len >= max)
        g_string_append(out, "…");
    return g_string_free(out, FALSE);
}
