/* The frame pane: what is on the display, where the action will go, and that place enlarged; below it the keyframes. */

#include "skills/timeline/timeline.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#include <string.h>

#define ENLARGE 3
#define PHONE_FPS 1.0 /* a phone is asked for a picture once a second at most (engine/eye/eye_still.h) */

struct looked_at {
    const struct picture *picture;
    char *title;
    int width, height; /* of the display */
};

static const struct picture *picture_of(console *c, const struct step_view *step, const char **ret_word)
{
    if (c->view.blink) {
        *ret_word = c->view.blink_after ? "after" : "before";
        return c->view.blink_after ? &step->after : &step->before;
    }
    if (console_live(c) && c->model->preview.path && !c->model->over.ended) {
        *ret_word = "live";
        return &c->model->preview;
    }
    *ret_word = console_live(c) ? "last frame" : "as it was";
    return &step->last;
}

static struct looked_at choose(console *c)
{
    const struct step_view *step = console_step(c);
    const char *word = "";
    struct looked_at s = {.picture = picture_of(c, step, &word)};
    const struct picture *size = step->last.width > 0 ? &step->last : s.picture;
    s.width = size->width;
    s.height = size->height;
    const char *full = c->model->about.display ? c->model->about.display : "";
    const char *file = g_str_has_prefix(full, "world:") ? strstr(full, "file=") : NULL;
    const bool socket = c->model->about.sandbox && g_str_has_prefix(full, "vnc:/");
    /* a path leaves no room for what the title is for */
    g_autofree char *name = file ? g_strndup(full, (gsize)(file - full) - 1) : g_strdup(socket ? "vnc" : full);
    /* the number of a sandbox looks like that of a desktop: a person must know which of them gets the keys */
    g_autofree char *display = g_strconcat(c->model->about.sandbox ? "sandbox " : "screen ", name, NULL);
    const bool lost = !model_is_over(c->model) && !g_strcmp0(c->model->pause_reason, "display lost");
    if (!console_live(c))
        s.title = g_strdup_printf("step %d · %d×%d · %s", step->step, s.width, s.height, word);
    else if (s.picture->path && g_str_equal(word, "live") && c->replay.player)
        s.title = g_strdup_printf("%s %d×%d · as recorded", display, s.width, s.height);
    else if (s.picture->path && lost)
        s.title = g_strdup_printf("%s %d×%d · display lost", display, s.width, s.height);
    else if (s.picture->path && g_str_equal(word, "live"))
        s.title =
            g_strdup_printf("%s %d×%d · live %g fps", display, s.width, s.height,
                            g_str_has_prefix(full, "adb:") ? MIN(PHONE_FPS, c->options.preview_fps) : c->options.preview_fps);
    else if (s.picture->path)
        s.title = g_strdup_printf("%s %d×%d · %s", display, s.width, s.height, word);
    else
        s.title = g_strdup(display);
    return s;
}

/* The place that the action is about, in pixels of the display. */
static bool target_of(const console *c, int *ret_x, int *ret_y)
{
    if (pick_point(c, ret_x, ret_y))
        return true;
    if (c->editing.edited && points_get(c->editing.edited, c->editing.point, ret_x, ret_y))
        return true;
    const struct card *card = console_step(c)->card;
    if (!card || !card->proposal->fire.target || card->proposal->fire.target->x < 0)
        return false;
    *ret_x = card->proposal->fire.target->x;
    *ret_y = card->proposal->fire.target->y;
    return true;
}

/* Where a closed loop may move the pointer; NULL = it is no loop, or has no such area. */
static const timeline_loop *area_of(const console *c)
{
    const struct card *card = console_step(c)->card;
    const timeline_loop *l = card && card->proposal->fire.timeline ? timeline_loop_of(card->proposal->fire.timeline) : NULL;
    return l && timeline_loop_uses_pointer(l) ? l : NULL;
}

/* …and a person is about to say which one it is. */
static bool choosing(const console *c)
{
    return console_picks(c) || c->editing.edited;
}

/* Draws one picture in the middle of a rectangle, with its crosshair; the rows that it used. */
static int picture_draw(console *c, const struct rect *r, const struct picture *p, const struct pixel_rect *part,
                        const int *point)
{
    struct shown s = {.id = p->id, .path = p->path, .point = point, .choosing = choosing(c), .area = area_of(c)};
    if (part)
        s.part = *part;
    return shown_draw(c, r, &s);
}

/* The pixels around a point that fill columns × rows cells ENLARGE times larger than the whole picture is shown, or more. */
static struct pixel_rect around(const thumbnails *t, const struct looked_at *s, const int *point, int shown_columns, int columns,
                                int rows)
{
    double pixels = thumbnails_enlarged(t, (double)s->width / shown_columns / ENLARGE); /* a column */
    double own, shape;
    thumbnails_density(t, &own, &shape);
    struct pixel_rect r = {.of_width = s->width, .of_height = s->height};
    r.width = CLAMP((int)(columns * pixels), 1, s->width);
    r.height = CLAMP((int)(rows * shape * pixels), 1, s->height);
    r.x = CLAMP(point[0] - r.width / 2, 0, s->width - r.width);
    r.y = CLAMP(point[1] - r.height / 2, 0, s->height - r.height);
    return r;
}

static void enlarged_draw(console *c, const struct rect *r, const struct looked_at *s, const int *point, int shown_columns)
{
    struct pixel_rect part = around(c->thumbnails, s, point, shown_columns, r->width, r->height - 1);
    struct rect first = {r->x, r->y + 1, r->width, r->height - 1};
    double larger = (double)s->width / shown_columns * r->width / part.width;
    paint_format(r->y, r->x, r->width, STYLE_DIM, "%.0f× %s%d,%d", MAX(larger, 1), r->width < 20 ? "at " : "around ", point[0],
                 point[1]);
    picture_draw(c, &first, s->picture, &part, point);
}

#define PLACES 3

/* Where the last action changed something, with a little around it: where the eye should go when there is no target. The place
 * that was acted on is left out while there are others: that a button looks pressed is no news. */
static int changed_places(console *c, const struct looked_at *s, struct pixel_rect *ret_places)
{
    const struct step_view *step = console_step(c);
    const struct picture *a = &step->before, *b = &step->after;
    struct pixel_rect all[8];
    int n = 0, margin = 6;
    if (c->view.blink || !a->path || !b->path)
        return 0;
    int found = thumbnails_changed(c->thumbnails, a->id, a->path, b->id, b->path, all, G_N_ELEMENTS(all));
    for (int i = 0; i < found && n < PLACES; i++) {
        if (all[i].of_width != s->width || all[i].of_height != s->height || all[i].width * 2 > s->width ||
            all[i].height * 2 > s->height)
            return 0; /* so much of it: the whole picture shows that better */
        struct pixel_rect *r = &ret_places[n];
        *r = all[i];
        r->x = MAX(0, all[i].x - margin);
        r->y = MAX(0, all[i].y - margin);
        r->width = MIN(s->width, all[i].x + all[i].width + margin) - r->x;
        r->height = MIN(s->height, all[i].y + all[i].height + margin) - r->y;
        bool acted_on =
            step->acted_x >= r->x && step->acted_x < r->x + r->width && step->acted_y >= r->y && step->acted_y < r->y + r->height;
        n += !(acted_on && found > 1);
    }
    return n;
}

static void changed_draw(console *c, const struct rect *r, const struct looked_at *s, const struct pixel_rect *places, int n)
{
    n = CLAMP(r->width / 24, 1, n); /* fewer, but large enough to be read */
    int width = (r->width - (n - 1)) / n;
    const char *what = c->model->expected.path ? "other than expected"
                       : r->width < 28         ? "last change"
                                               : "what the last action changed";
    paint_text(r->y, r->x, r->width, what, STYLE_DIM);
    for (int i = 0; i < n; i++) {
        struct rect at = {r->x + i * (width + 1), r->y + 1, width, r->height - 1};
        picture_draw(c, &at, s->picture, &places[i], NULL);
    }
}

#define BELOW_ROWS 8        /* least room for the enlarged target and its caption, below */
#define WHOLE_ROWS 6        /* …and for the whole picture above it */
#define BELOW_ROWS_PIXELS 5 /* the same where they are pixels */
#define WHOLE_ROWS_PIXELS 4
#define BESIDE_COLUMNS 14 /* …and beside the whole picture */

/* Cuts the room in two: the whole picture, and the enlarged target below or, where that leaves the whole much larger, beside it.
 * False: no room. */
static bool share_room(const thumbnails *t, const struct rect *r, const struct looked_at *s, struct rect *ret_whole,
                       struct rect *ret_target, int *ret_columns)
{
    double own, shape;
    bool low = thumbnails_density(t, &own, &shape) && r->height < BELOW_ROWS + WHOLE_ROWS;
    int target_rows = low ? BELOW_ROWS_PIXELS : BELOW_ROWS, whole_rows = low ? WHOLE_ROWS_PIXELS : WHOLE_ROWS;
    int below_columns = 0, below_rows = 0, beside_columns = 0, beside_rows = 0;
    if (r->height - target_rows >= whole_rows)
        thumbnails_fit(s->width, s->height, r->width, r->height - target_rows, &below_columns, &below_rows);
    if (r->width - BESIDE_COLUMNS - 1 >= 20)
        thumbnails_fit(s->width, s->height, r->width - BESIDE_COLUMNS - 1, r->height, &beside_columns, &beside_rows);
    if (below_columns == 0 && beside_columns == 0)
        return false;
    if (3 * below_columns >= 2 * beside_columns) { /* below it is wide, as labels are */
        *ret_whole = (struct rect){r->x, r->y, r->width, below_rows};
        *ret_target = (struct rect){r->x, r->y + below_rows, r->width, r->height - below_rows};
        *ret_columns = below_columns;
    } else {
        *ret_whole = (struct rect){r->x, r->y, beside_columns, r->height};
        *ret_target = (struct rect){r->x + beside_columns + 1, r->y, r->width - beside_columns - 1, r->height};
        *ret_columns = beside_columns;
    }
    return true;
}

/* The place that is aimed at, where it lies on the picture. */
static bool target_on(const console *c, const struct looked_at *s, int *ret_point)
{
    return target_of(c, &ret_point[0], &ret_point[1]) && ret_point[0] < s->width && ret_point[1] < s->height;
}

static void pictures_draw(console *c, const struct rect *r, const struct looked_at *s)
{
    int point[2], columns;
    bool target = target_on(c, s, point);
    struct pixel_rect all = {0, 0, s->width, s->height, s->width, s->height}, places[PLACES];
    struct rect whole, enlarged;
    const struct card *card = console_step(c)->card;
    bool fired = card && card->state == CARD_APPROVED && console_step(c)->after.path;
    int changed = (!target || fired) && !c->editing.edited ? changed_places(c, s, places) : 0;
    if ((target || changed > 0) && s->width > 0 && s->height > 0 &&
        share_room(c->thumbnails, r, s, &whole, &enlarged, &columns)) {
        picture_draw(c, &whole, s->picture, &all, target ? point : NULL);
        if (changed > 0)
            changed_draw(c, &enlarged, s, places, changed);
        else
            enlarged_draw(c, &enlarged, s, point, columns);
    } else {
        picture_draw(c, r, s->picture, &all, target ? point : NULL);
    }
}

static void large_draw(console *c, const struct looked_at *s)
{
    const struct step_view *step = console_step(c);
    const int acted[] = {step->acted_x, step->acted_y};
    int point[2];
    const struct shown all = {.id = s->picture->id,
                              .path = s->picture->path,
                              .part = {0, 0, s->width, s->height, s->width, s->height},
                              .point = target_on(c, s, point) ? point : NULL,
                              .choosing = choosing(c),
                              .middle =
                                  step->acted_x >= 0 && step->acted_x < s->width && step->acted_y < s->height ? acted : NULL,
                              .area = area_of(c)};
    lens_draw(c, &c->layout.frame, &all, s->title);
}

int frame_pane_wanted(int rows, void *data)
{
    console *c = data;
    struct looked_at s = choose(c);
    int columns, used;
    g_free(s.title);
    thumbnails_fit(s.width, s.height, c->layout.width, rows, &columns, &used);
    return columns;
}

#define TOLD_SHARE 3 /* of the pane's rows, one in so many is for what the display tells of its state… */
#define TOLD_ROWS 3  /* …and so many where the pane has them twice */

/* At the bottom of the pane: of a world the picture alone says little in cells. Takes its rows from `r`. */
static void told_draw(const console *c, struct rect *r)
{
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    const char *told = console_step(c)->told;
    if (!told || !*told)
        return;
    text_wrap(lines, told, r->width);
    int most = MAX(r->height / TOLD_SHARE, r->height >= 2 * TOLD_ROWS ? TOLD_ROWS : 0), rows = MIN((int)lines->len, most);
    for (int i = 0; i < rows; i++)
        paint_text(r->y + r->height - rows + i, r->x, r->width, lines->pdata[i], STYLE_NORMAL);
    r->height -= rows;
}

/* ---- the strip ---- */

#define THUMB_ROWS 5

/* Of the filmstrip below a picture area of that height. */
static int strip_rows(int height)
{
    return height >= 30 ? THUMB_ROWS + 1 : 1;
}

static char *age_text(const struct step_view *step, guint index)
{
    const struct picture *key = g_ptr_array_index(step->keyframes, index);
    gint64 newest = step->last.at_us;
    if (index + 1 == step->keyframes->len && newest - key->at_us < 100000)
        return g_strdup("[now]");
    return g_strdup_printf("[-%.1f s]", (double)(newest - key->at_us) / 1e6);
}

/* The filmstrip as one line. Caller frees. */
static char *strip_text(const console *c)
{
    const struct step_view *step = console_step(c);
    g_autoptr(GString) text = g_string_new("");
    for (guint i = 0; i < step->keyframes->len; i++) {
        g_autofree char *age = age_text(step, i);
        g_string_append_printf(text, "%s%s", text->len ? " " : "", age);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static void strip_draw(console *c, const struct rect *r)
{
    const struct step_view *step = console_step(c);
    paint_divider(r, r->y, "keyframes", STYLE_BORDER);
    if (!step->keyframes->len) {
        paint_text(r->y + 1, r->x + 2, r->width - 4, "none in this step yet", STYLE_DIM);
        return;
    }
    int rows = r->height - 3, cell = rows > 0 ? THUMB_ROWS * 4 : 10, fit = MAX(1, (r->width - 4) / cell);
    guint n = step->keyframes->len, first = n > (guint)fit ? n - (guint)fit : 0;
    int x = r->x + 2;
    for (guint i = first; i < n; i++) {
        g_autofree char *age = age_text(step, i);
        if (rows > 0 && c->options.pictures) {
            struct rect at = {x, r->y + 1, cell - 2, rows};
            picture_draw(c, &at, g_ptr_array_index(step->keyframes, i), NULL, NULL);
            paint_text(r->y + 1 + rows, x, cell - 1, age, STYLE_NORMAL);
            x += cell;
        } else {
            x += paint_text(r->y + 1, x, r->x + r->width - 2 - x, age, STYLE_NORMAL) + 1;
        }
    }
}

/* ---- the pane ---- */

void frame_pane_draw(console *c)
{
    const struct rect *box = &c->layout.frame;
    struct looked_at s = choose(c);
    g_autofree char *title = s.title;
    if (c->lens.look) {
        large_draw(c, &s);
        return;
    }
    paint_box(box, title, console_live(c) && !c->view.blink ? STYLE_BORDER : STYLE_BORDER_ALERT);
    struct rect inner = {box->x + 1, box->y + 1, box->width - 2, box->height - 2};
    if (c->layout.wide) {
        int strip = strip_rows(inner.height);
        struct rect below = {box->x, box->y + box->height - 2 - strip, box->width, strip + 2};
        inner.height -= strip + 1;
        strip_draw(c, &below);
    } else {
        g_autofree char *strip = strip_text(c);
        paint_edge_title(box, box->y + box->height - 1, strip, STYLE_DIM);
    }
    told_draw(c, &inner);
    if (!s.picture->path)
        paint_text(inner.y + inner.height / 2, inner.x + 1, inner.width - 2, "no picture yet", STYLE_DIM);
    else if (!c->options.pictures)
        paint_text(inner.y + inner.height / 2, inner.x + 1, inner.width - 2, SHOWN_OFF, STYLE_DIM);
    else
        pictures_draw(c, &inner, &s);
}
