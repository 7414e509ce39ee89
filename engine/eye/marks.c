#include "engine/eye/marks.h"
#include "config/profile.h"

#include "config/config.h"
#include "engine/eye/ocr.h"
#include "skills/worker/worker.h"

#include <string.h>

#define CACHE_MAX 128

struct icon {
    char *name;
    frame *picture;
};

/* A region of this observation. */
struct reading {
    const struct profile_region *region; /* borrowed from the profile */
    int x, y;                            /* on the screen, after clipping */
    char *key;                           /* digest of pixels and settings */
    bool asked;                          /* sent to the worker, as its nth region */
    int nth;
};

struct marks {
    const profile *p;  /* borrowed */
    GArray *icons;     /* struct icon */
    GHashTable *cache; /* key → GArray of struct ocr_word, places relative to the region */
    GArray *readings;  /* struct reading */
    worker *reader;
    GError *problem;
};

static void icon_clear(gpointer data)
{
    struct icon *i = data;
    g_free(i->name);
    frame_free(i->picture);
}

static void reading_clear(gpointer data)
{
    struct reading *r = data;
    g_free(r->key);
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
    if (!picture)
        return false;
    const char *refused = icon_refused(picture);
    if (refused) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_FORMAT, "%s (choose a larger part with an edge in it)", refused);
        return false;
    }
    struct icon i = {.name = g_strdup(icon->name), .picture = g_steal_pointer(&picture)};
    g_array_append_val(m->icons, i);
    return true;
}

marks *marks_new(const profile *p, GError **error)
{
    g_autoptr(marks) m = g_new0(marks, 1);
    m->p = p;
    m->icons = g_array_new(FALSE, TRUE, sizeof(struct icon));
    g_array_set_clear_func(m->icons, icon_clear);
    m->readings = g_array_new(FALSE, TRUE, sizeof(struct reading));
    g_array_set_clear_func(m->readings, reading_clear);
    m->cache = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
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
    g_clear_pointer(&m->reader, worker_free);
    g_clear_error(&m->problem);
    g_array_unref(m->icons);
    g_array_unref(m->readings);
    g_hash_table_unref(m->cache);
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

static char *reading_key(const struct ocr_region *r)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autofree char *head = g_strdup_printf("%d %d %d %s", r->width, r->height, r->scale, r->whitelist ? r->whitelist : "");
    g_checksum_update(sum, (const guchar *)head, (gssize)strlen(head) + 1);
    g_checksum_update(sum, r->gray, (gssize)r->width * r->height);
    return g_strdup(g_checksum_get_string(sum));
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

/* Adds one region to what is to be known; to `ask` if its pixels are new. */
static void add_region(marks *m, const frame *f, const struct eye_window *target, const struct profile_region *region,
                       GArray *ask)
{
    struct reading reading = {.region = region};
    g_autoptr(frame) part = cut_region(f, target, region, &reading.x, &reading.y);
    if (!part || (gint64)part->width * part->height > OCR_AREA_MAX || is_plain(part))
        return;
    struct ocr_region r = {.width = part->width, .height = part->height, .scale = CLAMP(region->scale, 1, 8)};
    r.whitelist = g_strdup(region->whitelist);
    r.gray = g_malloc((gsize)part->width * (gsize)part->height);
    marks_gray(part, r.gray);
    reading.key = reading_key(&r);
    reading.asked = !g_hash_table_contains(m->cache, reading.key);
    reading.nth = (int)ask->len;
    g_array_append_val(m->readings, reading);
    g_array_append_val(ask, r);
    if (!reading.asked)
        g_array_set_size(ask, ask->len - 1); /* known: freed again */
}

bool marks_start(marks *m, const frame *f, const struct eye_window *target)
{
    static const struct worker_limits limits = {
        .memory_bytes = (gsize)3 * 512 * 1024 * 1024, .cpu_s = 10, .deadline_ms = 15000, .reply_bytes = 4 * 1024 * 1024};
    g_clear_pointer(&m->reader, worker_free);
    g_clear_error(&m->problem);
    g_array_set_size(m->readings, 0);
    if (g_hash_table_size(m->cache) > CACHE_MAX)
        g_hash_table_remove_all(m->cache);
    g_autoptr(GArray) ask = ocr_regions_new();
    for (guint i = 0; target && m->p && m->p->regions && i < m->p->regions->len; i++)
        add_region(m, f, target, &g_array_index(m->p->regions, struct profile_region, i), ask);
    if (ask->len == 0)
        return true;
    g_autofree char *request = ocr_request_to_json(ask);
    m->reader = worker_start("ocr", request, strlen(request), &limits, &m->problem);
    return !m->reader;
}

void marks_prepare(marks *m, GArray *pollfds)
{
    if (m->reader)
        worker_prepare(m->reader, pollfds);
}

gint64 marks_deadline(const marks *m)
{
    return m->reader ? worker_deadline(m->reader) : G_MAXINT64;
}

static void take_reply(marks *m)
{
    gsize length = 0;
    g_autofree char *reply = worker_finish(m->reader, &length, &m->problem);
    g_autoptr(GArray) words = reply ? ocr_reply_from_json(reply, length, &m->problem) : NULL;
    for (guint i = 0; words && i < m->readings->len; i++) {
        struct reading *r = &g_array_index(m->readings, struct reading, i);
        if (!r->asked)
            continue;
        GArray *own = ocr_words_new();
        for (guint j = 0; j < words->len; j++) {
            struct ocr_word w = g_array_index(words, struct ocr_word, j);
            if (w.region != r->nth)
                continue;
            w.text = g_strdup(w.text);
            g_array_append_val(own, w);
        }
        g_hash_table_replace(m->cache, g_strdup(r->key), own);
    }
}

bool marks_poll(marks *m)
{
    if (m->reader && worker_poll(m->reader)) {
        take_reply(m);
        g_clear_pointer(&m->reader, worker_free);
    }
    return !m->reader;
}

void marks_wait(marks *m)
{
    if (m->reader)
        worker_wait(m->reader);
    marks_poll(m);
}

static void add_icons(const marks *m, const frame *f, screen *out)
{
    for (guint i = 0; i < m->icons->len; i++) {
        const struct icon *icon = &g_array_index(m->icons, struct icon, i);
        g_autoptr(GArray) places = icon_find(f, icon->picture);
        for (guint j = 0; j < places->len; j++) {
            struct screen_icon place = g_array_index(places, struct screen_icon, j);
            place.name = icon->name; /* copied by the screen */
            screen_add_icon(out, &place);
        }
    }
}

bool marks_finish(marks *m, const frame *f, screen *out, GError **error)
{
    for (guint i = 0; i < m->readings->len; i++) {
        const struct reading *r = &g_array_index(m->readings, struct reading, i);
        const GArray *words = g_hash_table_lookup(m->cache, r->key);
        for (guint j = 0; words && j < words->len; j++) {
            const struct ocr_word *w = &g_array_index(words, struct ocr_word, j);
            const struct screen_word word = {.text = w->text,
                                             .region = r->region->name,
                                             .x = r->x + w->x,
                                             .y = r->y + w->y,
                                             .width = w->width,
                                             .height = w->height,
                                             .confidence = w->confidence};
            screen_add_word(out, &word);
        }
    }
    add_icons(m, f, out);
    if (!m->problem)
        return true;
    g_propagate_prefixed_error(error, g_steal_pointer(&m->problem), "the words on the screen were not read: ");
    return false;
}
