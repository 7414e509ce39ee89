#ifndef MEMORY_LESSONS_H
#define MEMORY_LESSONS_H

/* Lessons: what failed once and what to do instead, given to later plans for the same application. The engine writes one when
 * reflect finds the cause of a failure, when an action could not be fired, or when a person rejects with a reason. A person can
 * edit or withdraw it. Lessons outlive their run. */

#include "memory/memory.h"

struct memory_lesson {
    gint64 id;
    gint64 run, step; /* the step that it was learnt in; 0 = written by hand */
    gint64 at_us;
    gint64 edited_from; /* id of the lesson that it replaced, 0 = none */
    bool withdrawn;     /* by a person, or replaced by an edit */
    char *by;           /* model | human (from a rejection) | the user's name (written or edited by hand) */
    char *app, *skill;  /* what it applies to, NULL = everything */
    char *task;         /* subtask of the step, NULL */
    char *text;         /* "clicking OK before the field was filled had no effect: fill it first" */
    char *reason;       /* why it was withdrawn, NULL */
};
void memory_lesson_free(struct memory_lesson *lesson);
/* Adds a lesson and commits. When one with the same text, app and skill exists, returns its id and adds nothing. */
bool memory_lesson_add(memory *m, const struct memory_lesson *lesson, gint64 *ret_id, GError **error);
/* Replaces the text: adds a new row and withdraws the old one. NOT_FOUND: no such lesson, or it is withdrawn. */
bool memory_lesson_edit(memory *m, gint64 id, const char *text, const char *by, gint64 *ret_id, GError **error);
bool memory_lesson_withdraw(memory *m, gint64 id, const char *reason, GError **error);
/* Erases the text of a lesson in all its versions, and what recalls say of it; also of a withdrawn one. The rows stay, so that
 * ids stay valid. Prompts that quote it keep it: *ret_prompts counts them (memory_forget() empties those). BUSY: see
 * store_scrub(). */
bool memory_lesson_forget(memory *m, gint64 id, gint64 *ret_prompts, GError **error);
/* Lessons, newest first; app NULL = of all; withdrawn: include withdrawn ones. Caller unrefs; the array owns its rows. */
GPtrArray *memory_lessons(memory *m, const char *app, bool withdrawn, GError **error);
/* Same, at most `limit` (0 = all) lessons older than the lesson `before` (0 = from the newest). */
GPtrArray *memory_lessons_page(memory *m, const char *app, bool withdrawn, gint64 before, gint64 limit, GError **error);
/* Lessons that were learnt in a step, including withdrawn ones. Caller unrefs; the array owns its rows. */
GPtrArray *memory_lessons_of_step(memory *m, gint64 run, gint64 step, GError **error);
struct memory_lesson *memory_lesson_get(memory *m, gint64 id, GError **error);

#endif
