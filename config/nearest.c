#include "config/nearest.h"

#include <string.h>

#define NEAREST_MAX 64 /* longer names are not typing mistakes */

/* Optimal string alignment, three rows. */
guint nearest_distance(const char *a, const char *b)
{
    gsize n = strlen(a), m = strlen(b);
    guint rows[3][NEAREST_MAX + 1];
    if (n > NEAREST_MAX || m > NEAREST_MAX)
        return G_MAXUINT;
    for (gsize j = 0; j <= m; j++)
        rows[0][j] = (guint)j;
    for (gsize i = 1; i <= n; i++) {
        guint *row = rows[i % 3], *above = rows[(i + 2) % 3], *above2 = rows[(i + 1) % 3];
        row[0] = (guint)i;
        for (gsize j = 1; j <= m; j++) {
            char x = g_ascii_tolower(a[i - 1]), y = g_ascii_tolower(b[j - 1]);
            guint best = MIN(MIN(above[j], row[j - 1]) + 1, above[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == g_ascii_tolower(b[j - 2]) && y == g_ascii_tolower(a[i - 2]))
                best = MIN(best, above2[j - 2] + 1);
            row[j] = best;
        }
    }
    return rows[n % 3][m];
}

const char *nearest_name(const char *name, const char *const *known)
{
    const char *found = NULL;
    guint least = MAX(1u, (guint)(strlen(name) / 3)) + 1;
    for (; *known; known++) {
        guint distance = nearest_distance(name, *known);
        /* Everything changed is no likeness: "x" is not meant by "y". */
        if (distance < least && distance < strlen(*known)) {
            least = distance;
            found = *known;
        }
    }
    return found;
}

char *nearest_hint(const char *name, const char *const *known)
{
    const char *near = nearest_name(name, known);
    if (near)
        return g_strdup_printf(": did you mean \"%s\"?", near);
    if (!known[0])
        return g_strdup("");
    g_autofree char *all = g_strjoinv(", ", (char **)known);
    return g_strdup_printf(": there are %s", all);
}
