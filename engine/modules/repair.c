#include "engine/modules/repair.h"

#include <string.h>

#define OBJECTS_MAX 64  /* balanced objects that are kept */
#define RESTARTS_MAX 64 /* open braces that lead nowhere */

static void trim(const char *text, gsize *start, gsize *end)
{
    if (*end - *start >= 3 && memcmp(text + *start, "\xef\xbb\xbf", 3) == 0)
        *start += 3;
    while (*start < *end && g_ascii_isspace(text[*start]))
        (*start)++;
    while (*end > *start && g_ascii_isspace(text[*end - 1]))
        (*end)--;
}

static void add(GArray *spans, const char *text, gsize start, gsize end, bool whole)
{
    trim(text, &start, &end);
    if (end > start) {
        struct repair_span span = {start, end - start, whole};
        g_array_append_val(spans, span);
    }
}

static bool at(const char *text, gsize i, gsize end, const char *word)
{
    gsize n = strlen(word);
    return end - i >= n && memcmp(text + i, word, n) == 0;
}

/* Only a whole fence or one labelled json: backticks occur inside strings, and a bash fence is no answer. */
static void add_fences(GArray *spans, const char *text, gsize start, gsize end)
{
    if (at(text, start, end, "```") && end - start > 6 && at(text, end - 3, end, "```")) {
        gsize inside = start + 3;
        if (at(text, inside, end, "json"))
            inside += 4;
        if (g_ascii_isspace(text[inside]) || text[inside] == '{')
            add(spans, text, inside, end - 3, true);
    }
    for (gsize i = start; i + 7 < end; i++) {
        if (!at(text, i, end, "```json"))
            continue;
        for (gsize j = i + 7; j + 3 <= end; j++) {
            if (text[j - 1] == '\n' && at(text, j, end, "```")) {
                add(spans, text, i + 7, j, true);
                return;
            }
        }
    }
}

/* The end of the object that begins at `i`, aware of strings; 0 = it does not end. */
static gsize balanced_end(const char *text, gsize i, gsize end)
{
    int depth = 0;
    bool string = false;
    for (; i < end; i++) {
        char c = text[i];
        if (string) {
            if (c == '\\')
                i++;
            else if (c == '"')
                string = false;
        } else if (c == '"') {
            string = true;
        } else if (c == '{' || c == '[') {
            depth++;
        } else if (c == '}' || c == ']') {
            if (--depth == 0)
                return i + 1;
        }
    }
    return 0;
}

/* open = { or [: what begins with it, outside of any other; a list inside of an object is a part of that. */
static void add_balanced(GArray *spans, const char *text, gsize start, gsize end, char open)
{
    guint first = spans->len;
    int restarts = 0;
    for (gsize i = start; i < end && spans->len - first < OBJECTS_MAX; i++) {
        if (text[i] != '{' && text[i] != open)
            continue;
        gsize stop = balanced_end(text, i, end);
        if (stop) {
            if (text[i] == open)
                add(spans, text, i, stop, restarts == 0);
            i = stop - 1;
        } else if (++restarts > RESTARTS_MAX) {
            break;
        }
    }
    for (guint a = first, b = spans->len; a + 1 < b; a++, b--) { /* the last first */
        struct repair_span *x = &g_array_index(spans, struct repair_span, a),
                           *y = &g_array_index(spans, struct repair_span, b - 1);
        struct repair_span swap = *x;
        *x = *y;
        *y = swap;
    }
}

GArray *repair_candidates(const char *text, gsize length, bool lists)
{
    GArray *spans = g_array_new(FALSE, FALSE, sizeof(struct repair_span));
    gsize start = 0, end = length;
    trim(text, &start, &end);
    add(spans, text, start, end, true);
    if (at(text, start, end, "<think>")) { /* what was thought aloud is not the answer */
        const char *close = g_strstr_len(text + start, (gssize)(end - start), "</think>");
        if (close) {
            start = (gsize)(close - text) + strlen("</think>");
            trim(text, &start, &end);
            add(spans, text, start, end, true);
        }
    }
    if (start < end) {
        add_fences(spans, text, start, end);
        add_balanced(spans, text, start, end, '{');
        if (lists)
            add_balanced(spans, text, start, end, '[');
    }
    return spans;
}

bool repair_is_cut(const char *text, gsize length)
{
    for (gsize i = 0; i < length; i++)
        if ((text[i] == '{' || text[i] == '[') && !balanced_end(text, i, length))
            return true;
        else if (text[i] == '{' || text[i] == '[')
            i = balanced_end(text, i, length) - 1;
    return false;
}

char *repair_mend(const char *text, gsize length, gsize *ret_length)
{
    GString *out = g_string_sized_new(length + 16);
    bool string = false;
    for (gsize i = 0; i < length; i++) {
        char c = text[i];
        if (string && c == '\\' && i + 1 < length) {
            g_string_append_c(out, c);
            g_string_append_c(out, text[++i]);
            continue;
        }
        if (c == '"')
            string = !string;
        if (string && (unsigned char)c < ' ') {
            g_string_append_printf(out, "\\u%04x", (unsigned)(unsigned char)c);
            continue;
        }
        if (!string && c == ',') {
            gsize next = i + 1;
            while (next < length && g_ascii_isspace(text[next]))
                next++;
            if (next < length && (text[next] == '}' || text[next] == ']'))
                continue;
        }
        g_string_append_c(out, c);
    }
    *ret_length = out->len;
    return g_string_free(out, FALSE);
}
