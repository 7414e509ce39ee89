#ifndef ENGINE_BRAIN_COORDINATES_H
#define ENGINE_BRAIN_COORDINATES_H

/* Coordinates: converts between pixels of the screen and the unit of a model, and computes the size of a sent picture, which
 * shows the whole screen or a part of it. Both follow from the brain's profile. The rest of reins uses pixels of the screen only.
 * Pure arithmetic. */

#include "config/config.h"

#include <stdbool.h>

/* What a model writes for a point of the picture. */
enum coordinates_space {
    COORDINATES_PIXELS, /* pixels of the picture that was sent */
    COORDINATES_1000,   /* thousandths of its sides, 0 to 1000 */
    COORDINATES_999,    /* thousandths of its sides, 0 to 999 */
    COORDINATES_PART,   /* fractions of its sides, 0 to 1 */
};

struct coordinates {
    int screen_width, screen_height;   /* px of the screen: size of what the picture shows */
    int picture_width, picture_height; /* px: the sent picture */
    enum coordinates_space space;
    int left, top; /* px of the screen: where that begins; 0,0 for the whole screen */
};

/* The coordinates of the brain NAME for a screen of this size. A script, a person and a recorded run use pixels of the screen.
 * Errors: those of config_brain(); a size of 0. */
bool coordinates_of_brain(const config *cfg, const char *brain, int width, int height, struct coordinates *ret, GError **error);
void coordinates_of_profile(const brain_profile *profile, int width, int height, struct coordinates *ret);
/* The same for a part of the screen that is sent `enlarge` times larger (1 = as it is), or as much so as the profile allows. The
 * part is not empty. */
void coordinates_of_part(const brain_profile *profile, int left, int top, int width, int height, int enlarge,
                         struct coordinates *ret);
/* True when the model writes pixels of the screen, so that nothing is converted; also for a struct of zeros. */
bool coordinates_are_screen(const struct coordinates *c);

/* Converts a model's point to a pixel of the screen. Error (BRAIN_ERROR_FAILED, a sentence for the model): outside the picture.
 */
bool coordinates_to_screen(const struct coordinates *c, double x, double y, int *ret_x, int *ret_y, GError **error);
/* Converts a pixel of the screen to the model's unit: whole numbers, or 4 decimal digits for COORDINATES_PART. */
void coordinates_from_screen(const struct coordinates *c, int x, int y, double *ret_x, double *ret_y);
/* Convert lengths: sizes, and distances that do not start at the screen's corner. Lengths on the screen are not rounded. */
void coordinates_length_to_screen(const struct coordinates *c, double dx, double dy, double *ret_dx, double *ret_dy);
void coordinates_length_from_screen(const struct coordinates *c, double dx, double dy, double *ret_dx, double *ret_dy);

/* The model's unit for a prompt: "pixels", "thousandths (0 to 1000)" … Static. */
const char *coordinates_unit(const struct coordinates *c);

/* The size of a sent picture: at most the profile's sides and area, each side a multiple of the profile's number, never larger
 * than the picture. A model that resizes pictures to a multiple within limits of its own keeps this size. */
void coordinates_picture_size(const brain_profile *profile, int width, int height, int *ret_width, int *ret_height);

#endif
