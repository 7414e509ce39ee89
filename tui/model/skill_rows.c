#include "tui/model/skill_rows.h"

#include "engine/recall/retrieve.h"

#include <string.h>

static char *call_of(const struct catalog_row *r)
{
    const skill *s = r->skill ? r->skill : r->sketch;
    return s ? skill_call_form(s) : g_strdup(r->name);
}

static void row_free(gpointer data)
{
    struct skill_row *r = data;
    g_free(r->call);
    g_free(r->folded);
    g_free(r);
}

GPtrArray *skill_rows_new(const GPtrArray *from)
{
    GPtrArray *rows = g_ptr_array_new_with_free_func(row_free);
    for (guint i = 0; i < from->len; i++) {
        const struct catalog_row *r = g_ptr_array_index(from, i);
        struct skill_row *row = g_new0(struct skill_row, 1);
        *row = (struct skill_row){.row = r, .call = call_of(r)};
        g_ptr_array_add(rows, row);
    }
    return rows;
}

double skill_success(const struct memory_counts *counts)
{
    gint64 all = counts->verified + counts->no_effect + counts->unexpected;
    return all > 0 ? (double)counts->verified / (double)all : -1;
}

static int newest_first(gint64 a, gint64 b)
{
    return (a < b) - (a > b);
}

void skill_ranking_note(struct skill_ranking *r, const char *name, const char *library)
{
    if (r->offered && g_strv_contains(r->offered, name))
        g_hash_table_add(r->libraries, (void *)(library ? library : ""));
}

guint skill_rank(const struct skill_ranking *r, const char *name, const char *library)
{
    for (guint i = 0; r->offered && r->offered[i]; i++)
        if (g_str_equal(r->offered[i], name))
            return i;
    bool loaded = r->loaded && library && g_strv_contains(r->loaded, library);
    if (loaded || g_hash_table_contains(r->libraries, library ? library : ""))
        return G_MAXINT - 2;
    return library && retrieve_is_action_set(library) ? G_MAXINT : G_MAXINT - 1;
}

enum skill_match skill_match(const char *name, const char *filter)
{
    g_autofree char *folded = g_utf8_casefold(name, -1), *wanted = g_utf8_casefold(filter, -1);
    g_autofree char *joined = g_strdelimit(g_strdup(g_strstrip(wanted)), " ", '_');
    if (strcmp(folded, joined) == 0)
        return MATCH_NAME;
    if (g_str_has_prefix(folded, joined))
        return MATCH_BEGINS;
    g_auto(GStrv) words = g_strsplit(wanted, " ", -1), parts = g_strsplit(folded, "_", -1);
    enum skill_match match = MATCH_WORD;
    for (char **word = words; *word; word++) {
        if (!**word || g_strv_contains((const char *const *)parts, *word))
            continue;
        match = MAX(match, strstr(folded, *word) ? MATCH_WITHIN : MATCH_ELSEWHERE);
    }
    return match;
}

static const char *library_of(const struct catalog_row *r)
{
    return r->skill ? r->skill->library : NULL;
}

static int compare(gconstpointer a, gconstpointer b, gpointer data)
{
    const struct skill_row *p = *(const struct skill_row *const *)a, *q = *(const struct skill_row *const *)b;
    const struct catalog_row *x = p->row, *y = q->row;
    enum skill_sort sort = (enum skill_sort)GPOINTER_TO_INT(data);
    int order = (p->match != MATCH_NAME) - (q->match != MATCH_NAME);
    if (!order && (sort == SORT_NAME || sort == SORT_RUN))
        order = (p->match > q->match) - (p->match < q->match);
    if (!order)
        order = (y->stage == STAGE_DRAFT) - (x->stage == STAGE_DRAFT);
    if (!order && sort == SORT_RUN)
        order = (p->rank > q->rank) - (p->rank < q->rank);
    else if (!order && sort == SORT_STAGE)
        order = (int)x->stage - (int)y->stage;
    else if (!order && sort == SORT_USED)
        order = newest_first(x->counts.last_us, y->counts.last_us);
    else if (!order && sort == SORT_NEWEST)
        order = newest_first(x->learned_us, y->learned_us);
    else if (!order && sort == SORT_SUCCESS) {
        double one = skill_success(&x->counts), other = skill_success(&y->counts);
        order = (one < other) - (one > other);
    }
    if (!order)
        order = strcmp(x->name, y->name);
    return order ? order : newest_first(x->learned_us, y->learned_us);
}

/* Made when first looked at: most lists are never filtered. */
static const char *folded_of(struct skill_row *row)
{
    const struct catalog_row *r = row->row;
    if (row->folded)
        return row->folded;
    g_autofree char *all = g_strdup_printf("%s %s %s %s %s", r->name, r->doc ? r->doc : "", stage_name(r->stage), r->author,
                                           r->skill && r->skill->library ? r->skill->library : "");
    return row->folded = g_utf8_casefold(all, -1);
}

GPtrArray *skill_rows_choose(const GPtrArray *rows, const char *filter, enum skill_sort sort, const char *const *offered,
                             const char *const *loaded)
{
    g_autoptr(GHashTable) libraries = g_hash_table_new(g_str_hash, g_str_equal);
    struct skill_ranking ranking = {offered, loaded, libraries};
    GPtrArray *found = g_ptr_array_sized_new(rows->len);
    g_autofree char *folded = g_utf8_casefold(filter ? filter : "", -1);
    g_auto(GStrv) words = g_strsplit(folded, " ", -1);
    for (guint i = 0; i < rows->len; i++) {
        struct skill_row *row = g_ptr_array_index(rows, i);
        bool fits = true;
        skill_ranking_note(&ranking, row->row->name, library_of(row->row));
        for (char **word = words; *word && fits; word++)
            fits = !**word || strstr(folded_of(row), *word) != NULL;
        if (fits)
            g_ptr_array_add(found, row);
    }
    for (guint i = 0; i < found->len; i++) {
        struct skill_row *row = g_ptr_array_index(found, i);
        row->rank = skill_rank(&ranking, row->row->name, library_of(row->row));
        row->match = skill_match(row->row->name, filter ? filter : "");
    }
    g_ptr_array_sort_with_data(found, compare, GINT_TO_POINTER((int)sort));
    return found;
}

static const struct {
    const char *word, *name;
} sorts[] = {{"name", "name"},       {"stage", "stage"},   {"used", "last used"},
             {"success", "success"}, {"newest", "newest"}, {"run", "this run"}};

const char *skill_sort_name(enum skill_sort sort)
{
    return sorts[sort].name;
}

const char *skill_sort_word(enum skill_sort sort)
{
    return sorts[sort].word;
}

bool skill_sort_parse(const char *word, enum skill_sort *ret_sort)
{
    for (int i = 0; i < SORT_N; i++) {
        if (!g_str_equal(sorts[i].word, word))
            continue;
        *ret_sort = (enum skill_sort)i;
        return true;
    }
    return false;
}

int skill_rows_index(const GPtrArray *rows, const char *name, const char *sha256)
{
    int of_name = -1;
    for (guint i = 0; name && i < rows->len; i++) {
        const struct catalog_row *r = ((const struct skill_row *)g_ptr_array_index(rows, i))->row;
        if (!g_str_equal(r->name, name))
            continue;
        if (sha256 && g_str_equal(r->sha256, sha256))
            return (int)i;
        of_name = of_name < 0 ? (int)i : of_name;
    }
    return of_name;
}
