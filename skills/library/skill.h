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
    PARAM_KEYS, /* a text with key combinations, "ctrl+k ctrl+s" */
    PARAM_PATH, /* a text with points, "10,20 30,40" */
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
    char *doc;      /* first paragraph of the comment */
    char *expect;   /* @expect, "" if none */
    GArray *params; /* struct param */
    char *file;     /* path, or shipped:PATH */
    int line;       /* line of the function */
    int first_line,
        last_line; /* first line of the comment, last line of the function; 0 = not from a file that was just parsed */
    char *code;    /* the comment and the function's text */
    char *sha256;  /* of code, and of the rest of the file outside its skills (locals, helpers) */
    char *pre;     /* @pre: precondition, "" if none */
    int effect;    /* @effect 0..3: the tier that its author states, -1 = none; it can only raise the gate's tier */
    bool manager;  /* @needs manager, of the skill or of one that it calls: skill_library_restrict_bare() */
    char *library; /* "base", "xcalc"; "" = a file at the top of a folder */
    enum skill_layer layer;
    char **uses; /* sorted names of other skills that it calls, or that its file uses outside its skills (a local of such a name
                    counts, too) */
} skill;

#endif
