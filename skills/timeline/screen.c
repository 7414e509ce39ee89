#include "skills/timeline/screen.h"

#include <string.h>

static void word_clear(gpointer data)
{
    struct screen_word *w = data;
    g_free(w->text);
    g_free(w->region);
}

static void icon_clear(gpointer data)
{
    struct screen_icon *icon = data;
    g_free(icon->name);
}

static void mark_clear(gpointer data)
{
    struct screen_mark *m = data;
    g_free(m->kind);
    g_free(m->source);
    g_free(m->text);
    g_free(m->role);
    g_free(m->id);
}

static void monitor_clear(gpointer data)
{
    struct screen_monitor *m = data;
    g_free(m->name);
}

static void turn_clear(gpointer data)
{
    struct screen_turn *t = data;
    g_free(t->mode);
}

static GArray *items_new(gsize size, GDestroyNotify clear)
{
    GArray *items = g_array_new(FALSE, TRUE, (guint)size);
    g_array_set_clear_func(items, clear);
    return items;
}

screen *screen_new(int width, int height)
{
    screen *s = g_new0(screen, 1);
    s->width = width;
    s->height = height;
    s->words = items_new(sizeof(struct screen_word), word_clear);
    s->icons = items_new(sizeof(struct screen_icon), icon_clear);
    s->marks = items_new(sizeof(struct screen_mark), mark_clear);
    s->monitors = items_new(sizeof(struct screen_monitor), monitor_clear);
    s->turns = items_new(sizeof(struct screen_turn), turn_clear);
    return s;
}

screen *screen_copy(const screen *s)
{
    screen *copy = screen_new(s->width, s->height);
    screen items = *copy;
    *copy = *s;
    copy->words = items.words;
    copy->icons = items.icons;
    copy->marks = items.marks;
    copy->monitors = items.monitors;
    copy->turns = items.turns;
    copy->elements = g_strdup(s->elements);
    copy->state = g_strdup(s->state);
    for (guint i = 0; i < s->words->len; i++)
        screen_add_word(copy, &g_array_index(s->words, struct screen_word, i));
    for (guint i = 0; i < s->icons->len; i++)
        screen_add_icon(copy, &g_array_index(s->icons, struct screen_icon, i));
    for (guint i = 0; i < s->marks->len; i++)
        screen_add_mark(copy, &g_array_index(s->marks, struct screen_mark, i));
    for (guint i = 0; i < s->monitors->len; i++)
        screen_add_monitor(copy, &g_array_index(s->monitors, struct screen_monitor, i));
    for (guint i = 0; i < s->turns->len; i++)
        screen_add_turn(copy, &g_array_index(s->turns, struct screen_turn, i));
    return copy;
}

void screen_free(screen *s)
{
    if (!s)
        return;
    g_array_unref(s->words);
    g_array_unref(s->icons);
    g_array_unref(s->marks);
    g_array_unref(s->monitors);
    g_array_unref(s->turns);
    g_free(s->elements);
    g_free(s->state);
    g_free(s);
}

void screen_add_word(screen *s, const struct screen_word *word)
{
    struct screen_word copy = *word;
    copy.text = g_strdup(word->text ? word->text : "");
    copy.region = g_strdup(word->region ? word->region : "");
    g_array_append_val(s->words, copy);
}

void screen_add_icon(screen *s, const struct screen_icon *icon)
{
    struct screen_icon copy = *icon;
    copy.name = g_strdup(icon->name ? icon->name : "");
    g_array_append_val(s->icons, copy);
}

void screen_add_mark(screen *s, const struct screen_mark *mark)
{
    struct screen_mark copy = *mark;
    copy.kind = g_strdup(mark->kind ? mark->kind : "");
    copy.source = g_strdup(mark->source ? mark->source : "");
    copy.text = g_strdup(mark->text ? mark->text : "");
    copy.role = g_strdup(mark->role ? mark->role : "");
    copy.id = g_strdup(mark->id ? mark->id : "");
    g_array_append_val(s->marks, copy);
}

static const struct screen_mark *mark_in(const GArray *marks, int number)
{
    for (guint i = 0; i < marks->len; i++) {
        const struct screen_mark *m = &g_array_index(marks, struct screen_mark, i);
        if (m->number == number)
            return m;
    }
    return NULL;
}

/* A press on `m` is one on `at`. */
static bool mark_holds(const struct screen_mark *at, const struct screen_mark *m)
{
    int x = m->x + m->width / 2, y = m->y + m->height / 2;
    return x >= at->x && x < at->x + at->width && y >= at->y && y < at->y + at->height;
}

void screen_take_marks(screen *s, const screen *read, enum screen_keep keep)
{
    g_autoptr(GArray) old = s->marks;
    s->marks = items_new(sizeof(struct screen_mark), mark_clear);
    for (guint i = 0; i < read->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(read->marks, struct screen_mark, i);
        const struct screen_mark *was = keep == SCREEN_KEEP_PLACES ? mark_in(old, m->number) : NULL;
        if (!was || mark_holds(m, was))
            screen_add_mark(s, m);
    }
    for (guint i = 0; i < old->len; i++) {
        const struct screen_mark *m = &g_array_index(old, struct screen_mark, i);
        struct screen_mark *same = (struct screen_mark *)screen_mark_of(s, m->number);
        if (same)
            same->left_out = m->left_out;
        else if (keep != SCREEN_KEEP_NONE)
            screen_add_mark(s, m);
    }
    s->words_pending = read->words_pending;
}

const struct screen_mark *screen_mark_of(const screen *s, int number)
{
    return mark_in(s->marks, number);
}

const struct screen_mark *screen_element(const screen *s, const char *name, const char *role)
{
    for (guint i = 0; i < s->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        if (*m->id && (g_str_equal(m->text, name) || g_str_equal(m->id, name)) && (!role || g_str_equal(m->role, role)))
            return m;
    }
    return NULL;
}

void screen_add_monitor(screen *s, const struct screen_monitor *monitor)
{
    struct screen_monitor copy = *monitor;
    copy.name = g_strdup(monitor->name ? monitor->name : "");
    g_array_append_val(s->monitors, copy);
}

void screen_add_turn(screen *s, const struct screen_turn *turn)
{
    struct screen_turn copy = *turn;
    copy.mode = g_strdup(turn->mode ? turn->mode : "");
    g_array_append_val(s->turns, copy);
}

screen *screen_blank(void)
{
    screen *s = screen_new(1280, 720);
    s->window_width = s->width;
    s->window_height = s->height;
    screen_add_monitor(s, &(struct screen_monitor){(char *)"screen", 0, 0, s->width, s->height, true});
    char *one = (char *)"1"; /* what a check gives for a text */
    screen_add_mark(s,
                    &(struct screen_mark){1, (char *)"button", (char *)"elements", one, 640, 360, 1, 1, .role = one, .id = one});
    static const char *const modes[] = {"walking", "aiming", "map", "1"};
    for (gsize i = 0; i < G_N_ELEMENTS(modes); i++)
        screen_add_turn(s, &(struct screen_turn){(char *)modes[i], 10, 10});
    return s;
}

struct timeline_place screen_place(const screen *s)
{
    return (struct timeline_place){.width = s->width,
                                   .height = s->height,
                                   .pointer_x = s->pointer_x,
                                   .pointer_y = s->pointer_y,
                                   .window_x = s->window_x,
                                   .window_y = s->window_y,
                                   .window_width = s->window_width,
                                   .window_height = s->window_height};
}

static int by_top(gconstpointer a, gconstpointer b)
{
    const struct screen_word *x = *(const struct screen_word *const *)a, *y = *(const struct screen_word *const *)b;
    int dx = 2 * x->y + x->height, dy = 2 * y->y + y->height;
    return dx != dy ? (dx > dy) - (dx < dy) : (x->x > y->x) - (x->x < y->x);
}

static int by_left(gconstpointer a, gconstpointer b)
{
    const struct screen_word *x = *(const struct screen_word *const *)a, *y = *(const struct screen_word *const *)b;
    return (x->x > y->x) - (x->x < y->x);
}

/* A line: the words whose middle is above the bottom of the line's first word. Sorted by by_top(); the index behind it. */
static guint line_end(const GPtrArray *words, guint start)
{
    const struct screen_word *first = g_ptr_array_index(words, start);
    guint end = start + 1;
    for (; end < words->len; end++) {
        const struct screen_word *w = g_ptr_array_index(words, end);
        if (2 * w->y + w->height > 2 * (first->y + first->height))
            break;
    }
    return end;
}

/* ret_ends: the index behind each line, guint; NULL = not wanted. */
static GPtrArray *reading_order(const screen *s, const char *region, GArray *ret_ends)
{
    GPtrArray *words = g_ptr_array_new();
    for (guint i = 0; i < s->words->len; i++) {
        struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        if (!region || g_str_equal(w->region, region))
            g_ptr_array_add(words, w);
    }
    g_ptr_array_sort(words, by_top);
    for (guint start = 0; start < words->len;) {
        guint end = line_end(words, start);
        qsort(&words->pdata[start], end - start, sizeof(gpointer), by_left);
        if (ret_ends)
            g_array_append_val(ret_ends, end);
        start = end;
    }
    return words;
}

GPtrArray *screen_reading_order(const screen *s, const char *region)
{
    return reading_order(s, region, NULL);
}

static char *joined(const screen *s, const char *region, char between_lines)
{
    g_autoptr(GArray) ends = g_array_new(FALSE, FALSE, sizeof(guint));
    g_autoptr(GPtrArray) words = reading_order(s, region, ends);
    GString *out = g_string_new(NULL);
    for (guint i = 0, line = 0; i < words->len; i++) {
        const bool begins = i == g_array_index(ends, guint, line);
        line += begins;
        if (i)
            g_string_append_c(out, begins ? between_lines : ' ');
        g_string_append(out, ((const struct screen_word *)g_ptr_array_index(words, i))->text);
    }
    return g_string_free(out, FALSE);
}

char *screen_text(const screen *s, const char *region)
{
    return joined(s, region, ' ');
}

char *screen_lines(const screen *s, const char *region)
{
    return joined(s, region, '\n');
}

/* ---- what is written at a point ---- */

#define LABEL_ALIKE 0.6 /* what two readings agree on */
#define LABEL_SURE 0.9  /* a word that only one has seen */
#define LABEL_BEFORE 16 /* px before a text: its check box, its picture */
#define LABEL_BESIDE 6
#define LABEL_CLEAR 0.85 /* no reading of a picture is that sure */
#define LABEL_ICON 18    /* px: the widest picture beside a text on one line */

/* Tesseract takes strokes of icons and borders for punctuation. */
static bool has_alnum(const char *text)
{
    bool any = false;
    for (const char *c = text; *c && !any; c = g_utf8_next_char(c))
        any = g_unichar_isalnum(g_utf8_get_char(c));
    return any;
}

static bool on_one_line(const struct screen_word *a, const struct screen_word *b)
{
    int common = MIN(a->y + a->height, b->y + b->height) - MAX(a->y, b->y);
    return 2 * common > MIN(a->height, b->height);
}

static bool at_one_place(const struct screen_word *a, const struct screen_word *b)
{
    return on_one_line(a, b) && a->x + a->width > b->x + 1 && b->x + b->width > a->x + 1;
}

/* A picture is read as letters, too, but each time as others, and hardly ever surely. */
static bool is_label(const screen *s, guint index)
{
    const struct screen_word *w = &g_array_index(s->words, struct screen_word, index);
    bool glyph = g_strcmp0(w->region, SCREEN_GLYPH) == 0 && w->confidence >= LABEL_SURE;
    if (!(glyph || has_alnum(w->text)) || w->confidence < LABEL_ALIKE)
        return false;
    bool sure = glyph || (w->confidence >= LABEL_SURE && g_utf8_strlen(w->text, -1) > 1);
    for (guint i = 0; i < s->words->len && !sure; i++) {
        const struct screen_word *o = &g_array_index(s->words, struct screen_word, i);
        sure = i != index && o->confidence >= LABEL_ALIKE && g_str_equal(o->text, w->text) && at_one_place(o, w);
    }
    return sure;
}

/* Without what a picture before it has left: "@No". */
static const char *label_start(const char *text)
{
    while (*text && !g_unichar_isalnum(g_utf8_get_char(text)) && !strchr("(<'\"$#+-./~=*%", *text))
        text = g_utf8_next_char(text);
    return text;
}

/* Of what has been read twice at one place, the reading that is surer and longer. */
static int by_worth(gconstpointer a, gconstpointer b)
{
    const struct screen_word *x = *(const struct screen_word *const *)a, *y = *(const struct screen_word *const *)b;
    double dx = x->confidence * x->width, dy = y->confidence * y->width;
    return (dx < dy) - (dx > dy);
}

static GPtrArray *label_words(const screen *s)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    for (guint i = 0; i < s->words->len; i++) {
        struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        if (is_label(s, i))
            g_ptr_array_add(all, w);
    }
    g_ptr_array_sort(all, by_worth);
    GPtrArray *words = g_ptr_array_new();
    for (guint i = 0; i < all->len; i++) {
        const struct screen_word *w = all->pdata[i];
        bool again = false;
        for (guint j = 0; j < words->len && !again; j++)
            again = at_one_place(words->pdata[j], w);
        if (!again)
            g_ptr_array_add(words, all->pdata[i]);
    }
    g_ptr_array_sort(words, by_left);
    return words;
}

/* A small picture that two readings took for the same letters, and another one for others. */
static bool is_icon(const screen *s, const struct screen_word *w)
{
    bool other = false, clear = w->width > LABEL_ICON;
    for (guint i = 0; i < s->words->len && !clear; i++) {
        const struct screen_word *o = &g_array_index(s->words, struct screen_word, i);
        if (o->width > LABEL_ICON || !at_one_place(o, w))
            continue;
        clear = has_alnum(o->text) && o->confidence >= LABEL_CLEAR;
        other |= g_ascii_strcasecmp(o->text, w->text) != 0;
    }
    return other && !clear;
}

/* How far a point is from a word that it may belong to, px; G_MAXINT: it may not. */
static int label_distance(const struct screen_word *w, int x, int y)
{
    int before = MAX(w->x - x, 0), behind = MAX(x - w->x - w->width, 0);
    int above = MAX(MAX(w->y - y, y - w->y - w->height), 0);
    /* a line further up or down, or a text further away, may be another thing's */
    if (before > LABEL_BEFORE || behind > LABEL_BESIDE || above > MIN(w->height / 2, LABEL_BESIDE))
        return G_MAXINT;
    return MAX(MAX(before, behind), above);
}

char *screen_label(const screen *s, int x, int y)
{
    g_autoptr(GPtrArray) words = label_words(s);
    const struct screen_word *at = NULL;
    int least = G_MAXINT;
    for (guint i = 0; i < words->len; i++) {
        int distance = label_distance(words->pdata[i], x, y);
        if (distance < least) {
            least = distance;
            at = words->pdata[i];
        }
    }
    GString *text = g_string_new("");
    const struct screen_word *first = NULL, *last = NULL;
    for (guint i = 0; at && i < words->len; i++) {
        const struct screen_word *w = words->pdata[i];
        if (!on_one_line(w, at))
            continue;
        if (last && 4 * (w->x - last->x - last->width) > 3 * MAX(w->height, last->height)) { /* more than a space */
            if (last->x >= at->x)
                break;
            g_string_truncate(text, 0);
        }
        if (text->len && last == first && is_icon(s, first))
            g_string_truncate(text, 0);
        first = text->len ? first : w;
        g_string_append_printf(text, "%s%s", text->len ? " " : "", text->len ? w->text : label_start(w->text));
        last = w;
    }
    return g_string_free(text, FALSE);
}

/* True when the words stand on one line: what has several may be several things, the rows of a menu. */
static bool has_one_line(const screen *s)
{
    for (guint i = 1; i < s->words->len; i++)
        if (!on_one_line(&g_array_index(s->words, struct screen_word, 0), &g_array_index(s->words, struct screen_word, i)))
            return false;
    return true;
}

char *screen_label_in(const screen *s, int x, int y, int left, int top, int width, int height)
{
    g_autoptr(screen) own = screen_new(s->width, s->height);
    for (guint i = 0; i < s->words->len; i++) {
        const struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        int middle_x = w->x + w->width / 2 - left, middle_y = w->y + w->height / 2 - top;
        if (middle_x >= 0 && middle_x < width && middle_y >= 0 && middle_y < height)
            screen_add_word(own, w);
    }
    const bool alone = has_one_line(own);
    char *label = screen_label(own, x, y);
    for (guint i = 0; i < own->words->len && !*label; i++) {
        const struct screen_word *w = &g_array_index(own->words, struct screen_word, i);
        if (!alone && (y < w->y - LABEL_BESIDE || y >= w->y + w->height + LABEL_BESIDE))
            continue;
        g_free(label);
        label = screen_label(own, w->x + w->width / 2, w->y + w->height / 2);
    }
    return label;
}
