#ifndef SKILLS_LIBRARY_LIBRARY_IMAGE_H
#define SKILLS_LIBRARY_LIBRARY_IMAGE_H

/* A library as bytes: a child process reads the files, and the parent gets the library without reading them again. */

#include "skills/library/library.h"

/* Serializes a library, without the restrictions (skill_library_restrict()). Caller unrefs. */
GBytes *skill_library_to_image(const skill_library *lib);
/* The library of an image from a child of this program; the image is trusted. NULL: not an image. Caller frees. */
skill_library *skill_library_from_image(GBytes *image) G_GNUC_WARN_UNUSED_RESULT;
/* Parses the skills of one text without further checks, for the form of a draft. Error: no worker, or no skill in it (the first
 * problem). Caller frees. */
skill_library *skill_library_of_text(const char *label, const char *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
