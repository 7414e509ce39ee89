/* Target text: the words around the places where a timeline presses. The profile's regions say what an agent reads; this is what
 * the gate reads, so that "Delete" on a button counts in any program. Frame and point are those of the decision; nothing of it
 * reaches the agent. Tesseract takes about 0.1 s; what was read before is not read again, and a proposal without a place to press
 * is not held up. */

#include "engine/step/proposal.h"

#include "engine/eye/marks.h"
#include "engine/eye/reading.h"
#include "engine/gate/footprint.h"
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
#define CUT 1 /* px: so near the edge of what was read a word may go on behind it */
#define SCALE 4
#define LOOP_PART 640
#define LOOP_SCALE 2

struct saved_focus {
    int x, y;                     /* of the region's top left on the screen */
    int left, top, right, bottom; /* px in the region: a word that is not between them may be cut */
    bool glyph;
};

/* One colour all over: there is no word in it, and Tesseract need not be started for it. */
static bool is_blank(const frame *f)
{
    gsize n = (gsize)f->width * (gsize)f->height;
    return memcmp(f->pixels, f->pixels + 1, (n - 1) * sizeof *f->pixels) == 0;
}

static void add_part(const frame *f, int x, int y, int width, int height, bool glyph, GArray *regions, GArray *places)
{
    struct saved_focus at = {.x = MAX(x - width / 2, 0), .y = MAX(y - height / 2, 0), .glyph = glyph};
    g_autoptr(frame) part = frame_crop(f, x - width / 2, y - height / 2, width, height);
    if (!part || is_blank(part))
        return;
    at.left = at.x > 0 ? CUT : 0;
    at.top = at.y > 0 ? CUT : 0;
    at.right = part->width - (at.x + part->width < f->width ? CUT : 0);
    at.bottom = part->height - (at.y + part->height < f->height ? CUT : 0);
    struct ocr_region r = {.width = part->width, .height = part->height, .scale = SCALE, .sparse = !glyph};
    r.gray = g_malloc((gsize)part->width * (gsize)part->height);
    marks_gray(part, r.gray);
    g_array_append_val(regions, r);
    g_array_append_val(places, at);
}

/* All of the area, in parts that the reader takes; large letters and small ones. */
static void add_loop(const frame *f, const timeline_loop *l, GArray *regions, GArray *places)
{
    for (int y = l->y; y < l->y + l->height; y += LOOP_PART - LABEL_HEIGHT)
        for (int x = l->x; x < l->x + l->width; x += LOOP_PART - LABEL_WIDTH) {
            int width = MIN(LOOP_PART, l->x + l->width - x), height = MIN(LOOP_PART, l->y + l->height - y);
            guint before = regions->len;
            add_part(f, x + width / 2, y + height / 2, width, height, false, regions, places);
            if (regions->len > before)
                g_array_index(regions, struct ocr_region, before).scale = LOOP_SCALE;
        }
}

static bool read_done(struct run *run, void *data)
{
    (void)run;
    return reading_poll(data);
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
                                         .region = (char *)"target",
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

/* Takes ownership of the regions. The words, or *ret_why. False: the wait was ended. */
static bool read_words(struct run *run, GArray *regions, GArray **ret_words, GError **ret_why, GError **error)
{
    g_autoptr(reading) r = reading_start(regions, READING_CPU_S);
    g_autoptr(GArray) words = ocr_words_new();
    run->worker = reading_worker(r);
    bool ok = run_wait(run, read_done, r, 0, error);
    run->worker = NULL;
    if (ok && reading_finish(r, words, ret_why))
        *ret_words = g_steal_pointer(&words);
    return ok;
}

/* A loop has no place: of its area all words have been read. NULL = nothing is pressed at a place. */
static char *label_of(const screen *s, const footprint *r)
{
    g_autoptr(GString) text = g_string_new("");
    for (guint i = 0; i < MIN(r->points->len, LABELS_MAX); i++) {
        const struct footprint_point *at = &g_array_index(r->points, struct footprint_point, i);
        g_autofree char *words = screen_label(s, at->x, at->y);
        g_strdelimit(words, "\"", '\'');
        g_string_append_printf(text, *words ? "%s\"%s\"" : "%snothing readable", i ? " → " : "", words);
    }
    if (r->points->len > LABELS_MAX)
        g_string_append(text, " → …");
    return r->loop ? NULL : g_string_free(g_steal_pointer(&text), FALSE);
}

static bool read_places(struct run *run, proposal *p, const footprint *r, char **ret_why, GError **error)
{
    g_autoptr(GError) why = NULL;
    g_autoptr(frame) f = frame_open(run->look->observation->frame.path, run->look->observation->frame.shared, &why);
    g_autoptr(screen) whole = screen_copy(p->near);
    g_autoptr(GArray) regions = ocr_regions_new(), places = g_array_new(FALSE, FALSE, sizeof(struct saved_focus)), words = NULL;
    for (guint i = 0; f && i < MIN(r->points->len, PLACES_MAX); i++) {
        const struct footprint_point *point = &g_array_index(r->points, struct footprint_point, i);
        add_part(f, point->x, point->y, AROUND_WIDTH, AROUND_HEIGHT, false, regions, places);
        add_part(f, point->x, point->y, LABEL_WIDTH, LABEL_HEIGHT, false, regions, places);
        if (i < LABELS_MAX)
            add_part(f, point->x, point->y, GLYPH_WIDTH, GLYPH_HEIGHT, true, regions, places);
    }
    if (f && r->loop && timeline_loop_uses_pointer(r->loop))
        add_loop(f, r->loop, regions, places);
    if (regions->len > 0 && !read_words(run, g_steal_pointer(&regions), &words, &why, error))
        return false;
    if (words)
        take(p, words, places, whole);
    if (!why)
        p->label = label_of(whole, r);
    if (why)
        *ret_why = g_strdup_printf("the words near the target could not be read: %s", why->message);
    else if (r->points->len > PLACES_MAX)
        *ret_why =
            g_strdup_printf("it presses at %u places; the words near %d of them have been read", r->points->len, PLACES_MAX);
    return true;
}

bool proposal_read_near(struct run *run, proposal *p, const struct policy_case *c, char **ret_why, GError **error)
{
    g_autoptr(footprint) r = footprint_new(c);
    if (!run->look->observation || r->points->len == 0) /* a loop with an area has its middle */
        return true;
    p->near = screen_copy(run->look->observation->screen);
    p->seen = *run->look->observation;
    p->seen.screen = p->near;
    return read_places(run, p, r, ret_why, error);
}
