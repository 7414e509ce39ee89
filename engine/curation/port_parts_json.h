#ifndef ENGINE_CURATION_PORT_PARTS_JSON_H
#define ENGINE_CURATION_PORT_PARTS_JSON_H

/* Shared by port_json.c and cradle_json.c. */

#include "engine/curation/port.h"

#define PORT_BYTE_ORDER_MARK "\xef\xbb\xbf" /* some editors begin a file with it */

struct cJSON;

struct port_skill *port_skill_new(const char *name, const char *library);
struct port_version *port_version_new(const char *name);
/* Appends a sentence to file->refused. */
void port_refuse(port_file *file, const char *name, const char *why);
/* The reason why the code cannot be a skill's; NULL = it can. Caller frees. */
char *port_refuse_code(const char *code);
void port_read_cradle(port_file *file, const struct cJSON *root);

#endif
