#include "tests/e2e/driver_words.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

char *words_nth(int n)
{
    char word[6] = "z";
    for (int i = 1; i < 5; i++, n /= 25)
        word[i] = (char)('a' + n % 25);
    return g_strdup(word);
}

/* It is what stands there when that word was cut off after some of its letters, or was not; what was held then may repeat. */
static bool begins(const char *piece, const char *word)
{
    gsize n = 0;
    while (piece[n] && piece[n] == word[n])
        n++;
    return n > 0 && strspn(piece + n, (const char[]){word[n - 1], 0}) == strlen(piece + n);
}

char *words_typed_again(const char *typed, int words)
{
    g_auto(GStrv) pieces = g_strsplit(typed, "z", -1); /* before the first z there is nothing */
    int n = 0;
    for (char **at = pieces; *at && at[1]; at++) {
        g_autofree char *piece = g_strconcat("z", at[1], NULL);
        bool found = !*at[1] && ((at[2] && !*at[2]) || (at != pieces && !*at[0])); /* a z that was held and repeats */
        while (!found && n < words) {
            g_autofree char *word = words_nth(n++);
            found = begins(piece, word);
        }
        if (!found)
            return g_steal_pointer(&piece);
    }
    return NULL;
}
