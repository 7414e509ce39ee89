#ifndef ENGINE_EXPORTS_PREDICTIONS_H
#define ENGINE_EXPORTS_PREDICTIONS_H

/* Predictions: what a brain answers to the prompts and pictures of labels (reins score --brain), in the labels' layout:
 *
 * - OUT/SESSION/TIME.json: the label's record, with the brain's reply as LLM_response, the actions in it, and "brain"
 * - OUT/SESSION/images/NAME: the picture that was shown
 *
 * A file is there whole or not at all (0600, folders 0700), and is never written again: who asks a second time goes on with what
 * is missing. */

#include "engine/exports/screenagent.h"

typedef struct predictions {
    char *labels, *out, *brain;
    GPtrArray *files;    /* struct screenagent_file *: the labels */
    GPtrArray *left;     /* of these, borrowed: those to be asked, in their order */
    guint kept;          /* answers that are there */
    GHashTable *defects; /* "SESSION/TIME.json" → why it has no answer; both owned */
} predictions;

/* Reads the labels and what is there of the answers. A label that cannot be read, or has nothing that is scored, is not to be
 * asked. Caller frees. Error: no labels; OUT has a file that answers another prompt, or is of another brain. */
predictions *predictions_new(const char *labels, const char *out, const char *brain, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void predictions_free(predictions *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(predictions, predictions_free)
/* Puts the label's picture into OUT. The path of the copy; caller frees. NULL with EXPORT_ERROR: the label's picture is missing
 * or none; with G_FILE_ERROR: OUT cannot be written. */
char *predictions_picture(const predictions *p, const struct screenagent_file *label, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Keeps an answer. */
bool predictions_keep(predictions *p, const struct screenagent_file *label, const char *reply, GError **error);
/* The label has no answer, and that is why. */
void predictions_leave_out(predictions *p, const struct screenagent_file *label, const char *why);

/* The record's text. Caller frees. (predictions_json.c) */
char *predictions_record(const record *label, const char *brain, const char *reply);

#endif
