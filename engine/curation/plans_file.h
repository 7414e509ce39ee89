#ifndef ENGINE_CURATION_PLANS_FILE_H
#define ENGINE_CURATION_PLANS_FILE_H

/* Plans (memory/plans.h) as JSON, one object a line:
 *
 * {"plan","version","app","goal","outcome","proven","reference","touched","withdrawn","folded","worked","failed","steps","by",
 *  "at","run","step","task","situation","cause","picture","print","state","of_goals","origin","reason","text"}
 *
 * What is read has "app", "goal" and "text", and may have "outcome", "steps", "task", "situation", "cause", "print", "state",
 * "of_goals", "reference", and numbers of the file: "plan", and "folded", that of the reference that was made of it. The rest is
 * of the store that wrote it. */

#include "memory/archive.h"
#include "memory/plans.h"

#define PLANS_REFUSED_MAX 20 /* lines that are named */
#define PLANS_LINES_MAX 200000
#define PLANS_FILE_MAX (256 * 1024 * 1024) /* bytes */

typedef struct plans_told {
    gint64 plans;       /* written, or added */
    gint64 known;       /* of a file: those that were here already */
    gint64 twice;       /* of a file: those that say the same as one before */
    GPtrArray *refused; /* char*: "line 7: why" */
} plans_told;
void plans_told_clear(plans_told *told);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(plans_told, plans_told_clear)

/* Writes the newest versions that stand of a program (NULL = of all) into the file: whole, or not at all. */
bool plans_file_export(memory *m, const char *app, const char *file, plans_told *told, GError **error);
/* Adds the plans of such a file, or of the memory that JARVIS-1 released (app NULL: "minecraft"), marked with its name. A line
 * that is no plan is refused by its number; the rest is read. One that says the same as a plan here, or before it, is left out.
 * by: who is said to have written them. watch (NULL = nobody waits) is told of bytes; where it says so the rest is left, and what
 * was added stays: the file imported again goes on there (MEMORY_ERROR_STOPPED). Error: the file cannot be read, or no line of it
 * is a plan. */
bool plans_file_import(memory *m, const char *app, const char *file, const char *by, const struct memory_watch *watch,
                       plans_told *told, GError **error);

/* ---- JARVIS-1's released memory: pure (plans_released_json.c) ---- */
/* True: the text looks like it. */
bool plans_are_released(const char *text);
/* Its plans (struct memory_plan *), of that program; adds to ret_refused (char *) which are none, and why. Caller unrefs. Error:
 * not JSON. */
GPtrArray *plans_released_read(const char *text, gsize length, const char *app, GPtrArray *ret_refused, GError **error);

/* ---- a line: pure (plans_json.c) ---- */
/* Without the line's end. Caller frees. */
char *plans_json(const struct memory_plan *plan);
/* `plan` and `folded` are numbers of its file. NULL with an error: what is wrong. Caller frees with memory_plan_free(). */
struct memory_plan *plans_json_read(const char *line, gsize length, GError **error);

#endif
