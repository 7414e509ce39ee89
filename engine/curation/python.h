#ifndef ENGINE_CURATION_PYTHON_H
#define ENGINE_CURATION_PYTHON_H

/* A skill of the Cradle release, a Python function as text, as a Lua draft: its name, documentation and parameters, its source as
 * a comment, and its body where each line is a call that one of ours is exactly; else a body that is an error, for a person or a
 * model to rewrite. Nothing of it is run. Pure. */

#include <glib.h>
#include <stdbool.h>

struct python_param {
    char *name;
    char *type;     /* of the doc comment: "number", "key" … */
    char *fallback; /* its default as Lua, NULL = none */
    char *meaning;
};

typedef struct python_function {
    char *name;
    GArray *params;   /* struct python_param */
    char *doc;        /* without the parameters' part; "" = none */
    char **body;      /* logical lines, without indentation and comments */
    GPtrArray *lost;  /* char*: what could not be carried over */
} python_function;

/* Error (a sentence in *ret_why, caller frees; NULL returned): no function, or one whose name Lua cannot have. */
python_function *python_read(const char *source, char **ret_why) G_GNUC_WARN_UNUSED_RESULT;
void python_function_free(python_function *f);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(python_function, python_function_free)
/* The body as Lua, a call a line; NULL: not each line has a call of ours that does exactly the same. `names`: of the file's other
 * functions (set of char*), which may be called. What was left out or stands in the way is added to f->lost. Caller frees. */
char *python_body(python_function *f, GHashTable *names);
/* The whole draft; caller frees. */
char *python_to_lua(python_function *f, const char *source, GHashTable *names);

#endif
