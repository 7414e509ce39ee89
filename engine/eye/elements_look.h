#ifndef ENGINE_EYE_ELEMENTS_LOOK_H
#define ENGINE_EYE_ELEMENTS_LOOK_H

/* A look at the elements of the programs whose windows are the target's (elements.h), by a worker that ends by itself
 * with what it has, and is killed some seconds later; or at what a phone shows, by its uiautomator. A look ends as soon as all is
 * told: it has time for a busy machine. Where that did not suffice the tree is large, and the next looks are short. The last
 * look's answer stays until the next one begins. */

#include "engine/display/display_port.h"
#include "engine/eye/elements.h"
#include "engine/eye/eye.h"

typedef struct elements_look elements_look;

elements_look *elements_look_new(void);
void elements_look_free(elements_look *l);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(elements_look, elements_look_free)

/* Asks the processes that own the target window and the windows of its program. bus: the accessibility bus of the display, NULL =
 * there is none. Copies what it needs. A program that did not answer is left alone for some looks: each would cost a wait, and a
 * busy program more work. */
void elements_look_start(elements_look *l, const eye_observation *o, const char *bus);
/* The same where the display tells no window, and the bus has the sandbox's programs alone: asks all of them for the window that
 * is active. Which of them covers which is not told. bus: NULL = there is none, as on screens of others. */
void elements_look_start_all(elements_look *l, const eye_observation *o, const char *bus);
/* Asks the phone for what its activity in front shows (elements_uiautomator_read()): longer than a second, and up to 12 where its
 * screen does not rest, which is then not asked for some looks. d: any display's, which says in its note that it is no phone. */
void elements_look_start_tree(elements_look *l, const eye_observation *o, const struct display_port *d);
/* While it runs: descriptors to poll, the deadline (monotonic µs), one turn that is true when it is done, and the same blocking.
 */
void elements_look_prepare(const elements_look *l, GArray *pollfds);
gint64 elements_look_deadline(const elements_look *l);
bool elements_look_poll(elements_look *l);
void elements_look_wait(elements_look *l);

/* Of the last look: struct element, each cut to what a window of its own process shows, nothing that another window covers (where
 * no window is told: to the screen). What
 * is under a mask is called ELEMENTS_MASKED. Borrowed. */
const GArray *elements_look_found(const elements_look *l);
/* ELEMENTS_NONE and why, "41, by AT-SPI", "12, by uiautomator", or that and ELEMENTS_LATE; NULL = none was begun. Borrowed. */
const char *elements_look_note(const elements_look *l);

#endif
