#ifndef SKILLS_LIBRARY_LIBRARY_IMAGE_H
#define SKILLS_LIBRARY_LIBRARY_IMAGE_H

/* A library as bytes, so that a child process can read the files and the parent has the library without reading them again. */

#include "skills/library/library.h"

/* What a child of this very program hands over; only the restrictions (skill_library_restrict) are not in it. Caller unrefs. */
GBytes *skill_library_to_image(const skill_library *lib);
/* Trusted: from nobody but our own child. NULL: it is no image. */
skill_library *skill_library_from_image(GBytes *image) G_GNUC_WARN_UNUSED_RESULT;
/* The skills of one text, checked by nothing but the parser: for what a form must know of a draft. Error: no worker, or there is
 * no skill in it (the first problem). */
skill_library *skill_library_of_text(const char *label, const char *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
