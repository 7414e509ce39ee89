/* The words of documents, whatever database holds them. */

#include "memory/docs.h"

#include "memory/words.h"

#include <string.h>

static const char *const kinds[DOC_KIND_COUNT] = {"tap", "text", "v_swipe", "h_swipe", "long_press"};
static const char *const authors[DOC_AUTHOR_COUNT] = {"explored", "watched", "written"};

static bool find(const char *const *names, guint n, const char *name, guint *ret_i)
{
    for (*ret_i = 0; *ret_i < n; ++*ret_i)
        if (g_strcmp0(names[*ret_i], name) == 0)
            return true;
    *ret_i = 0;
    return false;
}

const char *doc_kind_name(enum doc_kind kind)
{
    return kinds[kind];
}

const char *doc_author_name(enum doc_author author)
{
    return authors[author];
}

bool doc_kind_parse(const char *name, enum doc_kind *ret_kind)
{
    guint i;
    bool found = find(kinds, DOC_KIND_COUNT, name, &i);
    *ret_kind = (enum doc_kind)i;
    return found;
}

bool doc_author_parse(const char *name, enum doc_author *ret_author)
{
    guint i;
    bool found = find(authors, DOC_AUTHOR_COUNT, name, &i);
    *ret_author = (enum doc_author)i;
    return found;
}

bool words_are_in(const char *const *texts, guint n, const char *const *words)
{
    g_autoptr(GString) all = g_string_new(NULL);
    for (guint i = 0; i < n; i++)
        g_string_append_printf(all, "%s\n", texts[i] ? texts[i] : "");
    g_autofree char *folded = g_utf8_casefold(all->str, -1);
    for (; *words; words++) {
        g_autofree char *word = g_utf8_casefold(*words, -1);
        if (!strstr(folded, word))
            return false;
    }
    return true;
}

bool memory_doc_doubtful(const struct memory_doc *doc)
{
    return doc->broken > 0 && doc->broken >= doc->kept;
}

#define PATH_DIGITS 16 /* of an id, before "-" and the place */

static bool has_path(const char *id)
{
    return strspn(id, "0123456789abcdef") == PATH_DIGITS && (!id[PATH_DIGITS] || id[PATH_DIGITS] == '-');
}

bool memory_doc_shared(const struct memory_doc *doc)
{
    return has_path(doc->element) && doc->element[PATH_DIGITS];
}

bool doc_elements_alike(const char *one, const char *other)
{
    return has_path(one) && has_path(other) && strncmp(one, other, PATH_DIGITS) == 0;
}

bool memory_doc_has_words(const struct memory_doc *doc, const char *const *words)
{
    const char *const texts[] = {doc->app, doc->element, doc->name, doc->text};
    return words_are_in(texts, G_N_ELEMENTS(texts), words);
}
