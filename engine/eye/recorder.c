#include "engine/eye/recorder.h"

struct entry {
    shot *s;
    gint64 at_us; /* when it was first on the screen */
    bool key;
};

struct recorder {
    double keyframe_change;
    GArray *entries; /* struct entry; at least one after begin or the first tick */
    gint64 start_us;
    gsize bytes;
    shot *last_key; /* compared with; NULL = none yet */
    shot *given;    /* the last one that was given out */
    bool examined;  /* the last entry has stood still once */
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

static gsize shot_bytes(const shot *s)
{
    return (gsize)s->picture->width * (gsize)s->picture->height * sizeof(guint32);
}

static void entry_clear(gpointer data)
{
    struct entry *e = data;
    recorder_shot_unref(e->s);
}

recorder *recorder_new(double keyframe_change)
{
    recorder *r = g_new0(recorder, 1);
    r->keyframe_change = keyframe_change;
    r->entries = g_array_new(FALSE, FALSE, sizeof(struct entry));
    g_array_set_clear_func(r->entries, entry_clear);
    return r;
}

void recorder_free(recorder *r)
{
    if (!r)
        return;
    g_array_unref(r->entries);
    recorder_shot_unref(r->last_key);
    recorder_shot_unref(r->given);
    g_free(r);
}

static struct entry *entry_at(const recorder *r, guint i)
{
    return &g_array_index(r->entries, struct entry, i);
}

/* Takes out the shot whose loss leaves the smallest gap in time: what stays is still spread evenly. Ends stay, keyframes if they
 * can. */
static void thin_out(recorder *r)
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
    if (best == 0)
        return;
    r->bytes -= shot_bytes(entry_at(r, best)->s);
    g_array_remove_index(r->entries, best);
}

static void add(recorder *r, shot *s, gint64 now_us)
{
    struct entry e = {.s = recorder_shot_ref(s), .at_us = now_us};
    g_array_append_val(r->entries, e);
    r->bytes += shot_bytes(s);
    r->examined = false;
    while (r->entries->len > 2 && (r->entries->len > RECORDER_FRAMES_MAX || r->bytes > RECORDER_BYTES_MAX))
        thin_out(r);
}

void recorder_begin(recorder *r, shot *before, gint64 now_us)
{
    g_autoptr(shot) kept = recorder_shot_ref(before);
    g_array_set_size(r->entries, 0);
    r->bytes = 0;
    r->start_us = now_us;
    add(r, kept, now_us);
    r->examined = true; /* the frame before the action is no news */
    set_shot(&r->last_key, kept);
    set_shot(&r->given, kept);
}

static void examine(recorder *r)
{
    struct entry *e = entry_at(r, r->entries->len - 1);
    r->examined = true;
    if (r->last_key && 1 - frame_similarity(e->s->picture, r->last_key->picture, 0) <= r->keyframe_change)
        return;
    e->key = true;
    set_shot(&r->last_key, e->s);
}

void recorder_tick(recorder *r, shot *s, gint64 now_us)
{
    if (r->entries->len == 0) {
        r->start_us = now_us;
        add(r, s, now_us);
    } else if (entry_at(r, r->entries->len - 1)->s != s) {
        add(r, s, now_us);
    } else if (!r->examined) {
        examine(r);
    }
}

void recorder_finish(recorder *r, shot *s, gint64 now_us)
{
    if (r->entries->len == 0 || entry_at(r, r->entries->len - 1)->s != s)
        recorder_tick(r, s, now_us);
}

GPtrArray *recorder_take_keyframes(recorder *r, shot *last)
{
    GPtrArray *keys = g_ptr_array_new_with_free_func((GDestroyNotify)recorder_shot_unref);
    for (guint i = 0; i < r->entries->len; i++) {
        struct entry *e = entry_at(r, i);
        if (e->key && e->s != last)
            g_ptr_array_add(keys, recorder_shot_ref(e->s));
        e->key = false;
    }
    while (keys->len > RECORDER_KEYFRAMES_MAX - 1) /* the first and the newest ones tell most */
        g_ptr_array_remove_index(keys, 1);
    bool changed = !r->given || (r->given != last && frame_similarity(r->given->picture, last->picture, 0) < 1);
    if (changed || keys->len > 0)
        g_ptr_array_add(keys, recorder_shot_ref(last));
    set_shot(&r->given, last);
    set_shot(&r->last_key, last);
    if (r->entries->len > 0)
        r->examined = true;
    return keys;
}

GPtrArray *recorder_samples(const recorder *r, gint64 now_us)
{
    GPtrArray *samples = g_ptr_array_new_with_free_func((GDestroyNotify)recorder_shot_unref);
    guint at = 0;
    for (int i = 0; r->entries->len > 0 && i < RECORDER_SAMPLES_MAX; i++) {
        gint64 moment = r->start_us + (now_us - r->start_us) * i / (RECORDER_SAMPLES_MAX - 1);
        while (at + 1 < r->entries->len && entry_at(r, at + 1)->at_us <= moment)
            at++;
        shot *s = entry_at(r, at)->s;
        if (samples->len == 0 || g_ptr_array_index(samples, samples->len - 1) != s)
            g_ptr_array_add(samples, recorder_shot_ref(s));
    }
    return samples;
}

guint recorder_length(const recorder *r)
{
    return r->entries->len;
}
