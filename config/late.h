#ifndef CONFIG_LATE_H
#define CONFIG_LATE_H

/* A library that is loaded once something needs it. Tesseract and libcurl bring fifty others with them, and mapping those is most
 * of what it costs to start a process: `reins do`, the eye, the hand and each worker would pay for what they do not use. */

#include <glib.h>
#include <stdbool.h>

/* From a list `#define LIST(NAME) NAME(one) NAME(other)` of declared functions: a struct that has a pointer to each, and the
 * names in the same order. */
#define LATE_MEMBER(function) __typeof__(function) *(function);
#define LATE_NAME(function) #function,

/* Loads `file` (a soname, as its package installs it) and sets the pointers of `table`, a struct of LATE_MEMBER, to the functions
 * `names` (of LATE_NAME, ended by NULL). The library stays until the process ends; the caller asks once. Error:
 * CONFIG_ERROR_ENVIRONMENT with what the loader says; the table is then not to be used. */
bool late_load(const char *file, const char *const *names, void *table, GError **error);

#endif
