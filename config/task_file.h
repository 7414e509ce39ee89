#ifndef CONFIG_TASK_FILE_H
#define CONFIG_TASK_FILE_H

/* A task file (`reins run --task FILE`): what is to be done in which program, from which start state, and how it is seen that it
 * was done. It is the person's own: its commands and its script are run as if they had been typed. One that came with an
 * imported run is read, and nothing of it is run. */

#include "config/options.h"

#include <glib.h>
#include <stdbool.h>

#define TASK_FILE_MAX_BYTES (64 * 1024)
#define TASK_ITEMS_MAX 64 /* [start], [check], [page] */
#define TASK_LIST_MAX 1000

/* A file or a command that makes the start state. */
struct task_start {
    char *name;
    char *file;    /* in the program's folder; NULL = a command */
    char *from;    /* absolute path of the file that it is a copy of; NULL = text */
    char *text;    /* its content */
    char *command; /* words as for app= */
};

enum task_check_kind {
    TASK_CHECK_FILE,
    TASK_CHECK_WORDS,
    TASK_CHECK_WINDOW,
    TASK_CHECK_MARK,
    TASK_CHECK_PIXELS,
    TASK_CHECK_COMMAND
};
struct task_check {
    char *name;
    enum task_check_kind kind;
    char *what;    /* a path; a pattern of words, of a window's title or class, or of a mark; a command; NULL for pixels */
    bool absent;   /* it holds where that is not there; a command: where it fails */
    char *text;    /* file: a pattern that it has; NULL = any */
    char *same_as; /* file: absolute path of a file with the same bytes; NULL = any */
    int x, y, width, height; /* pixels */
    gint64 color;            /* 0xRRGGBB; -1 = a picture is compared */
    char *picture;           /* absolute path of a PNG of that size; NULL = a colour */
    double share;            /* of the pixels that must be so, 0..1 */
    double score;            /* of a page */
};

/* Where it is done in a fast world (reins-world(7)). */
struct task_world {
    bool given;
    char *name;      /* NULL = the one that --display names; the same below */
    char *inventory; /* what is there at the beginning: "stick 2; iron_ingot 3" */
    char *biome;     /* where it begins */
    gint64 limit;    /* steps of the game; -1 = the world's own */
};

typedef struct task_file {
    char *path;   /* absolute */
    char *source; /* its text */
    char *instruction;
    char *group;  /* of the tasks that a table counts together; NULL = none */
    char *ground; /* absolute path of the task file that has to have succeeded before; NULL = none */
    struct task_world world;
    char *app, *profile, *sandbox; /* NULL = as for a run without a task file */
    gint64 max_steps;              /* 0 = not given; the same below */
    double max_cost, max_minutes;
    bool home_temporary;        /* of the program, in a sandbox */
    char *reward_path, *reward; /* absolute; the Lua source. NULL = none */
    GPtrArray *starts, *checks; /* struct task_start *, struct task_check *, in the file's order */
    GPtrArray *pages;           /* struct task_check *: pages with scores; the first that holds is where the run ended */
    bool foreign;               /* it came by an import: nothing of it is run. Set by the caller */
} task_file;

/* The keys of the groups task, start, check and page, for the manual; a page has those of a check, too. */
extern const struct option_row task_rows[];
extern const gsize n_task_rows;

/* Reads it, and the script that it names. Caller frees. Error (CONFIG_ERROR_USAGE or _FAILED): file, line and fault. */
task_file *task_file_load(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Same, of a text that was read before: no file is opened. `reward`: the script's source, NULL = none. */
task_file *task_file_parse(const char *text, gsize length, const char *path, const char *reward,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;
void task_file_free(task_file *t);
/* The task files of a list: of a folder its *.ini by name; of a file one path a line, from its folder; empty lines and lines that
 * begin with # do not count. Each is read, so that a fault is said before the first is begun. Absolute paths (char *); caller
 * unrefs. Error: as task_file_load(), or there is none or more than TASK_LIST_MAX. */
GPtrArray *task_file_list(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(task_file, task_file_free)

#endif
