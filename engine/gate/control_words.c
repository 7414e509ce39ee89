#include "engine/gate/control_words.h"

#include "engine/gate/confusables.h"
#include "engine/gate/grave_word.h"
#include "engine/gate/menu_entry.h"
#include "engine/gate/secret_field.h"
#include "engine/picture/check_box.h"
#include "engine/picture/control_box.h"

#include <string.h>

#define NAME_LETTERS 3 /* a control is named by a word of so many letters or digits … */
#define NAME_SURE 0.6  /* … and such a confidence */
#define NAME_WORDS 4   /* more are a sentence */
#define SLACK 4        /* px around a word that belong to it */
#define CHECK_LEFT 40  /* px: a label begins so near a point on its check box */
#define CHECK_WIDE 26  /* px: a wider control is none */

/* Names of buttons that carry out what stands beside them, besides those that answer it. */
static const char *const acting[] = {"start", "run",  "begin", "execute", "exit",    "quit", "finish", "close", "write",
                                     "files", "move", "trash", "these",   "forward", "the",  "and",    NULL};

/* Names of buttons that answer with no, or only put a window away. */
static const char *const declining[] = {"no", "nein", "non", "нет", "n", "close", "schließen", "fermer", "cerrar", NULL};

/* Names of buttons that leave all as it is. */
static const char *const leaving[] = {"cancel",    "abbrechen", "annuler", "cancelar", "annulla",
                                      "annuleren", "отмена",    "help",    NULL};

/* First words of what writes over, closes or empties something. */
static const char *const closing[] = {
    "save",    "close",   "quit",    "exit",      "clear",   "reload",  "revert",    "replace", "rename",      "restart",
    "empty",   "logout",  "print",   "speichern", "sichern", "beenden", "schließen", "leeren",  "enregistrer", "fermer",
    "quitter", "effacer", "guardar", "cerrar",    "salir",   "limpiar", "сохранить", "закрыть", NULL};

/* Names of buttons that carry out a question which asks for just that. Beside other words they say what they do. */
static const char *const replacing[] = {"replace", "ersetzen", "remplacer", "reemplazar", "заменить", NULL};

#define BUTTON_WIDE 320 /* px: what is wider is a bar or a row */

static int middle(const struct screen_word *w)
{
    return w->y + w->height / 2;
}

static bool in_row(const struct screen_word *a, const struct screen_word *b)
{
    return 2 * ABS(middle(a) - middle(b)) <= MIN(a->height, b->height);
}

static bool inside(struct area a, const struct screen_word *w)
{
    return area_has(a, w->x, w->y) && area_has(a, w->x + w->width - 1, w->y + w->height - 1);
}

static int count(const char *text, bool digits)
{
    int n = 0;
    for (const char *at = text; *at; at = g_utf8_next_char(at))
        n += g_unichar_isalpha(g_utf8_get_char(at)) || (digits && g_unichar_isdigit(g_utf8_get_char(at)));
    return n;
}

struct area control_words_box(const struct policy_case *c, int x, int y)
{
    return c->picture ? control_box_at(c->picture, x, y) : (struct area){0};
}

struct area control_words_button(const struct policy_case *c, int x, int y)
{
    const struct area box = control_words_box(c, x, y);
    return box.width <= BUTTON_WIDE ? box : (struct area){0};
}

/* A button or field; the words of a check box are beside it. */
static struct area wordy_box(const struct policy_case *c, const struct footprint_point *p)
{
    struct area box = control_words_box(c, p->x, p->y);
    return box.width <= CHECK_WIDE && box.height <= CHECK_WIDE ? (struct area){0} : box;
}

bool control_words_name(const struct policy_case *c, struct area own)
{
    const GArray *words = c->observation->screen->words;
    for (guint i = 0; i < words->len; i++) {
        const struct screen_word *w = &g_array_index(words, struct screen_word, i);
        if (inside(own, w) && count(w->text, false) >= NAME_LETTERS && w->confidence >= NAME_SURE && !secret_field_word(w->text))
            return true;
    }
    return false;
}

/* ---- labels ---- */

static bool close_by(const struct screen_word *a, const struct screen_word *b)
{
    int gap = MAX(a->x - (b->x + b->width), b->x - (a->x + a->width));
    return in_row(a, b) && gap < MAX(a->height, b->height);
}

GPtrArray *control_words_label(const screen *s, const struct screen_word *word)
{
    GPtrArray *label = g_ptr_array_new();
    g_ptr_array_add(label, (gpointer)word);
    for (guint at = 0; at < label->len; at++)
        for (guint i = 0; i < s->words->len; i++) {
            struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
            if (!g_ptr_array_find(label, w, NULL) && close_by(w, g_ptr_array_index(label, at)))
                g_ptr_array_add(label, w);
        }
    return label;
}

struct area control_words_check(const struct policy_case *c, const struct screen_word *word)
{
    struct area found = {0};
    g_autoptr(GPtrArray) label = control_words_label(c->observation->screen, word);
    for (guint i = 0; c->picture && i < label->len && found.width == 0; i++) {
        const struct screen_word *w = g_ptr_array_index(label, i);
        if (w->x <= word->x)
            found = check_box_before(c->picture, w->x, middle(w));
    }
    return found;
}

/* ---- what is pressed ---- */

/* Words of the pressed control; empty: none can be read. Borrowed; caller unrefs. */
static GPtrArray *own_words(const struct policy_case *c, const struct footprint_point *p, struct area box)
{
    const screen *s = c->observation->screen;
    const int x = p->x, y = p->y;
    GPtrArray *own = g_ptr_array_new();
    for (guint i = 0; i < s->words->len; i++) {
        struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        if (box.width > 0
                ? area_has(box, w->x + w->width / 2, middle(w))
                : area_has((struct area){w->x - SLACK, w->y - SLACK, w->width + 2 * SLACK, w->height + 2 * SLACK}, x, y))
            g_ptr_array_add(own, w);
    }
    for (guint i = 0; i < s->words->len && own->len == 0 && box.width == 0; i++) { /* on a check box */
        struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        if (w->x > x && w->x - x <= CHECK_LEFT && ABS(middle(w) - y) <= w->height && area_has(control_words_check(c, w), x, y))
            g_ptr_array_add(own, w);
    }
    if (own->len == 0 || box.width > 0)
        return own;
    GPtrArray *label = control_words_label(s, g_ptr_array_index(own, 0));
    g_ptr_array_unref(own);
    return label;
}

static bool is_in(const char *word, const char *const *list)
{
    for (; *list; list++) {
        g_autofree char *known = confusables_text(*list);
        if (g_str_equal(word, known))
            return true;
    }
    return false;
}

static bool is_acting(const char *word)
{
    return menu_entry_answer(word) || is_in(word, acting);
}

/* Carries out what is asked. */
static bool is_answering(const char *word)
{
    return is_acting(word) || is_in(word, replacing);
}

static bool is_leaving(const char *word)
{
    return is_in(word, leaving);
}

static bool is_declining(const char *word)
{
    return is_leaving(word) || is_in(word, declining);
}

static bool is_saving(const char *word)
{
    return g_str_equal(word, "save");
}

/* Each reading of the name consists of such words, and one is sure. */
static bool all_of(const GPtrArray *own, bool (*known)(const char *word))
{
    bool sure = false;
    for (guint i = 0; i < own->len; i++) {
        const struct screen_word *w = g_ptr_array_index(own, i);
        g_auto(GStrv) words = confusables_words(w->text);
        for (char **word = words; *word; word++) {
            if (!known(*word))
                return false;
            sure |= w->confidence >= NAME_SURE;
        }
    }
    return sure;
}

/* A name that says by itself what the control does. */
static bool speaks(const GPtrArray *own)
{
    bool sure = false;
    for (guint i = 0; i < own->len; i++) {
        const struct screen_word *w = g_ptr_array_index(own, i);
        sure |= count(w->text, true) >= NAME_LETTERS && w->confidence >= NAME_SURE;
    }
    return sure && !all_of(own, is_acting);
}

/* What the sure readings of a name say. */
struct saying {
    bool declines, acts;
    bool more; /* something else */
};

static struct area area_of(const struct screen_word *w)
{
    return (struct area){w->x, w->y, w->width, w->height};
}

/* The word that is read there has this meaning in another reading: "@Yes" of a button with an icon. */
static bool read_otherwise(const GPtrArray *name, const struct screen_word *word)
{
    for (guint i = 0; i < name->len; i++) {
        const struct screen_word *w = g_ptr_array_index(name, i);
        g_auto(GStrv) words = confusables_words(w->text);
        const bool known = words[0] && !words[1] && (is_declining(words[0]) || is_answering(words[0]));
        if (known && w->confidence >= NAME_SURE && area_cut(area_of(w), area_of(word)).width > 0)
            return true;
    }
    return false;
}

static struct saying saying_of(const GPtrArray *name)
{
    struct saying says = {0};
    for (guint i = 0; i < name->len; i++) {
        const struct screen_word *w = g_ptr_array_index(name, i);
        g_auto(GStrv) words = confusables_words(w->text);
        for (char **word = words; *word && w->confidence >= NAME_SURE; word++) {
            bool declines = is_declining(*word), acts = !declines && is_answering(*word);
            says.declines |= declines;
            says.acts |= acts;
            says.more |= !declines && !acts && count(*word, true) >= NAME_LETTERS && !read_otherwise(name, w);
        }
    }
    return says;
}

bool control_words_decline(const struct policy_case *c, const struct screen_word *word)
{
    g_autoptr(GPtrArray) label = control_words_label(c->observation->screen, word);
    const struct saying says = saying_of(label);
    return says.declines && !says.acts && !says.more;
}

bool control_words_answers(const struct policy_case *c, const struct footprint_point *p)
{
    const struct area box = wordy_box(c, p);
    g_autoptr(GPtrArray) own = own_words(c, p, box);
    const bool ticks = own->len > 0 && box.width == 0 && control_words_check(c, g_ptr_array_index(own, 0)).width > 0;
    const struct saying says = saying_of(own);
    return !ticks && !says.more && (says.acts || (!says.declines && box.width > 0));
}

bool control_words_closing(const char *name)
{
    g_auto(GStrv) words = confusables_words(name);
    return words[0] && g_strv_length(words) <= NAME_WORDS && is_in(words[0], closing);
}

/* ---- whose a word is ---- */

/* Of a button of the row that has its own edges; in a column the pressed one may be no answer. */
static bool of_other_button(const struct policy_case *c, const struct footprint_point *p, const struct screen_word *w,
                            bool spoken)
{
    struct area own = control_words_box(c, p->x, p->y), other = control_words_box(c, w->x + w->width / 2, middle(w));
    return (control_box_siblings(own, other) || (spoken && control_box_stacked(own, other))) && w->x >= other.x &&
           w->x + w->width <= other.x + other.width && control_words_name(c, own);
}

static bool names_a_disk(const struct policy_case *c, const struct footprint_point *p)
{
    const screen *s = c->observation->screen;
    bool names = p->window && p->window->title && grave_word_disk(p->window->title);
    for (guint i = 0; i < s->words->len && !names; i++)
        names = grave_word_disk(g_array_index(s->words, struct screen_word, i).text);
    return names;
}

/* "Format" as a heading: alone in its label. */
static bool is_heading(const screen *s, const struct screen_word *word)
{
    g_autoptr(GPtrArray) label = control_words_label(s, word);
    for (guint i = 0; i < label->len; i++) {
        g_auto(GStrv) words = confusables_words(((const struct screen_word *)g_ptr_array_index(label, i))->text);
        if (words[0] && (words[1] || !g_str_equal(words[0], "format")))
            return false;
    }
    return true;
}

bool control_words_elsewhere(const struct policy_case *c, const struct footprint_point *p, const struct screen_word *word,
                             const char *grave)
{
    if (!c->picture)
        return false;
    if (secret_field_word(word->text) && secret_field_later(c, word))
        return true;
    const struct area box = wordy_box(c, p);
    g_autoptr(GPtrArray) own = own_words(c, p, box);
    const bool its_own = g_ptr_array_find(own, word, NULL), spoken = !its_own && speaks(own);
    if (of_other_button(c, p, word, spoken) || (!its_own && all_of(own, is_leaving)))
        return true;
    if (!spoken)
        return false;
    if ((g_str_equal(grave, "confirm") || g_str_equal(grave, "discard")) && all_of(own, is_saving))
        return true;
    if (g_str_equal(grave, "format") && is_heading(c->observation->screen, word) && !names_a_disk(c, p))
        return true;
    const bool ticks = box.width == 0 && control_words_check(c, g_ptr_array_index(own, 0)).width > 0;
    return ticks || control_words_check(c, word).width > 0;
}
