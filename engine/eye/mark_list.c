#include "engine/eye/mark_list.h"

#include "engine/eye/elements.h"
#include "engine/picture/shapes.h"

#define LABEL 24 /* px between a check box and its text */
#define WORDS_OF_A_BAR 3
#define TITLE 3         /* letters of a menu's title, at least */
#define TITLES 3        /* of a menu bar behind the lit one, at least */
#define TITLES_APART 40 /* px, at most */
#define EDGE 4          /* px: between the beginnings of lines that begin at one edge */
#define LINES 4         /* px: a table's lines between its cells */
#define CELLS 120       /* so many marks a model is told at most */
#define MIN_DIST 30     /* px from middle to middle of two elements of which one is in the other: one aim */
#define LINES_MAX 60    /* px: the words in a higher element are its content, not its name */

/* Words that belong to a mark are `taken`. */
struct list {
    screen *s;
    const GArray *shapes, *elements;
    bool *taken;
};

static struct area area_of_word(const screen *s, guint i)
{
    const struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
    return (struct area){w->x, w->y, w->width, w->height};
}

static bool has_middle(struct area a, struct area b)
{
    return area_has(a, b.x + b.width / 2, b.y + b.height / 2);
}

static struct area area_of_mark(const screen *s, guint i)
{
    const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
    return (struct area){m->x, m->y, m->width, m->height};
}

/* A piece of what an element is: the box of a check box, a button's edge. A field may have buttons in it. */
static bool is_of_element(const screen *s, struct area a)
{
    for (guint i = 0; i < s->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        if (*m->id && !g_str_equal(m->kind, "field") && m->height <= LINES_MAX && has_middle(area_of_mark(s, i), a) &&
            a.width * a.height <= m->width * m->height)
            return true;
    }
    return false;
}

/* A mark is there whose middle is in it, or the other way round. */
static bool is_marked(const screen *s, struct area a)
{
    bool marked = false;
    for (guint i = 0; i < s->marks->len && !marked; i++)
        marked = has_middle(area_of_mark(s, i), a) && has_middle(a, area_of_mark(s, i));
    return marked;
}

static void add(screen *s, const char *kind, const char *source, const char *text, struct area a)
{
    const struct screen_mark m = {.kind = (char *)kind,
                                  .source = (char *)source,
                                  .text = (char *)text,
                                  .x = a.x,
                                  .y = a.y,
                                  .width = a.width,
                                  .height = a.height};
    screen_add_mark(s, &m);
}

/* ---- words ---- */

static bool on_one_line(struct area a, struct area b)
{
    int common = MIN(a.y + a.height, b.y + b.height) - MAX(a.y, b.y);
    return 2 * common > MIN(a.height, b.height);
}

/* No more than a space is between them. */
static bool goes_on(struct area a, struct area b)
{
    int gap = b.x - a.x - a.width;
    return on_one_line(a, b) && ABS(gap) <= MAX(a.height, b.height); /* a terminal's space is as wide as its letters are high */
}

/* The free word that follows one; -1 = none. */
static int next_word(const struct list *l, struct area a)
{
    int next = -1;
    for (guint i = 0; i < l->s->words->len; i++) {
        struct area b = area_of_word(l->s, i);
        if (!l->taken[i] && b.x > a.x && goes_on(a, b) && (next < 0 || b.x < area_of_word(l->s, (guint)next).x))
            next = (int)i;
    }
    return next;
}

/* Takes a word and those behind it; their text and place. */
static void take_phrase(struct list *l, guint first, GString *text, struct area *ret_place)
{
    struct area last = *ret_place = area_of_word(l->s, first);
    for (int i = (int)first; i >= 0; i = next_word(l, last)) {
        last = area_of_word(l->s, (guint)i);
        l->taken[i] = true;
        *ret_place = area_joined(*ret_place, last);
        g_string_append_printf(text, "%s%s", text->len ? " " : "", g_array_index(l->s->words, struct screen_word, (guint)i).text);
    }
}

static void add_words(struct list *l)
{
    for (guint i = 0; i < l->s->words->len; i++) {
        bool begins = !l->taken[i];
        for (guint j = 0; begins && j < l->s->words->len; j++)
            begins = j == i || l->taken[j] || area_of_word(l->s, j).x >= area_of_word(l->s, i).x ||
                     !goes_on(area_of_word(l->s, j), area_of_word(l->s, i));
        if (!begins)
            continue;
        g_autoptr(GString) text = g_string_new(NULL);
        struct area place;
        take_phrase(l, i, text, &place);
        add(l->s, "text", "words", text->str, place);
    }
}

/* ---- shapes ---- */

/* The words in a box, in reading order. */
static GArray *words_in(const struct list *l, struct area box)
{
    g_autoptr(GPtrArray) order = screen_reading_order(l->s, NULL);
    GArray *words = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < order->len; i++) {
        guint index =
            (guint)((const struct screen_word *)order->pdata[i] - (const struct screen_word *)(gpointer)l->s->words->data);
        if (!l->taken[index] && has_middle(box, area_of_word(l->s, index)))
            g_array_append_val(words, index);
    }
    return words;
}

/* The first two titles of a menu bar whose third one is lit: its edges close the rest of the bar like a button's. Words, no
 * further from each other than titles are, and more of them in the same line behind the box. */
static bool is_rest_of_menus(const struct list *l, const struct shape *shape, const GArray *words)
{
    struct area last = {0};
    bool titles = shape->kind == SHAPE_BUTTON && words->len >= 2;
    for (guint i = 0; titles && i < words->len; i++) {
        const guint index = g_array_index(words, guint, i);
        const struct area a = area_of_word(l->s, index);
        titles = g_utf8_strlen(g_array_index(l->s->words, struct screen_word, index).text, -1) >= TITLE &&
                 (i == 0 || (on_one_line(a, last) && a.x - last.x - last.width <= TITLES_APART));
        last = a;
    }
    int behind = 0;
    for (guint i = 0; titles && i < l->s->words->len; i++) {
        const struct area a = area_of_word(l->s, i);
        behind += on_one_line(a, last) && a.x >= shape->box.x + shape->box.width &&
                  ABS(a.y + a.height / 2 - last.y - last.height / 2) <= EDGE;
    }
    return behind >= TITLES;
}

/* Several texts far from each other, or elements, in one box: a menu bar, a row of a table. */
static bool is_bar(const struct list *l, const struct shape *shape, const GArray *words)
{
    const struct area box = shape->box;
    guint parts = words->len > 0;
    for (guint i = 1; i < words->len; i++)
        parts +=
            !goes_on(area_of_word(l->s, g_array_index(words, guint, i - 1)), area_of_word(l->s, g_array_index(words, guint, i)));
    for (guint i = 0; i < l->s->marks->len; i++)
        parts += *g_array_index(l->s->marks, struct screen_mark, i).id && has_middle(box, area_of_mark(l->s, i));
    return parts >= WORDS_OF_A_BAR || (parts == 2 && is_rest_of_menus(l, shape, words));
}

/* Lines that begin at one edge, and are further apart than those of a text: the entries of a menu. */
static bool is_menu(const struct list *l, const GArray *words)
{
    int highest = 0;
    bool lines = false;
    for (guint i = 0; i < words->len; i++)
        highest = MAX(highest, area_of_word(l->s, g_array_index(words, guint, i)).height);
    struct area first = words->len ? area_of_word(l->s, g_array_index(words, guint, 0)) : (struct area){0}, before = first;
    for (guint i = 1; i < words->len; i++) {
        const struct area a = area_of_word(l->s, g_array_index(words, guint, i));
        const int down = a.y + a.height / 2 - before.y - before.height / 2;
        if (!on_one_line(a, before)) {
            if (ABS(a.x - first.x) > EDGE || 10 * down < 17 * highest)
                return false;
            lines = true;
        }
        before = a;
    }
    return lines;
}

static void add_box(struct list *l, const struct shape *shape)
{
    g_autoptr(GArray) words = words_in(l, shape->box);
    g_autoptr(GString) text = g_string_new(NULL);
    if (is_bar(l, shape, words) || is_menu(l, words))
        return;
    for (guint i = 0; i < words->len; i++) {
        guint word = g_array_index(words, guint, i);
        l->taken[word] = true;
        g_string_append_printf(text, "%s%s", i ? " " : "", g_array_index(l->s->words, struct screen_word, word).text);
    }
    add(l->s, shape_kind_name(shape->kind), "shapes", text->str, shape->box);
}

/* A check box has its text behind it; what OCR has read in it is its hook. */
static void add_check(struct list *l, const struct shape *shape)
{
    g_autoptr(GString) text = g_string_new(NULL);
    struct area box = shape->box, place;
    int label = -1;
    for (guint i = 0; i < l->s->words->len; i++) {
        struct area w = area_of_word(l->s, i);
        if (l->taken[i])
            continue;
        l->taken[i] = has_middle(box, w) && w.width <= box.width + 8;
        int gap = w.x - box.x - box.width;
        if (!l->taken[i] && gap >= -4 && gap <= LABEL && on_one_line(w, box) &&
            (label < 0 || w.x < area_of_word(l->s, (guint)label).x))
            label = (int)i;
    }
    if (label >= 0)
        take_phrase(l, (guint)label, text, &place);
    add(l->s, shape_kind_name(shape->kind), "shapes", text->str, box);
}

/* Ink that was read is a text. */
static void add_drawing(struct list *l, const struct shape *shape)
{
    struct area box = shape->box;
    for (guint i = 0; i < l->s->words->len; i++) {
        struct area w = area_of_word(l->s, i), common = area_cut(w, box);
        if (area_overlaps(w, box) && 3 * common.width * common.height > MIN(w.width * w.height, box.width * box.height))
            return;
    }
    add(l->s, "icon", "shapes", "", box);
}

static bool is_alike(int a, int b)
{
    return ABS(a - b) <= 2;
}

/* From the end of one to the start of the other, in either order. */
static bool is_next(int a, int a_length, int b, int b_length)
{
    return ABS(MAX(a, b) - (a < b ? a + a_length : b + b_length)) <= LINES;
}

/* An empty field that has others of its size beside it, and above it or below it, edge to edge. */
static bool is_cell(const struct list *l, const struct shape *shape)
{
    bool row = false, column = false, words = false;
    const struct area a = shape->box;
    for (guint i = 0; i < l->shapes->len && shape->kind == SHAPE_FIELD; i++) {
        const struct area b = g_array_index(l->shapes, struct shape, i).box;
        row |= is_alike(a.y, b.y) && is_alike(a.height, b.height) && is_next(a.x, a.width, b.x, b.width);
        column |= is_alike(a.x, b.x) && is_alike(a.width, b.width) && is_next(a.y, a.height, b.y, b.height);
    }
    for (guint i = 0; i < l->s->words->len && row && column && !words; i++)
        words = has_middle(a, area_of_word(l->s, i));
    return row && column && !words;
}

/* The shapes without the cells of a table, where these are more than anybody is told. Caller unrefs. */
static GArray *without_cells(const struct list *l)
{
    GArray *others = g_array_new(FALSE, TRUE, sizeof(struct shape));
    for (guint i = 0; l->shapes && i < l->shapes->len; i++)
        if (!is_cell(l, &g_array_index(l->shapes, struct shape, i)))
            g_array_append_val(others, g_array_index(l->shapes, struct shape, i));
    if (!l->shapes || l->shapes->len - others->len > CELLS)
        return others;
    g_array_unref(others);
    return g_array_ref((GArray *)l->shapes);
}

static void add_shapes(struct list *l)
{
    g_autoptr(GArray) all = without_cells(l);
    for (guint i = 0; i < all->len; i++) {
        const struct shape *shape = &g_array_index(all, struct shape, i);
        if (is_marked(l->s, shape->box) || is_of_element(l->s, shape->box))
            continue;
        if (shape->kind == SHAPE_CHECK || shape->kind == SHAPE_RADIO)
            add_check(l, shape);
        else if (shape->kind == SHAPE_ICON)
            add_drawing(l, shape);
        else
            add_box(l, shape);
    }
}

/* ---- elements ---- */

static const struct {
    const char *role, *kind;
} kinds[] = {{"check box", "check"},
             {"check menu item", "check"},
             {"radio button", "radio"},
             {"radio menu item", "radio"},
             {"text", "field"},
             {"entry", "field"},
             {"spin button", "field"},
             {"editbar", "field"},
             {"password text", "field"},
             {"terminal", "field"},
             {"list", "field"},
             {"scroll pane", "field"},
             {"image", "icon"},
             {"icon", "icon"},
             {"list item", "text"},
             {"tree item", "text"},
             {"table cell", "text"},
             {"link", "text"},
             {"table column header", "text"}};

static const char *kind_of(const char *role)
{
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (g_str_equal(kinds[i].role, role))
            return kinds[i].kind;
    return "button";
}

static struct area area_of_element(const struct element *e)
{
    return (struct area){e->x, e->y, e->width, e->height};
}

/* One of the two is a part of the other, at the same place for a pointer. */
static bool is_one_aim(struct area a, struct area b)
{
    const int dx = a.x + a.width / 2 - b.x - b.width / 2, dy = a.y + a.height / 2 - b.y - b.height / 2;
    return dx * dx + dy * dy < MIN_DIST * MIN_DIST && (has_middle(a, b) || has_middle(b, a));
}

/* The words in it are its own; they name it where it has no name. */
static void add_element(struct list *l, const struct element *e)
{
    const struct area box = area_of_element(e);
    for (guint i = 0; i < l->s->marks->len; i++)
        if (is_one_aim(area_of_mark(l->s, i), box))
            return;
    g_autoptr(GArray) words = box.height <= LINES_MAX ? words_in(l, box) : NULL;
    g_autoptr(GString) text = g_string_new(e->name);
    for (guint i = 0; words && i < words->len; i++) {
        guint word = g_array_index(words, guint, i);
        l->taken[word] = true;
        if (!*e->name)
            g_string_append_printf(text, "%s%s", i ? " " : "", g_array_index(l->s->words, struct screen_word, word).text);
    }
    add(l->s, kind_of(e->role), "elements", text->str, box);
    struct screen_mark *m = &g_array_index(l->s->marks, struct screen_mark, l->s->marks->len - 1);
    g_free(m->role);
    g_free(m->id);
    m->role = g_strdup(e->role);
    m->id = g_strdup(e->id);
    m->focused = e->focused;
}

/* Another one at its place never hides that a password goes there; what can be clicked comes before what only gets the keys. */
static void add_elements(struct list *l)
{
    for (int rank = 2; rank >= 0; rank--)
        for (guint i = 0; l->elements && i < l->elements->len; i++) {
            const struct element *e = &g_array_index(l->elements, struct element, i);
            if ((e->secret ? 2 : e->clickable) == rank)
                add_element(l, e);
        }
}

/* ---- icons of the profile ---- */

static void add_icons(struct list *l)
{
    for (guint i = 0; i < l->s->icons->len; i++) {
        const struct screen_icon *icon = &g_array_index(l->s->icons, struct screen_icon, i);
        const struct area a = {icon->x, icon->y, icon->width, icon->height};
        if (!is_marked(l->s, a))
            add(l->s, "icon", "icons", icon->name, a);
    }
}

/* ---- sources, the surest first ---- */

static void (*const sources[])(struct list *) = {add_elements, add_icons, add_shapes, add_words};

void mark_list_add(screen *s, const GArray *shapes, const GArray *elements)
{
    struct list l = {.s = s, .shapes = shapes, .elements = elements, .taken = g_new0(bool, s->words->len + 1)};
    for (gsize i = 0; i < G_N_ELEMENTS(sources); i++)
        sources[i](&l);
    g_free(l.taken);
}
