#ifndef TESTS_HELPER_HOSTILE_H
#define TESTS_HELPER_HOSTILE_H

/* Hostile skill files, made from a seed: families times variations, each with the reason for which it must be stopped. */

#include <glib.h>
#include <stdbool.h>

enum hostile_kind {
    HOSTILE_LIMIT, /* a function f() that runs into a limit, whatever surrounds it */
    HOSTILE_ERROR, /* a function f() that ends with an error */
    HOSTILE_TYPES, /* a function f() whose one event is the text `why` */
    HOSTILE_FILE   /* the file itself is refused */
};

struct hostile {
    enum hostile_kind kind;
    const char *family; /* static */
    char *text;         /* owned; may hold NUL bytes */
    gsize length;
    char *body; /* owned; of f(); NULL for files */
    char *why;  /* owned; part of the reason */
    bool pure;  /* uses no key, mouse and screen: also a policy or a scripted brain */
};

/* n different ones. Caller unrefs. */
GPtrArray *hostile_make(guint32 seed, guint n);

#endif
