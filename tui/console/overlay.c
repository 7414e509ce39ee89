/* What is written over a picture that is shown in cells: the words that were read on it, and the numbers of its marks. */

#include "skills/timeline/loop.h"
#include "skills/timeline/screen.h"
#include "engine/picture/screen_match.h"
#include "tui/console/look_back.h"
#include "tui/console/state.h"
#include "engine/protocol/marks_event.h"
#include "tui/term/text.h"

#include <math.h>
#include <string.h>

#define LEAST 3          /* letters of a word: where there is room for fewer, the picture is clearer */
#define LABEL_LETTERS 40 /* a longer text at the point is no label */
#define FAINT 0.8        /* a word that was read with less confidence is dimmed */

/* One text at its place, in cells of the picture. */
struct written {
    char *text;
    int row, column, end;                /* where it is drawn, and where what it says ends in the picture */
    int top, bottom, right;              /* rows and columns that it takes in the picture */
    double distance;                     /* from the point that is aimed at */
    bool label, number, faint, at_point; /* label: of what is at the point; number: of a mark */
};

struct sheet {
    const struct shown *shown;
    const struct thumbnail *t;
    int y, x;
    GArray *all;    /* struct written */
    guint16 *owner; /* of each cell: its index in `all` + 1; 0 = free */
};

static void written_clear(gpointer data)
{
    g_free(((struct written *)data)->text);
}

/* The engine tells what is written on what it shows, with the numbers that the model has heard. */
static bool engine_tells(const console *c)
{
    return c->view.screen == SCREEN_RUN && console_live(c) && !c->replay.player;
}

void overlay_next(console *c)
{
    static const char *const told[] = {"the picture alone", "words over the picture",
                                       "words, and numbered marks: :7 shows mark 7"};
    do
        c->view.overlay = (c->view.overlay + 1) % OVERLAY_COUNT;
    while (c->view.overlay == OVERLAY_MARKS && !engine_tells(c));
    console_say(c, STYLE_NORMAL, "%s", told[c->view.overlay]);
}

/* ---- places ---- */

static bool changed_at(const GArray *changed, struct area a)
{
    for (guint i = 0; changed && i < changed->len; i++)
        if (area_overlaps(g_array_index(changed, struct area, i), a))
            return true;
    return false;
}

/* Where a box of the screen is in the cells; false: its middle is not on the part that is shown. */
static bool place(const struct sheet *p, struct area box, struct written *w)
{
    const struct pixel_rect *part = &p->shown->part;
    const struct thumbnail *t = p->t;
    double wide = (double)t->columns / part->width, high = (double)t->rows / part->height;
    int x = box.x + box.width / 2 - part->x, y = box.y + box.height / 2 - part->y;
    if (x < 0 || y < 0 || x >= part->width || y >= part->height)
        return false;
    w->row = (int)(y * high);
    w->column = CLAMP((int)((box.x - part->x) * wide), 0, t->columns - 1);
    w->right = CLAMP((int)ceil((box.x + box.width - part->x) * wide), w->column + 1, t->columns);
    w->top = CLAMP((int)((box.y - part->y) * high), 0, w->row);
    w->bottom = CLAMP((int)ceil((box.y + box.height - part->y) * high), w->row + 1, t->rows);
    const int *point = p->shown->point;
    w->at_point = point && area_has(box, point[0], point[1]);
    int dx = point ? CLAMP(point[0], box.x, box.x + box.width) - point[0] : 0;
    int dy = point ? CLAMP(point[1], box.y, box.y + box.height) - point[1] : 0;
    w->distance = (double)dx * dx + (double)dy * dy;
    return true;
}

/* Of a word whose beginning is left of the part, only what is on it. */
static const char *seen_of(const struct screen_word *w, int left)
{
    int letters = (int)g_utf8_strlen(w->text, -1), hidden = 0;
    if (w->x < left && w->width > 0)
        hidden = (int)ceil((double)letters * (left - w->x) / w->width);
    return g_utf8_offset_to_pointer(w->text, CLAMP(hidden, 0, letters));
}

static struct area box_of(const struct screen_word *w)
{
    return (struct area){w->x, w->y, w->width, w->height};
}

static bool on_one_line(struct area a, struct area b)
{
    int common = MIN(a.y + a.height, b.y + b.height) - MAX(a.y, b.y);
    return 2 * common > MIN(a.height, b.height);
}

static bool in_middle(struct area outer, struct area a)
{
    return area_has(outer, a.x + a.width / 2, a.y + a.height / 2);
}

/* What is written on the thing at the point, as one text. Returns its mark; NULL = it is not marked, or has no short text in one
 * line. */
static const struct screen_mark *label_at(const struct sheet *p, const screen *s, struct area *ret_words)
{
    const struct screen_mark *label = NULL;
    const int *point = p->shown->point;
    for (guint i = 0; point && i < s->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        if (*m->text && area_has((struct area){m->x, m->y, m->width, m->height}, point[0], point[1]) &&
            (!label || m->width * m->height < label->width * label->height))
            label = m;
    }
    *ret_words = (struct area){0};
    for (guint i = 0; label && i < s->words->len; i++) {
        struct area word = box_of(&g_array_index(s->words, struct screen_word, i));
        if (!in_middle((struct area){label->x, label->y, label->width, label->height}, word))
            continue;
        if (ret_words->width > 0 && !on_one_line(*ret_words, word))
            return NULL;
        *ret_words = ret_words->width > 0 ? area_joined(*ret_words, word) : word;
    }
    return label && ret_words->width > 0 && g_utf8_strlen(label->text, -1) <= LABEL_LETTERS ? label : NULL;
}

/* Words of one line are in one row, however high their letters are. */
static void straighten(struct sheet *p, const GArray *boxes)
{
    for (guint i = 1; i < boxes->len; i++)
        for (guint j = 0; j < i; j++)
            if (on_one_line(g_array_index(boxes, struct area, i), g_array_index(boxes, struct area, j))) {
                struct written *w = &g_array_index(p->all, struct written, i);
                w->row = g_array_index(p->all, struct written, j).row;
                w->top = w->number ? w->row : MIN(w->top, w->row);
                w->bottom = w->number ? w->row + 1 : MAX(w->bottom, w->row + 1);
                break;
            }
}

static void add_word(struct sheet *p, struct area box, struct written w, GArray *boxes)
{
    if (place(p, box, &w)) {
        g_array_append_val(p->all, w);
        g_array_append_val(boxes, box);
    } else {
        g_free(w.text);
    }
}

/* Words of one line with no more than a space between them. */
struct phrase {
    GPtrArray *words; /* const struct screen_word*, borrowed */
    struct area box;  /* of what is on the part that is shown */
    bool faint;
};

#define SPACE 0.9 /* heights of the letters: more between two words is no space */

static void phrase_take(struct phrase *f, const struct screen_word *word, struct area part)
{
    struct area box = area_cut(box_of(word), part);
    f->box = f->words->len ? area_joined(f->box, box) : box;
    f->faint |= word->confidence < FAINT;
    g_ptr_array_add(f->words, (gpointer)word);
}

/* Takes the words that go on with the phrase out of `left`, which is in reading order. */
static void phrase_go_on(struct phrase *f, GPtrArray *left, struct area part)
{
    for (guint i = 0; i < left->len;) {
        const struct screen_word *word = g_ptr_array_index(left, i);
        int gap = word->x - (f->box.x + f->box.width), least = -word->width / 2; /* less: another reading of the same */
        bool on = on_one_line(f->box, box_of(word)) && gap > least && gap <= SPACE * MAX(f->box.height, word->height);
        if (on)
            phrase_take(f, g_ptr_array_remove_index(left, i), part);
        else
            i++;
    }
}

/* As one text where that is wider than its picture: there the first words of the lines of a menu would leave no room for the
 * others. Else each word stands where it is in the picture. */
static void add_phrase(struct sheet *p, const struct phrase *f, GArray *boxes)
{
    g_autoptr(GString) all = g_string_new(NULL);
    for (guint i = 0; i < f->words->len; i++) {
        g_autofree char *text = text_line(seen_of(g_ptr_array_index(f->words, i), p->shown->part.x));
        g_string_append_printf(all, "%s%s", i ? " " : "", text);
    }
    struct written whole = {.faint = f->faint};
    if (f->words->len > 1 && place(p, f->box, &whole) && text_width(all->str) > whole.right - whole.column) {
        whole.text = g_strdup(all->str);
        add_word(p, f->box, whole, boxes);
        return;
    }
    for (guint i = 0; i < f->words->len; i++) {
        const struct screen_word *word = g_ptr_array_index(f->words, i);
        add_word(p, box_of(word),
                 (struct written){.text = text_line(seen_of(word, p->shown->part.x)), .faint = word->confidence < FAINT}, boxes);
    }
}

static void add_words(struct sheet *p, const screen *s, const GArray *changed, GArray *boxes)
{
    const struct pixel_rect *seen = &p->shown->part;
    const struct area part = {seen->x, seen->y, seen->width, seen->height};
    struct area whole;
    const struct screen_mark *label = label_at(p, s, &whole);
    if (label && !changed_at(changed, whole) && whole.x >= part.x)
        add_word(p, whole, (struct written){.text = text_line(label->text), .label = true}, boxes);
    else
        whole = (struct area){0};
    g_autoptr(GPtrArray) left = screen_reading_order(s, NULL);
    for (guint i = left->len; i-- > 0;) {
        struct area box = box_of(g_ptr_array_index(left, i));
        if (changed_at(changed, box) || (whole.width > 0 && in_middle(whole, box)) || !in_middle(part, box))
            g_ptr_array_remove_index(left, i);
    }
    while (left->len > 0) {
        struct phrase f = {.words = g_ptr_array_new()};
        phrase_take(&f, g_ptr_array_remove_index(left, 0), part);
        phrase_go_on(&f, left, part);
        add_phrase(p, &f, boxes);
        g_ptr_array_unref(f.words);
    }
}

/* Before a text; else in the upper left corner. */
static void add_numbers(struct sheet *p, const screen *s, const GArray *changed, GArray *boxes)
{
    for (guint i = 0; i < s->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        struct area box = {m->x, m->y, m->width, m->height}, none = {0};
        struct written w = {.number = true};
        if (m->number == 0 || changed_at(changed, box) || !place(p, box, &w))
            continue;
        w.text = g_strdup_printf("%d", m->number);
        int length = (int)strlen(w.text);
        bool text = g_str_equal(m->kind, "text");
        w.column -= (text || w.row == w.top) && w.column >= length ? length : 0;
        w.right = w.column + length;
        w.row = w.top = text ? w.row : w.top;
        w.bottom = w.row + 1;
        g_array_append_val(p->all, w);
        g_array_append_vals(boxes, text ? &box : &none, 1);
    }
}

static int nearest_first(gconstpointer a, gconstpointer b)
{
    const struct written *v = a, *w = b;
    if (v->label != w->label)
        return v->label ? -1 : 1;
    if (v->at_point != w->at_point)
        return v->at_point ? -1 : 1;
    if (v->number != w->number)
        return v->number ? -1 : 1;
    return (v->distance > w->distance) - (v->distance < w->distance);
}

/* A word is there, that the next one would be one with. */
static bool joins(const struct sheet *p, const struct written *w, int x)
{
    int owner = x >= 0 && x < p->t->columns ? p->owner[w->row * p->t->columns + x] : 0;
    return owner > 0 && !g_array_index(p->all, struct written, owner - 1).number;
}

/* The nearest to the point come first, and what has no room beside them is left out. */
static void settle(struct sheet *p)
{
    g_array_sort(p->all, nearest_first);
    for (guint i = 0; i < MIN(p->all->len, G_MAXUINT16 - 1); i++) {
        struct written *w = &g_array_index(p->all, struct written, i);
        guint16 *row = p->owner + w->row * p->t->columns;
        int width = text_width(w->text), least = MAX(MIN(width, LEAST), MIN(width, w->right - w->column));
        if (w->number || w->label)
            least = width;
        w->column = w->label ? CLAMP(w->column, 0, MAX(0, p->t->columns - width)) : w->column;
        bool fits = width > 0 && w->column + least <= p->t->columns;
        for (int x = w->column; fits && x < w->column + least; x++)
            fits = row[x] == 0;
        fits = fits && (w->number || (!joins(p, w, w->column - 1) && !joins(p, w, w->column + least)));
        w->end = fits ? w->column + least : w->column;
        for (int x = w->column; x < w->end; x++)
            row[x] = (guint16)(i + 1);
    }
}

/* Up to the next text, with a column between them. */
static int room(const struct sheet *p, const struct written *w)
{
    const guint16 *row = p->owner + w->row * p->t->columns;
    int x = w->end;
    while (x < p->t->columns && row[x] == 0)
        x++;
    return (x < p->t->columns ? x - 1 : x) - w->column;
}

/* ---- a mark by its number ---- */

#define NO_MARK "no mark %d on this picture (W shows the numbers)"

static const screen *marks_of_step(console *c, const GArray **ret_changed)
{
    bool live = console_live(c) && c->model->preview.id;
    return model_written(c->model, live ? c->model->preview.id : console_step(c)->last.id, NULL, ret_changed);
}

bool overlay_refuses(console *c, int number)
{
    const GArray *unused = NULL;
    const screen *s = marks_of_step(c, &unused);
    if (!s || s->marks->len >= MARKS_EVENT_MARKS || screen_mark_of(s, number))
        return false;
    console_say(c, STYLE_BAD, NO_MARK, number);
    return true;
}

/* NULL = none, which was said. Borrowed. */
static const struct screen_mark *find_mark(console *c, int number)
{
    const GArray *changed = NULL;
    const screen *s = marks_of_step(c, &changed);
    const struct screen_mark *m = s ? screen_mark_of(s, number) : NULL;
    if (!s)
        console_say(c, STYLE_WARN, "no marks are known yet on this picture");
    else if (!m)
        console_say(c, STYLE_WARN, NO_MARK, number);
    else if (changed_at(changed, (struct area){m->x, m->y, m->width, m->height}))
        console_say(c, STYLE_WARN, "mark %d: the screen has changed there since it was read", number);
    else
        return m;
    return NULL;
}

/* "mark 7: button "Save" at 412,388 (64×24)"; caller frees. */
static char *mark_text(const struct screen_mark *m)
{
    g_autofree char *text = text_fit(m->text, LABEL_LETTERS);
    return g_strdup_printf("mark %d: %s%s%s%s at %d,%d (%d×%d)", m->number, m->kind, *text ? " \"" : "", text, *text ? "\"" : "",
                           m->x + m->width / 2, m->y + m->height / 2, m->width, m->height);
}

void overlay_show(console *c, int number)
{
    const struct screen_mark *m = find_mark(c, number);
    if (!m)
        return;
    if (!c->lens.look)
        lens_next(&c->lens);
    c->lens.look = LENS_NEAR;
    c->lens.moved = true;
    c->lens.x = m->x + m->width / 2.0;
    c->lens.y = m->y + m->height / 2.0;
    c->view.overlay = OVERLAY_MARKS;
    g_autofree char *text = mark_text(m);
    console_say(c, STYLE_NORMAL, "%s  (z goes back)", text);
}

bool overlay_digit(console *c, int key, int *ret_x, int *ret_y)
{
    if (key < '0' || key > '9')
        return false;
    int number = c->typed_mark * 10 + key - '0';
    *ret_x = *ret_y = -1;
    c->typed_mark = number > 999 ? 0 : number;
    c->view.overlay = OVERLAY_MARKS; /* what is typed is a number that can be seen */
    const struct screen_mark *m = number > 0 ? find_mark(c, number) : NULL;
    if (!m)
        return true;
    *ret_x = m->x + m->width / 2;
    *ret_y = m->y + m->height / 2;
    g_autofree char *text = mark_text(m);
    console_say(c, STYLE_NORMAL, "%s: enter takes it", text);
    return true;
}

/* ---- drawing ---- */

/* The colour that most of the cells in and around it have. */
static gint32 ground_of(const struct sheet *p, const struct written *w)
{
    struct {
        gint32 colour;
        int n;
    } seen[16] = {{-1, 0}};
    gsize n = 0, most = 0;
    for (int y = w->top; y < w->bottom; y++)
        for (int x = MAX(0, w->column - 1); x < MIN(w->right + 1, p->t->columns); x++) {
            const struct cell *cell = &p->t->cells[y * p->t->columns + x];
            const gint32 colours[] = {cell->bg, cell->c == ' ' ? cell->bg : cell->fg};
            for (gsize k = 0; k < G_N_ELEMENTS(colours); k++) {
                gsize at = 0;
                while (at < n && seen[at].colour != colours[k])
                    at++;
                if (at == G_N_ELEMENTS(seen))
                    continue;
                if (at == n)
                    seen[n++].colour = colours[k], seen[at].n = 0;
                seen[at].n++;
                most = seen[at].n > seen[most].n ? at : most;
            }
        }
    return seen[most].colour;
}

/* In the picture its letters are larger than the terminal's: they are painted over. */
static void write_word(const struct sheet *p, const struct written *w)
{
    gint32 ground = ground_of(p, w);
    int own = w->right - w->column, most = MIN(room(p, w), MAX(text_width(w->text), own));
    bool large = 2 * own >= 3 * text_width(w->text); /* then a letter's edge may be in the cell before it */
    for (int y = w->top; y < w->bottom; y++)
        for (int x = MAX(0, w->column - large); x < w->right; x++)
            if (p->owner[y * p->t->columns + x] == 0 || (y == w->row && x >= w->column))
                paint_over(p->y + y, p->x + x, 1, " ", ground, w->faint);
    paint_over(p->y + w->row, p->x + w->column, most, w->text, ground, w->faint);
}

const GArray *overlay_numbers(console *c, const struct shown *shown)
{
    const struct pixel_rect *part = &shown->part;
    const GArray *changed = NULL;
    const screen *s = c->view.overlay == OVERLAY_MARKS ? model_written(c->model, shown->id, shown->path, &changed) : NULL;
    if (!s || part->width <= 0 || part->height <= 0)
        return NULL;
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(struct paint_number));
    for (guint i = 0; i < s->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        struct area box = {m->x, m->y, m->width, m->height}, all = {part->x, part->y, part->width, part->height};
        const struct paint_number n = {(double)(m->x - part->x) / part->width, (double)(m->y - part->y) / part->height,
                                       (double)m->width / part->width, (double)m->height / part->height, m->number};
        if (m->number > 0 && in_middle(all, box) && !changed_at(changed, box))
            g_array_append_val(numbers, n);
    }
    g_ptr_array_add(c->drawn.numbers, numbers);
    return numbers;
}

void overlay_want(console *c, const struct shown *shown)
{
    const GArray *unused;
    const char *pixels = model_pixels_of(c->model, shown->id);
    if (c->view.overlay == OVERLAY_NONE || shown->plain || shown->part.width <= 0 || !pixels || engine_tells(c) ||
        model_written(c->model, shown->id, shown->path, &unused))
        return;
    look_back_want(c->look_back, pixels, shown->path);
}

struct rect overlay_draw(const console *c, const struct shown *shown, const struct thumbnail *t, int y, int x)
{
    struct rect label = {0};
    const GArray *changed = NULL;
    bool writes = c->view.overlay != OVERLAY_NONE && !shown->plain;
    const screen *s = writes ? model_written(c->model, shown->id, shown->path, &changed) : NULL;
    if (!s || shown->part.width <= 0 || shown->part.height <= 0)
        return label;
    struct sheet p = {.shown = shown, .t = t, .y = y, .x = x, .all = g_array_new(FALSE, FALSE, sizeof(struct written))};
    g_array_set_clear_func(p.all, written_clear);
    p.owner = g_new0(guint16, (gsize)t->columns * (gsize)t->rows);
    g_autoptr(GArray) boxes = g_array_new(FALSE, FALSE, sizeof(struct area)); /* of each text; empty = it is in no line */
    add_words(&p, s, changed, boxes);
    if (c->view.overlay == OVERLAY_MARKS)
        add_numbers(&p, s, changed, boxes);
    straighten(&p, boxes);
    settle(&p);
    for (guint i = 0; i < p.all->len; i++) {
        const struct written *w = &g_array_index(p.all, struct written, i);
        if (w->end > w->column && !w->number)
            write_word(&p, w);
        if (w->at_point && !w->number && label.width == 0 && w->end > w->column)
            label = (struct rect){w->column, w->row, MIN(room(&p, w), MAX(text_width(w->text), w->right - w->column)), 1};
    }
    for (guint i = 0; i < p.all->len; i++) {
        const struct written *w = &g_array_index(p.all, struct written, i);
        if (w->end > w->column && w->number)
            paint_number(y + w->row, x + w->column, w->text);
    }
    g_array_unref(p.all);
    g_free(p.owner);
    return label;
}

#define MASKED "masked"
#define BLACK 0x000000

void overlay_masked(const console *c, const struct shown *shown, const struct thumbnail *t, int y, int x)
{
    g_autoptr(GArray) kept = shown->masked ? marks_event_areas(shown->masked) : NULL;
    const GArray *areas = shown->part.width == 0 ? NULL : kept ? kept : model_masked(c->model, shown->id);
    const struct pixel_rect *part = &shown->part;
    const struct area seen = {part->x, part->y, part->width, part->height};
    for (guint i = 0; areas && i < areas->len; i++) {
        struct area a = area_cut(g_array_index(areas, struct area, i), seen);
        int left = (a.x - part->x) * t->columns / part->width, right = (a.x - part->x + a.width) * t->columns / part->width;
        int row = (2 * (a.y - part->y) + a.height) * t->rows / (2 * part->height), width = MIN(right - left, (int)strlen(MASKED));
        if (a.width > 0 && a.height > 0 && width > 0 && row < t->rows)
            paint_over(y + row, x + left + (right - left - width) / 2, width, MASKED, BLACK, false);
    }
}
