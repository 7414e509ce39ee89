#include "engine/picture/window_title.h"

#include <glib.h>
#include <string.h>

static const char *const signs[] = {"*", "•", "●"};
static const char *const words[] = {"[modified]", "(modified)", "[changed]", "(changed)", "[unsaved]",
                                    "(unsaved)",  "[edited]",   "(edited)",  "[+]",       "(*)"};

static void strip_signs(char *word)
{
    for (gsize i = 0; i < G_N_ELEMENTS(signs); i++) {
        if (g_str_has_prefix(word, signs[i]))
            memmove(word, word + strlen(signs[i]), strlen(word + strlen(signs[i])) + 1);
        if (g_str_has_suffix(word, signs[i]))
            word[strlen(word) - strlen(signs[i])] = '\0';
    }
}

static bool says_modified(const char *word)
{
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
        if (g_ascii_strcasecmp(word, words[i]) == 0)
            return true;
    return false;
}

/* Without its marks; caller frees. joins: a mark by itself between words stands for the dash that joins them (SciTE). */
static char *bare(const char *title, bool joins)
{
    g_autoptr(GString) text = g_string_new("");
    g_auto(GStrv) parts = g_strsplit(title ? title : "", " ", -1);
    for (gsize i = 0; parts[i]; i++) {
        if (says_modified(parts[i]))
            continue;
        strip_signs(parts[i]);
        if (joins && !*parts[i] && text->len && parts[i + 1])
            g_string_append(text, " -");
        if (*parts[i])
            g_string_append_printf(text, "%s%s", text->len ? " " : "", parts[i]);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

bool window_title_same(const char *a, const char *b)
{
    g_autofree char *one = bare(a, false), *other = bare(b, false), *joined_one = bare(a, true), *joined_other = bare(b, true);
    return g_str_equal(one, other) || g_str_equal(joined_one, joined_other);
}

/* `whole` is `first`, something that joins, and `second`. */
static bool joined(const char *whole, const char *first, const char *second)
{
    if (!g_str_has_prefix(whole, first) || !g_str_has_suffix(whole, second) || strlen(whole) <= strlen(first) + strlen(second))
        return false;
    const char *end = whole + strlen(whole) - strlen(second);
    for (const char *p = whole + strlen(first); p < end; p = g_utf8_next_char(p))
        if (g_unichar_isalnum(g_utf8_get_char(p)))
            return false;
    return true;
}

/* The dash before the program's name, the last one; NULL = none. */
static const char *program_of(const char *title)
{
    static const char *const dashes[] = {" - ", " – ", " — "};
    const char *last = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(dashes); i++) {
        const char *at = g_strrstr(title, dashes[i]);
        last = at && at > title && at[strlen(dashes[i])] && (!last || at > last) ? at : last;
    }
    return last;
}

/* Behind the file's name: an ending that the program has added, and its folder. */
static bool is_ending_and_folder(const char *p, const char *end)
{
    if (*p == '.')
        for (p++; p < end && g_ascii_isalnum(*p);)
            p++;
    return p == end || (end - p > 4 && (g_str_has_prefix(p, " (/") || g_str_has_prefix(p, " (~")) && end[-1] == ')' &&
                        !memchr(p + 2, '(', (gsize)(end - p - 2)));
}

/* Of the same program's document, which has that name now. */
static bool saved_as(const char *before, const char *after, const char *path)
{
    g_autofree char *name = g_path_get_basename(path);
    const char *was = program_of(before), *is = program_of(after);
    if (!was || !is || !g_str_equal(was, is))
        return false;
    const char *folder_end = *after == '/' || *after == '~' ? g_strrstr_len(after, is - after, "/") : NULL,
               *file = folder_end ? folder_end + 1 : after;
    return g_str_has_prefix(file, name) && file + strlen(name) <= is && is_ending_and_folder(file + strlen(name), is);
}

bool window_title_repeats(const char *was, const char *is, const char *text)
{
    g_autofree char *before = bare(was, false), *after = bare(is, false), *typed = g_strstrip(g_strdup(text));
    return *before && *typed && g_utf8_validate(after, -1, NULL) &&
           (joined(after, typed, before) || joined(after, before, typed) || saved_as(before, after, typed));
}
