#ifndef CONFIG_OPTIONS_H
#define CONFIG_OPTIONS_H

/* The table of all options. reins.ini (options.c) and application profiles (profile.c) use the same kind of rows, so that
 * reading, checking, `reins config show` and the manual page agree. */

#include <glib.h>
#include <stdbool.h>

enum option_type {
    OPTION_STRING,  /* any text; "" = unset */
    OPTION_INT,     /* min..max */
    OPTION_REAL,    /* min..max */
    OPTION_BOOL,    /* true | false | yes | no | on | off */
    OPTION_CHOICE,  /* one of `allowed`, separated by | */
    OPTION_CHOICES, /* any of `allowed`, separated by ; (in `allowed` by |) */
    OPTION_SIZE,    /* WxH in pixels, each min..max */
    OPTION_URL,     /* http:// or https://, without user and password; "" = unset */
    OPTION_SECRET,  /* env:VAR | file:PATH | cmd:COMMAND: the source of a key, never the key; "" = unset */
    OPTION_REGEX,   /* a regular expression (PCRE, as GRegex takes it); "" = unset */
    OPTION_NAMES,   /* identifiers separated by ; */
    OPTION_REGEXES, /* regular expressions separated by ; */
    OPTION_WORLD,   /* a world: the name of a file in worlds/, without its ending; "" = unset */
};

struct option_row {
    const char *group; /* "brain" = every [brain NAME]; "agent NAME" = that agent only */
    const char *key;
    enum option_type type;
    const char *fallback; /* default; NULL = the option is required */
    double min, max;
    const char *allowed;
    const char *help; /* one line */
};

/* The rows of reins.ini, sorted by group: those of config/ and the registered ones. Valid until the next option_register(). */
const struct option_row *option_rows(gsize *ret_n);
/* Adds rows of higher layers (options of agents), each after the rows of its group. main() calls it before config_load(). The
 * rows are copied; their strings are not and must stay valid. When two rows have the same group and key, the first one counts:
 * two agents may have a module of the same name. */
void option_register(const struct option_row *rows, gsize n);
/* The row of reins.ini for a name that is known only at run time; NULL = no such option. */
const struct option_row *option_known(const char *group, const char *key);

/* Finds a row; NULL = no such option. For "brain NAME" the rows of "brain NAME" and of "brain" are searched. */
const struct option_row *option_find(const struct option_row *rows, gsize n, const char *group, const char *key);
/* Names of all groups, or of the keys of `group`; ends with NULL. Caller frees the array, not the strings. */
const char **option_names(const struct option_row *rows, gsize n, const char *group);
/* True when the value fits the row. The error's text continues "KEY = VALUE: ", for example "must be a whole number from 1 to
 * 9". It never quotes the value of a secret. */
bool option_check(const struct option_row *row, const char *value, GError **error);
/* Describes the accepted values: "whole number from 1 to 9". Caller frees. */
char *option_takes(const struct option_row *row);

/* Converts a value that option_check() accepted. The list ends with NULL; caller frees it with g_strfreev(). */
gint64 option_int(const char *value);
double option_real(const char *value);
bool option_bool(const char *value);
char **option_list(const char *value);
/* Parses "1280x720". Returns false when the text is not a size. */
bool option_size(const char *value, int *ret_width, int *ret_height);
/* Parses "X,Y,WIDTH,HEIGHT", a part of a screen: no edge negative, no side 0. */
#define OPTION_EDGE_MAX 16384
bool option_area(const char *value, int ret_area[4]);

#endif
