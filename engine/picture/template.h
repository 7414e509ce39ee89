#ifndef ENGINE_PICTURE_TEMPLATE_H
#define ENGINE_PICTURE_TEMPLATE_H

/* A small picture found in a large one where it looks nearly the same: on another ground, smoothed, in other sizes. For the same
 * pixels engine/eye/icons.c is faster. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

typedef struct template template;

/* From PNG bytes; transparent pixels are not compared. Caller frees. Error: not a PNG, fewer than 16 pixels, or of one colour. */
template *template_new(GBytes *png, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void template_free(template *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(template, template_free)

struct template_place {
    struct area at;
    double score; /* 1 = the same pixels, 0 = no nearer than a plain surface */
};

/* Where it is with this score at least, the best first, none over another, in its own size and in some from half to double; at
 * most TEMPLATE_MAX. Caller unrefs. */
#define TEMPLATE_MAX 64
#define TEMPLATE_SCORE 0.8
GArray *template_find(const template *t, const frame *f, double score);

#endif
