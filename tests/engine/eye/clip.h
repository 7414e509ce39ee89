#ifndef TESTS_ENGINE_EYE_CLIP_H
#define TESTS_ENGINE_EYE_CLIP_H

/* Clips with known events, and how the eye looks at them: at a change, at most every STANDING_GAP_MS, and when the recorder is
 * due. Text is made of strokes; no display, no clock. */

#include "engine/eye/recorder.h"
#include "engine/picture/standing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define WIDTH 640
#define HEIGHT 480
#define MS 1000
#define PAPER 0xf0f0f0
#define INK 0x202020

/* ---- drawing ---- */

static guint32 mixed(guint32 n)
{
    n ^= n >> 16;
    n *= 0x7feb352d;
    n ^= n >> 15;
    n *= 0x846ca68b;
    return n ^ n >> 16;
}

/* Letters of 8×14 px: an upright each and two bars that tell them apart. */
static void text(frame *f, int x, int y, const char *letters, guint32 ink)
{
    for (int i = 0; letters[i]; i++) {
        guint32 shape = mixed((guint32)letters[i]);
        int left = x + 10 * i;
        if (letters[i] == ' ')
            continue;
        frame_fill(f, left + (int)(shape % 3) * 2, y, 2, 14, ink);
        frame_fill(f, left, y + (int)(shape / 3 % 6) * 2, 8, 2, ink);
        frame_fill(f, left, y + (int)(shape / 18 % 6) * 2, 8, 2, ink);
    }
}

static void paper(frame *f)
{
    frame_fill(f, 0, 0, WIDTH, HEIGHT, PAPER);
    text(f, 20, 20, "FILE EDIT VIEW HELP", INK);
    text(f, 20, 200, "SOME LINES THAT ARE ALWAYS THERE", INK);
}

/* A texture that walks by. */
static void scenery(frame *f, int shift)
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            f->pixels[y * WIDTH + x] = mixed((guint32)((x + shift) / 3 * 1000 + y / 3)) & 0x7f7f7f;
}

/* ---- the eye ---- */

typedef void paint_fn(frame *f, int ms);

struct clip {
    recorder *r;
    shot *now;
    guint looks, length;
    gsize bytes;
};

static shot *look_at(paint_fn *paint, int ms)
{
    frame *f = frame_new(WIDTH, HEIGHT);
    paint(f, ms);
    return recorder_shot_new(f, (gint64)ms * MS, (gint64)ms * MS);
}

static void clip_run(struct clip *c, paint_fn *paint, int ms)
{
    *c = (struct clip){.r = recorder_new(0), .now = look_at(paint, 0)};
    recorder_begin(c->r, c->now, 0);
    int looked = 0;
    for (int t = 10; t <= ms; t += 10) {
        bool due = recorder_due_us(c->r) <= (gint64)t * MS;
        if (!due && t - looked < STANDING_GAP_MS)
            continue;
        shot *s = look_at(paint, t);
        if (frame_same(s->picture, c->now->picture)) {
            recorder_shot_unref(s);
            if (!due)
                continue; /* nothing was damaged */
        } else {
            recorder_shot_unref(c->now);
            c->now = s;
        }
        looked = t;
        c->looks++;
        recorder_tick(c->r, c->now, (gint64)t * MS);
        c->bytes = MAX(c->bytes, recorder_bytes(c->r));
    }
    recorder_finish(c->r, c->now, (gint64)ms * MS);
    c->length = recorder_length(c->r);
}

static void clip_end(struct clip *c)
{
    recorder_free(c->r);
    recorder_shot_unref(c->now);
}

/* Keyframes without the last frame, which is always there when something has changed. */
static GPtrArray *earlier_keys(struct clip *c)
{
    GPtrArray *keys = recorder_take_keyframes(c->r, c->now);
    if (keys->len > 0) {
        assert_ptr_equal(g_ptr_array_index(keys, keys->len - 1), c->now);
        g_ptr_array_set_size(keys, (int)keys->len - 1);
    }
    return keys;
}

static guint earlier_keys_of(paint_fn *paint, int ms)
{
    struct clip c;
    clip_run(&c, paint, ms);
    g_autoptr(GPtrArray) keys = earlier_keys(&c);
    clip_end(&c);
    return keys->len;
}

/* All pixels of the area are as in the picture at that time. */
static bool shows(const shot *s, paint_fn *paint, int ms, int x, int y, int width, int height)
{
    g_autoptr(shot) wanted = look_at(paint, ms);
    for (int j = y; j < y + height; j++)
        for (int i = x; i < x + width; i++)
            if (frame_pixel(s->picture, i, j) != frame_pixel(wanted->picture, i, j))
                return false;
    return true;
}

static guint shown_in(const GPtrArray *keys, paint_fn *paint, int ms, int x, int y, int width, int height)
{
    guint n = 0;
    for (guint i = 0; i < keys->len; i++)
        n += shows(g_ptr_array_index(keys, i), paint, ms, x, y, width, height);
    return n;
}

#endif
