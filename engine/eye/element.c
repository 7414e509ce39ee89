/* What the elements of all sources have in common: their list, names and ids. */
#include "engine/eye/elements.h"
#include "skills/timeline/visible.h"

static void element_clear(gpointer data)
{
    struct element *e = data;
    g_free(e->role);
    g_free(e->name);
    g_free(e->top_name);
}

GArray *elements_new(void)
{
    GArray *elements = g_array_new(FALSE, TRUE, sizeof(struct element));
    g_array_set_clear_func(elements, element_clear);
    return elements;
}

char *element_name(char *text)
{
    g_autofree char *valid = text ? g_utf8_make_valid(text, -1) : NULL;
    GString *out = g_string_new(NULL);
    glong n = 0;
    g_free(text);
    for (const char *p = valid ? valid : ""; *p && n < ELEMENTS_NAME_MAX; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        bool space = g_unichar_isspace(c);
        if (space ? out->len == 0 || out->str[out->len - 1] == ' ' : visible_hides(c))
            continue;
        g_string_append_unichar(out, space ? ' ' : c);
        n++;
    }
    return g_strchomp(g_string_free(out, FALSE));
}

/* ---- ids ---- */

static void node_clear(gpointer data)
{
    struct element_node *n = data;
    g_free(n->role);
    g_free(n->name);
}

GArray *element_nodes_new(void)
{
    GArray *nodes = g_array_new(FALSE, TRUE, sizeof(struct element_node));
    g_array_set_clear_func(nodes, node_clear);
    return nodes;
}

#define PATH_DIGITS 16
#define PLACE_DIGITS 8

struct path {
    char kind[PATH_DIGITS + 1];    /* of roles and names */
    char places[PLACE_DIGITS + 1]; /* of the places where there are likes; "" = nowhere */
    bool listed;                   /* some of these are not mere layout */
    int top;                       /* its window */
    guint place;                   /* among its likes */
    const guint *likes, *twins;    /* how many have its parent, role and name; how many in its window its path */
};

static void digits(char *ret, gsize bytes, const char *format, ...) G_GNUC_PRINTF(3, 4);
static void digits(char *ret, gsize bytes, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    g_strlcpy(ret, sum, bytes);
}

/* One more with that key, which is taken. */
static guint *count(GHashTable *counts, char *key)
{
    guint *n = g_hash_table_lookup(counts, key);
    if (!n)
        g_hash_table_insert(counts, g_strdup(key), n = g_new0(guint, 1));
    ++*n;
    g_free(key);
    return n;
}

static void count_likes(const GArray *nodes, struct path *paths, GHashTable *counts)
{
    for (guint i = 0; i < nodes->len; i++) {
        const struct element_node *n = &g_array_index(nodes, struct element_node, i);
        struct path *p = &paths[i];
        const struct path *in = n->parent < 0 ? NULL : &paths[n->parent];
        digits(p->kind, sizeof p->kind, "%s\n%s\n%s", in ? in->kind : "", n->role, n->name);
        p->top = n->window || !in ? (int)i : in->top;
        p->likes = count(counts, g_strdup_printf("%d\n%s\n%s", n->parent, n->role, n->name));
        p->place = *p->likes - 1;
        p->twins = count(counts, g_strdup_printf("%d %s", p->top, p->kind));
    }
}

void element_nodes_identify(GArray *nodes)
{
    g_autoptr(GHashTable) counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autofree struct path *paths = g_new0(struct path, nodes->len);
    count_likes(nodes, paths, counts);
    for (guint i = 0; i < nodes->len; i++) {
        struct element_node *n = &g_array_index(nodes, struct element_node, i);
        struct path *p = &paths[i];
        const struct path *in = n->parent < 0 ? NULL : &paths[n->parent];
        const bool by_place = n->window ? p->place > 0 : *p->likes > 1;
        if (by_place)
            digits(p->places, sizeof p->places, "%s\n%u", in ? in->places : "", p->place);
        else if (in)
            g_strlcpy(p->places, in->places, sizeof p->places);
        p->listed = (in && in->listed) || (by_place && (n->window || !n->holds));
        const bool alike = by_place || p->listed || *p->twins > 1 || (!*n->name && *p->places);
        char path[PATH_DIGITS + 1];
        if (alike && !*n->name)
            digits(path, sizeof path, "%s\n%s", p->kind, p->places);
        else
            g_strlcpy(path, p->kind, sizeof path);
        g_snprintf(n->id, sizeof n->id, "%s%s%s", path, alike ? "-" : "", alike ? p->places : "");
    }
}
