/* A file of knowledge: whatever it is, its paragraphs are text of the right size. */

#include "engine/curation/knowledge_source.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) rows = knowledge_source_read((const char *)data, size, "file", &error);
    g_assert_true((rows != NULL) == (error == NULL));
    for (guint i = 0; rows && i < rows->len; i++) {
        const struct memory_paragraph *p = rows->pdata[i];
        g_assert_true(strlen(p->text) <= PARAGRAPH_TEXT_MAX && g_utf8_validate(p->text, -1, NULL));
        g_assert_true(*p->subject && strlen(p->subject) <= PARAGRAPH_SUBJECT_MAX && g_utf8_validate(p->subject, -1, NULL));
    }
    return 0;
}
