#ifndef ENGINE_HAND_INPUT_METHOD_H
#define ENGINE_HAND_INPUT_METHOD_H

/* Input method: the input methods of a display (XIM: ibus, fcitx). A program passes each key to its input method and reads it
 * with the keyboard map at its return. So the map must not change while the method works, even if the program rests. */

#include "engine/display/process_idle.h"

#define INPUT_METHOD_SERVERS_MAX 4

struct input_method {
    struct process_idle servers[INPUT_METHOD_SERVERS_MAX];
    int n;
    bool unseen; /* the process of one is unknown */
};

/* Appends their processes (gint64). */
void input_method_pids(const struct input_method *m, GArray *pids);
/* True when one of them works (process_idle.h); false at once if there is none. */
bool input_method_works(struct input_method *m, gint64 now_us);

#endif
