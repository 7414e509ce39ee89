#ifndef ENGINE_CURATION_PYTHON_H
#define ENGINE_CURATION_PYTHON_H

/* Converts a skill of the Cradle release, a Python function as text, to a Lua draft: name, documentation, parameters, its
 * source as a comment, and its body when each line is a call with an exact counterpart; else a body that raises an error, for a
 * person or a model to rewrite. Nothing is run. Pure. */

#include <glib.h>
#include <stdbool.h>

struct python_param {
    char *name;
    char *type;     /* from the doc comment: "number", "key" … */
    char *fallback; /* its default as Lua, NULL = none */
    char *meaning;
};

typedef struct python_function {
    char *name;
    GArray *params;  /* struct python_param */
    char *doc;       /* without the part about parameters; "" = none */
    char **body;     /* logical lines, without indentation and comments */
    GPtrArray *lost; /* char*: what could not be carried over */
} python_function;

/* Reads a function. NULL with a sentence in *ret_why (caller frees): no function, or a name that Lua cannot have. Caller frees.
 */
python_function *python_read(const char *source, char **ret_why) G_GNUC_WARN_UNUSED_RESULT;
void python_function_free(python_function *f);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(python_function, python_function_free)
/* The body as Lua, one call per line; NULL: some line has no exact counterpart. names: of the file's other functions (set of
 * char*), which may be called. Adds to f->lost what was left out or prevents it. Caller frees. */
char *python_body(python_function *f, GHashTable *names);
/* The whole draft. Caller frees. */
char *python_to_lua(python_function *f, const char *source, GHashTable *names);

#endif
