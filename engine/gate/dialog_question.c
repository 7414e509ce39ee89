#include "engine/gate/dialog_question.h"

#include "engine/gate/control_words.h"
#include "engine/gate/grave_word.h"

#include <string.h>

#define WIDE 800 /* px: a larger dialog is a form */
#define HIGH 400
#define LINE_WORDS 4
#define EDGE 16 /* px */

bool dialog_question_read(const struct screen_word *w)
{
    return g_strcmp0(w->region, DIALOG_QUESTION_WORD) == 0;
}

static bool is_small_dialog(const struct eye_window *w)
{
    return w && w->dialog && !w->popup && w->width <= WIDE && w->height <= HIGH;
}

bool dialog_question_answered(const struct policy_case *c, const struct footprint_point *p)
{
    return c->picture && c->observation && is_small_dialog(p->window) && control_words_answers(c, p);
}

bool dialog_question_keyed(const struct policy_case *c, const footprint *r)
{
    bool pressed = strspn(r->typed->str, " ") == strlen(r->typed->str) ? *r->typed->str : strchr(r->typed->str, '\n') != NULL;
    for (guint i = 0; i < r->chords->len && !pressed; i++) {
        char **chord = g_ptr_array_index(r->chords, i);
        for (int k = 0; chord[k] && !pressed && g_strv_contains((const char *const *)chord, "Alt"); k++)
            pressed = g_utf8_strlen(chord[k], -1) == 1;
    }
    return pressed && is_small_dialog(c->window);
}

/* The dialog's words, borrowed. */
static GPtrArray *words_of(const struct policy_case *c, const struct eye_window *dialog)
{
    const eye_observation *o = c->observation;
    GPtrArray *words = g_ptr_array_new();
    for (guint i = 0; i < o->screen->words->len; i++) {
        struct screen_word *w = &g_array_index(o->screen->words, struct screen_word, i);
        const struct eye_window *at = eye_observation_window_at(o, w->x + w->width / 2, w->y + w->height / 2);
        if (at && at->id == dialog->id)
            g_ptr_array_add(words, w);
    }
    return words;
}

/* What is as wide as the dialog is no control, but the part of it that says what is asked. */
static bool of_control(const struct policy_case *c, const struct eye_window *dialog, const struct screen_word *w)
{
    const struct area box = control_words_box(c, w->x + w->width / 2, w->y + w->height / 2);
    return (box.width > 0 && box.width < dialog->width - 2 * EDGE) || control_words_check(c, w).width > 0;
}

/* Places may be read more than once. */
static bool is_line(const struct policy_case *c, const struct screen_word *word)
{
    g_autoptr(GPtrArray) label = control_words_label(c->observation->screen, word);
    const struct screen_word *last = word;
    guint n = 0;
    for (guint i = 0; i < label->len; i++) {
        const struct screen_word *w = g_ptr_array_index(label, i);
        bool again = false;
        for (guint k = 0; k < i && !again; k++) {
            const struct screen_word *other = g_ptr_array_index(label, k);
            again = w->x < other->x + other->width && other->x < w->x + w->width;
        }
        n += !again;
        last = w->x + w->width > last->x + last->width ? w : last;
    }
    return n >= LINE_WORDS && !g_str_has_suffix(last->text, ":");
}

const char *dialog_question_grave(const struct policy_case *c, const struct footprint_point *p,
                                  const struct screen_word **ret_word)
{
    if (!dialog_question_answered(c, p))
        return NULL;
    g_autoptr(GPtrArray) words = words_of(c, p->window);
    bool marked = false, declines = false;
    for (guint i = 0; i < words->len; i++) {
        const struct screen_word *w = g_ptr_array_index(words, i);
        marked |= strpbrk(w->text, "?") && !of_control(c, p->window, w);
        declines |= control_words_decline(c, w);
    }
    for (guint i = 0; i < words->len && (marked || declines); i++) {
        const struct screen_word *w = g_ptr_array_index(words, i);
        const char *grave = grave_word(c->observation->screen, w);
        grave = grave ? grave : grave_word_asked(w);
        if (!grave || of_control(c, p->window, w) || (!marked && !is_line(c, w)))
            continue;
        *ret_word = w;
        return grave;
    }
    return NULL;
}

const char *dialog_question_word(const struct policy_case *c, const struct screen_word **ret_word)
{
    g_autoptr(GPtrArray) words = c->observation ? words_of(c, c->window) : g_ptr_array_new();
    const char *grave = NULL;
    bool marked = false;
    for (guint i = 0; i < words->len && !marked; i++)
        marked = strpbrk(((const struct screen_word *)g_ptr_array_index(words, i))->text, "?") != NULL;
    for (guint i = 0; i < words->len && !grave; i++) {
        *ret_word = g_ptr_array_index(words, i);
        grave = grave_word(c->observation->screen, *ret_word);
        grave = grave || !marked ? grave : grave_word_asked(*ret_word);
    }
    return grave;
}
