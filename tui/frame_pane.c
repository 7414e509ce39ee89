/* The frame pane: what is on the display, where the action will go, and that place enlarged; below it the keyframes. */

#include "tui/state.h"
#include "tui/text.h"

#define ENLARGE 3

struct shown {
    const struct picture *picture;
    char *title;
    int width, height; /* of the display */
};

static const struct picture *picture_of(console *c, const struct step_view *step, const char **ret_word)
{
    if (c->blink) {
        *ret_word = c->blink_after ? "after" : "before";
        return c->blink_after ? &step->after : &step->before;
    }
    if (console_live(c) && c->model->preview.path && !c->model->ended) {
        *ret_word = "live";
        return &c->model->preview;
    }
    *ret_word = console_live(c) ? "last frame" : "as it was";
    return &step->last;
}

static struct shown choose(console *c)
{
    const struct step_view *step = console_step(c);
    const char *word = "";
    struct shown s = {.picture = picture_of(c, step, &word)};
    const struct picture *size = step->last.width > 0 ? &step->last : s.picture;
    s.width = size->width;
    s.height = size->height;
    const char *display = c->model->display ? c->model->display : "";
    if (!console_live(c))
        s.title = g_strdup_printf("step %d · %d×%d · %s", step->step, s.width, s.height, word);
    else if (s.picture->path && g_str_equal(word, "live") && c->replay)
        s.title = g_strdup_printf("screen %s %d×%d · as recorded", display, s.width, s.height);
    else if (s.picture->path && g_str_equal(word, "live"))
        s.title = g_strdup_printf("screen %s %d×%d · live %g fps", display, s.width, s.height, c->options.preview_fps);
    else if (s.picture->path)
        s.title = g_strdup_printf("screen %s %d×%d · %s", display, s.width, s.height, word);
    else
        s.title = g_strdup_printf("screen %s", display);
    return s;
}

/* The place that the action is about, in pixels of the display. */
static bool target_of(const console *c, int *ret_x, int *ret_y)
{
    if (c->editing.edited && edit_point(c->editing.edited, c->editing.point, ret_x, ret_y))
        return true;
    const struct card *card = console_step(c)->card;
    if (!card || !card->proposal->target || card->proposal->target->x < 0)
        return false;
    *ret_x = card->proposal->target->x;
    *ret_y = card->proposal->target->y;
    return true;
}

/* `open`: the middle stays free, so that what is aimed at can be seen. */
static void crosshair(const struct thumbnail *t, int y, int x, int column, int row, bool open)
{
    static const struct mark {
        int dx, dy;
        gunichar c;
    } closed[] = {{0, 0, 0x253c}, {-1, 0, 0x2500}, {1, 0, 0x2500}, {0, -1, 0x2502}, {0, 1, 0x2502}},
      wide[] = {{-4, 0, 0x2500}, {-3, 0, 0x2500}, {3, 0, 0x2500}, {4, 0, 0x2500}, {0, -2, 0x2502}, {0, 2, 0x2502}};
    const struct mark *marks = open ? wide : closed;
    for (gsize i = 0; i < (open ? G_N_ELEMENTS(wide) : G_N_ELEMENTS(closed)); i++) {
        int at_x = column + marks[i].dx, at_y = row + marks[i].dy;
        if (at_x >= 0 && at_x < t->columns && at_y >= 0 && at_y < t->rows)
            paint_mark(y + at_y, x + at_x, &t->cells[at_y * t->columns + at_x], marks[i].c);
    }
}

/* Where a closed loop may move the pointer; NULL = it is no loop, or has no such area. */
static const timeline_loop *area_of(const console *c)
{
    const struct card *card = console_step(c)->card;
    const timeline_loop *l = card && card->proposal->timeline ? timeline_loop_of(card->proposal->timeline) : NULL;
    return l && timeline_loop_uses_pointer(l) ? l : NULL;
}

/* The corners of the area, on a picture of the whole screen. */
static void corners(const struct thumbnail *t, int y, int x, const struct pixel_rect *whole, const timeline_loop *l)
{
    const int columns[] = {l->x * t->columns / whole->width, (l->x + l->width - 1) * t->columns / whole->width},
              rows[] = {l->y * t->rows / whole->height, (l->y + l->height - 1) * t->rows / whole->height};
    static const gunichar marks[2][2] = {{0x250c, 0x2510}, {0x2514, 0x2518}};
    for (int i = 0; i < 4; i++) {
        int column = columns[i % 2], row = rows[i / 2];
        if (column < t->columns && row < t->rows)
            paint_mark(y + row, x + column, &t->cells[row * t->columns + column], marks[i / 2][i % 2]);
    }
}

/* The same for pixels. */
static struct paint_marks marks_of(const struct pixel_rect *part, const int *point, const timeline_loop *area)
{
    struct paint_marks m = {.crosshair = point != NULL, .corners = area != NULL};
    if (point) {
        m.x = (point[0] - part->x + 0.5) / part->width;
        m.y = (point[1] - part->y + 0.5) / part->height;
    }
    if (area) {
        m.left = (double)area->x / part->width;
        m.top = (double)area->y / part->height;
        m.right = (double)(area->x + area->width) / part->width;
        m.bottom = (double)(area->y + area->height) / part->height;
    }
    return m;
}

/* Draws one picture in the middle of a rectangle, with its crosshair; the rows that it used. */
static int picture_draw(console *c, const struct rect *r, const struct picture *p, const struct pixel_rect *part,
                        const int *point)
{
    g_autoptr(GError) error = NULL;
    const struct thumbnail *t = thumbnails_get(c->thumbnails, p->id, p->path, part, r->width, r->height, &error);
    if (!t) {
        paint_format(r->y, r->x, r->width, STYLE_WARN, "no picture: %s", error->message);
        return 1;
    }
    int x = r->x + (r->width - t->columns) / 2;
    bool sized = part && part->width > 0 && part->height > 0;
    const timeline_loop *area = sized && part->width == part->of_width && part->height == part->of_height ? area_of(c) : NULL;
    const struct paint_marks marks = marks_of(part, sized ? point : NULL, area);
    if (paint_picture(r->y, x, t, &marks))
        return t->rows;
    if (area)
        corners(t, r->y, x, part, area);
    if (point && sized)
        crosshair(t, r->y, x, (point[0] - part->x) * t->columns / part->width, (point[1] - part->y) * t->rows / part->height,
                  part->width < part->of_width && t->rows >= 5);
    return t->rows;
}

/* The pixels around a point that fill columns × rows cells ENLARGE times larger than the whole picture is shown. */
static struct pixel_rect around(const struct shown *s, const int *point, int shown_columns, int columns, int rows)
{
    double pixels = (double)s->width / shown_columns / ENLARGE; /* a column */
    struct pixel_rect r = {.of_width = s->width, .of_height = s->height};
    r.width = CLAMP((int)(columns * pixels), 1, s->width);
    r.height = CLAMP((int)(rows * 2 * pixels), 1, s->height);
    r.x = CLAMP(point[0] - r.width / 2, 0, s->width - r.width);
    r.y = CLAMP(point[1] - r.height / 2, 0, s->height - r.height);
    return r;
}

static void enlarged_draw(console *c, const struct rect *r, const struct shown *s, const int *point, int shown_columns)
{
    struct pixel_rect part = around(s, point, shown_columns, r->width, r->height - 1);
    struct rect first = {r->x, r->y + 1, r->width, r->height - 1};
    paint_format(r->y, r->x, r->width, STYLE_DIM, "%d× %s%d,%d", ENLARGE, r->width < 20 ? "at " : "around ", point[0], point[1]);
    picture_draw(c, &first, s->picture, &part, point);
}

#define PLACES 3

/* Where the last action changed something, with a little around it: where the eye should go when there is no target. The place
 * that was acted on is left out while there are others: that a button looks pressed is no news. */
static int changed_places(console *c, const struct shown *s, struct pixel_rect *ret_places)
{
    const struct step_view *step = console_step(c);
    const struct picture *a = &step->before, *b = &step->after;
    struct pixel_rect all[8];
    int n = 0, margin = 6;
    if (c->blink || !a->path || !b->path)
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

static void changed_draw(console *c, const struct rect *r, const struct shown *s, const struct pixel_rect *places, int n)
{
    n = CLAMP(r->width / 24, 1, n); /* fewer, but large enough to be read */
    int width = (r->width - (n - 1)) / n;
    const char *what = c->model->expected ? "other than expected"
                       : r->width < 28    ? "last change"
                                          : "what the last action changed";
    paint_text(r->y, r->x, r->width, what, STYLE_DIM);
    for (int i = 0; i < n; i++) {
        struct rect at = {r->x + i * (width + 1), r->y + 1, width, r->height - 1};
        picture_draw(c, &at, s->picture, &places[i], NULL);
    }
}

#define BELOW_ROWS 8      /* least room for the enlarged target and its caption, below */
#define BESIDE_COLUMNS 14 /* …and beside the whole picture */

/* Cuts the room in two: the whole picture, and the enlarged target below or beside it, whichever leaves the whole larger. False:
 * no room. */
static bool share_room(const struct rect *r, const struct shown *s, struct rect *ret_whole, struct rect *ret_target,
                       int *ret_columns)
{
    int below_columns = 0, below_rows = 0, beside_columns = 0, beside_rows = 0;
    if (r->height - BELOW_ROWS >= 6)
        thumbnails_fit(s->width, s->height, r->width, r->height - BELOW_ROWS, &below_columns, &below_rows);
    if (r->width - BESIDE_COLUMNS - 1 >= 20)
        thumbnails_fit(s->width, s->height, r->width - BESIDE_COLUMNS - 1, r->height, &beside_columns, &beside_rows);
    if (below_columns == 0 && beside_columns == 0)
        return false;
    if (below_columns >= beside_columns) {
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

static void pictures_draw(console *c, const struct rect *r, const struct shown *s)
{
    int point[2], columns;
    bool target = target_of(c, &point[0], &point[1]) && point[0] < s->width && point[1] < s->height;
    struct pixel_rect all = {0, 0, s->width, s->height, s->width, s->height}, places[PLACES];
    struct rect whole, enlarged;
    const struct card *card = console_step(c)->card;
    bool fired = card && card->state == CARD_APPROVED && console_step(c)->after.path;
    int changed = (!target || fired) && !c->editing.edited ? changed_places(c, s, places) : 0;
    if ((target || changed > 0) && s->width > 0 && s->height > 0 && share_room(r, s, &whole, &enlarged, &columns)) {
        picture_draw(c, &whole, s->picture, &all, target ? point : NULL);
        if (changed > 0)
            changed_draw(c, &enlarged, s, places, changed);
        else
            enlarged_draw(c, &enlarged, s, point, columns);
    } else {
        picture_draw(c, r, s->picture, &all, target ? point : NULL);
    }
}

void frame_pane_draw(console *c)
{
    const struct rect *box = &c->layout.frame;
    struct shown s = choose(c);
    g_autofree char *title = s.title;
    paint_box(box, title, console_live(c) && !c->blink ? STYLE_BORDER : STYLE_BORDER_ALERT);
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
    if (!s.picture->path)
        paint_text(inner.y + inner.height / 2, inner.x + 1, inner.width - 2, "no picture yet", STYLE_DIM);
    else if (!c->options.pictures)
        paint_text(inner.y + inner.height / 2, inner.x + 1, inner.width - 2, "pictures are off (console.thumbnails)", STYLE_DIM);
    else
        pictures_draw(c, &inner, &s);
}

/* ---- the strip ---- */

#define THUMB_ROWS 5

int strip_rows(int height)
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

char *strip_text(const console *c)
{
    const struct step_view *step = console_step(c);
    g_autoptr(GString) text = g_string_new("");
    for (guint i = 0; i < step->keyframes->len; i++) {
        g_autofree char *age = age_text(step, i);
        g_string_append_printf(text, "%s%s", text->len ? " " : "", age);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

void strip_draw(console *c, const struct rect *r)
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
