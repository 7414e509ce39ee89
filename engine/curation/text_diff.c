#include "engine/curation/text_diff.h"

#include <stdbool.h>
#include <string.h>

#define CELLS_MAX (4 * 1000 * 1000)
#define CONTEXT 3

static char **split(const char *text)
{
    char **lines = g_strsplit(text ? text : "", "\n", -1);
    guint n = g_strv_length(lines);
    if (n && !*lines[n - 1]) /* behind the last line's end */
        g_clear_pointer(&lines[n - 1], g_free);
    return lines;
}

static void add(text_diff *d, char kind, int old_index, int new_index)
{
    struct text_diff_line line = {.kind = kind, .text = kind == '+' ? d->new_text[new_index] : d->old_text[old_index]};
    line.old_line = kind == '+' ? 0 : old_index + 1;
    line.new_line = kind == '-' ? 0 : new_index + 1;
    g_array_append_val(d->lines, line);
}

/* The longest common subsequence of what lies between the common beginning and end (n by m lines, from `at` on). */
static void middle(text_diff *d, int at, int n, int m)
{
    int i = 0, k = 0;
    bool small = (gint64)(n + 1) * (m + 1) <= CELLS_MAX;
    g_autofree guint16 *length = small ? g_new0(guint16, (gsize)(n + 1) * (gsize)(m + 1)) : NULL;
    gsize row = (gsize)m + 1;
    for (int a = n - 1; small && a >= 0; a--) {
        for (int b = m - 1; b >= 0; b--) {
            gsize cell = (gsize)a * row + (gsize)b;
            bool same = strcmp(d->old_text[at + a], d->new_text[at + b]) == 0;
            length[cell] = same ? (guint16)(length[cell + row + 1] + 1) : MAX(length[cell + row], length[cell + 1]);
        }
    }
    while (i < n || k < m) {
        gsize cell = (gsize)i * row + (gsize)k;
        if (small && i < n && k < m && strcmp(d->old_text[at + i], d->new_text[at + k]) == 0) {
            add(d, ' ', at + i, at + k);
            i++;
            k++;
        } else if (i < n && (k == m || !small || length[cell + row] >= length[cell + 1])) {
            add(d, '-', at + i++, 0);
        } else {
            add(d, '+', 0, at + k++);
        }
    }
}

text_diff *text_diff_new(const char *old_text, const char *new_text)
{
    text_diff *d = g_new0(text_diff, 1);
    d->lines = g_array_new(FALSE, FALSE, sizeof(struct text_diff_line));
    d->old_text = split(old_text);
    d->new_text = split(new_text);
    int n = (int)g_strv_length(d->old_text), m = (int)g_strv_length(d->new_text), head = 0, tail = 0;
    while (head < n && head < m && strcmp(d->old_text[head], d->new_text[head]) == 0)
        head++;
    while (tail < n - head && tail < m - head && strcmp(d->old_text[n - 1 - tail], d->new_text[m - 1 - tail]) == 0)
        tail++;
    for (int i = 0; i < head; i++)
        add(d, ' ', i, i);
    middle(d, head, n - head - tail, m - head - tail);
    for (int i = tail; i > 0; i--)
        add(d, ' ', n - i, m - i);
    return d;
}

void text_diff_free(text_diff *d)
{
    if (!d)
        return;
    g_array_unref(d->lines);
    g_strfreev(d->old_text);
    g_strfreev(d->new_text);
    g_free(d);
}

static const struct text_diff_line *line_at(const text_diff *d, guint i)
{
    return &g_array_index(d->lines, struct text_diff_line, i);
}

/* One hunk: from `begin` up to but not with `end`. */
static void print_hunk(GString *out, const text_diff *d, guint begin, guint end)
{
    int old_first = 0, new_first = 0, old_count = 0, new_count = 0;
    for (guint i = 0; i < end; i++) { /* a side without lines in the hunk is named by the line before it */
        const struct text_diff_line *l = line_at(d, i);
        if (i < begin) {
            old_first = l->old_line ? l->old_line : old_first;
            new_first = l->new_line ? l->new_line : new_first;
            continue;
        }
        old_first = l->old_line && !old_count ? l->old_line : old_first;
        new_first = l->new_line && !new_count ? l->new_line : new_first;
        old_count += l->old_line != 0;
        new_count += l->new_line != 0;
    }
    g_string_append_printf(out, "@@ -%d,%d +%d,%d @@\n", old_first, old_count, new_first, new_count);
    for (guint i = begin; i < end; i++)
        g_string_append_printf(out, "%c%s\n", line_at(d, i)->kind, line_at(d, i)->text);
}

char *text_diff_unified(const text_diff *d, const char *old_name, const char *new_name)
{
    GString *out = g_string_new(NULL);
    guint i = 0, n = d->lines->len;
    while (i < n) {
        while (i < n && line_at(d, i)->kind == ' ')
            i++;
        if (i == n)
            break;
        guint begin = i > CONTEXT ? i - CONTEXT : 0, last = i;
        for (guint k = i; k < n && k <= last + 2 * CONTEXT + 1; k++)
            last = line_at(d, k)->kind != ' ' ? k : last;
        i = MIN(n, last + 1 + CONTEXT);
        if (!out->len)
            g_string_append_printf(out, "--- %s\n+++ %s\n", old_name, new_name);
        print_hunk(out, d, begin, i);
    }
    return g_string_free(out, FALSE);
}
