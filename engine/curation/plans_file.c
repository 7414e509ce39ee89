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

/* True without *ret_same: nothing here says the same. */
static bool find_same(memory *m, const struct memory_plan *plan, bool *ret_same, GError **error)
{
    const struct memory_plans_asked asked = {.app = plan->app, .goal = plan->goal, .all = true};
    g_autoptr(GPtrArray) plans = memory_plans(m, &asked, error);
    *ret_same = false;
    for (guint i = 0; plans && i < plans->len && !*ret_same; i++) {
        const struct memory_plan *p = plans->pdata[i];
        *ret_same = g_str_equal(p->text, plan->text) && g_strcmp0(p->situation, plan->situation) == 0;
    }
    return plans != NULL;
}

struct importing {
    memory *m;
    char *origin, *by;
    plans_told *told;
};

/* One that says the same as a plan here is left out. */
static bool take_plan(const struct importing *i, const struct memory_plan *plan, GError **error)
{
    bool same = false;
    if (!find_same(i->m, plan, &same, error))
        return false;
    struct memory_plan own = *plan;
    own.origin = i->origin;
    own.by = i->by;
    i->told->known += same;
    i->told->plans += !same;
    return same || memory_plan_add(i->m, &own, NULL, error);
}

static bool take_line(const struct importing *i, const char *line, guint number, GError **error)
{
    g_autoptr(GError) why = NULL;
    struct memory_plan *plan = plans_json_read(line, strlen(line), &why);
    bool ok = !plan || take_plan(i, plan, error);
    if (!plan && i->told->refused->len < PLANS_REFUSED_MAX)
        g_ptr_array_add(i->told->refused, g_strdup_printf("line %u: %s", number, why->message));
    else if (!plan && i->told->refused->len == PLANS_REFUSED_MAX)
        g_ptr_array_add(i->told->refused, g_strdup("… and later lines"));
    memory_plan_free(plan);
    return ok;
}

static bool take_released(const struct importing *i, const char *text, const char *app, GError **error)
{
    g_autoptr(GPtrArray) plans = plans_released_read(text, strlen(text), app ? app : "minecraft", i->told->refused, error);
    bool ok = plans != NULL;
    for (guint k = 0; ok && k < plans->len; k++)
        ok = take_plan(i, plans->pdata[k], error);
    return ok;
}

static bool take_lines(const struct importing *i, char *text, GError **error)
{
    char *rest = text;
    for (guint number = 1; rest && *rest && number <= PLANS_LINES_MAX; number++) {
        char *line = strsep(&rest, "\n");
        if (*g_strstrip(line) && !take_line(i, line, number, error))
            return false;
    }
    return true;
}

bool plans_file_import(memory *m, const char *app, const char *file, const char *by, plans_told *told, GError **error)
{
    g_autofree char *text = NULL, *origin = g_path_get_basename(file), *shown = g_utf8_make_valid(origin, -1);
    const struct importing i = {m, shown, (char *)by, told};
    GStatBuf about;
    *told = (plans_told){.refused = g_ptr_array_new_with_free_func(g_free)};
    if (g_stat(file, &about) == 0 && about.st_size > PLANS_FILE_MAX) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s: larger than %d MiB", file, PLANS_FILE_MAX >> 20);
        return false;
    }
    if (!g_file_get_contents(file, &text, NULL, error))
        return false;
    if (!(plans_are_released(text) ? take_released(&i, text, app, error) : take_lines(&i, text, error)))
        return false;
    if (told->plans || told->known)
        return true;
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s: no line is a plan%s%s", file, told->refused->len ? ": " : "",
                told->refused->len ? (const char *)told->refused->pdata[0] : "");
    return false;
}
