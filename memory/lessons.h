#ifndef MEMORY_LESSONS_H
#define MEMORY_LESSONS_H

/* Lessons: what went wrong once and what to do instead, told to later plans of the same application. The engine writes one when
 * reflect finds a failure's cause, an action could not be carried out, or a person rejects with a reason; a person edits it or
 * takes it back. They outlive their run. */

#include "memory/memory.h"

struct memory_lesson {
    gint64 id;
    gint64 run, step; /* where it was learnt; 0 = written by hand */
    gint64 at_us;
    gint64 edited_from; /* id of the lesson whose place it took, 0 = none */
    bool withdrawn;     /* by a person, or because an edit took its place */
    char *by;           /* model | human (why a person rejected something) | the user's name (written or edited by hand) */
    char *app, *skill;  /* of what, NULL = of anything */
    char *task;         /* the subtask that it was learnt in, NULL */
    char *text;         /* "clicking OK before the field was filled had no effect: fill it first" */
    char *reason;       /* why it was withdrawn, NULL */
};
void memory_lesson_free(struct memory_lesson *lesson);
/* Commits. One with the same text for the same app and skill is given back, not doubled. */
bool memory_lesson_add(memory *m, const struct memory_lesson *lesson, gint64 *ret_id, GError **error);
/* The same lesson in other words: a new row takes its place. NOT_FOUND: none, or withdrawn. */
bool memory_lesson_edit(memory *m, gint64 id, const char *text, const char *by, gint64 *ret_id, GError **error);
bool memory_lesson_withdraw(memory *m, gint64 id, const char *reason, GError **error);
/* Its words for good, of all wordings that it had, and what recalls say of them; also of one that was withdrawn. The rows stay,
 * so that numbers do. Prompts that told it keep it: *ret_prompts of them (memory_forget() empties those). BUSY: as
 * store_scrub(). */
bool memory_lesson_forget(memory *m, gint64 id, gint64 *ret_prompts, GError **error);
/* Newest first; app NULL = of all; withdrawn: those, too. Owns its rows. */
GPtrArray *memory_lessons(memory *m, const char *app, bool withdrawn, GError **error);
/* The same, at most `limit` (0 = all) that are older than the lesson `before` (0 = from the newest). */
GPtrArray *memory_lessons_page(memory *m, const char *app, bool withdrawn, gint64 before, gint64 limit, GError **error);
/* Those that were learnt in a step, withdrawn ones too. Owns its rows. */
GPtrArray *memory_lessons_of_step(memory *m, gint64 run, gint64 step, GError **error);
struct memory_lesson *memory_lesson_get(memory *m, gint64 id, GError **error);

#endif
