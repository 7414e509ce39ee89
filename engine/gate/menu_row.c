#include "engine/gate/menu_row.h"

#include "engine/gate/confusables.h"

#include <string.h>

#define MORE 2  /* the row needs more other titles than this */
#define SLACK 4 /* px around a title that belong to it */

static const char *const titles[] = {"file", "edit",   "view",  "insert", "tools", "data",     "window", "search",
                                     "help", "styles", "sheet", "table",  "slide", "document", "options"};

/* Index of the title that is the whole word; -1 = none. */
static int title_of(const struct screen_word *w)
{
    g_auto(GStrv) words = confusables_words(w->text);
    for (gsize i = 0; i < G_N_ELEMENTS(titles) && words[0] && !words[1]; i++)
        if (g_str_equal(words[0], titles[i]))
            return (int)i;
    return -1;
}

static bool in_row(const struct screen_word *a, const struct screen_word *b)
{
    int between = ABS(2 * a->y + a->height - 2 * b->y - b->height) / 2; /* between their middles */
    return 2 * between <= MIN(a->height, b->height);
}

/* True when the gap is larger than between words of one label. */
static bool apart(const struct screen_word *a, const struct screen_word *b)
{
    int gap = MAX(a->x - (b->x + b->width), b->x - (a->x + a->width));
    return 2 * gap >= MAX(a->height, b->height);
}

static bool holds(const struct screen_word *w, int x, int y)
{
    return x >= w->x - SLACK && x < w->x + w->width + SLACK && y >= w->y - SLACK && y < w->y + w->height + SLACK;
}

/* Above or below the word, where it may be the caption of a picture. */
static bool in_column(const struct screen_word *w, int x)
{
    return x >= w->x - SLACK && x < w->x + w->width + SLACK;
}

static bool in_band(const struct screen_word *w, int y)
{
    return y >= w->y - w->height && y < w->y + 2 * w->height;
}

bool menu_row_title(const screen *s, const struct screen_word *format, int x, int y)
{
    g_auto(GStrv) words = confusables_words(format->text);
    bool seen[G_N_ELEMENTS(titles)] = {false}, pressed = holds(format, x, y);
    int more = 0;
    if (!words[0] || words[1] || !g_str_equal(words[0], "format"))
        return false;
    for (guint i = 0; i < s->words->len; i++) {
        const struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        int title = title_of(w);
        if (title < 0 || !in_row(w, format) || !apart(w, format))
            continue;
        pressed |= holds(w, x, y);
        more += !seen[title];
        seen[title] = true;
    }
    return more > MORE && (pressed || (!in_band(format, y) && !in_column(format, x)));
}

#define LETTERS 3

static bool is_format(const char *word)
{
    g_autofree char *skeleton = confusables_skeleton(word), *bone = confusables_skeleton("format");
    return g_str_equal(skeleton, bone);
}

static bool is_written(const char *word)
{
    glong letters = 0;
    for (const char *p = word; *p; p = g_utf8_next_char(p))
        letters += g_unichar_isalpha(g_utf8_get_char(p));
    return letters >= LETTERS && !is_format(word);
}

/* True when a word, not an icon, ends close to the left. */
static bool follows(const screen *s, const struct screen_word *format)
{
    for (guint i = 0; i < s->words->len; i++) {
        const struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        if (w->x + w->width > format->x + SLACK || !in_row(w, format) || apart(w, format))
            continue;
        g_auto(GStrv) words = confusables_words(w->text);
        guint n = g_strv_length(words);
        if (n > 0 && is_written(words[n - 1]))
            return true;
    }
    return false;
}

bool menu_row_noun(const screen *s, const struct screen_word *format)
{
    g_auto(GStrv) lines = g_strsplit_set(format->text, "\r\n", -1);
    for (char **line = lines; *line; line++) {
        g_auto(GStrv) words = confusables_words(*line);
        bool behind = line == lines && follows(s, format);
        for (char **word = words; *word; word++) {
            if (is_format(*word) && !behind)
                return false;
            behind |= is_written(*word);
        }
    }
    return true;
}
