#ifndef TUI_CLI_PROFILE_H
#define TUI_CLI_PROFILE_H

/* The verbs of `reins profile`. */

#include "config/options.h"

#include <glib.h>
#include <stdbool.h>

struct profile_asked {
    const char *verb;
    char **words; /* n of them */
    int n;
    gboolean json, man, force, alike;
    char *app, *icon, *display;
};

/* Called for each key of a profile, of one group or (NULL) of all. heading, about: of its group. first: the first key of the
 * group. */
typedef void profile_tell(const char *heading, const char *about, bool first, const struct option_row *row, gpointer data);
void profile_tell_keys(const char *group, profile_tell *tell, gpointer data);
/* Starts the program, looks at its windows, and writes a profile. Returns the exit code. (profile_new.c) */
int profile_new(const struct profile_asked *asked);
/* Cuts an icon from the screen into the user's profile. Returns the exit code. (profile_icon.c) */
int profile_icon(const struct profile_asked *asked);
/* False: it is no name of a profile or an icon; the error says which names are. (profile_new.c) */
bool profile_name_fits(const char *name, GError **error);
/* Makes its folder, too. (profile_new.c) */
bool profile_write(const char *path, GBytes *bytes, GError **error);
/* Output of --json on stdout; all return 0. (profile_json.c)
 * [{"name","app","origin","wrong"}]; {"name","origin","text"}; ["FILE:LINE: …"]; [{"group","key","takes","default","help"}] of
 * one group or (NULL) of all. */
int profile_print_list(char **names);
int profile_print(const char *name, const char *origin, const char *text);
int profile_print_findings(const GPtrArray *findings);
int profile_print_keys(const char *group);

#endif
