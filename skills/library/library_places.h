#ifndef SKILLS_LIBRARY_LIBRARY_PLACES_H
#define SKILLS_LIBRARY_LIBRARY_PLACES_H

/* Where skill files are. Three layers; a later one overrides an earlier one:
 *   shipped   skills/lib/NAME.lua, compiled in; a file of that name in the user's configuration replaces it
 *   own       $XDG_DATA_HOME/reins/skills
 *   project   .reins/skills in the folder where reins was started
 * In own and project folders, files at the top are loaded for every program. A sub-folder NAME, or a file in it, is loaded only
 * when library NAME is asked for. */

#include <glib.h>
#include <stdbool.h>

/* The library of fast worlds. Its skills have common words as names (build, mine), and only a world takes them. So these names
 * are free in all other programs, and in a world no skill from elsewhere takes their place: asked for by its name, it comes last.
 */
#define LIBRARY_WORLD "world"

enum skill_layer { LAYER_SHIPPED, LAYER_OWN, LAYER_PROJECT };

struct skill_file {
    char *path;    /* absolute, or shipped:PATH */
    char *library; /* "base", "xcalc"; "" for a file at the top of a folder */
    enum skill_layer layer;
};

/* "shipped", "own", "project". */
const char *skill_layer_name(enum skill_layer layer);
/* The layer's folder, which may not exist; NULL for LAYER_SHIPPED. Caller frees. */
char *skill_layer_folder(enum skill_layer layer);
/* The files of these libraries in load order: struct skill_file*. `names`: without .lua, "*" = all, NULL = only base and the
 * top-level files; a name that ends with "?" need not exist. `problems` gets a sentence for a name that is not found, for a
 * file whose name has invisible characters, and when there are more than 20,000 files. Hidden files and files without .lua are
 * left out. Caller unrefs. */
GPtrArray *skill_places(const char *const *names, GPtrArray *problems);
/* True when LIBRARY_WORLD is among the names itself, not only by "*". */
bool skill_places_in_world(const char *const *names);
/* A fingerprint of the result of skill_places() and of each file's inode, size and times. When it differs, the library must be
 * loaded again. Caller frees. */
char *skill_places_stamp(const char *const *names);

#endif
