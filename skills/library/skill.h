#ifndef SKILLS_LIBRARY_SKILL_H
#define SKILLS_LIBRARY_SKILL_H

/* A skill as it was read from its file: a global Lua function with a doc comment (skill_doc.h), and its parameters. */

#include "skills/library/library_places.h"

enum param_type {
    PARAM_NUMBER,
    PARAM_INTEGER,
    PARAM_STRING,
    PARAM_BOOLEAN,
    PARAM_KEY,
    PARAM_BUTTON,
    PARAM_KEYS, /* a text: a combo or several, "ctrl+k ctrl+s" */
    PARAM_PATH, /* a text: points, "10,20 30,40" */
    PARAM_TYPE_COUNT
};
/* "number", "key" … (skill_doc.c) */
const char *param_type_name(enum param_type type);

struct param {
    char *name;
    enum param_type type;
    char *meaning;
    char **allowed; /* from "{a b c}" at the end of the meaning; NULL = any */
    bool optional;  /* from "?" after the type: number? */
};

typedef struct skill {
    char *name;
    char *doc;                 /* first paragraph of the comment */
    char *expect;              /* @expect, "" if none */
    GArray *params;            /* struct param */
    char *file;                /* path, or shipped:PATH */
    int line;                  /* of the function */
    int first_line, last_line; /* of the comment; of the function's end. 0 = not from a file that was just parsed */
    char *code;                /* the comment and the function's text */
    char *sha256;              /* of code, and of what the file has beside its skills (locals, helpers) */
    char *pre;                 /* @pre: what must hold before, "" if nothing */
    int effect;                /* @effect 0..3: the tier that its author gives it, -1 = none; it can only raise the gate's own */
    bool manager;              /* @needs manager, its own or of one that it leads to: skill_library_restrict_bare() */
    char *library;             /* "base", "xcalc"; "" = a file at the top of a folder */
    enum skill_layer layer;
    char **uses; /* names of the other skills that its text calls, or its file beside its skills (a local of such a name counts
                    too), sorted */
} skill;

#endif
