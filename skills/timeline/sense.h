#ifndef SKILLS_TIMELINE_SENSE_H
#define SKILLS_TIMELINE_SENSE_H

/* Questions that a skill in its loop asks the eye, and the answers. All questions of one turn are answered from one picture,
 * taken when the turn begins. Areas are px of the screen; width 0 = the whole screen. */

#include "skills/timeline/screen.h"

enum sense_kind {
    SENSE_LOOK,    /* a turn begins: takes the picture; answers pointer, target window and changed share */
    SENSE_COLOR,   /* the mean colour of an area */
    SENSE_FIND,    /* the position of a colour */
    SENSE_CHANGED, /* the share of an area that differs from the turn before, 0..1 */
    SENSE_MARKS,   /* icons, and words of the profile's regions; slow (OCR) when they have changed */
    SENSE_READ,    /* the same and words of the area (region "loop"); slow */
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
    int x, y, width, height; /* FIND: rectangle around all pixels of the colour */
    int middle_x, middle_y;  /* FIND: their centre of mass */
    gint64 pixels;           /* FIND: number of pixels */
    int red, green, blue;    /* COLOR */
    double share;            /* CHANGED */
    screen *screen;          /* LOOK: pointer and window are set; READ: words and icons are set; owned, NULL = none */
} sense_answer;
void sense_answer_clear(sense_answer *a);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(sense_answer, sense_answer_clear)

/* JSON objects with flat members (sense_json.c). Caller frees the texts. */
char *sense_question_to_json(const struct sense_question *q);
bool sense_question_from_json(const char *text, gsize length, struct sense_question *ret_question, GError **error);
char *sense_answer_to_json(const sense_answer *a);
bool sense_answer_from_json(const char *text, gsize length, sense_answer *ret_answer, GError **error);

#endif
