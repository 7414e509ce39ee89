#ifndef ENGINE_BRAIN_COORDINATES_H
#define ENGINE_BRAIN_COORDINATES_H

/* The coordinate space of a model, and the size of the picture that it is sent: both are data of the brain's profile, and here is
 * the one place where they are computed. Everything else of reins has pixels of the screen. Pure arithmetic. */

#include "config/config.h"

#include <stdbool.h>

/* What a model writes for a point of the picture. */
enum coordinates_space {
    COORDINATES_PIXELS, /* pixels of the picture that was sent */
    COORDINATES_1000,   /* thousandths of its sides, 0 to 1000 */
    COORDINATES_999,    /* the same, 0 to 999 */
    COORDINATES_PART,   /* parts of its sides, 0 to 1 */
};

struct coordinates {
    int screen_width, screen_height;   /* px */
    int picture_width, picture_height; /* px: of the whole screen as it is sent */
    enum coordinates_space space;
};

/* Those of the brain NAME for a screen of that size. A script, a person and a recorded run have pixels of the screen. Errors:
 * those of config_brain(); a size of 0. */
bool coordinates_of_brain(const config *cfg, const char *brain, int width, int height, struct coordinates *ret, GError **error);
/* The same by a profile. */
void coordinates_of_profile(const brain_profile *profile, int width, int height, struct coordinates *ret);
/* The model writes pixels of the screen: nothing has to be converted. Also of a struct of zeros. */
bool coordinates_are_screen(const struct coordinates *c);

/* A model's point as a pixel of the screen. Error (BRAIN_ERROR_FAILED, a sentence for the model): outside of the picture. */
bool coordinates_to_screen(const struct coordinates *c, double x, double y, int *ret_x, int *ret_y, GError **error);
/* A pixel of the screen as the model writes it: whole numbers, but for COORDINATES_PART (4 digits behind the point). */
void coordinates_from_screen(const struct coordinates *c, int x, int y, double *ret_x, double *ret_y);
/* The same of lengths: sizes, and distances from something else than the top left corner of the screen. The screen's are not
 * rounded. */
void coordinates_length_to_screen(const struct coordinates *c, double dx, double dy, double *ret_dx, double *ret_dy);
void coordinates_length_from_screen(const struct coordinates *c, double dx, double dy, double *ret_dx, double *ret_dy);

/* What the model counts in, for a prompt: "pixels", "thousandths (0 to 1000)" … Static. */
const char *coordinates_unit(const struct coordinates *c);

/* The size in which a picture is sent: no more than the profile's side and area, each side a multiple of the profile's number.
 * A picture is never made larger. A model that brings pictures to R(f,min,max) of outside-agents.md 2.4 leaves this one as it is.
 */
void coordinates_picture_size(const brain_profile *profile, int width, int height, int *ret_width, int *ret_height);

#endif
