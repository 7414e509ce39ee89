/* HTTP 404 of a server that speaks OpenAI's chat completions: its list of models tells whether the model or the address is
 * wrong. */

#include "engine/brain/http_models.h"

#include "config/nearest.h"
#include "engine/brain/http.h"

#include <string.h>

#define NAMED_MAX 3 /* models in a message */
#define PART_MIN 4  /* letters of a name that is part of the one that is asked for */

char *http_models_url(const brain_profile *profile, const struct wire *wire)
{
    if (!wire->models || strstr(profile->url, ".azure.com")) /* its list is not of what is deployed */
        return NULL;
    bool whole = wire->path && g_str_has_suffix(profile->url, wire->path);
    g_autofree char *base = g_strndup(profile->url, strlen(profile->url) - (whole ? strlen(wire->path) : 0));
    return http_url(base, wire->models);
}

static bool is_like(const char *name, const char *model)
{
    g_autofree char *one = g_ascii_strdown(name, -1), *other = g_ascii_strdown(model, -1);
    return strstr(one, other) || (strlen(one) >= PART_MIN && strstr(other, one));
}

/* ": there are a, b, c": the nearest names, else the first. Caller frees. */
static char *nearest(const char *model, char **names)
{
    g_autoptr(GPtrArray) left = g_ptr_array_new(), near = g_ptr_array_new();
    for (char **name = names; *name; name++)
        g_ptr_array_add(is_like(*name, model) && near->len < NAMED_MAX ? near : left, *name);
    g_ptr_array_add(left, NULL);
    const char *next = NULL;
    while (near->len < NAMED_MAX && (next = nearest_name(model, (const char *const *)left->pdata))) {
        g_ptr_array_add(near, (char *)next);
        g_ptr_array_remove(left, (gpointer)next);
    }
    bool some = near->len > 0;
    for (guint i = 0; !some && i < NAMED_MAX && left->pdata[i]; i++)
        g_ptr_array_add(near, left->pdata[i]);
    guint n = g_strv_length(names);
    g_autofree char *more = !some && n > NAMED_MAX ? g_strdup_printf(" … %u in all", n) : g_strdup("");
    if (n == 0)
        return g_strdup(": it has none");
    g_ptr_array_add(near, NULL);
    g_autofree char *list = g_strjoinv(", ", (char **)near->pdata);
    return g_strconcat(some ? ": did you mean " : ": there are ", list, more, some ? "?" : "", NULL);
}

char *http_models_told(const brain_profile *p, const struct wire *wire, const char *said, int status, char **models)
{
    const char *model = p->model ? p->model : "";
    g_autofree char *host = http_host(p->url), *own = wire->path_of ? wire->path_of(p, false) : NULL;
    const char *path = own ? own : wire->path;
    if (models && g_strv_contains((const char *const *)models, model))
        return g_strdup_printf("%s has the model %s, and not the path %s (HTTP 404)%s (check url= and kind= in [brain %s])", host,
                               model, wire->path, said, p->name);
    g_autofree char *all = models ? nearest(model, models) : NULL;
    g_autofree char *near = all ? http_excerpt(all, strlen(all), 300) : NULL;
    if (models)
        return g_strdup_printf("%s has no model %s (HTTP 404)%s%s (set model= in [brain %s])", host, model, said, near, p->name);
    if (status == 404)
        return g_strdup_printf(
            "%s has neither the path %s nor a list of models there (HTTP 404)%s (url= in [brain %s] is probably "
            "wrong: it mostly ends with /v1)",
            host, path, said, p->name);
    return g_strdup_printf("%s knows no such model or address (HTTP 404)%s (check url= and model= in [brain %s])", host, said,
                           p->name);
}
