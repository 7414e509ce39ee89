#ifndef ENGINE_MODULES_MERGE_H
#define ENGINE_MODULES_MERGE_H

/* Several modules of an agent in one call (`merge=A+B+C`): which may be, the one request of several, and the parts of its reply.
 * Pure. */

#include "engine/modules/module.h"

/* The modules of a list, a bit each, by index. "" gives none, and so does a list that has none of these modules: it is another
 * agent's. Errors: an unknown module, one alone or twice, one that proposes actions or is not asked in JSON, modules against the
 * order of their ranks or with another one's rank between them. */
bool merge_parse(const struct module *modules, const char *list, guint *ret_merged, GError **error);
/* One request of at least two of the same brain, in that order (brain_request*): a paragraph that several have is told once, a
 * picture is sent once. Caller frees. */
brain_request *merge_requests(const GPtrArray *requests);
/* The schema of {"A":…,"B":…}, of the schemas of those requests. Caller frees. (merge_json.c) */
char *merge_schema(const GPtrArray *requests);
/* The part of a reply that is that module's; NULL = it has none. Caller frees. (merge_json.c) */
char *merge_part(const char *reply, const char *module);

#endif
