/* A file of documents: what is read is written and read back as it was. */

#include "engine/curation/docs_folder.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *texts[DOC_KIND_COUNT], *again[DOC_KIND_COUNT];
    g_autofree char *input = g_strndup((const char *)data, size), *name = NULL, *why = NULL, *named = NULL, *not = NULL;
    if (!docs_file_read(input, size, texts, &name, &why)) {
        g_assert_nonnull(why);
        return 0;
    }
    g_autofree char *file = docs_file_write(texts, name);
    g_assert_true(docs_file_read(file, strlen(file), again, &named, &not ));
    g_assert_cmpstr(name, ==, named);
    for (guint i = 0; i < DOC_KIND_COUNT; i++) {
        g_assert_cmpstr(texts[i], ==, again[i]);
        g_free(texts[i]);
        g_free(again[i]);
    }
    return 0;
}
