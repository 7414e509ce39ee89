/* Target text: the words around the places where a timeline presses, and the labels of the fields where it types. The profile's
 * regions say what an agent reads; this is what the gate reads, so that "Delete" on a button counts in any program. Frame and
 * point are those of the decision; nothing of it reaches the agent. Tesseract takes about 0.1 s for a point, and longer for a
 * window that is typed into; what was read before is not read again, and a proposal that neither presses nor types is not held
 * up. */

#include "engine/step/proposal.h"

#include "engine/eye/elements.h"
#include "engine/eye/marks.h"
#include "engine/eye/reading.h"
#include "engine/gate/dialog_question.h"
#include "engine/gate/footprint.h"
#include "engine/gate/named_element.h"
#include "engine/gate/secret_field.h"
#include "engine/picture/control_box.h"
#include "engine/picture/shapes.h"
#include "engine/picture/text_places.h"
#include "engine/devices/child.h"
#include "engine/devices/devices.h"
#include "engine/control/device_control.h"
#include "engine/run/control.h"
#include "engine/run/look.h"
#include "engine/run/run.h"
#include "engine/control/wait.h"

#include <string.h>

#define PLACES_MAX 12 /* of one timeline: what is beyond is asked about */
#define LABELS_MAX 4
#define AROUND_WIDTH 320
#define AROUND_HEIGHT 120
#define LABEL_WIDTH 150 /* read by itself too: a label may be light on dark where what surrounds it is dark on light */
#define LABEL_HEIGHT 44
#define GLYPH_WIDTH 60 /* read as one line: a lone digit or letter, which sparse text leaves out */
#define GLYPH_HEIGHT 24
#define EDGE 2 /* px: of a button, its frame and what is dark beside it */
#define CUT 1  /* px: so near the edge of what was read a word may go on behind it */
#define SCALE 4
#define PAD 3           /* px around a place with text */
#define WORDY_WIDTH 360 /* px: a longer place is a line of a text */
#define WORDY_LINES 4   /* such lines, or … */
#define WORDY_PLACES 80 /* … so many places: no form, but a window with a text, unless it is a dialog */
#define ARROW_WIDTH 24  /* px: of a field's arrow, and to the text from its edge */
#define WORD_LETTERS 3  /* fewer are no word */
#define BESIDE 24       /* px: between an icon and the words of its button */
#define ROW 14          /* px: from the point to the middle of its label */
#define ABOVE 60        /* px: to a label above, at most */
#define UNREAD "nothing readable"
#define POINTER_REACH 32 /* px: a larger pointer is none that covers words */
#define CARET_MS 2000    /* so long a caret is waited for, which blinks about once a second */
#define CARET_STEP_MS 150
#define WATCH_TIMEOUT_MS 5000
#define LOOP_PART 640
#define LOOP_SCALE 2

struct saved_focus {
    int x, y;                     /* of the region's top left on the screen */
    int left, top, right, bottom; /* px in the region: a word that is not between them may be cut */
    bool glyph;
    bool light;       /* its letters are lighter than what is around them */
    int scale;        /* 0 = SCALE */
    const char *name; /* the region of its words; NULL = "target" */
};

/* One colour all over: there is no word in it, and Tesseract need not be started for it. */
static bool is_blank(const frame *f)
{
    gsize n = (gsize)f->width * (gsize)f->height;
    return memcmp(f->pixels, f->pixels + 1, (n - 1) * sizeof *f->pixels) == 0;
}

/* What is to be read. */
struct wanted {
    const frame *f;
    GArray *regions; /* struct ocr_region */
    GArray *places;  /* struct saved_focus: of each */
};

static struct wanted wanted_new(const frame *f)
{
    return (struct wanted){f, ocr_regions_new(), g_array_new(FALSE, FALSE, sizeof(struct saved_focus))};
}

static void add_area(struct wanted *all, struct area a, const struct saved_focus *as)
{
    struct saved_focus at = *as;
    at.x = MAX(a.x, 0);
    at.y = MAX(a.y, 0);
    g_autoptr(frame) part = frame_crop(all->f, a.x, a.y, a.width, a.height);
    if (!part || is_blank(part))
        return;
    at.left = at.x > 0 ? CUT : 0;
    at.top = at.y > 0 ? CUT : 0;
    at.right = part->width - (at.x + part->width < all->f->width ? CUT : 0);
    at.bottom = part->height - (at.y + part->height < all->f->height ? CUT : 0);
    struct ocr_region r = {
        .width = part->width, .height = part->height, .scale = at.scale ? at.scale : SCALE, .sparse = !at.glyph};
    r.gray = g_malloc((gsize)part->width * (gsize)part->height);
    if (at.light)
        marks_gray_light(part, r.gray);
    else
        marks_gray(part, r.gray);
    g_array_append_val(all->regions, r);
    g_array_append_val(all->places, at);
}

static void add_part(struct wanted *all, int x, int y, int width, int height, const struct saved_focus *as)
{
    add_area(all, (struct area){x - width / 2, y - height / 2, width, height}, as);
}

/* All of the area, in parts that the reader takes; large letters and small ones. */
static void add_loop(struct wanted *all, const timeline_loop *l)
{
    for (int y = l->y; y < l->y + l->height; y += LOOP_PART - LABEL_HEIGHT)
        for (int x = l->x; x < l->x + l->width; x += LOOP_PART - LABEL_WIDTH) {
            int width = MIN(LOOP_PART, l->x + l->width - x), height = MIN(LOOP_PART, l->y + l->height - y);
            add_part(all, x + width / 2, y + height / 2, width, height, &(struct saved_focus){.scale = LOOP_SCALE});
        }
}

static void add_place(struct wanted *all, struct area a, const char *name)
{
    add_area(all, (struct area){a.x - PAD, a.y - PAD, a.width + 2 * PAD, a.height + 2 * PAD},
             &(struct saved_focus){.name = name});
}

/* What may be the label of a field at the point: in its row, or above it. */
static void add_labels(struct wanted *all, const struct eye_window *w, int x, int y)
{
    const struct area strip = area_cut((struct area){0, y - ABOVE, all->f->width, ABOVE + ROW + ROW / 2}, eye_window_inner(w));
    g_autoptr(GArray) found = text_places(all->f, strip);
    for (guint i = found->len, n = 0; i > 0 && n < PLACES_MAX; i--) {
        struct area a = g_array_index(found, struct area, i - 1);
        bool row = ABS(a.y + a.height / 2 - y) <= ROW, above = a.y + a.height <= y;
        if (a.width > WORDY_WIDTH || a.x > x || (!row && !above))
            continue;
        add_place(all, a, POLICY_LABEL_WORD);
        n++;
    }
}

/* What a small dialog asks, but for what is read around the point. */
static void add_question(struct wanted *all, const struct footprint_point *p)
{
    const struct area around = {p->x - AROUND_WIDTH / 2, p->y - AROUND_HEIGHT / 2, AROUND_WIDTH, AROUND_HEIGHT};
    g_autoptr(GArray) found = text_places(all->f, eye_window_inner(p->window));
    for (guint i = 0; i < MIN(found->len, WORDY_PLACES); i++) {
        struct area a = g_array_index(found, struct area, i), cut = area_cut(a, around);
        if (cut.width < a.width || cut.height < a.height)
            add_place(all, a, DIALOG_QUESTION_WORD);
    }
}

/* Everything that may be a label; nothing in a window with a text, where words are no labels. */
static void add_window(struct wanted *all, const struct eye_window *w)
{
    g_autoptr(GArray) found = text_places(all->f, eye_window_inner(w));
    guint lines = 0;
    for (guint i = 0; i < found->len; i++)
        lines += g_array_index(found, struct area, i).width > WORDY_WIDTH;
    if (!w->dialog && (lines >= WORDY_LINES || found->len > WORDY_PLACES))
        return;
    for (guint i = 0; i < MIN(found->len, WORDY_PLACES); i++)
        add_place(all, g_array_index(found, struct area, i), POLICY_WINDOW_WORD);
}

static bool read_done(struct run *run, void *data)
{
    bool done = reading_poll(data);
    run->worker = reading_worker(data);
    return done;
}

/* To the proposal's words, and whole ones to those that a label is made of. */
static void take(proposal *p, const GArray *words, const GArray *places, screen *whole)
{
    for (guint i = 0; i < words->len; i++) {
        const struct ocr_word *w = &g_array_index(words, struct ocr_word, i);
        if (w->region < 0 || (guint)w->region >= places->len)
            continue;
        const struct saved_focus *at = &g_array_index(places, struct saved_focus, w->region);
        const struct screen_word word = {.text = w->text,
                                         .region = (char *)(at->glyph  ? SCREEN_GLYPH
                                                            : at->name ? at->name
                                                                       : "target"),
                                         .x = at->x + w->x,
                                         .y = at->y + w->y,
                                         .width = w->width,
                                         .height = w->height,
                                         .confidence = w->confidence};
        if (!at->glyph)
            screen_add_word(p->near, &word);
        if (w->x >= at->left && w->y >= at->top && w->x + w->width <= at->right && w->y + w->height <= at->bottom)
            screen_add_word(whole, &word);
    }
}

/* Reads all that is wanted, and takes it. `whole`: as take(). *ret_why: it could not be read. False: the wait was ended. */
static bool read_words(struct run *run, proposal *p, struct wanted *all, screen *whole, GError **ret_why, GError **error)
{
    g_autoptr(GArray) regions = all->regions, places = all->places, words = ocr_words_new();
    if (regions->len == 0)
        return true;
    g_autoptr(reading) r = reading_start(g_steal_pointer(&regions), READING_CPU_S, READING_PATIENT);
    bool ok = wait_until(run, read_done, r, 0, error);
    run->worker = NULL;
    if (ok && reading_finish(r, words, *ret_why ? NULL : ret_why))
        take(p, words, places, whole);
    return ok;
}

static int letters(const char *text)
{
    int n = 0;
    for (; *text; text = g_utf8_next_char(text))
        n += g_unichar_isalnum(g_utf8_get_char(text));
    return n;
}

/* A drawing was read as letters: letters as large as an icon are none. One word is read several times, and of some readings the
 * box is too large: the smallest counts. */
static bool read_large(const screen *s, struct area box)
{
    int least = 0;
    for (guint i = 0; i < s->words->len; i++) {
        const struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        const int size = MIN(w->width, w->height);
        if (area_has(box, w->x + w->width / 2, w->y + w->height / 2) && (least == 0 || size < least))
            least = size;
    }
    return least >= SHAPES_ICON;
}

/* A letter or two that were read on a drawing: by its size, or because its program calls the button by a word. A button's own
 * size says nothing: xcalc's "7" is one of 36x22 px. */
static bool read_on_icon(const screen *s, const frame *f, int x, int y, bool button, const char *label)
{
    if (!*label || letters(label) >= WORD_LETTERS)
        return false;
    const struct shape drawing = shapes_drawing_at(f, x, y);
    const struct area box = drawing.box;
    const struct screen_mark *m = box.width > 0 ? named_element_at(s, x, y) : NULL;
    return (m && g_str_has_suffix(m->role, "button") && letters(m->text) >= WORD_LETTERS) ||
           (drawing.kind == SHAPE_ICON && !button ? MIN(box.width, box.height) >= SHAPES_ICON : read_large(s, box));
}

/* The label is that of something else: an icon is pressed, and no word of the label is at it or beside it. A flat tool bar has
 * edges as a button has, and many icons. */
static bool read_elsewhere(const screen *s, const frame *f, int x, int y, const char *label)
{
    const struct shape drawing = shapes_drawing_at(f, x, y);
    const struct area d = drawing.box, near = {d.x - BESIDE, d.y - BESIDE, d.width + 2 * BESIDE, d.height + 2 * BESIDE};
    bool elsewhere = *label && drawing.kind == SHAPE_ICON && MIN(d.width, d.height) >= SHAPES_ICON;
    for (guint i = 0; elsewhere && i < s->words->len; i++) {
        const struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        elsewhere = !strstr(label, w->text) || !area_overlaps(near, (struct area){w->x, w->y, w->width, w->height});
    }
    return elsewhere;
}

/* The text of a wide field or list that shows nothing else but its arrow, where the point is beside it. Width 0 = none: a bar or
 * a row has several. */
static struct area field_text(const frame *f, int x, int y)
{
    const struct area box = control_box_at(f, x, y);
    if (box.width <= AROUND_WIDTH || shapes_drawing_at(f, x, y).box.width)
        return (struct area){0};
    struct area text = {0};
    int texts = 0;
    g_autoptr(GArray) found = text_places(f, box);
    for (guint i = 0; i < found->len; i++) {
        const struct area a = g_array_index(found, struct area, i);
        if (a.width <= ARROW_WIDTH && a.x > x)
            continue;
        text = a;
        texts++;
    }
    return texts == 1 && text.x - box.x <= ARROW_WIDTH && text.width <= WORDY_WIDTH ? text : (struct area){0};
}

/* Of a button only what is in it, wherever the point is: beside it may be another one. */
static char *label_at(const screen *s, const frame *f, int x, int y)
{
    const struct area box = control_box_at(f, x, y);
    const bool button = box.width > 0 && box.width <= AROUND_WIDTH;
    char *label = button ? screen_label_in(s, x, y, box.x, box.y, box.width, box.height) : screen_label(s, x, y);
    if (read_on_icon(s, f, x, y, button, label) || (button && read_elsewhere(s, f, x, y, label)))
        *label = '\0';
    if (button)
        return label;
    const struct area text = *label ? (struct area){0} : field_text(f, x, y);
    if (text.width == 0)
        return label;
    g_free(label);
    return screen_label_in(s, text.x, text.y + text.height / 2, text.x - PAD, text.y - PAD, text.width + 2 * PAD,
                           text.height + 2 * PAD);
}

/* Of a field that is empty, and of what cannot be read, what stands beside it. */
static char *label_beside(const screen *s, const frame *f, const struct footprint_point *at)
{
    const eye_observation seen = {.screen = (screen *)s};
    const struct policy_case c = {.observation = &seen, .picture = f};
    return at->window ? secret_field_label(&c, eye_window_inner(at->window), at->x, at->y) : NULL;
}

/* A loop has no place: of its area all words have been read. NULL = nothing is pressed at a place. */
static char *label_of(const screen *s, const frame *f, const footprint *r)
{
    g_autoptr(GString) text = g_string_new("");
    for (guint i = 0; i < MIN(r->points->len, LABELS_MAX); i++) {
        const struct footprint_point *at = &g_array_index(r->points, struct footprint_point, i);
        g_autofree char *words = label_at(s, f, at->x, at->y);
        g_autofree char *beside = *words ? NULL : label_beside(s, f, at);
        g_strdelimit(words, "\"", '\'');
        g_string_append_printf(text, *words ? "%s\"%s\"" : "%s" UNREAD, i ? " → " : "", words);
        if (beside)
            g_string_append_printf(text, ", %s", beside);
    }
    if (r->points->len > LABELS_MAX)
        g_string_append(text, " → …");
    return r->loop ? NULL : g_string_free(g_steal_pointer(&text), FALSE);
}

/* What is clicked and is nothing but a small drawing. */
static struct area find_unnamed(const screen *s, const frame *f, const footprint *r)
{
    struct area found = {0};
    const guint n = r->clicks ? MIN(r->points->len, LABELS_MAX) : 0;
    for (guint i = 0; i < n && !found.width; i++) {
        const struct footprint_point *at = &g_array_index(r->points, struct footprint_point, i);
        g_autofree char *words = label_at(s, f, at->x, at->y);
        if (!*words)
            found = shapes_drawing_at(f, at->x, at->y).box;
    }
    return found;
}

/* Where no label is found, it may be light on a colour that is not dark, as on a default button, or stand beside an icon: the
 * button is read by itself. */
static bool read_light(struct run *run, proposal *p, const footprint *r, screen *whole, GError **ret_why, GError **error)
{
    struct wanted all = wanted_new(p->picture);
    for (guint i = 0; i < MIN(r->points->len, LABELS_MAX); i++) {
        const struct footprint_point *at = &g_array_index(r->points, struct footprint_point, i);
        g_autofree char *label = label_at(whole, p->picture, at->x, at->y);
        const struct saved_focus light = {.light = true};
        struct area box = control_box_at(p->picture, at->x, at->y);
        if (*label)
            continue;
        if (box.width > 0 && box.width <= AROUND_WIDTH) {
            add_area(&all, box, &light);
            add_area(&all, box, &(struct saved_focus){0});
        } else {
            struct area text = field_text(p->picture, at->x, at->y);
            add_part(&all, at->x, at->y, LABEL_WIDTH, LABEL_HEIGHT, &light);
            if (text.width > 0)
                add_place(&all, text, NULL);
        }
    }
    return read_words(run, p, &all, whole, ret_why, error);
}

/* All that may be the label of what is pressed there. */
static void add_point(struct wanted *all, int x, int y, bool labels)
{
    const struct saved_focus plain = {0}, glyph = {.glyph = true};
    const struct area box = control_box_at(all->f, x, y);
    add_part(all, x, y, AROUND_WIDTH, AROUND_HEIGHT, &plain);
    add_part(all, x, y, LABEL_WIDTH, LABEL_HEIGHT, &plain);
    if (labels && box.width > 2 * EDGE && box.width <= GLYPH_WIDTH && box.height > 2 * EDGE)
        add_area(all, (struct area){box.x + EDGE, box.y + EDGE, box.width - 2 * EDGE, box.height - 2 * EDGE}, &glyph);
    else if (labels)
        add_part(all, x, y, GLYPH_WIDTH, GLYPH_HEIGHT, &glyph);
}

/* What the dialogs ask in which something is pressed that may answer. */
static bool read_questions(struct run *run, proposal *p, const struct policy_case *c, const footprint *r, GError **ret_why,
                           GError **error)
{
    struct policy_case seen = *c;
    struct wanted all = wanted_new(p->picture);
    g_autoptr(screen) whole = screen_copy(p->near);
    seen.observation = &p->seen;
    seen.picture = p->picture;
    for (guint i = 0; i < MIN(r->points->len, PLACES_MAX); i++) {
        const struct footprint_point *point = &g_array_index(r->points, struct footprint_point, i);
        if (dialog_question_answered(&seen, point))
            add_question(&all, point);
    }
    return read_words(run, p, &all, whole, ret_why, error);
}

static bool read_places(struct run *run, proposal *p, const struct policy_case *c, const footprint *r, GError **ret_why,
                        GError **error)
{
    g_autoptr(screen) whole = screen_copy(p->near);
    struct wanted all = wanted_new(p->picture);
    for (guint i = 0; i < MIN(r->points->len, PLACES_MAX); i++) {
        const struct footprint_point *point = &g_array_index(r->points, struct footprint_point, i);
        add_point(&all, point->x, point->y, i < LABELS_MAX);
        if (point->window && (*r->typed->str || control_box_at(p->picture, point->x, point->y).width > 0))
            add_labels(&all, point->window, point->x, point->y);
    }
    if (r->loop && timeline_loop_uses_pointer(r->loop))
        add_loop(&all, r->loop);
    if (!read_words(run, p, &all, whole, ret_why, error) ||
        (!*ret_why && !r->loop && !read_light(run, p, r, whole, ret_why, error)))
        return false;
    if (!*ret_why) {
        p->label = label_of(whole, p->picture, r);
        p->areas.unnamed = find_unnamed(whole, p->picture, r);
    }
    return *ret_why || read_questions(run, p, c, r, ret_why, error);
}

/* ---- keys without a point ---- */

static bool never(struct run *run, void *data)
{
    (void)run;
    (void)data;
    return false;
}

/* The text cursor in the window, by its blinking since the last observation. */
static bool find_caret(struct run *run, proposal *p, const struct eye_window *w)
{
    struct eye_request request = {.kind = EYE_WATCH, .rules = p->guard.rules};
    const struct area window = eye_window_inner(w);
    if (!child_running(&run->devices->eye.process) || !device_ask_eye(run, &request, WATCH_TIMEOUT_MS, NULL) ||
        run->devices->eye.answer->kind != EYE_WATCHING)
        return false;
    struct area at = run->devices->eye.answer->caret.at;
    p->areas.caret = at.width > 0 && area_has(window, at.x, at.y) ? at : (struct area){0};
    return p->areas.caret.width > 0;
}

/* The same, for so long as one blinks. False: the wait was ended. */
static bool await_caret(struct run *run, proposal *p, const struct eye_window *w, GError **error)
{
    for (gint64 end = g_get_monotonic_time() + CARET_MS * 1000; g_get_monotonic_time() < end && !find_caret(run, p, w);) {
        g_autoptr(GError) over = NULL;
        wait_until(run, never, NULL, g_get_monotonic_time() + CARET_STEP_MS * 1000, &over);
        if (!g_error_matches(over, RUN_ERROR, RUN_ERROR_TIMEOUT)) {
            g_propagate_error(error, g_steal_pointer(&over));
            return false;
        }
    }
    return true;
}

static bool read_at_caret(struct run *run, proposal *p, const struct eye_window *w, GError **ret_why, GError **error)
{
    struct wanted all = wanted_new(p->picture);
    g_autoptr(screen) whole = screen_copy(p->near);
    if (p->areas.caret.width > 0)
        add_labels(&all, w, p->areas.caret.x, p->areas.caret.y + p->areas.caret.height / 2);
    return read_words(run, p, &all, whole, ret_why, error);
}

static bool shows_secret(const screen *s)
{
    for (guint i = 0; i < s->words->len; i++)
        if (secret_field_word(g_array_index(s->words, struct screen_word, i).text))
            return true;
    return false;
}

/* The labels at the text cursor; where there is none that says what it is, those of the whole window. Only where the window asks
 * for a secret the cursor is waited for. */
static bool read_for_keys(struct run *run, proposal *p, const struct policy_case *c, bool text, GError **ret_why, GError **error)
{
    const bool stays = secret_field_stays(p->timeline);
    const struct screen_word *label = NULL;
    const bool watches = stays && !p->ahead;
    if (watches && find_caret(run, p, c->window)) {
        if (!read_at_caret(run, p, c->window, ret_why, error))
            return false;
        struct policy_case seen = *c;
        seen.observation = &p->seen;
        seen.picture = p->picture;
        struct area at = p->areas.caret;
        if (secret_field_at(&seen, eye_window_inner(c->window), at.x + at.width / 2, at.y + at.height / 2, &label) !=
            SECRET_FIELD_UNKNOWN)
            return true;
    }
    if (c->window->terminal || (!text && !c->window->dialog)) /* nobody waits for the keys of a game; a terminal is tier 3 */
        return true;
    struct wanted all = wanted_new(p->picture);
    g_autoptr(screen) whole = screen_copy(p->near);
    add_window(&all, c->window);
    if (!read_words(run, p, &all, whole, ret_why, error))
        return false;
    if (!watches || p->areas.caret.width > 0 || !shows_secret(p->near))
        return true;
    return await_caret(run, p, c->window, error) && read_at_caret(run, p, c->window, ret_why, error);
}

bool proposal_read_near(struct run *run, proposal *p, const struct policy_case *c, char **ret_why, GError **error)
{
    g_autoptr(footprint) r = footprint_new(c);
    g_autoptr(GError) why = NULL;
    const bool points = r->points->len > 0; /* a loop with an area has its middle */
    if (!run->look->observation || (!points && (!c->window || !(*r->typed->str || dialog_question_keyed(c, r)))))
        return true;
    p->near = screen_copy(run->look->observation->screen);
    p->seen = *run->look->observation;
    p->seen.screen = p->near;
    p->picture = frame_open(run->look->observation->frame.path, run->look->observation->frame.shared, &why);
    if (p->picture && !(points ? read_places(run, p, c, r, &why, error) : read_for_keys(run, p, c, r->text, &why, error)))
        return false;
    if (why)
        *ret_why = g_strdup_printf("the words near the target could not be read: %s", why->message);
    else if (r->points->len > PLACES_MAX)
        *ret_why =
            g_strdup_printf("it presses at %u places; the words near %d of them have been read", r->points->len, PLACES_MAX);
    return true;
}

/* Of an empty field, which is pressed and not what is beside it. NULL = it is no field, or nothing is written beside it. */
static char *field_label(const char *label, const char *role)
{
    const char *name = g_str_equal(role, ELEMENTS_PASSWORD)                      ? "password field"
                       : g_str_equal(role, "text") || g_str_equal(role, "entry") ? "field"
                                                                                 : NULL;
    const char *where = g_str_has_prefix(label, UNREAD ", ") ? label + strlen(UNREAD ", ") : NULL;
    return name && where ? g_strdup_printf(UNREAD ", in the %s %s", name, where) : NULL;
}

/* The server may draw the pointer over what is written there. */
static bool is_covered(const proposal *p, const screen *s)
{
    return s->pointer_drawn && p->x >= 0 && p->label && g_str_has_prefix(p->label, UNREAD) && !strstr(p->label, " → ") &&
           ABS(p->x - s->pointer_x) <= POINTER_REACH && ABS(p->y - s->pointer_y) <= POINTER_REACH;
}

char *proposal_label(const proposal *p, const screen *s)
{
    const struct screen_mark *m = p->label && p->x >= 0 ? named_element_at(s, p->x, p->y) : NULL;
    if (!m && is_covered(p, s))
        return g_strconcat(p->label, " (the pointer may cover it)", NULL);
    if (!m || strstr(p->label, " → "))
        return g_strdup(p->label);
    const char *role = m->role + (g_str_has_prefix(m->role, "push ") ? strlen("push ") : 0);
    g_autofree char *inner = g_strdelimit(g_strdup(m->text), "\"", '\''), *name = g_strdup_printf("\"%s\"", inner);
    char *field = *inner ? NULL : field_label(p->label, role);
    if (field)
        return field;
    const bool read = *p->label == '"', known = !g_str_equal(role, "unknown");
    const char *first = known ? role : "", *then = known ? ", " : "";
    if (!*inner || (read && g_ascii_strcasecmp(p->label, name) == 0))
        return known ? g_strdup_printf("%s (%s)", p->label, role) : g_strdup(p->label);
    return read ? g_strdup_printf("%s (%s%scalled %s)", p->label, first, then, name)
                : g_strdup_printf("%s (%s%sas its program says)", name, first, then);
}

bool proposal_read_then(struct run *run, const proposal *p, const eye_observation *then, char **ret_label, GError **error)
{
    const struct policy_case c = {
        .action = p->action, .timeline = p->timeline, .observation = run->look->observation, .x = p->x, .y = p->y};
    g_autoptr(footprint) r = footprint_new(&c);
    g_autoptr(frame) f = frame_open(then->frame.path, then->frame.shared, NULL);
    if (!f || r->points->len == 0 || r->loop)
        return true;
    g_autoptr(screen) near = screen_new(f->width, f->height), whole = screen_new(f->width, f->height);
    proposal old = {.picture = f, .near = near};
    g_autoptr(GError) why = NULL;
    struct wanted all = wanted_new(f);
    for (guint i = 0; i < MIN(r->points->len, LABELS_MAX); i++) {
        const struct footprint_point *at = &g_array_index(r->points, struct footprint_point, i);
        add_point(&all, at->x, at->y, true);
    }
    if (!read_words(run, &old, &all, whole, &why, error) || (!why && !read_light(run, &old, r, whole, &why, error)))
        return false;
    *ret_label = why ? NULL : label_of(whole, f, r);
    return true;
}
