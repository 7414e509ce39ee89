#include "engine/gate/policy.h"

#include "engine/gate/dialog_question.h"
#include "engine/gate/evidence.h"
#include "engine/gate/grave_word.h"
#include "engine/gate/menu_entry.h"
#include "engine/gate/menu_row.h"
#include "engine/gate/named_element.h"
#include "engine/gate/control_words.h"
#include "engine/gate/footprint.h"
#include "engine/gate/secret_field.h"
#include "engine/gate/terminal_class.h"
#include "skills/timeline/visible.h"

#include <math.h>
#include <string.h>

#define NEAR_PX 80    /* words this close to the target count as its label */
#define LONG_TEXT 200 /* more typed characters than this make an action consequential */
#define SAME_PX 8     /* presses this close together are at one place */

/* ---- the input of the rules ---- */

struct look {
    const struct policy_case *c;
    footprint *reach;
    char word[32]; /* set by a rule of tier 3 */
};

/* A rule returns its evidence (caller frees), NULL when it does not apply. */
typedef char *(*judgement)(struct look *l);

static char *pressed(struct look *l)
{
    g_autofree char *window = l->reach->presses ? evidence_window(l->c->window) : NULL;
    if (!window || l->reach->points->len == 0)
        return window ? g_strdup_printf("keys for %s", window) : NULL;
    const struct footprint_point *p = &g_array_index(l->reach->points, struct footprint_point, 0);
    return g_strdup_printf("the mouse at %d,%d in %s", p->x, p->y, window);
}

/* ---- keys ---- */

static bool struck(const struct look *l, const char *const *keys, char **ret_chord)
{
    const GPtrArray *lists[] = {l->reach->chords, l->reach->aliases};
    for (gsize n = 0; n < G_N_ELEMENTS(lists); n++)
        for (guint i = 0; i < lists[n]->len; i++) {
            char *const *chord = g_ptr_array_index(lists[n], i);
            if (!footprint_chord_within((char *const *)keys, chord))
                continue;
            *ret_chord = footprint_chord_text(chord);
            return true;
        }
    return false;
}

#define KEYS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Keys that leave or end this display or turn the machine off. No person wants these from an agent. */
static char *never_keys(struct look *l)
{
    static const char *const prefixes[] = {"XF86Switch_VT_", "XF86Power",  "XF86Sleep",     "XF86Suspend", "XF86Hibernate",
                                           "XF86Standby",    "XF86LogOff", "XF86ClearGrab", "XF86Ungrab",  "Terminate_Server"};
    g_autofree char *chord = NULL;
    for (guint i = 0; i < l->reach->chords->len; i++) {
        char *const *keys = g_ptr_array_index(l->reach->chords, i);
        for (int k = 0; keys[k]; k++)
            for (gsize p = 0; p < G_N_ELEMENTS(prefixes); p++)
                if (g_str_has_prefix(keys[k], prefixes[p]))
                    return g_strdup_printf("the key %s", keys[k]);
    }
    for (int n = 1; n <= 12; n++) {
        char f[4];
        g_snprintf(f, sizeof f, "F%d", n);
        if (struck(l, KEYS("Control", "Alt", f), &chord))
            return g_strdup_printf("%s leaves the display for another terminal", chord);
    }
    if (struck(l, KEYS("Control", "Alt", "BackSpace"), &chord))
        return g_strdup_printf("%s ends the X server", chord);
    return NULL;
}

/* Enter as a key, as a key of a loop, or as a line end in a text. */
static char *enter_key(struct look *l)
{
    static const char *const enter[] = {"Return", "KP_Enter", "ISO_Enter", NULL};
    const timeline *t = l->c->timeline;
    for (gsize k = 0; l->reach->loop && enter[k]; k++)
        if (timeline_loop_has_key(l->reach->loop, enter[k]))
            return g_strdup_printf("the key %s is among the loop's", enter[k]);
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        if (e->type == TIMELINE_KEY_DOWN && g_strv_contains(enter, e->key))
            return g_strdup_printf("the key %s", e->key);
        const char *end = e->type == TIMELINE_TEXT ? strpbrk(e->text, "\n\r") : NULL;
        if (end)
            return g_strdup_printf("Return in the text at character %ld", g_utf8_pointer_to_offset(e->text, end) + 1);
    }
    g_autofree char *chord = NULL;
    if (struck(l, KEYS("Control", "m"), &chord) || struck(l, KEYS("Control", "j"), &chord))
        return g_strdup_printf("the chord %s, which is Return in a terminal", chord);
    return NULL;
}

/* Space presses the button that has the focus, as Enter does, and which button has it is unknown. Within a text it is a space. */
static char *space_key(struct look *l)
{
    const timeline *t = l->c->timeline;
    if (l->reach->loop && timeline_loop_has_key(l->reach->loop, "space"))
        return g_strdup("the key space is among the loop's");
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        if (e->type == TIMELINE_KEY_DOWN && (g_str_equal(e->key, "space") || g_str_equal(e->key, "KP_Space")))
            return g_strdup_printf("the key %s: it presses a button that has the focus", e->key);
        if (e->type == TIMELINE_TEXT && strspn(e->text, " ") == strlen(e->text))
            return g_strdup("a text of nothing but spaces: it presses a button that has the focus");
    }
    return NULL;
}

/* Chords that close, delete, leave or end a session, or write over a file. */
static char *closing_keys(struct look *l)
{
    static const char *const closing[] = {"w", "q", "d", "F4"}, *const modifiers[] = {"Control", "Alt", "Super"};
    g_autofree char *chord = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(closing); i++)
        for (gsize m = 0; m < G_N_ELEMENTS(modifiers); m++)
            if (struck(l, KEYS(modifiers[m], closing[i]), &chord))
                return g_strdup_printf("the chord %s", chord);
    if (struck(l, KEYS("Control", "s"), &chord))
        return g_strdup_printf("the chord %s, which saves", chord);
    if (struck(l, KEYS("Delete"), &chord))
        return g_strdup_printf("the key %s", chord);
    return NULL;
}

static char *session_keys(struct look *l)
{
    g_autofree char *chord = NULL;
    if (!struck(l, KEYS("Control", "Alt", "Delete"), &chord) && !struck(l, KEYS("Super", "l"), &chord))
        return NULL;
    g_strlcpy(l->word, "fire", sizeof l->word);
    return g_strdup_printf("the chord %s is the desktop's own", chord);
}

/* ---- pointer ---- */

static char *drag(struct look *l)
{
    return l->reach->dragged ? g_strdup("the pointer moves while a button is down") : NULL;
}

/* What a loop presses depends on the screen; the timeline states its whole budget. */
static char *closed_loop(struct look *l)
{
    const timeline_loop *loop = l->reach->loop;
    return loop ? g_strdup_printf("the screen steers up to %d events in %g s", loop->events, (double)loop->ms / 1000) : NULL;
}

static char *several_places(struct look *l)
{
    const GArray *points = l->reach->points;
    if (l->reach->dragged || points->len < 2)
        return NULL;
    const struct footprint_point *first = &g_array_index(points, struct footprint_point, 0);
    for (guint i = 1; i < points->len; i++) {
        const struct footprint_point *p = &g_array_index(points, struct footprint_point, i);
        if (ABS(p->x - first->x) > SAME_PX || ABS(p->y - first->y) > SAME_PX)
            return g_strdup_printf("one action presses at %d,%d and at %d,%d", first->x, first->y, p->x, p->y);
    }
    return NULL;
}

/* ---- text ---- */

static char *long_text(struct look *l)
{
    glong n = g_utf8_strlen(l->reach->typed->str, -1);
    return n > LONG_TEXT ? g_strdup_printf("%ld characters are typed", n) : NULL;
}

/* The card does not show these characters, but the hand would type them. */
static char *hidden_characters(struct look *l)
{
    const char *typed = l->reach->typed->str;
    for (const char *p = typed; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        if (c == '\n' || c == '\t' || c == '\r' || c == ' ')
            continue;
        char one[8] = {0};
        g_unichar_to_utf8(c, one);
        g_autofree char *visible = visible_text(one);
        if (strcmp(visible, one) != 0)
            return g_strdup_printf("%s in the text at character %ld", visible, g_utf8_pointer_to_offset(typed, p) + 1);
    }
    return NULL;
}

/* ---- windows ---- */

/* The window manager gets a press on a title bar or an edge; its effect on the window is unknown. */
static char *on_frame(struct look *l)
{
    for (guint i = 0; i < l->reach->points->len; i++) {
        const struct footprint_point *p = &g_array_index(l->reach->points, struct footprint_point, i);
        const struct eye_window *w = p->window;
        if (!w || !area_has(w->outer, p->x, p->y) || area_has((struct area){w->x, w->y, w->width, w->height}, p->x, p->y))
            continue;
        g_autofree char *title = evidence_text(w->title);
        return g_strdup_printf("%d,%d is on the frame of the window \"%s\"", p->x, p->y, title);
    }
    return NULL;
}

static char *unknown_target(struct look *l)
{
    const bool unknown = g_ptr_array_find(l->reach->windows, NULL, NULL);
    if (l->reach->presses && (unknown || l->c->untold))
        return g_strdup(unknown ? "it is not known which window gets the input"
                                : "the screen tells the program in front, and not what may lie over it");
    return l->reach->presses ? on_frame(l) : NULL;
}

/* The window above `window` that lets presses in that area through to it; NULL = none. A tooltip of the same program does not
 * count. */
static const struct eye_window *cover_of(const eye_observation *o, const struct eye_window *window, struct area in)
{
    struct area part = window ? area_cut(in, eye_window_outer(window)) : in;
    for (guint i = 0; i < o->windows->len && part.width > 0; i++) {
        const struct eye_window *w = g_ptr_array_index(o->windows, i);
        if (w == window)
            break;
        bool own_tooltip = w->tooltip && window && w->pid > 0 && w->pid == window->pid;
        if (!own_tooltip && eye_window_hides(w, part))
            return w;
    }
    return NULL;
}

/* At the target the screen shows a window that takes no input, so the press goes to the window below it. */
static char *covered(struct look *l)
{
    const eye_observation *o = l->c->observation;
    const struct eye_window *cover = NULL, *window = NULL;
    const timeline_loop *loop = l->reach->loop;
    for (guint i = 0; o && !cover && i < l->reach->points->len; i++) {
        const struct footprint_point *p = &g_array_index(l->reach->points, struct footprint_point, i);
        cover = cover_of(o, window = p->window, (struct area){p->x - NEAR_PX, p->y - NEAR_PX, 2 * NEAR_PX + 1, 2 * NEAR_PX + 1});
    }
    for (guint i = 0; o && !cover && i < l->reach->windows->len; i++) {
        window = g_ptr_array_index(l->reach->windows, i);
        if (window && (l->reach->keys || l->reach->text))
            cover = cover_of(o, window, eye_window_outer(window));
        if (!cover && loop && timeline_loop_uses_pointer(loop))
            cover = cover_of(o, window, (struct area){loop->x, loop->y, loop->width, loop->height});
    }
    if (!cover)
        return NULL;
    g_autofree char *title = evidence_text(cover->title), *class = evidence_text(cover->class),
                    *below = evidence_text(window ? window->title : "");
    g_strlcpy(l->word, "covered", sizeof l->word);
    return g_strdup_printf("the window \"%s\" (%s) covers the target and takes no input there: the press goes to \"%s\"", title,
                           class, below);
}

/* Recognizes a terminal by its class and by the pty that its process holds. A program may choose any class; a client of another
 * machine has no process here. */
static char *terminal(struct look *l)
{
    for (guint i = 0; i < l->reach->windows->len && l->reach->presses; i++) {
        const struct eye_window *w = g_ptr_array_index(l->reach->windows, i);
        bool known = w && terminal_class(w->class);
        if (!known && (!w || !w->terminal))
            continue;
        g_autofree char *class = evidence_text(w->class ? w->class : "");
        g_strlcpy(l->word, "terminal", sizeof l->word);
        return g_strdup_printf("window class %s%s: what is typed there runs", class,
                               known ? "" : ", whose process holds a terminal");
    }
    return NULL;
}

/* As the chords that do the same. In the target window only a button with edges counts: it may be a word of a text. */
static char *closing_label(struct look *l)
{
    if (!l->c->label || *l->c->label != '"' || !l->reach->clicks || l->reach->points->len == 0)
        return NULL;
    const struct footprint_point *p = &g_array_index(l->reach->points, struct footprint_point, 0);
    const bool own = !p->window || p->window->id == l->c->target_window;
    g_auto(GStrv) labels = g_strsplit(l->c->label, "\"", 3); /* "", the first place's, the rest */
    bool closes = control_words_closing(labels[1]) && (!own || control_words_button(l->c, p->x, p->y).width > 0);
    g_autofree char *text = evidence_text(labels[1]);
    return closes ? g_strdup_printf("\"%s\" on the target", text) : NULL;
}

/* It may be "Save", and it may be "Cut": nobody can say. */
static char *unnamed_drawing(struct look *l)
{
    const struct area a = l->c->unnamed;
    return a.width ? g_strdup_printf("an icon without words at %d,%d, %d×%d px", a.x, a.y, a.width, a.height) : NULL;
}

/* A dialog or a menu of the target's process. */
static char *program_window(struct look *l)
{
    for (guint i = 0; i < l->reach->windows->len && l->c->target_window && l->reach->presses; i++) {
        const struct eye_window *w = g_ptr_array_index(l->reach->windows, i);
        if (!w || w->id == l->c->target_window || !w->program)
            continue;
        g_autofree char *window = evidence_window(w);
        return g_strdup_printf("%s is another one of the target's program", window);
    }
    return NULL;
}

static char *outside_target(struct look *l)
{
    for (guint i = 0; i < l->reach->windows->len && l->c->target_window && l->reach->presses; i++) {
        const struct eye_window *w = g_ptr_array_index(l->reach->windows, i);
        if (!w || w->id == l->c->target_window || w->program)
            continue;
        g_autofree char *window = evidence_window(w);
        g_strlcpy(l->word, "outside", sizeof l->word);
        return g_strdup_printf("%s is not the run's target", window);
    }
    /* frames and the desktop, where a window manager may have its menus, belong to no known window, but not to the target */
    char *edge = l->c->target_window && l->reach->presses ? on_frame(l) : NULL;
    if (edge) {
        g_strlcpy(l->word, "outside", sizeof l->word);
        return edge;
    }
    for (guint i = 0; i < l->reach->points->len && l->c->target_window && l->c->observation; i++) {
        const struct footprint_point *p = &g_array_index(l->reach->points, struct footprint_point, i);
        if (p->window || eye_observation_window_at(l->c->observation, p->x, p->y))
            continue;
        g_strlcpy(l->word, "outside", sizeof l->word);
        return g_strdup_printf("no window is at %d,%d: it is outside the run's target", p->x, p->y);
    }
    return NULL;
}

static char *password_window(struct look *l)
{
    for (guint i = 0; i < l->reach->windows->len && l->reach->presses; i++) {
        const struct eye_window *w = g_ptr_array_index(l->reach->windows, i);
        if (!w || !w->title || !secret_field_word(w->title))
            continue;
        g_autofree char *title = evidence_text(w->title);
        g_strlcpy(l->word, "password", sizeof l->word);
        return g_strdup_printf("the window's title \"%s\"", title);
    }
    return NULL;
}

/* ---- words on the screen ---- */

/* Pixels from the point to the word's rectangle; 0 = on it. */
static int distance(const struct screen_word *w, int x, int y)
{
    int dx = MAX(0, MAX(w->x - x, x - (w->x + w->width))), dy = MAX(0, MAX(w->y - y, y - (w->y + w->height)));
    return (int)lround(hypot(dx, dy));
}

/* A word of the window behind that of the point: what is pressed is not there. A popup may be about what is behind it. */
static bool behind(const eye_observation *o, const struct footprint_point *p, const struct screen_word *w)
{
    const struct eye_window *at = eye_observation_window_at(o, w->x + w->width / 2, w->y + w->height / 2);
    guint lower, upper;
    return p->window && at && at != p->window && !p->window->popup && !at->popup && !at->tooltip &&
           g_ptr_array_find(o->windows, at, &lower) && g_ptr_array_find(o->windows, p->window, &upper) && lower > upper;
}

static char *grave_label(struct look *l)
{
    const eye_observation *o = l->c->observation;
    const char *grave = NULL;
    g_autofree char *evidence = NULL;
    int nearest = NEAR_PX + 1;
    for (guint p = 0; o && p < l->reach->points->len; p++) {
        const struct footprint_point *point = &g_array_index(l->reach->points, struct footprint_point, p);
        const struct area button = control_words_button(l->c, point->x, point->y);
        for (guint i = 0; i < o->screen->words->len; i++) {
            const struct screen_word *w = &g_array_index(o->screen->words, struct screen_word, i);
            const bool own = area_has(button, w->x + w->width / 2, w->y + w->height / 2);
            int px = own ? 0 : distance(w, point->x, point->y);
            const char *found = px < nearest && !dialog_question_read(w) ? grave_word(o->screen, w) : NULL;
            if (!found || menu_row_title(o->screen, w, point->x, point->y, point->window) ||
                menu_entry_elsewhere(o, point->window, w, point->x, point->y) ||
                menu_entry_format(l->c, point->window, w, point->x, point->y) || behind(o, point, w) ||
                control_words_elsewhere(l->c, point, w, found))
                continue;
            g_autofree char *text = evidence_text(w->text);
            g_free(evidence);
            evidence =
                px ? g_strdup_printf("\"%s\" %d px from the target", text, px) : g_strdup_printf("\"%s\" on the target", text);
            grave = found;
            nearest = px;
        }
    }
    for (guint p = 0; o && !grave && p < l->reach->points->len; p++) {
        const struct screen_word *w;
        if (!(grave = dialog_question_grave(l->c, &g_array_index(l->reach->points, struct footprint_point, p), &w)))
            continue;
        g_autofree char *text = evidence_text(w->text);
        evidence = g_strdup_printf("\"%s\" in what the dialog asks", text);
    }
    for (guint i = 0; o && !grave && i < o->screen->words->len; i++) {
        const struct screen_word *w = &g_array_index(o->screen->words, struct screen_word, i);
        if (footprint_loop_distance(l->reach, w->x, w->y, w->width, w->height) > NEAR_PX || !(grave = grave_word(o->screen, w)))
            continue;
        g_autofree char *text = evidence_text(w->text);
        evidence = g_strdup_printf("\"%s\" in the loop's area, or beside it", text);
    }
    if (grave)
        g_strlcpy(l->word, grave, sizeof l->word);
    return g_steal_pointer(&evidence);
}

/* A program names an icon "Delete" for those who cannot see it. */
static char *grave_element(struct look *l)
{
    const struct screen_mark *m = named_element_pressed(l->c, l->reach);
    g_strlcpy(l->word, m ? named_element_grave(m) : "", sizeof l->word);
    return m ? named_element_says(m) : NULL;
}

/* Which button of a dialog Enter, space or a mnemonic presses is not known. */
static char *grave_dialog(struct look *l)
{
    const struct screen_word *w;
    const char *grave = dialog_question_keyed(l->c, l->reach) ? dialog_question_word(l->c, &w) : NULL;
    if (!grave)
        return NULL;
    g_autofree char *text = evidence_text(w->text);
    g_strlcpy(l->word, grave, sizeof l->word);
    return g_strdup_printf("\"%s\" in the dialog, of which the key may press any button", text);
}

/* A press into a field for a secret; not on a button that has a name and stands beside it. */
static char *pressed_secret(struct look *l)
{
    const screen *s = l->c->observation->screen;
    const bool untold = l->c->observation->windows->len == 0; /* the screen tells no windows: it is one */
    bool typed = *l->reach->typed->str;
    for (guint i = 0; i < l->reach->points->len; i++) {
        const struct footprint_point *p = &g_array_index(l->reach->points, struct footprint_point, i);
        const struct screen_word *label = NULL;
        const struct area in = p->window ? eye_window_inner(p->window) : (struct area){0, 0, s->width, s->height};
        if ((p->window || untold) && (typed || !control_words_name(l->c, control_words_box(l->c, p->x, p->y))) &&
            secret_field_at(l->c, in, p->x, p->y, &label) == SECRET_FIELD_YES) {
            g_autofree char *text = evidence_text(label->text);
            return g_strdup_printf("the field at %d,%d says \"%s\"", p->x, p->y, text);
        }
    }
    return NULL;
}

static char *typed_secret(struct look *l)
{
    bool labelled = false;
    const struct screen_word *label = secret_field_typed(l->c, l->reach, &labelled);
    g_autofree char *text = label ? evidence_text(label->text) : NULL;
    const char *how = labelled ? "the field that says" : "a window that says";
    return label ? g_strdup_printf("text is typed into %s \"%s\"", how, text) : NULL;
}

/* Which field gets the keys is not known: any on the screen may. */
static char *typed_secret_untold(struct look *l)
{
    const screen *s = l->c->observation->screen;
    for (guint i = 0; i < s->words->len; i++) {
        const struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        if (!secret_field_word(w->text))
            continue;
        g_autofree char *text = evidence_text(w->text);
        return g_strdup_printf("text is typed into an unknown window, and the screen says \"%s\"", text);
    }
    return NULL;
}

static char *password_field(struct look *l)
{
    if (!l->c->observation)
        return NULL;
    char *evidence = pressed_secret(l);
    if (!evidence && l->c->window && *l->reach->typed->str)
        evidence = typed_secret(l);
    if (!evidence && (l->c->untold || l->c->observation->windows->len == 0) && *l->reach->typed->str)
        evidence = typed_secret_untold(l);
    const struct screen_mark *m = evidence ? NULL : named_element_secret(l->c, l->reach);
    if (m)
        evidence = named_element_says(m);
    if (evidence)
        g_strlcpy(l->word, "password", sizeof l->word);
    return evidence;
}

static const struct {
    const char *name;
    int tier;
    judgement applies;
} judgements[] = {
    {"never-keys", 3, never_keys},
    {"covered", 3, covered},
    {"terminal", 3, terminal},
    {"outside-target-window", 3, outside_target},
    {"grave-label", 3, grave_label},
    {"grave-element", 3, grave_element},
    {"grave-dialog", 3, grave_dialog},
    {"password-window", 3, password_window},
    {"password-field", 3, password_field},
    {"session-keys", 3, session_keys},
    {"closed-loop", 2, closed_loop},
    {"enter-key", 2, enter_key},
    {"space-key", 2, space_key},
    {"closing-keys", 2, closing_keys},
    {"closing-label", 2, closing_label},
    {"drag", 2, drag},
    {"several-places", 2, several_places},
    {"hidden-characters", 2, hidden_characters},
    {"long-text", 2, long_text},
    {"unnamed-drawing", 2, unnamed_drawing},
    {"program-window", 2, program_window},
    {"unknown-target", 2, unknown_target},
    {"input", 1, pressed},
};

/* ---- the verdict ---- */

void policy_reason_free(struct policy_reason *r)
{
    if (!r)
        return;
    g_free(r->rule);
    g_free(r->evidence);
    g_free(r);
}

const char *policy_effect_name(enum policy_effect effect)
{
    static const char *const names[] = {[POLICY_TIER] = "tier",   [POLICY_DENY] = "deny",     [POLICY_ASK] = "ask",
                                        [POLICY_ALLOW] = "allow", [POLICY_NARROW] = "narrow", [POLICY_GRANT] = "grant"};
    return names[effect];
}

void policy_add(struct policy_verdict *v, const char *rule, enum policy_effect effect, int tier, const char *evidence)
{
    struct policy_reason *r = g_new0(struct policy_reason, 1);
    r->rule = g_strdup(rule);
    r->effect = effect;
    r->tier = tier;
    r->evidence = evidence_line(evidence);
    g_ptr_array_add(v->reasons, r);
    if (tier <= v->tier || effect == POLICY_ALLOW || effect == POLICY_GRANT)
        return;
    v->tier = MIN(tier, 3);
    g_free(v->rule);
    v->rule = g_strdup(rule);
    g_free(v->evidence);
    v->evidence = g_strdup(r->evidence);
    if (v->tier == 3 && !*v->word)
        g_strlcpy(v->word, "fire", sizeof v->word);
}

struct policy_verdict policy_judge(const struct policy_case *c)
{
    struct policy_verdict v = {.tier = 0, .rule = g_strdup("looking"), .evidence = g_strdup("nothing is pressed"), .word = ""};
    v.reasons = g_ptr_array_new_with_free_func((GDestroyNotify)policy_reason_free);
    g_autoptr(footprint) r = footprint_new(c);
    struct look l = {.c = c, .reach = r};
    for (gsize i = 0; i < G_N_ELEMENTS(judgements); i++) {
        g_strlcpy(l.word, judgements[i].tier == 3 ? "fire" : "", sizeof l.word);
        g_autofree char *evidence = judgements[i].applies(&l);
        if (!evidence)
            continue;
        bool never = judgements[i].applies == never_keys;
        v.denied |= never;
        if (judgements[i].tier > v.tier)
            g_strlcpy(v.word, l.word, sizeof v.word);
        policy_add(&v, judgements[i].name, never ? POLICY_DENY : POLICY_TIER, judgements[i].tier, evidence);
    }
    const char *said_by = c->said_by ? c->said_by : "the model";
    if (c->action->tier > v.tier) {
        g_autofree char *says = g_strdup_printf("%s itself says tier %d", said_by, MIN(c->action->tier, 3));
        policy_add(&v, "model-raised", POLICY_TIER, MIN(c->action->tier, 3), says);
    } else if (c->action->tier >= 0 && c->action->tier < v.tier) {
        g_autofree char *says = g_strdup_printf("%s says tier %d: it may raise a tier, not lower it", said_by, c->action->tier);
        policy_add(&v, "model-said", POLICY_TIER, c->action->tier, says);
    }
    return v;
}

void policy_verdict_clear(struct policy_verdict *v)
{
    g_clear_pointer(&v->rule, g_free);
    g_clear_pointer(&v->evidence, g_free);
    g_clear_pointer(&v->reasons, g_ptr_array_unref);
}
