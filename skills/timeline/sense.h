#ifndef SKILLS_TIMELINE_SENSE_H
#define SKILLS_TIMELINE_SENSE_H

/* Sense: what a skill in its loop asks the eye, and what it hears. All questions of one turn are answered from one picture: that
 * of its beginning. Areas are px of the screen; width 0 = the whole screen. */

#include "skills/timeline/screen.h"

enum sense_kind {
    SENSE_LOOK,    /* a turn begins: takes the picture; answers with pointer, target window and changed share */
    SENSE_COLOR,   /* the mean colour of an area */
    SENSE_FIND,    /* where a colour is */
    SENSE_CHANGED, /* how much of an area differs from the turn before, 0..1 */
    SENSE_MARKS,   /* icons, words of the profile's regions; takes its time (OCR) when they have changed */
    SENSE_READ,    /* …and words of the area (region "loop"); takes its time */
    SENSE_COUNT
};

struct sense_question {
    enum sense_kind kind;
    int x, y, width, height;
    int red, green, blue, tolerance; /* FIND: each 0..255 */
    gint64 window;                   /* LOOK: the target window's id, 0 = none */
};

typedef struct sense_answer {
    bool found;              /* FIND */
    int x, y, width, height; /* FIND: what encloses all such pixels */
    int middle_x, middle_y;  /* FIND: their centre of mass */
    gint64 pixels;           /* FIND: how many */
    int red, green, blue;    /* COLOR */
    double share;            /* CHANGED */
    screen *screen;          /* LOOK: its pointer and window count; READ: its words and icons; owned, NULL = none */
} sense_answer;
void sense_answer_clear(sense_answer *a);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(sense_answer, sense_answer_clear)

/* Flat members in an object of the caller's (sense_json.c; cJSON behind void, for this header is read by all). */
char *sense_question_to_json(const struct sense_question *q);
bool sense_question_from_json(const char *text, gsize length, struct sense_question *ret_question, GError **error);
char *sense_answer_to_json(const sense_answer *a);
bool sense_answer_from_json(const char *text, gsize length, sense_answer *ret_answer, GError **error);

#endif
