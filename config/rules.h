#ifndef CONFIG_RULES_H
#define CONFIG_RULES_H

/* Rules of the gate: `[rule NAME]` in reins.ini and in a profile, and `reins run --rule 'deny key=ctrl+w'`. This reads and checks
 * them; engine/gate/rules.h says when one applies. What a rule may have is one table (rule_rows in rules.c). A key that is not
 * known is an error, not a warning: a rule without the condition that was meant would apply to more than was meant. */

#include "config/ini.h"
#include "config/options.h"

#include <glib.h>
#include <stdbool.h>

#define RULES_MAX 256 /* of one file, and of one command line */

enum rule_verdict { RULE_DENY, RULE_ASK, RULE_ALLOW };

/* All conditions that are given must hold. */
struct rule {
    char *name;   /* letters, digits, _ - and . */
    char *origin; /* "FILE:LINE" or "--rule", for messages */
    enum rule_verdict verdict;
    char *skill;                         /* glob on the skill's name; NULL = any */
    char *key;                           /* chord, "ctrl+w": names are checked by engine/gate/rules.c; NULL = any */
    GRegex *class, *title, *text, *near; /* NULL = any. An allow rule's text is the whole text */
    bool has_rect, rect_on_screen;       /* else from the top left of the window that gets the input */
    int x, y, width, height;             /* px */
    int tier;                            /* applies at most at this tier; -1 = not given */
    gint64 expires_us;                   /* UNIX time, 0 = never */
    int max_fires;                       /* 0 = no limit */
    int rate;                            /* at most that many … */
    gint64 rate_us;                      /* … within this; 0 = no limit */
    char **given;                        /* "key=value" as written, in the table's order */
};

void rule_free(struct rule *r);

extern const struct option_row rule_rows[];
extern const gsize n_rule_rows;

/* True for "rule NAME" (and for "rule" alone, which rule_from_ini() refuses). */
bool rule_is_group(const char *group);
/* One group of a file. Error (CONFIG_ERROR_USAGE): file, line, what is wrong; an unknown key with the nearest known one. */
struct rule *rule_from_ini(const ini *file, const char *group, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* "deny key=ctrl+w title='Mail.*'": a verdict and conditions, quoted as a shell would. A rule of the command line only narrows:
 * `allow` is refused. */
struct rule *rule_from_words(const char *name, const char *words, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
