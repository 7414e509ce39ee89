#ifndef MEMORY_CHAIN_FINDINGS_H
#define MEMORY_CHAIN_FINDINGS_H

/* Inside memory/ only: what verify finds, as sentences, one list for all that looks. */

#include <glib.h>

#define FINDINGS_MAX 1000 /* of a damaged store there is no end; behind them one says that there is more */

/* findings: char *, owned by the list. */
void findings_add(GPtrArray *findings, const char *format, ...) G_GNUC_PRINTF(2, 3);

#endif
