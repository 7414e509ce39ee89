#include "tui/term/text.h"

#include "skills/timeline/visible.h"

#include <string.h>
#include <wchar.h>

int text_char_width(gunichar c)
{
    if (c >= ' ' && c < 0x7f)
        return 1;
    int width = wcwidth((wchar_t)c);
    return width < 0 ? 1 : width;
}

int text_width(const char *text)
{
    int width = 0;
    for (const char *p = text; *p; p = g_utf8_next_char(p))
        width += text_char_width(g_utf8_get_char(p));
    return width;
}

char *text_line(const char *text)
{
    return visible_text(text ? text : "");
}

/* The byte where `width` columns end (combining characters stay with their base). */
static const char *cut(const char *text, int width)
{
    int used = 0;
    for (const char *p = text;; p = g_utf8_next_char(p)) {
        int w = *p ? text_char_width(g_utf8_get_char(p)) : 0;
        if (!*p || used + w > width)
            return p;
        used += w;
    }
}

char *text_fit(const char *text, int width)
{
    g_autofree char *line = text_line(text);
    if (width <= 0)
        return g_strdup("");
    if (text_width(line) <= width)
        return g_steal_pointer(&line);
    const char *end = cut(line, width - 1);
    return g_strdup_printf("%.*s…", (int)(end - line), line);
}

/* One of two names whose first `before` and last `after` columns are the same: cut there if that is enough, else in its middle.
 */
static char *fit_in_middle(const char *name, int before, int after, int width)
{
    int all = text_width(name), kept = width - 1, end = kept / 3;
    if (all <= width || end <= 0)
        return text_fit(name, width);
    if (all - before <= kept)
        end = MAX(end, all - before);
    else if (all - after <= kept)
        end = MIN(end, kept - (all - after));
    const char *from = cut(name, kept - end), *to = cut(name, all - end);
    while (text_width(to) > end) /* in the middle of a wide character */
        to = g_utf8_next_char(to);
    return g_strdup_printf("%.*s…%s", (int)(from - name), name, to);
}

void text_fit_two(const char *a, const char *b, int width, char **ret_a, char **ret_b)
{
    g_autofree char *one = text_line(a), *other = text_line(b);
    int all_one = text_width(one), all_other = text_width(other), before = 0, after = 0;
    const char *p = one, *q = other, *end = one + strlen(one), *other_end = other + strlen(other);
    for (; *p && g_utf8_get_char(p) == g_utf8_get_char(q); p = g_utf8_next_char(p), q = g_utf8_next_char(q))
        before += text_char_width(g_utf8_get_char(p));
    while (end > p && other_end > q) {
        const char *last = g_utf8_prev_char(end), *other_last = g_utf8_prev_char(other_end);
        if (g_utf8_get_char(last) != g_utf8_get_char(other_last))
            break;
        after += text_char_width(g_utf8_get_char(last));
        end = last;
        other_end = other_last;
    }
    int first = MIN(all_one, MAX(width / 2, width - all_other)); /* the shorter one leaves the other its rest */
    *ret_a = fit_in_middle(one, before, after, first);
    *ret_b = fit_in_middle(other, before, after, width - first);
}

static void wrap_line(GPtrArray *lines, const char *line, int width)
{
    if (!*line)
        g_ptr_array_add(lines, g_strdup(""));
    while (*line) {
        const char *end = cut(line, width);
        const char *next = end;
        if (end == line) /* a wide character in one column */
            next = end = g_utf8_next_char(line);
        if (*end) {
            const char *blank = end;
            while (blank > line && *blank != ' ')
                blank--;
            if (blank > line) {
                end = blank;
                next = blank + strspn(blank, " ");
            }
        }
        g_ptr_array_add(lines, g_strndup(line, (gsize)(end - line)));
        line = next;
    }
}

void text_wrap(GPtrArray *lines, const char *text, int width)
{
    if (!text || width <= 0)
        return;
    g_auto(GStrv) rows = g_strsplit(text, "\n", -1);
    for (char **row = rows; *row; row++) {
        if (!row[1] && !**row && row != rows) /* a newline at the very end */
            break;
        g_strdelimit(*row, "\t", ' ');
        g_strchomp(*row);
        g_autofree char *line = text_line(*row);
        wrap_line(lines, line, width);
    }
}

char *text_count(gint64 n)
{
    if (n < 10000)
        return g_strdup_printf("%" G_GINT64_FORMAT, n);
    if (n < 10000000)
        return g_strdup_printf("%.1fk", (double)n / 1e3);
    return g_strdup_printf("%.1fM", (double)n / 1e6);
}

char *text_of_tokens(gint64 cached, gint64 pictures)
{
    g_autofree char *count = text_count(cached), *first = cached > 0 ? g_strdup_printf("%s cached", count) : g_strdup("");
    g_autofree char *second =
        pictures > 0 ? g_strdup_printf("%" G_GINT64_FORMAT " picture%s", pictures, pictures > 1 ? "s" : "") : g_strdup("");
    return *first || *second ? g_strdup_printf(" (%s%s%s)", first, *first && *second ? ", " : "", second) : g_strdup("");
}

char *text_duration(gint64 ms)
{
    if (ms < 1000)
        return g_strdup_printf("%" G_GINT64_FORMAT " ms", ms);
    if (ms < 60000)
        return g_strdup_printf("%.1f s", (double)ms / 1e3);
    if (ms < 3600000)
        return g_strdup_printf("%" G_GINT64_FORMAT ":%02" G_GINT64_FORMAT " min", ms / 60000, ms / 1000 % 60);
    if (ms < 2 * 86400000)
        return g_strdup_printf("%" G_GINT64_FORMAT ":%02" G_GINT64_FORMAT " h", ms / 3600000, ms / 60000 % 60);
    return g_strdup_printf("%.1f days", (double)ms / 86400000);
}

char *text_retry(int n, int of, gint64 left_us, const char *why)
{
    gint64 s = (left_us + G_USEC_PER_SEC - 1) / G_USEC_PER_SEC;
    g_autofree char *in = s > 0 ? g_strdup_printf(" in %" G_GINT64_FORMAT " s", s) : g_strdup("");
    return g_strdup_printf("retry %d of %d%s%s%s", n, of, in, *why ? ": " : "", why);
}

char *text_when(gint64 us, const char *format)
{
    g_autoptr(GDateTime) utc = us > 0 ? g_date_time_new_from_unix_utc(us / G_USEC_PER_SEC) : NULL;
    g_autoptr(GDateTime) local = utc ? g_date_time_to_local(utc) : NULL;
    return local ? g_date_time_format(local, format) : g_strdup("-");
}
