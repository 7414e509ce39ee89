#ifndef MEMORY_CHAIN_CANONICAL_H
#define MEMORY_CHAIN_CANONICAL_H

/* The text of a row that is hashed: its fields one after the other, each as LENGTH ':' BYTES ',' where LENGTH is the number of
 * bytes in decimal, and NULL as "-,". An integer is a field of its decimal digits. So no two different rows have the same text.
 */

#include <glib.h>

/* Appends fields to a canonical text. */
void canonical_text(GString *text, const char *field);
void canonical_int(GString *text, gint64 field);
/* The same of all (char *). */
void canonical_fields(GString *text, const GPtrArray *fields);
/* Hex SHA-256 of the text; caller frees. */
char *canonical_hash(const GString *text);

#endif
