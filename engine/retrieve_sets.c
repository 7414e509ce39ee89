/* Which libraries are shown beside the nearest skills, whatever the task: the program's own, by kind of screen (paper B.1). */

#include "engine/retrieve.h"

#include "engine/ngram.h"

#include <string.h>

/* Is one word of `screen` the kind? Both as stems: "menus" is a menu. */
static bool is_kind(const char *kind, const char *screen)
{
    g_autofree char *wanted = g_ascii_strdown(kind, -1), *small = g_ascii_strdown(screen, -1);
    g_auto(GStrv) words = g_strsplit_set(small, " _-/,.", -1);
    bool is = false;
    ngram_word_stem(wanted);
    for (char **word = words; *word; word++) {
        ngram_word_stem(*word);
        is = is || g_str_equal(*word, wanted);
    }
    return is;
}

const char **retrieve_sets(const char *const *libraries, const char *screen)
{
    static const char *const general[] = {"text", "clipboard", "windows", NULL};
    GPtrArray *sets = g_ptr_array_new();
    for (; libraries && *libraries; libraries++) {
        const char *kind = strstr(*libraries, "__");
        if (!g_strv_contains(general, *libraries) && (!kind || (screen && is_kind(kind + 2, screen))))
            g_ptr_array_add(sets, (gpointer)*libraries);
    }
    g_ptr_array_add(sets, NULL);
    return (const char **)g_ptr_array_free(sets, FALSE);
}
