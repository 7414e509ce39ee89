/* Which marks of a look are those of an earlier one. An element has its id. A text that is there once in both says so, and how
 * far a list has scrolled; what has no text, or the text of others, went the same way there, and stands still elsewhere. Where
 * nothing scrolled, a box may have got another text. A look without words does not tell what has scrolled: it gives numbers by
 * the place, and what they are compared with stays the last look with words. */
#include "engine/eye/mark_list.h"
#include "engine/picture/screen_match.h"

#define NEAR 4   /* px: at the same place */
#define LOOKS 30 /* what went is remembered so long */
#define KNOWN_MAX 4000
#define NUMBER_MAX 9999

struct known {
    struct screen_mark mark; /* owned */
    int seen;                /* the look in which it was last there */
    bool wordless;           /* it is new in a look without words, until one has them */
    bool taken;              /* in this look */
};

struct mark_numbers {
    GArray *known;  /* struct known */
    int look, last; /* look: those with words; last: number */
};

static void known_clear(gpointer data)
{
    struct known *k = data;
    g_free(k->mark.kind);
    g_free(k->mark.source);
    g_free(k->mark.text);
    g_free(k->mark.role);
    g_free(k->mark.id);
}

mark_numbers *mark_numbers_new(void)
{
    mark_numbers *n = g_new0(mark_numbers, 1);
    n->known = g_array_new(FALSE, TRUE, sizeof(struct known));
    g_array_set_clear_func(n->known, known_clear);
    return n;
}

void mark_numbers_free(mark_numbers *n)
{
    if (!n)
        return;
    g_array_unref(n->known);
    g_free(n);
}

static bool same_size(const struct screen_mark *a, const struct screen_mark *b)
{
    return ABS(a->width - b->width) <= NEAR && ABS(a->height - b->height) <= NEAR;
}

static bool is_at(const struct screen_mark *a, const struct screen_mark *b, const int *way)
{
    return ABS(a->x + way[0] - b->x) <= NEAR && ABS(a->y + way[1] - b->y) <= NEAR && same_size(a, b);
}

static bool same_text(const struct screen_mark *a, const struct screen_mark *b)
{
    return g_str_equal(a->kind, b->kind) && g_str_equal(a->text, b->text);
}

static void take(struct known *k, struct screen_mark *m)
{
    k->taken = true;
    m->number = k->mark.number;
}

/* How a known mark `a` and one of this look may be the same. */
typedef bool matches(const struct screen_mark *a, const struct screen_mark *m, const int *way);

static bool unmoved(const struct screen_mark *a, const struct screen_mark *m, const int *way)
{
    return same_text(a, m) && is_at(a, m, way);
}

/* Wherever it is now. */
static bool same_id(const struct screen_mark *a, const struct screen_mark *m, const int *way)
{
    (void)way;
    return *m->id && g_str_equal(a->id, m->id);
}

/* What has an id is nothing that has another. */
static bool ids_fit(const struct screen_mark *a, const struct screen_mark *m)
{
    return !*a->id || !*m->id || g_str_equal(a->id, m->id);
}

/* Its text has changed, or was not read before. */
static bool changed(const struct screen_mark *a, const struct screen_mark *m, const int *way)
{
    bool box = !g_str_equal(m->kind, "text") && !g_str_equal(a->kind, "text");
    return is_at(a, m, way) && (box || !*a->text || !*m->text);
}

struct rule {
    matches *fits;
    const int *way;
    struct area within; /* width 0 = everywhere */
    bool gone;          /* also those that were not there in the last look */
    bool wordless;      /* only those */
};

static struct area area_of(const struct screen_mark *m)
{
    return (struct area){m->x, m->y, m->width, m->height};
}

static void match_all(mark_numbers *n, screen *s, const struct rule *r)
{
    for (guint i = 0; i < s->marks->len; i++) {
        struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        bool in = r->within.width == 0 || area_overlaps(area_of(m), r->within);
        for (guint j = 0; in && j < n->known->len && !m->number; j++) {
            struct known *k = &g_array_index(n->known, struct known, j);
            if (!k->taken && k->wordless == r->wordless && (r->gone || k->seen == n->look - 1) && ids_fit(&k->mark, m) &&
                r->fits(&k->mark, m, r->way))
                take(k, m);
        }
    }
}

/* The only known mark of the last look, not taken, with this text; and no other mark of this look has it. */
static struct known *moved(mark_numbers *n, const screen *s, const struct screen_mark *m)
{
    struct known *only = NULL;
    for (guint i = 0; i < s->marks->len; i++) {
        const struct screen_mark *o = &g_array_index(s->marks, struct screen_mark, i);
        if (o != m && !o->number && same_text(o, m))
            return NULL;
    }
    for (guint j = 0; j < n->known->len; j++) {
        struct known *k = &g_array_index(n->known, struct known, j);
        if (k->taken || k->wordless || k->seen != n->look - 1 || !same_text(&k->mark, m) || !ids_fit(&k->mark, m))
            continue;
        if (only)
            return NULL;
        only = k;
    }
    return only && same_size(&only->mark, m) ? only : NULL;
}

/* Where most of what moved has gone; false: nothing moved. */
static bool find_way(mark_numbers *n, const screen *s, int *way)
{
    g_autoptr(GHashTable) votes = g_hash_table_new(NULL, NULL);
    guint most = 0;
    for (guint i = 0; i < s->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        const struct known *k = *m->text ? moved(n, s, m) : NULL;
        int dx = k ? m->x - k->mark.x : 0, dy = k ? m->y - k->mark.y : 0;
        if (ABS(dx) <= NEAR && ABS(dy) <= NEAR)
            continue;
        gpointer key = GUINT_TO_POINTER((guint)(dx + 0x4000) << 16 | (guint)(dy + 0x4000));
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(votes, key)) + 1;
        g_hash_table_insert(votes, key, GUINT_TO_POINTER(count));
        if (count > most) {
            most = count;
            way[0] = dx;
            way[1] = dy;
        }
    }
    return most > 0;
}

/* Those whose text is there once in both; the area in which they went that way. */
static struct area match_moved(mark_numbers *n, screen *s, const int *way)
{
    struct area scrolled = {0};
    for (guint i = 0; i < s->marks->len; i++) {
        struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        struct known *k = *m->text ? moved(n, s, m) : NULL;
        if (!k)
            continue;
        if ((way[0] || way[1]) && is_at(&k->mark, m, way)) {
            struct area both = area_joined(area_of(&k->mark), area_of(m));
            scrolled = scrolled.width ? area_joined(scrolled, both) : both;
        }
        take(k, m);
    }
    return scrolled;
}

static int new_number(mark_numbers *n)
{
    bool used = true;
    while (used) {
        n->last = n->last % NUMBER_MAX + 1;
        used = false;
        for (guint j = 0; j < n->known->len && !used; j++)
            used = g_array_index(n->known, struct known, j).mark.number == n->last;
    }
    return n->last;
}

static void remember_mark(mark_numbers *n, const struct screen_mark *m, bool wordless)
{
    if (n->known->len >= KNOWN_MAX)
        return;
    struct known k = {.mark = *m, .seen = n->look, .wordless = wordless};
    k.mark.kind = g_strdup(m->kind);
    k.mark.source = g_strdup(m->source);
    k.mark.text = g_strdup(m->text);
    k.mark.role = g_strdup(m->role);
    k.mark.id = g_strdup(m->id);
    g_array_append_val(n->known, k);
}

static void remember(mark_numbers *n, const screen *s)
{
    g_autoptr(GHashTable) there = g_hash_table_new(NULL, NULL), old = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < s->marks->len; i++)
        g_hash_table_add(there, GINT_TO_POINTER(g_array_index(s->marks, struct screen_mark, i).number));
    for (guint j = n->known->len; j > 0; j--) {
        struct known *k = &g_array_index(n->known, struct known, j - 1);
        gpointer number = GINT_TO_POINTER(k->mark.number);
        k->taken = false;
        if (k->wordless || (!s->words_pending && (k->seen < n->look - LOOKS || g_hash_table_contains(there, number))))
            g_array_remove_index(n->known, j - 1);
        else
            g_hash_table_add(old, number);
    }
    for (guint i = 0; i < s->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        if (!g_hash_table_contains(old, GINT_TO_POINTER(m->number)))
            remember_mark(n, m, s->words_pending);
    }
}

static int by_place(gconstpointer a, gconstpointer b)
{
    const struct screen_mark *m = a, *o = b;
    int above = (m->y + m->height / 2) / 12 - (o->y + o->height / 2) / 12;
    return above ? above : m->x - o->x;
}

static int by_number(gconstpointer a, gconstpointer b)
{
    return ((const struct screen_mark *)a)->number - ((const struct screen_mark *)b)->number;
}

void mark_numbers_give(mark_numbers *n, screen *s)
{
    static const int nowhere[2] = {0, 0};
    int way[2] = {0, 0};
    n->look++;
    g_array_sort(s->marks, by_place);
    match_all(n, s, &(const struct rule){same_id, nowhere, {0}, true, false});
    bool went = find_way(n, s, way);
    struct area scrolled = match_moved(n, s, way);
    if (scrolled.width) { /* what stands beside the texts has scrolled with them */
        scrolled.x = 0;
        scrolled.width = s->width;
    }
    const struct rule rules[] = {{unmoved, scrolled.width ? way : nowhere, scrolled, false, false},
                                 {unmoved, nowhere, {0}, false, false},
                                 {went ? unmoved : changed, way, {0}, false, false},
                                 {unmoved, nowhere, {0}, true, false},
                                 {same_id, nowhere, {0}, true, true},
                                 {unmoved, nowhere, {0}, true, true},
                                 {changed, nowhere, {0}, true, true}};
    for (gsize i = 0; i < G_N_ELEMENTS(rules); i++)
        match_all(n, s, &rules[i]);
    for (guint i = 0; i < s->marks->len; i++) {
        struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        if (!m->number)
            m->number = new_number(n);
    }
    remember(n, s);
    if (s->words_pending)
        n->look--;
    g_array_sort(s->marks, by_number);
}
