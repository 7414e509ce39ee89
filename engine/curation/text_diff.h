#ifndef ENGINE_CURATION_TEXT_DIFF_H
#define ENGINE_CURATION_TEXT_DIFF_H

/* What differs between two texts, line by line. Pure. */

#include <glib.h>

struct text_diff_line {
    char kind;              /* ' ' both, '-' only the old one, '+' only the new one */
    const char *text;       /* without its end; borrowed from the text_diff */
    int old_line, new_line; /* from 1; 0 = not in that text */
};

typedef struct text_diff {
    GArray *lines; /* struct text_diff_line: all of both texts, in order */
    char **old_text, **new_text;
} text_diff;

/* NULL = empty. The fewest lines that differ; texts whose differing parts are larger than 2,000 lines each differ as a whole
 * there. */
text_diff *text_diff_new(const char *old_text, const char *new_text) G_GNUC_WARN_UNUSED_RESULT;
void text_diff_free(text_diff *diff);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(text_diff, text_diff_free)
/* As `diff -u` prints it, with three lines around each change; "" = no difference. Caller frees. */
char *text_diff_unified(const text_diff *diff, const char *old_name, const char *new_name);

#endif
