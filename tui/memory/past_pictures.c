/* The memory screen's pictures: before and after an action, where they differ, one beside the other. */

#include "tui/memory/past_screen.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#define PLACES_MAX 6
#define ENLARGED_ROWS 8 /* at least, with its caption */

static int draw(console *c, const struct rect *r, const struct memory_frame *f, const struct pixel_rect *part, const int *point,
                bool plain)
{
    if (!f) {
        paint_text(r->y, r->x, r->width, "no picture is kept", STYLE_DIM);
        return 1;
    }
    struct shown s = {.id = f->hash,
                      .path = f->path,
                      .part = {0, 0, f->width, f->height, f->width, f->height},
                      .point = point,
                      .left = true,
                      .plain = plain,
                      .masked = f->masked};
    if (part)
        s.part = *part;
    return shown_draw(c, r, &s);
}

int past_picture_draw(console *c, const struct rect *r, const struct memory_frame *f, const struct pixel_rect *part)
{
    return draw(c, r, f, part, NULL, !part);
}

/* With a mark where the action was aimed. */
static void aimed_draw(console *c, const struct rect *r, const struct memory_frame *f, const struct past_story *story)
{
    int point[2];
    draw(c, r, f, NULL, past_story_target(story, &point[0], &point[1]) ? point : NULL, false);
}

/* ---- before and after ---- */

static void side_draw(console *c, const struct rect *r, const char *word, const struct memory_frame *f,
                      const struct past_story *story)
{
    struct rect below = {r->x, r->y + 1, r->width, r->height - 1};
    g_autofree char *when = f ? text_when(f->at_us, "%H:%M:%S") : g_strdup("");
    paint_format(r->y, r->x, r->width, STYLE_ACCENT, "%s%s%s%s%s", word, f ? " · " : "", when, f ? " · " : "", f ? f->role : "");
    aimed_draw(c, &below, f, story);
}

/* Where the two differ, in words. */
static void difference_draw(thumbnails *t, const struct rect *r, const struct memory_frame *a, const struct memory_frame *b)
{
    struct pixel_rect places[PLACES_MAX];
    if (!a || !b) {
        paint_text(r->y, r->x, r->width, "nothing to compare", STYLE_DIM);
        return;
    }
    int n = thumbnails_changed(t, a->hash, a->path, b->hash, b->path, places, PLACES_MAX);
    g_autoptr(GString) text = g_string_new(NULL);
    for (int i = 0; i < n; i++)
        g_string_append_printf(text, "%s%d×%d at %d,%d", i ? " · " : "", places[i].width, places[i].height, places[i].x,
                               places[i].y);
    if (g_str_equal(a->hash, b->hash))
        g_string_append(text, "not a pixel differs");
    paint_format(r->y, r->x, r->width, STYLE_NORMAL, "differs: %s", text->len ? text->str : "cannot be compared");
}

#define MARGIN 8 /* px around a place that differs */

/* Each place that differs as it was and as it is, enlarged. */
static void enlarged_draw(console *c, const struct rect *r, const struct memory_frame *a, const struct memory_frame *b)
{
    struct pixel_rect places[PLACES_MAX];
    int found = a && b ? thumbnails_changed(c->thumbnails, a->hash, a->path, b->hash, b->path, places, PLACES_MAX) : 0;
    int n = CLAMP(r->height / ENLARGED_ROWS, 1, MAX(1, found)), rows = r->height / n;
    for (int i = 0; i < n && i < found; i++) {
        struct pixel_rect p = places[i];
        p.x = MAX(0, p.x - MARGIN);
        p.y = MAX(0, p.y - MARGIN);
        p.width = MIN(p.of_width, places[i].x + places[i].width + MARGIN) - p.x;
        p.height = MIN(p.of_height, places[i].y + places[i].height + MARGIN) - p.y;
        struct rect left = {r->x, r->y + i * rows + 1, (r->width - 2) / 2, rows - 1}, right = left;
        right.x += left.width + 2;
        paint_format(left.y - 1, left.x, left.width, STYLE_ACCENT, "before · %d×%d at %d,%d", places[i].width, places[i].height,
                     places[i].x, places[i].y);
        paint_text(right.y - 1, right.x, right.width, "after", STYLE_ACCENT);
        past_picture_draw(c, &left, a, &p);
        past_picture_draw(c, &right, b, &p);
    }
}

/* Are the two larger beside each other than one above the other? */
static bool larger_beside(const struct rect *r, const struct memory_frame *f)
{
    int beside, above, rows;
    if (!f)
        return false;
    thumbnails_fit(f->width, f->height, (r->width - 2) / 2, r->height - 2, &beside, &rows);
    thumbnails_fit(f->width, f->height, r->width, (r->height - 1) / 2 - 1, &above, &rows);
    return beside > above;
}

/* All frames of the step, one after the other. */
static const struct memory_frame *chosen_frame(struct past_screen *s)
{
    const GPtrArray *frames = s->shown.story->frames;
    if (!frames->len)
        return NULL;
    s->shown.frame = MIN(s->shown.frame, frames->len); /* 0: before and after */
    const struct memory_frame *f = s->shown.frame ? frames->pdata[s->shown.frame - 1] : NULL;
    return f;
}

void past_pictures_draw(console *c, const struct rect *r)
{
    struct past_screen *s = c->past;
    const struct memory_frame *before = past_story_before(s->shown.story), *after = past_story_after(s->shown.story),
                              *one = chosen_frame(s);
    struct rect foot = {r->x, r->y + r->height - 1, r->width, 1}, all = {r->x, r->y, r->width, r->height - 1};
    if (one) {
        g_autofree char *word = g_strdup_printf("picture %u of %u", s->shown.frame, s->shown.story->frames->len);
        bool kept = one->path && !one->gone;
        side_draw(c, &all, word, kept ? one : NULL, s->shown.story);
        if (!kept)
            paint_format(all.y + 2, all.x, all.width, STYLE_DIM, "%s: its file was thinned or forgotten", one->role);
    } else if (s->shown.differ) {
        enlarged_draw(c, &all, before, after);
    } else if (s->shown.blink) {
        side_draw(c, &all, s->shown.after ? "after" : "before", s->shown.after ? after : before, s->shown.story);
    } else if (larger_beside(r, before ? before : after)) {
        struct rect left = {r->x, r->y, (r->width - 2) / 2, r->height - 1}, right = left;
        right.x += left.width + 2;
        side_draw(c, &left, "before", before, s->shown.story);
        side_draw(c, &right, "after", after, s->shown.story);
    } else {
        int half = (r->height - 1) / 2;
        struct rect upper = {r->x, r->y, r->width, half}, lower = {r->x, r->y + half, r->width, r->height - 1 - half};
        side_draw(c, &upper, "before", before, s->shown.story);
        side_draw(c, &lower, "after", after, s->shown.story);
    }
    difference_draw(c->thumbnails, &foot, before, after);
}

const struct memory_frame *past_lens_frame(console *c)
{
    struct past_screen *s = c->past;
    const struct past_story *story = s->level == PAST_STEPS ? past_detail_story(c) : NULL;
    if (!story)
        return NULL;
    const struct memory_frame *one = s->page == PAST_PICTURE ? chosen_frame(s) : NULL, *before = past_story_before(story),
                              *after = past_story_after(story);
    const struct memory_frame *f = one                                ? one
                                   : s->shown.blink && s->shown.after ? after
                                   : before                           ? before
                                                                      : past_story_frame(story, "keyframe");
    return f && f->path && !f->gone ? f : after;
}

void past_lens_draw(console *c)
{
    const struct memory_frame *f = past_lens_frame(c);
    struct rect all = {0, 1, c->layout.width, c->layout.height - 2};
    int point[2];
    if (!f) { /* another step was selected, or it is gone */
        lens_close(&c->lens);
        return;
    }
    const struct shown s = {.id = f->hash,
                            .path = f->path,
                            .part = {0, 0, f->width, f->height, f->width, f->height},
                            .point = past_story_target(c->past->shown.story, &point[0], &point[1]) ? point : NULL,
                            .masked = f->masked};
    g_autofree char *title = g_strdup_printf("run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT " · %s",
                                             c->past->shown.story->run, c->past->shown.story->step, f->role);
    lens_draw(c, &all, &s, title);
}

void past_picture_below(console *c, const struct rect *r)
{
    const struct past_story *story = c->past->shown.story;
    const struct memory_frame *f = past_story_before(story);
    if (!f || !c->options.pictures)
        return;
    aimed_draw(c, r, f, story);
}
