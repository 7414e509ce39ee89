#ifndef MEMORY_ARCHIVE_VERIFY_H
#define MEMORY_ARCHIVE_VERIFY_H

#include "memory/port/copy.h"

/* What memory_verify() finds in it, and what only an archive can have wrong. */
GPtrArray *archive_verify(struct staging *s, GError **error);

#endif
