#ifndef ENGINE_EYE_MARK_LIST_H
#define ENGINE_EYE_MARK_LIST_H

/* Words, shapes, icons and elements as one list of numbered marks. A row of the table in mark_list.c is a source; what an earlier
 * one has marked, a later one does not mark again. Numbers are given by what was there before. Pure. */

#include "skills/timeline/screen.h"

/* Adds marks without numbers to the screen, from its words and icons, from shapes (shapes_find()) and from elements (struct
 * element); NULL = none were looked for. */
void mark_list_add(screen *s, const GArray *shapes, const GArray *elements);

typedef struct mark_numbers mark_numbers;
mark_numbers *mark_numbers_new(void);
void mark_numbers_free(mark_numbers *n);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mark_numbers, mark_numbers_free)
/* Numbers the screen's marks and sorts them by number: the same thing has the number that it had, also where a list has scrolled
 * or its text has changed. What is new gets the next one. What went is remembered for some looks, and its number is not given to
 * another meanwhile. While the screen's words are pending, numbers are given by the place; once they have come, the thing has its
 * own again, which may be the number of another one then. */
void mark_numbers_give(mark_numbers *n, screen *s);

#endif
