#ifndef CONFIG_LATE_H
#define CONFIG_LATE_H

/* Loads a library when it is first needed. Tesseract and libcurl pull in fifty other libraries, and mapping these is most of
 * what a process start costs. `reins do`, eye, hand and workers do not pay for what they do not use. */

#include <glib.h>
#include <stdbool.h>

/* For a list `#define LIST(NAME) NAME(one) NAME(other)` of declared functions: LATE_MEMBER declares a pointer to each as a
 * struct member, LATE_NAME gives the names in the same order. */
#define LATE_MEMBER(function) __typeof__(function) *(function);
#define LATE_NAME(function) #function,

/* Loads `file` (a soname as its package installs it) and sets the pointers of `table`, a struct of LATE_MEMBER, to the
 * functions in `names` (LATE_NAME, ends with NULL). The library stays loaded until the process ends; call this once. Error:
 * CONFIG_ERROR_ENVIRONMENT with the loader's message; the table is then unusable. */
bool late_load(const char *file, const char *const *names, void *table, GError **error);

#endif
