#include "tests/bench/history/words.h"

/* The most common ones are what steps are really told in; the others are made of syllables. */
static const char *const common[] = {
    "the",      "to",      "is",     "of",     "and",     "a",        "in",      "button",  "click",   "window",
    "screen",   "text",    "field",  "it",     "shows",   "was",      "not",     "that",    "with",    "display",
    "menu",     "next",    "step",   "on",     "file",    "open",     "dialog",  "page",    "list",    "press",
    "key",      "after",   "before", "entry",  "changed", "see",      "type",    "value",   "number",  "cursor",
    "pointer",  "task",    "done",   "still",  "visible", "should",   "left",    "right",   "top",     "bottom",
    "tab",      "save",    "close",  "search", "result",  "error",    "message", "name",    "row",     "column",
    "cell",     "table",   "image",  "line",   "word",    "document", "folder",  "icon",    "toolbar", "scroll",
    "selected", "focused", "empty",  "new",    "old",     "first",    "last",    "nothing", "happened"};

static const char *const syllables[] = {"ba",   "ke",  "li",  "mo",  "nu",   "ra",  "se",   "ti",   "vo",    "zu",  "pra",
                                        "ster", "lin", "gor", "tan", "mel",  "dis", "qua",  "fen",  "hol",   "jir", "wex",
                                        "yal",  "cro", "phi", "sku", "thor", "vin", "drel", "mung", "oster", "ilk"};

struct words {
    char *word[WORDS];
    double until[WORDS]; /* the share of all words up to this rank */
};

guint64 dice_next(struct dice *d)
{
    guint64 z = d->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

guint dice_below(struct dice *d, guint n)
{
    return (guint)((dice_next(d) >> 32) * n >> 32);
}

gboolean dice_permille(struct dice *d, guint permille)
{
    return dice_below(d, 1000) < permille;
}

/* Every number has its own: its digits in the base of the syllables, at least two of them. */
static char *made_up(guint number)
{
    GString *word = g_string_new(NULL);
    const guint base = G_N_ELEMENTS(syllables);
    g_string_append(word, syllables[number % base]);
    do {
        number /= base;
        g_string_append(word, syllables[number % base]);
    } while (number >= base);
    return g_string_free(word, FALSE);
}

words *words_new(void)
{
    words *w = g_new0(words, 1);
    double sum = 0;
    for (guint i = 0; i < WORDS; i++) {
        w->word[i] = i < G_N_ELEMENTS(common) ? g_strdup(common[i]) : made_up(i);
        sum += 1.0 / (i + 2.7); /* Zipf and Mandelbrot */
        w->until[i] = sum;
    }
    for (guint i = 0; i < WORDS; i++)
        w->until[i] /= sum;
    return w;
}

void words_free(words *w)
{
    for (guint i = 0; i < WORDS; i++)
        g_free(w->word[i]);
    g_free(w);
}

const char *words_at(const words *w, guint rank)
{
    return w->word[rank];
}

void words_append(const words *w, struct dice *d, GString *text, guint n)
{
    for (guint i = 0; i < n; i++) {
        double at = (double)(dice_next(d) >> 11) / 9007199254740992.0; /* 2^53 */
        guint low = 0, high = WORDS - 1;
        while (low < high) {
            guint middle = (low + high) / 2;
            if (w->until[middle] < at)
                low = middle + 1;
            else
                high = middle;
        }
        if (i)
            g_string_append_c(text, ' ');
        g_string_append(text, w->word[low]);
    }
}
