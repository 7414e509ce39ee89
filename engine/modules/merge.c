/* Which modules may be asked in one call, and that call's request. */

#include "engine/modules/merge.h"

#include "engine/brain/request.h"

#include <string.h>

/* ---- the list ---- */

static bool refuse(GError **error, const char *list, const char *name, const char *why)
{
    g_set_error(error, FORM_ERROR, FORM_ERROR_FIELD, "merge=%s: %s %s", list, name, why);
    return false;
}

/* The module comes after `last` in the order of ranks, and none of another rank is left out between them. */
static bool follows(const struct module *modules, guint merged, const struct module *last, const struct module *m,
                    const char *list, GError **error)
{
    if (m->rank < last->rank)
        return refuse(error, list, m->form.name, "is asked before the module in front of it");
    for (guint k = 0; modules[k].form.name; k++)
        if (!(merged & 1u << k) && modules[k].rank > last->rank && modules[k].rank < m->rank)
            return refuse(error, list, modules[k].form.name, "comes between these modules and is not among them");
    return true;
}

static bool may_be_merged(const struct module *m, const char *list, GError **error)
{
    if (module_says(m, SAYS_ACTIONS, NULL))
        return refuse(error, list, m->form.name, "is asked alone: what it chooses from is looked up when its turn comes");
    return !m->read || refuse(error, list, m->form.name, "is asked alone: its reply is not JSON");
}

static bool known(const struct module *modules, char *const *names, const char *list, guint *ret_n, GError **error)
{
    guint n = 0, all = g_strv_length((GStrv)names);
    const char *unknown = "";
    for (guint i = 0; i < all; i++)
        if (module_find(modules, names[i]))
            n++;
        else
            unknown = names[i];
    *ret_n = n;
    return n == 0 || n == all || refuse(error, list, unknown, "is no module of this agent");
}

bool merge_parse(const struct module *modules, const char *list, guint *ret_merged, GError **error)
{
    g_auto(GStrv) names = g_strsplit(list ? list : "", "+", -1);
    const struct module *last = NULL;
    guint n = 0;
    *ret_merged = 0;
    for (char **name = names; *name; name++)
        g_strstrip(*name);
    if (!known(modules, names, list, &n, error))
        return false;
    for (guint i = 0; i < n; i++) {
        guint k = (guint)module_index(modules, names[i]);
        if (*ret_merged & 1u << k)
            return refuse(error, list, names[i], "is there twice");
        if (!may_be_merged(&modules[k], list, error) || (last && !follows(modules, *ret_merged, last, &modules[k], list, error)))
            return false;
        *ret_merged |= 1u << k;
        last = &modules[k];
    }
    return n != 1 || refuse(error, list, names[0], "is one module alone");
}

/* ---- the request ---- */

/* Adds the paragraphs of a text; of those with a heading, only what none before it has told. */
static void add_told_once(GString *out, GHashTable *told, const char *text)
{
    g_auto(GStrv) paragraphs = g_strsplit(text, "\n\n", -1);
    for (char **p = paragraphs; *p; p++)
        if (!g_str_has_prefix(*p, "## ") || g_hash_table_add(told, g_strdup(*p)))
            g_string_append_printf(out, "\n\n%s", *p);
}

enum part { PART_SYSTEM, PART_USER, PART_SHORTER };

static const char *part_of(const brain_request *r, enum part part)
{
    const char *text = part == PART_SYSTEM ? r->system : part == PART_SHORTER && r->shorter ? r->shorter : r->user;
    return text ? text : "";
}

/* Each module's part below its name. */
static char *joined(const GPtrArray *requests, enum part part, const char *opening)
{
    GString *out = g_string_new(opening);
    g_autoptr(GHashTable) told = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < requests->len; i++) {
        const brain_request *r = requests->pdata[i];
        g_string_append_printf(out, "%s# %s", out->len ? "\n\n" : "", r->module);
        add_told_once(out, told, part_of(r, part));
    }
    return g_string_free(out, FALSE);
}

static char *names_of(const GPtrArray *requests, const char *between)
{
    GString *names = g_string_new(NULL);
    for (guint i = 0; i < requests->len; i++)
        g_string_append_printf(names, "%s%s", i ? between : "", ((const brain_request *)requests->pdata[i])->module);
    return g_string_free(names, FALSE);
}

static bool is_there(const brain_request *r, const struct brain_image *image)
{
    for (guint i = 0; i < r->images->len; i++) {
        const struct brain_image *old = &g_array_index(r->images, struct brain_image, i);
        if (g_strcmp0(old->path, image->path) == 0 && old->low == image->low && g_strcmp0(old->note, image->note) == 0 &&
            memcmp(&old->part, &image->part, sizeof old->part) == 0)
            return true;
    }
    return false;
}

static void add_images(brain_request *r, const brain_request *from)
{
    for (guint i = 0; i < from->images->len; i++) {
        const struct brain_image *image = &g_array_index(from->images, struct brain_image, i);
        if (!is_there(r, image))
            brain_request_copy_image(r, image);
    }
}

brain_request *merge_requests(const GPtrArray *requests)
{
    const brain_request *first = requests->pdata[0];
    g_autofree char *name = names_of(requests, "-"), *list = names_of(requests, ", ");
    g_autofree char *opening = g_strdup_printf(
        "You have %u jobs, one after the other: %s. Each is told below under its name; a later one goes on from what you say in "
        "the earlier ones. Answer with one JSON object with a member for each, named like it: the JSON object that the job asks "
        "for.",
        requests->len, list);
    brain_request *r = brain_request_new(name);
    bool shorter = false;
    r->system = joined(requests, PART_SYSTEM, opening);
    r->user = joined(requests, PART_USER, "");
    r->schema = merge_schema(requests);
    r->vars = g_strdup(first->vars);
    r->step = first->step;
    r->turn = first->turn;
    for (guint i = 0; i < requests->len; i++) {
        const brain_request *one = requests->pdata[i];
        add_images(r, one);
        shorter = shorter || one->shorter;
    }
    r->shorter = shorter ? joined(requests, PART_SHORTER, "") : NULL;
    return r;
}
