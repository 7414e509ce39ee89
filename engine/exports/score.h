#ifndef ENGINE_EXPORTS_SCORE_H
#define ENGINE_EXPORTS_SCORE_H

/* The CC-Score of the ScreenAgent paper (Niu et al. 2024, 4.2) as its released client has it (client/action.py, client/bleu.py):
 * points of a label action, the order-preserving alignment with the highest total, BLEU for text. What the paper leaves open is
 * decided here:
 *
 * - A position counts when it is inside the label's clickable_area, edges included. A label without that area has no point for
 * its position (upstream raises an error there).
 * - An empty text against another one scores 0 (upstream divides by zero). BLEU counts Unicode code points.
 * - A key is compared with a key and a text with a text.
 * - A label that names no button is of the left one, and so is its answer that names none. Where the label names it, an answer
 * that does not lacks it.
 * - A prediction without an LLM_response (missing, or null) scores as an empty answer does, and is counted.
 * - A record whose label has no points (only waits, or nothing) is not scored.
 * - Of alignments with the same total the one with more pairs counts for the attributes.
 * - Table 2 is the share of a label's attributes that the action aligned with it has, whatever their values. Its total
 * is over all attributes.
 * - Table 3 is about the aligned pairs whose action has the attribute: F1 where the values are classes (the mean over the classes
 * that occur, macro F1; verdicts are success or not), accuracy for positions, the mean BLEU for
 * texts, where the same text is 1. Pairs of different kinds are in the F1 of action_type alone.
 *
 * Pure, but for score_folder() and score_page(). */

#include "engine/modules/vocabulary.h"
#include "memory/archive.h"

/* What a label action is scored by. */
enum score_attribute {
    SCORE_ACTION_TYPE,
    SCORE_MOUSE_TYPE,
    SCORE_MOUSE_BUTTON,
    SCORE_MOUSE_POSITION,
    SCORE_KEYBOARD,
    SCORE_ELEMENT,
    SCORE_SITUATION,
    SCORE_ATTRIBUTE_COUNT
};
/* "action_type", …; static. */
const char *score_attribute_name(enum score_attribute attribute);

/* How Table 3 measures an attribute. */
enum score_measure { SCORE_F1, SCORE_ACCURACY, SCORE_BLEU };
#define SCORE_CLASSES 8 /* at most, of an attribute */

struct score_attribute_sum {
    guint labels;                              /* labels that have it */
    guint there;                               /* of these, aligned with an action that has it, too (Table 2) */
    double points;                             /* of these, right: 0 to 1 each */
    guint pairs[SCORE_CLASSES][SCORE_CLASSES]; /* by the label's class and the action's; where its values are classes */
};
struct score_sums {
    double points, of;
    struct score_attribute_sum attributes[SCORE_ATTRIBUTE_COUNT];
    guint unboxed; /* positions that no area can judge */
};
enum score_measure score_measure_of(enum score_attribute attribute);
/* "F1", "accuracy", "BLEU"; static. */
const char *score_measure_name(enum score_measure measure);
/* Table 2. NaN: no label has the attribute. */
double score_share(const struct score_sums *sums, enum score_attribute attribute);
/* Table 3. NaN: no pair has the attribute. */
double score_matched(const struct score_sums *sums, enum score_attribute attribute);

/* strict: words for BLEU, and each action too many costs its points. */
double score_bleu(const char *prediction, const char *reference, bool by_words);
/* Adds to *sums. The CC-Score; NaN = the label has no points. */
double score_words(const words *label, const words *prediction, bool strict, struct score_sums *sums);

/* False: the label is not scored (only waits, or nothing). */
bool score_words_has_points(const words *label);

/* One record. */
struct score_record {
    char *session, *name;
    const char *status; /* planning | acting | evaluating */
    char *brain;        /* whose the prediction is; NULL = not said */
    char *theme;        /* of the label; NULL = none */
    double score;       /* NaN = not scored */
    bool unanswered;    /* the prediction has no LLM_response: the score is that of an empty answer */
    bool lacks;         /* its label could be scored: the prediction is missing, or cannot be read */
    char *defect;       /* why not; NULL = it is scored */
};
/* The scored records of a brain, of a status or of a theme: a row of Tables 2 and 3. */
enum score_by { SCORE_BY_BRAIN, SCORE_BY_STATUS, SCORE_BY_THEME, SCORE_BY_COUNT };
/* "brain", …; static. */
const char *score_by_name(enum score_by by);
struct score_group {
    enum score_by by;
    char *name; /* NULL = the records do not say it */
    double sum; /* of the CC-Scores */
    guint n;
    struct score_sums sums;
};
/* The columns of both tables in the paper's order; titles for people. */
struct score_column {
    enum score_attribute attribute;
    const char *title;
};
extern const struct score_column score_columns[SCORE_ATTRIBUTE_COUNT];

typedef struct score_report {
    GPtrArray *records; /* struct score_record * */
    GPtrArray *groups;  /* struct score_group *, by kind and name; none of a kind that no record says */
    double sum[4];      /* plan, act, reflect, all */
    guint n[4];         /* scored */
    guint unanswered;   /* of these, without an LLM_response */
    struct score_sums sums;
} score_report;
extern const char *const score_parts[4]; /* "plan", "act", "reflect", "all" */

struct score_order {
    const char *labels;      /* a session's folder, or a folder of them */
    const char *predictions; /* NULL = the labels' own */
    bool corrected;          /* the labels' LLM_response_editer instead of LLM_response */
    bool strict;
    const struct memory_watch *watch; /* called for each record; NULL = none */
    GHashTable *defects;              /* "SESSION/TIME.json" → why the predictions lack it; NULL = not known */
};
/* Scores each record of the labels that is no negative by the prediction of the same session's and file's name; where both have
 * one session, whatever its name, of the same file's name. A record that cannot be read, or that the predictions lack, is
 * reported and not scored. Caller frees. Error: a folder cannot be read, or has no session; it was stopped
 * (MEMORY_ERROR_STOPPED). */
score_report *score_folder(const struct score_order *order, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* "3 records have no LLM_response: each scores as an empty answer."; NULL: all have one. Caller frees. */
char *score_unanswered_text(const score_report *report);
/* "15 of 40 records have no prediction in NAME: S/A.json, S/B.json, S/C.json, …; its means leave them out." NULL: all
 * have one. Caller frees. */
char *score_lacking_text(const score_report *report, const char *name);
void score_report_free(score_report *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(score_report, score_report_free)

/* A prediction of the same labels, for a page. name: NULL = the labels' own. Both borrowed. */
struct score_row {
    const char *name;
    const score_report *report;
};
/* The reports of 1 or more predictions as one HTML page that needs nothing else, in FILE, which must not exist. Several have a
 * row each first. (score_page.c) */
bool score_page(const struct score_row *rows, guint n, const struct score_order *order, const char *file, GError **error);

#endif
