/* Tuples of plans, counted and merged to actions. */

#include "engine/curation/verb_set.h"

#include <string.h>

#define EXAMPLES 3 /* named in a draft's documentation */

struct verb_set {
    GHashTable *rows;   /* verb → struct row* */
    GHashTable *merged; /* verb → the verb that it counts as */
};
struct row {
    struct action_row row;
    GHashTable *goals; /* numbers */
    guint with_tool, with_materials;
};

static void count_free(gpointer data)
{
    struct action_count *count = data;
    g_free(count->name);
    g_free(count);
}

static void row_free(gpointer data)
{
    struct row *r = data;
    g_free(r->row.verb);
    g_ptr_array_unref(r->row.objects);
    g_ptr_array_unref(r->row.tools);
    g_ptr_array_unref(r->row.materials);
    g_hash_table_unref(r->goals);
    g_free(r);
}

verb_set *verb_set_new(void)
{
    verb_set *set = g_new0(verb_set, 1);
    set->rows = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, row_free);
    set->merged = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    return set;
}

void verb_set_free(verb_set *set)
{
    if (!set)
        return;
    g_hash_table_unref(set->rows);
    g_hash_table_unref(set->merged);
    g_free(set);
}

/* "Go Up" → "go_up"; NULL = none. Caller frees. */
static char *word_of(const char *text)
{
    static const char *const none[] = {"", "none", "null", "nil", NULL};
    GString *word = g_string_new(NULL);
    for (; *text && word->len < VERB_SET_WORD_MAX; text++) {
        bool letter = g_ascii_isalnum(*text);
        if (letter || (word->len && word->str[word->len - 1] != '_'))
            g_string_append_c(word, letter ? g_ascii_tolower(*text) : '_');
    }
    while (word->len && word->str[word->len - 1] == '_')
        g_string_truncate(word, word->len - 1);
    bool empty = g_strv_contains(none, word->str);
    return g_string_free(word, empty);
}

bool verb_set_merge(verb_set *set, const char *from, const char *to)
{
    g_autofree char *one = word_of(from), *other = word_of(to);
    if (!one || !other)
        return false;
    g_hash_table_insert(set->merged, g_steal_pointer(&one), g_steal_pointer(&other));
    return true;
}

static void count_name(GPtrArray *counts, const char *text)
{
    g_autofree char *name = word_of(text);
    for (guint i = 0; name && i < counts->len; i++) {
        struct action_count *count = counts->pdata[i];
        if (g_str_equal(count->name, name)) {
            count->n++;
            return;
        }
    }
    if (!name)
        return;
    struct action_count *count = g_new(struct action_count, 1);
    *count = (struct action_count){g_steal_pointer(&name), 1};
    g_ptr_array_add(counts, count);
}

/* True: at least one of them is a name. */
static bool count_names(GPtrArray *counts, const GPtrArray *names)
{
    bool any = false;
    for (guint i = 0; names && i < names->len; i++) {
        g_autofree char *name = word_of(names->pdata[i]);
        any |= name != NULL;
        count_name(counts, names->pdata[i]);
    }
    return any;
}

static struct row *row_of(verb_set *set, const char *verb)
{
    struct row *r = g_hash_table_lookup(set->rows, verb);
    if (r)
        return r;
    r = g_new0(struct row, 1);
    r->row.verb = g_strdup(verb);
    r->row.objects = g_ptr_array_new_with_free_func(count_free);
    r->row.tools = g_ptr_array_new_with_free_func(count_free);
    r->row.materials = g_ptr_array_new_with_free_func(count_free);
    r->goals = g_hash_table_new(NULL, NULL);
    g_hash_table_insert(set->rows, r->row.verb, r);
    return r;
}

bool verb_set_add(verb_set *set, guint goal, const struct action_tuple *tuple)
{
    g_autofree char *verb = word_of(tuple->verb);
    if (!verb)
        return false;
    const char *merged = g_hash_table_lookup(set->merged, verb);
    struct row *r = row_of(set, merged ? merged : verb);
    r->row.count++;
    g_hash_table_add(r->goals, GUINT_TO_POINTER(goal + 1));
    count_name(r->row.objects, tuple->object);
    r->with_tool += count_names(r->row.tools, tuple->tools);
    r->with_materials += count_names(r->row.materials, tuple->materials);
    return true;
}

static int most_first(const void *a, const void *b)
{
    const struct action_count *one = *(struct action_count *const *)a, *other = *(struct action_count *const *)b;
    int by_count = (one->n < other->n) - (one->n > other->n);
    return by_count ? by_count : strcmp(one->name, other->name);
}

static int row_first(const void *a, const void *b)
{
    const struct action_row *one = *(struct action_row *const *)a, *other = *(struct action_row *const *)b;
    int by_count = (one->count < other->count) - (one->count > other->count);
    return by_count ? by_count : strcmp(one->verb, other->verb);
}

GPtrArray *verb_set_rows(const verb_set *set, guint least)
{
    GPtrArray *rows = g_ptr_array_new();
    GHashTableIter iter;
    gpointer value;
    g_hash_table_iter_init(&iter, set->rows);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        struct row *r = value;
        r->row.goals = g_hash_table_size(r->goals);
        r->row.takes_tool = r->with_tool * 2 >= r->row.count;
        r->row.takes_materials = r->with_materials * 2 >= r->row.count;
        g_ptr_array_sort(r->row.objects, most_first);
        g_ptr_array_sort(r->row.tools, most_first);
        g_ptr_array_sort(r->row.materials, most_first);
        if (r->row.count >= least)
            g_ptr_array_add(rows, &r->row);
    }
    g_ptr_array_sort(rows, row_first);
    return rows;
}

static void say_names(GString *text, const GPtrArray *counts)
{
    for (guint i = 0; i < MIN(counts->len, EXAMPLES); i++)
        g_string_append_printf(text, "%s%s", i ? ", " : "", ((struct action_count *)counts->pdata[i])->name);
}

static void say_param(GString *text, const char *name, const GPtrArray *counts)
{
    g_string_append_printf(text, "-- @param %s string such as ", name);
    say_names(text, counts);
    g_string_append_c(text, '\n');
}

char *action_row_draft(const struct action_row *row)
{
    GString *text = g_string_new(NULL), *params = g_string_new(NULL), *args = g_string_new(NULL);
    const struct {
        const char *name;
        bool taken;
        const GPtrArray *counts;
    } all[] = {{"object", row->objects->len > 0, row->objects},
               {"tool", row->takes_tool, row->tools},
               {"materials", row->takes_materials, row->materials}};
    g_string_append_printf(text, "--- %c%s: derived from %u steps of plans for %u goals.\n", g_ascii_toupper(row->verb[0]),
                           row->verb + 1, row->count, row->goals);
    for (gsize i = 0; i < G_N_ELEMENTS(all); i++)
        if (all[i].taken) {
            say_param(text, all[i].name, all[i].counts);
            g_string_append_printf(params, "%s%s", params->len ? ", " : "", all[i].name);
            g_string_append_printf(args, "%s%s = %s", args->len ? ", " : "", all[i].name, all[i].name);
        }
    g_string_append_printf(text,
                           "-- @expect the state shows that it is done\nfunction %s(%s)\n    world.act(\"%s\", {%s})\nend\n",
                           row->verb, params->str, row->verb, args->str);
    g_string_free(params, TRUE);
    g_string_free(args, TRUE);
    return g_string_free(text, FALSE);
}
