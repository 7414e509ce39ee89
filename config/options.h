#ifndef CONFIG_OPTIONS_H
#define CONFIG_OPTIONS_H

/* The one list of what may be set: reins.ini (options.c) and application profiles (profile.c) use the same rows, so that reading,
 * checking, `reins config show` and the manual page cannot differ. */

#include <glib.h>
#include <stdbool.h>

enum option_type {
    OPTION_STRING,  /* any text; "" = unset */
    OPTION_INT,     /* min..max */
    OPTION_REAL,    /* min..max */
    OPTION_BOOL,    /* true | false | yes | no | on | off */
    OPTION_CHOICE,  /* one of `allowed`, separated by | */
    OPTION_SIZE,    /* WxH in pixels, each min..max */
    OPTION_URL,     /* http:// or https://, no user and password in it; "" = unset */
    OPTION_SECRET,  /* env:VAR | file:PATH | cmd:COMMAND: where a key is, never the key; "" = unset */
    OPTION_REGEX,   /* a regular expression (PCRE, as GRegex takes it); "" = unset */
    OPTION_NAMES,   /* identifiers separated by ; */
    OPTION_REGEXES, /* regular expressions separated by ; */
};

struct option_row {
    const char *group; /* "brain" stands for every [brain NAME]; "agent NAME" for that one */
    const char *key;
    enum option_type type;
    const char *fallback; /* default; NULL = must be given */
    double min, max;
    const char *allowed;
    const char *help; /* one line */
};

/* The rows of reins.ini, groups together: config/'s own, and those that were registered. Valid until the next option_register().
 */
const struct option_row *option_rows(gsize *ret_n);
/* Adds rows of the layers above (what an agent takes), each behind those of its group. Whoever puts the parts together calls it,
 * before config_load(). It copies the rows, not their strings, which must stay. Of two rows with the same group and key the first
 * counts: two agents may have a module of one name. */
void option_register(const struct option_row *rows, gsize n);
/* A row of reins.ini by names that are known at run time only; NULL = no such option. */
const struct option_row *option_known(const char *group, const char *key);

/* NULL = no such option. Of "brain NAME" the rows of that group are looked at, and those of "brain". */
const struct option_row *option_find(const struct option_row *rows, gsize n, const char *group, const char *key);
/* NULL-terminated names: groups (key names when `group` is given, found as above); caller frees the array only. */
const char **option_names(const struct option_row *rows, gsize n, const char *group);
/* True when the value fits the row. `why` of the error reads after "KEY = VALUE: ", e.g. "must be a whole number from 1 to 9". An
 * error never quotes what was given for a secret. */
bool option_check(const struct option_row *row, const char *value, GError **error);
/* What the row takes, in words: "whole number from 1 to 9"; caller frees. */
char *option_takes(const struct option_row *row);

/* A checked value. A list ends with NULL; caller frees with g_strfreev. */
gint64 option_int(const char *value);
double option_real(const char *value);
bool option_bool(const char *value);
char **option_list(const char *value);
/* "1280x720"; false when it is none. */
bool option_size(const char *value, int *ret_width, int *ret_height);

#endif
