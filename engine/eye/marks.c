#include "engine/eye/marks.h"
#include "config/profile.h"

#include "config/config.h"
#include "engine/eye/elements_look.h"
#include "engine/eye/mark_list.h"
#include "engine/eye/reading.h"
#include "engine/picture/shapes.h"
#include "engine/picture/template.h"
#include "engine/picture/text_lines.h"

#define WHOLE_CPU_S 60
#define WHOLE_SCALE 3
#define SURE 0.5 /* confidence of a word of the whole screen, at least */
#define LOW 5    /* px: less than that is a piece of a line */
#define LINE 10  /* px */

struct icon {
    char *name;
    frame *picture;
    template *alike; /* NULL = the same pixels only */
};

/* A region of this observation. */
struct place {
    const struct profile_region *region; /* borrowed from the profile */
    int x, y;                            /* on the screen, after clipping */
};

struct marks {
    const profile *p; /* borrowed */
    GArray *icons;    /* struct icon */
    GArray *places;   /* struct place: the regions that are read */
    reading *reading; /* NULL = none began */
    elements_look *elements;
    mark_numbers *numbers;
    struct profile_region whole; /* stands for all parts of the screen */
};

static void icon_clear(gpointer data)
{
    struct icon *i = data;
    g_free(i->name);
    frame_free(i->picture);
    template_free(i->alike);
}

static bool load_icon(marks *m, const struct profile_icon *icon, GError **error)
{
    g_autofree char *origin = NULL;
    g_autoptr(GBytes) png = NULL;
    if (g_path_is_absolute(icon->file)) {
        char *bytes = NULL;
        gsize length = 0;
        if (!g_file_get_contents(icon->file, &bytes, &length, error))
            return false;
        png = g_bytes_new_take(bytes, length);
    } else {
        png = config_file(icon->file, &origin, error);
    }
    g_autoptr(frame) picture = png ? frame_from_png(png, error) : NULL;
    g_autoptr(template) alike = picture && icon->alike ? template_new(png, error) : NULL;
    if (!picture || (icon->alike && !alike))
        return false;
    const char *refused = icon_refused(picture);
    if (refused) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_FORMAT, "%s (choose a larger part with an edge in it)", refused);
        return false;
    }
    struct icon i = {.name = g_strdup(icon->name), .picture = g_steal_pointer(&picture), .alike = g_steal_pointer(&alike)};
    g_array_append_val(m->icons, i);
    return true;
}

marks *marks_new(const profile *p, GError **error)
{
    g_autoptr(marks) m = g_new0(marks, 1);
    m->p = p;
    m->icons = g_array_new(FALSE, TRUE, sizeof(struct icon));
    g_array_set_clear_func(m->icons, icon_clear);
    m->places = g_array_new(FALSE, TRUE, sizeof(struct place));
    m->numbers = mark_numbers_new();
    m->elements = elements_look_new();
    for (guint i = 0; p && p->icons && i < p->icons->len; i++) {
        const struct profile_icon *icon = &g_array_index(p->icons, struct profile_icon, i);
        if (!load_icon(m, icon, error)) {
            g_prefix_error(error, "icon \"%s\" of profile %s (%s): ", icon->name, p->name, icon->file);
            return NULL;
        }
    }
    return g_steal_pointer(&m);
}

void marks_free(marks *m)
{
    if (!m)
        return;
    reading_free(m->reading);
    mark_numbers_free(m->numbers);
    elements_look_free(m->elements);
    g_array_unref(m->icons);
    g_array_unref(m->places);
    g_free(m);
}

void marks_gray(const frame *f, guint8 *gray)
{
    gsize n = (gsize)f->width * (gsize)f->height;
    for (gsize i = 0; i < n; i++) {
        guint32 p = f->pixels[i];
        gray[i] = (guint8)((((p >> 16) & 0xff) * 77 + ((p >> 8) & 0xff) * 150 + (p & 0xff) * 29) >> 8);
    }
}

void marks_gray_light(const frame *f, guint8 *gray)
{
    const gsize n = (gsize)f->width * (gsize)f->height;
    guint counts[256] = {0};
    int ground = 0, most = 0;
    marks_gray(f, gray);
    for (gsize i = 0; i < n; i++) {
        counts[gray[i]]++;
        most = MAX(most, gray[i]);
    }
    for (int v = 1; v < 256; v++)
        ground = counts[v] > counts[ground] ? v : ground;
    for (gsize i = 0; i < n; i++)
        gray[i] = gray[i] > ground ? (guint8)(255 - (gray[i] - ground) * 255 / (most - ground)) : 255;
}

/* The region on the screen: no further than its window reaches, or what lies beside the window would be read as its own. */
static frame *cut_region(const frame *f, const struct eye_window *w, const struct profile_region *r, int *ret_x, int *ret_y)
{
    int left = MAX(r->x, 0), top = MAX(r->y, 0);
    int right = MIN(r->x + r->width, w->width), bottom = MIN(r->y + r->height, w->height);
    if (left >= right || top >= bottom)
        return NULL;
    *ret_x = MAX(w->x + left, 0);
    *ret_y = MAX(w->y + top, 0);
    return frame_crop(f, w->x + left, w->y + top, right - left, bottom - top);
}

static bool is_plain(const frame *f)
{
    for (gsize i = 1; i < (gsize)f->width * (gsize)f->height; i++)
        if (f->pixels[i] != f->pixels[0])
            return false;
    return true;
}

static void add_region(marks *m, const frame *f, const struct eye_window *target, const struct profile_region *region,
                       bool sparse, GArray *regions)
{
    struct place place = {.region = region};
    g_autoptr(frame) part = cut_region(f, target, region, &place.x, &place.y);
    if (!part || (gint64)part->width * part->height > OCR_AREA_MAX || is_plain(part))
        return;
    struct ocr_region r = {.width = part->width, .height = part->height, .scale = CLAMP(region->scale, 1, 8), .sparse = sparse};
    r.whitelist = g_strdup(region->whitelist);
    r.gray = g_malloc((gsize)part->width * (gsize)part->height);
    marks_gray(part, r.gray);
    g_array_append_val(m->places, place);
    g_array_append_val(regions, r);
}

/* Takes `regions`. What began for the same pixels goes on. */
static bool begin(marks *m, GArray *regions, int cpu_s, enum reading_patience patience)
{
    if (reading_is_of(m->reading, regions)) {
        g_array_unref(regions);
        return marks_poll(m);
    }
    reading_free(m->reading);
    m->reading = reading_start(regions, cpu_s, patience);
    return marks_poll(m);
}

static GArray *forget(marks *m)
{
    g_array_set_size(m->places, 0);
    return ocr_regions_new();
}

bool marks_start(marks *m, const frame *f, const struct eye_window *target)
{
    GArray *regions = forget(m);
    for (guint i = 0; target && m->p && m->p->regions && i < m->p->regions->len; i++)
        add_region(m, f, target, &g_array_index(m->p->regions, struct profile_region, i), false, regions);
    return begin(m, regions, READING_CPU_S, READING_AWAITED);
}

bool marks_start_whole(marks *m, const frame *f, bool background)
{
    const struct eye_window all = {.width = f->width, .height = f->height};
    GArray *regions = forget(m);
    g_autoptr(GArray) shapes = shapes_find(f), lines = text_lines(f, shapes);
    m->whole = (struct profile_region){.name = (char *)SCREEN_WHOLE, .scale = WHOLE_SCALE};
    for (guint i = 0; i < lines->len; i++) {
        struct area a = g_array_index(lines, struct area, i);
        guint before = regions->len;
        m->whole.x = a.x, m->whole.y = a.y, m->whole.width = a.width, m->whole.height = a.height;
        add_region(m, f, &all, &m->whole, false, regions);
        if (regions->len > before)
            g_array_index(regions, struct ocr_region, before).quick = true;
    }
    return begin(m, regions, WHOLE_CPU_S, background ? READING_BACKGROUND : READING_AWAITED);
}

void marks_start_elements(marks *m, const eye_observation *o, const struct display_port *d)
{
    const enum profile_elements by = m->p ? m->p->elements.by : PROFILE_ELEMENTS_NONE;
    g_autofree char *bus = by == PROFILE_ELEMENTS_ATSPI && d->accessibility_bus ? d->accessibility_bus(d->data) : NULL;
    if (by == PROFILE_ELEMENTS_ATSPI && !d->accessibility_bus)
        elements_look_start_all(m->elements, o, m->p->elements.bus);
    else if (by == PROFILE_ELEMENTS_ATSPI)
        elements_look_start(m->elements, o, bus);
    else if (by == PROFILE_ELEMENTS_UIAUTOMATOR)
        elements_look_start_tree(m->elements, o, d);
}

void marks_prepare(marks *m, GArray *pollfds)
{
    reading_prepare(m->reading, pollfds);
    elements_look_prepare(m->elements, pollfds);
}

gint64 marks_deadline(const marks *m)
{
    return MIN(reading_deadline(m->reading), elements_look_deadline(m->elements));
}

bool marks_poll(marks *m)
{
    bool read = !m->reading || reading_poll(m->reading), told = elements_look_poll(m->elements);
    return read && told;
}

void marks_wait(marks *m)
{
    if (m->reading)
        reading_wait(m->reading);
    elements_look_wait(m->elements);
}

static void add_icons(const marks *m, const frame *f, screen *out)
{
    for (guint i = 0; i < m->icons->len; i++) {
        const struct icon *icon = &g_array_index(m->icons, struct icon, i);
        g_autoptr(GArray) places = icon_find(f, icon->picture);
        g_autoptr(GArray) alike = icon->alike && places->len == 0 ? template_find(icon->alike, f, TEMPLATE_SCORE) : NULL;
        for (guint j = 0; alike && j < alike->len; j++) {
            struct area at = g_array_index(alike, struct template_place, j).at;
            const struct screen_icon place = {icon->name, at.x, at.y, at.width, at.height};
            screen_add_icon(out, &place);
        }
        for (guint j = 0; j < places->len; j++) {
            struct screen_icon place = g_array_index(places, struct screen_icon, j);
            place.name = icon->name; /* copied by the screen */
            screen_add_icon(out, &place);
        }
    }
}

/* Of pictures and lines OCR makes words, too. */
static bool is_word(const struct screen_word *w)
{
    bool readable = false;
    for (const char *p = w->text; *p; p = g_utf8_next_char(p))
        readable = readable || g_unichar_isalnum(g_utf8_get_char(p));
    return readable && w->confidence >= SURE && w->height >= LOW;
}

static bool at_one_place(const struct screen_word *a, const struct screen_word *b)
{
    return area_has((struct area){a->x, a->y, a->width, a->height}, b->x + b->width / 2, b->y + b->height / 2) ||
           area_has((struct area){b->x, b->y, b->width, b->height}, a->x + a->width / 2, a->y + a->height / 2);
}

static int by_line(gconstpointer a, gconstpointer b)
{
    const struct screen_word *v = a, *w = b;
    int above = (v->y + v->height / 2) / LINE - (w->y + w->height / 2) / LINE;
    return above ? above : v->x - w->x;
}

/* Each place is read in several ways, and where parts of the screen overlap in two of them: the surest one counts. */
static void add_surest(const GArray *all, screen *out)
{
    g_autoptr(GArray) chosen = g_array_new(FALSE, FALSE, sizeof(struct screen_word)); /* borrows the texts */
    for (guint i = 0; i < all->len; i++) {
        const struct screen_word *w = &g_array_index(all, struct screen_word, i);
        bool surest = is_word(w);
        for (guint j = 0; surest && j < all->len; j++) {
            const struct screen_word *other = &g_array_index(all, struct screen_word, j);
            bool surer = other->confidence > w->confidence || (other->confidence >= w->confidence && j < i);
            surest = j == i || !surer || !is_word(other) || !at_one_place(w, other);
        }
        if (surest)
            g_array_append_val(chosen, *w);
    }
    g_array_sort(chosen, by_line);
    for (guint i = 0; i < chosen->len; i++)
        screen_add_word(out, &g_array_index(chosen, struct screen_word, i));
}

bool marks_finish(marks *m, const frame *f, screen *out, GError **error)
{
    g_autoptr(GArray) words = ocr_words_new();
    g_autoptr(GArray) whole = g_array_new(FALSE, FALSE, sizeof(struct screen_word)); /* borrows the texts */
    bool all = !m->reading || reading_finish(m->reading, words, error);
    for (guint i = 0; i < words->len; i++) {
        const struct ocr_word *w = &g_array_index(words, struct ocr_word, i);
        const struct place *at = &g_array_index(m->places, struct place, w->region);
        const struct screen_word word = {.text = w->text,
                                         .region = at->region->name,
                                         .x = at->x + w->x,
                                         .y = at->y + w->y,
                                         .width = w->width,
                                         .height = w->height,
                                         .confidence = w->confidence};
        if (at->region == &m->whole)
            g_array_append_val(whole, word);
        else
            screen_add_word(out, &word);
    }
    add_surest(whole, out);
    g_free(out->elements);
    out->elements = g_strdup(elements_look_note(m->elements));
    add_icons(m, f, out);
    if (!all)
        g_prefix_error(error, "the words on the screen were not read: ");
    return all;
}

bool marks_numbered(const profile *p)
{
    return !p || p->regions->len == 0 || p->elements.by || g_strv_contains((const char *const *)p->view.overlay, "marks");
}

void marks_number(marks *m, const frame *f, screen *out)
{
    g_autoptr(GArray) shapes = shapes_find(f);
    mark_list_add(out, shapes, elements_look_found(m->elements));
    mark_numbers_give(m->numbers, out);
}
