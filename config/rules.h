#ifndef CONFIG_RULES_H
#define CONFIG_RULES_H

/* Rules of the gate: `[rule NAME]` in reins.ini and in a profile, and `reins run --rule 'deny key=ctrl+w'`. This file reads and
 * checks them; engine/gate/rules.h decides whether one applies. The table rule_rows (rules.c) lists the conditions. An unknown
 * condition is an error, not a warning: without it the rule would apply to more than was meant. */

#include "config/ini.h"
#include "config/options.h"

#include <glib.h>
#include <stdbool.h>

#define RULES_MAX 256 /* per file, and per command line */

enum rule_verdict { RULE_DENY, RULE_ASK, RULE_ALLOW };

/* A rule applies when all given conditions hold. */
struct rule {
    char *name;   /* letters, digits, _ - and . */
    char *origin; /* "FILE:LINE" or "--rule", for messages */
    enum rule_verdict verdict;
    char *skill;                         /* glob on the skill's name; NULL = any */
    char *key;                           /* key combination, "ctrl+w", whose names engine/gate/rules.c checks; NULL = any */
    GRegex *class, *title, *text, *near; /* NULL = any. For an allow rule, text must match the whole text */
    bool has_rect, rect_on_screen;       /* false: relative to the top left of the window that gets the input */
    int x, y, width, height;             /* px */
    int tier;                            /* the rule applies up to this tier; -1 = any */
    gint64 expires_us;                   /* UNIX time, 0 = never */
    int max_fires;                       /* 0 = no limit */
    int rate;                            /* at most this many firings … */
    gint64 rate_us;                      /* … within this time; 0 = no limit */
    char **given;                        /* "key=value" as written, in the table's order */
};

void rule_free(struct rule *r);

extern const struct option_row rule_rows[];
extern const gsize n_rule_rows;

/* True for "rule NAME", and for "rule" alone, which rule_from_ini() refuses. */
bool rule_is_group(const char *group);
/* Reads one group of a file. Caller frees. Error (CONFIG_ERROR_USAGE): file, line and fault; for an unknown key the nearest
 * known one. */
struct rule *rule_from_ini(const ini *file, const char *group, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Reads "deny key=ctrl+w title='Mail.*'": a verdict and conditions, quoted as in a shell. Caller frees. `allow` is an error: a
 * rule of the command line can only restrict. */
struct rule *rule_from_words(const char *name, const char *words, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
