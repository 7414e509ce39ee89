/* Modules in one call: which may be merged, the request of several, the parts of a reply. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/modules/merge.h"

#include <string.h>

static const struct field fields[] = {{"text", FIELD_STRING, NULL, true, 0, "what"}};
static const struct module_says acts[] = {{SAYS_ACTIONS, "text", NULL}, {0}};

static form_output *read_words(const struct form *form, const char *reply, gsize length, GError **error)
{
    (void)reply, (void)length, (void)error;
    return form_parse(form, "{}", 2, NULL);
}

static const struct module modules[] = {
    {.form = MODULE_FORM("see", fields)},
    {.form = MODULE_FORM("judge", fields)},
    {.form = MODULE_FORM("aim", fields), .rank = 1},
    {.form = MODULE_FORM("learn", fields), .rank = 2},
    {.form = MODULE_FORM("act", fields), .says = acts, .rank = 3},
    {.form = MODULE_FORM("talk", fields), .rank = 2, .read = read_words},
    {.form = {.name = NULL}},
};

static void merge_parse__list__bits_or_why_not(void **state)
{
    (void)state;
    static const struct {
        const char *list;
        guint bits;
        const char *why;
    } rows[] = {
        {NULL, 0, NULL},
        {"", 0, NULL},
        {"other+agents", 0, NULL},
        {"see+aim", 1 | 4, NULL},
        {" see + judge + aim + learn ", 1 | 2 | 4 | 8, NULL},
        {"see+judge", 1 | 2, NULL},
        {"aim+learn", 4 | 8, NULL},
        {"see", 0, "is one module alone"},
        {"see+", 0, "is no module of this agent"},
        {"see+nobody", 0, "nobody is no module of this agent"},
        {"see+see", 0, "see is there twice"},
        {"aim+see", 0, "see is asked before the module in front of it"},
        {"see+learn", 0, "aim comes between these modules"},
        {"learn+act", 0, "act is asked alone: what it chooses from"},
        {"aim+talk", 0, "talk is asked alone: its reply is not JSON"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        guint bits = 0;
        g_autoptr(GError) error = NULL;
        bool ok = merge_parse(modules, rows[i].list, &bits, &error);
        if (ok != !rows[i].why || (ok && bits != rows[i].bits) || (!ok && !strstr(error->message, rows[i].why)))
            fail_msg("%s: %u, %s", rows[i].list, bits, error ? error->message : "");
    }
}

static brain_request *request_of(const char *module, const char *system, const char *user, const char *path)
{
    brain_request *r = brain_request_new(module);
    r->system = g_strdup(system);
    r->user = g_strdup(user);
    r->schema = g_strdup("{\"type\":\"object\"}");
    brain_request_add_image(r, path, "now", false);
    return r;
}

static void merge_requests__tells_once__what_both_are_told(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) two = g_ptr_array_new_with_free_func((GDestroyNotify)brain_request_free);
    g_ptr_array_add(two, request_of("see", "You see.", "## Task\nadd\n\n## Words\n> 1", "/a.png"));
    g_ptr_array_add(two, request_of("aim", "You aim.", "## Task\nadd\n\n## Words\n> 2\n\nGive one.", "/a.png"));
    brain_request_add_image(two->pdata[1], "/b.png", "then", true);
    ((brain_request *)two->pdata[1])->shorter = g_strdup("## Task\nadd");
    g_autoptr(brain_request) r = merge_requests(two);
    assert_string_equal(r->module, "see-aim");
    assert_non_null(strstr(r->system, "2 jobs, one after the other: see, aim."));
    assert_non_null(strstr(r->system, "\n\n# see\n\nYou see.\n\n# aim\n\nYou aim."));
    assert_string_equal(r->user, "# see\n\n## Task\nadd\n\n## Words\n> 1\n\n# aim\n\n## Words\n> 2\n\nGive one.");
    assert_string_equal(r->shorter, "# see\n\n## Task\nadd\n\n## Words\n> 1\n\n# aim");
    assert_int_equal(r->images->len, 2);
    assert_string_equal(r->schema, "{\"type\":\"object\",\"properties\":{\"see\":{\"type\":\"object\"},\"aim\":{\"type\":"
                                   "\"object\"}},\"required\":[\"see\",\"aim\"],\"additionalProperties\":false}");
}

static void merge_part__reply__part_or_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *reply, *part;
    } rows[] = {
        {"{\"see\":{\"text\":\"a\"},\"aim\":{\"text\":\"b\"}}", "{\"text\":\"b\"}"},
        {"Here:\n```json\n{\"see\":{},\"aim\":{\"text\":\"b\",},}\n```", "{\"text\":\"b\"}"},
        {"{\"aim\":\"b\"}", NULL},
        {"{\"text\":\"b\"}", NULL},
        {"{\"aim\":{\"text\":\"b\"", NULL},
        {"", NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *part = merge_part(rows[i].reply, "aim");
        if (g_strcmp0(part, rows[i].part) != 0)
            fail_msg("%s: %s", rows[i].reply, part);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merge_parse__list__bits_or_why_not),
        cmocka_unit_test(merge_requests__tells_once__what_both_are_told),
        cmocka_unit_test(merge_part__reply__part_or_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
