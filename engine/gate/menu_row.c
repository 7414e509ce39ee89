#include "engine/gate/menu_row.h"

#include "engine/gate/confusables.h"

#include <string.h>

#define MORE 2  /* the row needs more other titles than this */
#define SLACK 4 /* px around a title that belong to it */

static const char *const titles[] = {"file", "edit",   "view",  "insert", "tools", "data",     "window", "search",
                                     "help", "styles", "sheet", "table",  "slide", "document", "options"};

/* Also of programs that are no office programs. */
static const char *const more_titles[] = {"format", "settings", "project", "build", "go", "game"};

static int index_in(const char *const *list, gsize n, const char *word)
{
    for (gsize i = 0; i < n; i++)
        if (g_str_equal(list[i], word))
            return (int)i;
    return -1;
}

/* Index of the title that is the whole word; -1 = none. `more`: of the other titles, too. */
static int title_of(const struct screen_word *w, bool more)
{
    g_auto(GStrv) words = confusables_words(w->text);
    if (!words[0] || words[1])
        return -1;
    int title = index_in(titles, G_N_ELEMENTS(titles), words[0]), other = -1;
    if (title < 0 && more)
        other = index_in(more_titles, G_N_ELEMENTS(more_titles), words[0]);
    return other < 0 ? title : (int)G_N_ELEMENTS(titles) + other;
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

/* True when the gap is wider than a blank. It is measured by capitals: 5 px are one in a label 9 px high. */
static bool of_two_labels(const struct screen_word *left, const struct screen_word *right)
{
    return 3 * (right->x - left->x - left->width) > 2 * MAX(left->height, right->height);
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

bool menu_row_title(const screen *s, const struct screen_word *format, int x, int y, const struct eye_window *in)
{
    const int top = eye_window_inner(in).y;
    const bool main = in && !in->dialog && !in->popup;
    const bool at_top = main && format->y >= top && format->y <= top + MENU_ROW_TOP;
    g_auto(GStrv) words = confusables_words(format->text);
    bool seen[G_N_ELEMENTS(titles)] = {false}, pressed = holds(format, x, y);
    int more = 0;
    if (!words[0] || words[1] || !g_str_equal(words[0], "format"))
        return false;
    for (guint i = 0; i < s->words->len; i++) {
        const struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        int title = title_of(w, false);
        if (title < 0 || !in_row(w, format) || !apart(w, format))
            continue;
        pressed |= holds(w, x, y);
        more += !seen[title];
        seen[title] = true;
    }
    return more > MORE && (pressed || (!in_band(format, y) && (at_top || !in_column(format, x))));
}

#define OTHERS 2 /* titles beside the one that is pressed: of a row only what is near the point has been read */

/* The box of the titles in the word's row; width 0 = there are too few. */
static struct area row_of(const screen *s, const struct screen_word *pressed)
{
    bool seen[G_N_ELEMENTS(titles) + G_N_ELEMENTS(more_titles)] = {false};
    struct area all = {pressed->x, pressed->y, pressed->width, pressed->height};
    int others = 0;
    for (guint i = 0; i < s->words->len; i++) {
        const struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        int title = title_of(w, true);
        if (title < 0 || !in_row(w, pressed) || !apart(w, pressed))
            continue;
        all = area_joined(all, (struct area){w->x, w->y, w->width, w->height});
        others += !seen[title];
        seen[title] = true;
    }
    return others >= OTHERS ? all : (struct area){0};
}

struct area menu_row_at(const screen *s, int x, int y)
{
    struct area row = {0};
    for (guint i = 0; i < s->words->len && row.width == 0; i++) {
        const struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        if (holds(w, x, y))
            row = row_of(s, w);
    }
    return row;
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

/* What a document consists of; a disk tool formats no such thing. "Table", "image" and "selection" are of both. */
static bool is_of_document(const char *word)
{
    static const char *const parts[] = {"cell", "cells", "character", "characters", "code",       "column",  "columns", "font",
                                        "page", "row",   "rows",      "paragraph",  "paragraphs", "picture", "shape",   "text"};
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++)
        if (g_str_equal(word, parts[i]))
            return true;
    return false;
}

/* A written word ends close to the left of it (side -1); what a document consists of begins close to the right (side 1). */
static bool has_beside(const screen *s, const struct screen_word *format, int side)
{
    for (guint i = 0; i < s->words->len; i++) {
        const struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        const struct screen_word *left = side < 0 ? w : format, *right = side < 0 ? format : w;
        if (left->x + left->width > right->x + SLACK || !in_row(w, format) || of_two_labels(left, right))
            continue;
        g_auto(GStrv) words = confusables_words(w->text);
        guint n = g_strv_length(words);
        if (n > 0 && (side < 0 ? is_written(words[n - 1]) : is_of_document(words[0])))
            return true;
    }
    return false;
}

bool menu_row_noun(const screen *s, const struct screen_word *format)
{
    g_auto(GStrv) lines = g_strsplit_set(format->text, "\r\n", -1);
    for (char **line = lines; *line; line++) {
        g_auto(GStrv) words = confusables_words(*line);
        bool behind = line == lines && has_beside(s, format, -1);
        for (char **word = words; *word; word++) {
            bool before = word[1] ? is_of_document(word[1]) : !line[1] && has_beside(s, format, 1);
            if (is_format(*word) && !behind && !before)
                return false;
            behind |= is_written(*word);
        }
    }
    return true;
}
