/* Words: those without a meaning of their own, stems, and which of them mean the same in work at a computer. */

#include "engine/ngram.h"

#include <string.h>

/* Sorted: searched by halves. */
static const char *const empty_words[] = {
    "a",    "about", "all",   "also", "am",   "an",    "and",    "any",   "are",  "as",     "at",   "be",     "been",  "but",
    "by",   "can",   "could", "did",  "do",   "does",  "each",   "for",   "from", "had",    "has",  "have",   "he",    "her",
    "him",  "his",   "how",   "i",    "if",   "in",    "into",   "is",    "it",   "its",    "just", "may",    "me",    "my",
    "no",   "not",   "of",    "on",   "or",   "our",   "please", "shall", "she",  "should", "so",   "some",   "such",  "than",
    "that", "the",   "their", "them", "then", "there", "these",  "they",  "this", "those",  "to",   "unless", "until", "us",
    "was",  "we",    "were",  "what", "when", "where", "which",  "while", "who",  "will",   "with", "would",  "you",   "your",
};

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool ngram_word_is_empty(const char *word)
{
    return bsearch(&word, empty_words, G_N_ELEMENTS(empty_words), sizeof *empty_words, by_text) != NULL;
}

/* ---- stems ---- */

static bool is_vowel(char c)
{
    return strchr("aeiouy", c) != NULL;
}

static bool has_vowel(const char *word, gsize length)
{
    for (gsize i = 0; i < length; i++)
        if (is_vowel(word[i]))
            return true;
    return false;
}

/* stopp(ed) → stop; what ends with ll, ss or zz stays: fill, press. */
static void undouble(char *word)
{
    gsize n = strlen(word);
    if (n > 3 && word[n - 1] == word[n - 2] && !is_vowel(word[n - 1]) && !strchr("lsz", word[n - 1]))
        word[n - 1] = '\0';
}

static bool cut_plural(char *word, gsize n)
{
    static const char *const es[] = {"sses", "shes", "ches", "xes", "zes"};
    if (n < 4 || word[n - 1] != 's' || strchr("su", word[n - 2]))
        return false;
    if (n > 4 && g_str_has_suffix(word, "ies")) {
        memcpy(word + n - 3, "y", 2);
        return true;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(es); i++) {
        if (g_str_has_suffix(word, es[i])) {
            word[n - 2] = '\0';
            return true;
        }
    }
    word[n - 1] = '\0';
    return true;
}

void ngram_word_stem(char *word)
{
    gsize n = strlen(word);
    if (cut_plural(word, n))
        n = strlen(word);
    if (n > 5 && g_str_has_suffix(word, "ing") && has_vowel(word, n - 3)) {
        word[n - 3] = '\0';
        undouble(word);
    } else if (n > 4 && g_str_has_suffix(word, "ied")) {
        memcpy(word + n - 3, "y", 2);
    } else if (n > 4 && g_str_has_suffix(word, "ed") && has_vowel(word, n - 2)) {
        word[n - 2] = '\0';
        undouble(word);
    }
    n = strlen(word);
    if (n > 3 && word[n - 1] == 'e')
        word[n - 1] = '\0';
    else if (n > 2 && word[n - 1] == 'y' && !is_vowel(word[n - 2]))
        word[n - 1] = 'i';
}

/* ---- words that mean the same ---- */

/* A line is a circle; a word may be in several. General to work at a computer and in a game: no program's words of its own. */
static const char *const circles[] = {
    "type write enter input insert",
    "press push hit strike tap",
    "click choose select pick",
    "open launch start run begin execute",
    "close quit exit leave dismiss out",
    "delete remove erase clear discard wipe clean empty",
    "copy duplicate clipboard",
    "paste insert clipboard",
    "go navigate visit jump",
    "move walk go advance step",
    "back backward previous earlier before last",
    "forward forwards next following ahead",
    "find search look locate seek google",
    "page site website web url address link internet",
    "save store keep write",
    "undo revert revoke back",
    "program application app software",
    "calculate compute evaluate work result",
    "add plus sum total addition",
    "subtract minus difference",
    "multiply times product multiplication",
    "divide division quotient",
    "turn rotate spin face",
    "shoot fire attack aim",
    "fight attack kill combat enemy",
    "follow chase pursue track",
    "wait pause sleep idle",
    "scroll wheel",
    "up upward upwards above higher top",
    "down downward downwards below lower bottom",
    "enlarge maximize bigger larger grow zoom full",
    "shrink minimize smaller hide reduce away",
    "mouse pointer cursor",
    "hold keep",
    "release free loose let",
    "drag pull",
    "file document",
    "folder directory",
    "line row",
    "refresh reload update again",
    "new create make fresh another blank",
    "switch change swap toggle",
    "show display view see reveal read list watch",
    "restart reset again anew",
    "weapon gun item",
    "key keyboard shortcut hotkey",
    "text word sentence letter string character",
    "command shell terminal console",
    "end finish stop cancel abort interrupt",
    "game puzzle",
    "replace substitute exchange change instead",
    "all everything whole entire",
    "many several multiple combination together",
    "twice double",
    "resize size",
    "mark highlight select",
    "path route way",
    "second time while moment",
    "accept confirm ok approve",
    "number digit figure first second third position",
    "beginning start first top home",
    "end last bottom final behind",
    "discard throw drop lose",
    "insert put place",
    "skip jump pass",
    "return bring restore reopen redo",
    "match hit occurrence result",
    "send submit",
    "name call title rename",
    "write note draw pencil",
    "history past yesterday earlier",
    "pager less more manual",
    "background behind other",
    "middle centre center",
    "edit modify alter change",
    "rectangle area region box",
    "walk run move",
};

/* stem → circles as bits of an array; made once, never freed */
static GHashTable *circle_table(void)
{
    static GHashTable *table;
    if (table)
        return table;
    table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
    for (guint i = 0; i < G_N_ELEMENTS(circles); i++) {
        g_auto(GStrv) words = g_strsplit(circles[i], " ", -1);
        for (char **w = words; *w; w++) {
            ngram_word_stem(*w);
            GArray *in = g_hash_table_lookup(table, *w);
            if (!in) {
                in = g_array_new(FALSE, FALSE, sizeof i);
                g_hash_table_insert(table, g_strdup(*w), in);
            }
            g_array_append_val(in, i);
        }
    }
    return table;
}

guint ngram_word_circles(const char *stem, guint *ret_circles)
{
    const GArray *in = g_hash_table_lookup(circle_table(), stem);
    guint n = in ? MIN(in->len, NGRAM_CIRCLES_MAX) : 0;
    for (guint i = 0; i < n; i++)
        ret_circles[i] = g_array_index(in, guint, i);
    return n;
}
