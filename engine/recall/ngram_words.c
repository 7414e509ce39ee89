/* Words: those without a meaning of their own, stems, and which of them mean the same in work at a computer. */

#include "engine/recall/ngram.h"

#include <string.h>

/* Sorted: searched by halves. */
static const char *const empty_words[] = {
    "a",      "about", "all",  "also",   "am",    "an",   "and",  "any",   "are",  "as",   "at",     "be",    "been",
    "but",    "by",    "can",  "could",  "did",   "do",   "does", "each",  "for",  "from", "had",    "has",   "have",
    "he",     "her",   "him",  "his",    "how",   "i",    "if",   "in",    "into", "is",   "it",     "its",   "just",
    "may",    "me",    "my",   "no",     "not",   "of",   "on",   "or",    "our",  "over", "please", "shall", "she",
    "should", "so",    "some", "such",   "than",  "that", "the",  "their", "them", "then", "there",  "these", "they",
    "this",   "those", "to",   "unless", "until", "us",   "was",  "we",    "were", "what", "when",   "where", "which",
    "while",  "who",   "will", "with",   "would", "you",  "your",
};

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool ngram_word_negates(const char *word)
{
    static const char *const negations[] = {"cannot", "don", "dont", "isn", "never", "no", "not", "without", NULL};
    return g_strv_contains(negations, word);
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

/* What the rules below do not reach, and what a comparison is made of. Sorted by the first. */
static const char *const irregular[][2] = {
    {"began", "begin"},     {"begun", "begin"},   {"bigger", "big"},  {"brought", "bring"}, {"chosen", "choose"},
    {"done", "do"},         {"earlier", "early"}, {"faster", "fast"}, {"found", "find"},    {"further", "far"},
    {"gone", "go"},         {"held", "hold"},     {"hidden", "hide"}, {"higher", "high"},   {"kept", "keep"},
    {"larger", "large"},    {"longer", "long"},   {"lost", "lose"},   {"lower", "low"},     {"made", "make"},
    {"narrower", "narrow"}, {"ran", "run"},       {"saw", "see"},     {"seen", "see"},      {"sent", "send"},
    {"shorter", "short"},   {"shown", "show"},    {"slept", "sleep"}, {"smaller", "small"}, {"taken", "take"},
    {"threw", "throw"},     {"thrown", "throw"},  {"took", "take"},   {"typed", "type"},    {"undid", "undo"},
    {"undone", "undo"},     {"went", "go"},       {"wider", "wide"},  {"written", "write"}, {"wrote", "write"},
};

static void cut_irregular(char *word)
{
    const char *const *found = bsearch(&word, irregular, G_N_ELEMENTS(irregular), sizeof *irregular, by_text);
    if (found)
        g_strlcpy(word, found[1], strlen(word) + 1); /* none is longer than what it stands for */
}

/* selection → select, movement → move, calculator → calculat(e) */
static void cut_derived(char *word)
{
    static const struct {
        const char *end;
        gsize cut, least;
    } ends[] = {{"tion", 3, 7}, {"sion", 3, 7}, {"ement", 4, 7}, {"ator", 2, 7}};
    gsize n = strlen(word);
    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) {
        if (n > ends[i].least && g_str_has_suffix(word, ends[i].end)) {
            word[n - ends[i].cut] = '\0';
            return;
        }
    }
}

void ngram_word_stem(char *word)
{
    cut_irregular(word);
    gsize n = strlen(word);
    if (cut_plural(word, n))
        n = strlen(word);
    cut_derived(word);
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

/* Sorted, as ngram_word_stem() leaves them. */
static const char *const ways[] = {
    "add", "chang", "choos",  "click", "clos", "enter", "get",  "go",  "input", "mak", "mov", "need", "open", "press",
    "put", "run",   "select", "set",   "show", "start", "task", "try", "typ",   "us",  "use", "want", "work", "writ",
};

bool ngram_word_is_way(const char *stem)
{
    return bsearch(&stem, ways, G_N_ELEMENTS(ways), sizeof *ways, by_text) != NULL;
}

/* ---- words that mean the same ---- */

/* A line is a circle; a word may be in several. General to work at a computer and in a game: no program's words of its own. */
static const char *const circles[] = {
    /* hands */
    "type write enter input insert",
    "press push hit strike tap",
    "click choose select pick",
    "hover rest point",
    "drag pull slide drop",
    "hold keep pressed down",
    "release free loose let",
    "scroll wheel roll",
    "mouse pointer cursor",
    "key keyboard shortcut hotkey",
    "shortcut hotkey combination chord together",
    "enter return",
    "escape esc cancel",
    /* programs and windows */
    "open launch start run begin execute",
    "open load bring",
    "close quit exit leave shut dismiss out",
    "program application app software",
    "switch change swap toggle",
    "resize size wide narrow width height",
    "enlarge maximize big large grow zoom magnify full",
    "shrink minimize small reduce iconify",
    "minimize hide away iconify",
    "background behind other",
    "foreground front top activate raise",
    "menu entry option",
    "dialog window popup box",
    "move shift relocate",
    "tooltip hint explain",
    "desktop screen display monitor",
    /* text */
    "text word sentence letter string character",
    "text content article paragraph",
    "delete remove erase clear discard wipe clean empty rid",
    "discard throw drop lose abandon",
    "copy duplicate clipboard",
    "cut take",
    "paste insert put clipboard",
    "insert put place write",
    "replace substitute exchange change instead swap",
    "undo revert revoke back mistake accident error wrong oops",
    "redo again repeat",
    "mark highlight select selection",
    "find search look locate seek occur",
    "match hit occurrence result",
    "edit modify alter change",
    "line row",
    "all every everything everywhere throughout whole entire complete",
    "write note draw pencil",
    "field box input form",
    "submit send confirm",
    "accept confirm ok approve yes",
    "question ask prompt answer",
    /* files */
    "file document disk",
    "contain content inside",
    "folder directory",
    "list listing show content",
    "save store keep write",
    "name call title rename",
    "new create make fresh another blank",
    "show display view see reveal read list look",
    "download fetch get",
    /* where to */
    "go navigate visit jump get",
    "move walk go advance step",
    "walk run move",
    "back backward previous early before last former",
    "forward next follow ahead straight",
    "next right",
    "previous left",
    "up upward above high top",
    "down downward below low bottom",
    "begin start first top home",
    "end last bottom final behind",
    "bottom below footer",
    "top above header",
    "middle centre center",
    "path route way",
    "place position spot location coordinate",
    "rectangle area region box",
    /* the web */
    "page site website web url address link internet",
    "link hyperlink",
    "web internet online google engine",
    "refresh reload update again",
    "history past yesterday early visited",
    "browser chrome firefox chromium",
    /* a terminal */
    "command shell terminal console",
    "interrupt abort kill stop cancel break",
    "end finish stop complete done",
    "suspend pause sleep halt",
    "pager less more manual man",
    "log exit logout",
    /* numbers and time */
    "calculate compute evaluate work result",
    "add plus sum total addition",
    "subtract minus difference",
    "multiply time product multiplication",
    "divide division quotient",
    "number digit figure",
    "possible candidate maybe",
    "first second third fourth fifth number",
    "many several multiple combination together",
    "twice double two",
    "second minute time while moment",
    "wait pause sleep idle",
    /* games */
    "game puzzle",
    "turn rotate spin face look",
    "look view camera sight",
    "shoot shot fire attack aim",
    "fight attack kill combat battle enemy",
    "enemy monster opponent",
    "follow chase pursue track",
    "run sprint rush",
    "side sideways strafe dodge",
    "weapon gun item",
    "restart reset again anew",
    "restart new",
    "return bring restore reopen get",
    "skip jump pass",
    "reset normal default original",
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
