#include "engine/gate/secret_field.h"

#include "engine/gate/confusables.h"
#include "engine/gate/control_words.h"
#include "engine/gate/dialog_question.h"
#include "engine/picture/control_box.h"
#include "engine/picture/text_places.h"

#include <string.h>

#define WITHIN 14      /* px: between words of one label */
#define ABOVE 26       /* px: a label ends so close above its field */
#define ABOVE_POINT 48 /* px: the same, where the field's edges are not known */
#define ROW 12         /* px: from the point to the middle of its row, same */
#define SLACK 12       /* px: a label above begins as far left of its field */
#define CLOSE 40       /* px: a label without a colon ends so close to its field */
#define LABEL_WORDS 8  /* most words of a label, each perhaps read twice */
#define ALIKE 4        /* px: between the heights of two fields */
#define LETTERS 3      /* and has so many */
#define BESIDE_MAX 160 /* px: a field begins so close to its label */
#define BEHIND 24      /* px: what shows no edges, as a row of a list, is pressed so close behind its words */
#define BEHIND_SURE 0.8
#define BEHIND_ROW 8 /* px: from the point to the middle of these words */

/* Labels of fields whose content is private. */
static const char *const secret_words[] = {
    "password", "passwort", "passphrase", "passcode", "kennwort", "contraseña", "mot de passe", "пароль",  "pin",
    "cvv",      "cvc",      "passwd",     "pwd",      "senha",    "wachtwoord", "lösenord",     "passord", "adgangskode",
    "hasło",    "heslo",    "salasana",   "jelszó",   "parola",   "şifre",      "密码",         "密碼",    "パスワード",
};

/* Labels of the second field for the same secret. */
static const char *const again_words[] = {"confirm",      "repeat",     "again",       "verify",      "retype",     "re-enter",
                                          "reenter",      "bestätigen", "bestätigung", "wiederholen", "répéter",    "confirmar",
                                          "wiederholung", "confirmer",  "repetir",     "повторите",   "подтвердите"};

/* Between what is done and the password that it is done with. */
static const char *const with_words[] = {"with", "mit", "avec", "con", "com", "med", "met"};

static bool names(const char *text, const char *const *list, gsize n)
{
    g_autofree char *plain = confusables_text(text);
    g_auto(GStrv) words = confusables_words(text);
    for (gsize i = 0; i < n; i++) {
        g_autofree char *wanted = confusables_text(list[i]);
        if (strpbrk(wanted, " -") ? strstr(plain, wanted) != NULL : g_strv_contains((const char *const *)words, wanted))
            return true;
    }
    return false;
}

bool secret_field_word(const char *text)
{
    return names(text, secret_words, G_N_ELEMENTS(secret_words));
}

/* ---- labels ---- */

/* Words of one label, from the left to the right. */
struct label {
    GPtrArray *words; /* const struct screen_word*, borrowed */
    bool colon;
};

static const struct screen_word *word_of(const struct label *l, guint i)
{
    return g_ptr_array_index(l->words, i);
}

static char *text_of(const struct label *l)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < l->words->len; i++)
        g_string_append_printf(text, "%s%s", i ? " " : "", word_of(l, i)->text);
    return g_string_free(text, FALSE);
}

static bool all_names(const struct label *l, const char *const *list, gsize n)
{
    g_autofree char *text = text_of(l);
    return names(text, list, n);
}

static int by_end(gconstpointer a, gconstpointer b)
{
    const struct screen_word *v = *(const struct screen_word *const *)a, *w = *(const struct screen_word *const *)b;
    return v->x + v->width - w->x - w->width;
}

static int middle(const struct screen_word *w)
{
    return w->y + w->height / 2;
}

/* The window's words whose middles are in the area, sorted by their right edges. Caller unrefs. */
static GPtrArray *words_in(const screen *s, struct area window, struct area in)
{
    GPtrArray *words = g_ptr_array_new();
    for (guint i = 0; i < s->words->len; i++) {
        struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        int x = w->x + w->width / 2;
        if (area_has(window, x, middle(w)) && area_has(in, x, middle(w)))
            g_ptr_array_add(words, w);
    }
    g_ptr_array_sort(words, by_end);
    return words;
}

/* Takes the last label off the words. */
static struct label take_label(GPtrArray *words)
{
    struct label l = {g_ptr_array_new(), false};
    int left = G_MAXINT;
    while (words->len > 0) {
        const struct screen_word *w = g_ptr_array_index(words, words->len - 1);
        if (left != G_MAXINT && w->x + w->width + WITHIN < left)
            break;
        left = MIN(left, w->x);
        l.colon |= g_str_has_suffix(w->text, ":") || g_str_has_suffix(w->text, "：");
        g_ptr_array_insert(l.words, 0, (gpointer)w);
        g_ptr_array_remove_index(words, words->len - 1);
    }
    return l;
}

/* ---- a field's label ---- */

/* Without a colon only where the field's edges are known, it begins with the field or ends close to it, and lies in no other. */
static bool names_field(const struct label *l, const struct policy_case *c, struct area box)
{
    const struct screen_word *first = word_of(l, 0), *last = word_of(l, l->words->len - 1);
    g_autofree char *text = text_of(l);
    int letters = 0, gap = box.x - last->x - last->width;
    for (const char *at = text; *at; at = g_utf8_next_char(at))
        letters += g_unichar_isalpha(g_utf8_get_char(at));
    if (l->colon || box.width == 0 || letters < LETTERS)
        return l->colon;
    bool placed = middle(first) < box.y ? ABS(first->x - box.x) <= SLACK : gap <= CLOSE;
    struct area around = control_box_at(c->picture, first->x + first->width / 2, middle(first));
    return placed && (around.width == 0 || ABS(around.height - box.height) > ALIKE);
}

static bool shows_secret(const screen *s, struct area window)
{
    g_autoptr(GPtrArray) words = words_in(s, window, window);
    for (guint i = 0; i < words->len; i++)
        if (secret_field_word(((const struct screen_word *)g_ptr_array_index(words, i))->text))
            return true;
    return false;
}

static enum secret_field judged(const struct label *l, const struct policy_case *c, struct area window, struct area box,
                                const struct screen_word **ret_word)
{
    const screen *s = c->observation->screen;
    const bool text = box.width == 0 && !l->colon && l->words->len > LABEL_WORDS; /* a line of a text has many words */
    bool later = false;
    for (guint i = 0; i < l->words->len && !text; i++)
        later |= secret_field_word(word_of(l, i)->text) && secret_field_later(c, word_of(l, i));
    bool secret = !text && !later && all_names(l, secret_words, G_N_ELEMENTS(secret_words)),
         again = !secret && all_names(l, again_words, G_N_ELEMENTS(again_words)) && shows_secret(s, window);
    if (!secret && !again)
        return names_field(l, c, box) ? SECRET_FIELD_OTHER : SECRET_FIELD_UNKNOWN;
    *ret_word = word_of(l, 0);
    for (guint i = 0; i < l->words->len; i++)
        if (secret_field_word(word_of(l, i)->text))
            *ret_word = word_of(l, i);
    return SECRET_FIELD_YES;
}

/* The nearest label that says what it is, of words that end at the field. */
static enum secret_field judge_row(GPtrArray *words, const struct policy_case *c, struct area window, struct area box,
                                   const struct screen_word **ret_word)
{
    enum secret_field is = SECRET_FIELD_UNKNOWN;
    while (words->len > 0 && is == SECRET_FIELD_UNKNOWN) {
        struct label l = take_label(words);
        is = judged(&l, c, window, box, ret_word);
        g_ptr_array_unref(l.words);
    }
    return is;
}

enum secret_field secret_field_at(const struct policy_case *c, struct area window, int x, int y,
                                  const struct screen_word **ret_word)
{
    static const struct screen_word bullets = {.text = (char *)"•••"};
    const screen *s = c->observation->screen;
    struct area box = c->picture ? control_box_at(c->picture, x, y) : (struct area){0};
    bool known = box.width > 0;
    struct area own = known ? box : (struct area){x - 1, y - ROW, 2, 2 * ROW};
    const struct area left = {window.x, own.y, own.x - window.x, own.height},
                      above = known ? (struct area){box.x - SLACK, box.y - ABOVE, box.width + SLACK, ABOVE}
                                    : (struct area){window.x, y - ABOVE_POINT, x + SLACK - window.x, ABOVE_POINT - ROW};
    g_autoptr(GPtrArray) inside = words_in(s, window, own), row = words_in(s, window, left), over = words_in(s, window, above);
    for (guint i = 0; i < inside->len; i++) {
        *ret_word = g_ptr_array_index(inside, i);
        if (secret_field_word((*ret_word)->text) && !secret_field_later(c, *ret_word))
            return SECRET_FIELD_YES;
    }
    *ret_word = &bullets;
    if (known && text_places_bullets(c->picture, box))
        return SECRET_FIELD_YES;
    enum secret_field is = judge_row(row, c, window, box, ret_word);
    if (is == SECRET_FIELD_YES || (is == SECRET_FIELD_OTHER && !known))
        return is;
    enum secret_field higher = judge_row(over, c, window, box, ret_word);
    return higher == SECRET_FIELD_UNKNOWN ? is : higher;
}

/* Its words, each once, and without the colon. */
static char *words_once(const struct label *l)
{
    GString *text = g_string_new(NULL);
    int end = G_MININT;
    for (guint i = 0; i < l->words->len; i++) {
        const struct screen_word *w = word_of(l, i);
        if (w->x + w->width / 2 < end) /* it was read twice */
            continue;
        g_string_append_printf(text, "%s%s", text->len ? " " : "", w->text);
        end = w->x + w->width;
    }
    if (g_str_has_suffix(text->str, ":"))
        g_string_truncate(text, text->len - 1);
    g_strdelimit(text->str, "\"", '\'');
    return g_string_free(text, FALSE);
}

static char *named_by(GPtrArray *words, const struct policy_case *c, struct area box, const char *how)
{
    if (words->len == 0)
        return NULL;
    struct label l = take_label(words);
    const struct screen_word *last = word_of(&l, l.words->len - 1);
    g_autofree char *text = words_once(&l);
    bool names = names_field(&l, c, box) && l.words->len <= LABEL_WORDS && box.x - last->x - last->width <= BESIDE_MAX;
    g_ptr_array_unref(l.words);
    return names && *text ? g_strdup_printf("%s \"%s\"", how, text) : NULL;
}

/* The words that end close before the point, in its row. */
static char *words_before(const screen *s, struct area window, int x, int y)
{
    const struct area row = {window.x, y - BEHIND_ROW, x - window.x, 2 * BEHIND_ROW};
    g_autoptr(GPtrArray) words = words_in(s, window, row);
    if (words->len == 0)
        return NULL;
    struct label l = take_label(words);
    const struct screen_word *last = word_of(&l, l.words->len - 1);
    g_autofree char *text = words_once(&l);
    bool close = x - last->x - last->width <= BEHIND && l.words->len <= LABEL_WORDS && g_utf8_strlen(text, -1) >= LETTERS;
    for (guint i = 0; close && i < l.words->len; i++) /* icons of a toolbar are read, too */
        close = word_of(&l, i)->confidence >= BEHIND_SURE;
    g_ptr_array_unref(l.words);
    return close ? g_strdup_printf("beside \"%s\"", text) : NULL;
}

char *secret_field_label(const struct policy_case *c, struct area window, int x, int y)
{
    const screen *s = c->observation->screen;
    const struct area box = control_box_at(c->picture, x, y), left = {window.x, box.y, box.x - window.x, box.height},
                      above = {box.x - SLACK, box.y - ABOVE, box.width + SLACK, ABOVE};
    if (box.width == 0)
        return words_before(s, window, x, y);
    g_autoptr(GPtrArray) row = words_in(s, window, left), over = words_in(s, window, above);
    char *beside = named_by(row, c, box, "beside");
    return beside ? beside : named_by(over, c, box, "below");
}

/* One is beside the word on the right, or below it. */
static bool field_near(const struct policy_case *c, const struct screen_word *word)
{
    const int right = word->x + word->width, below = word->y + word->height;
    for (int x = right + 4; c->picture && x < right + BESIDE_MAX; x += 8)
        if (control_box_at(c->picture, x, middle(word)).x > right)
            return true;
    for (int y = below + 4; c->picture && y < below + ABOVE + 8; y += 4)
        if (control_box_at(c->picture, word->x + word->width / 2, y).y > below)
            return true;
    return false;
}

bool secret_field_later(const struct policy_case *c, const struct screen_word *word)
{
    const screen *s = c->observation->screen;
    const bool colon = strchr(word->text, ':') || strstr(word->text, "：");
    bool with = false;
    for (guint i = 0; i < s->words->len && !with; i++) {
        const struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        int gap = word->x - w->x - w->width;
        with = gap > -ALIKE && gap < WITHIN && ABS(middle(w) - middle(word)) <= word->height / 2 &&
               names(w->text, with_words, G_N_ELEMENTS(with_words));
    }
    return with && !colon && control_words_check(c, word).width > 0 && !field_near(c, word);
}

bool secret_field_stays(const timeline *t)
{
    static const char *const moving[] = {"Tab",    "ISO_Left_Tab", "KP_Tab", "Return", "KP_Enter", "ISO_Enter", "Alt_L", "Alt_R",
                                         "Meta_L", "Meta_R",       "Up",     "Down",   "F6",       "Escape",    NULL};
    bool moved = false;
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        if (e->type == TIMELINE_TEXT) {
            const char *end = e->text + strcspn(e->text, "\t\r\n");
            if ((moved && *e->text) || (*end && end[1]))
                return false;
            moved = *end;
        } else if (e->type == TIMELINE_KEY_DOWN) {
            bool moves = g_strv_contains(moving, e->key);
            if (moved && !moves)
                return false;
            moved |= moves;
        } else if (e->type == TIMELINE_LOOP) {
            return false;
        }
    }
    return true;
}

/* ---- typing ---- */

/* What was read for the gate alone counts in a dialog, and elsewhere beside a field: it may stand in a text. What was read for
 * the pressed places says nothing where a label says what these are. */
static bool counts_for_keys(const struct policy_case *c, const struct screen_word *w, bool labelled)
{
    const bool label = g_strcmp0(w->region, POLICY_LABEL_WORD) == 0 || dialog_question_read(w);
    if ((label && labelled) || secret_field_later(c, w))
        return false;
    return (!label && g_strcmp0(w->region, POLICY_WINDOW_WORD) != 0) || c->window->dialog || c->window->popup || field_near(c, w);
}

/* Whether the labels of all pressed places name something else. */
static bool labelled_else(const struct policy_case *c, const footprint *r)
{
    const struct screen_word *label = NULL;
    bool all = r->points->len > 0;
    for (guint i = 0; i < r->points->len && all; i++) {
        const struct footprint_point *p = &g_array_index(r->points, struct footprint_point, i);
        all = p->window && secret_field_at(c, eye_window_inner(p->window), p->x, p->y, &label) == SECRET_FIELD_OTHER;
    }
    return all;
}

const struct screen_word *secret_field_typed(const struct policy_case *c, const footprint *r, bool *ret_labelled)
{
    const screen *s = c->observation->screen;
    const struct area in = eye_window_inner(c->window), caret = c->caret;
    const struct screen_word *label = NULL;
    const bool stays = secret_field_stays(c->timeline), labelled = stays && labelled_else(c, r);
    enum secret_field is = SECRET_FIELD_UNKNOWN;
    if (caret.width > 0 && r->points->len == 0 && stays)
        is = secret_field_at(c, in, caret.x + caret.width / 2, caret.y + caret.height / 2, &label);
    *ret_labelled = is == SECRET_FIELD_YES;
    for (guint i = 0; i < s->words->len && is == SECRET_FIELD_UNKNOWN; i++) {
        const struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        if (area_has(in, w->x, w->y) && secret_field_word(w->text) && counts_for_keys(c, w, labelled))
            return w;
    }
    return is == SECRET_FIELD_YES ? label : NULL;
}
