#ifndef SKILLS_LIBRARY_LIBRARY_PLACES_H
#define SKILLS_LIBRARY_LIBRARY_PLACES_H

/* Where skill files lie. Three layers, each over the one before it:
 *   shipped   skills/lib/NAME.lua, compiled in; a file of that name in the user's configuration takes its place
 *   own       $XDG_DATA_HOME/reins/skills
 *   project   .reins/skills in the folder that reins was started in
 * In own and project folders, a file at the top is loaded for every program, a sub-folder NAME (and a file in it) only where
 * library NAME is asked for. */

#include <glib.h>
#include <stdbool.h>

enum skill_layer { LAYER_SHIPPED, LAYER_OWN, LAYER_PROJECT };

struct skill_file {
    char *path;    /* absolute, or shipped:PATH */
    char *library; /* "base", "xcalc"; "" for a file at the top of a folder */
    enum skill_layer layer;
};

/* "shipped", "own", "project". */
const char *skill_layer_name(enum skill_layer layer);
/* The folder of that layer; NULL for LAYER_SHIPPED. It need not be there. Caller frees. */
char *skill_layer_folder(enum skill_layer layer);
/* The files of these libraries in the order in which they are loaded: struct skill_file*. `names`: without .lua, "*" = all there
 * are, NULL = none beside base and the tops; a name that ends with "?" need not exist. A name that is found nowhere becomes a
 * sentence in `problems`, and so do a file whose name does not show and more than 20,000 of them. Hidden files and those that do
 * not end with .lua are left out. Caller unrefs. */
GPtrArray *skill_places(const char *const *names, GPtrArray *problems);
void skill_file_free(struct skill_file *file);
/* A fingerprint of what skill_places() would give and of each file's inode, size and times of change: another one means that the
 * library is to be loaded again. Caller frees. */
char *skill_places_stamp(const char *const *names);

#endif
