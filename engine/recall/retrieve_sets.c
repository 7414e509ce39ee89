/* What is shown beside the nearest skills, whatever the task: the general skills, and the program's own, by kind of screen
 * (Cradle paper, B.1). */

#include "engine/recall/retrieve.h"

#include "engine/recall/ngram.h"

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

bool retrieve_is_action_set(const char *library)
{
    return g_str_has_prefix(library, "computer_") || g_str_equal(library, "screenagent") || g_str_equal(library, "appagent") ||
           g_str_equal(library, "world");
}

/* Adds the global functions of a library's file, in its order. */
static void add_functions(GStrvBuilder *names, const char *library)
{
    static const char head[] = "function ";
    g_autofree char *path = g_strconcat("skills/lib/", library, ".lua", NULL);
    g_autoptr(GBytes) bytes = config_file(path, NULL, NULL);
    if (!bytes)
        return;
    g_autofree char *text = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_autofree char *name = NULL;
        if (!g_str_has_prefix(*line, head))
            continue;
        name = g_strndup(*line + strlen(head), strcspn(*line + strlen(head), " (\r"));
        g_strv_builder_add(names, name);
    }
}

char **retrieve_general(const char *const *libraries)
{
    GStrvBuilder *names = g_strv_builder_new();
    bool own = false;
    for (; libraries && *libraries; libraries++) {
        if (retrieve_is_action_set(*libraries))
            add_functions(names, *libraries);
        own = own || retrieve_is_action_set(*libraries);
    }
    if (!own)
        add_functions(names, "base");
    char **result = g_strv_builder_end(names);
    g_strv_builder_unref(names);
    return result;
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
