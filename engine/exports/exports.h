#ifndef ENGINE_EXPORTS_EXPORTS_H
#define ENGINE_EXPORTS_EXPORTS_H

/* Exports: a run in the forms that others read. Each is written whole or not at all (output_sink.h). */

#include "engine/exports/redaction.h"
#include "memory/archive.h"

#define EXPORT_ERROR (export_error_quark())
GQuark export_error_quark(void);
enum export_error {
    EXPORT_ERROR_EMPTY,  /* there is nothing in the run that this format could hold */
    EXPORT_ERROR_FORMAT, /* of an import: it is not what it should be; the message says where */
    EXPORT_ERROR_LIMIT,  /* of an import: too much of something */
};

struct export_order {
    gint64 run;
    const char *out;                  /* the file or the folder */
    redaction *redaction;             /* NULL = nothing is redacted */
    bool png;                         /* screenagent: exact pictures, not the layout's JPEG */
    const struct memory_watch *watch; /* asked before each step; NULL = nobody waits */
};

struct export_report {
    char *path; /* what was written; owned */
    gint64 steps, records, negatives, pictures, bytes;
    gint64 left_out; /* pairs: edits and rejections without a better answer, of a model that counts in another space; screenagent:
                        answers without a picture */
    gint64 lost;     /* screenagent: events of what was done that the layout has no word for (a horizontal wheel, a loop) */
    gint64 missing;  /* pictures that are not kept any more */
    gint64 texts_redacted, pictures_redacted;
};
void export_report_clear(struct export_report *report);
/* False with error (MEMORY_ERROR_STOPPED): it is to stop. */
bool export_go_on(const struct export_order *order, gint64 step, gint64 steps, GError **error);

/* One HTML page, readable without JavaScript, network or server. Distinct frames are in it once, at most 1280 pixels wide, as PNG
 * or JPEG, whichever is smaller. (page.c) */
bool export_page(memory *m, const struct export_order *order, struct export_report *ret, GError **error);
/* Preference pairs as JSON lines, in the conversational form of TRL: {"images","prompt","chosen","rejected", …}. `out` is a
 * folder (pairs.jsonl and images/ beside it) when it ends in "/", else a file with the pictures in it as data: URIs.
 * (pairs_json.c) */
bool export_pairs(memory *m, const struct export_order *order, struct export_report *ret, GError **error);
/* The layout of the ScreenAgent dataset: OUT/SESSION/TIME.json, OUT/SESSION/images/TIME.jpg. (screenagent_write_json.c) */
bool export_screenagent(memory *m, const struct export_order *order, struct export_report *ret, GError **error);

/* "run 2 is in run-2.html: 0.3 MiB, 10 steps, 8 pictures"; caller frees. */
char *export_words(gint64 run, const struct export_report *report);
/* ", 3 things" behind it, nothing for 0. */
void export_count(GString *out, gint64 n, const char *one, const char *several);

/* What every one of them tells in the end; `path` is taken. Inside engine/exports only. */
struct image_writer;
struct output_sink;
void export_tell(struct export_report *ret, const struct export_order *order, const struct image_writer *a,
                 const struct output_sink *o, char *path);

/* What an import made. */
struct import_report {
    gint64 run, steps, records, skipped, pictures; /* skipped: synthetic negatives, translations of what is there */
    bool known;                                    /* it was here already, as that run: nothing was written */
    char *session;                                 /* owned */
};
void import_report_free(struct import_report *report);
/* A folder of that layout: one session, or a folder of sessions. Nothing of it is trusted: names never become paths out of it,
 * links are not followed, every record and picture is read and checked before anything of the session is kept. Each session
 * becomes a run (origin kind "screenagent") in one transaction. ret_done: of struct import_report *; those that were stored
 * before an error stay, and are in it. A session that is here already is not doubled. (screenagent_session.c) */
bool import_screenagent(memory *m, const char *folder, bool trusted, const struct memory_watch *watch, GPtrArray *ret_done,
                        GError **error);
/* True: the path is a folder. What is wrong with it says import_screenagent(). */
bool import_screenagent_is(const char *path);

#endif
