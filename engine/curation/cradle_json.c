/* Skill libraries of the Cradle release: res/<env>/skills/skill_lib.json. */

#include "config/strict_json.h"
#include "engine/curation/port_parts_json.h"
#include "engine/curation/python.h"

#include <string.h>

#define BASE64 "skill_code_base64"

/* The source, from the text or else from its base64; NULL with error unset: it has neither. Caller frees. */
static bool take_source(const cJSON *item, char **ret_source, GError **error)
{
    const char *code = NULL, *coded = NULL, *name;
    if (!strict_json_get_string(item, "skill_name", &name, error) || !strict_json_opt_string(item, "skill_code", &code, error) ||
        !strict_json_opt_string(item, BASE64, &coded, error))
        return false;
    *ret_source = g_strdup(code && g_str_has_prefix(code, PORT_BYTE_ORDER_MARK) ? code + strlen(PORT_BYTE_ORDER_MARK) : code);
    if (code || !coded)
        return true;
    gsize length = 0;
    g_autofree guchar *bytes = g_base64_decode(coded, &length);
    *ret_source = g_utf8_validate((const char *)bytes, (gssize)length, NULL) ? g_strndup((const char *)bytes, length) : NULL;
    if (*ret_source && g_str_has_prefix(*ret_source, PORT_BYTE_ORDER_MARK))
        memmove(*ret_source, *ret_source + strlen(PORT_BYTE_ORDER_MARK), strlen(*ret_source + strlen(PORT_BYTE_ORDER_MARK)) + 1);
    return true;
}

static GHashTable *names_in(const cJSON *root)
{
    GHashTable *names = g_hash_table_new(g_str_hash, g_str_equal);
    for (const cJSON *item = root->child; item; item = item->next)
        g_hash_table_add(names, item->string);
    return names;
}

static void read_one(port_file *file, const cJSON *item, GHashTable *names)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *source = NULL, *why = NULL;
    if (!take_source(item, &source, &error))
        why = g_strdup(error->message);
    else
        why = source ? port_refuse_code(source) : g_strdup("it has no code as text (a pickled function is not read)");
    g_autoptr(python_function) f = why ? NULL : python_read(source, &why);
    if (!f) {
        port_refuse(file, item->string, why);
        return;
    }
    struct port_skill *s = port_skill_new(f->name, "");
    struct port_version *version = port_version_new(f->name);
    version->v->code = python_to_lua(f, source, names);
    version->v->author = g_strdup("import");
    version->v->note = g_strdup("from Python, of the Cradle release");
    version->loaded = true;
    g_ptr_array_add(s->versions, version);
    for (guint i = 0; i < f->lost->len; i++)
        g_ptr_array_add(s->lost, g_strdup(g_ptr_array_index(f->lost, i)));
    g_ptr_array_add(file->skills, s);
}

void port_read_cradle(port_file *file, const cJSON *root)
{
    g_autoptr(GHashTable) names = names_in(root);
    file->cradle = true;
    for (const cJSON *item = root->child; item; item = item->next)
        read_one(file, item, names);
}
