#ifndef MEMORY_ARCHIVE_VERIFY_H
#define MEMORY_ARCHIVE_VERIFY_H

#include "memory/port/copy.h"

/* Findings of memory_verify() for the staged rows, and faults that only an archive can have. */
GPtrArray *archive_verify(struct staging *s, GError **error);

#endif
