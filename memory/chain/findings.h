#ifndef MEMORY_CHAIN_FINDINGS_H
#define MEMORY_CHAIN_FINDINGS_H

/* Inside memory/ only: what verify finds, as sentences in one list. */

#include <glib.h>

#define FINDINGS_MAX 1000 /* a damaged store has countless faults; one more finding says that there are others */

/* findings: char *, owned by the list. */
void findings_add(GPtrArray *findings, const char *format, ...) G_GNUC_PRINTF(2, 3);

#endif
