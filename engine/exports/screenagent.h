#ifndef ENGINE_EXPORTS_SCREENAGENT_H
#define ENGINE_EXPORTS_SCREENAGENT_H

/* The layout of the ScreenAgent dataset, inside engine/exports only:
 *
 *   SESSION/TIME.json                  one for each answer of the planner, the actor or the evaluator
 *   SESSION/TIME[_translate].json      the same, in the published training split
 *   SESSION/TIME[…]_neg_plan.json      made from it without a model: the planner asked in the middle of the task,
 *   SESSION/TIME[…]_neg_eval.json      the evaluator shown the screen before the action
 *   SESSION/images/TIME.jpg            what the answer was given to
 *
 * TIME is 2026-11-21_01-48-26-123456 (UTC in ours). Members: session_id, task_prompt, send_prompt, LLM_response (the
 * model's own), LLM_response_editer (what was right), each but LLM_response also with _en and _zh; status (planning | acting |
 * evaluating), actions, current_task, video_width, video_height, saved_image_name; and ours: earlier (answers to
 * the same question that were not taken), brain (whose
 * LLM_response is), theme and category (of a run that is tagged theme:NAME and category:NAME), outcome (of the
 * run: success, failed, stopped, budget, error).
 *
 * Ours: the phases of the agent whose paper it is, of another agent what says a subtask, actions, success of the last action. A
 * prompt is the system's and the user's text with an empty line between. A reply is the model's own words byte for byte; where
 * they are not the dataset's, the same follows in a fence with the dataset's actions, so that both its readers and ours find
 * what they know. The label is what was done. An answer of which nothing was done (rejected, voided, stopped, impossible) has no
 * label, and is no record; sessions of ours from before say it in front of an empty fence, and are read: "Not done (rejected):
 * why". _en and _zh are the text as it is: it was not translated. */

#include "engine/exports/exports.h"
#include "engine/exports/run_reader.h"
#include "engine/modules/vocabulary.h"

#define SCREENAGENT_ADVICE "You have not finished the subtask." /* as the published negatives have it */

enum record_status { RECORD_PLANNING, RECORD_ACTING, RECORD_EVALUATING, RECORD_STATUS_COUNT };
const char *screenagent_record_status_name(enum record_status status);

/* "2026-11-21_01-48-26-123456". Caller frees. */
char *screenagent_record_stamp(gint64 us);
/* µs since 1970; 0: not a stamp. */
gint64 screenagent_record_stamp_read(const char *stamp);
/* The reply's own part of a text from vocabulary_words_to_reply(); NULL: made by another program. Caller frees. */
char *screenagent_record_reply_own(const char *text);

/* One checked record. */
typedef struct record {
    char *stamp; /* its file's name up to the time */
    gint64 at_us;
    enum record_status status;
    char *task, *prompt, *reply, *edited, *current, *image; /* current: NULL = not given */
    char *brain;                                            /* whose the reply is; NULL = not said. Ours */
    char *theme, *category;                                 /* of the task; NULL = not said. Ours */
    char *outcome;                                          /* of the run; NULL = not said. Ours */
    bool unanswered;                                        /* its file has no LLM_response: reply is `edited` */
    words *actions;
    int width, height;
    GPtrArray *published; /* struct published *: its file and those that were made from it; NULL: this is one of them */
} record;
/* Reads one file's text. name: of the file, for messages and the time. Caller frees. (screenagent_read_json.c) */
record *screenagent_record_read(const char *name, const char *text, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void screenagent_record_free(record *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(record, screenagent_record_free)

/* A file of a session as it came. An import keeps it beside the prompt of the call that it makes of it, and an export that
 * removes nothing writes it again: names, times and every member are as they were. (screenagent_published_json.c) */
struct published {
    char *name, *json;
    record *record;       /* what it says */
    GHashTable *pictures; /* name → hash of a frame: those that it names; filled by screenagent_published_read() */
};
/* NULL with an error: not a record. Caller frees. */
struct published *screenagent_published_new(const char *name, const char *text, gsize length, GError **error);
void screenagent_published_free(gpointer published);
/* The prompt with the files beside it ("published"), without those whose picture is not in `pictures` (name → hash). Caller
 * frees. */
char *screenagent_published_beside(const char *prompt, const GPtrArray *files, GHashTable *pictures);
/* The files in that member: struct published *. What is not a record, or has a name that leads elsewhere, is left out. Caller
 * unrefs. */
GPtrArray *screenagent_published_read(const char *json);
/* The file's text. relabelled: with the actions that p->record has now; theme, category: in their place, NULL = as they came.
 * Caller frees. */
char *screenagent_published_text(const struct published *p, bool relabelled, const char *theme, const char *category);

typedef struct screenagent_session {
    char *id;           /* the folder's name */
    GPtrArray *records; /* record *, by time */
    int images;         /* descriptor of images/, owned */
    GPtrArray *names;   /* char *: pictures that records name, each once */
    guint skipped;      /* negatives, and translations of other records: no step is made of them */
    char *sha256;       /* hash of the records' names and bytes (not of the pictures): the session's identity */
} session;
/* Checks that every named picture exists and is a picture. */
bool screenagent_session_look(const session *s, const struct memory_watch *watch, GError **error);
/* Reports progress in a part of an import; false with an error (MEMORY_ERROR_STOPPED) when it must stop. */
enum screenagent_session_part { SESSION_LOOKED, SESSION_JUDGED, SESSION_STORED, SESSION_WRITTEN, SESSION_PART_COUNT };
bool screenagent_session_go_on(const struct memory_watch *watch, enum screenagent_session_part part, guint done, guint of,
                               GError **error);
void screenagent_session_free(session *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(session, screenagent_session_free)
/* A file of a session, read or not. */
struct screenagent_file {
    char *session, *name; /* of the folder and of the file */
    bool below;           /* the session is a folder in the one that was named, not that one itself */
    record *record;       /* NULL = it cannot be read */
    char *defect;         /* why not; NULL = it is read */
};
/* The records of a session's folder or of a folder of sessions, by name: struct screenagent_file *. Negatives, and translations
 * of the record before, are left out. Caller unrefs. Error: the folder cannot be read, or there is no session in it
 * (EXPORT_ERROR_EMPTY). */
GPtrArray *screenagent_files(const char *path, GError **error);
/* "SESSION/TIME.json". Caller frees. */
char *screenagent_file_place(const struct screenagent_file *f);
/* The picture of such a record, as it came: a PNG or JPEG that can be decoded. path: as above. Caller unrefs. NULL with an error:
 * missing, a link, too large, not a picture. */
GBytes *screenagent_file_picture(const char *path, const struct screenagent_file *f, GError **error);
/* A picture of the session. Caller frees. NULL with an error: missing, a link, too large, not a picture. */
frame *screenagent_session_picture(const session *s, const char *name, GError **error);
/* Same, as the PNG of a frame; a JPEG is in it as it came. Caller unrefs. */
GBytes *screenagent_session_png(const session *s, const char *name, GError **error);
/* True for a name of one file in one folder: no path, not hidden. */
bool screenagent_session_name_fits(const char *name);
/* Stores the session as a run in one transaction, unless it is here already. Its pictures are checked before anything is
 * stored, and removed when it fails or is stopped. trusted: later plans may use it. (screenagent_session_keep.c) */
bool screenagent_session_keep(memory *m, const session *s, bool trusted, const struct memory_watch *watch,
                              struct import_report *ret, GError **error);

/* Position of the pointer. */
struct pointer {
    bool known;
    int x, y;
};
/* changed | no_effect | unexpected | unknown (a picture is NULL); static. judged_bad: the evaluator said that the effect was
 * not the expected one. (screenagent_session_effect.c) */
const char *session_effect(const frame *before, const frame *after, const char *expectation, bool judged_bad,
                           const struct pointer *was, const struct pointer *is);

/* What a reply says, of which the module's output is `json`: a plan, a verdict. (screenagent_said_json.c) Caller frees. */
words *screenagent_said_plan(const char *text, const char *json);
words *screenagent_said_evaluation(const char *text, const char *json);
/* Its actions; NULL: some are calls of other libraries, or there are none. */
words *screenagent_said_actions(const char *text, const char *json);

/* What the proposal's timeline does on a screen of that size is added; nothing for NULL. (screenagent_done.c) */
void screenagent_add_proposal(words *w, const struct memory_proposal *p, int width, int height);
/* All that was done in the step: an action that the reply (own, NULL = in another library's calls) says is in its words, another
 * one as its timeline has it. *ret_as_said: it is all that the reply says, in its order. Caller frees. */
words *screenagent_done(const run_reader_step *s, const words *own, int width, int height, bool *ret_as_said);

/* screenagent_session_json.c; callers free */
/* {"system","user","images":[{"frame":FILE}]} of what was sent as one text. */
char *screenagent_record_prompt(const char *text, const char *file);
/* The reply as our module's output: itself if it is one, else made from the actions. */
char *screenagent_record_output(const record *r, const char *reply);
/* A person's replacement of the whole reply; NULL = none, or only another action. */
char *screenagent_record_correction(const record *r);
/* A proposal's target. */
char *screenagent_record_target(const word *one);
/* The first action of a plan in our form; NULL: none. */
char *screenagent_record_action(const char *own);
/* {"kind":"screenagent","session", …}; identity: see memory/batch.h. */
char *screenagent_record_origin(const session *s, bool trusted);

#endif
