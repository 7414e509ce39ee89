#include "engine/gate/menu_entry.h"

#include "engine/gate/confusables.h"
#include "engine/gate/grave_word.h"
#include "engine/picture/submenu_arrow.h"

#include <string.h>

#define COLUMN 8      /* px: largest distance between the left edges of words in one column */
#define LINES 3       /* fewest lines of a column, with the pressed one */
#define WORDS 5       /* most words of an entry: its label and its keys */
#define EDGE 3        /* px: the border of a menu */
#define SIGN_PLACE 32 /* px from it: where the sign of another menu is */
#define SIGN_HIGH 18  /* px */
#define ENTRY_HIGH 16 /* px: largest distance from the middle of a line to the point, half the height of an entry */

/* Labels that only answer a question. */
static const char *const answers[] = {"yes",  "no", "ok",   "okay", "continue", "proceed", "apply", "go",  "do",    "it",
                                      "next", "ja", "nein", "oui",  "non",      "si",      "sí",    "да",  "нет",   "weiter",
                                      "done", "y",  "n",    "now",  "anyway",   "sure",    "agree", "all", "cancel"};

static int middle(const struct screen_word *w)
{
    return w->y + w->height / 2;
}

static bool in_window(const struct eye_window *window, const struct screen_word *w)
{
    return area_has((struct area){window->x, window->y, window->width, window->height}, w->x + w->width / 2, middle(w));
}

static bool in_line(const struct screen_word *a, const struct screen_word *b)
{
    return 2 * ABS(middle(a) - middle(b)) <= MAX(a->height, b->height);
}

bool menu_entry_answer(const char *word)
{
    for (gsize i = 0; i < G_N_ELEMENTS(answers); i++) {
        g_autofree char *answer = confusables_text(answers[i]);
        if (g_str_equal(word, answer))
            return true;
    }
    return false;
}

static bool is_answer(const struct screen_word *w)
{
    g_auto(GStrv) words = confusables_words(w->text);
    return words[0] && !words[1] && menu_entry_answer(words[0]);
}

/* The words in the window, borrowed. */
static GPtrArray *words_of(const screen *s, const struct eye_window *window)
{
    GPtrArray *words = g_ptr_array_new();
    for (guint i = 0; i < s->words->len; i++) {
        struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        if (in_window(window, w))
            g_ptr_array_add(words, w);
    }
    return words;
}

/* A word of the line at y; NULL = no line is there. */
static const struct screen_word *pressed_word(const GPtrArray *words, int y)
{
    const struct screen_word *nearest = NULL;
    for (guint i = 0; i < words->len; i++) {
        const struct screen_word *w = g_ptr_array_index(words, i);
        if (!nearest || ABS(middle(w) - y) < ABS(middle(nearest) - y))
            nearest = w;
    }
    return nearest && ABS(middle(nearest) - y) <= ENTRY_HIGH ? nearest : NULL;
}

/* True when an earlier word covers the same place (OCR may read a place twice). */
static bool read_before(const GPtrArray *words, guint index)
{
    const struct screen_word *w = g_ptr_array_index(words, index);
    for (guint i = 0; i < index; i++) {
        const struct screen_word *other = g_ptr_array_index(words, i);
        if (in_line(w, other) && w->x < other->x + other->width && other->x < w->x + w->width)
            return true;
    }
    return false;
}

static bool asks_or_is_long(const GPtrArray *words)
{
    for (guint i = 0; i < words->len; i++) {
        const struct screen_word *w = g_ptr_array_index(words, i);
        int n = 0;
        for (guint k = 0; k < words->len; k++)
            n += in_line(w, g_ptr_array_index(words, k)) && !read_before(words, k);
        if (n > WORDS || strchr(w->text, '?'))
            return true;
    }
    return false;
}

/* The number of lines with a word that begins in this one's column. */
static int column_lines(const GPtrArray *words, const struct screen_word *begins)
{
    g_autoptr(GPtrArray) lines = g_ptr_array_new();
    for (guint i = 0; i < words->len; i++) {
        struct screen_word *w = g_ptr_array_index(words, i);
        bool known = ABS(w->x - begins->x) > COLUMN;
        for (guint k = 0; k < lines->len && !known; k++)
            known = in_line(w, g_ptr_array_index(lines, k));
        if (!known)
            g_ptr_array_add(lines, w);
    }
    return (int)lines->len;
}

static bool is_menu(const GPtrArray *words, const struct screen_word *pressed)
{
    int most = 0;
    bool answers_only = true;
    for (guint i = 0; i < words->len; i++) {
        const struct screen_word *w = g_ptr_array_index(words, i);
        if (!in_line(w, pressed))
            continue;
        answers_only = answers_only && is_answer(w);
        most = MAX(most, column_lines(words, w));
    }
    return most >= LINES && !answers_only && !asks_or_is_long(words);
}

/* The words of the popup, and the one that is pressed in it; NULL = the point is on no entry of a menu. */
static GPtrArray *opened_at(const eye_observation *o, const struct eye_window *pressed, int x, int y,
                            const struct screen_word **ret_entry)
{
    if (!pressed || !pressed->popup || !pressed->program || pressed->dialog || pressed->tooltip ||
        !area_has((struct area){pressed->x, pressed->y, pressed->width, pressed->height}, x, y))
        return NULL;
    g_autoptr(GPtrArray) words = words_of(o->screen, pressed);
    *ret_entry = pressed_word(words, y);
    return *ret_entry && is_menu(words, *ret_entry) ? g_steal_pointer(&words) : NULL;
}

bool menu_entry_elsewhere(const eye_observation *o, const struct eye_window *pressed, const struct screen_word *word, int x,
                          int y)
{
    const struct screen_word *entry = NULL;
    g_autoptr(GPtrArray) words = opened_at(o, pressed, x, y, &entry);
    if (!words)
        return false;
    if (in_window(pressed, word))
        return !in_line(word, entry);
    const struct eye_window *other = eye_observation_window_at(o, word->x + word->width / 2, middle(word));
    return other && other->program && !other->dialog && !other->tooltip;
}

/* What a menu has that says "Format…" of a disk. */
static bool names_a_disk(const GPtrArray *words)
{
    for (guint i = 0; i < words->len; i++)
        if (grave_word_disk(((const struct screen_word *)g_ptr_array_index(words, i))->text))
            return true;
    return false;
}

/* Another reading of the place may lack the dots. */
static bool asks_for_more(const GPtrArray *words, const struct screen_word *word)
{
    for (guint i = 0; i < words->len; i++) {
        const struct screen_word *w = g_ptr_array_index(words, i);
        if (in_line(w, word) && w->x < word->x + word->width && word->x < w->x + w->width &&
            (g_str_has_suffix(w->text, "..") || g_str_has_suffix(w->text, "…")))
            return true;
    }
    return false;
}

/* A sign at the right end of the entry ("»", should it be read as a word), and no other word ("Format to"). */
static bool opens_another(const frame *f, const struct eye_window *menu, const GPtrArray *words, const struct screen_word *word)
{
    const int right = menu->x + menu->width - EDGE, left = MAX(right - SIGN_PLACE, word->x + word->width);
    for (guint i = 0; i < words->len; i++) {
        const struct screen_word *w = g_ptr_array_index(words, i);
        g_auto(GStrv) written = confusables_words(w->text);
        if (in_line(w, word) && written[0] && w->x >= word->x + word->width && w->x < left)
            return false;
    }
    return f && submenu_arrow_in(f, (struct area){left, middle(word) - SIGN_HIGH / 2, right - left, SIGN_HIGH});
}

bool menu_entry_format(const struct policy_case *c, const struct eye_window *pressed, const struct screen_word *word, int x,
                       int y)
{
    const struct screen_word *entry = NULL;
    g_autoptr(GPtrArray) words = opened_at(c->observation, pressed, x, y, &entry);
    g_auto(GStrv) own = confusables_words(word->text);
    return words && in_window(pressed, word) && g_str_equal(own[0] ? own[0] : "", "format") && !own[1] && !names_a_disk(words) &&
           (asks_for_more(words, word) || opens_another(c->picture, pressed, words, word));
}
