/* A model's reply, for every module's form and one with all types of fields: what is taken must read back the same from its own
 * JSON; what is not has a defect. The same bytes as a prompt file. */

#include "engine/agents/agent.h"
#include "engine/modules/module.h"
#include "engine/modules/prompt.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define VALUES                                                                                                                   \
    {"text", FIELD_STRING, NULL, true, 0, ""}, {"kind", FIELD_STRING, "a|b", false, 0, ""},                                      \
        {"done", FIELD_BOOLEAN, NULL, false, 0, ""}, {"n", FIELD_INTEGER, NULL, false, 0, ""},                                   \
        {"x", FIELD_NUMBER, NULL, false, 0, ""}, {"words", FIELD_STRINGS, NULL, false, 0, ""},                                   \
        {"actions", FIELD_ACTIONS, NULL, false, 0, ""}, {"skills", FIELD_SKILLS, NULL, false, 0, ""},                            \
    {                                                                                                                            \
        "counts", FIELD_COUNTS, NULL, false, 0, ""                                                                               \
    }

static const struct field row_fields[] = {VALUES};
static const struct form row_form = {"row", row_fields, G_N_ELEMENTS(row_fields)};
static const struct field all_fields[] = {VALUES, {"rows", FIELD_ROWS, NULL, false, 4, "", &row_form}};
static const struct form all_form = {"all", all_fields, G_N_ELEMENTS(all_fields)};

static void check_form(const struct form *form, const char *text, gsize size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(form_output) out = form_parse(form, text, size, &error);
    if ((out == NULL) == (error == NULL))
        abort();
    if (!out) {
        if (!*error->message || !g_utf8_validate(error->message, -1, NULL))
            abort();
        return;
    }
    g_autofree char *json = form_output_json(out);
    g_autoptr(form_output) again = form_parse(form, json, strlen(json), NULL);
    if (!again)
        abort();
    g_autofree char *same = form_output_json(again);
    if (strcmp(json, same) != 0)
        abort();
    g_autofree char *shown = form_output_text(out);
    if (!shown || !g_utf8_validate(shown, -1, NULL))
        abort();
    g_autoptr(form_output) copy = form_output_copy(out);
    g_autofree char *copied = form_output_json(copy);
    if (strcmp(json, copied) != 0)
        abort();
}

static void check_prompt(const char *data, gsize size)
{
    g_autofree char *template = g_strndup(data, size);
    g_autoptr(GHashTable) values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_hash_table_insert(values, g_strdup("a"), g_strdup("{{a}}\n\n---\n"));
    g_hash_table_insert(values, g_strdup("b"), g_strdup(""));
    g_autofree char *system = NULL, *user = NULL;
    g_autoptr(GError) error = NULL;
    if (prompt_render(template, values, &system, &user, &error) != (error == NULL))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (const struct agent *const *a = agents; *a; a++)
        for (guint m = 0; m < module_count((*a)->modules); m++)
            check_form(&(*a)->modules[m].form, (const char *)data, size);
    check_form(&all_form, (const char *)data, size);
    check_prompt((const char *)data, size);
    return 0;
}
