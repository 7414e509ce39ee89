#ifndef MEMORY_CHAIN_CANONICAL_H
#define MEMORY_CHAIN_CANONICAL_H

/* The canonical text of a row, which is hashed: its fields in order, each as LENGTH ':' BYTES ',' with LENGTH in decimal bytes,
 * NULL as "-,", and an integer as its decimal digits. Different rows have different texts. */

#include <glib.h>

/* Appends fields to a canonical text. */
void canonical_text(GString *text, const char *field);
void canonical_int(GString *text, gint64 field);
/* Appends all fields (char *). */
void canonical_fields(GString *text, const GPtrArray *fields);
/* Hex SHA-256 of the text; caller frees. */
char *canonical_hash(const GString *text);

#endif
