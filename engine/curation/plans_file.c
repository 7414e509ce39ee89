/* Plans as a file of lines, out and in. */

#include "engine/curation/plans_file.h"

#include "config/config.h"

#include <glib/gstdio.h>
#include <string.h>

void plans_told_clear(plans_told *told)
{
    g_clear_pointer(&told->refused, g_ptr_array_unref);
}

bool plans_file_export(memory *m, const char *app, const char *file, plans_told *told, GError **error)
{
    const struct memory_plans_asked asked = {.app = app, .all = true};
    g_autoptr(GPtrArray) plans = memory_plans(m, &asked, error);
    for (guint i = plans ? plans->len : 0; i-- > 0;)
        if (((const struct memory_plan *)plans->pdata[i])->withdrawn)
            g_ptr_array_remove_index(plans, i);
    g_autoptr(GString) text = g_string_new(NULL);
    *told = (plans_told){.refused = g_ptr_array_new_with_free_func(g_free)};
    for (guint i = 0; plans && i < plans->len; i++, told->plans++) {
        g_autofree char *line = plans_json(plans->pdata[i]);
        g_string_append_printf(text, "%s\n", line);
    }
    return plans && g_file_set_contents(file, text->str, (gssize)text->len, error);
}

#define BATCH 1000 /* plans that are added in one transaction: others may write between two */

struct importing {
    memory *m;
    const char *origin, *by;
    const struct memory_watch *watch;
    gint64 size;       /* bytes of the file */
    GHashTable *said;  /* "APP\1GOAL" → what its plans say (keys_of()), here and in the file */
    GPtrArray *to_add; /* struct memory_plan * */
    GPtrArray *adding; /* struct said *, of the same */
    GHashTable *of;    /* number in the file → struct said * */
    GArray *parts;     /* struct part */
    plans_told *told;
};

/* What a plan here, or before in the file, says. */
struct said {
    bool here;
    gint64 plan; /* its number here; 0 = it is still to be added */
};

/* Of the file: a plan, and the number there of the reference that was made of it. */
struct part {
    const struct said *of; /* borrowed */
    gint64 reference;
};

static char *key_of(const struct memory_plan *p)
{
    return g_strconcat(p->reference ? "reference" : plan_outcome_name(p->outcome), p->of_goals ? "\1goals\1" : "\1calls\1",
                       p->situation ? p->situation : "", "\1", p->text, NULL);
}

static struct said *said_new(bool here, gint64 plan)
{
    struct said *s = g_new(struct said, 1);
    *s = (struct said){here, plan};
    return s;
}

/* What the plans of that goal say, read once. NULL with an error. */
static GHashTable *keys_of(const struct importing *i, const struct memory_plan *of, GError **error)
{
    const struct memory_plans_asked asked = {.app = of->app, .goal = of->goal, .all = true};
    g_autofree char *goal = g_strconcat(of->app, "\1", of->goal, NULL);
    GHashTable *keys = g_hash_table_lookup(i->said, goal);
    g_autoptr(GPtrArray) plans = keys ? NULL : memory_plans(i->m, &asked, error);
    if (!plans)
        return keys;
    keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    for (guint k = 0; k < plans->len; k++)
        g_hash_table_replace(keys, key_of(plans->pdata[k]), said_new(true, ((const struct memory_plan *)plans->pdata[k])->plan));
    g_hash_table_insert(i->said, g_steal_pointer(&goal), keys);
    return keys;
}

static bool add_all(const struct importing *i, GError **error)
{
    if (i->to_add->len == 0)
        return true;
    if (!memory_plans_add(i->m, i->to_add, error))
        return false;
    for (guint k = 0; k < i->to_add->len; k++)
        ((struct said *)i->adding->pdata[k])->plan = ((const struct memory_plan *)i->to_add->pdata[k])->plan;
    i->told->plans += i->to_add->len;
    g_ptr_array_set_size(i->to_add, 0);
    g_ptr_array_set_size(i->adding, 0);
    return true;
}

/* What references of the file were made of; all is added. */
static bool link_all(const struct importing *i, GError **error)
{
    g_autoptr(GArray) links = g_array_new(FALSE, FALSE, sizeof(memory_plan_link));
    for (guint k = 0; k < i->parts->len; k++) {
        const struct part *part = &g_array_index(i->parts, struct part, k);
        const struct said *reference = g_hash_table_lookup(i->of, &part->reference);
        const memory_plan_link link = {part->of->plan, reference ? reference->plan : 0};
        if (reference)
            g_array_append_val(links, link);
    }
    return links->len == 0 || memory_plans_link(i->m, (const memory_plan_link *)(void *)links->data, links->len, error);
}

static bool go_on(const struct importing *i, gint64 done, GError **error)
{
    if (!i->watch || i->watch->go_on(i->watch->user, done, i->size))
        return true;
    if (add_all(i, error))
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_STOPPED,
                    "stopped; %" G_GINT64_FORMAT " plans are added and stay (import the file again: it goes on there)",
                    i->told->plans);
    return false;
}

static void take_numbers(const struct importing *i, const struct memory_plan *p, struct said *said)
{
    const struct part part = {said, p->folded};
    if (p->plan)
        g_hash_table_replace(i->of, g_memdup2(&p->plan, sizeof p->plan), said);
    if (p->folded)
        g_array_append_val(i->parts, part);
}

/* One that says the same as another is left out. */
static bool take_plan(const struct importing *i, struct memory_plan *plan_take, GError **error)
{
    GHashTable *keys = keys_of(i, plan_take, error);
    g_autofree char *key = keys ? key_of(plan_take) : NULL;
    struct said *said = keys ? g_hash_table_lookup(keys, key) : NULL;
    if (said)
        take_numbers(i, plan_take, said);
    i->told->known += said && said->here;
    i->told->twice += said && !said->here;
    if (!keys || said) {
        memory_plan_free(plan_take);
        return keys != NULL;
    }
    said = said_new(false, 0);
    g_hash_table_insert(keys, g_steal_pointer(&key), said);
    take_numbers(i, plan_take, said);
    g_free(plan_take->origin);
    g_free(plan_take->by);
    plan_take->origin = g_strdup(i->origin);
    plan_take->by = g_strdup(i->by);
    g_ptr_array_add(i->to_add, plan_take);
    g_ptr_array_add(i->adding, said);
    return i->to_add->len < BATCH || add_all(i, error);
}

static bool take_line(const struct importing *i, const char *line, guint number, GError **error)
{
    g_autoptr(GError) why = NULL;
    struct memory_plan *plan = plans_json_read(line, strlen(line), &why);
    if (plan)
        return take_plan(i, plan, error);
    if (i->told->refused->len < PLANS_REFUSED_MAX)
        g_ptr_array_add(i->told->refused, g_strdup_printf("line %u: %s", number, why->message));
    else if (i->told->refused->len == PLANS_REFUSED_MAX)
        g_ptr_array_add(i->told->refused, g_strdup("… and later lines"));
    return true;
}

static bool take_released(const struct importing *i, const char *text, const char *app, GError **error)
{
    g_autoptr(GPtrArray) plans = plans_released_read(text, strlen(text), app ? app : "minecraft", i->told->refused, error);
    bool ok = plans != NULL;
    while (ok && plans->len)
        ok = take_plan(i, g_ptr_array_steal_index(plans, 0), error);
    return ok;
}

static bool take_lines(const struct importing *i, char *text, GError **error)
{
    char *rest = text;
    for (guint number = 1; rest && *rest; number++) {
        if (number > PLANS_LINES_MAX) {
            g_ptr_array_add(i->told->refused, g_strdup_printf("line %u: a file has %d lines at most, what follows is not read",
                                                              number, PLANS_LINES_MAX));
            break;
        }
        char *line = strsep(&rest, "\n");
        if ((*g_strstrip(line) && !take_line(i, line, number, error)) || !go_on(i, rest ? rest - text : i->size, error))
            return false;
    }
    return true;
}

bool plans_file_import(memory *m, const char *app, const char *file, const char *by, const struct memory_watch *watch,
                       plans_told *told, GError **error)
{
    g_autofree char *text = NULL, *origin = g_path_get_basename(file), *shown = g_utf8_make_valid(origin, -1);
    g_autoptr(GHashTable) said = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_hash_table_unref);
    g_autoptr(GHashTable) of = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_autoptr(GPtrArray) to_add = g_ptr_array_new_with_free_func((GDestroyNotify)memory_plan_free), adding = g_ptr_array_new();
    g_autoptr(GArray) parts = g_array_new(FALSE, FALSE, sizeof(struct part));
    gsize size = 0;
    GStatBuf about;
    *told = (plans_told){.refused = g_ptr_array_new_with_free_func(g_free)};
    if (g_stat(file, &about) == 0 && about.st_size > PLANS_FILE_MAX) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s: larger than %d MiB", file, PLANS_FILE_MAX >> 20);
        return false;
    }
    if (!g_file_get_contents(file, &text, &size, error))
        return false;
    const struct importing i = {m, shown, by, watch, (gint64)size, said, to_add, adding, of, parts, told};
    if (!(plans_are_released(text) ? take_released(&i, text, app, error) : take_lines(&i, text, error)) || !add_all(&i, error) ||
        !link_all(&i, error))
        return false;
    if (told->plans || told->known)
        return true;
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s: no line is a plan%s%s", file, told->refused->len ? ": " : "",
                told->refused->len ? (const char *)told->refused->pdata[0] : "");
    return false;
}
