#ifndef TUI_CONSOLE_LOOK_BACK_H
#define TUI_CONSOLE_LOOK_BACK_H

/* Looking back: the words of stored pictures, of steps that are over, of replays, of the memory screen. Nobody has kept them. A
 * child reads the pictures of one drawing (tui/term/task.h); those of the last drawing come next. */

#include <glib.h>
#include <stdbool.h>

typedef struct look_back look_back;
struct model;
struct screen;

/* The words of a picture on the disk, and where they are. Caller frees. */
typedef struct screen *(*look_back_reader)(const char *path, GError **error);

/* reader NULL: nothing is ever read. Caller frees. */
look_back *look_back_new(look_back_reader reader);
void look_back_free(look_back *l);
/* A drawing begins: nothing is wanted any more. In it, what is written on that picture is wanted; hash: of its pixels, as the
 * model will know it. After it, a child begins with what is wanted where none works. False: it could not be started. */
void look_back_clear(look_back *l);
void look_back_want(look_back *l, const char *hash, const char *path);
bool look_back_begin(look_back *l, GError **error);
void look_back_prepare(const look_back *l, GArray *pollfds);
/* True once: the model has what was read. Error: that some could not be read; they are not read again. */
bool look_back_done(look_back *l, struct model *m, GError **error);

#endif
