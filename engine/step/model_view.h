#ifndef ENGINE_STEP_MODEL_VIEW_H
#define ENGINE_STEP_MODEL_VIEW_H

/* The model's view: the part of the screen that a planning model is sent, and what is drawn on it (engine/picture/overlays.h), by
 * the program's profile and the brain's. Only for modules whose table says so (module.h, `overlays`) and brains that are sent
 * pictures. Inside engine/ only. */

#include "engine/brain/coordinates.h"

#include <glib.h>
#include <stdbool.h>

struct ask;
struct module;
struct run;
typedef struct brain_request brain_request;

struct model_view {
    guint overlays;           /* enum overlays, 0 = none */
    bool marks;               /* numbered marks are among them, and are told in the prompt */
    struct coordinates space; /* of the brain, for that part; of zeros before the first look: pixels of the screen */
};
/* Errors: those of coordinates_of_brain(). */
bool model_view_of(const struct run *run, const struct module *module, const char *brain, struct model_view *ret, GError **error);
/* Draws the overlays on the request's pictures of the whole screen, cut and scaled as the space says: marks and pointer on the
 * present one alone. The notes say what is drawn. A picture of another size than the present screen's stays as it is. Error: a
 * picture cannot be read. */
bool model_view_draw(const struct run *run, const struct model_view *view, brain_request *request, GError **error);

/* Asks the eye for the words of the present marks, if a module of the run's agent will be told marks and they have none yet.
 * Nothing waits. */
void model_view_want_words(struct run *run);
/* Waits until they are there, and takes them into the observation; at most [eye] words_wait_ms since they were asked for. Errors:
 * those of wait_until() but TIMEOUT. */
bool model_view_await_words(struct run *run, GError **error);

#endif
