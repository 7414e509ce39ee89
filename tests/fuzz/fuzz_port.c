/* Skill libraries from elsewhere, either form, any bytes: what is taken has a name, a text and a library that may be used as
 * such; what is refused says why. The first byte picks the file or one Python function. */

#include "engine/curation/port.h"
#include "engine/curation/python.h"
#include "skills/library/skill_text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool holds)
{
    if (!holds)
        abort();
}

static void fuzz_file(const char *text, gsize length)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(port_file) file = port_read(text, length, &error);
    if (!file) {
        expect(error && *error->message && g_utf8_validate(error->message, -1, NULL));
        return;
    }
    for (guint i = 0; i < file->skills->len; i++) {
        const struct port_skill *s = g_ptr_array_index(file->skills, i);
        expect(skill_text_name_fits(s->name) && s->versions->len > 0 && !strchr(s->library, '/') && *s->library != '.');
        for (guint k = 0; k < s->versions->len; k++) {
            const struct port_version *p = g_ptr_array_index(s->versions, k);
            expect(p->v->code && *p->v->code != '\x1b' && g_utf8_validate(p->v->code, -1, NULL));
        }
    }
}

/* Whatever it says, the draft is one function of that name: nothing of the source stands outside its comment by itself. */
static void fuzz_python(const char *source)
{
    g_autofree char *why = NULL;
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_add(names, (gpointer) "open_map");
    g_autoptr(python_function) f = g_utf8_validate(source, -1, NULL) ? python_read(source, &why) : NULL;
    if (!f)
        return;
    g_autofree char *lua = python_to_lua(f, source, names), *head = g_strdup_printf("function %s(", f->name);
    expect(strstr(lua, head) && g_str_has_suffix(lua, "end\n") && g_str_has_prefix(lua, "---"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    g_autofree char *text = g_strndup((const char *)data + 1, size - 1);
    if (*data % 2)
        fuzz_file(text, strlen(text));
    else
        fuzz_python(text);
    return 0;
}
