#include "skills/library/library_image.h"

#include "skills/library/library_parts.h"
#include "skills/library/skill_doc.h"
#include "skills/library/skill_text.h"

#include <string.h>

#define PARAM_TYPE "(sysbas)"
#define SKILL_TYPE "(ssssssssiiiiybasa" PARAM_TYPE ")"
#define IMAGE_TYPE "(ssasa" SKILL_TYPE ")"

static const char *text_of(const char *text)
{
    return text ? text : "";
}

static void add_strings(GVariantBuilder *b, const char *const *strings)
{
    g_variant_builder_open(b, G_VARIANT_TYPE_STRING_ARRAY);
    for (; strings && *strings; strings++)
        g_variant_builder_add(b, "s", *strings);
    g_variant_builder_close(b);
}

static void add_param(GVariantBuilder *b, const struct param *p)
{
    g_variant_builder_open(b, G_VARIANT_TYPE(PARAM_TYPE));
    g_variant_builder_add(b, "s", text_of(p->name));
    g_variant_builder_add(b, "y", (guchar)p->type);
    g_variant_builder_add(b, "s", text_of(p->meaning));
    g_variant_builder_add(b, "b", p->optional);
    add_strings(b, (const char *const *)p->allowed);
    g_variant_builder_close(b);
}

static void add_skill(GVariantBuilder *b, const skill *s)
{
    const char *texts[] = {s->name, s->doc, s->expect, s->file, s->code, s->sha256, s->pre, s->library};
    const int numbers[] = {s->line, s->first_line, s->last_line, s->effect};
    g_variant_builder_open(b, G_VARIANT_TYPE(SKILL_TYPE));
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        g_variant_builder_add(b, "s", text_of(texts[i]));
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
        g_variant_builder_add(b, "i", numbers[i]);
    g_variant_builder_add(b, "y", (guchar)s->layer);
    g_variant_builder_add(b, "b", (gboolean)s->manager);
    add_strings(b, (const char *const *)s->uses);
    g_variant_builder_open(b, G_VARIANT_TYPE("a" PARAM_TYPE));
    for (guint i = 0; i < s->params->len; i++)
        add_param(b, &g_array_index(s->params, struct param, i));
    g_variant_builder_close(b);
    g_variant_builder_close(b);
}

GBytes *skill_library_to_image(const skill_library *lib)
{
    GVariantBuilder b;
    g_variant_builder_init(&b, G_VARIANT_TYPE(IMAGE_TYPE));
    g_variant_builder_add(&b, "s", skill_library_sources(lib));
    g_variant_builder_add(&b, "s", skill_library_stamp(lib));
    add_strings(&b, skill_library_places(lib));
    g_variant_builder_open(&b, G_VARIANT_TYPE("a" SKILL_TYPE));
    const GPtrArray *all = skill_library_all(lib);
    for (guint i = 0; i < all->len; i++)
        add_skill(&b, g_ptr_array_index(all, i));
    g_variant_builder_close(&b);
    g_autoptr(GVariant) image = g_variant_ref_sink(g_variant_builder_end(&b));
    return g_variant_get_data_as_bytes(image);
}

static char **strings_or_null(char **strings)
{
    if (strings && *strings)
        return strings;
    g_strfreev(strings);
    return NULL;
}

static skill *take_skill(GVariant *v)
{
    skill *s = g_new0(skill, 1);
    guchar layer, type;
    gboolean manager;
    GVariantIter *params;
    g_variant_get(v, "(ssssssssiiiiyb^asa" PARAM_TYPE ")", &s->name, &s->doc, &s->expect, &s->file, &s->code, &s->sha256, &s->pre,
                  &s->library, &s->line, &s->first_line, &s->last_line, &s->effect, &layer, &manager, &s->uses, &params);
    s->manager = manager;
    s->layer = (enum skill_layer)layer;
    s->params = doc_params_new();
    struct param p;
    gboolean optional;
    while (g_variant_iter_next(params, "(sysb^as)", &p.name, &type, &p.meaning, &optional, &p.allowed)) {
        p.type = (enum param_type)type;
        p.optional = optional;
        p.allowed = strings_or_null(p.allowed);
        g_array_append_val(s->params, p);
    }
    g_variant_iter_free(params);
    return s;
}

skill_library *skill_library_from_image(GBytes *image)
{
    g_autoptr(GVariant) v = g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE(IMAGE_TYPE), image, FALSE));
    if (!g_variant_is_normal_form(v))
        return NULL;
    char *sources, *stamp;
    g_auto(GStrv) places = NULL;
    g_autoptr(GVariant) skills = NULL;
    g_variant_get(v, "(ss^as@a" SKILL_TYPE ")", &sources, &stamp, &places, &skills);
    GPtrArray *all = g_ptr_array_new_with_free_func((GDestroyNotify)skill_free);
    for (gsize i = 0; i < g_variant_n_children(skills); i++) {
        g_autoptr(GVariant) one = g_variant_get_child_value(skills, i);
        g_ptr_array_add(all, take_skill(one));
    }
    return library_of(all, sources, stamp, (const char *const *)places);
}

skill_library *skill_library_of_text(const char *label, const char *text, GError **error)
{
    g_autoptr(GPtrArray) problems = NULL;
    GPtrArray *skills = skill_text_parse(label, text, &problems, error);
    if (skills && skills->len)
        return library_of(skills, g_strdup("[]"), g_strdup(""), NULL); /* of no file */
    if (skills) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX, "%s",
                    problems->len ? (char *)g_ptr_array_index(problems, 0) : "there is no function with a doc comment");
        g_ptr_array_unref(skills);
    }
    return NULL;
}
