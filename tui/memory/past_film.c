/* The memory screen's film: the run as its pictures, one of each step that has any, to walk through. */

#include "tui/memory/past_screen.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#define CELL_COLUMNS 24
#define CELL_ROWS 8        /* with its caption */
#define PIXELS_AT_ONCE 3e6 /* read for one drawing; the others come with the next one, so that keys stay live */

/* The steps around the selected one that have a picture, and that one in any case. */
static GArray *steps_around(memory *m, gint64 run, gint64 step, int n, GError **error)
{
    g_autoptr(GArray) before = memory_frame_steps(m, run, step - 1, n, false, error);
    g_autoptr(GArray) after = before ? memory_frame_steps(m, run, step, n, true, error) : NULL;
    if (!after)
        return NULL;
    GArray *all = g_array_new(FALSE, FALSE, sizeof(gint64));
    if (!after->len || g_array_index(after, gint64, 0) != step)
        g_array_prepend_val(after, step);
    guint behind = MIN(after->len, (guint)n - MIN(before->len, (guint)n / 2)), front = MIN(before->len, (guint)n - behind);
    for (guint i = front; i-- > 0;)
        g_array_append_val(all, g_array_index(before, gint64, i));
    g_array_append_vals(all, after->data, behind);
    return all;
}

/* One step: what was seen in it, its number and what was done. False: its picture is left for the next drawing. */
static bool cell_draw(console *c, memory *m, const struct rect *r, gint64 number, double *pixels)
{
    struct past_screen *s = c->past;
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) rows = memory_steps_page(m, s->shown.story->run, number, 1, &error);
    g_autoptr(GPtrArray) frames = rows ? memory_frames(m, s->shown.story->run, number, &error) : NULL;
    const struct past_story look = {.frames = frames};
    const struct memory_frame *f = frames ? past_story_before(&look) : NULL;
    const struct memory_step *step = rows && rows->len ? rows->pdata[0] : NULL;
    const struct rect picture = {r->x, r->y, r->width, r->height - 1};
    if (!f && frames)
        f = past_story_frame(&look, "keyframe");
    if (!f && frames)
        f = past_story_frame(&look, "after");
    bool reads = f && c->options.pictures && !thumbnails_known(c->thumbnails, f->hash, picture.width, picture.height);
    bool waits = reads && *pixels <= 0;
    if (error)
        paint_format(r->y, r->x, r->width, STYLE_BAD, "not read: %s", error->message);
    else if (waits)
        paint_text(r->y, r->x, r->width, "…", STYLE_DIM);
    else
        past_picture_draw(c, &picture, f, NULL);
    if (reads && !waits)
        *pixels -= (double)f->width * f->height;
    g_autofree char *what = step && step->action ? past_action_text(step->action) : g_strdup("");
    paint_format(r->y + r->height - 1, r->x, r->width, number == s->shown.story->step ? STYLE_SELECTED : STYLE_NORMAL,
                 "%" G_GINT64_FORMAT " %s", number, what);
    return !waits;
}

void past_film_draw(console *c, const struct rect *r)
{
    struct past_screen *s = c->past;
    s->film.columns = MAX(1, (r->width + 1) / (CELL_COLUMNS + 1));
    s->film.rows = MAX(1, r->height / CELL_ROWS);
    s->film.waits = false;
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_store(c);
    g_autoptr(GArray) steps =
        m ? steps_around(m, s->shown.story->run, s->shown.story->step, MIN(s->film.columns * s->film.rows, PAST_FILM_MAX), &error)
          : NULL;
    past_say(c, error);
    double pixels = PIXELS_AT_ONCE;
    for (int i = 0; steps && i < (int)steps->len; i++) {
        struct rect cell = {r->x + i % s->film.columns * (CELL_COLUMNS + 1), r->y + i / s->film.columns * CELL_ROWS, CELL_COLUMNS,
                            CELL_ROWS - 1};
        cell.width = MIN(cell.width, r->x + r->width - cell.x);
        cell.height = MIN(cell.height, r->y + r->height - cell.y);
        if (cell.height > 1 && !cell_draw(c, m, &cell, g_array_index(steps, gint64, i), &pixels))
            s->film.waits = true;
    }
}

/* By so many pictures; where there are no more, to the last one. */
static void walk(console *c, gint64 by)
{
    struct past_screen *s = c->past;
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_store(c);
    gint64 n = MIN(ABS(by), PAST_FILM_MAX), from = s->shown.story->step + (by > 0 ? 1 : -1);
    g_autoptr(GArray) steps = m ? memory_frame_steps(m, s->shown.story->run, from, n, by > 0, &error) : NULL;
    past_say(c, error);
    g_clear_pointer(&m, memory_close);
    if (steps && steps->len)
        past_list_move(c, g_array_index(steps, gint64, steps->len - 1) - s->steps.selected);
}

bool past_film_key(console *c, int key)
{
    const struct past_screen *s = c->past;
    int row = s->film.columns, page = row * s->film.rows;
    if (s->page != PAST_FILM || !s->in_detail || s->level != PAST_STEPS || !s->shown.story)
        return false;
    if (key == K_LEFT || key == K_RIGHT)
        walk(c, key == K_LEFT ? -1 : 1);
    else if (key == K_UP || key == K_DOWN)
        walk(c, key == K_UP ? -row : row);
    else if (key == K_PAGE_UP || key == K_PAGE_DOWN)
        walk(c, key == K_PAGE_UP ? -page : page);
    else if (key == K_HOME || key == K_END)
        past_list_move(c, key == K_HOME ? -SCROLL_ALL : SCROLL_ALL);
    else
        return false;
    return true;
}
