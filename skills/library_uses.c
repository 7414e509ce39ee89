#include "skills/library_parts.h"

#include "skills/skill_doc.h"

#include <string.h>

/* Which other skills a skill leads to: those that its own text names, and those that its file names beside its skills (a local
 * helper, a table of functions), which any of them may reach. */

#define BESIDE_MAX 1000000 /* names that come to skills this way, in all files together */

struct beside {
    GPtrArray *skills; /* of one file; borrowed */
    char **uses;       /* names that stand beside them; NULL = not read */
    bool left_out;
};

static void beside_free(gpointer data)
{
    struct beside *b = data;
    g_ptr_array_unref(b->skills);
    g_strfreev(b->uses);
    g_free(b);
}

static struct beside *beside_of(GHashTable *files, const char *path)
{
    struct beside *b = g_hash_table_lookup(files, path);
    if (b)
        return b;
    b = g_new0(struct beside, 1);
    b->skills = g_ptr_array_new();
    g_hash_table_insert(files, g_strdup(path), b);
    return b;
}

static int by_line(gconstpointer a, gconstpointer b)
{
    const skill *x = *(const skill *const *)a, *y = *(const skill *const *)b;
    return (x->line > y->line) - (x->line < y->line);
}

/* A skill that a later file has replaced counts as beside the others: those of its file go on to call it. */
static char *text_beside(const struct beside *b, const char *text)
{
    g_autofree char *ended = g_strconcat(text, "\n", NULL); /* as a skill's code is, also the last one's */
    const char *from = ended;
    GString *rest = g_string_new(NULL);
    g_ptr_array_sort(b->skills, by_line);
    for (guint i = 0; i < b->skills->len; i++) {
        const skill *s = g_ptr_array_index(b->skills, i);
        const char *at = strstr(from, s->code);
        if (!at)
            continue;
        g_string_append_len(rest, from, at - from);
        from = at + strlen(s->code);
    }
    g_string_append(rest, from);
    return g_string_free(rest, FALSE);
}

/* False: the file is left out. */
static bool read_beside(struct beside *b, const struct library_source *source, GHashTable *names, gsize *total,
                        GPtrArray *problems)
{
    g_autofree char *rest = text_beside(b, source->text);
    g_strfreev(b->uses); /* a file that is there twice is read twice */
    b->uses = skill_uses("", rest, names);
    gsize more = (gsize)g_strv_length(b->uses) * b->skills->len;
    b->left_out = more > BESIDE_MAX - *total;
    if (b->left_out)
        g_ptr_array_add(problems,
                        g_strdup_printf("%s: names too many other skills beside its own: it is left out", source->name));
    else
        *total += more;
    return !b->left_out;
}

/* Two sorted lists as one, each name once, without the skill's own. */
static char **with_beside(const skill *s, const struct beside *b, GHashTable *names)
{
    static char *none[] = {NULL};
    g_auto(GStrv) own = skill_uses(s->name, s->code, names);
    GPtrArray *all = g_ptr_array_new();
    for (char **x = own, **y = b->uses ? b->uses : none; *x || *y;) {
        int order = !*y ? -1 : !*x ? 1 : strcmp(*x, *y);
        const char *name = order <= 0 ? *x : *y;
        if (!g_str_equal(name, s->name))
            g_ptr_array_add(all, g_strdup(name));
        x += order <= 0;
        y += order >= 0;
    }
    g_ptr_array_add(all, NULL);
    return (char **)g_ptr_array_free(all, FALSE);
}

void library_find_uses(GPtrArray *all, GPtrArray *sources, GPtrArray *problems)
{
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, beside_free);
    gsize total = 0;
    for (guint i = 0; i < all->len; i++) {
        skill *s = g_ptr_array_index(all, i);
        g_hash_table_add(names, s->name);
        g_ptr_array_add(beside_of(files, s->file)->skills, s);
    }
    for (guint i = sources->len; i-- > 0;) {
        const struct library_source *source = g_ptr_array_index(sources, i);
        struct beside *b = g_hash_table_lookup(files, source->name);
        if (b && !read_beside(b, source, names, &total, problems))
            g_ptr_array_remove_index(sources, i);
    }
    for (guint i = 0; i < all->len; i++) {
        skill *s = g_ptr_array_index(all, i);
        const struct beside *b = g_hash_table_lookup(files, s->file);
        s->uses = b->left_out ? NULL : with_beside(s, b, names);
    }
    for (guint i = all->len; i-- > 0;) {
        const skill *s = g_ptr_array_index(all, i);
        if (!s->uses)
            g_ptr_array_remove_index_fast(all, i);
    }
}
