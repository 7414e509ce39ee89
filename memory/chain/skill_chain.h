#ifndef MEMORY_CHAIN_SKILL_CHAIN_H
#define MEMORY_CHAIN_SKILL_CHAIN_H

/* The hash chain of the skills' history, inside memory/ only: their versions and stages outlive runs, so that no run's chain can
 * hold them. A row of skill_journal for each, appended in the transaction that writes it:
 *
 *   version  "version" id name sha256 at_us run step author parent file note code
 *   stage    "stage" id version at_us stage author reason
 *
 * sha256 = hex SHA-256 of that canonical text (canonical.h), hash = SHA-256( hash of the row before ‖ "skill" row kind ref sha256
 * ); skill_journal_end holds the last. */

#include "memory/memory.h"

/* Appends the version or stage `ref` as it is now, in the open transaction. */
bool skill_chain_add(memory *m, const char *kind, gint64 ref, GError **error);
/* Appends mismatches to the findings (char *). */
bool skill_chain_verify(memory *m, GPtrArray *findings, GError **error);

#endif
