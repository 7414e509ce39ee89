#ifndef ENGINE_HAND_METHOD_H
#define ENGINE_HAND_METHOD_H

/* Method: the input methods of a display (XIM: ibus, fcitx). A program that uses one hands each key to it and reads the key with
 * the keyboard map as it is when it comes back; so the map must not change while the method works, though the program rests. */

#include "engine/hand/family.h"

#define METHOD_SERVERS_MAX 4

struct method {
    struct family servers[METHOD_SERVERS_MAX];
    int n;
    bool unseen; /* of one it is not known which process it is */
};

/* Their processes: gint64, appended. */
void method_pids(const struct method *m, GArray *pids);
/* Whether one of them is seen to work (family.h); false at once where there is none. */
bool method_works(struct method *m, gint64 now_us);

#endif
