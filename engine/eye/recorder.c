#include "engine/eye/recorder.h"

#include "engine/picture/packed.h"
#include "engine/picture/screen_match.h"
#include "engine/picture/standing.h"

struct entry {
    packed *p;      /* what is new in it; NULL in the first */
    shot *s;        /* the first, the last, and those that were given out; NULL = to be unpacked */
    GArray *hidden; /* as in its shot */
    gint64 at_us;   /* when it was first on the screen */
    gint64 real_us;
    struct area changed; /* since the entry before; width 0 = all */
    bool key;
};

struct recorder {
    GArray *entries; /* struct entry; at least one after begin or the first tick */
    standing *news;
    gint64 start_us;
    gsize bytes;
    shot *given; /* the last one that was given out */
};

shot *recorder_shot_new(frame *picture, gint64 at_us, gint64 real_us)
{
    shot *s = g_rc_box_new0(shot);
    s->picture = picture;
    s->at_us = at_us;
    s->real_us = real_us;
    return s;
}

shot *recorder_shot_ref(shot *s)
{
    return g_rc_box_acquire(s);
}

static void shot_clear(gpointer data)
{
    shot *s = data;
    frame_free(s->picture);
    g_clear_pointer(&s->hidden, g_array_unref);
    g_clear_pointer(&s->png, g_bytes_unref);
    eye_frame_clear(&s->stored);
}

void recorder_shot_unref(shot *s)
{
    if (s)
        g_rc_box_release_full(s, shot_clear);
}

static void set_shot(shot **place, shot *s)
{
    shot *old = *place;
    *place = s ? recorder_shot_ref(s) : NULL;
    recorder_shot_unref(old);
}

static void entry_clear(gpointer data)
{
    struct entry *e = data;
    packed_free(e->p);
    recorder_shot_unref(e->s);
    g_clear_pointer(&e->hidden, g_array_unref);
}

recorder *recorder_new(double keyframe_share)
{
    recorder *r = g_new0(recorder, 1);
    r->news = standing_new(keyframe_share);
    r->entries = g_array_new(FALSE, FALSE, sizeof(struct entry));
    g_array_set_clear_func(r->entries, entry_clear);
    return r;
}

void recorder_free(recorder *r)
{
    if (!r)
        return;
    g_array_unref(r->entries);
    standing_free(r->news);
    recorder_shot_unref(r->given);
    g_free(r);
}

static struct entry *entry_at(const recorder *r, guint i)
{
    return &g_array_index(r->entries, struct entry, i);
}

static struct entry *entry_last(const recorder *r)
{
    return entry_at(r, r->entries->len - 1);
}

/* ---- pictures that are not held ---- */

/* Of a stored shot only where it is stored. Its place gets the reference. */
static void slim(shot **place)
{
    shot *s = *place;
    if (s && s->picture) {
        shot *small = recorder_shot_new(NULL, s->at_us, s->real_us);
        small->stored = s->stored;
        small->stored.hash = g_strdup(s->stored.hash);
        small->stored.path = g_strdup(s->stored.path);
        small->stored.masked = s->stored.masked ? g_array_ref(s->stored.masked) : NULL;
        *place = s->stored.hash ? recorder_shot_ref(small) : NULL;
        recorder_shot_unref(small);
        recorder_shot_unref(s);
    }
}

static shot *unpacked(recorder *r, guint index)
{
    struct entry *e = entry_at(r, index);
    if (e->s)
        return e->s;
    guint from = index;
    while (from > 0 && !packed_whole(entry_at(r, from)->p))
        from--;
    frame *f = from > 0 ? packed_canvas(entry_at(r, from)->p) : frame_copy(entry_at(r, 0)->s->picture);
    for (guint i = MAX(from, 1); i <= index; i++)
        packed_apply(entry_at(r, i)->p, f);
    f->at_us = e->at_us;
    e->s = recorder_shot_new(f, e->at_us, e->real_us);
    e->s->hidden = e->hidden ? g_array_ref(e->hidden) : NULL;
    return e->s;
}

/* ---- the clip ---- */

/* Its changes become those of the entry after it. */
static void take_out(recorder *r, guint index)
{
    struct entry *e = entry_at(r, index), *next = entry_at(r, index + 1);
    r->bytes -= packed_bytes(e->p);
    if (!packed_whole(next->p)) {
        packed *both = packed_joined(e->p, next->p);
        r->bytes += packed_bytes(both) - packed_bytes(next->p);
        packed_free(next->p);
        next->p = both;
    }
    next->changed = e->changed.width && next->changed.width ? area_joined(e->changed, next->changed) : (struct area){0};
    g_array_remove_index(r->entries, index);
}

/* Takes out the frame whose loss leaves the smallest gap in time: what stays is still spread evenly. Ends stay, keyframes if
 * they can. */
static bool thin_out(recorder *r)
{
    guint best = 0;
    for (int keys = 0; keys < 2 && best == 0; keys++) {
        gint64 least = G_MAXINT64;
        for (guint i = 1; i + 1 < r->entries->len; i++) {
            gint64 gap = entry_at(r, i + 1)->at_us - entry_at(r, i - 1)->at_us;
            if ((keys || !entry_at(r, i)->key) && gap < least) {
                least = gap;
                best = i;
            }
        }
    }
    if (best > 0)
        take_out(r, best);
    return best > 0;
}

static struct area changed_area(const frame *before, const frame *after)
{
    struct area a;
    return frame_changed(before, after, &a.x, &a.y, &a.width, &a.height) > 0 ? a : (struct area){0};
}

static void add(recorder *r, shot *s, packed *p_take, struct area changed, gint64 now_us)
{
    struct entry e = {.p = p_take,
                      .s = recorder_shot_ref(s),
                      .hidden = s->hidden ? g_array_ref(s->hidden) : NULL,
                      .at_us = now_us,
                      .real_us = s->real_us,
                      .changed = changed};
    if (r->entries->len > 1)
        slim(&entry_last(r)->s);
    g_array_append_val(r->entries, e);
    r->bytes += p_take ? packed_bytes(p_take) : 0;
    while (r->entries->len > RECORDER_FRAMES_MAX || r->bytes > RECORDER_BYTES_MAX)
        if (!thin_out(r))
            break;
}

void recorder_begin(recorder *r, shot *before, gint64 now_us)
{
    g_autoptr(shot) kept = recorder_shot_ref(before);
    bool seen = r->entries->len > 0 && entry_last(r)->s == before;
    g_array_set_size(r->entries, 0);
    r->bytes = 0;
    r->start_us = now_us;
    add(r, kept, NULL, (struct area){0}, now_us);
    if (seen) /* the frame before the action is no news */
        standing_known(r->news);
    else
        standing_begin(r->news, kept->picture, true, now_us);
    set_shot(&r->given, kept);
}

void recorder_given(recorder *r, shot *whole)
{
    set_shot(&r->given, whole);
}

static void add_change(recorder *r, shot *s, gint64 now_us)
{
    struct entry *last = entry_last(r);
    const frame *before = last->s->picture, *after = s->picture;
    if (before->width != after->width || before->height != after->height) {
        last->key |= standing_end(r->news, now_us);
        standing_begin(r->news, after, false, now_us);
        add(r, s, packed_new(after, NULL), (struct area){0}, now_us);
        return;
    }
    g_autofree guint8 *changed = g_malloc(packed_tiles(after));
    if (packed_compare(before, after, changed)) {
        last->key |= standing_change(r->news, before, after, changed, now_us);
        add(r, s, packed_new(after, changed), changed_area(before, after), now_us);
    } else {
        set_shot(&last->s, s);
    }
}

void recorder_tick(recorder *r, shot *s, gint64 now_us)
{
    if (r->entries->len == 0) {
        r->start_us = now_us;
        add(r, s, NULL, (struct area){0}, now_us);
        standing_begin(r->news, s->picture, true, now_us);
    } else if (entry_last(r)->s != s) {
        add_change(r, s, now_us);
    } else {
        entry_last(r)->key |= standing_same(r->news, now_us);
    }
}

void recorder_finish(recorder *r, shot *s, gint64 now_us)
{
    if (r->entries->len == 0 || entry_last(r)->s != s)
        recorder_tick(r, s, now_us);
}

gint64 recorder_due_us(const recorder *r)
{
    return r->entries->len > 0 ? standing_due_us(r->news) : G_MAXINT64;
}

/* ---- what is given out ---- */

GPtrArray *recorder_take_keyframes(recorder *r, shot *last)
{
    g_autoptr(GArray) indices = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < r->entries->len; i++) {
        struct entry *e = entry_at(r, i);
        if (e->key && i + 1 < r->entries->len) /* the last one is that of `last` */
            g_array_append_val(indices, i);
        e->key = false;
    }
    while (indices->len > RECORDER_KEYFRAMES_MAX - 1) /* the first and the newest ones tell most */
        g_array_remove_index(indices, 1);
    GPtrArray *keys = g_ptr_array_new_with_free_func((GDestroyNotify)recorder_shot_unref);
    for (guint i = 0; i < indices->len; i++)
        g_ptr_array_add(keys, recorder_shot_ref(unpacked(r, g_array_index(indices, guint, i))));
    bool changed = !r->given || (r->given != last && !frame_same(r->given->picture, last->picture));
    if (changed || keys->len > 0)
        g_ptr_array_add(keys, recorder_shot_ref(last));
    set_shot(&r->given, last);
    if (r->entries->len > 0)
        standing_known(r->news);
    return keys;
}

/* All that has changed from one entry to a later one may be a caret. */
static bool only_caret(const recorder *r, guint from, guint to)
{
    struct area all = {0};
    for (guint i = from + 1; i <= to; i++) {
        if (!entry_at(r, i)->changed.width)
            return false;
        all = area_joined(all, entry_at(r, i)->changed);
    }
    return all.width <= SCREEN_MATCH_CARET_WIDTH && all.height <= SCREEN_MATCH_CARET_HEIGHT;
}

GPtrArray *recorder_samples(recorder *r, gint64 now_us)
{
    GPtrArray *samples = g_ptr_array_new_with_free_func((GDestroyNotify)recorder_shot_unref);
    guint at = 0, given = 0;
    for (int i = 0; r->entries->len > 0 && i < RECORDER_SAMPLES_MAX; i++) {
        gint64 moment = r->start_us + (now_us - r->start_us) * i / (RECORDER_SAMPLES_MAX - 1);
        bool last = i == RECORDER_SAMPLES_MAX - 1;
        while (i > 0 && at + 1 < r->entries->len && (last || entry_at(r, at + 1)->at_us <= moment))
            at++;
        if (samples->len > 0 && (at == given || (!last && only_caret(r, given, at))))
            continue;
        g_ptr_array_add(samples, recorder_shot_ref(unpacked(r, at)));
        given = at;
    }
    return samples;
}

void recorder_stored(recorder *r)
{
    for (guint i = 1; i + 1 < r->entries->len; i++)
        slim(&entry_at(r, i)->s);
}

guint recorder_length(const recorder *r)
{
    return r->entries->len;
}

gsize recorder_bytes(const recorder *r)
{
    return r->bytes;
}
