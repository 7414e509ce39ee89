#ifndef ENGINE_EXPORTS_EXPORTS_H
#define ENGINE_EXPORTS_EXPORTS_H

/* Exports a run in formats of other programs. Each file is written completely or not at all (output_sink.h). */

#include "engine/exports/redaction.h"
#include "memory/archive.h"

#define EXPORT_ERROR (export_error_quark())
GQuark export_error_quark(void);
enum export_error {
    EXPORT_ERROR_EMPTY,  /* the run has nothing that this format could hold */
    EXPORT_ERROR_FORMAT, /* import: the format is wrong; the message says where */
    EXPORT_ERROR_LIMIT,  /* import: a limit is exceeded */
};

struct export_order {
    gint64 run;
    const char *out;                  /* the file or the folder */
    redaction *redaction;             /* NULL = nothing is redacted */
    bool png;                         /* screenagent: exact pictures, not the layout's JPEG */
    const struct memory_watch *watch; /* called before each step; NULL = none */
};

struct export_report {
    char *path; /* what was written; owned */
    gint64 steps, records, negatives, pictures, bytes;
    gint64 left_out; /* pairs: edits and rejections without a better answer, of a model that counts in another space; screenagent:
                        answers without a picture, or of which nothing was done */
    gint64 lost;     /* screenagent: events that the layout cannot express (a horizontal wheel, a loop) */
    gint64 missing;  /* pictures that are no longer kept */
    gint64 texts_redacted, pictures_redacted;
};
void export_report_clear(struct export_report *report);
/* False with an error (MEMORY_ERROR_STOPPED) when it must stop. */
bool export_go_on(const struct export_order *order, gint64 step, gint64 steps, GError **error);

/* One HTML page, readable without JavaScript, network or server. Each distinct frame is embedded once, at most 1280 pixels
 * wide, as PNG or JPEG, whichever is smaller. (page.c) */
bool export_page(memory *m, const struct export_order *order, struct export_report *ret, GError **error);
/* Preference pairs as JSON lines, in the conversational form of TRL: {"images","prompt","chosen","rejected", …}. out: a folder
 * (pairs.jsonl and images/) when it ends in "/", else a file with the pictures embedded as data: URIs. (pairs_json.c) */
bool export_pairs(memory *m, const struct export_order *order, struct export_report *ret, GError **error);
/* The layout of the ScreenAgent dataset: OUT/SESSION/TIME.json, OUT/SESSION/images/TIME.jpg. (screenagent_write_json.c) */
bool export_screenagent(memory *m, const struct export_order *order, struct export_report *ret, GError **error);

/* "run 2 is in run-2.html: 0.3 MiB, 10 steps, 8 pictures"; caller frees. */
char *export_words(gint64 run, const struct export_report *report);
/* Appends ", 3 things", nothing for 0. */
void export_count(GString *out, gint64 n, const char *one, const char *several);

/* Fills the report at the end of every export; takes `path`. Inside engine/exports only. */
struct image_writer;
struct output_sink;
void export_tell(struct export_report *ret, const struct export_order *order, const struct image_writer *a,
                 const struct output_sink *o, char *path);

/* The result of an import. */
struct import_report {
    gint64 run, steps, records, skipped,
        pictures;  /* skipped: synthetic negatives, translations of other records: kept, no steps */
    bool known;    /* it was here already, as that run: nothing was written */
    char *session; /* owned */
};
void import_report_free(struct import_report *report);
/* Imports a folder of that layout: one session, or a folder of sessions. Nothing in it is trusted: names never lead out of the
 * folder, links are not followed, and every record and picture of a session is checked before anything of it is stored. Each
 * session becomes a run (origin kind "screenagent") in one transaction. ret_done: struct import_report *; contains those that
 * were stored before an error. A session that is here already is not added again. (screenagent_session.c) */
bool screenagent_import(memory *m, const char *folder, bool trusted, const struct memory_watch *watch, GPtrArray *ret_done,
                        GError **error);
/* True when the path is a folder; screenagent_import() checks its content. */
bool screenagent_is_folder(const char *path);

/* Pixels of the screen. */
struct export_box {
    int left, top, width, height;
};
/* A note beside a step that says where a click is as good: "box X,Y,W,H", and then perhaps words. False: it is none. Of several
 * beside a step the last one counts. (screenagent_write_json.c) */
bool export_box_read(const char *text, struct export_box *ret_box);

#endif
