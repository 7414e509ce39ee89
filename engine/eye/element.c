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

/* Counts those before it with the same key. */
static guint place_among(GHashTable *likes, const char *key)
{
    guint n = GPOINTER_TO_UINT(g_hash_table_lookup(likes, key));
    g_hash_table_insert(likes, g_strdup(key), GUINT_TO_POINTER(n + 1));
    return n;
}

void element_id(GHashTable *likes, const char *parent, const char *role, const char *name, char *ret_id)
{
    g_autofree char *key = g_strdup_printf("%s\n%s\n%s", parent, role, name);
    g_autofree char *path = g_strdup_printf("%s\n%u", key, likes ? place_among(likes, key) : 0);
    g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, path, -1);
    g_strlcpy(ret_id, sum, ELEMENTS_ID_BYTES);
}
