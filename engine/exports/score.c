#include "engine/exports/score.h"

#include "skills/timeline/key.h"

#include <math.h>
#include <string.h>

#define ORDERS 4 /* of BLEU: n-grams up to four */

const char *score_attribute_name(enum score_attribute attribute)
{
    static const char *const names[SCORE_ATTRIBUTE_COUNT] = {"action_type", "mouse_action_type", "mouse_button", "mouse_position",
                                                             "keyboard",    "element",           "situation"};
    return names[attribute];
}

/* ---- BLEU ---- */

/* Characters, or words. */
static GPtrArray *tokens_of(const char *text, bool by_words)
{
    GPtrArray *tokens = g_ptr_array_new_with_free_func(g_free);
    if (by_words) {
        g_auto(GStrv) parts = g_strsplit_set(text, " \t\n", -1);
        for (char **part = parts; *part; part++)
            if (**part)
                g_ptr_array_add(tokens, g_strdup(*part));
        return tokens;
    }
    for (const char *p = text; *p; p = g_utf8_next_char(p))
        g_ptr_array_add(tokens, g_strndup(p, (gsize)(g_utf8_next_char(p) - p)));
    return tokens;
}

static GHashTable *grams_of(const GPtrArray *tokens, guint n)
{
    GHashTable *grams = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i + n <= tokens->len; i++) {
        GString *gram = g_string_new(NULL);
        for (guint k = 0; k < n; k++)
            g_string_append_printf(gram, "%s\x1f", (const char *)tokens->pdata[i + k]);
        char *key = g_string_free(gram, FALSE);
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(grams, key)) + 1;
        g_hash_table_replace(grams, key, GUINT_TO_POINTER(count));
    }
    return grams;
}

static double precision_of(const GPtrArray *prediction, const GPtrArray *reference, guint n)
{
    g_autoptr(GHashTable) said = grams_of(prediction, n), right = grams_of(reference, n);
    GHashTableIter iter;
    gpointer gram, count;
    guint matches = 0;
    g_hash_table_iter_init(&iter, said);
    while (g_hash_table_iter_next(&iter, &gram, &count))
        matches += MIN(GPOINTER_TO_UINT(count), GPOINTER_TO_UINT(g_hash_table_lookup(right, gram)));
    return prediction->len >= n ? (double)matches / (prediction->len - n + 1) : 0;
}

double score_bleu(const char *prediction, const char *reference, bool by_words)
{
    g_autoptr(GPtrArray) said = tokens_of(prediction, by_words), right = tokens_of(reference, by_words);
    double logs = 0;
    if (said->len == 0 || right->len == 0)
        return 0;
    for (guint n = 1; n <= ORDERS; n++) {
        double precision = precision_of(said, right, n);
        if (precision <= 0)
            return 0;
        logs += log(precision) / ORDERS;
    }
    double ratio = (double)said->len / right->len;
    return exp(logs) * (ratio > 1 ? 1 : exp(1 - 1 / ratio));
}

/* ---- pairs ---- */

/* A label's attributes, as bits. */
static guint attributes_of(const word *label)
{
    bool scrolls = label->what == MOUSE_SCROLL_UP || label->what == MOUSE_SCROLL_DOWN, moves = label->what == MOUSE_MOVE;
    switch (label->kind) {
    case WORD_MOUSE:
        return 1u << SCORE_ACTION_TYPE | 1u << SCORE_MOUSE_TYPE | (scrolls || moves ? 0 : 1u << SCORE_MOUSE_BUTTON) |
               (scrolls || !label->right ? 0 : 1u << SCORE_MOUSE_POSITION);
    case WORD_KEYBOARD:
        return 1u << SCORE_ACTION_TYPE | 1u << SCORE_KEYBOARD;
    case WORD_PLAN:
        return 1u << SCORE_ACTION_TYPE | 1u << SCORE_ELEMENT;
    case WORD_EVALUATE:
        return 1u << SCORE_SITUATION;
    case WORD_WAIT:
    case WORD_KIND_COUNT:
        break;
    }
    return 0;
}

static double text_score(const char *prediction, const char *label, bool strict)
{
    const char *said = prediction ? prediction : "", *right = label ? label : "";
    return g_str_equal(said, right) ? 1 : score_bleu(said, right, strict);
}

/* Where the label names none, the left one is what both press that name none. */
static int button_of(const word *label, const word *w)
{
    return label->button || w->button ? w->button : BUTTON_LEFT;
}

/* Of the same kind. */
static double attribute_score(const word *label, const word *said, enum score_attribute attribute, bool strict)
{
    switch (attribute) {
    case SCORE_ACTION_TYPE:
        return 1;
    case SCORE_MOUSE_TYPE:
        return said->what == label->what;
    case SCORE_MOUSE_BUTTON:
        return button_of(label, said) == button_of(label, label);
    case SCORE_MOUSE_POSITION:
        return said->placed && said->x >= label->left && said->x <= label->right && said->y >= label->top &&
               said->y <= label->bottom;
    case SCORE_KEYBOARD:
        return (said->what == KEYBOARD_TEXT) == (label->what == KEYBOARD_TEXT) ? text_score(said->text, label->text, strict) : 0;
    case SCORE_ELEMENT:
        return text_score(said->text, label->text, strict);
    case SCORE_SITUATION:
        return (said->what == SITUATION_SUCCESS) == (label->what == SITUATION_SUCCESS);
    case SCORE_ATTRIBUTE_COUNT:
        break;
    }
    return 0;
}

static double pair_score(const word *label, const word *said, bool strict)
{
    guint has = said->kind == label->kind ? attributes_of(label) : 0;
    double points = 0;
    for (int a = 0; a < SCORE_ATTRIBUTE_COUNT; a++)
        if (has & 1u << a)
            points += attribute_score(label, said, (enum score_attribute)a, strict);
    return points;
}

static double points_of(const word *label)
{
    return (double)__builtin_popcount(attributes_of(label));
}

bool score_words_has_points(const words *label)
{
    for (guint i = 0; i < label->list->len; i++)
        if (attributes_of(&g_array_index(label->list, word, i)))
            return true;
    return false;
}

enum score_measure score_measure_of(enum score_attribute attribute)
{
    return attribute == SCORE_MOUSE_POSITION                           ? SCORE_ACCURACY
           : attribute == SCORE_KEYBOARD || attribute == SCORE_ELEMENT ? SCORE_BLEU
                                                                       : SCORE_F1;
}

const char *score_measure_name(enum score_measure measure)
{
    static const char *const names[] = {"F1", "accuracy", "BLEU"};
    return names[measure];
}

static guint class_of(const word *label, const word *w, enum score_attribute attribute)
{
    return attribute == SCORE_ACTION_TYPE    ? (guint)w->kind
           : attribute == SCORE_MOUSE_BUTTON ? MIN((guint)button_of(label, w), SCORE_CLASSES - 1)
           : attribute == SCORE_SITUATION    ? w->what == SITUATION_SUCCESS
                                             : (guint)w->what;
}

/* Over the classes that a label or an action has. */
static double f1_of(const struct score_attribute_sum *sum)
{
    double all = 0;
    guint classes = 0;
    for (guint c = 0; c < SCORE_CLASSES; c++) {
        guint labels = 0, said = 0;
        for (guint other = 0; other < SCORE_CLASSES; other++) {
            labels += sum->pairs[c][other];
            said += sum->pairs[other][c];
        }
        all += labels + said ? 2.0 * sum->pairs[c][c] / (labels + said) : 0;
        classes += labels + said > 0;
    }
    return classes ? all / classes : NAN;
}

double score_share(const struct score_sums *sums, enum score_attribute attribute)
{
    const struct score_attribute_sum *sum = &sums->attributes[attribute];
    return sum->labels ? (double)sum->there / sum->labels : NAN;
}

double score_matched(const struct score_sums *sums, enum score_attribute attribute)
{
    const struct score_attribute_sum *sum = &sums->attributes[attribute];
    if (score_measure_of(attribute) == SCORE_F1)
        return f1_of(sum);
    return sum->there ? sum->points / sum->there : NAN;
}

static bool has_attribute(const word *label, const word *said, enum score_attribute attribute)
{
    return attribute == SCORE_MOUSE_BUTTON     ? button_of(label, said) != 0
           : attribute == SCORE_MOUSE_POSITION ? said->placed
                                               : true;
}

/* said NULL: the label is aligned with nothing. */
static void add_pair(const word *label, const word *said, bool strict, struct score_sums *sums)
{
    guint has = attributes_of(label);
    bool same = said && said->kind == label->kind;
    for (int a = 0; a < SCORE_ATTRIBUTE_COUNT; a++) {
        struct score_attribute_sum *sum = &sums->attributes[a];
        if (!(has & 1u << a))
            continue;
        sum->labels++;
        bool there = said && (same || a == SCORE_ACTION_TYPE) && has_attribute(label, said, (enum score_attribute)a);
        sum->there += there;
        if (there && score_measure_of((enum score_attribute)a) == SCORE_F1)
            sum->pairs[class_of(label, label, (enum score_attribute)a)][class_of(label, said, (enum score_attribute)a)]++;
        if (!same)
            continue;
        sum->points += attribute_score(label, said, (enum score_attribute)a, strict);
    }
    sums->unboxed += label->kind == WORD_MOUSE && label->placed && !label->right && label->what != MOUSE_SCROLL_UP &&
                     label->what != MOUSE_SCROLL_DOWN;
}

/* ---- the alignment ---- */

static const word *word_at(const words *w, guint i)
{
    return &g_array_index(w->list, word, i);
}

/* best[i][j]: of the first i labels and j predictions. */
double score_words(const words *label, const words *prediction, bool strict, struct score_sums *sums)
{
    guint n = label->list->len, m = prediction->list->len, width = m + 1;
    g_autofree double *best = g_new0(double, (gsize)(n + 1) * width), *pairs = g_new0(double, (gsize)(n + 1) * width);
    double of = 0;
    for (guint i = 1; i <= n; i++) {
        of += points_of(word_at(label, i - 1));
        for (guint j = 1; j <= m; j++) {
            gsize at = (gsize)i * width + j;
            pairs[at] = pair_score(word_at(label, i - 1), word_at(prediction, j - 1), strict);
            best[at] = MAX(best[at - width - 1] + pairs[at], MAX(best[at - width], best[at - 1]));
        }
    }
    double total = best[(gsize)n * width + m];
    guint i = n, j = m;
    while (i > 0) {
        gsize at = (gsize)i * width + j;
        bool paired = j > 0 && best[at] == best[at - width - 1] + pairs[at];
        if (!paired && j > 0 && best[at] == best[at - 1]) {
            of += strict ? points_of(word_at(prediction, j - 1)) : 0;
            j--;
            continue;
        }
        i--;
        j -= paired;
        add_pair(word_at(label, i), paired ? word_at(prediction, j) : NULL, strict, sums);
    }
    for (; strict && j > 0; j--)
        of += points_of(word_at(prediction, j - 1));
    sums->points += total;
    sums->of += of;
    return of > 0 ? total / of : NAN;
}
