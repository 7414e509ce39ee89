#ifndef TESTS_ENGINE_GATE_JUDGING_PICTURE_H
#define TESTS_ENGINE_GATE_JUDGING_PICTURE_H

/* A case with a picture: buttons, fields and check boxes by their edges. */

#include "tests/engine/gate/judging.h"

#define GROUND 0xf0f0f0

/* The window "Calculator" at 100,100 300x200, with a picture. */
static inline frame *begin(struct judged *j, const char *json)
{
    frame *f = frame_new(640, 480);
    frame_fill(f, 0, 0, 640, 480, GROUND);
    judged_init(j, "x", json);
    j->c.picture = f;
    return f;
}

static inline void box(frame *f, int x, int y, int width, int height)
{
    frame_fill(f, x - 1, y - 1, width + 2, height + 2, 0xb0b0b0);
    frame_fill(f, x, y, width, height, 0xffffff);
}

static inline void expect(const char *what, struct judged *j, frame *f, int tier, const char *evidence)
{
    struct policy_verdict v = policy_judge(&j->c);
    if (v.tier != tier || !strstr(v.evidence, evidence))
        fail_msg("%s: tier %d by %s: %s", what, v.tier, v.rule, v.evidence);
    policy_verdict_clear(&v);
    judged_clear(j);
    frame_free(f);
}

#endif
